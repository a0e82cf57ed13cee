//! A program that uses the library as any CUDA program does: it opens the file and asks for the names.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "opens a library and calls its functions")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod peer;
pub(crate) mod work;

use std::ffi::c_void;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::ptr::null_mut;

use cuda_sys::{CUcontext, CUresult, DriverTable};

/// Calls an entry point of a client's table and gives back its code.
#[macro_export]
macro_rules! call {
    ($client:expr, $name:ident($($argument:expr),* $(,)?)) => {
        unsafe { $client.table.$name.expect(stringify!($name))($($argument),*) }
    };
}

/// Calls an entry point that is expected to work.
#[macro_export]
macro_rules! ok {
    ($client:expr, $name:ident($($argument:expr),* $(,)?)) => {
        assert_eq!($crate::call!($client, $name($($argument),*)), CUresult::CUDA_SUCCESS, stringify!($name))
    };
}

/// The library, which Cargo builds beside the tests.
pub(crate) fn path() -> PathBuf {
    std::env::current_exe().unwrap().with_file_name("libcuda_sim_driver.so")
}

/// The library, opened.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) library: libloading::Library,
    pub(crate) table: DriverTable,
}

impl Client {
    pub(crate) fn open() -> Self {
        Self::of(path())
    }

    /// Whatever the loader finds under the driver's name.
    pub(crate) fn open_by_name() -> Self {
        Self::of("libcuda.so.1".into())
    }

    fn of(path: PathBuf) -> Self {
        let library = unsafe { libloading::Library::new(path) }.unwrap();
        let find =
            |name: &[u8]| unsafe { library.get::<*const c_void>(name) }.map_or(std::ptr::null(), |symbol| *symbol);
        let table = unsafe { DriverTable::resolve(|entry| find(entry.symbol().to_bytes_with_nul())) };
        Client { library, table }
    }

    /// The address of any name that the library exports.
    pub(crate) fn symbol(&self, name: &str) -> Option<*const c_void> {
        unsafe { self.library.get::<*const c_void>(name) }.ok().map(|symbol| *symbol)
    }

    /// Initialises the driver and makes the primary context of the first device current on this thread.
    pub(crate) fn begin(&self) -> CUcontext {
        ok!(self, cuInit(0));
        let (mut device, mut context) = (-1, null_mut());
        ok!(self, cuDeviceGet(&mut device, 0));
        ok!(self, cuDevicePrimaryCtxRetain(&mut context, device));
        ok!(self, cuCtxSetCurrent(context));
        context
    }
}

pub(crate) const CHILD: &str = "CUDA_SIM_DRIVER_TEST_CHILD";

/// Whether this is the process that [`child`] made.
pub(crate) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Runs the test of this name in a process of its own, where [`is_child`] is true, with variables added to the environment.
pub(crate) fn child(test: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, "1").envs(variables.iter().copied());
    command.output().unwrap()
}

/// What a process wrote, for a message.
pub(crate) fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
