//! From clauses over latches to an invariant of the transition system.
//!
//! In the states of a location, the bits that say where the run is are constants, and those of variables that the location
//! does not have are zero. With these values, a clause is true there or speaks of the location's variables alone. So the
//! conjunction of the clauses, at each location, is an invariant of the system before anything was made smaller; what
//! abstract interpretation found was used as a fact, and is part of it.

use crate::circuit::{Machine, OfProgram};
use crate::context::Context;
use encode::system::LocationId;
use evidence::{Inductive, Reason};
use program::SiteId;
use sat::Lit;
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Lets `evidence` judge the proof, and puts it up.
pub(super) fn prove(
    context: &mut Context,
    of: &OfProgram,
    machine: &Machine,
    clauses: &[Vec<Lit>],
    excused: &BTreeSet<SiteId>,
) -> Result<(), Reason> {
    let system = &of.system;
    let mut invariants = vec![context.pool.tt()];
    for location in system.heads() {
        invariants.push(at(of, machine, &mut context.pool, clauses, location));
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

/// What the clauses say in the states of a location.
fn at(
    of: &OfProgram,
    machine: &Machine,
    pool: &mut TermPool,
    clauses: &[Vec<Lit>],
    location: LocationId,
) -> Term {
    let states = of.finite.states.iter();
    let states: Vec<Term> = states
        .map(|state| of.finite.term_at(pool, state, location))
        .collect();
    let mut all = machine.conditions(pool, &states, clauses);
    all.push(of.facts[location.index()]);
    pool.and_all(all)
}
