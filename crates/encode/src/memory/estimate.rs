//! What a term's shape tells of its values: how many low bits are zero, and how many bits it needs.
//!
//! Both are bounds that hold under every assignment. Terms are graphs, so what was found of a part is remembered while a
//! term is looked at, and parts deeper than `MAX_DEPTH` are not looked at.

use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};

const MAX_DEPTH: u32 = 32;

/// A number of low bits that are zero in every value of the term.
pub fn trailing_zeros(pool: &TermPool, term: Term) -> u32 {
    zeros(pool, term, MAX_DEPTH, &mut FxHashMap::default())
}

fn zeros(pool: &TermPool, term: Term, depth: u32, known: &mut FxHashMap<Term, u32>) -> u32 {
    if let Some(value) = pool.as_const(term) {
        return value.trailing_zeros();
    }
    if depth == 0 {
        return 0;
    }
    if let Some(zeros) = known.get(&term) {
        return *zeros;
    }
    let width = pool.width(term);
    let mut arg = |i: usize| zeros(pool, pool.arg(term, i), depth - 1, known);
    let found = match pool.op(term) {
        Op::BvAdd | Op::BvSub | Op::BvOr | Op::BvXor => arg(0).min(arg(1)),
        Op::BvAnd => arg(0).max(arg(1)),
        Op::BvNeg | Op::ZeroExtend(_) | Op::SignExtend(_) => arg(0),
        Op::BvMul => (arg(0) + arg(1)).min(width),
        Op::BvShl => match pool.as_u64(pool.arg(term, 1)) {
            Some(n) => (u64::from(arg(0)) + n).min(u64::from(width)) as u32,
            None => arg(0),
        },
        Op::Ite => arg(1).min(arg(2)),
        Op::Extract(high, low) => arg(0).saturating_sub(low).min(high - low + 1),
        Op::Concat => {
            let low_width = pool.width(pool.arg(term, 1));
            let low = arg(1);
            if low >= low_width {
                low_width + arg(0)
            } else {
                low
            }
        }
        _ => 0,
    };
    known.insert(term, found);
    found
}

/// A number of bits in which every value of the term fits as a signed number.
pub fn signed_bits(pool: &TermPool, term: Term) -> u32 {
    bits(pool, term, MAX_DEPTH, &mut FxHashMap::default())
}

fn bits(pool: &TermPool, term: Term, depth: u32, known: &mut FxHashMap<Term, u32>) -> u32 {
    let width = pool.width(term);
    if let Some(value) = pool.as_const(term) {
        let magnitude = match value.is_negative() {
            true => value.not(),
            false => value.clone(),
        };
        return magnitude.to_big().bits() as u32 + 1;
    }
    if depth == 0 {
        return width;
    }
    if let Some(bits) = known.get(&term) {
        return *bits;
    }
    let mut arg = |i: usize| bits(pool, pool.arg(term, i), depth - 1, known);
    let found = match pool.op(term) {
        Op::SignExtend(_) | Op::BvNot => arg(0),
        Op::ZeroExtend(_) => pool.width(pool.arg(term, 0)) + 1,
        Op::Concat => arg(0) + pool.width(pool.arg(term, 1)),
        Op::Extract(high, low) => match arg(0) {
            // The bits above are copies of the sign: this is a shift to the right.
            whole if whole <= high + 1 => whole.saturating_sub(low).max(1),
            _ => width,
        },
        Op::BvAnd | Op::BvOr | Op::BvXor => arg(0).max(arg(1)),
        Op::Ite => arg(1).max(arg(2)),
        Op::BvAdd | Op::BvSub => arg(0).max(arg(1)) + 1,
        Op::BvNeg => arg(0) + 1,
        Op::BvMul => arg(0) + arg(1),
        _ => width,
    };
    let found = found.min(width);
    known.insert(term, found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn an_index_that_is_scaled_needs_as_many_bits_more() {
        let mut pool = TermPool::new();
        let index = pool.symbol("i", Sort::BitVec(32));
        let wide = pool.sign_extend(index, 32);
        let eight = pool.bv_u64(64, 8);
        let offset = pool.bvmul(wide, eight);
        assert_eq!(trailing_zeros(&pool, offset), 3);
        assert_eq!(signed_bits(&pool, offset), 35);
        let unsigned = pool.zero_extend(index, 32);
        assert_eq!(signed_bits(&pool, unsigned), 33);
        assert_eq!(trailing_zeros(&pool, unsigned), 0);
    }

    #[test]
    fn constants_need_their_sign() {
        let mut pool = TermPool::new();
        for (value, bits) in [(0, 1), (-1, 1), (1, 2), (-2, 2), (127, 8), (-128, 8)] {
            let constant = pool.bv_i64(64, value);
            assert_eq!(signed_bits(&pool, constant), bits, "{value}");
        }
    }

    /// A graph with 2^60 paths takes no longer than its depth.
    #[test]
    fn shared_parts_are_looked_at_once() {
        let mut pool = TermPool::new();
        let mut sum = pool.bv_u64(64, 4);
        for i in 0..60 {
            let c = pool.symbol(&format!("c{i}"), Sort::Bool);
            let x = pool.symbol(&format!("x{i}"), Sort::BitVec(64));
            let other = pool.bvadd(sum, x);
            sum = pool.ite(c, sum, other);
        }
        assert_eq!(trailing_zeros(&pool, sum), 0);
        assert_eq!(signed_bits(&pool, sum), 64);
    }
}
