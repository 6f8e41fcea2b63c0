//! The value states that were reached, each with the state that it was reached from.

use super::precision::{Precision, Slot};
use encode::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashSet;
use term::Term;

/// How many values a variable may take at a location, in all states together.
pub(super) const MOST_VALUES: usize = 500;

/// The values of a location's variables, in its order; `None` is any value. What is not tracked is always `None`.
pub(super) type Valuation = Vec<Option<Term>>;

/// A value state.
pub(super) struct ValueState {
    pub location: LocationId,
    pub values: Valuation,
    /// The state before, and the number of the edge from there. The entry has none.
    pub parent: Option<(usize, usize)>,
}

/// The states at one location.
#[derive(Default)]
struct Here {
    seen: FxHashSet<Valuation>,
    /// Those in which a tracked variable is unknown: they cover others.
    loose: Vec<Valuation>,
    /// By variable: its values.
    values: Vec<FxHashSet<Term>>,
}

/// See the module documentation.
pub(super) struct Tree {
    /// In the order in which they were reached. The successors of the first `next` ones are among them.
    pub nodes: Vec<ValueState>,
    pub next: usize,
    here: Vec<Here>,
}

impl Tree {
    /// The entry alone.
    pub fn new(system: &TransitionSystem) -> Tree {
        let here = system.locations.iter().map(|location| Here {
            values: vec![FxHashSet::default(); location.variables.len()],
            ..Here::default()
        });
        Tree {
            nodes: vec![ValueState {
                location: LocationId(0),
                values: Vec::new(),
                parent: None,
            }],
            next: 0,
            here: here.collect(),
        }
    }

    /// Adds a state, unless another one covers it. If a variable has too many values now: which one.
    pub fn add(&mut self, precision: &Precision, node: ValueState) -> Result<(), Slot> {
        let location = node.location;
        let here = &mut self.here[location.0 as usize];
        let covers = |other: &Valuation| {
            let mut pairs = other.iter().zip(&node.values);
            pairs.all(|(a, b)| a.is_none() || a == b)
        };
        if here.seen.contains(&node.values) || here.loose.iter().any(covers) {
            return Ok(());
        }
        here.seen.insert(node.values.clone());
        let known = node.values.iter().flatten().count();
        if known < precision.at(location).len() {
            here.loose.push(node.values.clone());
        }
        for (place, value) in node.values.iter().enumerate() {
            if let Some(value) = value {
                here.values[place].insert(*value);
                if here.values[place].len() > MOST_VALUES {
                    return Err((location, place));
                }
            }
        }
        self.nodes.push(node);
        Ok(())
    }

    /// The states at a location.
    pub fn at(&self, location: LocationId) -> impl Iterator<Item = &Valuation> {
        let here = self.nodes.iter().filter(move |n| n.location == location);
        here.map(|n| &n.values)
    }

    /// How many values a variable takes.
    pub fn values_of(&self, (location, place): Slot) -> usize {
        self.here[location.0 as usize].values[place].len()
    }

    /// The states from the entry to this one.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some((parent, _)) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }
}
