//! `cargo xtask systems`: `aver solve` on random transition systems, against a list of all of their states.
//!
//! A system has a few variables and inputs of one to four bits, and perhaps a small array ([`random`]). All of its states can be
//! listed ([`explore`]), so whether something bad can happen is known. It is written as BTOR2, VMT and Horn clauses ([`text`]), and
//! each file must get the right answer. A counterexample in BTOR2's format is read and run on the system itself, which shares
//! nothing with Aver.
//!
//! With `--programs`, the C programs of the tests take the way round: each is written in every format, read back, and decided. No
//! two formats may contradict each other, nor the header of the program ([`programs`]).

mod explore;
mod programs;
mod random;
mod text;

use crate::answer::Aver;
use crate::process::{self, in_parallel};
use anyhow::Result;
use clap::Args;
use explore::Truth;
use random::System;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many random systems to compare
    #[arg(default_value_t = 0)]
    count: u64,
    /// The seed of the first system; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the C programs whose path contains this in every format, and read them back
    #[arg(long, value_name = "TEXT")]
    programs: Option<String>,
    /// Only every N-th program
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep systems that have no answer or a wrong one
    #[arg(long, default_value = "target/systems")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// What `aver solve` says of a file, in any format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing bad can happen.
    Holds,
    /// Something bad can.
    Fails,
    Undecided(String),
    /// No answer by the contract of the command line.
    Broken(String),
}

/// The formats that `aver encode` writes and `aver solve` reads, by their endings.
pub const FORMATS: [&str; 6] = ["btor2", "vmt", "chc", "aag", "aig", "dimspec"];

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    let mut is_right = true;
    if options.count > 0 {
        is_right &= compare_random(root, options, &aver, folder.path())?;
    }
    if let Some(filter) = &options.programs {
        is_right &= programs::run(root, options, &aver, folder.path(), filter)?;
    }
    Ok(is_right)
}

fn compare_random(root: &Path, options: &Options, aver: &Aver, folder: &Path) -> Result<bool> {
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut hold, mut fail, mut undecided, mut wrong) = (0, 0, 0, 0);
    let mut error = None;
    in_parallel(
        &seeds,
        options.jobs,
        |seed| compare(aver, folder, *seed, options.timeout),
        |seed, compared| match compared {
            Ok((true, differs)) if differs.is_empty() => fail += 1,
            Ok((false, differs)) if differs.is_empty() => hold += 1,
            Ok((_, differs)) => {
                for (extension, what, is_wrong) in differs {
                    let name = format!("{seed}.{extension}");
                    let keep = root.join(&options.keep);
                    let kept = fs::create_dir_all(&keep)
                        .and_then(|()| fs::copy(folder.join(&name), keep.join(&name)));
                    let kept = kept.map_or_else(|e| e.to_string(), |_| name.clone());
                    println!("seed {seed}: {what}\n  {}", keep.join(kept).display());
                    match is_wrong {
                        true => wrong += 1,
                        false => undecided += 1,
                    }
                }
            }
            Err(e) => error = Some(e.context(format!("seed {seed}"))),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    println!("systems: {hold} hold, {fail} fail, {undecided} undecided");
    println!("systems: {} passed, {wrong} failed", hold + fail);
    Ok(wrong == 0)
}

/// By format: what differs, and whether it is wrong.
type Differs = Vec<(&'static str, String, bool)>;

/// Whether something bad can happen, and what Aver says otherwise.
fn compare(aver: &Aver, folder: &Path, seed: u64, timeout: u64) -> Result<(bool, Differs)> {
    let system = random::system(seed);
    let truth = explore::explore(&system);
    let mut differs = Vec::new();
    for (extension, text) in text::files(&system) {
        let path = folder.join(format!("{seed}.{extension}"));
        fs::write(&path, text)?;
        let (said, stdout) = solve(aver, &path, timeout)?;
        let fails = matches!(truth, Truth::Fails(_));
        match said {
            Said::Undecided(why) => differs.push((extension, format!("no answer: {why}"), false)),
            Said::Broken(what) => differs.push((extension, what, true)),
            said if (said == Said::Fails) != fails => {
                differs.push((extension, format!("{said:?}, but {truth:?}"), true));
            }
            Said::Fails if extension == "btor2" => {
                if let Err(what) = replay(&system, &stdout) {
                    differs.push((extension, format!("the run is none: {what}"), true));
                }
            }
            _ => {}
        }
    }
    Ok((matches!(truth, Truth::Fails(_)), differs))
}

/// Runs a counterexample in BTOR2's format.
fn replay(system: &System, stdout: &str) -> Result<(), String> {
    let run = text::read_run(system, stdout)?;
    match explore::meets_bad(system, &run) {
        true => Ok(()),
        false => Err("it ends in nothing bad".to_string()),
    }
}

/// Runs `aver solve` on a file.
pub fn solve(aver: &Aver, path: &Path, timeout: u64) -> Result<(Said, String)> {
    let mut command: Command = aver.command("solve");
    command.arg(format!("--timeout={timeout}")).arg(path);
    let finished = process::run(&mut command, Duration::from_secs(timeout + 10))?;
    let first = finished.stdout.lines().next().unwrap_or_default();
    let extension = path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default();
    let said = match (extension, first) {
        ("btor2", "sat") | ("vmt", "unsafe") | ("chc", "unsat") | ("aag" | "aig", "1") => {
            Said::Fails
        }
        ("btor2", "unsat") | ("vmt", "safe") | ("chc", "sat") | ("aag" | "aig", "0") => Said::Holds,
        ("dimspec", "no solution") => Said::Holds,
        ("dimspec", text) if text.starts_with("solution") => Said::Fails,
        ("aag" | "aig", "2") | (_, "unknown") => Said::Undecided(
            finished
                .stderr
                .lines()
                .last()
                .unwrap_or_default()
                .to_string(),
        ),
        _ => Said::Broken(format!(
            "exit code {:?}, first line {first:?}, {}",
            finished.code,
            finished.stderr.trim()
        )),
    };
    let is_internal = ["internal error", "panicked"]
        .iter()
        .any(|w| finished.stderr.contains(w));
    match said {
        Said::Undecided(_) if is_internal => Ok((
            Said::Broken(finished.stderr.trim().to_string()),
            finished.stdout,
        )),
        said => Ok((said, finished.stdout)),
    }
}
