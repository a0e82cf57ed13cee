//! What was said of managed memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;

use cuda_sys::{
    CU_DEVICE_CPU, CU_DEVICE_INVALID, CUdeviceptr, CUmem_range_attribute, CUmemLocationType as Type, CUresult,
};

use crate::api::call::entry;
use crate::api::managed;
use crate::code::{self, Answer};
use crate::memory::managed::{Advice, Location};
use crate::memory::range::Addresses;
use crate::name::Name;
use crate::world::world::World;

/// What `of` finds on every page, if it is the same.
fn same<T: PartialEq>(said: &[Advice], of: impl Fn(&Advice) -> T) -> Option<T> {
    let mut all = said.iter().map(of);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// A location as one number.
fn number(place: Option<Location>) -> i32 {
    match place {
        Some(Location::Device(number)) => number,
        Some(Location::Host | Location::Node(_)) => CU_DEVICE_CPU,
        None => CU_DEVICE_INVALID,
    }
}

/// A location as its kind, and the number that goes with it.
fn kind_and_id(place: Option<Location>) -> (i32, i32) {
    let (kind, id) = match place {
        Some(Location::Device(number)) => (Type::CU_MEM_LOCATION_TYPE_DEVICE, number),
        Some(Location::Host) => (Type::CU_MEM_LOCATION_TYPE_HOST, 0),
        Some(Location::Node(node)) => (Type::CU_MEM_LOCATION_TYPE_HOST_NUMA, node),
        None => (Type::CU_MEM_LOCATION_TYPE_INVALID, 0),
    };
    // Kinds are small numbers.
    (kind.0.cast_signed(), id)
}

/// The answer to one attribute, as the numbers that it consists of; `room` is how many the client has a place for.
fn answer(said: &[Advice], attribute: CUmem_range_attribute, room: usize) -> Result<Vec<i32>, CUresult> {
    use CUmem_range_attribute as A;
    let preferred = || same(said, |advice| advice.preferred).flatten();
    let prefetched = || same(said, |advice| advice.prefetched).flatten();
    let one = match attribute {
        A::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => i32::from(said.iter().all(|advice| advice.is_read_mostly)),
        A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => number(preferred()),
        A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => number(prefetched()),
        A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE => kind_and_id(preferred()).0,
        A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID => kind_and_id(preferred()).1,
        A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE => kind_and_id(prefetched()).0,
        A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID => kind_and_id(prefetched()).1,
        A::CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY => {
            // Only who was named for every page; what is left of the place says that there is nobody more.
            let on_all = |number: &i32| said.iter().all(|advice| advice.accessed_by.contains(number));
            let first = said.first().into_iter().flat_map(|advice| &advice.accessed_by).copied();
            let mut numbers: Vec<i32> = first.filter(on_all).take(room).collect();
            numbers.resize(room, CU_DEVICE_INVALID);
            return Ok(numbers);
        }
        _ => return Err(code::INVALID_VALUE),
    };
    if room == 1 { Ok(vec![one]) } else { Err(code::INVALID_VALUE) }
}

/// # Safety
/// `place` is null or a place for `size` bytes.
unsafe fn answer_to(
    world: &World,
    (place, size): (*mut c_void, usize),
    attribute: CUmem_range_attribute,
    (address, len): (CUdeviceptr, usize),
) -> Answer {
    const NUMBER: usize = size_of::<i32>();
    let memory = managed::find(world, address, len)?;
    if place.is_null() || size == 0 || !size.is_multiple_of(NUMBER) {
        return Err(code::INVALID_VALUE);
    }
    let pages = memory.pages.as_ref().ok_or(code::INVALID_VALUE)?;
    let numbers = answer(&pages.of(Addresses::new(address, len as u64)), attribute, size / NUMBER)?;
    // SAFETY: the caller promises `size` bytes, and there are as many numbers as fit; bytes need no alignment.
    unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), place.cast(), numbers.len() * NUMBER) };
    Ok(())
}

pub(crate) unsafe extern "C" fn cuMemRangeGetAttribute(
    place: *mut c_void,
    size: usize,
    attribute: CUmem_range_attribute,
    address: CUdeviceptr,
    len: usize,
) -> CUresult {
    entry(Name::cuMemRangeGetAttribute).on_current(|context| {
        // SAFETY: the client passes a place for so many bytes, or null.
        unsafe { answer_to(&context.world, (place, size), attribute, (address, len)) }
    })
}

pub(crate) unsafe extern "C" fn cuMemRangeGetAttributes(
    places: *mut *mut c_void,
    sizes: *mut usize,
    attributes: *mut CUmem_range_attribute,
    count: usize,
    address: CUdeviceptr,
    len: usize,
) -> CUresult {
    entry(Name::cuMemRangeGetAttributes).on_current(|context| {
        if places.is_null() || sizes.is_null() || attributes.is_null() || count == 0 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes `count` places (not null, checked above).
        let places = unsafe { std::slice::from_raw_parts(places, count) };
        // SAFETY: as above, sizes.
        let sizes = unsafe { std::slice::from_raw_parts(sizes, count) };
        // SAFETY: as above, attributes.
        let attributes = unsafe { std::slice::from_raw_parts(attributes, count) };
        places.iter().zip(sizes).zip(attributes).try_for_each(|((place, size), attribute)| {
            // SAFETY: each place is one for as many bytes as its size says.
            unsafe { answer_to(&context.world, (*place, *size), *attribute, (address, len)) }
        })
    })
}
