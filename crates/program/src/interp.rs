//! The concrete interpreter: the judge of every counterexample.
//!
//! It runs a program on given inputs, step by step, over flat memory: a map from addresses to bytes, and a table of the
//! objects that exist. It knows neither regions nor points-to sets, evaluates expressions with [`term::eval`] only, and
//! detects every violation, wanted or not. It asks an [`Oracle`] for everything that a program leaves open (unknown
//! values, the addresses and first contents of objects), and reports everything that happens to an [`Observer`].

mod doubt;
mod evaluate;
mod flat;
mod memory;
mod random;
mod run;
mod step;

pub use doubt::Passing;
pub use random::RandomOracle;
pub use run::{Position, run};

use crate::ids::{FunctionId, SiteId, VarId};
use crate::program::{InputSource, ObjectInfo, Place};
use std::collections::BTreeMap;
use term::BitVec;

/// Decides what a program leaves open. `None` means that the oracle has no answer, and the run ends there.
pub trait Oracle {
    /// The value of a [`crate::InstKind::Havoc`] of `var`.
    fn value(&mut self, var: VarId, width: u32, source: &InputSource) -> Option<BitVec>;

    /// Address and first contents of the object that a [`crate::InstKind::Alloc`] into `var` makes.
    fn object(&mut self, var: VarId, info: &ObjectInfo, size: u64) -> Option<ObjectInput>;

    /// The bytes of a [`crate::InstKind::HavocBytes`].
    fn bytes(&mut self, length: u64, source: &InputSource) -> Option<Contents>;

    /// What a function without a body changes: the addresses of objects, and the bytes in them that get new values.
    fn changes(&mut self, _function: &str) -> Option<Vec<(u64, Contents)>> {
        Some(Vec::new())
    }

    /// The first contents of static object `index`, which is external.
    fn external(&mut self, index: usize) -> Option<Contents>;

    /// The highest address at which it will place an object; the interpreter places its own objects above it.
    /// Zero if it places none.
    fn highest_address(&self) -> u64 {
        0
    }

    /// Where objects lie in flat memory ([`crate::layout::flat`]), by their addresses; the interpreter then puts no object
    /// anywhere itself.
    fn bases(&mut self) -> Option<BTreeMap<u64, u64>> {
        None
    }

    /// What changes at once where a block begins: the effect of loop iterations that the run leaves out.
    fn leap(&mut self, _position: &Position<'_, '_>) -> Vec<Leap> {
        Vec::new()
    }
}

/// A part of what iterations change that a run leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leap {
    /// The address holds these bytes.
    Write { address: u64, bytes: Vec<u8> },
    /// The address holds this pointer.
    Point { address: u64, pointer: u64 },
    /// A variable of the innermost function has this value.
    Set { var: VarId, value: BitVec },
}

/// What an oracle decides about a new object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInput {
    /// `None`: any address that is free; the interpreter counts object numbers down from the highest. It refuses an
    /// address that overlaps a live object, is null, or does not leave the object within one object number of the
    /// program's pointer layout.
    pub address: Option<u64>,
    /// Ignored for objects that start zeroed.
    pub contents: Contents,
}

/// Bytes by offset; what is not there is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    pub bytes: BTreeMap<u64, u8>,
}

/// What happens in a run, in order. Every event belongs to the innermost function entered and not left.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A function is entered, from the call at `place`; its parameters have these values.
    Enter {
        function: FunctionId,
        args: Vec<BitVec>,
        place: Place,
    },
    Leave {
        function: FunctionId,
        result: Option<BitVec>,
        place: Place,
    },
    /// A variable changed (or was set again).
    Assign {
        var: VarId,
        value: BitVec,
        place: Place,
    },
    /// A variable got an input.
    Input {
        var: VarId,
        value: BitVec,
        source: InputSource,
        place: Place,
    },
    /// An object came into being.
    Alloc {
        var: VarId,
        address: u64,
        size: u64,
        info: ObjectInfo,
        place: Place,
    },
    /// The number of a pointer into an object is used for the first time, and so it matters where the object lies.
    Placed {
        address: u64,
        base: u64,
        place: Place,
    },
    /// An object's life ended.
    Dead { address: u64, place: Place },
    /// Memory changed: the address now holds these bytes. If they are the image of a pointer, it is given.
    Write {
        address: u64,
        bytes: Vec<u8>,
        pointer: Option<u64>,
        place: Place,
    },
    /// A branch or switch was taken to another block.
    Branch { place: Place },
    /// A check failed that is not a goal and does not end the run.
    Passed {
        site: SiteId,
        operands: Vec<BitVec>,
        place: Place,
    },
}

/// Is told what happens.
pub trait Observer {
    fn event(&mut self, event: Event);

    /// A block begins; that of a function that was just entered, too.
    fn arrive(&mut self, _position: &Position<'_, '_>) {}

    /// Whether the run need not go on. Asked after each [`Observer::arrive`].
    fn has_enough(&self) -> bool {
        false
    }
}

/// Ignores everything.
impl Observer for () {
    fn event(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The entry function returned or the program halted.
    Finished,
    /// A goal was violated.
    Violated(Violation),
    /// A check outside the goals failed that ends the run: what follows has no meaning.
    Undefined(Violation),
    /// An assumption did not hold.
    Assumed { place: Place },
    /// The oracle had no answer, or an impossible one; the text says which.
    Oracle { what: String, place: Place },
    /// The limit of steps was reached.
    Steps,
    /// The observer has seen enough.
    Enough,
    /// What happens depends on where objects lie, or is possible only as long as nothing is known of that.
    Unsupported { what: String, place: Place },
    /// The run needs more memory than the interpreter may take.
    Memory { place: Place },
}

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub site: SiteId,
    pub place: Place,
    /// The values of the check's operands (for an access: address and length).
    pub operands: Vec<BitVec>,
    /// For memory checks: a description of what is wrong (`null pointer`, `8 bytes at offset 40 of a 40-byte object`).
    pub detail: Option<String>,
    /// What it depends on that is not known exactly: what a function without a body wrote, or a result that is only
    /// approximated.
    pub doubt: Option<InputSource>,
}
