//! The default: bounded model checking, and beside it kIkI as soon as a program turns out not to be bounded by a little.
//!
//! Unrolling finds violations, and proves what ends soon; induction proves what does not. Each works on a copy of the
//! program in a thread of its own, they tell each other what they have found ([`Board`]), and when nothing is left to do both
//! stop. What the prover has proved, and the other one had not decided yet, is TRUE; or it has found, by acceleration, a
//! violation that unrolling would not get to. Checks that fail are for unrolling to show. When it has shown some and gives
//! the others up, the prover may go on for as long as all has taken until then, or a little longer.

use crate::board::Board;
use crate::kiki::{Outcome, Work};
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
    board: Board,
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        let stop_unrolling = task.cancel.child();
        let board = Board::new(task.goals.iter().collect(), stop_unrolling.clone());
        let mut waiting = Some(Copy {
            pool: task.pool.clone(),
            program: task.program.clone(),
            goals: task.goals.clone(),
            options: task.options.clone(),
            cancel: task.cancel.child(),
            board: board.clone(),
        });
        let mut prover: Option<Prover> = None;
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
            let mut task = Task {
                pool: &mut *task.pool,
                program: task.program,
                goals: task.goals.clone(),
                options: task.options.clone(),
                progress: &mut progress,
                found: &mut *task.found,
                cancel: stop_unrolling.clone(),
            };
            Bmc.run_beside(&mut task, &board)
        };
        let Some(mut prover) = prover else {
            return answers;
        };
        if answers.gave_up(task) {
            prover.wait(start.elapsed().max(LEAST_WAIT));
        }
        prover.cancel.raise();
        prover.listen();
        if stop_unrolling.is_raised() {
            // It was the prover that stopped it, and is about to end, too.
            prover.wait(LEAST_WAIT);
        }
        answers.add_parts(&board);
        match prover.outcome {
            Some(Outcome::Found(site, trace)) => add_found(task, &mut answers, site, *trace),
            Some(outcome) => answers.add_counters(outcome),
            None => {}
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
    inbox: Receiver<Outcome>,
    outcome: Option<Outcome>,
}

impl Prover {
    fn listen(&mut self) {
        self.outcome = self.outcome.take().or_else(|| self.inbox.try_recv().ok());
    }

    /// Until it has come to its end, but no longer than so.
    fn wait(&mut self, most: Duration) {
        if self.outcome.is_none() {
            self.outcome = self.inbox.recv_timeout(most).ok();
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
                deadline: self.options.deadline,
                cancel: Some(self.cancel.clone()),
                ..Default::default()
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
                board: &self.board,
            };
            let engine = Kiki::from_options(&self.options);
            let outcome = engine.prove(&mut self.pool, &work, &mut |_| {});
            let is_found = matches!(outcome, Outcome::Found(..));
            // The receiver is gone if the answer came first from the other side.
            if send.send(outcome).is_ok() && is_found {
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
