//! Functions: activations, calls and returns.

use super::cuts::Arrival;
use super::log::{Cut, CutKind};
use super::loops::RunningLoop;
use super::mode::Mode;
use super::plan::FunctionPlan;
use super::run::Stopped;
use super::{CutPoints, Executor, Flow, Occurrence, PathEnd, State};
use crate::guard::Guard;
use crate::trie::Trie;
use program::{BlockId, FunctionId, VarId};
use std::sync::Arc;
use term::{Term, TermPool};

/// Calls deeper than this are cut even if every one of them is certain.
const MAX_DEPTH: usize = 20_000;

/// An activation that has not returned, for counting recursion.
pub(super) struct Active {
    function: FunctionId,
    guard: Guard,
    /// How many of the function's activations up to this one were not certain, given the one before.
    uncertain: u32,
}

/// A caller that waits.
#[derive(Clone)]
pub struct Caller {
    pub function: FunctionId,
    pub occurrence: Occurrence,
    /// The call instruction.
    pub at: (BlockId, usize),
    pub result: Option<VarId>,
    pub locals: Trie<Term>,
    /// The stack objects of the activation so far.
    pub objects: Vec<u64>,
}

/// The run of one function.
pub(super) struct Activation {
    pub function: FunctionId,
    /// The instruction that runs now.
    pub at: (BlockId, usize),
    pub plan: Arc<FunctionPlan>,
    /// The occurrence of what runs now.
    pub occurrence: Occurrence,
    /// States that have reached a block and wait for it to run.
    pub pending: Vec<Vec<State>>,
    pub returns: Vec<(State, Option<Term>)>,
    /// Loops that run now, innermost last.
    pub loops: Vec<RunningLoop>,
    /// The stack objects of this activation.
    pub objects: Vec<u64>,
}

impl Activation {
    /// A state leaves all loops that the target is not in, while others may go on.
    pub fn note_left(&mut self, target: BlockId) {
        for running in &mut self.loops {
            running.left |= !self.plan.loops.contains(running.id, target);
        }
    }
}

/// What a call results in.
pub(super) struct Returned {
    pub state: State,
    pub value: Option<Term>,
}

impl Executor<'_> {
    pub(super) fn note_active(&mut self, function: FunctionId) {
        self.active.push(Active {
            function,
            guard: Guard::TRUE,
            uncertain: 0,
        });
    }

    /// Runs whatever waits in an activation, and returns from it.
    pub(super) fn resume(
        &mut self,
        pool: &mut TermPool,
        mut activation: Activation,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Flow<Returned>, Stopped> {
        let plan = activation.plan.clone();
        self.run_elements(pool, &mut activation, &plan.wto.components, stop)?;
        Ok(self.leave(pool, activation))
    }

    pub(super) fn activation(&self, function: FunctionId, occurrence: Occurrence) -> Activation {
        Activation {
            function,
            at: (BlockId(0), 0),
            plan: self.analyses.plan.function(function),
            occurrence,
            pending: vec![Vec::new(); self.program.function(function).blocks.len()],
            returns: Vec::new(),
            loops: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// Calls a function. The path ends if none returns. The returned state has no locals: the caller puts its own back.
    pub(super) fn call(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        args: Vec<Term>,
        state: State,
        occurrence: Occurrence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Flow<Returned>, Stopped> {
        if let Some(guard) = self.enter(pool, function, state.guard) {
            self.log.cuts.push(Cut {
                kind: CutKind::Recursion { function },
                place: self.program.function(function).place,
                guard,
                known: None,
            });
            return Ok(Flow::Break(PathEnd));
        }
        let result = stacker::maybe_grow(256 * 1024, 8 * 1024 * 1024, || {
            self.run_function(pool, function, args, state, occurrence, stop)
        });
        self.active.pop();
        result
    }

    /// Notes the call; returns its guard if it goes too deep.
    fn enter(&mut self, pool: &TermPool, function: FunctionId, guard: Guard) -> Option<Term> {
        let last = self.active.iter().rev().find(|a| a.function == function);
        let uncertain = match last {
            None => 0,
            Some(last) if last.guard == guard && !self.bounds.count_all => last.uncertain,
            Some(last) => last.uncertain + 1,
        };
        let deep = uncertain > self.bounds.unwind
            || self.active.len() >= MAX_DEPTH
            || (last.is_some() && self.is_exhausted(pool))
            || (last.is_some() && self.is_closed(self.guards.term(guard)));
        if deep {
            return Some(self.guards.term(guard));
        }
        self.active.push(Active {
            function,
            guard,
            uncertain,
        });
        None
    }

    fn run_function(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        args: Vec<Term>,
        mut state: State,
        occurrence: Occurrence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Flow<Returned>, Stopped> {
        let body = self.program.function(function);
        let plan = self.analyses.plan.function(function);
        state.locals = Default::default();
        for (param, arg) in body.params.iter().zip(args) {
            state.locals.set(self.local(*param), arg);
        }
        if let Mode::Cut(cutting) = &mut self.mode
            && cutting.cuts == CutPoints::LoopHeadsAndCalls
            && !self.frames.is_empty()
        {
            cutting.arrivals.push(Arrival {
                frames: self.frames.clone(),
                function,
                occurrence,
                block: BlockId(0),
                made: cutting.made.clone(),
                state,
            });
            return Ok(Flow::Break(PathEnd));
        }
        let mut activation = self.activation(function, occurrence);
        activation.pending[0].push(state);
        self.run_elements(pool, &mut activation, &plan.wto.components, stop)?;
        Ok(self.leave(pool, activation))
    }

    /// Joins the returning states and ends the lives of the function's stack objects.
    fn leave(&mut self, pool: &mut TermPool, activation: Activation) -> Flow<Returned> {
        const RESULT: u64 = 0;
        let mut states = Vec::new();
        let mut has_value = false;
        for (mut state, value) in activation.returns {
            state.locals = Default::default();
            if let Some(value) = value {
                state.locals.set(RESULT, value);
                has_value = true;
            }
            for object in &activation.objects {
                state.memory.objects.remove(*object);
            }
            states.push(state);
        }
        let Some(mut state) = self.join_all(pool, states, |_| true) else {
            return Flow::Break(PathEnd);
        };
        let value = state.locals.get(RESULT).copied().filter(|_| has_value);
        state.locals = Default::default();
        Flow::Continue(Returned { state, value })
    }
}
