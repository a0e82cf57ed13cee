//! Libraries and their kernels, functions, occupancy.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

use cuda_sys::{CUfunction_attribute as Attribute, CUjit_option, CUlibraryOption};

use crate::rows;
use crate::scene::{NOTHING, Row};
use crate::texts::{GARBAGE, LARGE, MACHINE_CODE, TEXT, TOO_NEW, WRONG};

fn image(text: &'static CStr) -> *const c_void {
    text.as_ptr().cast()
}

const THREADS: Attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
const SHARED: Attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
const TABLES: CUlibraryOption = CUlibraryOption::CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "a text" cuLibraryLoadData(&mut null_mut(), image(TEXT), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    0 "no context" cuLibraryLoadData(s.bare(&mut null_mut()), image(TEXT), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    1 "no place" cuLibraryLoadData(null_mut(), image(TEXT), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    1 "no image" cuLibraryLoadData(&mut null_mut(), null(), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    1 "an option that is none" cuLibraryLoadData(&mut null_mut(), image(TEXT), &mut { CUjit_option(9999) }, &mut null_mut(), 1, null_mut(), null_mut(), 0);
    1 "a library's option that is none" cuLibraryLoadData(&mut null_mut(), image(TEXT), null_mut(), null_mut(), 0, &mut { CUlibraryOption(9) }, &mut null_mut(), 1);
    2 "a variable that is too large" cuLibraryLoadData(s.poorly(&mut null_mut()), image(LARGE), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    200 "no image of anything" cuLibraryLoadData(&mut null_mut(), image(GARBAGE), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    209 "machine code" cuLibraryLoadData(&mut null_mut(), image(MACHINE_CODE), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    218 "a text that is wrong" cuLibraryLoadData(&mut null_mut(), image(WRONG), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    222 "a text that is too new" cuLibraryLoadData(&mut null_mut(), image(TOO_NEW), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0);
    801 "tables of the host's" cuLibraryLoadData(&mut null_mut(), image(TEXT), null_mut(), null_mut(), 0, &mut { TABLES }, &mut null_mut(), 1);
    0 "a library" cuLibraryUnload(s.library());
    0 "no context" cuLibraryUnload(s.bare(s.library()));
    1 "none" cuLibraryUnload(null_mut());
    400 "one that was unloaded" cuLibraryUnload(s.no_library());
    0 "a kernel" cuLibraryGetKernel(&mut null_mut(), s.library(), c"plain".as_ptr());
    0 "no context" cuLibraryGetKernel(&mut null_mut(), s.bare(s.library()), c"plain".as_ptr());
    1 "no place" cuLibraryGetKernel(null_mut(), s.library(), c"plain".as_ptr());
    1 "no name" cuLibraryGetKernel(&mut null_mut(), s.library(), null());
    400 "no library" cuLibraryGetKernel(&mut null_mut(), s.no_library(), c"plain".as_ptr());
    500 "a name of nothing" cuLibraryGetKernel(&mut null_mut(), s.library(), c"Plain".as_ptr());
    0 "a library" cuLibraryGetModule(&mut null_mut(), s.library());
    1 "no place" cuLibraryGetModule(null_mut(), s.library());
    201 "no context" cuLibraryGetModule(&mut null_mut(), s.bare(s.library()));
    400 "no library" cuLibraryGetModule(&mut null_mut(), s.no_library());
    709 "a context that was destroyed" cuLibraryGetModule(&mut null_mut(), s.dead(s.library()));
    0 "a variable" cuLibraryGetGlobal(&mut 0, &mut 0, s.library(), c"word".as_ptr());
    1 "no places" cuLibraryGetGlobal(null_mut(), null_mut(), s.library(), c"word".as_ptr());
    1 "no name" cuLibraryGetGlobal(&mut 0, &mut 0, s.library(), null());
    201 "no context" cuLibraryGetGlobal(&mut 0, &mut 0, s.bare(s.library()), c"word".as_ptr());
    400 "no library" cuLibraryGetGlobal(&mut 0, &mut 0, s.no_library(), c"word".as_ptr());
    500 "a name of nothing" cuLibraryGetGlobal(&mut 0, &mut 0, s.library(), c"Word".as_ptr());
    709 "a context that was destroyed" cuLibraryGetGlobal(&mut 0, &mut 0, s.dead(s.library()), c"word".as_ptr());
    0 "a library" cuLibraryGetKernelCount(&mut 0, s.library());
    1 "no place" cuLibraryGetKernelCount(null_mut(), s.library());
    400 "no library" cuLibraryGetKernelCount(&mut 0, s.no_library());
    0 "a kernel" cuKernelGetFunction(&mut null_mut(), s.kernel());
    1 "no place" cuKernelGetFunction(null_mut(), s.kernel());
    201 "no context" cuKernelGetFunction(&mut null_mut(), s.bare(s.kernel()));
    400 "none" cuKernelGetFunction(&mut null_mut(), null_mut());
    400 "a stream" cuKernelGetFunction(&mut null_mut(), s.stream().cast());
    709 "a context that was destroyed" cuKernelGetFunction(&mut null_mut(), s.dead(s.kernel()));
    0 "an attribute" cuKernelGetAttribute(&mut 0, THREADS, s.kernel(), s.poor);
    1 "one that is none" cuKernelGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_MAX, s.kernel(), s.device);
    1 "no place" cuKernelGetAttribute(null_mut(), THREADS, s.kernel(), s.device);
    101 "no device" cuKernelGetAttribute(&mut 0, THREADS, s.kernel(), NOTHING);
    400 "no kernel" cuKernelGetAttribute(&mut 0, THREADS, s.event().cast(), s.device);
    0 "an attribute" cuKernelSetAttribute(SHARED, 65_536, s.kernel(), s.device);
    1 "more than there is" cuKernelSetAttribute(SHARED, 1 << 20, s.kernel(), s.device);
    1 "one that is fixed" cuKernelSetAttribute(THREADS, 1, s.kernel(), s.device);
    101 "no device" cuKernelSetAttribute(SHARED, 0, s.kernel(), NOTHING);
    400 "no kernel" cuKernelSetAttribute(SHARED, 0, s.event().cast(), s.device);
    0 "a kernel" cuKernelGetName(&mut null(), s.kernel());
    1 "none" cuKernelGetName(&mut null(), null_mut());
    1 "no place" cuKernelGetName(null_mut(), s.kernel());
    0 "the second" cuKernelGetParamInfo(s.kernel(), 1, &mut 0, &mut 0);
    0 "no place for the size" cuKernelGetParamInfo(s.kernel(), 0, &mut 0, null_mut());
    1 "the third of two" cuKernelGetParamInfo(s.kernel(), 2, &mut 0, &mut 0);
    1 "no place" cuKernelGetParamInfo(s.kernel(), 0, null_mut(), &mut 0);
    0 "a function" cuFuncGetModule(&mut null_mut(), s.function(c"plain"));
    1 "no place" cuFuncGetModule(null_mut(), s.function(c"plain"));
    201 "no context for a library's" cuFuncGetModule(&mut null_mut(), s.bare(s.kernel()).cast());
    400 "none" cuFuncGetModule(&mut null_mut(), null_mut());
    0 "a function" cuFuncGetName(&mut null(), s.function(c"plain"));
    1 "none" cuFuncGetName(&mut null(), null_mut());
    1 "no place" cuFuncGetName(null_mut(), s.function(c"plain"));
    0 "the first" cuFuncGetParamInfo(s.function(c"plain"), 0, &mut 0, &mut 0);
    1 "the third of two" cuFuncGetParamInfo(s.function(c"plain"), 2, &mut 0, &mut 0);
    1 "no place" cuFuncGetParamInfo(s.function(c"plain"), 0, null_mut(), &mut 0);
    0 "a block" cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut 0, s.function(c"plain"), 32, 0);
    1 "no threads" cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut 0, s.function(c"plain"), 0, 0);
    1 "no place" cuOccupancyMaxActiveBlocksPerMultiprocessor(null_mut(), s.function(c"plain"), 32, 0);
    201 "no context for a library's" cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut 0, s.bare(s.kernel()).cast(), 32, 0);
    400 "no function" cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut 0, null_mut(), 32, 0);
    0 "a function" cuOccupancyMaxPotentialBlockSize(&mut 0, &mut 0, s.function(c"plain"), None, 0, 0);
    1 "no place for the grid" cuOccupancyMaxPotentialBlockSize(null_mut(), &mut 0, s.function(c"plain"), None, 0, 0);
    1 "no place for the block" cuOccupancyMaxPotentialBlockSize(&mut 0, null_mut(), s.function(c"plain"), None, 0, 0);
    1 "a limit below zero" cuOccupancyMaxPotentialBlockSize(&mut 0, &mut 0, s.function(c"plain"), None, 0, -1);
    201 "no context for a library's" cuOccupancyMaxPotentialBlockSize(&mut 0, &mut 0, s.bare(s.kernel()).cast(), None, 0, 0);
    400 "no function" cuOccupancyMaxPotentialBlockSize(&mut 0, &mut 0, s.stream().cast(), None, 0, 0);
};
