//! Incremental SAT: a circuit is unrolled step by step in one solver that is never started again.
//!
//! The idea is that of planners, and of LLUMC (M. Kleine Büning, T. Balyo, C. Sinz, *Unbounded Software Model Checking with
//! Incremental SAT-Solving*, 2017), whose format gives the engine its name: the clauses of one step are copied for each step,
//! and an activation literal says in which of them something bad is to be the case. What was learnt about earlier steps stays.
//! How many steps are added between two questions is the *stride* ([`settings`]).
//!
//! It only finds violations: that there are none in any number of steps is for other engines. In contrast to `--engine bmc` it
//! knows nothing of the program: a step is a block of the transition system (`--cuts`), and all of the state is there in each.
//!
//! Deviations from the paper: latches of a step are the functions of the step before, not variables with equations; and what
//! was refuted becomes a fact. Soundness: a run is simulated on the circuit, and `evidence` replays it on the program.

mod settings;
#[cfg(test)]
mod tests;
mod unroll;

pub use settings::Settings;
pub(crate) use unroll::decide;

use crate::Engine;
use crate::circuit::{self, Asked, refute_on_bits};
use crate::context::Context;
use encode::exec::CutPoints;
use encode::finite::Arrays;
use evidence::Reason;
use program::SiteId;
use smt::Why;
use std::collections::BTreeSet;

/// See the module documentation.
pub(crate) struct Dimspec {
    pub settings: Settings,
    pub circuit: circuit::Settings,
    pub cuts: CutPoints,
    /// Whether the circuit contains what abstract interpretation finds.
    pub facts: bool,
}

impl Engine for Dimspec {
    fn name(&self) -> &'static str {
        "dimspec"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = self.decide(context) {
            context.give_up(reason);
        }
    }
}

impl Dimspec {
    /// Refutes all goals that can be. Those that fail are excused, and the search begins again for the others.
    fn decide(&self, context: &mut Context) -> Result<(), Reason> {
        let coding = self.circuit.locations;
        let mut asked = Asked::new(context, self.cuts, coding, Arrays::Expanded, self.facts)?;
        let mut excused: BTreeSet<SiteId> = BTreeSet::new();
        while let Some(of) = asked.next(context, &mut excused)? {
            let machine = of.machine(context)?;
            let limits = context.limits.clone();
            let brief = (**context).clone();
            let tell = |steps: usize| {
                let depth = u32::try_from(steps).unwrap_or(u32::MAX);
                brief.progress(Some(("step", depth)), "incremental SAT".to_string());
            };
            let (found, cost) = decide(&machine.circuit, &self.settings, &limits, &tell);
            for (name, value) in cost.counters() {
                context.count(name, value);
            }
            let run = found.map_err(|why| match why {
                Why::Other(what) => Reason::Limit(what),
                why => why.into(),
            })?;
            let Some(site) = refute_on_bits(context, &of, &machine, &run)? else {
                return Ok(());
            };
            excused.insert(site);
            if context.common.stop_on_fail {
                return Ok(());
            }
        }
        Ok(())
    }
}
