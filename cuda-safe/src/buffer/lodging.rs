//! Giving host memory to the ledger for an operation, and taking it back.

use std::any::Any;
use std::ptr::NonNull;
use std::sync::Arc;

use super::host::HostBuffer;
use super::pinned::PinnedBuffer;
use crate::context::ContextInner;
use crate::stream::{Guard, Held};

/// A buffer in the form that the ledger keeps, and the first byte of its memory, which `point` answers.
///
/// A [`PinnedBuffer`] goes without its context, so that what is kept for ever is the pages and nothing else.
pub(crate) fn lodge<B: HostBuffer>(buffer: B, byte_len: usize, point: fn(&mut B) -> *mut u8) -> (Held, NonNull<u8>) {
    match cast::<B, PinnedBuffer<B::Element>>(buffer) {
        Ok(pinned) => {
            let pages = pinned.into_pages();
            let start = pages.start();
            (Held::Pinned(pages), start)
        }
        Err(buffer) => {
            let mut guard = Guard::new(buffer, byte_len);
            // Only now: moving a buffer may end the use of pointers into it, and moving a guard does not.
            let start = guard.get_mut().map(point).and_then(NonNull::new);
            (Held::Owned(guard), start.expect("a host buffer names live memory"))
        }
    }
}

/// The buffer of `len` elements that [`lodge`] took, in a context that is the same to the driver; `None` if it is another's.
pub(crate) fn unlodge<B: HostBuffer>(held: Held, len: usize, context: &Arc<ContextInner>) -> Option<B> {
    match held {
        Held::Pinned(pages) => cast(PinnedBuffer::<B::Element>::new(pages, len, Arc::clone(context))).ok(),
        Held::Owned(guard) => guard.take(),
        _ => None,
    }
}

/// Whether the buffer is page-locked in a context that is not `context`.
pub(crate) fn is_foreign<B: HostBuffer>(buffer: &B, context: &ContextInner) -> bool {
    let pinned = (buffer as &dyn Any).downcast_ref::<PinnedBuffer<B::Element>>();
    pinned.is_some_and(|pinned| !pinned.context().is_same(context))
}

/// `value` as what it is: a `B`, or not.
fn cast<A: 'static, B: 'static>(value: A) -> Result<B, A> {
    let mut value = Some(value);
    let cast = (&mut value as &mut dyn Any).downcast_mut::<Option<B>>().and_then(Option::take);
    cast.ok_or_else(|| value.expect("only a cast takes it"))
}
