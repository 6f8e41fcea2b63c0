//! IC3 on bits: property directed reachability (Bradley, *SAT-Based Model Checking without Unrolling*, VMCAI 2011; Eén,
//! Mishchenko, Brayton, *Efficient Implementation of Property Directed Reachability*, FMCAD 2011).
//!
//! The transition system becomes one machine with a location ([`encode::finite`]), and the machine a circuit with latches
//! ([`machine`]), which is made smaller first ([`sat::sequential::Reduced`]). IC3 keeps *frames*: frame `i` over-approximates
//! the states that can be reached in `i` steps ([`frame`]). A state of the last frame from which something bad follows is an
//! *obligation* ([`obligation`]): it is excluded from its frame, or else a state before it becomes an obligation in the frame
//! before ([`block`]). What is excluded is generalised from a state to a clause ([`generalize`]), and states that lead to an
//! obligation are lifted to cubes ([`lift`]). Clauses that hold one step later move on ([`propagate`]), and when a frame
//! equals the next one, it is an inductive invariant. When an obligation contains a first state, there is a run.
//!
//! IC3 asks very many small questions, each about a single step, so that it neither unrolls nor depends on how long the
//! shortest counterexample is as much as unrolling does. It is made for control: programs whose loops are state machines.
//!
//! Deviations from the papers:
//!
//! - A clause that is inductive by itself goes to an infinity frame, which all frames contain.
//! - What abstract interpretation finds at locations restricts all frames, and becomes part of the invariant.
//! - Something bad is any check that is asked about, or a gap. A check that fails in a replayed run is excused, and the
//!   search begins again for the others; nothing takes for granted that it holds.
//!
//! Soundness: the invariant is translated back to one formula for each location of the transition system, together with all
//! that was used to make the circuit smaller, and [`evidence::Inductive`] proves it again on that system ([`claim`]). A run is
//! simulated on the circuit, then on the program by `evidence`. So a mistake here costs an answer, and never makes a wrong
//! one.
//!
//! The papers' F is [`frame::Frames`], and a cube `s` of theirs a [`frame::Cube`].

mod block;
mod circuits;
mod claim;
mod core;
mod encoded;
mod frame;
mod generalize;
mod lift;
mod machine;
mod obligation;
mod propagate;
mod query;
mod search;
mod settings;
#[cfg(test)]
mod tests;
mod totality;

pub use circuits::{Machine as Circuit, circuit, decide};
pub use settings::Settings;

use crate::Engine;
use crate::board::Obstacle;
use crate::context::Context;
use encode::exec::CutPoints;
use encode::finite::{Finite, What};
use encode::system::TransitionSystem;
use evidence::{Reason, replay};
use machine::Machine;
use program::SiteId;
use sat::sequential::CircuitRun;
use search::{Cost, Found};
use std::collections::BTreeSet;
use std::sync::Arc;

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct Ic3 {
    pub settings: Settings,
    pub cuts: CutPoints,
    /// Whether the search begins with what abstract interpretation finds.
    pub facts: bool,
}

impl Engine for Ic3 {
    fn name(&self) -> &'static str {
        "ic3"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = self.decide(context) {
            context.give_up(reason);
        }
    }
}

impl Ic3 {
    /// Proves or refutes all goals. Those that fail are excused, and the search begins again for the others.
    fn decide(&self, context: &mut Context) -> Result<(), Reason> {
        let system = context.system(self.cuts)?;
        context.progress(None, "making a circuit of the transition system");
        totality::prove(context, &system)?;
        let mut excused: BTreeSet<SiteId> = BTreeSet::new();
        let mut searches = 0;
        loop {
            let failed = context.board.failed().into_iter();
            excused.extend(failed.filter(|site| context.goals.contains(*site)));
            if !context.goals.iter().any(|site| !excused.contains(&site)) && !excused.is_empty() {
                return Ok(());
            }
            searches += 1;
            context.count("searches", searches);
            let facts = self.facts_without(context, &system, &excused);
            let finite = Finite::new(
                &mut context.pool,
                &system,
                &excused,
                &facts,
                self.settings.coding(),
            );
            let finite = finite.map_err(not_available)?;
            let limits = context.limits.clone();
            let machine = Machine::new(&mut context.pool, &finite, &limits)?;
            let brief = (**context).clone();
            let (found, cost) = search::decide(&machine.circuit, &limits, &|frame, clauses| {
                let depth = u32::try_from(frame).unwrap_or(u32::MAX);
                brief.progress(Some(("frame", depth)), format!("IC3, {clauses} clauses"));
            });
            count(context, &machine, &cost);
            match found? {
                Found::Invariant(clauses) => {
                    context.progress(None, "proving the invariant");
                    let parts = claim::Parts {
                        system: &system,
                        finite: &finite,
                        machine: &machine,
                        facts: &facts,
                    };
                    return claim::prove(context, &parts, &clauses, &excused);
                }
                Found::Run(run) => {
                    let Some(site) = refute(context, &system, &finite, &machine, &run)? else {
                        return Ok(());
                    };
                    excused.insert(site);
                    if context.common.stop_on_fail {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// What abstract interpretation says of each location, if all checks hold but these.
    fn facts_without(
        &self,
        context: &mut Context,
        system: &Arc<TransitionSystem>,
        excused: &BTreeSet<SiteId>,
    ) -> Vec<term::Term> {
        let seed = match self.facts {
            true => context.seed(system, excused),
            false => None,
        };
        seed.unwrap_or_default()
            .by_location(&mut context.pool, system)
    }
}

/// The machine cannot be made.
fn not_available(what: String) -> Reason {
    Reason::Solver(format!(
        "IC3 on bits is not available: the program has {what}"
    ))
}

/// Replays a run. The check that fails in it, if the search is to go on without it.
fn refute(
    context: &mut Context,
    system: &TransitionSystem,
    finite: &Finite,
    machine: &Machine,
    run: &CircuitRun,
) -> Result<Option<SiteId>, Reason> {
    let number = machine.circuit.judge(run);
    let number = number
        .ok_or_else(|| Reason::Internal("a run of IC3 is not a run of the circuit".to_string()))?;
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
    let moments = machine.moments(&context.pool, finite, run);
    let inputs = system.inputs(&context.pool, &moments);
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
                tracing::debug!("a run of IC3 is not replayed: {}", failure.text(original));
            }
        }
    }
    // Bounded model checking is to show it, and knows why it cannot be replayed.
    context.meet(Obstacle::Violation(BTreeSet::from([site])));
    Ok(Some(site))
}

fn count(context: &mut Context, machine: &Machine, cost: &Cost) {
    context.count("state_bits", machine.circuit.latches.len() as u64);
    for (name, value) in cost.counters() {
        context.count(name, value);
    }
}
