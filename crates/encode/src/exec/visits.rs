//! Visits of loop heads, for those who look for runs that come back to a state.
//!
//! Two visits of one loop in the same activation of its function differ only in what the loop can change: the variables of the
//! function, and memory. The callers wait.

use super::{Executor, Occurrence, State};
use program::{BlockId, FunctionId};
use std::rc::Rc;
use term::{Term, TermPool};

/// A state at the head of a loop.
pub struct Visit {
    function: FunctionId,
    head: BlockId,
    /// Where the loop was entered.
    outside: Occurrence,
    state: State,
}

impl Visit {
    /// Whether both are of one loop, entered once.
    pub fn is_of_same_loop(&self, other: &Visit) -> bool {
        (self.function, self.head, self.outside) == (other.function, other.head, other.outside)
    }
}

impl Executor<'_> {
    /// From now on logs contain the states at loop heads.
    pub fn keep_visits(&mut self) {
        self.keeps_visits = true;
    }

    pub(super) fn note_visit(
        &mut self,
        function: FunctionId,
        head: BlockId,
        outside: Occurrence,
        state: &State,
    ) {
        if self.keeps_visits && !self.is_cutting() && !self.is_recording() {
            self.log.visits.push(Visit {
                function,
                head,
                outside,
                state: state.clone(),
            });
        }
    }

    /// The condition under which a run gets to the later visit, and finds the state of the earlier one. Objects that only one
    /// of the states has are not compared, so whoever needs certainty has to look at a run. Must be asked before the next
    /// execution.
    pub fn comes_back(&mut self, pool: &mut TermPool, earlier: &Visit, later: &Visit) -> Term {
        let (a, b) = (&earlier.state, &later.state);
        let mut same = vec![self.guards.term(b.guard)];
        for (_, x, y) in a.locals.differences(&b.locals) {
            if let (Some(x), Some(y)) = (x, y) {
                same.push(pool.eq(*x, *y));
            }
        }
        let differences = a.memory.objects.differences(&b.memory.objects);
        let differences: Vec<_> = differences
            .into_iter()
            .filter_map(|(number, x, y)| Some((number, x?.clone(), y?.clone())))
            .collect();
        for (number, mut x, mut y) in differences {
            if Rc::ptr_eq(&x, &y) {
                continue;
            }
            same.push(pool.eq(x.alive, y.alive));
            let shape = self.facts[number as usize].shape.clone();
            if shape.unit == 0 || x.contents.same(&y.contents) {
                continue;
            }
            let x = Rc::make_mut(&mut x).contents.state_values(pool, &shape);
            let y = Rc::make_mut(&mut y).contents.state_values(pool, &shape);
            for (x, y) in x.into_iter().zip(y) {
                same.push(pool.eq(x, y));
            }
        }
        pool.and_all(same)
    }
}
