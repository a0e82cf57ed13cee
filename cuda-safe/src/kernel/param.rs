//! [`Param`]: one parameter of a kernel, and what may be given for it.

use crate::buffer::{DeviceBuffer, DevicePod, DeviceSource, DeviceTarget, DeviceView, DeviceViewMut, HasRegion as _};
use crate::stream::{Access, Operand};

/// The kind of one parameter of a kernel: a number, `&DeviceBuffer` (the kernel reads it) or `&mut DeviceBuffer` (it writes
/// it, and perhaps reads). [`DeviceView`] and [`DeviceViewMut`] are other words for the latter two. Sealed.
#[expect(private_bounds, reason = "sealed")]
pub trait Param: sealed::Given {
    /// The same kind of parameter, for any lifetime.
    type Family: for<'a> ParamFamily;
}

/// A kind of parameter, whatever its lifetime.
#[expect(private_bounds, reason = "sealed")]
pub trait ParamFamily: 'static {
    /// What is passed for it, and seen by the kernel's validator: the number, or a view borrowed for `'a`.
    type Param<'a>: Param<Family = Self> + IntoParam<Self::Param<'a>> + sealed::Passed;
}

/// What may be given for a parameter that `P` is passed for: the number itself, or a buffer or view of its elements. Sealed.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be given to a kernel as `{P}`")]
#[expect(private_bounds, reason = "sealed")]
pub trait IntoParam<P>: sealed::Given {
    /// The argument itself.
    #[doc(hidden)]
    fn into_param(self) -> P;
}

pub(super) mod sealed {
    use super::Operand;

    /// What this module implements traits for.
    pub(crate) trait Given {}

    /// How an argument reaches the driver.
    pub(crate) trait Passed {
        /// What the kernel receives.
        type Abi: Copy;

        fn abi(&self) -> Self::Abi;

        /// The memory the kernel touches through this argument.
        fn operand(&self) -> Option<Operand<'_>>;
    }
}

macro_rules! scalars {
    ($($number:ty)*) => {$(
        impl sealed::Given for $number {}

        impl sealed::Passed for $number {
            type Abi = Self;

            fn abi(&self) -> Self {
                *self
            }

            fn operand(&self) -> Option<Operand<'_>> {
                None
            }
        }

        impl Param for $number {
            type Family = Scalar<$number>;
        }

        impl ParamFamily for Scalar<$number> {
            type Param<'a> = $number;
        }

        impl IntoParam<$number> for $number {
            fn into_param(self) -> Self {
                self
            }
        }
    )*};
}
scalars!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);
#[cfg(feature = "half")]
scalars!(half::f16 half::bf16);

/// Numbers of type `T`.
#[derive(Debug)]
pub struct Scalar<T>(std::marker::PhantomData<T>);

/// Memory that a kernel reads.
#[derive(Debug)]
pub struct Reads<T>(std::marker::PhantomData<T>);

/// Memory that a kernel writes, and perhaps reads.
#[derive(Debug)]
pub struct Writes<T>(std::marker::PhantomData<T>);

macro_rules! memory {
    ($($family:ident: $access:ident, $view:ident, [$($mutable:tt)?], $($bound:ident)+;)*) => {$(
        impl<T> sealed::Given for $view<'_, T> {}

        impl<T: DevicePod> sealed::Passed for $view<'_, T> {
            type Abi = u64;

            fn abi(&self) -> u64 {
                self.region().address().get()
            }

            fn operand(&self) -> Option<Operand<'_>> {
                (!self.is_empty()).then(|| self.region().operand(Access::$access))
            }
        }

        impl<T: DevicePod> Param for $view<'_, T> {
            type Family = $family<T>;
        }

        impl<T: DevicePod> Param for &$($mutable)? DeviceBuffer<T> {
            type Family = $family<T>;
        }

        impl<T: DevicePod> ParamFamily for $family<T> {
            type Param<'a> = $view<'a, T>;
        }

        impl<T: DevicePod> IntoParam<Self> for $view<'_, T> {
            fn into_param(self) -> Self {
                self
            }
        }

        impl<D> sealed::Given for &$($mutable)? D {}

        impl<'a, T: DevicePod, D: $($bound<T> +)+> IntoParam<$view<'a, T>> for &'a $($mutable)? D {
            fn into_param(self) -> $view<'a, T> {
                let memory: &'a D = self;
                $view::new(memory.region())
            }
        }
    )*};
}
memory! {
    Reads: Read, DeviceView, [], DeviceSource;
    Writes: Write, DeviceViewMut, [mut], DeviceSource DeviceTarget;
}
