//! Violated instances of the array axioms, and the clauses that rule them out.
//!
//! Read-over-write, congruence, constant arrays and equality are one axiom here: if two accesses have equal indices and
//! there is a way between their arrays along which that index is not written, their values are equal.

use super::Arrays;
use crate::bitblast::{Blaster, constant_bits};
use sat::Edge;
use term::{BitVec, Op, Term, TermPool};

/// Why two neighbouring arrays agree at an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reason {
    /// An equality, or the condition of an `ite`, has this value.
    Condition(Term, bool),
    /// The index is not the one that this store writes to.
    Past(Term),
}

/// A `select`, a `store` or a constant array: something that gives an array a value at an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access(pub Term);

impl Access {
    /// The index; a constant array has none, or all.
    fn index(self, pool: &TermPool) -> Option<Term> {
        match pool.op(self.0) {
            Op::Select | Op::Store => Some(pool.arg(self.0, 1)),
            _ => None,
        }
    }

    pub fn value(self, pool: &TermPool) -> Term {
        match pool.op(self.0) {
            Op::Select => self.0,
            Op::Store => pool.arg(self.0, 2),
            _ => pool.arg(self.0, 0),
        }
    }
}

/// Two accesses that must agree and do not.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(super) accesses: [Access; 2],
    pub(super) path: Vec<Reason>,
    /// The value of the index at which they meet.
    pub(super) index: BitVec,
}

impl Arrays {
    /// The clause that rules a conflict out: `!(indices equal) ∨ !path ∨ values equal`.
    pub fn lemma(&self, pool: &TermPool, blaster: &mut Blaster, conflict: &Conflict) -> Vec<Edge> {
        let [left, right] = conflict.accesses;
        let indices: Vec<Term> = [left, right].iter().filter_map(|a| a.index(pool)).collect();
        let index = match indices.first() {
            Some(index) => blaster.bits(pool, *index).to_vec(),
            None => constant_bits(&conflict.index),
        };
        let mut clause = Vec::with_capacity(conflict.path.len() + 2);
        if let [_, other] = indices.as_slice() {
            let other = blaster.bits(pool, *other).to_vec();
            clause.push(!blaster.equal(&index, &other));
        }
        let mut path = conflict.path.clone();
        path.sort_unstable();
        path.dedup();
        for reason in path {
            clause.push(match reason {
                Reason::Condition(term, value) => blaster.edge(term).negate_if(value),
                Reason::Past(store) => {
                    let written = blaster.bits(pool, pool.arg(store, 1)).to_vec();
                    blaster.equal(&index, &written)
                }
            });
        }
        let values = [left, right].map(|a| blaster.bits(pool, a.value(pool)).to_vec());
        clause.push(blaster.equal(&values[0], &values[1]));
        clause
    }
}
