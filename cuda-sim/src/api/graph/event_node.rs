//! Nodes that record events and wait for them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUevent, CUgraph, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::graph::node::{Spot, add, get, set, set_in_exec};
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::event::Event;
use crate::world::graph::work::Work;
use crate::world::world::World;
use crate::world::{handle, registry};

/// The event that a handle names.
pub(crate) fn find(world: &World, raw: CUevent) -> Result<Arc<Event>, CUresult> {
    let event = registry::event(handle::to_key(raw)).filter(|event| event.context.world.id == world.id);
    event.ok_or(code::INVALID_VALUE)
}

macro_rules! event_nodes {
    ($($kind:ident: $add:ident $get:ident $set:ident $set_in_exec:ident;)*) => { $(
        pub(crate) unsafe extern "C" fn $add(
            place: *mut CUgraphNode,
            graph: CUgraph,
            after: *const CUgraphNode,
            count: usize,
            event: CUevent,
        ) -> CUresult {
            let spot = Spot { place, graph, after, count };
            // SAFETY: the client passes a place and a list of nodes.
            unsafe { add(entry(Name::$add), spot, |graph| find(&graph.world, event).map(Work::$kind)) }
        }

        pub(crate) unsafe extern "C" fn $get(node: CUgraphNode, place: *mut CUevent) -> CUresult {
            get(entry(Name::$get), node, |_, work| {
                let Work::$kind(event) = work else { return None };
                // SAFETY: the client passes a place for the event, or null.
                Some(unsafe { put(place, handle::to_raw(event.key)) })
            })
        }

        pub(crate) unsafe extern "C" fn $set(node: CUgraphNode, event: CUevent) -> CUresult {
            set(entry(Name::$set), node, |world| find(world, event).map(Work::$kind))
        }

        pub(crate) unsafe extern "C" fn $set_in_exec(exec: CUgraphExec, node: CUgraphNode, event: CUevent) -> CUresult {
            set_in_exec(entry(Name::$set_in_exec), exec, node, |world| find(world, event).map(Work::$kind))
        }
    )* };
}

event_nodes! {
    Record: cuGraphAddEventRecordNode cuGraphEventRecordNodeGetEvent cuGraphEventRecordNodeSetEvent
        cuGraphExecEventRecordNodeSetEvent;
    Wait: cuGraphAddEventWaitNode cuGraphEventWaitNodeGetEvent cuGraphEventWaitNodeSetEvent
        cuGraphExecEventWaitNodeSetEvent;
}
