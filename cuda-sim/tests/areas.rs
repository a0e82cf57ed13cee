//! Rectangles and boxes, and what is known of an address.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use client::{Client, Pinned};
use cuda_sys::{CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUmemorytype, CUpointer_attribute, CUresult};

#[test]
fn a_rectangle_keeps_its_rows_apart() {
    let client = Client::new();
    let (mut device, mut pitch) = (0, 0);
    ok!(client, cuMemAllocPitch_v2(&mut device, &mut pitch, 3, 2, 4));
    assert_eq!(pitch, 512);
    let host: Vec<u8> = (0..20).collect();
    let mut copy = CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: host.as_ptr().cast(),
        srcPitch: 10,
        srcXInBytes: 2,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: device,
        dstPitch: pitch,
        WidthInBytes: 3,
        Height: 2,
        ..CUDA_MEMCPY2D::default()
    };
    ok!(client, cuMemcpy2D_v2(&copy));
    assert_eq!(client.read(device, 3), [2, 3, 4]);
    assert_eq!(client.read(device + 512, 3), [12, 13, 14]);
    copy.srcPitch = 4;
    assert_eq!(call!(client, cuMemcpy2D_v2(&copy)), CUresult::CUDA_ERROR_INVALID_VALUE);
    ok!(client, cuMemsetD2D8_v2(device, pitch, 9, 2, 2));
    assert_eq!(client.read(device, 3), [9, 9, 4]);
    assert_eq!(client.read(device + 512, 3), [9, 9, 14]);
}

#[test]
fn a_box_keeps_its_slices_apart() {
    let client = Client::new();
    let device = client.alloc(64);
    ok!(client, cuMemsetD8_v2(device, 0, 64));
    let host: Vec<u8> = (1..=8).collect();
    let copy = CUDA_MEMCPY3D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: host.as_ptr().cast(),
        srcPitch: 2,
        srcHeight: 2,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: device,
        dstPitch: 8,
        dstHeight: 4,
        dstY: 1,
        WidthInBytes: 2,
        Height: 2,
        Depth: 2,
        ..CUDA_MEMCPY3D::default()
    };
    ok!(client, cuMemcpy3D_v2(&copy));
    let bytes = client.read(device, 64);
    for (at, expected) in [(8, [1, 2]), (16, [3, 4]), (40, [5, 6]), (48, [7, 8])] {
        assert_eq!(bytes[at..at + 2], expected);
    }
    assert_eq!(bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>(), 36);
}

#[test]
fn an_address_tells_what_it_is() {
    use CUpointer_attribute as Attribute;
    let client = Client::new();
    let device = client.alloc(100);
    let host = Pinned::new(&client, &[0; 16]);
    let attribute = |attribute, address: u64| {
        let mut value = 99u64;
        let place = (&raw mut value).cast();
        (call!(client, cuPointerGetAttribute(place, attribute, address)) == CUresult::CUDA_SUCCESS).then_some(value)
    };
    assert_eq!(attribute(Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 50), Some(device));
    assert_eq!(attribute(Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 50), Some(100));
    let pinned = host.pointer().addr() as u64;
    assert_eq!(attribute(Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER, pinned), Some(pinned));
    let unknown = host.pointer().addr() as u64 + (1 << 40);
    assert_eq!(attribute(Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, unknown), None);
    let (mut kind, mut ordinal) = (7u32, 7i32);
    let mut wanted = [Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL];
    let mut places = [(&raw mut kind).cast(), (&raw mut ordinal).cast()];
    ok!(client, cuPointerGetAttributes(2, wanted.as_mut_ptr(), places.as_mut_ptr(), unknown));
    assert_eq!((kind, ordinal), (0, -2));
}
