//! Replaces the instructions on promoted objects by assignments.

use super::PromotedPart;
use super::escape::{Address, EscapeState, Flow};
use super::partition::Layout;
use program::{
    Block, BlockId, Extent, FunctionId, InputSource, Inst, InstKind, Place, Program, SiteId,
};
use program::{Terminator, VarId};
use std::collections::BTreeMap;
use term::{Term, TermPool};

/// Rewrites the function in `program`; `flow` knows it as it was.
pub(super) fn rewrite(
    pool: &mut TermPool,
    program: &mut Program,
    function: FunctionId,
    flow: &Flow<'_>,
    layouts: &BTreeMap<VarId, Layout>,
    ends_lives: bool,
) {
    if layouts.is_empty() {
        return;
    }
    for index in 0..flow.cfg.len() {
        let block = BlockId::new(index);
        let mut rewriter = Rewriter {
            pool,
            program,
            flow,
            layouts,
            ends_lives,
            state: flow.state(block),
            out: Vec::new(),
            place: Place::NOWHERE,
        };
        if flow.cfg.is_reachable(block) {
            for inst in flow.insts_of(block) {
                rewriter.place = inst.place;
                rewriter.inst(&inst.kind);
                rewriter.state.step(flow, rewriter.pool, &inst.kind);
            }
            let insts = rewriter.out;
            program.functions[function.index()].blocks[index].insts = insts;
        } else {
            // It may mention objects that were promoted.
            let place = program.functions[function.index()].blocks[index].place;
            program.functions[function.index()].blocks[index] = Block {
                insts: Vec::new(),
                end: Terminator::Halt,
                place,
            };
        }
    }
}

struct Rewriter<'a> {
    pool: &'a mut TermPool,
    program: &'a Program,
    flow: &'a Flow<'a>,
    layouts: &'a BTreeMap<VarId, Layout>,
    /// Whether the end of a variable's life is seen.
    ends_lives: bool,
    state: EscapeState,
    out: Vec<Inst>,
    place: Place,
}

impl<'a> Rewriter<'a> {
    fn push(&mut self, kind: InstKind) {
        let place = self.place;
        self.out.push(Inst { kind, place });
    }

    fn symbol(&self, part: &PromotedPart) -> Term {
        self.program.var(part.var).symbol
    }

    /// The promoted object that a pointer is into, with the offset.
    fn promoted(&self, pointer: Term) -> Option<(&'a Layout, u64)> {
        let Address { base, offset } = self.state.resolve(self.flow, self.pool, pointer)?;
        Some((self.layouts.get(&base)?, offset))
    }

    /// The value of a range of bytes: the parts, the first lowest.
    fn read(&mut self, layout: &Layout, offset: u64, length: u64) -> Term {
        let parts = layout.range(offset, length);
        let mut value = self.bytes_of(&parts[0]);
        for part in &parts[1..] {
            let high = self.bytes_of(part);
            value = self.pool.concat(high, value);
        }
        value
    }

    /// What memory would hold in the place of a part.
    fn bytes_of(&mut self, part: &PromotedPart) -> Term {
        let value = self.symbol(part);
        match part.image {
            Some(var) => {
                self.push(InstKind::Convert { var, value });
                self.program.var(var).symbol
            }
            None => value,
        }
    }

    /// The part that a wide pointer is, if it is one.
    fn wide<'l>(&self, layout: &'l Layout, offset: u64) -> Option<&'l PromotedPart> {
        let length = u64::from(self.program.pointers.memory_width() / 8);
        match layout.range(offset, length) {
            [part] if part.image.is_some() => Some(part),
            _ => None,
        }
    }

    fn load_pointer(&mut self, var: VarId, layout: &Layout, offset: u64) {
        if let Some(part) = self.wide(layout, offset) {
            let value = self.symbol(part);
            return self.push(InstKind::Assign { var, value });
        }
        let length = u64::from(self.program.pointers.memory_width() / 8);
        let value = self.read(layout, offset, length);
        self.push(InstKind::Convert { var, value });
    }

    fn store_pointer(&mut self, layout: &Layout, offset: u64, value: Term) {
        if let Some(part) = self.wide(layout, offset) {
            let var = part.var;
            return self.push(InstKind::Assign { var, value });
        }
        let var = layout
            .image
            .expect("not every pointer has its own variable");
        self.push(InstKind::Convert { var, value });
        let length = u64::from(self.program.pointers.memory_width() / 8);
        let value = self.program.var(var).symbol;
        self.write(layout, offset, length, value);
    }

    /// Assigns the bytes of a part.
    fn assign(&mut self, part: &PromotedPart, value: Term) {
        let var = part.var;
        self.push(match part.image {
            Some(_) => InstKind::Convert { var, value },
            None => InstKind::Assign { var, value },
        });
    }

    /// Assigns to a range of bytes a value of exactly that size.
    fn write(&mut self, layout: &Layout, offset: u64, length: u64, value: Term) {
        for part in layout.range(offset, length) {
            let low = 8 * (part.offset - offset) as u32;
            let high = low + 8 * part.size as u32 - 1;
            let value = self.pool.extract(value, high, low);
            self.assign(part, value);
        }
    }

    fn inst(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Alloc { var, .. } => {
                if let Some(layout) = self.layouts.get(var) {
                    return self.alloc(layout);
                }
            }
            InstKind::EndLife { pointer } => {
                if let Some((layout, _)) = self.promoted(*pointer) {
                    return self.end_life(layout);
                }
            }
            // The addresses of promoted objects are gone; temporaries that held them are no longer read.
            InstKind::Assign { value, .. } => {
                if self.promoted(*value).is_some() {
                    return;
                }
            }
            InstKind::Load { var, pointer, .. } => {
                if let Some((layout, offset)) = self.promoted(*pointer) {
                    let width = self.program.var(*var).width;
                    let bytes = self.read(layout, offset, u64::from(width.div_ceil(8)));
                    let value = self.pool.resize_unsigned(bytes, width);
                    let var = *var;
                    return self.push(InstKind::Assign { var, value });
                }
            }
            InstKind::Store { pointer, value, .. } => {
                if let Some((layout, offset)) = self.promoted(*pointer) {
                    let bytes = self.pool.width(*value).div_ceil(8);
                    let value = self.pool.resize_unsigned(*value, 8 * bytes);
                    return self.write(layout, offset, u64::from(bytes), value);
                }
            }
            InstKind::LoadPointer { var, pointer, .. } => {
                if let Some((layout, offset)) = self.promoted(*pointer) {
                    return self.load_pointer(*var, layout, offset);
                }
            }
            InstKind::StorePointer { pointer, value, .. } => {
                if let Some((layout, offset)) = self.promoted(*pointer) {
                    return self.store_pointer(layout, offset, *value);
                }
            }
            InstKind::ObjectSize {
                var,
                pointer,
                extent,
            } => {
                if let Some((layout, offset)) = self.promoted(*pointer) {
                    let width = self.program.var(*var).width;
                    let value = match extent {
                        Extent::Size => layout.size,
                        Extent::Room => layout.size - offset,
                        Extent::Offset => offset,
                        Extent::Alive => 1,
                        Extent::Dynamic => 0,
                    };
                    let value = self.pool.bv_u64(width, value);
                    let var = *var;
                    return self.push(InstKind::Assign { var, value });
                }
            }
            InstKind::Fill {
                to, byte, length, ..
            } => {
                if let Some((layout, offset)) = self.promoted(*to) {
                    let length = self.constant(*length);
                    return self.fill(layout.range(offset, length), *byte);
                }
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                ..
            } => {
                if self.copy(*to, *from, *length, *site) {
                    return;
                }
            }
            InstKind::Havoc { .. }
            | InstKind::Convert { .. }
            | InstKind::ToNumber { .. }
            | InstKind::ToPointer { .. }
            | InstKind::Free { .. }
            | InstKind::HavocBytes { .. }
            | InstKind::External { .. }
            | InstKind::Call { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Relate { .. }
            | InstKind::Written { .. }
            | InstKind::Leaks { .. } => {}
        }
        self.push(kind.clone());
    }

    fn constant(&self, term: Term) -> u64 {
        self.pool
            .as_u64(term)
            .expect("only constant lengths are promoted")
    }

    fn alloc(&mut self, layout: &Layout) {
        for part in &layout.parts {
            let var = part.var;
            let var_info = self.program.var(var);
            if layout.zeroed {
                let value = self.pool.zero(var_info.width);
                self.push(InstKind::Assign { var, value });
            } else {
                let name = var_info.source.as_ref().map_or(&var_info.name, |s| &s.name);
                let source = InputSource::Uninitialised(name.clone());
                let var = part.input();
                self.push(InstKind::Havoc { var, source });
            }
            if let Some(image) = part.image.filter(|_| !layout.zeroed) {
                let value = self.program.var(image).symbol;
                self.push(InstKind::Convert { var, value });
            }
        }
    }

    /// Where leaks are looked for, a variable that is gone must not keep an object reachable.
    fn end_life(&mut self, layout: &Layout) {
        for part in layout.parts.iter().filter(|_| self.ends_lives) {
            let var = part.var;
            let value = self.pool.zero(self.program.var(var).width);
            let place = self.place;
            let kind = InstKind::Assign { var, value };
            self.out.push(Inst { kind, place });
        }
    }

    fn fill(&mut self, parts: &[PromotedPart], byte: Term) {
        for part in parts {
            let mut value = byte;
            for _ in 1..part.size {
                value = self.pool.concat(byte, value);
            }
            self.assign(part, value);
        }
    }

    /// Copies of which at least one end is promoted become assignments, loads or stores of parts.
    fn copy(&mut self, to: Term, from: Term, length: Term, site: SiteId) -> bool {
        match (self.promoted(to), self.promoted(from)) {
            (None, None) => return false,
            (Some((target, at)), Some((source, start))) => {
                // The ranges are the same or do not overlap, and cut alike: no part is read after it was written.
                let length = self.constant(length);
                for part in target.range(at, length) {
                    let offset = part.offset - at + start;
                    if part.image.is_some() {
                        self.load_pointer(part.var, source, offset);
                        continue;
                    }
                    let value = self.read(source, offset, part.size);
                    self.assign(part, value);
                }
            }
            (Some((target, at)), None) => {
                for part in target.range(at, self.constant(length)) {
                    let pointer = self.displaced(from, part.offset - at);
                    let var = part.var;
                    self.push(match part.image {
                        Some(_) => InstKind::LoadPointer { var, pointer, site },
                        None => InstKind::Load { var, pointer, site },
                    });
                }
            }
            (None, Some((source, start))) => {
                for part in source.range(start, self.constant(length)) {
                    let pointer = self.displaced(to, part.offset - start);
                    let value = self.symbol(part);
                    self.push(match part.image {
                        Some(_) => InstKind::StorePointer {
                            pointer,
                            value,
                            site,
                        },
                        None => InstKind::Store {
                            pointer,
                            value,
                            site,
                        },
                    });
                }
            }
        }
        true
    }

    fn displaced(&mut self, pointer: Term, by: u64) -> Term {
        if by == 0 {
            return pointer;
        }
        let width = self.pool.width(pointer);
        let by = self.pool.bv_u64(width, by);
        self.pool.bvadd(pointer, by)
    }
}
