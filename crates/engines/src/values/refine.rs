//! Whether a run takes the path to a value state, and what has to be tracked if none does.
//!
//! Along the path, tracked variables have the values of its states. Each other variable gets a symbol at each state, and a
//! *link*: an equation between that symbol and what the edge before assigns. Each step alone is possible, so the path can
//! only be excluded by links, and the core of the refutation says by which. The variables of those links, tracked at the
//! locations of those links, exclude this path: were it found again with values for them, these values would satisfy the
//! links.
//!
//! Links of variables to which only constants are assigned are tried first, then those of all variables that can be
//! tracked and are not yet. A tracked variable may be unknown in a state for want of another one that its value is copied
//! from, so its links come next: they may be part of the reason, but not all of it, or the same path would be found again.
//! The exact formula of the path, in which nothing is cut, has the last word.

use super::precision::{Precision, Slot, Trackable};
use super::tree::{MOST_VALUES, Tree};
use crate::context::Brief;
use domains::show;
use encode::system::{LocationId, TransitionSystem};
use evidence::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Solver};
use std::collections::BTreeSet;
use term::{SymbolId, Term, TermPool};

/// What is known of a path.
pub(super) enum Judgement {
    /// A run takes it.
    Possible,
    /// None does, and tracking these excludes it.
    Excluded(BTreeSet<Slot>),
    /// None does, but no variable that can be tracked excludes it; why.
    Open(String),
}

/// What a variable is at the next state, if it is not known there.
struct Link {
    slot: Slot,
    equation: Term,
}

/// See the module documentation.
pub(super) struct Refiner<'a> {
    brief: &'a Brief,
    system: &'a TransitionSystem,
    precision: &'a Precision,
    tree: &'a Tree,
    solver: Box<dyn Solver>,
    links: Vec<Link>,
    pub queries: u64,
}

impl<'a> Refiner<'a> {
    pub fn new(
        brief: &'a Brief,
        system: &'a TransitionSystem,
        precision: &'a Precision,
        tree: &'a Tree,
    ) -> Refiner<'a> {
        Refiner {
            brief,
            system,
            precision,
            tree,
            solver: brief.backend.make(),
            links: Vec::new(),
            queries: 0,
        }
    }

    /// Judges the path to a state in which a condition is to hold.
    pub fn judge(
        &mut self,
        pool: &mut TermPool,
        node: usize,
        condition: Term,
    ) -> Result<Judgement, Reason> {
        let path = self.tree.path(node);
        self.cut(pool, &path, condition);
        for (worst, again) in [
            (Trackable::Plain, false),
            (Trackable::Other, false),
            (Trackable::Other, true),
        ] {
            let slots = self.links.iter().map(|link| link.slot);
            let slots = slots.filter(|slot| self.precision.kind(*slot) <= worst);
            let slots = slots.filter(|slot| again || self.is_new(*slot));
            let slots: BTreeSet<Slot> = slots.collect();
            if slots.is_empty() {
                continue;
            }
            if let Some(core) = self.refute(pool, &slots)? {
                let mut core = self.minimise(pool, core)?;
                core.retain(|slot| self.is_new(*slot));
                return Ok(match core.is_empty() {
                    true => Judgement::Open(self.why_open()),
                    false => Judgement::Excluded(core),
                });
            }
        }
        let exact = self.exact(pool, &path, condition);
        self.queries += 1;
        let mut solver = self.brief.backend.make();
        match solver.check(pool, &[exact], &self.brief.limits) {
            Answer::Sat(_) => Ok(Judgement::Possible),
            Answer::Unsat(_) => Ok(Judgement::Open(self.why_open())),
            Answer::Unknown(why) => Err(why.into()),
        }
    }

    /// Whether a variable is not tracked yet.
    fn is_new(&self, (location, place): Slot) -> bool {
        !self.precision.at(location).contains(&place)
    }

    /// The links of a path; the rest of its formula is asserted.
    fn cut(&mut self, pool: &mut TermPool, path: &[usize], condition: Term) {
        for (position, node) in path.iter().enumerate() {
            let known = self.symbols(pool, position, *node);
            let mut instance = Instance::new(position, known);
            let Some(next) = path.get(position + 1) else {
                let condition = instance.term(pool, condition);
                self.solver.assert(pool, condition);
                return;
            };
            let (system, tree) = (self.system, self.tree);
            let edge = edge_to(system, tree, *next);
            let guard = instance.term(pool, edge.guard);
            self.solver.assert(pool, guard);
            let after = self.symbols(pool, position + 1, *next);
            let variables = &system.location(edge.to).variables;
            for (place, (id, value)) in variables.iter().zip(&edge.values).enumerate() {
                let value = instance.term(pool, *value);
                let equation = pool.eq(after[&system.variable(*id).symbol], value);
                match tree.nodes[*next].values[place] {
                    Some(_) => self.solver.assert(pool, equation),
                    None => self.links.push(Link {
                        slot: (edge.to, place),
                        equation,
                    }),
                }
            }
        }
    }

    /// What the variables of a state are: their values, or symbols of this position.
    fn symbols(&self, pool: &mut TermPool, position: usize, node: usize) -> FxHashMap<Term, Term> {
        let node = &self.tree.nodes[node];
        let location = self.system.location(node.location);
        let variables = location.variables.iter().zip(&node.values);
        let values = variables.map(|(id, value)| {
            let variable = self.system.variable(*id);
            let value = value.unwrap_or_else(|| {
                let name = format!("path{position}.{}", variable.name);
                pool.symbol(&name, pool.sort(variable.symbol))
            });
            (variable.symbol, value)
        });
        values.collect()
    }

    /// The path's formula without any cut: nothing but inputs is unknown.
    fn exact(&self, pool: &mut TermPool, path: &[usize], condition: Term) -> Term {
        let mut known = FxHashMap::default();
        let mut all = pool.tt();
        for (position, node) in path.iter().enumerate() {
            let mut instance = Instance::new(position, known);
            let Some(next) = path.get(position + 1) else {
                let condition = instance.term(pool, condition);
                return pool.and(all, condition);
            };
            debug_assert!(
                self.tree.nodes[*next]
                    .parent
                    .is_some_and(|(p, _)| p == *node)
            );
            let edge = edge_to(self.system, self.tree, *next);
            let guard = instance.term(pool, edge.guard);
            all = pool.and(all, guard);
            known = FxHashMap::default();
            let variables = self.system.location(edge.to).variables.iter();
            let values = &self.tree.nodes[*next].values;
            for ((id, value), tracked) in variables.zip(&edge.values).zip(values) {
                let value = instance.term(pool, *value);
                if let Some(tracked) = tracked {
                    let equal = pool.eq(value, *tracked);
                    all = pool.and(all, equal);
                }
                let symbol = self.system.variable(*id).symbol;
                known.insert(symbol, tracked.unwrap_or(value));
            }
        }
        all
    }

    /// Whether the links of some variables exclude the path; then those of them that do.
    fn refute(
        &mut self,
        pool: &mut TermPool,
        slots: &BTreeSet<Slot>,
    ) -> Result<Option<BTreeSet<Slot>>, Reason> {
        let links = self.links.iter().filter(|link| slots.contains(&link.slot));
        let assumptions: Vec<Term> = links.map(|link| link.equation).collect();
        self.queries += 1;
        match self.solver.check(pool, &assumptions, &self.brief.limits) {
            Answer::Sat(_) => Ok(None),
            Answer::Unknown(why) => Err(why.into()),
            Answer::Unsat(core) => {
                let core: FxHashSet<Term> = core.terms().iter().copied().collect();
                let links = self.links.iter();
                let in_core =
                    links.filter(|l| slots.contains(&l.slot) && core.contains(&l.equation));
                Ok(Some(in_core.map(|link| link.slot).collect()))
            }
        }
    }

    /// Leaves out what is not needed, beginning with what has most values.
    fn minimise(
        &mut self,
        pool: &mut TermPool,
        mut core: BTreeSet<Slot>,
    ) -> Result<BTreeSet<Slot>, Reason> {
        let new = core.iter().filter(|slot| self.is_new(**slot));
        let mut order: Vec<Slot> = new.copied().collect();
        order.sort_by_key(|slot| std::cmp::Reverse(self.precision.kind(*slot)));
        for slot in order {
            if core.contains(&slot) {
                let mut fewer = core.clone();
                fewer.remove(&slot);
                // Something new has to be left: with nothing else the path would be found again.
                if let Some(smaller) = self.refute(pool, &fewer)?
                    && smaller.iter().any(|slot| self.is_new(*slot))
                {
                    core = smaller;
                }
            }
        }
        Ok(core)
    }

    /// What is in the way of tracking what would exclude the path.
    fn why_open(&self) -> String {
        let numerous = self.links.iter().map(|link| link.slot);
        let mut numerous =
            numerous.filter(|slot| self.precision.kind(*slot) == Trackable::Numerous);
        match numerous.next() {
            Some((location, place)) => {
                let location = self.system.location(location);
                let name = show::name(self.system, location.variables[place]);
                format!(
                    "`{name}` has more than {MOST_VALUES} values in {}",
                    location.name
                )
            }
            None => "the check depends on values that cannot be listed".to_string(),
        }
    }
}

/// Terms of a block, as they are at a position of a path.
struct Instance {
    position: usize,
    /// The variables.
    known: FxHashMap<Term, Term>,
    cache: FxHashMap<Term, Term>,
}

impl Instance {
    fn new(position: usize, known: FxHashMap<Term, Term>) -> Instance {
        Instance {
            position,
            known,
            cache: FxHashMap::default(),
        }
    }

    fn term(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let (known, position) = (&self.known, self.position);
        let mut value = |pool: &mut TermPool, symbol: SymbolId| {
            let term = pool.symbol_term(symbol);
            let known = known.get(&term).copied();
            Some(known.unwrap_or_else(|| {
                let input = format!("path{position}.input.{}", pool.symbol_name(symbol));
                pool.symbol(&input, pool.sort(term))
            }))
        };
        pool.substitute(term, &mut value, &mut self.cache)
    }
}

/// The edge on which a state was reached.
fn edge_to<'s>(system: &'s TransitionSystem, tree: &Tree, node: usize) -> &'s encode::system::Edge {
    let (parent, number) = tree.nodes[node].parent.expect("the entry is no successor");
    let from: LocationId = tree.nodes[parent].location;
    &system.block(from).edges[number]
}
