//! What floating-point instructions give, by `rustc_apfloat`.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::rows::Layout;

/// A format under test.
pub(super) trait Format: Float + FloatConvert<Quad> {
    /// Its name in PTX.
    const NAME: &'static str;
    /// Its layout.
    const LAYOUT: Layout;
    /// The letter of the registers that hold it.
    const REGISTER: char;
}

macro_rules! format {
    ($ty:ty, $name:literal, $exponent:literal, $mantissa:literal, $register:literal) => {
        impl Format for $ty {
            const NAME: &'static str = $name;
            const LAYOUT: Layout = Layout { exponent_bits: $exponent, mantissa_bits: $mantissa };
            const REGISTER: char = $register;
        }
    };
}
format!(Half, "f16", 5, 10, 'h');
format!(BFloat, "bf16", 8, 7, 'h');
format!(Single, "f32", 8, 23, 'r');
format!(Double, "f64", 11, 52, 'd');

/// The rounding modes, and how PTX spells them.
pub(super) const ROUNDS: [(&str, Round); 4] = [
    ("rn", Round::NearestTiesToEven),
    ("rz", Round::TowardZero),
    ("rm", Round::TowardNegative),
    ("rp", Round::TowardPositive),
];

/// What happens to operands and results besides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra {
    pub(super) ftz: bool,
    pub(super) sat: bool,
    pub(super) relu: bool,
}

impl Extra {
    /// Its modifiers.
    pub(super) fn spelling(self) -> String {
        [(self.ftz, ".ftz"), (self.sat, ".sat"), (self.relu, ".relu")]
            .into_iter()
            .filter_map(|(given, name)| given.then_some(name))
            .collect()
    }

    /// An operand as the instruction sees it.
    pub(super) fn read<F: Float>(self, bits: u64) -> F {
        self.flush(F::from_bits(u128::from(bits)))
    }

    fn flush<F: Float>(self, value: F) -> F {
        if self.ftz && value.is_denormal() { F::ZERO.copy_sign(value) } else { value }
    }

    /// The bits of a result.
    pub(super) fn write<F: Float>(self, value: F) -> u64 {
        let value = self.flush(value);
        let one = F::from_u128(1).value;
        let value = match value {
            value if self.sat && (value.is_nan() || value.is_negative()) => F::ZERO,
            value if self.sat && value > one => one,
            value if self.relu && !value.is_nan() && value.is_negative() => F::ZERO,
            value => value,
        };
        // The one NaN that instructions give: every bit but the sign.
        let nan = (1 << (F::BITS - 1)) - 1;
        if value.is_nan() { nan } else { value.to_bits() as u64 }
    }
}

/// The correctly rounded square root, by checking the candidate and its neighbours against exact squares.
pub(super) fn is_square_root<F: Format>(x: F, root: F, round: Round) -> bool {
    if x.is_zero() || x.is_pos_infinity() {
        return root.bitwise_eq(x);
    }
    if x.is_nan() || x.is_negative() {
        return root.is_nan();
    }
    if !root.is_finite_non_zero() || root.is_negative() {
        return false;
    }
    let quad = |value: F| FloatConvert::<Quad>::convert(value, &mut false).value;
    let square = |value: Quad| value.mul_r(value, Round::NearestTiesToEven).value;
    let half = Quad::from_u128(1).value.scalbn(-1);
    let between = |a: F, b: F| square((quad(a) + quad(b)).value.mul_r(half, Round::NearestTiesToEven).value);
    let (x, below, above) = (quad(x), root.next_down().value, root.next_up().value);
    match round {
        // No float is the square root of a midpoint, so that ties do not occur.
        Round::NearestTiesToEven => between(below, root) < x && x < between(root, above),
        Round::TowardPositive => square(quad(below)) < x && x <= square(quad(root)),
        _ => square(quad(root)) <= x && x < square(quad(above)),
    }
}
