//! Sequential circuits: a finite transition system over bits.
//!
//! In each step inputs have any value, and each latch gets the value of its next-state function; the first value of a latch
//! is a constant or any. A run goes on only as long as all *constraints* hold, and is a counterexample if a *bad* edge is
//! true in a step in which they still hold. This is what AIGER 1.9 can say of safety (Biere, Heljanko, Wieringa, "AIGER 1.9
//! and beyond", 2011).
//!
//! Next-state functions are total, so every state has a successor for all inputs.

mod reduce;
#[cfg(test)]
mod tests;

pub use reduce::Reduced;

use crate::aig::{Aig, Edge};
use crate::lit::Lit;

/// See the module documentation.
pub struct Sequential {
    pub aig: Aig,
    /// The nodes of the inputs.
    pub inputs: Vec<usize>,
    pub latches: Vec<Latch>,
    pub bad: Vec<Edge>,
    pub constraints: Vec<Edge>,
    /// Known to hold in every state of every run.
    pub facts: Vec<Edge>,
}

/// A bit of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// Its value is a leaf of the graph.
    pub node: usize,
    pub next: Edge,
    /// Its first value; `None` if it has any.
    pub first: Option<bool>,
}

/// A run: the first values of the latches, and for each step the values of the inputs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CircuitRun {
    pub first: Vec<bool>,
    pub inputs: Vec<Vec<bool>>,
}

/// The values of everything in one step of a run.
pub struct CircuitStep {
    /// By node.
    values: Vec<bool>,
}

impl CircuitStep {
    pub fn value(&self, edge: Edge) -> bool {
        self.values[edge.node()] != edge.is_negated()
    }
}

impl Default for Sequential {
    fn default() -> Sequential {
        Sequential::new(Aig::new())
    }
}

impl Sequential {
    /// Without inputs and latches, on a graph.
    pub fn new(aig: Aig) -> Sequential {
        Sequential {
            aig,
            inputs: Vec::new(),
            latches: Vec::new(),
            bad: Vec::new(),
            constraints: Vec::new(),
            facts: Vec::new(),
        }
    }

    pub fn add_input(&mut self) -> Edge {
        let edge = self.aig.input();
        self.inputs.push(edge.node());
        edge
    }

    /// A latch that keeps its value until it gets a function.
    pub fn add_latch(&mut self, first: Option<bool>) -> Edge {
        let edge = self.aig.input();
        self.latches.push(Latch {
            node: edge.node(),
            next: edge,
            first,
        });
        edge
    }

    /// Makes it bad, too, that one of some clauses over the numbers of latches does not hold. If they are an inductive invariant
    /// that excludes what was bad, what is bad now is excluded by one step of induction: the circuit is a certificate (Yu,
    /// Biere, Heljanko, *Progress in Certifying Hardware Model Checking Results*, CAV 2021).
    pub fn certify(&mut self, clauses: &[Vec<Lit>]) {
        let mut bad = std::mem::take(&mut self.bad);
        for clause in clauses {
            let misses = clause.iter().map(|lit| {
                let latch = &self.latches[lit.var().0 as usize];
                Edge::to(latch.node).negate_if(!lit.is_negated())
            });
            let misses: Vec<Edge> = misses.collect();
            bad.push(self.aig.and_all(&misses));
        }
        self.bad = vec![self.aig.or_all(&bad)];
    }

    /// What is the case in a step, in a state and with inputs.
    pub fn step(&self, state: &[bool], inputs: &[bool]) -> CircuitStep {
        let mut values = vec![false; self.aig.len()];
        for (latch, value) in self.latches.iter().zip(state) {
            values[latch.node] = *value;
        }
        for (node, value) in self.inputs.iter().zip(inputs) {
            values[*node] = *value;
        }
        for node in 0..values.len() {
            if let Some((a, b)) = self.aig.operands(node) {
                let of = |edge: Edge| values[edge.node()] != edge.is_negated();
                values[node] = of(a) && of(b);
            }
        }
        CircuitStep { values }
    }

    /// The steps of a run, one after the other; `visit` says whether to go on.
    pub fn simulate(
        &self,
        run: &CircuitRun,
        mut visit: impl FnMut(usize, &[bool], &CircuitStep) -> bool,
    ) {
        let mut state = run.first.clone();
        for (number, inputs) in run.inputs.iter().enumerate() {
            let step = self.step(&state, inputs);
            if !visit(number, &state, &step) {
                return;
            }
            state = self.latches.iter().map(|l| step.value(l.next)).collect();
        }
    }

    /// The number of the bad edge that is true in the last step of a run, if the run is one: it begins in a first state and
    /// keeps all constraints.
    pub fn judge(&self, run: &CircuitRun) -> Option<usize> {
        let begins = self.latches.iter().zip(&run.first);
        let fits = run.first.len() == self.latches.len()
            && { begins }.all(|(latch, value)| latch.first.is_none_or(|first| first == *value))
            && run.inputs.iter().all(|i| i.len() == self.inputs.len());
        if !fits {
            return None;
        }
        let mut bad = None;
        self.simulate(run, |_, _, step| {
            let keeps = self.constraints.iter().all(|c| step.value(*c));
            bad = self.bad.iter().position(|b| step.value(*b));
            bad = bad.filter(|_| keeps);
            keeps
        });
        bad
    }
}
