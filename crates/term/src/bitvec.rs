//! Bit-vector values of any width.
//!
//! Values up to 64 bits are a machine word; wider ones are a `num_bigint::BigUint`. All operations have SMT-LIB's
//! meaning: results are taken modulo `2^width`, division by zero gives all ones, remainder by zero the dividend, and a
//! shift by the width or more shifts everything out.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// A bit-vector constant.
///
/// Invariant: the bits at and above `width` are zero, and `repr` is `Small` iff `width <= 64`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVec {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Small(u64),
    Big(Box<BigUint>),
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

impl BitVec {
    /// `value` modulo `2^width`.
    pub fn new(width: u32, value: u64) -> BitVec {
        assert!(width > 0, "a bit-vector has at least one bit");
        let repr = if width <= 64 {
            Repr::Small(value & mask(width))
        } else {
            Repr::Big(Box::new(BigUint::from(value)))
        };
        BitVec { width, repr }
    }

    /// `value` modulo `2^width`, in two's complement.
    pub fn from_i64(width: u32, value: i64) -> BitVec {
        if width <= 64 {
            BitVec::new(width, value as u64)
        } else {
            BitVec::new(64, value as u64).sign_extend(width - 64)
        }
    }

    pub fn from_u128(width: u32, value: u128) -> BitVec {
        BitVec::from_big(width, BigUint::from(value))
    }

    /// `value` modulo `2^width`.
    pub fn from_big(width: u32, value: BigUint) -> BitVec {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            return BitVec::new(width, low);
        }
        let value = if value.bits() > width as u64 {
            value & ((BigUint::one() << width) - 1u32)
        } else {
            value
        };
        BitVec {
            width,
            repr: Repr::Big(Box::new(value)),
        }
    }

    /// From little-endian bytes; the width is eight times their number.
    pub fn from_le_bytes(bytes: &[u8]) -> BitVec {
        BitVec::from_big(8 * bytes.len() as u32, BigUint::from_bytes_le(bytes))
    }

    /// Little-endian bytes; the width is rounded up to whole bytes.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let count = self.width.div_ceil(8) as usize;
        let mut bytes = self.to_big().to_bytes_le();
        bytes.resize(count, 0);
        bytes
    }

    pub fn zero(width: u32) -> BitVec {
        BitVec::new(width, 0)
    }

    pub fn one(width: u32) -> BitVec {
        BitVec::new(width, 1)
    }

    pub fn all_ones(width: u32) -> BitVec {
        BitVec::zero(width).not()
    }

    /// The smallest signed value: only the sign bit is set.
    pub fn int_min(width: u32) -> BitVec {
        BitVec::one(width).shl_by((width - 1) as u64)
    }

    /// The largest signed value: only the sign bit is clear.
    pub fn int_max(width: u32) -> BitVec {
        BitVec::int_min(width).not()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn to_big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(v) => BigUint::from(*v),
            Repr::Big(v) => (**v).clone(),
        }
    }

    /// The value as a signed number, of at most 128 bits.
    pub fn to_signed(&self) -> i128 {
        let bytes = self.sign_extend(128 - self.width).to_le_bytes();
        i128::from_le_bytes(bytes.try_into().expect("128 bits"))
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Small(v) => Some(*v),
            Repr::Big(v) => v.to_u64(),
        }
    }

    /// The signed value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.repr {
            Repr::Small(v) => {
                let shift = 64 - self.width;
                Some(((*v << shift) as i64) >> shift)
            }
            Repr::Big(_) => {
                let low = self.extract(63, 0);
                let back = low.sign_extend(self.width - 64);
                (back == *self).then(|| low.to_i64().expect("64 bits fit"))
            }
        }
    }

    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 0,
            Repr::Big(v) => v.is_zero(),
        }
    }

    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    pub fn is_all_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == mask(self.width),
            Repr::Big(_) => self.not().is_zero(),
        }
    }

    pub fn bit(&self, index: u32) -> bool {
        match &self.repr {
            Repr::Small(v) => index < 64 && (v >> index) & 1 == 1,
            Repr::Big(v) => v.bit(index as u64),
        }
    }

    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The number of zero bits below the lowest one; the width if there is none.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.trailing_zeros().min(self.width),
            Repr::Big(v) => v.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// `Some(k)` if the unsigned value is `2^k`.
    pub fn power_of_two(&self) -> Option<u32> {
        let low = self.trailing_zeros();
        (low < self.width && *self == BitVec::one(self.width).shl_by(low as u64)).then_some(low)
    }

    fn same_width(&self, other: &BitVec) {
        assert_eq!(self.width, other.width, "operands of different width");
    }

    fn binary(
        &self,
        other: &BitVec,
        small: impl FnOnce(u64, u64) -> u64,
        big: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> BitVec {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => BitVec::new(self.width, small(*a, *b)),
            _ => BitVec::from_big(self.width, big(self.to_big(), other.to_big())),
        }
    }

    pub fn not(&self) -> BitVec {
        match &self.repr {
            Repr::Small(v) => BitVec::new(self.width, !v),
            Repr::Big(v) => {
                let ones = (BigUint::one() << self.width) - 1u32;
                BitVec::from_big(self.width, ones - &**v)
            }
        }
    }

    pub fn neg(&self) -> BitVec {
        self.not().add(&BitVec::one(self.width))
    }

    pub fn and(&self, other: &BitVec) -> BitVec {
        self.binary(other, |a, b| a & b, |a, b| a & b)
    }

    pub fn or(&self, other: &BitVec) -> BitVec {
        self.binary(other, |a, b| a | b, |a, b| a | b)
    }

    pub fn xor(&self, other: &BitVec) -> BitVec {
        self.binary(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    pub fn add(&self, other: &BitVec) -> BitVec {
        self.binary(other, u64::wrapping_add, |a, b| a + b)
    }

    pub fn sub(&self, other: &BitVec) -> BitVec {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.binary(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones when `other` is zero.
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            self.same_width(other);
            return BitVec::all_ones(self.width);
        }
        self.binary(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; `self` when `other` is zero.
    pub fn urem(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            self.same_width(other);
            return self.clone();
        }
        self.binary(other, |a, b| a % b, |a, b| a % b)
    }

    fn abs(&self) -> BitVec {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed quotient, truncated towards zero; 1 or -1 by the sign of `self` when `other` is zero.
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() != other.is_negative() {
            quotient.neg()
        } else {
            quotient
        }
    }

    /// Signed remainder with the sign of `self`; `self` when `other` is zero.
    pub fn srem(&self, other: &BitVec) -> BitVec {
        let remainder = self.abs().urem(&other.abs());
        if self.is_negative() {
            remainder.neg()
        } else {
            remainder
        }
    }

    fn shl_by(&self, amount: u64) -> BitVec {
        if amount >= self.width as u64 {
            return BitVec::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => BitVec::new(self.width, v << amount),
            Repr::Big(v) => BitVec::from_big(self.width, &**v << amount),
        }
    }

    fn lshr_by(&self, amount: u64) -> BitVec {
        if amount >= self.width as u64 {
            return BitVec::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => BitVec::new(self.width, v >> amount),
            Repr::Big(v) => BitVec::from_big(self.width, &**v >> amount),
        }
    }

    /// The inverse of an odd number modulo `2^width`; even ones have none. Newton's iteration doubles the correct bits from
    /// three.
    pub fn inverse(&self) -> Option<BitVec> {
        if !self.bit(0) {
            return None;
        }
        let two = BitVec::one(self.width()).add(&BitVec::one(self.width()));
        let mut inverse = self.clone();
        let mut correct = 3;
        while correct < self.width() {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        Some(inverse)
    }

    pub fn shl(&self, amount: &BitVec) -> BitVec {
        self.same_width(amount);
        self.shl_by(amount.to_u64().unwrap_or(u64::MAX))
    }

    pub fn lshr(&self, amount: &BitVec) -> BitVec {
        self.same_width(amount);
        self.lshr_by(amount.to_u64().unwrap_or(u64::MAX))
    }

    pub fn ashr(&self, amount: &BitVec) -> BitVec {
        self.same_width(amount);
        if self.is_negative() {
            self.not().lshr(amount).not()
        } else {
            self.lshr(amount)
        }
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width + low.width;
        match (&self.repr, &low.repr) {
            (Repr::Small(h), Repr::Small(l)) if width <= 64 => {
                BitVec::new(width, (h << low.width) | l)
            }
            _ => BitVec::from_big(width, (self.to_big() << low.width) | low.to_big()),
        }
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> BitVec {
        assert!(
            low <= high && high < self.width,
            "extract [{high}:{low}] of {} bits",
            self.width
        );
        let width = high - low + 1;
        match &self.repr {
            Repr::Small(v) => BitVec::new(width, v >> low),
            Repr::Big(v) => BitVec::from_big(width, &**v >> low),
        }
    }

    /// Adds `count` zero bits on top.
    pub fn zero_extend(&self, count: u32) -> BitVec {
        match &self.repr {
            Repr::Small(v) => BitVec::new(self.width + count, *v),
            Repr::Big(v) => BitVec::from_big(self.width + count, (**v).clone()),
        }
    }

    /// Adds `count` copies of the sign bit on top.
    pub fn sign_extend(&self, count: u32) -> BitVec {
        if count > 0 && self.is_negative() {
            BitVec::all_ones(count).concat(self)
        } else {
            self.zero_extend(count)
        }
    }

    pub fn ult(&self, other: &BitVec) -> bool {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a < b,
            _ => self.to_big() < other.to_big(),
        }
    }

    pub fn ule(&self, other: &BitVec) -> bool {
        !other.ult(self)
    }

    pub fn slt(&self, other: &BitVec) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    pub fn sle(&self, other: &BitVec) -> bool {
        !other.slt(self)
    }

    /// Whether the unsigned sum does not fit.
    pub fn uadd_overflows(&self, other: &BitVec) -> bool {
        self.add(other).ult(self)
    }

    /// Whether the signed sum does not fit.
    pub fn sadd_overflows(&self, other: &BitVec) -> bool {
        let sum = self.add(other);
        self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative()
    }

    /// Whether the signed difference does not fit.
    pub fn ssub_overflows(&self, other: &BitVec) -> bool {
        let difference = self.sub(other);
        self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative()
    }

    /// Whether the unsigned product does not fit.
    pub fn umul_overflows(&self, other: &BitVec) -> bool {
        let n = self.width;
        let product = self.zero_extend(n).mul(&other.zero_extend(n));
        !product.extract(2 * n - 1, n).is_zero()
    }

    /// Whether the signed product does not fit.
    pub fn smul_overflows(&self, other: &BitVec) -> bool {
        let n = self.width;
        let product = self.sign_extend(n).mul(&other.sign_extend(n));
        product.extract(n - 1, 0).sign_extend(n) != product
    }
}

/// SMT-LIB syntax: hexadecimal where the width allows it, binary otherwise.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        if width.is_multiple_of(4) {
            write!(f, "#x{:0>1$}", self.to_big().to_str_radix(16), width / 4)
        } else {
            write!(f, "#b{:0>1$}", self.to_big().to_str_radix(2), width)
        }
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
