//! What bounded model checking answers, and where it stops.

use crate::tests::{COUNTS, FAILS_LATE, check};
use expect_test::expect;

#[test]
fn a_loop_that_ends_is_unrolled() {
    check(
        COUNTS,
        "--engine bmc",
        expect![[r#"
        assert: TRUE, all runs unrolled to their end, bound = 1
    "#]],
    );
}

#[test]
fn the_bound_of_the_user_is_kept() {
    check(
        COUNTS,
        "--engine bmc --unwind 4",
        expect![[r#"
        assert: UNKNOWN, loop at t.c:3 was cut off at bound 4
    "#]],
    );
    check(
        COUNTS,
        "--engine bmc --unwind 11",
        expect![[r#"
        assert: TRUE, all runs unrolled to their end, bound = 11
    "#]],
    );
}

#[test]
fn a_bound_for_one_loop() {
    check(
        COUNTS,
        "--unwindset main:3",
        expect![[r#"
        assert: UNKNOWN, loop at t.c:3 was cut off at bound 3
    "#]],
    );
    check(
        COUNTS,
        "--unwindset main.0:11",
        expect![[r#"
        assert: TRUE, all runs unrolled to their end, bound = 1
    "#]],
    );
}

#[test]
fn a_violation_beyond_the_bound() {
    check(
        FAILS_LATE,
        "--engine bmc --unwind 3",
        expect![[r#"
        assert: UNKNOWN, loop at t.c:3 was cut off at bound 3
    "#]],
    );
}
