//! Multiplication: the exact product of the significands, of which the leading bit is one of the top two.

use super::super::{adders, multipliers, wiring};
use super::unpack::{self, Number, sign};
use super::{Mode, choose, infinity, nan, round, zero};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn mul(
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
    let product = product(aig, &x, &y);
    let unrounded = round::Unrounded {
        sign,
        significand: product.significand,
        exponent: product.exponent,
        least: 2 * unpack::least_exponent(format),
    };
    let usual = round::round(aig, format, mode, unrounded);
    special(aig, format, a, b, usual)
}

/// The exact product of two numbers.
pub(super) fn product(aig: &mut Aig, x: &Number, y: &Number) -> Number {
    let width = x.significand.len();
    let (a, b) = (
        wiring::zero_extend(&x.significand, width),
        wiring::zero_extend(&y.significand, width),
    );
    let product = multipliers::mul(aig, &a, &b);
    let high = product[2 * width - 1];
    let shifted = wiring::concat(&product[..2 * width - 1], &[Edge::FALSE]);
    let significand = wiring::ite(aig, high, &product, &shifted);
    let extend = |bits: &[Edge]| wiring::sign_extend(bits, 2);
    let (a, b) = (extend(&x.exponent), extend(&y.exponent));
    let (exponent, _) = adders::add_with_carries(aig, &a, &b, high);
    Number {
        significand,
        exponent,
    }
}

/// The product where an operand is zero, infinite or NaN, and otherwise `usual`.
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
    let any_zero = aig.or(x.zero, y.zero);
    let any_infinite = aig.or(x.infinite, y.infinite);
    let both = aig.and(any_zero, any_infinite);
    let invalid = aig.or_all(&[x.nan, y.nan, both]);
    let choices = [
        (any_zero, zero(format, sign)),
        (any_infinite, infinity(format, sign)),
        (invalid, nan(format)),
    ];
    choose(aig, usual, &choices)
}
