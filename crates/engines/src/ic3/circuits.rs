//! Circuits with latches from elsewhere, and those of programs for elsewhere.

pub use super::machine::Machine;
use super::search::{self, Found};
use encode::finite::{Coding, Finite};
use encode::system::TransitionSystem;
use evidence::{CircuitAnswer, NotShown, Reason, check_clauses, check_run};
use sat::Sequential;
use smt::Limits;
use std::collections::BTreeSet;
use term::{Term, TermPool};

/// Decides whether something bad can happen in a circuit. The answer has been checked; the counters are those of the search.
pub fn decide(
    circuit: &Sequential,
    limits: &Limits,
) -> (Result<CircuitAnswer, Reason>, Vec<(String, u64)>) {
    let (found, cost) = search::decide(circuit, limits, &|_, _| {});
    let counters = cost
        .counters()
        .map(|(name, value)| (format!("ic3.{name}"), value));
    let answer = found.map_err(Reason::from).and_then(|found| {
        let checked = match found {
            Found::Run(run) => check_run(circuit, run),
            Found::Invariant(clauses) => check_clauses(circuit, clauses, limits),
        };
        checked.map_err(|error| match error {
            NotShown::Refuted(what) => Reason::Internal(format!("the checker rejects it: {what}")),
            NotShown::Open(why) => why.into(),
        })
    });
    (answer, counters.to_vec())
}

/// The circuit of a transition system: a bad edge for each check and gap of each location. An error says what it lacks.
pub fn circuit(pool: &mut TermPool, system: &TransitionSystem) -> Result<Machine, String> {
    let facts = vec![pool.tt(); system.locations.len()];
    let excused = BTreeSet::new();
    let finite = Finite::new(pool, system, &excused, &facts, Coding::Binary)?;
    let machine = Machine::new(pool, &finite, &Limits::default());
    machine.map_err(|_| "terms without bits".to_string())
}

impl Machine {
    /// The names of the circuit's inputs, and of its latches: `x[0]` is the lowest bit of `x`.
    pub fn names(&self, pool: &TermPool) -> (Vec<String>, Vec<String>) {
        let names = |places: &[(Term, usize, usize)]| {
            let mut all = Vec::new();
            for (symbol, _, width) in places {
                let symbol = pool.as_symbol(*symbol).expect("it is a symbol");
                let name = pool.symbol_name(symbol).replace(char::is_whitespace, "_");
                all.extend((0..*width).map(|bit| format!("{name}[{bit}]")));
            }
            all
        };
        (names(&self.inputs), names(&self.states))
    }
}
