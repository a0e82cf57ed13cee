//! Settings of dumps of the device's memory.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ptr::null_mut;

use client::Client;
use cuda_sys::{CUcoredumpSettings as Setting, CUresult};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const ON_EXCEPTION: Setting = Setting::CU_COREDUMP_ENABLE_ON_EXCEPTION;

/// Asks for a setting, of the context or of the process.
fn get(client: &Client, setting: Setting, is_global: bool) -> Vec<u8> {
    let (mut bytes, mut size) = ([0u8; 64], 64);
    let place = bytes.as_mut_ptr().cast();
    if is_global {
        ok!(client, cuCoredumpGetAttributeGlobal(setting, place, &mut size));
    } else {
        ok!(client, cuCoredumpGetAttribute(setting, place, &mut size));
    }
    bytes[..size].to_vec()
}

fn set(client: &Client, setting: Setting, bytes: &[u8], is_global: bool) -> CUresult {
    let mut bytes = bytes.to_vec();
    let (place, mut size) = (bytes.as_mut_ptr().cast(), bytes.len());
    if is_global {
        call!(client, cuCoredumpSetAttributeGlobal(setting, place, &mut size))
    } else {
        call!(client, cuCoredumpSetAttribute(setting, place, &mut size))
    }
}

#[test]
fn a_context_begins_with_the_settings_of_the_process_and_has_its_own_from_then_on() {
    let client = Client::new();
    assert_eq!(get(&client, ON_EXCEPTION, true), [0]);
    assert_eq!(get(&client, Setting::CU_COREDUMP_TRIGGER_HOST, true), [1]);
    assert_eq!(set(&client, ON_EXCEPTION, &[1], true), CUresult::CUDA_SUCCESS);
    assert_eq!(get(&client, ON_EXCEPTION, false), [1]);
    assert_eq!(set(&client, ON_EXCEPTION, &[0], true), CUresult::CUDA_SUCCESS);
    assert_eq!(get(&client, ON_EXCEPTION, false), [1]);
    assert_eq!(set(&client, Setting::CU_COREDUMP_LIGHTWEIGHT, &[1], false), CUresult::CUDA_SUCCESS);
    assert_eq!(get(&client, Setting::CU_COREDUMP_LIGHTWEIGHT, false), [1]);
    assert_eq!(get(&client, Setting::CU_COREDUMP_LIGHTWEIGHT, true), [0]);
    let flags = 9u32.to_ne_bytes();
    assert_eq!(set(&client, Setting::CU_COREDUMP_GENERATION_FLAGS, &flags, false), CUresult::CUDA_SUCCESS);
    assert_eq!(get(&client, Setting::CU_COREDUMP_GENERATION_FLAGS, false), flags);
}

#[test]
fn names_are_kept_up_to_their_nul() {
    let client = Client::new();
    for bytes in [b"dump.%p".as_slice(), b"dump.%p\0", b"dump.%p\0more"] {
        assert_eq!(set(&client, Setting::CU_COREDUMP_FILE, bytes, false), CUresult::CUDA_SUCCESS);
        assert_eq!(get(&client, Setting::CU_COREDUMP_FILE, false), b"dump.%p\0");
    }
    assert_eq!(set(&client, Setting::CU_COREDUMP_FILE, b"\0", false), INVALID);
    assert_eq!(set(&client, Setting::CU_COREDUMP_FILE, &[b'x'; 1024], false), INVALID);
    // The size alone is told where there is no place.
    let mut size = 0;
    ok!(client, cuCoredumpGetAttribute(Setting::CU_COREDUMP_FILE, null_mut(), &mut size));
    assert_eq!(size, 8);
}

#[test]
fn the_trigger_and_its_pipe_are_of_the_process_and_the_pipe_stays_once_it_is_on() {
    const REFUSED: CUresult = CUresult::CUDA_ERROR_NOT_PERMITTED;
    let client = Client::new();
    let (trigger, pipe) = (Setting::CU_COREDUMP_ENABLE_USER_TRIGGER, Setting::CU_COREDUMP_PIPE);
    assert_eq!(set(&client, trigger, &[1], false), REFUSED);
    assert_eq!(set(&client, pipe, b"pipe", false), REFUSED);
    assert_eq!(set(&client, pipe, b"pipe", true), CUresult::CUDA_SUCCESS);
    assert_eq!(set(&client, trigger, &[1], true), CUresult::CUDA_SUCCESS);
    assert_eq!(set(&client, pipe, b"other", true), REFUSED);
    assert_eq!(get(&client, pipe, true), b"pipe\0");
}

#[test]
fn bad_settings_sizes_and_places_are_refused() {
    let client = Client::new();
    let mut byte = 0u8;
    let place = (&raw mut byte).cast();
    let mut size = 0;
    assert_eq!(call!(client, cuCoredumpGetAttribute(ON_EXCEPTION, place, &mut size)), INVALID);
    assert_eq!(size, 1, "what it takes is told all the same");
    assert_eq!(call!(client, cuCoredumpGetAttribute(ON_EXCEPTION, place, null_mut())), INVALID);
    assert_eq!(call!(client, cuCoredumpGetAttribute(Setting(8), place, &mut size)), INVALID);
    assert_eq!(call!(client, cuCoredumpSetAttribute(ON_EXCEPTION, null_mut(), &mut size)), INVALID);
    assert_eq!(call!(client, cuCoredumpSetAttribute(ON_EXCEPTION, place, null_mut())), INVALID);
    assert_eq!(set(&client, ON_EXCEPTION, &[], false), INVALID);
    assert_eq!(set(&client, ON_EXCEPTION, &[1, 0], false), INVALID);
    assert_eq!(set(&client, Setting::CU_COREDUMP_GENERATION_FLAGS, &[1], false), INVALID);
    assert_eq!(set(&client, Setting(8), &[1], true), INVALID);
    ok!(client, cuCtxSetCurrent(null_mut()));
    let no_context = CUresult::CUDA_ERROR_INVALID_CONTEXT;
    assert_eq!(call!(client, cuCoredumpGetAttribute(ON_EXCEPTION, place, &mut size)), no_context);
    assert_eq!(set(&client, ON_EXCEPTION, &[1], false), no_context);
    assert_eq!(get(&client, ON_EXCEPTION, true), [0], "the process's need none");
}
