//! Memory: objects and what is in them.
//!
//! Every allocation is an object of its own with a constant number, and so a constant address; a pointer is a term over
//! such constants. [`contents`] keeps the bytes of one object, [`resolve`] finds the objects that a pointer may point
//! into, and [`access`] puts both together for loads, stores and their checks. What was stored through a pointer to several
//! objects is read back through it as it was (`stored`).
//!
//! A state holds only objects that may be alive: one that is not there is dead.

pub mod access;
pub mod contents;
pub mod estimate;
pub mod family;
pub mod images;
pub mod resolve;
pub mod transfer;

mod stored;

use crate::points_to::Origin;
use crate::trie::Trie;
use contents::{Contents, Shape};
use family::Family;
use fixedbitset::FixedBitSet;
use program::SourceVar;
use std::rc::Rc;
use stored::Stored;
use term::{Term, TermPool};

/// The unit of an object whose contents differ between two states although no access has chosen one (it was filled).
const UNTOUCHED_UNIT: u64 = 4;

/// The objects of one state, by number.
#[derive(Clone, Default)]
pub struct Memory {
    pub objects: Trie<Rc<Object>>,
    stored: Stored,
    /// The origins of the objects that functions without a body know of: what they were given, and what leads from there.
    pub exposed: Rc<FixedBitSet>,
}

/// An object in a state.
#[derive(Clone)]
pub struct Object {
    /// Whether it is alive, given the state's guard.
    pub alive: Term,
    pub contents: Contents,
}

/// What never changes about an object, in whatever state it occurs.
#[derive(Clone)]
pub struct ObjectFacts {
    pub kind: FactKind,
    /// The size in bytes, as a term of pointer width.
    pub size: Term,
    pub shape: Shape,
    /// Its address.
    pub start: u64,
    pub align: u64,
    /// What points-to facts call it.
    pub origin: Option<Origin>,
    /// The C variable that it is, if it is one.
    pub source: Option<SourceVar>,
    /// The objects that existed when it was made, where it matters which lives overlap.
    pub born_among: Option<Trie<Rc<Object>>>,
    /// Whether it takes the place of another object, which is still among these (`realloc`).
    pub resizes: bool,
    /// The family whose members all have this number, if it is one.
    pub family: Option<Family>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactKind {
    Stack,
    Heap,
    /// On the heap, but the C library's own: it is not a leak.
    Library,
    /// A global variable; constants cannot be written.
    Static {
        constant: bool,
    },
    /// The address of a function: nothing can be read or written.
    Function,
    /// A part of a family: no pointer leads there.
    Column,
}

impl Memory {
    pub fn get(&self, object: u64) -> Option<&Rc<Object>> {
        self.objects.get(object)
    }

    /// Joins two memories; `choice` is true where the first one is meant.
    pub fn join(
        pool: &mut TermPool,
        facts: &mut [ObjectFacts],
        choice: Term,
        a: &Memory,
        b: &Memory,
    ) -> Memory {
        let mut joined = b.clone();
        joined.stored = Stored::join(&a.stored, &b.stored);
        if !a.exposed.is_subset(&b.exposed) {
            Rc::make_mut(&mut joined.exposed).union_with(&a.exposed);
        }
        for (number, x, y) in a.objects.differences(&b.objects) {
            let dead = pool.ff();
            let new = match (x, y) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => continue,
                (Some(x), Some(y)) => {
                    let shape = &mut facts[number as usize].shape;
                    if shape.unit == 0 {
                        shape.unit = UNTOUCHED_UNIT;
                    }
                    Object {
                        alive: pool.ite(choice, x.alive, y.alive),
                        contents: Contents::join(pool, shape, choice, &x.contents, &y.contents),
                    }
                }
                (Some(x), None) => Object {
                    alive: pool.ite(choice, x.alive, dead),
                    contents: x.contents.clone(),
                },
                (None, Some(y)) => Object {
                    alive: pool.ite(choice, dead, y.alive),
                    contents: y.contents.clone(),
                },
                (None, None) => continue,
            };
            joined.objects.set(number, Rc::new(new));
        }
        joined
    }

    /// Whether both hold the same objects with the same contents, as far as one can see without looking far.
    pub fn same(&self, other: &Memory) -> bool {
        if self.exposed != other.exposed {
            return false;
        }
        self.objects
            .differences(&other.objects)
            .into_iter()
            .all(|(_, a, b)| match (a, b) {
                (Some(a), Some(b)) => {
                    Rc::ptr_eq(a, b) || (a.alive == b.alive && a.contents.same(&b.contents))
                }
                _ => false,
            })
    }
}
