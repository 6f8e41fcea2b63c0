//! `cargo xtask shapes`: Aver against compiled programs, on random programs that allocate in loops.
//!
//! A program keeps a list, a queue, a tree or the like, or a few pointers without any order, and inputs choose what is done with
//! it, a few times. It has so few inputs that it is run on all of them, compiled with AddressSanitizer ([`truth`]). So for each
//! property the right answer is known. Aver may have none, but not another one. Where no `--engine` is given, half of the
//! programs are left to kIkI alone, which cannot unroll the loop.

mod kinds;
mod program;
mod soup;
mod truth;

use crate::answer::{Answer, Aver};
use crate::process::in_parallel;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;
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
    /// The engine to test; by default kiki and auto in turn
    #[arg(long)]
    engine: Option<String>,
    /// Only write the programs to this folder
    #[arg(long)]
    write: Option<PathBuf>,
    /// Where to keep programs on which there is disagreement
    #[arg(long, default_value = "target/shapes")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

enum Outcome {
    /// The right answers, by what they say, and how many properties have none.
    Compared(BTreeMap<&'static str, u64>),
    /// The program has too many runs, or one that does not end.
    LeftOut,
    /// What differs.
    Disagree(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    if let Some(folder) = &options.write {
        fs::create_dir_all(folder)?;
        for seed in options.seed..options.seed + options.count {
            fs::write(folder.join(format!("{seed}.c")), program::program(seed))?;
        }
        return Ok(true);
    }
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    truth::compile_driver(folder.path())?;
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut agree, mut left_out, mut disagree) = (0, 0, 0);
    let mut answers: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut error = None;
    in_parallel(
        &seeds,
        options.jobs,
        |seed| compare(&aver, folder.path(), *seed, options),
        |seed, outcome| match outcome {
            Ok(Outcome::Compared(found)) => {
                agree += 1;
                for (answer, count) in found {
                    *answers.entry(answer).or_default() += count;
                }
            }
            Ok(Outcome::LeftOut) => left_out += 1,
            Ok(Outcome::Disagree(what)) => {
                disagree += 1;
                let keep = root.join(&options.keep);
                let from = folder.path().join(format!("{seed}.c"));
                let to = keep.join(format!("{seed}.c"));
                let kept = fs::create_dir_all(&keep).and_then(|()| fs::copy(from, &to));
                let kept = kept.map_or_else(|e| e.to_string(), |_| to.display().to_string());
                println!("DISAGREE seed {seed}: {what}\n  {kept}");
            }
            Err(e) => error = Some(e.context(format!("seed {seed}"))),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    let answers: Vec<String> = answers.iter().map(|(a, n)| format!("{n} {a}")).collect();
    println!(
        "shapes: {}, {left_out} programs left out",
        answers.join(", ")
    );
    println!("shapes: {agree} passed, {disagree} failed");
    Ok(disagree == 0)
}

/// Makes the program of one seed, runs it on all inputs and asks Aver.
fn compare(aver: &Aver, folder: &Path, seed: u64, options: &Options) -> Result<Outcome> {
    let path = folder.join(format!("{seed}.c"));
    fs::write(&path, program::program(seed))?;
    let Some(truth) = truth::truth(folder, &path)? else {
        return Ok(Outcome::LeftOut);
    };
    let report = folder.join(format!("{seed}.json"));
    let mut command = aver.verify();
    let mut properties = String::from("assert,valid-deref,valid-free");
    if seed.is_multiple_of(3) {
        properties.push_str(",valid-memcleanup");
    }
    command.arg(format!("--property={properties}"));
    command
        .arg(format!("--report={}", report.display()))
        .arg(&path);
    let engine = match &options.engine {
        Some(engine) => engine,
        None if seed.is_multiple_of(2) => "auto",
        None => "kiki",
    };
    command.arg(format!("--engine={engine}"));
    let (answer, run) = Aver::run(&mut command, Duration::from_secs(options.timeout))?;
    let Ok(report) = fs::read(&report) else {
        // The supervisor has the last word where the worker does not end in time.
        return Ok(match answer {
            Answer::Unknown(why) if !why.contains("internal") => {
                Outcome::Compared(BTreeMap::from([("UNKNOWN", 1)]))
            }
            _ => Outcome::Disagree(format!("{answer}: no report\n{}", run.stderr)),
        });
    };
    let report: Value = serde_json::from_slice(&report).context("Aver's report")?;
    let rows = report["properties"]
        .as_array()
        .context("the report has properties")?;
    let mut found = BTreeMap::new();
    for row in rows.iter().filter(|row| row["checks"] != 0) {
        let property = row["property"].as_str().unwrap_or_default();
        let (said, why) = (
            row["answer"].as_str(),
            row["why"].as_str().unwrap_or_default(),
        );
        let is_right = match said {
            Some("TRUE") => !truth.violates(property),
            Some("FALSE") => truth.violates(property),
            _ => !why.contains("internal"),
        };
        if !is_right {
            let what = format!(
                "{engine}: {property} {} ({why}), but {truth:?}",
                row["answer"]
            );
            return Ok(Outcome::Disagree(what));
        }
        let answer = match said {
            Some("TRUE") => "TRUE",
            Some("FALSE") => "FALSE",
            _ => "UNKNOWN",
        };
        *found.entry(answer).or_default() += 1;
    }
    Ok(Outcome::Compared(found))
}
