//! How a simulator is set up.

use cuda_sys::CudaVersion;

use crate::files::FaultScript;
use crate::simulator::Simulator;
use crate::world::config::{Adversity, Config, Mode};
use crate::world::profile::DeviceProfile;
use crate::world::slot::{self, NoSlot};
use crate::world::visible;
use crate::world::world::World;

/// Sets a [`Simulator`] up; made by [`Simulator::builder`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct Builder {
    pub(crate) config: Config,
    faults: FaultScript,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let config = Config {
            devices: vec![DeviceProfile::default()],
            seed: 0,
            mode: Mode::Threads,
            driver_version: i32::try_from(CudaVersion::BINDINGS.raw()).unwrap_or(i32::MAX),
            adversity: Adversity::default(),
            no_device: false,
            step_limit: None,
            approximation_error: 0,
            strict_division: false,
            launch_blocking: false,
            lazy_loading: false,
        };
        Builder { config, faults: FaultScript::default() }
    }

    /// Leaves only the devices of a list, and in its order, as `CUDA_VISIBLE_DEVICES` does; where none is left, `cuInit` answers
    /// `CUDA_ERROR_NO_DEVICE`.
    pub fn visible_devices(mut self, list: &str) -> Self {
        self.config.devices = visible::pick(list, std::mem::take(&mut self.config.devices));
        self.config.no_device |= self.config.devices.is_empty();
        self
    }

    /// Sets the devices; one of the default profile, unless said otherwise.
    pub fn devices(mut self, devices: impl IntoIterator<Item = DeviceProfile>) -> Self {
        self.config.devices = devices.into_iter().take(slot::MAX_DEVICES).collect();
        self
    }

    /// Sets how many bytes of memory every device has.
    pub fn memory(mut self, byte_len: u64) -> Self {
        self.config.devices = self.config.devices.into_iter().map(|device| device.memory(byte_len)).collect();
        self
    }

    /// Sets the seed of all choices.
    pub fn seed(mut self, seed: u64) -> Self {
        self.config.seed = seed;
        self
    }

    /// Sets who runs the queued work.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.config.mode = mode;
        self
    }

    /// Sets the version of the driver, such as 12040. Entry points that are younger are missing from the table.
    pub fn driver_version(mut self, version: u32) -> Self {
        self.config.driver_version = i32::try_from(version).unwrap_or(i32::MAX);
        self
    }

    /// Sets how far the driver goes in using what CUDA allows it.
    pub fn adversity(mut self, adversity: Adversity) -> Self {
        self.config.adversity = adversity;
        self
    }

    /// Takes all devices away: `cuInit` answers `CUDA_ERROR_NO_DEVICE`.
    pub fn no_device(mut self) -> Self {
        self.config.no_device = true;
        self
    }

    /// Sets how many thread instructions a kernel may run before it is stopped with `CUDA_ERROR_LAUNCH_TIMEOUT`.
    pub fn step_limit(mut self, thread_instructions: u64) -> Self {
        self.config.step_limit = Some(thread_instructions);
        self
    }

    /// Sets whether kernels are loaded when they are needed, rather than with their module.
    pub fn lazy_loading(mut self, is_lazy: bool) -> Self {
        self.config.lazy_loading = is_lazy;
        self
    }

    /// Makes the approximate functions of PTX (`rcp.approx`, `sin.approx`, `div.full` and their like) err by up to what the PTX
    /// documentation allows, the same way for the same operands, by a seed that is not zero. Otherwise their results are the
    /// exact ones, rounded. What a GPU answers is somewhere in between, so a program should work with both.
    pub fn approximation_error(mut self, seed: u64) -> Self {
        self.config.approximation_error = seed;
        self
    }

    /// Sets whether a kernel that divides an integer by zero is stopped with `CUDA_ERROR_LAUNCH_FAILED` and a report. PTX leaves open
    /// what such a division gives; without this, the quotient is all ones and the remainder the dividend.
    ///
    /// ```
    /// let simulator = cuda_sim::Simulator::builder().strict_division(true).build()?;
    /// # Ok::<(), cuda_sim::NoSlot>(())
    /// ```
    pub fn strict_division(mut self, is_strict: bool) -> Self {
        self.config.strict_division = is_strict;
        self
    }

    /// Sets faults that happen by themselves, as [`FaultScript`] describes them.
    pub fn faults(mut self, script: FaultScript) -> Self {
        self.config.no_device |= script.takes_devices();
        self.faults = script;
        self
    }

    #[cfg(test)]
    pub(crate) fn into_config(self) -> Config {
        self.config
    }

    /// Makes the simulator.
    ///
    /// # Errors
    /// [`NoSlot`] if too many simulators are alive in this process.
    pub fn build(self) -> Result<Simulator, NoSlot> {
        let world = slot::claim(|slot| World::new(slot, self.config))?;
        let simulator = Simulator::of(world);
        self.faults.apply(&simulator);
        Ok(simulator)
    }
}
