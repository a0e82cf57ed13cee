//! Checks an instruction against the opcode table: its modifiers as a set, then its operands by kind, size and type.

mod operands;
mod special;

use operands::{Types, match_operands};

use super::ast::Instruction;
use super::error::{Position, PtxError};
use super::modifiers::is_known;
use super::opcode_table::{FORMS, SETS};
use super::types::ScalarType;

/// The types of registers, by name.
pub(crate) type Registers<'a> = &'a dyn Fn(&str) -> Option<ScalarType>;

/// The forms of an opcode.
fn forms(name: &str) -> &'static [&'static str] {
    let first = FORMS.partition_point(|form| opcode(form) < name);
    let count = FORMS[first..].iter().take_while(|form| opcode(form) == name).count();
    &FORMS[first..first + count]
}

fn opcode(form: &str) -> &str {
    &form[..form.find(' ').unwrap_or(form.len())]
}

/// Refuses an instruction that no form of its opcode allows. What the table does not know at all is left to the caller.
pub(crate) fn check(instruction: &Instruction<'_>, registers: Registers<'_>) -> Result<(), PtxError> {
    let all = forms(instruction.opcode);
    // Nearly every instruction is right, so what is wrong with a form is only put into words once no form fits.
    if all.is_empty() || all.iter().any(|form| compare(instruction, form, registers, false).is_ok()) {
        return Ok(());
    }
    let mut nearest: Option<Mismatch> = None;
    for form in all {
        let Err(mismatch) = compare(instruction, form, registers, true) else { return Ok(()) };
        match &mut nearest {
            Some(other) if other.progress > mismatch.progress => {}
            Some(other) if other.progress == mismatch.progress => other.join(mismatch),
            _ => nearest = Some(mismatch),
        }
    }
    nearest.map_or(Ok(()), |mismatch| Err(mismatch.into_error(instruction)))
}

/// Compares an instruction with a form; `explain` asks for the reason in words.
fn compare(
    instruction: &Instruction<'_>,
    form: &'static str,
    registers: Registers<'_>,
    explain: bool,
) -> Result<(), Mismatch> {
    let (head, codes) = form.split_once(" :").unwrap_or((form, ""));
    // What stands behind `@` is for those who compare the table with the assembler.
    let codes = codes.split('@').next().unwrap_or(codes);
    let types = match_modifiers(instruction, &head[opcode(form).len()..], explain)?;
    match_operands(instruction, codes, &Types { types, registers, opcode: instruction.opcode }, explain)
}

/// How far an instruction fits a form, and what stops it.
#[derive(Default)]
struct Mismatch {
    /// Modifiers that fit, or a large number and the operands that fit.
    progress: usize,
    at: Position,
    found: String,
    expected: Vec<String>,
}

impl Mismatch {
    fn join(&mut self, other: Self) {
        for wanted in other.expected {
            if !self.expected.contains(&wanted) {
                self.expected.push(wanted);
            }
        }
    }

    fn into_error(mut self, instruction: &Instruction<'_>) -> PtxError {
        let newer = |&(name, _): &(&str, Position)| self.found == format!("`.{name}`") && is_of_newer_devices(name);
        if let Some((name, at)) = instruction.modifiers.iter().find(|modifier| newer(modifier)) {
            return PtxError::not_simulated(*at, format!("`{}` with `.{name}`", instruction.opcode));
        }
        // A long list helps nobody.
        const MOST: usize = 16;
        if self.expected.len() > MOST {
            self.expected.truncate(MOST);
            self.expected.push("others".to_owned());
        }
        let expected = self.expected.join(", ");
        PtxError::syntax(self.at, format!("`{}`: expected {expected}, found {}", instruction.opcode, self.found))
    }
}

/// Operands count as further on than any modifier.
const MODIFIERS_FIT: usize = 1000;

/// Modifiers that may be said more than once.
const REPEATABLE: [&str; 8] = ["NaN", "approx", "cc", "relu", "sat", "shiftamt", "sync", "uni"];

/// Finds a slot for each modifier, and returns the types in their order.
fn match_modifiers<'s>(
    instruction: &Instruction<'s>,
    slots: &'static str,
    explain: bool,
) -> Result<Vec<&'s str>, Mismatch> {
    let mut open: Vec<&'static str> = slots.split_whitespace().collect();
    let mut types = Vec::new();
    for (progress, &(name, at)) in instruction.modifiers.iter().enumerate() {
        let first = if progress == 0 { open.iter().position(|slot| slot.starts_with('!')) } else { None };
        let takes = |slot: &&'static str| alternatives(slot).any(|word| word == name);
        let found = match first {
            Some(first) => Some(first).filter(|&first| takes(&open[first])),
            None => open.iter().position(takes),
        };
        let Some(index) = found else {
            if REPEATABLE.contains(&name)
                && instruction.modifiers[..progress].iter().any(|&(earlier, _)| earlier == name)
            {
                continue;
            }
            if !explain {
                return Err(Mismatch::default());
            }
            let mut expected: Vec<String> = Vec::new();
            for word in open.iter().flat_map(|slot| alternatives(slot)).map(|word| format!("`.{word}`")) {
                if !expected.contains(&word) {
                    expected.push(word);
                }
            }
            if open.iter().all(|slot| slot.ends_with('?')) {
                expected.push("operands".to_owned());
            }
            return Err(Mismatch { progress, at, found: format!("`.{name}`"), expected });
        };
        open.remove(index);
        if is_type(name) {
            types.push(name);
        }
    }
    let Some(missing) = open.iter().find(|slot| !slot.ends_with('?')) else { return Ok(types) };
    if !explain {
        return Err(Mismatch::default());
    }
    let expected = alternatives(missing).map(|word| format!("`.{word}`")).collect();
    let progress = instruction.modifiers.len();
    Err(Mismatch { progress, at: instruction.opcode_at, found: "none of them".to_owned(), expected })
}

/// Whether a modifier is one of the language that no form for the simulated device has.
fn is_of_newer_devices(name: &str) -> bool {
    let here = |form: &&str| {
        form.split_whitespace().any(|slot| slot.split('|').any(|word| word.trim_end_matches('?') == name))
    };
    is_known(name)
        && !FORMS.iter().any(here)
        && !SETS.iter().any(|(_, words)| words.split('|').any(|word| word == name))
}

/// The words that a slot takes; names of sets stand for what is in them.
fn alternatives(slot: &'static str) -> impl Iterator<Item = &'static str> {
    slot.trim_start_matches('!').trim_end_matches('?').split('|').flat_map(|word| {
        let set =
            if word.as_bytes()[0].is_ascii_uppercase() { SETS.iter().find(|(name, _)| *name == word) } else { None };
        set.map_or(word, |(_, words)| words).split('|')
    })
}

fn is_type(name: &str) -> bool {
    ScalarType::parse(name).is_some() || matches!(name, "tf32" | "s4" | "u4" | "s2" | "u2")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_uses_no_unknown_set_or_code() {
        assert!(FORMS.is_sorted_by_key(|form| opcode(form)));
        assert!(SETS.is_sorted());
        for form in FORMS {
            let (head, operands) = form.split_once(" :").expect("a form has a colon");
            for slot in head.split_whitespace().skip(1) {
                assert!(alternatives(slot).all(|word| !SETS.iter().any(|(name, _)| *name == word)), "{form}");
                for word in slot.trim_start_matches('!').trim_end_matches('?').split('|') {
                    let known = SETS.iter().any(|(name, _)| *name == word);
                    assert!(known || !word.bytes().all(|b| b.is_ascii_uppercase()), "{form}: {word}");
                }
            }
            for code in operands.split('@').next().unwrap_or_default().split_whitespace() {
                let bare = code.trim_end_matches('?').trim_start_matches(['=', '_', '~']).trim_end_matches("|p");
                let known = ["t", "u", "w", "p", "p|q", "v", "{}", "[]", "[,]", "#", "label", "mov", "*"]
                    .contains(&bare)
                    || bare.parse::<u64>().is_ok();
                assert!(known || ScalarType::parse(bare).is_some(), "{form}: {code}");
            }
        }
    }
}
