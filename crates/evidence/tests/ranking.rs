//! The checker of ranking arguments accepts what falls, and rejects what does not.

mod common;

use common::{COUNTS, GROWS, only_loop, parse, system_of, variable};
use domains::Types;
use encode::promote::promote;
use encode::system::TransitionSystem;
use evidence::{Decrease, Measure, NotInductive, Ranking, Relation, free_arguments};
use program::{Goals, Property};
use smt::Limits;
use std::collections::BTreeMap;
use term::{Sort, Term, TermPool};

/// With all undefined behaviour among the goals, and not promoted.
fn system(source: &str) -> (TermPool, TransitionSystem) {
    let (mut pool, program) = parse(source);
    let goals = Goals::new(&program, &[Property::Termination]);
    let system = system_of(&mut pool, &program, &goals);
    (pool, system)
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
    let head = only_loop(&system);
    let (invariant, measures) = make(&mut pool, &system);
    let mut invariants = vec![pool.tt(); system.locations.len()];
    invariants[head.index()] = invariant;
    let measures = measures.into_iter().map(|measure| Measure {
        functions: BTreeMap::from([(head, measure)]),
    });
    let claim = Ranking {
        invariants,
        instances: Vec::new(),
        lemmas: Vec::new(),
        measures: measures.collect(),
        relations: Vec::new(),
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
    let symbol = variable(system, name);
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
        let i = variable(system, "/i");
        let nothing = pool.zero(32);
        (pool.eq(i, nothing), vec![zero])
    };
    let not_inductive = "its invariant is not inductive";
    assert_eq!(check_all(system(COUNTS), nothing), Err(not_inductive));
    let at_most = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = variable(system, "/i");
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
        let i = variable(system, "/i");
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
    let signed =
        |pool: &mut TermPool, system: &TransitionSystem| (pool.tt(), vec![variable(system, "/i")]);
    assert_eq!(check_all(system(COUNTS), signed), Err("a measure grows"));
}

/// Whether a measure at the only loop head is accepted as an argument that every run ends.
fn check(
    (mut pool, system): (TermPool, TransitionSystem),
    measure: impl Fn(&mut TermPool, &TransitionSystem) -> Term,
) -> Result<(), NotInductive> {
    let head = only_loop(&system);
    let measure = measure(&mut pool, &system);
    let claim = Ranking {
        invariants: vec![pool.tt(); system.locations.len()],
        instances: Vec::new(),
        lemmas: Vec::new(),
        measures: vec![Measure {
            functions: BTreeMap::from([(head, measure)]),
        }],
        relations: Vec::new(),
        engine: "a test".to_string(),
    };
    let checked = claim.check(&mut pool, &system, Types::from(None), &Limits::default());
    checked.map(|_| ())
}

#[test]
fn a_number_that_falls_is_an_argument() {
    let unsigned = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = variable(system, "/i");
        pool.zero_extend(i, 1)
    };
    assert!(check(system(COUNTS), unsigned).is_ok());
}

#[test]
fn a_number_that_grows_is_none() {
    let upwards = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = variable(system, "/i");
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

/// Whether relations of the only loop head with itself are accepted.
fn check_relations(
    source: &str,
    make: impl Fn(&mut TermPool, &TransitionSystem) -> Vec<Vec<Decrease>>,
) -> Result<(), &'static str> {
    let (mut pool, system) = system(source);
    let head = only_loop(&system);
    let relations = make(&mut pool, &system).into_iter();
    let claim = Ranking {
        invariants: vec![pool.tt(); system.locations.len()],
        instances: Vec::new(),
        lemmas: Vec::new(),
        measures: Vec::new(),
        relations: { relations }
            .map(|decreases| Relation {
                from: head,
                to: head,
                decreases,
            })
            .collect(),
        engine: "a test".to_string(),
    };
    let checked = claim.check(&mut pool, &system, Types::from(None), &Limits::default());
    match checked {
        Ok(_) => Ok(()),
        Err(NotInductive::Refuted(what)) => Err(what),
        Err(NotInductive::Open(why)) => panic!("{why:?}"),
    }
}

fn decrease(number: Term, strict: bool) -> Decrease {
    Decrease {
        before: number,
        after: number,
        strict,
    }
}

#[test]
fn relations_of_which_one_holds_between_any_two_visits() {
    let both = |pool: &mut TermPool, system: &TransitionSystem| {
        let (i, j) = (counter(pool, system, "/i"), counter(pool, system, "/j"));
        // Either `i` has fallen, or it has never changed and `j` has fallen.
        vec![
            vec![decrease(i, true)],
            vec![decrease(i, false), decrease(j, true)],
        ]
    };
    assert_eq!(check_relations(EITHER, both), Ok(()));
    let first = |pool: &mut TermPool, system: &TransitionSystem| vec![both(pool, system).remove(0)];
    let not_within = "an edge is in none of the relations";
    assert_eq!(check_relations(EITHER, first), Err(not_within));
    assert_eq!(
        check_relations(EITHER, |_, _| Vec::new()),
        Err("a cycle is left")
    );
}

#[test]
fn relations_that_are_not_closed_prove_nothing() {
    // Each way round, one of two numbers falls, and the other one may be anything afterwards. So it need not end: a relation
    // holds along each edge, but not along two of them.
    let falls = "  j := (bvsub j #x00000001) @4:1\n";
    let each_any = EITHER.replace(falls, &format!("{falls}  i := havoc nondet \"f\" @4:1\n"));
    assert_ne!(each_any, EITHER);
    let each = |pool: &mut TermPool, system: &TransitionSystem| {
        let (i, j) = (counter(pool, system, "/i"), counter(pool, system, "/j"));
        vec![vec![decrease(i, true)], vec![decrease(j, true)]]
    };
    let expected = "the relations are not closed under edges";
    assert_eq!(check_relations(&each_any, each), Err(expected));
}

#[test]
fn a_relation_in_which_nothing_falls_proves_nothing() {
    let stays = |pool: &mut TermPool, system: &TransitionSystem| {
        let i = counter(pool, system, "/i");
        vec![vec![decrease(i, false)]]
    };
    let expected = "nothing falls in a relation of a location with itself";
    assert_eq!(check_relations(COUNTS, stays), Err(expected));
    // That one number is less than another one was says nothing of a chain.
    let other = |pool: &mut TermPool, system: &TransitionSystem| {
        let (i, j) = (counter(pool, system, "/i"), counter(pool, system, "/j"));
        let both = Decrease {
            before: i,
            after: j,
            strict: true,
        };
        vec![vec![both]]
    };
    assert_eq!(check_relations(EITHER, other), Err(expected));
    let everything = |_: &mut TermPool, _: &TransitionSystem| vec![Vec::new()];
    assert_eq!(check_relations(COUNTS, everything), Err(expected));
}

#[test]
fn relations_are_about_the_state() {
    let of_input = |_: &mut TermPool, system: &TransitionSystem| {
        let input = system.block(TransitionSystem::ENTRY).inputs[0];
        vec![vec![decrease(input, true)]]
    };
    let expected = "it speaks of something that is not a variable of the location";
    assert_eq!(check_relations(COUNTS, of_input), Err(expected));
}

/// Counts down by two from an argument.
const DOWN: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 no-overflow \"signed subtraction overflows\" in \"f\" @4:1
entry start

fn start() @1:0
  var n: 32 = \"n\" t0 @1:0
b0:
  n := havoc argument \"n\"
  call f n @1:0
  return @1:0
fn f(n) @1:0
  var n: 32 = \"n\" t0 @1:0
b0:
  goto b1 @3:1
b1:
  branch (bvsle n #x00000000) b3 b2 @3:1
b2:
  check s0 (distinct n #x80000000) @4:1
  n := (bvsub n #x00000001) @4:1
  goto b1 @4:2
b3:
  return @5:1
";

/// Whether a condition on the argument is proved with its value as what falls, under an invariant.
fn check_given(
    source: &str,
    condition: impl Fn(&mut TermPool, Term) -> Term,
    invariant: impl Fn(&mut TermPool, Term) -> Term,
) -> Result<String, &'static str> {
    let (mut pool, program) = parse(source);
    let (promoted, _) = promote(&mut pool, &program);
    let goals = Goals::of_termination(&promoted);
    let system = system_of(&mut pool, &promoted, &goals);
    let head = only_loop(&system);
    let n = variable(&system, "/n");
    let mut invariants = vec![pool.tt(); system.locations.len()];
    invariants[head.index()] = invariant(&mut pool, n);
    let arguments = free_arguments(&promoted, &system);
    let given = condition(&mut pool, arguments[0].1);
    let claim = Ranking {
        invariants,
        instances: Vec::new(),
        lemmas: Vec::new(),
        measures: vec![Measure {
            functions: BTreeMap::from([(head, pool.sign_extend(n, 1))]),
        }],
        relations: Vec::new(),
        engine: "a test".to_string(),
    };
    let limits = Limits::default();
    match claim.check_given(&mut pool, &system, &promoted, &limits, given) {
        Ok(conditional) => {
            assert_eq!(conditional.function(), "f");
            Ok(conditional.condition().to_string())
        }
        Err(NotInductive::Refuted(what)) => Err(what),
        Err(NotInductive::Open(why)) => panic!("{why:?}"),
    }
}

#[test]
fn conditions_under_which_a_function_ends() {
    // Without the exit for negative numbers.
    let source = DOWN.replace("(bvsle n #x00000000)", "(= n #x00000000)");
    let at_least_zero = |pool: &mut TermPool, n: Term| {
        let zero = pool.zero(32);
        pool.sle(zero, n)
    };
    let anything = |pool: &mut TermPool, _: Term| pool.tt();
    let nothing = |pool: &mut TermPool, _: Term| pool.ff();
    let proved = check_given(&source, at_least_zero, at_least_zero);
    assert_eq!(proved, Ok("n >= 0".to_string()));
    let not_inductive = "its invariant is not inductive";
    let checked = check_given(&source, anything, at_least_zero);
    assert_eq!(checked, Err(not_inductive));
    // Falling alone is not enough: the operation overflows in the end.
    let checked = check_given(&source, at_least_zero, anything);
    assert_eq!(checked, Err("a check may fail, or a gap be met"));
    let checked = check_given(&source, nothing, at_least_zero);
    assert_eq!(checked, Err("no run satisfies its condition"));
}

#[test]
fn conditions_are_about_arguments() {
    let at_least_zero = |pool: &mut TermPool, n: Term| {
        let zero = pool.zero(32);
        pool.sle(zero, n)
    };
    let other = |pool: &mut TermPool, _: Term| pool.fresh("x", Sort::Bool);
    let checked = check_given(DOWN, other, at_least_zero);
    let expected = "its condition is about something other than arguments";
    assert_eq!(checked, Err(expected));
}
