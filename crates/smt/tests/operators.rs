//! Every operator's circuit against the evaluator: exhaustively at small widths.

use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{BitVec, Op, Sort, Term, TermPool};

const BINARY: &[Op] = &[
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::Concat,
    Op::Eq,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvUaddo,
    Op::BvSaddo,
    Op::BvSsubo,
    Op::BvUmulo,
    Op::BvSmulo,
];

/// Asks for the value of `term` when the symbols have the given values, and for a proof that it has no other.
fn check_value(pool: &mut TermPool, solver: &mut EmbeddedSolver, term: Term, symbols: &[Term], values: &[BitVec]) {
    let mut assumptions = Vec::new();
    let mut by_value = rustc_hash::FxHashMap::default();
    for (symbol, value) in symbols.iter().zip(values) {
        let constant = pool.bv(value.clone());
        assumptions.push(pool.eq(*symbol, constant));
        by_value.insert(*symbol, constant);
    }
    let expected = {
        let mut value = |pool: &mut TermPool, s| by_value.get(&pool.symbol_term(s)).copied();
        pool.substitute(term, &mut value, &mut Default::default())
    };
    assert!(pool.is_value(expected), "all symbols are bound");
    let differs = pool.ne(term, expected);
    assumptions.push(differs);
    let answer = solver.check(pool, &assumptions, &Limits::default());
    assert!(answer.is_unsat(), "{:?} on {values:?} is not its value", pool.op(term));
    assumptions.pop();
    assert!(matches!(solver.check(pool, &assumptions, &Limits::default()), Answer::Sat(_)));
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
                    check_value(&mut pool, &mut solver, term, &[a, b], &[x.clone(), y]);
                }
            }
        }
    }
}
