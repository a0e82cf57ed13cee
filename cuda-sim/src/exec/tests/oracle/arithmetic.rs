//! Arithmetic of f32 and f64 in every rounding mode.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};

use super::reference::{Extra, Format, ROUNDS, is_square_root};
use super::rows::Rows;
use super::{seed, wide};

/// An operation of the reference.
type Reference<F> = fn([F; 3], Round) -> F;

/// Checks an instruction of up to three operands.
fn check<F: Format>(
    opcode: &str,
    operands: usize,
    (mode, round): (&str, Round),
    extra: Extra,
    f: Reference<F>,
    rows: &Rows,
) {
    let letter = F::REGISTER;
    let sources: String = (1..=operands).map(|number| format!(", %{letter}{number}")).collect();
    let text = format!("{opcode}.{mode}{}.{} %{letter}0{sources};", extra.spelling(), F::NAME);
    wide::check(&text, &format!("{letter}0"), rows, |operands| {
        extra.write(f(operands.map(|bits| extra.read::<F>(bits)), round))
    });
}

fn in_every_mode<F: Format>(opcode: &str, operands: usize, extras: &[Extra], f: Reference<F>) {
    let rows = F::LAYOUT.rows();
    for round in ROUNDS {
        check(opcode, operands, round, Extra::default(), f, &rows);
        for &extra in extras {
            check(opcode, operands, round, extra, f, &rows);
        }
    }
}

const FTZ: Extra = Extra { ftz: true, sat: false, relu: false };
const SAT: Extra = Extra { ftz: false, sat: true, relu: false };
const BOTH: Extra = Extra { ftz: true, sat: true, relu: false };

#[test]
fn sums_are_rounded_once() {
    in_every_mode::<Single>("add", 2, &[FTZ, SAT, BOTH], |[a, b, _], round| a.add_r(b, round).value);
    in_every_mode::<Double>("add", 2, &[], |[a, b, _], round| a.add_r(b, round).value);
}

#[test]
fn differences_are_rounded_once() {
    in_every_mode::<Single>("sub", 2, &[FTZ, SAT, BOTH], |[a, b, _], round| a.sub_r(b, round).value);
    in_every_mode::<Double>("sub", 2, &[], |[a, b, _], round| a.sub_r(b, round).value);
}

#[test]
fn products_are_rounded_once() {
    in_every_mode::<Single>("mul", 2, &[FTZ, SAT, BOTH], |[a, b, _], round| a.mul_r(b, round).value);
    in_every_mode::<Double>("mul", 2, &[], |[a, b, _], round| a.mul_r(b, round).value);
}

#[test]
fn quotients_are_rounded_once() {
    in_every_mode::<Single>("div", 2, &[FTZ], |[a, b, _], round| a.div_r(b, round).value);
    in_every_mode::<Double>("div", 2, &[], |[a, b, _], round| a.div_r(b, round).value);
}

#[test]
fn fused_multiply_additions_are_rounded_once() {
    in_every_mode::<Single>("fma", 3, &[FTZ, SAT, BOTH], |[a, b, c], round| a.mul_add_r(b, c, round).value);
    in_every_mode::<Double>("fma", 3, &[], |[a, b, c], round| a.mul_add_r(b, c, round).value);
    in_every_mode::<Single>("mad", 3, &[], |[a, b, c], round| a.mul_add_r(b, c, round).value);
}

#[test]
fn reciprocals_are_rounded_once() {
    in_every_mode::<Single>("rcp", 1, &[FTZ], |[a, ..], round| Single::from_u128(1).value.div_r(a, round).value);
    in_every_mode::<Double>("rcp", 1, &[], |[a, ..], round| Double::from_u128(1).value.div_r(a, round).value);
}

fn roots<F: Format>(extra: Extra) {
    let rows = F::LAYOUT.rows();
    let letter = F::REGISTER;
    for (mode, round) in ROUNDS {
        let text = format!("sqrt.{mode}{}.{} %{letter}0, %{letter}1;", extra.spelling(), F::NAME);
        for (&a, found) in rows.operands[0].iter().zip(wide::run(&text, &format!("{letter}0"), &rows)) {
            let (x, root) = (extra.read::<F>(a), F::from_bits(u128::from(found)));
            assert!(is_square_root(x, root, round), "{text} of {a:#x} gave {found:#x}; SIM_SEED={}", seed());
            assert!(
                !root.is_nan() || extra.write(root) == found,
                "{text} of {a:#x}: another NaN than the canonical one"
            );
        }
    }
}

#[test]
fn square_roots_are_rounded_once() {
    roots::<Single>(Extra::default());
    roots::<Single>(FTZ);
    roots::<Double>(Extra::default());
}
