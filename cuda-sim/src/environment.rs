//! What the environment says of a simulator.

use std::fmt;

use crate::builder::Builder;
use crate::files::{self, FaultScript};
use crate::world::slot;

impl Builder {
    /// Takes what the environment says over what was said before: `CUDA_SIM_SEED`, `CUDA_SIM_DEVICES` (how many),
    /// `CUDA_SIM_MEMORY` (bytes of each), `CUDA_SIM_COMPUTE_CAPABILITY` (such as `8.6`), `CUDA_SIM_DRIVER_VERSION` (such as `12.4`)
    /// and `CUDA_SIM_APPROXIMATION_ERROR` (the seed of [`approximation_error`](Self::approximation_error)). `CUDA_SIM_PROFILE` names
    /// a file for [`profile`](Self::profile), which counts less than these, and `CUDA_SIM_FAULTS` one for [`FaultScript`].
    ///
    /// # Errors
    /// [`BadVariable`] if one of them makes no sense.
    pub fn environment(self) -> Result<Self, BadVariable> {
        self.variables(|name| std::env::var(name).ok())
    }

    fn variables(mut self, look_up: impl Fn(&'static str) -> Option<String>) -> Result<Self, BadVariable> {
        let name = "CUDA_SIM_PROFILE";
        if let Some(path) = look_up(name) {
            let profiled = read(&path).and_then(|text| self.profile(&text).map_err(|error| error.to_string()));
            self = profiled.map_err(|why| BadVariable { name, value: path, why: Some(why) })?;
        }
        let name = "CUDA_SIM_FAULTS";
        if let Some(path) = look_up(name) {
            let script = read(&path).and_then(|text| text.parse::<FaultScript>().map_err(|error| error.to_string()));
            let script = script.map_err(|why| BadVariable { name, value: path, why: Some(why) })?;
            self = self.faults(script);
        }
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
            let version = files::version(&value).ok_or(BadVariable { name, value, why: None })?;
            self = self.driver_version(version);
        }
        let name = "CUDA_SIM_COMPUTE_CAPABILITY";
        if let Some(value) = look_up(name) {
            let parts =
                value.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
            let (major, minor) = parts.ok_or(BadVariable { name, value, why: None })?;
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
}

/// A variable of the environment that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadVariable {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub value: String,
    /// What is wrong with the file that it names, if it names one.
    pub why: Option<String>,
}

impl fmt::Display for BadVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Some(why) => write!(f, "{} names {}: {why}", self.name, self.value),
            None => write!(f, "{} is set to {:?}, which the simulator cannot make sense of", self.name, self.value),
        }
    }
}

impl std::error::Error for BadVariable {}

fn number(look_up: &impl Fn(&'static str) -> Option<String>, name: &'static str) -> Result<Option<u64>, BadVariable> {
    let Some(value) = look_up(name) else { return Ok(None) };
    value.parse().map(Some).map_err(|_| BadVariable { name, value, why: None })
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("it cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::BadVariable;
    use crate::builder::Builder;

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

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = set("CUDA_SIM_FAULTS", "/no/such/file").map(|_| ()).map_err(|error| error.to_string());
        let error = error.expect_err("there is no such file");
        assert!(error.starts_with("CUDA_SIM_FAULTS names /no/such/file: it cannot be read"), "{error}");
    }
}
