//! Checks the operands of an instruction against the codes of a form.

use super::super::ast::{Instruction, Operand, OperandKind};
use super::super::literal::Literal;
use super::super::types::ScalarType;
use super::{MODIFIERS_FIT, Mismatch, Registers, special};

/// What the operands of one instruction refer to.
pub(super) struct Types<'a, 's> {
    /// The types among the modifiers, in order.
    pub(super) types: Vec<&'s str>,
    /// The types of registers.
    pub(super) registers: Registers<'a>,
    /// The opcode.
    pub(super) opcode: &'s str,
}

/// Goes through the operands and their codes side by side.
pub(super) fn match_operands(
    instruction: &Instruction<'_>,
    codes: &str,
    types: &Types<'_, '_>,
    explain: bool,
) -> Result<(), Mismatch> {
    let operands = &instruction.operands;
    let wrong = |count: usize, code: Option<&str>| {
        if !explain {
            return Mismatch::default();
        }
        let expected = code.map_or_else(|| "`;`".to_owned(), |code| describe(code, types));
        let (at, found) = match operands.get(count) {
            Some(operand) => (operand.at, shown(operand, types)),
            None => (instruction.opcode_at, format!("only {} operands", operands.len())),
        };
        Mismatch { progress: MODIFIERS_FIT + count, at, found, expected: vec![expected] }
    };
    let mut count = 0;
    for code in codes.split_whitespace() {
        if code == "*" {
            return Ok(());
        }
        let (code, optional) = code.strip_suffix('?').map_or((code, false), |code| (code, true));
        match operands.get(count) {
            None if optional => break,
            Some(operand) if fits(operand, code, instruction, types) => count += 1,
            _ => return Err(wrong(count, Some(code))),
        }
    }
    if count < operands.len() { Err(wrong(count, None)) } else { Ok(()) }
}

/// Whether an operand is what a code of the table stands for.
fn fits(operand: &Operand<'_>, code: &str, instruction: &Instruction<'_>, types: &Types<'_, '_>) -> bool {
    use OperandKind::{Address, List, Name, Nothing, Number, Pair, Vector};
    let kind = &operand.kind;
    match code {
        "[]" => match kind {
            Address(Some(name), _) => types.is(name, |ty| is_address(ty, instruction)),
            Address(None, _) => true,
            _ => false,
        },
        "[,]" => matches!(kind, OperandKind::Sampled(..)),
        "#" => matches!(kind, Number(Literal::Integer(_))),
        _ if code.starts_with(|first: char| first.is_ascii_digit()) => {
            matches!(kind, Number(Literal::Integer(value)) if code.parse() == Ok(*value))
        }
        "{}" => matches!(kind, Vector(_)),
        "label" => matches!(kind, Name(name) if (types.registers)(name).is_none()),
        "mov" => match kind {
            // Special registers have 32 bits there, and a move of two halves takes 16.
            Vector(parts) => {
                types.first().is_some_and(|ty| ty.byte_len() == 8 && parts.len() == 2)
                    || !parts.iter().any(|part| special::is_named(part))
            }
            Address(..) | OperandKind::Sampled(..) | List(_) | Pair(..) | Nothing | OperandKind::Not(_) => false,
            Name(_) | Number(_) | OperandKind::Member(..) => source(operand, types.first(), false, types),
            OperandKind::Offset(..) => true,
        },
        "p" => match kind {
            Name("%is_explicit_cluster") => types.opcode == "mov",
            Name(name) | OperandKind::Not(name) => types.is(name, |ty| ty == ScalarType::Pred),
            Number(number) => number.integer().is_some(),
            _ => false,
        },
        "=p" => matches!(kind, Nothing) || matches!(kind, Name(name) if types.is(name, |ty| ty == ScalarType::Pred)),
        "=p|q" => match kind {
            Pair(p, q) => [p, q].iter().all(|name| types.is(name, |ty| ty == ScalarType::Pred)),
            _ => fits(operand, "=p", instruction, types),
        },
        "v" | "=v" => match kind {
            Vector(parts) => {
                let code = if code == "v" { "~t" } else { "_~t" };
                // A register of plain bits lets the others be of any kind; without one they are of the same.
                let has_bits = parts.iter().any(|part| declared(part, types).is_some_and(ScalarType::is_bits));
                if has_bits {
                    let part_fits = |part| fits(part, code, instruction, types) || is_as_long(part, types);
                    return parts.iter().all(part_fits);
                }
                let mut kinds = parts.iter().filter_map(|part| declared(part, types)).map(kind_of);
                let first = kinds.next();
                kinds.all(|kind| Some(kind) == first) && parts.iter().all(|part| fits(part, code, instruction, types))
            }
            _ => fits(operand, if code == "v" { "~t" } else { "_~t" }, instruction, types),
        },
        _ => match (code.strip_suffix("|p"), kind) {
            (Some(code), Pair(d, p)) => {
                let p_fits = types.is(p, |ty| ty == ScalarType::Pred);
                p_fits && destination(&Name(d), code, types)
            }
            (Some(code), _) => fits(operand, code, instruction, types),
            (None, _) if code.starts_with(['=', '_']) => destination(kind, code, types),
            (None, _) => {
                let (bare, wider) = code.strip_prefix('~').map_or((code, false), |bare| (bare, true));
                source(operand, types.named(bare), wider, types)
            }
        },
    }
}

/// The type of an operand that is a register.
fn declared(operand: &Operand<'_>, types: &Types<'_, '_>) -> Option<ScalarType> {
    let OperandKind::Name(name) = operand.kind else { return None };
    (types.registers)(name)
}

/// A type as far as vectors look at it: integers are all alike.
fn kind_of(ty: ScalarType) -> Option<ScalarType> {
    ty.is_float().then_some(ty)
}

/// Whether an operand is a register that can hold the first type, whatever its kind.
fn is_as_long(operand: &Operand<'_>, types: &Types<'_, '_>) -> bool {
    let (Some(declared), Some(wanted)) = (declared(operand, types), types.first()) else { return false };
    declared != ScalarType::Pred && declared.byte_len() >= wanted.byte_len()
}

fn destination(kind: &OperandKind<'_>, code: &str, types: &Types<'_, '_>) -> bool {
    let bare = code.trim_start_matches(['=', '_']);
    let (bare, wider) = bare.strip_prefix('~').map_or((bare, false), |bare| (bare, true));
    match kind {
        OperandKind::Nothing => code.starts_with('_'),
        OperandKind::Name(name) => types.is(name, |ty| goes_with(ty, types.named(bare), wider)),
        _ => false,
    }
}

fn source(operand: &Operand<'_>, wanted: Option<ScalarType>, wider: bool, types: &Types<'_, '_>) -> bool {
    match operand.kind {
        OperandKind::Name(name) => match (types.registers)(name) {
            Some(ty) => goes_with(ty, wanted, wider),
            None => special::fits(name, wanted, types),
        },
        OperandKind::Number(number) => number_fits(number, wanted),
        OperandKind::Member(name, _) => special::fits(name, wanted, types),
        _ => false,
    }
}

/// State spaces whose addresses fit 32 bits.
const SMALL_SPACES: [&str; 4] = ["shared", "local", "const", "param"];

/// Whether a register of the type can hold an address: 32 bits reach some spaces only. The assembler lets 16 bits pass everywhere.
fn is_address(declared: ScalarType, instruction: &Instruction<'_>) -> bool {
    let small =
        || instruction.modifiers.iter().any(|(name, _)| SMALL_SPACES.iter().any(|space| name.starts_with(space)));
    declared != ScalarType::Pred && !declared.is_float() && (declared.byte_len() != 4 || small())
}

/// Whether a number can stand for a value of the type.
fn number_fits(number: Literal, wanted: Option<ScalarType>) -> bool {
    use ScalarType::{B8, B16, B32, B64, Bf16, Bf16x2, F16, F16x2, F32, F64, Pred};
    match wanted {
        None => true,
        Some(F16 | F16x2 | Bf16 | Bf16x2 | Pred) => false,
        Some(F32 | F64) => number.integer().is_none(),
        Some(B32 | B64) => true,
        Some(B8 | B16) => number.integer().is_some(),
        Some(_) => number.integer().is_some(),
    }
}

/// Whether a register of one type can hold a value of another: bits hold anything, the rest keep to their kind.
fn goes_with(declared: ScalarType, wanted: Option<ScalarType>, wider: bool) -> bool {
    let Some(wanted) = wanted else { return declared != ScalarType::Pred };
    if (declared == ScalarType::Pred) != (wanted == ScalarType::Pred) {
        return false;
    }
    let size_fits =
        if wider { declared.byte_len() >= wanted.byte_len() } else { declared.byte_len() == wanted.byte_len() };
    // A pair of halves counts as bits where integers are due, as the assembler has it.
    let kind_fits = declared.is_bits()
        || wanted.is_bits()
        || declared == wanted
        || (!wanted.is_float() && (!declared.is_float() || declared == ScalarType::F16x2));
    size_fits && kind_fits
}

impl Types<'_, '_> {
    fn first(&self) -> Option<ScalarType> {
        self.types.first().and_then(|name| ScalarType::parse(name))
    }

    /// The type that a code stands for.
    fn named(&self, code: &str) -> Option<ScalarType> {
        use ScalarType::{B32, B64, S16, S32, S64, U16, U32, U64};
        match code {
            "t" => self.first(),
            "u" => self.types.get(1).and_then(|name| ScalarType::parse(name)),
            "w" => self.first().map(|ty| match ty {
                U16 => U32,
                S16 => S32,
                U32 => U64,
                S32 => S64,
                B32 => B64,
                other => other,
            }),
            _ => ScalarType::parse(code),
        }
    }

    /// Whether a name is a register that passes a test; names of anything else are left to the rule.
    fn is(&self, name: &str, test: impl Fn(ScalarType) -> bool) -> bool {
        (self.registers)(name).is_none_or(test)
    }
}

/// A code of the table in words.
fn describe(code: &str, types: &Types<'_, '_>) -> String {
    let written = code.starts_with(['=', '_']);
    let bare = code.trim_start_matches(['=', '_', '~']).trim_end_matches("|p");
    match bare {
        "[]" => "an address in brackets".to_owned(),
        "[,]" => "an object and coordinates in brackets".to_owned(),
        "#" => "a whole number".to_owned(),
        "{}" => "registers in braces".to_owned(),
        _ if bare.parse::<u64>().is_ok() => format!("`{bare}`"),
        "label" => "a name".to_owned(),
        "p" | "p|q" => if written { "a predicate to write" } else { "a predicate" }.to_owned(),
        _ => {
            let wanted = if bare == "v" || bare == "mov" { types.first() } else { types.named(bare) };
            let ty = wanted.map(|ty| format!(" of `.{}`", ty.spelling())).unwrap_or_default();
            if written { format!("a register{ty} to write") } else { format!("a register or number{ty}") }
        }
    }
}

/// An operand in words.
fn shown(operand: &Operand<'_>, types: &Types<'_, '_>) -> String {
    use OperandKind::{Address, List, Member, Name, Not, Nothing, Number, Offset, Pair, Vector};
    match &operand.kind {
        Name(name) => match (types.registers)(name) {
            Some(ty) => format!("`{name}` of `.{}`", ty.spelling()),
            None => format!("`{name}`"),
        },
        Member(name, member) => format!("`{name}.{member}`"),
        Not(name) => format!("`!{name}`"),
        Number(Literal::Integer(value)) => format!("the whole number {value}"),
        Number(_) => "a floating-point number".to_owned(),
        Offset(name, addend) => format!("`{name}+{addend}`"),
        Vector(parts) => format!("a vector of {}", parts.len()),
        Address(..) | OperandKind::Sampled(..) => "an address".to_owned(),
        List(_) => "a list".to_owned(),
        Pair(a, b) => format!("`{a}|{b}`"),
        Nothing => "`_`".to_owned(),
    }
}
