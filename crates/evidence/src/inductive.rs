//! Checking an inductive proof, with a fresh solver and nothing of the engine that found it.
//!
//! Let `Q` say of a state that the invariant of its location holds and that the block which begins there violates no check
//! and runs into no gap. `Q` is *k-inductive* if
//!
//! - it holds in the first `k + 1` states of every run (the entry has no invariant, only checks), and
//! - whenever `k` states in a row at loop heads satisfy it, so does the next one.
//!
//! Then it holds in all states of all runs: the state after `n > k` blocks has `k` states at loop heads before it (Sheeran,
//! Singh, Stålmarck, FMCAD 2000; in the form with invariants: Brain, Joshi, Kroening, Schrammel, SAS 2015).

use encode::system::{LocationId, TransitionSystem, Unrolling};
use program::SiteId;
use smt::{Answer, EmbeddedSolver, Limits, Solver, Why};
use term::{Term, TermPool};

/// A claim: with these invariants, the checks are k-inductive.
pub struct Inductive {
    pub k: u32,
    /// One per location, over the symbols of the state's variables; the entry's is not used.
    pub invariants: Vec<Term>,
    /// Checks that are known to fail, and so are no part of the claim. Runs go on behind them.
    pub except: Vec<SiteId>,
}

/// Why a claim was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotInductive {
    /// It does not hold: the engine that made it is wrong.
    Refuted(&'static str),
    /// The solver did not say.
    Open(Why),
}

impl Inductive {
    /// Proves the claim.
    pub fn check(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        limits: &Limits,
    ) -> Result<(), NotInductive> {
        let k = self.k as usize;
        let mut base = Unrolling::from_entry(pool, system, "first");
        let mut wrong = Vec::new();
        for frame in 0..=k {
            if frame > 0 {
                base.extend(pool);
            }
            let holds = self.holds(pool, system, &mut base, frame);
            wrong.push(pool.not(holds));
        }
        let any = pool.or_all(wrong);
        refute(pool, &[any], limits, "it does not hold at the start")?;
        let (mut step, one) = Unrolling::from_anywhere(pool, system, "some");
        let mut assumptions = vec![one];
        for frame in 0..k {
            assumptions.push(self.holds(pool, system, &mut step, frame));
            step.extend(pool);
        }
        let holds = self.holds(pool, system, &mut step, k);
        assumptions.push(pool.not(holds));
        refute(pool, &assumptions, limits, "it is not inductive")
    }

    /// `Q` in a frame.
    fn holds(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        run: &mut Unrolling<'_>,
        frame: usize,
    ) -> Term {
        let mut all = Vec::new();
        for (index, invariant) in self.invariants.iter().enumerate().skip(1) {
            let here = run.at(frame, LocationId(index as u32));
            let invariant = run.instance(pool, frame, *invariant);
            all.push(pool.implies(here, invariant));
        }
        for (site, violated) in run.violations(pool, frame) {
            if !self.except.contains(&site) {
                all.push(pool.not(violated));
            }
        }
        for (_, gap) in run.gaps(pool, frame) {
            all.push(pool.not(gap));
        }
        debug_assert!(self.invariants.len() == system.locations.len());
        pool.and_all(all)
    }
}

fn refute(
    pool: &mut TermPool,
    assumptions: &[Term],
    limits: &Limits,
    otherwise: &'static str,
) -> Result<(), NotInductive> {
    match EmbeddedSolver::new().check(pool, assumptions, limits) {
        Answer::Unsat(_) => Ok(()),
        Answer::Sat(_) => Err(NotInductive::Refuted(otherwise)),
        Answer::Unknown(why) => Err(NotInductive::Open(why)),
    }
}
