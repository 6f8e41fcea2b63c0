//! Building the transition system: the executor runs from every location to the next ones, until no new location, object
//! or division of an object turns up.

use super::{
    Block, Edge, Gap, Location, LocationId, StateVar, StateVarId, TransitionSystem, Violation,
};
use crate::exec::{Arrival, Executor, Frame, InputKind, Log, Occurrence, State};
use crate::guard::Guard;
use crate::memory::contents::{Contents, Epoch};
use crate::memory::{FactKind, Memory, Object};
use crate::trie::Trie;
use program::{BlockId, FunctionId, Goals, Program, SourceVar};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Op, Sort, Term, TermPool};

/// Where an execution stands: the loop head, in its call context.
type Key = (Occurrence, FunctionId, BlockId);

/// The transition system of a promoted program. Only checks in the goals, and those that end runs, are in it.
pub fn build(pool: &mut TermPool, program: &Program, goals: &Goals) -> TransitionSystem {
    let mut executor = Executor::new(pool, program, goals);
    loop {
        let before = divisions(&executor);
        let mut builder = Builder {
            program,
            executor: &mut executor,
            system: TransitionSystem::default(),
            keys: FxHashMap::default(),
            samples: Vec::new(),
            contexts: FxHashMap::default(),
            variable_of: FxHashMap::default(),
        };
        builder.run(pool);
        let system = builder.system;
        executor.choose_remaining_units();
        if divisions(&executor) == before {
            debug_assert!(
                is_total(pool, &system),
                "a block's outcomes do not partition its states"
            );
            return system;
        }
    }
}

/// The objects and their units: when these no longer change, the state's variables do not either.
fn divisions(executor: &Executor<'_>) -> Vec<u64> {
    executor.facts.iter().map(|f| f.shape.unit).collect()
}

struct Builder<'e, 'p> {
    program: &'p Program,
    executor: &'e mut Executor<'p>,
    system: TransitionSystem,
    keys: FxHashMap<Key, LocationId>,
    /// For each location but the entry, one state that reached it: tells the frames and which variables have values.
    samples: Vec<Arrival>,
    /// The call contexts of each function, in the order in which they turned up.
    contexts: FxHashMap<FunctionId, Vec<Occurrence>>,
    variable_of: FxHashMap<Term, StateVarId>,
}

impl Builder<'_, '_> {
    fn run(&mut self, pool: &mut TermPool) {
        self.system.locations.push(Location {
            name: "entry".to_string(),
            place: self.program.function(self.program.entry).place,
            variables: Vec::new(),
        });
        let (log, arrivals) = self.executor.run_entry_to_cuts(pool);
        self.add_block(pool, log, arrivals);
        let mut next = 1;
        while next < self.system.locations.len() {
            let from = self.symbolic_state(pool, next);
            let (log, arrivals) = self.executor.run_cut_to_cuts(pool, from);
            self.add_block(pool, log, arrivals);
            next += 1;
        }
    }

    fn add_block(&mut self, pool: &mut TermPool, log: Log, arrivals: Vec<Arrival>) {
        let mut block = Block::default();
        for check in &log.checks {
            block.checks.push(Violation {
                site: check.site,
                condition: check.violated,
                ends_run: self.program.site(check.site).ends_run,
            });
        }
        block.ends = log.ends.clone();
        block.stops = log.stops.clone();
        for cut in &log.cuts {
            block.gaps.push(Gap {
                what: cut.what(self.program),
                place: cut.place,
                guard: cut.guard,
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
            block.edges.push(self.edge(pool, to, arrivals));
        }
        block.inputs = self.inputs(pool, &log, &block);
        self.system.blocks.push(block);
    }

    /// The symbols in the block that are not variables of the state.
    fn inputs(&self, pool: &TermPool, log: &Log, block: &Block) -> Vec<Term> {
        let mut terms = block.outcomes();
        terms.extend(block.checks.iter().map(|c| c.condition));
        terms.extend(block.edges.iter().flat_map(|e| e.values.iter().copied()));
        let used: FxHashSet<Term> = pool
            .symbols_of(&terms)
            .into_iter()
            .map(|s| pool.symbol_term(s))
            .filter(|t| !self.variable_of.contains_key(t))
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

    fn location_of(&mut self, pool: &mut TermPool, arrival: &Arrival) -> LocationId {
        let key = (arrival.occurrence, arrival.function, arrival.head);
        if let Some(id) = self.keys.get(&key) {
            return *id;
        }
        let id = LocationId(self.system.locations.len() as u32);
        self.keys.insert(key, id);
        let function = self.program.function(arrival.function);
        let plan = self.executor.function_plan(arrival.function);
        let head = plan
            .loops
            .headed_by(arrival.head)
            .expect("arrivals are at loop heads");
        let place = plan.loops.get(head).place;
        let mut name = String::new();
        for frame in &arrival.frames {
            name.push_str(&self.program.function(frame.function).name);
            name.push_str(" > ");
        }
        name.push_str(&function.name);
        name.push_str(&format!(", loop at {}", self.program.show_place(place)));
        let variables = self.variables_at(pool, arrival);
        self.system.locations.push(Location {
            name,
            place,
            variables,
        });
        self.samples.push(arrival.clone());
        id
    }

    /// The variables of the state at an arrival's location: locals of all active functions, then memory.
    fn variables_at(&mut self, pool: &mut TermPool, arrival: &Arrival) -> Vec<StateVarId> {
        let mut variables = Vec::new();
        for frame in &arrival.frames {
            for local in self.live_in_frame(pool, frame) {
                variables.push(self.local_variable(pool, frame.function, frame.occurrence, local));
            }
        }
        for local in self.live_at_head(arrival) {
            variables.push(self.local_variable(pool, arrival.function, arrival.occurrence, local));
        }
        for number in self.writable_objects() {
            if self.is_dynamic(number) {
                let name = format!("object{number}.alive");
                let symbol = pool.symbol(&name, Sort::Bool);
                variables.push(self.variable(name, symbol, None));
            }
            let shape = self.executor.facts[number as usize].shape.clone();
            let source = self.object_source(number);
            for symbol in shape.state_symbols(pool) {
                let id = pool.as_symbol(symbol).expect("state symbols are symbols");
                let name = pool.symbol_name(id).to_string();
                variables.push(self.variable(name, symbol, source.clone()));
            }
        }
        variables
    }

    fn object_source(&self, number: u64) -> Option<SourceVar> {
        let statics = &self.program.statics;
        statics.get(number as usize - 1)?.source.clone()
    }

    fn is_dynamic(&self, number: u64) -> bool {
        matches!(
            self.executor.facts[number as usize].kind,
            FactKind::Stack | FactKind::Heap
        )
    }

    /// The objects whose contents can change and are divided already.
    fn writable_objects(&self) -> Vec<u64> {
        (1..self.executor.facts.len() as u64)
            .filter(|n| {
                let facts = &self.executor.facts[*n as usize];
                let fixed = matches!(
                    facts.kind,
                    FactKind::Function | FactKind::Static { constant: true }
                );
                !fixed && facts.shape.unit > 0
            })
            .collect()
    }

    fn live_at_head(&self, arrival: &Arrival) -> Vec<u64> {
        let plan = self.executor.function_plan(arrival.function);
        let locals = arrival.state.locals.entries();
        let live = locals.into_iter().map(|(local, _)| local);
        live.filter(|local| plan.is_live(arrival.head, *local))
            .collect()
    }

    fn live_in_frame(&self, pool: &TermPool, frame: &Frame) -> Vec<u64> {
        let live = self.executor.live_after(pool, frame.function, frame.at);
        let locals = frame.locals.entries();
        let locals = locals.into_iter().map(|(local, _)| local);
        let result = frame.result.map(|v| self.executor.local(v));
        locals
            .filter(|local| live.contains(local) && Some(*local) != result)
            .collect()
    }

    fn local_variable(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        occurrence: Occurrence,
        local: u64,
    ) -> StateVarId {
        let known = self.contexts.entry(function).or_default();
        let context = match known.iter().position(|o| *o == occurrence) {
            Some(context) => context,
            None => {
                known.push(occurrence);
                known.len() - 1
            }
        };
        let body = self.program.function(function);
        let var = self.program.var(body.vars[local as usize]);
        // Not `::`: that is how the program itself names the variable.
        let mut name = format!("{}/{}", body.name, var.name);
        if context > 0 {
            name.push_str(&format!("#{context}"));
        }
        let symbol = pool.symbol(&name, Sort::BitVec(var.width));
        self.variable(name, symbol, var.source.clone())
    }

    fn variable(&mut self, name: String, symbol: Term, source: Option<SourceVar>) -> StateVarId {
        if let Some(id) = self.variable_of.get(&symbol) {
            return *id;
        }
        let id = StateVarId(self.system.variables.len() as u32);
        self.system.variables.push(StateVar {
            name,
            symbol,
            source,
        });
        self.variable_of.insert(symbol, id);
        id
    }

    /// The state at a location in which every variable is its own symbol.
    fn symbolic_state(&mut self, pool: &mut TermPool, location: usize) -> Arrival {
        let sample = self.samples[location - 1].clone();
        let mut frames = sample.frames.clone();
        for frame in &mut frames {
            let live = self.live_in_frame(pool, frame);
            frame.locals = self.symbols(pool, frame.function, frame.occurrence, live);
        }
        let live = self.live_at_head(&sample);
        let locals = self.symbols(pool, sample.function, sample.occurrence, live);
        let mut memory = Memory::default();
        let writable = self.writable_objects();
        for (number, object) in sample.state.memory.objects.entries() {
            // Constant objects are as they always were.
            if !writable.contains(&number) {
                memory.objects.set(number, object.clone());
            }
        }
        for number in writable {
            let alive = if self.is_dynamic(number) {
                pool.symbol(&format!("object{number}.alive"), Sort::Bool)
            } else {
                pool.tt()
            };
            let contents = Contents::unknown(Epoch::State);
            let object = Rc::new(Object { alive, contents });
            memory.objects.set(number, object);
        }
        Arrival {
            frames,
            state: State {
                guard: Guard::TRUE,
                locals,
                memory,
            },
            ..sample
        }
    }

    fn symbols(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        occurrence: Occurrence,
        live: Vec<u64>,
    ) -> Trie<Term> {
        let mut locals = Trie::default();
        for local in live {
            let id = self.local_variable(pool, function, occurrence, local);
            locals.set(local, self.system.variable(id).symbol);
        }
        locals
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

    /// The values of a location's variables in a state that reached it. A variable without one may have any value: it is
    /// not read before it is written, and stays as it is.
    fn values(&mut self, pool: &mut TermPool, to: LocationId, mut arrival: Arrival) -> Vec<Term> {
        let mut known: FxHashMap<StateVarId, Term> = FxHashMap::default();
        let mut frames: Vec<(FunctionId, Occurrence, Trie<Term>)> = arrival
            .frames
            .iter()
            .map(|f| (f.function, f.occurrence, f.locals.clone()))
            .collect();
        frames.push((
            arrival.function,
            arrival.occurrence,
            arrival.state.locals.clone(),
        ));
        for (function, occurrence, locals) in frames {
            for (local, value) in locals.entries() {
                let id = self.local_variable(pool, function, occurrence, local);
                known.insert(id, *value);
            }
        }
        for number in self.writable_objects() {
            let object = arrival.state.memory.get(number).cloned();
            if self.is_dynamic(number) {
                let symbol = pool.symbol(&format!("object{number}.alive"), Sort::Bool);
                let alive = object.as_ref().map_or(pool.ff(), |o| o.alive);
                if let Some(id) = self.variable_of.get(&symbol) {
                    known.insert(*id, alive);
                }
            }
            if let Some(mut object) = object {
                arrival.state.memory.objects.remove(number);
                let shape = self.executor.facts[number as usize].shape.clone();
                let contents = &mut Rc::make_mut(&mut object).contents;
                let values = contents.state_values(pool, &shape);
                for (symbol, value) in shape.state_symbols(pool).into_iter().zip(values) {
                    if let Some(id) = self.variable_of.get(&symbol) {
                        known.insert(*id, value);
                    }
                }
            }
        }
        let variables = self.system.location(to).variables.clone();
        variables
            .into_iter()
            .map(|id| match known.get(&id) {
                Some(value) => *value,
                None => self.system.variable(id).symbol,
            })
            .collect()
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
                Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => None,
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
