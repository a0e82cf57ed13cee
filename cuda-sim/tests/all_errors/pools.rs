//! Pools, memory in stream order, managed memory.

use std::ptr::{null, null_mut};

use cuda_sys::{
    CUmem_advise as Advice, CUmemAccess_flags as Access, CUmemAccessDesc, CUmemAllocationHandleType as Handle,
    CUmemLocation, CUmemLocationType as Place, CUmemPool_attribute as Attribute, CUmemPoolProps, CUresult,
};

use crate::client::location;
use crate::rows;
use crate::scene::{NOTHING, Row, Scene, on, properties};

const THRESHOLD: Attribute = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
const PREFERRED: Advice = Advice::CU_MEM_ADVISE_SET_PREFERRED_LOCATION;

impl Scene {
    fn desc(&self, device: i32, flags: Access) -> CUmemAccessDesc {
        CUmemAccessDesc { location: on(device), flags }
    }

    fn shared_pool(&self) -> CUmemPoolProps {
        CUmemPoolProps { handleTypes: Handle::CU_MEM_HANDLE_TYPE_FABRIC, ..properties(self.device) }
    }

    /// Memory of a pool whose free is queued.
    fn freed_in_order(&self) -> u64 {
        let address = self.pooled();
        crate::ok!(self.client, cuMemFreeAsync(address, self.held()));
        address
    }
}

fn node() -> CUmemLocation {
    location(Place::CU_MEM_LOCATION_TYPE_HOST_NUMA, 7)
}

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "a device" cuDeviceGetDefaultMemPool(&mut null_mut(), s.device);
    1 "no place" cuDeviceGetDefaultMemPool(null_mut(), s.device);
    101 "no device" cuDeviceGetDefaultMemPool(&mut null_mut(), NOTHING);
    801 "a device without pools" cuDeviceGetDefaultMemPool(&mut null_mut(), s.poor);
    0 "a device" cuDeviceGetMemPool(&mut null_mut(), s.device);
    1 "no place" cuDeviceGetMemPool(null_mut(), s.device);
    101 "no device" cuDeviceGetMemPool(&mut null_mut(), NOTHING);
    801 "a device without pools" cuDeviceGetMemPool(&mut null_mut(), s.poor);
    0 "a pool" cuDeviceSetMemPool(s.device, s.pool());
    1 "another device's pool" cuDeviceSetMemPool(s.poor, s.pool());
    1 "none" cuDeviceSetMemPool(s.device, null_mut());
    1 "one that was destroyed" cuDeviceSetMemPool(s.device, s.no_pool());
    101 "no device" cuDeviceSetMemPool(NOTHING, s.pool());
    0 "a device" cuMemPoolCreate(&mut null_mut(), &properties(s.device));
    1 "no place" cuMemPoolCreate(null_mut(), &properties(s.device));
    1 "nothing" cuMemPoolCreate(&mut null_mut(), null());
    1 "a kind of memory that is none" cuMemPoolCreate(&mut null_mut(), &CUmemPoolProps::default());
    801 "a device without pools" cuMemPoolCreate(&mut null_mut(), &properties(s.poor));
    801 "memory that is shared" cuMemPoolCreate(&mut null_mut(), &s.shared_pool());
    0 "a pool" cuMemPoolDestroy(s.pool());
    1 "the default one" cuMemPoolDestroy(s.default_pool());
    1 "one that was destroyed" cuMemPoolDestroy(s.no_pool());
    1 "none" cuMemPoolDestroy(null_mut());
    0 "an attribute" cuMemPoolSetAttribute(s.pool(), THRESHOLD, (&raw mut *Box::new(0u64)).cast());
    1 "one that is fixed" cuMemPoolSetAttribute(s.pool(), Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT, [0u64; 1].as_mut_ptr().cast());
    1 "one that is none" cuMemPoolSetAttribute(s.pool(), Attribute(999), [0u64; 1].as_mut_ptr().cast());
    1 "no value" cuMemPoolSetAttribute(s.pool(), THRESHOLD, null_mut());
    1 "no pool" cuMemPoolSetAttribute(s.no_pool(), THRESHOLD, [0u64; 1].as_mut_ptr().cast());
    0 "an attribute" cuMemPoolGetAttribute(s.pool(), THRESHOLD, [0u64; 1].as_mut_ptr().cast());
    1 "one that is none" cuMemPoolGetAttribute(s.pool(), Attribute(999), [0u64; 1].as_mut_ptr().cast());
    1 "no place" cuMemPoolGetAttribute(s.pool(), THRESHOLD, null_mut());
    1 "no pool" cuMemPoolGetAttribute(null_mut(), THRESHOLD, [0u64; 1].as_mut_ptr().cast());
    0 "a pool" cuMemPoolTrimTo(s.pool(), 0);
    1 "one that was destroyed" cuMemPoolTrimTo(s.no_pool(), 0);
    0 "a peer" cuMemPoolSetAccess(s.pool(), &s.desc(s.poor, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), 1);
    1 "nobody" cuMemPoolSetAccess(s.pool(), null(), 0);
    1 "no device" cuMemPoolSetAccess(s.pool(), &s.desc(NOTHING, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), 1);
    1 "its own device no more" cuMemPoolSetAccess(s.pool(), &s.desc(s.device, Access::CU_MEM_ACCESS_FLAGS_PROT_NONE), 1);
    1 "no pool" cuMemPoolSetAccess(s.no_pool(), &s.desc(s.poor, Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE), 1);
    801 "a peer that only reads" cuMemPoolSetAccess(s.pool(), &s.desc(s.poor, Access::CU_MEM_ACCESS_FLAGS_PROT_READ), 1);
    // In stream order.
    0 "some bytes" cuMemAllocAsync(&mut 0, 64, s.stream());
    1 "no bytes" cuMemAllocAsync(&mut 0, 0, s.stream());
    1 "no place" cuMemAllocAsync(null_mut(), 64, s.stream());
    2 "more than there is" cuMemAllocAsync(&mut 0, 1 << 50, s.stream());
    201 "no context" cuMemAllocAsync(s.bare(&mut 0), 64, null_mut());
    400 "no stream" cuMemAllocAsync(&mut 0, 64, s.no_stream());
    801 "a device without pools" cuMemAllocAsync(s.poorly(&mut 0), 64, null_mut());
    0 "some bytes" cuMemAllocFromPoolAsync(&mut 0, 64, s.pool(), s.stream());
    1 "no bytes" cuMemAllocFromPoolAsync(&mut 0, 0, s.pool(), s.stream());
    1 "no place" cuMemAllocFromPoolAsync(null_mut(), 64, s.pool(), s.stream());
    1 "no pool" cuMemAllocFromPoolAsync(&mut 0, 64, s.no_pool(), s.stream());
    2 "more than there is" cuMemAllocFromPoolAsync(&mut 0, 1 << 50, s.pool(), s.stream());
    201 "no context" cuMemAllocFromPoolAsync(&mut 0, 64, s.bare(s.pool()), null_mut());
    400 "no stream" cuMemAllocFromPoolAsync(&mut 0, 64, s.pool(), s.no_stream());
    801 "a device without pools" cuMemAllocFromPoolAsync(&mut 0, 64, s.poorly(s.pool()), null_mut());
    0 "memory" cuMemFreeAsync(s.pooled(), s.stream());
    1 "nothing" cuMemFreeAsync(0, s.stream());
    1 "memory that is freed already" cuMemFreeAsync(s.freed_in_order(), s.stream());
    1 "the middle of memory" cuMemFreeAsync(s.pooled() + 8, s.stream());
    201 "no context" cuMemFreeAsync(s.bare(s.pooled()), null_mut());
    400 "no stream" cuMemFreeAsync(s.pooled(), s.no_stream());
    801 "a device without pools" cuMemFreeAsync(s.poorly(s.pooled()), null_mut());
    // Managed memory.
    0 "a device" cuMemPrefetchAsync_v2(s.managed(), 64, on(s.device), 0, s.stream());
    1 "a flag" cuMemPrefetchAsync_v2(s.managed(), 64, on(s.device), 1, s.stream());
    1 "memory that is not managed" cuMemPrefetchAsync_v2(s.memory(), 64, on(s.device), 0, s.stream());
    1 "too much" cuMemPrefetchAsync_v2(s.managed(), 65, on(s.device), 0, s.stream());
    1 "a node that is none" cuMemPrefetchAsync_v2(s.managed(), 64, node(), 0, s.stream());
    101 "no device" cuMemPrefetchAsync_v2(s.managed(), 64, on(NOTHING), 0, s.stream());
    400 "no stream" cuMemPrefetchAsync_v2(s.managed(), 64, on(s.device), 0, s.no_stream());
    101 "a device that cannot" cuMemPrefetchAsync_v2(s.managed(), 64, on(s.poor), 0, s.stream());
    0 "a device" cuMemPrefetchAsync(s.managed(), 64, s.device, s.stream());
    1 "too much" cuMemPrefetchAsync(s.managed(), 65, s.device, s.stream());
    101 "no device" cuMemPrefetchAsync(s.managed(), 64, NOTHING, s.stream());
    101 "a device that cannot" cuMemPrefetchAsync(s.managed(), 64, s.poor, s.stream());
    0 "a device" cuMemAdvise_v2(s.managed(), 64, PREFERRED, on(s.device));
    1 "advice that is none" cuMemAdvise_v2(s.managed(), 64, Advice(999), on(s.device));
    1 "memory that is not managed" cuMemAdvise_v2(s.memory(), 64, PREFERRED, on(s.device));
    101 "no device" cuMemAdvise_v2(s.managed(), 64, PREFERRED, on(NOTHING));
    101 "a device that cannot" cuMemAdvise_v2(s.managed(), 64, PREFERRED, on(s.poor));
    0 "a device" cuMemAdvise(s.managed(), 64, PREFERRED, s.device);
    1 "advice that is none" cuMemAdvise(s.managed(), 64, Advice(999), s.device);
    101 "no device" cuMemAdvise(s.managed(), 64, PREFERRED, NOTHING);
    101 "a device that cannot" cuMemAdvise(s.managed(), 64, PREFERRED, s.poor);
    0 "a stream" cuStreamAttachMemAsync(s.stream(), s.managed(), 64, 4);
    1 "memory that is not managed" cuStreamAttachMemAsync(s.stream(), s.memory(), 64, 4);
    1 "a part of memory" cuStreamAttachMemAsync(s.stream(), s.managed(), 8, 4);
    1 "the legacy stream alone" cuStreamAttachMemAsync(null_mut(), s.managed(), 64, 4);
    201 "no context" cuStreamAttachMemAsync(null_mut(), s.bare(s.managed()), 64, 1);
    400 "no stream" cuStreamAttachMemAsync(s.no_stream(), s.managed(), 64, 4);
    801 "a device that has none" cuStreamAttachMemAsync(null_mut(), s.poorly(s.managed()), 64, 1);
};
