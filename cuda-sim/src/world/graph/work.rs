//! What a node does.
#![expect(unsafe_code, reason = "keeps a description that holds pointers of the client's")]

use std::sync::Arc;

use cuda_sys::{CUDA_MEMCPY3D, CUgraphNodeType as Type, CUhostFn, CUmemorytype};

use crate::engine::launch::Launch;
use crate::engine::op::Opaque;
use crate::engine::transfer::{Copy, End, Fill, Pitch, Shape};
use crate::world::event::Event;
use crate::world::graph::graph::Graph;
use crate::world::graph::memory::GraphMemory;

/// What a node does when it is run.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    Kernel(Launch),
    Copy(Box<CopyWork>),
    Fill(Fill),
    Host(HostWork),
    /// A graph of its own, which nobody else has.
    Graph(Arc<Graph>),
    Empty,
    Record(Arc<Event>),
    Wait(Arc<Event>),
    Allocate(Arc<GraphMemory>),
    /// Frees what a node of this or another graph allocated, by its address.
    Free(u64),
}

/// A function of the client's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostWork {
    pub(crate) function: CUhostFn,
    pub(crate) argument: Opaque,
}

/// A copy, and the words in which the client asked for it.
#[derive(Clone, Debug)]
pub(crate) struct CopyWork {
    pub(crate) from: End,
    pub(crate) to: End,
    pub(crate) shape: Shape,
    pub(crate) description: Description,
}

/// A description of the client's, kept to be given back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Description(pub(crate) CUDA_MEMCPY3D);

// SAFETY: its pointers are never followed from here, only handed back to the client.
unsafe impl Send for Description {}
// SAFETY: as for Send.
unsafe impl Sync for Description {}

impl Work {
    pub(crate) fn kind(&self) -> Type {
        match self {
            Work::Kernel(_) => Type::CU_GRAPH_NODE_TYPE_KERNEL,
            Work::Copy(_) => Type::CU_GRAPH_NODE_TYPE_MEMCPY,
            Work::Fill(_) => Type::CU_GRAPH_NODE_TYPE_MEMSET,
            Work::Host(_) => Type::CU_GRAPH_NODE_TYPE_HOST,
            Work::Graph(_) => Type::CU_GRAPH_NODE_TYPE_GRAPH,
            Work::Empty => Type::CU_GRAPH_NODE_TYPE_EMPTY,
            Work::Record(_) => Type::CU_GRAPH_NODE_TYPE_EVENT_RECORD,
            Work::Wait(_) => Type::CU_GRAPH_NODE_TYPE_WAIT_EVENT,
            Work::Allocate(_) => Type::CU_GRAPH_NODE_TYPE_MEM_ALLOC,
            Work::Free(_) => Type::CU_GRAPH_NODE_TYPE_MEM_FREE,
        }
    }

    /// Whether the work allocates or frees; a graph of such work may not be changed, copied, or made ready twice.
    pub(crate) fn is_memory(&self) -> bool {
        match self {
            Work::Allocate(_) | Work::Free(_) => true,
            Work::Graph(graph) => graph.has_memory(),
            _ => false,
        }
    }

    /// Whether the node of an exec that does this can be switched off.
    pub(crate) fn can_be_disabled(&self) -> bool {
        matches!(self, Work::Kernel(_) | Work::Copy(_) | Work::Fill(_))
    }
}

impl CopyWork {
    /// A copy that was captured, put into words.
    pub(crate) fn captured(copy: Copy) -> Self {
        let Copy { from, to, shape, .. } = copy;
        let mut it =
            CUDA_MEMCPY3D { WidthInBytes: shape.width, Height: shape.rows, Depth: shape.slices, ..Default::default() };
        match &from {
            End::Device(base) => (it.srcMemoryType, it.srcDevice) = (CUmemorytype::CU_MEMORYTYPE_DEVICE, *base),
            End::Host(pointer) => {
                (it.srcMemoryType, it.srcHost) = (CUmemorytype::CU_MEMORYTYPE_HOST, pointer.raw().cast());
            }
            End::Staged(_) => {}
        }
        match &to {
            End::Device(base) => (it.dstMemoryType, it.dstDevice) = (CUmemorytype::CU_MEMORYTYPE_DEVICE, *base),
            End::Host(pointer) => {
                (it.dstMemoryType, it.dstHost) = (CUmemorytype::CU_MEMORYTYPE_HOST, pointer.raw().cast());
            }
            End::Staged(_) => {}
        }
        (it.srcPitch, it.srcHeight) = pitch(shape.source, shape.rows);
        (it.dstPitch, it.dstHeight) = pitch(shape.target, shape.rows);
        CopyWork { from, to, shape, description: Description(it) }
    }

    pub(crate) fn copy(&self) -> Copy {
        Copy { from: self.from.clone(), to: self.to.clone(), shape: self.shape, sum: None }
    }

    /// The kinds of memory at both ends, which an update may not change.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let kind = |end: &End| matches!(end, End::Device(_));
        (kind(&self.from), kind(&self.to)) == (kind(&other.from), kind(&other.to))
    }
}

/// The pitch of a row, and the rows of a slice.
fn pitch(pitch: Pitch, rows: usize) -> (usize, usize) {
    let height = pitch.slice.checked_div(pitch.row).filter(|height| *height > 0).unwrap_or(rows);
    (pitch.row, height)
}
