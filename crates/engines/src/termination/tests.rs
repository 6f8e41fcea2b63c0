//! What is said of the termination of small programs, and why.

use crate::settings::Common;
use crate::tests::{COUNTS, FAILS_LATE, TWO_CHECKS, parse, settings};
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
            writeln!(out, "FALSE at {place}, {cycle} steps repeat")
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
