//! Arrays: lemmas on demand.
//!
//! A `select` and an equality of arrays are free inputs of the circuit. When the SAT solver has found an assignment, it is
//! checked against the axioms of arrays; every violated instance is added as a clause, and the SAT solver runs again.
//! After Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays" (JSAT 6, 2009).
//!
//! An assignment turns the arrays into a graph: an equality that is true and the arm that an `ite` takes join two arrays
//! ([`view`]), and a `store` leads to its base for all indices but its own. Two *accesses* (a read, a write, a constant
//! array) with equal indices that meet in this graph must have equal values. We deviate in how this is checked:
//! - Almost always the joined arrays form a forest in which each has at most one way down. One walk from the roots, with a
//!   map from indices to the last write that is undone on the way back, resolves each read in constant time ([`forest`]),
//!   so a chain of `n` stores costs `n` and not `n` per read.
//! - Otherwise (an equality between two stores, or a cycle) accesses are spread in all directions, one index value at a
//!   time ([`tangle`]), and constant arrays are also compared at an index that no store of the component writes to.
//!
//! The array of a lambda is only known by *instances*: what it maps an index to, a term like any other. An instance is
//! made when a read meets the lambda under an assignment, and the lemma says that the read has its value. The reads in
//! an instance are considered where its value depends on them. After M. Preiner, A. Niemetz and A. Biere, "Lemmas on
//! demand for lambdas" (DIFTS 2013); we make the whole body of the lambda a circuit rather than its value under one
//! assignment, so that one lemma is enough. Equalities never join arrays that have a lambda to others: over few indices
//! they are rewritten to equalities of the elements, and the rest is not supported.
//!
//! Where rounds would enumerate the accesses that a read may meet, [`escalation`] looks ahead.
//!
//! Two arrays that are not equal differ at a fresh *witness* index, by a clause that is added when an assignment first makes
//! their equality false. As long as it is true, the reads at the witness are ignored: most equalities are always true.
//!
//! Soundness: each lemma is an instance of the axioms that holds in every scope ([`lemma`]). Completeness: an assignment
//! without violated instance extends to all array symbols ([`model`]). Termination: a lemma is false under the assignment it
//! was made for and is over bits that the SAT solver knows already, of which there are finitely many assignments; and there
//! are finitely many instances, as those of a lambda read older arrays only.
//!
//! Only arrays in the current assertions and assumptions are considered (they are *active*): [`Arrays::activate`] and
//! [`Arrays::release`] follow the scopes, so what a popped scope has read costs nothing.

mod escalation;
mod forest;
mod lemma;
mod model;
mod tangle;
mod view;

use crate::bitblast::Blaster;
use crate::values::Values;
use escalation::Escalation;
pub(crate) use lemma::Need;
use lemma::{Access, Conflict};
pub(crate) use model::ArrayModel;
use rustc_hash::{FxHashMap, FxHashSet};
use sat::Edge;
use term::{Op, Sort, Term, TermPool};
use view::View;

/// The active array terms. See the module documentation.
#[derive(Default)]
pub(crate) struct Arrays {
    /// The reads at the witness, by equality.
    witnesses: FxHashMap<Term, Vec<Term>>,
    seen: FxHashSet<Term>,
    /// The terms in `seen`, the newest last.
    trail: Vec<Term>,
    /// Terms of array sort. A term's place here is its number in a [`View`].
    arrays: Vec<Term>,
    place: FxHashMap<Term, usize>,
    reads: Vec<Term>,
    equalities: Vec<Term>,
    escalation: Escalation,
    /// The lemmas that share a path so far: path, access, other access.
    shared: FxHashSet<(Edge, Access, Access)>,
    /// What lambdas map indices to, where that is active.
    instances: FxHashMap<(Term, Term), Term>,
    /// Where there are instances, the newest last.
    instantiated: Vec<(Term, Term)>,
    /// The instances that the SAT solver knows.
    encoded: FxHashSet<Term>,
    rounds: u64,
    lemmas: u64,
}

/// A state of the active terms to return to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    trail: usize,
    arrays: usize,
    reads: usize,
    equalities: usize,
    instantiated: usize,
}

/// What is wrong with an assignment.
pub(crate) struct Violations {
    pub conflicts: Vec<Conflict>,
    /// Equalities that are false and have no witness yet.
    pub witnesses: Vec<Term>,
    /// Reads that meet a lambda without instance.
    pub needs: Vec<Need>,
}

impl Arrays {
    pub fn new() -> Arrays {
        Arrays::default()
    }

    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            arrays: self.arrays.len(),
            reads: self.reads.len(),
            equalities: self.equalities.len(),
            instantiated: self.instantiated.len(),
        }
    }

    /// Forgets what was activated since the mark.
    pub fn release(&mut self, mark: Mark) {
        for term in self.trail.drain(mark.trail..) {
            self.seen.remove(&term);
        }
        for term in self.arrays.drain(mark.arrays..) {
            self.place.remove(&term);
        }
        self.reads.truncate(mark.reads);
        self.equalities.truncate(mark.equalities);
        for key in self.instantiated.drain(mark.instantiated..) {
            self.instances.remove(&key);
        }
    }

    /// What a lambda maps an index to, if that is active.
    fn instance(&self, lambda: Term, index: Term) -> Option<Term> {
        self.instances.get(&(lambda, index)).copied()
    }

    /// Whether the SAT solver knows an instance already.
    pub fn is_encoded(&self, instance: Term) -> bool {
        self.encoded.contains(&instance)
    }

    /// Activates an instance of a lambda, which is blasted; returns the terms whose values [`Arrays::check`] will need.
    ///
    /// Its reads are considered only where its value depends on them, so they are not activated, but their arrays are.
    pub fn instantiate(
        &mut self,
        pool: &TermPool,
        blaster: &Blaster,
        need: &Need,
        instance: Term,
    ) -> Vec<Term> {
        let key = (need.lambda, need.index);
        self.instances.insert(key, instance);
        self.instantiated.push(key);
        self.encoded.insert(instance);
        let mut scalars = vec![instance];
        let mut seen = FxHashSet::default();
        let mut stack = vec![instance];
        while let Some(top) = stack.pop() {
            if !blaster.has_theory(top) || !seen.insert(top) {
                continue;
            }
            let args = pool.args(top);
            match pool.op(top) {
                Op::Select => {
                    scalars.extend([top, args[1]]);
                    scalars.extend(self.activate(pool, blaster, args[0]));
                    stack.push(args[1]);
                }
                Op::Eq if pool.sort(args[0]).is_array() => {
                    scalars.extend(self.activate(pool, blaster, top));
                }
                op => {
                    scalars.extend(args.first().filter(|_| op == Op::Ite));
                    stack.extend(args);
                }
            }
        }
        scalars
    }

    /// A term that holds without loss of generality: if the arrays differ, they do so at a fresh index.
    pub fn witness(&mut self, pool: &mut TermPool, equality: Term) -> Term {
        let (a, b) = (pool.arg(equality, 0), pool.arg(equality, 1));
        let Sort::Array(sort) = pool.sort(a) else {
            panic!("not an equality of arrays");
        };
        let index = pool.fresh("witness", sort.index);
        let (of_a, of_b) = (pool.select(a, index), pool.select(b, index));
        let differ = pool.ne(of_a, of_b);
        let clause = pool.or(equality, differ);
        self.witnesses
            .insert(equality, reads_in(pool, &[of_a, of_b]));
        clause
    }

    /// The terms whose values [`Arrays::check`] needs for the witness of an equality.
    pub fn scalars_of_witness(&self, pool: &TermPool, equality: Term) -> Vec<Term> {
        self.witnesses[&equality]
            .iter()
            .flat_map(|read| [*read, pool.arg(*read, 1)])
            .collect()
    }

    /// Activates the array terms in a blasted term; returns the terms whose values [`Arrays::check`] will need.
    pub fn activate(&mut self, pool: &TermPool, blaster: &Blaster, term: Term) -> Vec<Term> {
        let mut scalars = Vec::new();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if !blaster.has_theory(top) || !self.seen.insert(top) {
                continue;
            }
            self.trail.push(top);
            let args = pool.args(top);
            stack.extend(args);
            let is_array = |t: Term| matches!(pool.sort(t), Sort::Array(_));
            if is_array(top) {
                self.place.insert(top, self.arrays.len());
                self.arrays.push(top);
                // What a lambda makes of its arguments is asked for by its instances.
                let is_known = !matches!(pool.op(top), Op::Lambda(_));
                scalars.extend(args.iter().filter(|a| is_known && !is_array(**a)));
            } else if pool.op(top) == Op::Select {
                self.reads.push(top);
                scalars.extend([top, args[1]]);
            } else if pool.op(top) == Op::Eq && is_array(args[0]) {
                self.equalities.push(top);
                scalars.push(top);
            }
        }
        scalars
    }

    /// A model of the arrays, or the violated instances of the axioms.
    pub fn check(
        &mut self,
        pool: &TermPool,
        values: &Values<'_>,
    ) -> Result<ArrayModel, Violations> {
        if self.arrays.is_empty() {
            return Ok(ArrayModel::default());
        }
        self.rounds += 1;
        // Taken out while the view borrows the rest.
        let mut escalation = std::mem::take(&mut self.escalation);
        let mut view = View::new(self, pool, values);
        let mut model = ArrayModel::default();
        let forest::Found {
            mut conflicts,
            needs,
        } = forest::check(&mut view, &mut model, &mut escalation);
        conflicts.extend(tangle::check(&mut view, &mut model));
        let witnesses = view.unwitnessed;
        self.escalation = escalation;
        if conflicts.is_empty() && witnesses.is_empty() && needs.is_empty() {
            Ok(model)
        } else {
            Err(Violations {
                conflicts,
                witnesses,
                needs,
            })
        }
    }

    pub fn statistics(&self) -> Vec<(String, u64)> {
        vec![
            ("smt.array.instances".to_string(), self.encoded.len() as u64),
            ("smt.array.lemmas".to_string(), self.lemmas),
            ("smt.array.rounds".to_string(), self.rounds),
            (
                "smt.array.witnesses".to_string(),
                self.witnesses.len() as u64,
            ),
        ]
    }
}

/// The reads in the reads at a witness: rewriting may have made a read of a store a choice between reads. What is inside
/// arrays is left out, since it is active whenever the equality is.
fn reads_in(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut reads = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = terms.to_vec();
    while let Some(top) = stack.pop() {
        if matches!(pool.sort(top), Sort::Array(_)) || !seen.insert(top) {
            continue;
        }
        if pool.op(top) == Op::Select {
            reads.push(top);
        }
        stack.extend(pool.args(top));
    }
    reads
}
