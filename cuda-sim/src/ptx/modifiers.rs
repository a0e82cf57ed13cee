//! Modifiers of an instruction, read as a set: their order does not matter, except among types.

use super::ast::Instruction;
use super::error::{Position, PtxError};
use super::types::{ScalarType, StateSpace};
use crate::exec::code::Order;
use crate::exec::scalar::Comparison;
use crate::exec::soft::Rounding;

/// A class of modifiers, as a bit; an opcode accepts a sum of them.
pub(crate) type Classes = u32;

/// Scalar types.
pub(crate) const TYPE: Classes = 1;
/// State spaces.
pub(crate) const SPACE: Classes = 1 << 1;
/// `.v2` and `.v4`.
pub(crate) const VECTOR: Classes = 1 << 2;
/// `.rn`, `.rz`, `.rm`, `.rp`.
pub(crate) const ROUND: Classes = 1 << 3;
/// `.rni`, `.rzi`, `.rmi`, `.rpi`.
pub(crate) const ROUND_INTEGRAL: Classes = 1 << 4;
/// `.ftz`.
pub(crate) const FTZ: Classes = 1 << 5;
/// `.sat`.
pub(crate) const SAT: Classes = 1 << 6;
/// `.approx` and `.full`.
pub(crate) const APPROX: Classes = 1 << 7;
/// `.lo`, `.hi`, `.wide`.
pub(crate) const PART: Classes = 1 << 8;
/// Comparisons.
pub(crate) const COMPARE: Classes = 1 << 9;
/// `.and`, `.or`, `.xor` of `setp`.
pub(crate) const BOOLEAN: Classes = 1 << 10;
/// Operations of `atom` and `red`.
pub(crate) const ATOMIC: Classes = 1 << 11;
/// Memory order and scope.
pub(crate) const ORDER: Classes = 1 << 12;
/// Cache hints, which change nothing here.
pub(crate) const CACHE: Classes = 1 << 13;
/// `.uni`.
pub(crate) const UNI: Classes = 1 << 14;
/// `.to`.
pub(crate) const TO: Classes = 1 << 15;
/// `.NaN`.
pub(crate) const NAN: Classes = 1 << 17;
/// `.relu`.
pub(crate) const RELU: Classes = 1 << 18;
/// `.noftz`.
pub(crate) const NOFTZ: Classes = 1 << 19;

/// Which part of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The low half.
    Lo,
    /// The high half.
    Hi,
    /// All of it.
    Wide,
}

/// The modifiers of one instruction.
#[derive(Debug)]
pub(crate) struct Modifiers<'s> {
    /// Where the instruction starts.
    pub(crate) at: Position,
    /// Types, in order.
    pub(crate) types: Vec<ScalarType>,
    /// State space.
    pub(crate) space: Option<StateSpace>,
    /// Elements of a vector.
    pub(crate) vector: u8,
    /// Rounding mode.
    pub(crate) rounding: Option<Rounding>,
    /// Whether that was one to an integral value.
    pub(crate) to_integral: bool,
    /// `.ftz`
    pub(crate) ftz: bool,
    /// `.sat`
    pub(crate) sat: bool,
    /// `.approx`
    pub(crate) approx: bool,
    /// `.full`
    pub(crate) full: bool,
    /// Part of a product.
    pub(crate) part: Option<Part>,
    /// Comparison, as it is spelt.
    pub(crate) comparison: Option<&'s str>,
    /// Boolean operation, or the operation of an atomic, as it is spelt.
    pub(crate) operation: Option<&'s str>,
    /// Memory order.
    pub(crate) order: Order,
    /// `.to`
    pub(crate) to: bool,
    /// Words that only this opcode takes, as they are spelt.
    pub(crate) words: Vec<&'s str>,
    /// `.NaN`
    pub(crate) nan: bool,
    /// `.relu`
    pub(crate) relu: bool,
    /// `.noftz`
    pub(crate) noftz: bool,
}

impl<'s> Modifiers<'s> {
    /// Reads the modifiers of an instruction that takes the given classes, and words of its own.
    pub(crate) fn read(instruction: &Instruction<'s>, accepts: Classes, words: &[&str]) -> Result<Self, PtxError> {
        let mut read = Self {
            at: instruction.at,
            types: Vec::new(),
            space: None,
            vector: 1,
            rounding: None,
            to_integral: false,
            ftz: false,
            sat: false,
            approx: false,
            full: false,
            part: None,
            comparison: None,
            operation: None,
            order: Order::Relaxed,
            to: false,
            words: Vec::new(),
            nan: false,
            relu: false,
            noftz: false,
        };
        for &(name, at) in &instruction.modifiers {
            if words.contains(&name) {
                read.words.push(name);
                continue;
            }
            if read.take(name, accepts, at)? {
                continue;
            }
            let opcode = instruction.opcode;
            return Err(if is_known(name) {
                PtxError::not_simulated(at, format!("`{opcode}` with `.{name}`"))
            } else {
                PtxError::syntax(at, format!("`.{name}` does not go with `{opcode}`"))
            });
        }
        Ok(read)
    }

    /// Takes one modifier if a class of `accepts` has it.
    fn take(&mut self, name: &'s str, accepts: Classes, at: Position) -> Result<bool, PtxError> {
        let has = |class: Classes| accepts & class != 0;
        if has(TYPE)
            && let Some(ty) = ScalarType::parse(name)
        {
            self.types.push(ty);
            return Ok(true);
        }
        if has(SPACE)
            && let Some(space) = StateSpace::parse(name)
        {
            if self.space.replace(space).is_some() {
                return Err(PtxError::syntax(at, "more than one state space"));
            }
            return Ok(true);
        }
        if has(ROUND | ROUND_INTEGRAL)
            && let Some((rounding, integral)) = rounding(name)
            && has(if integral { ROUND_INTEGRAL } else { ROUND })
        {
            if self.rounding.replace(rounding).is_some() {
                return Err(PtxError::syntax(at, "more than one rounding mode"));
            }
            self.to_integral = integral;
            return Ok(true);
        }
        if has(COMPARE) && self.comparison.is_none() && is_comparison(name) {
            self.comparison = Some(name);
            return Ok(true);
        }
        match name.as_bytes() {
            b"v2" if has(VECTOR) => self.vector = 2,
            b"v4" if has(VECTOR) => self.vector = 4,
            b"ftz" if has(FTZ) => self.ftz = true,
            b"sat" if has(SAT) => self.sat = true,
            b"approx" if has(APPROX) => self.approx = true,
            b"full" if has(APPROX) => self.full = true,
            b"lo" if has(PART) => self.part = Some(Part::Lo),
            b"hi" if has(PART) => self.part = Some(Part::Hi),
            b"wide" if has(PART) => self.part = Some(Part::Wide),
            b"and" | b"or" | b"xor" if has(BOOLEAN | ATOMIC) => return self.operate(name, at),
            b"exch" | b"cas" | b"add" | b"inc" | b"dec" | b"min" | b"max" if has(ATOMIC) => {
                return self.operate(name, at);
            }
            b"weak" | b"volatile" | b"relaxed" | b"mmio" if has(ORDER) => {}
            b"acquire" if has(ORDER) => self.order = Order::Acquire,
            b"release" if has(ORDER) => self.order = Order::Release,
            b"acq_rel" | b"sc" if has(ORDER) => self.order = Order::AcqRel,
            b"cta" | b"gpu" | b"sys" | b"gl" | b"cluster" if has(ORDER) => {}
            b"uni" if has(UNI) => {}
            b"to" if has(TO) => self.to = true,
            b"NaN" if has(NAN) => self.nan = true,
            b"relu" if has(RELU) => self.relu = true,
            b"noftz" if has(NOFTZ) => self.noftz = true,
            _ => return Ok(has(CACHE) && is_cache_hint(name)),
        }
        Ok(true)
    }

    fn operate(&mut self, name: &'s str, at: Position) -> Result<bool, PtxError> {
        if self.operation.replace(name).is_some() {
            return Err(PtxError::syntax(at, "more than one operation"));
        }
        Ok(true)
    }

    /// Whether a word of this opcode was given.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// The comparison; the unsigned spellings `lo`, `ls`, `hi` and `hs` are the ordered ones.
    pub(crate) fn comparison(&self) -> Result<Comparison, PtxError> {
        Ok(match self.comparison {
            Some("eq") => Comparison::Eq,
            Some("ne") => Comparison::Ne,
            Some("lt" | "lo") => Comparison::Lt,
            Some("le" | "ls") => Comparison::Le,
            Some("gt" | "hi") => Comparison::Gt,
            Some("ge" | "hs") => Comparison::Ge,
            Some("equ") => Comparison::Equ,
            Some("neu") => Comparison::Neu,
            Some("ltu") => Comparison::Ltu,
            Some("leu") => Comparison::Leu,
            Some("gtu") => Comparison::Gtu,
            Some("geu") => Comparison::Geu,
            Some("num") => Comparison::Num,
            Some("nan") => Comparison::Nan,
            _ => return Err(PtxError::syntax(self.at, "a comparison is missing")),
        })
    }

    /// The rounding mode, to nearest if none was named.
    pub(crate) fn rounding_or_nearest(&self) -> Rounding {
        self.rounding.unwrap_or(Rounding::Nearest)
    }
}

fn rounding(name: &str) -> Option<(Rounding, bool)> {
    Some(match name.as_bytes() {
        b"rn" => (Rounding::Nearest, false),
        b"rz" => (Rounding::Zero, false),
        b"rm" => (Rounding::Down, false),
        b"rp" => (Rounding::Up, false),
        b"rni" => (Rounding::Nearest, true),
        b"rzi" => (Rounding::Zero, true),
        b"rmi" => (Rounding::Down, true),
        b"rpi" => (Rounding::Up, true),
        _ => return None,
    })
}

fn is_comparison(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        b"eq"
            | b"ne"
            | b"lt"
            | b"le"
            | b"gt"
            | b"ge"
            | b"lo"
            | b"ls"
            | b"hi"
            | b"hs"
            | b"equ"
            | b"neu"
            | b"ltu"
            | b"leu"
            | b"gtu"
            | b"geu"
            | b"num"
            | b"nan"
    )
}

fn is_cache_hint(name: &str) -> bool {
    matches!(name.as_bytes(), b"ca" | b"cg" | b"cs" | b"lu" | b"cv" | b"wb" | b"wt" | b"nc") || is_long_hint(name)
}

fn is_long_hint(name: &str) -> bool {
    name.starts_with("L1::") || name.starts_with("L2::") && name != "L2::cache_hint"
}

/// Modifiers of the language that some instruction has, though none that is simulated takes them here.
pub(crate) fn is_known(name: &str) -> bool {
    ScalarType::parse(name).is_some()
        || StateSpace::parse(name).is_some()
        || rounding(name).is_some()
        || is_comparison(name)
        || is_cache_hint(name)
        || matches!(
            name,
            "L2::cache_hint"
                | "rna"
                | "rs"
                | "satfinite"
                | "relu"
                | "NaN"
                | "xorsign"
                | "abs"
                | "cc"
                | "b128"
                | "tf32"
                | "e4m3x2"
                | "e5m2x2"
                | "e2m1x2"
                | "e2m3x2"
                | "e3m2x2"
                | "ue8m0x2"
                | "e4m3"
                | "e5m2"
                | "v8"
                | "unified"
                | "proxy"
                | "async"
                | "tensormap"
                | "generic"
                | "acquire"
                | "release"
                | "sync_restrict"
                | "mbarrier_init"
                | "shared::cluster"
                | "full"
                | "approx"
                | "sat"
                | "ftz"
                | "noftz"
                | "add"
                | "cluster"
                | "bulk"
                | "try_wait"
                | "expect_tx"
                | "complete_tx"
        )
}
