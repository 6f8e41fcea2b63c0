//! The modes of an execution.
//!
//! One executor serves three purposes, and what it does differs in few places. Unrolling and cutting are chosen for whole
//! executions. Recording happens within an unrolling, for as long as one iteration takes, and is never nested.

use super::cuts::Arrival;
use super::summary::Recorder;
use super::{CutPoints, Executor, Occurrence};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an execution is for.
pub(super) enum Mode {
    /// Runs of the program from its entry on, loops iteration by iteration.
    Unroll,
    /// The generic iteration of a loop: what it does is noted, not done.
    Record(Box<Recorder>),
    /// A block of a transition system: from one cut point to the next ones.
    Cut(Cutting),
}

/// What belongs to executions from cut point to cut point.
pub(super) struct Cutting {
    pub cuts: CutPoints,
    /// The states that have reached a cut point in the execution that runs now.
    pub arrivals: Vec<Arrival>,
    /// Whether the execution began at a cut point after the entry. Then objects may be later ones of their numbers, and a
    /// number that was computed from the address of an earlier one is not a pointer to them ([`Executor::is_revived`]).
    pub began_at_cut: bool,
    /// The stack objects of each activation, of all executions so far.
    pub stack_of: FxHashMap<Occurrence, Vec<u64>>,
    /// The objects that pointers may lead to from where the execution starts, alive or not, and those that may leak. Making
    /// one of them again would revive these pointers, or forget the leak.
    pub occupied: FxHashSet<u64>,
    /// The objects that the execution that runs now has made so far, on whatever way.
    pub made: FxHashSet<u64>,
}

impl Cutting {
    pub fn new(cuts: CutPoints) -> Cutting {
        Cutting {
            cuts,
            arrivals: Vec::new(),
            began_at_cut: false,
            stack_of: FxHashMap::default(),
            occupied: FxHashSet::default(),
            made: FxHashSet::default(),
        }
    }

    /// The stack objects that an activation may have made before it came to a cut point, on whatever way.
    pub fn stack_objects(&self, occurrence: Occurrence) -> Vec<u64> {
        self.stack_of.get(&occurrence).cloned().unwrap_or_default()
    }

    pub fn note_stack_object(&mut self, occurrence: Occurrence, object: u64) {
        let known = self.stack_of.entry(occurrence).or_default();
        if !known.contains(&object) {
            known.push(object);
        }
    }
}

impl Executor<'_> {
    /// Whether this is an execution from cut point to cut point. Then the state at its beginning is a symbolic one.
    pub(super) fn is_cutting(&self) -> bool {
        matches!(self.mode, Mode::Cut(_))
    }

    pub(super) fn cutting(&self) -> Option<&Cutting> {
        match &self.mode {
            Mode::Cut(cutting) => Some(cutting),
            Mode::Unroll | Mode::Record(_) => None,
        }
    }

    pub(super) fn cutting_mut(&mut self) -> Option<&mut Cutting> {
        match &mut self.mode {
            Mode::Cut(cutting) => Some(cutting),
            Mode::Unroll | Mode::Record(_) => None,
        }
    }

    /// Whether this is the generic iteration of a loop.
    pub(super) fn is_recording(&self) -> bool {
        matches!(self.mode, Mode::Record(_))
    }
}
