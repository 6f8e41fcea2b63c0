//! What is known of the states at loop heads.
//!
//! Another engine may have proved, while this one unrolls, that something holds whenever a run comes to the head of a loop.
//! A state that contradicts it is in no run and is not followed. Where the facts do not decide that by folding, they are
//! still part of the question whether a run goes on behind a cut. Guards stay as they are: a fact in every iteration's guard
//! would keep the exits of a loop from joining into the guard before it.

use super::Executor;
use super::call::Activation;
use super::join::State;
use crate::system::{Location, TransitionSystem};
use program::{BlockId, FunctionId, VarId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{SymbolId, Term, TermPool};

/// Facts about C variables at loop heads. They have a pool of their own, so that threads can hand them over.
#[derive(Default)]
pub struct HeadFacts {
    pool: TermPool,
    /// By the loop head at which they hold.
    facts: FxHashMap<(FunctionId, BlockId), Vec<HeadFact>>,
}

struct HeadFact {
    /// The callers: they wait at these calls, outermost first.
    callers: Vec<(FunctionId, (BlockId, usize))>,
    predicate: Term,
    /// Where the values of its symbols are: the number of the active function, and its variable.
    sources: FxHashMap<SymbolId, (usize, VarId)>,
}

impl HeadFacts {
    /// What the invariants of the locations of a system, in their order, say of C variables at loop heads.
    pub fn new(pool: &TermPool, system: &TransitionSystem, invariants: &[Term]) -> HeadFacts {
        let mut this = HeadFacts::default();
        for (location, invariant) in system.locations.iter().zip(invariants) {
            for part in pool.conjuncts(*invariant) {
                this.add(pool, system, location, part);
            }
        }
        this
    }

    fn add(
        &mut self,
        pool: &TermPool,
        system: &TransitionSystem,
        location: &Location,
        part: Term,
    ) -> Option<()> {
        let (here, waiting) = location.stack.split_last()?;
        let callers = waiting
            .iter()
            .map(|f| Some((f.function, (f.at.0, f.at.1?))));
        let callers = callers.collect::<Option<Vec<_>>>()?;
        let mut sources = FxHashMap::default();
        let predicate = self.pool.import(pool, part, &mut |own, symbol| {
            let symbol = pool.symbol_term(symbol);
            let variable = system.variable(system.variable_of(symbol)?);
            let source = location.find(variable.origin)?;
            let copy = own.symbol(&variable.name, pool.sort(symbol));
            sources.insert(own.as_symbol(copy)?, source);
            Some(copy)
        })?;
        let fact = HeadFact {
            callers,
            predicate,
            sources,
        };
        let head = (here.function, here.at.0);
        self.facts.entry(head).or_default().push(fact);
        Some(())
    }

    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

impl Executor<'_> {
    /// Executions that follow may rely on these facts.
    pub fn rely_on(&mut self, facts: Arc<HeadFacts>) {
        self.known.push(facts);
    }

    /// What is known of a state that has come to a loop head, if anything is. It holds wherever the state's guard does.
    pub(super) fn known_at(
        &self,
        pool: &mut TermPool,
        activation: &Activation,
        head: BlockId,
        state: &State,
    ) -> Option<Term> {
        let mut all = pool.tt();
        for known in &self.known {
            let here = known.facts.get(&(activation.function, head));
            for fact in here.into_iter().flatten() {
                let frames = self.frames.iter().map(|f| (f.function, f.at));
                if !frames.eq(fact.callers.iter().copied()) {
                    continue;
                }
                let instance = pool.import(&known.pool, fact.predicate, &mut |_, symbol| {
                    let (frame, var) = fact.sources[&symbol];
                    let locals = match self.frames.get(frame) {
                        Some(frame) => &frame.locals,
                        None => &state.locals,
                    };
                    locals.get(self.local(var)).copied()
                });
                if let Some(instance) = instance {
                    all = pool.and(all, instance);
                }
            }
        }
        (!pool.is_true(all)).then_some(all)
    }
}
