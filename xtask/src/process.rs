//! Child processes under a time limit, with what they cost.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a child ended, what it said and what it cost.
pub struct Finished {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub timed_out: bool,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
    /// Of the child and the descendants that it waited for.
    pub cpu: Duration,
    /// The largest resident set of the child or of one of the descendants that it waited for, in bytes.
    pub peak_memory: u64,
}

/// Runs the command in a process group of its own. After `limit` the group gets SIGTERM, and SIGKILL if it stays.
///
/// Output goes through unnamed files rather than pipes: a child that writes a lot never blocks, and no file is left over.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished> {
    let mut stdout = tempfile::tempfile()?;
    let mut stderr = tempfile::tempfile()?;
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0);
    let start = Instant::now();
    let child = command
        .spawn()
        .with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let ended = wait(child.id() as libc::pid_t, start, limit)?;
    Ok(Finished {
        code: libc::WIFEXITED(ended.status).then(|| libc::WEXITSTATUS(ended.status)),
        timed_out: ended.timed_out,
        stdout: contents(&mut stdout)?,
        stderr: contents(&mut stderr)?,
        wall: start.elapsed(),
        cpu: duration(ended.usage.ru_utime) + duration(ended.usage.ru_stime),
        peak_memory: ended.usage.ru_maxrss as u64 * 1024,
    })
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

struct ProcessEnd {
    status: libc::c_int,
    usage: libc::rusage,
    timed_out: bool,
}

/// How long a child may take to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(3);

/// Waits with `wait4`, since only that tells the costs of this very child. Asks every millisecond at first, then less often:
/// a measurement is off by at most a hundredth.
fn wait(pid: libc::pid_t, start: Instant, limit: Duration) -> Result<ProcessEnd> {
    let mut timed_out = false;
    loop {
        let mut status = 0;
        // SAFETY: all bits zero is a value of rusage, a struct of integers.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live locals of the right type.
        let ended = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if ended == pid {
            // SAFETY: a plain system call. This also ends the processes that the child left in its group.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
            return Ok(ProcessEnd {
                status,
                usage,
                timed_out,
            });
        }
        if ended < 0 {
            return Err(std::io::Error::last_os_error()).context("wait4 failed");
        }
        let elapsed = start.elapsed();
        if elapsed > limit {
            let signal = if elapsed > limit + GRACE {
                libc::SIGKILL
            } else {
                libc::SIGTERM
            };
            if !timed_out || signal == libc::SIGKILL {
                // SAFETY: a plain system call on a child that has not been waited for yet.
                unsafe { libc::kill(-pid, signal) };
            }
            timed_out = true;
        }
        std::thread::sleep(
            (elapsed / 100).clamp(Duration::from_millis(1), Duration::from_millis(50)),
        );
    }
}

fn contents(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Calls `work` on every item with `jobs` threads, and `done` on every result in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R),
) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = std::collections::BTreeMap::new();
        let mut expected = 0;
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&expected) {
                done(&items[expected], result);
                expected += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_code_are_told() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let finished = run(&mut command, Duration::from_secs(60)).unwrap();
        assert_eq!(finished.code, Some(3));
        assert_eq!(finished.stdout, "out\n");
        assert_eq!(finished.stderr, "err\n");
        assert!(!finished.timed_out && finished.peak_memory > 0);
    }

    #[test]
    fn a_child_that_takes_too_long_is_ended() {
        let mut command = Command::new("sleep");
        command.arg("600");
        let finished = run(&mut command, Duration::from_millis(20)).unwrap();
        assert!(finished.timed_out);
        assert_eq!(finished.code, None);
    }

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..20).collect();
        let mut seen = Vec::new();
        in_parallel(
            &items,
            4,
            |n| {
                std::thread::sleep(Duration::from_millis(20 - n));
                n * n
            },
            |n, square| seen.push((*n, square)),
        );
        assert_eq!(seen, items.iter().map(|n| (*n, n * n)).collect::<Vec<_>>());
    }
}
