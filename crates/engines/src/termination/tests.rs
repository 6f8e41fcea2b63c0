//! What is said of the termination of small programs, and why.

use crate::settings::Common;
use crate::tests::{COUNTS, EVEN, FAILS_LATE, TWO_CHECKS, parse, settings};
use crate::{Task, verify};
use evidence::Verdict;
use expect_test::{Expect, expect};
use program::{Goals, Property};
use smt::Backend;
use std::fmt::Write as _;
use std::sync::Arc;

fn check(source: &str, arguments: &str, expected: Expect) {
    let (pool, program, _) = parse(source);
    let goals = Goals::new(&program, &[Property::Termination]);
    let program = Arc::new(program);
    let task = Task {
        pool,
        program: program.clone(),
        goals,
        settings: settings(arguments),
        common: Common {
            paranoid: true,
            ..Common::default()
        },
        backend: Backend::default(),
    };
    let answers = verify(task, &mut ());
    let mut out = String::new();
    let _ = match answers.termination.expect("it was asked") {
        Verdict::True(certificate) => {
            let _ = writeln!(out, "TRUE, {certificate}");
            let places = certificate.ranking().map_or(&[][..], |r| r.places());
            for at in places {
                let place = program.show_place(at.place);
                let _ = writeln!(out, "  {place}: {}", at.measures.join("; "));
            }
            Ok(())
        }
        Verdict::False(lasso) => {
            let (place, cycle) = (
                program.show_place(lasso.place()),
                lasso.steps().len() - lasso.cycle(),
            );
            let _ = writeln!(out, "FALSE at {place}, {cycle} steps repeat");
            if lasso.is_recursion() {
                let _ = writeln!(out, "  a function calls itself");
            }
            for at in lasso.recurrent().map_or(&[][..], |r| r.places()) {
                let _ = writeln!(out, "  in {:?}, if {:?}", at.set, at.choices);
            }
            Ok(())
        }
        Verdict::Unknown(reason) => writeln!(out, "UNKNOWN, {}", reason.text(&program)),
    };
    expected.assert_eq(&out);
}

#[test]
fn unrolling_ends() {
    check(
        COUNTS,
        "",
        expect![[r#"
        TRUE, all runs unrolled to their end, bound = 1, rechecked
    "#]],
    );
}

#[test]
fn a_bound_that_is_an_input() {
    check(
        FAILS_LATE,
        "",
        expect![[r#"
        TRUE, ranking checked, by linear ranking functions, rechecked
          t.c:3: 1 - main/i
    "#]],
    );
}

#[test]
fn a_bound_is_a_question_about_unrolling() {
    check(
        FAILS_LATE,
        "--unwind 3",
        expect![[r#"
        UNKNOWN, loop at t.c:3 was cut off at bound 3
    "#]],
    );
}

#[test]
fn no_exit() {
    check(
        TWO_CHECKS,
        "--unwind 8",
        expect![[r#"
        UNKNOWN, loop at t.c:4 was cut off at bound 8
    "#]],
    );
}

#[test]
fn the_right_input_each_time() {
    check(
        EVEN,
        "",
        expect![[r#"
        FALSE at t.c:3, 2 steps repeat
          in [], if [("f()", "1")]
    "#]],
    );
}

/// Counts down by two from an odd number.
const ODD: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"unsigned int\" 32 unsigned
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
b0:
  i := havoc nondet \"f\" @2:1
  assume (= ((_ extract 0 0) i) #b1) @2:2
  goto b1 @3:1
b1:
  branch (= i #x00000000) b3 b2 @3:1
b2:
  i := (bvsub i #x00000002) @4:1
  goto b1 @4:2
b3:
  return @5:1
";

#[test]
fn a_number_that_is_never_met() {
    check(
        ODD,
        "",
        expect![[r#"
        FALSE at t.c:3, 2 steps repeat
          in ["(i & 0x1) == 1"], if []
    "#]],
    );
}

/// What comes back is the same for ever, or a clock says so.
const CALLS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
entry main

fn f(n) @1:0
  var n: 32 = \"n\" t0
  var more: 32
b0:
  more := havoc SOURCE @2:1
  branch (= more #x00000000) b2 b1 @2:2
b1:
  call f n @3:1
  goto b2 @3:2
b2:
  return @4:1
fn main() @5:0
b0:
  call f #x00000003 @6:1
  return @6:2
";

#[test]
fn a_call_like_the_one_before() {
    let source = CALLS.replace("SOURCE", "nondet \"g\"");
    check(
        &source,
        "",
        expect![[r#"
        FALSE at t.c:1, 2 steps repeat
          a function calls itself
    "#]],
    );
}

#[test]
fn a_call_that_a_clock_decides() {
    let source = CALLS.replace("SOURCE", "passing \"time\"");
    check(
        &source,
        "--unwind 6",
        expect![[r#"
        UNKNOWN, a run goes on for ever only if `time`, which a program may wait for, always returns what lets it go on
    "#]],
    );
}
