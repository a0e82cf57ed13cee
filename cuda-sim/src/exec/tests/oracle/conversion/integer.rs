//! Conversions from and to integers.

use rustc_apfloat::Round;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

use super::super::reference::{Extra, Format, ROUNDS};
use super::super::rows::{Rows, integers};
use super::super::wide;

/// An integer type.
#[derive(Clone, Copy, Debug)]
struct Integer {
    bits: u32,
    signed: bool,
}

const TYPES: [Integer; 8] = {
    let mut types = [Integer { bits: 8, signed: false }; 8];
    let mut index = 0;
    while index < 8 {
        types[index] = Integer { bits: 8 << (index / 2), signed: index % 2 == 1 };
        index += 1;
    }
    types
};

impl Integer {
    fn name(self) -> String {
        format!("{}{}", if self.signed { 's' } else { 'u' }, self.bits)
    }

    /// The letter of the registers that hold it: narrow ones are in wider registers.
    fn register(self) -> char {
        if self.bits == 64 { 'd' } else { 'r' }
    }

    fn least(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn most(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// The value in the low bits of a register.
    fn read(self, bits: u64) -> i128 {
        let shifted = i128::from(bits) << (128 - self.bits);
        if self.signed { shifted >> (128 - self.bits) } else { (shifted as u128 >> (128 - self.bits)) as i128 }
    }

    /// A value as its register holds it, extended by its sign.
    fn write(self, value: i128) -> u64 {
        let value = self.read(value as u64) as u64;
        if self.bits == 64 { value } else { value & 0xffff_ffff }
    }
}

fn to_integers<F: Format>() {
    let rows = F::LAYOUT.rows();
    for to in TYPES {
        for (mode, round) in ROUNDS {
            let (d, a) = (to.register(), F::REGISTER);
            let text = format!("cvt.{mode}i.{}.{} %{d}0, %{a}1;", to.name(), F::NAME);
            wide::check(&text, &format!("{d}0"), &rows, |[bits, ..]| {
                to.write(to_integer::<F>(to, Extra::default().read(bits & (u64::MAX >> (64 - F::BITS))), round))
            });
        }
    }
}

fn to_integer<F: Format>(to: Integer, value: F, round: Round) -> i128 {
    if value.is_nan() {
        return if F::BITS == 64 || to.bits == 64 { 1 << (to.bits - 1) } else { 0 };
    }
    // All values of the formats but the largest f64 and f32 fit 128 bits; those are out of range anyway.
    value.to_i128_r(128, round, &mut false).value.clamp(to.least(), to.most())
}

#[test]
fn floats_become_integers_in_range() {
    to_integers::<Single>();
    to_integers::<Double>();
}

#[test]
fn halves_become_integers_in_range() {
    to_integers::<Half>();
    to_integers::<BFloat>();
}

#[test]
fn flushed_singles_become_integers() {
    let extra = Extra { ftz: true, ..Extra::default() };
    for (mode, round) in ROUNDS {
        let to = TYPES[5];
        wide::check(&format!("cvt.{mode}i.ftz.s32.f32 %r0, %r1;"), "r0", &Single::LAYOUT.rows(), |[bits, ..]| {
            to.write(to_integer::<Single>(to, extra.read(bits), round))
        });
    }
}

fn from_integers<F: Format>() {
    for from in TYPES {
        let rows = integers(from.bits);
        for (mode, round) in ROUNDS {
            // Saturation comes after rounding, whatever its mode.
            for sat in [false, true] {
                if sat && mode != "rn" {
                    continue;
                }
                let extra = Extra { sat, ..Extra::default() };
                let (d, a) = (F::REGISTER, from.register());
                let text = format!("cvt.{mode}{}.{}.{} %{d}0, %{a}1;", extra.spelling(), F::NAME, from.name());
                wide::check(&text, &format!("{d}0"), &rows, |[bits, ..]| {
                    extra.write(F::from_i128_r(from.read(bits), round).value)
                });
            }
        }
    }
}

#[test]
fn integers_become_floats_rounded_once() {
    from_integers::<Single>();
    from_integers::<Double>();
}

#[test]
fn integers_become_halves_rounded_once() {
    from_integers::<Half>();
    from_integers::<BFloat>();
}

#[test]
fn integers_are_extended_cut_or_clamped() {
    let rows: Vec<Rows> = TYPES.iter().map(|ty| integers(ty.bits)).collect();
    for (from, rows) in TYPES.into_iter().zip(&rows) {
        for to in TYPES {
            let (d, a) = (to.register(), from.register());
            let types = format!("{}.{} %{d}0, %{a}1;", to.name(), from.name());
            wide::check(&format!("cvt.{types}"), &format!("{d}0"), rows, |[bits, ..]| to.write(from.read(bits)));
            wide::check(&format!("cvt.sat.{types}"), &format!("{d}0"), rows, |[bits, ..]| {
                to.write(from.read(bits).clamp(to.least(), to.most()))
            });
        }
    }
}
