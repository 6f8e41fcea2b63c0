//! What IC3 over words says of small systems and programs.

use super::predicates::{Predicates, atoms};
use super::search::{Cost, Found, decide};
use crate::tests::{COUNTS, FAILS_LATE, KEEPS_PACE, check};
use encode::words::{Word, Words};
use evidence::{WordsAnswer, check_invariant};
use expect_test::expect;
use smt::{Backend, Limits, Why};
use term::{Sort, Term, TermPool};

fn run(pool: &mut TermPool, words: &Words) -> (Result<Found, Why>, Cost) {
    let (backend, limits) = (Backend::default(), Limits::default());
    decide(pool, words, None, &backend, &limits, &|_, _| {})
}

/// The invariant is one.
fn holds(pool: &mut TermPool, words: &Words) -> Cost {
    let (found, cost) = run(pool, words);
    match found {
        Ok(Found::Invariant(conditions)) => {
            let checked = check_invariant(pool, words, conditions, &Limits::default());
            assert!(matches!(checked, Ok(WordsAnswer::Holds(_))), "{checked:?}");
        }
        other => panic!("{other:?}"),
    }
    cost
}

/// The run is one to something bad; the number of its steps.
fn fails(pool: &mut TermPool, words: &Words) -> usize {
    match run(pool, words).0 {
        Ok(Found::Run(run)) => {
            assert_eq!(words.judge(pool, &run), Some(0));
            run.inputs.len()
        }
        other => panic!("{other:?}"),
    }
}

/// A memory of 2^32 bytes, written at any place. Bad: a byte that was not changed at first, at a place that never changes, is
/// another one.
fn memory(pool: &mut TermPool, protects: bool) -> Words {
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(8));
    let (array, at) = (pool.symbol("a", sort), pool.symbol("at", Sort::BitVec(32)));
    let place = pool.symbol("place", Sort::BitVec(32));
    let value = pool.symbol("value", Sort::BitVec(8));
    let seven = pool.bv_u64(8, 7);
    let first = pool.const_array(sort, seven);
    let written = pool.store(array, place, value);
    let is_there = pool.eq(place, at);
    let next = match protects {
        true => pool.ite(is_there, array, written),
        false => written,
    };
    let read = pool.select(array, at);
    Words {
        states: vec![
            Word {
                symbol: array,
                first: Some(first),
                next,
            },
            Word {
                symbol: at,
                first: None,
                next: at,
            },
        ],
        inputs: vec![place, value],
        bad: vec![pool.ne(read, seven)],
        ..Words::default()
    }
}

#[test]
fn an_array_that_is_too_large_for_bits() {
    let mut pool = TermPool::new();
    let words = memory(&mut pool, true);
    assert!(words.without_arrays(&mut pool).is_err());
    holds(&mut pool, &words);
    let words = memory(&mut pool, false);
    assert_eq!(fails(&mut pool, &words), 2);
}

/// Two wide counters that go on together while an input says so, and of which the second one begins `behind`. Bad: the first one
/// is a hundred, and the second one is not.
fn counters(pool: &mut TermPool, behind: u64) -> Words {
    let (x, y) = (
        pool.symbol("x", Sort::BitVec(32)),
        pool.symbol("y", Sort::BitVec(32)),
    );
    let go = pool.symbol("go", Sort::Bool);
    let one = pool.bv_u64(32, 1);
    let hundred = pool.bv_u64(32, 100);
    let word = |pool: &mut TermPool, symbol: Term, first: u64| {
        let more = pool.bvadd(symbol, one);
        Word {
            symbol,
            first: Some(pool.bv_u64(32, first)),
            next: pool.ite(go, more, symbol),
        }
    };
    let x_word = word(pool, x, 95);
    let y_word = word(pool, y, 95 - behind);
    let (there, other) = (pool.eq(x, hundred), pool.ne(y, hundred));
    Words {
        states: vec![x_word, y_word],
        inputs: vec![go],
        bad: vec![pool.and(there, other)],
        ..Words::default()
    }
}

#[test]
fn a_run() {
    let mut pool = TermPool::new();
    let words = counters(&mut pool, 1);
    assert_eq!(fails(&mut pool, &words), 6);
}

#[test]
fn limits_end_the_search() {
    let mut pool = TermPool::new();
    let words = memory(&mut pool, true);
    let limits = Limits {
        deadline: Some(std::time::Instant::now()),
        ..Limits::default()
    };
    let (found, _) = decide(
        &mut pool,
        &words,
        None,
        &Backend::default(),
        &limits,
        &|_, _| {},
    );
    assert_eq!(found.err(), Some(Why::Timeout));
}

/// A variable that copies an unknown first value: a cube meets the first states or not by more than single literals.
#[test]
fn unknown_first_values() {
    let mut pool = TermPool::new();
    let (x, y) = (
        pool.symbol("x", Sort::BitVec(8)),
        pool.symbol("y", Sort::BitVec(8)),
    );
    let swap = |symbol, next| Word {
        symbol,
        first: None,
        next,
    };
    let (low, high) = (pool.bv_u64(8, 10), pool.bv_u64(8, 20));
    let (is_low, is_high) = (pool.ult(x, low), pool.ult(high, y));
    let mut words = Words {
        states: vec![swap(x, y), swap(y, x)],
        bad: vec![pool.and(is_low, is_high)],
        ..Words::default()
    };
    assert_eq!(fails(&mut pool, &words), 1);
    let (is_equal, is_low) = (pool.eq(x, y), pool.ult(x, y));
    words.constraints = vec![is_equal];
    words.bad = vec![is_low];
    holds(&mut pool, &words);
}

#[test]
fn what_predicates_are_made_of() {
    let mut pool = TermPool::new();
    let words = counters(&mut pool, 0);
    assert_eq!(atoms(&pool, words.bad[0]).len(), 2);
    let mut predicates = Predicates::new(&words, None);
    let (x, go) = (words.states[0].symbol, words.inputs[0]);
    let (hundred, fifty) = (pool.bv_u64(32, 100), pool.bv_u64(32, 50));
    let there = pool.eq(x, hundred);
    let not_there = pool.not(there);
    assert!(predicates.add(&mut pool, not_there));
    // Its negation, what is known, what is constant, and what speaks of inputs is nothing new.
    let (small, true_) = (pool.ult(x, fifty), pool.tt());
    let with_input = pool.and(go, small);
    for known in [there, not_there, true_, with_input] {
        assert!(!predicates.add(&mut pool, known));
    }
    let predicate = &predicates.all[0];
    assert_eq!(predicate.term, there);
    assert!(pool.is_false(predicate.first));
    assert_eq!(pool.symbols_of(&[predicate.next]).len(), 2);
}

#[test]
fn a_proof() {
    check(
        COUNTS,
        "--engine ic3ia --facts off",
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by IC3 over words
          t.c:3: (i == 10 || i <= 9)
    "#]],
    );
    check(
        KEEPS_PACE,
        "--engine ic3ia --facts off",
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by IC3 over words
          t.c:3: j == i
    "#]],
    );
}

#[test]
fn a_violation() {
    check(
        &FAILS_LATE.replace("#x0fffffff", "#x00000014"),
        "--engine ic3ia",
        expect![[r#"
            assert: FALSE at t.c:5
        "#]],
    );
}
