//! What pointers may point to, by a look at the whole program.

use encode::points_to::PointsTo;
use program::{InstKind, Program, text};
use std::collections::BTreeMap;

const HEAD: &str = "program LP64 pointers 64 offset 40\n\
     file \"t.c\"\n\
     static \"g\" size 8 align 8 variable \"\"\n\
     static \"h\" size 8 align 8 variable \"\"\n\
     site s0 valid-deref ends \"invalid access\" in \"main\" @1:1\n\
     entry main\n\n";

const G: &str = "#x0000010000000008";
const H: &str = "#x0000020000000008";

/// The origins of every pointer that an instruction follows: statics by name, allocations by their variable.
fn targets(body: &str) -> Vec<String> {
    let source = format!("{HEAD}{}", body.replace("&g", G).replace("&h", H));
    let (pool, program) = text::parse(&source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let facts = PointsTo::new(&pool, &program);
    let names = names(&program, &facts);
    let mut lines = Vec::new();
    let mut number = 0;
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        for inst in &block.insts {
            for place in 0..2 {
                if let Some(set) = facts.operand(number, place) {
                    let set: Vec<&str> = set.origins().map(|o| names[&o].as_str()).collect();
                    lines.push(format!("{}: {}", inst.place.line, set.join(" ")));
                }
            }
            number += 1;
        }
        number += 1;
    }
    lines
}

fn names(program: &Program, facts: &PointsTo) -> BTreeMap<encode::points_to::Origin, String> {
    let mut names = BTreeMap::new();
    for (index, object) in program.statics.iter().enumerate() {
        names.insert(facts.of_static(index), object.name.clone());
    }
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    for inst in blocks.flat_map(|b| &b.insts) {
        if let InstKind::Alloc { var, .. } = inst.kind {
            names.insert(facts.of_allocation(var), program.var(var).name.clone());
        }
    }
    names
}

#[test]
fn only_definitions_that_reach_a_use_count() {
    let found = targets(
        "fn main() @1:0\n  var p: 64\n  var c: 8\n  var i: 64\n\
         b0:\n  p := havoc uninitialised \"p\" @1:1\n  c := havoc nondet \"f\" @1:2\n  p := &g @2:1\n  store p c s0 @3:1\n\
         branch (= c #x00) b1 b2 @3:2\n\
         b1:\n  p := &h @4:1\n  goto b2 @4:2\n\
         b2:\n  i := havoc nondet \"f\" @5:1\n  store (bvadd p i) c s0 @6:1\n  return @6:2\n",
    );
    assert_eq!(found, ["3: g", "6: g h"]);
}

#[test]
fn pointers_flow_through_memory_copies_and_loops() {
    let found = targets(
        "fn main() @1:0\n  var a: 64\n  var b: 64\n  var p: 64\n  var c: 8\n\
         b0:\n  a := alloc #x0000000000000008 s0 heap align 8 @1:1\n  b := alloc #x0000000000000008 s0 heap align 8 @2:1\n\
         c := havoc nondet \"f\" @2:2\n  store a &g s0 @3:1\n  copy b a #x0000000000000008 s0 @4:1\n  p := b @4:2\n  goto b1 @4:3\n\
         b1:\n  p := load p s0 @5:1\n  branch (= c #x00) b1 b2 @5:2\n\
         b2:\n  store p c s0 @6:1\n  return @6:2\n",
    );
    assert_eq!(found, ["3: a", "4: b", "4: a", "5: g b", "6: g"]);
}

#[test]
fn pointers_flow_through_calls_and_results() {
    let found = targets(
        "fn main() @1:0\n  var p: 64\n\
         b0:\n  p := call pick &g &h @1:1\n  store p #x01 s0 @2:1\n  return @2:2\n\n\
         fn pick(x, y) -> 64 @3:0\n  var x: 64\n  var y: 64\n\
         b0:\n  store x #x02 s0 @4:1\n  return (ite (= x y) #x0000000000000000 y) @5:1\n",
    );
    assert_eq!(found, ["2: h", "4: g"]);
}

#[test]
fn a_write_through_an_unknown_pointer_goes_everywhere() {
    let found = targets(
        "fn main() @1:0\n  var p: 64\n  var q: 64\n\
         b0:\n  p := havoc nondet \"f\" @1:1\n  store p &h s0 @2:1\n  q := load &g s0 @3:1\n  store q #x01 s0 @4:1\n  return @4:2\n",
    );
    assert_eq!(found, ["2: ", "3: g", "4: h"]);
}
