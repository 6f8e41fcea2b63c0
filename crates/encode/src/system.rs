//! The transition system: what unbounded engines work on.
//!
//! A *location* is a point of the program in a call context: the entry, the head of a loop, or another cut point, if more are
//! wanted (`CutPoints`; this is what distinguishes small-block from large-block encodings). A *block* is the
//! loop-free region that begins at a location, encoded whole by the symbolic executor: every way through it ends at a
//! location (an [`Edge`] with the values of that location's variables there), at the program's end, at an assumption that
//! does not hold, at a check that ends the run, or at something that the encoding does not cover (a [`Gap`]). For each
//! assignment to the variables of its location and to the block's inputs exactly one of these is the case; debug builds
//! try that on samples.
//!
//! A check's violation contains the assumptions before it and none after it, so that a check sees only what the program
//! has assumed by then. Guards and updates are terms over the variables of the block's location and the block's inputs,
//! nothing else.
//!
//! State variables are the C variables of every active function that are live at the location, and the contents of memory
//! objects: unit by unit for small ones, one array for large ones, and whether a dynamic object is alive. An allocation is
//! one object per call context; allocating it again in a loop while a pointer may still lead to it, like recursion, is a gap.
//! What is constant at a location is not part of the state there.
//!
//! Engines find their way by typed ids: locations and [heads](TransitionSystem::heads), [edges](TransitionSystem::edges),
//! [components](TransitionSystem::components). A formula is carried along one edge by [`TransitionSystem::pre`] and
//! [`TransitionSystem::post`], along several by an [`EdgePath`], and along all at once by an [`Unrolling`].

mod arrays;
mod asked;
mod build;
mod ends;
mod families;
mod graph;
mod ids;
mod image;
mod known;
mod paths;
mod renaming;
mod snapshot;
mod state;
mod steps;
mod text;
mod unroll;

pub use crate::exec::Violation;
pub use arrays::{ArrayAccess, array_accesses, subterms};
pub use asked::{Asked, AskedKind};
pub use build::{build, build_with};
pub use families::{FamilyColumn, StateFamily};
pub use graph::Component;
pub use ids::{EdgeId, LocationId, StateVarId};
pub use image::EdgePath;
pub use paths::Paths;
pub use snapshot::Snapshot;
pub use unroll::Unrolling;

use crate::memory::contents::UnknownBytes;
use program::{BlockId, FunctionId, Place, SourceVar, VarId};
use rustc_hash::FxHashMap;
use term::{Sort, Term, TermPool};

/// See the module documentation. Location 0 is the entry and has no variables.
#[derive(Clone, Default)]
pub struct TransitionSystem {
    pub variables: Vec<StateVar>,
    pub locations: Vec<Location>,
    /// One per location, in the same order.
    pub blocks: Vec<Block>,
    /// The symbols of variables that no location has and no edge changes: each may have any value, which never changes.
    pub rigid: Vec<Term>,
    /// What allocations in loops make.
    pub families: Vec<StateFamily>,
    /// What external static objects contain at first, by their index.
    externals: Vec<(usize, UnknownBytes, Option<u64>)>,
    /// The variable of each symbol.
    variable_of: FxHashMap<Term, StateVarId>,
}

/// A part of the state.
#[derive(Clone, Debug)]
pub struct StateVar {
    /// Unique in the system.
    pub name: String,
    /// Its value at the beginning of a block.
    pub symbol: Term,
    /// The C variable, if it is one.
    pub source: Option<SourceVar>,
    /// Where a concrete run has its value.
    pub origin: Origin,
}

/// Where a concrete run of the promoted program has the value of a state variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A variable of a function, in one of its call contexts.
    Local {
        function: FunctionId,
        context: usize,
        var: VarId,
    },
    /// Bytes of a static object, by its index.
    Static {
        index: usize,
        offset: u64,
        length: u64,
    },
    /// Nowhere, or as a number that need not be the same: addresses, and what belongs to dynamic objects.
    Other,
    /// Nowhere: it exists for a proof alone.
    Ghost,
}

/// An active function at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActiveFunction {
    pub function: FunctionId,
    /// As in [`Origin::Local`].
    pub context: usize,
    /// The loop head, or the block and number of the call that the function waits for.
    pub at: (BlockId, Option<usize>),
}

#[derive(Clone, Debug)]
pub struct Location {
    /// `entry`, or the functions that are active and where: `main > f, loop at a.c:12`.
    pub name: String,
    pub place: Place,
    /// What the state consists of here, in a fixed order.
    pub variables: Vec<StateVarId>,
    /// The active functions, outermost first; none at the entry.
    pub stack: Vec<ActiveFunction>,
}

impl Location {
    /// Where a run at this location has the value of a variable: the number of an active function, and its variable.
    pub fn find(&self, origin: Origin) -> Option<(usize, VarId)> {
        let Origin::Local {
            function,
            context,
            var,
        } = origin
        else {
            return None;
        };
        let mut stack = self.stack.iter();
        let frame = stack.position(|f| f.function == function && f.context == context)?;
        Some((frame, var))
    }
}

/// All ways from one location to the next ones.
#[derive(Clone, Default, Debug)]
pub struct Block {
    /// Unknown values, new at each execution of the block.
    pub inputs: Vec<Term>,
    pub checks: Vec<Violation>,
    pub edges: Vec<Edge>,
    /// The program ends.
    pub ends: Vec<Term>,
    /// An assumption does not hold.
    pub stops: Vec<Term>,
    pub gaps: Vec<Gap>,
    /// What a run takes from outside on its way, in order.
    pub asked: Vec<Asked>,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub to: LocationId,
    pub guard: Term,
    /// The values of the target location's variables, in its order.
    pub values: Vec<Term>,
}

/// Something that the encoding does not cover: if it can be reached, nothing is known of what follows.
#[derive(Clone, Debug)]
pub struct Gap {
    pub what: String,
    pub place: Place,
    pub guard: Term,
    /// What a proof that nothing bad happens takes for granted if it leaves the gap out of account, as it may. Proofs that runs
    /// end may not.
    pub assumption: Option<String>,
}

impl TransitionSystem {
    /// Adds a variable to [`TransitionSystem::rigid`]; its symbol.
    pub fn add_rigid(&mut self, pool: &mut TermPool, name: &str, sort: Sort) -> Term {
        let symbol = pool.symbol(name, sort);
        self.add_variable(name.to_string(), symbol, None, Origin::Other);
        self.rigid.push(symbol);
        symbol
    }

    fn add_variable(
        &mut self,
        name: String,
        symbol: Term,
        source: Option<SourceVar>,
        origin: Origin,
    ) -> StateVarId {
        let id = StateVarId::new(self.variables.len());
        self.variables.push(StateVar {
            name,
            symbol,
            source,
            origin,
        });
        self.variable_of.insert(symbol, id);
        id
    }

    /// What proofs take for granted, each once.
    pub fn assumptions(&self) -> Vec<String> {
        let gaps = self.blocks.iter().flat_map(|b| &b.gaps);
        let mut all: Vec<String> = gaps.filter_map(|g| g.assumption.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The variable that a symbol denotes.
    pub fn variable_of(&self, symbol: Term) -> Option<StateVarId> {
        self.variable_of.get(&symbol).copied()
    }
}

impl Block {
    /// The gaps that a proof has to exclude.
    pub fn open_gaps(&self) -> impl Iterator<Item = (usize, &Gap)> {
        let gaps = self.gaps.iter().enumerate();
        gaps.filter(|(_, gap)| gap.assumption.is_none())
    }

    /// The conditions of which exactly one holds for each state and inputs.
    pub fn outcomes(&self) -> Vec<Term> {
        let edges = self.edges.iter().map(|e| e.guard);
        let ends = self.ends.iter().chain(&self.stops).copied();
        let fatal = self
            .checks
            .iter()
            .filter(|c| c.ends_run)
            .map(|c| c.condition);
        let gaps = self.gaps.iter().map(|g| g.guard);
        edges.chain(ends).chain(fatal).chain(gaps).collect()
    }
}
