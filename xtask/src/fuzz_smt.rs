//! `cargo xtask fuzz-smt`: `aver solve` against z3 and cvc5, on random scripts.
//!
//! Scripts use bit-vectors, arrays, also of arrays, lambdas, functions and small floats, scopes and assumptions. A disagreement is an answer of Aver
//! that contradicts another solver's while no two of the others contradict each other; or a model of Aver's that z3
//! refutes. Disagreements are shrunk (Zeller, Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002, but
//! on trees) and kept.
//!
//! Starting a process takes longer than most scripts, so many are run by one process, with `(reset)` in between.

mod generate;
mod script;
mod shrink;

use crate::answer::Aver;
use crate::process::in_parallel;
use crate::smt_files::{Run, Solver};
use anyhow::{Context, Result};
use clap::Args;
use generate::generate;
use script::{Command, Script};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many scripts to compare
    count: u64,
    /// The seed of the first script; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each solver and script
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep scripts on which there is disagreement
    #[arg(long, default_value = "target/fuzz-smt")]
    keep: PathBuf,
    /// Where z3 is; by default on the PATH
    #[arg(long)]
    z3: Option<PathBuf>,
    /// Where cvc5 is; by default on the PATH
    #[arg(long)]
    cvc5: Option<PathBuf>,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// How many scripts one process runs.
const BATCH: u64 = 25;

/// How many scripts are tried to make one smaller.
const SHRINKING: usize = 3000;

struct Fuzzer {
    aver: Solver,
    others: Vec<Solver>,
    limit: Duration,
    folder: tempfile::TempDir,
}

/// The outcome for one script.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Agree,
    /// Aver has no answer to one of the checks.
    Undecided(String),
    /// The others contradict each other.
    Quarrel,
    Disagree(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let mut others = Vec::new();
    for solver in [
        Solver::z3(options.z3.as_deref()),
        Solver::cvc5(options.cvc5.as_deref()),
    ] {
        match solver.version() {
            Ok(version) => {
                println!("{}: {version}", solver.name);
                others.push(solver);
            }
            Err(error) => println!("left out: {error:#}"),
        }
    }
    let fuzzer = Fuzzer {
        aver: Solver::aver(aver.path().to_path_buf()),
        others,
        limit: Duration::from_secs(options.timeout),
        folder: tempfile::tempdir()?,
    };
    let starts: Vec<u64> = (0..options.count).step_by(BATCH as usize).collect();
    let keep = root.join(&options.keep);
    let (mut agree, mut undecided, mut quarrels, mut disagree) = (0, 0, 0, 0);
    let mut failure = None;
    in_parallel(
        &starts,
        options.jobs,
        |start| {
            let end = (start + BATCH).min(options.count);
            let seeds: Vec<u64> = (*start..end).map(|i| options.seed + i).collect();
            fuzzer.batch(&seeds, &keep)
        },
        |_, outcomes| match outcomes {
            Err(error) => failure = Some(error),
            Ok(outcomes) => {
                for (seed, outcome) in outcomes {
                    match outcome {
                        Outcome::Agree => agree += 1,
                        Outcome::Quarrel => quarrels += 1,
                        Outcome::Undecided(why) => {
                            undecided += 1;
                            println!("seed {seed}: {why}");
                        }
                        Outcome::Disagree(what) => {
                            disagree += 1;
                            println!("DISAGREE seed {seed}: {what}");
                        }
                    }
                }
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    println!("fuzz-smt: {undecided} undecided, {quarrels} where the others contradict each other");
    println!("fuzz-smt: {agree} passed, {disagree} failed");
    Ok(disagree == 0)
}

impl Fuzzer {
    /// Runs scripts in one process for each solver; those about which there is doubt once more, alone.
    fn batch(&self, seeds: &[u64], keep: &Path) -> Result<Vec<(u64, Outcome)>> {
        let scripts: Vec<Script> = seeds.iter().map(|s| generate(*s)).collect();
        let text: String = scripts
            .iter()
            .map(|s| wrap(s) + "(echo \"end\")\n(reset)\n")
            .collect();
        let path = self.folder.path().join(format!("batch-{}.smt2", seeds[0]));
        fs::write(&path, text)?;
        let limit = self.limit * seeds.len() as u32;
        let mut answers: Vec<Vec<Option<Vec<String>>>> = Vec::new();
        for solver in std::iter::once(&self.aver).chain(&self.others) {
            let run = solver.run(&path, limit)?;
            answers.push(split(&run, scripts.len()));
        }
        let mut outcomes = Vec::new();
        for (i, (seed, script)) in seeds.iter().zip(&scripts).enumerate() {
            let ours: Option<&Vec<String>> = answers[0][i].as_ref();
            let theirs: Vec<_> = answers[1..].iter().map(|a| a[i].as_ref()).collect();
            let clear = ours.is_some_and(|ours| {
                !ours.iter().any(|a| a == "unknown")
                    && theirs.iter().all(|t| t.is_some_and(|t| t == ours))
            });
            let mut outcome = Outcome::Agree;
            if !clear {
                outcome = self.compare(script, &format!("{seed}"))?;
            } else if ours.is_some_and(|o| o.last().is_some_and(|a| a == "sat"))
                && seed.is_multiple_of(4)
            {
                outcome = self.check_model(script, &format!("{seed}"))?;
            }
            if let Outcome::Disagree(what) = &outcome {
                let kept = self.keep(script, *seed, keep)?;
                outcome = Outcome::Disagree(format!("{what}\n  kept as {}", kept.display()));
            }
            outcomes.push((*seed, outcome));
        }
        fs::remove_file(&path)?;
        Ok(outcomes)
    }

    /// Runs one script with all solvers.
    fn compare(&self, script: &Script, name: &str) -> Result<Outcome> {
        let path = self.folder.path().join(format!("{name}.smt2"));
        fs::write(&path, wrap(script))?;
        let ours = self.aver.run(&path, self.limit)?;
        if let Some(error) = &ours.error {
            return Ok(Outcome::Disagree(format!("aver: {error}")));
        }
        let mut theirs = Vec::new();
        for solver in &self.others {
            let run = solver.run(&path, self.limit)?;
            // After a command that it rejects, it would answer another question.
            if run.error.is_none() {
                theirs.push((solver.name, run));
            }
        }
        fs::remove_file(&path)?;
        let contradict = |a: &Run, b: &Run| {
            let known = |s: &String| s != "unknown";
            let mut pairs = a.answers.iter().zip(&b.answers);
            pairs.any(|(x, y)| known(x) && known(y) && x != y)
        };
        for (i, (_, one)) in theirs.iter().enumerate() {
            if theirs[..i].iter().any(|(_, other)| contradict(one, other)) {
                return Ok(Outcome::Quarrel);
            }
        }
        for (name, run) in &theirs {
            if contradict(&ours, run) {
                let what = format!("aver says {:?}, {name} {:?}", ours.answers, run.answers);
                return Ok(Outcome::Disagree(what));
            }
        }
        let checks = script
            .commands
            .iter()
            .filter(|c| matches!(c, Command::Check(_)));
        if ours.answers.len() < checks.count() || ours.answers.iter().any(|a| a == "unknown") {
            let why = if ours.timed_out {
                "time-out"
            } else {
                "unknown"
            };
            return Ok(Outcome::Undecided(why.to_string()));
        }
        Ok(Outcome::Agree)
    }

    /// Lets another solver judge the model of the last answer, which is "sat".
    fn check_model(&self, script: &Script, name: &str) -> Result<Outcome> {
        let Some(judge) = self.others.first() else {
            return Ok(Outcome::Agree);
        };
        let checks = script
            .commands
            .iter()
            .filter(|c| matches!(c, Command::Check(_)));
        let (declarations, terms) = script.state_at(checks.count() - 1);
        let names: Vec<&str> = declarations
            .iter()
            .filter_map(|d| match d {
                Command::Declare(name, _) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let path = self.folder.path().join(format!("model-{name}.smt2"));
        fs::write(
            &path,
            wrap(script) + &format!("(get-value ({}))\n", names.join(" ")),
        )?;
        let run = self.aver.run(&path, self.limit)?;
        let Some((_, values)) = run.stdout.rsplit_once("sat\n") else {
            return Ok(Outcome::Undecided("no model".to_string()));
        };
        let pairs = values.trim();
        let pairs = pairs.strip_prefix('(').and_then(|p| p.strip_suffix(')'));
        let pairs = pairs.with_context(|| format!("not a model: {values}"))?;
        let declarations: Vec<Command> = declarations.into_iter().cloned().collect();
        let asserted = terms.into_iter().cloned().map(Command::Assert);
        let commands = declarations.into_iter().chain(asserted).collect();
        let mut text = "(set-logic ALL)\n".to_string() + &Script { commands }.body();
        for pair in pairs.lines() {
            let equation = pair.trim().strip_prefix('(').unwrap_or_default();
            text += &format!("(assert (= {equation})\n");
        }
        text += "(check-sat)\n";
        fs::write(&path, &text)?;
        let judged = judge.run(&path, self.limit)?;
        fs::remove_file(&path)?;
        Ok(match judged.answers.first().map(String::as_str) {
            Some("unsat") => Outcome::Disagree(format!("{} refutes the model {pairs}", judge.name)),
            Some(_) if judged.error.is_none() => Outcome::Agree,
            _ => Outcome::Undecided(format!("{} cannot judge: {:?}", judge.name, judged.error)),
        })
    }

    /// Shrinks a script on which there is disagreement, and writes it down.
    fn keep(&self, script: &Script, seed: u64, keep: &Path) -> Result<PathBuf> {
        let mut disagrees = |script: &Script| {
            let name = format!("shrink-{seed}");
            matches!(self.compare(script, &name), Ok(Outcome::Disagree(what)) if !what.contains("(error"))
        };
        let small = match disagrees(script) {
            true => shrink::shrink(script.clone(), SHRINKING, &mut disagrees),
            false => script.clone(),
        };
        fs::create_dir_all(keep)?;
        let path = keep.join(format!("{seed}.smt2"));
        fs::write(&path, wrap(&small))?;
        Ok(path)
    }
}

/// A script that every solver accepts.
fn wrap(script: &Script) -> String {
    format!(
        "(set-option :produce-models true)\n(set-logic ALL)\n{}",
        script.body()
    )
}

/// The answers of each script of a batch; `None` where a script was not finished or met an error.
fn split(run: &Run, count: usize) -> Vec<Option<Vec<String>>> {
    let mut parts: Vec<Option<Vec<String>>> = Vec::new();
    let mut part = Some(Vec::new());
    for line in run.stdout.lines() {
        match line.trim_matches('"') {
            "end" => {
                parts.push(part);
                part = Some(Vec::new());
            }
            answer @ ("sat" | "unsat" | "unknown") => {
                if let Some(answers) = &mut part {
                    answers.push(answer.to_string());
                }
            }
            _ => part = None,
        }
    }
    parts.resize(count, None);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_split() {
        let run = Run {
            answers: Vec::new(),
            error: None,
            timed_out: false,
            stdout: "sat\nunsat\n\"end\"\n(error \"x\")\nsat\nend\nsat\nend\nunsat\n".to_string(),
            seconds: 0.0,
        };
        let parts = split(&run, 4);
        let shown: Vec<String> = parts.iter().map(|p| format!("{p:?}")).collect();
        let expected = [
            r#"Some(["sat", "unsat"])"#,
            "None",
            r#"Some(["sat"])"#,
            "None",
        ];
        assert_eq!(shown, expected);
    }
}
