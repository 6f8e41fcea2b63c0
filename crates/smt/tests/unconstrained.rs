//! Elimination of unconstrained terms in scripts that ask once: each rule at small widths against all assignments, with a
//! near miss; models are completed (debug builds evaluate them).

use smt::script::{Response, Session};
use smt::{EmbeddedSolver, Limits, Solver};
use term::smtlib::FormReader;

/// The answers to a script, and how many symbols were eliminated.
fn run(script: &str, once: bool) -> (Vec<String>, u64) {
    let make = || -> Box<dyn Solver> { Box::new(EmbeddedSolver::new()) };
    let mut session = Session::new(Box::new(make), Limits::default());
    if once {
        session.expect_one_check();
    }
    let mut forms = FormReader::new(script.as_bytes());
    let mut said = Vec::new();
    while let Some(form) = forms.next_form().expect("a string can be read") {
        let response = match session.read(&form) {
            Ok(command) => session.run(command),
            Err(response) => response,
        };
        match response {
            Response::Text(text) => said.push(text),
            Response::Success => {}
            other => panic!("{other:?} to {}", form.text),
        }
    }
    let counters = session.statistics();
    let eliminated = counters
        .iter()
        .find(|(n, _)| n == "smt.preprocess.unconstrained");
    (said, eliminated.map_or(0, |(_, n)| *n))
}

/// `x` and `y` occur where they are written, `s` and `t` are constrained.
const HEAD: &str = "(declare-const x (_ BitVec 3)) (declare-const y (_ BitVec 3))
                    (declare-const s (_ BitVec 3)) (declare-const t (_ BitVec 3))
                    (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
                    (declare-const a (Array (_ BitVec 3) (_ BitVec 3)))";

/// Terms of three bits with unconstrained arguments, and what can be said of them.
const RULES: &[&str] = &[
    "(bvadd x s)",
    "(bvsub x s)",
    "(bvsub s x)",
    "(bvxor s x)",
    "(bvmul x #b101)",
    "(bvneg x)",
    "(bvnot x)",
    "(bvand x y)",
    "(bvor x y)",
    "(bvmul x y)",
    "(bvudiv x y)",
    "(bvsdiv x y)",
    "(bvurem x y)",
    "(bvsrem x y)",
    "(bvshl x y)",
    "(bvlshr x y)",
    "(bvashr x y)",
    "(concat ((_ extract 1 1) x) ((_ extract 2 1) y))",
    "((_ extract 3 1) (concat x y))",
    "(ite r x y)",
    "(ite p x s)",
    "(ite p s x)",
    "(select a s)",
    "(ite (= x s) #b001 #b110)",
    "(ite (= p r) #b001 #b110)",
    "(ite (not p) #b001 #b110)",
    "(ite (and p q) #b001 #b110)",
    "(ite (or p q) #b001 #b110)",
    "(ite (bvult x s) #b001 #b110)",
    "(ite (bvult s x) #b001 #b110)",
    "(ite (bvule x s) #b001 #b110)",
    "(ite (bvule s x) #b001 #b110)",
    "(ite (bvslt x s) #b001 #b110)",
    "(ite (bvslt s x) #b001 #b110)",
    "(ite (bvsle x s) #b001 #b110)",
    "(ite (bvsle s x) #b001 #b110)",
    "(bvadd (bvxor (bvsub x t) s) t)",
];

/// Whether the term can have a value while `s`, `t` and `r` have theirs is the same with and without elimination.
#[test]
fn rules_keep_satisfiability() {
    for rule in RULES {
        let mut fired = 0;
        for s in 0..8 {
            for value in 0..8 {
                let script = format!(
                    "{HEAD} (assert (= s (_ bv{s} 3))) (assert (= t (bvmul s s))) (assert (= r (bvult s t)))
                     (assert (= {rule} (_ bv{value} 3))) (check-sat)"
                );
                let (eliminated, count) = run(&script, true);
                assert_eq!(
                    eliminated,
                    run(&script, false).0,
                    "{rule}, s = {s}, value {value}"
                );
                fired += count;
            }
        }
        assert!(fired > 0, "{rule}");
    }
}

/// What occurs twice, or cannot have all values, is left alone.
#[test]
fn near_misses() {
    for near in [
        "(bvadd x x)",
        "(bvadd x (bvmul x s))",
        "(bvmul x #b110)",
        "(bvmul x s)",
        "(bvand x s)",
        "(bvshl x s)",
        "(bvudiv x s)",
        "(concat ((_ extract 0 0) x) ((_ extract 2 1) x))",
        "(ite r x s)",
        "(select (store a s t) x)",
    ] {
        // Comparing with a symbol that occurs elsewhere leaves nothing but the term itself.
        let script = format!(
            "{HEAD} (assert (bvult s t)) (assert (bvult (bvmul s t) #b110)) (assert r)
             (assert (= {near} (bvmul t t))) (assert (bvult (bvurem x t) s)) (check-sat)"
        );
        let (answer, count) = run(&script, true);
        assert_eq!(answer, run(&script, false).0, "{near}");
        assert_eq!(count, 0, "{near}");
    }
}

/// Values of what was eliminated, by way of several steps.
#[test]
fn models_are_completed() {
    let script = format!(
        "{HEAD} (assert (= (bvmul (bvadd (bvxor x s) t) #b011) (bvmul s t)))
         (assert (= s #b011)) (assert (= t #b110)) (check-sat)
         (get-value ((= (bvmul (bvadd (bvxor x s) t) #b011) (bvmul s t)) x))"
    );
    let (said, count) = run(&script, true);
    assert!(count > 0);
    // (x ^ 3) + 6 = 2 * 3^-1 = 2 * 3 = 6, so x = 3.
    let equation = "(= (bvmul (bvadd (bvxor x s) t) #b011) (bvmul s t))";
    assert_eq!(
        said,
        [
            "sat".to_string(),
            format!("(({equation} true)\n (x #b011))")
        ]
    );
}

/// A second check decides the assertions as they were made.
#[test]
fn expecting_one_check_is_no_promise() {
    let script = format!(
        "{HEAD} (assert (= (bvadd x s) t)) (check-sat)
         (assert (= x #b001)) (assert (= s #b001)) (check-sat) (get-value (t))
         (assert (= t #b011)) (check-sat)"
    );
    let (said, _) = run(&script, true);
    assert_eq!(said, ["sat", "sat", "((t #b010))", "unsat"]);
}
