//! Exact values, and the one place where they are rounded.

use super::{Float, FloatFormat, RoundingMode};
use num_bigint::BigUint;
use num_traits::Zero;

/// A number other than zero: `significand * 2^exponent`, and perhaps a little more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exact {
    pub negative: bool,
    /// Invariant: not zero.
    pub significand: BigUint,
    pub exponent: i64,
    /// Whether the magnitude lies strictly between this significand and the next one.
    pub inexact: bool,
}

impl Exact {
    pub fn new(negative: bool, significand: BigUint, exponent: i64) -> Exact {
        assert!(!significand.is_zero(), "zero has a sign of its own");
        Exact {
            negative,
            significand,
            exponent,
            inexact: false,
        }
    }

    /// The exponent of the leading bit.
    pub(super) fn magnitude(&self) -> i64 {
        self.exponent + self.significand.bits() as i64 - 1
    }

    /// The float of the format that the mode chooses for this value.
    ///
    /// An inexact value needs at least two bits more than the format's significand, so that what is missing counts below
    /// the bit that decides.
    pub fn round(&self, format: FloatFormat, mode: RoundingMode) -> Float {
        // The exponent of the last bit that the result has.
        let last = format
            .last_exponent()
            .max(self.magnitude() - i64::from(format.fraction()));
        assert!(
            !self.inexact || last >= self.exponent + 2,
            "too few bits to round"
        );
        let rounded = self.at(last, mode);
        // The pattern counts the steps from zero: a carry out of the fraction goes into the exponent, as it should.
        let steps = last - format.last_exponent();
        let infinity = Float::infinity(format, self.negative);
        if steps >> (format.exponent + 1) > 0 {
            return overflow(format, self.negative, mode);
        }
        let pattern = (BigUint::from(steps as u64) << format.fraction()) + rounded;
        if pattern >= infinity.abs().bits().to_big() {
            return overflow(format, self.negative, mode);
        }
        Float::from_magnitude(format, self.negative, pattern)
    }

    /// The magnitude as a multiple of `2^last`, rounded.
    pub(super) fn at(&self, last: i64, mode: RoundingMode) -> BigUint {
        let Ok(cut) = u64::try_from(last - self.exponent) else {
            return &self.significand << (self.exponent - last);
        };
        if cut == 0 && !self.inexact {
            return self.significand.clone();
        }
        let kept = &self.significand >> cut;
        let half = cut > 0 && self.significand.bit(cut - 1);
        let zeros = self.significand.trailing_zeros().expect("not zero");
        let rest = self.inexact || (cut > 0 && zeros < cut - 1);
        let up = match mode {
            RoundingMode::NearestTiesToEven => half && (rest || kept.bit(0)),
            RoundingMode::NearestTiesToAway => half,
            RoundingMode::TowardPositive => !self.negative && (half || rest),
            RoundingMode::TowardNegative => self.negative && (half || rest),
            RoundingMode::TowardZero => false,
        };
        if up { kept + 1u32 } else { kept }
    }
}

/// What a value beyond the largest finite one becomes.
fn overflow(format: FloatFormat, negative: bool, mode: RoundingMode) -> Float {
    let to_infinity = match mode {
        RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway => true,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if to_infinity {
        Float::infinity(format, negative)
    } else {
        Float::largest(format, negative)
    }
}

/// `numerator / denominator`, neither zero, with `bits` bits of the quotient at least.
pub(super) fn quotient(
    negative: bool,
    numerator: &BigUint,
    denominator: &BigUint,
    exponent: i64,
    bits: u32,
) -> Exact {
    // The quotient of an n-bit number by an m-bit one has n - m bits at least.
    let wanted = u64::from(bits) + denominator.bits();
    let shift = wanted.saturating_sub(numerator.bits()) + 1;
    let shifted = numerator << shift;
    let significand = &shifted / denominator;
    let inexact = &significand * denominator != shifted;
    Exact {
        inexact,
        ..Exact::new(negative, significand, exponent - shift as i64)
    }
}

/// `2^exponent mod modulus`.
pub(super) fn power_of_two_modulo(exponent: i64, modulus: &BigUint) -> BigUint {
    BigUint::from(2u32).modpow(&BigUint::from(exponent as u64), modulus)
}
