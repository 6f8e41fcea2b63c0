//! What is written is read back as the same circuit; broken files have a message with the line.

use super::{Form, read, write_sequential};
use crate::aig::Edge;
use crate::sequential::Sequential;
use proptest::prelude::*;

fn random(firsts: &[Option<bool>], gates: &[(u8, u8, u8)], picks: &[u8]) -> Sequential {
    let mut circuit = Sequential::default();
    let mut edges = vec![Edge::FALSE];
    edges.extend(firsts.iter().map(|first| circuit.add_latch(*first)));
    edges.extend((0..2).map(|_| circuit.add_input()));
    let pick = |edges: &[Edge], n: u8| edges[n as usize / 2 % edges.len()].negate_if(n % 2 == 1);
    for (op, a, b) in gates {
        let (a, b) = (pick(&edges, *a), pick(&edges, *b));
        edges.push(match op % 2 {
            0 => circuit.aig.xor(a, b),
            _ => circuit.aig.and(a, b),
        });
    }
    let mut picks = picks.iter().map(|n| pick(&edges, *n));
    for latch in &mut circuit.latches {
        latch.next = picks.next().expect("enough");
    }
    circuit.bad = picks.by_ref().take(2).collect();
    circuit.constraints = picks.collect();
    circuit
}

fn written(circuit: &Sequential, form: Form) -> Vec<u8> {
    let mut file = Vec::new();
    let name = |i: usize| (i == 1).then(|| "a name".to_string());
    write_sequential(circuit, form, &name, &name, &mut file).expect("a vector takes all");
    file
}

proptest! {
    #[test]
    fn round_trips(
        firsts in prop::collection::vec(any::<Option<bool>>(), 1..5),
        gates in prop::collection::vec(any::<(u8, u8, u8)>(), 0..16),
        picks in prop::collection::vec(any::<u8>(), 7..9),
        states in prop::collection::vec((any::<u8>(), any::<u8>()), 8),
    ) {
        let circuit = random(&firsts, &gates, &picks);
        for form in [Form::Ascii, Form::Binary] {
            let again = read(&written(&circuit, form)).expect("it was just written");
            prop_assert_eq!(again.latches.len(), circuit.latches.len());
            let of = |c: &Sequential| c.latches.iter().map(|l| l.first).collect::<Vec<_>>();
            prop_assert_eq!(of(&again), of(&circuit));
            for (state, inputs) in &states {
                let bits = |word: u8, count: usize| -> Vec<bool> {
                    (0..count).map(|i| word >> i & 1 == 1).collect()
                };
                let (state, inputs) = (bits(*state, circuit.latches.len()), bits(*inputs, 2));
                let all = |c: &Sequential| {
                    let step = c.step(&state, &inputs);
                    let nexts = c.latches.iter().map(|l| l.next);
                    let others = c.bad.iter().chain(&c.constraints).copied();
                    nexts.chain(others).map(|e| step.value(e)).collect::<Vec<bool>>()
                };
                prop_assert_eq!(all(&again), all(&circuit));
            }
        }
    }

    #[test]
    fn mutated_files_are_refused_or_read(
        gates in prop::collection::vec(any::<(u8, u8, u8)>(), 0..16),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
        binary in any::<bool>(),
    ) {
        let circuit = random(&[None, Some(true)], &gates, &[3, 5, 7, 9, 11]);
        let form = if binary { Form::Binary } else { Form::Ascii };
        let mut file = written(&circuit, form);
        let at = at.index(file.len());
        match cut {
            true => file.truncate(at),
            false => file[at] = byte,
        }
        if let Err(broken) = read(&file) {
            prop_assert!(broken.line >= 1);
        }
    }
}

#[test]
fn broken_files() {
    for (file, message) in [
        ("", "line 1: the file ends too early"),
        (
            "p cnf 1 1\n",
            "line 1: a file in AIGER's format begins with `aag` or `aig`",
        ),
        (
            "aag 1 2 0 0 0\n",
            "line 1: the number of variables is not that of inputs, latches and ANDs",
        ),
        ("aag 1 1 0\n", "line 1: the header has 5 to 9 numbers"),
        (
            "aag 99999999999 0 0 0 0\n",
            "line 1: `99999999999` is no number up to 134217728",
        ),
        ("aag 2 1 1 0 0\n2\n", "line 3: the file ends too early"),
        (
            "aag 2 1 1 0 0\n2\n4 2 3\n",
            "line 3: a latch begins with 0, 1 or itself",
        ),
        ("aag 2 2 0 0 0\n2\n2\n", "line 3: 2 is defined twice"),
        (
            "aag 1 1 0 0 0\n3\n",
            "line 2: only a variable that is not negated can be defined",
        ),
        (
            "aag 1 1 0 1 0\n2\n6\n",
            "line 3: 6 is larger than the header allows",
        ),
        (
            "aag 2 0 0 1 2\n2\n2 4 4\n4 2 3\n",
            "line 4: 2 depends on itself",
        ),
        ("aag 2 0 0 1 0\n4\n", "line 2: 4 is not defined"),
        ("aag 1 0 0 1 1\n2\n2 1 x\n", "line 3: `x` is no literal"),
        ("aig 1 0 0 1 1\n2\n", "line 2: the file ends in the ANDs"),
        (
            "aag 0 0 0 0 0 0 0 1 0\n0\n",
            "line 1: justice properties are not supported",
        ),
    ] {
        match read(file.as_bytes()) {
            Err(broken) => assert_eq!(broken.to_string(), message, "{file:?}"),
            Ok(_) => panic!("{file:?} was read"),
        }
    }
}
