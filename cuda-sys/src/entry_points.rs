//! The list of entry points, as a macro: checked in, or made on this machine (feature `bindgen`).
#[cfg(not(feature = "bindgen"))]
include!("generated/entry_points.rs");
#[cfg(feature = "bindgen")]
include!(concat!(env!("OUT_DIR"), "/entry_points.rs"));
