//! Arithmetic of 16-bit floats, alone and in pairs.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Half};

use super::reference::{Extra, Format};
use super::wide;

/// An operation of the reference.
type Reference<F> = fn([F; 3]) -> F;

/// Checks an instruction alone and on pairs.
fn check<F: Format>(opcode: &str, operands: usize, extra: Extra, f: Reference<F>) {
    let reference = |operands: [u64; 3]| extra.write(f(operands.map(|bits| extra.read::<F>(bits & 0xffff))));
    let list = |letter: char| (0..=operands).map(|number| format!("%{letter}{number}")).collect::<Vec<_>>().join(", ");
    let opcode = format!("{opcode}{}.{}", extra.spelling(), F::NAME);
    wide::check(&format!("{opcode} {};", list('h')), "h0", &F::LAYOUT.rows(), reference);
    wide::check(&format!("{opcode}x2 {};", list('r')), "r0", &F::LAYOUT.packed_rows(), |operands| {
        reference(operands) | reference(operands.map(|bits| bits >> 16)) << 16
    });
}

/// Checks an instruction without modifiers for both formats, and with them for f16.
fn check_both(opcode: &str, operands: usize, half: Reference<Half>, brain: Reference<BFloat>) {
    for (ftz, sat) in [(false, false), (true, false), (false, true), (true, true)] {
        check::<Half>(opcode, operands, Extra { ftz, sat, relu: false }, half);
    }
    check::<BFloat>(opcode, operands, Extra::default(), brain);
}

#[test]
fn sums_of_halves_are_rounded_once() {
    check_both("add", 2, |[a, b, _]| (a + b).value, |[a, b, _]| (a + b).value);
    check_both("add.rn", 2, |[a, b, _]| (a + b).value, |[a, b, _]| (a + b).value);
}

#[test]
fn differences_of_halves_are_rounded_once() {
    check_both("sub", 2, |[a, b, _]| (a - b).value, |[a, b, _]| (a - b).value);
}

#[test]
fn products_of_halves_are_rounded_once() {
    check_both("mul", 2, |[a, b, _]| (a * b).value, |[a, b, _]| (a * b).value);
}

#[test]
fn fused_multiply_additions_of_halves_are_rounded_once() {
    check_both("fma.rn", 3, |[a, b, c]| a.mul_add(b, c).value, |[a, b, c]| a.mul_add(b, c).value);
    check::<Half>("fma.rn", 3, Extra { relu: true, ..Extra::default() }, |[a, b, c]| a.mul_add(b, c).value);
    check::<Half>("fma.rn", 3, Extra { relu: true, ftz: true, sat: false }, |[a, b, c]| a.mul_add(b, c).value);
    check::<BFloat>("fma.rn", 3, Extra { relu: true, ..Extra::default() }, |[a, b, c]| a.mul_add(b, c).value);
}

#[test]
fn signs_of_halves_are_turned_and_dropped() {
    let sign = |bits: u64| bits & 0x8000;
    let flush = |bits: u64| if bits & 0x7c00 == 0 { sign(bits) } else { bits & 0xffff };
    let rows = Half::LAYOUT.rows();
    for name in ["f16", "bf16"] {
        wide::check(&format!("neg.{name} %h0, %h1;"), "h0", &rows, |[a, ..]| a ^ 0x8000);
        wide::check(&format!("abs.{name} %h0, %h1;"), "h0", &rows, |[a, ..]| a & 0x7fff);
    }
    wide::check("neg.ftz.f16 %h0, %h1;", "h0", &rows, |[a, ..]| flush(a) ^ 0x8000);
    wide::check("abs.ftz.f16 %h0, %h1;", "h0", &rows, |[a, ..]| flush(a) & 0x7fff);
    let rows = Half::LAYOUT.packed_rows();
    wide::check("neg.f16x2 %r0, %r1;", "r0", &rows, |[a, ..]| a ^ 0x8000_8000);
    wide::check("abs.bf16x2 %r0, %r1;", "r0", &rows, |[a, ..]| a & 0x7fff_7fff);
    wide::check("neg.ftz.f16x2 %r0, %r1;", "r0", &rows, |[a, ..]| (flush(a) | flush(a >> 16) << 16) ^ 0x8000_8000);
}
