//! A client of graphs and captures.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

use cuda_sys::{
    CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUdeviceptr, CUfunction, CUgraph, CUgraphExec, CUgraphNode, CUmemorytype,
    CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus,
};

use super::Client;
use crate::{call, ok};

pub(crate) const GLOBAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL;
pub(crate) const THREAD_LOCAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
pub(crate) const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

/// A kernel of the tests' module, which writes `3 * from[i] + add` to `out[i]`.
pub(crate) fn scale(client: &Client) -> CUfunction {
    kernel(client, c"scale")
}

pub(crate) fn kernel(client: &Client, name: &CStr) -> CUfunction {
    let text = CString::new(include_str!("kernels.ptx")).unwrap();
    let (mut module, mut function) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    function
}

/// The arguments of `scale`, kept as long as a call needs them.
pub(crate) struct Arguments {
    pointers: [*mut c_void; 4],
    _words: Vec<u64>,
}

impl Arguments {
    pub(crate) fn new(out: CUdeviceptr, from: CUdeviceptr, add: u32, words: u32) -> Self {
        let mut values = vec![out, from, u64::from(add), u64::from(words)];
        let base = values.as_mut_ptr();
        Arguments { pointers: [0, 1, 2, 3].map(|index| base.wrapping_add(index).cast()), _words: values }
    }

    pub(crate) fn pointers(&mut self) -> *mut *mut c_void {
        self.pointers.as_mut_ptr()
    }

    /// Overwrites what the pointers point to.
    pub(crate) fn spoil(&mut self) {
        for pointer in self.pointers {
            unsafe { pointer.cast::<u64>().write(0) };
        }
    }
}

impl Client {
    /// Launches `scale` on words of memory.
    pub(crate) fn scale(
        &self,
        function: CUfunction,
        stream: CUstream,
        (out, from): (CUdeviceptr, CUdeviceptr),
        add: u32,
        words: u32,
    ) -> CUresult {
        let mut arguments = Arguments::new(out, from, add, words);
        let blocks = words.div_ceil(32);
        call!(self, cuLaunchKernel(function, blocks, 1, 1, 32, 1, 1, 0, stream, arguments.pointers(), null_mut()))
    }

    pub(crate) fn begin(&self, stream: CUstream, mode: CUstreamCaptureMode) {
        ok!(self, cuStreamBeginCapture_v2(stream, mode));
    }

    /// Ends a capture that went well.
    pub(crate) fn end(&self, stream: CUstream) -> CUgraph {
        let mut graph = null_mut();
        ok!(self, cuStreamEndCapture(stream, &mut graph));
        assert!(!graph.is_null());
        graph
    }

    /// Ends a capture, whatever became of it, and says whether there is a graph.
    pub(crate) fn end_any(&self, stream: CUstream) -> (CUresult, bool) {
        let mut graph = std::ptr::without_provenance_mut(1);
        let answer = call!(self, cuStreamEndCapture(stream, &mut graph));
        (answer, !graph.is_null())
    }

    pub(crate) fn status(&self, stream: CUstream) -> CUstreamCaptureStatus {
        let mut status = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        ok!(self, cuStreamIsCapturing(stream, &mut status));
        status
    }

    pub(crate) fn graph(&self) -> CUgraph {
        let mut graph = null_mut();
        ok!(self, cuGraphCreate(&mut graph, 0));
        graph
    }

    pub(crate) fn instantiate(&self, graph: CUgraph) -> CUgraphExec {
        let mut exec = null_mut();
        ok!(self, cuGraphInstantiateWithFlags(&mut exec, graph, 0));
        exec
    }

    pub(crate) fn launch(&self, exec: CUgraphExec, stream: CUstream) {
        ok!(self, cuGraphLaunch(exec, stream));
    }

    /// The nodes of a graph, in the order in which they were made.
    pub(crate) fn nodes(&self, graph: CUgraph) -> Vec<CUgraphNode> {
        let mut count = 0;
        ok!(self, cuGraphGetNodes(graph, null_mut(), &mut count));
        let mut nodes = vec![null_mut(); count];
        ok!(self, cuGraphGetNodes(graph, nodes.as_mut_ptr(), &mut count));
        nodes
    }

    pub(crate) fn after(&self, node: CUgraphNode) -> Vec<CUgraphNode> {
        let mut count = 0;
        ok!(self, cuGraphNodeGetDependencies(node, null_mut(), &mut count));
        let mut nodes = vec![null_mut(); count];
        ok!(self, cuGraphNodeGetDependencies(node, nodes.as_mut_ptr(), &mut count));
        nodes
    }

    pub(crate) fn empty_node(&self, graph: CUgraph, after: &[CUgraphNode]) -> CUgraphNode {
        let mut node = null_mut();
        ok!(self, cuGraphAddEmptyNode(&mut node, graph, after.as_ptr(), after.len()));
        node
    }

    pub(crate) fn fill_node(&self, graph: CUgraph, after: &[CUgraphNode], it: &CUDA_MEMSET_NODE_PARAMS) -> CUgraphNode {
        let mut node = null_mut();
        ok!(self, cuGraphAddMemsetNode(&mut node, graph, after.as_ptr(), after.len(), it, self.context));
        node
    }

    pub(crate) fn copy_node(&self, graph: CUgraph, after: &[CUgraphNode], it: &CUDA_MEMCPY3D) -> CUgraphNode {
        let mut node = null_mut();
        ok!(self, cuGraphAddMemcpyNode(&mut node, graph, after.as_ptr(), after.len(), it, self.context));
        node
    }

    pub(crate) fn words(&self, from: CUdeviceptr, count: usize) -> Vec<u32> {
        let bytes = self.read(from, 4 * count);
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    }
}

/// A fill of words.
pub(crate) fn fill(to: CUdeviceptr, value: u32, words: usize) -> CUDA_MEMSET_NODE_PARAMS {
    CUDA_MEMSET_NODE_PARAMS { dst: to, pitch: 0, value, elementSize: 4, width: words, height: 1 }
}

/// A copy from device to device.
pub(crate) fn copy(to: CUdeviceptr, from: CUdeviceptr, byte_len: usize) -> CUDA_MEMCPY3D {
    CUDA_MEMCPY3D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        srcDevice: from,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: to,
        WidthInBytes: byte_len,
        Height: 1,
        Depth: 1,
        ..Default::default()
    }
}
