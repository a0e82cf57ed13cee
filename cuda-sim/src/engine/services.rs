//! The driver as a running kernel sees it.

use std::sync::Arc;

use crate::exec::memory::{DeviceMemory, Region};
use crate::exec::sampler::Bound;
use crate::exec::services::Services;
use crate::fault::report::Kind;
use crate::memory::space::Map;
use crate::world::context::Context;
use crate::world::registry;

/// What the kernels of one launch reach: the memory that was there when it began, and the heap of its context.
#[derive(Debug)]
pub(crate) struct Reach<'a> {
    pub(crate) map: Arc<Map>,
    pub(crate) context: &'a Context,
    /// Where the barrier of a cooperative grid is.
    pub(crate) workspace: Option<Region>,
}

impl DeviceMemory for Reach<'_> {
    fn region(&self, address: u64) -> Option<Region> {
        let workspace =
            || self.workspace.as_ref().filter(|region| address.wrapping_sub(region.base) < region.len).cloned();
        self.map.region(address, self.context.device).or_else(workspace).or_else(|| self.context.heap.find(address))
    }
}

impl Services for Reach<'_> {
    fn print(&self, text: &[u8], byte_len: u64) {
        self.context.world.printer.add(self.context.key, text, byte_len, self.context.limits.print());
    }

    fn complain(&self, text: &str) {
        eprintln!("{text}");
    }

    fn report(&self, text: &str) {
        self.context.world.reports.add(Kind::Kernel, text.to_owned());
    }

    fn allocate(&self, byte_len: u64) -> Option<Region> {
        self.context.heap.allocate(byte_len, self.context.limits.heap())
    }

    fn free(&self, address: u64) -> bool {
        self.context.heap.free(address)
    }

    fn bound(&self, handle: u64) -> Option<Arc<Bound>> {
        let image = registry::image(usize::try_from(handle).ok()?)?;
        (image.context.key == self.context.key).then(|| Arc::clone(&image.bound))
    }

    fn nanoseconds(&self) -> u64 {
        self.context.world.engine.clock.now()
    }
}
