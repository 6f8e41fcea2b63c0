//! `cargo xtask programs`: runs every C program under `tests/` as its header says.
//!
//! An answer alone is not enough. A FALSE must say that its trace was replayed. Every TRUE is asked for with `--paranoid`,
//! and each row of the table must say that the proof was rechecked, or that there was nothing to prove.

use crate::answer::{Answer, Aver};
use crate::process::{Finished, in_parallel};
use anyhow::{Context, Result, bail};
use clap::Args;
use header::{Case, Expect};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What stdout says when the trace of a FALSE has been replayed.
const REPLAYED: &str = "replayed";
/// What a row of the table says when the proof of a TRUE has been rechecked, or when none was needed.
const RECHECKED: [&str; 3] = [
    "rechecked",
    "has no such check",
    "no run reaches such a check",
];

/// A guard against programs that hang. A test that comes near it is a failure in itself.
const LIMIT: Duration = Duration::from_secs(120);

#[derive(Args)]
pub struct Options {
    /// Only programs whose path contains this
    filter: Option<String>,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Run each program with objects placed in N other ways: no answer may depend on where they are
    #[arg(long, value_name = "N", default_value_t = 0)]
    layouts: u32,
    /// Only every N-th case
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Print the command and the output of every failing case
    #[arg(long, short)]
    verbose: bool,
}

/// A case and where it comes from.
pub struct Test {
    /// Relative to the root.
    pub path: String,
    pub case: Case,
}

/// How a case went.
enum Outcome {
    Passed,
    /// It fails as its header says.
    KnownFailure,
    Failed(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let tests = collect(root, options.filter.as_deref())?;
    let tests: Vec<Test> = tests.into_iter().step_by(options.every.max(1)).collect();
    if tests.is_empty() {
        bail!("no program under tests/ fits");
    }
    let aver = Aver::new(root, options.aver.as_deref())?;
    let (mut passed, mut known, mut failed) = (0, 0, 0);
    in_parallel(
        &tests,
        options.jobs,
        |test| {
            // The usual layout, or the others.
            let seeds = match options.layouts {
                0 => 0..=0,
                count => 1..=count,
            };
            let mut last = Ok(Outcome::Passed);
            for seed in seeds {
                last = run_test(root, &aver, test, seed, options.verbose);
                if !matches!(last, Ok(Outcome::Passed | Outcome::KnownFailure)) {
                    break;
                }
            }
            last
        },
        |test, outcome| match outcome {
            Ok(Outcome::Passed) => passed += 1,
            Ok(Outcome::KnownFailure) => known += 1,
            Ok(Outcome::Failed(what)) => {
                failed += 1;
                println!("FAILED {} ({}): {what}", test.path, show(&test.case));
            }
            Err(error) => {
                failed += 1;
                println!("FAILED {} ({}): {error:#}", test.path, show(&test.case));
            }
        },
    );
    if known > 0 {
        println!("programs: {known} known failures still fail");
    }
    println!("programs: {} passed, {failed} failed", passed + known);
    Ok(failed == 0)
}

/// All cases of all programs, and a complaint about every C file that no header mentions.
pub fn collect(root: &Path, filter: Option<&str>) -> Result<Vec<Test>> {
    let mut files = Vec::new();
    c_files(&root.join("tests"), &mut files)?;
    let mut tests = Vec::new();
    let mut without_header = Vec::new();
    let mut mentioned = BTreeSet::new();
    for file in files {
        let path = file.strip_prefix(root)?.to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).with_context(|| path.clone())?;
        let cases = header::parse(&text).with_context(|| path.clone())?;
        if cases.is_empty() {
            without_header.push(path.clone());
        }
        for case in cases {
            for other in &case.files {
                mentioned.insert(sibling(&path, other));
            }
            tests.push(Test {
                path: path.clone(),
                case,
            });
        }
    }
    if let Some(path) = without_header.iter().find(|p| !mentioned.contains(*p)) {
        bail!("{path} has no `aver:` header, and no other program names it with `files=`");
    }
    tests.retain(|test| filter.is_none_or(|f| test.path.contains(f)));
    Ok(tests)
}

/// What `aver encode` is told of a test: its files, and what does not choose an engine.
pub fn arguments(test: &Test) -> Vec<String> {
    let case = &test.case;
    let mut all = vec![format!("--property={}", case.properties)];
    all.extend(
        case.data_model
            .iter()
            .map(|model| format!("--data-model={model}")),
    );
    let own = ["-D", "-I", "-std", "--function"];
    let mut args = case.args.iter();
    while let Some(arg) = args.next() {
        if own.iter().any(|start| arg.starts_with(start)) {
            all.push(arg.clone());
            if arg == "--function" {
                all.extend(args.next().cloned());
            }
        }
    }
    all.push(test.path.clone());
    all.extend(case.files.iter().map(|f| sibling(&test.path, f)));
    all
}

fn sibling(path: &str, name: &str) -> String {
    match path.rsplit_once('/') {
        Some((dir, _)) => format!("{dir}/{name}"),
        None => name.to_string(),
    }
}

fn show(case: &Case) -> String {
    let mut text = case.properties.clone();
    if let Some(model) = &case.data_model {
        text += ", ";
        text += model;
    }
    for arg in &case.args {
        text += " ";
        text += arg;
    }
    text
}

fn run_test(root: &Path, aver: &Aver, test: &Test, layout: u32, verbose: bool) -> Result<Outcome> {
    let mut command = aver.verify();
    command
        .current_dir(root)
        .arg(format!("--property={}", test.case.properties))
        .args(&test.case.args)
        .arg(&test.path)
        .args(test.case.files.iter().map(|f| sibling(&test.path, f)));
    if let Some(model) = &test.case.data_model {
        command.arg(format!("--data-model={model}"));
    }
    if layout != 0 {
        command.arg(format!("--layout-seed={layout}"));
    }
    if test.case.expect == Expect::True {
        command.arg("--paranoid");
    }
    let (answer, finished) = Aver::run(&mut command, LIMIT)?;
    let complaint = judge(&test.case, &answer, &finished).map(|what| {
        if verbose {
            what + &details(&command, &finished)
        } else {
            what
        }
    });
    Ok(match (complaint, &test.case.known_failure) {
        (None, None) => Outcome::Passed,
        (Some(_), Some(_)) => Outcome::KnownFailure,
        (Some(what), None) => Outcome::Failed(what),
        (None, Some(reason)) => Outcome::Failed(format!(
            "passes now, although it is listed as a known failure ({reason}); remove `known-failure=`"
        )),
    })
}

fn details(command: &Command, finished: &Finished) -> String {
    let mut text = format!("\n  {}", command.get_program().to_string_lossy());
    for arg in command.get_args() {
        text += &format!(" {}", arg.to_string_lossy());
    }
    for line in finished.stdout.lines().chain(finished.stderr.lines()) {
        text += &format!("\n  | {line}");
    }
    text
}

/// What is wrong with the answer, if anything.
fn judge(case: &Case, answer: &Answer, finished: &Finished) -> Option<String> {
    if let Some(text) = { case.says.as_ref() }.filter(|t| !finished.stdout.contains(*t)) {
        return Some(format!("the report does not say `{text}`; {answer}"));
    }
    let complaint = match (&case.expect, answer) {
        (Expect::True, Answer::True) if is_rechecked(&finished.stdout) => return None,
        (Expect::True, Answer::True) => "the output does not say that the proof was rechecked",
        (Expect::False { property, at }, Answer::False { property: p, .. }) => {
            if property != p {
                "another property was expected to fail"
            } else if answer.line().unwrap_or(0) != *at {
                return Some(format!("expected a violation in line {at}, got {answer}"));
            } else if !finished.stdout.contains(REPLAYED) {
                "the output does not say that the trace was replayed"
            } else {
                return None;
            }
        }
        (Expect::Unknown { reason }, Answer::Unknown(r)) if r.contains(reason.as_str()) => {
            return None;
        }
        (Expect::Rejected { reason }, Answer::Rejected)
            if finished.stderr.contains(reason.as_str()) =>
        {
            return None;
        }
        (Expect::Unknown { reason }, Answer::Unknown(_))
        | (Expect::Rejected { reason }, Answer::Rejected) => {
            return Some(format!(
                "expected the reason to contain `{reason}`, got {answer}"
            ));
        }
        (expect, _) => {
            let name = match expect {
                Expect::True => "TRUE",
                Expect::False { .. } => "FALSE",
                Expect::Unknown { .. } => "UNKNOWN",
                Expect::Rejected { .. } => "the input to be rejected",
            };
            return Some(format!("expected {name}, got {answer}"));
        }
    };
    Some(format!("{complaint} ({answer})"))
}

/// Whether every row of the table that says TRUE also says what makes sure of it.
fn is_rechecked(stdout: &str) -> bool {
    let mut rows = stdout
        .lines()
        .filter(|line| {
            line.split_whitespace().nth(1) == Some("TRUE") && !line.starts_with("VERDICT")
        })
        .peekable();
    rows.peek().is_some() && rows.all(|row| RECHECKED.iter().any(|words| row.contains(words)))
}

/// The files of a folder that are programs.
fn c_files(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(dir)
        .with_context(|| format!("{}", dir.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            c_files(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|e| e == "c" || e == "cpp" || e == "ll")
        {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_must_be_rechecked() {
        let table = "property     answer   checks  why\n\
            assert       TRUE          2  all runs unrolled to their end, bound = 4, rechecked\n\
            valid-free   TRUE          0  the program has no such check\n\
            VERDICT: TRUE\n";
        assert!(is_rechecked(table));
        assert!(!is_rechecked(&table.replace(", rechecked", "")));
        assert!(!is_rechecked("VERDICT: TRUE\n"));
    }
}
