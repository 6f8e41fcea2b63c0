//! Predicates: conditions over the variables of the machine, by number.
//!
//! A predicate is kept without negations in front, so that it and its negation have the same number. With each goes what it
//! says of the next state and of the first one: next values and first values are put in for the variables.
//!
//! Where a run is decides which predicates matter: one that speaks of a variable which the location does not have says
//! nothing there. So a state becomes a cube of its location and the predicates that matter there.

use encode::finite::Finite;
use encode::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term, TermPool};

/// Where runs can be.
pub(crate) struct Places {
    /// The variable that says it, as a number.
    pub variable: Term,
    pub count: u64,
    /// By variable: the locations that have it.
    live: FxHashMap<Term, Vec<bool>>,
}

impl Places {
    /// Those of a program's machine, if they are numbers.
    pub fn of(pool: &mut TermPool, finite: &Finite) -> Option<Places> {
        let variable = finite.location()?;
        let count = finite.locations() as u64 + 1;
        let states = finite.states.iter().filter(|s| s.term.is_some());
        debug_assert!(pool.width(variable) < 64);
        Some(Places {
            variable,
            count,
            live: states.map(|s| (s.symbol, s.live.clone())).collect(),
        })
    }
}

/// See the module documentation.
pub(super) struct Predicate {
    pub term: Term,
    /// The same of the next state, over this state and the inputs.
    pub next: Term,
    /// The same of the first state.
    pub first: Term,
    /// The location that it is about, if it says that the run is there.
    pub place: Option<u64>,
    /// By location: whether it matters there; empty if it does everywhere.
    matters: Vec<bool>,
}

impl Predicate {
    /// Whether it says something at a location.
    pub fn matters_at(&self, place: Option<u64>) -> bool {
        let here = place.and_then(|place| self.matters.get(place as usize));
        self.matters.is_empty() || here.copied().unwrap_or(false)
    }
}

/// All predicates, and the machine that they are about.
pub(super) struct Predicates<'w> {
    pub words: &'w Words,
    pub places: Option<Places>,
    pub all: Vec<Predicate>,
    numbers: FxHashMap<Term, usize>,
    /// The values of variables in the next state and in the first one, and what was made of terms with them.
    nexts: FxHashMap<Term, Term>,
    firsts: FxHashMap<Term, Term>,
    next_cache: FxHashMap<Term, Term>,
    first_cache: FxHashMap<Term, Term>,
    /// Symbols that are variables.
    variables: FxHashSet<Term>,
}

impl<'w> Predicates<'w> {
    pub fn new(words: &'w Words, places: Option<Places>) -> Predicates<'w> {
        let states = words.states.iter();
        let firsts = states.clone().filter_map(|w| Some((w.symbol, w.first?)));
        Predicates {
            firsts: firsts.collect(),
            nexts: states.clone().map(|w| (w.symbol, w.next)).collect(),
            variables: states.map(|w| w.symbol).collect(),
            words,
            places,
            all: Vec::new(),
            numbers: FxHashMap::default(),
            next_cache: FxHashMap::default(),
            first_cache: FxHashMap::default(),
        }
    }

    /// Adds a condition over the variables, or its negation; whether it is a new predicate. Constants and what speaks
    /// of inputs are left out.
    pub fn add(&mut self, pool: &mut TermPool, condition: Term) -> bool {
        let term = match pool.op(condition) {
            Op::Not => pool.arg(condition, 0),
            _ => condition,
        };
        debug_assert_eq!(pool.sort(term), Sort::Bool);
        if self.numbers.contains_key(&term) || !self.is_about_states(pool, term) {
            return false;
        }
        let predicate = Predicate {
            term,
            next: self.next(pool, term),
            first: self.first(pool, term),
            place: self.place_of(pool, term),
            matters: self.matters(pool, term),
        };
        self.numbers.insert(term, self.all.len());
        self.all.push(predicate);
        true
    }

    /// Whether a condition speaks of variables, and of nothing else.
    pub fn is_about_states(&self, pool: &TermPool, term: Term) -> bool {
        let symbols = pool.symbols_of(&[term]);
        let mut symbols = symbols.iter().map(|id| pool.symbol_term(*id));
        let is_constant = symbols.len() == 0;
        !is_constant && symbols.all(|symbol| self.variables.contains(&symbol))
    }

    /// What a condition says of the next state.
    pub fn next(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let nexts = &self.nexts;
        let mut value = |pool: &mut TermPool, id| nexts.get(&pool.symbol_term(id)).copied();
        pool.substitute(term, &mut value, &mut self.next_cache)
    }

    /// What a condition says of the first state.
    pub fn first(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let firsts = &self.firsts;
        let mut value = |pool: &mut TermPool, id| firsts.get(&pool.symbol_term(id)).copied();
        pool.substitute(term, &mut value, &mut self.first_cache)
    }

    /// The location of an equation that says where the run is.
    fn place_of(&self, pool: &TermPool, term: Term) -> Option<u64> {
        let variable = self.places.as_ref()?.variable;
        if pool.op(term) != Op::Eq {
            return None;
        }
        let args = [pool.arg(term, 0), pool.arg(term, 1)];
        match args.contains(&variable) {
            true => args.iter().find_map(|arg| pool.as_u64(*arg)),
            false => None,
        }
    }

    fn matters(&self, pool: &TermPool, term: Term) -> Vec<bool> {
        let Some(places) = &self.places else {
            return Vec::new();
        };
        let mut here = vec![true; places.count as usize];
        for id in pool.symbols_of(&[term]) {
            if let Some(live) = places.live.get(&pool.symbol_term(id)) {
                for (place, here) in here.iter_mut().enumerate() {
                    *here &= live.get(place).copied().unwrap_or(false);
                }
            }
        }
        here
    }
}

/// The conditions that a condition is made of by `not`, `and`, `or`, `=` and `ite`.
pub(super) fn atoms(pool: &TermPool, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        let args = pool.args(top);
        let is_made = match pool.op(top) {
            Op::Not | Op::And | Op::Or => true,
            Op::Eq | Op::Ite => args.iter().all(|arg| pool.sort(*arg) == Sort::Bool),
            Op::True | Op::False => continue,
            _ => false,
        };
        match is_made {
            true => stack.extend(args),
            false => found.push(top),
        }
    }
    found
}
