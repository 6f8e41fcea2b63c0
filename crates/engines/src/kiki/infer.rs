//! Finding the bounds of a template's rows: the least ones that are k-inductive, or as near as effort allows.
//!
//! Ascending: the solver is asked for a state, among the first k + 1 or k steps from states that satisfy the rows, that
//! violates a row. All rows that it violates are raised: to the next constant of the program ([`Pace::Coarse`]), or to its
//! values, and then each to the greatest value that one such step can give it ([`super::bounds`]). While it is raised, states at the row's own location are not held to the old bound, only to be smaller than
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

use super::bounds::{Violated, Watch, thresholds, violated};
use super::settings::Strategy;
use super::{Case, Run};
use domains::{Invariant, InvariantPart, Template};
use evidence::Reason;
use smt::{Answer, Limits, Model};
use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;
use term::{Term, TermPool};

/// Improvements of a row before it is widened.
const IMPROVEMENTS: u32 = 6;

/// Questions that may be asked for one invariant, per row and at all.
const QUERIES_PER_ROW: u64 = 60;
const QUERIES: u64 = 600;

/// Conflicts that one question may cost, by pace.
const COARSE_CONFLICTS: u64 = 3_000;
const CONFLICTS: u64 = 20_000;

/// How carefully bounds are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// A bound is raised to the next threshold, at once for all rows that a state violates. That costs few questions.
    Coarse,
    /// As the strategy says.
    Fine,
}

/// Looking coarsely for an invariant of one domain takes at most as much CPU time as the whole run took before, but may take
/// this.
const LEAST_TIME: Duration = Duration::from_secs(2);

/// The effort is spent, or the solver gave up.
pub(super) struct Spent;

/// What an effort has shown.
pub(super) enum Asked<T> {
    /// What was read off the state.
    Sat(T),
    Unsat,
    TooHard,
}

impl<T> Asked<T> {
    /// The state, or nothing if there is none.
    pub(super) fn decided(self) -> Result<Option<T>, Spent> {
        match self {
            Asked::Sat(found) => Ok(Some(found)),
            Asked::Unsat => Ok(None),
            Asked::TooHard => Err(Spent),
        }
    }
}

/// What of an invariant is violated.
enum Violation<T> {
    Seen(T),
    /// The solver could not say that this part is not.
    NotExcluded(InvariantPart),
    None,
}

/// One inference.
pub(super) struct Search<'t> {
    pace: Pace,
    pub(super) template: &'t Template,
    /// Questions that may still be asked.
    pub(super) left: u64,
    /// The CPU time of the run at which it ends.
    until: Option<Duration>,
    /// About how many parts one question is.
    group: usize,
    /// By row.
    improvements: Vec<u32>,
    widened: BTreeSet<usize>,
    /// Constants of the program, to widen to.
    pub(super) thresholds: Vec<i128>,
    /// For each case; none until it begins.
    watches: [Vec<Watch>; 2],
}

impl<'t> Search<'t> {
    /// One without thresholds.
    pub(super) fn new(template: &'t Template, pace: Pace, left: u64) -> Search<'t> {
        Search {
            pace,
            template,
            left,
            until: None,
            group: usize::MAX,
            improvements: vec![0; template.rows.len()],
            widened: BTreeSet::new(),
            thresholds: Vec::new(),
            watches: [Vec::new(), Vec::new()],
        }
    }

    pub(super) fn watches(&mut self, case: Case) -> &mut Vec<Watch> {
        &mut self.watches[case as usize]
    }

    /// Makes an invariant allow a state.
    pub(super) fn allow(&mut self, invariant: &mut Invariant, violated: &[Violated]) {
        for Violated { part, value, .. } in violated {
            let InvariantPart::Row(index) = *part else {
                invariant.weaken(*part);
                continue;
            };
            if invariant.bound(index).is_none_or(|bound| bound >= *value) {
                continue;
            }
            let bound = match self.pace {
                Pace::Fine => *value,
                Pace::Coarse => {
                    self.improvements[index] += 1;
                    match self.improvements[index] > IMPROVEMENTS {
                        true => self.template.rows[index].greatest,
                        false => self.threshold(index, *value),
                    }
                }
            };
            invariant.set_bound(self.template, index, bound);
        }
    }

    /// The least threshold that is not less than a value of a row.
    fn threshold(&self, row: usize, value: i128) -> i128 {
        let at = self.thresholds.partition_point(|t| *t < value);
        let next = self.thresholds.get(at).copied();
        next.unwrap_or(self.template.rows[row].greatest)
    }

    /// Which thresholds are at least `low` and less than `high`.
    pub(super) fn thresholds_between(&self, low: i128, high: i128) -> Range<usize> {
        let start = self.thresholds.partition_point(|t| *t < low);
        start..start.max(self.thresholds.partition_point(|t| *t < high))
    }
}

impl Run<'_> {
    /// The bounds, from a start upwards; `None` if they would cost too much.
    pub(super) fn infer(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        start: Invariant,
        pace: Pace,
    ) -> Result<Option<Invariant>, Reason> {
        let mut invariant = start;
        if template.rows.is_empty() && template.candidates.is_empty() {
            invariant.reach_all();
            return Ok(Some(invariant));
        }
        let rows = template.rows.len() as u64;
        let mut search = Search::new(template, pace, QUERIES + rows * QUERIES_PER_ROW);
        search.thresholds = thresholds(pool, self.system);
        if pace == Pace::Coarse {
            let spent = self.started.elapsed();
            search.until = Some(spent + spent.max(LEAST_TIME));
        }
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
        *search.watches(case) = self.watches(pool, search.template, case);
        loop {
            let mut places: Vec<(InvariantPart, Term)> = Vec::new();
            for frame in self.frames(case) {
                let run = &mut self.half(case).run;
                let violations = invariant.violations(pool, search.template, run, frame);
                places.extend(violations.into_iter().filter(|(_, t)| !pool.is_false(*t)));
            }
            let hypothesis = self.hypothesis(pool, search, invariant, case, None);
            let watches = std::mem::take(search.watches(case));
            let found = self.violation(pool, search, case, &places, &hypothesis, |pool, model| {
                violated(&mut model.evaluator(pool), &watches, invariant)
            });
            *search.watches(case) = watches;
            let found = match found? {
                Violation::Seen(found) => found,
                Violation::NotExcluded(part) => {
                    invariant.weaken(part);
                    continue;
                }
                Violation::None => return Ok(()),
            };
            search.allow(invariant, &found);
            for Violated { frame, part, .. } in found {
                match part {
                    InvariantPart::Row(row) if search.pace == Pace::Fine => {
                        self.improve(pool, search, invariant, case, frame, row)?;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Asks for a state that violates one of these parts. If that is too hard for all of them together, for half as many, and
    /// so on: what is too hard alone is given up.
    fn violation<T>(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        case: Case,
        places: &[(InvariantPart, Term)],
        hypothesis: &[Term],
        read: impl Fn(&TermPool, &Model<'_>) -> T + Copy,
    ) -> Result<Violation<T>, Spent> {
        let mut rest = places;
        while !rest.is_empty() {
            let (group, others) = rest.split_at(search.group.min(rest.len()));
            let mut assumptions = hypothesis.to_vec();
            assumptions.push(pool.or_all(group.iter().map(|(_, t)| *t)));
            match (self.ask(pool, search, case, &assumptions, read)?, group) {
                (Asked::Sat(found), _) => return Ok(Violation::Seen(found)),
                (Asked::Unsat, _) => rest = others,
                (Asked::TooHard, [(part, _)]) => return Ok(Violation::NotExcluded(*part)),
                (Asked::TooHard, _) => search.group = group.len() / 2,
            }
        }
        Ok(Violation::None)
    }

    /// The frames whose states must satisfy the rows.
    pub(super) fn frames(&self, case: Case) -> std::ops::RangeInclusive<usize> {
        let k = self.k as usize;
        match case {
            Case::Base => 0..=k,
            Case::Step => k..=k,
        }
    }

    /// What is assumed of the frames before: nothing of the first ones of a run; in the step, what is known and the rows. While a
    /// row is being improved, it only says that its value was smaller before.
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
        all.extend(self.learnt());
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

    /// Raises the bound of a row further, as a state in the frame made it rise.
    fn improve(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        case: Case,
        frame: usize,
        index: usize,
    ) -> Result<(), Spent> {
        let Some(bound) = invariant.bound(index) else {
            return Ok(());
        };
        search.improvements[index] += 1;
        let raised = match self.engine.settings.strategy {
            Strategy::BinarySearch => {
                let assumptions = self.hypothesis(pool, search, invariant, case, Some(index));
                let mut value = self.value(pool, search, case, frame, index, assumptions);
                let found = self.greatest(pool, search, invariant, &mut value, bound + 1)?;
                found.unwrap_or(bound)
            }
            // It has been raised to what the state has.
            Strategy::Enumerating => bound,
        };
        let widen = case == Case::Step && search.improvements[index] > IMPROVEMENTS;
        let bound = if widen {
            search.widened.insert(index);
            search.threshold(index, raised)
        } else {
            raised
        };
        invariant.set_bound(search.template, index, bound);
        Ok(())
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
                    let mut value = self.value(pool, search, case, frame, index, assumptions);
                    let found = self.greatest(pool, search, invariant, &mut value, bound)?;
                    bound = found.unwrap_or(bound);
                }
            }
            if invariant.bound(index).is_none_or(|known| bound < known) {
                invariant.set_bound(search.template, index, bound);
            }
        }
        Ok(())
    }

    /// Asks the solver of a case, and reads what is of interest off its state.
    pub(super) fn ask<T>(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        case: Case,
        assumptions: &[Term],
        read: impl FnOnce(&TermPool, &Model<'_>) -> T,
    ) -> Result<Asked<T>, Spent> {
        search.left = search.left.checked_sub(1).ok_or(Spent)?;
        if search
            .until
            .is_some_and(|until| self.started.elapsed() > until)
        {
            return Err(Spent);
        }
        self.queries += 1;
        let conflicts = match search.pace {
            Pace::Coarse => COARSE_CONFLICTS,
            Pace::Fine => CONFLICTS,
        };
        let limits = Limits {
            conflicts: Some(conflicts),
            ..self.work.limits.clone()
        };
        let answer = self.half(case).solver.check(pool, assumptions, &limits);
        match answer {
            Answer::Sat(model) => Ok(Asked::Sat(read(pool, &model))),
            Answer::Unsat(_) => Ok(Asked::Unsat),
            Answer::Unknown(_) if limits.expired().is_some() => Err(Spent),
            Answer::Unknown(_) => Ok(Asked::TooHard),
        }
    }
}
