//! When copies and fills return: with work of theirs, and before it, still to be done, or not.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

use client::graph::copy;
use client::memory::Memory;
use client::{Client, eager};
use cuda_sim::{Choice, Mode, Simulator};
use cuda_sys::{CUDA_MEMCPY2D, CUmemorytype, CUresult};

type Act = fn(&mut Memory) -> CUresult;

unsafe extern "C" fn count(ran: *mut c_void) {
    // The test keeps the number alive until the work is done.
    unsafe { &*ran.cast::<AtomicU32>() }.fetch_add(1, Ordering::AcqRel);
}

/// Calls, and how many of two pieces of work are left when they return: one that was on their stream before, and their own. The
/// first number is of a driver that waits for pageable memory, the second of one that does not.
#[rustfmt::skip]
const RETURNS: &[(&str, usize, usize, Act)] = &[
    // Copies that are done when they return: all that the host sees the end of.
    ("an upload from page-locked memory", 0, 0, |m| call!(m.client, cuMemcpyHtoD_v2(m.device, m.pinned.pointer(), 64))),
    ("a download to page-locked memory", 0, 0, |m| call!(m.client, cuMemcpyDtoH_v2(m.pinned.pointer(), m.device, 64))),
    ("a download to pageable memory", 0, 0, |m| call!(m.client, cuMemcpyDtoH_v2(m.pageable(), m.device, 64))),
    // The stream is waited for, then the bytes are taken; they may still be on their way.
    ("an upload from pageable memory", 0, 1, |m| call!(m.client, cuMemcpyHtoD_v2(m.device, m.pageable(), 64))),
    // The host takes no part.
    ("a copy on the device", 2, 2, |m| call!(m.client, cuMemcpyDtoD_v2(m.device, m.device + 32, 32))),
    ("a copy on the device by addresses", 2, 2, |m| call!(m.client, cuMemcpy(m.device, m.device + 32, 32))),
    ("an upload by addresses", 0, 0, |m| call!(m.client, cuMemcpy(m.device, m.pinned_address(), 64))),
    ("a download by addresses", 0, 0, |m| call!(m.client, cuMemcpy(m.pinned_address(), m.device, 64))),
    ("a copy on the host", 0, 0, |m| call!(m.client, cuMemcpy(m.pinned_address(), m.pinned2.pointer().addr() as u64, 64))),
    ("an upload from registered memory", 0, 0, registered),
    // Rectangles, boxes and arrays are no different.
    ("a rectangle from page-locked memory", 0, 0, |m| call!(m.client, cuMemcpy2D_v2(&up(m, m.pinned.pointer())))),
    ("a rectangle from pageable memory", 0, 1, |m| call!(m.client, cuMemcpy2D_v2(&pageable_up(m)))),
    ("a rectangle to pageable memory", 0, 0, |m| call!(m.client, cuMemcpy2D_v2(&pageable_down(m)))),
    ("a rectangle on the device", 2, 2, |m| call!(m.client, cuMemcpy2D_v2(&across(m)))),
    ("a box on the device", 2, 2, |m| call!(m.client, cuMemcpy3D_v2(&copy(m.device, m.device + 32, 32)))),
    ("an upload to an array from page-locked memory", 0, 0, |m| call!(m.client, cuMemcpyHtoA_v2(m.array, 0, m.pinned.pointer(), 64))),
    ("an upload to an array from pageable memory", 0, 1, |m| call!(m.client, cuMemcpyHtoA_v2(m.array, 0, m.pageable(), 64))),
    ("a download from an array", 0, 0, |m| call!(m.client, cuMemcpyAtoH_v2(m.pageable(), m.array, 0, 64))),
    ("a copy to an array on the device", 2, 2, |m| call!(m.client, cuMemcpyDtoA_v2(m.array, 0, m.device, 64))),
    ("a copy between contexts", 2, 2, |m| call!(m.client, cuMemcpyPeer(m.device, m.client.context, m.device + 32, m.client.context, 32))),
    // The thread's own stream has nothing before, but waits for the legacy stream.
    ("a thread's upload from page-locked memory", 0, 0, |m| call!(m.client, cuMemcpyHtoD_v2_ptds(m.device, m.pinned.pointer(), 64))),
    ("a thread's upload from pageable memory", 0, 2, |m| call!(m.client, cuMemcpyHtoD_v2_ptds(m.device, m.pageable(), 64))),
    ("a thread's download", 0, 0, |m| call!(m.client, cuMemcpyDtoH_v2_ptds(m.pageable(), m.device, 64))),
    ("a thread's copy on the device", 2, 2, |m| call!(m.client, cuMemcpyDtoD_v2_ptds(m.device, m.device + 32, 32))),
    ("a thread's fill", 2, 2, |m| call!(m.client, cuMemsetD8_v2_ptds(m.device, 1, 64))),
    ("a thread's fill of page-locked memory", 0, 0, |m| call!(m.client, cuMemsetD8_v2_ptds(m.pinned_address(), 1, 64))),
    // Asynchronous ones.
    ("an asynchronous upload from page-locked memory", 2, 2,
        |m| call!(m.client, cuMemcpyHtoDAsync_v2(m.device, m.pinned.pointer(), 64, null_mut()))),
    ("an asynchronous download to page-locked memory", 2, 2,
        |m| call!(m.client, cuMemcpyDtoHAsync_v2(m.pinned.pointer(), m.device, 64, null_mut()))),
    ("an asynchronous upload from pageable memory", 0, 2,
        |m| call!(m.client, cuMemcpyHtoDAsync_v2(m.device, m.pageable(), 64, null_mut()))),
    ("an asynchronous download to pageable memory", 0, 2,
        |m| call!(m.client, cuMemcpyDtoHAsync_v2(m.pageable(), m.device, 64, null_mut()))),
    ("an asynchronous copy on the device", 2, 2,
        |m| call!(m.client, cuMemcpyDtoDAsync_v2(m.device, m.device + 32, 32, null_mut()))),
    ("an asynchronous upload by addresses", 2, 2, |m| call!(m.client, cuMemcpyAsync(m.device, m.pinned_address(), 64, null_mut()))),
    ("an asynchronous download by addresses", 2, 2, |m| call!(m.client, cuMemcpyAsync(m.pinned_address(), m.device, 64, null_mut()))),
    ("an asynchronous copy on the host", 0, 0,
        |m| call!(m.client, cuMemcpyAsync(m.pinned_address(), m.pinned2.pointer().addr() as u64, 64, null_mut()))),
    ("an asynchronous rectangle from page-locked memory", 2, 2, |m| call!(m.client, cuMemcpy2DAsync_v2(&up(m, m.pinned.pointer()), null_mut()))),
    ("an asynchronous rectangle to pageable memory", 0, 2, |m| call!(m.client, cuMemcpy2DAsync_v2(&pageable_down(m), null_mut()))),
    ("an asynchronous download from an array", 2, 2,
        |m| call!(m.client, cuMemcpyAtoHAsync_v2(m.pinned.pointer(), m.array, 0, 64, null_mut()))),
    // Fills: of device memory the host waits for none.
    ("a fill", 2, 2, |m| call!(m.client, cuMemsetD8_v2(m.device, 1, 64))),
    ("a fill of pairs", 2, 2, |m| call!(m.client, cuMemsetD16_v2(m.device, 1, 32))),
    ("a fill of words", 2, 2, |m| call!(m.client, cuMemsetD32_v2(m.device, 1, 16))),
    ("a fill of a rectangle", 2, 2, |m| call!(m.client, cuMemsetD2D8_v2(m.device, 8, 1, 4, 4))),
    ("a fill of page-locked memory", 0, 0, |m| call!(m.client, cuMemsetD8_v2(m.pinned_address(), 1, 64))),
    ("a fill of pairs of page-locked memory", 0, 0, |m| call!(m.client, cuMemsetD16_v2(m.pinned_address(), 1, 32))),
    ("a fill of words of page-locked memory", 0, 0, |m| call!(m.client, cuMemsetD32_v2(m.pinned_address(), 1, 16))),
    ("a fill of managed memory", 0, 0, |m| call!(m.client, cuMemsetD8_v2(m.managed, 1, 64))),
    ("an asynchronous fill", 2, 2, |m| call!(m.client, cuMemsetD8Async(m.device, 1, 64, null_mut()))),
    ("an asynchronous fill of page-locked memory", 2, 2, |m| call!(m.client, cuMemsetD8Async(m.pinned_address(), 1, 64, null_mut()))),
    ("an asynchronous fill of managed memory", 2, 2, |m| call!(m.client, cuMemsetD8Async(m.managed, 1, 64, null_mut()))),
    ("an asynchronous fill of pairs of page-locked memory", 2, 2,
        |m| call!(m.client, cuMemsetD16Async(m.pinned_address(), 1, 32, null_mut()))),
    ("an asynchronous fill of words of page-locked memory", 2, 2,
        |m| call!(m.client, cuMemsetD32Async(m.pinned_address(), 1, 16, null_mut()))),
    // Nothing to do.
    ("a copy of nothing", 1, 1, |m| call!(m.client, cuMemcpyDtoH_v2(m.pageable(), m.device, 0))),
    ("a fill of nothing", 1, 1, |m| call!(m.client, cuMemsetD8_v2(m.pinned_address(), 1, 0))),
];

fn across(m: &Memory) -> CUDA_MEMCPY2D {
    CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        srcDevice: m.device,
        srcPitch: 8,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: m.device + 32,
        dstPitch: 8,
        WidthInBytes: 4,
        Height: 4,
        ..CUDA_MEMCPY2D::default()
    }
}

fn up(m: &Memory, from: *mut c_void) -> CUDA_MEMCPY2D {
    CUDA_MEMCPY2D { srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST, srcHost: from, ..across(m) }
}

fn down(m: &Memory, to: *mut c_void) -> CUDA_MEMCPY2D {
    CUDA_MEMCPY2D { dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST, dstHost: to, ..across(m) }
}

fn pageable_up(m: &mut Memory) -> CUDA_MEMCPY2D {
    let from = m.pageable();
    up(m, from)
}

fn pageable_down(m: &mut Memory) -> CUDA_MEMCPY2D {
    let to = m.pageable();
    down(m, to)
}

/// Uploads from memory that is registered as long as that takes.
fn registered(m: &mut Memory) -> CUresult {
    let pointer = m.pageable();
    ok!(m.client, cuMemHostRegister_v2(pointer, 64, 0));
    let answer = call!(m.client, cuMemcpyHtoD_v2(m.device, pointer, 64));
    ok!(m.client, cuMemHostUnregister(pointer));
    answer
}

/// How much is left when a call has returned.
fn left(pageable_waits: Choice, what: &str, act: Act) -> usize {
    let mut adversity = eager();
    adversity.pageable_waits = pageable_waits;
    let ran = AtomicU32::new(0);
    let client = Client::of(Simulator::builder().adversity(adversity).mode(Mode::Stepper));
    let mut memory = Memory::new(&client);
    ok!(client, cuLaunchHostFunc(null_mut(), Some(count), std::ptr::from_ref(&ran).cast_mut().cast()));
    assert_eq!(act(&mut memory), CUresult::CUDA_SUCCESS, "{what}");
    let left = client.simulator.run_until_idle();
    assert_eq!(ran.load(Ordering::Acquire), 1, "{what}");
    left
}

#[test]
fn copies_and_fills_return_as_early_as_their_memory_allows() {
    for (what, obliging, adverse, act) in RETURNS.iter().copied() {
        assert_eq!(left(Choice::Always, what, act), obliging, "{what}");
        assert_eq!(left(Choice::Never, what, act), adverse, "{what}");
    }
}

#[test]
fn the_seed_takes_both_ways_with_pageable_memory() {
    let waits = |seed| {
        let client = Client::of(Simulator::builder().mode(Mode::Stepper).seed(seed));
        let mut memory = Memory::new(&client);
        ok!(client, cuMemcpyHtoDAsync_v2(memory.device, memory.pageable(), 64, null_mut()));
        client.simulator.run_until_idle() == 0
    };
    let ways: Vec<bool> = (0..16).map(waits).collect();
    assert!(ways.contains(&true) && ways.contains(&false), "{ways:?}");
}
