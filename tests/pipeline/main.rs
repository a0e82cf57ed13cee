//! The pipeline example: unit tests of its modules, and runs of the program.
#![allow(dead_code, reason = "the modules are the example's; the tests use a part of each")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

#[path = "../../examples/pipeline/arguments.rs"]
mod arguments;
#[path = "../../examples/pipeline/failure.rs"]
mod failure;
#[path = "../../examples/pipeline/outputs.rs"]
mod outputs;
#[path = "../../examples/pipeline/picture.rs"]
mod picture;
mod program;
#[path = "../../examples/pipeline/reference.rs"]
mod reference;
#[path = "../../examples/pipeline/svg.rs"]
mod svg;
#[path = "../../examples/pipeline/tiles.rs"]
mod tiles;
#[path = "../../examples/pipeline/timeline.rs"]
mod timeline;
