//! How an object is divided, and the symbols of its unknown contents.

use super::EAGER_UNITS;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;
use term::{Sort, Term, TermPool};

/// How an object is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The object's number: names its unknown bytes.
    pub object: u64,
    /// Bytes per unit, a power of two.
    pub unit: u64,
    /// The size in bytes if it is constant.
    pub size: Option<u64>,
    /// The number of bits of an offset.
    pub offset_bits: u32,
    /// Notes the symbols of what the object holds before anything is written into it.
    pub first: FirstValues,
}

/// The symbols for what objects and promoted variables hold before anything is written into them. Every copy
/// is the same set.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct FirstValues(Rc<RefCell<FxHashSet<Term>>>);

impl FirstValues {
    pub fn add(&self, symbol: Term) {
        self.0.borrow_mut().insert(symbol);
    }

    pub fn contains(&self, symbol: Term) -> bool {
        self.0.borrow().contains(&symbol)
    }
}

/// Which unknown contents of an object are meant: in a transition system, those that the state holds; those that the
/// object gets when it is allocated; or those that a function without a body leaves in it, at this occurrence of its call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Epoch {
    State,
    Allocated,
    Changed(u32),
}

impl Epoch {
    fn suffix(self) -> String {
        match self {
            Epoch::State => String::new(),
            Epoch::Allocated => ".new".to_string(),
            Epoch::Changed(occurrence) => format!(".changed{occurrence}"),
        }
    }
}

impl Shape {
    /// The number of units, if the size is constant.
    pub(super) fn units(&self) -> Option<u64> {
        self.size.map(|s| s.div_ceil(self.unit))
    }

    /// Whether the object stays cells.
    pub fn is_eager(&self) -> bool {
        self.units().is_some_and(|n| n <= EAGER_UNITS)
    }

    /// The width of a unit's index.
    pub(super) fn index_width(&self) -> u32 {
        match self.units() {
            Some(n) => (64 - n.max(2).saturating_sub(1).leading_zeros()).max(1),
            None => self.offset_bits - self.unit.trailing_zeros(),
        }
    }

    pub(super) fn unit_bits(&self) -> u32 {
        self.unit as u32 * 8
    }

    pub(super) fn array_sort(&self) -> Sort {
        Sort::array(
            Sort::BitVec(self.index_width()),
            Sort::BitVec(self.unit_bits()),
        )
    }

    fn array_name(&self, epoch: Epoch) -> String {
        format!("object{}{}", self.object, epoch.suffix())
    }

    fn unit_name(&self, epoch: Epoch, unit: u64) -> String {
        format!("object{}{}[{unit}]", self.object, epoch.suffix())
    }

    // Another execution, in the same pool, may find the object divided otherwise: hence symbols of a sort.

    /// The symbol of an array of unknown contents.
    pub fn unknown_array(&self, pool: &mut TermPool, epoch: Epoch) -> Term {
        let sort = self.array_sort();
        let symbol = pool.symbol_of_sort(&self.array_name(epoch), sort);
        self.note(epoch, symbol)
    }

    /// The symbol of an unknown unit of a small object.
    pub fn unknown_unit(&self, pool: &mut TermPool, epoch: Epoch, unit: u64) -> Term {
        let sort = Sort::BitVec(self.unit_bits());
        let symbol = pool.symbol_of_sort(&self.unit_name(epoch, unit), sort);
        self.note(epoch, symbol)
    }

    fn note(&self, epoch: Epoch, symbol: Term) -> Term {
        if epoch == Epoch::Allocated {
            self.first.add(symbol);
        }
        symbol
    }

    /// All symbols that make up the object's contents as part of a state: its units, or its array.
    pub fn state_symbols(&self, pool: &mut TermPool) -> Vec<Term> {
        if self.is_eager() {
            let count = self.units().expect("eager objects have a size");
            (0..count)
                .map(|i| self.unknown_unit(pool, Epoch::State, i))
                .collect()
        } else {
            vec![self.unknown_array(pool, Epoch::State)]
        }
    }

    /// The first contents of an object that was allocated with unknown contents, in terms of the symbols that exist so far.
    pub fn unknown_bytes(&self, pool: &TermPool, epoch: Epoch) -> UnknownBytes {
        if self.is_eager() {
            let units = (0..self.units().expect("eager objects have a size"))
                .filter_map(|i| {
                    let sort = Sort::BitVec(self.unit_bits());
                    let symbol = pool.find_symbol_of_sort(&self.unit_name(epoch, i), sort)?;
                    Some((i * self.unit, symbol))
                })
                .collect();
            UnknownBytes::Units(units)
        } else {
            match pool.find_symbol_of_sort(&self.array_name(epoch), self.array_sort()) {
                Some(array) => UnknownBytes::Array {
                    array,
                    unit: self.unit,
                },
                None => UnknownBytes::Units(Vec::new()),
            }
        }
    }
}

/// Where the first contents of an object are.
#[derive(Clone, Debug)]
pub enum UnknownBytes {
    /// Offsets and unit symbols.
    Units(Vec<(u64, Term)>),
    Array {
        array: Term,
        unit: u64,
    },
}
