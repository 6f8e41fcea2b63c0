//! Loops, iteration by iteration.

use super::call::Activation;
use super::join::same_state;
use super::log::{Cut, CutKind};
use super::run::Stopped;
use super::summary::Summary;
use super::{Executor, State};
use crate::guard::Guard;
use program::BlockId;
use program::cfg::{LoopId, WtoElement};
use term::TermPool;

/// What the current iteration of a loop has met so far.
pub(super) struct RunningLoop {
    pub id: LoopId,
    /// An exit that folding closed.
    pub passed: bool,
    /// An exit that a state took while others may go on.
    pub left: bool,
}

impl Executor<'_> {
    /// Runs a loop until no state goes back to its head, or its bound is reached.
    ///
    /// A state that comes back to the head exactly as it was there before is dropped: whatever it can do from there, with
    /// other inputs, the earlier visit can do too. That takes for granted that it was there before: where a jump leads into
    /// the body, a run may come to the head for the first time from there.
    pub(super) fn run_loop(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        head: BlockId,
        body: &[WtoElement],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        if self.is_recording() {
            self.give_up_recording();
            return Ok(());
        }
        let plan = activation.plan.clone();
        let outside = activation.occurrence;
        let id = plan
            .loops
            .headed_by(head)
            .expect("a loop of the order is in the forest");
        let given = self.bounds.loops.get(&(activation.function, head)).copied();
        let bound = given.unwrap_or(self.bounds.unwind);
        let count_all = self.bounds.count_all || given.is_some();
        let mut uncertain = 0;
        let mut last: Option<State> = None;
        // Whether all that ran in the last iteration came from its head.
        let mut from_head = false;
        let point = plan.point(head, 0);
        for iteration in 0.. {
            let mut state = self.arrive(pool, activation, head);
            // Under the guard of the last iteration there are no new runs to exclude.
            let before = last.as_ref().map_or(Guard::TRUE, |last| last.guard);
            let new = state.as_ref().filter(|state| state.guard != before);
            let known = new.and_then(|state| self.known_at(pool, activation, head, state));
            if known.is_some_and(|known| pool.is_false(known)) {
                self.log.relied = true;
                state = None;
            }
            if iteration == 0
                && let Some(first) = state.take()
            {
                state = match self.summarise(pool, activation, (id, head, body), first, stop)? {
                    Summary::None(state) => Some(state),
                    Summary::Of { rest } => self.unless_cut(pool, activation, id, rest),
                };
            }
            let waiting = state.is_some() || has_pending(activation, body);
            if !waiting {
                break;
            }
            if let Some(state) = &state {
                self.note_visit(activation.function, head, outside, state);
            }
            if let (Some(state), Some(last)) = (&state, &last) {
                if from_head && same_state(&plan, head, state, last) {
                    let place = plan.loops.get(id).place;
                    self.check_endless(pool, activation, state, place);
                    let guard = self.guards.term(state.guard);
                    self.log.endless.push(guard);
                    break;
                }
                let iteration = activation.loops.pop().expect("the loop runs");
                let certain = iteration.passed && !iteration.left && !count_all;
                uncertain += u32::from(!certain);
                let guard = self.guards.term(state.guard);
                if uncertain > bound || self.is_exhausted(pool) || self.is_closed(guard) {
                    let (place, library) =
                        self.seen_from(activation.function, plan.loops.get(id).place);
                    self.log.cuts.push(Cut {
                        kind: CutKind::Loop {
                            function: activation.function,
                            head,
                            given: given.filter(|bound| uncertain > *bound),
                            library,
                        },
                        place,
                        guard,
                        known,
                    });
                    activation.occurrence = outside;
                    return Ok(());
                }
            } else if iteration > 0 {
                activation.loops.pop();
            }
            activation.loops.push(RunningLoop {
                id,
                passed: false,
                left: false,
            });
            if !self.is_cutting() {
                activation.occurrence = self.occurrences.follow(outside, point, iteration);
            }
            last.clone_from(&state);
            from_head = !has_pending(activation, body);
            if let Some(state) = state {
                self.run_block(pool, activation, head, state, stop)?;
            }
            self.run_elements(pool, activation, body, stop)?;
        }
        activation.loops.retain(|l| l.id != id);
        activation.occurrence = outside;
        Ok(())
    }

    /// The part of a state that a loop's summary does not cover: no run may reach it, so the solver is asked first.
    fn unless_cut(
        &mut self,
        pool: &TermPool,
        activation: &Activation,
        id: LoopId,
        rest: Option<State>,
    ) -> Option<State> {
        let state = rest?;
        let guard = self.guards.term(state.guard);
        if self.bounds.unwind > 1 && !self.is_exhausted(pool) && !self.is_closed(guard) {
            return Some(state);
        }
        let unrolled = activation.plan.loops.get(id);
        let (place, library) = self.seen_from(activation.function, unrolled.place);
        self.log.cuts.push(Cut {
            kind: CutKind::Loop {
                function: activation.function,
                head: unrolled.head,
                given: None,
                library,
            },
            place,
            guard,
            known: None,
        });
        None
    }
}

fn has_pending(activation: &Activation, elements: &[WtoElement]) -> bool {
    elements.iter().any(|element| match element {
        WtoElement::Block(block) => !activation.pending[block.index()].is_empty(),
        WtoElement::Loop { head, body } => {
            !activation.pending[head.index()].is_empty() || has_pending(activation, body)
        }
    })
}
