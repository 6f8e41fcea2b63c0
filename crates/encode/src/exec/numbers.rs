//! Numbers of pointers ([`program::layout::flat`]).
//!
//! Where an object lies is an unknown, its *base*, of which nothing is assumed before a number of a pointer into the object is
//! taken or looked for. Then the run is restricted to layouts that are possible: the object is where objects may be, aligned,
//! and shares no byte with any other object of which the base is spoken of, if both were alive at once. Which lives overlap
//! is read off what was alive when the younger one was made ([`crate::memory::ObjectFacts::born_among`]). There always is such a
//! layout, unless memory is full, so this leaves out no run.
//!
//! In memory, a pointer is its number; what static objects hold at first is put there before the run begins. Transition systems
//! are not made of such programs.
//!
//! Which object a number leads to is asked of those that are alive and whose numbers the program can know
//! ([`crate::points_to::PointsTo::numbered`]). A number that was just taken leads back to its pointer without asking.

use super::pointer::Pointer;
use super::{Executor, Flow, State};
use crate::memory::FactKind;
use program::{Place, SiteId, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{Op, Sort, Term, TermPool};

/// Why a number is not known.
const LOST: &str = "the number of a pointer that no object can have is not supported";

/// What is known of numbers.
#[derive(Default)]
pub(super) struct Numbers {
    /// The pointers whose numbers were taken, by these.
    taken: FxHashMap<Term, Term>,
    /// The numbers that pointers were made of, by these.
    made: FxHashMap<Term, Term>,
    /// The objects of bases.
    base_of: FxHashMap<Term, u64>,
    /// The objects whose bases were spoken of.
    placed: BTreeSet<u64>,
}

/// Where a number leads, and the condition under which that is known.
#[derive(Clone, Copy)]
struct Led {
    pointer: Term,
    known: Term,
}

/// Where a number may lead.
struct Candidate {
    inside: Term,
    at_end: Term,
    pointer: Term,
}

impl Executor<'_> {
    pub(super) fn take_number(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        pointer: Term,
        place: Place,
    ) -> Flow {
        // Nothing would notice an object that points-to facts have left out.
        let pointer = Pointer::unfiltered(self.value(pool, state, pointer));
        let count = self.facts.len() as u64;
        let targets = self.targets_among(pool, pointer, || (1..count).collect());
        let layout = self.program.pointers;
        if let Some(number) = self.numbers.made.get(&pointer.value).copied() {
            let objects: Vec<u64> = targets.iter().map(|t| t.object).collect();
            self.lay_out(pool, state, &objects)?;
            self.set(state, var, number);
            return Flow::Continue(());
        }
        let (mut number, lost) = layout.number_of_stray_term(pool, pointer.value);
        if let Some(guard) = self.guards.and(pool, state.guard, lost) {
            self.cut_unsupported(LOST.to_string(), place, guard);
            let kept = pool.not(lost);
            self.assume(pool, state, kept)?;
        }
        let mut objects = Vec::new();
        for target in targets {
            objects.push(target.object);
            let base = self.base(pool, target.object);
            let offset = pool.resize_unsigned(target.offset, layout.memory_width());
            let sum = pool.bvadd(base, offset);
            number = pool.ite(target.condition, sum, number);
        }
        self.lay_out(pool, state, &objects)?;
        self.note_number(pool, number, pointer.value);
        self.set(state, var, number);
        Flow::Continue(())
    }

    pub(super) fn find_pointer(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        number: Term,
        site: SiteId,
    ) -> Flow {
        let number = self.value(pool, state, number);
        let pointer = self.leads_to(pool, state, number, site)?;
        self.set(state, var, pointer);
        Flow::Continue(())
    }

    /// The pointer of a number. Of a choice between numbers, each is looked at by itself.
    fn leads_to(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        number: Term,
        site: SiteId,
    ) -> Flow<Term> {
        let mut found: FxHashMap<Term, Led> = FxHashMap::default();
        let mut stack = vec![number];
        while let Some(&top) = stack.last() {
            if found.contains_key(&top) {
                stack.pop();
                continue;
            }
            let led = if let Some(pointer) = self.known_pointer(pool, top) {
                self.still(pool, state, top, pointer)?
            } else if pool.op(top) == Op::Ite {
                let (condition, arms) = (pool.arg(top, 0), [pool.arg(top, 1), pool.arg(top, 2)]);
                let open = arms.iter().filter(|arm| !found.contains_key(arm));
                let before = stack.len();
                stack.extend(open);
                if stack.len() > before {
                    continue;
                }
                let [then, otherwise] = arms.map(|arm| found[&arm]);
                Led {
                    pointer: pool.ite(condition, then.pointer, otherwise.pointer),
                    known: pool.ite(condition, then.known, otherwise.known),
                }
            } else {
                self.looked_for(pool, state, top)?
            };
            found.insert(top, led);
            stack.pop();
        }
        let Led { pointer, known } = found[&number];
        self.check(pool, state, site, known)?;
        if !pool.is_value(pointer) {
            self.numbers.made.insert(pointer, number);
        }
        Flow::Continue(pointer)
    }

    /// The pointer of a number that was taken, and of null, which is the same whatever the layout is.
    fn known_pointer(&self, pool: &mut TermPool, number: Term) -> Option<Term> {
        match pool.as_u64(number) {
            Some(0) => Some(pool.zero(self.program.pointers.width)),
            _ => self.numbers.taken.get(&number).copied(),
        }
    }

    /// Where a number leads that was taken of a pointer: there, unless its object is dead by now. Then something else may lie
    /// there.
    fn still(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        number: Term,
        pointer: Term,
    ) -> Flow<Led> {
        let count = self.facts.len() as u64;
        let mut dead = pool.ff();
        for target in
            self.targets_among(pool, Pointer::unfiltered(pointer), || (1..count).collect())
        {
            let alive = self.access(pool).alive(&state.memory, &target);
            let gone = match alive {
                Some(alive) => pool.not(alive),
                None => pool.tt(),
            };
            let here = pool.and(target.condition, gone);
            dead = pool.or(dead, here);
        }
        if self.guards.and(pool, state.guard, dead).is_none() {
            let known = pool.tt();
            return Flow::Continue(Led { pointer, known });
        }
        let later = self.looked_for(pool, state, number)?;
        let alive = pool.not(dead);
        Flow::Continue(Led {
            pointer: pool.ite(dead, later.pointer, pointer),
            known: pool.or(alive, later.known),
        })
    }

    /// Where a number leads that was not taken.
    fn looked_for(&mut self, pool: &mut TermPool, state: &mut State, number: Term) -> Flow<Led> {
        let own = self.moved(pool, state, number);
        if let Some(own) = own
            && pool.is_true(own.known)
        {
            return Flow::Continue(own);
        }
        let stray = self.program.pointers.stray_term(pool, number);
        let candidates = self.candidates(pool, state, number)?;
        let mut pointer = stray;
        let (mut ended, mut several, mut inside) = (pool.ff(), pool.ff(), pool.ff());
        for candidate in &candidates {
            pointer = pool.ite(candidate.at_end, candidate.pointer, pointer);
            let again = pool.and(ended, candidate.at_end);
            several = pool.or(several, again);
            ended = pool.or(ended, candidate.at_end);
            inside = pool.or(inside, candidate.inside);
        }
        for candidate in &candidates {
            pointer = pool.ite(candidate.inside, candidate.pointer, pointer);
        }
        let both = pool.and(inside, ended);
        let ambiguous = pool.or(several, both);
        let mut known = pool.not(ambiguous);
        if let Some(own) = own {
            pointer = pool.ite(own.known, own.pointer, pointer);
            known = pool.or(known, own.known);
        }
        Flow::Continue(Led { pointer, known })
    }

    /// Notes whose number this is. A constant may be that of several pointers: where objects lie decides.
    fn note_number(&mut self, pool: &TermPool, number: Term, pointer: Term) {
        if !pool.is_value(number) {
            self.numbers.taken.insert(number, pointer);
        }
    }

    /// The pointer whose number this is, if it was taken, and null if not; for what memory and C variables hold.
    pub(super) fn pointer_of(&mut self, pool: &mut TermPool, number: Term) -> Term {
        let mut found: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![number];
        while let Some(&top) = stack.last() {
            let null = pool.zero(self.program.pointers.width);
            let known = self.known_pointer(pool, top);
            let pointer = match (known, pool.op(top)) {
                (Some(pointer), _) => pointer,
                (None, Op::Ite) => {
                    let (condition, arms) =
                        (pool.arg(top, 0), [pool.arg(top, 1), pool.arg(top, 2)]);
                    let open = arms.iter().filter(|arm| !found.contains_key(arm));
                    let before = stack.len();
                    stack.extend(open);
                    if stack.len() > before {
                        continue;
                    }
                    pool.ite(condition, found[&arms[0]], found[&arms[1]])
                }
                _ => null,
            };
            found.insert(top, pointer);
            stack.pop();
        }
        found[&number]
    }

    /// What static objects hold at first.
    pub(super) fn add_first_numbers(&mut self, pool: &mut TermPool, state: &mut State) {
        // What was learnt in an earlier execution may be about bases of which this one has not spoken.
        self.numbers = Numbers::default();
        let layout = self.program.pointers;
        let width = layout.memory_width();
        let program = self.program;
        for (index, object) in program.statics.iter().enumerate() {
            for (offset, pointer) in &object.pointers {
                let target = layout.object(pointer.wrapping_add(layout.half()));
                let pointer = pool.bv_u64(layout.width, *pointer);
                let number = match self.facts.get(target as usize).filter(|_| target > 0) {
                    None => layout.number_of_stray_term(pool, pointer).0,
                    Some(facts) => {
                        let start = pool.bv_u64(layout.width, facts.start);
                        let offset = pool.bvsub(pointer, start);
                        let offset = pool.resize_unsigned(offset, width);
                        let base = self.base(pool, target);
                        // Two statics are never one after the other in a way that the guard does not allow.
                        let _ = self.lay_out(pool, state, &[target]);
                        pool.bvadd(base, offset)
                    }
                };
                self.note_number(pool, number, pointer);
                let number_of = index as u64 + 1;
                let mut access = self.access(pool);
                access.choose_unit(number_of, u64::from(width / 8));
                access.change(&mut state.memory, number_of, |pool, contents| {
                    contents.write(pool, *offset, number);
                });
            }
        }
    }

    /// The base of an object plus a constant that is less than its size: the pointer to that byte, if the object is alive.
    fn moved(&mut self, pool: &mut TermPool, state: &State, number: Term) -> Option<Led> {
        let (base, object) = self.only_base(pool, number)?;
        let known = state.memory.get(object)?.alive;
        let layout = self.program.pointers;
        let facts = &self.facts[object as usize];
        let (start, size) = (facts.start, facts.shape.size?);
        let offset = pool.bvsub(number, base);
        let offset = pool.as_u64(offset).filter(|offset| *offset < size)?;
        let pointer = pool.bv_u64(layout.width, start + offset);
        Some(Led { pointer, known })
    }

    /// The only base among the addends of a number, and its object.
    fn only_base(&self, pool: &mut TermPool, number: Term) -> Option<(Term, u64)> {
        let mut found = None;
        let mut stack = vec![number];
        while let Some(top) = stack.pop() {
            match pool.op(top) {
                Op::BvAdd => stack.extend(pool.args(top)),
                Op::Symbol(_) => {
                    let Some(object) = self.numbers.base_of.get(&top) else {
                        continue;
                    };
                    if found.replace((top, *object)).is_some() {
                        return None;
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The objects in which a number may be, or at whose end.
    fn candidates(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        number: Term,
    ) -> Flow<Vec<Candidate>> {
        let layout = self.program.pointers;
        let numbered = self.analyses.points_to.numbered();
        let entries = state.memory.objects.entries().into_iter();
        let objects: Vec<(u64, Term)> = entries
            .filter(|(object, _)| {
                let facts = &self.facts[*object as usize];
                let known = |o: crate::points_to::Origin| numbered.contains(o.index());
                facts.kind != FactKind::Column && facts.origin.is_none_or(known)
            })
            .map(|(object, contents)| (object, contents.alive))
            .collect();
        let numbers: Vec<u64> = objects.iter().map(|(object, _)| *object).collect();
        self.lay_out(pool, state, &numbers)?;
        let mut candidates = Vec::new();
        for (object, alive) in objects {
            let base = self.base(pool, object);
            let facts = &self.facts[object as usize];
            let (start, size) = (facts.start, facts.size);
            let size = pool.resize_unsigned(size, layout.memory_width());
            let offset = pool.bvsub(number, base);
            let (below, equal) = (pool.ult(offset, size), pool.eq(offset, size));
            let start = pool.bv_u64(layout.width, start);
            let offset = pool.resize_unsigned(offset, layout.width);
            candidates.push(Candidate {
                inside: pool.and(alive, below),
                at_end: pool.and(alive, equal),
                pointer: pool.bvadd(start, offset),
            });
        }
        Flow::Continue(candidates)
    }

    /// Where an object lies.
    pub(super) fn base(&self, pool: &mut TermPool, object: u64) -> Term {
        let width = self.program.pointers.memory_width();
        pool.symbol_of_sort(&format!("base@{object}"), Sort::BitVec(width))
    }

    /// The same, if it was ever spoken of.
    pub(super) fn known_base(&self, pool: &TermPool, object: u64) -> Option<Term> {
        let width = self.program.pointers.memory_width();
        pool.find_symbol_of_sort(&format!("base@{object}"), Sort::BitVec(width))
    }

    /// Restricts the run to layouts in which these objects can lie where their bases say.
    fn lay_out(&mut self, pool: &mut TermPool, state: &mut State, objects: &[u64]) -> Flow {
        for object in objects {
            let base = self.base(pool, *object);
            self.numbers.base_of.insert(base, *object);
            self.numbers.placed.insert(*object);
        }
        let mut conditions = Vec::new();
        for object in objects {
            conditions.push(self.fits(pool, *object));
            for other in self.numbers.placed.clone() {
                if other != *object {
                    conditions.push(self.disjoint(pool, state, *object, other));
                }
            }
        }
        let possible = pool.and_all(conditions);
        self.assume(pool, state, possible)?;
        let guard = self.guards.term(state.guard);
        self.log.placed.push((guard, objects.to_vec()));
        Flow::Continue(())
    }

    /// How many addresses an object takes.
    fn room_of(&self, pool: &mut TermPool, object: u64) -> Term {
        let width = self.program.pointers.memory_width();
        let size = pool.resize_unsigned(self.facts[object as usize].size, width);
        let kind = self.facts[object as usize].kind;
        if matches!(kind, FactKind::Static { .. } | FactKind::Stack) {
            // A variable without bytes (GNU C's empty structs) may be anywhere.
            return size;
        }
        let (zero, one) = (pool.zero(width), pool.bv_u64(width, 1));
        let empty = pool.eq(size, zero);
        pool.ite(empty, one, size)
    }

    /// An object lies where objects may be.
    fn fits(&self, pool: &mut TermPool, object: u64) -> Term {
        let layout = self.program.pointers;
        let width = layout.memory_width();
        let addresses = layout.addresses();
        let (base, extent) = (self.base(pool, object), self.room_of(pool, object));
        let first = pool.bv_u64(width, addresses.start);
        let end = pool.bv_u64(width, addresses.end);
        let room = pool.bv_u64(width, addresses.end - addresses.start);
        let last = pool.bvsub(end, extent);
        let align = self.facts[object as usize].align;
        let aligned = match align.max(1).trailing_zeros() {
            0 => pool.tt(),
            bits => {
                let low = pool.extract(base, bits - 1, 0);
                let zero = pool.zero(bits);
                pool.eq(low, zero)
            }
        };
        let parts = [
            pool.ule(first, base),
            pool.ule(extent, room),
            pool.ule(base, last),
            aligned,
        ];
        pool.and_all(parts)
    }

    /// Two objects share no byte, if both were alive at once. What is allocated has the allocator's own data in front of it, so
    /// that only variables lie side by side.
    fn disjoint(&self, pool: &mut TermPool, state: &State, a: u64, b: u64) -> Term {
        let overlap = self.overlap(pool, state, a, b);
        if pool.is_false(overlap) {
            return pool.tt();
        }
        let (at_a, at_b) = (self.base(pool, a), self.base(pool, b));
        let (of_a, of_b) = (self.room_of(pool, a), self.room_of(pool, b));
        let (end_a, end_b) = (pool.bvadd(at_a, of_a), pool.bvadd(at_b, of_b));
        let is_variable = |object: u64| {
            let kind = self.facts[object as usize].kind;
            matches!(kind, FactKind::Static { .. } | FactKind::Stack)
        };
        let (below, above) = match is_variable(a) && is_variable(b) {
            true => (pool.ule(end_a, at_b), pool.ule(end_b, at_a)),
            false => (pool.ult(end_a, at_b), pool.ult(end_b, at_a)),
        };
        let mut apart = pool.or(below, above);
        // One string literal may be the end of another one (C 6.4.5p7).
        for (whole, part) in [(a, b), (b, a)] {
            if let Some(offset) = self.program.literal_in(whole, part) {
                let (whole, part) = (self.base(pool, whole), self.base(pool, part));
                let width = pool.width(whole);
                let offset = pool.bv_u64(width, offset);
                let there = pool.bvadd(whole, offset);
                let shared = pool.eq(there, part);
                apart = pool.or(apart, shared);
            }
        }
        pool.implies(overlap, apart)
    }

    /// The condition under which two objects were alive at once.
    fn overlap(&self, pool: &mut TermPool, state: &State, a: u64, b: u64) -> Term {
        let always = |object: u64| {
            let kind = self.facts[object as usize].kind;
            matches!(kind, FactKind::Static { .. } | FactKind::Function)
        };
        if always(a) || always(b) {
            return pool.tt();
        }
        let mut overlap = pool.ff();
        for (born, other) in [(a, b), (b, a)] {
            let facts = &self.facts[born as usize];
            let among = facts.born_among.as_ref();
            let Some(object) = among.and_then(|a| a.get(other)) else {
                continue;
            };
            let mut both = object.alive;
            if facts.resizes {
                // The block that it replaces died right after, and may have been where it is.
                let now = state.memory.get(other).map(|o| o.alive);
                let now = now.unwrap_or_else(|| pool.ff());
                both = pool.and(both, now);
            }
            overlap = pool.or(overlap, both);
        }
        overlap
    }
}
