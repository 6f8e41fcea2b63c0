//! Why a step fails, for the log: the invariant that did not suffice, and a run of k blocks that begins in a state which
//! satisfies it and that ends in a violation. `AVER_LOG=engines::kiki=debug` shows it.

use super::{Case, Run};
use domains::show::{self, ShownVariable};
use domains::{DomainRef, Invariant, Template};
use encode::system::{TransitionSystem, Unrolling};
use smt::{Answer, Model};
use std::fmt::Write as _;
use term::{Term, TermPool};

impl Run<'_> {
    /// Logs why an invariant does not suffice, if somebody listens.
    pub(super) fn explain(
        &mut self,
        pool: &mut TermPool,
        domain: DomainRef,
        template: &Template,
        invariant: &Invariant,
    ) {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let facts = self.shown(pool, template, invariant);
        tracing::debug!(
            "k = {}, {}: this does not suffice:\n{facts}",
            self.k,
            domain.name()
        );
        let last = self.last_frame();
        let mut assumptions = self.learnt();
        for frame in 0..=last {
            let run = &mut self.step.run;
            assumptions.extend(invariant.assumptions(pool, template, run, frame, None));
        }
        assumptions.push(self.bad(pool, Case::Step, last));
        let mut sites = Vec::new();
        for block in &self.system.blocks {
            for check in &block.checks {
                let fails = self.step.run.instance(pool, last, check.condition);
                sites.push((check.site, fails));
            }
        }
        let step = &mut self.step;
        let limits = &self.work.limits;
        if let Answer::Sat(model) = step.solver.check(pool, &assumptions, limits) {
            let mut text = String::new();
            for frame in 0..=last {
                show_state(&mut text, pool, self.system, &step.run, &model, frame);
            }
            for (site, fails) in &sites {
                if model.eval(pool, *fails).as_bool() {
                    let _ = writeln!(text, "  fails: {site:?}");
                }
            }
            tracing::debug!("a step that fails:\n{text}");
        }
    }

    fn shown(&self, pool: &mut TermPool, template: &Template, invariant: &Invariant) -> String {
        let mut text = String::new();
        let by_location = invariant.by_location(pool, template, self.system);
        for id in self.system.heads() {
            let _ = writeln!(text, "  at {}", self.system.location(id).name);
            for part in pool.conjuncts(by_location[id.index()]) {
                let _ = writeln!(text, "    {}", self.fact(pool, part));
            }
        }
        text
    }

    fn fact(&self, pool: &TermPool, term: Term) -> String {
        let names = |symbol| {
            let variable = self.system.variable_of(pool.symbol_term(symbol))?;
            let types = self.work.types();
            Some(ShownVariable::new(self.system, types, variable))
        };
        show::fact(pool, &names, term)
    }
}

/// The location and the values of a frame; of arrays, none.
fn show_state(
    text: &mut String,
    pool: &TermPool,
    system: &TransitionSystem,
    run: &Unrolling<'_>,
    model: &Model<'_>,
    frame: usize,
) {
    let mut heads = system.heads();
    let Some(id) = heads.find(|l| model.eval(pool, run.at(frame, *l)).as_bool()) else {
        return;
    };
    let location = system.location(id);
    let _ = writeln!(text, "  at {}", location.name);
    for variable in &location.variables {
        let symbol = run.value(frame, *variable);
        if !pool.sort(symbol).is_array() {
            let value = model.eval(pool, symbol);
            let _ = writeln!(text, "    {} = {value:?}", show::name(system, *variable));
        }
    }
    for rigid in &system.rigid {
        let _ = writeln!(text, "    any = {:?}", model.eval(pool, *rigid));
    }
}
