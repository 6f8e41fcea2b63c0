//! The checker of ranking arguments accepts what falls, and rejects what does not.

use domains::Types;
use encode::exec::CutPoints;
use encode::system::{TransitionSystem, build};
use evidence::{Measure, NotInductive, Ranking};
use program::{Goals, Property, text};
use smt::Limits;
use std::collections::BTreeMap;
use term::{Term, TermPool};

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
