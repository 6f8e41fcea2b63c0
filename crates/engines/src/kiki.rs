//! kIkI: k-induction with invariants that are inferred on the way (Brain, Joshi, Kroening, Schrammel: *Safety Verification
//! and Refutation by k-Invariants and k-Induction*, SAS 2015; 2LS).
//!
//! For k = 1, 2, …: look for a violation in the first k + 1 states (the base case); infer a k-inductive invariant in the
//! shape of a template; if no violation is k states away from states that satisfy the invariant and violate nothing, all
//! checks hold. With the trivial template this is k-induction; with k = 1 and no base case it is abstract interpretation.
//!
//! It works on the transition system, one step of which is a block: from loop head to loop head. The base case and the step
//! each have a solver that is kept for all k; what changes from one question to the next, the bounds of the rows, is
//! assumed, not asserted.
//!
//! An invariant that does not suffice strengthens the induction for greater k ([`learnt`]).
//!
//! Checks are part of the induction hypothesis, all together, but for those that are excused ([`excuse`]).
//!
//! A proof is a claim until [`evidence::Inductive`] has confirmed it.

mod affine;
mod backward;
mod excuse;
mod infer;
mod learnt;
mod minimise;
mod paths;

use crate::accelerate;
use crate::ai::{self, Seed};
use crate::board::{Board, Partial};
use crate::recheck::{self, Proof};
use crate::{
    Answers, Bmc, Choice, Engine, Options, Progress, Seeding, Strategy, Task, cpu_ms, reason_of,
};
use backward::BackwardState;
use cpu_time::ThreadTime;
use domains::affine::Numbers;
use domains::{Candidate, Domain, Sum, Template, elements};
use encode::exec::{CutPoints, HeadFacts};
use encode::promote::{Promotion, promote};
use encode::system::{TransitionSystem, Unrolling, build};
use evidence::{Certificate, Inductive, Reason, Trace, Verdict};
use excuse::Wrong;
use infer::Invariant;
use learnt::Learnt;
use paths::Copies;
use program::{Goals, Place, Program, SiteId};
use smt::{Answer, Backend, Limits, Solver};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Term, TermPool};

/// Conflicts that a question about the states behind the first k may cost.
const LOOK_AHEAD_CONFLICTS: u64 = 2_000;

/// See the module documentation.
pub struct Kiki {
    /// Tried in this order, as long as no proof is found.
    pub domains: Vec<Domain>,
    /// Whether equalities strengthen the other domains.
    pub equalities: bool,
    /// Bounded in every template that has bounds.
    pub sums: Vec<Sum>,
    pub max_k: Option<u32>,
    /// By how much k grows from one attempt to the next.
    pub k_step: u32,
    pub strategy: Strategy,
    /// Whether facts from abstract interpretation hold in every frame.
    pub facts: bool,
    /// Whether the step is only about runs on which no state comes twice.
    pub simple_path: bool,
    /// Whether invariants may be disjunctions ([`paths`]).
    pub loop_paths: bool,
    /// Whether states from which a violation follows are looked for in runs from the entry ([`backward`]).
    pub bidirectional: bool,
}

impl Engine for Kiki {
    fn name(&self) -> &'static str {
        "kiki"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        let (promoted, promotion) = promote(task.pool, task.program);
        let limits = task.limits();
        let goals = task.goals.clone();
        let board = Board::default();
        let work = Work {
            original: task.program,
            program: &promoted,
            promotion: &promotion,
            goals: &goals,
            limits: &limits,
            backend: &task.options.backend,
            cuts: task.options.cuts,
            paranoid: task.options.paranoid,
            board: &board,
        };
        let outcome = self.prove(task.pool, &work, task.progress);
        let mut answers = match &outcome {
            // A run that violates something is the other engine's to show.
            Outcome::Refuted(obstacle, _) => crate::unroll_alone(task, &board, obstacle.as_ref()),
            Outcome::Found(site, trace) => found(task, *site, trace),
            Outcome::Proved(excused, _) if !excused.is_empty() => Bmc.run_beside(task, &board),
            Outcome::Proved(..) => Answers::open(task, &Reason::Stopped),
            Outcome::Open(reason, _) => Answers::open(task, reason),
        };
        answers.add_parts(&board);
        answers.add_counters(outcome);
        recheck::invariants(task, &mut answers);
        answers
    }
}

/// The goals but leaks, if there are leaks to be proved: for those, all memory that was ever allocated has to be known, which
/// is more than loops with allocations let us know.
pub(crate) fn without_leaks(program: &Program, goals: &Goals) -> Option<Goals> {
    let mut others = goals.clone();
    others.leave_out(program, program::Property::is_leak);
    let fewer = others.iter().count() < goals.iter().count();
    (fewer && program.allocates() && others.iter().next().is_some()).then_some(others)
}

/// The answers where one check fails and nothing is known of the others.
fn found(task: &mut Task<'_>, failing: SiteId, trace: &Trace) -> Answers {
    (task.found)(failing, trace);
    let verdict = |site| match site == failing {
        true => Verdict::False(trace.clone()),
        false => Verdict::Unknown(Reason::Stopped),
    };
    Answers {
        sites: task.goals.iter().map(|s| (s, verdict(s))).collect(),
        rest: None,
        warnings: Vec::new(),
        statistics: Vec::new(),
    }
}

/// What is to be proved.
pub(crate) struct Work<'a> {
    /// As the front end made it.
    pub original: &'a Program,
    /// Promoted.
    pub program: &'a Program,
    pub promotion: &'a Promotion,
    pub goals: &'a Goals,
    pub limits: &'a Limits,
    pub backend: &'a Backend,
    pub cuts: CutPoints,
    /// Whether invariants are evaluated in concrete runs.
    pub paranoid: bool,
    /// Where proofs are told to others, and what others have found.
    pub board: &'a Board,
}

impl Work<'_> {
    /// Puts a confirmed proof of all goals but the excused ones on the board.
    fn tell(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        certificate: &Certificate,
        invariants: &[Term],
        excused: &BTreeSet<SiteId>,
    ) {
        let proved = self.goals.iter().filter(|site| !excused.contains(site));
        self.board.prove(Partial {
            certificate: certificate.clone(),
            proved: proved.collect(),
            facts: Arc::new(HeadFacts::new(pool, system, invariants)),
        });
    }

    fn proof<'a>(&'a self, system: &'a TransitionSystem) -> Proof<'a> {
        Proof {
            program: self.program,
            goals: self.goals,
            system,
            limits: self.limits,
            paranoid: self.paranoid,
        }
    }
}

/// What a transition system does not have, and where the program has it.
pub(crate) type Obstacle = (String, Place);

/// Counters by name.
type Statistics = Vec<(String, u64)>;

pub(crate) enum Outcome {
    /// All goals hold but these, which fail in the first states. The proof is on the board.
    Proved(BTreeSet<SiteId>, Statistics),
    /// All checks fail in the first states, or the program gets to what nobody asked about, or to what a transition system
    /// does not have.
    Refuted(Option<Obstacle>, Statistics),
    /// This check fails, in a run that has been replayed.
    Found(SiteId, Box<Trace>),
    Open(Reason, Statistics),
}

impl Kiki {
    /// The engine that the options choose.
    pub fn from_options(options: &Options) -> Kiki {
        let (domains, equalities) = match &options.engine {
            Choice::Kiki(Some(domains)) => (domains.clone(), false),
            Choice::Bkind => (vec![Domain::Havoc, Domain::Intervals], false),
            _ => (Domain::ALL.to_vec(), true),
        };
        Kiki {
            domains,
            equalities,
            sums: options.sums.clone(),
            max_k: options.max_k,
            k_step: options.k_step.unwrap_or(1).max(1),
            strategy: options.strategy,
            facts: options.facts == Seeding::On,
            simple_path: options.simple_path,
            loop_paths: options.loop_paths,
            bidirectional: options.engine == Choice::Bkind,
        }
    }

    /// Tries to prove all goals; what is proved, if only of some of them, is put on the board.
    pub(crate) fn prove(
        &self,
        pool: &mut TermPool,
        work: &Work<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Outcome {
        let clock = ThreadTime::now();
        let mut outcome = self.prove_goals(pool, work, progress);
        if let Outcome::Refuted(Some(_), _) = &outcome
            && let Some(goals) = without_leaks(work.original, work.goals)
        {
            let others = Work {
                goals: &goals,
                ..*work
            };
            self.prove_goals(pool, &others, progress);
        }
        if let Outcome::Proved(_, statistics)
        | Outcome::Refuted(_, statistics)
        | Outcome::Open(_, statistics) = &mut outcome
        {
            statistics.insert(0, cpu_ms("kiki.cpu_ms", clock));
        }
        outcome
    }

    fn prove_goals(
        &self,
        pool: &mut TermPool,
        work: &Work<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Outcome {
        progress(Progress::Induction {
            k: 0,
            what: "the transition system".to_string(),
        });
        let limits = work.limits;
        let mut stop = || limits.expired().is_some();
        let Ok(mut system) = build(pool, work.program, work.goals, work.cuts, &mut stop) else {
            let reason = match limits.expired() {
                Some(why) => reason_of(why),
                None => Reason::Solver("the transition system is too large".to_string()),
            };
            return Outcome::Open(reason, Vec::new());
        };
        let mut excused = BTreeSet::new();
        let mut seed = None;
        if self.facts {
            progress(Progress::Induction {
                k: 0,
                what: ai::NAME.to_string(),
            });
            seed = self.seed(pool, work, &system, &excused);
            if let Some(seed) = seed.as_ref().filter(|s| s.suffices) {
                return match seed.confirm(pool, &work.proof(&system), Vec::new()) {
                    Ok(certificate) => {
                        let rows = ("ai.rows".to_string(), certificate.rows());
                        let invariants = seed.by_location(pool, &system);
                        work.tell(pool, &system, &certificate, &invariants, &excused);
                        Outcome::Proved(excused, vec![rows])
                    }
                    Err(reason) => Outcome::Open(reason, Vec::new()),
                };
            }
            if let Some((site, trace)) = accelerate::search(pool, work, &system) {
                return Outcome::Found(site, Box::new(trace));
            }
            // What does not suffice may hold all the same, and discharge something.
            if let Ok(found) = ai::discharge(pool, &work.proof(&system)) {
                work.tell(
                    pool,
                    &system,
                    &found.certificate,
                    &found.invariants,
                    &found.open,
                );
            }
        }
        if self.domains.contains(&Domain::Elements) {
            elements::add_indices(pool, &mut system);
        }
        loop {
            let mut run = Run::new(pool, self, work, &system, seed, excused.clone());
            let result = run.run(pool, progress);
            let mut statistics = run.statistics();
            let wrong = match result {
                Ok(Ended::Proved(Proved {
                    certificate,
                    invariants,
                })) => {
                    work.tell(pool, &system, &certificate, &invariants, &excused);
                    statistics.push(("kiki.rows".to_string(), certificate.rows()));
                    return Outcome::Proved(excused, statistics);
                }
                Ok(Ended::Wrong(wrong)) => wrong,
                Err(reason) => return Outcome::Open(reason, statistics),
            };
            if let Some((location, number)) = wrong.gap {
                let gap = &system.blocks[location].gaps[number];
                let obstacle = (gap.what.clone(), gap.place);
                return Outcome::Refuted(Some(obstacle), statistics);
            }
            let asked = wrong.sites.iter().all(|site| work.goals.contains(*site));
            let before = excused.len();
            excused.extend(wrong.sites);
            let nothing_left = work.goals.iter().all(|site| excused.contains(&site));
            if !asked || nothing_left || excused.len() == before {
                return Outcome::Refuted(None, statistics);
            }
            seed = self.seed(pool, work, &system, &excused);
        }
    }

    fn seed(
        &self,
        pool: &mut TermPool,
        work: &Work<'_>,
        system: &TransitionSystem,
        excused: &BTreeSet<SiteId>,
    ) -> Option<Seed> {
        let seed = || ai::seed(pool, work.program, system, work.limits, excused);
        self.facts.then(seed).flatten()
    }
}

/// A proof that was confirmed.
struct Proved {
    certificate: Certificate,
    /// By location.
    invariants: Vec<Term>,
}

/// How a proof attempt came to its end.
enum Ended {
    Proved(Proved),
    Wrong(Wrong),
}

/// The two halves of an induction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Base,
    Step,
}

/// An unrolling and the solver that knows it.
struct Half<'a> {
    run: Unrolling<'a>,
    solver: Box<dyn Solver>,
}

/// One proof attempt.
struct Run<'a> {
    settings: &'a Kiki,
    work: &'a Work<'a>,
    system: &'a TransitionSystem,
    /// From the entry.
    base: Half<'a>,
    /// From any loop head. Frames 0 to k - 1 satisfy all checks.
    step: Half<'a>,
    templates: Vec<(Domain, Template)>,
    /// What the domain of zones has just found. Those rows are the elements' rows, too.
    zones: Option<Invariant>,
    /// Hold in every frame of the step.
    seed: Seed,
    learnt: Vec<Learnt>,
    /// Where the system is made of copies: of what.
    copies: Option<Copies<'a>>,
    /// Checks that are neither proved nor assumed.
    excused: BTreeSet<SiteId>,
    /// States from which a violation follows.
    backward: Vec<BackwardState>,
    k: u32,
    /// Questions to the solvers.
    queries: u64,
}

impl<'a> Run<'a> {
    fn new(
        pool: &mut TermPool,
        settings: &'a Kiki,
        work: &'a Work<'a>,
        system: &'a TransitionSystem,
        seed: Option<Seed>,
        excused: BTreeSet<SiteId>,
    ) -> Run<'a> {
        let base = Half {
            run: Unrolling::from_entry(pool, system, "base"),
            solver: work.backend.make(),
        };
        let (run, one) = Unrolling::from_anywhere(pool, system, "step");
        let solver = work.backend.make();
        let mut step = Half { run, solver };
        step.solver.assert(pool, one);
        let templates = settings
            .domains
            .iter()
            .filter(|d| **d != Domain::Havoc)
            .filter(|d| **d != Domain::Elements || !system.rigid.is_empty())
            .map(|d| {
                let template = Template::new(
                    pool,
                    work.program,
                    system,
                    *d,
                    settings.equalities,
                    &settings.sums,
                );
                (*d, template)
            })
            .collect();
        let mut this = Run {
            settings,
            work,
            system,
            base,
            step,
            templates,
            zones: None,
            seed: seed.unwrap_or_default(),
            learnt: Vec::new(),
            copies: None,
            excused,
            backward: Vec::new(),
            k: 0,
            queries: 0,
        };
        this.assert_frame(pool, 0);
        this
    }

    /// What holds in a new frame of the step whatever the templates are: the facts, and that it is no state from before.
    fn assert_frame(&mut self, pool: &mut TermPool, frame: usize) {
        self.assert_learnt(pool, frame);
        for fact in &self.seed.facts {
            let here = self.step.run.at(frame, fact.location);
            let holds = self.step.run.instance(pool, frame, fact.predicate);
            let holds = pool.implies(here, holds);
            self.step.solver.assert(pool, holds);
        }
        if self.settings.simple_path {
            for earlier in 0..frame {
                let new = self.step.run.differ(pool, earlier, frame);
                self.step.solver.assert(pool, new);
            }
        }
    }

    fn run(
        &mut self,
        pool: &mut TermPool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Ended, Reason> {
        if let Some(wrong) = self.goes_wrong(pool, 0)? {
            return Ok(Ended::Wrong(wrong));
        }
        loop {
            if let Some(wrong) = self.failed_elsewhere() {
                return Ok(Ended::Wrong(wrong));
            }
            self.k += 1;
            let k = self.k as usize;
            if let Some(max) = self.settings.max_k.filter(|max| self.k > (*max).max(1)) {
                return Err(Reason::NotInductive { k: max });
            }
            progress(Progress::Induction {
                k: self.k,
                what: "the base case".to_string(),
            });
            while self.base.run.len() <= k {
                self.base.run.extend(pool);
            }
            if let Some(wrong) = self.goes_wrong(pool, k)? {
                return Ok(Ended::Wrong(wrong));
            }
            if let Some(wrong) = self.meets_backward_state(pool)? {
                return Ok(Ended::Wrong(wrong));
            }
            // With k = 0 as the limit, invariants have to do without that.
            if self.settings.max_k != Some(0) {
                let wrong = self.bad(pool, Side::Step, k - 1);
                let fine = pool.not(wrong);
                self.step.solver.assert(pool, fine);
            }
            self.step.run.extend(pool);
            self.assert_frame(pool, k);
            if !(self.k - 1).is_multiple_of(self.settings.k_step) {
                continue;
            }
            if let Some(ended) = self.attempts(pool, progress)? {
                return Ok(ended);
            }
        }
    }

    /// Tries, for this k, what is known, and then whatever else can be inferred.
    fn attempts(
        &mut self,
        pool: &mut TermPool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Ended>, Reason> {
        if self.settings.domains.contains(&Domain::Havoc) || !self.learnt.is_empty() {
            progress(Progress::Induction {
                k: self.k,
                what: "the step".to_string(),
            });
            if let Some(proved) = self.attempt_learnt(pool)? {
                return Ok(Some(Ended::Proved(proved)));
            }
        }
        if self.k == 1 && self.copies.is_none() {
            self.prove_part(pool)?;
        }
        let tried = (self.k - 1) / self.settings.k_step;
        if !(tried + 1).is_power_of_two() || self.templates.is_empty() {
            return Ok(None);
        }
        if let Some(wrong) = self.look_ahead(pool)? {
            return Ok(Some(Ended::Wrong(wrong)));
        }
        for index in 0..self.templates.len() {
            if let Some(wrong) = self.failed_elsewhere() {
                return Ok(Some(Ended::Wrong(wrong)));
            }
            let domain = self.templates[index].0;
            progress(Progress::Induction {
                k: self.k,
                what: format!("the step, {}", domain.name()),
            });
            let proof = match domain {
                Domain::Affine => self.attempt_affine(pool, index)?,
                _ => self.attempt_with(pool, index, &[])?,
            };
            if let Some(proved) = proof {
                return Ok(Some(Ended::Proved(proved)));
            }
        }
        if self.k == 1 && self.settings.loop_paths {
            progress(Progress::Induction {
                k: self.k,
                what: "the step, for each loop path".to_string(),
            });
            return Ok(self.attempt_paths(pool)?.map(Ended::Proved));
        }
        Ok(None)
    }

    /// Inferring takes long, and is for nothing if something goes wrong soon: looks, with little effort, at what comes before
    /// invariants are inferred for the next time.
    fn look_ahead(&mut self, pool: &mut TermPool) -> Result<Option<Wrong>, Reason> {
        let limits = Limits {
            conflicts: Some(LOOK_AHEAD_CONFLICTS),
            ..self.work.limits.clone()
        };
        let k = self.k as usize;
        for frame in k + 1..=2 * k + 2 {
            while self.base.run.len() <= frame {
                self.base.run.extend(pool);
            }
            match self.goes_wrong_within(pool, frame, &limits) {
                Ok(None) => {}
                Ok(wrong) => return Ok(wrong),
                // It was too much, or there is no more time at all.
                Err(_) => break,
            }
        }
        match self.work.limits.expired() {
            Some(why) => Err(reason_of(why)),
            None => Ok(None),
        }
    }

    /// [`Run::attempt`] with equations between variables, and then with terms of the program as well, as far as these are
    /// news.
    fn attempt_affine(
        &mut self,
        pool: &mut TermPool,
        index: usize,
    ) -> Result<Option<Proved>, Reason> {
        let equations = self.affine(pool, Numbers::Variables)?;
        if !equations.is_empty()
            && let Some(proved) = self.attempt_with(pool, index, &equations)?
        {
            return Ok(Some(proved));
        }
        let more = self.affine(pool, Numbers::Terms)?;
        let is_new = |c: &Candidate| equations.iter().all(|e| e.predicate != c.predicate);
        match more.iter().any(is_new) {
            true => self.attempt_with(pool, index, &more),
            false => Ok(None),
        }
    }

    /// [`Run::attempt`] with a template, by number, and further candidates.
    fn attempt_with(
        &mut self,
        pool: &mut TermPool,
        index: usize,
        equations: &[Candidate],
    ) -> Result<Option<Proved>, Reason> {
        let (domain, mut template) = std::mem::take(&mut self.templates[index]);
        template.candidates.splice(0..0, equations.iter().cloned());
        let proof = self.attempt(pool, domain, &template);
        template.candidates.drain(..equations.len());
        self.templates[index] = (domain, template);
        proof
    }

    /// Infers an invariant and tries whether it excludes every violation.
    ///
    /// Facts about elements are first looked for beside the rows that zones have found. Since they may bound numbers that
    /// nothing bounded before, the rows are then looked for again beside them.
    fn attempt(
        &mut self,
        pool: &mut TermPool,
        domain: Domain,
        template: &Template,
    ) -> Result<Option<Proved>, Reason> {
        let seed = self.zones.take().filter(|_| domain == Domain::Elements);
        let is_seeded = seed.is_some();
        let start = match seed {
            Some(seed) => seed.with_more_candidates(template),
            None => Invariant::bottom(template, self.system),
        };
        let Some(mut invariant) = self.infer(pool, template, start)? else {
            return Ok(None);
        };
        let mut excludes = self.excludes_violations(pool, template, &invariant)?;
        if !excludes && is_seeded {
            let start = invariant.with_lowest_rows(template);
            let Some(again) = self.infer(pool, template, start)? else {
                return Ok(None);
            };
            invariant = again;
            excludes = self.excludes_violations(pool, template, &invariant)?;
        }
        if excludes {
            let invariant = self.minimise(pool, template, invariant);
            return self.confirm(pool, domain, template, &invariant);
        }
        self.learn(pool, domain, template, &invariant);
        self.zones = Some(invariant).filter(|_| domain == Domain::Zones);
        Ok(None)
    }

    /// Whether nothing goes wrong behind k states that satisfy the invariant.
    fn excludes_violations(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<bool, Reason> {
        let mut assumptions = Vec::new();
        for frame in 0..=self.last_frame() {
            assumptions.extend(invariant.instances(pool, template, &mut self.step.run, frame));
        }
        self.excludes_bad(pool, assumptions)
    }

    /// The frame in which nothing may go wrong. With k = 0 as the limit, the invariant alone must exclude violations, in any
    /// state.
    fn last_frame(&self) -> usize {
        match self.settings.max_k {
            Some(0) => 0,
            _ => self.k as usize,
        }
    }

    /// Whether nothing goes wrong in the last frame, under assumptions about it and those before.
    fn excludes_bad(
        &mut self,
        pool: &mut TermPool,
        mut assumptions: Vec<Term>,
    ) -> Result<bool, Reason> {
        let last = self.last_frame();
        assumptions.push(self.bad(pool, Side::Step, last));
        self.queries += 1;
        match self.step.solver.check(pool, &assumptions, self.work.limits) {
            Answer::Sat(model) => {
                if self.settings.bidirectional {
                    let state =
                        BackwardState::first_of(pool, self.system, &self.step.run, &model, last);
                    self.backward.extend(state);
                }
                Ok(false)
            }
            Answer::Unsat(_) => Ok(true),
            Answer::Unknown(why) => Err(reason_of(why)),
        }
    }

    /// Lets `evidence` judge the proof.
    fn confirm(
        &self,
        pool: &mut TermPool,
        domain: Domain,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<Option<Proved>, Reason> {
        let (needs_facts, invariants) = self.judge(pool, template, invariant)?;
        let engine = match domain {
            Domain::Havoc => "k-induction".to_string(),
            _ => format!("kiki, {}", domain.name()),
        };
        let certificate = Certificate::Invariants {
            k: self.k,
            engine,
            invariants: self.texts(template, invariant, needs_facts),
            rechecked: false,
        };
        Ok(Some(Proved {
            certificate,
            invariants,
        }))
    }

    /// Whether the proof needs the facts that the induction began with (most do not, and are easier to read without), and the
    /// invariants, by location.
    fn judge(
        &self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<(bool, Vec<Term>), Reason> {
        let found = invariant.by_location(pool, template, self.system);
        if !self.seed.facts.is_empty() {
            if let Ok(invariants) = self.claim(pool, template, &found) {
                return Ok((false, invariants));
            }
            let facts = self.seed.by_location(pool, self.system).into_iter();
            let both = found.iter().zip(facts);
            let both: Vec<Term> = both.map(|(i, f)| pool.and(*i, f)).collect();
            return Ok((true, self.claim(pool, template, &both)?));
        }
        Ok((true, self.claim(pool, template, &found)?))
    }

    /// Lets `evidence` judge invariants, by location; gives those of the system without copies.
    fn claim(
        &self,
        pool: &mut TermPool,
        template: &Template,
        invariants: &[Term],
    ) -> Result<Vec<Term>, Reason> {
        let (system, invariants) = match &self.copies {
            Some(copies) => (copies.whole, copies.disjunctions(pool, invariants)),
            None => (self.system, invariants.to_vec()),
        };
        let claim = Inductive {
            k: self.k,
            invariants,
            instances: template.instances.clone(),
            except: self.excused.iter().copied().collect(),
            simple: self.settings.simple_path,
        };
        self.work.proof(system).confirm(pool, &claim)?;
        Ok(claim.invariants)
    }

    /// What holds at the loop heads, for people.
    fn texts(
        &self,
        template: &Template,
        invariant: &Invariant,
        needs_facts: bool,
    ) -> Vec<(Place, Vec<String>)> {
        let mut all = invariant.texts(template, self.system);
        if needs_facts {
            for ((_, texts), (_, facts)) in all.iter_mut().zip(self.seed.texts(self.system)) {
                texts.extend(facts.into_iter().filter(|f| !f.is_empty()));
            }
        }
        match &self.copies {
            Some(copies) => copies.texts(all),
            None => all,
        }
    }

    fn half(&mut self, side: Side) -> &mut Half<'a> {
        match side {
            Side::Base => &mut self.base,
            Side::Step => &mut self.step,
        }
    }

    fn is_possible(&mut self, pool: &mut TermPool, condition: Term) -> Result<bool, Reason> {
        if pool.is_false(condition) {
            return Ok(false);
        }
        self.queries += 1;
        let solver = &mut self.base.solver;
        match solver.check(pool, &[condition], self.work.limits) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat(_) => Ok(false),
            Answer::Unknown(why) => Err(reason_of(why)),
        }
    }

    fn statistics(&self) -> Statistics {
        let mut all = vec![
            ("kiki.k".to_string(), u64::from(self.k)),
            ("kiki.queries".to_string(), self.queries),
            ("kiki.backward".to_string(), self.backward.len() as u64),
            (
                "kiki.locations".to_string(),
                self.system.locations.len() as u64,
            ),
        ];
        for (prefix, solver) in [("base", &self.base.solver), ("step", &self.step.solver)] {
            let counters = solver.statistics().into_iter();
            all.extend(counters.map(|(name, n)| (format!("kiki.{prefix}.{name}"), n)));
        }
        all
    }
}
