//! What kIkI proves with each domain, with which invariant and which k, and where it stops.

use crate::tests::{COUNTS, EVEN, FAILS_LATE, KEEPS_PACE, TWO_CHECKS, check};
use expect_test::expect;

#[test]
fn checks_alone() {
    check(
        COUNTS,
        "--engine k-induction --facts off",
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by k-induction
          t.c:3: 
    "#]],
    );
    let late = "--engine k-induction --facts off --max-k 3";
    check(
        KEEPS_PACE,
        late,
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 3
    "#]],
    );
}

#[test]
fn intervals() {
    let intervals = "--engine kiki --facts off --domain intervals --max-k 1";
    check(
        COUNTS,
        intervals,
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by kiki, intervals
          t.c:3: 
    "#]],
    );
    check(
        KEEPS_PACE,
        intervals,
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
    "#]],
    );
}

#[test]
fn zones() {
    let zones = "--engine kiki --facts off --domain zones --max-k 1";
    check(
        KEEPS_PACE,
        zones,
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by kiki, zones
              t.c:3: i <= 4096 && i >= 0 && j <= 4096 && j >= 0 && j - i <= 0 && i - j <= 0
        "#]],
    );
}

#[test]
fn octagons() {
    let octagons = "--engine kiki --facts off --domain octagons --max-k 1";
    check(
        KEEPS_PACE,
        octagons,
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by kiki, octagons
              t.c:3: i <= 4096 && i >= 0 && j <= 4096 && j >= 0 && j - i <= 0 && i - j <= 0 && i + j >= 0
        "#]],
    );
}

#[test]
fn equalities() {
    let equalities = "--engine kiki --facts off --domain equalities --max-k 1";
    check(
        KEEPS_PACE,
        equalities,
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
    "#]],
    );
}

#[test]
fn affine() {
    let affine = "--engine kiki --facts off --domain affine --max-k 1";
    check(
        EVEN,
        affine,
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by kiki, affine
              t.c:3: 2 * i == j
        "#]],
    );
    let zones = "--engine kiki --facts off --domain zones --max-k 1";
    check(
        EVEN,
        zones,
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
    "#]],
    );
}

/// The check that fails is excused, and shown by unrolling.
#[test]
fn one_of_two_checks() {
    check(
        TWO_CHECKS,
        "--engine kiki --max-k 2",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by abstract interpretation
              t.c:4: 0 <= i && i <= 3
            assert: FALSE at t.c:5
        "#]],
    );
}

#[test]
fn states_from_which_a_violation_follows() {
    check(
        TWO_CHECKS,
        "--engine bkind --max-k 2",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by abstract interpretation
              t.c:4: 0 <= i && i <= 3
            assert: FALSE at t.c:5
        "#]],
    );
}

#[test]
fn without_facts_there_is_no_acceleration() {
    check(
        FAILS_LATE,
        "--engine kiki --facts off --max-k 1",
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
    "#]],
    );
}
