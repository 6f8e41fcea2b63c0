//! `cargo xtask bench-smt`: Aver, z3 and cvc5 side by side on SMT-LIB files, one after the other.
//!
//! With `--programs`, the files are made first: every question that `aver verify` asks its solver on the C programs below
//! these folders, none left out.

use crate::answer::Aver;
use crate::process;
use crate::smt_files::{self, Run, Solver};
use anyhow::{Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// Folders with files to run
    folders: Vec<PathBuf>,
    /// Folders with C programs, from which queries are made; they go to the first of the other folders
    #[arg(long, num_args = 1..)]
    programs: Vec<PathBuf>,
    /// Seconds for each file and solver
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    /// Seconds for each program from which queries are made
    #[arg(long, default_value_t = 10)]
    program_timeout: u64,
    /// The engine that asks the questions; by default the one that `aver verify` chooses
    #[arg(long)]
    engine: Option<String>,
    /// Where z3 is; by default on the PATH
    #[arg(long)]
    z3: Option<PathBuf>,
    /// Where cvc5 is; by default on the PATH
    #[arg(long)]
    cvc5: Option<PathBuf>,
    /// Show the times of every file
    #[arg(long)]
    verbose: bool,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// What one solver did on all files.
#[derive(Default)]
struct Score {
    solved: usize,
    wrong: usize,
    /// With twice the limit for what is not solved.
    seconds: f64,
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    if !options.programs.is_empty() {
        let Some(target) = options.folders.first() else {
            bail!("where should the queries go? Name a folder");
        };
        make_queries(&aver, options, target)?;
    }
    let mut files = Vec::new();
    for folder in &options.folders {
        files.extend(smt_files::files(folder)?);
    }
    let solvers = [
        Solver::aver(aver.path().to_path_buf()),
        Solver::z3(options.z3.as_deref()),
        Solver::cvc5(options.cvc5.as_deref()),
    ];
    for solver in &solvers {
        println!("{}: {}", solver.name, solver.version()?);
    }
    let limit = Duration::from_secs(options.timeout);
    let mut scores: [Score; 3] = Default::default();
    for file in &files {
        let mut runs = Vec::new();
        for solver in &solvers {
            runs.push(solver.run(file, limit)?);
        }
        score(&runs, limit, &mut scores);
        if options.verbose || disagree(&runs) {
            println!("{}", row(file, &runs));
        }
    }
    println!("\n{} files, {} s each", files.len(), options.timeout);
    println!(
        "{:<6} {:>7} {:>6} {:>10} {:>10}",
        "solver", "solved", "wrong", "PAR-2 s", "mean s"
    );
    for (solver, score) in solvers.iter().zip(&scores) {
        let mean = score.seconds / files.len() as f64;
        println!(
            "{:<6} {:>7} {:>6} {:>10.1} {mean:>10.3}",
            solver.name, score.solved, score.wrong, score.seconds
        );
    }
    Ok(scores[0].wrong == 0)
}

/// Whether every question has an answer.
fn is_solved(run: &Run) -> bool {
    let has_answers = !run.answers.is_empty() && run.answers.iter().all(|a| a != "unknown");
    has_answers && run.error.is_none() && !run.timed_out
}

fn disagree(runs: &[Run]) -> bool {
    let mut solved = runs.iter().filter(|r| is_solved(r));
    let first = solved.next();
    first.is_some_and(|first| solved.any(|other| other.answers != first.answers))
}

fn score(runs: &[Run], limit: Duration, scores: &mut [Score]) {
    for (index, run) in runs.iter().enumerate() {
        let score = &mut scores[index];
        if !is_solved(run) {
            score.seconds += 2.0 * limit.as_secs_f64();
            continue;
        }
        // A solver that contradicts the two others is assumed to be wrong.
        let others = runs
            .iter()
            .enumerate()
            .filter(|(i, r)| *i != index && is_solved(r));
        let against = others
            .clone()
            .filter(|(_, r)| r.answers != run.answers)
            .count();
        if against > 0 && against == others.count() {
            score.wrong += 1;
            score.seconds += 2.0 * limit.as_secs_f64();
        } else {
            score.solved += 1;
            score.seconds += run.seconds;
        }
    }
}

fn row(file: &Path, runs: &[Run]) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let parent = file.parent().and_then(Path::file_name).unwrap_or_default();
    let mut text = format!("{:<48}", format!("{}/{name}", parent.to_string_lossy()));
    for run in runs {
        let answer = match (&run.error, run.answers.last()) {
            _ if run.timed_out => "time-out",
            (Some(_), _) => "error",
            (None, answer) => answer.map_or("nothing", String::as_str),
        };
        text += &format!(" {answer:>8} {:>7.2} s", run.seconds);
    }
    text
}

/// Lets `aver verify` write its queries, a folder for each program.
fn make_queries(aver: &Aver, options: &Options, target: &Path) -> Result<()> {
    let mut count = 0;
    for folder in &options.programs {
        let mut programs = Vec::new();
        collect_programs(folder, &mut programs)?;
        for program in programs {
            let name = program.strip_prefix(folder).unwrap_or(&program);
            let name = name.with_extension("").to_string_lossy().replace('/', "-");
            let queries = target.join(name);
            let mut command: Command = aver.verify();
            command
                .arg("--quiet")
                .arg(format!("--timeout={}", options.program_timeout))
                .arg(format!("--dump-queries={}", queries.display()))
                .args(options.engine.iter().map(|e| format!("--engine={e}")))
                .args(["-DN=6", "-DK=4"])
                .arg(&program);
            let limit = Duration::from_secs(options.program_timeout + 5);
            process::run(&mut command, limit)?;
            count += 1;
        }
    }
    let queries = smt_files::files(target)?.len();
    println!("{count} programs asked {queries} questions");
    Ok(())
}

fn collect_programs(folder: &Path, programs: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect_programs(&path, programs)?;
        } else if path.extension().is_some_and(|e| e == "c") {
            programs.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(answer: &str, seconds: f64) -> Run {
        Run {
            answers: vec![answer.to_string()],
            error: None,
            timed_out: false,
            stdout: String::new(),
            seconds,
        }
    }

    #[test]
    fn scores() {
        let mut scores: [Score; 3] = Default::default();
        let limit = Duration::from_secs(10);
        score(
            &[run("sat", 1.0), run("sat", 2.0), run("unknown", 3.0)],
            limit,
            &mut scores,
        );
        score(
            &[run("unsat", 1.0), run("sat", 2.0), run("sat", 3.0)],
            limit,
            &mut scores,
        );
        let shown: Vec<_> = scores
            .iter()
            .map(|s| (s.solved, s.wrong, s.seconds))
            .collect();
        assert_eq!(shown, [(1, 1, 21.0), (2, 0, 4.0), (1, 0, 23.0)]);
    }
}
