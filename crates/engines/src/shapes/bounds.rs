//! Bounds of numbers: what is kept of a value when it becomes a symbol.
//!
//! The numbers that a program mentions, and their neighbours, are what values are compared with. There are finitely many, so
//! bounds grow finitely often.

use evidence::Executor;
use program::Program;

use std::collections::{BTreeMap, BTreeSet};
use term::{BitVec, Op, Term, TermPool};

/// More numbers of one width are not tried.
const MOST: usize = 40;

/// The numbers that values are compared with, by width, in ascending order as signed numbers.
pub(super) struct Bounds {
    numbers: BTreeMap<u32, Vec<Term>>,
}

impl Bounds {
    pub fn new(pool: &mut TermPool, program: &Program) -> Bounds {
        let mut found: BTreeMap<u32, BTreeSet<i128>> = BTreeMap::new();
        let insts = program.insts().flat_map(program::InstKind::terms);
        let blocks = program.functions.iter().flat_map(|f| &f.blocks);
        let ends = blocks.clone().filter_map(|b| b.end.term());
        let mut terms: Vec<Term> = insts.chain(ends).collect();
        let mut seen = BTreeSet::new();
        while let Some(term) = terms.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = pool.as_const(term) {
                found
                    .entry(value.width())
                    .or_default()
                    .insert(value.to_signed());
            }
            if !matches!(pool.op(term), Op::Symbol(_)) {
                terms.extend(pool.args(term));
            }
        }
        for block in blocks {
            if let program::Terminator::Switch { cases, .. } = &block.end {
                for (case, _) in cases {
                    found
                        .entry(case.width())
                        .or_default()
                        .insert(case.to_signed());
                }
            }
        }
        let all: BTreeSet<i128> = found.values().flatten().copied().collect();
        let mut numbers = BTreeMap::new();
        for width in [8u32, 16, 32, 64] {
            let fits = |v: &i128| *v >= -(1 << (width - 1)) && *v < 1 << (width - 1);
            let mut near: BTreeSet<i128> = [0, 1].into();
            for v in &all {
                if v.abs() < 1 << 20 {
                    near.extend([v - 1, *v, v + 1].into_iter().filter(|v| fits(v)));
                }
            }
            let mut near: Vec<i128> = near.into_iter().collect();
            near.sort_by_key(|v| v.abs());
            near.truncate(MOST);
            near.sort_unstable();
            let terms = near
                .into_iter()
                .map(|v| pool.bv(BitVec::from_i64(width, v as i64)));
            numbers.insert(width, terms.collect());
        }
        Bounds { numbers }
    }

    /// What is known of a symbol that stands for any of some values, each under its facts.
    pub fn facts(
        &mut self,
        executor: &mut Executor<'_>,
        symbol: Term,
        values: &[(&[Term], Term)],
    ) -> Vec<Term> {
        let width = executor.pool.width(symbol);
        let Some(numbers) = self.numbers.get(&width).cloned() else {
            return Vec::new();
        };
        // A value of which nothing is known has no bounds.
        let is_free = |executor: &Executor<'_>, (facts, value): &(&[Term], Term)| {
            executor.pool.as_symbol(*value).is_some_and(|symbol| {
                !facts
                    .iter()
                    .any(|f| executor.pool.symbols_of(&[*f]).contains(&symbol))
            })
        };
        if values.iter().any(|v| is_free(executor, v)) {
            return Vec::new();
        }
        let all = |executor: &mut Executor<'_>, make: &dyn Fn(&mut TermPool, Term) -> Term| {
            values.iter().all(|(facts, value)| {
                let holds = make(executor.pool, *value);
                executor.decider.implied(executor.pool, facts, holds)
            })
        };
        let mut facts = Vec::new();
        let lower = last(&numbers, |c| all(executor, &|pool, v| pool.sle(c, v)));
        if let Some(c) = lower {
            facts.push(executor.pool.sle(c, symbol));
        }
        let reversed: Vec<Term> = numbers.iter().rev().copied().collect();
        let upper = last(&reversed, |c| all(executor, &|pool, v| pool.sle(v, c)));
        if let Some(c) = upper {
            facts.push(executor.pool.sle(symbol, c));
        }
        let zero = executor.pool.zero(width);
        if (lower, upper) != (Some(zero), Some(zero)) {
            let is_other = all(executor, &|pool, v| pool.ne(v, zero));
            let other = executor.pool.ne(symbol, zero);
            if is_other && !executor.decider.implied(executor.pool, &facts, other) {
                facts.push(other);
            }
        }
        facts
    }
}

/// The last number for which a condition holds that holds for all before it.
fn last(numbers: &[Term], mut holds: impl FnMut(Term) -> bool) -> Option<Term> {
    let (mut low, mut high) = (0, numbers.len());
    while low < high {
        let middle = low.midpoint(high);
        match holds(numbers[middle]) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low.checked_sub(1).map(|index| numbers[index])
}
