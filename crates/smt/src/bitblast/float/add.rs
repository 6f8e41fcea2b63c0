//! Addition.
//!
//! The operand of the larger magnitude comes first, so that the difference of significands is never negative. The other one
//! is shifted to its place with two bits to spare and a sticky one: if it moves by more than one bit, a difference loses at
//! most one leading bit, so these decide rightly. The sum is not shifted to the left beyond the least exponent, so a
//! subnormal result, which is exact, needs no shift back.

use super::super::{adders, comparators, wiring};
use super::unpack::{self, Fixed, magnitude, sign};
use super::{Mode, choose, nan, round, shift};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn add(
    aig: &mut Aig,
    format: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    b: &[Edge],
) -> Vec<Edge> {
    let swap = comparators::ult(aig, magnitude(a), magnitude(b));
    let large = wiring::ite(aig, swap, b, a);
    let small = wiring::ite(aig, swap, a, b);
    let x = unpack::fixed(aig, format, &large);
    let y = unpack::fixed(aig, format, &small);
    let subtract = aig.xor(sign(a), sign(b));
    let (sum, exponent) = sum(aig, &x, &y, subtract);
    let is_zero = !aig.or_all(&sum);
    // Opposite numbers give +0, or -0 when rounding down; zeros of one sign keep it.
    let cancelled = wiring::ite(aig, subtract, &[mode.down], &[sign(a)])[0];
    let result_sign = wiring::ite(aig, is_zero, &[cancelled], &[sign(&large)])[0];
    let significand = shift::collapse(aig, &sum, format.significand as usize + 2);
    let usual = round::pack(aig, format, mode, result_sign, &exponent, &significand);
    // The larger one is NaN or infinite if any is: NaN has the largest patterns of all.
    let (c, d) = (
        unpack::classes(aig, format, &large),
        unpack::classes(aig, format, &small),
    );
    let both = aig.and_all(&[c.infinite, d.infinite, subtract]);
    let invalid = aig.or(c.nan, both);
    let choices = [(c.infinite, large), (invalid, nan(format))];
    choose(aig, usual, &choices)
}

/// The sum or difference of two numbers, the first one not the smaller: the leading bit on top, unless that would take an
/// exponent below 1, and the biased exponent of the top bit.
fn sum(aig: &mut Aig, x: &Fixed, y: &Fixed, subtract: Edge) -> (Vec<Edge>, Vec<Edge>) {
    let distance = adders::sub(aig, &x.exponent, &y.exponent);
    let widen = |bits: &[Edge]| wiring::concat(bits, &[Edge::FALSE; 3]);
    let (large, small) = (widen(&x.significand), widen(&y.significand));
    let small = shift::right_sticky(aig, &small, &distance);
    let (large, small) = (
        wiring::zero_extend(&large, 1),
        wiring::zero_extend(&small, 1),
    );
    let small: Vec<Edge> = small.iter().map(|&e| aig.xor(e, subtract)).collect();
    let (sum, _) = adders::add_with_carries(aig, &large, &small, subtract);
    // The top bit has the exponent of the larger number and one more; it may move down to 1.
    let zeros = shift::leading_zeros(aig, &sum);
    let width = zeros.len().max(x.exponent.len()) + 1;
    let extend = |bits: &[Edge]| wiring::zero_extend(bits, width - bits.len());
    let (zeros, room) = (extend(&zeros), extend(&x.exponent));
    let limited = comparators::ult(aig, &room, &zeros);
    let amount = wiring::ite(aig, limited, &room, &zeros);
    let sum = shift::left(aig, &sum, &amount);
    let one = super::number(1, width);
    let top = adders::add(aig, &room, &one);
    let exponent = adders::sub(aig, &top, &amount);
    (sum, exponent)
}
