//! Joins of two contents of one object.

use super::{Base, Cell, Contents, Shape};
use term::{Term, TermPool};

impl Contents {
    /// Joins two contents of one object; `choice` is true where the first one is meant.
    pub fn join(
        pool: &mut TermPool,
        shape: &Shape,
        choice: Term,
        a: &Contents,
        b: &Contents,
    ) -> Contents {
        let (mut a, mut b) = (a.clone(), b.clone());
        if a.base != b.base {
            if shape.is_eager() {
                // Different first contents (one side was filled as a whole): every unit is a cell.
                for unit in 0..shape.units().expect("eager objects have a size") {
                    for side in [&mut a, &mut b] {
                        let value = side.read_padded(pool, shape, unit);
                        side.write(pool, unit * shape.unit, value);
                    }
                }
                a.base = b.base.clone();
            } else {
                let (x, y) = (a.flush(pool, shape), b.flush(pool, shape));
                let array = pool.ite(choice, x, y);
                let mut joined = Contents::with(Base::Array(array));
                // What both sides know at the same place stays known.
                for (start, cell) in a.cells.entries() {
                    if let Some(other) = b.cells.get(start)
                        && other.size == cell.size
                    {
                        let value = pool.ite(choice, cell.value, other.value);
                        let size = cell.size;
                        joined.cells.set(start, Cell { size, value });
                    }
                }
                return joined;
            }
        }
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut easy: Vec<(u64, Cell)> = Vec::new();
        for (start, x, y) in a.cells.differences(&b.cells) {
            match (x, y) {
                (Some(x), Some(y)) if x == y => {}
                (Some(x), Some(y)) if x.size == y.size => {
                    let value = pool.ite(choice, x.value, y.value);
                    easy.push((
                        start,
                        Cell {
                            size: x.size,
                            value,
                        },
                    ));
                }
                _ => {
                    let ends = [x, y].into_iter().flatten().map(|c| start + c.size);
                    ranges.extend(ends.map(|end| (start, end)));
                }
            }
        }
        let mut joined = a.clone();
        for (start, ()) in b.pending.entries() {
            joined.pending.set(start, ());
        }
        joined
            .pending
            .entries()
            .into_iter()
            .map(|(s, _)| s)
            .filter(|s| joined.cells.get(*s).is_none())
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|s| joined.pending.remove(s));
        for (start, cell) in easy {
            joined.write(pool, start, cell.value);
        }
        for (from, to) in finest(ranges, &a, &b) {
            let x = a.read(pool, shape, from, to - from);
            let y = b.read(pool, shape, from, to - from);
            let value = pool.ite(choice, x, y);
            joined.write(pool, from, value);
        }
        joined
    }
}

/// Cuts the union of the ranges at every boundary of a cell on either side.
fn finest(mut ranges: Vec<(u64, u64)>, a: &Contents, b: &Contents) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (from, to) in ranges {
        match runs.last_mut() {
            Some((_, end)) if from < *end => *end = to.max(*end),
            _ => runs.push((from, to)),
        }
    }
    let mut pieces = Vec::new();
    for (from, to) in runs {
        let mut cuts = a.boundaries(from, to);
        cuts.extend(b.boundaries(from, to));
        cuts.sort_unstable();
        cuts.dedup();
        let mut start = from;
        for cut in cuts.into_iter().chain([to]) {
            pieces.push((start, cut));
            start = cut;
        }
    }
    pieces
}
