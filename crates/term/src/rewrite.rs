//! Rewriting at construction.
//!
//! [`rewrite`] is called by the pool for every term that is made. It returns an equivalent term if a rule applies and
//! `None` otherwise; each rule is in the file of the operator at its root and is described by a `match:`/`result:`
//! pair. The rules are those of F. Merz's thesis on LLBMC (appendix A, with its errors corrected) and of Boolector and
//! Bitwuzla, chosen for what a bounded model checker makes: merged states, pointers as constants, bytes of memory.
//!
//! Normal forms, on which rules rely:
//! - A constant summand is outermost: `(x + y) + c`, never `(x + c) + y`; `x - c` is `x + (-c)`.
//! - Shifts by constants, multiplication by powers of two and masks of one run of ones are made of `concat`, `extract`,
//!   `zero_extend` and `sign_extend`, which compose, rather than of shifts and `bvand`.
//! - `concat` nests to the right; a constant zero on top is a `zero_extend`, copies of the sign bit a `sign_extend`, and
//!   extensions are above `concat`.
//! - The negation of a comparison is a comparison, and one with a constant is strict (`x <= 9` is `x < 10`).
//!   Conjunction and disjunction are *not* turned into each other, so that `a` and `not a` stay easy to tell.
//! - A condition of `ite` is never a negation, nor a comparison that is better swapped.
//!
//! Termination and cost: rules look a fixed depth below the root, and a rule's result is smaller or closer to the normal
//! form. A rule that would walk down a term asks [`Shape`], stored with each term, for how far that is. As a rule's result
//! is made of further terms, which are rewritten in turn, a [`Budget`] bounds both the nesting and the number of these
//! steps; when it is spent, terms are made as they are. Hence no input can overflow the stack or make a term expensive.
//!
//! Rewriting depends on the operator and the arguments alone: a term that exists is its own normal form, and making it
//! again (by parsing its text, say) gives the same handle. (Only a spent budget breaks this, never soundness.)

mod arith;
mod array;
mod bitwise;
mod bounds;
mod compare;
mod core;
mod division;
mod equality;
mod float;
mod ite;
mod lift;
mod overflow;
mod pattern;
mod polynomial;
mod shape;
mod shift;
mod structure;

pub(crate) use shape::Shape;

use crate::eval;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use smallvec::SmallVec;

/// How deep rules may nest; above the greatest depth of a tree that [`lift`] walks.
const MAX_DEPTH: u32 = 64;
/// How many terms one call of the pool may try to rewrite.
const MAX_STEPS: u32 = 4096;

/// What is left to spend while one term is made.
#[derive(Clone, Default)]
pub(crate) struct Budget {
    depth: u32,
    steps: u32,
}

impl Budget {
    fn enter(&mut self) -> bool {
        if self.depth == 0 {
            self.steps = MAX_STEPS;
        }
        let open = self.depth < MAX_DEPTH && self.steps > 0;
        if open {
            self.depth += 1;
            self.steps -= 1;
        }
        open
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// A simpler term equal to `op(args)`, if some rule knows one. Arguments of commutative operators come sorted.
pub(crate) fn rewrite(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    if let Some(term) = fold(pool, op, args) {
        return Some(term);
    }
    if !pool.budget.enter() {
        return None;
    }
    let result = lift::lift(pool, op, args).or_else(|| rules(pool, op, args));
    pool.budget.leave();
    result
}

/// Applies the operator to constants.
fn fold(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    if args.is_empty() || !args.iter().all(|a| pool.is_value(*a)) {
        return None;
    }
    let values: SmallVec<[eval::Value; 3]> = args
        .iter()
        .map(|a| eval::value_of(pool, *a).expect("is_value"))
        .collect();
    match eval::apply(op, &values)? {
        eval::Value::Bool(b) => Some(pool.bool(b)),
        eval::Value::BitVec(v) => Some(pool.bv(v)),
        eval::Value::Float(f) => Some(pool.fp(f)),
        eval::Value::RoundingMode(mode) => Some(pool.rounding_mode(mode)),
        eval::Value::Array(_) => None,
    }
}

/// The rules of the operator.
fn rules(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    match (op, args) {
        (Op::Not, [a]) => core::not(pool, *a),
        (Op::And | Op::Or, [a, b]) => core::junction(pool, op, *a, *b),
        (Op::Eq, [a, b]) => equality::eq(pool, *a, *b),
        (Op::Ite, [c, a, b]) => ite::ite(pool, *c, *a, *b),
        (Op::BvNot, [a]) => bitwise::not(pool, *a),
        (Op::BvAnd, [a, b]) => bitwise::and(pool, *a, *b),
        (Op::BvOr, [a, b]) => bitwise::or(pool, *a, *b),
        (Op::BvXor, [a, b]) => bitwise::xor(pool, *a, *b),
        (Op::BvNeg, [a]) => arith::neg(pool, *a),
        (Op::BvAdd, [a, b]) => arith::add(pool, *a, *b),
        (Op::BvSub, [a, b]) => arith::sub(pool, *a, *b),
        (Op::BvMul, [a, b]) => arith::mul(pool, *a, *b),
        (Op::BvUdiv, [a, b]) => division::udiv(pool, *a, *b),
        (Op::BvUrem, [a, b]) => division::urem(pool, *a, *b),
        (Op::BvSdiv, [a, b]) => division::sdiv(pool, *a, *b),
        (Op::BvSrem, [a, b]) => division::srem(pool, *a, *b),
        (Op::BvShl, [a, b]) => shift::shl(pool, *a, *b),
        (Op::BvLshr, [a, b]) => shift::lshr(pool, *a, *b),
        (Op::BvAshr, [a, b]) => shift::ashr(pool, *a, *b),
        (Op::Concat, [a, b]) => structure::concat(pool, *a, *b),
        (Op::Extract(high, low), [a]) => structure::extract(pool, *a, high, low),
        (Op::ZeroExtend(n), [a]) => structure::zero_extend(pool, *a, n),
        (Op::SignExtend(n), [a]) => structure::sign_extend(pool, *a, n),
        (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) => {
            compare::compare(pool, op, *a, *b)
        }
        (Op::BvUaddo, [a, b]) => overflow::uaddo(pool, *a, *b),
        (Op::BvSaddo, [a, b]) => overflow::saddo(pool, *a, *b),
        (Op::BvSsubo, [a, b]) => overflow::ssubo(pool, *a, *b),
        (Op::BvUmulo, [a, b]) => overflow::umulo(pool, *a, *b),
        (Op::BvSmulo, [a, b]) => overflow::smulo(pool, *a, *b),
        (Op::Select, [a, i]) => array::select(pool, *a, *i),
        (Op::Store, [a, i, v]) => array::store(pool, *a, *i, *v),
        _ => float::rules(pool, op, args),
    }
}
