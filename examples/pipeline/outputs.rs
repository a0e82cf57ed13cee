//! Where the results go.

use std::path::PathBuf;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::picture::{Picture, write_whole};

/// The two files that the program writes.
#[derive(Debug)]
pub(crate) struct Outputs {
    /// The resulting PNG.
    pub(crate) picture: PathBuf,
    /// The SVG timeline.
    pub(crate) timeline: PathBuf,
}

impl Outputs {
    /// The files that the arguments name, or the usual ones in the build folder.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let picture = arguments.out.clone().unwrap_or_else(|| build_folder().join("pipeline.png"));
        let timeline = arguments.timeline.clone().unwrap_or_else(|| picture.with_extension("svg"));
        if picture == timeline {
            return Err(Failure::SameOutput { path: picture });
        }
        Ok(Self { picture, timeline })
    }

    /// Writes both files.
    pub(crate) fn write(&self, picture: &Picture, timeline: &str) -> Result<(), Failure> {
        picture.write(&self.picture)?;
        write_whole(&self.timeline, timeline.as_bytes())
            .map_err(|cause| Failure::Write { path: self.timeline.clone(), cause })
    }
}

/// Cargo's build folder, in which this program lies two folders down (`release/examples`); else the current folder.
fn build_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    match program.parent() {
        Some(folder) if folder.ends_with("examples") => folder.ancestors().nth(2).unwrap_or(folder).to_owned(),
        _ => PathBuf::new(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn outputs(arguments: &[&str]) -> Result<Outputs, Failure> {
        Outputs::new(&Arguments::try_parse_from([&["pipeline"], arguments].concat()).unwrap())
    }

    #[test]
    fn the_timeline_goes_beside_the_picture() {
        let outputs = outputs(&["--out", "some/where.png"]).unwrap();
        assert_eq!(outputs.timeline, PathBuf::from("some/where.svg"));
    }

    #[test]
    fn one_file_for_both_is_refused() {
        assert!(matches!(outputs(&["--out", "a.svg"]), Err(Failure::SameOutput { .. })));
        assert!(matches!(outputs(&["--out", "a", "--timeline", "a"]), Err(Failure::SameOutput { .. })));
    }
}
