//! The limit of memory. It is the process's, so this is the only test here.

use smt::{Answer, EmbeddedSolver, Limits, Solver, Why};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::{Sort, TermPool};

#[test]
fn a_running_call_ends_when_the_memory_does() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    // No SAT solver finds out soon that Mersenne's ninth prime is not a product.
    let factors = ["a", "b"].map(|name| pool.symbol(name, Sort::BitVec(32)));
    let [a, b] = factors.map(|f| pool.resize_unsigned(f, 64));
    let product = pool.bvmul(a, b);
    let (prime, one) = (pool.bv_u64(64, (1 << 61) - 1), pool.bv_u64(64, 1));
    let parts = [pool.eq(product, prime), pool.ult(one, a), pool.ult(one, b)];
    let hard = pool.and_all(parts);
    let limits = Limits {
        memory: Some(1),
        ..Limits::default()
    };
    let answer = solver.check(&mut pool, &[hard], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Memory)));

    let held = memory_stats::memory_stats().expect("the system tells");
    let limits = Limits {
        memory: Some(held.physical_mem as u64 + (300 << 20)),
        deadline: Some(Instant::now() + Duration::from_secs(300)),
        ..Limits::default()
    };
    let done = Arc::new(AtomicBool::new(false));
    let is_done = done.clone();
    let other = std::thread::spawn(move || {
        let mut blocks = Vec::new();
        while !is_done.load(Ordering::Relaxed) && blocks.len() < 100 {
            blocks.push(vec![1u8; 10 << 20]);
            std::thread::sleep(Duration::from_millis(20));
        }
        blocks.len()
    });
    let answer = solver.check(&mut pool, &[hard], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Memory)));
    done.store(true, Ordering::Relaxed);
    assert!(other.join().expect("it only allocates") > 10);

    // The solver still works.
    let zero = pool.zero(32);
    let easy = pool.ult(factors[0], zero);
    let answer = solver.check(&mut pool, &[easy], &Limits::default());
    assert!(matches!(answer, Answer::Unsat(_)));
}
