//! The command, as a person or a CI job runs it.
#![cfg(all(target_os = "linux", feature = "command"))]
#![allow(unsafe_code, reason = "calls the driver")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use client::{Client, is_child, said};
use cuda_sys::CUresult;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cuda-sim"));
    command.args(arguments);
    command
}

fn output(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the test of this name as the program of `cuda-sim run`.
fn run_child(options: &[&str], test: &str) -> Output {
    let this = std::env::current_exe().unwrap();
    let mut command = command(&["run"]);
    command.args(options).arg("--").arg(this).args([test, "--exact", "--nocapture"]).env(client::CHILD, "1");
    command.output().unwrap()
}

/// A file that is gone after the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cuda-sim-test-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_program_finds_the_driver_with_profile_faults_and_report() {
    let test = "a_program_finds_the_driver_with_profile_faults_and_report";
    if is_child() {
        let client = Client::open_by_name();
        client.begin();
        let (mut name, mut address, mut version) = ([0; 32], 0, 0);
        ok!(client, cuDriverGetVersion(&mut version));
        ok!(client, cuDeviceGetName(name.as_mut_ptr(), 32, 0));
        println!("driver {version}, {}", unsafe { std::ffi::CStr::from_ptr(name.as_ptr()) }.to_str().unwrap());
        ok!(client, cuMemAlloc_v2(&mut address, 64));
        assert_eq!(call!(client, cuMemAlloc_v2(&mut address, 64)), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        ok!(client, cuMemFree_v2(address));
        assert_eq!(call!(client, cuMemFree_v2(address)), CUresult::CUDA_ERROR_INVALID_VALUE);
        return;
    }
    let profile = File::new("profile", "driver_version = 12.4\n[device]\nname = Of the profile\n");
    let faults = File::new("faults", "allocation 2 fails\n");
    let report = File::new("report.json", "what was there before");
    let options = ["--seed", "3", "--profile", profile.path(), "--faults", faults.path(), "--report", report.path()];
    let ran = run_child(&options, test);
    assert!(ran.status.success(), "{}", said(&ran));
    assert!(said(&ran).contains("driver 12040, Of the profile"), "{}", said(&ran));
    assert!(said(&ran).contains("cuda-sim: 1 reports"), "{}", said(&ran));
    let reports = fs::read_to_string(report.path()).unwrap();
    assert!(reports.starts_with('{') && reports.contains("DoubleFree") && reports.lines().count() == 1, "{reports}");
    let ran = run_child(&[&options[..], &["--strict"]].concat(), test);
    assert_eq!(ran.status.code(), Some(1), "{}", said(&ran));
}

#[test]
fn the_exit_code_and_the_signals_are_the_programs() {
    assert_eq!(output(&["run", "--", "sh", "-c", "exit 7"]).status.code(), Some(7));
    assert_eq!(output(&["run", "--", "sh", "-c", "kill -9 $$"]).status.code(), Some(137));
    assert_eq!(output(&["run", "--", "/no/such/program"]).status.code(), Some(2));
    let script = "trap 'echo caught; exit 5' TERM; echo ready; while :; do sleep 0.01; done";
    let mut child = command(&["run", "--", "sh", "-c", script]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    assert_eq!(unsafe { libc::kill(i32::try_from(child.id()).unwrap(), libc::SIGTERM) }, 0);
    assert_eq!(lines.next().unwrap().unwrap(), "caught");
    assert_eq!(child.wait().unwrap().code(), Some(5));
}

#[test]
fn a_file_that_makes_no_sense_is_refused_with_its_line_before_anything_runs() {
    let faults = File::new("bad-faults", "# nothing\nallocation 2 fail\n");
    let ran = output(&["run", "--faults", faults.path(), "--", "echo", "ran"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        said(&ran).contains("bad-faults, line 2: \"allocation 2 fail\"") && !said(&ran).contains("ran\n"),
        "{}",
        said(&ran)
    );
    let profile = File::new("bad-profile", "[device]\nmemory = much\n");
    let told = output(&["info", "--profile", profile.path()]);
    assert!(said(&told).contains("bad-profile, line 2: \"much\" is no size such as 512 MiB"), "{}", said(&told));
}

#[test]
fn info_tells_of_driver_and_devices() {
    let profile = File::new("two", "driver_version = 12.4\n[device]\nname = Twin\ncount = 2\nmemory = 512 MiB\n");
    let told = said(&output(&["info", "--profile", profile.path()]));
    for part in ["driver       CUDA 12.4", "device 1     Twin: compute capability 8.0, 512 MiB", "of 685 entry points"]
    {
        assert!(told.contains(part), "{told}");
    }
    let told = said(&command(&["info"]).env("CUDA_VISIBLE_DEVICES", "").output().unwrap());
    assert!(told.contains("none: cuInit answers CUDA_ERROR_NO_DEVICE (100)"), "{told}");
    // Graphics are never simulated, and a driver without cuInit would be none.
    let missing = said(&output(&["info", "--missing"]));
    assert!(missing.lines().any(|name| name == "cuGraphicsMapResources"), "{missing}");
    assert!(!missing.lines().any(|name| name == "cuInit"), "{missing}");
}

#[test]
fn ptx_names_all_that_is_not_run_with_line_and_column() {
    let head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    let good = File::new("good.ptx", &format!("{head}.visible .entry f() {{ ret; }}\n"));
    let checked = output(&["ptx", good.path()]);
    assert!(checked.status.success() && said(&checked).ends_with("good.ptx: runs\n"), "{}", said(&checked));
    let text = format!("{head}.visible .entry f() {{\n    nosuch.u32 1;\n    ret;\n}}\n");
    let bad = File::new("bad.ptx", &text);
    let checked = output(&["ptx", good.path(), bad.path()]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(said(&checked).contains("bad.ptx:5:5: "), "{}", said(&checked));
    assert_eq!(output(&["ptx", "/no/such.ptx"]).status.code(), Some(2));
}

#[test]
fn the_library_is_laid_out_under_both_its_names() {
    let folder = std::env::temp_dir().join(format!("cuda-sim-test-{}-folder", std::process::id()));
    for _ in 0..2 {
        let laid = output(&["library", folder.to_str().unwrap()]);
        assert_eq!(said(&laid).trim(), folder.canonicalize().unwrap().to_str().unwrap());
    }
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["libcuda.so", "libcuda.so.1"]);
    assert!(
        fs::read(folder.join("libcuda.so")).unwrap() == fs::read(client::path()).unwrap(),
        "the library beside the tests"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn help_has_examples() {
    for (arguments, example) in
        [(&["--help"][..], "cuda-sim run -- cargo test"), (&["run", "--help"], "allocation 5 fails")]
    {
        let helped = output(arguments);
        assert!(helped.status.success() && said(&helped).contains(example), "{}", said(&helped));
    }
}
