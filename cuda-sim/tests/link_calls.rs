//! The calls of the driver's linker: inputs, options, logs and handles.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use client::Client;
use client::container::{MACHINE_CODE, PTX, Packing, container};
use client::link::{CALL, Link, answering, run, writer};
use cuda_sys::{CUfunction_attribute, CUjit_option, CUjitInputType as Kind, CUresult};

const FINE: CUresult = CUresult::CUDA_SUCCESS;
const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const GONE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

#[test]
fn containers_are_linked_and_inputs_that_hold_no_ptx_are_refused() {
    let client = Client::new();
    let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{}", answering(".visible", "f", 6));
    let link = Link::new(&client);
    let image = container(&[(MACHINE_CODE, 80, Packing::Zstd, b"\x7fELF"), (PTX, 80, Packing::Zstd, text.as_bytes())]);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_FATBINARY, &image, c"f.fatbin"), FINE);
    assert_eq!(link.add_text(&writer(".extern .func (.param .u32 r) f();", CALL), c"k.ptx"), FINE);
    let image = link.complete().unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, image.as_ptr().cast()));
    assert_eq!(run(&client, module, c"k"), 6);

    let link = Link::new(&client);
    let none = CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU;
    let invalid = CUresult::CUDA_ERROR_INVALID_IMAGE;
    let only_machine_code = container(&[(MACHINE_CODE, 80, Packing::Plain, b"\x7fELF")]);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_CUBIN, b"\x7fELF and more", c"c"), none);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_FATBINARY, &only_machine_code, c"c"), none);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_CUBIN, text.as_bytes(), c"c"), invalid);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_FATBINARY, text.as_bytes(), c"c"), invalid);
    for kind in [Kind::CU_JIT_INPUT_OBJECT, Kind::CU_JIT_INPUT_LIBRARY, Kind::CU_JIT_INPUT_NVVM] {
        assert_eq!(link.add(kind, b"\x7fELF", c"c"), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    }
    assert_eq!(link.add(Kind::CU_JIT_NUM_INPUT_TYPES, text.as_bytes(), c"c"), WRONG);
    // Nothing was added, and there is nothing to link.
    assert_eq!(link.complete(), Err(invalid));
    assert!(link.error_log().ends_with("there is nothing to link\n"), "{}", link.error_log());
}

#[test]
fn a_text_that_does_not_compile_is_refused_when_it_is_added_and_the_link_goes_on_without_it() {
    let client = Client::new();
    let link = Link::new(&client);
    assert_eq!(link.add_text("nonsense", c"bad.ptx"), CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(link.error_log().starts_with("bad.ptx: ptx line 4, column 1: "), "{}", link.error_log());
    let too_new = b".version 99.0\n.target sm_80\n.address_size 64\n";
    assert_eq!(link.add(Kind::CU_JIT_INPUT_PTX, too_new, c"new.ptx"), CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    let other_device = b".version 8.0\n.target sm_90\n.address_size 64\n";
    assert_eq!(link.add(Kind::CU_JIT_INPUT_PTX, other_device, c"90.ptx"), CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_eq!(link.add(Kind::CU_JIT_INPUT_PTX, b"\xFF", c"no.ptx"), CUresult::CUDA_ERROR_INVALID_PTX);
    // The logs of all inputs come together.
    let log = link.error_log();
    assert_eq!(log.lines().count(), 4, "{log}");
    assert_eq!(link.add_text(&writer("", "mov.u32 %r1, 5;"), c"good.ptx"), FINE);
    let image = link.complete().unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, image.as_ptr().cast()));
    assert_eq!(run(&client, module, c"k"), 5);
    // To what is complete nothing is added.
    assert_eq!(link.add_text("", c"late"), GONE);
    assert_eq!(link.complete(), Err(GONE));
}

#[test]
fn options_of_a_link_and_of_its_inputs_are_checked() {
    use CUjit_option as O;
    let client = Client::new();
    let create = |name: O, value: usize| {
        let (mut names, mut values) = ([name], [std::ptr::without_provenance_mut(value)]);
        let mut state = null_mut();
        call!(client, cuLinkCreate_v2(1, names.as_mut_ptr(), values.as_mut_ptr(), &mut state))
    };
    assert_eq!(create(O::CU_JIT_MAX_REGISTERS, 32), FINE);
    assert_eq!(create(O::CU_JIT_FALLBACK_STRATEGY, 0), WRONG);
    assert_eq!(create(O::CU_JIT_NUM_OPTIONS, 0), WRONG);
    assert_eq!(call!(client, cuLinkCreate_v2(1, null_mut(), null_mut(), &mut null_mut())), WRONG);
    assert_eq!(call!(client, cuLinkCreate_v2(0, null_mut(), null_mut(), null_mut())), WRONG);

    let link = Link::new(&client);
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { .reg .b64 %d<60>; ret; }";
    let add = |name: O, value: usize| {
        let (mut names, mut values) = ([name], [std::ptr::without_provenance_mut(value)]);
        let (data, len) = (text.as_ptr().cast_mut().cast(), text.len());
        let (names, values) = (names.as_mut_ptr(), values.as_mut_ptr());
        call!(client, cuLinkAddData_v2(link.state, Kind::CU_JIT_INPUT_PTX, data, len, null(), 1, names, values))
    };
    for output in [O::CU_JIT_WALL_TIME, O::CU_JIT_INFO_LOG_BUFFER, O::CU_JIT_ERROR_LOG_BUFFER, O::CU_JIT_TARGET] {
        assert_eq!(add(output, 70), WRONG, "{output:?}");
    }
    assert_eq!(add(O::CU_JIT_MAX_REGISTERS, 24), FINE);
    let image = link.complete().unwrap();
    let (mut module, mut function, mut registers) = (null_mut(), null_mut(), 0);
    ok!(client, cuModuleLoadData(&mut module, image.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, c"k".as_ptr()));
    ok!(client, cuFuncGetAttribute(&mut registers, CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    assert_eq!(registers, 24);
}

#[test]
fn handles_and_places_of_a_link_are_checked_and_the_older_spellings_work() {
    let client = Client::new();
    let mut state = null_mut();
    ok!(client, cuLinkCreate(0, null_mut(), null_mut(), &mut state));
    let text = b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\0";
    let (kind, data, len) = (Kind::CU_JIT_INPUT_PTX, text.as_ptr().cast_mut().cast::<c_void>(), text.len());
    let add =
        |state, data, len| call!(client, cuLinkAddData(state, kind, data, len, null(), 0, null_mut(), null_mut()));
    assert_eq!(add(null_mut(), data, len), GONE);
    assert_eq!(add(state, null_mut(), len), WRONG);
    assert_eq!(add(state, data, 0), WRONG);
    assert_eq!(add(state, data, len), FINE);
    let (mut image, mut byte_len) = (null_mut(), 0);
    assert_eq!(call!(client, cuLinkComplete(null_mut(), &mut image, &mut byte_len)), GONE);
    assert_eq!(call!(client, cuLinkComplete(state, null_mut(), &mut byte_len)), WRONG);
    ok!(client, cuLinkComplete(state, &mut image, &mut byte_len));
    assert_eq!(client.simulator.ledger().links, 1);
    ok!(client, cuLinkDestroy(state));
    assert_eq!(call!(client, cuLinkDestroy(state)), GONE);
    assert_eq!(client.simulator.ledger().links, 0);
    ok!(client, cuCtxSetCurrent(null_mut()));
    let without = call!(client, cuLinkCreate_v2(0, null_mut(), null_mut(), &mut state));
    assert_eq!(without, CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

#[cfg(not(miri))]
#[test]
fn inputs_come_from_files_too() {
    let client = Client::new();
    let link = Link::new(&client);
    let path = std::ffi::CString::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client/kernels.ptx")).unwrap();
    let add = |path: *const std::ffi::c_char| {
        call!(client, cuLinkAddFile_v2(link.state, Kind::CU_JIT_INPUT_PTX, path, 0, null_mut(), null_mut()))
    };
    assert_eq!(add(null()), WRONG);
    assert_eq!(add(c"no such file".as_ptr()), CUresult::CUDA_ERROR_FILE_NOT_FOUND);
    assert!(link.error_log().contains("no such file"), "{}", link.error_log());
    assert_eq!(add(path.as_ptr()), FINE);
    let path = path.as_ptr();
    let older = call!(client, cuLinkAddFile(null_mut(), Kind::CU_JIT_INPUT_PTX, path, 0, null_mut(), null_mut()));
    assert_eq!(older, GONE);
    assert!(link.complete().is_ok());
    assert_eq!(link.info_log(), "linked: narrow, scale, trapped\n");
}

#[test]
fn a_link_that_outlives_its_context_is_a_leak() {
    let client = Client::new();
    let link = Link::new(&client);
    ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    assert_eq!(link.add_text("", c"late"), GONE);
    assert!(client.simulator.reports().iter().any(|report| report.text.starts_with("1 links")));
}
