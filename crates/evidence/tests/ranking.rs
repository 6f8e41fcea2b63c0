//! The checker of ranking arguments accepts what falls, and rejects what does not.

use domains::Types;
use encode::exec::CutPoints;
use encode::system::{TransitionSystem, build};
use evidence::{Measure, NotInductive, Ranking};
use program::{Goals, Property, text};
use smt::Limits;
use std::collections::BTreeMap;
use term::{Sort, Term, TermPool};

/// Makes objects, of which each leads to the one before, for as long as its input says.
const GROWS: &str = "program LP64 pointers 64 offset 28
file \"t.c\"
site s0 unsupported ends \"the object is too large\" in \"main\" @2:1
site s1 valid-deref ends \"invalid write\" in \"main\" @3:1
entry main

fn main() @1:0
  var list: 64
  var new: 64
  var more: 32
b0:
  list := #x0000000000000000 @2:1
  goto b1 @3:1
b1:
  more := havoc nondet \"f\" @3:1
  branch (= more #x00000000) b3 b2 @3:1
b2:
  new := alloc #x0000000000000008 s0 heap align 16 @4:1
  store new list s1 @5:1
  list := new @6:1
  goto b1 @6:2
b3:
  return @9:2
";

/// Counts down from an input.
const COUNTS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
b0:
  i := havoc nondet \"f\" @2:1
  goto b1 @3:1
b1:
  branch (= i #x00000000) b3 b2 @3:1
b2:
  i := (bvsub i #x00000001) @4:1
  goto b1 @4:2
b3:
  return @5:1
";

fn system(source: &str) -> (TermPool, TransitionSystem) {
    let (mut pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}"));
    let goals = Goals::new(&program, &[Property::Termination]);
    let cuts = CutPoints::default();
    let system = build(&mut pool, &program, &goals, cuts, &mut || false);
    (pool, system.expect("it is not stopped"))
}

/// Goes on while an input says so, which moves one of two counters.
const EITHER: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
  var j: 32
  var x: 32
b0:
  i := havoc nondet \"f\" @2:1
  j := havoc nondet \"f\" @2:1
  goto b1 @3:1
b1:
  branch (or (= i #x00000000) (= j #x00000000)) b5 b2 @3:1
b2:
  x := havoc nondet \"f\" @3:1
  branch (= x #x00000000) b3 b4 @3:1
b3:
  i := (bvsub i #x00000001) @4:1
  j := havoc nondet \"f\" @4:1
  goto b1 @4:2
b4:
  j := (bvsub j #x00000001) @4:1
  goto b1 @4:2
b5:
  return @5:1
";

/// Whether an invariant and measures at the only loop head are accepted.
fn check_all(
    (mut pool, system): (TermPool, TransitionSystem),
    make: impl Fn(&mut TermPool, &TransitionSystem) -> (Term, Vec<Term>),
) -> Result<(), &'static str> {
    let head = system.heads().next().expect("there is a loop");
    let (invariant, measures) = make(&mut pool, &system);
    let mut invariants = vec![pool.tt(); system.locations.len()];
    invariants[head.index()] = invariant;
    let measures = measures.into_iter().map(|measure| Measure {
        functions: BTreeMap::from([(head, measure)]),
    });
    let claim = Ranking {
        invariants,
        lemmas: Vec::new(),
        measures: measures.collect(),
        engine: "a test".to_string(),
    };
    let checked = claim.check(&mut pool, &system, Types::from(None), &Limits::default());
    match checked {
        Ok(_) => Ok(()),
        Err(NotInductive::Refuted(what)) => Err(what),
        Err(NotInductive::Open(why)) => panic!("{why:?}"),
    }
}

/// A counter as a number that is not negative.
fn counter(pool: &mut TermPool, system: &TransitionSystem, name: &str) -> Term {
    let symbol = symbol(pool, system, name);
    pool.zero_extend(symbol, 1)
}

#[test]
fn two_measures_in_the_right_order_only() {
    let in_order = |pool: &mut TermPool, system: &TransitionSystem| {
        let (i, j) = (counter(pool, system, "/i"), counter(pool, system, "/j"));
        (pool.tt(), vec![i, j])
    };
    assert_eq!(check_all(system(EITHER), in_order), Ok(()));
    let reversed = |pool: &mut TermPool, system: &TransitionSystem| {
        let (holds, measures) = in_order(pool, system);
        (holds, measures.into_iter().rev().collect())
    };
    assert_eq!(check_all(system(EITHER), reversed), Err("a measure grows"));
    let one = |pool: &mut TermPool, system: &TransitionSystem| {
        (pool.tt(), vec![counter(pool, system, "/i")])
    };
    assert_eq!(check_all(system(EITHER), one), Err("a cycle is left"));
    let none = |pool: &mut TermPool, _: &TransitionSystem| (pool.tt(), Vec::new());
    assert_eq!(check_all(system(EITHER), none), Err("a cycle is left"));
}

#[test]
fn an_invariant_that_no_run_has_or_keeps() {
    // It makes the transition impossible, and does not hold at the start.
    let nothing = |pool: &mut TermPool, system: &TransitionSystem| {
        let zero = pool.zero(33);
        let i = symbol(pool, system, "/i");
        let nothing = pool.zero(32);
        (pool.eq(i, nothing), vec![zero])
    };
    let not_inductive = "its invariant is not inductive";
    assert_eq!(check_all(system(COUNTS), nothing), Err(not_inductive));
    let at_most = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = symbol(pool, system, "/i");
        let most = pool.bv_u64(32, 1000);
        let measure = pool.zero_extend(i, 1);
        (pool.ule(i, most), vec![measure])
    };
    assert_eq!(check_all(system(COUNTS), at_most), Err(not_inductive));
}

#[test]
fn a_measure_is_a_function_of_the_state() {
    let foreign = "it speaks of something that is not a variable of the location";
    let fresh = |pool: &mut TermPool, _: &TransitionSystem| {
        let fresh = pool.fresh("x", Sort::BitVec(32));
        (pool.tt(), vec![fresh])
    };
    assert_eq!(check_all(system(COUNTS), fresh), Err(foreign));
    let input = |pool: &mut TermPool, system: &TransitionSystem| {
        let input = system.block(TransitionSystem::ENTRY).inputs[0];
        (pool.tt(), vec![input])
    };
    assert_eq!(check_all(system(COUNTS), input), Err(foreign));
    let not_a_number = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = symbol(pool, system, "/i");
        let zero = pool.zero(32);
        (pool.tt(), vec![pool.eq(i, zero)])
    };
    let checked = check_all(system(COUNTS), not_a_number);
    assert_eq!(
        checked,
        Err("a measure is not a number of the same width everywhere")
    );
}

#[test]
fn what_wraps_around_is_judged_as_it_is() {
    // Read as a signed number, the counter falls from the least to the greatest one.
    let signed = |pool: &mut TermPool, system: &TransitionSystem| {
        (pool.tt(), vec![symbol(pool, system, "/i")])
    };
    assert_eq!(check_all(system(COUNTS), signed), Err("a measure grows"));
}

/// Whether a measure at the only loop head is accepted as an argument that every run ends.
fn check(
    (mut pool, system): (TermPool, TransitionSystem),
    measure: impl Fn(&mut TermPool, &TransitionSystem) -> Term,
) -> Result<(), NotInductive> {
    let head = system.heads().next().expect("there is a loop");
    let measure = measure(&mut pool, &system);
    let claim = Ranking {
        invariants: vec![pool.tt(); system.locations.len()],
        lemmas: Vec::new(),
        measures: vec![Measure {
            functions: BTreeMap::from([(head, measure)]),
        }],
        engine: "a test".to_string(),
    };
    let checked = claim.check(&mut pool, &system, Types::from(None), &Limits::default());
    checked.map(|_| ())
}

fn symbol(pool: &TermPool, system: &TransitionSystem, name: &str) -> Term {
    let mut all = system.variables.iter().filter(|v| v.name.ends_with(name));
    let variable = all.next().unwrap_or_else(|| panic!("no variable {name}"));
    debug_assert!(pool.as_symbol(variable.symbol).is_some());
    variable.symbol
}

#[test]
fn a_number_that_falls_is_an_argument() {
    let unsigned = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = symbol(pool, system, "/i");
        pool.zero_extend(i, 1)
    };
    assert!(check(system(COUNTS), unsigned).is_ok());
}

#[test]
fn a_number_that_grows_is_none() {
    let upwards = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = symbol(pool, system, "/i");
        let i = pool.zero_extend(i, 1);
        pool.bvneg(i)
    };
    let checked = check(system(COUNTS), upwards);
    assert!(matches!(checked, Err(NotInductive::Refuted(_))));
}

#[test]
fn that_objects_have_only_so_many_numbers_bounds_nothing() {
    let left = |pool: &mut TermPool, system: &TransitionSystem| {
        let counter = system.families[0].counter;
        let counter = pool.zero_extend(counter, 1);
        pool.bvneg(counter)
    };
    let (pool, system) = system(GROWS);
    assert_eq!(system.assumptions().len(), 1);
    let checked = check((pool, system), left);
    let Err(NotInductive::Refuted(what)) = checked else {
        panic!("{checked:?}");
    };
    assert!(what.contains("only so many objects"), "{what}");
}
