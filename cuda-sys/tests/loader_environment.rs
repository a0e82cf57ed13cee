//! `CUDA_DRIVER_LIBRARY`: a test process of its own, because the environment is the whole process's.
#![cfg(all(unix, not(miri)))]

use std::ffi::OsStr;
use std::path::Path;

use cuda_sys::loader::{Failure, Loader, load};

const VARIABLE: &str = "CUDA_DRIVER_LIBRARY";

fn set(value: impl AsRef<OsStr>) {
    // SAFETY: this process has one test, so no other thread reads or writes the environment.
    unsafe { std::env::set_var(VARIABLE, value) };
}

#[test]
fn a_driver_library_set_wrongly_is_an_error_that_names_the_variable_and_the_file() {
    set("/no/such/folder/libcuda.so.1");
    let error = load().unwrap_err();
    assert_eq!(error.attempts().len(), 1, "nothing else is tried: {error}");
    assert_eq!(error.attempts()[0].failure, Failure::NotFound);
    let message = error.to_string();
    assert!(message.contains(VARIABLE) && message.contains("/no/such/folder/libcuda.so.1"), "{message}");
    assert!(!error.no_driver_found(), "a wrong setting must not pass for a machine without a driver");

    let folder = std::env::temp_dir();
    set(&folder);
    let error = load().unwrap_err();
    assert!(matches!(error.attempts()[0].failure, Failure::CannotOpen(_)), "a folder: {error}");
    assert!(error.to_string().contains(&folder.display().to_string()), "{error}");

    set(std::env::current_exe().unwrap());
    assert!(load().is_err(), "a program is not a driver");

    set("");
    assert_eq!(Loader::new().candidates()[0], Path::new("libcuda.so.1"), "an empty value is no value");

    // SAFETY: as in `set`.
    unsafe { std::env::remove_var(VARIABLE) };
    let candidates = Loader::new();
    for expected in ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/run/opengl-driver/lib/libcuda.so.1"] {
        assert!(candidates.candidates().iter().any(|path| path == Path::new(expected)), "{expected}");
    }
    if let Err(error) = candidates.load() {
        let message = error.to_string();
        for candidate in candidates.candidates() {
            assert!(message.contains(&candidate.display().to_string()), "{message}");
        }
    }
}
