//! The same blur and edges on the CPU, one channel at a time: what the device's picture must equal.

use crate::picture::Picture;

/// Weights of the blur along one axis; they add up to 16.
const WEIGHTS: [u32; 5] = [1, 4, 6, 4, 1];

/// The whole picture, blurred and with its edges drawn. The picture goes on beyond its border with its border pixels.
pub(crate) fn reference(picture: &Picture) -> Picture {
    // The blurred picture with one more pixel on every side, as the edge filter looks at neighbours.
    let mut blurred = Picture::blank(picture.width + 2, picture.height + 2);
    let row_len = blurred.width as usize;
    for (y, row) in blurred.pixels.chunks_exact_mut(row_len).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            *pixel = blur(picture, x as i64 - 1, y as i64 - 1);
        }
    }
    let mut result = Picture::blank(picture.width, picture.height);
    for (y, row) in result.pixels.chunks_exact_mut(picture.width as usize).enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            *pixel = draw_edge(&blurred, x as i64 + 1, y as i64 + 1);
        }
    }
    result
}

fn blur(picture: &Picture, x: i64, y: i64) -> u32 {
    let mut sums = [128_u32; 4];
    for (dy, weight_y) in (-2..).zip(WEIGHTS) {
        for (dx, weight_x) in (-2..).zip(WEIGHTS) {
            let channels = picture.nearest(x + dx, y + dy).to_le_bytes();
            for (sum, channel) in sums.iter_mut().zip(channels) {
                *sum += weight_x * weight_y * u32::from(channel);
            }
        }
    }
    u32::from_le_bytes(sums.map(|sum| (sum >> 8) as u8))
}

fn brightness(pixel: u32) -> i32 {
    let [red, green, blue, _] = pixel.to_le_bytes().map(i32::from);
    (77 * red + 150 * green + 29 * blue) >> 8
}

fn draw_edge(blurred: &Picture, x: i64, y: i64) -> u32 {
    let at = |dx, dy| brightness(blurred.nearest(x + dx, y + dy));
    let along_x = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    let along_y = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    let keep = 256 - (along_x.abs() + along_y.abs()).min(255);
    let [red, green, blue, alpha] = blurred.nearest(x, y).to_le_bytes();
    let darker = |channel: u8| ((i32::from(channel) * keep) >> 8) as u8;
    u32::from_le_bytes([darker(red), darker(green), darker(blue), alpha])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_picture_stays_as_it_is() {
        let picture = Picture { width: 6, height: 4, pixels: vec![0xff20_80c0; 24] };
        assert_eq!(reference(&picture), picture);
    }

    #[test]
    fn a_single_bright_pixel_spreads_by_the_weights() {
        let mut picture = Picture::blank(9, 9);
        picture.pixels[4 * 9 + 4] = 0x0000_00ff;
        assert_eq!(blur(&picture, 4, 4), (36 * 255 + 128) >> 8);
        assert_eq!(blur(&picture, 6, 2), (255 + 128) >> 8);
        assert_eq!(blur(&picture, 7, 4), 0);
    }

    #[test]
    fn a_step_is_drawn_dark_and_flat_parts_are_kept() {
        let mut picture = Picture::blank(16, 4);
        for (i, pixel) in picture.pixels.iter_mut().enumerate() {
            *pixel = if i % 16 < 8 { 0xff00_0000 } else { 0xffff_ffff };
        }
        let result = reference(&picture);
        assert_eq!(result.nearest(15, 1), 0xffff_ffff);
        assert!(result.nearest(8, 1) & 0xff < 2);
    }
}
