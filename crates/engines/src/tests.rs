//! What the engines say of small programs.
//!
//! [`check`] runs the engines that the settings choose on a program in Aver's own text form, and compares what they leave on
//! the board: the verdict of each check with its evidence, what was in the way, and the counters that do not depend on the
//! solver. Each engine's own tests are next to it.

use crate::board::{Board, Event, Note, Obstacle};
use crate::context::Context;
use crate::settings::{Common, Settings};
use crate::{Answers, Task, answers, verify};
use clap::Parser;
use encode::exec::CutPoints;
use evidence::{Certificate, Verdict};
use expect_test::{Expect, expect};
use program::{Goals, Program, Property, text};
use smt::Backend;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use term::TermPool;

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    settings: Settings,
}

/// The settings of a command line.
pub(crate) fn settings(arguments: &str) -> Settings {
    let words = ["aver"].into_iter().chain(arguments.split_whitespace());
    let parsed = Arguments::try_parse_from(words);
    parsed.unwrap_or_else(|e| panic!("{e}")).settings
}

/// A program, and all of its checks.
pub(crate) fn parse(source: &str) -> (TermPool, Program, Goals) {
    let (pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}"));
    let goals = Goals::new(&program, &Property::ALL).without_termination();
    (pool, program, goals)
}

/// Compares the answers of the engines that a command line chooses.
pub(crate) fn check(source: &str, arguments: &str, expected: Expect) {
    check_with(source, arguments, Common::default(), expected);
}

fn check_with(source: &str, arguments: &str, common: Common, expected: Expect) {
    let (program, answers) = answer(source, arguments, common);
    expected.assert_eq(&show(&program, &answers));
}

pub(crate) fn answer(source: &str, arguments: &str, common: Common) -> (Arc<Program>, Answers) {
    let (pool, program, goals) = parse(source);
    let program = Arc::new(program);
    let task = Task {
        pool,
        program: program.clone(),
        goals,
        settings: settings(arguments),
        common,
        backend: Backend::default(),
    };
    let answers = verify(task, &mut ());
    (program, answers)
}

/// One line per check, and the counters of the search.
fn show(program: &Program, answers: &Answers) -> String {
    let mut out = String::new();
    for (site, verdict) in &answers.sites {
        let property = program.site(*site).property;
        let _ = match verdict {
            Verdict::True(certificate) => {
                let _ = writeln!(out, "{property}: TRUE, {certificate}");
                show_invariants(&mut out, program, certificate)
            }
            Verdict::False(trace) => {
                let place = program.show_place(trace.violation().place);
                writeln!(out, "{property}: FALSE at {place}")
            }
            Verdict::Unknown(reason) => {
                writeln!(out, "{property}: UNKNOWN, {}", reason.text(program))
            }
        };
    }
    out
}

fn show_invariants(
    out: &mut String,
    program: &Program,
    certificate: &Certificate,
) -> std::fmt::Result {
    if let Some(invariants) = certificate.invariants() {
        for head in invariants.heads() {
            let place = program.show_place(head.place);
            let rows = invariants.texts(head);
            writeln!(out, "  {place}: {}", rows.join(" && "))?;
        }
    }
    Ok(())
}

/// Counts to ten and then compares.
pub(crate) const COUNTS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
b0:
  i := #x00000000 @2:2
  goto b1 @3:1
b1:
  branch (bvslt i #x0000000a) b2 b3 @3:1
b2:
  i := (bvadd i #x00000001) @4:2
  goto b1 @4:3
b3:
  check s0 (= i #x0000000a) @5:1
  return @6:2
";

/// Counts for as long as an input says, and then compares: it fails after many iterations only.
pub(crate) const FAILS_LATE: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
site s0 assert \"the assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32
  var n: 32
b0:
  i := #x00000000 @2:2
  n := havoc nondet \"f\" @2:3
  goto b1 @3:1
b1:
  branch (bvult i n) b2 b3 @3:1
b2:
  i := (bvadd i #x00000001) @4:2
  goto b1 @4:3
b3:
  check s0 (bvult i #x0fffffff) @5:1
  return @6:2
";

/// Two counters that keep pace.
pub(crate) const KEEPS_PACE: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
  var j: 32 = \"j\" t0
  var n: 32
b0:
  i := #x00000000 @2:2
  j := #x00000000 @2:2
  goto b1 @3:1
b1:
  n := havoc nondet \"f\" @3:1
  branch (and (= n #x00000001) (bvslt i #x00001000)) b2 b3 @3:1
b2:
  i := (bvadd i #x00000001) @4:2
  j := (bvadd j #x00000001) @4:2
  goto b1 @4:3
b3:
  check s0 (= i j) @5:1
  return @6:2
";

/// One counter that is twice the other.
pub(crate) const EVEN: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
  var j: 32 = \"j\" t0
  var n: 32
b0:
  i := #x00000000 @2:2
  j := #x00000000 @2:2
  goto b1 @3:1
b1:
  n := havoc nondet \"f\" @3:1
  branch (= n #x00000001) b2 b3 @3:1
b2:
  i := (bvadd i #x00000001) @4:2
  j := (bvadd j #x00000002) @4:2
  goto b1 @4:3
b3:
  check s0 (= j (bvmul #x00000002 i)) @5:1
  return @6:2
";

/// An endless loop with a check that holds and one that fails in the third iteration.
pub(crate) const TWO_CHECKS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"int\" 32 signed
site s0 assert \"the first assertion fails\" in \"main\" @4:1
site s1 assert \"the second assertion fails\" in \"main\" @5:1
entry main

fn main() @1:0
  var i: 32 = \"i\" t0
  var n: 32 = \"n\" t0
b0:
  i := #x00000000 @2:2
  n := #x00000000 @2:2
  goto b1 @3:1
b1:
  check s0 (bvule i #x00000003) @4:1
  check s1 (not (= n #x00000002)) @5:1
  i := (bvand (bvadd i #x00000001) #x00000003) @6:1
  n := (bvadd n #x00000001) @6:1
  goto b1 @6:3
";

/// All but incremental SAT, which only refutes, and unrolls for ever what holds, and symbolic heaps, which are for programs that
/// allocate.
#[test]
fn all_configurations_agree() {
    let proves = |c: &crate::Configuration| !["dimspec", "shapes"].contains(&c.name);
    for configuration in crate::CONFIGURATIONS.into_iter().filter(proves) {
        let (pool, program, goals) = parse(COUNTS);
        let task = Task {
            pool,
            program: Arc::new(program),
            goals,
            settings: settings(&format!("--engine {}", configuration.name)),
            common: Common::default(),
            backend: Backend::default(),
        };
        let answers = verify(task, &mut ());
        let is_true = |v: &Verdict<_>| matches!(v, Verdict::True(_));
        assert!(
            answers.sites.iter().all(|(_, v)| is_true(v)),
            "{}",
            configuration.name
        );
    }
}

/// A panic in one engine costs no more than its own answers.
#[test]
fn the_answers_of_others_survive_a_panic() {
    let fault_in = |engine: &str| Common {
        fault: Some(engine.to_string()),
        ..Common::default()
    };
    // Which of the others is first depends on the time.
    let (_, answers) = answer(COUNTS, "--engine auto", fault_in("bmc"));
    let mut verdicts = answers.sites.iter().map(|(_, verdict)| verdict);
    assert!(verdicts.all(|verdict| matches!(verdict, Verdict::True(_))));
    let with_fault = |source, arguments, engine: &str, expected| {
        check_with(source, arguments, fault_in(engine), expected);
    };
    with_fault(
        COUNTS,
        "--engine bmc",
        "bmc",
        expect![[r#"
        assert: UNKNOWN, internal error: bmc panicked: a fault was injected into bmc
    "#]],
    );
    with_fault(
        COUNTS,
        "--engine ai",
        "ai",
        expect![[r#"
        assert: UNKNOWN, internal error: ai panicked: a fault was injected into ai
    "#]],
    );
    with_fault(
        COUNTS,
        "--engine kiki",
        "ai",
        expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by k-induction
          t.c:3: 
    "#]],
    );
    with_fault(
        COUNTS,
        "--engine k-induction --facts off",
        "kiki",
        expect![[r#"
        assert: UNKNOWN, internal error: kiki panicked: a fault was injected into kiki
    "#]],
    );
    with_fault(
        FAILS_LATE,
        "--engine kiki --max-k 1",
        "accelerate",
        expect![[r#"
        assert: UNKNOWN, internal error: accelerate panicked: a fault was injected into accelerate
    "#]],
    );
    with_fault(
        COUNTS,
        "--engine values",
        "values",
        expect![[r#"
        assert: UNKNOWN, internal error: values panicked: a fault was injected into values
    "#]],
    );
}

/// What is on the board when engines have worked on a transition system alone.
#[test]
fn a_transition_system_needs_no_program() {
    let (mut pool, program, goals) = parse(COUNTS);
    let system = encode::system::build(
        &mut pool,
        &program,
        &goals,
        CutPoints::default(),
        &mut || false,
    );
    let system = system.unwrap_or_else(|_| panic!("it was not stopped"));
    let (send, inbox): (_, Receiver<Event>) = channel();
    let board = Board::new(&goals, send);
    let context = Context::of_system(
        pool,
        system,
        CutPoints::default(),
        goals.clone(),
        Common::default(),
        board.clone(),
    );
    let settings = settings("--engine kiki");
    let schedule = settings.proving.engine.schedule(&settings);
    schedule.run(&context, &inbox, &mut ());
    let answers = answers::Answers::read(&board, Some(&program), &goals, false);
    expect![[r#"
        assert: TRUE, 1-inductive invariant checked, by abstract interpretation
          t.c:3: 0 <= i && i <= 10
    "#]]
    .assert_eq(&show(&program, &answers));
}

#[test]
fn what_is_proved_or_failed_is_settled() {
    let (_, program, _) = parse(COUNTS);
    let goals = Goals::new(&program, &[Property::Assert]);
    let (send, _inbox) = channel();
    let board = Board::new(&goals, send);
    assert!(!board.is_settled());
    board.post(Note::Obstacle(Obstacle::Violation(goals.iter().collect())));
    assert!(!board.is_settled());
    assert_eq!(board.obstacles().len(), 1);
}
