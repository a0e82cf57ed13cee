//! Reserved addresses, memory behind handles, and mappings of one to the other.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ptr::{null, null_mut};

use client::plus::Plus;
use client::{Client, eager, location};
use cuda_sim::{DeviceProfile, ReportKind, Simulator};
use cuda_sys::{
    CUdeviceptr, CUmemAccess_flags as Access, CUmemAccessDesc, CUmemAllocationGranularity_flags as Granularity,
    CUmemAllocationHandleType as HandleType, CUmemAllocationProp, CUmemAllocationType, CUmemLocationType as Type,
    CUpointer_attribute as Attribute, CUresult,
};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const BAD_DEVICE: CUresult = CUresult::CUDA_ERROR_INVALID_DEVICE;
const UNSUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;
const PAGE: usize = 2 << 20;

fn of_device(client: &Client) -> CUmemAllocationProp {
    CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, client.device()),
        ..CUmemAllocationProp::default()
    }
}

fn create(client: &Client, byte_len: usize) -> u64 {
    let mut handle = 0;
    ok!(client, cuMemCreate(&mut handle, byte_len, &of_device(client), 0));
    handle
}

fn reserve(client: &Client, byte_len: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(client, cuMemAddressReserve(&mut address, byte_len, 0, 0, 0));
    address
}

fn set_access(client: &Client, address: CUdeviceptr, byte_len: usize, flags: Access) -> CUresult {
    let wanted = CUmemAccessDesc { location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, client.device()), flags };
    call!(client, cuMemSetAccess(address, byte_len, &raw const wanted, 1))
}

/// Reserved addresses with memory behind them that the device may use.
fn mapped(client: &Client, byte_len: usize) -> (CUdeviceptr, u64) {
    let (address, handle) = (reserve(client, byte_len), create(client, byte_len));
    ok!(client, cuMemMap(address, byte_len, 0, handle, 0));
    let answer = set_access(client, address, byte_len, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    assert_eq!(answer, CUresult::CUDA_SUCCESS);
    (address, handle)
}

fn words(client: &Client, address: CUdeviceptr, count: usize) -> Vec<u32> {
    client.read(address, 4 * count).chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn memory_is_created_mapped_used_unmapped_and_given_back() {
    let client = Client::new();
    let plus = Plus::new(&client);
    let (address, handle) = mapped(&client, PAGE);
    assert!(address.is_multiple_of(PAGE as u64));
    ok!(client, cuMemsetD32_v2(address, 1, 64));
    plus.words(&client, null_mut(), 64, address + 4 * 64, address, 10);
    assert_eq!(words(&client, address, 128), [[1; 64], [11; 64]].concat());
    let ledger = client.simulator.ledger();
    // The module's variable is the other one.
    assert_eq!((ledger.device_allocations, ledger.device_byte_len), (2, PAGE as u64 + 4));
    ok!(client, cuMemRelease(handle));
    assert_eq!(words(&client, address, 1), [1], "what is mapped lives on");
    ok!(client, cuMemUnmap(address, PAGE));
    ok!(client, cuMemAddressFree(address, PAGE));
    assert_eq!(client.simulator.ledger().device_byte_len, 4);
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn two_mappings_of_one_handle_are_the_same_memory() {
    let client = Client::new();
    let (first, handle) = mapped(&client, PAGE);
    let second = reserve(&client, PAGE);
    ok!(client, cuMemMap(second, PAGE, 0, handle, 0));
    assert_eq!(set_access(&client, second, PAGE, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemsetD32_v2(first + 8, 42, 1));
    assert_eq!(words(&client, second + 8, 1), [42]);
    assert_eq!(client.simulator.ledger().device_byte_len, PAGE as u64);
}

#[test]
fn an_array_grows_at_its_end() {
    let client = Client::new();
    let plus = Plus::new(&client);
    let address = reserve(&client, 3 * PAGE);
    for index in 0..2 {
        let (at, handle) = (address + (index * PAGE) as u64, create(&client, PAGE));
        ok!(client, cuMemMap(at, PAGE, 0, handle, 0));
        ok!(client, cuMemRelease(handle));
    }
    let all = 2 * PAGE;
    assert_eq!(set_access(&client, address, all, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), CUresult::CUDA_SUCCESS);
    let edge = address + PAGE as u64;
    // Fills, copies and kernels do not see where one piece ends and the next begins.
    ok!(client, cuMemsetD32_v2(address, 3, all / 4));
    plus.words(&client, null_mut(), 32, edge - 64, edge - 64, 4);
    let host: Vec<u8> = (0..96).collect();
    ok!(client, cuMemcpyHtoD_v2(edge - 200, host.as_ptr().cast(), 96));
    assert_eq!(words(&client, edge - 64, 34), [[7; 32].as_slice(), &[3, 3]].concat());
    assert_eq!(client.read(edge - 200, 96), host);
    let copy = client.alloc(128);
    ok!(client, cuMemcpyDtoD_v2(copy, edge - 64, 128));
    assert_eq!(words(&client, copy, 32), [7; 32]);
    let past = call!(client, cuMemsetD32_v2(address, 3, all / 4 + 1));
    assert_eq!(past, INVALID);
    ok!(client, cuMemUnmap(address, all));
    assert_eq!(client.simulator.ledger().device_byte_len, 128 + 4);
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::OutOfBounds]);
}

/// What a kernel gets that reads one word there.
fn touch(client: &Client, address: CUdeviceptr) -> CUresult {
    let plus = Plus::new(client);
    plus.words(client, null_mut(), 1, address, address, 1);
    call!(client, cuCtxSynchronize())
}

#[test]
fn a_kernel_faults_where_nothing_is_mapped_or_it_may_not_go() {
    let illegal = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    let client = Client::new();
    assert_eq!(touch(&client, reserve(&client, PAGE)), illegal);

    let client = Client::new();
    let (address, handle) = (reserve(&client, PAGE), create(&client, PAGE));
    ok!(client, cuMemMap(address, PAGE, 0, handle, 0));
    assert_eq!(touch(&client, address), illegal, "mapped, but not accessible");

    let client = Client::new();
    let (address, _) = mapped(&client, PAGE);
    assert_eq!(touch(&client, address), CUresult::CUDA_SUCCESS);
    let none = Access::CU_MEM_ACCESS_FLAGS_PROT_NONE;
    assert_eq!(set_access(&client, address, PAGE, none), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuMemsetD8_v2(address, 0, 1)), INVALID, "the driver's own work is refused");
    assert_eq!(touch(&client, address), illegal);

    let client = Client::new();
    let (address, _) = mapped(&client, PAGE);
    ok!(client, cuMemUnmap(address, PAGE));
    assert_eq!(touch(&client, address), illegal);
}

#[test]
fn work_that_is_queued_before_the_mapping_ends_faults() {
    let client = Client::new();
    let (address, _) = mapped(&client, PAGE);
    let stream = client.stream();
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(address, 1, 64, stream));
    ok!(client, cuMemUnmap(address, PAGE));
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::UseAfterFree; 2]);
}

#[test]
fn another_device_may_go_where_it_was_let() {
    let builder = Simulator::builder().devices([DeviceProfile::default(), DeviceProfile::default()]);
    let client = Client::of(builder.adversity(eager()));
    let (address, _) = mapped(&client, PAGE);
    let (mut other, mut context) = (0, null_mut());
    ok!(client, cuDeviceGet(&mut other, 1));
    let place = location(Type::CU_MEM_LOCATION_TYPE_DEVICE, other);
    let access = || {
        let mut flags = u64::MAX;
        ok!(client, cuMemGetAccess(&mut flags, &raw const place, address));
        flags
    };
    assert_eq!(access(), 0);
    let wanted = CUmemAccessDesc { location: place, flags: Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    ok!(client, cuMemSetAccess(address, PAGE, &raw const wanted, 1));
    assert_eq!(access(), 3);
    ok!(client, cuDevicePrimaryCtxRetain(&mut context, other));
    ok!(client, cuCtxSetCurrent(context));
    assert_eq!(touch(&client, address), CUresult::CUDA_SUCCESS);
    let wanted = CUmemAccessDesc { location: place, flags: Access::CU_MEM_ACCESS_FLAGS_PROT_NONE };
    ok!(client, cuMemSetAccess(address, PAGE, &raw const wanted, 1));
    assert_eq!(touch(&client, address), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn a_handle_is_had_of_an_address_and_each_is_released_once() {
    let client = Client::new();
    let (address, handle) = mapped(&client, PAGE);
    let mut again = 0;
    let pointer = std::ptr::without_provenance_mut(address as usize + 5);
    ok!(client, cuMemRetainAllocationHandle(&mut again, pointer));
    assert_eq!(again, handle);
    ok!(client, cuMemRelease(handle));
    ok!(client, cuMemRelease(again));
    assert_eq!(call!(client, cuMemRelease(handle)), INVALID);
    // The memory is still there, and a handle of it is had again.
    ok!(client, cuMemRetainAllocationHandle(&mut again, pointer));
    ok!(client, cuMemUnmap(address, PAGE));
    assert_eq!(call!(client, cuMemRetainAllocationHandle(&mut again, pointer)), INVALID);
    let mut made = CUmemAllocationProp::default();
    ok!(client, cuMemGetAllocationPropertiesFromHandle(&mut made, again));
    assert_eq!(made.type_, CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED);
    assert_eq!(
        (made.location.type_, unsafe { made.location.__bindgen_anon_1.id }),
        (Type::CU_MEM_LOCATION_TYPE_DEVICE, client.device())
    );
    ok!(client, cuMemRelease(again));
    assert_eq!(client.simulator.ledger().device_byte_len, 0);
    assert_eq!(call!(client, cuMemGetAllocationPropertiesFromHandle(&mut made, again)), INVALID);
    assert_eq!(call!(client, cuMemRetainAllocationHandle(null_mut(), pointer)), INVALID);
}

#[test]
fn bad_reservations_are_refused() {
    let client = Client::new();
    let mut address = 0;
    let mut reserve = |len, align, flags| call!(client, cuMemAddressReserve(&mut address, len, align, 0, flags));
    assert_eq!(reserve(0, 0, 0), INVALID);
    assert_eq!(reserve(PAGE + 1, 0, 0), INVALID);
    assert_eq!(reserve(PAGE, 3, 0), INVALID);
    assert_eq!(reserve(PAGE, 0, 1), INVALID);
    assert_eq!(reserve(1 << 60, 0, 0), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(reserve(PAGE, 8 * PAGE, 0), CUresult::CUDA_SUCCESS);
    assert!(address.is_multiple_of(8 * PAGE as u64));
    assert_eq!(call!(client, cuMemAddressReserve(null_mut(), PAGE, 0, 0, 0)), INVALID);
    assert_eq!(call!(client, cuMemAddressFree(address, 2 * PAGE)), INVALID);
    assert_eq!(call!(client, cuMemAddressFree(address + PAGE as u64, PAGE)), INVALID);
    let handle = create(&client, PAGE);
    ok!(client, cuMemMap(address, PAGE, 0, handle, 0));
    assert_eq!(call!(client, cuMemAddressFree(address, PAGE)), INVALID, "it is mapped");
    ok!(client, cuMemUnmap(address, PAGE));
    ok!(client, cuMemAddressFree(address, PAGE));
    assert_eq!(call!(client, cuMemAddressFree(address, PAGE)), INVALID);
}

#[test]
fn bad_mappings_are_refused() {
    let client = Client::new();
    let (address, handle) = (reserve(&client, 2 * PAGE), create(&client, PAGE));
    let map = |at, len, offset, handle, flags| call!(client, cuMemMap(at, len, offset, handle, flags));
    assert_eq!(map(address, 0, 0, handle, 0), INVALID);
    assert_eq!(map(address, 4096, 0, handle, 0), INVALID);
    assert_eq!(map(address + 4096, PAGE, 0, handle, 0), INVALID);
    assert_eq!(map(address, PAGE, PAGE, handle, 0), INVALID);
    assert_eq!(map(address, PAGE, 0, handle, 1), INVALID);
    assert_eq!(map(address, PAGE, 0, handle + 1, 0), INVALID);
    assert_eq!(map(address, 2 * PAGE, 0, handle, 0), INVALID, "there is not as much");
    assert_eq!(map(address + 2 * PAGE as u64, PAGE, 0, handle, 0), INVALID, "not reserved");
    assert_eq!(map(address, PAGE, 0, handle, 0), CUresult::CUDA_SUCCESS);
    assert_eq!(map(address, PAGE, 0, handle, 0), INVALID, "mapped already");
    let second = create(&client, PAGE);
    assert_eq!(map(address + PAGE as u64, PAGE, 0, second, 0), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuMemUnmap(address, 3 * PAGE)), INVALID);
    assert_eq!(call!(client, cuMemUnmap(address, 0)), INVALID);
    ok!(client, cuMemUnmap(address, PAGE));
    assert_eq!(call!(client, cuMemUnmap(address, PAGE)), INVALID);
    assert_eq!(call!(client, cuMemFree_v2(address + PAGE as u64)), INVALID);
}

#[test]
fn a_mapping_is_unmapped_as_a_whole() {
    let client = Client::new();
    let (address, _) = mapped(&client, 2 * PAGE);
    assert_eq!(call!(client, cuMemUnmap(address, PAGE)), INVALID);
    assert_eq!(call!(client, cuMemUnmap(address + PAGE as u64, PAGE)), INVALID);
    assert_eq!(set_access(&client, address, PAGE, Access::CU_MEM_ACCESS_FLAGS_PROT_NONE), INVALID);
    ok!(client, cuMemUnmap(address, 2 * PAGE));
}

#[test]
fn bad_access_is_refused() {
    let client = Client::new();
    let (address, _) = mapped(&client, PAGE);
    let device = client.device();
    let set = |kind, id, flags, count| {
        let wanted = CUmemAccessDesc { location: location(kind, id), flags };
        call!(client, cuMemSetAccess(address, PAGE, &raw const wanted, count))
    };
    let (here, both) = (Type::CU_MEM_LOCATION_TYPE_DEVICE, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    assert_eq!(set(here, device, both, 0), INVALID);
    assert_eq!(set(here, device, Access(2), 1), INVALID);
    assert_eq!(set(here, device, Access::CU_MEM_ACCESS_FLAGS_PROT_READ, 1), UNSUPPORTED);
    assert_eq!(set(here, 40, both, 1), BAD_DEVICE);
    assert_eq!(set(Type::CU_MEM_LOCATION_TYPE_HOST, 0, both, 1), INVALID);
    assert_eq!(call!(client, cuMemSetAccess(address, PAGE, null(), 1)), INVALID);
    assert_eq!(set_access(&client, address + PAGE as u64, PAGE, both), INVALID);
    let mut flags = 0;
    let place = location(here, device);
    assert_eq!(call!(client, cuMemGetAccess(&mut flags, null(), address)), INVALID);
    assert_eq!(call!(client, cuMemGetAccess(null_mut(), &raw const place, address)), INVALID);
    assert_eq!(call!(client, cuMemGetAccess(&mut flags, &raw const place, client.alloc(8))), INVALID);
    let place = location(here, 40);
    assert_eq!(call!(client, cuMemGetAccess(&mut flags, &raw const place, address)), BAD_DEVICE);
}

#[test]
fn bad_memory_is_refused() {
    let client = Client::of(Simulator::builder().adversity(eager()).memory(3 * PAGE as u64));
    let mut handle = 0;
    let good = of_device(&client);
    let mut create =
        |len, wanted: &CUmemAllocationProp, flags| call!(client, cuMemCreate(&mut handle, len, wanted, flags));
    assert_eq!(create(0, &good, 0), INVALID);
    assert_eq!(create(4096, &good, 0), INVALID);
    assert_eq!(create(PAGE, &good, 1), INVALID);
    assert_eq!(create(4 * PAGE, &good, 0), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let mut other = good;
    other.type_ = CUmemAllocationType(9);
    assert_eq!(create(PAGE, &other, 0), INVALID);
    let mut other = good;
    other.location.type_ = Type::CU_MEM_LOCATION_TYPE_INVALID;
    assert_eq!(create(PAGE, &other, 0), INVALID);
    other.location.type_ = Type::CU_MEM_LOCATION_TYPE_HOST;
    assert_eq!(create(PAGE, &other, 0), UNSUPPORTED);
    let mut other = good;
    other.location.__bindgen_anon_1.id = 40;
    assert_eq!(create(PAGE, &other, 0), BAD_DEVICE);
    let mut other = good;
    other.requestedHandleTypes = HandleType::CU_MEM_HANDLE_TYPE_FABRIC;
    assert_eq!(create(PAGE, &other, 0), UNSUPPORTED);
    other.requestedHandleTypes = HandleType(64);
    assert_eq!(create(PAGE, &other, 0), INVALID);
    client.simulator.fail_allocation(1);
    assert_eq!(create(PAGE, &good, 0), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(create(3 * PAGE, &good, 0), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuMemCreate(null_mut(), PAGE, &good, 0)), INVALID);
    assert_eq!(call!(client, cuMemCreate(&mut handle, PAGE, null(), 0)), INVALID);
    let mut shared = 0;
    let export = |place, kind, flags| call!(client, cuMemExportToShareableHandle(place, handle, kind, flags));
    let place = (&raw mut shared).cast();
    assert_eq!(export(place, HandleType::CU_MEM_HANDLE_TYPE_FABRIC, 0), UNSUPPORTED);
    assert_eq!(export(place, HandleType::CU_MEM_HANDLE_TYPE_NONE, 0), INVALID);
    assert_eq!(export(null_mut(), HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0), INVALID);
}

#[test]
fn the_granularity_is_that_of_the_device() {
    let client = Client::new();
    let wanted = of_device(&client);
    for option in [Granularity::CU_MEM_ALLOC_GRANULARITY_MINIMUM, Granularity::CU_MEM_ALLOC_GRANULARITY_RECOMMENDED] {
        let mut granularity = 0;
        ok!(client, cuMemGetAllocationGranularity(&mut granularity, &raw const wanted, option));
        assert_eq!(granularity, PAGE);
    }
    let mut granularity = 0;
    let ask = |place, wanted, option| call!(client, cuMemGetAllocationGranularity(place, wanted, Granularity(option)));
    assert_eq!(ask(&mut granularity, &raw const wanted, 2), INVALID);
    assert_eq!(ask(null_mut(), &raw const wanted, 0), INVALID);
    assert_eq!(ask(&mut granularity, null(), 0), INVALID);
}

#[test]
fn mapped_memory_outlives_the_context_and_tells_where_it_is_reserved() {
    let client = Client::new();
    let address = reserve(&client, 4 * PAGE);
    let at = address + PAGE as u64;
    let handle = create(&client, PAGE);
    ok!(client, cuMemMap(at, PAGE, 0, handle, 0));
    let ask = |attribute| {
        let mut value = 0u64;
        ok!(client, cuPointerGetAttribute((&raw mut value).cast(), attribute, at + 7));
        value
    };
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR), address);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_MAPPING_SIZE), 4 * PAGE as u64);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR), at);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS), 0);
    assert_eq!(set_access(&client, at, PAGE, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), CUresult::CUDA_SUCCESS);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS), 3);
    ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    assert_eq!(client.simulator.ledger().device_byte_len, PAGE as u64);
    assert_eq!(client.simulator.reports(), []);
    ok!(client, cuMemUnmap(at, PAGE));
    ok!(client, cuMemRelease(handle));
}

#[test]
fn addresses_need_an_initialized_driver() {
    let simulator = Simulator::builder().build().unwrap();
    let table = simulator.table();
    let mut address = 0;
    let answer = unsafe { table.cuMemAddressReserve.unwrap()(&mut address, PAGE, 0, 0, 0) };
    assert_eq!(answer, CUresult::CUDA_ERROR_NOT_INITIALIZED);
}
