//! Simultaneous substitution of symbols by terms. Never recurses.

use crate::op::{Op, SymbolId};
use crate::pool::{Term, TermPool};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl TermPool {
    /// `term` with every symbol `s` replaced by `value(s)`, rebuilt bottom-up so that rewriting applies.
    ///
    /// `value` returns `None` for symbols that stay. `cache` may be kept across calls as long as `value` stays the same.
    pub fn substitute(
        &mut self,
        term: Term,
        value: &mut dyn FnMut(&mut TermPool, SymbolId) -> Option<Term>,
        cache: &mut FxHashMap<Term, Term>,
    ) -> Term {
        match self.op(term) {
            Op::Symbol(symbol) => return value(self, symbol).unwrap_or(term),
            op if op.is_leaf() => return term,
            _ => {}
        }
        let mut stack: SmallVec<[Term; 16]> = SmallVec::new();
        stack.push(term);
        while let Some(&top) = stack.last() {
            if cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            let op = self.op(top);
            if op.is_leaf() {
                let new = match op {
                    Op::Symbol(symbol) => value(self, symbol).unwrap_or(top),
                    _ => top,
                };
                cache.insert(top, new);
                stack.pop();
                continue;
            }
            let before = stack.len();
            for arg in self.args(top) {
                if !cache.contains_key(arg) {
                    stack.push(*arg);
                }
            }
            if stack.len() > before {
                continue;
            }
            let args: SmallVec<[Term; 3]> = self.args(top).iter().map(|a| cache[a]).collect();
            let new = if args.as_slice() == self.args(top) {
                top
            } else {
                self.mk(op, &args)
            };
            cache.insert(top, new);
            stack.pop();
        }
        cache[&term]
    }

    /// All symbols in the terms, each once, in order of first visit. Never recurses.
    pub fn symbols_of(&self, terms: &[Term]) -> Vec<SymbolId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<Term> = terms.to_vec();
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Op::Symbol(symbol) = self.op(term) {
                found.push(symbol);
            }
            stack.extend(self.args(term));
        }
        found
    }
}
