//! Comparisons, and questions about single floats.

use std::cmp::Ordering;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

use super::reference::{Extra, Format};
use super::rows::integers;
use super::wide;

/// The comparisons of floats. Those with a `u` also hold when an operand is NaN.
const FLOAT: [&str; 14] = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

/// Whether a comparison holds for operands in this order; `None` is that of NaN.
fn holds(comparison: &str, order: Option<Ordering>) -> bool {
    let Some(order) = order else { return comparison == "nan" || comparison.len() == 3 && comparison.ends_with('u') };
    match &comparison[..2] {
        "eq" => order == Ordering::Equal,
        "ne" => order != Ordering::Equal,
        "lt" | "lo" => order == Ordering::Less,
        "le" | "ls" => order != Ordering::Greater,
        "gt" | "hi" => order == Ordering::Greater,
        "ge" | "hs" => order != Ordering::Less,
        "nu" => true,
        _ => false,
    }
}

fn order<F: Format>(extra: Extra, a: u64, b: u64) -> Option<Ordering> {
    let [a, b] = [a, b].map(|bits| extra.read::<F>(bits & (u64::MAX >> (64 - F::BITS))));
    a.partial_cmp(&b)
}

fn floats<F: Format>(ftz: bool) {
    let (rows, letter, name) = (F::LAYOUT.rows(), F::REGISTER, F::NAME);
    let (extra, modifier) = (Extra { ftz, ..Extra::default() }, if ftz { ".ftz" } else { "" });
    for comparison in FLOAT {
        let answer = |a, b| holds(comparison, order::<F>(extra, a, b));
        let operands = format!("%{letter}1, %{letter}2");
        let text = format!("setp.{comparison}{modifier}.{name} %p0, {operands};");
        wide::check(&text, "p0", &rows, |[a, b, _]| u64::from(answer(a, b)));
        let text = format!("set.{comparison}{modifier}.u32.{name} %r0, {operands};");
        wide::check(&text, "r0", &rows, |[a, b, _]| if answer(a, b) { 0xffff_ffff } else { 0 });
    }
}

#[test]
fn comparisons_of_singles_and_doubles_know_nan() {
    floats::<Single>(false);
    floats::<Single>(true);
    floats::<Double>(false);
}

#[test]
fn comparisons_of_halves_know_nan() {
    floats::<Half>(false);
    floats::<Half>(true);
    floats::<BFloat>(false);
}

fn pairs<F: Format>(one: u64) {
    let (rows, name) = (F::LAYOUT.packed_rows(), F::NAME);
    let third = "setp.lt.u32 %p3, %r1, %r3;";
    for comparison in FLOAT {
        let answers = |[a, b, c]: [u64; 3]| {
            let half = |shift: u32| holds(comparison, order::<F>(Extra::default(), a >> shift, b >> shift));
            (half(0), half(16), a < c)
        };
        let text = format!(
            "{third} setp.{comparison}.and.{name}x2 %p1|%p2, %r1, %r2, %p3;\n\
             selp.b32 %r7, 1, 0, %p1; selp.b32 %r8, 2, 0, %p2; or.b32 %r0, %r7, %r8;"
        );
        wide::check(&text, "r0", &rows, |operands| {
            let (low, high, third) = answers(operands);
            u64::from(low && third) | u64::from(high && third) << 1
        });
        let text = format!("set.{comparison}.{name}x2.{name}x2 %r0, %r1, %r2;");
        wide::check(&text, "r0", &rows, |operands| {
            let (low, high, _) = answers(operands);
            let half = |holds: bool| if holds { one } else { 0 };
            half(low) | half(high) << 16
        });
        let text = format!("{third} set.{comparison}.xor.u32.{name}x2 %r0, %r1, %r2, !%p3;");
        wide::check(&text, "r0", &rows, |operands| {
            let (low, high, third) = answers(operands);
            let half = |holds: bool| if holds { 0xffff } else { 0 };
            half(low == third) | half(high == third) << 16
        });
    }
}

#[test]
fn both_halves_of_a_pair_are_compared() {
    pairs::<Half>(0x3c00);
    pairs::<BFloat>(0x3f80);
}

#[test]
fn comparisons_of_integers_heed_sign_and_width() {
    for (letter, bits) in [('h', 16), ('r', 32), ('d', 64)] {
        let rows = integers(bits);
        let signed = |value: u64| ((value << (64 - bits)) as i64) >> (64 - bits);
        for comparison in ["eq", "ne", "lt", "le", "gt", "ge"] {
            let text = |ty: char| format!("setp.{comparison}.{ty}{bits} %p0, %{letter}1, %{letter}2;");
            wide::check(&text('s'), "p0", &rows, |[a, b, _]| {
                u64::from(holds(comparison, Some(signed(a).cmp(&signed(b)))))
            });
            wide::check(&text('u'), "p0", &rows, |[a, b, _]| u64::from(holds(comparison, Some(a.cmp(&b)))));
            if matches!(comparison, "eq" | "ne") {
                wide::check(&text('b'), "p0", &rows, |[a, b, _]| u64::from(holds(comparison, Some(a.cmp(&b)))));
            }
        }
        for comparison in ["lo", "ls", "hi", "hs"] {
            let text = format!("setp.{comparison}.u{bits} %p0, %{letter}1, %{letter}2;");
            wide::check(&text, "p0", &rows, |[a, b, _]| u64::from(holds(comparison, Some(a.cmp(&b)))));
        }
    }
}

fn questions<F: Format>() {
    let (rows, letter) = (F::LAYOUT.rows(), F::REGISTER);
    type Question<F> = (&'static str, fn(F) -> bool);
    let table: [Question<F>; 6] = [
        ("finite", F::is_finite),
        ("infinite", F::is_infinite),
        ("number", |value| !value.is_nan()),
        ("notanumber", F::is_nan),
        // Zeros are normal.
        ("normal", |value| value.is_finite() && !value.is_denormal()),
        ("subnormal", F::is_denormal),
    ];
    for (question, reference) in table {
        wide::check(&format!("testp.{question}.{} %p0, %{letter}1;", F::NAME), "p0", &rows, |[a, ..]| {
            u64::from(reference(F::from_bits(u128::from(a))))
        });
    }
    let text = format!("copysign.{} %{letter}0, %{letter}1, %{letter}2;", F::NAME);
    let sign = 1 << (F::BITS - 1);
    wide::check(&text, &format!("{letter}0"), &rows, |[a, b, _]| a & sign | b & (sign - 1));
}

#[test]
fn questions_about_floats_are_answered() {
    questions::<Single>();
    questions::<Double>();
}

#[test]
fn selections_take_one_of_two() {
    for (letter, bits) in [('h', 16), ('r', 32), ('d', 64)] {
        let rows = integers(64);
        let mask = u64::MAX >> (64 - bits);
        let text = format!("setp.lt.s32 %p1, %r3, 5; selp.b{bits} %{letter}0, %{letter}1, %{letter}2, %p1;");
        wide::check(&text, &format!("{letter}0"), &rows, |[a, b, c]| (if (c as i32) < 5 { a } else { b }) & mask);
        let text = format!("slct.u{bits}.s32 %{letter}0, %{letter}1, %{letter}2, %r3;");
        wide::check(&text, &format!("{letter}0"), &rows, |[a, b, c]| (if (c as i32) >= 0 { a } else { b }) & mask);
        let floats = Single::LAYOUT.rows();
        for (modifier, ftz) in [("", false), (".ftz", true)] {
            let text = format!("slct{modifier}.b{bits}.f32 %{letter}0, %{letter}1, %{letter}2, %r3;");
            wide::check(&text, &format!("{letter}0"), &floats, |[a, b, c]| {
                let c: Single = Extra { ftz, ..Extra::default() }.read(c);
                (if c >= Single::ZERO { a } else { b }) & mask
            });
        }
    }
}
