//! Abstract interpretation: facts about the variables at each loop head, found without a solver ([`domains::analysis`]).
//!
//! A check that no state of the facts violates is discharged. The facts are an inductive invariant, and as such a claim:
//! [`evidence::Inductive`] proves it, together with the discharged checks, before anything leaves this engine. Checks that
//! are not discharged are no part of the claim, and stay open.
//!
//! While facts are computed, checks are taken to hold on the way, as induction does. If one is not discharged, the facts
//! are computed anew without it, until what was used is what was proved.
//!
//! kIkI starts with the same facts ([`seed`]): if they discharge everything, no template is needed; otherwise they hold in
//! every frame of its induction.

use crate::bmc::has_gaps;
use crate::kiki::without_leaks;
use crate::recheck::{self, Proof};
use crate::{Answers, Engine, Progress, Task, cpu_ms, reason_of};
use cpu_time::ThreadTime;
use domains::Candidate;
use domains::analysis::{Facts, analyse};
use encode::exec::CutPoints;
use encode::promote::promote;
use encode::system::{TransitionSystem, build};
use evidence::{Certificate, Inductive, Reason, Verdict};
use program::{Goals, Place, Program, SiteId};
use smt::Limits;
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// The engine's name in certificates.
pub(crate) const NAME: &str = "abstract interpretation";

/// See the module documentation.
pub struct Ai;

impl Engine for Ai {
    fn name(&self) -> &'static str {
        "abstract-interpretation"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        (task.progress)(Progress::Induction {
            k: 0,
            what: NAME.to_string(),
        });
        let clock = ThreadTime::now();
        let (promoted, _) = promote(task.pool, task.program);
        let limits = task.limits();
        let (cuts, paranoid) = (task.options.cuts, task.options.paranoid);
        let mut discharge =
            |goals| build_and_discharge(task.pool, &promoted, goals, cuts, &limits, paranoid);
        let mut result = discharge(&task.goals);
        if result.is_err()
            && let Some(others) = without_leaks(task.program, &task.goals)
        {
            result = discharge(&others).map(|mut found| {
                let leaks = task.goals.iter().filter(|site| !others.contains(*site));
                found.open.extend(leaks);
                found
            });
        }
        let result = result.and_then(|found| found.recheck(task));
        let verdict = |site: SiteId| match &result {
            Ok(found) if !found.open.contains(&site) => Verdict::True(found.certificate.clone()),
            Ok(_) => Verdict::Unknown(Reason::NotInductive { k: 1 }),
            Err(reason) => Verdict::Unknown(reason.clone()),
        };
        let sites: Vec<_> = task.goals.iter().map(|s| (s, verdict(s))).collect();
        let discharged = sites.iter().filter(|(_, v)| matches!(v, Verdict::True(_)));
        let mut statistics = vec![
            ("ai.discharged".to_string(), discharged.count() as u64),
            cpu_ms("ai.cpu_ms", clock),
        ];
        if let Ok(found) = &result {
            statistics.push(("ai.rows".to_string(), found.certificate.rows()));
        }
        let gaps = has_gaps(task.pool, task.program);
        Answers {
            sites,
            rest: result.err().filter(|_| gaps),
            warnings: Vec::new(),
            statistics,
        }
    }
}

/// What was proved.
pub(crate) struct Discharged {
    pub certificate: Certificate,
    /// By location.
    pub invariants: Vec<Term>,
    /// The goals that were not.
    pub open: BTreeSet<SiteId>,
}

impl Discharged {
    /// Under `--paranoid`: concrete runs.
    fn recheck(mut self, task: &mut Task<'_>) -> Result<Discharged, Reason> {
        if task.options.paranoid {
            let proved = task.goals.iter().filter(|s| !self.open.contains(s));
            let proved: Vec<SiteId> = proved.collect();
            recheck::random_runs(task, &proved)?;
            if let Certificate::Invariants { rechecked, .. } = &mut self.certificate {
                *rechecked = true;
            }
        }
        Ok(self)
    }
}

/// Discharges as many goals as there are facts for, and one at least.
fn build_and_discharge(
    pool: &mut TermPool,
    program: &Program,
    goals: &Goals,
    cuts: CutPoints,
    limits: &Limits,
    paranoid: bool,
) -> Result<Discharged, Reason> {
    let mut stop = || limits.expired().is_some();
    let system = build(pool, program, goals, cuts, &mut stop).map_err(|_| expired(limits))?;
    let found = discharge(
        pool,
        &Proof {
            program,
            goals,
            system: &system,
            limits,
            paranoid,
        },
    )?;
    if goals.iter().all(|site| found.open.contains(&site)) && goals.iter().next().is_some() {
        return Err(Reason::NotInductive { k: 1 });
    }
    Ok(found)
}

fn expired(limits: &Limits) -> Reason {
    match limits.expired() {
        Some(why) => reason_of(why),
        None => Reason::Solver("the program is too large".to_string()),
    }
}

/// Facts that hold whatever becomes of the goals that they do not discharge.
pub(crate) fn discharge(pool: &mut TermPool, proof: &Proof<'_>) -> Result<Discharged, Reason> {
    let Proof {
        program,
        goals,
        system,
        limits,
        ..
    } = *proof;
    let mut stop = || limits.expired().is_some();
    let mut open: BTreeSet<SiteId> = BTreeSet::new();
    let facts = loop {
        let trusted = |site: SiteId| !open.contains(&site);
        let facts = analyse(pool, system, &trusted, &mut stop).ok_or_else(|| expired(limits))?;
        let (found, gaps) = facts.open(pool, system);
        if !gaps.is_empty() {
            return Err(Reason::NotInductive { k: 1 });
        }
        if let Some(site) = found.iter().find(|s| !goals.contains(**s)) {
            let site = program.site(*site);
            return Err(Reason::Undefined {
                what: site.what.clone(),
                place: site.place,
            });
        }
        if found.is_subset(&open) {
            break facts;
        }
        open.extend(found);
    };
    let seed = Seed::new(pool, program, system, &facts);
    let except = open.iter().copied().collect();
    let certificate = seed.confirm(pool, proof, except)?;
    let invariants = seed.by_location(pool, system);
    Ok(Discharged {
        certificate,
        invariants,
        open,
    })
}

/// Facts as formulas.
#[derive(Default)]
pub(crate) struct Seed {
    pub facts: Vec<Candidate>,
    /// Whether they discharge all checks and exclude all gaps.
    pub suffices: bool,
}

/// The facts that hold as long as all checks do but those excused; `None` if they would cost too much.
pub(crate) fn seed(
    pool: &mut TermPool,
    program: &Program,
    system: &TransitionSystem,
    limits: &Limits,
    excused: &BTreeSet<SiteId>,
) -> Option<Seed> {
    let mut stop = || limits.expired().is_some();
    let trusted = |site: SiteId| !excused.contains(&site);
    let facts = analyse(pool, system, &trusted, &mut stop)?;
    let (open, gaps) = facts.open(pool, system);
    let mut seed = Seed::new(pool, program, system, &facts);
    seed.suffices = open.is_empty() && gaps.is_empty();
    Some(seed)
}

impl Seed {
    fn new(
        pool: &mut TermPool,
        program: &Program,
        system: &TransitionSystem,
        facts: &Facts,
    ) -> Seed {
        Seed {
            facts: facts.formulas(pool, program, system),
            suffices: false,
        }
    }

    /// The facts of each location in one formula.
    pub fn by_location(&self, pool: &mut TermPool, system: &TransitionSystem) -> Vec<Term> {
        let mut all = vec![pool.tt(); system.locations.len()];
        for fact in &self.facts {
            let at = fact.location.0 as usize;
            all[at] = pool.and(all[at], fact.predicate);
        }
        all
    }

    /// For people: by location, each text once.
    pub fn texts(&self, system: &TransitionSystem) -> Vec<(Place, Vec<String>)> {
        let mut all: Vec<(Place, Vec<String>)> = Vec::new();
        for (index, location) in system.locations.iter().enumerate().skip(1) {
            let here = self.facts.iter().filter(|f| f.location.0 as usize == index);
            let mut texts: Vec<String> = here.map(|f| f.text.clone()).collect();
            texts.retain(|t| !t.is_empty());
            texts.dedup();
            all.push((location.place, texts));
        }
        all
    }

    /// Lets `evidence` prove that the facts are an inductive invariant under which no check fails but those excepted.
    pub fn confirm(
        &self,
        pool: &mut TermPool,
        proof: &Proof<'_>,
        except: Vec<SiteId>,
    ) -> Result<Certificate, Reason> {
        let claim = Inductive {
            k: 1,
            invariants: self.by_location(pool, proof.system),
            instances: Vec::new(),
            except,
            simple: false,
        };
        proof.confirm(pool, &claim)?;
        Ok(Certificate::Invariants {
            k: 1,
            engine: NAME.to_string(),
            invariants: self.texts(proof.system),
            rechecked: false,
        })
    }
}
