//! The encoding of random graphs: under every assignment of the inputs each edge has its value and no other.

use super::*;
use crate::{Budget, DefaultSolver, Outcome};
use proptest::prelude::*;

fn solve(solver: &mut DefaultSolver, assumptions: &[Lit]) -> Outcome {
    solver.solve(assumptions, Budget::default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn encoding_is_equivalent(code in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..25)) {
        let mut aig = Aig::new();
        let mut solver = DefaultSolver::new();
        let mut cnf = Cnf::new();
        let mut edges: Vec<Edge> = (0..3).map(|_| aig.input()).collect();
        let mut tables: Vec<u8> = vec![0b1010_1010, 0b1100_1100, 0b1111_0000];
        let inputs: Vec<Lit> = edges.iter().map(|e| cnf.lit(&aig, &mut solver, *e)).collect();
        for (op, a, b, c) in code {
            let of = |n: u8| {
                let i = n as usize / 2 % edges.len();
                let negate = n % 2 == 1;
                (edges[i].negate_if(negate), if negate { !tables[i] } else { tables[i] })
            };
            let ((a, ta), (b, tb), (c, tc)) = (of(a), of(b), of(c));
            let (edge, table) = match op % 6 {
                0 | 1 => (aig.and(a, b), ta & tb),
                2 => (aig.or(a, b), ta | tb),
                3 => (aig.xor(a, b), ta ^ tb),
                4 => (aig.ite(a, b, c), ta & tb | !ta & tc),
                _ => (aig.majority(a, b, c), ta & tb | ta & tc | tb & tc),
            };
            edges.push(edge);
            tables.push(table);
            // Asking for some early lets later gates find parts of themselves encoded.
            if op >= 128 {
                cnf.lit(&aig, &mut solver, edge);
            }
        }
        let known: Vec<(Lit, u8)> =
            edges.iter().zip(&tables).map(|(e, t)| (cnf.lit(&aig, &mut solver, *e), *t)).collect();
        for row in 0..8_u8 {
            let mut assumptions: Vec<Lit> =
                inputs.iter().enumerate().map(|(i, l)| l.negate_if(row >> i & 1 == 0)).collect();
            prop_assert_eq!(solve(&mut solver, &assumptions), Outcome::Sat);
            for (lit, table) in &known {
                prop_assert_eq!(solver.value(*lit), Some(table >> row & 1 == 1));
            }
            assumptions.push(!known.last().expect("not empty").0.negate_if(known.last().expect("not empty").1 >> row & 1 == 0));
            prop_assert_eq!(solve(&mut solver, &assumptions), Outcome::Unsat);
        }
    }

    /// Asserting an edge unless a literal holds: exactly the rows where the edge is true are left.
    #[test]
    fn assertions_are_equivalent(code in prop::collection::vec(any::<(u8, u8, u8)>(), 1..25)) {
        let mut aig = Aig::new();
        let mut solver = DefaultSolver::new();
        let mut cnf = Cnf::new();
        let mut edges: Vec<Edge> = (0..3).map(|_| aig.input()).collect();
        let mut tables: Vec<u8> = vec![0b1010_1010, 0b1100_1100, 0b1111_0000];
        let inputs = edges.clone();
        for (op, a, b) in code {
            let of = |n: u8| {
                let i = n as usize / 2 % edges.len();
                let negate = n % 2 == 1;
                (edges[i].negate_if(negate), if negate { !tables[i] } else { tables[i] })
            };
            let ((a, ta), (b, tb)) = (of(a), of(b));
            let (edge, table) = match op % 3 {
                0 => (aig.and(a, b), ta & tb),
                1 => (aig.or(a, b), ta | tb),
                _ => (aig.xor(a, b), ta ^ tb),
            };
            edges.push(edge);
            tables.push(table);
        }
        let unless = solver.new_var().positive();
        let (edge, table) = (*edges.last().expect("not empty"), *tables.last().expect("not empty"));
        cnf.assert(&aig, &mut solver, edge, Some(unless));
        let inputs: Vec<Lit> = inputs.iter().map(|e| cnf.lit(&aig, &mut solver, *e)).collect();
        for row in 0..8_u8 {
            let mut assumptions: Vec<Lit> =
                inputs.iter().enumerate().map(|(i, l)| l.negate_if(row >> i & 1 == 0)).collect();
            assumptions.push(!unless);
            let expected = if table >> row & 1 == 1 { Outcome::Sat } else { Outcome::Unsat };
            prop_assert_eq!(solve(&mut solver, &assumptions), expected);
            *assumptions.last_mut().expect("just pushed") = unless;
            prop_assert_eq!(solve(&mut solver, &assumptions), Outcome::Sat);
        }
    }
}

/// Deep graphs do not overflow the stack, and a conjunction of many is one gate.
#[test]
fn deep_graphs() {
    let mut aig = Aig::new();
    let mut solver = DefaultSolver::new();
    let mut cnf = Cnf::new();
    let inputs: Vec<Edge> = (0..200_000).map(|_| aig.input()).collect();
    let mut chain = inputs[0];
    for input in &inputs[1..] {
        chain = aig.and(chain, *input);
    }
    let lit = cnf.lit(&aig, &mut solver, chain);
    assert!(cnf.statistics().contains(&("smt.cnf.gates".to_string(), 1)));
    let last = cnf.lit(&aig, &mut solver, inputs[199_999]);
    assert_eq!(solve(&mut solver, &[lit, !last]), Outcome::Unsat);
    let mut failed = solver.failed().to_vec();
    failed.sort_unstable();
    assert_eq!(
        failed,
        [lit, !last]
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
}
