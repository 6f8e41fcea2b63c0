//! Loads and stores, and when they are valid.

use super::contents::Contents;
use super::resolve::Target;
use super::{FactKind, Memory, Object, ObjectFacts};
use std::rc::Rc;
use term::{Term, TermPool};

/// What an access does with the bytes it touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    Write,
}

/// A target that the access may be valid for, with the condition under which it is.
struct Usable {
    target: Target,
    valid: Term,
}

/// Objects' facts and the pointer width, as every access needs them.
pub struct Access<'a> {
    pub pool: &'a mut TermPool,
    pub facts: &'a mut Vec<ObjectFacts>,
    pub width: u32,
}

impl Access<'_> {
    /// The condition under which `length` bytes at one of the targets can be accessed.
    pub fn valid(&mut self, memory: &Memory, targets: &[Target], length: Term, mode: Mode) -> Term {
        let usable = self.usable(memory, targets, length, mode);
        self.pool.or_all(usable.into_iter().map(|u| u.valid))
    }

    /// The targets that are not certainly invalid, each with its condition.
    fn usable(
        &mut self,
        memory: &Memory,
        targets: &[Target],
        length: Term,
        mode: Mode,
    ) -> Vec<Usable> {
        let mut usable = Vec::new();
        for target in targets {
            let Some(alive) = self.alive(memory, target) else {
                continue;
            };
            let facts = &self.facts[target.object as usize];
            let accessible = match facts.kind {
                FactKind::Function | FactKind::Column => false,
                FactKind::Static { constant } => !(constant && mode == Mode::Write),
                FactKind::Stack | FactKind::Heap | FactKind::Library => true,
            };
            if !accessible {
                continue;
            }
            // No object reaches as far as half of what an offset can say, whatever its size is.
            let far = 1u64 << (facts.shape.offset_bits - 1);
            if self.pool.as_u64(target.offset).is_some_and(|o| o >= far) {
                continue;
            }
            let size = facts.size;
            let inside = self.inside(target.offset, length, size);
            let valid = self.pool.and(alive, inside);
            let valid = self.pool.and(target.condition, valid);
            if !self.pool.is_false(valid) {
                let target = *target;
                usable.push(Usable { target, valid });
            }
        }
        usable
    }

    /// `offset + length <= size` without overflow, all unsigned.
    fn inside(&mut self, offset: Term, length: Term, size: Term) -> Term {
        let fits = self.pool.ule(length, size);
        let room = self.pool.bvsub(size, length);
        let before_end = self.pool.ule(offset, room);
        self.pool.and(fits, before_end)
    }

    /// The object's shape with its unit chosen, by this access if it is the first one.
    pub fn choose_unit(&mut self, object: u64, size: u64) {
        let shape = &mut self.facts[object as usize].shape;
        if shape.unit == 0 {
            shape.unit = if size.is_power_of_two() && size <= 8 {
                size
            } else {
                1
            };
        }
    }

    /// The `size` bytes at the targets, of which one is known to be valid. `None` if none can be.
    pub fn load(&mut self, memory: &mut Memory, targets: &[Target], size: u64) -> Option<Term> {
        let length = self.pool.bv_u64(self.width, size);
        let usable = self.usable(memory, targets, length, Mode::Read);
        let mut value: Option<Term> = None;
        for Usable { target, .. } in usable.into_iter().rev() {
            let read = self.load_from(memory, &target, size);
            value = Some(match value {
                Some(other) => self.pool.ite(target.condition, read, other),
                None => read,
            });
        }
        value
    }

    pub(super) fn load_from(&mut self, memory: &mut Memory, target: &Target, size: u64) -> Term {
        if target.member.is_some() {
            return self.load_member(memory, target, size);
        }
        self.choose_unit(target.object, size);
        let shape = self.facts[target.object as usize].shape.clone();
        // Reading may note what it found: a change of representation, not of contents.
        self.change(memory, target.object, |pool, contents| {
            match pool.as_u64(target.offset) {
                Some(offset) => contents.read(pool, &shape, offset, size),
                None => contents.read_at(pool, &shape, target.offset, size),
            }
        })
    }

    /// Writes `value`, a bit-vector of whole bytes, at the targets, of which one is known to be valid.
    pub fn store(&mut self, memory: &mut Memory, targets: &[Target], value: Term) {
        let size = u64::from(self.pool.width(value)) / 8;
        let length = self.pool.bv_u64(self.width, size);
        let usable = self.usable(memory, targets, length, Mode::Write);
        let alone = usable.len() == 1;
        for Usable { target, .. } in usable {
            memory.forget(target.object);
            // With a single usable target, the others are excluded by the validity of the access.
            let condition = if alone {
                self.pool.tt()
            } else {
                target.condition
            };
            self.store_into(memory, &target, value, condition);
        }
    }

    pub fn store_into(
        &mut self,
        memory: &mut Memory,
        target: &Target,
        value: Term,
        condition: Term,
    ) {
        if target.member.is_some() {
            return self.store_member(memory, target, value, condition);
        }
        let size = u64::from(self.pool.width(value)) / 8;
        self.choose_unit(target.object, size);
        let shape = self.facts[target.object as usize].shape.clone();
        self.change(memory, target.object, |pool, contents| {
            match pool.as_u64(target.offset) {
                Some(offset) => {
                    let new = if pool.is_true(condition) {
                        value
                    } else {
                        let old = contents.read(pool, &shape, offset, size);
                        pool.ite(condition, value, old)
                    };
                    contents.write(pool, offset, new);
                }
                None => contents.write_at(pool, &shape, target.offset, value, condition),
            }
        });
    }

    /// Applies a change to the contents of an object that is in the memory.
    pub fn change<R>(
        &mut self,
        memory: &mut Memory,
        number: u64,
        action: impl FnOnce(&mut TermPool, &mut Contents) -> R,
    ) -> R {
        let mut object: Rc<Object> = memory.get(number).expect("a usable target").clone();
        // The memory's own handle goes first, so that an object that only this state holds is changed in place.
        memory.objects.remove(number);
        let result = action(self.pool, &mut Rc::make_mut(&mut object).contents);
        memory.objects.set(number, object);
        result
    }

    /// Sets up an access of a range: which targets are usable, with their conditions.
    pub(super) fn range_targets(
        &mut self,
        memory: &Memory,
        targets: &[Target],
        length: Term,
        mode: Mode,
    ) -> Vec<Target> {
        self.usable(memory, targets, length, mode)
            .into_iter()
            .map(|u| u.target)
            .collect()
    }
}
