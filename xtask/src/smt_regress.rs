//! `cargo xtask smt-regress`: `aver solve` on files that state their answers.
//!
//! The answers are those of `(set-info :status …)`, one for each `check-sat`, or else those of a file of the same name that
//! ends in `.expect`, which is how Bitwuzla keeps the output of its regressions. Files with quantifiers are left out.

use crate::answer::Aver;
use crate::process::in_parallel;
use crate::smt_files::{self, Run, Solver};
use anyhow::{Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// Where the files are
    folder: PathBuf,
    /// Only files whose path contains this
    filter: Option<String>,
    /// Seconds for each file
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// List every file without the right answer
    #[arg(long)]
    verbose: bool,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Right,
    Wrong,
    /// `unknown`, or no answer within the limit.
    Unknown,
    /// An error, on a file that states answers.
    Error,
    LeftOut,
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Solver::aver(
        Aver::new(root, options.aver.as_deref())?
            .path()
            .to_path_buf(),
    );
    let mut files = smt_files::files(&options.folder)?;
    let fits = |f: &PathBuf| {
        let filter = options.filter.as_deref().unwrap_or_default();
        f.to_string_lossy().contains(filter)
    };
    files.retain(fits);
    if files.is_empty() {
        bail!("there are no files to run");
    }
    let mut table: BTreeMap<String, [u32; 5]> = BTreeMap::new();
    let mut failure = None;
    let limit = Duration::from_secs(options.timeout);
    in_parallel(
        &files,
        options.jobs,
        |file| judge(&aver, file, limit),
        |file, judged| match judged {
            Err(error) => failure = Some(error),
            Ok((outcome, what)) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                let folder = folder.strip_prefix(&options.folder).unwrap_or(folder);
                let row = table.entry(folder.display().to_string()).or_default();
                row[outcome as usize] += 1;
                let tell = outcome == Outcome::Wrong
                    || (options.verbose && !matches!(outcome, Outcome::Right | Outcome::LeftOut));
                if tell {
                    let word = ["right", "WRONG", "unknown", "error", "left out"][outcome as usize];
                    println!("{word} {}: {what}", file.display());
                }
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    println!(
        "{:<32} {:>6} {:>6} {:>8} {:>6} {:>9}",
        "folder", "right", "wrong", "unknown", "error", "left out"
    );
    let mut total = [0; 5];
    for (folder, row) in &table {
        show(folder, row);
        total.iter_mut().zip(row).for_each(|(t, n)| *t += n);
    }
    show("all", &total);
    Ok(total[Outcome::Wrong as usize] == 0)
}

fn show(name: &str, [right, wrong, unknown, error, left_out]: &[u32; 5]) {
    println!("{name:<32} {right:>6} {wrong:>6} {unknown:>8} {error:>6} {left_out:>9}");
}

fn judge(aver: &Solver, file: &Path, limit: Duration) -> Result<(Outcome, String)> {
    let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
    let output = std::fs::read_to_string(file.with_extension("expect")).ok();
    let Some(expected) = expected(&text, output.as_deref()) else {
        return Ok((Outcome::LeftOut, String::new()));
    };
    let run = aver.run(file, limit)?;
    Ok(compare(&expected, &run))
}

fn compare(expected: &[String], run: &Run) -> (Outcome, String) {
    let pairs = expected.iter().zip(&run.answers);
    let is_wrong = |(e, a): (&String, &String)| e != "unknown" && a != "unknown" && e != a;
    // Where a check could not be read, the answers are those of other checks.
    let comparable = run.error.is_none() || run.answers.len() == expected.len();
    if comparable && pairs.clone().any(is_wrong) {
        return (
            Outcome::Wrong,
            format!("{:?}, not {expected:?}", run.answers),
        );
    }
    if let Some(error) = &run.error {
        return (Outcome::Error, error.clone());
    }
    let all = pairs.clone().count() == expected.len();
    if all && pairs.into_iter().all(|(e, a)| e == "unknown" || e == a) {
        return (Outcome::Right, String::new());
    }
    let what = if run.timed_out { "time-out" } else { "unknown" };
    (Outcome::Unknown, what.to_string())
}

/// The answers that a file states; `None` if it states none, or has quantifiers.
fn expected(text: &str, output: Option<&str>) -> Option<Vec<String>> {
    let code: Vec<&str> = text
        .lines()
        .map(|l| l.split(';').next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    if code.contains("(forall") || code.contains("(exists") {
        return None;
    }
    let checks = code.matches("(check-sat").count();
    let statuses: Vec<String> = code
        .split(":status")
        .skip(1)
        .filter_map(|rest| rest.split_whitespace().next())
        .map(|word| word.trim_end_matches(')').to_string())
        .collect();
    if checks > 0 && statuses.len() == checks {
        return Some(statuses);
    }
    let answers: Vec<String> = output?
        .lines()
        .map(str::trim)
        .filter(|l| matches!(*l, "sat" | "unsat" | "unknown"))
        .map(String::from)
        .collect();
    (checks > 0 && answers.len() == checks).then_some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_expected_outputs() {
        let status = "(set-info :status unsat)\n(check-sat) ; (check-sat)\n";
        assert_eq!(expected(status, None), Some(vec!["unsat".to_string()]));
        let plain = "(check-sat)(check-sat)";
        assert_eq!(expected(plain, None), None);
        let output = "sat\n(x #b1)\nunsat\n";
        let answers = Some(vec!["sat".to_string(), "unsat".to_string()]);
        assert_eq!(expected(plain, Some(output)), answers);
        assert_eq!(
            expected("(assert (forall ((x Bool)) x))(check-sat)", Some("sat")),
            None
        );
        assert_eq!(expected("(get-info :name)", Some("")), None);
    }

    #[test]
    fn outcomes() {
        let run = |answers: &[&str], error: Option<&str>| Run {
            answers: answers.iter().map(ToString::to_string).collect(),
            error: error.map(String::from),
            timed_out: false,
            stdout: String::new(),
            seconds: 0.0,
        };
        let expected = ["sat".to_string(), "unsat".to_string()];
        let outcome = |answers: &[&str], error| compare(&expected, &run(answers, error)).0;
        assert!(outcome(&["sat", "unsat"], None) == Outcome::Right);
        assert!(outcome(&["sat", "sat"], Some("(error)")) == Outcome::Wrong);
        assert!(outcome(&["sat", "unknown"], None) == Outcome::Unknown);
        assert!(outcome(&["sat"], None) == Outcome::Unknown);
        assert!(outcome(&["unsat"], Some("(error)")) == Outcome::Error);
        assert!(outcome(&["sat", "unsat"], Some("(error)")) == Outcome::Error);
    }
}
