//! Invariants that are disjunctions: one conjunction for each symbolic loop path ([`encode::system::Paths`]).
//!
//! What is proved of the copies of a location is told of the location as a disjunction. A state that satisfies one member has
//! successors that satisfy one, too, so for k = 1 the disjunctions are inductive where their members are; for greater k they
//! need not be, and are not tried. `evidence` proves them of the system without copies.

use super::{Attempted, Proved, Run};
use encode::system::{LocationId, Paths, TransitionSystem};
use evidence::Reason;
use term::{Term, TermPool};

/// Systems with more copies than this are left alone.
const MOST: usize = 32;

/// A system and its copies.
pub(super) struct Copies<'a> {
    pub whole: &'a TransitionSystem,
    pub paths: &'a Paths,
}

impl Copies<'_> {
    /// For each location, the disjunction of what its copies have.
    pub fn disjunctions(&self, pool: &mut TermPool, invariants: &[Term]) -> Vec<Term> {
        let mut all = vec![pool.ff(); self.whole.locations.len()];
        for (LocationId(at), invariant) in self.paths.original.iter().zip(invariants) {
            let at = &mut all[*at as usize];
            *at = pool.or(*at, *invariant);
        }
        all
    }
}

impl Run<'_> {
    /// Tries the domains for each loop path on its own.
    pub(super) fn attempt_paths(&self, pool: &mut TermPool) -> Result<Option<Proved>, Reason> {
        let Some(paths) = self.system.paths(MOST) else {
            return Ok(None);
        };
        let mut engine = self.engine.clone();
        engine.domains.list.retain(|d| d.splits_paths());
        engine.settings.max_k = Some(self.engine.settings.max_k.unwrap_or(1).min(1));
        engine.settings.loop_paths = false;
        engine.bidirectional = false;
        let excused = self.excused.clone();
        let seed = self.seed(pool, &paths.system, &excused);
        let mut run = Run::new(pool, &engine, self.work, &paths.system, seed, excused);
        run.copies = Some(Copies {
            whole: self.system,
            paths: &paths,
        });
        match run.run(pool, &|_, _| {}) {
            Ok(Attempted::Proved(proved)) => Ok(Some(proved)),
            Ok(Attempted::Wrong(_)) | Err(Reason::NotInductive { .. }) => Ok(None),
            Err(reason) => Err(reason),
        }
    }
}
