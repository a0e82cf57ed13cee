//! The approximate functions against their documented bounds.

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

use super::reference::Format;
use super::{seed, wide};
use crate::exec::approximate::Deviation;

/// An approximate function of one f32 operand.
struct Function {
    opcode: &'static str,
    exact: fn(f64) -> f64,
    /// How far the result may be off, for an operand and the exact result; `None` where nothing is promised.
    bound: fn(f64, f64) -> Option<f64>,
}

/// The unit in the last place of an f32.
fn unit(value: f64) -> f64 {
    let single = (value.abs() as f32).min(f32::MAX);
    f64::from(f32::from_bits(single.to_bits() + 1)) - f64::from(single)
}

/// 2^n for numbers that are not whole too.
fn two(exponent: f64) -> f64 {
    exponent.exp2()
}

fn trigonometric(x: f64, _: f64) -> Option<f64> {
    let turns = x.abs() / std::f64::consts::PI;
    match turns {
        ..=2.0 => Some(two(-20.5)),
        ..=100.0 => Some(two(-14.7)),
        _ => None,
    }
}

const FUNCTIONS: [Function; 8] = [
    Function { opcode: "rcp.approx", exact: |x| 1.0 / x, bound: |_, y| Some(unit(y)) },
    Function { opcode: "sqrt.approx", exact: f64::sqrt, bound: |_, y| Some(y * two(-23.0)) },
    Function { opcode: "rsqrt.approx", exact: |x| 1.0 / x.sqrt(), bound: |_, y| Some(y * two(-22.9)) },
    Function { opcode: "ex2.approx", exact: f64::exp2, bound: |_, y| Some(2.0 * unit(y)) },
    Function {
        opcode: "lg2.approx",
        exact: f64::log2,
        bound: |x, y| Some(if x > 0.5 && x < 2.0 { two(-22.0) } else { y.abs() * two(-22.0) }),
    },
    Function { opcode: "sin.approx", exact: f64::sin, bound: trigonometric },
    Function { opcode: "cos.approx", exact: f64::cos, bound: trigonometric },
    Function { opcode: "tanh.approx", exact: f64::tanh, bound: |_, y| Some(y.abs() * two(-11.0)) },
];

fn flush(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 1 << 31 } else { bits }
}

/// Checks one result; `exact` is the function's value.
fn check_single(text: &str, operands: &[u64], found: u64, exact: f64, bound: Option<f64>, ftz: bool) {
    let result = f32::from_bits(found as u32);
    let fits = if exact.is_nan() {
        found == 0x7fff_ffff
    } else if exact == 0.0 || exact.is_infinite() {
        // Signs of zeros and infinities too.
        result.to_bits() == (exact as f32).to_bits()
    } else {
        // Beyond the largest number the bound is that of the largest; at the edge of the normal numbers a result may flush.
        let largest = f64::from(f32::MAX);
        let near = bound.is_none_or(|bound| (f64::from(result) - exact.clamp(-largest, largest)).abs() <= bound);
        let same_sign = result.is_sign_negative() == (exact < 0.0);
        let overflowed = exact.abs() >= largest && result.is_infinite() && same_sign;
        let flushed = ftz && result == 0.0 && same_sign && exact.abs() < 1.001 * f64::from(f32::MIN_POSITIVE);
        near || overflowed || flushed
    };
    assert!(fits, "{text} of {operands:x?} gave {found:#x}, far from {exact:e}; SIM_SEED={}", seed());
}

/// Without errors, and with those of two seeds; that a seed changes results is a condition too.
fn check_functions(deviations: &[u64]) {
    let rows = Single::LAYOUT.rows();
    for function in &FUNCTIONS {
        for ftz in [false, true] {
            if ftz && function.opcode == "tanh.approx" {
                continue;
            }
            let text = format!("{}{}.f32 %r0, %r1;", function.opcode, if ftz { ".ftz" } else { "" });
            let plain = wide::run(&text, "r0", &rows);
            for &deviation in deviations {
                let found = wide::run_with(&text, "r0", &rows, Deviation::new(deviation));
                let moved = found.iter().zip(&plain).filter(|(found, plain)| found != plain).count();
                assert_eq!(moved > 1000, deviation != 0, "{text} with deviation {deviation}: {moved} results moved");
                for (&a, found) in rows.operands[0].iter().zip(found) {
                    let bits = if ftz { flush(a as u32) } else { a as u32 };
                    let x = f64::from(f32::from_bits(bits));
                    let exact = (function.exact)(x);
                    check_single(&text, &[a], found, exact, (function.bound)(x, exact), ftz);
                }
            }
        }
    }
}

#[test]
fn functions_of_singles_stay_inside_their_bounds() {
    check_functions(&[0]);
}

#[test]
fn seeded_errors_stay_inside_the_bounds_and_change_results() {
    check_functions(&[1, 2]);
}

#[test]
fn approximate_divisions_stay_inside_their_bounds() {
    let rows = Single::LAYOUT.rows();
    let [a, b, _] = &rows.operands;
    for deviation in [0, 5] {
        for (form, ftz) in [("approx", false), ("approx.ftz", true), ("full", false), ("full.ftz", true)] {
            let text = format!("div.{form}.f32 %r0, %r1, %r2;");
            let found = wide::run_with(&text, "r0", &rows, Deviation::new(deviation));
            for ((&a, &b), found) in a.iter().zip(b).zip(found) {
                let read = |bits: u64| f64::from(f32::from_bits(if ftz { flush(bits as u32) } else { bits as u32 }));
                let (x, y) = (read(a), read(b));
                let huge = form.starts_with("approx") && y.is_finite() && y.abs() > two(126.0);
                let exact = if huge { x * 0f64.copysign(y) } else { x / y };
                check_single(&text, &[a, b], found, exact, Some(2.0 * unit(exact)), ftz);
            }
        }
    }
}

/// A function of 16-bit floats: opcode, exact value, and bound for an exact value.
type Halves = (&'static str, fn(f64) -> f64, fn(f64) -> f64);

fn check_halves<F: Format>(functions: [Halves; 2], widen: impl Fn(u32) -> f32, ftz: bool) {
    let rows = F::LAYOUT.packed_rows();
    let flush = |bits: u32| if ftz && bits & 0x7f80 == 0 { bits & 0x8000 } else { bits };
    for (opcode, function, bound) in functions {
        for deviation in [0, 3] {
            let text = format!("{opcode}.{}x2 %r0, %r1;", F::NAME);
            let found = wide::run_with(&text, "r0", &rows, Deviation::new(deviation));
            for (&a, found) in rows.operands[0].iter().zip(found) {
                for shift in [0, 16] {
                    let operand = (a >> shift) as u32 & 0xffff;
                    let exact =
                        function(f64::from(widen(if opcode.contains("ftz") { flush(operand) } else { operand })));
                    let result = widen((found >> shift) as u32 & 0xffff);
                    let largest = f64::from(widen(if F::NAME == "f16" { 0x7bff } else { 0x7f7f }));
                    let least = f64::from(widen(if F::NAME == "f16" { 1 } else { 0x80 }));
                    let fits = if exact.is_nan() {
                        result.is_nan()
                    } else if exact > largest {
                        f64::from(result) >= largest
                    } else {
                        (f64::from(result) - exact).abs()
                            <= bound(exact).max(if exact.abs() < 1e-4 { least } else { 0.0 })
                    };
                    assert!(fits, "{text} of {operand:#x} gave {result:e}, far from {exact:e}; SIM_SEED={}", seed());
                }
            }
        }
    }
}

#[test]
fn functions_of_halves_stay_inside_their_bounds() {
    let half = |bits: u32| {
        let (sign, exponent, digits) =
            (if bits & 0x8000 == 0 { 1.0 } else { -1.0 }, bits >> 10 & 31, (bits & 0x3ff) as f32);
        match (exponent, bits & 0x3ff) {
            (31, 0) => sign * f32::INFINITY,
            (31, _) => f32::NAN,
            (0, _) => sign * digits * 2f32.powi(-24),
            _ => sign * (1024.0 + digits) * 2f32.powi(exponent as i32 - 25),
        }
    };
    let functions: [Halves; 2] =
        [("ex2.approx", f64::exp2, |exact| exact * two(-9.9)), ("tanh.approx", f64::tanh, |_| two(-10.987))];
    check_halves::<Half>(functions, half, false);
    let functions: [Halves; 2] =
        [("ex2.approx.ftz", f64::exp2, |exact| exact * two(-7.0)), ("tanh.approx", f64::tanh, |_| two(-8.0))];
    check_halves::<BFloat>(functions, |bits| f32::from_bits(bits << 16), true);
}

/// An approximation of f64: opcode and exact value.
type Gross = (&'static str, fn(f64) -> f64);

#[test]
fn gross_reciprocals_of_doubles_use_upper_halves_only() {
    let rows = Double::LAYOUT.rows();
    let flush = |bits: u64| if bits & 0x7ff << 52 == 0 { bits & 1 << 63 } else { bits };
    let functions: [Gross; 2] = [("rcp.approx.ftz.f64", |x| 1.0 / x), ("rsqrt.approx.ftz.f64", |x| 1.0 / x.sqrt())];
    for (opcode, function) in functions {
        let text = format!("{opcode} %d0, %d1;");
        for (&a, found) in rows.operands[0].iter().zip(wide::run(&text, "d0", &rows)) {
            let exact = function(f64::from_bits(flush(a & !0xffff_ffff)));
            let result = f64::from_bits(found);
            let fits = if exact.is_nan() {
                found & 0x7fff_ffff_0000_0000 == 0x7fff_ffff_0000_0000
            } else if exact.is_infinite() || flush(exact.to_bits()) << 1 == 0 {
                result.to_bits() == flush(exact.to_bits())
            } else {
                found & 0xffff_ffff == 0 && (result - exact).abs() <= exact.abs() * two(-19.9)
            };
            assert!(fits, "{text} of {a:#x} gave {found:#x}, far from {exact:e}; SIM_SEED={}", seed());
        }
    }
}
