//! Counting results.

use crate::plan::Plan;
use crate::store::{ResultRow, Run};
use crate::verdict::{Status, Verdict, score};
use std::collections::BTreeMap;

/// The results of one configuration, all or some of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Count {
    pub tasks: usize,
    pub correct_true: usize,
    pub correct_false: usize,
    pub wrong_true: usize,
    pub wrong_false: usize,
    /// By the other statuses.
    pub others: BTreeMap<Status, usize>,
    pub score: i64,
    pub cpu_seconds: f64,
}

impl Count {
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a ResultRow>) -> Count {
        let mut count = Count::default();
        for row in rows {
            let is_true = row.verdict == Verdict::True;
            match (row.status, is_true) {
                (Status::Correct, true) => count.correct_true += 1,
                (Status::Correct, false) => count.correct_false += 1,
                (Status::Wrong, true) => count.wrong_true += 1,
                (Status::Wrong, false) => count.wrong_false += 1,
                (other, _) => *count.others.entry(other).or_default() += 1,
            }
            count.tasks += 1;
            count.score += score(row.status, &row.verdict);
            count.cpu_seconds += row.cpu_seconds;
        }
        count
    }

    pub fn correct(&self) -> usize {
        self.correct_true + self.correct_false
    }

    pub fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }

    pub fn other(&self, status: Status) -> usize {
        self.others.get(&status).copied().unwrap_or_default()
    }
}

/// The results of one configuration.
pub fn rows_of(run: &Run, config: usize) -> impl Iterator<Item = &ResultRow> {
    run.rows.iter().filter(move |row| row.config == config)
}

/// Counts by group and configuration; a group is what `key` makes of a task.
pub fn by_group<'a>(
    run: &'a Run,
    key: impl Fn(&'a Plan, usize) -> &'a str,
) -> BTreeMap<&'a str, Vec<Count>> {
    let mut groups: BTreeMap<&str, Vec<Vec<&ResultRow>>> = BTreeMap::new();
    for row in &run.rows {
        let group = groups
            .entry(key(&run.plan, row.task))
            .or_insert_with(|| vec![Vec::new(); run.plan.configs.len()]);
        group[row.config].push(row);
    }
    groups
        .into_iter()
        .map(|(name, rows)| (name, rows.into_iter().map(Count::of).collect()))
        .collect()
}

/// A reason without the parts that differ from task to task: places, names in quotes, numbers.
pub fn general(reason: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut in_quotes = false;
    for word in reason.split_whitespace() {
        let is_place = word.contains(".c:") || word.contains(".i:") || word.starts_with('/');
        let turns = word.matches('`').count() % 2 == 1;
        let was_in_quotes = in_quotes;
        in_quotes ^= turns;
        if is_place || was_in_quotes {
            continue;
        }
        words.push(match word {
            _ if word.contains('`') => "…",
            _ if word.bytes().any(|b| b.is_ascii_digit()) => "N",
            _ => word,
        });
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdict: Verdict, status: Status) -> ResultRow {
        ResultRow {
            task: 0,
            config: 0,
            verdict,
            status,
            reason: String::new(),
            cpu_seconds: 1.5,
            wall_seconds: 2.0,
            megabytes: 1.0,
            statistics: "{}".into(),
        }
    }

    #[test]
    fn counts_and_scores() {
        let rows = [
            row(Verdict::True, Status::Correct),
            row(Verdict::False(None), Status::Correct),
            row(Verdict::True, Status::Wrong),
            row(Verdict::Unknown, Status::Timeout),
        ];
        let count = Count::of(&rows);
        assert_eq!(
            (count.correct(), count.wrong(), count.score),
            (2, 1, 2 + 1 - 32)
        );
        assert_eq!(count.other(Status::Timeout), 1);
        assert_eq!(count.other(Status::Error), 0);
        assert!((count.cpu_seconds - 6.0).abs() < 1e-9);
    }

    #[test]
    fn reasons_lose_what_is_particular() {
        let reason = "the loop in `main` at a/b.c:12 was cut off after 64 iterations";
        assert_eq!(
            general(reason),
            "the loop in … at was cut off after N iterations"
        );
    }
}
