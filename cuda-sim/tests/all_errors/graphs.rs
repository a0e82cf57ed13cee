//! Captures and graphs.

use std::ptr::{null, null_mut};

use cuda_sys::{
    CUDA_HOST_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUgraph, CUgraphExec,
    CUgraphExecUpdateResultInfo as UpdateResult, CUgraphNode, CUresult, CUstream, CUstreamCaptureMode as Mode,
    CUstreamCaptureStatus as Status,
};

use crate::client::graph::{GLOBAL, copy, fill};
use crate::rows;
use crate::scene::{Row, Scene, Sent, ignore};
use crate::{call, ok};

impl Scene {
    /// A stream whose capture was spoilt.
    fn spoilt(&self) -> CUstream {
        let stream = self.captured();
        assert_eq!(self.client.sync(stream), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
        stream
    }

    /// A stream whose capture another one is part of.
    fn forked(&self) -> CUstream {
        let (stream, other) = (self.captured(), self.stream());
        ok!(self.client, cuStreamWaitEvent(other, self.client.record(stream), 0));
        ok!(self.client, cuLaunchHostFunc(other, Some(ignore), null_mut()));
        stream
    }

    /// The graph that a stream is being captured into.
    fn unfinished_graph(&self) -> CUgraph {
        let (mut graph, none) = (null_mut(), null_mut());
        let mut status = Status(0);
        let stream = self.captured();
        ok!(self.client, cuStreamGetCaptureInfo_v2(stream, &mut status, null_mut(), &mut graph, none, null_mut()));
        graph
    }

    fn node(&self) -> CUgraphNode {
        self.client.empty_node(self.graph(), &[])
    }

    fn exec(&self) -> CUgraphExec {
        let graph = self.graph();
        self.client.empty_node(graph, &[]);
        self.client.instantiate(graph)
    }

    fn no_exec(&self) -> CUgraphExec {
        let exec = self.exec();
        ok!(self.client, cuGraphExecDestroy(exec));
        exec
    }

    /// A graph that allocates and does not free.
    fn allocating_graph(&self) -> CUgraph {
        let stream = self.captured();
        ok!(self.client, cuMemAllocAsync(&mut 0, 64, stream));
        self.client.end(stream)
    }

    /// What has allocated once, and may not again.
    fn spent_exec(&self) -> CUgraphExec {
        let exec = self.client.instantiate(self.allocating_graph());
        self.client.launch(exec, null_mut());
        exec
    }

    fn launch_of(&self, blocks: u32) -> CUDA_KERNEL_NODE_PARAMS {
        let mut it = CUDA_KERNEL_NODE_PARAMS { func: self.function(c"bare"), ..CUDA_KERNEL_NODE_PARAMS::default() };
        (it.gridDimX, it.gridDimY, it.gridDimZ) = (blocks, 1, 1);
        (it.blockDimX, it.blockDimY, it.blockDimZ) = (1, 1, 1);
        it
    }

    fn copy(&self) -> CUDA_MEMCPY3D {
        copy(self.memory(), self.memory(), 64)
    }

    fn fill(&self) -> CUDA_MEMSET_NODE_PARAMS {
        fill(self.memory(), 1, 16)
    }

    /// A capture that ends on another thread than it began on.
    fn end_elsewhere(&self) -> CUresult {
        let sent = Sent((self, self.captured()));
        let end = move || {
            let Sent((scene, stream)) = { sent };
            call!(scene.client, cuStreamEndCapture(stream, &mut null_mut()))
        };
        std::thread::scope(|scope| scope.spawn(end).join()).expect("it does not panic")
    }

    /// A graph with two nodes, the second behind the first.
    fn pair(&self) -> (CUgraph, [CUgraphNode; 2]) {
        let graph = self.graph();
        let first = self.client.empty_node(graph, &[]);
        (graph, [first, self.client.empty_node(graph, &[first])])
    }

    /// One more edge in a graph of two nodes in a row.
    fn connect(&self, from: usize, to: usize) -> CUresult {
        let (graph, nodes) = self.pair();
        call!(self.client, cuGraphAddDependencies_v2(graph, &nodes[from], &nodes[to], null(), 1))
    }

    fn connect_new(&self) -> CUresult {
        let graph = self.graph();
        let nodes = [(); 2].map(|()| self.client.empty_node(graph, &[]));
        call!(self.client, cuGraphAddDependencies_v2(graph, &nodes[0], &nodes[1], null(), 1))
    }

    /// A place for an answer, while a stream that the legacy one waits for is captured.
    fn beside_a_capture(&self) -> *mut Status {
        let _ = self.captured();
        self.keep(Status(0))
    }

    /// A node that launches, and what came of its graph.
    fn launching(&self) -> (CUgraphExec, CUgraphNode) {
        let (graph, mut node) = (self.graph(), null_mut());
        ok!(self.client, cuGraphAddKernelNode_v2(&mut node, graph, null(), 0, &self.launch_of(1)));
        (self.client.instantiate(graph), node)
    }

    fn relaunch(&self, params: &CUDA_KERNEL_NODE_PARAMS) -> CUresult {
        let (exec, node) = self.launching();
        call!(self.client, cuGraphExecKernelNodeSetParams_v2(exec, node, params))
    }
}

fn host() -> CUDA_HOST_NODE_PARAMS {
    CUDA_HOST_NODE_PARAMS { fn_: Some(ignore), userData: null_mut() }
}

macro_rules! made {
    ($($code:literal $what:literal $name:literal $act:expr;)*) => {
        &[$(Row { code: $code, what: $what, name: $name, act: $act }),*]
    };
}

/// Calls that take some lines.
#[rustfmt::skip]
pub(crate) const MADE: &[Row] = made! {
    908 "another thread" "cuStreamEndCapture" Scene::end_elsewhere;
    0 "a new edge" "cuGraphAddDependencies_v2" Scene::connect_new;
    1 "a circle" "cuGraphAddDependencies_v2" |s| s.connect(1, 0);
    1 "a node before itself" "cuGraphAddDependencies_v2" |s| s.connect(0, 0);
    0 "a launch" "cuGraphExecKernelNodeSetParams_v2" |s| s.relaunch(&s.launch_of(2));
    1 "no blocks" "cuGraphExecKernelNodeSetParams_v2" |s| s.relaunch(&s.launch_of(0));
    1 "no kernel" "cuGraphExecKernelNodeSetParams_v2" |s| s.relaunch(&CUDA_KERNEL_NODE_PARAMS::default());
};

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "a stream" cuStreamBeginCapture_v2(s.stream(), GLOBAL);
    1 "a mode that is none" cuStreamBeginCapture_v2(s.stream(), Mode(3));
    1 "one that is captured" cuStreamBeginCapture_v2(s.captured(), GLOBAL);
    400 "no stream" cuStreamBeginCapture_v2(s.no_stream(), GLOBAL);
    900 "the legacy stream" cuStreamBeginCapture_v2(null_mut(), GLOBAL);
    0 "one that is captured" cuStreamEndCapture(s.captured(), &mut null_mut());
    1 "one that is not" cuStreamEndCapture(s.stream(), &mut null_mut());
    1 "no place" cuStreamEndCapture(s.captured(), null_mut());
    901 "one whose capture was spoilt" cuStreamEndCapture(s.spoilt(), &mut null_mut());
    904 "one that another was not joined to" cuStreamEndCapture(s.forked(), &mut null_mut());
    0 "a stream" cuStreamIsCapturing(s.stream(), &mut Status(0));
    1 "no place" cuStreamIsCapturing(s.stream(), null_mut());
    906 "the legacy stream" cuStreamIsCapturing(null_mut(), s.beside_a_capture());
    0 "a stream" cuStreamGetCaptureInfo_v3(s.captured(), &mut Status(0), &mut 0, &mut null_mut(), &mut null(), &mut null(), &mut 0);
    1 "no place" cuStreamGetCaptureInfo_v3(s.captured(), null_mut(), &mut 0, &mut null_mut(), &mut null(), &mut null(), &mut 0);
    906 "the legacy stream" cuStreamGetCaptureInfo_v3(null_mut(), s.beside_a_capture(), &mut 0, &mut null_mut(), &mut null(), &mut null(), &mut 0);
    0 "the mode there is" cuThreadExchangeStreamCaptureMode(&mut Mode(0));
    1 "one that is none" cuThreadExchangeStreamCaptureMode(&mut Mode(3));
    1 "nothing" cuThreadExchangeStreamCaptureMode(null_mut());
    0 "nothing more" cuStreamUpdateCaptureDependencies_v2(s.captured(), null_mut(), null(), 0, 0);
    1 "a flag that is none" cuStreamUpdateCaptureDependencies_v2(s.captured(), null_mut(), null(), 0, 2);
    1 "a node of another graph" cuStreamUpdateCaptureDependencies_v2(s.captured(), &mut s.node(), null(), 1, 0);
    1 "no list" cuStreamUpdateCaptureDependencies_v2(s.captured(), null_mut(), null(), 1, 0);
    401 "a stream that is not captured" cuStreamUpdateCaptureDependencies_v2(s.stream(), null_mut(), null(), 0, 0);
    // Graphs.
    0 "no flags" cuGraphCreate(&mut null_mut(), 0);
    0 "no context" cuGraphCreate(s.bare(&mut null_mut()), 0);
    1 "a flag" cuGraphCreate(&mut null_mut(), 1);
    1 "no place" cuGraphCreate(null_mut(), 0);
    0 "a graph" cuGraphDestroy(s.graph());
    1 "none" cuGraphDestroy(null_mut());
    1 "one that is captured into" cuGraphDestroy(s.unfinished_graph());
    400 "one that was destroyed" cuGraphDestroy(s.no_graph());
    0 "a launch" cuGraphAddKernelNode_v2(&mut null_mut(), s.graph(), null(), 0, &s.launch_of(1));
    1 "no blocks" cuGraphAddKernelNode_v2(&mut null_mut(), s.graph(), null(), 0, &s.launch_of(0));
    1 "nothing" cuGraphAddKernelNode_v2(&mut null_mut(), s.graph(), null(), 0, null());
    1 "no place" cuGraphAddKernelNode_v2(null_mut(), s.graph(), null(), 0, &s.launch_of(1));
    1 "no graph" cuGraphAddKernelNode_v2(&mut null_mut(), null_mut(), null(), 0, &s.launch_of(1));
    1 "a node of another graph" cuGraphAddKernelNode_v2(&mut null_mut(), s.graph(), &s.node(), 1, &s.launch_of(1));
    0 "a copy" cuGraphAddMemcpyNode(&mut null_mut(), s.graph(), null(), 0, &s.copy(), s.client.context);
    1 "nothing" cuGraphAddMemcpyNode(&mut null_mut(), s.graph(), null(), 0, null(), s.client.context);
    1 "memory that was freed" cuGraphAddMemcpyNode(&mut null_mut(), s.graph(), null(), 0, &copy(s.memory(), s.freed(), 64), s.client.context);
    1 "no graph" cuGraphAddMemcpyNode(&mut null_mut(), null_mut(), null(), 0, &s.copy(), s.client.context);
    0 "a fill" cuGraphAddMemsetNode(&mut null_mut(), s.graph(), null(), 0, &s.fill(), s.client.context);
    1 "nothing" cuGraphAddMemsetNode(&mut null_mut(), s.graph(), null(), 0, null(), s.client.context);
    1 "half a word" cuGraphAddMemsetNode(&mut null_mut(), s.graph(), null(), 0, &fill(s.memory() + 2, 1, 1), s.client.context);
    201 "no context" cuGraphAddMemsetNode(&mut null_mut(), s.graph(), null(), 0, &s.fill(), s.no_context());
    0 "a function" cuGraphAddHostNode(&mut null_mut(), s.graph(), null(), 0, &host());
    1 "none" cuGraphAddHostNode(&mut null_mut(), s.graph(), null(), 0, &CUDA_HOST_NODE_PARAMS { fn_: None, userData: null_mut() });
    1 "nothing" cuGraphAddHostNode(&mut null_mut(), s.graph(), null(), 0, null());
    0 "nothing" cuGraphAddEmptyNode(&mut null_mut(), s.graph(), null(), 0);
    1 "no place" cuGraphAddEmptyNode(null_mut(), s.graph(), null(), 0);
    1 "no list" cuGraphAddEmptyNode(&mut null_mut(), s.graph(), null(), 1);
    1 "a node of another graph" cuGraphAddEmptyNode(&mut null_mut(), s.graph(), &s.node(), 1);
    0 "no edges" cuGraphAddDependencies_v2(s.graph(), null(), null(), null(), 0);
    1 "no lists" cuGraphAddDependencies_v2(s.graph(), null(), null(), null(), 1);
    1 "no graph" cuGraphAddDependencies_v2(null_mut(), null(), null(), null(), 0);
    1 "nodes of other graphs" cuGraphAddDependencies_v2(s.graph(), &s.node(), &s.node(), null(), 1);
    0 "a graph" cuGraphInstantiateWithFlags(&mut null_mut(), s.graph(), 0);
    1 "a flag that is none" cuGraphInstantiateWithFlags(&mut null_mut(), s.graph(), 1 << 40);
    0 "a graph" cuGraphInstantiate_v2(&mut null_mut(), s.graph(), null_mut(), null_mut(), 0);
    1 "no place" cuGraphInstantiate_v2(null_mut(), s.graph(), null_mut(), null_mut(), 0);
    1 "none" cuGraphInstantiate_v2(&mut null_mut(), null_mut(), null_mut(), null_mut(), 0);
    1 "one that is captured into" cuGraphInstantiate_v2(&mut null_mut(), s.unfinished_graph(), null_mut(), null_mut(), 0);
    1 "one that allocates, again" cuGraphInstantiate_v2(&mut null_mut(), s.instantiated(), null_mut(), null_mut(), 0);
    0 "an exec" cuGraphLaunch(s.exec(), s.stream());
    1 "none" cuGraphLaunch(null_mut(), s.stream());
    1 "one that would allocate again" cuGraphLaunch(s.spent_exec(), s.stream());
    201 "no context" cuGraphLaunch(s.bare(s.exec()), null_mut());
    400 "one that was destroyed" cuGraphLaunch(s.no_exec(), s.stream());
    400 "no stream" cuGraphLaunch(s.exec(), s.no_stream());
    0 "the same" cuGraphExecUpdate_v2(s.client.instantiate(s.pair().0), s.pair().0, &mut UpdateResult::default());
    1 "no place" cuGraphExecUpdate_v2(s.exec(), s.graph(), null_mut());
    910 "another shape" cuGraphExecUpdate_v2(s.exec(), s.pair().0, &mut UpdateResult::default());
    1 "no exec" cuGraphExecKernelNodeSetParams_v2(null_mut(), s.node(), &s.launch_of(1));
    0 "an exec" cuGraphExecDestroy(s.exec());
    1 "none" cuGraphExecDestroy(null_mut());
    400 "one that was destroyed" cuGraphExecDestroy(s.no_exec());
    0 "an exec" cuGraphUpload(s.exec(), s.stream());
    1 "none" cuGraphUpload(null_mut(), s.stream());
    400 "no stream" cuGraphUpload(s.exec(), s.no_stream());
};

impl Scene {
    /// A graph that allocates, and was made ready.
    fn instantiated(&self) -> CUgraph {
        let graph = self.allocating_graph();
        self.client.instantiate(graph);
        graph
    }
}
