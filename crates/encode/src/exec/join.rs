//! States and their joins.

use super::Executor;
use super::plan::FunctionPlan;
use crate::guard::Guard;
use crate::memory::Memory;
use crate::trie::Trie;
use program::BlockId;
use term::{Term, TermPool};

/// The state of one function's activation: its variables by their number in the function, and all memory.
#[derive(Clone)]
pub struct State {
    pub guard: Guard,
    pub locals: Trie<Term>,
    pub memory: Memory,
}

impl Executor<'_> {
    /// Joins the states that reach a block; `states` are in the order in which they reached it. The last two paths to split
    /// off are joined first: what is common to them is longest, and loop exits nest as their iterations do. Where the bound
    /// grows in small steps, the first two are: then a join with one more iteration adds to the join without it.
    pub(super) fn join_all(
        &mut self,
        pool: &mut TermPool,
        mut states: Vec<State>,
        live: impl Fn(u64) -> bool,
    ) -> Option<State> {
        if self.bounds.in_steps {
            let joined = states.into_iter();
            return joined.reduce(|joined, state| self.join(pool, joined, state, &live));
        }
        let mut joined = states.pop()?;
        while let Some(state) = states.pop() {
            joined = self.join(pool, state, joined, &live);
        }
        Some(joined)
    }

    fn join(
        &mut self,
        pool: &mut TermPool,
        a: State,
        b: State,
        live: &impl Fn(u64) -> bool,
    ) -> State {
        let (guard, choice) = self.guards.join(pool, a.guard, b.guard);
        let mut locals = b.locals.clone();
        for (local, x, y) in a.locals.differences(&b.locals) {
            match (x, y) {
                (Some(x), Some(y)) if x == y => {}
                (Some(x), Some(y)) if live(local) => {
                    locals.set(local, pool.ite(choice, *x, *y));
                }
                // Not live, or written on one side only and so never read before it is written again.
                _ => locals.remove(local),
            }
        }
        let memory = Memory::join(pool, &mut self.facts, choice, &a.memory, &b.memory);
        State {
            guard,
            locals,
            memory,
        }
    }
}

/// Whether two states at a loop's head are the same in everything that matters there.
pub(super) fn same_state(plan: &FunctionPlan, head: BlockId, a: &State, b: &State) -> bool {
    let locals = a.locals.differences(&b.locals);
    let same_locals = locals
        .into_iter()
        .all(|(local, x, y)| x == y || !plan.is_live(head, local));
    same_locals && a.memory.same(&b.memory)
}
