//! Arrays, copies from and to them, and surfaces.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ptr::{null, null_mut};

use client::image::{array, ask, contents, descriptor, module, of_array};
use client::{Client, eager};
use cuda_sim::{ReportKind, Simulator};
use cuda_sys::{
    CUDA_ARRAY_DESCRIPTOR, CUDA_ARRAY3D_CUBEMAP, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED,
    CUDA_ARRAY3D_SURFACE_LDST as SURFACE, CUDA_MEMCPY2D, CUarray, CUarray_format, CUmemorytype, CUresourcetype,
    CUresult,
};

const U8: CUarray_format = CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8;
const U16: CUarray_format = CUarray_format::CU_AD_FORMAT_UNSIGNED_INT16;
const U32: CUarray_format = CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32;

fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|byte| byte as u8).collect()
}

fn surface(client: &Client, array: CUarray) -> u64 {
    let mut surface = 0;
    ok!(client, cuSurfObjectCreate(&mut surface, &of_array(array)));
    surface
}

#[test]
fn rectangles_and_boxes_go_in_and_out_of_arrays() {
    let client = Client::new();
    let solid = array(&client, descriptor([4, 3, 2], U8, 4, 0), &bytes(96));
    assert_eq!(contents(&client, solid, 16, 3, 2), bytes(96));
    let flat = array(&client, descriptor([8, 4, 0], U16, 1, 0), &bytes(64));
    // Two columns by two rows of it, from the third column of the second row on.
    let mut part = [0u8; 8];
    let mut copy = CUDA_MEMCPY2D {
        srcXInBytes: 4,
        srcY: 1,
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        srcArray: flat,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: part.as_mut_ptr().cast(),
        dstPitch: 4,
        WidthInBytes: 4,
        Height: 2,
        ..CUDA_MEMCPY2D::default()
    };
    ok!(client, cuMemcpy2D_v2(&raw const copy));
    assert_eq!(part, [20, 21, 22, 23, 36, 37, 38, 39]);
    copy.srcXInBytes = 14;
    assert_eq!(call!(client, cuMemcpy2D_v2(&raw const copy)), CUresult::CUDA_ERROR_INVALID_VALUE, "beyond a row");
    (copy.srcXInBytes, copy.srcY) = (0, 3);
    assert_eq!(call!(client, cuMemcpy2D_v2(&raw const copy)), CUresult::CUDA_ERROR_INVALID_VALUE, "beyond the rows");
    (copy.srcXInBytes, copy.srcY) = (3, 0);
    assert_eq!(call!(client, cuMemcpy2D_v2(&raw const copy)), CUresult::CUDA_ERROR_INVALID_VALUE, "within a texel");
    copy.srcArray = null_mut();
    assert_eq!(call!(client, cuMemcpy2D_v2(&raw const copy)), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn arrays_of_one_dimension_are_copied_by_their_own_calls() {
    let client = Client::new();
    let line = array(&client, descriptor([16, 0, 0], U8, 1, 0), &[0; 16]);
    let other = array(&client, descriptor([8, 0, 0], U16, 1, 0), &[0; 16]);
    ok!(client, cuMemcpyHtoA_v2(line, 4, bytes(8).as_ptr().cast(), 8));
    ok!(client, cuMemcpyAtoA_v2(other, 2, line, 6, 4));
    let memory = client.alloc(16);
    ok!(client, cuMemcpyAtoD_v2(memory, other, 0, 16));
    assert_eq!(client.read(memory, 16), [0, 0, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    ok!(client, cuMemcpyDtoA_v2(line, 0, memory, 4));
    let mut found = [9u8; 6];
    ok!(client, cuMemcpyAtoH_v2(found.as_mut_ptr().cast(), line, 0, 6));
    assert_eq!(found, [0, 0, 2, 3, 0, 1]);
    let stream = client.stream();
    ok!(client, cuMemcpyHtoAAsync_v2(line, 8, [7u8; 8].as_ptr().cast(), 8, stream));
    let mut found = [0u8; 16];
    ok!(client, cuMemcpyAtoHAsync_v2(found.as_mut_ptr().cast(), line, 0, 16, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(found[6..], [2, 3, 7, 7, 7, 7, 7, 7, 7, 7]);
    let beyond = call!(client, cuMemcpyAtoH_v2(found.as_mut_ptr().cast(), line, 9, 8));
    assert_eq!(beyond, CUresult::CUDA_ERROR_INVALID_VALUE);
    let flat = array(&client, descriptor([4, 4, 0], U8, 1, 0), &[0; 16]);
    let of_two = call!(client, cuMemcpyHtoA_v2(flat, 0, found.as_ptr().cast(), 4));
    assert_eq!(of_two, CUresult::CUDA_ERROR_INVALID_VALUE, "it has two dimensions");
    let none = call!(client, cuMemcpyHtoA_v2(null_mut(), 0, found.as_ptr().cast(), 4));
    assert_eq!(none, CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn arrays_describe_themselves_and_impossible_ones_are_refused() {
    let client = Client::new();
    let plain = CUDA_ARRAY_DESCRIPTOR { Width: 5, Height: 7, Format: U16, NumChannels: 2 };
    let mut flat = null_mut();
    ok!(client, cuArrayCreate_v2(&mut flat, &raw const plain));
    let (mut short, mut long) = (CUDA_ARRAY_DESCRIPTOR::default(), CUDA_ARRAY3D_DESCRIPTOR::default());
    ok!(client, cuArrayGetDescriptor_v2(&mut short, flat));
    ok!(client, cuArray3DGetDescriptor_v2(&mut long, flat));
    assert_eq!((short.Width, short.Height, short.Format, short.NumChannels), (5, 7, U16, 2));
    assert_eq!((long.Width, long.Height, long.Depth, long.Flags), (5, 7, 0, 0));
    assert_eq!(call!(client, cuArrayGetDescriptor_v2(&mut short, null_mut())), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(client, cuArrayCreate_v2(null_mut(), &raw const plain)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuArrayCreate_v2(&mut flat, null())), CUresult::CUDA_ERROR_INVALID_VALUE);

    let answer = |size: [usize; 3], format: CUarray_format, channels: u32, flags: u32| {
        let mut array = null_mut();
        call!(client, cuArray3DCreate_v2(&mut array, &descriptor(size, format, channels, flags)))
    };
    assert_eq!(answer([0, 0, 0], U8, 1, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(answer([4, 0, 0], U8, 3, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "three channels");
    assert_eq!(answer([4, 0, 0], CUarray_format(7), 1, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(answer([4, 0, 0], CUarray_format(192), 1, 0), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(answer([4, 0, 2], U8, 1, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "slices without rows");
    assert_eq!(answer([1 << 20, 0, 0], U8, 1, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "too wide");
    assert_eq!(answer([4, 4, 5], U8, 1, CUDA_ARRAY3D_CUBEMAP), CUresult::CUDA_ERROR_INVALID_VALUE, "five faces");
    assert_eq!(answer([4, 2, 6], U8, 1, CUDA_ARRAY3D_CUBEMAP), CUresult::CUDA_ERROR_INVALID_VALUE, "not square");
    assert_eq!(answer([4, 4, 0], U8, 1, CUDA_ARRAY3D_LAYERED), CUresult::CUDA_ERROR_INVALID_VALUE, "no layers");
    assert_eq!(answer([4, 4, 0], U8, 1, cuda_sys::CUDA_ARRAY3D_SPARSE), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    client.simulator.fail_allocation(1);
    assert_eq!(answer([4, 4, 0], U8, 1, 0), CUresult::CUDA_ERROR_OUT_OF_MEMORY);

    assert_eq!((client.simulator.ledger().arrays, client.simulator.ledger().device_byte_len), (1, 140));
    ok!(client, cuArrayDestroy(flat));
    assert_eq!(call!(client, cuArrayDestroy(flat)), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!((client.simulator.ledger().arrays, client.simulator.ledger().device_byte_len), (0, 0));
}

#[test]
fn arrays_and_objects_that_outlive_nothing_are_leaks() {
    let simulator = Simulator::builder().adversity(eager()).build().unwrap();
    let mut client = Client { table: simulator.table(), simulator, context: null_mut() };
    ok!(client, cuInit(0));
    let mut context = null_mut();
    ok!(client, cuCtxCreate_v2(&mut context, 0, client.device()));
    client.context = context;
    let line = array(&client, descriptor([4, 0, 0], U32, 1, SURFACE), &[0; 16]);
    surface(&client, line);
    ok!(client, cuCtxDestroy_v2(context));
    let leaks: Vec<_> =
        client.simulator.reports().into_iter().filter(|report| report.kind == ReportKind::Leak).collect();
    assert!(leaks.iter().any(|leak| leak.text.starts_with("1 arrays")), "{leaks:?}");
    assert!(leaks.iter().any(|leak| leak.text.starts_with("1 texture and surface objects")), "{leaks:?}");
    assert_eq!(client.simulator.ledger().device_byte_len, 0);
}

#[test]
fn a_surface_is_read_and_written_and_does_outside_what_it_was_told() {
    let client = Client::new();
    let module = module(&client);
    let flat = array(&client, descriptor([4, 2, 0], U32, 1, SURFACE), &bytes(32));
    let flat_surface = surface(&client, flat);
    let word = |first: u8| u32::from_le_bytes([first, first + 1, first + 2, first + 3]);
    let places = [[0, 0, 0, 0], [12, 1, 0, 0], [4, 1, 0, 0]];
    let (_, found) = ask(&client, module, "load_trap", flat_surface, &places);
    assert_eq!(found.iter().map(|words| words[0]).collect::<Vec<_>>(), [word(0), word(28), word(20)]);
    let outside = [[16, 0, 0, 0], [0, 2, 0, 0], [-4i32 as u32, 0, 0, 0]];
    let (_, found) = ask(&client, module, "load_zero", flat_surface, &outside);
    assert_eq!(found.iter().map(|words| words[0]).collect::<Vec<_>>(), [0, 0, 0]);
    let (_, found) = ask(&client, module, "load_clamp", flat_surface, &outside);
    assert_eq!(found.iter().map(|words| words[0]).collect::<Vec<_>>(), [word(12), word(16), word(0)]);

    ask(&client, module, "store_trap", flat_surface, &[[8, 1, 0xAABB_CCDD, 0]]);
    ask(&client, module, "store_zero", flat_surface, &[[16, 1, 0x1111_1111, 0]]);
    ask(&client, module, "store_clamp", flat_surface, &[[99_996, 0, 0x2222_2222, 0]]);
    let mut expected = bytes(32);
    expected[24..28].copy_from_slice(&[0xDD, 0xCC, 0xBB, 0xAA]);
    expected[12..16].fill(0x22);
    assert_eq!(contents(&client, flat, 16, 2, 1), expected);
    assert_eq!(ask(&client, module, "surface_size", flat_surface, &[[0; 4]]).1, [[4, 2, 1, 1]]);
    let (answer, _) = ask(&client, module, "load_trap", flat_surface, &outside[..1]);
    assert_eq!(answer, CUresult::CUDA_ERROR_LAUNCH_FAILED);
    assert!(client.simulator.reports().last().unwrap().text.contains("surface access at 16,0,0"));
}

#[test]
fn surfaces_have_elements_of_every_size_and_shape() {
    let client = Client::new();
    let module = module(&client);
    let line = array(&client, descriptor([8, 0, 0], U8, 1, SURFACE), &bytes(8));
    let (_, found) = ask(&client, module, "bytes_1d", surface(&client, line), &[[5, 0, 0, 0], [0, 0, 0, 0]]);
    assert_eq!((found[0][0], found[1][0]), (6, 1));
    assert_eq!(contents(&client, line, 8, 1, 1), [1, 1, 2, 3, 4, 6, 6, 7]);
    let solid = array(&client, descriptor([2, 2, 2], U16, 2, SURFACE), &bytes(32));
    let (_, found) = ask(&client, module, "halves_3d", surface(&client, solid), &[[4, 1, 1, 0]]);
    assert_eq!(found[0][..2], [0x1d1c, 0x1f1e]);
    assert_eq!(contents(&client, solid, 8, 2, 2)[28..], [0x1e, 0x1f, 0x1c, 0x1d]);
    let layers = array(&client, descriptor([1, 2, 3], U32, 2, SURFACE | CUDA_ARRAY3D_LAYERED), &bytes(48));
    let (_, found) = ask(&client, module, "longs_a2d", surface(&client, layers), &[[2, 0, 1, 0], [3, 0, 0, 0]]);
    assert_eq!((&found[0][..2], &found[1][..2]), (&[0x2b2a_2928, 0x2f2e_2d2c][..], &[0, 0][..]));
}

#[test]
fn reductions_on_a_surface_are_atomic() {
    let client = Client::new();
    let module = module(&client);
    let flat = array(&client, descriptor([4, 1, 0], U32, 1, SURFACE), &[0; 16]);
    // 32 threads add their number to the first word; the greatest goes to the second, and a bit is set there.
    let words: Vec<[u32; 4]> = (0..32).map(|number| [0, 0, number, 4]).collect();
    ask(&client, module, "sums_2d", surface(&client, flat), &words);
    let found = contents(&client, flat, 16, 1, 1);
    assert_eq!(found[..4], 496u32.to_le_bytes());
    assert_eq!(found[4..8], (4096u32 | 31).to_le_bytes());
}

#[test]
fn surfaces_that_make_no_sense_are_refused() {
    let client = Client::new();
    let plain = array(&client, descriptor([4, 0, 0], U8, 1, 0), &[0; 4]);
    let mut object = 0;
    let unwritable = call!(client, cuSurfObjectCreate(&mut object, &of_array(plain)));
    assert_eq!(unwritable, CUresult::CUDA_ERROR_INVALID_VALUE, "the array was not made for it");
    let mut memory = of_array(plain);
    memory.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
    assert_eq!(call!(client, cuSurfObjectCreate(&mut object, &memory)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuSurfObjectCreate(&mut object, null())), CUresult::CUDA_ERROR_INVALID_VALUE);
    let line = array(&client, descriptor([4, 0, 0], U32, 1, SURFACE), &[0; 16]);
    let written = surface(&client, line);
    let mut resource = of_array(plain);
    ok!(client, cuSurfObjectGetResourceDesc(&mut resource, written));
    assert_eq!(unsafe { resource.res.array.hArray }, line);
    let module = module(&client);
    let (answer, _) = ask(&client, module, "sample_1d", written, &[[0; 4]]);
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE, "a surface is no texture");
}

#[test]
fn misaligned_accesses_to_a_surface_fault() {
    let client = Client::new();
    let module = module(&client);
    let flat = array(&client, descriptor([4, 2, 0], U32, 1, SURFACE), &bytes(32));
    let (answer, _) = ask(&client, module, "load_zero", surface(&client, flat), &[[2, 0, 0, 0]]);
    assert_eq!(answer, CUresult::CUDA_ERROR_MISALIGNED_ADDRESS);
}
