//! Lifting: a state that leads to a cube becomes a cube of states that all do.
//!
//! The state and the inputs together determine the next state. So "this state, these inputs, and not that cube next" has no
//! model, and the literals of the state in the refutation are enough. They are few because "not that cube" is assumed last: the
//! solver has computed the next state by then, and follows it back to its reasons (Chockler, Ivrii, Matsliah, Moran, Nevo, *Incremental
//! formal verification of hardware*, FMCAD 2011). A run only goes on if the constraints hold, so what is refuted is that
//! they hold and the cube is reached.

use super::core::Core;
use super::frame::Cube;
use super::query::Query;
use crate::circuit::Signal;
use sat::Lit;
use smt::Why;

/// What a state is lifted with regard to.
#[derive(Clone, Copy)]
pub(super) enum Target<'t> {
    Bad,
    Next(&'t [Lit]),
}

impl Core<'_> {
    /// A cube of states all of which, with these inputs, keep the constraints and meet the target; the state does.
    pub fn lift(
        &mut self,
        state: &[Lit],
        inputs: &[bool],
        target: Target<'_>,
    ) -> Result<Cube, Why> {
        self.counters.lifted_from += state.len() as u64;
        let mut signals = self.encoded.constraints.clone();
        match target {
            Target::Bad => signals.push(self.encoded.bad),
            Target::Next(cube) => signals.extend(cube.iter().map(|l| self.encoded.next(*l))),
        }
        let lits = signals.into_iter().filter_map(|signal| match signal {
            Signal::Constant(_) => None,
            Signal::Lit(lit) => Some(!lit),
        });
        let missed: Vec<Lit> = lits.collect();
        if missed.is_empty() {
            return Ok(Vec::new());
        }
        let mut cube = state.to_vec();
        // Those that matter least come last, so that they are the least needed.
        cube.sort_by(|a, b| {
            let of = |lit: &Lit| self.activity[lit.var().0 as usize];
            of(b).total_cmp(&of(a))
        });
        if self.lifting.is_stale() {
            self.lifting = Query::new(&self.plain);
            self.counters.rebuilt += 1;
        }
        for _ in 0..2 {
            let before = cube.len();
            let of_inputs = self.encoded.inputs.iter().zip(inputs);
            let mut assumptions: Vec<Lit> = of_inputs.map(|(l, v)| l.negate_if(!v)).collect();
            assumptions.extend(cube.iter().map(|lit| self.encoded.now(*lit)));
            self.counters.questions += 1;
            if self
                .lifting
                .ask_clause_last(&missed, &assumptions, self.limits)?
            {
                // Not with a complete state; what was left of it then is kept.
                break;
            }
            let core: rustc_hash::FxHashSet<Lit> = self.lifting.core().iter().copied().collect();
            let encoded = &self.encoded;
            cube.retain(|lit| core.contains(&encoded.now(*lit)));
            if cube.len() == before {
                break;
            }
            cube.reverse();
        }
        cube.sort_unstable();
        self.counters.lifted_to += cube.len() as u64;
        Ok(cube)
    }
}
