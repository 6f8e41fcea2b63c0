//! Executions from cut point to cut point: the blocks of a transition system.

use super::call::{Caller, Returned};
use super::log::Log;
use super::mode::{Cutting, Mode};
use super::run::{Bounds, Stopped};
use super::{Executor, Flow, Occurrence, Occurrences, State};
use crate::guard::Guards;
use program::{BlockId, FunctionId};
use rustc_hash::FxHashSet;
use term::TermPool;

/// Where a transition system has locations, besides the entry. There have to be some in each loop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CutPoints {
    /// Heads of loops: blocks are as large as can be.
    #[default]
    LoopHeads,
    /// Those, and the beginnings of called functions.
    LoopHeadsAndCalls,
    /// Every basic block of the program.
    Blocks,
}

/// A state that has reached a cut point, where execution from cut point to cut point ends.
#[derive(Clone)]
pub struct Arrival {
    pub frames: Vec<Caller>,
    pub function: FunctionId,
    pub occurrence: Occurrence,
    /// It is at the beginning of this block.
    pub block: BlockId,
    /// The objects that the execution had made when it came there: those on the way, and maybe some on others.
    pub made: FxHashSet<u64>,
    pub state: State,
}

impl Executor<'_> {
    /// Where executions from cut point to cut point are cut.
    pub(crate) fn cut_at(&mut self, cuts: CutPoints) {
        self.mode = Mode::Cut(Cutting::new(cuts));
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
        self.cut_mode().began_at_cut = true;
        self.frames = from.frames;
        for index in 0..self.frames.len() {
            let function = self.frames[index].function;
            self.note_active(function);
        }
        self.note_active(from.function);
        let mut activation = self.activation(from.function, from.occurrence);
        activation.objects = self.cut_mode().stack_objects(from.occurrence);
        activation.pending[from.block.index()].push(from.state);
        let mut returned = self.resume(pool, activation, stop)?;
        while let (Flow::Continue(done), Some(frame)) = (&returned, self.frames.pop()) {
            self.active.pop();
            let mut activation = self.activation(frame.function, frame.occurrence);
            activation.objects = self.cut_mode().stack_objects(frame.occurrence);
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

    /// Says which objects must not be made again in the executions that follow ([`Cutting::occupied`]).
    pub(crate) fn occupy(&mut self, objects: FxHashSet<u64>) {
        self.cut_mode().occupied = objects;
    }

    fn cut_mode(&mut self) -> &mut Cutting {
        self.cutting_mut().expect("cut points were chosen")
    }

    fn prepare_cuts(&mut self, pool: &TermPool) {
        self.guards = Guards::new(pool);
        self.bounds = Bounds {
            unwind: 0,
            count_all: true,
            ..Bounds::default()
        };
        self.start(pool);
        let cutting = self.cut_mode();
        cutting.arrivals.clear();
        cutting.began_at_cut = false;
        cutting.made.clear();
    }

    fn end_of_cuts(
        &mut self,
        pool: &mut TermPool,
        returned: Flow<Returned>,
    ) -> (Log, Vec<Arrival>) {
        if let Flow::Continue(returned) = returned {
            let end = self.guards.term(returned.state.guard);
            self.log.ends.push(end);
        }
        let mut arrivals = std::mem::take(&mut self.cut_mode().arrivals);
        self.set_lost_apart(pool, &mut arrivals);
        (std::mem::take(&mut self.log), arrivals)
    }
}
