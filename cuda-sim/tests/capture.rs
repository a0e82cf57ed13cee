//! Streams that are captured: what they are given becomes a graph, and the graph does what the streams would have done.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use client::graph::{GLOBAL, RELAXED, scale};
use client::{Client, Pinned};
use cuda_sys::{CUgraphNodeType as Type, CUresult, CUstream, CUstreamCaptureStatus as Status};

const BYTES: usize = 400;
const WORDS: u32 = 100;

fn input() -> Vec<u8> {
    (0..WORDS).flat_map(u32::to_le_bytes).collect()
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn a_captured_copy_kernel_and_copy_run_at_each_launch_and_not_before() {
    for seed in 0..4 {
        let client = if seed == 0 { Client::new() } else { Client::stepped(seed) };
        let function = scale(&client);
        let stream = client.stream();
        let (from, out) = (client.alloc(BYTES), client.alloc(BYTES));
        let (host, back) = (Pinned::new(&client, &input()), Pinned::new(&client, &[0; BYTES]));
        client.begin(stream, GLOBAL);
        assert_eq!(client.status(stream), Status::CU_STREAM_CAPTURE_STATUS_ACTIVE);
        ok!(client, cuMemcpyHtoDAsync_v2(from, host.pointer(), BYTES, stream));
        assert_eq!(client.scale(function, stream, (out, from), 7, WORDS), CUresult::CUDA_SUCCESS);
        ok!(client, cuMemcpyDtoHAsync_v2(back.pointer(), out, BYTES, stream));
        let graph = client.end(stream);
        assert_eq!(client.status(stream), Status::CU_STREAM_CAPTURE_STATUS_NONE);
        ok!(client, cuCtxSynchronize());
        assert_eq!(back.bytes(), [0; BYTES], "a captured call ran");

        let nodes = client.nodes(graph);
        let kinds: Vec<_> = nodes
            .iter()
            .map(|node| {
                let mut kind = Type(99);
                ok!(client, cuGraphNodeGetType(*node, &mut kind));
                kind
            })
            .collect();
        let expected =
            [Type::CU_GRAPH_NODE_TYPE_MEMCPY, Type::CU_GRAPH_NODE_TYPE_KERNEL, Type::CU_GRAPH_NODE_TYPE_MEMCPY];
        assert_eq!(kinds, expected);
        assert_eq!(client.after(nodes[2]), [nodes[1]]);

        let exec = client.instantiate(graph);
        for _ in 0..3 {
            client.launch(exec, stream);
            assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
            assert_eq!(numbers(&back.bytes()), (0..WORDS).map(|x| 3 * x + 7).collect::<Vec<_>>());
        }
        ok!(client, cuGraphExecDestroy(exec));
        ok!(client, cuGraphDestroy(graph));
        assert_eq!(client.simulator.ledger().graphs, 0);
        assert_eq!(client.simulator.reports(), []);
    }
}

#[test]
fn a_graph_launch_is_one_operation_of_its_stream() {
    let client = Client::new();
    let (stream, other) = (client.stream(), client.stream());
    let device = client.alloc(64);
    client.begin(stream, GLOBAL);
    ok!(client, cuMemsetD8Async(device, 5, 64, stream));
    let exec = client.instantiate(client.end(stream));
    let gate = client.simulator.gate(other);
    client.launch(exec, other);
    let event = client.record(other);
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuEventSynchronize(event));
    assert_eq!(client.read(device, 64), [5; 64]);
}

/// Forks a second stream off the first, lets both work, and joins them.
fn fork_and_join(client: &Client, main: CUstream, side: CUstream, device: u64) {
    let (fork, join) = (client.event(), client.event());
    ok!(client, cuMemsetD8Async(device, 1, 64, main));
    ok!(client, cuEventRecord(fork, main));
    ok!(client, cuStreamWaitEvent(side, fork, 0));
    ok!(client, cuMemsetD8Async(device, 2, 32, side));
    ok!(client, cuMemsetD8Async(device + 32, 3, 32, main));
    ok!(client, cuEventRecord(join, side));
    ok!(client, cuStreamWaitEvent(main, join, 0));
    ok!(client, cuMemcpyDtoDAsync_v2(device + 64, device, 64, main));
}

#[test]
fn a_fork_and_join_of_two_streams_is_a_graph_that_does_the_same_for_every_seed() {
    let expected: Vec<u8> = [[2; 32], [3; 32], [2; 32], [3; 32]].concat();
    for seed in 0..16 {
        let client = Client::stepped(seed);
        let (main, side) = (client.stream(), client.stream());
        let (plain, captured) = (client.alloc(128), client.alloc(128));
        fork_and_join(&client, main, side, plain);
        client.begin(main, GLOBAL);
        fork_and_join(&client, main, side, captured);
        assert_eq!(client.status(side), Status::CU_STREAM_CAPTURE_STATUS_ACTIVE);
        let graph = client.end(main);
        assert_eq!(client.status(side), Status::CU_STREAM_CAPTURE_STATUS_NONE);
        let nodes = client.nodes(graph);
        assert_eq!(nodes.len(), 4);
        assert_eq!((client.after(nodes[1]), client.after(nodes[2])), (vec![nodes[0]], vec![nodes[0]]));
        assert_eq!(client.after(nodes[3]).len(), 2);
        let exec = client.instantiate(graph);
        client.launch(exec, main);
        assert_eq!(client.sync(main), CUresult::CUDA_SUCCESS);
        assert_eq!(client.read(plain, 128), expected, "seed {seed}");
        assert_eq!(client.read(captured, 128), expected, "seed {seed}");
        assert_eq!(client.simulator.reports(), [], "seed {seed}");
    }
}

static CALLED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count(by: *mut c_void) {
    CALLED.fetch_add(by.addr(), Ordering::AcqRel);
}

#[test]
fn a_captured_host_function_is_called_at_each_launch() {
    let client = Client::new();
    let stream = client.stream();
    client.begin(stream, RELAXED);
    ok!(client, cuLaunchHostFunc(stream, Some(count), std::ptr::without_provenance_mut(3)));
    let exec = client.instantiate(client.end(stream));
    assert_eq!(CALLED.load(Ordering::Acquire), 0);
    for _ in 0..2 {
        client.launch(exec, stream);
    }
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(CALLED.load(Ordering::Acquire), 6);
}

#[test]
fn a_captured_launch_is_a_graph_in_the_graph() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(64);
    client.begin(stream, GLOBAL);
    ok!(client, cuMemsetD8Async(device, 4, 64, stream));
    let inner = client.instantiate(client.end(stream));
    client.begin(stream, GLOBAL);
    client.launch(inner, stream);
    ok!(client, cuMemsetD8Async(device, 6, 32, stream));
    let graph = client.end(stream);
    ok!(client, cuGraphExecDestroy(inner));
    let mut kind = Type(99);
    ok!(client, cuGraphNodeGetType(client.nodes(graph)[0], &mut kind));
    assert_eq!(kind, Type::CU_GRAPH_NODE_TYPE_GRAPH);
    let outer = client.instantiate(graph);
    client.launch(outer, null_mut());
    assert_eq!(client.read(device, 64), [[6; 32], [4; 32]].concat());
}
