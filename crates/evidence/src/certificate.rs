//! Why an answer is TRUE.
//!
//! A certificate is made by a checker of this crate and nowhere else: its fields are private, and so are the constructors. An
//! invariant is kept as terms, in a pool of its own, so that a certificate outlives the engine that found it and can be passed
//! to another thread; it becomes text only when it is printed.

use crate::ranking::Ranked;
use crate::shapes::ProvedShapes;
use domains::{Types, show};
use encode::system::{ActiveFunction, TransitionSystem};
use program::Place;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use term::{SymbolId, Term, TermPool};

/// See the module documentation.
#[derive(Clone, Debug)]
pub struct Certificate {
    proof: Proof,
    rechecked: bool,
}

/// What was proved.
#[derive(Clone, Debug)]
pub enum Proof {
    /// All runs were unrolled to their end, and a solver refuted that any of them violates the check or goes beyond the
    /// unrolling.
    FullUnrolling(FullUnrolling),
    /// An invariant per loop head that excludes every violation, proved again by a fresh solver.
    Invariants(Arc<Invariants>),
    /// Numbers that fall along every cycle, proved again by a fresh solver: every run ends.
    Ranking(Arc<Ranked>),
    /// Symbolic heaps per loop head that exclude every violation, executed again by the checker.
    Shapes(Arc<ProvedShapes>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullUnrolling {
    /// The greatest number of loop iterations and nested calls that the solver had to decide.
    pub(crate) bound: u32,
    /// How many steps of the SAT solver's refutations were checked, by code other than the solver's.
    pub(crate) proof_steps: Option<u64>,
    /// States that contradict what induction proved about loop heads were left out.
    pub(crate) relied: bool,
}

/// An inductive invariant.
pub struct Invariants {
    k: u32,
    /// Which engine found it, with what: `kiki, zones`.
    engine: String,
    pool: TermPool,
    heads: Vec<Head>,
    names: FxHashMap<SymbolId, show::ShownVariable>,
    assumptions: Vec<String>,
}

/// What holds at a loop head.
#[derive(Clone, Debug)]
pub struct Head {
    pub place: Place,
    /// The active functions, outermost first.
    pub stack: Vec<ActiveFunction>,
    /// Over symbols that are the state's variables; `true` where checks alone are the invariant.
    pub invariant: Term,
}

impl Certificate {
    pub(crate) fn new(proof: Proof) -> Certificate {
        Certificate {
            proof,
            rechecked: false,
        }
    }

    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The invariants, if it has any.
    pub fn invariants(&self) -> Option<&Invariants> {
        match &self.proof {
            Proof::Invariants(invariants) => Some(invariants),
            Proof::FullUnrolling(_) | Proof::Ranking(_) | Proof::Shapes(_) => None,
        }
    }

    /// What the proof takes for granted, beyond what the program does.
    pub fn assumptions(&self) -> &[String] {
        self.invariants().map_or(&[], |i| &i.assumptions)
    }

    /// The symbolic heaps, if it has any.
    pub fn shapes(&self) -> Option<&ProvedShapes> {
        match &self.proof {
            Proof::Shapes(shapes) => Some(shapes),
            Proof::FullUnrolling(_) | Proof::Invariants(_) | Proof::Ranking(_) => None,
        }
    }

    /// The ranking argument, if it is one.
    pub fn ranking(&self) -> Option<&Ranked> {
        match &self.proof {
            Proof::Ranking(ranked) => Some(ranked),
            Proof::FullUnrolling(_) | Proof::Invariants(_) | Proof::Shapes(_) => None,
        }
    }

    /// Whether a second look has confirmed it: random concrete runs, and for an unrolling a fresh solver.
    pub fn is_rechecked(&self) -> bool {
        self.rechecked
    }

    pub(crate) fn set_rechecked(&mut self) {
        self.rechecked = true;
    }
}

impl Invariants {
    /// Copies what was proved about the locations of a system.
    pub(crate) fn new(
        pool: &TermPool,
        system: &TransitionSystem,
        types: Types<'_>,
        invariants: &[Term],
        k: u32,
        engine: &str,
    ) -> Invariants {
        let mut this = Invariants {
            k,
            engine: engine.to_string(),
            pool: TermPool::default(),
            heads: Vec::new(),
            names: FxHashMap::default(),
            assumptions: system.assumptions(),
        };
        let imported = this.import(pool, system, types, invariants);
        let invariants = imported.unwrap_or_else(|| {
            // Some terms, such as those with functions, cannot leave their pool.
            this.pool = pool.clone();
            this.names = names(pool, system, types);
            invariants.to_vec()
        });
        for id in system.heads() {
            let location = system.location(id);
            this.heads.push(Head {
                place: location.place,
                stack: location.stack.clone(),
                invariant: invariants[id.index()],
            });
        }
        this
    }

    fn import(
        &mut self,
        pool: &TermPool,
        system: &TransitionSystem,
        types: Types<'_>,
        invariants: &[Term],
    ) -> Option<Vec<Term>> {
        let names = &mut self.names;
        let own = &mut self.pool;
        let imported = invariants.iter().map(|invariant| {
            own.import(pool, *invariant, &mut |own, symbol| {
                let symbol = pool.symbol_term(symbol);
                let id = system.variable_of(symbol)?;
                let copy = own.symbol(&system.variable(id).name, pool.sort(symbol));
                names.insert(
                    own.as_symbol(copy)?,
                    show::ShownVariable::new(system, types, id),
                );
                Some(copy)
            })
        });
        imported.collect()
    }

    /// It holds where it, and all checks, have held for this many blocks before.
    pub fn k(&self) -> u32 {
        self.k
    }

    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// What the terms of the heads belong to.
    pub fn pool(&self) -> &TermPool {
        &self.pool
    }

    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// How many conjuncts there are, at all loop heads together.
    pub fn rows(&self) -> u64 {
        let heads = self.heads.iter();
        let rows = heads.map(|h| self.pool.conjuncts(h.invariant).len() as u64);
        rows.sum()
    }

    /// The conjuncts at a head, written as in C.
    pub fn texts(&self, head: &Head) -> Vec<String> {
        let name = |symbol| self.names.get(&symbol).cloned();
        let conjuncts = self.pool.conjuncts(head.invariant).into_iter();
        conjuncts
            .map(|conjunct| show::fact(&self.pool, &name, conjunct))
            .collect()
    }
}

/// The names of all variables of a system.
fn names(
    pool: &TermPool,
    system: &TransitionSystem,
    types: Types<'_>,
) -> FxHashMap<SymbolId, show::ShownVariable> {
    let named = system.variables.iter().filter_map(|variable| {
        let symbol = pool.as_symbol(variable.symbol)?;
        let id = system.variable_of(variable.symbol)?;
        Some((symbol, show::ShownVariable::new(system, types, id)))
    });
    named.collect()
}

impl fmt::Debug for Invariants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.heads.iter().map(|head| (head.place, self.texts(head)));
        f.debug_struct("Invariants")
            .field("k", &self.k)
            .field("engine", &self.engine)
            .field("heads", &texts.collect::<Vec<_>>())
            .finish()
    }
}

/// As a report says it.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.proof {
            Proof::FullUnrolling(FullUnrolling { bound, relied, .. }) => {
                write!(f, "all runs unrolled to their end, bound = {bound}")?;
                if *relied {
                    write!(f, ", except states that proved invariants exclude")?;
                }
            }
            Proof::Invariants(invariants) => {
                let Invariants { k, engine, .. } = &**invariants;
                write!(f, "{k}-inductive invariant checked, by {engine}")?;
            }
            Proof::Ranking(ranked) => match ranked.places() {
                [] => write!(f, "no run repeats anything")?,
                _ => write!(f, "ranking checked, by {}", ranked.engine())?,
            },
            Proof::Shapes(shapes) => {
                let (heaps, places) = (shapes.count(), shapes.places());
                write!(f, "{heaps} symbolic heaps at {places} loop heads checked")?;
            }
        }
        if self.rechecked {
            write!(f, ", rechecked")?;
        }
        if let Proof::FullUnrolling(FullUnrolling {
            proof_steps: Some(steps),
            ..
        }) = &self.proof
        {
            write!(f, ", proof checked ({steps} steps)")?;
        }
        Ok(())
    }
}
