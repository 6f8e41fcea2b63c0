//! Facts at locations as formulas: what abstract interpretation has found, for engines to begin with.

use crate::context::Brief;
use domains::analysis::{Facts, analyse};
use domains::{Candidate, Types};
use encode::system::TransitionSystem;
use program::{Place, SiteId};
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Facts of a system.
#[derive(Default)]
pub(crate) struct Seed {
    pub facts: Vec<Candidate>,
}

impl Seed {
    pub fn new(
        pool: &mut TermPool,
        types: Types<'_>,
        system: &TransitionSystem,
        facts: &Facts,
    ) -> Seed {
        Seed {
            facts: facts.formulas(pool, types, system),
        }
    }

    /// What holds if all checks do except the excused ones; `None` if that would cost too much.
    pub fn compute(
        pool: &mut TermPool,
        brief: &Brief,
        system: &TransitionSystem,
        excused: &BTreeSet<SiteId>,
    ) -> Option<Seed> {
        let mut stop = || brief.limits.expired().is_some();
        let trusted = |site: SiteId| !excused.contains(&site);
        let facts = analyse(pool, system, &trusted, &mut stop)?;
        Some(Seed::new(pool, brief.types(), system, &facts))
    }

    /// The facts of each location in one formula.
    pub fn by_location(&self, pool: &mut TermPool, system: &TransitionSystem) -> Vec<Term> {
        let mut all = vec![pool.tt(); system.locations.len()];
        for fact in &self.facts {
            let at = fact.location.0 as usize;
            all[at] = pool.and(all[at], fact.predicate);
        }
        all
    }

    /// By location, each text once.
    pub fn texts(&self, system: &TransitionSystem) -> Vec<(Place, Vec<String>)> {
        let mut all: Vec<(Place, Vec<String>)> = Vec::new();
        for (index, location) in system.locations.iter().enumerate().skip(1) {
            let here = self.facts.iter().filter(|f| f.location.0 as usize == index);
            let mut texts: Vec<String> = here.map(|f| f.text.clone()).collect();
            texts.retain(|t| !t.is_empty());
            texts.dedup();
            all.push((location.place, texts));
        }
        all
    }
}
