//! kIkI: k-induction with invariants that are inferred on the way (Brain, Joshi, Kroening, Schrammel: *Safety Verification
//! and Refutation by k-Invariants and k-Induction*, SAS 2015; 2LS).
//!
//! For k = 1, 2, …: look for a violation in the first k + 1 states (the base case); infer a k-inductive invariant in the
//! shape of a template; if no violation is k states away from states that satisfy the invariant and violate nothing, all
//! checks hold. With the trivial template this is k-induction; with k = 1 and no base case it is abstract interpretation.
//!
//! It works on the transition system, one step of which is a block: from loop head to loop head. The base case and the step
//! each have a solver that is kept for all k; what changes from one question to the next, the bounds of the rows, is
//! assumed, not asserted. Checks are part of the induction hypothesis, all together: there is a proof for all or for none.
//!
//! A proof is a claim until [`evidence::Inductive`] has confirmed it.

mod infer;
mod minimise;

use crate::bmc::has_gaps;
use crate::{Answers, Bmc, Choice, Engine, Progress, Task, reason_of, recheck};
use domains::{Domain, Template, elements};
use encode::promote::promote;
use encode::system::{TransitionSystem, Unrolling, build};
use evidence::{Certificate, Inductive, NotInductive, Reason, Verdict};
use infer::Invariant;
use program::{Goals, Program};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{Term, TermPool};

/// See the module documentation.
pub struct Kiki {
    /// Tried in this order for each k, as long as no proof is found.
    pub domains: Vec<Domain>,
    /// Whether equalities strengthen the other domains.
    pub equalities: bool,
    pub max_k: Option<u32>,
}

impl Engine for Kiki {
    fn name(&self) -> &'static str {
        "kiki"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        let (promoted, _) = promote(task.pool, task.program);
        let limits = task.limits();
        let goals = task.goals.clone();
        let work = Work {
            program: &promoted,
            goals: &goals,
            limits: &limits,
        };
        let outcome = self.prove(task.pool, &work, task.progress);
        let (result, statistics) = match outcome {
            // A run that violates something is the other engine's to show.
            Outcome::Refuted => return Bmc.run(task),
            Outcome::Proved(certificate, statistics) => {
                (self.recheck(task, certificate), statistics)
            }
            Outcome::Open(reason, statistics) => (Err(reason), statistics),
        };
        let sites = goals
            .iter()
            .map(|site| match &result {
                Ok(certificate) => (site, Verdict::True(certificate.clone())),
                Err(reason) => (site, Verdict::Unknown(reason.clone())),
            })
            .collect();
        let gaps = has_gaps(task.pool, task.program);
        Answers {
            sites,
            rest: result.err().filter(|_| gaps),
            warnings: Vec::new(),
            statistics,
        }
    }
}

/// What is to be proved.
pub(crate) struct Work<'a> {
    /// Promoted.
    pub program: &'a Program,
    pub goals: &'a Goals,
    pub limits: &'a Limits,
}

/// Counters by name.
type Statistics = Vec<(String, u64)>;

pub(crate) enum Outcome {
    /// All goals hold.
    Proved(Certificate, Statistics),
    /// A check fails in the first states, or the program ends in what nobody asked about.
    Refuted,
    Open(Reason, Statistics),
}

impl Kiki {
    /// The engine of a choice.
    pub fn from_choice(choice: &Choice) -> Kiki {
        let (domains, equalities) = match choice {
            Choice::Kiki(Some(domains)) => (domains.clone(), false),
            Choice::Kiki(None) | Choice::Auto | Choice::Bmc => (Domain::ALL.to_vec(), true),
        };
        Kiki {
            domains,
            equalities,
            max_k: None,
        }
    }

    /// Under `--paranoid`: concrete runs of what was proved.
    fn recheck(
        &self,
        task: &mut Task<'_>,
        mut certificate: Certificate,
    ) -> Result<Certificate, Reason> {
        if task.options.paranoid {
            let sites: Vec<_> = task.goals.iter().collect();
            recheck::random_runs(task, &sites)?;
            if let Certificate::Invariants { rechecked, .. } = &mut certificate {
                *rechecked = true;
            }
        }
        Ok(certificate)
    }

    /// Tries to prove all goals.
    pub(crate) fn prove(
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
        let Ok(mut system) = build(pool, work.program, work.goals, &mut stop) else {
            let reason = match limits.expired() {
                Some(why) => reason_of(why),
                None => Reason::Solver("the transition system is too large".to_string()),
            };
            return Outcome::Open(reason, Vec::new());
        };
        if self.domains.contains(&Domain::Elements) {
            elements::add_indices(pool, &mut system);
        }
        let mut run = Run::new(pool, self, work, &system);
        let result = run.run(pool, progress);
        let statistics = run.statistics();
        match result {
            Ok(Some(certificate)) => Outcome::Proved(certificate, statistics),
            Ok(None) => Outcome::Refuted,
            Err(reason) => Outcome::Open(reason, statistics),
        }
    }
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
    solver: EmbeddedSolver,
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
    ) -> Run<'a> {
        let base = Half {
            run: Unrolling::from_entry(pool, system, "base"),
            solver: EmbeddedSolver::new(),
        };
        let (run, one) = Unrolling::from_anywhere(pool, system, "step");
        let solver = EmbeddedSolver::new();
        let mut step = Half { run, solver };
        step.solver.assert(pool, one);
        let templates = settings
            .domains
            .iter()
            .filter(|d| **d != Domain::Elements || !system.rigid.is_empty())
            .map(|d| {
                let template = Template::new(pool, work.program, system, *d, settings.equalities);
                (*d, template)
            })
            .collect();
        Run {
            settings,
            work,
            system,
            base,
            step,
            templates,
            zones: None,
            k: 0,
            queries: 0,
        }
    }

    /// `None` if something can go wrong.
    fn run(
        &mut self,
        pool: &mut TermPool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Certificate>, Reason> {
        let wrong = bad(pool, &mut self.base.run, 0);
        if self.is_possible(pool, wrong)? {
            return Ok(None);
        }
        loop {
            self.k += 1;
            let k = self.k as usize;
            if self.settings.max_k.is_some_and(|max| self.k > max) {
                return Err(Reason::NotInductive { k: self.k - 1 });
            }
            progress(Progress::Induction {
                k: self.k,
                what: "the base case".to_string(),
            });
            self.base.run.extend(pool);
            let wrong = bad(pool, &mut self.base.run, k);
            if self.is_possible(pool, wrong)? {
                return Ok(None);
            }
            let wrong = bad(pool, &mut self.step.run, k - 1);
            let fine = pool.not(wrong);
            self.step.solver.assert(pool, fine);
            self.step.run.extend(pool);
            for index in 0..self.templates.len() {
                let (domain, template) = std::mem::take(&mut self.templates[index]);
                progress(Progress::Induction {
                    k: self.k,
                    what: format!("the step, {}", domain.name()),
                });
                let proof = self.attempt(pool, domain, &template);
                self.templates[index] = (domain, template);
                if let Some(certificate) = proof? {
                    return Ok(Some(certificate));
                }
            }
        }
    }

    /// Infers an invariant and tries whether it excludes every violation.
    fn attempt(
        &mut self,
        pool: &mut TermPool,
        domain: Domain,
        template: &Template,
    ) -> Result<Option<Certificate>, Reason> {
        let seed = self.zones.take().filter(|_| domain == Domain::Elements);
        let Some(invariant) = self.infer(pool, template, seed)? else {
            return Ok(None);
        };
        let k = self.k as usize;
        let mut assumptions = Vec::new();
        for frame in 0..=k {
            assumptions.extend(invariant.instances(pool, template, &mut self.step.run, frame));
        }
        assumptions.push(bad(pool, &mut self.step.run, k));
        self.queries += 1;
        match self.step.solver.check(pool, &assumptions, self.work.limits) {
            Answer::Sat(_) => {
                self.zones = Some(invariant).filter(|_| domain == Domain::Zones);
                Ok(None)
            }
            Answer::Unknown(why) => Err(reason_of(why)),
            Answer::Unsat(_) => {
                let invariant = self.minimise(pool, template, invariant);
                self.confirm(pool, domain, template, &invariant)
            }
        }
    }

    /// Lets `evidence` judge the proof.
    fn confirm(
        &self,
        pool: &mut TermPool,
        domain: Domain,
        template: &Template,
        invariant: &Invariant,
    ) -> Result<Option<Certificate>, Reason> {
        let claim = Inductive {
            k: self.k,
            invariants: invariant.by_location(pool, template, self.system),
            instances: template.instances.clone(),
            except: Vec::new(),
        };
        match claim.check(pool, self.system, self.work.limits) {
            Ok(()) => {}
            Err(NotInductive::Open(why)) => return Err(reason_of(why)),
            Err(NotInductive::Refuted(what)) => {
                let what = format!("a proof by induction is none: {what}");
                return Err(Reason::Internal(what));
            }
        }
        let engine = match domain {
            Domain::Havoc => "k-induction".to_string(),
            _ => format!("kiki, {}", domain.name()),
        };
        Ok(Some(Certificate::Invariants {
            k: self.k,
            engine,
            invariants: invariant.texts(template, self.system),
            rechecked: false,
        }))
    }

    fn half(&mut self, side: Side) -> &mut Half<'a> {
        match side {
            Side::Base => &mut self.base,
            Side::Step => &mut self.step,
        }
    }

    fn is_possible(&mut self, pool: &mut TermPool, wrong: Term) -> Result<bool, Reason> {
        if pool.is_false(wrong) {
            return Ok(false);
        }
        self.queries += 1;
        match self.base.solver.check(pool, &[wrong], self.work.limits) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat(_) => Ok(false),
            Answer::Unknown(why) => Err(reason_of(why)),
        }
    }

    fn statistics(&self) -> Statistics {
        let mut all = vec![
            ("kiki.k".to_string(), u64::from(self.k)),
            ("kiki.queries".to_string(), self.queries),
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

/// Something goes wrong in the block that begins in a frame.
fn bad(pool: &mut TermPool, run: &mut Unrolling<'_>, frame: usize) -> Term {
    let violations = run.violations(pool, frame);
    let gaps = run.gaps(pool, frame);
    let violations = violations.into_iter().map(|(_, condition)| condition);
    let gaps = gaps.into_iter().map(|(_, condition)| condition);
    pool.or_all(violations.chain(gaps).collect::<Vec<_>>())
}
