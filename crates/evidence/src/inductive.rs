//! Checking an inductive proof, with a fresh solver and nothing of the engine that found it.
//!
//! Let `Q` say of a state that the invariant of its location holds and that the block that begins there violates no check
//! and reaches no gap. `Q` is *k-inductive* if
//!
//! - it holds in the first `k + 1` states of every run (the entry has no invariant, only checks), and
//! - whenever `k` states in a row at loop heads satisfy it, so does the next one.
//!
//! Then it holds in all states of all runs: the state after `n > k` blocks has `k` states at loop heads before it (Sheeran,
//! Singh, Stålmarck, FMCAD 2000; in the form with invariants: Brain, Joshi, Kroening, Schrammel, SAS 2015).
//!
//! For `k = 1` the obligations are formed edge by edge: an edge from a state that satisfies `Q` leads to one that does. For
//! greater `k` there is a chain of blocks ([`chain`]). Neither is shared with an engine, so that a mistake in the unrolling of
//! an engine does not confirm itself.
//!
//! An invariant may contain rigid variables, which have any value. Then it is meant for all of their values: it is proved
//! for an unknown one, and where it is assumed it may be assumed for several. So the last state's checks are proved after its
//! invariant, whose instances they may need.

mod chain;

use crate::certificate::{Certificate, Invariants, Proof};
use chain::Chain;
use domains::Types;
use encode::system::{Block, Edge, TransitionSystem};
use program::SiteId;
use rustc_hash::FxHashMap;
use smt::{Answer, EmbeddedSolver, Limits, Solver, Why};
use std::sync::Arc;
use term::{Term, TermPool};

/// A claim: with these invariants, the checks are k-inductive.
pub struct Inductive {
    pub k: u32,
    /// One per location, over the symbols of the state's variables; the entry's is not used.
    pub invariants: Vec<Term>,
    /// By location, or empty: rigid variables, and values for which the invariant is assumed besides the unknown ones. Over
    /// the variables and inputs of the location's block.
    pub instances: Vec<Vec<(Term, Term)>>,
    /// Checks that are known to fail, and so are not part of the claim. Runs go on after them.
    pub except: Vec<SiteId>,
    /// The step is only about consecutive states of which no two are equal. That is enough: on the shortest run to a state
    /// that does not satisfy `Q`, no state occurs twice.
    pub simple: bool,
    /// Which engine found it, with what: `kiki, zones`.
    pub engine: String,
}

/// Why a claim was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotInductive {
    /// It does not hold: the engine that made it is wrong.
    Refuted(&'static str),
    /// The solver gave no answer.
    Open(Why),
}

impl Inductive {
    /// Proves the claim.
    pub fn check(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        types: Types<'_>,
        limits: &Limits,
    ) -> Result<Certificate, NotInductive> {
        let rigid = |id| system.rigid.contains(&system.variable(id).symbol);
        if (system.locations.iter()).any(|l| l.variables.iter().any(|id| rigid(*id))) {
            return Err(NotInductive::Refuted("a location changes a rigid variable"));
        }
        if self.invariants.len() != system.locations.len() {
            let what = "it does not have an invariant for each location";
            return Err(NotInductive::Refuted(what));
        }
        if !self.is_about_states(pool, system) {
            let what = "an invariant speaks of something that is not a variable of its location";
            return Err(NotInductive::Refuted(what));
        }
        let assumed = self.assumed(pool);
        let mut judge = Judge {
            claim: self,
            system,
            assumed,
            solver: EmbeddedSolver::new(),
            limits,
        };
        match self.k {
            1 if !self.simple => judge.edge_by_edge(pool)?,
            _ => judge.along_chains(pool)?,
        }
        let invariants =
            Invariants::new(pool, system, types, &self.invariants, self.k, &self.engine);
        Ok(Certificate::new(Proof::Invariants(Arc::new(invariants))))
    }

    /// Whether each invariant is over the variables of its location and rigid ones. (An input in it would be the same one before
    /// and after an edge.)
    fn is_about_states(&self, pool: &TermPool, system: &TransitionSystem) -> bool {
        let mut heads = system.heads();
        heads.all(|head| {
            let variables = &system.location(head).variables;
            let symbols = pool.symbols_of(&[self.invariants[head.index()]]);
            symbols.into_iter().all(|symbol| {
                let symbol = pool.symbol_term(symbol);
                let variable = system.variable_of(symbol);
                variable.is_some_and(|id| variables.contains(&id)) || system.rigid.contains(&symbol)
            })
        })
    }

    /// The invariants with their instances.
    fn assumed(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut all = self.invariants.clone();
        for (invariant, instances) in all.iter_mut().zip(&self.instances) {
            let general = *invariant;
            for (rigid, value) in instances {
                let mut value_of = |pool: &mut TermPool, symbol| {
                    (pool.symbol_term(symbol) == *rigid).then_some(*value)
                };
                let instance = pool.substitute(general, &mut value_of, &mut FxHashMap::default());
                *invariant = pool.and(*invariant, instance);
            }
        }
        all
    }

    /// A block violates no check and reaches no gap, except those that the certificate says it takes for granted.
    fn fine(&self, pool: &mut TermPool, block: &Block) -> Term {
        let mut all = Vec::new();
        for check in &block.checks {
            if !self.except.contains(&check.site) {
                all.push(pool.not(check.condition));
            }
        }
        for (_, gap) in block.open_gaps() {
            all.push(pool.not(gap.guard));
        }
        pool.and_all(all)
    }
}

/// A claim on trial.
struct Judge<'a> {
    claim: &'a Inductive,
    system: &'a TransitionSystem,
    /// The invariants with their instances, by location.
    assumed: Vec<Term>,
    solver: EmbeddedSolver,
    limits: &'a Limits,
}

/// Conflicts that an obligation may cost in the solver that knows the others. One that is harder gets a solver of its own.
const SHARED_CONFLICTS: u64 = 5_000;

const AT_THE_START: &str = "it does not hold at the start";
const NOT_INDUCTIVE: &str = "it is not inductive";
const NOT_SAFE: &str = "it does not exclude violations";

impl Judge<'_> {
    /// The obligations for k = 1.
    fn edge_by_edge(&mut self, pool: &mut TermPool) -> Result<(), NotInductive> {
        let system = self.system;
        let fine: Vec<Term> = (system.blocks.iter())
            .map(|block| self.claim.fine(pool, block))
            .collect();
        self.refute_not(pool, &[], fine[0], AT_THE_START)?;
        // Whether the invariant alone excludes violations: then it does so wherever a run comes from.
        let mut safe = vec![false; fine.len()];
        for location in 1..fine.len() {
            let assumed = self.assumed[location];
            let bad = pool.not(fine[location]);
            let wrong = pool.and(assumed, bad);
            safe[location] = self.is_refuted(pool, &[wrong])?;
        }
        for (from, block) in system.blocks.iter().enumerate() {
            let (before, not_kept, not_safe) = match from {
                0 => (pool.tt(), AT_THE_START, AT_THE_START),
                _ => (self.assumed[from], NOT_INDUCTIVE, NOT_SAFE),
            };
            for edge in &block.edges {
                let to = edge.to.index();
                let taken = [before, fine[from], edge.guard];
                let kept = self.after(pool, edge, self.claim.invariants[to], false);
                self.refute_not(pool, &taken, kept, not_kept)?;
                if !safe[to] {
                    let assumed = self.after(pool, edge, self.assumed[to], true);
                    let safe = self.after(pool, edge, fine[to], true);
                    let taken = [before, fine[from], edge.guard, assumed];
                    self.refute_not(pool, &taken, safe, not_safe)?;
                }
            }
        }
        Ok(())
    }

    /// A term over the target of an edge, in the state that the edge leads to. The inputs of the target's block get other
    /// names than those of the edge's own.
    fn after(&self, pool: &mut TermPool, edge: &Edge, term: Term, renames: bool) -> Term {
        let system = self.system;
        let variables = &system.location(edge.to).variables;
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        for (id, value) in variables.iter().zip(&edge.values) {
            values.insert(system.variable(*id).symbol, *value);
        }
        let mut value_of = |pool: &mut TermPool, symbol| {
            let term = pool.symbol_term(symbol);
            if let Some(value) = values.get(&term) {
                return Some(*value);
            }
            if system.variable_of(term).is_some() || !renames {
                return None;
            }
            let name = format!("next.{}", pool.symbol_name(symbol));
            Some(pool.symbol(&name, pool.sort(term)))
        };
        pool.substitute(term, &mut value_of, &mut FxHashMap::default())
    }

    /// The obligations for any k.
    fn along_chains(&mut self, pool: &mut TermPool) -> Result<(), NotInductive> {
        let k = self.claim.k as usize;
        let system = self.system;
        let fine: Vec<Term> = (system.blocks.iter())
            .map(|block| self.claim.fine(pool, block))
            .collect();
        let mut first = Chain::from_entry(pool, system);
        let mut wrong = Vec::new();
        for step in 0..=k {
            if step > 0 {
                first.go_on(pool);
            }
            let kept = first.holds(pool, step, &self.claim.invariants);
            let fine = first.holds(pool, step, &fine);
            let holds = pool.and(kept, fine);
            wrong.push(pool.not(holds));
        }
        let any = pool.or_all(wrong);
        self.refute(pool, &[any], AT_THE_START)?;
        let mut chain = Chain::from_any_head(pool, system);
        let mut before = vec![chain.start()];
        for step in 0..k {
            before.push(chain.holds(pool, step, &self.assumed));
            before.push(chain.holds(pool, step, &fine));
            chain.go_on(pool);
            for earlier in (0..=step).filter(|_| self.claim.simple) {
                before.push(chain.differ(pool, earlier, step + 1));
            }
        }
        let kept = chain.holds(pool, k, &self.claim.invariants);
        self.refute_not(pool, &before, kept, NOT_INDUCTIVE)?;
        before.push(chain.holds(pool, k, &self.assumed));
        let fine = chain.holds(pool, k, &fine);
        self.refute_not(pool, &before, fine, NOT_SAFE)
    }

    /// Proves that a conclusion follows.
    fn refute_not(
        &mut self,
        pool: &mut TermPool,
        premises: &[Term],
        conclusion: Term,
        otherwise: &'static str,
    ) -> Result<(), NotInductive> {
        let mut all = premises.to_vec();
        all.push(pool.not(conclusion));
        self.refute(pool, &all, otherwise)
    }

    fn refute(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[Term],
        otherwise: &'static str,
    ) -> Result<(), NotInductive> {
        match self.is_refuted(pool, assumptions)? {
            true => Ok(()),
            false => Err(NotInductive::Refuted(otherwise)),
        }
    }

    fn is_refuted(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[Term],
    ) -> Result<bool, NotInductive> {
        let all = pool.and_all(assumptions.iter().copied());
        if pool.is_false(all) {
            return Ok(true);
        }
        let little = Limits {
            conflicts: Some(
                self.limits
                    .conflicts
                    .unwrap_or(u64::MAX)
                    .min(SHARED_CONFLICTS),
            ),
            ..self.limits.clone()
        };
        match self.solver.check(pool, assumptions, &little) {
            Answer::Unsat(_) => return Ok(true),
            Answer::Sat(_) => return Ok(false),
            Answer::Unknown(_) => {}
        }
        // What is asserted is simplified as a whole, other than what is assumed.
        let mut solver = EmbeddedSolver::new();
        for term in assumptions {
            solver.assert(pool, *term);
        }
        match solver.check(pool, &[], self.limits) {
            Answer::Unsat(_) => Ok(true),
            Answer::Sat(_) => Ok(false),
            Answer::Unknown(why) => Err(NotInductive::Open(why)),
        }
    }
}
