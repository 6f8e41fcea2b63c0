//! IC3 against a list of all states, on random circuits; and what it says of small programs.

use super::search::{Found, decide};
use crate::circuit::is_partial;
use crate::tests::{COUNTS, FAILS_LATE, check};
use expect_test::expect;
use rustc_hash::FxHashSet;
use sat::sequential::CircuitRun;
use sat::{Edge, Lit, Sequential};
use smt::{EmbeddedSolver, Limits, Solver};
use term::{Sort, TermPool};

/// Random numbers, by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % most
    }
}

/// A random circuit of a few latches and inputs. Next-state functions are one or two gates deep in what is there, with
/// latches as operands more often than gates, so that runs to something bad are long now and then.
fn circuit(seed: u64) -> Sequential {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut circuit = Sequential::default();
    let (latches, inputs) = (2 + random.below(7), random.below(4));
    let mut edges = Vec::new();
    for _ in 0..latches {
        let first = [Some(false), Some(false), Some(true), None][random.below(4)];
        edges.push(circuit.add_latch(first));
    }
    edges.extend((0..inputs).map(|_| circuit.add_input()));
    let leaves = edges.len();
    for _ in 0..random.below(4 * latches) + latches {
        let pick = |random: &mut Random, edges: &[Edge]| {
            let most = [leaves, edges.len()][random.below(2)];
            let number = random.below(most);
            edges[number].negate_if(random.below(2) == 1)
        };
        let (a, b) = (pick(&mut random, &edges), pick(&mut random, &edges));
        let edge = match random.below(4) {
            0 => circuit.aig.xor(a, b),
            1 => {
                let c = pick(&mut random, &edges);
                circuit.aig.ite(c, a, b)
            }
            _ => circuit.aig.and(a, b),
        };
        edges.push(edge);
    }
    // Half of the circuits count: each latch flips when all those before it are true.
    let mut carry = Edge::TRUE;
    let counts = random.below(2) == 0;
    for (latch, state) in edges[..latches].iter().copied().enumerate() {
        circuit.latches[latch].next = match counts && random.below(8) > 0 {
            true => circuit.aig.xor(state, carry),
            false => {
                let number = random.below(edges.len());
                edges[number].negate_if(random.below(2) == 1)
            }
        };
        carry = circuit.aig.and(carry, state);
    }
    for _ in 0..1 + random.below(2) {
        let lits: Vec<Edge> = (0..1 + random.below(latches))
            .map(|i| edges[i].negate_if(random.below(2) == 1))
            .collect();
        let cube = circuit.aig.and_all(&lits);
        circuit.bad.push(cube);
    }
    if random.below(3) == 0 {
        let number = random.below(edges.len());
        circuit.constraints.push(edges[number]);
    }
    circuit
}

fn bits(word: usize, count: usize) -> Vec<bool> {
    (0..count).map(|i| word >> i & 1 == 1).collect()
}

/// The number of steps to something bad, if a run gets there.
fn explicit(circuit: &Sequential) -> Option<usize> {
    let (latches, inputs) = (circuit.latches.len(), circuit.inputs.len());
    let is_first = |state: &Vec<bool>| {
        let mut all = circuit.latches.iter().zip(state);
        all.all(|(latch, value)| latch.first.is_none_or(|first| first == *value))
    };
    let mut layer: Vec<Vec<bool>> = (0..1 << latches).map(|word| bits(word, latches)).collect();
    layer.retain(is_first);
    let mut seen: FxHashSet<Vec<bool>> = layer.iter().cloned().collect();
    for depth in 0.. {
        let mut next = Vec::new();
        for state in &layer {
            for word in 0..1 << inputs {
                let step = circuit.step(state, &bits(word, inputs));
                if !circuit.constraints.iter().all(|c| step.value(*c)) {
                    continue;
                }
                if circuit.bad.iter().any(|b| step.value(*b)) {
                    return Some(depth);
                }
                let successor: Vec<bool> =
                    circuit.latches.iter().map(|l| step.value(l.next)).collect();
                if seen.insert(successor.clone()) {
                    next.push(successor);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// Whether clauses over the latches are an inductive invariant that excludes what is bad, state by state.
fn is_invariant(circuit: &Sequential, clauses: &[Vec<Lit>]) -> bool {
    let (latches, inputs) = (circuit.latches.len(), circuit.inputs.len());
    let holds = |state: &[bool]| {
        let is_true = |l: &Lit| state[l.var().0 as usize] != l.is_negated();
        clauses.iter().all(|clause| clause.iter().any(is_true))
    };
    (0..1 << latches).all(|word| {
        let state = bits(word, latches);
        let mut all = circuit.latches.iter().zip(&state);
        let is_first = all.all(|(latch, value)| latch.first.is_none_or(|first| first == *value));
        if !holds(&state) {
            return !is_first;
        }
        (0..1 << inputs).all(|word| {
            let step = circuit.step(&state, &bits(word, inputs));
            let successor: Vec<bool> = circuit.latches.iter().map(|l| step.value(l.next)).collect();
            !circuit.constraints.iter().all(|c| step.value(*c))
                || (!circuit.bad.iter().any(|b| step.value(*b)) && holds(&successor))
        })
    })
}

fn compare(seed: u64) -> bool {
    let circuit = circuit(seed);
    let (found, _) = decide(&circuit, &Limits::default(), &|_, _| {});
    match (found.expect("no limits"), explicit(&circuit)) {
        (Found::Invariant(clauses), None) => {
            assert!(is_invariant(&circuit, &clauses), "seed {seed}: {clauses:?}");
            true
        }
        (Found::Run(run), Some(depth)) => {
            assert!(circuit.judge(&run).is_some(), "seed {seed}: {run:?}");
            assert!(
                run.inputs.len() > depth,
                "seed {seed}: shorter than possible"
            );
            false
        }
        (found, expected) => panic!("seed {seed}: {found:?}, expected {expected:?}"),
    }
}

/// `AVER_IC3_CIRCUITS` says how many others.
#[test]
fn random_circuits() {
    let count = std::env::var("AVER_IC3_CIRCUITS");
    let count = count.map_or(400, |n| n.parse().expect("a number"));
    let safe = (1..=count).filter(|seed| compare(*seed)).count() as u64;
    assert!(
        safe > count / 10 && safe < count * 9 / 10,
        "{safe} of {count}"
    );
}

/// A counter of `n` bits that must not be all ones: the run to it has 2^n - 1 steps.
#[test]
fn a_long_run() {
    let mut circuit = Sequential::default();
    let bits: Vec<Edge> = (0..7).map(|_| circuit.add_latch(Some(false))).collect();
    let mut carry = Edge::TRUE;
    for (latch, bit) in bits.iter().enumerate() {
        circuit.latches[latch].next = circuit.aig.xor(*bit, carry);
        carry = circuit.aig.and(carry, *bit);
    }
    circuit.bad = vec![carry];
    let (found, _) = decide(&circuit, &Limits::default(), &|_, _| {});
    match found {
        Ok(Found::Run(CircuitRun { inputs, .. })) => assert_eq!(inputs.len(), 128),
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_the_search() {
    let limits = Limits {
        deadline: Some(std::time::Instant::now()),
        ..Limits::default()
    };
    // A wide counter takes more steps than there is time for.
    let mut circuit = Sequential::default();
    let bits: Vec<Edge> = (0..40).map(|_| circuit.add_latch(Some(false))).collect();
    let mut carry = Edge::TRUE;
    for (latch, bit) in bits.iter().enumerate() {
        circuit.latches[latch].next = circuit.aig.xor(*bit, carry);
        carry = circuit.aig.and(carry, *bit);
    }
    circuit.bad = vec![carry];
    let (found, _) = decide(&circuit, &limits, &|_, _| {});
    assert_eq!(found.err(), Some(smt::Why::Timeout));
}

#[test]
fn a_block_without_an_outcome_is_noticed() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bool);
    let y = pool.symbol("y", Sort::Bool);
    let not_x = pool.not(x);
    let block = |ends: Vec<term::Term>| encode::system::Block {
        ends,
        ..encode::system::Block::default()
    };
    for (ends, expected) in [
        (vec![x, not_x], false),
        (vec![x], true),
        (vec![x, not_x, y], true),
    ] {
        let partial = is_partial(&mut pool, &block(ends));
        let mut solver = EmbeddedSolver::new();
        let answer = solver.check(&mut pool, &[partial], &Limits::default());
        assert_eq!(answer.is_sat(), expected);
    }
}

#[test]
fn a_proof() {
    check(
        COUNTS,
        "--engine ic3 --facts off",
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by IC3
          t.c:3: (((((i >> 2 & 0x1) != 1 && ((i >> 1 & 0x1) != 1 || (i & 0x1) != 1)) || (i >> 3 & 0x1) != 1) && (i >> 4 & 0x1) != 1 && (i >> 5 & 0x1) != 1 && (i >> 6 & 0x1) != 1 && (i >> 7 & 0x1) != 1 && (i >> 8 & 0x1) != 1 && (i >> 9 & 0x1) != 1 && (i >> 10 & 0x1) != 1 && (i >> 11 & 0x1) != 1 && (i >> 12 & 0x1) != 1 && (i >> 13 & 0x1) != 1 && (i >> 14 & 0x1) != 1 && (i >> 15 & 0x1) != 1 && (i >> 16 & 0x1) != 1 && (i >> 17 & 0x1) != 1 && (i >> 18 & 0x1) != 1 && (i >> 19 & 0x1) != 1 && (i >> 20 & 0x1) != 1 && (i >> 21 & 0x1) != 1 && (i >> 22 & 0x1) != 1 && (i >> 23 & 0x1) != 1 && (i >> 24 & 0x1) != 1 && (i >> 25 & 0x1) != 1 && (i >> 26 & 0x1) != 1 && (i >> 27 & 0x1) != 1 && (i >> 28 & 0x1) != 1 && (i >> 29 & 0x1) != 1 && (i >> 30 & 0x1) != 1) || (i >> 31 & 0x1) == 1)
    "#]],
    );
}

#[test]
fn a_violation() {
    check(
        &FAILS_LATE.replace("#x0fffffff", "#x00000014"),
        "--engine ic3",
        expect![[r#"
            assert: FALSE at t.c:5
        "#]],
    );
}
