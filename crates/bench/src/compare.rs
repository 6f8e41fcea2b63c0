//! Two runs of the same tasks side by side: what was gained, what was lost, what is wrong, and how much faster it is.
//!
//! The ratio of times is the geometric mean over the tasks that both solve, since the slowest tasks would dominate a
//! ratio of sums. Its confidence interval is bootstrapped: the tasks are drawn again with repetition, and the middle 95
//! % of the means are the interval (Efron, Tibshirani: An introduction to the bootstrap, 1993, section 13.3). What is
//! measured in milliseconds is mostly noise, so times below [`FLOOR`] count as that.

use crate::Error;
use crate::store::{ResultRow, Run};
use crate::verdict::Status;
use std::collections::BTreeMap;

/// In seconds.
pub const FLOOR: f64 = 0.01;

const DRAWS: usize = 2_000;

/// One configuration of a run.
#[derive(Clone, Copy)]
pub struct ComparedRun<'a> {
    pub run: &'a Run,
    pub config: usize,
}

impl<'a> ComparedRun<'a> {
    pub fn new(run: &'a Run, config: Option<&str>) -> Result<ComparedRun<'a>, Error> {
        let names: Vec<&str> = run.plan.configs.iter().map(|c| c.name.as_str()).collect();
        let config = match config {
            Some(name) => names.iter().position(|n| *n == name),
            None => (names.len() == 1).then_some(0),
        };
        let config = config.ok_or_else(|| {
            Error::Usage(format!(
                "say which configuration is meant, FILE:NAME; there are {}",
                names.join(", ")
            ))
        })?;
        Ok(ComparedRun { run, config })
    }

    fn rows(&self) -> BTreeMap<(&'a str, &'a str), &'a ResultRow> {
        let rows = self.run.rows.iter().filter(|row| row.config == self.config);
        rows.map(|row| {
            let task = &self.run.plan.tasks[row.task];
            ((task.name.as_str(), task.property.as_str()), row)
        })
        .collect()
    }
}

/// A task on which the sides differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    pub task: String,
    pub property: String,
    pub before: String,
    pub after: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// How many tasks both sides have.
    pub common: usize,
    pub only_before: usize,
    pub only_after: usize,
    /// Wrong now, and not before.
    pub wrong: Vec<Change>,
    /// Wrong on both sides.
    pub still_wrong: Vec<Change>,
    /// Correct before, and not now.
    pub lost: Vec<Change>,
    pub gained: Vec<Change>,
    pub cpu: Option<Ratio>,
    pub memory: Option<Ratio>,
}

/// After / before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub tasks: usize,
}

pub fn compare(before: ComparedRun, after: ComparedRun) -> Comparison {
    let (old, new) = (before.rows(), after.rows());
    let mut result = Comparison {
        common: 0,
        only_before: old.keys().filter(|key| !new.contains_key(*key)).count(),
        only_after: new.keys().filter(|key| !old.contains_key(*key)).count(),
        wrong: Vec::new(),
        still_wrong: Vec::new(),
        lost: Vec::new(),
        gained: Vec::new(),
        cpu: None,
        memory: None,
    };
    let (mut cpu, mut memory) = (Vec::new(), Vec::new());
    for (key, a) in &old {
        let Some(b) = new.get(key) else { continue };
        result.common += 1;
        let change = || Change {
            task: key.0.to_string(),
            property: key.1.to_string(),
            before: shown(a),
            after: shown(b),
        };
        match (a.status, b.status) {
            (Status::Wrong, Status::Wrong) => result.still_wrong.push(change()),
            (_, Status::Wrong) => result.wrong.push(change()),
            (Status::Correct, Status::Correct) => {
                cpu.push((b.cpu_seconds.max(FLOOR) / a.cpu_seconds.max(FLOOR)).ln());
                memory.push((b.megabytes.max(1.0) / a.megabytes.max(1.0)).ln());
            }
            (Status::Correct, _) => result.lost.push(change()),
            (_, Status::Correct) => result.gained.push(change()),
            _ => {}
        }
    }
    result.cpu = ratio(&cpu);
    result.memory = ratio(&memory);
    result
}

fn shown(row: &ResultRow) -> String {
    match row.status.is_answer() {
        true => row.verdict.to_string(),
        false if row.reason.is_empty() => row.status.name().to_string(),
        false => format!("{} ({})", row.status.name(), row.reason),
    }
}

/// The geometric mean of the ratios whose logarithms are given.
fn ratio(logarithms: &[f64]) -> Option<Ratio> {
    if logarithms.is_empty() {
        return None;
    }
    let mean =
        |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / logarithms.len() as f64;
    let mut random = Random(0);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            mean(
                &mut logarithms
                    .iter()
                    .map(|_| logarithms[random.below(logarithms.len())]),
            )
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some(Ratio {
        mean: mean(&mut logarithms.iter().copied()).exp(),
        low: means[DRAWS / 40].exp(),
        high: means[DRAWS - 1 - DRAWS / 40].exp(),
        tasks: logarithms.len(),
    })
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * bound as u128) >> 64) as usize
    }
}

impl Comparison {
    /// Whether the second side is worse: wrong, or without an answer that the first one had.
    pub fn is_worse(&self) -> bool {
        !self.wrong.is_empty() || !self.lost.is_empty()
    }

    pub fn report(&self) -> String {
        let mut text = String::new();
        for (title, changes) in [
            ("WRONG", &self.wrong),
            ("STILL WRONG", &self.still_wrong),
            ("lost", &self.lost),
            ("gained", &self.gained),
        ] {
            for change in changes {
                let Change {
                    task,
                    property,
                    before,
                    after,
                } = change;
                text += &format!("{title} {task} ({property}): {before} -> {after}\n");
            }
        }
        if !text.is_empty() {
            text += "\n";
        }
        text += &format!(
            "{} tasks in common: {} newly wrong, {} lost, {} gained\n",
            self.common,
            self.wrong.len(),
            self.lost.len(),
            self.gained.len()
        );
        if self.only_before + self.only_after > 0 {
            text += &format!(
                "{} tasks only in the first, {} only in the second\n",
                self.only_before, self.only_after
            );
        }
        for (what, ratio) in [("CPU time", &self.cpu), ("memory", &self.memory)] {
            if let Some(Ratio {
                mean,
                low,
                high,
                tasks,
            }) = ratio
            {
                text += &format!(
                    "{what}: {mean:.3} times the first (95 %: {low:.3} to {high:.3}), on {tasks} tasks that both solve\n"
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_times_have_the_ratio_one() {
        let same = ratio(&[0.0; 20]).unwrap();
        assert_eq!(
            (same.mean, same.low, same.high, same.tasks),
            (1.0, 1.0, 1.0, 20)
        );
        assert_eq!(ratio(&[]), None);
    }

    #[test]
    fn the_interval_surrounds_the_mean_and_shrinks_with_more_tasks() {
        let values = |count: usize| -> Vec<f64> {
            let value = |i: usize| {
                if i.is_multiple_of(2) {
                    2.0_f64.ln()
                } else {
                    1.0_f64.ln()
                }
            };
            (0..count).map(value).collect()
        };
        let few = ratio(&values(10)).unwrap();
        let many = ratio(&values(1000)).unwrap();
        for r in [few, many] {
            assert!((r.mean - 2.0_f64.sqrt()).abs() < 1e-9);
            assert!(r.low < r.mean && r.mean < r.high);
        }
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
    }
}
