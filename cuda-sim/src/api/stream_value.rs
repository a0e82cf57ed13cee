//! Operations of streams on values in memory: waits, writes and lists of both.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;

use cuda_sys::{
    CUdeviceptr, CUresult, CUstream, CUstreamAtomicReductionDataType as Width,
    CUstreamAtomicReductionOpType as Reduction, CUstreamBatchMemOpParams, CUstreamBatchMemOpType as Kind, cuuint32_t,
    cuuint64_t,
};

use crate::api::call::entry;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::engine::value::{Change, Condition, Place, Value, ValueWait, ValueWrite};
use crate::engine::watch::Watch;
use crate::name::Name;
use crate::world::stream::Target;
use crate::world::world::World;

/// Of a wait: look at what other devices wrote as well. Devices here cannot.
const FLUSH: c_uint = 1 << 30;
/// Of a write: what came before on the stream need not be seen with the value.
const NO_BARRIER: c_uint = 1;
/// The most operations of a list.
const MOST: c_uint = 256;

/// Where the client's value is.
fn place(world: &World, address: CUdeviceptr, value: Value, what: &str) -> Result<Place, CUresult> {
    let len = value.byte_len();
    if !address.is_multiple_of(len as u64) {
        return Err(code::INVALID_VALUE);
    }
    let memory = submit::device(world, address, len, what)?;
    let offset = usize::try_from(address - memory.range.base).map_err(|_| code::INVALID_VALUE)?;
    Ok(Place { memory, offset })
}

fn wait(world: &World, address: CUdeviceptr, value: Value, flags: c_uint) -> Result<Op, CUresult> {
    let condition = match flags & !FLUSH {
        0 => Condition::AtLeast,
        1 => Condition::Equal,
        2 => Condition::And,
        3 => Condition::Nor,
        _ => return Err(code::INVALID_VALUE),
    };
    if flags & FLUSH != 0 {
        return Err(code::NOT_SUPPORTED);
    }
    let place = place(world, address, value, "a wait for a value")?;
    Ok(Op::Await(Watch::Value(ValueWait { place, value, condition })))
}

fn write(world: &World, address: CUdeviceptr, value: Value, flags: c_uint) -> Result<Op, CUresult> {
    if flags & !NO_BARRIER != 0 {
        return Err(code::INVALID_VALUE);
    }
    let place = place(world, address, value, "a write of a value")?;
    Ok(Op::Write(ValueWrite { place, value, how: Change::Set, is_barrier: flags & NO_BARRIER == 0 }))
}

macro_rules! values {
    ($($name:ident = $what:ident $size:ident($ty:ty);)*) => { $(
        pub(crate) unsafe extern "C" fn $name(
            stream: CUstream,
            address: CUdeviceptr,
            value: $ty,
            flags: c_uint,
        ) -> CUresult {
            entry(Name::$name).on_stream(stream, |target| {
                let world = &target.context.world;
                submit::queue(target, $what(world, address, Value::$size(value), flags)?).map(drop)
            })
        }
    )* };
}

values! {
    cuStreamWaitValue32 = wait Narrow(cuuint32_t);
    cuStreamWaitValue32_v2 = wait Narrow(cuuint32_t);
    cuStreamWaitValue64 = wait Wide(cuuint64_t);
    cuStreamWaitValue64_v2 = wait Wide(cuuint64_t);
    cuStreamWriteValue32 = write Narrow(cuuint32_t);
    cuStreamWriteValue32_v2 = write Narrow(cuuint32_t);
    cuStreamWriteValue64 = write Wide(cuuint64_t);
    cuStreamWriteValue64_v2 = write Wide(cuuint64_t);
}

/// Reads one operation of a list.
fn one(world: &World, it: &CUstreamBatchMemOpParams) -> Result<Op, CUresult> {
    // SAFETY: every member begins with the kind, which may be read as the number it is.
    let kind = unsafe { it.operation };
    // SAFETY: of waits and writes, which have the same fields in the same places, the client filled in this member; of other kinds
    // none of it is read.
    let value = unsafe { &it.waitValue };
    // SAFETY: the client filled in the half that goes with the kind; any bytes are a number.
    let narrow = || Value::Narrow(unsafe { value.__bindgen_anon_1.value });
    // SAFETY: as above.
    let wide = || Value::Wide(unsafe { value.__bindgen_anon_1.value64 });
    match kind {
        Kind::CU_STREAM_MEM_OP_WAIT_VALUE_32 => wait(world, value.address, narrow(), value.flags),
        Kind::CU_STREAM_MEM_OP_WAIT_VALUE_64 => wait(world, value.address, wide(), value.flags),
        Kind::CU_STREAM_MEM_OP_WRITE_VALUE_32 => write(world, value.address, narrow(), value.flags),
        Kind::CU_STREAM_MEM_OP_WRITE_VALUE_64 => write(world, value.address, wide(), value.flags),
        Kind::CU_STREAM_MEM_OP_BARRIER => {
            // SAFETY: for this kind the client filled in this member.
            let flags = unsafe { it.memoryBarrier.flags };
            // Of the whole system, or of the device. What a stream did is seen by what it does next in any case.
            if flags > 1 { Err(code::INVALID_VALUE) } else { Ok(Op::Join) }
        }
        // SAFETY: for this kind the client filled in this member.
        Kind::CU_STREAM_MEM_OP_ATOMIC_REDUCTION => reduce(world, unsafe { &it.atomicReduction }),
        Kind::CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES => Err(code::NOT_SUPPORTED),
        _ => Err(code::INVALID_VALUE),
    }
}

type ReductionParams = cuda_sys::CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st;

fn reduce(world: &World, it: &ReductionParams) -> Result<Op, CUresult> {
    let how = match it.reductionOp {
        Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_OR => Change::Or,
        Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_AND => Change::And,
        Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_ADD => Change::Add,
        _ => return Err(code::INVALID_VALUE),
    };
    let value = match it.dataType {
        // The upper half means nothing here.
        Width::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32 => Value::Narrow(it.value as u32),
        Width::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64 => Value::Wide(it.value),
        _ => return Err(code::INVALID_VALUE),
    };
    if it.flags != 0 {
        return Err(code::INVALID_VALUE);
    }
    let place = place(world, it.address, value, "a reduction")?;
    Ok(Op::Write(ValueWrite { place, value, how, is_barrier: true }))
}

fn batch(target: &Target, count: c_uint, list: *const CUstreamBatchMemOpParams, flags: c_uint) -> Answer {
    if list.is_null() || count == 0 || count > MOST || flags != 0 {
        return Err(code::INVALID_VALUE);
    }
    let world = &target.context.world;
    // SAFETY: the client passes a list of that many operations (not null, checked above).
    let list = unsafe { std::slice::from_raw_parts(list, count as usize) };
    // All of them or none.
    let ops: Vec<Op> = list.iter().map(|it| one(world, it)).collect::<Result<_, _>>()?;
    ops.into_iter().try_for_each(|op| submit::queue(target, op).map(drop))
}

macro_rules! batches {
    ($($name:ident)*) => { $(
        pub(crate) unsafe extern "C" fn $name(
            stream: CUstream,
            count: c_uint,
            list: *mut CUstreamBatchMemOpParams,
            flags: c_uint,
        ) -> CUresult {
            entry(Name::$name).on_stream(stream, |target| batch(target, count, list, flags))
        }
    )* };
}

batches! { cuStreamBatchMemOp cuStreamBatchMemOp_v2 }
