//! A second look at a proof.
//!
//! A refutation is repeated by a fresh solver, in one query. That does not find a mistake in lowering, promotion or the memory
//! model, so random concrete runs of the program as the front end made it are tried as well: none may violate what was
//! proved.

use crate::certificate::Certificate;
use crate::lasso::{NoLasso, seek_lasso};
use crate::ledger::Unrolled;
use crate::verdict::Reason;
use encode::exec::Plan;
use program::interp::{self, Ending, RandomOracle};
use program::{Goals, Program, SiteId};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::TermPool;

/// A second look at a proof that every run ends: random concrete runs of the program as the front end made it. None of them
/// may come back to a state, or go on after undefined behaviour that the proof excludes.
pub fn recheck_termination(
    certificate: &mut Certificate,
    pool: &TermPool,
    program: &Program,
    limits: &Limits,
) -> Result<(), Reason> {
    let plan = Plan::new(pool, program);
    for seed in 0..RUNS {
        if let Some(why) = limits.expired() {
            return Err(why.into());
        }
        let what = match seek_lasso(pool, program, &plan, seed, STEPS, STATES) {
            Ok(lasso) => format!(
                "never leaves the loop at {}",
                program.show_place(lasso.place)
            ),
            Err(NoLasso::Undefined(site, _)) => {
                let site = program.site(site);
                format!(
                    "meets undefined behaviour at {}",
                    program.show_place(site.place)
                )
            }
            Err(_) => continue,
        };
        return Err(Reason::Internal(format!(
            "every run was proved to end, but a random run {what}"
        )));
    }
    certificate.set_rechecked();
    Ok(())
}

/// How many random runs are tried, and how long each may be.
const RUNS: u64 = 32;
const STEPS: u64 = 100_000;

/// How many bytes of states are looked at in each.
const STATES: u64 = 2 << 20;

/// Checks a proof by full unrolling once more.
pub fn recheck_unrolling(
    certificate: &mut Certificate,
    pool: &mut TermPool,
    program: &Program,
    unrolled: &Unrolled<'_>,
    limits: &Limits,
) -> Result<(), Reason> {
    let claim = unrolled.claim(pool);
    match EmbeddedSolver::new().check(pool, &[claim], limits) {
        Answer::Unsat(_) => {}
        Answer::Unknown(why) => return Err(why.into()),
        Answer::Sat(_) => {
            let what = "a fresh solver does not confirm the proof".to_string();
            return Err(Reason::Internal(what));
        }
    }
    let sites: Vec<SiteId> = unrolled.open.iter().copied().collect();
    recheck_runs([certificate], pool, program, unrolled.goals, &sites, limits)
}

/// Tries random concrete runs of the program: none may violate one of the sites, which the certificates are about.
pub fn recheck_runs<'c>(
    certificates: impl IntoIterator<Item = &'c mut Certificate>,
    pool: &TermPool,
    program: &Program,
    goals: &Goals,
    sites: &[SiteId],
    limits: &Limits,
) -> Result<(), Reason> {
    let mut goals = goals.clone();
    goals.restrict(sites);
    for seed in 0..RUNS {
        if let Some(why) = limits.expired() {
            return Err(why.into());
        }
        let mut oracle = RandomOracle::new(seed);
        let ending = interp::run(pool, program, &goals, &mut oracle, &mut (), STEPS);
        if let Ending::Violated(violation) = ending {
            return Err(Reason::Internal(format!(
                "a random run violates what was proved at {}",
                program.show_place(violation.place)
            )));
        }
    }
    for certificate in certificates {
        certificate.set_rechecked();
    }
    Ok(())
}
