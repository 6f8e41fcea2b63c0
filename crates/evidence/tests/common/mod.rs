//! What the tests of several checkers start from: small programs with one loop, and their transition systems.

#![allow(dead_code, reason = "each test program uses a part of it")]

use encode::exec::CutPoints;
use encode::system::{LocationId, TransitionSystem, build};
use program::{Goals, Program, text};
use term::{Term, TermPool};

/// Makes objects, of which each leads to the one before, for as long as its input says.
pub const GROWS: &str = "program LP64 pointers 64 offset 28
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
pub const COUNTS: &str = "program LP64 pointers 64 offset 40
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

/// Reads a program.
pub fn parse(source: &str) -> (TermPool, Program) {
    text::parse(source).unwrap_or_else(|e| panic!("{e}"))
}

/// The transition system of a program, with a location for each loop.
pub fn system_of(pool: &mut TermPool, program: &Program, goals: &Goals) -> TransitionSystem {
    let system = build(pool, program, goals, CutPoints::default(), &mut || false);
    system.expect("it is not stopped")
}

/// The head of the first loop.
pub fn only_loop(system: &TransitionSystem) -> LocationId {
    system.heads().next().expect("there is a loop")
}

/// The variable whose name ends so.
pub fn variable(system: &TransitionSystem, name: &str) -> Term {
    let mut all = system.variables.iter().filter(|v| v.name.ends_with(name));
    all.next().unwrap_or_else(|| panic!("no {name}")).symbol
}
