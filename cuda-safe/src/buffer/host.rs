//! [`HostBuffer`]: host memory that a transfer can own.
#![expect(unsafe_code, reason = "vouches for the owners of memory in the standard library")]

use std::sync::Arc;

use super::pod::DevicePod;

/// Host memory that a [`Transfer`](crate::Transfer) can own and give back.
///
/// [`PinnedBuffer`](crate::PinnedBuffer) and [`Registered`](crate::Registered) are page-locked: the device reaches them at
/// full speed and beside other work. `Vec<T>`, `Box<[T]>`, `Arc<[T]>`, and `Bytes` and `BytesMut` with the feature `bytes`,
/// are pageable: the driver copies through memory of its own, and the *call* that queues the copy may block the thread until
/// earlier work of the stream is done. Whether it did proves nothing here, so they too are owned until the driver says that
/// the copy is done.
///
/// # Safety
/// Of the `len` elements from `as_ptr` on, the type promises:
/// - They are live and initialised, stay where they are when the value is moved, and go only when it is dropped or taken
///   apart. So an array in the value itself will not do.
/// - They may be read through the pointer from any thread as long as they are live, wherever the value is moved meanwhile.
/// - Nobody writes them, except through a mutable borrow of the value.
/// - `as_ptr` and `len` answer the same every time, if the value was not borrowed mutably in between other than by
///   [`HostBufferMut::as_mut_ptr`].
#[expect(clippy::len_without_is_empty, reason = "an implementor has its own, and nobody calls this one")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not own host memory that a transfer could keep",
    note = "a borrow ends when its future is forgotten; copy from borrows with `copy_from` and `upload_from`"
)]
pub unsafe trait HostBuffer: Send + 'static {
    /// What it holds.
    type Element: DevicePod;

    /// The first element.
    fn as_ptr(&self) -> *const Self::Element;

    /// The number of elements.
    fn len(&self) -> usize;
}

/// Host memory that a download can write.
///
/// # Safety
/// Beside the promises of [`HostBuffer`]:
/// - `as_mut_ptr` points where `as_ptr` does, and the elements may be written through it.
/// - Nobody else reads or writes them while the value lives.
#[diagnostic::on_unimplemented(message = "`{Self}` does not own host memory that a transfer could write")]
pub unsafe trait HostBufferMut: HostBuffer {
    /// The first element, to be written.
    fn as_mut_ptr(&mut self) -> *mut Self::Element;
}

// SAFETY: a vector owns its elements on the heap, alone, and moving it moves only the pointer to them.
unsafe impl<T: DevicePod> HostBuffer for Vec<T> {
    type Element = T;

    fn as_ptr(&self) -> *const T {
        self.as_slice().as_ptr()
    }

    fn len(&self) -> usize {
        self.as_slice().len()
    }
}

// SAFETY: as above; the pointer is the vector's own, not one of a shared slice.
unsafe impl<T: DevicePod> HostBufferMut for Vec<T> {
    fn as_mut_ptr(&mut self) -> *mut T {
        self.as_mut_slice().as_mut_ptr()
    }
}

// SAFETY: a box owns its elements on the heap, alone, and moving it moves only the pointer to them. That moving a `Box`
// asserts that nobody else uses its contents is minded by `Guard`, which moves bytes.
unsafe impl<T: DevicePod> HostBuffer for Box<[T]> {
    type Element = T;

    fn as_ptr(&self) -> *const T {
        (**self).as_ptr()
    }

    fn len(&self) -> usize {
        (**self).len()
    }
}

// SAFETY: as above.
unsafe impl<T: DevicePod> HostBufferMut for Box<[T]> {
    fn as_mut_ptr(&mut self) -> *mut T {
        (**self).as_mut_ptr()
    }
}

// SAFETY: an `Arc` shares elements on the heap that live as long as it, and nobody can write them while it lives: a `T` has
// no cells, and `Arc::get_mut` refuses.
unsafe impl<T: DevicePod> HostBuffer for Arc<[T]> {
    type Element = T;

    fn as_ptr(&self) -> *const T {
        Arc::as_ptr(self).cast()
    }

    fn len(&self) -> usize {
        (**self).len()
    }
}
