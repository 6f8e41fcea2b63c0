//! The one place where results are rounded and packed.

use super::super::{adders, comparators, wiring};
use super::{Mode, choose, constant, infinity, number, shift, signed, signed_width};
use sat::{Aig, Edge};
use term::{Float, FloatFormat};

/// A result before it is rounded.
pub(super) struct Unrounded {
    pub sign: Edge,
    /// The leading bit on top; the last bit represents all bits below it.
    pub significand: Vec<Edge>,
    /// The exponent of the leading bit, in two's complement.
    pub exponent: Vec<Edge>,
    /// No exponent is less than this.
    pub least: i64,
}

/// Rounds a number whose leading bit is set. (If it is not, the result is any bits: the caller chooses others.)
pub(super) fn round(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    unrounded: Unrounded,
) -> Vec<Edge> {
    let Unrounded {
        sign,
        significand,
        exponent,
        least,
    } = unrounded;
    let significand = shift::collapse(aig, &significand, format.significand as usize + 2);
    let lowest = format.min_exponent();
    let width = exponent.len().max(signed_width(format.max_exponent() + 1)) + 1;
    let exponent = wiring::sign_extend(&exponent, width - exponent.len());
    let above = adders::sub(aig, &exponent, &number(lowest - 1, width));
    if least >= lowest {
        return pack(aig, format, mode, sign, &above, &significand);
    }
    // Below the least exponent of normal numbers: shifted to the right until it has that one.
    let below = adders::sub(aig, &number(lowest, width), &exponent);
    let is_below = comparators::slt(aig, &exponent, &number(lowest, width));
    let amount: Vec<Edge> = below.iter().map(|&e| aig.and(e, is_below)).collect();
    let significand = shift::right_sticky(aig, &significand, &amount);
    let biased = wiring::ite(aig, is_below, &number(1, width), &above);
    pack(aig, format, mode, sign, &biased, &significand)
}

/// Rounds and packs a significand of two bits more than the format has, the last one sticky. The exponent has its bias, is
/// not negative, and counts only if the leading bit is set: otherwise it would be 1.
pub(super) fn pack(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    sign: Edge,
    biased: &[Edge],
    significand: &[Edge],
) -> Vec<Edge> {
    let fraction = format.fraction() as usize;
    assert_eq!(significand.len(), fraction + 3, "two bits decide");
    let (kept, half, rest) = (&significand[2..], significand[1], significand[0]);
    let up = rounds_up(aig, mode, sign, kept[0], half, rest);
    let leading = kept[fraction];
    let field: Vec<Edge> = biased.iter().map(|&e| aig.and(e, leading)).collect();
    let pattern = wiring::concat(&field, &kept[..fraction]);
    // A carry out of the fraction goes into the exponent, as it should.
    let zero = vec![Edge::FALSE; pattern.len()];
    let (pattern, _) = adders::add_with_carries(aig, &pattern, &zero, up);
    let exponent = format.exponent as usize;
    let ones = aig.and_all(&pattern[fraction..fraction + exponent]);
    let beyond = aig.or_all(&pattern[fraction + exponent..]);
    let overflow = aig.or(ones, beyond);
    let result = signed(&pattern[..fraction + exponent], sign);
    let toward = wiring::ite(aig, sign, &[mode.down], &[mode.up])[0];
    let to_infinity = aig.or_all(&[mode.nearest_even, mode.nearest_away, toward]);
    let mut largest = constant(&Float::largest(format, false));
    *largest.last_mut().expect("a pattern has a sign") = sign;
    let overflowed = wiring::ite(aig, to_infinity, &infinity(format, sign), &largest);
    choose(aig, result, &[(overflow, overflowed)])
}

/// Whether the magnitude is rounded up, by its last bit that stays, the first one that goes and all after that.
pub(super) fn rounds_up(
    aig: &mut Aig,
    mode: &Mode,
    sign: Edge,
    last: Edge,
    half: Edge,
    rest: Edge,
) -> Edge {
    let inexact = aig.or(half, rest);
    let more_or_odd = aig.or(rest, last);
    let even = aig.and_all(&[mode.nearest_even, half, more_or_odd]);
    let away = aig.and(mode.nearest_away, half);
    let up = aig.and_all(&[mode.up, !sign, inexact]);
    let down = aig.and_all(&[mode.down, sign, inexact]);
    aig.or_all(&[even, away, up, down])
}
