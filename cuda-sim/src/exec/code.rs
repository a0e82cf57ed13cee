//! The bytecode that the interpreter runs: typed operations on register planes, every operand resolved.
//!
//! A warp keeps its registers by width: predicates (one `u32` of lane bits each), a 32-bit plane that also holds 8- and
//! 16-bit values zero-extended, and a 64-bit plane. Constants and special registers are registers too, filled before a
//! warp starts, so an operand is always an index.

use super::bits::BitOp;
use super::collective::Collective;
use super::conversion::Conversion;
use super::float::FloatMode;
use super::half::{HalfMode, HalfOp};
use super::scalar::CompareKind;

/// A register of the 32-bit plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct R32(pub(crate) u16);

/// A register of the 64-bit plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct R64(pub(crate) u16);

/// A predicate register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pred(pub(crate) u16);

/// The predicate that is always true.
pub(crate) const ALWAYS: Pred = Pred(0);
/// Where discarded results go, in each plane.
pub(crate) const SINK_PRED: Pred = Pred(1);
/// Where discarded 32-bit results go.
pub(crate) const SINK32: R32 = R32(0);
/// Where discarded 64-bit results go.
pub(crate) const SINK64: R64 = R64(0);

/// A register of any plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reg {
    /// Predicate.
    Pred(Pred),
    /// 32-bit plane.
    R32(R32),
    /// 64-bit plane.
    R64(R64),
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instr {
    /// Lanes where this predicate, after `flip`, is set take part.
    pub(crate) guard: Pred,
    /// All ones for a negated guard.
    pub(crate) flip: u32,
    /// What to do.
    pub(crate) op: Op,
}

/// Integer operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX instruction of the same name; U and S tell the signs apart.
pub(crate) enum IntOp {
    Add,
    Sub,
    MulLo,
    MulHiU,
    MulHiS,
    DivU,
    DivS,
    RemU,
    RemS,
    MinU,
    MinS,
    MaxU,
    MaxS,
    And,
    Or,
    Xor,
    AddSat,
    SubSat,
    Shl,
    ShrU,
    ShrS,
    Mul24LoU,
    Mul24LoS,
    Mul24HiU,
    Mul24HiS,
}

/// Integer operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX instruction of the same name.
pub(crate) enum IntUnary {
    Neg,
    Abs,
    Not,
    Cnot,
    Clz,
    Popc,
    Brev,
}

/// Which part of a product a multiply-add keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// The PTX modifiers of the same names; Sat is `.hi.sat.s32`.
pub(crate) enum MadPart {
    Lo,
    HiU,
    HiS,
    HiSatS,
}

/// Floating-point operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX instruction of the same name.
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    DivApprox,
    DivFull,
    Min,
    Max,
    MinNan,
    MaxNan,
    Copysign,
}

/// Floating-point operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX instruction of the same name.
pub(crate) enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    SqrtApprox,
    Rcp,
    RcpApprox,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
}

/// What `testp` asks. Each variant is the PTX word of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// Operations on predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX instruction of the same name.
pub(crate) enum PredOp {
    And,
    Or,
    Xor,
    Not,
    Mov,
}

/// How `setp` combines its comparison with a third predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Combine {
    /// The boolean operation.
    pub(crate) op: PredOp,
    /// The third predicate.
    pub(crate) with: Pred,
    /// All ones when that is negated.
    pub(crate) flip: u32,
}

/// Where a memory instruction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The address says it.
    Generic,
    /// Device memory, constant memory included.
    Global,
    /// The block's shared memory.
    Shared,
    /// The thread's local memory.
    Local,
    /// The thread's local memory, counted from the frame of the running function.
    Frame,
    /// The kernel's parameters.
    Param,
}

/// Memory order of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Weak, volatile or relaxed.
    Relaxed,
    /// Later accesses stay behind it.
    Acquire,
    /// Earlier accesses stay before it.
    Release,
    /// Both.
    AcqRel,
}

/// What a load or store moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// Where.
    pub(crate) space: Space,
    /// Size of one element in memory: 1, 2, 4 or 8.
    pub(crate) byte_len: u8,
    /// Elements: 1, 2 or 4.
    pub(crate) count: u8,
    /// Whether a narrow load extends the sign.
    pub(crate) signed: bool,
    /// Size of the register: 8, 16 or 32 (32-bit plane), 64 (64-bit plane).
    pub(crate) register_bits: u8,
    /// Memory order.
    pub(crate) order: Order,
}

/// An address: a register and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Whether the register is of the 64-bit plane.
    pub(crate) wide: bool,
    /// Register index.
    pub(crate) base: u16,
    /// Added to it, in the width of the register.
    pub(crate) offset: i32,
}

/// Read-modify-write operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX operation of the same name.
pub(crate) enum AtomicOp {
    Add,
    AddF32,
    AddF64,
    AddF16,
    AddBf16,
    MinU,
    MinS,
    MaxU,
    MaxS,
    And,
    Or,
    Xor,
    Exch,
    Cas,
    Inc,
    Dec,
}

/// An atomic instruction; `reds` write to the sink.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Atomic {
    /// What.
    pub(crate) op: AtomicOp,
    /// Where.
    pub(crate) space: Space,
    /// Whether it works on 64 bits (else 32, or 16 for `cas`).
    pub(crate) byte_len: u8,
    /// Memory order.
    pub(crate) order: Order,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
// Fields are registers: d is written, a, b and c are read.
pub(crate) enum Op {
    /// Operation on 32-bit registers, 16-bit values included.
    Int32 { op: IntOp, d: R32, a: R32, b: R32 },
    /// Operation on 16-bit values.
    Int16 { op: IntOp, d: R32, a: R32, b: R32 },
    /// Operation on 64-bit registers.
    Int64 { op: IntOp, d: R64, a: R64, b: R64 },
    /// Shift of a 64-bit register.
    Shift64 { op: IntOp, d: R64, a: R64, b: R32 },
    /// Operation of one operand on 32 bits or, with `half`, on 16.
    IntUnary32 { op: IntUnary, half: bool, d: R32, a: R32 },
    /// Operation of one operand on 64 bits.
    IntUnary64 { op: IntUnary, d: R64, a: R64 },
    /// `clz` and `popc` of 64 bits.
    Count64 { op: IntUnary, d: R32, a: R64 },
    /// Multiply-add on 16 or 32 bits.
    Mad32 { part: MadPart, half: bool, d: R32, a: R32, b: R32, c: R32 },
    /// Multiply-add on 64 bits.
    Mad64 { part: MadPart, d: R64, a: R64, b: R64, c: R64 },
    /// 32 by 32 to 64 bits.
    MulWide { signed: bool, d: R64, a: R32, b: R32 },
    /// 32 by 32 to 64 bits, plus 64.
    MadWide { signed: bool, d: R64, a: R32, b: R32, c: R64 },
    /// 16 by 16 to 32 bits, plus 32 (the zero constant for `mul.wide`).
    MadWide16 { signed: bool, d: R32, a: R32, b: R32, c: R32 },
    /// f32 operation.
    F32 { op: FloatOp, mode: FloatMode, d: R32, a: R32, b: R32 },
    /// f64 operation.
    F64 { op: FloatOp, mode: FloatMode, d: R64, a: R64, b: R64 },
    /// f32 fused multiply-add.
    Fma32 { mode: FloatMode, d: R32, a: R32, b: R32, c: R32 },
    /// f64 fused multiply-add.
    Fma64 { mode: FloatMode, d: R64, a: R64, b: R64, c: R64 },
    /// Operation on 16-bit floats.
    Half { op: HalfOp, mode: HalfMode, d: R32, a: R32, b: R32, c: R32 },
    /// f32 operation of one operand.
    FloatUnary32 { op: FloatUnary, mode: FloatMode, d: R32, a: R32 },
    /// f64 operation of one operand.
    FloatUnary64 { op: FloatUnary, mode: FloatMode, d: R64, a: R64 },
    /// Comparison of the 32-bit plane: d gets it, q its complement, each combined.
    Compare32 { kind: CompareKind, d: Pred, q: Pred, a: R32, b: R32, combine: Option<Combine> },
    /// Comparison of the 64-bit plane.
    Compare64 { kind: CompareKind, d: Pred, q: Pred, a: R64, b: R64, combine: Option<Combine> },
    /// `testp` of the 32-bit or, if wide, the 64-bit plane.
    Classify { what: Class, wide: bool, d: Pred, a: u16 },
    /// Operation on predicates.
    Predicate { op: PredOp, d: Pred, a: Pred, b: Pred },
    /// d = p ? a : b
    Select32 { d: R32, a: R32, b: R32, p: Pred },
    /// d = p ? a : b
    Select64 { d: R64, a: R64, b: R64, p: Pred },
    /// Copy.
    Mov32 { d: R32, a: R32 },
    /// Copy.
    Mov64 { d: R64, a: R64 },
    /// Two 32-bit values into one of 64.
    Pack64 { d: R64, low: R32, high: R32 },
    /// And back.
    Unpack64 { low: R32, high: R32, a: R64 },
    /// Two 16-bit values into one of 32.
    Pack32 { d: R32, low: R32, high: R32 },
    /// And back.
    Unpack32 { low: R32, high: R32, a: R32 },
    /// 32 to 64 bits.
    Widen { signed: bool, d: R64, a: R32 },
    /// 64 to 32 bits.
    Narrow { d: R32, a: R64 },
    /// Any other conversion; `wide_d` and `wide_a` tell which registers are of the 64-bit plane.
    Convert { how: Conversion, wide_d: bool, wide_a: bool, d: u16, a: u16 },
    /// Bit operation on 32-bit registers; e is the fourth operand.
    Bits32 { op: BitOp, d: R32, a: R32, b: R32, c: R32, e: R32 },
    /// Bit operation on 64-bit registers, position and length in 32.
    Bits64 { op: BitOp, d: R64, a: R64, b: R64, c: R32, e: R32 },
    /// Addition, or subtraction, of 32 bits with carry in and out.
    Carry32 { subtract: bool, d: R32, a: R32, b: R32, carry_in: Pred, carry_out: Pred },
    /// The same of 64 bits.
    Carry64 { subtract: bool, d: R64, a: R64, b: R64, carry_in: Pred, carry_out: Pred },
    /// Exchange among the lanes of the warp.
    Exchange(Collective),
    /// The lanes that run this together.
    ActiveMask { d: R32 },
    /// Whether a generic address is in a space.
    IsSpace { space: Space, d: Pred, a: R64 },
    /// Adds the base of an address window.
    ToGeneric { space: Space, d: R64, a: R64 },
    /// Takes it away.
    FromGeneric { space: Space, d: R64, a: R64 },
    /// Address of a byte in the running function's frame.
    FrameAddress { d: R64, offset: u32 },
    /// Load.
    Load { access: Access, address: Address, d: [u16; 4] },
    /// Store.
    Store { access: Access, address: Address, a: [u16; 4] },
    /// Atomic on the 32-bit plane.
    Atomic32 { how: Atomic, address: Address, d: R32, b: R32, c: R32 },
    /// Atomic on the 64-bit plane.
    Atomic64 { how: Atomic, address: Address, d: R64, b: R64, c: R64 },
    /// `fence` and `membar`.
    Fence,
    /// Instructions run so far.
    Clock { d: R64 },
    /// Jump.
    Branch { target: u32 },
    /// Jump by index into a table of targets.
    BranchIndexed { table: u32, index: R32 },
    /// Call; the index is into the table of call sites.
    Call { site: u32 },
    /// Return from a function.
    Return,
    /// End of the thread.
    Exit,
    /// End of the context.
    Trap,
    /// Barrier of the block; the index is into the table of barrier sites.
    Barrier { site: u32 },
    /// Barrier of the warp.
    WarpBarrier { mask: R32 },
    /// Lets other threads run.
    Yield,
    /// Anything rare or large; the index is into the image's table of machines.
    Machine { site: u32 },
}
