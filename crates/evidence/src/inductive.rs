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
//!
//! An invariant may speak of rigid variables, which have any value. Then it is meant for all of their values: it is proved
//! for an unknown one, and where it is assumed it may be assumed for several. So the last state's checks are proved behind
//! its invariant, whose instances they may need.

use encode::system::{LocationId, TransitionSystem, Unrolling};
use program::SiteId;
use rustc_hash::FxHashMap;
use smt::{Answer, EmbeddedSolver, Limits, Solver, Why};
use term::{Term, TermPool};

/// A claim: with these invariants, the checks are k-inductive.
pub struct Inductive {
    pub k: u32,
    /// One per location, over the symbols of the state's variables; the entry's is not used.
    pub invariants: Vec<Term>,
    /// By location, or empty: rigid variables, and values for which the invariant is assumed besides the unknown ones. Over
    /// the variables and inputs of the location's block.
    pub instances: Vec<Vec<(Term, Term)>>,
    /// Checks that are known to fail, and so are no part of the claim. Runs go on behind them.
    pub except: Vec<SiteId>,
    /// The step is only about states in a row of which no two are equal. That is enough: on the shortest run to a state
    /// that does not satisfy `Q`, no state comes twice.
    pub simple: bool,
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
        let rigid = |id| system.rigid.contains(&system.variable(id).symbol);
        if (system.locations.iter()).any(|l| l.variables.iter().any(|id| rigid(*id))) {
            return Err(NotInductive::Refuted("a rigid variable is none"));
        }
        let k = self.k as usize;
        let assumed = self.assumed(pool);
        let mut base = Unrolling::from_entry(pool, system, "first");
        let mut wrong = Vec::new();
        for frame in 0..=k {
            if frame > 0 {
                base.extend(pool);
            }
            let invariant = invariant(pool, &self.invariants, &mut base, frame);
            let fine = self.fine(pool, &mut base, frame);
            let holds = pool.and(invariant, fine);
            wrong.push(pool.not(holds));
        }
        let any = pool.or_all(wrong);
        refute(pool, &[any], limits, "it does not hold at the start")?;
        let (mut step, one) = Unrolling::from_anywhere(pool, system, "some");
        let mut assumptions = vec![one];
        for frame in 0..k {
            assumptions.push(invariant(pool, &assumed, &mut step, frame));
            assumptions.push(self.fine(pool, &mut step, frame));
            step.extend(pool);
            for earlier in (0..=frame).filter(|_| self.simple) {
                assumptions.push(step.differ(pool, earlier, frame + 1));
            }
        }
        let kept = invariant(pool, &self.invariants, &mut step, k);
        assumptions.push(pool.not(kept));
        refute(pool, &assumptions, limits, "it is not inductive")?;
        assumptions.pop();
        assumptions.push(invariant(pool, &assumed, &mut step, k));
        let fine = self.fine(pool, &mut step, k);
        assumptions.push(pool.not(fine));
        refute(pool, &assumptions, limits, "it does not exclude violations")
    }

    /// The invariants with their instances.
    fn assumed(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut all = self.invariants.clone();
        for (invariant, instances) in all.iter_mut().zip(&self.instances) {
            let general = *invariant;
            for (rigid, value) in instances {
                let mut value_of = |pool: &mut TermPool, symbol| {
                    (pool.symbol_term(symbol) == *rigid).then_some(*value)
                };
                let instance = pool.substitute(general, &mut value_of, &mut FxHashMap::default());
                *invariant = pool.and(*invariant, instance);
            }
        }
        all
    }

    /// In the block that begins in a frame, nothing goes wrong.
    fn fine(&self, pool: &mut TermPool, run: &mut Unrolling<'_>, frame: usize) -> Term {
        let mut all = Vec::new();
        for (site, violated) in run.violations(pool, frame) {
            if !self.except.contains(&site) {
                all.push(pool.not(violated));
            }
        }
        for (_, gap) in run.gaps(pool, frame) {
            all.push(pool.not(gap));
        }
        pool.and_all(all)
    }
}

/// The invariant of the location that a frame is at.
fn invariant(
    pool: &mut TermPool,
    by_location: &[Term],
    run: &mut Unrolling<'_>,
    frame: usize,
) -> Term {
    let mut all = Vec::new();
    for (index, invariant) in by_location.iter().enumerate().skip(1) {
        let here = run.at(frame, LocationId(index as u32));
        let invariant = run.instance(pool, frame, *invariant);
        all.push(pool.implies(here, invariant));
    }
    pool.and_all(all)
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
