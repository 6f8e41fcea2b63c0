//! Reads and writes of arrays in the terms of a block.

use encode::system::Block;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermPool};

/// All that a block says.
pub fn terms_of(block: &Block) -> Vec<Term> {
    let mut all = block.outcomes();
    all.extend(block.checks.iter().map(|c| c.condition));
    all.extend(block.edges.iter().flat_map(|e| e.values.iter().copied()));
    all
}

/// A read, or a write of a value.
#[derive(Clone, Copy)]
pub struct Access {
    pub array: Term,
    pub index: Term,
    pub written: Option<Term>,
}

pub fn accesses(pool: &TermPool, terms: &[Term]) -> Vec<Access> {
    let mut found = Vec::new();
    for term in subterms(pool, terms) {
        match (pool.op(term), pool.args(term)) {
            (Op::Select, [array, index]) => found.push(Access {
                array: *array,
                index: *index,
                written: None,
            }),
            (Op::Store, [array, index, value]) => found.push(Access {
                array: *array,
                index: *index,
                written: Some(*value),
            }),
            _ => {}
        }
    }
    found.retain(|a| matches!(pool.sort(a.index), Sort::BitVec(_)));
    found
}

/// Each term once, arguments after what they are arguments of.
pub fn subterms(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut seen: IndexSet<Term> = terms.iter().copied().collect();
    let mut next = 0;
    while next < seen.len() {
        let args = pool.args(seen[next]);
        seen.extend(args.iter().copied());
        next += 1;
    }
    seen.into_iter().collect()
}

/// The number that an index is made of by scaling, extending and cutting off: in `((_ extract 19 0) i)`, it is `i`.
pub fn core(pool: &TermPool, mut index: Term) -> Term {
    loop {
        index = match (pool.op(index), pool.args(index)) {
            (Op::Extract(..) | Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => *inner,
            (Op::Concat | Op::BvMul | Op::BvShl, [inner, constant]) if pool.is_value(*constant) => {
                *inner
            }
            (Op::Concat | Op::BvMul, [constant, inner]) if pool.is_value(*constant) => *inner,
            // The place of a member in a scaled index; `i + 1` itself is a number.
            (Op::BvAdd, [constant, inner])
                if pool.is_value(*constant) && is_scaled(pool, *inner) =>
            {
                *inner
            }
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
