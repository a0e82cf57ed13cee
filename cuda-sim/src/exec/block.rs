//! A block: its warps, shared memory and barriers, and the special registers that place it in the grid.

use super::barrier::Barriers;
use super::image::{Image, Preset32, Preset64, Special};
use super::lanes::{LANES, Lane};
use super::launch::Launch;
use super::warp::Warp;

/// What shared memory holds before a block writes it; nothing that a correct kernel could rely on.
const SHARED_POISON: u8 = 0xA5;
/// Multiprocessors that special registers tell of.
const SM_COUNT: u32 = 16;

/// One block, used for one grid position after the other.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its warps.
    pub(crate) warps: Vec<Warp>,
    /// Its shared memory.
    pub(crate) shared: Vec<u8>,
    /// Its barriers.
    pub(crate) barriers: Barriers,
    /// Where it is in the grid.
    pub(crate) index: [u32; 3],
    filled: bool,
}

impl Block {
    /// A block for a launch.
    pub(crate) fn new(launch: &Launch<'_>) -> Self {
        let image = &launch.kernel.image;
        let warps = threads(launch).div_ceil(32);
        let shared = launch.dynamic_shared_start() as usize + launch.dynamic_shared_bytes as usize;
        Self {
            warps: (0..warps).map(|_| Warp::new(image, launch.deviation)).collect(),
            shared: vec![SHARED_POISON; shared],
            barriers: Barriers::default(),
            index: [0; 3],
            filled: false,
        }
    }

    /// Starts it at a position.
    pub(crate) fn reset(&mut self, launch: &Launch<'_>, index: [u32; 3]) {
        let image = &launch.kernel.image;
        self.index = index;
        if self.filled {
            self.shared.fill(SHARED_POISON);
        }
        self.barriers.reset();
        let total = threads(launch);
        for (number, warp) in self.warps.iter_mut().enumerate() {
            let number = number as u32;
            warp.reset(image, total - number * 32);
            fill(warp, launch, index, number, !self.filled);
        }
        self.filled = true;
    }
}

/// Threads in a block.
fn threads(launch: &Launch<'_>) -> u32 {
    launch.block.iter().product()
}

/// Fills constants and special registers; after the first time only those that tell the position.
fn fill(warp: &mut Warp, launch: &Launch<'_>, index: [u32; 3], number: u32, all: bool) {
    let image: &Image = &launch.kernel.image;
    for &(register, preset) in &image.presets32 {
        let values = match preset {
            Preset32::Value(value) if all => [value; LANES],
            Preset32::Special(special) if all || matches!(special, Special::Ctaid(_) | Special::SmId) => {
                special_register(special, launch, index, number)
            }
            _ => continue,
        };
        warp.registers.set32(register, u32::MAX, values);
    }
    for &(register, preset) in &image.presets64 {
        let values = match preset {
            Preset64::Value(value) if all => [value; LANES],
            Preset64::Global(global, addend) if all => {
                [launch.globals[global as usize].wrapping_add(addend as u64); LANES]
            }
            Preset64::DynamicShared(addend) if all => {
                [u64::from(launch.dynamic_shared_start()).wrapping_add(addend as u64); LANES]
            }
            Preset64::Special(special) if all => special_register(special, launch, index, number).map(u64::from),
            _ => continue,
        };
        warp.registers.set64(register, u32::MAX, values);
    }
}

fn special_register(special: Special, launch: &Launch<'_>, index: [u32; 3], number: u32) -> Lane<u32> {
    let [width, height, _] = launch.block;
    let each = |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| f(lane as u32));
    let same = |value: u32| [value; LANES];
    let [x, y, z] = index;
    let [grid_x, grid_y, _] = launch.grid;
    let linear = z.wrapping_mul(grid_y).wrapping_add(y).wrapping_mul(grid_x).wrapping_add(x);
    match special {
        Special::Tid(axis) => each(&|lane| thread_index(number * 32 + lane, width, height)[usize::from(axis)]),
        Special::Ntid(axis) => same(launch.block[usize::from(axis)]),
        Special::Ctaid(axis) => same(index[usize::from(axis)]),
        Special::Nctaid(axis) => same(launch.grid[usize::from(axis)]),
        Special::LaneId => each(&|lane| lane),
        Special::WarpId => same(number),
        Special::WarpCount => same(threads(launch).div_ceil(32)),
        Special::SmId => same(linear % SM_COUNT),
        Special::SmCount => same(SM_COUNT),
        Special::GridId => same(0),
        Special::LaneMaskEq => each(&|lane| 1 << lane),
        Special::LaneMaskLt => each(&|lane| (1 << lane) - 1),
        Special::LaneMaskLe => each(&|lane| u32::MAX >> (31 - lane)),
        Special::LaneMaskGe => each(&|lane| !((1 << lane) - 1)),
        Special::LaneMaskGt => each(&|lane| !(u32::MAX >> (31 - lane))),
        Special::DynamicSharedLen => same(launch.dynamic_shared_bytes),
        Special::TotalSharedLen => same(launch.kernel.static_shared_bytes + launch.dynamic_shared_bytes),
        Special::Environment(1) => same((launch.workspace >> 32) as u32),
        Special::Environment(2) => same(launch.workspace as u32),
        Special::Environment(_) => same(0),
        Special::Fixed(value) => same(value),
    }
}

/// The thread's three indices.
pub(crate) fn thread_index(linear: u32, width: u32, height: u32) -> [u32; 3] {
    [linear % width, linear / width % height, linear / width / height]
}
