//! However a run ends, it ends with an answer and leaves neither a process nor a file behind.

use crate::place::{Finished, Place};
use std::process::Child;
use std::time::Duration;

/// The error is far away: no engine that unrolls finishes here, and none that proves can succeed. No step takes long.
const ENDLESS: &str = "\
extern void reach_error(void);
int main(void) {
  unsigned x = 1;
  while (1) {
    x = x * 1664525u + 1013904223u;
    if (x == 1u)
      reach_error();
  }
}
";

const ARGS: &str = "verify --property unreach-call --quiet endless.c";

/// The process that does the work for `parent`, as soon as there is one.
pub fn worker_of(parent: &Child) -> libc::pid_t {
    let path = format!("/proc/{0}/task/{0}/children", parent.id());
    for _ in 0..10_000 {
        let children = std::fs::read_to_string(&path).expect("Linux");
        if let Some(child) = children.split_whitespace().next() {
            return child.parse().expect("a number");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no worker was started");
}

pub fn send(pid: libc::pid_t, signal: i32) {
    // SAFETY: the process is one that this test started.
    assert_eq!(
        unsafe { libc::kill(pid, signal) },
        0,
        "the process is there"
    );
}

/// Whether a process of that group is left (other than one that waits to be reaped by init).
fn group_is_alive(group: libc::pid_t) -> bool {
    let processes = std::fs::read_dir("/proc").expect("Linux");
    processes.flatten().any(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let Some((_, rest)) = stat.rsplit_once(") ") else {
            return false;
        };
        let fields: Vec<&str> = rest.split(' ').collect();
        fields[0] != "Z" && fields[2] == group.to_string()
    })
}

/// Starts an endless run, sends a signal to the supervisor or the worker, and waits for the end.
fn interrupted(signal: i32, to_worker: bool) -> Finished {
    let place = Place::new();
    place.write("endless.c", ENDLESS);
    let before = place.files();
    let child = place.start(ARGS);
    let worker = worker_of(&child);
    let target = if to_worker {
        worker
    } else {
        child.id() as libc::pid_t
    };
    send(target, signal);
    let output = child.wait_with_output().expect("it ends");
    assert!(!group_is_alive(worker), "a process is left");
    assert_eq!(place.files(), before, "a file is left");
    Finished::of(output)
}

#[test]
fn interrupt_and_termination() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        interrupted(signal, false).answers(20, "VERDICT: UNKNOWN (interrupted)");
    }
}

#[test]
fn a_worker_that_dies() {
    let crashed = interrupted(libc::SIGABRT, true);
    assert_eq!(crashed.code, Some(20), "{crashed:#?}");
    assert!(
        crashed.last_line().starts_with("VERDICT: UNKNOWN (crash"),
        "{crashed:#?}"
    );
    assert!(
        crashed.stderr.contains("this is a bug in Aver"),
        "{crashed:#?}"
    );
    let killed = interrupted(libc::SIGKILL, true);
    assert_eq!(killed.code, Some(20), "{killed:#?}");
    assert!(
        killed.last_line().contains("killed from outside"),
        "{killed:#?}"
    );
}

#[test]
fn the_time_is_up() {
    let place = Place::new();
    place.write("endless.c", ENDLESS);
    let run = place.run("verify --property unreach-call --timeout 2 endless.c");
    assert_eq!(run.code, Some(20), "{run:#?}");
    let last = run.last_line();
    assert!(
        last.starts_with("VERDICT: UNKNOWN (timeout after 2 s"),
        "{run:#?}"
    );
}

#[test]
fn the_memory_is_used_up() {
    let place = Place::new();
    place.write("endless.c", ENDLESS);
    let run = place.run("verify --property unreach-call --memory-limit 60 endless.c");
    assert_eq!(run.code, Some(20), "{run:#?}");
    let last = run.last_line();
    assert!(
        last.starts_with("VERDICT: UNKNOWN (out of memory at 60 MB"),
        "{run:#?}"
    );
}
