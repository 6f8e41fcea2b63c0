//! Operations on ranges: copy, fill, and unknown bytes.
//!
//! A range of constant length is moved piece by piece, the pieces following the source's cells, so that values keep
//! their shape. A range of symbolic length, or a very long one, is moved as a whole into an object that is an array: the
//! array becomes a lambda, of the same size whatever the length is. Into a small object it is moved in pieces of one size,
//! each under the condition that it is inside.
//!
//! Unknown bytes, which are inputs, are made in pieces only; beyond [`MAX_PIECES`] we say that this is not supported.

use super::Memory;
use super::access::{Access, Mode};
use super::contents::{Contents, Shape};
use super::estimate::trailing_zeros;
use super::resolve::Target;
use term::{Term, TermPool};

/// The largest number of pieces that one operation is divided into.
pub const MAX_PIECES: u64 = 1 << 14;

/// The largest object that is kept byte by byte where it is filled as a whole.
const MAX_IMAGE: u64 = 1 << 20;

/// The operation touches more than [`MAX_PIECES`] pieces, or an unknown number of them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{operation} of {length} is not supported")]
pub struct TooLong {
    pub operation: &'static str,
    pub length: String,
}

/// A piece of a range: its distance from the range's start and its size.
type Piece = (u64, u64);

impl Access<'_> {
    /// Copies `length` bytes as if through a buffer. The ranges are known to be valid.
    pub fn copy(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        from: &[Target],
        length: Term,
    ) -> Result<(), TooLong> {
        let from = self.range_targets(memory, from, length, Mode::Read);
        let to = self.range_targets(memory, to, length, Mode::Write);
        to.iter().for_each(|target| memory.forget(target.object));
        let constant = self.pool.as_u64(length);
        let has_members = from.iter().chain(&to).any(|t| t.member.is_some());
        let pieces = match constant {
            Some(length) => self.pieces_like(memory, &from, &to, length),
            None if has_members => self.even_pieces(&from, &to, length),
            None => None,
        };
        if pieces.is_none() && has_members {
            return Err(self.too_long("copy", length));
        }
        let Some(pieces) = pieces else {
            return self.copy_whole(memory, &to, &from, length);
        };
        let buffer: Vec<(Piece, Term)> = pieces
            .into_iter()
            .filter_map(|piece| Some((piece, self.load_piece(memory, &from, piece)?)))
            .collect();
        for (piece, value) in buffer {
            let inside = self.is_inside(piece, length);
            self.store_piece(memory, &to, piece, value, inside);
        }
        Ok(())
    }

    /// Sets `length` bytes to the 8-bit `byte`. The range is known to be valid.
    pub fn fill(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        byte: Term,
        length: Term,
    ) -> Result<(), TooLong> {
        let to = self.range_targets(memory, to, length, Mode::Write);
        to.iter().for_each(|target| memory.forget(target.object));
        if self.fill_whole(memory, &to, byte, length) {
            return Ok(());
        }
        let constant = self.pool.as_u64(length);
        let pieces = constant.and_then(|length| {
            let step = self.common_step(&to, &[], length);
            even(length, step)
        });
        let Some(pieces) = pieces else {
            let mut source = |pool: &mut TermPool, _: Term, size: u64| repeated(pool, byte, size);
            return self.replace(memory, &to, length, &mut source);
        };
        for piece in pieces {
            let value = repeated(self.pool, byte, piece.1);
            let inside = self.is_inside(piece, length);
            self.store_piece(memory, &to, piece, value, inside);
        }
        Ok(())
    }

    /// Copies a range that is not divided into a constant number of pieces.
    fn copy_whole(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        from: &[Target],
        length: Term,
    ) -> Result<(), TooLong> {
        let step = 1 << trailing_zeros(self.pool, length).min(3);
        for target in from {
            self.choose_unit(target.object, step);
        }
        // What the sources are before anything is written.
        let mut sources: Vec<(Target, Shape, Contents)> = from
            .iter()
            .filter_map(|target| {
                let shape = self.facts[target.object as usize].shape.clone();
                let contents = memory.get(target.object)?.contents.clone();
                Some((*target, shape, contents))
            })
            .collect();
        if sources.is_empty() {
            return Ok(());
        }
        let mut source = |pool: &mut TermPool, distance: Term, size: u64| {
            let mut value: Option<Term> = None;
            for (target, shape, contents) in sources.iter_mut().rev() {
                let offset = pool.bvadd(target.offset, distance);
                let read = contents.read_at(pool, shape, offset, size);
                value = Some(match value {
                    Some(other) => pool.ite(target.condition, read, other),
                    None => read,
                });
            }
            value.expect("there is a source")
        };
        self.replace(memory, to, length, &mut source)
    }

    /// Replaces a range by what `source` makes for a distance from its start and a size, in each target by itself.
    fn replace(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        length: Term,
        source: &mut dyn FnMut(&mut TermPool, Term, u64) -> Term,
    ) -> Result<(), TooLong> {
        let step = 1 << trailing_zeros(self.pool, length).min(3);
        // All that is to be written, before anything is: an object may be source and target.
        let mut pieces: Vec<(usize, Piece, Term)> = Vec::new();
        for (number, target) in to.iter().enumerate() {
            self.choose_unit(target.object, step);
            let shape = self.facts[target.object as usize].shape.clone();
            let condition = match to.len() {
                1 => self.pool.tt(),
                _ => target.condition,
            };
            if !shape.is_eager() && target.member.is_none() {
                self.change(memory, target.object, |pool, contents| {
                    contents.replace(pool, &shape, (target.offset, length), condition, source);
                });
                continue;
            }
            let alone = std::slice::from_ref(target);
            let parts = self.even_pieces(&[], alone, length);
            let parts = parts.ok_or_else(|| self.too_long("copy", length))?;
            for piece in parts {
                let distance = self.pool.bv_u64(self.width, piece.0);
                let value = source(self.pool, distance, piece.1);
                pieces.push((number, piece, value));
            }
        }
        for (number, piece, value) in pieces {
            let inside = self.is_inside(piece, length);
            let condition = match to.len() {
                1 => inside,
                _ => self.pool.and(inside, to[number].condition),
            };
            let moved = self.moved(&to[number], piece.0);
            if !self.is_beyond_end(&moved, piece.1) && !self.pool.is_false(condition) {
                self.store_into(memory, &moved, value, condition);
            }
        }
        Ok(())
    }

    /// Sets `length` bytes to unknown values, made by `unknown` for a distance and a size. The range is known to be valid.
    pub fn havoc(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        length: Term,
        mut unknown: impl FnMut(&mut Access<'_>, u64, u64) -> Term,
    ) -> Result<(), TooLong> {
        let to = self.range_targets(memory, to, length, Mode::Write);
        to.iter().for_each(|target| memory.forget(target.object));
        let pieces = self.write_pieces(&to, length);
        let pieces = pieces.ok_or_else(|| self.too_long("unknown contents", length))?;
        for piece in pieces {
            let value = unknown(self, piece.0, piece.1);
            let inside = self.is_inside(piece, length);
            self.store_piece(memory, &to, piece, value, inside);
        }
        Ok(())
    }

    fn too_long(&self, operation: &'static str, length: Term) -> TooLong {
        let length = match self.pool.as_u64(length) {
            Some(n) => format!("{n} bytes"),
            None => "a symbolic number of bytes".to_string(),
        };
        TooLong { operation, length }
    }

    /// A constant byte all over one object is not written: it replaces the contents.
    fn fill_whole(&mut self, memory: &mut Memory, to: &[Target], byte: Term, length: Term) -> bool {
        let (Some(byte), Some(length), [target]) =
            (self.pool.as_u64(byte), self.pool.as_u64(length), to)
        else {
            return false;
        };
        let whole = (byte == 0 || length <= MAX_IMAGE)
            && target.member.is_none()
            && self.pool.as_u64(target.offset) == Some(0)
            && self.pool.as_u64(self.facts[target.object as usize].size) == Some(length);
        if whole {
            self.change(memory, target.object, |_, contents| {
                contents.fill_all(byte as u8, length);
            });
        }
        whole
    }

    fn write_pieces(&mut self, to: &[Target], length: Term) -> Option<Vec<Piece>> {
        match self.pool.as_u64(length) {
            Some(length) => {
                let step = self.common_step(to, &[], length);
                even(length, step)
            }
            None => self.even_pieces(&[], to, length),
        }
    }

    /// Pieces of a constant length that follow the cells of the source where these are known.
    fn pieces_like(
        &mut self,
        memory: &Memory,
        from: &[Target],
        to: &[Target],
        length: u64,
    ) -> Option<Vec<Piece>> {
        let step = self.common_step(to, from, length);
        if length == 0 {
            return Some(Vec::new());
        }
        let start = from.first().filter(|t| t.member.is_none());
        let ([source], Some(start)) = (from, start.and_then(|t| self.pool.as_u64(t.offset))) else {
            return even(length, step);
        };
        let object = memory.get(source.object)?;
        let cuts = object.contents.boundaries(start, start + length);
        let mut pieces = Vec::new();
        let mut at = start;
        for cut in cuts.into_iter().chain([start + length]) {
            // Long stretches without cells are divided at multiples of the step.
            while at < cut {
                let next = cut.min((at / step + 1) * step).max(at + 1);
                let next = if cut - at <= 16 { cut } else { next };
                pieces.push((at - start, next - at));
                at = next;
            }
            if pieces.len() as u64 > MAX_PIECES {
                return None;
            }
        }
        Some(pieces)
    }

    /// Pieces of one size that cover whatever the symbolic length may be.
    fn even_pieces(&mut self, from: &[Target], to: &[Target], length: Term) -> Option<Vec<Piece>> {
        let mut limit: Option<u64> = None;
        for side in [from, to] {
            let mut largest = 0;
            for target in side {
                let size = self.pool.as_u64(self.facts[target.object as usize].size)?;
                largest = largest.max(size);
            }
            if !side.is_empty() {
                limit = Some(limit.map_or(largest, |l| l.min(largest)));
            }
        }
        let limit = limit.unwrap_or(0);
        let zeros = trailing_zeros(self.pool, length).min(3);
        let step = self.common_step(to, from, 1 << zeros);
        even(limit, step)
    }

    /// The largest piece, up to 8 bytes, that suits the objects, their offsets and the length.
    fn common_step(&mut self, to: &[Target], from: &[Target], length: u64) -> u64 {
        let mut step = 8;
        if length > 0 {
            step = step.min(1 << length.trailing_zeros().min(3));
        }
        let mut units = Vec::new();
        for target in to.iter().chain(from) {
            let zeros = trailing_zeros(self.pool, target.offset).min(3);
            step = step.min(1 << zeros);
            units.push(self.facts[target.object as usize].shape.unit);
        }
        for unit in units.into_iter().filter(|u| *u > 0) {
            step = step.min(unit);
        }
        step
    }

    /// The condition that the piece belongs to the range.
    fn is_inside(&mut self, piece: Piece, length: Term) -> Term {
        let end = self.pool.bv_u64(self.width, piece.0 + piece.1);
        self.pool.ule(end, length)
    }

    fn load_piece(&mut self, memory: &mut Memory, from: &[Target], piece: Piece) -> Option<Term> {
        let mut value: Option<Term> = None;
        for target in from.iter().rev() {
            let moved = self.moved(target, piece.0);
            if self.is_beyond_end(&moved, piece.1) {
                continue;
            }
            let read = self.load_from(memory, &moved, piece.1);
            value = Some(match value {
                Some(other) => self.pool.ite(target.condition, read, other),
                None => read,
            });
        }
        value
    }

    fn store_piece(
        &mut self,
        memory: &mut Memory,
        to: &[Target],
        piece: Piece,
        value: Term,
        inside: Term,
    ) {
        for target in to {
            let moved = self.moved(target, piece.0);
            if self.is_beyond_end(&moved, piece.1) {
                continue;
            }
            let condition = if to.len() == 1 {
                inside
            } else {
                self.pool.and(inside, target.condition)
            };
            if !self.pool.is_false(condition) {
                self.store_into(memory, &moved, value, condition);
            }
        }
    }

    fn moved(&mut self, target: &Target, distance: u64) -> Target {
        let distance = self.pool.bv_u64(self.width, distance);
        Target {
            offset: self.pool.bvadd(target.offset, distance),
            ..*target
        }
    }

    /// Whether the piece certainly does not fit into the object, so that the range does not reach that far.
    fn is_beyond_end(&self, target: &Target, size: u64) -> bool {
        let whole = self.pool.as_u64(self.facts[target.object as usize].size);
        match (self.pool.as_u64(target.offset), whole) {
            (Some(offset), Some(whole)) => offset + size > whole,
            _ => false,
        }
    }
}

/// The byte that many times.
fn repeated(pool: &mut TermPool, byte: Term, count: u64) -> Term {
    let mut value = byte;
    for _ in 1..count {
        value = pool.concat(value, byte);
    }
    value
}

fn even(length: u64, step: u64) -> Option<Vec<Piece>> {
    if length / step > MAX_PIECES {
        return None;
    }
    Some((0..length / step).map(|i| (i * step, step)).collect())
}
