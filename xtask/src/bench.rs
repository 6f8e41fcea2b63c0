//! `cargo xtask bench`: Aver and CBMC side by side on the programs of `bench/`.
//!
//! Both get the same program, the same defines and the same property, one after the other on an otherwise idle machine.
//! Every instance is reported, including those that one of them does not solve: these count with the time limit.

use crate::answer::{Answer, Aver};
use crate::cbmc::{Cbmc, Verdict};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// The set: a folder of bench/ with a file `instances`, where `incremental` compares Aver with itself, using --restart;
    /// `loops`: Aver's engines side by side on the loop programs under tests/; `termination`: what unrolling takes to prove that
    /// programs under tests/ end; or `hardware`: Aver, ABC and rIC3 on circuits
    set: String,
    /// Only instances whose name contains this
    filter: Option<String>,
    /// Seconds for each instance and tool
    #[arg(long, default_value_t = 300)]
    timeout: u64,
    /// Where CBMC is; by default $CBMC or the PATH
    #[arg(long)]
    cbmc: Option<PathBuf>,
    /// Run one of the tools only; with `loops`: these engines, separated by commas
    #[arg(long)]
    only: Option<String>,
    /// With `hardware`: also the systems in the files below this folder
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    /// With `hardware`: go on with a run that was interrupted
    #[arg(long)]
    resume: bool,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// What the tools are asked, as options: lines `aver …` and `cbmc …` of the file `instances`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Question {
    aver: Vec<String>,
    cbmc: Vec<String>,
}

/// Assertions, where a set says nothing else.
impl Default for Question {
    fn default() -> Question {
        Question {
            aver: vec!["--property=assert".to_string()],
            cbmc: Vec::new(),
        }
    }
}

/// Any other line of the file `instances`: name, file, expected verdict, CBMC's unwinding, defines.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Instance {
    name: String,
    file: String,
    expected: bool,
    unwind: u32,
    defines: Vec<String>,
}

/// The result of one tool on one instance.
struct Measured {
    /// `None` if it was not run.
    verdict: Option<String>,
    is_right: bool,
    seconds: f64,
    megabytes: f64,
}

impl Measured {
    /// Whether it has the right answer.
    fn is_solved(&self) -> bool {
        let answered = matches!(self.verdict.as_deref(), Some("TRUE" | "FALSE"));
        answered && self.is_right
    }
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let (filter, aver) = (options.filter.as_deref(), options.aver.as_deref());
    match options.set.as_str() {
        "hardware" => {
            let files = options.files.as_deref();
            let (timeout, resumes) = (options.timeout, options.resume);
            return crate::hardware::run(root, filter, files, timeout, resumes, aver);
        }
        "loops" => {
            let only = options.only.as_deref();
            return crate::bench_loops::run(root, filter, only, options.timeout, aver);
        }
        "termination" => {
            return crate::bench_termination::run(root, filter, options.timeout, aver);
        }
        "incremental" => return crate::bench_incremental::run(root, filter, options.timeout, aver),
        _ => {}
    }
    let folder = root.join("bench").join(&options.set);
    let list = folder.join("instances");
    let text = fs::read_to_string(&list).with_context(|| format!("{}", list.display()))?;
    let (question, mut instances) = parse(&text)?;
    instances.retain(|i| {
        options
            .filter
            .as_ref()
            .is_none_or(|f| i.name.contains(f.as_str()))
    });
    if instances.is_empty() {
        bail!("no instance of {} fits", list.display());
    }
    let with = |tool: &str| options.only.as_ref().is_none_or(|only| only == tool);
    let aver = match with("aver") {
        true => Some(Aver::new(root, options.aver.as_deref())?),
        false => None,
    };
    let cbmc = match with("cbmc") {
        true => Some(Cbmc::new(options.cbmc.as_deref())),
        false => None,
    };
    if let Some(cbmc) = &cbmc {
        println!("CBMC {}", cbmc.version()?);
    }
    println!(
        "{:<24} {:>9} {:>8} {:>9} {:>8} {:>9} {:>7} {:>7}",
        "instance", "Aver", "MB", "CBMC", "MB", "verdict", "time", "memory"
    );
    let limit = Duration::from_secs(options.timeout);
    let mut ratios: Vec<(f64, f64)> = Vec::new();
    let mut all_right = true;
    let mut solved = [(0, 0.0); 2];
    for instance in &instances {
        let ours = measure(aver.as_ref(), |aver| {
            run_aver(aver, &folder, &question, instance, limit)
        })?;
        let theirs = measure(cbmc.as_ref(), |cbmc| {
            run_cbmc(cbmc, &folder, &question, instance, limit)
        })?;
        all_right &= ours.is_right && theirs.is_right;
        for ((count, seconds), measured) in solved.iter_mut().zip([&ours, &theirs]) {
            *count += u32::from(measured.is_solved());
            *seconds += measured.seconds;
        }
        println!("{}", row(instance, &ours, &theirs));
        if ours.verdict.is_some() && theirs.verdict.is_some() {
            ratios.push((
                ours.seconds / theirs.seconds,
                ours.megabytes / theirs.megabytes,
            ));
        }
    }
    let [ours, theirs] = solved.map(|(count, seconds)| format!("{count} in {seconds:.0} s"));
    println!(
        "\nsolved of {}: Aver {ours}, CBMC {theirs}",
        instances.len()
    );
    if !ratios.is_empty() {
        println!(
            "geometric mean of {} ratios (Aver / CBMC): time {:.2}, memory {:.2}",
            ratios.len(),
            geometric_mean(ratios.iter().map(|r| r.0)),
            geometric_mean(ratios.iter().map(|r| r.1)),
        );
    }
    Ok(all_right)
}

fn parse(text: &str) -> Result<(Question, Vec<Instance>)> {
    let mut question = Question::default();
    let mut instances = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let mut words = line.split_whitespace().map(str::to_string);
        match line.split_once(' ') {
            Some(("aver", _)) => {
                question.aver = words.skip(1).collect();
                continue;
            }
            Some(("cbmc", _)) => {
                question.cbmc = words.skip(1).collect();
                continue;
            }
            _ => {}
        }
        let mut next = || {
            words
                .next()
                .with_context(|| format!("line {} is too short", number + 1))
        };
        let (name, file, expected, unwind) = (next()?, next()?, next()?, next()?);
        instances.push(Instance {
            name,
            file,
            expected: match expected.as_str() {
                "TRUE" => true,
                "FALSE" => false,
                other => bail!("line {}: `{other}` is neither TRUE nor FALSE", number + 1),
            },
            unwind: unwind
                .parse()
                .with_context(|| format!("line {}", number + 1))?,
            defines: words.collect(),
        });
    }
    Ok((question, instances))
}

fn measure<T>(tool: Option<&T>, run: impl FnOnce(&T) -> Result<Measured>) -> Result<Measured> {
    match tool {
        Some(tool) => run(tool),
        None => Ok(Measured {
            verdict: None,
            is_right: true,
            seconds: 0.0,
            megabytes: 0.0,
        }),
    }
}

fn run_aver(
    aver: &Aver,
    folder: &Path,
    question: &Question,
    instance: &Instance,
    limit: Duration,
) -> Result<Measured> {
    let mut command = aver.verify();
    command
        .args(&question.aver)
        .args(&instance.defines)
        .arg(folder.join(&instance.file));
    let (answer, finished) = Aver::run(&mut command, limit)?;
    let (verdict, is_right) = match &answer {
        Answer::True => ("TRUE".to_string(), instance.expected),
        Answer::False { .. } => ("FALSE".to_string(), !instance.expected),
        other => (other.to_string(), false),
    };
    Ok(Measured {
        verdict: Some(verdict),
        is_right,
        seconds: finished.wall.as_secs_f64(),
        megabytes: finished.peak_memory as f64 / f64::from(1 << 20),
    })
}

fn run_cbmc(
    cbmc: &Cbmc,
    folder: &Path,
    question: &Question,
    instance: &Instance,
    limit: Duration,
) -> Result<Measured> {
    let mut args = question.cbmc.clone();
    args.extend(instance.defines.iter().cloned());
    args.push(folder.join(&instance.file).to_string_lossy().into_owned());
    let (verdict, finished) = cbmc.run(&args, instance.unwind, limit)?;
    Ok(Measured {
        verdict: Some(verdict.name().to_string()),
        is_right: match verdict {
            Verdict::True => instance.expected,
            Verdict::False => !instance.expected,
            // We set the limit: a peer that needs longer is slow, not wrong.
            Verdict::Timeout => true,
            Verdict::Unwinding | Verdict::Error => false,
        },
        seconds: finished.wall.as_secs_f64(),
        megabytes: finished.peak_memory as f64 / f64::from(1 << 20),
    })
}

fn row(instance: &Instance, ours: &Measured, theirs: &Measured) -> String {
    let cost = |m: &Measured| match m.verdict {
        Some(_) => (format!("{:.2} s", m.seconds), format!("{:.0}", m.megabytes)),
        None => ("-".to_string(), "-".to_string()),
    };
    let (our_time, our_memory) = cost(ours);
    let (their_time, their_memory) = cost(theirs);
    let ratio = |a: f64, b: f64| match ours.verdict.is_some() && theirs.verdict.is_some() {
        true => format!("{:.2}", a / b),
        false => "-".to_string(),
    };
    let mut text = format!(
        "{:<24} {our_time:>9} {our_memory:>8} {their_time:>9} {their_memory:>8} {:>9} {:>7} {:>7}",
        instance.name,
        if instance.expected { "TRUE" } else { "FALSE" },
        ratio(ours.seconds, theirs.seconds),
        ratio(ours.megabytes, theirs.megabytes),
    );
    for (tool, measured) in [("Aver", ours), ("CBMC", theirs)] {
        let verdict = measured.verdict.as_deref().unwrap_or_default();
        if !measured.is_right || verdict == Verdict::Timeout.name() {
            text += &format!("  {tool}: {verdict}");
        }
    }
    text
}

pub fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), v| (sum + v.ln(), count + 1));
    (sum / f64::from(count)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_lines_of_words() {
        let text = "# name file verdict unwind defines\n\nsort-8 sort.c TRUE 9 -DN=8 -DX # eight\n";
        let (question, instances) = parse(text).unwrap();
        assert_eq!(question, Question::default());
        let (question, _) =
            parse("aver --property=assert,valid-deref\ncbmc --pointer-check\n").unwrap();
        assert_eq!(question.aver, ["--property=assert,valid-deref"]);
        assert_eq!(question.cbmc, ["--pointer-check"]);
        assert_eq!(
            instances,
            [Instance {
                name: "sort-8".to_string(),
                file: "sort.c".to_string(),
                expected: true,
                unwind: 9,
                defines: vec!["-DN=8".to_string(), "-DX".to_string()],
            }]
        );
        assert!(parse("a b PERHAPS 1").is_err());
        assert!(parse("a b TRUE").is_err());
    }

    #[test]
    fn the_mean_of_ratios_is_geometric() {
        assert!((geometric_mean([0.5, 2.0].into_iter()) - 1.0).abs() < 1e-9);
        assert!((geometric_mean([4.0, 9.0].into_iter()) - 6.0).abs() < 1e-9);
    }
}
