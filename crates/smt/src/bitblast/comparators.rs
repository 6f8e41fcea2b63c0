//! Equality and order.

use sat::{Aig, Edge};

pub(super) fn eq(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    assert_eq!(a.len(), b.len());
    let mut same = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let bit = aig.xnor(x, y);
        if bit == Edge::FALSE {
            return bit;
        }
        same.push(bit);
    }
    aig.and_all(&same)
}

/// `a < b`: the borrow of `a - b`, as a chain of majorities from the lowest bit.
pub(super) fn ult(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    less(aig, a, b, Edge::FALSE)
}

pub(super) fn ule(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    less(aig, a, b, Edge::TRUE)
}

/// As unsigned, with the sign bits exchanged.
pub(super) fn slt(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (a, b) = exchange_signs(a, b);
    ult(aig, &a, &b)
}

pub(super) fn sle(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (a, b) = exchange_signs(a, b);
    ule(aig, &a, &b)
}

/// `a < b`, or `a <= b` if `equal` is true.
fn less(aig: &mut Aig, a: &[Edge], b: &[Edge], equal: Edge) -> Edge {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .fold(equal, |below, (&x, &y)| aig.majority(!x, y, below))
}

fn exchange_signs(a: &[Edge], b: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    let sign = a.len() - 1;
    std::mem::swap(&mut a[sign], &mut b[sign]);
    (a, b)
}
