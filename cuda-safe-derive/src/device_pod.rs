//! `#[derive(DevicePod)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Index, Member};

use crate::repr;

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        let reason = "only a structure can be `DevicePod`: not every bit pattern is a variant of an enum, and a union may have \
                      padding; see `CheckedBitPattern` for enums";
        return Err(Error::new(name.span(), reason));
    };
    if !input.generics.params.is_empty() {
        let reason = "a structure with parameters cannot be `DevicePod`: its padding is not known here";
        return Err(Error::new(input.generics.span(), reason));
    }
    if !repr::words(&input.attrs)?.iter().any(|word| word == "C" || word == "transparent") {
        let reason = "device code cannot know the layout of this structure: make it `repr(C)` or `repr(transparent)`";
        return Err(Error::new(name.span(), reason));
    }
    let members: Vec<Member> = (0..)
        .zip(&data.fields)
        .map(|(index, field)| match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        })
        .collect();
    // Of the field itself, not of the type that is written here: another attribute may have changed the structure since.
    let sizes = members.iter().zip(&data.fields).map(|(member, field)| {
        let (span, value) = (field.ty.span(), format_ident!("value", span = field.ty.span()));
        quote_spanned!(span=> size_of_field(|#value: #name| #value.#member))
    });
    let empty = format!("`{name}` has no bytes to move");
    let padded =
        format!("`{name}` has padding, whose bytes hold nothing to move: add fields for it, or use `repr(C, packed)`");
    Ok(quote! {
        const _: () = {
            const fn size_of_field<T: ::cuda_safe::DevicePod>(_field: fn(#name) -> T) -> usize {
                ::core::mem::size_of::<T>()
            }
            // All fields there are.
            let _: fn(#name) = |value| {
                let #name { #(#members: _),* } = value;
            };
            let sizes = 0 #(+ #sizes)*;
            assert!(sizes != 0, #empty);
            assert!(::core::mem::size_of::<#name>() == sizes, #padded);
        };

        // SAFETY: each field is a `DevicePod`, so any bytes are values of it, and it has no padding, pointer or cell; there is no
        // padding between them (asserted above).
        #[automatically_derived]
        unsafe impl ::cuda_safe::DevicePod for #name {}
    })
}
