//! Nodes that launch kernels.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ptr::null_mut;
use std::sync::Arc;

use cuda_sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v1, CUcontext, CUfunction, CUgraph, CUgraphExec, CUgraphNode,
    CUkernel, CUresult,
};

use crate::api::call::entry;
use crate::api::graph::find::context;
use crate::api::graph::node::{Spot, add, get, set, set_in_exec};
use crate::api::launch::{Geometry, prepare};
use crate::api::out::put;
use crate::code;
use crate::engine::launch::Launch;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::node::Node;
use crate::world::graph::work::Work;
use crate::world::library;
use crate::world::module::Function;
use crate::world::world::World;
use crate::world::{handle, registry};

/// The newer structure with what the older one says.
fn newer(old: &CUDA_KERNEL_NODE_PARAMS_v1) -> CUDA_KERNEL_NODE_PARAMS {
    CUDA_KERNEL_NODE_PARAMS {
        func: old.func,
        gridDimX: old.gridDimX,
        gridDimY: old.gridDimY,
        gridDimZ: old.gridDimZ,
        blockDimX: old.blockDimX,
        blockDimY: old.blockDimY,
        blockDimZ: old.blockDimZ,
        sharedMemBytes: old.sharedMemBytes,
        kernelParams: old.kernelParams,
        extra: old.extra,
        kern: null_mut(),
        ctx: null_mut(),
    }
}

/// The kernel that the structure names, one way or the other.
fn function(world: &World, function: CUfunction, kernel: CUkernel, raw: CUcontext) -> Result<Arc<Function>, CUresult> {
    let key = match (function.is_null(), kernel.is_null()) {
        (false, true) => handle::to_key(function),
        (true, false) => handle::to_key(kernel),
        _ => return Err(code::INVALID_VALUE),
    };
    if !raw.is_null() {
        context(world, raw)?;
    }
    let found = match registry::function(key) {
        Some(function) => function,
        // A kernel of a library, in the context that is named or current.
        None => library::function_in(key, &context(world, raw)?).map_err(|_| code::INVALID_VALUE)?,
    };
    if found.module.context.world.id == world.id { Ok(found) } else { Err(code::INVALID_VALUE) }
}

/// Reads what a node shall launch. The arguments are copied.
///
/// # Safety
/// `from` is null or points to a description of a launch, with the arguments that the kernel wants.
pub(crate) unsafe fn read(world: &World, from: *const CUDA_KERNEL_NODE_PARAMS) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?;
    let function = function(world, it.func, it.kern, it.ctx)?;
    let geometry = Geometry {
        grid: [it.gridDimX, it.gridDimY, it.gridDimZ],
        block: [it.blockDimX, it.blockDimY, it.blockDimZ],
        shared: it.sharedMemBytes,
        cooperative: false,
    };
    // SAFETY: the caller promises the arguments of this kernel.
    let launch = unsafe { prepare(&function, &geometry, it.kernelParams, it.extra)? };
    Ok(Work::Kernel(launch))
}

/// As [`read`], from the older structure.
///
/// # Safety
/// As for [`read`].
unsafe fn read_v1(world: &World, from: *const CUDA_KERNEL_NODE_PARAMS_v1) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let newer = newer(unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?);
    // SAFETY: the caller promises what `read` asks for.
    unsafe { read(world, &raw const newer) }
}

/// The description of a launch. Its arguments are the node's, and last as long as they do.
pub(crate) fn show(node: &Node, launch: &Launch) -> CUDA_KERNEL_NODE_PARAMS {
    let ([gridDimX, gridDimY, gridDimZ], [blockDimX, blockDimY, blockDimZ]) = (launch.grid, launch.block);
    // The module gives the same handle each time.
    let function = &launch.function;
    let key = function.name.to_str().ok().and_then(|name| function.module.function(name)).unwrap_or(0);
    CUDA_KERNEL_NODE_PARAMS {
        func: handle::to_raw(key),
        gridDimX,
        gridDimY,
        gridDimZ,
        blockDimX,
        blockDimY,
        blockDimZ,
        sharedMemBytes: launch.dynamic_shared,
        kernelParams: node.show(launch),
        extra: null_mut(),
        kern: null_mut(),
        ctx: launch.function.module.context.raw(),
    }
}

pub(crate) unsafe extern "C" fn cuGraphAddKernelNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a description with the kernel's arguments.
    let work = |graph: &Arc<Graph>| unsafe { read_v1(&graph.world, from) };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddKernelNode), spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphAddKernelNode_v2(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a description with the kernel's arguments.
    let work = |graph: &Arc<Graph>| unsafe { read(&graph.world, from) };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddKernelNode_v2), spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeGetParams(
    node: CUgraphNode,
    place: *mut CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    get(entry(Name::cuGraphKernelNodeGetParams), node, |node, work| {
        let Work::Kernel(launch) = work else { return None };
        let it = show(node, launch);
        let old = CUDA_KERNEL_NODE_PARAMS_v1 {
            func: it.func,
            gridDimX: it.gridDimX,
            gridDimY: it.gridDimY,
            gridDimZ: it.gridDimZ,
            blockDimX: it.blockDimX,
            blockDimY: it.blockDimY,
            blockDimZ: it.blockDimZ,
            sharedMemBytes: it.sharedMemBytes,
            kernelParams: it.kernelParams,
            extra: it.extra,
        };
        // SAFETY: the client passes a place for the description, or null.
        Some(unsafe { put(place, old) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeGetParams_v2(
    node: CUgraphNode,
    place: *mut CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    get(entry(Name::cuGraphKernelNodeGetParams_v2), node, |node, work| {
        let Work::Kernel(launch) = work else { return None };
        // SAFETY: the client passes a place for the description, or null.
        Some(unsafe { put(place, show(node, launch)) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeSetParams(
    node: CUgraphNode,
    from: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    // SAFETY: the client passes a description with the kernel's arguments.
    set(entry(Name::cuGraphKernelNodeSetParams), node, |world| unsafe { read_v1(world, from) })
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeSetParams_v2(
    node: CUgraphNode,
    from: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    // SAFETY: the client passes a description with the kernel's arguments.
    set(entry(Name::cuGraphKernelNodeSetParams_v2), node, |world| unsafe { read(world, from) })
}

pub(crate) unsafe extern "C" fn cuGraphExecKernelNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    let entry = entry(Name::cuGraphExecKernelNodeSetParams);
    // SAFETY: the client passes a description with the kernel's arguments.
    set_in_exec(entry, exec, node, |world| unsafe { read_v1(world, from) })
}

pub(crate) unsafe extern "C" fn cuGraphExecKernelNodeSetParams_v2(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    let entry = entry(Name::cuGraphExecKernelNodeSetParams_v2);
    // SAFETY: the client passes a description with the kernel's arguments.
    set_in_exec(entry, exec, node, |world| unsafe { read(world, from) })
}
