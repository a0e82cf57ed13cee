//! Images of code: what is loaded from each kind of image, and what is said of the rest.
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
use client::container::{MACHINE_CODE, PTX, Packing, bundle, container};
use cuda_sim::Simulator;
use cuda_sys::{CUjit_option, CUmodule, CUresult};

/// A module whose one variable, `which`, holds a number.
fn numbered(number: u32, target: u32) -> Vec<u8> {
    let text = format!(
        ".version 7.0\n.target sm_{target}\n.address_size 64\n.visible .global .u32 which = {number};\n\
         .visible .entry only(.param .u64 a, .param .u32 b) {{ ret; }}\n\0"
    );
    text.into_bytes()
}

fn load(client: &Client, image: &[u8]) -> Result<CUmodule, CUresult> {
    let mut module = null_mut();
    match call!(client, cuModuleLoadData(&mut module, image.as_ptr().cast())) {
        CUresult::CUDA_SUCCESS => Ok(module),
        code => Err(code),
    }
}

/// The number that the module's variable holds.
fn number(client: &Client, module: CUmodule) -> u32 {
    let mut address = 0;
    ok!(client, cuModuleGetGlobal_v2(&mut address, null_mut(), module, c"which".as_ptr()));
    u32::from_le_bytes(client.read(address, 4).try_into().unwrap())
}

/// Loads with options; gives back the code, what was written over the values, and the error log.
fn load_with(
    client: &Client,
    image: &[u8],
    options: &[(CUjit_option, usize)],
) -> (CUresult, CUmodule, Vec<usize>, String) {
    let mut log = [1u8; 300];
    let mut names = vec![CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values: Vec<*mut c_void> = vec![log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
    for (name, value) in options {
        names.push(*name);
        values.push(std::ptr::without_provenance_mut(*value));
    }
    let mut module = null_mut();
    let (image, count) = (image.as_ptr().cast(), names.len() as u32);
    let code = call!(client, cuModuleLoadDataEx(&mut module, image, count, names.as_mut_ptr(), values.as_mut_ptr()));
    let values: Vec<usize> = values.iter().map(|value| value.addr()).collect();
    let text = log.split(|byte| *byte == 0).next().unwrap();
    (code, module, values, String::from_utf8_lossy(text).into_owned())
}

#[test]
fn a_container_loads_with_either_compression_and_without() {
    let client = Client::new();
    for packing in [Packing::Plain, Packing::Lz4, Packing::Zstd] {
        let image = container(&[(PTX, 80, packing, &numbered(7, 80))]);
        assert_eq!(number(&client, load(&client, &image).unwrap()), 7, "{packing:?}");
        let mut module = null_mut();
        ok!(client, cuModuleLoadFatBinary(&mut module, image.as_ptr().cast()));
        assert_eq!(number(&client, module), 7, "{packing:?}");
    }
}

#[test]
fn of_several_texts_the_newest_that_the_device_runs_is_taken() {
    let client = Client::new();
    let (old, fits, new) = (numbered(1, 70), numbered(2, 80), numbered(3, 90));
    for packing in [Packing::Plain, Packing::Zstd] {
        let mut entries = vec![
            (PTX, 70, packing, old.as_slice()),
            (PTX, 90, packing, &new),
            (MACHINE_CODE, 80, packing, b"\x7fELF and more"),
            (PTX, 80, packing, &fits),
        ];
        for _ in 0..entries.len() {
            assert_eq!(number(&client, load(&client, &container(&entries)).unwrap()), 2, "{packing:?}");
            entries.rotate_left(1);
        }
        let only_old: Vec<_> = entries.into_iter().filter(|entry| entry.1 != 80).collect();
        assert_eq!(number(&client, load(&client, &container(&only_old)).unwrap()), 1, "{packing:?}");
    }
}

#[test]
fn a_bundle_of_texts_loads_too() {
    let client = Client::new();
    let (old, fits) = (numbered(1, 70), numbered(2, 80));
    for packing in [Packing::Plain, Packing::Lz4, Packing::Zstd] {
        let image = bundle(&[(PTX, 70, &old), (PTX, 80, &fits), (MACHINE_CODE, 80, b"\x7fELF")], packing);
        assert_eq!(number(&client, load(&client, &image).unwrap()), 2, "{packing:?}");
    }
}

#[test]
fn the_record_that_a_compiler_puts_in_front_of_a_container_leads_to_it() {
    #[repr(C)]
    struct Wrapper {
        magic: u32,
        version: u32,
        container: *const c_void,
        unused: *const c_void,
    }
    let client = Client::new();
    let image = container(&[(PTX, 80, Packing::Plain, &numbered(4, 80))]);
    let mut wrapper = Wrapper { magic: 0x4662_43B1, version: 1, container: image.as_ptr().cast(), unused: null() };
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, (&raw const wrapper).cast()));
    assert_eq!(number(&client, module), 4);
    let garbage = [0u8; 16];
    for place in [null(), garbage.as_ptr().cast()] {
        wrapper.container = place;
        let code = call!(client, cuModuleLoadData(&mut module, (&raw const wrapper).cast()));
        assert_eq!(code, CUresult::CUDA_ERROR_INVALID_IMAGE);
    }
}

#[test]
fn a_container_without_anything_for_the_device_says_what_it_holds() {
    let client = Client::new();
    let new = numbered(3, 90);
    let image = container(&[(MACHINE_CODE, 80, Packing::Plain, b"\x7fELF"), (PTX, 90, Packing::Zstd, &new)]);
    let (code, _, values, log) = load_with(&client, &image, &[]);
    assert_eq!(code, CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert!(log.contains("machine code for sm_80, PTX for sm_90"), "{log}");
    assert_eq!(values[1], log.len());
    assert_eq!(load(&client, &container(&[])), Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_eq!(load(&client, b"\x7fELF\x02\x01\x01"), Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_eq!(load(&client, &numbered(3, 90)), Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU));
}

#[test]
fn a_container_that_is_damaged_is_an_invalid_image() {
    let client = Client::new();
    let text = numbered(5, 80);
    for packing in [Packing::Lz4, Packing::Zstd] {
        let good = container(&[(PTX, 80, packing, &text)]);
        let invalid = Err(CUresult::CUDA_ERROR_INVALID_IMAGE);
        let damaged = |at: usize, bytes: &[u8]| {
            let mut image = good.clone();
            image[at..at + bytes.len()].copy_from_slice(bytes);
            image
        };
        // The container's own header is too short, the entry's is, the entry is longer than the container.
        assert_eq!(load(&client, &damaged(6, &[8, 0])), invalid);
        assert_eq!(load(&client, &damaged(20, &[1, 0, 0, 0])), invalid);
        assert_eq!(load(&client, &damaged(24, &[0xFF; 8])), invalid);
        // The compressed part is longer than the payload, the plain one is another length or absurdly long.
        assert_eq!(load(&client, &damaged(32, &[0xFF; 4])), invalid);
        assert_eq!(load(&client, &damaged(72, &[3, 0, 0, 0])), invalid);
        assert_eq!(load(&client, &damaged(72, &[0xFF; 8])), invalid);
        assert_eq!(load(&client, &damaged(80, &[0xFF; 12])), invalid);
        // A compression that nobody knows.
        assert_eq!(load(&client, &damaged(56, &[0x11, 0x10])), Err(CUresult::CUDA_ERROR_NOT_SUPPORTED));
    }
    // What is inside is no PTX at all, or none that compiles, or too new.
    let inside = |text: &[u8]| container(&[(PTX, 80, Packing::Plain, text)]);
    assert_eq!(load(&client, &inside(b"\xFF\xFE")), Err(CUresult::CUDA_ERROR_INVALID_IMAGE));
    assert_eq!(load(&client, &inside(b".version x\0")), Err(CUresult::CUDA_ERROR_INVALID_PTX));
    let too_new = b".version 99.0\n.target sm_80\n.address_size 64\n";
    assert_eq!(load(&client, &inside(too_new)), Err(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
}

#[cfg(not(miri))]
#[test]
fn a_file_may_hold_a_container() {
    let client = Client::new();
    let path = std::env::temp_dir().join(format!("cuda-sim-{}.fatbin", std::process::id()));
    let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    let image = container(&[(PTX, 80, Packing::Zstd, &numbered(9, 80))]);
    std::fs::write(&path, &image).unwrap();
    let mut module = null_mut();
    let loaded = call!(client, cuModuleLoad(&mut module, name.as_ptr()));
    std::fs::write(&path, &image[..image.len() - 9]).unwrap();
    let mut none = null_mut();
    let cut = call!(client, cuModuleLoad(&mut none, name.as_ptr()));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(loaded, CUresult::CUDA_SUCCESS);
    assert_eq!(number(&client, module), 9);
    assert_eq!(cut, CUresult::CUDA_ERROR_INVALID_IMAGE);
    assert_eq!(call!(client, cuModuleLoad(&mut none, name.as_ptr())), CUresult::CUDA_ERROR_FILE_NOT_FOUND);
    assert_eq!(call!(client, cuModuleLoad(&mut none, null())), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn loads_need_a_context_a_place_and_an_image() {
    let client = Client::new();
    let image = numbered(1, 80);
    let data = image.as_ptr().cast();
    let mut module = null_mut();
    let every = |place: *mut CUmodule, data: *const c_void| {
        [
            call!(client, cuModuleLoadData(place, data)),
            call!(client, cuModuleLoadDataEx(place, data, 0, null_mut(), null_mut())),
            call!(client, cuModuleLoadFatBinary(place, data)),
        ]
    };
    assert_eq!(every(null_mut(), data), [CUresult::CUDA_ERROR_INVALID_VALUE; 3]);
    assert_eq!(every(&mut module, null()), [CUresult::CUDA_ERROR_INVALID_VALUE; 3]);
    assert_eq!(client.simulator.ledger().modules, 0);
    ok!(client, cuCtxSetCurrent(null_mut()));
    assert_eq!(every(&mut module, data), [CUresult::CUDA_ERROR_INVALID_CONTEXT; 3]);
    assert_eq!(call!(client, cuModuleLoad(&mut module, c"x".as_ptr())), CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

#[test]
fn variables_that_do_not_fit_the_device_are_out_of_memory() {
    let client = Client::of(Simulator::builder().memory(1 << 20));
    let text = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .global .b8 a[4096];\n.visible .global .b8 b[2000000];\n\0";
    let (code, _, _, log) = load_with(&client, text.as_bytes(), &[]);
    assert_eq!(code, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(log, "no memory for the module's variables");
    assert_eq!(client.simulator.ledger().device_byte_len, 0);
}
