//! Settings of dumps of the device's memory, which are kept and told again. No dump is ever written.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use cuda_sys::{CUcoredumpSettings as Setting, CUresult};

use crate::api::call::entry;
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::context::Context;
use crate::world::coredump::Coredump;

/// The settings of a context, which begins with those of the process.
fn of(context: &Context) -> &Mutex<Coredump> {
    context.coredump.get_or_init(|| {
        let settings = context.world.coredump.lock().unwrap_or_else(PoisonError::into_inner);
        Mutex::new(settings.clone())
    })
}

/// # Safety
/// `size` is null or points to a size; `value` is null or a place for so many bytes.
unsafe fn get(settings: &Mutex<Coredump>, setting: Setting, value: *mut c_void, size: *mut usize) -> Answer {
    let bytes = settings.lock().unwrap_or_else(PoisonError::into_inner).get(setting)?;
    // SAFETY: the caller promises a size, or null.
    let size = unsafe { size.as_mut() }.ok_or(code::INVALID_VALUE)?;
    let room = std::mem::replace(size, bytes.len());
    if value.is_null() {
        return Ok(());
    }
    if room < bytes.len() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: the caller promises a place for `room` bytes, and there are no more.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), value.cast(), bytes.len()) };
    Ok(())
}

/// # Safety
/// `size` is null or points to a size; `value` is null or points to so many bytes.
unsafe fn set(settings: &Mutex<Coredump>, setting: Setting, value: *mut c_void, size: *mut usize) -> Answer {
    // SAFETY: the caller promises a size, or null.
    let size = *unsafe { size.as_ref() }.ok_or(code::INVALID_VALUE)?;
    if value.is_null() || size == 0 || size > 4096 {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: the caller promises so many bytes (not null, checked above).
    let bytes = unsafe { std::slice::from_raw_parts(value.cast::<u8>(), size) };
    settings.lock().unwrap_or_else(PoisonError::into_inner).set(setting, bytes)?;
    let asks_for_dumps =
        matches!(setting, Setting::CU_COREDUMP_ENABLE_ON_EXCEPTION | Setting::CU_COREDUMP_ENABLE_USER_TRIGGER);
    if asks_for_dumps && bytes != [0] {
        eprintln!("cuda-sim: dumps of the device's memory are not simulated: none will be written");
    }
    Ok(())
}

pub(crate) unsafe extern "C" fn cuCoredumpGetAttribute(
    setting: Setting,
    value: *mut c_void,
    size: *mut usize,
) -> CUresult {
    // SAFETY: the client passes a size, and a place for so many bytes, or nulls.
    entry(Name::cuCoredumpGetAttribute).on_current(|context| unsafe { get(of(context), setting, value, size) })
}

pub(crate) unsafe extern "C" fn cuCoredumpSetAttribute(
    setting: Setting,
    value: *mut c_void,
    size: *mut usize,
) -> CUresult {
    entry(Name::cuCoredumpSetAttribute).on_current(|context| {
        // The user's own trigger is one of the whole process.
        if matches!(setting, Setting::CU_COREDUMP_ENABLE_USER_TRIGGER | Setting::CU_COREDUMP_PIPE) {
            return Err(code::NOT_PERMITTED);
        }
        // SAFETY: the client passes a size, and so many bytes, or nulls.
        unsafe { set(of(context), setting, value, size) }
    })
}

pub(crate) unsafe extern "C" fn cuCoredumpGetAttributeGlobal<const SLOT: usize>(
    setting: Setting,
    value: *mut c_void,
    size: *mut usize,
) -> CUresult {
    entry(Name::cuCoredumpGetAttributeGlobal)
        // SAFETY: the client passes a size, and a place for so many bytes, or nulls.
        .on_slot(SLOT, |world| unsafe { get(&world.coredump, setting, value, size) })
}

pub(crate) unsafe extern "C" fn cuCoredumpSetAttributeGlobal<const SLOT: usize>(
    setting: Setting,
    value: *mut c_void,
    size: *mut usize,
) -> CUresult {
    entry(Name::cuCoredumpSetAttributeGlobal)
        // SAFETY: the client passes a size, and so many bytes, or nulls.
        .on_slot(SLOT, |world| unsafe { set(&world.coredump, setting, value, size) })
}
