//! Arithmetic: special cases by IEEE 754's tables, everything else exactly, rounded once.

use super::round::{Exact, power_of_two_modulo, quotient};
use super::{Float, FloatFormat, RoundingMode};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;

/// The zero that an exact sum of opposite numbers is.
fn cancelled(format: FloatFormat, mode: RoundingMode) -> Float {
    Float::zero(format, mode == RoundingMode::TowardNegative)
}

/// The float of an exact sum that may be zero.
fn round_sum(sum: Option<Exact>, format: FloatFormat, mode: RoundingMode) -> Float {
    match sum {
        Some(exact) => exact.round(format, mode),
        None => cancelled(format, mode),
    }
}

/// `a + b`, `None` if that is zero; exact enough to be rounded to `bits` bits.
///
/// If one number is far smaller than the other's last bit that could matter, only its sign does.
fn sum(a: Exact, b: Exact, bits: u32) -> Option<Exact> {
    let (a, b) = if a.exponent >= b.exponent {
        (a, b)
    } else {
        (b, a)
    };
    let gap = (a.exponent - b.exponent) as u64;
    let room = a.significand.bits() + b.significand.bits() + u64::from(bits) + 4;
    let (b_significand, shift) = if gap > room {
        // Far below the last bit of `a`, once that has `room` more bits: one unit there represents all of `b`.
        (BigUint::from(1u32), room)
    } else {
        (b.significand.clone(), gap)
    };
    let signed = |negative: bool, n: BigUint| {
        BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, n)
    };
    let total = signed(a.negative, &a.significand << shift) + signed(b.negative, b_significand);
    let (sign, significand) = total.into_parts();
    let exponent = a.exponent - shift as i64;
    (sign != Sign::NoSign).then(|| Exact::new(sign == Sign::Minus, significand, exponent))
}

fn product(a: &Exact, b: &Exact) -> Exact {
    Exact::new(
        a.negative != b.negative,
        &a.significand * &b.significand,
        a.exponent + b.exponent,
    )
}

impl Float {
    pub fn add(&self, other: &Float, mode: RoundingMode) -> Float {
        assert_eq!(self.format, other.format, "floats of different formats");
        let format = self.format;
        if self.is_nan() || other.is_nan() {
            return Float::nan(format);
        }
        if self.is_infinite() {
            let opposite = other.is_infinite() && self.is_negative() != other.is_negative();
            return if opposite {
                Float::nan(format)
            } else {
                self.clone()
            };
        }
        if other.is_infinite() {
            return other.clone();
        }
        match (self.exact(), other.exact()) {
            (Some(a), Some(b)) => round_sum(sum(a, b, format.significand), format, mode),
            (Some(_), None) => self.clone(),
            (None, Some(_)) => other.clone(),
            (None, None) if self.is_negative() == other.is_negative() => self.clone(),
            (None, None) => cancelled(format, mode),
        }
    }

    pub fn sub(&self, other: &Float, mode: RoundingMode) -> Float {
        self.add(&other.neg(), mode)
    }

    /// The product where an operand is zero, infinite or NaN.
    fn special_product(&self, other: &Float) -> Option<Float> {
        let negative = self.is_negative() != other.is_negative();
        if self.is_nan() || other.is_nan() {
            return Some(Float::nan(self.format));
        }
        if self.is_infinite() || other.is_infinite() {
            return Some(if self.is_zero() || other.is_zero() {
                Float::nan(self.format)
            } else {
                Float::infinity(self.format, negative)
            });
        }
        (self.is_zero() || other.is_zero()).then(|| Float::zero(self.format, negative))
    }

    pub fn mul(&self, other: &Float, mode: RoundingMode) -> Float {
        assert_eq!(self.format, other.format, "floats of different formats");
        if let Some(special) = self.special_product(other) {
            return special;
        }
        let (a, b) = (self.number(), other.number());
        product(&a, &b).round(self.format, mode)
    }

    pub fn div(&self, other: &Float, mode: RoundingMode) -> Float {
        assert_eq!(self.format, other.format, "floats of different formats");
        let format = self.format;
        let negative = self.is_negative() != other.is_negative();
        if self.is_nan() || other.is_nan() {
            return Float::nan(format);
        }
        match (self.exact(), other.exact()) {
            (Some(a), Some(b)) => quotient(
                negative,
                &a.significand,
                &b.significand,
                a.exponent - b.exponent,
                format.significand + 2,
            )
            .round(format, mode),
            _ if self.is_infinite() && other.is_infinite() => Float::nan(format),
            _ if self.is_zero() && other.is_zero() => Float::nan(format),
            _ if self.is_infinite() || other.is_zero() => Float::infinity(format, negative),
            _ => Float::zero(format, negative),
        }
    }

    /// `self * other + addend`, rounded once.
    pub fn fma(&self, other: &Float, addend: &Float, mode: RoundingMode) -> Float {
        assert_eq!(self.format, other.format, "floats of different formats");
        if let Some(special) = self.special_product(other) {
            return special.add(addend, mode);
        }
        let Some(addend_exact) = addend.exact() else {
            if !addend.is_zero() {
                return addend.clone();
            }
            return product(&self.number(), &other.number()).round(self.format, mode);
        };
        let product = product(&self.number(), &other.number());
        let total = sum(product, addend_exact, self.format.significand);
        round_sum(total, self.format, mode)
    }

    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        if self.is_zero() || self.is_nan() {
            return self.clone();
        }
        if self.is_negative() {
            return Float::nan(self.format);
        }
        let Some(exact) = self.exact() else {
            return self.clone();
        };
        // Twice the bits that the root needs, and an even exponent.
        let mut shift = 2 * u64::from(self.format.significand) + 6;
        if (exact.exponent - shift as i64) % 2 != 0 {
            shift += 1;
        }
        let square = exact.significand << shift;
        let root = square.sqrt();
        let inexact = &root * &root != square;
        let exponent = (exact.exponent - shift as i64) / 2;
        let root = Exact {
            inexact,
            ..Exact::new(false, root, exponent)
        };
        root.round(self.format, mode)
    }

    /// The remainder where an operand is zero, infinite or NaN.
    fn special_remainder(&self, other: &Float) -> Option<Float> {
        assert_eq!(self.format, other.format, "floats of different formats");
        if self.is_nan() || other.is_nan() || self.is_infinite() || other.is_zero() {
            return Some(Float::nan(self.format));
        }
        (self.is_zero() || other.is_infinite()).then(|| self.clone())
    }

    /// IEEE's remainder: `self - other * n`, where `n` is the integer nearest to the quotient, the even one if there
    /// are two.
    pub fn rem(&self, other: &Float) -> Float {
        if let Some(special) = self.special_remainder(other) {
            return special;
        }
        let (a, b) = (self.number(), other.number());
        if a.magnitude() < b.magnitude() - 1 {
            // Less than half of the divisor.
            return self.clone();
        }
        let exponent = a.exponent.min(b.exponent);
        let divisor = &b.significand << (b.exponent - exponent);
        let (odd, rest) = modulo(&a, &divisor, exponent);
        let twice = &rest << 1;
        let up = twice > divisor || (twice == divisor && odd);
        let (flip, rest) = if up {
            (true, divisor - rest)
        } else {
            (false, rest)
        };
        self.remainder(rest, exponent, flip)
    }

    /// C's `fmod`: `self - other * n`, where `n` is the quotient rounded towards zero.
    pub fn fmod(&self, other: &Float) -> Float {
        if let Some(special) = self.special_remainder(other) {
            return special;
        }
        let (a, b) = (self.number(), other.number());
        if a.magnitude() < b.magnitude() {
            return self.clone();
        }
        let exponent = a.exponent.min(b.exponent);
        let divisor = &b.significand << (b.exponent - exponent);
        let (_, rest) = modulo(&a, &divisor, exponent);
        self.remainder(rest, exponent, false)
    }

    /// A remainder, which is exact; a zero has the sign of the dividend.
    fn remainder(&self, rest: BigUint, exponent: i64, flip: bool) -> Float {
        if rest.is_zero() {
            return Float::zero(self.format, self.is_negative());
        }
        let exact = Exact::new(self.is_negative() != flip, rest, exponent);
        exact.round(self.format, RoundingMode::TowardZero)
    }

    /// The integer that the mode chooses; a zero keeps the sign.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        let Some(exact) = self.exact() else {
            return self.clone();
        };
        if exact.exponent >= 0 {
            return self.clone();
        }
        let rounded = exact.at(0, mode);
        if rounded.is_zero() {
            return Float::zero(self.format, self.is_negative());
        }
        // Between two neighbours of which at least one is a number of the format, and the other one, too.
        Exact::new(self.is_negative(), rounded, 0).round(self.format, mode)
    }

    /// The smaller one; a number rather than NaN, and the second one of two zeros.
    pub fn min(&self, other: &Float) -> Float {
        let first = other.is_nan() || self.lt(other);
        if first { self } else { other }.clone()
    }

    /// The larger one; a number rather than NaN, and the second one of two zeros.
    pub fn max(&self, other: &Float) -> Float {
        let first = other.is_nan() || other.lt(self);
        if first { self } else { other }.clone()
    }

    fn number(&self) -> Exact {
        self.exact().expect("special cases come first")
    }
}

/// The dividend in units of `2^exponent` modulo the divisor, and whether the quotient is odd.
fn modulo(dividend: &Exact, divisor: &BigUint, exponent: i64) -> (bool, BigUint) {
    let twice = divisor << 1;
    let scale = power_of_two_modulo(dividend.exponent - exponent, &twice);
    let rest = (&dividend.significand * scale) % &twice;
    if rest >= *divisor {
        (true, rest - divisor)
    } else {
        (false, rest)
    }
}
