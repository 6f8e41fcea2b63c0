//! The checker of recurrent sets accepts what a run need not leave, and rejects everything else.

mod common;

use common::{COUNTS, GROWS, only_loop, parse, system_of, variable};
use encode::promote::promote;
use encode::system::{LocationId, TransitionSystem};
use evidence::{
    Judged, NoLasso, NotInductive, NotRecurrent, Recurrence, Station, Values, free_inputs,
};
use program::{Goals, InputSource, Program, Property};
use smt::Limits;
use term::{BitVec, Term, TermPool, Value};

/// Counts down by two from an input, until it is zero.
fn by_two() -> String {
    COUNTS.replace("(bvsub i #x00000001)", "(bvsub i #x00000002)")
}

/// Goes on while a value is not zero, and counts; `SOURCE` says where the value comes from.
const WAITS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
  var x: 32
b0:
  i := #x00000000 @2:1
  goto b1 @3:1
b1:
  x := havoc SOURCE @3:1
  branch (= x #x00000000) b3 b2 @3:1
b2:
  i := (bvadd i #x00000001) @4:1
  goto b1 @4:2
b3:
  return @5:1
";

/// Counts and never stops. What it reads does not matter.
const IGNORES: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
  var x: 32
b0:
  i := #x00000000 @2:1
  goto b1 @3:1
b1:
  x := havoc SOURCE @3:1
  i := (bvadd i x) @4:1
  goto b1 @4:2
";

/// Counts and never stops, but for a signed overflow.
const OVERFLOWS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
site s0 no-overflow \"signed addition overflows\" in \"main\" @4:1
entry main

fn main() @1:0
  var i: 32
b0:
  i := #x00000000 @2:1
  goto b1 @3:1
b1:
  check s0 (distinct i #x7fffffff) @4:1
  i := (bvadd i #x00000001) @4:1
  goto b1 @4:2
";

/// As [`by_two`], as long as an assumption holds.
const ASSUMES: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
b0:
  i := #x00000001 @2:1
  goto b1 @3:1
b1:
  assume (distinct i #x000000ff) @3:1
  i := (bvadd i #x00000002) @4:1
  goto b1 @4:2
";

/// Goes on while a function returns the same twice.
const TWICE: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn look() -> 32 @7:1
  var x: 32
b0:
  x := havoc SOURCE @8:1
  return x @8:2
fn main() @1:0
  var i: 32
  var x: 32
  var y: 32
b0:
  i := #x00000000 @2:1
  goto b1 @3:1
b1:
  x := call look @3:1
  y := call look @3:2
  branch (= x y) b2 b3 @3:1
b2:
  i := (bvadd i #x00000001) @4:1
  goto b1 @4:2
b3:
  return @5:1
";

struct Case {
    pool: TermPool,
    program: Program,
    goals: Goals,
}

impl Case {
    fn new(source: &str) -> Case {
        let (pool, program) = parse(source);
        let goals = Goals::of_termination(&program);
        Case {
            pool,
            program,
            goals,
        }
    }

    /// Checks a claim with one station, at the only loop head. `make` gives the set, and terms for free inputs.
    fn check(
        self,
        start: Option<u64>,
        make: impl Fn(&mut TermPool, &TransitionSystem, LocationId) -> (Term, Vec<(Term, Term)>),
    ) -> Result<usize, NotRecurrent> {
        self.check_with(start, make, |_, _, _| Vec::new())
    }

    /// The same with terms for inputs that assumptions are about.
    fn check_with(
        mut self,
        start: Option<u64>,
        make: impl Fn(&mut TermPool, &TransitionSystem, LocationId) -> (Term, Vec<(Term, Term)>),
        witnesses: impl Fn(&mut TermPool, &TransitionSystem, LocationId) -> Vec<(Term, Term)>,
    ) -> Result<usize, NotRecurrent> {
        let pool = &mut self.pool;
        let (promoted, promotion) = promote(pool, &self.program);
        let system = system_of(pool, &promoted, &self.goals);
        let location = only_loop(&system);
        let (set, choices) = make(pool, &system, location);
        let witnesses = witnesses(pool, &system, location);
        let mut stem = Values::default();
        if let Some(start) = start {
            let first = system.block(TransitionSystem::ENTRY).inputs[0];
            let symbol = pool.as_symbol(first).expect("an input is a symbol");
            stem.insert(symbol, Value::BitVec(BitVec::new(32, start)));
        }
        let claim = Recurrence {
            stations: vec![Station {
                location,
                set,
                choices,
                witnesses,
            }],
            stem: vec![stem],
            engine: "a test".to_string(),
        };
        let judged = Judged {
            original: &self.program,
            promoted: &promoted,
            promotion: &promotion,
            goals: &self.goals,
        };
        let checked = claim.check(pool, &system, &judged, &Limits::default());
        checked.map(|lasso| lasso.recurrent().expect("it has a set").places().len())
    }
}

/// The number is odd.
fn odd(pool: &mut TermPool, system: &TransitionSystem, _: LocationId) -> (Term, Vec<(Term, Term)>) {
    let i = variable(system, "/i");
    let low = pool.extract(i, 0, 0);
    let one = pool.bv_u64(1, 1);
    (pool.eq(low, one), Vec::new())
}

fn any(pool: &mut TermPool, _: &TransitionSystem, _: LocationId) -> (Term, Vec<(Term, Term)>) {
    (pool.tt(), Vec::new())
}

/// The input of the loop's block is one.
fn chosen(
    pool: &mut TermPool,
    system: &TransitionSystem,
    at: LocationId,
) -> (Term, Vec<(Term, Term)>) {
    let input = system.block(at).inputs[0];
    let one = pool.bv_u64(32, 1);
    (pool.tt(), vec![(input, one)])
}

fn refuted(result: Result<usize, NotRecurrent>) -> &'static str {
    match result {
        Err(NotRecurrent::Set(NotInductive::Refuted(what))) => what,
        other => panic!("{other:?}"),
    }
}

fn from(source: &str, kind: &str) -> Case {
    Case::new(&source.replace("SOURCE", kind))
}

#[test]
fn odd_numbers_never_come_to_zero_by_twos() {
    assert_eq!(Case::new(&by_two()).check(Some(1), odd), Ok(1));
}

#[test]
fn a_set_that_a_run_may_leave() {
    let result = Case::new(&by_two()).check(Some(1), any);
    assert_eq!(refuted(result), "a run may leave it");
    let not_zero = |pool: &mut TermPool, system: &TransitionSystem, _| {
        let zero = pool.zero(32);
        (pool.ne(variable(system, "/i"), zero), Vec::new())
    };
    let result = Case::new(&by_two()).check(Some(1), not_zero);
    assert_eq!(refuted(result), "a run may leave it");
}

#[test]
fn a_set_that_is_empty_or_that_the_run_does_not_come_to() {
    let result = Case::new(&by_two()).check(Some(2), odd);
    assert_eq!(refuted(result), "its run does not come to it");
    let none = |pool: &mut TermPool, _: &TransitionSystem, _| (pool.ff(), Vec::new());
    let result = Case::new(&by_two()).check(Some(1), none);
    assert_eq!(refuted(result), "its run does not come to it");
}

#[test]
fn inputs_that_a_run_gets_at_will() {
    for kind in ["nondet \"f\"", "external \"f\"", "volatile \"v\""] {
        assert_eq!(from(WAITS, kind).check(None, chosen), Ok(1), "{kind}");
        let result = from(WAITS, kind).check(None, any);
        assert_eq!(refuted(result), "a run may leave it", "{kind}");
    }
}

#[test]
fn inputs_that_it_does_not() {
    let kinds = [
        "approximated \"sin\"",
        "passing \"time\"",
        "layout",
        "undefined",
        "unspecified",
        "uninitialised \"x\"",
    ];
    for kind in kinds {
        let result = from(WAITS, kind).check(None, chosen);
        let expected = "it chooses an input that a run does not get at will";
        assert_eq!(refuted(result), expected, "{kind}");
        let result = from(WAITS, kind).check(None, any);
        assert_eq!(refuted(result), "a run may leave it", "{kind}");
    }
}

#[test]
fn what_does_not_matter_may_be_anything() {
    for kind in ["passing \"time\"", "nondet \"f\"", "unspecified"] {
        assert_eq!(from(IGNORES, kind).check(None, any), Ok(1), "{kind}");
    }
    // Careful: nothing approximate is read at all.
    let result = from(IGNORES, "approximated \"sin\"").check(None, any);
    let source = InputSource::Approximated("sin".to_string());
    assert_eq!(result, Err(NotRecurrent::Run(NoLasso::Doubt(source))));
}

#[test]
fn what_is_asked_twice_may_differ() {
    for kind in ["passing \"time\"", "nondet \"f\"", "undefined"] {
        let result = from(TWICE, kind).check(None, any);
        assert_eq!(refuted(result), "a run may leave it", "{kind}");
    }
    let same = |pool: &mut TermPool, system: &TransitionSystem, at| {
        let zero = pool.zero(32);
        let inputs = system.block(at).inputs.iter();
        (pool.tt(), inputs.map(|input| (*input, zero)).collect())
    };
    assert_eq!(from(TWICE, "nondet \"f\"").check(None, same), Ok(1));
}

#[test]
fn undefined_behaviour_on_the_way() {
    let result = Case::new(OVERFLOWS).check(None, any);
    assert_eq!(refuted(result), "a run may leave it");
    let mut case = Case::new(OVERFLOWS);
    case.goals = Goals::new(&case.program, &[Property::Termination]);
    let expected = "the transition system is not about all undefined behaviour";
    assert_eq!(refuted(case.check(None, any)), expected);
}

#[test]
fn an_assumption_ends_a_run() {
    let result = Case::new(ASSUMES).check(None, any);
    assert_eq!(refuted(result), "a run may leave it");
    let result = Case::new(ASSUMES).check(None, odd);
    assert_eq!(refuted(result), "a run may leave it");
}

/// Goes on for ever, if what it reads is not negative, and adds it up.
const ADDS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry main

fn main() @1:0
  var i: 32
  var x: 32
b0:
  i := #x00000000 @2:1
  goto b1 @3:1
b1:
  x := havoc SOURCE @3:1
  assume (bvsle #x00000000 x) @3:1
  i := (bvadd i x) @4:1
  goto b1 @4:2
";

/// The first input of the loop's block is one.
fn first_is_one(
    pool: &mut TermPool,
    system: &TransitionSystem,
    at: LocationId,
) -> Vec<(Term, Term)> {
    vec![(system.block(at).inputs[0], pool.bv_u64(32, 1))]
}

#[test]
fn an_assumption_about_an_input() {
    for kind in ["passing \"rand\"", "nondet \"f\"", "external \"f\""] {
        let result = from(ADDS, kind).check_with(None, any, first_is_one);
        assert_eq!(result, Ok(1), "{kind}");
        // Without a witness it is not known whether any value is left.
        let result = from(ADDS, kind).check(None, any);
        assert_eq!(refuted(result), "a run may leave it", "{kind}");
        let negative = |pool: &mut TermPool, system: &TransitionSystem, at| {
            vec![(system.block(at).inputs[0], pool.bv_i64(32, -1))]
        };
        let result = from(ADDS, kind).check_with(None, any, negative);
        assert_eq!(refuted(result), "a run may leave it", "{kind}");
    }
    // What a run leaves open may be what the assumption excludes.
    for kind in [
        "undefined",
        "layout",
        "uninitialised \"x\"",
        "approximated \"sin\"",
    ] {
        let result = from(ADDS, kind).check_with(None, any, first_is_one);
        let expected = "it chooses an input that a run does not get at will";
        assert_eq!(refuted(result), expected, "{kind}");
    }
    // All values with which the assumption holds must lead on.
    let waits = WAITS.replace("branch", "assume (bvsle #x00000000 x) @3:1\n  branch");
    let result = from(&waits, "passing \"rand\"").check_with(None, any, first_is_one);
    assert_eq!(refuted(result), "a run may leave it");
}

#[test]
fn objects_without_number() {
    let result = Case::new(GROWS).check(None, any);
    assert_eq!(
        refuted(result),
        "the transition system has objects without number"
    );
}

#[test]
fn sets_are_about_the_state() {
    let foreign = "it speaks of something that is not a variable of the location";
    let of_input = |pool: &mut TermPool, system: &TransitionSystem, at| {
        let input = system.block(at).inputs[0];
        let zero = pool.zero(32);
        (pool.ne(input, zero), Vec::new())
    };
    let result = from(WAITS, "nondet \"f\"").check(None, of_input);
    assert_eq!(refuted(result), foreign);
    // Nor may an input be chosen as a term over itself.
    let of_itself = |pool: &mut TermPool, system: &TransitionSystem, at| {
        let input = system.block(at).inputs[0];
        let one = pool.bv_u64(32, 1);
        (pool.tt(), vec![(input, pool.bvor(input, one))])
    };
    let result = from(WAITS, "nondet \"f\"").check(None, of_itself);
    assert_eq!(refuted(result), foreign);
    let twice = |pool: &mut TermPool, system: &TransitionSystem, at| {
        let (set, choice) = chosen(pool, system, at);
        (set, [choice.clone(), choice].concat())
    };
    let result = from(WAITS, "nondet \"f\"").check(None, twice);
    assert!(refuted(result).starts_with("it chooses"));
}

#[test]
fn no_station() {
    let mut case = Case::new(&by_two());
    let system = system_of(&mut case.pool, &case.program, &case.goals);
    let claim = Recurrence {
        stations: Vec::new(),
        stem: Vec::new(),
        engine: "a test".to_string(),
    };
    let judged = Judged {
        original: &case.program,
        promoted: &case.program,
        promotion: &encode::promote::Promotion::default(),
        goals: &case.goals,
    };
    let checked = claim.check(&mut case.pool, &system, &judged, &Limits::default());
    assert_eq!(refuted(checked.map(|_| 0)), "it has no station");
    let entry = system.block(TransitionSystem::ENTRY);
    assert_eq!(free_inputs(&case.program, entry).len(), 1);
}
