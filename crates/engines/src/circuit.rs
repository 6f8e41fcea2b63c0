//! Programs and files as finite machines: what engines share that know nothing of locations.
//!
//! The transition system becomes one machine with a location ([`encode::finite`]), and for engines on bits the machine a circuit
//! with latches ([`Machine`]). Solvers get it as clauses ([`Encoded`]). A run of the machine becomes inputs of the program, on
//! which `evidence` replays it ([`refute`]).

mod encoded;
mod machine;
mod settings;
mod totality;

pub(crate) use encoded::{Encoded, Signal};
pub use machine::Machine;
pub use settings::Settings;
#[cfg(test)]
pub(crate) use totality::is_partial;

use crate::board::Obstacle;
use crate::context::Context;
use encode::exec::CutPoints;
use encode::finite::{Arrays, Coding, Finite, Moment, What};
use encode::system::{LocationId, TransitionSystem};
use encode::words::Words;
use evidence::{Reason, replay};
use program::SiteId;
use sat::sequential::CircuitRun;
use smt::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Term, TermPool};

/// A program as one machine, with the way back.
pub(crate) struct OfProgram {
    pub system: Arc<TransitionSystem>,
    pub finite: Finite,
    pub words: Words,
    /// What is known of the states of each location.
    pub facts: Vec<Term>,
}

impl OfProgram {
    /// The circuit.
    pub fn machine(&self, context: &mut Context) -> Result<Machine, Reason> {
        let limits = context.limits.clone();
        let machine = Machine::new(&mut context.pool, &self.words, &limits)?;
        context.count("state_bits", machine.circuit.latches.len() as u64);
        Ok(machine)
    }
}

/// Asks for machines of a program: of all checks, and of those that are left when some have failed.
pub(crate) struct Asked {
    system: Arc<TransitionSystem>,
    coding: Coding,
    arrays: Arrays,
    /// Whether machines contain what abstract interpretation finds.
    facts: bool,
    searches: u64,
}

impl Asked {
    pub fn new(
        context: &mut Context,
        cuts: CutPoints,
        coding: Coding,
        arrays: Arrays,
        facts: bool,
    ) -> Result<Asked, Reason> {
        let system = context.system(cuts)?;
        context.progress(None, "making a machine of the transition system");
        totality::prove(context, &system)?;
        Ok(Asked {
            system,
            coding,
            arrays,
            facts,
            searches: 0,
        })
    }

    /// The machine of the checks that have not failed; none if there are no others. Those that have failed are added to the
    /// excused ones.
    pub fn next(
        &mut self,
        context: &mut Context,
        excused: &mut BTreeSet<SiteId>,
    ) -> Result<Option<OfProgram>, Reason> {
        let failed = context.board.failed().into_iter();
        excused.extend(failed.filter(|site| context.goals.contains(*site)));
        if !context.goals.iter().any(|site| !excused.contains(&site)) && !excused.is_empty() {
            return Ok(None);
        }
        self.searches += 1;
        context.count("searches", self.searches);
        let facts = self.facts_without(context, excused);
        let pool = &mut context.pool;
        let (coding, arrays) = (self.coding, self.arrays);
        let finite = Finite::new(pool, &self.system, excused, &facts, coding, arrays);
        let finite = finite.map_err(not_available)?;
        let words = Words::of(pool, &finite);
        Ok(Some(OfProgram {
            system: self.system.clone(),
            finite,
            words,
            facts,
        }))
    }

    /// What abstract interpretation says of each location, if all checks hold but these.
    fn facts_without(&self, context: &mut Context, excused: &BTreeSet<SiteId>) -> Vec<Term> {
        let seed = match self.facts {
            true => context.seed(&self.system, excused),
            false => None,
        };
        seed.unwrap_or_default()
            .by_location(&mut context.pool, &self.system)
    }
}

/// The circuit of a transition system: a bad edge for each check and gap of each location. An error says what it lacks.
pub fn circuit(pool: &mut TermPool, system: &TransitionSystem) -> Result<Machine, String> {
    let words = words_with(pool, system, Arrays::Expanded)?;
    let machine = Machine::new(pool, &words, &Limits::default());
    machine.map_err(|_| "terms without bits".to_string())
}

/// The machine of a transition system: with arrays if they are too large for a variable for each element. An error says what
/// it lacks.
pub fn words(pool: &mut TermPool, system: &TransitionSystem) -> Result<Words, String> {
    let expanded = words_with(pool, system, Arrays::Expanded);
    expanded.or_else(|_| words_with(pool, system, Arrays::Kept))
}

fn words_with(
    pool: &mut TermPool,
    system: &TransitionSystem,
    arrays: Arrays,
) -> Result<Words, String> {
    let facts = vec![pool.tt(); system.locations.len()];
    let coding = Settings::default().locations;
    let none = BTreeSet::new();
    let finite = Finite::new(pool, system, &none, &facts, coding, arrays)?;
    Ok(Words::of(pool, &finite))
}

/// The machine cannot be made.
fn not_available(what: String) -> Reason {
    Reason::Solver(format!(
        "a finite machine is not available: the program has {what}"
    ))
}

/// Replays a run of the circuit. The check that fails in it, if the search is to go on without it.
pub(crate) fn refute_on_bits(
    context: &mut Context,
    of: &OfProgram,
    machine: &Machine,
    run: &CircuitRun,
) -> Result<Option<SiteId>, Reason> {
    let number = machine.circuit.judge(run);
    let number =
        number.ok_or_else(|| Reason::Internal("a run is not one of the circuit".to_string()))?;
    let moments = machine.moments(&context.pool, &of.finite, run);
    refute(context, of, number, &moments)
}

/// Replays a run to something bad, given by its number. The check that fails in it, if the search is to go on without it.
pub(crate) fn refute(
    context: &mut Context,
    of: &OfProgram,
    number: usize,
    moments: &[(LocationId, Moment)],
) -> Result<Option<SiteId>, Reason> {
    let (system, finite) = (&of.system, &of.finite);
    let bad = finite.bad[number];
    let site = match bad.what {
        What::Gap(number) => {
            let gap = &system.block(bad.location).gaps[number];
            context.meet(Obstacle::Gap {
                what: gap.what.clone(),
                place: gap.place,
            });
            return Ok(None);
        }
        What::Check(site) => site,
    };
    if !context.goals.contains(site) {
        // Nothing is known of what follows it.
        context.meet(Obstacle::Violation(BTreeSet::from([site])));
        return Ok(None);
    }
    let inputs = system.inputs(&context.pool, moments);
    if let (Some(programs), Some(inputs)) = (context.programs(), inputs) {
        let mut goals = context.goals.clone();
        goals.restrict(&[site]);
        let (original, promotion) = (&programs.original, &programs.promotion);
        match replay(&context.pool, original, promotion, &goals, &inputs, site) {
            Ok(trace) => {
                context.refute(site, trace);
                return Ok(Some(site));
            }
            Err(failure) => {
                tracing::debug!(
                    "a run of the machine is not replayed: {}",
                    failure.text(original)
                );
            }
        }
    }
    // Bounded model checking is to show it, and knows why it cannot be replayed.
    context.meet(Obstacle::Violation(BTreeSet::from([site])));
    Ok(Some(site))
}
