//! Violated instances of the array axioms, and the clauses that rule them out.
//!
//! Read-over-write, congruence, constant arrays and equality are one axiom here: if two accesses have equal indices and
//! there is a way between their arrays along which that index is not written, their values are equal.

use super::Arrays;
use crate::bitblast::{Blaster, constant_bits};
use sat::Edge;
use term::eval::value_of;
use term::{BitVec, Op, Sort, Term, TermPool, Value};

/// Why two neighbouring arrays agree at an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reason {
    /// An equality, or the condition of an `ite`, has this value.
    Condition(Term, bool),
    /// The index is not the one that this store writes to.
    Past(Term),
}

/// Something that gives an array a value at an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Access {
    /// A `select`, a `store` or a constant array.
    Term(Term),
    /// What a lambda maps an index to: this term.
    Instance(Term),
}

impl Access {
    /// The index; a constant array has none, or all. An instance is only ever compared with a read of its own index.
    fn index(self, pool: &TermPool) -> Option<Term> {
        match self {
            Access::Term(term) if matches!(pool.op(term), Op::Select | Op::Store) => {
                Some(pool.arg(term, 1))
            }
            _ => None,
        }
    }

    pub fn value(self, pool: &TermPool) -> Term {
        match self {
            Access::Instance(value) => value,
            Access::Term(term) => match pool.op(term) {
                Op::Select => term,
                Op::Store => pool.arg(term, 2),
                _ => pool.arg(term, 0),
            },
        }
    }
}

/// A read that meets a lambda at an index for which there is no instance yet.
#[derive(Debug)]
pub(crate) struct Need {
    pub lambda: Term,
    pub index: Term,
    pub(super) read: Term,
    pub(super) path: Vec<Reason>,
    pub(super) value: BitVec,
}

impl Need {
    /// The read must have the value of the instance.
    pub fn met_by(self, instance: Term) -> Conflict {
        let accesses = [Access::Term(self.read), Access::Instance(instance)];
        Conflict::new(accesses, self.path, self.value)
    }
}

/// Accesses that must agree with one access, the farther along a way the later. At least one of them does not, under the
/// assignment that this was made for.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(super) access: Access,
    pub(super) steps: Vec<PathStep>,
    /// The value of the index at which they meet.
    pub(super) index: BitVec,
}

/// One more access that must agree.
#[derive(Debug)]
pub(super) struct PathStep {
    /// What leads here from the step before.
    pub path: Vec<Reason>,
    pub access: Access,
}

impl Conflict {
    pub(super) fn new(accesses: [Access; 2], path: Vec<Reason>, index: BitVec) -> Conflict {
        let [access, other] = accesses;
        let steps = vec![PathStep {
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
        pool: &mut TermPool,
        blaster: &mut Blaster,
        conflict: &Conflict,
    ) -> Vec<Vec<Edge>> {
        let first = conflict.access.index(pool);
        let other = conflict.steps.iter().find_map(|s| s.access.index(pool));
        let index = first
            .or(other)
            .unwrap_or_else(|| constant_index(pool, conflict));
        let value = conflict.access.value(pool);
        let mut passed = Edge::TRUE;
        let mut clauses = Vec::with_capacity(conflict.steps.len());
        for step in &conflict.steps {
            let path = step.path.iter();
            let mut path: Vec<Edge> = path.map(|r| holds(pool, blaster, index, *r)).collect();
            if conflict.steps.len() > 1 {
                passed = path.iter().fold(passed, |all, e| blaster.aig.and(all, *e));
                path = vec![passed];
                let key = (passed, conflict.access, step.access);
                if !self.shared.insert(key) {
                    continue;
                }
            }
            let mut clause: Vec<Edge> = path.into_iter().map(|e| !e).collect();
            if let Some(other) = step.access.index(pool) {
                clause.push(!equal(pool, blaster, index, other));
            }
            clause.push(equal(pool, blaster, value, step.access.value(pool)));
            clauses.push(clause);
        }
        self.lemmas += clauses.len() as u64;
        clauses
    }
}

/// The index at which two constant arrays meet.
fn constant_index(pool: &mut TermPool, conflict: &Conflict) -> Term {
    let Access::Term(array) = conflict.access else {
        unreachable!("an instance meets a read, which has an index");
    };
    let Sort::Array(sort) = pool.sort(array) else {
        unreachable!("accesses without index are constant arrays");
    };
    let index = Value::from_bits(sort.index, conflict.index.clone());
    pool.constant(sort.index, &index)
}

/// Whether a reason holds for an index.
fn holds(pool: &mut TermPool, blaster: &mut Blaster, index: Term, reason: Reason) -> Edge {
    match reason {
        Reason::Condition(term, value) => blaster.edge(term).negate_if(!value),
        Reason::Past(store) => {
            let written = pool.arg(store, 1);
            !equal(pool, blaster, index, written)
        }
    }
}

/// Equality of two terms that are blasted or constants.
///
/// Rewriting may know the answer where the bits do not show it (`x + 1 = x + 2`). If it makes another term of the equality,
/// that is left alone: it might contain a read that is never checked.
fn equal(pool: &mut TermPool, blaster: &mut Blaster, a: Term, b: Term) -> Edge {
    let equality = pool.eq(a, b);
    if let Some(value) = pool.as_bool(equality) {
        return Edge::constant(value);
    }
    let bits = |blaster: &Blaster, term: Term| match value_of(pool, term) {
        Some(constant) => constant_bits(&constant.to_bits()),
        None => blaster.bits(pool, term).to_vec(),
    };
    let (a, b) = (bits(blaster, a), bits(blaster, b));
    blaster.equal(&a, &b)
}
