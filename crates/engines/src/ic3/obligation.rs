//! Proof obligations: cubes from which something bad follows, and the frame that is to exclude them.
//!
//! The lowest frame is served first, and in it what is closest to a first state. An obligation that is met in one frame is
//! asked about in the next one, so that long counterexamples are found without starting again.

use super::frame::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// See the module documentation.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub cube: Cube,
    /// Inputs with which every state of the cube goes to the next obligation's cube, or is bad.
    pub inputs: Vec<bool>,
    pub next: Option<usize>,
    /// Steps to something bad.
    pub depth: usize,
}

/// All obligations of one round, and which of them are open.
#[derive(Default)]
pub(super) struct Queue {
    pub all: Vec<Obligation>,
    open: BinaryHeap<Reverse<(usize, Reverse<usize>, usize)>>,
}

impl Queue {
    pub fn push(&mut self, frame: usize, obligation: Obligation) {
        self.all.push(obligation);
        self.reopen(frame, self.all.len() - 1);
    }

    pub fn reopen(&mut self, frame: usize, number: usize) {
        let depth = self.all[number].depth;
        self.open.push(Reverse((frame, Reverse(depth), number)));
    }

    /// The next frame and obligation.
    pub fn pop(&mut self) -> Option<(usize, usize)> {
        let Reverse((frame, _, number)) = self.open.pop()?;
        Some((frame, number))
    }
}
