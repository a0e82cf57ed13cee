//! Comparisons as plain data, and what parts of integers are worth.

/// What a comparison asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// The PTX comparisons; the second row is also true when an operand is NaN.
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// The type that a comparison works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CompareType {
    /// Unsigned, of either plane.
    Unsigned,
    /// Signed, of either plane.
    Signed,
    /// Signed 16 bits.
    Signed16,
    /// Floating point, of either plane.
    Float,
    /// f32 with subnormals flushed.
    FloatFtz,
    /// A 16-bit float in the low half of a register of the 32-bit plane.
    Half {
        /// bf16 rather than f16.
        brain: bool,
        /// Flush subnormals.
        ftz: bool,
    },
}

/// A comparison and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CompareKind {
    /// What is asked.
    pub(crate) comparison: Comparison,
    /// Of what type.
    pub(crate) ty: CompareType,
}

impl Comparison {
    /// The answer when an operand is NaN.
    #[inline(always)]
    pub(crate) fn unordered(self) -> bool {
        matches!(self, Self::Equ | Self::Neu | Self::Ltu | Self::Leu | Self::Gtu | Self::Geu | Self::Nan)
    }
}

/// Keeps the low bits.
pub(crate) fn truncate(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// Sign-extends the low bits to 64.
pub(crate) fn extend_sign(value: u64, bits: u32) -> u64 {
    let unused = 64 - bits.min(64);
    ((value << unused) as i64 >> unused) as u64
}
