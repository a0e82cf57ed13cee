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

use client::image::{array, contents, descriptor};
use client::{Client, Pinned};
use cuda_sys::{CU_STREAM_PER_THREAD, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUarray_format, CUmemorytype, CUresult};

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

#[test]
fn copies_of_arrays_go_by_the_threads_own_stream() {
    let client = Client::new();
    let array = array(&client, descriptor([8, 0, 0], CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8, 1, 0), &[0; 8]);
    let (from, to) = (Pinned::new(&client, &[7; 8]), Pinned::new(&client, &[0; 8]));
    let gate = client.simulator.gate(CU_STREAM_PER_THREAD);
    ok!(client, cuMemcpyHtoAAsync_v2_ptsz(array, 0, from.pointer(), 8, null_mut()));
    ok!(client, cuMemcpyAtoHAsync_v2_ptsz(to.pointer(), array, 0, 8, null_mut()));
    assert_eq!(call!(client, cuStreamQuery_ptsz(null_mut())), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(call!(client, cuStreamQuery(client.stream())), CUresult::CUDA_SUCCESS);
    gate.open();
    ok!(client, cuStreamSynchronize_ptsz(null_mut()));
    assert_eq!(to.bytes(), [7; 8]);
    // The blocking ones wait for what that stream has.
    let device = client.alloc(8);
    ok!(client, cuMemsetD8Async_ptsz(device, 9, 8, null_mut()));
    ok!(client, cuMemcpyDtoA_v2_ptds(array, 4, device, 4));
    ok!(client, cuMemcpyAtoA_v2_ptds(array, 0, array, 4, 2));
    ok!(client, cuMemcpyAtoD_v2_ptds(device, array, 0, 8));
    let mut bytes = [0u8; 8];
    ok!(client, cuMemcpyAtoH_v2_ptds(bytes.as_mut_ptr().cast(), array, 0, 8));
    assert_eq!(bytes, [9, 9, 7, 7, 9, 9, 9, 9]);
    assert_eq!(client.read(device, 8), bytes);
    ok!(client, cuMemcpyHtoA_v2_ptds(array, 7, bytes.as_ptr().wrapping_add(2).cast(), 1));
    assert_eq!(contents(&client, array, 8, 1, 1), [9, 9, 7, 7, 9, 9, 9, 7]);
    let outside = call!(client, cuMemcpyHtoA_v2_ptds(array, 8, bytes.as_ptr().cast(), 1));
    assert_eq!(outside, CUresult::CUDA_ERROR_INVALID_VALUE);
    assert!(client.simulator.reports().is_empty());
}

#[test]
fn rectangles_and_boxes_go_by_the_threads_own_stream() {
    let client = Client::new();
    let (from, device) = (Pinned::new(&client, &[1, 2, 3, 4, 5, 6, 7, 8]), client.alloc(8));
    let upload = CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: from.pointer(),
        srcPitch: 4,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: device,
        dstPitch: 4,
        WidthInBytes: 4,
        Height: 2,
        ..CUDA_MEMCPY2D::default()
    };
    let gate = client.simulator.gate(CU_STREAM_PER_THREAD);
    ok!(client, cuMemcpy2DAsync_v2_ptsz(&raw const upload, null_mut()));
    assert_eq!(call!(client, cuStreamQuery_ptsz(null_mut())), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(call!(client, cuStreamQuery(client.stream())), CUresult::CUDA_SUCCESS);
    gate.open();
    let mut bytes = [0u8; 4];
    // The second column of each row.
    let column = CUDA_MEMCPY3D {
        srcXInBytes: 1,
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        srcDevice: device,
        srcPitch: 4,
        srcHeight: 2,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: bytes.as_mut_ptr().cast(),
        dstPitch: 2,
        dstHeight: 2,
        WidthInBytes: 2,
        Height: 2,
        Depth: 1,
        ..CUDA_MEMCPY3D::default()
    };
    ok!(client, cuMemcpy3D_v2_ptds(&raw const column));
    assert_eq!(bytes, [2, 3, 6, 7]);
    assert!(client.simulator.reports().is_empty());
}
