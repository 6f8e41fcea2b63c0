//! Reads and writes of arrays in the terms of a block.

pub use encode::system::{ArrayAccess as Access, array_accesses as accesses, subterms};

use encode::system::{Block, TransitionSystem};
use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};

/// All that a block says.
pub fn terms_of(block: &Block) -> Vec<Term> {
    block.terms()
}

/// What of an index the rigid variable of a statement stands for: the number of a member, if the array is a part of a
/// family, or else the number that the index is made of.
pub fn key(pool: &TermPool, system: &TransitionSystem, access: &Access) -> Term {
    match system.family_of(pool, access.array) {
        Some(_) => access.index,
        None => core(pool, access.index),
    }
}

/// The number that an index is made of by scaling, extending and cutting off: in `((_ extract 19 0) i)`, it is `i`.
pub fn core(pool: &TermPool, mut index: Term) -> Term {
    loop {
        // The place of a member in a scaled index; `i + 1` itself is a number.
        if let Some((_, inner)) = pool.as_sum_with_constant(index)
            && is_scaled(pool, inner)
        {
            index = inner;
            continue;
        }
        index = match (pool.op(index), pool.args(index)) {
            (Op::Extract(..) | Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => *inner,
            (Op::Concat | Op::BvMul | Op::BvShl, [inner, constant]) if pool.is_value(*constant) => {
                *inner
            }
            (Op::Concat | Op::BvMul, [constant, inner]) if pool.is_value(*constant) => *inner,
            _ => return index,
        }
    }
}

fn is_scaled(pool: &TermPool, term: Term) -> bool {
    matches!(
        pool.op(term),
        Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Concat | Op::BvMul | Op::BvShl
    )
}

/// A term with one of its subterms replaced.
pub fn replace(pool: &mut TermPool, term: Term, old: Term, new: Term) -> Term {
    let mut cache = FxHashMap::from_iter([(old, new)]);
    let mut value = |pool: &mut TermPool, symbol| (pool.symbol_term(symbol) == old).then_some(new);
    pool.substitute(term, &mut value, &mut cache)
}
