//! The items to ask the header for, made from the lists that the bindings are made with.

use std::collections::HashMap;

use super::spelling::{c_function, c_type};

/// One question to the header: an integer constant of C, and the name that the test knows it by.
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) expression: String,
}

/// Fields, each with its type.
type Fields = Vec<(&'static str, &'static str)>;

/// A function: its name, its base name, its version, the types of its parameters.
type Function = (&'static str, &'static str, u32, Vec<&'static str>);

/// The lists as they are, Rust types as text.
#[derive(Default)]
struct Lists {
    opaque: Vec<(&'static str, &'static str)>,
    structures: Vec<(&'static str, &'static str, Fields)>,
    enumerations: Vec<(&'static str, &'static str, Vec<&'static str>)>,
    aliases: Vec<(&'static str, &'static str)>,
    constants: Vec<&'static str>,
    functions: Vec<Function>,
}

macro_rules! layouts {
    (
        opaque { $($opaque:ident $opaque_c:literal;)* }
        structures { $($structure:ident $structure_c:literal { $([$($path:tt)*] $field:literal: $ty:ty;)* })* }
        enumerations { $($enumeration:ident $enumeration_c:literal { $($value:ident;)* })* }
        aliases { $($alias:ident: $target:ty;)* }
        constants { $($constant:ident;)* }
    ) => {
        fn layouts() -> Lists {
            Lists {
                opaque: vec![$((stringify!($opaque), $opaque_c),)*],
                structures: vec![$((stringify!($structure), $structure_c, vec![$(($field, stringify!($ty)),)*]),)*],
                enumerations: vec![$((stringify!($enumeration), $enumeration_c, vec![$(stringify!($value),)*]),)*],
                aliases: vec![$((stringify!($alias), stringify!($target)),)*],
                constants: vec![$(stringify!($constant),)*],
                functions: Vec::new(),
            }
        }
    };
}
include!("../../../cuda-sys/src/generated/layouts.rs");
for_each_layout!(layouts);

macro_rules! by_hand {
    (pointers { $($pointer:ident;)* } numbers { $($number:ident;)* } values { $($value:ident;)* }) => {
        const BY_HAND: &[&str] = &[$(stringify!($pointer),)* $(stringify!($number),)* $(stringify!($value),)*];
    };
}
include!("../by_hand.rs");
for_each_constant_by_hand!(by_hand);

macro_rules! functions {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        fn functions() -> Vec<Function> {
            vec![$((stringify!($name), $base, $since, vec![$(stringify!($ty),)*]),)*]
        }
    };
}
include!("../../../cuda-sys/src/generated/entry_points.rs");
for_each_entry_point!(functions);

/// Lists every question. The names are those that `tests/abi/rust_side.rs` gives its answers.
pub(crate) fn all() -> Vec<Item> {
    let lists = Lists { functions: functions(), ..layouts() };
    let enumerations = lists.enumerations.iter().map(|(name, c, _)| (*name, *c));
    let structures = lists.structures.iter().map(|(name, c, _)| (*name, *c));
    let names: HashMap<&str, &str> = lists.opaque.iter().copied().chain(structures).chain(enumerations).collect();
    let mut items = Vec::new();
    let mut ask = |name: String, expression: String| items.push(Item { name, expression });

    for (name, c, fields) in &lists.structures {
        ask(format!("size {name}"), format!("sizeof({c})"));
        ask(format!("alignment {name}"), format!("_Alignof({c})"));
        for (field, ty) in fields {
            let place = format!("(({c} *)0)->{field}");
            ask(format!("offset {name}.{field}"), format!("offsetof({c}, {field})"));
            ask(format!("field size {name}.{field}"), format!("sizeof({place})"));
            ask(format!("type {name}.{field}"), same_type(&format!("__typeof__({place})"), &c_type(ty, &names)));
        }
    }
    for (name, c, values) in &lists.enumerations {
        ask(format!("size {name}"), format!("sizeof({c})"));
        ask(format!("alignment {name}"), format!("_Alignof({c})"));
        for value in values {
            ask(format!("constant {value}"), (*value).to_owned());
        }
    }
    for (name, target) in &lists.aliases {
        ask(format!("type {name}"), same_type(name, &c_type(target, &names)));
        ask(format!("size {name}"), format!("sizeof({name})"));
        ask(format!("alignment {name}"), format!("_Alignof({name})"));
    }
    for name in lists.constants.iter().chain(BY_HAND) {
        ask(format!("constant {name}"), (*name).to_owned());
    }
    for (name, base, since, parameters) in &lists.functions {
        let signature = c_function("CUresult", parameters, &names);
        ask(format!("signature {name}"), same_type(&format!("__typeof__({name})"), &signature));
        let stream = ["_ptds", "_ptsz"].into_iter().find(|end| name.ends_with(end)).unwrap_or_default();
        let introduced = format!("PFN_{base}_v{since}{stream}");
        ask(format!("introduction {name}"), same_type(&format!("__typeof__(&{name})"), &introduced));
    }
    items
}

fn same_type(a: &str, b: &str) -> String {
    format!("__builtin_types_compatible_p({a}, {b})")
}
