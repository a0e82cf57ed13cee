//! [`Args`]: all arguments of a kernel, as a tuple.

use std::ffi::c_void;
use std::sync::Arc;

use super::param::{IntoParam, Param, ParamFamily};
use crate::stream::{Operand, StreamInner};

/// The parameters of a kernel: a tuple of up to 12 [`Param`]s. Sealed.
#[expect(private_bounds, reason = "sealed")]
pub trait Args: sealed::Given {
    /// The same tuple, for any lifetimes.
    type Family: ArgsFamily;
}

/// A kind of parameter list, whatever its lifetimes. A [`Kernel`](super::Kernel) is for one such kind.
#[expect(private_bounds, reason = "sealed")]
pub trait ArgsFamily: 'static {
    /// The arguments as the kernel's validator sees them, when they are borrowed for `'a`: numbers and views.
    type Args<'a>: Args<Family = Self> + IntoArgs<Self::Args<'a>> + sealed::Passed;
}

/// What a kernel may be launched with where `A` is passed to it: a tuple that has an [`IntoParam`] for each place. Sealed.
#[diagnostic::on_unimplemented(message = "`{Self}` are no arguments for a kernel that takes `{A}`")]
#[expect(private_bounds, reason = "sealed")]
pub trait IntoArgs<A>: sealed::Given {
    /// The arguments themselves.
    #[doc(hidden)]
    fn into_args(self) -> A;
}

pub(super) mod sealed {
    use super::{Arc, Operand, StreamInner, c_void};

    /// What this module implements traits for.
    pub(crate) trait Given {}

    /// How arguments reach the driver.
    pub(crate) trait Passed {
        /// The size of each parameter, in bytes.
        const SIZES: &'static [usize];

        /// Calls `launch` with a pointer to each parameter.
        fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void]) -> R) -> R;

        /// [`Operands::claim`](crate::stream::Operands::claim) of the memory that the kernel touches through each parameter.
        fn claim(&self, on: &Arc<StreamInner>, seq: u64) -> bool;

        /// Calls `with` with the memory that the kernel touches: its code, and what it touches through each parameter.
        fn list<R>(&self, code: Operand<'_>, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R;
    }
}

macro_rules! tuples {
    ($(($($P:ident $I:ident $place:tt),*);)*) => {$(
        impl<$($P),*> sealed::Given for ($($P,)*) {}

        impl<$($P: super::param::sealed::Passed),*> sealed::Passed for ($($P,)*) {
            const SIZES: &'static [usize] = &[$(size_of::<$P::Abi>()),*];

            #[inline]
            fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void]) -> R) -> R {
                let mut values = ($(self.$place.abi(),)*);
                let mut pointers = [$((&raw mut values.$place).cast::<c_void>()),*];
                launch(&mut pointers)
            }

            #[inline]
            fn claim(&self, on: &Arc<StreamInner>, seq: u64) -> bool {
                $(self.$place.operand().is_none_or(|operand| operand.claim(on, seq)))&&*
            }

            fn list<R>(&self, code: Operand<'_>, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R {
                with(&[Some(code), $(self.$place.operand()),*])
            }
        }

        impl<$($P: Param),*> Args for ($($P,)*) {
            type Family = ($($P::Family,)*);
        }

        impl<$($P, $I: IntoParam<$P>),*> IntoArgs<($($P,)*)> for ($($I,)*) {
            fn into_args(self) -> ($($P,)*) {
                ($(self.$place.into_param(),)*)
            }
        }

        impl<$($P: ParamFamily),*> ArgsFamily for ($($P,)*) {
            type Args<'a> = ($($P::Param<'a>,)*);
        }
    )*};
}
tuples! {
    (A I0 0);
    (A I0 0, B I1 1);
    (A I0 0, B I1 1, C I2 2);
    (A I0 0, B I1 1, C I2 2, D I3 3);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6, H I7 7);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6, H I7 7, I I8 8);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6, H I7 7, I I8 8, J I9 9);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6, H I7 7, I I8 8, J I9 9, K I10 10);
    (A I0 0, B I1 1, C I2 2, D I3 3, E I4 4, F I5 5, G I6 6, H I7 7, I I8 8, J I9 9, K I10 10, L I11 11);
}

impl sealed::Given for () {}

impl sealed::Passed for () {
    const SIZES: &'static [usize] = &[];

    fn with<R>(&self, launch: impl FnOnce(&mut [*mut c_void]) -> R) -> R {
        launch(&mut [])
    }

    fn claim(&self, _on: &Arc<StreamInner>, _seq: u64) -> bool {
        true
    }

    fn list<R>(&self, code: Operand<'_>, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R {
        with(&[Some(code)])
    }
}

impl Args for () {
    type Family = ();
}

impl IntoArgs<()> for () {
    fn into_args(self) {}
}

impl ArgsFamily for () {
    type Args<'a> = ();
}
