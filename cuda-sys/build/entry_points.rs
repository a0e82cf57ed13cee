//! Takes the function declarations out of bindgen's output and renders them as one macro, sorted by name.
//!
//! A macro, because three things are made of the same list: the table, the declarations for linking, and whatever
//! a driver written in Rust makes of it (exports, default answers).

use std::fmt::Write as _;

use crate::generate::since::Origin;

/// One entry point: its ABI name and its parameters as Rust source.
pub(crate) struct Function {
    pub(crate) name: String,
    parameters: Vec<String>,
}

/// Removes all `extern` blocks from `file` and returns what they declared, sorted by name.
pub(crate) fn take(file: &mut syn::File) -> Result<Vec<Function>, String> {
    let mut functions = Vec::new();
    for item in std::mem::take(&mut file.items) {
        match item {
            syn::Item::ForeignMod(block) => {
                for item in &block.items {
                    functions.push(function(item)?);
                }
            }
            other => file.items.push(other),
        }
    }
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(functions)
}

fn function(item: &syn::ForeignItem) -> Result<Function, String> {
    let syn::ForeignItem::Fn(item) = item else {
        return Err("an extern block declares something other than a function".into());
    };
    let name = item.sig.ident.to_string();
    let answers_a_code = matches!(&item.sig.output, syn::ReturnType::Type(_, ty)
        if spell(ty).is_ok_and(|ty| ty == "$crate::CUresult"));
    if !answers_a_code {
        return Err(format!("{name} does not return CUresult"));
    }
    let mut parameters = Vec::new();
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else {
            return Err(format!("{name} takes self"));
        };
        let syn::Pat::Ident(pat) = &*input.pat else {
            return Err(format!("{name} has a parameter that is a pattern"));
        };
        let ty = spell(&input.ty).map_err(|error| format!("{name}: {error}"))?;
        parameters.push(format!("{}: {ty}", pat.ident));
    }
    Ok(Function { name, parameters })
}

/// Spells a type so that it means the same in any crate.
fn spell(ty: &syn::Type) -> Result<String, String> {
    use quote::ToTokens as _;
    match ty {
        syn::Type::Ptr(ptr) => {
            let kind = if ptr.to_token_stream().to_string().starts_with("* const") { "*const" } else { "*mut" };
            Ok(format!("{kind} {}", spell(&ptr.elem)?))
        }
        syn::Type::Path(path) => {
            let text = path.to_token_stream().to_string().replace(' ', "");
            let ours = text.starts_with("CU") || text.starts_with("cu");
            Ok(if ours { format!("$crate::{text}") } else { text })
        }
        other => Err(format!("the type `{}` is not expected here", other.to_token_stream())),
    }
}

/// Renders the macro.
pub(crate) fn render(functions: &[Function], origins: &[Origin]) -> String {
    let mut text = String::from(concat!(
        "/// Calls a macro with every entry point of the driver: `name(\"base name\", since)(parameter: type, ...);`,\n",
        "/// sorted by name. Each of them returns `CUresult`. Types are spelled so that they resolve in any crate.\n",
        "#[macro_export]\n",
        "macro_rules! for_each_entry_point {\n    ($callback:path) => {\n        $callback! {\n",
    ));
    for (function, origin) in functions.iter().zip(origins) {
        let (name, parameters) = (&function.name, function.parameters.join(", "));
        let (base, since) = (&origin.base, origin.since);
        writeln!(text, "            {name}(\"{base}\", {since})({parameters});")
            .expect("writing to a String never fails");
    }
    text.push_str("        }\n    };\n}\n");
    text
}
