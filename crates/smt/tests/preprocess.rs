//! Preprocessing: what facts do to the rest of a query, and that answers, models and cores stay right.

mod common;

use common::{Code, Material};
use proptest::prelude::*;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{Sort, Term, TermPool};

fn counter(solver: &EmbeddedSolver, name: &str) -> u64 {
    let all = solver.statistics();
    let found = all.iter().find(|(n, _)| n == name);
    found.expect("there is such a counter").1
}

/// How many gates it takes to decide a chain of remainders of two numbers, which a bound may make small.
fn gates_of_remainders(bound: Option<u64>, assumed: bool) -> u64 {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let (x, y) = (
        pool.symbol("x", Sort::BitVec(32)),
        pool.symbol("y", Sort::BitVec(32)),
    );
    let mut members = Vec::new();
    for symbol in [x, y] {
        if let Some(bound) = bound {
            let k = pool.bv_u64(32, bound);
            members.push(pool.ult(symbol, k));
        }
    }
    let (mut a, mut b) = (x, y);
    for _ in 0..3 {
        let r = pool.bvurem(a, b);
        (a, b) = (b, r);
    }
    let goal = pool.bv_u64(32, 5);
    members.push(pool.eq(b, goal));
    let query = pool.and_all(members);
    let assumptions: &[Term] = if assumed {
        &[query]
    } else {
        solver.assert(&mut pool, query);
        &[]
    };
    let answer = solver.check(&mut pool, assumptions, &Limits::default());
    assert!(answer.is_sat());
    counter(&solver, "smt.bitblast.ands")
}

#[test]
fn bounds_make_circuits_small() {
    let wide = gates_of_remainders(None, false);
    for assumed in [false, true] {
        let narrow = gates_of_remainders(Some(128), assumed);
        assert!(10 * narrow < wide, "{narrow} gates instead of {wide}");
    }
}

/// The facts of a scope end with it.
#[test]
fn facts_end_with_their_scope() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let x = pool.symbol("x", Sort::BitVec(8));
    let y = pool.symbol("y", Sort::BitVec(8));
    let three = pool.bv_u64(8, 3);
    let is_three = pool.eq(x, three);
    let sum = pool.bvadd(x, y);
    let ten = pool.bv_u64(8, 10);
    let goal = pool.eq(sum, ten);
    let seven = pool.bv_u64(8, 7);
    let not_seven = pool.ne(y, seven);
    solver.push();
    solver.assert(&mut pool, is_three);
    solver.assert(&mut pool, goal);
    let none = Limits::default();
    assert!(solver.check(&mut pool, &[not_seven], &none).is_unsat());
    solver.pop();
    solver.assert(&mut pool, goal);
    assert!(solver.check(&mut pool, &[not_seven], &none).is_sat());
    assert!(
        solver
            .check(&mut pool, &[not_seven, is_three], &none)
            .is_unsat()
    );
    assert!(solver.check(&mut pool, &[not_seven], &none).is_sat());
}

/// Definitions in a circle are not followed.
#[test]
fn circles_of_equations() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| pool.symbol(n, Sort::BitVec(8)));
    let one = pool.bv_u64(8, 1);
    for (a, b) in [(x, y), (y, z), (z, x)] {
        let next = pool.bvmul(b, b);
        let next = pool.bvadd(next, one);
        let equation = pool.eq(a, next);
        solver.assert(&mut pool, equation);
    }
    // Modulo 256, squares plus one do go round: the answer must be the same as without the facts.
    let answer = solver.check(&mut pool, &[], &Limits::default());
    let ours = answer.is_sat();
    let brute = (0..=255_u8).any(|x| {
        let f = |v: u8| v.wrapping_mul(v).wrapping_add(1);
        f(f(f(x))) == x
    });
    assert_eq!(ours, brute);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random conjunctions with facts: asserted at once, one by one in scopes, and assumed, the answers are those of a
    /// brute force over all assignments.
    #[test]
    fn answers_stay_right(
        code in prop::collection::vec(any::<Code>(), 1..30),
        facts in prop::collection::vec(any::<(u8, u8, u8)>(), 0..5),
        signs in any::<u32>(),
    ) {
        let width = 3;
        let mut pool = TermPool::new();
        let mut material = Material::new(&mut pool, width, 3);
        let symbols = material.vectors.clone();
        let bools = material.bools.clone();
        for instruction in code {
            material.step(&mut pool, instruction);
        }
        let mut assertions: Vec<Term> = Vec::new();
        for (kind, a, b) in facts {
            let x = symbols[a as usize % 3];
            let k = pool.bv_u64(width, u64::from(b));
            let t = material.vectors[b as usize % material.vectors.len()];
            assertions.push(match kind % 7 {
                0 => pool.ult(x, k),
                1 => pool.slt(x, k),
                2 => pool.slt(k, x),
                3 => pool.eq(x, k),
                4 => pool.eq(x, t),
                5 => bools[a as usize % 2],
                _ => pool.ult(k, x),
            });
        }
        for (i, b) in material.bools.iter().rev().take(4).enumerate() {
            assertions.push(if signs >> i & 1 == 1 { *b } else { pool.not(*b) });
        }
        let mut expected = false;
        for n in 0..1_u64 << (3 * width + 2) {
            let mut assignment = rustc_hash::FxHashMap::default();
            for (i, x) in symbols.iter().enumerate() {
                let value = term::BitVec::new(width, n >> (3 * i));
                assignment.insert(pool.as_symbol(*x).unwrap(), term::Value::BitVec(value));
            }
            for (i, p) in bools.iter().enumerate() {
                let value = n >> (3 * width as usize + i) & 1 == 1;
                assignment.insert(pool.as_symbol(*p).unwrap(), term::Value::Bool(value));
            }
            let mut evaluator = term::eval::Evaluator::new(&pool, &assignment);
            if assertions.iter().all(|a| evaluator.eval(*a).as_bool()) {
                expected = true;
                break;
            }
        }
        let none = Limits::default();
        let all = pool.and_all(assertions.clone());
        let mut solver = EmbeddedSolver::new();
        prop_assert_eq!(solver.check(&mut pool, &[all], &none).is_sat(), expected);
        for assertion in &assertions {
            solver.push();
            solver.assert(&mut pool, *assertion);
            let _ = solver.check(&mut pool, &[], &none);
        }
        prop_assert_eq!(solver.check(&mut pool, &[], &none).is_sat(), expected);
        for _ in &assertions {
            solver.pop();
        }
        prop_assert!(solver.check(&mut pool, &[], &none).is_sat());
        let core = match solver.check(&mut pool, &assertions, &none) {
            Answer::Unsat(core) => Some(core.terms().to_vec()),
            _ => None,
        };
        prop_assert_eq!(core.is_none(), expected);
        if let Some(core) = core {
            let mut fresh = EmbeddedSolver::new();
            prop_assert!(fresh.check(&mut pool, &core, &none).is_unsat());
        }
    }
}
