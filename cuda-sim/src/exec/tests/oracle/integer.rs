//! Integer arithmetic against 128-bit integers.

use super::rows::integers;
use super::wide;

/// An integer type of the given width.
#[derive(Clone, Copy, Debug)]
struct Integer {
    bits: u32,
    signed: bool,
}

const TYPES: [Integer; 6] = [
    Integer { bits: 16, signed: false },
    Integer { bits: 16, signed: true },
    Integer { bits: 32, signed: false },
    Integer { bits: 32, signed: true },
    Integer { bits: 64, signed: false },
    Integer { bits: 64, signed: true },
];

impl Integer {
    fn name(self) -> String {
        format!("{}{}", if self.signed { 's' } else { 'u' }, self.bits)
    }

    fn register(self) -> char {
        match self.bits {
            16 => 'h',
            32 => 'r',
            _ => 'd',
        }
    }

    fn read(self, bits: u64) -> i128 {
        let shifted = i128::from(bits) << (128 - self.bits);
        if self.signed { shifted >> (128 - self.bits) } else { (shifted as u128 >> (128 - self.bits)) as i128 }
    }

    fn write(self, value: i128) -> u64 {
        value as u64 & (u64::MAX >> (64 - self.bits))
    }

    fn least(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn most(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// The upper half of a product. An unsigned one of 64 bits fills all of the 128.
    fn high(self, a: i128, b: i128) -> i128 {
        let product = a.wrapping_mul(b);
        if self.signed { product >> self.bits } else { ((product as u128) >> self.bits) as i128 }
    }
}

/// Checks an instruction of up to three operands on every type.
fn check(types: &[Integer], opcode: &str, operands: usize, f: impl Fn(Integer, [i128; 3]) -> i128) {
    for &ty in types {
        let letter = ty.register();
        let sources: String = (1..=operands).map(|number| format!(", %{letter}{number}")).collect();
        let text = format!("{opcode}.{} %{letter}0{sources};", ty.name());
        wide::check(&text, &format!("{letter}0"), &integers(ty.bits), |bits| {
            ty.write(f(ty, bits.map(|bits| ty.read(bits))))
        });
    }
}

fn signed() -> Vec<Integer> {
    TYPES.into_iter().filter(|ty| ty.signed).collect()
}

#[test]
fn sums_differences_and_low_products_wrap() {
    check(&TYPES, "add", 2, |_, [a, b, _]| a + b);
    check(&TYPES, "sub", 2, |_, [a, b, _]| a - b);
    check(&TYPES, "mul.lo", 2, |_, [a, b, _]| a.wrapping_mul(b));
    check(&TYPES, "mad.lo", 3, |_, [a, b, c]| a.wrapping_mul(b).wrapping_add(c));
    check(&signed(), "neg", 1, |_, [a, ..]| -a);
    check(&signed(), "abs", 1, |_, [a, ..]| a.abs());
}

#[test]
fn high_products_are_whole_products_shifted() {
    check(&TYPES, "mul.hi", 2, |ty, [a, b, _]| ty.high(a, b));
    check(&TYPES, "mad.hi", 3, |ty, [a, b, c]| ty.high(a, b) + c);
    check(&TYPES[3..4], "mad.hi.sat", 3, |ty, [a, b, c]| (ty.high(a, b) + c).clamp(ty.least(), ty.most()));
    check(&TYPES[3..4], "add.sat", 2, |ty, [a, b, _]| (a + b).clamp(ty.least(), ty.most()));
    check(&TYPES[3..4], "sub.sat", 2, |ty, [a, b, _]| (a - b).clamp(ty.least(), ty.most()));
}

#[test]
fn wide_products_lose_nothing() {
    for ty in &TYPES[..4] {
        let double = Integer { bits: 2 * ty.bits, signed: ty.signed };
        let (from, to) = (ty.register(), double.register());
        let rows = integers(ty.bits);
        let text = format!("mul.wide.{} %{to}0, %{from}1, %{from}2;", ty.name());
        wide::check(&text, &format!("{to}0"), &rows, |[a, b, _]| double.write(ty.read(a) * ty.read(b)));
        let text = format!("mad.wide.{} %{to}0, %{from}1, %{from}2, %{to}3;", ty.name());
        wide::check(&text, &format!("{to}0"), &integers(double.bits), |[a, b, c]| {
            double.write(ty.read(a) * ty.read(b) + double.read(c))
        });
    }
}

#[test]
fn products_of_twenty_four_bits_take_no_more() {
    for ty in &TYPES[2..4] {
        let narrow = Integer { bits: 24, signed: ty.signed };
        let rows = integers(32);
        let name = ty.name();
        let product = |a: u64, b: u64| narrow.read(a) * narrow.read(b);
        wide::check(&format!("mul24.lo.{name} %r0, %r1, %r2;"), "r0", &rows, |[a, b, _]| ty.write(product(a, b)));
        wide::check(&format!("mul24.hi.{name} %r0, %r1, %r2;"), "r0", &rows, |[a, b, _]| ty.write(product(a, b) >> 16));
        let text = format!("mad24.lo.{name} %r0, %r1, %r2, %r3;");
        wide::check(&text, "r0", &rows, |[a, b, c]| ty.write(product(a, b) + ty.read(c)));
        let text = format!("mad24.hi.{name} %r0, %r1, %r2, %r3;");
        wide::check(&text, "r0", &rows, |[a, b, c]| ty.write((product(a, b) >> 16) + ty.read(c)));
        if ty.signed {
            let text = "mad24.hi.sat.s32 %r0, %r1, %r2, %r3;";
            wide::check(text, "r0", &rows, |[a, b, c]| {
                let high = ty.read(ty.write(product(a, b) >> 16));
                ty.write((high + ty.read(c)).clamp(ty.least(), ty.most()))
            });
        }
    }
}

#[test]
fn quotients_truncate_and_never_trap() {
    check(&TYPES, "div", 2, |_, [a, b, _]| if b == 0 { -1 } else { a / b });
    check(&TYPES, "rem", 2, |_, [a, b, _]| if b == 0 { a } else { a % b });
}

#[test]
fn extremes_and_distances_heed_the_sign() {
    check(&TYPES, "min", 2, |_, [a, b, _]| a.min(b));
    check(&TYPES, "max", 2, |_, [a, b, _]| a.max(b));
    check(&TYPES, "sad", 3, |_, [a, b, c]| (a - b).abs() + c);
}

#[test]
fn shifts_clamp_their_amount() {
    for ty in TYPES {
        let letter = ty.register();
        // The amount has 32 bits whatever the type.
        let rows = integers(64);
        let amount = |b: u64| (b as u32).min(ty.bits);
        let read = |a: u64| ty.read(a & (u64::MAX >> (64 - ty.bits)));
        let text = format!("shr.{} %{letter}0, %{letter}1, %r2;", ty.name());
        wide::check(&text, &format!("{letter}0"), &rows, |[a, b, _]| ty.write(read(a) >> amount(b)));
        let text = format!("shl.b{} %{letter}0, %{letter}1, %r2;", ty.bits);
        wide::check(&text, &format!("{letter}0"), &rows, |[a, b, _]| ty.write(read(a) << amount(b)));
        // With amounts that matter too.
        let rows = integers(32);
        let text = format!("and.b32 %r2, %r2, 127; {text}");
        wide::check(&text, &format!("{letter}0"), &rows, |[a, b, _]| ty.write(read(a) << amount(b & 127)));
    }
}

#[test]
fn carries_make_sums_and_differences_of_any_length() {
    let wide_sum = "mov.b64 {%r7, %r8}, %d1; mov.b64 {%r9, %r10}, %d2;";
    let rows = integers(64);
    for (first, second, subtract) in [("add.cc", "addc", false), ("sub.cc", "subc", true)] {
        let text =
            format!("{wide_sum} {first}.u32 %r7, %r7, %r9; {second}.u32 %r8, %r8, %r10; mov.b64 %d0, {{%r7, %r8}};");
        let whole = |a: u64, b: u64| if subtract { a.wrapping_sub(b) } else { a.wrapping_add(b) };
        wide::check(&text, "d0", &rows, |[a, b, _]| whole(a, b));
        // The upper half of 128 bits: c above a, and a above b.
        let text = format!("{first}.u64 %d8, %d1, %d2; {second}.s64 %d0, %d3, %d1;");
        wide::check(&text, "d0", &rows, |[a, b, c]| {
            let (left, right) = (u128::from(c) << 64 | u128::from(a), u128::from(a) << 64 | u128::from(b));
            (if subtract { left.wrapping_sub(right) } else { left.wrapping_add(right) } >> 64) as u64
        });
    }
}

#[test]
fn carries_make_products_of_any_length() {
    // 64 by 64 to 128 bits, out of 32-bit pieces; the upper half.
    let text = "mov.b64 {%r7, %r8}, %d1; mov.b64 {%r9, %r10}, %d2;\n\
        mul.lo.u32 %r1, %r7, %r9; mul.hi.u32 %r2, %r7, %r9;\n\
        mad.lo.cc.u32 %r2, %r8, %r9, %r2; madc.hi.u32 %r3, %r8, %r9, 0;\n\
        mad.lo.cc.u32 %r2, %r7, %r10, %r2; madc.hi.cc.u32 %r3, %r7, %r10, %r3; addc.u32 %r4, 0, 0;\n\
        mad.lo.cc.u32 %r3, %r8, %r10, %r3; madc.hi.u32 %r4, %r8, %r10, %r4; mov.b64 %d0, {%r3, %r4};";
    wide::check(text, "d0", &integers(64), |[a, b, _]| ((u128::from(a) * u128::from(b)) >> 64) as u64);
    let text = "mad.lo.cc.u64 %d8, %d1, %d2, %d3; madc.hi.u64 %d0, %d1, %d2, 0;";
    wide::check(text, "d0", &integers(64), |[a, b, c]| ((u128::from(a) * u128::from(b) + u128::from(c)) >> 64) as u64);
    let text = "mad.lo.cc.s64 %d8, %d1, %d2, %d3; madc.hi.s64 %d0, %d1, %d2, 0;";
    wide::check(text, "d0", &integers(64), |[a, b, c]| {
        let product = i128::from(a as i64) * i128::from(b as i64);
        ((product as u128).wrapping_add(u128::from(c)) >> 64) as u64
    });
}
