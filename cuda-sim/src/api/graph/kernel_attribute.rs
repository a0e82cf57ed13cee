//! Attributes of nodes that launch kernels.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_int;

use cuda_sys::{CUgraphNode, CUkernelNodeAttrID as A, CUkernelNodeAttrValue, CUresult};

use crate::api::call::entry;
use crate::api::graph::node::get;
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::work::Work;
use crate::world::{handle, registry};

/// Says that an attribute is none, or none that is simulated.
fn unknown(attribute: A) -> Answer {
    if attribute.0 >= A::CU_LAUNCH_ATTRIBUTE_MAX.0 || attribute == A::CU_LAUNCH_ATTRIBUTE_IGNORE {
        return Err(code::INVALID_VALUE);
    }
    eprintln!("cuda-sim: attribute {} of a kernel's node is not simulated", attribute.0);
    Err(code::NOT_SUPPORTED)
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeGetAttribute(
    node: CUgraphNode,
    attribute: A,
    place: *mut CUkernelNodeAttrValue,
) -> CUresult {
    get(entry(Name::cuGraphKernelNodeGetAttribute), node, |_, work| {
        let Work::Kernel(launch) = work else { return None };
        if place.is_null() {
            return Some(Err(code::INVALID_VALUE));
        }
        if attribute != A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE {
            return Some(unknown(attribute));
        }
        // SAFETY: the client passes a place for the value (not null, checked above), which for this attribute is an int.
        unsafe { place.cast::<c_int>().write(c_int::from(launch.cooperative)) };
        Some(Ok(()))
    })
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeSetAttribute(
    node: CUgraphNode,
    attribute: A,
    value: *const CUkernelNodeAttrValue,
) -> CUresult {
    entry(Name::cuGraphKernelNodeSetAttribute).on_node(node, |_, node| {
        let Work::Kernel(launch) = &mut *node.work() else { return Err(code::INVALID_VALUE) };
        if value.is_null() {
            return Err(code::INVALID_VALUE);
        }
        if attribute != A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE {
            return unknown(attribute);
        }
        // SAFETY: the client passes a value (not null, checked above), which for this attribute is an int.
        launch.cooperative = unsafe { value.cast::<c_int>().read() } != 0;
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuGraphKernelNodeCopyAttributes(to: CUgraphNode, from: CUgraphNode) -> CUresult {
    entry(Name::cuGraphKernelNodeCopyAttributes).on_node(to, |_, node| {
        let from = registry::node(handle::to_key(from)).ok_or(code::INVALID_VALUE)?;
        let cooperative = match &*from.work() {
            Work::Kernel(launch) => launch.cooperative,
            _ => return Err(code::INVALID_VALUE),
        };
        let Work::Kernel(launch) = &mut *node.work() else { return Err(code::INVALID_VALUE) };
        launch.cooperative = cooperative;
        Ok(())
    })
}
