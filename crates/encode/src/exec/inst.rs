//! Instructions.

use super::call::{Activation, Caller, Returned};
use super::log::{Input, InputKind, Violation};
use super::summary::Recorded;
use super::{Executor, Flow, PathEnd, State, Stopped};
use crate::guard::Guard;
use program::{FunctionId, InputSource, Inst, InstKind, Place, SiteId, VarId};
use term::{Sort, Term, TermPool};

impl Executor<'_> {
    /// Executes one instruction.
    pub(super) fn step(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        point: u32,
        inst: &Inst,
        mut state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Flow<State>, Stopped> {
        if self.is_recording()
            && let Recorded::Noted(flow) = self.record(pool, activation, point, inst, &mut state)
        {
            return Ok(flow.map_continue(|()| state));
        }
        let flow = match &inst.kind {
            InstKind::Assign { var, value } => {
                let value = self.value(pool, &state, *value);
                self.set(&mut state, *var, value);
                Flow::Continue(())
            }
            InstKind::Havoc { var, source } => {
                let value = self.havoc(pool, activation, point, &mut state, *var);
                if matches!(source, InputSource::Uninitialised(_)) {
                    self.first_values.add(value);
                }
                Flow::Continue(())
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
            InstKind::LoadPointer { var, pointer, site } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.load_pointer(pool, &mut state, *var, pointer, *site)
            }
            InstKind::StorePointer {
                pointer,
                value,
                site,
            } => {
                let pointer = self.pointer(pool, &state, point, 0, *pointer);
                self.store_pointer(pool, &mut state, pointer, *value, *site, inst.place)
            }
            InstKind::Convert { var, value } => {
                self.convert(pool, &mut state, *var, *value, inst.place)
            }
            InstKind::ToNumber { var, pointer } => {
                self.take_number(pool, &mut state, *var, *pointer, inst.place)
            }
            InstKind::ToPointer { var, number, site } => {
                self.find_pointer(pool, &mut state, *var, *number, *site)
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
                Flow::Continue(())
            }
            InstKind::ObjectSize {
                var,
                pointer,
                extent,
            } => self.extent(pool, &mut state, *var, *pointer, *extent, inst.place),
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
                self.frames.push(Caller {
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
                let Returned { state: back, value } = match returned {
                    Flow::Continue(returned) => returned,
                    Flow::Break(ended) => return Ok(Flow::Break(ended)),
                };
                state = back;
                state.locals = frame.locals;
                if let (Some(var), Some(value)) = (var, value) {
                    self.set(&mut state, *var, value);
                }
                Flow::Continue(())
            }
            InstKind::External { args, .. } => {
                let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
                self.external(pool, &mut state, point, args.len(), occurrence);
                Flow::Continue(())
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
                Flow::Continue(())
            }
        };
        Ok(flow.map_continue(|()| state))
    }

    /// The value of a program's term in a state.
    pub(super) fn value(&mut self, pool: &mut TermPool, state: &State, term: Term) -> Term {
        if pool.is_value(term) {
            return term;
        }
        let (program, plan) = (self.program, &self.analyses.plan);
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
        state.locals.set(self.local(var), value);
    }

    /// Restricts the state.
    pub(super) fn assume(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        condition: Term,
    ) -> Flow {
        match self.guards.and(pool, state.guard, condition) {
            Some(guard) => {
                state.guard = guard;
                Flow::Continue(())
            }
            None => Flow::Break(PathEnd),
        }
    }

    /// Notes a check; where the run ends if it fails, the state goes on only if it holds.
    pub(super) fn check(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        site: SiteId,
        holds: Term,
    ) -> Flow {
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
        match ends_run {
            true => self.assume(pool, state, holds),
            false => Flow::Continue(()),
        }
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
}
