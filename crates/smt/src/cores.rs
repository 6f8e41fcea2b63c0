//! Smaller unsat cores.
//!
//! Deletion (Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010): each assumption
//! is left out in turn; if the rest is still refuted, the core of that refutation takes its place, and otherwise the
//! assumption is needed. Without limits, the result is minimal: it has no proper subset that is a core.

use crate::solver::{Answer, Limits, Solver};
use term::{Term, TermPool};

/// A subset of `core` that is a core as well. When a limit is reached, the remaining assumptions are kept.
///
/// The solver must be in the state in which it gave the core.
pub fn minimise(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    mut core: Vec<Term>,
    limits: &Limits,
) -> Vec<Term> {
    // Invariant: `core[..needed]` are needed, each for the refutation of the whole core.
    let mut needed = 0;
    while needed < core.len() && limits.expired().is_none() {
        let mut candidate = core.clone();
        candidate.remove(needed);
        match solver.check(pool, &candidate, limits) {
            Answer::Unsat(smaller) => {
                let smaller = smaller.terms();
                core = candidate
                    .into_iter()
                    .filter(|t| smaller.contains(t))
                    .collect();
            }
            // What is unknown stays.
            Answer::Sat(_) | Answer::Unknown(_) => needed += 1,
        }
    }
    core
}
