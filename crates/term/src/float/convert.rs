//! Conversions between formats, integers, rationals and the machine's floats.

use super::round::{Exact, quotient};
use super::{Float, FloatFormat, RoundingMode};
use crate::bitvec::BitVec;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

impl Float {
    /// The nearest float of another format.
    pub fn convert(&self, format: FloatFormat, mode: RoundingMode) -> Float {
        match self.exact() {
            Some(exact) => exact.round(format, mode),
            None if self.is_nan() => Float::nan(format),
            None if self.is_infinite() => Float::infinity(format, self.is_negative()),
            None => Float::zero(format, self.is_negative()),
        }
    }

    pub fn from_unsigned(format: FloatFormat, value: &BitVec, mode: RoundingMode) -> Float {
        Float::from_integer(format, false, value.to_big(), mode)
    }

    /// From two's complement.
    pub fn from_signed(format: FloatFormat, value: &BitVec, mode: RoundingMode) -> Float {
        let negative = value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        Float::from_integer(format, negative, magnitude.to_big(), mode)
    }

    fn from_integer(
        format: FloatFormat,
        negative: bool,
        magnitude: BigUint,
        mode: RoundingMode,
    ) -> Float {
        if magnitude.is_zero() {
            return Float::zero(format, false);
        }
        Exact::new(negative, magnitude, 0).round(format, mode)
    }

    /// The nearest float to `numerator / denominator`; a zero is positive. Panics if the denominator is zero.
    pub fn from_ratio(
        format: FloatFormat,
        numerator: &BigInt,
        denominator: &BigUint,
        mode: RoundingMode,
    ) -> Float {
        assert!(!denominator.is_zero(), "a ratio");
        let negative = numerator.sign() == Sign::Minus;
        if numerator.is_zero() {
            return Float::zero(format, false);
        }
        let bits = format.significand + 2;
        quotient(negative, numerator.magnitude(), denominator, 0, bits).round(format, mode)
    }

    /// The integer that the mode chooses, as a magnitude; `None` if it is not below `2^bits` or there is none.
    fn to_integer(&self, bits: u32, mode: RoundingMode) -> Option<BigUint> {
        match self.exact() {
            Some(exact) if exact.magnitude() > i64::from(bits) => None,
            Some(exact) => Some(exact.at(0, mode)).filter(|n| n.bits() <= u64::from(bits)),
            None => self.is_zero().then(BigUint::zero),
        }
    }

    /// The integer that the mode chooses, if `width` bits hold it.
    pub fn to_unsigned(&self, width: u32, mode: RoundingMode) -> Option<BitVec> {
        let magnitude = self.to_integer(width, mode)?;
        let fits = !self.is_negative() || magnitude.is_zero();
        fits.then(|| BitVec::from_big(width, magnitude))
    }

    /// The integer that the mode chooses in two's complement, if `width` bits hold it.
    pub fn to_signed(&self, width: u32, mode: RoundingMode) -> Option<BitVec> {
        let magnitude = self.to_integer(width, mode)?;
        let bound = BigUint::one() << (width - 1);
        if self.is_negative() {
            (magnitude <= bound).then(|| BitVec::from_big(width, magnitude).neg())
        } else {
            (magnitude < bound).then(|| BitVec::from_big(width, magnitude))
        }
    }

    pub fn from_f32(value: f32) -> Float {
        Float::from_bits(
            FloatFormat::SINGLE,
            BitVec::new(32, u64::from(value.to_bits())),
        )
    }

    pub fn from_f64(value: f64) -> Float {
        Float::from_bits(FloatFormat::DOUBLE, BitVec::new(64, value.to_bits()))
    }

    /// The machine's float, if this is a single.
    pub fn to_f32(&self) -> Option<f32> {
        let bits = self.bits.to_u64()?;
        (self.format == FloatFormat::SINGLE).then(|| f32::from_bits(bits as u32))
    }

    /// The machine's float, if this is a double.
    pub fn to_f64(&self) -> Option<f64> {
        let bits = self.bits.to_u64()?;
        (self.format == FloatFormat::DOUBLE).then(|| f64::from_bits(bits))
    }
}
