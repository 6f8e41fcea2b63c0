//! Tests on findings: traces of a small program, and other verdicts made by hand.

use crate::{Answer, Detail, Findings, Style, json, site_ids, text};
use encode::exec::Log;
use encode::inputs::{InputEvent, Inputs};
use encode::promote::Promotion;
use evidence::{Ledger, Reason, Trace, Unrolled, Verdict, replay};
use expect_test::{Expect, expect};
use program::{FileId, Goals, Place, Program, Property, SiteId, VarId};
use std::collections::BTreeSet;
use term::{BitVec, TermPool};

/// Counts up to an input, and then fails.
const PROGRAM: &str = r#"
program LP64 pointers 64 offset 48
file "no-such-file.c"
note "`log` has no body"
type t0 int "int" 32 signed
site s0 assert "assertion `x < 3` fails" in "main" @9:3
site s1 no-overflow "signed addition overflows" in "main" @7:3
site s2 no-overflow "signed addition overflows" in "main" @8:3
entry main
fn main() @3:0
  var n: 32
  var x: 32 = "x" t0 @5:3
b0:
  n := havoc nondet "__VERIFIER_nondet_int" @4:3
  x := #x00000000 @5:3
  goto b1 @6:3
b1:
  branch (bvult x n) b2 b3 @6:3
b2:
  x := (bvadd x #x00000001) @7:3
  goto b1 @6:3
b3:
  check s0 false x #x00000003 @9:3
  return @10:3
"#;

fn parse() -> (TermPool, Program) {
    program::text::parse(PROGRAM).expect("a program")
}

fn program() -> Program {
    parse().1
}

fn at(line: u32) -> Place {
    Place {
        file: FileId(0),
        line,
        column: 1,
    }
}

/// A run that counts to `count`.
fn trace(count: u64) -> Trace {
    let (pool, program) = parse();
    let inputs = Inputs {
        externals: Vec::new(),
        bases: Default::default(),
        events: vec![InputEvent::Value {
            var: VarId(0),
            value: BitVec::new(32, count),
        }],
    };
    let goals = Goals::new(&program, &[Property::Assert]);
    let promotion = Promotion::default();
    let trace = replay(&pool, &program, &promotion, &goals, &inputs, SiteId(0));
    trace.expect("a violation")
}

fn proved() -> Verdict<Trace> {
    let unrolled = Unrolled {
        log: &Log::default(),
        goals: &Goals::new(&program(), &[]),
        open: &BTreeSet::new(),
        bound: 4,
    };
    let mut pool = TermPool::new();
    let certificate = Ledger::default().certify(&mut pool, &unrolled, None);
    Verdict::True(certificate.expect("nothing can go wrong"))
}

fn cut_off() -> Verdict<Trace> {
    Verdict::Unknown(Reason::Bound {
        what: "the loop".to_string(),
        place: at(6),
        bound: 2,
    })
}

fn check(
    sites: Vec<Verdict<Trace>>,
    properties: &[Property],
    detail: Detail,
    expected: Expect,
) -> Answer {
    let program = program();
    let sites: Vec<_> = (0..).map(SiteId).zip(sites).collect();
    let findings = Findings {
        program: &program,
        properties,
        sites: &sites,
        termination: None,
        ends_if: &[],
        rest: None,
        warnings: &[],
    };
    let report = text::report(&findings, detail, Style::Plain);
    let conclusion = findings.conclude();
    expected.assert_eq(&format!("{report}{conclusion}\n"));
    let json = json::report(&findings);
    assert_eq!(json["answer"], conclusion.answer.to_string());
    conclusion.answer
}

const BOTH: [Property; 2] = [Property::Assert, Property::NoOverflow];

#[test]
fn false_wins_over_unknown() {
    let sites = vec![Verdict::False(trace(1)), proved(), cut_off()];
    let answer = check(
        sites,
        &BOTH,
        Detail::Short,
        expect![[r#"
            FALSE assert at no-such-file.c:9: assertion `x < 3` fails  [main.assert.1]
              inputs
                no-such-file.c:4  main  __VERIFIER_nondet_int()  = 1
              steps
                no-such-file.c:5  main    x = 0
                no-such-file.c:7  main    x = 1
              violation
                no-such-file.c:9  main
                assert: assertion `x < 3` fails
                operands: 1, 3

            open no-overflow at no-such-file.c:8: signed addition overflows  [main.no-overflow.2]
            note: `log` has no body
            property     answer   checks  why
            assert       FALSE         1  fails at no-such-file.c:9, trace replayed
            no-overflow  UNKNOWN       2  1 open, 1 proved: the loop at no-such-file.c:6 was cut off at bound 2
            VERDICT: FALSE (assert) at no-such-file.c:9
        "#]],
    );
    assert_eq!(answer.exit_code(), 10);
}

#[test]
fn unknown_wins_over_true() {
    let sites = vec![proved(), cut_off(), cut_off()];
    let answer = check(
        sites,
        &BOTH,
        Detail::Short,
        expect![[r#"
        note: `log` has no body
        property     answer   checks  why
        assert       TRUE          1  all runs unrolled to their end, bound = 4
        no-overflow  UNKNOWN       2  2 open: the loop at no-such-file.c:6 was cut off at bound 2
        VERDICT: UNKNOWN (the loop at no-such-file.c:6 was cut off at bound 2)
    "#]],
    );
    assert_eq!(answer.exit_code(), 20);
}

#[test]
fn termination_has_a_row_of_its_own() {
    let properties = [Property::Assert, Property::Termination];
    let answer = check(
        vec![proved()],
        &properties,
        Detail::Short,
        expect![[r#"
        note: `log` has no body
        property     answer   checks  why
        assert       TRUE          1  all runs unrolled to their end, bound = 4
        termination  UNKNOWN       0  it was not asked
        VERDICT: UNKNOWN (termination: it was not asked)
    "#]],
    );
    assert_eq!(answer.exit_code(), 20);
}

#[test]
fn nothing_to_check_is_said() {
    let answer = check(
        vec![],
        &BOTH,
        Detail::Short,
        expect![[r#"
        note: `log` has no body
        warning: nothing was checked: the program has no check of these properties that a run can reach
        property     answer   checks  why
        assert       TRUE          0  the program has no such check
        no-overflow  TRUE          0  the program has no such check
        VERDICT: TRUE
    "#]],
    );
    assert_eq!(answer.exit_code(), 0);
}

#[test]
fn long_traces_are_shortened() {
    let shown = |detail| {
        let program = program();
        let sites = [(SiteId(0), Verdict::False(trace(499)))];
        let findings = Findings {
            program: &program,
            properties: &BOTH,
            sites: &sites,
            termination: None,
            ends_if: &[],
            rest: None,
            warnings: &[],
        };
        text::report(&findings, detail, Style::Plain)
    };
    let lines = |text: String| text.lines().filter(|l| l.contains("x = ")).count();
    assert_eq!(lines(shown(Detail::Full)), 500);
    assert!(shown(Detail::Short).contains("420 more (--trace full shows them)"));
    assert_eq!(lines(shown(Detail::Short)), 80);
    assert_eq!(lines(shown(Detail::None)), 0);
}

#[test]
fn checks_have_names() {
    let ids = site_ids(&program());
    assert_eq!(
        ids,
        ["main.assert.1", "main.no-overflow.1", "main.no-overflow.2"]
    );
}

#[test]
fn a_name_is_mentioned_as_a_word() {
    use crate::source::mentions;
    assert!(mentions("assert(x < y);", "x"));
    assert!(!mentions("assert(xx < y_x);", "x"));
}

/// An unsupported construct may violate a property that has no check.
#[test]
fn nothing_is_proved_behind_a_gap() {
    let program = program();
    let reason = Reason::Unsupported {
        what: "inline assembly is not supported".to_string(),
        place: Place::NOWHERE,
    };
    let findings = Findings {
        program: &program,
        properties: &[Property::ValidFree],
        sites: &[],
        termination: None,
        ends_if: &[],
        rest: Some(&reason),
        warnings: &[],
    };
    let conclusion = findings.conclude();
    assert_eq!(conclusion.answer, Answer::Unknown);
    assert_eq!(
        conclusion.to_string(),
        "VERDICT: UNKNOWN (inline assembly is not supported, at ?)"
    );
}
