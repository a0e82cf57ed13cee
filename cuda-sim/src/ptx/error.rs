//! What is wrong with a piece of PTX, and where.

use std::fmt;

/// A place in the source text; line and column start at one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// Which text it is, of several that are linked; the first is 0.
    pub(crate) unit: u32,
    /// Line of the text.
    pub(crate) line: u32,
    /// Byte column within the line.
    pub(crate) column: u32,
}

/// Why PTX was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PtxErrorKind {
    /// The text is not valid PTX.
    Syntax,
    /// The text is written for a newer PTX than this front end reads.
    UnsupportedVersion,
    /// The text is written for a newer device than the simulated one.
    UnsupportedTarget,
    /// The text uses what no text of the link defines, or two of them define the same.
    Unresolved,
    /// Valid PTX that the simulator does not run.
    NotSimulated,
}

/// Why a piece of PTX is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PtxError {
    /// The class of the error.
    pub kind: PtxErrorKind,
    /// Line of the text, from one.
    pub line: u32,
    /// Byte column within the line, from one.
    pub column: u32,
    /// What is wrong, in one line: the text that is at fault, and what was expected.
    pub message: String,
    /// Which text it is, of several that are linked.
    pub(crate) unit: u32,
}

impl PtxError {
    /// Puts blanks in place of the statement that is at fault, so that the text can be checked again for what else it holds; false, and
    /// the text is as it was, if no statement is found there.
    #[must_use]
    pub fn strike_out(&self, text: &mut String) -> bool {
        let before: usize = text.split_inclusive('\n').map(str::len).take(self.line as usize - 1).sum();
        let at = before + self.column as usize - 1;
        let bytes = text.as_bytes();
        // A brace with a comma behind it ends a list of registers, which is within the statement.
        let starts = |i: usize| match bytes[i] {
            b';' | b'{' => true,
            // Of a label, rather than of a modifier such as `.L2::128B`.
            b':' => bytes.get(i + 1).is_some_and(u8::is_ascii_whitespace),
            b'}' => !bytes[i + 1..].trim_ascii_start().starts_with(b","),
            _ => false,
        };
        let start = (0..at).rev().find(|&i| starts(i)).map_or(0, |i| i + 1);
        let Some(len) = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b';')) else {
            return false;
        };
        let blank: String = text[start..=at + len].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        text.replace_range(start..=at + len, &blank);
        true
    }

    /// An error of the given kind at a place.
    pub(crate) fn new(kind: PtxErrorKind, at: Position, message: impl Into<String>) -> Self {
        Self { kind, line: at.line, column: at.column, message: message.into(), unit: at.unit }
    }

    /// The text is not valid PTX.
    pub(crate) fn syntax(at: Position, message: impl Into<String>) -> Self {
        Self::new(PtxErrorKind::Syntax, at, message)
    }

    /// Valid PTX that the simulator does not run.
    pub(crate) fn not_simulated(at: Position, message: impl fmt::Display) -> Self {
        Self::new(PtxErrorKind::NotSimulated, at, format!("{message} is not simulated"))
    }

    /// The text uses what no text of the link defines.
    pub(crate) fn unresolved(at: Position, what: &str, name: &str) -> Self {
        Self::new(PtxErrorKind::Unresolved, at, format!("unresolved {what} `{name}`"))
    }

    /// The driver API's code: 218 invalid PTX, 222 unsupported version, 209 no image for the device, 801 not supported.
    pub(crate) fn code(&self) -> u32 {
        match self.kind {
            PtxErrorKind::Syntax | PtxErrorKind::Unresolved => 218,
            PtxErrorKind::UnsupportedVersion => 222,
            PtxErrorKind::UnsupportedTarget => 209,
            PtxErrorKind::NotSimulated => 801,
        }
    }
}

impl fmt::Display for PtxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ptx line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for PtxError {}
