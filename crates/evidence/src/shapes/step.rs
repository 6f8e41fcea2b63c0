//! What each instruction does to a symbolic heap.

use super::eval::{Eval, Need, is_end, is_near, target};
use super::exec::{Executor, Stop};
use super::heap::{Background, Field, Heap, Kind, Node, Object, Region, Segment, Val};
use super::memory;
use program::{
    BlockId, Extent, InstKind, ObjectKind, Program, Relation, SiteId, StaticKind, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};
use term::{Sort, Term, TermPool};

/// The blocks that follow, each with the condition for it.
type Ways = Vec<(BlockId, Term)>;

/// More copies of an unknown byte are unknown bytes.
const LONGEST_OF_UNKNOWN: u64 = 64;

const UNKNOWN_POINTER: &str = "an access through a pointer of which nothing is known";

impl Executor<'_> {
    /// One instruction, or the end of a block. A step that needs the heap to be split has not changed it, apart from values that
    /// were unknown before and have a name now.
    pub(super) fn step(&mut self, heap: &mut Heap) -> Result<Option<Ways>, Stop> {
        let spot = heap.frame().spot;
        let Some(kind) = self.instruction(spot) else {
            return self.terminator(heap);
        };
        if let InstKind::Call {
            var,
            function,
            args,
        } = kind
        {
            let values = args.iter().map(|a| self.value(heap, *a));
            let values = values.collect::<Result<Vec<Val>, Stop>>()?;
            heap.frame_mut().spot.next += 1;
            self.enter(heap, *function, values, *var)?;
            return Ok(None);
        }
        self.inst(heap, kind)?;
        heap.frame_mut().spot.next += 1;
        Ok(None)
    }

    fn value(&mut self, heap: &mut Heap, term: Term) -> Result<Val, Stop> {
        Ok(Eval::new(self.pool, self.program, heap, &self.opaque).value(term)?)
    }

    fn number(&mut self, heap: &mut Heap, term: Term) -> Result<Term, Stop> {
        Ok(Eval::new(self.pool, self.program, heap, &self.opaque).number(term)?)
    }

    fn set(&mut self, heap: &mut Heap, var: program::VarId, value: Val) {
        heap.frame_mut().vars.insert(var, value);
    }

    fn fresh(&mut self, bits: u32) -> Val {
        Val::Term(self.pool.fresh("u", Sort::BitVec(bits)))
    }

    fn give_up<T>(&self, what: &str, heap: &Heap) -> Result<T, Stop> {
        Err(Stop::GaveUp(self.unknown(what, heap)))
    }

    fn inst(&mut self, heap: &mut Heap, kind: &InstKind) -> Result<(), Stop> {
        match kind {
            InstKind::Assign { var, value } => {
                let value = self.value(heap, *value)?;
                self.set(heap, *var, value);
            }
            InstKind::Havoc { var, .. } => {
                let value = self.fresh(self.program.var(*var).width);
                self.set(heap, *var, value);
            }
            InstKind::Load { var, pointer, site } => {
                let width = self.program.var(*var).width;
                let length = u64::from(width.div_ceil(8));
                let pointer = self.value(heap, *pointer)?;
                let (node, offset) = self.access(heap, pointer, length, false, *site)?;
                let value = self.read(heap, node, offset, length)?;
                let value = match value {
                    Val::Term(term) => Val::Term(self.pool.extract(term, width - 1, 0)),
                    // The image of a wide pointer.
                    Val::Ptr(..) if width != self.program.pointers.width => self.fresh(width),
                    pointer => pointer,
                };
                self.set(heap, *var, value);
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => {
                let bits = self.pool.width(*value);
                let length = u64::from(bits.div_ceil(8));
                let pointer = self.value(heap, *pointer)?;
                let value = match self.value(heap, *value)? {
                    Val::Term(term) => {
                        Val::Term(self.pool.resize_unsigned(term, length as u32 * 8))
                    }
                    pointer if length == self.memory_bytes() => pointer,
                    Val::Ptr(..) => self.fresh(length as u32 * 8),
                };
                let (node, offset) = self.access(heap, pointer, length, true, *site)?;
                self.write(heap, node, offset, length, value);
            }
            InstKind::LoadPointer { var, pointer, site } => {
                let length = self.memory_bytes();
                let pointer = self.value(heap, *pointer)?;
                let (node, offset) = self.access(heap, pointer, length, false, *site)?;
                let value = match self.read(heap, node, offset, length)? {
                    Val::Term(image) => {
                        Val::Term(self.program.pointers.decode_term(self.pool, image))
                    }
                    pointer => pointer,
                };
                self.set(heap, *var, value);
            }
            InstKind::StorePointer {
                pointer,
                value,
                site,
            } => {
                let length = self.memory_bytes();
                let pointer = self.value(heap, *pointer)?;
                let value = self.value(heap, *value)?;
                let value = self.image(heap, value)?;
                let (node, offset) = self.access(heap, pointer, length, true, *site)?;
                self.write(heap, node, offset, length, value);
            }
            InstKind::Convert { var, value } => self.convert(heap, *var, *value)?,
            InstKind::Alloc {
                var,
                size,
                site,
                object,
            } => {
                let size = self.number(heap, *size)?;
                let bits = self.program.pointers.width;
                let size = self.pool.resize_unsigned(size, bits);
                let limit = self.program.pointers.max_object_size();
                let limit = self.pool.bv_u64(bits, limit);
                let fits = self.pool.ule(size, limit);
                self.check(heap, *site, fits)?;
                // Whatever else it is, no object is larger.
                if !self.assume(heap, fits) {
                    return Err(Stop::End);
                }
                let kind = match object.kind {
                    ObjectKind::Stack => Kind::Stack(heap.frames.len() - 1),
                    ObjectKind::Heap => Kind::Heap,
                    ObjectKind::Library => Kind::Library,
                };
                let node = self.free_node(heap);
                let region = Region {
                    size,
                    align: object.align,
                    kind,
                    alive: true,
                    background: match object.zeroed {
                        true => Background::Zero,
                        false => Background::Unknown,
                    },
                    fields: BTreeMap::new(),
                };
                heap.objects.insert(node, Object::Region(region));
                self.set(heap, *var, Val::Ptr(node, 0));
            }
            InstKind::Free { pointer, site } => self.free(heap, *pointer, *site)?,
            InstKind::EndLife { pointer } => {
                let pointer = self.value(heap, *pointer)?;
                match target(self.pool, self.program, pointer) {
                    Some((node, 0)) => {
                        if let Some(Object::Region(region)) = heap.objects.get_mut(&node)
                            && region.kind == Kind::Stack(heap.frames.len() - 1)
                        {
                            region.alive = false;
                        }
                    }
                    None if self.is_null(pointer) => {}
                    _ => return self.give_up("the end of an unknown object's life", heap),
                }
            }
            InstKind::ObjectSize {
                var,
                pointer,
                extent,
            } => {
                let pointer = self.value(heap, *pointer)?;
                let width = self.program.var(*var).width;
                let value = match extent {
                    Extent::Size => self.object_size(heap, pointer)?,
                    // Any value.
                    Extent::Room | Extent::Offset | Extent::Alive | Extent::Dynamic => None,
                };
                let value = match value {
                    Some(size) => Val::Term(self.pool.resize_unsigned(size, width)),
                    None => self.fresh(width),
                };
                self.set(heap, *var, value);
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap,
            } => self.copy(heap, (*to, *from), *length, *site, *overlap)?,
            InstKind::Fill {
                to,
                byte,
                length,
                site,
            } => {
                let to = self.value(heap, *to)?;
                let byte = self.number(heap, *byte)?;
                let byte = self.pool.extract(byte, 7, 0);
                let length = self.length(heap, *length)?;
                let (node, offset) = match length {
                    0 => return Ok(()),
                    _ => self.access(heap, to, length, true, *site)?,
                };
                if length > 4096 {
                    return self.give_up("an access to thousands of bytes", heap);
                }
                if self.pool.as_u64(byte).is_none() && length > LONGEST_OF_UNKNOWN {
                    return self.forget(heap, node, offset, length);
                }
                let value = match self.pool.as_u64(byte) {
                    Some(0) => self.pool.zero(length as u32 * 8),
                    _ => self.pool.repeat(byte, length as u32),
                };
                self.write(heap, node, offset, length, Val::Term(value));
            }
            InstKind::HavocBytes {
                to, length, site, ..
            } => {
                let to = self.value(heap, *to)?;
                let length = self.length(heap, *length)?;
                if length > 0 {
                    let (node, offset) = self.access(heap, to, length, true, *site)?;
                    self.forget(heap, node, offset, length)?;
                }
            }
            InstKind::ToNumber { .. } | InstKind::ToPointer { .. } => {
                return self.give_up("flat memory", heap);
            }
            InstKind::Call { .. } => unreachable!("calls are executed elsewhere"),
            InstKind::External { function, args, .. } => self.external(heap, function, args)?,
            InstKind::Assume { condition } => {
                let condition = self.number(heap, *condition)?;
                if !self.assume(heap, condition) {
                    return Err(Stop::End);
                }
            }
            InstKind::Check {
                site, condition, ..
            } => {
                let condition = self.number(heap, *condition)?;
                self.check(heap, *site, condition)?;
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let (a, b) = (self.value(heap, *a)?, self.value(heap, *b)?);
                let holds = self.relates(heap, a, b, *relation)?;
                if !holds {
                    // The execution goes on with all models.
                    self.fail(heap, *site)?;
                }
            }
            InstKind::Written { site, .. } => self.fail(heap, *site)?,
            InstKind::Leaks { lost, left } => {
                let live = |objects: &BTreeMap<Node, Object>| {
                    objects.values().any(|o| match o {
                        Object::Region(region) => region.is_live_heap(),
                        Object::Segment(_) | Object::Last(_) => true,
                    })
                };
                if !self.is_tracked(heap) {
                    self.fail(heap, *lost)?;
                }
                if heap.leaky || live(&heap.objects) {
                    self.fail(heap, *left)?;
                }
            }
        }
        Ok(())
    }

    fn memory_bytes(&self) -> u64 {
        u64::from(self.program.pointers.memory_width() / 8)
    }

    fn is_null(&self, value: Val) -> bool {
        matches!(value, Val::Term(t) if self.pool.as_u64(t) == Some(0))
    }

    /// A length that is a constant.
    fn length(&mut self, heap: &mut Heap, length: Term) -> Result<u64, Stop> {
        let length = self.number(heap, length)?;
        match self.pool.as_u64(length) {
            Some(length) => Ok(length),
            None => self.give_up("a copy of an unknown number of bytes", heap),
        }
    }

    /// What memory holds of a pointer.
    fn image(&mut self, heap: &Heap, value: Val) -> Result<Val, Stop> {
        let layout = self.program.pointers;
        if layout.image.is_none() {
            return Ok(value);
        }
        match value {
            Val::Ptr(_, offset) if offset.unsigned_abs() + 3 * 4096 < layout.reach() => Ok(value),
            Val::Term(term) => match self.pool.as_u64(term) {
                Some(address) if !layout.is_far(address) => {
                    let image = layout.encode(address);
                    Ok(Val::Term(self.pool.bv_u64(layout.memory_width(), image)))
                }
                _ => self.give_up("a pointer that may be far from its object", heap),
            },
            Val::Ptr(..) => self.give_up("a pointer that may be far from its object", heap),
        }
    }

    fn convert(&mut self, heap: &mut Heap, var: program::VarId, value: Term) -> Result<(), Stop> {
        let layout = self.program.pointers;
        let width = self.program.var(var).width;
        let value = self.value(heap, value)?;
        let value = if layout.image.is_none() {
            value
        } else if width == layout.memory_width() {
            match self.image(heap, value)? {
                Val::Ptr(..) => self.fresh(width),
                image => image,
            }
        } else {
            match value {
                Val::Term(image) => Val::Term(layout.decode_term(self.pool, image)),
                Val::Ptr(..) => self.fresh(width),
            }
        };
        self.set(heap, var, value);
        Ok(())
    }

    /// The region and offset of an access, which is inside of it and allowed.
    fn access(
        &mut self,
        heap: &mut Heap,
        pointer: Val,
        length: u64,
        write: bool,
        site: SiteId,
    ) -> Result<(Node, u64), Stop> {
        let Some((node, offset)) = target(self.pool, self.program, pointer) else {
            if self.leads_nowhere(pointer) {
                self.fail(heap, site)?;
                return Err(Stop::End);
            }
            return self.give_up(UNKNOWN_POINTER, heap);
        };
        // Offsets are exact only as long as they cannot wrap around.
        if !is_near(self.program.pointers, offset) {
            return self.give_up("a pointer far from its object", heap);
        }
        if is_end(heap, node) {
            return Err(Stop::Need(Need::Unfold(node)));
        }
        self.describe(heap, node);
        let Some(region) = heap.region(node) else {
            return self.give_up("an object that is not described", heap);
        };
        let is_static = (node.0 as usize) < self.program.statics.len();
        let allowed = region.alive
            && match is_static.then(|| &self.program.statics[node.0 as usize].kind) {
                Some(StaticKind::Function(_) | StaticKind::ExternalFunction) => false,
                Some(StaticKind::Variable { constant, .. }) => !(write && *constant),
                Some(StaticKind::External) | None => true,
            };
        let start = u64::try_from(offset).ok().filter(|_| allowed);
        let Some(start) = start else {
            self.fail(heap, site)?;
            return Err(Stop::End);
        };
        let end = start.checked_add(length);
        let Some(end) = end.filter(|e| *e <= self.program.pointers.max_object_size()) else {
            self.fail(heap, site)?;
            return Err(Stop::End);
        };
        let size = region.size;
        let end = self.pool.bv_u64(self.program.pointers.width, end);
        let inside = self.pool.ule(end, size);
        if !self.decider.implied(self.pool, &heap.facts, inside) {
            self.fail(heap, site)?;
            if !self.assume(heap, inside) {
                return Err(Stop::End);
            }
        }
        Ok((node, start))
    }

    /// Whether a pointer is null, or near it: no object is there.
    fn leads_nowhere(&self, pointer: Val) -> bool {
        let Val::Term(term) = pointer else {
            return false;
        };
        let address = self.pool.as_u64(term);
        address.is_some_and(|a| self.program.pointers.object(a) == 0)
    }

    fn write(&mut self, heap: &mut Heap, node: Node, offset: u64, length: u64, value: Val) {
        let Some(Object::Region(region)) = heap.objects.get_mut(&node) else {
            unreachable!("what is written is a region")
        };
        memory::write(self.pool, region, offset, length, value);
    }

    /// Makes bytes unknown.
    fn forget(
        &mut self,
        heap: &mut Heap,
        node: Node,
        offset: u64,
        length: u64,
    ) -> Result<(), Stop> {
        let Some(Object::Region(region)) = heap.objects.get_mut(&node) else {
            unreachable!("what is written is a region")
        };
        match memory::havoc(self.pool, region, offset, length) {
            true => Ok(()),
            false => self.give_up("an access to thousands of bytes", heap),
        }
    }

    fn free(&mut self, heap: &mut Heap, pointer: Term, site: SiteId) -> Result<(), Stop> {
        let pointer = self.value(heap, pointer)?;
        if self.is_null(pointer) {
            return Ok(());
        }
        let Some((node, offset)) = target(self.pool, self.program, pointer) else {
            return self.give_up("`free` of a pointer of which nothing is known", heap);
        };
        if !is_near(self.program.pointers, offset) {
            return self.give_up("a pointer far from its object", heap);
        }
        if is_end(heap, node) {
            return Err(Stop::Need(Need::Unfold(node)));
        }
        let ends_run = self.program.site(site).ends_run;
        match heap.objects.get_mut(&node) {
            Some(Object::Region(region))
                if offset == 0
                    && region.alive
                    && matches!(region.kind, Kind::Heap | Kind::Library) =>
            {
                region.alive = false;
                // What was in it is gone.
                region.fields.clear();
                region.background = Background::Unknown;
                Ok(())
            }
            _ => {
                self.fail(heap, site)?;
                match ends_run {
                    true => Err(Stop::End),
                    false => Ok(()),
                }
            }
        }
    }

    /// The size of the live object that a pointer leads into; `None` if that is not known.
    fn object_size(&mut self, heap: &mut Heap, pointer: Val) -> Result<Option<Term>, Stop> {
        let Some((node, offset)) = target(self.pool, self.program, pointer) else {
            return Ok(None);
        };
        if is_end(heap, node) {
            return Err(Stop::Need(Need::Unfold(node)));
        }
        self.describe(heap, node);
        let bits = self.program.pointers.width;
        let Some(region) = heap.region(node) else {
            return Ok(None);
        };
        if !region.alive {
            return Ok(Some(self.pool.zero(bits)));
        }
        let size = region.size;
        let Ok(offset) = u64::try_from(offset) else {
            return Ok(None);
        };
        let offset = self.pool.bv_u64(bits, offset);
        let inside = self.pool.ult(offset, size);
        let known = self.decider.implied(self.pool, &heap.facts, inside);
        Ok(known.then_some(size))
    }

    fn copy(
        &mut self,
        heap: &mut Heap,
        (to, from): (Term, Term),
        length: Term,
        site: SiteId,
        overlap: Option<SiteId>,
    ) -> Result<(), Stop> {
        let (to, from) = (self.value(heap, to)?, self.value(heap, from)?);
        let length = self.length(heap, length)?;
        if length == 0 {
            return Ok(());
        }
        // Nothing is changed before both ends are regions.
        for pointer in [to, from] {
            if let Some((node, _)) = target(self.pool, self.program, pointer)
                && is_end(heap, node)
            {
                return Err(Stop::Need(Need::Unfold(node)));
            }
        }
        let (source, start) = self.access(heap, from, length, false, site)?;
        let (node, offset) = self.access(heap, to, length, true, site)?;
        if let Some(site) = overlap
            && source == node
            && start != offset
            && start.abs_diff(offset) < length
        {
            self.fail(heap, site)?;
            if self.program.site(site).ends_run {
                return Err(Stop::End);
            }
        }
        let Some(Object::Region(region)) = heap.objects.get_mut(&source) else {
            unreachable!("what is read is a region")
        };
        let copied = memory::copy(self.pool, self.program, source.0, region, start, length);
        let Some(fields) = copied else {
            return self.give_up("an access to thousands of bytes", heap);
        };
        for (distance, Field { length, value }) in fields {
            self.write(heap, node, offset + distance, length, value);
        }
        Ok(())
    }

    /// A function without a body: it may change what it can get at. Here, these are static objects, and the execution gives up
    /// where one of them, or an argument, may lead to another object. Whatever is no constant may: a number can be a
    /// pointer, or a part of one, that went through an operation which is not followed.
    fn external(&mut self, heap: &mut Heap, function: &str, args: &[Term]) -> Result<(), Stop> {
        let mut leads_on = false;
        for arg in args {
            let value = self.value(heap, *arg)?;
            leads_on |= !self.is_constant(value);
        }
        for index in 0..self.program.statics.len() {
            let is_fixed = match self.program.statics[index].kind {
                StaticKind::Variable { constant, .. } => constant,
                StaticKind::Function(_) | StaticKind::ExternalFunction => true,
                StaticKind::External => false,
            };
            if is_fixed {
                continue;
            }
            let node = Node(index as u32);
            self.describe(heap, node);
            let Some(Object::Region(region)) = heap.objects.get_mut(&node) else {
                leads_on = true;
                continue;
            };
            let fields = std::mem::take(&mut region.fields);
            leads_on |= region.background == Background::Unknown
                || !fields.values().all(|f| self.is_constant(f.value));
            region.background = Background::Unknown;
        }
        let statics = self.program.statics.len() as u32;
        let has_others = heap.objects.keys().any(|node| node.0 >= statics);
        match leads_on && has_others {
            true => self.give_up(&format!("a call of `{function}`, which has no body"), heap),
            false => Ok(()),
        }
    }

    fn is_constant(&self, value: Val) -> bool {
        matches!(value, Val::Term(term) if self.pool.is_value(term))
    }

    /// Whether two pointers are certainly related.
    fn relates(
        &mut self,
        heap: &mut Heap,
        a: Val,
        b: Val,
        relation: Relation,
    ) -> Result<bool, Stop> {
        if a == b && relation != Relation::Aligned {
            return Ok(true);
        }
        for value in [a, b] {
            if let Some((node, _)) = target(self.pool, self.program, value) {
                self.describe(heap, node);
            }
        }
        let (x, y) = (
            target(self.pool, self.program, a),
            target(self.pool, self.program, b),
        );
        Ok(match relation {
            Relation::Comparable => match (x, y) {
                (Some((n, x)), Some((m, y))) => {
                    let mut eval = Eval::new(self.pool, self.program, heap, &self.opaque);
                    let both_dynamic = matches!((a, b), (Val::Ptr(..), Val::Ptr(..)));
                    if both_dynamic {
                        eval.equal(a, b)?;
                    }
                    n == m || self.is_comparable(heap, (n, x), (m, y))
                }
                (None, None) => self.is_no_address(a) || self.is_no_address(b),
                (Some(_), None) => self.is_no_address(b),
                (None, Some(_)) => self.is_no_address(a),
            },
            Relation::SameObject => match (x, y) {
                (Some((n, x)), Some((m, y))) if n == m => {
                    self.is_within(heap, n, x) && self.is_within(heap, n, y)
                }
                _ => false,
            },
            Relation::Aligned => {
                let align = match b {
                    Val::Term(t) => self.pool.as_u64(t),
                    Val::Ptr(..) => None,
                };
                let known = x.and_then(|(n, _)| match heap.segment_at(n) {
                    Some(segment) => segment.cells.iter().map(|c| c.root.align).min(),
                    None => heap.region(n).map(|r| r.align),
                });
                match (align, known) {
                    (Some(align), Some(known)) => align > 0 && known.clamp(1, 4096) % align == 0,
                    _ => x.is_none() && self.is_no_address(a),
                }
            }
        })
    }

    /// A number that is certainly no address of an object.
    fn is_no_address(&self, value: Val) -> bool {
        let Val::Term(term) = value else {
            return false;
        };
        let layout = self.program.pointers;
        let number = self.pool.as_u64(term);
        number.is_some_and(|n| !layout.may_be_address(n))
    }

    /// Whether two different objects are known to have different addresses: both are alive, and neither pointer is one
    /// beyond the end of a variable where the other one may begin.
    fn is_comparable(&mut self, heap: &Heap, (n, x): (Node, i64), (m, y): (Node, i64)) -> bool {
        let mut kinds = Vec::new();
        for (node, offset) in [(n, x), (m, y)] {
            match heap.region(node) {
                Some(region) if region.alive => {
                    let is_variable = matches!(region.kind, Kind::Static | Kind::Stack(_));
                    let inside = self.is_strictly_within(heap, node, offset);
                    kinds.push((is_variable, inside || !is_variable));
                }
                Some(_) => return false,
                None if is_end(heap, node) => kinds.push((false, true)),
                None => {
                    // A function.
                    let is_static = (node.0 as usize) < self.program.statics.len();
                    kinds.push((false, is_static));
                }
            }
        }
        let both_variables = kinds.iter().all(|(is_variable, _)| *is_variable);
        !both_variables || kinds.iter().all(|(_, inside)| *inside)
    }

    fn is_strictly_within(&mut self, heap: &Heap, node: Node, offset: i64) -> bool {
        let (Some(region), Ok(offset)) = (heap.region(node), u64::try_from(offset)) else {
            return false;
        };
        let offset = self.pool.bv_u64(self.program.pointers.width, offset);
        let inside = self.pool.ult(offset, region.size);
        self.decider.implied(self.pool, &heap.facts, inside)
    }

    /// Whether a pointer is into a live object, or just beyond its end.
    fn is_within(&mut self, heap: &Heap, node: Node, offset: i64) -> bool {
        let Ok(offset) = u64::try_from(offset) else {
            return false;
        };
        let size = match heap.segment_at(node) {
            Some(segment) => match &segment.cells[..] {
                [cell] => cell.root.size,
                _ => return false,
            },
            None => match heap.region(node) {
                Some(region) if region.alive => region.size,
                _ => return false,
            },
        };
        let offset = self.pool.bv_u64(self.program.pointers.width, offset);
        let inside = self.pool.ule(offset, size);
        self.decider.implied(self.pool, &heap.facts, inside)
    }

    fn terminator(&mut self, heap: &mut Heap) -> Result<Option<Ways>, Stop> {
        let spot = heap.frame().spot;
        let program: &Program = self.program;
        let block = &program.function(spot.function).blocks[spot.block.index()];
        match &block.end {
            Terminator::Goto(target) => Ok(Some(vec![(*target, self.pool.tt())])),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.number(heap, *condition)?;
                let negated = self.pool.not(condition);
                Ok(Some(vec![(*then, condition), (*otherwise, negated)]))
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.number(heap, *value)?;
                let mut ways = Vec::new();
                let mut none = self.pool.tt();
                for (case, target) in cases {
                    let case = self.pool.bv(case.clone());
                    let equal = self.pool.eq(value, case);
                    ways.push((*target, equal));
                    let differs = self.pool.not(equal);
                    none = self.pool.and(none, differs);
                }
                ways.push((*default, none));
                Ok(Some(ways))
            }
            Terminator::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.value(heap, *value)?),
                    None => None,
                };
                self.leave(heap, value)?;
                Ok(None)
            }
            Terminator::Halt => Err(Stop::End),
        }
    }
}

/// Whether pointers certainly lead to every live heap object from static and live stack objects, what the library holds, and
/// C variables. Parameters do not count: what they were given is in a variable of their own.
pub(super) fn is_tracked(pool: &TermPool, program: &Program, heap: &Heap) -> bool {
    if heap.leaky {
        return false;
    }
    let mut reached = BTreeSet::new();
    let mut work: Vec<Val> = Vec::new();
    for frame in &heap.frames {
        let params = &program.function(frame.spot.function).params;
        for (var, value) in &frame.vars {
            if program.var(*var).source.is_some() && !params.contains(var) {
                work.push(*value);
            }
        }
    }
    for object in heap.objects.values() {
        if let Object::Region(region) = object
            && region.alive
            && region.kind != Kind::Heap
        {
            work.extend(region.fields.values().map(|f| f.value));
        }
    }
    reach(pool, &heap.objects, work, &mut reached).is_some() && all_reached(&heap.objects, &reached)
}

fn all_reached(objects: &BTreeMap<Node, Object>, reached: &BTreeSet<Node>) -> bool {
    objects.iter().all(|(node, object)| match object {
        Object::Region(region) => !region.is_live_heap() || reached.contains(node),
        Object::Segment(_) => reached.contains(node),
        Object::Last(_) => true,
    })
}

/// Follows pointers through objects: adds the regions and segments that are reached, these under their first nodes. What it
/// gives are the nodes of other objects that pointers lead to; `None` if an element of a segment holds objects that
/// nothing leads to.
fn reach(
    pool: &TermPool,
    objects: &BTreeMap<Node, Object>,
    mut work: Vec<Val>,
    reached: &mut BTreeSet<Node>,
) -> Option<Vec<Val>> {
    let mut outside = Vec::new();
    while let Some(value) = work.pop() {
        let Val::Ptr(node, offset) = value else {
            continue;
        };
        let within = |region: &Region| {
            let size = pool.as_u64(region.size);
            u64::try_from(offset).is_ok_and(|o| size.is_some_and(|s| o <= s) || o == 0)
        };
        match objects.get(&node) {
            None => outside.push(value),
            Some(Object::Region(region)) => {
                if region.alive && within(region) && reached.insert(node) {
                    work.extend(region.fields.values().map(|f| f.value));
                }
            }
            Some(Object::Segment(segment)) => {
                let inside = segment.cells.iter().all(|c| within(&c.root));
                if inside && leads_through(pool, segment, segment.next.to) && reached.insert(node) {
                    work.extend(through(pool, segment)?);
                }
            }
            Some(Object::Last(first)) => {
                let Some(Object::Segment(segment)) = objects.get(first) else {
                    continue;
                };
                let inside = segment.cells.iter().all(|c| within(&c.root));
                let back = segment
                    .prev
                    .is_some_and(|l| leads_through(pool, segment, l.to));
                if inside && back && reached.insert(*first) {
                    work.extend(through(pool, segment)?);
                }
            }
        }
    }
    Some(outside)
}

/// Whether a link leads into the element that it is meant to.
fn leads_through(pool: &TermPool, segment: &Segment, to: i64) -> bool {
    let inside = |region: &Region| {
        let size = pool.as_u64(region.size);
        u64::try_from(to).is_ok_and(|o| size.is_some_and(|s| o <= s) || o == 0)
    };
    segment.cells.iter().all(|c| inside(&c.root))
}

/// Where the elements of a segment certainly lead.
fn through(pool: &TermPool, segment: &Segment) -> Option<Vec<Val>> {
    let mut common: Option<BTreeSet<Val>> = None;
    for cell in &segment.cells {
        let mut reached = BTreeSet::new();
        let held = cell.root.fields.values().map(|f| f.value).collect();
        let outside = reach(pool, &cell.objects, held, &mut reached)?;
        if !all_reached(&cell.objects, &reached) {
            return None;
        }
        let is_own = |value: &Val| matches!(value, Val::Ptr(node, _) if *node == cell.this);
        let outside: BTreeSet<Val> = outside.into_iter().filter(|v| !is_own(v)).collect();
        common = Some(match common {
            None => outside,
            Some(common) => common.intersection(&outside).copied().collect(),
        });
    }
    let mut values: Vec<Val> = common.unwrap_or_default().into_iter().collect();
    values.push(segment.after);
    if segment.prev.is_some() {
        values.push(segment.before);
    }
    Some(values)
}
