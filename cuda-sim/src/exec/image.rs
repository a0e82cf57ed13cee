//! A kernel as the interpreter takes it: code, and what to fill in before it runs.

use super::barrier::BarrierSite;
use super::code::{Instr, Pred, R32, R64, Reg};
use super::machine::Machine;
use super::system::System;

/// Everything that one kernel needs to run, functions it calls included.
#[derive(Debug, Default)]
pub(crate) struct Image {
    /// The code; the kernel starts at zero.
    pub(crate) code: Vec<Instr>,
    /// Source line of each instruction.
    pub(crate) lines: Vec<u32>,
    /// Registers in the 32-bit plane.
    pub(crate) count32: u16,
    /// Registers in the 64-bit plane.
    pub(crate) count64: u16,
    /// Predicates.
    pub(crate) predicates: u16,
    /// 32-bit constants and special registers.
    pub(crate) presets32: Vec<(R32, Preset32)>,
    /// 64-bit constants and special registers.
    pub(crate) presets64: Vec<(R64, Preset64)>,
    /// Call instructions.
    pub(crate) calls: Vec<CallSite>,
    /// Barrier instructions.
    pub(crate) barriers: Vec<BarrierSite>,
    /// Targets of indexed branches.
    pub(crate) tables: Vec<Vec<u32>>,
    /// Variables in constant memory: their numbers among the module's globals, and their sizes.
    pub(crate) constants: Vec<(u32, u64)>,
    /// What the `Machine` instructions do.
    pub(crate) machines: Vec<Machine>,
    /// Functions that can be called, in the order of their slots.
    pub(crate) functions: Vec<FunctionSlot>,
    /// Local memory of the kernel itself.
    pub(crate) frame_byte_len: u32,
}

impl Image {
    /// Whether the code calls a function of the driver's.
    pub(crate) fn calls(&self, system: System) -> bool {
        self.machines.iter().any(|machine| matches!(machine, Machine::System(site) if site.system == system))
    }
}

/// What a 32-bit register holds when a warp starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preset32 {
    /// A constant.
    Value(u32),
    /// A special register.
    Special(Special),
}

/// What a 64-bit register holds when a warp starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preset64 {
    /// A constant.
    Value(u64),
    /// The address of a global of the module, and an addend.
    Global(u32, i64),
    /// Where dynamic shared memory starts plus an addend.
    DynamicShared(i64),
    /// A special register.
    Special(Special),
}

/// A special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Each variant is the PTX special register of the same name; the number is the axis.
pub(crate) enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    WarpCount,
    SmId,
    SmCount,
    GridId,
    LaneMaskEq,
    LaneMaskLe,
    LaneMaskLt,
    LaneMaskGe,
    LaneMaskGt,
    DynamicSharedLen,
    TotalSharedLen,
    /// A word of the environment of the launch; 1 and 2 are the halves of the address of the grid's workspace.
    Environment(u8),
    /// The same in every launch.
    Fixed(u32),
}

/// A function inside an image.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionSlot {
    /// Index of the function in its module; calls by address name it.
    pub(crate) module_index: u32,
    /// Where it starts.
    pub(crate) entry: u32,
    /// Size of its frame in local memory.
    pub(crate) frame_byte_len: u32,
    /// Its registers, saved when it is called while already running in the same thread.
    pub(crate) registers: Vec<Reg>,
    /// Where parameters arrive.
    pub(crate) params: Vec<Place>,
    /// Where results leave.
    pub(crate) returns: Vec<Place>,
}

/// Where a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a register.
    Register(Reg),
    /// In the frame.
    Frame {
        /// Byte offset from the frame's start.
        offset: u32,
        /// Size in bytes.
        byte_len: u32,
    },
}

/// A call instruction.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    /// Who is called.
    pub(crate) callee: Callee,
    /// What is passed.
    pub(crate) args: Vec<Place>,
    /// Where results go.
    pub(crate) returns: Vec<Place>,
    /// Size of the caller's frame.
    pub(crate) frame_byte_len: u32,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// The slot of a function.
    Slot(u32),
    /// The function whose address is in a register.
    Address(R64),
}

/// The address of a module's function, as `mov` gives it.
pub(crate) fn function_address(module_index: u32) -> u64 {
    FUNCTION_BASE + u64::from(module_index) * FUNCTION_STRIDE
}

/// The module index behind a function's address.
pub(crate) fn function_at(address: u64) -> Option<u32> {
    let distance = address.checked_sub(FUNCTION_BASE)?;
    if distance % FUNCTION_STRIDE != 0 {
        return None;
    }
    u32::try_from(distance / FUNCTION_STRIDE).ok()
}

/// Below every device allocation and outside every address window.
const FUNCTION_BASE: u64 = 0x0001_0300_0000_0000;
const FUNCTION_STRIDE: u64 = 16;

/// The predicate register as a register of any plane.
impl From<Pred> for Reg {
    fn from(register: Pred) -> Self {
        Self::Pred(register)
    }
}

impl From<R32> for Reg {
    fn from(register: R32) -> Self {
        Self::R32(register)
    }
}

impl From<R64> for Reg {
    fn from(register: R64) -> Self {
        Self::R64(register)
    }
}
