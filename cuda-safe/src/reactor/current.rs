//! Whether this thread is acting for a reactor, where nothing may block, or doing its chores, where only a chore may (R8).

use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<bool> = const { Cell::new(false) };
    static REAPING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is waking tasks on behalf of a reactor.
pub(crate) fn is_current() -> bool {
    // A thread that is past its thread-locals is ending; it must not block either.
    CURRENT.try_with(Cell::get).unwrap_or(true)
}

/// Runs `work` with [`is_current`] true. `work` does not unwind.
pub(crate) fn as_current(work: impl FnOnce()) {
    let before = CURRENT.try_with(|current| current.replace(true)).unwrap_or(true);
    work();
    // A thread that is past its thread-locals has nothing to restore.
    let _ending = CURRENT.try_with(|current| current.set(before));
}

/// Whether this thread is doing a chore, and others wait for theirs.
pub(crate) fn is_reaping() -> bool {
    REAPING.try_with(Cell::get).unwrap_or(false)
}

/// Runs `chore` with [`is_reaping`] true. It does not unwind.
pub(super) fn as_reaper<R>(chore: impl FnOnce() -> R) -> R {
    let before = REAPING.try_with(|reaping| reaping.replace(true)).unwrap_or(false);
    let answer = chore();
    let _ending = REAPING.try_with(|reaping| reaping.set(before));
    answer
}
