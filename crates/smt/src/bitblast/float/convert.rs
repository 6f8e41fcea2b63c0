//! Conversions: between formats, from and to integers, and to integers that stay floats.

use super::super::{adders, comparators, wiring};
use super::round::{self, Unrounded, rounds_up};
use super::unpack::{self, sign};
use super::{Mode, choose, infinity, nan, number, shift, signed_width, zero};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn to_format(
    aig: &mut Aig,
    from: FloatFormat,
    to: FloatFormat,
    mode: &Mode,
    a: &[Edge],
) -> Vec<Edge> {
    let x = unpack::normalised(aig, from, a);
    let unrounded = Unrounded {
        sign: sign(a),
        significand: x.significand,
        exponent: x.exponent,
        least: unpack::least_exponent(from),
    };
    let usual = round::round(aig, to, mode, unrounded);
    let classes = unpack::classes(aig, from, a);
    let choices = [
        (classes.zero, zero(to, sign(a))),
        (classes.infinite, infinity(to, sign(a))),
        (classes.nan, nan(to)),
    ];
    choose(aig, usual, &choices)
}

pub(super) fn from_signed(aig: &mut Aig, to: FloatFormat, mode: &Mode, a: &[Edge]) -> Vec<Edge> {
    let magnitude = adders::neg_if(aig, sign(a), a);
    from_magnitude(aig, to, mode, sign(a), &magnitude)
}

pub(super) fn from_unsigned(aig: &mut Aig, to: FloatFormat, mode: &Mode, a: &[Edge]) -> Vec<Edge> {
    from_magnitude(aig, to, mode, Edge::FALSE, a)
}

fn from_magnitude(
    aig: &mut Aig,
    to: FloatFormat,
    mode: &Mode,
    sign: Edge,
    magnitude: &[Edge],
) -> Vec<Edge> {
    let zeros = shift::leading_zeros(aig, magnitude);
    let significand = shift::left(aig, magnitude, &zeros);
    let top = magnitude.len() as i64 - 1;
    let width = signed_width(top + 1);
    let padded = wiring::zero_extend(&zeros, width.saturating_sub(zeros.len()));
    let exponent = adders::sub(aig, &number(top, padded.len()), &padded);
    let unrounded = Unrounded {
        sign,
        significand,
        exponent,
        least: 0,
    };
    let usual = round::round(aig, to, mode, unrounded);
    let some = aig.or_all(magnitude);
    choose(aig, zero(to, Edge::FALSE), &[(some, usual)])
}

/// A number as an integer and what is left of it.
struct Fixed {
    /// With one bit more on top than was asked for, against a carry.
    integer: Vec<Edge>,
    /// Whether the integer has more bits.
    beyond: Edge,
}

/// The magnitude rounded to an integer of `width` bits.
fn to_fixed(aig: &mut Aig, format: FloatFormat, mode: &Mode, a: &[Edge], width: usize) -> Fixed {
    let x = unpack::fixed(aig, format, a);
    // The point between `width` bits of the integer and the significand, which then is below 1: its exponent and one more
    // is how far it moves.
    let bias = format.max_exponent() - 1;
    let exponent_width = (x.exponent.len() + 2).max(signed_width(width as i64 + 1));
    let exponent = wiring::zero_extend(&x.exponent, exponent_width - x.exponent.len());
    let distance = adders::sub(aig, &exponent, &number(bias, exponent_width));
    let negative = distance[exponent_width - 1];
    let most = number(width as i64, exponent_width);
    let too_far = comparators::slt(aig, &most, &distance);
    let mut register = x.significand.clone();
    register.resize(register.len() + width, Edge::FALSE);
    let amount_bits = signed_width(width as i64).min(exponent_width);
    let moved = shift::left(aig, &register, &distance[..amount_bits]);
    let (below, integer) = moved.split_at(x.significand.len());
    let (rest, half) = below.split_at(below.len() - 1);
    let rest = aig.or_all(rest);
    let some = aig.or_all(&x.significand);
    // To the right of one half nothing is left but that there is something.
    let half = aig.and(half[0], !negative);
    let rest = wiring::ite(aig, negative, &[some], &[rest])[0];
    let integer: Vec<Edge> = integer.iter().map(|&e| aig.and(e, !negative)).collect();
    let last = integer.first().copied().unwrap_or(Edge::FALSE);
    let up = rounds_up(aig, mode, sign(a), last, half, rest);
    let integer = wiring::zero_extend(&integer, 1);
    let none = vec![Edge::FALSE; integer.len()];
    let (integer, _) = adders::add_with_carries(aig, &integer, &none, up);
    Fixed {
        integer,
        beyond: aig.and(too_far, some),
    }
}

/// The integer that the mode chooses, or `otherwise` if it does not fit into as many bits.
pub(super) fn to_integer(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    otherwise: &[Edge],
    is_signed: bool,
) -> Vec<Edge> {
    let width = otherwise.len();
    let Fixed { integer, beyond } = to_fixed(aig, format, mode, a, width);
    let some = aig.or_all(&integer);
    let (magnitude, carry) = (&integer[..width], integer[width]);
    let (value, wrong) = if is_signed {
        let value = adders::neg_if(aig, sign(a), magnitude);
        // The sign of the result is that of the float, unless it is zero; this is so of -2^(n-1), too.
        let differs = aig.xor(value[width - 1], sign(a));
        let wrong = aig.and(differs, some);
        (value, wrong)
    } else {
        (magnitude.to_vec(), aig.and(sign(a), some))
    };
    let classes = unpack::classes(aig, format, a);
    let unfit = aig.or_all(&[beyond, carry, wrong, classes.nan, classes.infinite]);
    wiring::ite(aig, unfit, otherwise, &value)
}

pub(super) fn round_to_integral(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    a: &[Edge],
) -> Vec<Edge> {
    // From this exponent on there is no fraction.
    let fraction = i64::from(format.fraction());
    let classes = unpack::classes(aig, format, a);
    let x = unpack::fixed(aig, format, a);
    let width = x.exponent.len() + 1;
    let exponent = wiring::zero_extend(&x.exponent, 1);
    let itself = if fraction + format.max_exponent() < 1 << format.exponent {
        let bound = number(fraction + format.max_exponent(), width);
        comparators::ule(aig, &bound, &exponent)
    } else {
        Edge::FALSE
    };
    let Fixed { integer, .. } = to_fixed(aig, format, mode, a, fraction as usize);
    let rounded = with_sign(aig, format, mode, sign(a), &integer);
    let keep = aig.or_all(&[itself, classes.zero, classes.infinite]);
    let choices = [(keep, a.to_vec()), (classes.nan, nan(format))];
    choose(aig, rounded, &choices)
}

/// An integer as a float; zero keeps the sign. It is exact, unless it is too large for the format: then the mode decides.
fn with_sign(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    sign: Edge,
    magnitude: &[Edge],
) -> Vec<Edge> {
    let some = aig.or_all(magnitude);
    let positive = from_magnitude(aig, format, mode, sign, magnitude);
    choose(aig, zero(format, sign), &[(some, positive)])
}
