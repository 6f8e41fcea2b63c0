//! Candidates: what the states of a recurrent set may have in common.
//!
//! Comparisons that the cycle itself makes, now or some blocks later; constants; bounds and signs; remainders modulo small powers
//! of two; sums and differences of two variables. Only what held in all states of a run is a candidate.

use super::closed::Node;
use encode::system::TransitionSystem;
use evidence::Values;
use rustc_hash::FxHashSet;
use term::eval::Evaluator;
use term::{BitVec, Op, Sort, Term, TermPool, Value};

/// Candidates of one part of a set.
const MOST: usize = 400;

/// Variables of a location that are compared with each other.
const MOST_PAIRED: usize = 12;

/// How many blocks later a comparison may be made.
const AHEAD: usize = 2;

/// Comparisons that are carried back over a block.
const MOST_CARRIED: usize = 60;

/// Gives each part of a set its candidates; `visits` are the states of a run that belong to it.
pub(super) fn add_candidates(
    pool: &mut TermPool,
    system: &TransitionSystem,
    nodes: &mut [Node],
    visits: &[Vec<&Values>],
) {
    let mut compared: Vec<Vec<Term>> = nodes
        .iter()
        .map(|node| {
            let mut terms = vec![node.stays()];
            terms.extend(node.ways.iter().map(|w| w.guard));
            atoms(pool, &terms)
        })
        .collect();
    for _ in 0..AHEAD {
        let mut carried = Vec::new();
        for node in nodes.iter() {
            let mut found = Vec::new();
            for way in &node.ways {
                let later = compared[way.to].iter().take(MOST_CARRIED);
                let later: Vec<Term> = later.map(|atom| way.after(pool, *atom)).collect();
                found.extend(atoms(pool, &later));
            }
            carried.push(found);
        }
        for (known, new) in compared.iter_mut().zip(carried) {
            let seen: FxHashSet<Term> = known.iter().copied().collect();
            known.extend(new.into_iter().filter(|t| !seen.contains(t)));
        }
    }
    for ((node, compared), states) in nodes.iter_mut().zip(compared).zip(visits) {
        let variables: Vec<Term> = { system.location(node.location).variables.iter() }
            .map(|id| system.variable(*id).symbol)
            .collect();
        let known: FxHashSet<Term> = variables.iter().copied().collect();
        let is_over = |pool: &TermPool, term: Term| {
            let mut symbols = pool.symbols_of(&[term]).into_iter();
            symbols.all(|s| known.contains(&pool.symbol_term(s)))
        };
        let mut all: Vec<Term> = Vec::new();
        for atom in compared {
            if is_over(pool, atom) {
                all.extend([atom, pool.not(atom)]);
            }
        }
        of_variables(pool, &variables, states, &mut all);
        let mut seen = FxHashSet::default();
        all.retain(|t| seen.insert(*t) && !pool.is_true(*t) && !pool.is_false(*t));
        for state in states {
            let mut evaluator = Evaluator::new(pool, *state);
            all.retain(|t| evaluator.eval(*t).as_bool());
        }
        all.truncate(MOST);
        node.candidates = all;
    }
}

/// The Boolean terms that others are put together of.
fn atoms(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut work = terms.to_vec();
    let mut found = Vec::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args = pool.args(term);
        let is_connective = matches!(pool.op(term), Op::Not | Op::And | Op::Or | Op::Ite)
            || (pool.op(term) == Op::Eq && pool.sort(args[0]) == Sort::Bool);
        if pool.sort(term) == Sort::Bool && !is_connective && !args.is_empty() {
            found.push(term);
        }
        work.extend(args);
    }
    found.sort_unstable();
    found
}

/// What numbers have in common, one by one and two by two.
fn of_variables(pool: &mut TermPool, variables: &[Term], states: &[&Values], all: &mut Vec<Term>) {
    let mut numbers: Vec<(Term, u32, Vec<BitVec>)> = Vec::new();
    for variable in variables {
        let symbol = pool.as_symbol(*variable).expect("variables are symbols");
        match pool.sort(*variable) {
            Sort::Bool => all.extend([*variable, pool.not(*variable)]),
            Sort::BitVec(width) => {
                let values = states.iter().map(|s| match s.get(&symbol) {
                    Some(Value::BitVec(value)) => value.clone(),
                    _ => BitVec::zero(width),
                });
                numbers.push((*variable, width, values.collect()));
            }
            _ => {}
        }
    }
    for (variable, width, values) in &numbers {
        let first = pool.bv(values[0].clone());
        all.push(pool.eq(*variable, first));
        if *width > 64 {
            continue;
        }
        let zero = pool.zero(*width);
        all.push(pool.ne(*variable, zero));
        all.extend([pool.sle(zero, *variable), pool.slt(zero, *variable)]);
        all.extend([pool.slt(*variable, zero), pool.sle(*variable, zero)]);
        for value in least_and_most(values) {
            let value = pool.bv(value);
            all.extend([pool.sle(value, *variable), pool.sle(*variable, value)]);
            all.extend([pool.ule(value, *variable), pool.ule(*variable, value)]);
        }
        all.extend(remainders(pool, *variable, *width, &values[0]));
    }
    let changing = numbers
        .iter()
        .filter(|(_, width, _)| (2..=64).contains(width));
    let paired: Vec<_> = changing.take(MOST_PAIRED).collect();
    for (index, (a, width, of_a)) in paired.iter().enumerate() {
        for (b, other, of_b) in &paired[index + 1..] {
            if width != other {
                continue;
            }
            all.extend([pool.eq(*a, *b), pool.ne(*a, *b)]);
            all.extend([pool.ule(*a, *b), pool.ule(*b, *a)]);
            all.extend([pool.ult(*a, *b), pool.ult(*b, *a)]);
            all.extend([pool.sle(*a, *b), pool.sle(*b, *a)]);
            all.extend([pool.slt(*a, *b), pool.slt(*b, *a)]);
            let (first_a, first_b) = (pool.bv(of_a[0].clone()), pool.bv(of_b[0].clone()));
            for sum in [false, true] {
                let (combined, value) = match sum {
                    false => (pool.bvsub(*a, *b), pool.bvsub(first_a, first_b)),
                    true => (pool.bvadd(*a, *b), pool.bvadd(first_a, first_b)),
                };
                all.push(pool.eq(combined, value));
                let Some(value) = pool.as_const(value).cloned() else {
                    continue;
                };
                all.extend(remainders(pool, combined, *width, &value));
            }
        }
    }
}

/// Whether a number has the lowest bits of another one.
fn remainders(pool: &mut TermPool, number: Term, width: u32, value: &BitVec) -> Vec<Term> {
    let value = pool.bv(value.clone());
    let mut found = Vec::new();
    for bits in 1..=3.min(width - 1) {
        let low = pool.extract(number, bits - 1, 0);
        let same = pool.extract(value, bits - 1, 0);
        found.push(pool.eq(low, same));
    }
    found
}

/// The ends of the ranges that numbers are in, signed and unsigned.
fn least_and_most(values: &[BitVec]) -> Vec<BitVec> {
    let unsigned = |v: &BitVec| v.to_u64().unwrap_or(u64::MAX);
    let signed = |v: &BitVec| v.to_i64().unwrap_or(i64::MAX);
    let mut ends = Vec::new();
    ends.extend(values.iter().min_by_key(|v| unsigned(v)).cloned());
    ends.extend(values.iter().max_by_key(|v| unsigned(v)).cloned());
    ends.extend(values.iter().min_by_key(|v| signed(v)).cloned());
    ends.extend(values.iter().max_by_key(|v| signed(v)).cloned());
    ends
}
