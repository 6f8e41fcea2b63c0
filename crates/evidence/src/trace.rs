//! Traces: how a program fails, for people.
//!
//! A trace is text already: names and values are C's. Places stay [`Place`]s, so that whoever shows a trace can add the
//! source line.

use crate::native::Native;
use program::{InputSource, Place, Property, SiteId};
use term::BitVec;

/// A run that ends in a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What the run took from outside, in order.
    pub inputs: Vec<Input>,
    pub steps: Vec<Step>,
    /// The number of steps that were dropped from the middle of a very long run, and before which step.
    pub left_out: Option<(usize, usize)>,
    pub violation: Violated,
    /// What the compiled program says, if it was asked.
    pub native: Option<Native>,
}

/// A value that the run took from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub source: InputSource,
    /// The C variable that it went to, if that is known.
    pub name: Option<String>,
    /// As C writes it.
    pub text: String,
    /// The same as bits; `None` for bytes in memory.
    pub value: Option<BitVec>,
    pub function: String,
    pub place: Place,
}

/// What one function did on one source line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub kind: StepKind,
    /// The number of functions entered and not left; the entry function has 1, what it calls 2.
    pub depth: usize,
    pub function: String,
    pub place: Place,
    /// What changed, in order; no name twice. For a call: the parameters.
    pub changes: Vec<Change>,
    /// Checks that failed on the way, though nobody asked for them and the run goes on.
    pub passed: Vec<String>,
}

impl Step {
    /// Whether a short trace shows it.
    pub fn matters(&self) -> bool {
        match self.kind {
            StepKind::Statement => !self.changes.is_empty() || !self.passed.is_empty(),
            // That `main` is called is no news.
            StepKind::Call => self.depth > 2 || !self.changes.is_empty(),
            StepKind::Return(_) => false,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    Statement,
    /// The function was entered.
    Call,
    /// The function returned, with this value.
    Return(Option<String>),
}

/// A variable, or a part of one, and its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// `x`, `buf[3]`, `s.field`.
    pub name: String,
    pub value: String,
}

/// The violated check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violated {
    pub site: SiteId,
    pub property: Property,
    pub place: Place,
    pub function: String,
    /// What goes wrong, in words.
    pub what: String,
    /// The values of the check's operands.
    pub operands: Vec<String>,
    /// What is wrong with a memory access, in words.
    pub detail: Option<String>,
    /// The variables that the failing function sees, with their values at the end.
    pub scope: Vec<Change>,
}
