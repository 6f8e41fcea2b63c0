//! The lives of objects: allocation, release, and their sizes.

use super::call::Activation;
use super::log::InputKind;
use super::mode::Cutting;
use super::pointer::Pointer;
use super::{Executor, Flow, PathEnd, State};
use crate::memory::contents::{Contents, Epoch};
use crate::memory::resolve::Target;
use crate::memory::{FactKind, Object, ObjectFacts};
use program::{Extent, ObjectInfo, ObjectKind, Place, SiteId, VarId};
use std::rc::Rc;
use term::{Term, TermPool};

/// In the presence of more objects it is not asked whether they fit the address space together.
const MAX_COUNTED: usize = 64;

impl Executor<'_> {
    /// In 32 bits, the objects whose sizes are computed fit the address space together with the new one. A run in which they
    /// do not is refused by the interpreter in any case; so it is not offered.
    fn assume_room(&mut self, pool: &mut TermPool, state: &mut State, size: Term) -> Flow {
        let layout = self.program.pointers;
        let counted = self.facts.len() <= MAX_COUNTED && !self.is_cutting();
        if layout.image.is_none() || !counted || pool.is_value(size) {
            return Flow::Continue(());
        }
        let zero = pool.zero(layout.width);
        let mut total = pool.resize_unsigned(size, layout.width);
        for (number, object) in state.memory.objects.entries() {
            let size = self.facts[number as usize].size;
            let size = pool.ite(object.alive, size, zero);
            total = pool.bvadd(total, size);
        }
        let room = pool.bv_u64(layout.width, 1 << layout.memory_width());
        let fits = pool.ule(total, room);
        self.assume(pool, state, fits)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn alloc(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        point: u32,
        state: &mut State,
        var: VarId,
        size: Term,
        site: SiteId,
        info: &ObjectInfo,
        place: Place,
    ) -> Flow {
        let size = self.value(pool, state, size);
        let limit = self.length(pool, self.program.pointers.max_object_size());
        let fits = pool.ule(size, limit);
        self.check(pool, state, site, fits)?;
        self.assume_room(pool, state, size)?;
        let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
        if let Some(head) = self.family_at(occurrence) {
            return self.make_member(pool, state, (var, size), head, info, place);
        }
        let number = match self.object_of.get(&occurrence) {
            Some(number) => *number,
            None => self.facts.len() as u64,
        };
        if number > self.program.pointers.max_object() {
            let limit = self.program.pointers.max_object();
            let what = format!("more than {limit} memory objects are not supported");
            self.cut_unsupported(what, place, state.guard);
            return Flow::Break(PathEnd);
        }
        let is_occupied = |cutting: &Cutting| {
            state.memory.get(number).is_some() || cutting.occupied.contains(&number)
        };
        if self.cutting().is_some_and(is_occupied) {
            // Pointers to the object's earlier life would point into its new one.
            // What follows is executed when the system is built again with a family here, if there can be one.
            let mut what = "an allocation in a loop".to_string();
            if let Err(why) = self.declare_family(pool, occurrence, var, size, info) {
                what = format!("{what}, {why}");
            }
            self.cut_unsupported(what, place, state.guard);
            return Flow::Break(PathEnd);
        }
        self.object_of.insert(occurrence, number);
        if let Some(cutting) = self.cutting_mut() {
            cutting.made.insert(number);
        }
        for pointer in self.unknown_pointers.clone() {
            let elsewhere = self.is_elsewhere(pool, pointer, number);
            self.assume(pool, state, elsewhere)?;
        }
        self.note_size(pool, state, size);
        let ty = info.source.as_ref().map(|s| s.ty);
        let mut shape = self.shape(number, pool.as_u64(size), ty);
        if let Some(known) = self.facts.get(number as usize) {
            shape.unit = known.shape.unit;
            if self.is_cutting() && shape.size != known.shape.size {
                // Elsewhere it gets another size, so the size is part of the state.
                shape.size = None;
            }
        }
        let facts = ObjectFacts {
            kind: match info.kind {
                ObjectKind::Stack => FactKind::Stack,
                ObjectKind::Heap => FactKind::Heap,
                ObjectKind::Library => FactKind::Library,
            },
            size,
            shape,
            start: self.program.pointers.start(number, info.align),
            align: info.align,
            resizes: info.resizes,
            origin: Some(self.analyses.points_to.of_allocation(var)),
            source: info
                .source
                .clone()
                .filter(|_| info.kind == ObjectKind::Stack),
            born_among: self.compares.then(|| state.memory.objects.clone()),
            family: None,
        };
        self.resolver.set_start(number, facts.start);
        if number as usize == self.facts.len() {
            self.facts.push(facts);
        } else {
            self.facts[number as usize] = facts;
        }
        if info.kind == ObjectKind::Stack {
            activation.objects.push(number);
            if let Some(cutting) = self.cutting_mut() {
                cutting.note_stack_object(activation.occurrence, number);
            }
        }
        let contents = if info.zeroed {
            Contents::zero()
        } else {
            Contents::unknown(Epoch::Allocated)
        };
        let alive = pool.tt();
        let object = Rc::new(Object { alive, contents });
        state.memory.forget(number);
        state.memory.objects.set(number, object);
        let zeroed = info.zeroed;
        let kind = InputKind::Object {
            var,
            object: number,
            zeroed,
        };
        self.input(state.guard, kind);
        let address = self.length(pool, self.facts[number as usize].start);
        self.set(state, var, address);
        Flow::Continue(())
    }

    /// Whether a pointer leads to another object than this.
    fn is_elsewhere(&self, pool: &mut TermPool, pointer: Term, object: u64) -> Term {
        let layout = self.program.pointers;
        let half = pool.bv_u64(layout.width, layout.half());
        let moved = pool.bvadd(pointer, half);
        let number = pool.extract(moved, layout.width - 1, layout.offset_bits);
        let object = pool.bv_u64(layout.width - layout.offset_bits, object);
        pool.ne(number, object)
    }

    /// Notes how much memory a run takes here, if that can be chosen.
    pub(super) fn note_size(&mut self, pool: &mut TermPool, state: &State, size: Term) {
        if pool.is_value(size) {
            return;
        }
        let guard = self.guards.term(state.guard);
        let size = pool.resize_unsigned(size, 64);
        let nothing = pool.zero(64);
        let size = pool.ite(guard, size, nothing);
        self.log.sizes.push(size);
    }

    pub(super) fn free(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        site: SiteId,
    ) -> Flow {
        let zero = pool.zero(self.program.pointers.width);
        let mut valid = pool.eq(pointer.value, zero);
        let mut freed = Vec::new();
        let targets = self.targets(pool, &state.memory, pointer);
        let place = self.program.site(site).place;
        self.cut_unplaced(pool, state, place)?;
        for target in targets {
            let kind = self.facts[target.object as usize].kind;
            if !matches!(kind, FactKind::Heap | FactKind::Library) {
                continue;
            }
            let Some(alive) = self.access(pool).alive(&state.memory, &target) else {
                continue;
            };
            let at_start = pool.eq(target.offset, zero);
            let here = pool.and(target.condition, at_start);
            let allowed = pool.and(here, alive);
            valid = pool.or(valid, allowed);
            freed.push((target, here));
        }
        self.check(pool, state, site, valid)?;
        for (target, here) in freed {
            self.kill(pool, state, &target, here);
        }
        Flow::Continue(())
    }

    /// Ends an object's life where the condition holds.
    fn kill(&mut self, pool: &mut TermPool, state: &mut State, target: &Target, here: Term) {
        if target.member.is_some() {
            let mut access = self.access(pool);
            return access.set_alive(&mut state.memory, target, false, here);
        }
        let number = target.object;
        let Some(object) = state.memory.get(number) else {
            return;
        };
        let others = pool.not(here);
        let alive = pool.and(object.alive, others);
        if pool.is_false(alive) {
            state.memory.objects.remove(number);
        } else {
            let contents = object.contents.clone();
            let object = Rc::new(Object { alive, contents });
            state.memory.objects.set(number, object);
        }
    }

    pub(super) fn end_life(&mut self, pool: &mut TermPool, state: &mut State, pointer: Term) {
        let pointer = Pointer::unfiltered(self.value(pool, state, pointer));
        let targets = self.targets(pool, &state.memory, pointer);
        // Families have no members on the stack.
        self.resolver.take_unplaced();
        for target in targets {
            if self.facts[target.object as usize].kind == FactKind::Stack {
                self.kill(pool, state, &target, target.condition);
            }
        }
    }

    /// `var :=` what is asked of the object that a pointer leads to.
    pub(super) fn extent(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        pointer: Term,
        extent: Extent,
        place: Place,
    ) -> Flow {
        let value = self.value(pool, state, pointer);
        let pointer = Pointer::unfiltered(value);
        let width = self.program.pointers.width;
        let (zero, one) = (pool.zero(width), pool.bv_u64(width, 1));
        let (mut result, targets) = match extent {
            Extent::Offset => {
                // Dead objects count, too.
                let count = self.facts.len() as u64;
                let all = || (1..count).collect();
                (value, self.targets_among(pool, pointer, all))
            }
            _ => (zero, self.targets(pool, &state.memory, pointer)),
        };
        self.cut_unplaced(pool, state, place)?;
        for target in targets {
            let facts = &self.facts[target.object as usize];
            let (size, kind) = (facts.size, facts.kind);
            if extent == Extent::Offset {
                result = pool.ite(target.condition, target.offset, result);
                continue;
            }
            let Some(alive) = self.access(pool).alive(&state.memory, &target) else {
                continue;
            };
            let here = pool.and(target.condition, alive);
            let found = match extent {
                Extent::Size => size,
                Extent::Room => {
                    let inside = pool.ule(target.offset, size);
                    let room = pool.bvsub(size, target.offset);
                    pool.ite(inside, room, zero)
                }
                Extent::Alive => one,
                Extent::Dynamic if kind == FactKind::Heap => one,
                Extent::Dynamic | Extent::Offset => zero,
            };
            result = pool.ite(here, found, result);
        }
        let width = self.program.var(var).width;
        let result = pool.resize_unsigned(result, width);
        self.set(state, var, result);
        Flow::Continue(())
    }
}
