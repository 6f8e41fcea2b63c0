//! Finding the bounds of a template's rows: the least ones that are k-inductive, or as near as effort allows.
//!
//! Ascending: the solver is asked for a state, among the first k + 1 or k steps from states that satisfy the rows, that
//! violates a row. Its bound is raised to the greatest value that one such step can give it, found by doubling and
//! bisection. While it is raised, states at the row's own location are not held to the old bound, only to be smaller than
//! the new value: so a counter that runs to 1000 takes one improvement, not a thousand (the strategy improvement of
//! template polyhedra, Gawlitza and Seidl, as 2LS has it with binary search; there the pre-state's constraint is missing
//! in print).
//!
//! With [`Strategy::Enumerating`] the bound is only raised to the value that the state has (model enumeration).
//!
//! A row that needs too many improvements is widened, to a constant of the program or to `⊤`; afterwards the widened rows
//! are lowered to the greatest value that one more step gives them (narrowing).
//!
//! Whatever bounds come out satisfy the conditions of [`evidence::Inductive`] for the rows; how they were found does not
//! matter for that.

use super::settings::Strategy;
use super::{Case, Run};
use domains::{Invariant, InvariantPart, Row, Template, template};
use encode::system::TransitionSystem;
use evidence::Reason;
use rustc_hash::FxHashSet;
use smt::{Answer, Limits, Model};
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Improvements of a row before it is widened.
const IMPROVEMENTS: u32 = 6;

/// Questions that may be asked for one invariant, per row and at all.
const QUERIES_PER_ROW: u64 = 60;
const QUERIES: u64 = 600;

/// Conflicts that one question may cost.
const CONFLICTS: u64 = 20_000;

/// The effort is spent, or the solver gave up.
pub(super) struct Spent;

/// The expression of a row in a frame.
struct Value {
    case: Case,
    term: Term,
    /// The greatest value that it can have at all.
    most: i128,
    assumptions: Vec<Term>,
}

/// One inference.
pub(super) struct Search<'t> {
    template: &'t Template,
    /// Questions that may still be asked.
    pub(super) left: u64,
    /// By row.
    improvements: Vec<u32>,
    widened: BTreeSet<usize>,
    /// Constants of the program, to widen to.
    thresholds: Vec<i128>,
}

impl<'t> Search<'t> {
    /// One without thresholds.
    pub(super) fn new(template: &'t Template, left: u64) -> Search<'t> {
        Search {
            template,
            left,
            improvements: vec![0; template.rows.len()],
            widened: BTreeSet::new(),
            thresholds: Vec::new(),
        }
    }
}

impl Run<'_> {
    /// The bounds, from a start upwards; `None` if they would cost too much.
    pub(super) fn infer(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        start: Invariant,
    ) -> Result<Option<Invariant>, Reason> {
        let mut invariant = start;
        if template.rows.is_empty() && template.candidates.is_empty() {
            invariant.reach_all();
            return Ok(Some(invariant));
        }
        let rows = template.rows.len() as u64;
        let mut search = Search::new(template, QUERIES + rows * QUERIES_PER_ROW);
        search.thresholds = thresholds(pool, self.system);
        let done = self
            .ascend(pool, &mut search, &mut invariant, Case::Base)
            .and_then(|()| self.ascend(pool, &mut search, &mut invariant, Case::Step))
            .and_then(|()| self.narrow(pool, &mut search, &mut invariant));
        if let Some(why) = self.work.limits.expired() {
            return Err(why.into());
        }
        Ok(done.is_ok().then_some(invariant))
    }

    /// Raises bounds until no state of this case violates a row.
    fn ascend(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        case: Case,
    ) -> Result<(), Spent> {
        loop {
            let mut places: Vec<(usize, InvariantPart, Term)> = Vec::new();
            for frame in self.frames(case) {
                let run = &mut self.half(case).run;
                let violations = invariant.violations(pool, search.template, run, frame);
                places.extend(violations.into_iter().map(|(p, t)| (frame, p, t)));
            }
            let any = pool.or_all(places.iter().map(|(_, _, t)| *t));
            if pool.is_false(any) {
                return Ok(());
            }
            let mut assumptions = self.hypothesis(pool, search, invariant, case, None);
            assumptions.push(any);
            let found = self.ask(pool, search, case, &assumptions, |pool, model| {
                let mut evaluator = model.evaluator(pool);
                let holding = places
                    .iter()
                    .filter(|(_, _, t)| evaluator.eval(*t).as_bool());
                holding.map(|(f, p, _)| (*f, *p)).collect::<Vec<_>>()
            })?;
            let Some(found) = found else {
                return Ok(());
            };
            for (frame, part) in found {
                match part {
                    InvariantPart::Row(row) => {
                        self.improve(pool, search, invariant, case, frame, row)?
                    }
                    InvariantPart::Location(_) | InvariantPart::Candidate(_) => {
                        invariant.weaken(part)
                    }
                }
            }
        }
    }

    /// The frames whose states must satisfy the rows.
    pub(super) fn frames(&self, case: Case) -> std::ops::RangeInclusive<usize> {
        let k = self.k as usize;
        match case {
            Case::Base => 0..=k,
            Case::Step => k..=k,
        }
    }

    /// What is assumed of the frames before: nothing of the first ones of a run, the rows in the step. While a row is
    /// being improved, it only says that its value was smaller before.
    pub(super) fn hypothesis(
        &mut self,
        pool: &mut TermPool,
        search: &Search<'_>,
        invariant: &Invariant,
        case: Case,
        improved: Option<usize>,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        if case == Case::Base {
            return all;
        }
        let k = self.k as usize;
        let run = &mut self.step.run;
        for frame in 0..k {
            all.extend(invariant.assumptions(pool, search.template, run, frame, improved));
            if let Some(row) = improved {
                let row = &search.template.rows[row];
                let before = run.instance(pool, frame, row.expression);
                let after = run.instance(pool, k, row.expression);
                let smaller = pool.slt(before, after);
                let here = run.at(frame, row.location);
                all.push(pool.implies(here, smaller));
            }
        }
        all
    }

    /// Raises the bound of a row that a state in the frame violates.
    fn improve(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        case: Case,
        frame: usize,
        index: usize,
    ) -> Result<(), Spent> {
        let row = &search.template.rows[index];
        let Some(bound) = invariant.bound(index) else {
            return Ok(());
        };
        search.improvements[index] += 1;
        let improved = (self.engine.settings.strategy == Strategy::BinarySearch).then_some(index);
        let assumptions = self.hypothesis(pool, search, invariant, case, improved);
        let mut value = self.value(pool, case, frame, row, assumptions);
        let raised = match self.engine.settings.strategy {
            Strategy::BinarySearch => self.greatest(pool, search, &mut value, bound + 1)?,
            Strategy::Enumerating => self.at_least(pool, search, &mut value, bound + 1)?,
        };
        let Some(raised) = raised else {
            // An earlier improvement in the same round has made the state impossible.
            return Ok(());
        };
        let widen = case == Case::Step && search.improvements[index] > IMPROVEMENTS;
        let bound = if widen {
            search.widened.insert(index);
            let next = search.thresholds.iter().find(|t| **t >= raised);
            next.copied().unwrap_or(row.greatest)
        } else {
            raised
        };
        invariant.set_bound(search.template, index, bound);
        Ok(())
    }

    /// What is asked about a row in a frame, under assumptions.
    fn value(
        &mut self,
        pool: &mut TermPool,
        case: Case,
        frame: usize,
        row: &Row,
        mut assumptions: Vec<Term>,
    ) -> Value {
        let run = &mut self.half(case).run;
        assumptions.push(run.at(frame, row.location));
        Value {
            case,
            term: run.instance(pool, frame, row.expression),
            most: row.greatest,
            assumptions,
        }
    }

    /// A value that is at least `bound`, if there is one.
    fn at_least(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        value: &mut Value,
        bound: i128,
    ) -> Result<Option<i128>, Spent> {
        let term = value.term;
        let constant = template::constant(pool, pool.width(term), bound);
        value.assumptions.push(pool.sle(constant, term));
        let read =
            |pool: &TermPool, model: &Model<'_>| model.eval(pool, term).as_bitvec().to_signed();
        let found = self.ask(pool, search, value.case, &value.assumptions, read);
        value.assumptions.pop();
        found
    }

    /// The greatest value that is at least `from`, by doubling and bisection; `None` if there is none.
    fn greatest(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        value: &mut Value,
        from: i128,
    ) -> Result<Option<i128>, Spent> {
        let Some(mut low) = self.at_least(pool, search, value, from)? else {
            return Ok(None);
        };
        if let Some(found) = self.at_least(pool, search, value, value.most)? {
            return Ok(Some(found));
        }
        // Invariant: `low` is a value, nothing is greater than `high`.
        let mut high = value.most - 1;
        let mut stride = 1;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let probe = middle.min(low + stride);
            match self.at_least(pool, search, value, probe)? {
                Some(found) => {
                    low = found;
                    stride *= 2;
                }
                None => {
                    high = probe - 1;
                    stride = (stride / 2).max(1);
                }
            }
        }
        Ok(Some(low))
    }

    /// Lowers the rows that were widened to what the first states and one more step give them.
    fn narrow(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
    ) -> Result<(), Spent> {
        for index in search.widened.clone() {
            let row = &search.template.rows[index];
            let mut bound = row.least;
            for case in [Case::Base, Case::Step] {
                for frame in self.frames(case) {
                    let assumptions = self.hypothesis(pool, search, invariant, case, None);
                    let mut value = self.value(pool, case, frame, row, assumptions);
                    let found = self.greatest(pool, search, &mut value, bound)?;
                    bound = found.unwrap_or(bound);
                }
            }
            invariant.set_bound(search.template, index, bound);
        }
        Ok(())
    }

    /// Asks the solver of a case; what `read` makes of the model, or `None` if there is none.
    pub(super) fn ask<T>(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        case: Case,
        assumptions: &[Term],
        read: impl FnOnce(&TermPool, &Model<'_>) -> T,
    ) -> Result<Option<T>, Spent> {
        search.left = search.left.checked_sub(1).ok_or(Spent)?;
        self.queries += 1;
        let limits = Limits {
            conflicts: Some(CONFLICTS),
            ..self.work.limits.clone()
        };
        match self.half(case).solver.check(pool, assumptions, &limits) {
            Answer::Sat(model) => Ok(Some(read(pool, &model))),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(_) => Err(Spent),
        }
    }
}

/// The constants in the system's terms, and their neighbours, as numbers of both kinds and signs, in order.
fn thresholds(pool: &TermPool, system: &TransitionSystem) -> Vec<i128> {
    let mut found = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = Vec::new();
    for block in &system.blocks {
        stack.extend(block.outcomes());
        stack.extend(block.checks.iter().map(|c| c.condition));
    }
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Some(constant) = pool.as_const(term)
            && constant.width() <= 64
        {
            let unsigned = i128::from(constant.to_u64().expect("at most 64 bits"));
            for value in [constant.to_signed(), unsigned] {
                found.extend((-1..=1).flat_map(|d| [value + d, d - value]));
            }
        }
        stack.extend(pool.args(term));
    }
    found.into_iter().collect()
}
