//! Traces: how a program fails, in human-readable form.
//!
//! Names and values are already text, as in C. Places stay [`Place`]s, so that a report can add the source line.

use crate::native::Native;
use program::{InputSource, Place, Property, SiteId};
use std::fmt;
use term::BitVec;

/// A run that ends in a violation. Only a replay makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    pub(crate) inputs: Vec<Input>,
    pub(crate) steps: Vec<TraceStep>,
    pub(crate) left_out: Option<(usize, usize)>,
    pub(crate) violation: Violated,
    pub(crate) native: Option<Native>,
}

impl Trace {
    /// What the run took from outside, in order.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    pub fn steps(&self) -> &[TraceStep] {
        &self.steps
    }

    /// The number of steps that were dropped from the middle of a very long run, and before which step.
    pub fn left_out(&self) -> Option<(usize, usize)> {
        self.left_out
    }

    pub fn violation(&self) -> &Violated {
        &self.violation
    }

    /// What the compiled program says, if it was asked.
    pub fn native(&self) -> Option<&Native> {
        self.native.as_ref()
    }

    /// Notes what the compiled program says.
    pub fn set_native(&mut self, native: Native) {
        self.native = Some(native);
    }
}

/// A run that does not end: after a stem it repeats a cycle for ever, with the same inputs each time, or goes on for ever within
/// a recurrent set. Only a replay makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    pub(crate) inputs: Vec<Input>,
    pub(crate) steps: Vec<TraceStep>,
    pub(crate) left_out: Option<(usize, usize)>,
    pub(crate) cycle: usize,
    pub(crate) place: Place,
    pub(crate) function: String,
    pub(crate) recursion: bool,
    pub(crate) recurrent: Option<Recurrent>,
}

/// States that a run need never leave, in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrent {
    pub(crate) engine: String,
    pub(crate) places: Vec<RecurrentPlace>,
}

/// The part of a recurrent set at one location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecurrentPlace {
    pub place: Place,
    /// The conditions that hold there each time.
    pub set: Vec<String>,
    /// The inputs that keep the run in the set: where each comes from, and what it is.
    pub choices: Vec<(String, String)>,
}

impl Recurrent {
    /// How it was found.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The locations that a run comes to again and again.
    pub fn places(&self) -> &[RecurrentPlace] {
        &self.places
    }
}

impl Lasso {
    /// The set that the run never leaves, if no state was seen twice. Then the cycle is one turn of it.
    pub fn recurrent(&self) -> Option<&Recurrent> {
        self.recurrent.as_ref()
    }

    /// What the run took from outside, once round the cycle.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The stem, and the cycle once.
    pub fn steps(&self) -> &[TraceStep] {
        &self.steps
    }

    /// As in [`Trace::left_out`].
    pub fn left_out(&self) -> Option<(usize, usize)> {
        self.left_out
    }

    /// Where the cycle begins among the steps.
    pub fn cycle(&self) -> usize {
        self.cycle
    }

    /// Whether it is a function that calls itself without end, and not a loop.
    pub fn is_recursion(&self) -> bool {
        self.recursion
    }

    /// The head of the loop that the run never leaves, or the function.
    pub fn place(&self) -> Place {
        self.place
    }

    pub fn function(&self) -> &str {
        &self.function
    }
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
pub struct TraceStep {
    pub kind: StepKind,
    /// The number of functions entered and not left; the entry function has 1, what it calls 2.
    pub depth: usize,
    pub function: String,
    pub place: Place,
    /// What changed, in order; no name twice. For a call: the parameters.
    pub changes: Vec<Change>,
    /// Checks that failed on the way, although they were not asked for and the run continues.
    pub passed: Vec<String>,
}

impl TraceStep {
    /// Whether a short trace shows it.
    pub fn matters(&self) -> bool {
        match self.kind {
            StepKind::Statement => !self.changes.is_empty() || !self.passed.is_empty(),
            // The call of `main` tells the reader nothing.
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
    /// What the arguments of the entry function must satisfy for this to happen, besides the values in the trace.
    pub conditions: Vec<Condition>,
}

impl Violated {
    /// ` (if p is null)`; empty if there is no condition.
    pub fn condition(&self) -> String {
        let texts: Vec<String> = self.conditions.iter().map(Condition::to_string).collect();
        match texts.is_empty() {
            true => String::new(),
            false => format!(" (if {})", texts.join(" and ")),
        }
    }
}

/// What a user can exclude by saying more about the arguments of the entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The pointer of this name is null.
    Null(String),
    /// A pointer is null because no more objects are made for it.
    Cut,
    /// The array that a pointer points to is too short.
    Short {
        pointer: String,
        /// The pointer for which the array was made.
        owner: String,
        /// How many elements the access needs, and how many there can be.
        elements: u64,
        most: u64,
        /// The parameter that may be intended as the number of elements, if it is greater than that number.
        count: Option<String>,
    },
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Null(name) => write!(f, "{name} is null"),
            Condition::Cut => write!(f, "a pointer beyond --args-depth is null"),
            Condition::Short {
                pointer,
                count: Some(count),
                ..
            } => write!(f, "{pointer} points to fewer than {count} elements"),
            Condition::Short {
                pointer, elements, ..
            } => {
                write!(f, "{pointer} points to fewer than {elements} elements")
            }
        }
    }
}
