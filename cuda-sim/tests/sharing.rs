//! What processes share, as far as one process can tell. What two of them do is in the tests of the driver's library.
#![cfg(all(target_os = "linux", not(miri)))]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr::{null_mut, without_provenance_mut};

use client::{Client, location};
use cuda_sys::{
    CUdevice_attribute as DeviceAttribute, CUdeviceptr, CUevent, CUipcEventHandle, CUipcMemHandle,
    CUmemAllocationHandleType as HandleType, CUmemAllocationProp, CUmemAllocationType, CUmemLocationType as Type,
    CUmemPool_attribute as PoolAttribute, CUmemPoolProps, CUmemPoolPtrExportData, CUpointer_attribute as Attribute,
    CUresult,
};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const BAD_HANDLE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;
const BAD_CONTEXT: CUresult = CUresult::CUDA_ERROR_INVALID_CONTEXT;
const UNSUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;
const POSIX: HandleType = HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
const PAGE: usize = 2 << 20;

fn handle_of(client: &Client, address: CUdeviceptr) -> Result<CUipcMemHandle, CUresult> {
    let mut handle = CUipcMemHandle::default();
    match call!(client, cuIpcGetMemHandle(&mut handle, address)) {
        CUresult::CUDA_SUCCESS => Ok(handle),
        code => Err(code),
    }
}

fn attribute(client: &Client, attribute: Attribute, address: CUdeviceptr) -> u64 {
    let mut value: u64 = 0;
    ok!(client, cuPointerGetAttribute((&raw mut value).cast(), attribute, address));
    value
}

fn pool(client: &Client, kind: HandleType) -> cuda_sys::CUmemoryPool {
    let properties = CUmemPoolProps {
        allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        handleTypes: kind,
        location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, client.device()),
        ..CUmemPoolProps::default()
    };
    let mut pool = null_mut();
    ok!(client, cuMemPoolCreate(&mut pool, &properties));
    pool
}

fn piece(client: &Client, kind: HandleType) -> u64 {
    let wanted = CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: kind,
        location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, client.device()),
        ..CUmemAllocationProp::default()
    };
    let mut handle = 0;
    ok!(client, cuMemCreate(&mut handle, PAGE, &wanted, 0));
    handle
}

#[test]
fn only_what_was_allocated_plainly_has_a_handle() {
    let client = Client::new();
    let address = client.alloc(300);
    let handle = handle_of(&client, address).unwrap();
    assert_eq!(handle_of(&client, address + 299).unwrap().reserved, handle.reserved, "that of the whole allocation");
    let other = client.alloc(300);
    assert_ne!(handle_of(&client, other).unwrap().reserved, handle.reserved);
    let (mut stream_ordered, mut managed, mut pinned) = (0, 0, null_mut());
    ok!(client, cuMemAllocAsync(&mut stream_ordered, 64, null_mut()));
    ok!(client, cuMemAllocManaged(&mut managed, 64, 1));
    ok!(client, cuMemAllocHost_v2(&mut pinned, 64));
    for bad in [0, address + 300, stream_ordered, managed, pinned.addr() as u64] {
        assert_eq!(handle_of(&client, bad).err(), Some(INVALID), "{bad:#x}");
    }
    assert_eq!(call!(client, cuIpcGetMemHandle(null_mut(), address)), INVALID);
    let capable = |at| attribute(&client, Attribute::CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, at);
    assert_eq!([address, stream_ordered, managed, pinned.addr() as u64].map(capable), [1, 0, 0, 0]);
    ok!(client, cuMemFree_v2(address));
    assert_eq!(handle_of(&client, address).err(), Some(INVALID));
}

#[test]
fn memory_that_has_a_handle_is_what_it_was() {
    let client = Client::new();
    let address = client.alloc(10_000);
    ok!(client, cuMemsetD8_v2(address, 7, 10_000));
    ok!(client, cuCtxSynchronize());
    let stream = client.stream();
    ok!(client, cuMemsetD8Async(address + 1, 8, 5_000, stream));
    handle_of(&client, address).unwrap();
    ok!(client, cuMemsetD8Async(address + 9_999, 9, 1, stream));
    ok!(client, cuStreamSynchronize(stream));
    let mut expected = vec![7; 10_000];
    expected[1..5_001].fill(8);
    expected[9_999] = 9;
    assert!(client.read(address, 10_000) == expected);
}

#[test]
fn the_process_that_has_the_memory_cannot_open_it_nor_anything_that_is_no_handle() {
    let client = Client::new();
    let handle = handle_of(&client, client.alloc(64)).unwrap();
    let mut address = 0;
    assert_eq!(call!(client, cuIpcOpenMemHandle_v2(&mut address, handle, 1)), BAD_CONTEXT);
    assert_eq!(call!(client, cuIpcOpenMemHandle(&mut address, handle, 1)), BAD_CONTEXT);
    for flags in [0, 2, 3] {
        assert_eq!(call!(client, cuIpcOpenMemHandle_v2(&mut address, handle, flags)), INVALID);
    }
    assert_eq!(call!(client, cuIpcOpenMemHandle_v2(null_mut(), handle, 1)), INVALID);
    for garbage in [CUipcMemHandle::default(), CUipcMemHandle { reserved: [77; 64] }] {
        assert_eq!(call!(client, cuIpcOpenMemHandle_v2(&mut address, garbage, 1)), INVALID);
    }
    assert_eq!(call!(client, cuIpcCloseMemHandle(client.alloc(64))), INVALID, "it was never opened");
    assert_eq!(call!(client, cuIpcCloseMemHandle(0)), INVALID);
}

#[test]
fn an_event_has_a_handle_if_it_was_made_for_that() {
    let client = Client::new();
    let create = |flags| {
        let mut event: CUevent = null_mut();
        (call!(client, cuEventCreate(&mut event, flags)), event)
    };
    assert_eq!(create(4).0, INVALID, "with its time");
    let (mut handle, mut opened) = (CUipcEventHandle::default(), null_mut());
    assert_eq!(call!(client, cuIpcOpenEventHandle(&mut opened, handle)), INVALID);
    assert_eq!(call!(client, cuIpcGetEventHandle(&mut handle, create(2).1)), BAD_HANDLE);
    assert_eq!(call!(client, cuIpcGetEventHandle(&mut handle, null_mut())), BAD_HANDLE);
    let (_, event) = create(6);
    assert_eq!(call!(client, cuIpcGetEventHandle(null_mut(), event)), INVALID);
    ok!(client, cuIpcGetEventHandle(&mut handle, event));
    assert_eq!(call!(client, cuIpcOpenEventHandle(&mut opened, handle)), BAD_CONTEXT);
    let of_memory = handle_of(&client, client.alloc(64)).unwrap();
    assert_eq!(
        call!(client, cuIpcOpenEventHandle(&mut opened, CUipcEventHandle { reserved: of_memory.reserved })),
        INVALID
    );
    // Here it is an event like any other.
    let stream = client.stream();
    assert_eq!(client.query(event), CUresult::CUDA_SUCCESS);
    let gate = client.simulator.gate(stream);
    ok!(client, cuEventRecord(event, stream));
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    ok!(client, cuStreamWaitEvent(client.stream(), event, 0));
    gate.open();
    ok!(client, cuEventSynchronize(event));
    assert_eq!(client.query(event), CUresult::CUDA_SUCCESS);
    ok!(client, cuEventDestroy_v2(event));
}

#[test]
fn a_piece_that_was_made_for_it_comes_back_from_its_descriptor() {
    let client = Client::new();
    let (plain, shared) = (piece(&client, HandleType::CU_MEM_HANDLE_TYPE_NONE), piece(&client, POSIX));
    let mut number: i32 = -1;
    let mut export = |handle, kind, flags| {
        call!(client, cuMemExportToShareableHandle((&raw mut number).cast(), handle, kind, flags))
    };
    assert_eq!(export(plain, POSIX, 0), INVALID);
    assert_eq!(export(shared, POSIX, 1), INVALID);
    assert_eq!(export(shared, HandleType::CU_MEM_HANDLE_TYPE_FABRIC, 0), UNSUPPORTED);
    assert_eq!(export(shared, POSIX, 0), CUresult::CUDA_SUCCESS);
    let descriptor = unsafe { OwnedFd::from_raw_fd(number) };
    let mut made = CUmemAllocationProp::default();
    ok!(client, cuMemGetAllocationPropertiesFromHandle(&mut made, shared));
    assert_eq!(made.requestedHandleTypes, POSIX);
    let mut handle = 0;
    let mut import =
        |raw: usize| call!(client, cuMemImportFromShareableHandle(&mut handle, without_provenance_mut(raw), POSIX));
    assert_eq!(import(usize::MAX), INVALID);
    assert_eq!(import(0), INVALID, "a descriptor of something else");
    let used = client.simulator.ledger().device_byte_len;
    assert_eq!(import(number as usize), CUresult::CUDA_SUCCESS);
    drop(descriptor);
    assert_eq!(handle, shared, "it is the same memory");
    assert_eq!(client.simulator.ledger().device_byte_len, used);
    for handle in [shared, shared, plain] {
        ok!(client, cuMemRelease(handle));
    }
    assert_eq!(call!(client, cuMemRelease(shared)), INVALID);
}

#[test]
fn memory_of_a_shared_pool_is_imported_into_the_pool_that_was_imported() {
    let client = Client::new();
    let (plain, shared) = (pool(&client, HandleType::CU_MEM_HANDLE_TYPE_NONE), pool(&client, POSIX));
    let kinds = |pool| {
        let mut kinds = 0;
        let attribute = PoolAttribute::CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES;
        ok!(client, cuMemPoolGetAttribute(pool, attribute, (&raw mut kinds).cast()));
        kinds
    };
    assert_eq!((kinds(plain), kinds(shared)), (0, 1));
    let mut number: i32 = -1;
    let place = (&raw mut number).cast();
    assert_eq!(call!(client, cuMemPoolExportToShareableHandle(place, plain, POSIX, 0)), INVALID);
    ok!(client, cuMemPoolExportToShareableHandle(place, shared, POSIX, 0));
    let descriptor = unsafe { OwnedFd::from_raw_fd(number) };
    let mut imported = null_mut();
    let raw = without_provenance_mut(number as usize);
    ok!(client, cuMemPoolImportFromShareableHandle(&mut imported, raw, POSIX, 0));
    assert_eq!(kinds(imported), 0, "it goes no further");
    let mut handle = 0;
    assert_eq!(call!(client, cuMemImportFromShareableHandle(&mut handle, raw, POSIX)), INVALID, "it is a pool");
    drop(descriptor);

    let (stream, mut address, mut foreign) = (client.stream(), 0, 0);
    assert_eq!(call!(client, cuMemAllocFromPoolAsync(&mut address, 64, imported, stream)), INVALID);
    assert_eq!(call!(client, cuDeviceSetMemPool(client.device(), imported)), INVALID);
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 64, plain, stream));
    let mut data = CUmemPoolPtrExportData::default();
    assert_eq!(call!(client, cuMemPoolExportPointer(&mut data, address)), INVALID);
    assert_eq!(call!(client, cuMemPoolExportPointer(&mut data, client.alloc(8))), INVALID);
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 64, shared, stream));
    ok!(client, cuMemsetD8Async(address, 5, 64, stream));
    ok!(client, cuStreamSynchronize(stream));
    assert_eq!(attribute(&client, Attribute::CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, address), 1);
    // Threads without a context may ask, too.
    ok!(client, cuCtxSetCurrent(null_mut()));
    ok!(client, cuMemPoolExportPointer(&mut data, address));
    ok!(client, cuCtxSetCurrent(client.context));
    for pool in [plain, shared] {
        assert_eq!(call!(client, cuMemPoolImportPointer(&mut foreign, pool, &mut data)), INVALID, "not imported");
    }
    ok!(client, cuMemPoolImportPointer(&mut foreign, imported, &mut data));
    assert_ne!(foreign, address);
    ok!(client, cuMemsetD8_v2(foreign + 1, 6, 1));
    assert_eq!(client.read(address, 3), [5, 6, 5]);
    ok!(client, cuMemFreeAsync(foreign, stream));
    ok!(client, cuMemFreeAsync(address, stream));
    ok!(client, cuStreamSynchronize(stream));
    for pool in [imported, plain, shared] {
        ok!(client, cuMemPoolDestroy(pool));
    }
}

#[test]
fn the_device_says_what_it_can_share() {
    let client = Client::new();
    for attribute in [
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES,
    ] {
        let mut value = -1;
        ok!(client, cuDeviceGetAttribute(&mut value, attribute, client.device()));
        assert_eq!(value, 1, "{attribute:?}");
    }
}
