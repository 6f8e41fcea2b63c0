//! What each domain makes of a small program: its rows and candidates.

use crate::domain::{Domain, Source, strengthened};
use crate::equalities::Equalities;
use crate::octagons::Octagons;
use crate::show::{self, ShownVariable};
use crate::zones::Zones;
use crate::{DOMAINS, Havoc, Intervals, Template};
use crate::{affine::AffineEquations, elements::Elements};
use encode::exec::CutPoints;
use encode::system::{TransitionSystem, build};
use expect_test::{Expect, expect};
use program::{Goals, Program, Property, text};
use std::fmt::Write;
use term::{BitVec, Term, TermPool};

/// Counts to an unknown number in steps of two. One variable has no sign.
const COUNTS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
type t1 int \"unsigned\" 32 unsigned
site s0 assert \"the assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
  var n: 32 = \"n\" t1
b0:
  n := havoc nondet \"f\" @2:1
  assume (bvult n #x00000064) @2:2
  i := #x00000000 @2:3
  goto b1 @3:1
b1:
  branch (bvult i n) b2 b3 @3:1
b2:
  i := (bvadd i #x00000002) @4:2
  goto b1 @4:3
b3:
  check s0 (bvule i #x00000064) @5:1
  return @6:2
";

/// Writes the same number into every element of an array.
const FILLS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
type t1 array t0 100
site s0 assert \"the assertion fails\" in \"main\" @5:1
site s1 unsupported ends \"too large\" in \"main\" @2:1
site s2 valid-deref ends \"invalid write\" in \"main\" @4:1
site s3 valid-deref ends \"invalid read\" in \"main\" @5:1
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
  x := load a s3 @5:1
  check s0 (= x #x00000007) @5:1
  return @6:2
";

/// Walks through an array of unknown length.
const WALKS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @5:1
site s1 unsupported ends \"too large\" in \"main\" @2:1
site s2 valid-deref ends \"invalid write\" in \"main\" @4:1
entry main

fn main() @1:0
  var a: 64
  var i: 32 = \"i\" t0
  var n: 32
b0:
  n := havoc nondet \"f\" @2:1
  assume (bvult n #x00000064) @2:2
  a := alloc (concat ((_ zero_extend 30) n) #b00) s1 heap align 16 @2:3
  i := #x00000000 @2:4
  goto b1 @3:1
b1:
  branch (bvslt i n) b2 b3 @3:1
b2:
  store (bvadd ((_ sign_extend 30) (concat i #b00)) a) #x00000007 s2 @4:1
  i := (bvadd i #x00000001) @4:2
  goto b1 @4:3
b3:
  check s0 (= i n) @5:1
  return @6:2
";

/// A program and its system, as a domain wants it.
struct Subject {
    pool: TermPool,
    program: Program,
    system: TransitionSystem,
}

impl Subject {
    fn new(source: &str, domain: &dyn Domain) -> Subject {
        let (mut pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}"));
        let goals = Goals::new(&program, &[Property::Assert]);
        let cuts = CutPoints::LoopHeads;
        let mut system =
            build(&mut pool, &program, &goals, cuts, &mut || false).expect("it is not stopped");
        domain.prepare(&mut pool, &mut system);
        Subject {
            pool,
            program,
            system,
        }
    }

    fn make<T>(&mut self, make: impl FnOnce(&mut TermPool, Source<'_>) -> T) -> T {
        let source = Source {
            system: &self.system,
            types: Some(&self.program).into(),
            sums: &["2*i - n".parse().expect("it is a sum")],
        };
        make(&mut self.pool, source)
    }

    fn show(&self, term: Term) -> String {
        let names = |symbol| {
            let id = self.system.variable_of(self.pool.symbol_term(symbol))?;
            Some(ShownVariable::new(
                &self.system,
                Some(&self.program).into(),
                id,
            ))
        };
        show::fact(&self.pool, &names, term)
    }

    /// One line for each row, with the range of its expression, and for each candidate.
    fn show_template(&self, template: Option<&Template>) -> String {
        let Some(template) = template else {
            return "nothing\n".to_string();
        };
        let mut out = String::new();
        for row in &template.rows {
            let (least, greatest) = (row.least, row.greatest);
            let expression = self.show(row.expression);
            let _ = writeln!(out, "row {expression} in {least}..={greatest}");
        }
        for candidate in &template.candidates {
            let _ = writeln!(out, "candidate {}", self.show(candidate.predicate));
            if candidate.hypothesis != candidate.predicate {
                let _ = writeln!(out, "  used as {}", self.show(candidate.hypothesis));
            }
        }
        out
    }
}

fn check(source: &str, domain: &dyn Domain, expected: Expect) {
    let mut subject = Subject::new(source, domain);
    let template = subject.make(|pool, source| domain.template(pool, source));
    expected.assert_eq(&subject.show_template(template.as_ref()));
}

#[test]
fn havoc() {
    check(
        COUNTS,
        &Havoc,
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn equalities() {
    check(
        COUNTS,
        &Equalities,
        expect![[r#"
        candidate n <= 99
    "#]],
    );
}

#[test]
fn intervals() {
    check(
        COUNTS,
        &Intervals,
        expect![[r#"
        row i in -2147483648..=2147483647
        row -i in -2147483647..=2147483648
        row n in 0..=4294967295
        row -n in -4294967295..=0
        row ((i << 1)) - n in -8589934591..=4294967294
        row n + (i * -2) in -4294967294..=8589934591
    "#]],
    );
}

#[test]
fn indices_are_compared_with_sizes_in_bytes() {
    let mut subject = Subject::new(WALKS, &Zones);
    let template = subject.make(|pool, source| Zones.template(pool, source));
    let shown = subject.show_template(template.as_ref());
    let rows: Vec<&str> = (shown.lines())
        .filter(|row| row.contains("size") && row.contains("i "))
        .collect();
    expect![[r#"
        row ((i << 2)) - object1.size in -18446744082299486207..=8589934588
        row object1.size + (i * -4) in -8589934588..=18446744082299486207"#]]
    .assert_eq(&rows.join("\n"));
}

#[test]
fn zones() {
    check(
        COUNTS,
        &Zones,
        expect![[r#"
        row i in -2147483648..=2147483647
        row -i in -2147483647..=2147483648
        row n in 0..=4294967295
        row -n in -4294967295..=0
        row ((i << 1)) - n in -8589934591..=4294967294
        row n + (i * -2) in -4294967294..=8589934591
        row n - i in -2147483647..=6442450943
        row i - n in -6442450943..=2147483647
    "#]],
    );
}

#[test]
fn octagons() {
    check(
        COUNTS,
        &Octagons,
        expect![[r#"
        row i in -2147483648..=2147483647
        row -i in -2147483647..=2147483648
        row n in 0..=4294967295
        row -n in -4294967295..=0
        row ((i << 1)) - n in -8589934591..=4294967294
        row n + (i * -2) in -4294967294..=8589934591
        row n - i in -2147483647..=6442450943
        row i - n in -6442450943..=2147483647
        row i + n in -2147483648..=6442450942
        row -(i + n) in -6442450942..=2147483648
    "#]],
    );
}

#[test]
fn elements() {
    check(
        COUNTS,
        &Elements,
        expect![[r#"
        nothing
    "#]],
    );
    check(
        FILLS,
        &Elements,
        expect![[r#"
            row i in -2147483648..=2147483647
            row -i in -2147483647..=2147483648
            candidate a[0] == 7
            candidate a[0] != 7
            candidate (for all any32: a[any32] == 7 || any32 != 0)
              used as (for all any32: a[0] == 7 && (a[any32] == 7 || any32 != 0) && (a[i] == 7 || i != 0))
            candidate (for all any32: a[any32] == 7 || (!(any32 >= 0 && any32 <= 99)))
              used as (for all any32: a[0] == 7 && (a[any32] == 7 || (!(any32 >= 0 && any32 <= 99))) && (a[i] == 7 || (!(i <= 99 && i >= 0))))
            candidate (for all any32: a[any32] == 7 || (!(any32 >= 0 && any32 < i)))
              used as (for all any32: (a[any32] == 7 || (!(any32 >= 0 && any32 < i))) && (a[0] == 7 || i <= 0))
            candidate (for all any32: a[any32] == 7 || (!(any32 <= 99 && any32 >= 0 && i <= any32)))
              used as (for all any32: (a[0] == 7 || i >= 1) && (a[any32] == 7 || (!(any32 <= 99 && any32 >= 0 && i <= any32))) && (a[i] == 7 || (!(i <= 99 && i >= 0))))
            candidate (for all any32: a[any32] == 7 || (!(any32 <= 99 && any32 >= 0 && i + 1 <= any32)))
              used as (for all any32: (a[0] == 7 || i + 1 >= 1) && (a[any32] == 7 || (!(any32 <= 99 && any32 >= 0 && i + 1 <= any32))) && (a[i] == 7 || (!(i <= 99 && i >= 0 && i + 1 <= i))))
            candidate (for all any32: a[any32] != 7 || any32 != 0)
              used as (for all any32: a[0] != 7 && (a[any32] != 7 || any32 != 0) && (a[i] != 7 || i != 0))
            candidate (for all any32: a[any32] != 7 || (!(any32 >= 0 && any32 <= 99)))
              used as (for all any32: a[0] != 7 && (a[any32] != 7 || (!(any32 >= 0 && any32 <= 99))) && (a[i] != 7 || (!(i <= 99 && i >= 0))))
            candidate (for all any32: a[any32] != 7 || (!(any32 >= 0 && any32 < i)))
              used as (for all any32: (a[any32] != 7 || (!(any32 >= 0 && any32 < i))) && (a[0] != 7 || i <= 0))
            candidate (for all any32: a[any32] != 7 || (!(any32 <= 99 && any32 >= 0 && i <= any32)))
              used as (for all any32: (a[0] != 7 || i >= 1) && (a[any32] != 7 || (!(any32 <= 99 && any32 >= 0 && i <= any32))) && (a[i] != 7 || (!(i <= 99 && i >= 0))))
            candidate (for all any32: a[any32] != 7 || (!(any32 <= 99 && any32 >= 0 && i + 1 <= any32)))
              used as (for all any32: (a[0] != 7 || i + 1 >= 1) && (a[any32] != 7 || (!(any32 <= 99 && any32 >= 0 && i + 1 <= any32))) && (a[i] != 7 || (!(i <= 99 && i >= 0 && i + 1 <= i))))
            candidate a[i] == 7
            candidate a[i] != 7
        "#]],
    );
}

/// The template has the rows of intervals; the equations are those of the states.
#[test]
fn affine() {
    check(
        COUNTS,
        &AffineEquations,
        expect![[r#"
        row i in -2147483648..=2147483647
        row -i in -2147483647..=2147483648
        row n in 0..=4294967295
        row -n in -4294967295..=0
        row ((i << 1)) - n in -8589934591..=4294967294
        row n + (i * -2) in -4294967294..=8589934591
    "#]],
    );
    let mut subject = Subject::new(COUNTS, &AffineEquations);
    let mut out = String::new();
    for new in AffineEquations.collectors() {
        let mut collector = subject.make(new);
        let head = subject.system.heads().next().expect("there is a loop");
        let numbers = collector.numbers(head);
        if numbers.is_empty() {
            out.push_str("no numbers\n");
            continue;
        }
        let names: Vec<_> = numbers.iter().map(|n| subject.show(*n)).collect();
        let _ = writeln!(out, "numbers {}", names.join(", "));
        for (i, n) in [(0, 9), (1, 10), (5, 14)] {
            let state = [i, n].map(|value| BitVec::new(32, value));
            collector.add(head, &state);
            let found = collector.candidates(&mut subject.pool).into_iter();
            let found: Vec<_> = found.map(|c| subject.show(c.predicate)).collect();
            let _ = writeln!(out, "  with i = {i}, n = {n}: {}", found.join(", "));
        }
    }
    expect![[r#"
        numbers i, n
          with i = 0, n = 9: i == 0, n == 9
          with i = 1, n = 10: n == i + 9
          with i = 5, n = 14: n == i + 9
        no numbers
    "#]]
    .assert_eq(&out);
}

/// Equalities come first, and once.
#[test]
fn equalities_strengthen_the_others() {
    for domain in [&Zones as &'static dyn Domain, &Equalities] {
        let mut subject = Subject::new(COUNTS, domain);
        let alone = subject.make(|pool, source| domain.template(pool, source));
        let equalities = subject.make(|pool, source| Equalities.template(pool, source));
        let both = subject.make(|pool, source| strengthened(pool, source, domain));
        let (alone, both) = (alone.expect("rows"), both.expect("rows"));
        assert_eq!(both.rows.len(), alone.rows.len());
        let equalities = equalities.expect("candidates").candidates;
        assert_eq!(both.candidates.len(), equalities.len());
    }
}

/// A domain may start from the result of one whose rows and first candidates it has.
#[test]
fn domains_that_start_from_others_extend_their_templates() {
    for domain in DOMAINS {
        let Some(first) = domain.starts_from() else {
            continue;
        };
        let mut subject = Subject::new(FILLS, *domain);
        let mut shown = |d: &'static dyn Domain| {
            let template = subject.make(|pool, source| strengthened(pool, source, d));
            let template = template.expect("it says something about arrays");
            let rows: Vec<_> = template.rows.iter().map(|r| r.expression).collect();
            let candidates = template.candidates.iter().map(|c| c.predicate);
            (rows, candidates.collect::<Vec<_>>())
        };
        let (first, all) = (shown(first), shown(*domain));
        assert_eq!(first.0, all.0, "{}", domain.name());
        assert!(all.1.starts_with(&first.1), "{}", domain.name());
    }
}

#[test]
fn names_differ() {
    let mut names: Vec<_> = DOMAINS.iter().map(|d| d.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), DOMAINS.len());
}

/// The table in the documentation is what the registry says.
#[test]
fn the_table_of_domains_is_documented() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/induction.md");
    let document = std::fs::read_to_string(file).expect("docs/induction.md can be read");
    let mut table = String::from(
        "| domain | its invariants say, for the variables of a location |\n|---|---|\n",
    );
    for domain in DOMAINS {
        let _ = writeln!(table, "| `{}` | {} |", domain.name(), domain.shape());
    }
    assert!(
        document.contains(&table),
        "docs/induction.md has another table of domains. It should be:\n{table}"
    );
}
