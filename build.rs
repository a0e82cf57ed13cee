//! Compiles the C side of the ABI tests against each cuda.h at hand: `.cuda-headers/VERSION/cuda.h`, which `.ci/fetch-headers`
//! fetches, or the same under CUDA_HEADERS_DIR. Without any it leaves an empty list, and the tests say that they are skipped.

#[path = "tests/abi/probe/mod.rs"]
mod probe;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=CUDA_HEADERS_DIR");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=tests/abi/probe");
    println!("cargo::rerun-if-changed=cuda-sys/src/generated");
    let folder = std::env::var_os("CUDA_HEADERS_DIR").map_or_else(|| PathBuf::from(".cuda-headers"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));

    let mut list = String::from("vec![\n");
    for (version, include) in headers(&folder) {
        match probe::compile(&version, &include, &out) {
            Ok(entry) => list.push_str(&entry),
            Err(error) => println!("cargo::warning=ABI probe for CUDA {version}: {error}"),
        }
    }
    list.push_str("]\n");
    std::fs::write(out.join("abi_headers.rs"), list).expect("OUT_DIR can be written");
}

/// Lists the folders that hold a cuda.h, by version.
fn headers(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(String, PathBuf)> = entries
        .filter(|entry| entry.path().join("cuda.h").is_file())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    found.sort();
    found
}
