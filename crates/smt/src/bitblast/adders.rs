//! Addition, subtraction and negation: ripple-carry adders, and the overflow flags that fall out of their carries.
//!
//! Ripple carry is the right adder for SAT: depth does not matter, and the full adder's sum and majority are gates that
//! the CNF encodes whole.

use sat::{Aig, Edge};

/// The sum `a + b + carry`, and the carries: `carries[i]` goes into bit `i`, the last one comes out.
pub(super) fn add_with_carries(
    aig: &mut Aig,
    a: &[Edge],
    b: &[Edge],
    carry: Edge,
) -> (Vec<Edge>, Vec<Edge>) {
    assert_eq!(a.len(), b.len());
    let mut carries = vec![carry];
    let mut sum = Vec::with_capacity(a.len());
    let mut carry = carry;
    for (&x, &y) in a.iter().zip(b) {
        let half = aig.xor(x, y);
        sum.push(aig.xor(half, carry));
        carry = aig.majority(x, y, carry);
        carries.push(carry);
    }
    (sum, carries)
}

pub(super) fn add(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    add_with_carries(aig, a, b, Edge::FALSE).0
}

/// `a - b` as `a + !b + 1`.
pub(super) fn sub(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    add_with_carries(aig, a, &super::wiring::not(b), Edge::TRUE).0
}

pub(super) fn neg(aig: &mut Aig, a: &[Edge]) -> Vec<Edge> {
    let zero = vec![Edge::FALSE; a.len()];
    sub(aig, &zero, a)
}

/// `a` if not `condition`, else `-a`.
pub(super) fn neg_if(aig: &mut Aig, condition: Edge, a: &[Edge]) -> Vec<Edge> {
    let flipped: Vec<Edge> = a.iter().map(|&x| aig.xor(x, condition)).collect();
    let zero = vec![Edge::FALSE; a.len()];
    add_with_carries(aig, &flipped, &zero, condition).0
}

/// The unsigned sum does not fit: a carry comes out.
pub(super) fn uaddo(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    last(&add_with_carries(aig, a, b, Edge::FALSE).1)
}

/// The signed sum does not fit: the carries into and out of the sign bit differ.
pub(super) fn saddo(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (_, carries) = add_with_carries(aig, a, b, Edge::FALSE);
    aig.xor(carries[a.len() - 1], carries[a.len()])
}

/// The signed difference does not fit.
pub(super) fn ssubo(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (_, carries) = add_with_carries(aig, a, &super::wiring::not(b), Edge::TRUE);
    aig.xor(carries[a.len() - 1], carries[a.len()])
}

fn last(edges: &[Edge]) -> Edge {
    *edges.last().expect("a width is at least 1")
}
