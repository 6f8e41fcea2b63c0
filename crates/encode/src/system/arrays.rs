//! Where blocks read and write arrays.

use super::{Block, LocationId, TransitionSystem};
use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, TermPool};

/// A read of an array, or a write into one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayAccess {
    pub array: Term,
    pub index: Term,
    /// What is written, if it is a write.
    pub written: Option<Term>,
}

impl Block {
    /// Everything that the block says: conditions and values.
    pub fn terms(&self) -> Vec<Term> {
        let mut all = self.outcomes();
        all.extend(self.checks.iter().map(|c| c.condition));
        all.extend(self.edges.iter().flat_map(|e| e.values.iter().copied()));
        all
    }

    /// The reads and writes of arrays in the block's terms. Those inside lambdas are left out.
    pub fn array_accesses(&self, pool: &TermPool) -> Vec<ArrayAccess> {
        array_accesses(pool, &self.terms())
    }
}

impl TransitionSystem {
    /// The indices at which the block of a location reads and writes arrays, each once, outer terms first.
    pub fn index_terms(&self, pool: &TermPool, location: LocationId) -> Vec<Term> {
        let accesses = self.block(location).array_accesses(pool);
        let mut seen = FxHashSet::default();
        let indices = accesses.into_iter().map(|access| access.index);
        indices.filter(|index| seen.insert(*index)).collect()
    }
}

/// The reads and writes in some terms and their subterms, outer terms first.
pub fn array_accesses(pool: &TermPool, terms: &[Term]) -> Vec<ArrayAccess> {
    let mut found = Vec::new();
    for term in subterms(pool, terms) {
        let (array, index, written) = match (pool.op(term), pool.args(term)) {
            (Op::Select, [array, index]) => (*array, *index, None),
            (Op::Store, [array, index, value]) => (*array, *index, Some(*value)),
            _ => continue,
        };
        if matches!(pool.sort(index), Sort::BitVec(_)) {
            found.push(ArrayAccess {
                array,
                index,
                written,
            });
        }
    }
    found
}

/// Each term once, arguments after what they are arguments of.
pub fn subterms(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut all: Vec<Term> = Vec::new();
    all.extend(terms.iter().filter(|term| seen.insert(**term)));
    let mut next = 0;
    while next < all.len() {
        let args = pool.args(all[next]);
        all.extend(args.iter().filter(|arg| seen.insert(**arg)));
        next += 1;
    }
    all
}
