//! Places that the client names: a device, the host, a node of it.
#![expect(unsafe_code, reason = "reads a union of the ABI's")]

use cuda_sys::{CU_DEVICE_CPU, CUdevice, CUdevice_attribute, CUmemLocation, CUmemLocationType as Type, CUresult};

use crate::code;
use crate::memory::managed::Location;
use crate::world::slot;
use crate::world::world::World;

/// The device of a number, which is one of this simulator's.
pub(crate) fn device(world: &World, number: CUdevice) -> Result<usize, CUresult> {
    let found = slot::device(number).filter(|(there, _)| there.id == world.id);
    found.map(|(_, ordinal)| ordinal).ok_or(code::INVALID_DEVICE)
}

/// A device that managed memory may be moved to; others are no device for that.
fn managing_device(world: &World, number: CUdevice) -> Result<Location, CUresult> {
    let ordinal = device(world, number)?;
    let accesses = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
    let can = world.devices[ordinal].profile.value(accesses, ordinal).unwrap_or(0) != 0;
    if can { Ok(Location::Device(number)) } else { Err(code::INVALID_DEVICE) }
}

/// A place that is a device's number, or stands for the host.
pub(crate) fn of_number(world: &World, number: CUdevice) -> Result<Location, CUresult> {
    if number == CU_DEVICE_CPU {
        return Ok(Location::Host);
    }
    managing_device(world, number)
}

/// The number in a location: a device's, or a node's.
pub(crate) fn id(location: &CUmemLocation) -> i32 {
    // SAFETY: every member of the union may be read as a number.
    unsafe { location.__bindgen_anon_1.id }
}

/// A place that the client describes.
pub(crate) fn of(world: &World, location: &CUmemLocation) -> Result<Location, CUresult> {
    match location.type_ {
        Type::CU_MEM_LOCATION_TYPE_DEVICE => managing_device(world, id(location)),
        Type::CU_MEM_LOCATION_TYPE_HOST => Ok(Location::Host),
        // There is one node here, number 0.
        Type::CU_MEM_LOCATION_TYPE_HOST_NUMA if id(location) == 0 => Ok(Location::Node(0)),
        Type::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(Location::Node(0)),
        _ => Err(code::INVALID_VALUE),
    }
}

/// The device that a location must be: a bad kind is a bad value, and a bad number is a bad device.
pub(crate) fn device_of(world: &World, location: &CUmemLocation) -> Result<usize, CUresult> {
    if location.type_ != Type::CU_MEM_LOCATION_TYPE_DEVICE {
        return Err(code::INVALID_VALUE);
    }
    device(world, id(location))
}
