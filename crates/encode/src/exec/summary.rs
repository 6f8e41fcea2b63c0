//! Summaries: loops that fill, copy or compute arrays, in one step.
//!
//! `for (i = 0; i < n; i++) a[i] = f(i);` is one array: where a place belongs to iteration `i < n` it holds `f(i)`, and
//! what it held before elsewhere. With such a lambda the loop needs no unrolling, whatever `n` is (S. Falke, F. Merz, C. Sinz,
//! "Extending the theory of arrays: memset, memcpy, and beyond", VSTTE 2013, and LLBMC's loop summarisation, Merz 2016, §1.3.1).
//!
//! We do not match shapes of source code. When a state S reaches a loop, the loop's body is executed once from a state in
//! which each variable has its value in *any* iteration `i`: twice, first to see which variables grow by constants
//! ([`Executor::sketch`]), then with these as `x + i * c` ([`record`]). What that iteration checks, reads, writes and asks
//! for is written down as functions of `i`, and then:
//!
//! - `n`, the number of iterations, is the [`motion::Limit`] of the condition to go on;
//! - each check that ends the run has a limit, too: the first iteration in which it fails. The loop ends after
//!   `m = min(n, limits)` whole iterations, so a violation is exactly where the loop meets it first, and `n = m` is the
//!   condition to go on after the loop;
//! - a check that does not end the run fails if it does in *some* iteration up to `m`: an unknown one, if it has no limit;
//! - loads read what memory held before the loop, stores become a series each, if the accesses of different iterations
//!   do not interfere ([`overlap`]);
//! - variables have the values that iteration `n` begins with; inputs of the iterations are the elements of an array.
//!
//! Why it is exact: all of that holds under a condition on S, `exact`, which is the conjunction of what was used on the way
//! (no counter wraps up to `m`, accesses are apart). The part of S where it does not hold is unrolled as any other loop,
//! and what comes out of both is joined after the loop. It often folds to true; else the solver refutes the rest, which is
//! cut first, without being unrolled.
//!
//! Left out: loops that can be left in several ways, loops with loops inside (the innermost ones are summarised), with
//! allocation, with assumptions, and those whose variables do anything but grow by constants, where that matters. The
//! acceleration of `engines` is for such loops in transition systems: it leaps over iterations that leave memory as it is, any
//! number of them, and finds violations after them, but proves nothing.

mod count;
mod effect;
mod motion;
mod overlap;
mod record;

pub(super) use record::{INPUT_INDEX, Recorded, Recorder};

use super::call::Activation;
use super::{Executor, Occurrence, State, Stopped};
use crate::guard::Guard;
use count::{least, less};
use motion::{COUNT, Motion};
use program::cfg::{LoopId, WtoElement};
use program::{BlockId, InstKind};
use record::Touch;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Term, TermPool};

/// Loops with no more iterations than this, if their number is constant, are unrolled: what is constant stays so.
const FEW: u64 = 128;

/// Loops that leave an object of constant size after no more iterations than this are unrolled, too: a choice among a few
/// places is cheaper than an array.
const FEW_PLACES: u64 = 16;

/// How a loop's state is divided.
pub(super) enum Summary {
    /// All of it is unrolled.
    None(State),
    /// The summary was sent to the loop's exit. What it does not cover, if anything, is the rest.
    Of { rest: Option<State> },
}

/// A loop that is to be summarised.
#[derive(Clone, Copy)]
struct Loop<'a> {
    id: LoopId,
    head: BlockId,
    body: &'a [WtoElement],
    occurrence: Occurrence,
}

/// Variables of the loop, by their numbers in the function.
struct Moving {
    /// Those that grow by constants.
    steps: Vec<(u64, BitVec)>,
    /// Those that are written in any other way.
    others: Vec<u64>,
}

impl Executor<'_> {
    /// Summarises a loop that a state has reached, where that is possible.
    pub(super) fn summarise(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        (id, head, body): (LoopId, BlockId, &[WtoElement]),
        state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Summary, Stopped> {
        if !self.is_candidate(activation, id, head, body) {
            return Ok(Summary::None(state));
        }
        let point = activation.plan.point(head, 0);
        let occurrence = self
            .occurrences
            .follow(activation.occurrence, point, u32::MAX);
        let it = Loop {
            id,
            head,
            body,
            occurrence,
        };
        let Some(moving) = self.sketch(pool, activation, it, &state, stop)? else {
            return Ok(Summary::None(state));
        };
        let (generic, motion, stale) = self.generic_state(pool, &moving, &state);
        let recorder = Recorder::new(id, self.frames.len(), motion, false);
        let recorded = self.iterate(
            pool,
            activation,
            occurrence,
            (head, body),
            recorder,
            generic,
            stop,
        )?;
        let Some((recorder, back)) = recorded else {
            return Ok(Summary::None(state));
        };
        let summary = self.leave_loop(pool, activation, it, recorder, (&back, &stale), &state);
        Ok(summary.unwrap_or(Summary::None(state)))
    }

    /// Whether a loop looks like one with a summary: it stores, and has no loops inside.
    fn is_candidate(
        &self,
        activation: &Activation,
        id: LoopId,
        head: BlockId,
        body: &[WtoElement],
    ) -> bool {
        let bounded = self.bounds.loops.contains_key(&(activation.function, head));
        let nested = body.iter().any(|e| matches!(e, WtoElement::Loop { .. }));
        if self.is_cutting() || self.bounds.count_all || bounded || nested {
            return false;
        }
        let function = self.program.function(activation.function);
        let blocks = &activation.plan.loops.get(id).blocks;
        let mut stores = false;
        for block in blocks {
            for inst in &function.blocks[block.index()].insts {
                match inst.kind {
                    InstKind::Store { .. } => stores = true,
                    InstKind::Call { .. }
                    | InstKind::Assign { .. }
                    | InstKind::Load { .. }
                    | InstKind::LoadPointer { .. }
                    | InstKind::Check { .. }
                    | InstKind::Relate { .. }
                    | InstKind::Havoc { .. } => {}
                    _ => return false,
                }
            }
        }
        stores
    }

    /// How the loop's variables move, whatever memory holds. `None` if the loop has few iterations, or no summary.
    fn sketch(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        it: Loop<'_>,
        state: &State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Moving>, Stopped> {
        let mut motion = Motion::new(pool);
        let mut sketch = state.clone();
        sketch.guard = Guard::TRUE;
        let mut symbols = Vec::new();
        for local in self.written_in(activation, it) {
            let Some(value) = state.locals.get(local) else {
                continue;
            };
            let symbol = motion.unknown(pool, pool.width(*value));
            sketch.locals.set(local, symbol);
            symbols.push((local, symbol, *value));
        }
        let recorder = Recorder::new(it.id, self.frames.len(), motion, true);
        let loop_ = (it.head, it.body);
        let occurrence = it.occurrence;
        let ran = self.iterate(pool, activation, occurrence, loop_, recorder, sketch, stop)?;
        let Some((recorder, back)) = ran else {
            return Ok(None);
        };
        let mut moving = Moving {
            steps: Vec::new(),
            others: Vec::new(),
        };
        let mut values = FxHashMap::default();
        let mut motion = Motion::new(pool);
        for (local, symbol, value) in symbols {
            let next = back.locals.get(local).copied().unwrap_or(symbol);
            let step = pool.bvsub(next, symbol);
            let Some(step) = pool.as_const(step).cloned() else {
                moving.others.push(local);
                continue;
            };
            let moved = match step.is_zero() {
                true => value,
                false => {
                    let distance = motion.distance(pool, &step);
                    pool.bvadd(value, distance)
                }
            };
            values.insert(symbol, moved);
            moving.steps.push((local, step));
        }
        let Some(exit) = recorder.exit else {
            return Ok(None);
        };
        let goes_on = pool.not(exit.leaves);
        let goes_on = recorder.motion.replace(pool, goes_on, &values);
        let limits = motion.limits(pool, goes_on).unwrap_or_default();
        let firsts: Vec<Term> = limits.iter().map(|l| l.first).collect();
        let few = least(pool, &firsts).and_then(|n| pool.as_u64(n));
        Ok((few.is_none_or(|n| n > FEW)).then_some(moving))
    }

    /// The variables that the loop writes and that matter at its head.
    fn written_in(&self, activation: &Activation, it: Loop<'_>) -> Vec<u64> {
        let plan = &activation.plan;
        let function = self.program.function(activation.function);
        let blocks = plan.loops.get(it.id).blocks.iter();
        let insts = blocks.flat_map(|b| &function.blocks[b.index()].insts);
        let mut seen = FxHashSet::default();
        let written = insts.filter_map(|inst| Some(self.local(inst.kind.writes()?)));
        written
            .filter(|local| plan.is_live(it.head, *local) && seen.insert(*local))
            .collect()
    }

    /// The state at the beginning of any iteration. The symbols of variables without a closed form are listed.
    fn generic_state(
        &mut self,
        pool: &mut TermPool,
        moving: &Moving,
        state: &State,
    ) -> (State, Motion, Vec<(u64, Term)>) {
        let mut motion = Motion::new(pool);
        let mut generic = state.clone();
        generic.guard = Guard::TRUE;
        for (local, step) in &moving.steps {
            if step.is_zero() {
                continue;
            }
            let distance = motion.distance(pool, step);
            let start = *state.locals.get(*local).expect("it is live");
            generic.locals.set(*local, pool.bvadd(start, distance));
        }
        let mut stale = Vec::new();
        for local in &moving.others {
            let start = *state.locals.get(*local).expect("it is live");
            let symbol = motion.unknown(pool, pool.width(start));
            generic.locals.set(*local, symbol);
            stale.push((*local, symbol));
        }
        (generic, motion, stale)
    }

    /// Puts the summary together: logs its checks and inputs, and sends the state after the loop to its exit. `None` if the
    /// loop has no summary.
    fn leave_loop(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        it: Loop<'_>,
        mut recorder: Recorder,
        (back, stale): (&State, &[(u64, Term)]),
        state: &State,
    ) -> Option<Summary> {
        let exit = recorder.exit.take()?;
        if self.places(pool, &recorder) <= FEW_PLACES {
            return None;
        }
        let goes_on = pool.not(exit.leaves);
        recorder.motion.before_exit = true;
        let ends = recorder.motion.limits(pool, goes_on)?;
        let (counts, stoppers, exact) = self.count(pool, &recorder, &ends)?;
        let apart = overlap::apart(pool, &recorder.touches, &counts)?;
        let exact = pool.and(exact, apart);
        let (motion, total) = (&recorder.motion, counts.total);
        let covered = self.guards.and(pool, state.guard, exact)?;

        let values = last_values(pool, motion, total, (back, stale), state)?;
        let mut after = state.clone();
        for (local, value) in exit.state.locals.entries() {
            if activation.plan.is_live(exit.target, local) {
                let value = motion.replace(pool, *value, &values);
                after.locals.set(local, value);
            }
        }
        self.store_all(pool, &mut after.memory, &recorder, &counts);
        let reached = self.guards.term(covered);
        let zero = pool.zero(COUNT);
        let rounds = pool.ite(reached, counts.whole, zero);
        self.log.rounds.push(rounds);
        self.log_inputs(covered, &recorder, &counts);
        self.log_checks(pool, covered, it, &recorder, &counts, &stoppers);

        let passes = stoppers.iter().map(|s| match s.moment.before_exit {
            true => less(pool, total, s.first),
            false => {
                let fails = less(pool, s.first, total);
                pool.not(fails)
            }
        });
        let passes: Vec<Term> = passes.collect();
        let passes = pool.and_all(passes);
        if let Some(guard) = self.guards.and(pool, covered, passes) {
            after.guard = guard;
            self.leave_to(activation, exit.target, after);
        }
        let inexact = pool.not(exact);
        let rest = self.guards.and(pool, state.guard, inexact);
        let state = state.clone();
        Some(Summary::Of {
            rest: rest.map(|guard| State { guard, ..state }),
        })
    }

    /// How many iterations there can be before an access leaves its object.
    fn places(&self, pool: &TermPool, recorder: &Recorder) -> u64 {
        let of_spot = |spot: &record::Spot| {
            let size = pool.as_u64(self.facts[spot.object as usize].size)?;
            size.checked_div(spot.step.unsigned_abs())
        };
        let of_touch = |touch: &Touch| {
            let places = touch.spots.iter().map(of_spot);
            places.collect::<Option<Vec<u64>>>()?.into_iter().max()
        };
        let touches = recorder.touches.iter();
        touches.filter_map(of_touch).min().unwrap_or(u64::MAX)
    }

    /// Sends a state to a block after the loop.
    fn leave_to(&mut self, activation: &mut Activation, target: BlockId, state: State) {
        activation.note_left(target);
        self.send(activation, target, state);
    }
}

/// What the symbols of the generic iteration are when iteration `total` begins; `None` if a variable depends on what it, or
/// another one without a closed form, was in the iteration before.
fn last_values(
    pool: &mut TermPool,
    motion: &Motion,
    total: Term,
    (back, stale): (&State, &[(u64, Term)]),
    state: &State,
) -> Option<FxHashMap<Term, Term>> {
    let mut values = motion.values(pool, total);
    let (zero, one) = (pool.zero(COUNT), pool.bv_u64(COUNT, 1));
    let last = pool.bvsub(total, one);
    let none = pool.eq(total, zero);
    for (local, symbol) in stale {
        let next = back.locals.get(*local).copied().unwrap_or(*symbol);
        if motion.is_stale(pool, next) {
            return None;
        }
        let next = motion.at(pool, next, last);
        let start = *state.locals.get(*local).expect("it is live");
        values.insert(*symbol, pool.ite(none, start, next));
    }
    Some(values)
}
