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
//! An invariant that does not suffice is known to whatever is tried next ([`learnt`]).
//!
//! Checks are part of the induction hypothesis, all together, but for those that are excused ([`excuse`]).
//!
//! A proof is a claim until [`evidence::Inductive`] has confirmed it.

mod backward;
mod bounds;
mod collect;
mod excuse;
mod explain;
mod infer;
mod learnt;
mod minimise;
mod paths;
mod settings;
#[cfg(test)]
mod tests;

pub use settings::Settings;

use crate::Engine;
use crate::board::Obstacle;
use crate::context::{Brief, Context};
use crate::facts::Seed;
use backward::BackwardState;
use cpu_time::ThreadTime;
use domains::{Candidate, DOMAINS, DomainRef, Havoc, Invariant, Source, Template, domain};
use encode::exec::CutPoints;
use encode::system::{TransitionSystem, Unrolling};
use evidence::{Certificate, Inductive, Invariants, Reason};
use excuse::Wrong;
use infer::Pace;
use learnt::Learnt;
use paths::Copies;
use program::SiteId;
use smt::{Answer, Limits, Solver};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Term, TermPool};

/// Conflicts that a question about the states after the first k may cost.
const LOOK_AHEAD_CONFLICTS: u64 = 2_000;

/// Conflicts that each question about a proof may cost which may need facts that it does not have.
const CONFLICTS_WITHOUT_FACTS: u64 = 20_000;

/// See the module documentation.
#[derive(Clone)]
pub(crate) struct Kiki {
    pub settings: Settings,
    pub domains: Domains,
    pub cuts: CutPoints,
    /// Whether facts from abstract interpretation hold in every frame.
    pub facts: bool,
    /// Whether states from which a violation follows are looked for in runs from the entry ([`backward`]).
    pub bidirectional: bool,
}

/// Which domains are tried, as long as no proof is found.
#[derive(Clone)]
pub(crate) struct Domains {
    /// In this order.
    list: Vec<DomainRef>,
    /// Whether some of them strengthen the others.
    strengthened: bool,
}

impl Domains {
    pub fn all() -> Domains {
        Domains {
            list: DOMAINS.to_vec(),
            strengthened: true,
        }
    }

    /// Only these. (k-induction is kIkI with the trivial one.)
    pub fn only(list: &[DomainRef]) -> Domains {
        Domains {
            list: list.to_vec(),
            strengthened: false,
        }
    }

    fn contains(&self, domain: DomainRef) -> bool {
        self.list.contains(&domain)
    }

    /// Those that have something to say about a system, with their templates.
    fn templates(&self, pool: &mut TermPool, source: Source<'_>) -> Vec<(DomainRef, Template)> {
        let mut all = Vec::new();
        for domain in &self.list {
            let template = match self.strengthened {
                true => domain::strengthened(pool, source, *domain),
                false => domain.template(pool, source),
            };
            all.extend(template.map(|t| (*domain, t)));
        }
        all
    }
}

impl Engine for Kiki {
    fn name(&self) -> &'static str {
        "kiki"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = self.prove(context) {
            context.give_up(reason);
        }
    }
}

impl Kiki {
    /// Tries to prove all goals. Those that fail in the first states are excused, and the others are tried again.
    fn prove(&self, context: &mut Context) -> Result<(), Reason> {
        let built = context.system(self.cuts)?;
        let mut system = (*built).clone();
        for domain in DOMAINS.iter().filter(|d| self.domains.contains(**d)) {
            domain.prepare(&mut context.pool, &mut system);
        }
        let brief = (**context).clone();
        let mut excused = BTreeSet::new();
        loop {
            let seed = self.seed(context, &built, &excused);
            let pool = &mut context.pool;
            let mut run = Run::new(pool, self, &brief, &system, seed, excused.clone());
            let result = run.run(pool, &|k, what| brief.progress(Some(("k", k)), what));
            run.count(context);
            let wrong = match result? {
                Attempted::Proved(Proved {
                    certificate,
                    invariants,
                    instances,
                }) => {
                    context.count("rows", certificate.invariants().map_or(0, Invariants::rows));
                    let pool = &context.pool;
                    context.prove(pool, &system, &certificate, &invariants, &excused);
                    if !excused.is_empty() {
                        context.meet(Obstacle::Violation(excused));
                    } else if let Some(instances) = instances {
                        context.keep_proof(self.cuts, system, invariants, instances);
                    }
                    return Ok(());
                }
                Attempted::Wrong(wrong) => wrong,
            };
            if let Some((location, number)) = wrong.gap {
                let gap = &system.blocks[location].gaps[number];
                context.meet(Obstacle::Gap {
                    what: gap.what.clone(),
                    place: gap.place,
                });
                return Ok(());
            }
            let asked = wrong.sites.iter().all(|site| context.goals.contains(*site));
            let before = excused.len();
            excused.extend(wrong.sites);
            let nothing_left = context.goals.iter().all(|site| excused.contains(&site));
            if !asked || nothing_left || excused.len() == before {
                context.meet(Obstacle::Violation(excused));
                return Ok(());
            }
        }
    }

    /// The facts that the induction begins with.
    fn seed(
        &self,
        context: &mut Context,
        system: &Arc<TransitionSystem>,
        excused: &BTreeSet<SiteId>,
    ) -> Seed {
        match self.facts {
            true => context.seed(system, excused).unwrap_or_default(),
            false => Seed::default(),
        }
    }
}

/// A proof that was confirmed.
struct Proved {
    certificate: Certificate,
    /// By location.
    invariants: Vec<Term>,
    /// The same with what they have to be assumed for, if each edge of the system keeps them.
    instances: Option<Vec<Vec<(Term, Term)>>>,
}

/// Is told k and what is being done.
type Tell<'a> = &'a dyn Fn(u32, &str);

/// How a proof attempt came to its end.
enum Attempted {
    Proved(Proved),
    Wrong(Wrong),
}

/// What templates are made from.
fn source<'a>(engine: &'a Kiki, work: &'a Brief, system: &'a TransitionSystem) -> Source<'a> {
    Source {
        system,
        types: work.types(),
        sums: &engine.settings.template,
    }
}

/// The two halves of an induction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Case {
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
    engine: &'a Kiki,
    work: &'a Brief,
    system: &'a TransitionSystem,
    /// From the entry.
    base: Half<'a>,
    /// From any loop head. Frames 0 to k - 1 satisfy all checks.
    step: Half<'a>,
    templates: Vec<(DomainRef, Template)>,
    paces: &'static [Pace],
    /// Whether it is an attempt to prove a part of what another one is to prove.
    is_part: bool,
    started: ThreadTime,
    /// What the domain that was tried last has found.
    last: Option<(DomainRef, Invariant)>,
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
        engine: &'a Kiki,
        work: &'a Brief,
        system: &'a TransitionSystem,
        seed: Seed,
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
        let source = source(engine, work, system);
        let templates = engine.domains.templates(pool, source);
        let mut this = Run {
            engine,
            work,
            system,
            base,
            step,
            templates,
            // What is proved there is what ranking functions rest on, so it should say as much as it can.
            paces: match work.board.about_termination {
                true => &[Pace::Fine],
                false => engine.settings.strategy.paces(),
            },
            is_part: false,
            started: ThreadTime::now(),
            last: None,
            seed,
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
        if self.engine.settings.simple_path {
            for earlier in 0..frame {
                let new = self.step.run.differ(pool, earlier, frame);
                self.step.solver.assert(pool, new);
            }
        }
    }

    fn run(&mut self, pool: &mut TermPool, progress: Tell<'_>) -> Result<Attempted, Reason> {
        if let Some(wrong) = self.goes_wrong(pool, 0)? {
            return Ok(Attempted::Wrong(wrong));
        }
        loop {
            if let Some(wrong) = self.failed_elsewhere() {
                return Ok(Attempted::Wrong(wrong));
            }
            if let Some(why) = self.work.limits.expired() {
                return Err(why.into());
            }
            self.k += 1;
            let k = self.k as usize;
            if let Some(max) = self
                .engine
                .settings
                .max_k
                .filter(|max| self.k > (*max).max(1))
            {
                return Err(Reason::NotInductive { k: max });
            }
            progress(self.k, "the base case");
            while self.base.run.len() <= k {
                self.base.run.extend(pool);
            }
            if let Some(wrong) = self.goes_wrong(pool, k)? {
                return Ok(Attempted::Wrong(wrong));
            }
            if let Some(wrong) = self.meets_backward_state(pool)? {
                return Ok(Attempted::Wrong(wrong));
            }
            // With k = 0 as the limit, invariants have to do without that.
            if self.engine.settings.max_k != Some(0) {
                let wrong = self.bad(pool, Case::Step, k - 1);
                let fine = pool.not(wrong);
                self.step.solver.assert(pool, fine);
            }
            self.step.run.extend(pool);
            self.assert_frame(pool, k);
            if !(self.k - 1).is_multiple_of(self.engine.settings.k_step()) {
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
        progress: Tell<'_>,
    ) -> Result<Option<Attempted>, Reason> {
        let is_alone = self.templates.is_empty();
        if is_alone || self.engine.domains.contains(&Havoc) || !self.learnt.is_empty() {
            progress(self.k, "the step");
            if let Some(proved) = self.attempt_learnt(pool)? {
                return Ok(Some(Attempted::Proved(proved)));
            }
        }
        if !self.is_part {
            self.prove_part(pool)?;
        }
        let tried = (self.k - 1) / self.engine.settings.k_step();
        if !(tried + 1).is_power_of_two() || self.templates.is_empty() {
            return Ok(None);
        }
        if let Some(wrong) = self.look_ahead(pool)? {
            return Ok(Some(Attempted::Wrong(wrong)));
        }
        for pace in self.paces {
            self.last = None;
            for index in 0..self.templates.len() {
                let (domain, template) = &self.templates[index];
                // Where there are no bounds, the pace is the same.
                if *pace != self.paces[0] && template.rows.is_empty() {
                    continue;
                }
                let domain = *domain;
                if let Some(wrong) = self.failed_elsewhere() {
                    return Ok(Some(Attempted::Wrong(wrong)));
                }
                progress(self.k, &format!("the step, {}", domain.name()));
                if let Some(proved) = self.attempt_domain(pool, index, *pace)? {
                    return Ok(Some(Attempted::Proved(proved)));
                }
            }
            if *pace == Pace::Coarse {
                self.prove_part(pool)?;
            }
        }
        if self.k == 1 && self.engine.settings.loop_paths {
            progress(self.k, "the step, for each loop path");
            return Ok(self.attempt_paths(pool)?.map(Attempted::Proved));
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
            Some(why) => Err(why.into()),
            None => Ok(None),
        }
    }

    /// Tries a domain, by number: with its template alone, or if it has collectors, with what each of them finds, as far as
    /// that is new.
    fn attempt_domain(
        &mut self,
        pool: &mut TermPool,
        index: usize,
        pace: Pace,
    ) -> Result<Option<Proved>, Reason> {
        let collectors = self.templates[index].0.collectors();
        if collectors.is_empty() {
            return self.attempt_with(pool, index, &[], pace);
        }
        let mut before: Vec<Candidate> = Vec::new();
        for new in collectors {
            let mut collector = new(pool, source(self.engine, self.work, self.system));
            let found = self.collect(pool, &mut *collector)?;
            let is_new = |c: &Candidate| before.iter().all(|b| b.predicate != c.predicate);
            if found.iter().any(is_new)
                && let Some(proved) = self.attempt_with(pool, index, &found, pace)?
            {
                return Ok(Some(proved));
            }
            before = found;
        }
        Ok(None)
    }

    /// [`Run::attempt`] with a template, by number, and further candidates.
    fn attempt_with(
        &mut self,
        pool: &mut TermPool,
        index: usize,
        more: &[Candidate],
        pace: Pace,
    ) -> Result<Option<Proved>, Reason> {
        let (domain, template) = &mut self.templates[index];
        let (domain, mut template) = (*domain, std::mem::take(template));
        template.candidates.splice(0..0, more.iter().cloned());
        let proof = self.attempt(pool, domain, &template, pace);
        template.candidates.drain(..more.len());
        self.templates[index].1 = template;
        proof
    }

    /// Infers an invariant and tries whether it excludes every violation.
    ///
    /// If the domain starts from the result of another one, its candidates are first looked for beside those rows. Since
    /// they may bound numbers that nothing bounded before, the rows are then looked for again beside them.
    fn attempt(
        &mut self,
        pool: &mut TermPool,
        domain: DomainRef,
        template: &Template,
        pace: Pace,
    ) -> Result<Option<Proved>, Reason> {
        let seed = (self.last.take()).filter(|(last, _)| domain.starts_from() == Some(*last));
        let is_seeded = seed.is_some();
        let start = match seed {
            Some((_, seed)) => seed.with_more(template),
            None => Invariant::bottom(template, self.system),
        };
        let Some(mut invariant) = self.infer(pool, template, start, pace)? else {
            return Ok(None);
        };
        let mut excludes = self.excludes_violations(pool, template, &invariant)?;
        if !excludes && is_seeded {
            let start = invariant.with_lowest_rows(template);
            let Some(again) = self.infer(pool, template, start, pace)? else {
                return Ok(None);
            };
            invariant = again;
            excludes = self.excludes_violations(pool, template, &invariant)?;
        }
        if excludes {
            let found = Some((template, &invariant));
            return self
                .confirm_with_learnt(pool, Some(domain), found)
                .map(Some);
        }
        self.explain(pool, domain, template, &invariant);
        self.learn(pool, domain, template, &invariant);
        self.last = Some((domain, invariant));
        Ok(None)
    }

    /// Whether nothing goes wrong after k states that satisfy the invariant.
    fn excludes_violations(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<bool, Reason> {
        let mut assumptions = self.learnt();
        for frame in 0..=self.last_frame() {
            let run = &mut self.step.run;
            assumptions.extend(invariant.assumptions(pool, template, run, frame, None));
        }
        self.excludes_bad(pool, assumptions)
    }

    /// The frame in which nothing may go wrong. With k = 0 as the limit, the invariant alone must exclude violations, in any
    /// state.
    fn last_frame(&self) -> usize {
        match self.engine.settings.max_k {
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
        assumptions.push(self.bad(pool, Case::Step, last));
        self.queries += 1;
        match self
            .step
            .solver
            .check(pool, &assumptions, &self.work.limits)
        {
            Answer::Sat(model) => {
                if self.engine.bidirectional {
                    let state =
                        BackwardState::first_of(pool, self.system, &self.step.run, &model, last);
                    self.backward.extend(state);
                }
                Ok(false)
            }
            Answer::Unsat(_) => Ok(true),
            Answer::Unknown(why) => Err(why.into()),
        }
    }

    /// Lets `evidence` judge the proof, with the invariant of a domain or of none. Most proofs do not need the facts that the
    /// induction began with, and are easier to read without them.
    fn confirm(
        &self,
        pool: &mut TermPool,
        domain: Option<DomainRef>,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<Proved, Reason> {
        let engine = match domain {
            None => "k-induction".to_string(),
            Some(domain) => format!("kiki, {}", domain.name()),
        };
        let found = invariant.by_location(pool, template, self.system);
        if self.seed.facts.is_empty() {
            return self.claim(pool, template, found, engine, &self.work.limits);
        }
        let little = Limits {
            conflicts: Some(CONFLICTS_WITHOUT_FACTS),
            ..self.work.limits.clone()
        };
        let without = self.claim(pool, template, found.clone(), engine.clone(), &little);
        if let Ok(proved) = without {
            return Ok(proved);
        }
        let facts = self.seed.by_location(pool, self.system).into_iter();
        let both = found.into_iter().zip(facts);
        let both = both.map(|(i, f)| pool.and(i, f)).collect();
        self.claim(pool, template, both, engine, &self.work.limits)
    }

    /// Lets `evidence` judge invariants, by location. Those of copies become those of the system without copies.
    fn claim(
        &self,
        pool: &mut TermPool,
        template: &Template,
        invariants: Vec<Term>,
        engine: String,
        limits: &Limits,
    ) -> Result<Proved, Reason> {
        let (system, invariants) = match &self.copies {
            Some(copies) => (copies.whole, copies.disjunctions(pool, &invariants)),
            None => (self.system, invariants),
        };
        let claim = Inductive {
            k: self.k,
            invariants,
            instances: template.instances.clone(),
            except: self.excused.iter().copied().collect(),
            simple: self.engine.settings.simple_path,
            engine,
        };
        let certificate = (self.work).confirm_within(pool, system, &claim, limits)?;
        let by_edges = claim.k == 1 && !claim.simple && self.copies.is_none();
        Ok(Proved {
            certificate,
            invariants: claim.invariants,
            instances: by_edges.then_some(claim.instances),
        })
    }

    fn half(&mut self, case: Case) -> &mut Half<'a> {
        match case {
            Case::Base => &mut self.base,
            Case::Step => &mut self.step,
        }
    }

    fn is_possible(&mut self, pool: &mut TermPool, condition: Term) -> Result<bool, Reason> {
        if pool.is_false(condition) {
            return Ok(false);
        }
        self.queries += 1;
        let solver = &mut self.base.solver;
        match solver.check(pool, &[condition], &self.work.limits) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat(_) => Ok(false),
            Answer::Unknown(why) => Err(why.into()),
        }
    }

    /// Adds the counters of the attempt.
    fn count(&self, context: &mut Context) {
        context.count("k", u64::from(self.k));
        context.count("queries", self.queries);
        context.count("backward", self.backward.len() as u64);
        context.count("locations", self.system.locations.len() as u64);
        for (case, solver) in [("base", &self.base.solver), ("step", &self.step.solver)] {
            for (name, value) in solver.statistics() {
                context.count(&format!("{case}.{name}"), value);
            }
        }
    }
}
