//! Whether a path goes on.

use std::ops::ControlFlow;

/// The run has ended on this path, no run takes it (its guard folds to false), or the execution was cut off here. The log
/// says which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathEnd;

/// What becomes of a path when something was executed on it: it goes on, with a value, or it does not.
pub type Flow<T = ()> = ControlFlow<PathEnd, T>;
