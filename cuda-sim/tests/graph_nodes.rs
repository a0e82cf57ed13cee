//! Nodes of graphs, kind by kind: the calls that only one kind has, and what each kind's part of an exec takes.
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
use client::graph::{Arguments, GLOBAL, copy, fill, scale};
use cuda_sys::{
    CUDA_HOST_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v1, CUDA_MEM_ALLOC_NODE_PARAMS, CUDA_MEMCPY3D,
    CUDA_MEMSET_NODE_PARAMS, CUkernelNodeAttrID, CUkernelNodeAttrValue, CUmemAllocationType, CUmemLocationType,
    CUresult,
};

const BAD_VALUE: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const NOT_SUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;

static CALLED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count(by: *mut c_void) {
    CALLED.fetch_add(by.addr(), Ordering::AcqRel);
}

#[test]
fn a_host_node_calls_what_it_was_last_told_to() {
    let client = Client::new();
    let graph = client.graph();
    let with = |by| CUDA_HOST_NODE_PARAMS { fn_: Some(count), userData: std::ptr::without_provenance_mut(by) };
    let none = CUDA_HOST_NODE_PARAMS { fn_: None, userData: null_mut() };
    let mut node = null_mut();
    assert_eq!(call!(client, cuGraphAddHostNode(&mut node, graph, null(), 0, &none)), BAD_VALUE);
    ok!(client, cuGraphAddHostNode(&mut node, graph, null(), 0, &with(1)));
    ok!(client, cuGraphHostNodeSetParams(node, &with(10)));
    let mut told = none;
    ok!(client, cuGraphHostNodeGetParams(node, &mut told));
    assert_eq!(told.userData.addr(), 10);
    let exec = client.instantiate(graph);
    client.launch(exec, null_mut());
    ok!(client, cuGraphExecHostNodeSetParams(exec, node, &with(100)));
    client.launch(exec, null_mut());
    ok!(client, cuCtxSynchronize());
    assert_eq!(CALLED.load(Ordering::Acquire), 110);
    assert_eq!(call!(client, cuGraphHostNodeSetParams(node, &none)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphExecHostNodeSetParams(exec, null_mut(), &with(1))), BAD_VALUE);
}

#[test]
fn copies_and_fills_of_an_exec_change_in_place_and_only_in_one_row() {
    let client = Client::new();
    let (graph, device, other) = (client.graph(), client.alloc(64), client.alloc(64));
    let filled = client.fill_node(graph, &[], &fill(device, 1, 16));
    let copied = client.copy_node(graph, &[filled], &copy(other, device, 16));
    let exec = client.instantiate(graph);
    ok!(client, cuGraphExecMemsetNodeSetParams(exec, filled, &fill(device, 2, 8), client.context));
    ok!(client, cuGraphExecMemcpyNodeSetParams(exec, copied, &copy(other + 16, device, 8), client.context));
    ok!(client, cuMemsetD8_v2(other, 0, 64));
    client.launch(exec, null_mut());
    assert_eq!(client.words(other, 8), [0, 0, 0, 0, 2, 2, 0, 0]);
    let rows = CUDA_MEMSET_NODE_PARAMS { pitch: 16, width: 2, height: 2, ..fill(device, 1, 2) };
    assert_eq!(call!(client, cuGraphExecMemsetNodeSetParams(exec, filled, &rows, client.context)), BAD_VALUE);
    let mut host = [0_u32; 4];
    let to_host = CUDA_MEMCPY3D {
        dstMemoryType: cuda_sys::CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: host.as_mut_ptr().cast(),
        ..copy(0, device, 16)
    };
    assert_eq!(call!(client, cuGraphExecMemcpyNodeSetParams(exec, copied, &to_host, client.context)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphExecMemcpyNodeSetParams(exec, filled, &to_host, client.context)), BAD_VALUE);
    let no_context = std::ptr::without_provenance_mut(8);
    let answer = call!(client, cuGraphAddMemsetNode(&mut null_mut(), graph, null(), 0, &rows, no_context));
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_CONTEXT);
    // In a graph that is made by hand, rows are fine.
    client.fill_node(graph, &[copied], &rows);
    client.launch(client.instantiate(graph), null_mut());
    assert_eq!(client.words(device, 8), [1; 8]);
}

#[test]
fn events_of_an_exec_are_recorded_at_each_launch() {
    let client = Client::new();
    let graph = client.graph();
    let (first, second, stream) = (client.event(), client.event(), client.stream());
    let (mut record, mut wait) = (null_mut(), null_mut());
    ok!(client, cuGraphAddEventRecordNode(&mut record, graph, null(), 0, first));
    ok!(client, cuGraphAddEventWaitNode(&mut wait, graph, null(), 0, first));
    let exec = client.instantiate(graph);
    ok!(client, cuGraphExecEventRecordNodeSetEvent(exec, record, second));
    ok!(client, cuGraphExecEventWaitNodeSetEvent(exec, wait, first));
    assert_eq!(call!(client, cuGraphExecEventWaitNodeSetEvent(exec, record, first)), BAD_VALUE, "another kind");
    let gate = client.simulator.gate(stream);
    ok!(client, cuEventRecord(first, stream));
    client.launch(exec, client.stream());
    ok!(client, cuEventSynchronize(second));
    // The branch that waits for the other event is behind the gate still.
    assert_eq!(client.query(first), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuCtxSynchronize());
    ok!(client, cuEventDestroy_v2(second));
    assert_eq!(call!(client, cuGraphLaunch(exec, stream)), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn a_graph_in_an_exec_takes_one_of_its_shape() {
    let client = Client::new();
    let device = client.alloc(16);
    let with = |value| {
        let graph = client.graph();
        client.fill_node(graph, &[], &fill(device, value, 4));
        graph
    };
    let (graph, mut child) = (client.graph(), null_mut());
    ok!(client, cuGraphAddChildGraphNode(&mut child, graph, null(), 0, with(1)));
    client.copy_node(graph, &[child], &copy(device + 8, device, 8));
    let exec = client.instantiate(graph);
    ok!(client, cuGraphExecChildGraphNodeSetParams(exec, child, with(2)));
    client.launch(exec, null_mut());
    assert_eq!(client.words(device, 4), [2; 4]);
    assert_eq!(call!(client, cuGraphExecChildGraphNodeSetParams(exec, child, client.graph())), BAD_VALUE);
    assert_eq!(call!(client, cuGraphExecChildGraphNodeSetParams(exec, child, null_mut())), BAD_VALUE);
    assert_eq!(call!(client, cuGraphAddChildGraphNode(&mut child, graph, null(), 0, graph)), BAD_VALUE, "itself");
}

#[test]
fn memory_nodes_tell_their_address_and_allocate_at_the_launch() {
    let client = Client::new();
    let graph = client.graph();
    let mut it = CUDA_MEM_ALLOC_NODE_PARAMS { bytesize: 64, ..Default::default() };
    let (mut node, mut free, mut address) = (null_mut(), null_mut(), 0);
    let add = |node: &mut _, it: &mut _| call!(client, cuGraphAddMemAllocNode(node, graph, null(), 0, it));
    assert_eq!(add(&mut node, &mut it), BAD_VALUE, "of no kind");
    it.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    it.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    it.poolProps.location.__bindgen_anon_1.id = client.device();
    assert_eq!(add(&mut node, &mut CUDA_MEM_ALLOC_NODE_PARAMS { bytesize: 0, ..it }), BAD_VALUE);
    assert_eq!(add(&mut node, &mut it), CUresult::CUDA_SUCCESS);
    let mut told = CUDA_MEM_ALLOC_NODE_PARAMS::default();
    ok!(client, cuGraphMemAllocNodeGetParams(node, &mut told));
    assert_eq!((told.dptr, told.bytesize), (it.dptr, 64));
    let filled = client.fill_node(graph, &[node], &fill(it.dptr, 3, 16));
    let out = client.alloc(64);
    let copied = client.copy_node(graph, &[filled], &copy(out, it.dptr, 64));
    ok!(client, cuGraphAddMemFreeNode(&mut free, graph, &copied, 1, it.dptr));
    ok!(client, cuGraphMemFreeNodeGetParams(free, &mut address));
    assert_eq!(address, it.dptr);
    for bad in [it.dptr, it.dptr + 8, out, 0] {
        assert_eq!(call!(client, cuGraphAddMemFreeNode(&mut free, graph, &copied, 1, bad)), BAD_VALUE, "{bad:#x}");
    }
    let before = client.simulator.ledger().device_byte_len;
    client.launch(client.instantiate(graph), null_mut());
    assert_eq!(client.words(out, 16), [3; 16]);
    ok!(client, cuCtxSynchronize());
    assert_eq!(client.simulator.ledger().device_byte_len, before);
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn a_kernel_nodes_attribute_is_kept_and_copied() {
    let client = Client::new();
    let (graph, device) = (client.graph(), client.alloc(64));
    let mut arguments = Arguments::new(device, device, 1, 1);
    let it = CUDA_KERNEL_NODE_PARAMS_v1 {
        func: scale(&client),
        gridDimX: 1,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: 1,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        kernelParams: arguments.pointers(),
        extra: null_mut(),
    };
    let (mut one, mut two) = (null_mut(), null_mut());
    ok!(client, cuGraphAddKernelNode(&mut one, graph, null(), 0, &it));
    ok!(client, cuGraphAddKernelNode(&mut two, graph, null(), 0, &it));
    let cooperative = CUkernelNodeAttrID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    let mut value = CUkernelNodeAttrValue::default();
    value.cooperative = 1;
    ok!(client, cuGraphKernelNodeSetAttribute(one, cooperative, &value));
    ok!(client, cuGraphKernelNodeCopyAttributes(two, one));
    value.cooperative = 0;
    ok!(client, cuGraphKernelNodeGetAttribute(two, cooperative, &mut value));
    assert_eq!(unsafe { value.cooperative }, 1);
    let window = CUkernelNodeAttrID::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
    for (attribute, expected) in [(window, NOT_SUPPORTED), (CUkernelNodeAttrID(999), BAD_VALUE)] {
        assert_eq!(call!(client, cuGraphKernelNodeSetAttribute(one, attribute, &value)), expected);
        assert_eq!(call!(client, cuGraphKernelNodeGetAttribute(one, attribute, &mut value)), expected);
    }
    let empty = client.empty_node(graph, &[]);
    assert_eq!(call!(client, cuGraphKernelNodeGetAttribute(empty, cooperative, &mut value)), BAD_VALUE);
    assert_eq!(call!(client, cuGraphKernelNodeCopyAttributes(two, empty)), BAD_VALUE);
}

#[test]
fn a_node_knows_its_graph_and_its_place_and_ids_differ() {
    let client = Client::new();
    let graph = client.graph();
    let nodes = [client.empty_node(graph, &[]), client.empty_node(graph, &[])];
    let (mut found, mut place, mut tools) = (null_mut(), 9, 0);
    ok!(client, cuGraphNodeGetContainingGraph(nodes[1], &mut found));
    ok!(client, cuGraphNodeGetLocalId(nodes[1], &mut place));
    ok!(client, cuGraphNodeGetToolsId(nodes[1], &mut tools));
    assert_eq!((found, place), (graph, 1));
    assert_ne!(tools, 0);
    let (mut one, mut two) = (0, 0);
    ok!(client, cuGraphGetId(graph, &mut one));
    ok!(client, cuGraphExecGetId(client.instantiate(graph), &mut two));
    assert_ne!(one, two);
    assert_eq!(call!(client, cuGraphNodeGetType(null_mut(), null_mut())), BAD_VALUE);
    assert_eq!(call!(client, cuGraphNodeGetType(nodes[0], null_mut())), BAD_VALUE);
}

#[test]
fn the_threads_own_stream_is_captured_and_launches_under_its_own_names() {
    let client = Client::new();
    let device = client.alloc(8);
    let mut graph = null_mut();
    ok!(client, cuStreamBeginCapture_v2_ptsz(null_mut(), GLOBAL));
    ok!(client, cuMemsetD8Async_ptsz(device, 4, 8, null_mut()));
    assert_eq!(call!(client, cuMemcpyDtoD_v2_ptds(device, device + 4, 4)).0, 900, "it would wait");
    assert_eq!(call!(client, cuStreamEndCapture_ptsz(null_mut(), &mut graph)).0, 901);
    ok!(client, cuStreamBeginCapture_ptsz(null_mut()));
    ok!(client, cuMemsetD8Async_ptsz(device, 4, 8, null_mut()));
    ok!(client, cuStreamEndCapture_ptsz(null_mut(), &mut graph));
    let exec = client.instantiate(graph);
    ok!(client, cuGraphUpload_ptsz(exec, null_mut()));
    ok!(client, cuGraphLaunch_ptsz(exec, null_mut()));
    ok!(client, cuStreamSynchronize_ptsz(null_mut()));
    assert_eq!(client.read(device, 8), [4; 8]);
}
