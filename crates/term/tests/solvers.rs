//! What `write_script` writes, z3 and cvc5 read, and they agree with evaluation. Skipped where neither is installed.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
use term::smtlib::write_script;
use term::{Term, TermPool};

/// Symbols have their values, and the terms theirs: satisfiable, and not when one of the terms differs.
fn assertions(pool: &mut TermPool, seed: u64) -> (Vec<Term>, Term) {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    let numbers: Vec<u64> = (0..40).map(|_| next()).collect();
    let profile = if seed.is_multiple_of(2) {
        &common::WIDE
    } else {
        &common::NARROW_WITH_HALF
    };
    let (made, _) = common::make(pool, profile, &numbers, next());
    let mut same = Vec::new();
    for m in &made {
        let value = pool.constant(pool.sort(m.term), &m.value);
        same.push(pool.eq(m.term, value));
    }
    let wrong = pool.not(same[same.len() - 1]);
    (same, wrong)
}

fn ask(solver: &[&str], text: &str) -> Option<String> {
    let mut child = Command::new(solver[0])
        .args(&solver[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[test]
fn solvers_read_our_scripts() {
    for seed in 0..24 {
        let mut pool = TermPool::new();
        let (same, wrong) = assertions(&mut pool, seed);
        let mut differ = same.clone();
        differ.push(wrong);
        for (assertions, expected) in [(&same, "sat"), (&differ, "unsat")] {
            let mut text = Vec::new();
            write_script(&pool, assertions, &mut text).expect("vectors take all text");
            let text = String::from_utf8(text).expect("SMT-LIB text");
            for solver in [
                &["z3", "-in"][..],
                &["cvc5", "--lang=smt2", "--arrays-exp", "--fp-exp"][..],
            ] {
                if let Some(answer) = ask(solver, &text) {
                    assert_eq!(answer, expected, "{} on\n{text}", solver[0]);
                }
            }
        }
    }
}
