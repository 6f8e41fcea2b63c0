//! The default: bounded model checking, and beside it kIkI as soon as a program turns out not to be bounded by a little.
//!
//! Unrolling finds violations, and proves what ends soon; induction proves what does not. Each works on a copy of the
//! program in a thread of its own, and the first one that has answered stops the other. The prover says that all checks
//! hold, and what the other one had not decided yet is TRUE; or it has found, by acceleration, a violation that unrolling
//! would not get to.

use crate::kiki::{Outcome, Work, provable};
use crate::{Answers, Bmc, Engine, Kiki, Options, Progress, Task, recheck};
use encode::promote::promote;
use evidence::{Certificate, Reason, Trace, Verdict};
use program::{Goals, Program, SiteId};
use smt::Cancel;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use term::TermPool;

/// Unrolling to this bound goes alone: most programs are decided by then.
const ALONE: u32 = 2;

/// The stack of the prover's thread; terms do not recurse on it, but callees of the executor do.
const STACK: usize = 256 << 20;

/// See the module documentation.
pub struct Portfolio;

/// The prover's copy of the task.
struct Copy {
    pool: TermPool,
    program: Program,
    goals: Goals,
    options: Options,
    cancel: Cancel,
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        let mut waiting = Some(Copy {
            pool: task.pool.clone(),
            program: task.program.clone(),
            goals: provable(task.program, &task.goals),
            options: task.options.clone(),
            cancel: task.cancel.child(),
        });
        let proved = provable(task.program, &task.goals);
        // If something is left to the unrolling alone, a proof of the rest must not stop it.
        let all = proved.iter().eq(task.goals.iter());
        let mut prover: Option<(Cancel, Receiver<Outcome>)> = None;
        let stop_unrolling = task.cancel.child();
        let mut answers = {
            let mut progress = |p: Progress| {
                if matches!(p, Progress::Unrolling { bound } if bound > ALONE)
                    && let Some(copy) = waiting.take()
                {
                    prover = Some(copy.start(all.then(|| stop_unrolling.clone())));
                }
                (task.progress)(p);
            };
            Bmc.run(&mut Task {
                pool: &mut *task.pool,
                program: task.program,
                goals: task.goals.clone(),
                options: task.options.clone(),
                progress: &mut progress,
                found: &mut *task.found,
                cancel: stop_unrolling.clone(),
            })
        };
        let Some((cancel, outcome)) = prover else {
            return answers;
        };
        cancel.raise();
        match outcome.try_recv() {
            Ok(Outcome::Proved(certificate, statistics)) => {
                take_over(&mut answers, &certificate, &proved);
                answers.statistics.extend(statistics);
                recheck_invariants(task, &mut answers);
            }
            Ok(Outcome::Found(site, trace)) => add_found(task, &mut answers, site, *trace),
            _ => {}
        }
        answers
    }
}

impl Copy {
    /// Starts the prover; what it proves stops the other engine.
    fn start(mut self, stop_other: Option<Cancel>) -> (Cancel, Receiver<Outcome>) {
        let (send, receive) = channel();
        let cancel = self.cancel.clone();
        let work = move || {
            let (promoted, promotion) = promote(&mut self.pool, &self.program);
            let limits = smt::Limits {
                conflicts: None,
                deadline: self.options.deadline,
                cancel: Some(self.cancel.clone()),
            };
            let work = Work {
                original: &self.program,
                program: &promoted,
                promotion: &promotion,
                goals: &self.goals,
                limits: &limits,
                backend: &self.options.backend,
                paranoid: self.options.paranoid,
            };
            let engine = Kiki::from_options(&self.options);
            let outcome = engine.prove(&mut self.pool, &work, &mut |_| {});
            let answered = matches!(outcome, Outcome::Proved(..) | Outcome::Found(..));
            // The receiver is gone if the answer came first from the other side.
            if send.send(outcome).is_ok()
                && answered
                && let Some(other) = stop_other
            {
                other.raise();
            }
        };
        let started = thread::Builder::new()
            .name("kiki".to_string())
            .stack_size(STACK)
            .spawn(work);
        // Without a thread there is one engine less; its channel is closed.
        drop(started);
        (cancel, receive)
    }
}

/// Gives what the unrolling had left open the prover's verdict.
fn take_over(answers: &mut Answers, certificate: &Certificate, proved: &Goals) {
    // What is not supported is among the checks that hold.
    answers.rest = None;
    let proved = answers
        .sites
        .iter_mut()
        .filter(|(site, _)| proved.contains(*site));
    for (_, verdict) in proved {
        match verdict {
            Verdict::Unknown(Reason::Internal(_)) => {}
            Verdict::Unknown(_) => *verdict = Verdict::True(certificate.clone()),
            Verdict::True(_) => {}
            Verdict::False(_) => {
                let what = "one engine proved what another one refuted".to_string();
                *verdict = Verdict::Unknown(Reason::Internal(what));
            }
        }
    }
}

/// Adds a violation that the other engine has found. What the unrolling had left open stays so.
fn add_found(task: &mut Task<'_>, answers: &mut Answers, failing: SiteId, trace: Trace) {
    (task.found)(failing, &trace);
    for (site, verdict) in &mut answers.sites {
        match verdict {
            Verdict::Unknown(_) if *site == failing => *verdict = Verdict::False(trace.clone()),
            Verdict::True(_) if *site == failing => {
                let what = "one engine proved what another one refuted".to_string();
                *verdict = Verdict::Unknown(Reason::Internal(what));
            }
            Verdict::Unknown(reason @ Reason::Cancelled) => *reason = Reason::Stopped,
            _ => {}
        }
    }
}

/// Under `--paranoid`: concrete runs of what was proved.
fn recheck_invariants(task: &mut Task<'_>, answers: &mut Answers) {
    if !task.options.paranoid {
        return;
    }
    let sites: Vec<_> = answers.sites.iter().map(|(site, _)| *site).collect();
    let result = recheck::random_runs(task, &sites);
    for (_, verdict) in &mut answers.sites {
        if let Verdict::True(Certificate::Invariants { rechecked, .. }) = verdict {
            match &result {
                Ok(()) => *rechecked = true,
                Err(reason) => *verdict = Verdict::Unknown(reason.clone()),
            }
        }
    }
}
