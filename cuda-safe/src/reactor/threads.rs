//! The threads of a reactor: one that asks and wakes, one that frees.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use super::backoff::Backoff;
use super::shared::Shared;
use crate::driver::span;
use crate::error::{Error, Result};
use crate::stream::Reaped;
use crate::sync::thread::{self, JoinHandle};

/// One of the two jobs of a reactor, to be waited for when it is shut down.
#[derive(Debug)]
pub(super) enum Running {
    Thread(JoinHandle<()>),
    /// Runs somewhere else; the sender goes when it has ended, or was dropped without being run.
    Job(Receiver<()>),
}

impl Running {
    /// Waits until it has ended, unless it is this thread.
    pub(super) fn wait(self) {
        match self {
            Self::Thread(thread) if thread.thread().id() == thread::current().id() => {}
            // Wakers are caught, and nothing else of the user's runs there; a bug of ours has said so on stderr.
            Self::Thread(thread) => drop(thread.join()),
            // An error is what it waits for: nobody sends.
            Self::Job(ended) => drop(ended.recv()),
        }
    }
}

/// Hands both jobs to `spawn`.
pub(super) fn hand_over(shared: &Arc<Shared>, mut spawn: impl FnMut(Box<dyn FnOnce() + Send>)) -> [Running; 2] {
    let mut start = |work: fn(&Shared)| {
        let (running, ended) = mpsc::channel();
        let shared = Arc::clone(shared);
        spawn(Box::new(move || {
            work(&shared);
            drop(running);
        }));
        Running::Job(ended)
    };
    let reaper = start(|shared| shared.chores.run_until_stopped());
    let reactor = start(|shared| {
        shared.bell.hang(thread::current());
        // Somebody else's thread: its capture mode is theirs.
        span(|| react(shared, false));
    });
    [reactor, reaper]
}

/// Starts both threads.
pub(super) fn start(shared: &Arc<Shared>) -> Result<[Running; 2]> {
    let spawn = |name: &str, work: fn(&Shared)| -> Result<JoinHandle<()>> {
        let shared = Arc::clone(shared);
        let started = thread::Builder::new().name(name.to_owned()).spawn(move || work(&shared));
        started.map_err(|error| Error::Thread(error.kind()))
    };
    let reaper = spawn("cuda reaper", |shared| shared.chores.run_until_stopped())?;
    let reactor = spawn("cuda reactor", |shared| span(|| react(shared, true))).inspect_err(|_| shared.stop())?;
    // From here, where the bell cannot be rung before it hangs: nobody has the reactor yet.
    shared.bell.hang(reactor.thread().clone());
    Ok([Running::Thread(reactor), Running::Thread(reaper)])
}

/// Asks and wakes until told to stop and nothing is watched. Sleeps when nothing is pending; never blocks otherwise (R8).
pub(super) fn react(shared: &Shared, is_own_thread: bool) {
    let start = Instant::now();
    let mut backoff = Backoff::default();
    loop {
        match shared.pass(is_own_thread) {
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
