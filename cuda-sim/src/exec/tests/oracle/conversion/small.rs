//! Conversions that pack, and those of 8-bit floats and tf32.

use rustc_apfloat::ieee::{BFloat, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::super::reference::{Extra, Format, ROUNDS};
use super::super::rows::{Layout, integers};
use super::super::wide;

/// A float that is clamped to its largest number where it is beyond it, and to zero from below if asked.
fn clamped<F: Float, G: Float>(value: F, converted: G, relu: bool) -> u64 {
    let extra = Extra { relu, ..Extra::default() };
    let beyond = !value.is_nan() && !converted.is_finite();
    extra.write(if beyond { G::largest().copy_sign(value_sign(value)) } else { converted })
}

fn value_sign<F: Float, G: Float>(value: F) -> G {
    if value.is_negative() { -G::ZERO } else { G::ZERO }
}

fn pairs_from_singles<G: Format>()
where
    Single: FloatConvert<G>,
{
    let rows = Single::LAYOUT.rows();
    for (mode, round) in &ROUNDS[..2] {
        for (relu, satfinite) in [(false, false), (true, false), (false, true), (true, true)] {
            let modifiers = format!("{}{}", if relu { ".relu" } else { "" }, if satfinite { ".satfinite" } else { "" });
            let one = |bits: u64| {
                let value = Single::from_bits(u128::from(bits));
                let converted: G = value.convert_r(*round, &mut false).value;
                if satfinite {
                    clamped(value, converted, relu)
                } else {
                    Extra { relu, ..Extra::default() }.write(converted)
                }
            };
            let text = format!("cvt.{mode}{modifiers}.{}x2.f32 %r0, %r1, %r2;", G::NAME);
            wide::check(&text, "r0", &rows, |[a, b, _]| one(a) << 16 | one(b));
            wide::check(&format!("cvt.{mode}{modifiers}.{}.f32 %h0, %r1;", G::NAME), "h0", &rows, |[a, ..]| one(a));
        }
    }
}

#[test]
fn two_singles_become_a_pair_of_halves() {
    pairs_from_singles::<Half>();
    pairs_from_singles::<BFloat>();
}

fn bytes<G>(name: &str, layout: Layout)
where
    Single: FloatConvert<G>,
    Half: FloatConvert<G>,
    G: Float + FloatConvert<Half>,
{
    let nearest = Round::NearestTiesToEven;
    for relu in [false, true] {
        let modifier = if relu { ".relu" } else { "" };
        let single = |bits: u64| {
            let value = Single::from_bits(u128::from(bits));
            clamped::<_, G>(value, value.convert_r(nearest, &mut false).value, relu)
        };
        let text = format!("cvt.rn.satfinite{modifier}.{name}x2.f32 %h0, %r1, %r2;");
        wide::check(&text, "h0", &Single::LAYOUT.rows(), |[a, b, _]| single(a) << 8 | single(b));
        let half = |bits: u64| {
            let value = Half::from_bits(u128::from(bits & 0xffff));
            clamped::<_, G>(value, value.convert_r(nearest, &mut false).value, relu)
        };
        let text = format!("cvt.rn.satfinite{modifier}.{name}x2.f16x2 %h0, %r1;");
        wide::check(&text, "h0", &Half::LAYOUT.packed_rows(), |[a, ..]| half(a >> 16) << 8 | half(a));
        let back = |bits: u64| {
            let value: Half = G::from_bits(u128::from(bits & 0xff)).convert_r(nearest, &mut false).value;
            Extra { relu, ..Extra::default() }.write(value)
        };
        let text = format!("cvt.rn{modifier}.f16x2.{name}x2 %r0, %h1;");
        wide::check(&text, "r0", &layout.packed_rows(), |[a, ..]| back(a >> 8) << 16 | back(a));
    }
}

#[test]
fn floats_of_eight_bits_convert_both_ways() {
    bytes::<Float8E4M3FN>("e4m3", Layout { exponent_bits: 4, mantissa_bits: 3 });
    bytes::<Float8E5M2>("e5m2", Layout { exponent_bits: 5, mantissa_bits: 2 });
}

#[test]
fn tf32_keeps_ten_bits_of_mantissa() {
    const INFINITY: u64 = 0x7f80_0000;
    let rows = Single::LAYOUT.rows();
    for (mode, relu, satfinite) in [
        ("rna", false, false),
        ("rna", false, true),
        ("rn", false, false),
        ("rn", true, false),
        ("rz", false, false),
        ("rz", true, false),
    ] {
        let modifiers = format!("{}{}", if relu { ".relu" } else { "" }, if satfinite { ".satfinite" } else { "" });
        wide::check(&format!("cvt.{mode}{modifiers}.tf32.f32 %r0, %r1;"), "r0", &rows, |[bits, ..]| {
            let (sign, magnitude) = (bits & 1 << 31, bits & !(1 << 31));
            let rounded = match mode {
                _ if magnitude > INFINITY => return 0x7fff_ffff,
                "rna" => magnitude + 0x1000,
                "rn" => magnitude + 0xfff + (magnitude >> 13 & 1),
                _ => magnitude,
            } & !0x1fff;
            if relu && sign != 0 {
                0
            } else if satfinite && rounded >= INFINITY {
                sign | (INFINITY - 0x2000)
            } else {
                sign | rounded
            }
        });
    }
}

#[test]
fn integers_are_clamped_and_packed() {
    let rows = integers(32);
    for (name, bits, signed) in [
        ("u16", 16, false),
        ("s16", 16, true),
        ("u8", 8, false),
        ("s8", 8, true),
        ("u4", 4, false),
        ("s4", 4, true),
        ("u2", 2, false),
        ("s2", 2, true),
    ] {
        let clamp = |value: u64| {
            let value = i64::from(value as u32 as i32);
            let (least, most) = if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
            value.clamp(least, most) as u64 & ((1 << bits) - 1)
        };
        let (types, third) = if bits == 16 { ("s32", "") } else { ("s32.b32", ", %r3") };
        let text = format!("cvt.pack.sat.{name}.{types} %r0, %r1, %r2{third};");
        wide::check(&text, "r0", &rows, |[a, b, c]| {
            let above = if bits == 16 { 0 } else { c << (2 * bits) };
            (above | clamp(a) << bits | clamp(b)) & 0xffff_ffff
        });
    }
}
