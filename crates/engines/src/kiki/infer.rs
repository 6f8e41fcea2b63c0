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
use super::{Run, Side};
use domains::{Row, Template, template};
use encode::system::{LocationId, TransitionSystem, Unrolling};
use evidence::Reason;
use rustc_hash::FxHashSet;
use smt::{Answer, Limits, Model};
use std::collections::BTreeSet;
use term::{BitVec, Term, TermPool};

/// Improvements of a row before it is widened.
const IMPROVEMENTS: u32 = 6;

/// Questions that may be asked for one invariant, per row and at all.
const QUERIES_PER_ROW: u64 = 60;
const QUERIES: u64 = 600;

/// Conflicts that one question may cost.
const CONFLICTS: u64 = 20_000;

/// An abstract value of a template.
pub(super) struct Invariant {
    /// By location; what is not reached has no row.
    pub(super) reached: Vec<bool>,
    /// By row; `None` is `⊤`.
    pub(super) bounds: Vec<Option<i128>>,
    /// By candidate: whether no state has refuted it yet.
    pub(super) kept: Vec<bool>,
}

impl Invariant {
    pub(super) fn bottom(template: &Template, system: &TransitionSystem) -> Invariant {
        Invariant {
            reached: vec![false; system.locations.len()],
            bounds: template.rows.iter().map(|r| Some(r.least)).collect(),
            kept: vec![true; template.candidates.len()],
        }
    }

    /// An invariant of a template whose rows are this one's, and whose candidates are its first ones.
    pub(super) fn with_more_candidates(mut self, template: &Template) -> Invariant {
        debug_assert!(self.bounds.len() == template.rows.len());
        self.kept.resize(template.candidates.len(), true);
        self
    }

    /// The candidates that are left, and nothing else that was found.
    pub(super) fn with_lowest_rows(mut self, template: &Template) -> Invariant {
        self.bounds = template.rows.iter().map(|r| Some(r.least)).collect();
        self.reached.fill(false);
        self
    }

    /// The invariant in a frame, in parts.
    pub fn instances(
        &self,
        pool: &mut TermPool,
        template: &Template,
        run: &mut Unrolling<'_>,
        frame: usize,
    ) -> Vec<Term> {
        self.instances_but(pool, template, run, frame, None)
    }

    fn instances_but(
        &self,
        pool: &mut TermPool,
        template: &Template,
        run: &mut Unrolling<'_>,
        frame: usize,
        but: Option<usize>,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        for (index, reached) in self.reached.iter().enumerate().skip(1) {
            if !reached {
                let here = run.at(frame, LocationId::new(index));
                all.push(pool.not(here));
            }
        }
        for (index, row) in template.rows.iter().enumerate() {
            if let Some(bound) = self.bounds[index]
                && self.reached[row.location.index()]
                && but != Some(index)
            {
                let here = run.at(frame, row.location);
                let holds = row.at_most(pool, bound);
                let holds = run.instance(pool, frame, holds);
                all.push(pool.implies(here, holds));
            }
        }
        for (candidate, kept) in template.candidates.iter().zip(&self.kept) {
            if *kept && self.reached[candidate.location.index()] {
                let here = run.at(frame, candidate.location);
                let holds = run.instance(pool, frame, candidate.hypothesis);
                all.push(pool.implies(here, holds));
            }
        }
        all.retain(|t| !pool.is_true(*t));
        all
    }

    /// One term per location, over the symbols of the state.
    pub fn by_location(
        &self,
        pool: &mut TermPool,
        template: &Template,
        system: &TransitionSystem,
    ) -> Vec<Term> {
        let mut all = vec![pool.tt(); system.locations.len()];
        for (index, reached) in self.reached.iter().enumerate().skip(1) {
            if !reached {
                all[index] = pool.ff();
            }
        }
        for (row, bound) in template.rows.iter().zip(&self.bounds) {
            if let Some(bound) = bound {
                let holds = row.at_most(pool, *bound);
                let at = row.location.index();
                all[at] = pool.and(all[at], holds);
            }
        }
        for (candidate, kept) in template.candidates.iter().zip(&self.kept) {
            if *kept {
                let at = candidate.location.index();
                all[at] = pool.and(all[at], candidate.predicate);
            }
        }
        all
    }
}

/// The effort is spent, or the solver gave up.
pub(super) struct Spent;

/// What a state violates.
#[derive(Clone, Copy)]
pub(super) enum Violated {
    /// A location that was not reached so far.
    Location(LocationId),
    /// A row, by its number.
    Row(usize),
    /// A candidate, by its number.
    Candidate(usize),
}

impl Violated {
    /// Where the state is.
    pub(super) fn location(self, template: &Template) -> LocationId {
        match self {
            Violated::Location(location) => location,
            Violated::Row(index) => template.rows[index].location,
            Violated::Candidate(index) => template.candidates[index].location,
        }
    }
}

/// The expression of a row in a frame.
struct Value {
    side: Side,
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
            invariant.reached.fill(true);
            return Ok(Some(invariant));
        }
        let rows = template.rows.len() as u64;
        let mut search = Search::new(template, QUERIES + rows * QUERIES_PER_ROW);
        search.thresholds = thresholds(pool, self.system);
        let done = self
            .ascend(pool, &mut search, &mut invariant, Side::Base)
            .and_then(|()| self.ascend(pool, &mut search, &mut invariant, Side::Step))
            .and_then(|()| self.narrow(pool, &mut search, &mut invariant));
        if let Some(why) = self.work.limits.expired() {
            return Err(why.into());
        }
        Ok(done.is_ok().then_some(invariant))
    }

    /// Raises bounds until no state on this side violates a row.
    fn ascend(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        side: Side,
    ) -> Result<(), Spent> {
        loop {
            let mut places: Vec<(usize, Violated, Term)> = Vec::new();
            for frame in self.frames(side) {
                let run = &mut self.half(side).run;
                places.extend(violated(pool, search.template, invariant, run, frame));
            }
            let any = pool.or_all(places.iter().map(|(_, _, t)| *t));
            if pool.is_false(any) {
                return Ok(());
            }
            let mut assumptions = self.hypothesis(pool, search, invariant, side, None);
            assumptions.push(any);
            let found = self.ask(pool, search, side, &assumptions, |pool, model| {
                let mut evaluator = model.evaluator(pool);
                let holding = places
                    .iter()
                    .filter(|(_, _, t)| evaluator.eval(*t).as_bool());
                holding.map(|(f, v, _)| (*f, *v)).collect::<Vec<_>>()
            })?;
            let Some(found) = found else {
                return Ok(());
            };
            for (frame, violated) in found {
                match violated {
                    Violated::Location(location) => invariant.reached[location.index()] = true,
                    Violated::Candidate(index) => invariant.kept[index] = false,
                    Violated::Row(row) => {
                        self.improve(pool, search, invariant, side, frame, row)?;
                    }
                }
            }
        }
    }

    /// The frames whose states must satisfy the rows.
    pub(super) fn frames(&self, side: Side) -> std::ops::RangeInclusive<usize> {
        let k = self.k as usize;
        match side {
            Side::Base => 0..=k,
            Side::Step => k..=k,
        }
    }

    /// What is assumed of the frames before: nothing of the first ones of a run, the rows in the step. While a row is
    /// being improved, it only says that its value was smaller before.
    pub(super) fn hypothesis(
        &mut self,
        pool: &mut TermPool,
        search: &Search<'_>,
        invariant: &Invariant,
        side: Side,
        improved: Option<usize>,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        if side == Side::Base {
            return all;
        }
        let k = self.k as usize;
        let run = &mut self.step.run;
        for frame in 0..k {
            all.extend(invariant.instances_but(pool, search.template, run, frame, improved));
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
        side: Side,
        frame: usize,
        index: usize,
    ) -> Result<(), Spent> {
        let row = &search.template.rows[index];
        let Some(bound) = invariant.bounds[index] else {
            return Ok(());
        };
        search.improvements[index] += 1;
        let improved = (self.engine.settings.strategy == Strategy::BinarySearch).then_some(index);
        let assumptions = self.hypothesis(pool, search, invariant, side, improved);
        let mut value = self.value(pool, side, frame, row, assumptions);
        let raised = match self.engine.settings.strategy {
            Strategy::BinarySearch => self.greatest(pool, search, &mut value, bound + 1)?,
            Strategy::Enumerating => self.at_least(pool, search, &mut value, bound + 1)?,
        };
        let Some(raised) = raised else {
            // An earlier improvement in the same round has made the state impossible.
            return Ok(());
        };
        let widen = side == Side::Step && search.improvements[index] > IMPROVEMENTS;
        let bound = if widen {
            search.widened.insert(index);
            let next = search.thresholds.iter().find(|t| **t >= raised);
            next.copied().unwrap_or(row.greatest)
        } else {
            raised
        };
        invariant.bounds[index] = (bound < row.greatest).then_some(bound);
        Ok(())
    }

    /// What is asked about a row in a frame, under assumptions.
    fn value(
        &mut self,
        pool: &mut TermPool,
        side: Side,
        frame: usize,
        row: &Row,
        mut assumptions: Vec<Term>,
    ) -> Value {
        let run = &mut self.half(side).run;
        assumptions.push(run.at(frame, row.location));
        Value {
            side,
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
        let read = |pool: &TermPool, model: &Model<'_>| signed(model.eval(pool, term).as_bitvec());
        let found = self.ask(pool, search, value.side, &value.assumptions, read);
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
            for side in [Side::Base, Side::Step] {
                for frame in self.frames(side) {
                    let assumptions = self.hypothesis(pool, search, invariant, side, None);
                    let mut value = self.value(pool, side, frame, row, assumptions);
                    let found = self.greatest(pool, search, &mut value, bound)?;
                    bound = found.unwrap_or(bound);
                }
            }
            invariant.bounds[index] = (bound < row.greatest).then_some(bound);
        }
        Ok(())
    }

    /// Asks one side's solver; what `read` makes of the model, or `None` if there is none.
    pub(super) fn ask<T>(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        side: Side,
        assumptions: &[Term],
        read: impl FnOnce(&TermPool, &Model<'_>) -> T,
    ) -> Result<Option<T>, Spent> {
        search.left = search.left.checked_sub(1).ok_or(Spent)?;
        self.queries += 1;
        let limits = Limits {
            conflicts: Some(CONFLICTS),
            ..self.work.limits.clone()
        };
        match self.half(side).solver.check(pool, assumptions, &limits) {
            Answer::Sat(model) => Ok(Some(read(pool, &model))),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(_) => Err(Spent),
        }
    }
}

/// What a state in the frame may violate, with the conditions.
pub(super) fn violated(
    pool: &mut TermPool,
    template: &Template,
    invariant: &Invariant,
    run: &mut Unrolling<'_>,
    frame: usize,
) -> Vec<(usize, Violated, Term)> {
    let mut all = Vec::new();
    for (index, reached) in invariant.reached.iter().enumerate().skip(1) {
        let location = LocationId::new(index);
        if !reached {
            let here = run.at(frame, location);
            all.push((frame, Violated::Location(location), here));
        }
    }
    for (index, row) in template.rows.iter().enumerate() {
        if let Some(bound) = invariant.bounds[index]
            && invariant.reached[row.location.index()]
        {
            let holds = row.at_most(pool, bound);
            let holds = run.instance(pool, frame, holds);
            let fails = pool.not(holds);
            let here = run.at(frame, row.location);
            let condition = pool.and(here, fails);
            all.push((frame, Violated::Row(index), condition));
        }
    }
    for (index, candidate) in template.candidates.iter().enumerate() {
        if invariant.kept[index] && invariant.reached[candidate.location.index()] {
            let holds = run.instance(pool, frame, candidate.predicate);
            let fails = pool.not(holds);
            let here = run.at(frame, candidate.location);
            let condition = pool.and(here, fails);
            all.push((frame, Violated::Candidate(index), condition));
        }
    }
    all
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
            for value in [signed(constant), unsigned] {
                found.extend((-1..=1).flat_map(|d| [value + d, d - value]));
            }
        }
        stack.extend(pool.args(term));
    }
    found.into_iter().collect()
}

/// A bit-vector of at most 127 bits as a signed number.
fn signed(value: &BitVec) -> i128 {
    let wide = value.sign_extend(128 - value.width());
    let bytes: [u8; 16] = wide.to_le_bytes().try_into().expect("128 bits");
    i128::from_le_bytes(bytes)
}
