//! Lemmas: what was proved of the states at program points, in a form that every engine can read.
//!
//! A lemma holds whenever a run comes to a block of a function, called from certain places. It speaks of program variables
//! of the active functions. Neither the locations of a transition system nor the names of symbols are part of it, so it can be
//! used in a system with other cut points, or in an execution that has no locations at all. Who does not know one of its
//! variables, or has no such call context, does not use it.
//!
//! Lemmas have a pool of their own, so that threads can hand them over.

use crate::system::{ActiveFunction, Location, TransitionSystem};
use program::{BlockId, FunctionId, SiteId, VarId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use term::{SymbolId, Term, TermPool};

/// A set of lemmas.
#[derive(Default)]
pub struct Lemmas {
    pool: TermPool,
    /// By program point: a function and the block at whose beginning they hold.
    at: BTreeMap<(FunctionId, BlockId), Vec<Lemma>>,
    /// The checks that the lemmas take for granted: they hold in runs in which none of these has failed. Whoever uses
    /// lemmas without this condition needs proofs of these checks that do not use the lemmas.
    pub granted: BTreeSet<SiteId>,
}

/// A call that has not returned: a function waits at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallSite {
    pub function: FunctionId,
    pub block: BlockId,
    /// The number of the call in its block.
    pub inst: usize,
}

struct Lemma {
    /// The calls that lead to the program point, outermost first.
    callers: Vec<CallSite>,
    /// In the pool of the set.
    predicate: Term,
    /// Where the values of its symbols are: the number of an active function, outermost first, and a variable of it.
    sources: FxHashMap<SymbolId, (usize, VarId)>,
}

/// Threads share lemmas.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Lemmas>();
};

impl Lemmas {
    /// What the invariants of the locations of a system, in their order, say of program variables. Parts that say something
    /// of memory, or of anything else that is not a program variable, are left out.
    pub fn new(pool: &TermPool, system: &TransitionSystem, invariants: &[Term]) -> Lemmas {
        let mut lemmas = Lemmas::default();
        for (location, invariant) in system.locations.iter().zip(invariants) {
            for part in pool.conjuncts(*invariant) {
                lemmas.add(pool, system, location, part);
            }
        }
        lemmas
    }

    /// `None` if the part is left out.
    fn add(
        &mut self,
        pool: &TermPool,
        system: &TransitionSystem,
        location: &Location,
        part: Term,
    ) -> Option<()> {
        let (here, callers) = point_of(location)?;
        let known: FxHashMap<Term, (usize, VarId)> = variables_at(system, location)
            .map(|(source, symbol)| (symbol, source))
            .collect();
        let mut sources = FxHashMap::default();
        let predicate = self.pool.import(pool, part, &mut |own, symbol| {
            let (frame, var) = *known.get(&pool.symbol_term(symbol))?;
            let sort = pool.sort(pool.symbol_term(symbol));
            let copy = own.symbol_of_sort(&format!("{var} of {frame}"), sort);
            sources.insert(own.as_symbol(copy)?, (frame, var));
            Some(copy)
        })?;
        let lemma = Lemma {
            callers,
            predicate,
            sources,
        };
        let point = (here.function, here.at.0);
        self.at.entry(point).or_default().push(lemma);
        Some(())
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// The number of lemmas.
    pub fn len(&self) -> usize {
        self.at.values().map(Vec::len).sum()
    }

    /// What holds at the beginning of a block, in a call context. `value` has the values of variables there, by the number of
    /// the active function, outermost first; lemmas about variables that it does not know are left out.
    pub fn at(
        &self,
        pool: &mut TermPool,
        callers: impl Iterator<Item = CallSite> + Clone,
        point: (FunctionId, BlockId),
        value: &dyn Fn(usize, VarId) -> Option<Term>,
    ) -> Vec<Term> {
        let mut found = Vec::new();
        for lemma in self.at.get(&point).into_iter().flatten() {
            if !callers.clone().eq(lemma.callers.iter().copied()) {
                continue;
            }
            found.extend(pool.import(&self.pool, lemma.predicate, &mut |_, symbol| {
                let (frame, var) = lemma.sources[&symbol];
                value(frame, var)
            }));
        }
        found
    }

    /// What is known at each location of a system, in their order, as formulas over the system's symbols; `true` where
    /// nothing is.
    pub fn in_system(&self, pool: &mut TermPool, system: &TransitionSystem) -> Vec<Term> {
        let mut known = Vec::new();
        for location in &system.locations {
            let parts = match point_of(location) {
                Some((here, callers)) => {
                    let point = (here.function, here.at.0);
                    let symbols: FxHashMap<(usize, VarId), Term> =
                        variables_at(system, location).collect();
                    let value = |frame, var| symbols.get(&(frame, var)).copied();
                    self.at(pool, callers.iter().copied(), point, &value)
                }
                None => Vec::new(),
            };
            known.push(pool.and_all(parts));
        }
        known
    }
}

/// The function that runs at a location, and the calls that lead there; `None` at the entry.
fn point_of(location: &Location) -> Option<(&ActiveFunction, Vec<CallSite>)> {
    let (here, waiting) = location.stack.split_last()?;
    let callers = waiting.iter().map(|active| {
        Some(CallSite {
            function: active.function,
            block: active.at.0,
            inst: active.at.1?,
        })
    });
    Some((here, callers.collect::<Option<_>>()?))
}

/// The program variables that are part of the state at a location, with their symbols.
fn variables_at<'a>(
    system: &'a TransitionSystem,
    location: &'a Location,
) -> impl Iterator<Item = ((usize, VarId), Term)> + 'a {
    location.variables.iter().filter_map(|id| {
        let variable = system.variable(*id);
        Some((location.find(variable.origin)?, variable.symbol))
    })
}
