//! Solvers on SMT-LIB files: what each of them is called, how it is run, and what it answers.

use crate::process;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A solver that reads SMT-LIB files.
pub struct Solver {
    pub name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
}

/// What a solver made of a file.
pub struct Run {
    /// The answers to `check-sat`, in order: `sat`, `unsat` or `unknown`.
    pub answers: Vec<String>,
    /// The first error that it reports, or how it broke down.
    pub error: Option<String>,
    pub timed_out: bool,
    pub stdout: String,
    pub seconds: f64,
}

impl Solver {
    pub fn aver(program: PathBuf) -> Solver {
        Solver {
            name: "aver",
            program,
            arguments: &["solve"],
        }
    }

    pub fn z3(program: Option<&Path>) -> Solver {
        Solver {
            name: "z3",
            program: program.unwrap_or(Path::new("z3")).to_path_buf(),
            arguments: &["-smt2"],
        }
    }

    pub fn cvc5(program: Option<&Path>) -> Solver {
        Solver {
            name: "cvc5",
            program: program.unwrap_or(Path::new("cvc5")).to_path_buf(),
            // cvc5 treats constant arrays and formats other than the standard's as experimental.
            arguments: &[
                "--incremental",
                "--produce-models",
                "--arrays-exp",
                "--fp-exp",
            ],
        }
    }

    /// What it says about its version, in one line.
    pub fn version(&self) -> Result<String> {
        let mut command = Command::new(&self.program);
        command.arg("--version");
        let run = process::run(&mut command, Duration::from_secs(10))
            .with_context(|| format!("{} cannot be run", self.name))?;
        Ok(run.stdout.lines().next().unwrap_or_default().to_string())
    }

    pub fn run(&self, file: &Path, limit: Duration) -> Result<Run> {
        let mut command = Command::new(&self.program);
        command.args(self.arguments).arg(file);
        let run = process::run(&mut command, limit)?;
        let answer = |line: &&str| matches!(*line, "sat" | "unsat" | "unknown");
        let answers: Vec<String> = run
            .stdout
            .lines()
            .filter(answer)
            .map(String::from)
            .collect();
        let mut lines = run.stdout.lines().chain(run.stderr.lines());
        let reported = lines.find(|l| l.contains("(error") || l.contains("bug in Aver"));
        let error = match reported {
            Some(line) => Some(line.to_string()),
            None if run.timed_out => None,
            None if run.code.is_none() => Some("ended by a signal".to_string()),
            None => None,
        };
        Ok(Run {
            answers,
            error,
            timed_out: run.timed_out,
            stdout: run.stdout,
            seconds: run.wall.as_secs_f64(),
        })
    }
}

/// All `.smt2` files below a folder, in the order of their paths.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
