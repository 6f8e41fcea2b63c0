//! Sets of bit-vectors as a few unsigned intervals: disjunctive, and at home with wrap-around.
//!
//! An interval of integers is laid around the circle of 2^w bit-vectors; where it crosses zero it becomes two pieces, so
//! both -3 … 3 and 250 … 5 (in eight bits) are exact. More than [`MAX`] pieces are reduced by closing the smallest gaps,
//! which only adds values.

use smallvec::SmallVec;

/// Pieces that are kept apart.
pub const MAX: usize = 6;

/// A set of bit-vectors of at most 64 bits.
///
/// Invariant: the pieces are ascending, do not touch each other, and lie below 2^width. Empty means no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranges {
    width: u32,
    pieces: SmallVec<[(u64, u64); 4]>,
}

/// The greatest bit-vector of a width.
pub fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A bit-vector read as a signed number.
pub fn to_signed(width: u32, value: u64) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) == 0 {
        value
    } else {
        value - (1 << width)
    }
}

impl Ranges {
    pub fn full(width: u32) -> Ranges {
        Ranges::new(width, [(0, ones(width))])
    }

    pub fn constant(width: u32, value: u64) -> Ranges {
        Ranges::new(width, [(value, value)])
    }

    /// The union of unsigned intervals, in any order.
    pub fn new(width: u32, pieces: impl IntoIterator<Item = (u64, u64)>) -> Ranges {
        let mut all: Vec<(u64, u64)> = pieces.into_iter().collect();
        all.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (low, high) in all {
            debug_assert!(low <= high && high <= ones(width));
            match joined.last_mut() {
                Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
                _ => joined.push((low, high)),
            }
        }
        while joined.len() > MAX {
            let gaps = joined.windows(2).map(|w| w[1].0 - w[0].1);
            let (at, _) = gaps
                .enumerate()
                .min_by_key(|(_, gap)| *gap)
                .expect("more pieces than one");
            joined[at].1 = joined[at + 1].1;
            joined.remove(at + 1);
        }
        Ranges {
            width,
            pieces: SmallVec::from_vec(joined),
        }
    }

    /// The union of intervals of integers, each taken modulo 2^width.
    pub fn wrapped(width: u32, intervals: impl IntoIterator<Item = (i128, i128)>) -> Ranges {
        let size = 1i128 << width;
        let mut pieces = Vec::new();
        for (low, high) in intervals {
            debug_assert!(low <= high);
            if high - low >= size - 1 {
                return Ranges::full(width);
            }
            let (low, high) = (low.rem_euclid(size) as u64, high.rem_euclid(size) as u64);
            if low <= high {
                pieces.push((low, high));
            } else {
                pieces.extend([(low, ones(width)), (0, high)]);
            }
        }
        Ranges::new(width, pieces)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn pieces(&self) -> &[(u64, u64)] {
        &self.pieces
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.pieces[..] == [(0, ones(self.width))]
    }

    pub fn as_constant(&self) -> Option<u64> {
        match self.pieces[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// How many values there are.
    pub fn count(&self) -> u128 {
        let sizes = self.pieces.iter().map(|(l, h)| u128::from(h - l) + 1);
        sizes.sum()
    }

    /// The least and the greatest, unsigned.
    pub fn unsigned_hull(&self) -> Option<(u64, u64)> {
        Some((self.pieces.first()?.0, self.pieces.last()?.1))
    }

    /// The least and the greatest, signed.
    pub fn signed_hull(&self) -> Option<(i128, i128)> {
        let pieces = self.signed();
        let low = pieces.iter().map(|p| p.0).min()?;
        let high = pieces.iter().map(|p| p.1).max()?;
        Some((low, high))
    }

    /// The pieces as integers.
    pub fn unsigned(&self) -> Vec<(i128, i128)> {
        let integers = self.pieces.iter();
        integers.map(|(l, h)| ((*l).into(), (*h).into())).collect()
    }

    /// The pieces as signed integers, divided where the sign changes.
    pub fn signed(&self) -> Vec<(i128, i128)> {
        let half = 1u64 << (self.width - 1);
        let mut all = Vec::new();
        for (low, high) in &self.pieces {
            if *low < half && *high >= half {
                all.push((to_signed(self.width, *low), i128::from(half) - 1));
                all.push((-i128::from(half), to_signed(self.width, *high)));
            } else {
                all.push((to_signed(self.width, *low), to_signed(self.width, *high)));
            }
        }
        all
    }

    pub fn contains(&self, value: u64) -> bool {
        self.pieces.iter().any(|(l, h)| *l <= value && value <= *h)
    }

    pub fn is_subset(&self, other: &Ranges) -> bool {
        let inside = |(l, h): &(u64, u64)| other.pieces.iter().any(|(m, i)| m <= l && h <= i);
        self.pieces.iter().all(inside)
    }

    pub fn union(&self, other: &Ranges) -> Ranges {
        let both = self.pieces.iter().chain(&other.pieces);
        Ranges::new(self.width, both.copied())
    }

    /// The values in both, and some more if there are too many pieces.
    pub fn intersect(&self, other: &Ranges) -> Ranges {
        let mut common = Vec::new();
        for (l, h) in &self.pieces {
            for (m, i) in &other.pieces {
                if l.max(m) <= h.min(i) {
                    common.push((*l.max(m), *h.min(i)));
                }
            }
        }
        Ranges::new(self.width, common)
    }

    /// Without one value.
    pub fn without(&self, value: u64) -> Ranges {
        let mut rest = Vec::new();
        for (low, high) in &self.pieces {
            if *low <= value && value <= *high {
                rest.extend((*low < value).then(|| (*low, value - 1)));
                rest.extend((value < *high).then(|| (value + 1, *high)));
            } else {
                rest.push((*low, *high));
            }
        }
        Ranges::new(self.width, rest)
    }

    /// Each piece changed, or dropped.
    pub fn filter_map(&self, f: impl Fn(u64, u64) -> Option<(u64, u64)>) -> Ranges {
        let pieces = self.pieces.iter().filter_map(|(l, h)| f(*l, *h));
        Ranges::new(self.width, pieces)
    }

    /// A superset of both whose ends are taken from a finite stock: `self` is the old value. Ends that moved are pushed to
    /// the next threshold, of the given ones and of those that every width has.
    pub fn widen(&self, new: &Ranges, thresholds: &[u64]) -> Ranges {
        let joined = self.union(new);
        let max = ones(self.width);
        let half = 1u64 << (self.width - 1);
        let below = |value: u64| {
            let stock = thresholds.iter().copied().chain([0, half]);
            stock.filter(|t| *t <= value).max().unwrap_or(0)
        };
        let above = |value: u64| {
            let stock = thresholds.iter().copied().chain([half - 1, max]);
            let stock = stock.filter(|t| *t >= value && *t <= max);
            stock.min().unwrap_or(max)
        };
        joined.filter_map(|low, high| {
            let old_low = self.pieces.iter().any(|p| p.0 == low);
            let old_high = self.pieces.iter().any(|p| p.1 == high);
            let low = if old_low { low } else { below(low) };
            let high = if old_high { high } else { above(high) };
            Some((low, high))
        })
    }
}
