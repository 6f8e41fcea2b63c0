//! Where the pointer of a slot points: what it may be by the types, and the assumptions about its choice.

use super::assume_note;
use super::emit::Emitter;
use super::slots::{GivenSize, Holder, Slot};
use super::types::{self, Repetition};
use program::{CType, Place, PointerChoice, SourceVar, TypeId};
use term::Term;

/// What a slot may be, besides null.
pub(super) enum Choice {
    Own,
    /// In the array of another slot, `unit` bytes apart; in each unit there may be a row of places.
    Other {
        slot: usize,
        unit: u64,
        row: Option<Repetition>,
    },
    /// The address of a function.
    Function(Term),
}

/// Where a slot points: which array, at which offset, under which condition that is so.
struct Landing {
    here: Term,
    value: Term,
    /// The bytes from there to the end of the array.
    room: Option<Term>,
}

impl Emitter<'_, '_, '_> {
    pub(super) fn choices(&mut self, index: usize) -> Vec<Choice> {
        let slots = self.slots;
        let slot = &slots.all[index];
        if slot.function {
            let unknown = self.this.lowerer.unknown_function();
            let taken = self.this.lowerer.taken.clone();
            let mut choices = vec![Choice::Function(unknown)];
            for function in taken {
                let address = self.this.lowerer.static_address(function);
                choices.push(Choice::Function(address));
            }
            return choices;
        }
        let mut choices = Vec::new();
        if slot.own {
            choices.push(Choice::Own);
        }
        let options = &self.this.lowerer.arguments;
        let (distinct, cyclic) = (options.distinct, options.cyclic);
        for (other, target) in slots.all.iter().enumerate() {
            let separate = distinct || slot.alone || target.alone || other == index;
            let backwards = match slot.holder {
                Holder::Array { slot: holder, .. } => other <= holder && !cyclic,
                Holder::Parameter | Holder::Value(..) => false,
            };
            // One of two pointers to the same single object is the first; and pointing into an array that only the slot's own
            // array leads to is no more general than pointing to its own array.
            let nested = matches!(slot.holder, Holder::Array { .. });
            let single = target.most == Some(1) && !matches!(target.holder, Holder::Parameter);
            let redundant = (nested && single && slot.own && other > index)
                || self.slots.leads_to(index, other);
            if target.own && !separate && !backwards && !redundant {
                self.places(slot, other, &mut choices);
            }
        }
        choices
    }

    /// Where in the array of `other` a slot may point.
    fn places(&mut self, slot: &Slot, other: usize, choices: &mut Vec<Choice>) {
        let target = &self.slots.all[other];
        let program = &self.this.lowerer.program;
        let place = |unit: u64, row: Option<Repetition>| Choice::Other {
            slot: other,
            unit,
            row,
        };
        if types::is_bytes(program, slot.element) || types::is_bytes(program, target.element) {
            choices.push(place(1, None));
            return;
        }
        if let CType::Array { element, .. } = program.ty(slot.element)
            && types::compatible(program, *element, target.element)
        {
            choices.push(place(target.size, None));
            return;
        }
        let (rows, complete) = types::rows(program, target.element, slot.element);
        for row in rows {
            // Adjacent elements are equivalent to one array.
            let whole = row.offset == 0 && row.stride * row.count == target.size;
            choices.push(match whole {
                true => place(row.stride.max(1), None),
                false => place(target.size, Some(row)),
            });
        }
        if !complete {
            let (from, to) = (slot.name.clone(), target.name.clone());
            assume_note(
                self.this.lowerer,
                format_args!(
                    "`{from}` points to none but the first members of what `{to}` points to"
                ),
            );
        }
    }

    pub(super) fn target(&mut self, index: usize) -> Option<Term> {
        let count = self.choices[index].len();
        if count < 2 {
            return None;
        }
        let slots = self.slots;
        let slot = &slots.all[index];
        let target = self.unknown(slot, "target", 16, PointerChoice::Place);
        let pool = &mut self.this.lowerer.pool;
        let end = pool.bv_u64(16, count as u64);
        let below = pool.ult(target, end);
        self.assume(below);
        Some(target)
    }

    /// The condition that a slot has made its choice number `choice`.
    fn chosen(&mut self, index: usize, choice: usize) -> Term {
        let pool = &mut self.this.lowerer.pool;
        match self.targets[index] {
            None => pool.tt(),
            Some(target) => {
                let number = pool.bv_u64(16, choice as u64);
                pool.eq(target, number)
            }
        }
    }

    // ---- pointers ----

    /// The value of a slot, and how many bytes follow from there.
    pub(super) fn pointer(&mut self, index: usize) -> (Term, Option<Term>) {
        let slots = self.slots;
        let slot = &slots.all[index];
        let null = self.this.null();
        let width = self.this.lowerer.pointer_width();
        let mut landings = Vec::new();
        let is_other = |c: &Choice| matches!(c, Choice::Other { .. });
        let offset = self.choices[index].iter().any(is_other).then(|| {
            // Shared by all choices, since only one of them is made.
            self.unknown(slot, "index", width, PointerChoice::Place)
        });
        for number in 0..self.choices[index].len() {
            let here = self.chosen(index, number);
            landings.push(match &self.choices[index][number] {
                Choice::Own => {
                    let array = self.arrays[index].expect("it has an array of its own");
                    Landing {
                        here,
                        value: array.address,
                        room: Some(array.bytes),
                    }
                }
                Choice::Function(address) => Landing {
                    here,
                    value: *address,
                    room: None,
                },
                Choice::Other {
                    slot: to,
                    unit,
                    row,
                } => {
                    let (to, unit, row) = (*to, *unit, *row);
                    let offset = offset.expect("made above");
                    self.elsewhere(index, here, to, unit, row, offset)
                }
            });
        }
        let mut value = null;
        let mut room = None;
        for landing in landings.iter().rev() {
            let pool = &mut self.this.lowerer.pool;
            let first = value == null && room.is_none();
            value = if first {
                landing.value
            } else {
                pool.ite(landing.here, landing.value, value)
            };
            room = match (landing.room, room) {
                (Some(new), Some(old)) => Some(pool.ite(landing.here, new, old)),
                (new, old) => new.or(old),
            };
        }
        if !landings.is_empty() {
            value = self.or_null(index, value);
        }
        let ty = match slot.ty {
            Some(ty) => ty,
            None => self.untyped(),
        };
        let source = SourceVar {
            name: slot.name.clone(),
            ty,
            place: Place::NOWHERE,
        };
        let unique = self.this.unique_name(&slot.name);
        let id = self.this.id;
        let (var, symbol) = self.this.lowerer.new_var(id, &unique, width, Some(source));
        self.this.assign(var, value);
        (symbol, room)
    }

    fn untyped(&mut self) -> TypeId {
        let to = self.this.lowerer.c_type(None);
        let bits = self.this.lowerer.word_width();
        let id = TypeId::new(self.this.lowerer.program.types.len());
        let types = &mut self.this.lowerer.program.types;
        types.push(CType::Pointer { to, bits });
        id
    }

    /// The pointer, or null where it may be.
    fn or_null(&mut self, index: usize, value: Term) -> Term {
        let slots = self.slots;
        let slot = &slots.all[index];
        let never = matches!(slot.given, Some(GivenSize::String | GivenSize::Number(1..)));
        if !slot.nullable || never {
            return value;
        }
        let bit = self.unknown(slot, "is null", 1, PointerChoice::Null);
        let is_null = self.this.lowerer.pool.bv_to_bool(bit);
        if let (Some(GivenSize::Parameter(_)), Some(size)) = (&slot.given, self.sizes[index]) {
            // A null pointer points to no elements.
            let zero = self.number(0);
            let pool = &mut self.this.lowerer.pool;
            let none = pool.eq(size, zero);
            let fine = pool.implies(is_null, none);
            self.assume(fine);
        }
        let null = self.this.null();
        self.this.lowerer.pool.ite(is_null, null, value)
    }

    /// A place in the array of slot `to`, and the assumptions that make it one.
    fn elsewhere(
        &mut self,
        index: usize,
        here: Term,
        to: usize,
        unit: u64,
        row: Option<Repetition>,
        step: Term,
    ) -> Landing {
        let slots = self.slots;
        let (slot, target) = (&slots.all[index], &slots.all[to]);
        let width = self.this.lowerer.pointer_width();
        let array = self.arrays[to].expect("it has an array of its own");
        let own = self.choices[to]
            .iter()
            .position(|c| matches!(c, Choice::Own))
            .expect("it has an array of its own");
        let owned = self.chosen(to, own);
        let most = self.this.lowerer.program.pointers.max_object_size() / unit;
        let (unit_term, most) = (self.number(unit), self.number(most));
        let pool = &mut self.this.lowerer.pool;
        let small = pool.ule(step, most);
        let mut offset = pool.bvmul(step, unit_term);
        let mut conditions = vec![owned, small];
        let size = self.number(slot.size);
        let mut needed = match self.sizes[index] {
            None => size,
            Some(count) => self.this.lowerer.pool.bvmul(count, size),
        };
        if let Some(row) = row {
            let start = self.number(row.offset);
            offset = self.this.lowerer.pool.bvadd(offset, start);
            let count = self.number(row.count);
            let mut left = count;
            if row.count > 1 {
                let inner = self.unknown(slot, "inner index", width, PointerChoice::Place);
                let stride = self.number(row.stride);
                let pool = &mut self.this.lowerer.pool;
                conditions.push(pool.ult(inner, count));
                let inner_offset = pool.bvmul(inner, stride);
                offset = pool.bvadd(offset, inner_offset);
                left = pool.bvsub(count, inner);
            }
            if let Some(given) = self.sizes[index] {
                conditions.push(self.this.lowerer.pool.ule(given, left));
                needed = size;
            }
        }
        let pool = &mut self.this.lowerer.pool;
        let end = pool.bvadd(offset, needed);
        conditions.push(pool.ule(end, array.bytes));
        // Needed elements are few enough that nothing wraps around.
        conditions.push(pool.ule(needed, array.bytes));
        let value = pool.bvadd(array.address, offset);
        let start = row.map_or(0, |r| r.offset);
        let aligned = [target.align, unit, start, row.map_or(0, |r| r.stride)];
        if aligned.iter().any(|a| !a.is_multiple_of(slot.align)) {
            let mask = pool.bv_u64(width, slot.align - 1);
            let rest = pool.bvand(value, mask);
            let zero = pool.zero(width);
            conditions.push(pool.eq(rest, zero));
        }
        let all = pool.and_all(conditions);
        let holds = pool.implies(here, all);
        let room = pool.bvsub(array.bytes, offset);
        self.assume(holds);
        Landing {
            here,
            value,
            room: Some(room),
        }
    }
}
