//! One generic iteration of a loop, executed and written down.
//!
//! The executor runs the loop's blocks as always, but from a state in which variables have their values in *any*
//! iteration ([`Motion`]), and what instructions do to memory, ask for or check is noted here instead of being done. Whatever
//! cannot be noted makes the loop one that is unrolled.

use super::motion::{self, Limit, Motion};
use crate::exec::call::Activation;
use crate::exec::log::Log;
use crate::exec::mode::Mode;
use crate::exec::pointer::Pointer;
use crate::exec::{Executor, Flow, Occurrence, PathEnd, State, Stopped};
use crate::guard::Guard;
use crate::memory::FactKind;
use crate::memory::resolve::Target;
use program::cfg::{LoopId, WtoElement};
use program::{BlockId, InputSource, Inst, InstKind, Place, SiteId, Terminator, VarId};
use term::{Sort, Term, TermPool};

/// The width of what inputs of the iterations are numbered by.
pub const INPUT_INDEX: u32 = 44;

/// The greatest number of bytes from one iteration to the next.
const MAX_STEP: u64 = 1 << 18;

/// What an iteration does.
pub struct Recorder {
    id: LoopId,
    /// How many callers wait while the loop runs.
    depth: usize,
    pub motion: Motion,
    /// Only how variables move is looked for: memory may hold anything.
    is_sketch: bool,
    pub touches: Vec<Touch>,
    pub checks: Vec<Checked>,
    pub inputs: Vec<Asked>,
    /// All check sites that the iteration comes to.
    pub sites: Vec<SiteId>,
    pub exit: Option<Exit>,
    /// Something happens that has no summary.
    failed: bool,
    /// Counts what is noted.
    time: usize,
}

/// What recording does with an instruction.
pub enum Recorded {
    /// Nothing: it is executed as always.
    AsAlways,
    Noted(Flow),
}

/// When something happens in an iteration.
#[derive(Clone, Copy)]
pub struct Moment {
    pub time: usize,
    /// Whether it happens before the loop may be left, and so also in the iteration in which it is.
    pub before_exit: bool,
}

/// A load or store.
pub struct Touch {
    pub moment: Moment,
    pub pointer: Term,
    /// When the iteration comes here.
    pub guard: Term,
    /// In bytes.
    pub length: u64,
    /// Where it is; the conditions exclude each other.
    pub spots: Vec<Spot>,
    /// What is stored, if it is a store.
    pub stored: Option<Term>,
    /// The store of the same iteration that a load gets its value from.
    pub source: Option<usize>,
}

/// Where an access is if the condition holds: in iteration `i` at `start + i * step`.
#[derive(Clone, Copy)]
pub struct Spot {
    pub object: u64,
    pub condition: Term,
    /// Of pointer width.
    pub start: Term,
    pub step: i64,
}

/// A check.
pub struct Checked {
    pub moment: Moment,
    pub site: SiteId,
    pub place: Place,
    pub guard: Term,
    pub holds: Holds,
}

/// When a check holds.
pub enum Holds {
    /// Until one of the limits is reached.
    Until(Vec<Limit>),
    /// If this does, of which no more is known.
    If(Term),
}

/// An input: iteration `i` gets element `i` of an array.
pub struct Asked {
    pub moment: Moment,
    pub var: VarId,
    pub values: Term,
}

/// Where the loop is left.
pub struct Exit {
    pub target: BlockId,
    pub leaves: Term,
    pub state: State,
}

impl Recorder {
    pub fn new(id: LoopId, depth: usize, motion: Motion, is_sketch: bool) -> Recorder {
        Recorder {
            id,
            depth,
            motion,
            is_sketch,
            touches: Vec::new(),
            checks: Vec::new(),
            inputs: Vec::new(),
            sites: Vec::new(),
            exit: None,
            failed: false,
            time: 0,
        }
    }

    fn now(&mut self) -> Moment {
        self.time += 1;
        Moment {
            time: self.time,
            before_exit: self.exit.is_none(),
        }
    }
}

impl Executor<'_> {
    /// Runs the blocks of the loop once. The state is that at the next iteration's beginning; `None` if there is no summary.
    #[expect(clippy::too_many_arguments, reason = "a loop, and where it runs")]
    pub(super) fn iterate(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        occurrence: Occurrence,
        (head, body): (BlockId, &[WtoElement]),
        recorder: Recorder,
        state: State,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<(Recorder, State)>, Stopped> {
        let mut activation = self.activation(activation.function, occurrence);
        let log = std::mem::take(&mut self.log);
        let before = std::mem::replace(&mut self.mode, Mode::Record(Box::new(recorder)));
        let ran = self.run_block(pool, &mut activation, head, state, stop);
        let ran = ran.and_then(|()| self.run_elements(pool, &mut activation, body, stop));
        let Mode::Record(recorder) = std::mem::replace(&mut self.mode, before) else {
            unreachable!("recording ends here and nowhere else");
        };
        let Log { cuts, ends, .. } = std::mem::replace(&mut self.log, log);
        ran?;
        if recorder.failed || !cuts.is_empty() || !ends.is_empty() {
            return Ok(None);
        }
        let back = self.arrive(pool, &mut activation, head);
        let back = back.filter(|state| state.guard == Guard::TRUE);
        Ok(back.map(|state| (*recorder, state)))
    }

    /// The loop that is recorded has no summary.
    pub(in crate::exec) fn give_up_recording(&mut self) {
        self.recorder().failed = true;
    }

    fn recorder(&mut self) -> &mut Recorder {
        match &mut self.mode {
            Mode::Record(recorder) => recorder,
            Mode::Unroll | Mode::Cut(_) => unreachable!("an iteration is recorded"),
        }
    }

    /// Notes an instruction.
    pub(in crate::exec) fn record(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        point: u32,
        inst: &Inst,
        state: &mut State,
    ) -> Recorded {
        let noted = match &inst.kind {
            InstKind::Assign { .. } | InstKind::Call { .. } => return Recorded::AsAlways,
            InstKind::Havoc { var, source } => {
                self.record_input(pool, activation, point, *var, source, state)
            }
            InstKind::Load { var, pointer, site } => {
                let pointer = self.pointer(pool, state, point, 0, *pointer);
                let width = self.program.var(*var).width;
                let value = self.record_load(pool, state, width, pointer, *site);
                value.map(|value| self.set(state, *var, value))
            }
            InstKind::LoadPointer { var, pointer, site } => {
                let pointer = self.pointer(pool, state, point, 0, *pointer);
                let layout = self.program.pointers;
                let image = self.record_load(pool, state, layout.memory_width(), pointer, *site);
                image.map(|image| {
                    let value = self.resolver.images.decode(pool, layout, image);
                    self.set(state, *var, value);
                })
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => {
                let pointer = self.pointer(pool, state, point, 0, *pointer);
                let value = self.value(pool, state, *value);
                self.record_store(pool, state, pointer, value, *site)
            }
            InstKind::Check {
                site, condition, ..
            } => {
                let condition = self.value(pool, state, *condition);
                self.record_check(pool, state, *site, condition)
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let a = self.pointer(pool, state, point, 0, *a);
                let b = self.pointer(pool, state, point, 1, *b);
                let related = self.related(pool, &state.memory, a, b, *relation);
                self.record_check(pool, state, *site, related)
            }
            _ => None,
        };
        Recorded::Noted(match noted {
            Some(()) => Flow::Continue(()),
            None => {
                self.recorder().failed = true;
                Flow::Break(PathEnd)
            }
        })
    }

    fn record_input(
        &mut self,
        pool: &mut TermPool,
        activation: &Activation,
        point: u32,
        var: VarId,
        source: &InputSource,
        state: &mut State,
    ) -> Option<()> {
        let first = matches!(source, InputSource::Uninitialised(_));
        if state.guard != Guard::TRUE || (first && self.looks_for_unwritten) {
            return None;
        }
        let width = self.program.var(var).width;
        if self.recorder().is_sketch {
            let value = pool.fresh("input", Sort::BitVec(width));
            self.set(state, var, value);
            return Some(());
        }
        let occurrence = self.occurrences.follow(activation.occurrence, point, 0);
        let name = format!("{}@{}", self.program.var(var).name, occurrence.0);
        let sort = Sort::array(Sort::BitVec(INPUT_INDEX), Sort::BitVec(width));
        let values = pool.symbol_of_sort(&name, sort);
        let iteration = self.recorder().motion.iteration;
        let index = pool.resize_unsigned(iteration, INPUT_INDEX);
        let value = pool.select(values, index);
        self.set(state, var, value);
        let recorder = self.recorder();
        let moment = recorder.now();
        recorder.inputs.push(Asked {
            moment,
            var,
            values,
        });
        Some(())
    }

    fn record_load(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        width: u32,
        pointer: Pointer,
        site: SiteId,
    ) -> Option<Term> {
        if self.recorder().is_sketch {
            return Some(pool.fresh("loaded", Sort::BitVec(width)));
        }
        let bytes = u64::from(width.div_ceil(8));
        let targets = self.targets(pool, &state.memory, pointer);
        let same = |t: &Touch| {
            let value = t.stored.filter(|v| pool.width(*v) == bytes as u32 * 8)?;
            (t.pointer == pointer.value && pool.is_true(t.guard)).then_some((t.moment.time, value))
        };
        let stored = self.recorder().touches.iter().rev().find_map(same);
        let value = match stored {
            Some((_, value)) => value,
            None => self.access(pool).load(&mut state.memory, &targets, bytes)?,
        };
        self.touch(pool, state, pointer.value, &targets, bytes, None, site)?;
        let touch = self.recorder().touches.last_mut().expect("just noted");
        touch.source = stored.map(|(time, _)| time);
        Some(pool.resize_unsigned(value, width))
    }

    fn record_store(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        value: Term,
        site: SiteId,
    ) -> Option<()> {
        let bytes = pool.width(value).div_ceil(8);
        // Whether memory is lost is read off what is stored, as long as that is not in a lambda.
        let may_be_pointer = bytes * 8 >= self.program.pointers.memory_width() && self.leaks;
        if may_be_pointer {
            return None;
        }
        let value = pool.resize_unsigned(value, bytes * 8);
        let bytes = u64::from(bytes);
        if self.recorder().is_sketch {
            let recorder = self.recorder();
            let moment = recorder.now();
            recorder.touches.push(Touch {
                moment,
                pointer: pointer.value,
                guard: pool.tt(),
                length: bytes,
                spots: Vec::new(),
                stored: Some(value),
                source: None,
            });
            return Some(());
        }
        if self.recorder().motion.is_stale(pool, value) {
            return None;
        }
        let targets = self.targets(pool, &state.memory, pointer);
        let stored = Some(value);
        self.touch(pool, state, pointer.value, &targets, bytes, stored, site)
    }

    /// Notes an access and its check.
    #[expect(clippy::too_many_arguments, reason = "the parts of an access")]
    fn touch(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        pointer: Term,
        targets: &[Target],
        length: u64,
        stored: Option<Term>,
        site: SiteId,
    ) -> Option<()> {
        if !self.program.site(site).ends_run {
            return None;
        }
        let mut spots = Vec::new();
        let mut limit = {
            let no = pool.ff();
            motion::always_if(pool, no)
        };
        for target in targets {
            let Some(object) = state.memory.get(target.object) else {
                continue;
            };
            let alive = object.alive;
            let facts = &self.facts[target.object as usize];
            let accessible = match facts.kind {
                FactKind::Function | FactKind::Column => false,
                FactKind::Static { constant } => !(constant && stored.is_some()),
                FactKind::Stack | FactKind::Heap | FactKind::Library => true,
            };
            if !accessible {
                continue;
            }
            let size = facts.size;
            let motion = &mut self.recorder().motion;
            if motion.varies(pool, target.condition) {
                return None;
            }
            let step = motion.step(pool, target.offset)?.to_i64()?;
            let start = motion.start(pool, target.offset);
            if step.unsigned_abs() > MAX_STEP {
                return None;
            }
            spots.push(Spot {
                object: target.object,
                condition: target.condition,
                start,
                step,
            });
            let here = self.inside_until(pool, start, step, size, length, alive);
            limit = Limit {
                first: pool.ite(target.condition, here.first, limit.first),
                exact: pool.ite(target.condition, here.exact, limit.exact),
            };
        }
        let guard = self.guards.term(state.guard);
        if spots.is_empty() || self.recorder().motion.is_stale(pool, guard) {
            return None;
        }
        let place = self.seen_place(self.program.site(site).place);
        let recorder = self.recorder();
        recorder.sites.push(site);
        let moment = recorder.now();
        recorder.checks.push(Checked {
            moment,
            site,
            place,
            guard,
            holds: Holds::Until(vec![limit]),
        });
        recorder.touches.push(Touch {
            moment,
            pointer,
            guard,
            length,
            spots,
            stored,
            source: None,
        });
        Some(())
    }

    /// When an access leaves its object.
    fn inside_until(
        &mut self,
        pool: &mut TermPool,
        start: Term,
        step: i64,
        size: Term,
        length: u64,
        alive: Term,
    ) -> Limit {
        let length = self.length(pool, length);
        let fits = pool.ule(length, size);
        let room = pool.bvsub(size, length);
        let inside = motion::within(pool, start, step, room);
        let possible = pool.and(fits, alive);
        let zero = pool.zero(motion::COUNT);
        let yes = pool.tt();
        Limit {
            first: pool.ite(possible, inside.first, zero),
            exact: pool.ite(possible, inside.exact, yes),
        }
    }

    fn record_check(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        site: SiteId,
        condition: Term,
    ) -> Option<()> {
        let ends_run = self.program.site(site).ends_run;
        let is_goal = self.goals.contains(site);
        self.recorder().sites.push(site);
        if self.recorder().is_sketch || pool.is_true(condition) {
            return Some(());
        }
        let guard = self.guards.term(state.guard);
        let place = self.seen_place(self.program.site(site).place);
        let recorder = self.recorder();
        let motion = &mut recorder.motion;
        // A limit is of use where the check is always reached, or must never fail.
        let limits = match ends_run || pool.is_true(guard) {
            true => motion.limits(pool, condition),
            false => None,
        };
        let holds = match limits {
            Some(limits) => Holds::Until(limits),
            None if ends_run => return None,
            None => Holds::If(condition),
        };
        if motion.is_stale(pool, guard) || motion.is_stale(pool, condition) {
            return None;
        }
        let moment = recorder.now();
        if is_goal || ends_run {
            recorder.checks.push(Checked {
                moment,
                site,
                place,
                guard,
                holds,
            });
        }
        Some(())
    }

    /// Notes where a block of the loop ends; `false` if that is done as always.
    pub(in crate::exec) fn record_end(
        &mut self,
        pool: &mut TermPool,
        activation: &mut Activation,
        end: &Terminator,
        state: &State,
    ) -> bool {
        let depth = self.frames.len();
        let recorder = self.recorder();
        let (id, own) = (recorder.id, depth == recorder.depth);
        let plan = activation.plan.clone();
        let inside = |target: &BlockId| !own || plan.loops.contains(id, *target);
        let as_always = match end {
            Terminator::Halt => false,
            Terminator::Return(_) => !own,
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } if inside(then) != inside(otherwise) => {
                let condition = self.value(pool, state, *condition);
                let (leaves, target, next) = match inside(then) {
                    true => (pool.not(condition), *otherwise, *then),
                    false => (condition, *then, *otherwise),
                };
                let only = state.guard == Guard::TRUE && self.recorder().exit.is_none();
                if only && !pool.is_true(leaves) {
                    let state = state.clone();
                    self.recorder().motion.before_exit = false;
                    self.recorder().exit = Some(Exit {
                        target,
                        leaves,
                        state: state.clone(),
                    });
                    self.send(activation, next, state);
                    return true;
                }
                false
            }
            end => end.successors().iter().all(inside),
        };
        if !as_always {
            self.recorder().failed = true;
        }
        !as_always
    }
}
