//! What `#[repr(...)]` says.

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// The words of all `repr` attributes, without what is in their parentheses.
pub(crate) fn words(attributes: &[Attribute]) -> syn::Result<Vec<Ident>> {
    let mut words = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
        words.extend(metas.iter().filter_map(|meta| meta.path().get_ident().cloned()));
    }
    Ok(words)
}
