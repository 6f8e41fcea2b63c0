//! The run of a claim: the transition system executed on values, and the interpreter on the inputs that come out of it.

use super::{DIFFERS, Judged, NOT_REACHED, NotRecurrent, Recurrence, Values, spoils};
use crate::inductive::NotInductive;
use crate::lasso::NoLasso;
use crate::record::{Recorder, Said};
use crate::replay::Answers;
use crate::trace::Lasso;
use crate::watch;
use encode::inputs::Inputs;
use encode::promote::Promotion;
use encode::system::{LocationId, StateVarId, TransitionSystem};
use program::interp::{self, Ending, Event, Observer, Position};
use program::{Goals, Program};
use std::cell::RefCell;
use std::rc::Rc;
use term::eval::Evaluator;
use term::{SymbolId, TermPool, Value};

/// After the stem, so many blocks are replayed, or twice as many as there are stations.
const TURNS: usize = 8;

/// The most instructions that a replay runs.
const MAX_STEPS: u64 = 2_000_000;

impl Recurrence {
    /// The run, evaluated block by block: the stem, and then some turns with the chosen inputs.
    pub(super) fn run(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        program: &Program,
    ) -> Result<Run, NotInductive> {
        let unreached = || NotInductive::Refuted(NOT_REACHED);
        let mut run = Run::default();
        let mut here = Some((TransitionSystem::ENTRY, Values::default()));
        for inputs in &self.stem {
            let (at, mut values) = here.take().ok_or_else(unreached)?;
            values.extend(inputs.iter().map(|(s, v)| (*s, v.clone())));
            here = next(pool, system, program, at, &values);
            run.blocks.push((at, values));
        }
        let turns = TURNS.max(2 * self.stations.len());
        for _ in 0..turns {
            let (at, state) = here.take().ok_or_else(unreached)?;
            let mut all = self.stations.iter();
            let mut evaluator = Evaluator::new(pool, &state);
            let station = all.find(|s| s.location == at && evaluator.eval(s.set).as_bool());
            let station = station.ok_or_else(unreached)?;
            let choices = station.choices.iter().chain(&station.witnesses);
            let chosen = choices.map(|(input, term)| {
                let symbol = pool.as_symbol(*input).expect("inputs are symbols");
                (symbol, evaluator.eval(*term))
            });
            let chosen: Vec<(SymbolId, Value)> = chosen.collect();
            let mut values = state.clone();
            values.extend(chosen);
            here = next(pool, system, program, at, &values);
            run.blocks.push((at, values));
        }
        let (at, values) = here.ok_or_else(unreached)?;
        run.blocks.push((at, values));
        Ok(run)
    }

    /// Lets the interpreter follow the run.
    pub(super) fn replay(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        judged: &Judged<'_>,
        run: &Run,
    ) -> Result<Lasso, NotRecurrent> {
        let differs = || NotInductive::Refuted(DIFFERS);
        let inputs = system.inputs(pool, &run.blocks).ok_or(NoLasso::Ends)?;
        compare(pool, system, judged.promoted, run, &inputs).ok_or_else(differs)?;
        let said = Rc::new(RefCell::new(Said::default()));
        let mut oracle = Answers::new(pool, judged.promotion, &inputs, said.clone(), None);
        let program = judged.original;
        let mut judge = Judge {
            program,
            system,
            run,
            first: self.stem.len(),
            recorder: Recorder::new(program, said),
            arrived: 0,
            since: 0,
            turned: None,
            spoiled: None,
        };
        let goals = Goals::new(program, &[]);
        let ending = interp::run(pool, program, &goals, &mut oracle, &mut judge, MAX_STEPS);
        if let Some(why) = judge.spoiled {
            return Err(why);
        }
        match ending {
            Ending::Enough => {
                let first = run.blocks[self.stem.len()].0;
                let place = judged.place_of(pool, system, first);
                if let Some(end) = judge.turned {
                    judge.recorder.forget_since(end);
                }
                let mut lasso = judge.recorder.finish_lasso(judge.since, place);
                lasso.recurrent = Some(self.text(pool, system, judged.promoted));
                Ok(lasso)
            }
            Ending::Undefined(v) | Ending::Violated(v) => {
                Err(NoLasso::Undefined(v.site, v.place).into())
            }
            Ending::Steps | Ending::Memory { .. } => Err(NoLasso::Steps.into()),
            _ => Err(differs().into()),
        }
    }
}

/// A run of the transition system: locations, each with the values of variables and of inputs of its block.
#[derive(Default)]
pub(super) struct Run {
    blocks: Vec<(LocationId, Values)>,
}

/// The state after a block; `None` if the run does not go on, or proves nothing.
fn next(
    pool: &TermPool,
    system: &TransitionSystem,
    program: &Program,
    at: LocationId,
    values: &Values,
) -> Option<(LocationId, Values)> {
    let mut evaluator = Evaluator::new(pool, values);
    let mut checks = system.block(at).checks.iter();
    if checks.any(|c| spoils(program, c.site) && evaluator.eval(c.condition).as_bool()) {
        return None;
    }
    let mut edges = system.edges_from(at);
    let edge = edges.find(|e| evaluator.eval(system.edge(*e).guard).as_bool())?;
    let state = system.updates(edge).map(|(id, value)| {
        let symbol = pool.as_symbol(system.variable(id).symbol);
        let symbol = symbol.expect("state symbols are symbols");
        (symbol, evaluator.eval(value))
    });
    Some((system.edge(edge).to, state.collect()))
}

/// Runs the promoted program: it must come to the same locations with the same values.
fn compare(
    pool: &TermPool,
    system: &TransitionSystem,
    program: &Program,
    run: &Run,
    inputs: &Inputs,
) -> Option<()> {
    let said = Rc::new(RefCell::new(Said::default()));
    let none = Promotion::default();
    let mut oracle = Answers::new(pool, &none, inputs, said, None);
    let mut comparison = Comparison {
        pool,
        program,
        system,
        run,
        arrived: 0,
        differs: false,
    };
    let goals = Goals::new(program, &[]);
    let ending = interp::run(
        pool,
        program,
        &goals,
        &mut oracle,
        &mut comparison,
        MAX_STEPS,
    );
    (ending == Ending::Enough && !comparison.differs).then_some(())
}

/// Observes a run of the promoted program.
struct Comparison<'a> {
    pool: &'a TermPool,
    program: &'a Program,
    system: &'a TransitionSystem,
    run: &'a Run,
    arrived: usize,
    differs: bool,
}

impl Observer for Comparison<'_> {
    fn event(&mut self, _: Event) {}

    fn arrive(&mut self, position: &Position<'_, '_>) {
        let mut heads = self.system.heads();
        let here = heads.find(|l| watch::is_at(position, self.system.location(*l)));
        let Some(here) = here else {
            return;
        };
        self.arrived += 1;
        let (expected, values) = &self.run.blocks[self.arrived];
        let location = self.system.location(here);
        let is_same = |id: &StateVarId| {
            let variable = self.system.variable(*id);
            let source = watch::source_of(self.program, location, variable.origin);
            let symbol = self.pool.as_symbol(variable.symbol);
            match (source, symbol.and_then(|s| values.get(&s))) {
                (Some(source), Some(Value::BitVec(value))) => {
                    watch::read(position, source) == *value
                }
                _ => true,
            }
        };
        self.differs |= here != *expected || !location.variables.iter().all(is_same);
    }

    fn has_enough(&self) -> bool {
        self.differs || self.arrived + 1 == self.run.blocks.len()
    }
}

/// Observes a run of the program as the front end made it.
struct Judge<'a> {
    program: &'a Program,
    system: &'a TransitionSystem,
    run: &'a Run,
    /// The number of the block that begins at the first station.
    first: usize,
    recorder: Recorder<'a>,
    arrived: usize,
    /// When it came to the first station, and what there was when it came to that location again.
    since: usize,
    turned: Option<(usize, usize)>,
    spoiled: Option<NotRecurrent>,
}

impl Observer for Judge<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Passed { site, place, .. } = &event
            && spoils(self.program, *site)
        {
            self.spoil(NoLasso::Undefined(*site, *place));
        }
        self.recorder.event(event);
    }

    fn arrive(&mut self, position: &Position<'_, '_>) {
        let here = self.system.heads().filter(|l| {
            let location = self.system.location(*l);
            location.stack.len() == position.depth()
                && location.stack.iter().enumerate().all(|(index, active)| {
                    // The instructions before a call are others after promotion.
                    let (function, block, _) = position.at(index);
                    (function, block) == (active.function, active.at.0)
                })
        });
        let here: Vec<LocationId> = here.collect();
        let (expected, _) = &self.run.blocks[self.arrived + 1];
        if here.is_empty() {
            return;
        }
        if !here.contains(expected) {
            let why = NotInductive::Refuted(DIFFERS);
            self.spoiled.get_or_insert(why.into());
            return;
        }
        self.arrived += 1;
        if let Some(source) = position.doubt() {
            self.spoil(NoLasso::Doubt(source));
        }
        if self.arrived == self.first {
            self.since = self.recorder.moment();
        } else if self.arrived > self.first
            && self.turned.is_none()
            && *expected == self.run.blocks[self.first].0
        {
            self.turned = Some(self.recorder.extent());
        }
    }

    fn has_enough(&self) -> bool {
        self.spoiled.is_some() || self.arrived + 1 == self.run.blocks.len()
    }
}

impl Judge<'_> {
    fn spoil(&mut self, why: NoLasso) {
        self.spoiled.get_or_insert(why.into());
    }
}
