//! Integers and floats of every width, checked, wrapping and saturating.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

macro_rules! integers {
    ($($name:ident: $ty:ty),*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(out: *mut $ty, a: $ty, b: $ty, n: u32) {
            let results = [
                a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b), a.saturating_add(b), a.saturating_sub(b),
                a.checked_div(b).unwrap_or(1), a.checked_rem(b).unwrap_or(2), a.min(b), a.max(b), a & b, a | b, a ^ b, !a,
                a.wrapping_shl(n), a.wrapping_shr(n), a.rotate_left(n), a.swap_bytes(), a.reverse_bits(),
                a.count_ones() as $ty, a.leading_zeros() as $ty, a.trailing_zeros() as $ty, a.pow(3),
            ];
            for (i, result) in results.into_iter().enumerate() {
                unsafe { out.add(i).write_volatile(result) };
            }
        }
    )*};
}
integers!(of_i8: i8, of_u8: u8, of_i16: i16, of_u16: u16, of_i32: i32, of_u32: u32, of_i64: i64, of_u64: u64, of_u128: u128);

macro_rules! floats {
    ($($name:ident: $ty:ty),*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(out: *mut $ty, a: $ty, b: $ty) {
            let results = [a + b, a - b, a * b, a / b, -a, a.min(b), a.max(b), a.abs(), a.copysign(b), a.clamp(0.0, 1.0), a as i32 as $ty, a as u64 as $ty, a as i8 as $ty];
            for (i, result) in results.into_iter().enumerate() {
                unsafe { out.add(i).write_volatile(result) };
            }
        }
    )*};
}
floats!(of_f32: f32, of_f64: f64);
