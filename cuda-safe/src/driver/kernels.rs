//! Module and launch calls.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::ffi::{CStr, c_char, c_void};

use super::api::Api;
use super::call::{call, code_of, missing};
use super::handle::{RawFunction, RawModule, RawStream};
use super::life;
use crate::error::{Error, ErrorCode};

/// Bytes kept of each of the loader's two logs.
const LOG_CAPACITY: usize = 16 * 1024;

/// The grid, the block and the dynamic shared memory of one launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchShape {
    /// Blocks along x, y and z.
    pub(crate) grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub(crate) shared_bytes: u32,
}

/// A figure of a kernel that this crate asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FunctionAttribute {
    /// Threads in a block at most.
    MaxThreadsPerBlock,
    /// Bytes of shared memory declared in the kernel.
    StaticSharedBytes,
}

/// What loading an image left in the driver's logs.
#[derive(Debug)]
pub(crate) struct LoadLogs {
    /// What the compiler reported of its work.
    pub(crate) info: String,
    /// What it complained of.
    pub(crate) error: String,
}

impl Api {
    /// Loads PTX (ended by NUL), cubin or fatbin into the current context; the logs come back either way.
    pub(crate) fn module_load(&self, image: &[u8]) -> (Result<RawModule, Error>, LoadLogs) {
        let mut info = vec![0_u8; LOG_CAPACITY];
        let mut error = vec![0_u8; LOG_CAPACITY];
        let loaded = self.module_load_into(image, &mut info, &mut error);
        (loaded, LoadLogs { info: text(&info), error: text(&error) })
    }

    fn module_load_into(&self, image: &[u8], info: &mut [u8], error: &mut [u8]) -> Result<RawModule, Error> {
        use cuda_sys::CUjit_option as O;
        const CALL: &str = "cuModuleLoadDataEx";
        life::check()?;
        let entry = self.table().cuModuleLoadDataEx.ok_or_else(|| missing(CALL))?;
        let mut options = [
            O::CU_JIT_INFO_LOG_BUFFER,
            O::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
            O::CU_JIT_ERROR_LOG_BUFFER,
            O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        // The sizes travel in the value slots themselves, as numbers dressed as pointers.
        let mut values: [*mut c_void; 4] = [
            info.as_mut_ptr().cast(),
            std::ptr::without_provenance_mut(info.len()),
            error.as_mut_ptr().cast(),
            std::ptr::without_provenance_mut(error.len()),
        ];
        let mut module = std::ptr::null_mut();
        // SAFETY: the image is a whole one (`Module::load` checks PTX for its NUL and binaries carry their length), the
        // option arrays have four entries each, and the log buffers are as long as stated and live through the call.
        let result = self.relaxed(|| unsafe {
            entry(&raw mut module, image.as_ptr().cast(), 4, options.as_mut_ptr(), values.as_mut_ptr())
        });
        match code_of(result) {
            ErrorCode::SUCCESS => Ok(RawModule(module)),
            code => Err(Error::Driver { call: CALL, code }),
        }
    }

    /// Unloads a module.
    ///
    /// # Safety
    /// No kernel of it may be running or queued.
    pub(crate) unsafe fn module_unload(&self, module: RawModule) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        self.relaxed(|| unsafe { call!(self, cuModuleUnload(module.0)) })
    }

    /// Finds a kernel by its name and forces its code to be loaded now, not at the first launch.
    pub(crate) fn module_function(&self, module: RawModule, name: &CStr) -> Result<RawFunction, Error> {
        let mut function = std::ptr::null_mut();
        // SAFETY: the out pointer and the name are live.
        unsafe { call!(self, cuModuleGetFunction(&raw mut function, module.0, name.as_ptr())) }?;
        if self.table().cuFuncLoad.is_some() {
            // SAFETY: the handle was just looked up.
            unsafe { call!(self, cuFuncLoad(function)) }?;
        }
        Ok(RawFunction(function))
    }

    /// One figure of a kernel.
    pub(crate) fn function_attribute(&self, function: RawFunction, which: FunctionAttribute) -> Result<i32, Error> {
        use cuda_sys::CUfunction_attribute as A;
        let attribute = match which {
            FunctionAttribute::MaxThreadsPerBlock => A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            FunctionAttribute::StaticSharedBytes => A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        };
        let mut value = 0;
        // SAFETY: the out pointer and the function are live.
        unsafe { call!(self, cuFuncGetAttribute(&raw mut value, attribute, function.0)) }?;
        Ok(value)
    }

    /// The offset and the size of parameter `index`, in bytes; `None` past the last one. An error of kind
    /// `MissingEntryPoint` below 12.4.
    pub(crate) fn function_parameter(&self, function: RawFunction, index: usize) -> Result<Option<[usize; 2]>, Error> {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: both out pointers and the function are live.
        let asked = unsafe { call!(self, cuFuncGetParamInfo(function.0, index, &raw mut offset, &raw mut size)) };
        match asked {
            Ok(()) => Ok(Some([offset, size])),
            Err(Error::Driver { code: ErrorCode::INVALID_VALUE, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Queues a launch.
    ///
    /// # Safety
    /// `parameters` must hold one pointer for each parameter of the kernel, each to a live value of its size; and the
    /// kernel, run with them in this shape, may touch only device memory that is live at this point of the stream.
    #[inline]
    pub(crate) unsafe fn launch(
        &self,
        function: RawFunction,
        shape: LaunchShape,
        stream: RawStream,
        parameters: &mut [*mut c_void],
    ) -> Result<(), Error> {
        let LaunchShape { grid: [gx, gy, gz], block: [bx, by, bz], shared_bytes } = shape;
        let parameters = parameters.as_mut_ptr();
        let extra = std::ptr::null_mut();
        // SAFETY: forwarded to the caller; the driver copies the parameters during the call.
        unsafe {
            call!(self, cuLaunchKernel(function.0, gx, gy, gz, bx, by, bz, shared_bytes, stream.0, parameters, extra))
        }
    }
}

/// The text in a log buffer, up to its NUL.
fn text(buffer: &[u8]) -> String {
    let len = buffer.iter().position(|&byte| byte == 0).unwrap_or(buffer.len());
    String::from_utf8_lossy(&buffer[..len]).into_owned()
}

const _: () = assert!(size_of::<c_char>() == 1);
