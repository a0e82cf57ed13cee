//! Copies on the legacy stream.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;

use cuda_sys::{CUcontext, CUdeviceptr, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::submit::{self, Return};
use crate::code;
use crate::engine::transfer::{End, Shape};
use crate::memory::pointer::HostPointer;
use crate::world::stream::Target;
use crate::world::{handle, registry};

fn submit(entry: Entry, from: End, to: End, len: usize, returns: Return) -> CUresult {
    entry.on_current(|context| {
        let target = Target::legacy(std::sync::Arc::clone(context));
        submit::copy(&target, from, to, Shape::flat(len), returns)
    })
}

/// An address of which the client does not say whose it is. Host addresses come as numbers here, for the ABI has it so.
pub(crate) fn by_address(address: CUdeviceptr) -> End {
    if handle::is_device_address(address) {
        return End::Device(address);
    }
    let address = usize::try_from(address).unwrap_or(0);
    End::Host(HostPointer::new(std::ptr::with_exposed_provenance_mut(address)))
}

pub(crate) unsafe extern "C" fn cuMemcpyHtoD_v2(to: CUdeviceptr, from: *const c_void, len: usize) -> CUresult {
    submit(entry("cuMemcpyHtoD_v2"), submit::source(from), End::Device(to), len, Return::HostFree)
}

pub(crate) unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: CUdeviceptr, len: usize) -> CUresult {
    submit(entry("cuMemcpyDtoH_v2"), End::Device(from), submit::destination(to), len, Return::Done)
}

pub(crate) unsafe extern "C" fn cuMemcpyDtoD_v2(to: CUdeviceptr, from: CUdeviceptr, len: usize) -> CUresult {
    submit(entry("cuMemcpyDtoD_v2"), End::Device(from), End::Device(to), len, Return::Early)
}

pub(crate) unsafe extern "C" fn cuMemcpy(to: CUdeviceptr, from: CUdeviceptr, len: usize) -> CUresult {
    submit(entry("cuMemcpy"), by_address(from), by_address(to), len, Return::HostFree)
}

pub(crate) unsafe extern "C" fn cuMemcpyPeer(
    to: CUdeviceptr,
    to_context: CUcontext,
    from: CUdeviceptr,
    from_context: CUcontext,
    len: usize,
) -> CUresult {
    let are_live = [to_context, from_context].iter().all(|raw| registry::context(handle::to_key(*raw)).is_some());
    if !are_live {
        return entry("cuMemcpyPeer").refuse(code::INVALID_CONTEXT);
    }
    submit(entry("cuMemcpyPeer"), End::Device(from), End::Device(to), len, Return::Early)
}
