//! Operators: the root symbols of terms.
//!
//! Operators that SMT-LIB defines by others (`bvnand`, `bvcomp`, `=>`, rotations, …) are constructors of the pool, not
//! operators: what is not here needs no rule, no circuit and no evaluation.

use crate::float::{FloatClass, FloatFormat, RoundingMode};
use crate::lambda::LambdaId;
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

/// A function (SMT-LIB: declared by the user, with arguments) of the pool's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub(crate) u32);

impl FunctionId {
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
    FpConst(FloatFormat, ConstId),
    RoundingMode(RoundingMode),
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
    /// The array that a lambda makes of its arguments.
    Lambda(LambdaId),
    // Floats. What rounds takes the rounding mode as its first argument. `a - b` is `a + -b`.
    FpAbs,
    FpNeg,
    FpAdd,
    FpMul,
    FpDiv,
    /// `a * b + c`, rounded once.
    FpFma,
    FpSqrt,
    /// IEEE's remainder, by the nearest quotient.
    FpRem,
    /// C's remainder, by the truncated quotient.
    FpFmod,
    FpRoundToIntegral,
    /// The second one of two zeros.
    FpMin,
    /// The second one of two zeros.
    FpMax,
    /// IEEE's comparisons, where nothing holds of NaN and the zeros are equal; `Eq` is the identity of values.
    FpEq,
    FpLt,
    FpLe,
    FpIs(FloatClass),
    /// The float of a bit pattern.
    FpFromBits(FloatFormat),
    /// The bit pattern of a float, for NaN the canonical one.
    FpToBits,
    /// A float in another format.
    FpConvert(FloatFormat),
    FpFromSigned(FloatFormat),
    FpFromUnsigned(FloatFormat),
    /// An integer of that many bits, from a rounding mode and a float; the third argument where it does not fit.
    FpToSigned(u32),
    /// As [`Op::FpToSigned`].
    FpToUnsigned(u32),
    /// An uninterpreted function.
    Apply(FunctionId),
}

impl Op {
    /// SMT-LIB's name of the operator; for leaves and indexed operators the printer adds the rest.
    pub fn name(self) -> &'static str {
        match self {
            Op::True => "true",
            Op::False => "false",
            Op::BvConst(_) | Op::Symbol(_) | Op::FpConst(..) | Op::Apply(_) => "",
            Op::RoundingMode(mode) => mode.name(),
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
            Op::Lambda(_) => "lambda",
            Op::FpAbs => "fp.abs",
            Op::FpNeg => "fp.neg",
            Op::FpAdd => "fp.add",
            Op::FpMul => "fp.mul",
            Op::FpDiv => "fp.div",
            Op::FpFma => "fp.fma",
            Op::FpSqrt => "fp.sqrt",
            Op::FpRem => "fp.rem",
            Op::FpFmod => "fp.fmod",
            Op::FpRoundToIntegral => "fp.roundToIntegral",
            Op::FpMin => "fp.min_last",
            Op::FpMax => "fp.max_last",
            Op::FpEq => "fp.eq",
            Op::FpLt => "fp.lt",
            Op::FpLe => "fp.leq",
            Op::FpIs(class) => class.name(),
            Op::FpFromBits(_) | Op::FpConvert(_) | Op::FpFromSigned(_) => "to_fp",
            Op::FpFromUnsigned(_) => "to_fp_unsigned",
            Op::FpToBits => "fp.to_ieee_bv",
            Op::FpToSigned(_) => "fp.to_sbv",
            Op::FpToUnsigned(_) => "fp.to_ubv",
        }
    }

    pub fn is_leaf(self) -> bool {
        matches!(
            self,
            Op::True
                | Op::False
                | Op::BvConst(_)
                | Op::Symbol(_)
                | Op::FpConst(..)
                | Op::RoundingMode(_)
        )
    }
}
