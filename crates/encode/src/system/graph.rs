//! The graph of locations and edges.

use super::{Block, Edge, EdgeId, Location, LocationId, StateVar, StateVarId, TransitionSystem};
use program::BlockId;
use program::cfg::{Cfg, Wto, WtoElement};
use term::Term;

/// Locations that can all be reached from one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// In the weak topological order of the graph.
    pub locations: Vec<LocationId>,
    /// Whether a run can come back; otherwise the component is a single location without an edge to itself.
    pub is_cycle: bool,
}

impl TransitionSystem {
    /// Where every run begins.
    pub const ENTRY: LocationId = LocationId(0);

    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }

    pub fn block(&self, from: LocationId) -> &Block {
        &self.blocks[from.index()]
    }

    pub fn variable(&self, id: StateVarId) -> &StateVar {
        &self.variables[id.index()]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.block(id.from).edges[id.index()]
    }

    /// Every location, the entry first.
    pub fn location_ids(&self) -> impl DoubleEndedIterator<Item = LocationId> + use<> {
        (0..self.locations.len()).map(LocationId::new)
    }

    /// Every location but the entry: the heads of loops, and the other cut points.
    pub fn heads(&self) -> impl DoubleEndedIterator<Item = LocationId> + use<> {
        (1..self.locations.len()).map(LocationId::new)
    }

    pub fn variable_ids(&self) -> impl DoubleEndedIterator<Item = StateVarId> + use<> {
        (0..self.variables.len()).map(StateVarId::new)
    }

    /// Every location with its number.
    pub fn locations(&self) -> impl Iterator<Item = (LocationId, &Location)> {
        self.location_ids().zip(&self.locations)
    }

    /// Every block with the location where it begins.
    pub fn blocks(&self) -> impl Iterator<Item = (LocationId, &Block)> {
        self.location_ids().zip(&self.blocks)
    }

    /// Every edge, location by location.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> {
        self.location_ids().flat_map(|from| self.edges_from(from))
    }

    pub fn edges_from(&self, from: LocationId) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.block(from).edges.len()).map(move |number| EdgeId::new(from, number))
    }

    /// The edges that lead to a location. Looks at every edge of the system.
    pub fn edges_into(&self, to: LocationId) -> impl Iterator<Item = EdgeId> {
        self.edges().filter(move |edge| self.edge(*edge).to == to)
    }

    /// The variables of the edge's target with their values there, in terms of the block that the edge leaves.
    pub fn updates(&self, edge: EdgeId) -> impl Iterator<Item = (StateVarId, Term)> {
        let edge = self.edge(edge);
        let variables = self.location(edge.to).variables.iter();
        variables.copied().zip(edge.values.iter().copied())
    }

    /// The strongly connected components, in topological order: an edge from one to another leads to a later one.
    ///
    /// The outermost level of a weak topological order consists of exactly these (Bourdoncle 1993, theorem 2).
    pub fn components(&self) -> Vec<Component> {
        // A root with an edge to every location, so that also those that cannot be reached are in the order.
        let node = |location: LocationId| BlockId::new(location.index() + 1);
        let mut successors = vec![self.location_ids().map(node).collect::<Vec<_>>()];
        for block in &self.blocks {
            successors.push(block.edges.iter().map(|edge| node(edge.to)).collect());
        }
        let order = Wto::new(&Cfg::from_successors(successors));
        let mut components = Vec::new();
        for element in &order.components {
            let mut locations = Vec::new();
            let mut stack = vec![element];
            while let Some(element) = stack.pop() {
                match element {
                    WtoElement::Block(block) => locations.push(*block),
                    WtoElement::Loop { head, body } => {
                        locations.push(*head);
                        stack.extend(body.iter().rev());
                    }
                }
            }
            let known = locations.iter().filter_map(|b| b.index().checked_sub(1));
            let locations: Vec<LocationId> = known.map(LocationId::new).collect();
            if !locations.is_empty() {
                components.push(Component {
                    locations,
                    is_cycle: matches!(element, WtoElement::Loop { .. }),
                });
            }
        }
        components
    }

    /// The component that a location is in.
    pub fn component_of(&self, location: LocationId) -> Component {
        let mut all = self.components().into_iter();
        all.find(|component| component.locations.contains(&location))
            .expect("every location is in a component")
    }
}
