//! `cargo xtask bench termination`: what the question whether every run ends costs where unrolling alone answers it, against
//! what bounded model checking takes for the assertions of the same program; and what proves what under `tests/termination`.
//!
//! Fitting are the programs under `tests/` that a header asks about assertions and calls TRUE, that bounded model checking alone
//! proves, and that terminate by unrolling. Both questions are asked in turn, several times, and the least time of each counts:
//! what disturbs a run makes it longer.

use crate::answer::{self, Answer, Aver};
use crate::programs::{Test, collect};
use anyhow::{Result, bail};
use header::Expect;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How often each question is asked.
const REPEATS: usize = 5;

/// Options of a header that choose engines, or bound what they do.
const ABOUT_ENGINES: [&str; 8] = [
    "--engine",
    "--unwind",
    "--unwind-step",
    "--unwindset",
    "--only",
    "--solver",
    "--fault",
    "--domain",
];

/// The counters that say what an answer rests on, and how a table calls it.
const RESTS_ON: [(&str, &str); 10] = [
    ("unroll.proved", "unrolling"),
    ("rank.linear", "linear ranking functions"),
    ("rank.lexicographic", "lexicographic ranking functions"),
    ("rank.multiphase", "multiphase ranking functions"),
    ("rank.piecewise", "piecewise ranking functions"),
    ("rank.disjunctive", "disjunctive transition invariants"),
    ("unroll.lasso", "lasso"),
    ("recur.recurrent_set", "recurrent set"),
    ("recur.progression", "arithmetic progression"),
    ("unroll.recursion", "recursion"),
];

/// A program that fits, and the least time of each question.
struct Row {
    path: String,
    assertions: f64,
    termination: f64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.termination / self.assertions
    }
}

pub fn run(root: &Path, filter: Option<&str>, timeout: u64, aver: Option<&Path>) -> Result<bool> {
    let aver = Aver::new(root, aver)?;
    let limit = Duration::from_secs(timeout);
    let tests = collect(root, filter)?;
    what_proves_what(root, &aver, &tests, limit)?;
    let mut rows = Vec::new();
    for test in tests.iter().filter(|t| fits(t)) {
        if let Some(row) = measure(root, &aver, test, limit)? {
            println!("{}", show(&row));
            rows.push(row);
        }
    }
    if rows.is_empty() {
        bail!("no program under tests/ fits");
    }
    let mut ratios: Vec<f64> = rows.iter().map(Row::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let total = |time: fn(&Row) -> f64| rows.iter().map(time).sum::<f64>();
    let (ends, holds) = (total(|r| r.termination), total(|r| r.assertions));
    println!(
        "{} programs: median ratio {:.2}, nine of ten below {:.2}, greatest {:.2}; in all {ends:.1} s for {holds:.1} s, {:.2}",
        ratios.len(),
        ratios[ratios.len() / 2],
        ratios[ratios.len() * 9 / 10],
        ratios[ratios.len() - 1],
        ends / holds,
    );
    Ok(true)
}

/// Whether a case is about assertions that hold, and nothing else.
fn fits(test: &Test) -> bool {
    let case = &test.case;
    let about_engines = |arg: &String| {
        let name = arg.split('=').next().unwrap_or_default();
        ABOUT_ENGINES.contains(&name)
    };
    case.expect == Expect::True
        && case.known_failure.is_none()
        && matches!(case.properties.as_str(), "assert" | "unreach-call")
        && !case.args.iter().any(about_engines)
}

/// The least times for a program, if both questions are answered by unrolling.
fn measure(root: &Path, aver: &Aver, test: &Test, limit: Duration) -> Result<Option<Row>> {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..REPEATS {
        let questions = [
            ["--property=termination", "--engine=auto"],
            ["--property=assert", "--engine=bmc"],
        ];
        for (question, least) in questions.iter().zip(&mut least) {
            let mut command = command(root, aver, test);
            command.args(question);
            let (answer, run) = Aver::run(&mut command, limit)?;
            if answer != Answer::True {
                return Ok(None);
            }
            let statistics = run.stdout.lines().find_map(answer::statistics);
            let counter = |name: &str| statistics.as_ref()?.get(name)?.as_u64();
            if question[0] == "--property=termination" && counter("unroll.proved").is_none() {
                return Ok(None);
            }
            *least = least.min(run.wall.as_secs_f64());
        }
    }
    let [termination, assertions] = least;
    Ok(Some(Row {
        path: test.path.clone(),
        assertions,
        termination,
    }))
}

fn command(root: &Path, aver: &Aver, test: &Test) -> Command {
    let mut command = aver.verify();
    command
        .current_dir(root)
        .args(["--trace=none", "--stats=json"])
        .args(&test.case.args)
        .arg(&test.path);
    let folder = Path::new(&test.path).parent().unwrap_or(Path::new(""));
    for file in &test.case.files {
        command.arg(folder.join(file));
    }
    if let Some(model) = &test.case.data_model {
        command.arg(format!("--data-model={model}"));
    }
    command
}

fn show(row: &Row) -> String {
    let Row {
        path,
        assertions,
        termination,
    } = row;
    let ratio = row.ratio();
    format!("{path:<56} {termination:>7.3} s {assertions:>7.3} s {ratio:>6.2}")
}

/// Prints how many of the programs about termination each kind of argument decides.
fn what_proves_what(root: &Path, aver: &Aver, tests: &[Test], limit: Duration) -> Result<()> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for test in tests {
        let case = &test.case;
        if case.properties != "termination" || !seen.insert((&test.path, &case.args)) {
            continue;
        }
        let mut command = command(root, aver, test);
        command.arg("--property=termination");
        let (_, run) = Aver::run(&mut command, limit)?;
        let statistics = run.stdout.lines().find_map(answer::statistics);
        let counter = |name: &str| statistics.as_ref()?.get(name)?.as_u64();
        let mut kinds = RESTS_ON.iter();
        let kind = kinds.find(|(name, _)| counter(name).is_some());
        *counts.entry(kind.map_or("no answer", |k| k.1)).or_default() += 1;
    }
    if counts.is_empty() {
        return Ok(());
    }
    let names = RESTS_ON.iter().map(|k| k.1).chain(["no answer"]);
    for name in names {
        if let Some(count) = counts.get(name) {
            println!("{name:<36} {count:>4}");
        }
    }
    Ok(())
}
