//! Supporting invariants: what a ranking argument needs to know of the states at the heads of loops.
//!
//! Abstract interpretation knows variables one by one, and loses what an outer loop knows while an inner one runs. So
//! comparisons that occur in the guards of the system are candidates at every location that has their variables, in both
//! directions, and that variables are not zero and not negative. Those that some edge does not keep are dropped until all
//! that are left are kept by all edges (C. Flanagan, K. Leino, *Houdini, an Annotation Assistant for ESC/Java*, FME 2001).
//!
//! The result is the greatest inductive subset of the candidates, relative to what is known already; the checker proves it again.

use encode::system::{EdgeId, LocationId, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Limits, Solver, Why};
use term::{Op, Sort, Term, TermPool};

/// Candidates of one location.
const MOST: usize = 60;

/// Rounds of dropping.
const ROUNDS: usize = 400;

/// Candidates that hold at the locations besides what is known, and how many. `leaves` says of each edge when it is taken in a run that goes
/// well.
pub(super) fn strengthen(
    pool: &mut TermPool,
    system: &TransitionSystem,
    known: &[Term],
    leaves: &dyn Fn(&mut TermPool, EdgeId) -> Term,
    solver: &mut dyn Solver,
    limits: &Limits,
) -> Result<(Vec<Term>, u64), Why> {
    let mut candidates: Vec<Vec<Term>> = vec![Vec::new(); system.locations.len()];
    let atoms = atoms(pool, system);
    for head in system.heads() {
        candidates[head.index()] = candidates_at(pool, system, head, &atoms);
    }
    let edges: Vec<(EdgeId, Term)> = system
        .edges()
        .map(|edge| (edge, leaves(pool, edge)))
        .collect();
    let mut dirty: Vec<bool> = vec![true; edges.len()];
    for _ in 0..ROUNDS {
        let Some(index) = dirty.iter().position(|d| *d) else {
            break;
        };
        let (edge, taken) = edges[index];
        let to = system.edge(edge).to;
        let after: Vec<Term> = candidates[to.index()]
            .clone()
            .into_iter()
            .map(|c| after(pool, system, edge, c))
            .collect();
        let all = pool.and_all(after.iter().copied());
        let lost = pool.not(all);
        let mut question = vec![known[edge.from.index()], taken, lost];
        question.extend(&candidates[edge.from.index()]);
        let together = pool.and_all(question.iter().copied());
        if pool.is_false(together) {
            dirty[index] = false;
            continue;
        }
        match solver.check(pool, &question, limits) {
            Answer::Unsat(_) => dirty[index] = false,
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                let holds: Vec<bool> = after.iter().map(|t| evaluator.eval(*t).as_bool()).collect();
                let mut holds = holds.into_iter();
                candidates[to.index()].retain(|_| holds.next().unwrap_or(false));
                for (number, (other, _)) in edges.iter().enumerate() {
                    dirty[number] |= other.from == to;
                }
            }
            Answer::Unknown(Why::Conflicts) => {
                candidates[to.index()].clear();
                for (number, (other, _)) in edges.iter().enumerate() {
                    dirty[number] |= other.from == to;
                }
            }
            Answer::Unknown(why) => return Err(why),
        }
    }
    if dirty.contains(&true) {
        candidates.iter_mut().for_each(Vec::clear);
    }
    let count = candidates.iter().map(|c| c.len() as u64).sum();
    let all = candidates.into_iter().map(|c| pool.and_all(c));
    Ok((all.collect(), count))
}

/// The comparisons in the guards of the system.
fn atoms(pool: &TermPool, system: &TransitionSystem) -> Vec<Term> {
    comparisons(pool, system.edges().map(|e| system.edge(e).guard).collect())
}

/// The comparisons of numbers in some terms.
pub(super) fn comparisons(pool: &TermPool, mut work: Vec<Term>) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_number = |t: &Term| matches!(pool.sort(*t), Sort::BitVec(w) if w <= 64);
        if let Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle | Op::Eq = pool.op(term)
            && pool.args(term).iter().all(is_number)
        {
            found.push(term);
        }
        work.extend(pool.args(term));
    }
    found.sort_unstable();
    found
}

fn candidates_at(
    pool: &mut TermPool,
    system: &TransitionSystem,
    location: LocationId,
    atoms: &[Term],
) -> Vec<Term> {
    let variables = system.location(location).variables.iter();
    let symbols: FxHashSet<Term> = variables.map(|id| system.variable(*id).symbol).collect();
    let mut found = Vec::new();
    for atom in atoms {
        let used = pool.symbols_of(&[*atom]).into_iter();
        if used
            .map(|s| pool.symbol_term(s))
            .all(|s| symbols.contains(&s))
        {
            found.push(*atom);
            let not = pool.not(*atom);
            found.push(not);
            // A loop's bound still holds, no longer strictly, when the loop has been left.
            let args: Vec<Term> = pool.args(*atom).to_vec();
            match pool.op(*atom) {
                Op::BvUlt => found.push(pool.ule(args[0], args[1])),
                Op::BvSlt => found.push(pool.sle(args[0], args[1])),
                Op::BvUle => found.push(pool.ult(args[0], args[1])),
                Op::BvSle => found.push(pool.slt(args[0], args[1])),
                _ => {
                    found.push(pool.ule(args[0], args[1]));
                    found.push(pool.ule(args[1], args[0]));
                    found.push(pool.sle(args[0], args[1]));
                    found.push(pool.sle(args[1], args[0]));
                }
            }
        }
    }
    let mut symbols: Vec<Term> = symbols.into_iter().collect();
    symbols.sort_unstable();
    // How many objects an allocation has made is often what a loop counts.
    for counter in system.families.iter().map(|f| f.counter) {
        let others = symbols.iter().copied().filter(|s| *s != counter);
        let others: Vec<Term> = others.collect();
        for other in others.into_iter().filter(|_| symbols.contains(&counter)) {
            if pool.sort(other) == pool.sort(counter) {
                found.extend([pool.eq(counter, other), pool.ule(counter, other)]);
            }
        }
    }
    for symbol in numbers(pool, &symbols) {
        let zero = pool.zero(pool.width(symbol));
        found.push(pool.ne(symbol, zero));
        found.push(pool.sle(zero, symbol));
        found.push(pool.slt(zero, symbol));
    }
    // Whether they are even.
    for symbol in numbers(pool, &symbols) {
        let lowest = pool.extract(symbol, 0, 0);
        let even = pool.zero(1);
        let is_even = pool.eq(lowest, even);
        found.extend([is_even, pool.not(is_even)]);
    }
    let mut seen = FxHashSet::default();
    found.retain(|t| seen.insert(*t) && !pool.is_true(*t) && !pool.is_false(*t));
    found.truncate(MOST);
    found
}

/// The symbols that stand for numbers.
fn numbers(pool: &TermPool, symbols: &[Term]) -> Vec<Term> {
    let is_number = |s: &Term| matches!(pool.sort(*s), Sort::BitVec(w) if (2..=64).contains(&w));
    symbols.iter().copied().filter(is_number).collect()
}

/// A term over the target of an edge, in the state that the edge leads to.
fn after(pool: &mut TermPool, system: &TransitionSystem, edge: EdgeId, term: Term) -> Term {
    let values: FxHashMap<Term, Term> = system
        .updates(edge)
        .map(|(id, value)| (system.variable(id).symbol, value))
        .collect();
    let mut value_of = |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
    pool.substitute(term, &mut value_of, &mut FxHashMap::default())
}
