//! Leaving out of an invariant what its proof does not need, so that it can be read.
//!
//! The solver says which parts of the invariant exclude the violations (the unsatisfiable core of that question), then which
//! parts keep each of these, and so on, until nothing new is needed. What was collected keeps itself, and holds in the first
//! states since the whole did.

use super::{Case, Run};
use domains::{Invariant, InvariantPart, Template};
use rustc_hash::FxHashMap;
use smt::Answer;
use term::{Term, TermPool};

impl Run<'_> {
    /// A part of an invariant that is a proof, and is one itself; all of it if the solver does not help.
    pub(super) fn minimise(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: Invariant,
    ) -> Invariant {
        let k = self.k as usize;
        let parts = invariant.parts();
        let mut before = Vec::new();
        for frame in 0..k {
            before.extend(self.assumed(pool, template, &invariant, &parts, frame));
        }
        let mut all = before.clone();
        all.extend(self.assumed(pool, template, &invariant, &parts, k));
        let wrong = self.bad(pool, Case::Step, k);
        let Some(mut needed) = self.needed(pool, &all, wrong) else {
            return invariant;
        };
        let mut next = 0;
        while next < needed.len() {
            let says = invariant.says(pool, template, needed[next]);
            let lost = says.violation(pool, &mut self.step.run, k);
            let Some(more) = self.needed(pool, &before, lost) else {
                return invariant;
            };
            for part in more {
                if !needed.contains(&part) {
                    needed.push(part);
                }
            }
            next += 1;
        }
        keep(invariant, &needed)
    }

    /// The parts without which the assumptions would not exclude `wrong`; `None` if the solver does not say.
    fn needed(
        &mut self,
        pool: &mut TermPool,
        assumed: &[(InvariantPart, Term)],
        wrong: Term,
    ) -> Option<Vec<InvariantPart>> {
        let mut by_term: FxHashMap<Term, Vec<InvariantPart>> = FxHashMap::default();
        for (part, term) in assumed {
            by_term.entry(*term).or_default().push(*part);
        }
        let mut assumptions: Vec<Term> = assumed.iter().map(|(_, term)| *term).collect();
        assumptions.push(wrong);
        self.queries += 1;
        match self
            .step
            .solver
            .check(pool, &assumptions, &self.work.limits)
        {
            Answer::Unsat(core) => {
                let mut parts: Vec<InvariantPart> = (core.terms().iter())
                    .filter_map(|term| by_term.get(term))
                    .map(|parts| parts[0])
                    .collect();
                parts.sort_unstable();
                parts.dedup();
                Some(parts)
            }
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// What may be assumed of a frame, by part.
    fn assumed(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
        parts: &[InvariantPart],
        frame: usize,
    ) -> Vec<(InvariantPart, Term)> {
        let mut all = Vec::new();
        for part in parts {
            let says = invariant.says(pool, template, *part);
            let term = says.assumption(pool, &mut self.step.run, frame);
            if !pool.is_true(term) {
                all.push((*part, term));
            }
        }
        all
    }
}

/// The invariant that says only what is needed.
fn keep(mut invariant: Invariant, needed: &[InvariantPart]) -> Invariant {
    for part in invariant.parts() {
        if !needed.contains(&part) {
            invariant.weaken(part);
        }
    }
    invariant
}
