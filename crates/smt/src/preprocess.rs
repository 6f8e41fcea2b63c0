//! Word-level preprocessing: what a query says outright simplifies the rest of it.
//!
//! A query is a conjunction. Some of its members are *facts* ([`facts`]): an equation says what a symbol is, a comparison
//! with constants how many bits of it count, a literal which Boolean is true. The facts stay as they are, and replace what
//! they are about in all other members, which are rewritten from the bottom up on the way: `x < 128` makes `x` seven bits
//! wide, and with it every remainder by which `x` is divided. What is simplified may be a fact in its turn, so this is
//! repeated a few times.
//!
//! Soundness: `F ∧ R` and `F ∧ R[F]` are equivalent, whatever is replaced by what equals it under `F`. Nothing is eliminated,
//! so every symbol keeps its meaning, models need no repair, and the result is as good for a later query: this is safe in
//! incremental use. Facts of assertions hold as long as their scope is open; those of an assumption only within it, so that
//! cores stay right.

mod facts;
mod unconstrained;

use facts::Facts;
use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};
pub(crate) use unconstrained::{Elimination, eliminate};

/// How many rounds of simplification there are.
const MAX_ROUNDS: usize = 4;

/// How many sets of facts have their simplified terms remembered.
const MAX_CACHES: usize = 4;

/// Facts of the open scopes, and terms that were simplified by them.
#[derive(Default)]
pub(crate) struct Preprocessor {
    facts: Facts,
    /// What terms became under some sets of facts, the one used last at the end. The next query often has the same facts,
    /// and then pays for what is new only.
    caches: Vec<Cache>,
    replaced: u64,
}

struct Cache {
    facts: Vec<(Term, Term)>,
    terms: FxHashMap<Term, Term>,
}

/// A number of facts to return to.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Preprocessor {
    pub fn mark(&self) -> Mark {
        Mark(self.facts.len())
    }

    /// Forgets the facts since the mark.
    pub fn release(&mut self, mark: Mark) {
        self.facts.truncate(mark.0);
    }

    /// Members whose conjunction is equivalent to that of `terms`, given the facts so far; their facts are added. `None` if
    /// these are the members of `terms` themselves.
    pub fn simplify(&mut self, pool: &mut TermPool, terms: &[Term]) -> Option<Vec<Term>> {
        let mut kept = Vec::new();
        let mut rest = members(pool, terms);
        let mut given = rest.clone();
        for _ in 0..MAX_ROUNDS {
            let before = (self.facts.len(), rest.clone());
            // Equations come second, so that what they define is simplified by the other facts. A fact itself is left
            // alone by what comes after it.
            self.learn(pool, &mut rest, &mut kept, Facts::learn_bound);
            rest = self.replace_all(pool, &rest);
            self.learn(pool, &mut rest, &mut kept, Facts::learn_equation);
            rest = self.replace_all(pool, &rest);
            if before == (self.facts.len(), rest.clone()) {
                break;
            }
        }
        kept.extend(rest);
        let mut made = kept.clone();
        given.sort_unstable();
        made.sort_unstable();
        (given != made).then_some(kept)
    }

    /// Moves the members that are facts of a kind.
    fn learn(
        &mut self,
        pool: &mut TermPool,
        rest: &mut Vec<Term>,
        kept: &mut Vec<Term>,
        learn: fn(&mut Facts, &mut TermPool, Term) -> bool,
    ) {
        rest.retain(|member| {
            let is_fact = learn(&mut self.facts, pool, *member);
            if is_fact {
                kept.push(*member);
            }
            !is_fact
        });
    }

    fn replace_all(&mut self, pool: &mut TermPool, terms: &[Term]) -> Vec<Term> {
        if self.facts.is_empty() {
            return terms.to_vec();
        }
        self.choose_cache();
        let new: Vec<Term> = terms.iter().map(|t| self.replace(pool, *t)).collect();
        members(pool, &new)
    }

    /// Puts the cache of the current facts last.
    fn choose_cache(&mut self) {
        let facts = self.facts.list();
        let cache = match self.caches.iter().position(|c| c.facts == facts) {
            Some(place) => self.caches.remove(place),
            None => Cache {
                facts,
                terms: FxHashMap::default(),
            },
        };
        if self.caches.len() >= MAX_CACHES {
            self.caches.remove(0);
        }
        self.caches.push(cache);
    }

    /// The term with all that the facts know replaced.
    fn replace(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let facts = &self.facts;
        let cache = &mut self.caches.last_mut().expect("just chosen").terms;
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let result = match facts.value(top) {
                Some(value) if facts::is_extension(pool, value, top) => Some(value),
                Some(value) => {
                    // Facts do not go round in circles.
                    stack.extend(Some(value).filter(|v| !cache.contains_key(v)));
                    cache.get(&value).copied()
                }
                None => {
                    let args = pool.args(top);
                    stack.extend(args.iter().filter(|a| !cache.contains_key(a)));
                    (stack.len() == before).then(|| rebuild(pool, facts, cache, top))
                }
            };
            if let Some(result) = result {
                self.replaced += u64::from(result != top);
                cache.insert(top, result);
                stack.pop();
            }
        }
        cache[&term]
    }

    pub fn statistics(&self) -> Vec<(String, u64)> {
        vec![("smt.preprocess.replaced".to_string(), self.replaced)]
    }
}

/// The term over what its arguments became; a symbol or a constant is itself.
fn rebuild(pool: &mut TermPool, facts: &Facts, cache: &FxHashMap<Term, Term>, term: Term) -> Term {
    let new: Vec<Term> = pool.args(term).iter().map(|a| cache[a]).collect();
    if new == pool.args(term) {
        return term;
    }
    let result = pool.mk(pool.op(term), &new);
    // What it became may be known as a constant.
    facts
        .value(result)
        .filter(|value| pool.is_value(*value))
        .unwrap_or(result)
}

/// The members of nested conjunctions, each once.
pub(crate) fn members(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut members = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<Term> = terms.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if pool.op(term) == Op::And {
            stack.extend(pool.args(term).iter().rev());
        } else if !pool.is_true(term) {
            members.push(term);
        }
    }
    members
}
