//! Two processes of one test, which talk in lines of hexadecimal digits.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::CHILD;

/// What begins a line that is meant for the other process.
const MARK: &str = "say:";

/// The other process, as the one that started it sees it.
#[derive(Debug)]
pub(crate) struct Peer {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peer {
    /// Runs the test of this name in a process of its own, where [`is_child`] is true.
    pub(crate) fn start(test: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, "1");
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Peer { process, to, from }
    }

    pub(crate) fn say(&mut self, bytes: &[u8]) {
        writeln!(self.to, "{MARK}{}", hex(bytes)).unwrap();
    }

    pub(crate) fn hear(&mut self) -> Vec<u8> {
        hear(&mut self.from)
    }

    /// Waits for its end, which must be a good one.
    pub(crate) fn end(mut self) {
        drop(self.to);
        assert!(self.process.wait().unwrap().success());
    }

    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hear(from: &mut impl BufRead) -> Vec<u8> {
    loop {
        let mut line = String::new();
        assert_ne!(from.read_line(&mut line).unwrap(), 0, "the other process says nothing any more");
        if let Some((_, said)) = line.trim_end().split_once(MARK) {
            return (0..said.len()).step_by(2).map(|at| u8::from_str_radix(&said[at..at + 2], 16).unwrap()).collect();
        }
    }
}

/// What the process that was started says to the one that started it, and hears of it.
pub(crate) fn say(bytes: &[u8]) {
    println!("{MARK}{}", hex(bytes));
}

pub(crate) fn heard() -> Vec<u8> {
    hear(&mut std::io::stdin().lock())
}
