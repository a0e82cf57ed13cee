//! Memory, copies and fills.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use cuda_sys::{CUpointer_attribute as Attribute, CUresult};

use crate::rows;
use crate::scene::{Row, Scene};

const ALIGNED: u64 = 1 << 20;

impl Scene {
    /// 64 bytes of the process's own.
    fn pageable(&self) -> *mut c_void {
        self.keep([0u64; 8]).cast()
    }

    fn registered(&self) -> *mut c_void {
        let pointer = self.pageable();
        crate::ok!(self.client, cuMemHostRegister_v2(pointer, 64, 0));
        pointer
    }
}

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "some bytes" cuMemAlloc_v2(&mut 0, 64);
    1 "no bytes" cuMemAlloc_v2(&mut 0, 0);
    1 "no place" cuMemAlloc_v2(null_mut(), 64);
    2 "more than there is" cuMemAlloc_v2(&mut 0, 1 << 50);
    201 "no context" cuMemAlloc_v2(s.bare(&mut 0), 64);
    709 "a context that was destroyed" cuMemAlloc_v2(s.dead(&mut 0), 64);
    0 "memory" cuMemFree_v2(s.memory());
    0 "nothing" cuMemFree_v2(0);
    0 "memory of a pool" cuMemFree_v2(s.pooled());
    1 "the middle of memory" cuMemFree_v2(s.memory() + 8);
    1 "memory that was freed" cuMemFree_v2(s.freed());
    1 "an address of nothing" cuMemFree_v2(ALIGNED);
    201 "no context" cuMemFree_v2(s.bare(s.memory()));
    0 "some bytes" cuMemAllocHost_v2(&mut null_mut(), 64);
    1 "no bytes" cuMemAllocHost_v2(&mut null_mut(), 0);
    1 "no place" cuMemAllocHost_v2(null_mut(), 64);
    2 "more than there is" cuMemAllocHost_v2(s.short(&mut null_mut()), 64);
    201 "no context" cuMemAllocHost_v2(s.bare(&mut null_mut()), 64);
    0 "some bytes" cuMemHostAlloc(&mut null_mut(), 64, 7);
    1 "no bytes" cuMemHostAlloc(&mut null_mut(), 0, 0);
    1 "no place" cuMemHostAlloc(null_mut(), 64, 0);
    1 "a flag that is none" cuMemHostAlloc(&mut null_mut(), 64, 8);
    2 "more than there is" cuMemHostAlloc(s.short(&mut null_mut()), 64, 0);
    201 "no context" cuMemHostAlloc(s.bare(&mut null_mut()), 64, 0);
    0 "memory" cuMemFreeHost(s.pinned());
    1 "the middle of memory" cuMemFreeHost(s.pinned().wrapping_byte_add(8));
    1 "memory that was registered" cuMemFreeHost(s.registered());
    1 "nothing" cuMemFreeHost(null_mut());
    201 "no context" cuMemFreeHost(s.bare(s.pinned()));
    0 "memory" cuMemHostRegister_v2(s.pageable(), 64, 0);
    1 "nothing" cuMemHostRegister_v2(null_mut(), 64, 0);
    1 "no bytes" cuMemHostRegister_v2(s.pageable(), 0, 0);
    1 "a flag that is none" cuMemHostRegister_v2(s.pageable(), 64, 16);
    201 "no context" cuMemHostRegister_v2(s.bare(s.pageable()), 64, 0);
    712 "what is registered" cuMemHostRegister_v2(s.registered(), 64, 0);
    712 "what was allocated" cuMemHostRegister_v2(s.pinned(), 64, 0);
    801 "another device's memory" cuMemHostRegister_v2(s.pageable(), 64, 4);
    801 "memory that is only read" cuMemHostRegister_v2(s.pageable(), 64, 8);
    0 "memory" cuMemHostUnregister(s.registered());
    1 "nothing" cuMemHostUnregister(null_mut());
    201 "no context" cuMemHostUnregister(s.bare(s.registered()));
    713 "the middle of memory" cuMemHostUnregister(s.registered().wrapping_byte_add(8));
    713 "what was not registered" cuMemHostUnregister(s.pageable());
    713 "what was allocated" cuMemHostUnregister(s.pinned());
    0 "memory" cuMemHostGetDevicePointer_v2(&mut 0, s.pinned(), 0);
    1 "a flag" cuMemHostGetDevicePointer_v2(&mut 0, s.pinned(), 1);
    1 "no place" cuMemHostGetDevicePointer_v2(null_mut(), s.pinned(), 0);
    1 "memory that is not page-locked" cuMemHostGetDevicePointer_v2(&mut 0, s.pageable(), 0);
    201 "no context" cuMemHostGetDevicePointer_v2(&mut 0, s.bare(s.pinned()), 0);
    0 "for all streams" cuMemAllocManaged(&mut 0, 64, 1);
    0 "for the host" cuMemAllocManaged(&mut 0, 64, 2);
    1 "for nobody" cuMemAllocManaged(&mut 0, 64, 0);
    1 "no bytes" cuMemAllocManaged(&mut 0, 0, 1);
    1 "no place" cuMemAllocManaged(null_mut(), 64, 1);
    2 "more than there is" cuMemAllocManaged(s.short(&mut 0), 64, 1);
    201 "no context" cuMemAllocManaged(s.bare(&mut 0), 64, 1);
    801 "a device that has none" cuMemAllocManaged(s.poorly(&mut 0), 64, 1);
    0 "places" cuMemGetInfo_v2(&mut 0, &mut 0);
    1 "no place for what is free" cuMemGetInfo_v2(null_mut(), &mut 0);
    1 "no place for the whole" cuMemGetInfo_v2(&mut 0, null_mut());
    201 "no context" cuMemGetInfo_v2(s.bare(&mut 0), &mut 0);
    0 "the middle of memory" cuMemGetAddressRange_v2(&mut 0, &mut 0, s.memory() + 63);
    0 "no places" cuMemGetAddressRange_v2(null_mut(), null_mut(), s.memory());
    201 "no context" cuMemGetAddressRange_v2(&mut 0, &mut 0, s.bare(s.memory()));
    500 "behind memory" cuMemGetAddressRange_v2(&mut 0, &mut 0, s.memory() + 64);
    500 "memory that was freed" cuMemGetAddressRange_v2(&mut 0, &mut 0, s.freed());
    0 "memory" cuPointerGetAttribute((&raw mut *Box::new(0u64)).cast(), Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, s.memory());
    1 "an attribute that is none" cuPointerGetAttribute([0u64; 2].as_mut_ptr().cast(), Attribute(999), s.memory());
    1 "no place" cuPointerGetAttribute(null_mut(), Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, s.memory());
    1 "an address of nothing" cuPointerGetAttribute([0u64; 2].as_mut_ptr().cast(), Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, ALIGNED);
    201 "no context" cuPointerGetAttribute([0u64; 2].as_mut_ptr().cast(), Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID, s.bare(s.memory()));
    0 "memory" cuPointerGetAttributes(1, &mut { Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID }, &mut [0u64; 2].as_mut_ptr().cast(), s.memory());
    0 "an address of nothing" cuPointerGetAttributes(1, &mut { Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID }, &mut [0u64; 2].as_mut_ptr().cast(), ALIGNED);
    1 "no attributes" cuPointerGetAttributes(1, null_mut(), &mut null_mut(), s.memory());
    1 "no places" cuPointerGetAttributes(1, &mut { Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID }, null_mut(), s.memory());
    201 "no context" cuPointerGetAttributes(1, &mut { Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID }, &mut null_mut(), s.bare(s.memory()));
    // Copies.
    0 "memory" cuMemcpyHtoD_v2(s.memory(), s.pageable(), 64);
    0 "nothing of nothing" cuMemcpyHtoD_v2(0, null(), 0);
    1 "too much" cuMemcpyHtoD_v2(s.memory(), s.pageable(), 65);
    1 "memory that was freed" cuMemcpyHtoD_v2(s.freed(), s.pageable(), 64);
    1 "no source" cuMemcpyHtoD_v2(s.memory(), null(), 64);
    201 "no context" cuMemcpyHtoD_v2(s.bare(s.memory()), null(), 64);
    0 "memory" cuMemcpyDtoH_v2(s.pageable(), s.memory(), 64);
    1 "too much" cuMemcpyDtoH_v2(s.pageable(), s.memory() + 1, 64);
    1 "no destination" cuMemcpyDtoH_v2(null_mut(), s.memory(), 64);
    201 "no context" cuMemcpyDtoH_v2(s.pageable(), s.bare(s.memory()), 64);
    0 "memory" cuMemcpyDtoD_v2(s.memory(), s.memory(), 64);
    1 "too much" cuMemcpyDtoD_v2(s.memory(), s.memory(), 65);
    1 "memory that was freed" cuMemcpyDtoD_v2(s.memory(), s.freed(), 64);
    201 "no context" cuMemcpyDtoD_v2(s.memory(), s.bare(s.memory()), 64);
    0 "memory" cuMemcpy(s.memory(), s.memory(), 64);
    0 "the host's" cuMemcpy(s.memory(), s.pinned().addr() as u64, 64);
    1 "too much" cuMemcpy(s.memory(), s.memory(), 65);
    1 "nothing" cuMemcpy(s.memory(), 0, 64);
    201 "no context" cuMemcpy(s.memory(), s.bare(s.memory()), 64);
    0 "memory" cuMemcpyHtoDAsync_v2(s.memory(), s.pinned(), 64, s.stream());
    1 "too much" cuMemcpyHtoDAsync_v2(s.memory(), s.pinned(), 65, s.stream());
    1 "no source" cuMemcpyHtoDAsync_v2(s.memory(), null(), 64, s.stream());
    201 "no context" cuMemcpyHtoDAsync_v2(s.bare(s.memory()), null(), 64, null_mut());
    400 "no stream" cuMemcpyHtoDAsync_v2(s.memory(), s.pinned(), 64, s.no_stream());
    0 "memory" cuMemcpyDtoHAsync_v2(s.pinned(), s.memory(), 64, s.stream());
    1 "too much" cuMemcpyDtoHAsync_v2(s.pinned(), s.memory(), 65, s.stream());
    1 "no destination" cuMemcpyDtoHAsync_v2(null_mut(), s.memory(), 64, s.stream());
    201 "no context" cuMemcpyDtoHAsync_v2(s.pinned(), s.bare(s.memory()), 64, null_mut());
    400 "no stream" cuMemcpyDtoHAsync_v2(s.pinned(), s.memory(), 64, s.no_stream());
    0 "memory" cuMemcpyDtoDAsync_v2(s.memory(), s.memory(), 64, s.stream());
    1 "too much" cuMemcpyDtoDAsync_v2(s.memory(), s.memory(), 65, s.stream());
    201 "no context" cuMemcpyDtoDAsync_v2(s.memory(), s.bare(s.memory()), 64, null_mut());
    400 "no stream" cuMemcpyDtoDAsync_v2(s.memory(), s.memory(), 64, s.no_stream());
    0 "memory" cuMemcpyAsync(s.memory(), s.memory(), 64, s.stream());
    1 "too much" cuMemcpyAsync(s.memory(), s.memory(), 65, s.stream());
    201 "no context" cuMemcpyAsync(s.memory(), s.bare(s.memory()), 64, null_mut());
    400 "no stream" cuMemcpyAsync(s.memory(), s.memory(), 64, s.no_stream());
    // Fills.
    0 "memory" cuMemsetD8_v2(s.memory(), 1, 64);
    1 "too much" cuMemsetD8_v2(s.memory(), 1, 65);
    1 "memory that was freed" cuMemsetD8_v2(s.freed(), 1, 64);
    201 "no context" cuMemsetD8_v2(s.bare(s.memory()), 1, 64);
    0 "memory" cuMemsetD8Async(s.memory(), 1, 64, s.stream());
    1 "too much" cuMemsetD8Async(s.memory(), 1, 65, s.stream());
    201 "no context" cuMemsetD8Async(s.bare(s.memory()), 1, 64, null_mut());
    400 "no stream" cuMemsetD8Async(s.memory(), 1, 64, s.no_stream());
    0 "memory" cuMemsetD16_v2(s.memory(), 1, 32);
    1 "too much" cuMemsetD16_v2(s.memory(), 1, 33);
    1 "half a pair" cuMemsetD16_v2(s.memory() + 1, 1, 1);
    201 "no context" cuMemsetD16_v2(s.bare(s.memory()), 1, 32);
    0 "memory" cuMemsetD16Async(s.memory(), 1, 32, s.stream());
    1 "half a pair" cuMemsetD16Async(s.memory() + 1, 1, 1, s.stream());
    201 "no context" cuMemsetD16Async(s.bare(s.memory()), 1, 32, null_mut());
    400 "no stream" cuMemsetD16Async(s.memory(), 1, 32, s.no_stream());
    0 "memory" cuMemsetD32_v2(s.memory(), 1, 16);
    1 "too much" cuMemsetD32_v2(s.memory(), 1, 17);
    1 "half a word" cuMemsetD32_v2(s.memory() + 2, 1, 1);
    201 "no context" cuMemsetD32_v2(s.bare(s.memory()), 1, 16);
    0 "memory" cuMemsetD32Async(s.memory(), 1, 16, s.stream());
    1 "half a word" cuMemsetD32Async(s.memory() + 2, 1, 1, s.stream());
    201 "no context" cuMemsetD32Async(s.bare(s.memory()), 1, 16, null_mut());
    400 "no stream" cuMemsetD32Async(s.memory(), 1, 16, s.no_stream());
};
