//! Proofs that hold only because the assumptions exclude every run.
//!
//! Such a TRUE is right and worth nothing: the harness contradicts itself. A program without assumptions has none. Otherwise
//! random concrete runs are tried first; one that meets no false assumption settles it. If none does, the program is
//! unrolled, and the solver is asked whether any run comes to an end, or as far as the unrolling goes, with all assumptions
//! kept. Only a clear "no" makes the answer UNKNOWN.

use crate::Answers;
use crate::context::{Context, Programs};
use encode::exec::{Bounds, CutKind};
use evidence::{Reason, Verdict};
use program::interp::{self, Ending, RandomOracle};
use program::{Goals, InstKind};
use smt::{Answer, Limits};
use term::Term;

const RUNS: u64 = 16;
const STEPS: u64 = 20_000;

/// How far loops are unrolled, and how many conflicts an answer may take.
const BOUNDS: [u32; 3] = [1, 8, 64];
const TERMS: usize = 200_000;
const CONFLICTS: u64 = 50_000;

/// Takes back what was proved of a program whose assumptions exclude every run.
pub(crate) fn doubt(context: &mut Context, answers: &mut Answers) {
    let is_proved = |verdict: &Verdict<_>| matches!(verdict, Verdict::True(_));
    let ends = matches!(answers.termination, Some(Verdict::True(_)));
    let diverges = matches!(answers.termination, Some(Verdict::False(_)));
    let proved = ends || answers.sites.iter().any(|(_, v)| is_proved(v));
    let failed = diverges
        || answers
            .sites
            .iter()
            .any(|(_, v)| matches!(v, Verdict::False(_)));
    if !proved || failed || !excludes_every_run(context) {
        return;
    }
    if ends {
        answers.termination = Some(Verdict::Unknown(Reason::Vacuous));
    }
    for (_, verdict) in &mut answers.sites {
        if is_proved(verdict) {
            *verdict = Verdict::Unknown(Reason::Vacuous);
        }
    }
}

fn excludes_every_run(context: &mut Context) -> bool {
    let Some(programs) = context.programs() else {
        return false;
    };
    let assumes = |kind: &InstKind| matches!(kind, InstKind::Assume { .. });
    programs.original.insts().any(assumes)
        && !some_run_goes_on(context, &programs)
        && !some_run_exists(context, &programs)
}

/// Whether a random run meets no false assumption.
fn some_run_goes_on(context: &Context, programs: &Programs) -> bool {
    let nothing = Goals::new(&programs.original, &[]);
    (0..RUNS).any(|seed| {
        let mut oracle = RandomOracle::new(seed);
        let ending = interp::run(
            &context.pool,
            &programs.original,
            &nothing,
            &mut oracle,
            &mut (),
            STEPS,
        );
        !matches!(ending, Ending::Assumed { .. } | Ending::Oracle { .. })
    })
}

/// Whether there may be a run that keeps the assumptions.
fn some_run_exists(context: &mut Context, programs: &Programs) -> bool {
    let goals = Goals::new(&programs.promoted, &[]);
    let mut executor = programs.executor(&mut context.pool, &goals);
    let mut solver = context.backend.make();
    let limits = Limits {
        conflicts: Some(CONFLICTS),
        ..context.limits.clone()
    };
    for unwind in BOUNDS {
        let bounds = Bounds {
            unwind,
            terms: TERMS,
            steps: 300_000,
            ..Bounds::default()
        };
        let mut stop = || limits.expired().is_some();
        let Ok(log) = executor.run(&mut context.pool, bounds, &mut stop) else {
            return true;
        };
        let is_loop = |kind: &CutKind| !matches!(kind, CutKind::Unsupported(_));
        let cuts: Vec<Term> = log.cuts.iter().map(|c| c.guard).collect();
        let deeper = log.cuts.iter().any(|c| is_loop(&c.kind));
        let undefined = log.checks.iter().map(|c| c.condition);
        let ends = log.ends.iter().chain(&log.endless).copied();
        let ends: Vec<Term> = ends.chain(undefined).collect();
        let any = context.pool.or_all(ends.into_iter().chain(cuts));
        match solver.check(&mut context.pool, &[any], &limits) {
            Answer::Unsat(_) => return false,
            Answer::Unknown(_) => return true,
            Answer::Sat(_) if !deeper => return true,
            Answer::Sat(_) => {}
        }
    }
    true
}
