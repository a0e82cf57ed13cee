//! The approximate functions: how far their results may be off, and a seeded error inside of that.

use super::half::{narrow, widen32};

/// A function whose result PTX bounds rather than defines. Each variant is the PTX instruction of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Approximate {
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
    Div,
}

/// Moves the results of approximate functions by up to what their bounds allow, always the same way for the same operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deviation {
    /// Zero for none.
    seed: u64,
}

impl Deviation {
    /// The deviation of a seed; zero is none.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The f32 for a function's exact value at `input`.
    #[inline(always)]
    pub(crate) fn single(self, how: Approximate, input: f64, exact: f64) -> f32 {
        if self.seed == 0 { exact as f32 } else { self.move_single(how, input, exact) }
    }

    /// What to round to a 16-bit float, for a function's exact value.
    #[inline(always)]
    pub(crate) fn half(self, how: Approximate, brain: bool, bits: u64, exact: f64) -> f64 {
        if self.seed == 0 { exact } else { self.move_half(how, brain, bits, exact) }
    }

    #[cold]
    fn move_single(self, how: Approximate, input: f64, exact: f64) -> f32 {
        let bound = how.bound32(input, exact);
        if bound == 0.0 {
            return exact as f32;
        }
        let moved = (exact + self.share(how, input.to_bits()) * bound) as f32;
        // Rounding may have carried it out of the bound.
        if (f64::from(moved) - exact).abs() <= bound { moved } else { exact as f32 }
    }

    #[cold]
    fn move_half(self, how: Approximate, brain: bool, bits: u64, exact: f64) -> f64 {
        let bound = how.bound16(brain, exact);
        let moved = exact + self.share(how, bits) * bound;
        let rounded = f64::from(f32::from_bits(widen32(brain, narrow(brain, moved))));
        if (rounded - exact).abs() <= bound { moved } else { exact }
    }

    /// A part of the bound, from -1 to 1.
    fn share(self, how: Approximate, operand: u64) -> f64 {
        let mut mixed = operand ^ self.seed ^ (how as u64) << 56;
        for _ in 0..2 {
            mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (mixed ^ mixed >> 32) as i64 as f64 / (1u64 << 63) as f64
    }
}

impl Approximate {
    /// How far an f32 result may be off at most; zero where the result is exact or has no bound.
    pub(crate) fn bound32(self, input: f64, exact: f64) -> f64 {
        if exact == 0.0 || !exact.is_finite() || input == 0.0 {
            return 0.0;
        }
        match self {
            Self::Rcp => unit32(exact),
            Self::Div | Self::Ex2 => 2.0 * unit32(exact),
            Self::Sqrt => exact.abs() * 2f64.powi(-23),
            Self::Rsqrt => exact.abs() * 2f64.powf(-22.9),
            Self::Lg2 if input > 0.5 && input < 2.0 => 2f64.powi(-22),
            Self::Lg2 => exact.abs() * 2f64.powi(-22),
            Self::Tanh => exact.abs() * 2f64.powi(-11),
            Self::Sin | Self::Cos if input.abs() <= std::f64::consts::TAU => 2f64.powf(-20.5),
            Self::Sin | Self::Cos if input.abs() <= 100.0 * std::f64::consts::PI => 2f64.powf(-14.7),
            Self::Sin | Self::Cos => 0.0,
        }
    }

    /// The same for a 16-bit result.
    pub(crate) fn bound16(self, brain: bool, exact: f64) -> f64 {
        match (self, brain) {
            _ if !exact.is_finite() => 0.0,
            (Self::Tanh, false) => 2f64.powf(-10.987),
            (Self::Tanh, true) => 2f64.powi(-8),
            (_, false) => exact.abs() * 2f64.powf(-9.9),
            (_, true) => exact.abs() * 2f64.powi(-7),
        }
    }
}

/// The unit in the last place of the f32 nearest to a value.
fn unit32(value: f64) -> f64 {
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    2f64.powi(exponent.clamp(-126, 127) - 23)
}
