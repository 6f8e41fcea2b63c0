//! Families: what one allocation makes again and again.
//!
//! In a transition system an allocation in a loop makes any number of objects, and pointers to all of them may be in use. They
//! are the *members* of a family, numbered in the order in which they are made. A member's number is a part of its address,
//! so a pointer says which member it leads to. What members contain is kept by *columns*: an array for each part of the
//! object that accesses treat as one, with the member's number as its index. So `p->next = q` is one store into the column
//! of `next`, and what all members have in common is a fact about all elements of an array.
//!
//! Columns, a column that says which members are alive, and a counter are objects of their own in a [`Memory`], to which no
//! pointer leads ([`FactKind::Column`]). They are joined, and become part of the state, like any other.
//!
//! A pointer that is part of the state may point anywhere into a member as far as its term tells. It is taken to point to one
//! of a few *bases*: the start of a member, and what the program takes the address of. Then an access is at a constant place of
//! its member. That a pointer points elsewhere is a gap of the transition system, which invariants have to exclude.
//!
//! Why it is exact: every member has memory of its own, is made once, and never becomes another one. The counter has
//! fewer values than a run may make objects; a run that would make more is not followed (a gap of the transition system). If
//! that takes 2^32 objects, proofs that nothing bad happens may take for granted that no run gets there, and say so.
//!
//! [`FactKind::Column`]: super::FactKind::Column

use super::access::Access;
use super::contents::{Contents, Shape};
use super::estimate::trailing_zeros;
use super::resolve::Target;
use super::{FactKind, Memory, ObjectFacts};
use program::PointerLayout;
use std::collections::BTreeSet;
use term::{BitVec, Op, Term, TermPool};

/// The bits of an object's number that say which family it belongs to: one that is set, and the family's own number.
const PREFIX_BITS: u32 = 4;
pub const MAX_FAMILIES: u64 = 1 << (PREFIX_BITS - 1);

/// With fewer bits for a member's number, there are no families.
const LEAST_INDEX_BITS: u32 = 16;

/// If numbers have so many bits, a proof may take for granted that no allocation makes as many objects, and says so: counters
/// of 32 bits have overflowed before, and memory has ended.
const ENOUGH_BITS: u32 = 32;

/// The size of the largest member: an access at an unknown offset is a choice among all of them.
pub const MAX_SIZE: u64 = 512;

/// The bytes of a counter.
pub const COUNTER_BYTES: u64 = 4;

/// At most so many bases.
const MAX_BASES: usize = 16;

/// At more offsets than this, an access does not decide how members are divided.
const MAX_DIVIDING: u64 = 64;

/// Where the members of a family are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FamilyPlace {
    layout: PointerLayout,
    id: u64,
    /// How far into its slot a member starts: beyond a quarter, so that a pointer in front of it has the same upper bits.
    start: u64,
}

/// See the module documentation.
#[derive(Clone, Debug)]
pub struct Family {
    pub place: FamilyPlace,
    /// The bytes of a member.
    pub size: u64,
    /// The objects that count the members and say which are alive.
    pub counter: u64,
    pub alive: u64,
    /// In the order of their offsets. Invariant: each byte of a member is in one of them.
    pub columns: Vec<Column>,
    /// Where accesses begin and end.
    pub divided_at: BTreeSet<u64>,
    /// Where pointers that are part of the state may point to.
    pub bases: BTreeSet<u64>,
}

/// A part of all members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    pub offset: u64,
    pub size: u64,
    /// The object that holds it.
    pub object: u64,
}

impl FamilyPlace {
    /// The place of family number `id`, unless there is no room for it.
    pub fn new(layout: PointerLayout, id: u64, align: u64) -> Option<FamilyPlace> {
        let has_room = layout.width - layout.offset_bits >= PREFIX_BITS + LEAST_INDEX_BITS;
        let place = FamilyPlace {
            layout,
            id,
            start: layout.half() / 2 + layout.start(0, align),
        };
        (has_room && id < MAX_FAMILIES).then_some(place)
    }

    /// The bits of a member's number.
    pub fn index_bits(&self) -> u32 {
        (self.layout.width - self.layout.offset_bits - PREFIX_BITS).min(COUNTER_BYTES as u32 * 8)
    }

    pub fn pointer_width(&self) -> u32 {
        self.layout.width
    }

    fn prefix(&self, pool: &mut TermPool) -> Term {
        let bits = self.layout.width - self.layout.offset_bits - self.index_bits();
        let first = 1 << (bits - 1);
        pool.bv_u64(bits, first | self.id)
    }

    /// The address of a member.
    pub fn address(&self, pool: &mut TermPool, member: Term) -> Term {
        let start = pool.bv_u64(self.layout.offset_bits, self.start);
        let prefix = self.prefix(pool);
        let low = pool.concat(member, start);
        pool.concat(prefix, low)
    }

    /// The address of the first member.
    pub fn first(&self, pool: &mut TermPool) -> u64 {
        let zero = pool.zero(self.index_bits());
        let address = self.address(pool, zero);
        pool.as_u64(address).expect("an address without symbols")
    }

    /// Whether a pointer leads to a member.
    pub fn contains(&self, pool: &mut TermPool, pointer: Term) -> Term {
        let low = self.layout.offset_bits + self.index_bits();
        let upper = pool.extract(pointer, self.layout.width - 1, low);
        let prefix = self.prefix(pool);
        pool.eq(upper, prefix)
    }

    /// The same of a constant.
    pub fn is_address(&self, address: &BitVec) -> bool {
        let low = self.layout.offset_bits + self.index_bits();
        let bits = self.layout.width - low;
        let upper = address.to_u64().map(|a| a >> low);
        upper == Some(1 << (bits - 1) | self.id)
    }

    /// The number of the member that a pointer into the family leads to.
    pub fn member(&self, pool: &mut TermPool, pointer: Term) -> Term {
        let low = self.layout.offset_bits;
        pool.extract(pointer, low + self.index_bits() - 1, low)
    }

    /// If the term is the address of a member, at a constant distance from its start: that distance.
    pub fn constant_offset(&self, pool: &mut TermPool, pointer: Term) -> Option<u64> {
        let here = self.contains(pool, pointer);
        let offset = self.offset(pool, pointer);
        pool.as_u64(offset).filter(|_| pool.is_true(here))
    }

    /// Its distance from the start of its member, of pointer width.
    pub fn offset(&self, pool: &mut TermPool, pointer: Term) -> Term {
        let bits = self.layout.offset_bits;
        let low = pool.extract(pointer, bits - 1, 0);
        let start = pool.bv_u64(bits, self.start);
        let offset = pool.bvsub(low, start);
        pool.sign_extend(offset, self.layout.width - bits)
    }
}

/// A pointer and what is added to it.
pub struct Sum {
    pub base: Term,
    pub added: Term,
}

impl Sum {
    /// Takes a sum apart. What is added does not change the member that the base leads to: an address so far away is in no
    /// object.
    pub fn of(pool: &mut TermPool, pointer: Term) -> Sum {
        let mut base = pointer;
        let mut added = pool.zero(pool.width(pointer));
        while pool.op(base) == Op::BvAdd {
            let (a, b) = (pool.arg(base, 0), pool.arg(base, 1));
            let (pointer, number) = match (may_be_pointer(pool, a), may_be_pointer(pool, b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => break,
            };
            added = pool.bvadd(added, number);
            base = pointer;
        }
        Sum { base, added }
    }
}

/// Whether a part of a sum may be a pointer, by its form: indices are constant, scaled or extended.
fn may_be_pointer(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Symbol(_) | Op::Select | Op::Ite | Op::BvAdd => true,
        // An address has its constant part in front, a scaled index behind.
        Op::Concat => !pool.is_value(pool.arg(term, 1)),
        _ => false,
    }
}

impl Family {
    /// How a column is divided: one element for each member.
    pub fn column_shape(&self, like: &Shape, object: u64, size: u64) -> Shape {
        Shape {
            object,
            unit: size,
            size: None,
            offset_bits: self.place.index_bits() + size.trailing_zeros(),
            first: like.first.clone(),
        }
    }

    /// Notes that pointers into a member may be kept that are so far from its start.
    pub fn add_base(&mut self, offset: u64) {
        if offset <= self.size && self.bases.len() < MAX_BASES {
            self.bases.insert(offset);
        }
    }

    /// Whether accesses divide members otherwise than columns do.
    pub fn is_outdated(&self) -> bool {
        let starts = self.columns.iter().map(|c| c.offset);
        !starts.eq(self.divided_at.iter().copied().filter(|at| *at < self.size))
    }
}

/// The bytes of a member from `offset` on.
#[derive(Clone, Copy)]
struct Part {
    offset: u64,
    size: u64,
}

impl Part {
    fn end(&self) -> u64 {
        self.offset + self.size
    }

    /// The bits `high` to `low` of this part that the bytes `from` to `to` of the member are.
    fn bits(&self, from: u64, to: u64) -> (u32, u32) {
        let bit = |at: u64| (at - self.offset) as u32 * 8;
        (bit(to) - 1, bit(from))
    }
}

impl Access<'_> {
    pub(super) fn family(&self, target: &Target) -> Option<(&Family, Term)> {
        let family = self.facts[target.object as usize].family.as_ref()?;
        Some((
            family,
            target.member.expect("a pointer into a family has a member"),
        ))
    }

    /// Whether what a target leads to is alive; `None` if the object is not in the memory.
    pub fn alive(&mut self, memory: &Memory, target: &Target) -> Option<Term> {
        let object = memory.get(target.object)?;
        let Some((family, member)) = self.family(target) else {
            return Some(object.alive);
        };
        let column = family.alive;
        let value = self.element(memory, column, member);
        let dead = self.pool.zero(8);
        Some(self.pool.ne(value, dead))
    }

    /// Sets whether a member is alive where the condition holds.
    pub fn set_alive(&mut self, memory: &mut Memory, target: &Target, alive: bool, here: Term) {
        let (family, member) = self.family(target).expect("a member");
        let column = family.alive;
        let value = self.pool.bv_u64(8, u64::from(alive));
        self.set_element(memory, column, member, value, here);
    }

    pub fn element(&mut self, memory: &Memory, column: u64, member: Term) -> Term {
        let shape = &self.facts[column as usize].shape;
        let object = memory.get(column).expect("columns are in every memory");
        object.contents.element(self.pool, shape, member)
    }

    pub fn set_element(
        &mut self,
        memory: &mut Memory,
        column: u64,
        member: Term,
        value: Term,
        condition: Term,
    ) {
        let shape = self.facts[column as usize].shape.clone();
        self.change(memory, column, |pool, contents| {
            contents.set_element(pool, &shape, member, value, condition);
        });
    }

    /// The `size` bytes at a target in a family.
    pub(super) fn load_member(&mut self, memory: &Memory, target: &Target, size: u64) -> Term {
        let mut value: Option<Term> = None;
        for (offset, here) in self.places(target, size).into_iter().rev() {
            let read = self.read_member(memory, target, Part { offset, size });
            value = Some(match value {
                Some(other) => self.pool.ite(here, read, other),
                None => read,
            });
        }
        // Where there is no room, the access is invalid, and its value does not matter.
        value.unwrap_or_else(|| self.pool.zero(size as u32 * 8))
    }

    /// Replaces the bytes at a target in a family where the condition holds.
    pub(super) fn store_member(
        &mut self,
        memory: &mut Memory,
        target: &Target,
        value: Term,
        condition: Term,
    ) {
        let size = u64::from(self.pool.width(value)) / 8;
        for (offset, here) in self.places(target, size) {
            let condition = self.pool.and(condition, here);
            if !self.pool.is_false(condition) {
                let part = Part { offset, size };
                self.write_member(memory, target, part, value, condition);
            }
        }
    }

    /// The offsets at which an access may be, each with its condition.
    fn places(&mut self, target: &Target, size: u64) -> Vec<(u64, Term)> {
        let facts = &mut self.facts[target.object as usize];
        let family = facts.family.as_mut().expect("a family");
        let last = family.size.checked_sub(size);
        let (places, step) = match self.pool.as_u64(target.offset) {
            Some(offset) => (offset..=offset, 1),
            None => {
                let zeros = trailing_zeros(self.pool, target.offset).min(size.trailing_zeros());
                (0..=last.unwrap_or(0), 1 << zeros)
            }
        };
        let places = places
            .step_by(step)
            .filter(|at| last.is_some_and(|last| *at <= last));
        let places: Vec<u64> = places.collect();
        if places.len() as u64 <= MAX_DIVIDING {
            let ends = places.iter().flat_map(|at| [*at, at + size]);
            family.divided_at.extend(ends);
        }
        let width = self.pool.width(target.offset);
        let condition = |offset: u64| {
            let offset = self.pool.bv_u64(width, offset);
            self.pool.eq(target.offset, offset)
        };
        let conditions: Vec<Term> = places.iter().copied().map(condition).collect();
        places.into_iter().zip(conditions).collect()
    }

    /// The columns that a part of a member touches.
    fn touched(&self, target: &Target, part: Part) -> (Vec<Column>, Term) {
        let (family, member) = self.family(target).expect("a member");
        let columns = family.columns.iter().copied();
        let touched = columns.filter(|c| c.offset < part.end() && part.offset < c.offset + c.size);
        (touched.collect(), member)
    }

    fn read_member(&mut self, memory: &Memory, target: &Target, part: Part) -> Term {
        let (columns, member) = self.touched(target, part);
        let mut value: Option<Term> = None;
        for column in columns {
            let whole = self.element(memory, column.object, member);
            let (from, to) = column.shared(part);
            let (high, low) = column.part().bits(from, to);
            let piece = self.pool.extract(whole, high, low);
            value = Some(match value {
                Some(lower) => self.pool.concat(piece, lower),
                None => piece,
            });
        }
        value.expect("columns cover a member")
    }

    fn write_member(
        &mut self,
        memory: &mut Memory,
        target: &Target,
        part: Part,
        value: Term,
        condition: Term,
    ) {
        let (columns, member) = self.touched(target, part);
        for column in columns {
            let (from, to) = column.shared(part);
            let (high, low) = part.bits(from, to);
            let mut new = self.pool.extract(value, high, low);
            let (high, low) = column.part().bits(from, to);
            let width = column.size as u32 * 8;
            if (high, low) != (width - 1, 0) {
                let old = self.element(memory, column.object, member);
                if low > 0 {
                    let below = self.pool.extract(old, low - 1, 0);
                    new = self.pool.concat(new, below);
                }
                if high + 1 < width {
                    let above = self.pool.extract(old, width - 1, high + 1);
                    new = self.pool.concat(above, new);
                }
            }
            self.set_element(memory, column.object, member, new, condition);
        }
    }

    /// Gives all bytes of a new member the value zero.
    pub fn zero_member(&mut self, memory: &mut Memory, target: &Target) {
        let (family, member) = self.family(target).expect("a member");
        let always = self.pool.tt();
        for column in family.columns.clone() {
            let zero = self.pool.zero(column.size as u32 * 8);
            self.set_element(memory, column.object, member, zero, always);
        }
    }
}

impl Column {
    fn part(&self) -> Part {
        Part {
            offset: self.offset,
            size: self.size,
        }
    }

    /// The bytes that are in both.
    fn shared(&self, part: Part) -> (u64, u64) {
        (
            self.offset.max(part.offset),
            self.part().end().min(part.end()),
        )
    }
}

/// The facts of an object that belongs to a family and that no pointer leads to.
pub fn column_facts(pool: &mut TermPool, width: u32, shape: Shape) -> ObjectFacts {
    ObjectFacts {
        kind: FactKind::Column,
        size: pool.zero(width),
        shape,
        start: 0,
        align: 1,
        origin: None,
        source: None,
        born_among: None,
        resizes: false,
        family: None,
    }
}

/// The first contents of a family's objects, by number.
pub fn first_contents(family: &Family) -> Vec<(u64, Contents)> {
    let unknown = Contents::unknown(super::contents::Epoch::Allocated);
    let mut all = vec![
        (family.counter, Contents::zero()),
        (family.alive, Contents::zero()),
    ];
    all.extend(family.columns.iter().map(|c| (c.object, unknown.clone())));
    all
}

/// What a proof takes for granted where allocations have numbers of so many bits, if it may.
pub fn assumption(bits: u32) -> Option<String> {
    (bits >= ENOUGH_BITS).then(|| format!("no allocation is made 2^{bits} times or more"))
}
