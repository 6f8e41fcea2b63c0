//! Where loops ended: what some variables were when a run last left a loop.
//!
//! A loop that walks to the zero at the end of a string leaves its place in a variable that is used again for the next walk.
//! What the next loop needs is that the zero is there. These variables, which exist for the proof alone, keep the place.

use super::{LocationId, Origin, StateVarId, TransitionSystem};
use std::collections::BTreeSet;
use term::TermPool;

impl TransitionSystem {
    /// Adds a variable for each of those of a location that some edge to another location does not keep. It holds the value
    /// that the variable had when the run was at the location and went on along such an edge, the latest time. All locations
    /// that can be reached after such an edge get it; until one is taken it is zero.
    ///
    /// The runs of the system stay the same, apart from the new variables.
    pub fn add_ends(
        &mut self,
        pool: &mut TermPool,
        location: LocationId,
        variables: &[StateVarId],
    ) -> Vec<StateVarId> {
        let mut added = Vec::new();
        for variable in variables {
            debug_assert!(self.location(location).variables.contains(variable));
            let lost = self.edges_that_lose(location, *variable);
            if lost.is_empty() {
                continue;
            }
            let ends = lost.iter().map(|number| {
                let edge = &self.block(location).edges[*number];
                edge.to
            });
            let reached = self.reached_from(ends.collect());
            let (name, symbol) = {
                let variable = self.variable(*variable);
                let name = format!("{}.end{}", variable.name, location.index());
                (name, variable.symbol)
            };
            let sort = pool.sort(symbol);
            let ghost = self.add_ghost(pool, &name, sort);
            let kept = self.variable(ghost).symbol;
            let none = pool.zero(sort.width());
            for id in self.location_ids() {
                let has_it = reached.contains(&id);
                for (number, edge) in self.blocks[id.index()].edges.iter_mut().enumerate() {
                    if !reached.contains(&edge.to) {
                        continue;
                    }
                    edge.values
                        .push(match id == location && lost.contains(&number) {
                            true => symbol,
                            false if has_it => kept,
                            false => none,
                        });
                }
            }
            for id in &reached {
                self.locations[id.index()].variables.push(ghost);
            }
            added.push(ghost);
        }
        added
    }

    /// The edges to other locations, by number, after which no variable of the target is the same as this one.
    fn edges_that_lose(&self, from: LocationId, variable: StateVarId) -> Vec<usize> {
        let symbol = self.variable(variable).symbol;
        let edges = self.block(from).edges.iter().enumerate();
        let lost = edges.filter(|(_, e)| e.to != from && !e.values.contains(&symbol));
        lost.map(|(number, _)| number).collect()
    }

    /// These locations and all that runs can come to from there.
    fn reached_from(&self, mut new: Vec<LocationId>) -> BTreeSet<LocationId> {
        let mut reached = BTreeSet::new();
        while let Some(id) = new.pop() {
            if reached.insert(id) {
                new.extend(self.block(id).edges.iter().map(|e| e.to));
            }
        }
        reached
    }

    /// Whether a variable exists for a proof alone.
    pub fn is_ghost(&self, variable: StateVarId) -> bool {
        self.variable(variable).origin == Origin::Ghost
    }
}
