//! Functions of the client's that a stream calls.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_void};

use cuda_sys::{CUhostFn, CUresult, CUstream, CUstreamCallback};

use crate::api::call::{Entry, entry};
use crate::api::submit;
use crate::code;
use crate::engine::op::{HostCall, Op, Opaque, StatusCall};
use crate::fault::script::HostFunctions;
use crate::name::Name;

fn launch(entry: Entry, stream: CUstream, function: CUhostFn, argument: *mut c_void) -> CUresult {
    entry.on_stream(stream, |target| {
        let function = function.ok_or(code::INVALID_VALUE)?;
        let world = &target.context.world;
        // In a graph it is each call that may be late or lost, not the node.
        let is_captured = world.captures.takes(target)?;
        let (lost, held) = match if is_captured { HostFunctions::Called } else { world.faults.host_functions() } {
            HostFunctions::Called => (false, None),
            HostFunctions::Lost => (true, None),
            HostFunctions::Held(latch) => (false, Some(latch)),
        };
        let call = HostCall { function, argument: Opaque(argument), held, lost };
        submit::queue(target, Op::Host(call)).map(drop)
    })
}

pub(crate) unsafe extern "C" fn cuLaunchHostFunc(
    stream: CUstream,
    function: CUhostFn,
    argument: *mut c_void,
) -> CUresult {
    launch(entry(Name::cuLaunchHostFunc), stream, function, argument)
}

/// The mode says how the driver waits for the function to end, which makes no difference here.
pub(crate) unsafe extern "C" fn cuLaunchHostFunc_v2(
    stream: CUstream,
    function: CUhostFn,
    argument: *mut c_void,
    mode: c_uint,
) -> CUresult {
    if mode > 1 {
        return entry(Name::cuLaunchHostFunc_v2).refuse(code::INVALID_VALUE);
    }
    launch(entry(Name::cuLaunchHostFunc_v2), stream, function, argument)
}

pub(crate) unsafe extern "C" fn cuStreamAddCallback(
    stream: CUstream,
    callback: CUstreamCallback,
    argument: *mut c_void,
    flags: c_uint,
) -> CUresult {
    entry(Name::cuStreamAddCallback).on_stream(stream, |target| {
        let function = callback.filter(|_| flags == 0).ok_or(code::INVALID_VALUE)?;
        let call = StatusCall { function, stream: Opaque(stream.cast()), argument: Opaque(argument) };
        submit::queue(target, Op::Status(call)).map(drop)
    })
}
