//! Transition systems over words: what a file of a model checker says, and a program as one machine.
//!
//! In each step inputs have any value, and each state variable gets the value of its next-state function. The first value of
//! a variable is a function of the first inputs and of other first values, or any. A run goes on only as long as all
//! *constraints* hold, and is a counterexample if something *bad* is the case in a step in which they still hold. This is the
//! semantics of BTOR2 (A. Niemetz, M. Preiner, C. Wolf, A. Biere, *BTOR2, BtorMC and Boolector 3.0*, CAV 2018), and that of
//! the circuits of `sat` over bits.
//!
//! [`btor2`], [`vmt`] and [`horn`] read and write such systems. What these formats say by relations becomes functions: values
//! that are chosen are inputs, and a variable remembers whether all choices so far were allowed ([`Relation`]). So something
//! bad counts also in a state that has no successor.
//!
//! [`Words::judge`] is the meaning: it evaluates a run, and shares nothing with what looks for one.

pub(crate) mod arrays;
pub mod btor2;
pub mod horn;
mod relation;
#[cfg(test)]
mod tests;
pub mod vmt;

pub use relation::Relation;

use crate::finite::Finite;
use arrays::Expander;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use term::eval::{ArrayValue, Evaluator, Value};
use term::{BitVec, Sort, SymbolId, Term, TermPool};

/// See the module documentation.
#[derive(Clone, Default, Debug)]
pub struct Words {
    pub states: Vec<Word>,
    pub inputs: Vec<Term>,
    pub bad: Vec<Term>,
    pub constraints: Vec<Term>,
    /// Known to hold in every state of every run.
    pub facts: Vec<Term>,
}

/// A state variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    pub symbol: Term,
    /// Its first value, over the first inputs and the variables before it in the list; `None` for any.
    pub first: Option<Term>,
    pub next: Term,
}

/// The values of some symbols.
pub type Values = FxHashMap<SymbolId, Value>;

/// A run: the first values of the variables that may have any, and the inputs of each step. What is missing is zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WordRun {
    pub first: Values,
    pub inputs: Vec<Values>,
}

/// What is wrong with a file, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A system without arrays, and the elements of those that it had.
pub struct Expanded {
    pub words: Words,
    /// By variable: the variable that it is, or the array that it is an element of and its number there.
    origins: Vec<(Term, usize)>,
    elements: FxHashMap<Term, Vec<Term>>,
}

impl Words {
    /// The machine of a program.
    pub fn of(pool: &mut TermPool, finite: &Finite) -> Words {
        let states = finite.states.iter().map(|state| Word {
            symbol: state.symbol,
            first: { state.first.as_ref() }
                .map(|first| pool.constant(pool.sort(state.symbol), first)),
            next: state.next,
        });
        Words {
            states: states.collect(),
            inputs: finite.inputs.clone(),
            bad: finite.bad.iter().map(|bad| bad.condition).collect(),
            constraints: Vec::new(),
            facts: finite.facts.clone(),
        }
    }

    /// The same system in which every first value is a constant or any. A variable that is false in the first step only says
    /// whether the others are read as what they are at first.
    pub fn with_constant_firsts(&self, pool: &mut TermPool) -> Words {
        let is_plain = |word: &Word| word.first.is_none_or(|first| is_constant(pool, first));
        if self.states.iter().all(is_plain) {
            return self.clone();
        }
        let started = pool.fresh("started", Sort::Bool);
        let mut now: FxHashMap<Term, Term> = FxHashMap::default();
        for word in &self.states {
            let computed = word.first.filter(|first| !is_constant(pool, *first));
            if let Some(first) = computed {
                let first = replace(pool, &now, first, &mut FxHashMap::default());
                now.insert(word.symbol, pool.ite(started, word.symbol, first));
            }
        }
        let mut cache = FxHashMap::default();
        let mut read = |pool: &mut TermPool, term: Term| replace(pool, &now, term, &mut cache);
        let own = Word {
            symbol: started,
            first: Some(pool.ff()),
            next: pool.tt(),
        };
        let mut states = vec![own];
        for word in &self.states {
            let next = read(pool, word.next);
            let first = word.first.filter(|first| is_constant(pool, *first));
            states.push(Word {
                first,
                next,
                ..*word
            });
        }
        Words {
            states,
            inputs: self.inputs.clone(),
            bad: self.bad.iter().map(|t| read(pool, *t)).collect(),
            constraints: self.constraints.iter().map(|t| read(pool, *t)).collect(),
            facts: self.facts.iter().map(|t| read(pool, *t)).collect(),
        }
    }

    /// The variables and inputs that something bad or a constraint depends on, and no others. Facts are kept where they speak of
    /// these alone.
    pub fn cone(&self, pool: &TermPool) -> Words {
        let index: FxHashMap<Term, usize> = { self.states.iter().enumerate() }
            .map(|(number, word)| (word.symbol, number))
            .collect();
        let mut needed: FxHashSet<Term> = FxHashSet::default();
        let mut open: Vec<Term> = self.bad.iter().chain(&self.constraints).copied().collect();
        while !open.is_empty() {
            let symbols = pool.symbols_of(&open).into_iter();
            let symbols: Vec<Term> = symbols.map(|id| pool.symbol_term(id)).collect();
            open.clear();
            for symbol in symbols {
                if needed.insert(symbol)
                    && let Some(number) = index.get(&symbol)
                {
                    let word = &self.states[*number];
                    open.push(word.next);
                    open.extend(word.first);
                }
            }
        }
        let is_within = |fact: &Term| {
            let symbols = pool.symbols_of(&[*fact]).into_iter();
            symbols
                .map(|id| pool.symbol_term(id))
                .all(|symbol| needed.contains(&symbol))
        };
        Words {
            states: { self.states.iter().copied() }
                .filter(|word| needed.contains(&word.symbol))
                .collect(),
            inputs: { self.inputs.iter().copied() }
                .filter(|input| needed.contains(input))
                .collect(),
            bad: self.bad.clone(),
            constraints: self.constraints.clone(),
            facts: self.facts.iter().copied().filter(is_within).collect(),
        }
    }

    /// The same system with a variable for each element of an array. An error says what is too large.
    pub fn without_arrays(&self, pool: &mut TermPool) -> Result<Expanded, String> {
        let mut expander = Expander::with_new_symbols();
        let mut words = Words::default();
        let mut origins = Vec::new();
        for word in &self.states {
            let symbols = expander.parts(pool, word.symbol)?;
            origins.extend((0..symbols.len()).map(|i| (word.symbol, i)));
            let nexts = expander.parts(pool, word.next)?;
            let firsts = match word.first {
                Some(first) => expander.parts(pool, first)?.into_iter().map(Some).collect(),
                None => vec![None; symbols.len()],
            };
            let parts = symbols.into_iter().zip(nexts).zip(firsts);
            words
                .states
                .extend(parts.map(|((symbol, next), first)| Word {
                    symbol,
                    first,
                    next,
                }));
        }
        for input in &self.inputs {
            words.inputs.extend(expander.parts(pool, *input)?);
        }
        let mut all = |from: &[Term], to: &mut Vec<Term>| -> Result<(), String> {
            for term in from {
                to.push(expander.term(pool, *term)?);
            }
            Ok(())
        };
        all(&self.bad, &mut words.bad)?;
        all(&self.constraints, &mut words.constraints)?;
        all(&self.facts, &mut words.facts)?;
        Ok(Expanded {
            words,
            origins,
            elements: expander.into_elements(),
        })
    }

    /// The same system in which it is bad, too, that one of some conditions does not hold. If they are an inductive invariant
    /// that excludes what was bad, what is bad now is excluded by one step of induction: the system is a certificate.
    pub fn certificate(&self, pool: &mut TermPool, invariant: &[Term]) -> Words {
        let mut bad = self.bad.clone();
        bad.extend(invariant.iter().map(|condition| pool.not(*condition)));
        Words {
            bad: vec![pool.or_all(bad)],
            ..self.clone()
        }
    }

    /// The number of something bad that is the case in the last step of a run, if the run is one: it keeps all constraints.
    pub fn judge(&self, pool: &TermPool, run: &WordRun) -> Option<usize> {
        let mut bad = None;
        self.simulate(pool, run, |_, values| {
            let mut evaluator = Evaluator::new(pool, values);
            let keeps = { self.constraints.iter() }.all(|c| evaluator.eval(*c).as_bool());
            let mut all = self.bad.iter();
            bad = all.position(|b| evaluator.eval(*b).as_bool());
            bad = bad.filter(|_| keeps);
            keeps
        });
        bad
    }

    /// The steps of a run, one after the other: `visit` gets the values of variables and inputs, and says whether to go on.
    pub fn simulate(
        &self,
        pool: &TermPool,
        run: &WordRun,
        mut visit: impl FnMut(usize, &Values) -> bool,
    ) {
        let id = |word: &Word| pool.as_symbol(word.symbol).expect("it is a symbol");
        let mut values = run.first.clone();
        for (number, inputs) in run.inputs.iter().enumerate() {
            values.extend(inputs.iter().map(|(id, value)| (*id, value.clone())));
            if number == 0 {
                for word in &self.states {
                    if let Some(first) = word.first {
                        let value = Evaluator::new(pool, &values).eval(first);
                        values.insert(id(word), value);
                    }
                }
            }
            if !visit(number, &values) {
                return;
            }
            let mut evaluator = Evaluator::new(pool, &values);
            let next = { self.states.iter() }.map(|word| (id(word), evaluator.eval(word.next)));
            values = next.collect();
        }
    }
}

impl Expanded {
    /// What each variable is in terms of the system with arrays.
    pub fn originals(&self, pool: &mut TermPool) -> Vec<Term> {
        { self.origins.iter() }
            .map(|(symbol, number)| match pool.sort(*symbol) {
                Sort::Array(ends) => {
                    let index = pool.bv_u64(ends.index.width(), *number as u64);
                    pool.select(*symbol, index)
                }
                _ => *symbol,
            })
            .collect()
    }

    /// A run of the system with arrays.
    pub fn collapse(&self, pool: &TermPool, run: &WordRun) -> WordRun {
        WordRun {
            first: self.with_arrays(pool, &run.first),
            inputs: { run.inputs.iter() }
                .map(|values| self.with_arrays(pool, values))
                .collect(),
        }
    }

    fn with_arrays(&self, pool: &TermPool, values: &Values) -> Values {
        let mut all = values.clone();
        for (array, elements) in &self.elements {
            let Sort::Array(ends) = pool.sort(*array) else {
                continue;
            };
            let mut whole = ArrayValue {
                default: Value::zero(ends.element),
                entries: BTreeMap::new(),
            };
            let mut is_known = false;
            for (element, at) in elements.iter().zip(0..) {
                let symbol = pool.as_symbol(*element).expect("it is a symbol");
                if let Some(value) = all.remove(&symbol) {
                    is_known = true;
                    whole.set(BitVec::new(ends.index.width(), at), value);
                }
            }
            if is_known {
                let symbol = pool.as_symbol(*array).expect("it is a symbol");
                all.insert(symbol, Value::Array(Rc::new(whole)));
            }
        }
        all
    }
}

/// A term with some symbols replaced.
fn replace(
    pool: &mut TermPool,
    by: &FxHashMap<Term, Term>,
    term: Term,
    cache: &mut FxHashMap<Term, Term>,
) -> Term {
    let mut value = |pool: &mut TermPool, symbol| by.get(&pool.symbol_term(symbol)).copied();
    pool.substitute(term, &mut value, cache)
}

/// Whether a term is the same whatever symbols are.
fn is_constant(pool: &TermPool, term: Term) -> bool {
    pool.symbols_of(&[term]).is_empty()
}
