//! Finding the strongest affine equations that are k-inductive: states are collected until there is none outside of their
//! affine hulls ([`domains::affine`]).

use super::infer::{Invariant, Search, Spent, violated};
use super::{Run, Side};
use domains::affine::{Affine, Numbers};
use domains::{Candidate, Template};
use encode::system::LocationId;
use evidence::Reason;
use term::{BitVec, Term, TermPool};

/// Questions that may be asked for the equations of one k.
const QUERIES: u64 = 150;

impl Run<'_> {
    /// The equations; none if they would cost too much.
    pub(super) fn affine(
        &mut self,
        pool: &mut TermPool,
        numbers: Numbers,
    ) -> Result<Vec<Candidate>, Reason> {
        let mut affine = Affine::new(pool, self.work.types(), self.system, numbers);
        if !affine.has_numbers() {
            return Ok(Vec::new());
        }
        let mut reached = vec![false; self.system.locations.len()];
        let mut left = QUERIES;
        let mut collect = |side| self.collect(pool, &mut affine, &mut reached, &mut left, side);
        let done = collect(Side::Base).and_then(|()| collect(Side::Step));
        if let Some(why) = self.work.limits.expired() {
            return Err(why.into());
        }
        match done {
            Ok(()) => Ok(affine.candidates(pool)),
            Err(Spent) => Ok(Vec::new()),
        }
    }

    /// Adds states until none on this side is outside.
    fn collect(
        &mut self,
        pool: &mut TermPool,
        affine: &mut Affine,
        reached: &mut [bool],
        left: &mut u64,
        side: Side,
    ) -> Result<(), Spent> {
        loop {
            let template = Template {
                candidates: affine.candidates(pool),
                ..Template::default()
            };
            let invariant = Invariant {
                reached: reached.to_vec(),
                bounds: Vec::new(),
                kept: vec![true; template.candidates.len()],
            };
            let mut places: Vec<(usize, LocationId, Term)> = Vec::new();
            for frame in self.frames(side) {
                let run = &mut self.half(side).run;
                for (frame, what, condition) in violated(pool, &template, &invariant, run, frame) {
                    places.push((frame, what.location(&template), condition));
                }
            }
            let any = pool.or_all(places.iter().map(|(_, _, t)| *t));
            if pool.is_false(any) {
                return Ok(());
            }
            let mut states: Vec<Vec<Term>> = Vec::new();
            for (frame, location, _) in &places {
                let run = &mut self.half(side).run;
                let numbers: Vec<Term> = affine.numbers(*location).collect();
                let numbers = numbers.into_iter();
                states.push(numbers.map(|n| run.instance(pool, *frame, n)).collect());
            }
            let mut search = Search::new(&template, *left);
            let mut assumptions = self.hypothesis(pool, &search, &invariant, side, None);
            assumptions.push(any);
            let found = self.ask(pool, &mut search, side, &assumptions, |pool, model| {
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
            *left = search.left;
            let Some(found) = found else {
                return Ok(());
            };
            for (location, state) in found {
                reached[location.index()] = true;
                affine.add(location, &state);
            }
        }
    }
}
