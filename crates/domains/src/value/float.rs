//! Floats: an interval with infinities, and whether NaN is possible.
//!
//! Ends are numbered in the order of values, -0 before +0, so that an end is an integer. IEEE's operations round a monotone
//! function, so for a given rounding mode the results between two ends lie between the results at the ends. An interval
//! that ends in one zero is made to contain both: which zero an operation gives depends on more than the order.

use super::number::Number;
use super::ranges::{Ranges, to_signed};
use term::{BitVec, Float, FloatClass, FloatFormat, RoundingMode};

/// A set of floats. Invariant: there is a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatSet {
    pub format: FloatFormat,
    pub nan: bool,
    /// The least and the greatest, as [`rank`]s; `None` if only NaN is possible.
    pub range: Option<(i128, i128)>,
}

/// The place of a float that is not NaN in the order of values; +0 has 0, -0 has -1.
pub fn rank(float: &Float) -> i128 {
    let magnitude = magnitude(float.abs().bits());
    if float.is_negative() {
        -magnitude - 1
    } else {
        magnitude
    }
}

/// The float of a rank.
pub fn unrank(format: FloatFormat, rank: i128) -> Float {
    let negative = rank < 0;
    let magnitude = if negative { -(rank + 1) } else { rank };
    let bits = BitVec::from_u128(format.width(), magnitude as u128);
    let float = Float::from_bits(format, bits);
    if negative { float.neg() } else { float }
}

/// Bits as a number.
fn magnitude(bits: &BitVec) -> i128 {
    let mut bytes = bits.to_le_bytes();
    bytes.resize(16, 0);
    i128::from_le_bytes(bytes.try_into().expect("16 bytes"))
}

fn infinities(format: FloatFormat) -> (i128, i128) {
    let high = rank(&Float::infinity(format, false));
    (-high - 1, high)
}

impl FloatSet {
    pub fn any(format: FloatFormat) -> FloatSet {
        FloatSet {
            format,
            nan: true,
            range: Some(infinities(format)),
        }
    }

    pub fn constant(float: &Float) -> FloatSet {
        let nan = float.is_nan();
        FloatSet {
            format: float.format(),
            nan,
            range: (!nan).then(|| (rank(float), rank(float))),
        }
    }

    /// `None` if there is no value.
    pub fn new(format: FloatFormat, nan: bool, range: Option<(i128, i128)>) -> Option<FloatSet> {
        let range = range.filter(|(l, h)| l <= h);
        (nan || range.is_some()).then_some(FloatSet { format, nan, range })
    }

    pub fn is_any(&self) -> bool {
        self.nan && self.range == Some(infinities(self.format))
    }

    pub fn as_constant(&self) -> Option<Float> {
        match self.range {
            None => Some(Float::nan(self.format)),
            Some((l, h)) if l == h && !self.nan => Some(unrank(self.format, l)),
            _ => None,
        }
    }

    pub fn contains(&self, float: &Float) -> bool {
        if float.is_nan() {
            return self.nan;
        }
        let place = rank(float);
        self.range.is_some_and(|(l, h)| l <= place && place <= h)
    }

    pub fn join(&self, other: &FloatSet) -> FloatSet {
        FloatSet {
            format: self.format,
            nan: self.nan || other.nan,
            range: hull(self.range, other.range),
        }
    }

    pub fn meet(&self, other: &FloatSet) -> Option<FloatSet> {
        let range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.max(c), b.min(d))),
            _ => None,
        };
        FloatSet::new(self.format, self.nan && other.nan, range)
    }

    pub fn is_subset(&self, other: &FloatSet) -> bool {
        self.join(other) == *other
    }

    /// Ends that moved are pushed to the next threshold (a rank), of the given ones, the zeros and the infinities.
    pub fn widen(&self, new: &FloatSet, thresholds: &[i128]) -> FloatSet {
        let joined = self.join(new);
        let (least, greatest) = infinities(self.format);
        let range = joined.range.map(|(low, high)| {
            let stock = || thresholds.iter().copied().chain([-1, 0]);
            let low = match self.range {
                Some((old, _)) if old == low => low,
                _ => stock().filter(|t| *t <= low).max().unwrap_or(least),
            };
            let high = match self.range {
                Some((_, old)) if old == high => high,
                _ => stock().filter(|t| *t >= high).min().unwrap_or(greatest),
            };
            (low.max(least), high.min(greatest))
        });
        FloatSet { range, ..joined }
    }

    fn ends(&self) -> Option<(Float, Float)> {
        let (low, high) = self.range?;
        Some((unrank(self.format, low), unrank(self.format, high)))
    }

    fn has(&self, class: impl Fn(&Float) -> bool) -> bool {
        self.ends().is_some_and(|(l, h)| class(&l) || class(&h))
    }

    fn has_infinity(&self) -> bool {
        self.has(Float::is_infinite)
    }

    fn has_zero(&self) -> bool {
        self.range.is_some_and(|(l, h)| l <= 0 && h >= -1)
    }

    /// The set of results that lie between some.
    fn between(format: FloatFormat, mut nan: bool, results: &[Float]) -> FloatSet {
        let mut range = None;
        for result in results {
            if result.is_nan() {
                nan = true;
                range = Some(infinities(format));
            } else {
                range = hull(range, Some((rank(result), rank(result))));
            }
        }
        let range = range.map(|(l, h)| (if l == 0 { -1 } else { l }, if h == -1 { 0 } else { h }));
        FloatSet { format, nan, range }
    }

    // The transfer functions. Where the rounding mode is not known, the union over all.

    pub fn neg(&self) -> FloatSet {
        FloatSet {
            range: self.range.map(|(l, h)| (-h - 1, -l - 1)),
            ..self.clone()
        }
    }

    pub fn abs(&self) -> FloatSet {
        let range = self.range.map(|(l, h)| match (l >= 0, h < 0) {
            (true, _) => (l, h),
            (_, true) => (-h - 1, -l - 1),
            _ => (0, h.max(-l - 1)),
        });
        FloatSet {
            range,
            ..self.clone()
        }
    }

    pub fn add(&self, other: &FloatSet, modes: &[RoundingMode]) -> FloatSet {
        let (Some((a, b)), Some((c, d))) = (self.ends(), other.ends()) else {
            return self.only_nan();
        };
        let against = |x: &Float, y: &Float| {
            x.is_infinite() && y.is_infinite() && x.is_negative() != y.is_negative()
        };
        let nan = against(&a, &d) || against(&b, &c);
        let sums = modes
            .iter()
            .flat_map(|m| [a.add(&c, *m), b.add(&d, *m)])
            .collect::<Vec<_>>();
        FloatSet::between(self.format, self.nan || other.nan || nan, &sums)
    }

    pub fn mul(&self, other: &FloatSet, modes: &[RoundingMode]) -> FloatSet {
        let (Some((a, b)), Some((c, d))) = (self.ends(), other.ends()) else {
            return self.only_nan();
        };
        let undefined = |x: &FloatSet, y: &FloatSet| x.has_zero() && y.has_infinity();
        let nan = self.nan || other.nan || undefined(self, other) || undefined(other, self);
        let corners = modes
            .iter()
            .flat_map(|m| [a.mul(&c, *m), a.mul(&d, *m), b.mul(&c, *m), b.mul(&d, *m)]);
        FloatSet::between(self.format, nan, &corners.collect::<Vec<_>>())
    }

    pub fn div(&self, other: &FloatSet, modes: &[RoundingMode]) -> FloatSet {
        let (Some((a, b)), Some((c, d))) = (self.ends(), other.ends()) else {
            return self.only_nan();
        };
        let nan = self.nan || other.nan;
        if other.has_zero() {
            return FloatSet {
                nan: nan || self.has_zero() || (self.has_infinity() && other.has_infinity()),
                ..FloatSet::any(self.format)
            };
        }
        let nan = nan || (self.has_infinity() && other.has_infinity());
        let corners = modes
            .iter()
            .flat_map(|m| [a.div(&c, *m), a.div(&d, *m), b.div(&c, *m), b.div(&d, *m)]);
        FloatSet::between(self.format, nan, &corners.collect::<Vec<_>>())
    }

    pub fn sqrt(&self, modes: &[RoundingMode]) -> FloatSet {
        // -0 has a root, and it is -0.
        let Some((low, high)) = self.range.filter(|(_, h)| *h >= -1) else {
            return self.only_nan();
        };
        let nan = self.nan || low < -1;
        let ends = [low.max(-1), high].map(|r| unrank(self.format, r));
        let roots = modes.iter().flat_map(|m| ends.iter().map(|e| e.sqrt(*m)));
        FloatSet::between(self.format, nan, &roots.collect::<Vec<_>>())
    }

    /// A remainder of either kind: no larger than the dividend.
    pub fn remainder(&self, other: &FloatSet) -> FloatSet {
        if self.range.is_none() || other.range.is_none() {
            return self.only_nan();
        }
        let largest = self.abs().range.expect("a range").1;
        FloatSet {
            format: self.format,
            nan: self.nan || other.nan || self.has_infinity() || other.has_zero(),
            range: Some((-largest - 1, largest)),
        }
    }

    pub fn round_to_integral(&self, modes: &[RoundingMode]) -> FloatSet {
        self.monotone(self.format, modes, |f, m| f.round_to_integral(m))
    }

    pub fn convert(&self, format: FloatFormat, modes: &[RoundingMode]) -> FloatSet {
        self.monotone(format, modes, |f, m| f.convert(format, m))
    }

    fn monotone(
        &self,
        format: FloatFormat,
        modes: &[RoundingMode],
        f: impl Fn(&Float, RoundingMode) -> Float,
    ) -> FloatSet {
        let Some((a, b)) = self.ends() else {
            return FloatSet::constant(&Float::nan(format));
        };
        let results = modes.iter().flat_map(|m| [f(&a, *m), f(&b, *m)]);
        FloatSet::between(format, self.nan, &results.collect::<Vec<_>>())
    }

    /// The smaller one, or the one that is a number.
    pub fn min(&self, other: &FloatSet) -> FloatSet {
        self.choose(other, |a, b| (a.0.min(b.0), a.1.min(b.1)))
    }

    pub fn max(&self, other: &FloatSet) -> FloatSet {
        self.choose(other, |a, b| (a.0.max(b.0), a.1.max(b.1)))
    }

    fn choose(
        &self,
        other: &FloatSet,
        f: impl Fn((i128, i128), (i128, i128)) -> (i128, i128),
    ) -> FloatSet {
        let both = match (self.range, other.range) {
            (Some(a), Some(b)) => {
                let (l, h) = f(a, b);
                // Of two zeros it is the second one.
                Some((if l == 0 { -1 } else { l }, if h == -1 { 0 } else { h }))
            }
            _ => None,
        };
        let first = if other.nan { self.range } else { None };
        let second = if self.nan { other.range } else { None };
        FloatSet {
            format: self.format,
            nan: self.nan && other.nan,
            range: hull(both, hull(first, second)),
        }
    }

    fn only_nan(&self) -> FloatSet {
        FloatSet::constant(&Float::nan(self.format))
    }

    // From and to bit-vectors.

    pub fn from_bits(format: FloatFormat, bits: &Number) -> FloatSet {
        let infinity = rank(&Float::infinity(format, false));
        let width = format.width();
        let mut set: Option<FloatSet> = None;
        for (low, high) in bits.ranges.signed() {
            // In two's complement the magnitudes of negative floats ascend from the least number on.
            let negative = low < 0;
            let bias = if negative { 1i128 << (width - 1) } else { 0 };
            let (low, high) = (low + bias, high + bias);
            let nan = high > infinity;
            let range = (low <= infinity).then(|| {
                let (l, h) = (low, high.min(infinity));
                if negative { (-h - 1, -l - 1) } else { (l, h) }
            });
            let piece = FloatSet { format, nan, range };
            set = Some(set.map_or(piece.clone(), |s| s.join(&piece)));
        }
        set.unwrap_or_else(|| FloatSet::any(format))
    }

    /// The bit patterns of the values; with `every_nan` those of all NaNs, otherwise of the canonical one.
    pub fn to_bits(&self, every_nan: bool) -> Option<Number> {
        let width = self.format.width();
        let least = -(1i128 << (width - 1));
        let mut pieces = Vec::new();
        if let Some((low, high)) = self.range {
            if high >= 0 {
                pieces.push((low.max(0), high));
            }
            if low < 0 {
                let magnitudes = (-high.min(-1) - 1, -low - 1);
                pieces.push((least + magnitudes.0, least + magnitudes.1));
            }
        }
        let infinity = rank(&Float::infinity(self.format, false));
        if self.nan && every_nan {
            pieces.push((infinity + 1, -least - 1));
            pieces.push((least + infinity + 1, -1));
        } else if self.nan {
            let bits = Float::nan(self.format).bits().to_u64()?;
            let bits = to_signed(width, bits);
            pieces.push((bits, bits));
        }
        Number::of_ranges(Ranges::wrapped(width, pieces))
    }

    pub fn from_integers(
        format: FloatFormat,
        integers: &[(i128, i128)],
        modes: &[RoundingMode],
    ) -> FloatSet {
        let float = |n: i128, m: RoundingMode| {
            Float::from_signed(format, &BitVec::from_u128(128, n as u128), m)
        };
        let ends = integers.iter().flat_map(|(l, h)| [*l, *h]);
        let ends = ends.flat_map(|n| modes.iter().map(move |m| float(n, *m)));
        FloatSet::between(format, false, &ends.collect::<Vec<_>>())
    }

    /// The integers of a conversion, where all values have one.
    pub fn to_integers(
        &self,
        modes: &[RoundingMode],
        convert: impl Fn(&Float, RoundingMode) -> Option<BitVec>,
    ) -> Option<Vec<BitVec>> {
        let (low, high) = self.ends()?;
        if self.nan {
            return None;
        }
        let mut all = Vec::new();
        for mode in modes {
            all.push(convert(&low, *mode)?);
            all.push(convert(&high, *mode)?);
        }
        Some(all)
    }

    // Predicates: `None` if they may hold and may not.

    /// The identity of values, not IEEE's equality.
    pub fn equals(&self, other: &FloatSet) -> Option<bool> {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.meet(other).is_none() => Some(false),
            _ => None,
        }
    }

    pub fn ieee_eq(&self, other: &FloatSet) -> Option<bool> {
        let (Some(a), Some(b)) = (self.values(), other.values()) else {
            return Some(false);
        };
        if a.1 < b.0 || b.1 < a.0 {
            Some(false)
        } else if a.0 == a.1 && b == a && !self.nan && !other.nan {
            Some(true)
        } else {
            None
        }
    }

    pub fn lt(&self, other: &FloatSet) -> Option<bool> {
        self.less(other, 0)
    }

    pub fn le(&self, other: &FloatSet) -> Option<bool> {
        self.less(other, 1)
    }

    fn less(&self, other: &FloatSet, slack: i128) -> Option<bool> {
        let (Some(a), Some(b)) = (self.values(), other.values()) else {
            return Some(false);
        };
        if a.1 < b.0 + slack && !self.nan && !other.nan {
            Some(true)
        } else if a.0 >= b.1 + slack {
            Some(false)
        } else {
            None
        }
    }

    /// The ends as values: both zeros are 0, everything below counts from -1.
    fn values(&self) -> Option<(i128, i128)> {
        let value = |rank: i128| if rank < 0 { rank + 1 } else { rank };
        self.range.map(|(l, h)| (value(l), value(h)))
    }

    pub fn is(&self, class: FloatClass) -> Option<bool> {
        if let Some(constant) = self.as_constant() {
            return Some(constant.is(class));
        }
        let possible = match class {
            FloatClass::NaN => self.nan,
            FloatClass::Infinite => self.has_infinity(),
            FloatClass::Zero => self.has_zero(),
            FloatClass::Negative => self.range.is_some_and(|(l, _)| l < 0),
            FloatClass::Positive => self.range.is_some_and(|(_, h)| h >= 0),
            FloatClass::Normal | FloatClass::Subnormal => self.range.is_some(),
        };
        let always = match class {
            FloatClass::Negative => !self.nan && self.range.is_some_and(|(_, h)| h < 0),
            FloatClass::Positive => !self.nan && self.range.is_some_and(|(l, _)| l >= 0),
            FloatClass::Zero => !self.nan && self.range.is_some_and(|(l, h)| l >= -1 && h <= 0),
            FloatClass::NaN => self.range.is_none(),
            FloatClass::Infinite | FloatClass::Normal | FloatClass::Subnormal => false,
        };
        match (possible, always) {
            (_, true) => Some(true),
            (false, _) => Some(false),
            _ => None,
        }
    }

    /// The values of a class and some more, or of its complement.
    pub fn restrict(&self, class: FloatClass, holds: bool) -> Option<FloatSet> {
        let infinity = infinities(self.format);
        let format = self.format;
        let within = |nan, range| FloatSet::new(format, nan, range).and_then(|s| self.meet(&s));
        match (class, holds) {
            (FloatClass::NaN, true) => within(true, None),
            (FloatClass::NaN, false) => within(false, Some(infinity)),
            (FloatClass::Negative, true) => within(false, Some((infinity.0, -1))),
            (FloatClass::Negative, false) => within(true, Some((0, infinity.1))),
            (FloatClass::Positive, true) => within(false, Some((0, infinity.1))),
            (FloatClass::Positive, false) => within(true, Some((infinity.0, -1))),
            (FloatClass::Zero, true) => within(false, Some((-1, 0))),
            (FloatClass::Infinite, false) => within(true, Some((infinity.0 + 1, infinity.1 - 1))),
            (_, true) => within(false, Some(infinity)),
            (_, false) => Some(self.clone()),
        }
    }

    /// The values that are below (or equal to) one of the other's.
    pub fn below(&self, other: &FloatSet, or_equal: bool) -> Option<FloatSet> {
        let greatest = other.values()?.1 - i128::from(!or_equal);
        // A value of 0 stands for both zeros, and what is below it is one rank further down.
        let greatest = if greatest < 0 { greatest - 1 } else { greatest };
        let least = infinities(self.format).0;
        self.meet(&FloatSet::new(self.format, false, Some((least, greatest)))?)
    }

    /// The values that are above (or equal to) one of the other's.
    pub fn above(&self, other: &FloatSet, or_equal: bool) -> Option<FloatSet> {
        Some(self.neg().below(&other.neg(), or_equal)?.neg())
    }
}

fn hull(a: Option<(i128, i128)>, b: Option<(i128, i128)>) -> Option<(i128, i128)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (one, other) => one.or(other),
    }
}
