//! What files mean, what is written, and broken files.

use super::*;
use crate::words::{Values, Word, WordRun};
use expect_test::expect;

/// A system whose names need quotes.
fn quoted(pool: &mut TermPool) -> Words {
    let cell = pool.symbol("cell[0]", Sort::BitVec(2));
    let go = pool.symbol("go on", Sort::Bool);
    let (zero, one, three) = (pool.zero(2), pool.bv_u64(2, 1), pool.bv_u64(2, 3));
    let more = pool.bvadd(cell, one);
    Words {
        states: vec![Word {
            symbol: cell,
            first: Some(zero),
            next: pool.ite(go, more, cell),
        }],
        inputs: vec![go],
        bad: vec![pool.eq(cell, three)],
        constraints: vec![pool.ne(cell, one)],
        ..Words::default()
    }
}

#[test]
fn what_is_written_reads_back() {
    let mut pool = TermPool::new();
    let words = quoted(&mut pool);
    let mut bytes = Vec::new();
    write(&mut pool, &words, &mut bytes).expect("a vector takes all");
    let text = String::from_utf8(bytes).expect("text");
    expect![[r#"
        (declare-fun |cell[0]| () (_ BitVec 2))
        (declare-fun |cell[0].next| () (_ BitVec 2))
        (define-fun state.0 () (_ BitVec 2) (! |cell[0]| :next |cell[0].next|))
        (declare-fun bad0!0 () Bool)
        (declare-fun bad0!0.next () Bool)
        (define-fun state.1 () Bool (! bad0!0 :next bad0!0.next))
        (declare-fun |go on| () Bool)
        (define-fun init () Bool (! (and (not bad0!0) (= |cell[0]| #b00)) :init true))
        (define-fun trans () Bool (! (and (and (not (= |cell[0]| #b01)) (= (ite |go on| (bvadd |cell[0]| #b01) |cell[0]|) |cell[0].next|)) (= (= |cell[0]| #b11) bad0!0.next)) :trans true))
        (define-fun property.0 () Bool (! (not bad0!0) :invar-property 0))
    "#]].assert_eq(&text);
    let mut other = TermPool::new();
    let file = read(&mut other, &text).expect("it was just written");
    assert_eq!(file.properties, ["0"]);
    // The constraint ends every run before the third value; what is bad is seen one step later.
    let judge = |steps: usize| {
        let go = other
            .find_symbol("go on")
            .and_then(|go| other.as_symbol(go));
        let yes = Values::from_iter([(go.expect("an input"), term::Value::Bool(true))]);
        let run = WordRun {
            first: Values::default(),
            inputs: vec![yes; steps],
        };
        file.words.judge(&other, &run)
    };
    assert!((1..6).all(|steps| judge(steps).is_none()));
}

/// As nuXmv and others write it: the relation says nothing of some next values, and the file ends in an assertion.
#[test]
fn relations() {
    let text = "\
(set-info :source |a tool|)
(declare-fun x () (_ BitVec 4))
(declare-fun x.next () (_ BitVec 4))
(declare-fun y () Bool)
(declare-fun y.next () Bool)
(define-fun .x () (_ BitVec 4) (! x :next x.next))
(define-fun .y () Bool (! y :next y.next))
(define-fun .init () Bool (! (and (= x #x0) (not y)) :init true))
(define-fun .trans () Bool (! (=> (not y) (bvult x x.next)) :trans true))
(define-fun .p () Bool (! (bvult x #x3) :invar-property 7))
(assert true)
";
    let mut pool = TermPool::new();
    let file = read(&mut pool, text).expect("it is right");
    assert_eq!(file.properties, ["7"]);
    let values = |pairs: &[(&str, term::Value)]| -> Values {
        let pairs = pairs.iter().map(|(name, value)| {
            let symbol = pool.find_symbol(name).and_then(|s| pool.as_symbol(s));
            (symbol.expect("it was declared"), value.clone())
        });
        pairs.collect()
    };
    let word = |value: u64| term::Value::BitVec(term::BitVec::new(4, value));
    let judge = |steps: &[u64]| {
        let inputs = steps.iter().map(|x| values(&[("x.next", word(*x))]));
        let mut inputs: Vec<Values> = inputs.collect();
        inputs.push(Values::default());
        let run = WordRun {
            first: Values::default(),
            inputs,
        };
        file.words.judge(&pool, &run).is_some()
    };
    assert!(judge(&[4]) && judge(&[1, 9]));
    assert!(!judge(&[2]) && !judge(&[2, 1, 9]));
}

#[test]
fn broken_files() {
    let head =
        "(declare-fun x () Bool)\n(declare-fun y () Bool)\n(declare-fun b () (_ BitVec 2))\n";
    for (text, message) in [
        (
            "(assert x)",
            "line 4: an assertion: what holds is marked by attributes",
        ),
        (
            "(declare-fun f (Bool) Bool)",
            "line 4: `f` has arguments: not supported",
        ),
        (
            "(define-fun s () Bool (! x :next z))",
            "line 4: `:next z` names no symbol of this sort",
        ),
        (
            "(define-fun s () Bool (! x :next b))",
            "line 4: `:next b` names no symbol of this sort",
        ),
        (
            "(define-fun s () Bool (! x :next y))\n(define-fun t () Bool (! x :next y))",
            "line 5: `:next y` is said twice",
        ),
        (
            "(define-fun t () (_ BitVec 2) (! b :init true))",
            "line 4: `:init` of what is no Boolean",
        ),
        (
            "(define-fun t () Bool (! x :live-property 0))",
            "line 1: nothing must hold always, and `:live-property 0` is not supported",
        ),
        (
            "(define-fun t () Bool (! x :init true))",
            "line 1: what holds at first is about more than the variables",
        ),
        (
            "(define-fun s () Bool (! x :next y))\n(define-fun t () Bool (! y :invar-property 0))",
            "line 1: what must hold is about next values",
        ),
    ] {
        let broken = read(&mut TermPool::new(), &format!("{head}{text}\n")).err();
        let broken = broken.map(|broken| broken.to_string());
        assert_eq!(broken.as_deref(), Some(message), "{text}");
    }
}
