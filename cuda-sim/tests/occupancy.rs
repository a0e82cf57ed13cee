//! How many blocks fit, and which block size fits best.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CStr, CString, c_int};
use std::ptr::null_mut;

use client::Client;
use cuda_sys::{CUfunction, CUresult};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const GONE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

fn function(client: &Client, name: &CStr) -> CUfunction {
    let text = CString::new(include_str!("client/kernels.ptx")).unwrap();
    let (mut module, mut function) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    function
}

#[test]
fn resident_blocks_are_limited_by_warps_blocks_and_shared_memory() {
    let client = Client::new();
    let kernel = function(&client, c"scale");
    let blocks = |threads: c_int, shared: usize| {
        let mut blocks = -1;
        ok!(client, cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, kernel, threads, shared));
        let mut again = -1;
        ok!(client, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&mut again, kernel, threads, shared, 1));
        assert_eq!(blocks, again);
        blocks
    };
    assert_eq!((blocks(1024, 0), blocks(1000, 0), blocks(512, 0), blocks(1, 0)), (2, 2, 4, 32));
    // 164 KiB, of which each block takes 1 KiB more than it asks for.
    assert_eq!((blocks(32, 40 << 10), blocks(32, 163 << 10), blocks(32, 164 << 10)), (4, 1, 0));
    // More threads than a block of the kernel may have.
    assert_eq!(blocks(1025, 0), 0);
}

#[test]
fn the_best_block_is_as_large_as_its_limit_and_its_shared_memory_allow() {
    let client = Client::new();
    let kernel = function(&client, c"scale");
    unsafe extern "C" fn much(threads: c_int) -> usize {
        if threads > 256 { 200 << 10 } else { 0 }
    }
    let best = |shared_of, limit: c_int| {
        let (mut grid, mut block) = (0, 0);
        ok!(client, cuOccupancyMaxPotentialBlockSize(&mut grid, &mut block, kernel, shared_of, 0, limit));
        let mut again = (0, 0);
        let (grid_at, block_at) = (&mut again.0, &mut again.1);
        ok!(client, cuOccupancyMaxPotentialBlockSizeWithFlags(grid_at, block_at, kernel, shared_of, 0, limit, 0));
        assert_eq!((grid, block), again);
        (grid, block)
    };
    assert_eq!(best(None, 0), (32, 1024));
    assert_eq!(best(None, 128), (256, 128));
    assert_eq!(best(Some(much), 0), (128, 256));
}

#[test]
fn shared_memory_that_is_left_for_so_many_blocks_is_told() {
    let client = Client::new();
    let kernel = function(&client, c"scale");
    let left = |blocks: c_int| {
        let mut byte_len = 0;
        ok!(client, cuOccupancyAvailableDynamicSMemPerBlock(&mut byte_len, kernel, blocks, 64));
        byte_len
    };
    // A thirty-second part of 164 KiB, without the 1 KiB that each block takes besides.
    assert_eq!((left(1), left(4), left(32)), (48 << 10, 40 << 10, 4224));
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let client = Client::new();
    let kernel = function(&client, c"scale");
    let (mut one, mut other, mut byte_len) = (0, 0, 0);
    let blocks = |place: *mut c_int, kernel, threads, flags| {
        call!(client, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(place, kernel, threads, 0, flags))
    };
    assert_eq!(blocks(&mut one, null_mut(), 32, 0), GONE);
    assert_eq!(blocks(null_mut(), kernel, 32, 0), WRONG);
    assert_eq!(blocks(&mut one, kernel, 0, 0), WRONG);
    assert_eq!(blocks(&mut one, kernel, 32, 2), WRONG);
    assert_eq!(call!(client, cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut one, kernel, -1, 0)), WRONG);
    let mut best = |grid: *mut c_int, kernel, limit, flags| {
        call!(client, cuOccupancyMaxPotentialBlockSizeWithFlags(grid, &mut other, kernel, None, 0, limit, flags))
    };
    assert_eq!(best(&mut one, null_mut(), 0, 0), GONE);
    assert_eq!(best(null_mut(), kernel, 0, 0), WRONG);
    assert_eq!(best(&mut one, kernel, -1, 0), WRONG);
    assert_eq!(best(&mut one, kernel, 0, 2), WRONG);
    let no_block = call!(client, cuOccupancyMaxPotentialBlockSize(&mut one, null_mut(), kernel, None, 0, 0));
    assert_eq!(no_block, WRONG);
    let mut left = |kernel, blocks, threads| {
        call!(client, cuOccupancyAvailableDynamicSMemPerBlock(&mut byte_len, kernel, blocks, threads))
    };
    assert_eq!((left(null_mut(), 1, 32), left(kernel, 0, 32), left(kernel, 1, 0)), (GONE, WRONG, WRONG));
    let nowhere = call!(client, cuOccupancyAvailableDynamicSMemPerBlock(null_mut(), kernel, 1, 32));
    assert_eq!(nowhere, WRONG);
}
