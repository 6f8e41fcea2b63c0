//! What kIkI proves with each domain, with which invariant and which k, and where it stops.

use crate::tests::{COUNTS, EVEN, FAILS_LATE, KEEPS_PACE, TWO_CHECKS, check};
use expect_test::expect;

/// Fills an array and then looks at its first element.
const FILLS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
type t1 array t0 100
site s0 assert \"the assertion fails\" in \"main\" @7:1
site s1 unsupported ends \"too large\" in \"main\" @2:1
site s2 valid-deref ends \"invalid write\" in \"main\" @4:1
site s3 valid-deref ends \"invalid read\" in \"main\" @6:1
entry main

fn main() @1:0
  var a: 64
  var i: 32 = \"i\" t0
  var x: 32
b0:
  a := alloc #x0000000000000190 s1 stack align 4 = (\"a\" t1 @2:0) @2:1
  i := #x00000000 @2:2
  goto b1 @3:1
b1:
  branch (bvslt i #x00000064) b2 b3 @3:1
b2:
  store (bvadd ((_ sign_extend 30) (concat i #b00)) a) #x00000007 s2 @4:1
  i := (bvadd i #x00000001) @4:2
  goto b1 @4:3
b3:
  x := load a s3 @6:1
  check s0 (= x #x00000007) @7:1
  return @8:2
";

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
              t.c:3: i <= 4096 && i >= 0 && j <= 4096 && j >= 0 && j - i <= 0 && i - j <= 0
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

#[test]
fn elements() {
    let elements = "--engine kiki --facts off --domain zones,elements --max-k 1";
    check(
        FILLS,
        elements,
        expect![[r#"
            assert: TRUE, 1-inductive invariant checked, by kiki, elements
              t.c:3: (for all any32: (!(any32 < i && any32 >= 0)) || a[any32] == 7)
            unsupported: TRUE, 1-inductive invariant checked, by kiki, zones
              t.c:3: 
            valid-deref: TRUE, 1-inductive invariant checked, by kiki, zones
              t.c:3: 
            valid-deref: TRUE, 1-inductive invariant checked, by kiki, zones
              t.c:3: 
        "#]],
    );
    let zones = "--engine kiki --facts off --domain zones --max-k 1";
    check(
        FILLS,
        zones,
        expect![[r#"
        assert: UNKNOWN, the checks are not inductive with what was tried, up to k = 1
        unsupported: TRUE, 1-inductive invariant checked, by kiki, zones
          t.c:3: 
        valid-deref: TRUE, 1-inductive invariant checked, by kiki, zones
          t.c:3: 
        valid-deref: TRUE, 1-inductive invariant checked, by kiki, zones
          t.c:3: 
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
