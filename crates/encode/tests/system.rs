//! The transition system of small programs.

use encode::exec::CutPoints;
use encode::system::build;
use expect_test::{Expect, expect};
use program::{Goals, Property, text};

fn check(source: &str, expected: Expect) {
    check_cut(source, CutPoints::LoopHeads, expected);
}

fn check_cut(source: &str, cuts: CutPoints, expected: Expect) {
    let (mut pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let system =
        build(&mut pool, &program, &goals, cuts, &mut || false).expect("it is not stopped");
    expected.assert_eq(&system.print(&pool, &program));
}

const HEAD: &str = "program LP64 pointers 64 offset 40\n\
     file \"t.c\"\n\
     type t0 int \"int\" 32 signed\n\
     static \"g\" size 4 align 4 variable \"\" = \"g\" t0 @1:0\n\
     site s0 assert \"the assertion fails\" in \"main\" @9:1\n\
     site s1 valid-deref ends \"invalid access\" in \"main\" @3:1\n\
     entry main\n\n";

#[test]
fn a_loop_is_a_location_and_its_body_a_block() {
    check(
        &format!(
            "{HEAD}fn main() @1:0\n  var n: 32\n  var i: 32\n  var dead: 32\n\
             b0:\n  n := havoc nondet \"f\" @2:1\n  i := #x00000000 @2:2\n  dead := #x00000005 @2:3\n  goto b1 @3:1\n\
             b1:\n  branch (bvslt i n) b2 b3 @3:1\n\
             b2:\n  store #x0000010000000004 i s1 @4:1\n  i := (bvadd i #x00000001) @4:2\n  goto b1 @4:3\n\
             b3:\n  check s0 (bvsle n i) @9:1\n  return @9:2\n"
        ),
        expect![[r#"
            location entry
              input n@1: (_ BitVec 32)
              goto main, loop at t.c:3
                if true
                main/n := n@1
                main/i := #x00000000
                object1[0] := #x00000000

            location main, loop at t.c:3
              state main/n: (_ BitVec 32)
              state main/i: (_ BitVec 32)
              state object1[0]: (_ BitVec 32) = C `g`
              goto main, loop at t.c:3
                if (bvslt main/i main/n)
                main/i := (bvadd #x00000001 main/i)
                object1[0] := main/i
              end
                if (bvsle main/n main/i)

        "#]],
    );
}

#[test]
fn loops_in_callees_have_a_location_per_call_context() {
    check(
        &format!(
            "{HEAD}fn main() @1:0\n  var a: 32\n  var b: 32\n\
             b0:\n  a := call count #x00000003 @2:1\n  b := call count a @3:1\n  check s0 (= a b) @9:1\n  return @9:2\n\n\
             fn count(n) -> 32 @5:0\n  var n: 32\n  var i: 32\n\
             b0:\n  i := #x00000000 @5:1\n  goto b1 @6:1\n\
             b1:\n  branch (bvult i n) b2 b3 @6:1\n\
             b2:\n  i := (bvadd i #x00000001) @7:1\n  goto b1 @7:2\n\
             b3:\n  return i @8:1\n"
        ),
        expect![[r#"
            location entry
              goto main > count, loop at t.c:6
                if true
                count/i := #x00000000

            location main > count, loop at t.c:6
              state count/i: (_ BitVec 32)
              goto main > count, loop at t.c:6
                if (bvult count/i #x00000003)
                count/i := (bvadd #x00000001 count/i)
              goto main > count, loop at t.c:6
                if (bvult #x00000002 count/i)
                main/a := count/i
                count/n#1 := count/i
                count/i#1 := #x00000000

            location main > count, loop at t.c:6
              state main/a: (_ BitVec 32)
              state count/n#1: (_ BitVec 32)
              state count/i#1: (_ BitVec 32)
              error assert at t.c:9: the assertion fails
                if (and (bvule |count/n#1| |count/i#1|) (not (= main/a |count/i#1|)))
              goto main > count, loop at t.c:6
                if (bvult |count/i#1| |count/n#1|)
                count/i#1 := (bvadd #x00000001 |count/i#1|)
              end
                if (bvule |count/n#1| |count/i#1|)

        "#]],
    );
}

#[test]
fn a_call_can_be_a_cut_point() {
    let source = format!(
        "{HEAD}fn main() @1:0\n  var a: 32\n  var b: 32\n\
         b0:\n  a := havoc nondet \"f\" @2:1\n  b := call half a @3:1\n  check s0 (bvule b a) @9:1\n  return @9:2\n\n\
         fn half(n) -> 32 @5:0\n  var n: 32\n\
         b0:\n  n := (bvlshr n #x00000001) @5:1\n  return n @5:2\n"
    );
    check_cut(
        &source,
        CutPoints::LoopHeadsAndCalls,
        expect![[r#"
        location entry
          input a@1: (_ BitVec 32)
          goto main > half, block at t.c:5
            if true
            main/a := a@1
            half/n := a@1

        location main > half, block at t.c:5
          state main/a: (_ BitVec 32)
          state half/n: (_ BitVec 32)
          error assert at t.c:9: the assertion fails
            if (bvult main/a ((_ zero_extend 1) ((_ extract 31 1) half/n)))
          end
            if true

    "#]],
    );
}

#[test]
fn every_block_can_be_a_cut_point() {
    let source = format!(
        "{HEAD}fn main() @1:0\n  var a: 32\n\
         b0:\n  a := havoc nondet \"f\" @2:1\n  branch (= a #x00000000) b1 b2 @3:1\n\
         b1:\n  a := #x00000001 @4:1\n  goto b2 @4:2\n\
         b2:\n  check s0 (bvule #x00000001 a) @9:1\n  return @9:2\n"
    );
    check_cut(
        &source,
        CutPoints::Blocks,
        expect![[r#"
        location entry
          input a@1: (_ BitVec 32)
          goto main, block at t.c:4
            if (= #x00000000 a@1)
          goto main, block at t.c:9
            if (not (= #x00000000 a@1))
            main/a := a@1

        location main, block at t.c:4
          goto main, block at t.c:9
            if true
            main/a := #x00000001

        location main, block at t.c:9
          state main/a: (_ BitVec 32)
          error assert at t.c:9: the assertion fails
            if (= #x00000000 main/a)
          end
            if true

    "#]],
    );
}

#[test]
fn loop_paths_tell_a_first_visit_from_a_later_one() {
    let source = format!(
        "{HEAD}fn main() @1:0\n  var n: 32\n  var i: 32\n\
         b0:\n  n := havoc nondet \"f\" @2:1\n  i := #x00000000 @2:2\n  goto b1 @3:1\n\
         b1:\n  branch (bvslt i n) b2 b3 @3:1\n\
         b2:\n  i := (bvadd i #x00000001) @4:2\n  goto b1 @4:3\n\
         b3:\n  check s0 (bvsle n i) @9:1\n  return @9:2\n"
    );
    let (mut pool, program) = text::parse(&source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let cuts = CutPoints::LoopHeads;
    let system =
        build(&mut pool, &program, &goals, cuts, &mut || false).expect("it is not stopped");
    let paths = system.paths(8).expect("the loop may go round or not");
    let original: Vec<u32> = paths.original.iter().map(|l| l.0).collect();
    assert_eq!(original, [0, 1, 1]);
    let targets = |at: usize| paths.system.blocks[at].edges.iter().map(|e| e.to.0);
    assert!(targets(0).eq([1]) && targets(1).eq([2]) && targets(2).eq([2]));
    assert!(system.paths(2).is_none());
}
