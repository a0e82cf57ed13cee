//! Launches of graphs: order, memory, faults, races, and what they keep alive.
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
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

use client::Client;
use client::graph::{GLOBAL, copy, fill, kernel};
use cuda_sim::ReportKind;
use cuda_sys::{CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraphInstantiateResult, CUresult};

const BAD_VALUE: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const BAD_HANDLE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

fn kinds(client: &Client) -> Vec<ReportKind> {
    client.simulator.reports().iter().map(|report| report.kind).collect()
}

#[test]
fn launches_of_one_exec_come_one_after_the_other_on_whatever_streams() {
    for seed in 0..8 {
        let client = Client::stepped(seed);
        let (graph, device) = (client.graph(), client.alloc(8));
        // Two branches: each launch copies the word on, so an overlap of launches would show.
        ok!(client, cuMemsetD8_v2(device, 0, 8));
        ok!(client, cuCtxSynchronize());
        let first = client.fill_node(graph, &[], &fill(device, 5, 1));
        client.empty_node(graph, &[]);
        client.copy_node(graph, &[first], &copy(device + 4, device, 4));
        let exec = client.instantiate(graph);
        let (one, two) = (client.stream(), client.stream());
        let gate = client.simulator.gate(one);
        client.launch(exec, one);
        client.launch(exec, two);
        let second = client.record(two);
        client.simulator.run_until_idle();
        assert_eq!(client.query(second), CUresult::CUDA_ERROR_NOT_READY, "seed {seed}");
        gate.open();
        ok!(client, cuCtxSynchronize());
        assert_eq!(client.words(device, 2), [5, 5]);
        assert_eq!(kinds(&client), [], "seed {seed}");
    }
}

#[test]
fn branches_run_in_any_order_that_the_edges_allow() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..32 {
        let client = Client::stepped(seed);
        let (graph, device) = (client.graph(), client.alloc(4));
        client.fill_node(graph, &[], &fill(device, 1, 1));
        client.fill_node(graph, &[], &fill(device, 2, 1));
        client.launch(client.instantiate(graph), null_mut());
        assert_eq!(kinds(&client), [ReportKind::Race], "nothing orders the two");
        seen.insert(client.words(device, 1)[0]);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_launch_that_nothing_orders_with_a_stream_races_and_one_behind_an_event_does_not() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(16));
    client.fill_node(graph, &[], &fill(device, 1, 4));
    let exec = client.instantiate(graph);
    let (one, two) = (client.stream(), client.stream());
    client.launch(exec, one);
    let event = client.record(one);
    ok!(client, cuStreamWaitEvent(two, event, 0));
    ok!(client, cuMemsetD8Async(device, 2, 16, two));
    assert_eq!(kinds(&client), []);
    client.launch(exec, one);
    assert_eq!(kinds(&client), [ReportKind::Race]);
    ok!(client, cuCtxSynchronize());
}

#[test]
fn an_exec_outlives_its_graph_and_a_launch_outlives_its_exec() {
    let client = Client::new();
    let (graph, device, stream) = (client.graph(), client.alloc(16), client.stream());
    client.fill_node(graph, &[], &fill(device, 6, 4));
    client.fill_node(graph, &[], &fill(client.alloc(16), 6, 4));
    let exec = client.instantiate(graph);
    ok!(client, cuGraphDestroy(graph));
    let gate = client.simulator.gate(stream);
    client.launch(exec, stream);
    ok!(client, cuGraphExecDestroy(exec));
    assert_eq!(call!(client, cuGraphLaunch(exec, stream)), BAD_HANDLE);
    assert_eq!(call!(client, cuGraphExecDestroy(exec)), BAD_HANDLE);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.words(device, 1), [6]);
}

#[test]
fn a_fault_in_a_node_is_sticky() {
    let client = Client::new();
    let stream = client.stream();
    let trapped = kernel(&client, c"trapped");
    client.begin(stream, GLOBAL);
    ok!(client, cuLaunchKernel(trapped, 1, 1, 1, 1, 1, 1, 0, stream, null_mut(), null_mut()));
    let exec = client.instantiate(client.end(stream));
    client.launch(exec, stream);
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_LAUNCH_FAILED);
    assert_eq!(call!(client, cuGraphLaunch(exec, stream)), CUresult::CUDA_ERROR_LAUNCH_FAILED);
    ok!(client, cuGraphExecDestroy(exec));
}

#[test]
fn a_graph_whose_module_is_gone_is_not_launched() {
    let client = Client::new();
    let stream = client.stream();
    let function = kernel(&client, c"trapped");
    client.begin(stream, GLOBAL);
    ok!(client, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, null_mut(), null_mut()));
    let exec = client.instantiate(client.end(stream));
    let mut module = null_mut();
    ok!(client, cuFuncGetModule(&mut module, function));
    ok!(client, cuModuleUnload(module));
    assert_eq!(call!(client, cuGraphLaunch(exec, stream)), BAD_HANDLE);
    assert_eq!(kinds(&client), [ReportKind::StaleHandle]);
}

/// Captures an allocation and a fill of it, and its free if wanted; gives the address.
fn capture_memory(client: &Client, frees: bool) -> (cuda_sys::CUgraph, u64) {
    let (stream, mut memory) = (client.stream(), 0);
    client.begin(stream, GLOBAL);
    ok!(client, cuMemAllocAsync(&mut memory, 16, stream));
    ok!(client, cuMemsetD32Async(memory, 9, 4, stream));
    if frees {
        ok!(client, cuMemFreeAsync(memory, stream));
        assert_eq!(call!(client, cuMemFreeAsync(memory, stream)), BAD_VALUE, "twice");
    }
    (client.end(stream), memory)
}

#[test]
fn what_a_graph_allocates_lives_until_it_is_freed_and_no_launch_comes_before_that() {
    let client = Client::new();
    let stream = client.stream();
    let (graph, memory) = capture_memory(&client, false);
    let exec = client.instantiate(graph);
    assert_eq!(client.simulator.ledger().device_allocations, 0);
    for _ in 0..2 {
        client.launch(exec, stream);
        assert_eq!(call!(client, cuGraphLaunch(exec, stream)), BAD_VALUE, "it is not freed");
        ok!(client, cuStreamSynchronize(stream));
        assert_eq!(client.words(memory, 4), [9; 4]);
        ok!(client, cuMemFreeAsync(memory, stream));
    }
    client.launch(exec, stream);
    ok!(client, cuStreamSynchronize(stream));
    ok!(client, cuMemFree_v2(memory));
    assert_eq!(client.simulator.ledger().device_allocations, 0);
    assert_eq!(kinds(&client), []);

    // Such a graph is made ready once, not copied, and keeps its nodes and edges.
    let nodes = client.nodes(graph);
    assert_eq!(call!(client, cuGraphInstantiateWithFlags(&mut null_mut(), graph, 0)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphClone(&mut null_mut(), graph)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphDestroyNode(nodes[1])), BAD_VALUE);
    assert_eq!(call!(client, cuGraphRemoveDependencies(graph, &nodes[0], &nodes[1], 1)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphAddChildGraphNode(&mut null_mut(), client.graph(), null(), 0, graph)), BAD_VALUE);
    ok!(client, cuGraphExecDestroy(exec));
    let _again = client.instantiate(graph);
}

#[test]
fn a_graph_that_frees_what_it_allocates_is_launched_again_and_again() {
    for seed in 0..4 {
        let client = Client::stepped(seed);
        let stream = client.stream();
        let exec = client.instantiate(capture_memory(&client, true).0);
        (0..3).for_each(|_| client.launch(exec, stream));
        ok!(client, cuStreamSynchronize(stream));
        assert_eq!(client.simulator.ledger().device_allocations, 0);
        assert_eq!(kinds(&client), [], "seed {seed}");
    }
}

#[test]
fn memory_that_is_left_allocated_is_freed_by_the_next_launch_if_it_shall_be() {
    let client = Client::new();
    let stream = client.stream();
    let (graph, memory) = capture_memory(&client, false);
    let (mut exec, mut flags) = (null_mut(), 0);
    ok!(client, cuGraphInstantiateWithFlags(&mut exec, graph, 1));
    ok!(client, cuGraphExecGetFlags(exec, &mut flags));
    assert_eq!(flags, 1);
    (0..3).for_each(|_| client.launch(exec, stream));
    ok!(client, cuStreamSynchronize(stream));
    assert_eq!(client.words(memory, 4), [9; 4]);
    assert_eq!(client.simulator.ledger().device_allocations, 1);
    assert_eq!(kinds(&client), []);
}

#[test]
fn what_cannot_be_made_ready_says_so() {
    let client = Client::new();
    let graph = client.graph();
    let mut exec = null_mut();
    for (flags, expected) in
        [(16, BAD_VALUE), (5, BAD_VALUE), (4, CUresult::CUDA_ERROR_NOT_SUPPORTED), (2, CUresult(0))]
    {
        let mut it = CUDA_GRAPH_INSTANTIATE_PARAMS {
            flags,
            hUploadStream: null_mut(),
            hErrNode_out: null_mut(),
            result_out: CUgraphInstantiateResult(9),
        };
        assert_eq!(call!(client, cuGraphInstantiateWithParams(&mut exec, graph, &mut it)), expected, "{flags}");
        assert_eq!(it.result_out == CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS, expected.0 == 0);
    }
    ok!(client, cuGraphUpload(exec, null_mut()));
    assert_eq!(call!(client, cuGraphUpload(null_mut(), null_mut())), BAD_VALUE);
    assert_eq!(call!(client, cuGraphInstantiate_v2(null_mut(), graph, null_mut(), null_mut(), 0)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphLaunch(exec, client.context.cast())), BAD_HANDLE);
}

static DESTROYED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn destroy(_: *mut c_void) {
    DESTROYED.fetch_add(1, Ordering::AcqRel);
}

#[test]
fn a_user_object_lives_as_long_as_any_graph_exec_or_launch_has_it() {
    let client = Client::new();
    let (graph, stream) = (client.graph(), client.stream());
    let mut object = null_mut();
    assert_eq!(call!(client, cuUserObjectCreate(&mut object, null_mut(), Some(destroy), 1, 0)), BAD_VALUE);
    assert_eq!(call!(client, cuUserObjectCreate(&mut object, null_mut(), Some(destroy), 0, 1)), BAD_VALUE);
    ok!(client, cuUserObjectCreate(&mut object, null_mut(), Some(destroy), 1, 1));
    ok!(client, cuUserObjectRetain(object, 1));
    ok!(client, cuUserObjectRelease(object, 1));
    assert_eq!(call!(client, cuGraphReleaseUserObject(graph, object, 1)), BAD_VALUE, "the graph has none");
    ok!(client, cuGraphRetainUserObject(graph, object, 1, 1));
    assert_eq!(call!(client, cuUserObjectRelease(object, 1)), BAD_VALUE, "it was moved");
    let exec = client.instantiate(graph);
    ok!(client, cuGraphDestroy(graph));
    let gate = client.simulator.gate(stream);
    client.launch(exec, stream);
    ok!(client, cuGraphExecDestroy(exec));
    assert_eq!(DESTROYED.load(Ordering::Acquire), 0);
    gate.open();
    ok!(client, cuStreamSynchronize(stream));
    assert_eq!(DESTROYED.load(Ordering::Acquire), 1);
    assert_eq!(call!(client, cuUserObjectRetain(object, 1)), BAD_VALUE);
}

#[test]
fn a_picture_of_a_graph_has_its_nodes_and_edges() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(16));
    let first = client.fill_node(graph, &[], &fill(device, 1, 4));
    client.empty_node(graph, &[first]);
    let path = std::env::temp_dir().join(format!("cuda-sim-{}.dot", std::process::id()));
    let text = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    ok!(client, cuGraphDebugDotPrint(graph, text.as_ptr(), 0));
    let drawn = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(drawn.contains("fill") && drawn.contains("empty") && drawn.contains(" -> "), "{drawn}");
    assert_eq!(call!(client, cuGraphDebugDotPrint(graph, null(), 0)), BAD_VALUE);
}
