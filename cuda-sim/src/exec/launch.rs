//! Runs a kernel over a grid.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::approximate::Deviation;
use super::cooperative;
use super::fault::Fault;
use super::interpreter::Executor;
use super::memory::DeviceMemory;
use super::round::Progress;
use super::services::Services;
use crate::ptx::module::Kernel;

/// Grids of fewer threads are not worth a second host thread.
const PARALLEL_THREADS: u64 = 8_192;

/// One launch.
pub(crate) struct Launch<'a> {
    /// What to run.
    pub(crate) kernel: &'a Kernel,
    /// Blocks along each axis.
    pub(crate) grid: [u32; 3],
    /// Threads of a block along each axis.
    pub(crate) block: [u32; 3],
    /// Shared memory besides the kernel's own.
    pub(crate) dynamic_shared_bytes: u32,
    /// The kernel's parameters, laid out as `Kernel::params` says.
    pub(crate) params: &'a [u8],
    /// Address of each of the module's globals.
    pub(crate) globals: &'a [u64],
    /// Device memory.
    pub(crate) memory: &'a dyn DeviceMemory,
    /// What a kernel asks of the driver.
    pub(crate) services: &'a dyn Services,
    /// Whether all blocks are there at once, so that they may wait for each other.
    pub(crate) cooperative: bool,
    /// Where the barrier of a cooperative grid is; zero without one.
    pub(crate) workspace: u64,
    /// Bytes of stack for recursive calls.
    pub(crate) stack_byte_len: u64,
    /// Zero: blocks in order, on several host threads. Any other: one after the other on this thread, in an order made
    /// from the seed.
    pub(crate) seed: u64,
    /// How approximate functions err.
    pub(crate) deviation: Deviation,
    /// Set from outside to stop it.
    pub(crate) cancel: &'a AtomicBool,
    /// Thread instructions it may run.
    pub(crate) step_limit: Option<u64>,
}

/// What a launch has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stats {
    /// Instructions run, counted once for each thread.
    pub(crate) thread_instructions: u64,
}

impl Launch<'_> {
    /// Offset of dynamic shared memory, behind the kernel's own.
    pub(crate) fn dynamic_shared_start(&self) -> u32 {
        self.kernel.static_shared_bytes.next_multiple_of(self.kernel.dynamic_shared_align)
    }

    pub(super) fn blocks(&self) -> u64 {
        self.grid.iter().map(|&size| u64::from(size)).product()
    }

    /// The position of the block that runs as number `turn`.
    pub(super) fn position(&self, turn: u64) -> [u32; 3] {
        let blocks = self.blocks();
        let linear = if self.seed == 0 { turn } else { shuffled(turn, blocks, self.seed) };
        let [width, height] = [u64::from(self.grid[0]), u64::from(self.grid[1])];
        [linear % width, linear / width % height, linear / width / height].map(|axis| axis as u32)
    }
}

/// A permutation of `0..count` that the seed picks: an odd walk with a start of its own.
fn shuffled(turn: u64, count: u64, seed: u64) -> u64 {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut step = ((mixed >> 32) % count) | 1;
    while gcd(step, count) != 1 {
        step += 2;
    }
    let (turn, step, count) = (u128::from(turn), u128::from(step), u128::from(count));
    ((turn * step + u128::from(mixed & 0xffff_ffff)) % count) as u64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Runs a kernel to its end or its first fault.
pub(crate) fn run(launch: &Launch<'_>) -> Result<Stats, Fault> {
    let progress = Progress::default();
    let blocks = launch.blocks();
    let threads = blocks.saturating_mul(launch.block.iter().map(|&size| u64::from(size)).product());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let workers = if cfg!(miri) || launch.seed != 0 || threads < PARALLEL_THREADS { 1 } else { cores.min(blocks) };
    if launch.cooperative && threads > 0 {
        cooperative::run(launch, &progress, workers)?;
        return Ok(Stats { thread_instructions: progress.instructions.load(Ordering::Relaxed) });
    }
    let next = AtomicU64::new(0);
    let first_fault = Mutex::new(None);
    let work = || {
        if threads == 0 {
            return;
        }
        let mut executor = Executor::new(launch, &progress);
        loop {
            // Relaxed: hands out numbers; what blocks write is ordered by the guest's own fences.
            let turn = next.fetch_add(1, Ordering::Relaxed);
            if turn >= blocks {
                return;
            }
            match executor.run_block(launch.position(turn)) {
                Ok(true) => {}
                Ok(false) => return,
                Err(fault) => {
                    progress.stop();
                    let mut slot = first_fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    slot.get_or_insert(fault);
                    return;
                }
            }
        }
    };
    if workers == 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 1..workers {
                scope.spawn(work);
            }
            work();
        });
    }
    match first_fault.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(fault) => Err(fault),
        None => Ok(Stats { thread_instructions: progress.instructions.load(Ordering::Relaxed) }),
    }
}
