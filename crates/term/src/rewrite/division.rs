//! Quotients and remainders. Division by zero has SMT-LIB's meaning, so `x / x` is not 1.

use crate::bitvec::BitVec;
use crate::pool::{Term, TermPool};

pub(super) fn udiv(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    let Some(k) = pool.value(b) else {
        return narrow_quotient(pool, a, b);
    };
    // match:  x / 0
    // result: -1
    if k.is_zero() {
        return Some(pool.bv(BitVec::all_ones(width)));
    }
    // match:  x / 2^n
    // result: x >> n
    if let Some(n) = k.power_of_two() {
        let n = pool.bv_u64(width, n as u64);
        return Some(pool.bvlshr(a, n));
    }
    // match:  x / k where k has more significant bits than x
    // result: 0
    let significant = width - pool.leading_zeros(a);
    if k.to_big().bits() as u32 > significant {
        return Some(pool.zero(width));
    }
    narrow_quotient(pool, a, b)
}

/// The operands without the zeros that both have on top, and how many these are; `None` if there are none.
fn without_leading_zeros(pool: &mut TermPool, a: Term, b: Term) -> Option<(Term, Term, u32)> {
    let width = pool.width(a);
    let zeros = pool.leading_zeros(a).min(pool.leading_zeros(b));
    if zeros == 0 || zeros >= width {
        return None;
    }
    let low = |pool: &mut TermPool, t: Term| pool.extract(t, width - 1 - zeros, 0);
    Some((low(pool, a), low(pool, b), zeros))
}

/// match:  0..a / 0..b
/// result: 0..(a / b), but -1 if b = 0
fn narrow_quotient(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    let (x, y, zeros) = without_leading_zeros(pool, a, b)?;
    let quotient = pool.bvudiv(x, y);
    let quotient = pool.zero_extend(quotient, zeros);
    if pool.as_const(b).is_some() {
        return Some(quotient);
    }
    let zero = pool.zero(width);
    let ones = pool.bv(BitVec::all_ones(width));
    let by_zero = pool.eq(b, zero);
    Some(pool.ite(by_zero, ones, quotient))
}

/// match:  0..a % 0..b
/// result: 0..(a % b)
fn narrow_remainder(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let (x, y, zeros) = without_leading_zeros(pool, a, b)?;
    let remainder = pool.bvurem(x, y);
    Some(pool.zero_extend(remainder, zeros))
}

pub(super) fn urem(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x % x | 0 % x
    // result: 0
    if a == b || pool.is_zero(a) {
        return Some(pool.zero(width));
    }
    let Some(k) = pool.value(b) else {
        return narrow_remainder(pool, a, b);
    };
    // match:  x % 0
    // result: x
    if k.is_zero() {
        return Some(a);
    }
    // match:  x % 2^n
    // result: x & (2^n - 1)
    if k.power_of_two().is_some() {
        let mask = pool.bv(k.sub(&BitVec::one(width)));
        return Some(pool.bvand(a, mask));
    }
    // match:  x % k where k has more significant bits than x
    // result: x
    let significant = width - pool.leading_zeros(a);
    if k.to_big().bits() as u32 > significant {
        return Some(a);
    }
    narrow_remainder(pool, a, b)
}

/// Whether neither operand is negative.
fn unsigned(pool: &TermPool, a: Term, b: Term) -> bool {
    pool.known_sign(a) == Some(false) && pool.known_sign(b) == Some(false)
}

pub(super) fn sdiv(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x / y with both not negative
    // result: x / y without sign
    if unsigned(pool, a, b) && !pool.is_zero(b) {
        return Some(pool.bvudiv(a, b));
    }
    let k = pool.value(b)?;
    // match:  x / 0
    // result: ite(x < 0, 1, -1)
    if k.is_zero() {
        let negative = pool.slt(a, b);
        let (one, ones) = (
            pool.bv(BitVec::one(width)),
            pool.bv(BitVec::all_ones(width)),
        );
        return Some(pool.ite(negative, one, ones));
    }
    // match:  x / 1 (that is -1 in one bit, where -x is x) | x / (-1)
    // result: x                                            | -x
    if k.is_one() {
        return Some(a);
    }
    if k.is_all_ones() {
        return Some(pool.bvneg(a));
    }
    // match:  x / INT_MIN
    // result: ite(x = INT_MIN, 1, 0)
    if k == BitVec::int_min(width) {
        let same = pool.eq(a, b);
        let (one, zero) = (pool.bv(BitVec::one(width)), pool.zero(width));
        return Some(pool.ite(same, one, zero));
    }
    // match:  x / 2^n with 0 < n < w-1
    // result: (x + (the sign bit, n times)) >> n; the bias rounds towards zero
    if let Some(n) = k.power_of_two() {
        let sign = pool.extract(a, width - 1, width - 1);
        let signs = pool.sign_extend(sign, n - 1);
        let bias = pool.zero_extend(signs, width - n);
        let sum = pool.bvadd(a, bias);
        let n = pool.bv_u64(width, n as u64);
        return Some(pool.bvashr(sum, n));
    }
    // match:  x / -(2^n)
    // result: -(x / 2^n)
    k.neg().power_of_two()?;
    let k = pool.bv(k.neg());
    let quotient = pool.bvsdiv(a, k);
    Some(pool.bvneg(quotient))
}

pub(super) fn srem(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x % x | 0 % x
    // result: 0
    if a == b || pool.is_zero(a) {
        return Some(pool.zero(width));
    }
    // match:  x % y with both not negative
    // result: x % y without sign
    if unsigned(pool, a, b) {
        return Some(pool.bvurem(a, b));
    }
    let k = pool.value(b)?;
    // match:  x % 0
    // result: x
    if k.is_zero() {
        return Some(a);
    }
    // match:  x % 1 | x % (-1)
    // result: 0
    if k.is_one() || k.is_all_ones() {
        return Some(pool.zero(width));
    }
    // match:  x % 2^n, x % -(2^n) (the sign is that of x)
    // result: concat(ite(x < 0 and low != 0, -1, 0), low) where low = extract[n-1:0](x)
    let magnitude = if k.is_negative() { k.neg() } else { k };
    let n = magnitude.power_of_two()?;
    Some(remainder(pool, a, n))
}

fn remainder(pool: &mut TermPool, a: Term, n: u32) -> Term {
    let width = pool.width(a);
    let zero = pool.zero(width);
    let negative = pool.slt(a, zero);
    let low = pool.extract(a, n - 1, 0);
    let low_zero = pool.zero(n);
    let inexact = pool.ne(low, low_zero);
    let fill = pool.and(negative, inexact);
    let (ones, zeros) = (pool.bv(BitVec::all_ones(width - n)), pool.zero(width - n));
    let high = pool.ite(fill, ones, zeros);
    pool.concat(high, low)
}
