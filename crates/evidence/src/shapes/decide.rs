//! What follows from the facts of a heap.
//!
//! Only the facts that share a symbol with the question, directly or through others, are asked about: what else is known is
//! consistent, or the heap has no model and everything holds of it anyway.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{SymbolId, Term, TermPool};

/// Questions after which the solver begins afresh, since it keeps what it was once told.
const FRESH_SOLVER: u32 = 3_000;

/// A question that is harder has no answer.
const CONFLICTS: u64 = 2_000;

/// Decides questions about terms, and remembers the answers.
pub struct Decider {
    solver: EmbeddedSolver,
    limits: Limits,
    asked: u32,
    known: FxHashMap<Vec<Term>, bool>,
    symbols: FxHashMap<Term, Vec<SymbolId>>,
    pub queries: u64,
}

impl Decider {
    pub fn new(limits: &Limits) -> Decider {
        Decider {
            solver: EmbeddedSolver::new(),
            limits: Limits {
                conflicts: Some(CONFLICTS),
                ..limits.clone()
            },
            asked: 0,
            known: FxHashMap::default(),
            symbols: FxHashMap::default(),
            queries: 0,
        }
    }

    /// Whether the facts certainly imply the condition.
    pub fn implied(&mut self, pool: &mut TermPool, facts: &[Term], condition: Term) -> bool {
        if pool.is_true(condition) || facts.contains(&condition) {
            return true;
        }
        let negated = pool.not(condition);
        if facts.contains(&negated) {
            return false;
        }
        self.excluded(pool, facts, negated)
    }

    /// Whether the facts certainly exclude the condition.
    pub fn excluded(&mut self, pool: &mut TermPool, facts: &[Term], condition: Term) -> bool {
        if pool.is_false(condition) {
            return true;
        }
        let mut question = self.cone(pool, facts, condition);
        question.push(condition);
        question.sort_unstable();
        question.dedup();
        if let Some(answer) = self.known.get(&question) {
            return *answer;
        }
        self.asked += 1;
        self.queries += 1;
        if self.asked > FRESH_SOLVER {
            self.asked = 0;
            self.solver = EmbeddedSolver::new();
        }
        let answer = self.solver.check(pool, &question, &self.limits);
        let refuted = matches!(answer, Answer::Unsat(_));
        self.known.insert(question, refuted);
        refuted
    }

    /// All values that a bit-vector may have; `None` if there are more than so many, or that is not known.
    pub fn values(
        &mut self,
        pool: &mut TermPool,
        facts: &[Term],
        term: Term,
        most: usize,
    ) -> Option<Vec<Term>> {
        let mut question = self.cone(pool, facts, term);
        let mut values = Vec::new();
        loop {
            self.queries += 1;
            let value = match self.solver.check(pool, &question, &self.limits) {
                Answer::Unsat(_) => return Some(values),
                Answer::Unknown(_) => return None,
                Answer::Sat(model) => model.eval(pool, term).as_bitvec().clone(),
            };
            if values.len() == most {
                return None;
            }
            let value = pool.bv(value);
            values.push(value);
            let other = pool.ne(term, value);
            question.push(other);
        }
    }

    /// The facts that are connected with a term by symbols.
    fn cone(&mut self, pool: &TermPool, facts: &[Term], term: Term) -> Vec<Term> {
        let mut reached: FxHashSet<SymbolId> =
            self.symbols_of(pool, term).iter().copied().collect();
        let mut rest: Vec<Term> = facts.to_vec();
        let mut cone = Vec::new();
        loop {
            let before = cone.len();
            rest.retain(|fact| {
                let symbols = self.symbols_of(pool, *fact);
                let touches = symbols.is_empty() || symbols.iter().any(|s| reached.contains(s));
                if touches {
                    reached.extend(symbols.iter().copied());
                    cone.push(*fact);
                }
                !touches
            });
            if cone.len() == before {
                return cone;
            }
        }
    }

    fn symbols_of(&mut self, pool: &TermPool, term: Term) -> &[SymbolId] {
        let known = self.symbols.entry(term);
        known.or_insert_with(|| pool.symbols_of(&[term]))
    }
}
