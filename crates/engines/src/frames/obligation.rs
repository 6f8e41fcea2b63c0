//! Proof obligations: cubes from which something bad follows, and the frame that is to exclude them.
//!
//! The lowest frame is served first, and in it what is closest to a first state. An obligation that is met in one frame is
//! asked about in the next one, so that long counterexamples are found without starting again; if there is no next one yet, it
//! waits.

use super::deltas::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// See the module documentation.
#[derive(Clone, Debug)]
pub(super) struct Obligation<C> {
    pub cube: Cube,
    /// With this, the state that was found goes to the next obligation's cube, or is bad.
    pub choice: C,
    pub next: Option<usize>,
    /// Steps to something bad.
    pub depth: usize,
}

/// All obligations of one round, and which of them are open.
pub(super) struct Queue<C> {
    pub all: Vec<Obligation<C>>,
    open: BinaryHeap<Reverse<(usize, Reverse<usize>, usize)>>,
}

impl<C> Default for Queue<C> {
    fn default() -> Queue<C> {
        Queue {
            all: Vec::new(),
            open: BinaryHeap::new(),
        }
    }
}

impl<C: Clone> Queue<C> {
    /// Its number.
    pub fn push(&mut self, frame: usize, obligation: Obligation<C>) -> usize {
        self.all.push(obligation);
        let number = self.all.len() - 1;
        self.reopen(frame, number);
        number
    }

    pub fn reopen(&mut self, frame: usize, number: usize) {
        let depth = self.all[number].depth;
        self.open.push(Reverse((frame, Reverse(depth), number)));
    }

    /// The next frame, up to a last one, and obligation.
    pub fn pop(&mut self, last: usize) -> Option<(usize, usize)> {
        let Reverse((frame, _, number)) = *self.open.peek()?;
        (frame <= last).then(|| {
            self.open.pop();
            (frame, number)
        })
    }

    /// The path that begins in the cube of an obligation.
    pub fn path(&self, first: usize) -> Vec<(Cube, C)> {
        let mut path = Vec::new();
        let mut number = Some(first);
        while let Some(now) = number {
            let obligation = &self.all[now];
            path.push((obligation.cube.clone(), obligation.choice.clone()));
            number = obligation.next;
        }
        path
    }
}
