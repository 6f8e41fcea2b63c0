//! Comparisons, signed and unsigned, strict and not.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

pub(super) fn compare(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    let strict = matches!(op, Op::BvUlt | Op::BvSlt);
    let signed = matches!(op, Op::BvSlt | Op::BvSle);
    // match:  x < x | x <= x
    // result: false | true
    if a == b {
        return Some(pool.bool(!strict));
    }
    if pool.width(a) == 1 {
        return Some(one_bit(pool, signed, strict, a, b));
    }
    if signed && let Some(term) = known_signs(pool, strict, a, b) {
        return Some(term);
    }
    let (min, max) = range(signed, pool.width(a));
    if let Some(k) = pool.value(b) {
        return with_const_right(pool, op, a, k, &min, &max);
    }
    if let Some(k) = pool.value(a) {
        return with_const_left(pool, op, k, b, &min, &max);
    }
    same_root(pool, op, a, b)
}

fn range(signed: bool, width: u32) -> (BitVec, BitVec) {
    if signed {
        (BitVec::int_min(width), BitVec::int_max(width))
    } else {
        (BitVec::zero(width), BitVec::all_ones(width))
    }
}

/// match:  x < y of one bit, and so on
/// result: not x and y, where a bit is a Boolean
fn one_bit(pool: &mut TermPool, signed: bool, strict: bool, a: Term, b: Term) -> Term {
    // The signed order of one bit is the reverse of the unsigned one: 1 means -1.
    let (low, high) = if signed { (b, a) } else { (a, b) };
    let low = pool.bv_to_bool(low);
    let high = pool.bv_to_bool(high);
    let not_low = pool.not(low);
    if strict {
        pool.and(not_low, high)
    } else {
        pool.or(not_low, high)
    }
}

/// match:  x < y with signs known and different | equal
/// result: true or false                        | x < y without sign
fn known_signs(pool: &mut TermPool, strict: bool, a: Term, b: Term) -> Option<Term> {
    let (p, q) = (pool.known_sign(a)?, pool.known_sign(b)?);
    if p != q {
        return Some(pool.bool(p));
    }
    Some(pool.mk(if strict { Op::BvUlt } else { Op::BvUle }, &[a, b]))
}

/// `x < k` or `x <= k`
fn with_const_right(
    pool: &mut TermPool,
    op: Op,
    x: Term,
    k: BitVec,
    min: &BitVec,
    max: &BitVec,
) -> Option<Term> {
    let one = BitVec::one(k.width());
    let strict = match op {
        // match:  x <= MAX | x <= k
        // result: true     | x < k + 1
        Op::BvUle | Op::BvSle => {
            if k == *max {
                return Some(pool.tt());
            }
            let k = pool.bv(k.add(&one));
            return Some(pool.mk(strict_of(op), &[x, k]));
        }
        strict => strict,
    };
    // match:  x < MIN | x < MIN + 1 | x < MAX
    // result: false   | x = MIN     | x != MAX
    if k == *min {
        return Some(pool.ff());
    }
    if k == min.add(&one) {
        let min = pool.bv(min.clone());
        return Some(pool.eq(x, min));
    }
    if k == *max {
        let max = pool.bv(k);
        return Some(pool.ne(x, max));
    }
    below_const(pool, strict, x, &k)
}

/// `k < x` or `k <= x`
fn with_const_left(
    pool: &mut TermPool,
    op: Op,
    k: BitVec,
    x: Term,
    min: &BitVec,
    max: &BitVec,
) -> Option<Term> {
    let one = BitVec::one(k.width());
    let strict = match op {
        // match:  MIN <= x | k <= x
        // result: true     | k - 1 < x
        Op::BvUle | Op::BvSle => {
            if k == *min {
                return Some(pool.tt());
            }
            let k = pool.bv(k.sub(&one));
            return Some(pool.mk(strict_of(op), &[k, x]));
        }
        strict => strict,
    };
    // match:  MAX < x | MAX - 1 < x | MIN < x
    // result: false   | x = MAX     | x != MIN
    if k == *max {
        return Some(pool.ff());
    }
    if k == max.sub(&one) {
        let max = pool.bv(max.clone());
        return Some(pool.eq(x, max));
    }
    if k == *min {
        let min = pool.bv(k);
        return Some(pool.ne(x, min));
    }
    // `k < x` is `not (x < k + 1)`: the rules for the latter serve both.
    let negated = below_const(pool, strict, x, &k.add(&one))?;
    Some(pool.not(negated))
}

fn strict_of(op: Op) -> Op {
    match op {
        Op::BvUle => Op::BvUlt,
        Op::BvSle => Op::BvSlt,
        strict => strict,
    }
}

/// `x < k` for a constant that is not at an end of the range.
fn below_const(pool: &mut TermPool, op: Op, x: Term, k: &BitVec) -> Option<Term> {
    let signed = op == Op::BvSlt;
    let width = k.width();
    if !signed && let Some(term) = below_unsigned(pool, x, k) {
        return Some(term);
    }
    // match:  ~x < k
    // result: ~k < x
    if let Some(y) = pool.under(x, Op::BvNot) {
        let k = pool.bv(k.not());
        return Some(pool.mk(op, &[k, y]));
    }
    if let Some((n, y)) = pool.sign_extended(x) {
        let narrow = width - n;
        let low = k.extract(narrow - 1, 0);
        // match:  sign_extend(x) < k where k is a sign extension
        // result: x < k'
        if low.sign_extend(n) == *k {
            let low = pool.bv(low);
            return Some(pool.mk(op, &[y, low]));
        }
        // match:  sign_extend(x) < k signed, with k beyond the range of x
        // result: whether k is positive
        if signed {
            return Some(pool.bool(!k.is_negative()));
        }
        // match:  sign_extend(x) < k unsigned, with k above all positive and below all negative values of x
        // result: 0 <= x
        let zero = pool.zero(narrow);
        return Some(pool.sle(zero, y));
    }
    if let Some((y, z)) = pool.pair(x, Op::Concat) {
        // match:  concat(x, c) < k
        // result: x <= k's high part if c is below k's low part, x < k's high part otherwise
        let c = pool.value(z)?;
        let (high, low) = (k.extract(width - 1, c.width()), k.extract(c.width() - 1, 0));
        let high = pool.bv(high);
        let non_strict = if signed { Op::BvSle } else { Op::BvUle };
        return Some(pool.mk(if c.ult(&low) { non_strict } else { op }, &[y, high]));
    }
    None
}

fn below_unsigned(pool: &mut TermPool, x: Term, k: &BitVec) -> Option<Term> {
    let width = k.width();
    // match:  x < k where x never reaches k: x & c, x % c, leading zeros
    // result: true
    if upper_bound(pool, x).is_some_and(|bound| bound.ult(k)) {
        return Some(pool.tt());
    }
    // match:  zero_extend(x) < k, where k fits (otherwise the bound above applies)
    // result: x < k'
    if let Some((n, y)) = pool.zero_extended(x) {
        let low = pool.bv(k.extract(width - n - 1, 0));
        return Some(pool.ult(y, low));
    }
    // match:  x + k < k
    // result: -k <= x
    if let Some((y, c)) = pool.with_const(x, Op::BvAdd)
        && c == *k
    {
        let c = pool.bv(c.neg());
        return Some(pool.ule(c, y));
    }
    None
}

/// The greatest unsigned value, as far as the root tells.
fn upper_bound(pool: &TermPool, x: Term) -> Option<BitVec> {
    let width = pool.width(x);
    match pool.op(x) {
        Op::BvAnd => pool.with_const(x, Op::BvAnd).map(|(_, k)| k),
        Op::BvUrem => {
            let k = pool.as_const(pool.arg(x, 1))?;
            (!k.is_zero()).then(|| k.sub(&BitVec::one(width)))
        }
        Op::BvUdiv => {
            let k = pool.as_const(pool.arg(x, 1))?;
            (!k.is_zero()).then(|| BitVec::all_ones(width).udiv(k))
        }
        _ => match pool.leading_zeros(x) {
            0 => None,
            n if n >= width => Some(BitVec::zero(width)),
            n => Some(BitVec::all_ones(width - n).zero_extend(n)),
        },
    }
}

/// Both operands are made by the same operator; neither is a constant.
fn same_root(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    let unsigned = if matches!(op, Op::BvUlt | Op::BvSlt) {
        Op::BvUlt
    } else {
        Op::BvUle
    };
    match (pool.op(a), pool.op(b)) {
        // match:  zero_extend_n(x) < zero_extend_m(y) with n >= m; signed operands are not negative
        // result: zero_extend_(n-m)(x) < y without sign
        (Op::ZeroExtend(n), Op::ZeroExtend(m)) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let common = n.min(m);
            let x = pool.zero_extend(x, n - common);
            let y = pool.zero_extend(y, m - common);
            Some(pool.mk(unsigned, &[x, y]))
        }
        // match:  sign_extend_n(x) < sign_extend_m(y) with n >= m
        // result: sign_extend_(n-m)(x) < y, for sign extension keeps both orders
        (Op::SignExtend(n), Op::SignExtend(m)) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let common = n.min(m);
            let x = pool.sign_extend(x, n - common);
            let y = pool.sign_extend(y, m - common);
            Some(pool.mk(op, &[x, y]))
        }
        // match:  ~x < ~y
        // result: y < x
        (Op::BvNot, Op::BvNot) => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            Some(pool.mk(op, &[y, x]))
        }
        // match:  concat(x, y) < concat(x, z) | concat(y, k) < concat(z, k)
        // result: y < z without sign          | y < z
        (Op::Concat, Op::Concat) => {
            let (a1, a2, b1, b2) = (
                pool.arg(a, 0),
                pool.arg(a, 1),
                pool.arg(b, 0),
                pool.arg(b, 1),
            );
            if a1 == b1 {
                return Some(pool.mk(unsigned, &[a2, b2]));
            }
            (a2 == b2).then(|| pool.mk(op, &[a1, b1]))
        }
        _ => None,
    }
}
