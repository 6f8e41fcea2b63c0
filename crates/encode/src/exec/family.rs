//! Allocations that are made again and again ([`crate::memory::family`]).
//!
//! Only executions from cut point to cut point have families. An allocation becomes one when it is found that it would
//! make an object again to which a pointer may still lead; the system is then built again.

use super::log::{CutKind, InputKind};
use super::{Executor, Flow, Occurrence, PathEnd, State};
use crate::memory::contents::Contents;
use crate::memory::family::{
    COUNTER_BYTES, Column, Family, FamilyPlace, MAX_SIZE, Sum, column_facts, first_contents,
};
use crate::memory::resolve::Target;
use crate::memory::{FactKind, Memory, Object, ObjectFacts};
use program::{ObjectInfo, ObjectKind, Place, VarId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Op, Sort, Term, TermPool};

impl Executor<'_> {
    /// The family of an allocation, if it is one.
    pub(super) fn family_at(&self, occurrence: Occurrence) -> Option<u64> {
        self.families.get(&occurrence).copied()
    }

    /// Makes a family of an allocation; why that is impossible otherwise.
    pub(super) fn declare_family(
        &mut self,
        pool: &mut TermPool,
        occurrence: Occurrence,
        var: VarId,
        size: Term,
        info: &ObjectInfo,
    ) -> Result<(), &'static str> {
        if info.kind == ObjectKind::Stack {
            return Err("of a local variable");
        }
        if info.resizes {
            return Err("that resizes a block");
        }
        let Some(size) = pool.as_u64(size) else {
            return Err("of unknown size");
        };
        if !(1..=MAX_SIZE).contains(&size) {
            return Err("of a large block");
        }
        let layout = self.program.pointers;
        if layout.image.is_some() {
            // Memory has no room for the addresses of members.
            return Err("in such an address space");
        }
        let id = self.families.len() as u64;
        let Some(place) = FamilyPlace::new(layout, id, info.align) else {
            return Err("in such an address space");
        };
        // What stood for one object is in no state of the system that is built next.
        if let Some(number) = self.object_of.remove(&occurrence) {
            self.facts[number as usize].kind = FactKind::Function;
        }
        let head = self.facts.len() as u64;
        self.facts.push(ObjectFacts {
            kind: match info.kind {
                ObjectKind::Library => FactKind::Library,
                ObjectKind::Heap | ObjectKind::Stack => FactKind::Heap,
            },
            size: pool.bv_u64(layout.width, size),
            shape: self.shape(head, Some(size), None),
            start: place.first(pool),
            align: 1,
            origin: Some(self.analyses.points_to.of_allocation(var)),
            source: None,
            born_among: None,
            resizes: false,
            family: None,
        });
        let mut counter = self.shape(head + 1, Some(COUNTER_BYTES), None);
        counter.unit = COUNTER_BYTES;
        self.facts.push(column_facts(pool, layout.width, counter));
        let mut family = Family {
            place,
            size,
            counter: head + 1,
            alive: head + 2,
            columns: Vec::new(),
            divided_at: BTreeSet::from([0, size]),
            bases: BTreeSet::from([0]),
        };
        self.add_column(pool, &family, 1);
        self.divide(pool, &mut family);
        self.facts[head as usize].family = Some(family);
        self.resolver.set_family(head, place, vec![0]);
        self.families.insert(occurrence, head);
        Ok(())
    }

    fn add_column(&mut self, pool: &mut TermPool, family: &Family, size: u64) -> u64 {
        let number = self.facts.len() as u64;
        let shape = self.shape(number, None, None);
        let shape = family.column_shape(&shape, number, size);
        let width = self.program.pointers.width;
        self.facts.push(column_facts(pool, width, shape));
        number
    }

    /// Divides the members of a family into columns, as accesses do.
    fn divide(&mut self, pool: &mut TermPool, family: &mut Family) {
        for column in &family.columns {
            self.facts[column.object as usize].kind = FactKind::Function;
        }
        let ends: Vec<u64> = family.divided_at.iter().copied().collect();
        let mut columns = Vec::new();
        for pair in ends.windows(2) {
            let (offset, size) = (pair[0], pair[1] - pair[0]);
            let object = self.add_column(pool, family, size);
            columns.push(Column {
                offset,
                size,
                object,
            });
        }
        family.columns = columns;
    }

    /// Divides families as the accesses of the last executions did.
    pub(crate) fn divide_families(&mut self, pool: &mut TermPool) {
        for head in self.family_heads() {
            let family = self.facts[head as usize].family.take();
            let mut family = family.expect("the head of a family");
            if family.is_outdated() {
                self.divide(pool, &mut family);
            }
            self.facts[head as usize].family = Some(family);
        }
    }

    /// How many bases there are.
    pub(crate) fn bases(&self) -> usize {
        let families = self.facts.iter().filter_map(|f| f.family.as_ref());
        families.map(|f| f.bases.len()).sum()
    }

    /// Learns where a value that is kept points to in families.
    pub(crate) fn learn_base(&mut self, pool: &mut TermPool, value: Term) {
        let mut stack = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(value) = stack.pop() {
            if !seen.insert(value) {
                continue;
            }
            if pool.op(value) == Op::Ite {
                stack.extend(&pool.args(value)[1..]);
                continue;
            }
            for head in self.family_heads() {
                let family = self.facts[head as usize].family.as_mut();
                let family = family.expect("the head of a family");
                let Sum { base, added } = Sum::of(pool, value);
                let Some(added) = pool.as_u64(added) else {
                    continue;
                };
                let from: Vec<u64> = match family.place.constant_offset(pool, base) {
                    Some(offset) => vec![offset],
                    None if added == 0 => continue,
                    // A pointer that is part of the state, moved.
                    None => family.bases.iter().copied().collect(),
                };
                for offset in from {
                    family.add_base(offset.wrapping_add(added));
                }
                let bases = family.bases.iter().copied().collect();
                self.resolver.set_family(head, family.place, bases);
            }
        }
    }

    /// Where a pointer that was just resolved leads into a family, but not to a base, the run is not followed.
    pub(super) fn cut_unplaced(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        place: Place,
    ) -> Flow {
        let unplaced = pool.or_all(self.resolver.take_unplaced());
        if let Some(cut) = self.guards.and(pool, state.guard, unplaced) {
            let what = "an unknown place in an object that is allocated in a loop".to_string();
            self.cut_unsupported(what, place, cut);
        }
        let placed = pool.not(unplaced);
        match self.guards.and(pool, state.guard, placed) {
            Some(guard) => {
                state.guard = guard;
                Flow::Continue(())
            }
            None => Flow::Break(PathEnd),
        }
    }

    /// The numbers that stand for families, in ascending order.
    pub(crate) fn family_heads(&self) -> Vec<u64> {
        let mut heads: Vec<u64> = self.families.values().copied().collect();
        heads.sort_unstable();
        heads
    }

    /// Puts the families into the memory with which a run begins.
    pub(super) fn add_families(&self, pool: &mut TermPool, memory: &mut Memory) {
        let alive = pool.tt();
        let mut put = |number: u64, contents: Contents| {
            let object = Object { alive, contents };
            memory.objects.set(number, Rc::new(object));
        };
        for head in self.family_heads() {
            let family = self.facts[head as usize].family.as_ref();
            put(head, Contents::zero());
            for (number, contents) in first_contents(family.expect("the head of a family")) {
                put(number, contents);
            }
        }
    }

    /// Makes one more member of a family.
    pub(super) fn make_member(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        (var, size): (VarId, Term),
        head: u64,
        info: &ObjectInfo,
        place: Place,
    ) -> Flow {
        let family = self.facts[head as usize].family.as_ref();
        let family = family.expect("the head of a family");
        let (at, counter, bytes) = (family.place, family.counter, family.size);
        let is_new = state.memory.get(head).is_none();
        if is_new || pool.as_u64(size) != Some(bytes) {
            // A family that has just been declared is in no state yet: the system is built again.
            let what = "an allocation in a loop, of several sizes".to_string();
            self.cut_unsupported(what, place, state.guard);
            return Flow::Break(PathEnd);
        }
        let count = self.members(pool, &state.memory, counter);
        let width = pool.width(count);
        let bits = at.index_bits();
        let last = pool.bv_u64(width, u64::MAX >> (64 - bits));
        let is_last = pool.eq(count, last);
        if let Some(full) = self.guards.and(pool, state.guard, is_last) {
            self.cut(CutKind::Exhausted { bits }, place, full);
        }
        let has_room = pool.not(is_last);
        match self.guards.and(pool, state.guard, has_room) {
            Some(guard) => state.guard = guard,
            None => return Flow::Break(PathEnd),
        }
        let member = pool.extract(count, bits - 1, 0);
        let address = at.address(pool, member);
        for pointer in self.unknown_pointers.clone() {
            let same = at.contains(pool, pointer);
            let number = at.member(pool, pointer);
            let equal = pool.eq(number, member);
            let here = pool.and(same, equal);
            let elsewhere = pool.not(here);
            self.assume(pool, state, elsewhere)?;
        }
        let one = pool.bv_u64(width, 1);
        let next = pool.bvadd(count, one);
        let always = pool.tt();
        let target = Target {
            member: Some(member),
            ..Target::start_of(pool, self.program.pointers, head)
        };
        state.memory.forget(head);
        let memory = &mut state.memory;
        let mut access = self.access(pool);
        access.change(memory, counter, |pool, contents| {
            contents.write(pool, 0, next)
        });
        access.set_alive(memory, &target, true, always);
        if info.zeroed {
            access.zero_member(memory, &target);
        }
        self.input(state.guard, InputKind::Untold);
        self.set(state, var, address);
        Flow::Continue(())
    }

    /// How many members a family has.
    fn members(&mut self, pool: &mut TermPool, memory: &Memory, counter: u64) -> Term {
        let shape = self.facts[counter as usize].shape.clone();
        let object = memory.get(counter).expect("counters are in every memory");
        let mut contents = object.contents.clone();
        contents.read(pool, &shape, 0, COUNTER_BYTES)
    }

    /// Whether some member is alive. Which one is an unknown: a check that none is must hold for each.
    pub(super) fn some_member(&mut self, pool: &mut TermPool, head: u64) -> Target {
        let family = self.facts[head as usize].family.as_ref();
        let bits = family.expect("the head of a family").place.index_bits();
        let name = format!("member of object{head}");
        Target {
            member: Some(pool.symbol_of_sort(&name, Sort::BitVec(bits))),
            ..Target::start_of(pool, self.program.pointers, head)
        }
    }
}
