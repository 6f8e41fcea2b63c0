//! CBMC's programs, answered by Aver.

use crate::place::{Finished, Place};

const GET: &str = "\
#include <stddef.h>
int limit(int x)
__CPROVER_requires(x >= 0)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= 9);
static int last(int x) { return x; }
int limit(int x) { return x > 9 ? 9 : x; }
int harness(void) {
  int i, a[10] = {0};
  __CPROVER_assume(0 <= i);
  return a[limit(i)] + last(0);
}
";

fn tool(place: &Place, line: &str) -> Finished {
    Finished::of(
        place
            .command(&format!("--as {line}"))
            .output()
            .expect("the binary runs"),
    )
}

fn compiled(text: &str) -> Place {
    let place = Place::new();
    place.write("get.c", text);
    let done = tool(&place, "goto-cc -Wall -O2 -c get.c -o get.o");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let done = tool(&place, "goto-cc --function harness get.o -o get.goto");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    place
}

#[test]
fn a_proof_from_source_to_answer() {
    let place = compiled(GET);
    let done = tool(&place, "cbmc get.goto --unwind 2");
    assert_eq!(done.code, Some(0), "{}", done.stdout);
    assert!(
        done.stdout.ends_with("VERIFICATION SUCCESSFUL\n"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.contains("no bound was needed"),
        "{}",
        done.stdout
    );
}

#[test]
fn contracts_are_enforced_and_replace_calls() {
    let place = compiled(&GET.replace("return_value <= 9", "return_value <= 10"));
    let done = tool(
        &place,
        "goto-instrument --dfcc harness --enforce-contract limit get.goto a.goto",
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(tool(&place, "cbmc a.goto").code, Some(0));
    // The contract allows one more than the array has.
    let line = "goto-instrument --dfcc harness --replace-call-with-contract limit get.goto b.goto";
    assert_eq!(tool(&place, line).code, Some(0));
    let done = tool(&place, "cbmc --json-ui b.goto");
    assert_eq!(done.code, Some(10), "{}", done.stdout);
    let report: serde_json::Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    let status = report
        .as_array()
        .and_then(|all| all.last())
        .expect("there is a status");
    assert_eq!(status["cProverStatus"], "failure");
    let done = tool(&place, "cbmc --xml-ui --trace b.goto");
    assert!(
        done.stdout
            .contains("<cprover-status>FAILURE</cprover-status>"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("<goto_trace>"), "{}", done.stdout);
}

#[test]
fn a_body_that_is_removed_has_no_effect() {
    let place = compiled(GET);
    let line = "goto-instrument --remove-function-body limit get.goto none.goto";
    assert_eq!(tool(&place, line).code, Some(0));
    let done = tool(&place, "cbmc none.goto");
    assert_eq!(done.code, Some(10), "{}", done.stdout);
}

#[test]
fn bounds_count_without_unwinding_assertions() {
    let place = Place::new();
    let text =
        "int main(void) { int i = 0; while (i < 9) i++; __CPROVER_assert(i != 9, \"nine\"); }";
    place.write("loop.c", text);
    assert_eq!(tool(&place, "cbmc loop.c --unwind 3").code, Some(10));
    let done = tool(&place, "cbmc loop.c --unwind 3 --no-unwinding-assertions");
    assert_eq!(done.code, Some(0), "{}", done.stdout);
    assert!(
        done.stdout.contains("the result is bounded"),
        "{}",
        done.stdout
    );
}

#[test]
fn what_is_not_known_is_an_error() {
    let place = compiled(GET);
    for line in [
        "cbmc get.goto --cover location",
        "cbmc get.goto --partial-loops",
        "goto-instrument --restrict-function-pointer f/g get.goto x.goto",
        "goto-cc --unknown get.c -o x.o",
    ] {
        let done = tool(&place, line);
        assert_eq!(done.code, Some(1), "{line}: {}", done.stdout);
        assert!(
            done.stderr.contains("not available"),
            "{line}: {}",
            done.stderr
        );
    }
    place.write("no.goto", "something else");
    let done = tool(&place, "cbmc no.goto");
    assert_eq!(done.code, Some(6), "{}", done.stdout);
}

#[test]
fn properties_have_the_same_names_each_time() {
    let place = compiled(GET);
    let list = |line: &str| {
        let done = tool(&place, line);
        let lines = done.stdout.lines().filter(|l| l.starts_with("Property "));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let names = list("cbmc get.goto --show-properties");
    assert!(
        names.contains(&"Property harness.array_bounds.1:".to_string()),
        "{names:?}"
    );
    assert_eq!(names, list("cbmc get.goto --show-properties --trace"));
    let done = tool(&place, "cbmc get.goto --property harness.array_bounds.1");
    assert!(done.stdout.contains("0 of 1 failed"), "{}", done.stdout);
}

#[test]
fn a_folder_of_programs() {
    let place = Place::new();
    assert_eq!(
        Finished::of(place.command("cbmc-tools bin").output().expect("it runs")).code,
        Some(0)
    );
    let version = std::process::Command::new(place.path().join("bin/cbmc"))
        .arg("--version")
        .output()
        .expect("the script runs");
    assert!(String::from_utf8_lossy(&version.stdout).starts_with("6."));
}
