//! What a run of a program takes from outside, in the order in which the run asks for it.

use program::VarId;
use program::interp::Contents;
use std::collections::BTreeMap;
use term::BitVec;

/// The inputs of one concrete run of the *promoted* program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    /// The first contents of external static objects, by their index.
    pub externals: Vec<(usize, Contents)>,
    /// Where objects lie in flat memory, by their addresses.
    pub bases: BTreeMap<u64, u64>,
    pub events: Vec<InputEvent>,
}

/// One answer to one question of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputEvent {
    /// For a `Havoc` of `var`.
    Value { var: VarId, value: BitVec },
    /// For an `Alloc` into `var`.
    Object {
        var: VarId,
        address: u64,
        contents: Contents,
    },
    /// For a `HavocBytes`.
    Bytes(Contents),
    /// For an `External`: objects, by their addresses, and what they contain afterwards.
    Changes(Vec<(u64, Contents)>),
}
