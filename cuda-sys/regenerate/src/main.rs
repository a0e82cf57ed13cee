//! Writes cuda-sys/src/generated from a folder with cuda.h and cudaTypedefs.h. Called by regenerate.sh.

#[path = "../../build/generate.rs"]
mod generate;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(include), Some(out)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: cuda-sys-regenerate INCLUDE_FOLDER OUT_FOLDER");
        return ExitCode::from(2);
    };
    match generate::generate(&include, &out) {
        Ok(count) => {
            println!("{count} entry points written to {}", out.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cuda-sys-regenerate: {error}");
            ExitCode::FAILURE
        }
    }
}
