//! Adapters: what they ask, and how they read answers.

use super::*;
use crate::task::{DataModel, Task};

fn task(asked: &[&str]) -> Task {
    Task {
        name: "x/a.c".into(),
        property: asked.join(","),
        asked: asked.iter().map(|a| a.to_string()).collect(),
        property_file: None,
        expected: None,
        data_model: DataModel::Ilp32,
        files: vec!["/x/a.c".into(), "/x/b.c".into()],
        options: vec!["-DN=3".into()],
    }
}

fn limits() -> Limits {
    Limits {
        cpu_seconds: 10.0,
        wall_seconds: 12.5,
        megabytes: 500,
        output_megabytes: 1,
        processes: 100,
    }
}

fn adapter(name: &str) -> Adapter {
    Adapter::built_in(name).unwrap()
}

fn read(name: &str, asked: &[&str], exit: i32, stdout: &str) -> Reading {
    let asked: Vec<String> = asked.iter().map(|a| a.to_string()).collect();
    let said = Said {
        exit: Some(exit),
        stdout,
        stderr: "",
        is_cut: false,
    };
    adapter(name).read_answer(&asked, &said)
}

fn found(property: &str) -> Reading {
    Reading::Verdict(Verdict::False(Some(property.to_string())))
}

#[test]
fn built_in_adapters_can_be_read() {
    for name in Adapter::built_in_names() {
        adapter(name);
    }
}

#[test]
fn aver_is_asked_by_name_or_property_file() {
    let extra = ["--unwind".to_string(), "4".to_string()];
    let steps = adapter("aver").steps(&task(&["assert", "no-overflow"]), &extra, &limits());
    let expected = "verify --stats=json --data-model=ILP32 --property=assert,no-overflow --memory-limit=500 --timeout=13 \
        --unwind 4 -DN=3 /x/a.c /x/b.c";
    assert_eq!(steps.unwrap()[0].join(" "), expected);
    let mut with_file = task(&["assert"]);
    with_file.property_file = Some("/p/assert.prp".into());
    let line = adapter("aver").steps(&with_file, &[], &limits()).unwrap()[0].join(" ");
    assert!(line.contains("--property=/p/assert.prp"), "{line}");
}

#[test]
fn a_limit_that_is_set_already_stays() {
    let extra = ["--timeout".to_string(), "3".to_string()];
    let line = adapter("aver")
        .steps(&task(&["assert"]), &extra, &limits())
        .unwrap()[0]
        .join(" ");
    assert!(
        line.contains("--timeout 3") && !line.contains("--timeout="),
        "{line}"
    );
}

#[test]
fn cbmc_is_asked_with_growing_bounds() {
    let steps = adapter("cbmc")
        .steps(&task(&["valid-deref", "valid-free"]), &[], &limits())
        .unwrap();
    let expected = "--no-standard-checks --no-malloc-may-fail --unwinding-assertions --unwind 2 --32 --object-bits 11 --pointer-check \
        --bounds-check -DN=3 /x/a.c /x/b.c";
    assert_eq!(steps[0].join(" "), expected);
    assert!(
        steps.len() > 5
            && steps
                .iter()
                .all(|s| s.contains(&"--unwinding-assertions".to_string()))
    );
}

/// CBMC would otherwise treat `while (1);` as the end of the run.
#[test]
fn cbmc_is_told_to_keep_endless_loops_for_termination() {
    let cbmc = adapter("cbmc");
    let flag = "--no-self-loops-to-assumptions".to_string();
    let steps = |asked: &str| cbmc.steps(&task(&[asked]), &[], &limits()).unwrap();
    assert!(steps("termination").iter().all(|s| s.contains(&flag)));
    assert!(!steps("assert")[0].contains(&flag));
}

#[test]
fn what_a_tool_does_not_know_it_is_not_asked() {
    let cbmc = adapter("cbmc");
    assert!(
        cbmc.steps(&task(&["no-uninitialised"]), &[], &limits())
            .is_err()
    );
    let mut with_option = task(&["assert"]);
    with_option.options = vec!["--function".into(), "f".into()];
    let why = cbmc.steps(&with_option, &[], &limits()).unwrap_err();
    assert!(why.contains("--function"), "{why}");
}

#[test]
fn answers_of_aver() {
    let check = |exit, stdout: &str| read("aver", &["assert"], exit, stdout);
    assert_eq!(
        check(0, "x\nVERDICT: TRUE\n"),
        Reading::Verdict(Verdict::True)
    );
    assert_eq!(
        check(10, "VERDICT: FALSE (valid-deref) at a/b.c:41\n"),
        found("valid-deref")
    );
    assert_eq!(
        check(20, "VERDICT: UNKNOWN (loop (in f) cut)\n"),
        Reading::Unknown("loop (in f) cut".into())
    );
    assert!(matches!(
        check(20, "VERDICT: UNKNOWN (timeout after 9 s in x)\n"),
        Reading::Timeout(_)
    ));
    // The last line counts, and its exit code must fit.
    assert!(matches!(
        check(0, "VERDICT: TRUE\nmore\n"),
        Reading::Error(_)
    ));
    assert!(matches!(check(10, "VERDICT: TRUE\n"), Reading::Error(_)));
    assert!(matches!(check(139, ""), Reading::Error(_)));
}

#[test]
fn why_aver_rejects_a_program() {
    for (stderr, reason) in [
        (
            "aver: clang does not accept a.c:\na.c:1:10: fatal error: 'x.h' file not found\n",
            "a.c:1:10: fatal error: 'x.h' file not found",
        ),
        ("aver: cannot read a.c\n", "cannot read a.c"),
    ] {
        let said = Said {
            exit: Some(1),
            stdout: "",
            stderr,
            is_cut: false,
        };
        let reading = adapter("aver").read_answer(&[], &said);
        assert_eq!(reading, Reading::Error(reason.to_string()));
    }
}

#[test]
fn statistics_of_aver() {
    let stdout = "assert TRUE\n{\"bmc.rounds\":1,\"sat.calls\":2}\nVERDICT: TRUE\n";
    let statistics = adapter("aver").read_statistics(stdout).unwrap();
    assert_eq!(statistics["sat.calls"], 2);
}

const UNWINDING: &str = "[main.unwind.0] line 4 unwinding assertion loop 0: FAILURE\n";
const RECURSION: &str = "[f.recursion] line 1 recursion unwinding assertion: FAILURE\n";
const ASSERTION: &str = "[main.assertion.1] line 5 assertion x: FAILURE\n";
const LEAK: &str = "[__CPROVER__start.memory-leak.1] dynamically allocated memory never freed in __CPROVER_memory_leak == NULL: FAILURE\n";

fn cbmc(asked: &[&str], lines: &[&str]) -> Reading {
    let stdout = format!("** Results:\n{}VERIFICATION FAILED\n", lines.concat());
    read("cbmc", asked, 10, &stdout)
}

#[test]
fn a_bound_is_no_violation_and_no_proof() {
    assert!(matches!(
        cbmc(&["assert"], &[UNWINDING]),
        Reading::Deeper(_)
    ));
    assert!(matches!(
        cbmc(&["termination"], &[RECURSION]),
        Reading::Deeper(_)
    ));
    assert_eq!(cbmc(&["assert"], &[UNWINDING, ASSERTION]), found("assert"));
    // Nothing that was asked for fails, but something was cut off.
    assert!(matches!(
        cbmc(&["no-overflow"], &[ASSERTION, UNWINDING]),
        Reading::Deeper(_)
    ));
}

#[test]
fn what_fails_and_was_not_asked_for_is_passed_over() {
    assert_eq!(
        cbmc(&["no-overflow"], &[ASSERTION]),
        Reading::Verdict(Verdict::True)
    );
    assert_eq!(
        cbmc(
            &["valid-deref", "valid-free", "valid-memtrack"],
            &[ASSERTION, LEAK]
        ),
        found("valid-memtrack")
    );
}

#[test]
fn violations_by_kind() {
    for (line, property) in [
        (
            "[main.array_bounds.2] line 6 array 'a' upper bound in a[n]: FAILURE\n",
            "valid-deref",
        ),
        (
            "[main.pointer_dereference.3] line 6 dereference failure: deallocated dynamic object in *p: FAILURE\n",
            "valid-deref",
        ),
        (
            "[main.precondition_instance.10] line 6 double free: FAILURE\n",
            "valid-free",
        ),
        (
            "[main.precondition_instance.14] line 6 memcpy source region readable: FAILURE\n",
            "valid-deref",
        ),
        (
            "[main.overflow.6] line 6 arithmetic overflow on signed + in n + 1: FAILURE\n",
            "no-overflow",
        ),
        (
            "[main.division-by-zero.1] line 6 division by zero in n / m: FAILURE\n",
            "no-div-by-zero",
        ),
        (
            "[reach_error.assertion.1] line 5 assertion 0: FAILURE\n",
            "unreach-call",
        ),
        (
            "[main.no-body.reach_error] line 1 no body for callee reach_error: FAILURE\n",
            "unreach-call",
        ),
    ] {
        let asked = [
            "valid-deref",
            "valid-free",
            "no-overflow",
            "no-div-by-zero",
            "unreach-call",
        ];
        assert_eq!(cbmc(&asked, &[line]), found(property), "{line}");
    }
}

#[test]
fn nothing_is_guessed() {
    let strange = "[main.new-kind.1] line 1 something: FAILURE\n";
    assert!(matches!(cbmc(&["assert"], &[strange]), Reading::Unknown(_)));
    let no_body = "[main.no-body.f] line 1 no body for callee f: FAILURE\n";
    // It is not known what `f` does, so an assertion that fails after its call proves nothing.
    for lines in [&[no_body][..], &[no_body, ASSERTION]] {
        assert!(matches!(cbmc(&["assert"], lines), Reading::Unknown(_)));
    }
    assert!(matches!(cbmc(&["assert"], &[]), Reading::Error(_)));
    assert!(matches!(
        read("cbmc", &["assert"], 0, ""),
        Reading::Error(_)
    ));
}

#[test]
fn mistakes_in_an_adapter_are_errors() {
    let good = "program = \"x\"\narguments = []\n[data-models]\n";
    assert!(
        Adapter::parse(
            Path::new("a.toml"),
            &format!("{good}[[answers]]\nverdict = \"true\"\n")
        )
        .is_ok()
    );
    for bad in [
        "program = 1\n".to_string(),
        format!("{good}[[answers]]\nverdict = \"perhaps\"\n"),
        format!("{good}[[answers]]\nverdict = \"true\"\nmatches = '('\n"),
        format!("{good}[[answers]]\nverdict = \"violations\"\n"),
        format!("unknown-key = 1\n{good}[[answers]]\nverdict = \"true\"\n"),
    ] {
        assert!(Adapter::parse(Path::new("a.toml"), &bad).is_err(), "{bad}");
    }
}
