//! Terms of a system at one moment of a run: other terms in the place of the state's symbols, and names of their own for
//! all other symbols.
//!
//! Everything that speaks of several moments at once is made of this: the frames of an [`super::Unrolling`], the steps of a
//! [`super::EdgePath`], and images.

use super::{StateVarId, TransitionSystem};
use rustc_hash::FxHashMap;
use term::{Term, TermPool};

/// One moment. It always belongs to the same system.
pub(super) struct Renaming {
    /// By variable, its value.
    values: Vec<Term>,
    /// Comes before the names of inputs, and of any other symbol that is not a variable.
    prefix: String,
    /// Terms of the system that were renamed before.
    known: FxHashMap<Term, Term>,
}

impl Renaming {
    pub fn new(values: Vec<Term>, prefix: String) -> Renaming {
        Renaming {
            values,
            prefix,
            known: FxHashMap::default(),
        }
    }

    /// The moment at which each variable is a symbol of its own, `prefix.name`; those that are rigid stay as they are.
    pub fn of_state(pool: &mut TermPool, system: &TransitionSystem, prefix: String) -> Renaming {
        let variables = system.variables.iter();
        let values = variables
            .map(|variable| match system.rigid.contains(&variable.symbol) {
                true => variable.symbol,
                false => {
                    let symbol = pool
                        .as_symbol(variable.symbol)
                        .expect("state symbols are symbols");
                    let name = format!("{prefix}.{}", pool.symbol_name(symbol));
                    pool.symbol(&name, pool.sort(variable.symbol))
                }
            })
            .collect();
        Renaming::new(values, prefix)
    }

    pub fn values(&self) -> &[Term] {
        &self.values
    }

    pub fn value(&self, variable: StateVarId) -> Term {
        self.values[variable.index()]
    }

    /// A term over symbols of the system, at this moment.
    pub fn of(&mut self, pool: &mut TermPool, system: &TransitionSystem, term: Term) -> Term {
        let Renaming {
            values,
            prefix,
            known,
        } = self;
        pool.substitute(
            term,
            &mut |pool, symbol| {
                let term = pool.symbol_term(symbol);
                if let Some(variable) = system.variable_of(term) {
                    return Some(values[variable.index()]);
                }
                let input = format!("{prefix}.{}", pool.symbol_name(symbol));
                Some(pool.symbol(&input, pool.sort(term)))
            },
            known,
        )
    }
}
