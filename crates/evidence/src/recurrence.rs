//! Checking a recurrent set: states that a run need never leave, although none of them has to come twice.
//!
//! A claim consists of *stations*, each a set of states at a location with a choice of inputs: for some inputs of the block that
//! begins there, a term over the state. Three things are checked.
//!
//! 1. A fresh solver proves that from each state of each station the chosen inputs take an edge into a station again, and
//!    that no check fails whose failing is undefined behaviour, or stands for something that is not supported (A. Gupta, T.
//!    Henzinger, R. Majumdar, A. Rybalchenko, R. Xu, *Proving Non-termination*, POPL 2008; that it has to hold from all states
//!    of the set makes it a closed set: H. Chen, B. Cook, C. Fuhs, K. Nimkar, P. O'Hearn, *Proving Nontermination via
//!    Safety*, TACAS 2014). Since inputs are terms of the state, there is no quantifier to eliminate.
//! 2. A run from the entry, evaluated block by block, comes to a station.
//! 3. The interpreter follows this run and some more blocks. The promoted program must come to the same locations with the
//!    same values of variables. The program as the front end made it must come to the same locations, without undefined
//!    behaviour, and without any value that is known only approximately.
//!
//! Then there is a run that goes on for ever: the state of the run is in a station, and by induction so is that after each
//! further block.
//!
//! Why the transition system may be relied on, which describes more than one program's runs: what is not known is an input of
//! a block, and all inputs that are not chosen have any values in the first obligation, so whatever they really are, the run
//! stays. Chosen are only those inputs that a real run can get at will: results of input functions and of functions without
//! a body, arguments, volatile objects. Neither are the results of approximated functions, nor the time or random numbers, nor
//! `undef`, nor addresses; all of these may be read in the cycle, if nothing depends on them. A gap is no edge. Objects that a
//! loop makes without bound are an abstraction of their own ([`encode::system::StateFamily`]), so systems that have them are
//! rejected.

use crate::inductive::NotInductive;
use crate::lasso::NoLasso;
use crate::record::{Recorder, Said};
use crate::replay::Answers;
use crate::trace::{Lasso, Recurrent, RecurrentPlace};
use crate::watch;
use domains::{Types, show};
use encode::inputs::Inputs;
use encode::promote::Promotion;
use encode::system::{
    AskedKind, Block, EdgeId, LocationId, StateVarId, TransitionSystem, Violation,
};
use program::interp::{self, Ending, Event, Observer, Position};
use program::{Goals, InputSource, InstKind, Program, Property, SiteId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use std::cell::RefCell;
use std::rc::Rc;
use term::eval::Evaluator;
use term::{SymbolId, Term, TermPool, Value};

/// A claim: a run that has come to one of the stations need never leave them.
pub struct Recurrence {
    pub stations: Vec<Station>,
    /// Inputs for the blocks of a run that comes to a station, from the entry on; those that are not mentioned are zero.
    pub stem: Vec<Values>,
    /// How it was found.
    pub engine: String,
}

/// States from which a run comes to a station again.
#[derive(Clone, Debug)]
pub struct Station {
    pub location: LocationId,
    /// Over the variables of the location.
    pub set: Term,
    /// Inputs of the location's block, each with a term over the variables of the location.
    pub choices: Vec<(Term, Term)>,
}

/// Values of symbols.
pub type Values = FxHashMap<SymbolId, Value>;

/// The program at its two stages, and what the transition system is about.
pub struct Judged<'a> {
    /// As the front end made it.
    pub original: &'a Program,
    pub promoted: &'a Program,
    pub promotion: &'a Promotion,
    pub goals: &'a Goals,
}

/// Why a claim was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRecurrent {
    /// It does not hold, or the solver gave no answer.
    Set(NotInductive),
    /// The interpreter does not confirm it.
    Run(NoLasso),
}

impl From<NotInductive> for NotRecurrent {
    fn from(why: NotInductive) -> NotRecurrent {
        NotRecurrent::Set(why)
    }
}

impl From<NoLasso> for NotRecurrent {
    fn from(why: NoLasso) -> NotRecurrent {
        NotRecurrent::Run(why)
    }
}

const NOTHING: &str = "it has no station";
const FOREIGN: &str = "it speaks of something that is not a variable of the location";
const NOT_CHOSEN: &str = "it chooses an input that a run does not get at will";
const NOT_ASKED: &str = "the transition system is not about all undefined behaviour";
const FAMILIES: &str = "the transition system has objects without number";
const LEFT: &str = "a run may leave it";
const NOT_REACHED: &str = "its run does not come to it";
const DIFFERS: &str = "the interpreter's run differs from that of the transition system";

/// After the stem, so many blocks are replayed, or as many as it takes to come to each station.
const TURNS: usize = 8;

/// The most instructions that a replay runs.
const MAX_STEPS: u64 = 2_000_000;

/// The inputs of a block that a run can get at will.
pub fn free_inputs(program: &Program, block: &Block) -> Vec<Term> {
    let mut found = Vec::new();
    for asked in &block.asked {
        let AskedKind::Value { var, value } = asked.kind else {
            continue;
        };
        if block.inputs.contains(&value) && is_free(program, var) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Whether each unknown value of a variable is one that a run can get at will.
fn is_free(program: &Program, asked: VarId) -> bool {
    let sources = program.insts().filter_map(|kind| match kind {
        InstKind::Havoc { var, source } if *var == asked => Some(source),
        _ => None,
    });
    let mut sources = sources.peekable();
    let is_real = |source: &InputSource| match source {
        InputSource::Nondet(_)
        | InputSource::External(_)
        | InputSource::Argument(_)
        | InputSource::Volatile(_) => true,
        InputSource::Approximated(_)
        | InputSource::Passing(_)
        | InputSource::Uninitialised(_)
        | InputSource::Layout
        | InputSource::Pointer { .. }
        | InputSource::Undefined
        | InputSource::Unspecified => false,
    };
    !program.var(asked).pointer && sources.peek().is_some() && sources.all(is_real)
}

/// Whether a run in which the check fails proves nothing.
fn spoils(program: &Program, site: SiteId) -> bool {
    let site = program.site(site);
    site.is_undefined() || site.property == Property::Unsupported
}

impl Recurrence {
    /// Proves the claim and runs the program.
    pub fn check(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        judged: &Judged<'_>,
        limits: &Limits,
    ) -> Result<Lasso, NotRecurrent> {
        self.is_well_formed(pool, system, judged)?;
        self.is_closed(pool, system, judged.promoted, limits)?;
        let run = self.run(pool, system, judged.promoted)?;
        self.replay(pool, system, judged, &run)
    }

    /// Sets and choices are functions of the state, and what is chosen can be.
    fn is_well_formed(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        judged: &Judged<'_>,
    ) -> Result<(), NotInductive> {
        let program = judged.promoted;
        let sites = program.sites.iter().enumerate();
        let mut undefined = sites.filter(|(_, site)| site.is_undefined() && !site.ends_run);
        if !undefined.all(|(index, _)| judged.goals.contains(SiteId::new(index))) {
            return Err(NotInductive::Refuted(NOT_ASKED));
        }
        if !system.families.is_empty() {
            return Err(NotInductive::Refuted(FAMILIES));
        }
        if self.stations.is_empty() {
            return Err(NotInductive::Refuted(NOTHING));
        }
        for station in &self.stations {
            let variables = &system.location(station.location).variables;
            let is_over = |term: Term| {
                let symbols = pool.symbols_of(&[term]).into_iter();
                symbols.map(|s| pool.symbol_term(s)).all(|symbol| {
                    let known = system.variable_of(symbol);
                    known.is_some_and(|id| variables.contains(&id))
                        && !system.rigid.contains(&symbol)
                })
            };
            let fits = |(input, term): &(Term, Term)| pool.sort(*input) == pool.sort(*term);
            let mut choices = station.choices.iter();
            if !is_over(station.set) || !choices.all(|c| is_over(c.1) && fits(c)) {
                return Err(NotInductive::Refuted(FOREIGN));
            }
            let free = free_inputs(program, system.block(station.location));
            let chosen: FxHashSet<Term> = station.choices.iter().map(|c| c.0).collect();
            let each_once = chosen.len() == station.choices.len();
            if !each_once || !chosen.iter().all(|input| free.contains(input)) {
                return Err(NotInductive::Refuted(NOT_CHOSEN));
            }
        }
        Ok(())
    }

    /// Each state of each station leads to a station.
    fn is_closed(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        program: &Program,
        limits: &Limits,
    ) -> Result<(), NotInductive> {
        let mut solver = EmbeddedSolver::new();
        for station in &self.stations {
            let from = station.location;
            let mut ways = Vec::new();
            for edge in system.edges_from(from) {
                let to = system.edge(edge).to;
                let there = self.stations.iter().filter(|s| s.location == to);
                let sets: Vec<Term> = there.map(|s| s.set).collect();
                let some = pool.or_all(sets);
                let arrives = after(pool, system, edge, some);
                ways.push(pool.and(system.edge(edge).guard, arrives));
            }
            let mut stays = vec![pool.or_all(ways)];
            let block = system.block(from);
            let fails = |c: &&Violation| c.ends_run || spoils(program, c.site);
            let failing = block.checks.iter().filter(fails).map(|c| c.condition);
            // A block has one outcome, so these follow if the transition system is what it should be.
            let others = block.gaps.iter().map(|g| g.guard);
            let others = others.chain(block.ends.iter().chain(&block.stops).copied());
            for outcome in failing.chain(others) {
                stays.push(pool.not(outcome));
            }
            let stays = pool.and_all(stays);
            let chosen: FxHashMap<Term, Term> = station.choices.iter().copied().collect();
            let stays = pool.substitute(
                stays,
                &mut |pool, symbol| chosen.get(&pool.symbol_term(symbol)).copied(),
                &mut FxHashMap::default(),
            );
            let question = [station.set, pool.not(stays)];
            match solver.check(pool, &question, limits) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) => return Err(NotInductive::Refuted(LEFT)),
                Answer::Unknown(why) => return Err(NotInductive::Open(why)),
            }
        }
        Ok(())
    }

    /// The run, evaluated block by block: the stem, and then some turns with the chosen inputs.
    fn run(
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
            let choices = &station.ok_or_else(unreached)?.choices;
            let chosen = choices.iter().map(|(input, term)| {
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
    fn replay(
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
                let place = system.location(first).place;
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

    /// The set as text.
    fn text(&self, pool: &TermPool, system: &TransitionSystem, program: &Program) -> Recurrent {
        let types: Types<'_> = Some(program).into();
        let mut names: FxHashMap<SymbolId, show::ShownVariable> = FxHashMap::default();
        for id in system.variable_ids() {
            if let Some(symbol) = pool.as_symbol(system.variable(id).symbol) {
                names.insert(symbol, show::ShownVariable::new(system, types, id));
            }
        }
        let name = |symbol| names.get(&symbol).cloned();
        let places = self.stations.iter().map(|station| {
            let block = system.block(station.location);
            let conjuncts = pool.conjuncts(station.set).into_iter();
            let conjuncts = conjuncts.filter(|c| !pool.is_true(*c));
            let choices = station.choices.iter().map(|(input, term)| {
                let source = source_of(program, block, *input);
                (source, show::fact(pool, &name, *term))
            });
            RecurrentPlace {
                place: system.location(station.location).place,
                set: conjuncts.map(|c| show::fact(pool, &name, c)).collect(),
                choices: choices.collect(),
            }
        });
        Recurrent {
            engine: self.engine.clone(),
            places: places.collect(),
        }
    }
}

/// Where an input comes from, in words.
fn source_of(program: &Program, block: &Block, input: Term) -> String {
    let var = block.asked.iter().find_map(|asked| match asked.kind {
        AskedKind::Value { var, value } if value == input => Some(var),
        _ => None,
    });
    let source = program.insts().find_map(|kind| match kind {
        InstKind::Havoc { var: v, source } if Some(*v) == var => Some(source),
        _ => None,
    });
    match source {
        Some(InputSource::Nondet(f) | InputSource::External(f)) => format!("{f}()"),
        Some(InputSource::Argument(name) | InputSource::Volatile(name)) => name.clone(),
        _ => "input".to_string(),
    }
}

/// A run of the transition system: locations, each with the values of variables and of inputs of its block.
#[derive(Default)]
struct Run {
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

/// A term over the target of an edge, in the state that the edge leads to.
fn after(pool: &mut TermPool, system: &TransitionSystem, edge: EdgeId, term: Term) -> Term {
    let values: FxHashMap<Term, Term> = system
        .updates(edge)
        .map(|(id, value)| (system.variable(id).symbol, value))
        .collect();
    let mut value_of = |pool: &mut TermPool, symbol| values.get(&pool.symbol_term(symbol)).copied();
    pool.substitute(term, &mut value_of, &mut FxHashMap::default())
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
