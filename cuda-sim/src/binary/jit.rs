//! The options of a load or a link: logs are filled, limits are taken note of.
#![expect(unsafe_code, reason = "reads the option lists and fills the logs of the client")]

use std::ffi::c_void;
use std::time::Duration;

use cuda_sys::{CUjit_fallback, CUjit_option, CUresult};

use crate::code;
use crate::ptx;

/// A place of the client's that is written later, maybe by a later call on another thread.
#[derive(Clone, Copy, Debug)]
struct Place<T>(*mut T);

// SAFETY: the pointer itself is only a value. Who passed it to the driver promised (as CUDA asks of output options) that it stays
// valid, and untouched while a call runs that may write it, on whatever thread that is.
unsafe impl<T> Send for Place<T> {}
// SAFETY: as for Send; nothing is read or written through a shared reference.
unsafe impl<T> Sync for Place<T> {}

/// A log buffer of the client's, and where the number of bytes written goes.
#[derive(Clone, Copy, Debug, Default)]
struct Log {
    buffer: Option<Place<u8>>,
    capacity: usize,
    written: Option<Place<*mut c_void>>,
}

/// The options of one load or link that matter here.
#[derive(Debug, Default)]
pub(crate) struct Options {
    info: Log,
    error: Log,
    wall_time: Option<Place<*mut c_void>>,
    /// The most registers that a thread may use.
    pub(crate) max_registers: Option<u32>,
    target: Option<u32>,
    has_threads: bool,
    has_fallback: bool,
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
            options.take(name, value, Place(place))?;
        }
        // The target says how many threads there are, so the client cannot say both.
        if options.target.is_some() && options.has_threads {
            return Err(code::INVALID_VALUE);
        }
        if options.target.is_some_and(|target| target > ptx::DEVICE_TARGET) {
            return Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
        }
        Ok(options)
    }

    fn take(&mut self, name: CUjit_option, value: *mut c_void, place: Place<*mut c_void>) -> Result<(), CUresult> {
        use CUjit_option as O;
        // A number is an unsigned int in the place of a pointer; what lies above it is not the client's.
        let number = (value.addr() & u32::MAX as usize) as u32;
        match name {
            O::CU_JIT_MAX_REGISTERS => self.max_registers = (number > 0).then_some(number),
            // Compiled is for as many threads as were asked for, which the place says already.
            O::CU_JIT_THREADS_PER_BLOCK => self.has_threads = true,
            O::CU_JIT_WALL_TIME => self.wall_time = Some(place),
            O::CU_JIT_INFO_LOG_BUFFER => self.info.buffer = Some(Place(value.cast())),
            O::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => self.info.size(number, place),
            O::CU_JIT_ERROR_LOG_BUFFER => self.error.buffer = Some(Place(value.cast())),
            O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => self.error.size(number, place),
            O::CU_JIT_OPTIMIZATION_LEVEL if number > MOST_OPTIMIZATION => return Err(code::INVALID_VALUE),
            O::CU_JIT_TARGET => self.target = Some(number),
            O::CU_JIT_FALLBACK_STRATEGY if number > CUjit_fallback::CU_PREFER_BINARY.0 => {
                return Err(code::INVALID_VALUE);
            }
            O::CU_JIT_FALLBACK_STRATEGY => self.has_fallback = true,
            O::CU_JIT_GLOBAL_SYMBOL_NAMES | O::CU_JIT_GLOBAL_SYMBOL_ADDRESSES | O::CU_JIT_GLOBAL_SYMBOL_COUNT => {
                eprintln!("cuda-sim: variables at addresses of the host's (JIT option {}) are not simulated", name.0);
                return Err(code::NOT_SUPPORTED);
            }
            // How to compile, which changes no result here; or what only concerns code for link-time optimisation.
            known if known.0 < O::CU_JIT_NUM_OPTIONS.0 => {}
            _ => return Err(code::INVALID_VALUE),
        }
        Ok(())
    }

    /// Whether a link may have them: the linker takes nothing but what fits exactly.
    pub(crate) fn check_for_link(&self) -> Result<(), CUresult> {
        if self.has_fallback { Err(code::INVALID_VALUE) } else { Ok(()) }
    }

    /// Whether one input of a link may have them: what is answered, and for what target, is a matter of the whole link.
    pub(crate) fn check_for_input(&self) -> Result<(), CUresult> {
        let logs = [self.info, self.error].iter().any(|log| log.buffer.is_some());
        if logs || self.wall_time.is_some() || self.target.is_some() || self.has_fallback {
            return Err(code::INVALID_VALUE);
        }
        Ok(())
    }

    /// Writes the logs, and how long it took.
    ///
    /// # Safety
    /// What [`read`](Self::read) asked for still holds.
    pub(crate) unsafe fn answer(&self, info: &str, error: &str, spent: Duration) {
        // SAFETY: the caller promises that the buffers are still there.
        unsafe { self.info.write(info) };
        // SAFETY: as above.
        unsafe { self.error.write(error) };
        if let Some(Place(place)) = self.wall_time {
            let milliseconds = spent.as_secs_f32() * 1000.0;
            // SAFETY: the place is a value of the client's list, wide enough for a float.
            unsafe { place.cast::<f32>().write(milliseconds) };
        }
    }
}

/// The highest level of optimisation.
const MOST_OPTIMIZATION: u32 = 4;

impl Log {
    /// Takes the size that the client gives as a value; the number of bytes written goes to the same place.
    fn size(&mut self, capacity: u32, place: Place<*mut c_void>) {
        self.capacity = capacity as usize;
        self.written = Some(place);
    }

    /// Writes a text, cut to fit, with a NUL.
    ///
    /// # Safety
    /// The buffer holds `capacity` bytes, and the place for the number written is there.
    unsafe fn write(&self, text: &str) {
        let mut len = 0;
        if let Some(Place(buffer)) = self.buffer.filter(|buffer| !buffer.0.is_null() && self.capacity > 0) {
            len = text.len().min(self.capacity - 1);
            let mut bytes = text.as_bytes()[..len].to_vec();
            bytes.push(0);
            // SAFETY: `len + 1 <= capacity` bytes, and the caller promises as many.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), buffer, bytes.len()) };
        }
        if let Some(Place(place)) = self.written {
            // SAFETY: the place is a value of the client's list.
            unsafe { place.write(std::ptr::without_provenance_mut(len)) };
        }
    }
}
