//! Where pointers lead.

use super::{Executor, Flow, State};
use crate::memory::access::{Access, Mode};
use crate::memory::resolve::Target;
use crate::memory::{FactKind, Memory};
use crate::points_to::Origin;
use program::SiteId;
use term::{Term, TermPool};

/// A pointer in an instruction.
#[derive(Clone, Copy)]
pub(super) struct Pointer {
    pub value: Term,
    /// The instruction and the operand's place in it, if points-to facts may narrow down where it leads.
    operand: Option<(u32, u8)>,
}

impl Pointer {
    /// For what is not an access: if points-to facts left out an object there, nothing would notice.
    pub fn unfiltered(value: Term) -> Pointer {
        let operand = None;
        Pointer { value, operand }
    }
}

impl Executor<'_> {
    /// The value of an instruction's pointer operand, which is at `place` among its terms.
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
    /// from the address of an earlier object of that number: otherwise the facts would have kept it from being made again.
    pub(super) fn is_revived(&self, pointer: Pointer, object: u64) -> bool {
        let known = pointer
            .operand
            .and_then(|(point, place)| self.analyses.points_to.operand(point, place));
        known.is_some_and(|known| self.may_be_later(object, |origin| known.names(origin)))
    }

    /// Whether an object may be a later one of its number, as seen by a pointer whose facts do not name its origin.
    pub(super) fn may_be_later(&self, object: u64, names: impl Fn(Origin) -> bool) -> bool {
        let began_at_cut = self.cutting().is_some_and(|cutting| cutting.began_at_cut);
        let facts = &self.facts[object as usize];
        let is_dynamic = matches!(
            facts.kind,
            FactKind::Stack | FactKind::Heap | FactKind::Library
        );
        began_at_cut && is_dynamic && facts.origin.is_some_and(|origin| !names(origin))
    }

    /// The targets of a pointer; where its term does not tell, among the objects that `all` lists.
    pub(super) fn targets_among(
        &mut self,
        pool: &mut TermPool,
        pointer: Pointer,
        all: impl Fn() -> Vec<u64>,
    ) -> Vec<Target> {
        let (facts, points_to) = (&self.facts, &self.analyses.points_to);
        let known = pointer
            .operand
            .and_then(|(point, place)| points_to.operand(point, place));
        let possible = |number: &u64| {
            let facts = &facts[*number as usize];
            match (known, facts.origin) {
                _ if facts.kind == FactKind::Column => false,
                (Some(known), Some(origin)) => known.contains(origin),
                _ => true,
            }
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

    /// Checks that a range can be accessed.
    pub(super) fn check_range(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: Term,
        mode: Mode,
        site: SiteId,
    ) -> Flow<Vec<Target>> {
        let (targets, valid) = self.valid(pool, state, pointer, length, mode, site)?;
        self.check(pool, state, site, valid)?;
        Flow::Continue(targets)
    }

    /// Where a range may be, and the condition under which it can be accessed.
    fn valid(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: Term,
        mode: Mode,
        site: SiteId,
    ) -> Flow<(Vec<Target>, Term)> {
        let targets = self.targets(pool, &state.memory, pointer);
        let place = self.program.site(site).place;
        self.cut_unplaced(pool, state, place)?;
        let mut access = self.access(pool);
        let valid = access.valid(&state.memory, &targets, length, mode);
        Flow::Continue((targets, valid))
    }

    pub(super) fn length(&self, pool: &mut TermPool, bytes: u64) -> Term {
        pool.bv_u64(self.program.pointers.width, bytes)
    }

    /// Like [`Executor::check_range`], but an empty range may be anywhere.
    pub(super) fn check_or_empty(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: Term,
        mode: Mode,
        site: SiteId,
    ) -> Flow<Vec<Target>> {
        let (targets, valid) = self.valid(pool, state, pointer, length, mode, site)?;
        let zero = pool.zero(self.program.pointers.width);
        let empty = pool.eq(length, zero);
        let valid = pool.or(valid, empty);
        self.check(pool, state, site, valid)?;
        Flow::Continue(targets)
    }
}
