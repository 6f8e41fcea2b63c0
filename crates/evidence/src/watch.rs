//! Invariants on concrete runs: what was proved about the states at loop heads is evaluated in states that the interpreter
//! reaches on random inputs.
//!
//! A solver judges a proof by the formulas that it is about. If those were wrong, because of a mistake in points-to facts,
//! the memory model or liveness, a run of the interpreter can still show it: no conjunct of an invariant may ever be false.
//!
//! The interpreter runs the promoted program, whose variables are those of the state. Conjuncts about addresses and
//! dynamic objects are left out: the interpreter numbers objects in another way.

use encode::system::{Location, Origin, TransitionSystem};
use program::interp::{self, Event, Observer, Position, RandomOracle};
use program::{Goals, Program, VarId};
use rustc_hash::FxHashMap;
use term::eval::{Evaluator, Value};
use term::{BitVec, SymbolId, Term, TermPool};

/// How many random runs are tried, and how long each may be.
const RUNS: u64 = 16;
const STEPS: u64 = 20_000;

/// How many evaluations per conjunct are enough.
const ENOUGH: u64 = 200;

/// Where the value of a symbol is.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// The number of the active function.
    Variable(usize, VarId),
    Memory(u64, u64),
}

/// A conjunct all of whose symbols have a value in a run.
struct Conjunct {
    term: Term,
    symbols: Vec<(SymbolId, Source)>,
    evaluated: u64,
}

/// Observes a run.
struct Watch<'a> {
    pool: &'a TermPool,
    system: &'a TransitionSystem,
    /// By location.
    conjuncts: Vec<Vec<Conjunct>>,
    evaluated: u64,
    /// The location and conjunct that was false.
    failed: Option<(usize, Term)>,
}

/// Evaluates the invariants of locations in states of random runs of the promoted program, up to a violation of a goal: how
/// often, or where one was false.
pub fn watch_runs(
    pool: &TermPool,
    program: &Program,
    system: &TransitionSystem,
    invariants: &[Term],
    goals: &Goals,
) -> Result<u64, String> {
    let locations = system.locations.iter().zip(invariants);
    let conjuncts = locations.map(|(location, invariant)| {
        let parts = pool.conjuncts(*invariant).into_iter();
        let usable = parts.filter_map(|term| usable(pool, program, system, location, term));
        usable.collect()
    });
    let mut watch = Watch {
        pool,
        system,
        conjuncts: conjuncts.collect(),
        evaluated: 0,
        failed: None,
    };
    for seed in 0..RUNS {
        let mut oracle = RandomOracle::new(seed);
        interp::run(pool, program, goals, &mut oracle, &mut watch, STEPS);
        if let Some((location, term)) = watch.failed {
            return Err(format!(
                "{} does not hold in a run, at {}",
                pool.display(term),
                system.locations[location].name
            ));
        }
    }
    Ok(watch.evaluated)
}

/// The conjunct with the places of its symbols, if all of them have one.
fn usable(
    pool: &TermPool,
    program: &Program,
    system: &TransitionSystem,
    location: &Location,
    term: Term,
) -> Option<Conjunct> {
    let mut symbols = Vec::new();
    for symbol in pool.symbols_of(&[term]) {
        let id = system.variable_of(pool.symbol_term(symbol))?;
        let source = source_of(program, location, system.variable(id).origin)?;
        symbols.push((symbol, source));
    }
    Some(Conjunct {
        term,
        symbols,
        evaluated: 0,
    })
}

/// Where a run at a location has the value of a variable, if it is the same there.
pub(crate) fn source_of(program: &Program, location: &Location, origin: Origin) -> Option<Source> {
    match origin {
        Origin::Local { .. } => {
            let (frame, var) = location.find(origin)?;
            Some(Source::Variable(frame, var))
        }
        Origin::Static {
            index,
            offset,
            length,
        } => {
            let address = program.static_address(index) + offset;
            Some(Source::Memory(address, length))
        }
        Origin::Other | Origin::Ghost => None,
    }
}

impl Observer for Watch<'_> {
    fn event(&mut self, _: Event) {}

    fn arrive(&mut self, position: &Position<'_, '_>) {
        if self.failed.is_some() {
            return;
        }
        for (index, location) in self.system.locations.iter().enumerate() {
            if !is_at(position, location) {
                continue;
            }
            for conjunct in &mut self.conjuncts[index] {
                if conjunct.evaluated >= ENOUGH {
                    continue;
                }
                conjunct.evaluated += 1;
                self.evaluated += 1;
                let values: FxHashMap<SymbolId, Value> = conjunct
                    .symbols
                    .iter()
                    .map(|(symbol, source)| (*symbol, Value::BitVec(read(position, *source))))
                    .collect();
                let mut evaluator = Evaluator::new(self.pool, &values);
                if !evaluator.eval(conjunct.term).as_bool() {
                    self.failed = Some((index, conjunct.term));
                    return;
                }
            }
        }
    }
}

pub(crate) fn read(position: &Position<'_, '_>, source: Source) -> BitVec {
    match source {
        Source::Variable(frame, var) => position.value(frame, var).clone(),
        Source::Memory(address, length) => BitVec::from_le_bytes(&position.bytes(address, length)),
    }
}

/// Whether a run has just arrived at a location.
pub(crate) fn is_at(position: &Position<'_, '_>, location: &Location) -> bool {
    let stack = &location.stack;
    stack.len() == position.depth()
        && stack.iter().enumerate().rev().all(|(index, active)| {
            let (function, block, next) = position.at(index);
            // A caller's position is already past the call that it waits for.
            let expected = match active.at.1 {
                Some(call) => next == call + 1,
                None => next == 0,
            };
            function == active.function && block == active.at.0 && expected
        })
}
