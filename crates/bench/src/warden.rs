//! The warden: a separate process that carries out one run and leaves nothing of it.
//!
//! The runner starts one warden for each run (this very binary again), gives it a [`Job`] as JSON on stdin and gets an
//! [`Outcome`] as JSON on its stdout. It has to be a separate process to tell the orphans of different runs apart: the
//! warden is the subreaper of the run, so whatever process a tool leaves running, however it detached itself, becomes
//! the warden's child and is found, counted and killed. Where there are cgroups (version 2), they contain the run as
//! well, count its CPU time exactly and, with the memory controller, hold the memory limit; otherwise processes are
//! watched through `/proc`.
//!
//! The warden survives a `kill -9` of the runner just long enough to clean up: the kernel then sends it SIGTERM
//! (`PR_SET_PDEATHSIG`). If the warden itself is killed that way, the tool dies by the same mechanism, and the next
//! runner finds the rest ([`crate::stale`]).
//!
//! Sources: Beyer, Löwe, Wendler: Reliable benchmarking: requirements and solutions, STTT 2019 (BenchExec).

mod capture;
mod cgroup;
mod count;
mod signals;
mod spawn;
mod tree;
mod watch;

pub use cgroup::{Base, Features};
pub(crate) use cgroup::{kill_and_remove as remove_cgroup, own_folder as own_cgroup};

use crate::adapter::{Adapter, Said};
use crate::limits::Limits;
use crate::verdict::{Ending, Reading, Verdict};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use watch::{Stop, Watch};

/// What to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The process that started the warden: the warden stops when it is gone.
    pub runner: u32,
    pub program: PathBuf,
    /// The command lines to try one after the other.
    pub steps: Vec<Vec<String>>,
    pub adapter: Adapter,
    pub asked: Vec<String>,
    pub limits: Limits,
    /// The cores to run on; empty for all.
    pub cores: Vec<usize>,
    /// The cgroup to make for this run.
    pub cgroup: Option<PathBuf>,
    /// A folder for temporary files, to be made and removed.
    pub scratch: PathBuf,
    /// What every process of the run has in its environment.
    pub mark: String,
}

/// The environment variable that marks the processes of a run.
pub const MARK: &str = "AVER_BENCH_RUN";

/// How a run went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub verdict: Verdict,
    pub ending: Ending,
    pub reason: String,
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub megabytes: f64,
    /// Of the last process.
    pub exit: Option<i32>,
    pub signal: Option<i32>,
    /// What the tool counted, and under `run.` what we did.
    pub statistics: serde_json::Map<String, serde_json::Value>,
    pub log: String,
}

/// Reads a job, carries it out and writes the outcome. Nothing is written if the run was cancelled.
///
/// Must be called while the process has one thread only.
pub fn serve(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    let job: Job = serde_json::from_str(&text)?;
    let outcome = carry_out(&job)?;
    if let Some(outcome) = outcome {
        serde_json::to_writer(&mut output, &outcome)?;
        output.flush()?;
    }
    Ok(())
}

/// Runs the steps until one of them has an answer; `None` if the run was cancelled.
fn carry_out(job: &Job) -> io::Result<Option<Outcome>> {
    std::fs::create_dir_all(&job.scratch)?;
    let mut watch = Watch::new(job)?;
    let result = run_steps(job, &mut watch);
    let was_called_off = watch.close();
    // The tool may have made files unreadable; the next runner tries again.
    let _ = std::fs::remove_dir_all(&job.scratch);
    if let (true, Some(base)) = (was_called_off, job.scratch.parent()) {
        // The runner does this, unless it was killed. It fails while other runs have theirs there.
        let _ = std::fs::remove_dir(base);
    }
    result
}

fn run_steps(job: &Job, watch: &mut Watch) -> io::Result<Option<Outcome>> {
    let mut log = String::new();
    let mut statistics = serde_json::Map::new();
    let mut last = None;
    for (number, arguments) in job.steps.iter().enumerate() {
        let ended = match watch.run(&job.program, arguments) {
            Ok(ended) => ended,
            Err(error) => {
                let reason = format!("cannot run {}: {error}", job.program.display());
                log += &reason;
                last = Some((None, Reading::Error(reason)));
                break;
            }
        };
        if matches!(ended.stop, Some(Stop::CalledOff)) {
            return Ok(None);
        }
        let stdout = ended.stdout.text();
        let said = Said {
            exit: ended.exit,
            stdout: &stdout,
            stderr: &ended.stderr.text(),
            is_cut: ended.stdout.is_cut(),
        };
        log += &ended.log(&job.program, arguments);
        statistics.insert("run.steps".into(), (number + 1).into());
        if let Some(serde_json::Value::Object(more)) = job.adapter.read_statistics(&stdout) {
            statistics.extend(more);
        }
        let reading = match job.adapter.read_answer(&job.asked, &said) {
            Reading::Error(reason) if reason.is_empty() => Reading::Error(ended.how_it_ended()),
            reading => reading,
        };
        let goes_on = matches!(reading, Reading::Deeper(_)) && ended.stop.is_none();
        last = Some((Some(ended), reading));
        if !goes_on {
            break;
        }
    }
    let usage = watch.usage();
    statistics.insert("run.leftovers".into(), watch.leftovers().into());
    if let Some(instructions) = watch.instructions() {
        statistics.insert("run.instructions".into(), instructions.into());
    }
    let (ended, reading) = last.unwrap_or((None, Reading::Error("nothing to run".into())));
    let stop = ended.as_ref().and_then(|e| e.stop.as_ref());
    let (ending, verdict, reason) = conclude(&job.limits, stop, usage.cpu_seconds, reading);
    Ok(Some(Outcome {
        verdict,
        ending,
        reason,
        cpu_seconds: usage.cpu_seconds,
        wall_seconds: usage.wall_seconds,
        megabytes: usage.megabytes,
        exit: ended.as_ref().and_then(|e| e.exit),
        signal: ended.as_ref().and_then(|e| e.signal),
        statistics,
        log,
    }))
}

/// A process that was stopped has no answer, even if it printed one before.
fn conclude(
    limits: &Limits,
    stop: Option<&Stop>,
    cpu_seconds: f64,
    reading: Reading,
) -> (Ending, Verdict, String) {
    let unknown = |ending, reason: String| (ending, Verdict::Unknown, reason);
    match stop {
        Some(Stop::Cpu) => {
            return unknown(
                Ending::Timeout,
                format!("CPU time over {} s", limits.cpu_seconds),
            );
        }
        Some(Stop::Wall) => {
            return unknown(
                Ending::Timeout,
                format!("wall time over {} s", limits.wall_seconds),
            );
        }
        Some(Stop::Memory) => {
            return unknown(
                Ending::Memory,
                format!("memory over {} MB", limits.megabytes),
            );
        }
        Some(Stop::Output) => {
            return unknown(
                Ending::Output,
                format!("output over {} MB", limits.output_megabytes),
            );
        }
        Some(Stop::Processes) => {
            return unknown(
                Ending::Error,
                format!("more than {} processes", limits.processes),
            );
        }
        Some(Stop::CalledOff) | None => {}
    }
    match reading {
        Reading::Timeout(reason) => unknown(Ending::Timeout, reason),
        Reading::Memory(reason) => unknown(Ending::Memory, reason),
        // It ended by itself, but used more than the limit between two looks at the clock.
        _ if cpu_seconds > limits.cpu_seconds => unknown(
            Ending::Timeout,
            format!("CPU time over {} s", limits.cpu_seconds),
        ),
        Reading::Verdict(verdict) => (Ending::Answer, verdict, String::new()),
        Reading::Unknown(reason) => unknown(Ending::Unknown, reason),
        Reading::Deeper(reason) => unknown(
            Ending::Unknown,
            format!("the largest bound is too small: {reason}"),
        ),
        Reading::Error(reason) => unknown(Ending::Error, reason),
    }
}
