//! [`device_pod!`](crate::device_pod): types that another crate vouches for.

/// Makes a type of your own a [`DevicePod`](crate::DevicePod) on the word of another crate.
///
/// - `device_pod!(T via bytemuck)` for a `T: bytemuck::Pod` (feature `bytemuck`);
/// - `device_pod!(T via zerocopy)` for a `T` that is `FromBytes`, `IntoBytes` and `Immutable` (feature `zerocopy`).
///
/// Either crate's traits promise that every bit pattern is a value and that there is no padding, pointer or interior
/// mutability. What they do not promise, `Send` and `Sync`, the compiler checks; a type without bytes is refused (E0080).
///
/// # Examples
/// ```
/// # #[cfg(feature = "bytemuck")]
/// # mod example {
/// #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
/// #[repr(C)]
/// struct Ray {
///     origin: [f32; 3],
///     direction: [f32; 3],
/// }
/// cuda_safe::device_pod!(Ray via bytemuck);
/// # }
/// ```
#[macro_export]
macro_rules! device_pod {
    (@ [$($type:tt)+] via bytemuck) => {
        $crate::__device_pod_via_bytemuck!($($type)+);
    };
    (@ [$($type:tt)+] via zerocopy) => {
        $crate::__device_pod_via_zerocopy!($($type)+);
    };
    (@ [$($type:tt)*] $next:tt $($rest:tt)*) => {
        $crate::device_pod!(@ [$($type)* $next] $($rest)*);
    };
    (@ [$($type:tt)*]) => {
        ::core::compile_error!("expected `device_pod!(Type via bytemuck)` or `device_pod!(Type via zerocopy)`");
    };
    ($($all:tt)*) => {
        $crate::device_pod!(@ [] $($all)*);
    };
}

#[cfg(feature = "bytemuck")]
#[doc(hidden)]
#[macro_export]
macro_rules! __device_pod_via_bytemuck {
    ($type:ty) => {
        const _: () = $crate::__vouchers::bytemuck::<$type>();

        // SAFETY: the traits of `bytemuck`, checked above, promise as much (see `device_pod!`).
        unsafe impl $crate::DevicePod for $type {}
    };
}

#[cfg(not(feature = "bytemuck"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __device_pod_via_bytemuck {
    ($type:ty) => {
        ::core::compile_error!("`device_pod!(... via bytemuck)` needs feature `bytemuck` of cuda-safe");
    };
}

/// Compiles only for types that `bytemuck` vouches for.
#[cfg(feature = "bytemuck")]
pub const fn bytemuck<T: ::bytemuck::Pod>() {
    const { assert!(size_of::<T>() != 0, "a type without bytes has nothing to move") };
}

#[cfg(feature = "zerocopy")]
#[doc(hidden)]
#[macro_export]
macro_rules! __device_pod_via_zerocopy {
    ($type:ty) => {
        const _: () = $crate::__vouchers::zerocopy::<$type>();

        // SAFETY: the traits of `zerocopy`, checked above, promise as much (see `device_pod!`).
        unsafe impl $crate::DevicePod for $type {}
    };
}

#[cfg(not(feature = "zerocopy"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __device_pod_via_zerocopy {
    ($type:ty) => {
        ::core::compile_error!("`device_pod!(... via zerocopy)` needs feature `zerocopy` of cuda-safe");
    };
}

/// Compiles only for types that `zerocopy` vouches for.
#[cfg(feature = "zerocopy")]
pub const fn zerocopy<T: ::zerocopy::FromBytes + ::zerocopy::IntoBytes + ::zerocopy::Immutable>() {
    const { assert!(size_of::<T>() != 0, "a type without bytes has nothing to move") };
}
