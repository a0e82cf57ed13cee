//! A picture in memory, its decoding within stated limits, and its encoding.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;

use image::{ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, Limits};

use crate::failure::Failure;

/// Most pixels that a picture may have: 64 megapixels.
pub(crate) const MOST_PIXELS: u64 = 64 << 20;
/// Most bytes that a picture's file may have: 512 MiB.
const MOST_FILE_BYTES: u64 = 512 << 20;
/// Most bytes that the decoder may take: 64 megapixels of 16 bits and four channels, twice.
const MOST_DECODER_BYTES: u64 = 1 << 30;

/// An RGBA picture, a word a pixel with red in the low byte, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Pixels a row; not 0 in a picture that was read.
    pub(crate) width: u32,
    /// Rows; not 0 in a picture that was read.
    pub(crate) height: u32,
    /// `width * height` pixels.
    pub(crate) pixels: Vec<u32>,
}

impl Picture {
    /// A black, transparent picture.
    pub(crate) fn blank(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![0; width as usize * height as usize] }
    }

    /// Reads a PNG or JPEG file. The dimensions are checked before anything is decoded.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = file_bytes(path)?;
        let decode = |cause: image::ImageError| {
            let cause = cause.to_string().lines().next().unwrap_or("unknown reason").to_owned();
            Failure::Decode { path: path.to_owned(), cause }
        };
        let format = match image::guess_format(&bytes) {
            Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg)) => format,
            _ => {
                let cause = "it is neither a PNG nor a JPEG picture".to_owned();
                return Err(Failure::Decode { path: path.to_owned(), cause });
            }
        };
        let reader = || ImageReader::with_format(Cursor::new(&bytes), format);
        // The dimensions stand in the first bytes; no memory is taken for what they claim.
        let mut header = reader();
        header.no_limits();
        let (width, height) = header.into_dimensions().map_err(decode)?;
        let count = u64::from(width) * u64::from(height);
        if count == 0 {
            return Err(Failure::Empty { path: path.to_owned() });
        }
        if count > MOST_PIXELS {
            let found = format!("{width} x {height} pixels");
            let limit = format!("{MOST_PIXELS} pixels (64 megapixels)");
            return Err(Failure::TooLarge { path: path.to_owned(), found, limit });
        }
        let mut limits = Limits::default();
        limits.max_alloc = Some(MOST_DECODER_BYTES);
        let mut whole = reader();
        whole.limits(limits);
        let rgba = whole.decode().map_err(decode)?.into_rgba8();
        let pixels = rgba.as_raw().chunks_exact(4).map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]])).collect();
        Ok(Self { width, height, pixels })
    }

    /// Writes a PNG file. A file that could not be written whole is removed.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let failure = |cause| Failure::Write { path: path.to_owned(), cause };
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.to_le_bytes()).collect();
        let mut png = Vec::new();
        image::codecs::png::PngEncoder::new(&mut png)
            .write_image(&bytes, self.width, self.height, ExtendedColorType::Rgba8)
            .map_err(|cause| failure(std::io::Error::other(cause)))?;
        write_whole(path, &png).map_err(failure)
    }

    /// The pixel at a place, or the nearest one of the picture for a place outside.
    pub(crate) fn nearest(&self, x: i64, y: i64) -> u32 {
        let x = x.clamp(0, i64::from(self.width) - 1) as usize;
        let y = y.clamp(0, i64::from(self.height) - 1) as usize;
        self.pixels[y * self.width as usize + x]
    }
}

/// Writes a file, and leaves no half of one behind when that fails.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let result = std::fs::write(path, bytes);
    // A file that was refused before it was opened is not ours to remove; a device file never is.
    let opened = !matches!(&result, Err(e) if matches!(e.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound));
    if result.is_err() && opened && path.is_file() {
        // The first error is the one worth telling.
        let _ = std::fs::remove_file(path);
    }
    result
}

/// The bytes of a file of bounded size that is not empty.
fn file_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failure = |cause| Failure::Read { path: path.to_owned(), cause };
    let file = File::open(path).map_err(failure)?;
    let mut bytes = Vec::new();
    file.take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.is_empty() {
        return Err(Failure::Empty { path: path.to_owned() });
    }
    if bytes.len() as u64 > MOST_FILE_BYTES {
        let (found, limit) = ("more bytes".to_owned(), format!("{MOST_FILE_BYTES} bytes (512 MiB)"));
        return Err(Failure::TooLarge { path: path.to_owned(), found, limit });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_picture_reads_back_equal() {
        let path = std::env::temp_dir().join(format!("pipeline-picture-{}.png", std::process::id()));
        let mut picture = Picture::blank(7, 5);
        for (i, pixel) in picture.pixels.iter_mut().enumerate() {
            *pixel = 0x0102_0304_u32.wrapping_mul(i as u32 + 1);
        }
        picture.write(&path).unwrap();
        let again = Picture::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(again, picture);
    }

    #[test]
    fn places_outside_take_the_nearest_pixel() {
        let picture = Picture { width: 2, height: 2, pixels: vec![1, 2, 3, 4] };
        assert_eq!(picture.nearest(-5, -1), 1);
        assert_eq!(picture.nearest(9, -1), 2);
        assert_eq!(picture.nearest(-1, 9), 3);
        assert_eq!(picture.nearest(1, 1), 4);
    }
}
