//! The opcode table: what the simulator runs, and with which modifiers. Widening the simulator starts here.

use super::error::{Position, PtxError};
use super::modifiers::{
    APPROX, ATOMIC, BOOLEAN, CACHE, COMPARE, Classes, FTZ, NAN, NOFTZ, ORDER, PART, RELU, ROUND, ROUND_INTEGRAL, SAT,
    SPACE, TO, TYPE, UNI, VECTOR,
};
use super::types::ScalarType::{
    self, B8, B16, B32, B64, Bf16, Bf16x2, E4m3x2, E5m2x2, F16, F16x2, F32, F64, Pred, S8, S16, S32, S64, Tf32, U8,
    U16, U32, U64,
};
use crate::exec::code::{FloatOp, FloatUnary, IntOp, IntUnary, PredOp};
use crate::exec::half::HalfOp;

/// One way to use an opcode.
#[derive(Debug)]
pub(crate) struct Row {
    /// Base opcode.
    pub(crate) name: &'static str,
    /// Types of its first type modifier; empty if it has none.
    pub(crate) types: &'static [ScalarType],
    /// Modifier classes it takes.
    pub(crate) accepts: Classes,
    /// Modifiers that only it takes.
    pub(crate) words: &'static [&'static str],
    /// Fewest and most operands.
    pub(crate) operands: (usize, usize),
    /// How it becomes bytecode.
    pub(crate) rule: Rule,
}

/// How an instruction becomes bytecode.
#[derive(Clone, Copy, Debug)]
// Each variant is a PTX instruction, or the family that the operation in it names.
pub(crate) enum Rule {
    /// An integer operation, by signedness of the type.
    Int2(IntOp, IntOp),
    /// A shift, by signedness.
    Shift(IntOp, IntOp),
    /// A bitwise operation, and the same on predicates.
    Logic(IntOp, PredOp),
    Not,
    Int1(IntUnary),
    /// `clz` and `popc`.
    Count(IntUnary),
    Mul,
    Mul24,
    Mad24,
    Mad,
    Float2(FloatOp),
    Float1(FloatUnary),
    Fma,
    /// Arithmetic of 16-bit floats.
    Half(HalfOp),
    Div32,
    FloatMinMax(FloatOp, FloatOp),
    Setp,
    Set,
    Selp,
    Slct,
    Testp,
    Mov,
    Cvt,
    Cvta,
    Ld,
    St,
    Atom,
    Red,
    Bra,
    BrxIdx,
    Call,
    Ret,
    Exit,
    Trap,
    Bar,
    Fence,
    Nanosleep,
    Bfe,
    Bfi,
    Bfind,
    Bmsk,
    Szext,
    Fns,
    Prmt,
    Shf,
    Lop3,
    Sad,
    Dot,
    /// Addition and subtraction with carry; true subtracts.
    Carry(bool),
    MadCarry,
    Shfl,
    Vote,
    Match,
    Redux,
    ActiveMask,
    IsSpacep,
    /// `cp.async`
    Cp,
    Mbarrier,
    Mma,
    Wmma,
    Ldmatrix,
    Movmatrix,
    Tex,
    Tld4,
    /// `txq` and `suq`.
    ImageQuery,
    /// `suld`, `sust` and `sured`.
    Surface,
    CreatePolicy,
    Discard,
    /// Changes nothing here.
    Nothing,
}

const INT: &[ScalarType] = &[U16, U32, U64, S16, S32, S64];
const WIDE_INT: &[ScalarType] = &[U32, U64, S32, S64];
const HALVES: &[ScalarType] = &[F16, F16x2, Bf16, Bf16x2];
const SIGNED: &[ScalarType] = &[S16, S32, S64];
const BITS: &[ScalarType] = &[B16, B32, B64];
const WORDS: &[ScalarType] = &[B32, B64];
const SHIFTED: &[ScalarType] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64];
const LOGIC: &[ScalarType] = &[B16, B32, B64, Pred];
const MEMORY: &[ScalarType] = &[B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F32, F64];
const SELECTED: &[ScalarType] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64];
const COMPARED: &[ScalarType] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F16, F16x2, Bf16, Bf16x2, F32, F64];
const SET: &[ScalarType] = &[U16, S16, U32, S32, F16, F16x2, Bf16, Bf16x2, F32];
const MOVED: &[ScalarType] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64, Pred];
const CONVERTED: &[ScalarType] =
    &[U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, Bf16, Bf16x2, Tf32, E4m3x2, E5m2x2, F32, F64];
const ATOMS: &[ScalarType] = &[B16, B32, B64, U32, U64, S32, S64, F16, F16x2, Bf16, Bf16x2, F32, F64];

/// Words of `cvt`.
const CONVERT: &[&str] = &["rna", "satfinite", "pack", "u2", "s2", "u4", "s4"];
/// Words of the minimum and maximum of floats.
const XORSIGN: &[&str] = &["xorsign", "abs"];

/// Words of barriers.
const BARRIER: &[&str] = &["cta", "sync", "arrive", "red", "popc", "aligned", "warp", "and", "or"];

/// Words of `cp.async`.
const COPY: &[&str] = &[
    "async",
    "shared",
    "shared::cta",
    "global",
    "commit_group",
    "wait_group",
    "wait_all",
    "mbarrier",
    "arrive",
    "noinc",
    "L2::cache_hint",
];

/// Types of sums of products, and of matrices on their way from and to memory.
const SUMS: &[ScalarType] = &[F16, F32, F64, S32];
const FRAGMENTS: &[ScalarType] = &[F16, Bf16, Tf32, F32, F64, S8, U8, S32];

/// Words of instructions on matrices.
#[rustfmt::skip]
const MATRIX: &[&str] = &[
    "sync", "aligned", "row", "col", "trans", "load", "store", "mma", "a", "b", "c", "d", "x1", "x2", "x4",
    "tf32", "s4", "u4", "b1", "satfinite", "xor", "and", "popc", "m8n8",
    "m8n8k4", "m8n8k16", "m8n8k32", "m8n8k128", "m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m16n8k64", "m16n8k128",
    "m16n8k256", "m16n16k16", "m32n8k16", "m8n32k16", "m16n16k8",
];

/// Types that textures give, and that surfaces hold.
const TEXELS: &[ScalarType] = &[F32, U32, S32, F16, F16x2];
const SURFACES: &[ScalarType] = &[B8, B16, B32, B64];

/// Words of instructions on textures and surfaces.
#[rustfmt::skip]
const TEXTURE: &[&str] = &["1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms", "base", "level", "grad", "r", "g", "b", "a"];
#[rustfmt::skip]
const SURFACE: &[&str] =
    &["b", "p", "1d", "2d", "3d", "a1d", "a2d", "trap", "clamp", "zero", "add", "min", "max", "and", "or"];
#[rustfmt::skip]
const QUERY: &[&str] = &[
    "width", "height", "depth", "array_size", "num_mipmap_levels", "normalized_coords", "level", "channel_data_type", "channel_order",
    "memory_layout", "num_samples", "force_unnormalized_coords", "filter_mode", "addr_mode_0",
];

/// Words of `createpolicy`.
const POLICY: &[&str] = &["fractional", "range", "cvt", "L2"];

/// Words of `mbarrier`.
const MBARRIER: &[&str] =
    &["init", "inval", "arrive", "arrive_drop", "noComplete", "test_wait", "parity", "pending_count"];

const fn row(
    name: &'static str,
    types: &'static [ScalarType],
    accepts: Classes,
    operands: (usize, usize),
    rule: Rule,
) -> Row {
    Row { name, types, accepts, words: &[], operands, rule }
}

impl Row {
    const fn with(mut self, words: &'static [&'static str]) -> Self {
        self.words = words;
        self
    }
}

/// Everything that is simulated, by name. Where a name has several rows, the type picks one.
pub(crate) static TABLE: &[Row] = &[
    row("abs", SIGNED, TYPE, (2, 2), Rule::Int1(IntUnary::Abs)),
    row("abs", &[F32, F64], TYPE | FTZ, (2, 2), Rule::Float1(FloatUnary::Abs)),
    row("abs", HALVES, TYPE | FTZ, (2, 2), Rule::Half(HalfOp::Abs)),
    row("activemask", &[B32], TYPE, (1, 1), Rule::ActiveMask),
    row("add", INT, TYPE | SAT, (3, 3), Rule::Int2(IntOp::Add, IntOp::Add)).with(&["cc"]),
    row("add", &[F32, F64], TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Float2(FloatOp::Add)),
    row("add", HALVES, TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Half(HalfOp::Add)),
    row("addc", WIDE_INT, TYPE, (3, 3), Rule::Carry(false)).with(&["cc"]),
    row("and", LOGIC, TYPE, (3, 3), Rule::Logic(IntOp::And, PredOp::And)),
    row("applypriority", &[], SPACE | CACHE, (2, 2), Rule::Nothing),
    row("atom", ATOMS, TYPE | SPACE | ATOMIC | ORDER | NOFTZ, (3, 4), Rule::Atom).with(&["L2::cache_hint"]),
    row("bar", &[], 0, (1, 4), Rule::Bar).with(BARRIER),
    row("bar", &[Pred, U32], TYPE, (3, 4), Rule::Bar).with(BARRIER),
    row("barrier", &[], 0, (1, 4), Rule::Bar).with(BARRIER),
    row("barrier", &[Pred, U32], TYPE, (3, 4), Rule::Bar).with(BARRIER),
    row("bfe", WIDE_INT, TYPE, (4, 4), Rule::Bfe),
    row("bfi", WORDS, TYPE, (5, 5), Rule::Bfi),
    row("bfind", WIDE_INT, TYPE, (2, 2), Rule::Bfind).with(&["shiftamt"]),
    row("bmsk", &[B32], TYPE, (3, 3), Rule::Bmsk).with(&["clamp", "wrap"]),
    row("bra", &[], UNI, (1, 1), Rule::Bra),
    row("brev", WORDS, TYPE, (2, 2), Rule::Int1(IntUnary::Brev)),
    row("brkpt", &[], 0, (0, 0), Rule::Trap),
    row("brx", &[], UNI, (2, 2), Rule::BrxIdx).with(&["idx"]),
    row("call", &[], UNI, (1, 4), Rule::Call),
    row("clz", WORDS, TYPE, (2, 2), Rule::Count(IntUnary::Clz)),
    row("cnot", BITS, TYPE, (2, 2), Rule::Int1(IntUnary::Cnot)),
    row("copysign", &[F32, F64], TYPE, (3, 3), Rule::Float2(FloatOp::Copysign)),
    row("cos", &[F32], TYPE | APPROX | FTZ, (2, 2), Rule::Float1(FloatUnary::Cos)),
    row("cp", &[], CACHE, (0, 5), Rule::Cp).with(COPY),
    row("cp", &[B64], TYPE, (1, 1), Rule::Cp).with(COPY),
    row("createpolicy", &[B64], TYPE | SPACE | CACHE, (1, 4), Rule::CreatePolicy).with(POLICY),
    row("cvt", CONVERTED, TYPE | ROUND | ROUND_INTEGRAL | FTZ | SAT | RELU, (2, 4), Rule::Cvt).with(CONVERT),
    row("cvta", &[U64], TYPE | SPACE | TO, (2, 2), Rule::Cvta),
    row("discard", &[], SPACE, (2, 2), Rule::Discard).with(&["L2"]),
    row("div", INT, TYPE, (3, 3), Rule::Int2(IntOp::DivU, IntOp::DivS)),
    row("div", &[F32], TYPE | ROUND | FTZ | APPROX, (3, 3), Rule::Div32),
    row("div", &[F64], TYPE | ROUND, (3, 3), Rule::Float2(FloatOp::Div)),
    row("dp2a", &[U32, S32], TYPE | PART, (4, 4), Rule::Dot),
    row("dp4a", &[U32, S32], TYPE, (4, 4), Rule::Dot),
    row("ex2", &[F32], TYPE | APPROX | FTZ, (2, 2), Rule::Float1(FloatUnary::Ex2)),
    row("ex2", HALVES, TYPE | APPROX | FTZ, (2, 2), Rule::Half(HalfOp::Ex2)),
    row("exit", &[], 0, (0, 0), Rule::Exit),
    row("fence", &[], ORDER, (0, 0), Rule::Fence).with(&["proxy", "alias"]),
    row("fma", &[F32, F64], TYPE | ROUND | FTZ | SAT, (4, 4), Rule::Fma),
    row("fma", HALVES, TYPE | ROUND | FTZ | SAT | RELU, (4, 4), Rule::Half(HalfOp::Fma)),
    row("fns", &[B32], TYPE, (4, 4), Rule::Fns),
    row("griddepcontrol", &[], 0, (0, 0), Rule::Nothing).with(&["launch_dependents", "wait"]),
    row("isspacep", &[], SPACE, (2, 2), Rule::IsSpacep),
    row("ld", MEMORY, TYPE | SPACE | VECTOR | ORDER | CACHE, (2, 3), Rule::Ld).with(&["L2::cache_hint"]),
    row("ldmatrix", &[B16], TYPE | SPACE, (2, 2), Rule::Ldmatrix).with(MATRIX),
    row("ldu", MEMORY, TYPE | SPACE | VECTOR, (2, 2), Rule::Ld),
    row("lg2", &[F32], TYPE | APPROX | FTZ, (2, 2), Rule::Float1(FloatUnary::Lg2)),
    row("lop3", &[B32], TYPE | BOOLEAN, (5, 6), Rule::Lop3),
    row("mad", INT, TYPE | PART | SAT, (4, 4), Rule::Mad).with(&["cc"]),
    row("mad", &[F32, F64], TYPE | ROUND | FTZ | SAT, (4, 4), Rule::Fma),
    row("mad24", &[U32, S32], TYPE | PART | SAT, (4, 4), Rule::Mad24),
    row("madc", WIDE_INT, TYPE | PART, (4, 4), Rule::MadCarry).with(&["cc"]),
    row("match", WORDS, TYPE, (3, 3), Rule::Match).with(&["sync", "any", "all"]),
    row("max", INT, TYPE, (3, 3), Rule::Int2(IntOp::MaxU, IntOp::MaxS)),
    row("max", &[F32, F64], TYPE | FTZ | NAN, (3, 3), Rule::FloatMinMax(FloatOp::Max, FloatOp::MaxNan)).with(XORSIGN),
    row("max", HALVES, TYPE | FTZ | NAN, (3, 3), Rule::Half(HalfOp::Max)).with(XORSIGN),
    row("mbarrier", &[B64], TYPE | SPACE | ORDER, (1, 3), Rule::Mbarrier).with(MBARRIER),
    row("membar", &[], ORDER, (0, 0), Rule::Fence),
    row("min", INT, TYPE, (3, 3), Rule::Int2(IntOp::MinU, IntOp::MinS)),
    row("min", &[F32, F64], TYPE | FTZ | NAN, (3, 3), Rule::FloatMinMax(FloatOp::Min, FloatOp::MinNan)).with(XORSIGN),
    row("min", HALVES, TYPE | FTZ | NAN, (3, 3), Rule::Half(HalfOp::Min)).with(XORSIGN),
    row("mma", SUMS, TYPE | ROUND, (4, 4), Rule::Mma).with(MATRIX),
    row("mov", MOVED, TYPE, (2, 2), Rule::Mov),
    row("movmatrix", &[B16], TYPE, (2, 2), Rule::Movmatrix).with(MATRIX),
    row("mul", INT, TYPE | PART, (3, 3), Rule::Mul),
    row("mul", &[F32, F64], TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Float2(FloatOp::Mul)),
    row("mul", HALVES, TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Half(HalfOp::Mul)),
    row("mul24", &[U32, S32], TYPE | PART, (3, 3), Rule::Mul24),
    row("nanosleep", &[U32], TYPE, (1, 1), Rule::Nanosleep),
    row("neg", SIGNED, TYPE, (2, 2), Rule::Int1(IntUnary::Neg)),
    row("neg", &[F32, F64], TYPE | FTZ, (2, 2), Rule::Float1(FloatUnary::Neg)),
    row("neg", HALVES, TYPE | FTZ, (2, 2), Rule::Half(HalfOp::Neg)),
    row("not", LOGIC, TYPE, (2, 2), Rule::Not),
    row("or", LOGIC, TYPE, (3, 3), Rule::Logic(IntOp::Or, PredOp::Or)),
    row("popc", WORDS, TYPE, (2, 2), Rule::Count(IntUnary::Popc)),
    row("prefetch", &[], SPACE | CACHE, (1, 1), Rule::Nothing).with(&["L1", "L2"]),
    row("prefetchu", &[], CACHE, (1, 1), Rule::Nothing).with(&["L1"]),
    row("prmt", &[B32], TYPE, (4, 4), Rule::Prmt).with(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]),
    row("rcp", &[F32], TYPE | ROUND | FTZ | APPROX, (2, 2), Rule::Float1(FloatUnary::Rcp)),
    row("rcp", &[F64], TYPE | ROUND | FTZ | APPROX, (2, 2), Rule::Float1(FloatUnary::Rcp)),
    row("red", ATOMS, TYPE | SPACE | ATOMIC | ORDER | NOFTZ, (2, 3), Rule::Red).with(&["L2::cache_hint"]),
    row("redux", &[U32, S32, B32], TYPE, (3, 3), Rule::Redux).with(&["sync", "add", "min", "max", "and", "or", "xor"]),
    row("rem", INT, TYPE, (3, 3), Rule::Int2(IntOp::RemU, IntOp::RemS)),
    row("ret", &[], UNI, (0, 0), Rule::Ret),
    row("rsqrt", &[F32, F64], TYPE | APPROX | FTZ, (2, 2), Rule::Float1(FloatUnary::Rsqrt)),
    row("sad", INT, TYPE, (4, 4), Rule::Sad),
    row("selp", SELECTED, TYPE, (4, 4), Rule::Selp),
    row("set", SET, TYPE | COMPARE | BOOLEAN | FTZ, (3, 4), Rule::Set),
    row("setp", COMPARED, TYPE | COMPARE | BOOLEAN | FTZ, (3, 4), Rule::Setp),
    row("shf", &[B32], TYPE, (4, 4), Rule::Shf).with(&["l", "r", "clamp", "wrap"]),
    row("shfl", &[B32], TYPE, (5, 5), Rule::Shfl).with(&["sync", "up", "down", "bfly", "idx"]),
    row("shl", BITS, TYPE, (3, 3), Rule::Shift(IntOp::Shl, IntOp::Shl)),
    row("shr", SHIFTED, TYPE, (3, 3), Rule::Shift(IntOp::ShrU, IntOp::ShrS)),
    row("sin", &[F32], TYPE | APPROX | FTZ, (2, 2), Rule::Float1(FloatUnary::Sin)),
    row("slct", SELECTED, TYPE | FTZ, (4, 4), Rule::Slct),
    row("sqrt", &[F32], TYPE | ROUND | FTZ | APPROX, (2, 2), Rule::Float1(FloatUnary::Sqrt)),
    row("sqrt", &[F64], TYPE | ROUND, (2, 2), Rule::Float1(FloatUnary::Sqrt)),
    row("st", MEMORY, TYPE | SPACE | VECTOR | ORDER | CACHE, (2, 3), Rule::St).with(&["L2::cache_hint"]),
    row("sub", INT, TYPE | SAT, (3, 3), Rule::Int2(IntOp::Sub, IntOp::Sub)).with(&["cc"]),
    row("sub", &[F32, F64], TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Float2(FloatOp::Sub)),
    row("sub", HALVES, TYPE | ROUND | FTZ | SAT, (3, 3), Rule::Half(HalfOp::Sub)),
    row("subc", WIDE_INT, TYPE, (3, 3), Rule::Carry(true)).with(&["cc"]),
    row("suld", SURFACES, TYPE | VECTOR | CACHE, (2, 2), Rule::Surface).with(SURFACE),
    row("suq", &[B32], TYPE, (2, 2), Rule::ImageQuery).with(QUERY),
    row("sured", &[U32, S32, B32, U64, S64, B64], TYPE, (2, 2), Rule::Surface).with(SURFACE),
    row("sust", SURFACES, TYPE | VECTOR | CACHE, (2, 2), Rule::Surface).with(SURFACE),
    row("szext", &[U32, S32], TYPE, (3, 3), Rule::Szext).with(&["clamp", "wrap"]),
    row("tanh", &[F32], TYPE | APPROX, (2, 2), Rule::Float1(FloatUnary::Tanh)),
    row("tanh", HALVES, TYPE | APPROX, (2, 2), Rule::Half(HalfOp::Tanh)),
    row("testp", &[F32, F64], TYPE, (2, 2), Rule::Testp).with(&[
        "finite",
        "infinite",
        "number",
        "notanumber",
        "normal",
        "subnormal",
    ]),
    row("tex", TEXELS, TYPE | VECTOR, (2, 4), Rule::Tex).with(TEXTURE),
    row("tld4", TEXELS, TYPE | VECTOR, (2, 2), Rule::Tld4).with(TEXTURE),
    row("trap", &[], 0, (0, 0), Rule::Trap),
    row("txq", &[B32], TYPE, (2, 3), Rule::ImageQuery).with(QUERY),
    row("vote", &[Pred, B32], TYPE, (3, 3), Rule::Vote).with(&["sync", "all", "any", "uni", "ballot"]),
    row("wmma", &[], SPACE, (2, 3), Rule::Wmma).with(MATRIX),
    row("wmma", FRAGMENTS, TYPE | SPACE | ROUND, (2, 4), Rule::Wmma).with(MATRIX),
    row("xor", LOGIC, TYPE, (3, 3), Rule::Logic(IntOp::Xor, PredOp::Xor)),
];

/// Opcodes of the language that are not simulated.
static OTHERS: &[&str] = &[
    "alloca",
    "clusterlaunchcontrol",
    "elect",
    "getctarank",
    "istypep",
    "mapa",
    "multimem",
    "pmevent",
    "setmaxnreg",
    "stackrestore",
    "stacksave",
    "stmatrix",
    "tcgen05",
    "tensormap",
    "vabsdiff",
    "vabsdiff2",
    "vabsdiff4",
    "vadd",
    "vadd2",
    "vadd4",
    "vavrg2",
    "vavrg4",
    "vmad",
    "vmax",
    "vmax2",
    "vmax4",
    "vmin",
    "vmin2",
    "vmin4",
    "vset",
    "vset2",
    "vset4",
    "vshl",
    "vshr",
    "vsub",
    "vsub2",
    "vsub4",
    "wgmma",
];

/// The rows of an opcode.
fn rows(name: &str) -> &'static [Row] {
    let first = TABLE.partition_point(|row| row.name < name);
    let rest = &TABLE[first..];
    let count = rest.iter().take_while(|row| row.name == name).count();
    &rest[..count]
}

/// Refuses an opcode that has no row.
pub(crate) fn check_known(name: &str, at: Position) -> Result<(), PtxError> {
    if !rows(name).is_empty() {
        return Ok(());
    }
    Err(if OTHERS.contains(&name) {
        PtxError::not_simulated(at, format!("`{name}`"))
    } else {
        PtxError::syntax(at, format!("`{name}` is not an instruction"))
    })
}

/// The row for an opcode whose first type modifier is `ty`.
pub(crate) fn find(name: &str, ty: Option<ScalarType>, at: Position) -> Result<&'static Row, PtxError> {
    let fits = |row: &&Row| match ty {
        Some(ty) => row.types.contains(&ty),
        None => row.types.is_empty(),
    };
    if let Some(row) = rows(name).iter().find(fits) {
        return Ok(row);
    }
    check_known(name, at)?;
    Err(match ty {
        None => PtxError::syntax(at, format!("`{name}` needs a type")),
        Some(ty) => {
            let spelling = format!("{ty:?}").to_lowercase();
            if matches!(ty, F16 | Bf16 | ScalarType::F16x2 | ScalarType::Bf16x2) {
                PtxError::not_simulated(at, format!("`{name}.{spelling}`"))
            } else {
                PtxError::syntax(at, format!("`{name}` has no type `.{spelling}`"))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{OTHERS, TABLE};

    #[test]
    fn the_tables_are_sorted_and_apart() {
        assert!(TABLE.is_sorted_by_key(|row| row.name));
        assert!(OTHERS.is_sorted());
        assert!(OTHERS.iter().all(|name| TABLE.iter().all(|row| row.name != *name)));
    }
}
