//! Select and store.

use crate::bitvec::BitVec;
use crate::eval::Value;
use crate::lambda::MAX_LISTED_BITS;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

/// How many stores a select looks through.
const MAX_WALK: usize = 64;

/// Where the walk from an array down its stores ends for an index.
enum Found {
    Value(Term),
    /// No store above this array writes the index, as far as the walk could tell.
    Unknown(Term),
}

pub(super) fn select(pool: &mut TermPool, array: Term, index: Term) -> Option<Term> {
    // match:  select(store(a, i, v), i) | select(store(a, j, v), i) with i != j | select(const(v), i)
    // result: v                         | select(a, i)                          | v
    match walk(pool, array, index)? {
        Found::Value(value) => Some(value),
        // match:  select(λ, i) where what the lambda maps i to has one read at most
        // result: that
        Found::Unknown(base) if matches!(pool.op(base), Op::Lambda(_)) => {
            let reduced = pool.beta_if_cheap(base, index);
            reduced.or_else(|| (base != array).then(|| pool.select(base, index)))
        }
        Found::Unknown(base) if base != array => Some(pool.select(base, index)),
        Found::Unknown(_) => {
            let (c, a, b) = pool.ite_parts(array)?;
            match (walk(pool, a, index)?, walk(pool, b, index)?) {
                // match:  select(ite(c, a, b), i) where both selects have a known value
                // result: ite(c, v, w)
                (Found::Value(v), Found::Value(w)) => Some(pool.ite(c, v, w)),
                // match:  select(ite(c, store(a, j, v), a), i) with i != j
                // result: select(a, i)
                (Found::Unknown(a), Found::Unknown(b)) if a == b => Some(pool.select(a, index)),
                _ => None,
            }
        }
    }
}

/// Goes down the stores; `None` if there are too many.
fn walk(pool: &TermPool, mut array: Term, index: Term) -> Option<Found> {
    for _ in 0..MAX_WALK {
        match pool.op(array) {
            Op::Store if pool.arg(array, 1) == index => {
                return Some(Found::Value(pool.arg(array, 2)));
            }
            Op::Store if pool.distinct(pool.arg(array, 1), index) => array = pool.arg(array, 0),
            Op::ConstArray(_) => return Some(Found::Value(pool.arg(array, 0))),
            _ => return Some(Found::Unknown(array)),
        }
    }
    None
}

/// Equality of arrays that have a lambda is that of all elements, if they can be listed.
pub(super) fn listed(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let Sort::Array(sort) = pool.sort(a) else {
        return None;
    };
    let bits = sort.index.index_bits().filter(|b| *b <= MAX_LISTED_BITS)?;
    if !pool.has_lambda(a) && !pool.has_lambda(b) {
        return None;
    }
    // match:  λ = b
    // result: select(λ, 0) = select(b, 0) and select(λ, 1) = select(b, 1) and ...
    let mut result = pool.tt();
    for index in 0..1 << bits {
        let index = Value::from_bits(sort.index, BitVec::new(bits, index));
        let index = pool.constant(sort.index, &index);
        let (x, y) = (pool.select(a, index), pool.select(b, index));
        let same = pool.eq(x, y);
        result = pool.and(result, same);
    }
    Some(result)
}

pub(super) fn store(pool: &mut TermPool, array: Term, index: Term, value: Term) -> Option<Term> {
    // match:  store(store(a, i, v), i, w)
    // result: store(a, i, w)
    if pool.op(array) == Op::Store && pool.arg(array, 1) == index {
        let below = pool.arg(array, 0);
        return Some(pool.store(below, index, value));
    }
    // match:  store(a, i, select(a, i))
    // result: a
    if pool.pair(value, Op::Select) == Some((array, index)) {
        return Some(array);
    }
    // match:  store(const(v), i, v)
    // result: const(v)
    if matches!(pool.op(array), Op::ConstArray(_)) && pool.arg(array, 0) == value {
        return Some(array);
    }
    None
}
