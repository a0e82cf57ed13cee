//! Runs the whole pipeline.
fn main() {}
