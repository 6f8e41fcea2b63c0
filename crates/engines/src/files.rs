//! Deciding what files of model checkers say, with all engines that work on transition systems.
//!
//! IC3 on bits, incremental SAT, and for words IC3 over words run side by side; the first answer ends the others. What they
//! find is checked before it leaves: a run is simulated, an invariant proved again, and for words on the words, not on the bits
//! that were made of them. Where arrays are too large for bits, IC3 over words runs alone.

use crate::circuit::Machine;
use crate::ic3::{self, Found};
use crate::{dimspec, ic3ia};
use encode::words::{Expanded, Words};
use evidence::{
    CircuitAnswer, NotShown, Reason, WordsAnswer, check_clauses, check_invariant, check_run,
    check_word_run,
};
use sat::Sequential;
use smt::{Backend, Cancel, Limits, Why};
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use term::TermPool;

/// An engine for files.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileEngine {
    /// IC3 on bits.
    Ic3,
    /// IC3 over words with predicate abstraction; not for AIGER and DimSpec.
    Ic3ia,
    /// Incremental SAT: finds runs to something bad only.
    Dimspec,
}

impl FileEngine {
    /// All of them.
    pub const ALL: [FileEngine; 3] = [FileEngine::Ic3, FileEngine::Ic3ia, FileEngine::Dimspec];
}

/// Counters by name.
type Counters = Vec<(String, u64)>;

/// What a lane has found, and its counters.
type Ended<T> = (Result<T, Why>, Counters);

/// Decides whether something bad can happen in a circuit, by some of the engines. The counters are those of the search.
pub fn decide(
    circuit: &Sequential,
    engines: &[FileEngine],
    limits: &Limits,
) -> (Result<CircuitAnswer, Reason>, Counters) {
    let (bits, _) = race(Some(circuit), engines, limits, |_| ());
    let Some((found, counters)) = first(bits) else {
        let what = "the engine works on words, and the system is made of bits".to_string();
        return (Err(Reason::Limit(what)), Vec::new());
    };
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
    engines: &[FileEngine],
    limits: &Limits,
) -> (Result<WordsAnswer, Reason>, Words, Counters) {
    let plain = words.with_constant_firsts(pool);
    // What nothing bad depends on may be large.
    let cone = plain.cone(pool);
    let on_bits = on_bits(pool, &cone, limits);
    let circuit = on_bits.as_ref().ok().map(|(_, machine)| &machine.circuit);
    let (bits, over_words) = race(circuit, engines, limits, |limits| {
        let is_asked = engines.contains(&FileEngine::Ic3ia);
        is_asked.then(|| search_words(pool, &cone, limits))
    });
    let mut counters = Counters::default();
    let bits = first(bits).map(|(found, of_bits)| {
        counters.extend(of_bits);
        found
    });
    let over_words = over_words.map(|(found, of_words)| {
        counters.extend(of_words);
        found
    });
    let answer = match (bits, over_words, on_bits) {
        (Some(Ok(found)), _, Ok((expanded, machine))) => match found {
            Found::Run(run) => {
                let run = expanded.collapse(pool, &machine.run_over_words(pool, &run));
                check_word_run(pool, words, run).map_err(not_shown)
            }
            Found::Invariant(clauses) => {
                let originals = expanded.originals(pool);
                let invariant = machine.conditions(pool, &originals, &clauses);
                check_invariant(pool, &plain, invariant, limits).map_err(not_shown)
            }
        },
        (_, Some(Ok(ic3ia::Found::Run(run))), _) => {
            check_word_run(pool, words, run).map_err(not_shown)
        }
        (_, Some(Ok(ic3ia::Found::Invariant(invariant))), _) => {
            check_invariant(pool, &plain, invariant, limits).map_err(not_shown)
        }
        (Some(Err(why)), _, _) | (None, Some(Err(why)), Ok(_)) => Err(why.into()),
        (None, Some(Err(Why::Other(what))), Err(Reason::Limit(lacks))) => {
            Err(Reason::Limit(format!("{lacks}; {what}")))
        }
        (None, Some(Err(why)), Err(_)) => Err(why.into()),
        (_, None, Err(lacks)) => Err(lacks),
        (Some(Ok(_)), Some(Err(_)), Err(_)) | (None, None, Ok(_)) => {
            Err(Reason::Internal("no engine was asked".to_string()))
        }
    };
    (answer, plain, counters)
}

/// The circuit of a system. An error says why there is none.
fn on_bits(
    pool: &mut TermPool,
    words: &Words,
    limits: &Limits,
) -> Result<(Expanded, Machine), Reason> {
    let lacks = |what: String| Reason::Limit(format!("there is no circuit: the system has {what}"));
    let expanded = words.without_arrays(pool).map_err(lacks)?;
    let machine = Machine::new(pool, &expanded.words, limits)?;
    Ok((expanded, machine))
}

fn search_words(pool: &mut TermPool, words: &Words, limits: &Limits) -> Ended<ic3ia::Found> {
    let backend = Backend::default();
    let (found, cost) = ic3ia::decide(pool, words, None, &backend, limits, &|_, _| {});
    (found, named("ic3ia", cost.counters()))
}

fn named<const N: usize>(engine: &str, counters: [(&'static str, u64); N]) -> Counters {
    let counters = counters.into_iter();
    counters
        .map(|(name, value)| (format!("{engine}.{name}"), value))
        .collect()
}

fn not_shown(error: NotShown) -> Reason {
    match error {
        NotShown::Refuted(what) => Reason::Internal(format!("the checker rejects it: {what}")),
        NotShown::Open(why) => why.into(),
    }
}

/// Runs the engines on bits beside what else there is to do, which is given the limits: the first answer raises their flag.
fn race<T: Answer>(
    circuit: Option<&Sequential>,
    engines: &[FileEngine],
    limits: &Limits,
    beside: impl FnOnce(&Limits) -> T,
) -> (Vec<Ended<Found>>, T) {
    let over = limits.cancel.clone().unwrap_or_default().child();
    let limits = Limits {
        cancel: Some(over.clone()),
        ..limits.clone()
    };
    let asked = |engine| circuit.filter(|_| engines.contains(&engine));
    let (limits, over) = (&limits, &over);
    thread::scope(|scope| {
        let proves = asked(FileEngine::Ic3).map(|circuit| {
            scope.spawn(move || {
                ends(over, || {
                    let (found, cost) = ic3::decide(circuit, limits, &|_, _| {});
                    (found, named("ic3", cost.counters()))
                })
            })
        });
        let refutes = asked(FileEngine::Dimspec).map(|circuit| {
            scope.spawn(move || {
                ends(over, || {
                    let settings = dimspec::Settings::default();
                    let (run, cost) = dimspec::decide(circuit, &settings, limits, &|_| {});
                    (run.map(Found::Run), named("dimspec", cost.counters()))
                })
            })
        });
        let own = ends(over, || beside(limits));
        let lanes = [proves, refutes].into_iter().flatten();
        let bits = lanes.map(|lane| {
            lane.join()
                .unwrap_or_else(|payload| panic::resume_unwind(payload))
        });
        (bits.collect(), own)
    })
}

/// What may be an answer.
trait Answer {
    fn is_answer(&self) -> bool;
}

impl<T> Answer for Ended<T> {
    fn is_answer(&self) -> bool {
        self.0.is_ok()
    }
}

impl<T: Answer> Answer for Option<T> {
    fn is_answer(&self) -> bool {
        self.as_ref().is_some_and(T::is_answer)
    }
}

impl Answer for () {
    fn is_answer(&self) -> bool {
        false
    }
}

/// Runs a lane. If it has an answer, or panics, the others have no more to do.
fn ends<T: Answer>(over: &Cancel, run: impl FnOnce() -> T) -> T {
    let ended = panic::catch_unwind(AssertUnwindSafe(run));
    if ended.as_ref().map_or(true, T::is_answer) {
        over.raise();
    }
    ended.unwrap_or_else(|payload| panic::resume_unwind(payload))
}

/// The first answer of some lanes, or else why the first of them has none, with the counters of all; nothing if there are no
/// lanes.
fn first(lanes: Vec<Ended<Found>>) -> Option<Ended<Found>> {
    let mut counters = Counters::default();
    let mut found: Option<Result<Found, Why>> = None;
    for (lane, of_lane) in lanes {
        counters.extend(of_lane);
        if !matches!(found, Some(Ok(_))) && (found.is_none() || lane.is_ok()) {
            found = Some(lane);
        }
    }
    Some((found?, counters))
}
