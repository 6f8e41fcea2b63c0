//! Blocking: every obligation is excluded from its frame, or leads back to a first state.

use super::core::{Core, Reached};
use super::frame::Lemma;
use super::lift::Target;
use super::obligation::{Obligation, Queue};
use smt::Why;

impl Core<'_> {
    /// A cube of bad states in the last frame, if there are any.
    pub fn bad_cube(&mut self) -> Result<Option<Obligation>, Why> {
        let last = self.frames.last();
        let assumptions = match self.encoded.bad {
            crate::circuit::Signal::Constant(false) => return Ok(None),
            crate::circuit::Signal::Constant(true) => Vec::new(),
            crate::circuit::Signal::Lit(lit) => vec![lit],
        };
        self.refresh(last);
        self.counters.questions += 1;
        if !self.queries[last].ask(None, &assumptions, self.limits)? {
            return Ok(None);
        }
        let (state, inputs) = (self.state(last), self.inputs(last));
        let cube = self.lift(&state, &inputs, Target::Bad)?;
        Ok(Some(Obligation {
            cube,
            inputs,
            next: None,
            depth: 0,
        }))
    }

    /// Excludes the open obligations; otherwise the number of one whose cube contains a first state.
    pub fn block(&mut self, queue: &mut Queue) -> Result<Option<usize>, Why> {
        while let Some((frame, number)) = queue.pop() {
            let cube = queue.all[number].cube.clone();
            if self.meets_first(&cube) {
                return Ok(Some(number));
            }
            self.counters.obligations += 1;
            if self.frames.excludes(frame, &Lemma::new(cube.clone())) {
                if frame < self.frames.last() {
                    queue.reopen(frame + 1, number);
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
                    let (state, inputs) = (self.state(frame - 1), self.inputs(frame - 1));
                    let lifted = self.lift(&state, &inputs, Target::Next(&cube))?;
                    let depth = queue.all[number].depth + 1;
                    let before = Obligation {
                        cube: lifted,
                        inputs,
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
