//! Shifts: logarithmic barrel shifters.
//!
//! Stage `k` shifts by `2^k` if bit `k` of the amount is set, for all `2^k` below the width. If a higher bit is set, every
//! bit is shifted out.

use super::wiring;
use sat::{Aig, Edge};

pub(super) fn shl(aig: &mut Aig, a: &[Edge], amount: &[Edge]) -> Vec<Edge> {
    // A left shift is a right shift of the mirror image.
    let mirrored: Vec<Edge> = a.iter().rev().copied().collect();
    let mut shifted = shift_right(aig, &mirrored, amount, Edge::FALSE);
    shifted.reverse();
    shifted
}

pub(super) fn lshr(aig: &mut Aig, a: &[Edge], amount: &[Edge]) -> Vec<Edge> {
    shift_right(aig, a, amount, Edge::FALSE)
}

pub(super) fn ashr(aig: &mut Aig, a: &[Edge], amount: &[Edge]) -> Vec<Edge> {
    shift_right(aig, a, amount, a[a.len() - 1])
}

fn shift_right(aig: &mut Aig, a: &[Edge], amount: &[Edge], fill: Edge) -> Vec<Edge> {
    let width = a.len();
    let stages = amount
        .iter()
        .enumerate()
        .take_while(|(k, _)| *k < 32 && 1_usize << k < width)
        .count();
    let mut bits = a.to_vec();
    for (k, &bit) in amount[..stages].iter().enumerate() {
        let shifted: Vec<Edge> = (0..width)
            .map(|i| *bits.get(i + (1 << k)).unwrap_or(&fill))
            .collect();
        bits = wiring::ite(aig, bit, &shifted, &bits);
    }
    let all_out = aig.or_all(&amount[stages..]);
    wiring::ite(aig, all_out, &vec![fill; width], &bits)
}
