//! [`Registered`]: host memory of the user's, page-locked where it is.
#![expect(unsafe_code, reason = "has the driver lock memory that it owns")]

use std::fmt;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::Arc;

use super::host::{HostBuffer, HostBufferMut};
use crate::context::{Context, ContextInner};
use crate::error::{Error, ErrorCode, OpFailed, Result};
use crate::reactor;
use crate::stream::{Guard, Held};

/// Host memory that the user brought, page-locked where it is: a slice of its elements.
///
/// It owns the memory, so it can be registered with the driver without anybody freeing or growing it meanwhile; nothing
/// borrowed is ever registered (R14). [`into_inner`](Self::into_inner) ends that. On streams of another context it is used as
/// pageable memory.
///
/// In quarantine it keeps its context too, which has its pages.
///
/// Invariant: `memory` is `Some` until the value is taken apart or dropped. While `locked_at` is `Some`, the elements are
/// registered with the driver by that address. No operation that is not done has them.
#[doc(alias = "cuMemHostRegister")]
pub struct Registered<V: HostBufferMut> {
    memory: Option<V>,
    locked_at: Option<NonZeroUsize>,
    context: Arc<ContextInner>,
}

impl<V: HostBufferMut> Registered<V> {
    /// Page-locks the elements of `memory`. No driver call for 0.
    ///
    /// The driver locks whole pages, so it may refuse memory that shares one with other locked memory
    /// ([`ErrorCode::HOST_MEMORY_ALREADY_REGISTERED`]): register few, large pieces.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead. The memory comes back if the driver says that it is not locked.
    pub fn new(context: &Context, mut memory: V) -> Result<Self, OpFailed<V>> {
        let context = Arc::clone(&context.inner);
        let byte_len = byte_len_of(&memory);
        if byte_len == 0 {
            return Ok(Self { memory: Some(memory), locked_at: None, context });
        }
        if let Err(error) = context.begin() {
            return Err(OpFailed { error, buffers: Some(memory) });
        }
        let Some(start) = NonNull::new(memory.as_mut_ptr().cast::<u8>()) else {
            unreachable!("a host buffer names live memory")
        };
        // SAFETY: the bytes are live, ours alone and nobody's borrow; they are unregistered before they are freed.
        let registered = unsafe { context.api().host_register(start, byte_len) };
        let Err(error) = registered else {
            return Ok(Self { memory: Some(memory), locked_at: Some(start.addr()), context });
        };
        // An error does not prove that they are not locked (R2), except for this one: others have their pages.
        let is_others = error.code() == Some(ErrorCode::HOST_MEMORY_ALREADY_REGISTERED);
        let is_unlocked = is_others || {
            // SAFETY: no operation was ever given these bytes.
            let undone = unsafe { context.api().host_unregister(start) };
            undone.map_or_else(|error| error.code() == Some(ErrorCode::HOST_MEMORY_NOT_REGISTERED), |()| true)
        };
        let buffers = if is_unlocked {
            Some(memory)
        } else {
            keep_for_ever(memory, &context);
            None
        };
        Err(OpFailed { error: context.judge(error), buffers })
    }

    /// Ends the page-lock and answers the memory.
    ///
    /// # Blocking
    /// The driver may wait for the device.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead: the memory is then kept for ever. [`Error::WouldDeadlock`] on the
    /// reactor's thread: the memory is then freed from elsewhere.
    pub fn into_inner(mut self) -> Result<V> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        let Some(memory) = self.memory.take() else { unreachable!("it is there until now") };
        match self.unlock() {
            Ok(()) => Ok(memory),
            Err(error) => {
                keep_for_ever(memory, &self.context);
                Err(self.context.judge(error))
            }
        }
    }

    /// Has the driver unlock the elements, if it locked them.
    fn unlock(&self) -> Result<()> {
        let Some(address) = self.locked_at else { return Ok(()) };
        self.context.enter()?;
        // SAFETY: no operation has the bytes (invariant), which are live: the caller has the memory.
        unsafe { self.context.api().host_unregister(NonNull::without_provenance(address)) }
    }

    fn memory(&self) -> &V {
        self.memory.as_ref().expect("it is there until the value is taken apart")
    }

    fn memory_mut(&mut self) -> &mut V {
        self.memory.as_mut().expect("it is there until the value is taken apart")
    }
}

impl<V: HostBufferMut> Drop for Registered<V> {
    /// Unlocks and frees the memory; on the reactor's thread the reaper does it (R8). On a dead context it leaks (R13).
    fn drop(&mut self) {
        let Some(memory) = self.memory.take() else { return };
        if self.locked_at.is_none() {
            // The driver never had it.
            return;
        }
        if self.context.usable().is_err() {
            mem::forget(memory);
        } else if reactor::is_current() {
            let byte_len = byte_len_of(&memory);
            let again = Self { memory: Some(memory), locked_at: self.locked_at, context: Arc::clone(&self.context) };
            self.context.reactor().release_later(Held::Owned(Guard::new(again, byte_len)), &self.context);
        } else if let Err(error) = self.unlock() {
            keep_for_ever(memory, &self.context);
            self.context.report(error);
        }
    }
}

// SAFETY: what the memory promises of its elements holds in here too: nothing but borrows of the elements is given out.
unsafe impl<V: HostBufferMut> HostBuffer for Registered<V> {
    type Element = V::Element;

    fn as_ptr(&self) -> *const V::Element {
        self.memory().as_ptr()
    }

    fn len(&self) -> usize {
        self.memory().len()
    }
}

// SAFETY: as above.
unsafe impl<V: HostBufferMut> HostBufferMut for Registered<V> {
    fn as_mut_ptr(&mut self) -> *mut V::Element {
        self.memory_mut().as_mut_ptr()
    }
}

impl<V: HostBufferMut> Deref for Registered<V> {
    type Target = [V::Element];

    fn deref(&self) -> &[V::Element] {
        // SAFETY: live, initialised elements that nobody writes while the memory is borrowed (`HostBuffer`), and that no
        // operation has (invariant).
        unsafe { std::slice::from_raw_parts(self.memory().as_ptr(), self.memory().len()) }
    }
}

impl<V: HostBufferMut> DerefMut for Registered<V> {
    fn deref_mut(&mut self) -> &mut [V::Element] {
        let len = self.memory().len();
        // SAFETY: as in `deref`; nobody else reaches them (`HostBufferMut`), and the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.memory_mut().as_mut_ptr(), len) }
    }
}

impl<V: HostBufferMut> fmt::Debug for Registered<V>
where
    V::Element: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

fn byte_len_of<V: HostBuffer>(memory: &V) -> usize {
    // It is memory, so this cannot overflow.
    memory.len() * size_of::<V::Element>()
}

/// Leaves memory to the driver that may have it locked.
fn keep_for_ever<V: HostBuffer>(memory: V, context: &ContextInner) {
    context.count_quarantined(byte_len_of(&memory));
    mem::forget(memory);
}
