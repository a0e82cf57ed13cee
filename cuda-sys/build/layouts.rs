//! Lists every type, field and constant for the ABI tests, as one macro, with the spelling that each type has in C.
//!
//! The tests make two programs of this list: Rust asks the bindings for sizes, offsets and values, C asks the header.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quote::ToTokens as _;

/// The list in the making.
struct List<'a> {
    /// The text of cuda.h without comments; its words tell a name of C from one that bindgen made up.
    header: String,
    /// The structures and unions.
    records: BTreeMap<String, &'a syn::FieldsNamed>,
    text: String,
}

/// Renders the macro.
pub(crate) fn render(file: &syn::File, header: &str) -> String {
    let records = file.items.iter().filter_map(record).collect();
    let text = String::from("macro_rules! for_each_layout {\n    ($callback:path) => {\n        $callback! {\n");
    let header = without_comments(header);
    let mut list = List { header, records, text };
    let known: Vec<(String, String)> =
        list.records.keys().filter_map(|name| Some((name.clone(), list.c_name(name)?))).collect();
    let (opaque, whole): (Vec<_>, Vec<_>) = known.into_iter().partition(|(name, _)| is_opaque(list.records[name]));
    list.group("opaque", |list| opaque.iter().for_each(|(name, c)| list.line(&format!("    {name} \"{c}\";"))));
    list.group("structures", |list| whole.iter().for_each(|(name, c)| list.structure(name, c)));
    list.group("enumerations", |list| file.items.iter().for_each(|item| list.enumeration(item, file)));
    list.group("aliases", |list| file.items.iter().for_each(|item| list.alias(item)));
    list.group("constants", |list| file.items.iter().for_each(|item| list.constant(item)));
    list.text.push_str("        }\n    };\n}\n");
    list.text
}

fn record(item: &syn::Item) -> Option<(String, &syn::FieldsNamed)> {
    match item {
        syn::Item::Struct(syn::ItemStruct { ident, fields: syn::Fields::Named(fields), .. })
        | syn::Item::Union(syn::ItemUnion { ident, fields, .. }) => Some((ident.to_string(), fields)),
        _ => None,
    }
}

fn is_opaque(fields: &syn::FieldsNamed) -> bool {
    fields.named.iter().any(|field| ident(field) == "_unused")
}

/// Spells a type the way people do.
fn spell(ty: &syn::Type) -> String {
    let mut text = ty.to_token_stream().to_string();
    let tidy = [
        (":: ", "::"),
        ("core ::", "core::"),
        ("ffi ::", "ffi::"),
        ("option ::", "option::"),
        ("* ", "*"),
        (" : ", ": "),
    ];
    let more = [(" ;", ";"), (" ,", ","), (" < ", "<"), (" >", ">"), ("fn (", "fn(")];
    for (loose, tight) in tidy.into_iter().chain(more) {
        text = text.replace(loose, tight);
    }
    text
}

/// Takes off the underscore that bindgen puts behind a name that is a keyword of Rust.
fn c_field(rust: &str) -> &str {
    match rust.strip_suffix('_') {
        Some(name) if syn::parse_str::<syn::Ident>(name).is_err() => name,
        _ => rust,
    }
}

fn without_comments(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some((code, comment)) = rest.split_once("/*") {
        text.push_str(code);
        rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn ident(field: &syn::Field) -> String {
    field.ident.as_ref().map(ToString::to_string).unwrap_or_default()
}

impl List<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "            {line}").expect("writing to a String never fails");
    }

    fn group(&mut self, name: &str, fill: impl FnOnce(&mut Self)) {
        self.line(&format!("{name} {{"));
        fill(self);
        self.line("}");
    }

    /// Spells a type's name in C: with its keyword if it is a tag; `None` when the header has no such word, as for the type of
    /// a member that is declared in place.
    fn c_name(&self, name: &str) -> Option<String> {
        let mut seen = false;
        for (at, _) in self.header.match_indices(name) {
            let (before, after) = (&self.header[..at], &self.header[at + name.len()..]);
            let in_a_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if in_a_word(before.chars().next_back()) || in_a_word(after.chars().next()) {
                continue;
            }
            seen = true;
            for keyword in ["struct", "union", "enum"] {
                if before.trim_end().ends_with(keyword) {
                    return Some(format!("{keyword} {name}"));
                }
            }
        }
        seen.then(|| name.to_owned())
    }

    /// Lists a structure, then those declared in place within it.
    fn structure(&mut self, name: &str, c: &str) {
        let mut nested = Vec::new();
        self.line(&format!("    {name} \"{c}\" {{"));
        self.fields(name, c, "", &mut nested);
        self.line("    }");
        for (name, c) in nested {
            self.structure(&name, &c);
        }
    }

    /// Lists the fields of `name`; those of a member without a name count as its parent's, as they do in C.
    fn fields(&mut self, name: &str, c: &str, path: &str, nested: &mut Vec<(String, String)>) {
        let Some(fields) = self.records.get(name).copied() else { return };
        for field in &fields.named {
            let (rust, ty) = (ident(field), spell(&field.ty));
            if rust.starts_with("__bindgen_anon_") {
                self.fields(&ty, c, &format!("{path}{rust}."), nested);
                continue;
            }
            let c_field = c_field(&rust);
            self.line(&format!("        [{path}{rust}] \"{c_field}\": {ty};"));
            let (element, step) = match &field.ty {
                syn::Type::Array(array) => (spell(&array.elem), "[0]"),
                _ => (ty, ""),
            };
            if self.records.contains_key(&element) && self.c_name(&element).is_none() {
                nested.push((element, format!("__typeof__((({c} *)0)->{c_field}{step})")));
            }
        }
    }

    fn enumeration(&mut self, item: &syn::Item, file: &syn::File) {
        let syn::Item::Struct(syn::ItemStruct { ident, fields: syn::Fields::Unnamed(_), .. }) = item else { return };
        let name = ident.to_string();
        let Some(c) = self.c_name(&name) else { return };
        self.line(&format!("    {name} \"{c}\" {{"));
        for item in &file.items {
            let syn::Item::Impl(block) = item else { continue };
            if block.trait_.is_some() || block.self_ty.to_token_stream().to_string() != name {
                continue;
            }
            for item in &block.items {
                if let syn::ImplItem::Const(item) = item {
                    self.line(&format!("        {};", item.ident));
                }
            }
        }
        self.line("    }");
    }

    fn alias(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Type(item) => self.line(&format!("    {}: {};", item.ident, spell(&item.ty))),
            // `pub use self::tag as name`.
            syn::Item::Use(item) => {
                let text = item.tree.to_token_stream().to_string();
                if let Some((tag, name)) = text.trim_start_matches("self ::").split_once(" as ") {
                    self.line(&format!("    {}: {};", name.trim(), tag.trim()));
                }
            }
            _ => {}
        }
    }

    fn constant(&mut self, item: &syn::Item) {
        if let syn::Item::Const(item) = item
            && item.ident != "_"
        {
            self.line(&format!("    {};", item.ident));
        }
    }
}
