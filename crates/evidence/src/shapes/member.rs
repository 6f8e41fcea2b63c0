//! Symbolic heaps on concrete runs: whether a state that the interpreter reaches is a model of one of the heaps of its place.
//!
//! If the executor were wrong about an instruction, or the entailment, a run of the interpreter can still show it. The
//! interpreter has flat memory and knows addresses and bytes only; here, they are matched with a heap, object by object: a node
//! becomes an address, a symbol a number, and a segment as many objects as its links lead through.

use super::cells::{instance, linked};
use super::heap::{Background, Heap, Kind, Node, Object, Region, Segment, Spot, Val};
use super::memory::initial;
use program::cfg::LoopForest;
use program::interp::{self, Event, Observer, Position, RandomOracle};
use program::{BlockId, Goals, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use term::eval::{Evaluator, Value};
use term::{BitVec, Sort, SymbolId, Term, TermPool};

/// How many random runs are tried, and how long each may be.
const RUNS: u64 = 16;
const STEPS: u64 = 20_000;

/// States of one place that are looked at in one run.
const STATES: u64 = 40;

/// Steps of the search for one match.
const FUEL: u32 = 2_000;

/// Runs the promoted program on random inputs, up to a violation of a goal. How many states were models of a heap of their
/// place, or which one was not.
pub fn watch_heaps(
    pool: &TermPool,
    program: &Program,
    heaps: &BTreeMap<Vec<Spot>, Vec<Heap>>,
    goals: &Goals,
) -> Result<u64, String> {
    let heads = program.functions.iter().map(|function| {
        let loops = LoopForest::new(function);
        let blocks = (0..function.blocks.len()).map(BlockId::new);
        blocks.map(|b| loops.is_head(b)).collect()
    });
    let mut watch = Watch {
        pool: pool.clone(),
        program,
        heaps,
        heads: heads.collect(),
        seen: FxHashMap::default(),
        models: 0,
        failed: None,
    };
    for seed in 0..RUNS {
        watch.seen.clear();
        let mut oracle = RandomOracle::new(seed);
        interp::run(pool, program, goals, &mut oracle, &mut watch, STEPS);
        if let Some(failed) = watch.failed {
            return Err(failed);
        }
    }
    Ok(watch.models)
}

struct Watch<'a> {
    pool: TermPool,
    program: &'a Program,
    heaps: &'a BTreeMap<Vec<Spot>, Vec<Heap>>,
    heads: Vec<Vec<bool>>,
    seen: FxHashMap<Vec<Spot>, u64>,
    models: u64,
    failed: Option<String>,
}

impl Observer for Watch<'_> {
    fn event(&mut self, _: Event) {}

    fn arrive(&mut self, position: &Position<'_, '_>) {
        let (function, block, next) = position.at(position.depth() - 1);
        let is_head = next == 0 && self.heads[function.index()][block.index()];
        if !is_head || self.failed.is_some() {
            return;
        }
        let spots = (0..position.depth()).map(|index| {
            let (function, block, next) = position.at(index);
            Spot {
                function,
                block,
                next,
            }
        });
        let spots: Vec<Spot> = spots.collect();
        let seen = self.seen.entry(spots.clone()).or_default();
        *seen += 1;
        if *seen > STATES {
            return;
        }
        let Some(heaps) = self.heaps.get(&spots) else {
            self.failed = Some("a run reaches a loop head without a symbolic heap".to_string());
            return;
        };
        let mut fuel = FUEL;
        for heap in heaps {
            let mut search = Search {
                pool: &mut self.pool,
                program: self.program,
                position,
                heap,
                fuel,
            };
            if search.models() {
                self.models += 1;
                return;
            }
            fuel = search.fuel;
        }
        if fuel > 0 {
            let body = &self.program.function(function).blocks[block.index()];
            let place = body.insts.first().map_or(body.place, |inst| inst.place);
            self.failed = Some(format!(
                "a run has a state that is a model of no symbolic heap, at {}",
                self.program.show_place(place)
            ));
        }
    }

    fn has_enough(&self) -> bool {
        self.failed.is_some()
    }
}

#[derive(Clone)]
enum Task {
    Value(Val, BitVec),
    Object(Node, u64),
}

/// A part of a match.
#[derive(Clone)]
struct Match {
    objects: BTreeMap<Node, Object>,
    nodes: BTreeMap<Node, u64>,
    used: BTreeSet<u64>,
    symbols: FxHashMap<SymbolId, Value>,
    /// Terms and what they have to be.
    owed: Vec<(Term, Value)>,
    work: Vec<Task>,
    next: u32,
}

struct Search<'a, 'p, 'm> {
    pool: &'a mut TermPool,
    program: &'a Program,
    position: &'a Position<'p, 'm>,
    heap: &'a Heap,
    fuel: u32,
}

impl Search<'_, '_, '_> {
    fn models(&mut self) -> bool {
        let mut start = Match {
            objects: self.heap.objects.clone(),
            nodes: BTreeMap::new(),
            used: BTreeSet::new(),
            symbols: FxHashMap::default(),
            owed: Vec::new(),
            work: Vec::new(),
            next: self.heap.nodes_end(),
        };
        for fact in &self.heap.facts {
            start.owed.push((*fact, Value::Bool(true)));
        }
        for index in 0..self.program.statics.len() {
            let node = Node(index as u32);
            if self.heap.objects.contains_key(&node) {
                start
                    .work
                    .push(Task::Object(node, self.program.static_address(index)));
            }
        }
        for (index, frame) in self.heap.frames.iter().enumerate().rev() {
            for (var, value) in frame.vars.iter().rev() {
                let found = self.position.value(index, *var).clone();
                start.work.push(Task::Value(*value, found));
            }
        }
        self.solve(start)
    }

    fn solve(&mut self, mut state: Match) -> bool {
        loop {
            if self.fuel == 0 {
                return false;
            }
            self.fuel -= 1;
            let Some(task) = state.work.pop() else {
                return match self.entered_last(&mut state) {
                    Some((segment, at)) => self.chain(state, &segment, at, None),
                    None => self.settle(&state),
                };
            };
            match task {
                Task::Value(Val::Term(term), found) => {
                    let found = Value::BitVec(found);
                    match self.pool.as_symbol(term) {
                        Some(symbol) if !state.symbols.contains_key(&symbol) => {
                            state.symbols.insert(symbol, found);
                        }
                        _ => state.owed.push((term, found)),
                    }
                }
                Task::Value(Val::Ptr(node, offset), found) => {
                    let mask = u64::MAX >> (64 - self.program.pointers.width);
                    let found = found.to_u64().unwrap_or(0);
                    let start = found.wrapping_sub(offset as u64) & mask;
                    state.work.push(Task::Object(node, start));
                }
                Task::Object(node, at) => {
                    if let Some(known) = state.nodes.get(&node) {
                        if *known != at {
                            return false;
                        }
                        continue;
                    }
                    match state.objects.get(&node).cloned() {
                        None => return false,
                        Some(Object::Last(_)) => {
                            state.nodes.insert(node, at);
                        }
                        Some(Object::Region(region)) => {
                            state.nodes.insert(node, at);
                            if !self.region(&mut state, node, &region, at) {
                                return false;
                            }
                        }
                        Some(Object::Segment(segment)) => {
                            return self.chain(state, &segment, at, None);
                        }
                    }
                }
            }
        }
    }

    fn entered_last(&self, state: &mut Match) -> Option<(Segment, u64)> {
        let mut waiting = state.objects.values().filter_map(|o| match o {
            Object::Segment(s) if !state.nodes.contains_key(&s.first) => Some(s),
            _ => None,
        });
        let (segment, at) = waiting.find_map(|segment| {
            let at = state.nodes.get(&segment.last)?;
            Some((segment.reversed()?, *at))
        })?;
        state.nodes.remove(&segment.first);
        Some((segment, at))
    }

    /// The live object that starts at an address: its size, and whether it is on the heap.
    fn object(&self, at: u64) -> Option<(u64, bool)> {
        let mut objects = self.position.objects();
        let found = objects.find(|(start, _, _)| *start == at)?;
        Some((found.1, found.2))
    }

    /// What memory holds as the value of a field.
    fn read(&self, at: u64, length: u64, value: Option<Val>) -> BitVec {
        let layout = self.program.pointers;
        let bytes = self.position.bytes(at, length);
        let plain = BitVec::from_le_bytes(&bytes);
        let is_image = length == u64::from(layout.memory_width() / 8);
        match value {
            Some(Val::Term(_)) => plain,
            _ if is_image => {
                let image = plain.to_u64().unwrap_or(0);
                let pointer = self.position.pointer(at);
                BitVec::new(
                    layout.width,
                    pointer.unwrap_or_else(|| layout.decode(image)),
                )
            }
            _ => plain,
        }
    }

    fn region(&self, state: &mut Match, node: Node, region: &Region, at: u64) -> bool {
        let object = self.object(at);
        if !region.alive {
            return object.is_none();
        }
        let Some((size, is_heap)) = object else {
            return false;
        };
        let owned = matches!(region.kind, Kind::Heap | Kind::Library);
        if is_heap != owned || !state.used.insert(at) {
            return false;
        }
        let width = self.program.pointers.width;
        state
            .owed
            .push((region.size, Value::BitVec(BitVec::new(width, size))));
        for (offset, field) in &region.fields {
            if offset + field.length > size {
                return false;
            }
            let found = self.read(at + offset, field.length, Some(field.value));
            if let Val::Term(term) = field.value
                && self.pool.as_const(term).is_some_and(|c| *c != found)
            {
                return false;
            }
            state.work.push(Task::Value(field.value, found));
        }
        let rest = |offset: u64| {
            let mut fields = region.fields.range(..=offset).rev();
            fields.next().is_none_or(|(o, f)| o + f.length <= offset)
        };
        let expected = match region.background {
            Background::Unknown => return true,
            Background::Zero => vec![0; size as usize],
            Background::Initial => initial(self.program, node.0 as usize, 0, size),
        };
        let found = self.position.bytes(at, size);
        (0..size).all(|o| !rest(o) || found[o as usize] == expected[o as usize])
    }

    fn chain(&mut self, mut state: Match, segment: &Segment, at: u64, before: Option<u64>) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        if before.is_none() {
            match state.nodes.get(&segment.first) {
                Some(known) if *known != at => return false,
                _ => state.nodes.insert(segment.first, at),
            };
        }
        let Some((size, true)) = self.object(at) else {
            return false;
        };
        let length = segment.pointer_bytes;
        let links = segment.prev.iter().chain([&segment.next]);
        if links.into_iter().any(|l| l.at + length > size) {
            return false;
        }
        let next = self.read(at + segment.next.at, length, None);
        let back = segment
            .prev
            .map(|link| (link, self.read(at + link.at, length, None)));
        for cell in &segment.cells {
            let mut state = state.clone();
            if let Some((link, back)) = &back {
                match before {
                    Some(before) => {
                        let expected = before.wrapping_add(link.to as u64);
                        if back.to_u64() != Some(expected) {
                            continue;
                        }
                    }
                    None => state.work.push(self.at_end(segment.before, back)),
                }
            }
            let this = Node(state.next);
            state.next += 1;
            let made = instance(self.pool, cell, this, &mut state.next);
            let bits = length as u32 * 8;
            let mut unknown = || Val::Term(self.pool.fresh("u", Sort::BitVec(bits)));
            let (one, other) = (unknown(), unknown());
            let root = linked(made.root, segment, one, other);
            state.objects.extend(made.objects);
            state.objects.insert(this, Object::Region(root.clone()));
            state.nodes.insert(this, at);
            state
                .owed
                .extend(made.facts.into_iter().map(|f| (f, Value::Bool(true))));
            if !self.region(&mut state, this, &root, at) {
                continue;
            }
            let target = next
                .to_u64()
                .unwrap_or(0)
                .wrapping_sub(segment.next.to as u64);
            if !state.used.contains(&target)
                && self.object(target).is_some_and(|(_, is_heap)| is_heap)
                && self.chain(state.clone(), segment, target, Some(at))
            {
                return true;
            }
            match state.nodes.get(&segment.last) {
                Some(known) if *known != at => continue,
                _ => state.nodes.insert(segment.last, at),
            };
            let task = self.at_end(segment.after, &next);
            state.work.push(task);
            if self.solve(state) {
                return true;
            }
        }
        false
    }

    /// What a link at the end of a row holds: the value of a pointer, or what memory has of it.
    fn at_end(&self, value: Val, pointer: &BitVec) -> Task {
        let layout = self.program.pointers;
        match value {
            Val::Ptr(..) => Task::Value(value, pointer.clone()),
            Val::Term(_) => {
                let image = layout.encode(pointer.to_u64().unwrap_or(0));
                Task::Value(value, BitVec::new(layout.memory_width(), image))
            }
        }
    }

    fn settle(&self, state: &Match) -> bool {
        if !state
            .objects
            .keys()
            .all(|node| state.nodes.contains_key(node))
        {
            return false;
        }
        let mut objects = self.position.objects();
        if !self.heap.leaky && objects.any(|(at, _, is_heap)| is_heap && !state.used.contains(&at))
        {
            return false;
        }
        let mut evaluator = Evaluator::new(self.pool, &state.symbols);
        state.owed.iter().all(|(term, expected)| {
            let symbols = self.pool.symbols_of(&[*term]);
            symbols.iter().all(|s| state.symbols.contains_key(s))
                && evaluator
                    .eval(*term)
                    .equals(expected, self.pool.sort(*term))
        })
    }
}
