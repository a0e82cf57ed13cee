//! The script of faults: what goes wrong by itself, for programs that cannot ask the simulator for it.

use std::str::FromStr;

use cuda_sys::CUresult;

use crate::files::BadLine;
use crate::files::bad_line::each_line;
use crate::name::Name;
use crate::simulator::Simulator;

/// Faults that happen by themselves: the text of a file, parsed.
///
/// Each line is one of these; `CODE` is a number, or a name such as `CUDA_ERROR_OUT_OF_MEMORY`, and counting begins at 1:
///
/// | line | what happens |
/// |---|---|
/// | `call NAME fails CODE` | the first call of an entry point, named as in the library (`cuMemAlloc_v2`), does nothing and answers the code |
/// | `call NAME answers CODE` | it does its work, and answers the code all the same |
/// | `call NAME hangs` | it does not come back before the process ends |
/// | `call NAME nth N ...` | the same to the N-th call |
/// | `call NAME nth N times M ...` | and to so many calls from there on |
/// | `call NAME nth N and after ...` | and to all calls from there on |
/// | `allocation N fails` | the N-th allocation, of device or page-locked memory, runs out of memory |
/// | `launch N faults CODE` | the N-th launch that runs faults its context |
/// | `work N faults CODE` | the N-th copy, fill or launch that runs faults its context |
/// | `host functions are lost` | no host function is ever called; the streams go on |
/// | `no device` | `cuInit` answers `CUDA_ERROR_NO_DEVICE` |
///
/// ```
/// use cuda_sim::{FaultScript, Simulator};
///
/// let script: FaultScript = "
///     call cuMemAlloc_v2 nth 3 fails CUDA_ERROR_OUT_OF_MEMORY
///     launch 10 faults 700
/// ".parse()?;
/// let simulator = Simulator::builder().faults(script).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultScript {
    faults: Vec<Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Call { name: Name, nth: u64, times: Times, effect: Effect },
    Allocation(u64),
    Launch(u64, CUresult),
    Work(u64, CUresult),
    HostFunctions,
    NoDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    So(u64),
    Forever,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Fails(CUresult),
    Answers(CUresult),
    Hangs,
}

impl FaultScript {
    /// Tells a simulator what shall happen.
    pub(crate) fn apply(&self, simulator: &Simulator) {
        for fault in &self.faults {
            match *fault {
                Fault::Call { name, nth, times, effect } => {
                    let script = simulator.on(name.as_str()).nth(nth);
                    let script = match times {
                        Times::So(count) => script.times(count),
                        Times::Forever => script.and_after(),
                    };
                    match effect {
                        Effect::Fails(code) => script.fails(code),
                        Effect::Answers(code) => script.works_but_answers(code),
                        Effect::Hangs => script.hangs_for_good(),
                    }
                }
                Fault::Allocation(nth) => simulator.fail_allocation(nth),
                Fault::Launch(nth, code) => simulator.fault_launch(nth, code),
                Fault::Work(nth, code) => simulator.fault_work(nth, code),
                Fault::HostFunctions => simulator.lose_host_functions(),
                Fault::NoDevice => {}
            }
        }
    }

    pub(crate) fn takes_devices(&self) -> bool {
        self.faults.contains(&Fault::NoDevice)
    }
}

impl FromStr for FaultScript {
    type Err = BadLine;

    fn from_str(text: &str) -> Result<Self, BadLine> {
        let mut faults: Vec<Fault> = Vec::new();
        each_line(text, |line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let fault = fault(&words)?;
            let is_call = matches!(fault, Fault::Call { .. });
            if !is_call && faults.iter().any(|other| std::mem::discriminant(other) == std::mem::discriminant(&fault)) {
                return Err("the simulator takes one fault of this kind; calls can have any number".into());
            }
            faults.push(fault);
            Ok(())
        })?;
        Ok(FaultScript { faults })
    }
}

fn fault(words: &[&str]) -> Result<Fault, String> {
    match words {
        ["call", name, what @ ..] => call(name, what),
        ["allocation", nth, "fails"] => Ok(Fault::Allocation(count(nth)?)),
        ["launch", nth, "faults", code] => Ok(Fault::Launch(count(nth)?, result(code)?)),
        ["work", nth, "faults", code] => Ok(Fault::Work(count(nth)?, result(code)?)),
        ["host", "functions", "are", "lost"] => Ok(Fault::HostFunctions),
        ["no", "device"] => Ok(Fault::NoDevice),
        _ => Err(format!(
            "{:?} is none of `call NAME ...`, `allocation N fails`, `launch N faults CODE`, `work N faults CODE`, \
             `host functions are lost` and `no device`",
            words.join(" ")
        )),
    }
}

fn call(name: &str, what: &[&str]) -> Result<Fault, String> {
    let name = Name::of(name)
        .ok_or_else(|| format!("there is no entry point {name}; names have their suffix, as in cuMemAlloc_v2"))?;
    let (nth, what) = match what {
        ["nth", nth, rest @ ..] => (count(nth)?, rest),
        _ => (1, what),
    };
    let (times, what) = match what {
        ["times", times, rest @ ..] => (Times::So(count(times)?), rest),
        ["and", "after", rest @ ..] => (Times::Forever, rest),
        _ => (Times::So(1), what),
    };
    let effect = match what {
        ["fails", code] => Effect::Fails(result(code)?),
        ["answers", code] => Effect::Answers(result(code)?),
        ["hangs"] => Effect::Hangs,
        _ => return Err(format!("{:?} is none of `fails CODE`, `answers CODE` and `hangs`", what.join(" "))),
    };
    Ok(Fault::Call { name, nth, times, effect })
}

fn count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("{text:?} is no number from 1 on"))
}

/// Codes of the header are below this.
const CODES: u32 = 1000;

fn result(text: &str) -> Result<CUresult, String> {
    let number = text.parse().ok().map(CUresult);
    let named = || (0..CODES).map(CUresult).find(|code| code.name() == Some(text));
    number.or_else(named).ok_or_else(|| format!("{text:?} is no result code, such as 2 or CUDA_ERROR_OUT_OF_MEMORY"))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use cuda_sys::CUresult;

    use super::{Effect, Fault, FaultScript, Times};
    use crate::name::Name;

    fn error(text: &str) -> String {
        text.parse::<FaultScript>().unwrap_err().to_string()
    }

    #[test]
    fn a_script_says_what_the_methods_of_the_simulator_say() {
        let script: FaultScript = "
            call cuMemAlloc_v2 nth 3 times 2 fails CUDA_ERROR_OUT_OF_MEMORY
            call cuStreamSynchronize nth 4 and after answers 700
            call cuInit hangs  # at once
            allocation 5 fails
            launch 6 faults 719
            work 7 faults CUDA_ERROR_ILLEGAL_ADDRESS
            host functions are lost
            no device"
            .parse()
            .unwrap();
        let (memory, address) = (CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let call = |name, nth, times, effect| Fault::Call { name, nth, times, effect };
        let expected = [
            call(Name::cuMemAlloc_v2, 3, Times::So(2), Effect::Fails(memory)),
            call(Name::cuStreamSynchronize, 4, Times::Forever, Effect::Answers(address)),
            call(Name::cuInit, 1, Times::So(1), Effect::Hangs),
            Fault::Allocation(5),
            Fault::Launch(6, CUresult::CUDA_ERROR_LAUNCH_FAILED),
            Fault::Work(7, address),
            Fault::HostFunctions,
            Fault::NoDevice,
        ];
        assert_eq!(script.faults, expected);
    }

    #[test]
    fn a_line_that_makes_no_sense_is_named_with_what_was_expected() {
        let expected = "line 2: there is no entry point cuMemAllocate; names have their suffix, as in cuMemAlloc_v2";
        assert_eq!(error("\ncall cuMemAllocate fails 2"), expected);
        assert_eq!(error("call cuInit fails"), "line 1: \"fails\" is none of `fails CODE`, `answers CODE` and `hangs`");
        assert_eq!(error("call cuInit nth 0 hangs"), "line 1: \"0\" is no number from 1 on");
        assert_eq!(
            error("launch 1 faults OOM"),
            "line 1: \"OOM\" is no result code, such as 2 or CUDA_ERROR_OUT_OF_MEMORY"
        );
        assert!(error("allocation 1 fails\nallocation 2 fails").starts_with("line 2: the simulator takes one fault"));
        assert!(error("lose everything").starts_with("line 1: \"lose everything\" is none of"));
    }
}
