//! Watching over the processes of one run: time, memory, output, and their end.

use super::capture::Capture;
use super::cgroup::Cgroup;
use super::count::Counter;
use super::signals::Signals;
use super::{Job, spawn, tree};
use crate::limits::Limits;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a tool may take to end by itself when its time is over.
const GRACE: Duration = Duration::from_secs(1);

/// Why a process was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Cpu,
    Wall,
    Memory,
    Output,
    Processes,
    /// The runner cancelled the run, or is gone.
    CalledOff,
}

/// One process that has ended.
pub struct ProcessEnd {
    pub exit: Option<i32>,
    pub signal: Option<i32>,
    pub stop: Option<Stop>,
    pub stdout: Capture,
    pub stderr: Capture,
    wall: Duration,
}

/// What all processes of the run used together.
pub struct Usage {
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub megabytes: f64,
}

pub struct Watch<'a> {
    job: &'a Job,
    signals: Signals,
    cgroup: Option<Cgroup>,
    instructions: Option<Counter>,
    /// The time of the processes that have ended.
    wall: Duration,
    peak_bytes: u64,
    leftovers: usize,
    called_off: bool,
}

impl<'a> Watch<'a> {
    pub fn new(job: &'a Job) -> io::Result<Watch<'a>> {
        let signals = Signals::hold()?;
        // SAFETY: the calls have no conditions.
        let parent = unsafe {
            libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            libc::getppid()
        };
        let cgroup = match &job.cgroup {
            Some(path) => Some(Cgroup::make(path, job.limits.megabytes)?),
            None => None,
        };
        Ok(Watch {
            job,
            signals,
            cgroup,
            instructions: Counter::instructions(),
            wall: Duration::ZERO,
            peak_bytes: 0,
            leftovers: 0,
            // The runner may have died before we could ask to be told.
            called_off: parent != job.runner as i32,
        })
    }

    /// Runs one process to its end, and kills all processes that it left.
    pub fn run(&mut self, program: &Path, arguments: &[String]) -> io::Result<ProcessEnd> {
        let procs = self.cgroup.as_ref().map(Cgroup::procs);
        let own_peak = peak_bytes_of(libc::RUSAGE_SELF);
        let start = Instant::now();
        let started = spawn::spawn(self.job, program, arguments, procs.as_deref())?;
        let mut process = Process {
            pid: started.pid,
            start,
            status: None,
            stdout: Capture::new(started.stdout),
            stderr: Capture::new(started.stderr),
            stop: None,
        };
        while process.status.is_none() {
            self.wait(&mut process);
            if process.must_be_killed() {
                break;
            }
        }
        let mut status = process.status;
        let ended_itself = status.is_some();
        let wall = start.elapsed();
        self.wall += wall;
        if let Some(cgroup) = &self.cgroup {
            cgroup.kill();
        }
        let killed = tree::kill_all(|pid, s| {
            if pid == process.pid {
                status = Some(s);
            }
        });
        if ended_itself {
            self.leftovers += killed;
        }
        process.stdout.finish();
        process.stderr.finish();
        // Before `exec`, a process counts as large as the warden itself.
        let children_peak = peak_bytes_of(libc::RUSAGE_CHILDREN);
        if children_peak > own_peak {
            self.peak_bytes = self.peak_bytes.max(children_peak);
        }
        Ok(self.ended(process, status.unwrap_or(0), wall))
    }

    fn ended(&self, process: Process, status: libc::c_int, wall: Duration) -> ProcessEnd {
        let signal = libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status));
        let out_of_memory = self.cgroup.as_ref().is_some_and(Cgroup::is_out_of_memory);
        let by_kernel = match signal {
            _ if out_of_memory => Some(Stop::Memory),
            Some(libc::SIGXCPU) => Some(Stop::Cpu),
            Some(libc::SIGXFSZ) => Some(Stop::Output),
            _ => None,
        };
        ProcessEnd {
            exit: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
            signal,
            stop: process.stop.map(|(stop, _)| stop).or(by_kernel),
            stdout: process.stdout,
            stderr: process.stderr,
            wall,
        }
    }

    /// Waits for an event, but not for long, and records it.
    fn wait(&mut self, process: &mut Process) {
        // The first looks are close together, so that short runs are measured, too.
        let pause = (process.start.elapsed() / 20)
            .clamp(Duration::from_millis(2), Duration::from_millis(50));
        poll(
            &[self.signals.fd(), process.stdout.fd(), process.stderr.fd()],
            pause,
        );
        self.called_off |= self.signals.take();
        process.stdout.read();
        process.stderr.read();
        if process.stop.is_none() {
            let stop = match self.called_off {
                true => Some(Stop::CalledOff),
                false => self.exceeded(process),
            };
            if let Some(stop) = stop {
                process.stop = Some((stop, Instant::now()));
                // To the whole session: a shell would not pass it on.
                tree::signal(-process.pid, libc::SIGTERM);
            }
        }
        let pid = process.pid;
        tree::reap(&mut |ended, status| {
            if ended == pid {
                process.status = Some(status);
            }
        });
    }

    /// Which limit is exceeded.
    fn exceeded(&mut self, process: &Process) -> Option<Stop> {
        let limits: &Limits = &self.job.limits;
        let output = process.stdout.total() + process.stderr.total();
        if output > limits.output_megabytes << 20 {
            return Some(Stop::Output);
        }
        if (self.wall + process.start.elapsed()).as_secs_f64() > limits.wall_seconds {
            return Some(Stop::Wall);
        }
        let pids = self.pids();
        let used: Vec<_> = pids.iter().filter_map(|pid| tree::used(*pid)).collect();
        if self.cpu_seconds(&used) > limits.cpu_seconds {
            return Some(Stop::Cpu);
        }
        let bytes = used.iter().map(|u| u.resident_bytes).sum();
        self.peak_bytes = self.peak_bytes.max(bytes);
        if self.is_too_large(&pids, bytes) {
            return Some(Stop::Memory);
        }
        let threads: u64 = used.iter().map(|u| u.threads).sum();
        (threads > limits.processes as u64).then_some(Stop::Processes)
    }

    fn pids(&self) -> Vec<i32> {
        match &self.cgroup {
            Some(cgroup) => cgroup.pids(),
            None => tree::descendants(),
        }
    }

    fn is_too_large(&self, pids: &[i32], resident: u64) -> bool {
        let limit = self.job.limits.megabytes << 20;
        match &self.cgroup {
            Some(cgroup) if cgroup.holds_memory() => cgroup.is_out_of_memory(),
            // Processes that share memory, such as a process and its forks, count it twice; before one is stopped for that,
            // it is counted exactly.
            _ => {
                let exact = || {
                    pids.iter()
                        .filter_map(|p| tree::proportional_bytes(*p))
                        .sum::<u64>()
                };
                resident > limit && exact() > limit
            }
        }
    }

    /// Of all processes so far; `alive` are those that have not been waited for.
    fn cpu_seconds(&self, alive: &[tree::Used]) -> f64 {
        if let Some(seconds) = self.cgroup.as_ref().and_then(Cgroup::cpu_seconds) {
            return seconds;
        }
        let usage = resource_usage(libc::RUSAGE_CHILDREN);
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
        let ended = seconds(usage.ru_utime) + seconds(usage.ru_stime);
        ended + alive.iter().map(|u| u.cpu_seconds).sum::<f64>()
    }

    /// What was used, once all processes have ended.
    pub fn usage(&self) -> Usage {
        let peak = self.cgroup.as_ref().and_then(Cgroup::peak_bytes);
        Usage {
            cpu_seconds: self.cpu_seconds(&[]),
            wall_seconds: self.wall.as_secs_f64(),
            megabytes: peak.unwrap_or(self.peak_bytes) as f64 / f64::from(1 << 20),
        }
    }

    /// How many processes outlived the one that started them all.
    pub fn leftovers(&self) -> usize {
        self.leftovers
    }

    /// The instructions of all processes so far, where the machine counts them.
    pub fn instructions(&mut self) -> Option<u64> {
        self.instructions.as_mut()?.read()
    }

    /// Removes the cgroup. What the runner does in the end is done here if the runner is gone. Returns whether the run was
    /// cancelled.
    pub fn close(mut self) -> bool {
        match self.cgroup.take() {
            Some(cgroup) if self.called_off => cgroup.remove_with_base(),
            other => drop(other),
        }
        self.called_off
    }
}

/// A process that is being watched.
struct Process {
    pid: libc::pid_t,
    start: Instant,
    status: Option<libc::c_int>,
    stdout: Capture,
    stderr: Capture,
    stop: Option<(Stop, Instant)>,
}

impl Process {
    /// Whether it was asked to stop and has had its time. Only processes whose time is over get such time: others do harm.
    fn must_be_killed(&self) -> bool {
        match self.stop {
            Some((Stop::Cpu | Stop::Wall, since)) => since.elapsed() > GRACE,
            Some(_) => true,
            None => false,
        }
    }
}

impl ProcessEnd {
    /// The command, what it said and how it ended.
    pub fn log(&self, program: &Path, arguments: &[String]) -> String {
        let mut log = format!("$ {}", program.display());
        for argument in arguments {
            let quoted = shlex::try_quote(argument);
            log += " ";
            log += &quoted.unwrap_or(argument.into());
        }
        log += "\n";
        let mut add = |text: &str| {
            log += text;
            if !log.ends_with('\n') {
                log += "\n";
            }
        };
        add(&self.stdout.text());
        let stderr = self.stderr.text();
        if !stderr.is_empty() {
            add("--- stderr");
            add(&stderr);
        }
        add(&format!(
            "--- {} after {:.2} s",
            self.status(),
            self.wall.as_secs_f64()
        ));
        log
    }

    fn status(&self) -> String {
        match (self.stop, self.signal, self.exit) {
            (Some(stop), _, _) => format!("stopped ({stop:?})"),
            (None, Some(signal), _) => format!("ended by {}", signal_name(signal)),
            (None, None, code) => format!("exit code {}", code.unwrap_or(-1)),
        }
    }

    /// A description, for a process without an answer.
    pub fn how_it_ended(&self) -> String {
        let stderr = self.stderr.text();
        let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
        match last {
            Some(line) => format!("{}: {}", self.status(), line.trim()),
            None => self.status(),
        }
    }
}

fn signal_name(signal: libc::c_int) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGILL => "SIGILL",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGTERM => "SIGTERM",
        libc::SIGPIPE => "SIGPIPE",
        _ => return format!("signal {signal}"),
    };
    name.to_string()
}

fn resource_usage(who: libc::c_int) -> libc::rusage {
    // SAFETY: a structure of numbers may be zero, and the pointer is to a local.
    unsafe {
        let mut usage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    }
}

fn peak_bytes_of(who: libc::c_int) -> u64 {
    resource_usage(who).ru_maxrss.max(0) as u64 * 1024
}

/// Waits until one of the descriptors can be read; negative ones are ignored.
fn poll(fds: &[i32], pause: Duration) {
    let mut fds: Vec<libc::pollfd> = fds
        .iter()
        .map(|fd| libc::pollfd {
            fd: *fd,
            events: libc::POLLIN,
            revents: 0,
        })
        .collect();
    // SAFETY: the pointer and length describe `fds`.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as _, pause.as_millis() as _) };
}
