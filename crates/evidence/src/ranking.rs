//! Checking a proof that every run ends, with a fresh solver and nothing of the engine that found it.
//!
//! A *measure* gives a number to the states at some locations: a term of fixed width, read as a signed number. Along the edges
//! of a cycle it never grows. There are finitely many numbers of a width, so a run that stays in the cycle changes the measure
//! finitely often: from some point on it stays the same, and no edge is taken along which the measure always falls. Such edges
//! are removed; along the others the measure stays the same from then on, and what is left is measured again. When no cycle is
//! left, every run leaves every cycle (the lexicographic ranking functions of Alias, Darte, Feautrier and Gonnord, SAS 2010, with
//! the well-foundedness that machine integers bring along). No bound is needed, whatever the term of the measure computes:
//! wrapping around within it makes another measure, and it is the result that must fall.
//!
//! Three things are proved: the invariant that the proof uses holds at the start, each edge keeps it, and the measures behave
//! as stated on each edge. All of it holds for runs that have violated no check of the system so far and have met no gap. So
//! the certificate lists the checks that it takes for granted. Whoever puts up the answer needs proofs of those, and one that no
//! gap is reached.
//!
//! What the measures leave may be shown to end by a union of relations ([`union`]). And a proof may be one for some arguments of
//! a function only ([`given`]).

mod given;
mod union;

pub use given::{Conditional, free_arguments};
pub use union::{Decrease, Relation};

use crate::certificate::{Certificate, Proof};
use crate::inductive::NotInductive;
use domains::{Types, show};
use encode::lemma::Lemmas;
use encode::system::{Block, EdgeId, LocationId, TransitionSystem};
use program::{Place, SiteId};
use rustc_hash::FxHashMap;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use term::{SymbolId, Term, TermPool};

/// A claim: every run of the system ends, unless it violates a check or meets a gap.
pub struct Ranking {
    /// One per location, over the symbols of the state's variables; the entry's is not used. With rigid variables it is meant for
    /// all of their values.
    pub invariants: Vec<Term>,
    /// By location, or empty: rigid variables, and values for which the invariant is assumed besides the unknown ones. Over
    /// the variables and inputs of the location's block.
    pub instances: Vec<Vec<(Term, Term)>>,
    /// Sets of lemmas that hold in every run that violates none of the checks that they take for granted.
    pub lemmas: Vec<Arc<Lemmas>>,
    /// In the order in which they remove edges.
    pub measures: Vec<Measure>,
    /// What is left then is in the union of these.
    pub relations: Vec<Relation>,
    /// How it was found: `linear ranking functions`.
    pub engine: String,
}

/// A number for each state at some locations.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Bit-vectors of one width, over the variables of the location.
    pub functions: BTreeMap<LocationId, Term>,
}

/// A proof that has been checked.
pub struct Ranked {
    engine: String,
    granted: BTreeSet<SiteId>,
    places: Vec<RankedPlace>,
}

/// What a proof says of a location, in C.
#[derive(Clone, Debug)]
pub struct RankedPlace {
    pub place: Place,
    /// The measures, the one that counts most first.
    pub measures: Vec<String>,
    /// From any visit to any later one, one of these falls; none if the measures are enough.
    pub one_of: Vec<String>,
    /// The conjuncts of the supporting invariant.
    pub invariant: Vec<String>,
}

impl Ranked {
    /// How it was found.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The checks that it takes for granted.
    pub fn granted(&self) -> &BTreeSet<SiteId> {
        &self.granted
    }

    /// The locations on cycles.
    pub fn places(&self) -> &[RankedPlace] {
        &self.places
    }
}

impl fmt::Debug for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranked")
            .field("engine", &self.engine)
            .field("places", &self.places)
            .finish_non_exhaustive()
    }
}

/// An edge that a run may still take for ever, and the conditions under which it does: that the measures so far stay the same.
struct Active {
    edge: EdgeId,
    same: Vec<Term>,
}

const NOT_LOCATIONS: &str = "it does not have an invariant for each location";
const NOT_INDUCTIVE: &str = "its invariant is not inductive";
const GROWS: &str = "a measure grows";
const CYCLE: &str = "a cycle is left";
const CHANGES: &str = "a location changes a rigid variable";
const NOT_NUMBERS: &str = "a measure is not a number of the same width everywhere";
const ASSUMES: &str = "it takes for granted that a run makes only so many objects";
const FOREIGN: &str = "it speaks of something that is not a variable of the location";

impl Ranking {
    /// Proves the claim.
    pub fn check(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        types: Types<'_>,
        limits: &Limits,
    ) -> Result<Certificate, NotInductive> {
        let yes = pool.tt();
        let (ranked, _) = self.judge(pool, system, types, limits, yes)?;
        Ok(Certificate::new(Proof::Ranking(Arc::new(ranked))))
    }

    /// Proves the claim for the runs that satisfy a condition at the entry; also the judge, who knows what holds then.
    fn judge<'a>(
        &self,
        pool: &mut TermPool,
        system: &'a TransitionSystem,
        types: Types<'_>,
        limits: &'a Limits,
        given: Term,
    ) -> Result<(Ranked, Judge<'a>), NotInductive> {
        if self.invariants.len() != system.locations.len() {
            return Err(NotInductive::Refuted(NOT_LOCATIONS));
        }
        self.speaks_of_the_state(pool, system)?;
        let mut assumed = self.assumed(pool);
        let mut granted: BTreeSet<SiteId> = BTreeSet::new();
        for lemmas in &self.lemmas {
            let known = lemmas.in_system(pool, system);
            for (assumed, known) in assumed.iter_mut().zip(known) {
                *assumed = pool.and(*assumed, known);
            }
            granted.extend(&lemmas.granted);
        }
        assumed[TransitionSystem::ENTRY.index()] = given;
        for block in &system.blocks {
            granted.extend(block.checks.iter().map(|check| check.site));
        }
        let fine: Vec<Term> = system.blocks.iter().map(|b| fine(pool, b)).collect();
        let mut judge = Judge {
            system,
            assumed,
            fine,
            solver: EmbeddedSolver::new(),
            limits,
        };
        judge.is_inductive(pool, &self.invariants)?;
        judge.makes_only_so_many_objects(pool)?;
        judge.every_run_ends(pool, &self.measures, &self.relations)?;
        let ranked = Ranked {
            engine: self.engine.clone(),
            granted,
            places: self.places(pool, system, types),
        };
        Ok((ranked, judge))
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

    /// Measures and invariants are functions of the state and of nothing else. Otherwise a measure could be another number at
    /// the end of an edge than at the start of the next one.
    fn speaks_of_the_state(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
    ) -> Result<(), NotInductive> {
        let is_of = |location: LocationId, term: Term| {
            let symbols = pool.symbols_of(&[term]).into_iter();
            symbols.map(|s| pool.symbol_term(s)).all(|symbol| {
                let known = system.variable_of(symbol);
                known.is_some_and(|id| system.location(location).variables.contains(&id))
                    && !system.rigid.contains(&symbol)
            })
        };
        let is_rigid = |id| system.rigid.contains(&system.variable(id).symbol);
        let mut variables = system.locations.iter().flat_map(|l| &l.variables);
        if variables.any(|id| is_rigid(*id)) {
            return Err(NotInductive::Refuted(CHANGES));
        }
        for head in system.heads() {
            let symbols = pool.symbols_of(&[self.invariants[head.index()]]);
            let terms = symbols.into_iter().map(|s| pool.symbol_term(s));
            let mut others = terms.filter(|symbol| !system.rigid.contains(symbol));
            if !others.all(|symbol| is_of(head, symbol)) {
                return Err(NotInductive::Refuted(FOREIGN));
            }
        }
        let mut instances = self.instances.iter().flatten();
        if !instances.all(|(rigid, _)| system.rigid.contains(rigid)) {
            return Err(NotInductive::Refuted(FOREIGN));
        }
        for measure in &self.measures {
            let mut functions = measure.functions.iter();
            if !functions.all(|(location, term)| is_of(*location, *term)) {
                return Err(NotInductive::Refuted(FOREIGN));
            }
            let mut sorts = measure.functions.values().map(|f| pool.sort(*f));
            let first = sorts.next();
            if !first.is_none_or(|s| s.is_bitvec() && sorts.all(|other| other == s)) {
                return Err(NotInductive::Refuted(NOT_NUMBERS));
            }
        }
        for relation in &self.relations {
            for Decrease { before, after, .. } in &relation.decreases {
                let (of_before, of_after) = (pool.sort(*before), pool.sort(*after));
                if !of_before.is_bitvec() || of_before != of_after {
                    return Err(NotInductive::Refuted(NOT_NUMBERS));
                }
                if !is_of(relation.from, *before) || !is_of(relation.to, *after) {
                    return Err(NotInductive::Refuted(FOREIGN));
                }
            }
        }
        Ok(())
    }

    /// The proof as text.
    fn places(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
        types: Types<'_>,
    ) -> Vec<RankedPlace> {
        let names: FxHashMap<SymbolId, show::ShownVariable> = system
            .variable_ids()
            .filter_map(|id| {
                let symbol = pool.as_symbol(system.variable(id).symbol)?;
                Some((symbol, show::ShownVariable::new(system, types, id)))
            })
            .collect();
        let name = |symbol| names.get(&symbol).cloned();
        let mut places = Vec::new();
        for head in system.heads() {
            let of_head = self.measures.iter();
            let functions: Vec<Term> = of_head
                .filter_map(|m| m.functions.get(&head).copied())
                .collect();
            let here = self.relations.iter();
            let here = here.filter(|r| (r.from, r.to) == (head, head));
            let mut one_of: Vec<String> = Vec::new();
            for falling in here.filter_map(Relation::falls) {
                let text = show::fact(pool, &name, falling);
                if !one_of.contains(&text) {
                    one_of.push(text);
                }
            }
            if functions.is_empty() && one_of.is_empty() {
                continue;
            }
            let texts = functions.iter().map(|f| show::fact(pool, &name, *f));
            let conjuncts = pool.conjuncts(self.invariants[head.index()]);
            let conjuncts = conjuncts.into_iter().filter(|c| !pool.is_true(*c));
            places.push(RankedPlace {
                place: system.location(head).place,
                measures: texts.collect(),
                one_of,
                invariant: conjuncts.map(|c| show::fact(pool, &name, c)).collect(),
            });
        }
        places
    }
}

/// A block violates no check and reaches no gap.
fn fine(pool: &mut TermPool, block: &Block) -> Term {
    let mut all = Vec::new();
    for check in &block.checks {
        all.push(pool.not(check.condition));
    }
    for gap in &block.gaps {
        all.push(pool.not(gap.guard));
    }
    pool.and_all(all)
}

/// A claim on trial.
struct Judge<'a> {
    system: &'a TransitionSystem,
    /// By location, what holds there.
    assumed: Vec<Term>,
    /// By location, that its block goes well.
    fine: Vec<Term>,
    solver: EmbeddedSolver,
    limits: &'a Limits,
}

impl Judge<'_> {
    /// Each edge leads from a state with the invariant to one with it. The entry has none.
    fn is_inductive(
        &mut self,
        pool: &mut TermPool,
        invariants: &[Term],
    ) -> Result<(), NotInductive> {
        for edge in self.system.edges() {
            let kept = self.after(pool, edge, invariants[self.system.edge(edge).to.index()]);
            if !self.follows(pool, edge, &[], kept)? {
                return Err(NotInductive::Refuted(NOT_INDUCTIVE));
            }
        }
        Ok(())
    }

    /// Proofs of checks leave out of account that a run makes more objects than there are numbers for. So no proof says that it
    /// does not, and whatever these numbers bound falls with each object. What is known must exclude it.
    fn makes_only_so_many_objects(&mut self, pool: &mut TermPool) -> Result<(), NotInductive> {
        for (location, block) in self.system.blocks() {
            let known = self.assumed[location.index()];
            for gap in block.gaps.iter().filter(|g| g.assumption.is_some()) {
                if self.is_possible(pool, &[known, gap.guard])? {
                    return Err(NotInductive::Refuted(ASSUMES));
                }
            }
        }
        Ok(())
    }

    /// The measures leave no cycle, or only such that are in a union of relations.
    fn every_run_ends(
        &mut self,
        pool: &mut TermPool,
        measures: &[Measure],
        relations: &[Relation],
    ) -> Result<(), NotInductive> {
        let edges = self.system.edges();
        let mut active: Vec<Active> = edges
            .map(|edge| Active {
                edge,
                same: Vec::new(),
            })
            .collect();
        for Measure { functions } in measures {
            let cycle_of = self.cycles(&active);
            let is_measured = |cycle: usize| {
                let members = cycle_of.iter().filter(|(_, c)| **c == cycle);
                members.map(|(l, _)| l).all(|l| functions.contains_key(l))
            };
            let mut left = Vec::new();
            for mut one in active {
                let to = self.system.edge(one.edge).to;
                let ends = (cycle_of.get(&one.edge.from), cycle_of.get(&to));
                let (Some(from_cycle), Some(to_cycle)) = ends else {
                    // Not on a cycle.
                    continue;
                };
                if from_cycle != to_cycle {
                    continue;
                }
                if !is_measured(*from_cycle) {
                    left.push(one);
                    continue;
                }
                let before = functions[&one.edge.from];
                let after = self.after(pool, one.edge, functions[&to]);
                let falls = pool.slt(after, before);
                if self.follows(pool, one.edge, &one.same, falls)? {
                    continue;
                }
                let does_not_grow = pool.sle(after, before);
                if !self.follows(pool, one.edge, &one.same, does_not_grow)? {
                    return Err(NotInductive::Refuted(GROWS));
                }
                one.same.push(pool.eq(after, before));
                left.push(one);
            }
            active = left;
        }
        let cycle_of = self.cycles(&active);
        active.retain(|one| {
            let to = self.system.edge(one.edge).to;
            let ends = (cycle_of.get(&one.edge.from), cycle_of.get(&to));
            matches!(ends, (Some(a), Some(b)) if a == b)
        });
        match (active.is_empty(), relations) {
            (true, _) => Ok(()),
            (false, []) => Err(NotInductive::Refuted(CYCLE)),
            (false, relations) => self.is_within(pool, &active, relations),
        }
    }

    /// The locations that are on cycles of the edges, each with a number that all locations of its strongly connected component
    /// share: the least location of it. By reachability, which is enough for the few locations there are.
    fn cycles(&self, active: &[Active]) -> BTreeMap<LocationId, usize> {
        let mut next: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
        for one in active {
            let to = self.system.edge(one.edge).to;
            next.entry(one.edge.from).or_default().insert(to);
        }
        let mut reached: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
        for from in next.keys() {
            let mut seen = BTreeSet::new();
            let mut work = vec![*from];
            while let Some(at) = work.pop() {
                let successors = next.get(&at).into_iter().flatten();
                work.extend(successors.filter(|to| seen.insert(**to)));
            }
            reached.insert(*from, seen);
        }
        let leads = |a: &LocationId, b: &LocationId| reached.get(a).is_some_and(|s| s.contains(b));
        let on_cycles = reached.keys().filter(|l| leads(l, l));
        on_cycles
            .map(|l| {
                let mut same = reached.keys().filter(|m| leads(l, m) && leads(m, l));
                let first = same.next().expect("the location itself");
                (*l, first.index())
            })
            .collect()
    }

    /// Whether taking an edge in a run that has gone well implies a conclusion.
    fn follows(
        &mut self,
        pool: &mut TermPool,
        edge: EdgeId,
        premises: &[Term],
        conclusion: Term,
    ) -> Result<bool, NotInductive> {
        let from = edge.from.index();
        let mut all = premises.to_vec();
        all.extend([self.assumed[from], self.fine[from]]);
        all.extend([self.system.edge(edge).guard, pool.not(conclusion)]);
        Ok(!self.is_possible(pool, &all)?)
    }

    /// Whether all of these can hold at once.
    fn is_possible(&mut self, pool: &mut TermPool, all: &[Term]) -> Result<bool, NotInductive> {
        let together = pool.and_all(all.iter().copied());
        if pool.is_false(together) {
            return Ok(false);
        }
        match self.solver.check(pool, all, self.limits) {
            Answer::Unsat(_) => Ok(false),
            Answer::Sat(_) => Ok(true),
            Answer::Unknown(why) => Err(NotInductive::Open(why)),
        }
    }

    /// A term over the target of an edge, in the state that the edge leads to.
    fn after(&self, pool: &mut TermPool, edge: EdgeId, term: Term) -> Term {
        let system = self.system;
        let values: FxHashMap<Term, Term> = system
            .updates(edge)
            .map(|(id, value)| (system.variable(id).symbol, value))
            .collect();
        let mut value_of =
            |pool: &mut TermPool, symbol| values.get(&pool.symbol_term(symbol)).copied();
        pool.substitute(term, &mut value_of, &mut FxHashMap::default())
    }
}
