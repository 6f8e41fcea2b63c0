//! Which violations acceleration finds.

use crate::tests::{COUNTS, FAILS_LATE, check};
use expect_test::expect;

#[test]
fn a_violation_after_many_iterations() {
    check(
        FAILS_LATE,
        "--engine kiki --max-k 1",
        expect![[r#"
        assert: FALSE at t.c:5
    "#]],
    );
}

#[test]
fn nothing_where_nothing_fails() {
    check(
        COUNTS,
        "--engine kiki",
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by abstract interpretation
              t.c:3: 0 <= i && i <= 10
        "#]],
    );
}
