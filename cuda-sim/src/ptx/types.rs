//! Scalar types and state spaces.

/// A fundamental PTX type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Each variant is the PTX type of the same name.
pub(crate) enum ScalarType {
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
    /// f32 with ten bits of mantissa, in the upper bits of a 32-bit register.
    Tf32,
    /// One 8-bit float; PTX has them in pairs only.
    E4m3,
    E5m2,
    E4m3x2,
    E5m2x2,
    Pred,
}

impl ScalarType {
    /// The type of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name.as_bytes() {
            b"b8" => Self::B8,
            b"b16" => Self::B16,
            b"b32" => Self::B32,
            b"b64" => Self::B64,
            b"u8" => Self::U8,
            b"u16" => Self::U16,
            b"u32" => Self::U32,
            b"u64" => Self::U64,
            b"s8" => Self::S8,
            b"s16" => Self::S16,
            b"s32" => Self::S32,
            b"s64" => Self::S64,
            b"f16" => Self::F16,
            b"f16x2" => Self::F16x2,
            b"bf16" => Self::Bf16,
            b"bf16x2" => Self::Bf16x2,
            b"f32" => Self::F32,
            b"f64" => Self::F64,
            b"tf32" => Self::Tf32,
            b"e4m3x2" => Self::E4m3x2,
            b"e5m2x2" => Self::E5m2x2,
            b"pred" => Self::Pred,
            _ => return None,
        })
    }

    /// Its size in memory.
    pub(crate) fn byte_len(self) -> u32 {
        match self {
            Self::B8 | Self::U8 | Self::S8 | Self::E4m3 | Self::E5m2 | Self::Pred => 1,
            Self::B16 | Self::U16 | Self::S16 | Self::F16 | Self::Bf16 | Self::E4m3x2 | Self::E5m2x2 => 2,
            Self::B32 | Self::U32 | Self::S32 | Self::F32 | Self::F16x2 | Self::Bf16x2 | Self::Tf32 => 4,
            Self::B64 | Self::U64 | Self::S64 | Self::F64 => 8,
        }
    }

    /// Its size in bits.
    pub(crate) fn bits(self) -> u32 {
        self.byte_len() * 8
    }

    /// Whether it is a signed integer.
    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Self::S8 | Self::S16 | Self::S32 | Self::S64)
    }

    /// Whether it is bits of no particular meaning.
    pub(crate) fn is_bits(self) -> bool {
        matches!(self, Self::B8 | Self::B16 | Self::B32 | Self::B64)
    }

    /// How PTX spells it, without the dot.
    pub(crate) fn spelling(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Whether it is a floating-point type, packed ones included.
    pub(crate) fn is_float(self) -> bool {
        self.is_packed()
            || matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64 | Self::Tf32 | Self::E4m3 | Self::E5m2)
    }

    /// Whether it is two floats in one register.
    pub(crate) fn is_packed(self) -> bool {
        self.element() != self
    }

    /// The type of one of the floats that are packed in it; itself if none are.
    pub(crate) fn element(self) -> Self {
        match self {
            Self::F16x2 => Self::F16,
            Self::Bf16x2 => Self::Bf16,
            Self::E4m3x2 => Self::E4m3,
            Self::E5m2x2 => Self::E5m2,
            other => other,
        }
    }
}

/// A PTX state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StateSpace {
    /// Device memory.
    Global,
    /// Read-only device memory.
    Const,
    /// Memory of a block.
    Shared,
    /// Memory of a thread.
    Local,
    /// Parameters of a kernel or function.
    Param,
}

impl StateSpace {
    /// The space of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name.as_bytes() {
            b"global" => Self::Global,
            b"const" => Self::Const,
            b"shared" | b"shared::cta" => Self::Shared,
            b"local" => Self::Local,
            b"param" | b"param::entry" | b"param::func" => Self::Param,
            _ => return None,
        })
    }
}
