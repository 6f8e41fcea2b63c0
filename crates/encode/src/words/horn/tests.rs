//! What clauses mean, and which are not supported.

use super::*;

fn message(text: &str) -> Option<String> {
    let broken = read(&mut TermPool::new(), text).err();
    broken.map(|broken| broken.to_string())
}

const HEAD: &str = "\
(set-logic HORN)
(declare-fun P ((_ BitVec 4)) Bool)
(declare-fun Q () Bool)
";

#[test]
fn nothing_is_right() {
    for text in ["", "(set-logic HORN)\n(check-sat)\n", HEAD] {
        let mut pool = TermPool::new();
        let file = read(&mut pool, text).expect("it is right");
        assert!(pool.is_false(file.words.bad[0]), "{text}");
    }
}

/// `forall` is read where what it binds can be a name of the clause, and nowhere else: under a negation it would mean
/// something else.
#[test]
fn quantifiers() {
    for clause in [
        "(assert (forall ((x (_ BitVec 4))) (P x)))",
        "(assert (forall ((x (_ BitVec 4))) (forall ((y (_ BitVec 4))) (=> (and (P x) (bvult x y)) (P y)))))",
        "(assert (forall ((x (_ BitVec 4))) (=> (P x) Q)))\n(assert (not Q))",
    ] {
        assert_eq!(message(&format!("{HEAD}{clause}\n")), None, "{clause}");
    }
    for clause in [
        "(assert (not (forall ((x (_ BitVec 4))) (P x))))",
        "(assert (=> Q (forall ((x (_ BitVec 4))) (P x))))",
        "(define-fun all () Bool (forall ((x (_ BitVec 4))) (P x)))",
        "(assert (let ((q (forall ((x (_ BitVec 4))) (P x)))) (not q)))",
    ] {
        let message = message(&format!("{HEAD}{clause}\n")).expect("it is not supported");
        assert!(
            message.starts_with("line 4: ") && message.ends_with("`forall` is not supported"),
            "{message}"
        );
    }
}

#[test]
fn what_is_not_supported() {
    let bound = "((x (_ BitVec 4)) (y (_ BitVec 4)))";
    for (clause, expected) in [
        (
            format!("(assert (forall {bound} (=> (and (P x) (P y)) (P (bvadd x y)))))"),
            "line 4: two predicates in front of `=>`: only linear clauses are supported",
        ),
        (
            format!("(assert (forall {bound} (or (P x) (P y))))"),
            "line 4: two predicates after `=>`",
        ),
        (
            format!("(assert (forall {bound} (=> (= (P x) Q) (P y))))"),
            "line 4: a predicate inside of a condition",
        ),
        (
            format!("(assert (forall {bound} (P (ite Q x y))))"),
            "line 4: a predicate as an argument",
        ),
        (
            "(declare-fun c () (_ BitVec 4))".to_string(),
            "line 4: `c` is bound by no `forall`",
        ),
        (
            "(declare-fun f (Bool) (_ BitVec 4))".to_string(),
            "line 4: `f` is no predicate",
        ),
    ] {
        let found = message(&format!("{HEAD}{clause}\n"));
        assert_eq!(found.as_deref(), Some(expected), "{clause}");
    }
}

/// Names that equations determine are no inputs; a chain of them is followed.
#[test]
fn equations() {
    let mut pool = TermPool::new();
    let clause = "(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4)) (z (_ BitVec 4)))\n\
                  (=> (and (P x) (= y (bvadd x #x1)) (= z (bvmul y y)) (bvult z #x9)) (P z))))\n";
    let file = read(&mut pool, &format!("{HEAD}{clause}")).expect("it is right");
    // Which clause is taken.
    assert_eq!(file.words.inputs.len(), 1);
    let open = "(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (and (P x) (bvult x y)) (P y))))\n";
    let file = read(&mut pool, &format!("{HEAD}{open}")).expect("it is right");
    assert_eq!(file.words.inputs.len(), 2);
}
