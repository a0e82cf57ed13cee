//! Modules, launches and links.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

use cuda_sys::{
    CUfunc_cache as Cache, CUfunction, CUfunction_attribute as Attribute, CUjit_option as Option,
    CUjitInputType as Kind, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchConfig, CUlinkState, CUresult,
};

use crate::rows;
use crate::scene::{Row, Scene, config};
use crate::texts::{FILE, FOREIGN, GARBAGE, LARGE, MACHINE_CODE, TEXT, TOO_NEW, WRONG};

/// A text in a file.
const KERNELS: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client/kernels.ptx\0").as_bytes()) {
        Ok(path) => path,
        Err(_) => panic!("a path has no NUL"),
    };

/// A file that holds a program of another kind.
const NO_KERNELS: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml\0").as_bytes()) {
        Ok(path) => path,
        Err(_) => panic!("a path has no NUL"),
    };

fn image(text: &'static CStr) -> *const c_void {
    text.as_ptr().cast()
}

/// A text as an input of a link.
fn input(text: &'static CStr) -> *mut c_void {
    text.as_ptr().cast_mut().cast()
}

impl Scene {
    /// A function that is not loaded, of a driver that loads late.
    fn unloaded(&self) -> CUfunction {
        let mut functions = [null_mut(); 5];
        crate::ok!(self.client, cuModuleEnumerateFunctions(functions.as_mut_ptr(), 5, self.module()));
        functions[0]
    }

    /// A file of this text, for as long as it takes.
    fn file(&self, text: &'static CStr) -> *const c_char {
        let name = format!("cuda-sim-{}-{:p}", std::process::id(), text);
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text.to_bytes()).expect("there is a place for files");
        self.files.borrow_mut().push(path.clone());
        let path = path.into_os_string().into_string().expect("the path is text");
        let path = CString::new(path).expect("a path has no NUL").into_bytes_with_nul();
        let place = path.as_ptr().cast();
        self.keep(path);
        place
    }

    /// A link that lacks a function.
    fn incomplete_link(&self) -> CUlinkState {
        let text = c".version 7.0\n.target sm_80\n.address_size 64\n.extern .func gone();\n.visible .entry k() { call gone, (); ret; }\n";
        self.link_of(text)
    }

    /// A launch with an attribute.
    fn with_attribute(&self, id: CUlaunchAttributeID, blocks: u32) -> CUlaunchConfig {
        // SAFETY: an attribute of zeros is one to be ignored.
        let mut attribute: CUlaunchAttribute = unsafe { std::mem::zeroed() };
        attribute.id = id;
        attribute.value.cooperative = 1;
        let mut config = config(blocks, 1, null_mut());
        (config.attrs, config.numAttrs) = (self.keep(attribute), 1);
        config
    }

    fn cooperative(&self, blocks: u32) -> CUlaunchConfig {
        self.with_attribute(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE, blocks)
    }

    /// An end of the list of packed arguments.
    fn no_more(&self) -> *mut *mut c_void {
        self.keep([cuda_sys::CU_LAUNCH_PARAM_END]).cast()
    }

    /// Arguments that are all zero.
    fn zeros(&self) -> *mut *mut c_void {
        let zero = self.keep(0u64).cast::<c_void>();
        self.keep([zero; 2]).cast()
    }

    fn link_of(&self, text: &'static CStr) -> CUlinkState {
        let (link, len) = (self.link(), text.count_bytes() + 1);
        let none = null_mut();
        crate::ok!(
            self.client,
            cuLinkAddData_v2(link, Kind::CU_JIT_INPUT_PTX, input(text), len, null(), 0, none, none.cast())
        );
        link
    }
}

/// Loads of a module, which may be refused for the same reasons however they are asked for.
#[rustfmt::skip]
pub(crate) const LOADS: &[Row] = rows! { s:
    0 "a text" cuModuleLoadData(&mut null_mut(), image(TEXT));
    1 "no place" cuModuleLoadData(null_mut(), image(TEXT));
    1 "no image" cuModuleLoadData(&mut null_mut(), null());
    2 "a variable that is too large" cuModuleLoadData(s.poorly(&mut null_mut()), image(LARGE));
    200 "no image of anything" cuModuleLoadData(&mut null_mut(), image(GARBAGE));
    201 "no context" cuModuleLoadData(s.bare(&mut null_mut()), image(TEXT));
    209 "machine code" cuModuleLoadData(&mut null_mut(), image(MACHINE_CODE));
    218 "a text that is wrong" cuModuleLoadData(&mut null_mut(), image(WRONG));
    222 "a text that is too new" cuModuleLoadData(&mut null_mut(), image(TOO_NEW));
    0 "a text" cuModuleLoadDataEx(&mut null_mut(), image(TEXT), 0, null_mut(), null_mut());
    1 "no place" cuModuleLoadDataEx(null_mut(), image(TEXT), 0, null_mut(), null_mut());
    1 "no image" cuModuleLoadDataEx(&mut null_mut(), null(), 0, null_mut(), null_mut());
    1 "an option that is none" cuModuleLoadDataEx(&mut null_mut(), image(TEXT), 1, &mut { Option(9999) }, &mut null_mut());
    1 "no options" cuModuleLoadDataEx(&mut null_mut(), image(TEXT), 1, null_mut(), null_mut());
    2 "a variable that is too large" cuModuleLoadDataEx(s.poorly(&mut null_mut()), image(LARGE), 0, null_mut(), null_mut());
    200 "no image of anything" cuModuleLoadDataEx(&mut null_mut(), image(GARBAGE), 0, null_mut(), null_mut());
    201 "no context" cuModuleLoadDataEx(s.bare(&mut null_mut()), image(TEXT), 0, null_mut(), null_mut());
    209 "machine code" cuModuleLoadDataEx(&mut null_mut(), image(MACHINE_CODE), 0, null_mut(), null_mut());
    218 "a text that is wrong" cuModuleLoadDataEx(&mut null_mut(), image(WRONG), 0, null_mut(), null_mut());
    222 "a text that is too new" cuModuleLoadDataEx(&mut null_mut(), image(TOO_NEW), 0, null_mut(), null_mut());
};

/// Loads of a module from a file.
#[rustfmt::skip]
pub(crate) const FILES: &[Row] = rows! { s:
    0 "a text" cuModuleLoad(&mut null_mut(), KERNELS.as_ptr());
    1 "no place" cuModuleLoad(null_mut(), KERNELS.as_ptr());
    1 "no path" cuModuleLoad(&mut null_mut(), null());
    2 "a variable that is too large" cuModuleLoad(s.poorly(&mut null_mut()), s.file(LARGE));
    200 "no image of anything" cuModuleLoad(&mut null_mut(), NO_KERNELS.as_ptr());
    201 "no context" cuModuleLoad(s.bare(&mut null_mut()), KERNELS.as_ptr());
    209 "machine code" cuModuleLoad(&mut null_mut(), s.file(MACHINE_CODE));
    218 "a text that is wrong" cuModuleLoad(&mut null_mut(), s.file(WRONG));
    222 "a text that is too new" cuModuleLoad(&mut null_mut(), s.file(TOO_NEW));
    301 "no file" cuModuleLoad(&mut null_mut(), FILE.as_ptr());
};

/// Of a driver that loads functions when they are needed.
pub(crate) const LATE: &[Row] = rows! { s:
    0 "what is known before" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, s.unloaded());
    913 "threads" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, s.unloaded());
    913 "constants" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, s.unloaded());
    913 "shared" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, s.unloaded());
    0 "loaded" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, s.function(c"bare"));
};

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "a module" cuModuleUnload(s.module());
    400 "none" cuModuleUnload(null_mut());
    400 "one that was unloaded" cuModuleUnload(s.no_module());
    800 "one of a library" cuModuleUnload(s.library_module());
    0 "a kernel" cuModuleGetFunction(&mut null_mut(), s.module(), c"plain".as_ptr());
    1 "no place" cuModuleGetFunction(null_mut(), s.module(), c"plain".as_ptr());
    1 "no name" cuModuleGetFunction(&mut null_mut(), s.module(), null());
    400 "no module" cuModuleGetFunction(&mut null_mut(), s.no_module(), c"plain".as_ptr());
    500 "a name of nothing" cuModuleGetFunction(&mut null_mut(), s.module(), c"Plain".as_ptr());
    500 "a variable" cuModuleGetFunction(&mut null_mut(), s.module(), c"word".as_ptr());
    0 "a variable" cuModuleGetGlobal_v2(&mut 0, &mut 0, s.module(), c"word".as_ptr());
    0 "one place" cuModuleGetGlobal_v2(&mut 0, null_mut(), s.module(), c"word".as_ptr());
    0 "the other place" cuModuleGetGlobal_v2(null_mut(), &mut 0, s.module(), c"word".as_ptr());
    1 "no name" cuModuleGetGlobal_v2(&mut 0, &mut 0, s.module(), null());
    1 "no place" cuModuleGetGlobal_v2(null_mut(), null_mut(), s.module(), c"word".as_ptr());
    400 "no module" cuModuleGetGlobal_v2(&mut 0, &mut 0, s.no_module(), c"word".as_ptr());
    500 "a kernel" cuModuleGetGlobal_v2(&mut 0, &mut 0, s.module(), c"plain".as_ptr());
    0 "an attribute" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, s.function(c"plain"));
    1 "one that is none" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_MAX, s.function(c"plain"));
    1 "no place" cuFuncGetAttribute(null_mut(), Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, s.function(c"plain"));
    201 "no context for a library's" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, s.bare(s.kernel()).cast());
    400 "no function" cuFuncGetAttribute(&mut 0, Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, null_mut());
    0 "an attribute" cuFuncSetAttribute(s.function(c"plain"), Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65_536);
    1 "more than there is" cuFuncSetAttribute(s.function(c"plain"), Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20);
    1 "one that is fixed" cuFuncSetAttribute(s.function(c"plain"), Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, 1);
    201 "no context for a library's" cuFuncSetAttribute(s.bare(s.kernel()).cast(), Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 0);
    400 "no function" cuFuncSetAttribute(s.event().cast(), Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 0);
    0 "a choice" cuFuncSetCacheConfig(s.function(c"plain"), Cache::CU_FUNC_CACHE_PREFER_L1);
    1 "one that is none" cuFuncSetCacheConfig(s.function(c"plain"), Cache(4));
    201 "no context for a library's" cuFuncSetCacheConfig(s.bare(s.kernel()).cast(), Cache(0));
    400 "no function" cuFuncSetCacheConfig(null_mut(), Cache(0));
    // Launches.
    0 "a kernel" cuLaunchKernel(s.function(c"plain"), 1, 1, 1, 1, 1, 1, 0, s.stream(), s.zeros(), null_mut());
    0 "a library's kernel" cuLaunchKernel(s.kernel().cast(), 1, 1, 1, 1, 1, 1, 0, s.stream(), s.zeros(), null_mut());
    1 "no blocks" cuLaunchKernel(s.function(c"bare"), 0, 1, 1, 1, 1, 1, 0, s.stream(), null_mut(), null_mut());
    1 "too many blocks" cuLaunchKernel(s.function(c"bare"), 1, 65_536, 1, 1, 1, 1, 0, s.stream(), null_mut(), null_mut());
    1 "no threads" cuLaunchKernel(s.function(c"bare"), 1, 1, 1, 1, 1, 0, 0, s.stream(), null_mut(), null_mut());
    1 "too many threads" cuLaunchKernel(s.function(c"bare"), 1, 1, 1, 1, 1, 65, 0, s.stream(), null_mut(), null_mut());
    1 "too much shared memory" cuLaunchKernel(s.function(c"bare"), 1, 1, 1, 1, 1, 1, 1 << 20, s.stream(), null_mut(), null_mut());
    1 "no arguments" cuLaunchKernel(s.function(c"plain"), 1, 1, 1, 1, 1, 1, 0, s.stream(), null_mut(), null_mut());
    1 "arguments of both kinds" cuLaunchKernel(s.function(c"plain"), 1, 1, 1, 1, 1, 1, 0, s.stream(), s.zeros(), s.no_more());
    1 "packed arguments that are none" cuLaunchKernel(s.function(c"plain"), 1, 1, 1, 1, 1, 1, 0, s.stream(), null_mut(), s.no_more());
    201 "no context" cuLaunchKernel(s.bare(s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut());
    400 "no function" cuLaunchKernel(null_mut(), 1, 1, 1, 1, 1, 1, 0, s.stream(), null_mut(), null_mut());
    400 "no stream" cuLaunchKernel(s.function(c"bare"), 1, 1, 1, 1, 1, 1, 0, s.no_stream(), null_mut(), null_mut());
    400 "another context's function" cuLaunchKernel(s.foreign_function(), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut());
    701 "too few registers" cuLaunchKernel(s.function(c"wide"), 1, 1, 1, 1024, 1, 1, 0, s.stream(), null_mut(), null_mut());
    702 "after a kernel without an end" cuLaunchKernel(s.after(c"endless", s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut());
    719 "after a trap" cuLaunchKernel(s.after(c"trapped", s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut());
    0 "a kernel" cuLaunchKernelEx(&config(1, 1, s.stream()), s.function(c"plain"), s.zeros(), null_mut());
    1 "nothing" cuLaunchKernelEx(null(), s.function(c"bare"), null_mut(), null_mut());
    1 "no blocks" cuLaunchKernelEx(&config(0, 1, s.stream()), s.function(c"bare"), null_mut(), null_mut());
    1 "arguments of both kinds" cuLaunchKernelEx(&config(1, 1, s.stream()), s.function(c"plain"), s.zeros(), s.no_more());
    1 "an attribute that is none" cuLaunchKernelEx(&s.with_attribute(CUlaunchAttributeID(999), 1), s.function(c"bare"), null_mut(), null_mut());
    201 "no context" cuLaunchKernelEx(&config(1, 1, null_mut()), s.bare(s.function(c"bare")), null_mut(), null_mut());
    400 "no function" cuLaunchKernelEx(&config(1, 1, s.stream()), null_mut(), null_mut(), null_mut());
    400 "no stream" cuLaunchKernelEx(&config(1, 1, s.no_stream()), s.function(c"bare"), null_mut(), null_mut());
    701 "too few registers" cuLaunchKernelEx(&config(1, 1024, s.stream()), s.function(c"wide"), null_mut(), null_mut());
    702 "after a kernel without an end" cuLaunchKernelEx(&config(1, 1, null_mut()), s.after(c"endless", s.function(c"bare")), null_mut(), null_mut());
    719 "after a trap" cuLaunchKernelEx(&config(1, 1, null_mut()), s.after(c"trapped", s.function(c"bare")), null_mut(), null_mut());
    720 "too many blocks that wait for each other" cuLaunchKernelEx(&s.cooperative(1 << 20), s.function(c"bare"), null_mut(), null_mut());
    0 "a kernel" cuLaunchCooperativeKernel(s.function(c"plain"), 1, 1, 1, 1, 1, 1, 0, s.stream(), s.zeros());
    1 "no blocks" cuLaunchCooperativeKernel(s.function(c"bare"), 1, 1, 0, 1, 1, 1, 0, s.stream(), null_mut());
    201 "no context" cuLaunchCooperativeKernel(s.bare(s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut());
    400 "no function" cuLaunchCooperativeKernel(null_mut(), 1, 1, 1, 1, 1, 1, 0, s.stream(), null_mut());
    400 "no stream" cuLaunchCooperativeKernel(s.function(c"bare"), 1, 1, 1, 1, 1, 1, 0, s.no_stream(), null_mut());
    701 "too few registers" cuLaunchCooperativeKernel(s.function(c"wide"), 1, 1, 1, 1024, 1, 1, 0, s.stream(), null_mut());
    702 "after a kernel without an end" cuLaunchCooperativeKernel(s.after(c"endless", s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut());
    719 "after a trap" cuLaunchCooperativeKernel(s.after(c"trapped", s.function(c"bare")), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut());
    720 "too many blocks that wait for each other" cuLaunchCooperativeKernel(s.function(c"bare"), 1 << 20, 1, 1, 1, 1, 1, 0, s.stream(), null_mut());
    // Links.
    0 "no options" cuLinkCreate_v2(0, null_mut(), null_mut(), &mut null_mut());
    1 "no place" cuLinkCreate_v2(0, null_mut(), null_mut(), null_mut());
    1 "an option that is none" cuLinkCreate_v2(1, &mut { Option(9999) }, &mut null_mut(), &mut null_mut());
    201 "no context" cuLinkCreate_v2(0, null_mut(), null_mut(), s.bare(&mut null_mut()));
    0 "a text" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_PTX, input(TEXT), TEXT.count_bytes() + 1, null(), 0, null_mut(), null_mut());
    1 "nothing" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_PTX, null_mut(), 8, null(), 0, null_mut(), null_mut());
    1 "no bytes" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_PTX, input(TEXT), 0, null(), 0, null_mut(), null_mut());
    1 "a kind that is none" cuLinkAddData_v2(s.link(), Kind(999), input(TEXT), 8, null(), 0, null_mut(), null_mut());
    200 "a container that is none" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_FATBINARY, input(GARBAGE), 18, null(), 0, null_mut(), null_mut());
    209 "machine code" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_CUBIN, input(MACHINE_CODE), 4, null(), 0, null_mut(), null_mut());
    218 "a text that is wrong" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_PTX, input(WRONG), WRONG.count_bytes() + 1, null(), 0, null_mut(), null_mut());
    222 "a text that is too new" cuLinkAddData_v2(s.link(), Kind::CU_JIT_INPUT_PTX, input(TOO_NEW), TOO_NEW.count_bytes() + 1, null(), 0, null_mut(), null_mut());
    400 "no link" cuLinkAddData_v2(s.no_link(), Kind::CU_JIT_INPUT_PTX, input(TEXT), 8, null(), 0, null_mut(), null_mut());
    0 "a text" cuLinkComplete(s.link_of(TEXT), &mut null_mut(), &mut 0);
    1 "no place" cuLinkComplete(s.link_of(TEXT), null_mut(), &mut 0);
    218 "what lacks a function" cuLinkComplete(s.incomplete_link(), &mut null_mut(), &mut 0);
    400 "no link" cuLinkComplete(s.no_link(), &mut null_mut(), &mut 0);
    0 "a link" cuLinkDestroy(s.link());
    400 "one that was destroyed" cuLinkDestroy(s.no_link());
    400 "none" cuLinkDestroy(null_mut());
    209 "a text for a device to come" cuModuleLoadData(&mut null_mut(), image(FOREIGN));
};
