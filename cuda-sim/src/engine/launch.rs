//! Launches, as the engine runs them.

use std::sync::Arc;

use cuda_sys::CUresult;

use crate::code::Answer;
use crate::engine::services::Reach;
use crate::exec::approximate::Deviation;
use crate::exec::backing::Backing;
use crate::exec::launch::{self, Launch as Run};
use crate::exec::memory::Region;
use crate::exec::sampler::Bound;
use crate::fault::report::Kind;
use crate::memory::range::Addresses;
use crate::world::handle;
use crate::world::module::Function;
use crate::world::world::World;

/// A launch of a kernel, checked and with its parameters copied.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub(crate) function: Arc<Function>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared: u32,
    /// The parameter block, laid out as the kernel says.
    pub(crate) parameters: Vec<u8>,
    /// The texture and surface objects among the arguments. Programs destroy them as soon as the launch is queued.
    pub(crate) images: Vec<(u64, Arc<Bound>)>,
    /// Whether the blocks may wait for each other.
    pub(crate) cooperative: bool,
}

/// Bytes of the workspace of a cooperative grid.
const WORKSPACE: usize = 64;

impl Launch {
    /// Whether a parameter is an address in this range, or the range is a variable of the kernel's module. A kernel may reach
    /// memory by other ways; what it does then is only seen when it does it.
    pub(crate) fn touches(&self, range: Addresses) -> bool {
        let mut addresses = self.addresses();
        addresses.any(|address| range.contains(Addresses::new(address, 1)))
            || self.function.module.addresses.iter().any(|address| range.contains(Addresses::new(*address, 1)))
    }

    /// The arguments that are as long as an address.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u64> {
        self.function.kernel.params.iter().filter(|parameter| parameter.byte_len == 8).filter_map(|parameter| {
            let at = usize::try_from(parameter.offset).ok()?;
            let bytes = self.parameters.get(at..at + 8)?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        })
    }

    pub(crate) fn run(&self, world: &World) -> Answer {
        let module = &self.function.module;
        let context = &module.context;
        let workspace = self.cooperative.then(|| {
            let range = handle::next_addresses(WORKSPACE as u64);
            Region { base: range.base, len: range.len, bytes: Arc::new(Backing::new_poisoned(WORKSPACE, 0)) }
        });
        let workspace_base = workspace.as_ref().map_or(0, |region| region.base);
        let reach = Reach { map: world.space.snapshot(), context, workspace, images: &self.images };
        let run = Run {
            kernel: &self.function.kernel,
            grid: self.grid,
            block: self.block,
            dynamic_shared_bytes: self.dynamic_shared,
            params: &self.parameters,
            globals: &module.addresses,
            memory: &reach,
            services: &reach,
            cooperative: self.cooperative,
            workspace: workspace_base,
            stack_byte_len: context.limits.stack(),
            seed: world.config.kernel_seed(&world.rng),
            cancel: module.context.health.cancel(),
            step_limit: world.config.step_limit,
            deviation: Deviation::new(world.config.approximation_error),
        };
        match launch::run(&run) {
            Ok(stats) => {
                world.calls.add_thread_instructions(stats.thread_instructions);
                Ok(())
            }
            Err(fault) => {
                if !module.context.health.has_ended() {
                    world.reports.add(Kind::Kernel, format!("{}: {fault}", self.function.kernel.name));
                }
                Err(CUresult(fault.code()))
            }
        }
    }

    /// Threads in the grid.
    pub(crate) fn threads(&self) -> u64 {
        self.grid.iter().chain(&self.block).map(|size| u64::from(*size)).product()
    }
}
