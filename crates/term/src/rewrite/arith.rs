//! Sums, differences, products.
//!
//! A constant summand moves outwards, so that terms which differ by a constant have the same base
//! ([`TermPool::base_and_offset`]).

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// `x + k`
fn plus(pool: &mut TermPool, x: Term, k: BitVec) -> Term {
    let k = pool.bv(k);
    pool.bvadd(x, k)
}

/// `k - x`
fn minus_from(pool: &mut TermPool, k: BitVec, x: Term) -> Term {
    let k = pool.bv(k);
    pool.bvsub(k, x)
}

/// `x * k`
fn times(pool: &mut TermPool, x: Term, k: BitVec) -> Term {
    let k = pool.bv(k);
    pool.bvmul(x, k)
}

pub(super) fn neg(pool: &mut TermPool, a: Term) -> Option<Term> {
    // match:  -x of one bit
    // result: x
    if pool.width(a) == 1 {
        return Some(a);
    }
    match pool.op(a) {
        // match:  -(-x)
        // result: x
        Op::BvNeg => Some(pool.arg(a, 0)),
        // match:  -(~x)
        // result: x + 1
        Op::BvNot => {
            let (x, one) = (pool.arg(a, 0), BitVec::one(pool.width(a)));
            Some(plus(pool, x, one))
        }
        // match:  -(x - y)
        // result: y - x
        Op::BvSub => {
            let (x, y) = (pool.arg(a, 0), pool.arg(a, 1));
            Some(pool.bvsub(y, x))
        }
        // match:  -(x + k)
        // result: (-k) - x
        Op::BvAdd => {
            let (x, k) = pool.with_const(a, Op::BvAdd)?;
            Some(minus_from(pool, k.neg(), x))
        }
        // match:  -(x * k)
        // result: x * (-k)
        Op::BvMul => {
            let (x, k) = pool.with_const(a, Op::BvMul)?;
            Some(times(pool, x, k.neg()))
        }
        _ => None,
    }
}

pub(super) fn add(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  x + y of one bit
    // result: x xor y
    if pool.width(a) == 1 {
        return Some(pool.bvxor(a, b));
    }
    if let Some((x, k)) = pool.split_const(a, b) {
        return add_const(pool, x, k);
    }
    // match:  x + x
    // result: x * 2
    if a == b {
        let two = BitVec::new(pool.width(a), 2);
        return Some(times(pool, a, two));
    }
    // match:  x + ~x
    // result: -1
    if pool.bitwise_complementary(a, b) {
        let ones = BitVec::all_ones(pool.width(a));
        return Some(pool.bv(ones));
    }
    for (x, y) in [(a, b), (b, a)] {
        // match:  (z + k) + y
        // result: (z + y) + k
        if let Some((z, k)) = pool.with_const(x, Op::BvAdd) {
            let sum = pool.bvadd(z, y);
            return Some(plus(pool, sum, k));
        }
        // match:  (k - z) + y
        // result: (y - z) + k
        if let Some((k, z)) = pool.minus_from_const(x) {
            let difference = pool.bvsub(y, z);
            return Some(plus(pool, difference, k));
        }
        // match:  (-z) + y
        // result: y - z
        if let Some(z) = pool.under(x, Op::BvNeg) {
            return Some(pool.bvsub(y, z));
        }
        if let Some((p, q)) = pool.pair(x, Op::BvSub) {
            // match:  (p - y) + y
            // result: p
            if q == y {
                return Some(p);
            }
            // match:  (p - q) + (q - r)
            // result: p - r
            if let Some((q2, r)) = pool.pair(y, Op::BvSub)
                && q == q2
            {
                return Some(pool.bvsub(p, r));
            }
        }
    }
    // match:  x * c1 + x * c2, where either factor may be missing and x * 2^n a shift
    // result: x * (c1 + c2)
    let ((x, c), (y, d)) = (pool.scaled(a), pool.scaled(b));
    (x == y).then(|| times(pool, x, c.add(&d)))
}

fn add_const(pool: &mut TermPool, x: Term, k: BitVec) -> Option<Term> {
    // match:  x + 0
    // result: x
    if k.is_zero() {
        return Some(x);
    }
    // match:  (y + c) + k
    // result: y + (c + k)
    if let Some((y, c)) = pool.with_const(x, Op::BvAdd) {
        return Some(plus(pool, y, c.add(&k)));
    }
    // match:  (c - y) + k
    // result: (c + k) - y
    if let Some((c, y)) = pool.minus_from_const(x) {
        return Some(minus_from(pool, c.add(&k), y));
    }
    // match:  ~y + k
    // result: (k - 1) - y
    if let Some(y) = pool.under(x, Op::BvNot) {
        return Some(minus_from(pool, k.sub(&BitVec::one(k.width())), y));
    }
    // match:  -y + k
    // result: k - y
    if let Some(y) = pool.under(x, Op::BvNeg) {
        return Some(minus_from(pool, k, y));
    }
    None
}

pub(super) fn sub(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x - x
    // result: 0
    if a == b {
        return Some(pool.zero(width));
    }
    // match:  x - y of one bit
    // result: x xor y
    if width == 1 {
        return Some(pool.bvxor(a, b));
    }
    // match:  x - k
    // result: x + (-k)
    if let Some(k) = pool.value(b) {
        return Some(plus(pool, a, k.neg()));
    }
    // match:  x - (-y)
    // result: x + y
    if let Some(y) = pool.under(b, Op::BvNeg) {
        return Some(pool.bvadd(a, y));
    }
    match pool.value(a) {
        Some(k) => sub_from_const(pool, k, b),
        None => sub_offsets(pool, a, b).or_else(|| sub_shared(pool, a, b)),
    }
}

fn sub_from_const(pool: &mut TermPool, k: BitVec, b: Term) -> Option<Term> {
    // match:  0 - x
    // result: -x
    if k.is_zero() {
        return Some(pool.bvneg(b));
    }
    // match:  -1 - x
    // result: ~x
    if k.is_all_ones() {
        return Some(pool.bvnot(b));
    }
    // match:  k - (x + c)
    // result: (k - c) - x
    if let Some((x, c)) = pool.with_const(b, Op::BvAdd) {
        return Some(minus_from(pool, k.sub(&c), x));
    }
    // match:  k - (c - x)
    // result: x + (k - c)
    if let Some((c, x)) = pool.minus_from_const(b) {
        return Some(plus(pool, x, k.sub(&c)));
    }
    // match:  k - ~x
    // result: x + (k + 1)
    if let Some(x) = pool.under(b, Op::BvNot) {
        return Some(plus(pool, x, k.add(&BitVec::one(k.width()))));
    }
    None
}

/// Constants in the operands move out.
fn sub_offsets(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  (x + k) - y
    // result: (x - y) + k
    if let Some((x, k)) = pool.with_const(a, Op::BvAdd) {
        let difference = pool.bvsub(x, b);
        return Some(plus(pool, difference, k));
    }
    // match:  x - (y + k)
    // result: (x - y) + (-k)
    if let Some((y, k)) = pool.with_const(b, Op::BvAdd) {
        let difference = pool.bvsub(a, y);
        return Some(plus(pool, difference, k.neg()));
    }
    // match:  (k - x) - y
    // result: k - (x + y)
    if let Some((k, x)) = pool.minus_from_const(a) {
        let sum = pool.bvadd(x, b);
        return Some(minus_from(pool, k, sum));
    }
    // match:  x - (k - y)
    // result: (x + y) + (-k)
    if let Some((k, y)) = pool.minus_from_const(b) {
        let sum = pool.bvadd(a, y);
        return Some(plus(pool, sum, k.neg()));
    }
    // match:  (-x) - y
    // result: -(x + y)
    if let Some(x) = pool.under(a, Op::BvNeg) {
        let sum = pool.bvadd(x, b);
        return Some(pool.bvneg(sum));
    }
    None
}

/// The operands share a summand.
fn sub_shared(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let (sum_a, sum_b) = (pool.pair(a, Op::BvAdd), pool.pair(b, Op::BvAdd));
    if let Some(sum) = sum_a {
        // match:  (x + y) - x
        // result: y
        if let Some(y) = pool.other(sum, b) {
            return Some(y);
        }
    }
    if let Some(sum) = sum_b {
        // match:  x - (x + y)
        // result: -y
        if let Some(y) = pool.other(sum, a) {
            return Some(pool.bvneg(y));
        }
    }
    // match:  (x + y) - (x + z)
    // result: y - z
    if let (Some(p), Some(q)) = (sum_a, sum_b)
        && let Some((_, y, z)) = pool.shared(p, q)
    {
        return Some(pool.bvsub(y, z));
    }
    if let Some((x, y)) = pool.pair(a, Op::BvSub) {
        // match:  (x - y) - x
        // result: -y
        if x == b {
            return Some(pool.bvneg(y));
        }
    }
    if let Some((x, y)) = pool.pair(b, Op::BvSub) {
        // match:  x - (x - y)
        // result: y
        if x == a {
            return Some(y);
        }
    }
    // match:  x * c1 - x * c2, where either factor may be missing and x * 2^n a shift
    // result: x * (c1 - c2)
    let ((x, c), (y, d)) = (pool.scaled(a), pool.scaled(b));
    (x == y).then(|| times(pool, x, c.sub(&d)))
}

pub(super) fn mul(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  x * y of one bit
    // result: x & y
    if pool.width(a) == 1 {
        return Some(pool.bvand(a, b));
    }
    if let Some((x, k)) = pool.split_const(a, b) {
        return mul_const(pool, x, k);
    }
    // match:  (-x) * (-y)
    // result: x * y
    let (x, y) = (pool.under(a, Op::BvNeg)?, pool.under(b, Op::BvNeg)?);
    Some(pool.bvmul(x, y))
}

fn mul_const(pool: &mut TermPool, x: Term, k: BitVec) -> Option<Term> {
    let width = k.width();
    // match:  x * 0 | x * 1 | x * (-1)
    // result: 0     | x     | -x
    if k.is_zero() {
        return Some(pool.zero(width));
    }
    if k.is_one() {
        return Some(x);
    }
    if k.is_all_ones() {
        return Some(pool.bvneg(x));
    }
    // match:  (y + c) * k
    // result: y * k + c * k
    if let Some((y, c)) = pool.with_const(x, Op::BvAdd) {
        let product = times(pool, y, k.clone());
        return Some(plus(pool, product, c.mul(&k)));
    }
    // match:  (c - y) * k
    // result: c * k - y * k
    if let Some((c, y)) = pool.minus_from_const(x) {
        let product = times(pool, y, k.clone());
        return Some(minus_from(pool, c.mul(&k), product));
    }
    // match:  (y * c) * k, where y * c may be a shift
    // result: y * (c * k)
    let (y, c) = pool.scaled(x);
    if y != x {
        return Some(times(pool, y, c.mul(&k)));
    }
    // match:  x * 2^n
    // result: x << n
    if let Some(n) = k.power_of_two() {
        let n = pool.bv_u64(width, n as u64);
        return Some(pool.bvshl(x, n));
    }
    // match:  (-y) * k
    // result: y * (-k)
    let y = pool.under(x, Op::BvNeg)?;
    Some(times(pool, y, k.neg()))
}
