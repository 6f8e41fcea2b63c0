//! Sorts: the types of terms.
//!
//! A sort is `Copy` and means the same in every pool. Composite sorts live behind a `'static` reference that a
//! process-wide table hands out: a program has a handful of them, so they are never freed.

use crate::float::FloatFormat;
use crate::smtlib::quote;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, OnceLock};

/// The number of bits that represent a value of a declared sort.
pub const DECLARED_BITS: u32 = 32;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    /// Bit-vectors of a width of at least 1.
    BitVec(u32),
    /// IEEE 754 floats with one NaN.
    Float(FloatFormat),
    /// The five rounding modes of IEEE 754.
    RoundingMode,
    /// A sort that is only known by its name; see [`Sort::declared`].
    Declared(&'static str),
    /// Total maps from one sort to another.
    Array(&'static ArraySort),
}

/// The two ends of an array sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArraySort {
    pub index: Sort,
    pub element: Sort,
}

impl Sort {
    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        static TABLE: OnceLock<Mutex<HashSet<&'static ArraySort>>> = OnceLock::new();
        let sort = ArraySort { index, element };
        let mut table = TABLE
            .get_or_init(Default::default)
            .lock()
            .expect("no thread panics while it holds the sort table");
        if let Some(known) = table.get(&sort) {
            return Sort::Array(known);
        }
        let new: &'static ArraySort = Box::leak(Box::new(sort));
        table.insert(new);
        Sort::Array(new)
    }

    /// The sort of that name. Nothing is known of its values except which ones are equal.
    ///
    /// What is satisfiable over some set of values is so over any larger set, as there are no quantifiers; only arrays that
    /// are given at all indices (constant arrays) tell sets apart, so these must not be indexed by such a sort. Hence its
    /// values are numbers of [`DECLARED_BITS`] bits, more than any term can name.
    pub fn declared(name: &str) -> Sort {
        static TABLE: OnceLock<Mutex<HashSet<&'static str>>> = OnceLock::new();
        let mut table = TABLE
            .get_or_init(Default::default)
            .lock()
            .expect("no thread panics while it holds the names of sorts");
        if let Some(known) = table.get(name) {
            return Sort::Declared(known);
        }
        let new: &'static str = Box::leak(name.to_string().into_boxed_str());
        table.insert(new);
        Sort::Declared(new)
    }

    /// The declared sorts in this one, each once.
    pub fn declared_within(self) -> Vec<&'static str> {
        match self {
            Sort::Declared(name) => vec![name],
            Sort::Array(ends) => {
                let mut names = ends.index.declared_within();
                names.extend(ends.element.declared_within());
                names.dedup();
                names
            }
            _ => Vec::new(),
        }
    }

    /// The width of a bit-vector sort; panics on any other.
    pub fn width(self) -> u32 {
        match self {
            Sort::BitVec(width) => width,
            other => panic!("{other} has no width"),
        }
    }

    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }

    /// The number of bits that represent a value of the sort, as an index; `None` for arrays.
    pub fn index_bits(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::BitVec(width) => Some(width),
            Sort::Float(format) => Some(format.width()),
            Sort::RoundingMode => Some(3),
            Sort::Declared(_) => Some(DECLARED_BITS),
            Sort::Array(_) => None,
        }
    }

    /// The number of values of the sort, if that is below 2^64.
    pub fn size(self) -> Option<u64> {
        match self {
            Sort::Bool => Some(2),
            Sort::BitVec(width) => 1_u64.checked_shl(width),
            Sort::RoundingMode => Some(5),
            Sort::Float(format) => {
                // All patterns of NaN are one value.
                let nans = 2 * (1_u64.checked_shl(format.significand - 1)? - 1);
                Some(1_u64.checked_shl(format.width())? - nans + 1)
            }
            Sort::Declared(_) | Sort::Array(_) => None,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Sort::Float(_))
    }

    /// The format of a float sort; panics on any other.
    pub fn format(self) -> FloatFormat {
        match self {
            Sort::Float(format) => format,
            other => panic!("{other} is not a float"),
        }
    }

    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array(_))
    }

    /// Whether this is a sort of arrays that are indexed by, or hold, arrays.
    pub fn nests_arrays(self) -> bool {
        matches!(self, Sort::Array(ends) if ends.index.is_array() || ends.element.is_array())
    }

    pub fn is_bitvec(self) -> bool {
        matches!(self, Sort::BitVec(_))
    }
}

/// SMT-LIB syntax.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(format) => write!(f, "{format}"),
            Sort::RoundingMode => write!(f, "RoundingMode"),
            Sort::Declared(name) => f.write_str(&quote(name)),
            Sort::Array(a) => write!(f, "(Array {} {})", a.index, a.element),
        }
    }
}
