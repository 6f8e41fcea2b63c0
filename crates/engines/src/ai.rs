//! Abstract interpretation: facts about the variables at each loop head, found without a solver ([`domains::analysis`]).
//!
//! A check that no state of the facts violates is discharged. The facts are an inductive invariant, and as such a claim:
//! [`evidence::Inductive`] proves it, together with the discharged checks, before anything leaves this engine. Checks that
//! are not discharged are not part of the claim, and stay open.
//!
//! While facts are computed, checks are assumed to hold, as in an induction. If one is not discharged, the facts are computed
//! again without assuming it, until everything that was assumed is proved.

#[cfg(test)]
mod tests;

use crate::Engine;
use crate::context::Context;
use encode::exec::CutPoints;
use evidence::{Inductive, Invariants, Reason};
use program::SiteId;
use std::collections::BTreeSet;

/// The engine's name in certificates.
const NAME: &str = "abstract interpretation";

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct AbstractInterpretation(pub CutPoints);

impl Engine for AbstractInterpretation {
    fn name(&self) -> &'static str {
        "ai"
    }

    fn run(&self, context: &mut Context) {
        context.progress(None, NAME);
        if let Err(reason) = self.discharge(context) {
            context.give_up(reason);
        }
    }
}

impl AbstractInterpretation {
    /// Proves what can be proved with facts that hold whatever becomes of the other goals.
    fn discharge(&self, context: &mut Context) -> Result<(), Reason> {
        let system = context.system(self.0)?;
        let mut open: BTreeSet<SiteId> = BTreeSet::new();
        loop {
            let Some(facts) = context.facts(&system, &open) else {
                let why = context.limits.expired();
                let too_large = || Reason::Limit("the program is too large".to_string());
                return Err(why.map_or_else(too_large, Reason::from));
            };
            let (found, gaps) = facts.open(&context.pool, &system);
            if !gaps.is_empty() {
                return Err(Reason::NotInductive { k: 1 });
            }
            if let Some(site) = found.iter().find(|s| !context.goals.contains(**s)) {
                return Err(unasked(context, *site));
            }
            if found.is_subset(&open) {
                break;
            }
            open.extend(found);
        }
        let seed = context.seed(&system, &open).expect("there are facts");
        let claim = Inductive {
            k: 1,
            invariants: seed.by_location(&mut context.pool, &system),
            instances: Vec::new(),
            except: open.iter().copied().collect(),
            simple: false,
            engine: NAME.to_string(),
        };
        let certificate = context.confirm(&system, &claim)?;
        let goals = context.goals.iter().count();
        context.count("discharged", (goals - open.len()) as u64);
        context.count("rows", certificate.invariants().map_or(0, Invariants::rows));
        context.prove(
            &context.pool,
            &system,
            &certificate,
            &claim.invariants,
            &open,
        );
        if !open.is_empty() {
            context.give_up(Reason::NotInductive { k: 1 });
        }
        Ok(())
    }
}

/// A check that was not asked about may fail.
fn unasked(context: &Context, site: SiteId) -> Reason {
    match context.promoted() {
        Some(program) => {
            let site = program.site(site);
            Reason::Undefined {
                what: site.what.clone(),
                property: site.property,
                place: site.place,
            }
        }
        None => Reason::NotInductive { k: 1 },
    }
}
