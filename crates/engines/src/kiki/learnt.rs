//! What was found and did not suffice: auxiliary invariants.
//!
//! An invariant of a template that does not exclude every violation holds all the same, if the checks do. From then on it is
//! assumed in every frame: other domains build on it, and for greater k it is k-induction that is strengthened while it runs (Beyer,
//! Dangl, Wendler: *Boosting k-Induction with Continuously-Refined Invariants*, CAV 2015), by the product of all domains.
//! This costs one question for each k, where inferring costs hundreds; so invariants are inferred again only when k
//! has doubled.
//!
//! Each invariant is k-inductive with the checks as a hypothesis, hence also for every greater k, and so is what all of them
//! say together. A proof names all that it used, and `evidence` proves it as a whole.

use super::{Proved, Run};
use domains::{DomainRef, Invariant, Template};
use encode::system::Unrolling;
use evidence::Reason;
use smt::Solver;
use term::{Sort, Term, TermPool};

/// The invariant of one domain.
pub(super) struct Learnt {
    domain: DomainRef,
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
        let all = (self.invariant).assumptions(pool, &self.template, run, frame, None);
        for holds in all {
            let holds = pool.implies(self.active, holds);
            solver.assert(pool, holds);
        }
    }
}

impl Run<'_> {
    /// What may be assumed in the step: all that is known.
    pub(super) fn learnt(&self) -> Vec<Term> {
        self.learnt.iter().map(|l| l.active).collect()
    }

    /// Keeps an invariant, together with what was known of its domain.
    pub(super) fn learn(
        &mut self,
        pool: &mut TermPool,
        domain: DomainRef,
        template: &Template,
        invariant: &Invariant,
    ) {
        let name = format!("learnt.{}.{}", domain.name(), self.k);
        let active = pool.fresh(&name, Sort::Bool);
        let known = self.learnt.iter().position(|l| l.domain == domain);
        let known = known.map(|index| self.learnt.remove(index));
        let mut parts = vec![(template, invariant)];
        parts.extend(known.iter().map(|l| (&l.template, &l.invariant)));
        let (template, invariant) = Invariant::conjunction(self.system, &parts);
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
        let assumptions = self.learnt();
        if !self.excludes_bad(pool, assumptions)? {
            return Ok(None);
        }
        let domain = self.learnt.last().map(|l| l.domain);
        self.confirm_with_learnt(pool, domain, None).map(Some)
    }

    /// Lets `evidence` judge what is known, and an invariant that was found with its help.
    pub(super) fn confirm_with_learnt(
        &mut self,
        pool: &mut TermPool,
        domain: Option<DomainRef>,
        found: Option<(&Template, &Invariant)>,
    ) -> Result<Proved, Reason> {
        let mut parts: Vec<_> = (self.learnt.iter())
            .map(|l| (&l.template, &l.invariant))
            .collect();
        parts.extend(found);
        let (template, invariant) = Invariant::conjunction(self.system, &parts);
        let invariant = self.minimise(pool, &template, invariant);
        self.confirm(pool, domain, &template, &invariant)
    }
}
