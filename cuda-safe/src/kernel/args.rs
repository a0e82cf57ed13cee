//! [`Args`]: all arguments of a kernel, as a tuple.

use std::ffi::c_void;

use super::param::{Param, ParamFamily};
use crate::stream::Operand;

/// The arguments of a kernel: a tuple of up to 12 [`Param`]s. Sealed.
#[expect(private_bounds, reason = "sealed")]
pub trait Args: sealed::Sealed {
    /// The same tuple, for any lifetimes.
    type Family: ArgsFamily;
}

/// A kind of argument list, whatever its lifetimes. A [`Kernel`](super::Kernel) is for one such kind.
pub trait ArgsFamily: 'static {
    /// The arguments when they are borrowed for `'a`.
    type Args<'a>: Args<Family = Self>;
}

pub(super) mod sealed {
    use super::{Operand, c_void};

    /// How arguments reach the driver.
    pub(crate) trait Sealed {
        /// The size of each parameter, in bytes.
        const SIZES: &'static [usize];

        /// Calls `launch` with a pointer to each parameter and with the memory that the kernel touches.
        fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void], &[Operand<'_>]) -> R) -> R;
    }
}

/// The operands among `all`, moved to the front; a fixed array, so that a launch allocates nothing.
fn compact<'a, const N: usize>(all: [Option<Operand<'a>>; N], first: Operand<'a>) -> ([Operand<'a>; N], usize) {
    let (mut compacted, mut len) = ([first; N], 0);
    for operand in all.into_iter().flatten() {
        compacted[len] = operand;
        len += 1;
    }
    (compacted, len)
}

macro_rules! tuples {
    ($(($($P:ident $place:tt),*);)*) => {$(
        impl<$($P: Param),*> sealed::Sealed for ($($P,)*) {
            const SIZES: &'static [usize] = &[$(size_of::<$P::Abi>()),*];

            fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void], &[Operand<'_>]) -> R) -> R {
                let mut values = ($(self.$place.abi(),)*);
                let mut pointers = [$((&raw mut values.$place).cast::<c_void>()),*];
                let all = [$(self.$place.operand()),*];
                match all.iter().flatten().next().copied() {
                    None => launch(&mut pointers, &[]),
                    Some(first) => {
                        let (operands, len) = compact(all, first);
                        launch(&mut pointers, &operands[..len])
                    }
                }
            }
        }

        impl<$($P: Param),*> Args for ($($P,)*) {
            type Family = ($($P::Family,)*);
        }

        impl<$($P: ParamFamily),*> ArgsFamily for ($($P,)*) {
            type Args<'a> = ($($P::Param<'a>,)*);
        }
    )*};
}
tuples! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
}

impl sealed::Sealed for () {
    const SIZES: &'static [usize] = &[];

    fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void], &[Operand<'_>]) -> R) -> R {
        launch(&mut [], &[])
    }
}

impl Args for () {
    type Family = ();
}

impl ArgsFamily for () {
    type Args<'a> = ();
}
