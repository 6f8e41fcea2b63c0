//! Building the transition system: the executor runs from every location to the next ones, until nothing new turns up: no
//! location, object or division of an object, and nothing that was assumed of a location and is not the case there ([`Refuted`]).
//!
//! A variable is assumed constant at a location as long as all paths to it give the same value (constant propagation,
//! optimistic: Wegman and Zadeck, TOPLAS 1991). So addresses of variables, tables that are never written and similar values do
//! not become part of the state. In the same way an object is assumed not to have been made before a location as long as no
//! path to it makes one: points-to facts do not know in which call a function is.

use super::state::{Builder, Refuted};
use super::{Block, Edge, Gap, LocationId, TransitionSystem};
use crate::exec::{Analyses, Arrival, CutKind, CutPoints, Executor, InputKind, Log, Stopped};
use crate::memory::family::assumption;
use program::{Goals, Program};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{Op, Sort, Term, TermPool};

/// The transition system of a promoted program. Only checks in the goals, and those that end runs, are in it. `stop` is
/// asked now and then whether to give up.
pub fn build(
    pool: &mut TermPool,
    program: &Program,
    goals: &Goals,
    cuts: CutPoints,
    stop: &mut dyn FnMut() -> bool,
) -> Result<TransitionSystem, Stopped> {
    let analyses = Arc::new(Analyses::new(pool, program));
    build_with(analyses, pool, program, goals, cuts, stop)
}

/// As [`build`], with analyses of the program that others use, too.
pub fn build_with(
    analyses: Arc<Analyses>,
    pool: &mut TermPool,
    program: &Program,
    goals: &Goals,
    cuts: CutPoints,
    stop: &mut dyn FnMut() -> bool,
) -> Result<TransitionSystem, Stopped> {
    let mut executor = Executor::with(analyses, pool, program, goals);
    executor.cut_at(cuts);
    let mut refuted = Refuted::default();
    loop {
        let before = (divisions(&executor), executor.bases(), refuted.len());
        let mut builder = Builder::new(program, &mut executor, &mut refuted);
        builder.run(pool, stop)?;
        let system = builder.system;
        executor.choose_remaining_units();
        executor.divide_families(pool);
        if (divisions(&executor), executor.bases(), refuted.len()) == before {
            debug_assert!(
                is_total(pool, &system),
                "a block's outcomes do not partition its states"
            );
            return Ok(system);
        }
    }
}

/// The objects, their units and sizes: when these no longer change, the state's variables do not either.
fn divisions(executor: &Executor<'_>) -> Vec<(u64, Option<u64>)> {
    let shapes = executor.facts.iter().map(|f| &f.shape);
    shapes.map(|s| (s.unit, s.size)).collect()
}

impl Builder<'_, '_> {
    fn run(&mut self, pool: &mut TermPool, stop: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        let (log, arrivals) = self.executor.run_entry_to_cuts(pool, stop)?;
        self.add_block(pool, log, arrivals);
        self.system.externals = self.externals(pool);
        self.system.families = self.families(pool);
        // One block after the other; each may lead to new locations.
        while let Some(next) = self.system.location_ids().nth(self.system.blocks.len()) {
            let from = self.symbolic_state(pool, next);
            let (log, arrivals) = self.executor.run_cut_to_cuts(pool, from, stop)?;
            self.add_block(pool, log, arrivals);
        }
        Ok(())
    }

    fn add_block(&mut self, pool: &mut TermPool, log: Log, arrivals: Vec<Arrival>) {
        let mut block = Block {
            checks: log.checks.clone(),
            ends: log.ends.clone(),
            stops: log.stops.clone(),
            ..Block::default()
        };
        for cut in &log.cuts {
            block.gaps.push(Gap {
                what: cut.what(self.program),
                place: cut.place,
                guard: cut.guard,
                assumption: match cut.kind {
                    CutKind::Exhausted { bits } => assumption(bits),
                    _ => None,
                },
            });
        }
        let mut by_target: Vec<(LocationId, Vec<Arrival>)> = Vec::new();
        for arrival in arrivals {
            let to = self.location_of(pool, &arrival);
            match by_target.iter_mut().find(|(l, _)| *l == to) {
                Some((_, list)) => list.push(arrival),
                None => by_target.push((to, vec![arrival])),
            }
        }
        for (to, arrivals) in by_target {
            let edge = self.edge(pool, to, arrivals);
            self.learn_bases(pool, &edge);
            block.edges.push(edge);
        }
        block.inputs = self.inputs(pool, &log, &block);
        block.asked = self.asked(pool, &log);
        self.system.blocks.push(block);
    }

    /// The symbols in the block that are not variables of the state.
    fn inputs(&self, pool: &TermPool, log: &Log, block: &Block) -> Vec<Term> {
        let terms = block.terms();
        let used: FxHashSet<Term> = pool
            .symbols_of(&terms)
            .into_iter()
            .map(|s| pool.symbol_term(s))
            .filter(|t| !self.is_variable(*t))
            .collect();
        let mut inputs: Vec<Term> = Vec::new();
        for input in &log.inputs {
            if let InputKind::Value { value, .. } = input.kind
                && used.contains(&value)
                && !inputs.contains(&value)
            {
                inputs.push(value);
            }
        }
        let mut rest: Vec<Term> = used.into_iter().filter(|t| !inputs.contains(t)).collect();
        rest.sort_unstable();
        inputs.extend(rest);
        inputs
    }

    /// One edge for all ways to a location.
    fn edge(&mut self, pool: &mut TermPool, to: LocationId, mut arrivals: Vec<Arrival>) -> Edge {
        let last = arrivals.pop().expect("an edge has an arrival");
        let mut guard = last.state.guard;
        let mut values = self.values(pool, to, last);
        while let Some(arrival) = arrivals.pop() {
            let (joined, choice) = self.executor.guards.join(pool, arrival.state.guard, guard);
            let others = self.values(pool, to, arrival);
            for (value, other) in values.iter_mut().zip(others) {
                *value = pool.ite(choice, other, *value);
            }
            guard = joined;
        }
        Edge {
            to,
            guard: self.executor.guards.term(guard),
            values,
        }
    }
}

/// Tries on a few assignments that exactly one outcome of every block is the case.
fn is_total(pool: &TermPool, system: &TransitionSystem) -> bool {
    struct Sample(u64);
    impl term::eval::Assignment for Sample {
        fn value(&self, pool: &TermPool, symbol: term::SymbolId) -> Option<term::Value> {
            let term = pool.symbol_term(symbol);
            debug_assert!(matches!(pool.op(term), Op::Symbol(_)));
            let mut x = (symbol.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.0;
            x ^= x >> 31;
            let x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
            match pool.sort(term) {
                Sort::Bool => Some(term::Value::Bool(x >> 63 == 1)),
                Sort::BitVec(width) => {
                    let small = if self.0.is_multiple_of(2) { x >> 60 } else { x };
                    Some(term::Value::BitVec(term::BitVec::new(width, small)))
                }
                Sort::Float(_) | Sort::RoundingMode | Sort::Declared(_) | Sort::Array(_) => None,
            }
        }
    }
    (0..8).all(|seed| {
        let sample = Sample(seed);
        let mut evaluator = term::eval::Evaluator::new(pool, &sample);
        system.blocks.iter().all(|block| {
            let outcomes = block.outcomes();
            let holding = outcomes
                .into_iter()
                .filter(|t| evaluator.eval(*t).as_bool());
            holding.count() == 1
        })
    })
}
