//! Looking ahead of the rounds.
//!
//! A read whose index may be anything meets one store, or one other read, per round: the next assignment just takes the
//! next index. So a read that keeps being in conflicts is compared with what it would meet in rounds to come as well, twice
//! as many accesses each time. These comparisons are instances of the axioms like any other; we only
//! choose which ones are made, and when. Most reads are in a few conflicts only, and are left alone.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

/// A read may be in this many conflicts before we look ahead.
const PATIENCE: u32 = 8;

/// At most this many accesses are compared with a read in one round.
const MAX_AHEAD: usize = 4096;

#[derive(Default)]
pub(super) struct Escalation {
    /// How many conflicts a read was in.
    hits: FxHashMap<Term, u32>,
    /// Reads that were compared with each other.
    compared: FxHashSet<(Term, Term)>,
}

impl Escalation {
    /// Counts a conflict of a read; returns how many further accesses it is to be compared with.
    pub fn hit(&mut self, read: Term) -> usize {
        let hits = self.hits.entry(read).or_insert(0);
        *hits += 1;
        match hits.checked_sub(PATIENCE) {
            None | Some(0) => 0,
            Some(n) => 1_usize
                .checked_shl(n)
                .map_or(MAX_AHEAD, |n| n.min(MAX_AHEAD)),
        }
    }

    /// Whether two reads were not compared ahead of time before.
    pub fn is_new(&mut self, a: Term, b: Term) -> bool {
        self.compared.insert((a.min(b), a.max(b)))
    }
}
