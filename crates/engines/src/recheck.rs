//! A second look at a proof.
//!
//! A refutation is repeated by a fresh solver, in one query. That does not see a mistake in lowering, promotion or the
//! memory model, so random concrete runs of the program as the front end made it are tried as well: none may violate
//! what was proved, and no invariant may be false in a state of such a run.

use crate::Answers;
use crate::context::Context;
use evidence::{Certificate, Reason, Verdict};
use program::SiteId;
use program::interp::{self, Ending, RandomOracle};
use smt::{Answer, EmbeddedSolver, Solver};
use term::Term;

/// How many random runs are tried, and how long each may be.
const RUNS: u64 = 32;
const STEPS: u64 = 100_000;

/// Checks that a claim cannot hold, and that no random run violates the sites.
pub(crate) fn unrolling(
    context: &mut Context,
    claim: Term,
    sites: &[SiteId],
) -> Result<(), Reason> {
    let limits = context.limits.clone();
    match EmbeddedSolver::new().check(&mut context.pool, &[claim], &limits) {
        Answer::Unsat(_) => {}
        Answer::Unknown(why) => return Err(why.into()),
        Answer::Sat(_) => {
            let what = "a fresh solver does not confirm the proof".to_string();
            return Err(Reason::Internal(what));
        }
    }
    random_runs(context, sites)
}

/// Tries random concrete runs of the program as the front end made it: none may violate one of the sites.
fn random_runs(context: &Context, sites: &[SiteId]) -> Result<(), Reason> {
    let Some(programs) = context.programs() else {
        return Ok(());
    };
    let program = &programs.original;
    let mut goals = context.goals.clone();
    goals.restrict(sites);
    for seed in 0..RUNS {
        if let Some(why) = context.limits.expired() {
            return Err(why.into());
        }
        let mut oracle = RandomOracle::new(seed);
        let pool = &context.pool;
        let ending = interp::run(pool, program, &goals, &mut oracle, &mut (), STEPS);
        if let Ending::Violated(violation) = ending {
            return Err(Reason::Internal(format!(
                "a random run violates what was proved at {}",
                program.show_place(violation.place)
            )));
        }
    }
    Ok(())
}

/// Under `--paranoid`: concrete runs of what was proved by induction.
pub(crate) fn invariants(context: &Context, answers: &mut Answers) {
    if !context.common.paranoid {
        return;
    }
    let by_induction = answers
        .sites
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::True(Certificate::Invariants { .. })));
    let sites: Vec<_> = by_induction.map(|(site, _)| *site).collect();
    if sites.is_empty() {
        return;
    }
    let result = random_runs(context, &sites);
    for (_, verdict) in &mut answers.sites {
        if let Verdict::True(Certificate::Invariants { rechecked, .. }) = verdict {
            match &result {
                Ok(()) => *rechecked = true,
                Err(reason) => *verdict = Verdict::Unknown(reason.clone()),
            }
        }
    }
}
