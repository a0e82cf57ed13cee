//! Each function that most clients need: that it works, and each error that it is documented to give and can give here.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod besides;
mod book;
#[path = "../client/mod.rs"]
mod client;
mod contexts;
mod devices;
mod graphs;
mod libraries;
mod memory;
mod modules;
mod pools;
mod scene;
mod streams;
mod texts;

use std::collections::BTreeSet;
use std::thread;

use book::{BOOK, NOT_HERE};
use cuda_sys::CUresult;
use scene::{Row, Scene, Sent};

/// All tables.
const TABLES: [&[Row]; 13] = [
    devices::ROWS,
    devices::ALONE,
    contexts::ROWS,
    memory::ROWS,
    streams::ROWS,
    modules::LOADS,
    modules::FILES,
    modules::ROWS,
    modules::LATE,
    libraries::ROWS,
    pools::ROWS,
    graphs::ROWS,
    graphs::MADE,
];

fn all() -> impl Iterator<Item = &'static Row> {
    TABLES.into_iter().flatten()
}

/// Makes the calls of a table, each in a scene of its own.
fn check(rows: &[Row], scene: fn() -> Scene) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let scene = scene();
            let answer = (row.act)(&scene).0;
            let text = || format!("{} of {}: {answer} instead of {}", row.name, row.what, row.code);
            (answer != row.code).then(text)
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

macro_rules! tables {
    ($($test:ident: $rows:expr;)*) => { $(
        #[test]
        fn $test() {
            check($rows, Scene::new);
        }
    )* };
}

tables! {
    the_driver_and_its_devices_answer_as_documented: devices::ROWS;
    a_driver_without_devices_says_so: devices::ALONE;
    contexts_answer_as_documented: contexts::ROWS;
    memory_answers_as_documented: memory::ROWS;
    streams_and_events_answer_as_documented: streams::ROWS;
    loads_answer_as_documented: modules::LOADS;
    modules_launches_and_links_answer_as_documented: modules::ROWS;
    libraries_and_functions_answer_as_documented: libraries::ROWS;
    pools_answer_as_documented: pools::ROWS;
    captures_and_graphs_answer_as_documented: graphs::ROWS;
    functions_besides_those_of_the_book_answer_as_documented: besides::ROWS;
    edges_and_ends_of_graphs_answer_as_documented: graphs::MADE;
}

#[cfg(not(miri))]
#[test]
fn loads_from_files_answer_as_documented() {
    check(modules::FILES, Scene::new);
}

#[test]
fn functions_that_are_loaded_late_answer_as_documented() {
    check(modules::LATE, || Scene::of(true));
}

/// The name without its version, and without what it says of the default stream.
fn base(name: &str) -> &str {
    let name = name.trim_end_matches("_ptsz");
    match name.rsplit_once("_v") {
        Some((base, version)) if version.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => match name {
            "cuEventRecordWithFlags" => "cuEventRecord",
            "cuGraphInstantiateWithFlags" => "cuGraphInstantiate",
            plain => plain,
        },
    }
}

#[test]
fn every_function_is_called_with_success_and_with_each_error_that_can_come_about() {
    let tested: BTreeSet<(&str, u32)> = all().map(|row| (base(row.name), row.code)).collect();
    let excused = |name, code| NOT_HERE.iter().any(|(of, codes, _)| *of == name && codes.contains(&code));
    for (name, codes) in BOOK {
        for code in codes.iter().chain(&[0]) {
            let is_tested = tested.contains(&(name, *code));
            assert_ne!(is_tested, excused(name, *code), "{name}: {code} is either tested, or cannot come about");
        }
    }
    for (name, codes, _) in NOT_HERE {
        let documented = BOOK.iter().find(|(of, _)| of == name).unwrap().1;
        assert!(codes.iter().all(|code| documented.contains(code)), "{name}: {codes:?} is not documented");
    }
    let known: BTreeSet<&str> = BOOK.iter().map(|(name, _)| *name).collect();
    assert_eq!(known.len(), BOOK.len(), "no function is there twice");
    assert!(tested.iter().all(|(name, _)| known.contains(name)));
}

/// A call of the function that works. Files are out of Miri's reach.
fn works(name: &str) -> Option<&'static Row> {
    all().find(|row| base(row.name) == name && row.code == 0 && !(cfg!(miri) && name == "cuModuleLoad"))
}

/// Functions that need no simulator, so that no script reaches them.
const UNSCRIPTED: [&str; 2] = ["cuGetErrorName", "cuGetErrorString"];

#[test]
fn a_script_gives_any_documented_error_whatever_its_cause_would_be() {
    for (name, codes) in BOOK.iter().filter(|(name, _)| !UNSCRIPTED.contains(name)) {
        let Some(row) = works(name) else { continue };
        for code in *codes {
            let scene = Scene::new();
            scene.client.simulator.on(row.name).fails(CUresult(*code));
            assert_eq!((row.act)(&scene).0, *code, "{name}");
        }
    }
}

/// Makes a call whose context faults before it does anything, but after all that it is made with is there.
fn call_after_fault(row: &Row) -> u32 {
    let scene = Scene::new();
    let gate = scene.client.simulator.on(row.name).hangs();
    let before = scene.client.simulator.calls(row.name);
    let sent = Sent(&scene);
    thread::scope(|scope| {
        let thread = scope.spawn(move || {
            let Sent(scene) = { sent };
            assert_eq!(call!(scene.client, cuCtxSetCurrent(scene.client.context)), CUresult::CUDA_SUCCESS);
            (row.act)(scene).0
        });
        while scene.client.simulator.calls(row.name) == before && !thread.is_finished() {
            thread::yield_now();
        }
        scene.client.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        gate.open();
        thread.join().unwrap()
    })
}

/// What works in a context that has faulted: what is about no context, or only about which one is current.
#[rustfmt::skip]
const FAULT_PROOF: &[&str] = &[
    "cuInit", "cuDriverGetVersion", "cuGetProcAddress", "cuGetErrorString", "cuGetErrorName", "cuDeviceGetCount",
    "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetUuid", "cuDeviceTotalMem", "cuDeviceGetAttribute",
    "cuDeviceComputeCapability", "cuDeviceGetPCIBusId", "cuDeviceCanAccessPeer",
    "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxGetState", "cuDevicePrimaryCtxSetFlags",
    "cuDevicePrimaryCtxReset",
    "cuCtxCreate", "cuCtxSetCurrent", "cuCtxGetCurrent", "cuCtxPushCurrent", "cuCtxPopCurrent", "cuCtxGetDevice",
    "cuStreamGetId",
    "cuLibraryLoadData", "cuLibraryUnload", "cuLibraryGetKernel", "cuLibraryGetKernelCount", "cuKernelGetAttribute",
    "cuKernelSetAttribute", "cuKernelGetName", "cuKernelGetParamInfo",
    "cuDeviceGetDefaultMemPool", "cuDeviceGetMemPool", "cuDeviceSetMemPool", "cuMemPoolCreate", "cuMemPoolDestroy",
    "cuMemPoolSetAttribute", "cuMemPoolGetAttribute", "cuMemPoolTrimTo", "cuMemPoolSetAccess",
    "cuStreamIsCapturing", "cuStreamGetCaptureInfo", "cuThreadExchangeStreamCaptureMode",
    "cuGraphCreate", "cuGraphDestroy", "cuGraphAddKernelNode", "cuGraphAddMemcpyNode", "cuGraphAddMemsetNode",
    "cuGraphAddHostNode", "cuGraphAddEmptyNode", "cuGraphAddDependencies", "cuGraphInstantiate", "cuGraphExecUpdate",
    "cuGraphExecKernelNodeSetParams", "cuGraphExecDestroy",
];

#[test]
fn after_a_sticky_error_nearly_every_function_answers_it() {
    let mut wrong = Vec::new();
    for (name, _) in BOOK {
        let Some(row) = works(name) else { continue };
        let expected = if FAULT_PROOF.contains(&name) { 0 } else { 700 };
        let answer = call_after_fault(row);
        if answer != expected {
            wrong.push(format!("{name}: {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
