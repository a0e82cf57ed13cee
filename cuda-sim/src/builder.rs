//! How a simulator is set up.

use std::fmt;

use cuda_sys::CudaVersion;

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
    config: Config,
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
        Builder { config }
    }

    /// Takes what the environment says over what was said before: `CUDA_SIM_SEED`, `CUDA_SIM_DEVICES` (how many),
    /// `CUDA_SIM_MEMORY` (bytes of each), `CUDA_SIM_COMPUTE_CAPABILITY` (such as `8.6`), `CUDA_SIM_DRIVER_VERSION` (such as `12.4`)
    /// and `CUDA_SIM_APPROXIMATION_ERROR` (the seed of [`approximation_error`](Self::approximation_error)).
    ///
    /// # Errors
    /// [`BadVariable`] if one of them makes no sense.
    pub fn environment(self) -> Result<Self, BadVariable> {
        self.variables(|name| std::env::var(name).ok())
    }

    fn variables(mut self, look_up: impl Fn(&'static str) -> Option<String>) -> Result<Self, BadVariable> {
        if let Some(seed) = number(&look_up, "CUDA_SIM_SEED")? {
            self = self.seed(seed);
        }
        if let Some(count) = number(&look_up, "CUDA_SIM_DEVICES")? {
            let count = usize::try_from(count).unwrap_or(usize::MAX).min(slot::MAX_DEVICES);
            let first = self.config.devices.first().cloned().unwrap_or_default();
            self.config.devices.resize(count, first);
        }
        if let Some(byte_len) = number(&look_up, "CUDA_SIM_MEMORY")? {
            self = self.memory(byte_len);
        }
        if let Some(seed) = number(&look_up, "CUDA_SIM_APPROXIMATION_ERROR")? {
            self = self.approximation_error(seed);
        }
        let name = "CUDA_SIM_DRIVER_VERSION";
        if let Some(value) = look_up(name) {
            let version = version(&value).ok_or(BadVariable { name, value })?;
            self = self.driver_version(version);
        }
        let name = "CUDA_SIM_COMPUTE_CAPABILITY";
        if let Some(value) = look_up(name) {
            let parts =
                value.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
            let (major, minor) = parts.ok_or(BadVariable { name, value })?;
            let devices = self.config.devices.into_iter();
            self.config.devices = devices.map(|device| device.compute_capability(major, minor)).collect();
        }
        Ok(self)
    }

    /// Takes the variables that the real driver honours: `CUDA_VISIBLE_DEVICES` (numbers and beginnings of UUIDs, up to the first that
    /// names no device), `CUDA_LAUNCH_BLOCKING` (1: a launch returns when its kernel is done) and `CUDA_MODULE_LOADING` (`EAGER`, or
    /// `LAZY`, which is what it is where nothing is said).
    pub fn cuda_environment(self) -> Self {
        self.cuda_variables(|name| std::env::var(name).ok())
    }

    fn cuda_variables(mut self, look_up: impl Fn(&'static str) -> Option<String>) -> Self {
        if let Some(list) = look_up("CUDA_VISIBLE_DEVICES") {
            self = self.visible_devices(&list);
        }
        self.config.launch_blocking = look_up("CUDA_LAUNCH_BLOCKING").is_some_and(|value| value.trim() == "1");
        self.config.lazy_loading = look_up("CUDA_MODULE_LOADING").is_none_or(|value| value != "EAGER");
        self
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
        Ok(Simulator::of(world))
    }
}

/// A variable of the environment that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadVariable {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub value: String,
}

impl fmt::Display for BadVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is set to {:?}, which the simulator cannot make sense of", self.name, self.value)
    }
}

impl std::error::Error for BadVariable {}

fn number(look_up: &impl Fn(&'static str) -> Option<String>, name: &'static str) -> Result<Option<u64>, BadVariable> {
    let Some(value) = look_up(name) else { return Ok(None) };
    value.parse().map(Some).map_err(|_| BadVariable { name, value })
}

/// A version as people write it (`12.4`), or as the driver does (`12040`).
fn version(text: &str) -> Option<u32> {
    match text.split_once('.') {
        Some((major, minor)) => {
            let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
            (minor < 100).then(|| major.checked_mul(1000)?.checked_add(minor * 10))?
        }
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BadVariable, Builder};

    fn set(name: &'static str, value: &'static str) -> Result<Builder, BadVariable> {
        Builder::new().variables(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn the_environment_chooses_seed_and_devices() {
        assert_eq!(set("CUDA_SIM_SEED", "7").map(|builder| builder.config.seed), Ok(7));
        assert_eq!(set("CUDA_SIM_DEVICES", "3").map(|builder| builder.config.devices.len()), Ok(3));
        let memory = set("CUDA_SIM_MEMORY", "1000").map(|builder| builder.config.devices[0].memory_byte_len());
        assert_eq!(memory, Ok(1000));
        assert_eq!(set("CUDA_SIM_APPROXIMATION_ERROR", "9").map(|builder| builder.config.approximation_error), Ok(9));
        assert!(set("CUDA_SIM_COMPUTE_CAPABILITY", "9.0").is_ok());
        for version in ["12.4", "12040"] {
            assert_eq!(
                set("CUDA_SIM_DRIVER_VERSION", version).map(|builder| builder.config.driver_version),
                Ok(12_040)
            );
        }
    }

    #[test]
    fn the_variables_of_the_real_driver_are_honoured() {
        let set = |name: &'static str, value: &'static str| {
            Builder::new().cuda_variables(|asked| (asked == name).then(|| value.to_owned())).config
        };
        assert!(set("CUDA_LAUNCH_BLOCKING", "1").launch_blocking && !set("CUDA_LAUNCH_BLOCKING", "0").launch_blocking);
        assert!(
            set("CUDA_MODULE_LOADING", "DEFAULT").lazy_loading && !set("CUDA_MODULE_LOADING", "EAGER").lazy_loading
        );
        assert!(set("CUDA_VISIBLE_DEVICES", "").no_device && !set("CUDA_VISIBLE_DEVICES", "0").no_device);
    }

    #[test]
    fn a_variable_that_makes_no_sense_is_named() {
        let error = set("CUDA_SIM_COMPUTE_CAPABILITY", "nine").map(|_| ()).map_err(|error| error.to_string());
        let expected = "CUDA_SIM_COMPUTE_CAPABILITY is set to \"nine\", which the simulator cannot make sense of";
        assert_eq!(error, Err(expected.to_owned()));
        assert!(set("CUDA_SIM_SEED", "-1").is_err());
    }
}
