//! Signs, comparisons, minimum and maximum.

use super::super::{comparators, wiring};
use super::unpack::{self, magnitude, sign};
use sat::{Aig, Edge};
use term::{FloatClass, FloatFormat};

pub(super) fn abs(a: &[Edge]) -> Vec<Edge> {
    super::signed(magnitude(a), Edge::FALSE)
}

pub(super) fn neg(aig: &mut Aig, format: FloatFormat, a: &[Edge]) -> Vec<Edge> {
    let is_nan = unpack::is(aig, format, FloatClass::NaN, a);
    // The canonical NaN has no sign.
    let flipped = aig.and(!sign(a), !is_nan);
    super::signed(magnitude(a), flipped)
}

/// Whether neither is NaN, and whether both are zero.
fn ordered(aig: &mut Aig, format: FloatFormat, a: &[Edge], b: &[Edge]) -> (Edge, Edge) {
    let (x, y) = (
        unpack::classes(aig, format, a),
        unpack::classes(aig, format, b),
    );
    (aig.and(!x.nan, !y.nan), aig.and(x.zero, y.zero))
}

pub(super) fn equal(aig: &mut Aig, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Edge {
    let (ordered, zeros) = ordered(aig, format, a, b);
    let same = comparators::eq(aig, a, b);
    let equal = aig.or(same, zeros);
    aig.and(ordered, equal)
}

/// `a < b`, or `a <= b`.
pub(super) fn less(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
    or_equal: bool,
) -> Edge {
    let (ordered, zeros) = ordered(aig, format, a, b);
    // As sign and magnitude: the magnitudes change places where both are negative.
    let below = |aig: &mut Aig, a: &[Edge], b: &[Edge]| match or_equal {
        true => comparators::ule(aig, magnitude(a), magnitude(b)),
        false => comparators::ult(aig, magnitude(a), magnitude(b)),
    };
    let (up, down) = (below(aig, a, b), below(aig, b, a));
    let same_sign = wiring::ite(aig, sign(a), &[down], &[up])[0];
    let differ = aig.xor(sign(a), sign(b));
    let less = wiring::ite(aig, differ, &[sign(a)], &[same_sign])[0];
    let less = wiring::ite(aig, zeros, &[Edge::constant(or_equal)], &[less])[0];
    aig.and(ordered, less)
}

/// The first one if it is less or the second one is NaN.
pub(super) fn min(aig: &mut Aig, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let less = less(aig, format, a, b, false);
    let nan = unpack::is(aig, format, FloatClass::NaN, b);
    let first = aig.or(less, nan);
    wiring::ite(aig, first, a, b)
}

pub(super) fn max(aig: &mut Aig, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let less = less(aig, format, b, a, false);
    let nan = unpack::is(aig, format, FloatClass::NaN, b);
    let first = aig.or(less, nan);
    wiring::ite(aig, first, a, b)
}
