//! Nodes of execs: switching them off and on.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;

use cuda_sys::{CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::handle;

pub(crate) unsafe extern "C" fn cuGraphNodeSetEnabled(
    exec: CUgraphExec,
    node: CUgraphNode,
    is_enabled: c_uint,
) -> CUresult {
    entry(Name::cuGraphNodeSetEnabled).on_exec(exec, |exec| {
        exec.change(handle::to_key(node), |step| {
            if !step.work.can_be_disabled() {
                return Err(code::INVALID_VALUE);
            }
            step.is_enabled = is_enabled != 0;
            Ok(())
        })
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetEnabled(
    exec: CUgraphExec,
    node: CUgraphNode,
    is_enabled: *mut c_uint,
) -> CUresult {
    entry(Name::cuGraphNodeGetEnabled).on_exec(exec, |exec| {
        exec.change(handle::to_key(node), |step| {
            if !step.work.can_be_disabled() {
                return Err(code::INVALID_VALUE);
            }
            // SAFETY: the client passes a place for the answer, or null.
            unsafe { put(is_enabled, c_uint::from(step.is_enabled)) }
        })
    })
}
