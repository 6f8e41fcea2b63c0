//! Lemmas from one transition system in another one.

use encode::exec::CutPoints;
use encode::lemma::Lemmas;
use encode::system::{LocationId, TransitionSystem, build};
use program::{Goals, Program, Property, text};
use term::{Term, TermPool};

const HEAD: &str = "program LP64 pointers 64 offset 40\n\
     file \"t.c\"\n\
     type t0 int \"int\" 32 signed\n\
     static \"g\" size 4 align 4 variable \"\" = \"g\" t0 @1:0\n\
     site s0 assert \"the assertion fails\" in \"main\" @9:1\n\
     site s1 valid-deref ends \"invalid access\" in \"main\" @3:1\n\
     entry main\n\n";

const LOOP: &str = "fn main() @1:0\n  var n: 32\n  var i: 32\n\
     b0:\n  n := havoc nondet \"f\" @2:1\n  i := #x00000000 @2:2\n  goto b1 @3:1\n\
     b1:\n  branch (bvslt i n) b2 b3 @3:1\n\
     b2:\n  store #x0000010000000004 i s1 @4:1\n  i := (bvadd i #x00000001) @4:2\n  goto b1 @4:3\n\
     b3:\n  check s0 (bvsle n i) @9:1\n  return @9:2\n";

const CALLS: &str = "fn main() @1:0\n  var a: 32\n  var b: 32\n\
     b0:\n  a := havoc nondet \"f\" @2:1\n  b := call count a @3:1\n  b := call count b @4:1\n\
     \x20 check s0 (= a b) @9:1\n  return @9:2\n\n\
     fn count(n) -> 32 @5:0\n  var n: 32\n  var i: 32\n\
     b0:\n  i := #x00000000 @5:1\n  goto b1 @6:1\n\
     b1:\n  branch (bvult i n) b2 b3 @6:1\n\
     b2:\n  i := (bvadd i #x00000001) @7:1\n  goto b1 @7:2\n\
     b3:\n  return i @8:1\n";

fn system(body: &str, cuts: CutPoints) -> (TermPool, Program, TransitionSystem) {
    let source = format!("{HEAD}{body}");
    let (mut pool, program) = text::parse(&source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let system = build(&mut pool, &program, &goals, cuts, &mut || false);
    (pool, program, system.expect("it is not stopped"))
}

fn symbol(system: &TransitionSystem, name: &str) -> Term {
    let mut all = system.variables.iter();
    all.find(|v| v.name == name)
        .unwrap_or_else(|| panic!("no variable {name}"))
        .symbol
}

/// What is known at each location of a system, as text.
fn show(lemmas: &Lemmas, mut pool: TermPool, system: &TransitionSystem) -> Vec<String> {
    let known = lemmas.in_system(&mut pool, system).into_iter();
    known.map(|term| pool.display(term).to_string()).collect()
}

#[test]
fn a_lemma_is_found_at_the_same_block_of_a_system_with_other_cuts() {
    let (mut pool, _, heads) = system(LOOP, CutPoints::LoopHeads);
    let (i, n) = (symbol(&heads, "main/i"), symbol(&heads, "main/n"));
    let below = pool.sle(i, n);
    let memory = symbol(&heads, "object1[0]");
    let of_memory = pool.sle(memory, n);
    let invariant = pool.and(below, of_memory);
    let invariants = [pool.tt(), invariant];
    let lemmas = Lemmas::new(&pool, &heads, &invariants);
    // Memory is no program variable.
    assert_eq!(lemmas.len(), 1);
    assert!(lemmas.granted.is_empty());
    let lemma = pool.display(below).to_string();
    assert_eq!(show(&lemmas, pool, &heads), ["true", &lemma]);

    let (pool, _, blocks) = system(LOOP, CutPoints::Blocks);
    let names = blocks.locations.iter().map(|l| l.stack.last());
    let at_head: Vec<bool> = names
        .map(|here| here.is_some_and(|f| f.at.0.index() == 1))
        .collect();
    assert!(at_head.iter().filter(|at| **at).count() == 1 && at_head.len() > 2);
    for (known, at_head) in show(&lemmas, pool, &blocks).iter().zip(at_head) {
        assert_eq!(known, if at_head { &lemma } else { "true" });
    }
}

#[test]
fn a_lemma_holds_in_its_call_context_only() {
    let (mut pool, _, first) = system(CALLS, CutPoints::LoopHeads);
    let (i, n) = (symbol(&first, "count/i"), symbol(&first, "count/n"));
    let below = pool.ule(i, n);
    let tt = pool.tt();
    let lemmas = Lemmas::new(&pool, &first, &[tt, below, tt]);
    assert_eq!(lemmas.len(), 1);
    let (pool, _, second) = system(CALLS, CutPoints::LoopHeadsAndCalls);
    let loops: Vec<LocationId> = second
        .heads()
        .filter(|l| second.location(*l).name.contains("loop"))
        .collect();
    assert_eq!(loops.len(), 2);
    let known = show(&lemmas, pool, &second);
    let with: Vec<usize> = (0..known.len()).filter(|i| known[*i] != "true").collect();
    assert_eq!(with.len(), 1);
    let stack = &second.location(LocationId::new(with[0])).stack;
    assert_eq!(stack[0].at.1, Some(1), "the first call");
}

#[test]
fn a_variable_that_is_no_part_of_the_state_makes_a_lemma_useless() {
    let (mut pool, _, system) = system(LOOP, CutPoints::LoopHeads);
    let (i, n) = (symbol(&system, "main/i"), symbol(&system, "main/n"));
    let below = pool.sle(i, n);
    let zero = pool.zero(32);
    let positive = pool.sle(zero, i);
    let both = pool.and(below, positive);
    let invariants = [pool.tt(), both];
    let lemmas = Lemmas::new(&pool, &system, &invariants);
    assert_eq!(lemmas.len(), 2);
    let mut other = system.clone();
    let n = system.variable_of(n);
    other.locations[1].variables.retain(|id| Some(*id) != n);
    let known = lemmas.in_system(&mut pool, &other);
    assert_eq!(known, [pool.tt(), positive]);
}
