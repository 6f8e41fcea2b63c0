//! Control: functions, blocks, loops and calls, up to a bound.

use super::join::same_state;
use super::log::{Cut, CutKind, Log};
use super::plan::FunctionPlan;
use super::summary::Summary;
use super::{CutPoints, Executor, Occurrence, Occurrences, State};
use crate::guard::{Guard, Guards};
use crate::trie::Trie;
use program::cfg::{LoopId, WtoElement};
use program::{BlockId, FunctionId, Place, Terminator, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::{Term, TermPool};

/// How far an execution goes.
#[derive(Clone)]
pub struct Bounds {
    /// How often a loop may go round, and a function call itself, where that is not decided by folding.
    pub unwind: u32,
    /// Other numbers for single loops.
    pub loops: FxHashMap<(FunctionId, BlockId), u32>,
    /// Whether iterations that are decided by folding count, too.
    pub count_all: bool,
    /// Whether the program will be executed many times, with bounds that differ by little.
    pub in_steps: bool,
    /// Loops and recursion are cut when the execution has made this many new terms …
    pub terms: usize,
    /// … or executed this many instructions.
    pub steps: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            unwind: u32::MAX,
            loops: FxHashMap::default(),
            count_all: false,
            in_steps: false,
            terms: usize::MAX,
            steps: u64::MAX,
        }
    }
}

/// The execution was stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Calls deeper than this are cut even if every one of them is certain.
const MAX_DEPTH: usize = 20_000;

/// The number of terms that one block of a transition system may have.
const MAX_BLOCK: usize = 2_000_000;

/// An activation that has not returned, for counting recursion.
pub(super) struct Active {
    function: FunctionId,
    guard: Guard,
    /// How many of the function's activations up to this one were not certain, given the one before.
    uncertain: u32,
}

/// A caller that waits.
#[derive(Clone)]
pub struct Frame {
    pub function: FunctionId,
    pub occurrence: Occurrence,
    /// The call instruction.
    pub at: (BlockId, usize),
    pub result: Option<VarId>,
    pub locals: Trie<Term>,
    /// The stack objects of the activation so far.
    pub objects: Vec<u64>,
}

/// A state that has reached a cut point, where execution from cut point to cut point ends.
#[derive(Clone)]
pub struct Arrival {
    pub frames: Vec<Frame>,
    pub function: FunctionId,
    pub occurrence: Occurrence,
    /// It is at the beginning of this block.
    pub block: BlockId,
    pub state: State,
}

/// The run of one function.
pub(super) struct Activation {
    pub function: FunctionId,
    /// The instruction that runs now.
    pub at: (BlockId, usize),
    pub plan: Rc<FunctionPlan>,
    /// The occurrence of what runs now.
    pub occurrence: Occurrence,
    /// States that have reached a block and wait for it to run.
    pending: Vec<Vec<State>>,
    returns: Vec<(State, Option<Term>)>,
    /// Loops that run now, innermost last.
    loops: Vec<RunningLoop>,
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

/// What the current iteration of a loop has met so far.
struct RunningLoop {
    id: LoopId,
    /// An exit that folding closed.
    passed: bool,
    /// An exit that a state took while others may go on.
    left: bool,
}

/// What a function leaves behind when it returns.
pub(super) struct Returned {
    pub state: State,
    pub value: Option<Term>,
}

impl Executor<'_> {
    /// Runs the program from its entry. `stop` is asked now and then whether to give up.
    pub fn run(
        &mut self,
        pool: &mut TermPool,
        bounds: Bounds,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Log, Stopped> {
        self.guards = Guards::new(pool);
        self.bounds = bounds;
        self.steps = 0;
        self.start(pool);
        let state = self.initial_state(pool);
        let entry = self.program.entry;
        let returned = self.call(pool, entry, Vec::new(), state, Occurrences::START, stop)?;
        if let Some(returned) = returned {
            let end = self.guards.term(returned.state.guard);
            self.log.ends.push(end);
        }
        Ok(std::mem::take(&mut self.log))
    }

    /// Forgets the execution before.
    fn start(&mut self, pool: &TermPool) {
        self.terms_at_start = pool.len();
        self.active.clear();
        self.frames.clear();
        self.began_at_cut = false;
        self.unknown_pointers.clear();
        self.log = Log {
            reached: vec![false; self.program.sites.len()],
            ..Log::default()
        };
    }

    /// Where executions from cut point to cut point are cut.
    pub(crate) fn cut_at(&mut self, cuts: CutPoints) {
        self.cuts = cuts;
    }

    /// Runs from the entry to the next cut points.
    pub(crate) fn run_entry_to_cuts(
        &mut self,
        pool: &mut TermPool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(Log, Vec<Arrival>), Stopped> {
        self.prepare_cuts(pool);
        let state = self.initial_state(pool);
        let entry = self.program.entry;
        let start = Occurrences::START;
        let returned = self.call(pool, entry, Vec::new(), state, start, stop)?;
        Ok(self.end_of_cuts(pool, returned))
    }

    /// Runs from a cut point, where `from` says what the state is, to the next ones, and on through its callers.
    pub(crate) fn run_cut_to_cuts(
        &mut self,
        pool: &mut TermPool,
        from: Arrival,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(Log, Vec<Arrival>), Stopped> {
        self.prepare_cuts(pool);
        self.began_at_cut = true;
        self.frames = from.frames;
        for index in 0..self.frames.len() {
            let function = self.frames[index].function;
            self.note_active(function);
        }
        self.note_active(from.function);
        let mut activation = self.activation(from.function, from.occurrence);
        activation.objects = self.stack_objects(from.occurrence);
        activation.pending[from.block.index()].push(from.state);
        let mut returned = self.resume(pool, activation, stop)?;
        while let (Some(done), Some(frame)) = (&returned, self.frames.pop()) {
            self.active.pop();
            let mut activation = self.activation(frame.function, frame.occurrence);
            activation.objects = self.stack_objects(frame.occurrence);
            let mut state = done.state.clone();
            state.locals = frame.locals;
            if let (Some(var), Some(value)) = (frame.result, done.value) {
                self.set(&mut state, var, value);
            }
            let (block, index) = frame.at;
            self.run_from(pool, &mut activation, block, index + 1, state, stop)?;
            returned = self.resume(pool, activation, stop)?;
        }
        Ok(self.end_of_cuts(pool, returned))
    }

    /// The stack objects that an activation may have made before it came to a cut point, on whatever way.
    fn stack_objects(&self, occurrence: Occurrence) -> Vec<u64> {
        self.stack_of.get(&occurrence).cloned().unwrap_or_default()
    }

    fn prepare_cuts(&mut self, pool: &TermPool) {
        self.guards = Guards::new(pool);
        self.bounds = Bounds {
            unwind: 0,
            count_all: true,
            ..Bounds::default()
        };
        self.start(pool);
        self.arrivals = Some(Vec::new());
    }

    fn end_of_cuts(
        &mut self,
        pool: &mut TermPool,
        returned: Option<Returned>,
    ) -> (Log, Vec<Arrival>) {
        if let Some(returned) = returned {
            let end = self.guards.term(returned.state.guard);
            self.log.ends.push(end);
        }
        let arrivals = self.arrivals.replace(Vec::new());
        let mut arrivals = arrivals.expect("cuts were prepared");
        self.set_lost_apart(pool, &mut arrivals);
        self.arrivals = None;
        (std::mem::take(&mut self.log), arrivals)
    }

    fn note_active(&mut self, function: FunctionId) {
        self.active.push(Active {
            function,
            guard: Guard::TRUE,
            uncertain: 0,
        });
    }

    /// Runs whatever waits in an activation, and returns from it.
    fn resume(
        &mut self,
        pool: &mut TermPool,
        mut activation: Activation,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Returned>, Stopped> {
        let plan = activation.plan.clone();
        self.run_elements(pool, &mut activation, &plan.wto.components, stop)?;
        Ok(self.leave(pool, activation))
    }

    pub(super) fn activation(&self, function: FunctionId, occurrence: Occurrence) -> Activation {
        Activation {
            function,
            at: (BlockId(0), 0),
            plan: self.plan.function(function),
            occurrence,
            pending: vec![Vec::new(); self.program.function(function).blocks.len()],
            returns: Vec::new(),
            loops: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// Calls a function; `None` if no path returns. The returned state has no locals: the caller puts its own back.
    pub(super) fn call(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        args: Vec<Term>,
        state: State,
        occurrence: Occurrence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Returned>, Stopped> {
        if let Some(guard) = self.enter(pool, function, state.guard) {
            self.log.cuts.push(Cut {
                kind: CutKind::Recursion { function },
                place: self.program.function(function).place,
                guard,
                known: None,
            });
            return Ok(None);
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

    /// A block of a transition system has no bound of its own: many calls in many contexts can make it too large.
    fn is_too_large(&self, pool: &TermPool) -> bool {
        self.arrivals.is_some() && pool.len() - self.terms_at_start > MAX_BLOCK
    }

    fn is_exhausted(&self, pool: &TermPool) -> bool {
        self.steps > self.bounds.steps || pool.len() - self.terms_at_start > self.bounds.terms
    }

    fn run_function(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        args: Vec<Term>,
        mut state: State,
        occurrence: Occurrence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Returned>, Stopped> {
        let body = self.program.function(function);
        let plan = self.plan.function(function);
        state.locals = Default::default();
        for (param, arg) in body.params.iter().zip(args) {
            state.locals.set(self.plan.local(*param), arg);
        }
        if let Some(arrivals) = &mut self.arrivals
            && self.cuts == CutPoints::LoopHeadsAndCalls
            && !self.frames.is_empty()
        {
            arrivals.push(Arrival {
                frames: self.frames.clone(),
                function,
                occurrence,
                block: BlockId(0),
                state,
            });
            return Ok(None);
        }
        let mut activation = self.activation(function, occurrence);
        activation.pending[0].push(state);
        self.run_elements(pool, &mut activation, &plan.wto.components, stop)?;
        Ok(self.leave(pool, activation))
    }

    /// Joins the returning states and ends the lives of the function's stack objects.
    fn leave(&mut self, pool: &mut TermPool, activation: Activation) -> Option<Returned> {
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
        let mut state = self.join_all(pool, states, |_| true)?;
        let value = state.locals.get(RESULT).copied().filter(|_| has_value);
        state.locals = Default::default();
        Some(Returned { state, value })
    }

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

    /// Runs a loop until no state goes round any more, or its bound is reached.
    ///
    /// A state that comes back to the head exactly as it was there before is dropped: whatever it can do from there, with
    /// other inputs, the earlier visit can do too. That takes for granted that it was there before: where a jump leads into
    /// the body, a run may come to the head for the first time from there.
    fn run_loop(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        head: BlockId,
        body: &[WtoElement],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        if self.recorder.is_some() {
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
                    Summary::Of(rest) => self.unless_cut(pool, activation, id, rest),
                };
            }
            let waiting = state.is_some() || has_pending(activation, body);
            if !waiting {
                break;
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
            if self.arrivals.is_none() {
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
    fn run_from(
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
                Some(next) => state = next,
                None => return Ok(()),
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
        if self.recorder.is_some() && self.record_end(pool, activation, end, &state) {
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
        if let Some(arrivals) = &mut self.arrivals
            && (self.cuts == CutPoints::Blocks || activation.plan.loops.is_head(target))
        {
            arrivals.push(Arrival {
                frames: self.frames.clone(),
                function: activation.function,
                occurrence: activation.occurrence,
                block: target,
                state,
            });
            return;
        }
        activation.pending[target.index()].push(state);
    }

    /// Notes that the memory model cannot do something here.
    pub(super) fn cut_unsupported(&mut self, what: String, place: Place, guard: Guard) {
        let guard = self.guards.term(guard);
        let place = self.seen_place(place);
        self.log.cuts.push(Cut {
            kind: CutKind::Unsupported(what),
            place,
            guard,
            known: None,
        });
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
