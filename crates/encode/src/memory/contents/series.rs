//! Stores at evenly spaced places, as many as a term says, at once.
//!
//! Element `i` of the series is written at `start + i * step`. Read the other way round: the byte at `p` belongs to element
//! `(p - start) / step` if the remainder is less than an element's length, and keeps its old value otherwise. In an array
//! that is one lambda (S. Falke, F. Merz, C. Sinz, VSTTE 2013), whatever the number of elements is; in a small object it is
//! a choice for each unit, which folds where start and number are constant.

use super::super::estimate::trailing_zeros;
use super::{Base, Contents, Shape};
use term::{Sort, Term, TermPool};

/// The width in which places and numbers of elements are computed.
const WIDTH: u32 = 64;

/// What an element is: a bit-vector, and the condition under which it is written at all.
pub type Element<'a> = dyn FnMut(&mut TermPool, Term) -> (Term, Term) + 'a;

/// Stores at evenly spaced places. Invariant: `length` is at most the size of `step`, so that elements do not overlap,
/// and all elements are inside the object.
pub struct Series<'a> {
    /// Where element 0 is, 64 bits wide.
    pub start: Term,
    /// Not zero; below zero if elements follow each other downwards.
    pub step: i64,
    /// The size of an element, in bytes.
    pub length: u64,
    /// How many there are, 64 bits wide; less than 2^45.
    pub count: Term,
    pub element: &'a mut Element<'a>,
}

impl Contents {
    /// Writes the series where `condition` holds.
    pub fn write_series(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        series: &mut Series<'_>,
        condition: Term,
    ) {
        let log = shape.unit.trailing_zeros();
        let aligned = trailing_zeros(pool, series.start) >= log
            && series.step.trailing_zeros() >= log
            && series.length.is_multiple_of(shape.unit);
        // Either a unit is part of an element as a whole, or each of its bytes is.
        let size = if aligned { shape.unit } else { 1 };
        if shape.is_eager() {
            self.write_pieces(pool, shape, series, condition, size);
            return;
        }
        let array = self.flush(pool, shape);
        let unit = pool.fresh("unit", Sort::BitVec(shape.index_width()));
        let old = pool.select(array, unit);
        let first = pool.resize_unsigned(unit, WIDTH);
        let pieces = pool.bv_u64(WIDTH, shape.unit / size);
        let first = pool.bvmul(first, pieces);
        let mut value: Option<Term> = None;
        for i in 0..shape.unit / size {
            let distance = pool.bv_u64(WIDTH, i);
            let place = pool.bvadd(first, distance);
            let bits = size as u32 * 8;
            let kept = pool.extract(old, (i as u32 + 1) * bits - 1, i as u32 * bits);
            let piece = series.piece(pool, shape, (place, size), kept, condition);
            value = Some(match value {
                Some(low) => pool.concat(piece, low),
                None => piece,
            });
        }
        let value = value.expect("a unit has at least one byte");
        *self = Contents::with(Base::Array(pool.lambda(unit, value)));
    }

    /// The same in a small object.
    fn write_pieces(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        series: &mut Series<'_>,
        condition: Term,
        size: u64,
    ) {
        let whole = shape.size.expect("eager objects have a size");
        for i in 0..whole / size {
            let place = pool.bv_u64(WIDTH, i);
            let old = self.read(pool, shape, i * size, size);
            let new = series.piece(pool, shape, (place, size), old, condition);
            if new != old {
                self.write(pool, i * size, new);
            }
        }
    }
}

impl Series<'_> {
    /// What is at a place, in multiples of `size` bytes, where `old` was before.
    fn piece(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        (place, size): (Term, u64),
        old: Term,
        condition: Term,
    ) -> Term {
        let log = size.trailing_zeros();
        let step = self.step.unsigned_abs() / size;
        let length = self.length / size;
        let start = pool.extract(self.start, WIDTH - 1, log);
        let start = pool.resize_unsigned(start, WIDTH);
        let step_term = pool.bv_u64(WIDTH, step);
        let distance = match self.step > 0 {
            true => pool.bvsub(place, start),
            false => {
                let last = pool.bv_u64(WIDTH, step - 1);
                let end = pool.bvadd(start, last);
                pool.bvsub(end, place)
            }
        };
        let total = pool.bvmul(self.count, step_term);
        let mut written = pool.ult(distance, total);
        let (mut number, mut inner) = (distance, pool.zero(WIDTH));
        if step > 1 {
            // Inside the object a distance has no more bits than an offset.
            let width = (shape.offset_bits + 1).min(WIDTH);
            let short = pool.extract(distance, width - 1, 0);
            let divisor = pool.bv_u64(width, step);
            let quotient = pool.bvudiv(short, divisor);
            let remainder = pool.bvurem(short, divisor);
            number = pool.resize_unsigned(quotient, WIDTH);
            inner = pool.resize_unsigned(remainder, WIDTH);
            if self.step < 0 {
                let last = pool.bv_u64(WIDTH, step - 1);
                inner = pool.bvsub(last, inner);
            }
            let end = pool.bv_u64(WIDTH, length);
            let covered = pool.ult(inner, end);
            written = pool.and(written, covered);
        }
        let written = pool.and(written, condition);
        if pool.is_false(written) {
            return old;
        }
        let (element, happens) = (self.element)(pool, number);
        let bits = size as u32 * 8;
        let mut piece = pool.extract(element, bits - 1, 0);
        for i in 1..length {
            let at = pool.bv_u64(WIDTH, i);
            let here = pool.eq(inner, at);
            let part = pool.extract(element, (i as u32 + 1) * bits - 1, i as u32 * bits);
            piece = pool.ite(here, part, piece);
        }
        let written = pool.and(written, happens);
        pool.ite(written, piece, old)
    }
}
