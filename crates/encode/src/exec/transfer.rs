//! What moves bytes: loads and stores, and copies, fills and unknown bytes over ranges.

use super::log::InputKind;
use super::pointer::Pointer;
use super::{Executor, Flow, Occurrence, PathEnd, State};
use crate::memory::access::{Access, Mode};
use crate::memory::resolve::Target;
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
        let value = self.read(pool, state, pointer, width, site)?;
        self.set(state, var, value);
        Flow::Continue(())
    }

    /// The `width` bits at a pointer.
    fn read(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        width: u32,
        site: SiteId,
    ) -> Flow<Term> {
        let bytes = u64::from(width.div_ceil(8));
        let length = self.length(pool, bytes);
        let targets = self.check_range(pool, state, pointer, length, Mode::Read, site)?;
        let kept = state.memory.kept(pool, pointer.value, bytes as u32 * 8);
        let value = kept.unwrap_or_else(|| {
            self.access(pool)
                .load(&mut state.memory, &targets, bytes)
                .expect("an access that may be valid has a usable target")
        });
        Flow::Continue(pool.resize_unsigned(value, width))
    }

    /// Reads a wide pointer.
    pub(super) fn load_pointer(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        pointer: Pointer,
        site: SiteId,
    ) -> Flow {
        let layout = self.program.pointers;
        let image = self.read(pool, state, pointer, layout.memory_width(), site)?;
        let value = self.resolver.images.decode(pool, layout, image);
        self.set(state, var, value);
        Flow::Continue(())
    }

    /// Writes a wide pointer.
    pub(super) fn store_pointer(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        value: Term,
        site: SiteId,
        place: Place,
    ) -> Flow {
        let value = self.value(pool, state, value);
        let bytes = u64::from(self.program.pointers.memory_width() / 8);
        let length = self.length(pool, bytes);
        let targets = self.check_range(pool, state, pointer, length, Mode::Write, site)?;
        let image = self.image(pool, state, value, "stored in memory", place)?;
        self.write(pool, state, pointer, &targets, image, site);
        Flow::Continue(())
    }

    /// Turns a wide pointer into its image, or an image into a pointer.
    pub(super) fn convert(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        var: VarId,
        value: Term,
        place: Place,
    ) -> Flow {
        let value = self.value(pool, state, value);
        let layout = self.program.pointers;
        let value = match self.program.var(var).width == layout.memory_width() {
            true => self.image(pool, state, value, "used as a number", place)?,
            false => self.resolver.images.decode(pool, layout, value),
        };
        self.set(state, var, value);
        Flow::Continue(())
    }

    /// The image of a pointer. A run in which it has none is cut off.
    fn image(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Term,
        how: &str,
        place: Place,
    ) -> Flow<Term> {
        let layout = self.program.pointers;
        let (image, far) = self.resolver.images.encode(pool, layout, pointer);
        if !pool.is_false(far)
            && let Some(guard) = self.guards.and(pool, state.guard, far)
        {
            let what = format!(
                "a pointer {} bytes or more into its object is {how}",
                layout.reach()
            );
            self.cut_unsupported(what, place, guard);
        }
        let near = pool.not(far);
        self.assume(pool, state, near)?;
        Flow::Continue(image)
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
        self.write(pool, state, pointer, &targets, value, site);
        Flow::Continue(())
    }

    /// Writes a bit-vector of whole bytes where the access has been checked.
    fn write(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        targets: &[Target],
        value: Term,
        site: SiteId,
    ) {
        let memory = &mut state.memory;
        self.access(pool).store(memory, targets, value);
        if self.program.site(site).ends_run {
            memory.keep(pool, pointer.value, targets, value);
        }
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
