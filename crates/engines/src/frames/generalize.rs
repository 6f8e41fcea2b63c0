//! Generalisation: from a cube that is not reached to a smaller one, which excludes more states.
//!
//! Literals are dropped one after the other, those that learnt clauses contained least of late first; a literal is not needed
//! if what is left is still not reached in one step (Bradley, *SAT-Based Model Checking without Unrolling*, VMCAI 2011). If the
//! frame before excludes the cube by a clause that could not move on, the literals of that clause are dropped last: it may well be
//! found again, now for this frame.
//! Where it is, the state that reaches it, a *counterexample to generalisation*, is excluded itself if that is possible, up
//! to a few times, and otherwise what is left is weakened to what it has in common with that state (Hassan, Bradley,
//! Somenzi, *Better Generalization in IC3*, FMCAD 2013).

use super::core::{Core, Reached};
use super::deltas::Cube;
use super::{Steps, Target};
use sat::Lit;
use smt::Why;

/// Counterexamples to one generalisation that are excluded, and how deep these may have their own.
const COUNTEREXAMPLES: usize = 3;
const DEPTH: usize = 1;

impl<S: Steps> Core<S> {
    /// A smaller cube that no successor of the frame before meets and that contains no first state.
    pub(super) fn generalise(
        &mut self,
        frame: usize,
        mut cube: Cube,
        depth: usize,
    ) -> Result<Cube, Why> {
        let mut order = cube.clone();
        let parent = self.frames.parent(frame, &cube).cloned();
        let parent = parent.unwrap_or_default();
        order.sort_by(|a, b| {
            let of = |lit: &Lit| self.activity(*lit);
            let is_old = |lit: &Lit| parent.contains(lit);
            is_old(a).cmp(&is_old(b)).then(of(a).total_cmp(&of(b)))
        });
        let mut needed: Vec<Lit> = Vec::new();
        for lit in order {
            if cube.len() <= 1 || !cube.contains(&lit) {
                continue;
            }
            let rest: Cube = cube.iter().filter(|l| **l != lit).copied().collect();
            match self.down(frame, rest, &needed, depth)? {
                Some(smaller) => cube = smaller,
                None => needed.push(lit),
            }
        }
        Ok(cube)
    }

    /// A part of the cube that contains all needed literals and is not reached.
    fn down(
        &mut self,
        frame: usize,
        mut cube: Cube,
        needed: &[Lit],
        depth: usize,
    ) -> Result<Option<Cube>, Why> {
        let mut helped = 0;
        loop {
            if self.steps.meets_first(&cube)? || !needed.iter().all(|lit| cube.contains(lit)) {
                return Ok(None);
            }
            match self.reached(frame - 1, &cube)? {
                Reached::No(part) => return Ok(Some(part)),
                Reached::Yes if depth > DEPTH => return Ok(None),
                Reached::Yes => {}
            }
            let state = if helped < COUNTEREXAMPLES && frame > 1 {
                let (state, lifted, _) = self.lifted(frame - 1, Target::Next(&cube))?;
                if !self.steps.meets_first(&lifted)?
                    && let Reached::No(part) = self.reached(frame - 2, &lifted)?
                {
                    helped += 1;
                    self.counters.helped += 1;
                    self.exclude(frame - 1, part, depth + 1)?;
                    continue;
                }
                state
            } else {
                self.steps.found(frame - 1).0
            };
            helped = 0;
            cube.retain(|lit| state.binary_search(lit).is_ok());
        }
    }

    /// Excludes a cube that is not reached from the frame before: generalised, and in as many frames as possible.
    pub(super) fn exclude(&mut self, frame: usize, cube: Cube, depth: usize) -> Result<usize, Why> {
        let mut cube = self.generalise(frame, cube, depth)?;
        let mut frame = frame;
        while frame < self.frames.last() {
            match self.reached(frame, &cube)? {
                Reached::No(part) => cube = part,
                Reached::Yes => break,
            }
            frame += 1;
        }
        if frame == self.frames.last()
            && let Reached::No(part) = self.ask(None, &cube, true)?
        {
            self.learn_for_good(part);
            return Ok(frame);
        }
        self.learn(frame, cube);
        Ok(frame)
    }
}
