//! Remainders: long division, with a row for each step by which the exponents may differ.
//!
//! The number of rows is exponential in the width of the exponent: 277 for single, 2,098 for double. Formats with more than
//! [`MAX_CELLS`] cells are not supported: the solver then says so.

use super::super::{Unsupported, adders, comparators, wiring};
use super::unpack::{self, Number, sign};
use super::{Mode, choose, nan, number, round, shift};
use sat::{Aig, Edge};
use term::FloatFormat;

/// The most full adders in the rows of one remainder; double has 113,000.
const MAX_CELLS: u64 = 200_000;

/// The dividend reduced by the divisor.
struct Reduced {
    dividend: Number,
    divisor: Number,
    /// The exponent of the dividend less that of the divisor.
    distance: Vec<Edge>,
    /// If the distance is not negative: the rest of the division, below the divisor's significand.
    rest: Vec<Edge>,
    /// Whether the quotient is odd.
    odd: Edge,
}

fn reduce(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
) -> Result<Reduced, Unsupported> {
    let rows = format.max_exponent() - unpack::least_exponent(format);
    let cells = rows as u64 * u64::from(format.significand + 1);
    if cells > MAX_CELLS {
        let (e, s) = (format.exponent, format.significand);
        let what = format!("the remainder of floats of the format ({e}, {s})");
        return Err(Unsupported(what));
    }
    let dividend = unpack::normalised(aig, format, a);
    let divisor = unpack::normalised(aig, format, b);
    let extend = |bits: &[Edge]| wiring::sign_extend(bits, 1);
    let distance = adders::sub(aig, &extend(&dividend.exponent), &extend(&divisor.exponent));
    let width = distance.len();
    let minus = wiring::not(&wiring::zero_extend(&divisor.significand, 1));
    let mut rest = wiring::zero_extend(&dividend.significand, 1);
    let mut odd = Edge::FALSE;
    let mut counts = Edge::FALSE;
    for row in (0..=rows).rev() {
        // The first row that counts is that of the distance itself; those after it double the rest first.
        let first = comparators::eq(aig, &distance, &number(row, width));
        counts = aig.or(counts, first);
        let doubled = wiring::concat(&rest[..rest.len() - 1], &[Edge::FALSE]);
        let input = wiring::ite(aig, first, &rest, &doubled);
        let (difference, carries) = adders::add_with_carries(aig, &input, &minus, Edge::TRUE);
        let fits = carries[input.len()];
        let next = wiring::ite(aig, fits, &difference, &input);
        rest = wiring::ite(aig, counts, &next, &rest);
        odd = wiring::ite(aig, counts, &[fits], &[odd])[0];
    }
    Ok(Reduced {
        dividend,
        divisor,
        distance,
        rest,
        odd,
    })
}

pub(super) fn fmod(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
) -> Result<Vec<Edge>, Unsupported> {
    let reduced = reduce(aig, format, a, b)?;
    let usual = exact(
        aig,
        format,
        sign(a),
        &reduced.rest,
        &reduced.divisor.exponent,
    );
    // Smaller than the divisor by its exponent alone.
    let smaller = reduced.distance[reduced.distance.len() - 1];
    Ok(special(aig, format, a, b, smaller, usual))
}

pub(super) fn rem(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
) -> Result<Vec<Edge>, Unsupported> {
    let reduced = reduce(aig, format, a, b)?;
    let width = reduced.distance.len();
    // One exponent below the divisor, everything is in units of half as much.
    let half = comparators::eq(aig, &reduced.distance, &number(-1, width));
    let dividend = wiring::zero_extend(&reduced.dividend.significand, 2);
    let divisor = wiring::zero_extend(&reduced.divisor.significand, 2);
    let rest = wiring::zero_extend(&reduced.rest, 1);
    let double = |bits: &[Edge]| wiring::concat(&bits[..bits.len() - 1], &[Edge::FALSE]);
    let rest = wiring::ite(aig, half, &dividend, &rest);
    let divisor = wiring::ite(aig, half, &double(&divisor), &divisor);
    let odd = aig.and(reduced.odd, !half);
    let twice = double(&rest);
    let more = comparators::ult(aig, &divisor, &twice);
    let tie = comparators::eq(aig, &divisor, &twice);
    let tie_up = aig.and(tie, odd);
    let up = aig.or(more, tie_up);
    let complement = adders::sub(aig, &divisor, &rest);
    let rest = wiring::ite(aig, up, &complement, &rest);
    let exponent = wiring::sign_extend(&reduced.divisor.exponent, 1);
    let lower = adders::sub(aig, &exponent, &number(1, exponent.len()));
    let exponent = wiring::ite(aig, half, &lower, &exponent);
    // A zero has the sign of the dividend.
    let some = aig.or_all(&rest);
    let flip = aig.and(up, some);
    let result_sign = aig.xor(sign(a), flip);
    let usual = exact(aig, format, result_sign, &rest, &exponent);
    let below = comparators::slt(aig, &reduced.distance, &number(-1, width));
    Ok(special(aig, format, a, b, below, usual))
}

/// A number of the format, from a significand whose bit in the place of the leading one has the exponent.
fn exact(
    aig: &mut Aig,
    format: FloatFormat,
    sign: Edge,
    significand: &[Edge],
    exponent: &[Edge],
) -> Vec<Edge> {
    let zeros = shift::leading_zeros(aig, significand);
    let normal = shift::left(aig, significand, &zeros);
    let width = exponent.len().max(zeros.len()) + 2;
    let spare = significand.len() as i64 - i64::from(format.significand);
    let top = wiring::sign_extend(exponent, width - exponent.len());
    let top = adders::add(aig, &top, &number(spare, width));
    let zeros = wiring::zero_extend(&zeros, width - zeros.len());
    let exponent = adders::sub(aig, &top, &zeros);
    let unrounded = round::Unrounded {
        sign,
        significand: normal,
        exponent,
        least: unpack::least_exponent(format) - i64::from(format.significand) - 2,
    };
    let result = round::round(aig, format, &Mode::TO_ZERO, unrounded);
    let some = aig.or_all(significand);
    let zero = super::zero(format, sign);
    choose(aig, zero, &[(some, result)])
}

/// The remainder where an operand is zero, infinite or NaN or the dividend is `itself`, and otherwise `usual`.
fn special(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
    itself: Edge,
    usual: Vec<Edge>,
) -> Vec<Edge> {
    let x = unpack::classes(aig, format, a);
    let y = unpack::classes(aig, format, b);
    let itself = aig.or_all(&[itself, x.zero, y.infinite]);
    let invalid = aig.or_all(&[x.nan, y.nan, x.infinite, y.zero]);
    let choices = [(itself, a.to_vec()), (invalid, nan(format))];
    choose(aig, usual, &choices)
}
