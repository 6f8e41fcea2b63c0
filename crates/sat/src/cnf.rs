//! From and-inverter graphs to clauses.
//!
//! Tseitin's encoding, lazily: only the cone of an edge that is asked for is encoded, and no node twice. A node that is an
//! XOR, ITE or majority gate ([`Aig::shape`]) is encoded as that gate, without variables for its inner nodes; ANDs below an
//! AND that no one else uses yet are flattened into one gate (Eén, Mishchenko, Sörensson, "Applying logic synthesis for
//! speeding up SAT", SAT 2007). A node that was skipped this way gets its own variable when it is asked for later, so the
//! encoding stays right when the graph grows.
//!
//! All gates are encoded in both polarities: assumptions may use an edge either way.

use crate::aig::{Aig, Edge, Shape};
use crate::lit::{Lit, Var};
use crate::solver::SatSolver;

/// The variables of the nodes that are known to one solver.
#[derive(Default)]
pub struct Cnf {
    vars: Vec<Option<Var>>,
    clauses: u64,
    gates: u64,
}

/// The operands of a gate as it is encoded.
enum Gate {
    Leaf,
    And(Vec<Edge>),
    Xor(Edge, Edge),
    Ite(Edge, Edge, Edge),
    Majority(Edge, Edge, Edge),
}

impl Gate {
    fn operands(&self) -> Vec<Edge> {
        match self {
            Gate::Leaf => vec![],
            Gate::And(operands) => operands.clone(),
            Gate::Xor(a, b) => vec![*a, *b],
            Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => vec![*a, *b, *c],
        }
    }
}

impl Cnf {
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The literal of an edge; encodes its cone first if need be.
    pub fn lit<S: SatSolver>(&mut self, aig: &Aig, solver: &mut S, edge: Edge) -> Lit {
        let var = match self.var(edge.node()) {
            Some(var) => var,
            None => self.encode(aig, solver, edge.node()),
        };
        var.positive().negate_if(edge.is_negated())
    }

    /// The literal of an edge, if its node has been encoded.
    pub fn known(&self, edge: Edge) -> Option<Lit> {
        let var = self.var(edge.node())?;
        Some(var.positive().negate_if(edge.is_negated()))
    }

    /// Adds `unless ∨ edge`: conjunctions are split and a disjunction becomes one clause, without variables for either.
    pub fn assert<S: SatSolver>(
        &mut self,
        aig: &Aig,
        solver: &mut S,
        edge: Edge,
        unless: Option<Lit>,
    ) {
        let mut conjuncts = vec![edge];
        while let Some(conjunct) = conjuncts.pop() {
            if conjunct == Edge::TRUE {
                continue;
            }
            let encoded = self.var(conjunct.node()).is_some();
            let is_and = !encoded && matches!(aig.shape(conjunct.node()), Shape::And(..));
            let mut clause: Vec<Lit> = unless.into_iter().collect();
            if conjunct == Edge::FALSE {
                self.add(solver, &clause);
            } else if is_and && !conjunct.is_negated() {
                let (a, b) = aig.operands(conjunct.node()).expect("it is an AND");
                conjuncts.extend([b, a]);
            } else if is_and {
                for operand in self.flatten(aig, conjunct.node()) {
                    clause.push(!self.lit(aig, solver, operand));
                }
                self.add(solver, &clause);
            } else {
                clause.push(self.lit(aig, solver, conjunct));
                self.add(solver, &clause);
            }
        }
    }

    /// Adds the clause of all the edges.
    pub fn assert_any<S: SatSolver>(&mut self, aig: &Aig, solver: &mut S, edges: &[Edge]) {
        let mut clause = Vec::with_capacity(edges.len());
        for &edge in edges {
            match edge.as_constant() {
                Some(true) => return,
                Some(false) => {}
                None => clause.push(self.lit(aig, solver, edge)),
            }
        }
        self.add(solver, &clause);
    }

    /// Counters under hierarchical names.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        vec![
            ("smt.cnf.clauses".to_string(), self.clauses),
            ("smt.cnf.gates".to_string(), self.gates),
        ]
    }

    fn var(&self, node: usize) -> Option<Var> {
        self.vars.get(node).copied().flatten()
    }

    fn add<S: SatSolver>(&mut self, solver: &mut S, clause: &[Lit]) {
        self.clauses += 1;
        solver.add_clause(clause);
    }

    /// Encodes the cone of a node, operands first.
    fn encode<S: SatSolver>(&mut self, aig: &Aig, solver: &mut S, root: usize) -> Var {
        if self.vars.len() < aig.len() {
            self.vars.resize(aig.len(), None);
        }
        // A node is pushed, then its gate is fixed and its operands are pushed above it; when it is on top again, they
        // all have variables.
        let mut stack: Vec<(usize, Option<Gate>)> = vec![(root, None)];
        while let Some((node, gate)) = stack.pop() {
            if self.var(node).is_some() {
                continue;
            }
            match gate {
                None => {
                    let gate = self.gate(aig, node);
                    let missing: Vec<usize> = gate
                        .operands()
                        .iter()
                        .map(|e| e.node())
                        .filter(|n| self.var(*n).is_none())
                        .collect();
                    stack.push((node, Some(gate)));
                    stack.extend(missing.into_iter().map(|n| (n, None)));
                }
                Some(gate) => {
                    let var = solver.new_var();
                    self.vars[node] = Some(var);
                    self.define(solver, node, var.positive(), &gate);
                }
            }
        }
        self.var(root).expect("the root was encoded last")
    }

    fn gate(&self, aig: &Aig, node: usize) -> Gate {
        match aig.shape(node) {
            Shape::Leaf => Gate::Leaf,
            Shape::And(..) => Gate::And(self.flatten(aig, node)),
            Shape::Xor(a, b) => Gate::Xor(a, b),
            Shape::Ite(c, t, e) => Gate::Ite(c, t, e),
            Shape::Majority(a, b, c) => Gate::Majority(a, b, c),
        }
    }

    /// The operands of the largest AND at `node` whose inner nodes have one parent and no variable; sorted, no duplicates.
    fn flatten(&self, aig: &Aig, node: usize) -> Vec<Edge> {
        let (a, b) = aig.operands(node).expect("only ANDs are flattened");
        let mut stack = vec![b, a];
        let mut operands = Vec::new();
        while let Some(edge) = stack.pop() {
            let inner = !edge.is_negated()
                && aig.parents(edge.node()) == 1
                && self.var(edge.node()).is_none()
                && matches!(aig.shape(edge.node()), Shape::And(..));
            match aig.operands(edge.node()) {
                Some((a, b)) if inner => stack.extend([b, a]),
                _ => operands.push(edge),
            }
        }
        operands.sort_unstable();
        operands.dedup();
        operands
    }

    fn define<S: SatSolver>(&mut self, solver: &mut S, node: usize, out: Lit, gate: &Gate) {
        let lit = |cnf: &Cnf, edge: Edge| cnf.known(edge).expect("operands are encoded first");
        self.gates += 1;
        match gate {
            Gate::Leaf if node == Edge::FALSE.node() => self.add(solver, &[!out]),
            Gate::Leaf => self.gates -= 1,
            Gate::And(operands) => {
                let mut long = vec![out];
                for operand in operands {
                    let operand = lit(self, *operand);
                    self.add(solver, &[!out, operand]);
                    long.push(!operand);
                }
                self.add(solver, &long);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (lit(self, *a), lit(self, *b));
                self.add(solver, &[!out, a, b]);
                self.add(solver, &[!out, !a, !b]);
                self.add(solver, &[out, !a, b]);
                self.add(solver, &[out, a, !b]);
            }
            Gate::Ite(c, t, e) => {
                let (c, t, e) = (lit(self, *c), lit(self, *t), lit(self, *e));
                self.add(solver, &[!out, !c, t]);
                self.add(solver, &[!out, c, e]);
                self.add(solver, &[out, !c, !t]);
                self.add(solver, &[out, c, !e]);
                // Redundant, but they let equal arms propagate.
                self.add(solver, &[!out, t, e]);
                self.add(solver, &[out, !t, !e]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (lit(self, *a), lit(self, *b), lit(self, *c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(solver, &[out, !x, !y]);
                    self.add(solver, &[!out, x, y]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
