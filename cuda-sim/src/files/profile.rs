//! The profile: what devices there are, which driver, and how far it goes in using what CUDA allows it.

use crate::builder::Builder;
use crate::files::BadLine;
use crate::files::bad_line::each_line;
use crate::world::config::{Adversity, Choice};
use crate::world::profile::DeviceProfile;

impl Builder {
    /// Takes the text of a profile over what was said before. Each line is `key = value`; those after a line `[device]` describe a device.
    ///
    /// | key | value |
    /// |---|---|
    /// | `seed`, `approximation_error`, `step_limit` | a number, as for the method of that name |
    /// | `driver_version` | such as `12.4` |
    /// | `strict_division`, `delays`, `shuffles_blocks` | `yes` or `no` |
    /// | `query_lag` | a number ([`Adversity`]) |
    /// | `pageable_waits`, `free_waits`, `destroy_finishes`, `fault_spreads` | `seeded`, `always` or `never` ([`Adversity`]) |
    ///
    /// and of a device:
    ///
    /// | key | value |
    /// |---|---|
    /// | `name` | text |
    /// | `memory` | bytes, or a number of `KiB`, `MiB` or `GiB` |
    /// | `compute_capability` | such as `8.6` |
    /// | `count` | how many of these there are; 1 if it is not said |
    /// | an attribute: `CU_DEVICE_ATTRIBUTE_WARP_SIZE` as `warp_size`, or `attribute.` and its number | a number |
    ///
    /// ```
    /// let profile = "
    ///     driver_version = 12.4
    ///     free_waits = never
    ///     [device]
    ///     name = Small GPU
    ///     memory = 512 MiB    # of each
    ///     count = 2
    ///     multiprocessor_count = 4
    /// ";
    /// let simulator = cuda_sim::Simulator::builder().profile(profile)?.build()?;
    /// let error = cuda_sim::Simulator::builder().profile("seed = seven").expect_err("no number");
    /// assert_eq!(error.to_string(), "line 1: \"seven\" is no number");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] where a line makes no sense.
    pub fn profile(mut self, text: &str) -> Result<Self, BadLine> {
        let mut devices: Vec<(DeviceProfile, usize)> = Vec::new();
        each_line(text, |line| {
            if line == "[device]" {
                devices.push((DeviceProfile::default(), 1));
                return Ok(());
            }
            let (key, value) =
                line.split_once('=').ok_or_else(|| format!("{line:?} is neither `key = value` nor `[device]`"))?;
            let (key, value) = (key.trim(), value.trim());
            match devices.last_mut() {
                None => self.setting(key, value),
                Some((device, count)) if key == "count" => {
                    *count = number(value)?;
                    let _ = device;
                    Ok(())
                }
                Some((device, _)) => {
                    *device = of_device(device.clone(), key, value)?;
                    Ok(())
                }
            }
        })?;
        if devices.is_empty() {
            return Ok(self);
        }
        Ok(self.devices(devices.into_iter().flat_map(|(device, count)| std::iter::repeat_n(device, count))))
    }

    fn setting(&mut self, key: &str, value: &str) -> Result<(), String> {
        let Adversity {
            delays,
            query_lag,
            pageable_waits,
            free_waits,
            destroy_finishes,
            fault_spreads,
            shuffles_blocks,
        } = &mut self.config.adversity;
        match key {
            "seed" => self.config.seed = number(value)?,
            "approximation_error" => self.config.approximation_error = number(value)?,
            "step_limit" => self.config.step_limit = Some(number(value)?),
            "driver_version" => {
                let version = version(value).and_then(|version| i32::try_from(version).ok());
                self.config.driver_version = version.ok_or_else(|| format!("{value:?} is no version such as 12.4"))?;
            }
            "strict_division" => self.config.strict_division = yes_or_no(value)?,
            "delays" => *delays = yes_or_no(value)?,
            "shuffles_blocks" => *shuffles_blocks = yes_or_no(value)?,
            "query_lag" => *query_lag = number(value)?,
            "pageable_waits" => *pageable_waits = choice(value)?,
            "free_waits" => *free_waits = choice(value)?,
            "destroy_finishes" => *destroy_finishes = choice(value)?,
            "fault_spreads" => *fault_spreads = choice(value)?,
            _ => {
                return Err(format!(
                    "there is no setting {key:?}; what describes a device comes after a line `[device]`"
                ));
            }
        }
        Ok(())
    }
}

fn of_device(device: DeviceProfile, key: &str, value: &str) -> Result<DeviceProfile, String> {
    match key {
        "name" => Ok(device.name(value)),
        "memory" => Ok(device.memory(bytes(value)?)),
        "compute_capability" => {
            let parts =
                value.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
            let (major, minor) = parts.ok_or_else(|| format!("{value:?} is no compute capability such as 8.6"))?;
            Ok(device.compute_capability(major, minor))
        }
        _ => {
            let attribute = DeviceProfile::attribute_named(key);
            let unknown =
                || format!("there is no attribute {key:?} here; `attribute.` and its number in cuda.h name any");
            Ok(device.attribute(attribute.ok_or_else(unknown)?, number(value)?))
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn bytes(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let found = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (count, shift) = found.unwrap_or((text, 0));
    let count: u64 = count.trim().parse().map_err(|_| format!("{text:?} is no size such as 512 MiB"))?;
    count.checked_mul(1 << shift).ok_or_else(|| format!("{text:?} is more than 64 bits can say"))
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{text:?} is neither yes nor no")),
    }
}

fn choice(text: &str) -> Result<Choice, String> {
    match text {
        "seeded" => Ok(Choice::Seeded),
        "always" => Ok(Choice::Always),
        "never" => Ok(Choice::Never),
        _ => Err(format!("{text:?} is none of seeded, always and never")),
    }
}

/// A version as people write it (`12.4`), or as the driver does (`12040`).
pub(crate) fn version(text: &str) -> Option<u32> {
    match text.split_once('.') {
        Some((major, minor)) => {
            let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
            (minor < 100).then(|| major.checked_mul(1000)?.checked_add(minor * 10))?
        }
        None => text.parse().ok(),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use cuda_sys::CUdevice_attribute as Attribute;

    use crate::builder::Builder;
    use crate::world::config::Choice;

    fn error(text: &str) -> String {
        Builder::new().profile(text).unwrap_err().to_string()
    }

    #[test]
    fn a_profile_sets_the_driver_and_its_devices() {
        let text = "seed = 7 # by the way\n\ndriver_version = 12.4\npageable_waits = never\nquery_lag = 0\n[device]\nname = One\n\
            memory = 3 MiB\n[device]\ncount = 2\ncompute_capability = 9.0\nwarp_size = 64\nattribute.97 = 12\n";
        let config = Builder::new().profile(text).unwrap().into_config();
        assert_eq!((config.seed, config.driver_version, config.adversity.query_lag), (7, 12_040, 0));
        assert_eq!((config.adversity.pageable_waits, config.adversity.free_waits), (Choice::Never, Choice::Seeded));
        let [one, two, three] = &*config.devices else { panic!("{:?}", config.devices) };
        assert_eq!((one.name_text(), one.memory_byte_len()), ("One", 3 << 20));
        assert_eq!(two, three);
        assert_eq!(two.value(Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), Some(64));
        assert_eq!(two.value(Attribute(97), 0), Some(12));
        assert_eq!(two.value(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0), Some(9));
    }

    #[test]
    fn a_line_that_makes_no_sense_is_named_with_what_was_expected() {
        assert_eq!(error("\n# nothing\nseed"), "line 3: \"seed\" is neither `key = value` nor `[device]`");
        assert_eq!(
            error("memory = 5"),
            "line 1: there is no setting \"memory\"; what describes a device comes after a line `[device]`"
        );
        assert_eq!(error("[device]\nmemory = 5 MB"), "line 2: \"5 MB\" is no size such as 512 MiB");
        assert_eq!(
            error("[device]\nwarp = 5"),
            "line 2: there is no attribute \"warp\" here; `attribute.` and its number in cuda.h name any"
        );
        assert_eq!(error("delays = true"), "line 1: \"true\" is neither yes nor no");
        assert_eq!(error("free_waits = 1"), "line 1: \"1\" is none of seeded, always and never");
        assert_eq!(error("driver_version = new"), "line 1: \"new\" is no version such as 12.4");
    }
}
