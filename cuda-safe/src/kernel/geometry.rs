//! [`Geometry`]: how many blocks of how many threads.

use crate::device::LaunchLimits;
use crate::driver::LaunchShape;
use crate::error::{Error, Result};

/// The shape of a launch: blocks in the grid, threads in a block, dynamic shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block, in bytes.
    pub shared_byte_len: u32,
}

impl Geometry {
    /// A grid of blocks, without dynamic shared memory.
    #[must_use]
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self { grid, block, shared_byte_len: 0 }
    }

    /// The least number of blocks of `block` threads in a row that has a thread for each of `len` elements, and at least
    /// one block.
    #[must_use]
    pub const fn linear(len: u32, block: u32) -> Self {
        let blocks = if block == 0 || len == 0 { 1 } else { len.div_ceil(block) };
        Self::new([blocks, 1, 1], [block, 1, 1])
    }

    /// The least number of blocks of `block` threads that covers `width` by `height` elements, and at least one block.
    #[must_use]
    pub const fn covering(width: u32, height: u32, block: [u32; 2]) -> Self {
        let (x, y) = (Self::linear(width, block[0]), Self::linear(height, block[1]));
        Self::new([x.grid[0], y.grid[0], 1], [block[0], block[1], 1])
    }

    /// Sets the dynamic shared memory of a block, in bytes.
    #[must_use]
    pub const fn with_shared_byte_len(mut self, byte_len: u32) -> Self {
        self.shared_byte_len = byte_len;
        self
    }

    /// The threads of the whole grid.
    #[must_use]
    pub fn threads(&self) -> u128 {
        self.grid.iter().chain(&self.block).map(|&n| u128::from(n)).product()
    }

    /// Checks against the limits of a kernel.
    #[inline]
    pub(super) fn check(&self, limits: &LaunchLimits) -> Result<()> {
        // In one piece, for the usual case; `judge` finds out what is wrong.
        let fits = |values: &[u32; 3], most: &[u32; 3]| (0..3).all(|axis| values[axis].wrapping_sub(1) < most[axis]);
        let [x, y, z] = self.block.map(u64::from);
        let threads = u64::from(limits.threads_per_block);
        // Products of two numbers of 32 bits.
        let is_good = fits(&self.grid, &limits.grid)
            && fits(&self.block, &limits.block)
            && x * y <= threads
            && x * y * z <= threads
            && self.shared_byte_len <= limits.shared_bytes;
        if is_good { Ok(()) } else { self.judge(limits) }
    }

    /// Names what exceeds a limit.
    #[cold]
    fn judge(&self, limits: &LaunchLimits) -> Result<()> {
        const GRID: [&str; 3] = ["grid.x", "grid.y", "grid.z"];
        const BLOCK: [&str; 3] = ["block.x", "block.y", "block.z"];
        for axis in 0..3 {
            within(GRID[axis], u64::from(self.grid[axis]), 1, limits.grid[axis])?;
            within(BLOCK[axis], u64::from(self.block[axis]), 1, limits.block[axis])?;
        }
        let threads = self.block.iter().map(|&n| u64::from(n)).product();
        within("threads of a block", threads, 1, limits.threads_per_block)?;
        within("dynamic shared bytes", u64::from(self.shared_byte_len), 0, limits.shared_bytes)
    }

    pub(super) fn shape(&self) -> LaunchShape {
        LaunchShape { grid: self.grid, block: self.block, shared_bytes: self.shared_byte_len }
    }
}

fn within(what: &'static str, value: u64, min: u64, max: u32) -> Result<()> {
    let max = u64::from(max);
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::Geometry { what, value, min, max }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: LaunchLimits = LaunchLimits {
        threads_per_block: 512,
        block: [1024, 1024, 64],
        grid: [i32::MAX as u32, 65_535, 65_535],
        shared_bytes: 47 << 10,
    };

    #[test]
    fn a_linear_geometry_has_a_thread_for_each_element() {
        assert_eq!(Geometry::linear(1000, 256).grid, [4, 1, 1]);
        assert_eq!(Geometry::linear(1024, 256).grid, [4, 1, 1]);
        assert_eq!(Geometry::linear(0, 256).grid, [1, 1, 1]);
        assert_eq!(Geometry::covering(33, 7, [16, 8]).grid, [3, 1, 1]);
    }

    #[test]
    fn what_exceeds_a_limit_is_named() {
        let check = |geometry: Geometry| geometry.check(&LIMITS).map_err(|error| error.to_string());
        assert_eq!(check(Geometry::linear(1, 512)), Ok(()));
        assert!(
            check(Geometry::linear(1, 1024))
                .expect_err("refused")
                .contains("threads of a block is 1024, allowed are 1 to 512")
        );
        assert!(check(Geometry::new([0, 1, 1], [1, 1, 1])).expect_err("refused").contains("grid.x is 0"));
        assert!(check(Geometry::new([1, 1, 1], [1, 1, 65])).expect_err("refused").contains("block.z is 65"));
        let shared = Geometry::linear(1, 32).with_shared_byte_len(47 << 10);
        assert_eq!(check(shared), Ok(()));
        assert!(
            check(shared.with_shared_byte_len((47 << 10) + 1)).expect_err("refused").contains("dynamic shared bytes")
        );
    }
}
