//! Search from both ends (bkind: M. Gadelha, ESBMC; the thesis's lemma asks for equality of whole states, and its tool
//! compared fewer variables, which gave wrong alarms).
//!
//! When the step fails, its model is a run of k blocks that ends in a violation and begins in some state. If a run from the
//! entry meets that very state, it can go on like the model, and the program is wrong: a violation at depth 2k is seen when
//! both ends have k blocks.
//!
//! States are compared as a whole: location, and every variable there. A state with an array is not remembered. A meeting
//! is no answer but a hint: the base case is extended to where the violation must be, and what becomes of it is for bounded
//! model checking to show by a run that is replayed.

use super::{Reason, Run, Wrong};
use encode::system::{LocationId, StateVarId, TransitionSystem, Unrolling};
use smt::Model;
use term::eval::Value;
use term::{Term, TermPool};

/// More are not remembered.
const MAX: usize = 32;

/// A state from which a violation follows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BackwardState {
    location: LocationId,
    values: Vec<(StateVarId, Value)>,
    /// After so many blocks.
    distance: usize,
}

impl BackwardState {
    /// The first state of the run in a model; `None` if it has an array.
    pub fn first_of(
        pool: &TermPool,
        system: &TransitionSystem,
        run: &Unrolling<'_>,
        model: &Model<'_>,
        distance: usize,
    ) -> Option<BackwardState> {
        let location = system
            .heads()
            .find(|l| model.eval(pool, run.at(0, *l)).as_bool())?;
        let variables = &system.location(location).variables;
        let values = variables.iter().map(|id| {
            let value = model.eval(pool, run.value(0, *id));
            let scalar = !matches!(value, Value::Array(_));
            scalar.then_some((*id, value))
        });
        Some(BackwardState {
            location,
            values: values.collect::<Option<Vec<_>>>()?,
            distance,
        })
    }

    /// Whether a run is in this state.
    fn met(&self, pool: &mut TermPool, run: &Unrolling<'_>, frame: usize) -> Term {
        let mut all = vec![run.at(frame, self.location)];
        for (id, value) in &self.values {
            let symbol = run.value(frame, *id);
            let constant = pool.constant(pool.sort(symbol), value);
            all.push(pool.eq(symbol, constant));
        }
        pool.and_all(all)
    }
}

impl Run<'_> {
    /// What goes wrong in a run from the entry that meets one of the states.
    pub(super) fn meets_backward_state(
        &mut self,
        pool: &mut TermPool,
    ) -> Result<Option<Wrong>, Reason> {
        self.backward.truncate(MAX);
        for state in self.backward.clone() {
            for frame in 1..=self.k as usize {
                let met = state.met(pool, &self.base.run, frame);
                if !self.is_possible(pool, met)? {
                    continue;
                }
                while self.base.run.len() <= frame + state.distance {
                    self.base.run.extend(pool);
                }
                return self.goes_wrong(pool, frame + state.distance);
            }
        }
        Ok(None)
    }
}
