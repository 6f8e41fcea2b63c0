//! Equality, over all sorts.

use super::shape::MAX_SPINE;
use super::{array, float, polynomial};
use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

pub(super) fn eq(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  x = x
    // result: true
    if a == b {
        return Some(pool.tt());
    }
    match pool.sort(a) {
        Sort::Bool => booleans(pool, a, b),
        Sort::Array(_) => choices(pool, a, b).or_else(|| array::listed(pool, a, b)),
        Sort::RoundingMode | Sort::Declared(_) => choices(pool, a, b),
        Sort::Float(_) => float::equal(pool, a, b).or_else(|| choices(pool, a, b)),
        Sort::BitVec(_) => {
            // match:  x + 1 = x + 2 | concat(0, x) = concat(1, y) | x = ~x | ...
            // result: false
            if pool.distinct(a, b) {
                return Some(pool.ff());
            }
            match pool.split_const(a, b) {
                Some((x, k)) => with_const(pool, x, k),
                None => choices(pool, a, b)
                    .or_else(|| product_fits(pool, a, b))
                    .or_else(|| product_fits(pool, b, a))
                    .or_else(|| sums(pool, a, b))
                    .or_else(|| same_root(pool, a, b))
                    .or_else(|| polynomial::equal(pool, a, b)),
            }
        }
    }
}

fn booleans(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  a = true | a = false | a = not a
    // result: a        | not a     | false
    for (x, y) in [(a, b), (b, a)] {
        match pool.as_bool(x) {
            Some(true) => return Some(y),
            Some(false) => return Some(pool.not(y)),
            None => {}
        }
    }
    if pool.complementary(a, b) {
        return Some(pool.ff());
    }
    match (pool.under(a, Op::Not), pool.under(b, Op::Not)) {
        // match:  not a = not b
        // result: a = b
        (Some(x), Some(y)) => Some(pool.eq(x, y)),
        // match:  not a = b
        // result: not (a = b)
        (Some(x), None) => Some(pool.ne(x, b)),
        (None, Some(y)) => Some(pool.ne(a, y)),
        (None, None) => None,
    }
}

/// `x = k`
fn with_const(pool: &mut TermPool, x: Term, k: BitVec) -> Option<Term> {
    let width = k.width();
    if width == 1 {
        // match:  x = 0 of one bit
        // result: not (x = 1)
        if k.is_zero() {
            let bit = pool.bv_to_bool(x);
            return Some(pool.not(bit));
        }
        if let Some(term) = one_bit(pool, x) {
            return Some(term);
        }
    }
    let same = |pool: &mut TermPool, y: Term, k: BitVec| {
        let k = pool.bv(k);
        Some(pool.eq(y, k))
    };
    let (y, z) = match pool.args(x) {
        [y] => (*y, *y),
        [y, z, ..] => (*y, *z),
        [] => return None,
    };
    match pool.op(x) {
        // match:  ~y = k | -y = k
        // result: y = ~k | y = -k
        Op::BvNot => same(pool, y, k.not()),
        Op::BvNeg => same(pool, y, k.neg()),
        // match:  y + c = k
        // result: y = k - c
        Op::BvAdd => {
            let (y, c) = pool.split_const(y, z)?;
            same(pool, y, k.sub(&c))
        }
        // match:  c - z = k | y - z = 0
        // result: z = c - k | y = z
        Op::BvSub => match pool.value(y) {
            Some(c) => same(pool, z, c.sub(&k)),
            None => k.is_zero().then(|| pool.eq(y, z)),
        },
        // match:  y ^ c = k | y ^ z = 0
        // result: y = k ^ c | y = z
        Op::BvXor => match pool.split_const(y, z) {
            Some((y, c)) => same(pool, y, k.xor(&c)),
            None => k.is_zero().then(|| pool.eq(y, z)),
        },
        // match:  y * c = k with c odd | with k not a multiple of c's power of two
        // result: y = k * c^-1         | false
        Op::BvMul => {
            let (y, c) = pool.split_const(y, z)?;
            if let Some(inverse) = c.inverse() {
                return same(pool, y, k.mul(&inverse));
            }
            (k.trailing_zeros() < c.trailing_zeros()).then(|| pool.ff())
        }
        // match:  y & c = k with a one of k that c lacks | y | c = k with a one of c that k lacks
        // result: false
        Op::BvAnd => {
            let (_, c) = pool.split_const(y, z)?;
            (!k.and(&c.not()).is_zero()).then(|| pool.ff())
        }
        Op::BvOr => {
            let (_, c) = pool.split_const(y, z)?;
            (!c.and(&k.not()).is_zero()).then(|| pool.ff())
        }
        // match:  zero_extend(y) = k (k's high part is zero, or the two were distinct)
        // result: y = k'
        Op::ZeroExtend(n) => same(pool, y, k.extract(width - n - 1, 0)),
        // match:  sign_extend(y) = k where k is a sign extension | is not
        // result: y = k'                                         | false
        Op::SignExtend(n) => {
            let low = k.extract(width - n - 1, 0);
            if low.sign_extend(n) != k {
                return Some(pool.ff());
            }
            same(pool, y, low)
        }
        // match:  extract[h:w](X * Y) = 0 where h is the highest bit, and X and Y have w bits that count, at most half of all
        // result: not umulo(x, y) for their w low bits
        Op::Extract(high, low) if k.is_zero() && high + 1 == pool.width(y) => {
            fits_in(pool, y, low, false)
        }
        Op::FpToBits => float::bits_are(pool, y, &k),
        Op::Concat => Some(concat_is(pool, x, k)),
        Op::Ite => ite_is(pool, x, k),
        _ => None,
    }
}

/// match:  X * Y = sign_extend(x * y) | zero_extend(x * y) where x and y are half as wide, and X and Y are extended likewise
/// result: not smulo(x, y)            | not umulo(x, y)
fn product_fits(pool: &mut TermPool, product: Term, extended: Term) -> Option<Term> {
    let signed = match pool.op(extended) {
        Op::SignExtend(_) => true,
        Op::ZeroExtend(_) => false,
        _ => return None,
    };
    let low = pool.arg(extended, 0);
    if pool.op(product) != Op::BvMul || pool.op(low) != Op::BvMul {
        return None;
    }
    let width = pool.width(low);
    if pool.extract(product, width - 1, 0) != low {
        return None;
    }
    fits_in(pool, product, width, signed)
}

/// The condition that an exact product fits into `width` bits, the number of bits that its factors have.
fn fits_in(pool: &mut TermPool, product: Term, width: u32, signed: bool) -> Option<Term> {
    let (x, y) = pool.pair(product, Op::BvMul)?;
    let more = pool.width(product) - width;
    let is_extended = |t: Term| match signed {
        true => pool.sign_copies(t) > more,
        false => pool.leading_zeros(t) >= more,
    };
    if more < width || !is_extended(x) || !is_extended(y) {
        return None;
    }
    let (x, y) = (pool.extract(x, width - 1, 0), pool.extract(y, width - 1, 0));
    let overflows = match signed {
        true => pool.smulo(x, y),
        false => pool.umulo(x, y),
    };
    Some(pool.not(overflows))
}

/// match:  x & y = 1 of one bit with a Boolean in x or y, likewise `|`, `^`
/// result: x = 1 and y = 1
fn one_bit(pool: &mut TermPool, x: Term) -> Option<Term> {
    let op = pool.op(x);
    if !matches!(op, Op::BvAnd | Op::BvOr | Op::BvXor) {
        return None;
    }
    let (y, z) = (pool.arg(x, 0), pool.arg(x, 1));
    if pool.op(y) != Op::Ite && pool.op(z) != Op::Ite {
        return None;
    }
    let (y, z) = (pool.bv_to_bool(y), pool.bv_to_bool(z));
    Some(match op {
        Op::BvAnd => pool.and(y, z),
        Op::BvOr => pool.or(y, z),
        _ => pool.xor(y, z),
    })
}

/// match:  concat(x, y) = k
/// result: x = k's high part and y = k's low part
fn concat_is(pool: &mut TermPool, x: Term, k: BitVec) -> Term {
    let (mut rest, mut k) = (x, k);
    let mut all = pool.tt();
    while let Some((high, low)) = pool.pair(rest, Op::Concat) {
        let middle = pool.width(low);
        let top = pool.bv(k.extract(k.width() - 1, middle));
        let part = pool.eq(high, top);
        all = pool.and(all, part);
        k = k.extract(middle - 1, 0);
        rest = low;
    }
    let k = pool.bv(k);
    let last = pool.eq(rest, k);
    pool.and(all, last)
}

/// `ite(c, k1, x) = k2`; [`super::lift`] handles two constant arms.
fn ite_is(pool: &mut TermPool, x: Term, k: BitVec) -> Option<Term> {
    if !(1..=MAX_SPINE).contains(&pool.shape(x).spine) {
        return None;
    }
    let (c, a, b) = pool.ite_parts(x)?;
    // match:  ite(c, k, x) = k | ite(c, k1, x) = k2   | ite(c, x, k) = k  | ite(c, x, k1) = k2
    // result: c or x = k       | not c and x = k2     | not c or x = k    | c and x = k2
    let (c, arm, constant) = if pool.is_value(a) {
        (c, b, a)
    } else {
        (pool.not(c), a, b)
    };
    let k = pool.bv(k);
    let rest = pool.eq(arm, k);
    if constant == k {
        return Some(pool.or(c, rest));
    }
    let not_c = pool.not(c);
    Some(pool.and(not_c, rest))
}

/// A choice against one of its arms, or against another choice by the same condition.
fn choices(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    for (x, y) in [(a, b), (b, a)] {
        let Some((c, p, q)) = pool.ite_parts(x) else {
            continue;
        };
        // match:  ite(c, p, q) = p
        // result: c or q = p
        if p == y {
            let same = pool.eq(q, p);
            return Some(pool.or(c, same));
        }
        // match:  ite(c, p, q) = q
        // result: not c or p = q
        if q == y {
            let same = pool.eq(p, q);
            let not_c = pool.not(c);
            return Some(pool.or(not_c, same));
        }
    }
    let (c, a1, a2) = pool.ite_parts(a)?;
    let (d, b1, b2) = pool.ite_parts(b)?;
    // match:  ite(c, p, q) = ite(c, r, s) where p = r or q = s is decided
    // result: ite(c, p = r, q = s)
    let decided = |pool: &TermPool, x: Term, y: Term| x == y || pool.distinct(x, y);
    if c == d && (decided(pool, a1, b1) || decided(pool, a2, b2)) {
        let then = pool.eq(a1, b1);
        let otherwise = pool.eq(a2, b2);
        return Some(pool.ite(c, then, otherwise));
    }
    None
}

fn is_zero(pool: &mut TermPool, x: Term) -> Term {
    let zero = pool.zero(pool.width(x));
    pool.eq(x, zero)
}

/// Sums, differences and exclusive ors that share an operand.
fn sums(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    for (x, y) in [(a, b), (b, a)] {
        for op in [Op::BvAdd, Op::BvXor] {
            // match:  p + q = p, p ^ q = p
            // result: q = 0
            if let Some(q) = pool.pair(x, op).and_then(|pair| pool.other(pair, y)) {
                return Some(is_zero(pool, q));
            }
        }
        // match:  p - q = p
        // result: q = 0
        if let Some((p, q)) = pool.pair(x, Op::BvSub)
            && p == y
        {
            return Some(is_zero(pool, q));
        }
    }
    // match:  x + c = y + d
    // result: x + (c - d) = y, the constant with the older base
    if let (Some((x, c)), Some((y, d))) =
        (pool.with_const(a, Op::BvAdd), pool.with_const(b, Op::BvAdd))
    {
        let (x, c, y, d) = if x < y { (x, c, y, d) } else { (y, d, x, c) };
        let k = pool.bv(c.sub(&d));
        let sum = pool.bvadd(x, k);
        return Some(pool.eq(sum, y));
    }
    for op in [Op::BvAdd, Op::BvXor] {
        // match:  p + q = p + r, p ^ q = p ^ r
        // result: q = r
        if let (Some(p), Some(q)) = (pool.pair(a, op), pool.pair(b, op))
            && let Some((_, left, right)) = pool.shared(p, q)
        {
            return Some(pool.eq(left, right));
        }
    }
    // match:  p - q = p - r | p - q = r - q
    // result: q = r         | p = r
    let ((p, q), (r, s)) = (pool.pair(a, Op::BvSub)?, pool.pair(b, Op::BvSub)?);
    if p == r {
        return Some(pool.eq(q, s));
    }
    (q == s).then(|| pool.eq(p, r))
}

/// Both sides are made by the same injective operator.
fn same_root(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    match (pool.op(a), pool.op(b)) {
        // match:  ~x = ~y, -x = -y
        // result: x = y
        (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            Some(pool.eq(x, y))
        }
        // match:  zero_extend_n(x) = zero_extend_m(y) with n >= m, likewise sign_extend
        // result: zero_extend_(n-m)(x) = y
        (Op::ZeroExtend(n), Op::ZeroExtend(m)) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let x = pool.zero_extend(x, n - n.min(m));
            let y = pool.zero_extend(y, m - n.min(m));
            Some(pool.eq(x, y))
        }
        (Op::SignExtend(n), Op::SignExtend(m)) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let x = pool.sign_extend(x, n - n.min(m));
            let y = pool.sign_extend(y, m - n.min(m));
            Some(pool.eq(x, y))
        }
        // match:  concat(x, y) = concat(u, v) with parts of the same width
        // result: x = u and y = v
        (Op::Concat, Op::Concat) => {
            let (x, y, u, v) = (
                pool.arg(a, 0),
                pool.arg(a, 1),
                pool.arg(b, 0),
                pool.arg(b, 1),
            );
            if pool.sort(x) != pool.sort(u) {
                return None;
            }
            let high = pool.eq(x, u);
            let low = pool.eq(y, v);
            Some(pool.and(high, low))
        }
        (Op::Concat, Op::ZeroExtend(n)) => concat_is_extended(pool, a, b, n),
        (Op::ZeroExtend(n), Op::Concat) => concat_is_extended(pool, b, a, n),
        _ => None,
    }
}

/// match:  concat(x, y) = zero_extend_n(z) with x of n bits
/// result: x = 0 and y = z
fn concat_is_extended(pool: &mut TermPool, concat: Term, extended: Term, n: u32) -> Option<Term> {
    let (x, y) = pool.pair(concat, Op::Concat)?;
    if pool.width(x) != n {
        return None;
    }
    let z = pool.arg(extended, 0);
    let high = is_zero(pool, x);
    let low = pool.eq(y, z);
    Some(pool.and(high, low))
}
