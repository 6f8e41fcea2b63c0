//! Operators that need no gates, or one gate per bit.

use sat::{Aig, Edge};

pub(super) fn not(a: &[Edge]) -> Vec<Edge> {
    a.iter().map(|&x| !x).collect()
}

/// `high` above `low`.
pub(super) fn concat(high: &[Edge], low: &[Edge]) -> Vec<Edge> {
    low.iter().chain(high).copied().collect()
}

pub(super) fn zero_extend(a: &[Edge], count: usize) -> Vec<Edge> {
    let mut bits = a.to_vec();
    bits.resize(a.len() + count, Edge::FALSE);
    bits
}

pub(super) fn sign_extend(a: &[Edge], count: usize) -> Vec<Edge> {
    let mut bits = a.to_vec();
    bits.resize(a.len() + count, a[a.len() - 1]);
    bits
}

/// A binary gate on each pair of bits.
pub(super) fn bitwise(
    aig: &mut Aig,
    a: &[Edge],
    b: &[Edge],
    gate: fn(&mut Aig, Edge, Edge) -> Edge,
) -> Vec<Edge> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&x, &y)| gate(aig, x, y)).collect()
}

pub(super) fn ite(aig: &mut Aig, condition: Edge, then: &[Edge], otherwise: &[Edge]) -> Vec<Edge> {
    assert_eq!(then.len(), otherwise.len());
    then.iter()
        .zip(otherwise)
        .map(|(&t, &e)| aig.ite(condition, t, e))
        .collect()
}
