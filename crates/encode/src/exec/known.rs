//! What is known of the states at loop heads.
//!
//! Another engine may have proved, while this one unrolls, that something holds whenever a run comes to the head of a loop.
//! A state that contradicts it is in no run and is not followed. Where the lemmas do not decide that by folding, they are
//! still part of the question whether a run goes on beyond a cut. Guards stay as they are: a lemma in every iteration's
//! guard would keep the exits of a loop from joining into the guard before it.

use super::Executor;
use super::call::Activation;
use super::join::State;
use crate::lemma::{CallSite, Lemmas};
use program::{BlockId, VarId};
use std::sync::Arc;
use term::{Term, TermPool};

impl Executor<'_> {
    /// Executions that follow may rely on these lemmas. What they take for granted has been proved without them.
    pub fn rely_on(&mut self, lemmas: Arc<Lemmas>) {
        self.known.push(lemmas);
    }

    /// What is known of a state that has come to a loop head, if anything is. It holds wherever the state's guard does.
    pub(super) fn known_at(
        &self,
        pool: &mut TermPool,
        activation: &Activation,
        head: BlockId,
        state: &State,
    ) -> Option<Term> {
        let callers = self.frames.iter().map(|frame| CallSite {
            function: frame.function,
            block: frame.at.0,
            inst: frame.at.1,
        });
        let value = |frame: usize, var: VarId| {
            let locals = match self.frames.get(frame) {
                Some(frame) => &frame.locals,
                None => &state.locals,
            };
            locals.get(self.local(var)).copied()
        };
        let mut all = pool.tt();
        for lemmas in &self.known {
            let point = (activation.function, head);
            for lemma in lemmas.at(pool, callers.clone(), point, &value) {
                all = pool.and(all, lemma);
            }
        }
        (!pool.is_true(all)).then_some(all)
    }
}
