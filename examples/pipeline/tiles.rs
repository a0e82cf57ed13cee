//! Cutting a picture into tiles, and putting the results back.

use crate::picture::Picture;

/// Pixels that a tile's input is larger than its output, on every side: 2 for the blur and 1 for the edges.
pub(crate) const RIM: u32 = 3;

/// A rectangle of the picture that is worked on as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    /// Left column.
    pub(crate) x: u32,
    /// Top row.
    pub(crate) y: u32,
    /// Columns, not 0.
    pub(crate) width: u32,
    /// Rows, not 0.
    pub(crate) height: u32,
}

impl Tile {
    /// Cuts a picture into tiles of `side` x `side` pixels; those at the right and lower border may be smaller.
    pub(crate) fn cut(picture: &Picture, side: u32) -> Vec<Self> {
        let mut tiles = Vec::new();
        for y in (0..picture.height).step_by(side as usize) {
            for x in (0..picture.width).step_by(side as usize) {
                let (width, height) = (side.min(picture.width - x), side.min(picture.height - y));
                tiles.push(Self { x, y, width, height });
            }
        }
        tiles
    }

    /// Pixels of the tile's input, with its rim.
    pub(crate) fn input_len(&self) -> usize {
        (self.width + 2 * RIM) as usize * (self.height + 2 * RIM) as usize
    }

    /// Pixels of the tile's output.
    pub(crate) fn output_len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Copies the tile and its rim out of the picture, whose border pixels go on outside it.
    pub(crate) fn copy_in(&self, picture: &Picture, input: &mut [u32]) {
        let row_len = (self.width + 2 * RIM) as usize;
        for (row, line) in input[..self.input_len()].chunks_exact_mut(row_len).enumerate() {
            let y = i64::from(self.y) + row as i64 - i64::from(RIM);
            for (column, pixel) in line.iter_mut().enumerate() {
                *pixel = picture.nearest(i64::from(self.x) + column as i64 - i64::from(RIM), y);
            }
        }
    }

    /// Copies the tile's output to its place in the picture.
    pub(crate) fn copy_out(&self, output: &[u32], picture: &mut Picture) {
        let width = self.width as usize;
        for (row, line) in output[..self.output_len()].chunks_exact(width).enumerate() {
            let start = (self.y as usize + row) * picture.width as usize + self.x as usize;
            picture.pixels[start..start + width].copy_from_slice(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(width: u32, height: u32) -> Picture {
        Picture { width, height, pixels: (0..width * height).collect() }
    }

    #[test]
    fn tiles_cover_every_pixel_once() {
        for (width, height, side) in [(1, 1, 8), (8, 8, 8), (9, 17, 8), (100, 3, 7)] {
            let picture = numbered(width, height);
            let mut seen = vec![0; picture.pixels.len()];
            for tile in Tile::cut(&picture, side) {
                for y in tile.y..tile.y + tile.height {
                    for x in tile.x..tile.x + tile.width {
                        seen[(y * width + x) as usize] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&count| count == 1), "{width} x {height} by {side}");
        }
    }

    #[test]
    fn a_tile_without_its_rim_is_what_goes_back() {
        let picture = numbered(19, 11);
        let mut back = Picture::blank(19, 11);
        for tile in Tile::cut(&picture, 8) {
            let mut input = vec![0; tile.input_len()];
            tile.copy_in(&picture, &mut input);
            let row_len = (tile.width + 2 * RIM) as usize;
            let mut output = Vec::new();
            for row in 0..tile.height {
                let start = (row + RIM) as usize * row_len + RIM as usize;
                output.extend_from_slice(&input[start..start + tile.width as usize]);
            }
            tile.copy_out(&output, &mut back);
        }
        assert_eq!(back, picture);
    }

    #[test]
    fn the_rim_repeats_the_border() {
        let picture = numbered(4, 4);
        let tile = Tile::cut(&picture, 4)[0];
        let mut input = vec![99; tile.input_len()];
        tile.copy_in(&picture, &mut input);
        assert!(input[..4].iter().all(|&pixel| pixel == 0));
        assert_eq!(input.last(), Some(&15));
    }
}
