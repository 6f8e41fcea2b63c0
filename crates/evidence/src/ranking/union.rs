//! Runs that end because every piece of them is in one of finitely many relations, none of which goes on for ever.
//!
//! A relation between an earlier visit of a location and a later one of the same or another location says of some numbers that
//! they have fallen, or at least not grown. Let `T` be the union of the relations, and `R` what one edge does. If `R ⊆ T` and
//! `T∘R ⊆ T`, any two visits of a run are in one of the relations. A run without end would visit some location infinitely often,
//! and by Ramsey's theorem it would have infinitely many visits there of which any two are in the same relation: so this
//! relation would have an infinite chain. It has none if some number of the state falls in it, since there are finitely many
//! numbers of a width (A. Podelski, A. Rybalchenko, *Transition Invariants*, LICS 2004; here with the conditions of their
//! *Transition Predicate Abstraction and Fair Termination*, POPL 2005, which make `T∘R ⊆ T` a question for a solver).
//!
//! The earlier state is a copy of the variables under new names, made here.

use super::{Active, Judge};
use crate::inductive::NotInductive;
use encode::system::{EdgeId, LocationId};
use rustc_hash::FxHashMap;
use term::{Term, TermPool};

/// What holds between an earlier visit of `from` and a later one of `to`: all of these.
#[derive(Clone, Debug)]
pub struct Relation {
    pub from: LocationId,
    pub to: LocationId,
    pub decreases: Vec<Decrease>,
}

/// `after`, over the variables of the later location, is less than `before`, over those of the earlier one; or at most equal
/// to it. Both are read as signed numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decrease {
    pub before: Term,
    pub after: Term,
    pub strict: bool,
}

impl Relation {
    /// What falls in it, if it is one between visits of the same location: the same function of the state, before and after.
    pub(super) fn falls(&self) -> Option<Term> {
        let mut decreases = self.decreases.iter();
        let found = decreases.find(|d| d.strict && d.before == d.after);
        found.filter(|_| self.from == self.to).map(|d| d.before)
    }
}

const NOT_FOUNDED: &str = "nothing falls in a relation of a location with itself";
const NOT_WITHIN: &str = "an edge is in none of the relations";
const NOT_CLOSED: &str = "the relations are not closed under edges";

type Renaming = FxHashMap<Term, Term>;

impl Judge<'_> {
    /// The edges end because of the relations.
    pub(super) fn is_within(
        &mut self,
        pool: &mut TermPool,
        active: &[Active],
        relations: &[Relation],
    ) -> Result<(), NotInductive> {
        let founded = |r: &Relation| r.from != r.to || r.falls().is_some();
        if !relations.iter().all(founded) {
            return Err(NotInductive::Refuted(NOT_FOUNDED));
        }
        let mut earlier = Renaming::default();
        for id in self.system.variable_ids() {
            let variable = self.system.variable(id);
            let sort = pool.sort(variable.symbol);
            let copy = pool.fresh(&format!("{}.earlier", variable.name), sort);
            earlier.insert(variable.symbol, copy);
        }
        for one in active {
            let from = one.edge.from;
            let reached = self.one_holds(pool, relations, from, one.edge, &Renaming::default());
            if !self.follows(pool, one.edge, &one.same, reached)? {
                return Err(NotInductive::Refuted(NOT_WITHIN));
            }
        }
        for relation in relations {
            let edges = active.iter().filter(|a| a.edge.from == relation.to);
            for one in edges {
                let known = self.assumed[relation.from.index()];
                let mut premises = one.same.clone();
                premises.push(rename(pool, known, &earlier));
                for decrease in &relation.decreases {
                    let before = rename(pool, decrease.before, &earlier);
                    premises.push(compare(pool, before, decrease.after, decrease.strict));
                }
                let reached = self.one_holds(pool, relations, relation.from, one.edge, &earlier);
                if !self.follows(pool, one.edge, &premises, reached)? {
                    return Err(NotInductive::Refuted(NOT_CLOSED));
                }
            }
        }
        Ok(())
    }

    /// That one of the relations holds between a state at a location, of which variables have other names, and that after an
    /// edge.
    fn one_holds(
        &self,
        pool: &mut TermPool,
        relations: &[Relation],
        from: LocationId,
        edge: EdgeId,
        names: &Renaming,
    ) -> Term {
        let to = self.system.edge(edge).to;
        let fitting = relations.iter().filter(|r| (r.from, r.to) == (from, to));
        let mut some = Vec::new();
        for relation in fitting {
            let mut all = Vec::new();
            for decrease in &relation.decreases {
                let before = rename(pool, decrease.before, names);
                let after = self.after(pool, edge, decrease.after);
                all.push(compare(pool, before, after, decrease.strict));
            }
            some.push(pool.and_all(all));
        }
        pool.or_all(some)
    }
}

fn compare(pool: &mut TermPool, before: Term, after: Term, strict: bool) -> Term {
    match strict {
        true => pool.slt(after, before),
        false => pool.sle(after, before),
    }
}

fn rename(pool: &mut TermPool, term: Term, names: &Renaming) -> Term {
    let mut value_of = |pool: &mut TermPool, symbol| names.get(&pool.symbol_term(symbol)).copied();
    pool.substitute(term, &mut value_of, &mut FxHashMap::default())
}
