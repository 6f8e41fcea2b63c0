//! Counting instructions: what a run costs, with far less noise than its time.
//!
//! The kernel counts for a process and what it starts. The counter belongs to the warden but stays off for it: with
//! `enable_on_exec` the copy that a child inherits starts when the child becomes the tool, and what it counted is added when
//! it ends. Many machines have no such counter, virtual ones above all, or do not let us use it; there is no count then.

use perf_event::events::Event;
use perf_event::events::Hardware;

pub struct Counter(perf_event::Counter);

impl Counter {
    /// In user space, of all processes to be started from now on.
    pub fn instructions() -> Option<Counter> {
        Counter::of(Hardware::INSTRUCTIONS)
    }

    fn of(event: impl Event) -> Option<Counter> {
        perf_event::Builder::new(event)
            .inherit(true)
            .enable_on_exec(true)
            .exclude_kernel(true)
            .build()
            .ok()
            .map(Counter)
    }

    /// What the processes that have ended counted.
    pub fn read(&mut self) -> Option<u64> {
        self.0.read().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perf_event::events::Software;
    use std::process::Command;

    /// With an event that every machine has, where counting is allowed at all.
    #[test]
    fn only_what_is_started_counts() {
        let Some(mut counter) = Counter::of(Software::TASK_CLOCK) else {
            return;
        };
        let work = (0..2_000_000_u64).fold(0, |a: u64, b| a.wrapping_mul(31).wrapping_add(b));
        assert_ne!(work, 1);
        assert_eq!(counter.read(), Some(0));
        let busy = "i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); done";
        let child = Command::new("sh").args(["-c", busy]).status().unwrap();
        assert!(child.success());
        assert!(counter.read().is_some_and(|count| count > 0));
    }
}
