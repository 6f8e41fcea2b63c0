//! What abstract interpretation discharges, and what it does not.

use crate::tests::{COUNTS, FAILS_LATE, TWO_CHECKS, check};
use expect_test::expect;

#[test]
fn bounds_are_found() {
    check(
        COUNTS,
        "--engine ai",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by abstract interpretation
              t.c:3: 0 <= i && i <= 10
        "#]],
    );
}

#[test]
fn a_relation_is_not() {
    check(
        FAILS_LATE,
        "--engine ai",
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
    "#]],
    );
}

/// What is not discharged is not assumed either.
#[test]
fn one_of_two_checks() {
    check(
        TWO_CHECKS,
        "--engine ai",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by abstract interpretation
              t.c:4: 0 <= i && i <= 3
            assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
        "#]],
    );
}
