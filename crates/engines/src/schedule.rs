//! The scheduler: runs the lanes of a configuration side by side, each in a thread of its own, until nothing is left to do.
//!
//! A lane has a context of its own, and the engines of a lane share it. The first lane leads: when it ends, the others are
//! stopped, unless it has found a violation and left other checks open. Then they may go on for as long as everything took
//! until then, or a little longer.
//!
//! A panic ends the turn of the engine that panicked, and no other: its lane goes on with the next turn, in a new thread with
//! a new copy of the context. If that happens in the first lane, all lanes run to their end.

use crate::board::{Event, Note};
use crate::context::Context;
use crate::progress::Progress;
use crate::{Engine, Observer};
use evidence::Reason;
use smt::Cancel;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the other lanes may go on, at least, after the first one has left something open, and how long a lane that has
/// settled everything may take to end.
const LEAST_WAIT: Duration = Duration::from_secs(1);

/// The stack of a lane's thread, twice that of a process. What recurses deeply (calls in the executor) adds stack as it goes.
const STACK: usize = 16 << 20;

/// What to run.
pub(crate) struct Schedule {
    pub lanes: Vec<Lane>,
}

/// Engines that take turns.
pub(crate) struct Lane {
    pub start: Start,
    pub turns: Vec<Turn>,
    /// Whether a violation that this lane finds ends the run.
    pub ends_at_violation: bool,
    /// Whether it asks if every run ends. Such lanes go on whatever becomes of the others, until that is answered.
    pub about_termination: bool,
}

/// When a lane begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    AtOnce,
    /// When the first lane has gone beyond this depth.
    Beyond(u32),
    /// When the run has taken as long, or the lane before this one has ended.
    Late(Duration),
    /// When the first lane has gone beyond this depth, or the run has taken as long.
    BeyondOrLate(u32, Duration),
}

impl Start {
    /// Whether the first lane has gone far enough.
    fn is_beyond(self, depth: u32) -> bool {
        match self {
            Start::Beyond(bound) | Start::BeyondOrLate(bound, _) => depth > bound,
            Start::AtOnce | Start::Late(_) => false,
        }
    }

    /// The time that is enough.
    fn time(self) -> Option<Duration> {
        match self {
            Start::Late(after) | Start::BeyondOrLate(_, after) => Some(after),
            Start::AtOnce | Start::Beyond(_) => None,
        }
    }
}

/// One turn, or several.
pub(crate) enum Turn {
    Always(Box<dyn Engine>),
    /// If an engine has met an obstacle before.
    AfterObstacle(Box<dyn Engine>),
    /// One after the other, for each part of the goals that can be asked on its own, from the whole to the parts, until
    /// everything is settled.
    EachScope(Vec<Box<dyn Engine>>),
}

impl Schedule {
    /// Runs the lanes. What they find is on the board.
    pub fn run(self, context: &Context, inbox: &Receiver<Event>, observer: &mut dyn Observer) {
        let lanes: Vec<Arc<Lane>> = self.lanes.into_iter().map(Arc::new).collect();
        let mut state = Running {
            context,
            observer,
            running: lanes.iter().map(|_| None).collect(),
            begun: lanes.iter().map(|_| false).collect(),
            lanes,
            started: Instant::now(),
            until: None,
            has_leader: true,
        };
        state.has_leader = !state.lanes[0].about_termination;
        state.start(|start| start == Start::AtOnce);
        while state.running.iter().any(Option::is_some) {
            let until = state.until.filter(|_| !state.has_independent());
            let event = match until.into_iter().chain(state.next_start()).min() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => inbox.recv_timeout(until.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => state.handle(event),
                Err(RecvTimeoutError::Timeout) if until.is_none_or(|u| Instant::now() < u) => {
                    state.start_late();
                }
                Err(_) => break,
            }
        }
        state.stop(|_| true);
    }
}

struct Running<'a> {
    context: &'a Context,
    observer: &'a mut dyn Observer,
    lanes: Vec<Arc<Lane>>,
    /// What stops each lane that has begun and not ended.
    running: Vec<Option<Cancel>>,
    /// Which lanes have begun.
    begun: Vec<bool>,
    started: Instant,
    /// How long the lanes that are left may go on.
    until: Option<Instant>,
    /// Whether the end of the first lane is the end of all.
    has_leader: bool,
}

impl Running<'_> {
    fn start(&mut self, is_due: impl Fn(Start) -> bool) {
        for lane in 0..self.lanes.len() {
            if !self.begun[lane] && is_due(self.lanes[lane].start) {
                self.begun[lane] = true;
                self.start_lane(lane, 0);
            }
        }
    }

    /// When the next lane begins that waits for nothing but time.
    fn next_start(&self) -> Option<Instant> {
        let waiting = (0..self.lanes.len()).filter(|lane| !self.begun[*lane]);
        let starts = waiting.filter_map(|lane| Some(self.started + self.lanes[lane].start.time()?));
        starts.min().filter(|_| self.until.is_none())
    }

    /// Starts the lanes whose time has come.
    fn start_late(&mut self) {
        let elapsed = self.started.elapsed();
        if self.until.is_none() {
            self.start(|start| start.time().is_some_and(|after| elapsed >= after));
        }
    }

    /// Starts a lane without its first turns. Without a thread there is one lane less.
    fn start_lane(&mut self, number: usize, skip: usize) {
        let cancel = self.context.common.cancel.child();
        let mut context = self.context.fork(number, cancel.clone());
        let lane = self.lanes[number].clone();
        context.ask(lane.about_termination);
        let work = move || {
            let panicked_after = lane.run(&mut context, skip);
            let event = Event::Ended {
                lane: number,
                panicked_after,
            };
            context.board.send(event);
        };
        let name = format!("lane {number}");
        let started = thread::Builder::new().name(name).stack_size(STACK);
        match started.spawn(work) {
            Ok(_) => self.running[number] = Some(cancel),
            Err(error) => {
                let what = format!("no thread could be started: {error}");
                let note = Note::GaveUp {
                    sites: None,
                    reason: Reason::Limit(what),
                };
                let mut board = self.context.board.for_lane(number);
                board.about_termination = self.lanes[number].about_termination;
                board.post(note);
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Progress(lane, progress) => self.progress(lane, progress),
            Event::Refuted(lane, site, trace) => {
                self.observer.found(site, &trace);
                if self.lanes[lane].ends_at_violation {
                    self.settle(|lane| !lane.about_termination);
                }
            }
            Event::Diverges(lasso) => self.observer.found_lasso(&lasso),
            Event::Settled => self.settle(|_| true),
            Event::Ended {
                lane,
                panicked_after,
            } => self.ended(lane, panicked_after),
        }
    }

    /// Shows the progress of the first lane that runs.
    fn progress(&mut self, lane: usize, mut progress: Progress) {
        if lane == 0
            && let Some((_, depth)) = progress.depth
        {
            self.start(|start| start.is_beyond(depth));
        }
        if self.running.iter().position(Option::is_some) == Some(lane) {
            if let Some(programs) = self.context.programs() {
                let obstacles = self.context.board.obstacles();
                let mut texts = obstacles.iter().filter_map(|o| o.text(&programs.original));
                progress.without = texts.next();
            }
            self.observer.progress(&progress);
        }
    }

    /// Nothing is left to do for these lanes: they end.
    fn settle(&mut self, which: impl Fn(&Lane) -> bool) {
        self.stop(which);
        self.until.get_or_insert(Instant::now() + LEAST_WAIT);
    }

    fn stop(&self, which: impl Fn(&Lane) -> bool) {
        let lanes = self.lanes.iter().zip(&self.running);
        let chosen = lanes.filter(|(lane, _)| which(lane));
        chosen
            .filter_map(|(_, c)| c.as_ref())
            .for_each(Cancel::raise);
    }

    /// Whether a lane runs that does not end with the others, and is not settled.
    fn has_independent(&self) -> bool {
        let mut lanes = self.lanes.iter().zip(&self.running);
        lanes.any(|(lane, running)| {
            lane.about_termination && running.as_ref().is_some_and(|c| !c.is_raised())
        })
    }

    fn ended(&mut self, lane: usize, panicked_after: Option<usize>) {
        self.running[lane] = None;
        if let Some(done) = panicked_after {
            self.start_lane(lane, done + 1);
            if lane == 0 && self.has_leader {
                self.has_leader = false;
                self.start(|start| start != Start::AtOnce);
            }
            return;
        }
        self.start_after(lane);
        if lane == 0 {
            // They wait for nothing any more.
            let late: Vec<bool> = self.lanes.iter().map(|l| l.about_termination).collect();
            for number in (0..late.len()).filter(|n| late[*n]) {
                if !self.begun[number] && !self.context.board.is_settled() {
                    self.begun[number] = true;
                    self.start_lane(number, 0);
                }
            }
        }
        if lane > 0 || !self.has_leader || self.until.is_some() {
            return;
        }
        if self.left_open() {
            let wait = self.started.elapsed().max(LEAST_WAIT);
            self.until = Some(Instant::now() + wait);
        } else {
            self.stop(|lane| !lane.about_termination);
            self.until = Some(Instant::now());
        }
    }

    /// Starts the lane that waits for this one, or for its time.
    fn start_after(&mut self, lane: usize) {
        let next = lane + 1;
        let waits = self.begun.get(next) == Some(&false)
            && matches!(self.lanes[next].start, Start::Late(_));
        if lane > 0 && waits && self.until.is_none() && !self.context.board.is_settled() {
            self.begun[next] = true;
            self.start_lane(next, 0);
        }
    }

    /// Whether the first lane has found a violation, and left something else open that others might decide.
    fn left_open(&self) -> bool {
        let board = &self.context.board;
        let is_open = |note: &Note| match note {
            Note::GaveUp {
                sites: Some(_),
                reason,
            } => matches!(reason, Reason::Bound { .. } | Reason::Stopped),
            _ => false,
        };
        let notes = board.notes_from(0);
        let mut of_first = notes.iter().filter(|n| n.lane == 0);
        !self.context.common.stop_on_fail
            && !board.failed().is_empty()
            && of_first.any(|n| is_open(&n.note))
            && self.context.limits.expired().is_none()
    }
}

impl Lane {
    /// Runs the turns except the first ones; where one panicked, how many had been taken before.
    fn run(&self, context: &mut Context, skip: usize) -> Option<usize> {
        let mut taken = Taken { number: 0, skip };
        self.run_turns(context, &mut taken).err()
    }

    fn run_turns(&self, context: &mut Context, taken: &mut Taken) -> Result<(), usize> {
        for turn in &self.turns {
            match turn {
                Turn::Always(engine) => taken.run(&**engine, context)?,
                Turn::AfterObstacle(engine) => {
                    if !context.board.obstacles().is_empty() {
                        taken.run(&**engine, context)?;
                    }
                }
                Turn::EachScope(engines) => {
                    let goals = context.goals.clone();
                    for scope in context.scopes() {
                        context.goals = scope;
                        for engine in engines {
                            taken.run(&**engine, context)?;
                        }
                    }
                    context.goals = goals;
                }
            }
        }
        Ok(())
    }
}

/// Counts the turns of a lane.
struct Taken {
    number: usize,
    /// So many have been taken before.
    skip: usize,
}

impl Taken {
    /// Gives an engine its turn, unless there is nothing left to do for it; the number of the turn if the engine panics.
    fn run(&mut self, engine: &dyn Engine, context: &mut Context) -> Result<(), usize> {
        let number = self.number;
        self.number += 1;
        let is_late = number > 0 && context.limits.expired().is_some();
        if number < self.skip || is_late || context.board.is_settled() {
            return Ok(());
        }
        let span = tracing::info_span!("engine", name = engine.name());
        let turn = context.begin(engine.name());
        let result = catch_unwind(AssertUnwindSafe(|| {
            span.in_scope(|| engine.run(context));
        }));
        context.end(&turn);
        result.map_err(|panic| {
            context.give_up(reason_of_panic(engine.name(), &*panic));
            number
        })
    }
}

/// What to say of a panic. (The SAT solver's bindings panic when memory is used up.)
fn reason_of_panic(engine: &str, panic: &(dyn Any + Send)) -> Reason {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("a panic without words");
    if text.contains("out of memory") {
        return smt::Why::Memory.into();
    }
    Reason::Internal(format!("{engine} panicked: {text}"))
}
