//! How many blocks of a kernel fit a multiprocessor at once.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint};

use cuda_sys::{CUdevice_attribute as Attribute, CUfunction, CUoccupancyB2DSize, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::function::{check_occupancy_flags, on_function, shared_limit, threads};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::module::Function;

const WARP: u32 = 32;
/// Registers are handed out to a warp in pieces of this size.
const REGISTER_UNIT: u32 = 256;
/// Shared memory is handed out in pieces of this size.
const SHARED_UNIT: u32 = 128;

/// Blocks of `threads` threads that are resident at once: the least of what warps, blocks, registers and shared memory allow.
pub(crate) fn blocks(function: &Function, threads: u32, dynamic_shared: u32) -> u32 {
    let context = &function.module.context;
    let profile = &context.world.devices[context.device].profile;
    let limit = |attribute| profile.value(attribute, 0).and_then(|value| u32::try_from(value).ok()).unwrap_or(0);
    let shared = function.kernel.static_shared_bytes.saturating_add(dynamic_shared);
    if threads > function.max_threads() || shared > shared_limit(function) {
        return 0;
    }
    let warps = threads.div_ceil(WARP);
    let by_warps = limit(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / WARP / warps;
    let registers = (function.kernel.registers.max(1) * WARP).next_multiple_of(REGISTER_UNIT) * warps;
    let by_registers = limit(Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR) / registers;
    let reserved = limit(Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    let all_shared = limit(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    let by_shared = all_shared / shared.saturating_add(reserved).next_multiple_of(SHARED_UNIT).max(1);
    let by_blocks = limit(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    by_warps.min(by_registers).min(by_shared).min(by_blocks)
}

fn active_blocks(
    entry: Entry,
    place: *mut c_int,
    function: CUfunction,
    block: c_int,
    shared: usize,
    flags: c_uint,
) -> CUresult {
    on_function(entry, function, |function| {
        check_occupancy_flags(flags)?;
        let found = blocks(function, threads(block)?, u32::try_from(shared).unwrap_or(u32::MAX));
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(place, c_int::try_from(found).unwrap_or(c_int::MAX)) }
    })
}

pub(crate) unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
    place: *mut c_int,
    function: CUfunction,
    block: c_int,
    shared: usize,
) -> CUresult {
    active_blocks(entry(Name::cuOccupancyMaxActiveBlocksPerMultiprocessor), place, function, block, shared, 0)
}

pub(crate) unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    place: *mut c_int,
    function: CUfunction,
    block: c_int,
    shared: usize,
    flags: c_uint,
) -> CUresult {
    let entry = entry(Name::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
    active_blocks(entry, place, function, block, shared, flags)
}

/// A block size with which the most threads are resident, and the least grid that fills the device with it.
fn best(
    function: &Function,
    shared_of: CUoccupancyB2DSize,
    shared: usize,
    limit: c_int,
) -> Result<(c_int, c_int), CUresult> {
    let limit = u32::try_from(limit).map_err(|_| code::INVALID_VALUE)?;
    let most = if limit == 0 { function.max_threads() } else { limit.min(function.max_threads()) };
    let mut found = (0, 0);
    for threads in (1..=most).rev().filter(|threads| *threads == most || threads.is_multiple_of(WARP)) {
        let shared = match shared_of {
            // SAFETY: the client passes a function that answers how much shared memory a block of this size needs.
            Some(shared_of) => unsafe { shared_of(c_int::try_from(threads).unwrap_or(c_int::MAX)) },
            None => shared,
        };
        let resident = blocks(function, threads, u32::try_from(shared).unwrap_or(u32::MAX));
        if resident * threads > found.0 * found.1 {
            found = (resident, threads);
        }
    }
    let context = &function.module.context;
    let multiprocessors =
        context.world.devices[context.device].profile.value(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    let to_int = |number: u32| c_int::try_from(number).unwrap_or(c_int::MAX);
    Ok((to_int(found.0).saturating_mul(multiprocessors.unwrap_or(1)), to_int(found.1)))
}

/// Answers with the best sizes of block and grid.
///
/// # Safety
/// `grid` and `block` are each null or a place of the client's.
unsafe fn put_best(
    function: &Function,
    (grid, block): (*mut c_int, *mut c_int),
    shared_of: CUoccupancyB2DSize,
    shared: usize,
    limit: c_int,
) -> Answer {
    if grid.is_null() || block.is_null() {
        return Err(code::INVALID_VALUE);
    }
    let (least_grid, best_block) = best(function, shared_of, shared, limit)?;
    // SAFETY: the caller promises a place for the grid size.
    unsafe { put(grid, least_grid)? };
    // SAFETY: the caller promises a place for the block size.
    unsafe { put(block, best_block) }
}

pub(crate) unsafe extern "C" fn cuOccupancyMaxPotentialBlockSize(
    grid: *mut c_int,
    block: *mut c_int,
    function: CUfunction,
    shared_of: CUoccupancyB2DSize,
    shared: usize,
    limit: c_int,
) -> CUresult {
    on_function(entry(Name::cuOccupancyMaxPotentialBlockSize), function, |function| {
        // SAFETY: the client passes places for both sizes, or null.
        unsafe { put_best(function, (grid, block), shared_of, shared, limit) }
    })
}

pub(crate) unsafe extern "C" fn cuOccupancyMaxPotentialBlockSizeWithFlags(
    grid: *mut c_int,
    block: *mut c_int,
    function: CUfunction,
    shared_of: CUoccupancyB2DSize,
    shared: usize,
    limit: c_int,
    flags: c_uint,
) -> CUresult {
    on_function(entry(Name::cuOccupancyMaxPotentialBlockSizeWithFlags), function, |function| {
        check_occupancy_flags(flags)?;
        // SAFETY: the client passes places for both sizes, or null.
        unsafe { put_best(function, (grid, block), shared_of, shared, limit) }
    })
}

pub(crate) unsafe extern "C" fn cuOccupancyAvailableDynamicSMemPerBlock(
    place: *mut usize,
    function: CUfunction,
    wanted: c_int,
    block: c_int,
) -> CUresult {
    on_function(entry(Name::cuOccupancyAvailableDynamicSMemPerBlock), function, |function| {
        let wanted = u32::try_from(wanted).ok().filter(|wanted| *wanted > 0).ok_or(code::INVALID_VALUE)?;
        let threads = threads(block)?;
        let most = function.max_dynamic_shared();
        let fits = |shared: &u32| blocks(function, threads, *shared) >= wanted;
        let found = (0..=most / SHARED_UNIT).rev().map(|units| units * SHARED_UNIT).find(fits).unwrap_or(0);
        // SAFETY: the client passes a place for the size, or null.
        unsafe { put(place, found as usize) }
    })
}
