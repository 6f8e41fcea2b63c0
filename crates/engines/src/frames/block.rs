//! Blocking: every obligation is excluded from its frame, or leads back to a first state.

use super::core::{Core, Reached};
use super::deltas::Lemma;
use super::obligation::{Obligation, Queue};
use super::{Steps, Target};
use smt::Why;

impl<S: Steps> Core<S> {
    /// Excludes the open obligations; otherwise the number of one whose cube contains a first state.
    pub(super) fn block(&mut self, queue: &mut Queue<S::Choice>) -> Result<Option<usize>, Why> {
        while let Some((frame, number)) = queue.pop() {
            let cube = queue.all[number].cube.clone();
            if self.steps.meets_first(&cube)? {
                return Ok(Some(number));
            }
            self.counters.obligations += 1;
            if let Some(upto) = self.frames.excluded_upto(frame, &Lemma::new(cube.clone())) {
                if upto < self.frames.last() {
                    queue.reopen(upto + 1, number);
                }
                continue;
            }
            match self.reached(frame - 1, &cube)? {
                Reached::No(part) => {
                    let upto = self.exclude(frame, part, 0)?;
                    if upto < self.frames.last() {
                        queue.reopen(upto + 1, number);
                    }
                }
                Reached::Yes => {
                    let (_, lifted, choice) = self.lifted(frame - 1, Target::Next(&cube))?;
                    let depth = queue.all[number].depth + 1;
                    let before = Obligation {
                        cube: lifted,
                        choice,
                        next: Some(number),
                        depth,
                    };
                    queue.reopen(frame, number);
                    queue.push(frame - 1, before);
                }
            }
        }
        Ok(None)
    }
}
