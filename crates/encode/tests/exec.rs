//! The symbolic executor on small programs: what it folds, joins, cuts and logs.

use encode::exec::{Bounds, CutKind, CutPoints, Executor, HeadFacts, Log};
use encode::system::build;
use expect_test::{Expect, expect};
use program::{Goals, Program, Property, text};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::eval::Evaluator;
use term::{BitVec, Term, TermPool, Value};

/// A program of one function, given its variables and blocks; two `assert` sites and one of each kind that ends runs.
fn program(body: &str) -> (TermPool, Program) {
    let source = format!(
        "program LP64 pointers 64 offset 40\n\
         file \"t.c\"\n\
         type t0 int \"int\" 32 signed\n\
         type t1 array t0 4\n\
         type t2 array t0 1000\n\
         static \"small\" size 16 align 4 variable \"\" = \"small\" t1 @1:0\n\
         static \"large\" size 4000 align 4 variable \"\" = \"large\" t2 @2:0\n\
         site s0 assert \"the first fails\" in \"main\" @1:1\n\
         site s1 assert \"the second fails\" in \"main\" @2:1\n\
         site s2 valid-deref ends \"invalid access\" in \"main\" @3:1\n\
         site s3 unsupported ends \"too large\" in \"main\" @4:1\n\
         site s4 valid-free ends \"invalid free\" in \"main\" @5:1\n\
         entry main\n\n\
         fn main() @1:0\n{body}\n"
    );
    text::parse(&source).unwrap_or_else(|e| panic!("{e}\n{source}"))
}

fn run(pool: &mut TermPool, program: &Program, bounds: Bounds) -> Log {
    let goals = Goals::new(program, &[Property::Assert, Property::ValidDeref]);
    let mut executor = Executor::new(pool, program, &goals);
    executor
        .run(pool, bounds, &mut || false)
        .expect("it is not stopped")
}

/// Compares the violations and cuts of a program with what is expected.
fn check(body: &str, bounds: Bounds, expected: Expect) {
    let (mut pool, program) = program(body);
    let log = run(&mut pool, &program, bounds);
    let mut shown = String::new();
    for check in &log.checks {
        let violated = pool.display(check.condition);
        shown.push_str(&format!("{} if {violated}\n", check.site));
    }
    for cut in &log.cuts {
        let guard = pool.display(cut.guard);
        shown.push_str(&format!("cut {} if {guard}\n", cut.what(&program)));
    }
    expected.assert_eq(&shown);
}

fn unwind(n: u32) -> Bounds {
    Bounds {
        unwind: n,
        ..Bounds::default()
    }
}

#[test]
fn a_loop_with_a_constant_bound_unrolls_by_folding() {
    check(
        "  var i: 32\n  var s: 32\nb0:\n  i := #x00000000 @1:1\n  s := #x00000000 @1:1\n  goto b1 @1:1\n\
         b1:\n  branch (bvslt i #x00002710) b2 b3 @1:1\n\
         b2:\n  s := (bvadd s i) @1:1\n  i := (bvadd i #x00000001) @1:1\n  goto b1 @1:1\n\
         b3:\n  check s0 (= s #x02fadcf8) @1:1\n  check s1 (= s #x00000000) @1:1\n  return @1:1",
        unwind(0),
        expect![[r#"
            s1 if true
        "#]],
    );
}

#[test]
fn a_branch_that_closes_adds_nothing_to_the_guard() {
    check(
        "  var x: 32\n  var y: 32\nb0:\n  x := havoc nondet \"f\" @1:1\n\
         \x20 branch (bvslt x #x00000000) b1 b2 @1:1\n\
         b1:\n  y := #x00000001 @1:1\n  goto b3 @1:1\n\
         b2:\n  y := #x00000002 @1:1\n  goto b3 @1:1\n\
         b3:\n  check s0 (= y #x00000002) @1:1\n  return @1:1",
        unwind(0),
        expect![[r#"
            s0 if (bvslt x@1 #x00000000)
        "#]],
    );
}

#[test]
fn a_check_sees_only_the_assumptions_before_it() {
    check(
        "  var x: 32\nb0:\n  x := havoc nondet \"f\" @1:1\n\
         \x20 check s0 (= x #x00000001) @1:1\n  assume (= x #x00000001) @1:1\n\
         \x20 check s1 (= x #x00000001) @1:1\n  return @1:1",
        unwind(0),
        expect![[r#"
            s0 if (not (= #x00000001 x@1))
        "#]],
    );
}

#[test]
fn a_loop_is_cut_at_its_bound() {
    check(
        "  var n: 32\n  var i: 32\nb0:\n  n := havoc nondet \"f\" @1:1\n  i := #x00000000 @1:1\n  goto b1 @1:1\n\
         b1:\n  branch (bvult i n) b2 b3 @1:1\n\
         b2:\n  i := (bvadd i #x00000001) @1:1\n  goto b1 @1:1\n\
         b3:\n  return @1:1",
        unwind(2),
        expect![[r#"
            cut loop if (bvult #x00000002 n@1)
        "#]],
    );
}

/// Counts `i` up from 0, and `n` down from anything.
const COUNTS: &str = "  var i: 32
  var n: 32
b0:
  i := #x00000000 @1:1
  n := havoc nondet \"f\" @1:1
  goto b1 @1:1
b1:
  branch (bvult #x00000000 n) b2 b3 @1:1
b2:
  i := (bvadd i #x00000001) @1:1
  n := (bvsub n #x00000001) @1:1
  goto b1 @1:1
b3:
  check s0 (= i #x00000009) @1:1
  return @1:1";

/// Unrolls [`COUNTS`] eight times, where it is known that a variable is at most 3 at the loop head: the log, and the condition
/// on which the run goes on beyond the cut.
fn counts_up_to_3(variable: &str) -> (TermPool, Log, Option<Term>) {
    let (mut pool, program) = program(COUNTS);
    let goals = Goals::new(&program, &[Property::Assert]);
    let cuts = CutPoints::default();
    let system =
        build(&mut pool, &program, &goals, cuts, &mut || false).expect("it is not stopped");
    let three = pool.bv_u64(32, 3);
    let named = (system.variables.iter()).find(|v| v.name == variable);
    let fact = pool.ule(named.expect("a variable of the state").symbol, three);
    let nothing = pool.tt();
    let facts = HeadFacts::new(&pool, &system, &[nothing, fact]);
    let mut executor = Executor::new(&mut pool, &program, &goals);
    executor.rely_on(Arc::new(facts));
    let log = executor.run(&mut pool, unwind(8), &mut || false);
    let log = log.expect("it is not stopped");
    let beyond = log.cuts.first().map(|cut| cut.reached(&mut pool));
    (pool, log, beyond)
}

#[test]
fn a_state_that_contradicts_what_is_known_is_not_followed() {
    let (pool, log, beyond) = counts_up_to_3("main/i");
    assert_eq!(beyond, None);
    assert!(log.relied);
    let violated = pool.display(log.checks[0].condition).to_string();
    assert!(!violated.contains("#x00000004"), "{violated}");
}

#[test]
fn what_is_known_is_part_of_the_question_whether_a_run_goes_on() {
    let (pool, log, beyond) = counts_up_to_3("main/n");
    // Nothing folds, since `n` is unknown; but where it is counted down from is not more than 3.
    assert!(!log.relied);
    let beyond = beyond.expect("the loop is cut");
    let values: FxHashMap<_, _> = (pool.symbols_of(&[beyond]).into_iter())
        .map(|symbol| (symbol, Value::BitVec(BitVec::new(32, 100))))
        .collect();
    let mut evaluator = Evaluator::new(&pool, &values);
    assert!(evaluator.eval(log.cuts[0].guard).as_bool());
    assert!(!evaluator.eval(beyond).as_bool());
}

#[test]
fn a_loop_that_changes_nothing_is_not_unrolled() {
    check(
        "  var x: 32\nb0:\n  goto b1 @1:1\n\
         b1:\n  x := havoc nondet \"f\" @1:1\n  branch (= x #x00000000) b2 b1 @1:1\n\
         b2:\n  check s0 false @1:1\n  return @1:1",
        unwind(100),
        expect![[r#"
            s0 if (= #x00000000 x@2)
        "#]],
    );
}

#[test]
fn writes_at_constant_and_symbolic_places_of_a_small_object() {
    let (mut pool, program) = program(
        "  var i: 64\n  var v: 32\nb0:\n  i := havoc nondet \"f\" @1:1\n\
         \x20 store #x0000010000000004 #x00000007 s2 @1:1\n\
         \x20 store (bvadd #x0000010000000004 (bvshl i #x0000000000000002)) #x00000009 s2 @1:1\n\
         \x20 v := load #x0000010000000004 s2 @1:1\n\
         \x20 check s0 (= v (ite (= i #x0000000000000000) #x00000009 #x00000007)) @1:1\n  return @1:1",
    );
    let log = run(&mut pool, &program, unwind(0));
    let symbol = pool.symbols_of(&[log.checks[0].condition])[0];
    for i in [0, 1, 2, 3, 4, 1 << 62, u64::MAX] {
        let values = FxHashMap::from_iter([(symbol, Value::BitVec(BitVec::new(64, i)))]);
        let mut evaluator = Evaluator::new(&pool, &values);
        let violated: Vec<_> = log
            .checks
            .iter()
            .filter(|c| evaluator.eval(c.condition).as_bool())
            .map(|c| c.site.to_string())
            .collect();
        // The index wraps around at 2^62: four times that is zero again.
        let expected: &[&str] = if i % (1 << 62) < 4 { &[] } else { &["s2"] };
        let wrapped = i == 1 << 62;
        assert!(wrapped || violated == expected, "i = {i}: {violated:?}");
    }
}

#[test]
fn an_access_outside_its_object_ends_the_run() {
    check(
        "  var v: 32\nb0:\n  v := load #x0000010000000014 s2 @1:1\n  check s0 false @1:1\n  return @1:1",
        unwind(0),
        expect![[r#"
            s2 if true
        "#]],
    );
}

#[test]
fn freed_memory_cannot_be_read_and_not_be_freed_again() {
    check(
        "  var p: 64\n  var v: 32\nb0:\n  p := alloc #x0000000000000008 s3 heap align 16 @1:1\n\
         \x20 store p #x00000001 s2 @1:1\n  free p s4 @1:1\n  v := load p s2 @1:1\n  return @1:1",
        unwind(0),
        expect![[r#"
            s2 if true
        "#]],
    );
}

#[test]
fn ten_thousand_constant_writes_make_few_terms() {
    let body = "  var i: 64\nb0:\n  i := #x0000000000000000 @1:1\n  goto b1 @1:1\n\
         b1:\n  branch (bvult i #x00000000000003e8) b2 b3 @1:1\n\
         b2:\n  store (bvadd #x0000020000000004 (bvshl i #x0000000000000002)) #x00000001 s2 @1:1\n\
         \x20 i := (bvadd i #x0000000000000001) @1:1\n  goto b1 @1:1\n\
         b3:\n  return @1:1";
    let (mut pool, program) = program(body);
    let before = pool.len();
    let log = run(&mut pool, &program, unwind(0));
    assert!(log.checks.is_empty() && log.cuts.is_empty());
    let made = pool.len() - before;
    assert!(made < 6 * 1000, "{made} terms for 1000 writes");
}

#[test]
fn a_second_execution_makes_the_terms_of_the_first() {
    let body = "  var n: 32\n  var i: 32\nb0:\n  n := havoc nondet \"f\" @1:1\n  i := #x00000000 @1:1\n  goto b1 @1:1\n\
         b1:\n  branch (bvult i n) b2 b3 @1:1\n\
         b2:\n  i := (bvadd i #x00000001) @1:1\n  check s0 (not (= i #x00000003)) @1:1\n  goto b1 @1:1\n\
         b3:\n  return @1:1";
    let (mut pool, program) = program(body);
    let goals = Goals::new(&program, &[Property::Assert]);
    let mut executor = Executor::new(&mut pool, &program, &goals);
    let mut go = |pool: &mut TermPool, n| executor.run(pool, unwind(n), &mut || false).unwrap();
    let first = go(&mut pool, 4);
    let terms = pool.len();
    let second = go(&mut pool, 4);
    assert_eq!(pool.len(), terms);
    let third = go(&mut pool, 8);
    for log in [&second, &third] {
        assert_eq!(log.checks[0].condition, first.checks[0].condition);
    }
    assert!(matches!(third.cuts[0].kind, CutKind::Loop { .. }));
}
