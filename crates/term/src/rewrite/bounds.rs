//! Two bounds of one term by constants: `x < 3 and x < 5`, `x = 2 and x < 3`, `4 < x and x < 2`.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// A comparison of one term with a constant `k`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// `x = k`
    Is,
    /// `x != k`
    IsNot,
    /// `x < k`
    Below { signed: bool },
    /// `k < x`
    Above { signed: bool },
}

struct Bound {
    term: Term,
    relation: Relation,
    k: BitVec,
}

/// What a conjunction of two bounds is.
enum Meet {
    First,
    Second,
    Never,
    /// Exactly this value.
    Only(BitVec),
}

/// `a op b` of two bounds of one term.
pub(super) fn junction(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    let (p, q) = (bound(pool, a)?, bound(pool, b)?);
    if p.term != q.term {
        return None;
    }
    let x = p.term;
    let met = match op {
        Op::And => meet(&p, &q)?,
        _ => meet(&negate(p), &negate(q))?,
    };
    Some(match met {
        // match:  x < 3 and x < 5 | x = 2 and x < 3 | x != 4 and x < 3
        // result: x < 3           | x = 2           | x < 3
        Meet::First => a,
        Meet::Second => b,
        // match:  x < 3 and 2 < x | x = 2 and x = 3
        // result: false
        Meet::Never => pool.bool(op == Op::Or),
        // match:  x < 3 and 1 < x
        // result: x = 2
        Meet::Only(k) => {
            let k = pool.bv(k);
            let only = pool.eq(x, k);
            if op == Op::And { only } else { pool.not(only) }
        }
    })
}

fn bound(pool: &TermPool, literal: Term) -> Option<Bound> {
    let make = |term, relation, k| Some(Bound { term, relation, k });
    let signed = pool.op(literal) == Op::BvSlt;
    match pool.op(literal) {
        Op::Eq => {
            let (x, k) = pool.with_const(literal, Op::Eq)?;
            make(x, Relation::Is, k)
        }
        Op::Not => {
            let (x, k) = pool.with_const(pool.arg(literal, 0), Op::Eq)?;
            make(x, Relation::IsNot, k)
        }
        Op::BvUlt | Op::BvSlt => {
            let (x, y) = (pool.arg(literal, 0), pool.arg(literal, 1));
            match (pool.value(x), pool.value(y)) {
                (None, Some(k)) => make(x, Relation::Below { signed }, k),
                (Some(k), None) => make(y, Relation::Above { signed }, k),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The negation, which the normal form of comparisons keeps from wrapping.
fn negate(bound: Bound) -> Bound {
    let one = BitVec::one(bound.k.width());
    let (relation, k) = match bound.relation {
        Relation::Is => (Relation::IsNot, bound.k),
        Relation::IsNot => (Relation::Is, bound.k),
        Relation::Below { signed } => (Relation::Above { signed }, bound.k.sub(&one)),
        Relation::Above { signed } => (Relation::Below { signed }, bound.k.add(&one)),
    };
    Bound {
        relation,
        k,
        ..bound
    }
}

fn less(signed: bool, a: &BitVec, b: &BitVec) -> bool {
    if signed { a.slt(b) } else { a.ult(b) }
}

fn satisfies(value: &BitVec, bound: &Bound) -> bool {
    match bound.relation {
        Relation::Is => *value == bound.k,
        Relation::IsNot => *value != bound.k,
        Relation::Below { signed } => less(signed, value, &bound.k),
        Relation::Above { signed } => less(signed, &bound.k, value),
    }
}

fn meet(p: &Bound, q: &Bound) -> Option<Meet> {
    use Relation::{Above, Below, Is, IsNot};
    match (p.relation, q.relation) {
        (Is, _) => Some(if satisfies(&p.k, q) {
            Meet::First
        } else {
            Meet::Never
        }),
        (_, Is) => Some(if satisfies(&q.k, p) {
            Meet::Second
        } else {
            Meet::Never
        }),
        // The excluded value lies outside anyway.
        (IsNot, Below { .. } | Above { .. }) => (!satisfies(&p.k, q)).then_some(Meet::Second),
        (Below { .. } | Above { .. }, IsNot) => (!satisfies(&q.k, p)).then_some(Meet::First),
        (Below { signed: s }, Below { signed: t }) if s == t => Some(if less(s, &p.k, &q.k) {
            Meet::First
        } else {
            Meet::Second
        }),
        (Above { signed: s }, Above { signed: t }) if s == t => Some(if less(s, &q.k, &p.k) {
            Meet::First
        } else {
            Meet::Second
        }),
        (Below { signed: s }, Above { signed: t }) if s == t => between(s, &q.k, &p.k),
        (Above { signed: s }, Below { signed: t }) if s == t => between(s, &p.k, &q.k),
        _ => None,
    }
}

/// `low < x < high`, if that leaves at most one value.
fn between(signed: bool, low: &BitVec, high: &BitVec) -> Option<Meet> {
    let one = BitVec::one(low.width());
    if !less(signed, low, high) {
        return Some(Meet::Never);
    }
    let first = low.add(&one);
    if first == *high {
        return Some(Meet::Never);
    }
    (first.add(&one) == *high).then_some(Meet::Only(first))
}
