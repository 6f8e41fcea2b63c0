//! Lassos: runs that come back to a state in which they were before, and so can go on for ever.
//!
//! The judge is the interpreter, on the program as the front end made it. It runs on inputs that an engine has chosen, or on
//! random ones, and compares whole states wherever a loop begins: all active functions with where they are, the values of their
//! variables, and the bytes of all objects. If a state repeats, the run from one visit to the next is a cycle: given the same
//! inputs again, the program does the same again.
//!
//! A recursion goes on for ever if a function calls itself, directly or not, with the same arguments, the same static objects and the
//! same objects behind pointers in these. The functions that wait for it are not compared: a callee knows nothing else of
//! them. So the stack has no bound.
//!
//! Left out of the comparison is what no continuation can read: variables of the innermost function that are not live where the
//! loop begins, and heap objects to which no pointer leads (a loop that allocates and forgets is endless, although each state
//! has more objects than the one before). A program may still find such an object, by a pointer that is kept beside it or in
//! pieces. So no object that was there at the first visit and is left out may be accessed before the second one. Addresses are
//! compared as they are. So an object that is made again in each iteration
//! makes states differ, and a run that would be a lasso up to renaming is not seen to be one.
//!
//! A cycle in which the time or a random number is read and decides how the run goes on is no lasso: they do not stay as they are
//! ([`InputSource::Passing`]). A cycle that only stores or prints them goes on whatever they are.
//!
//! Nothing else counts as a lasso: not a run that has met undefined behaviour on the way, signed overflow among it, since
//! nothing is known of what follows; and not one that depends on a value that is known only approximately
//! ([`program::interp`]'s marks): such a value may be one that cannot occur.

use crate::record::{Recorder, Said};
use crate::replay::Answers;
use crate::trace::Lasso;
use encode::exec::Plan;
use encode::inputs::Inputs;
use encode::promote::Promotion;
use program::interp::{
    self, Ending, Event, Observer, Oracle, Passing, Position, RandomOracle, Violation,
};
use program::{BlockId, FunctionId, Goals, InputSource, Place, PointerLayout, Program, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use term::{BitVec, TermPool};

/// How many bytes of states are kept for comparison. After that, one state at a time is, for twice as long as the one before
/// (R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 1980).
const MAX_KEPT: usize = 32 << 20;

/// Larger states are not compared.
const MAX_STATE: usize = 4 << 20;

/// Why a run is not a lasso.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLasso {
    /// It met undefined behaviour.
    Undefined(SiteId, Place),
    /// It depends on something that is known only approximately.
    Doubt(InputSource),
    /// It ended, or its inputs were used up, before a state repeated.
    Ends,
    /// It did not end, and no state repeated within the limits.
    Steps,
}

/// Runs `program` (before promotion) on `inputs` (of the promoted program), for so many instructions at most.
pub fn replay_lasso(
    pool: &TermPool,
    program: &Program,
    plan: &Plan,
    promotion: &Promotion,
    inputs: &Inputs,
    steps: u64,
) -> Result<Lasso, NoLasso> {
    let said = Rc::new(RefCell::new(Said::default()));
    let mut oracle = Answers::new(pool, promotion, inputs, said.clone(), None);
    let limits = (steps, u64::MAX);
    run(pool, program, plan, &mut oracle, said, limits)
}

/// Runs `program` on random inputs. No more than so many bytes of states are looked at.
pub fn seek_lasso(
    pool: &TermPool,
    program: &Program,
    plan: &Plan,
    seed: u64,
    steps: u64,
    worth: u64,
) -> Result<Lasso, NoLasso> {
    let said = Rc::new(RefCell::new(Said::default()));
    run(
        pool,
        program,
        plan,
        &mut RandomOracle::new(seed),
        said,
        (steps, worth),
    )
}

fn run(
    pool: &TermPool,
    program: &Program,
    plan: &Plan,
    oracle: &mut dyn Oracle,
    said: Rc<RefCell<Said>>,
    (steps, worth): (u64, u64),
) -> Result<Lasso, NoLasso> {
    let goals = Goals::new(program, &[]);
    let mut judge = Judge {
        program,
        plan,
        recorder: Recorder::new(program, said),
        seen: FxHashMap::default(),
        kept: 0,
        looked_at: 0,
        worth,
        milestone: None,
        visits: 0,
        found: None,
        spoiled: None,
        passes: None,
        calls: Vec::new(),
        active: FxHashMap::default(),
        called: FxHashMap::default(),
    };
    let ending = interp::run(pool, program, &goals, oracle, &mut judge, steps);
    if let Some(why) = judge.spoiled {
        return Err(why);
    }
    match (ending, judge.found) {
        (Ending::Enough, Some(found)) => {
            let mut lasso = judge.recorder.finish_lasso(found.since, found.place);
            lasso.recursion = found.recursion;
            Ok(lasso)
        }
        (Ending::Undefined(v) | Ending::Violated(v), _) => {
            let Violation { site, place, .. } = v;
            Err(NoLasso::Undefined(site, place))
        }
        (ending, _) => Err(match (judge.passes, ending) {
            (Some(source), _) => NoLasso::Doubt(source),
            (None, Ending::Steps | Ending::Memory { .. }) => NoLasso::Steps,
            _ => NoLasso::Ends,
        }),
    }
}

/// When a state was seen.
#[derive(Clone, Copy)]
struct Moment {
    step: usize,
    /// As the interpreter's memory counts.
    clock: u64,
    passing: Passing,
}

impl Moment {
    /// Whether the run from here to a later moment can be repeated.
    fn repeats_until(self, later: Moment) -> bool {
        self.passing.read == later.passing.read || self.passing.decided == later.passing.decided
    }
}

/// Everything that decides how a run goes on.
type State = Vec<u8>;

/// The addresses of the objects that belong to a state.
type Members = FxHashSet<u64>;

struct Judge<'a> {
    program: &'a Program,
    plan: &'a Plan,
    recorder: Recorder<'a>,
    /// The states at loop heads, each with its moment.
    seen: FxHashMap<State, Moment>,
    kept: usize,
    /// How many bytes of states were looked at, and how many may be.
    looked_at: u64,
    worth: u64,
    /// When there are too many of them: a state, its moment, and when it gives way to another.
    milestone: Option<(State, Moment, u64)>,
    visits: u64,
    found: Option<Found>,
    spoiled: Option<NoLasso>,
    /// What decided how a run goes on that repeated a state, if it was the time or a random number.
    passes: Option<InputSource>,
    /// The active functions, outermost first. Of those that call themselves, the state in which they were called.
    calls: Vec<(FunctionId, Option<State>)>,
    /// How often each function is active.
    active: FxHashMap<FunctionId, usize>,
    /// When active functions were called in a state.
    called: FxHashMap<(FunctionId, State), Moment>,
}

/// A repetition.
struct Found {
    /// The moment at which the state was the same.
    since: usize,
    /// Where the loop or function begins.
    place: Place,
    recursion: bool,
}

impl Observer for Judge<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Passed { site, place, .. } = &event
            && self.program.site(*site).is_undefined()
        {
            self.spoiled = Some(NoLasso::Undefined(*site, *place));
        }
        self.recorder.event(event);
    }

    fn arrive(&mut self, position: &Position<'_, '_>) {
        let top = position.depth() - 1;
        let (function, block, next) = position.at(top);
        if (block, next) == (BlockId(0), 0) {
            self.call(position, function);
            return;
        }
        let plan = self.plan.function(function);
        let Some(head) = plan.loops.headed_by(block) else {
            return;
        };
        if !self.is_certain(position) {
            return;
        }
        let Some((state, members)) = self.state(position) else {
            return;
        };
        self.looked_at += state.len() as u64;
        if self.looked_at > self.worth {
            self.spoiled = Some(NoLasso::Steps);
            return;
        }
        let moment = self.moment(position);
        self.visits += 1;
        let before = match &mut self.milestone {
            Some((known, since, _)) if *known == state => Some(since),
            _ => self.seen.get_mut(&state),
        };
        if let Some(before) = before {
            let since = std::mem::replace(before, moment);
            if uses_others(position, since, &members) {
                return;
            }
            if since.repeats_until(moment) {
                self.found = Some(Found {
                    since: since.step,
                    place: plan.loops.get(head).place,
                    recursion: false,
                });
                return;
            }
            self.passes = position.passes();
            return;
        }
        if self.kept < MAX_KEPT {
            self.kept += state.len();
            self.seen.insert(state, moment);
        } else if self.milestone.as_ref().is_none_or(|m| self.visits >= m.2) {
            self.milestone = Some((state, moment, 2 * self.visits));
        }
    }

    fn has_enough(&self) -> bool {
        self.found.is_some() || self.spoiled.is_some()
    }
}

impl Judge<'_> {
    /// Whether nothing is known only approximately.
    fn is_certain(&mut self, position: &Position<'_, '_>) -> bool {
        if self.spoiled.is_none() {
            self.spoiled = position.doubt().map(NoLasso::Doubt);
        }
        self.spoiled.is_none()
    }

    fn moment(&mut self, position: &Position<'_, '_>) -> Moment {
        Moment {
            step: self.recorder.moment(),
            clock: position.clock(),
            passing: position.passing(),
        }
    }

    /// A function was called.
    fn call(&mut self, position: &Position<'_, '_>, function: FunctionId) {
        let top = position.depth() - 1;
        for (function, state) in self.calls.drain(top..) {
            *self.active.entry(function).or_default() -= 1;
            if let Some(state) = state {
                self.kept -= state.len();
                self.called.remove(&(function, state));
            }
        }
        let active = self.active.entry(function).or_default();
        *active += 1;
        let mut state = None;
        // The first call of a recursion is not needed: there are more of them.
        if *active > 1 && self.kept < MAX_KEPT && self.is_certain(position) {
            state = self.state_of_call(position);
        }
        if let Some((state, members)) = &state {
            let moment = self.moment(position);
            self.kept += state.len();
            let before = self.called.insert((function, state.clone()), moment);
            match before {
                Some(since) if uses_others(position, since, members) => {}
                Some(since) if since.repeats_until(moment) => {
                    self.found = Some(Found {
                        since: since.step,
                        place: self.program.function(function).place,
                        recursion: true,
                    });
                }
                Some(_) => self.passes = position.passes(),
                None => {}
            }
        }
        let state = state.map(|(state, _)| state);
        self.calls.push((function, state));
    }

    /// What decides how a call goes on; `None` if it is too large.
    fn state_of_call(&self, position: &Position<'_, '_>) -> Option<(State, Members)> {
        let top = position.depth() - 1;
        let (function, ..) = position.at(top);
        let params = &self.program.function(function).params;
        let values = params.iter().map(|p| position.value(top, *p)).collect();
        let statics = self.program.statics.len() as u64;
        let layout = self.program.pointers;
        let is_static = |address: u64| layout.object(address) <= statics;
        self.objects(position, State::new(), values, &|o| is_static(o.0))
    }

    /// The state; `None` if it is too large.
    fn state(&self, position: &Position<'_, '_>) -> Option<(State, Members)> {
        let mut state = State::from((position.depth() as u64).to_le_bytes());
        let top = position.depth() - 1;
        let mut values: Vec<&BitVec> = Vec::new();
        for index in 0..=top {
            let (function, block, next) = position.at(index);
            let plan = self.plan.function(function);
            for number in [function.index(), block.index(), next] {
                state.extend((number as u64).to_le_bytes());
            }
            for var in &self.program.function(function).vars {
                // Callers do nothing while they wait.
                if index < top || plan.is_live(block, self.plan.local(*var)) {
                    values.push(position.value(index, *var));
                }
            }
        }
        self.objects(position, state, values, &|o| !o.2)
    }

    /// Adds to a state values of variables, the objects that always belong to it, and those to which pointers lead.
    fn objects(
        &self,
        position: &Position<'_, '_>,
        mut state: State,
        values: Vec<&BitVec>,
        is_fixed: &dyn Fn(&(u64, u64, bool)) -> bool,
    ) -> Option<(State, Members)> {
        for value in &values {
            state.extend(value.to_le_bytes());
        }
        let (fixed, heap): (Vec<_>, Vec<_>) = position.objects().partition(is_fixed);
        let total: u64 = heap.iter().chain(&fixed).map(|o| o.1).sum();
        if total > MAX_STATE as u64 {
            return None;
        }
        let layout = self.program.pointers;
        let mut roots: Vec<Vec<u64>> = Vec::new();
        for value in &values {
            let bytes = value.to_le_bytes();
            roots.push(numbers(&bytes, layout.width).collect());
            roots.push(images(&bytes, layout).collect());
        }
        let held = |address: u64, size: u64, bytes: &[u8]| -> Vec<u64> {
            let far = position.far_pointers(address, size);
            images(bytes, layout).chain(far).collect()
        };
        let mut found: Members = fixed.iter().map(|o| o.0).collect();
        for (address, size, _) in fixed {
            let bytes = position.bytes(address, size);
            add(&mut state, address, &bytes);
            add_far(&mut state, position, address, size);
            if !heap.is_empty() {
                roots.push(held(address, size, &bytes));
            }
        }
        while let Some(pointers) = roots.pop() {
            for pointer in pointers {
                let after = heap.partition_point(|o| o.0 <= pointer);
                let Some((address, size, _)) = after.checked_sub(1).map(|i| heap[i]) else {
                    continue;
                };
                if pointer - address <= size && found.insert(address) {
                    roots.push(held(address, size, &position.bytes(address, size)));
                }
            }
        }
        for (address, size, _) in heap {
            if found.contains(&address) {
                add(&mut state, address, &position.bytes(address, size));
                add_far(&mut state, position, address, size);
            }
        }
        Some((state, found))
    }
}

/// Whether the run from a moment until now depends on objects that were there and are not compared.
fn uses_others(position: &Position<'_, '_>, since: Moment, members: &Members) -> bool {
    position.has_used_others(since.clock, &|address| members.contains(&address))
}

/// What the bytes of a range do not tell.
fn add_far(state: &mut State, position: &Position<'_, '_>, address: u64, size: u64) {
    for pointer in position.far_pointers(address, size) {
        state.extend(pointer.to_le_bytes());
    }
}

/// The numbers of so many bits in some bytes, at whatever offset.
fn numbers(bytes: &[u8], width: u32) -> impl Iterator<Item = u64> + '_ {
    let windows = bytes.windows(width as usize / 8);
    windows.map(|window| window.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)))
}

/// The pointers that memory may hold in some bytes.
fn images(bytes: &[u8], layout: PointerLayout) -> impl Iterator<Item = u64> + '_ {
    numbers(bytes, layout.memory_width()).map(move |image| layout.decode(image))
}

fn add(state: &mut State, address: u64, bytes: &[u8]) {
    state.extend(address.to_le_bytes());
    state.extend((bytes.len() as u64).to_le_bytes());
    state.extend(bytes);
}
