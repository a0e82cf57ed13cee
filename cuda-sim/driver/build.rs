//! Gives the library the name that programs ask the loader for, and tells the command where to find the library that it takes in.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_library)");
    let is_linux = variable("CARGO_CFG_TARGET_OS") == "linux";
    if !is_linux {
        return;
    }
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
    // The threads of the streams run its code, and every thread has locals of it: it cannot be unloaded.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // Nine tenths of a library with line numbers are line numbers.
    println!("cargo::rustc-cdylib-link-arg=-Wl,--strip-debug");

    // Cargo leaves the library of a package on this disk under this name. That of a package it fetched has a name that nobody knows.
    let out = PathBuf::from(variable("OUT_DIR"));
    let is_fetched = variable("CARGO_MANIFEST_DIR").contains("/git/checkouts/")
        || variable("CARGO_MANIFEST_DIR").contains("/registry/src/");
    if let Some(profile) = out.ancestors().nth(3).filter(|_| !is_fetched) {
        println!("cargo::rustc-cfg=has_library");
        println!("cargo::rustc-env=CUDA_SIM_LIBRARY_FILE={}", file(profile).display());
    }
}

fn file(profile: &Path) -> PathBuf {
    profile.join("deps/libcuda_sim_driver.so")
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
