//! [`Param`]: one argument of a kernel.

use crate::buffer::{DeviceBuffer, DevicePod, HasRegion as _};
use crate::stream::{Access, Operand};

/// One argument of a kernel: a number, `&DeviceBuffer` (the kernel reads it) or `&mut DeviceBuffer` (it writes it). Sealed.
#[expect(private_bounds, reason = "sealed")]
pub trait Param: sealed::Sealed {
    /// The same kind of argument, for any lifetime.
    type Family: for<'a> ParamFamily;
}

/// A kind of argument, whatever its lifetime.
pub trait ParamFamily: 'static {
    /// The argument when it is borrowed for `'a`.
    type Param<'a>: Param<Family = Self>;
}

pub(super) mod sealed {
    use super::Operand;

    pub(crate) trait Sealed {
        /// What the kernel receives.
        type Abi: Copy;

        fn abi(&self) -> Self::Abi;

        /// The memory the kernel touches through this argument.
        fn operand(&self) -> Option<Operand<'_>>;
    }
}

macro_rules! scalars {
    ($($number:ty)*) => {$(
        impl sealed::Sealed for $number {
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
    )*};
}
scalars!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

/// Numbers of type `T`.
#[derive(Debug)]
pub struct Scalar<T>(std::marker::PhantomData<T>);

/// Buffers that a kernel reads.
#[derive(Debug)]
pub struct Reads<T>(std::marker::PhantomData<T>);

/// Buffers that a kernel writes, and perhaps reads.
#[derive(Debug)]
pub struct Writes<T>(std::marker::PhantomData<T>);

macro_rules! buffers {
    ($($family:ident: $access:ident, [$($mutable:tt)?];)*) => {$(
        impl<T: DevicePod> sealed::Sealed for &$($mutable)? DeviceBuffer<T> {
            type Abi = u64;

            fn abi(&self) -> u64 {
                self.region().address().get()
            }

            fn operand(&self) -> Option<Operand<'_>> {
                (!self.is_empty()).then(|| self.region().operand(Access::$access))
            }
        }

        impl<T: DevicePod> Param for &$($mutable)? DeviceBuffer<T> {
            type Family = $family<T>;
        }

        impl<T: DevicePod> ParamFamily for $family<T> {
            type Param<'a> = &'a $($mutable)? DeviceBuffer<T>;
        }
    )*};
}
buffers! {
    Reads: Read, [];
    Writes: Write, [mut];
}
