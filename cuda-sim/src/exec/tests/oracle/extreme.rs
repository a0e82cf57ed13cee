//! Minimum and maximum.

use std::cmp::Ordering;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

use super::reference::{Extra, Format};
use super::wide;

/// The smaller, or larger, as PTX tells it.
fn pick<F: Float>(a: F, b: F, most: bool, nan: bool) -> F {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => return F::NAN,
        (true, false) | (false, true) if nan => return F::NAN,
        (true, false) => return b,
        (false, true) => return a,
        (false, false) => {}
    }
    let order = match a.partial_cmp(&b) {
        // Of two zeros the negative one is the smaller.
        Some(Ordering::Equal) if a.is_negative() != b.is_negative() => {
            if a.is_negative() {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        order => order.unwrap_or(Ordering::Equal),
    };
    if (order == Ordering::Greater) == most { a } else { b }
}

fn check<F: Format>(ftz: bool, xorsign: bool, packed: bool) {
    let extra = Extra { ftz, ..Extra::default() };
    for (opcode, most) in [("min", false), ("max", true)] {
        for nan in [false, true] {
            let reference = |bits: [u64; 3]| {
                let [a, b, _] = bits.map(|bits| extra.read::<F>(bits & (u64::MAX >> (64 - F::BITS))));
                if !xorsign {
                    return extra.write(pick(a, b, most, nan));
                }
                let negative = a.is_negative() != b.is_negative();
                let picked = pick(a.abs(), b.abs(), most, nan);
                extra.write(if negative && !picked.is_nan() { -picked } else { picked })
            };
            let modifiers = format!(
                "{}{}{}",
                if ftz { ".ftz" } else { "" },
                if nan { ".NaN" } else { "" },
                if xorsign { ".xorsign.abs" } else { "" }
            );
            let (letter, suffix) = if packed { ('r', "x2") } else { (F::REGISTER, "") };
            let text = format!("{opcode}{modifiers}.{}{suffix} %{letter}0, %{letter}1, %{letter}2;", F::NAME);
            if packed {
                wide::check(&text, "r0", &F::LAYOUT.packed_rows(), |operands| {
                    reference(operands) | reference(operands.map(|bits| bits >> 16)) << 16
                });
            } else {
                wide::check(&text, &format!("{letter}0"), &F::LAYOUT.rows(), reference);
            }
        }
    }
}

#[test]
fn extremes_of_singles_order_zeros_and_heed_nan() {
    for ftz in [false, true] {
        for xorsign in [false, true] {
            check::<Single>(ftz, xorsign, false);
        }
    }
}

#[test]
fn extremes_of_doubles_order_zeros_and_drop_one_nan() {
    for (opcode, most) in [("min", false), ("max", true)] {
        let text = format!("{opcode}.f64 %d0, %d1, %d2;");
        let extra = Extra::default();
        wide::check(&text, "d0", &Double::LAYOUT.rows(), |bits| {
            let [a, b, _] = bits.map(|bits| extra.read::<Double>(bits));
            extra.write(pick(a, b, most, false))
        });
    }
}

#[test]
fn extremes_of_halves_order_zeros_and_heed_nan() {
    for packed in [false, true] {
        for xorsign in [false, true] {
            check::<Half>(false, xorsign, packed);
            check::<Half>(true, xorsign, packed);
            check::<BFloat>(false, xorsign, packed);
        }
    }
}
