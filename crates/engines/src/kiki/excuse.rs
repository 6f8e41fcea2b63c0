//! What goes wrong, and which checks may.
//!
//! A check that fails in the base case is *excused*: it is neither proved nor assumed any more, and the proof starts again for
//! the others. Where the checks alone are not inductive, those that the step does not exclude are excused for once, to see
//! whether the others can be proved without them; and once more when each domain has been tried coarsely. So a check that is
//! hard does not keep the others from being proved.

use super::infer::Pace;
use super::{Attempted, Case, Proved, Run};
use crate::facts::Seed;
use encode::system::{TransitionSystem, Unrolling};
use evidence::Reason;
use program::SiteId;
use smt::{Answer, Limits};
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// What goes wrong in a run from the entry.
#[derive(Default)]
pub(super) struct Wrong {
    pub sites: BTreeSet<SiteId>,
    /// By location and number.
    pub gap: Option<(usize, usize)>,
}

/// What can go wrong.
#[derive(Clone, Copy)]
enum FaultKind {
    Check(SiteId),
    /// By location and number.
    Gap(usize, usize),
}

impl Run<'_> {
    /// Excuses the checks that what is known does not exclude, and tries to prove the others, with invariants that are coarse.
    pub(super) fn prove_part(&mut self, pool: &mut TermPool) -> Result<(), Reason> {
        if self.k > 1 || self.copies.is_some() {
            return Ok(());
        }
        let mut excused = self.excused.clone();
        while let Some(wrong) = self.violated_behind(pool, &excused)? {
            // What follows a gap, or a violation that was not asked about, is not known.
            let asked = wrong
                .sites
                .iter()
                .all(|site| self.work.goals.contains(*site));
            if wrong.gap.is_some() || !asked || wrong.sites.is_empty() {
                return Ok(());
            }
            excused.extend(wrong.sites);
        }
        let goals = self.work.goals.iter();
        let mut open =
            goals.filter(|site| !excused.contains(site) && !self.work.board.is_proved(*site));
        if open.next().is_none() || excused.len() == self.excused.len() {
            return Ok(());
        }
        let mut engine = self.engine.clone();
        engine.settings.max_k = Some(self.k);
        let seed = self.seed(pool, self.system, &excused);
        let mut run = Run::new(pool, &engine, self.work, self.system, seed, excused);
        run.paces = &[Pace::Coarse];
        run.is_part = true;
        let ended = run.run(pool, &|_, _| {});
        tracing::debug!(
            excused = run.excused.len(),
            proved = matches!(ended, Ok(Attempted::Proved(_))),
            "a part"
        );
        if let Ok(Attempted::Proved(proved)) = ended {
            let Proved {
                certificate,
                invariants,
                ..
            } = proved;
            let work = self.work;
            work.prove(pool, self.system, &certificate, &invariants, &run.excused);
        }
        Ok(())
    }

    /// The facts that an induction on another system, or without other checks, begins with.
    pub(super) fn seed(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        excused: &BTreeSet<SiteId>,
    ) -> Seed {
        match self.engine.facts {
            true => Seed::compute(pool, self.work, system, excused).unwrap_or_default(),
            false => Seed::default(),
        }
    }

    /// What another engine has seen to fail.
    pub(super) fn failed_elsewhere(&self) -> Option<Wrong> {
        let mut sites = self.work.board.failed();
        sites.retain(|site| !self.excused.contains(site));
        (!sites.is_empty()).then_some(Wrong { sites, gap: None })
    }

    /// What goes wrong after k states in which nothing does, apart from checks that are excused.
    fn violated_behind(
        &mut self,
        pool: &mut TermPool,
        excused: &BTreeSet<SiteId>,
    ) -> Result<Option<Wrong>, Reason> {
        let parts = wrongs(pool, &mut self.step.run, self.k as usize, excused);
        let known = self.learnt();
        self.first_wrong(pool, Case::Step, parts, known, &self.work.limits)
    }

    /// Something goes wrong in the block that begins in a frame.
    pub(super) fn bad(&mut self, pool: &mut TermPool, case: Case, frame: usize) -> Term {
        let excused = std::mem::take(&mut self.excused);
        let parts = wrongs(pool, &mut self.half(case).run, frame, &excused);
        self.excused = excused;
        pool.or_all(parts.into_iter().map(|(_, condition)| condition))
    }

    /// What goes wrong in the block that begins in a frame of a run from the entry.
    pub(super) fn goes_wrong(
        &mut self,
        pool: &mut TermPool,
        frame: usize,
    ) -> Result<Option<Wrong>, Reason> {
        self.goes_wrong_within(pool, frame, &self.work.limits)
    }

    /// The same, with other limits.
    pub(super) fn goes_wrong_within(
        &mut self,
        pool: &mut TermPool,
        frame: usize,
        limits: &Limits,
    ) -> Result<Option<Wrong>, Reason> {
        let parts = wrongs(pool, &mut self.base.run, frame, &self.excused);
        self.first_wrong(pool, Case::Base, parts, Vec::new(), limits)
    }

    /// What goes wrong in one run, if anything can.
    fn first_wrong(
        &mut self,
        pool: &mut TermPool,
        case: Case,
        parts: Vec<(FaultKind, Term)>,
        mut assumptions: Vec<Term>,
        limits: &Limits,
    ) -> Result<Option<Wrong>, Reason> {
        let any = pool.or_all(parts.iter().map(|(_, condition)| *condition));
        if pool.is_false(any) {
            return Ok(None);
        }
        assumptions.push(any);
        self.queries += 1;
        match self.half(case).solver.check(pool, &assumptions, limits) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(why) => Err(why.into()),
            Answer::Sat(model) => {
                let mut wrong = Wrong::default();
                let mut evaluator = model.evaluator(pool);
                for (kind, condition) in parts {
                    if evaluator.eval(condition).as_bool() {
                        match kind {
                            FaultKind::Check(site) => drop(wrong.sites.insert(site)),
                            FaultKind::Gap(location, number) => {
                                wrong.gap = Some((location, number))
                            }
                        }
                    }
                }
                Ok(Some(wrong))
            }
        }
    }
}

/// What can go wrong in the block that begins in a frame, with the conditions.
fn wrongs(
    pool: &mut TermPool,
    run: &mut Unrolling<'_>,
    frame: usize,
    excused: &BTreeSet<SiteId>,
) -> Vec<(FaultKind, Term)> {
    let violations = run.violations(pool, frame).into_iter();
    let violations = violations.filter(|(site, _)| !excused.contains(site));
    let gaps = run.gaps(pool, frame).into_iter();
    violations
        .map(|(site, condition)| (FaultKind::Check(site), condition))
        .chain(
            gaps.map(|((location, number), condition)| {
                (FaultKind::Gap(location, number), condition)
            }),
        )
        .collect()
}
