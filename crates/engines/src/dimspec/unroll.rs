//! The steps of a circuit in one solver.

use super::settings::{SatChoice, Settings};
use crate::circuit::{Encoded, Signal};
use sat::sequential::{CircuitRun, Reduced};
use sat::{Budget, DefaultSolver, Lit, Outcome, QuickSolver, SatSolver, Sequential, Var};
use smt::{Limits, Why};

/// What it took.
#[derive(Default, Debug)]
pub(crate) struct Cost {
    latches: u64,
    clauses: u64,
    steps: u64,
    questions: u64,
    conflicts: u64,
}

impl Cost {
    /// All of it, by name.
    pub fn counters(&self) -> [(&'static str, u64); 5] {
        [
            ("latches", self.latches),
            ("clauses", self.clauses),
            ("steps", self.steps),
            ("questions", self.questions),
            ("conflicts", self.conflicts),
        ]
    }
}

/// Looks for a run to something bad, in more and more steps. `tell` hears how many have been excluded.
pub(crate) fn decide(
    circuit: &Sequential,
    settings: &Settings,
    limits: &Limits,
    tell: &dyn Fn(usize),
) -> (Result<CircuitRun, Why>, Cost) {
    match settings.sat_solver {
        SatChoice::Large => search(DefaultSolver::new(), circuit, settings, limits, tell),
        SatChoice::Small => search(QuickSolver::new(), circuit, settings, limits, tell),
    }
}

fn search<S: SatSolver>(
    solver: S,
    circuit: &Sequential,
    settings: &Settings,
    limits: &Limits,
    tell: &dyn Fn(usize),
) -> (Result<CircuitRun, Why>, Cost) {
    let mut small = Reduced::new(circuit);
    let bad = { small.circuit.bad.clone() };
    let bad = small.circuit.aig.or_all(&bad);
    let encoded = Encoded::new(&small.circuit, bad, true);
    let mut unrolled = Unrolled {
        encoded: &encoded,
        circuit: &small.circuit,
        solver,
        steps: Vec::new(),
        questions: 0,
    };
    let found = unrolled.search(settings, limits, tell);
    let cost = Cost {
        latches: small.circuit.latches.len() as u64,
        clauses: encoded.clauses.len() as u64,
        steps: unrolled.steps.len() as u64,
        questions: unrolled.questions,
        conflicts: unrolled.solver.conflicts(),
    };
    let found = found.map(|run| {
        let run = small.lift(circuit, &run);
        assert!(circuit.judge(&run).is_some(), "a counterexample is a run");
        run
    });
    (found, cost)
}

struct Unrolled<'a, S> {
    encoded: &'a Encoded,
    circuit: &'a Sequential,
    solver: S,
    steps: Vec<Step>,
    questions: u64,
}

/// What the variables of the clauses are in one step.
struct Step {
    signals: Vec<Signal>,
    bad: Signal,
}

impl Step {
    fn of(&self, signal: Signal) -> Signal {
        match signal {
            Signal::Constant(_) => signal,
            Signal::Lit(lit) => self.lit(lit),
        }
    }

    fn lit(&self, lit: Lit) -> Signal {
        self.signals[lit.var().0 as usize].negate_if(lit.is_negated())
    }
}

impl<S: SatSolver> Unrolled<'_, S> {
    fn search(
        &mut self,
        settings: &Settings,
        limits: &Limits,
        tell: &dyn Fn(usize),
    ) -> Result<CircuitRun, Why> {
        if self.encoded.bad == Signal::Constant(false) {
            return Err(Why::Other("nothing in the circuit is bad".to_string()));
        }
        let most = settings.max_steps.unwrap_or(usize::MAX);
        loop {
            let excluded = self.steps.len();
            tell(excluded);
            let added = settings.stride.after(excluded).min(most - excluded);
            if added == 0 {
                return Err(Why::Other(format!("no violation within {excluded} steps")));
            }
            for _ in 0..added {
                if let Some(why) = limits.expired() {
                    return Err(why);
                }
                self.add_step();
            }
            let own = self.steps[excluded..].iter();
            let bad: Vec<Signal> = own.map(|step| step.bad).collect();
            if self.is_possible(&bad, limits)? {
                return Ok(self.run());
            }
            for signal in bad {
                if let Signal::Lit(lit) = signal {
                    self.solver.add_clause(&[!lit]);
                }
            }
        }
    }

    /// One more step: the clauses again, over new variables. Its latches are what the step before makes of them.
    fn add_step(&mut self) {
        let none = Signal::Constant(false);
        let mut signals = vec![None; self.encoded.variables as usize];
        for (number, lit) in self.encoded.latches.iter().enumerate() {
            let value = match self.steps.last() {
                Some(before) => Some(before.of(self.encoded.nexts[number])),
                None => self.circuit.latches[number].first.map(Signal::Constant),
            };
            // A latch is the positive literal of its variable.
            signals[lit.var().0 as usize] = value.map(|value| value.negate_if(lit.is_negated()));
        }
        let solver = &mut self.solver;
        let signals = signals.into_iter();
        let signals =
            signals.map(|known| known.unwrap_or_else(|| Signal::Lit(solver.new_var().positive())));
        let mut step = Step {
            signals: signals.collect(),
            bad: none,
        };
        step.bad = step.of(self.encoded.bad);
        for clause in &self.encoded.clauses {
            let mut lits = Vec::with_capacity(clause.len());
            let mut is_true = false;
            for lit in clause {
                match step.lit(*lit) {
                    Signal::Constant(value) => is_true |= value,
                    Signal::Lit(lit) => lits.push(lit),
                }
            }
            if !is_true {
                solver.add_clause(&lits);
            }
        }
        self.steps.push(step);
    }

    /// Whether one of some steps can be bad.
    fn is_possible(&mut self, bad: &[Signal], limits: &Limits) -> Result<bool, Why> {
        if bad.contains(&Signal::Constant(true)) {
            return self.ask(&[], limits);
        }
        let lits = bad.iter().filter_map(|signal| match signal {
            Signal::Lit(lit) => Some(*lit),
            Signal::Constant(_) => None,
        });
        let mut lits: Vec<Lit> = lits.collect();
        match lits.as_slice() {
            [] => Ok(false),
            [one] => self.ask(&[*one], limits),
            _ => {
                let idle: Var = self.solver.new_var();
                lits.push(idle.positive());
                self.solver.add_clause(&lits);
                self.ask(&[!idle.positive()], limits)
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<bool, Why> {
        self.questions += 1;
        let own = limits.clone();
        let budget = Budget {
            conflicts: limits.conflicts,
            stop: Some(Box::new(move || own.expired().is_some())),
        };
        match self.solver.solve(assumptions, budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Stopped | Outcome::Unproved => Err(limits.expired().unwrap_or(Why::Cancelled)),
        }
    }

    /// The run of the solver's model, up to the first bad step.
    fn run(&self) -> CircuitRun {
        let value = |signal: Signal| match signal {
            Signal::Constant(value) => value,
            Signal::Lit(lit) => self.solver.value(lit).unwrap_or(false),
        };
        let read = |step: &Step, lits: &[Lit]| -> Vec<bool> {
            lits.iter().map(|lit| value(step.lit(*lit))).collect()
        };
        let end = self.steps.iter().position(|step| value(step.bad));
        let end = end.expect("the model makes a step bad");
        let steps = self.steps[..=end].iter();
        CircuitRun {
            first: read(&self.steps[0], &self.encoded.latches),
            inputs: { steps }
                .map(|step| read(step, &self.encoded.inputs))
                .collect(),
        }
    }
}
