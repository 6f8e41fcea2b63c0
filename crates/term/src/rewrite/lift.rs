//! Operators over trees of `ite`s with constant leaves: the operator moves to the leaves, where it folds.
//!
//! Such trees are what merged states make of constants: pointers, counters, flags, and Booleans as integers. The number of
//! leaves is bounded ([`super::shape::MAX_LEAVES`]), and with it cost and depth.

use crate::op::Op;
use crate::pool::{Term, TermPool};
use smallvec::SmallVec;

pub(super) fn lift(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    if !applies(op) || pool.sort(args[0]).is_bool() {
        return None;
    }
    let leaves = |t: Term| pool.shape(t).leaves;
    match args {
        // match:  op(ite(c, k1, k2))
        // result: ite(c, op(k1), op(k2))
        [a] if leaves(*a) > 1 => Some(push(pool, op, *a, |arm| SmallVec::from_slice(&[arm]))),
        // match:  op(ite(c, k1, k2), k3), also the other way round
        // result: ite(c, op(k1, k3), op(k2, k3))
        [a, b] if leaves(*a) > 1 && leaves(*b) == 1 => {
            Some(push(pool, op, *a, |arm| SmallVec::from_slice(&[arm, *b])))
        }
        [a, b] if leaves(*a) == 1 && leaves(*b) > 1 => {
            Some(push(pool, op, *b, |arm| SmallVec::from_slice(&[*a, arm])))
        }
        // match:  op(ite(c, k1, k2), ite(c, k3, k4))
        // result: ite(c, op(k1, k3), op(k2, k4))
        [a, b] if leaves(*a) > 1 && leaves(*b) > 1 && same_conditions(pool, *a, *b) => {
            let (c, a1, a2) = pool.ite_parts(*a)?;
            let (_, b1, b2) = pool.ite_parts(*b)?;
            let then = pool.mk(op, &[a1, b1]);
            let otherwise = pool.mk(op, &[a2, b2]);
            Some(pool.ite(c, then, otherwise))
        }
        _ => None,
    }
}

/// Operators and predicates of bit-vectors and floats.
fn applies(op: Op) -> bool {
    !matches!(
        op,
        Op::Not
            | Op::And
            | Op::Or
            | Op::Ite
            | Op::Select
            | Op::Store
            | Op::ConstArray(_)
            | Op::Lambda(_)
            | Op::Apply(_)
    )
}

fn push(
    pool: &mut TermPool,
    op: Op,
    tree: Term,
    args: impl Fn(Term) -> SmallVec<[Term; 2]>,
) -> Term {
    let (c, a, b) = pool.ite_parts(tree).expect("a tree of more than one leaf");
    let then = pool.mk(op, &args(a));
    let otherwise = pool.mk(op, &args(b));
    pool.ite(c, then, otherwise)
}

/// Whether two trees ask the same questions in the same order.
fn same_conditions(pool: &TermPool, a: Term, b: Term) -> bool {
    let mut todo: SmallVec<[(Term, Term); 8]> = SmallVec::from_slice(&[(a, b)]);
    while let Some((a, b)) = todo.pop() {
        match (pool.ite_parts(a), pool.ite_parts(b)) {
            (None, None) => {}
            (Some((c, a1, a2)), Some((d, b1, b2))) if c == d => todo.extend([(a1, b1), (a2, b2)]),
            _ => return false,
        }
    }
    true
}
