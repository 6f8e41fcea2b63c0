//! An execution from the program's entry, up to a bound.

use super::log::{Cut, CutKind, Log};
use super::mode::Mode;
use super::{Executor, Flow, Occurrences};
use crate::guard::{Guard, Guards};
use program::{BlockId, FunctionId, Place};
use rustc_hash::FxHashMap;
use term::TermPool;

/// How far an execution goes.
#[derive(Clone)]
pub struct Bounds {
    /// How often a loop may go back to its head, and a function call itself, where that is not decided by folding.
    pub unwind: u32,
    /// Other numbers for single loops.
    pub loops: FxHashMap<(FunctionId, BlockId), u32>,
    /// Whether iterations that are decided by folding count, too.
    pub count_all: bool,
    /// Whether the program will be executed many times, with bounds that differ by little.
    pub in_steps: bool,
    /// Loops and recursion are cut when the execution has made this many new terms …
    pub terms: usize,
    /// … or executed this many instructions.
    pub steps: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            unwind: u32::MAX,
            loops: FxHashMap::default(),
            count_all: false,
            in_steps: false,
            terms: usize::MAX,
            steps: u64::MAX,
        }
    }
}

/// The execution was stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The number of terms that one block of a transition system may have.
const MAX_BLOCK: usize = 2_000_000;

impl Executor<'_> {
    /// Runs the program from its entry. `stop` is asked now and then whether to give up.
    pub fn run(
        &mut self,
        pool: &mut TermPool,
        bounds: Bounds,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Log, Stopped> {
        self.guards = Guards::new(pool);
        self.bounds = bounds;
        self.steps = 0;
        self.mode = Mode::Unroll;
        self.start(pool);
        let state = self.initial_state(pool);
        let entry = self.program.entry;
        let returned = self.call(pool, entry, Vec::new(), state, Occurrences::START, stop)?;
        if let Flow::Continue(returned) = returned {
            let end = self.guards.term(returned.state.guard);
            self.log.ends.push(end);
        }
        Ok(std::mem::take(&mut self.log))
    }

    /// Forgets the execution before.
    pub(super) fn start(&mut self, pool: &TermPool) {
        self.terms_at_start = pool.len();
        self.active.clear();
        self.frames.clear();
        self.unknown_pointers.clear();
        self.log = Log {
            reached: vec![false; self.program.sites.len()],
            ..Log::default()
        };
    }

    /// A block of a transition system has no bound of its own: many calls in many contexts can make it too large.
    pub(super) fn is_too_large(&self, pool: &TermPool) -> bool {
        self.is_cutting() && pool.len() - self.terms_at_start > MAX_BLOCK
    }

    pub(super) fn is_exhausted(&self, pool: &TermPool) -> bool {
        self.steps > self.bounds.steps || pool.len() - self.terms_at_start > self.bounds.terms
    }

    /// Notes that the memory model cannot do something here.
    pub(super) fn cut_unsupported(&mut self, what: String, place: Place, guard: Guard) {
        self.cut(CutKind::Unsupported(what), place, guard);
    }

    /// The same, for a reason that has a name.
    pub(super) fn cut(&mut self, kind: CutKind, place: Place, guard: Guard) {
        let guard = self.guards.term(guard);
        let place = self.seen_place(place);
        self.log.cuts.push(Cut {
            kind,
            place,
            guard,
            known: None,
        });
    }
}
