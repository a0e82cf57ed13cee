//! Small libraries that pose as the driver, compiled from C by the test that needs them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use cuda_sys::loader::{LoadError, LoadedDriver, Loader};

/// A folder of the test's own, removed with what is in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // Relaxed: the numbers only have to differ; pairs with itself.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cuda-sys-loader-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn join(&self, leaf: &str) -> PathBuf {
        self.0.join(leaf)
    }

    /// Compiles a library from C; `None`, and a line that says so, where there is no C compiler.
    pub(crate) fn library(&self, leaf: &str, source: &str) -> Option<PathBuf> {
        let (c, library) = (self.join(&format!("{leaf}.c")), self.join(leaf));
        std::fs::write(&c, source).unwrap();
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let output = Command::new(&compiler).args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&c).output();
        match output {
            Ok(output) if output.status.success() => Some(library),
            Ok(output) => panic!("{compiler:?} refused the source: {}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => {
                // Not println, which is not shown for a test that passes.
                let _ = writeln!(std::io::stderr(), "SKIPPED: loader no C compiler ({compiler:?}: {error})");
                None
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary one harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The part of a driver that the loader calls.
pub(crate) fn driver(version: i32, init: i32) -> String {
    format!(
        "int cuDriverGetVersion(int *v) {{ *v = {version}; return 0; }}\nint cuInit(unsigned f) {{ return {init}; }}\n"
    )
}

pub(crate) fn load(paths: &[&Path]) -> Result<LoadedDriver, LoadError> {
    // SAFETY: the tests name files that are not there, files that are no libraries, and libraries of their own whose
    // functions take what the driver's take.
    unsafe { Loader::from_paths(paths.iter().copied()) }.load()
}
