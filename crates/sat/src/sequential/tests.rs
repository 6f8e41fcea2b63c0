//! Reduction keeps every run, and what it says of latches holds.

use super::*;
use proptest::prelude::*;

/// A random circuit.
pub(crate) fn circuit(
    firsts: &[Option<bool>],
    inputs: usize,
    gates: &[(u8, u8, u8)],
    picks: &[u8],
) -> Sequential {
    let mut circuit = Sequential::default();
    let mut edges = vec![Edge::FALSE];
    edges.extend(firsts.iter().map(|first| circuit.add_latch(*first)));
    edges.extend((0..inputs).map(|_| circuit.add_input()));
    let pick = |edges: &[Edge], n: u8| edges[n as usize / 2 % edges.len()].negate_if(n % 2 == 1);
    for (op, a, b) in gates {
        let (a, b) = (pick(&edges, *a), pick(&edges, *b));
        edges.push(match op % 3 {
            0 => circuit.aig.xor(a, b),
            1 => circuit.aig.or(a, b),
            _ => circuit.aig.and(a, b),
        });
    }
    let mut picks = picks.iter().map(|n| pick(&edges, *n));
    for latch in &mut circuit.latches {
        latch.next = picks.next().expect("enough");
    }
    circuit.bad = picks.by_ref().take(2).collect();
    circuit.constraints = picks.take(1).collect();
    circuit
}

proptest! {
    #[test]
    fn reduction_keeps_runs(
        firsts in prop::collection::vec(any::<Option<bool>>(), 1..6),
        gates in prop::collection::vec(any::<(u8, u8, u8)>(), 1..24),
        picks in prop::collection::vec(any::<u8>(), 9..10),
        bits in prop::collection::vec(any::<u64>(), 6),
    ) {
        let circuit = circuit(&firsts, 3, &gates, &picks);
        let small = Reduced::new(&circuit);
        let first = small.circuit.latches.iter().zip(0..);
        let first = first.map(|(l, n)| l.first.unwrap_or(bits[0] >> n & 1 == 1)).collect();
        let inputs = bits.iter().map(|word| {
            (0..small.circuit.inputs.len()).map(|n| word >> n & 1 == 1).collect()
        });
        let run = CircuitRun { first, inputs: inputs.collect() };
        let lifted = small.lift(&circuit, &run);
        let mut ours = Vec::new();
        small.circuit.simulate(&run, |_, _, step| {
            let of = |e: &Edge| step.value(*e);
            ours.push((
                small.circuit.bad.iter().map(of).collect::<Vec<bool>>(),
                small.circuit.constraints.iter().map(of).collect::<Vec<bool>>(),
            ));
            true
        });
        let mut number = 0;
        let mut agree = true;
        circuit.simulate(&lifted, |_, state, step| {
            let of = |e: &Edge| step.value(*e);
            agree &= ours[number].0 == circuit.bad.iter().map(of).collect::<Vec<bool>>();
            agree &= ours[number].1 == circuit.constraints.iter().map(of).collect::<Vec<bool>>();
            let holds = |l: &crate::Lit| state[l.var().0 as usize] != l.is_negated();
            agree &= small.facts.iter().all(|clause| clause.iter().any(holds));
            number += 1;
            true
        });
        prop_assert!(agree);
    }
}

/// A toggle, its copy, its negation, a latch that stays zero and a counter that nothing reads.
#[test]
fn what_is_left() {
    let mut circuit = Sequential::default();
    let a = circuit.add_latch(Some(false));
    let b = circuit.add_latch(Some(false));
    let c = circuit.add_latch(Some(true));
    let zero = circuit.add_latch(Some(false));
    let unread = circuit.add_latch(Some(false));
    let go = circuit.add_input();
    let _unused = circuit.add_input();
    for (latch, edge) in [a, b].into_iter().enumerate() {
        circuit.latches[latch].next = circuit.aig.xor(edge, go);
    }
    circuit.latches[2].next = circuit.aig.xor(c, go);
    circuit.latches[3].next = circuit.aig.and(zero, go);
    circuit.latches[4].next = !unread;
    let both = circuit.aig.and(a, c);
    let other = circuit.aig.xor(a, b);
    let some = circuit.aig.or(zero, a);
    circuit.bad = vec![both, other, some];
    let small = Reduced::new(&circuit);
    assert_eq!(small.latches, [0]);
    assert_eq!(small.inputs, [0]);
    assert_eq!(small.circuit.bad[..2], [Edge::FALSE, Edge::FALSE]);
    assert_eq!(small.facts.len(), 5);
}
