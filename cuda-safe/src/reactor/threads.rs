//! The threads of a reactor: one that asks and wakes, one that frees.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::backoff::Backoff;
use super::shared::Shared;
use crate::driver::span;
use crate::error::{Error, Result};
use crate::stream::Reaped;

/// Starts both threads.
pub(super) fn start(shared: &Arc<Shared>) -> Result<[JoinHandle<()>; 2]> {
    let spawn = |name: &str, work: fn(&Shared)| -> Result<JoinHandle<()>> {
        let shared = Arc::clone(shared);
        let started = thread::Builder::new().name(name.to_owned()).spawn(move || work(&shared));
        started.map_err(|error| Error::Thread(error.kind()))
    };
    let reaper = spawn("cuda reaper", |shared| shared.chores.run_until_stopped())?;
    let reactor = spawn("cuda reactor", |shared| span(|| react(shared))).inspect_err(|_| shared.stop())?;
    // From here, where the bell cannot be rung before it hangs: nobody has the reactor yet.
    shared.bell.hang(reactor.thread().clone());
    Ok([reactor, reaper])
}

/// Asks and wakes until told to stop and nothing is watched. Sleeps when nothing is pending; never blocks otherwise (R8).
fn react(shared: &Shared) {
    let start = Instant::now();
    let mut backoff = Backoff::default();
    loop {
        match shared.pass(true) {
            Reaped::Idle if shared.is_stopping() => return,
            Reaped::Idle => {
                backoff.idle();
                thread::park();
            }
            Reaped::Progress => backoff.progress(start.elapsed()),
            Reaped::Pending => thread::park_timeout(backoff.period(start.elapsed())),
        }
    }
}
