//! The transition system of small programs.

use encode::system::build;
use expect_test::{Expect, expect};
use program::{Goals, Property, text};

fn check(source: &str, expected: Expect) {
    let (mut pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let system = build(&mut pool, &program, &goals, &mut || false).expect("nobody stops it");
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
