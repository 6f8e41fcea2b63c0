//! Simplification against evaluation, on random graphs; and the shapes that the encoder relies on.

use super::*;
use proptest::prelude::*;

/// The value of every node under an assignment of the inputs, given as bits in the order in which the inputs were made.
fn simulate(aig: &Aig, inputs: u32) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::with_capacity(aig.len());
    let mut next = 0;
    for node in 0..aig.len() {
        let of = |values: &[bool], e: Edge| values[e.node()] != e.is_negated();
        let value = match aig.operands(node) {
            Some((a, b)) => of(&values, a) && of(&values, b),
            None if node == 0 => false,
            None => {
                next += 1;
                inputs >> (next - 1) & 1 == 1
            }
        };
        values.push(value);
    }
    values
}

fn value(values: &[bool], edge: Edge) -> bool {
    values[edge.node()] != edge.is_negated()
}

proptest! {
    /// Whatever is simplified, an edge keeps the function that was asked for.
    #[test]
    fn edges_denote_what_was_asked_for(code in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..60)) {
        let mut aig = Aig::new();
        let mut edges: Vec<Edge> = (0..4).map(|_| aig.input()).collect();
        // The truth table over four inputs of each edge, by definition.
        let mut tables: Vec<u16> = vec![0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];
        for (op, a, b, c) in code {
            let of = |n: u8| {
                let i = n as usize / 2 % edges.len();
                let negate = n % 2 == 1;
                (edges[i].negate_if(negate), if negate { !tables[i] } else { tables[i] })
            };
            let ((a, ta), (b, tb), (c, tc)) = (of(a), of(b), of(c));
            let (edge, table) = match op % 5 {
                0 => (aig.and(a, b), ta & tb),
                1 => (aig.or(a, b), ta | tb),
                2 => (aig.xor(a, b), ta ^ tb),
                3 => (aig.ite(a, b, c), ta & tb | !ta & tc),
                _ => (aig.majority(a, b, c), ta & tb | ta & tc | tb & tc),
            };
            edges.push(edge);
            tables.push(table);
        }
        for inputs in 0..16 {
            let values = simulate(&aig, inputs);
            for (edge, table) in edges.iter().zip(&tables) {
                prop_assert_eq!(value(&values, *edge), table >> inputs & 1 == 1);
            }
            for node in 0..aig.len() {
                let of = |e: Edge| value(&values, e);
                let shape = match aig.shape(node) {
                    Shape::Leaf => continue,
                    Shape::And(a, b) => of(a) && of(b),
                    Shape::Xor(a, b) => of(a) != of(b),
                    Shape::Ite(c, t, e) => if of(c) { of(t) } else { of(e) },
                    Shape::Majority(a, b, c) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2,
                };
                prop_assert_eq!(shape, values[node]);
            }
        }
    }
}

#[test]
fn gates_are_recognised() {
    let mut aig = Aig::new();
    let [a, b, c] = [(); 3].map(|()| aig.input());
    let xor = aig.xor(a, b);
    assert!(matches!(aig.shape(xor.node()), Shape::Xor(..)));
    let ite = aig.ite(a, b, c);
    assert!(matches!(aig.shape(ite.node()), Shape::Ite(..)));
    let majority = aig.majority(a, b, c);
    assert!(matches!(aig.shape(majority.node()), Shape::Majority(..)));
    let and = aig.and(a, b);
    assert!(matches!(aig.shape(and.node()), Shape::And(..)));
}

#[test]
fn rules_fold() {
    let mut aig = Aig::new();
    let [a, b, c] = [(); 3].map(|()| aig.input());
    let ab = aig.and(a, b);
    let not_b = aig.and(a, !b);
    assert_eq!(aig.and(ab, !a), Edge::FALSE, "contradiction");
    assert_eq!(aig.and(ab, not_b), Edge::FALSE, "contradiction of two ANDs");
    assert_eq!(aig.and(!ab, !a), !a, "subsumption");
    assert_eq!(aig.and(ab, b), ab, "idempotence");
    assert_eq!(aig.and(!ab, !not_b), !a, "resolution");
    assert_eq!(aig.and(!ab, a), not_b, "substitution");
    let ac = aig.and(a, c);
    let before = aig.ands();
    let abc = aig.and(ab, ac);
    assert_eq!(aig.and(ab, c), abc, "idempotence of two ANDs");
    assert_eq!(aig.ands(), before + 1);
}
