//! Verdicts. The evidence lives inside: there is no TRUE without a certificate and no FALSE without a trace.

use program::Place;

/// The answer for one check site, or for a whole property.
#[derive(Clone, Debug)]
pub enum Verdict<T> {
    True(Certificate),
    False(T),
    Unknown(Reason),
}

/// Why an answer is TRUE.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// There is no such check in the program, or none that any run reaches by its control flow alone.
    NothingToCheck,
    /// All runs were unrolled to their end, and a solver refuted that any of them violates the check or goes on beyond
    /// the unrolling.
    FullUnrolling {
        /// The number of loop iterations and nested calls that the solver had to decide, at the most.
        bound: u32,
        /// The refutation was repeated by a fresh solver, and random concrete runs met no violation.
        rechecked: bool,
    },
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Timeout {
        seconds: u64,
        doing: String,
    },
    Memory {
        megabytes: u64,
        doing: String,
    },
    Cancelled,
    /// A loop or recursion was cut off at the bound that the user gave.
    Bound {
        what: String,
        place: Place,
        bound: u32,
    },
    /// A construct that is not supported can be reached.
    Unsupported {
        what: String,
        place: Place,
    },
    /// The property itself has no engine yet.
    PropertyNotSupported,
    /// A run can end in undefined behaviour that nobody asked about, so nothing is known of what follows.
    Undefined {
        what: String,
        place: Place,
    },
    /// A solver gave up.
    Solver(String),
    /// A check of our own evidence failed: a bug in Aver.
    Internal(String),
}
