//! Bit-field, byte and dot-product instructions against plain loops over bits.

use super::rows::{Rows, integers};
use super::wide;

/// Bit `position` of a value.
fn bit(value: u64, position: u64) -> bool {
    position < 64 && value >> position & 1 != 0
}

/// A value made bit by bit.
fn bits(width: u64, f: impl Fn(u64) -> bool) -> u64 {
    (0..width).fold(0, |all, position| all | u64::from(f(position)) << position)
}

fn check3(opcode: &str, rows: &Rows, reference: impl Fn([u64; 3]) -> u64) {
    wide::check(&format!("{opcode} %r0, %r1, %r2, %r3;"), "r0", rows, reference);
}

#[test]
fn fields_are_extracted() {
    for (letter, width) in [('r', 32), ('d', 64)] {
        for signed in [false, true] {
            let ty = format!("{}{width}", if signed { 's' } else { 'u' });
            // Half of the rows with positions and lengths that matter.
            for mask in ["0xffffffff", "0x1f", "0x47"] {
                let text = format!(
                    "and.b32 %r2, %r2, {mask}; and.b32 %r3, %r3, {mask}; bfe.{ty} %{letter}0, %{letter}1, %r2, %r3;"
                );
                let mask = u64::from_str_radix(&mask[2..], 16).unwrap();
                wide::check(&text, &format!("{letter}0"), &integers(width as u32), |[a, b, c]| {
                    let (start, len) = (b & mask & 0xff, c & mask & 0xff);
                    let fill = signed && len > 0 && bit(a, (start + len - 1).min(width - 1));
                    bits(width, |i| if i < len && start + i < width { bit(a, start + i) } else { fill })
                });
            }
        }
    }
}

#[test]
fn fields_are_inserted() {
    for (letter, width) in [('r', 32), ('d', 64)] {
        let text = format!(
            "cvt.u32.u64 %r7, %d3; and.b32 %r8, %r7, 0x7f; shr.u32 %r9, %r7, 7; and.b32 %r9, %r9, 0x7f;\n\
             bfi.b{width} %{letter}0, %{letter}1, %{letter}2, %r8, %r9;"
        );
        wide::check(&text, &format!("{letter}0"), &integers(width as u32), |[a, b, c]| {
            let (start, len) = (c & 0x7f, c >> 7 & 0x7f);
            bits(width, |i| if i >= start && i - start < len { bit(a, i - start) } else { bit(b, i) })
        });
    }
}

#[test]
fn bits_are_found_and_counted() {
    for (letter, width) in [('r', 32), ('d', 64)] {
        let rows = integers(width as u32);
        let run = |opcode: &str, reference: &dyn Fn(u64) -> u64| {
            wide::check(&format!("{opcode} %r0, %{letter}1;"), "r0", &rows, |[a, ..]| reference(a));
        };
        let highest = |a: u64| (0..width).rev().find(|&i| bit(a, i));
        let signed = |a: u64| if bit(a, width - 1) { !a } else { a };
        let none = u64::from(u32::MAX);
        run(&format!("bfind.u{width}"), &|a| highest(a).unwrap_or(none));
        run(&format!("bfind.s{width}"), &|a| highest(signed(a)).unwrap_or(none));
        run(&format!("bfind.shiftamt.u{width}"), &|a| highest(a).map_or(none, |i| width - 1 - i));
        run(&format!("bfind.shiftamt.s{width}"), &|a| highest(signed(a)).map_or(none, |i| width - 1 - i));
        run(&format!("clz.b{width}"), &|a| highest(a).map_or(width, |i| width - 1 - i));
        run(&format!("popc.b{width}"), &|a| (0..width).filter(|&i| bit(a, i)).count() as u64);
        let text = format!("brev.b{width} %{letter}0, %{letter}1;");
        wide::check(&text, &format!("{letter}0"), &rows, |[a, ..]| bits(width, |i| bit(a, width - 1 - i)));
    }
}

#[test]
fn the_nth_set_bit_is_found_from_a_base() {
    let text = "and.b32 %r2, %r2, 63; shl.b32 %r3, %r3, 26; shr.s32 %r3, %r3, 26; fns.b32 %r0, %r1, %r2, %r3;";
    wide::check(text, "r0", &integers(32), |[a, b, c]| {
        let (base, offset) = ((b & 63) as i64, i64::from((c as u32 as i32) << 26 >> 26));
        let none = u64::from(u32::MAX);
        if offset == 0 {
            return if base < 32 && bit(a, base as u64) { base as u64 } else { none };
        }
        let (mut position, mut left) = (base, offset.abs());
        while (0..32).contains(&position) {
            left -= i64::from(bit(a, position as u64));
            if left == 0 {
                return position as u64;
            }
            position += offset.signum();
        }
        none
    });
}

#[test]
fn masks_and_extensions_clamp_or_wrap() {
    let rows = integers(32);
    for clamp in [false, true] {
        let mode = if clamp { "clamp" } else { "wrap" };
        let limit = |value: u64| if clamp { value.min(32) } else { value & 31 };
        wide::check(&format!("bmsk.{mode}.b32 %r0, %r1, %r2;"), "r0", &rows, |[a, b, _]| {
            bits(32, |i| i >= limit(a) && i < limit(a) + limit(b))
        });
        for signed in [false, true] {
            let ty = if signed { "s32" } else { "u32" };
            wide::check(&format!("szext.{mode}.{ty} %r0, %r1, %r2;"), "r0", &rows, |[a, b, _]| {
                let len = limit(b);
                bits(32, |i| if i < len { bit(a, i) } else { signed && len > 0 && bit(a, len - 1) })
            });
        }
    }
}

#[test]
fn bytes_are_permuted_in_every_mode() {
    let rows = integers(32);
    let byte = |a: u64, b: u64, index: u64| (a | b << 32) >> (8 * (index & 7)) & 0xff;
    let place = |bytes: [u64; 4]| bytes.iter().rev().fold(0, |all, byte| all << 8 | byte);
    check3("prmt.b32", &rows, |[a, b, c]| {
        place([0, 1, 2, 3].map(|i| {
            let selector = c >> (4 * i) & 15;
            let byte = byte(a, b, selector);
            if selector < 8 { byte } else { 0xff * (byte >> 7) }
        }))
    });
    check3("prmt.b32.f4e", &rows, |[a, b, c]| place([0, 1, 2, 3].map(|i| byte(a, b, (c & 3) + i))));
    check3("prmt.b32.b4e", &rows, |[a, b, c]| place([0, 1, 2, 3].map(|i| byte(a, b, (c & 3) + 8 - i))));
    check3("prmt.b32.rc8", &rows, |[a, b, c]| place([byte(a, b, c & 3); 4]));
    check3("prmt.b32.ecl", &rows, |[a, b, c]| place([0, 1, 2, 3].map(|i: u64| byte(a, b, i.max(c & 3)))));
    check3("prmt.b32.ecr", &rows, |[a, b, c]| place([0, 1, 2, 3].map(|i: u64| byte(a, b, i.min(c & 3)))));
    check3("prmt.b32.rc16", &rows, |[a, b, c]| place([0, 1, 2, 3].map(|i| byte(a, b, (c & 1) * 2 + i % 2))));
}

#[test]
fn funnels_shift_two_words() {
    let rows = integers(32);
    for (mode, clamp) in [("clamp", true), ("wrap", false)] {
        let amount = |c: u64| if clamp { c.min(32) } else { c & 31 };
        check3(&format!("shf.l.{mode}.b32"), &rows, |[a, b, c]| {
            (u128::from(b << 32 | a) << amount(c) >> 32) as u32 as u64
        });
        check3(&format!("shf.r.{mode}.b32"), &rows, |[a, b, c]| ((b << 32 | a) >> amount(c)) as u32 as u64);
    }
}

#[test]
fn tables_of_three_are_every_function() {
    let rows = integers(32);
    let table = |table: u64, [a, b, c]: [u64; 3]| {
        bits(32, |i| bit(table, u64::from(bit(a, i)) << 2 | u64::from(bit(b, i)) << 1 | u64::from(bit(c, i))))
    };
    for number in [0, 0x01, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff, 0x1b] {
        wide::check(&format!("lop3.b32 %r0, %r1, %r2, %r3, {number};"), "r0", &rows, |operands| {
            table(number, operands)
        });
    }
    for (combine, both) in [("and", true), ("or", false)] {
        let text = format!("setp.lt.u32 %p1, %r1, %r2; lop3.{combine}.b32 _|%p0, %r1, %r2, %r3, 0x80, %p1;");
        wide::check(&text, "p0", &rows, |[a, b, c]| {
            let (some, less) = (a & b & c != 0, a < b);
            u64::from(if both { some && less } else { some || less })
        });
    }
}

#[test]
fn dot_products_take_each_sign() {
    let rows = integers(32);
    let part = |value: u64, index: u32, bits: u32, signed: bool| {
        let shifted = (value >> (index * bits)) << (64 - bits);
        if signed { (shifted as i64) >> (64 - bits) } else { (shifted >> (64 - bits)) as i64 }
    };
    for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
        let name = |signed: bool| if signed { "s32" } else { "u32" };
        let types = format!("{}.{}", name(left), name(right));
        check3(&format!("dp4a.{types}"), &rows, |[a, b, c]| {
            let sum: i64 = (0..4).map(|i| part(a, i, 8, left) * part(b, i, 8, right)).sum();
            (sum as u64).wrapping_add(c) & 0xffff_ffff
        });
        for (half, first) in [("lo", 0), ("hi", 2)] {
            check3(&format!("dp2a.{half}.{types}"), &rows, |[a, b, c]| {
                let sum: i64 = (0..2).map(|i| part(a, i, 16, left) * part(b, first + i, 8, right)).sum();
                (sum as u64).wrapping_add(c) & 0xffff_ffff
            });
        }
    }
}
