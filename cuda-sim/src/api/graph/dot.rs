//! Graphs as pictures: a description in the language of Graphviz.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_uint};
use std::fmt::Write;
use std::fs;

use cuda_sys::{CUgraph, CUresult};

use crate::api::call::entry;
use crate::code;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::work::Work;

pub(crate) unsafe extern "C" fn cuGraphDebugDotPrint(graph: CUgraph, path: *const c_char, _flags: c_uint) -> CUresult {
    entry(Name::cuGraphDebugDotPrint).on_graph(graph, |graph| {
        if path.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes text that ends with a NUL (not null, checked above).
        let path = unsafe { CStr::from_ptr(path) }.to_str().map_err(|_| code::INVALID_VALUE)?;
        fs::write(path, draw(graph)).map_err(|_| CUresult::CUDA_ERROR_OPERATING_SYSTEM)
    })
}

/// The whole text of a graph.
fn draw(graph: &Graph) -> String {
    let mut text = String::from("digraph {\n");
    draw_into(graph, &mut text);
    text.push_str("}\n");
    text
}

fn draw_into(graph: &Graph, text: &mut String) {
    for node in graph.nodes() {
        let (label, child) = match &*node.work() {
            Work::Kernel(launch) => (launch.function.kernel.name.clone(), None),
            Work::Copy(_) => ("copy".into(), None),
            Work::Fill(_) => ("fill".into(), None),
            Work::Host(_) => ("host function".into(), None),
            Work::Graph(child) => ("graph".into(), Some(child.clone())),
            Work::Empty => ("empty".into(), None),
            Work::Record(_) => ("event record".into(), None),
            Work::Wait(_) => ("event wait".into(), None),
            Work::Allocate(memory) => (format!("allocate {} bytes", memory.range.len), None),
            Work::Free(address) => (format!("free {address:#x}"), None),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "  n{:x} [label=\"{label}\"];", node.key);
        if let Some(child) = child {
            let _ = writeln!(text, "  subgraph cluster_{:x} {{", node.key);
            draw_into(&child, text);
            text.push_str("  }\n");
        }
    }
    for (from, to) in graph.edges() {
        let _ = writeln!(text, "  n{from:x} -> n{to:x};");
    }
}
