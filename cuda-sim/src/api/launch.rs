//! Launches.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

use cuda_sys::{
    CU_STREAM_PER_THREAD, CUdevice_attribute as Attribute, CUfunction, CUlaunchAttributeID, CUlaunchConfig, CUresult,
    CUstream,
};

use crate::api::call::{Entry, entry};
use crate::api::{arguments, occupancy, submit};
use crate::code::{self, Answer};
use crate::engine::launch::Launch;
use crate::engine::op::Op;
use crate::engine::wait;
use crate::exec::system::System;
use crate::fault::report::Kind;
use crate::name::Name;
use crate::world::module::Function;
use crate::world::stream::Target;
use crate::world::{handle, image, library};

/// The shape of a launch.
pub(crate) struct Geometry {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared: u32,
    /// Whether the blocks may wait for each other, and so must all be resident at once.
    pub(crate) cooperative: bool,
}

fn check(function: &Function, geometry: &Geometry) -> Answer {
    let context = &function.module.context;
    let profile = &context.world.devices[context.device].profile;
    let limit = |attribute| profile.value(attribute, 0).and_then(|value| u32::try_from(value).ok()).unwrap_or(0);
    let grid = [
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
    ];
    let block = [
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
        Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
    ];
    let sizes = geometry.grid.iter().chain(&geometry.block);
    let fits = sizes.zip(grid.into_iter().chain(block)).all(|(size, most)| (1..=limit(most)).contains(size));
    let threads: u64 = geometry.block.iter().map(|size| u64::from(*size)).product();
    if !fits || threads > u64::from(limit(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)) {
        return Err(code::INVALID_VALUE);
    }
    // More threads than the kernel's own bounds name is a mistake of the caller; more than its registers allow is want of them.
    if function.kernel.max_threads.is_some_and(|most| threads > u64::from(most)) {
        return Err(code::INVALID_VALUE);
    }
    if threads > u64::from(function.max_threads()) {
        return Err(CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    }
    if geometry.shared > function.max_dynamic_shared() {
        return Err(code::INVALID_VALUE);
    }
    if geometry.cooperative {
        let count = limit(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        let resident = u64::from(occupancy::blocks(function, threads as u32, geometry.shared)) * u64::from(count);
        if geometry.grid.iter().map(|size| u64::from(*size)).product::<u64>() > resident {
            return Err(CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
        }
    }
    Ok(())
}

/// Checks a launch and copies its arguments.
///
/// # Safety
/// `pointers` and `extra` are what `cuLaunchKernel` wants for this kernel.
pub(crate) unsafe fn prepare(
    function: &Arc<Function>,
    geometry: &Geometry,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Result<Launch, CUresult> {
    check(function, geometry)?;
    // SAFETY: the caller promises the arguments of this kernel.
    let parameters = unsafe { arguments::gather(&function.kernel, pointers, extra)? };
    let code_image = &function.kernel.image;
    let allocates = code_image.calls(System::Allocate) || code_image.calls(System::Free);
    function.module.context.limits.note_launch(code_image.calls(System::Print), allocates);
    Ok(Launch {
        function: Arc::clone(function),
        grid: geometry.grid,
        block: geometry.block,
        dynamic_shared: geometry.shared,
        images: image::among(&parameters, function.module.context.key),
        parameters,
        cooperative: geometry.cooperative,
    })
}

/// Queues a launch.
///
/// # Safety
/// As for [`prepare`].
unsafe fn submit(
    target: &Target,
    function: CUfunction,
    geometry: &Geometry,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Answer {
    let function = library::function_in(handle::to_key(function), &target.context)?;
    let world = &target.context.world;
    if function.module.context.key != target.context.key {
        world.reports.add(Kind::WrongContext, "a kernel was launched on a stream of another context".into());
        return Err(code::INVALID_HANDLE);
    }
    // SAFETY: the caller promises what `prepare` asks for.
    let launch = unsafe { prepare(&function, geometry, pointers, extra)? };
    world.printer.flush();
    submit::queue(target, Op::Launch(launch)).map(drop)
}

/// Runs a launch call.
///
/// # Safety
/// As for [`submit`].
unsafe fn launch(
    entry: Entry,
    stream: CUstream,
    function: CUfunction,
    geometry: &Geometry,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> CUresult {
    entry.on_stream(stream, |target| {
        // SAFETY: the caller promises what `submit` asks for.
        unsafe { submit(target, function, geometry, pointers, extra)? };
        let world = &target.context.world;
        if world.config.launch_blocking {
            let points = world.engine.lock().awaited_by(target.lane).ok_or(code::INVALID_HANDLE)?;
            wait::wait(world, &target.context.health, &points)?;
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuLaunchKernel(
    function: CUfunction,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: CUstream,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> CUresult {
    let geometry =
        Geometry { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared, cooperative: false };
    // SAFETY: the client passes the arguments of this kernel.
    unsafe { launch(entry(Name::cuLaunchKernel), stream, function, &geometry, pointers, extra) }
}

pub(crate) unsafe extern "C" fn cuLaunchCooperativeKernel(
    function: CUfunction,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: CUstream,
    pointers: *mut *mut c_void,
) -> CUresult {
    let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
    let geometry = Geometry { grid, block, shared, cooperative: true };
    // SAFETY: the client passes the arguments of this kernel.
    unsafe { launch(entry(Name::cuLaunchCooperativeKernel), stream, function, &geometry, pointers, null_mut()) }
}

/// Checks that no launch attribute asks for what is not simulated, and answers whether the launch is cooperative.
///
/// # Safety
/// `config` is a launch configuration with as many attributes as it says.
unsafe fn check_attributes(config: &CUlaunchConfig) -> Result<bool, CUresult> {
    use CUlaunchAttributeID as A;
    let mut cooperative = false;
    if config.numAttrs > 0 && config.attrs.is_null() {
        return Err(code::INVALID_VALUE);
    }
    for index in 0..config.numAttrs as usize {
        // SAFETY: `index < numAttrs`, and the caller promises as many attributes.
        let place = unsafe { config.attrs.add(index) };
        // SAFETY: as above.
        let attribute = unsafe { &*place };
        match attribute.id {
            // Permissions and hints: a driver that makes no use of them is a correct one.
            A::CU_LAUNCH_ATTRIBUTE_IGNORE
            | A::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
            | A::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
            | A::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
            | A::CU_LAUNCH_ATTRIBUTE_PRIORITY
            | A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
            | A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => {}
            // SAFETY: every member of the union begins with bytes that may be read as an int; for this attribute it is one.
            A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE => cooperative = unsafe { attribute.value.cooperative } != 0,
            known if known.0 < A::CU_LAUNCH_ATTRIBUTE_MAX.0 => {
                eprintln!("cuda-sim: cuLaunchKernelEx: launch attribute {} is not simulated", known.0);
                return Err(code::NOT_SUPPORTED);
            }
            _ => return Err(code::INVALID_VALUE),
        }
    }
    Ok(cooperative)
}

/// Launches as a configuration says; a null stream in it means `default`.
///
/// # Safety
/// `config` is null or a configuration with as many attributes as it says; the rest as for [`submit`].
unsafe fn launch_configured(
    entry: Entry,
    config: *const CUlaunchConfig,
    default: CUstream,
    function: CUfunction,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> CUresult {
    // SAFETY: the caller promises a configuration, or null.
    let Some(config) = (unsafe { config.as_ref() }) else { return entry.refuse(code::INVALID_VALUE) };
    // SAFETY: the caller promises as many attributes as the configuration says.
    let cooperative = match unsafe { check_attributes(config) } {
        Ok(cooperative) => cooperative,
        Err(code) => return entry.refuse(code),
    };
    let geometry = Geometry {
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        shared: config.sharedMemBytes,
        cooperative,
    };
    let stream = if config.hStream.is_null() { default } else { config.hStream };
    // SAFETY: the caller promises the arguments of this kernel.
    unsafe { launch(entry, stream, function, &geometry, pointers, extra) }
}

pub(crate) unsafe extern "C" fn cuLaunchKernelEx(
    config: *const CUlaunchConfig,
    function: CUfunction,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> CUresult {
    // SAFETY: the client passes a configuration and the arguments of this kernel.
    unsafe { launch_configured(entry(Name::cuLaunchKernelEx), config, null_mut(), function, pointers, extra) }
}

pub(crate) unsafe extern "C" fn cuLaunchKernelEx_ptsz(
    config: *const CUlaunchConfig,
    function: CUfunction,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> CUresult {
    let entry = entry(Name::cuLaunchKernelEx_ptsz);
    // SAFETY: the client passes a configuration and the arguments of this kernel.
    unsafe { launch_configured(entry, config, CU_STREAM_PER_THREAD, function, pointers, extra) }
}
