//! Multiplication, and its overflow flags.
//!
//! The general multiplier is the shift-add array: row `i` adds `a * b_i * 2^i`. If an operand has constant bits, it is the
//! one that selects the rows; a constant operand is recoded into its non-adjacent form (digits -1, 0, 1; Reitwiesner 1960),
//! at most half of whose digits are not zero, so that `x * 255` is one subtraction. In a square, `a_i a_j` and `a_j a_i`
//! make one product of twice the weight, so there are half as many rows.
//!
//! The overflow flags follow Schulte, Gok, Balzola, Brocato, "Combined unsigned and two's complement saturating multipliers"
//! (2000), as in Boolector: a look at the leading bits says whether the product needs more than `n + 1` bits; if it does
//! not, one product of `n + 1` bits tells. Its lower `n` bits are the nodes of the plain product, which are shared.

use super::{adders, wiring};
use sat::{Aig, Edge};

pub(super) fn mul(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    assert_eq!(a.len(), b.len());
    let constants = |bits: &[Edge]| bits.iter().filter(|e| e.as_constant().is_some()).count();
    let (a, b) = if constants(a) > constants(b) {
        (b, a)
    } else {
        (a, b)
    };
    let constant: Option<Vec<bool>> = b.iter().map(|e| e.as_constant()).collect();
    match constant {
        Some(constant) => mul_constant(aig, a, &constant),
        None if a == b => square(aig, a),
        None => mul_array(aig, a, b),
    }
}

/// Rows over the bits of `b`, each added to the part of the sum that it can change.
fn mul_array(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let mut sum: Vec<Edge> = vec![Edge::FALSE; width];
    for (i, &bit) in b.iter().enumerate() {
        if bit == Edge::FALSE {
            continue;
        }
        let row: Vec<Edge> = a[..width - i].iter().map(|&x| aig.and(x, bit)).collect();
        let upper = adders::add(aig, &sum[i..], &row);
        sum.splice(i.., upper);
    }
    sum
}

/// Row `i` is `a_i * 2^2i` and `a_i a_j * 2^(i + j + 1)` for the bits `j` above `i`.
fn square(aig: &mut Aig, a: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let mut sum: Vec<Edge> = vec![Edge::FALSE; width];
    for i in 0..width.div_ceil(2) {
        let products = a[i + 1..].iter().map(|&x| aig.and(x, a[i]));
        let mut row = vec![a[i], Edge::FALSE];
        row.extend(products);
        row.truncate(width - 2 * i);
        row.resize(width - 2 * i, Edge::FALSE);
        let upper = adders::add(aig, &sum[2 * i..], &row);
        sum.splice(2 * i.., upper);
    }
    sum
}

fn mul_constant(aig: &mut Aig, a: &[Edge], constant: &[bool]) -> Vec<Edge> {
    let width = a.len();
    let mut sum: Vec<Edge> = vec![Edge::FALSE; width];
    for (i, digit) in non_adjacent_form(constant).into_iter().enumerate() {
        let row = &a[..width - i];
        let upper = match digit {
            0 => continue,
            1 => adders::add(aig, &sum[i..], row),
            _ => adders::sub(aig, &sum[i..], row),
        };
        sum.splice(i.., upper);
    }
    sum
}

/// The digits of a number modulo `2^width`, lowest first, no two neighbours both non-zero.
fn non_adjacent_form(bits: &[bool]) -> Vec<i8> {
    let mut digits = Vec::with_capacity(bits.len());
    let mut carry = false;
    for i in 0..bits.len() {
        let next = bits.get(i + 1).copied().unwrap_or(false);
        // What is left of the number from bit i on is even, or odd and 1 or 3 modulo 4.
        let odd = bits[i] != carry;
        digits.push(match (odd, next) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        });
        carry = if odd { next } else { bits[i] && carry };
    }
    digits
}

/// The unsigned product does not fit.
pub(super) fn umulo(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    let mut overflow = leading_bits_overflow(aig, a, b);
    if width > 1 {
        let product = mul(aig, &wiring::zero_extend(a, 1), &wiring::zero_extend(b, 1));
        overflow = aig.or(overflow, product[width]);
    }
    overflow
}

/// The signed product does not fit.
pub(super) fn smulo(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    // How far a number is from 0 or -1, whichever is nearer: a bound on its magnitude that needs no carry.
    let magnitude = |aig: &mut Aig, bits: &[Edge]| -> Vec<Edge> {
        bits[..width - 1]
            .iter()
            .map(|&x| aig.xor(x, bits[width - 1]))
            .collect()
    };
    let (high_a, high_b) = (magnitude(aig, a), magnitude(aig, b));
    let overflow = leading_bits_overflow(aig, &high_a, &high_b);
    let product = mul(aig, &wiring::sign_extend(a, 1), &wiring::sign_extend(b, 1));
    let beyond = aig.xor(product[width], product[width - 1]);
    aig.or(overflow, beyond)
}

/// Whether bits `p` of `a` and `q` of `b` are set with `p + q >= a.len()`.
fn leading_bits_overflow(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    let mut overflow = Edge::FALSE;
    let mut any_high = Edge::FALSE;
    for q in 1..width {
        any_high = aig.or(any_high, a[width - q]);
        let both = aig.and(any_high, b[q]);
        overflow = aig.or(overflow, both);
    }
    overflow
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits of every number of up to nine bits add up to it, modulo the power of two, and no two neighbours are
    /// non-zero.
    #[test]
    fn non_adjacent_forms_are_right() {
        for width in 1..=9_usize {
            for number in 0..1_i64 << width {
                let bits: Vec<bool> = (0..width).map(|i| number >> i & 1 == 1).collect();
                let digits = non_adjacent_form(&bits);
                let sum: i64 = digits
                    .iter()
                    .enumerate()
                    .map(|(i, d)| i64::from(*d) << i)
                    .sum();
                assert_eq!(sum.rem_euclid(1 << width), number);
                assert!(digits.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0));
            }
        }
    }
}
