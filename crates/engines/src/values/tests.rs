//! What explicit-value analysis proves, and where it stops.

use crate::tests::{COUNTS, FAILS_LATE, TWO_CHECKS, check};
use expect_test::expect;

/// A traffic light that an input moves on, and a counter that has nothing to do with it.
const LIGHT: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @9:1
entry main

fn main() @1:0
  var light: 32 = \"light\" t0
  var walk: 32 = \"walk\" t0
  var ticks: 32 = \"ticks\" t0
  var n: 32
b0:
  light := #x00000000 @2:2
  walk := #x00000001 @2:2
  ticks := #x00000000 @2:2
  goto b1 @3:1
b1:
  n := havoc nondet \"f\" @3:1
  ticks := (bvadd ticks #x00000001) @3:1
  branch (= n #x00000001) b2 b5 @4:1
b2:
  branch (= light #x00000000) b3 b4 @5:1
b3:
  light := #x00000007 @6:1
  walk := #x00000000 @6:1
  goto b5 @6:1
b4:
  light := #x00000000 @7:1
  walk := #x00000001 @7:1
  goto b5 @7:1
b5:
  check s0 (not (and (= light #x00000007) (= walk #x00000001))) @9:1
  goto b1 @9:3
";

#[test]
fn a_state_machine() {
    check(
        LIGHT,
        "--engine values",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by explicit values
              t.c:3: ((light == 7 && walk == 0) || (walk == 1 && light == 0))
        "#]],
    );
}

/// The state that fails is the third one. Bounded model checking shows the run.
#[test]
fn a_state_machine_that_fails() {
    let wrong = LIGHT.replace("light := #x00000000 @7:1", "light := #x00000007 @7:1");
    check(
        &wrong,
        "--engine values",
        expect![[r#"
        assert: FALSE at t.c:9
    "#]],
    );
}

/// The input is a part of the state, and can be one of three numbers.
#[test]
fn inputs_with_few_values() {
    const MODES: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @6:1
entry main

fn main() @1:0
  var mode: 32 = \"mode\" t0
  var n: 32
b0:
  mode := #x00000003 @2:2
  goto b1 @3:1
b1:
  check s0 (not (= mode #x00000006)) @6:1
  n := havoc nondet \"f\" @3:1
  branch (and (bvult n #x00000006) (bvult #x00000002 n)) b2 b1 @4:1
b2:
  mode := n @5:1
  goto b1 @6:3
";
    check(
        MODES,
        "--engine values",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by explicit values
              t.c:6: (mode == 4 || mode == 5 || mode == 3)
        "#]],
    );
}

#[test]
fn a_loop_that_ends_soon() {
    check(
        COUNTS,
        "--engine values",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by explicit values
              t.c:3: (i == 8 || i == 7 || i == 6 || i == 5 || i == 4 || i == 3 || i == 2 || i == 9 || i == 1 || i == 0 || i == 10)
        "#]],
    );
}

#[test]
fn too_many_states() {
    check(
        COUNTS,
        "--engine values --max-states 5",
        expect![[r#"
        assert: UNKNOWN, there are more than 5 value states; --max-states allows more
    "#]],
    );
}

#[test]
fn too_many_values() {
    let long = COUNTS.replace("#x0000000a", "#x0000ffff");
    check(
        &long,
        "--engine values",
        expect![[r#"
            assert: UNKNOWN, `i` has more than 500 values in main, loop at t.c:3
        "#]],
    );
}

/// The run that fails is too long to be found.
#[test]
fn unknown_values_of_a_counter() {
    check(
        FAILS_LATE,
        "--engine values",
        expect![[r#"
            assert: UNKNOWN, `main/i` has more than 500 values in main, loop at t.c:3
        "#]],
    );
}

/// What fails is excused, and is not tracked: it would have too many values.
#[test]
fn one_of_two_checks() {
    check(
        TWO_CHECKS,
        "--engine values",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by explicit values
              t.c:4: (i == 1 || i == 2 || i == 3 || i == 0)
            assert: FALSE at t.c:5
        "#]],
    );
}
