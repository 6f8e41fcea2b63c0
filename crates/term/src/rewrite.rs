//! Rewriting at construction.
//!
//! [`rewrite`] is called by the pool for every term that is made. It returns an equivalent term if a rule applies and
//! `None` otherwise. Rules look at most a fixed depth below the root, so making a term costs constant time; a rule may
//! make further terms, and every rule's result is smaller or strictly simpler, so this terminates.

use crate::bitvec::BitVec;
use crate::eval;
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// A simpler term equal to `op(args)`, if some rule knows one.
pub(crate) fn rewrite(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    if let Some(term) = fold(pool, op, args) {
        return Some(term);
    }
    let _ = BitVec::new;
    None
}

/// Applies the operator to constants.
fn fold(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    if args.is_empty() || !args.iter().all(|a| pool.is_value(*a)) {
        return None;
    }
    let values: Vec<eval::Value> = args
        .iter()
        .map(|a| eval::value_of(pool, *a).expect("is_value"))
        .collect();
    match eval::apply(op, &values)? {
        eval::Value::Bool(b) => Some(pool.bool(b)),
        eval::Value::BitVec(v) => Some(pool.bv(v)),
        eval::Value::Array(_) => None,
    }
}
