//! Whether CUDA may be called at all: not in a forked child, not while the process exits (R13).
#![allow(unsafe_code, reason = "the seam registers exit hooks, except under Miri and off unix")]

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;

/// Set in the child of a fork that came after the driver was initialised.
static FORKED: AtomicBool = AtomicBool::new(false);
/// Set when the process begins to exit.
static EXITING: AtomicBool = AtomicBool::new(false);

/// Refuses a call that would reach a driver that is not there any more.
#[inline]
pub(crate) fn check() -> Result<(), Error> {
    // Relaxed: each flag is a fact about the process that publishes nothing else.
    if FORKED.load(Ordering::Relaxed) {
        return Err(Error::Forked);
    }
    // Relaxed: as above.
    if EXITING.load(Ordering::Relaxed) {
        return Err(Error::Exiting);
    }
    Ok(())
}

/// Asks the operating system to be told of forks and of exit. Called after a driver was initialised, so that the exit hook
/// runs before that driver's own; a real driver that comes after a simulated one gets a hook of its own.
#[cfg(all(unix, not(miri)))]
pub(super) fn watch_process(is_real: bool) {
    use std::sync::Once;

    extern "C" fn in_child() {
        // Relaxed: the child has one thread at this point.
        FORKED.store(true, Ordering::Relaxed);
    }
    extern "C" fn at_exit() {
        // Relaxed: pairs with the Relaxed load in `check`; a thread that misses it by a moment meets the driver's own answer.
        EXITING.store(true, Ordering::Relaxed);
    }
    static FORK: Once = Once::new();
    static REAL_EXIT: Once = Once::new();
    static SIMULATED_EXIT: Once = Once::new();
    FORK.call_once(|| {
        // SAFETY: the handler is an `extern "C"` function for the life of the program; it only stores to a lock-free atomic,
        // which is async-signal-safe.
        let _no_memory = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
    let hook = if is_real { &REAL_EXIT } else { &SIMULATED_EXIT };
    hook.call_once(|| {
        // SAFETY: as above; the handler calls nothing.
        let _table_full = unsafe { libc::atexit(at_exit) };
    });
}

/// On other systems a fork does not exist, and the driver's own answer (4) tells of the exit.
#[cfg(not(all(unix, not(miri))))]
pub(super) fn watch_process(_is_real: bool) {}
