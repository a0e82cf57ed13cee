//! `#[derive(CheckedBitPattern)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields};

use crate::repr;

/// Representations whose size is the same everywhere.
const FIXED: [&str; 8] = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            name.span(),
            "only an enum can derive `CheckedBitPattern`; see `DevicePod` for structures",
        ));
    };
    if let Some(variant) = data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit)) {
        return Err(Error::new(variant.ident.span(), "a variant with fields is more than a number"));
    }
    if data.variants.is_empty() {
        return Err(Error::new(name.span(), "no bit pattern is a value of an enum without variants"));
    }
    let Some(bits) = repr::words(&input.attrs)?.into_iter().find(|word| FIXED.iter().any(|fixed| word == fixed)) else {
        let reason = "device code cannot know the size of this enum: give it a representation such as `repr(u8)`";
        return Err(Error::new(name.span(), reason));
    };
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    Ok(quote! {
        #[automatically_derived]
        impl ::cuda_safe::CheckedBitPattern for #name {
            type Bits = #bits;

            fn from_bits(bits: #bits) -> ::core::option::Option<Self> {
                #(if bits == Self::#variants as #bits {
                    return ::core::option::Option::Some(Self::#variants);
                })*
                ::core::option::Option::None
            }

            fn to_bits(self) -> #bits {
                self as #bits
            }
        }
    })
}
