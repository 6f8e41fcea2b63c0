//! Snapshots: what some variables were when a run was last at a location.
//!
//! A proof that a loop ends compares the state at the loop's head with that of the iteration before. A snapshot makes the
//! earlier state a part of the later one, in variables that exist for the proof alone (ghosts).

use super::{LocationId, Origin, StateVarId, TransitionSystem};
use term::{Sort, Term, TermPool};

/// The variables of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    pub location: LocationId,
    /// Whether the run has been at the location before, since it came into the cycles that the location is on. The other
    /// variables have any values until then.
    pub taken: StateVarId,
    /// Variables of the location, each with the one that holds its earlier value.
    pub values: Vec<(StateVarId, StateVarId)>,
}

impl TransitionSystem {
    /// Adds variables that hold what some variables of a location were when the run was last there. At the location itself
    /// this is the visit before. All locations of its strongly connected component get them; a run that enters the
    /// component has no snapshot yet. `None` if the location is on no cycle.
    ///
    /// The runs of the system stay the same, apart from the new variables.
    pub fn add_snapshot(
        &mut self,
        pool: &mut TermPool,
        location: LocationId,
        variables: &[StateVarId],
    ) -> Option<Snapshot> {
        let component = self.component_of(location);
        if !component.is_cycle {
            return None;
        }
        let at = location.index();
        let taken = self.add_ghost(pool, &format!("visited{at}"), Sort::Bool);
        let mut values = Vec::new();
        for variable in variables {
            debug_assert!(self.location(location).variables.contains(variable));
            let (name, sort) = {
                let variable = self.variable(*variable);
                let name = format!("{}.last{at}", variable.name);
                (name, pool.sort(variable.symbol))
            };
            values.push((*variable, self.add_ghost(pool, &name, sort)));
        }
        let snapshot = Snapshot {
            location,
            taken,
            values,
        };
        for id in &component.locations {
            let variables = &mut self.locations[id.index()].variables;
            variables.push(taken);
            variables.extend(snapshot.values.iter().map(|(_, ghost)| *ghost));
        }
        let here = self.snapshot_values(&snapshot, pool.tt(), |value, _| value);
        let kept = self.variable(taken).symbol;
        let kept = self.snapshot_values(&snapshot, kept, |_, ghost| ghost);
        let none = self.snapshot_values(&snapshot, pool.ff(), |_, ghost| ghost);
        let from = self.location_ids();
        for (from, block) in from.zip(&mut self.blocks) {
            let new = match component.locations.contains(&from) {
                true if from == location => &here,
                true => &kept,
                false => &none,
            };
            for edge in &mut block.edges {
                if component.locations.contains(&edge.to) {
                    edge.values.extend(new);
                }
            }
        }
        Some(snapshot)
    }

    /// What an edge sets the variables of a snapshot to; `choose` has the symbols of a variable and of its earlier value.
    fn snapshot_values(
        &self,
        snapshot: &Snapshot,
        taken: Term,
        choose: impl Fn(Term, Term) -> Term,
    ) -> Vec<Term> {
        let symbol = |id: StateVarId| self.variable(id).symbol;
        let values = snapshot.values.iter();
        let values = values.map(|(value, ghost)| choose(symbol(*value), symbol(*ghost)));
        std::iter::once(taken).chain(values).collect()
    }

    /// A variable that no location has yet.
    pub(super) fn add_ghost(&mut self, pool: &mut TermPool, name: &str, sort: Sort) -> StateVarId {
        let symbol = pool.fresh(name, sort);
        let id = pool.as_symbol(symbol).expect("just made");
        let name = pool.symbol_name(id).to_string();
        self.add_variable(name, symbol, None, Origin::Ghost)
    }
}
