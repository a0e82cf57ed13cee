//! What the rows of the tables start from: a driver with two devices, and things to pass to its functions.

use std::any::Any;
use std::cell::{RefCell, UnsafeCell};
use std::ffi::{CStr, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;
use std::rc::Rc;

use cuda_sim::{DeviceProfile, Gate, Simulator};
use cuda_sys::{
    CUcontext, CUdevice_attribute as Attribute, CUdeviceptr, CUevent, CUfunction, CUgraph, CUkernel, CUlaunchConfig,
    CUlibrary, CUlinkState, CUmemLocation, CUmemLocationType, CUmemPoolProps, CUmemoryPool, CUmodule, CUresult,
    CUstream,
};

use crate::client::graph::GLOBAL;
use crate::client::{Client, eager, location};
use crate::texts::TEXT;
use crate::{call, ok};

/// One call of a table: which function, with what, and what it answers.
pub(crate) struct Row {
    pub(crate) code: u32,
    pub(crate) what: &'static str,
    pub(crate) name: &'static str,
    pub(crate) act: fn(&Scene) -> CUresult,
}

/// Rows as the code that is answered, what the call is made with, and the call.
#[macro_export]
macro_rules! rows {
    ($scene:ident: $($code:literal $what:literal $name:ident($($argument:expr),* $(,)?);)*) => {
        &[$($crate::scene::Row {
            code: $code,
            what: $what,
            name: stringify!($name),
            act: |$scene| $crate::call!($scene.client, $name($($argument),*)),
        }),*]
    };
}

/// A number that stands for no device, stream or anything else.
pub(crate) const NOTHING: i32 = -7;

pub(crate) struct Scene {
    pub(crate) client: Client,
    pub(crate) device: i32,
    /// A device with little memory, which can do little.
    pub(crate) poor: i32,
    gates: RefCell<Vec<Gate>>,
    /// Files that go with it.
    pub(crate) files: RefCell<Vec<PathBuf>>,
    /// What the driver was given places of.
    kept: RefCell<Vec<Rc<dyn Any>>>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self::of(false)
    }

    pub(crate) fn of(lazy: bool) -> Self {
        let rich = DeviceProfile::default().attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 32_768);
        let poor = DeviceProfile::default()
            .memory(1 << 20)
            .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 0)
            .attribute(Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0)
            .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 0);
        let builder = Simulator::builder().devices([rich, poor]).step_limit(10_000).lazy_loading(lazy);
        let mut adversity = eager();
        adversity.fault_spreads = cuda_sim::Choice::Never;
        let client = Client::of(builder.adversity(adversity));
        let (device, mut poor) = (client.device(), -1);
        ok!(client, cuDeviceGet(&mut poor, 1));
        Scene { client, device, poor, gates: RefCell::default(), files: RefCell::default(), kept: RefCell::default() }
    }

    /// A place for a value, which is there as long as the scene.
    pub(crate) fn keep<T: 'static>(&self, value: T) -> *mut T {
        let cell = Rc::new(UnsafeCell::new(value));
        let place = cell.get();
        self.kept.borrow_mut().push(cell);
        place
    }

    /// Leaves the thread without a current context, once the argument is there.
    pub(crate) fn bare<T>(&self, argument: T) -> T {
        let mut current = self.client.context;
        while !current.is_null() {
            ok!(self.client, cuCtxSetCurrent(null_mut()));
            ok!(self.client, cuCtxGetCurrent(&mut current));
        }
        argument
    }

    /// Ends the thread's current context, once the argument is there.
    pub(crate) fn dead<T>(&self, argument: T) -> T {
        ok!(self.client, cuDevicePrimaryCtxReset_v2(self.device));
        argument
    }

    /// Makes the current context one of the second device.
    pub(crate) fn poorly<T>(&self, argument: T) -> T {
        let mut context = null_mut();
        ok!(self.client, cuDevicePrimaryCtxRetain(&mut context, self.poor));
        ok!(self.client, cuCtxSetCurrent(context));
        argument
    }

    /// Makes the next allocation run out of memory.
    pub(crate) fn short<T>(&self, argument: T) -> T {
        self.client.simulator.fail_allocation(1);
        argument
    }

    /// Runs a kernel that does what it must not, and waits for it.
    pub(crate) fn after<T>(&self, kernel: &CStr, argument: T) -> T {
        let function = self.function(kernel);
        ok!(self.client, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut()));
        assert_ne!(call!(self.client, cuCtxSynchronize()), CUresult::CUDA_SUCCESS);
        argument
    }

    /// Retains the primary context once more.
    pub(crate) fn retained(&self, device: i32) -> i32 {
        ok!(self.client, cuDevicePrimaryCtxRetain(&mut null_mut(), device));
        device
    }

    /// A context that is current.
    pub(crate) fn context(&self, device: i32) -> CUcontext {
        let mut context = null_mut();
        ok!(self.client, cuCtxCreate_v2(&mut context, 0, device));
        context
    }

    pub(crate) fn no_context(&self) -> CUcontext {
        let context = self.context(self.device);
        ok!(self.client, cuCtxDestroy_v2(context));
        context
    }

    /// A context of the second device, while that of the first is current.
    pub(crate) fn peer(&self) -> CUcontext {
        let context = self.context(self.poor);
        ok!(self.client, cuCtxPopCurrent_v2(null_mut()));
        context
    }

    pub(crate) fn enabled_peer(&self) -> CUcontext {
        let peer = self.peer();
        ok!(self.client, cuCtxEnablePeerAccess(peer, 0));
        peer
    }

    pub(crate) fn stream(&self) -> CUstream {
        self.client.stream()
    }

    pub(crate) fn no_stream(&self) -> CUstream {
        let stream = self.stream();
        ok!(self.client, cuStreamDestroy_v2(stream));
        stream
    }

    /// A stream that does not get on.
    pub(crate) fn held(&self) -> CUstream {
        let stream = self.stream();
        self.gates.borrow_mut().push(self.client.simulator.gate(stream));
        stream
    }

    /// A blocking stream that is captured.
    pub(crate) fn captured(&self) -> CUstream {
        let stream = self.client.blocking_stream();
        self.client.begin(stream, GLOBAL);
        stream
    }

    pub(crate) fn event(&self) -> CUevent {
        self.client.event()
    }

    pub(crate) fn no_event(&self) -> CUevent {
        let event = self.event();
        ok!(self.client, cuEventDestroy_v2(event));
        event
    }

    /// An event that was recorded, and is done.
    pub(crate) fn recorded(&self) -> CUevent {
        let stream = self.stream();
        let event = self.client.record(stream);
        assert_eq!(self.client.sync(stream), CUresult::CUDA_SUCCESS);
        event
    }

    /// An event that was recorded, and is not done.
    pub(crate) fn pending(&self) -> CUevent {
        self.client.record(self.held())
    }

    /// 64 bytes.
    pub(crate) fn memory(&self) -> CUdeviceptr {
        self.client.alloc(64)
    }

    pub(crate) fn freed(&self) -> CUdeviceptr {
        let memory = self.memory();
        ok!(self.client, cuMemFree_v2(memory));
        memory
    }

    pub(crate) fn pinned(&self) -> *mut c_void {
        let mut pointer = null_mut();
        ok!(self.client, cuMemAllocHost_v2(&mut pointer, 64));
        pointer
    }

    pub(crate) fn managed(&self) -> CUdeviceptr {
        let mut address = 0;
        ok!(self.client, cuMemAllocManaged(&mut address, 64, 1));
        address
    }

    /// Memory of a pool, and of no stream's work any more.
    pub(crate) fn pooled(&self) -> CUdeviceptr {
        let mut address = 0;
        ok!(self.client, cuMemAllocAsync(&mut address, 64, null_mut()));
        ok!(self.client, cuCtxSynchronize());
        address
    }

    pub(crate) fn module(&self) -> CUmodule {
        let mut module = null_mut();
        ok!(self.client, cuModuleLoadData(&mut module, TEXT.as_ptr().cast()));
        module
    }

    pub(crate) fn no_module(&self) -> CUmodule {
        let module = self.module();
        ok!(self.client, cuModuleUnload(module));
        module
    }

    pub(crate) fn library_module(&self) -> CUmodule {
        let mut module = null_mut();
        ok!(self.client, cuLibraryGetModule(&mut module, self.library()));
        module
    }

    pub(crate) fn function(&self, name: &CStr) -> CUfunction {
        let mut function = null_mut();
        ok!(self.client, cuModuleGetFunction(&mut function, self.module(), name.as_ptr()));
        function
    }

    /// A function of a context that is not current.
    pub(crate) fn foreign_function(&self) -> CUfunction {
        let _ = self.context(self.device);
        let function = self.function(c"bare");
        ok!(self.client, cuCtxPopCurrent_v2(null_mut()));
        function
    }

    pub(crate) fn library(&self) -> CUlibrary {
        let (mut library, none) = (null_mut(), null_mut());
        ok!(
            self.client,
            cuLibraryLoadData(&mut library, TEXT.as_ptr().cast(), none, none.cast(), 0, none.cast(), none.cast(), 0)
        );
        library
    }

    pub(crate) fn no_library(&self) -> CUlibrary {
        let library = self.library();
        ok!(self.client, cuLibraryUnload(library));
        library
    }

    pub(crate) fn kernel(&self) -> CUkernel {
        let mut kernel = null_mut();
        ok!(self.client, cuLibraryGetKernel(&mut kernel, self.library(), c"plain".as_ptr()));
        kernel
    }

    pub(crate) fn link(&self) -> CUlinkState {
        let mut link = null_mut();
        ok!(self.client, cuLinkCreate_v2(0, null_mut(), null_mut(), &mut link));
        link
    }

    pub(crate) fn no_link(&self) -> CUlinkState {
        let link = self.link();
        ok!(self.client, cuLinkDestroy(link));
        link
    }

    pub(crate) fn pool(&self) -> CUmemoryPool {
        let mut pool = null_mut();
        ok!(self.client, cuMemPoolCreate(&mut pool, &properties(self.device)));
        pool
    }

    pub(crate) fn no_pool(&self) -> CUmemoryPool {
        let pool = self.pool();
        ok!(self.client, cuMemPoolDestroy(pool));
        pool
    }

    pub(crate) fn default_pool(&self) -> CUmemoryPool {
        let mut pool = null_mut();
        ok!(self.client, cuDeviceGetDefaultMemPool(&mut pool, self.device));
        pool
    }

    pub(crate) fn graph(&self) -> CUgraph {
        self.client.graph()
    }

    pub(crate) fn no_graph(&self) -> CUgraph {
        let graph = self.graph();
        ok!(self.client, cuGraphDestroy(graph));
        graph
    }
}

/// What another thread may have: the driver takes calls from any, and its handles mean the same to each.
pub(crate) struct Sent<T>(pub(crate) T);

// SAFETY: used for scenes that one thread uses at a time, and for handles of the driver's.
unsafe impl<T> Send for Sent<T> {}

impl Drop for Scene {
    fn drop(&mut self) {
        for file in self.files.borrow().iter() {
            let _ = std::fs::remove_file(file);
        }
    }
}

pub(crate) unsafe extern "C" fn ignore(_: *mut c_void) {}

pub(crate) unsafe extern "C" fn ignore_status(_: CUstream, _: CUresult, _: *mut c_void) {}

/// Of a pool of a device.
pub(crate) fn properties(device: i32) -> CUmemPoolProps {
    CUmemPoolProps {
        allocType: cuda_sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        location: on(device),
        ..CUmemPoolProps::default()
    }
}

pub(crate) fn on(device: i32) -> CUmemLocation {
    location(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, device)
}

/// A launch of blocks of a size on a stream.
pub(crate) fn config(blocks: u32, threads: u32, stream: CUstream) -> CUlaunchConfig {
    // SAFETY: a configuration of zeros has no attributes, and no stream.
    let mut config: CUlaunchConfig = unsafe { std::mem::zeroed() };
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (blocks, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (threads, 1, 1);
    config.hStream = stream;
    config
}
