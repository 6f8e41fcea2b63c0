//! Facts at locations as formulas: what abstract interpretation has found, for engines to begin with.

use crate::context::Brief;
use domains::Candidate;
use domains::analysis::{Facts, analyse};
use encode::system::TransitionSystem;
use program::SiteId;
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Facts of a system.
#[derive(Default)]
pub(crate) struct Seed {
    pub facts: Vec<Candidate>,
}

impl Seed {
    pub fn new(pool: &mut TermPool, system: &TransitionSystem, facts: &Facts) -> Seed {
        Seed {
            facts: facts.formulas(pool, system),
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
        Some(Seed::new(pool, system, &facts))
    }

    /// The facts of each location in one formula.
    pub fn by_location(&self, pool: &mut TermPool, system: &TransitionSystem) -> Vec<Term> {
        let mut all = vec![pool.tt(); system.locations.len()];
        for fact in &self.facts {
            let at = fact.location.index();
            all[at] = pool.and(all[at], fact.predicate);
        }
        all
    }
}
