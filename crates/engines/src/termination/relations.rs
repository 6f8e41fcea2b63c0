//! Disjunctive transition invariants: relations between an earlier and a later visit, for cycles that no measure ranks.
//!
//! Relations are conjunctions of comparisons, each of a number of the earlier state with a number of the later one. The
//! strongest one that an edge implies is the first; from each relation and each edge follows another one, until there are no
//! new ones. There are finitely many comparisons, so that comes to an end (A. Podelski, A. Rybalchenko, *Transition Predicate
//! Abstraction and Fair Termination*, POPL 2005). An edge is taken apart by the conditions that decide what it does, since it is
//! the ways through a loop that have simple relations, not the loop as a whole. If each relation of a location with itself lets
//! a number fall, the cycle ends.
//!
//! What is found is a claim, which [`evidence::Ranking`] proves.

use super::feature::Column;
use encode::system::{LocationId, TransitionSystem};
use evidence::{Decrease, Relation};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Limits, Solver, Why};
use std::collections::BTreeMap;
use term::{Op, Sort, Term, TermPool};

/// More relations are too many.
const MOST: usize = 60;

/// Numbers of a location that are compared, and those of which sums are, too.
const MOST_NUMBERS: usize = 10;
const MOST_SUMMANDS: usize = 4;

/// Conditions by which one edge is taken apart.
const MOST_CONDITIONS: usize = 4;

/// An edge of the cycle.
#[derive(Clone)]
pub(super) struct Step {
    pub from: LocationId,
    pub to: LocationId,
    /// That it is taken.
    pub premises: Vec<Term>,
    /// The numbers of its target after it.
    pub after: Vec<Term>,
}

/// Numbers in one width, read with a sign; sums of two of the first ones are among them.
pub(super) fn numbers(pool: &mut TermPool, columns: &[Column], width: u32) -> Vec<Term> {
    let mut found = Vec::new();
    for column in columns.iter().take(MOST_NUMBERS) {
        found.push(match column.signed {
            true => pool.resize_signed(column.term, width),
            false => pool.resize_unsigned(column.term, width),
        });
    }
    let is_signed = |(_, c): &(usize, &Column)| c.signed;
    let chosen = columns.iter().take(MOST_NUMBERS).enumerate();
    let summands: Vec<usize> = { chosen.filter(is_signed) }
        .map(|(index, _)| index)
        .take(MOST_SUMMANDS)
        .collect();
    for (index, a) in summands.iter().enumerate() {
        for b in &summands[index + 1..] {
            let sum = pool.bvadd(found[*a], found[*b]);
            found.push(sum);
        }
    }
    found
}

/// Which number of the earlier state, which one of the later one, and by how much the later one is less, at least.
type Comparison = (usize, usize, i64);

/// By how much it may be less; the most first.
const GAPS: [i64; 4] = [2, 1, 0, -1];

/// A relation that was found.
#[derive(Clone, PartialEq, Eq)]
struct Found {
    from: LocationId,
    to: LocationId,
    comparisons: Vec<Comparison>,
}

impl Found {
    /// Whether all pairs of states in `other` are in this one, too.
    fn covers(&self, other: &Found) -> bool {
        let is_in = |(before, after, gap): &Comparison| {
            let mut all = other.comparisons.iter();
            all.any(|(b, a, g)| (b, a) == (before, after) && g >= gap)
        };
        (self.from, self.to) == (other.from, other.to) && self.comparisons.iter().all(is_in)
    }

    /// Whether no chain of it goes on for ever.
    fn is_founded(&self) -> bool {
        let falls = |(before, after, gap): &Comparison| *gap > 0 && before == after;
        self.from != self.to || self.comparisons.iter().any(falls)
    }
}

/// Whether something holds.
enum Holds {
    Always,
    Not,
    Unclear,
}

pub(super) struct Search<'a> {
    columns: BTreeMap<LocationId, Vec<Term>>,
    /// The same in the earlier state, under other names.
    earlier: BTreeMap<LocationId, Vec<Term>>,
    /// What is known of the earlier state.
    known: BTreeMap<LocationId, Term>,
    solver: &'a mut dyn Solver,
    limits: &'a Limits,
    found: Vec<Found>,
}

impl<'a> Search<'a> {
    pub fn new(
        pool: &mut TermPool,
        system: &TransitionSystem,
        columns: BTreeMap<LocationId, Vec<Term>>,
        assumed: &[Term],
        solver: &'a mut dyn Solver,
        limits: &'a Limits,
    ) -> Search<'a> {
        let mut names: FxHashMap<Term, Term> = FxHashMap::default();
        for id in system.variable_ids() {
            let symbol = system.variable(id).symbol;
            let copy = pool.fresh("earlier", pool.sort(symbol));
            names.insert(symbol, copy);
        }
        let rename = |pool: &mut TermPool, term: Term| {
            let mut value_of = |pool: &mut TermPool, s| names.get(&pool.symbol_term(s)).copied();
            pool.substitute(term, &mut value_of, &mut FxHashMap::default())
        };
        let mut earlier = BTreeMap::new();
        let mut known = BTreeMap::new();
        for (location, numbers) in &columns {
            let renamed = numbers.iter().map(|n| rename(pool, *n)).collect();
            earlier.insert(*location, renamed);
            known.insert(*location, rename(pool, assumed[location.index()]));
        }
        Search {
            columns,
            earlier,
            known,
            solver,
            limits,
            found: Vec::new(),
        }
    }

    /// Relations that hold between any two visits, if no chain of any of them goes on for ever.
    pub fn all(
        &mut self,
        pool: &mut TermPool,
        steps: &[Step],
    ) -> Result<Option<Vec<Relation>>, Why> {
        let steps: Vec<Step> = steps.iter().flat_map(|s| taken_apart(pool, s)).collect();
        for step in &steps {
            let before = self.columns[&step.from].clone();
            let ends = (step.from, step.to);
            let held = self.what_holds(pool, &step.premises, ends, &before, &step.after)?;
            if !self.add(held) {
                return Ok(None);
            }
        }
        let mut next = 0;
        while next < self.found.len() {
            let relation = self.found[next].clone();
            next += 1;
            let (earlier, here) = (&self.earlier[&relation.from], &self.columns[&relation.to]);
            let mut premises = vec![self.known[&relation.from]];
            for comparison in &relation.comparisons {
                premises.push(compare(pool, earlier, here, *comparison));
            }
            for step in steps.iter().filter(|s| s.from == relation.to) {
                let mut premises = premises.clone();
                premises.extend(&step.premises);
                let before = self.earlier[&relation.from].clone();
                let ends = (relation.from, step.to);
                let held = self.what_holds(pool, &premises, ends, &before, &step.after)?;
                if !self.add(held) {
                    return Ok(None);
                }
            }
        }
        let all = std::mem::take(&mut self.found);
        let is_needed = |(index, one): &(usize, &Found)| {
            let mut others = all.iter().enumerate();
            !others.any(|(i, o)| i != *index && o.covers(one) && (i < *index || !one.covers(o)))
        };
        let needed = all.iter().enumerate().filter(is_needed);
        let relations = needed.map(|(_, found)| Relation {
            from: found.from,
            to: found.to,
            decreases: { found.comparisons.iter() }
                .flat_map(|comparison| self.decreases(pool, found, *comparison))
                .collect(),
        });
        Ok(Some(relations.collect()))
    }

    /// A comparison in the form that the checker knows.
    fn decreases(
        &self,
        pool: &mut TermPool,
        found: &Found,
        (first, second, gap): Comparison,
    ) -> Vec<Decrease> {
        let before = self.columns[&found.from][first];
        let after = self.columns[&found.to][second];
        let strict = gap > 0;
        let mut all = Vec::new();
        if strict {
            all.push(Decrease {
                before,
                after,
                strict,
            });
        }
        let offset = if strict { 1 - gap } else { -gap };
        if !strict || offset != 0 {
            let offset = pool.bv_i64(pool.width(before), offset);
            all.push(Decrease {
                before: pool.bvadd(before, offset),
                after,
                strict,
            });
        }
        all
    }

    /// Keeps a relation; whether the search goes on.
    fn add(&mut self, found: Option<Found>) -> bool {
        let Some(found) = found else {
            return true;
        };
        if !found.is_founded() || self.found.len() >= MOST {
            return false;
        }
        if !self.found.iter().any(|known| known.covers(&found)) {
            self.found.push(found);
        }
        true
    }

    /// All comparisons that follow from some premises; `None` if these contradict each other.
    fn what_holds(
        &mut self,
        pool: &mut TermPool,
        premises: &[Term],
        (from, to): (LocationId, LocationId),
        before: &[Term],
        after: &[Term],
    ) -> Result<Option<Found>, Why> {
        let mut candidates: Vec<(Comparison, Term)> = Vec::new();
        for first in 0..before.len() {
            for second in 0..after.len() {
                for gap in GAPS {
                    let comparison = (first, second, gap);
                    candidates.push((comparison, compare(pool, before, after, comparison)));
                }
            }
        }
        let mut solve = |pool: &mut TermPool, also: Option<Term>, candidates: &mut Vec<_>| {
            let mut question = premises.to_vec();
            question.extend(also);
            let together = pool.and_all(question.iter().copied());
            if pool.is_false(together) {
                return Ok(Holds::Always);
            }
            match self.solver.check(pool, &question, self.limits) {
                Answer::Unsat(_) => Ok(Holds::Always),
                Answer::Unknown(Why::Conflicts) => Ok(Holds::Unclear),
                Answer::Unknown(why) => Err(why),
                Answer::Sat(model) => {
                    let mut evaluator = model.evaluator(pool);
                    let holds = |c: &(Comparison, Term)| evaluator.eval(c.1).as_bool();
                    candidates.retain(holds);
                    Ok(Holds::Not)
                }
            }
        };
        match solve(pool, None, &mut candidates)? {
            Holds::Always => return Ok(None),
            Holds::Unclear => return Err(Why::Conflicts),
            Holds::Not => {}
        }
        let mut index = 0;
        while let Some(((first, second, _), term)) = candidates.get(index).copied() {
            let not = pool.not(term);
            match solve(pool, Some(not), &mut candidates)? {
                Holds::Not => {}
                Holds::Unclear => drop(candidates.remove(index)),
                Holds::Always => {
                    // So do those that say less.
                    index += 1;
                    let same = |c: &(Comparison, Term)| (c.0.0, c.0.1) == (first, second);
                    while candidates.get(index).is_some_and(same) {
                        candidates.remove(index);
                    }
                }
            }
        }
        let comparisons = candidates.into_iter().map(|c| c.0).collect();
        Ok(Some(Found {
            from,
            to,
            comparisons,
        }))
    }
}

fn compare(
    pool: &mut TermPool,
    before: &[Term],
    after: &[Term],
    (first, second, gap): Comparison,
) -> Term {
    let gap = pool.bv_i64(pool.width(after[second]), gap);
    let least = pool.bvadd(after[second], gap);
    pool.sle(least, before[first])
}

/// The ways in which a step can be taken, by the conditions that decide what it does.
fn taken_apart(pool: &mut TermPool, step: &Step) -> Vec<Step> {
    let mut conditions = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work: Vec<Term> = step.after.clone();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args: Vec<Term> = pool.args(term).to_vec();
        if pool.op(term) == Op::Ite {
            atoms(pool, args[0], &mut conditions);
        }
        work.extend(args);
    }
    conditions.truncate(MOST_CONDITIONS);
    let mut parts = vec![step.clone()];
    for condition in conditions {
        let not = pool.not(condition);
        let with = |part: &Step, condition: Term| {
            let mut part = part.clone();
            part.premises.push(condition);
            part
        };
        let both = parts
            .iter()
            .flat_map(|p| [with(p, condition), with(p, not)]);
        parts = both.collect();
    }
    parts
}

/// The conditions that a Boolean term is put together of.
fn atoms(pool: &TermPool, term: Term, found: &mut Vec<Term>) {
    let args = pool.args(term);
    let is_connective = matches!(pool.op(term), Op::Not | Op::And | Op::Or | Op::Ite)
        || (pool.op(term) == Op::Eq && pool.sort(args[0]) == Sort::Bool);
    match is_connective {
        true => args.iter().for_each(|arg| atoms(pool, *arg, found)),
        false if args.is_empty() && pool.as_symbol(term).is_none() => {}
        false if found.contains(&term) => {}
        false => found.push(term),
    }
}
