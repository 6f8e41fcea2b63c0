//! The default: bounded model checking, and beside it kIkI as soon as a program turns out not to be bounded by a little.
//!
//! Unrolling finds violations, and proves what ends soon; induction proves what does not. Each works on a copy of the
//! program in a thread of its own, and the first one that has answered stops the other. What the prover has proved, and the
//! other one had not decided yet, is TRUE; or it has found, by acceleration, a violation that unrolling would not get to.
//! Checks that fail are for unrolling to show. When it has shown some and gives the others up, the prover may go on for as
//! long as all has taken until then, or a little longer.

use crate::kiki::{Outcome, Partial, Work};
use crate::{Answers, Bmc, Engine, Kiki, Options, Progress, Task, recheck};
use encode::promote::promote;
use evidence::{Reason, Trace, Verdict};
use program::{Goals, Program, SiteId};
use smt::Cancel;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use term::TermPool;

/// Unrolling to this bound goes alone: most programs are decided by then.
const ALONE: u32 = 2;

/// The prover may go on for so long at least when unrolling has given up.
const LEAST_WAIT: Duration = Duration::from_secs(1);

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
            goals: task.goals.clone(),
            options: task.options.clone(),
            cancel: task.cancel.child(),
        });
        let mut prover: Option<Prover> = None;
        let stop_unrolling = task.cancel.child();
        let start = Instant::now();
        let mut answers = {
            let mut progress = |p: Progress| {
                if matches!(p, Progress::Unrolling { bound } if bound > ALONE)
                    && let Some(copy) = waiting.take()
                {
                    prover = Some(copy.start(stop_unrolling.clone()));
                }
                let obstacle = prover.as_mut().and_then(|p| p.obstacle(task.program));
                (task.progress)(p.alone(obstacle.as_deref()));
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
        let Some(mut prover) = prover else {
            return answers;
        };
        if answers.gave_up(task) {
            prover.wait(start.elapsed().max(LEAST_WAIT));
        }
        prover.cancel.raise();
        prover.listen();
        match prover.outcome {
            Some(Outcome::Found(site, trace)) => add_found(task, &mut answers, site, *trace),
            Some(outcome) => answers.add_proofs(prover.parts, outcome),
            None => answers.add_parts(prover.parts),
        }
        recheck::invariants(task, &mut answers);
        answers
    }
}

impl Answers {
    /// Whether unrolling has found a violation, and left something else open without need.
    fn gave_up(&self, task: &Task<'_>) -> bool {
        let is_open = |v: &Verdict<Trace>| {
            matches!(v, Verdict::Unknown(Reason::Bound { .. } | Reason::Stopped))
        };
        let has = |is: &dyn Fn(&Verdict<Trace>) -> bool| self.sites.iter().any(|(_, v)| is(v));
        !task.options.stop_on_fail
            && has(&|v| matches!(v, Verdict::False(_)))
            && has(&is_open)
            && task.limits().expired().is_none()
    }
}

/// The other thread.
struct Prover {
    cancel: Cancel,
    inbox: Receiver<Message>,
    parts: Vec<Partial>,
    outcome: Option<Outcome>,
}

/// What the prover says.
enum Message {
    Part(Partial),
    Ended(Outcome),
}

impl Prover {
    fn hear(&mut self, message: Message) {
        match message {
            Message::Part(part) => self.parts.push(part),
            Message::Ended(outcome) => self.outcome = Some(outcome),
        }
    }

    fn listen(&mut self) {
        while let Ok(message) = self.inbox.try_recv() {
            self.hear(message);
        }
    }

    /// Until it has come to its end, but no longer than so.
    fn wait(&mut self, most: Duration) {
        let deadline = Instant::now() + most;
        while self.outcome.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left) {
                Ok(message) => self.hear(message),
                Err(_) => return,
            }
        }
    }

    /// What in the program kept it from going on.
    fn obstacle(&mut self, program: &Program) -> Option<String> {
        self.listen();
        match &self.outcome {
            Some(Outcome::Refuted(Some((what, place)), _)) => {
                Some(format!("{what} at {}", program.show_place(*place)))
            }
            _ => None,
        }
    }
}

impl Copy {
    /// Starts the prover; a proof of all stops the other engine.
    fn start(mut self, stop_other: Cancel) -> Prover {
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
                cuts: self.options.cuts,
                paranoid: self.options.paranoid,
            };
            let engine = Kiki::from_options(&self.options);
            // The receiver is gone if the answer came first from the other side.
            let mut part = |p| drop(send.send(Message::Part(p)));
            let outcome = engine.prove(&mut self.pool, &work, &mut |_| {}, &mut part);
            let answered = match &outcome {
                Outcome::Proved(_, excused, _) => excused.is_empty(),
                Outcome::Found(..) => true,
                _ => false,
            };
            if send.send(Message::Ended(outcome)).is_ok() && answered {
                stop_other.raise();
            }
        };
        let started = thread::Builder::new()
            .name("kiki".to_string())
            .stack_size(STACK)
            .spawn(work);
        // Without a thread there is one engine less; its channel is closed.
        drop(started);
        Prover {
            cancel,
            inbox: receive,
            parts: Vec::new(),
            outcome: None,
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
