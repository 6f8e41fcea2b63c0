//! The bytes of one object.
//!
//! Contents are a *base* (zeros, an image, unknown bytes, or an SMT array) under a map of *cells*: values written at
//! constant offsets. Cells partition the object as finely as its accesses do and no finer: a read that matches a cell is
//! that cell's value, any other read is put together by concatenation and extraction, so type punning is right to the
//! byte and ten thousand writes at constant offsets cost as many map insertions.
//!
//! A symbolic offset (`symbolic`) needs units of one size. Small objects (at most [`EAGER_UNITS`]) stay cells: a read is a
//! tree of `ite`s over the units, a write an `ite` per unit. Larger ones become an SMT array of units; cells then are what is
//! known on top of the array, and the `pending` ones are those that the array does not hold yet. A range of any length is
//! replaced in such an array by a lambda, whatever its length is.
//!
//! The unit is chosen per object, from its C type or its first access. It is a matter of speed only: an access that does
//! not fit the unit reads and writes all units that it touches.

mod join;
mod series;
mod shape;
mod symbolic;

pub use series::Series;
pub use shape::{Epoch, FirstValues, Shape, UnknownBytes};

use crate::trie::Trie;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{BitVec, Op, Term, TermPool};

/// Objects of at most this many units are never turned into SMT arrays.
pub const EAGER_UNITS: u64 = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    /// In bytes.
    size: u64,
    /// A bit-vector of `8 * size` bits.
    value: Term,
}

#[derive(Clone, Debug)]
enum Base {
    Zero,
    /// The first bytes; the rest is zero.
    Image(Rc<[u8]>),
    Unknown(Epoch),
    Array(Term),
}

impl PartialEq for Base {
    fn eq(&self, other: &Base) -> bool {
        match (self, other) {
            (Base::Zero, Base::Zero) => true,
            (Base::Unknown(a), Base::Unknown(b)) => a == b,
            (Base::Image(a), Base::Image(b)) => Rc::ptr_eq(a, b) || a == b,
            (Base::Array(a), Base::Array(b)) => a == b,
            _ => false,
        }
    }
}

/// See the module documentation.
///
/// Invariants: cells do not overlap; `pending` is empty unless the base is an array.
#[derive(Clone, Debug)]
pub struct Contents {
    base: Base,
    cells: Trie<Cell>,
    pending: Trie<()>,
}

impl Contents {
    pub fn zero() -> Contents {
        Contents::with(Base::Zero)
    }

    pub fn image(bytes: &[u8]) -> Contents {
        if bytes.iter().all(|b| *b == 0) {
            return Contents::zero();
        }
        Contents::with(Base::Image(bytes.into()))
    }

    pub fn unknown(epoch: Epoch) -> Contents {
        Contents::with(Base::Unknown(epoch))
    }

    fn with(base: Base) -> Contents {
        Contents {
            base,
            cells: Trie::default(),
            pending: Trie::default(),
        }
    }

    pub fn same(&self, other: &Contents) -> bool {
        self.base == other.base
            && self
                .cells
                .differences(&other.cells)
                .into_iter()
                .all(|(_, a, b)| a == b)
    }

    // ---- constant offsets ----

    /// The bytes `offset..offset + size`.
    pub fn read(&mut self, pool: &mut TermPool, shape: &Shape, offset: u64, size: u64) -> Term {
        if let Some(cell) = self.cells.get(offset)
            && cell.size == size
        {
            return cell.value;
        }
        let whole_unit = size == shape.unit && offset.is_multiple_of(shape.unit);
        let mut value: Option<Term> = None;
        let mut at = offset;
        let end = offset + size;
        let mut from_base = false;
        while at < end {
            let (piece, next) = match self.cells.last_at_most(at) {
                Some((start, cell)) if start + cell.size > at => {
                    let next = end.min(start + cell.size);
                    let high = (next - start) as u32 * 8 - 1;
                    let low = (at - start) as u32 * 8;
                    (pool.extract(cell.value, high, low), next)
                }
                _ => {
                    let next = match self.cells.range(at, end - 1).first() {
                        Some((start, _)) => *start,
                        None => end,
                    };
                    from_base = at == offset && next == end;
                    (self.read_base(pool, shape, at, next - at), next)
                }
            };
            value = Some(match value {
                Some(low) => pool.concat(piece, low),
                None => piece,
            });
            at = next;
        }
        let value = value.expect("an access has at least one byte");
        if from_base && whole_unit {
            // Known now, and equal to what the base says: not pending.
            self.cells.set(offset, Cell { size, value });
        }
        value
    }

    fn read_base(&self, pool: &mut TermPool, shape: &Shape, offset: u64, size: u64) -> Term {
        match &self.base {
            Base::Zero => pool.zero(size as u32 * 8),
            Base::Image(bytes) => {
                let byte = |i: u64| bytes.get(i as usize).copied().unwrap_or(0);
                let bytes: Vec<u8> = (offset..offset + size).map(byte).collect();
                pool.bv(BitVec::from_le_bytes(&bytes))
            }
            Base::Unknown(epoch) if shape.is_eager() => {
                from_units(pool, shape, offset, size, |pool, i| {
                    shape.unknown_unit(pool, *epoch, i)
                })
            }
            Base::Unknown(epoch) => {
                let array = shape.unknown_array(pool, *epoch);
                from_units(pool, shape, offset, size, |pool, i| {
                    select_unit(pool, shape, array, i)
                })
            }
            Base::Array(array) => from_units(pool, shape, offset, size, |pool, i| {
                select_unit(pool, shape, *array, i)
            }),
        }
    }

    /// Unit `index`; bytes beyond the end of the object are whatever the base says.
    fn read_padded(&mut self, pool: &mut TermPool, shape: &Shape, index: u64) -> Term {
        self.read(pool, shape, index * shape.unit, shape.unit)
    }

    /// Replaces the bytes from `offset` by `value`, a bit-vector of whole bytes.
    pub fn write(&mut self, pool: &mut TermPool, offset: u64, value: Term) {
        let size = u64::from(pool.width(value)) / 8;
        let end = offset + size;
        let exact = self.cells.get(offset).is_some_and(|c| c.size == size);
        if !exact {
            self.cut(pool, offset, end);
        }
        self.cells.set(offset, Cell { size, value });
        if matches!(self.base, Base::Array(_)) {
            self.pending.set(offset, ());
        }
    }

    /// Removes the cells between `offset` and `end`; those that reach beyond are shortened.
    fn cut(&mut self, pool: &mut TermPool, offset: u64, end: u64) {
        let first = match self.cells.last_at_most(offset) {
            Some((start, cell)) if start + cell.size > offset => start,
            _ => offset,
        };
        let touched: Vec<(u64, Cell)> = self
            .cells
            .range(first, end - 1)
            .into_iter()
            .map(|(start, cell)| (start, *cell))
            .collect();
        for (start, cell) in touched {
            let pending = self.pending.get(start).is_some();
            self.cells.remove(start);
            self.pending.remove(start);
            let mut keep = |from: u64, to: u64| {
                let high = (to - start) as u32 * 8 - 1;
                let low = (from - start) as u32 * 8;
                let value = pool.extract(cell.value, high, low);
                let size = to - from;
                self.cells.set(from, Cell { size, value });
                if pending {
                    self.pending.set(from, ());
                }
            };
            if start < offset {
                keep(start, offset);
            }
            if start + cell.size > end {
                keep(end, start + cell.size);
            }
        }
    }

    /// Makes all `size` bytes of the object equal to `byte`.
    pub fn fill_all(&mut self, byte: u8, size: u64) {
        *self = match byte {
            0 => Contents::zero(),
            _ => Contents::image(&vec![byte; size as usize]),
        };
    }

    // ---- columns ----

    /// The element of a column: an object that is an array of units, without anything known on top of it.
    pub fn element(&self, pool: &mut TermPool, shape: &Shape, index: Term) -> Term {
        let array = initial_array(pool, shape, &self.base);
        pool.select(array, index)
    }

    /// Replaces an element of a column where the condition holds.
    pub fn set_element(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        index: Term,
        value: Term,
        condition: Term,
    ) {
        let array = initial_array(pool, shape, &self.base);
        let old = pool.select(array, index);
        let new = pool.ite(condition, value, old);
        *self = Contents::with(Base::Array(pool.store(array, index, new)));
    }

    /// The boundaries of cells strictly between `offset` and `end`.
    pub fn boundaries(&self, offset: u64, end: u64) -> Vec<u64> {
        let mut found = Vec::new();
        if let Some((start, cell)) = self.cells.last_at_most(offset) {
            found.push(start + cell.size);
        }
        for (start, cell) in self.cells.range(offset, end - 1) {
            found.push(start);
            found.push(start + cell.size);
        }
        found.retain(|b| *b > offset && *b < end);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Brings everything into one array term and returns it. Known cells stay.
    fn flush(&mut self, pool: &mut TermPool, shape: &Shape) -> Term {
        let mut array = match &self.base {
            Base::Array(array) => *array,
            base => {
                let array = initial_array(pool, shape, base);
                for (start, _) in self.cells.entries() {
                    self.pending.set(start, ());
                }
                array
            }
        };
        let starts: Vec<u64> = self.pending.entries().into_iter().map(|(s, _)| s).collect();
        let mut next_unit = 0;
        for start in starts {
            let cell = *self.cells.get(start).expect("pending cells exist");
            let first = (start / shape.unit).max(next_unit);
            let last = (start + cell.size - 1) / shape.unit;
            for unit in first..=last {
                let value = self.read_padded(pool, shape, unit);
                let index = pool.bv_u64(shape.index_width(), unit);
                array = pool.store(array, index, value);
            }
            next_unit = next_unit.max(last + 1);
        }
        self.base = Base::Array(array);
        self.pending = Trie::default();
        array
    }

    /// The values of all that [`Shape::state_symbols`] lists, in the same order.
    pub fn state_values(&mut self, pool: &mut TermPool, shape: &Shape) -> Vec<Term> {
        if shape.is_eager() {
            let count = shape.units().expect("eager objects have a size");
            (0..count)
                .map(|i| self.read_padded(pool, shape, i))
                .collect()
        } else {
            vec![self.flush(pool, shape)]
        }
    }

    /// What was written at places where a pointer of `size` bytes fits: all that can be found without taking apart what
    /// was written in smaller pieces than half of one.
    pub fn pointers(&mut self, pool: &mut TermPool, shape: &Shape, size: u64) -> Vec<Term> {
        let mut starts = BTreeSet::new();
        for (start, cell) in self.cells.entries() {
            if cell.size * 2 < size {
                continue;
            }
            starts.extend((cell.size == size).then_some(start));
            let slots = start.next_multiple_of(size)..(start + cell.size);
            starts.extend(slots.step_by(size as usize));
        }
        starts.retain(|start| shape.size.is_none_or(|whole| start + size <= whole));
        let mut found: Vec<Term> = starts
            .into_iter()
            .map(|start| self.read(pool, shape, start, size))
            .collect();
        let Base::Array(array) = self.base else {
            return found;
        };
        for index in stored_indices(pool, array) {
            let value = pool.select(array, index);
            if shape.unit == size {
                found.push(value);
            } else if shape.unit * 2 == size {
                let one = pool.bv_u64(shape.index_width(), 1);
                let next = pool.bvadd(index, one);
                let high = pool.select(array, next);
                found.push(pool.concat(high, value));
            }
        }
        found
    }
}

/// Unit by unit through `unit`, the bytes `offset..offset + size`.
fn from_units(
    pool: &mut TermPool,
    shape: &Shape,
    offset: u64,
    size: u64,
    mut unit: impl FnMut(&mut TermPool, u64) -> Term,
) -> Term {
    let first = offset / shape.unit;
    let last = (offset + size - 1) / shape.unit;
    let mut value = unit(pool, first);
    for i in first + 1..=last {
        let high = unit(pool, i);
        value = pool.concat(high, value);
    }
    let low = (offset - first * shape.unit) as u32 * 8;
    pool.extract(value, low + size as u32 * 8 - 1, low)
}

/// The indices at which something was stored into an array.
fn stored_indices(pool: &TermPool, array: Term) -> BTreeSet<Term> {
    let mut indices = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![array];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.op(term) {
            Op::Store => {
                indices.insert(pool.arg(term, 1));
                work.push(pool.arg(term, 0));
            }
            Op::Ite => work.extend(&pool.args(term)[1..]),
            _ => {}
        }
    }
    indices
}

fn select_unit(pool: &mut TermPool, shape: &Shape, array: Term, unit: u64) -> Term {
    let index = pool.bv_u64(shape.index_width(), unit);
    pool.select(array, index)
}

fn initial_array(pool: &mut TermPool, shape: &Shape, base: &Base) -> Term {
    match base {
        Base::Array(array) => *array,
        Base::Unknown(epoch) => shape.unknown_array(pool, *epoch),
        Base::Zero => {
            let zero = pool.zero(shape.unit_bits());
            pool.const_array(shape.array_sort(), zero)
        }
        Base::Image(bytes) => {
            let unit = shape.unit as usize;
            let values: Vec<Vec<u8>> = bytes
                .chunks(unit)
                .map(|chunk| {
                    let mut value = chunk.to_vec();
                    value.resize(unit, 0);
                    value
                })
                .collect();
            // The most common value becomes the background, so that a filled array is one term.
            let background = if values.windows(2).all(|w| w[0] == w[1])
                && shape.size == Some(bytes.len() as u64)
            {
                values[0].clone()
            } else {
                vec![0; unit]
            };
            let element = pool.bv(BitVec::from_le_bytes(&background));
            let mut array = pool.const_array(shape.array_sort(), element);
            for (i, value) in values.iter().enumerate().filter(|(_, v)| **v != background) {
                let index = pool.bv_u64(shape.index_width(), i as u64);
                let value = pool.bv(BitVec::from_le_bytes(value));
                array = pool.store(array, index, value);
            }
            array
        }
    }
}
