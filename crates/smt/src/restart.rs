//! A solver that forgets: each call is made on a fresh one. It serves to measure what incremental solving saves.

use crate::solver::{Answer, Limits, Solver};
use std::collections::BTreeMap;
use term::{Term, TermPool};

pub(crate) struct RestartingSolver {
    make: Box<dyn Fn() -> Box<dyn Solver>>,
    /// Of the last call.
    current: Box<dyn Solver>,
    /// Invariant: never empty; the first scope is never popped.
    scopes: Vec<Vec<Term>>,
    /// The counters of the solvers before the current one, added up.
    before: BTreeMap<String, u64>,
}

impl RestartingSolver {
    pub(crate) fn new(make: Box<dyn Fn() -> Box<dyn Solver>>) -> RestartingSolver {
        RestartingSolver {
            current: make(),
            make,
            scopes: vec![Vec::new()],
            before: BTreeMap::new(),
        }
    }
}

impl Solver for RestartingSolver {
    fn assert(&mut self, _: &mut TermPool, term: Term) {
        let scope = self.scopes.last_mut();
        scope.expect("the first scope is never popped").push(term);
    }

    fn push(&mut self) {
        self.scopes.push(Vec::new());
    }

    fn pop(&mut self) {
        assert!(self.scopes.len() > 1, "pop without push");
        self.scopes.pop();
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &Limits) -> Answer<'_> {
        for (name, count) in self.current.statistics() {
            *self.before.entry(name).or_default() += count;
        }
        self.current = (self.make)();
        for term in self.scopes.iter().flatten() {
            self.current.assert(pool, *term);
        }
        self.current.check(pool, assumptions, limits)
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let mut statistics = self.current.statistics();
        for (name, count) in &mut statistics {
            *count += self.before.get(name).copied().unwrap_or(0);
        }
        statistics
    }
}
