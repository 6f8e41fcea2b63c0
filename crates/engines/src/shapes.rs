//! Shape analysis: symbolic heaps for programs that build structures of any size.
//!
//! The engine looks for a finite set of symbolic heaps at each loop head ([`evidence::Shapes`]) that covers all runs. It does not
//! execute anything itself: the executor of `evidence` says what follows from a heap, and the engine generalises
//! that until nothing new follows ([`search`]). What it makes up, the executor proves afterwards, from the start.
//!
//! What follows is first made *normal* ([`normal`]): what is not needed any more is dropped, values become symbols with
//! bounds ([`bounds`]). Then rows of objects that look alike become segments ([`fold`]). A heap that none of the known
//! ones covers is joined with one of the same shape ([`join`]), if there are several of them already, or is one more.
//!
//! Sources: K. Dudka, P. Peringer, T. Vojnar, *Byte-Precise Verification of Low-Level List Manipulation*, SAS 2013 (abstraction and
//! join); P. Garg, C. Löding, P. Madhusudan, D. Neider, *ICE: A Robust Framework for Learning Invariants*, CAV 2014 (a learner that
//! only sees what a teacher says). Deviations: segments are never empty and have no least length beyond one; a heap is
//! folded as far as it goes, and what that loses is not tried again.
//!
//! Soundness: nothing that is done here can make a wrong answer, only a claim that is not confirmed.

mod bounds;
mod fold;
mod join;
mod live;
mod normal;
mod search;
#[cfg(test)]
mod tests;

use crate::Engine;
use crate::board::Obstacle;
use crate::context::Context;
use evidence::{GaveUp, NotProved, Reason};
use program::{Program, SiteId};
use search::Search;
use std::collections::BTreeSet;

/// See the module documentation.
#[derive(Clone, Copy)]
pub(crate) struct ShapeAnalysis {
    /// Whether no other engine looks for proofs: then what is in the way is for unrolling.
    pub is_alone: bool,
}

impl Engine for ShapeAnalysis {
    fn name(&self) -> &'static str {
        "shapes"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = prove(context, self.is_alone) {
            if let Reason::Unsupported { what, place } | Reason::Undefined { what, place, .. } =
                &reason
                && self.is_alone
            {
                let (what, place) = (what.clone(), *place);
                context.meet(Obstacle::Gap { what, place });
            }
            context.give_up(reason);
        }
    }
}

fn prove(context: &mut Context, is_alone: bool) -> Result<(), Reason> {
    let Some(programs) = context.need_programs() else {
        return Ok(());
    };
    let program = &programs.promoted;
    if !program.allocates() {
        let what = "the program allocates nothing".to_string();
        return Err(Reason::Limit(what));
    }
    if program.pointers.flat {
        let what = "with flat memory, loops are unrolled only".to_string();
        return Err(Reason::Limit(what));
    }
    context.progress(None, "symbolic heaps");
    let brief = (**context).clone();
    let goals = brief.goals.clone();
    let mut search = Search::new(&mut context.pool, program, &goals, &brief.limits);
    let found = search.run(&|heaps| brief.progress(None, format!("{heaps} symbolic heaps")));
    let counters = search.counters();
    for (name, value) in counters {
        context.count(name, value);
    }
    let shapes = found.map_err(|why| reason(program, why))?;
    let open: BTreeSet<SiteId> = shapes.except.clone();
    if is_alone && !open.is_empty() {
        // Unrolling is to find out.
        context.meet(Obstacle::Violation(open.clone()));
    }
    if goals.iter().all(|site| open.contains(&site)) {
        let what = "symbolic heaps exclude no violation".to_string();
        return Err(Reason::Limit(what));
    }
    context.progress(None, "checking symbolic heaps");
    let checked = shapes.check(&mut context.pool, program, &goals, &brief.limits);
    let certificate = checked.map_err(|error| match error {
        NotProved::Open(why) => reason(program, why),
        NotProved::Refuted(what) => {
            Reason::Internal(format!("the checker rejects symbolic heaps: {what}"))
        }
    })?;
    if brief.common.paranoid {
        let watched = evidence::watch_heaps(&context.pool, program, &shapes.heaps, &goals);
        let states =
            watched.map_err(|what| Reason::Internal(format!("what was proved fails: {what}")))?;
        context.count("states_watched", states);
    }
    context.prove_checks(&certificate, &open);
    if !open.is_empty() {
        let what = "symbolic heaps do not exclude a violation".to_string();
        context.give_up_on(open, Reason::Limit(what));
    }
    Ok(())
}

fn reason(program: &Program, why: GaveUp) -> Reason {
    match why {
        GaveUp::Unknown { what, place } => Reason::Unsupported {
            what: format!("symbolic heaps do not know {what}"),
            place,
        },
        GaveUp::Undefined { site, place } => Reason::Undefined {
            what: program.site(site).what.clone(),
            property: program.site(site).property,
            place,
        },
        GaveUp::Limit(what) => Reason::Limit(what.to_string()),
        GaveUp::Stopped(why) => why.into(),
    }
}
