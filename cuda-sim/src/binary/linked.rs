//! The image that the linker makes: all texts that were linked, in one piece.
//!
//! ```text
//! magic   8 bytes
//! size    u64, of the whole image
//! limit   u32, the most registers of a thread, or 0
//! count   u32
//! count times: length u64, text
//! ```
//!
//! It says its size itself, because it is loaded by its address alone, and clients copy it.

use crate::binary::packed::{part, size_at, u32_at};
use crate::binary::program::{Program, Refused};

/// What an image begins with.
pub(crate) const MAGIC: [u8; 8] = *b"\x7fcu-sim\n";
/// How long the part before the texts is.
pub(crate) const HEADER: usize = 24;

/// How long an image is, by its first [`HEADER`] bytes.
pub(crate) fn byte_len(header: &[u8]) -> Result<usize, Refused> {
    size_at(header, MAGIC.len())
}

/// Writes an image.
pub(crate) fn write(program: &Program) -> Vec<u8> {
    let len = HEADER + program.texts.iter().map(|text| 8 + text.len()).sum::<usize>();
    let mut image = Vec::with_capacity(len);
    image.extend(MAGIC);
    image.extend((len as u64).to_le_bytes());
    image.extend(program.max_registers.unwrap_or(0).to_le_bytes());
    image.extend((program.texts.len() as u32).to_le_bytes());
    for text in &program.texts {
        image.extend((text.len() as u64).to_le_bytes());
        image.extend(text.as_bytes());
    }
    image
}

/// Reads an image.
pub(crate) fn read(image: &[u8]) -> Result<Program, Refused> {
    let image = part(image, 0, byte_len(image)?)?;
    let limit = u32_at(image, 16)?;
    let count = u32_at(image, 20)?;
    let mut at = HEADER;
    let mut texts = Vec::new();
    for _ in 0..count {
        let len = size_at(image, at)?;
        let text = part(image, at + 8, len)?;
        let text = std::str::from_utf8(text).map_err(|_| Refused::invalid("a text of the image is no text"))?;
        texts.push(text.to_owned());
        at += 8 + len;
    }
    Ok(Program { texts, max_registers: (limit > 0).then_some(limit) })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use cuda_sys::CUresult;

    use super::{byte_len, read, write};
    use crate::binary::program::Program;

    #[test]
    fn an_image_is_read_as_it_was_written_and_any_shorter_one_is_refused() {
        let program = Program { texts: vec!["one".into(), String::new(), "three".into()], max_registers: Some(40) };
        let image = write(&program);
        assert_eq!(byte_len(&image).unwrap(), image.len());
        let again = read(&image).unwrap();
        assert_eq!((&again.texts, again.max_registers), (&program.texts, Some(40)));
        for end in 0..image.len() {
            assert_eq!(read(&image[..end]).unwrap_err().code, CUresult::CUDA_ERROR_INVALID_IMAGE, "{end}");
        }
    }
}
