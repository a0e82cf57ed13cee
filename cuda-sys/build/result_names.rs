//! Lists the result codes with their names, for messages that are written when no driver can be asked.

use std::fmt::Write as _;

/// Renders `&[(code, "NAME"), ...]`, sorted by code, from the constants of `CUresult`.
pub(crate) fn render(file: &syn::File) -> Result<String, String> {
    let mut names = Vec::new();
    for item in &file.items {
        if let syn::Item::Impl(block) = item
            && block.trait_.is_none()
            && matches!(&*block.self_ty, syn::Type::Path(ty) if ty.path.is_ident("cudaError_enum"))
        {
            for item in &block.items {
                names.extend(name_and_code(item));
            }
        }
    }
    names.sort();
    if names.first().is_none_or(|(code, name)| *code != 0 || name != "CUDA_SUCCESS") {
        return Err("the result codes were not found in bindgen's output".into());
    }
    let mut text = String::from("&[\n");
    for (code, name) in names {
        writeln!(text, "    ({code}, \"{name}\"),").expect("writing to a String never fails");
    }
    text.push_str("]\n");
    Ok(text)
}

fn name_and_code(item: &syn::ImplItem) -> Option<(u32, String)> {
    let syn::ImplItem::Const(item) = item else { return None };
    let syn::Expr::Call(call) = &item.expr else { return None };
    let Some(syn::Expr::Lit(literal)) = call.args.first() else { return None };
    let syn::Lit::Int(code) = &literal.lit else { return None };
    Some((code.base10_parse().ok()?, item.ident.to_string()))
}
