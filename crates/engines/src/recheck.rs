//! A second look at a proof.
//!
//! A refutation is repeated by a fresh solver, in one query. That does not see a mistake in lowering, promotion or the
//! memory model, so random concrete runs of the program as the front end made it are tried as well: none may violate
//! what was proved.

use crate::bmc::claim;
use crate::{Task, reason_of};
use encode::exec::Log;
use evidence::Reason;
use program::SiteId;
use program::interp::{self, Ending, RandomOracle};
use smt::{Answer, EmbeddedSolver, Solver};

/// How many random runs are tried, and how long each may be.
const RUNS: u64 = 32;
const STEPS: u64 = 100_000;

/// Checks a proof by full unrolling of the sites in `open`.
pub fn unrolling(task: &mut Task<'_>, log: &Log, open: &[SiteId]) -> Result<(), Reason> {
    let claim = claim(task.pool, &task.goals, log, open);
    let limits = task.limits();
    match EmbeddedSolver::new().check(task.pool, &[claim], &limits) {
        Answer::Unsat(_) => {}
        Answer::Unknown(why) => return Err(reason_of(why)),
        Answer::Sat(_) => {
            let what = "a fresh solver does not confirm the proof".to_string();
            return Err(Reason::Internal(what));
        }
    }
    random_runs(task, open)
}

/// Tries random concrete runs of the program as the front end made it: none may violate one of the sites.
pub fn random_runs(task: &mut Task<'_>, sites: &[SiteId]) -> Result<(), Reason> {
    let limits = task.limits();
    let mut goals = task.goals.clone();
    goals.restrict(sites);
    for seed in 0..RUNS {
        if let Some(why) = limits.expired() {
            return Err(reason_of(why));
        }
        let mut oracle = RandomOracle::new(seed);
        let ending = interp::run(task.pool, task.program, &goals, &mut oracle, &mut (), STEPS);
        if let Ending::Violated(violation) = ending {
            return Err(Reason::Internal(format!(
                "a random run violates what was proved at {}",
                task.program.show_place(violation.place)
            )));
        }
    }
    Ok(())
}
