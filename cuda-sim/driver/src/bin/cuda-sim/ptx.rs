//! `cuda-sim ptx`.

use std::path::PathBuf;
use std::process::ExitCode;

use cuda_sim::{PtxErrorKind, check_ptx};

/// Checks files and prints a line for everything in them that the device would refuse. The exit code is 1 if there is any.
pub(crate) fn check(files: &[PathBuf]) -> Result<ExitCode, String> {
    let mut refused = 0;
    for path in files {
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let found = complaints(text);
        refused += usize::from(!found.is_empty());
        if found.is_empty() {
            println!("{}: runs", path.display());
        }
        found.iter().for_each(|complaint| println!("{}:{complaint}", path.display()));
    }
    Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the device refuses: every instruction that is not simulated, and the first mistake.
fn complaints(mut text: String) -> Vec<String> {
    let mut complaints = Vec::new();
    while let Err(error) = check_ptx(&text) {
        complaints.push(format!("{}:{}: {}", error.line, error.column, error.message));
        if error.kind != PtxErrorKind::NotSimulated || !error.strike_out(&mut text) {
            break;
        }
    }
    complaints
}
