//! The search of IC3, whatever a literal says: property directed reachability (Bradley, *SAT-Based Model Checking without
//! Unrolling*, VMCAI 2011; Eén, Mishchenko, Brayton, *Efficient Implementation of Property Directed Reachability*, FMCAD
//! 2011).
//!
//! *Frame* `i` over-approximates the states that can be reached in `i` steps ([`deltas`]). A state of the last frame from which
//! something bad follows is an *obligation* ([`obligation`]): it is excluded from its frame, or else a state before it becomes
//! an obligation in the frame before ([`block`]). What is excluded is generalised from a state to a clause ([`generalize`]).
//! Clauses that hold one step later move on ([`propagate`]), and when a frame equals the next one, it is an inductive
//! invariant. When an obligation contains a first state, there is a path of cubes from it to something bad. A clause that is
//! inductive by itself goes to an infinity frame, which all frames contain.
//!
//! What the literals of cubes and clauses mean, and how a question about one step is asked, is for the engine: it implements
//! [`Steps`]. On bits, a literal is a latch; over words, a predicate. The papers' F is [`Frames`], and a cube `s` of theirs a
//! [`Cube`].
//!
//! Soundness: none of it has to be trusted. A path is simulated by the engine, and the clauses of an invariant are proved again.

mod block;
mod core;
mod deltas;
mod generalize;
mod obligation;
mod propagate;

pub(crate) use core::{Core, Ended};
pub(crate) use deltas::{Cube, Frames};

use sat::Lit;
use smt::Why;

/// What literals mean, and how one step is asked about.
pub(crate) trait Steps {
    /// What makes a state of a cube take the step that it takes: inputs, for example.
    type Choice: Clone;

    /// There is a new last frame, which excludes only what the infinity frame does.
    fn add_frame(&mut self, frames: &Frames);

    /// Excludes a cube from some frames, of which those before the first one exclude it already; or from all of them.
    fn exclude(&mut self, from_upto: Option<(usize, usize)>, cube: &[Lit]);

    /// Whether something bad is the case in a state of a frame.
    fn is_bad(&mut self, frames: &Frames, frame: usize) -> Result<bool, Why>;

    /// Whether states of a frame have successors in a cube; the cube itself is `excluded` before, or not. The infinity frame
    /// has no number. `None` if there are some, and otherwise a part of the cube that has no such successors, of its first literals
    /// rather than its last ones.
    fn reach(
        &mut self,
        frames: &Frames,
        frame: Option<usize>,
        cube: &[Lit],
        excluded: bool,
    ) -> Result<Option<Cube>, Why>;

    /// The state that the last question about this frame has found, as a cube, and what it does.
    fn found(&mut self, frame: usize) -> (Cube, Self::Choice);

    /// A part of a state, such that all states in it do what the state does: `weight` is higher for what should stay.
    fn lift(
        &mut self,
        state: &[Lit],
        choice: &Self::Choice,
        target: Target<'_>,
        weight: &dyn Fn(&Lit) -> f64,
    ) -> Result<Cube, Why>;

    /// Whether a cube contains a first state.
    fn meets_first(&mut self, cube: &[Lit]) -> Result<bool, Why>;

    /// Whether no first state satisfies a literal.
    fn is_apart(&self, lit: Lit) -> bool;
}

/// What a state is lifted with regard to.
#[derive(Clone, Copy)]
pub(crate) enum Target<'t> {
    Bad,
    Next(&'t [Lit]),
}
