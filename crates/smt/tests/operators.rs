//! Every operator's circuit against the evaluator: exhaustively at small widths, and on random terms at larger ones.

mod common;

use common::{BINARY, Code, Material};
use proptest::prelude::*;
use smt::{EmbeddedSolver, Limits, Solver};
use std::collections::HashMap;
use term::{BitVec, Op, Sort, Term, TermPool};

/// Proves that `term` has the value that the evaluator says when the symbols have the given values.
fn check_value(
    pool: &mut TermPool,
    solver: &mut EmbeddedSolver,
    term: Term,
    bindings: &[(Term, Term)],
) {
    let values: HashMap<Term, Term> = bindings.iter().copied().collect();
    let mut value = |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
    let expected = pool.substitute(term, &mut value, &mut Default::default());
    assert!(pool.is_value(expected), "all symbols are bound");
    let mut assumptions: Vec<Term> = bindings
        .iter()
        .map(|(symbol, value)| pool.eq(*symbol, *value))
        .collect();
    assert!(
        solver
            .check(pool, &assumptions, &Limits::default())
            .is_sat()
    );
    assumptions.push(pool.ne(term, expected));
    let answer = solver.check(pool, &assumptions, &Limits::default());
    assert!(
        answer.is_unsat(),
        "the circuit of {:?} differs from its value",
        pool.op(term)
    );
}

fn all_values(width: u32) -> impl Iterator<Item = BitVec> {
    (0..1_u64 << width).map(move |v| BitVec::new(width, v))
}

#[test]
fn binary_operators_exhaustively() {
    for width in 1..=4 {
        let mut pool = TermPool::new();
        let mut solver = EmbeddedSolver::new();
        let a = pool.symbol("a", Sort::BitVec(width));
        let b = pool.symbol("b", Sort::BitVec(width));
        for &op in BINARY {
            let term = pool.mk(op, &[a, b]);
            for x in all_values(width) {
                for y in all_values(width) {
                    let (x, y) = (pool.bv(x.clone()), pool.bv(y));
                    check_value(&mut pool, &mut solver, term, &[(a, x), (b, y)]);
                }
            }
        }
    }
}

/// A constant operand takes another circuit in multiplication, and folds gates elsewhere.
#[test]
fn binary_operators_with_a_constant_exhaustively() {
    for width in 1..=4 {
        let mut pool = TermPool::new();
        let mut solver = EmbeddedSolver::new();
        let a = pool.symbol("a", Sort::BitVec(width));
        for &op in BINARY {
            for constant in all_values(width) {
                let constant = pool.bv(constant);
                for term in [pool.mk(op, &[a, constant]), pool.mk(op, &[constant, a])] {
                    for x in all_values(width) {
                        let x = pool.bv(x);
                        check_value(&mut pool, &mut solver, term, &[(a, x)]);
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators_exhaustively() {
    for width in 1..=4 {
        let mut pool = TermPool::new();
        let mut solver = EmbeddedSolver::new();
        let a = pool.symbol("a", Sort::BitVec(width));
        let mut ops = vec![Op::BvNot, Op::BvNeg, Op::ZeroExtend(3), Op::SignExtend(3)];
        for low in 0..width {
            ops.extend((low..width).map(|high| Op::Extract(high, low)));
        }
        for op in ops {
            let term = pool.mk(op, &[a]);
            for x in all_values(width) {
                let x = pool.bv(x);
                check_value(&mut pool, &mut solver, term, &[(a, x)]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_terms(
        width in 1_u32..=70,
        code in prop::collection::vec(any::<Code>(), 1..25),
        values in prop::collection::vec(any::<u128>(), 3),
        bools in any::<(bool, bool)>(),
    ) {
        let mut pool = TermPool::new();
        let mut material = Material::new(&mut pool, width, 3);
        let mut bindings: Vec<(Term, Term)> =
            vec![(material.bools[0], pool.bool(bools.0)), (material.bools[1], pool.bool(bools.1))];
        for (symbol, value) in material.vectors.clone().into_iter().zip(values) {
            bindings.push((symbol, pool.bv(BitVec::from_u128(width, value))));
        }
        for instruction in code {
            material.step(&mut pool, instruction);
        }
        let mut solver = EmbeddedSolver::new();
        let last = *material.vectors.last().expect("there are symbols");
        check_value(&mut pool, &mut solver, last, &bindings);
        let last = *material.bools.last().expect("there are symbols");
        check_value(&mut pool, &mut solver, last, &bindings);
    }
}
