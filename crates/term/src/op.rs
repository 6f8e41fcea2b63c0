//! Operators: the root symbols of terms.
//!
//! Operators that SMT-LIB defines by others (`bvnand`, `bvcomp`, `=>`, rotations, …) are constructors of the pool, not
//! operators: what is not here needs no rule, no circuit and no evaluation.

use crate::sort::ArraySort;

/// A constant of the pool's table of bit-vector values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstId(pub(crate) u32);

/// A symbol (SMT-LIB: a constant declared by the user) of the pool's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    /// A dense number, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The root of a term. Arguments are listed in SMT-LIB's order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    // Leaves.
    True,
    False,
    BvConst(ConstId),
    Symbol(SymbolId),
    // Core. `Eq` is over any sort, and on `Bool` it is "if and only if".
    Not,
    And,
    Or,
    Eq,
    Ite,
    // Bit-vectors to bit-vectors.
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvShl,
    BvLshr,
    BvAshr,
    Concat,
    /// Bits `.0` down to `.1`, both included.
    Extract(u32, u32),
    /// Adds this many bits; never zero.
    ZeroExtend(u32),
    /// Adds this many bits; never zero.
    SignExtend(u32),
    // Bit-vectors to Bool.
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// The unsigned sum does not fit.
    BvUaddo,
    /// The signed sum does not fit.
    BvSaddo,
    /// The signed difference does not fit.
    BvSsubo,
    /// The unsigned product does not fit.
    BvUmulo,
    /// The signed product does not fit.
    BvSmulo,
    // Arrays.
    Select,
    Store,
    /// The array that maps every index to its one argument.
    ConstArray(&'static ArraySort),
}

impl Op {
    /// SMT-LIB's name of the operator; for leaves and indexed operators the printer adds the rest.
    pub fn name(self) -> &'static str {
        match self {
            Op::True => "true",
            Op::False => "false",
            Op::BvConst(_) | Op::Symbol(_) => "",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Eq => "=",
            Op::Ite => "ite",
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::Concat => "concat",
            Op::Extract(..) => "extract",
            Op::ZeroExtend(_) => "zero_extend",
            Op::SignExtend(_) => "sign_extend",
            Op::BvUlt => "bvult",
            Op::BvUle => "bvule",
            Op::BvSlt => "bvslt",
            Op::BvSle => "bvsle",
            Op::BvUaddo => "bvuaddo",
            Op::BvSaddo => "bvsaddo",
            Op::BvSsubo => "bvssubo",
            Op::BvUmulo => "bvumulo",
            Op::BvSmulo => "bvsmulo",
            Op::Select => "select",
            Op::Store => "store",
            Op::ConstArray(_) => "const",
        }
    }

    pub fn is_leaf(self) -> bool {
        matches!(self, Op::True | Op::False | Op::BvConst(_) | Op::Symbol(_))
    }
}
