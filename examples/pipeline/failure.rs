//! What can go wrong, each in one line.

use std::fmt;
use std::path::PathBuf;

/// Why the pipeline gave up.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The picture's file cannot be opened or read.
    Read { path: PathBuf, cause: std::io::Error },
    /// The file is not a whole PNG or JPEG picture.
    Decode { path: PathBuf, cause: String },
    /// The file, or the picture in it, has nothing in it.
    Empty { path: PathBuf },
    /// The picture has more pixels, or the file more bytes, than the program takes.
    TooLarge { path: PathBuf, found: String, limit: String },
    /// A result cannot be written.
    Write { path: PathBuf, cause: std::io::Error },
    /// Both results were to go to one file.
    SameOutput { path: PathBuf },
    /// The driver, or a call of it, failed.
    Device { doing: &'static str, cause: cuda_safe::Error },
    /// The device's picture differs from the CPU's.
    Differs { x: u32, y: u32, device: u32, reference: u32 },
    /// No two streams worked at the same time.
    NoOverlap { streams: usize },
}

impl Failure {
    /// Failure of a call of the driver while `doing` something.
    pub(crate) fn device<E: Into<cuda_safe::Error>>(doing: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Device { doing, cause: error.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
            Self::Decode { path, cause } => write!(f, "cannot decode {}: {cause}", path.display()),
            Self::Empty { path } => write!(f, "{} is empty: there is no picture in it", path.display()),
            Self::TooLarge { path, found, limit } => {
                write!(f, "{} is too large: it has {found}, the limit is {limit}", path.display())
            }
            Self::Write { path, cause } => write!(f, "cannot write {}: {cause}", path.display()),
            Self::SameOutput { path } => {
                write!(f, "the picture and the timeline cannot both go to {}", path.display())
            }
            Self::Device { doing, cause } => {
                // A compiler's log, and a list of places that were tried, have many lines.
                let text = cause.to_string();
                write!(f, "{doing}: {}", text.lines().map(str::trim).collect::<Vec<_>>().join("; "))
            }
            Self::Differs { x, y, device, reference } => write!(
                f,
                "the device's picture differs from the CPU's at ({x}, {y}): {device:08x}, and {reference:08x} there"
            ),
            Self::NoOverlap { streams } => write!(f, "no two of the {streams} streams worked at the same time"),
        }
    }
}

impl std::error::Error for Failure {}
