//! Arrays and pointers of slots as instructions: allocations, unknown choices, and assumptions about them.

use super::place::Choice;
use super::slots::{GivenSize, Holder, Slot, Slots};
use super::types;
use crate::lower::FunctionLowerer;
use program::{
    InputSource, InstKind, ObjectInfo, ObjectKind, Place, PointerChoice, SourceVar, Terminator,
};
use term::Term;

/// The array of a slot.
#[derive(Clone, Copy)]
pub(super) struct Array {
    pub address: Term,
    pub count: Term,
    /// How many bytes it has.
    pub bytes: Term,
}

/// An object for a struct that is passed by value.
pub fn value_object(this: &mut FunctionLowerer<'_, '_>, source: &SourceVar) -> Term {
    let size = this.lowerer.type_size(source.ty).max(1).next_multiple_of(8);
    let width = this.lowerer.pointer_width();
    let bytes = this.lowerer.pool.bv_u64(width, size);
    let address = allocate(this, bytes, source.clone(), 16, ObjectKind::Stack);
    given_contents(this, address, bytes);
    address
}

/// The values of all slots, which are also stored where they belong.
pub fn emit(
    this: &mut FunctionLowerer<'_, '_>,
    slots: &Slots,
    sizes: &[Option<Term>],
    values: &[Term],
) -> Vec<Term> {
    let mut emitter = Emitter {
        this,
        slots,
        sizes,
        arrays: Vec::new(),
        choices: Vec::new(),
        targets: Vec::new(),
    };
    emitter.choices = (0..slots.all.len()).map(|i| emitter.choices(i)).collect();
    emitter.arrays = (0..slots.all.len()).map(|i| emitter.array(i)).collect();
    emitter.targets = (0..slots.all.len()).map(|i| emitter.target(i)).collect();
    let landed: Vec<(Term, Option<Term>)> =
        (0..slots.all.len()).map(|i| emitter.pointer(i)).collect();
    for (slot, (pointer, _)) in slots.all.iter().zip(&landed) {
        emitter.store(slot, *pointer, values);
    }
    for (slot, element, offset) in &slots.zeroed {
        emitter.clear(*slot, *element, *offset);
    }
    for (slot, (pointer, room)) in slots.all.iter().zip(&landed) {
        if let (Some(GivenSize::String), Some(room)) = (&slot.given, room) {
            emitter.terminate(slot, *pointer, *room);
        }
    }
    landed.into_iter().map(|(pointer, _)| pointer).collect()
}

pub(super) struct Emitter<'e, 'a, 'm> {
    pub this: &'e mut FunctionLowerer<'a, 'm>,
    pub slots: &'e Slots,
    pub sizes: &'e [Option<Term>],
    pub arrays: Vec<Option<Array>>,
    pub choices: Vec<Vec<Choice>>,
    /// The number of the choice; `None` where there is only one.
    pub targets: Vec<Option<Term>>,
}

impl Emitter<'_, '_, '_> {
    pub(super) fn number(&mut self, value: u64) -> Term {
        let width = self.this.lowerer.pointer_width();
        self.this.lowerer.pool.bv_u64(width, value)
    }

    pub(super) fn assume(&mut self, condition: Term) {
        if !self.this.lowerer.pool.is_true(condition) {
            self.this.emit(InstKind::Assume { condition });
        }
    }

    pub(super) fn unknown(
        &mut self,
        slot: &Slot,
        wish: &str,
        width: u32,
        choice: PointerChoice,
    ) -> Term {
        let name = slot.name.clone();
        let source = InputSource::Pointer { name, choice };
        self.this
            .havoc(&format!("{} {wish}", slot.name), width, source)
    }

    // ---- arrays ----

    /// The elements of the largest array that there can be.
    fn limit(&self, slot: &Slot) -> u64 {
        let limit = self.this.lowerer.program.pointers.max_object_size() / slot.size;
        slot.most.map_or(limit, |most| most.min(limit))
    }

    fn array(&mut self, index: usize) -> Option<Array> {
        let slots = self.slots;
        let slot = &slots.all[index];
        if !slot.own {
            return None;
        }
        let width = self.this.lowerer.pointer_width();
        let limit = self.limit(slot);
        let limit = self.number(limit);
        let guaranteed = self.number(slot.least);
        let least = self.sizes[index].unwrap_or(guaranteed);
        let exact = match self.sizes[index] {
            Some(_) => !self.is_shared(index),
            None => slot.most == Some(slot.least),
        };
        let count = if exact {
            least
        } else {
            let choice = match slot.given {
                None => {
                    let count = slots.counts.get(&slot.name).filter(|_| slot.is_direct());
                    PointerChoice::Elements(count.cloned().unwrap_or_default())
                }
                Some(_) => PointerChoice::Place,
            };
            let count = self.unknown(slot, "elements", width, choice);
            let enough = self.this.lowerer.pool.ule(least, count);
            self.assume(enough);
            count
        };
        let fits = self.this.lowerer.pool.ule(count, limit);
        self.assume(fits);
        let size = self.number(slot.size);
        let mut bytes = self.this.lowerer.pool.bvmul(count, size);
        if slot.size > 1 && self.has_bytes(index) {
            // In a region that is also seen as bytes, the last element may be incomplete.
            let rest = self.unknown(slot, "rest", width, PointerChoice::Place);
            let below = self.this.lowerer.pool.ult(rest, size);
            self.assume(below);
            bytes = self.this.lowerer.pool.bvadd(bytes, rest);
            let limit = self.this.lowerer.program.pointers.max_object_size();
            let limit = self.number(limit);
            let fits = self.this.lowerer.pool.ule(bytes, limit);
            self.assume(fits);
        }
        let source = SourceVar {
            name: format!("{}[]", slot.name),
            ty: slot.element,
            place: Place::NOWHERE,
        };
        // It can be freed, but the program need not free it.
        let kind = ObjectKind::Library;
        let address = allocate(self.this, bytes, source, slot.align, kind);
        given_contents(self.this, address, bytes);
        Some(Array {
            address,
            count,
            bytes,
        })
    }

    fn choosers(&self, index: usize) -> impl Iterator<Item = (&Slot, u64)> {
        let slots = self.slots.all.iter().zip(&self.choices);
        slots.flat_map(move |(slot, choices)| {
            choices.iter().filter_map(move |choice| match choice {
                Choice::Other { slot: to, unit, .. } if *to == index => Some((slot, *unit)),
                _ => None,
            })
        })
    }

    /// Whether another slot may point into this slot's array.
    fn is_shared(&self, index: usize) -> bool {
        self.choosers(index).next().is_some()
    }

    /// Whether another slot may point to any byte of this slot's array.
    fn has_bytes(&self, index: usize) -> bool {
        self.choosers(index).any(|(slot, unit)| {
            unit == 1 && types::is_bytes(&self.this.lowerer.program, slot.element)
        })
    }

    // ---- contents ----

    /// Stores a pointer where it belongs, if that is in memory.
    fn store(&mut self, slot: &Slot, pointer: Term, values: &[Term]) {
        if !matches!(slot.holder, Holder::Parameter) {
            let layout = self.this.lowerer.program.pointers;
            let pool = &mut self.this.lowerer.pool;
            let far = layout.far_term(pool, pointer);
            let near = pool.not(far);
            self.assume(near);
        }
        let bytes = u64::from(self.this.lowerer.word_width() / 8);
        match slot.holder {
            Holder::Parameter => {}
            Holder::Value(value, offset) => {
                let site = self.this.write_site(bytes);
                self.this
                    .store_pointer(values[value], offset, pointer, site);
            }
            Holder::Array {
                slot: holder,
                element,
                offset,
            } => {
                let array = self.arrays[holder].expect("it has an array of its own");
                self.where_it_is(array, element, |this| {
                    let site = this.write_site(bytes);
                    this.store_pointer(array.address, offset, pointer, site);
                });
            }
        }
    }

    /// Sets an element to zero, starting at an offset.
    fn clear(&mut self, slot: usize, element: u64, offset: u64) {
        let array = self.arrays[slot].expect("it has an array of its own");
        let size = self.slots.all[slot].size;
        let length = self.number(size - offset);
        self.where_it_is(array, element, |this| {
            let site = this.write_site(size - offset);
            let to = this.offset(array.address, element * size + offset);
            let byte = this.lowerer.pool.zero(8);
            this.emit(InstKind::Fill {
                to,
                byte,
                length,
                site,
            });
        });
    }

    /// Does something if the array has the element.
    fn where_it_is(
        &mut self,
        array: Array,
        element: u64,
        act: impl FnOnce(&mut FunctionLowerer<'_, '_>),
    ) {
        let number = self.number(element);
        let exists = self.this.lowerer.pool.ult(number, array.count);
        let (then, join) = (self.this.new_block(), self.this.new_block());
        self.this.branch(exists, then, join);
        self.this.switch_to(then);
        act(self.this);
        self.this.end(Terminator::Goto(join));
        self.this.switch_to(join);
    }

    /// One of the elements that start at a pointer is zero.
    fn terminate(&mut self, slot: &Slot, pointer: Term, room: Term) {
        let width = self.this.lowerer.pointer_width();
        let length = self.unknown(slot, "length", width, PointerChoice::Place);
        let most = self.this.lowerer.program.pointers.max_object_size() / slot.size;
        let (most, size) = (self.number(most), self.number(slot.size));
        let pool = &mut self.this.lowerer.pool;
        let small = pool.ult(length, most);
        let offset = pool.bvmul(length, size);
        let end = pool.bvadd(offset, size);
        let inside = pool.ule(end, room);
        let both = pool.and(small, inside);
        self.assume(both);
        let site = self.this.read_site(slot.size);
        let at = self.this.lowerer.pool.bvadd(pointer, offset);
        let bits = 8 * slot.size as u32;
        let last = self.this.load_bits("terminator", at, 0, bits, site);
        let zero = self.this.lowerer.pool.zero(bits);
        let ends = self.this.lowerer.pool.eq(last, zero);
        self.assume(ends);
    }
}

fn allocate(
    this: &mut FunctionLowerer<'_, '_>,
    size: Term,
    source: SourceVar,
    align: u64,
    kind: ObjectKind,
) -> Term {
    let width = this.lowerer.pointer_width();
    let (var, address) = this.new_var(&source.name, width);
    let site = this.size_site();
    this.emit(InstKind::Alloc {
        var,
        size,
        site,
        object: ObjectInfo {
            kind,
            align,
            zeroed: false,
            resizes: false,
            source: Some(source),
        },
    });
    address
}

/// The contents of an object come from outside: they are unknown, but initialised.
fn given_contents(this: &mut FunctionLowerer<'_, '_>, object: Term, length: Term) {
    if this.lowerer.checks_written {
        let source = InputSource::Argument("contents".to_string());
        this.unknown_bytes(object, length, source);
    }
}
