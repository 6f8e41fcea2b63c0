//! Overflow predicates: with one constant operand a comparison, with enough head room false.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// `k < x`, or `x < k`
fn above(pool: &mut TermPool, signed: bool, x: Term, k: BitVec) -> Term {
    let k = pool.bv(k);
    if signed {
        pool.slt(k, x)
    } else {
        pool.ult(k, x)
    }
}

fn below(pool: &mut TermPool, x: Term, k: BitVec) -> Term {
    let k = pool.bv(k);
    pool.slt(x, k)
}

pub(super) fn uaddo(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  uaddo(x, k)
    // result: MAX - k < x
    if let Some((x, k)) = pool.split_const(a, b) {
        return Some(above(pool, false, x, k.not()));
    }
    // match:  uaddo(x, y) where both have a leading zero
    // result: false
    (pool.leading_zeros(a) > 0 && pool.leading_zeros(b) > 0).then(|| pool.ff())
}

pub(super) fn saddo(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  saddo(x, k) with k >= 0 | k < 0
    // result: MAX - k < x             | x < MIN - k
    if let Some((x, k)) = pool.split_const(a, b) {
        let width = k.width();
        return Some(match k.is_negative() {
            false => above(pool, true, x, BitVec::int_max(width).sub(&k)),
            true => below(pool, x, BitVec::int_min(width).sub(&k)),
        });
    }
    // match:  saddo(x, y) where both have two sign bits
    // result: false
    (pool.sign_copies(a) > 1 && pool.sign_copies(b) > 1).then(|| pool.ff())
}

pub(super) fn ssubo(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  ssubo(x, x)
    // result: false
    if a == b {
        return Some(pool.ff());
    }
    let width = pool.width(a);
    let (min, max) = (BitVec::int_min(width), BitVec::int_max(width));
    // match:  ssubo(x, k) with k >= 0 | k < 0
    // result: x < MIN + k             | MAX + k < x
    if let Some(k) = pool.value(b) {
        return Some(match k.is_negative() {
            false => below(pool, a, min.add(&k)),
            true => above(pool, true, a, max.add(&k)),
        });
    }
    // match:  ssubo(k, x) with k >= 0 | k < 0
    // result: x < k - MAX             | k - MIN < x
    if let Some(k) = pool.value(a) {
        return Some(match k.is_negative() {
            false => below(pool, b, k.sub(&max)),
            true => above(pool, true, b, k.sub(&min)),
        });
    }
    // match:  ssubo(x, y) where both have two sign bits
    // result: false
    (pool.sign_copies(a) > 1 && pool.sign_copies(b) > 1).then(|| pool.ff())
}

pub(super) fn umulo(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  umulo(x, 0) | umulo(x, k)
    // result: false       | MAX / k < x
    if let Some((x, k)) = pool.split_const(a, b) {
        if k.is_zero() {
            return Some(pool.ff());
        }
        return Some(above(pool, false, x, BitVec::all_ones(width).udiv(&k)));
    }
    // match:  umulo(x, y) where the significant bits of both together are at most w
    // result: false
    let significant = 2 * width - pool.leading_zeros(a) - pool.leading_zeros(b);
    (significant <= width).then(|| pool.ff())
}

pub(super) fn smulo(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    if let Some((x, k)) = pool.split_const(a, b) {
        return Some(smulo_const(pool, x, &k));
    }
    // match:  smulo(x, y) where the significant bits of both, signs included, are at most w together
    // result: false
    let significant = 2 * width + 2 - pool.sign_copies(a) - pool.sign_copies(b);
    (significant <= width).then(|| pool.ff())
}

fn smulo_const(pool: &mut TermPool, x: Term, k: &BitVec) -> Term {
    let width = k.width();
    let (min, max) = (BitVec::int_min(width), BitVec::int_max(width));
    // match:  smulo(x, 0) | smulo(x, -1) | smulo(x, 1) with w > 1
    // result: false       | x = MIN      | false
    if k.is_zero() {
        return pool.ff();
    }
    if k.is_all_ones() {
        let min = pool.bv(min);
        return pool.mk(Op::Eq, &[x, min]);
    }
    if k.is_one() {
        return pool.ff();
    }
    // match:  smulo(x, k) with k > 1                | k < -1
    // result: MAX / k < x or x < MIN / k            | x < MAX / k or MIN / k < x
    let (max, min) = (max.sdiv(k), min.sdiv(k));
    let (high, low) = if k.is_negative() {
        (min, max)
    } else {
        (max, min)
    };
    let too_large = above(pool, true, x, high);
    let too_small = below(pool, x, low);
    pool.or(too_large, too_small)
}
