//! Blocks and where they lead.

use super::call::Activation;
use super::cuts::Arrival;
use super::mode::Mode;
use super::run::Stopped;
use super::{CutPoints, Executor, Flow, PathEnd, State};
use program::cfg::WtoElement;
use program::{BlockId, Terminator};
use term::{Term, TermPool};

impl Executor<'_> {
    pub(super) fn run_elements(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        elements: &[WtoElement],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        for element in elements {
            match element {
                WtoElement::Block(block) => {
                    if let Some(state) = self.arrive(pool, activation, *block) {
                        self.run_block(pool, activation, *block, state, stop)?;
                    }
                }
                WtoElement::Loop { head, body } => {
                    self.run_loop(pool, activation, *head, body, stop)?;
                }
            }
        }
        Ok(())
    }

    /// Takes and joins the states that wait for a block.
    pub(super) fn arrive(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        block: BlockId,
    ) -> Option<State> {
        let states = std::mem::take(&mut activation.pending[block.index()]);
        let plan = activation.plan.clone();
        self.join_all(pool, states, |local| plan.is_live(block, local))
    }

    pub(super) fn run_block(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        block: BlockId,
        state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        self.run_from(pool, activation, block, 0, state, stop)
    }

    /// Runs a block from one of its instructions on.
    pub(super) fn run_from(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        block: BlockId,
        first: usize,
        mut state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        let program = self.program;
        let code = &program.function(activation.function).blocks[block.index()];
        for (index, inst) in code.insts.iter().enumerate().skip(first) {
            activation.at = (block, index);
            self.steps += 1;
            if self.steps.is_multiple_of(1024) && (stop() || self.is_too_large(pool)) {
                return Err(Stopped);
            }
            let point = activation.plan.point(block, index);
            match self.step(pool, activation, point, inst, state, stop)? {
                Flow::Continue(next) => state = next,
                Flow::Break(PathEnd) => return Ok(()),
            }
        }
        self.finish(pool, activation, &code.end, state);
        Ok(())
    }

    /// Passes the state on to where the block's terminator leads.
    fn finish(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        end: &Terminator,
        state: State,
    ) {
        if self.is_recording() && self.record_end(pool, activation, end, &state) {
            return;
        }
        match end {
            Terminator::Goto(target) => self.send(activation, *target, state),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(pool, &state, *condition);
                let negated = pool.not(condition);
                self.branch(pool, activation, *then, &state, condition);
                self.branch(pool, activation, *otherwise, &state, negated);
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.value(pool, &state, *value);
                let mut by_target: Vec<(BlockId, Term)> = Vec::new();
                let mut any = pool.ff();
                for (number, target) in cases {
                    let number = pool.bv(number.clone());
                    let here = pool.eq(value, number);
                    any = pool.or(any, here);
                    match by_target.iter_mut().find(|(t, _)| t == target) {
                        Some((_, condition)) => *condition = pool.or(*condition, here),
                        None => by_target.push((*target, here)),
                    }
                }
                let none = pool.not(any);
                match by_target.iter_mut().find(|(t, _)| t == default) {
                    Some((_, condition)) => *condition = pool.or(*condition, none),
                    None => by_target.push((*default, none)),
                }
                for (target, condition) in by_target {
                    self.branch(pool, activation, target, &state, condition);
                }
            }
            Terminator::Return(value) => {
                let value = value.map(|v| self.value(pool, &state, v));
                activation.returns.push((state, value));
            }
            Terminator::Halt => {
                let end = self.guards.term(state.guard);
                self.log.ends.push(end);
            }
        }
    }

    /// Sends the state to a block under a further condition, unless that folds to false.
    fn branch(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        target: BlockId,
        state: &State,
        condition: Term,
    ) {
        let guard = self.guards.and(pool, state.guard, condition);
        let certain = pool.is_true(condition);
        let plan = activation.plan.clone();
        for running in &mut activation.loops {
            if !plan.loops.contains(running.id, target) {
                running.passed |= guard.is_none();
                running.left |= guard.is_some() && !certain;
            }
        }
        if let Some(guard) = guard {
            let state = State {
                guard,
                ..state.clone()
            };
            self.send(activation, target, state);
        }
    }

    pub(super) fn send(&mut self, activation: &mut Activation, target: BlockId, state: State) {
        if let Mode::Cut(cutting) = &mut self.mode
            && (cutting.cuts == CutPoints::Blocks || activation.plan.loops.is_head(target))
        {
            cutting.arrivals.push(Arrival {
                frames: self.frames.clone(),
                function: activation.function,
                occurrence: activation.occurrence,
                block: target,
                made: cutting.made.clone(),
                state,
            });
            return;
        }
        activation.pending[target.index()].push(state);
    }
}
