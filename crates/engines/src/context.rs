//! What every engine works on and with.
//!
//! A [`Context`] owns a pool of terms and what is computed once and kept in it: the promoted program before any engine starts,
//! transition systems and facts at locations when the first engine of a lane asks for them. Its [`Brief`] is the rest: what is
//! asked, the limits, and the board.
//!
//! A context can also be made of a transition system alone, as a file from elsewhere gives it. Then there is no program, and
//! an engine that needs one gives up.

use crate::board::{Board, Note, Obstacle};
use crate::facts::Seed;
use crate::progress::Progress;
use crate::settings::Common;
use cpu_time::ThreadTime;
use domains::Types;
use domains::analysis::{Facts, analyse};
use encode::exec::{Analyses, CutPoints, Executor};
use encode::lemma::Lemmas;
use encode::promote::{Promotion, promote};
use encode::system::{TransitionSystem, build_with};
use evidence::{Certificate, Inductive, NotInductive, Reason, Trace};
use program::{Goals, InstKind, Program, Property, SiteId};
use smt::{Backend, Cancel, Limits};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use term::{Term, TermPool};

/// See the module documentation.
pub(crate) struct Context {
    pub(crate) pool: TermPool,
    brief: Brief,
    /// The systems that were built, each with what it is of. Without a program: the one that was given.
    systems: Vec<KnownSystem>,
    proofs: Vec<KnownProof>,
    statistics: Vec<(String, u64)>,
}

/// What an engine is asked, and whom it tells what it finds.
#[derive(Clone)]
pub(crate) struct Brief {
    /// What is asked. For some turns of a lane it is a part of what the user asked ([`Brief::scopes`]).
    pub goals: Goals,
    pub limits: Limits,
    pub backend: Backend,
    pub common: Common,
    pub board: Board,
    programs: Option<Arc<Programs>>,
    /// The engine whose turn it is.
    engine: &'static str,
}

/// The program at its two stages.
pub(crate) struct Programs {
    /// As the front end made it. A counterexample is replayed on this one.
    pub original: Arc<Program>,
    pub promoted: Program,
    pub promotion: Promotion,
    /// Of the promoted program.
    pub analyses: Arc<Analyses>,
    /// Whether lowering left something out in some runs at least: not what is too large, but what it does not know, such as
    /// the low bits of an address. Then more may happen in the program than its checks say.
    pub has_gaps: bool,
}

impl Programs {
    /// An executor of the promoted program.
    pub fn executor<'a>(&'a self, pool: &mut TermPool, goals: &'a Goals) -> Executor<'a> {
        Executor::with(self.analyses.clone(), pool, &self.promoted, goals)
    }
}

/// A system, and what it is of.
struct KnownSystem {
    goals: Goals,
    cuts: CutPoints,
    system: Arc<TransitionSystem>,
    /// By the checks that were not taken to hold.
    facts: Vec<(BTreeSet<SiteId>, Option<Arc<Facts>>)>,
}

/// An invariant that was proved in this lane, with what it says of memory. It holds in every run that keeps the goals, and each
/// edge keeps it.
#[derive(Clone)]
pub(crate) struct KnownProof {
    goals: Goals,
    cuts: CutPoints,
    /// The system for the goals, with rigid variables for which the invariant is meant in general.
    pub system: Arc<TransitionSystem>,
    /// By location.
    pub invariants: Vec<Term>,
    /// By location: rigid variables, and values for which the invariant has to be assumed besides.
    pub instances: Vec<Vec<(Term, Term)>>,
}

impl Context {
    /// A context for a program.
    pub(crate) fn new(
        mut pool: TermPool,
        program: Arc<Program>,
        goals: Goals,
        common: Common,
        backend: Backend,
        board: Board,
    ) -> Context {
        let (promoted, promotion) = promote(&mut pool, &program);
        let programs = Programs {
            has_gaps: has_gaps(&pool, &program),
            analyses: Arc::new(Analyses::new(&pool, &promoted)),
            original: program,
            promoted,
            promotion,
        };
        let brief = Brief::new(goals, common, backend, board, Some(Arc::new(programs)));
        Context {
            pool,
            brief,
            systems: Vec::new(),
            proofs: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// A context for a transition system alone, whose locations are at the given cut points of whatever it was made from.
    #[cfg(test)]
    pub(crate) fn of_system(
        pool: TermPool,
        system: TransitionSystem,
        cuts: CutPoints,
        goals: Goals,
        common: Common,
        board: Board,
    ) -> Context {
        let known = KnownSystem {
            goals: goals.clone(),
            cuts,
            system: Arc::new(system),
            facts: Vec::new(),
        };
        Context {
            pool,
            brief: Brief::new(goals, common, Backend::default(), board, None),
            systems: vec![known],
            proofs: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// A copy for another lane, which shares what is computed already.
    pub(crate) fn fork(&self, lane: usize, cancel: Cancel) -> Context {
        let mut brief = self.brief.clone();
        brief.limits.cancel = Some(cancel);
        brief.board = self.board.for_lane(lane);
        let systems = self.systems.iter().map(|known| KnownSystem {
            goals: known.goals.clone(),
            cuts: known.cuts,
            system: known.system.clone(),
            facts: known.facts.clone(),
        });
        Context {
            pool: self.pool.clone(),
            brief,
            systems: systems.collect(),
            proofs: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// The transition system for the goals.
    pub(crate) fn system(&mut self, cuts: CutPoints) -> Result<Arc<TransitionSystem>, Reason> {
        let mut known = self.systems.iter();
        if let Some(known) = known.find(|k| k.goals == self.goals && k.cuts == cuts) {
            return Ok(known.system.clone());
        }
        let Some(programs) = self.programs() else {
            let what = "the transition system has other cut points".to_string();
            return Err(Reason::Limit(what));
        };
        if programs.promoted.pointers.flat {
            let what = "with flat memory, loops are unrolled only".to_string();
            return Err(Reason::Limit(what));
        }
        self.progress(None, "building the transition system");
        let limits = &self.brief.limits;
        let mut stop = || limits.expired().is_some();
        let promoted = &programs.promoted;
        let analyses = programs.analyses.clone();
        let goals = &self.brief.goals;
        let built = build_with(analyses, &mut self.pool, promoted, goals, cuts, &mut stop);
        let system = Arc::new(built.map_err(|_| match limits.expired() {
            Some(why) => why.into(),
            None => Reason::Limit("the transition system is too large".to_string()),
        })?);
        self.systems.push(KnownSystem {
            goals: self.brief.goals.clone(),
            cuts,
            system: system.clone(),
            facts: Vec::new(),
        });
        Ok(system)
    }

    /// Keeps an invariant of the system for the goals.
    pub(crate) fn keep_proof(
        &mut self,
        cuts: CutPoints,
        system: TransitionSystem,
        invariants: Vec<Term>,
        instances: Vec<Vec<(Term, Term)>>,
    ) {
        self.proofs.push(KnownProof {
            goals: self.goals.clone(),
            cuts,
            system: Arc::new(system),
            invariants,
            instances,
        });
    }

    /// An invariant of the system for the goals, if one was kept.
    pub(crate) fn proof(&self, cuts: CutPoints) -> Option<&KnownProof> {
        let mut known = self.proofs.iter();
        known.find(|k| k.goals == self.goals && k.cuts == cuts)
    }

    /// What abstract interpretation finds at the locations of a system, if all checks hold except the excused ones; `None`
    /// if that would cost too much.
    pub(crate) fn facts(
        &mut self,
        system: &Arc<TransitionSystem>,
        excused: &BTreeSet<SiteId>,
    ) -> Option<Arc<Facts>> {
        let mut known = self.systems.iter_mut();
        let known = known.find(|k| Arc::ptr_eq(&k.system, system));
        let known = known.expect("the system is one of this context");
        if let Some((_, facts)) = known.facts.iter().find(|(e, _)| e == excused) {
            return facts.clone();
        }
        let limits = &self.brief.limits;
        let mut stop = || limits.expired().is_some();
        let trusted = |site: SiteId| !excused.contains(&site);
        let facts = analyse(&self.pool, system, &trusted, &mut stop).map(Arc::new);
        known.facts.push((excused.clone(), facts.clone()));
        facts
    }

    /// The same as formulas.
    pub(crate) fn seed(
        &mut self,
        system: &Arc<TransitionSystem>,
        excused: &BTreeSet<SiteId>,
    ) -> Option<Seed> {
        let facts = self.facts(system, excused)?;
        Some(Seed::new(&mut self.pool, system, &facts))
    }

    /// Lets `evidence` judge a claim about a system.
    pub(crate) fn confirm(
        &mut self,
        system: &TransitionSystem,
        claim: &Inductive,
    ) -> Result<Certificate, Reason> {
        self.brief.confirm(&mut self.pool, system, claim)
    }

    /// Adds a counter of the engine.
    pub(crate) fn count(&mut self, name: &str, value: u64) {
        let name = format!("{}.{name}", self.engine);
        self.statistics.push((name, value));
    }

    /// Begins the turn of an engine.
    pub(crate) fn begin(&mut self, engine: &'static str) -> Turn {
        self.engine = engine;
        self.statistics.clear();
        Turn(ThreadTime::now())
    }

    /// Ends it: its counters go to the board.
    pub(crate) fn end(&mut self, turn: &Turn) {
        let spent = turn.0.elapsed().as_millis();
        self.count("cpu_ms", u64::try_from(spent).unwrap_or(u64::MAX));
        let statistics = std::mem::take(&mut self.statistics);
        self.board.count(statistics);
    }
}

/// The turn of an engine: since when it runs.
pub(crate) struct Turn(ThreadTime);

impl Deref for Context {
    type Target = Brief;

    fn deref(&self) -> &Brief {
        &self.brief
    }
}

impl DerefMut for Context {
    fn deref_mut(&mut self) -> &mut Brief {
        &mut self.brief
    }
}

impl Brief {
    fn new(
        goals: Goals,
        common: Common,
        backend: Backend,
        board: Board,
        programs: Option<Arc<Programs>>,
    ) -> Brief {
        Brief {
            goals,
            limits: Limits {
                deadline: common.deadline,
                ..Limits::default()
            },
            backend,
            common,
            board,
            programs,
            engine: "",
        }
    }

    /// The program, if there is one.
    pub fn programs(&self) -> Option<Arc<Programs>> {
        self.programs.clone()
    }

    /// The program. An engine that needs one gives up where there is none.
    pub fn need_programs(&self) -> Option<Arc<Programs>> {
        if self.programs.is_none() {
            let what = "the input is a transition system without a program".to_string();
            self.give_up(Reason::Lacking(what));
        }
        self.programs()
    }

    /// The C types of variables.
    pub fn types(&self) -> Types<'_> {
        self.promoted().into()
    }

    /// The promoted program, if there is one.
    pub fn promoted(&self) -> Option<&Program> {
        self.programs.as_deref().map(|p| &p.promoted)
    }

    /// What a transition system can be asked, one after the other: all goals, and if leaks are among them the others alone.
    /// For leaks, all memory that was ever allocated has to be known, which is more than loops with allocations allow.
    pub fn scopes(&self) -> Vec<Goals> {
        let mut scopes = vec![self.goals.clone()];
        if let Some(programs) = &self.programs {
            let program = &programs.original;
            let mut others = self.goals.clone();
            others.leave_out(program, Property::is_leak);
            let fewer = others.iter().count() < self.goals.iter().count();
            if fewer && program.allocates() && others.iter().next().is_some() {
                scopes.push(others);
            }
        }
        scopes
    }

    /// Lets `evidence` judge a claim about a system. Under `--paranoid`, invariants are also evaluated in concrete runs.
    pub fn confirm(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        claim: &Inductive,
    ) -> Result<Certificate, Reason> {
        self.confirm_within(pool, system, claim, &self.limits)
    }

    /// The same, with other limits.
    pub fn confirm_within(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        claim: &Inductive,
        limits: &Limits,
    ) -> Result<Certificate, Reason> {
        if claim.except.iter().any(|site| !self.goals.contains(*site)) {
            let what = "a proof leaves out a check that was not asked about".to_string();
            return Err(Reason::Internal(what));
        }
        let checked = claim.check(pool, system, self.types(), limits);
        let certificate = checked.map_err(|error| match error {
            NotInductive::Open(why) => why.into(),
            NotInductive::Refuted(what) => {
                Reason::Internal(format!("the checker rejects a proof by induction: {what}"))
            }
        })?;
        if let Some(program) = self.promoted().filter(|_| self.common.paranoid) {
            let watched =
                evidence::watch_runs(pool, program, system, &claim.invariants, &self.goals);
            watched.map_err(|what| Reason::Internal(format!("what was proved fails: {what}")))?;
        }
        Ok(certificate)
    }

    /// Chooses what is asked: whether every run ends, with the checks that this takes for granted, or the checks alone.
    pub fn ask(&mut self, about_termination: bool) {
        self.board.about_termination = about_termination;
        self.goals = match (&self.programs, about_termination) {
            (Some(programs), true) => Goals::of_termination(&programs.original),
            _ => self.goals.without_termination(),
        };
    }

    /// Puts up a confirmed proof of the goals except the open ones, and what it says of loop heads.
    pub fn prove(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        certificate: &Certificate,
        invariants: &[Term],
        open: &BTreeSet<SiteId>,
    ) {
        let lemmas = Lemmas::new(pool, system, invariants);
        if !lemmas.is_empty() {
            self.board.post(Note::Lemma(Arc::new(lemmas)));
        }
        let sites = self.goals.iter().filter(|site| !open.contains(site));
        self.board.post(Note::Proved {
            sites: sites.collect(),
            certificate: certificate.clone(),
            uses_lemmas: false,
        });
    }

    /// Puts up a confirmed proof of the goals except the open ones, which says nothing of variables.
    pub fn prove_checks(&self, certificate: &Certificate, open: &BTreeSet<SiteId>) {
        let sites = self.goals.iter().filter(|site| !open.contains(site));
        self.board.post(Note::Proved {
            sites: sites.collect(),
            certificate: certificate.clone(),
            uses_lemmas: false,
        });
    }

    pub fn refute(&self, site: SiteId, trace: Trace) {
        let trace = Arc::new(trace);
        self.board.post(Note::Refuted { site, trace });
    }

    /// There is no answer for any of the goals.
    pub fn give_up(&self, reason: Reason) {
        let sites = None;
        self.board.post(Note::GaveUp { sites, reason });
    }

    /// There is no answer for these.
    pub fn give_up_on(&self, sites: BTreeSet<SiteId>, reason: Reason) {
        let sites = Some(sites);
        self.board.post(Note::GaveUp { sites, reason });
    }

    pub fn meet(&self, obstacle: Obstacle) {
        self.board.post(Note::Obstacle(obstacle));
    }

    /// Tells what the engine does.
    pub fn progress(&self, depth: Option<(&'static str, u32)>, doing: impl Into<String>) {
        // In the middle of its work, so that the tests of panics are about those.
        if self.common.fault.as_deref() == Some(self.engine) {
            panic!("a fault was injected into {}", self.engine);
        }
        self.board.progress(Progress {
            engine: self.engine,
            depth,
            doing: doing.into(),
            without: None,
        });
    }
}

fn has_gaps(pool: &TermPool, program: &Program) -> bool {
    program.insts().any(|kind| match kind {
        InstKind::Check {
            site, condition, ..
        } => program.site(*site).property == Property::Unsupported && !pool.is_true(*condition),
        InstKind::Relate { site, .. } => program.site(*site).property == Property::Unsupported,
        // The pointer may be too far into its object.
        InstKind::StorePointer { .. } | InstKind::Convert { .. } => true,
        _ => false,
    })
}
