//! Managed memory: host and device have it at one address.
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

use client::plus::Plus;
use client::{Client, eager, location};
use cuda_sim::{DeviceProfile, ReportKind, Simulator};
use cuda_sys::{
    CU_DEVICE_CPU, CU_DEVICE_INVALID, CUdevice_attribute, CUdeviceptr, CUmem_advise as Advice,
    CUmem_range_attribute as RangeAttribute, CUmemLocationType as Type, CUmemorytype, CUpointer_attribute as Attribute,
    CUresult,
};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const BAD_DEVICE: CUresult = CUresult::CUDA_ERROR_INVALID_DEVICE;
const GLOBAL: u32 = 1;
const HOST: u32 = 2;
const SINGLE: u32 = 4;

fn managed(client: &Client, byte_len: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(client, cuMemAllocManaged(&mut address, byte_len, GLOBAL));
    address
}

/// The host's pointer to managed memory.
fn pointer(address: CUdeviceptr) -> *mut u32 {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

fn range_attribute(client: &Client, attribute: RangeAttribute, address: CUdeviceptr, len: usize) -> i32 {
    let mut value = i32::MIN;
    ok!(client, cuMemRangeGetAttribute((&raw mut value).cast(), 4, attribute, address, len));
    value
}

#[test]
fn host_and_kernels_see_what_the_other_wrote() {
    let client = Client::new();
    let plus = Plus::new(&client);
    for flags in [GLOBAL, HOST] {
        let mut address = 0;
        ok!(client, cuMemAllocManaged(&mut address, 160, flags));
        let words = pointer(address);
        (0..40).for_each(|index| unsafe { words.add(index).write(index as u32) });
        plus.words(&client, null_mut(), 40, address, address, 100);
        ok!(client, cuCtxSynchronize());
        assert!((0..40).all(|index| unsafe { words.add(index).read() } == 100 + index as u32));
        unsafe { words.write(7) };
        plus.count(&client, null_mut(), 32, address, 2);
        ok!(client, cuCtxSynchronize());
        assert_eq!(unsafe { words.read() }, 71);
        ok!(client, cuMemFree_v2(address));
        assert_eq!(call!(client, cuMemFree_v2(address)), INVALID);
    }
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::DoubleFree; 2]);
}

#[test]
fn copies_and_fills_reach_managed_memory() {
    let client = Client::new();
    let address = managed(&client, 64);
    let device = client.alloc(64);
    ok!(client, cuMemsetD32_v2(address, 5, 16));
    assert_eq!(unsafe { pointer(address).add(15).read() }, 5, "the fill is done when the call returns");
    ok!(client, cuMemcpyDtoD_v2(device, address, 64));
    ok!(client, cuMemsetD32_v2(device + 8, 6, 1));
    ok!(client, cuMemcpy(address, device, 64));
    ok!(client, cuCtxSynchronize());
    assert_eq!([1, 2, 3].map(|index| unsafe { pointer(address).add(index).read() }), [5, 6, 5]);
    let host = [9u32; 4];
    ok!(client, cuMemcpyHtoD_v2(address + 4, host.as_ptr().cast(), 16));
    assert_eq!(client.read(address, 8), [5, 0, 0, 0, 9, 0, 0, 0]);
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn what_managed_memory_says_of_itself() {
    let client = Client::new();
    let address = managed(&client, 100);
    let ask = |attribute, address| {
        let mut value = 0u64;
        ok!(client, cuPointerGetAttribute((&raw mut value).cast(), attribute, address));
        value
    };
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED, address + 9), 1);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address + 9), address + 9);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER, address + 9), address + 9);
    assert_eq!(ask(Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address + 9), address);
    let kind = ask(Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) as u32;
    assert_eq!(kind, CUmemorytype::CU_MEMORYTYPE_DEVICE.0);
    let (mut base, mut len) = (0, 0);
    ok!(client, cuMemGetAddressRange_v2(&mut base, &mut len, address + 99));
    assert_eq!((base, len), (address, 100));
    let first = ask(Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, address);
    let other = managed(&client, 100);
    assert_ne!(ask(Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, other), first);
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.device_allocations, ledger.device_byte_len), (2, 200));
    let (mut free, mut total) = (0, 0);
    ok!(client, cuMemGetInfo_v2(&mut free, &mut total));
    assert_eq!(free, total, "it may be anywhere, so it takes nothing of the device's");
}

#[test]
fn bad_allocations_are_refused() {
    let client = Client::new();
    let mut address = 0;
    for (len, flags) in [(0, GLOBAL), (8, 0), (8, SINGLE), (8, GLOBAL | HOST), (8, 8)] {
        assert_eq!(call!(client, cuMemAllocManaged(&mut address, len, flags)), INVALID, "{len} {flags}");
    }
    assert_eq!(call!(client, cuMemAllocManaged(null_mut(), 8, GLOBAL)), INVALID);
    let full = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
    assert_eq!(call!(client, cuMemAllocManaged(&mut address, usize::MAX, GLOBAL)), full);
    client.simulator.fail_allocation(1);
    assert_eq!(call!(client, cuMemAllocManaged(&mut address, 8, GLOBAL)), full);
    ok!(client, cuCtxSetCurrent(null_mut()));
    let answer = call!(client, cuMemAllocManaged(&mut address, 8, GLOBAL));
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_CONTEXT);
    let without = DeviceProfile::default().attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 0);
    let client = Client::of(Simulator::builder().adversity(eager()).devices([without]));
    let answer = call!(client, cuMemAllocManaged(&mut address, 8, GLOBAL));
    assert_eq!(answer, CUresult::CUDA_ERROR_NOT_SUPPORTED);
    let answer = call!(client, cuStreamAttachMemAsync(client.stream(), address, 0, GLOBAL));
    assert_eq!(answer, CUresult::CUDA_ERROR_NOT_SUPPORTED);
}

#[test]
fn managed_memory_ends_with_its_context() {
    let client = Client::new();
    let address = managed(&client, 64);
    let device = client.device();
    ok!(client, cuDevicePrimaryCtxReset_v2(device));
    assert_eq!(client.simulator.ledger().device_allocations, 0);
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::Leak]);
    let mut context = null_mut();
    ok!(client, cuDevicePrimaryCtxRetain(&mut context, device));
    ok!(client, cuCtxSetCurrent(context));
    assert_eq!(call!(client, cuMemFree_v2(address)), INVALID);
}

#[test]
fn pages_are_prefetched_in_stream_order_and_say_where_to() {
    let client = Client::new();
    let (address, device, stream) = (managed(&client, 8192), client.device(), client.stream());
    let last =
        |from, len| range_attribute(&client, RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, from, len);
    assert_eq!(last(address, 8192), CU_DEVICE_INVALID);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemPrefetchAsync(address, 8192, device, stream));
    assert_eq!(call!(client, cuStreamQuery(stream)), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(last(address, 8192), device);
    ok!(client, cuMemPrefetchAsync_v2(address, 1, location(Type::CU_MEM_LOCATION_TYPE_HOST, 0), 0, stream));
    assert_eq!((last(address, 1), last(address, 8192)), (CU_DEVICE_CPU, CU_DEVICE_INVALID));
    ok!(client, cuMemPrefetchAsync(address, 8192, CU_DEVICE_CPU, stream));
    assert_eq!(last(address, 8192), CU_DEVICE_CPU);
    ok!(
        client,
        cuMemPrefetchAsync_v2_ptsz(address, 1, location(Type::CU_MEM_LOCATION_TYPE_HOST_NUMA, 0), 0, null_mut())
    );
    let kind = RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE;
    assert_eq!(range_attribute(&client, kind, address, 1), Type::CU_MEM_LOCATION_TYPE_HOST_NUMA.0 as i32);
}

#[test]
fn bad_prefetches_are_refused() {
    let client = Client::new();
    let (address, device, stream) = (managed(&client, 64), client.device(), client.stream());
    let plain = client.alloc(64);
    let prefetch = |at, len, to| call!(client, cuMemPrefetchAsync(at, len, to, stream));
    assert_eq!(prefetch(address, 0, device), INVALID);
    assert_eq!(prefetch(address, 65, device), INVALID);
    assert_eq!(prefetch(plain, 64, device), INVALID);
    assert_eq!(prefetch(address, 64, 17), BAD_DEVICE);
    assert_eq!(prefetch(address, 64, -2), BAD_DEVICE);
    let described = |to, flags| call!(client, cuMemPrefetchAsync_v2(address, 64, to, flags, stream));
    assert_eq!(described(location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device), 1), INVALID);
    assert_eq!(described(location(Type::CU_MEM_LOCATION_TYPE_DEVICE, 17), 0), BAD_DEVICE);
    assert_eq!(described(location(Type::CU_MEM_LOCATION_TYPE_HOST_NUMA, 3), 0), INVALID);
    assert_eq!(described(location(Type::CU_MEM_LOCATION_TYPE_INVALID, 0), 0), INVALID);
    ok!(client, cuStreamDestroy_v2(stream));
    assert_eq!(prefetch(address, 64, device), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn advice_is_kept_and_told_again() {
    let client = Client::new();
    let (address, device) = (managed(&client, 3 * 4096), client.device());
    let here = location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device);
    let ask = |attribute, len| range_attribute(&client, attribute, address, len);
    let advise = |advice, len| ok!(client, cuMemAdvise(address, len, advice, device));
    advise(Advice::CU_MEM_ADVISE_SET_READ_MOSTLY, 4096);
    assert_eq!(ask(RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 4096), 1);
    assert_eq!(ask(RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 4097), 0);
    advise(Advice::CU_MEM_ADVISE_UNSET_READ_MOSTLY, 1);
    assert_eq!(ask(RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 1), 0);
    ok!(client, cuMemAdvise_v2(address, 3 * 4096, Advice::CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
    assert_eq!(ask(RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 3 * 4096), device);
    let kind = RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE;
    assert_eq!(ask(kind, 4096), Type::CU_MEM_LOCATION_TYPE_DEVICE.0 as i32);
    assert_eq!(ask(RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID, 4096), device);
    advise(Advice::CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, 1);
    assert_eq!(ask(kind, 4096), Type::CU_MEM_LOCATION_TYPE_INVALID.0 as i32);
    advise(Advice::CU_MEM_ADVISE_SET_ACCESSED_BY, 4096);
    ok!(client, cuMemAdvise(address, 4096, Advice::CU_MEM_ADVISE_SET_ACCESSED_BY, CU_DEVICE_CPU));
    let by = RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    let mut numbers = [i32::MIN; 3];
    ok!(client, cuMemRangeGetAttribute(numbers.as_mut_ptr().cast(), 12, by, address, 4096));
    assert_eq!(numbers, [CU_DEVICE_CPU, device, CU_DEVICE_INVALID]);
    advise(Advice::CU_MEM_ADVISE_UNSET_ACCESSED_BY, 4096);
    let mut preferred = i32::MIN;
    let mut places = [numbers.as_mut_ptr().cast(), (&raw mut preferred).cast()];
    let mut sizes = [12, 4];
    let mut attributes = [by, RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION];
    let (places, sizes) = (places.as_mut_ptr(), sizes.as_mut_ptr());
    ok!(client, cuMemRangeGetAttributes(places, sizes, attributes.as_mut_ptr(), 2, address + 4096, 4096));
    assert_eq!((numbers, preferred), ([CU_DEVICE_INVALID; 3], device));
    let bad = call!(client, cuMemRangeGetAttributes(places, sizes, attributes.as_mut_ptr(), 0, address, 4096));
    assert_eq!(bad, INVALID);
}

#[test]
fn bad_advice_and_bad_questions_are_refused() {
    let client = Client::new();
    let (address, device) = (managed(&client, 64), client.device());
    let plain = client.alloc(64);
    let set = Advice::CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    assert_eq!(call!(client, cuMemAdvise(plain, 64, set, device)), INVALID);
    assert_eq!(call!(client, cuMemAdvise(address, 0, set, device)), INVALID);
    assert_eq!(call!(client, cuMemAdvise(address, 65, set, device)), INVALID);
    assert_eq!(call!(client, cuMemAdvise(address, 64, Advice(9), device)), INVALID);
    assert_eq!(call!(client, cuMemAdvise(address, 64, set, 9)), BAD_DEVICE);
    // Advice that needs no place does not look at it.
    ok!(client, cuMemAdvise(address, 64, Advice::CU_MEM_ADVISE_SET_READ_MOSTLY, 9));
    let nowhere = location(Type::CU_MEM_LOCATION_TYPE_INVALID, 0);
    assert_eq!(call!(client, cuMemAdvise_v2(address, 64, set, nowhere)), INVALID);
    let mut value = [0i32; 2];
    let place = value.as_mut_ptr().cast();
    let mostly = RangeAttribute::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
    let ask = |place, size, attribute, at, len| call!(client, cuMemRangeGetAttribute(place, size, attribute, at, len));
    assert_eq!(ask(place, 8, mostly, address, 64), INVALID);
    assert_eq!(ask(place, 3, mostly, address, 64), INVALID);
    assert_eq!(ask(place, 0, mostly, address, 64), INVALID);
    assert_eq!(ask(null_mut(), 4, mostly, address, 64), INVALID);
    assert_eq!(ask(place, 4, RangeAttribute(99), address, 64), INVALID);
    assert_eq!(ask(place, 4, mostly, plain, 64), INVALID);
    assert_eq!(ask(place, 4, mostly, address, 65), INVALID);
}

#[test]
fn memory_is_attached_to_a_stream_in_its_order() {
    let client = Client::new();
    let (address, stream) = (managed(&client, 64), client.stream());
    let attach = |stream, at, len, flags| call!(client, cuStreamAttachMemAsync(stream, at, len, flags));
    for (len, flags) in [(0, GLOBAL), (64, HOST), (0, SINGLE)] {
        assert_eq!(attach(stream, address, len, flags), CUresult::CUDA_SUCCESS);
    }
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(attach(null_mut(), address, 0, GLOBAL), CUresult::CUDA_SUCCESS);
    assert_eq!(attach(null_mut(), address, 0, SINGLE), INVALID);
    ok!(client, cuStreamAttachMemAsync_ptsz(null_mut(), address, 0, SINGLE));
    assert_eq!(attach(stream, address, 32, GLOBAL), INVALID);
    assert_eq!(attach(stream, address + 4, 0, GLOBAL), INVALID);
    assert_eq!(attach(stream, address, 0, 0), INVALID);
    assert_eq!(attach(stream, client.alloc(64), 0, GLOBAL), INVALID);
}
