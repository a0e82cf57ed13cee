//! [`Program`]: the PTX of an image.

use cuda_sys::CUresult;

use crate::binary::{fatbin, linked};
use crate::code;
use crate::ptx;

/// The first bytes of machine code.
pub(crate) const ELF: [u8; 4] = *b"\x7fELF";

/// Why an image was not loaded.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) code: CUresult,
    /// For the error log.
    pub(crate) text: String,
}

impl Refused {
    pub(crate) fn new(code: CUresult, text: impl Into<String>) -> Self {
        Refused { code, text: text.into() }
    }

    /// The bytes are not what they should be.
    pub(crate) fn invalid(text: impl Into<String>) -> Self {
        Refused::new(CUresult::CUDA_ERROR_INVALID_IMAGE, text)
    }

    /// There is nothing in the image that the device runs.
    pub(crate) fn no_binary(text: impl Into<String>) -> Self {
        Refused::new(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU, text)
    }

    /// The client asks for what is not simulated.
    pub(crate) fn not_simulated(text: impl Into<String>) -> Self {
        Refused::new(code::NOT_SUPPORTED, text)
    }
}

impl From<ptx::PtxError> for Refused {
    fn from(error: ptx::PtxError) -> Self {
        Refused::new(CUresult(error.code()), error.to_string())
    }
}

/// The PTX of an image: one text, or several that were linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) texts: Vec<String>,
    /// The most registers that a thread may use, where the client gave a limit.
    pub(crate) max_registers: Option<u32>,
}

impl Program {
    /// The program of an image all of whose bytes are there; a text may end with NULs.
    pub(crate) fn parse(image: &[u8]) -> Result<Self, Refused> {
        if image.starts_with(&ELF) {
            return Err(Refused::no_binary("the image is machine code; the simulator runs PTX"));
        }
        if image.starts_with(&linked::MAGIC) {
            return linked::read(image);
        }
        let text = match image.starts_with(&fatbin::MAGIC) {
            true => fatbin::ptx(image, ptx::DEVICE_TARGET)?,
            false => text(image)?,
        };
        Ok(Program { texts: vec![text], max_registers: None })
    }

    /// Compiles the program, and links it if it is several texts.
    pub(crate) fn compile(&self) -> Result<ptx::Module, Refused> {
        let mut module = match self.texts.as_slice() {
            [text] => ptx::compile(text)?,
            texts => ptx::link(&texts.iter().map(String::as_str).collect::<Vec<_>>())?,
        };
        if let Some(most) = self.max_registers {
            module.limit_registers(most);
        }
        Ok(module)
    }
}

/// The PTX in bytes that are said to be text.
pub(crate) fn text(bytes: &[u8]) -> Result<String, Refused> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let text = std::str::from_utf8(&bytes[..end]).ok().filter(|text| text.contains(".version"));
    text.map(str::to_owned).ok_or_else(|| Refused::invalid("the image is no PTX text"))
}
