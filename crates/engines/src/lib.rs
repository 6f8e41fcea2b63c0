//! The engines: each takes a [`Task`] and gives [`Answers`].
//!
//! Only what `evidence` has confirmed leaves this crate: a FALSE carries a trace that the interpreter has replayed on the
//! program as the front end made it, a TRUE says how it was proved. An engine never looks at LLVM, and never prints.

mod accelerate;
mod ai;
mod bmc;
mod board;
mod kiki;
mod portfolio;
mod recheck;
mod unwindset;
mod vacuity;

pub use ai::Ai;
pub use bmc::Bmc;
pub use kiki::Kiki;
pub use portfolio::Portfolio;
pub use unwindset::complaints as unwindset_complaints;

use board::{Board, Partial};
use cpu_time::ThreadTime;
use domains::{Domain, Sum};
use encode::exec::CutPoints;
use evidence::{Reason, Trace, Verdict};
use kiki::Outcome;
use program::{Goals, Program, SiteId};
use smt::{Backend, Cancel, Limits};
use std::fmt;
use std::time::Instant;
use term::TermPool;

/// What an engine works on.
pub struct Task<'a> {
    pub pool: &'a mut TermPool,
    /// As the front end made it; engines promote a copy.
    pub program: &'a Program,
    pub goals: Goals,
    pub options: Options,
    /// Is told what the engine does.
    pub progress: &'a mut dyn FnMut(Progress),
    /// Is told of every violation as soon as it is confirmed, so that it is not lost if the process is.
    pub found: &'a mut dyn FnMut(SiteId, &Trace),
    pub cancel: Cancel,
}

/// Which engine is to answer.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The best answer we know how to give.
    #[default]
    Auto,
    /// Bounded model checking alone.
    Bmc,
    /// Abstract interpretation alone.
    Ai,
    /// kIkI that also remembers states from which a violation follows, and looks for them from the entry.
    Bkind,
    /// kIkI with these domains and nothing else, tried in this order (k-induction is kIkI with the trivial one), or with all
    /// that there are.
    Kiki(Option<Vec<Domain>>),
}

/// What the user can set.
#[derive(Clone, Default)]
pub struct Options {
    pub engine: Choice,
    /// Unroll every loop and recursion this often and no more; without it, until the answer is known.
    pub unwind: Option<u32>,
    /// Let the bound grow by this much in each round instead of doubling it.
    pub unwind_step: Option<u32>,
    /// Other numbers for single loops, by the names of [`unwindset`].
    pub unwindset: Vec<(String, u32)>,
    /// Stop at the first violation.
    pub stop_on_fail: bool,
    /// Check every TRUE once more with a fresh solver and random concrete runs.
    pub paranoid: bool,
    pub deadline: Option<Instant>,
    /// Which solver decides.
    pub backend: Backend,
    /// Where the transition system has locations.
    pub cuts: CutPoints,
    /// Whether induction starts with what abstract interpretation finds.
    pub facts: Seeding,
    /// Sums that invariants bound, besides those of their domain.
    pub sums: Vec<Sum>,
    /// Induction is tried up to this k.
    pub max_k: Option<u32>,
    /// Invariants may be disjunctions over the loops that have gone round.
    pub loop_paths: bool,
    /// By how much k grows; by 1 if nothing is said.
    pub k_step: Option<u32>,
    pub strategy: Strategy,
    /// Induction considers only runs on which no state comes twice.
    pub simple_path: bool,
    /// TRUE even if the assumptions exclude every run.
    pub allow_vacuous: bool,
}

/// Whether facts from abstract interpretation are used.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Seeding {
    #[default]
    On,
    Off,
}

/// How the bounds of an invariant's rows are raised until they are inductive.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// To the greatest value that one step can give a row, by binary search.
    #[default]
    BinarySearch,
    /// To the value in the state that the solver has just shown.
    Enumerating,
}

impl Task<'_> {
    fn limits(&self) -> Limits {
        Limits {
            deadline: self.options.deadline,
            cancel: Some(self.cancel.clone()),
            ..Limits::default()
        }
    }
}

/// What an engine is doing. `Display` gives the line to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Unrolling to a bound.
    Unrolling { bound: u32 },
    /// Asking the solver.
    Solving {
        bound: u32,
        checks: usize,
        terms: usize,
    },
    /// Proving by induction.
    Induction { k: u32, what: String },
    /// Confirming what was found.
    Confirming { what: String },
    /// Unrolling alone, since induction cannot do with something in the program.
    Alone { what: String, doing: Box<Progress> },
}

impl Progress {
    /// The same, and what keeps induction from going on beside it.
    fn alone(self, obstacle: Option<&str>) -> Progress {
        match obstacle {
            None => self,
            Some(what) => Progress::Alone {
                what: what.to_string(),
                doing: Box::new(self),
            },
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Unrolling { bound } => write!(f, "bmc, bound = {bound}: unrolling"),
            Progress::Solving {
                bound,
                checks,
                terms,
            } => {
                write!(
                    f,
                    "bmc, bound = {bound}: solving {checks} checks, {terms} terms"
                )
            }
            Progress::Induction { k, what } => write!(f, "kiki, k = {k}: {what}"),
            Progress::Confirming { what } => write!(f, "bmc: confirming {what}"),
            Progress::Alone { what, doing } => {
                let doing = doing.to_string();
                let (name, rest) = doing.split_once(": ").unwrap_or((&doing, "going on"));
                write!(f, "{name}, without induction because of {what}: {rest}")
            }
        }
    }
}

/// What an engine found.
pub struct Answers {
    /// One verdict per goal, by ascending site.
    pub sites: Vec<(SiteId, Verdict<Trace>)>,
    /// Why not even a property without any check holds: a run may get to a construct that is not supported, and what such
    /// a construct would do, or call, is not in the program.
    pub rest: Option<Reason>,
    /// What the user should know about the answers, such as that the assumptions exclude every run.
    pub warnings: Vec<String>,
    /// Counters, in a fixed order.
    pub statistics: Vec<(String, u64)>,
}

impl Answers {
    /// Nothing is known, for this reason.
    fn open(task: &Task<'_>, reason: &Reason) -> Answers {
        let verdict = |site| (site, Verdict::Unknown(reason.clone()));
        Answers {
            sites: task.goals.iter().map(verdict).collect(),
            rest: bmc::has_gaps(task.pool, task.program).then(|| reason.clone()),
            warnings: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// Adds what induction has proved while it was at work.
    fn add_parts(&mut self, board: &Board) {
        for part in board.parts_from(0) {
            self.take_over(&part);
        }
    }

    /// Adds the counters of an induction.
    fn add_counters(&mut self, outcome: Outcome) {
        self.statistics.extend(match outcome {
            Outcome::Proved(_, statistics)
            | Outcome::Refuted(_, statistics)
            | Outcome::Open(_, statistics) => statistics,
            Outcome::Found(..) => Vec::new(),
        });
    }

    /// Gives what was left open, and has been proved by induction, that verdict.
    fn take_over(&mut self, part: &Partial) {
        // What is not supported is among the checks that hold.
        self.rest = None;
        let sites = self.sites.iter_mut();
        for (_, verdict) in sites.filter(|(site, _)| part.proved.contains(site)) {
            match verdict {
                Verdict::Unknown(Reason::Internal(_)) | Verdict::True(_) => {}
                Verdict::Unknown(_) => *verdict = Verdict::True(part.certificate.clone()),
                Verdict::False(_) => {
                    let what = "one engine proved what another one refuted".to_string();
                    *verdict = Verdict::Unknown(Reason::Internal(what));
                }
            }
        }
    }
}

impl Options {
    /// Whether the user says how far loops are to be followed.
    fn is_bounded(&self) -> bool {
        self.unwind.is_some() || !self.unwindset.is_empty()
    }
}

/// A way to find answers.
pub trait Engine {
    /// As in `--engine`.
    fn name(&self) -> &'static str;

    fn run(&self, task: &mut Task<'_>) -> Answers;
}

/// Runs the engine that the options choose.
pub fn verify(mut task: Task<'_>) -> Answers {
    let mut answers = match &task.options.engine {
        // A bound is a question about unrolling.
        Choice::Auto if !task.options.is_bounded() => Portfolio.run(&mut task),
        Choice::Auto | Choice::Bmc => Bmc.run(&mut task),
        Choice::Ai => Ai.run(&mut task),
        Choice::Bkind | Choice::Kiki(_) => Kiki::from_options(&task.options).run(&mut task),
    };
    if !task.options.allow_vacuous {
        vacuity::doubt(&mut task, &mut answers);
    }
    answers
}

/// Bounded model checking, where induction has nothing to say: what kept it from that goes into the progress.
fn unroll_alone(task: &mut Task<'_>, board: &Board, obstacle: Option<&kiki::Obstacle>) -> Answers {
    let what =
        obstacle.map(|(what, place)| format!("{what} at {}", task.program.show_place(*place)));
    let progress = &mut *task.progress;
    let mut task = Task {
        pool: &mut *task.pool,
        program: task.program,
        goals: task.goals.clone(),
        options: task.options.clone(),
        progress: &mut |p| progress(p.alone(what.as_deref())),
        found: &mut *task.found,
        cancel: task.cancel.clone(),
    };
    Bmc.run_beside(&mut task, board)
}

/// The CPU time of the thread since then, as a counter.
fn cpu_ms(name: &str, since: ThreadTime) -> (String, u64) {
    let spent = since.elapsed().as_millis();
    (name.to_string(), u64::try_from(spent).unwrap_or(u64::MAX))
}

/// Why a solver's "unknown" leaves us without an answer.
fn reason_of(why: smt::Why) -> Reason {
    match why {
        smt::Why::Cancelled => Reason::Cancelled,
        smt::Why::Timeout => Reason::Solver("the time is up".to_string()),
        smt::Why::Memory => Reason::Solver("the memory is used up".to_string()),
        smt::Why::Conflicts => Reason::Solver("the limit of conflicts is reached".to_string()),
        smt::Why::Other(what) => Reason::Solver(what),
    }
}
