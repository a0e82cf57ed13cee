//! Cooperative grids: every block is there from the beginning, and each has a turn after the other, so that a block may wait
//! for what another one does.

use std::sync::{Mutex, PoisonError};

use super::fault::Fault;
use super::interpreter::Executor;
use super::launch::Launch;
use super::round::{Progress, Round};

/// Runs every block of a grid to its end, or to the first fault, on `workers` host threads.
pub(super) fn run(launch: &Launch<'_>, progress: &Progress, workers: u64) -> Result<(), Fault> {
    let first_fault = Mutex::new(None);
    let work = |worker: u64| {
        let mine = (worker..launch.blocks()).step_by(usize::try_from(workers).unwrap_or(1));
        let mut resident: Vec<Executor<'_>> = mine
            .map(|turn| {
                let mut executor = Executor::new(launch, progress);
                executor.start(launch.position(turn));
                executor
            })
            .collect();
        let mut next = 0;
        while let Some(executor) = resident.get_mut(next) {
            match executor.round() {
                Ok(Round::Ran) => next = (next + 1) % resident.len(),
                Ok(Round::Ended) => {
                    resident.remove(next);
                    next = if next < resident.len() { next } else { 0 };
                }
                Ok(Round::Stopped) => return,
                Err(fault) => {
                    progress.stop();
                    first_fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in 1..workers {
            let work = &work;
            scope.spawn(move || work(worker));
        }
        work(0);
    });
    first_fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
