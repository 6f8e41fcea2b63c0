//! Square root: one bit of the root per row, by the restoring method of pencil and paper.
//!
//! With an even exponent the radicand lies between 1 and 4 and the root between 1 and 2, so it needs no normalisation. It is
//! subnormal only in formats with a large significand for their exponent.

use super::super::{adders, wiring};
use super::unpack::{self, sign};
use super::{Mode, choose, nan, round};
use sat::{Aig, Edge};
use term::FloatFormat;

pub(super) fn sqrt(aig: &mut Aig, format: FloatFormat, mode: &Mode, a: &[Edge]) -> Vec<Edge> {
    let x = unpack::normalised(aig, format, a);
    let odd = x.exponent[0];
    let even = wiring::zero_extend(&x.significand, 1);
    let doubled = wiring::concat(&x.significand, &[Edge::FALSE]);
    let radicand = wiring::ite(aig, odd, &doubled, &even);
    let root = root(aig, &radicand, format.significand as usize + 1);
    let unrounded = round::Unrounded {
        sign: Edge::FALSE,
        significand: root,
        // Half of it, rounded down.
        exponent: x.exponent[1..].to_vec(),
        least: unpack::least_exponent(format).div_euclid(2),
    };
    let usual = round::round(aig, format, mode, unrounded);
    let classes = unpack::classes(aig, format, a);
    // Of negative numbers only -0 has a root, itself.
    let negative = aig.and(sign(a), !classes.zero);
    let invalid = aig.or(classes.nan, negative);
    let itself = aig.or(classes.zero, classes.infinite);
    let choices = [(itself, a.to_vec()), (invalid, nan(format))];
    choose(aig, usual, &choices)
}

/// The first `bits` bits of the root of a number with two bits before the point, and a sticky bit for the rest.
fn root(aig: &mut Aig, radicand: &[Edge], bits: usize) -> Vec<Edge> {
    let digit = |i: usize| {
        let place = radicand.len().checked_sub(i + 1);
        place.map_or(Edge::FALSE, |place| radicand[place])
    };
    // The highest bits first, as they come.
    let mut root: Vec<Edge> = Vec::with_capacity(bits);
    // At most twice the root, so two bits more than the root are enough when two more digits come in.
    let mut rest: Vec<Edge> = Vec::new();
    for i in 0..bits {
        rest.splice(0..0, [digit(2 * i + 1), digit(2 * i)]);
        let mut trial = vec![Edge::TRUE, Edge::FALSE];
        trial.extend(root.iter().rev());
        let width = rest.len().max(trial.len());
        let pad = |bits: &[Edge]| wiring::zero_extend(bits, width - bits.len());
        let (padded, trial) = (pad(&rest), wiring::not(&pad(&trial)));
        let (difference, carries) = adders::add_with_carries(aig, &padded, &trial, Edge::TRUE);
        let fits = carries[width];
        rest = wiring::ite(aig, fits, &difference, &padded);
        rest.truncate(i + 2);
        root.push(fits);
    }
    let sticky = aig.or_all(&rest);
    let mut result = vec![sticky];
    result.extend(root.iter().rev());
    result
}
