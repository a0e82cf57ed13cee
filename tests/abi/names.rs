//! Every name that a header declares is in the bindings.

use std::collections::BTreeSet;

use crate::exemptions::GONE;
use crate::header::Header;
use crate::{NEWEST, headers, rust_side};

/// The names that a header declares, by kind.
#[derive(Default)]
struct Declared {
    functions: BTreeSet<String>,
    /// Enumerators, type names, and macros that have a value.
    others: BTreeSet<String>,
}

fn declared(header: &Header) -> Declared {
    let mut declared = Declared::default();
    let mut code = String::new();
    for line in header.text.lines() {
        match line.strip_prefix("#define ") {
            Some(definition) => declared.others.extend(macro_name(definition)),
            None if line.starts_with('#') => {}
            None => code.extend([line, "\n"]),
        }
    }
    let tokens = tokens(&code);
    let (mut depth, mut enumeration, mut definition) = (0, None, 0);
    for (place, token) in tokens.iter().enumerate() {
        let before = |back: usize| place.checked_sub(back).map_or("", |place| tokens[place]);
        let after = tokens.get(place + 1).copied().unwrap_or_default();
        match *token {
            "{" => {
                if before(1) == "enum" || before(2) == "enum" {
                    enumeration = Some(depth);
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                enumeration = enumeration.filter(|outer| *outer < depth);
            }
            ";" if depth == 0 => definition = place,
            name if !is_ours(name) => {}
            name if enumeration.is_some() && ["{", ","].contains(&before(1)) => {
                _ = declared.others.insert(name.to_owned())
            }
            name if depth == 0 && before(1) == "CUresult" && after == "(" => {
                _ = declared.functions.insert(name.to_owned())
            }
            name if depth == 0 && tokens[definition + 1] == "typedef" && is_declared_by_typedef(before(1), after) => {
                declared.others.insert(name.to_owned());
            }
            _ => {}
        }
    }
    declared
}

/// In `typedef ... name;` and `typedef ... (*name)(...);`.
fn is_declared_by_typedef(before: &str, after: &str) -> bool {
    after == ";" || (before == "*" && after == ")")
}

fn is_ours(name: &str) -> bool {
    name.starts_with("CU") || name.starts_with("cu")
}

/// The name of a macro that has a value: not of one with parameters, of one that is empty, or of one that renames a function.
fn macro_name(definition: &str) -> Option<String> {
    let (name, value) = definition.split_once(' ')?;
    let is_value = name.starts_with("CU") && !name.contains('(') && !value.trim().is_empty();
    is_value.then(|| name.to_owned())
}

fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let in_a_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if in_a_word(first) { rest.find(|c| !in_a_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        if !first.is_whitespace() {
            tokens.push(&rest[..end]);
        }
        rest = &rest[end..];
    }
    tokens
}

#[test]
fn the_table_has_the_functions_of_the_newest_header_and_no_other() {
    for header in headers().iter().filter(|header| header.version == NEWEST) {
        let table: BTreeSet<String> = cuda_sys::DriverTable::NAMES.iter().map(ToString::to_string).collect();
        assert_eq!(table, declared(header).functions);
        assert_eq!(table.len(), 685);
    }
}

#[test]
fn no_function_of_an_older_header_is_missing() {
    for header in headers() {
        let functions = declared(&header).functions;
        assert!(functions.len() > 365, "CUDA {}: {} functions", header.version, functions.len());
        let missing: Vec<_> = functions.iter().filter(|name| cuda_sys::EntryPoint::by_name(name).is_none()).collect();
        assert!(missing.is_empty(), "CUDA {}: {missing:?}", header.version);
    }
}

#[test]
fn every_type_and_constant_of_a_header_is_in_the_bindings() {
    let known: BTreeSet<&str> = rust_side::NAMES.iter().chain(rust_side::NAMES_BY_HAND).copied().collect();
    assert!(GONE.iter().all(|name| !known.contains(name)), "a name that is there is not gone");
    for header in headers() {
        let declared = declared(&header).others;
        assert!(declared.len() > 800, "CUDA {}: {} names", header.version, declared.len());
        let missing: Vec<&String> = declared
            .iter()
            .filter(|name| !known.contains(name.as_str()))
            .filter(|name| header.version == NEWEST || !GONE.contains(&name.as_str()))
            .collect();
        assert!(missing.is_empty(), "CUDA {}: {missing:#?}", header.version);
    }
}
