//! Leaving out of an invariant what its proof does not need, so that people can read it.
//!
//! The solver says which parts of the invariant exclude the violations (the unsatisfiable core of that question), then which
//! parts keep each of these, and so on, until nothing new is needed. What was collected keeps itself, and holds in the first
//! states since the whole did.

use super::infer::Invariant;
use super::{Run, Side};
use domains::Template;
use encode::system::LocationId;
use rustc_hash::FxHashMap;
use smt::Answer;
use term::{Term, TermPool};

/// What an invariant consists of, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Part {
    /// This location is not reached.
    Location(usize),
    Row(usize),
    Candidate(usize),
}

impl Run<'_> {
    /// A part of an invariant that is a proof, and is one itself; all of it if the solver does not help.
    pub(super) fn minimise(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: Invariant,
    ) -> Invariant {
        let k = self.k as usize;
        let parts = parts(&invariant);
        let mut before = Vec::new();
        for frame in 0..k {
            before.extend(self.assumed(pool, template, &invariant, &parts, frame));
        }
        let mut all = before.clone();
        all.extend(self.assumed(pool, template, &invariant, &parts, k));
        let wrong = self.bad(pool, Side::Step, k);
        let Some(mut needed) = self.needed(pool, &all, wrong) else {
            return invariant;
        };
        let mut next = 0;
        while next < needed.len() {
            let lost = self.lost(pool, template, &invariant, needed[next], k);
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
        assumed: &[(Part, Term)],
        wrong: Term,
    ) -> Option<Vec<Part>> {
        let mut by_term: FxHashMap<Term, Vec<Part>> = FxHashMap::default();
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
                let mut parts: Vec<Part> = (core.terms().iter())
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
        parts: &[Part],
        frame: usize,
    ) -> Vec<(Part, Term)> {
        let mut all = Vec::new();
        for part in parts {
            let (location, _, holds) = part.says(pool, template, invariant);
            let run = &mut self.step.run;
            let here = run.at(frame, location);
            let holds = run.instance(pool, frame, holds);
            let term = pool.implies(here, holds);
            if !pool.is_true(term) {
                all.push((*part, term));
            }
        }
        all
    }

    /// The condition that a frame violates a part.
    fn lost(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
        part: Part,
        frame: usize,
    ) -> Term {
        let (location, holds, _) = part.says(pool, template, invariant);
        let run = &mut self.step.run;
        let here = run.at(frame, location);
        let holds = run.instance(pool, frame, holds);
        let fails = pool.not(holds);
        pool.and(here, fails)
    }
}

impl Part {
    /// Where it says something, what it says, and what may be assumed where it holds.
    fn says(
        self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
    ) -> (LocationId, Term, Term) {
        match self {
            Part::Location(index) => (LocationId::new(index), pool.ff(), pool.ff()),
            Part::Row(index) => {
                let row = &template.rows[index];
                let bound = invariant.bounds[index].expect("a row with a bound");
                let holds = row.at_most(pool, bound);
                (row.location, holds, holds)
            }
            Part::Candidate(index) => {
                let candidate = &template.candidates[index];
                (
                    candidate.location,
                    candidate.predicate,
                    candidate.hypothesis,
                )
            }
        }
    }
}

fn parts(invariant: &Invariant) -> Vec<Part> {
    let reached = invariant.reached.iter().enumerate().skip(1);
    let locations = reached.filter(|(_, reached)| !**reached);
    let bounds = invariant.bounds.iter().enumerate();
    let rows = bounds.filter(|(_, bound)| bound.is_some());
    let kept = invariant.kept.iter().enumerate();
    let candidates = kept.filter(|(_, kept)| **kept);
    let locations = locations.map(|(index, _)| Part::Location(index));
    let rows = rows.map(|(index, _)| Part::Row(index));
    let candidates = candidates.map(|(index, _)| Part::Candidate(index));
    locations.chain(rows).chain(candidates).collect()
}

fn keep(mut invariant: Invariant, needed: &[Part]) -> Invariant {
    for part in parts(&invariant) {
        if needed.contains(&part) {
            continue;
        }
        match part {
            Part::Location(index) => invariant.reached[index] = true,
            Part::Row(index) => invariant.bounds[index] = None,
            Part::Candidate(index) => invariant.kept[index] = false,
        }
    }
    invariant
}
