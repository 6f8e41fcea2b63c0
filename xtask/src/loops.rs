//! `cargo xtask loops`: Aver against exhaustive exploration, on random programs with loops.
//!
//! A program has two variables of a byte, sometimes an array of which two bytes are used, one or two loops that run for as long as an
//! input says, and one assertion. All its states can be listed, so the right answer is known: TRUE if the assertion holds in
//! all of them. Some programs are left to kIkI alone, with and without facts, which otherwise would get only what unrolling
//! leaves over, some to abstract interpretation and to explicit-value analysis, which may well have no answer, and some to
//! IC3, on bits and over words.
//!
//! With `--arrays`, the loops fill, copy and compute arrays ([`arrays`]), and are left to bounded model checking, which does so
//! in one step.

mod arrays;
mod explore;
pub(crate) mod random;

use crate::answer::{Answer, Aver};
use crate::process::in_parallel;
use anyhow::Result;
use clap::Args;
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
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Ask this engine, whatever the seed; not with `--arrays`
    #[arg(long)]
    engine: Option<String>,
    /// Programs whose loops fill and copy arrays
    #[arg(long)]
    arrays: bool,
    /// Where to keep programs on which there is disagreement
    #[arg(long, default_value = "target/loops")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

enum Outcome {
    /// The answer is right; whether it was a proof by induction.
    Agree(bool),
    /// The program has too many states.
    LeftOut,
    /// Aver has no answer, for this reason.
    Undecided(String),
    /// What differs.
    Disagree(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut agree, mut inductive, mut left_out, mut undecided, mut disagree) = (0, 0, 0, 0, 0);
    let mut error = None;
    in_parallel(
        &seeds,
        options.jobs,
        |seed| match options.arrays {
            true => compare_arrays(&aver, folder.path(), *seed, options.timeout),
            false => {
                let engine = options.engine.as_deref();
                compare(&aver, folder.path(), *seed, options.timeout, engine)
            }
        },
        |seed, outcome| match outcome {
            Ok(Outcome::Agree(by_induction)) => {
                agree += 1;
                inductive += u64::from(by_induction);
            }
            Ok(Outcome::LeftOut) => left_out += 1,
            Ok(Outcome::Undecided(what)) => {
                undecided += 1;
                println!("seed {seed}: {what}");
            }
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
    println!("loops: {inductive} by induction, {undecided} undecided, {left_out} left out");
    println!("loops: {agree} passed, {disagree} failed");
    Ok(disagree == 0)
}

/// Makes the program of one seed, explores it and asks Aver.
fn compare(
    aver: &Aver,
    folder: &Path,
    seed: u64,
    timeout: u64,
    engine: Option<&str>,
) -> Result<Outcome> {
    let program = random::program(seed);
    let Some(holds) = explore::holds(&program) else {
        return Ok(Outcome::LeftOut);
    };
    let path = folder.join(format!("{seed}.c"));
    fs::write(&path, program.to_string())?;
    let mut command = aver.verify();
    command
        .args(["--property=assert", "--trace=none"])
        .arg(&path);
    let alone = match seed % 10 {
        0 | 4 => &["--engine=kiki"][..],
        2 => &["--engine=kiki", "--facts=off"],
        3 => &["--engine=abstract-interpretation"],
        5 => &["--engine=values"],
        6 => &["--engine=ic3", "--facts=off"],
        7 => &["--engine=ic3"],
        8 => &["--engine=ic3ia"],
        9 => &["--engine=ic3ia", "--facts=off"],
        _ => &[],
    };
    match engine {
        Some(engine) => command.arg(format!("--engine={engine}")),
        None => command.args(alone),
    };
    let (answer, run) = Aver::run(&mut command, Duration::from_secs(timeout))?;
    Ok(match answer {
        Answer::True if holds => Outcome::Agree(run.stdout.contains("-inductive")),
        Answer::False { .. } if !holds => Outcome::Agree(false),
        Answer::Unknown(reason) if !reason.contains("internal") => Outcome::Undecided(reason),
        answer => Outcome::Disagree(format!(
            "the assertion {}, but Aver says {answer}",
            verb(holds)
        )),
    })
}

/// The same with arrays.
fn compare_arrays(aver: &Aver, folder: &Path, seed: u64, timeout: u64) -> Result<Outcome> {
    let Some((program, truth)) = arrays::program(seed) else {
        return Ok(Outcome::LeftOut);
    };
    let path = folder.join(format!("{seed}.c"));
    fs::write(&path, program.to_string())?;
    let mut command = aver.verify();
    command
        .args(["--property=assert,valid-deref", "--engine=bmc"])
        .arg(&path);
    let (answer, _) = Aver::run(&mut command, Duration::from_secs(timeout))?;
    let right = match &answer {
        Answer::True => !truth.access_fails && !truth.assertion_fails,
        Answer::False { property, .. } if property == "assert" => truth.assertion_fails,
        Answer::False { .. } => truth.access_fails,
        Answer::Unknown(reason) if !reason.contains("internal") => {
            return Ok(Outcome::Undecided(reason.clone()));
        }
        _ => false,
    };
    Ok(match right {
        true => Outcome::Agree(false),
        false => Outcome::Disagree(format!("{truth:?}, but Aver says {answer}")),
    })
}

fn verb(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}
