//! Explicit-value analysis: a state gives variables a value each, or leaves them unknown (Beyer, Löwe: *Explicit-State
//! Software Model Checking Based on CEGAR and Interpolation*, FASE 2013; CPAchecker). It is made for state machines, whose
//! variables are assigned constants and compared with constants.
//!
//! A *value state* is a location of the transition system and a valuation of the variables that are tracked there. Which
//! ones are is the [`precision`], which is empty at first. From a value state, the successors along each edge are all
//! valuations that the block can produce ([`successors`]): the known values are substituted, and what does not fold to a
//! constant, because it depends on inputs or on unknown variables, is enumerated by the solver. States that another one
//! covers are not followed ([`tree`]).
//!
//! Where a check may fail in a value state, the path from the entry to it is judged ([`refine`]). If a run takes it, the
//! check is *violated*: bounded model checking is to show that, and the search goes on without the check. If no run takes
//! it, the variables that exclude it are tracked from then on, and the search begins again. If variables cannot exclude it,
//! because they are arrays or have too many values, the check is *open*.
//!
//! When no state is left, the disjunction of the valuations reached at each location is an inductive invariant, which
//! excludes every violation but those of violated and open checks ([`claim`]).
//!
//! Deviations from the paper:
//!
//! - A step is a block of the transition system, not a statement, so that an edge has several successors.
//! - What is tracked is read off the unsatisfiable core of a path's formula and then minimised, instead of computing an
//!   interpolant for each prefix. Variables that are only ever assigned constants are preferred.
//! - A refinement begins the search again at the entry. Since states are visited breadth first, what is lost is small as
//!   long as few variables are tracked.
//! - A variable that takes too many values at a location is never tracked there again.
//!
//! Soundness: a wrong TRUE would need a wrong invariant, and [`evidence::Inductive`] proves each one again before anything
//! leaves this engine. The search itself never takes for granted that a check holds.
//!
//! The paper's π is [`precision::Precision`], its abstract variable assignment `v` a [`tree::Valuation`], its reached set and
//! waitlist a [`tree::Tree`].

mod claim;
mod precision;
mod refine;
mod search;
mod settings;
mod successors;
#[cfg(test)]
mod tests;
mod tree;

pub use settings::Settings;

use crate::Engine;
use crate::board::Obstacle;
use crate::context::Context;
use encode::exec::CutPoints;
use evidence::Reason;
use program::SiteId;
use search::{Search, SearchEnd};
use std::collections::BTreeSet;

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct Values {
    pub settings: Settings,
    pub cuts: CutPoints,
}

impl Engine for Values {
    fn name(&self) -> &'static str {
        "values"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = self.prove(context) {
            context.give_up(reason);
        }
    }
}

impl Values {
    /// Explores the value states, and proves the checks that fail in none of them.
    fn prove(&self, context: &mut Context) -> Result<(), Reason> {
        context.progress(None, "explicit values");
        let system = context.system(self.cuts)?;
        let brief = (**context).clone();
        let mut search = Search::new(&context.pool, &brief, &system, self.settings.max_states());
        let ended = search.run(&mut context.pool);
        search.count(context);
        let Search {
            precision,
            violated,
            open,
            ..
        } = search;
        if !violated.is_empty() {
            context.meet(Obstacle::Violation(violated.clone()));
        }
        match ended? {
            SearchEnd::Obstacle(obstacle) => context.meet(obstacle),
            SearchEnd::NothingLeft => {}
            SearchEnd::Closed(tree) => {
                let excused = violated.iter().chain(open.keys()).copied();
                let excused: BTreeSet<SiteId> = excused.collect();
                claim::prove(context, &system, &precision, &tree, &excused)?;
            }
        }
        for (site, why) in open {
            context.give_up_on(BTreeSet::from([site]), too_much(why));
        }
        Ok(())
    }
}

/// The analysis came to its limits.
fn too_much(what: String) -> Reason {
    Reason::Limit(what)
}
