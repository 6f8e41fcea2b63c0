//! Checking what is said of a circuit with latches, with nothing of the engine that said it.
//!
//! An invariant is a set of clauses over the latches. A fresh solver, which is not the one that engines ask, proves that they
//! hold in all first states, that they are kept by every step in which the constraints hold, and that they exclude
//! everything bad. A run is simulated.

use sat::sequential::CircuitRun;
use sat::{Budget, Cnf, DefaultSolver, Edge, Lit, Outcome, SatSolver, Sequential};
use smt::{Limits, Why};

/// What was proved or shown.
#[derive(Clone, Debug)]
pub enum CircuitAnswer {
    /// Clauses over the numbers of latches that are an invariant.
    Holds(Vec<Vec<Lit>>),
    /// The number of a bad edge, and a run to it.
    Fails(usize, CircuitRun),
}

/// What is wrong with a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotShown {
    Refuted(&'static str),
    Open(Why),
}

/// Accepts a run that ends in something bad.
pub fn check_run(circuit: &Sequential, run: CircuitRun) -> Result<CircuitAnswer, NotShown> {
    match circuit.judge(&run) {
        Some(number) => Ok(CircuitAnswer::Fails(number, run)),
        None => Err(NotShown::Refuted("it is not a run to something bad")),
    }
}

/// Accepts clauses that are an inductive invariant which excludes everything bad.
pub fn check_clauses(
    circuit: &Sequential,
    clauses: Vec<Vec<Lit>>,
    limits: &Limits,
) -> Result<CircuitAnswer, NotShown> {
    let mut trial = Trial {
        circuit,
        limits,
        cnf: Cnf::new(),
        solver: DefaultSolver::new(),
    };
    let firsts = circuit.latches.iter().map(|latch| latch.first);
    let firsts: Vec<Option<bool>> = firsts.collect();
    let holds_first = |clause: &Vec<Lit>| {
        let is_true = |lit: &Lit| firsts[lit.var().0 as usize] == Some(!lit.is_negated());
        clause.iter().any(is_true) || is_tautology(clause)
    };
    if !clauses.iter().all(holds_first) {
        return Err(NotShown::Refuted("it does not hold in all first states"));
    }
    for clause in &clauses {
        let edges: Vec<Edge> = clause.iter().map(|lit| trial.now(*lit)).collect();
        trial.any(&edges);
    }
    for constraint in &circuit.constraints {
        trial.any(&[*constraint]);
    }
    for clause in &clauses {
        let misses: Vec<Edge> = clause.iter().map(|lit| !trial.next(*lit)).collect();
        if !trial.refutes(&misses)? {
            return Err(NotShown::Refuted("it is not inductive"));
        }
    }
    for bad in &circuit.bad {
        if !trial.refutes(&[*bad])? {
            return Err(NotShown::Refuted("it does not exclude everything bad"));
        }
    }
    Ok(CircuitAnswer::Holds(clauses))
}

fn is_tautology(clause: &[Lit]) -> bool {
    clause.iter().any(|lit| clause.contains(&!*lit))
}

struct Trial<'a> {
    circuit: &'a Sequential,
    limits: &'a Limits,
    cnf: Cnf,
    solver: DefaultSolver,
}

impl Trial<'_> {
    fn now(&self, lit: Lit) -> Edge {
        let latch = &self.circuit.latches[lit.var().0 as usize];
        Edge::to(latch.node).negate_if(lit.is_negated())
    }

    fn next(&self, lit: Lit) -> Edge {
        let latch = &self.circuit.latches[lit.var().0 as usize];
        latch.next.negate_if(lit.is_negated())
    }

    /// Asserts that one of some edges is true.
    fn any(&mut self, edges: &[Edge]) {
        let aig = &self.circuit.aig;
        self.cnf.assert_any(aig, &mut self.solver, edges);
    }

    /// Whether not all of some edges can be true.
    fn refutes(&mut self, edges: &[Edge]) -> Result<bool, NotShown> {
        let mut assumptions = Vec::new();
        for edge in edges {
            match edge.as_constant() {
                Some(true) => {}
                Some(false) => return Ok(true),
                None => {
                    let lit = self.cnf.lit(&self.circuit.aig, &mut self.solver, *edge);
                    assumptions.push(lit);
                }
            }
        }
        let limits = self.limits.clone();
        let budget = Budget {
            conflicts: None,
            stop: Some(Box::new(move || limits.expired().is_some())),
        };
        match self.solver.solve(&assumptions, budget) {
            Outcome::Unsat => Ok(true),
            Outcome::Sat => Ok(false),
            Outcome::Stopped | Outcome::Unproved => {
                let why = self.limits.expired().unwrap_or(Why::Cancelled);
                Err(NotShown::Open(why))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sat::Var;

    /// Two latches of which exactly one is true: they swap when the input says so. Bad: both are.
    fn swaps() -> Sequential {
        let mut circuit = Sequential::default();
        let a = circuit.add_latch(Some(true));
        let b = circuit.add_latch(Some(false));
        let swap = circuit.add_input();
        circuit.latches[0].next = circuit.aig.ite(swap, b, a);
        circuit.latches[1].next = circuit.aig.ite(swap, a, b);
        circuit.bad = vec![circuit.aig.and(a, b)];
        circuit
    }

    #[test]
    fn what_is_accepted() {
        let circuit = swaps();
        let (a, b) = (Var(0).positive(), Var(1).positive());
        let check = |clauses: Vec<Vec<Lit>>| {
            let checked = check_clauses(&circuit, clauses, &Limits::default());
            checked.map(|_| ()).map_err(|e| match e {
                NotShown::Refuted(what) => what,
                NotShown::Open(_) => "open",
            })
        };
        assert_eq!(check(vec![vec![!a, !b]]), Ok(()));
        let not_first = Err("it does not hold in all first states");
        assert_eq!(check(vec![vec![!a, !b], vec![b]]), not_first);
        assert_eq!(
            check(vec![vec![!a, !b], vec![a]]),
            Err("it is not inductive")
        );
        assert_eq!(
            check(vec![vec![a, b]]),
            Err("it does not exclude everything bad")
        );
    }

    #[test]
    fn runs() {
        let circuit = swaps();
        let run = CircuitRun {
            first: vec![true, false],
            inputs: vec![vec![true]; 3],
        };
        assert!(check_run(&circuit, run).is_err());
    }
}
