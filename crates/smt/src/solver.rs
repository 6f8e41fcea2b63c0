//! The interface of solvers. Every engine holds one.
//!
//! A solver remembers what it has encoded: asserting, pushing and asking again under other assumptions never encodes a
//! known term a second time. The evidence of an answer is part of the answer and borrows the solver, so a model
//! cannot outlive the state that it describes.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use term::eval::{Assignment, Evaluator, FunctionValue};
use term::{FunctionId, SymbolId, Term, TermPool, Value};

/// Decides conjunctions of terms, incrementally.
///
/// All calls of one solver must use the same pool.
pub trait Solver {
    /// Adds a Boolean term that holds until the matching [`Solver::pop`].
    fn assert(&mut self, pool: &mut TermPool, term: Term);

    /// Opens a scope of assertions.
    fn push(&mut self);

    /// Drops the assertions of the innermost scope. Panics if there is none.
    fn pop(&mut self);

    /// Decides the assertions together with `assumptions`, which hold for this call only.
    fn check(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &Limits) -> Answer<'_>;

    /// Counters since the solver was made, under hierarchical names (`smt.bitblast.clauses`), in a fixed order.
    fn statistics(&self) -> Vec<(String, u64)>;
}

/// What a solver found, with its evidence.
pub enum Answer<'s> {
    Sat(Model<'s>),
    Unsat(Core<'s>),
    Unknown(Why),
}

impl Answer<'_> {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }
}

/// Why a solver gave up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The number of conflicts that [`Limits::conflicts`] allows was reached.
    Conflicts,
    /// [`Limits::deadline`] has passed.
    Timeout,
    /// The process holds more than [`Limits::memory`] allows.
    Memory,
    /// [`Limits::cancel`] was raised.
    Cancelled,
    /// Any other reason, as text: an external solver's own "unknown", a crash, a term that is not supported.
    Other(String),
}

/// A satisfying assignment.
pub struct Model<'s> {
    assignment: &'s dyn Assignment,
}

impl<'s> Model<'s> {
    pub fn new(assignment: &'s dyn Assignment) -> Model<'s> {
        Model { assignment }
    }

    /// The value of any term, also of one that the solver has not seen: symbols it does not constrain are zero.
    /// To evaluate many terms, take one [`Model::evaluator`].
    pub fn eval(&self, pool: &TermPool, term: Term) -> Value {
        self.evaluator(pool).eval(term)
    }

    pub fn evaluator<'a>(&'a self, pool: &'a TermPool) -> Evaluator<'a, dyn Assignment + 's> {
        Evaluator::new(pool, self.assignment)
    }
}

impl Assignment for Model<'_> {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.assignment.value(pool, symbol)
    }

    fn function(&self, pool: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        self.assignment.function(pool, function)
    }
}

/// A subset of the assumptions that is unsatisfiable together with the assertions.
pub struct Core<'s> {
    terms: &'s [Term],
}

impl<'s> Core<'s> {
    pub fn new(terms: &'s [Term]) -> Core<'s> {
        Core { terms }
    }

    pub fn terms(&self) -> &'s [Term] {
        self.terms
    }

    pub fn contains(&self, assumption: Term) -> bool {
        self.terms.contains(&assumption)
    }
}

/// What one call may use. The default is "no limit".
#[derive(Clone, Default)]
pub struct Limits {
    pub conflicts: Option<u64>,
    pub deadline: Option<Instant>,
    /// Bytes that the process may hold in memory, for whatever purpose. A call does not give memory back when it ends: only
    /// a new solver starts with less.
    pub memory: Option<u64>,
    pub cancel: Option<Cancel>,
}

impl Limits {
    /// Whether the deadline has passed, there is too little memory, or the cancellation was raised.
    pub fn expired(&self) -> Option<Why> {
        self.expired_by_flag_or_clock()
            .or_else(|| self.has_too_little_memory().then_some(Why::Memory))
    }

    /// The part of this check that costs almost nothing.
    pub(crate) fn expired_by_flag_or_clock(&self) -> Option<Why> {
        if self.cancel.as_ref().is_some_and(Cancel::is_raised) {
            return Some(Why::Cancelled);
        }
        self.deadline
            .is_some_and(|d| Instant::now() >= d)
            .then_some(Why::Timeout)
    }

    /// The part of this check that asks the operating system.
    pub(crate) fn has_too_little_memory(&self) -> bool {
        let Some(most) = self.memory else {
            return false;
        };
        held_memory() > most
    }
}

/// How old an answer of the operating system may be.
const LOOK_AT_MEMORY: Duration = Duration::from_millis(5);

/// The bytes that the process holds. Asking the operating system takes longer than many a question to a solver, so it is
/// asked once in a while, for all threads.
fn held_memory() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    /// When it was last asked, in microseconds since the start plus one, and what it said.
    static LOOKED: AtomicU64 = AtomicU64::new(0);
    static HELD: AtomicU64 = AtomicU64::new(0);
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let now = micros(START.elapsed()) + 1;
    let looked = LOOKED.load(Ordering::Relaxed);
    if looked == 0 || now.saturating_sub(looked) > micros(LOOK_AT_MEMORY) {
        let held = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem);
        HELD.store(u64::try_from(held).unwrap_or(u64::MAX), Ordering::Relaxed);
        LOOKED.store(now, Ordering::Relaxed);
    }
    HELD.load(Ordering::Relaxed)
}

/// A flag that another thread raises to stop a running call at once.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    /// This flag counts as raised whenever its parent is.
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag that is raised by itself or whenever this one is.
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Flag {
            raised: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
            || self.0.parent.as_ref().is_some_and(Cancel::is_raised)
    }
}
