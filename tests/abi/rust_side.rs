//! The bindings' own answers, from the compiler that compiles them.

use std::collections::HashMap;

// Every name of the bindings is asked about.
use cuda_sys::*;

/// A question's name and its answer.
type Answer = (&'static str, i64);

macro_rules! layouts {
    (
        opaque { $($opaque:ident $opaque_c:literal;)* }
        structures { $($structure:ident $structure_c:literal { $([$($path:tt)*] $field:literal: $ty:ty;)* })* }
        enumerations { $($enumeration:ident $enumeration_c:literal { $($value:ident;)* })* }
        aliases { $($alias:ident: $target:ty;)* }
        constants { $($constant:ident;)* }
    ) => {
        const LAYOUTS: &[Answer] = &[
            $(
                (concat!("size ", stringify!($structure)), size_of::<$structure>() as i64),
                (concat!("alignment ", stringify!($structure)), align_of::<$structure>() as i64),
                $(
                    (concat!("offset ", stringify!($structure), ".", $field), core::mem::offset_of!($structure, $($path)*) as i64),
                    (concat!("field size ", stringify!($structure), ".", $field), size_of::<$ty>() as i64),
                    (concat!("type ", stringify!($structure), ".", $field), 1),
                )*
            )*
            $(
                (concat!("size ", stringify!($enumeration)), size_of::<$enumeration>() as i64),
                (concat!("alignment ", stringify!($enumeration)), align_of::<$enumeration>() as i64),
                $((concat!("constant ", stringify!($value)), $enumeration::$value.0 as i64),)*
            )*
            $(
                (concat!("type ", stringify!($alias)), 1),
                (concat!("size ", stringify!($alias)), size_of::<$alias>() as i64),
                (concat!("alignment ", stringify!($alias)), align_of::<$alias>() as i64),
            )*
            $((concat!("constant ", stringify!($constant)), $constant as i64),)*
        ];

        /// Does not compile when a field or an alias has another type than the one that C is asked about.
        #[expect(dead_code, non_snake_case, reason = "compiling it is the test; the names are the header's")]
        fn types() {
            $($(let _: fn(&$structure) -> *const $ty = |it| &raw const it.$($path)*;)*)*
            $(let _: fn($alias) -> $target = |it| it;)*
        }

        /// The types and constants that the list holds.
        pub(crate) const NAMES: &[&str] = &[
            $(stringify!($opaque),)*
            $(stringify!($structure),)*
            $(stringify!($enumeration), $(stringify!($value),)*)*
            $(stringify!($alias),)*
            $(stringify!($constant),)*
        ];
    };
}
include!("../../cuda-sys/src/generated/layouts.rs");
for_each_layout!(layouts);

macro_rules! by_hand {
    (pointers { $($pointer:ident;)* } numbers { $($number:ident;)* } values { $($value:ident;)* }) => {
        /// The constants that the bindings define by hand.
        pub(crate) const NAMES_BY_HAND: &[&str] =
            &[$(stringify!($pointer),)* $(stringify!($number),)* $(stringify!($value),)*];

        fn by_hand() -> Vec<Answer> {
            vec![
                $((concat!("constant ", stringify!($pointer)), $pointer.addr() as i64),)*
                $((concat!("constant ", stringify!($number)), i64::from($number)),)*
                $((concat!("constant ", stringify!($value)), i64::from($value.0)),)*
            ]
        }
    };
}
include!("by_hand.rs");
for_each_constant_by_hand!(by_hand);

macro_rules! functions {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        // That the C compiler finds the type which the table declares to be the header's is the answer 1.
        const FUNCTIONS: &[Answer] = &[
            $((concat!("signature ", stringify!($name)), 1), (concat!("introduction ", stringify!($name)), 1),)*
        ];
    };
}
cuda_sys::for_each_entry_point!(functions);

/// Returns the answers by question.
pub(crate) fn answers() -> HashMap<&'static str, i64> {
    LAYOUTS.iter().chain(FUNCTIONS).copied().chain(by_hand()).collect()
}
