//! The state of a transition system: which variables there are at a location, and what a symbolic state looks like.
//!
//! A dynamic object that no pointer can reach any more is not part of the state. So a local array of a loop's body may be
//! allocated again in each iteration, as long as points-to facts say that no pointer to it survives the iteration. Where
//! leaks are looked for, heap objects are nevertheless part of the state, and are only allocated again when they are known
//! to be freed.

use super::known::Known;
use super::{ActiveFunction, Location, LocationId, Origin, StateVarId, TransitionSystem};
use crate::exec::{Arrival, Caller, Executor, Occurrence, State};
use crate::guard::Guard;
use crate::memory::contents::{Contents, Epoch};
use crate::memory::{FactKind, Memory, Object};
use crate::trie::Trie;
use fixedbitset::FixedBitSet;
use program::{BlockId, CType, FunctionId, Program, SourceVar};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Sort, Term, TermPool};

/// A cut point in its call context.
pub(super) type Key = (Occurrence, FunctionId, BlockId);

pub(super) struct Builder<'e, 'p> {
    pub program: &'p Program,
    pub executor: &'e mut Executor<'p>,
    pub system: TransitionSystem,
    /// The variables that have several values at a location.
    varying: &'e mut FxHashSet<(Key, Term)>,
    keys: FxHashMap<Key, LocationId>,
    /// For each location but the entry, one state that reached it: tells the frames and which variables have values.
    samples: Vec<Sample>,
    /// The call contexts of each function, in the order in which they turned up.
    contexts: FxHashMap<FunctionId, Vec<Occurrence>>,
}

struct Sample {
    key: Key,
    arrival: Arrival,
    /// All that the state consists of, in the order of [`Location::variables`], which leaves out the constants.
    all: Vec<StateVarId>,
    /// The variables that had the same value on all ways so far.
    constants: FxHashMap<Term, Term>,
    /// The dynamic objects that a pointer may still reach, and those that may leak.
    objects: FxHashSet<u64>,
    /// The former of these.
    reachable: FxHashSet<u64>,
}

impl<'e, 'p> Builder<'e, 'p> {
    pub fn new(
        program: &'p Program,
        executor: &'e mut Executor<'p>,
        varying: &'e mut FxHashSet<(Key, Term)>,
    ) -> Builder<'e, 'p> {
        executor.occupy(FxHashSet::default());
        let entry = Location {
            name: "entry".to_string(),
            place: program.function(program.entry).place,
            variables: Vec::new(),
            stack: Vec::new(),
        };
        Builder {
            program,
            executor,
            system: TransitionSystem {
                locations: vec![entry],
                ..TransitionSystem::default()
            },
            varying,
            keys: FxHashMap::default(),
            samples: Vec::new(),
            contexts: FxHashMap::default(),
        }
    }

    pub fn is_variable(&self, symbol: Term) -> bool {
        self.system.variable_of(symbol).is_some()
    }

    pub fn location_of(&mut self, pool: &mut TermPool, arrival: &Arrival) -> LocationId {
        let key = (arrival.occurrence, arrival.function, arrival.block);
        if let Some(id) = self.keys.get(&key) {
            return *id;
        }
        let id = LocationId::new(self.system.locations.len());
        self.keys.insert(key, id);
        let function = self.program.function(arrival.function);
        let place = self.executor.place_of(arrival.function, arrival.block);
        let mut name = String::new();
        for frame in &arrival.frames {
            name.push_str(&self.program.function(frame.function).name);
            name.push_str(" > ");
        }
        name.push_str(&function.name);
        let plan = self.executor.function_plan(arrival.function);
        let what = match plan.loops.is_head(arrival.block) {
            true => "loop at",
            false => "block at",
        };
        name.push_str(&format!(", {what} {}", self.program.show_place(place)));
        let reachable = self.reachable_objects(pool, arrival);
        let mut objects = reachable.clone();
        objects.extend(self.leaking_objects());
        let all = self.variables_at(pool, arrival, &objects);
        let known = self.known_values(pool, arrival.clone());
        let mut constants = FxHashMap::default();
        for id in &all {
            let symbol = self.system.variable(*id).symbol;
            if let Some(value) = known.get(id)
                && pool.is_value(*value)
                && !self.varying.contains(&(key, symbol))
            {
                constants.insert(symbol, *value);
            }
        }
        let variables = all
            .iter()
            .copied()
            .filter(|id| !constants.contains_key(&self.system.variable(*id).symbol))
            .collect();
        let stack = self.stack(arrival);
        self.system.locations.push(Location {
            name,
            place,
            variables,
            stack,
        });
        self.samples.push(Sample {
            key,
            arrival: arrival.clone(),
            all,
            constants,
            objects,
            reachable,
        });
        id
    }

    /// The variables of the state at an arrival's location: locals of all active functions, then memory.
    fn variables_at(
        &mut self,
        pool: &mut TermPool,
        arrival: &Arrival,
        objects: &FxHashSet<u64>,
    ) -> Vec<StateVarId> {
        let mut variables = Vec::new();
        for frame in &arrival.frames {
            for local in self.live_in_frame(pool, frame) {
                variables.push(self.local_variable(pool, frame.function, frame.occurrence, local));
            }
        }
        for local in self.live_at(arrival) {
            variables.push(self.local_variable(pool, arrival.function, arrival.occurrence, local));
        }
        for number in self.writable_objects() {
            if self.is_dynamic(number) {
                if !objects.contains(&number) {
                    continue;
                }
                let (name, symbol) = alive_symbol(pool, number);
                variables.push(self.variable(name, symbol, None, Origin::Other));
                if let Some((name, symbol)) = self.size_symbol(pool, number) {
                    variables.push(self.variable(name, symbol, None, Origin::Other));
                }
            }
            let source = self.object_source(number);
            for (unit, symbol) in self.contents_symbols(pool, number).into_iter().enumerate() {
                let id = pool.as_symbol(symbol).expect("state symbols are symbols");
                let name = pool.symbol_name(id).to_string();
                let origin = self.unit_origin(pool, number, unit as u64, symbol);
                variables.push(self.variable(name, symbol, source.clone(), origin));
            }
        }
        variables
    }

    /// The active functions at an arrival's location.
    fn stack(&mut self, arrival: &Arrival) -> Vec<ActiveFunction> {
        let mut stack = Vec::new();
        for frame in &arrival.frames {
            stack.push(ActiveFunction {
                function: frame.function,
                context: self.context(frame.function, frame.occurrence),
                at: (frame.at.0, Some(frame.at.1)),
            });
        }
        stack.push(ActiveFunction {
            function: arrival.function,
            context: self.context(arrival.function, arrival.occurrence),
            at: (arrival.block, None),
        });
        stack
    }

    /// Where a unit of an object is in a concrete run: known for static objects of plain numbers.
    fn unit_origin(&self, pool: &TermPool, number: u64, unit: u64, symbol: Term) -> Origin {
        let index = number as usize - 1;
        let plain = self.object_source(number).is_some_and(|s| {
            matches!(
                self.program.ty(s.ty),
                CType::Int { .. } | CType::Float { .. }
            )
        });
        if self.is_dynamic(number) || !plain || !pool.sort(symbol).is_bitvec() {
            return Origin::Other;
        }
        let length = self.executor.facts[number as usize].shape.unit;
        Origin::Static {
            index,
            offset: unit * length,
            length,
        }
    }

    /// The dynamic objects that a pointer may reach from here on.
    fn reachable_objects(&self, pool: &TermPool, arrival: &Arrival) -> FxHashSet<u64> {
        let facts = &self.executor.analyses.points_to;
        let mut roots = FixedBitSet::new();
        for frame in &arrival.frames {
            let vars = &self.program.function(frame.function).vars;
            for local in self.live_in_frame(pool, frame) {
                roots.union_with(&facts.anywhere(vars[local as usize]));
            }
        }
        let vars = &self.program.function(arrival.function).vars;
        for local in self.live_at(arrival) {
            let var = vars[local as usize];
            roots.union_with(&facts.at_start(arrival.function, arrival.block, var));
        }
        let reachable = facts.closure(roots);
        let all = self.executor.facts.iter().enumerate();
        all.filter(|(_, f)| f.origin.is_some_and(|o| reachable.contains(o.index())))
            .map(|(number, _)| number as u64)
            .collect()
    }

    /// The objects that may have to be freed.
    fn leaking_objects(&self) -> Vec<u64> {
        let facts = &self.executor.facts;
        let numbers = 1..facts.len() as u64;
        let heap = numbers.filter(|n| {
            let facts = &facts[*n as usize];
            facts.kind == FactKind::Heap && facts.family.is_none()
        });
        heap.filter(|_| self.executor.leaks).collect()
    }

    fn object_source(&self, number: u64) -> Option<SourceVar> {
        self.executor.facts[number as usize].source.clone()
    }

    fn is_dynamic(&self, number: u64) -> bool {
        matches!(
            self.executor.facts[number as usize].kind,
            FactKind::Stack | FactKind::Heap | FactKind::Library
        )
    }

    /// The variable that holds the size of an object whose size is not constant.
    fn size_symbol(&self, pool: &mut TermPool, number: u64) -> Option<(String, Term)> {
        let facts = &self.executor.facts[number as usize];
        if facts.shape.size.is_some() {
            return None;
        }
        let name = format!("object{number}.size");
        let symbol = pool.symbol(&name, Sort::BitVec(self.program.pointers.width));
        Some((name, symbol))
    }

    /// The objects whose contents can change, with the parts of families instead of these.
    fn writable_objects(&self) -> Vec<u64> {
        (1..self.executor.facts.len() as u64)
            .filter(|n| {
                let facts = &self.executor.facts[*n as usize];
                let fixed = matches!(
                    facts.kind,
                    FactKind::Function | FactKind::Static { constant: true }
                );
                !fixed && facts.family.is_none()
            })
            .collect()
    }

    /// What the contents of an object are in the state. There is nothing yet of an object that no access has divided; as
    /// soon as one does, the system is built again.
    fn contents_symbols(&self, pool: &mut TermPool, number: u64) -> Vec<Term> {
        let shape = self.executor.facts[number as usize].shape.clone();
        if shape.unit == 0 {
            return Vec::new();
        }
        shape.state_symbols(pool)
    }

    fn live_at(&self, arrival: &Arrival) -> Vec<u64> {
        let plan = self.executor.function_plan(arrival.function);
        let locals = arrival.state.locals.entries();
        let live = locals.into_iter().map(|(local, _)| local);
        live.filter(|local| plan.is_live(arrival.block, *local))
            .collect()
    }

    fn live_in_frame(&self, pool: &TermPool, frame: &Caller) -> Vec<u64> {
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
        let context = self.context(function, occurrence);
        let body = self.program.function(function);
        let var = self.program.var(body.vars[local as usize]);
        // Not `::`: that is how the program itself names the variable.
        let mut name = format!("{}/{}", body.name, var.name);
        if context > 0 {
            name.push_str(&format!("#{context}"));
        }
        let symbol = pool.symbol_of_sort(&name, Sort::BitVec(var.width));
        let var_id = body.vars[local as usize];
        let origin = if self.executor.analyses.points_to.anywhere(var_id).is_clear() {
            Origin::Local {
                function,
                context,
                var: var_id,
            }
        } else {
            Origin::Other
        };
        self.variable(name, symbol, var.source.clone(), origin)
    }

    /// The number of a call context of a function.
    fn context(&mut self, function: FunctionId, occurrence: Occurrence) -> usize {
        let known = self.contexts.entry(function).or_default();
        known
            .iter()
            .position(|o| *o == occurrence)
            .unwrap_or_else(|| {
                known.push(occurrence);
                known.len() - 1
            })
    }

    fn variable(
        &mut self,
        name: String,
        symbol: Term,
        source: Option<SourceVar>,
        origin: Origin,
    ) -> StateVarId {
        if let Some(id) = self.system.variable_of(symbol) {
            return id;
        }
        self.system.add_variable(name, symbol, source, origin)
    }

    /// The state at a location in which every variable is its own symbol, but for the constants.
    pub fn symbolic_state(&mut self, pool: &mut TermPool, location: LocationId) -> Arrival {
        let sample = &self.samples[location.index() - 1];
        let (arrival, constants) = (sample.arrival.clone(), sample.constants.clone());
        let (objects, mut occupied) = (sample.objects.clone(), sample.reachable.clone());
        let value = |symbol: Term| constants.get(&symbol).copied().unwrap_or(symbol);
        occupied.extend(objects.iter().filter(|number| {
            let alive = value(alive_symbol(pool, **number).1);
            !pool.is_false(alive)
        }));
        self.executor.occupy(occupied);
        let mut frames = arrival.frames.clone();
        for frame in &mut frames {
            let live = self.live_in_frame(pool, frame);
            frame.locals = self.locals(pool, frame.function, frame.occurrence, live, &value);
        }
        let live = self.live_at(&arrival);
        let locals = self.locals(pool, arrival.function, arrival.occurrence, live, &value);
        let mut memory = Memory::default();
        memory.exposed = Rc::new(self.executor.analyses.points_to.outside());
        let writable = self.writable_objects();
        for (number, object) in arrival.state.memory.objects.entries() {
            // Constant objects are as they always were, and so are the numbers that stand for families.
            let is_family = self.executor.facts[number as usize].family.is_some();
            if is_family || (!writable.contains(&number) && !self.is_dynamic(number)) {
                memory.objects.set(number, object.clone());
            }
        }
        for number in writable {
            let mut alive = pool.tt();
            if self.is_dynamic(number) {
                alive = value(alive_symbol(pool, number).1);
                if !objects.contains(&number) || pool.is_false(alive) {
                    continue;
                }
                if let Some((_, symbol)) = self.size_symbol(pool, number) {
                    self.executor.facts[number as usize].size = value(symbol);
                }
            }
            let unit_size = self.executor.facts[number as usize].shape.unit;
            let mut contents = Contents::unknown(Epoch::State);
            let symbols = self.contents_symbols(pool, number);
            for (unit, symbol) in symbols.into_iter().enumerate() {
                if let Some(constant) = constants.get(&symbol) {
                    contents.write(pool, unit as u64 * unit_size, *constant);
                }
            }
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
            ..arrival
        }
    }

    fn locals(
        &mut self,
        pool: &mut TermPool,
        function: FunctionId,
        occurrence: Occurrence,
        live: Vec<u64>,
        value: &dyn Fn(Term) -> Term,
    ) -> Trie<Term> {
        let mut locals = Trie::default();
        for local in live {
            let id = self.local_variable(pool, function, occurrence, local);
            locals.set(local, value(self.system.variable(id).symbol));
        }
        locals
    }

    /// The values of a location's variables in a state that reached it. A variable without one may have any value: it is
    /// not read before it is written, and stays as it is.
    pub fn values(&mut self, pool: &mut TermPool, to: LocationId, arrival: Arrival) -> Vec<Term> {
        let known = self.known_values(pool, arrival);
        let sample = &self.samples[to.index() - 1];
        for (symbol, constant) in &sample.constants {
            let value = known.get(&self.system.variable_of[symbol]);
            if value.is_some_and(|v| v != constant) {
                self.varying.insert((sample.key, *symbol));
            }
        }
        let symbols = sample.all.iter().map(|id| self.system.variable(*id).symbol);
        sample
            .all
            .iter()
            .zip(symbols)
            .filter(|(_, symbol)| !sample.constants.contains_key(symbol))
            .map(|(id, symbol)| known.get(id).copied().unwrap_or(symbol))
            .collect()
    }

    /// All that is known of the variables in a state.
    fn known_values(
        &mut self,
        pool: &mut TermPool,
        mut arrival: Arrival,
    ) -> FxHashMap<StateVarId, Term> {
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
                let (_, symbol) = alive_symbol(pool, number);
                let alive = object.as_ref().map_or(pool.ff(), |o| o.alive);
                if let Some(id) = self.system.variable_of(symbol) {
                    known.insert(id, alive);
                }
                if object.is_some()
                    && let Some((_, symbol)) = self.size_symbol(pool, number)
                    && let Some(id) = self.system.variable_of(symbol)
                {
                    known.insert(id, self.executor.facts[number as usize].size);
                }
            }
            let symbols = self.contents_symbols(pool, number);
            if let Some(mut object) = object
                && !symbols.is_empty()
            {
                arrival.state.memory.objects.remove(number);
                let shape = self.executor.facts[number as usize].shape.clone();
                let contents = &mut Rc::make_mut(&mut object).contents;
                let values = contents.state_values(pool, &shape);
                for (symbol, value) in symbols.into_iter().zip(values) {
                    if let Some(id) = self.system.variable_of(symbol) {
                        known.insert(id, value);
                    }
                }
            }
        }
        let guard = self.executor.guards.term(arrival.state.guard);
        let guard = Known::new(pool, guard);
        for value in known.values_mut() {
            *value = guard.simplify(pool, *value);
        }
        known
    }
}

/// Whether a dynamic object is alive, as a part of the state.
fn alive_symbol(pool: &mut TermPool, number: u64) -> (String, Term) {
    let name = format!("object{number}.alive");
    let symbol = pool.symbol(&name, Sort::Bool);
    (name, symbol)
}
