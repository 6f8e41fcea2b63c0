//! Negation, conjunction and disjunction.
//!
//! Conjunction and disjunction are dual, so each rule is written once, for `op` with its dual; comments state it for
//! conjunction.

use super::bounds;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use smallvec::SmallVec;

/// How many members of a nested conjunction rules look at.
const MAX_PARTS: usize = 8;

pub(super) fn not(pool: &mut TermPool, a: Term) -> Option<Term> {
    let flipped = match pool.op(a) {
        // match:  not (not a)
        // result: a
        Op::Not => return Some(pool.arg(a, 0)),
        // match:  not (a < b), not (a <= b), signed and unsigned
        // result: b <= a, b < a
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        _ => return None,
    };
    let (x, y) = (pool.arg(a, 0), pool.arg(a, 1));
    Some(pool.mk(flipped, &[y, x]))
}

pub(super) fn junction(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    let unit = pool.bool(op == Op::And);
    let zero = pool.bool(op == Op::Or);
    // match:  a and true | a and a | a and false | a and not a
    // result: a          | a       | false       | false
    if a == unit || a == b {
        return Some(b);
    }
    if b == unit {
        return Some(a);
    }
    if a == zero || b == zero || pool.complementary(a, b) {
        return Some(zero);
    }
    let parts_a = parts(pool, op, a);
    let parts_b = parts(pool, op, b);
    // match:  (.. a ..) and (.. not a ..)
    // result: false
    if parts_a
        .iter()
        .any(|p| parts_b.iter().any(|q| pool.complementary(*p, *q)))
    {
        return Some(zero);
    }
    // match:  a and (.. a ..)
    // result: (.. a ..)
    if parts_b.contains(&a) {
        return Some(b);
    }
    if parts_a.contains(&b) {
        return Some(a);
    }
    against(pool, op, dual, a, &parts_a, b)
        .or_else(|| against(pool, op, dual, b, &parts_b, a))
        .or_else(|| factor(pool, op, dual, a, b))
        .or_else(|| bounds::junction(pool, op, a, b))
}

/// Rules for `x and y` that simplify `y` by what holds where `x` does.
fn against(
    pool: &mut TermPool,
    op: Op,
    dual: Op,
    x: Term,
    known: &[Term],
    y: Term,
) -> Option<Term> {
    let holds = |pool: &TermPool, t: Term| {
        known.contains(&t)
            || pool
                .under(t, Op::Not)
                .is_some_and(|t| fails(pool, known, t))
    };
    let root = pool.op(y);
    if root == op || root == dual {
        let (p, q) = (pool.arg(y, 0), pool.arg(y, 1));
        for (p, q) in [(p, q), (q, p)] {
            // match:  a and (a and b), (a and c) and (a and b)
            // result: a and b,         (a and c) and b
            if root == op && known.contains(&p) {
                return Some(pool.mk(op, &[x, q]));
            }
            // match:  a and (a or b)
            // result: a
            if root == dual && holds(pool, p) {
                return Some(x);
            }
            // match:  a and (not a or b)
            // result: a and b
            if root == dual && fails(pool, known, p) {
                return Some(pool.mk(op, &[x, q]));
            }
        }
        return None;
    }
    let inner = pool.under(y, Op::Not)?;
    let root = pool.op(inner);
    if root != op && root != dual {
        return None;
    }
    let (p, q) = (pool.arg(inner, 0), pool.arg(inner, 1));
    for (p, q) in [(p, q), (q, p)] {
        let (p_holds, p_fails) = (known.contains(&p), fails(pool, known, p));
        if root == op {
            // match:  a and not (not a and b)
            // result: a
            if p_fails {
                return Some(x);
            }
            // match:  a and not (a and b)
            // result: a and not b
            if p_holds {
                let q = pool.not(q);
                return Some(pool.mk(op, &[x, q]));
            }
        } else {
            // match:  a and not (a or b)
            // result: false
            if p_holds {
                return Some(pool.bool(op == Op::Or));
            }
            // match:  a and not (not a or b)
            // result: a and not b
            if p_fails {
                let q = pool.not(q);
                return Some(pool.mk(op, &[x, q]));
            }
        }
    }
    None
}

fn fails(pool: &TermPool, known: &[Term], term: Term) -> bool {
    known.iter().any(|k| pool.complementary(*k, term))
}

/// Rules for `(a or b) and (a or c)`.
fn factor(pool: &mut TermPool, op: Op, dual: Op, x: Term, y: Term) -> Option<Term> {
    let (p, q) = (pool.pair(x, dual)?, pool.pair(y, dual)?);
    // match:  (a or b) and (a or not b), in all orders
    // result: a
    // match:  (a or b) and (a or c), in all orders
    // result: a or (b and c)
    let (common, left, right) = pool.shared(p, q)?;
    let rest = pool.mk(op, &[left, right]);
    Some(pool.mk(dual, &[common, rest]))
}

/// The term and the members of the nested `op`s at its top, at most [`MAX_PARTS`].
fn parts(pool: &TermPool, op: Op, term: Term) -> SmallVec<[Term; MAX_PARTS]> {
    let mut parts: SmallVec<[Term; MAX_PARTS]> = SmallVec::new();
    parts.push(term);
    let mut next = 0;
    while next < parts.len() {
        if pool.op(parts[next]) == op {
            for arg in pool.args(parts[next]) {
                if parts.len() < MAX_PARTS {
                    parts.push(*arg);
                }
            }
        }
        next += 1;
    }
    parts
}
