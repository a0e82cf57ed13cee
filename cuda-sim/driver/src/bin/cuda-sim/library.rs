//! The library, which the command carries within itself.
#![allow(unsafe_code, reason = "the library's bytes are symbols of the linker's")]

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Names a library to use in place of the one within.
const VARIABLE: &str = "CUDA_SIM_LIBRARY";

// Not `include_bytes!`, which wants the file when this is only checked: Cargo builds the library before the command, but checks neither.
#[cfg(has_library)]
std::arch::global_asm!(
    ".pushsection .rodata.cuda_sim_library, \"a\"",
    ".balign 16",
    ".globl cuda_sim_library_start",
    "cuda_sim_library_start:",
    concat!(".incbin \"", env!("CUDA_SIM_LIBRARY_FILE"), "\""),
    ".globl cuda_sim_library_end",
    "cuda_sim_library_end:",
    ".popsection",
);

#[cfg(has_library)]
unsafe extern "C" {
    static cuda_sim_library_start: u8;
    static cuda_sim_library_end: u8;
}

#[cfg(has_library)]
fn within() -> Option<&'static [u8]> {
    let (start, end) = (&raw const cuda_sim_library_start, &raw const cuda_sim_library_end);
    // SAFETY: the assembler put the bytes of one file between the two, which live as long as the program and do not change.
    Some(unsafe { std::slice::from_raw_parts(start, end.addr() - start.addr()) })
}

#[cfg(not(has_library))]
fn within() -> Option<&'static [u8]> {
    None
}

fn bytes() -> Result<Cow<'static, [u8]>, String> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        let read = std::fs::read(&path);
        return read.map(Cow::Owned).map_err(|error| format!("{VARIABLE} names {}: {error}", path.display()));
    }
    within().map(Cow::Borrowed).ok_or_else(|| {
        format!(
            "this command was built without its library; install it from a checkout, or let {VARIABLE} name the library"
        )
    })
}

/// Puts the library into a folder, under both its names; answers the folder's full path.
pub(crate) fn lay_out(folder: &Path) -> Result<PathBuf, String> {
    let bytes = bytes()?;
    let write = || -> io::Result<PathBuf> {
        std::fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        // Another process may be loading the file of the same name: that one stays as it is, and the name moves on.
        let new = folder.join(format!("libcuda.so.1.{}", std::process::id()));
        std::fs::write(&new, &bytes)?;
        std::fs::rename(&new, folder.join("libcuda.so.1"))?;
        let link = folder.join("libcuda.so");
        if link.symlink_metadata().is_ok() {
            std::fs::remove_file(&link)?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("libcuda.so.1", &link)?;
        Ok(folder)
    };
    write().map_err(|error| format!("the library cannot be put into {}: {error}", folder.display()))
}
