//! Number crunching.

use crate::data::{Random, assert_close, floats, words};
use crate::rig::{inout, input, on_device, structure, value};

const PTX: &str = include_str!("sources/numbers.ptx");

#[test]
fn points_escape_from_the_mandelbrot_set() {
    on_device(PTX, |rig| {
        let mut out = vec![0u16; 32 * 24];
        let arguments =
            vec![inout(&mut out), value(32), value(-2.0f32), value(-1.125f32), value(0.09375f32), value(40)];
        rig.run_grid("mandelbrot", [4, 6, 1], [8, 4, 1], 0, arguments);
        let mut different = 0;
        for (at, &got) in out.iter().enumerate() {
            let (cx, cy) = (-2.0 + 0.09375 * (at % 32) as f64, -1.125 + 0.09375 * (at / 32) as f64);
            let (mut x, mut y, mut count) = (0.0f64, 0.0f64, 0);
            while count < 40 && x * x + y * y < 4.0 {
                (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                count += 1;
            }
            different += u32::from(got != count);
        }
        assert!(different < 8, "{different} points of the border differ from the double reference");
    });
}

#[test]
fn multiples_are_struck_out() {
    on_device(PTX, |rig| {
        let mut composite = vec![0u8; 500];
        rig.run("sieve", 1, 32, vec![inout(&mut composite), value(500)]);
        let is_prime = |n: usize| (2..n).all(|divisor| !n.is_multiple_of(divisor));
        assert!((2..500).all(|n| (composite[n] == 0) == is_prime(n)));
    });
}

#[test]
fn bodies_pull_each_other() {
    let bodies = floats(1, 4 * 128);
    on_device(PTX, |rig| {
        let mut pull = vec![0.0f32; 4 * 128];
        rig.run("gravity", 2, 64, vec![input(&bodies), inout(&mut pull), value(128)]);
        let wide: Vec<f64> = bodies.iter().map(|&value| f64::from(value)).collect();
        let mut expected = Vec::new();
        for me in wide.chunks(4) {
            let mut sum = [0.0; 4];
            for other in wide.chunks(4) {
                let d = [0, 1, 2].map(|axis| other[axis] - me[axis]);
                let inverse = 1.0 / (d.iter().map(|d| d * d).sum::<f64>() + 0.01).sqrt();
                (0..3).for_each(|axis| sum[axis] += d[axis] * other[3] * inverse.powi(3));
            }
            expected.extend(sum);
        }
        assert_close(&pull, &expected, 1e-4);
    });
}

#[test]
fn powers_need_products_of_128_bits() {
    let mut random = Random::new(2);
    let modulus = 0xffff_ffff_ffff_ffc5u64;
    let bases: Vec<u64> = (0..20).map(|_| random.next()).collect();
    let exponents: Vec<u64> = (0..20).map(|i| random.next() >> (3 * i)).collect();
    on_device(PTX, |rig| {
        let mut out = [0u64; 20];
        rig.run("powers", 1, 20, vec![input(&bases), input(&exponents), inout(&mut out), value(modulus)]);
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
        let power = |(&base, &exponent): (&u64, &u64)| {
            (0..64).rev().fold(1, |result, bit| {
                let square = times(result, result);
                if exponent >> bit & 1 == 1 { times(square, base) } else { square }
            })
        };
        assert_eq!(out.as_slice(), bases.iter().zip(&exponents).map(power).collect::<Vec<_>>());
    });
}

#[test]
fn long_numbers_carry_and_borrow() {
    let (mut a, mut b) = (words(3, 4 * 16), words(4, 4 * 16));
    // A carry, and a borrow, through all words.
    a[..8].copy_from_slice(&[u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0, 0, 0, 0]);
    b[..8].copy_from_slice(&[1, 0, 0, 0, 1, 0, 0, 0]);
    on_device(PTX, |rig| {
        let (mut sum, mut difference) = ([0u32; 5 * 16], [0u32; 4 * 16]);
        rig.run("long_sums", 1, 16, vec![input(&a), input(&b), inout(&mut sum), inout(&mut difference)]);
        let long = |words: &[u32]| words.iter().rev().fold(0u128, |value, &word| value << 32 | u128::from(word));
        for i in 0..16 {
            let (a, b) = (long(&a[4 * i..][..4]), long(&b[4 * i..][..4]));
            let (expected, carry) = a.overflowing_add(b);
            assert_eq!((long(&sum[5 * i..][..4]), sum[5 * i + 4]), (expected, u32::from(carry)));
            assert_eq!(long(&difference[4 * i..][..4]), a.wrapping_sub(b));
        }
    });
}

#[test]
fn options_have_their_prices() {
    let [price, strike, years] =
        [5, 6, 7].map(|seed| floats(seed, 60).iter().map(|x| x * 0.4 + 1.0).collect::<Vec<_>>());
    on_device(PTX, |rig| {
        let mut call = [0.0f32; 60];
        let arguments = vec![
            input(&price),
            input(&strike),
            input(&years),
            inout(&mut call),
            value(0.03f32),
            value(0.25f32),
            value(60),
        ];
        rig.run("option_prices", 1, 64, arguments);
        let expected: Vec<f64> = (0..60)
            .map(|i| {
                let (price, strike, years) = (f64::from(price[i]), f64::from(strike[i]), f64::from(years[i]));
                let spread = 0.25 * years.sqrt();
                let d1 = ((price / strike).ln() + (0.03 + 0.5 * 0.0625) * years) / spread;
                price * normal(d1) - strike * (-0.03 * years).exp() * normal(d1 - spread)
            })
            .collect();
        assert_close(&call, &expected, 1e-5);
    });
}

/// The normal distribution up to `x`, by Simpson's rule.
fn normal(x: f64) -> f64 {
    let density = |t: f64| (-0.5 * t * t).exp() / std::f64::consts::TAU.sqrt();
    let (steps, from) = (4000, -12.0);
    let width = (x - from) / f64::from(steps);
    let weight = |i: i32| if i == 0 || i == steps { 1.0 } else { 2.0 + 2.0 * f64::from(i % 2) };
    (0..=steps).map(|i| weight(i) * density(from + width * f64::from(i))).sum::<f64>() * width / 3.0
}

#[test]
fn darts_hit_the_quarter_of_a_circle() {
    on_device(PTX, |rig| {
        let mut inside = [0u32];
        rig.run("darts", 2, 64, vec![inout(&mut inside), value(40)]);
        let mut expected = 0;
        for thread in 1..=128u64 {
            let mut state = thread;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as f32 / 16_777_216.0
            };
            expected += (0..40)
                .filter(|_| {
                    let (x, y) = (next(), next());
                    x * x + y * y < 1.0
                })
                .count() as u32;
        }
        assert_eq!(inside, [expected]);
    });
}

#[test]
fn roots_of_cubics() {
    let targets: Vec<f64> = (1..=50).map(|i| f64::from(i) * 0.37).collect();
    on_device(PTX, |rig| {
        let mut roots = [0.0; 50];
        rig.run("cubic_roots", 1, 50, vec![input(&targets), inout(&mut roots)]);
        assert_close(&roots, &targets.iter().map(|target| target.cbrt()).collect::<Vec<_>>(), 1e-12);
    });
}

#[test]
fn queens_stand_apart() {
    on_device(PTX, |rig| {
        let mut solutions = [0u32];
        rig.run("queens", 1, 6, vec![inout(&mut solutions), value(6)]);
        assert_eq!(solutions, [4]);
        solutions = [0];
        rig.run("queens", 1, 7, vec![inout(&mut solutions), value(7)]);
        assert_eq!(solutions, [40]);
    });
}

#[test]
fn a_structure_by_value_holds_coefficients() {
    let x = floats(8, 100);
    on_device(PTX, |rig| {
        let mut y = [0.0f32; 100];
        let coefficients = [0.5f32, -1.25, 2.0, 0.75, -3.0, 0.0];
        let mut words: Vec<u32> = coefficients.iter().map(|value| value.to_bits()).collect();
        words.push(4);
        rig.run("polynomial", 1, 128, vec![input(&x), inout(&mut y), structure(&words), value(100)]);
        let at = |&x: &f32| coefficients.iter().rev().fold(0.0, |sum, &c| sum * f64::from(x) + f64::from(c));
        assert_close(&y, &x.iter().map(at).collect::<Vec<_>>(), 1e-5);
    });
}
