//! Textures read as halves, and surfaces whose instructions know their texels.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::CString;
use std::ptr::null_mut;

use client::Client;
use client::image::{CLAMP, array, ask, contents, descriptor, floats, of_array, reading, texture};
use cuda_sys::{CUDA_ARRAY3D_SURFACE_LDST, CUarray, CUarray_format, CUmodule, CUresult};

/// A module with one kernel: a thread has four words in `%r0` to `%r3`, an image in `%d1`, and writes `%r4` to `%r7`.
fn kernel(client: &Client, text: &str) -> CUmodule {
    let text = CString::new(format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 image, .param .u64 in, .param .u64 out)\n{{\n\
         .reg .b64 %d<5>; .reg .b32 %r<9>; .reg .b16 %h<4>; .reg .f32 %f<2>;\n\
         ld.param.u64 %d1, [image]; ld.param.u64 %d2, [in]; ld.param.u64 %d3, [out]; mov.u32 %r8, %tid.x;\n\
         mad.wide.u32 %d2, %r8, 16, %d2; mad.wide.u32 %d3, %r8, 16, %d3; ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%d2];\n\
         mov.b32 %r4, 0; mov.b32 %r5, 0; mov.b32 %r6, 0; mov.b32 %r7, 0;\n{text}\n\
         st.global.v4.b32 [%d3], {{%r4, %r5, %r6, %r7}}; ret;\n}}\n"
    ))
    .unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    module
}

/// A surface of one row, and its array.
fn surface(client: &Client, format: CUarray_format, channels: u32, bytes: &[u8], width: usize) -> (u64, CUarray) {
    let array = array(client, descriptor([width, 0, 0], format, channels, CUDA_ARRAY3D_SURFACE_LDST), bytes);
    let mut surface = 0;
    ok!(client, cuSurfObjectCreate(&mut surface, &of_array(array)));
    (surface, array)
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn a_texture_gives_halves_in_registers_of_their_own_or_in_pairs() {
    let client = Client::new();
    let values = floats(&[0.5, 1.0, -2.0, 65_536.0, 0.1, 3.0, 4.0, 5.0]);
    let array = array(&client, descriptor([2, 0, 0], CUarray_format::CU_AD_FORMAT_FLOAT, 4, 0), &values);
    let texture = texture(&client, &of_array(array), &reading(CLAMP, false, 0));
    let expected = [[0x3800, 0x3c00, 0xc000, 0x7c00], [0x2e66, 0x4200, 0x4400, 0x4500]];
    let places = [[0, 0, 0, 0], [1f32.to_bits(), 1, 0, 0]];
    let unpack = "cvt.u32.u16 %r4, %h0; cvt.u32.u16 %r5, %h1; cvt.u32.u16 %r6, %h2; cvt.u32.u16 %r7, %h3;";
    for read in [
        "tex.1d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%d1, {%r0}];",
        "tex.1d.v4.f16.s32 {%h0, %h1, %h2, %h3}, [%d1, {%r1}];",
        "tex.level.1d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%d1, {%r0}], 0f00000000;",
    ] {
        let module = kernel(&client, &format!("{read} {unpack}"));
        assert_eq!(ask(&client, module, "k", texture, &places), (CUresult::CUDA_SUCCESS, expected.to_vec()), "{read}");
    }
    let module = kernel(&client, "tex.1d.v2.f16x2.f32 {%r4, %r5}, [%d1, {%r0}];");
    let pairs = expected.map(|[r, g, b, a]| [r | g << 16, b | a << 16, 0, 0]);
    assert_eq!(ask(&client, module, "k", texture, &places).1, pairs);
}

#[test]
fn a_formatted_store_converts_to_the_texels_of_the_surface() {
    let client = Client::new();
    let store = kernel(&client, "sust.p.1d.v4.b32.trap [%d1, {%r8}], {%r0, %r1, %r2, %r3};");
    let stored = |format, channels, texel_byte_len: usize, from: [[u32; 4]; 2]| {
        let (surface, array) = surface(&client, format, channels, &vec![0; 2 * texel_byte_len], 2);
        assert_eq!(ask(&client, store, "k", surface, &from).0, CUresult::CUDA_SUCCESS);
        contents(&client, array, 2 * texel_byte_len, 1, 1)
    };
    let minus = |value: u32| value.wrapping_neg();
    let bytes = stored(CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8, 4, 4, [[1, 255, 256, u32::MAX], [0, 7, 8, 9]]);
    assert_eq!(bytes, [1, 255, 255, 255, 0, 7, 8, 9]);
    let bytes = stored(CUarray_format::CU_AD_FORMAT_SIGNED_INT8, 2, 2, [[minus(5), 200, 1, 1], [minus(200), 3, 1, 1]]);
    assert_eq!(bytes, [251, 127, 128, 3]);
    let bytes = stored(
        CUarray_format::CU_AD_FORMAT_HALF,
        2,
        4,
        [[0.5f32, 1.0, 9.0, 9.0], [-2.0, 0.1, 9.0, 9.0]].map(|texel| texel.map(f32::to_bits)),
    );
    assert_eq!(bytes, [0x00, 0x38, 0x00, 0x3c, 0x00, 0xc0, 0x66, 0x2e]);
    let bytes = stored(CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32, 1, 4, [[7, 1, 1, 1], [u32::MAX, 1, 1, 1]]);
    assert_eq!(bytes, words(&[7, u32::MAX]));
}

#[test]
fn a_formatted_store_that_has_too_few_values_leaves_nothing_to_rely_on() {
    let client = Client::new();
    let (surface, array) = surface(&client, CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32, 2, &[0; 16], 2);
    let store = kernel(&client, "sust.p.1d.b32.zero [%d1, {%r8}], %r0;");
    // The third thread is outside, where nothing is stored.
    assert_eq!(ask(&client, store, "k", surface, &[[1; 4], [2; 4], [3; 4]]).0, CUresult::CUDA_SUCCESS);
    assert_eq!(contents(&client, array, 16, 1, 1), words(&[1, 0xcbcb_cbcb, 2, 0xcbcb_cbcb]));
}

#[test]
fn a_formatted_reduction_has_the_sign_of_the_surface() {
    let client = Client::new();
    let minus = 5u32.wrapping_neg();
    let reduced = |how: &str, format| {
        let (surface, array) = surface(&client, format, 1, &words(&[0, 3]), 2);
        let module = kernel(&client, &format!("mov.u32 %r4, 1; sured.p.{how}.1d.b32.trap [%d1, {{%r4}}], %r0;"));
        let code = ask(&client, module, "k", surface, &[[minus, 0, 0, 0]]).0;
        assert_eq!(code, CUresult::CUDA_SUCCESS, "{how}");
        contents(&client, array, 8, 1, 1)
    };
    let (signed, unsigned) = (CUarray_format::CU_AD_FORMAT_SIGNED_INT32, CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32);
    assert_eq!(reduced("min", signed), words(&[0, minus]));
    assert_eq!(reduced("min", unsigned), words(&[0, 3]));
    assert_eq!(reduced("max", signed), words(&[0, 3]));
    assert_eq!(reduced("max", unsigned), words(&[0, minus]));
    assert_eq!(reduced("add", signed), words(&[0, minus.wrapping_add(3)]));
    assert_eq!(reduced("and", unsigned), words(&[0, minus & 3]));
}

#[test]
fn a_formatted_reduction_of_short_texels_faults() {
    let client = Client::new();
    let (surface, _) = surface(&client, CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8, 1, &[0; 2], 2);
    let module = kernel(&client, "sured.p.add.1d.b32.trap [%d1, {%r8}], %r0;");
    assert_eq!(ask(&client, module, "k", surface, &[[1; 4]]).0, CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE);
    let text = client.simulator.reports()[0].text.clone();
    assert!(text.contains("a reduction of texels that are no integers of 32 bits"), "{text}");
}

#[test]
fn bytes_of_a_surface_go_through_wider_registers() {
    let client = Client::new();
    let (surface, array) = surface(&client, CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8, 1, &[200, 7], 2);
    let module = kernel(&client, "suld.b.1d.b8.trap %r4, [%d1, {%r8}]; sust.b.1d.b8.trap [%d1, {%r8}], %r0;");
    let (code, out) = ask(&client, module, "k", surface, &[[0x1ff, 0, 0, 0], [0x102, 0, 0, 0]]);
    assert_eq!((code, out), (CUresult::CUDA_SUCCESS, vec![[200, 0, 0, 0], [7, 0, 0, 0]]));
    assert_eq!(contents(&client, array, 2, 1, 1), [0xff, 2]);
}
