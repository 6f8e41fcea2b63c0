//! A second look at a proof.
//!
//! A refutation is repeated by a fresh solver, in one query. That does not see a mistake in lowering, promotion or the
//! memory model, so random concrete runs of the program as the front end made it are tried as well: none may violate
//! what was proved, and no invariant may be false in a state of such a run.

use crate::bmc::claim;
use crate::{Answers, Task, reason_of};
use encode::exec::Log;
use encode::system::TransitionSystem;
use evidence::{Certificate, Inductive, NotInductive, Reason, Verdict};
use program::interp::{self, Ending, RandomOracle};
use program::{Goals, Program, SiteId};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::TermPool;

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

/// What an inductive proof is about.
pub struct Proof<'a> {
    /// Promoted.
    pub program: &'a Program,
    pub goals: &'a Goals,
    pub system: &'a TransitionSystem,
    pub limits: &'a Limits,
    /// Whether invariants are evaluated in concrete runs as well.
    pub paranoid: bool,
}

impl Proof<'_> {
    /// Lets `evidence` judge the claim that is the proof.
    pub fn confirm(&self, pool: &mut TermPool, claim: &Inductive) -> Result<(), Reason> {
        if claim.except.iter().any(|site| !self.goals.contains(*site)) {
            let what = "a proof leaves out what nobody asked about".to_string();
            return Err(Reason::Internal(what));
        }
        match claim.check(pool, self.system, self.limits) {
            Ok(()) => {}
            Err(NotInductive::Open(why)) => return Err(reason_of(why)),
            Err(NotInductive::Refuted(what)) => {
                let what = format!("a proof by induction is none: {what}");
                return Err(Reason::Internal(what));
            }
        }
        if self.paranoid {
            let (program, system) = (self.program, self.system);
            let watched =
                evidence::watch_runs(pool, program, system, &claim.invariants, self.goals);
            watched.map_err(|what| Reason::Internal(format!("what was proved fails: {what}")))?;
        }
        Ok(())
    }
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

/// Under `--paranoid`: concrete runs of what was proved.
pub fn invariants(task: &mut Task<'_>, answers: &mut Answers) {
    if !task.options.paranoid {
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
    let result = random_runs(task, &sites);
    for (_, verdict) in &mut answers.sites {
        if let Verdict::True(Certificate::Invariants { rechecked, .. }) = verdict {
            match &result {
                Ok(()) => *rechecked = true,
                Err(reason) => *verdict = Verdict::Unknown(reason.clone()),
            }
        }
    }
}
