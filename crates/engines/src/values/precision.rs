//! Which variables are tracked at which location.

use encode::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use term::{Op, Sort, Term, TermPool};

/// A variable at a location: the location, and the variable's place among those of the location.
pub(super) type Slot = (LocationId, usize);

/// What may be done with a variable at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trackable {
    /// It can be tracked, and everything that is ever assigned to it is a constant.
    Plain,
    /// It can be tracked.
    Other,
    /// It has too many values.
    Numerous,
    /// Its sort has no values that are tracked: an array, a float.
    Unsuitable,
}

/// See the module documentation.
pub(super) struct Precision {
    /// By location: the places of the tracked variables.
    tracked: Vec<BTreeSet<usize>>,
    kinds: Vec<Vec<Trackable>>,
}

impl Precision {
    /// Nothing is tracked.
    pub fn new(pool: &TermPool, system: &TransitionSystem) -> Precision {
        let mut assigned = vec![true; system.variables.len()];
        for edge in system.blocks.iter().flat_map(|b| &b.edges) {
            for (id, value) in system.location(edge.to).variables.iter().zip(&edge.values) {
                let constants = &mut assigned[id.0 as usize];
                let own = system.variable(*id).symbol;
                *constants = *constants && has_constant_leaves(pool, *value, Some(own));
            }
        }
        let kinds = system.locations.iter().map(|location| {
            let kinds = location.variables.iter().map(|id| {
                let variable = system.variable(*id);
                match pool.sort(variable.symbol) {
                    Sort::Bool | Sort::BitVec(_) if assigned[id.0 as usize] => Trackable::Plain,
                    Sort::Bool | Sort::BitVec(_) => Trackable::Other,
                    _ => Trackable::Unsuitable,
                }
            });
            kinds.collect()
        });
        Precision {
            tracked: vec![BTreeSet::new(); system.locations.len()],
            kinds: kinds.collect(),
        }
    }

    /// The places of the tracked variables at a location.
    pub fn at(&self, location: LocationId) -> &BTreeSet<usize> {
        &self.tracked[location.0 as usize]
    }

    pub fn kind(&self, (location, place): Slot) -> Trackable {
        self.kinds[location.0 as usize][place]
    }

    pub fn track(&mut self, (location, place): Slot) {
        self.tracked[location.0 as usize].insert(place);
    }

    /// The variable has too many values to be tracked there.
    pub fn ban(&mut self, (location, place): Slot) {
        self.tracked[location.0 as usize].remove(&place);
        self.kinds[location.0 as usize][place] = Trackable::Numerous;
    }

    /// How many variables are tracked, at all locations together.
    pub fn len(&self) -> usize {
        self.tracked.iter().map(BTreeSet::len).sum()
    }
}

/// Whether a term chooses among constants, and perhaps one symbol.
pub(super) fn has_constant_leaves(pool: &TermPool, term: Term, symbol: Option<Term>) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(top) = stack.pop() {
        if !seen.insert(top) || pool.is_value(top) || Some(top) == symbol {
            continue;
        }
        if pool.op(top) != Op::Ite {
            // A Boolean has two values, whatever it is.
            if pool.sort(top) == Sort::Bool && symbol.is_none() {
                continue;
            }
            return false;
        }
        stack.extend(&pool.args(top)[1..]);
    }
    true
}
