//! `cargo xtask termination`: Aver against exhaustive search, on random programs with loops.
//!
//! A program has two or three variables of four bits, signed or unsigned, nested loops, and choices that inputs make. Its states
//! can be listed: whether every run ends is whether no cycle of states can be reached. There is no undefined behaviour in it,
//! so TRUE and FALSE are the only right answers.

mod graph;
mod random;

use crate::answer::{Answer, Aver};
use crate::process::in_parallel;
use anyhow::Result;
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many programs to compare
    count: u64,
    /// The seed of the first program; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Fail if fewer than so many per cent have an answer
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    decided: u64,
    /// Where to keep programs that have no answer or a wrong one
    #[arg(long, default_value = "target/termination")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

enum Outcome {
    /// The answer is right; whether it is TRUE, and what it rests on.
    Agree(bool, &'static str),
    /// Aver has no answer, for this reason; whether every run ends.
    Undecided(String, bool),
    /// What differs.
    Disagree(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut ends, mut endless, mut undecided, mut disagree) = (0u64, 0u64, 0, 0);
    let mut evidence: BTreeMap<&str, u32> = BTreeMap::new();
    let mut error = None;
    let keep = |seed: &u64| {
        let keep = root.join(&options.keep);
        let from = folder.path().join(format!("{seed}.c"));
        let to = keep.join(format!("{seed}.c"));
        let kept = fs::create_dir_all(&keep).and_then(|()| fs::copy(from, &to));
        kept.map_or_else(|e| e.to_string(), |_| to.display().to_string())
    };
    in_parallel(
        &seeds,
        options.jobs,
        |seed| compare(&aver, folder.path(), *seed, options.timeout),
        |seed, outcome| match outcome {
            Ok(Outcome::Agree(truth, what)) => {
                match truth {
                    true => ends += 1,
                    false => endless += 1,
                }
                *evidence.entry(what).or_default() += 1;
            }
            Ok(Outcome::Undecided(why, truth)) => {
                undecided += 1;
                println!("seed {seed}: {truth}, {why}\n  {}", keep(seed));
            }
            Ok(Outcome::Disagree(what)) => {
                disagree += 1;
                println!("DISAGREE seed {seed}: {what}\n  {}", keep(seed));
            }
            Err(e) => error = Some(e.context(format!("seed {seed}"))),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    for (what, count) in evidence {
        println!("  {count:5} {what}");
    }
    println!("termination: {ends} end, {endless} do not, {undecided} undecided");
    let enough = 100 * (ends + endless) >= options.decided * options.count;
    if !enough {
        println!(
            "termination: fewer than {} % have an answer",
            options.decided
        );
    }
    println!("termination: {} passed, {disagree} failed", ends + endless);
    Ok(disagree == 0 && enough)
}

/// What an answer rests on, by what the report says of it.
fn evidence(report: &str) -> &'static str {
    let known = [
        ("unrolled to their end", "unrolling"),
        ("no run repeats anything", "no cycle"),
        ("linear ranking", "linear ranking functions"),
        ("lexicographic ranking", "lexicographic ranking functions"),
        ("piecewise ranking", "piecewise ranking functions"),
        ("disjunctive", "disjunctive transition invariants"),
        ("recurrent set", "recurrent set"),
        ("calls itself without end", "recursion"),
        ("is never left", "lasso"),
    ];
    let row = report.lines().find(|line| line.starts_with("termination "));
    let mut all = known.iter();
    let found = all.find(|(text, _)| row.is_some_and(|row| row.contains(text)));
    found.map_or("other", |(_, what)| what)
}

/// Makes the program of one seed, explores it and asks Aver.
fn compare(aver: &Aver, folder: &Path, seed: u64, timeout: u64) -> Result<Outcome> {
    let program = random::program(seed);
    let truth = graph::every_run_ends(&program);
    let path = folder.join(format!("{seed}.c"));
    fs::write(&path, program.to_string())?;
    let mut command = aver.verify();
    command
        .args(["--property=termination", "--trace=none", "--paranoid"])
        .arg(&path);
    let (answer, run) = Aver::run(&mut command, Duration::from_secs(timeout))?;
    Ok(match answer {
        Answer::True if truth => Outcome::Agree(true, evidence(&run.stdout)),
        Answer::False { .. } if !truth => Outcome::Agree(false, evidence(&run.stdout)),
        Answer::Unknown(reason) if !reason.contains("internal") => {
            Outcome::Undecided(reason, truth)
        }
        answer => {
            let verb = if truth {
                "every run ends"
            } else {
                "a run never ends"
            };
            Outcome::Disagree(format!("{verb}, but Aver says {answer}"))
        }
    })
}
