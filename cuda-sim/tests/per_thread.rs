//! The default streams: one for all threads, and one for each.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ptr::null_mut;

use client::{Client, Pinned};
use cuda_sys::{CU_STREAM_PER_THREAD, CUresult};

#[test]
fn each_thread_has_a_default_stream_of_its_own() {
    let client = Client::new();
    let (table, context) = (client.table.clone(), client.context.addr());
    let mut here = 0;
    ok!(client, cuStreamGetId(CU_STREAM_PER_THREAD, &mut here));
    let there = std::thread::spawn(move || unsafe {
        let mut there = 0;
        assert_eq!(table.cuCtxSetCurrent.unwrap()(std::ptr::without_provenance_mut(context)), CUresult::CUDA_SUCCESS);
        assert_eq!(table.cuStreamGetId_ptsz.unwrap()(null_mut(), &mut there), CUresult::CUDA_SUCCESS);
        there
    });
    let (mut again, mut legacy) = (0, 0);
    ok!(client, cuStreamGetId_ptsz(null_mut(), &mut again));
    ok!(client, cuStreamGetId(null_mut(), &mut legacy));
    let there = there.join().unwrap();
    assert_eq!(here, again);
    assert!(here != there && here != legacy && there != legacy);
}

#[test]
fn the_two_spellings_use_different_streams() {
    let client = Client::new();
    let device = client.alloc(8);
    let host = Pinned::new(&client, &[1; 8]);
    let gate = client.simulator.gate(CU_STREAM_PER_THREAD);
    ok!(client, cuMemcpyHtoDAsync_v2_ptsz(device, host.pointer(), 8, null_mut()));
    assert_eq!(call!(client, cuStreamQuery_ptsz(null_mut())), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(call!(client, cuStreamQuery(client.stream())), CUresult::CUDA_SUCCESS);
    gate.open();
    let mut bytes = [0u8; 8];
    ok!(client, cuMemcpyDtoH_v2_ptds(bytes.as_mut_ptr().cast(), device, 8));
    assert_eq!(bytes, [1; 8]);
    assert!(client.simulator.reports().is_empty());
}
