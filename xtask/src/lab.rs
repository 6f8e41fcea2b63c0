//! `cargo xtask lab`: the repository's own programs, compared with the results of the last release.
//!
//! `bench/lab/release.csv` has one line for each program and property: verdict, status, and what the answer cost. A wrong
//! answer, or one that was there and is lost, is a failure. Costs are shown, not judged: instructions where the machine
//! counts them, and always the counters of the engines, which are the same on every machine and so show a change of effort
//! without noise. `--against OLD` runs another binary task by task with this one and shows the ratio of times.

use crate::answer::Aver;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are, relative to the root.
const PROGRAMS: [&str; 1] = ["tests"];

const STORED: &str = "bench/lab/release.csv";

/// A guard against programs that hang.
const SECONDS: u32 = 120;

/// What an answer costs, by the names of statistics.
const COSTS: [&str; 4] = [
    "run.instructions",
    "bmc.terms",
    "bmc.smt.cnf.clauses",
    "bmc.sat.propagations",
];

/// What counts as a change: less than this is what a compiler or a hash does.
const NOTABLE: f64 = 1.05;

/// How many programs are shown for each cost.
const SHOWN: usize = 5;

#[derive(Args)]
pub struct Options {
    /// Store the result as that of a release
    #[arg(long)]
    release: bool,
    /// Another binary, to be run task by task with this one
    #[arg(long, value_name = "AVER")]
    against: Option<PathBuf>,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// A program and a property.
type Key = (String, String);

/// The outcome.
#[derive(Clone, PartialEq, Debug)]
struct Outcome {
    verdict: String,
    status: String,
    /// In the order of [`COSTS`].
    costs: [Option<u64>; COSTS.len()],
}

type Outcomes = BTreeMap<Key, Outcome>;

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = root.join("target/lab");
    fs::create_dir_all(&folder)?;
    let json = folder.join("results.jsonl");
    let run_file = folder.join("lab.db");
    bench(root, &aver, options, &run_file, &["--config=lab"], &json)?;
    let now = read_json(&fs::read_to_string(&json)?)?;
    let stored = root.join(STORED);
    if options.release {
        ensure!(
            now.values().all(|o| o.status != "wrong"),
            "a wrong answer is not stored as that of a release"
        );
        fs::create_dir_all(stored.parent().context("a file lies in a folder")?)?;
        fs::write(&stored, csv(&now))?;
        println!("lab: stored {} results in {STORED}", now.len());
        return Ok(true);
    }
    let text = fs::read_to_string(&stored)
        .with_context(|| format!("{STORED}; `cargo xtask lab --release` makes it"))?;
    let before = read_csv(&text)?;
    let (report, failed) = judge(&before, &now);
    print!("{report}");
    print!("{}", costs(&before, &now));
    if let Some(old) = &options.against {
        interleave(root, &aver, options, old, &folder)?;
    }
    println!(
        "lab: {} passed, {failed} failed",
        now.len() - failed.min(now.len())
    );
    Ok(failed == 0)
}

/// `aver bench` on the programs; the exit code 1 says that an answer is wrong, which is judged here.
fn bench(
    root: &Path,
    aver: &Aver,
    options: &Options,
    run_file: &Path,
    configs: &[&str],
    json: &Path,
) -> Result<()> {
    if run_file.exists() {
        fs::remove_file(run_file)?;
    }
    let status = Command::new(aver.path())
        .current_dir(root)
        .arg("bench")
        .args(PROGRAMS)
        .args(configs)
        .arg(format!("--time-limit={SECONDS}"))
        .arg(format!("--jobs={}", options.jobs))
        .arg("--out")
        .arg(run_file)
        .arg("--json")
        .arg(json)
        .stdout(std::process::Stdio::null())
        .status()
        .context("cannot run aver bench")?;
    ensure!(matches!(status.code(), Some(0 | 1)), "aver bench: {status}");
    Ok(())
}

/// Both binaries on each program, one after the other.
fn interleave(
    root: &Path,
    aver: &Aver,
    options: &Options,
    old: &Path,
    folder: &Path,
) -> Result<()> {
    let run_file = folder.join("against.db");
    let binaries = [
        format!("--binary=old={}", old.display()),
        format!("--binary=new={}", aver.path().display()),
    ];
    let configs = ["--config=old", "--config=new", &binaries[0], &binaries[1]];
    let json = folder.join("against.jsonl");
    bench(root, aver, options, &run_file, &configs, &json)?;
    println!("against {}:", old.display());
    let file = run_file.display();
    Command::new(aver.path())
        .args([
            "bench",
            "compare",
            &format!("{file}:old"),
            &format!("{file}:new"),
        ])
        .status()
        .context("cannot run aver bench compare")?;
    Ok(())
}

fn read_json(text: &str) -> Result<Outcomes> {
    let mut outcomes = Outcomes::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        let word = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        let outcome = Outcome {
            verdict: word("verdict"),
            status: word("status"),
            costs: COSTS.map(|name| value["statistics"][name].as_u64()),
        };
        outcomes.insert((word("task"), word("property")), outcome);
    }
    ensure!(!outcomes.is_empty(), "aver bench gave no results");
    Ok(outcomes)
}

/// Fields that may hold commas are written with `+` instead: no name here has one.
fn csv(outcomes: &Outcomes) -> String {
    let mut text = format!("task,property,verdict,status,{}\n", COSTS.join(","));
    for ((task, property), outcome) in outcomes {
        let costs = outcome
            .costs
            .map(|c| c.map_or(String::new(), |c| c.to_string()));
        text += &format!(
            "{task},{},{},{},{}\n",
            property.replace(',', "+"),
            outcome.verdict,
            outcome.status,
            costs.join(",")
        );
    }
    text
}

fn read_csv(text: &str) -> Result<Outcomes> {
    let mut outcomes = Outcomes::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        ensure!(
            fields.len() == 4 + COSTS.len(),
            "{STORED}: `{line}` has {} fields",
            fields.len()
        );
        let mut costs = [None; COSTS.len()];
        for (cost, field) in costs.iter_mut().zip(&fields[4..]) {
            *cost = match field.is_empty() {
                true => None,
                false => Some(field.parse().with_context(|| line.to_string())?),
            };
        }
        let outcome = Outcome {
            verdict: fields[2].to_string(),
            status: fields[3].to_string(),
            costs,
        };
        outcomes.insert(
            (fields[0].to_string(), fields[1].replace('+', ",")),
            outcome,
        );
    }
    Ok(outcomes)
}

/// Wrong and lost answers, and how many of them there are.
fn judge(before: &Outcomes, now: &Outcomes) -> (String, usize) {
    let (mut text, mut failed) = (String::new(), 0);
    for ((task, property), outcome) in now.iter().filter(|(_, o)| o.status == "wrong") {
        failed += 1;
        text += &format!("WRONG {task} ({property}): {}\n", outcome.verdict);
    }
    let mut gone = 0;
    for (key, old) in before.iter().filter(|(_, o)| o.status == "correct") {
        let (task, property) = key;
        match now.get(key) {
            None => gone += 1,
            Some(new) if new.status != "correct" && new.status != "wrong" => {
                failed += 1;
                text += &format!(
                    "LOST {task} ({property}): {} -> {}\n",
                    old.verdict, new.status
                );
            }
            Some(_) => {}
        }
    }
    let is_gained = |(key, new): &(&Key, &Outcome)| {
        new.status == "correct" && before.get(*key).is_some_and(|old| old.status != "correct")
    };
    let gained = now.iter().filter(is_gained).count();
    let new = now.keys().filter(|key| !before.contains_key(*key)).count();
    text += &format!("{gained} gained, {new} new programs, {gone} no longer there\n");
    (text, failed)
}

/// How costs changed on what both solve.
fn costs(before: &Outcomes, now: &Outcomes) -> String {
    let mut text = String::new();
    for (index, name) in COSTS.iter().enumerate() {
        let mut ratios: Vec<(f64, &Key)> = Vec::new();
        for (key, new) in now.iter().filter(|(_, o)| o.status == "correct") {
            let old = before.get(key).filter(|old| old.status == "correct");
            if let (Some(a), Some(b)) = (old.and_then(|o| o.costs[index]), new.costs[index]) {
                // One is added, since most counters of small programs are zero.
                ratios.push(((b + 1) as f64 / (a + 1) as f64, key));
            }
        }
        if ratios.is_empty() {
            continue;
        }
        let sum: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        let mean = (sum / ratios.len() as f64).exp();
        text += &format!(
            "{name}: {mean:.3} times the release's, on {} programs\n",
            ratios.len()
        );
        ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (ratio, (task, property)) in ratios.iter().take(SHOWN).filter(|(r, _)| *r > NOTABLE) {
            text += &format!("  {ratio:.2} times  {task} ({property})\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: &str, terms: u64) -> Outcome {
        Outcome {
            verdict: "TRUE".to_string(),
            status: status.to_string(),
            costs: [None, Some(terms), None, Some(0)],
        }
    }

    fn outcomes(list: &[(&str, &str, u64)]) -> Outcomes {
        let entry = |(task, status, terms): &(&str, &str, u64)| {
            let key = (task.to_string(), "assert,no-overflow".to_string());
            (key, outcome(status, *terms))
        };
        list.iter().map(entry).collect()
    }

    #[test]
    fn what_is_stored_is_read_back() {
        let all = outcomes(&[("a.c", "correct", 9), ("b.c#2", "unknown", 0)]);
        assert_eq!(read_csv(&csv(&all)).unwrap(), all);
        assert!(read_csv("header\na,b\n").is_err());
    }

    #[test]
    fn wrong_and_lost_answers_fail() {
        let before = outcomes(&[
            ("a", "correct", 1),
            ("b", "correct", 1),
            ("c", "unknown", 1),
            ("d", "correct", 1),
        ]);
        let now = outcomes(&[
            ("a", "wrong", 1),
            ("b", "timeout", 1),
            ("c", "correct", 1),
            ("e", "wrong", 1),
        ]);
        let (report, failed) = judge(&before, &now);
        assert_eq!(failed, 3, "{report}");
        assert!(
            report.contains("LOST b")
                && report.contains("1 gained, 1 new programs, 1 no longer there")
        );
        assert_eq!(judge(&before, &before).1, 0);
    }

    #[test]
    fn costs_are_compared_where_both_are_correct() {
        let before = outcomes(&[("a", "correct", 9), ("b", "unknown", 9)]);
        let now = outcomes(&[("a", "correct", 19), ("b", "correct", 99)]);
        let text = costs(&before, &now);
        assert!(
            text.contains("bmc.terms: 2.000 times") && text.contains("2.00 times  a"),
            "{text}"
        );
        assert!(!text.contains("  b"), "{text}");
    }

    #[test]
    fn results_of_aver_bench() {
        let line = r#"{"task":"t/a.c","property":"assert","verdict":"TRUE","status":"correct","statistics":{"bmc.terms":7,"run.steps":1}}"#;
        let outcomes = read_json(line).unwrap();
        let outcome = &outcomes[&("t/a.c".to_string(), "assert".to_string())];
        assert_eq!(outcome.costs, [None, Some(7), None, None]);
        assert!(read_json("").is_err());
    }
}
