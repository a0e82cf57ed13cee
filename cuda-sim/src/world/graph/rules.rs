//! Which calls a capture forbids to threads that might disturb it.

use crate::name::Name;

/// Whether a call may synchronise with, or wait for, work that is on no stream of its own, so that a capture in the way is invalidated.
/// Calls that ask about or wait for streams, events and contexts are not here: they look themselves, after what they are given.
pub(crate) fn is_unsafe(name: Name) -> bool {
    use Name as N;
    matches!(
        name,
        N::cuMemAlloc_v2
            | N::cuMemAllocPitch_v2
            | N::cuMemAllocManaged
            | N::cuMemFree_v2
            | N::cuMemAllocHost_v2
            | N::cuMemHostAlloc
            | N::cuMemFreeHost
            | N::cuMemHostRegister
            | N::cuMemHostRegister_v2
            | N::cuMemHostUnregister
            | N::cuMemPoolCreate
            | N::cuMemPoolDestroy
            | N::cuMemPoolTrimTo
            | N::cuArrayCreate_v2
            | N::cuArray3DCreate_v2
            | N::cuArrayDestroy
            | N::cuMipmappedArrayCreate
            | N::cuMipmappedArrayDestroy
            | N::cuModuleLoad
            | N::cuModuleLoadData
            | N::cuModuleLoadDataEx
            | N::cuModuleLoadFatBinary
            | N::cuModuleUnload
            | N::cuMemcpyHtoD_v2
            | N::cuMemcpyDtoH_v2
            | N::cuMemcpyDtoD_v2
            | N::cuMemcpy
            | N::cuMemcpyPeer
            | N::cuMemcpy2D_v2
            | N::cuMemcpy2DUnaligned_v2
            | N::cuMemcpy3D_v2
            | N::cuMemcpyHtoA_v2
            | N::cuMemcpyAtoH_v2
            | N::cuMemcpyDtoA_v2
            | N::cuMemcpyAtoD_v2
            | N::cuMemcpyAtoA_v2
            | N::cuMemcpyHtoD_v2_ptds
            | N::cuMemcpyDtoH_v2_ptds
            | N::cuMemcpyDtoD_v2_ptds
            | N::cuMemcpy_ptds
            | N::cuMemcpyPeer_ptds
            | N::cuMemcpy2D_v2_ptds
            | N::cuMemcpy2DUnaligned_v2_ptds
            | N::cuMemcpy3D_v2_ptds
            | N::cuMemcpyHtoA_v2_ptds
            | N::cuMemcpyAtoH_v2_ptds
            | N::cuMemcpyDtoA_v2_ptds
            | N::cuMemcpyAtoD_v2_ptds
            | N::cuMemcpyAtoA_v2_ptds
    )
}
