//! What the simulator has to say at the end of the process, for whoever asked for it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use cuda_sim::{Report, Simulator};

/// Names the file that every process adds its reports to; `stderr` writes them there.
const VARIABLE: &str = "CUDA_SIM_REPORT";

/// Writes the reports to where the environment wants them.
pub(crate) fn write(simulator: &Simulator) {
    let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) else { return };
    let reports = simulator.reports();
    let is_json = Path::new(&path).extension().is_some_and(|extension| extension == "json");
    let text = if is_json { as_json(&reports) } else { as_text(&reports) };
    if path == "stderr" {
        eprint!("{text}");
        return;
    }
    // One write, so that processes that end together do not mix their lines.
    let file = OpenOptions::new().append(true).create(true).open(&path);
    if let Err(error) = file.and_then(|mut file| file.write_all(text.as_bytes())) {
        eprintln!("cuda-sim: cannot write the reports to {}: {error}", path.display());
    }
}

fn program() -> String {
    std::env::args_os().next().unwrap_or_default().to_string_lossy().into_owned()
}

fn as_text(reports: &[Report]) -> String {
    let prefix = format!("{} [{}]", program(), std::process::id());
    reports.iter().map(|report| format!("{prefix}: {report}\n")).collect()
}

/// A line for each report: an object with the program, its process and the report's kind and text.
fn as_json(reports: &[Report]) -> String {
    let (program, process) = (quoted(&program()), std::process::id());
    let line = |report: &Report| {
        let (kind, text) = (quoted(&format!("{:?}", report.kind)), quoted(&report.text));
        format!("{{\"program\":{program},\"process\":{process},\"kind\":{kind},\"text\":{text}}}\n")
    };
    reports.iter().map(line).collect()
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
