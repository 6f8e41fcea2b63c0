//! What an answer must carry: verdicts with their evidence, the replay of counterexamples, and human-readable traces.
//!
//! [`replay()`] is the judge of a counterexample: it runs the program as the front end made it, before any transformation,
//! on the inputs that an engine found, and only a run that ends in exactly the violation that was claimed gives a
//! [`Trace`].
//!
//! [`Native`] is what the compiled program says about a counterexample, for users who ask for it.
//!
//! [`Inductive`] is the judge of an invariant: a fresh solver proves it again.
//!
//! Absences: nothing here shares code with an engine or knows a memory model; objects are what the interpreter says they are.

mod certificate;
mod circuit;
mod given;
mod inductive;
mod lasso;
mod leap;
mod ledger;
mod native;
mod needed;
mod objects;
mod ranking;
mod recheck;
mod record;
mod recurrence;
mod replay;
mod shapes;
mod trace;
mod value;
mod verdict;
mod watch;
mod words;

#[cfg(test)]
mod tests;

pub use certificate::{Certificate, FullUnrolling, Head, Invariants, Proof};
pub use circuit::{CircuitAnswer, NotShown, check_clauses, check_run};
pub use inductive::{Inductive, NotInductive};
pub use lasso::{NoLasso, replay_lasso, seek_lasso};
pub use leap::{AcceleratedLoop, Acceleration};
pub use ledger::{Asked, Ledger, Unrolled};
pub use native::{Harness, Native, NativeRun, harness, is_visible, judge};
pub use ranking::{
    Conditional, Decrease, Measure, Ranked, RankedPlace, Ranking, Relation, free_arguments,
};
pub use recheck::{recheck_runs, recheck_termination, recheck_unrolling};
pub use recurrence::{
    Judged, NotRecurrent, Recurrence, Station, Values, free_inputs, possible_inputs,
};
pub use replay::{ReplayFailure, replay, replay_accelerated};
pub use shapes::{
    Background, Cell, Decider, Executor, Field, Frame, GaveUp, Heap, Kind, Link, Node, NotProved,
    Object, Outcome, ProvedShapes, Region, Segment, Shapes, Spot, Val, describe as describe_heap,
    entails, watch_heaps,
};
pub use trace::{
    Change, Condition, Input, Lasso, Recurrent, RecurrentPlace, StepKind, Trace, TraceStep,
    Violated,
};
pub use verdict::{Reason, Verdict};
pub use watch::watch_runs;
pub use words::{WordsAnswer, check_invariant, check_word_run};
