//! How candidates are used: each use is an access that is followed, or lets the object escape.

use super::escape::{Address, Candidate, EscapeState, Flow};
use program::{InstKind, VarId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermPool};

/// Copies and fills of more bytes leave their objects in memory.
const MAX_BULK: u64 = 256;

/// How its accesses cut a promotable object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CutObject {
    pub size: u64,
    pub zeroed: bool,
    /// Ranges `(offset, length)` that loads and stores touch.
    pub scalar: FxHashSet<(u64, u64)>,
    /// Those of loads and stores that are not of wide pointers.
    pub plain: FxHashSet<(u64, u64)>,
    /// Where wide pointers are loaded and stored.
    pub pointers: BTreeSet<u64>,
    /// Ranges that copies and fills touch.
    pub bulk: FxHashSet<(u64, u64)>,
    /// Copies from this object to another promotable one: `(offset here, the other, offset there, length)`.
    pub copies: Vec<(u64, VarId, u64, u64)>,
}

impl Flow<'_> {
    /// The objects that can be promoted and how they are accessed, in the order of their variables.
    pub fn promotable(&self, pool: &TermPool) -> BTreeMap<VarId, CutObject> {
        let object = |c: &Candidate| CutObject {
            size: c.size,
            zeroed: c.zeroed,
            scalar: FxHashSet::default(),
            plain: FxHashSet::default(),
            pointers: BTreeSet::new(),
            bulk: FxHashSet::default(),
            copies: Vec::new(),
        };
        let mut uses = Uses {
            flow: self,
            pool,
            objects: self
                .candidates
                .iter()
                .map(|(v, c)| (*v, object(c)))
                .collect(),
        };
        if self.candidates.is_empty() {
            return uses.objects;
        }
        for block in self.cfg.reverse_postorder() {
            let mut state = self.state(*block);
            for inst in self.insts_of(*block) {
                uses.inst(&state, &inst.kind);
                state.step(self, pool, &inst.kind);
            }
            let function = self.program.function(self.function);
            if let Some(term) = function.blocks[block.index()].end.term() {
                uses.escape(&state, term);
            }
        }
        let mut objects = uses.objects;
        let kept: FxHashSet<VarId> = objects.keys().copied().collect();
        for object in objects.values_mut() {
            object
                .copies
                .retain(|(_, other, _, _)| kept.contains(other));
        }
        objects
    }
}

/// Collects how candidates are used; those that escape are removed.
struct Uses<'a> {
    flow: &'a Flow<'a>,
    pool: &'a TermPool,
    objects: BTreeMap<VarId, CutObject>,
}

impl Uses<'_> {
    /// The term is used in a way that we do not follow.
    fn escape(&mut self, state: &EscapeState, term: Term) {
        for symbol in self.pool.symbols_of(&[term]) {
            let Some(var) = self.flow.var(symbol) else {
                continue;
            };
            self.objects.remove(&var);
            match (state.facts.get(&var), self.flow.taint.get(&var)) {
                (Some(fact), _) => {
                    self.objects.remove(&fact.base);
                }
                (None, Some(taint)) => self.objects.retain(|var, _| !taint.contains(var)),
                (None, None) => {}
            }
        }
    }

    /// The address of an access of `length` bytes, if it is to a live candidate and inside it; otherwise what the term
    /// mentions escapes.
    fn access(&mut self, state: &EscapeState, pointer: Term, length: u64) -> Option<Address> {
        let found = state
            .resolve(self.flow, self.pool, pointer)
            .filter(|address| {
                let size = self.flow.candidates[&address.base].size;
                state.alive.contains(&address.base)
                    && address.offset <= size
                    && length <= size - address.offset
            });
        if found.is_none() {
            self.escape(state, pointer);
        }
        found
    }

    fn scalar(&mut self, state: &EscapeState, pointer: Term, length: u64) {
        if let Some(address) = self.access(state, pointer, length)
            && let Some(object) = self.objects.get_mut(&address.base)
        {
            object.scalar.insert((address.offset, length));
            object.plain.insert((address.offset, length));
        }
    }

    fn pointer(&mut self, state: &EscapeState, pointer: Term) {
        let length = u64::from(self.flow.program.pointers.memory_width() / 8);
        if let Some(address) = self.access(state, pointer, length)
            && let Some(object) = self.objects.get_mut(&address.base)
        {
            object.scalar.insert((address.offset, length));
            object.pointers.insert(address.offset);
        }
    }

    fn bulk(&mut self, address: Address, length: u64) {
        if let Some(object) = self.objects.get_mut(&address.base) {
            object.bulk.insert((address.offset, length));
        }
    }

    fn inst(&mut self, state: &EscapeState, kind: &InstKind) {
        let pool = self.pool;
        let bulk_length = |term: Term| pool.as_u64(term).filter(|n| *n <= MAX_BULK);
        match kind {
            InstKind::Assign { var, value } => {
                let followed =
                    self.flow.may_hold(*var) && state.resolve(self.flow, pool, *value).is_some();
                if !followed {
                    self.escape(state, *value);
                }
            }
            InstKind::Load { var, pointer, .. } => {
                let width = self.flow.program.var(*var).width;
                self.scalar(state, *pointer, u64::from(width.div_ceil(8)));
            }
            InstKind::Store { pointer, value, .. } => {
                self.escape(state, *value);
                self.scalar(state, *pointer, u64::from(pool.width(*value).div_ceil(8)));
            }
            InstKind::LoadPointer { pointer, .. } => self.pointer(state, *pointer),
            InstKind::StorePointer { pointer, value, .. } => {
                self.escape(state, *value);
                self.pointer(state, *pointer);
            }
            InstKind::EndLife { pointer } => {
                let address = state.resolve(self.flow, pool, *pointer);
                if address.is_none_or(|a| a.offset != 0) {
                    self.escape(state, *pointer);
                }
            }
            InstKind::ObjectSize { pointer, .. } => {
                // One byte must be there, so that the pointer is into the object and not at its end.
                self.access(state, *pointer, 1);
            }
            InstKind::Fill {
                to, byte, length, ..
            } => {
                self.escape(state, *byte);
                match bulk_length(*length) {
                    Some(length) => {
                        if let Some(address) = self.access(state, *to, length) {
                            self.bulk(address, length);
                        }
                    }
                    None => {
                        self.escape(state, *to);
                        self.escape(state, *length);
                    }
                }
            }
            InstKind::Copy {
                to, from, length, ..
            } => match bulk_length(*length) {
                Some(length) => self.copy(state, *to, *from, length),
                None => {
                    for term in [to, from, length] {
                        self.escape(state, *term);
                    }
                }
            },
            InstKind::Havoc { .. } | InstKind::Leaks { .. } => {}
            // Which of its bytes were written is known of an object in memory only.
            InstKind::Written { .. }
            | InstKind::Convert { .. }
            | InstKind::ToNumber { .. }
            | InstKind::ToPointer { .. }
            | InstKind::Relate { .. }
            | InstKind::Alloc { .. }
            | InstKind::Free { .. }
            | InstKind::HavocBytes { .. }
            | InstKind::External { .. }
            | InstKind::Call { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. } => {
                for term in kind.terms() {
                    self.escape(state, term);
                }
            }
        }
    }

    fn copy(&mut self, state: &EscapeState, to: Term, from: Term, length: u64) {
        let to = self.access(state, to, length);
        let from = self.access(state, from, length);
        if let (Some(to), Some(from)) = (to, from) {
            let distance = to.offset.abs_diff(from.offset);
            if to.base == from.base && distance > 0 && distance < length {
                // Overlaps itself: the check, or the way through a buffer, is left to memory.
                self.objects.remove(&to.base);
            } else if let Some(object) = self.objects.get_mut(&from.base) {
                object
                    .copies
                    .push((from.offset, to.base, to.offset, length));
            }
        }
        for address in [to, from].into_iter().flatten() {
            self.bulk(address, length);
        }
    }
}
