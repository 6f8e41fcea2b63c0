//! From conditions over the machine's variables to an invariant of the transition system.
//!
//! In the states of a location, the variable that says where the run is, is a constant, and variables that the location does
//! not have are zero. With these values, a condition speaks of the location's variables alone. What abstract interpretation
//! found was used as a fact, and is part of the invariant.

use crate::circuit::OfProgram;
use crate::context::Context;
use encode::system::LocationId;
use evidence::{Inductive, Reason};
use program::SiteId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Lets `evidence` judge the proof, and puts it up.
pub(super) fn prove(
    context: &mut Context,
    of: &OfProgram,
    conditions: &[Term],
    excused: &BTreeSet<SiteId>,
) -> Result<(), Reason> {
    let system = &of.system;
    let mut invariants = vec![context.pool.tt()];
    for location in system.heads() {
        invariants.push(at(of, &mut context.pool, conditions, location));
    }
    let claim = Inductive {
        k: 1,
        invariants,
        instances: Vec::new(),
        except: excused.iter().copied().collect(),
        simple: false,
        engine: "IC3 over words".to_string(),
    };
    let certificate = context.confirm(system, &claim)?;
    let rows = certificate.invariants().map_or(0, |i| i.rows());
    context.count("rows", rows);
    let pool = &context.pool;
    context.prove(pool, system, &certificate, &claim.invariants, excused);
    Ok(())
}

/// What the conditions say in the states of a location.
fn at(of: &OfProgram, pool: &mut TermPool, conditions: &[Term], location: LocationId) -> Term {
    let values: FxHashMap<Term, Term> = { of.finite.states.iter() }
        .map(|state| (state.symbol, of.finite.term_at(pool, state, location)))
        .collect();
    let mut cache = FxHashMap::default();
    let mut value = |pool: &mut TermPool, symbol| values.get(&pool.symbol_term(symbol)).copied();
    let mut all: Vec<Term> = Vec::new();
    for condition in conditions {
        all.push(pool.substitute(*condition, &mut value, &mut cache));
    }
    all.push(of.facts[location.index()]);
    pool.and_all(all)
}
