//! Shifts that lose nothing: what leaves to the right stays in the last bit.

use super::super::wiring;
use sat::{Aig, Edge};

/// `bits >> amount`, where the last bit is also set if a one was shifted out. Any amount will do.
pub(super) fn right_sticky(aig: &mut Aig, bits: &[Edge], amount: &[Edge]) -> Vec<Edge> {
    let width = bits.len();
    let mut result = bits.to_vec();
    let mut far = Edge::FALSE;
    for (k, &bit) in amount.iter().enumerate() {
        if k >= 32 || 1_usize << k >= width {
            far = aig.or(far, bit);
            continue;
        }
        let step = 1 << k;
        let lost = aig.or_all(&result[..step]);
        let mut shifted: Vec<Edge> = result[step..].to_vec();
        shifted.resize(width, Edge::FALSE);
        shifted[0] = aig.or(shifted[0], lost);
        result = wiring::ite(aig, bit, &shifted, &result);
    }
    let any = aig.or_all(&result);
    let mut gone = vec![Edge::FALSE; width];
    gone[0] = any;
    wiring::ite(aig, far, &gone, &result)
}

/// `bits << amount` within the width; amounts of the width or more give zero.
pub(super) fn left(aig: &mut Aig, bits: &[Edge], amount: &[Edge]) -> Vec<Edge> {
    let width = bits.len();
    let mut result = bits.to_vec();
    let mut far = Edge::FALSE;
    for (k, &bit) in amount.iter().enumerate() {
        if k >= 32 || 1_usize << k >= width {
            far = aig.or(far, bit);
            continue;
        }
        let mut shifted = vec![Edge::FALSE; 1 << k];
        shifted.extend_from_slice(&result[..width - (1 << k)]);
        result = wiring::ite(aig, bit, &shifted, &result);
    }
    wiring::ite(aig, far, &vec![Edge::FALSE; width], &result)
}

/// The number of zeros at the top, in as many bits as the width itself needs; the width if all bits are zero.
pub(super) fn leading_zeros(aig: &mut Aig, bits: &[Edge]) -> Vec<Edge> {
    let width = bits.len();
    let stages = usize::BITS as usize - width.leading_zeros() as usize;
    // Padded at the bottom by ones to a power of two: the count is then right also if all are zero.
    let mut rest = vec![Edge::TRUE; (1 << stages) - width];
    rest.extend_from_slice(bits);
    let mut count = Vec::with_capacity(stages);
    for k in (0..stages).rev() {
        let (low, high) = rest.split_at(1 << k);
        let empty = !aig.or_all(high);
        rest = wiring::ite(aig, empty, low, high);
        count.push(empty);
    }
    count.reverse();
    count
}

/// The top `width` bits, with everything below in the last one; padded by zeros if there are not as many.
pub(super) fn collapse(aig: &mut Aig, bits: &[Edge], width: usize) -> Vec<Edge> {
    if bits.len() <= width {
        let mut result = vec![Edge::FALSE; width - bits.len()];
        result.extend_from_slice(bits);
        return result;
    }
    let (low, high) = bits.split_at(bits.len() - width);
    let lost = aig.or_all(low);
    let mut result = high.to_vec();
    result[0] = aig.or(result[0], lost);
    result
}
