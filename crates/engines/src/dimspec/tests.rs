//! What incremental SAT finds, with each stride and solver.

use crate::tests::{COUNTS, FAILS_LATE, check};
use expect_test::expect;

/// Counts to ten, and then says that it is nine.
fn counts_wrong() -> String {
    COUNTS.replace("(= i #x0000000a)", "(= i #x00000009)")
}

#[test]
fn a_violation_after_some_steps() {
    for options in [
        "",
        "--stride 3",
        "--stride double",
        "--sat-solver small",
        "--locations one-hot",
        "--facts off",
    ] {
        check(
            &counts_wrong(),
            &format!("--engine dimspec {options}"),
            expect![[r#"
                assert: FALSE at t.c:5
            "#]],
        );
    }
}

/// Nothing is known of more steps than were made.
#[test]
fn it_proves_nothing() {
    for source in [COUNTS, FAILS_LATE] {
        check(
            source,
            "--engine dimspec --max-steps 20",
            expect![[r#"
                assert: UNKNOWN, no violation within 20 steps
            "#]],
        );
    }
}
