//! The engines: each takes a context and puts up notes on a board, from which the [`Answers`] are read at the end.
//!
//! Only what `evidence` has confirmed leaves this crate: a FALSE carries a trace that the interpreter has replayed on the
//! program as the front end made it, a TRUE says how it was proved. An engine never looks at LLVM, and never prints. Engines
//! do not know each other: which ones run, and when, is a [`Configuration`].

mod accelerate;
mod ai;
mod answers;
mod bmc;
mod board;
mod circuit;
mod context;
mod dimspec;
mod facts;
mod files;
mod frames;
mod ic3;
mod ic3ia;
mod kiki;
mod progress;
mod recheck;
mod registry;
mod schedule;
mod settings;
mod shapes;
mod termination;
mod unwinding;
mod unwindset;
mod vacuity;
mod values;

#[cfg(test)]
mod tests;

pub use answers::Answers;
pub use circuit::{Machine as Circuit, circuit as circuit_of, words as words_of};
pub use files::{FileEngine, decide as decide_circuit, decide_words};
pub use progress::Progress;
pub use registry::{CONFIGURATIONS, Configuration};
pub use settings::{Common, Proving, Settings, Switch, cut_points};
pub use unwindset::complaints as unwindset_complaints;

use board::Board;
use context::Context;
use evidence::{Lasso, Trace};
use program::{Goals, Program, SiteId};
use schedule::Schedule;
use smt::Backend;
use std::sync::Arc;
use std::sync::mpsc::channel;
use term::TermPool;

/// A way to find answers.
pub(crate) trait Engine: Send + Sync {
    /// Names its progress and its counters.
    fn name(&self) -> &'static str;

    fn run(&self, context: &mut Context);
}

/// Who is told what happens while engines run.
pub trait Observer {
    /// What the engine that leads does now.
    fn progress(&mut self, progress: &Progress);

    /// A violation is confirmed. Whoever keeps it does not lose it if the process dies.
    fn found(&mut self, site: SiteId, trace: &Trace);

    /// A run that does not end is confirmed.
    fn found_lasso(&mut self, lasso: &Lasso);
}

/// An observer that does not look.
impl Observer for () {
    fn progress(&mut self, _: &Progress) {}

    fn found(&mut self, _: SiteId, _: &Trace) {}

    fn found_lasso(&mut self, _: &Lasso) {}
}

/// What is to be verified, and how.
pub struct Task {
    pub pool: TermPool,
    /// As the front end made it.
    pub program: Arc<Program>,
    pub goals: Goals,
    pub settings: Settings,
    pub common: Common,
    pub backend: Backend,
}

/// Runs the engines of the configuration that the settings name.
pub fn verify(task: Task, observer: &mut dyn Observer) -> Answers {
    let (send, inbox) = channel();
    let board = Board::new(&task.goals, send);
    let mut context = Context::new(
        task.pool,
        task.program,
        task.goals,
        task.common,
        task.backend,
        board,
    );
    let cuts = task.settings.proving.cuts;
    let mut schedule = match context.goals.iter().next().is_none() && context.goals.termination() {
        true => Schedule { lanes: Vec::new() },
        false => task.settings.proving.engine.schedule(&task.settings),
    };
    if context.goals.termination() {
        schedule.lanes.extend(registry::termination(&task.settings));
    }
    schedule.run(&context, &inbox, observer);
    let programs = context.programs();
    let has_gaps = programs.as_ref().is_some_and(|p| p.has_gaps);
    let program = programs.as_ref().map(|p| &*p.original);
    let mut answers = Answers::read(&context.board, program, &context.goals, has_gaps);
    recheck::invariants(&context, &mut answers);
    recheck::termination(&context, &mut answers);
    if !context.common.allow_vacuous {
        vacuity::doubt(&mut context, &mut answers);
    }
    answers.ends_if = termination::suggest(&context, &answers, cuts);
    answers
}
