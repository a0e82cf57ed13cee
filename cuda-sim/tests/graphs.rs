//! Graphs made by hand: nodes and edges, what they do, and execs that are changed.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ptr::{null, null_mut};

use client::Client;
use client::graph::{Arguments, copy, fill, scale};
use cuda_sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v1, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUgraph,
    CUgraphEdgeData, CUgraphExecUpdateResult as Update, CUgraphExecUpdateResultInfo, CUgraphNode, CUgraphNodeParams,
    CUgraphNodeType, CUresult,
};

const BAD_VALUE: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const BAD_HANDLE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;
const NOT_SUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;
const UPDATE_FAILED: CUresult = CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;

fn connect(client: &Client, graph: CUgraph, from: CUgraphNode, to: CUgraphNode) -> CUresult {
    call!(client, cuGraphAddDependencies(graph, &from, &to, 1))
}

#[test]
fn edges_are_added_and_taken_away_and_close_no_circle() {
    let client = Client::new();
    let graph = client.graph();
    let nodes = [(); 3].map(|()| client.empty_node(graph, &[]));
    let [a, b, c] = nodes;
    ok!(client, cuGraphAddDependencies(graph, [a, b].as_ptr(), [b, c].as_ptr(), 2));
    assert_eq!(connect(&client, graph, c, a), BAD_VALUE, "a circle");
    assert_eq!(connect(&client, graph, a, a), BAD_VALUE, "a circle of one");
    assert_eq!(connect(&client, graph, a, b), BAD_VALUE, "it is there");
    assert_eq!(connect(&client, graph, a, client.empty_node(client.graph(), &[])), BAD_VALUE, "another graph's");
    // All of them or none: the first edge would be fine.
    assert_eq!(call!(client, cuGraphAddDependencies(graph, [a, c].as_ptr(), [c, a].as_ptr(), 2)), BAD_VALUE);
    let (mut from, mut to, mut count) = ([null_mut(); 4], [null_mut(); 4], 4);
    ok!(client, cuGraphGetEdges(graph, from.as_mut_ptr(), to.as_mut_ptr(), &mut count));
    assert_eq!(
        (count, &from[..], &to[..]),
        (2, &[a, b, null_mut(), null_mut()][..], &[b, c, null_mut(), null_mut()][..])
    );
    ok!(client, cuGraphGetRootNodes(graph, from.as_mut_ptr(), &mut count));
    assert_eq!((count, from[0]), (1, a));
    ok!(client, cuGraphNodeGetDependentNodes(a, null_mut(), &mut count));
    assert_eq!(count, 1);
    ok!(client, cuGraphRemoveDependencies(graph, &a, &b, 1));
    assert_eq!(call!(client, cuGraphRemoveDependencies(graph, &a, &b, 1)), BAD_VALUE, "it is not there");
    assert_eq!(client.after(b), []);
    ok!(client, cuGraphDestroyNode(b));
    assert_eq!(client.nodes(graph), [a, c]);
    assert_eq!(client.after(c), []);
    assert_eq!(call!(client, cuGraphDestroyNode(b)), BAD_HANDLE);
    assert_eq!(
        call!(client, cuGraphAddEmptyNode(&mut null_mut(), graph, [a, a].as_ptr(), 2)),
        BAD_VALUE,
        "twice the same"
    );
    assert_eq!(call!(client, cuGraphAddEmptyNode(null_mut(), graph, null(), 0)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphGetNodes(graph, null_mut(), null_mut())), BAD_VALUE);
}

#[test]
fn only_plain_edges_are_simulated() {
    let client = Client::new();
    let graph = client.graph();
    let (a, b) = (client.empty_node(graph, &[]), client.empty_node(graph, &[]));
    let early = CUgraphEdgeData { from_port: 1, type_: 1, ..Default::default() };
    let odd = CUgraphEdgeData { type_: 9, ..Default::default() };
    for (data, expected) in [(early, NOT_SUPPORTED), (odd, BAD_VALUE), (CUgraphEdgeData::default(), CUresult(0))] {
        assert_eq!(call!(client, cuGraphAddDependencies_v2(graph, &a, &b, &data, 1)), expected);
    }
    let (mut from, mut to, mut data, mut count) = ([null_mut()], [null_mut()], [odd], 1);
    ok!(client, cuGraphGetEdges_v2(graph, from.as_mut_ptr(), to.as_mut_ptr(), data.as_mut_ptr(), &mut count));
    assert_eq!((from[0], to[0], data[0].type_), (a, b, 0));
    ok!(client, cuGraphNodeGetDependencies_v2(b, from.as_mut_ptr(), data.as_mut_ptr(), &mut count));
    assert_eq!((from[0], count), (a, 1));
    ok!(client, cuGraphNodeGetDependentNodes_v2(a, to.as_mut_ptr(), data.as_mut_ptr(), &mut count));
    assert_eq!(to[0], b);
    ok!(client, cuGraphRemoveDependencies_v2(graph, &a, &b, null(), 1));
    assert_eq!(client.after(b), []);
}

#[test]
fn a_copy_of_a_graph_has_nodes_of_its_own_and_knows_whose_copies_they_are() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(16));
    let first = client.fill_node(graph, &[], &fill(device, 1, 4));
    let second = client.fill_node(graph, &[first], &fill(device, 2, 2));
    let mut copy = null_mut();
    ok!(client, cuGraphClone(&mut copy, graph));
    let mut found = null_mut();
    ok!(client, cuGraphNodeFindInClone(&mut found, second, copy));
    assert!(found != second && client.nodes(copy)[1] == found);
    assert_eq!(client.after(found), [client.nodes(copy)[0]]);
    ok!(client, cuGraphMemsetNodeSetParams(found, &fill(device, 9, 2)));
    ok!(client, cuGraphDestroy(graph));
    assert_eq!(call!(client, cuGraphNodeFindInClone(&mut found, second, copy)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphDestroy(graph)), BAD_HANDLE);
    assert_eq!(call!(client, cuGraphDestroy(null_mut())), BAD_VALUE);
    assert_eq!(call!(client, cuGraphCreate(&mut null_mut(), 1)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphClone(&mut null_mut(), graph)), BAD_HANDLE);
    client.launch(client.instantiate(copy), null_mut());
    assert_eq!(client.words(device, 4), [9, 9, 1, 1]);
}

#[test]
fn every_node_tells_what_it_does_and_can_be_told_otherwise() {
    let client = Client::new();
    let (graph, device, other) = (client.graph(), client.alloc(64), client.alloc(64));
    let (event, second) = (client.event(), client.event());
    let (mut record, mut wait, mut child) = (null_mut(), null_mut(), null_mut());
    ok!(client, cuGraphAddEventRecordNode(&mut record, graph, null(), 0, event));
    ok!(client, cuGraphAddEventWaitNode(&mut wait, graph, &record, 1, event));
    ok!(client, cuGraphAddChildGraphNode(&mut child, graph, &wait, 1, client.graph()));
    let filled = client.fill_node(graph, &[child], &fill(device, 7, 4));
    let copied = client.copy_node(graph, &[filled], &copy(other, device, 16));
    let types = client.nodes(graph).into_iter().map(|node| {
        let mut kind = CUgraphNodeType(99);
        ok!(client, cuGraphNodeGetType(node, &mut kind));
        kind.0
    });
    assert_eq!(types.collect::<Vec<_>>(), [7, 6, 4, 2, 1]);

    let mut found = null_mut();
    ok!(client, cuGraphEventRecordNodeSetEvent(record, second));
    ok!(client, cuGraphEventRecordNodeGetEvent(record, &mut found));
    assert_eq!(found, second);
    ok!(client, cuGraphEventWaitNodeSetEvent(wait, second));
    ok!(client, cuGraphEventWaitNodeGetEvent(wait, &mut found));
    assert_eq!(found, second);
    assert_eq!(call!(client, cuGraphEventWaitNodeGetEvent(record, &mut found)), BAD_VALUE, "another kind");
    assert_eq!(call!(client, cuGraphEventRecordNodeSetEvent(record, null_mut())), BAD_VALUE);

    let mut it = CUDA_MEMSET_NODE_PARAMS { dst: 0, pitch: 0, value: 0, elementSize: 0, width: 0, height: 0 };
    ok!(client, cuGraphMemsetNodeGetParams(filled, &mut it));
    assert_eq!((it.dst, it.value, it.elementSize, it.width, it.height), (device, 7, 4, 4, 1));
    for bad in [
        fill(device + 2, 1, 4),
        fill(device, 1, 999),
        fill(device, 1, 0),
        CUDA_MEMSET_NODE_PARAMS { elementSize: 3, ..it },
    ] {
        assert_eq!(call!(client, cuGraphMemsetNodeSetParams(filled, &bad)), BAD_VALUE);
    }
    let mut that = CUDA_MEMCPY3D::default();
    ok!(client, cuGraphMemcpyNodeGetParams(copied, &mut that));
    assert_eq!((that.srcDevice, that.dstDevice, that.WidthInBytes), (device, other, 16));
    ok!(client, cuGraphMemcpyNodeSetParams(copied, &copy(other + 16, device, 16)));
    for bad in [copy(other, device, 999), copy(other, device, 0)] {
        assert_eq!(call!(client, cuGraphMemcpyNodeSetParams(copied, &bad)), BAD_VALUE);
    }
    assert_eq!(call!(client, cuGraphMemcpyNodeSetParams(copied, null())), BAD_VALUE);

    let mut inner = null_mut();
    ok!(client, cuGraphChildGraphNodeGetGraph(child, &mut inner));
    assert_eq!(call!(client, cuGraphDestroy(inner)), BAD_VALUE, "the node has it");
    client.fill_node(inner, &[], &fill(device, 1, 8));
    client.launch(client.instantiate(graph), null_mut());
    assert_eq!(client.words(other, 8)[4..], [7; 4]);
    assert_eq!(client.words(device, 8), [7, 7, 7, 7, 1, 1, 1, 1]);
    ok!(client, cuEventSynchronize(second));
    // The two descriptions above that leave their memory.
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [cuda_sim::ReportKind::OutOfBounds; 2]);
}

fn kernel_v1(client: &Client, arguments: &mut Arguments) -> CUDA_KERNEL_NODE_PARAMS_v1 {
    CUDA_KERNEL_NODE_PARAMS_v1 {
        func: scale(client),
        gridDimX: 1,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: 32,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        kernelParams: arguments.pointers(),
        extra: null_mut(),
    }
}

#[test]
fn a_kernel_node_copies_its_arguments_and_shows_the_copies() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(64));
    ok!(client, cuMemsetD32_v2(device, 5, 16));
    let mut arguments = Arguments::new(device, device, 7, 16);
    let it = kernel_v1(&client, &mut arguments);
    let mut node = null_mut();
    ok!(client, cuGraphAddKernelNode(&mut node, graph, null(), 0, &it));
    arguments.spoil();
    let mut shown = CUDA_KERNEL_NODE_PARAMS::default();
    ok!(client, cuGraphKernelNodeGetParams_v2(node, &mut shown));
    assert_eq!((shown.func, shown.blockDimX, shown.ctx), (it.func, 32, client.context));
    assert_eq!(unsafe { (*shown.kernelParams.add(2)).cast::<u32>().read() }, 7);
    let exec = client.instantiate(graph);
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 2), [22, 22]);

    // A change of the exec is for its later launches, and not for the graph.
    let mut changed = Arguments::new(device, device, 1, 1);
    let other = CUDA_KERNEL_NODE_PARAMS { kernelParams: changed.pointers(), ..shown };
    ok!(client, cuGraphExecKernelNodeSetParams_v2(exec, node, &other));
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 2), [67, 22]);
    assert_eq!(unsafe { (*shown.kernelParams.add(2)).cast::<u32>().read() }, 7);
    ok!(client, cuGraphKernelNodeSetParams_v2(node, &other));
    let mut old = CUDA_KERNEL_NODE_PARAMS_v1::default();
    ok!(client, cuGraphKernelNodeGetParams(node, &mut old));
    assert_eq!(unsafe { (*old.kernelParams.add(2)).cast::<u32>().read() }, 1);

    let both = CUDA_KERNEL_NODE_PARAMS_v1 { extra: old.kernelParams, ..old };
    for bad in [
        CUDA_KERNEL_NODE_PARAMS_v1 { gridDimX: 0, ..old },
        CUDA_KERNEL_NODE_PARAMS_v1 { func: null_mut(), ..old },
        both,
    ] {
        assert_eq!(call!(client, cuGraphAddKernelNode(&mut node, graph, null(), 0, &bad)), BAD_VALUE);
        assert_eq!(call!(client, cuGraphKernelNodeSetParams(node, &bad)), BAD_VALUE);
        assert_eq!(call!(client, cuGraphExecKernelNodeSetParams(exec, node, &bad)), BAD_VALUE);
    }
    assert_eq!(call!(client, cuGraphAddKernelNode_v2(&mut node, graph, null(), 0, null())), BAD_VALUE);
}

#[test]
fn a_node_of_any_kind_is_added_and_changed_by_one_structure() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(16));
    let mut it = CUgraphNodeParams { type_: CUgraphNodeType::CU_GRAPH_NODE_TYPE_MEMSET, ..Default::default() };
    let set = |it: &mut CUgraphNodeParams, value| {
        let memset = unsafe { &mut it.__bindgen_anon_1.memset };
        (memset.dst, memset.value, memset.elementSize, memset.width, memset.height) = (device, value, 4, 4, 1);
    };
    set(&mut it, 3);
    let mut node = null_mut();
    ok!(client, cuGraphAddNode_v2(&mut node, graph, null(), null(), 0, &mut it));
    let exec = client.instantiate(graph);
    set(&mut it, 4);
    ok!(client, cuGraphNodeSetParams(node, &mut it));
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 1), [3]);
    ok!(client, cuGraphExecNodeSetParams(exec, node, &mut it));
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 1), [4]);
    for (kind, expected) in [
        (CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL, NOT_SUPPORTED),
        (CUgraphNodeType::CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, NOT_SUPPORTED),
        (CUgraphNodeType(77), BAD_VALUE),
        (CUgraphNodeType::CU_GRAPH_NODE_TYPE_EMPTY, CUresult(0)),
    ] {
        it = CUgraphNodeParams { type_: kind, ..Default::default() };
        assert_eq!(call!(client, cuGraphAddNode(&mut null_mut(), graph, &node, 1, &mut it)), expected, "{kind:?}");
    }
    assert_eq!(call!(client, cuGraphNodeSetParams(node, &mut it)), BAD_VALUE, "another kind");
}

#[test]
fn an_exec_takes_the_parameters_of_a_graph_of_its_shape_and_says_why_it_does_not() {
    let client = Client::new();
    let device = client.alloc(32);
    let make = |values: [u32; 2], is_joined: bool| {
        let graph = client.graph();
        let first = client.fill_node(graph, &[], &fill(device, values[0], 8));
        let before = if is_joined { vec![first] } else { Vec::new() };
        let second = client.fill_node(graph, &before, &fill(device, values[1], 4));
        (graph, second)
    };
    let exec = client.instantiate(make([1, 2], true).0);
    let mut info = CUgraphExecUpdateResultInfo::default();
    ok!(client, cuGraphExecUpdate_v2(exec, make([3, 4], true).0, &mut info));
    assert_eq!(info.result, Update::CU_GRAPH_EXEC_UPDATE_SUCCESS);
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 8), [4, 4, 4, 4, 3, 3, 3, 3]);

    let (apart, second) = make([5, 6], false);
    assert_eq!(call!(client, cuGraphExecUpdate_v2(exec, apart, &mut info)), UPDATE_FAILED);
    assert_eq!((info.result, info.errorNode), (Update::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, second));
    let longer = make([5, 6], true);
    client.empty_node(longer.0, &[]);
    let (mut node, mut result) = (null_mut(), Update(0));
    assert_eq!(call!(client, cuGraphExecUpdate(exec, longer.0, &mut node, &mut result)), UPDATE_FAILED);
    assert_eq!(result, Update::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    let kinds = client.graph();
    let first = client.empty_node(kinds, &[]);
    client.empty_node(kinds, &[first]);
    assert_eq!(call!(client, cuGraphExecUpdate(exec, kinds, &mut node, &mut result)), UPDATE_FAILED);
    assert_eq!((result, node), (Update::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, first));
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 8), [4, 4, 4, 4, 3, 3, 3, 3], "a refused update changes nothing");
    assert_eq!(call!(client, cuGraphExecUpdate_v2(exec, null_mut(), &mut info)), BAD_VALUE);
}

#[test]
fn a_node_that_is_switched_off_does_nothing_and_keeps_its_place() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(16));
    let first = client.fill_node(graph, &[], &fill(device, 1, 4));
    let second = client.fill_node(graph, &[first], &fill(device, 2, 4));
    let empty = client.empty_node(graph, &[second]);
    let exec = client.instantiate(graph);
    let mut is_enabled = 9;
    for (value, expected) in [(0, 1), (1, 2)] {
        ok!(client, cuGraphNodeSetEnabled(exec, second, value));
        ok!(client, cuGraphNodeGetEnabled(exec, second, &mut is_enabled));
        assert_eq!(is_enabled, value);
        client.launch(exec, null_mut());
        assert_eq!(client.words(device, 1), [expected]);
    }
    assert_eq!(call!(client, cuGraphNodeSetEnabled(exec, empty, 0)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphNodeGetEnabled(exec, null_mut(), &mut is_enabled)), BAD_VALUE);
}
