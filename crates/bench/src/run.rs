//! Carrying out a plan: so many runs at a time, each by a warden of its own, results kept as they come.
//!
//! The order is fixed: task by task, and for each task configuration by configuration, so that configurations that are to be
//! compared run under similar conditions. Pairs that have a result are skipped; this is how a run is resumed.

use crate::plan::{Config, Plan};
use crate::store::Store;
use crate::verdict::{Ending, Status, Verdict};
use crate::warden::{Base, Job, Outcome};
use crate::{Error, machine, stale};
use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How this program is started as a warden, which then calls [`crate::warden::serve`].
pub struct Runner {
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

impl Runner {
    /// This very program, even if its file is replaced while it runs.
    pub fn this_program(arguments: &[&str]) -> Runner {
        Runner {
            program: "/proc/self/exe".into(),
            arguments: arguments.iter().map(|a| a.to_string()).collect(),
        }
    }
}

/// What is shown while runs are in progress.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub done: usize,
    pub total: usize,
    pub correct: usize,
    pub wrong: usize,
    /// An estimate, once there is something to estimate from.
    pub left: Option<Duration>,
    /// The run that just ended, if one did: task, configuration and status.
    pub news: Option<(usize, usize, Status)>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    All,
    /// It was told to stop; the missing runs can be resumed.
    Stopped,
}

/// Carries out the missing runs. Stops when `stop` becomes true.
pub fn run(
    plan: &Plan,
    store: &Store,
    runner: &Runner,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Progress),
) -> Result<Finished, Error> {
    let temporary = std::env::temp_dir();
    stale::clean_up(&temporary);
    let shares = machine::share_cores(plan.jobs, plan.cores).map_err(Error::Usage)?;
    let name = stale::own_name();
    let scratch = temporary.join(&name);
    std::fs::create_dir_all(&scratch).map_err(|e| Error::file(&scratch, e))?;
    let base = plan.cgroups.then(|| Base::make(&name)).flatten();
    let done = store.done()?;
    let all = (0..plan.tasks.len()).flat_map(|t| (0..plan.configs.len()).map(move |c| (t, c)));
    let open: Vec<(usize, usize)> = all.filter(|pair| !done.contains(pair)).collect();
    let work = Work {
        plan,
        runner,
        name: &name,
        scratch: &scratch,
        base: base.as_ref(),
        programs: plan
            .configs
            .iter()
            .map(Identity::of)
            .collect::<Result<_, _>>()?,
        open: &open,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        wardens: Mutex::new(BTreeSet::new()),
    };
    let result = work.carry_out(store, &shares, stop, done.len(), &mut progress);
    let _ = std::fs::remove_dir_all(&scratch);
    if result? == Finished::Stopped {
        return Ok(Finished::Stopped);
    }
    store.finish()?;
    Ok(Finished::All)
}

/// What the threads share.
struct Work<'a> {
    plan: &'a Plan,
    runner: &'a Runner,
    name: &'a str,
    scratch: &'a Path,
    base: Option<&'a Base>,
    programs: Vec<Identity>,
    open: &'a [(usize, usize)],
    next: AtomicUsize,
    stop: AtomicBool,
    /// The wardens that are at work.
    wardens: Mutex<BTreeSet<u32>>,
}

type Message = ((usize, usize), Result<Option<Outcome>, Error>);

impl Work<'_> {
    fn carry_out(
        &self,
        store: &Store,
        shares: &[Vec<usize>],
        stop: &AtomicBool,
        already: usize,
        progress: &mut impl FnMut(&Progress),
    ) -> Result<Finished, Error> {
        let mut shown = ShownProgress::new(already, self.open.len(), shares.len());
        progress(&shown.progress);
        let (sender, receiver) = mpsc::channel::<Message>();
        std::thread::scope(|scope| {
            for cores in shares {
                let sender = sender.clone();
                scope.spawn(move || self.work(cores, &sender));
            }
            drop(sender);
            let mut failure = None;
            loop {
                match receiver.recv_timeout(Duration::from_millis(200)) {
                    Ok((pair, Ok(Some(outcome)))) => {
                        match store.insert(self.plan, pair, &outcome) {
                            Ok(status) => shown.count(pair, status),
                            Err(error) => failure = failure.or(Some(error)),
                        }
                    }
                    Ok((_, Ok(None))) => {}
                    Ok((_, Err(error))) => failure = failure.or(Some(error)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                progress(&shown.progress);
                shown.progress.news = None;
                if stop.load(Ordering::Relaxed) || failure.is_some() {
                    self.call_off();
                }
            }
            match failure {
                Some(error) => Err(error),
                None if shown.progress.done < shown.progress.total => Ok(Finished::Stopped),
                None => Ok(Finished::All),
            }
        })
    }

    /// Starts no more runs, and ends those in progress.
    fn call_off(&self) {
        self.stop.store(true, Ordering::Relaxed);
        for warden in self
            .wardens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            // SAFETY: the call has no conditions; the warden has not been waited for.
            unsafe { libc::kill(*warden as i32, libc::SIGTERM) };
        }
    }

    /// One of the threads: takes the next open pair until there is none.
    ///
    /// A warden dies with the thread that started it, and no thread ends before its warden.
    fn work(&self, cores: &[usize], sender: &mpsc::Sender<Message>) {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = self.open.get(index) else {
                return;
            };
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let outcome = self.run_one(*pair, cores, index);
            if sender.send((*pair, outcome)).is_err() {
                return;
            }
        }
    }

    /// `None` if the run was called off.
    fn run_one(
        &self,
        (task, config): (usize, usize),
        cores: &[usize],
        index: usize,
    ) -> Result<Option<Outcome>, Error> {
        self.programs[config].check(&self.plan.configs[config])?;
        let task = &self.plan.tasks[task];
        let config = &self.plan.configs[config];
        let limits = &self.plan.limits;
        let steps = match config.adapter.steps(task, &config.options, limits) {
            Ok(steps) => steps,
            Err(reason) => return Ok(Some(not_asked(reason))),
        };
        let job = Job {
            runner: std::process::id(),
            program: config.program.clone(),
            steps,
            adapter: config.adapter.clone(),
            asked: task.asked.clone(),
            limits: limits.clone(),
            cores: cores.to_vec(),
            cgroup: self.base.map(|base| base.child(&format!("run{index}"))),
            scratch: self.scratch.join(format!("run{index}")),
            mark: self.name.to_string(),
        };
        let answer = self.ask_warden(&job)?;
        if let Ok(outcome) = serde_json::from_str(&answer) {
            return Ok(Some(outcome));
        }
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        // The warden was killed, or could not do its work: that is not a result of the tool.
        let what = format!(
            "the run of {} on {} was ended from outside: {answer}",
            config.name, task.name
        );
        Err(Error::Runner(io::Error::other(what)))
    }

    /// What the warden writes to stdout, or its error message if it writes nothing.
    fn ask_warden(&self, job: &Job) -> Result<String, Error> {
        let mut child = Command::new(&self.runner.program)
            .args(&self.runner.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for the runner, which then tells the wardens.
            .process_group(0)
            .spawn()?;
        let lock = || self.wardens.lock().unwrap_or_else(PoisonError::into_inner);
        lock().insert(child.id());
        let text = serde_json::to_string(job).expect("a job is numbers and text");
        let mut answer = String::new();
        let mut asked = || -> io::Result<()> {
            if let Some(mut input) = child.stdin.take() {
                input.write_all(text.as_bytes())?;
            }
            if let Some(mut output) = child.stdout.take() {
                output.read_to_string(&mut answer)?;
            }
            if let Some(mut complaints) = child.stderr.take()
                && answer.is_empty()
            {
                complaints.read_to_string(&mut answer)?;
            }
            Ok(())
        };
        let asked = asked();
        lock().remove(&child.id());
        child.wait()?;
        asked?;
        Ok(answer)
    }
}

/// A tool that does not know the property or the options of a task.
fn not_asked(reason: String) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown,
        ending: Ending::Unknown,
        log: format!("not run: {reason}\n"),
        reason,
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        megabytes: 0.0,
        exit: None,
        signal: None,
        statistics: serde_json::Map::new(),
    }
}

/// What tells whether a program's file is still the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity(u64, u64, i64, i64);

impl Identity {
    fn of(config: &Config) -> Result<Identity, Error> {
        let path = &config.program;
        let data = std::fs::metadata(path).map_err(|e| Error::file(path, e))?;
        Ok(Identity(
            data.ino(),
            data.len(),
            data.mtime(),
            data.mtime_nsec(),
        ))
    }

    fn check(self, config: &Config) -> Result<(), Error> {
        if Identity::of(config).is_ok_and(|now| now == self) {
            return Ok(());
        }
        let program = config.program.display();
        Err(Error::Usage(format!(
            "{program} has changed during the run; results of two programs would be mixed. Use a copy of it."
        )))
    }
}

/// Progress, and what it is estimated from.
struct ShownProgress {
    progress: Progress,
    start: Instant,
    ended: usize,
    jobs: usize,
}

impl ShownProgress {
    fn new(already: usize, open: usize, jobs: usize) -> ShownProgress {
        ShownProgress {
            progress: Progress {
                done: already,
                total: already + open,
                ..Progress::default()
            },
            start: Instant::now(),
            ended: 0,
            jobs,
        }
    }

    fn count(&mut self, (task, config): (usize, usize), status: Status) {
        self.ended += 1;
        let progress = &mut self.progress;
        progress.done += 1;
        progress.correct += usize::from(status == Status::Correct);
        progress.wrong += usize::from(status == Status::Wrong);
        progress.news = Some((task, config, status));
        let left = (progress.total - progress.done) as f64;
        if self.ended >= self.jobs {
            let each = self.start.elapsed().as_secs_f64() / self.ended as f64;
            progress.left = Some(Duration::from_secs_f64(each * left));
        }
    }
}
