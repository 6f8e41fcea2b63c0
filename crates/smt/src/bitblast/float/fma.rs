//! Fused multiply-add: the exact product and the addend in twice the significand's bits, added as in [`super::add`] but with
//! normalised operands, and rounded once.

use super::super::{adders, comparators, wiring};
use super::mul::product;
use super::unpack::{self, Number, sign};
use super::{Mode, choose, infinity, nan, number, round, shift, zero};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn fma(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    [a, b, c]: [&[Edge]; 3],
) -> Vec<Edge> {
    let x = unpack::normalised(aig, format, a);
    let y = unpack::normalised(aig, format, b);
    let z = unpack::normalised(aig, format, c);
    let product = product(aig, &x, &y);
    let product_sign = aig.xor(sign(a), sign(b));
    let addend = addend(aig, format, &z, &product);
    let subtract = aig.xor(product_sign, sign(c));
    let (sum, swapped) = sum(aig, &product, &addend, subtract);
    let is_zero = !aig.or_all(&sum.significand);
    let larger_sign = wiring::ite(aig, swapped, &[sign(c)], &[product_sign])[0];
    let unrounded = round::Unrounded {
        sign: larger_sign,
        // All bits but the lowest of the product may cancel.
        least: 2 * (unpack::least_exponent(format) - i64::from(format.significand)) - 4,
        significand: sum.significand,
        exponent: sum.exponent,
    };
    let usual = round::round(aig, format, mode, unrounded);
    let usual = choose(aig, usual, &[(is_zero, zero(format, mode.down))]);
    special(aig, format, mode, [a, b, c], usual)
}

/// The addend with the widths of the product. Zero gets the least exponent, so that it is the smaller one.
fn addend(aig: &mut Aig, format: FloatFormat, z: &Number, product: &Number) -> Number {
    let width = product.exponent.len();
    let missing = product.significand.len() - z.significand.len();
    let significand = wiring::concat(&z.significand, &vec![Edge::FALSE; missing]);
    let exponent = wiring::sign_extend(&z.exponent, width - z.exponent.len());
    let least = number(2 * unpack::least_exponent(format) - 1, width);
    let some = z.significand[z.significand.len() - 1];
    let exponent = wiring::ite(aig, some, &exponent, &least);
    Number {
        significand,
        exponent,
    }
}

/// The sum or difference, normalised, and whether the second operand is the larger one.
fn sum(aig: &mut Aig, x: &Number, y: &Number, subtract: Edge) -> (Number, Edge) {
    // Exponents in two's complement are compared above the significands.
    let key = |n: &Number| wiring::concat(&n.exponent, &n.significand);
    let swapped = comparators::slt(aig, &key(x), &key(y));
    let large = wiring::ite(aig, swapped, &key(y), &key(x));
    let small = wiring::ite(aig, swapped, &key(x), &key(y));
    let bits = x.significand.len();
    let width = x.exponent.len() + 1;
    let exponent_of = |key: &[Edge]| wiring::sign_extend(&key[bits..], 1);
    let (top, bottom) = (exponent_of(&large), exponent_of(&small));
    let distance = adders::sub(aig, &top, &bottom);
    let widen = |key: &[Edge]| wiring::concat(&key[..bits], &[Edge::FALSE; 3]);
    let shifted = shift::right_sticky(aig, &widen(&small), &distance);
    let small: Vec<Edge> = wiring::zero_extend(&shifted, 1)
        .iter()
        .map(|&e| aig.xor(e, subtract))
        .collect();
    let large = wiring::zero_extend(&widen(&large), 1);
    let (sum, _) = adders::add_with_carries(aig, &large, &small, subtract);
    let zeros = shift::leading_zeros(aig, &sum);
    let significand = shift::left(aig, &sum, &zeros);
    let width = width.max(zeros.len() + 1) + 1;
    let zeros = wiring::zero_extend(&zeros, width - zeros.len());
    let top = wiring::sign_extend(&top, width - top.len());
    // One more, for the carry on top, and less by the zeros: `top + !zeros + 1 + 1`.
    let minus = adders::sub(aig, &top, &zeros);
    let exponent = adders::add(aig, &minus, &number(1, width));
    let sum = Number {
        significand,
        exponent,
    };
    (sum, swapped)
}

/// The result where an operand is zero, infinite or NaN, and otherwise `usual`.
fn special(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    [a, b, c]: [&[Edge]; 3],
    usual: Vec<Edge>,
) -> Vec<Edge> {
    let x = unpack::classes(aig, format, a);
    let y = unpack::classes(aig, format, b);
    let z = unpack::classes(aig, format, c);
    let product_sign = aig.xor(sign(a), sign(b));
    let product_zero = aig.or(x.zero, y.zero);
    let product_infinite = aig.or(x.infinite, y.infinite);
    let undefined = aig.and(product_zero, product_infinite);
    let opposite = aig.xor(product_sign, sign(c));
    let both_infinite = aig.and_all(&[product_infinite, z.infinite, opposite]);
    let invalid = aig.or_all(&[x.nan, y.nan, z.nan, undefined, both_infinite]);
    // A product that is zero leaves the addend as it is, unless both are zeros of different signs.
    let zeros = aig.and(product_zero, z.zero);
    let zero_sign = wiring::ite(aig, opposite, &[mode.down], &[sign(c)])[0];
    let choices = [
        (product_zero, c.to_vec()),
        (zeros, zero(format, zero_sign)),
        (product_infinite, infinity(format, product_sign)),
        (z.infinite, c.to_vec()),
        (invalid, nan(format)),
    ];
    choose(aig, usual, &choices)
}
