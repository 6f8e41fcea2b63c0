//! IC3 with implicit predicate abstraction: property directed reachability over words, arrays and floats (Cimatti, Griggio,
//! Mover, Tonetta, *IC3 Modulo Theories via Implicit Predicate Abstraction*, TACAS 2014).
//!
//! The transition system becomes one machine over words ([`encode::finite`]), arrays included. The search is that of
//! [`crate::frames`]; a literal is a *predicate* over the machine's variables, or its negation. A question about one step is one
//! to the SMT solver about the machine's own step, so that no abstract step is ever computed ([`steps`]): frames speak of
//! predicates alone, and so a state is as good as any other one in which the same predicates hold.
//!
//! The search begins with the predicates in what is bad and one for each location. It finds an invariant, or a path of cubes,
//! which need not be one of the machine: a solver decides whether some run takes it ([`concrete`]). If none does, predicates
//! are added that tell the states on it apart: weakest preconditions along the path of what the refutation needs, with the
//! conditions of the program on the way; and bits of variables, if that gives nothing new ([`refine`]). The search goes on
//! with the frames that it has, for what they exclude is never reached in so many steps, whatever the predicates.
//!
//! Deviations from the paper:
//!
//! - Predicates come from weakest preconditions, not from interpolants. Next values are functions, so these are substitutions.
//!   What depends on inputs is taken with the values of the step that the search has found.
//! - Since next values are functions, cubes are lifted: inputs and the predicates that the successor needs (as in Birgmeier,
//!   Bradley, Weissenbacher, *Counterexample to Induction-Guided Abstraction-Refinement (CTIGAR)*, CAV 2014).
//! - What abstract interpretation finds at locations restricts all frames, and becomes part of the invariant.
//!
//! Soundness: the clauses become one formula for each location of the transition system, which [`evidence::Inductive`] proves
//! again ([`claim`]). A run is evaluated on the machine, then on the program by `evidence`. So a mistake here costs an answer,
//! and never makes a wrong one.

mod claim;
mod concrete;
mod predicates;
mod refine;
mod search;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use search::{Found, decide};

use crate::Engine;
use crate::circuit::{Asked, refute};
use crate::context::Context;
use encode::exec::CutPoints;
use encode::finite::{Arrays, Coding};
use evidence::Reason;
use predicates::Places;
use program::SiteId;
use smt::Why;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// See the module documentation. It works on the system with these cut points.
#[derive(Clone)]
pub(crate) struct Ic3ia {
    pub cuts: CutPoints,
    /// Whether the search begins with what abstract interpretation finds.
    pub facts: bool,
    /// Whether it runs beside engines that are to come first: it leaves them memory.
    pub is_guest: bool,
    /// How long its turn lasts, if another engine is to take its place then.
    pub turn: Option<Duration>,
}

impl Engine for Ic3ia {
    fn name(&self) -> &'static str {
        "ic3ia"
    }

    fn run(&self, context: &mut Context) {
        if let Err(reason) = self.decide(context) {
            context.give_up(reason);
        }
    }
}

impl Ic3ia {
    /// Proves or refutes all goals. Those that fail are excused, and the search begins again for the others.
    fn decide(&self, context: &mut Context) -> Result<(), Reason> {
        let mut asked = Asked::new(context, self.cuts, Coding::Binary, Arrays::Kept, self.facts)?;
        let mut limits = context.limits.clone();
        if self.is_guest {
            limits.memory = limits.memory.map(|most| most / 2);
        }
        let turn_ends = self.turn.map(|turn| Instant::now() + turn);
        limits.deadline = limits.deadline.into_iter().chain(turn_ends).min();
        let mut excused: BTreeSet<SiteId> = BTreeSet::new();
        while let Some(of) = asked.next(context, &mut excused)? {
            let brief = (**context).clone();
            let tell = |frame, predicates| {
                let depth = u32::try_from(frame).unwrap_or(u32::MAX);
                let doing = format!("IC3, {predicates} predicates");
                brief.progress(Some(("frame", depth)), doing);
            };
            let places = Places::of(&mut context.pool, &of.finite);
            let (found, cost) = decide(
                &mut context.pool,
                &of.words,
                places,
                &brief.backend,
                &limits,
                &tell,
            );
            for (name, value) in cost.counters() {
                context.count(name, value);
            }
            let found = found.map_err(|why| match why {
                Why::Timeout if context.limits.expired().is_none() => {
                    Reason::Limit("the turn of IC3 over words is over".to_string())
                }
                Why::Other(what) => Reason::Limit(what),
                why => why.into(),
            });
            match found? {
                Found::Invariant(conditions) => {
                    context.progress(None, "proving the invariant");
                    return claim::prove(context, &of, &conditions, &excused);
                }
                Found::Run(run) => {
                    let number = of.words.judge(&context.pool, &run);
                    let number = number.ok_or_else(|| {
                        Reason::Internal("a run is not one of the machine".to_string())
                    })?;
                    let mut moments = Vec::new();
                    of.words.simulate(&context.pool, &run, |_, values| {
                        let pool = &context.pool;
                        let value = |symbol| values.get(&pool.as_symbol(symbol)?).cloned();
                        moments.extend(of.finite.moment(pool, &value));
                        true
                    });
                    let Some(site) = refute(context, &of, number, &moments)? else {
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
