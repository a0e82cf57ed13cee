//! The ledger: what is alive now.

use std::collections::BTreeMap;

use crate::world::registry::{self, Object};
use crate::world::world::World;

/// What is alive in a simulator at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ledger {
    /// Live device allocations, of all devices and kinds.
    pub device_allocations: usize,
    /// Their bytes.
    pub device_byte_len: u64,
    /// The most device bytes that were ever allocated at one time, summed over the devices.
    pub peak_device_byte_len: u64,
    /// Live ranges of page-locked host memory, registered and allocated.
    pub host_ranges: usize,
    /// Their bytes.
    pub host_byte_len: u64,
    /// Live contexts.
    pub contexts: usize,
    /// Live blocks of the heaps that kernels allocate from, and their bytes.
    pub heap_blocks: usize,
    /// Bytes of those blocks.
    pub heap_byte_len: u64,
    /// Live streams, not counting the default ones.
    pub streams: usize,
    /// Live events.
    pub events: usize,
    /// Live arrays.
    pub arrays: usize,
    /// Live texture and surface objects.
    pub images: usize,
    /// Live graphs, not counting those in nodes, and graphs that are ready to run.
    pub graphs: usize,
    /// Live modules, those of libraries among them.
    pub modules: usize,
    /// Live libraries.
    pub libraries: usize,
    /// Live links of the driver's linker.
    pub links: usize,
    /// Operations that are queued or running.
    pub pending_operations: usize,
}

impl Ledger {
    pub(crate) fn of(world: &World) -> Self {
        let mut ledger = Ledger::default();
        // What is mapped counts once, however often it is, and whether the client still has its handle or not.
        let mut pieces = BTreeMap::new();
        for allocation in world.space.snapshot().live().filter(|allocation| allocation.owner.is_on_device()) {
            if let Some(physical) = &allocation.physical {
                pieces.insert(physical.key, physical.len);
                continue;
            }
            ledger.device_allocations += 1;
            ledger.device_byte_len += allocation.range.len;
        }
        ledger.peak_device_byte_len = world.devices.iter().map(|device| device.peak()).sum();
        (ledger.host_ranges, ledger.host_byte_len) = world.host.totals();
        for object in registry::list(|object| object.world_id() == world.id) {
            match object {
                Object::Context(context) => {
                    ledger.contexts += 1;
                    let (blocks, byte_len) = context.heap.totals();
                    ledger.heap_blocks += blocks;
                    ledger.heap_byte_len += byte_len;
                }
                Object::Stream(_) => ledger.streams += 1,
                Object::Event(_) => ledger.events += 1,
                Object::Module(_) => ledger.modules += 1,
                Object::Array(_) => ledger.arrays += 1,
                Object::Image(_) => ledger.images += 1,
                Object::Physical(physical) => _ = pieces.insert(physical.key, physical.len),
                Object::Library(_) => ledger.libraries += 1,
                Object::Link(_) => ledger.links += 1,
                Object::Graph(graph) => ledger.graphs += usize::from(!graph.is_child),
                Object::Exec(_) => ledger.graphs += 1,
                Object::Pool(_) | Object::Function(_) | Object::Kernel(_) | Object::Node(_) | Object::Kept(_) => {}
            }
        }
        ledger.device_allocations += pieces.len();
        ledger.device_byte_len += pieces.values().sum::<u64>();
        ledger.pending_operations = world.engine.lock().lanes.values().map(|lane| lane.pending().count()).sum();
        ledger
    }
}
