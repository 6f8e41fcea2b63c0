//! Exponents: scaling by powers of two, and the parts of a number.
//!
//! `ldexp` multiplies in a format whose exponents have room for every product, and rounds once on the way back; `frexp` and
//! `logb` read the exponent in such a format, where subnormal numbers are normal.

use super::FunctionLowerer;
use super::float::{FloatType, is_observed};
use super::math::{sign_of, with_sign};
use crate::llvm::Value;
use program::{InputSource, InstKind};
use term::{BitVec, Float, FloatClass, FloatFormat, RoundingMode, Term, TermPool};

impl<'m> FunctionLowerer<'_, 'm> {
    /// `x * 2^n`, rounded once.
    pub fn scaled(&mut self, inst: Value<'m>, x: Value<'m>, n: Value<'m>) -> bool {
        let Some(ty) = FloatType::of(x.ty()).filter(|_| self.lane_width(x).is_none()) else {
            return false;
        };
        let (bits, n) = (self.value(x), self.value(n));
        let mode = self.rounding();
        let pool = &mut self.lowerer.pool;
        let float = ty.float(pool, bits);
        let wide = roomy(ty.format);
        let power = power_of_two(pool, ty.format, wide, n);
        let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
        let float = pool.fp_convert(wide, nearest, float);
        let product = pool.fp_mul(nearest, float, power);
        let result = pool.fp_convert(ty.format, mode, product);
        let value = self.float_bits(ty, result, is_observed(inst));
        self.define(inst, value);
        true
    }

    pub fn frexp(&mut self, inst: Value<'m>, x: Value<'m>, to: Value<'m>) -> bool {
        let to = self.value(to);
        let Some((part, exponent)) = self.split(inst, x) else {
            return false;
        };
        let site = self.write_site(4);
        self.emit(InstKind::Store {
            pointer: to,
            value: exponent,
            site,
        });
        self.define(inst, part);
        true
    }

    /// `llvm.frexp`, which gives both parts.
    pub fn frexp_pair(&mut self, inst: Value<'m>, x: Value<'m>) -> bool {
        if self.lane_width(x).is_some() {
            return false;
        }
        let Some((part, exponent)) = self.split(inst, x) else {
            return false;
        };
        let pair = self.lowerer.pool.concat(exponent, part);
        if self.width(inst.ty()) != Some(self.lowerer.pool.width(pair)) {
            return false;
        }
        self.define(inst, pair);
        true
    }

    /// The bits of the fraction and the exponent of `x`, in 32 bits.
    fn split(&mut self, inst: Value<'m>, x: Value<'m>) -> Option<(Term, Term)> {
        let ty = FloatType::of(x.ty())?;
        let bits = self.value(x);
        let open = self.havoc("exponent", 32, InputSource::Unspecified);
        let pool = &mut self.lowerer.pool;
        let float = ty.float(pool, bits);
        let (exponent, wide_bits) = exponent_of(pool, ty.format, float, 32);
        let wide = roomy(ty.format);
        // The same significand below the exponent of numbers from a half to one.
        let sign = sign_of(pool, wide_bits);
        let half = pool.bv_i64(wide.exponent, wide.max_exponent() - 1);
        let fraction = pool.extract(wide_bits, wide.fraction() - 1, 0);
        let low = pool.concat(half, fraction);
        let pattern = pool.concat(sign, low);
        let part = pool.fp_from_bits(wide, pattern);
        let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
        let part = pool.fp_convert(ty.format, nearest, part);
        let zero = pool.fp_is(FloatClass::Zero, float);
        let infinite = pool.fp_is(FloatClass::Infinite, float);
        let nan = pool.fp_is(FloatClass::NaN, float);
        let odd = pool.or(infinite, nan);
        let itself = pool.or(odd, zero);
        let part = pool.ite(itself, float, part);
        let one = pool.bv_u64(32, 1);
        let exponent = pool.bvadd(exponent, one);
        let nothing = pool.zero(32);
        let exponent = pool.ite(zero, nothing, exponent);
        let exponent = pool.ite(odd, open, exponent);
        let part = self.float_bits(ty, part, is_observed(inst));
        Some((part, exponent))
    }

    pub fn modf(&mut self, inst: Value<'m>, x: Value<'m>, to: Value<'m>) -> bool {
        let Some(ty) = FloatType::of(x.ty()) else {
            return false;
        };
        let (bits, to) = (self.value(x), self.value(to));
        let pool = &mut self.lowerer.pool;
        let float = ty.float(pool, bits);
        let toward_zero = pool.rounding_mode(RoundingMode::TowardZero);
        let whole = pool.fp_round_to_integral(toward_zero, float);
        let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
        let rest = pool.fp_sub(nearest, float, whole);
        let infinite = pool.fp_is(FloatClass::Infinite, float);
        let zero = pool.fp(Float::zero(ty.format, false));
        let rest = pool.ite(infinite, zero, rest);
        let whole = self.float_bits(ty, whole, true);
        let site = self.write_site(u64::from(ty.width()).div_ceil(8));
        self.emit(InstKind::Store {
            pointer: to,
            value: whole,
            site,
        });
        let rest = self.float_bits(ty, rest, true);
        let pool = &mut self.lowerer.pool;
        let ieee = ty.ieee(pool, bits);
        let sign = sign_of(pool, ieee);
        let value = with_sign(pool, ty, rest, sign);
        self.define(inst, value);
        true
    }
}

/// A format whose normal numbers are all numbers of this one, and their products with the powers of two that matter.
fn roomy(format: FloatFormat) -> FloatFormat {
    FloatFormat::new(format.exponent + 3, format.significand)
}

/// `2^n` in the format `wide`; an exponent that takes every number of `format` to zero or infinity may become smaller.
fn power_of_two(pool: &mut TermPool, format: FloatFormat, wide: FloatFormat, n: Term) -> Term {
    let width = pool.width(n).max(32);
    let n = pool.resize_signed(n, width);
    let most = 1i64 << (format.exponent + 1);
    let (least, most) = (pool.bv_i64(width, -most), pool.bv_i64(width, most));
    let low = pool.slt(n, least);
    let high = pool.slt(most, n);
    let n = pool.ite(low, least, n);
    let n = pool.ite(high, most, n);
    let bias = pool.bv_i64(width, wide.max_exponent());
    let biased = pool.bvadd(n, bias);
    let field = pool.extract(biased, wide.exponent - 1, 0);
    let field = pool.zero_extend(field, 1);
    let fraction = pool.zero(wide.fraction());
    let pattern = pool.concat(field, fraction);
    pool.fp_from_bits(wide, pattern)
}

/// The exponent of a finite number that is not zero, as `frexp` counts it less one, and the number's bits in the roomy
/// format.
fn exponent_of(pool: &mut TermPool, format: FloatFormat, x: Term, width: u32) -> (Term, Term) {
    let wide = roomy(format);
    let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
    let x = pool.fp_convert(wide, nearest, x);
    let bits = pool.fp_to_bits(x);
    let field = pool.extract(bits, wide.width() - 2, wide.fraction());
    let field = pool.resize_unsigned(field, width);
    let bias = pool.bv_i64(width, wide.max_exponent());
    (pool.bvsub(field, bias), bits)
}

pub fn logb(pool: &mut TermPool, format: FloatFormat, x: Term) -> Term {
    let (exponent, _) = exponent_of(pool, format, x, 32);
    let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
    let exponent = pool.fp_from_signed(format, nearest, exponent);
    let zero = pool.fp_is(FloatClass::Zero, x);
    let infinite = pool.fp_is(FloatClass::Infinite, x);
    let nan = pool.fp_is(FloatClass::NaN, x);
    let lowest = pool.fp(Float::infinity(format, true));
    let highest = pool.fp(Float::infinity(format, false));
    let result = pool.ite(infinite, highest, exponent);
    let result = pool.ite(zero, lowest, result);
    pool.ite(nan, x, result)
}

/// With glibc's values for what has no exponent.
pub fn ilogb(pool: &mut TermPool, format: FloatFormat, x: Term, width: u32) -> Term {
    let (exponent, _) = exponent_of(pool, format, x, width);
    let zero = pool.fp_is(FloatClass::Zero, x);
    let infinite = pool.fp_is(FloatClass::Infinite, x);
    let nan = pool.fp_is(FloatClass::NaN, x);
    let none = pool.or(zero, nan);
    let (min, max) = (
        pool.bv(BitVec::int_min(width)),
        pool.bv(BitVec::int_max(width)),
    );
    let result = pool.ite(infinite, max, exponent);
    pool.ite(none, min, result)
}
