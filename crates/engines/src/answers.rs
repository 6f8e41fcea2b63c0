//! The answers, as they are read off the board when all engines have ended.

use crate::board::{Board, Missing, Note, Signed, missing};
use evidence::{Conditional, Lasso, Reason, Trace, Verdict};
use program::{Goals, Program, SiteId};

/// What was found.
pub struct Answers {
    /// One verdict per goal, by ascending site.
    pub sites: Vec<(SiteId, Verdict<Trace>)>,
    /// Whether every run ends, if that is asked.
    pub termination: Option<Verdict<Lasso>>,
    /// If some do not, as far as is known: conditions on the arguments under which every run does. Each of them is enough.
    pub ends_if: Vec<Conditional>,
    /// Why not even a property without any check holds: a run may reach a construct that is not supported, and what such
    /// a construct would do, or call, is not in the program.
    pub rest: Option<Reason>,
    /// What the user should know about the answers.
    pub warnings: Vec<String>,
    /// Counters, in a fixed order.
    pub statistics: Vec<(String, u64)>,
}

impl Answers {
    /// What the notes say of the goals. `has_gaps`: the program has constructs that are not supported.
    pub(crate) fn read(
        board: &Board,
        program: Option<&Program>,
        goals: &Goals,
        has_gaps: bool,
    ) -> Answers {
        let (mut notes, others) = (board.notes_from(0), board.notes_from(0));
        let termination = goals.termination().then(|| termination(&others, program));
        // Why there is no answer about termination says nothing of checks.
        notes.retain(|n| !(n.about_termination && matches!(n.note, Note::GaveUp { .. })));
        let proof = |n: &Signed| matches!(n.note, Note::Proved { .. });
        let rest = match has_gaps && !notes.iter().any(proof) {
            // Undefined behaviour that was not asked about hides no checks.
            true => Some(reason(&notes, None)).filter(|r| !matches!(r, Reason::Undefined { .. })),
            false => None,
        };
        Answers {
            sites: goals.iter().map(|s| (s, verdict(&notes, s))).collect(),
            termination,
            ends_if: Vec::new(),
            rest,
            warnings: Vec::new(),
            statistics: board.statistics(),
        }
    }
}

fn verdict(notes: &[Signed], site: SiteId) -> Verdict<Trace> {
    let proof = notes.iter().find_map(|n| match &n.note {
        Note::Proved {
            sites, certificate, ..
        } => sites.contains(&site).then_some(certificate),
        _ => None,
    });
    let trace = notes.iter().find_map(|n| match &n.note {
        Note::Refuted { site: s, trace } => (*s == site).then_some(trace),
        _ => None,
    });
    // An engine whose evidence was rejected, for this very check.
    let doubt = notes.iter().find_map(|n| match &n.note {
        Note::GaveUp {
            sites: Some(sites),
            reason: reason @ Reason::Internal(_),
        } => sites.contains(&site).then_some(reason),
        _ => None,
    });
    match (trace, proof, doubt) {
        (Some(_), Some(_), _) => {
            let what = "one engine proved what another one refuted".to_string();
            Verdict::Unknown(Reason::Internal(what))
        }
        (Some(trace), None, _) => Verdict::False((**trace).clone()),
        (None, _, Some(reason)) => Verdict::Unknown(reason.clone()),
        (None, Some(certificate), None) => Verdict::True(certificate.clone()),
        (None, None, None) => Verdict::Unknown(reason(notes, Some(site))),
    }
}

/// Whether every run ends.
fn termination(notes: &[Signed], program: Option<&Program>) -> Verdict<Lasso> {
    let lasso = notes.iter().find_map(|n| match &n.note {
        Note::Diverges(lasso) => Some(lasso),
        _ => None,
    });
    let mut lacks = None;
    let proof = notes.iter().find_map(|n| match &n.note {
        Note::Terminates(certificate) => Some(certificate),
        Note::TerminatesIf {
            certificate,
            granted,
        } => {
            let lacking = missing(notes, granted);
            lacks = lacks.or(lacking);
            lacking.is_none().then_some(certificate)
        }
        _ => None,
    });
    match (lasso, proof) {
        (Some(_), Some(_)) => {
            let what = "one engine proved termination, which another one refuted".to_string();
            Verdict::Unknown(Reason::Internal(what))
        }
        (Some(lasso), None) => Verdict::False((**lasso).clone()),
        (None, Some(certificate)) => Verdict::True(certificate.clone()),
        (None, None) => Verdict::Unknown(why_open(notes, program, lacks)),
    }
}

/// Why it is not known whether every run ends: a panic, then what a proof lacks, then what the first lane that was not merely
/// stopped said last.
fn why_open(notes: &[Signed], program: Option<&Program>, lacks: Option<Missing>) -> Reason {
    let of_termination = notes.iter().rev().filter(|n| n.about_termination);
    let reasons: Vec<&Reason> = of_termination
        .filter_map(|n| match &n.note {
            Note::GaveUp { reason, .. } => Some(reason),
            _ => None,
        })
        .collect();
    let internal = |r: &&&Reason| matches!(r, Reason::Internal(_));
    if let Some(reason) = reasons.iter().find(internal) {
        return (*reason).clone();
    }
    if let (Some(Missing::Check(site)), Some(program)) = (lacks, program) {
        let site = program.site(site);
        return Reason::NotExcluded {
            what: site.what.clone(),
            place: site.place,
        };
    }
    let rank = |r: &&&Reason| match r {
        Reason::Unsupported { .. } => 0,
        Reason::Undefined { .. } | Reason::Approximated { .. } | Reason::Passing { .. } => 1,
        Reason::Endless { .. } => 2,
        Reason::Bound { .. } => 3,
        Reason::NotInductive { .. } | Reason::Cancelled | Reason::Stopped => 5,
        _ => 4,
    };
    let best = reasons.iter().min_by_key(rank);
    best.map_or(Reason::Endless { place: None }, |r| (*r).clone())
}

/// Why a check is open: what was said of this very check counts first, then a panic, then what the first lane said last.
fn reason(notes: &[Signed], site: Option<SiteId>) -> Reason {
    let violated = notes.iter().any(|n| matches!(n.note, Note::Refuted { .. }));
    let ranked = notes.iter().rev().filter_map(|n| rank(n, site));
    // The first of those that are equally good is the last note.
    match ranked.min_by_key(|(rank, lane, _)| (*rank, *lane)) {
        // Another engine has found a violation, and that was the end.
        Some((_, _, Reason::Cancelled)) | None if violated => Reason::Stopped,
        Some((_, _, reason)) => reason.clone(),
        None => Reason::Cancelled,
    }
}

/// How much a note says about why a check is open: the least number says most.
fn rank(signed: &Signed, site: Option<SiteId>) -> Option<(u8, usize, &Reason)> {
    let Note::GaveUp { sites, reason } = &signed.note else {
        return None;
    };
    let rank = match (sites, reason) {
        (Some(sites), _) if site.is_some_and(|s| sites.contains(&s)) => 0,
        (Some(_), _) => return None,
        (None, Reason::Internal(_)) => 1,
        (None, _) => 2,
    };
    Some((rank, signed.lane, reason))
}
