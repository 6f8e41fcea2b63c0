//! Promotion of locals to variables.

use program::VarId;
use rustc_hash::FxHashMap;

/// What promotion did, for those who must undo it: the replay of a counterexample runs the program as it was before.
#[derive(Clone, Default, Debug)]
pub struct Promotion {
    /// For each `Alloc` that is gone, by the variable it wrote: the parts of the object, in the order of the `Havoc`s
    /// that stand in its place.
    pub parts: FxHashMap<VarId, Vec<Part>>,
}

/// A part of a promoted object that became a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub offset: u64,
    pub size: u64,
    pub var: VarId,
}
