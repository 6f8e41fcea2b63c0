//! The processes of a run as `/proc` shows them, and their end.
//!
//! The warden is a subreaper, so all processes of the run, and only they, descend from it: orphans are handed to it.

use std::collections::BTreeSet;
use std::fs;

/// All descendants of this process, from the top down.
pub fn descendants() -> Vec<i32> {
    let mut found = Vec::new();
    let mut open = vec![std::process::id() as i32];
    while let Some(pid) = open.pop() {
        for child in children(pid) {
            found.push(child);
            open.push(child);
        }
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    // A child belongs to the thread that made it.
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let mut pids = Vec::new();
    for list in lists {
        pids.extend(
            list.split_whitespace()
                .filter_map(|pid| pid.parse::<i32>().ok()),
        );
    }
    pids
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Used {
    pub cpu_seconds: f64,
    pub resident_bytes: u64,
    pub threads: u64,
}

/// Includes the CPU time of the children that it waited for.
pub fn used(pid: i32) -> Option<Used> {
    parse_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn parse_stat(text: &str) -> Option<Used> {
    // The name may hold blanks and parentheses; what follows the last one is numbers. The first of them is field 3.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<i64>().ok();
    let ticks = field(14)? + field(15)? + field(16)? + field(17)?;
    // SAFETY: the calls have no conditions.
    let (per_second, page) = unsafe {
        (
            libc::sysconf(libc::_SC_CLK_TCK),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    Some(Used {
        cpu_seconds: ticks as f64 / per_second as f64,
        resident_bytes: (field(24)?.max(0) * page) as u64,
        threads: field(20)?.max(0) as u64,
    })
}

/// The memory of a process, where what it shares with others counts by its share. Slow on large processes.
pub fn proportional_bytes(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("Pss:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

pub fn signal(pid: i32, signal: libc::c_int) {
    // SAFETY: the call has no conditions.
    unsafe { libc::kill(pid, signal) };
}

/// Kills all descendants, and waits until they are gone. How many there were.
///
/// They are stopped first, until no new ones appear: otherwise a process that keeps forking would be faster than we are.
pub fn kill_all(mut reaped: impl FnMut(i32, libc::c_int)) -> usize {
    let mut stopped = BTreeSet::new();
    loop {
        let pids = descendants();
        if pids.is_empty() {
            return stopped.len();
        }
        let fresh: Vec<i32> = pids
            .iter()
            .copied()
            .filter(|p| !stopped.contains(p))
            .collect();
        for pid in &fresh {
            signal(*pid, libc::SIGSTOP);
            stopped.insert(*pid);
        }
        if fresh.is_empty() {
            pids.iter().for_each(|pid| signal(*pid, libc::SIGKILL));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        reap(&mut reaped);
    }
}

/// Reaps all children that have ended.
pub fn reap(reaped: &mut impl FnMut(i32, libc::c_int)) {
    loop {
        let mut status = 0;
        // SAFETY: the pointer is to a local.
        let pid = unsafe { libc::waitpid(-1, &mut status, libc::WNOHANG) };
        if pid <= 0 {
            return;
        }
        reaped(pid, status);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let text = "42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 150 50 20 30 20 0 3 0 1000 10000000 256 18446744073709551615";
        let used = parse_stat(text).unwrap();
        assert_eq!(used.threads, 3);
        assert!((used.cpu_seconds - 2.5).abs() < 1e-9);
        assert_eq!(used.resident_bytes, 256 * 4096);
        assert_eq!(parse_stat("42 (a"), None);
    }

    #[test]
    fn this_process_can_be_seen() {
        let pid = std::process::id() as i32;
        assert!(used(pid).unwrap().resident_bytes > 0);
        assert!(proportional_bytes(pid).is_some_and(|b| b > 0));
    }
}
