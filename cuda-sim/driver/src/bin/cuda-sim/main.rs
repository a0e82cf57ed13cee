//! `cuda-sim`: runs programs on the simulated driver, tells of the device, and checks PTX.
#![deny(unsafe_code)]

mod info;
mod library;
mod ptx;
mod run;
#[cfg(unix)]
mod signals;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "Examples:
  cuda-sim run -- cargo test
  cuda-sim run --seed 7 --report reports.json -- ./program --its-own arguments
  cuda-sim run --profile small-gpu.txt --faults out-of-memory.txt -- python3 train.py
  cuda-sim ptx kernels/*.ptx
  export LD_LIBRARY_PATH=$(cuda-sim library ~/cuda-sim)";

/// A CUDA driver without a GPU: runs programs on it, tells of its device, checks PTX for it.
#[derive(Debug, Parser)]
#[command(name = "cuda-sim", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a program, and whatever it starts, on the simulated driver.
    #[command(after_help = run::HELP)]
    Run(run::Arguments),
    /// Tells which devices and which driver programs will find.
    Info(info::Arguments),
    /// Checks PTX: names what the simulated device does not run, with line and column.
    Ptx {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Puts libcuda.so.1 and libcuda.so into a folder, and prints the folder: for LD_LIBRARY_PATH, where `run` is not convenient.
    Library {
        /// The folder, which is made if it is not there.
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Info(arguments) => info::info(&arguments),
        Command::Ptx { files } => ptx::check(&files),
        Command::Library { folder } => library::lay_out(&folder).map(|folder| {
            println!("{}", folder.display());
            ExitCode::SUCCESS
        }),
    };
    done.unwrap_or_else(|message| {
        eprintln!("cuda-sim: {message}");
        ExitCode::from(FAILED)
    })
}

/// The exit code of the command's own failures.
const FAILED: u8 = 2;
