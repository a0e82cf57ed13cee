//! Memory that goes to another process as a descriptor of a file.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "calls the driver")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr::{null_mut, without_provenance_mut};

use client::peer::{Peer, heard};
use client::work::{increment, read, started, stream, write};
use client::{Client, is_child};
use cuda_sys::{
    CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationHandleType as HandleType, CUmemAllocationProp,
    CUmemAllocationType, CUmemLocation, CUmemLocationType, CUmemPoolProps, CUmemPoolPtrExportData, CUresult,
};

const POSIX: HandleType = HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

/// Makes a number mean the same to a process that is started from now on.
fn inherit(number: i32) -> OwnedFd {
    assert_eq!(unsafe { libc::fcntl(number, libc::F_SETFD, 0) }, 0);
    unsafe { OwnedFd::from_raw_fd(number) }
}

fn device(client: &Client) -> CUmemLocation {
    let kind = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let mut location = CUmemLocation { type_: kind, ..CUmemLocation::default() };
    let mut device = -1;
    ok!(client, cuCtxGetDevice(&mut device));
    location.__bindgen_anon_1.id = device;
    location
}

/// Reserves addresses, maps a piece there, and lets the device access it.
fn map(client: &Client, handle: u64, len: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(client, cuMemAddressReserve(&mut address, len, 0, 0, 0));
    ok!(client, cuMemMap(address, len, 0, handle, 0));
    let flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    ok!(client, cuMemSetAccess(address, len, &CUmemAccessDesc { location: device(client), flags }, 1));
    address
}

#[test]
fn a_descriptor_of_memory_is_memory_in_another_process() {
    const LEN: usize = 4 << 20;
    if is_child() {
        let client = started();
        let number = i32::from_ne_bytes(heard().try_into().unwrap());
        let mut handle = 0;
        let raw = without_provenance_mut(number as usize);
        ok!(client, cuMemImportFromShareableHandle(&mut handle, raw, POSIX));
        let address = map(&client, handle, LEN);
        assert_eq!(read(&client, address + LEN as u64 - 4), 11);
        increment(&client, address, 32);
        ok!(client, cuMemUnmap(address, LEN));
        return ok!(client, cuMemRelease(handle));
    }
    let client = started();
    let wanted = CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: POSIX,
        location: device(&client),
        ..CUmemAllocationProp::default()
    };
    let (mut handle, mut number) = (0, -1);
    ok!(client, cuMemCreate(&mut handle, LEN, &wanted, 0));
    let address = map(&client, handle, LEN);
    write(&client, address + LEN as u64 - 4, 11);
    write(&client, address, 100);
    ok!(client, cuMemExportToShareableHandle((&raw mut number).cast(), handle, POSIX, 0));
    let _open = inherit(number);
    let mut peer = Peer::start("a_descriptor_of_memory_is_memory_in_another_process");
    peer.say(&number.to_ne_bytes());
    peer.end();
    assert_eq!(read(&client, address), 132);
}

#[test]
fn memory_of_a_pool_goes_to_another_process() {
    if is_child() {
        let client = started();
        let number = i32::from_ne_bytes(heard().try_into().unwrap());
        let (mut pool, mut address, stream) = (null_mut(), 0, stream(&client));
        let raw = without_provenance_mut(number as usize);
        ok!(client, cuMemPoolImportFromShareableHandle(&mut pool, raw, POSIX, 0));
        let mut data = CUmemPoolPtrExportData { reserved: heard().try_into().unwrap() };
        ok!(client, cuMemPoolImportPointer(&mut address, pool, &mut data));
        assert_eq!(read(&client, address + 60), 12);
        increment(&client, address + 60, 32);
        ok!(client, cuMemFreeAsync(address, stream));
        ok!(client, cuStreamSynchronize(stream));
        return ok!(client, cuMemPoolDestroy(pool));
    }
    let client = started();
    let properties = CUmemPoolProps {
        allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        handleTypes: POSIX,
        location: device(&client),
        ..CUmemPoolProps::default()
    };
    let (mut pool, mut number, mut address, stream) = (null_mut(), -1, 0, stream(&client));
    ok!(client, cuMemPoolCreate(&mut pool, &properties));
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 64, pool, stream));
    ok!(client, cuMemsetD32Async(address, 12, 16, stream));
    ok!(client, cuMemPoolExportToShareableHandle((&raw mut number).cast(), pool, POSIX, 0));
    let _open = inherit(number);
    let mut data = CUmemPoolPtrExportData::default();
    ok!(client, cuMemPoolExportPointer(&mut data, address));
    ok!(client, cuStreamSynchronize(stream));
    let mut peer = Peer::start("memory_of_a_pool_goes_to_another_process");
    peer.say(&number.to_ne_bytes());
    peer.say(&data.reserved);
    peer.end();
    assert_eq!(read(&client, address + 60), 44);
    ok!(client, cuMemFreeAsync(address, stream));
    ok!(client, cuStreamSynchronize(stream));
}
