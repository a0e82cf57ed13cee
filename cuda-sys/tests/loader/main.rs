//! What the loader makes of libraries that are absent, empty, stubs, too old, strange or sound.
#![cfg(all(unix, not(miri)))]

mod fake;
mod resolution;

use std::path::Path;

use cuda_sys::CUresult;
use cuda_sys::loader::Failure;
use fake::{Folder, driver, load};

/// Asserts that the only candidate failed so, and that the message names it and says why.
fn assert_refused(path: &Path, expected: &Failure, words: &str) {
    let error = load(&[path]).unwrap_err();
    let [attempt] = error.attempts() else {
        panic!("one path was tried: {error}");
    };
    assert_eq!((&attempt.path, &attempt.failure), (&path.to_owned(), expected));
    let message = error.to_string();
    assert!(message.contains(&path.display().to_string()), "{message}");
    assert!(message.contains(words), "{message}");
}

#[test]
fn an_absent_file_is_not_found() {
    let path = Folder::new().join("libcuda.so.1");
    assert_refused(&path, &Failure::NotFound, "not found");
}

#[test]
fn an_absent_name_is_not_found_by_the_systems_search() {
    assert_refused(Path::new("libno-such-driver.so.1"), &Failure::NotFound, "not found");
}

#[test]
fn a_file_that_is_no_library_is_refused_with_the_systems_words() {
    let folder = Folder::new();
    for (leaf, content) in [("empty.so", ""), ("text.so", "not a library\n")] {
        let path = folder.join(leaf);
        std::fs::write(&path, content).unwrap();
        let error = load(&[&path]).unwrap_err();
        assert!(matches!(error.attempts()[0].failure, Failure::CannotOpen(_)), "{error}");
        assert!(error.to_string().contains(leaf), "{error}");
        assert!(!error.no_driver_found(), "a broken file is not a machine without a driver");
    }
}

#[test]
fn a_path_that_no_file_can_have_is_an_error() {
    use std::os::unix::ffi::OsStrExt as _;
    let path = Path::new(std::ffi::OsStr::from_bytes(b"/tmp/a\0b"));
    assert_eq!(load(&[path]).unwrap_err().attempts().len(), 1);
}

#[test]
fn a_library_without_any_function_is_not_a_driver() {
    let folder = Folder::new();
    let Some(path) = folder.library("libempty.so", "") else { return };
    assert_refused(&path, &Failure::NotADriver { missing: "cuInit" }, "exports no cuInit");
}

#[test]
fn a_library_without_cudrivergetversion_is_not_a_driver() {
    let folder = Folder::new();
    let Some(path) = folder.library("libhalf.so", "int cuInit(unsigned f) { return 0; }") else { return };
    let missing = "cuDriverGetVersion";
    assert_refused(&path, &Failure::NotADriver { missing }, "exports no cuDriverGetVersion");
}

#[test]
fn a_library_that_needs_an_absent_one_is_broken_and_not_absent() {
    let folder = Folder::new();
    let Some(needed) = folder.library("libneeded.so", "int needed(void) { return 0; }") else { return };
    let source = "int needed(void); int cuInit(unsigned f) { return needed(); }";
    let path = folder.join("libcuda.so.1");
    let c = folder.join("needs.c");
    std::fs::write(&c, source).unwrap();
    let mut compiler = std::process::Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    assert!(compiler.args(["-shared", "-fPIC", "-o"]).arg(&path).arg(&c).arg(&needed).status().unwrap().success());
    std::fs::remove_file(&needed).unwrap();
    let error = load(&[&path]).unwrap_err();
    assert!(matches!(error.attempts()[0].failure, Failure::CannotOpen(_)), "{error}");
    assert!(error.to_string().contains("libneeded.so"), "{error}");
}

#[test]
fn the_toolkits_stub_is_told_by_cuinit() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so", &driver(12_040, 34)) else { return };
    assert_refused(&path, &Failure::Stub { call: "cuInit" }, "stub library of the CUDA toolkit");
}

#[test]
fn a_stub_that_answers_34_to_everything_is_told_without_cuinit() {
    let folder = Folder::new();
    let source = "int cuDriverGetVersion(int *v) { return 34; } int cuInit(unsigned f) { __builtin_trap(); }";
    let Some(path) = folder.library("libcuda.so", source) else { return };
    let call = "cuDriverGetVersion";
    assert_refused(&path, &Failure::Stub { call }, "CUDA_ERROR_STUB_LIBRARY (34)");
}

#[test]
fn an_old_driver_is_refused_with_both_versions() {
    let folder = Folder::new();
    let Some(path) = folder.library("libold.so", &driver(11_060, 0)) else { return };
    let error = load(&[&path]).unwrap_err();
    assert!(matches!(error.attempts()[0].failure, Failure::TooOld { found } if found.raw() == 11_060), "{error}");
    let message = error.to_string();
    assert!(message.contains("serves CUDA 11.6") && message.contains("at least 11.7"), "{message}");
}

#[test]
fn a_version_that_is_no_version_is_refused() {
    let folder = Folder::new();
    let Some(path) = folder.library("libnegative.so", &driver(-1, 0)) else { return };
    assert!(matches!(load(&[&path]).unwrap_err().attempts()[0].failure, Failure::TooOld { .. }));
}

#[test]
fn an_unknown_code_for_the_version_is_refused_by_number() {
    let folder = Folder::new();
    let source = "int cuDriverGetVersion(int *v) { return 424242; } int cuInit(unsigned f) { return 0; }";
    let Some(path) = folder.library("libstrange.so", source) else { return };
    let (call, code) = ("cuDriverGetVersion", CUresult(424_242));
    assert_refused(&path, &Failure::Refused { call, code }, "424242");
}

#[test]
fn an_unknown_code_from_cuinit_is_kept_as_it_is() {
    let folder = Folder::new();
    let Some(path) = folder.library("libstrange.so", &driver(13_050, 424_242)) else { return };
    let loaded = load(&[&path]).unwrap();
    assert_eq!(loaded.init, CUresult(424_242));
    assert!(loaded.init.to_string().contains("424242"));
}

#[test]
fn a_driver_without_a_device_loads_and_says_so() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so.1", &driver(12_080, 100)) else { return };
    let loaded = load(&[&path]).unwrap();
    assert_eq!(loaded.init, CUresult::CUDA_ERROR_NO_DEVICE);
    assert_eq!((loaded.path, loaded.version.to_string()), (path, "12.8".to_owned()));
}

#[test]
fn every_candidate_is_named_in_order_and_the_first_sound_one_is_taken() {
    let folder = Folder::new();
    let Some(stub) = folder.library("libstub.so", &driver(12_040, 34)) else { return };
    let Some(old) = folder.library("libold.so", &driver(10_020, 0)) else { return };
    let Some(sound) = folder.library("libcuda.so.1", &driver(11_070, 0)) else { return };
    let absent = folder.join("libabsent.so");
    assert_eq!(load(&[&absent, &stub, &old, &sound]).unwrap().path, sound);

    let message = load(&[&absent, &stub, &old]).unwrap_err().to_string();
    let places = ["libabsent.so: not found", "libstub.so: the stub", "libold.so: the driver serves CUDA 10.2"];
    let found: Vec<usize> = places.iter().map(|words| message.find(words).expect(words)).collect();
    assert!(found.is_sorted(), "{message}");
}

#[test]
fn an_empty_list_of_candidates_is_an_error() {
    assert_eq!(load(&[]).unwrap_err().to_string(), "no CUDA driver could be loaded");
}
