//! The derives of `cuda-safe`, which offers them under its feature `derive`.
//!
//! What they emit names the crate `::cuda_safe`.
#![deny(unsafe_code)]

mod checked_bit_pattern;
mod device_pod;
mod repr;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `cuda_safe::DevicePod` for a structure.
///
/// The structure must be `repr(C)` or `repr(transparent)`, so that device code can know its layout, without parameters, and
/// `Copy`. Each field must be `DevicePod` itself; a field that is not is error E0277 at its type. Padding, and a structure
/// without bytes, are errors when the program is compiled (E0080); `repr(C, packed)` and fields for the gaps are two ways out.
#[proc_macro_derive(DevicePod)]
pub fn derive_device_pod(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    device_pod::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives `cuda_safe::CheckedBitPattern` for an enum without fields.
///
/// The enum must be `Copy` and have a representation of fixed size, such as `repr(u8)`, which becomes its `Bits`.
#[proc_macro_derive(CheckedBitPattern)]
pub fn derive_checked_bit_pattern(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    checked_bit_pattern::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
