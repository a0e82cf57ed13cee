//! Pools: what they are like, who may access their memory, and which is current.
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
use cuda_sim::{DeviceProfile, Simulator};
use cuda_sys::{
    CUdeviceptr, CUmemAccess_flags as Access, CUmemAccessDesc, CUmemAllocationType as Kind, CUmemLocationType as Type,
    CUmemPool_attribute as Attribute, CUmemPoolProps, CUmemoryPool, CUresult,
};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const UNSUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;
const BOTH: Access = Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

fn properties(device: i32, max: usize) -> CUmemPoolProps {
    CUmemPoolProps {
        allocType: Kind::CU_MEM_ALLOCATION_TYPE_PINNED,
        location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device),
        maxSize: max,
        ..CUmemPoolProps::default()
    }
}

fn create(client: &Client, max: usize) -> CUmemoryPool {
    let mut pool = null_mut();
    ok!(client, cuMemPoolCreate(&mut pool, &properties(client.device(), max)));
    pool
}

fn two_devices() -> Client {
    let builder = Simulator::builder().devices([DeviceProfile::default(), DeviceProfile::default()]);
    Client::of(builder.adversity(eager()))
}

fn second(client: &Client) -> i32 {
    let mut device = -1;
    ok!(client, cuDeviceGet(&mut device, 1));
    device
}

fn set_access(client: &Client, pool: CUmemoryPool, device: i32, flags: Access) -> CUresult {
    let wanted = CUmemAccessDesc { location: location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device), flags };
    call!(client, cuMemPoolSetAccess(pool, &raw const wanted, 1))
}

fn access(client: &Client, pool: CUmemoryPool, device: i32) -> Access {
    let (mut flags, mut place) = (Access(99), location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device));
    ok!(client, cuMemPoolGetAccess(&mut flags, pool, &mut place));
    flags
}

#[test]
fn every_attribute_is_told_and_some_are_set() {
    let client = Client::new();
    let pool = create(&client, 1 << 20);
    let long = |attribute| {
        let mut value = u64::MAX;
        ok!(client, cuMemPoolGetAttribute(pool, attribute, (&raw mut value).cast()));
        value
    };
    let short = |attribute| {
        let mut value = i32::MIN;
        ok!(client, cuMemPoolGetAttribute(pool, attribute, (&raw mut value).cast()));
        value
    };
    assert_eq!(long(Attribute::CU_MEMPOOL_ATTR_MAX_POOL_SIZE), 1 << 20);
    assert_eq!(short(Attribute::CU_MEMPOOL_ATTR_ALLOCATION_TYPE), 1);
    assert_eq!(short(Attribute::CU_MEMPOOL_ATTR_LOCATION_TYPE), 1);
    assert_eq!(short(Attribute::CU_MEMPOOL_ATTR_LOCATION_ID), client.device());
    assert_eq!(short(Attribute::CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES), 0);
    assert_eq!(short(Attribute::CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED), 0);
    for reuse in 1..4 {
        assert_eq!(short(Attribute(reuse)), 1);
        let mut value = 0;
        ok!(client, cuMemPoolSetAttribute(pool, Attribute(reuse), (&raw mut value).cast()));
        assert_eq!(short(Attribute(reuse)), 0);
    }
    let mut value = 5u64;
    let mut set = |attribute, to| {
        value = to;
        call!(client, cuMemPoolSetAttribute(pool, attribute, (&raw mut value).cast()))
    };
    assert_eq!(set(Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, 5), CUresult::CUDA_SUCCESS);
    assert_eq!(long(Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD), 5);
    for high in [Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, Attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH] {
        assert_eq!(set(high, 0), CUresult::CUDA_SUCCESS);
        assert_eq!(set(high, 1), INVALID, "it can only be put back");
    }
    for fixed in 9..16 {
        assert_eq!(set(Attribute(fixed), 0), INVALID);
    }
    assert_eq!(set(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT, 0), INVALID);
    let ask = |attribute, place| call!(client, cuMemPoolGetAttribute(pool, attribute, place));
    assert_eq!(ask(Attribute(99), (&raw mut value).cast()), INVALID);
    assert_eq!(ask(Attribute::CU_MEMPOOL_ATTR_MAX_POOL_SIZE, null_mut()), INVALID);
    assert_eq!(call!(client, cuMemPoolSetAttribute(pool, Attribute(4), null_mut())), INVALID);
    ok!(client, cuMemPoolDestroy(pool));
    assert_eq!(ask(Attribute(4), (&raw mut value).cast()), INVALID);
}

#[test]
fn a_pool_hands_out_no_more_than_it_may() {
    let client = Client::new();
    let (pool, stream) = (create(&client, 4096), client.stream());
    let mut address = 0;
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 4000, pool, stream));
    let mut more = 0;
    let answer = call!(client, cuMemAllocFromPoolAsync(&mut more, 97, pool, stream));
    assert_eq!(answer, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    ok!(client, cuMemAllocFromPoolAsync(&mut more, 96, pool, stream));
    ok!(client, cuMemFreeAsync(address, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 4000, pool, stream));
}

#[test]
fn bad_pools_are_refused() {
    let client = Client::new();
    let good = properties(client.device(), 0);
    let mut pool = null_mut();
    let mut create = |wanted: &CUmemPoolProps| call!(client, cuMemPoolCreate(&mut pool, wanted));
    assert_eq!(create(&CUmemPoolProps { allocType: Kind(0), ..good }), INVALID);
    assert_eq!(create(&CUmemPoolProps { location: location(Type(0), 0), ..good }), INVALID);
    assert_eq!(create(&properties(40, 0)), CUresult::CUDA_ERROR_INVALID_DEVICE);
    assert_eq!(create(&CUmemPoolProps { location: location(Type::CU_MEM_LOCATION_TYPE_HOST, 0), ..good }), UNSUPPORTED);
    assert_eq!(create(&CUmemPoolProps { allocType: Kind::CU_MEM_ALLOCATION_TYPE_MANAGED, ..good }), UNSUPPORTED);
    assert_eq!(call!(client, cuMemPoolCreate(null_mut(), &raw const good)), INVALID);
    assert_eq!(call!(client, cuMemPoolCreate(&mut pool, null())), INVALID);
}

/// What a kernel of the second device gets that reads a word there.
fn touch_from_the_second(client: &Client, address: CUdeviceptr) -> CUresult {
    let mut context = null_mut();
    ok!(client, cuDevicePrimaryCtxRetain(&mut context, second(client)));
    ok!(client, cuCtxSetCurrent(context));
    Plus::new(client).words(client, null_mut(), 1, address, address, 1);
    call!(client, cuCtxSynchronize())
}

#[test]
fn memory_of_a_pool_is_for_the_devices_that_were_let() {
    let illegal = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    for (before, after, expected) in
        [(false, false, illegal), (true, false, CUresult::CUDA_SUCCESS), (false, true, CUresult::CUDA_SUCCESS)]
    {
        let client = two_devices();
        let (pool, other) = (create(&client, 0), second(&client));
        assert_eq!((access(&client, pool, client.device()), access(&client, pool, other)), (BOTH, Access(0)));
        if before {
            assert_eq!(set_access(&client, pool, other, BOTH), CUresult::CUDA_SUCCESS);
        }
        let mut address = 0;
        ok!(client, cuMemAllocFromPoolAsync(&mut address, 64, pool, null_mut()));
        ok!(client, cuCtxSynchronize());
        if after {
            assert_eq!(set_access(&client, pool, other, BOTH), CUresult::CUDA_SUCCESS);
            assert_eq!(access(&client, pool, other), BOTH);
        }
        assert_eq!(touch_from_the_second(&client, address), expected, "{before} {after}");
    }
    let client = two_devices();
    let (pool, other) = (create(&client, 0), second(&client));
    assert_eq!(set_access(&client, pool, other, BOTH), CUresult::CUDA_SUCCESS);
    let mut address = 0;
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 64, pool, null_mut()));
    ok!(client, cuCtxSynchronize());
    assert_eq!(set_access(&client, pool, other, Access(0)), CUresult::CUDA_SUCCESS);
    assert_eq!(touch_from_the_second(&client, address), illegal, "it was taken back");
}

#[test]
fn plain_memory_of_another_device_is_for_peers_only() {
    for is_peer in [false, true] {
        let client = two_devices();
        let address = client.alloc(64);
        if is_peer {
            let mut context = null_mut();
            ok!(client, cuDevicePrimaryCtxRetain(&mut context, second(&client)));
            ok!(client, cuCtxSetCurrent(context));
            ok!(client, cuCtxEnablePeerAccess(client.context, 0));
        }
        let answer = touch_from_the_second(&client, address);
        let expected = if is_peer { CUresult::CUDA_SUCCESS } else { CUresult::CUDA_ERROR_ILLEGAL_ADDRESS };
        assert_eq!(answer, expected);
    }
}

#[test]
fn bad_access_is_refused() {
    let client = two_devices();
    let (pool, device, other) = (create(&client, 0), client.device(), second(&client));
    assert_eq!(set_access(&client, pool, device, BOTH), CUresult::CUDA_SUCCESS);
    assert_eq!(set_access(&client, pool, device, Access(0)), INVALID, "the device's own is never taken from it");
    assert_eq!(set_access(&client, pool, other, Access(2)), INVALID);
    assert_eq!(set_access(&client, pool, other, Access::CU_MEM_ACCESS_FLAGS_PROT_READ), UNSUPPORTED);
    assert_eq!(set_access(&client, pool, 40, BOTH), INVALID);
    assert_eq!(set_access(&client, null_mut(), other, BOTH), INVALID);
    assert_eq!(call!(client, cuMemPoolSetAccess(pool, null(), 1)), INVALID);
    let wanted = CUmemAccessDesc { location: location(Type::CU_MEM_LOCATION_TYPE_HOST, 0), flags: BOTH };
    assert_eq!(call!(client, cuMemPoolSetAccess(pool, &raw const wanted, 1)), INVALID);
    assert_eq!(call!(client, cuMemPoolSetAccess(pool, &raw const wanted, 0)), INVALID);
    let mut flags = Access(0);
    assert_eq!(call!(client, cuMemPoolGetAccess(&mut flags, pool, null_mut())), INVALID);
    let mut place = location(Type::CU_MEM_LOCATION_TYPE_DEVICE, 40);
    assert_eq!(call!(client, cuMemPoolGetAccess(&mut flags, pool, &mut place)), INVALID);
    let mut place = location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device);
    assert_eq!(call!(client, cuMemPoolGetAccess(null_mut(), pool, &mut place)), INVALID);
}

#[test]
fn the_pools_of_a_place_are_those_of_its_device() {
    let client = two_devices();
    let (device, pinned) = (client.device(), Kind::CU_MEM_ALLOCATION_TYPE_PINNED);
    let mut place = location(Type::CU_MEM_LOCATION_TYPE_DEVICE, device);
    let [mut by_place, mut by_device] = [null_mut(); 2];
    ok!(client, cuMemGetDefaultMemPool(&mut by_place, &mut place, pinned));
    ok!(client, cuDeviceGetDefaultMemPool(&mut by_device, device));
    assert_eq!(by_place, by_device);
    let pool = create(&client, 0);
    ok!(client, cuMemSetMemPool(&mut place, pinned, pool));
    ok!(client, cuMemGetMemPool(&mut by_place, &mut place, pinned));
    ok!(client, cuDeviceGetMemPool(&mut by_device, device));
    assert_eq!((by_place, by_device), (pool, pool));
    assert_eq!(call!(client, cuDeviceSetMemPool(second(&client), pool)), INVALID, "it is another device's");
    ok!(client, cuMemPoolDestroy(pool));
    ok!(client, cuMemGetMemPool(&mut by_place, &mut place, pinned));
    assert_ne!(by_place, pool, "the default one is current again");
    assert_eq!(call!(client, cuMemSetMemPool(&mut place, pinned, pool)), INVALID);

    let mut ask = |kind, place| call!(client, cuMemGetMemPool(&mut by_place, place, kind));
    assert_eq!(ask(pinned, null_mut()), INVALID);
    assert_eq!(ask(Kind(0), &mut place), INVALID);
    assert_eq!(ask(pinned, &mut location(Type(0), 0)), INVALID);
    assert_eq!(ask(pinned, &mut location(Type::CU_MEM_LOCATION_TYPE_HOST, 0)), UNSUPPORTED);
    assert_eq!(ask(Kind::CU_MEM_ALLOCATION_TYPE_MANAGED, &mut place), UNSUPPORTED);
    let nowhere = &mut location(Type::CU_MEM_LOCATION_TYPE_DEVICE, 40);
    assert_eq!(ask(pinned, nowhere), CUresult::CUDA_ERROR_INVALID_DEVICE);
    assert_eq!(call!(client, cuMemGetDefaultMemPool(null_mut(), &mut place, pinned)), INVALID);
}
