//! The search: frame after frame, until one is inductive or a run is found.

use super::core::Core;
use super::frame::Cube;
use super::obligation::Queue;
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
    let mut core = Core::new(&small.circuit, bad, limits);
    let found = core.search(tell);
    let cost = core.cost();
    let found = found.map(|found| match found {
        Found::Run(run) => {
            let run = small.lift(circuit, &run);
            assert!(circuit.judge(&run).is_some(), "a counterexample is a run");
            Found::Run(run)
        }
        Found::Invariant(clauses) => {
            let mut all = small.facts.clone();
            all.extend(clauses.iter().map(|clause| small.lift_clause(clause)));
            Found::Invariant(all)
        }
    });
    (found, cost)
}

impl Core<'_> {
    fn search(&mut self, tell: &dyn Fn(usize, usize)) -> Result<Found, Why> {
        loop {
            let last = self.frames.last();
            tell(last, self.frames.len());
            while let Some(bad) = self.bad_cube()? {
                let mut queue = Queue::default();
                let is_first = last == 0 || self.meets_first(&bad.cube);
                queue.push(last, bad);
                let reached = match is_first {
                    true => Some(0),
                    false => self.block(&mut queue)?,
                };
                if let Some(number) = reached {
                    return Ok(Found::Run(self.run(&queue, number)));
                }
            }
            self.add_frame();
            if let Some(frame) = self.propagate()? {
                return Ok(Found::Invariant(self.invariant(frame)));
            }
        }
    }

    /// The clauses of a frame.
    fn invariant(&self, frame: usize) -> Vec<Vec<Lit>> {
        let lemmas = self.frames.of(frame);
        lemmas
            .map(|lemma| lemma.cube.iter().map(|lit| !*lit).collect())
            .collect()
    }

    /// The run that begins in the cube of an obligation.
    fn run(&self, queue: &Queue, first: usize) -> CircuitRun {
        let latches = self.circuit.latches.iter();
        let mut values: Vec<bool> = latches.map(|l| l.first.unwrap_or(false)).collect();
        let cube: &Cube = &queue.all[first].cube;
        for lit in cube {
            values[lit.var().0 as usize] = !lit.is_negated();
        }
        let mut inputs = Vec::new();
        let mut number = Some(first);
        while let Some(now) = number {
            inputs.push(queue.all[now].inputs.clone());
            number = queue.all[now].next;
        }
        CircuitRun {
            first: values,
            inputs,
        }
    }

    fn cost(&self) -> Cost {
        let all = self.queries.iter().chain([&self.infinity, &self.lifting]);
        let counters = &self.counters;
        Cost {
            latches: self.circuit.latches.len() as u64,
            inputs: self.circuit.inputs.len() as u64,
            ands: self.circuit.aig.ands() as u64,
            clauses: self.encoded.clauses.len() as u64,
            frames: self.frames.last() as u64,
            lemmas: self.frames.len() as u64,
            subsumed: self.frames.subsumed,
            obligations: counters.obligations,
            questions: counters.questions,
            conflicts: all.map(|query| query.conflicts()).sum(),
            rebuilt: counters.rebuilt,
            helped: counters.helped,
            lifted_percent: counters.lifted_to * 100 / counters.lifted_from.max(1),
        }
    }
}
