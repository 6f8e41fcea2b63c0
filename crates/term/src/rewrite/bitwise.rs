//! Bitwise operators.
//!
//! A mask of one run of ones becomes `concat` and `extract`; other constants move through `concat` and `zero_extend`.

use super::shift::run_of_ones;
use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

pub(super) fn not(pool: &mut TermPool, a: Term) -> Option<Term> {
    match pool.op(a) {
        // match:  ~(~x)
        // result: x
        Op::BvNot => Some(pool.arg(a, 0)),
        // match:  ~(-x)
        // result: x + (-1)
        Op::BvNeg => {
            let (x, ones) = (pool.arg(a, 0), BitVec::all_ones(pool.width(a)));
            let ones = pool.bv(ones);
            Some(pool.bvadd(x, ones))
        }
        // match:  ~(x ^ k)
        // result: x ^ ~k
        Op::BvXor => {
            let (x, k) = pool.with_const(a, Op::BvXor)?;
            let k = pool.bv(k.not());
            Some(pool.bvxor(x, k))
        }
        _ => None,
    }
}

pub(super) fn and(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x & x | x & ~x
    // result: x     | 0
    if a == b {
        return Some(a);
    }
    if pool.bitwise_complementary(a, b) {
        return Some(pool.zero(width));
    }
    if let Some((x, k)) = pool.split_const(a, b) {
        // match:  x & 0 | x & -1
        // result: 0     | x
        if k.is_zero() {
            return Some(pool.zero(width));
        }
        if k.is_all_ones() {
            return Some(x);
        }
        // match:  x & 0..01..10..0, the ones at h..l
        // result: zero_extend(concat(extract[h:l](x), 0))
        if let Some((high, low)) = run_of_ones(&k) {
            let mut run = pool.extract(x, high, low);
            if low > 0 {
                let zeros = pool.zero(low);
                run = pool.concat(run, zeros);
            }
            return Some(pool.zero_extend(run, width - 1 - high));
        }
    }
    common(pool, Op::BvAnd, Op::BvOr, a, b)
}

pub(super) fn or(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  x | x | x | ~x
    // result: x     | -1
    if a == b {
        return Some(a);
    }
    if pool.bitwise_complementary(a, b) {
        let ones = BitVec::all_ones(pool.width(a));
        return Some(pool.bv(ones));
    }
    if let Some((x, k)) = pool.split_const(a, b) {
        // match:  x | 0 | x | -1
        // result: x     | -1
        if k.is_zero() {
            return Some(x);
        }
        if k.is_all_ones() {
            return Some(pool.bv(k));
        }
    }
    common(pool, Op::BvOr, Op::BvAnd, a, b).or_else(|| side_by_side(pool, a, b))
}

pub(super) fn xor(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  x ^ x | x ^ ~x
    // result: 0     | -1
    if a == b {
        return Some(pool.zero(width));
    }
    if pool.bitwise_complementary(a, b) {
        return Some(pool.bv(BitVec::all_ones(width)));
    }
    if let Some((x, k)) = pool.split_const(a, b) {
        // match:  x ^ 0 | x ^ -1
        // result: x     | ~x
        if k.is_zero() {
            return Some(x);
        }
        if k.is_all_ones() {
            return Some(pool.bvnot(x));
        }
        // match:  ~x ^ k
        // result: x ^ ~k
        if let Some(x) = pool.under(x, Op::BvNot) {
            let k = pool.bv(k.not());
            return Some(pool.bvxor(x, k));
        }
        return constant(pool, Op::BvXor, x, &k);
    }
    match (pool.under(a, Op::BvNot), pool.under(b, Op::BvNot)) {
        // match:  ~x ^ ~y
        // result: x ^ y
        (Some(x), Some(y)) => return Some(pool.bvxor(x, y)),
        // match:  ~x ^ y
        // result: ~(x ^ y)
        (Some(x), None) => {
            let xor = pool.bvxor(x, b);
            return Some(pool.bvnot(xor));
        }
        (None, Some(y)) => {
            let xor = pool.bvxor(a, y);
            return Some(pool.bvnot(xor));
        }
        (None, None) => {}
    }
    // match:  x ^ (x ^ y)
    // result: y
    for (x, y) in [(a, b), (b, a)] {
        if let Some(pair) = pool.pair(y, Op::BvXor)
            && let Some(rest) = pool.other(pair, x)
        {
            return Some(rest);
        }
    }
    same_root(pool, Op::BvXor, a, b).or_else(|| side_by_side(pool, a, b))
}

/// What `&` and `|` have in common.
fn common(pool: &mut TermPool, op: Op, dual: Op, a: Term, b: Term) -> Option<Term> {
    if let Some((x, k)) = pool.split_const(a, b) {
        return constant(pool, op, x, &k);
    }
    for (x, y) in [(a, b), (b, a)] {
        // match:  x & (x & y)
        // result: x & y
        if pool.pair(y, op).and_then(|p| pool.other(p, x)).is_some() {
            return Some(y);
        }
        if let Some((p, q)) = pool.pair(y, op) {
            // match:  x & (~x & y)
            // result: 0
            if pool.bitwise_complementary(x, p) || pool.bitwise_complementary(x, q) {
                let zero = BitVec::zero(pool.width(x));
                return Some(pool.bv(if op == Op::BvAnd { zero } else { zero.not() }));
            }
        }
        if let Some((p, q)) = pool.pair(y, dual) {
            // match:  x & (x | y)
            // result: x
            if p == x || q == x {
                return Some(x);
            }
            // match:  x & (~x | y)
            // result: x & y
            for (p, q) in [(p, q), (q, p)] {
                if pool.bitwise_complementary(x, p) {
                    return Some(pool.mk(op, &[x, q]));
                }
            }
        }
    }
    same_root(pool, op, a, b)
}

/// Both operands are extended in the same way, or are Booleans as numbers.
fn same_root(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    match (pool.op(a), pool.op(b)) {
        // match:  zero_extend_n(x) & zero_extend_n(y), likewise sign_extend
        // result: zero_extend_n(x & y)
        (Op::ZeroExtend(n), Op::ZeroExtend(m)) if n == m => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let inner = pool.mk(op, &[x, y]);
            Some(pool.zero_extend(inner, n))
        }
        (Op::SignExtend(n), Op::SignExtend(m)) if n == m => {
            let (x, y) = (pool.arg(a, 0), pool.arg(b, 0));
            let inner = pool.mk(op, &[x, y]);
            Some(pool.sign_extend(inner, n))
        }
        // match:  ite(c, k, 0) & ite(d, k, 0), also with the arms of either swapped
        // result: ite(c and d, k, 0)
        (Op::Ite, Op::Ite) => {
            let (c, k) = flag(pool, a)?;
            let (d, l) = flag(pool, b)?;
            if k != l {
                return None;
            }
            let both = match op {
                Op::BvAnd => pool.and(c, d),
                Op::BvOr => pool.or(c, d),
                _ => pool.xor(c, d),
            };
            let zero = pool.zero(pool.width(a));
            Some(pool.ite(both, k, zero))
        }
        _ => None,
    }
}

/// `(c, k)` if the term is `k` where `c` holds and 0 elsewhere.
fn flag(pool: &mut TermPool, term: Term) -> Option<(Term, Term)> {
    let (c, a, b) = pool.ite_parts(term)?;
    if pool.is_zero(b) && pool.as_const(a).is_some() {
        return Some((c, a));
    }
    if pool.is_zero(a) && pool.as_const(b).is_some() {
        return Some((pool.not(c), b));
    }
    None
}

/// `op(x, k)`
fn constant(pool: &mut TermPool, op: Op, x: Term, k: &BitVec) -> Option<Term> {
    // match:  (x & c) & k
    // result: x & (c & k)
    if let Some((y, c)) = pool.with_const(x, op) {
        let k = match op {
            Op::BvAnd => c.and(k),
            Op::BvOr => c.or(k),
            _ => c.xor(k),
        };
        let k = pool.bv(k);
        return Some(pool.mk(op, &[y, k]));
    }
    let width = k.width();
    match pool.op(x) {
        // match:  zero_extend(x) & k
        // result: concat(0 & k's high part, x & k's low part)
        Op::ZeroExtend(n) => {
            let y = pool.arg(x, 0);
            let high = match op {
                Op::BvAnd => BitVec::zero(n),
                _ => k.extract(width - 1, width - n),
            };
            let (high, low) = (pool.bv(high), pool.bv(k.extract(width - n - 1, 0)));
            let low = pool.mk(op, &[y, low]);
            Some(pool.concat(high, low))
        }
        // match:  concat(x, y) & k
        // result: concat(x & k's high part, y & k's low part)
        Op::Concat => {
            let (y, z) = (pool.arg(x, 0), pool.arg(x, 1));
            let middle = pool.width(z);
            let (high, low) = (
                pool.bv(k.extract(width - 1, middle)),
                pool.bv(k.extract(middle - 1, 0)),
            );
            let high = pool.mk(op, &[y, high]);
            let low = pool.mk(op, &[z, low]);
            Some(pool.concat(high, low))
        }
        _ => None,
    }
}

/// Operands without a common one-bit.
fn side_by_side(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    for (x, y) in [(a, b), (b, a)] {
        // match:  x | y where the low n bits of x and all other bits of y are zero
        // result: concat(extract[w-1:n](x), extract[n-1:0](y))
        let n = pool.trailing_zeros(x);
        if n > 0 && n < width && !pool.is_value(x) && pool.leading_zeros(y) >= width - n {
            let high = pool.extract(x, width - 1, n);
            let low = pool.extract(y, n - 1, 0);
            return Some(pool.concat(high, low));
        }
    }
    None
}
