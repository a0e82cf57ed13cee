//! `cuda-sim info`.
#![allow(unsafe_code, reason = "asks the driver through its table, as any program does")]

use std::ffi::{CStr, c_int};
use std::path::PathBuf;
use std::process::ExitCode;

use cuda_sim::Simulator;
use cuda_sys::{CUdevice_attribute as Attribute, CUresult, CUuuid, CudaVersion, DriverTable};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A profile, as for `run`.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Lists the entry points that are not simulated.
    #[arg(long)]
    missing: bool,
}

/// Prints what a program will find.
pub(crate) fn info(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut builder = Simulator::builder();
    if let Some(path) = &arguments.profile {
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        builder = builder.profile(&text).map_err(|error| format!("{}, {error}", path.display()))?;
    }
    let builder = builder.environment().map_err(|error| error.to_string())?.cuda_environment();
    let simulator = builder.build().map_err(|error| error.to_string())?;
    let names = DriverTable::NAMES;
    if arguments.missing {
        names.iter().filter(|name| !simulator.simulates(name)).for_each(|name| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    let table = simulator.table();
    let mut version = 0;
    // SAFETY: the version is written to a live local.
    answered(unsafe { table.cuDriverGetVersion.ok_or("no cuDriverGetVersion")?(&raw mut version) })?;
    let simulated = names.iter().filter(|name| simulator.simulates(name)).count();
    println!("driver       CUDA {}", CudaVersion::from_raw(version.unsigned_abs()));
    println!("simulated    {simulated} of {} entry points; the others answer CUDA_ERROR_NOT_SUPPORTED", names.len());
    println!("kernels      PTX; machine code is not run");
    // SAFETY: it takes any number.
    let init = unsafe { table.cuInit.ok_or("no cuInit")?(0) };
    if init != CUresult::CUDA_SUCCESS {
        println!("devices      none: cuInit answers {init}");
        return Ok(ExitCode::SUCCESS);
    }
    let mut count = 0;
    // SAFETY: the count is written to a live local.
    answered(unsafe { table.cuDeviceGetCount.ok_or("no cuDeviceGetCount")?(&raw mut count) })?;
    (0..count).try_for_each(|ordinal| describe(&table, ordinal))?;
    Ok(ExitCode::SUCCESS)
}

fn answered(code: CUresult) -> Result<(), String> {
    if code == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(format!("the driver answers {code}")) }
}

fn describe(table: &DriverTable, ordinal: c_int) -> Result<(), String> {
    let (mut device, mut name, mut byte_len, mut uuid) = (0, [0; 256], 0, CUuuid::default());
    // SAFETY: the device is written to a live local.
    answered(unsafe { table.cuDeviceGet.ok_or("no cuDeviceGet")?(&raw mut device, ordinal) })?;
    // SAFETY: the name has room for 256 bytes.
    answered(unsafe { table.cuDeviceGetName.ok_or("no cuDeviceGetName")?(name.as_mut_ptr(), 256, device) })?;
    // SAFETY: the size is written to a live local.
    answered(unsafe { table.cuDeviceTotalMem_v2.ok_or("no cuDeviceTotalMem_v2")?(&raw mut byte_len, device) })?;
    // SAFETY: the UUID is written to a live local.
    answered(unsafe { table.cuDeviceGetUuid_v2.ok_or("no cuDeviceGetUuid_v2")?(&raw mut uuid, device) })?;
    let attribute = |attribute| {
        let mut value = 0;
        // SAFETY: the value is written to a live local.
        let code =
            unsafe { table.cuDeviceGetAttribute.ok_or("no cuDeviceGetAttribute")?(&raw mut value, attribute, device) };
        answered(code).map(|()| value)
    };
    // SAFETY: the driver has written text that ends with a NUL.
    let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy();
    let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
    let mebibytes = byte_len >> 20;
    println!(
        "device {ordinal}     {name}: compute capability {major}.{minor}, {mebibytes} MiB, {processors} multiprocessors"
    );
    let hex: String = uuid.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("             UUID GPU-{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    Ok(())
}
