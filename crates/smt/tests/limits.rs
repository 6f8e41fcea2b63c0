//! Limits, and terms whose depth would overflow a stack.

use smt::{Answer, Cancel, EmbeddedSolver, Limits, Solver, Why};
use std::time::{Duration, Instant};
use term::{Sort, Term, TermPool};

/// A query that no SAT solver answers soon: that a prime is a product of two numbers of half its width.
fn hard(pool: &mut TermPool, width: u32) -> Term {
    // Of Mersenne's.
    let prime = match width {
        16 => (1 << 31) - 1,
        _ => (1 << 61) - 1,
    };
    let factors = ["a", "b"].map(|n| pool.symbol(n, Sort::BitVec(width)));
    let one = pool.bv_u64(width, 1);
    let [a, b] = factors.map(|f| pool.resize_unsigned(f, 2 * width));
    let product = pool.bvmul(a, b);
    let prime = pool.bv_u64(2 * width, prime);
    let mut all = vec![pool.eq(product, prime)];
    all.extend(factors.map(|f| pool.ult(one, f)));
    pool.and_all(all)
}

/// Making circuits checks the limits as well, and continues where it stopped.
#[test]
fn circuits_obey_limits() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let x = pool.symbol("x", Sort::BitVec(16));
    let mut product = x;
    for i in 0..2_000 {
        let odd = pool.bv_u64(16, 2 * i + 1);
        let sum = pool.bvxor(product, odd);
        product = pool.bvmul(sum, x);
    }
    let odd = pool.bv_u64(16, 1);
    let goal = pool.eq(product, odd);
    solver.assert(&mut pool, goal);
    let cancel = Cancel::default();
    cancel.raise();
    let limits = Limits {
        cancel: Some(cancel),
        ..Limits::default()
    };
    let answer = solver.check(&mut pool, &[], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Cancelled)));
    let terms = |solver: &EmbeddedSolver| {
        let all = solver.statistics();
        let found = all.iter().find(|(name, _)| name == "smt.bitblast.terms");
        found.expect("there is such a counter").1
    };
    assert!(terms(&solver) < 100, "{} terms", terms(&solver));
    let ends = pool.eq(x, odd);
    let answer = solver.check(&mut pool, &[ends], &Limits::default());
    assert!(!matches!(answer, Answer::Unknown(_)));
    assert!(terms(&solver) > 4_000);
}

#[test]
fn another_thread_cancels() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let query = hard(&mut pool, 32);
    let cancel = Cancel::default();
    let limits = Limits {
        cancel: Some(cancel.clone()),
        ..Limits::default()
    };
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        cancel.raise();
    });
    let answer = solver.check(&mut pool, &[query], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Cancelled)));
    canceller.join().expect("the other thread only sleeps");
    // The solver still works.
    let x = pool.symbol("x", Sort::BitVec(32));
    let zero = pool.zero(32);
    let easy = pool.ult(x, zero);
    assert!(
        solver
            .check(&mut pool, &[easy], &Limits::default())
            .is_unsat()
    );
}

#[test]
fn conflicts_are_limited() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let query = hard(&mut pool, 16);
    let limits = Limits {
        conflicts: Some(100),
        ..Limits::default()
    };
    assert!(matches!(
        solver.check(&mut pool, &[query], &limits),
        Answer::Unknown(Why::Conflicts)
    ));
    let conflicts = solver
        .statistics()
        .into_iter()
        .find(|(name, _)| name == "sat.conflicts")
        .expect("counted")
        .1;
    assert!((100..200).contains(&conflicts), "{conflicts} conflicts");
}

#[test]
fn a_deadline_that_has_passed() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let query = hard(&mut pool, 16);
    let limits = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    assert!(matches!(
        solver.check(&mut pool, &[query], &limits),
        Answer::Unknown(Why::Timeout)
    ));
}

#[test]
fn a_million_nested_operators() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let p = pool.symbol("p", Sort::Bool);
    let x = pool.symbol("x", Sort::BitVec(1));
    let y = pool.symbol("y", Sort::BitVec(1));
    let mut term = x;
    for n in 0..500_000 {
        let next = if n % 2 == 0 { y } else { x };
        let both = pool.bvand(term, next);
        term = pool.ite(p, next, both);
    }
    let one = pool.bv_u64(1, 1);
    let query = pool.eq(term, one);
    assert!(
        solver
            .check(&mut pool, &[query], &Limits::default())
            .is_sat()
    );
}

#[test]
fn a_deep_tower_of_stores_and_choices() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let sort = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
    let p = pool.symbol("p", Sort::Bool);
    let bottom = pool.symbol("a", sort);
    let mut array = bottom;
    for n in 0..50_000_u64 {
        let (index, value) = (pool.bv_u64(8, n % 7), pool.bv_u64(8, n % 11));
        let stored = pool.store(array, index, value);
        array = pool.ite(p, stored, array);
    }
    let index = pool.bv_u64(8, 200);
    let (top_read, bottom_read) = (pool.select(array, index), pool.select(bottom, index));
    let differ = pool.ne(top_read, bottom_read);
    assert!(
        solver
            .check(&mut pool, &[differ], &Limits::default())
            .is_unsat()
    );
    let same = pool.not(differ);
    assert!(
        solver
            .check(&mut pool, &[same], &Limits::default())
            .is_sat()
    );
}
