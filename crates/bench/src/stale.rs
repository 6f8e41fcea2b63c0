//! What an earlier runner left because it was killed together with its wardens: found and removed at the next start.
//!
//! A runner has a name that says which process it is, `aver-bench.PID.START`. Its scratch folder and cgroup have this name,
//! and every process of its runs has it in its environment. The PID alone is not enough, since PIDs are reused.

use crate::warden;
use std::fs;
use std::path::Path;

const PREFIX: &str = "aver-bench.";

/// The name of this process as a runner.
pub fn own_name() -> String {
    let pid = std::process::id();
    format!("{PREFIX}{pid}.{}", start_of(pid).unwrap_or(0))
}

/// When a process started, in ticks since boot.
fn start_of(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    // Field 22; what follows the name begins with field 3.
    rest.split_whitespace().nth(19)?.parse().ok()
}

/// Whether the name is that of a runner that has ended.
fn is_stale(name: &str) -> bool {
    let Some((pid, start)) = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once('.'))
    else {
        return false;
    };
    let start = start.split('.').next().unwrap_or_default();
    match (pid.parse(), start.parse()) {
        (Ok(pid), Ok(start)) => start_of(pid) != Some(start),
        _ => false,
    }
}

/// Ends the processes of dead runners, and removes their cgroups and scratch folders. How many processes there were.
pub fn clean_up(scratch: &Path) -> usize {
    let killed = kill_marked();
    if let Some(folder) = warden::own_cgroup() {
        for name in stale_entries(&folder) {
            warden::remove_cgroup(&folder.join(name));
        }
    }
    for name in stale_entries(scratch) {
        let _ = fs::remove_dir_all(scratch.join(name));
    }
    killed
}

fn stale_entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| is_stale(name))
        .collect()
}

fn kill_marked() -> usize {
    let mut killed = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|n| n.parse::<i32>().ok())
        else {
            continue;
        };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let mark = format!("{}=", warden::MARK);
        let is_marked = environment
            .split(|byte| *byte == 0)
            .filter_map(|variable| variable.strip_prefix(mark.as_bytes()))
            .any(|name| is_stale(&String::from_utf8_lossy(name)));
        if is_marked {
            // SAFETY: the call has no conditions.
            unsafe { libc::kill(pid, libc::SIGKILL) };
            killed += 1;
        }
    }
    killed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dead_runners_are_stale() {
        let own = own_name();
        assert!(!is_stale(&own));
        assert!(!is_stale(&format!("{own}.runner")));
        let (name, _) = own.rsplit_once('.').unwrap();
        assert!(is_stale(&format!("{name}.1")));
        for other in ["aver-bench", "aver-bench.x.y", "something"] {
            assert!(!is_stale(other), "{other}");
        }
    }
}
