//! Collecting states for a domain that has [collectors](Collector), until there is no state outside what they say.

use super::infer::{Pace, Search, Spent};
use super::{Case, Run};
use domains::{Candidate, Collector, Invariant, InvariantPart, Template};
use encode::system::LocationId;
use evidence::Reason;
use std::collections::BTreeSet;
use term::{BitVec, Term, TermPool};

/// Questions that may be asked for what a collector says, for one k.
const QUERIES: u64 = 150;

impl Run<'_> {
    /// The strongest candidates of a collector that are k-inductive; none if they would cost too much.
    pub(super) fn collect(
        &mut self,
        pool: &mut TermPool,
        collector: &mut dyn Collector,
    ) -> Result<Vec<Candidate>, Reason> {
        let mut heads = self.system.heads();
        if heads.all(|head| collector.numbers(head).is_empty()) {
            return Ok(Vec::new());
        }
        let mut reached = BTreeSet::new();
        let mut left = QUERIES;
        let mut grow = |case| self.grow(pool, collector, &mut reached, &mut left, case);
        let done = grow(Case::Base).and_then(|()| grow(Case::Step));
        if let Some(why) = self.work.limits.expired() {
            return Err(why.into());
        }
        match done {
            Ok(()) => Ok(collector.candidates(pool)),
            Err(Spent) => Ok(Vec::new()),
        }
    }

    /// Adds states until none of this case is outside.
    fn grow(
        &mut self,
        pool: &mut TermPool,
        collector: &mut dyn Collector,
        reached: &mut BTreeSet<LocationId>,
        left: &mut u64,
        case: Case,
    ) -> Result<(), Spent> {
        loop {
            let template = Template {
                candidates: collector.candidates(pool),
                ..Template::default()
            };
            let mut invariant = Invariant::bottom(&template, self.system);
            for location in reached.iter() {
                invariant.weaken(InvariantPart::Location(*location));
            }
            let mut places: Vec<(usize, LocationId, Term)> = Vec::new();
            for frame in self.frames(case) {
                let run = &mut self.half(case).run;
                for (part, condition) in invariant.violations(pool, &template, run, frame) {
                    places.push((frame, part.location(&template), condition));
                }
            }
            let any = pool.or_all(places.iter().map(|(_, _, t)| *t));
            if pool.is_false(any) {
                return Ok(());
            }
            let mut states: Vec<Vec<Term>> = Vec::new();
            for (frame, location, _) in &places {
                let run = &mut self.half(case).run;
                let numbers = collector.numbers(*location).into_iter();
                states.push(numbers.map(|n| run.instance(pool, *frame, n)).collect());
            }
            let mut search = Search::new(&template, Pace::Fine, *left);
            let mut assumptions = self.hypothesis(pool, &search, &invariant, case, None);
            assumptions.push(any);
            let found = self.ask(pool, &mut search, case, &assumptions, |pool, model| {
                let mut evaluator = model.evaluator(pool);
                let mut found: Vec<(LocationId, Vec<BitVec>)> = Vec::new();
                for ((_, location, condition), state) in places.iter().zip(&states) {
                    if evaluator.eval(*condition).as_bool() {
                        let numbers = state.iter();
                        let numbers = numbers.map(|n| evaluator.eval(*n).as_bitvec().clone());
                        found.push((*location, numbers.collect()));
                    }
                }
                found
            })?;
            let found = found.decided()?;
            *left = search.left;
            let Some(found) = found else {
                return Ok(());
            };
            for (location, state) in found {
                reached.insert(location);
                collector.add(location, &state);
            }
        }
    }
}
