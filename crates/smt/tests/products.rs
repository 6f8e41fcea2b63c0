//! Products with a factor in common: what the solver is told about them excludes no values, and is enough for matrices.

use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{BitVec, Sort, Term, TermPool};

/// All values of three numbers: their products, in widths in which they fit and do not fit, are what they are.
#[test]
fn all_products_are_possible() {
    let width = 4;
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::BitVec(width)));
    let signed = |pool: &mut TermPool, term| pool.resize_signed(term, 7);
    let unsigned = |pool: &mut TermPool, term| pool.resize_unsigned(term, 9);
    let (sx, sy) = (signed(&mut pool, x), signed(&mut pool, y));
    let (uz, uy) = (unsigned(&mut pool, z), unsigned(&mut pool, y));
    let sz = signed(&mut pool, z);
    let ux = unsigned(&mut pool, x);
    let factors = [
        (x, y),
        (z, y),
        (sx, sy),
        (sz, sy),
        (uy, uz),
        (uy, ux),
        (x, z),
        (x, x),
    ];
    let products: Vec<(Term, Term)> = factors
        .iter()
        .enumerate()
        .map(|(index, (a, b))| {
            let product = pool.bvmul(*a, *b);
            let name = pool.symbol(&format!("p{index}"), pool.sort(product));
            let equal = pool.eq(name, product);
            solver.assert(&mut pool, equal);
            (name, product)
        })
        .collect();
    for values in 0..1_u64 << (3 * width) {
        let mut assumptions = Vec::new();
        for (index, symbol) in [x, y, z].into_iter().enumerate() {
            let value = BitVec::new(width, values >> (index as u32 * width) & 15);
            let value = pool.bv(value);
            assumptions.push(pool.eq(symbol, value));
        }
        let answer = solver.check(&mut pool, &assumptions, &Limits::default());
        let Answer::Sat(model) = answer else {
            panic!("no model for {values:#x}");
        };
        for (name, product) in &products {
            let value = |term| model.eval(&pool, term).as_bitvec().clone();
            assert_eq!(value(*name), value(*product), "{values:#x}");
        }
    }
}

/// `i < n`, `j < m` and no overflow: `i * m + j < n * m`, in 32 bits on one side and 64 on the other.
#[test]
fn inside_of_a_matrix() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let [i, j, n, m] = ["i", "j", "n", "m"].map(|name| pool.symbol(name, Sort::BitVec(32)));
    let zero = pool.bv_u64(32, 0);
    let most = pool.bv_u64(32, 10_000);
    for (index, size) in [(i, n), (j, m)] {
        let conditions = [
            pool.sle(zero, index),
            pool.slt(index, size),
            pool.sle(size, most),
        ];
        for condition in conditions {
            solver.assert(&mut pool, condition);
        }
    }
    let row = pool.bvmul(m, i);
    let place = pool.bvadd(row, j);
    let place = pool.resize_signed(place, 64);
    let (n, m) = (pool.resize_signed(n, 64), pool.resize_signed(m, 64));
    let size = pool.bvmul(n, m);
    let outside = pool.ule(size, place);
    solver.assert(&mut pool, outside);
    let limits = Limits {
        conflicts: Some(20_000),
        ..Limits::default()
    };
    let answer = solver.check(&mut pool, &[], &limits);
    assert!(matches!(answer, Answer::Unsat(_)));
}
