//! From clauses over latches to an invariant of the transition system.
//!
//! In the states of a location, the bits that say where the run is are constants, and those of variables that the location
//! does not have are zero. With these values, a clause is true there or speaks of the location's variables alone. So the
//! conjunction of the clauses, at each location, is an invariant of the system before anything was made smaller; what
//! abstract interpretation found was used as a fact, and is part of it.

use super::machine::Machine;
use crate::context::Context;
use encode::finite::Finite;
use encode::system::{LocationId, TransitionSystem};
use evidence::{Inductive, Reason};
use program::SiteId;
use sat::Lit;
use std::collections::BTreeSet;
use term::{Op, Sort, Term, TermPool};

/// What a proof is about.
pub(super) struct Parts<'a> {
    pub system: &'a TransitionSystem,
    pub finite: &'a Finite,
    pub machine: &'a Machine,
    /// By location.
    pub facts: &'a [Term],
}

/// Lets `evidence` judge the proof, and puts it up.
pub(super) fn prove(
    context: &mut Context,
    parts: &Parts<'_>,
    clauses: &[Vec<Lit>],
    excused: &BTreeSet<SiteId>,
) -> Result<(), Reason> {
    let system = parts.system;
    let mut invariants = vec![context.pool.tt()];
    for location in system.heads() {
        invariants.push(parts.at(&mut context.pool, clauses, location));
    }
    let claim = Inductive {
        k: 1,
        invariants,
        instances: Vec::new(),
        except: excused.iter().copied().collect(),
        simple: false,
        engine: "IC3".to_string(),
    };
    let certificate = context.confirm(system, &claim)?;
    let rows = certificate.invariants().map_or(0, |i| i.rows());
    context.count("rows", rows);
    let pool = &context.pool;
    context.prove(pool, system, &certificate, &claim.invariants, excused);
    Ok(())
}

impl Parts<'_> {
    /// What the clauses say in the states of a location.
    fn at(&self, pool: &mut TermPool, clauses: &[Vec<Lit>], location: LocationId) -> Term {
        let states = self.finite.states.iter();
        let states: Vec<Term> = states
            .map(|state| {
                let term = self.finite.term_at(pool, state, location);
                match pool.sort(term) {
                    Sort::Float(_) => pool.mk(Op::FpToBits, &[term]),
                    _ => term,
                }
            })
            .collect();
        let latches = self.machine.latches.iter();
        let bits: Vec<Term> = latches
            .map(|(state, bit)| bit_of(pool, states[*state], *bit))
            .collect();
        let mut all = vec![self.facts[location.index()]];
        for clause in clauses {
            let lits = clause.iter().map(|lit| {
                let bit = bits[lit.var().0 as usize];
                match lit.is_negated() {
                    true => pool.not(bit),
                    false => bit,
                }
            });
            let lits: Vec<Term> = lits.collect();
            all.push(pool.or_all(lits));
        }
        pool.and_all(all)
    }
}

fn bit_of(pool: &mut TermPool, term: Term, bit: u32) -> Term {
    match pool.sort(term) {
        Sort::Bool => term,
        _ => {
            let bit = pool.extract(term, bit, bit);
            pool.bv_to_bool(bit)
        }
    }
}
