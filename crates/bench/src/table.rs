//! Results for the terminal: wrong answers first, then counts.

use crate::store::Run;
use crate::summary::{Count, by_group, general, rows_of};
use crate::verdict::Status;
use std::collections::BTreeMap;

/// How many reasons are listed for each configuration.
const REASONS: usize = 12;

/// The whole report.
pub fn report(run: &Run) -> String {
    let mut text = wrong_answers(run);
    text += &totals(run);
    text += &groups(
        "property",
        by_group(run, |plan, task| &plan.tasks[task].property),
        run,
    );
    text += &groups(
        "folder",
        by_group(run, |plan, task| plan.tasks[task].folder()),
        run,
    );
    text += &reasons(run);
    text
}

fn wrong_answers(run: &Run) -> String {
    let mut text = String::new();
    for row in run.rows.iter().filter(|row| row.status == Status::Wrong) {
        let task = &run.plan.tasks[row.task];
        let expected = task.expected.as_ref().map(ToString::to_string);
        text += &format!(
            "WRONG {}: {} ({}, {}): {}, expected {}\n",
            run.plan.configs[row.config].name,
            task.name,
            task.property,
            task.data_model.name(),
            row.verdict,
            expected.unwrap_or_default(),
        );
    }
    if !text.is_empty() {
        text += "\n";
    }
    text
}

/// One line for each configuration.
fn totals(run: &Run) -> String {
    let header = [
        "configuration",
        "tasks",
        "score",
        "correct",
        "true",
        "false",
        "wrong",
        "unknown",
        "timeout",
        "memory",
        "output",
        "error",
        "unjudged",
        "cpu s",
    ];
    let mut lines = vec![header.map(str::to_string).to_vec()];
    for (index, config) in run.plan.configs.iter().enumerate() {
        let count = Count::of(rows_of(run, index));
        let other = |status| count.other(status).to_string();
        lines.push(vec![
            config.name.clone(),
            count.tasks.to_string(),
            count.score.to_string(),
            count.correct().to_string(),
            count.correct_true.to_string(),
            count.correct_false.to_string(),
            count.wrong().to_string(),
            other(Status::Unknown),
            other(Status::Timeout),
            other(Status::Memory),
            other(Status::Output),
            other(Status::Error),
            other(Status::Unjudged),
            format!("{:.0}", count.cpu_seconds),
        ]);
    }
    let planned = run.plan.tasks.len() * run.plan.configs.len();
    let mut text = align(&lines);
    if run.rows.len() < planned {
        text += &format!(
            "{} of {planned} runs are missing\n",
            planned - run.rows.len()
        );
    }
    text
}

fn groups(what: &str, groups: BTreeMap<&str, Vec<Count>>, run: &Run) -> String {
    if groups.len() < 2 {
        return String::new();
    }
    let mut header = vec![what.to_string(), "tasks".to_string()];
    header.extend(
        run.plan
            .configs
            .iter()
            .map(|c| format!("{}: correct (wrong)", c.name)),
    );
    let mut lines = vec![header];
    for (name, counts) in groups {
        let tasks = counts.iter().map(|c| c.tasks).max().unwrap_or_default();
        let mut line = vec![name.to_string(), tasks.to_string()];
        line.extend(counts.iter().map(|c| match c.wrong() {
            0 => c.correct().to_string(),
            wrong => format!("{} ({wrong})", c.correct()),
        }));
        lines.push(line);
    }
    format!("\n{}", align(&lines))
}

/// Why there is no answer, the most frequent reasons first.
fn reasons(run: &Run) -> String {
    let mut text = String::new();
    for (index, config) in run.plan.configs.iter().enumerate() {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for row in rows_of(run, index).filter(|row| !row.status.is_answer()) {
            let reason = format!("{}: {}", row.status.name(), general(&row.reason));
            *counts.entry(reason).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if counts.is_empty() {
            continue;
        }
        text += &format!("\nno answer from {}\n", config.name);
        for (reason, count) in counts.iter().take(REASONS) {
            text += &format!("{count:6}  {reason}\n");
        }
        let rest: usize = counts.iter().skip(REASONS).map(|(_, count)| count).sum();
        if rest > 0 {
            text += &format!("{rest:6}  other reasons\n");
        }
    }
    text
}

/// Columns: the first to the left, the others to the right.
fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            text += &match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        text.truncate(text.trim_end().len());
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let lines = [
            vec!["a".to_string(), "10".to_string()],
            vec!["long".to_string(), "5".to_string()],
        ];
        assert_eq!(align(&lines), "a     10\nlong   5\n");
    }
}
