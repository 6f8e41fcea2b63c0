//! Leaps: many iterations of a loop at once, in the replay of a counterexample that is too long to run step by step.
//!
//! A loop that only adds constants to its variables has a closed form: n iterations take the state `S` to `S + n * c`, if
//! each of them can happen. The replay runs to the loop, gives the variables the values they have after n iterations, and
//! continues from there. For each leap a fresh solver then proves, for the concrete `S` and `n` of the run, that for all `i < n` the
//! iteration from `S + i * c` fails no check, comes back to the head and leads to `S + (i + 1) * c`. Variables whose values
//! are not known from the run may have any value.

use encode::promote::Promotion;
use encode::system::{LocationId, Origin, TransitionSystem};
use program::interp::{Leap, Position};
use program::{BlockId, FunctionId, VarId};
use rustc_hash::FxHashMap;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{BitVec, Term, TermPool};

/// A loop whose iterations a counterexample skips.
#[derive(Clone, Debug)]
pub struct AcceleratedLoop {
    pub location: LocationId,
    /// The input that says how many iterations a run skips when it enters the loop.
    pub count: VarId,
    /// The blocks of the loop.
    pub body: Vec<BlockId>,
}

/// The loops whose iterations a counterexample skips.
pub struct Acceleration<'a> {
    pub system: &'a TransitionSystem,
    pub loops: Vec<AcceleratedLoop>,
}

/// The leaps of a replay.
pub(crate) struct Leaps<'a> {
    acceleration: &'a Acceleration<'a>,
    /// Where variables of the promoted program are in the original program: object, offset and size.
    homes: FxHashMap<VarId, (VarId, u64, u64)>,
    /// For each active function, the block that was entered last.
    last: Vec<(FunctionId, BlockId)>,
    pub taken: Vec<Taken>,
}

/// A leap that a run took.
pub(crate) struct Taken {
    /// The number of the loop.
    pub index: usize,
    count: BitVec,
    /// The state before, as far as it is known from the run.
    values: FxHashMap<Term, BitVec>,
}

impl<'a> Leaps<'a> {
    pub fn new(acceleration: &'a Acceleration<'a>, promotion: &Promotion) -> Leaps<'a> {
        let mut homes = FxHashMap::default();
        for (object, parts) in &promotion.parts {
            for part in parts {
                homes.insert(part.var, (*object, part.offset, part.size));
            }
        }
        Leaps {
            acceleration,
            homes,
            last: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// The loop that the run enters with the current block, and the input for it.
    pub fn entered(&mut self, position: &Position<'_, '_>) -> Option<(usize, VarId)> {
        let depth = position.depth();
        let (function, block, _) = position.at(depth - 1);
        let before = self.last.get(depth - 1).copied();
        self.last.resize(depth, (function, BlockId(0)));
        self.last[depth - 1] = (function, block);
        let mut loops = self.acceleration.loops.iter().enumerate();
        let (index, entered) = loops.find(|(_, l)| {
            let stack = &self.acceleration.system.location(l.location).stack;
            let here = stack.last().map(|active| (active.function, active.at.0));
            here == Some((function, block))
        })?;
        let inside = before.is_some_and(|(f, b)| f == function && entered.body.contains(&b));
        (!inside).then_some((index, entered.count))
    }

    /// What this many iterations change.
    pub fn take(
        &mut self,
        pool: &TermPool,
        position: &Position<'_, '_>,
        index: usize,
        count: BitVec,
    ) -> Vec<Leap> {
        let system = self.acceleration.system;
        let location = self.acceleration.loops[index].location;
        let Some(steps) = system.constant_steps(pool, location) else {
            return Vec::new();
        };
        let innermost = system.location(location).stack.last();
        let mut values = FxHashMap::default();
        let mut leaps = Vec::new();
        for id in &system.location(location).variables {
            let variable = system.variable(*id);
            let Origin::Local {
                function,
                context,
                var,
            } = variable.origin
            else {
                continue;
            };
            if innermost.is_none_or(|a| a.function != function || a.context != context) {
                continue;
            }
            let value = self.read(position, var, pool.width(variable.symbol));
            if let Some((_, step)) = steps.iter().find(|(changed, _)| changed == id) {
                let new = value.add(&resized(&count, value.width()).mul(step));
                leaps.push(self.write(position, var, new));
            }
            values.insert(variable.symbol, value);
        }
        self.taken.push(Taken {
            index,
            count,
            values,
        });
        leaps
    }

    /// The value of a variable of the promoted program.
    fn read(&self, position: &Position<'_, '_>, var: VarId, width: u32) -> BitVec {
        match self.address(position, var) {
            Some((address, size)) if is_wide(width, size) => {
                // Whatever it is that was put together of parts, it is no pointer of the program.
                let pointer = position.pointer(address).unwrap_or(u64::MAX);
                BitVec::new(width, pointer)
            }
            Some((address, size)) => {
                let bytes = position.bytes(address, size);
                BitVec::from_le_bytes(&bytes).extract(width - 1, 0)
            }
            None => position.value(position.depth() - 1, var).clone(),
        }
    }

    fn write(&self, position: &Position<'_, '_>, var: VarId, value: BitVec) -> Leap {
        match self.address(position, var) {
            Some((address, size)) if is_wide(value.width(), size) => Leap::Point {
                address,
                pointer: value.to_u64().unwrap_or(u64::MAX),
            },
            Some((address, size)) => {
                let mut bytes = value.to_le_bytes();
                bytes.resize(size as usize, 0);
                Leap::Write { address, bytes }
            }
            None => Leap::Set { var, value },
        }
    }

    /// Where the object is that the variable was made from.
    fn address(&self, position: &Position<'_, '_>, var: VarId) -> Option<(u64, u64)> {
        let (object, offset, size) = self.homes.get(&var)?;
        let start = position.value(position.depth() - 1, *object).to_u64()?;
        Some((start + offset, *size))
    }
}

impl Taken {
    /// Proves that each of the iterations can happen. `Err` with the number of one that cannot, if the solver found it.
    pub fn prove(
        &self,
        pool: &mut TermPool,
        acceleration: &Acceleration<'_>,
        limits: &Limits,
    ) -> Result<(), Option<BitVec>> {
        let system = acceleration.system;
        let location = acceleration.loops[self.index].location;
        let steps = system.constant_steps(pool, location).ok_or(None)?;
        let block = system.block(location);
        let edge = block.edges.iter().find(|e| e.to == location).ok_or(None)?;
        let width = self.count.width();
        let iteration = pool.fresh("iteration", term::Sort::BitVec(width));
        let one = pool.bv_u64(width, 1);
        let following = pool.bvadd(iteration, one);
        let mut state: FxHashMap<Term, Term> = FxHashMap::default();
        let mut after: Vec<(Term, Term)> = Vec::new();
        for (symbol, value) in &self.values {
            let value = pool.bv(value.clone());
            state.insert(*symbol, value);
        }
        for (id, step) in &steps {
            let symbol = system.variable(*id).symbol;
            let start = *state.get(&symbol).ok_or(None)?;
            let here = moved(pool, start, iteration, step);
            state.insert(symbol, here);
            after.push((symbol, moved(pool, start, following, step)));
        }
        let mut cache = FxHashMap::default();
        let mut instance = |pool: &mut TermPool, term: Term| {
            let mut value = |pool: &mut TermPool, s| state.get(&pool.symbol_term(s)).copied();
            pool.substitute(term, &mut value, &mut cache)
        };
        let mut all = vec![instance(pool, edge.guard)];
        for check in &block.checks {
            let violated = instance(pool, check.condition);
            all.push(pool.not(violated));
        }
        let variables = system.location(location).variables.iter();
        for (id, value) in variables.zip(&edge.values) {
            let symbol = system.variable(*id).symbol;
            if let Some((_, expected)) = after.iter().find(|(s, _)| *s == symbol) {
                let value = instance(pool, *value);
                all.push(pool.eq(value, *expected));
            }
        }
        let is_iteration = pool.and_all(all);
        let count = pool.bv(self.count.clone());
        let within = pool.ult(iteration, count);
        let is_none = pool.not(is_iteration);
        let mut solver = EmbeddedSolver::new();
        match solver.check(pool, &[within, is_none], limits) {
            Answer::Unsat(_) => Ok(()),
            Answer::Sat(model) => Err(Some(model.eval(pool, iteration).as_bitvec().clone())),
            Answer::Unknown(_) => Err(None),
        }
    }
}

/// Whether a variable has more bits than the bytes that it was made from: it is a wide pointer.
fn is_wide(width: u32, size: u64) -> bool {
    u64::from(width) > 8 * size
}

/// `start + count * step`.
fn moved(pool: &mut TermPool, start: Term, count: Term, step: &BitVec) -> Term {
    let count = pool.resize_unsigned(count, step.width());
    let step = pool.bv(step.clone());
    let distance = pool.bvmul(step, count);
    pool.bvadd(start, distance)
}

fn resized(value: &BitVec, width: u32) -> BitVec {
    match value.width() {
        w if w > width => value.extract(width - 1, 0),
        w if w < width => value.zero_extend(width - w),
        _ => value.clone(),
    }
}
