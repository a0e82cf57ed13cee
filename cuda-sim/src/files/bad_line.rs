//! [`BadLine`]: what is wrong with a file, and where.

use std::fmt;

/// A line that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadLine {
    /// Its number, from one.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for BadLine {}

/// Hands every line that says something to `take`, without its comment and the blanks around it.
pub(super) fn each_line<'a>(text: &'a str, mut take: impl FnMut(&'a str) -> Result<(), String>) -> Result<(), BadLine> {
    for (index, line) in text.lines().enumerate() {
        let said = line.split_once('#').map_or(line, |(said, _)| said).trim();
        if !said.is_empty() {
            take(said).map_err(|message| BadLine { line: index + 1, message })?;
        }
    }
    Ok(())
}
