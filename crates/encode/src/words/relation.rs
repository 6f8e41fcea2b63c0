//! Systems that are given by relations: what holds at first, and between a state and the next one.
//!
//! A conjunct that says what a next value is becomes that variable's function; a constant that a first value equals becomes
//! its first value. All other next values are inputs. What remains of the relations is checked as the run goes: a variable
//! `allowed` is true as long as it holds, and something bad counts only where it is true.

use super::{Word, Words, replace};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term, TermPool};

/// See the module documentation.
#[derive(Clone, Default, Debug)]
pub struct Relation {
    /// Each variable, and what stands for its next value.
    pub states: Vec<(Term, Term)>,
    pub inputs: Vec<Term>,
    /// Over the variables.
    pub first: Vec<Term>,
    /// Over the variables, their next values and the inputs.
    pub step: Vec<Term>,
    /// Over the variables and the inputs.
    pub bad: Vec<Term>,
}

impl Relation {
    /// The same as functions.
    pub fn into_words(self, pool: &mut TermPool) -> Words {
        let (firsts, allowed_first) = self.firsts(pool);
        let (nexts, allowed_step) = self.nexts(pool);
        let mut words = Words {
            inputs: self.inputs.clone(),
            ..Words::default()
        };
        for (symbol, next) in &self.states {
            let function = nexts.get(next).copied();
            if function.is_none() {
                words.inputs.push(*next);
            }
            words.states.push(Word {
                symbol: *symbol,
                first: firsts.get(symbol).copied(),
                next: function.unwrap_or(*next),
            });
        }
        words.bad.clone_from(&self.bad);
        if pool.is_true(allowed_first) && pool.is_true(allowed_step) {
            return words;
        }
        let allowed = pool.fresh("allowed", Sort::Bool);
        words.states.push(Word {
            symbol: allowed,
            first: Some(allowed_first),
            next: pool.and(allowed, allowed_step),
        });
        for bad in &mut words.bad {
            *bad = pool.and(allowed, *bad);
        }
        words
    }

    /// First values that are constants, and what else holds at first.
    fn firsts(&self, pool: &mut TermPool) -> (FxHashMap<Term, Term>, Term) {
        let mut known = FxHashMap::default();
        let mut rest = pool.tt();
        for part in conjuncts(pool, &self.first) {
            let is_state = |term: Term| self.states.iter().any(|(symbol, _)| *symbol == term);
            let found = equation(pool, part, &is_state);
            let found = found.map(|found| (found.symbol, found.value(pool)));
            match found {
                Some((symbol, value)) if pool.is_value(value) && !known.contains_key(&symbol) => {
                    known.insert(symbol, value);
                }
                _ => rest = pool.and(rest, part),
            }
        }
        (known, rest)
    }

    /// Next values that are functions of the state and the inputs, and what else a step must satisfy.
    fn nexts(&self, pool: &mut TermPool) -> (FxHashMap<Term, Term>, Term) {
        let primed: FxHashSet<Term> = self.states.iter().map(|s| s.1).collect();
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        let mut open = conjuncts(pool, &self.step);
        loop {
            let before = known.len();
            let mut rest = Vec::new();
            for part in open {
                let part = replace(pool, &known, part, &mut FxHashMap::default());
                let is_next = |term: Term| primed.contains(&term) && !known.contains_key(&term);
                let found = equation(pool, part, &is_next);
                let found = found.map(|found| (found.symbol, found.value(pool)));
                let found = found.filter(|(_, value)| {
                    let symbols = pool.symbols_of(&[*value]).into_iter();
                    let mut symbols = symbols.map(|id| pool.symbol_term(id));
                    !symbols.any(|symbol| primed.contains(&symbol))
                });
                match found {
                    Some((symbol, value)) => {
                        known.insert(symbol, value);
                    }
                    None => rest.push(part),
                }
            }
            open = rest;
            if known.len() == before {
                let open: Vec<Term> = { open.into_iter() }
                    .map(|part| replace(pool, &known, part, &mut FxHashMap::default()))
                    .collect();
                return (known, pool.and_all(open));
            }
        }
    }
}

fn conjuncts(pool: &mut TermPool, terms: &[Term]) -> Vec<Term> {
    let mut all = Vec::new();
    for term in terms {
        all.extend(pool.conjuncts(*term));
    }
    all
}

/// `symbol = value`, or `symbol = not value` of Booleans.
pub(super) struct Equation {
    pub symbol: Term,
    value: Term,
    is_negated: bool,
}

impl Equation {
    pub fn value(&self, pool: &mut TermPool) -> Term {
        match self.is_negated {
            true => pool.not(self.value),
            false => self.value,
        }
    }
}

/// A condition as an equation of one of the symbols that are asked for, which does not occur on the other side.
pub(super) fn equation(
    pool: &TermPool,
    condition: Term,
    asked: &dyn Fn(Term) -> bool,
) -> Option<Equation> {
    let (inner, is_negated) = match pool.op(condition) {
        Op::Not => (pool.arg(condition, 0), true),
        _ => (condition, false),
    };
    if asked(inner) {
        return Some(Equation {
            symbol: inner,
            value: pool.tt(),
            is_negated,
        });
    }
    if pool.op(inner) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(inner, 0), pool.arg(inner, 1));
    if is_negated && pool.sort(a) != Sort::Bool {
        return None;
    }
    let (symbol, value) = { [(a, b), (b, a)].into_iter() }.find(|(symbol, value)| {
        let id = pool.as_symbol(*symbol);
        asked(*symbol) && id.is_some_and(|id| !pool.symbols_of(&[*value]).contains(&id))
    })?;
    Some(Equation {
        symbol,
        value,
        is_negated,
    })
}
