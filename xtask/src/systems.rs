//! `cargo xtask systems`: `aver solve` on random transition systems, against a list of all of their states.
//!
//! A system has a few variables and inputs of one to four bits, and perhaps a small array ([`random`]). All of its states can be
//! listed ([`explore`]), so whether something bad can happen is known. It is written as BTOR2, VMT and Horn clauses ([`text`]),
//! another one of single bits as AIGER and DimSpec ([`bits`]), and each file must get the right answer. Counterexamples, but for
//! those of VMT and Horn clauses, are read and run on the system itself, and AIGER's certificates are judged state by state. All
//! of this shares nothing with Aver.
//!
//! With `--programs`, the C programs of the tests take the way round: each is written in every format, read back, and decided. No
//! two formats may contradict each other, nor the header of the program ([`programs`]).

pub mod bits;
mod explore;
mod programs;
mod random;
mod text;

use crate::answer::Aver;
use crate::process::{self, Finished, in_parallel};
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
    /// List what has no answer
    #[arg(short, long)]
    verbose: bool,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Ask this engine alone about systems over words; by default IC3 over words about every third one, and otherwise all
    #[arg(long)]
    engine: Option<String>,
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
        |seed| compare(aver, folder, *seed, options),
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
fn compare(aver: &Aver, folder: &Path, seed: u64, options: &Options) -> Result<(bool, Differs)> {
    let mut differs = Vec::new();
    let mut asking = Asking {
        engine: options.engine.as_deref(),
        timeout: options.timeout,
    };
    if asking.engine.is_none() && seed.is_multiple_of(3) {
        asking.engine = Some("ic3ia");
    }
    let system = random::system(seed);
    let files = text::files(&system);
    let fails = compare_files(aver, folder, seed, asking, &system, files, &mut differs)?;
    let system = random::bits(seed);
    let circuit = bits::Circuit::of(&system);
    let files = vec![
        ("aag", circuit.aag()),
        ("aig", circuit.aig()),
        ("dimspec", circuit.dimspec()),
    ];
    asking.engine = None;
    compare_files(aver, folder, seed, asking, &system, files, &mut differs)?;
    Ok((fails, differs))
}

/// Whether something bad can happen in a system; what Aver says otherwise of files with it is added.
fn compare_files(
    aver: &Aver,
    folder: &Path,
    seed: u64,
    asking: Asking<'_>,
    system: &System,
    files: Vec<(&'static str, Vec<u8>)>,
    differs: &mut Differs,
) -> Result<bool> {
    let truth = explore::explore(system);
    let fails = matches!(truth, Truth::Fails(_));
    for (extension, bytes) in files {
        let path = folder.join(format!("{seed}.{extension}"));
        fs::write(&path, bytes)?;
        let certificate = (extension == "aag").then(|| folder.join(format!("{seed}.proof.aag")));
        let (said, stdout) = solve(aver, &path, certificate.as_deref(), asking)?;
        match said {
            Said::Undecided(why) => differs.push((extension, format!("no answer: {why}"), false)),
            Said::Broken(what) => differs.push((extension, what, true)),
            said if (said == Said::Fails) != fails => {
                differs.push((extension, format!("{said:?}, but {truth:?}"), true));
            }
            Said::Fails => {
                if let Err(what) = replay(system, extension, &stdout) {
                    differs.push((extension, format!("that is not a run: {what}"), true));
                }
            }
            Said::Holds => {
                let Some(path) = certificate else { continue };
                let written = bits::Circuit::read(&fs::read_to_string(path)?);
                let written = written.ok_or("it cannot be read");
                let circuit = bits::Circuit::of(system);
                if let Err(what) = written.and_then(|written| circuit.accepts(&written)) {
                    differs.push((
                        extension,
                        format!("that is not a certificate: {what}"),
                        true,
                    ));
                }
            }
        }
    }
    Ok(fails)
}

/// Runs a counterexample, if it has a format that is read here.
fn replay(system: &System, extension: &str, stdout: &str) -> Result<(), String> {
    let run = match extension {
        "btor2" => text::read_run(system, stdout)?,
        "aag" | "aig" => bits::read_aiger_run(system, stdout)?,
        "dimspec" => bits::read_dimspec_run(system, stdout)?,
        _ => return Ok(()),
    };
    match explore::meets_bad(system, &run) {
        true => Ok(()),
        false => Err("it ends in nothing bad".to_string()),
    }
}

/// How `aver solve` is asked.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// This engine alone.
    pub engine: Option<&'a str>,
    /// Seconds.
    pub timeout: u64,
}

/// Runs `aver solve` on a file.
pub fn solve(
    aver: &Aver,
    path: &Path,
    certificate: Option<&Path>,
    asking: Asking<'_>,
) -> Result<(Said, String)> {
    let Asking { engine, timeout } = asking;
    let mut command: Command = aver.command("solve");
    command.arg(format!("--timeout={timeout}")).arg(path);
    command.args(engine.map(|engine| format!("--engine={engine}")));
    if let Some(certificate) = certificate {
        command.arg("--certificate").arg(certificate);
    }
    let finished = process::run(&mut command, Duration::from_secs(timeout + 10))?;
    let extension = path.extension().and_then(|e| e.to_str());
    let said = said(extension.unwrap_or_default(), &finished);
    Ok((said, finished.stdout))
}

/// What the output of `aver solve` says of a file with this ending.
pub fn said(extension: &str, finished: &Finished) -> Said {
    let first = finished.stdout.lines().next().unwrap_or_default();
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
        Said::Undecided(_) if is_internal => Said::Broken(finished.stderr.trim().to_string()),
        said => said,
    }
}

/// The file of a seed, in one of the formats.
pub fn file(extension: &str, seed: u64) -> Vec<u8> {
    let circuit = || bits::Circuit::of(&random::bits(seed));
    match extension {
        "aag" => circuit().aag(),
        "aig" => circuit().aig(),
        "dimspec" => circuit().dimspec(),
        _ => {
            let files = text::files(&random::system(seed)).into_iter();
            let mut files = files.filter(|(ending, _)| *ending == extension);
            files.next().map(|(_, bytes)| bytes).unwrap_or_default()
        }
    }
}
