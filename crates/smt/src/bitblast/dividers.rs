//! Division and remainder.
//!
//! Unsigned: the restoring divider, one subtraction per bit of the quotient; the high bits of the partial remainder are
//! still constant in the early rows, so half of the square folds away. Division by zero comes out as SMT-LIB wants it, all
//! ones and the dividend, with nothing to be done. Signed: unsigned on the magnitudes.
//!
//! What programs rely on is rarely the quotient itself but that a remainder is less than its divisor, which takes a SAT
//! solver a million conflicts to find out at 32 bits. So [`facts`] says it.

use super::{adders, comparators, wiring};
use sat::{Aig, Edge};

/// Quotient and remainder.
pub(super) type Division = (Vec<Edge>, Vec<Edge>);

pub(super) fn divide(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Division {
    assert_eq!(a.len(), b.len());
    let width = a.len();
    let divisor = wiring::zero_extend(b, 1);
    let not_divisor = wiring::not(&divisor);
    let mut quotient = vec![Edge::FALSE; width];
    let mut remainder = vec![Edge::FALSE; width];
    for i in (0..width).rev() {
        // Below the divisor before, so below twice the divisor now: one bit more is enough.
        remainder.insert(0, a[i]);
        let (difference, carries) =
            adders::add_with_carries(aig, &remainder, &not_divisor, Edge::TRUE);
        let fits = carries[width + 1];
        quotient[i] = fits;
        remainder = wiring::ite(aig, fits, &difference, &remainder);
        // Zero, unless the divisor is: then the bit is lost from `a`, of which at most `width` bits come in anyway.
        remainder.truncate(width);
    }
    (quotient, remainder)
}

/// What holds of every division, for the SAT solver to know: unless the divisor is zero, the remainder is less than the
/// divisor and the quotient at most the dividend; the remainder is at most the dividend in any case.
pub(super) fn facts(
    aig: &mut Aig,
    a: &[Edge],
    b: &[Edge],
    (quotient, remainder): &Division,
) -> [Edge; 3] {
    let by_zero = !aig.or_all(b);
    let less = comparators::ult(aig, remainder, b);
    let at_most = comparators::ule(aig, quotient, a);
    [
        aig.or(by_zero, less),
        aig.or(by_zero, at_most),
        comparators::ule(aig, remainder, a),
    ]
}

/// The magnitudes of two's complement operands.
pub(super) fn magnitudes(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
    let magnitude = |aig: &mut Aig, bits: &[Edge]| adders::neg_if(aig, bits[bits.len() - 1], bits);
    (magnitude(aig, a), magnitude(aig, b))
}

/// The signed quotient, of the unsigned one of the magnitudes.
pub(super) fn signed_quotient(
    aig: &mut Aig,
    a: &[Edge],
    b: &[Edge],
    quotient: &[Edge],
) -> Vec<Edge> {
    let negative = aig.xor(a[a.len() - 1], b[b.len() - 1]);
    adders::neg_if(aig, negative, quotient)
}

/// The signed remainder, of the unsigned one of the magnitudes: it has the sign of the dividend.
pub(super) fn signed_remainder(aig: &mut Aig, a: &[Edge], remainder: &[Edge]) -> Vec<Edge> {
    adders::neg_if(aig, a[a.len() - 1], remainder)
}
