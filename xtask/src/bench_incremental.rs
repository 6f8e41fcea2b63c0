//! `cargo xtask bench incremental`: Aver with one solver for a whole run, and with a fresh one for each question.
//!
//! The programs of `bench/incremental` need 20 steps or more, of unrolling or of induction. What is compared is the same
//! binary with and without `--restart`; an instance that is not solved counts with the time that it took.

use crate::answer::{Answer, Aver};
use crate::bench::geometric_mean;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A line of the file `instances`.
#[derive(PartialEq, Eq, Debug)]
struct Instance<'a> {
    name: &'a str,
    file: &'a str,
    expected: Answer,
    options: Vec<&'a str>,
}

/// One run.
struct Measured {
    is_solved: bool,
    seconds: f64,
    /// How many terms were made into circuits.
    terms: u64,
}

pub fn run(root: &Path, filter: Option<&str>, timeout: u64, aver: Option<&Path>) -> Result<bool> {
    let aver = Aver::new(root, aver)?;
    let folder = root.join("bench/incremental");
    let list = folder.join("instances");
    let text = fs::read_to_string(&list).with_context(|| format!("{}", list.display()))?;
    let mut instances = parse(&text)?;
    instances.retain(|i| filter.is_none_or(|f| i.name.contains(f)));
    if instances.is_empty() {
        bail!("no instance of {} fits", list.display());
    }
    println!(
        "{:<16} {:>9} {:>9} {:>10} {:>9} {:>7}",
        "instance", "terms", "CPU", "terms", "CPU", "ratio"
    );
    println!("{:<16} {:>19} {:>20}", "", "one solver", "--restart");
    let limit = Duration::from_secs(timeout);
    let mut ratios = Vec::new();
    let mut all_right = true;
    for instance in &instances {
        let kept = measure(&aver, &folder, instance, &[], limit)?;
        let fresh = measure(&aver, &folder, instance, &["--restart"], limit)?;
        let (Some(kept), Some(fresh)) = (kept, fresh) else {
            all_right = false;
            continue;
        };
        let ratio = fresh.seconds / kept.seconds;
        ratios.push(ratio);
        let seconds =
            |m: &Measured| format!("{}{:.2}", if m.is_solved { "" } else { ">" }, m.seconds);
        println!(
            "{:<16} {:>9} {:>9} {:>10} {:>9} {:>7}",
            instance.name,
            kept.terms,
            seconds(&kept),
            fresh.terms,
            seconds(&fresh),
            format!("{}{ratio:.1}", if fresh.is_solved { "" } else { ">" }),
        );
    }
    if !ratios.is_empty() {
        println!(
            "geometric mean of {} ratios (--restart / one solver): {:.1}",
            ratios.len(),
            geometric_mean(ratios.iter().copied())
        );
    }
    Ok(all_right)
}

fn parse(text: &str) -> Result<Vec<Instance<'_>>> {
    let lines = text
        .lines()
        .map(|l| l.split('#').next().unwrap_or_default());
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let mut words = line.split_whitespace();
            let (Some(name), Some(file), Some(expected)) =
                (words.next(), words.next(), words.next())
            else {
                bail!("the line `{line}` is too short");
            };
            if expected != "TRUE" {
                bail!("`{line}`: only what is TRUE needs all steps");
            }
            Ok(Instance {
                name,
                file,
                expected: Answer::True,
                options: words.collect(),
            })
        })
        .collect()
}

/// Runs one instance; `None`, and a line, if the answer is wrong.
fn measure(
    aver: &Aver,
    folder: &Path,
    instance: &Instance<'_>,
    more: &[&str],
    limit: Duration,
) -> Result<Option<Measured>> {
    let mut command = aver.verify();
    command
        .current_dir(folder)
        .args(["--property=unreach-call", "--trace=none", "--stats=json"])
        .args(&instance.options)
        .args(more)
        .arg(instance.file);
    let (answer, run) = Aver::run(&mut command, limit)?;
    let is_solved = answer == instance.expected;
    if !is_solved && !matches!(answer, Answer::Unknown(_)) {
        println!("WRONG {} {more:?}: {answer}", instance.name);
        return Ok(None);
    }
    let statistics = run.stdout.lines().find_map(crate::answer::statistics);
    let counters = statistics.as_ref().and_then(|s| s.as_object());
    let terms = counters.into_iter().flatten();
    let terms = terms.filter(|(name, _)| name.ends_with("smt.bitblast.terms"));
    Ok(Some(Measured {
        is_solved,
        seconds: run.cpu.as_secs_f64(),
        terms: terms.filter_map(|(_, count)| count.as_u64()).sum(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_name_a_file_a_verdict_and_options() {
        let parsed = parse("# none\n\na a.c TRUE --engine=bmc -DN=3 # so\n").unwrap();
        let expected = Instance {
            name: "a",
            file: "a.c",
            expected: Answer::True,
            options: vec!["--engine=bmc", "-DN=3"],
        };
        assert_eq!(parsed, [expected]);
        assert!(parse("a a.c\n").is_err());
        assert!(parse("a a.c FALSE\n").is_err());
    }
}
