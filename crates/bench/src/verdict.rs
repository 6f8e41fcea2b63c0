//! What a tool answers, and what an answer is worth.
//!
//! Scores are SV-COMP's: a proof counts 2, a violation 1, a wrong alarm -16, a wrong proof -32. (Beyer, Strejček:
//! Improvements in software verification and witness validation: SV-COMP 2025, TACAS 2025.)

use crate::task::Expected;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    True,
    /// With the property that is violated, where the tool names it.
    False(Option<String>),
    Unknown,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::True => write!(f, "TRUE"),
            Verdict::False(None) => write!(f, "FALSE"),
            Verdict::False(Some(property)) => write!(f, "FALSE({property})"),
            Verdict::Unknown => write!(f, "UNKNOWN"),
        }
    }
}

impl Verdict {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Verdict> {
        match text {
            "TRUE" => Some(Verdict::True),
            "FALSE" => Some(Verdict::False(None)),
            "UNKNOWN" => Some(Verdict::Unknown),
            _ => {
                let property = text.strip_prefix("FALSE(")?.strip_suffix(')')?;
                Some(Verdict::False(Some(property.to_string())))
            }
        }
    }
}

/// What the output of one process means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    Verdict(Verdict),
    /// The bound was too small.
    Deeper(String),
    Unknown(String),
    Timeout(String),
    Memory(String),
    Error(String),
}

/// How a run ended, judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Status {
    /// First, since that is what matters most.
    Wrong,
    Correct,
    /// TRUE or FALSE, and the right answer is not known.
    Unjudged,
    Unknown,
    Timeout,
    Memory,
    Output,
    Error,
}

impl Status {
    pub const ALL: [Status; 8] = [
        Status::Wrong,
        Status::Correct,
        Status::Unjudged,
        Status::Unknown,
        Status::Timeout,
        Status::Memory,
        Status::Output,
        Status::Error,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Status::Wrong => "wrong",
            Status::Correct => "correct",
            Status::Unjudged => "unjudged",
            Status::Unknown => "unknown",
            Status::Timeout => "timeout",
            Status::Memory => "out of memory",
            Status::Output => "output limit",
            Status::Error => "error",
        }
    }

    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Whether there is an answer, right or not.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Wrong | Status::Correct | Status::Unjudged)
    }
}

/// Why a run has no verdict of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The tool ended by itself; its verdict counts.
    Answer,
    Unknown,
    Timeout,
    Memory,
    Output,
    Error,
}

/// A verdict against what is right.
pub fn judge(ending: Ending, verdict: &Verdict, expected: Option<&Expected>) -> Status {
    match ending {
        Ending::Unknown => return Status::Unknown,
        Ending::Timeout => return Status::Timeout,
        Ending::Memory => return Status::Memory,
        Ending::Output => return Status::Output,
        Ending::Error => return Status::Error,
        Ending::Answer => {}
    }
    match (verdict, expected) {
        (Verdict::Unknown, _) => Status::Unknown,
        (_, None) => Status::Unjudged,
        (Verdict::True, Some(Expected::True)) => Status::Correct,
        (Verdict::False(found), Some(Expected::False(violated))) => match (found, violated) {
            // A violation of another property is not the expected violation.
            (Some(found), Some(violated)) if found != violated => Status::Wrong,
            _ => Status::Correct,
        },
        _ => Status::Wrong,
    }
}

/// SV-COMP's score.
pub fn score(status: Status, verdict: &Verdict) -> i64 {
    match (status, verdict) {
        (Status::Correct, Verdict::True) => 2,
        (Status::Correct, _) => 1,
        (Status::Wrong, Verdict::True) => -32,
        (Status::Wrong, _) => -16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_by_what_is_right() {
        let violated = |p: &str| Expected::False(Some(p.to_string()));
        let found = |p: &str| Verdict::False(Some(p.to_string()));
        let any = Expected::False(None);
        for (verdict, expected, status, points) in [
            (Verdict::True, Some(&Expected::True), Status::Correct, 2),
            (Verdict::True, Some(&any), Status::Wrong, -32),
            (
                Verdict::False(None),
                Some(&Expected::True),
                Status::Wrong,
                -16,
            ),
            (
                Verdict::False(None),
                Some(&violated("valid-deref")),
                Status::Correct,
                1,
            ),
            (found("valid-deref"), Some(&any), Status::Correct, 1),
            (
                found("valid-free"),
                Some(&violated("valid-free")),
                Status::Correct,
                1,
            ),
            (
                found("valid-free"),
                Some(&violated("valid-deref")),
                Status::Wrong,
                -16,
            ),
            (Verdict::True, None, Status::Unjudged, 0),
            (Verdict::Unknown, Some(&any), Status::Unknown, 0),
        ] {
            let judged = judge(Ending::Answer, &verdict, expected);
            assert_eq!(judged, status, "{verdict} for {expected:?}");
            assert_eq!(score(judged, &verdict), points);
        }
    }

    #[test]
    fn an_answer_of_a_run_that_was_stopped_does_not_count() {
        let judged = judge(Ending::Timeout, &Verdict::True, Some(&Expected::True));
        assert_eq!(judged, Status::Timeout);
    }

    #[test]
    fn names_can_be_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::from_name(status.name()), Some(status));
        }
        let named = Verdict::False(Some("valid-free".to_string()));
        for verdict in [Verdict::True, Verdict::False(None), named, Verdict::Unknown] {
            assert_eq!(Verdict::parse(&verdict.to_string()), Some(verdict));
        }
    }
}
