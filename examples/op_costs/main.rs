//! Counts what each operation costs: driver calls and heap allocations, in steady state, on a driver that only counts.
//!
//! Prints `NAME: C calls, A allocs` with the context bound to the thread, the same without, and a table beside two other
//! libraries. With `--check` it exits with 1 if a count is above what it may be at most. Counts, not times: they repeat.

mod allocations;
mod operations;
mod table;

use std::process::ExitCode;

use operations::Bench;

/// What one operation cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) calls: u64,
    pub(crate) allocations: u64,
    /// Exchanges of the thread's capture mode, which are not among the calls.
    pub(crate) mode_exchanges: u64,
}

/// Counts what `operation` costs.
pub(crate) fn measure<R>(operation: impl FnOnce() -> R) -> (R, Cost) {
    const EXCHANGE: &str = "cuThreadExchangeStreamCaptureMode";
    let start = (counting_driver::call_count(), counting_driver::calls_of(EXCHANGE), allocations::allocation_count());
    let result = operation();
    let allocations = allocations::allocation_count() - start.2;
    let mode_exchanges = counting_driver::calls_of(EXCHANGE) - start.1;
    let calls = counting_driver::call_count() - start.0 - mode_exchanges;
    (result, Cost { calls, allocations, mode_exchanges })
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, Box<dyn std::error::Error>> {
    let bench = Bench::new()?;
    let bound = bench.run_bound()?;
    let unbound = bench.run()?;
    for (name, cost) in &bound {
        println!("{name}: {} calls, {} allocs", cost.calls, cost.allocations);
    }
    println!();
    println!("The same with no context bound to the thread:");
    for (name, cost) in &unbound {
        println!("{name}, unbound: {} calls, {} allocs", cost.calls, cost.allocations);
    }
    println!();
    println!("Exchanges of the capture mode on this thread, which are not among the calls above:");
    for (name, cost) in bound.iter().filter(|(_, cost)| cost.mode_exchanges != 0) {
        println!("{name}: {}", cost.mode_exchanges);
    }
    println!();
    table::print(&bound);
    Ok(table::check(&bound, 0) & table::check(&unbound, 1) || !std::env::args().any(|arg| arg == "--check"))
}
