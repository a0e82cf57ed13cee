//! Checked-in or made on this machine (feature `bindgen`): the types and constants of the header, as bindgen writes them.
#![allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "generated code keeps the header's names and bindgen's manner"
)]

#[cfg(not(feature = "bindgen"))]
include!("generated/bindings.rs");
#[cfg(feature = "bindgen")]
include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
