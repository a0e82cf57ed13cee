//! The one simulator of the process, and when it may be called.
//!
//! As with the real driver: nothing but a few calls work before a good `cuInit`, nothing works in the child of a fork that came after it,
//! and nothing works once the process is exiting.
#![allow(unsafe_code, reason = "asks the operating system to be told of forks and of exit")]

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::sync::{Once, OnceLock};
use std::time::Duration;

use cuda_sim::Simulator;
use cuda_sys::{CUresult, DriverTable};

use crate::driver::Driver;
use crate::reports;

/// What the exported functions call: null before `cuInit` has succeeded, in a forked child, and while the process exits.
///
/// Invariant: null, or the table of the [`Driver`] in [`DRIVER`], which lives forever.
static TABLE: AtomicPtr<DriverTable> = AtomicPtr::new(null_mut());
static DRIVER: OnceLock<Option<Driver>> = OnceLock::new();

/// Why [`TABLE`] is null: one of the three below.
static PHASE: AtomicU8 = AtomicU8::new(RUNNING);
const RUNNING: u8 = 0;
const FORKED: u8 = 1;
const EXITING: u8 = 2;

/// What works before `cuInit`.
const EARLY: &[&str] = &[
    "cuInit",
    "cuDriverGetVersion",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuGetExportTable",
];

/// What works even in a forked child and while the process exits: it touches nothing that changes.
const ALWAYS: &[&str] = &["cuGetErrorName", "cuGetErrorString"];

/// How long the end of the process waits for work that runs: it may read and write memory of the program's, which ends as well.
const PATIENCE: Duration = Duration::from_secs(5);

/// The functions that a call of `name` may use, or the code that says why there are none.
#[inline]
pub(crate) fn table(name: &'static str) -> Result<&'static DriverTable, CUresult> {
    // Acquire: pairs with the Release in `open`, which publishes the table.
    let table = TABLE.load(Ordering::Acquire);
    // SAFETY: by the invariant of `TABLE` this is null or a table that lives forever and does not change.
    match unsafe { table.as_ref() } {
        Some(table) => Ok(table),
        None => early(name),
    }
}

#[cold]
fn early(name: &'static str) -> Result<&'static DriverTable, CUresult> {
    // Acquire: pairs with the Release in `close`.
    let closed = match PHASE.load(Ordering::Acquire) {
        FORKED => Some(CUresult::CUDA_ERROR_NOT_INITIALIZED),
        EXITING => Some(CUresult::CUDA_ERROR_DEINITIALIZED),
        _ => None,
    };
    if let Some(code) = closed {
        let made = DRIVER.get().and_then(Option::as_ref).filter(|_| ALWAYS.contains(&name));
        return made.map(|driver| &driver.table).ok_or(code);
    }
    let driver = driver()?;
    if EARLY.contains(&name) { Ok(&driver.table) } else { Err(CUresult::CUDA_ERROR_NOT_INITIALIZED) }
}

/// The driver, which is made now if it was not before. An environment that makes no sense has been complained of once, and is
/// `CUDA_ERROR_UNKNOWN` from then on.
pub(crate) fn driver() -> Result<&'static Driver, CUresult> {
    let made = DRIVER.get_or_init(|| match Driver::new() {
        Ok(driver) => Some(driver),
        Err(error) => {
            eprintln!("cuda-sim: {error}");
            None
        }
    });
    made.as_ref().ok_or(CUresult::CUDA_ERROR_UNKNOWN)
}

/// Lets all calls through: `cuInit` has succeeded.
pub(crate) fn open(driver: &'static Driver) {
    static HOOKS: Once = Once::new();
    HOOKS.call_once(watch_process);
    // Release: pairs with the Acquire in `table`.
    TABLE.store((&raw const driver.table).cast_mut(), Ordering::Release);
    // Acquire: pairs with the Release in `close`, which another thread may have been in just now.
    if PHASE.load(Ordering::Acquire) != RUNNING {
        TABLE.store(null_mut(), Ordering::Release);
    }
}

/// Lets no call through any more.
fn close(phase: u8) {
    // Release: pairs with the Acquire in `early` and `open`.
    PHASE.store(phase, Ordering::Release);
    TABLE.store(null_mut(), Ordering::Release);
}

/// Answers a call of a function that the driver is too old to have.
#[cold]
pub(crate) fn younger(name: &str) -> CUresult {
    let missing = cuda_sys::EntryPoint::by_name(name).map(ToString::to_string).unwrap_or_default();
    eprintln!("cuda-sim: the driver is set to be older than {missing}");
    CUresult::CUDA_ERROR_NOT_SUPPORTED
}

extern "C" fn at_exit() {
    // Acquire: pairs with the Release in `close`. The child of a fork has none of the threads, and somebody else's reports.
    if PHASE.load(Ordering::Acquire) != RUNNING {
        return;
    }
    close(EXITING);
    if let Some(driver) = DRIVER.get().and_then(Option::as_ref) {
        end(&driver.simulator);
    }
}

fn end(simulator: &Simulator) {
    if !simulator.stop(PATIENCE) {
        eprintln!("cuda-sim: the process ends while work is running");
    }
    reports::write(simulator);
}

#[cfg(unix)]
extern "C" fn in_child() {
    close(FORKED);
}

fn watch_process() {
    #[cfg(unix)]
    {
        // SAFETY: the handler lives as long as the library, which is never unloaded; it stores to lock-free atomics, which is all
        // that the child of a process with threads may do.
        let _no_memory = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    }
    // SAFETY: the handler lives as long as the library, and unwinds into nobody.
    let _table_full = unsafe { libc::atexit(at_exit) };
}
