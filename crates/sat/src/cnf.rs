//! From and-inverter graphs to clauses.
//!
//! Tseitin's encoding, lazily: only the cone of an edge that is asked for is encoded, and no node twice. A node that is an
//! XOR, ITE or majority gate ([`Aig::shape`]) is encoded as that gate, without variables for its inner nodes; ANDs below an
//! AND that no other node uses yet are flattened into one gate (Eén, Mishchenko, Sörensson, "Applying logic synthesis for
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
    /// The variable of a node, or [`NONE`].
    vars: Vec<u32>,
    clauses: u64,
    gates: u64,
}

const NONE: u32 = u32::MAX;

/// From this many gates at once, it pays to tell the solver beforehand how many variables there will be.
const MANY: usize = 1 << 14;

/// The operands of a gate as it is encoded.
enum Gate {
    Leaf,
    And(Vec<Edge>),
    Xor([Edge; 2]),
    Ite([Edge; 3]),
    Majority([Edge; 3]),
}

impl Gate {
    fn operands(&self) -> &[Edge] {
        match self {
            Gate::Leaf => &[],
            Gate::And(operands) => operands,
            Gate::Xor(operands) => operands,
            Gate::Ite(operands) | Gate::Majority(operands) => operands,
        }
    }
}

impl Cnf {
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The literal of an edge; encodes its cone first if need be.
    pub fn lit<S: SatSolver>(&mut self, aig: &Aig, solver: &mut S, edge: Edge) -> Lit {
        self.encode(aig, solver, [edge.node()].into_iter());
        self.known(edge).expect("it was just encoded")
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
        let disjunctions = self.disjunctions(aig, edge);
        let nodes = disjunctions.iter().flatten().map(|e| e.node());
        self.encode(aig, solver, nodes);
        for disjunction in &disjunctions {
            let lits = disjunction.iter().map(|e| self.known(*e));
            let lits = lits.map(|lit| lit.expect("all were just encoded"));
            let clause: Vec<Lit> = unless.into_iter().chain(lits).collect();
            self.add(solver, &clause);
        }
    }

    /// The members of the conjunction that an edge is, each as a disjunction.
    fn disjunctions(&self, aig: &Aig, edge: Edge) -> Vec<Vec<Edge>> {
        let mut disjunctions = Vec::new();
        let mut conjuncts = vec![edge];
        while let Some(conjunct) = conjuncts.pop() {
            if let Some(value) = conjunct.as_constant() {
                disjunctions.extend((!value).then(Vec::new));
                continue;
            }
            let encoded = self.var(conjunct.node()).is_some();
            let is_and = !encoded && matches!(aig.shape(conjunct.node()), Shape::And(..));
            if is_and && !conjunct.is_negated() {
                let (a, b) = aig.operands(conjunct.node()).expect("it is an AND");
                conjuncts.extend([b, a]);
            } else if is_and {
                let operands = self.flatten(aig, conjunct.node());
                disjunctions.push(operands.into_iter().map(|e| !e).collect());
            } else {
                disjunctions.push(vec![conjunct]);
            }
        }
        disjunctions
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
        let var = self.vars.get(node).copied().unwrap_or(NONE);
        (var != NONE).then_some(Var(var))
    }

    fn add<S: SatSolver>(&mut self, solver: &mut S, clause: &[Lit]) {
        self.clauses += 1;
        solver.add_clause(clause);
    }

    /// Encodes the cones of nodes. They all get their variables first, operands before the gates that use them, and
    /// then their clauses, so that the solver can make room for all of them at once: growing step by step, it takes
    /// twice as much.
    fn encode<S: SatSolver>(
        &mut self,
        aig: &Aig,
        solver: &mut S,
        roots: impl Iterator<Item = usize>,
    ) {
        let mut order = Vec::new();
        for root in roots {
            self.number(aig, solver, root, &mut order);
        }
        if order.len() >= MANY {
            solver.reserve();
        }
        for node in order {
            // Operands that were inside this gate when it got its variable may have their own by now.
            let gate = self.gate(aig, node as usize);
            let var = self.var(node as usize).expect("all have one");
            self.define(solver, node as usize, var.positive(), &gate);
        }
    }

    /// Gives variables to a node and to the nodes below that its gate needs; appends these nodes to `order`.
    fn number<S: SatSolver>(
        &mut self,
        aig: &Aig,
        solver: &mut S,
        root: usize,
        order: &mut Vec<u32>,
    ) {
        if self.var(root).is_some() {
            return;
        }
        if self.vars.len() < aig.len() {
            self.vars.resize(aig.len(), NONE);
        }
        // A node is visited twice: first its operands are pushed above it, and the second time they have variables.
        let mut stack = vec![(root as u32, false)];
        while let Some((node, expanded)) = stack.pop() {
            if self.vars[node as usize] != NONE {
                continue;
            }
            if expanded {
                self.vars[node as usize] = solver.new_var().0;
                order.push(node);
                continue;
            }
            stack.push((node, true));
            let gate = self.gate(aig, node as usize);
            let operands = gate.operands().iter().map(|e| e.node());
            let missing = operands.filter(|n| self.vars[*n] == NONE);
            stack.extend(missing.map(|n| (n as u32, false)));
        }
    }

    fn gate(&self, aig: &Aig, node: usize) -> Gate {
        match aig.shape(node) {
            Shape::Leaf => Gate::Leaf,
            Shape::And(..) => Gate::And(self.flatten(aig, node)),
            Shape::Xor(a, b) => Gate::Xor([a, b]),
            Shape::Ite(c, t, e) => Gate::Ite([c, t, e]),
            Shape::Majority(a, b, c) => Gate::Majority([a, b, c]),
        }
    }

    /// The operands of the largest AND at `node` whose inner nodes have one parent and no variable; sorted, no duplicates.
    fn flatten(&self, aig: &Aig, node: usize) -> Vec<Edge> {
        let (a, b) = aig.operands(node).expect("only ANDs are flattened");
        let mut stack = vec![b, a];
        let mut operands = Vec::new();
        while let Some(edge) = stack.pop() {
            let inner = !edge.is_negated()
                && aig.has_one_parent(edge.node())
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
            Gate::Xor(operands) => {
                let [a, b] = operands.map(|e| lit(self, e));
                self.add(solver, &[!out, a, b]);
                self.add(solver, &[!out, !a, !b]);
                self.add(solver, &[out, !a, b]);
                self.add(solver, &[out, a, !b]);
            }
            Gate::Ite(operands) => {
                let [c, t, e] = operands.map(|e| lit(self, e));
                self.add(solver, &[!out, !c, t]);
                self.add(solver, &[!out, c, e]);
                self.add(solver, &[out, !c, !t]);
                self.add(solver, &[out, c, !e]);
                // Redundant, but they let equal arms propagate.
                self.add(solver, &[!out, t, e]);
                self.add(solver, &[out, !t, !e]);
            }
            Gate::Majority(operands) => {
                let [a, b, c] = operands.map(|e| lit(self, e));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(solver, &[out, !x, !y]);
                    self.add(solver, &[!out, x, y]);
                }
            }
        }
        let inputs = gate.operands().iter().map(|e| lit(self, *e).var());
        let inputs: Vec<Var> = inputs.collect();
        solver.defined(out.var(), &inputs);
    }
}

#[cfg(test)]
mod tests;
