//! Where the driver's library may be.

use std::path::PathBuf;

/// Names the file to open, and nothing else.
pub(super) const OVERRIDE: &str = "CUDA_DRIVER_LIBRARY";

/// How the candidates were chosen; a file that somebody named and that is not there is a mistake, not a machine without a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The list of this platform.
    Platform,
    /// [`OVERRIDE`].
    Override,
    /// A list from the caller.
    Caller,
}

/// Lists what to try on this machine.
pub(super) fn candidates() -> (Origin, Vec<PathBuf>) {
    if cfg!(feature = "link") {
        return (Origin::Platform, vec![PathBuf::from(NAME)]);
    }
    match std::env::var_os(OVERRIDE) {
        Some(path) if !path.is_empty() => (Origin::Override, vec![PathBuf::from(path)]),
        _ => {
            let names = std::iter::once(&NAME).chain(PLACES);
            (Origin::Platform, names.map(PathBuf::from).collect())
        }
    }
}

/// The library's own name. Not `libcuda.so`: that is for linking, and where there is only a toolkit it is the stub.
pub(super) const NAME: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

#[cfg(windows)]
const PLACES: &[&str] = &[];

#[cfg(not(windows))]
const PLACES: &[&str] = &[
    // Windows Subsystem for Linux: the host's driver, mounted.
    "/usr/lib/wsl/lib/libcuda.so.1",
    // Jetson: JetPack 6 and later, then earlier ones.
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1",
    #[cfg(target_arch = "aarch64")]
    "/usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1",
    // NixOS.
    "/run/opengl-driver/lib/libcuda.so.1",
];
