//! The driver as a running kernel sees it.

use std::sync::Arc;

use crate::exec::memory::{DeviceMemory, Region};
use crate::exec::sampler::Bound;
use crate::exec::services::Services;
use crate::fault::report::Kind;
use crate::memory::space::Map;
use crate::world::context::Context;
use crate::world::image;

/// What the kernels of one launch reach: the memory that was there when it began, and the heap of its context.
#[derive(Debug)]
pub(crate) struct Reach<'a> {
    pub(crate) map: Arc<Map>,
    pub(crate) context: &'a Context,
    /// Where the barrier of a cooperative grid is.
    pub(crate) workspace: Option<Region>,
    /// The images that were there when it was queued.
    pub(crate) images: &'a [(u64, Arc<Bound>)],
}

impl DeviceMemory for Reach<'_> {
    fn region(&self, address: u64) -> Option<Region> {
        let workspace =
            || self.workspace.as_ref().filter(|region| address.wrapping_sub(region.base) < region.len).cloned();
        self.map
            .region(address, self.context.device, |owner| self.context.has_peer(owner))
            .or_else(workspace)
            .or_else(|| self.context.heap.find(address))
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
        let argument = self.images.iter().find(|(key, _)| *key == handle).map(|(_, bound)| Arc::clone(bound));
        argument.or_else(|| image::bound(handle, self.context.key))
    }

    fn nanoseconds(&self) -> u64 {
        self.context.world.engine.clock.now()
    }
}
