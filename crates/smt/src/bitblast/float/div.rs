//! Division: long division of the significands, one bit of the quotient per row, the rest sticky.

use super::super::{adders, wiring};
use super::unpack::{self, sign};
use super::{Mode, choose, infinity, nan, round, zero};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn div(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    b: &[Edge],
) -> Vec<Edge> {
    let (x, y) = (
        unpack::normalised(aig, format, a),
        unpack::normalised(aig, format, b),
    );
    let sign = aig.xor(sign(a), sign(b));
    // Between 1/2 and 2: if the first bit is zero the second one leads, so one more is needed besides the two that decide.
    let bits = format.significand as usize + 3;
    let quotient = long_division(aig, &x.significand, &y.significand, bits);
    let high = quotient[quotient.len() - 1];
    let shifted = wiring::concat(&quotient[..quotient.len() - 1], &[Edge::FALSE]);
    let significand = wiring::ite(aig, high, &quotient, &shifted);
    let extend = |bits: &[Edge]| wiring::sign_extend(bits, 2);
    // One less, unless the first bit is set: `x - y - 1 + high`.
    let minus_y = wiring::not(&extend(&y.exponent));
    let (exponent, _) = adders::add_with_carries(aig, &extend(&x.exponent), &minus_y, high);
    let unrounded = round::Unrounded {
        sign,
        significand,
        exponent,
        least: unpack::least_exponent(format) - format.max_exponent() - 1,
    };
    let usual = round::round(aig, format, mode, unrounded);
    special(aig, format, a, b, usual)
}

/// The first `bits` bits of the quotient of two numbers with their leading bits set, and a sticky bit for the rest.
fn long_division(aig: &mut Aig, a: &[Edge], b: &[Edge], bits: usize) -> Vec<Edge> {
    let divisor = wiring::not(&wiring::zero_extend(b, 1));
    let mut rest = wiring::zero_extend(a, 1);
    let mut quotient = vec![Edge::FALSE; bits + 1];
    for i in (1..=bits).rev() {
        // Below twice the divisor.
        let (difference, carries) = adders::add_with_carries(aig, &rest, &divisor, Edge::TRUE);
        let fits = carries[rest.len()];
        quotient[i] = fits;
        rest = wiring::ite(aig, fits, &difference, &rest);
        if i > 1 {
            // Below the divisor, so that the top bit is zero.
            rest.insert(0, Edge::FALSE);
            rest.pop();
        }
    }
    quotient[0] = aig.or_all(&rest);
    quotient
}

/// The quotient where an operand is zero, infinite or NaN, and otherwise `usual`.
fn special(
    aig: &mut Aig,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
    usual: Vec<Edge>,
) -> Vec<Edge> {
    let (x, y) = (
        unpack::classes(aig, format, a),
        unpack::classes(aig, format, b),
    );
    let sign = aig.xor(sign(a), sign(b));
    let is_zero = aig.or(x.zero, y.infinite);
    let is_infinite = aig.or(x.infinite, y.zero);
    let zeros = aig.and(x.zero, y.zero);
    let infinities = aig.and(x.infinite, y.infinite);
    let invalid = aig.or_all(&[x.nan, y.nan, zeros, infinities]);
    let choices = [
        (is_zero, zero(format, sign)),
        (is_infinite, infinity(format, sign)),
        (invalid, nan(format)),
    ];
    choose(aig, usual, &choices)
}
