//! Conversions from float to float.

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{FloatConvert, Round};

use super::super::reference::{Extra, Format, ROUNDS};
use super::super::wide;

/// Checks one conversion, with every modifier that the types allow.
fn check<F: Format + FloatConvert<G>, G: Format>() {
    let rows = F::LAYOUT.rows();
    let narrows =
        G::LAYOUT.mantissa_bits < F::LAYOUT.mantissa_bits || G::LAYOUT.exponent_bits < F::LAYOUT.exponent_bits;
    let rounds: &[(&str, Round)] = if narrows { &ROUNDS } else { &[("", Round::NearestTiesToEven)] };
    let (from_single, to_single) = (F::NAME == "f32", G::NAME == "f32");
    for &(mode, round) in rounds {
        for (ftz, sat, relu) in [
            (false, false, false),
            (true, false, false),
            (false, true, false),
            (true, true, false),
            (false, false, true),
            (true, false, true),
        ] {
            let takes_relu = from_single && G::BITS == 16 && matches!(mode, "rn" | "rz");
            if ftz && !(from_single || to_single) || relu && !takes_relu {
                continue;
            }
            let extra = Extra { ftz, sat, relu };
            let read = Extra { ftz: ftz && from_single, ..Extra::default() };
            let write = Extra { ftz: ftz && to_single, sat, relu };
            let dot = if mode.is_empty() { "" } else { "." };
            let (d, a) = (G::REGISTER, F::REGISTER);
            let text = format!("cvt{dot}{mode}{}.{}.{} %{d}0, %{a}1;", extra.spelling(), G::NAME, F::NAME);
            wide::check(&text, &format!("{d}0"), &rows, |[bits, ..]| {
                let bits = bits & (u64::MAX >> (64 - F::BITS));
                write.write::<G>(read.read::<F>(bits).convert_r(round, &mut false).value)
            });
        }
    }
}

#[test]
fn narrower_floats_are_rounded_once() {
    check::<Double, Single>();
    check::<Double, Half>();
    check::<Double, BFloat>();
    check::<Single, Half>();
    check::<Single, BFloat>();
    check::<Half, BFloat>();
    check::<BFloat, Half>();
}

#[test]
fn wider_floats_are_exact() {
    check::<Single, Double>();
    check::<Half, Single>();
    check::<BFloat, Single>();
    check::<Half, Double>();
    check::<BFloat, Double>();
}

fn integral<F: Format>() {
    let rows = F::LAYOUT.rows();
    let letter = F::REGISTER;
    for (mode, round) in ROUNDS {
        for (ftz, sat) in [(false, false), (true, false), (false, true), (true, true)] {
            if ftz && F::NAME != "f32" {
                continue;
            }
            let extra = Extra { ftz, sat, relu: false };
            let name = F::NAME;
            let text = format!("cvt.{mode}i{}.{name}.{name} %{letter}0, %{letter}1;", extra.spelling());
            wide::check(&text, &format!("{letter}0"), &rows, |[bits, ..]| {
                let bits = bits & (u64::MAX >> (64 - F::BITS));
                extra.write(extra.read::<F>(bits).round_to_integral(round).value)
            });
        }
    }
}

#[test]
fn floats_are_rounded_to_whole_ones() {
    integral::<Half>();
    integral::<BFloat>();
    integral::<Single>();
    integral::<Double>();
}
