//! Many small operations on many streams: how many a second the simulator takes, and whether its memory stays flat.
//!
//! ```text
//! cargo run --release -p cuda-sim --example small_operations -- [STREAMS [OPERATIONS]]
//! ```
//! Without arguments: 64 streams, 100,000 operations each. Two threads submit, half of the streams each; the operations are, in turn,
//! a fill of 4 bytes, a copy of 4 bytes on the device, an event record and a wait of the stream for that event.
#![allow(unsafe_code, reason = "calls the driver through its table")]

use std::ptr::null_mut;
use std::time::Instant;

use cuda_sim::Simulator;
use cuda_sys::{CUcontext, CUdeviceptr, CUevent, CUresult, CUstream, DriverTable};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Calls an entry point, and turns its code into a result.
macro_rules! call {
    ($table:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let function = $table.$name.ok_or(concat!("no ", stringify!($name)))?;
        // SAFETY: each call below passes live places for its answers, handles of the same simulator, and memory of the sizes it names.
        let code = unsafe { function($($argument),*) };
        if code == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(Failure::from(format!("{}: {code:?}", stringify!($name)))) }
    }};
}

/// A stream with an event and two words of memory.
struct Lane {
    stream: CUstream,
    event: CUevent,
    words: CUdeviceptr,
}

impl Lane {
    fn new(table: &DriverTable) -> Result<Self, Failure> {
        let mut lane = Lane { stream: null_mut(), event: null_mut(), words: 0 };
        call!(table, cuStreamCreate(&mut lane.stream, 1))?;
        call!(table, cuEventCreate(&mut lane.event, 2))?;
        call!(table, cuMemAlloc_v2(&mut lane.words, 8))?;
        Ok(lane)
    }

    fn submit(&self, table: &DriverTable, number: usize) -> Result<(), Failure> {
        match number % 4 {
            0 => call!(table, cuMemsetD32Async(self.words, number as u32, 1, self.stream)),
            1 => call!(table, cuMemcpyDtoDAsync_v2(self.words + 4, self.words, 4, self.stream)),
            2 => call!(table, cuEventRecord(self.event, self.stream)),
            _ => call!(table, cuStreamWaitEvent(self.stream, self.event, 0)),
        }
    }
}

/// The resident memory of this process in KiB, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Submits `operations` on each of `streams` streams, and waits for them. Answers the memory after a tenth of that, and at the end.
fn work(
    table: &DriverTable,
    context: CUcontext,
    streams: usize,
    operations: usize,
) -> Result<[Option<u64>; 2], Failure> {
    call!(table, cuCtxSetCurrent(context))?;
    let lanes = (0..streams).map(|_| Lane::new(table)).collect::<Result<Vec<_>, _>>()?;
    let mut warm = None;
    for number in 0..operations {
        if number == operations / 10 {
            warm = resident();
        }
        lanes.iter().try_for_each(|lane| lane.submit(table, number))?;
    }
    lanes.iter().try_for_each(|lane| call!(table, cuStreamSynchronize(lane.stream)))?;
    Ok([warm, resident()])
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| arguments.next().map_or(Ok(default), |text| text.parse());
    let (streams, operations) = (number(64)?, number(100_000)?);
    let simulator = Simulator::new()?;
    let table = &simulator.table();
    call!(table, cuInit(0))?;
    let (mut device, mut context) = (0, null_mut());
    call!(table, cuDeviceGet(&mut device, 0))?;
    call!(table, cuDevicePrimaryCtxRetain(&mut context, device))?;
    let context = context.expose_provenance();
    let start = Instant::now();
    let halves = [streams / 2, streams - streams / 2];
    let memory = std::thread::scope(|scope| {
        let threads = halves.map(|half| {
            scope.spawn(move || work(table, std::ptr::with_exposed_provenance_mut(context), half, operations))
        });
        threads.map(|thread| thread.join().unwrap_or_else(|_| Err("a thread panicked".into())))
    });
    let seconds = start.elapsed().as_secs_f64();
    let [_, memory] = memory;
    let [warm, end] = memory?;
    let total = streams * operations;
    println!("{streams} streams x {operations}: {seconds:.2} s, {:.0} operations/s", total as f64 / seconds);
    if let (Some(warm), Some(end)) = (warm, end) {
        println!("resident memory after a tenth: {warm} KiB, at the end: {end} KiB");
    }

    let get = table.cuCtxGetCurrent.ok_or("no cuCtxGetCurrent")?;
    let mut current = null_mut();
    let calls = 10_000_000;
    let start = Instant::now();
    for _ in 0..calls {
        // SAFETY: passes a live place for the answer.
        let _code = unsafe { get(std::hint::black_box(&mut current)) };
    }
    println!("cuCtxGetCurrent: {:.1} ns", start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
    Ok(())
}
