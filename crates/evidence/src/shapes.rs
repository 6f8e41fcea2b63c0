//! Proofs about heaps of any size: a finite set of symbolic heaps at each loop head.
//!
//! A *symbolic heap* ([`Heap`]) is a graph. Its objects are *regions*, which stand for one object each, and *segments*, which
//! stand for one or more objects in a row, each linked to the next one. Edges are the pointers that variables and fields hold;
//! other values are terms, with facts about their symbols. A claim ([`Shapes`]) gives each loop head, in each call context, a
//! set of symbolic heaps. It holds if every state that a run has there is a *model* of one of them.
//!
//! [`Shapes::check`] proves that by induction: it executes each symbolic heap from one loop head to the next ([`exec`]),
//! where a segment is *unfolded* when its first or last element is needed, and accepts only if each result *entails* a heap of
//! the set ([`entail`]). On the way it proves the checks. The engine that made the claim has no part in that: it generalises
//! what an execution gives, and what it makes up is for this module to judge.
//!
//! [`watch_heaps`] tests the same claim on runs of the interpreter, whose memory knows no symbolic heaps.
//!
//! Sources: K. Dudka, P. Peringer, T. Vojnar, *Byte-Precise Verification of Low-Level List Manipulation*, SAS 2013 (Predator:
//! symbolic memory graphs); J. Berdine, C. Calcagno, P. O'Hearn, *Symbolic Execution with Separation Logic*, APLAS 2005
//! (Smallfoot: entailment). Deviations: segments are never empty, since an empty one is another heap of the set; the
//! elements of a segment are small heaps themselves, which gives nested lists; values that are not pointers are terms, and a
//! solver decides what follows from facts about them.
//!
//! Why it is sound: each instruction is executed for all models of a heap. Where its effect is not known for all of them, the
//! heap is split (an unfolded segment, a condition and its negation), or the execution gives up, and so does the proof.

mod cells;
mod decide;
mod entail;
mod eval;
mod exec;
mod heap;
mod member;
mod memory;
mod show;
mod step;
#[cfg(test)]
mod tests;
mod valid;

pub use decide::Decider;
pub use entail::entails;
pub use exec::{Executor, GaveUp, Outcome};
pub use heap::{
    Background, Cell, Field, Frame, Heap, Kind, Link, Node, Object, Region, Segment, Spot, Val,
};

pub use member::watch_heaps;
pub use show::describe;

use crate::certificate::{Certificate, Proof};
use program::{Goals, Program, SiteId};
use smt::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use term::TermPool;

/// A claim: at each loop head, every state is a model of one of these heaps.
#[derive(Clone, Default)]
pub struct Shapes {
    pub heaps: BTreeMap<Vec<Spot>, Vec<Heap>>,
    /// Checks that are not part of the claim.
    pub except: BTreeSet<SiteId>,
}

/// A claim that was proved, with the terms it is about.
pub struct ProvedShapes {
    pool: TermPool,
    /// The names of variables and places, for whoever prints it.
    labels: show::Labels,
    heaps: BTreeMap<Vec<Spot>, Vec<Heap>>,
}

/// Why a claim is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotProved {
    /// It does not hold.
    Refuted(String),
    /// The execution came to something that it does not know, or to a limit.
    Open(GaveUp),
}

impl Shapes {
    /// Proves the claim for the promoted program: that it holds, and that no run violates a goal except those left out, or
    /// another check that ends runs.
    pub fn check(
        &self,
        pool: &mut TermPool,
        program: &Program,
        goals: &Goals,
        limits: &Limits,
    ) -> Result<Certificate, NotProved> {
        if self.except.iter().any(|site| !goals.contains(*site)) {
            let what = "it leaves out a check that was not asked about";
            return Err(NotProved::Refuted(what.to_string()));
        }
        for (spots, heaps) in &self.heaps {
            let at_place =
                |heap: &&Heap| heap.spots() == *spots && valid::is_valid(pool, program, heap);
            if !heaps.iter().all(|heap| at_place(&heap)) {
                let what = "what it gives for a place is no heap there";
                return Err(NotProved::Refuted(what.to_string()));
            }
        }
        let mut executor = Executor::new(pool, program, goals, limits);
        let start = executor.start();
        let all = self.heaps.values().flatten();
        for heap in std::iter::once(&start).chain(all) {
            let outcome = executor.run(heap).map_err(NotProved::Open)?;
            if let Some(site) = (outcome.failed.iter()).find(|s| !self.except.contains(s)) {
                let what = format!("it does not exclude that check {site} fails");
                return Err(NotProved::Refuted(what));
            }
            for next in &outcome.heaps {
                let claimed = self.heaps.get(&next.spots());
                let mut claimed = claimed.into_iter().flatten();
                if !claimed.any(|heap| executor.entails(next, heap)) {
                    let what = "it does not cover all that follows".to_string();
                    return Err(NotProved::Refuted(what));
                }
            }
        }
        let proved = ProvedShapes {
            labels: show::Labels::new(program, self.heaps.keys()),
            pool: pool.clone(),
            heaps: self.heaps.clone(),
        };
        Ok(Certificate::new(Proof::Shapes(Arc::new(proved))))
    }
}

impl ProvedShapes {
    /// How many loop heads there are, counted once for each call context.
    pub fn places(&self) -> usize {
        self.heaps.len()
    }

    /// How many heaps there are.
    pub fn count(&self) -> usize {
        self.heaps.values().map(Vec::len).sum()
    }
}

impl fmt::Debug for ProvedShapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
