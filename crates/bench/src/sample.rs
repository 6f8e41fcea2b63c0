//! Choosing some of many tasks, always the same ones.
//!
//! Each task gets a number from the seed and its own name, and the smallest numbers win. So the sample does not depend on
//! the order of tasks, and it hardly changes when tasks come or go.

use crate::task::Task;
use sha2::{Digest, Sha256};

/// Keeps `count` of the tasks, in their order.
pub fn sample(tasks: Vec<Task>, count: usize, seed: u64) -> Vec<Task> {
    if tasks.len() <= count {
        return tasks;
    }
    let mut numbered: Vec<_> = tasks.iter().map(|task| number(task, seed)).collect();
    numbered.sort_unstable();
    let last = count.checked_sub(1).map(|index| numbered[index]);
    let mut tasks = tasks;
    tasks.retain(|task| last.is_some_and(|last| number(task, seed) <= last));
    tasks
}

fn number(task: &Task, seed: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    hash.update(&task.name);
    hash.update([0]);
    hash.update(&task.property);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::DataModel;

    fn tasks(count: usize) -> Vec<Task> {
        let task = |n: usize| Task {
            name: format!("t{n:03}"),
            property: "p".into(),
            asked: vec![],
            property_file: None,
            expected: None,
            data_model: DataModel::Lp64,
            files: vec![],
            options: vec![],
        };
        (0..count).map(task).collect()
    }

    #[test]
    fn the_same_seed_chooses_the_same_tasks() {
        let names = |tasks: Vec<Task>| -> Vec<String> {
            sample(tasks, 10, 1).into_iter().map(|t| t.name).collect()
        };
        let chosen = names(tasks(100));
        assert_eq!(chosen.len(), 10);
        let mut backwards = tasks(100);
        backwards.reverse();
        let mut again = names(backwards);
        again.reverse();
        assert_eq!(chosen, again);
        assert!(chosen.is_sorted());
        assert_ne!(sample(tasks(100), 10, 2), sample(tasks(100), 10, 1));
    }

    #[test]
    fn a_new_task_moves_at_most_one() {
        let before = sample(tasks(100), 10, 1);
        let after = sample(tasks(101), 10, 1);
        assert!(before.iter().filter(|t| after.contains(t)).count() >= 9);
    }

    #[test]
    fn bounds() {
        assert_eq!(sample(tasks(3), 5, 1).len(), 3);
        assert!(sample(tasks(3), 0, 1).is_empty());
    }
}
