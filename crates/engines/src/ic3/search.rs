//! Deciding a circuit: it is made smaller, searched, and what is found is said of the circuit as it was.

use super::steps::Latches;
use crate::frames::{Core, Cube, Ended};
use sat::sequential::{CircuitRun, Reduced};
use sat::{Lit, Sequential};
use smt::{Limits, Why};

/// What IC3 has found about a circuit.
#[derive(Debug)]
pub(crate) enum Found {
    /// Clauses over the numbers of latches: they hold in all first states, are inductive, and exclude what is bad.
    Invariant(Vec<Vec<Lit>>),
    /// A run to something bad.
    Run(CircuitRun),
}

/// What it took.
#[derive(Default, Debug)]
pub(crate) struct Cost {
    pub latches: u64,
    pub inputs: u64,
    pub ands: u64,
    pub clauses: u64,
    pub frames: u64,
    pub lemmas: u64,
    pub subsumed: u64,
    pub obligations: u64,
    pub questions: u64,
    pub conflicts: u64,
    pub rebuilt: u64,
    pub helped: u64,
    pub lifted_percent: u64,
}

impl Cost {
    /// All of it, by name.
    pub fn counters(&self) -> [(&'static str, u64); 13] {
        [
            ("latches", self.latches),
            ("inputs", self.inputs),
            ("ands", self.ands),
            ("clauses", self.clauses),
            ("frames", self.frames),
            ("lemmas", self.lemmas),
            ("subsumed", self.subsumed),
            ("obligations", self.obligations),
            ("questions", self.questions),
            ("conflicts", self.conflicts),
            ("rebuilt", self.rebuilt),
            ("helped", self.helped),
            ("lifted_percent", self.lifted_percent),
        ]
    }
}

/// Decides whether a run of a circuit meets any of its bad edges. `tell` hears of each new frame and the number of clauses.
pub(crate) fn decide(
    circuit: &Sequential,
    limits: &Limits,
    tell: &dyn Fn(usize, usize),
) -> (Result<Found, Why>, Cost) {
    let mut small = Reduced::new(circuit);
    let bad = { small.circuit.bad.clone() };
    let bad = small.circuit.aig.or_all(&bad);
    let mut core = Core::new(Latches::new(&small.circuit, bad, limits));
    let ended = core.search(tell);
    let cost = cost(&core);
    let found = ended.map(|ended| match ended {
        Ended::Path(path) => {
            let run = small.lift(circuit, &run(&small.circuit, path));
            assert!(circuit.judge(&run).is_some(), "a counterexample is a run");
            Found::Run(run)
        }
        Ended::Invariant(cubes) => {
            let mut all = small.facts.clone();
            all.extend(cubes.iter().map(|cube| {
                let clause: Vec<Lit> = cube.iter().map(|lit| !*lit).collect();
                small.lift_clause(&clause)
            }));
            Found::Invariant(all)
        }
    });
    (found, cost)
}

/// The run along a path of cubes. Each of their states does what the one does that was found.
fn run(circuit: &Sequential, path: Vec<(Cube, Cube)>) -> CircuitRun {
    let latches = circuit.latches.iter();
    let mut first: Vec<bool> = latches.map(|l| l.first.unwrap_or(false)).collect();
    for lit in &path[0].0 {
        first[lit.var().0 as usize] = !lit.is_negated();
    }
    let steps = path.into_iter().map(|(_, valued)| {
        let mut inputs = vec![false; circuit.inputs.len()];
        for lit in valued {
            inputs[lit.var().0 as usize] = !lit.is_negated();
        }
        inputs
    });
    CircuitRun {
        first,
        inputs: steps.collect(),
    }
}

fn cost(core: &Core<Latches<'_>>) -> Cost {
    let (steps, counters) = (&core.steps, &core.counters);
    Cost {
        latches: steps.circuit.latches.len() as u64,
        inputs: steps.circuit.inputs.len() as u64,
        ands: steps.circuit.aig.ands() as u64,
        clauses: steps.encoded.clauses.len() as u64,
        frames: core.frames.last() as u64,
        lemmas: core.frames.len() as u64,
        subsumed: core.frames.subsumed,
        obligations: counters.obligations,
        questions: counters.questions,
        conflicts: steps.conflicts(),
        rebuilt: steps.rebuilt,
        helped: counters.helped,
        lifted_percent: counters.lifted_to * 100 / counters.lifted_from.max(1),
    }
}
