//! What measures are made of: numbers that a state has, each one a *column* of the linear functions that are tried.
//!
//! Columns are the variables that change along a cycle, read as signed and as unsigned numbers, since C has both; and terms
//! over variables that the guards of the cycle compare: of `i != n` the distance of the two, of `a[i] < x` the element. Floats
//! are read as integers in the order of the floats.
//!
//! If no sum of these falls, one that is another sum in each of two cases may: then there are columns for what a variable is where a
//! comparison holds and where it does not ([`pieces`]), and for its absolute value.

use encode::system::{EdgeId, LocationId, TransitionSystem};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Term, TermPool};

/// A number of a state, as a bit-vector over the variables of a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Column {
    pub term: Term,
    pub signed: bool,
}

/// Wider bit-vectors are not numbers.
const WIDEST: u32 = 64;

/// The most columns of a location.
const MOST: usize = 48;

/// Variables that are taken apart, and comparisons by which they are.
const MOST_PIECES: usize = 6;
const MOST_CASES: usize = 6;

/// The columns of the locations of a cycle; with pieces of variables, if that is wanted.
pub(super) fn columns(
    pool: &mut TermPool,
    system: &TransitionSystem,
    locations: &BTreeSet<LocationId>,
    edges: &[EdgeId],
    with_pieces: bool,
) -> BTreeMap<LocationId, Vec<Column>> {
    let mut compared = Vec::new();
    let mut floats = FxHashSet::default();
    for edge in edges {
        let mut terms = vec![system.edge(*edge).guard];
        terms.extend(&system.edge(*edge).values);
        distances(pool, system.edge(*edge).guard, &mut compared);
        floats.extend(float_symbols(pool, &terms));
    }
    let mut all = BTreeMap::new();
    for location in locations {
        let mut found: Vec<Column> = Vec::new();
        let mut add = |column: Column| {
            if found.len() < MOST && !found.contains(&column) {
                found.push(column);
            }
        };
        for id in &system.location(*location).variables {
            let symbol = system.variable(*id).symbol;
            if !changes(system, symbol, edges) {
                continue;
            }
            match pool.sort(symbol) {
                Sort::Bool => {
                    let term = pool.bool_to_bv(symbol);
                    add(Column {
                        term,
                        signed: false,
                    });
                }
                Sort::BitVec(width) if width <= WIDEST => {
                    if floats.contains(&symbol) {
                        let term = in_order(pool, symbol);
                        add(Column { term, signed: true });
                    }
                    for signed in [true, false] {
                        let term = symbol;
                        add(Column { term, signed });
                    }
                }
                _ => {}
            }
        }
        if with_pieces {
            pieces(pool, system, *location, edges)
                .into_iter()
                .for_each(&mut add);
        }
        for column in &compared {
            if is_over(pool, system, *location, column.term) {
                add(*column);
            }
        }
        all.insert(*location, found);
    }
    all
}

/// What numbers are where some comparison holds, and where it does not: the pieces of functions that are linear case by case.
fn pieces(
    pool: &mut TermPool,
    system: &TransitionSystem,
    location: LocationId,
    edges: &[EdgeId],
) -> Vec<Column> {
    let mut cases = Vec::new();
    for edge in edges {
        comparisons(pool, system.edge(*edge).guard, &mut cases);
        for value in &system.edge(*edge).values {
            comparisons(pool, *value, &mut cases);
        }
    }
    let variables = system.location(location).variables.iter();
    let numbers: Vec<Term> = variables
        .map(|id| system.variable(*id).symbol)
        .filter(|s| matches!(pool.sort(*s), Sort::BitVec(width) if (2..=WIDEST).contains(&width)))
        .collect();
    let (moved, still): (Vec<Term>, Vec<Term>) = numbers
        .into_iter()
        .partition(|symbol| changes(system, *symbol, edges));
    // The signs of what is added in each iteration.
    for symbol in still {
        let zero = pool.zero(pool.width(symbol));
        cases.push(pool.slt(symbol, zero));
    }
    let mut seen = FxHashSet::default();
    cases.retain(|c| is_over(pool, system, location, *c) && seen.insert(*c));
    cases.truncate(MOST_CASES);
    let mut found = Vec::new();
    for number in moved.into_iter().take(MOST_PIECES) {
        let zero = pool.zero(pool.width(number));
        let is_negative = pool.slt(number, zero);
        let negated = pool.bvneg(number);
        found.push(Column {
            term: pool.ite(is_negative, negated, number),
            signed: false,
        });
        for case in &cases {
            for term in [pool.ite(*case, number, zero), pool.ite(*case, zero, number)] {
                found.push(Column { term, signed: true });
            }
        }
    }
    found
}

/// The comparisons of numbers in a term.
fn comparisons(pool: &TermPool, term: Term, found: &mut Vec<Term>) {
    let mut seen = FxHashSet::default();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args = pool.args(term);
        work.extend(args);
        let is_comparison = matches!(
            pool.op(term),
            Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle | Op::Eq
        );
        if is_comparison && pool.sort(args[0]).is_bitvec() {
            found.push(term);
        }
    }
}

/// Whether a variable gets another value somewhere on the cycle.
fn changes(system: &TransitionSystem, symbol: Term, edges: &[EdgeId]) -> bool {
    edges.iter().any(|edge| {
        let mut updates = system.updates(*edge);
        updates.any(|(id, value)| system.variable(id).symbol == symbol && value != symbol)
    })
}

/// Whether a term is a function of the variables of a location.
fn is_over(pool: &TermPool, system: &TransitionSystem, location: LocationId, term: Term) -> bool {
    let symbols = pool.symbols_of(&[term]).into_iter();
    symbols.map(|s| pool.symbol_term(s)).all(|symbol| {
        let id = system.variable_of(symbol);
        id.is_some_and(|id| system.location(location).variables.contains(&id))
    })
}

/// What a guard compares, and how far it is apart.
fn distances(pool: &mut TermPool, guard: Term, found: &mut Vec<Column>) {
    let mut seen = FxHashSet::default();
    let mut work = vec![guard];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args: Vec<Term> = pool.args(term).to_vec();
        work.extend(&args);
        let is_number = |t: &Term| matches!(pool.sort(*t), Sort::BitVec(w) if w <= WIDEST);
        if args.len() != 2 || !args.iter().all(is_number) {
            continue;
        }
        let (a, b) = (args[0], args[1]);
        let signed = matches!(pool.op(term), Op::BvSlt | Op::BvSle);
        match pool.op(term) {
            Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle => {
                for side in [a, b] {
                    if pool.as_const(side).is_none() && pool.as_symbol(side).is_none() {
                        found.push(Column { term: side, signed });
                    }
                }
            }
            Op::Eq => {
                for (x, y) in [(a, b), (b, a)] {
                    let term = pool.bvsub(x, y);
                    if pool.as_symbol(term).is_none() {
                        found.push(Column { term, signed });
                    }
                }
            }
            _ => {}
        }
    }
}

/// The variables that are read as floats.
fn float_symbols(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut work = terms.to_vec();
    let mut found = Vec::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if matches!(pool.op(term), Op::FpFromBits(_)) && pool.as_symbol(pool.arg(term, 0)).is_some()
        {
            found.push(pool.arg(term, 0));
        }
        work.extend(pool.args(term));
    }
    found
}

/// The bits of a float as a signed number, in the order of the floats.
fn in_order(pool: &mut TermPool, bits: Term) -> Term {
    let width = pool.width(bits);
    let zero = pool.zero(width);
    let negative = pool.slt(bits, zero);
    let magnitude = pool.extract(bits, width - 2, 0);
    let magnitude = pool.zero_extend(magnitude, 1);
    let below = pool.bvneg(magnitude);
    pool.ite(negative, below, magnitude)
}
