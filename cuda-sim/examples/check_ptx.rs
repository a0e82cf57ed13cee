//! Says whether the simulated device loads PTX files: `check_ptx FILE...`, or `check_ptx -` with one path a line on the input.
//!
//! Prints a line for each file, with tabs between: path, verdict (`loads`, `syntax`, `not-simulated`, `newer`), line, column, message. With
//! `--all` in front it goes on behind an instruction that is not simulated, by taking it out, so that one run names all of them.

use std::io::{BufRead, stdin};

use cuda_sim::{PtxError, PtxErrorKind, check_ptx};

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let all = paths.first().is_some_and(|first| first == "--all");
    paths.retain(|path| path != "--all");
    if paths == ["-"] {
        paths = stdin().lock().lines().map_while(Result::ok).collect();
    }
    for path in paths {
        match std::fs::read_to_string(&path) {
            Ok(text) => check(&path, text, all),
            Err(error) => println!("{path}\tunreadable\t0\t0\t{error}"),
        }
    }
}

fn check(path: &str, mut text: String, all: bool) {
    while let Err(error) = check_ptx(&text) {
        report(path, &error);
        if !all || error.kind != PtxErrorKind::NotSimulated || !error.strike_out(&mut text) {
            return;
        }
    }
    println!("{path}\tloads\t0\t0\t");
}

fn report(path: &str, error: &PtxError) {
    let verdict = match error.kind {
        PtxErrorKind::NotSimulated => "not-simulated",
        PtxErrorKind::Syntax => "syntax",
        _ => "newer",
    };
    println!("{path}\t{verdict}\t{}\t{}\t{}", error.line, error.column, error.message);
}
