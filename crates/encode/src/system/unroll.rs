//! Unrolling a transition system: the state after one block, two blocks, and so on.
//!
//! A frame says where the run is, by one condition per location, and what the variables are. The next frame is a function of
//! the frame and of new inputs, so unrolling adds no constraint, and what is constant folds: from the entry, a program
//! without inputs unrolls to constants. At most one location's condition holds in a frame, and none when the run has ended.

use super::renaming::Renaming;
use super::{EdgeId, LocationId, StateVarId, TransitionSystem};
use program::SiteId;
use rustc_hash::FxHashMap;
use term::{Term, TermPool};

/// The states of a run after zero, one, … blocks.
pub struct Unrolling<'s> {
    system: &'s TransitionSystem,
    /// Tells the inputs of this unrolling from those of others.
    name: String,
    frames: Vec<Unrolled>,
    /// Terms over the state after an edge, as terms over the state before it.
    before: FxHashMap<EdgeId, FxHashMap<Term, Term>>,
}

struct Unrolled {
    /// By location, whether the run is there.
    at: Vec<Term>,
    state: Renaming,
    /// The edges on which the run may have come there, with the conditions that it has; none in the first frame.
    came: Vec<(EdgeId, Term)>,
}

impl<'s> Unrolling<'s> {
    /// From the program's entry.
    pub fn from_entry(
        pool: &mut TermPool,
        system: &'s TransitionSystem,
        name: &str,
    ) -> Unrolling<'s> {
        let mut at = vec![pool.ff(); system.locations.len()];
        at[TransitionSystem::ENTRY.index()] = pool.tt();
        Unrolling::new(pool, system, name, at)
    }

    /// From any state at any loop head; second, the condition that it is at one.
    pub fn from_anywhere(
        pool: &mut TermPool,
        system: &'s TransitionSystem,
        name: &str,
    ) -> (Unrolling<'s>, Term) {
        let mut at = vec![pool.ff(); system.locations.len()];
        for head in system.heads() {
            let symbol = format!("{name}.at{}", head.index());
            at[head.index()] = pool.symbol(&symbol, term::Sort::Bool);
        }
        let somewhere = pool.or_all(at.iter().copied());
        let mut before = pool.ff();
        let mut one = somewhere;
        for condition in &at {
            let twice = pool.and(before, *condition);
            let once = pool.not(twice);
            one = pool.and(one, once);
            before = pool.or(before, *condition);
        }
        (Unrolling::new(pool, system, name, at), one)
    }

    fn new(
        pool: &mut TermPool,
        system: &'s TransitionSystem,
        name: &str,
        at: Vec<Term>,
    ) -> Unrolling<'s> {
        let values = system
            .variables
            .iter()
            .map(|v| {
                let symbol = format!("{name}.{}", v.name);
                pool.symbol(&symbol, pool.sort(v.symbol))
            })
            .collect();
        Unrolling {
            system,
            name: name.to_string(),
            frames: vec![Unrolled {
                at,
                state: Renaming::new(values, format!("{name}0")),
                came: Vec::new(),
            }],
            before: FxHashMap::default(),
        }
    }

    /// The number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// There always is a frame.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether the run is at a location, in a frame.
    pub fn at(&self, frame: usize, location: LocationId) -> Term {
        self.frames[frame].at[location.index()]
    }

    /// The value of a variable, in a frame.
    pub fn value(&self, frame: usize, variable: StateVarId) -> Term {
        self.frames[frame].state.value(variable)
    }

    /// A term over variables and inputs of the system, as it is in a frame.
    pub fn instance(&mut self, pool: &mut TermPool, frame: usize, term: Term) -> Term {
        self.frames[frame].state.of(pool, self.system, term)
    }

    /// The condition that a run is at a location in a frame, and a predicate over the state holds there.
    ///
    /// What the predicate says is looked at edge by edge, so that rewriting can make use of what the edge does: `x + y == n` is
    /// what it was before `x++, y--`.
    pub fn is_there(
        &mut self,
        pool: &mut TermPool,
        frame: usize,
        location: LocationId,
        predicate: Term,
    ) -> Term {
        if frame == 0 {
            let here = self.at(frame, location);
            let holds = self.instance(pool, frame, predicate);
            return pool.and(here, holds);
        }
        let system = self.system;
        let mut all = Vec::new();
        for index in 0..self.frames[frame].came.len() {
            let (edge, taken) = self.frames[frame].came[index];
            if system.edge(edge).to != location {
                continue;
            }
            let known = self.before.entry(edge).or_insert_with(|| {
                let updates = system.updates(edge);
                updates
                    .map(|(variable, value)| (system.variable(variable).symbol, value))
                    .collect()
            });
            let before = pool.substitute(predicate, &mut |_, _| None, known);
            let holds = self.instance(pool, frame - 1, before);
            all.push(pool.and(taken, holds));
        }
        pool.or_all(all)
    }

    /// Adds the frame after the last one.
    pub fn extend(&mut self, pool: &mut TermPool) {
        let last = self.frames.len() - 1;
        let mut at = vec![pool.ff(); self.system.locations.len()];
        let mut values = self.frames[last].state.values().to_vec();
        let mut came = Vec::new();
        let system = self.system;
        for (from, _) in system.blocks() {
            let here = self.at(last, from);
            if pool.is_false(here) {
                continue;
            }
            for id in system.edges_from(from) {
                let edge = system.edge(id);
                let guard = self.instance(pool, last, edge.guard);
                let taken = pool.and(here, guard);
                if pool.is_false(taken) {
                    continue;
                }
                came.push((id, taken));
                let to = edge.to.index();
                at[to] = pool.or(at[to], taken);
                let variables = &system.location(edge.to).variables;
                for (variable, value) in variables.iter().zip(&edge.values) {
                    if *value == system.variable(*variable).symbol {
                        continue;
                    }
                    let value = self.instance(pool, last, *value);
                    let slot = &mut values[variable.index()];
                    *slot = pool.ite(taken, value, *slot);
                }
            }
        }
        let prefix = format!("{}{}", self.name, last + 1);
        self.frames.push(Unrolled {
            at,
            state: Renaming::new(values, prefix),
            came,
        });
    }

    /// The states of two frames are not the same one.
    pub fn differ(&mut self, pool: &mut TermPool, a: usize, b: usize) -> Term {
        let mut all = Vec::new();
        for (id, location) in self.system.locations() {
            let (here, there) = (self.at(a, id), self.at(b, id));
            let mut same = pool.and(here, there);
            for id in &location.variables {
                let (before, after) = (self.value(a, *id), self.value(b, *id));
                let equal = pool.eq(before, after);
                same = pool.and(same, equal);
            }
            all.push(pool.not(same));
        }
        pool.and_all(all)
    }

    /// Whether the run is at some location, in a frame: it has not ended before.
    pub fn goes_on(&self, pool: &mut TermPool, frame: usize) -> Term {
        pool.or_all(self.frames[frame].at.iter().copied())
    }

    /// The checks that fail in the block that begins in a frame, with their conditions.
    pub fn violations(&mut self, pool: &mut TermPool, frame: usize) -> Vec<(SiteId, Term)> {
        let system = self.system;
        let mut found = Vec::new();
        for (from, block) in system.blocks() {
            let here = self.at(frame, from);
            if pool.is_false(here) {
                continue;
            }
            for check in &block.checks {
                let condition = self.instance(pool, frame, check.condition);
                let condition = pool.and(here, condition);
                if !pool.is_false(condition) {
                    found.push((check.site, condition));
                }
            }
        }
        found
    }

    /// The gaps that the block which begins in a frame runs into, if a proof has to exclude them: by location and number in its
    /// block.
    pub fn gaps(&mut self, pool: &mut TermPool, frame: usize) -> Vec<((usize, usize), Term)> {
        let system = self.system;
        let mut found = Vec::new();
        for (from, block) in system.blocks() {
            let here = self.at(frame, from);
            for (number, gap) in block.open_gaps() {
                let condition = self.instance(pool, frame, gap.guard);
                let condition = pool.and(here, condition);
                if !pool.is_false(condition) {
                    found.push(((from.index(), number), condition));
                }
            }
        }
        found
    }
}
