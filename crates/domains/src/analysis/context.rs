//! Evaluating terms in the abstract: what is known of some terms, and what follows for others.
//!
//! The arms of an undecided `ite` are each evaluated in a context of their own, in which the condition holds or does not:
//! joins of the program are `ite`s in a block's terms, and `x < 10 ? x + 1 : x` is at most 10 only if the condition is
//! used. That is limited in depth and by fuel; without either, arms are joined as they are.

use crate::value::AbstractValue;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;
use term::eval;
use term::{Op, Term, TermPool};

/// How deep case distinctions nest.
pub(super) const DEPTH: u32 = 4;

/// A state in which some things are known.
pub struct Context<'p> {
    pub(super) pool: &'p TermPool,
    pub(super) known: FxHashMap<Term, AbstractValue>,
    /// Of each of these, one part is the case.
    pub(super) clauses: Vec<Rc<[(Term, bool)]>>,
    memo: FxHashMap<Term, AbstractValue>,
    depth: u32,
    effort: Rc<Effort>,
}

/// Shared by a context and its branches.
struct Effort {
    fuel: u64,
    spent: Cell<u64>,
}

impl<'p> Context<'p> {
    /// Nothing is known. `fuel` is how many evaluations may be spent before case distinctions are given up.
    pub fn new(pool: &'p TermPool, fuel: u64) -> Context<'p> {
        Context {
            pool,
            known: FxHashMap::default(),
            clauses: Vec::new(),
            memo: FxHashMap::default(),
            depth: 0,
            effort: Rc::new(Effort {
                fuel,
                spent: Cell::new(0),
            }),
        }
    }

    /// A copy in which more may be assumed.
    pub fn branch(&self) -> Context<'p> {
        self.spend(self.known.len() as u64);
        Context {
            pool: self.pool,
            known: self.known.clone(),
            clauses: self.clauses.clone(),
            memo: FxHashMap::default(),
            depth: self.depth,
            effort: self.effort.clone(),
        }
    }

    /// A copy for one case of several.
    pub(super) fn case(&self) -> Context<'p> {
        Context {
            depth: self.depth + 1,
            ..self.branch()
        }
    }

    /// Evaluations so far, here and in branches.
    pub fn spent(&self) -> u64 {
        self.effort.spent.get()
    }

    fn spend(&self, amount: u64) {
        self.effort.spent.set(self.effort.spent.get() + amount);
    }

    pub(super) fn is_out_of_fuel(&self) -> bool {
        self.spent() >= self.effort.fuel
    }

    pub(super) fn may_distinguish(&self) -> bool {
        self.depth < DEPTH && !self.is_out_of_fuel()
    }

    /// Says what a term's value is.
    pub fn set(&mut self, term: Term, value: AbstractValue) {
        self.known.insert(term, value);
        self.memo.clear();
    }

    /// The values that a term may have.
    pub fn value(&mut self, term: Term) -> AbstractValue {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if let Some(value) = self.step(top, &mut stack) {
                debug_assert_eq!(stack.len(), before, "a value needs nothing more");
                self.spend(1);
                let value = match self.known.get(&top) {
                    // Without a common value this state is impossible, and anything is right.
                    Some(known) => known.meet(&value).unwrap_or_else(|| known.clone()),
                    None => value,
                };
                self.memo.insert(top, value);
                stack.pop();
            }
        }
        self.memo[&term].clone()
    }

    /// The value of a term by its arguments, or what it waits for on the stack.
    fn step(&mut self, term: Term, stack: &mut Vec<Term>) -> Option<AbstractValue> {
        let pool = self.pool;
        let sort = pool.sort(term);
        let args = pool.args(term);
        let op = pool.op(term);
        if op.is_leaf() {
            return Some(match eval::value_of(pool, term) {
                Some(value) => AbstractValue::constant(&value),
                None => AbstractValue::any(sort),
            });
        }
        if sort.is_array() {
            return Some(AbstractValue::Any);
        }
        if op == Op::Ite {
            return self.choice(args, stack);
        }
        let before = stack.len();
        stack.extend(args.iter().filter(|a| !self.memo.contains_key(a)));
        if stack.len() > before {
            return None;
        }
        let values: Vec<AbstractValue> = args.iter().map(|a| self.memo[a].clone()).collect();
        Some(AbstractValue::apply(pool, op, args, &values, sort))
    }

    fn choice(&mut self, args: &[Term], stack: &mut Vec<Term>) -> Option<AbstractValue> {
        let &[condition, then, otherwise] = args else {
            unreachable!("a choice has three arguments");
        };
        let Some(decided) = self.memo.get(&condition) else {
            stack.push(condition);
            return None;
        };
        let arms = match decided.truth() {
            Some(true) => vec![then],
            Some(false) => vec![otherwise],
            None if self.may_distinguish() => {
                let arms = [(then, true), (otherwise, false)];
                let values = arms.into_iter().filter_map(|(arm, truth)| {
                    let mut case = self.case();
                    let possible = case.assume(condition, truth).is_ok();
                    possible.then(|| case.value(arm))
                });
                let joined = values.reduce(|a, b| a.join(&b));
                let anything = || AbstractValue::any(self.pool.sort(then));
                return Some(joined.unwrap_or_else(anything));
            }
            None => vec![then, otherwise],
        };
        let before = stack.len();
        stack.extend(arms.iter().filter(|a| !self.memo.contains_key(a)));
        if stack.len() > before {
            return None;
        }
        arms.iter()
            .map(|a| self.memo[a].clone())
            .reduce(|a, b| a.join(&b))
    }
}
