//! The symbolic executor.
//!
//! It runs a program with terms in place of values. Where control splits on a condition that does not fold, both ways
//! are taken, each under its guard; where they meet again, the states are joined into one, variable by variable, by
//! `ite`. A branch whose guard folds to false is not entered, a loop whose condition folds is unrolled without asking a
//! solver, and what no check depends on is a term that is never encoded.
//!
//! A function's blocks are run in the weak topological order of its control-flow graph (Bourdoncle 1993): all states that
//! reach a block are there before it runs, and a loop is run iteration by iteration until no state reaches its head.
//! A call runs the callee in an activation of its own, identified by its *occurrence*: the chain of call sites and loop
//! iterations that led there (the call contexts of LLBMC, Merz 2016, §3.6). Occurrences name inputs and objects, so that
//! running again with a larger bound makes the same terms again wherever nothing has changed.
//!
//! The result of an execution is a [`Log`]: every check with its guard, every input, and every place where the execution
//! was cut off.
//!
//! There are three modes (`mode`): unrolling from the entry (`run`); executing from cut point to cut point, for the
//! blocks of a transition system (`cuts`); and, within an unrolling, recording one iteration of a loop for its summary
//! (`summary`). What can be known of a program before it runs is shared by all executors ([`Analyses`]).

mod analyses;
mod block;
mod call;
mod cuts;
mod external;
mod family;
mod flow;
mod inst;
mod join;
mod known;
mod leaks;
mod log;
mod loops;
mod mode;
mod numbers;
mod object;
mod plan;
mod pointer;
mod relate;
mod run;
mod summary;
mod transfer;
mod visits;
mod written;

/// The lemmas of [`crate::lemma`], by an older name.
pub use crate::lemma::Lemmas as HeadFacts;
pub use analyses::Analyses;
pub(crate) use call::Caller;
pub(crate) use cuts::Arrival;
pub use cuts::CutPoints;
use flow::{Flow, PathEnd};
pub use join::State;
pub use log::{Cut, CutKind, Input, InputKind, Log, Violation};
pub(crate) use log::{put, read};
pub use plan::Plan;
pub use run::{Bounds, Stopped};
pub use visits::Visit;

use crate::guard::{Guard, Guards};
use crate::lemma::Lemmas;
use crate::memory::contents::{Contents, Epoch, FirstValues, Shape};
use crate::memory::resolve::Resolver;
use crate::memory::{FactKind, Memory, Object, ObjectFacts};
use crate::trie::Trie;
use mode::Mode;
use plan::FunctionPlan;
use program::{
    BlockId, CType, FunctionId, Goals, InstKind, Place, Program, Property, Relation, StaticKind,
    TypeId, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use term::{Term, TermPool};

/// Runs one program, once or several times with growing bounds.
pub struct Executor<'p> {
    pub(crate) program: &'p Program,
    goals: &'p Goals,
    pub(crate) analyses: Arc<Analyses>,
    /// By object number; entry 0 means "no object".
    pub(crate) facts: Vec<ObjectFacts>,
    pub(crate) resolver: Resolver,
    occurrences: Occurrences,
    object_of: FxHashMap<Occurrence, u64>,
    /// The allocations that make one object after the other, with the numbers that stand for these.
    families: FxHashMap<Occurrence, u64>,
    /// What executions are for.
    mode: Mode,
    /// Of the execution that runs now.
    pub(crate) guards: Guards,
    log: Log,
    bounds: Bounds,
    /// Calls that have not returned, innermost last.
    active: Vec<call::Active>,
    /// Callers that wait, innermost last.
    frames: Vec<Caller>,
    steps: u64,
    /// Guards that never hold: where one of them would be followed round a loop or into a recursion, the execution is cut.
    closed: FxHashSet<Term>,
    /// Unknown pointers that this execution has taken in so far: they lead to no object that is made later.
    unknown_pointers: Vec<Term>,
    /// What was proved of states at loop heads.
    known: Vec<Arc<Lemmas>>,
    /// The symbols of what promoted variables and objects hold before anything is written into them.
    first_values: FirstValues,
    /// What is known of the numbers of pointers.
    numbers: numbers::Numbers,
    /// Whether it matters which lives of objects overlap.
    compares: bool,
    /// Whether lost memory is looked for, also in runs that do not end.
    tracks: bool,
    /// Whether memory that is not freed is looked for.
    pub(crate) leaks: bool,
    /// Whether reads of what was never written are looked for.
    looks_for_unwritten: bool,
    terms_at_start: usize,
    /// Whether the states at loop heads are part of the log.
    keeps_visits: bool,
    scratch: FxHashMap<Term, Term>,
}

/// A point of the unrolled program: a chain of call sites and loop iterations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Occurrence(pub(crate) u32);

/// Gives every chain a number that stays the same from one execution to the next.
#[derive(Default)]
struct Occurrences {
    numbers: FxHashMap<(Occurrence, u32, u32), Occurrence>,
}

impl Occurrences {
    const START: Occurrence = Occurrence(0);

    /// The occurrence that follows `parent` by the `count`-th visit of the instruction or block number `point`.
    fn follow(&mut self, parent: Occurrence, point: u32, count: u32) -> Occurrence {
        let next = u32::try_from(self.numbers.len() + 1).expect("fewer than 2^32 occurrences");
        *self
            .numbers
            .entry((parent, point, count))
            .or_insert(Occurrence(next))
    }
}

impl<'p> Executor<'p> {
    pub fn new(pool: &mut TermPool, program: &'p Program, goals: &'p Goals) -> Executor<'p> {
        let analyses = Arc::new(Analyses::new(pool, program));
        Executor::with(analyses, pool, program, goals)
    }

    /// An executor that shares the analyses of its program with others.
    pub fn with(
        analyses: Arc<Analyses>,
        pool: &mut TermPool,
        program: &'p Program,
        goals: &'p Goals,
    ) -> Executor<'p> {
        assert!(analyses.fits(program), "analyses of another program");
        let wanted = |which: &dyn Fn(Property) -> bool| {
            let mut properties = goals.iter().map(|site| program.site(site).property);
            properties.any(which)
        };
        let mut executor = Executor {
            program,
            goals,
            analyses,
            facts: Vec::new(),
            resolver: Resolver::new(program.pointers),
            occurrences: Occurrences::default(),
            object_of: FxHashMap::default(),
            families: FxHashMap::default(),
            mode: Mode::Unroll,
            guards: Guards::new(pool),
            log: Log::default(),
            bounds: Bounds::default(),
            active: Vec::new(),
            frames: Vec::new(),
            steps: 0,
            closed: FxHashSet::default(),
            unknown_pointers: Vec::new(),
            known: Vec::new(),
            first_values: FirstValues::default(),
            numbers: Default::default(),
            compares: program.insts().any(|kind| {
                matches!(
                    kind,
                    InstKind::ToNumber { .. }
                        | InstKind::ToPointer { .. }
                        | InstKind::Relate {
                            relation: Relation::Comparable,
                            ..
                        }
                )
            }),
            tracks: wanted(&|p| p == Property::ValidMemtrack),
            leaks: wanted(&Property::is_leak),
            looks_for_unwritten: program
                .insts()
                .any(|kind| matches!(kind, InstKind::Written { .. })),
            terms_at_start: pool.len(),
            keeps_visits: false,
            scratch: FxHashMap::default(),
        };
        executor.add_statics(pool);
        executor
    }

    fn add_statics(&mut self, pool: &mut TermPool) {
        let width = self.program.pointers.width;
        let nothing = ObjectFacts {
            kind: FactKind::Function,
            size: pool.zero(width),
            shape: self.shape(0, Some(0), None),
            start: 0,
            align: 1,
            origin: None,
            source: None,
            born_among: None,
            resizes: false,
            family: None,
        };
        self.facts.push(nothing);
        for (index, object) in self.program.statics.iter().enumerate() {
            let kind = match object.kind {
                StaticKind::Variable { constant, .. } => FactKind::Static { constant },
                StaticKind::External => FactKind::Static { constant: false },
                StaticKind::Function(_) | StaticKind::ExternalFunction => FactKind::Function,
            };
            let ty = object.source.as_ref().map(|s| s.ty);
            self.resolver
                .set_start(index as u64 + 1, self.program.static_address(index));
            self.facts.push(ObjectFacts {
                kind,
                size: pool.bv_u64(width, object.size),
                shape: self.shape(index as u64 + 1, Some(object.size), ty),
                start: self.program.static_address(index),
                align: object.align,
                origin: Some(self.analyses.points_to.of_static(index)),
                source: object.source.clone(),
                born_among: None,
                resizes: false,
                family: None,
            });
        }
    }

    fn shape(&self, object: u64, size: Option<u64>, ty: Option<TypeId>) -> Shape {
        Shape {
            object,
            unit: ty.map_or(0, |ty| scalar_size(self.program, ty, 0)),
            size,
            offset_bits: self.program.pointers.offset_bits,
            first: self.first_values.clone(),
        }
    }

    /// The state before the entry function: static objects and nothing else.
    fn initial_state(&mut self, pool: &mut TermPool) -> State {
        let mut memory = Memory::default();
        for (index, object) in self.program.statics.iter().enumerate() {
            let contents = match &object.kind {
                StaticKind::Variable { init, .. } => Contents::image(init),
                StaticKind::External => Contents::unknown(Epoch::State),
                StaticKind::Function(_) | StaticKind::ExternalFunction => Contents::zero(),
            };
            let alive = pool.tt();
            let object = Rc::new(Object { alive, contents });
            memory.objects.set(index as u64 + 1, object);
        }
        self.add_families(pool, &mut memory);
        let mut state = State {
            guard: Guard::TRUE,
            locals: Trie::default(),
            memory,
        };
        self.add_first_numbers(pool, &mut state);
        state
    }

    /// Notes that the guard of a cut never holds: executions that follow cut there, too, whatever their bounds are.
    pub fn close(&mut self, guard: Term) {
        self.closed.insert(guard);
    }

    pub fn is_closed(&self, guard: Term) -> bool {
        self.closed.contains(&guard)
    }

    /// Objects whose unit no access has chosen are divided into bytes.
    pub(crate) fn choose_remaining_units(&mut self) {
        for facts in &mut self.facts {
            if facts.shape.unit == 0 {
                facts.shape.unit = 1;
            }
        }
    }

    /// Where a block is in the source; that of a loop's head is where the loop is.
    pub(crate) fn place_of(&self, function: FunctionId, block: BlockId) -> Place {
        let loops = &self.analyses.plan.function(function).loops;
        let code = &self.program.function(function).blocks[block.index()];
        match loops.headed_by(block) {
            Some(id) => loops.get(id).place,
            None => code.insts.first().map_or(code.place, |inst| inst.place),
        }
    }

    pub(crate) fn function_plan(&self, function: FunctionId) -> Arc<FunctionPlan> {
        self.analyses.plan.function(function)
    }

    pub(crate) fn local(&self, var: VarId) -> u64 {
        self.analyses.plan.local(var)
    }

    /// The variables, by their number in the function, that are read after an instruction.
    pub(crate) fn live_after(
        &self,
        pool: &TermPool,
        function: FunctionId,
        at: (BlockId, usize),
    ) -> FxHashSet<u64> {
        plan::live_after(pool, self.program, &self.analyses.plan, function, at)
    }

    /// How the objects of the last execution are divided, for reading their first contents from a model.
    pub fn shape_of(&self, object: u64) -> &Shape {
        &self.facts[object as usize].shape
    }
}

/// The size in bytes of the smallest scalar in a type, or 0 if the type does not tell.
fn scalar_size(program: &Program, ty: TypeId, depth: u32) -> u64 {
    if depth > 8 {
        return 0;
    }
    let of_bits = |bits: u64| match bits.div_ceil(8) {
        n if n.is_power_of_two() && n <= 8 => n,
        _ => 0,
    };
    match program.ty(ty) {
        CType::Int { bits, .. }
        | CType::Bool { bits }
        | CType::Float { bits, .. }
        | CType::Enum { bits, .. }
        | CType::Pointer { bits, .. } => of_bits(u64::from(*bits)),
        CType::Array { element, .. } => scalar_size(program, *element, depth + 1),
        CType::Struct { fields, .. } | CType::Union { fields, .. } => fields
            .iter()
            .map(|f| scalar_size(program, f.ty, depth + 1))
            .min()
            .unwrap_or(0),
        CType::Void | CType::Function | CType::Opaque { .. } => 0,
    }
}
