//! Devices: what they are called and what they can do.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_int};

use cuda_sys::{
    CUdevice, CUdevice_P2PAttribute, CUdevice_attribute, CUdevice_attribute as Attribute, CUresult, CUuuid,
};

use crate::api::call::{Entry, entry};
use crate::api::out::{put, put_text};
use crate::code;
use crate::name::Name;

pub(crate) unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, len: c_int, device: CUdevice) -> CUresult {
    entry(Name::cuDeviceGetName).on_device(device, |world, ordinal| {
        let len = usize::try_from(len).map_err(|_| code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for `len` bytes, or null.
        unsafe { put_text(name, len, world.devices[ordinal].profile.name_text()) }
    })
}

fn get_uuid(entry: Entry, place: *mut CUuuid, device: CUdevice) -> CUresult {
    entry.on_device(device, |world, ordinal| {
        let bytes = world.devices[ordinal].profile.uuid(ordinal);
        let uuid = CUuuid { bytes: bytes.map(|byte| c_char::from_ne_bytes([byte])) };
        // SAFETY: the client passes a place for the UUID, or null.
        unsafe { put(place, uuid) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetUuid(place: *mut CUuuid, device: CUdevice) -> CUresult {
    get_uuid(entry(Name::cuDeviceGetUuid), place, device)
}

pub(crate) unsafe extern "C" fn cuDeviceGetUuid_v2(place: *mut CUuuid, device: CUdevice) -> CUresult {
    get_uuid(entry(Name::cuDeviceGetUuid_v2), place, device)
}

pub(crate) unsafe extern "C" fn cuDeviceTotalMem_v2(byte_len: *mut usize, device: CUdevice) -> CUresult {
    entry(Name::cuDeviceTotalMem_v2).on_device(device, |world, ordinal| {
        let total = usize::try_from(world.devices[ordinal].profile.memory_byte_len()).unwrap_or(usize::MAX);
        // SAFETY: the client passes a place for the size, or null.
        unsafe { put(byte_len, total) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: CUdevice_attribute,
    device: CUdevice,
) -> CUresult {
    entry(Name::cuDeviceGetAttribute).on_device(device, |world, ordinal| {
        let found = world.devices[ordinal].profile.value(attribute, ordinal).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(value, found) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceComputeCapability(
    major: *mut c_int,
    minor: *mut c_int,
    device: CUdevice,
) -> CUresult {
    entry(Name::cuDeviceComputeCapability).on_device(device, |world, ordinal| {
        let value = |attribute| world.devices[ordinal].profile.value(attribute, ordinal).ok_or(code::INVALID_VALUE);
        let found = value(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(major, found)? };
        let found = value(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        // SAFETY: as above.
        unsafe { put(minor, found) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetPCIBusId(text: *mut c_char, len: c_int, device: CUdevice) -> CUresult {
    entry(Name::cuDeviceGetPCIBusId).on_device(device, |world, ordinal| {
        let len = usize::try_from(len).map_err(|_| code::INVALID_VALUE)?;
        let bus = world.devices[ordinal].profile.place(ordinal) + 1;
        // SAFETY: the client passes a place for `len` bytes, or null.
        unsafe { put_text(text, len, &format!("0000:{bus:02X}:00.0")) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceCanAccessPeer(
    can_access: *mut c_int,
    device: CUdevice,
    peer: CUdevice,
) -> CUresult {
    entry(Name::cuDeviceCanAccessPeer).on_device(device, |world, ordinal| {
        let (other, peer) = crate::world::slot::device(peer).ok_or(code::INVALID_DEVICE)?;
        let can = other.id == world.id && peer != ordinal;
        // SAFETY: the client passes a place for the answer, or null.
        unsafe { put(can_access, c_int::from(can)) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetP2PAttribute(
    value: *mut c_int,
    attribute: CUdevice_P2PAttribute,
    device: CUdevice,
    peer: CUdevice,
) -> CUresult {
    use CUdevice_P2PAttribute as A;
    entry(Name::cuDeviceGetP2PAttribute).on_device(device, |world, ordinal| {
        let (other, peer) = crate::world::slot::device(peer).ok_or(code::INVALID_DEVICE)?;
        if other.id != world.id || peer == ordinal {
            return Err(code::INVALID_DEVICE);
        }
        let found = match attribute {
            A::CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED => 1,
            A::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK | A::CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED => 0,
            known if (1..=5).contains(&known.0) => 0,
            _ => return Err(code::INVALID_VALUE),
        };
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(value, found) }
    })
}
