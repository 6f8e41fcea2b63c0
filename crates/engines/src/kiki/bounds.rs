//! The greatest value that one step can give to a row.
//!
//! Questions are what it costs, so few are asked. Most bounds are constants of the program, their neighbours or ends of
//! types: which of these *thresholds* can be exceeded is found by bisection, and only between two of them all numbers count.
//!
//! Every state that the solver shows on the way tells something about all rows and candidates, not only about the row in
//! question ([`Watch`]): it is a state that the invariant must allow in the end, since what comes before it is one that the
//! invariant allows once the row in question has been raised.

use super::infer::{Asked, Search, Spent};
use super::{Case, Run};
use domains::{Invariant, InvariantPart, Template, template};
use encode::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashSet;
use smt::Model;
use std::collections::BTreeSet;
use term::eval::{Assignment, Evaluator};
use term::{Term, TermPool};

/// The expression of a row in a frame.
pub(super) struct Value {
    case: Case,
    term: Term,
    /// The greatest value that it can have at all.
    most: i128,
    assumptions: Vec<Term>,
}

/// What states of a frame tell about a part of the invariant.
pub(super) struct Watch {
    frame: usize,
    part: InvariantPart,
    here: Term,
    /// The value of a row; for a candidate, the condition that the state violates it.
    term: Term,
}

/// A part that a state of a frame violates; of a row, the value.
#[derive(Clone, Copy)]
pub(super) struct Violated {
    pub(super) frame: usize,
    pub(super) part: InvariantPart,
    pub(super) value: i128,
}

impl Run<'_> {
    /// What is asked about a row in a frame, under assumptions.
    pub(super) fn value(
        &mut self,
        pool: &mut TermPool,
        search: &Search<'_>,
        case: Case,
        frame: usize,
        index: usize,
        mut assumptions: Vec<Term>,
    ) -> Value {
        let row = &search.template.rows[index];
        let run = &mut self.half(case).run;
        assumptions.push(run.at(frame, row.location));
        Value {
            case,
            term: run.instance(pool, frame, row.expression),
            most: row.greatest,
            assumptions,
        }
    }

    /// A value that is at least `bound`. What the solver's state violates otherwise, the invariant gives up.
    fn at_least(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        value: &mut Value,
        bound: i128,
    ) -> Result<Asked<i128>, Spent> {
        let term = value.term;
        let constant = template::constant(pool, pool.width(term), bound);
        value.assumptions.push(pool.sle(constant, term));
        let watches = std::mem::take(search.watches(value.case));
        let read = |pool: &TermPool, model: &Model<'_>| {
            let mut evaluator = model.evaluator(pool);
            let found = evaluator.eval(term).as_bitvec().to_signed();
            (found, violated(&mut evaluator, &watches, invariant))
        };
        let answer = self.ask(pool, search, value.case, &value.assumptions, read);
        value.assumptions.pop();
        *search.watches(value.case) = watches;
        Ok(match answer? {
            Asked::Sat((found, violated)) => {
                search.allow(invariant, &violated);
                Asked::Sat(found)
            }
            Asked::Unsat => Asked::Unsat,
            Asked::TooHard => Asked::TooHard,
        })
    }

    /// The greatest value that is at least `from`; `None` if there is none. If that is too hard to find, nothing greater than
    /// the answer has been found.
    pub(super) fn greatest(
        &mut self,
        pool: &mut TermPool,
        search: &mut Search<'_>,
        invariant: &mut Invariant,
        value: &mut Value,
        from: i128,
    ) -> Result<Option<i128>, Spent> {
        let most = value.most;
        let mut low = match self.at_least(pool, search, invariant, value, from)? {
            Asked::Sat(found) => found,
            Asked::Unsat => return Ok(None),
            Asked::TooHard => return Ok(Some(most)),
        };
        match self.at_least(pool, search, invariant, value, most)? {
            Asked::Sat(_) | Asked::TooHard => return Ok(Some(most)),
            Asked::Unsat => {}
        }
        // Invariant: `low` is a value, nothing is greater than `high`.
        let mut high = most - 1;
        loop {
            let between = search.thresholds_between(low, high);
            if between.is_empty() {
                break;
            }
            let probe = search.thresholds[between.start + between.len() / 2] + 1;
            match self.at_least(pool, search, invariant, value, probe)? {
                Asked::Sat(found) => low = found,
                Asked::Unsat => high = probe - 1,
                Asked::TooHard => return Ok(Some(high)),
            }
        }
        let mut stride = 1;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let probe = middle.min(low + stride);
            match self.at_least(pool, search, invariant, value, probe)? {
                Asked::Sat(found) => {
                    low = found;
                    stride *= 2;
                }
                Asked::Unsat => {
                    high = probe - 1;
                    stride = (stride / 2).max(1);
                }
                Asked::TooHard => return Ok(Some(high)),
            }
        }
        Ok(Some(low))
    }

    /// What a new state of a case can tell.
    pub(super) fn watches(
        &mut self,
        pool: &mut TermPool,
        template: &Template,
        case: Case,
    ) -> Vec<Watch> {
        let mut all = Vec::new();
        let heads: Vec<LocationId> = self.system.heads().collect();
        for frame in self.frames(case) {
            let run = &mut self.half(case).run;
            for location in &heads {
                let here = run.at(frame, *location);
                all.push(Watch {
                    frame,
                    part: InvariantPart::Location(*location),
                    here,
                    term: here,
                });
            }
            for (index, row) in template.rows.iter().enumerate() {
                all.push(Watch {
                    frame,
                    part: InvariantPart::Row(index),
                    here: run.at(frame, row.location),
                    term: run.instance(pool, frame, row.expression),
                });
            }
            for (index, candidate) in template.candidates.iter().enumerate() {
                all.push(Watch {
                    frame,
                    part: InvariantPart::Candidate(index),
                    here: run.at(frame, candidate.location),
                    term: candidate.violation(pool, run, frame),
                });
            }
        }
        all
    }
}

/// What a state violates.
pub(super) fn violated(
    evaluator: &mut Evaluator<'_, dyn Assignment + '_>,
    watches: &[Watch],
    invariant: &Invariant,
) -> Vec<Violated> {
    let mut all = Vec::new();
    for watch in watches {
        if !invariant.has(watch.part) || !evaluator.eval(watch.here).as_bool() {
            continue;
        }
        let value = evaluator.eval(watch.term);
        let value = match watch.part {
            InvariantPart::Row(_) => value.as_bitvec().to_signed(),
            _ => i128::from(value.as_bool()),
        };
        let bound = match watch.part {
            InvariantPart::Row(index) => invariant.bound(index),
            _ => Some(0),
        };
        if bound.is_some_and(|bound| value > bound) {
            all.push(Violated {
                frame: watch.frame,
                part: watch.part,
                value,
            });
        }
    }
    all
}

/// The constants in the system's terms, and their neighbours, as numbers of both kinds and signs, in order.
pub(super) fn thresholds(pool: &TermPool, system: &TransitionSystem) -> Vec<i128> {
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
