//! Which context is current on this thread, as far as this crate knows, and which one is bound (R13, `Context::bind`).
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::cell::{Cell, RefCell};

use super::api::{Api, ApiId};
use super::call::call;
use super::handle::RawContext;
use crate::error::Error;

/// A context of a driver.
type Key = (ApiId, RawContext);

/// One live binding of a thread.
#[derive(Debug)]
struct Binding {
    id: u64,
    key: Key,
    /// What was current when it was made.
    before: RawContext,
}

thread_local! {
    /// The context that this crate made current last; `None` after anything that may have changed it.
    static LAST: Cell<Option<Key>> = const { Cell::new(None) };
    /// The newest binding's context. A call on it is just the call.
    static BOUND: Cell<Option<Key>> = const { Cell::new(None) };
    /// How many spans this thread is in.
    static SPANS: Cell<u32> = const { Cell::new(0) };
    /// The context that was made current in this span, if no user code has run since.
    static ENTERED: Cell<Option<Key>> = const { Cell::new(None) };
    /// The context that need not be set: `LAST`, if it is bound or entered. Kept by [`settle`].
    static TRUSTED: Cell<Option<Key>> = const { Cell::new(None) };
    /// All bindings, oldest first.
    static BINDINGS: RefCell<Vec<Binding>> = const { RefCell::new(Vec::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

impl Api {
    /// Makes `context` current, unless this thread has it bound, or made it current in this span, and nothing of ours came
    /// between.
    #[inline]
    pub(crate) fn enter(&self, context: RawContext) -> Result<(), Error> {
        if TRUSTED.try_with(Cell::get) == Ok(Some((self.id(), context))) {
            // The flags of R13 are still asked: a bound thread can be a forked child.
            return self.check_process();
        }
        self.make_current(context)
    }

    #[inline(never)]
    fn make_current(&self, context: RawContext) -> Result<(), Error> {
        let key = (self.id(), context);
        // SAFETY: the handle came from this driver; the driver checks that it is live.
        let set = unsafe { call!(self, cuCtxSetCurrent(context.0)) };
        // A thread that is past its thread-locals remembers nothing, and sets the context each time.
        let current = set.is_ok().then_some(key);
        let _ending = LAST.try_with(|last| last.set(current));
        if SPANS.try_with(Cell::get).is_ok_and(|spans| spans > 0) {
            let _ending = ENTERED.try_with(|entered| entered.set(current));
        }
        settle();
        set
    }

    /// Binds `context` to this thread and answers a number for [`Self::unbind`].
    pub(crate) fn bind(&self, context: RawContext) -> Result<u64, Error> {
        let before = self.current()?;
        self.enter(context)?;
        let (id, key) = (NEXT.get(), (self.id(), context));
        NEXT.set(id + 1);
        BINDINGS.with_borrow_mut(|bindings| bindings.push(Binding { id, key, before }));
        BOUND.set(Some(key));
        settle();
        Ok(id)
    }

    /// Ends the binding `id` of this thread. The newest one restores what was current before it; an older one leaves that
    /// to the one made after it.
    pub(crate) fn unbind(&self, id: u64) -> Result<(), Error> {
        // A guard that lives in a thread-local may go after these have: then the thread is ending, and nothing is restored.
        let restored = BINDINGS.try_with(|bindings| {
            let mut bindings = bindings.borrow_mut();
            let place = bindings.iter().position(|binding| binding.id == id)?;
            let ended = bindings.remove(place);
            let restored = match bindings.get_mut(place) {
                Some(later) => {
                    later.before = ended.before;
                    None
                }
                None => Some(ended.before),
            };
            let _ending = BOUND.try_with(|bound| bound.set(bindings.last().map(|binding| binding.key)));
            if restored.is_some() {
                let _ending = LAST.try_with(|last| last.set(None));
            }
            settle();
            restored
        });
        let Ok(Some(before)) = restored else { return Ok(()) };
        // SAFETY: `before` is null or a handle that was current on this thread; the driver checks that it is live.
        unsafe { call!(self, cuCtxSetCurrent(before.0)) }
    }

    /// The context that is current on this thread.
    fn current(&self) -> Result<RawContext, Error> {
        let mut context = std::ptr::null_mut();
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuCtxGetCurrent(&raw mut context)) }?;
        Ok(RawContext(context))
    }
}

/// Finds out what is trusted, after one of the others has changed.
fn settle() {
    let of = |key: &'static std::thread::LocalKey<Cell<Option<Key>>>| key.try_with(Cell::get).unwrap_or(None);
    let last = of(&LAST);
    let trusted = last.filter(|_| last == of(&BOUND) || last == of(&ENTERED));
    let _ending = TRUSTED.try_with(|key| key.set(trusted));
}

/// Runs `work`, one call of the user's or one pass of the reactor: a context that is made current in it is so only once.
pub(crate) fn span<R>(work: impl FnOnce() -> R) -> R {
    with_spans(|spans| spans + 1, work)
}

/// Runs `work`, user code that this crate calls from a span: it may make any context current, and calls this crate again.
pub(crate) fn user_code<R>(work: impl FnOnce() -> R) -> R {
    with_spans(|_| 0, work)
}

/// Runs `work` with another count of spans. At none, on either side, nothing is known of what is current.
fn with_spans<R>(count: impl FnOnce(u32) -> u32, work: impl FnOnce() -> R) -> R {
    struct Restore(u32);

    impl Drop for Restore {
        fn drop(&mut self) {
            set(self.0, SPANS.try_with(Cell::get).unwrap_or(0));
        }
    }

    fn set(count: u32, before: u32) {
        let _ending = SPANS.try_with(|spans| spans.set(count));
        if (count == 0 || before == 0) && ENTERED.try_with(|entered| entered.take().is_some()) == Ok(true) {
            settle();
        }
    }

    let before = SPANS.try_with(Cell::get).unwrap_or(0);
    let _restore = Restore(before);
    set(count(before), before);
    work()
}
