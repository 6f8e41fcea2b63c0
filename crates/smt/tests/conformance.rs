//! What every implementation of the trait must do: one suite for the embedded solver, with and without checked proofs, and
//! for z3 and cvc5 where they are installed, with floats as such and as bit-vectors.

use smt::{Answer, Backend, Cancel, Floats, Installed, Limits, Solver, SolverKind, Why, minimise};
use std::time::{Duration, Instant};
use term::{Sort, Term, TermPool, Value};

/// Every solver at hand.
fn backends() -> Vec<Backend> {
    let proved = Backend {
        check_proofs: true,
        ..Backend::default()
    };
    let mut backends = vec![Backend::default(), proved];
    for kind in [SolverKind::Z3, SolverKind::Cvc5] {
        match Installed::find(kind) {
            Some(installed) => backends.extend([Floats::Native, Floats::Bits].map(|how| Backend {
                external: Some(installed.clone()),
                floats: Some(how),
                ..Backend::default()
            })),
            None => eprintln!("skipped: {} is not installed", kind.name()),
        }
    }
    backends
}

fn for_each_solver(test: impl Fn(&mut TermPool, &mut dyn Solver)) {
    for backend in backends() {
        let Backend {
            external,
            floats,
            check_proofs,
            ..
        } = &backend;
        eprintln!("{external:?}, floats: {floats:?}, proofs: {check_proofs}");
        test(&mut TermPool::new(), &mut *backend.make());
    }
}

fn byte(pool: &mut TermPool, name: &str) -> Term {
    pool.symbol(name, Sort::BitVec(8))
}

#[track_caller]
fn sat(solver: &mut dyn Solver, pool: &mut TermPool, assumptions: &[Term]) -> bool {
    match solver.check(pool, assumptions, &Limits::default()) {
        Answer::Sat(_) => true,
        Answer::Unsat(_) => false,
        Answer::Unknown(why) => panic!("{why:?}"),
    }
}

#[test]
fn models_give_values_to_all_terms() {
    for_each_solver(|pool, solver| {
        let (x, y) = (byte(pool, "x"), byte(pool, "a b|c"));
        let product = pool.bvmul(x, y);
        let wanted = pool.bv_u64(8, 0x2b);
        let equal = pool.eq(product, wanted);
        solver.assert(pool, equal);
        let one = pool.bv_u64(8, 1);
        let more = pool.ult(one, x);
        let unseen = byte(pool, "unseen");
        match solver.check(pool, &[more], &Limits::default()) {
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                assert_eq!(
                    evaluator.eval(product),
                    Value::BitVec(term::BitVec::new(8, 0x2b))
                );
                assert!(evaluator.eval(more).as_bool());
                assert!(evaluator.eval(unseen).as_bitvec().is_zero());
            }
            _ => panic!("it is satisfiable"),
        };
    });
}

#[test]
fn scopes() {
    for_each_solver(|pool, solver| {
        let x = byte(pool, "x");
        let (ten, five) = (pool.bv_u64(8, 10), pool.bv_u64(8, 5));
        let below = pool.ult(x, five);
        let above = pool.ult(ten, x);
        solver.push();
        assert!(sat(solver, pool, &[]));
        solver.assert(pool, below);
        solver.push();
        solver.push();
        solver.assert(pool, above);
        assert!(!sat(solver, pool, &[]));
        solver.pop();
        assert!(sat(solver, pool, &[]));
        solver.assert(pool, above);
        assert!(!sat(solver, pool, &[]));
        solver.pop();
        solver.pop();
        assert!(sat(solver, pool, &[above]));
        assert!(!sat(solver, pool, &[above, below]));
        assert!(sat(solver, pool, &[below]));
        let falsehood = pool.ff();
        assert!(!sat(solver, pool, &[falsehood]));
        solver.push();
        solver.assert(pool, falsehood);
        assert!(!sat(solver, pool, &[]));
        solver.pop();
        assert!(sat(solver, pool, &[]));
    });
}

#[test]
fn cores_are_refuted_subsets() {
    for_each_solver(|pool, solver| {
        let (x, y, z) = (byte(pool, "x"), byte(pool, "y"), byte(pool, "z"));
        let (xy, yz, zx) = (pool.ult(x, y), pool.ult(y, z), pool.ult(z, x));
        let (five, nine) = (pool.bv_u64(8, 5), pool.bv_u64(8, 9));
        let idle = pool.ult(x, nine);
        let busy = pool.ne(y, five);
        solver.assert(pool, xy);
        let assumptions = [idle, yz, busy, zx];
        let core = match solver.check(pool, &assumptions, &Limits::default()) {
            Answer::Unsat(core) => core.terms().to_vec(),
            _ => panic!("a cycle"),
        };
        assert!(core.iter().all(|t| assumptions.contains(t)));
        assert!(!sat(solver, pool, &core));
        let mut least = minimise(solver, pool, assumptions.to_vec(), &Limits::default());
        least.sort();
        let mut expected = vec![yz, zx];
        expected.sort();
        assert_eq!(least, expected);
    });
}

#[test]
fn arrays() {
    for_each_solver(|pool, solver| {
        let sort = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
        let (a, b) = (pool.symbol("a", sort), pool.symbol("b", sort));
        let (i, j) = (byte(pool, "i"), byte(pool, "j"));
        let (one, two) = (pool.bv_u64(8, 1), pool.bv_u64(8, 2));
        let stored = pool.store(a, i, one);
        let equal = pool.eq(b, stored);
        let read = pool.select(b, j);
        let is_two = pool.eq(read, two);
        solver.assert(pool, equal);
        solver.assert(pool, is_two);
        let same = pool.eq(i, j);
        assert!(!sat(solver, pool, &[same]));
        let zeros = pool.bv_u64(8, 0);
        let constant = pool.const_array(sort, zeros);
        let is_constant = pool.eq(a, constant);
        assert!(!sat(solver, pool, &[is_constant]));
        let different = pool.ne(a, b);
        assert!(sat(solver, pool, &[different]));
    });
}

#[test]
fn overflow_predicates_and_division_by_zero() {
    for_each_solver(|pool, solver| {
        let (x, y) = (byte(pool, "x"), byte(pool, "y"));
        let over = pool.smulo(x, y);
        let zero = pool.bv_u64(8, 0);
        let quotient = pool.bvudiv(x, zero);
        let remainder = pool.bvurem(x, zero);
        let same = pool.eq(remainder, x);
        let ones = pool.bvnot(zero);
        let full = pool.eq(quotient, ones);
        let both = pool.and(same, full);
        let neither = pool.not(both);
        assert!(sat(solver, pool, &[over]));
        assert!(!sat(solver, pool, &[neither]));
        let is_zero = pool.eq(y, zero);
        assert!(!sat(solver, pool, &[over, is_zero]));
    });
}

/// Two factors of a product of two primes: out of reach of all.
fn hard(pool: &mut TermPool, solver: &mut dyn Solver) {
    let width = 120;
    let (x, y) = (
        pool.symbol("x", Sort::BitVec(width)),
        pool.symbol("y", Sort::BitVec(width)),
    );
    let product: num_bigint::BigUint = "2937086470348498842618007551836097649".parse().unwrap();
    let product = pool.bv(term::BitVec::from_big(2 * width, product));
    let (wide_x, wide_y) = (pool.zero_extend(x, width), pool.zero_extend(y, width));
    let multiplied = pool.bvmul(wide_x, wide_y);
    let equal = pool.eq(multiplied, product);
    let one = pool.bv_u64(width, 1);
    let (more_x, more_y) = (pool.ult(one, x), pool.ult(one, y));
    for term in [equal, more_x, more_y] {
        solver.assert(pool, term);
    }
}

#[test]
fn a_deadline_and_life_after_it() {
    for_each_solver(|pool, solver| {
        let p = pool.symbol("p", Sort::Bool);
        solver.push();
        hard(pool, solver);
        let limits = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(300)),
            ..Limits::default()
        };
        match solver.check(pool, &[], &limits) {
            Answer::Unknown(why) => assert_eq!(why, Why::Timeout),
            _ => panic!("no solver can do that"),
        }
        solver.pop();
        solver.assert(pool, p);
        let not_p = pool.not(p);
        assert!(sat(solver, pool, &[p]));
        assert!(!sat(solver, pool, &[not_p]));
    });
}

#[test]
fn cancellation_from_another_thread() {
    for_each_solver(|pool, solver| {
        hard(pool, solver);
        let cancel = Cancel::default();
        let limits = Limits {
            cancel: Some(cancel.clone()),
            ..Limits::default()
        };
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            cancel.raise();
        });
        match solver.check(pool, &[], &limits) {
            Answer::Unknown(why) => assert_eq!(why, Why::Cancelled),
            _ => panic!("no solver can do that"),
        }
        raiser.join().expect("it only raises");
    });
}

#[test]
fn floats_and_functions() {
    for_each_solver(|pool, solver| {
        let format = term::float::FloatFormat {
            exponent: 5,
            significand: 11,
        };
        let float = Sort::Float(format);
        let (x, y) = (pool.symbol("x", float), pool.symbol("y", float));
        let mode = pool.symbol("m", Sort::RoundingMode);
        let sum = pool.fp_add(mode, x, y);
        let bits = pool.fp_to_bits(sum);
        let wanted = pool.bv_u64(16, 0x3c01);
        let equal = pool.eq(bits, wanted);
        solver.assert(pool, equal);
        if let Answer::Unknown(Why::Other(why)) = solver.check(pool, &[], &Limits::default()) {
            panic!("{why}");
        }
        let nan = pool.fp_is(term::float::FloatClass::NaN, x);
        assert!(!sat(solver, pool, &[nan]));
    });
}
