//! Conversions.

mod float;
mod integer;
mod small;
