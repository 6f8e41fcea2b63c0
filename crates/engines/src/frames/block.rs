//! Blocking: every obligation is excluded from its frame, or leads back to a first state.

use super::core::{Core, Reached};
use super::deltas::Lemma;
use super::obligation::Obligation;
use super::{Steps, Target};
use smt::Why;

impl<S: Steps> Core<S> {
    /// Excludes the open obligations; otherwise the number of one whose cube contains a first state.
    pub(super) fn block(&mut self) -> Result<Option<usize>, Why> {
        while let Some((frame, number)) = self.queue.pop(self.frames.last()) {
            let cube = self.queue.all[number].cube.clone();
            if self.steps.meets_first(&cube)? {
                return Ok(Some(number));
            }
            self.counters.obligations += 1;
            if let Some(upto) = self.frames.excluded_upto(frame, &Lemma::new(cube.clone())) {
                self.queue.reopen(upto + 1, number);
                continue;
            }
            match self.reached(frame - 1, &cube)? {
                Reached::No(part) => {
                    let upto = self.exclude(frame, part, 0)?;
                    self.queue.reopen(upto + 1, number);
                }
                Reached::Yes => {
                    let (_, lifted, choice) = self.lifted(frame - 1, Target::Next(&cube))?;
                    let depth = self.queue.all[number].depth + 1;
                    let before = Obligation {
                        cube: lifted,
                        choice,
                        next: Some(number),
                        depth,
                    };
                    self.queue.reopen(frame, number);
                    self.queue.push(frame - 1, before);
                }
            }
        }
        Ok(None)
    }
}
