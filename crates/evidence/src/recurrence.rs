//! Checking a recurrent set: states that a run need never leave, although none of them has to come twice.
//!
//! A claim consists of *stations*, each a set of states at a location with a choice of inputs: for some inputs of the block that
//! begins there, a term over the state. Three things are checked.
//!
//! 1. A fresh solver proves that from each state of each station the chosen inputs take an edge into a station again, and
//!    that no check fails whose failing is undefined behaviour, or stands for something that is not supported (A. Gupta, T.
//!    Henzinger, R. Majumdar, A. Rybalchenko, R. Xu, *Proving Non-termination*, POPL 2008; that it has to hold from all states
//!    of the set makes it a closed set: H. Chen, B. Cook, C. Fuhs, K. Nimkar, P. O'Hearn, *Proving Nontermination via
//!    Safety*, TACAS 2014). Since inputs are terms of the state, there is no quantifier to eliminate. An assumption in the
//!    block, as in the model of `rand`, may exclude some inputs. It is enough then that all others lead on, and that there are
//!    others: a *witness* is a term for such an input with which the assumptions hold, whatever the rest of the inputs is.
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

mod follow;

use crate::inductive::NotInductive;
use crate::lasso::NoLasso;
use crate::trace::{Lasso, Recurrent, RecurrentPlace};
use domains::{Types, show};
use encode::exec::Plan;
use encode::promote::Promotion;
use encode::system::{AskedKind, Block, EdgeId, LocationId, TransitionSystem, Violation};
use program::{Goals, InputSource, InstKind, Place, Program, Property, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
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
    /// Other inputs of it, each with a term with which the assumptions of the block hold. Nothing else depends on these terms.
    pub witnesses: Vec<(Term, Term)>,
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

impl Judged<'_> {
    /// Where the loop of a location begins.
    fn place_of(&self, pool: &TermPool, system: &TransitionSystem, id: LocationId) -> Place {
        let location = system.location(id);
        let innermost = location.stack.last().map(|f| (f.function, f.at.0));
        let plan = Plan::new(pool, self.original);
        let place = innermost.and_then(|(function, block)| {
            let loops = &plan.function(function).loops;
            Some(loops.get(loops.headed_by(block)?).place)
        });
        place.unwrap_or(location.place)
    }
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

/// The inputs of a block that a run can get at will.
pub fn free_inputs(program: &Program, block: &Block) -> Vec<Term> {
    inputs_from(program, block, &is_free)
}

/// The inputs of a block that may be anything, although not for ever what a run wants.
pub fn possible_inputs(program: &Program, block: &Block) -> Vec<Term> {
    let passes = |source: &InputSource| matches!(source, InputSource::Passing(_));
    inputs_from(program, block, &|source| is_free(source) || passes(source))
}

/// The inputs of a block all of whose sources are of one kind.
fn inputs_from(
    program: &Program,
    block: &Block,
    is_wanted: &dyn Fn(&InputSource) -> bool,
) -> Vec<Term> {
    let mut found = Vec::new();
    for asked in &block.asked {
        let AskedKind::Value { var, value } = asked.kind else {
            continue;
        };
        let sources = program.insts().filter_map(|kind| match kind {
            InstKind::Havoc { var: v, source } if *v == var => Some(source),
            _ => None,
        });
        let mut sources = sources.peekable();
        let is_known = !program.var(var).pointer && sources.peek().is_some();
        if is_known
            && sources.all(is_wanted)
            && block.inputs.contains(&value)
            && !found.contains(&value)
        {
            found.push(value);
        }
    }
    found
}

/// Whether a run can get what it wants from a source.
fn is_free(source: &InputSource) -> bool {
    match source {
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
    }
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
            let mut terms = station.choices.iter().chain(&station.witnesses);
            if !is_over(station.set) || !terms.all(|c| is_over(c.1) && fits(c)) {
                return Err(NotInductive::Refuted(FOREIGN));
            }
            let block = system.block(station.location);
            let of = |terms: &[(Term, Term)], inputs: Vec<Term>| {
                terms.iter().all(|(input, _)| inputs.contains(input))
            };
            let all = station.choices.iter().chain(&station.witnesses);
            let inputs: FxHashSet<Term> = all.map(|c| c.0).collect();
            if inputs.len() != station.choices.len() + station.witnesses.len()
                || !of(&station.choices, free_inputs(program, block))
                || !of(&station.witnesses, possible_inputs(program, block))
            {
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
            let others = others.chain(block.ends.iter().copied());
            for outcome in failing.chain(others) {
                stays.push(pool.not(outcome));
            }
            let stays = pool.and_all(stays);
            let stops = pool.or_all(block.stops.iter().copied());
            let leaves = pool.not(stays);
            let leaves = [leaves, pool.not(stops)].map(|t| with_inputs(pool, t, &station.choices));
            let chosen = [&station.choices[..], &station.witnesses].concat();
            let stopped = with_inputs(pool, stops, &chosen);
            for question in [&leaves[..], &[stopped]] {
                let question = [&[station.set], question].concat();
                match solver.check(pool, &question, limits) {
                    Answer::Unsat(_) => {}
                    Answer::Sat(_) => return Err(NotInductive::Refuted(LEFT)),
                    Answer::Unknown(why) => return Err(NotInductive::Open(why)),
                }
            }
        }
        Ok(())
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

/// A term with terms for some inputs.
fn with_inputs(pool: &mut TermPool, term: Term, chosen: &[(Term, Term)]) -> Term {
    let chosen: FxHashMap<Term, Term> = chosen.iter().copied().collect();
    let mut value_of = |pool: &mut TermPool, symbol| chosen.get(&pool.symbol_term(symbol)).copied();
    pool.substitute(term, &mut value_of, &mut FxHashMap::default())
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
