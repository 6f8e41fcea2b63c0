//! Every state has a successor, and one only: the outcomes of each block exclude each other, and one of them is the case.
//!
//! If an outcome were missing, the machine would end runs that go on in the program, and its invariant would say nothing of
//! them. Most proofs fold to a constant when they are formed. One that takes longer is given up: debug builds have tried the
//! blocks on samples.

use crate::context::Context;
use encode::system::{Block, TransitionSystem};
use evidence::Reason;
use smt::{Answer, EmbeddedSolver, Limits, Solver, Why};
use term::{Term, TermPool};

/// Conflicts that the proof for one block may take.
const CONFLICTS: u64 = 20_000;

/// Proves it for all blocks.
pub(super) fn prove(context: &mut Context, system: &TransitionSystem) -> Result<(), Reason> {
    let limits = Limits {
        conflicts: Some(CONFLICTS),
        ..context.limits.clone()
    };
    let mut open = 0;
    let mut solver = EmbeddedSolver::new();
    for (location, block) in system.blocks() {
        let partial = is_partial(&mut context.pool, block);
        if context.pool.is_false(partial) {
            continue;
        }
        match solver.check(&mut context.pool, &[partial], &limits) {
            Answer::Unsat(_) => {}
            Answer::Unknown(Why::Conflicts) => open += 1,
            Answer::Unknown(why) => return Err(why.into()),
            Answer::Sat(_) => {
                let name = &system.location(location).name;
                let what = format!("the outcomes of a block do not partition its states: {name}");
                return Err(Reason::Internal(what));
            }
        }
    }
    context.count("totality_open", open);
    Ok(())
}

/// None of the outcomes is the case, or several are.
pub(crate) fn is_partial(pool: &mut TermPool, block: &Block) -> Term {
    let mut some = pool.ff();
    let mut several = pool.ff();
    for outcome in block.outcomes() {
        let again = pool.and(some, outcome);
        several = pool.or(several, again);
        some = pool.or(some, outcome);
    }
    let none = pool.not(some);
    pool.or(none, several)
}
