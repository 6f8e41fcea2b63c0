//! Memory that is not freed: whether heap objects are still allocated when a run ends, and whether a pointer leads to them.
//!
//! A heap object is *tracked* if a static object, a live stack object, a C variable of an active function, or a tracked
//! object holds a pointer into it or to its end. The condition for this is a least fixed point over the objects of the state:
//! it begins with what variables and static and stack objects hold, and goes from object to object in breadth-first order,
//! for a few rounds at most.
//!
//! Why it is sound: only pointers in whole, aligned slots count, and rounds end early. So an object may be considered lost
//! that is not, but never the other way round, and a TRUE can be relied on. A FALSE is confirmed by the interpreter, which
//! looks at every byte.
//!
//! Memory stays lost: no pointer to it can be made from nothing. So it is enough to look when a run ends. A run that does not
//! end, but repeats a loop without a change, is checked there ([`Executor::check_endless`]). Executions from loop head to
//! loop head do not know whether the run ends, and so check at every loop head ([`Executor::set_lost_apart`]).

use super::call::Activation;
use super::cuts::Arrival;
use super::{Executor, State};
use crate::memory::resolve::Target;
use crate::memory::{FactKind, Memory};
use crate::trie::Trie;
use fixedbitset::FixedBitSet;
use program::{FunctionId, Place, SiteId, SourceVar, VarId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::{Term, TermPool};

/// Why nothing is known of a run that goes on after memory was lost.
const ENDLESS: &str = "lost memory in a run that does not end is not supported";

/// How often the conditions are passed on at most.
const MAX_ROUNDS: usize = 8;

/// The live heap objects of a state and the pointers between them.
struct Heap {
    /// Where they are. Of a family, one member that may be any.
    objects: Vec<Target>,
    index: FxHashMap<u64, usize>,
    alive: Vec<Term>,
    /// When each of them is known to be tracked.
    tracked: Vec<Term>,
    /// From each of them: where pointers lead, and when.
    edges: Vec<Vec<(usize, Term)>>,
}

impl Executor<'_> {
    /// Checks that all memory was freed, and that no memory was lost.
    pub(super) fn check_leaks(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        state: &mut State,
        lost: SiteId,
        left: SiteId,
    ) {
        if self.goals.contains(lost) {
            let leaks = self.lost_now(pool, activation, state);
            let holds = pool.not(leaks);
            let _ = self.check(pool, state, lost, holds);
        }
        if self.goals.contains(left) {
            let heap = self.heap(pool, &state.memory);
            let some = pool.or_all(heap.alive);
            let holds = pool.not(some);
            let _ = self.check(pool, state, left, holds);
        }
    }

    /// A run that repeats a loop forever without a change must not have lost anything before.
    pub(super) fn check_endless(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        state: &State,
        place: Place,
    ) {
        if !self.tracks {
            return;
        }
        let leaks = self.lost_now(pool, activation, state);
        if let Some(guard) = self.guards.and(pool, state.guard, leaks) {
            self.cut_unsupported(ENDLESS.to_string(), place, guard);
        }
    }

    /// Of the states that have reached a loop head, those with lost memory go no further.
    pub(super) fn set_lost_apart(&mut self, pool: &mut TermPool, arrivals: &mut Vec<Arrival>) {
        if !self.tracks {
            return;
        }
        arrivals.retain_mut(|arrival| {
            let callers = arrival.frames.iter().map(|f| (f.function, &f.locals));
            let here = (arrival.function, &arrival.state.locals);
            let active: Vec<_> = callers.chain([here]).collect();
            let leaks = self.lost(pool, &active, &arrival.state);
            if pool.is_false(leaks) {
                return true;
            }
            let guard = arrival.state.guard;
            if let Some(lost) = self.guards.and(pool, guard, leaks) {
                let place = self.place_of(arrival.function, arrival.block);
                self.cut_unsupported(ENDLESS.to_string(), place, lost);
            }
            let tracked = pool.not(leaks);
            match self.guards.and(pool, guard, tracked) {
                Some(guard) => arrival.state.guard = guard,
                None => return false,
            }
            true
        });
    }

    /// The heap objects, with nothing known of them yet.
    fn heap(&mut self, pool: &mut TermPool, memory: &Memory) -> Heap {
        let mut heap = Heap {
            objects: Vec::new(),
            index: FxHashMap::default(),
            alive: Vec::new(),
            tracked: Vec::new(),
            edges: Vec::new(),
        };
        for (number, object) in memory.objects.entries() {
            if self.facts[number as usize].kind != FactKind::Heap {
                continue;
            }
            let (target, alive) = match self.facts[number as usize].family {
                None => (
                    Target::start_of(pool, self.program.pointers, number),
                    object.alive,
                ),
                Some(_) => {
                    let any = self.some_member(pool, number);
                    let alive = self.access(pool).alive(memory, &any);
                    (any, alive.expect("a family in the memory"))
                }
            };
            heap.index.insert(number, heap.objects.len());
            heap.objects.push(target);
            heap.alive.push(alive);
        }
        heap
    }

    /// [`Executor::lost`], in what runs now.
    fn lost_now(&mut self, pool: &mut TermPool, activation: &Activation, state: &State) -> Term {
        let frames = std::mem::take(&mut self.frames);
        let callers = frames.iter().map(|f| (f.function, &f.locals));
        let active: Vec<_> = callers
            .chain([(activation.function, &state.locals)])
            .collect();
        let leaks = self.lost(pool, &active, state);
        self.frames = frames;
        leaks
    }

    /// The condition under which a heap object is alive and not tracked, while these functions are active.
    fn lost(
        &mut self,
        pool: &mut TermPool,
        active: &[(FunctionId, &Trie<Term>)],
        state: &State,
    ) -> Term {
        let mut heap = self.heap(pool, &state.memory);
        if heap.objects.is_empty() {
            return pool.ff();
        }
        heap.tracked = vec![pool.ff(); heap.objects.len()];
        heap.edges = vec![Vec::new(); heap.objects.len()];
        let held = self.held_by_variables(pool, active);
        for (value, known) in held {
            for (to, condition) in self.led_to(pool, &heap, value, &known) {
                heap.tracked[to] = pool.or(heap.tracked[to], condition);
            }
        }
        for (number, object) in state.memory.objects.entries() {
            let facts = &self.facts[number as usize];
            let is_root = match facts.kind {
                FactKind::Function | FactKind::Column | FactKind::Static { constant: true } => {
                    continue;
                }
                // What members point to is not followed.
                FactKind::Heap if facts.family.is_some() => continue,
                FactKind::Static { constant: false } | FactKind::Stack | FactKind::Library => true,
                FactKind::Heap => false,
            };
            let mut shape = facts.shape.clone();
            shape.unit = shape.unit.max(1);
            let mut contents = object.contents.clone();
            let layout = self.program.pointers;
            let size = u64::from(layout.memory_width() / 8);
            let known = match facts.origin {
                Some(origin) => self.analyses.points_to.in_objects(origin).clone(),
                None => FixedBitSet::new(),
            };
            for value in contents.pointers(pool, &shape, size) {
                let value = match layout.flat {
                    true => self.pointer_of(pool, value),
                    false => self.resolver.images.decode(pool, layout, value),
                };
                for (to, condition) in self.led_to(pool, &heap, value, &known) {
                    if is_root {
                        let condition = pool.and(object.alive, condition);
                        heap.tracked[to] = pool.or(heap.tracked[to], condition);
                    } else {
                        heap.edges[heap.index[&number]].push((to, condition));
                    }
                }
            }
        }
        heap.pass_on(pool);
        let lost = heap
            .alive
            .into_iter()
            .zip(heap.tracked)
            .map(|(alive, tracked)| {
                let untracked = pool.not(tracked);
                pool.and(alive, untracked)
            });
        let lost: Vec<Term> = lost.collect();
        pool.or_all(lost)
    }

    /// The values of all C variables that have room for a pointer, in all active functions, cut into pieces of that size,
    /// and what each may point to.
    fn held_by_variables(
        &mut self,
        pool: &mut TermPool,
        active: &[(FunctionId, &Trie<Term>)],
    ) -> Vec<(Term, FixedBitSet)> {
        let layout = self.program.pointers;
        let width = layout.memory_width();
        let mut pieces = Vec::new();
        for (function, locals) in active {
            let plan = self.function_plan(*function);
            let vars = &self.program.function(*function).vars;
            for root in &plan.roots {
                let Some(value) = locals.get(*root).copied() else {
                    continue;
                };
                let var = vars[*root as usize];
                let known = self.analyses.points_to.anywhere(var);
                if !layout.flat && self.is_wide_pointer(var) {
                    pieces.push((value, known));
                    continue;
                }
                for low in (0..pool.width(value)).step_by(width as usize) {
                    let piece = pool.extract(value, low + width - 1, low);
                    let piece = match layout.flat {
                        true => self.pointer_of(pool, piece),
                        false => self.resolver.images.decode(pool, layout, piece),
                    };
                    pieces.push((piece, known.clone()));
                }
            }
        }
        pieces
    }

    /// Whether a C variable holds a pointer that has more bits here than its type has.
    fn is_wide_pointer(&self, var: VarId) -> bool {
        let var = self.program.var(var);
        let is_wide = |source: &SourceVar| {
            self.program.type_bits(source.ty) == u64::from(self.program.pointers.memory_width())
        };
        self.program.pointers.image.is_some()
            && var.width == self.program.pointers.width
            && var.source.as_ref().is_some_and(is_wide)
    }

    /// The heap objects that a value leads to, and when, if points-to facts (`known`) say that it may: otherwise it may be a
    /// number that is the address of an earlier object ([`Executor::is_revived`]).
    fn led_to(
        &mut self,
        pool: &mut TermPool,
        heap: &Heap,
        value: Term,
        known: &FixedBitSet,
    ) -> Vec<(usize, Term)> {
        let candidates = match self.is_cutting() {
            // Variables of the state may hold any address.
            true => heap.objects.iter().map(|t| t.object).collect(),
            false => self.resolver.addresses_in(pool, value),
        };
        if !candidates.iter().any(|c| heap.index.contains_key(c)) {
            return Vec::new();
        }
        let targets = self
            .resolver
            .resolve(pool, value, &mut || candidates.clone());
        // A pointer that leads to no base does not count.
        self.resolver.take_unplaced();
        let mut found = Vec::new();
        for target in targets {
            if self.may_be_later(target.object, |origin| known.contains(origin.index())) {
                continue;
            }
            if let Some(to) = heap.index.get(&target.object) {
                let size = self.facts[target.object as usize].size;
                let inside = pool.ule(target.offset, size);
                let condition = pool.and(target.condition, inside);
                let condition = match (target.member, heap.objects[*to].member) {
                    (Some(member), Some(any)) => {
                        let same = pool.eq(member, any);
                        pool.and(condition, same)
                    }
                    _ => condition,
                };
                if !pool.is_false(condition) {
                    found.push((*to, condition));
                }
            }
        }
        found
    }
}

impl Heap {
    /// What is pointed to by something tracked is tracked.
    fn pass_on(&mut self, pool: &mut TermPool) {
        let order = self.breadth_first(pool);
        for _ in 0..MAX_ROUNDS.min(order.len()) {
            let mut changed = false;
            for &from in &order {
                let here = pool.and(self.tracked[from], self.alive[from]);
                if pool.is_false(here) {
                    continue;
                }
                for &(to, condition) in &self.edges[from] {
                    if to == from || pool.is_true(self.tracked[to]) {
                        continue;
                    }
                    let passed = pool.and(here, condition);
                    let new = pool.or(self.tracked[to], passed);
                    changed |= new != self.tracked[to];
                    self.tracked[to] = new;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// The objects that can be tracked at all, the nearest to variables first.
    fn breadth_first(&self, pool: &TermPool) -> Vec<usize> {
        let begins = |i: &usize| !pool.is_false(self.tracked[*i]);
        let mut queue: VecDeque<usize> = (0..self.objects.len()).filter(begins).collect();
        let mut seen = vec![false; self.objects.len()];
        queue.iter().for_each(|i| seen[*i] = true);
        let mut order = Vec::new();
        while let Some(from) = queue.pop_front() {
            order.push(from);
            for &(to, _) in &self.edges[from] {
                if !std::mem::replace(&mut seen[to], true) {
                    queue.push_back(to);
                }
            }
        }
        order
    }
}
