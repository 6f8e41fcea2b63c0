//! Bit-vectors of at most 64 bits: the reduced product of ranges, known bits and congruences.
//!
//! Each transfer function is computed in all three and the results are reduced against each other. Every one is tested
//! against all concrete values at small widths.

use super::bits::KnownBits;
use super::congruence::Congruence;
use super::ranges::{Ranges, ones};

/// A set of bit-vectors: those that are in all three.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    pub ranges: Ranges,
    pub bits: KnownBits,
    pub congruence: Congruence,
}

/// Rounds of reduction.
const ROUNDS: usize = 2;

/// Divisors, high halves and similar ones with so few values are enumerated.
const FEW: u128 = 8;

impl Number {
    pub fn any(width: u32) -> Number {
        Number {
            ranges: Ranges::full(width),
            bits: KnownBits::unknown(width),
            congruence: Congruence::ANY,
        }
    }

    pub fn constant(width: u32, value: u64) -> Number {
        Number {
            ranges: Ranges::constant(width, value),
            bits: KnownBits::constant(width, value),
            congruence: Congruence::constant(value),
        }
    }

    /// `None` if there is no value.
    pub fn of_ranges(ranges: Ranges) -> Option<Number> {
        let width = ranges.width();
        Number {
            ranges,
            ..Number::any(width)
        }
        .reduce()
    }

    pub fn width(&self) -> u32 {
        self.ranges.width()
    }

    pub fn as_constant(&self) -> Option<u64> {
        self.ranges.as_constant()
    }

    pub fn is_any(&self) -> bool {
        self.ranges.is_full() && self.bits.mask == 0 && self.congruence == Congruence::ANY
    }

    pub fn contains(&self, value: u64) -> bool {
        self.ranges.contains(value) && self.bits.contains(value) && self.congruence.contains(value)
    }

    /// Says each part what the others know; `None` if they have no value in common.
    fn reduce(mut self) -> Option<Number> {
        let width = self.width();
        for _ in 0..ROUNDS {
            let (bits, congruence) = (self.bits, self.congruence);
            self.ranges = self.ranges.filter_map(|low, high| {
                let low = congruence.next(bits.next(low)?)?;
                let high = congruence.previous(bits.previous(high)?)?;
                (low <= high).then_some((low, high))
            });
            let (low, high) = self.ranges.unsigned_hull()?;
            if low == high {
                let fits = self.bits.contains(low) && self.congruence.contains(low);
                return fits.then(|| Number::constant(width, low));
            }
            let differing = 64 - (low ^ high).leading_zeros();
            let prefix = ones(width) & !(!0 >> (64 - differing));
            self.bits = self.bits.meet(KnownBits {
                width,
                mask: prefix,
                value: low & prefix,
            })?;
            let trailing = self.bits.trailing();
            if trailing > 0 {
                let rest = self.bits.value & ones(trailing);
                let known = Congruence::new(1 << trailing, rest.into());
                self.congruence = self.congruence.meet(known)?;
            }
            if self.congruence.modulus > 1 {
                let twos = self.congruence.modulus.trailing_zeros().min(width);
                if twos > 0 {
                    let mask = ones(twos);
                    let value = self.congruence.rest as u64 & mask;
                    self.bits = self.bits.meet(KnownBits { width, mask, value })?;
                }
            }
        }
        Some(self)
    }

    /// As [`Number::reduce`], where there is a value for sure.
    fn reduced(self) -> Number {
        let width = self.width();
        self.reduce().unwrap_or_else(|| {
            debug_assert!(false, "operands with values have results");
            Number::any(width)
        })
    }

    pub fn join(&self, other: &Number) -> Number {
        Number {
            ranges: self.ranges.union(&other.ranges),
            bits: self.bits.join(other.bits),
            congruence: self.congruence.join(other.congruence),
        }
        .reduced()
    }

    pub fn meet(&self, other: &Number) -> Option<Number> {
        Number {
            ranges: self.ranges.intersect(&other.ranges),
            bits: self.bits.meet(other.bits)?,
            congruence: self.congruence.meet(other.congruence)?,
        }
        .reduce()
    }

    /// Whether all values are values of the other, part by part.
    pub fn is_subset(&self, other: &Number) -> bool {
        let bits = self.bits.join(other.bits) == other.bits;
        let congruence = self.congruence.join(other.congruence) == other.congruence;
        bits && congruence && self.ranges.is_subset(&other.ranges)
    }

    /// A superset of both; a chain of these is finite. Known bits and congruences have finite chains of their own. Not
    /// reduced, since that would move the ends away from the thresholds.
    pub fn widen(&self, new: &Number, thresholds: &[u64]) -> Number {
        Number {
            ranges: self.ranges.widen(&new.ranges, thresholds),
            bits: self.bits.join(new.bits),
            congruence: self.congruence.join(new.congruence),
        }
    }

    pub fn without(&self, value: u64) -> Option<Number> {
        Number {
            ranges: self.ranges.without(value),
            ..self.clone()
        }
        .reduce()
    }

    /// The values, if they are few.
    fn few(&self) -> Option<Vec<u64>> {
        (self.ranges.count() <= FEW).then(|| {
            let pieces = self.ranges.pieces().iter();
            pieces.flat_map(|(l, h)| *l..=*h).collect()
        })
    }

    fn unsigned_hull(&self) -> (i128, i128) {
        let (low, high) = self.ranges.unsigned_hull().expect("numbers have a value");
        (low.into(), high.into())
    }

    fn signed_hull(&self) -> (i128, i128) {
        self.ranges.signed_hull().expect("numbers have a value")
    }

    fn with(ranges: Ranges, bits: KnownBits, congruence: Congruence) -> Number {
        Number {
            ranges,
            bits,
            congruence,
        }
        .reduced()
    }

    // The transfer functions.

    pub fn not(&self) -> Number {
        let all = ones(self.width());
        let ranges = Ranges::new(
            self.width(),
            self.ranges.pieces().iter().map(|(l, h)| (all - h, all - l)),
        );
        let congruence = Congruence::constant(all).sub(self.congruence);
        Number::with(ranges, self.bits.not(), congruence)
    }

    pub fn neg(&self) -> Number {
        Number::constant(self.width(), 0).sub(self)
    }

    pub fn add(&self, other: &Number) -> Number {
        let width = self.width();
        let wraps = self.unsigned_hull().1 + other.unsigned_hull().1 >= 1 << width;
        let sums = pairs(&self.ranges.unsigned(), &other.ranges.unsigned())
            .map(|((a, b), (c, d))| (a + c, b + d));
        let congruence = self.congruence.add(other.congruence);
        Number::with(
            Ranges::wrapped(width, sums),
            self.bits.add(other.bits, false),
            wrap_if(congruence, wraps, width),
        )
    }

    pub fn sub(&self, other: &Number) -> Number {
        let width = self.width();
        let borrows = self.unsigned_hull().0 < other.unsigned_hull().1;
        let differences = pairs(&self.ranges.unsigned(), &other.ranges.unsigned())
            .map(|((a, b), (c, d))| (a - d, b - c));
        let congruence = self.congruence.sub(other.congruence);
        Number::with(
            Ranges::wrapped(width, differences),
            self.bits.add(other.bits.not(), true),
            wrap_if(congruence, borrows, width),
        )
    }

    pub fn mul(&self, other: &Number) -> Number {
        let width = self.width();
        let wraps = (self.unsigned_hull().1)
            .checked_mul(other.unsigned_hull().1)
            .is_none_or(|p| p >= 1 << width);
        let products = |left: &[(i128, i128)], right: &[(i128, i128)]| {
            // Of 64-bit numbers, products fit into 127 bits unless both are unsigned and large.
            let product = |a: i128, b: i128| a.checked_mul(b);
            let all: Option<Vec<_>> = pairs(left, right)
                .map(|((a, b), (c, d))| {
                    let corners = [
                        product(a, c)?,
                        product(a, d)?,
                        product(b, c)?,
                        product(b, d)?,
                    ];
                    Some((*corners.iter().min()?, *corners.iter().max()?))
                })
                .collect();
            let within = |p: &(i128, i128)| p.1.checked_sub(p.0).is_some();
            all.filter(|all| all.iter().all(within))
                .map_or(Ranges::full(width), |all| Ranges::wrapped(width, all))
        };
        let unsigned = products(&self.ranges.unsigned(), &other.ranges.unsigned());
        let signed = products(&self.ranges.signed(), &other.ranges.signed());
        let congruence = self.congruence.mul(other.congruence);
        Number::with(
            smaller(unsigned, signed),
            self.bits.mul(other.bits),
            wrap_if(congruence, wraps, width),
        )
    }

    /// SMT-LIB's: all ones by zero.
    pub fn udiv(&self, other: &Number) -> Number {
        let width = self.width();
        let mut found: Vec<(u64, u64)> = Vec::new();
        for (c, d) in other.ranges.pieces() {
            if *c == 0 {
                found.push((ones(width), ones(width)));
            }
            if *d > 0 {
                let c = (*c).max(1);
                let pieces = self.ranges.pieces().iter();
                found.extend(pieces.map(|(a, b)| (a / d, b / c)));
            }
        }
        Number::with(
            Ranges::new(width, found),
            KnownBits::unknown(width),
            Congruence::ANY,
        )
    }

    /// SMT-LIB's: the dividend by zero.
    pub fn urem(&self, other: &Number) -> Number {
        let width = self.width();
        let mut found: Vec<(u64, u64)> = Vec::new();
        for (c, d) in other.ranges.pieces() {
            if *c == 0 {
                found.extend(self.ranges.pieces());
            }
            if *d == 0 {
                continue;
            }
            for (a, b) in self.ranges.pieces() {
                if c == d && a / c == b / c {
                    found.push((a % c, b % c));
                } else if b < c {
                    found.push((*a, *b));
                } else {
                    found.push((0, (*b).min(d - 1)));
                }
            }
        }
        let congruence = match other.as_constant() {
            Some(divisor) if divisor > 0 => self.congruence.rem(divisor),
            _ => Congruence::ANY,
        };
        let bits = match other.as_constant() {
            Some(divisor) if divisor.is_power_of_two() => {
                self.bits.and(KnownBits::constant(width, divisor - 1))
            }
            _ => KnownBits::unknown(width),
        };
        Number::with(Ranges::new(width, found), bits, congruence)
    }

    /// SMT-LIB's: towards zero; by zero 1 for negative dividends and -1 for others.
    pub fn sdiv(&self, other: &Number) -> Number {
        let width = self.width();
        let mut found: Vec<(i128, i128)> = Vec::new();
        for (a, b) in self.ranges.signed() {
            for (c, d) in other.ranges.signed() {
                if c <= 0 && 0 <= d {
                    found.extend((a < 0).then_some((1, 1)));
                    found.extend((b >= 0).then_some((-1, -1)));
                }
                for (c, d) in [(c, d.min(-1)), (c.max(1), d)] {
                    if c <= d {
                        let corners = [a / c, a / d, b / c, b / d];
                        let low = corners.into_iter().min().expect("four");
                        found.push((low, corners.into_iter().max().expect("four")));
                    }
                }
            }
        }
        Number::with(
            Ranges::wrapped(width, found),
            KnownBits::unknown(width),
            Congruence::ANY,
        )
    }

    /// SMT-LIB's: of the dividend's sign; the dividend by zero.
    pub fn srem(&self, other: &Number) -> Number {
        let width = self.width();
        let mut found: Vec<(i128, i128)> = Vec::new();
        for (a, b) in self.ranges.signed() {
            for (c, d) in other.ranges.signed() {
                if c <= 0 && 0 <= d {
                    found.push((a, b));
                }
                for (c, d) in [(c, d.min(-1)), (c.max(1), d)] {
                    if c > d {
                        continue;
                    }
                    let (small, large) = (c.abs().min(d.abs()), c.abs().max(d.abs()));
                    if -small < a && b < small {
                        found.push((a, b));
                    } else {
                        let low = if a < 0 { a.max(1 - large) } else { 0 };
                        let high = if b > 0 { b.min(large - 1) } else { 0 };
                        found.push((low, high));
                    }
                }
            }
        }
        Number::with(
            Ranges::wrapped(width, found),
            KnownBits::unknown(width),
            Congruence::ANY,
        )
    }

    pub fn and(&self, other: &Number) -> Number {
        let width = self.width();
        let high = self.unsigned_hull().1.min(other.unsigned_hull().1);
        Number::with(
            Ranges::new(width, [(0, high as u64)]),
            self.bits.and(other.bits),
            Congruence::ANY,
        )
    }

    pub fn or(&self, other: &Number) -> Number {
        let (a, b) = (self.unsigned_hull(), other.unsigned_hull());
        Number::with(
            Ranges::new(
                self.width(),
                [(a.0.max(b.0) as u64, filled((a.1 | b.1) as u64))],
            ),
            self.bits.or(other.bits),
            Congruence::ANY,
        )
    }

    pub fn xor(&self, other: &Number) -> Number {
        let (a, b) = (self.unsigned_hull(), other.unsigned_hull());
        Number::with(
            Ranges::new(self.width(), [(0, filled((a.1 | b.1) as u64))]),
            self.bits.xor(other.bits),
            Congruence::ANY,
        )
    }

    pub fn shl(&self, amount: &Number) -> Number {
        let width = self.width();
        let gone = Number::constant(width, 0);
        self.shifted(amount, gone, |by| {
            let factor = Number::constant(width, 1 << by);
            let product = self.mul(&factor);
            Number {
                bits: self.bits.shl(by),
                ..product
            }
            .reduced()
        })
    }

    pub fn lshr(&self, amount: &Number) -> Number {
        let gone = Number::constant(self.width(), 0);
        self.shifted(amount, gone, |by| {
            let ranges = self.ranges.filter_map(|l, h| Some((l >> by, h >> by)));
            Number::with(ranges, self.bits.lshr(by), Congruence::ANY)
        })
    }

    pub fn ashr(&self, amount: &Number) -> Number {
        let width = self.width();
        let by_constant = |by: u32| {
            let pieces = self.ranges.signed().into_iter();
            let pieces = pieces.map(|(l, h)| (l >> by, h >> by));
            Number::with(
                Ranges::wrapped(width, pieces),
                self.bits.ashr(by),
                Congruence::ANY,
            )
        };
        // All bits are the sign's from one less on.
        self.shifted(amount, by_constant(width - 1), by_constant)
    }

    /// By each amount below the width, and by more.
    fn shifted(&self, amount: &Number, gone: Number, by: impl Fn(u32) -> Number) -> Number {
        let width = self.width();
        let below = (0..width).filter(|n| u64::from(*n) <= ones(width));
        let below = below.filter(|n| amount.contains((*n).into()));
        let mut found: Option<Number> = None;
        for n in below {
            let value = by(n);
            found = Some(found.map_or(value.clone(), |f| f.join(&value)));
        }
        let more = amount.unsigned_hull().1 >= width.into();
        match found {
            Some(found) if more => found.join(&gone),
            Some(found) => found,
            None => gone,
        }
    }

    /// Up to 64 bits together.
    pub fn concat(&self, low: &Number) -> Number {
        let width = self.width() + low.width();
        let lows = low.ranges.pieces();
        let by = low.width();
        let ranges = match self.few() {
            Some(values) => {
                let each = |v: u64| {
                    lows.iter()
                        .map(move |(c, d)| ((v << by) + c, (v << by) + d))
                };
                Ranges::new(width, values.into_iter().flat_map(each))
            }
            None => {
                let (c, d) = low.ranges.unsigned_hull().expect("numbers have a value");
                let highs = self.ranges.pieces().iter();
                Ranges::new(width, highs.map(|(a, b)| ((a << by) + c, (b << by) + d)))
            }
        };
        let factor = Congruence::constant(1 << by);
        let congruence = self.congruence.mul(factor).add(low.congruence);
        Number::with(ranges, self.bits.concat(low.bits), congruence)
    }

    pub fn extract(&self, high: u32, low: u32) -> Number {
        let width = high - low + 1;
        let pieces = self.ranges.unsigned().into_iter();
        let pieces = pieces.map(|(l, h)| (l >> low, h >> low));
        let fits = low == 0 && self.unsigned_hull().1 <= ones(width).into();
        let congruence = match low {
            0 => wrap_if(self.congruence, !fits, width),
            _ => Congruence::ANY,
        };
        Number::with(
            Ranges::wrapped(width, pieces),
            self.bits.extract(high, low),
            congruence,
        )
    }

    /// Up to 64 bits.
    pub fn zero_extend(&self, count: u32) -> Number {
        let ranges = Ranges::new(self.width() + count, self.ranges.pieces().iter().copied());
        Number::with(ranges, self.bits.zero_extend(count), self.congruence)
    }

    /// Up to 64 bits.
    pub fn sign_extend(&self, count: u32) -> Number {
        let width = self.width();
        let negative = self.signed_hull().0 < 0;
        Number::with(
            Ranges::wrapped(width + count, self.ranges.signed()),
            self.bits.sign_extend(count),
            wrap_if(self.congruence, negative, width),
        )
    }

    // Predicates: `None` if they may hold and may not.

    pub fn equals(&self, other: &Number) -> Option<bool> {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.meet(other).is_none() => Some(false),
            _ => None,
        }
    }

    pub fn ult(&self, other: &Number) -> Option<bool> {
        less(self.unsigned_hull(), other.unsigned_hull(), false)
    }

    pub fn ule(&self, other: &Number) -> Option<bool> {
        less(self.unsigned_hull(), other.unsigned_hull(), true)
    }

    pub fn slt(&self, other: &Number) -> Option<bool> {
        less(self.signed_hull(), other.signed_hull(), false)
    }

    pub fn sle(&self, other: &Number) -> Option<bool> {
        less(self.signed_hull(), other.signed_hull(), true)
    }

    pub fn uadd_overflows(&self, other: &Number) -> Option<bool> {
        let (a, b) = (self.unsigned_hull(), other.unsigned_hull());
        outside((a.0 + b.0, a.1 + b.1), self.width(), false)
    }

    pub fn sadd_overflows(&self, other: &Number) -> Option<bool> {
        let (a, b) = (self.signed_hull(), other.signed_hull());
        outside((a.0 + b.0, a.1 + b.1), self.width(), true)
    }

    pub fn ssub_overflows(&self, other: &Number) -> Option<bool> {
        let (a, b) = (self.signed_hull(), other.signed_hull());
        outside((a.0 - b.1, a.1 - b.0), self.width(), true)
    }

    pub fn umul_overflows(&self, other: &Number) -> Option<bool> {
        let (a, b) = (self.unsigned_hull(), other.unsigned_hull());
        let low = a.0.saturating_mul(b.0);
        outside((low, a.1.saturating_mul(b.1)), self.width(), false)
    }

    pub fn smul_overflows(&self, other: &Number) -> Option<bool> {
        let (a, b) = (self.signed_hull(), other.signed_hull());
        let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        let low = corners.into_iter().min().expect("four");
        let high = corners.into_iter().max().expect("four");
        outside((low, high), self.width(), true)
    }
}

type Interval = (i128, i128);

fn pairs(left: &[Interval], right: &[Interval]) -> std::vec::IntoIter<(Interval, Interval)> {
    let each = left.iter().flat_map(|a| right.iter().map(|b| (*a, *b)));
    each.collect::<Vec<_>>().into_iter()
}

fn wrap_if(congruence: Congruence, wraps: bool, width: u32) -> Congruence {
    if wraps {
        congruence.wrap(width)
    } else {
        congruence
    }
}

fn smaller(a: Ranges, b: Ranges) -> Ranges {
    if a.count() <= b.count() { a } else { b }
}

/// All bits up to the highest one.
fn filled(value: u64) -> u64 {
    match 64 - value.leading_zeros() {
        0 => 0,
        bits => ones(bits),
    }
}

fn less(a: (i128, i128), b: (i128, i128), or_equal: bool) -> Option<bool> {
    let slack = i128::from(or_equal);
    if a.1 < b.0 + slack {
        Some(true)
    } else if a.0 >= b.1 + slack {
        Some(false)
    } else {
        None
    }
}

/// Whether integers between two do not fit into the width.
fn outside((low, high): (i128, i128), width: u32, signed: bool) -> Option<bool> {
    let (least, greatest) = if signed {
        let half = 1 << (width - 1);
        (-half, half - 1)
    } else {
        (0, (1 << width) - 1)
    };
    if least <= low && high <= greatest {
        Some(false)
    } else if high < least || low > greatest {
        Some(true)
    } else {
        None
    }
}
