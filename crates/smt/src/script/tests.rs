//! Conversations with a session.

use super::*;
use crate::EmbeddedSolver;
use expect_test::{Expect, expect};
use term::smtlib::FormReader;

/// What a session answers, a line for each command.
fn check(text: &str, expect: Expect) {
    let mut session = Session::new(
        Box::new(|| Box::new(EmbeddedSolver::new())),
        Limits::default(),
    );
    let mut forms = FormReader::new(text.as_bytes());
    let mut lines = Vec::new();
    while let Some(form) = forms.next_form().expect("memory can be read") {
        let response = match session.read(&form) {
            Ok(command) => session.run(command),
            Err(response) => response,
        };
        match response {
            Response::Success => {}
            Response::Text(text) => lines.push(text),
            Response::Unsupported => lines.push("unsupported".to_string()),
            Response::Error(message) => lines.push(format!("error: {message}")),
            Response::Exit => lines.push("exit".to_string()),
        }
    }
    expect.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn models_and_values() {
    check(
        "(set-logic QF_ABV) (declare-const |a b| (_ BitVec 8)) (declare-fun p () Bool)
         (declare-const bv1 Bool) (declare-const m (Array (_ BitVec 2) (_ BitVec 8)))
         (assert (= |a b| #x2a)) (assert (and p (not bv1)))
         (assert (= m (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x01) #b01 #x07)))
         (check-sat) (get-value (p (bvadd |a b| #x01) (select m #b01) bv1)) (get-model)",
        expect![[r#"
            sat
            ((p true)
             ((bvadd |a b| #x01) #x2b)
             ((select m #b01) #x07)
             (bv1 false))
            (
              (define-fun |a b| () (_ BitVec 8) #x2a)
              (define-fun p () Bool true)
              (define-fun bv1 () Bool false)
              (define-fun m () (Array (_ BitVec 2) (_ BitVec 8)) (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x01) #b01 #x07))
            )
        "#]],
    );
}

#[test]
fn scopes_and_assumptions() {
    check(
        "(declare-const x (_ BitVec 4)) (assert (bvult x #x4)) (push)
         (assert (bvugt x #x2)) (check-sat) (get-value (x))
         (check-sat-assuming ((= x #x1) true)) (get-unsat-assumptions)
         (get-info :assertion-stack-levels) (pop)
         (check-sat-assuming ((= x #x1))) (get-unsat-assumptions) (get-assertions)",
        expect![[r#"
            sat
            ((x #x3))
            unsat
            ((= x #x1))
            (:assertion-stack-levels 1)
            sat
            error: there is no core: the last answer is not unsat
            ((bvult x #x4))
        "#]],
    );
}

#[test]
fn cores_of_named_assertions() {
    check(
        "(set-option :produce-unsat-cores true) (set-option :minimal-unsat-cores true)
         (declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
         (assert (! (bvult x y) :named less)) (assert (! (= y #x1) :named |y is 1|))
         (assert (! (bvult #x5 x) :named more)) (assert (bvult #x0 x))
         (check-sat) (get-unsat-core)
         (assert |y is 1|) (check-sat-assuming (less)) (get-unsat-core) (get-unsat-assumptions)
         (set-option :produce-unsat-cores false)",
        expect![[r#"
            unsat
            (less |y is 1|)
            unsat
            (less)
            ()
            error: :produce-unsat-cores can be set only before the first assertion
        "#]],
    );
}

#[test]
fn what_cannot_be_read_makes_sat_unknown() {
    check(
        "(declare-const p Bool) (push) (assert (forall ((q Bool)) (= q p))) (check-sat)
         (get-info :reason-unknown) (assert false) (check-sat) (pop) (check-sat)
         (get-info :reason-unknown)",
        expect![[r#"
            error: line 1 column 40: `forall` is not supported
            unknown
            (:reason-unknown "incomplete: an assertion could not be read")
            unsat
            sat
            error: the last answer is not unknown
        "#]],
    );
}

#[test]
fn answers_do_not_outlive_changes() {
    check(
        "(declare-const p Bool) (get-model) (check-sat) (assert p) (get-value (p)) (check-sat) (reset-assertions)
         (check-sat-assuming (p)) (declare-const p (_ BitVec 3)) (check-sat) (get-value (p))
         (set-option :global-declarations true) (declare-const q Bool) (assert (and q false)) (reset-assertions)
         (check-sat) (get-value (q)) (reset) (get-value (q)) (get-option :global-declarations)",
        expect![[r#"
            error: there is no model: the last answer is not sat
            sat
            error: there are no values: the last answer is not sat
            sat
            error: line 2 column 31: unknown symbol `p`
            sat
            ((p #b000))
            sat
            ((q false))
            error: line 4 column 58: unknown symbol `q`
            false
        "#]],
    );
}

#[test]
fn options_and_infos() {
    check(
        "(set-option :print-success maybe) (set-option :print-success true) (get-option :print-success)
         (set-option :no-such-option 3) (get-option :no-such-option) (set-option :timeout soon)
         (get-info :name) (get-info :error-behavior) (get-info :no-such-info) (get-proof)
         (echo \"a \"\"b\"\"\") (exit)",
        expect![[r#"
            error: :print-success is true or false, not maybe
            true
            unsupported
            unsupported
            error: :timeout is a number, not soon
            (:name "Aver")
            (:error-behavior continued-execution)
            unsupported
            unsupported
            "a ""b"""
            exit
        "#]],
    );
}

#[test]
fn limits_of_a_call() {
    check(
        "(set-option :reproducible-resource-limit 1)
         (declare-const x (_ BitVec 24)) (declare-const y (_ BitVec 24)) (assert (bvugt x #x000001))
         (assert (bvugt y #x000001)) (assert (= (bvmul ((_ zero_extend 24) x) ((_ zero_extend 24) y)) #x000000fffffb))
         (check-sat) (get-info :reason-unknown)",
        expect![[r#"
            unknown
            (:reason-unknown "the limit on conflicts is reached")
        "#]],
    );
}

#[test]
fn functions_and_floats() {
    check(
        "(declare-fun f ((_ BitVec 4) Bool) (_ BitVec 4)) (declare-const x (_ BitVec 4)) (declare-const a Float16)
         (assert (= (f x true) #x7)) (assert (= x #x2)) (assert (= (f #x3 false) #x5))
         (assert (= a ((_ to_fp 5 11) RNE 1.5)))
         (check-sat) (get-model) (get-value ((f #x2 true) (f #x0 true) (fp.add RNE a a)))
         (assert (= (f (bvor x x) true) #x8)) (check-sat)",
        expect![[r#"
            sat
            (
              (define-fun x () (_ BitVec 4) #x2)
              (define-fun a () (_ FloatingPoint 5 11) (fp #b0 #b01111 #b1000000000))
              (define-fun f ((x!0 (_ BitVec 4)) (x!1 Bool)) (_ BitVec 4) (ite (and (= x!0 #x2) (= x!1 true)) #x7 (ite (and (= x!0 #x3) (= x!1 false)) #x5 #x0)))
            )
            (((f #x2 true) #x7)
             ((f #x0 true) #x0)
             ((fp.add RNE a a) (fp #b0 #b10000 #b1000000000)))
            unsat
        "#]],
    );
}
