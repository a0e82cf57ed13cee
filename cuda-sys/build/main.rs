//! Does nothing by default: the bindings are checked in.
//!
//! Feature `bindgen`: makes them from the user's header. Feature `link`: says where to look for `libcuda`.

#[cfg(feature = "bindgen")]
mod generate;

fn main() {
    println!("cargo::rerun-if-changed=build");
    #[cfg(feature = "bindgen")]
    bindings();
    #[cfg(feature = "link")]
    search_path();
}

#[cfg(feature = "bindgen")]
fn bindings() {
    use std::path::PathBuf;

    for variable in ["CUDA_INCLUDE_DIR", "CUDA_PATH"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let candidates = [
        std::env::var_os("CUDA_INCLUDE_DIR").map(PathBuf::from),
        std::env::var_os("CUDA_PATH").map(|path| PathBuf::from(path).join("include")),
        Some(PathBuf::from("/usr/local/cuda/include")),
    ];
    let candidates: Vec<PathBuf> = candidates.into_iter().flatten().collect();
    let Some(include) = candidates.iter().find(|folder| folder.join("cuda.h").is_file()) else {
        println!("cargo::error=no cuda.h in any of {candidates:?}: set CUDA_INCLUDE_DIR to the folder that holds it");
        return;
    };
    println!("cargo::rerun-if-changed={}", include.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    if let Err(error) = new_enough(include).and_then(|()| generate::generate(include, &out)) {
        println!("cargo::error={error}");
    }
}

/// Refuses a header that is older than the checked-in bindings, which serve its drivers too.
#[cfg(feature = "bindgen")]
fn new_enough(include: &std::path::Path) -> Result<(), String> {
    const CHECKED_IN: u32 = 13_050;
    let header = generate::read(include, "cuda.h")?;
    let version = header.lines().find_map(|line| line.strip_prefix("#define CUDA_VERSION "));
    let version: u32 = version.and_then(|version| version.trim().parse().ok()).unwrap_or(0);
    if version < CHECKED_IN {
        return Err(format!(
            "{} is of CUDA {version}; the checked-in bindings, of {CHECKED_IN}, serve that too: leave feature `bindgen` off",
            include.join("cuda.h").display()
        ));
    }
    Ok(())
}

#[cfg(feature = "link")]
fn search_path() {
    println!("cargo::rerun-if-env-changed=CUDA_LIBRARY_DIR");
    if let Ok(folder) = std::env::var("CUDA_LIBRARY_DIR") {
        println!("cargo::rustc-link-search=native={folder}");
    }
}
