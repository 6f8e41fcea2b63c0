//! What moves bytes: loads and stores, and copies, fills and unknown bytes over ranges.

use super::log::InputKind;
use super::pointer::Pointer;
use super::{Executor, Flow, Occurrence, PathEnd, State};
use crate::memory::access::{Access, Mode};
use crate::memory::transfer::TooLong;
use program::{Place, SiteId, VarId};
use term::{Sort, Term, TermPool};

impl Executor<'_> {
    pub(super) fn load(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        pointer: Pointer,
        site: SiteId,
    ) -> Flow {
        let width = self.program.var(var).width;
        let bytes = u64::from(width.div_ceil(8));
        let length = self.length(pool, bytes);
        let targets = self.check_range(pool, state, pointer, length, Mode::Read, site)?;
        let kept = state.memory.kept(pool, pointer.value, bytes as u32 * 8);
        let value = kept.unwrap_or_else(|| {
            self.access(pool)
                .load(&mut state.memory, &targets, bytes)
                .expect("an access that may be valid has a usable target")
        });
        let value = pool.resize_unsigned(value, width);
        self.set(state, var, value);
        Flow::Continue(())
    }

    pub(super) fn store(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        value: Term,
        site: SiteId,
    ) -> Flow {
        let value = self.value(pool, state, value);
        let bytes = pool.width(value).div_ceil(8);
        let value = pool.resize_unsigned(value, bytes * 8);
        let length = self.length(pool, u64::from(bytes));
        let targets = self.check_range(pool, state, pointer, length, Mode::Write, site)?;
        let memory = &mut state.memory;
        self.access(pool).store(memory, &targets, value);
        if self.program.site(site).ends_run {
            memory.keep(pool, pointer.value, &targets, value);
        }
        Flow::Continue(())
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn copy(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        length: Term,
        site: SiteId,
        overlap: Option<SiteId>,
        place: Place,
    ) -> Flow {
        let length = self.range_length(pool, state, length);
        if self.is_zero(pool, length) {
            return Flow::Continue(());
        }
        let sources = self.check_or_empty(pool, state, from, length, Mode::Read, site)?;
        let targets = self.check_or_empty(pool, state, to, length, Mode::Write, site)?;
        if let Some(overlap) = overlap {
            let apart = self.apart(pool, to.value, from.value, length);
            self.check(pool, state, overlap, apart)?;
        }
        let done = self
            .access(pool)
            .copy(&mut state.memory, &targets, &sources, length);
        self.done_or_cut(done, place, state)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn fill(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        byte: Term,
        length: Term,
        site: SiteId,
        place: Place,
    ) -> Flow {
        let byte = self.value(pool, state, byte);
        let length = self.range_length(pool, state, length);
        if self.is_zero(pool, length) {
            return Flow::Continue(());
        }
        let targets = self.check_or_empty(pool, state, to, length, Mode::Write, site)?;
        let done = self
            .access(pool)
            .fill(&mut state.memory, &targets, byte, length);
        self.done_or_cut(done, place, state)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn havoc_bytes(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        to: Pointer,
        length: Term,
        site: SiteId,
        place: Place,
        occurrence: Occurrence,
    ) -> Flow {
        let length = self.range_length(pool, state, length);
        let mut pieces = Vec::new();
        if !self.is_zero(pool, length) {
            let targets = self.check_or_empty(pool, state, to, length, Mode::Write, site)?;
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
            self.done_or_cut(done, place, state)?;
        }
        self.input(state.guard, InputKind::Bytes(pieces));
        Flow::Continue(())
    }

    fn done_or_cut(&mut self, done: Result<(), TooLong>, place: Place, state: &State) -> Flow {
        match done {
            Ok(()) => Flow::Continue(()),
            Err(too_long) => {
                self.cut_unsupported(too_long.to_string(), place, state.guard);
                Flow::Break(PathEnd)
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

    /// Whether two ranges are disjoint or the same.
    fn apart(&mut self, pool: &mut TermPool, a: Term, b: Term, length: Term) -> Term {
        let same = pool.eq(a, b);
        let a_to_b = pool.bvsub(b, a);
        let b_to_a = pool.bvsub(a, b);
        let after = pool.ule(length, a_to_b);
        let before = pool.ule(length, b_to_a);
        let disjoint = pool.and(after, before);
        pool.or(same, disjoint)
    }
}
