//! The contract of the command line: last line, exit codes, messages on bad input, nothing left behind.

use crate::place::Place;

const HOLDS: &str = "int main(void) { int x = 2; if (x != 2) __builtin_trap(); return 0; }\n";
const FAILS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 42)
    reach_error();
  return 0;
}
";

#[test]
fn help_shows_examples_and_exit_codes() {
    let place = Place::new();
    let help = place.run("verify --help");
    assert_eq!(help.code, Some(0));
    for words in ["Examples:", "Exit codes:", "--property", "[default: 900]"] {
        assert!(help.stdout.contains(words), "{words}: {}", help.stdout);
    }
    assert_eq!(place.run("--version").code, Some(0));
}

#[test]
fn violations_are_confirmed_by_the_compiled_program() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    let confirmed = place.run("verify --confirm native --property unreach-call fails.c");
    assert!(
        confirmed
            .stdout
            .contains("confirmed natively: aver-harness"),
        "{}",
        confirmed.stdout
    );
    confirmed.answers(10, "VERDICT: FALSE (unreach-call) at fails.c:6");
    // The contents of memory that was never written cannot be chosen, so silence means nothing.
    let open = "#include <assert.h>\nint main(void) {\n  int x;\n  assert(x != 12345);\n}\n";
    place.write("open.c", open);
    let invisible = place.run("verify --confirm native --property assert open.c");
    assert!(
        invisible
            .stdout
            .contains("not visible natively: the first contents of `x`"),
        "{}",
        invisible.stdout
    );
    invisible.answers(10, "VERDICT: FALSE (assert) at open.c:4");
}

#[test]
fn a_violation_that_the_compiled_program_does_not_have_is_not_claimed() {
    let place = Place::new();
    // The analysis sees another program than the one that is compiled.
    let text = "\
#include <assert.h>
#ifdef __SANITIZE_ADDRESS__
#define WRONG 0
#elif __has_feature(address_sanitizer)
#define WRONG 0
#else
#define WRONG 1
#endif
int main(void) {
  assert(!WRONG);
}
";
    place.write("two.c", text);
    let run = place.run("verify --confirm native --property assert two.c");
    assert!(run.stdout.contains("warning: "), "{}", run.stdout);
    assert_eq!(run.code, Some(20));
    assert!(
        run.last_line().contains("not confirmed natively"),
        "{}",
        run.last_line()
    );
}

#[test]
fn wrong_usage() {
    let place = Place::new();
    place.write("a.c", HOLDS);
    place.run("").complains(2, "Usage");
    place.run("verify").complains(2, "FILE");
    place.run("prove a.c").complains(2, "prove");
    place
        .run("verify a.c --no-such-option")
        .complains(2, "--no-such-option");
    place
        .run("verify a.c --data-model LLP64")
        .complains(2, "LP64");
    place.run("verify a.c --property no-bugs").complains(
        2,
        "no property is called `no-bugs`; those that exist: unreach-call",
    );
    place
        .run("verify a.c --only main.assert.7")
        .complains(2, "--show-properties");
    place
        .run("verify a.c --unwindset main")
        .complains(2, "LOOP:N");
    place
        .run("verify a.c --report r.html")
        .complains(2, ".json");
}

#[test]
fn bad_input() {
    let place = Place::new();
    place.write("a.c", HOLDS);
    place.write("empty.c", "");
    place.write("text.c", "This is not C.\n");
    place.write("notes.txt", "int main(void) { return 0; }\n");
    place.write("truncated.bc", b"BC\xc0\xde\x35\x14\x00\x00");
    place.write("library.c", "int f(int x) { return x; }\n");
    place.write("odd.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
    place.run("verify missing.c").complains(1, "missing.c");
    place.run("verify .").complains(1, "directory");
    place.run("verify empty.c").complains(1, "empty");
    place.run("verify text.c").complains(1, "text.c:1:1: error");
    place.run("verify notes.txt").complains(1, "notes.txt");
    place
        .run("verify truncated.bc")
        .complains(1, "truncated.bc");
    place
        .run("verify library.c")
        .complains(1, "`f`: choose one with --function");
    place
        .run("verify a.c --function g")
        .complains(1, "no function `g`");
    place
        .run("verify a.c --property odd.prp")
        .complains(1, "line 1: no property is called");
    place
        .run("verify a.c --property missing.prp")
        .complains(1, "missing.prp");
    place.run("show missing.c").complains(1, "missing.c");
}

#[test]
fn answers_and_their_exit_codes() {
    let place = Place::new();
    place.write("holds.c", HOLDS);
    place.write("fails.c", FAILS);
    place.write(
        "reach.prp",
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    );
    let holds = place.run("verify holds.c");
    holds.answers(0, "VERDICT: TRUE");
    let fails = place.run("verify fails.c");
    fails.answers(10, "VERDICT: FALSE (unreach-call) at fails.c:6");
    assert!(
        fails.stdout.contains("__VERIFIER_nondet_int()"),
        "{fails:#?}"
    );
    assert!(fails.stdout.contains("x = 42"), "{fails:#?}");
    place
        .run("verify --property reach.prp fails.c")
        .answers(10, "VERDICT: FALSE (unreach-call) at fails.c:6");
    place
        .run("verify --property termination holds.c")
        .answers(0, "VERDICT: TRUE");
}

#[test]
fn quiet_prints_the_last_line_only() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    let quiet = place.run("verify --quiet fails.c");
    assert_eq!(quiet.stdout, "VERDICT: FALSE (unreach-call) at fails.c:6\n");
    assert_eq!(quiet.stderr, "");
}

#[test]
fn the_log_is_on_stderr_and_changes_no_answer() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    let logged = place.run("verify -vv --quiet fails.c");
    assert_eq!(
        logged.stdout,
        "VERDICT: FALSE (unreach-call) at fails.c:6\n"
    );
    for what in ["INFO", "frontend.lower", "smt.check"] {
        assert!(logged.stderr.contains(what), "{logged:#?}");
    }
}

#[test]
fn checks_are_listed_and_selected() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    let list = place.run("verify --show-properties --property unreach-call fails.c");
    assert_eq!(list.code, Some(0));
    let id = list
        .stdout
        .split_whitespace()
        .next()
        .expect("an identifier");
    assert!(list.stdout.contains("fails.c:6"), "{list:#?}");
    place
        .run(&format!("verify fails.c --only {id}"))
        .answers(10, "VERDICT: FALSE (unreach-call) at fails.c:6");
}

#[test]
fn conditions_under_which_a_function_ends_are_in_reports() {
    let place = Place::new();
    place.write("down.c", "void down(int n) {\n  while (n != 0) n--;\n}\n");
    place.write("r.json", "");
    let run = place.run("verify --property termination --function down --report r.json down.c");
    assert_eq!(run.code, Some(20));
    assert!(run.stdout.contains("down ends if: n >= 0\n"), "{run:#?}");
    let report = std::fs::read(place.path().join("r.json")).expect("the report");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["ends_if"][0]["function"], "down");
    assert_eq!(report["ends_if"][0]["condition"], "n >= 0");
    // What always ends needs no condition.
    place.write(
        "up.c",
        "unsigned up(unsigned n) {\n  while (n != 0) n++;\n  return n;\n}\n",
    );
    let run = place.run("verify --property termination --function up up.c");
    run.answers(0, "VERDICT: TRUE");
    assert!(!run.stdout.contains("ends if"));
}

#[test]
fn the_stack_overflows_only_if_it_has_a_limit() {
    let place = Place::new();
    place.write("deep.c", "int f(int n) { return n == 0 ? 0 : f(n); }\nint main(int argc, char **argv) { return f(argc); }\n");
    let run = place.run("verify --property no-stack-overflow deep.c");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("needs --stack-limit"), "{run:#?}");
    place
        .run("verify --property termination deep.c")
        .answers(10, "VERDICT: FALSE (termination) at deep.c:1");
    place
        .run("verify --property termination --stack-limit 20 deep.c")
        .answers(10, "VERDICT: FALSE (no-stack-overflow) at deep.c:1");
}

#[test]
fn statistics_and_reports_for_programs() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    place.write("report.json", "");
    let run = place.run("verify --stats json --trace none --report report.json fails.c");
    run.answers(10, "VERDICT: FALSE (unreach-call) at fails.c:6");
    let lines: Vec<&str> = run.stdout.lines().collect();
    let stats: serde_json::Value =
        serde_json::from_str(lines[lines.len() - 2]).expect("statistics are JSON");
    assert!(stats.as_object().is_some_and(|o| !o.is_empty()));
    let report = std::fs::read(place.path().join("report.json")).expect("the report");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["answer"], "FALSE");
}

/// A loop without an end, in which one check fails and two hold.
const MIXED: &str = "extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int __VERIFIER_nondet_int(void);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, \"mixed.c\", __LINE__, \"main\"))
int main(void) {
  int x = 0, y = 0, bad = 0;
  for (;;) {
    int in = __VERIFIER_nondet_int();
    if (in > 0 && x < 1000) x++, y++;
    if (in == 42) bad++;
    assert(x == y);
    assert(bad < 5);
    assert(x <= 1000);
  }
}
";

#[test]
fn checks_are_proved_beside_one_that_fails() {
    for engine in ["auto", "kiki"] {
        let place = Place::new();
        place.write("mixed.c", MIXED);
        place.write("r.json", "");
        place
            .run(&format!(
                "verify --property assert --engine {engine} --report r.json mixed.c"
            ))
            .answers(10, "VERDICT: FALSE (assert) at mixed.c:11");
        let report = std::fs::read(place.path().join("r.json")).expect("the report");
        let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
        let checks = report["checks"].as_array().expect("a list");
        let answer = |line: u64| {
            let check = checks.iter().find(|c| c["place"]["line"] == line);
            check.expect("a check in this line")["answer"].clone()
        };
        assert_eq!(
            [answer(10), answer(11), answer(12)],
            ["TRUE", "FALSE", "TRUE"],
            "{engine}"
        );
    }
}

#[test]
fn what_keeps_induction_from_a_proof_is_named() {
    let place = Place::new();
    let text = "#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned more = __VERIFIER_nondet_int() & 7;
    struct node *n = malloc(sizeof *n + more);
    n->value = 7;
    n->next = list;
    list = n;
  }
  while (list) {
    assert(list->value == 7);
    list = list->next;
  }
}
";
    place.write("list.c", text);
    let run = place.run("verify --property assert --timeout 2 list.c");
    let reason =
        "without induction because of an allocation in a loop, of unknown size at list.c:9";
    assert!(run.stdout.contains(reason), "{run:#?}");
    let text = "#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  p = 0;
  for (unsigned k = 0;; k++);
}
";
    place.write("lost.c", text);
    let run = place.run("verify --property valid-memtrack --timeout 2 lost.c");
    let reason = "lost memory in a run that does not end is not supported at lost.c:5";
    assert!(run.stdout.contains(reason), "{run:#?}");
}

#[test]
fn stages_are_shown() {
    let place = Place::new();
    place.write("fails.c", FAILS);
    let program = place.run("show fails.c");
    assert!(program.stdout.starts_with("program LP64"), "{program:#?}");
    let system = place.run("show --stage transition-system fails.c");
    assert!(system.stdout.starts_with("location entry"), "{system:#?}");
    let formula = place.run("encode --to smt2 --property unreach-call fails.c");
    assert!(formula.stdout.contains("(check-sat)"), "{formula:#?}");
    assert_eq!(formula.code, Some(0));
}

#[test]
fn nothing_checked_is_said() {
    let place = Place::new();
    place.write("a.c", "int main(void) { return 0; }\n");
    let run = place.run("verify --property assert a.c");
    run.answers(0, "VERDICT: TRUE");
    assert!(run.stdout.contains("nothing was checked"), "{run:#?}");
}
