//! The README's example is the program `examples/first.rs`, and it works.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

#[path = "../examples/first.rs"]
mod first;

#[test]
fn the_example_in_the_readme_is_the_one_that_is_compiled() {
    let program = include_str!("../examples/first.rs");
    let (_doc, body) = program.split_once("\n\n").unwrap();
    let body = body.replace("pub(crate) fn main", "fn main");
    assert!(include_str!("../README.md").contains(&format!("```rust\n{body}```")));
}

#[test]
fn the_example_in_the_readme_works() {
    first::main().unwrap();
}
