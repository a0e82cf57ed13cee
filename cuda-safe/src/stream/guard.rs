//! [`Guard`]: a value of any type, kept for an operation.
#![expect(unsafe_code, reason = "keeps values without their type")]

use std::any::TypeId;
use std::fmt;
use std::mem::{self, MaybeUninit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Room for values that are kept in place; what is larger is boxed.
const WORDS: usize = 5;

/// Bytes of any kind. Moving them moves no value and asserts nothing about what they point to, so a pointer into a `Box`
/// that is kept here stays good.
type Storage = [MaybeUninit<*mut ()>; WORDS];

/// A value of any type that an operation keeps alive, with no allocation unless it is unusually large.
///
/// No destructor: dropping it leaks the value.
///
/// Invariant: the storage holds a live value of the type that `kind` was made for: in place, or a pointer from
/// `Box::into_raw` to it. The value is `Send`.
pub(crate) struct Guard {
    storage: Storage,
    kind: &'static Kind,
    byte_len: usize,
}

/// What is known of the type.
struct Kind {
    id: fn() -> TypeId,
    drop: unsafe fn(Storage),
}

// SAFETY: the one value in it is `Send` (invariant), and is reached only through the guard.
unsafe impl Send for Guard {}

impl Guard {
    /// Keeps `value`, which has `byte_len` bytes of host memory.
    pub(crate) fn new<B: Send + 'static>(value: B, byte_len: usize) -> Self {
        let mut storage: Storage = [MaybeUninit::uninit(); WORDS];
        if fits::<B>() {
            // SAFETY: the storage is large enough and aligned for a `B` (checked).
            unsafe { storage.as_mut_ptr().cast::<B>().write(value) };
        } else {
            storage[0].write(Box::into_raw(Box::new(value)).cast());
        }
        let kind = const { &Kind { id: TypeId::of::<B>, drop: drop_value::<B> } };
        Self { storage, kind, byte_len }
    }

    /// The value, if it is a `B`.
    pub(crate) fn get_mut<B: 'static>(&mut self) -> Option<&mut B> {
        if !self.is::<B>() {
            return None;
        }
        let place = place::<B>(&mut self.storage);
        // SAFETY: a live `B` is there (checked, invariant), and it is borrowed as the guard is.
        Some(unsafe { &mut *place })
    }

    /// Takes the value out, if it is a `B`; else leaks it.
    pub(crate) fn take<B: 'static>(self) -> Option<B> {
        // SAFETY: the type is the one that the guard was made for (checked), and the guard is given up.
        self.is::<B>().then(|| unsafe { take_value(self.storage) })
    }

    /// Drops the value. A panic of its destructor ends here.
    pub(crate) fn release(self) {
        let Self { storage, kind, .. } = self;
        // SAFETY: `kind` was made for the value's type (invariant), and the guard is given up.
        let dropped = catch_unwind(AssertUnwindSafe(|| unsafe { (kind.drop)(storage) }));
        if let Err(panic) = dropped {
            // Its own destructor is user code too.
            mem::forget(panic);
        }
    }

    /// The bytes of host memory that stay lost if this is never released.
    pub(crate) fn byte_len(&self) -> usize {
        self.byte_len
    }

    fn is<B: 'static>(&self) -> bool {
        (self.kind.id)() == TypeId::of::<B>()
    }
}

/// Whether a `B` is kept in place.
const fn fits<B>() -> bool {
    size_of::<B>() <= size_of::<Storage>() && align_of::<B>() <= align_of::<Storage>()
}

/// Where the `B` of a storage that holds one is.
fn place<B>(storage: &mut Storage) -> *mut B {
    if fits::<B>() {
        return storage.as_mut_ptr().cast();
    }
    // SAFETY: what does not fit is boxed, so the first word is the pointer to it (invariant of `Guard`).
    unsafe { storage[0].assume_init() }.cast()
}

/// Takes the `B` out.
///
/// # Safety
/// The storage must hold a `B`, which is taken once.
unsafe fn take_value<B>(mut storage: Storage) -> B {
    let place = place::<B>(&mut storage);
    if fits::<B>() {
        // SAFETY: forwarded to the caller.
        unsafe { ptr::read(place) }
    } else {
        // SAFETY: the pointer is from `Box::into_raw`; taken once, as the caller says.
        *unsafe { Box::from_raw(place) }
    }
}

/// Drops the `B`.
///
/// # Safety
/// As [`take_value`].
unsafe fn drop_value<B>(storage: Storage) {
    // SAFETY: forwarded to the caller.
    drop(unsafe { take_value::<B>(storage) });
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("byte_len", &self.byte_len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use super::{Guard, fits};

    /// Too large for the storage.
    type Large = ([usize; 8], Arc<()>);

    #[test]
    fn a_value_comes_back_as_it_was_kept() {
        const { assert!(fits::<Vec<u8>>() && !fits::<Large>()) };
        assert_eq!(Guard::new(vec![1, 2, 3], 3).take::<Vec<i32>>(), Some(vec![1, 2, 3]));
        let counted = Arc::new(());
        let large: Large = ([7; 8], Arc::clone(&counted));
        assert_eq!(Guard::new(large, 0).take::<Large>().map(|(numbers, _)| numbers), Some([7; 8]));
        assert_eq!(Arc::strong_count(&counted), 1);
    }

    #[test]
    fn a_released_value_is_dropped_once_and_a_dropped_guard_leaks() {
        let counted = Arc::new(());
        let large: Large = ([0; 8], Arc::clone(&counted));
        Guard::new(large, 0).release();
        Guard::new(Arc::clone(&counted), 0).release();
        assert_eq!(Arc::strong_count(&counted), 1);
        let mut guard = Guard::new(Arc::clone(&counted), 0);
        assert!(guard.get_mut::<Arc<u8>>().is_none() && guard.get_mut::<Arc<()>>().is_some());
        let _leaked = guard;
        assert_eq!(Arc::strong_count(&counted), 2);
    }

    #[test]
    fn a_pointer_into_a_kept_box_outlives_moves_of_the_guard() {
        let mut guard = Guard::new(vec![1_u32, 2].into_boxed_slice(), 8);
        let start = guard.get_mut::<Box<[u32]>>().expect("it is one").as_mut_ptr();
        let moved = Some(std::hint::black_box(guard));
        // SAFETY: the box is kept, and nothing else reaches it.
        #[expect(unsafe_code, reason = "writes as the driver would")]
        unsafe {
            start.write(9);
        }
        let back = moved.and_then(Guard::take::<Box<[u32]>>).expect("it is one");
        assert_eq!(*back, [9, 2]);
    }

    #[test]
    fn a_destructor_that_panics_is_caught() {
        struct Panics(Cell<bool>);
        impl Drop for Panics {
            fn drop(&mut self) {
                assert!(self.0.get(), "a panic of the user's");
            }
        }
        Guard::new(Panics(Cell::new(false)), 0).release();
    }
}
