//! Bit-field, byte and carry operations, as functions of single values.

use super::scalar::{extend_sign, truncate};

/// Operations of up to four 32-bit operands. Each variant is the PTX instruction of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BitOp {
    /// `bfe.u32`
    ExtractU,
    /// `bfe.s32`
    ExtractS,
    /// `bfi.b32`
    Insert,
    /// `bfind.u32`; true is `.shiftamt`.
    FindU(bool),
    /// `bfind.s32`; true is `.shiftamt`.
    FindS(bool),
    /// `bmsk`; true is `.clamp`.
    Mask(bool),
    /// `prmt` with its mode.
    Permute(PermuteMode),
    /// `shf.l`; true is `.clamp`.
    FunnelLeft(bool),
    /// `shf.r`; true is `.clamp`.
    FunnelRight(bool),
    /// `lop3` with its table.
    Lop3(u8),
    /// `sad.u32`
    SadU,
    /// `sad.s32`
    SadS,
    /// `szext`; `clamp` is `.clamp`.
    Extend { signed: bool, clamp: bool },
    /// `fns`
    NthSet,
    /// `dp4a`; signedness of a and of b.
    Dot4(bool, bool),
    /// `dp2a`; signedness of a and of b, and whether it takes the high half of b.
    Dot2(bool, bool, bool),
}

/// How `prmt` selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PermuteMode {
    /// Four selectors of four bits.
    General,
    /// `.f4e`
    Forward4,
    /// `.b4e`
    Backward4,
    /// `.rc8`
    Replicate8,
    /// `.ecl`
    EdgeLeft,
    /// `.ecr`
    EdgeRight,
    /// `.rc16`
    Replicate16,
}

impl BitOp {
    /// The result for 32-bit operands; those an operation lacks are ignored.
    pub(crate) fn apply(self, a: u32, b: u32, c: u32, d: u32) -> u32 {
        match self {
            Self::ExtractU => extract(u64::from(a), b, c, 32, false) as u32,
            Self::ExtractS => extract(u64::from(a), b, c, 32, true) as u32,
            Self::Insert => insert(u64::from(a), u64::from(b), c, d, 32) as u32,
            Self::FindU(shift) => find(u64::from(a), 32, shift),
            Self::FindS(shift) => find(u64::from(if (a as i32) < 0 { !a } else { a }), 32, shift),
            Self::Mask(clamp) => {
                let (start, len) = if clamp { (a.min(32), b.min(32)) } else { (a & 31, b & 31) };
                let ones = if len >= 32 { u32::MAX } else { (1 << len) - 1 };
                if start >= 32 { 0 } else { ones << start }
            }
            Self::Permute(mode) => permute(mode, a, b, c),
            Self::FunnelLeft(clamp) => {
                let amount = if clamp { c.min(32) } else { c & 31 };
                ((pair(a, b) << amount) >> 32) as u32
            }
            Self::FunnelRight(clamp) => {
                let amount = if clamp { c.min(32) } else { c & 31 };
                (pair(a, b) >> amount) as u32
            }
            Self::Lop3(table) => (0..8).filter(|row| table >> row & 1 != 0).fold(0, |all, row| {
                let pick = |value: u32, bit: u8| if row & bit != 0 { value } else { !value };
                all | pick(a, 4) & pick(b, 2) & pick(c, 1)
            }),
            Self::Extend { signed, clamp } => {
                let bits = if clamp { b.min(32) } else { b & 31 };
                let value = truncate(u64::from(a), bits);
                (if signed && bits > 0 { extend_sign(value, bits) } else { value }) as u32
            }
            Self::NthSet => nth_set(a, b, c as i32),
            Self::SadU => c.wrapping_add(a.abs_diff(b)),
            Self::SadS => c.wrapping_add((a as i32).abs_diff(b as i32)),
            Self::Dot4(a_signed, b_signed) => {
                let byte = |value: u32, index: u32, signed: bool| read(value >> (8 * index), 8, signed);
                (0..4).fold(c, |sum, i| sum.wrapping_add((byte(a, i, a_signed) * byte(b, i, b_signed)) as u32))
            }
            Self::Dot2(a_signed, b_signed, high) => {
                let b = if high { b >> 16 } else { b };
                (0..2).fold(c, |sum, i| {
                    let product = read(a >> (16 * i), 16, a_signed) * read(b >> (8 * i), 8, b_signed);
                    sum.wrapping_add(product as u32)
                })
            }
        }
    }

    /// The result for 64-bit values (a, and b of `bfi`).
    pub(crate) fn apply64(self, a: u64, b: u64, c: u32, d: u32) -> u64 {
        match self {
            Self::ExtractS => extract(a, c, d, 64, true),
            Self::Insert => insert(a, b, c, d, 64),
            Self::FindU(shift) => u64::from(find(a, 64, shift)),
            Self::FindS(shift) => u64::from(find(if (a as i64) < 0 { !a } else { a }, 64, shift)),
            _ => extract(a, c, d, 64, false),
        }
    }
}

fn pair(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn read(value: u32, bits: u32, signed: bool) -> i64 {
    let value = truncate(u64::from(value), bits);
    if signed { extend_sign(value, bits) as i64 } else { value as i64 }
}

/// `bfe`: position and length are the low bytes of their operands; beyond the top, the sign or zero fills.
fn extract(value: u64, position: u32, len: u32, width: u32, signed: bool) -> u64 {
    let (position, len) = (position & 0xff, len & 0xff);
    let top = width - 1;
    let sign = signed && len > 0 && value >> (position + len - 1).min(top) & 1 != 0;
    let mut result = if position < width { value >> position } else { 0 };
    let kept = if len == 0 { 0 } else { len.min(width.saturating_sub(position)) };
    result = truncate(result, kept);
    if sign && kept < 64 { truncate(result | u64::MAX << kept, width) } else { result }
}

/// `bfi`: puts the low bits of `from` into `into`.
fn insert(from: u64, into: u64, position: u32, len: u32, width: u32) -> u64 {
    let (position, len) = (position & 0xff, len & 0xff);
    if len == 0 || position >= width {
        return into;
    }
    let field = truncate(u64::MAX, len.min(width - position)) << position;
    into & !field | from << position & field
}

/// `bfind`: the highest set bit, or all ones if there is none.
fn find(value: u64, width: u32, shift: bool) -> u32 {
    if value == 0 {
        return u32::MAX;
    }
    let position = 63 - value.leading_zeros();
    if shift { width - 1 - position } else { position }
}

/// `fns`: the set bit that is the `offset`th from `base`, upwards or downwards; all ones if there is none.
fn nth_set(mask: u32, base: u32, offset: i32) -> u32 {
    let is_set = |position: &u32| mask >> position & 1 != 0;
    let nth = offset.unsigned_abs().saturating_sub(1) as usize;
    let found = match offset {
        _ if base > 31 => None,
        0 => Some(base).filter(is_set),
        1.. => (base..32).filter(is_set).nth(nth),
        _ => (0..=base).rev().filter(is_set).nth(nth),
    };
    found.unwrap_or(u32::MAX)
}

fn permute(mode: PermuteMode, a: u32, b: u32, c: u32) -> u32 {
    let bytes = pair(a, b).to_le_bytes();
    let low = (c & 3) as usize;
    let select: [usize; 4] = match mode {
        PermuteMode::General => {
            return (0..4).fold(0, |all, index| {
                let selector = c >> (4 * index) & 15;
                let byte = bytes[(selector & 7) as usize];
                // The top bit of a selector spreads the byte's sign instead.
                let byte = if selector & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 };
                all | u32::from(byte) << (8 * index)
            });
        }
        PermuteMode::Forward4 => std::array::from_fn(|index| (low + index) & 7),
        PermuteMode::Backward4 => std::array::from_fn(|index| (low + 8 - index) & 7),
        PermuteMode::Replicate8 => [low; 4],
        PermuteMode::EdgeLeft => std::array::from_fn(|index| index.max(low)),
        PermuteMode::EdgeRight => std::array::from_fn(|index| index.min(low)),
        PermuteMode::Replicate16 => std::array::from_fn(|index| (low & 1) * 2 + (index & 1)),
    };
    u32::from_le_bytes(select.map(|index| bytes[index]))
}

/// Sum, or difference, with a carry in and out. A carry of a difference says that nothing was borrowed, as if the
/// complement had been added.
pub(crate) fn with_carry(a: u64, b: u64, carry: bool, subtract: bool, width: u32) -> (u64, bool) {
    let (a, b) = (u128::from(truncate(a, width)), u128::from(truncate(b, width)));
    if subtract {
        let taken = b + u128::from(!carry);
        (truncate(a.wrapping_sub(taken) as u64, width), a >= taken)
    } else {
        let sum = a + b + u128::from(carry);
        (truncate(sum as u64, width), sum >> width != 0)
    }
}
