//! `cuda-sim run`.

use std::ffi::{OsStr, OsString};
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use cuda_sim::{FaultScript, Simulator};

use crate::{FAILED, library};

pub(crate) const HELP: &str =
    "The exit code is the program's, or 128 and the signal that ended it; 1 with --strict if the program succeeded
and there were reports; 2 if it could not be run. A program that is killed writes no reports.

A profile is lines `key = value`; those after `[device]` describe a device:
  driver_version = 12.4
  free_waits = never
  [device]
  name = Small GPU
  memory = 512 MiB
  compute_capability = 8.6
  multiprocessor_count = 4

Faults are lines, each with what goes wrong:
  call cuMemAlloc_v2 nth 3 fails CUDA_ERROR_OUT_OF_MEMORY
  call cuStreamSynchronize nth 2 and after answers 700
  allocation 5 fails
  launch 10 faults CUDA_ERROR_ILLEGAL_ADDRESS
  host functions are lost

The documentation of cuda_sim::Builder::profile and cuda_sim::FaultScript has all of them.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The seed of all that CUDA leaves open; the same seed makes the same choices.
    #[arg(long)]
    seed: Option<u64>,
    /// What devices and which driver there are.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// What goes wrong, and when.
    #[arg(long, value_name = "FILE")]
    faults: Option<PathBuf>,
    /// Where to write what the program did wrong: lines of text, or of JSON if the name ends in .json.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Fails if the program did anything wrong, even if it succeeds.
    #[arg(long)]
    strict: bool,
    /// The program and its arguments.
    #[arg(required = true, last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// Runs the program and answers with its exit code.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let folder = Folder::new()?;
    let library = library::lay_out(&folder.path)?;
    let report = match &arguments.report {
        Some(path) => std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => folder.path.join("reports.txt"),
    };
    std::fs::write(&report, "").map_err(|error| format!("{} cannot be written: {error}", report.display()))?;

    let [program, rest @ ..] = &*arguments.program else { return Err("no program".into()) };
    let mut command = Command::new(program);
    command.args(rest).env("CUDA_SIM_REPORT", &report);
    command.env("CUDA_DRIVER_LIBRARY", library.join("libcuda.so.1"));
    for variable in ["LD_LIBRARY_PATH", "LIBRARY_PATH"] {
        command.env(variable, in_front(&library, std::env::var_os(variable).as_deref()));
    }
    if let Some(seed) = arguments.seed {
        command.env("CUDA_SIM_SEED", seed.to_string());
    }
    if let Some(path) = &arguments.profile {
        check(path, |text| Simulator::builder().profile(text).map(drop))?;
        command.env("CUDA_SIM_PROFILE", absolute(path)?);
    }
    if let Some(path) = &arguments.faults {
        check(path, |text| text.parse::<FaultScript>().map(drop))?;
        command.env("CUDA_SIM_FAULTS", absolute(path)?);
    }
    let status = wait(&mut command).map_err(|error| format!("{} cannot be run: {error}", program.display()))?;

    let reports = std::fs::read_to_string(&report).unwrap_or_default();
    let count = reports.lines().count();
    if count > 0 {
        match &arguments.report {
            Some(path) => {
                eprintln!("cuda-sim: {count} reports of what the program did wrong are in {}", path.display())
            }
            None => eprint!("cuda-sim: {count} reports of what the program did wrong:\n{reports}"),
        }
    }
    let is_failure = arguments.strict && count > 0 && status.success();
    Ok(if is_failure { ExitCode::FAILURE } else { exit_code(status) })
}

/// Runs the command, and passes signals on to it.
fn wait(command: &mut Command) -> std::io::Result<ExitStatus> {
    #[cfg(unix)]
    crate::signals::catch();
    let mut child = command.spawn()?;
    #[cfg(unix)]
    crate::signals::pass_to(child.id());
    child.wait()
}

/// The program's own, or as the shell does it.
fn exit_code(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let code = status.code().or_else(|| Some(128 + signal?)).and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(FAILED))
}

fn in_front(folder: &Path, list: Option<&OsStr>) -> OsString {
    let mut all = folder.as_os_str().to_owned();
    if let Some(list) = list.filter(|list| !list.is_empty()) {
        all.push(":");
        all.push(list);
    }
    all
}

fn check(path: &Path, parse: impl FnOnce(&str) -> Result<(), cuda_sim::BadLine>) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    parse(&text).map_err(|error| format!("{}, {error}", path.display()))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

/// A folder of this run's own, which nobody else may write to. It goes when the run ends; libraries that are loaded stay.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Result<Self, String> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let parent = std::env::temp_dir();
        let mut last = None;
        for attempt in 0..100 {
            let path = parent.join(format!("cuda-sim-{}-{attempt}", std::process::id()));
            // It fails if there is such a folder, whoever made it.
            match builder.create(&path) {
                Ok(()) => return Ok(Folder { path }),
                Err(error) => last = Some(error),
            }
        }
        let why = last.map(|error| error.to_string()).unwrap_or_default();
        Err(format!("no folder can be made in {}: {why}", parent.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // It is in the folder for what is not kept.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
