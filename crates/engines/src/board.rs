//! What engines that work side by side tell each other.
//!
//! Each note is established when it is put up: a proof has been confirmed by `evidence`, a violation has been replayed. So
//! whoever reads it may rely on it. Unrolling no longer asks about checks that are proved, and does not follow states that
//! contradict what is known at loop heads; induction no longer tries to prove what fails.

use encode::exec::HeadFacts;
use evidence::Certificate;
use program::SiteId;
use smt::Cancel;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Goals that hold while others are open, and what holds at loop heads.
#[derive(Clone)]
pub(crate) struct Partial {
    pub certificate: Certificate,
    pub proved: BTreeSet<SiteId>,
    pub facts: Arc<HeadFacts>,
}

/// See the module documentation. Clones are the same board.
#[derive(Clone, Default)]
pub(crate) struct Board {
    notes: Arc<Mutex<Notes>>,
    /// Is raised when nothing is left to do about these goals.
    settled: Option<(BTreeSet<SiteId>, Cancel)>,
}

#[derive(Default)]
struct Notes {
    parts: Vec<Partial>,
    failed: BTreeSet<SiteId>,
}

impl Board {
    /// A board where `stop` is raised when a proof has settled the last of the goals.
    pub fn new(goals: BTreeSet<SiteId>, stop: Cancel) -> Board {
        Board {
            notes: Arc::default(),
            settled: Some((goals, stop)),
        }
    }

    pub fn prove(&self, part: Partial) {
        self.notes().parts.push(part);
        if let Some((goals, stop)) = &self.settled
            && self.notes().settle(goals)
        {
            stop.raise();
        }
    }

    pub fn refute(&self, site: SiteId) {
        self.notes().failed.insert(site);
    }

    /// The proofs but the first ones.
    pub fn parts_from(&self, first: usize) -> Vec<Partial> {
        self.notes().parts[first..].to_vec()
    }

    pub fn failed(&self) -> BTreeSet<SiteId> {
        self.notes().failed.clone()
    }

    /// A thread that panicked while it held the lock has put up nothing half: each note is one push.
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Notes {
    /// Whether each goal is proved or has failed, and there is a proof at all: it also says that no run gets to what is not
    /// supported.
    fn settle(&self, goals: &BTreeSet<SiteId>) -> bool {
        let is_proved = |site: &SiteId| self.parts.iter().any(|p| p.proved.contains(site));
        let is_settled = |site: &SiteId| self.failed.contains(site) || is_proved(site);
        !self.parts.is_empty() && goals.iter().all(is_settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(proved: impl IntoIterator<Item = SiteId>) -> Partial {
        Partial {
            certificate: Certificate::NothingToCheck,
            proved: proved.into_iter().collect(),
            facts: Arc::default(),
        }
    }

    #[test]
    fn what_is_proved_or_failed_is_settled() {
        let sites = [0, 1, 2].map(SiteId);
        let stop = Cancel::default();
        let board = Board::new(sites.into(), stop.clone());
        board.refute(sites[1]);
        board.prove(part([sites[0]]));
        assert!(!stop.is_raised());
        board.clone().prove(part([sites[2]]));
        assert!(stop.is_raised());
        assert_eq!(board.parts_from(1).len(), 1);
    }
}
