//! `cargo xtask tasks`: Aver, and CBMC if wanted, on all SV-COMP tasks below a folder.

use crate::answer::{Answer, Aver};
use crate::cbmc::{self, Cbmc, Verdict};
use crate::process::in_parallel;
use crate::task::{self, Task};
use anyhow::{Context, Result};
use clap::Args;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// The folder with the task definitions
    dir: PathBuf,
    /// Only tasks whose name contains this
    #[arg(long)]
    filter: Option<String>,
    /// Only tasks with this property file (its name without `.prp`)
    #[arg(long)]
    only: Option<String>,
    /// Ask for these properties instead of those of the task; then only an expected TRUE is known to be right
    #[arg(long)]
    property: Option<String>,
    /// Only so many tasks, spread evenly
    #[arg(long)]
    sample: Option<usize>,
    /// Seconds for each task and tool
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Write all results to this file
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Run CBMC, too
    #[arg(long)]
    cbmc: Option<PathBuf>,
    /// Take CBMC's results from a CSV file of an earlier run
    #[arg(long)]
    reuse: Option<PathBuf>,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
    /// Further options for Aver, separated by blanks
    #[arg(long, allow_hyphen_values = true, default_value = "")]
    args: String,
}

/// What an answer means for a task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    Wrong,
    Crashed,
    Right,
    /// TRUE or FALSE, and nobody knows which is right.
    Unjudged,
    Unknown,
    /// The front end does not take the program.
    Rejected,
}

impl Class {
    fn of(answer: &Answer, expected: Option<bool>) -> Class {
        let says = match answer {
            Answer::True => true,
            Answer::False { .. } => false,
            Answer::Unknown(reason) if reason.contains("internal") => return Class::Crashed,
            Answer::Unknown(_) => return Class::Unknown,
            Answer::Rejected => return Class::Rejected,
            Answer::Usage | Answer::Broken(_) => return Class::Crashed,
        };
        match expected {
            None => Class::Unjudged,
            Some(expected) if expected == says => Class::Right,
            Some(_) => Class::Wrong,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Class::Wrong => "wrong",
            Class::Crashed => "crashed",
            Class::Right => "right",
            Class::Unjudged => "unjudged",
            Class::Unknown => "unknown",
            Class::Rejected => "rejected",
        }
    }
}

struct Row {
    task: Task,
    property: String,
    expected: Option<bool>,
    answer: Answer,
    class: Class,
    seconds: f64,
    megabytes: u64,
    cbmc: Option<(Verdict, f64)>,
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let tasks = select(options)?;
    let aver = Aver::new(root, options.aver.as_deref())?;
    let earlier = match &options.reuse {
        Some(file) => read_cbmc(file)?,
        None => HashMap::new(),
    };
    let peer = match &options.cbmc {
        Some(binary) => {
            let peer = Cbmc::new(Some(binary));
            println!("CBMC {}", peer.version()?);
            Some(peer)
        }
        None => None,
    };
    let mut rows = Vec::new();
    let mut error = None;
    in_parallel(
        &tasks,
        options.jobs,
        |task| run_task(&aver, peer.as_ref(), &earlier, task, options),
        |task, row| match row {
            Ok(row) => rows.push(row),
            Err(e) => error = Some(e.context(task.name.clone())),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    if let Some(file) = &options.csv {
        fs::write(file, csv(&rows)).with_context(|| format!("{}", file.display()))?;
    }
    print!("{}", summary(&rows));
    Ok(!rows
        .iter()
        .any(|row| matches!(row.class, Class::Wrong | Class::Crashed)))
}

fn select(options: &Options) -> Result<Vec<Task>> {
    let mut tasks = task::collect(&options.dir)?;
    tasks.retain(|t| {
        options
            .filter
            .as_ref()
            .is_none_or(|f| t.name.contains(f.as_str()))
    });
    tasks.retain(|t| {
        options
            .only
            .as_ref()
            .is_none_or(|only| t.property() == *only)
    });
    let count = tasks.len();
    if let Some(sample) = options.sample.filter(|sample| *sample < count) {
        tasks = (0..sample)
            .map(|i| tasks[i * count / sample].clone())
            .collect();
    }
    anyhow::ensure!(
        !tasks.is_empty(),
        "no task below {} fits",
        options.dir.display()
    );
    Ok(tasks)
}

fn run_task(
    aver: &Aver,
    peer: Option<&Cbmc>,
    earlier: &HashMap<String, (Verdict, f64)>,
    task: &Task,
    options: &Options,
) -> Result<Row> {
    let prp = fs::read_to_string(&task.property_file)
        .with_context(|| format!("{}", task.property_file.display()))?;
    let asked = task::properties(&prp);
    let (property, properties, expected) = match &options.property {
        None => (task.property(), asked, task.expected),
        Some(list) => {
            let wanted: Vec<String> = list.split(',').map(str::to_string).collect();
            let is_part = wanted.iter().all(|p| asked.contains(p));
            let expected = task.expected.filter(|verdict| *verdict && is_part);
            (list.clone(), wanted, expected)
        }
    };
    let mut command = aver.verify();
    match &options.property {
        None => command.arg("--property").arg(&task.property_file),
        Some(list) => command.arg(format!("--property={list}")),
    };
    command
        .arg(format!("--data-model={}", task.data_model))
        .args(options.args.split_whitespace())
        .args(&task.files);
    let limit = Duration::from_secs(options.timeout);
    let (answer, finished) = Aver::run(&mut command, limit)?;
    let class = Class::of(&answer, expected);
    let key = format!("{} {property}", task.name);
    let cbmc = match (earlier.get(&key), peer) {
        (Some(result), _) => Some(*result),
        (None, Some(peer)) => Some(run_cbmc(peer, task, &properties, limit)?),
        (None, None) => None,
    };
    Ok(Row {
        task: task.clone(),
        property,
        expected,
        answer,
        class,
        seconds: finished.wall.as_secs_f64(),
        megabytes: finished.peak_memory >> 20,
        cbmc,
    })
}

fn run_cbmc(
    peer: &Cbmc,
    task: &Task,
    properties: &[String],
    limit: Duration,
) -> Result<(Verdict, f64)> {
    let mut args = vec![
        if task.data_model == "ILP32" {
            "--32"
        } else {
            "--64"
        }
        .to_string(),
    ];
    for property in properties {
        match cbmc::checks_of(property) {
            Some(checks) => args.extend(checks.iter().map(|c| c.to_string())),
            None => return Ok((Verdict::Error, 0.0)),
        }
    }
    args.sort();
    args.dedup();
    args.extend(task.files.iter().map(|f| f.to_string_lossy().into_owned()));
    let (verdict, time) = peer.deepen(&args, limit)?;
    Ok((verdict, time.as_secs_f64()))
}

const CSV_HEADER: &str =
    "task,property,expected,data model,class,aver,seconds,megabytes,cbmc,cbmc seconds";

fn csv(rows: &[Row]) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for row in rows {
        let expected = row.expected.map_or(String::new(), |e| e.to_string());
        let (cbmc, cbmc_seconds) = match row.cbmc {
            Some((verdict, seconds)) => (verdict.name(), format!("{seconds:.2}")),
            None => ("", String::new()),
        };
        text += &format!(
            "{},{},{expected},{},{},\"{}\",{:.2},{},{cbmc},{cbmc_seconds}\n",
            row.task.name,
            row.property.replace(',', "+"),
            row.task.data_model,
            row.class.name(),
            row.answer.to_string().replace('"', "'"),
            row.seconds,
            row.megabytes,
        );
    }
    text
}

/// CBMC's results in a CSV file of ours, by task and property.
fn read_cbmc(file: &Path) -> Result<HashMap<String, (Verdict, f64)>> {
    let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    let mut results = HashMap::new();
    for line in text.lines().skip(1) {
        let head: Vec<&str> = line.splitn(3, ',').collect();
        let tail: Vec<&str> = line.rsplitn(3, ',').collect();
        if let ([name, property, _], [seconds, verdict, _]) = (&head[..], &tail[..])
            && let (Some(verdict), Ok(seconds)) = (Verdict::from_name(verdict), seconds.parse())
        {
            let property = property.replace('+', ",");
            results.insert(format!("{name} {property}"), (verdict, seconds));
            results.insert(
                format!("{name} {}", property.replace(',', "+")),
                (verdict, seconds),
            );
        }
    }
    Ok(results)
}

/// Wrong answers first, then what crashed, then the counts.
fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for class in [Class::Wrong, Class::Crashed] {
        for row in rows.iter().filter(|row| row.class == class) {
            let expected = row
                .expected
                .map_or("unknown".to_string(), |e| e.to_string());
            text += &format!(
                "{} {} ({}, {}): expected {expected}, got {}\n",
                class.name().to_uppercase(),
                row.task.name,
                row.property,
                row.task.data_model,
                row.answer
            );
        }
    }
    for row in rows {
        if let Some((verdict, _)) = row.cbmc
            && matches!(
                (verdict, &row.answer),
                (Verdict::True, Answer::False { .. }) | (Verdict::False, Answer::True)
            )
        {
            text += &format!(
                "DIFFER {} ({}): expected {:?}, Aver {}, CBMC {}\n",
                row.task.name,
                row.property,
                row.expected,
                row.answer,
                verdict.name()
            );
        }
    }
    let mut by_property: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_property.entry(&row.property).or_default().push(row);
    }
    let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        *classes.entry(row.class).or_default() += 1;
        if let Answer::Unknown(reason) = &row.answer {
            *reasons.entry(general(reason)).or_default() += 1;
        }
    }
    text += &format!("\n{} tasks", rows.len());
    for (class, count) in &classes {
        text += &format!(", {count} {}", class.name());
    }
    text += "\n\nReasons of UNKNOWN:\n";
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons {
        text += &format!("{count:6}  {reason}\n");
    }
    text += "\nBy property:\n";
    for (property, rows) in by_property {
        let count = |class: Class| rows.iter().filter(|row| row.class == class).count();
        text += &format!(
            "  {property}: {} tasks, {} right, {} wrong, {} unknown, {} rejected, {} crashed",
            rows.len(),
            count(Class::Right) + count(Class::Unjudged),
            count(Class::Wrong),
            count(Class::Unknown),
            count(Class::Rejected),
            count(Class::Crashed),
        );
        if rows.iter().any(|row| row.cbmc.is_some()) {
            let decided: Vec<_> = rows
                .iter()
                .filter(|row| row.cbmc.is_some_and(|(verdict, _)| verdict.is_decided()))
                .collect();
            let also = decided
                .iter()
                .filter(|row| matches!(row.class, Class::Right | Class::Unjudged))
                .count();
            text += &format!(
                "; of the {} that CBMC decides, Aver decides {also}",
                decided.len()
            );
        }
        text += "\n";
    }
    text
}

/// A reason without what differs from task to task: places, names in quotes, numbers.
fn general(reason: &str) -> String {
    let mut text = String::new();
    let mut in_quotes = false;
    for word in reason.split(' ') {
        let is_place = word.contains(".c:") || word.contains(".i:");
        let starts = word.matches('`').count() % 2 == 1;
        if is_place || in_quotes {
            in_quotes ^= starts;
            continue;
        }
        in_quotes ^= starts;
        let is_number = word.bytes().any(|b| b.is_ascii_digit());
        let word = match (word.contains('`'), is_number) {
            (true, _) => "…",
            (_, true) => "N",
            _ => word,
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text += word;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_by_what_is_expected() {
        let violation = Answer::False {
            property: "assert".to_string(),
            at: None,
        };
        assert_eq!(Class::of(&Answer::True, Some(true)), Class::Right);
        assert_eq!(Class::of(&Answer::True, Some(false)), Class::Wrong);
        assert_eq!(Class::of(&violation, Some(true)), Class::Wrong);
        assert_eq!(Class::of(&violation, None), Class::Unjudged);
        let broken = Answer::Broken("ended by a signal".to_string());
        assert_eq!(Class::of(&broken, Some(true)), Class::Crashed);
    }

    #[test]
    fn reasons_lose_what_is_particular() {
        assert_eq!(
            general("the loop in `main` at a/b.c:12 was cut off after 64 iterations"),
            "the loop in … at was cut off after N iterations"
        );
    }
}
