//! Accesses at symbolic offsets.
//!
//! In a small object, an access at a multiple of its size is at one of a few *places*: what is there is read as a
//! whole, so that pointers stay pointers whatever the unit is, and the places that the offset's term excludes are left out. Any
//! other access goes through the *window* of all units that it touches.

use super::super::estimate::trailing_zeros;
use super::{Base, Cell, Contents, EAGER_UNITS, Shape};
use crate::trie::Trie;
use term::{BitVec, Sort, Term, TermPool};

/// If more cells than this are known of an array, they are forgotten when something is written at a symbolic index.
const MAX_KNOWN: usize = 16;

/// If there are more places, we do not ask of each whether the offset's term excludes it.
const MAX_ASKED: u64 = 16;

impl Contents {
    /// The bytes from the symbolic `offset`, which is known to be in bounds.
    pub fn read_at(&mut self, pool: &mut TermPool, shape: &Shape, offset: Term, size: u64) -> Term {
        if let Some(places) = Places::new(pool, shape, offset, size) {
            return self.read_place(pool, shape, &places);
        }
        let bits = size as u32 * 8;
        let window = Window::new(pool, shape, offset, size);
        let mut wide: Option<Term> = None;
        for i in 0..window.units {
            let unit = self.read_unit_at(pool, shape, &window, i);
            wide = Some(match wide {
                Some(low) => pool.concat(unit, low),
                None => unit,
            });
        }
        let mut wide = wide.expect("a window has at least one unit");
        if let Some(shift) = window.shift {
            let width = pool.width(wide);
            let shift = pool.resize_unsigned(shift, width);
            wide = pool.bvlshr(wide, shift);
        }
        pool.extract(wide, bits - 1, 0)
    }

    fn read_place(&mut self, pool: &mut TermPool, shape: &Shape, places: &Places) -> Term {
        let read = |contents: &mut Contents, pool: &mut TermPool, at: u64| {
            contents.read(pool, shape, at * places.size, places.size)
        };
        let Some(possible) = &places.possible else {
            let values: Vec<Term> = (0..places.count).map(|at| read(self, pool, at)).collect();
            return choose(pool, places.index, &values);
        };
        let mut value: Option<Term> = None;
        for (at, here) in possible.iter().rev() {
            let read = read(self, pool, *at);
            value = Some(match value {
                Some(other) => pool.ite(*here, read, other),
                None => read,
            });
        }
        // Without a place the access is invalid, and its value does not matter.
        value.unwrap_or_else(|| read(self, pool, 0))
    }

    fn write_place(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        places: &Places,
        value: Term,
        condition: Term,
    ) {
        let all = || {
            let width = pool.width(places.index);
            let mut all = Vec::new();
            for at in 0..places.count {
                let number = pool.bv_u64(width, at);
                all.push((at, pool.eq(places.index, number)));
            }
            all
        };
        let possible = places.possible.clone().unwrap_or_else(all);
        for (at, here) in possible {
            let here = pool.and(here, condition);
            if pool.is_false(here) {
                continue;
            }
            let old = self.read(pool, shape, at * places.size, places.size);
            let new = pool.ite(here, value, old);
            self.write(pool, at * places.size, new);
        }
    }

    fn read_unit_at(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        window: &Window,
        i: u64,
    ) -> Term {
        let index = window.index(pool, i);
        if shape.is_eager() {
            let count = shape.units().expect("eager objects have a size").max(1);
            let units: Vec<Term> = (0..count)
                .map(|u| self.read_padded(pool, shape, u))
                .collect();
            return choose(pool, index, &units);
        }
        let array = self.flush(pool, shape);
        let index = pool.resize_unsigned(index, shape.index_width());
        pool.select(array, index)
    }

    /// Replaces the bytes from the symbolic `offset`, which is known to be in bounds, where `condition` holds.
    pub fn write_at(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        offset: Term,
        value: Term,
        condition: Term,
    ) {
        let size = u64::from(pool.width(value)) / 8;
        if let Some(places) = Places::new(pool, shape, offset, size) {
            return self.write_place(pool, shape, &places, value, condition);
        }
        let window = Window::new(pool, shape, offset, size);
        let total = window.units * shape.unit;
        let mut wide = value;
        if window.shift.is_some() || total != size {
            let mut old: Option<Term> = None;
            for i in 0..window.units {
                let unit = self.read_unit_at(pool, shape, &window, i);
                old = Some(match old {
                    Some(low) => pool.concat(unit, low),
                    None => unit,
                });
            }
            let old = old.expect("a window has at least one unit");
            wide = splice(pool, old, value, window.shift);
        }
        for i in 0..window.units {
            let low = (i * shape.unit) as u32 * 8;
            let piece = pool.extract(wide, low + shape.unit_bits() - 1, low);
            self.write_unit_at(pool, shape, &window, i, piece, condition);
        }
    }

    fn write_unit_at(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        window: &Window,
        i: u64,
        value: Term,
        condition: Term,
    ) {
        let index = window.index(pool, i);
        if shape.is_eager() {
            let count = shape.units().expect("eager objects have a size");
            for unit in 0..count {
                let number = pool.bv_u64(pool.width(index), unit);
                let here = pool.eq(index, number);
                let here = pool.and(here, condition);
                if pool.is_false(here) {
                    continue;
                }
                let old = self.read_padded(pool, shape, unit);
                let new = pool.ite(here, value, old);
                self.write(pool, unit * shape.unit, new);
            }
            return;
        }
        let array = self.flush(pool, shape);
        let index = pool.resize_unsigned(index, shape.index_width());
        let old = pool.select(array, index);
        let new = pool.ite(condition, value, old);
        let mut after = Contents::with(Base::Array(pool.store(array, index, new)));
        after.cells = self.known_after(pool, shape, index, value, condition);
        *self = after;
    }

    /// What is known on top of the array after a unit was written at a symbolic index: each unit that was known before
    /// is the new one or what it was. So what is at constant places, such as the beginning of a string or block, is
    /// read without reading from the array.
    fn known_after(
        &self,
        pool: &mut TermPool,
        shape: &Shape,
        index: Term,
        value: Term,
        condition: Term,
    ) -> Trie<Cell> {
        let mut known = Trie::default();
        let cells = self.cells.entries();
        if cells.len() > MAX_KNOWN {
            return known;
        }
        let size = shape.unit;
        let whole = |start: u64, cell: &Cell| cell.size == size && start.is_multiple_of(size);
        for (start, cell) in cells
            .into_iter()
            .filter(|(start, cell)| whole(*start, cell))
        {
            let number = pool.bv_u64(shape.index_width(), start / size);
            let here = pool.eq(index, number);
            let here = pool.and(here, condition);
            let value = pool.ite(here, value, cell.value);
            known.set(start, Cell { size, value });
        }
        known
    }

    /// Replaces the `length` bytes from `offset` on, which are known to be in bounds, where `condition` holds. What comes
    /// there is made by `source` for a distance from `offset` and a size. The object must not be eager.
    pub fn replace(
        &mut self,
        pool: &mut TermPool,
        shape: &Shape,
        range: (Term, Term),
        condition: Term,
        source: &mut dyn FnMut(&mut TermPool, Term, u64) -> Term,
    ) {
        let (offset, length) = range;
        let array = self.flush(pool, shape);
        let unit = pool.fresh("unit", Sort::BitVec(shape.index_width()));
        let old = pool.select(array, unit);
        let log = shape.unit.trailing_zeros();
        let width = pool.width(offset);
        let start = pool.resize_unsigned(unit, width);
        let shift = pool.bv_u64(width, u64::from(log));
        let start = pool.bvshl(start, shift);
        let aligned = [offset, length]
            .iter()
            .all(|t| trailing_zeros(pool, *t) >= log);
        // Either a unit is inside as a whole or outside, or each of its bytes is.
        let size = if aligned { shape.unit } else { 1 };
        let mut value: Option<Term> = None;
        for at in (0..shape.unit).step_by(size as usize) {
            let byte = pool.bv_u64(width, at);
            let place = pool.bvadd(start, byte);
            let distance = pool.bvsub(place, offset);
            let inside = pool.ult(distance, length);
            let inside = pool.and(inside, condition);
            let new = source(pool, distance, size);
            let kept = pool.extract(old, (at + size) as u32 * 8 - 1, at as u32 * 8);
            let piece = pool.ite(inside, new, kept);
            value = Some(match value {
                Some(low) => pool.concat(piece, low),
                None => piece,
            });
        }
        let value = value.expect("a unit has at least one byte");
        *self = Contents::with(Base::Array(pool.lambda(unit, value)));
    }
}

/// Where an access at a multiple of its size can be in a small object.
struct Places {
    /// Of the access and of each place.
    size: u64,
    /// How many there are.
    count: u64,
    /// The number of the place.
    index: Term,
    /// Those that the offset's term does not exclude, each with its condition, if it excludes some.
    possible: Option<Vec<(u64, Term)>>,
}

impl Places {
    fn new(pool: &mut TermPool, shape: &Shape, offset: Term, size: u64) -> Option<Places> {
        let whole = shape.size.filter(|_| shape.is_eager())?;
        let log = size.trailing_zeros();
        if !size.is_power_of_two() || size > whole || trailing_zeros(pool, offset) < log {
            return None;
        }
        let count = whole / size;
        if count > EAGER_UNITS {
            return None;
        }
        let index = pool.extract(offset, pool.width(offset) - 1, log);
        let mut places = Places {
            size,
            count,
            index,
            possible: None,
        };
        if count <= MAX_ASKED {
            let mut possible = Vec::new();
            for at in 0..count {
                let number = pool.bv_u64(pool.width(index), at);
                let here = pool.eq(index, number);
                if !pool.is_false(here) {
                    possible.push((at, here));
                }
            }
            let excluded = possible.len() as u64 != count;
            places.possible = excluded.then_some(possible);
        }
        Some(places)
    }
}

/// The units that an access of `size` bytes at a symbolic offset touches.
struct Window {
    /// The index of the first one.
    first: Term,
    units: u64,
    /// By how many bits the access is shifted against the first unit, if that is not always zero.
    shift: Option<Term>,
}

impl Window {
    fn new(pool: &mut TermPool, shape: &Shape, offset: Term, size: u64) -> Window {
        let unit_log = shape.unit.trailing_zeros();
        let zeros = trailing_zeros(pool, offset);
        let width = pool.width(offset);
        let aligned = zeros >= unit_log;
        // A few bits more than an index needs, so that the units after the last one differ from the first.
        let spare = if aligned { 0 } else { 4 };
        let index_width = (shape.index_width() + spare).min(width - unit_log);
        let first = pool.extract(offset, unit_log + index_width - 1, unit_log);
        if aligned {
            return Window {
                first,
                units: size.div_ceil(shape.unit),
                shift: None,
            };
        }
        let remainder = pool.extract(offset, unit_log - 1, 0);
        let wide = pool.zero_extend(remainder, 3);
        let three = pool.bv_u64(unit_log + 3, 3);
        let shift = pool.bvshl(wide, three);
        let inside = size.is_power_of_two() && size < shape.unit && zeros >= size.trailing_zeros();
        let units = if inside {
            1
        } else {
            (size + shape.unit - 1).div_ceil(shape.unit)
        };
        Window {
            first,
            units,
            shift: Some(shift),
        }
    }

    /// The index of the `i`-th unit.
    fn index(&self, pool: &mut TermPool, i: u64) -> Term {
        let width = pool.width(self.first);
        let i = pool.bv_u64(width, i);
        pool.bvadd(self.first, i)
    }
}

/// `old` with `value` put in at bit `shift`.
fn splice(pool: &mut TermPool, old: Term, value: Term, shift: Option<Term>) -> Term {
    let width = pool.width(old);
    let value_width = pool.width(value);
    let mask = pool.bv(BitVec::all_ones(value_width));
    let mut mask = pool.resize_unsigned(mask, width);
    let mut value = pool.resize_unsigned(value, width);
    if let Some(shift) = shift {
        let shift = pool.resize_unsigned(shift, width);
        mask = pool.bvshl(mask, shift);
        value = pool.bvshl(value, shift);
    }
    let hole = pool.bvnot(mask);
    let kept = pool.bvand(old, hole);
    pool.bvor(kept, value)
}

/// `units[index]` as a tree of `ite`s over the bits of the index; an index beyond the end may give any unit.
fn choose(pool: &mut TermPool, index: Term, units: &[Term]) -> Term {
    let mut level: Vec<Term> = units.to_vec();
    let mut bit = 0;
    while level.len() > 1 {
        let condition = pool.extract(index, bit, bit);
        let condition = pool.bv_to_bool(condition);
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [low, high] => pool.ite(condition, *high, *low),
                [only] => *only,
                _ => unreachable!("chunks of two"),
            })
            .collect();
        bit += 1;
    }
    level[0]
}
