//! IC3 on bits: property directed reachability (Bradley, *SAT-Based Model Checking without Unrolling*, VMCAI 2011; Eén,
//! Mishchenko, Brayton, *Efficient Implementation of Property Directed Reachability*, FMCAD 2011).
//!
//! The transition system becomes a circuit with latches ([`crate::circuit`]), which is made smaller first
//! ([`sat::sequential::Reduced`]). The search is that of [`crate::frames`]; a literal is a latch or its negation, and a question
//! about a step is one to a SAT solver ([`steps`]), which also lifts the states that lead to an obligation to cubes.
//!
//! IC3 asks very many small questions, each about a single step, so that it neither unrolls nor depends on how long the
//! shortest counterexample is as much as unrolling does. It is made for control: programs whose loops are state machines.
//!
//! Deviations from the papers:
//!
//! - What abstract interpretation finds at locations restricts all frames, and becomes part of the invariant.
//! - Something bad is any check that is asked about, or a gap. A check that fails in a replayed run is excused, and the
//!   search begins again for the others; nothing takes for granted that it holds.
//!
//! Soundness: the invariant is translated back to one formula for each location of the transition system, together with all
//! that was used to make the circuit smaller, and [`evidence::Inductive`] proves it again on that system ([`claim`]). A run is
//! simulated on the circuit, then on the program by `evidence`. So a mistake here costs an answer, and never makes a wrong
//! one.

mod claim;
mod query;
mod search;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use search::{Found, decide};

use crate::Engine;
use crate::circuit::{Asked, Settings, refute_on_bits};
use crate::context::Context;
use encode::exec::CutPoints;
use encode::finite::Arrays;
use evidence::Reason;
use program::SiteId;
use smt::Why;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// See the module documentation. It works on the system with these cut points.
#[derive(Clone)]
pub(crate) struct Ic3 {
    pub settings: Settings,
    pub cuts: CutPoints,
    /// Whether the search begins with what abstract interpretation finds.
    pub facts: bool,
    /// Whether it runs beside engines that are to come first: it tries no large circuit, and leaves them memory.
    pub is_guest: bool,
    /// How long its turn lasts, if another engine is to take its place then.
    pub turn: Option<Duration>,
}

/// The most ANDs of a circuit that a guest tries.
const LARGEST: usize = 200_000;

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
        let coding = self.settings.locations;
        let mut asked = Asked::new(context, self.cuts, coding, Arrays::Expanded, self.facts)?;
        let turn_ends = self.turn.map(|turn| Instant::now() + turn);
        let mut excused: BTreeSet<SiteId> = BTreeSet::new();
        while let Some(of) = asked.next(context, &mut excused)? {
            let machine = of.machine(context)?;
            let mut limits = context.limits.clone();
            limits.deadline = limits.deadline.into_iter().chain(turn_ends).min();
            if self.is_guest {
                limits.memory = limits.memory.map(|most| most / 2);
                let ands = machine.circuit.aig.ands();
                if ands > LARGEST {
                    let what =
                        format!("the circuit has {ands} gates, too many for IC3 beside others");
                    return Err(Reason::Limit(what));
                }
            }
            let brief = (**context).clone();
            let tell = |frame, clauses| {
                let depth = u32::try_from(frame).unwrap_or(u32::MAX);
                brief.progress(Some(("frame", depth)), format!("IC3, {clauses} clauses"));
            };
            let (found, cost) = search::decide(&machine.circuit, &limits, &tell);
            for (name, value) in cost.counters() {
                context.count(name, value);
            }
            let found = found.map_err(|why| match why {
                Why::Timeout if context.limits.expired().is_none() => {
                    Reason::Limit("the turn of IC3 is over".to_string())
                }
                why => why.into(),
            });
            match found? {
                Found::Invariant(clauses) => {
                    context.progress(None, "proving the invariant");
                    return claim::prove(context, &of, &machine, &clauses, &excused);
                }
                Found::Run(run) => {
                    let Some(site) = refute_on_bits(context, &of, &machine, &run)? else {
                        return Ok(());
                    };
                    excused.insert(site);
                    if context.common.stop_on_fail {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}
