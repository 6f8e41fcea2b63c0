//! C programs in every format, and back.

use super::{Asking, FORMATS, Options, Said, solve};
use crate::answer::Aver;
use crate::process::{self, in_parallel};
use crate::programs::{Test, arguments, collect};
use anyhow::{Result, bail};
use header::Expect;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How it went with one program.
#[derive(Default)]
struct Tally {
    right: usize,
    undecided: Vec<String>,
    /// What cannot be written in a format.
    lacking: usize,
    wrong: Vec<String>,
}

/// Writes and reads back the programs whose path contains a text.
pub fn run(
    root: &Path,
    options: &Options,
    aver: &Aver,
    folder: &Path,
    filter: &str,
) -> Result<bool> {
    let tests = collect(root, Some(filter))?;
    let tests: Vec<Test> = { tests.into_iter() }
        .filter(|test| matches!(test.case.expect, Expect::True | Expect::False { .. }))
        .filter(|test| test.case.known_failure.is_none())
        .filter(|test| !test.case.properties.contains("termination"))
        .step_by(options.every.max(1))
        .collect();
    if tests.is_empty() {
        bail!("no program under tests/ fits");
    }
    let numbered: Vec<(usize, Test)> = tests.into_iter().enumerate().collect();
    let asking = Asking {
        engine: None,
        timeout: options.timeout,
    };
    let mut all = Tally::default();
    let mut error = None;
    in_parallel(
        &numbered,
        options.jobs,
        |(number, test)| round_trips(root, aver, test, folder, *number, asking),
        |(_, test), tally| match tally {
            Ok(tally) => {
                all.right += tally.right;
                for what in tally.undecided {
                    if options.verbose {
                        println!("undecided {}: {what}", test.path);
                    }
                    all.undecided.push(what);
                }
                all.lacking += tally.lacking;
                for what in tally.wrong {
                    println!("WRONG {}: {what}", test.path);
                    all.wrong.push(what);
                }
            }
            Err(e) => error = Some(e.context(test.path.clone())),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    println!(
        "systems: of {} programs in {} formats: {} right, {} undecided, {} cannot be written so",
        numbered.len(),
        FORMATS.len(),
        all.right,
        all.undecided.len(),
        all.lacking
    );
    println!("systems: {} passed, {} failed", all.right, all.wrong.len());
    Ok(all.wrong.is_empty())
}

fn round_trips(
    root: &Path,
    aver: &Aver,
    test: &Test,
    folder: &Path,
    number: usize,
    asking: Asking<'_>,
) -> Result<Tally> {
    let mut tally = Tally::default();
    let holds = test.case.expect == Expect::True;
    let mut answers: Vec<(&str, bool)> = Vec::new();
    for format in FORMATS {
        let path = folder.join(format!("program{number}.{format}"));
        let mut command = aver.command("encode");
        let to = if format == "aig" { "aiger" } else { format };
        command
            .current_dir(root)
            .args(arguments(test))
            .arg(format!("--to={to}"))
            .arg("-o")
            .arg(&path);
        let written = process::run(&mut command, Duration::from_secs(60))?;
        if written.code != Some(0) {
            tally.lacking += 1;
            if written.code != Some(1) || written.stderr.trim().is_empty() {
                let what = format!(
                    "{format}: encode ended with {:?}: {}",
                    written.code, written.stderr
                );
                tally.wrong.push(what);
            }
            continue;
        }
        // What is not encoded counts as bad.
        let has_gaps = written.stderr.contains("counted as bad");
        let (said, _) = solve(aver, &path, None, asking)?;
        fs::remove_file(&path)?;
        match said {
            Said::Undecided(why) => tally.undecided.push(format!("{format}: {why}")),
            Said::Broken(what) => tally.wrong.push(format!("{format}: {what}")),
            Said::Holds | Said::Fails => {
                let says_holds = said == Said::Holds;
                answers.push((format, says_holds));
                match says_holds == holds || (holds && has_gaps) {
                    true => tally.right += 1,
                    false => tally.wrong.push(format!(
                        "{format}: {said:?}, and the header says {:?}",
                        test.case.expect
                    )),
                }
            }
        }
    }
    if let (Some(yes), Some(no)) = (
        answers.iter().find(|(_, holds)| *holds),
        answers.iter().find(|(_, holds)| !*holds),
    ) {
        tally.wrong.push(format!(
            "{} says that it holds, {} that it fails",
            yes.0, no.0
        ));
    }
    Ok(tally)
}
