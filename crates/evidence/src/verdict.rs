//! Verdicts. The evidence lives inside: there is no TRUE without a certificate and no FALSE without a trace.

use crate::certificate::Certificate;
use program::{Place, Program, Property};

/// The answer for one check site, or for a whole property.
#[derive(Clone, Debug)]
pub enum Verdict<T> {
    True(Certificate),
    False(T),
    Unknown(Reason),
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
    /// Another check failed and the user wanted to stop there.
    Stopped,
    /// A loop or recursion was cut off at the bound that the user gave.
    Bound {
        what: String,
        place: Place,
        bound: u32,
    },
    /// What was tried is not inductive, up to the k that the user gave.
    NotInductive {
        k: u32,
    },
    /// A construct that is not supported can be reached.
    Unsupported {
        what: String,
        place: Place,
    },
    /// The input lacks the checks of the property.
    Lacking(String),
    /// A run can end in undefined behaviour whose property was not asked for, so nothing is known about what follows.
    Undefined {
        what: String,
        property: Property,
        place: Place,
    },
    /// Every run ends if none meets undefined behaviour here, but that is not proved.
    NotExcluded {
        what: String,
        place: Place,
    },
    /// Neither a proof that every run ends nor a run that does not was found. The loop is one without a proof, if one is known.
    Endless {
        place: Option<Place>,
    },
    /// Every counterexample found depends on the result of a function that is not modelled exactly.
    Approximated {
        function: String,
        place: Place,
    },
    /// The endless runs that were found go on only as long as a clock or random numbers say so.
    Passing {
        function: String,
    },
    /// Every counterexample found depends on what a function without a body may have written.
    External {
        function: String,
        place: Place,
    },
    /// Every counterexample found depends on where objects lie, which C leaves open.
    Layout {
        place: Place,
    },
    /// The assumptions exclude every run.
    Vacuous,
    /// A violation was found, but its replay exceeds the limits of a replay.
    NotReplayed {
        why: String,
        place: Place,
    },
    /// A solver gave up.
    Solver(String),
    /// An engine came to a limit of its own.
    Limit(String),
    /// A check of our own evidence failed: a bug in Aver.
    Internal(String),
}

/// A solver's "unknown" as the reason for having no answer.
impl From<smt::Why> for Reason {
    fn from(why: smt::Why) -> Reason {
        Reason::Solver(match why {
            smt::Why::Cancelled => return Reason::Cancelled,
            smt::Why::Timeout => "the time is up".to_string(),
            smt::Why::Memory => "the memory is used up".to_string(),
            smt::Why::Conflicts => "the limit of conflicts is reached".to_string(),
            smt::Why::Other(what) => what,
        })
    }
}

impl Reason {
    /// The text between the parentheses of `VERDICT: UNKNOWN (…)`.
    pub fn text(&self, program: &Program) -> String {
        let at = |place: &Place| program.show_place(*place);
        match self {
            Reason::Timeout { seconds, doing } => Reason::timeout_text(*seconds, doing),
            Reason::Memory { megabytes, doing } => Reason::memory_text(*megabytes, doing),
            Reason::Cancelled => "interrupted".to_string(),
            Reason::Stopped => "stopped at the first violation".to_string(),
            Reason::Bound { what, place, bound } => {
                format!("{what} at {} was cut off at bound {bound}", at(place))
            }
            Reason::NotInductive { k } => {
                format!("the checks are not inductive with what was tried, up to k = {k}")
            }
            Reason::Unsupported { what, place } => format!("{what}, at {}", at(place)),
            Reason::Lacking(what) => what.clone(),
            Reason::Undefined {
                what,
                property,
                place,
            } => format!(
                "undefined behaviour: {what} at {}; --property {property} shows such a run",
                at(place)
            ),
            Reason::NotExcluded { what, place } => format!(
                "every run ends, unless it meets undefined behaviour: {what} at {}",
                at(place)
            ),
            Reason::Endless { place: Some(place) } => {
                format!("no proof that the loop at {} ends", at(place))
            }
            Reason::Endless { place: None } => "no proof that every run ends".to_string(),
            Reason::Approximated { function, place } => format!(
                "a violation at {} depends on the result of `{function}`, which is not modelled exactly",
                at(place)
            ),
            Reason::Passing { function } => format!(
                "a run goes on for ever only if `{function}`, which a program may wait for, always returns what lets it go on"
            ),
            Reason::External { function, place } => format!(
                "a violation at {} depends on what `{function}`, which has no body, may have written; give it a body, or \
                 say --undefined-functions unknown-result if it writes nothing, havoc if it may write anything",
                at(place)
            ),
            Reason::Layout { place } => format!(
                "a violation at {} depends on where objects lie in memory, which C leaves open",
                at(place)
            ),
            Reason::Vacuous => {
                "the assumptions exclude every run, so that every property holds; --allow-vacuous \
                                accepts that"
                    .to_string()
            }
            Reason::NotReplayed { why, place } => {
                format!("a violation at {} is not confirmed: {why}", at(place))
            }
            Reason::Solver(what) => format!("the solver gave up: {what}"),
            Reason::Limit(what) => what.clone(),
            Reason::Internal(what) => format!("internal error: {what}"),
        }
    }

    /// The text for a timeout, even if there is no program yet.
    pub fn timeout_text(seconds: u64, doing: &str) -> String {
        format!("timeout after {seconds} s{}", in_phase(doing))
    }

    /// The text for lack of memory, even if there is no program yet.
    pub fn memory_text(megabytes: u64, doing: &str) -> String {
        format!("out of memory at {megabytes} MB{}", in_phase(doing))
    }
}

fn in_phase(doing: &str) -> String {
    if doing.is_empty() {
        String::new()
    } else {
        format!(" in {doing}")
    }
}
