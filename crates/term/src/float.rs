//! IEEE 754 floats of any format, computed exactly.
//!
//! A [`Float`] is a bit pattern with one canonical NaN (positive, quiet, no payload), as SMT-LIB's theory of floats has one
//! NaN. Every operation computes the exact value with integers of any size and rounds once ([`round`]), for all formats
//! and all five rounding modes: the definition of the standard, word for word. `rustc_apfloat` has a fixed list of formats
//! (and no square root), which neither covers what SMT-LIB allows nor the tiny formats that exhaustive tests need; it and
//! the machine's own floats serve as oracles in the tests instead.
//!
//! What SMT-LIB leaves open has one meaning here: of two zeros, `min` and `max` give the second; a conversion to an
//! integer that does not fit gives what the caller says. Text that means "any" is read as such (`smtlib::apply`).

mod arith;
mod convert;
mod round;

use crate::bitvec::BitVec;
use num_bigint::BigUint;
use num_traits::One;
pub use round::Exact;
use std::cmp::Ordering;
use std::fmt;

/// The widths of the exponent and of the significand; the latter counts the hidden bit, as in SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FloatFormat {
    pub exponent: u32,
    pub significand: u32,
}

impl FloatFormat {
    pub const HALF: FloatFormat = FloatFormat::of(5, 11);
    /// bfloat16: the range of single in 16 bits.
    pub const BRAIN: FloatFormat = FloatFormat::of(8, 8);
    pub const SINGLE: FloatFormat = FloatFormat::of(8, 24);
    pub const DOUBLE: FloatFormat = FloatFormat::of(11, 53);
    /// The values of x87's extended format. In memory it has 80 bits, since its leading bit is not hidden.
    pub const X87: FloatFormat = FloatFormat::of(15, 64);
    pub const QUAD: FloatFormat = FloatFormat::of(15, 113);

    const fn of(exponent: u32, significand: u32) -> FloatFormat {
        FloatFormat {
            exponent,
            significand,
        }
    }

    /// Panics if the widths are not [`FloatFormat::is_valid`].
    pub fn new(exponent: u32, significand: u32) -> FloatFormat {
        let format = FloatFormat::of(exponent, significand);
        assert!(format.is_valid(), "no float format: {format:?}");
        format
    }

    /// Whether SMT-LIB has such a format, and exponents fit into machine words.
    pub fn is_valid(self) -> bool {
        (2..=30).contains(&self.exponent) && (2..=1 << 20).contains(&self.significand)
    }

    /// The number of bits of a pattern.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The number of bits of the fraction, that is, without the hidden bit.
    pub fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// The exponent of the largest finite numbers, which is the bias.
    pub fn max_exponent(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the smallest normal number and of all subnormal ones.
    pub fn min_exponent(self) -> i64 {
        1 - self.max_exponent()
    }

    /// The exponent of the last bit of a subnormal number.
    fn last_exponent(self) -> i64 {
        self.min_exponent() - i64::from(self.fraction())
    }

    /// Whether every value of `other` is one of this format.
    pub fn contains(self, other: FloatFormat) -> bool {
        self.exponent >= other.exponent && self.significand >= other.significand
    }

    /// Whether every integer of `bits` bits, besides a sign, is a value of this format.
    pub fn holds_integers(self, bits: u32) -> bool {
        bits <= self.significand && i64::from(bits) <= self.max_exponent()
    }
}

/// SMT-LIB's sort.
impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "(_ FloatingPoint {} {})",
            self.exponent, self.significand
        )
    }
}

/// The direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    NearestTiesToEven,
    NearestTiesToAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

impl RoundingMode {
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestTiesToEven,
        RoundingMode::NearestTiesToAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];

    /// SMT-LIB's short name.
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::NearestTiesToEven => "RNE",
            RoundingMode::NearestTiesToAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }

    /// The mode of SMT-LIB's short or long name.
    pub fn from_name(name: &str) -> Option<RoundingMode> {
        Some(match name {
            "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestTiesToEven,
            "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestTiesToAway,
            "RTP" | "roundTowardPositive" => RoundingMode::TowardPositive,
            "RTN" | "roundTowardNegative" => RoundingMode::TowardNegative,
            "RTZ" | "roundTowardZero" => RoundingMode::TowardZero,
            _ => return None,
        })
    }

    /// A number below 5, in the order of [`RoundingMode::ALL`].
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The mode of a code; numbers beyond the last mode mean the last one.
    pub fn from_code(code: u8) -> RoundingMode {
        RoundingMode::ALL[usize::from(code.min(4))]
    }
}

/// What `fp.isNormal` and similar predicates test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatClass {
    Normal,
    Subnormal,
    Zero,
    Infinite,
    NaN,
    Negative,
    Positive,
}

impl FloatClass {
    pub const ALL: [FloatClass; 7] = [
        FloatClass::Normal,
        FloatClass::Subnormal,
        FloatClass::Zero,
        FloatClass::Infinite,
        FloatClass::NaN,
        FloatClass::Negative,
        FloatClass::Positive,
    ];

    /// SMT-LIB's predicate.
    pub fn name(self) -> &'static str {
        match self {
            FloatClass::Normal => "fp.isNormal",
            FloatClass::Subnormal => "fp.isSubnormal",
            FloatClass::Zero => "fp.isZero",
            FloatClass::Infinite => "fp.isInfinite",
            FloatClass::NaN => "fp.isNaN",
            FloatClass::Negative => "fp.isNegative",
            FloatClass::Positive => "fp.isPositive",
        }
    }
}

/// A float.
///
/// Invariant: `bits` has the width of the format, and the only NaN is the canonical one; so equality is SMT-LIB's `=`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: FloatFormat,
    bits: BitVec,
}

impl Float {
    /// The float of a bit pattern, any NaN made canonical.
    pub fn from_bits(format: FloatFormat, bits: BitVec) -> Float {
        assert_eq!(format.width(), bits.width(), "bits of {format}");
        let fraction = format.fraction();
        let exponent = bits.extract(format.width() - 2, fraction);
        if exponent.is_all_ones() && !bits.extract(fraction - 1, 0).is_zero() {
            return Float::nan(format);
        }
        Float { format, bits }
    }

    pub fn nan(format: FloatFormat) -> Float {
        // The exponent and the first bit of the fraction.
        let ones = BigUint::from(1u32) << (format.exponent + 1);
        let bits = (ones - 1u32) << (format.fraction() - 1);
        Float {
            format,
            bits: BitVec::from_big(format.width(), bits),
        }
    }

    pub fn zero(format: FloatFormat, negative: bool) -> Float {
        Float::from_magnitude(format, negative, BigUint::ZERO)
    }

    pub fn infinity(format: FloatFormat, negative: bool) -> Float {
        let ones = (BigUint::one() << format.exponent) - 1u32;
        Float::from_magnitude(format, negative, ones << format.fraction())
    }

    /// The finite number of the largest magnitude.
    pub fn largest(format: FloatFormat, negative: bool) -> Float {
        let infinity = Float::infinity(format, false).bits.to_big();
        Float::from_magnitude(format, negative, infinity - 1u32)
    }

    pub fn one(format: FloatFormat) -> Float {
        Float::power_of_two(format, 0).expect("every format has 1")
    }

    /// `2^exponent`, if the format has it.
    pub fn power_of_two(format: FloatFormat, exponent: i64) -> Option<Float> {
        if exponent > format.max_exponent() || exponent < format.last_exponent() {
            return None;
        }
        let exact = Exact::new(false, BigUint::one(), exponent);
        Some(exact.round(format, RoundingMode::TowardZero))
    }

    /// All bits but the sign.
    fn from_magnitude(format: FloatFormat, negative: bool, magnitude: BigUint) -> Float {
        let sign = BigUint::from(u32::from(negative)) << (format.width() - 1);
        Float {
            format,
            bits: BitVec::from_big(format.width(), magnitude | sign),
        }
    }

    pub fn format(&self) -> FloatFormat {
        self.format
    }

    /// The bit pattern.
    pub fn bits(&self) -> &BitVec {
        &self.bits
    }

    fn exponent_field(&self) -> BitVec {
        self.bits
            .extract(self.format.width() - 2, self.format.fraction())
    }

    fn fraction_field(&self) -> BitVec {
        self.bits.extract(self.format.fraction() - 1, 0)
    }

    pub fn is_nan(&self) -> bool {
        self.exponent_field().is_all_ones() && !self.fraction_field().is_zero()
    }

    pub fn is_infinite(&self) -> bool {
        self.exponent_field().is_all_ones() && self.fraction_field().is_zero()
    }

    pub fn is_zero(&self) -> bool {
        self.exponent_field().is_zero() && self.fraction_field().is_zero()
    }

    pub fn is_subnormal(&self) -> bool {
        self.exponent_field().is_zero() && !self.fraction_field().is_zero()
    }

    pub fn is_normal(&self) -> bool {
        !self.exponent_field().is_zero() && !self.exponent_field().is_all_ones()
    }

    /// The sign bit; the NaN has none.
    pub fn is_negative(&self) -> bool {
        self.bits.is_negative()
    }

    pub fn is(&self, class: FloatClass) -> bool {
        match class {
            FloatClass::Normal => self.is_normal(),
            FloatClass::Subnormal => self.is_subnormal(),
            FloatClass::Zero => self.is_zero(),
            FloatClass::Infinite => self.is_infinite(),
            FloatClass::NaN => self.is_nan(),
            FloatClass::Negative => self.is_negative(),
            FloatClass::Positive => !self.is_negative() && !self.is_nan(),
        }
    }

    /// The value of a number that is neither zero, nor infinite, nor NaN.
    pub(crate) fn exact(&self) -> Option<Exact> {
        let biased = self.exponent_field().to_u64().expect("at most 30 bits");
        if self.exponent_field().is_all_ones() || self.is_zero() {
            return None;
        }
        let fraction = self.fraction_field().to_big();
        let last = self.format.last_exponent();
        let (significand, exponent) = match biased {
            0 => (fraction, last),
            _ => (
                fraction | (BigUint::one() << self.format.fraction()),
                last + biased as i64 - 1,
            ),
        };
        Some(Exact::new(self.is_negative(), significand, exponent))
    }

    /// Order by value: the two zeros are equal, and nothing is comparable to NaN.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        assert_eq!(self.format, other.format, "floats of different formats");
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        // Patterns of one sign are ordered like their values.
        let magnitudes = || self.abs().bits.to_big().cmp(&other.abs().bits.to_big());
        Some(match (self.is_negative(), other.is_negative()) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => magnitudes(),
            (true, true) => magnitudes().reverse(),
        })
    }

    /// IEEE equality: not SMT-LIB's `=`, but `fp.eq`.
    pub fn ieee_eq(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    pub fn lt(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    pub fn le(&self, other: &Float) -> bool {
        matches!(self.compare(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn with_sign(&self, negative: bool) -> Float {
        if self.is_nan() || self.is_negative() == negative {
            return self.clone();
        }
        let sign = BitVec::int_min(self.format.width());
        Float {
            format: self.format,
            bits: self.bits.xor(&sign),
        }
    }

    pub fn neg(&self) -> Float {
        self.with_sign(!self.is_negative())
    }

    pub fn abs(&self) -> Float {
        self.with_sign(false)
    }
}

/// SMT-LIB syntax.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FloatFormat {
            exponent,
            significand,
        } = self.format;
        let sign = if self.is_negative() { '-' } else { '+' };
        if self.is_nan() {
            return write!(f, "(_ NaN {exponent} {significand})");
        }
        if self.is_infinite() {
            return write!(f, "(_ {sign}oo {exponent} {significand})");
        }
        if self.is_zero() {
            return write!(f, "(_ {sign}zero {exponent} {significand})");
        }
        let sign = u8::from(self.is_negative());
        let (exponent, fraction) = (self.exponent_field(), self.fraction_field());
        write!(f, "(fp #b{sign} {exponent} {fraction})")
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
