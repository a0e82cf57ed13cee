//! The options of a module load: logs are filled, limits are taken note of.
#![expect(unsafe_code, reason = "reads the option lists and fills the logs of the client")]

use std::ffi::c_void;

use cuda_sys::{CUjit_option, CUresult};

use crate::code;

/// A log buffer of the client's, and where the number of bytes written goes.
#[derive(Clone, Copy, Debug, Default)]
struct Log {
    buffer: Option<*mut u8>,
    capacity: usize,
    written: Option<*mut *mut c_void>,
}

/// The options of one load that matter here.
#[derive(Debug, Default)]
pub(crate) struct Options {
    info: Log,
    error: Log,
    wall_time: Option<*mut *mut c_void>,
}

impl Options {
    /// Reads the options.
    ///
    /// # Safety
    /// `names` and `values` point to `count` options and their values, as `cuModuleLoadDataEx` wants them, and the buffers among
    /// the values are as large as the client says.
    pub(crate) unsafe fn read(
        count: usize,
        names: *const CUjit_option,
        values: *mut *mut c_void,
    ) -> Result<Self, CUresult> {
        let mut options = Options::default();
        if count > 0 && (names.is_null() || values.is_null()) {
            return Err(code::INVALID_VALUE);
        }
        for index in 0..count {
            // SAFETY: `index < count`, and the caller promises as many options.
            let name = unsafe { names.add(index) };
            // SAFETY: as above.
            let name = unsafe { name.read() };
            // SAFETY: as above, for the values.
            let place = unsafe { values.add(index) };
            // SAFETY: as above.
            let value = unsafe { place.read() };
            match name {
                CUjit_option::CU_JIT_WALL_TIME => options.wall_time = Some(place),
                CUjit_option::CU_JIT_INFO_LOG_BUFFER => options.info.buffer = Some(value.cast()),
                CUjit_option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => options.info.size(value, place),
                CUjit_option::CU_JIT_ERROR_LOG_BUFFER => options.error.buffer = Some(value.cast()),
                CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => options.error.size(value, place),
                known if known.0 < CUjit_option::CU_JIT_NUM_OPTIONS.0 => {}
                _ => return Err(code::INVALID_VALUE),
            }
        }
        Ok(options)
    }

    /// Writes the logs, and how long the load took.
    ///
    /// # Safety
    /// What [`read`](Self::read) asked for still holds.
    pub(crate) unsafe fn answer(&self, info: &str, error: &str, milliseconds: f32) {
        // SAFETY: the caller promises that the buffers are still there.
        unsafe { self.info.write(info) };
        // SAFETY: as above.
        unsafe { self.error.write(error) };
        if let Some(place) = self.wall_time {
            // SAFETY: the place is a value of the client's list, wide enough for a float.
            unsafe { place.cast::<f32>().write(milliseconds) };
        }
    }
}

impl Log {
    /// Takes the size that the client gives as a value; the number of bytes written goes to the same place.
    fn size(&mut self, value: *mut c_void, place: *mut *mut c_void) {
        // The value is an unsigned int in the place of a pointer; what lies above it is not the client's.
        self.capacity = value.addr() & u32::MAX as usize;
        self.written = Some(place);
    }

    /// Writes a text, cut to fit, with a NUL.
    ///
    /// # Safety
    /// The buffer holds `capacity` bytes, and the place for the number written is there.
    unsafe fn write(&self, text: &str) {
        let mut len = 0;
        if let Some(buffer) = self.buffer.filter(|buffer| !buffer.is_null() && self.capacity > 0) {
            len = text.len().min(self.capacity - 1);
            let mut bytes = text.as_bytes()[..len].to_vec();
            bytes.push(0);
            // SAFETY: `len + 1 <= capacity` bytes, and the caller promises as many.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), buffer, bytes.len()) };
        }
        if let Some(place) = self.written {
            // SAFETY: the place is a value of the client's list.
            unsafe { place.write(std::ptr::without_provenance_mut(len)) };
        }
    }
}
