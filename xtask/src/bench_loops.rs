//! `cargo xtask bench loops`: Aver's engines side by side on the loop programs under `tests/`.
//!
//! Each case of `tests/induction`, `tests/loops` and `tests/ic3` with a verdict is given to every engine, without the options for
//! engines that its header has. For each engine: how many are solved, what that cost, and of proofs by induction the
//! greatest k and the number of rows of the invariants. Then how many all of them solve together, and what only the IC3 family
//! solves: IC3 on bits and over words, and incremental SAT. Where k is large, k-induction runs once more on a fresh solver for
//! each query, to measure what an incremental one saves. `--only` chooses the engines.

use crate::answer::{self, Answer, Aver};
use crate::programs::{Test, collect};
use anyhow::Result;
use header::Expect;
use std::path::Path;
use std::time::Duration;

/// Column and options.
const ENGINES: [(&str, &[&str]); 10] = [
    ("auto", &[]),
    ("bmc", &["--engine=bmc"]),
    ("ai", &["--engine=abstract-interpretation"]),
    ("k-induction", &["--engine=k-induction"]),
    ("bkind", &["--engine=bkind"]),
    ("kiki", &["--engine=kiki"]),
    ("kiki alone", &["--engine=kiki", "--facts=off"]),
    ("ic3", &["--engine=ic3"]),
    ("ic3ia", &["--engine=ic3ia"]),
    ("dimspec", &["--engine=dimspec"]),
];

/// Those that work on a program as one machine.
const FAMILY: [&str; 3] = ["ic3", "ic3ia", "dimspec"];

/// Where k is at least this, remembering is compared with starting again.
const LARGE_K: u64 = 20;

/// Options of a header that say how, not what; with a value in the next word or in the same one.
const ABOUT_ENGINES: [&str; 6] = [
    "--engine", "--domain", "--max-k", "--facts", "--unwind", "--solver",
];

/// The results of one engine on all cases.
#[derive(Default)]
struct Total {
    solved: u32,
    wrong: u32,
    seconds: f64,
    k: u64,
    rows: u64,
}

pub fn run(
    root: &Path,
    filter: Option<&str>,
    only: Option<&str>,
    timeout: u64,
    aver: Option<&Path>,
) -> Result<bool> {
    let mut engines = ENGINES.to_vec();
    if let Some(only) = only {
        engines.retain(|(name, _)| only.split(',').any(|wanted| wanted == *name));
    }
    let aver = Aver::new(root, aver)?;
    let limit = Duration::from_secs(timeout);
    let mut tests = collect(root, filter)?;
    let folders = ["tests/induction/", "tests/loops/", "tests/ic3/"];
    tests.retain(|t| folders.iter().any(|f| t.path.starts_with(f)));
    let cases = cases(&tests);
    let mut totals: Vec<Total> = engines.iter().map(|_| Total::default()).collect();
    let mut restarts = Vec::new();
    let mut only_by_family = Vec::new();
    let mut together = 0;
    for (test, words) in &cases {
        let mut solvers = Vec::new();
        for ((name, options), total) in engines.iter().zip(&mut totals) {
            let before = total.solved;
            let k = measure(root, &aver, test, words, options, limit, total)?;
            if total.solved > before {
                solvers.push(*name);
            }
            if let Some((k, seconds)) = k
                && k >= LARGE_K
            {
                let fresh = [*options, &["--restart"]].concat();
                let mut other = Total::default();
                measure(root, &aver, test, words, &fresh, limit, &mut other)?;
                restarts.push((test.path.clone(), *name, k, seconds, other.seconds));
            }
        }
        // The default runs IC3, too.
        solvers.retain(|name| *name != "auto");
        together += u32::from(!solvers.is_empty());
        if !solvers.is_empty() && solvers.iter().all(|name| FAMILY.contains(name)) {
            let by = solvers.join(", ");
            only_by_family.push(format!("{} {}: {by}", test.path, words.join(" ")));
        }
    }
    println!("{} cases, {timeout} s each", cases.len());
    println!("engine         solved  wrong  CPU s  greatest k  rows of invariants");
    for ((name, _), total) in engines.iter().zip(&totals) {
        let Total {
            solved,
            wrong,
            seconds,
            k,
            rows,
        } = total;
        println!("{name:<14} {solved:>6} {wrong:>6} {seconds:>6.1} {k:>11} {rows:>19}");
    }
    println!("all but auto together: {together}");
    println!("by the IC3 family alone: {}", only_by_family.len());
    for case in &only_by_family {
        println!("  {case}");
    }
    for (path, name, k, seconds, fresh) in &restarts {
        println!("{path}, {name}, k = {k}: {seconds:.2} s, with --restart {fresh:.2} s");
    }
    Ok(totals.iter().all(|t| t.wrong == 0))
}

/// The cases with a verdict and what is left of their options, each once.
fn cases(tests: &[Test]) -> Vec<(&Test, Vec<String>)> {
    let mut found: Vec<(&Test, Vec<String>)> = Vec::new();
    for test in tests {
        let decided = matches!(test.case.expect, Expect::True | Expect::False { .. });
        if !decided || test.case.known_failure.is_some() {
            continue;
        }
        let mut words = Vec::new();
        let mut args = test.case.args.iter();
        while let Some(arg) = args.next() {
            let name = arg.split('=').next().unwrap_or_default();
            if !ABOUT_ENGINES.contains(&name) {
                words.push(arg.clone());
            } else if !arg.contains('=') {
                args.next();
            }
        }
        let same = |(t, w): &(&Test, Vec<String>)| {
            t.path == test.path && t.case.properties == test.case.properties && *w == words
        };
        if !found.iter().any(same) {
            found.push((test, words));
        }
    }
    found
}

/// Runs one engine on one case; k and seconds of a proof by induction.
fn measure(
    root: &Path,
    aver: &Aver,
    test: &Test,
    words: &[String],
    options: &[&str],
    limit: Duration,
    total: &mut Total,
) -> Result<Option<(u64, f64)>> {
    let mut command = aver.verify();
    command
        .current_dir(root)
        .arg(format!("--property={}", test.case.properties))
        .args(["--trace=none", "--stats=json"])
        .args(options)
        .args(words)
        .arg(&test.path);
    if let Some(model) = &test.case.data_model {
        command.arg(format!("--data-model={model}"));
    }
    let (answer, run) = Aver::run(&mut command, limit)?;
    let seconds = run.cpu.as_secs_f64();
    total.seconds += seconds;
    let holds = test.case.expect == Expect::True;
    match answer {
        Answer::True if holds => total.solved += 1,
        Answer::False { .. } if !holds => total.solved += 1,
        Answer::True | Answer::False { .. } => {
            total.wrong += 1;
            println!("WRONG {} {options:?}: {answer}", test.path);
        }
        _ => return Ok(None),
    }
    let statistics = run.stdout.lines().find_map(answer::statistics);
    let counter = |name: &str| statistics.as_ref()?.get(name)?.as_u64();
    total.rows += counter("kiki.rows")
        .or(counter("ai.rows"))
        .or(counter("ic3.rows"))
        .or(counter("ic3ia.rows"))
        .unwrap_or(0);
    let k = counter("kiki.k");
    total.k = total.k.max(k.unwrap_or(0));
    Ok(k.map(|k| (k, seconds)))
}
