//! A circuit as clauses, once for all solvers.
//!
//! All solvers of a run number the same nodes in the same way: the clauses are recorded once and given to each of them.

use sat::{Budget, Cnf, Cones, Edge, Lit, Outcome, SatSolver, Sequential, Var};
use std::rc::Rc;

/// The clauses of a circuit, and its literals.
pub(crate) struct Encoded {
    pub clauses: Vec<Vec<Lit>>,
    pub variables: u32,
    /// By latch: its value.
    pub latches: Vec<Lit>,
    /// By latch: its value in the next step.
    pub nexts: Vec<Signal>,
    /// By input.
    pub inputs: Vec<Lit>,
    /// Whether something bad is the case.
    pub bad: Signal,
    pub constraints: Vec<Signal>,
    /// What gates are computed from.
    pub cones: Rc<Cones>,
    /// The variables of facts and constraints, where these are asserted.
    pub asserted: Vec<Var>,
}

/// A constant or a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    Constant(bool),
    Lit(Lit),
}

impl Signal {
    pub fn negate_if(self, negate: bool) -> Signal {
        match self {
            Signal::Constant(value) => Signal::Constant(value != negate),
            Signal::Lit(lit) => Signal::Lit(lit.negate_if(negate)),
        }
    }
}

/// Records clauses.
#[derive(Default)]
struct Recorder {
    clauses: Vec<Vec<Lit>>,
    variables: u32,
    gates: Vec<(Var, Vec<Var>)>,
    /// The clauses before this one have been accounted for.
    accounted: usize,
    asserted: Vec<Var>,
}

impl Recorder {
    /// The clauses since the last gate assert something.
    fn asserts(&mut self) {
        let clauses = self.clauses[self.accounted..].iter().flatten();
        self.asserted.extend(clauses.map(|lit| lit.var()));
        self.accounted = self.clauses.len();
    }

    fn cones(&self) -> Cones {
        let mut inputs: Vec<&[Var]> = vec![&[]; self.variables as usize];
        for (gate, of_gate) in &self.gates {
            inputs[gate.0 as usize] = of_gate;
        }
        Cones::new(inputs.into_iter())
    }
}

impl SatSolver for Recorder {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var(self.variables - 1)
    }

    fn reserve(&mut self) {}

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }

    fn defined(&mut self, gate: Var, inputs: &[Var]) {
        self.gates.push((gate, inputs.to_vec()));
        self.accounted = self.clauses.len();
    }

    fn solve(&mut self, _: &[Lit], _: Budget) -> Outcome {
        Outcome::Stopped
    }

    fn value(&self, _: Lit) -> Option<bool> {
        None
    }

    fn failed(&self) -> &[Lit] {
        &[]
    }

    fn conflicts(&self) -> u64 {
        0
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

impl Encoded {
    /// The clauses of a circuit. Facts and constraints are part of them where `asserts` says so.
    pub fn new(circuit: &Sequential, bad: Edge, asserts: bool) -> Encoded {
        let mut cnf = Cnf::new();
        let mut recorder = Recorder::default();
        let aig = &circuit.aig;
        let signal = |cnf: &mut Cnf, recorder: &mut Recorder, edge: Edge| match edge.as_constant() {
            Some(value) => Signal::Constant(value),
            None => Signal::Lit(cnf.lit(aig, recorder, edge)),
        };
        let leaf =
            |cnf: &mut Cnf, recorder: &mut Recorder, node| cnf.lit(aig, recorder, Edge::to(node));
        let latches = circuit.latches.iter();
        let latches = latches.map(|l| leaf(&mut cnf, &mut recorder, l.node));
        let latches: Vec<Lit> = latches.collect();
        let inputs = circuit.inputs.iter();
        let inputs = inputs.map(|node| leaf(&mut cnf, &mut recorder, *node));
        let inputs: Vec<Lit> = inputs.collect();
        let nexts = circuit.latches.iter();
        let nexts = nexts.map(|l| signal(&mut cnf, &mut recorder, l.next));
        let nexts: Vec<Signal> = nexts.collect();
        let bad = signal(&mut cnf, &mut recorder, bad);
        let constraints = circuit.constraints.iter();
        let constraints = constraints.map(|c| signal(&mut cnf, &mut recorder, *c));
        let constraints: Vec<Signal> = constraints.collect();
        if asserts {
            for edge in circuit.facts.iter().chain(&circuit.constraints) {
                cnf.assert(aig, &mut recorder, *edge, None);
                recorder.asserts();
            }
        }
        Encoded {
            cones: Rc::new(recorder.cones()),
            asserted: recorder.asserted,
            clauses: recorder.clauses,
            variables: recorder.variables,
            latches,
            nexts,
            inputs,
            bad,
            constraints,
        }
    }

    /// A literal over the numbers of latches, in this step.
    pub fn now(&self, lit: Lit) -> Lit {
        self.latches[lit.var().0 as usize].negate_if(lit.is_negated())
    }

    /// The same in the next step.
    pub fn next(&self, lit: Lit) -> Signal {
        self.nexts[lit.var().0 as usize].negate_if(lit.is_negated())
    }
}
