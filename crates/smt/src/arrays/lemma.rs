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

/// Accesses that must agree with one access, the farther along a way the later. At least one of them does not, under the
/// assignment that this was made for.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(super) access: Access,
    pub(super) steps: Vec<Step>,
    /// The value of the index at which they meet.
    pub(super) index: BitVec,
}

/// One more access that must agree.
#[derive(Debug)]
pub(super) struct Step {
    /// What leads here from the step before.
    pub path: Vec<Reason>,
    pub access: Access,
}

impl Conflict {
    pub(super) fn new(accesses: [Access; 2], path: Vec<Reason>, index: BitVec) -> Conflict {
        let [access, other] = accesses;
        let steps = vec![Step {
            path,
            access: other,
        }];
        Conflict {
            access,
            steps,
            index,
        }
    }
}

impl Arrays {
    /// The clauses that rule a conflict out, one per step: `!(indices equal) ∨ !path ∨ values equal`.
    ///
    /// If there are several steps, the path is one conjunction that grows from step to step, so that the clauses share it;
    /// clauses that were made before are then left out.
    pub fn lemmas(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        conflict: &Conflict,
    ) -> Vec<Vec<Edge>> {
        let first = conflict.access.index(pool);
        let other = conflict.steps.iter().find_map(|s| s.access.index(pool));
        let index = match first.or(other) {
            Some(index) => blaster.bits(pool, index).to_vec(),
            None => constant_bits(&conflict.index),
        };
        let value = blaster.bits(pool, conflict.access.value(pool)).to_vec();
        let mut passed = Edge::TRUE;
        let mut clauses = Vec::with_capacity(conflict.steps.len());
        for step in &conflict.steps {
            let mut path: Vec<Edge> = step
                .path
                .iter()
                .map(|r| holds(pool, blaster, &index, *r))
                .collect();
            if conflict.steps.len() > 1 {
                passed = path.iter().fold(passed, |all, e| blaster.aig.and(all, *e));
                path = vec![passed];
                if !self
                    .shared
                    .insert((passed, conflict.access.0, step.access.0))
                {
                    continue;
                }
            }
            let mut clause: Vec<Edge> = path.into_iter().map(|e| !e).collect();
            if let Some(other) = step.access.index(pool) {
                clause.push(!equal(pool, blaster, &index, other));
            }
            clause.push(equal(pool, blaster, &value, step.access.value(pool)));
            clauses.push(clause);
        }
        self.lemmas += clauses.len() as u64;
        clauses
    }
}

/// Whether a reason holds for an index.
fn holds(pool: &TermPool, blaster: &mut Blaster, index: &[Edge], reason: Reason) -> Edge {
    match reason {
        Reason::Condition(term, value) => blaster.edge(term).negate_if(!value),
        Reason::Past(store) => !equal(pool, blaster, index, pool.arg(store, 1)),
    }
}

fn equal(pool: &TermPool, blaster: &mut Blaster, bits: &[Edge], term: Term) -> Edge {
    let other = blaster.bits(pool, term).to_vec();
    blaster.equal(bits, &other)
}
