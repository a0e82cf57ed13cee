//! [`HostBuffer`]: host memory that a transfer can own.

use crate::stream::Held;

/// Host memory that a [`Transfer`](crate::Transfer) can own and give back. Sealed: the driver writes into such memory, so
/// which types qualify is this crate's to say.
#[expect(private_bounds, reason = "sealed")]
pub trait HostBuffer: sealed::Sealed + Sized {}

impl<B: sealed::Sealed> HostBuffer for B {}

pub(crate) mod sealed {
    use super::Held;

    /// How a buffer is taken apart and put together again.
    pub(crate) trait Sealed: Sized {
        /// What is left of a buffer without its memory.
        type Shape: Unpin + Send;

        /// Takes the memory out.
        fn into_held(self) -> (Held, Self::Shape);

        /// Puts memory and shape together; `None` if the memory is not of this kind.
        fn from_held(held: Held, shape: Self::Shape) -> Option<Self>;
    }
}
