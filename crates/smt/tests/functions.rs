//! Uninterpreted functions: congruence, models, scopes.

use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{FloatFormat, Sort, Term, TermPool};

struct Setting {
    pool: TermPool,
    solver: EmbeddedSolver,
    x: Vec<Term>,
    f_of: Vec<Term>,
}

/// Symbols `x0, x1, ...` and `f` of each.
fn setting(count: usize, width: u32) -> Setting {
    let mut pool = TermPool::new();
    let word = Sort::BitVec(width);
    let f = pool.function("f", &[word], word);
    let x: Vec<Term> = (0..count)
        .map(|i| pool.symbol(&format!("x{i}"), word))
        .collect();
    let f_of = x.iter().map(|x| pool.apply(f, &[*x])).collect();
    Setting {
        pool,
        solver: EmbeddedSolver::new(),
        x,
        f_of,
    }
}

impl Setting {
    fn check(&mut self, assumptions: &[Term]) -> bool {
        match self
            .solver
            .check(&mut self.pool, assumptions, &Limits::default())
        {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown(why) => panic!("{why:?}"),
        }
    }
}

#[test]
fn equal_arguments_give_equal_results() {
    let mut s = setting(2, 8);
    let same = s.pool.eq(s.x[0], s.x[1]);
    let differ = s.pool.ne(s.f_of[0], s.f_of[1]);
    assert!(s.check(&[same]));
    assert!(s.check(&[differ]));
    assert!(!s.check(&[same, differ]));
}

/// `f(f(f(x))) = x` and `f(f(f(f(f(x))))) = x` imply `f(x) = x`.
#[test]
fn cycles() {
    let mut s = setting(1, 4);
    let f = s.pool.find_function("f").unwrap();
    let mut power = vec![s.x[0]];
    for i in 0..5 {
        let next = s.pool.apply(f, &[power[i]]);
        power.push(next);
    }
    let three = s.pool.eq(power[3], power[0]);
    let five = s.pool.eq(power[5], power[0]);
    let moves = s.pool.ne(power[1], power[0]);
    assert!(s.check(&[three, moves]));
    assert!(s.check(&[five, moves]));
    assert!(!s.check(&[three, five, moves]));
}

/// More pigeons than holes: an injective function into fewer values.
#[test]
fn injections() {
    let mut s = setting(5, 2);
    for i in 0..5 {
        for j in 0..i {
            let differ = s.pool.ne(s.f_of[i], s.f_of[j]);
            s.solver.assert(&mut s.pool, differ);
        }
    }
    assert!(!s.check(&[]));
}

/// Applications of a scope that is closed do not count, those that stay do.
#[test]
fn scopes() {
    let mut s = setting(3, 8);
    let same = s.pool.eq(s.x[0], s.x[1]);
    s.solver.assert(&mut s.pool, same);
    let differ = s.pool.ne(s.f_of[0], s.f_of[1]);
    s.solver.push();
    s.solver.assert(&mut s.pool, differ);
    assert!(!s.check(&[]));
    s.solver.pop();
    assert!(s.check(&[]));
    let last = s.pool.eq(s.f_of[0], s.x[2]);
    s.solver.push();
    s.solver.assert(&mut s.pool, last);
    assert!(s.check(&[]));
    assert!(!s.check(&[differ]));
    s.solver.pop();
}

#[test]
fn functions_of_floats() {
    let mut pool = TermPool::new();
    let half = Sort::Float(FloatFormat::HALF);
    let f = pool.function("f", &[Sort::RoundingMode, half], half);
    let (m, x, y) = (
        pool.symbol("m", Sort::RoundingMode),
        pool.symbol("x", half),
        pool.symbol("y", half),
    );
    let (a, b) = (pool.apply(f, &[m, x]), pool.apply(f, &[m, y]));
    let equal = pool.fp_eq(x, y);
    let differ = pool.ne(a, b);
    let mut solver = EmbeddedSolver::new();
    solver.assert(&mut pool, differ);
    solver.assert(&mut pool, equal);
    // The two zeros are equal numbers, but not the same.
    let answer = solver.check(&mut pool, &[], &Limits::default());
    let Answer::Sat(model) = answer else {
        panic!("satisfiable")
    };
    assert!(model.eval(&pool, x).as_float().is_zero());
    let zero = pool.fp_is(term::FloatClass::Zero, x);
    let other = pool.not(zero);
    let answer = solver.check(&mut pool, &[other], &Limits::default());
    assert!(answer.is_unsat());
}
