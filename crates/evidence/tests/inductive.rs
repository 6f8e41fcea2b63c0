//! The checker of inductive proofs confirms an inductive proof, and nothing else.

use domains::Types;
use encode::exec::CutPoints;
use encode::system::{TransitionSystem, build};
use evidence::{Inductive, NotInductive};
use program::{Goals, Property, text};
use smt::Limits;
use term::{Sort, Term, TermPool};

/// Writes 7 into `a[0]` to `a[999]`, then looks at one of them.
const FILLS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
static \"a\" size 4000 align 4 variable \"\" = \"a\" t0 @1:0
site s0 assert \"the assertion fails\" in \"main\" @9:1
site s1 valid-deref ends \"invalid access\" in \"main\" @3:1
entry main

fn main() @1:0
  var i: 64
  var j: 64
  var x: 32
b0:
  i := #x0000000000000000 @2:2
  goto b1 @3:1
b1:
  branch (bvult i #x00000000000003e8) b2 b3 @3:1
b2:
  store (bvadd #x0000010000000004 (bvmul i #x0000000000000004)) #x00000007 s1 @4:1
  i := (bvadd i #x0000000000000001) @4:2
  goto b1 @4:3
b3:
  j := havoc nondet \"f\" @5:1
  assume (bvult j #x00000000000003e8) @5:1
  x := load (bvadd #x0000010000000004 (bvmul j #x0000000000000004)) s1 @6:1
  check s0 (= x #x00000007) @9:1
  return @9:2
";

struct Material {
    pool: TermPool,
    system: TransitionSystem,
    any: Term,
}

fn material() -> Material {
    let (mut pool, program) = text::parse(FILLS).unwrap_or_else(|e| panic!("{e}"));
    let goals = Goals::new(&program, &[Property::Assert, Property::ValidDeref]);
    let mut system = build(
        &mut pool,
        &program,
        &goals,
        CutPoints::default(),
        &mut || false,
    )
    .expect("it is not stopped");
    assert_eq!(system.locations.len(), 2);
    let any = system.add_rigid(&mut pool, "any", Sort::BitVec(64));
    Material { pool, system, any }
}

impl Material {
    fn symbol(&self, name: &str) -> Term {
        self.pool
            .find_symbol(name)
            .unwrap_or_else(|| panic!("no symbol {name}"))
    }

    /// `i <= bound`.
    fn at_most(&mut self, bound: u64) -> Term {
        let i = self.symbol("main/i");
        let bound = self.pool.bv_u64(64, bound);
        self.pool.ule(i, bound)
    }

    /// `any < i + more` implies `a[any] = value`.
    fn filled(&mut self, more: u64, value: u64) -> Term {
        let (i, array, any) = (self.symbol("main/i"), self.symbol("object1"), self.any);
        let pool = &mut self.pool;
        let more = pool.bv_u64(64, more);
        let end = pool.bvadd(i, more);
        let before = pool.ult(any, end);
        let Sort::Array(sort) = pool.sort(array) else {
            panic!("the object is an array")
        };
        let Sort::BitVec(width) = sort.index else {
            panic!("indices are bit-vectors")
        };
        let index = pool.extract(any, width - 1, 0);
        let element = pool.select(array, index);
        let value = pool.bv_u64(32, value);
        let equal = pool.eq(element, value);
        pool.implies(before, equal)
    }

    /// The element that is looked at in the end.
    fn looked_at(&self) -> Term {
        let inputs = &self.system.blocks[1].inputs;
        let is_number = |t: &&Term| self.pool.sort(**t) == Sort::BitVec(64);
        *inputs
            .iter()
            .find(is_number)
            .expect("the block has an input")
    }

    fn check(&mut self, k: u32, parts: &[Term], instances: &[Term]) -> Result<(), NotInductive> {
        let invariant = self.pool.and_all(parts.iter().copied());
        let instances = instances.iter().map(|t| (self.any, *t)).collect();
        let claim = Inductive {
            k,
            invariants: vec![self.pool.tt(), invariant],
            instances: vec![Vec::new(), instances],
            except: Vec::new(),
            simple: false,
            engine: "a test".to_string(),
        };
        let types = Types::from(None);
        let checked = claim.check(&mut self.pool, &self.system, types, &Limits::default());
        checked.map(|certificate| assert!(certificate.invariants().is_some()))
    }
}

fn refuted(result: Result<(), NotInductive>) -> &'static str {
    match result {
        Err(NotInductive::Refuted(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_inductive_and_excludes_the_violation_is_confirmed() {
    let mut m = material();
    let parts = [m.at_most(1000), m.filled(0, 7)];
    let j = m.looked_at();
    assert_eq!(m.check(1, &parts, &[j]), Ok(()));
    assert_eq!(m.check(2, &parts, &[j]), Ok(()));
}

#[test]
fn a_fact_about_any_element_is_not_one_about_the_element_that_is_read() {
    let mut m = material();
    let parts = [m.at_most(1000), m.filled(0, 7)];
    let why = refuted(m.check(1, &parts, &[]));
    assert_eq!(why, "it does not exclude violations");
}

#[test]
fn what_does_not_hold_at_the_start_is_refuted() {
    let mut m = material();
    let (bound, j) = (m.at_most(1000), m.looked_at());
    // The elements are 0 at first.
    let part = m.filled(1, 7);
    let why = refuted(m.check(1, &[bound, part], &[j]));
    assert_eq!(why, "it does not hold at the start");
    // After one step, one of them is 7.
    let part = m.filled(0, 8);
    let why = refuted(m.check(2, &[bound, part], &[j]));
    assert_eq!(why, "it does not hold at the start");
}

#[test]
fn what_a_step_does_not_keep_is_refuted() {
    let mut m = material();
    let (part, j) = (m.filled(0, 7), m.looked_at());
    let bound = m.at_most(500);
    let why = refuted(m.check(1, &[bound, part], &[j]));
    assert_eq!(why, "it is not inductive");
    let (bound, part) = (m.at_most(1000), m.filled(0, 8));
    let why = refuted(m.check(1, &[bound, part], &[j]));
    assert_eq!(why, "it is not inductive");
}

#[test]
fn what_is_too_weak_is_refuted() {
    let mut m = material();
    let bound = m.at_most(1000);
    let why = refuted(m.check(1, &[bound], &[]));
    assert_eq!(why, "it does not exclude violations");
}

#[test]
fn an_invariant_speaks_of_the_state_alone() {
    let mut m = material();
    // As it stands, the number would be the same one before and after a step.
    let parts = [m.at_most(1000), m.filled(0, 7)];
    let j = m.looked_at();
    let three = m.pool.bv_u64(64, 3);
    let about_input = m.pool.ule(j, three);
    let why = refuted(m.check(1, &[parts[0], parts[1], about_input], &[j]));
    let foreign = "an invariant speaks of something that is not a variable of its location";
    assert_eq!(why, foreign);
    let why = refuted(m.check(2, &[parts[0], parts[1], about_input], &[j]));
    assert_eq!(why, foreign);
}
