//! Propagation: clauses move on to later frames, and where a frame keeps none of its own it is an invariant.

use super::Steps;
use super::core::{Core, Reached};
use smt::Why;

impl<S: Steps> Core<S> {
    /// Moves clauses on. A frame that equals the next one, if there is one: its clauses are inductive.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Why> {
        for frame in 1..self.frames.last() {
            let mut lemmas = self.frames.deltas[frame].clone();
            lemmas.sort_by_key(|lemma| lemma.cube.len());
            for lemma in lemmas {
                // It may have been dropped since, for a stronger one.
                if !self.frames.deltas[frame].contains(&lemma) {
                    continue;
                }
                if let Reached::No(part) = self.ask(Some(frame), &lemma.cube, false)? {
                    if part.len() == lemma.cube.len() {
                        self.steps.exclude(Some((frame + 1, frame + 1)), &part);
                        self.frames.move_on(frame, lemma);
                    } else {
                        self.learn(frame + 1, part);
                    }
                }
            }
            if self.frames.deltas[frame].is_empty() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}
