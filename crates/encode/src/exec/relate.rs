//! How two pointers are related: whether they point into the same object, and whether their objects may have been given
//! the same address.
//!
//! Every object has an address of its own here, and keeps it when it is dead. On a real system an address is used again,
//! so whether a pointer to a dead object equals one to an object that was made later is not known. Which lives overlap is
//! read off the objects that existed when one of the two was made ([`crate::memory::ObjectFacts::born_among`]). In a
//! transition system this is not known, and overlapping is not assumed.
//!
//! Nor is it known whether a number that a program makes up is the address of an object, or whether a variable lies just
//! after another one, so that the end of the one is the start of the other (C 6.5.9p6).

use super::Executor;
use super::pointer::Pointer;
use crate::memory::resolve::Target;
use crate::memory::{FactKind, Memory};
use program::{PAGE, Relation};
use term::{Term, TermPool};

impl Executor<'_> {
    /// The condition under which the relation holds.
    pub(super) fn related(
        &mut self,
        pool: &mut TermPool,
        memory: &Memory,
        a: Pointer,
        b: Pointer,
        relation: Relation,
    ) -> Term {
        if a.value == b.value {
            return pool.tt();
        }
        match relation {
            Relation::Comparable => self.comparable(pool, memory, a, b),
            Relation::SameObject => self.same_object(pool, memory, a, b),
            Relation::Aligned => self.aligned(pool, a, b),
        }
    }

    /// Whether the first pointer is not an address, or is that of an object that starts at a multiple of the second.
    fn aligned(&mut self, pool: &mut TermPool, a: Pointer, b: Pointer) -> Term {
        let count = self.facts.len() as u64;
        let align = pool.as_u64(b.value).unwrap_or(u64::MAX);
        let mut misfits = pool.ff();
        for target in self.targets_among(pool, a, || (1..count).collect()) {
            if !self.facts[target.object as usize]
                .start
                .is_multiple_of(align)
            {
                misfits = pool.or(misfits, target.condition);
            }
        }
        misfits = self
            .resolver
            .take_unplaced()
            .into_iter()
            .fold(misfits, |m, t| pool.or(m, t));
        pool.not(misfits)
    }

    /// Whether a pointer is a number that may be the address of something.
    fn is_made_up(&self, pool: &mut TermPool, pointer: Term) -> Term {
        let layout = self.program.pointers;
        let half = pool.bv_u64(layout.width, layout.half());
        let moved = pool.bvadd(pointer, half);
        let space = pool.bv_u64(layout.width, 2 * layout.half());
        let near_null = pool.ult(moved, space);
        let page = pool.bv_u64(layout.width, PAGE);
        let moved = pool.bvadd(pointer, page);
        let pages = pool.bv_u64(layout.width, 2 * PAGE);
        let outside = pool.ult(moved, pages);
        let inside = pool.not(outside);
        pool.and(near_null, inside)
    }

    fn same_object(
        &mut self,
        pool: &mut TermPool,
        memory: &Memory,
        a: Pointer,
        b: Pointer,
    ) -> Term {
        let of_b = self.targets(pool, memory, b);
        let mut same = pool.eq(a.value, b.value);
        let of_a = self.targets(pool, memory, a);
        // Whether a pointer that leads to no base is in the same object is not known: it counts as in another one.
        self.resolver.take_unplaced();
        for x in of_a {
            let Some(alive) = self.access(pool).alive(memory, &x) else {
                continue;
            };
            for y in of_b.iter().filter(|y| y.object == x.object) {
                let size = self.facts[x.object as usize].size;
                let (x_inside, y_inside) = (pool.ule(x.offset, size), pool.ule(y.offset, size));
                let one = same_member(pool, &x, y);
                let parts = [x.condition, y.condition, one, alive, x_inside, y_inside];
                let here = pool.and_all(parts);
                same = pool.or(same, here);
            }
        }
        same
    }

    fn comparable(&mut self, pool: &mut TermPool, memory: &Memory, a: Pointer, b: Pointer) -> Term {
        // Dead objects are in no state, so all that were ever made are candidates.
        let count = self.facts.len() as u64;
        let of_a = self.targets_among(pool, a, || (1..count).collect());
        let of_b = self.targets_among(pool, b, || (1..count).collect());
        let mut unknown = pool.or_all(self.resolver.take_unplaced());
        for x in &of_a {
            for y in &of_b {
                let revived = self.is_revived(a, x.object) || self.is_revived(b, y.object);
                if x.object == y.object && x.member.is_none() && !revived {
                    continue;
                }
                let apart = self.lives_overlap(pool, memory, x, y, revived);
                let shared = pool.not(apart);
                let meet = [
                    self.meets(pool, x, y),
                    self.meets(pool, y, x),
                    self.in_literal(pool, x, y),
                    self.in_literal(pool, y, x),
                ];
                let same = pool.or_all([shared].into_iter().chain(meet));
                let one = same_member(pool, x, y);
                let other = pool.not(one);
                let same = match x.object == y.object && !revived {
                    true => pool.and(other, same),
                    false => same,
                };
                let here = pool.and_all([x.condition, y.condition, same]);
                unknown = pool.or(unknown, here);
            }
        }
        let [some_a, some_b] =
            [&of_a, &of_b].map(|all| pool.or_all(all.iter().map(|t| t.condition)));
        for (number, own, other) in [(a, some_a, some_b), (b, some_b, some_a)] {
            if pool.is_true(own) {
                continue;
            }
            let made_up = self.is_made_up(pool, number.value);
            let no_object = pool.not(own);
            let here = pool.and_all([no_object, made_up, other]);
            unknown = pool.or(unknown, here);
        }
        pool.not(unknown)
    }

    /// Whether the first pointer is the end of a variable, and the second one the start of a variable, which may lie
    /// there. What is allocated has the allocator's own data in front of it.
    fn meets(&self, pool: &mut TermPool, end: &Target, start: &Target) -> Term {
        let facts = [end, start].map(|t| &self.facts[t.object as usize]);
        let is_variable = |kind| matches!(kind, FactKind::Static { .. } | FactKind::Stack);
        if end.object == start.object || !facts.iter().all(|f| is_variable(f.kind)) {
            return pool.ff();
        }
        let zero = pool.zero(pool.width(start.offset));
        let at_start = pool.eq(start.offset, zero);
        let at_end = pool.eq(end.offset, facts[0].size);
        pool.and(at_end, at_start)
    }

    /// Whether both point to the same character of two string literals of which the second may be the end of the first.
    fn in_literal(&self, pool: &mut TermPool, whole: &Target, part: &Target) -> Term {
        match self.program.literal_in(whole.object, part.object) {
            Some(offset) if whole.object != part.object => {
                let offset = pool.bv_u64(pool.width(part.offset), offset);
                let there = pool.bvadd(part.offset, offset);
                pool.eq(whole.offset, there)
            }
            _ => pool.ff(),
        }
    }

    /// Whether two different objects were alive at the same time: both are now, or one was when the other one was made. If
    /// one of them is an earlier object of the same number (`revived`), nothing is known of its life.
    fn lives_overlap(
        &mut self,
        pool: &mut TermPool,
        memory: &Memory,
        x: &Target,
        y: &Target,
        revived: bool,
    ) -> Term {
        let facts = [x, y].map(|t| &self.facts[t.object as usize]);
        let always = |kind| matches!(kind, FactKind::Static { .. } | FactKind::Function);
        if facts.iter().any(|f| always(f.kind)) {
            return pool.tt();
        }
        if revived {
            return pool.ff();
        }
        let mut access = self.access(pool);
        let mut overlap = match (access.alive(memory, x), access.alive(memory, y)) {
            (Some(x), Some(y)) => pool.and(x, y),
            _ => pool.ff(),
        };
        if self.is_cutting() {
            return overlap;
        }
        for (born, other) in [(x, y), (y, x)] {
            let facts = &self.facts[born.object as usize];
            // A block that `realloc` resizes may stay where it is, though its old object is alive at this moment.
            let among = facts.born_among.as_ref().filter(|_| !facts.resizes);
            if let Some(object) = among.and_then(|a| a.get(other.object)) {
                overlap = pool.or(overlap, object.alive);
            }
        }
        overlap
    }
}

/// Whether two targets in one object are the same member, if the object is a family.
fn same_member(pool: &mut TermPool, x: &Target, y: &Target) -> Term {
    match (x.member, y.member) {
        (Some(x), Some(y)) => pool.eq(x, y),
        _ => pool.tt(),
    }
}
