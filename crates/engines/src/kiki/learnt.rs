//! What was found and did not suffice: auxiliary invariants.
//!
//! An invariant of a template that does not exclude every violation holds all the same, if the checks do. For greater k it is
//! assumed in every frame, together with those of the other domains: k-induction that is strengthened while it runs (Beyer,
//! Dangl, Wendler: *Boosting k-Induction with Continuously-Refined Invariants*, CAV 2015), by the product of all domains.
//! This costs one question for each k, where inferring costs hundreds; so invariants are inferred anew only when k has
//! doubled.
//!
//! Each invariant is k-inductive with the checks as a hypothesis, hence also for every greater k, and so is what all of them
//! say together. A proof names all that it used, and `evidence` proves it as a whole.

use super::infer::Invariant;
use super::{Proved, Run};
use domains::{Domain, Template};
use encode::system::{TransitionSystem, Unrolling};
use evidence::Reason;
use rustc_hash::FxHashSet;
use smt::Solver;
use term::{Sort, Term, TermPool};

/// The invariant of one domain.
pub(super) struct Learnt {
    domain: Domain,
    /// What the invariant says, and nothing else.
    template: Template,
    invariant: Invariant,
    /// Where this is assumed, the invariant holds in every frame of the step.
    active: Term,
}

impl Learnt {
    fn assert_in(
        &self,
        pool: &mut TermPool,
        run: &mut Unrolling<'_>,
        solver: &mut dyn Solver,
        frame: usize,
    ) {
        for holds in self.invariant.instances(pool, &self.template, run, frame) {
            let holds = pool.implies(self.active, holds);
            solver.assert(pool, holds);
        }
    }
}

impl Run<'_> {
    /// Keeps an invariant for greater k, in the place of what was known of its domain.
    pub(super) fn learn(
        &mut self,
        pool: &mut TermPool,
        domain: Domain,
        template: &Template,
        invariant: &Invariant,
    ) {
        let name = format!("learnt.{}.{}", domain.name(), self.k);
        let active = pool.fresh(&name, Sort::Bool);
        let (template, invariant) = product(self.system, &[(template, invariant)]);
        let learnt = Learnt {
            domain,
            template,
            invariant,
            active,
        };
        for frame in 0..=self.k as usize {
            let Run { step, .. } = self;
            learnt.assert_in(pool, &mut step.run, &mut *step.solver, frame);
        }
        self.learnt.retain(|l| l.domain != domain);
        self.learnt.push(learnt);
    }

    /// What is known holds in a new frame, too.
    pub(super) fn assert_learnt(&mut self, pool: &mut TermPool, frame: usize) {
        let Run { step, learnt, .. } = self;
        for learnt in learnt {
            learnt.assert_in(pool, &mut step.run, &mut *step.solver, frame);
        }
    }

    /// Tries whether what is known, and the checks, exclude every violation.
    pub(super) fn attempt_learnt(&mut self, pool: &mut TermPool) -> Result<Option<Proved>, Reason> {
        let assumptions = self.learnt.iter().map(|l| l.active).collect();
        if !self.excludes_bad(pool, assumptions)? {
            return Ok(None);
        }
        let parts: Vec<_> = (self.learnt.iter())
            .map(|l| (&l.template, &l.invariant))
            .collect();
        let (template, invariant) = product(self.system, &parts);
        let domain = match self.learnt.is_empty() {
            true => Domain::Havoc,
            false => self.learnt[self.learnt.len() - 1].domain,
        };
        let invariant = self.minimise(pool, &template, invariant);
        self.confirm(pool, domain, &template, &invariant).map(Some)
    }
}

/// The conjunction of invariants, as one of a template that has what they say and nothing else.
fn product(system: &TransitionSystem, parts: &[(&Template, &Invariant)]) -> (Template, Invariant) {
    let mut template = Template::default();
    let mut invariant = Invariant::bottom(&template, system);
    invariant.reached.fill(true);
    let mut seen = FxHashSet::default();
    for (from, says) in parts {
        for (all, reached) in invariant.reached.iter_mut().zip(&says.reached) {
            *all &= reached;
        }
        for (row, bound) in from.rows.iter().zip(&says.bounds) {
            let is_said = bound.is_some() && says.reached[row.location.index()];
            if is_said && seen.insert((row.location, row.expression, *bound)) {
                template.rows.push(row.clone());
                invariant.bounds.push(*bound);
            }
        }
        for (candidate, kept) in from.candidates.iter().zip(&says.kept) {
            let is_said = *kept && says.reached[candidate.location.index()];
            if is_said && seen.insert((candidate.location, candidate.predicate, None)) {
                template.candidates.push(candidate.clone());
                invariant.kept.push(true);
            }
        }
        if !from.instances.is_empty() {
            template.instances = from.instances.clone();
        }
    }
    (template, invariant)
}
