//! Copies on the legacy stream.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{CU_STREAM_PER_THREAD, CUcontext, CUdeviceptr, CUresult};

use crate::api::call::{current, entry};
use crate::api::submit::{self, Return};
use crate::code::{self, Answer};
use crate::engine::transfer::{End, Shape};
use crate::memory::pointer::HostPointer;
use crate::memory::space::{Found, Owner};
use crate::name::Name;
use crate::world::{handle, registry};

/// An address of which the client does not say whose it is. Host addresses come as numbers here, for the ABI has it so: what is
/// page-locked has its pointer kept, and of anything else the client exposed one.
pub(crate) fn by_address(address: CUdeviceptr) -> End {
    if handle::is_device_address(address) {
        return End::Device(address);
    }
    if let Ok(context) = current() {
        let world = &context.world;
        if let Some(pointer) = world.host.pointer_at(address) {
            return End::Host(pointer);
        }
        if matches!(world.space.find(address, 1), Found::Live(there) if matches!(there.owner, Owner::Managed(_))) {
            return End::Device(address);
        }
    }
    let address = usize::try_from(address).unwrap_or(0);
    End::Host(HostPointer::new(std::ptr::with_exposed_provenance_mut(address)))
}

macro_rules! copies {
    ($($plain:ident, $per_thread:ident($($parameter:ident: $ty:ty),*) = $from:expr, $to:expr, $returns:expr;)*) => { $(
        pub(crate) unsafe extern "C" fn $plain($($parameter: $ty,)* len: usize) -> CUresult {
            entry(Name::$plain)
                .on_stream(null_mut(), |target| submit::copy(target, $from, $to, Shape::flat(len), $returns))
        }

        pub(crate) unsafe extern "C" fn $per_thread($($parameter: $ty,)* len: usize) -> CUresult {
            entry(Name::$per_thread)
                .on_stream(CU_STREAM_PER_THREAD, |target| submit::copy(target, $from, $to, Shape::flat(len), $returns))
        }
    )* };
}

copies! {
    cuMemcpyHtoD_v2, cuMemcpyHtoD_v2_ptds(to: CUdeviceptr, from: *const c_void) =
        submit::source(from), End::Device(to), Return::HostFree;
    cuMemcpyDtoH_v2, cuMemcpyDtoH_v2_ptds(to: *mut c_void, from: CUdeviceptr) =
        End::Device(from), submit::destination(to), Return::Done;
    cuMemcpyDtoD_v2, cuMemcpyDtoD_v2_ptds(to: CUdeviceptr, from: CUdeviceptr) =
        End::Device(from), End::Device(to), Return::Early;
    cuMemcpy, cuMemcpy_ptds(to: CUdeviceptr, from: CUdeviceptr) =
        by_address(from), by_address(to), Return::HostFree;
    cuMemcpyPeer, cuMemcpyPeer_ptds(
        to: CUdeviceptr, to_context: CUcontext, from: CUdeviceptr, from_context: CUcontext
    ) = {
        live([to_context, from_context])?;
        End::Device(from)
    }, End::Device(to), Return::Early;
}

/// Checks the contexts that a peer copy names.
pub(crate) fn live(contexts: [CUcontext; 2]) -> Answer {
    let are_live = contexts.iter().all(|raw| registry::context(handle::to_key(*raw)).is_some());
    if are_live { Ok(()) } else { Err(code::INVALID_CONTEXT) }
}
