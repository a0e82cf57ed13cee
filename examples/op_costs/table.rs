//! The table beside others, and the counts that may not be passed.

use crate::Cost;

/// One row: the operation, what others' cost, and what ours may cost at most, in calls and allocations.
struct Row {
    name: &'static str,
    cudarc_one_stream: &'static str,
    cudarc_more_streams: &'static str,
    cuda_async: &'static str,
    at_most: (u64, u64),
}

/// Counts of cudarc 0.19.10 and of NVIDIA's cuda-core and cuda-async 0.5.0, taken on a driver of this kind.
const ROWS: &[Row] = &[
    Row {
        name: "launch",
        cudarc_one_stream: "2 calls, 1 alloc",
        cudarc_more_streams: "12 calls, 3 allocs",
        cuda_async: "5 calls, 11 allocs",
        at_most: (1, 0),
    },
    Row {
        name: "await",
        cudarc_one_stream: "-",
        cudarc_more_streams: "-",
        cuda_async: "1 call, 1 alloc, 20 us of spin",
        at_most: (4, 0),
    },
    Row {
        name: "drop in flight",
        cudarc_one_stream: "-",
        cudarc_more_streams: "-",
        cuda_async: "8 calls, 9 allocs, 4 calls elsewhere",
        at_most: (1, 0),
    },
    Row {
        name: "drop of a launch in flight",
        cudarc_one_stream: "-",
        cudarc_more_streams: "-",
        cuda_async: "8 calls, 9 allocs, 4 calls elsewhere",
        at_most: (0, 0),
    },
    Row {
        name: "zeroed allocation",
        cudarc_one_stream: "8 calls",
        cudarc_more_streams: "14 calls",
        cuda_async: "5 calls with a wait, 2 allocs",
        at_most: (2, 1),
    },
    Row {
        name: "free",
        cudarc_one_stream: "5 calls",
        cudarc_more_streams: "9 calls",
        cuda_async: "a box and a thread hop",
        at_most: (1, 0),
    },
    Row {
        name: "host to device",
        cudarc_one_stream: "2 calls, 1 alloc",
        cudarc_more_streams: "8 calls",
        cuda_async: "8 calls with a wait, 2 allocs",
        at_most: (2, 0),
    },
    Row {
        name: "device to host",
        cudarc_one_stream: "2 calls, 1 alloc",
        cudarc_more_streams: "6 calls",
        cuda_async: "4 calls with a wait",
        at_most: (2, 0),
    },
    Row {
        name: "peer copy",
        cudarc_one_stream: "8 calls",
        cudarc_more_streams: "8 calls",
        cuda_async: "-",
        at_most: (5, 0),
    },
];

fn find(costs: &[(&'static str, Cost)], name: &str) -> Option<Cost> {
    costs.iter().find(|(known, _)| *known == name).map(|(_, cost)| *cost)
}

/// Prints the table.
pub(crate) fn print(bound: &[(&'static str, Cost)]) {
    println!(
        "| operation | cudarc 0.19.10, one stream | cudarc, more streams | cuda-async 0.5.0 | ours, at most | ours |"
    );
    println!("|---|---|---|---|---|---|");
    for row in ROWS {
        let ours = find(bound, row.name)
            .map_or_else(|| "-".to_owned(), |cost| format!("{} calls, {} allocs", cost.calls, cost.allocations));
        let (calls, allocations) = row.at_most;
        let [one, more, other] = [row.cudarc_one_stream, row.cudarc_more_streams, row.cuda_async];
        println!("| {} | {one} | {more} | {other} | {calls} calls, {allocations} allocs | {ours} |", row.name);
    }
}

/// Whether every count is at most what it may be, and `extra` calls more; names those that are not.
pub(crate) fn check(costs: &[(&'static str, Cost)], extra: u64) -> bool {
    let mut good = true;
    for row in ROWS {
        let (calls, allocations) = (row.at_most.0 + extra, row.at_most.1);
        match find(costs, row.name) {
            Some(cost) if cost.calls <= calls && cost.allocations <= allocations => {}
            Some(cost) => {
                good = false;
                println!(
                    "TOO MUCH: {}: {} calls and {} allocs, where {calls} and {allocations} are the most",
                    row.name, cost.calls, cost.allocations
                );
            }
            None => {
                good = false;
                println!("NOT MEASURED: {}", row.name);
            }
        }
    }
    good
}
