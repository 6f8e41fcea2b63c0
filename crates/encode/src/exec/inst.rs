//! Instructions.

use super::log::{Input, InputKind, Violation};
use super::run::{Activation, Frame, Returned};
use super::{Executor, Occurrence, State, Stopped};
use crate::guard::Guard;
use crate::memory::access::{Access, Mode};
use crate::memory::contents::{Contents, Epoch};
use crate::memory::resolve::Target;
use crate::memory::transfer::TooLong;
use crate::memory::{FactKind, Memory, Object, ObjectFacts};
use crate::points_to::Origin;
use program::{
    FunctionId, InputSource, Inst, InstKind, ObjectInfo, ObjectKind, Place, SiteId, VarId,
};
use std::rc::Rc;
use term::{Sort, Term, TermPool};

/// A pointer in an instruction.
#[derive(Clone, Copy)]
pub(super) struct Pointer {
    pub value: Term,
    /// The instruction and the operand's place in it, if points-to facts may narrow down where it leads.
    operand: Option<(u32, u8)>,
}

impl Pointer {
    /// For what is no access: there, an object that is left out would not be noticed.
    fn unfiltered(value: Term) -> Pointer {
        let operand = None;
        Pointer { value, operand }
    }
}

impl Executor<'_> {
    /// Executes one instruction; `None` if no path goes on.
    pub(super) fn step(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        point: u32,
        inst: &Inst,
        mut state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<State>, Stopped> {
        if self.recorder.is_some()
            && let Some(goes_on) = self.record(pool, activation, point, inst, &mut state)
        {
            return Ok(goes_on.then_some(state));
        }
        let goes_on = match &inst.kind {
            InstKind::Assign { var, value } => {
                let value = self.value(pool, &state, *value);
                self.set(&mut state, *var, value);
                true
            }
            InstKind::Havoc { var, source } => {
                let value = self.havoc(pool, activation, point, &mut state, *var);
                if matches!(source, InputSource::Uninitialised(_)) {
                    self.first_values.insert(value);
                }
                true
            }
            InstKind::Load { var, pointer, site } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.load(pool, &mut state, *var, pointer, *site)
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.store(pool, &mut state, pointer, *value, *site)
            }
            InstKind::Alloc {
                var,
                size,
                site,
                object,
            } => {
                let place = inst.place;
                self.alloc(
                    pool, activation, point, &mut state, *var, *size, *site, object, place,
                )
            }
            InstKind::Free { pointer, site } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.free(pool, &mut state, pointer, *site)
            }
            InstKind::EndLife { pointer } => {
                self.end_life(pool, &mut state, *pointer);
                true
            }
            InstKind::ObjectSize { var, pointer } => {
                self.object_size(pool, &mut state, *var, *pointer);
                true
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap,
            } => {
                let to = self.pointer(pool, &state, point, 0, *to);
                let from = self.pointer(pool, &state, point, 1, *from);
                let place = inst.place;
                self.copy(pool, &mut state, to, from, *length, *site, *overlap, place)
            }
            InstKind::Fill {
                to,
                byte,
                length,
                site,
            } => {
                let to = self.pointer(pool, &state, point, 0, *to);
                self.fill(pool, &mut state, to, *byte, *length, *site, inst.place)
            }
            InstKind::HavocBytes {
                to, length, site, ..
            } => {
                let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
                let to = self.pointer(pool, &state, point, 0, *to);
                self.havoc_bytes(pool, &mut state, to, *length, *site, inst.place, occurrence)
            }
            InstKind::Call {
                var,
                function,
                args,
            } => {
                let args = args.iter().map(|a| self.value(pool, &state, *a)).collect();
                let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
                self.frames.push(Frame {
                    function: activation.function,
                    occurrence: activation.occurrence,
                    at: activation.at,
                    result: *var,
                    locals: std::mem::take(&mut state.locals),
                    objects: std::mem::take(&mut activation.objects),
                });
                let returned = self.call(pool, *function, args, state, occurrence, stop)?;
                let frame = self.frames.pop().expect("the caller's frame");
                activation.objects = frame.objects;
                let Some(Returned { state: back, value }) = returned else {
                    return Ok(None);
                };
                state = back;
                state.locals = frame.locals;
                if let (Some(var), Some(value)) = (var, value) {
                    self.set(&mut state, *var, value);
                }
                true
            }
            InstKind::External { args, .. } => {
                let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
                self.external(&mut state, point, args.len(), occurrence);
                true
            }
            InstKind::Assume { condition } => {
                let condition = self.value(pool, &state, *condition);
                let guard = self.guards.term(state.guard);
                let fails = pool.not(condition);
                let stop_here = pool.and(guard, fails);
                if !pool.is_false(stop_here) {
                    self.log.stops.push(stop_here);
                }
                self.assume(pool, &mut state, condition)
            }
            InstKind::Check {
                site, condition, ..
            } => {
                let condition = self.value(pool, &state, *condition);
                self.check(pool, &mut state, *site, condition)
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let a = self.pointer(pool, &state, point, 0, *a);
                let b = self.pointer(pool, &state, point, 1, *b);
                let related = self.related(pool, &state.memory, a, b, *relation);
                self.check(pool, &mut state, *site, related)
            }
            InstKind::Written {
                pointer,
                length,
                site,
            } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.written(pool, &mut state, pointer, *length, *site, inst.place)
            }
            InstKind::Leaks { lost, left } => {
                self.check_leaks(pool, activation, &mut state, *lost, *left);
                true
            }
        };
        Ok(goes_on.then_some(state))
    }

    /// The value of a program's term in a state.
    pub(super) fn value(&mut self, pool: &mut TermPool, state: &State, term: Term) -> Term {
        if pool.is_value(term) {
            return term;
        }
        let (program, plan) = (self.program, self.plan.clone());
        self.scratch.clear();
        pool.substitute(
            term,
            &mut |pool, symbol| {
                let var = *program.var_of_symbol.get(&symbol)?;
                let value = state.locals.get(plan.local(var));
                Some(*value.unwrap_or_else(|| {
                    panic!(
                        "variable {} is read before it is written",
                        pool.symbol_name(symbol)
                    )
                }))
            },
            &mut self.scratch,
        )
    }

    pub(super) fn set(&mut self, state: &mut State, var: VarId, value: Term) {
        state.locals.set(self.plan.local(var), value);
    }

    /// Restricts the state; `false` if nothing is left.
    fn assume(&mut self, pool: &mut TermPool, state: &mut State, condition: Term) -> bool {
        match self.guards.and(pool, state.guard, condition) {
            Some(guard) => {
                state.guard = guard;
                true
            }
            None => false,
        }
    }

    /// Notes a check; where the run ends if it fails, the state goes on only if it holds.
    pub(super) fn check(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        site: SiteId,
        holds: Term,
    ) -> bool {
        self.log.reached[site.index()] = true;
        let ends_run = self.program.site(site).ends_run;
        if self.goals.contains(site) || ends_run {
            let fails = pool.not(holds);
            let guard = self.guards.term(state.guard);
            let condition = pool.and(guard, fails);
            if !pool.is_false(condition) {
                let place = self.seen_place(self.program.site(site).place);
                self.log.checks.push(Violation {
                    site,
                    condition,
                    place,
                    ends_run,
                });
            }
        }
        !ends_run || self.assume(pool, state, holds)
    }

    /// Where the user sees what happens at a place: in a model of a library function, where that is called.
    pub(super) fn seen_place(&self, place: Place) -> Place {
        self.seen_from(self.program.entry, place).0
    }

    /// The same for a place in `function`, with the library function that is called there.
    pub(super) fn seen_from(
        &self,
        mut function: FunctionId,
        mut place: Place,
    ) -> (Place, Option<FunctionId>) {
        let mut library = None;
        for frame in self.frames.iter().rev() {
            if !self.program.is_library(place) {
                break;
            }
            let (block, index) = frame.at;
            let caller = self.program.function(frame.function);
            place = caller.blocks[block.index()].insts[index].place;
            library = Some(function);
            function = frame.function;
        }
        (place, library)
    }

    pub(super) fn input(&mut self, guard: Guard, kind: InputKind) {
        let guard = self.guards.term(guard);
        self.log.inputs.push(Input { guard, kind });
    }

    fn havoc(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        point: u32,
        state: &mut State,
        var: VarId,
    ) -> Term {
        let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
        let info = self.program.var(var);
        let name = format!("{}@{}", info.name, occurrence.0);
        let value = pool.symbol_of_sort(&name, Sort::BitVec(info.width));
        self.input(state.guard, InputKind::Value { var, value });
        self.set(state, var, value);
        if info.pointer {
            self.unknown_pointers.push(value);
        }
        value
    }

    // ---- memory ----

    /// The value of an instruction's pointer operand, which stands at `place` among its terms.
    pub(super) fn pointer(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        point: u32,
        place: u8,
        term: Term,
    ) -> Pointer {
        Pointer {
            value: self.value(pool, state, term),
            operand: Some((point, place)),
        }
    }

    pub(super) fn targets(
        &mut self,
        pool: &mut TermPool,
        memory: &Memory,
        pointer: Pointer,
    ) -> Vec<Target> {
        let all = || {
            let objects = memory.objects.entries().into_iter().map(|(n, _)| n);
            objects.collect()
        };
        let mut targets = self.targets_among(pool, pointer, all);
        targets.retain(|target| !self.is_revived(pointer, target.object));
        targets
    }

    /// Whether a pointer leads to an object in a way that points-to facts do not follow, so that it may have been computed
    /// from the address of an earlier object of that number: the facts would have kept it from being made anew.
    pub(super) fn is_revived(&self, pointer: Pointer, object: u64) -> bool {
        let known = pointer
            .operand
            .and_then(|(point, place)| self.points_to.operand(point, place));
        known.is_some_and(|known| self.may_be_later(object, |origin| known.names(origin)))
    }

    /// Whether an object may be a later one of its number, for whoever does not name its origin.
    pub(super) fn may_be_later(&self, object: u64, names: impl Fn(Origin) -> bool) -> bool {
        let facts = &self.facts[object as usize];
        let is_dynamic = matches!(
            facts.kind,
            FactKind::Stack | FactKind::Heap | FactKind::Library
        );
        self.began_at_cut && is_dynamic && facts.origin.is_some_and(|origin| !names(origin))
    }

    /// The targets of a pointer; where its term does not tell, among the objects that `all` lists.
    pub(super) fn targets_among(
        &mut self,
        pool: &mut TermPool,
        pointer: Pointer,
        all: impl Fn() -> Vec<u64>,
    ) -> Vec<Target> {
        let (facts, points_to) = (&self.facts, &self.points_to);
        let known = pointer
            .operand
            .and_then(|(point, place)| points_to.operand(point, place));
        let possible = |number: &u64| match (known, facts[*number as usize].origin) {
            (Some(known), Some(origin)) => known.contains(origin),
            _ => true,
        };
        let mut all = || all().into_iter().filter(possible).collect();
        self.resolver.resolve(pool, pointer.value, &mut all)
    }

    pub(super) fn access<'a>(&'a mut self, pool: &'a mut TermPool) -> Access<'a> {
        Access {
            pool,
            facts: &mut self.facts,
            width: self.program.pointers.width,
        }
    }

    /// Checks that a range can be accessed; `None` if no path goes on.
    fn check_range(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: Term,
        mode: Mode,
        site: SiteId,
    ) -> Option<Vec<Target>> {
        let targets = self.targets(pool, &state.memory, pointer);
        let valid = self
            .access(pool)
            .valid(&state.memory, &targets, length, mode);
        self.check(pool, state, site, valid).then_some(targets)
    }

    pub(super) fn length(&self, pool: &mut TermPool, bytes: u64) -> Term {
        pool.bv_u64(self.program.pointers.width, bytes)
    }

    fn load(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        pointer: Pointer,
        site: SiteId,
    ) -> bool {
        let width = self.program.var(var).width;
        let bytes = u64::from(width.div_ceil(8));
        let length = self.length(pool, bytes);
        let Some(targets) = self.check_range(pool, state, pointer, length, Mode::Read, site) else {
            return false;
        };
        let kept = state.memory.kept(pool, pointer.value, bytes as u32 * 8);
        let value = kept.unwrap_or_else(|| {
            self.access(pool)
                .load(&mut state.memory, &targets, bytes)
                .expect("an access that may be valid has a usable target")
        });
        let value = pool.resize_unsigned(value, width);
        self.set(state, var, value);
        true
    }

    fn store(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        value: Term,
        site: SiteId,
    ) -> bool {
        let value = self.value(pool, state, value);
        let bytes = pool.width(value).div_ceil(8);
        let value = pool.resize_unsigned(value, bytes * 8);
        let length = self.length(pool, u64::from(bytes));
        match self.check_range(pool, state, pointer, length, Mode::Write, site) {
            Some(targets) => {
                let memory = &mut state.memory;
                self.access(pool).store(memory, &targets, value);
                if self.program.site(site).ends_run {
                    memory.keep(pool, pointer.value, &targets, value);
                }
                true
            }
            None => false,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn alloc(
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
    ) -> bool {
        let size = self.value(pool, state, size);
        let limit = self.length(pool, self.program.pointers.max_object_size());
        let fits = pool.ule(size, limit);
        if !self.check(pool, state, site, fits) {
            return false;
        }
        let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
        let number = match self.object_of.get(&occurrence) {
            Some(number) => *number,
            None => self.facts.len() as u64,
        };
        if number > self.program.pointers.max_object() {
            let limit = self.program.pointers.max_object();
            let what = format!("more than {limit} memory objects are not supported");
            self.cut_unsupported(what, place, state.guard);
            return false;
        }
        let occupied = state.memory.get(number).is_some() || self.occupied.contains(&number);
        if self.arrivals.is_some() && occupied {
            // Pointers to the object's earlier life would point into its new one.
            let what = "an allocation in a loop".to_string();
            self.cut_unsupported(what, place, state.guard);
            return false;
        }
        self.object_of.insert(occurrence, number);
        for pointer in self.unknown_pointers.clone() {
            let elsewhere = self.is_elsewhere(pool, pointer, number);
            if !self.assume(pool, state, elsewhere) {
                return false;
            }
        }
        self.note_size(pool, state, size);
        let ty = info.source.as_ref().map(|s| s.ty);
        let mut shape = self.shape(number, pool.as_u64(size), ty);
        if let Some(known) = self.facts.get(number as usize) {
            shape.unit = known.shape.unit;
            if self.arrivals.is_some() && shape.size != known.shape.size {
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
            origin: Some(self.points_to.of_allocation(var)),
            source: info
                .source
                .clone()
                .filter(|_| info.kind == ObjectKind::Stack),
            // A block that `realloc` resizes may stay where it is, though its old object is alive at this moment.
            born_among: (self.compares && !is_resized(info)).then(|| state.memory.objects.clone()),
        };
        self.resolver.set_start(number, facts.start);
        if number as usize == self.facts.len() {
            self.facts.push(facts);
        } else {
            self.facts[number as usize] = facts;
        }
        if info.kind == ObjectKind::Stack {
            activation.objects.push(number);
            if self.arrivals.is_some() {
                let known = self.stack_of.entry(activation.occurrence).or_default();
                if !known.contains(&number) {
                    known.push(number);
                }
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
        true
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
    fn note_size(&mut self, pool: &mut TermPool, state: &State, size: Term) {
        if pool.is_value(size) {
            return;
        }
        let guard = self.guards.term(state.guard);
        let size = pool.resize_unsigned(size, 64);
        let nothing = pool.zero(64);
        let size = pool.ite(guard, size, nothing);
        self.log.sizes.push(size);
    }

    fn free(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        site: SiteId,
    ) -> bool {
        let zero = pool.zero(self.program.pointers.width);
        let mut valid = pool.eq(pointer.value, zero);
        let mut freed = Vec::new();
        for target in self.targets(pool, &state.memory, pointer) {
            let Some(object) = state.memory.get(target.object) else {
                continue;
            };
            let kind = self.facts[target.object as usize].kind;
            if !matches!(kind, FactKind::Heap | FactKind::Library) {
                continue;
            }
            let alive = object.alive;
            let at_start = pool.eq(target.offset, zero);
            let here = pool.and(target.condition, at_start);
            let allowed = pool.and(here, alive);
            valid = pool.or(valid, allowed);
            freed.push((target.object, here));
        }
        if !self.check(pool, state, site, valid) {
            return false;
        }
        for (object, here) in freed {
            self.kill(pool, state, object, here);
        }
        true
    }

    /// Ends an object's life where the condition holds.
    fn kill(&mut self, pool: &mut TermPool, state: &mut State, number: u64, here: Term) {
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

    fn end_life(&mut self, pool: &mut TermPool, state: &mut State, pointer: Term) {
        let pointer = Pointer::unfiltered(self.value(pool, state, pointer));
        for target in self.targets(pool, &state.memory, pointer) {
            if self.facts[target.object as usize].kind == FactKind::Stack {
                self.kill(pool, state, target.object, target.condition);
            }
        }
    }

    fn object_size(&mut self, pool: &mut TermPool, state: &mut State, var: VarId, pointer: Term) {
        let pointer = Pointer::unfiltered(self.value(pool, state, pointer));
        let mut result = pool.zero(self.program.pointers.width);
        for target in self.targets(pool, &state.memory, pointer) {
            let Some(object) = state.memory.get(target.object) else {
                continue;
            };
            let here = pool.and(target.condition, object.alive);
            let size = self.facts[target.object as usize].size;
            result = pool.ite(here, size, result);
        }
        let width = self.program.var(var).width;
        let result = pool.resize_unsigned(result, width);
        self.set(state, var, result);
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn copy(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        length: Term,
        site: SiteId,
        overlap: Option<SiteId>,
        place: Place,
    ) -> bool {
        let length = self.range_length(pool, state, length);
        if self.is_zero(pool, length) {
            return true;
        }
        let Some(sources) = self.check_or_empty(pool, state, from, length, Mode::Read, site) else {
            return false;
        };
        let Some(targets) = self.check_or_empty(pool, state, to, length, Mode::Write, site) else {
            return false;
        };
        if let Some(overlap) = overlap {
            let apart = self.apart(pool, to.value, from.value, length);
            if !self.check(pool, state, overlap, apart) {
                return false;
            }
        }
        let done = self
            .access(pool)
            .copy(&mut state.memory, &targets, &sources, length);
        self.done_or_cut(done, place, state)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn fill(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        byte: Term,
        length: Term,
        site: SiteId,
        place: Place,
    ) -> bool {
        let byte = self.value(pool, state, byte);
        let length = self.range_length(pool, state, length);
        if self.is_zero(pool, length) {
            return true;
        }
        let Some(targets) = self.check_or_empty(pool, state, to, length, Mode::Write, site) else {
            return false;
        };
        let done = self
            .access(pool)
            .fill(&mut state.memory, &targets, byte, length);
        self.done_or_cut(done, place, state)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn havoc_bytes(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        length: Term,
        site: SiteId,
        place: Place,
        occurrence: Occurrence,
    ) -> bool {
        let length = self.range_length(pool, state, length);
        let mut pieces = Vec::new();
        if !self.is_zero(pool, length) {
            let targets = self.check_or_empty(pool, state, to, length, Mode::Write, site);
            let Some(targets) = targets else {
                return false;
            };
            let unknown = |access: &mut Access<'_>, distance: u64, size: u64| {
                let name = format!("bytes@{}[{distance}]", occurrence.0);
                let value = access
                    .pool
                    .symbol_of_sort(&name, Sort::BitVec(size as u32 * 8));
                pieces.push((distance, value));
                value
            };
            let done = self
                .access(pool)
                .havoc(&mut state.memory, &targets, length, unknown);
            if !self.done_or_cut(done, place, state) {
                return false;
            }
        }
        self.input(state.guard, InputKind::Bytes(pieces));
        true
    }

    fn done_or_cut(&mut self, done: Result<(), TooLong>, place: Place, state: &State) -> bool {
        match done {
            Ok(()) => true,
            Err(too_long) => {
                self.cut_unsupported(too_long.to_string(), place, state.guard);
                false
            }
        }
    }

    /// The length of a range, of pointer width.
    fn range_length(&mut self, pool: &mut TermPool, state: &State, length: Term) -> Term {
        let length = self.value(pool, state, length);
        self.note_size(pool, state, length);
        pool.resize_unsigned(length, self.program.pointers.width)
    }

    fn is_zero(&self, pool: &TermPool, length: Term) -> bool {
        pool.as_u64(length) == Some(0)
    }

    /// Like [`Executor::check_range`], but an empty range may be anywhere.
    fn check_or_empty(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: Term,
        mode: Mode,
        site: SiteId,
    ) -> Option<Vec<Target>> {
        let targets = self.targets(pool, &state.memory, pointer);
        let valid = self
            .access(pool)
            .valid(&state.memory, &targets, length, mode);
        let zero = pool.zero(self.program.pointers.width);
        let empty = pool.eq(length, zero);
        let valid = pool.or(valid, empty);
        self.check(pool, state, site, valid).then_some(targets)
    }

    /// Whether two ranges are disjoint or the same.
    fn apart(&mut self, pool: &mut TermPool, a: Term, b: Term, length: Term) -> Term {
        let same = pool.eq(a, b);
        let a_to_b = pool.bvsub(b, a);
        let b_to_a = pool.bvsub(a, b);
        let behind = pool.ule(length, a_to_b);
        let before = pool.ule(length, b_to_a);
        let disjoint = pool.and(behind, before);
        pool.or(same, disjoint)
    }
}

/// Whether an object is what `realloc` makes of an older one.
fn is_resized(info: &ObjectInfo) -> bool {
    let name = info.source.as_ref().map(|s| s.name.as_str());
    info.kind == ObjectKind::Heap && name == Some("realloc")
}
