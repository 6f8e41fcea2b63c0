//! The board: what engines tell each other, and where the answers are read off at the end.
//!
//! A note is established when it is put up. A proof carries a certificate that `evidence` has made, a violation a trace that
//! has been replayed, a lemma holds in every run, or in every run that keeps the checks it lists. So whoever reads a note may rely on it, and no engine needs to know who
//! wrote it: unrolling no longer asks about checks that are proved and does not follow states that lemmas exclude; induction
//! no longer tries to prove what fails.
//!
//! Notes own the terms they contain (certificates and lemmas have pools of their own), so that threads can exchange them.

use crate::progress::Progress;
use encode::lemma::Lemmas;
use evidence::{Certificate, Lasso, Proof, Reason, Trace};
use program::{Goals, Place, Program, SiteId};
use std::collections::BTreeSet;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Something that an engine has established.
#[derive(Clone)]
pub(crate) enum Note {
    /// These checks hold, and no run reaches a construct that is not supported.
    Proved {
        sites: BTreeSet<SiteId>,
        certificate: Certificate,
        /// Whether lemmas from the board were used.
        uses_lemmas: bool,
    },
    /// A run, which has been replayed, violates this check.
    Refuted { site: SiteId, trace: Arc<Trace> },
    /// Every run ends.
    Terminates(Certificate),
    /// Every run ends that violates none of these checks, and reaches no construct that is not supported.
    TerminatesIf {
        certificate: Certificate,
        granted: BTreeSet<SiteId>,
    },
    /// A run, which has been replayed, does not end.
    Diverges(Arc<Lasso>),
    /// What holds at loop heads in every run.
    Lemma(Arc<Lemmas>),
    /// What keeps an engine from a proof.
    Obstacle(Obstacle),
    /// An engine has no answer.
    GaveUp {
        /// `None`: for all checks that it was to answer.
        sites: Option<BTreeSet<SiteId>>,
        reason: Reason,
    },
}

/// What keeps an engine from a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// A run reaches something that a transition system does not cover.
    Gap { what: String, place: Place },
    /// Some of these checks fail in the first states of a run that has not been replayed.
    Violation(BTreeSet<SiteId>),
}

impl Obstacle {
    /// What a progress line says of it.
    pub fn text(&self, program: &Program) -> Option<String> {
        match self {
            Obstacle::Gap { what, place } => {
                Some(format!("{what} at {}", program.show_place(*place)))
            }
            Obstacle::Violation(_) => None,
        }
    }
}

/// A note, and where it comes from.
#[derive(Clone)]
pub(crate) struct Signed {
    /// The number of the lane.
    pub lane: usize,
    /// Whether it was asked if every run ends, and not about checks.
    pub about_termination: bool,
    pub note: Note,
}

/// What the scheduler is woken for.
pub(crate) enum Event {
    Progress(usize, Progress),
    Refuted(usize, SiteId, Arc<Trace>),
    Diverges(Arc<Lasso>),
    /// Nothing is left to do.
    Settled,
    /// A lane has come to its end, or an engine of it has panicked after `done` others had their turn.
    Ended {
        lane: usize,
        panicked_after: Option<usize>,
    },
}

/// See the module documentation. Clones are the same board, seen from another lane.
#[derive(Clone)]
pub(crate) struct Board {
    shared: Arc<Mutex<Shared>>,
    events: Sender<Event>,
    /// The goals of the whole task.
    goals: Arc<Goals>,
    lane: usize,
    /// Signs the notes.
    pub about_termination: bool,
}

#[derive(Default)]
struct Shared {
    notes: Vec<Signed>,
    statistics: Vec<(usize, Vec<(String, u64)>)>,
}

impl Board {
    pub fn new(goals: &Goals, events: Sender<Event>) -> Board {
        Board {
            shared: Arc::default(),
            events,
            goals: Arc::new(goals.clone()),
            lane: 0,
            about_termination: false,
        }
    }

    /// The same board for an engine of a lane.
    pub fn for_lane(&self, lane: usize) -> Board {
        Board {
            lane,
            ..self.clone()
        }
    }

    pub fn post(&self, note: Note) {
        let settles = !matches!(
            note,
            Note::Lemma(_) | Note::Obstacle(_) | Note::GaveUp { .. }
        );
        match &note {
            Note::Refuted { site, trace } => {
                self.send(Event::Refuted(self.lane, *site, trace.clone()));
            }
            Note::Diverges(lasso) => self.send(Event::Diverges(lasso.clone())),
            _ => {}
        }
        let mut shared = self.lock();
        shared.notes.push(Signed {
            lane: self.lane,
            about_termination: self.about_termination,
            note,
        });
        let is_settled = settles && shared.settle(&self.goals);
        drop(shared);
        if is_settled {
            self.send(Event::Settled);
        }
    }

    /// A scheduler that no longer listens has all it needs.
    pub fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    pub fn progress(&self, progress: Progress) {
        self.send(Event::Progress(self.lane, progress));
    }

    /// Keeps the counters of an engine that has come to its end.
    pub fn count(&self, statistics: Vec<(String, u64)>) {
        self.lock().statistics.push((self.lane, statistics));
    }

    /// The notes except the first ones.
    pub fn notes_from(&self, first: usize) -> Vec<Signed> {
        self.lock().notes[first..].to_vec()
    }

    /// The checks that fail.
    pub fn failed(&self) -> BTreeSet<SiteId> {
        let shared = self.lock();
        let notes = shared.notes.iter();
        let failed = notes.filter_map(|n| match n.note {
            Note::Refuted { site, .. } => Some(site),
            _ => None,
        });
        failed.collect()
    }

    /// Whether a check is proved without lemmas.
    pub fn is_proved(&self, site: SiteId) -> bool {
        is_proved(&self.lock().notes, site)
    }

    /// Whether the checks that lemmas take for granted are proved without lemmas, so that these hold in every run.
    pub fn is_established(&self, lemmas: &Lemmas) -> bool {
        let shared = self.lock();
        let mut granted = lemmas.granted.iter();
        granted.all(|site| is_proved(&shared.notes, *site))
    }

    /// What engines have met, the last one first.
    pub fn obstacles(&self) -> Vec<Obstacle> {
        let shared = self.lock();
        let notes = shared.notes.iter().rev();
        let obstacles = notes.filter_map(|n| match &n.note {
            Note::Obstacle(obstacle) => Some(obstacle.clone()),
            _ => None,
        });
        obstacles.collect()
    }

    /// Whether there is nothing left to do.
    pub fn is_settled(&self) -> bool {
        self.lock().settle(&self.goals)
    }

    /// All counters, by lane and in the order in which the engines ended.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut all = self.lock().statistics.clone();
        all.sort_by_key(|(lane, _)| *lane);
        all.into_iter().flat_map(|(_, s)| s).collect()
    }

    /// A thread that panicked while it held the lock has left no note half written: each is one push.
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn settle(&self, goals: &Goals) -> bool {
        let only_termination = goals.termination() && goals.iter().next().is_none();
        (only_termination || self.settle_sites(goals))
            && (!goals.termination() || settles_termination(&self.notes))
    }

    /// Whether each goal is proved or has failed, and there is a proof at all: only a proof says that no run reaches what is
    /// not supported.
    fn settle_sites(&self, goals: &Goals) -> bool {
        let mut has_proof = false;
        let mut open: BTreeSet<SiteId> = goals.iter().collect();
        for signed in &self.notes {
            match &signed.note {
                Note::Proved { sites, .. } => {
                    has_proof = true;
                    open.retain(|site| !sites.contains(site));
                }
                Note::Refuted { site, .. } => drop(open.remove(site)),
                Note::Terminates(_)
                | Note::TerminatesIf { .. }
                | Note::Diverges(_)
                | Note::Lemma(_)
                | Note::Obstacle(_)
                | Note::GaveUp { .. } => {}
            }
        }
        has_proof && open.is_empty()
    }
}

/// Whether a check is proved without lemmas.
fn is_proved(notes: &[Signed], site: SiteId) -> bool {
    notes.iter().any(|n| match &n.note {
        Note::Proved {
            sites,
            uses_lemmas: false,
            ..
        } => sites.contains(&site),
        _ => false,
    })
}

/// What a proof of termination takes for granted and is not proved; `None` if nothing of that kind is missing. Without any
/// proof about checks in the transition system, or in all runs, not even that no run reaches what it lacks is known; symbolic
/// heaps follow the program itself, and say nothing of that.
pub(crate) fn missing(notes: &[Signed], granted: &BTreeSet<SiteId>) -> Option<Missing> {
    let has_proof = notes.iter().any(|n| match &n.note {
        Note::Proved {
            uses_lemmas: false,
            certificate,
            ..
        } => !matches!(certificate.proof(), Proof::Shapes(_)),
        _ => false,
    });
    let mut open = granted.iter().filter(|site| !is_proved(notes, **site));
    match open.next() {
        Some(site) => Some(Missing::Check(*site)),
        None if !has_proof => Some(Missing::Gaps),
        None => None,
    }
}

/// What is missing in a proof of termination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    Check(SiteId),
    /// That no run reaches a construct that is not supported.
    Gaps,
}

fn settles_termination(notes: &[Signed]) -> bool {
    notes.iter().any(|n| match &n.note {
        Note::Terminates(_) | Note::Diverges(_) => true,
        Note::TerminatesIf { granted, .. } => missing(notes, granted).is_none(),
        _ => false,
    })
}
