//! Uninterpreted functions: congruence lemmas on demand.
//!
//! The result of an application is a free input of the circuit. When the SAT solver has found an assignment, two
//! applications of one function that have equal arguments and different results violate congruence; the instance
//! `arguments equal → results equal` is added as a clause, and the SAT solver runs again. (W. Ackermann, "Solvable cases of
//! the decision problem", 1954, adds all instances beforehand, of which there is a quadratic number.)
//!
//! Soundness: a lemma is an instance of an axiom, so it holds in every scope. Completeness: an assignment that violates none
//! is a finite table of the function. Termination: there are finitely many instances, and one that was added is not
//! violated again.
//!
//! As with arrays, only applications in the current assertions and assumptions are considered (they are *active*).

use crate::bitblast::Blaster;
use crate::values::{Values, as_value};
use rustc_hash::{FxHashMap, FxHashSet};
use sat::Edge;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::eval::FunctionValue;
use term::{BitVec, FunctionId, Op, Term, TermPool, Value};

/// The tables of all functions that the assertions mention.
pub(crate) type FunctionModel = FxHashMap<FunctionId, Rc<FunctionValue>>;

/// The active applications. See the module documentation.
#[derive(Default)]
pub(crate) struct Functions {
    seen: FxHashSet<Term>,
    /// The terms in `seen`, the newest last.
    trail: Vec<Term>,
    applications: Vec<Term>,
    rounds: u64,
    lemmas: u64,
}

/// A state of the active terms to return to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    trail: usize,
    applications: usize,
}

/// Two applications of one function with equal arguments and different results.
pub(crate) struct Conflict(Term, Term);

impl Functions {
    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            applications: self.applications.len(),
        }
    }

    /// Forgets what was activated since the mark.
    pub fn release(&mut self, mark: Mark) {
        for term in self.trail.drain(mark.trail..) {
            self.seen.remove(&term);
        }
        self.applications.truncate(mark.applications);
    }

    /// Activates the applications in a blasted term; returns the terms whose values [`Functions::check`] will need.
    pub fn activate(&mut self, pool: &TermPool, blaster: &Blaster, term: Term) -> Vec<Term> {
        let mut scalars = Vec::new();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if !blaster.has_theory(top) || !self.seen.insert(top) {
                continue;
            }
            self.trail.push(top);
            stack.extend(pool.args(top));
            if matches!(pool.op(top), Op::Apply(_)) {
                self.applications.push(top);
                scalars.push(top);
                scalars.extend(pool.args(top));
            }
        }
        scalars
    }

    /// The tables of the functions, or what violates congruence.
    pub fn check(
        &mut self,
        pool: &TermPool,
        values: &Values<'_>,
    ) -> Result<FunctionModel, Vec<Conflict>> {
        if self.applications.is_empty() {
            return Ok(FunctionModel::default());
        }
        self.rounds += 1;
        let mut first: BTreeMap<(FunctionId, Vec<BitVec>), (Term, BitVec)> = BTreeMap::new();
        let mut conflicts = Vec::new();
        for &application in &self.applications {
            let Op::Apply(function) = pool.op(application) else {
                unreachable!("only applications are collected");
            };
            let args = pool.args(application).iter();
            let key = args.map(|a| values.bits(pool, *a)).collect();
            let result = values.bits(pool, application);
            let (other, expected) = first
                .entry((function, key))
                .or_insert_with(|| (application, result.clone()));
            if *expected != result {
                conflicts.push(Conflict(*other, application));
            }
        }
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        let mut tables: FxHashMap<FunctionId, BTreeMap<Vec<BitVec>, Value>> = FxHashMap::default();
        for ((function, args), (_, result)) in first {
            let (_, range) = pool.function_sorts(function);
            let table = tables.entry(function).or_default();
            table.insert(args, as_value(range, result));
        }
        let model = tables.into_iter().map(|(function, entries)| {
            let (_, range) = pool.function_sorts(function);
            let value = FunctionValue {
                entries,
                ..FunctionValue::constant(Value::zero(range))
            };
            (function, Rc::new(value))
        });
        Ok(model.collect())
    }

    /// The clause that rules a conflict out.
    pub fn lemma(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        conflict: &Conflict,
    ) -> Vec<Edge> {
        let Conflict(a, b) = *conflict;
        self.lemmas += 1;
        let pairs = pool.args(a).iter().zip(pool.args(b));
        let mut clause: Vec<Edge> = pairs
            .filter(|(x, y)| x != y)
            .map(|(x, y)| !equal(pool, blaster, *x, *y))
            .collect();
        clause.push(equal(pool, blaster, a, b));
        clause
    }

    pub fn statistics(&self) -> Vec<(String, u64)> {
        vec![
            ("smt.function.lemmas".to_string(), self.lemmas),
            ("smt.function.rounds".to_string(), self.rounds),
        ]
    }
}

fn equal(pool: &TermPool, blaster: &mut Blaster, a: Term, b: Term) -> Edge {
    let (a, b) = (
        blaster.bits(pool, a).to_vec(),
        blaster.bits(pool, b).to_vec(),
    );
    blaster.equal(&a, &b)
}
