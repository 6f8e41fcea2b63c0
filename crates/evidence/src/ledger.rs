//! Proofs by full unrolling: a ledger of what a solver has refuted, and the certificate that follows from it.
//!
//! An engine that unrolls asks its questions through a [`Ledger`]. What the solver refutes is on record, and stays refuted:
//! nothing is ever asserted, so each refutation holds for every run. When everything that could go wrong in an unrolling is
//! on record, the ledger gives the certificate; there is no other way to get it.

use crate::certificate::{Certificate, FullUnrolling, Proof};
use encode::exec::{Cut, Log, Violation};
use program::{Goals, Program, Property, SiteId};
use rustc_hash::FxHashSet;
use smt::{Answer, Limits, Model, Solver, Why};
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// See the module documentation.
#[derive(Default)]
pub struct Ledger {
    /// Conditions that hold in no run.
    refuted: FxHashSet<Term>,
}

/// What an unrolling is to prove of check sites.
pub struct Unrolled<'a> {
    pub log: &'a Log,
    pub goals: &'a Goals,
    /// The goals that are to hold. The others have been answered already.
    pub open: &'a BTreeSet<SiteId>,
    pub bound: u32,
}

/// What a solver answers about conditions.
pub enum Asked<'s> {
    /// None of them can hold. That is on record now.
    Refuted,
    /// One of them does, in this model.
    Possible(Model<'s>),
    Unknown(Why),
}

impl Ledger {
    /// Asks whether one of the conditions can hold.
    pub fn ask<'s>(
        &mut self,
        pool: &mut TermPool,
        solver: &'s mut dyn Solver,
        conditions: &[Term],
        limits: &Limits,
    ) -> Asked<'s> {
        let any = pool.or_all(conditions.iter().copied());
        if !pool.is_false(any) {
            match solver.check(pool, &[any], limits) {
                Answer::Sat(model) => return Asked::Possible(model),
                Answer::Unknown(why) => return Asked::Unknown(why),
                Answer::Unsat(_) => {}
            }
        }
        self.refuted.extend(conditions);
        Asked::Refuted
    }

    /// Asks whether a run continues where the execution was cut off. If none does, the guards are on record: no run reaches
    /// these cuts, whatever else becomes known about them.
    pub fn ask_cuts<'s>(
        &mut self,
        pool: &mut TermPool,
        solver: &'s mut dyn Solver,
        cuts: &[&Cut],
        limits: &Limits,
    ) -> Asked<'s> {
        let reached: Vec<Term> = cuts.iter().map(|c| c.reached(pool)).collect();
        let asked = self.ask(pool, solver, &reached, limits);
        if matches!(asked, Asked::Refuted) {
            self.refuted.extend(cuts.iter().map(|c| c.guard));
        }
        asked
    }

    /// Whether a condition cannot hold.
    pub fn is_refuted(&self, pool: &TermPool, condition: Term) -> bool {
        pool.is_false(condition) || self.refuted.contains(&condition)
    }

    /// The certificate that every run ends: none meets undefined behaviour, none goes on where the execution was cut off, and
    /// none repeats a loop for ever; `None` if something of that is not on record.
    pub fn certify_termination(
        &self,
        pool: &TermPool,
        program: &Program,
        log: &Log,
        bound: u32,
        proof_steps: Option<u64>,
    ) -> Option<Certificate> {
        let undefined = |c: &&Violation| {
            let site = program.site(c.site);
            site.is_undefined() || site.property == Property::Unsupported
        };
        let checks = log.checks.iter().filter(undefined).map(|c| c.condition);
        let cuts = log.cuts.iter().map(|c| c.guard);
        let mut all = checks.chain(cuts).chain(log.endless.iter().copied());
        all.all(|condition| self.is_refuted(pool, condition))
            .then(|| {
                Certificate::new(Proof::FullUnrolling(FullUnrolling {
                    bound,
                    proof_steps,
                    relied: log.relied,
                }))
            })
    }

    /// The certificate that the open goals hold; `None` if something that could go wrong is not on record.
    pub fn certify(
        &self,
        pool: &mut TermPool,
        unrolled: &Unrolled<'_>,
        proof_steps: Option<u64>,
    ) -> Option<Certificate> {
        let log = unrolled.log;
        let checks = unrolled.violations().all(|v| self.is_refuted(pool, v));
        let cuts = log.cuts.iter().all(|cut| {
            let reached = cut.reached(pool);
            self.is_refuted(pool, cut.guard) || self.is_refuted(pool, reached)
        });
        (checks && cuts).then(|| {
            Certificate::new(Proof::FullUnrolling(FullUnrolling {
                bound: unrolled.bound,
                proof_steps,
                relied: log.relied || log.cuts.iter().any(|c| c.known.is_some()),
            }))
        })
    }
}

impl Unrolled<'_> {
    /// The violations of open goals, and of checks that were not asked for.
    fn violations(&self) -> impl Iterator<Item = Term> {
        let checks = self.log.checks.iter();
        let relevant =
            checks.filter(|c| !self.goals.contains(c.site) || self.open.contains(&c.site));
        relevant.map(|c| c.condition)
    }

    /// Everything that a certificate excludes, in one condition.
    pub(crate) fn claim(&self, pool: &mut TermPool) -> Term {
        let mut all: Vec<Term> = self.violations().collect();
        all.extend(self.log.cuts.iter().map(|c| c.reached(pool)));
        pool.or_all(all)
    }
}
