//! Deciding what files of model checkers say, with all engines that work on circuits.
//!
//! IC3 and incremental SAT run side by side; the first answer ends the other. What they find is checked before it leaves: a run
//! is simulated, an invariant proved again, and for words on the words, not on the bits that were made of them.

use crate::circuit::Machine;
use crate::dimspec;
use crate::ic3::{self, Found};
use encode::words::Words;
use evidence::{
    CircuitAnswer, NotShown, Reason, WordsAnswer, check_clauses, check_invariant, check_run,
    check_word_run,
};
use sat::Sequential;
use smt::{Cancel, Limits, Why};
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use term::TermPool;

/// Counters by name.
type Counters = Vec<(String, u64)>;

/// Decides whether something bad can happen in a circuit. The counters are those of the search.
pub fn decide(circuit: &Sequential, limits: &Limits) -> (Result<CircuitAnswer, Reason>, Counters) {
    let (found, counters) = search(circuit, limits);
    let answer = found.map_err(Reason::from).and_then(|found| {
        let checked = match found {
            Found::Run(run) => check_run(circuit, run),
            Found::Invariant(clauses) => check_clauses(circuit, clauses, limits),
        };
        checked.map_err(not_shown)
    });
    (answer, counters)
}

/// The same for a system over words. What holds is said of its variables, and of one that says whether the run has begun if
/// first values are computed; the system that it is about is given, too.
pub fn decide_words(
    pool: &mut TermPool,
    words: &Words,
    limits: &Limits,
) -> (Result<WordsAnswer, Reason>, Words, Counters) {
    let plain = words.with_constant_firsts(pool);
    let (answer, counters) = match by_bits(pool, words, &plain, limits) {
        Ok((answer, counters)) => (answer, counters),
        Err(reason) => (Err(reason), Vec::new()),
    };
    (answer, plain, counters)
}

fn by_bits(
    pool: &mut TermPool,
    words: &Words,
    plain: &Words,
    limits: &Limits,
) -> Result<(Result<WordsAnswer, Reason>, Counters), Reason> {
    let lacks = |what: String| Reason::Limit(format!("there is no circuit: the system has {what}"));
    // What nothing bad depends on may be large.
    let expanded = plain.cone(pool).without_arrays(pool).map_err(lacks)?;
    let machine = Machine::new(pool, &expanded.words, limits)?;
    let (found, counters) = search(&machine.circuit, limits);
    let answer = found.map_err(Reason::from).and_then(|found| {
        let checked = match found {
            Found::Run(run) => {
                let run = expanded.collapse(pool, &machine.run_over_words(pool, &run));
                check_word_run(pool, words, run)
            }
            Found::Invariant(clauses) => {
                let originals = expanded.originals(pool);
                let invariant = machine.conditions(pool, &originals, &clauses);
                check_invariant(pool, plain, invariant, limits)
            }
        };
        checked.map_err(not_shown)
    });
    Ok((answer, counters))
}

fn not_shown(error: NotShown) -> Reason {
    match error {
        NotShown::Refuted(what) => Reason::Internal(format!("the checker rejects it: {what}")),
        NotShown::Open(why) => why.into(),
    }
}

/// The first answer of the engines.
fn search(circuit: &Sequential, limits: &Limits) -> (Result<Found, Why>, Counters) {
    let cancel = limits.cancel.clone().unwrap_or_default();
    let of_lane = |cancel: &Cancel| Limits {
        cancel: Some(cancel.clone()),
        ..limits.clone()
    };
    let (proves, refutes) = (cancel.child(), cancel.child());
    thread::scope(|scope| {
        let runs = scope.spawn(|| {
            let settings = dimspec::Settings::default();
            let limits = of_lane(&refutes);
            let (found, cost) = dimspec::decide(circuit, &settings, &limits, &|_| {});
            if found.is_ok() {
                proves.raise();
            }
            (found, cost)
        });
        let own = || ic3::decide(circuit, &of_lane(&proves), &|_, _| {});
        let own = panic::catch_unwind(AssertUnwindSafe(own));
        // Incremental SAT may not end by itself, and is waited for even after a panic.
        if !matches!(own, Ok((Err(_), _))) {
            refutes.raise();
        }
        let run = runs.join();
        let (found, cost) = own.unwrap_or_else(|payload| panic::resume_unwind(payload));
        let (run, run_cost) = run.unwrap_or_else(|payload| panic::resume_unwind(payload));
        let own = cost.counters();
        let own = own.map(|(name, value)| (format!("ic3.{name}"), value));
        let others = run_cost.counters();
        let others = others.map(|(name, value)| (format!("dimspec.{name}"), value));
        let counters = own.into_iter().chain(others).collect();
        let found = match (found, run) {
            (Ok(found), _) => Ok(found),
            (_, Ok(run)) => Ok(Found::Run(run)),
            (Err(why), _) => Err(why),
        };
        (found, counters)
    })
}
