//! Operators that not every solver has, as functions that a script defines.
//!
//! Overflow predicates are in SMT-LIB from 2.7 on. Of floats, the standard leaves open what `fp.min` and `fp.max` of two
//! zeros and conversions to integers that do not fit are, where our operators have a value; and it has no `fmod`.

use crate::float::{Float, FloatFormat};
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

/// An operator at the sort of its operands (of a float, where there is one).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Defined {
    op: Op,
    sort: Sort,
}

impl Defined {
    /// The operator of the term, if scripts define it.
    pub(super) fn of(pool: &TermPool, term: Term) -> Option<Defined> {
        let op = pool.op(term);
        let place = match op {
            Op::BvUaddo | Op::BvSaddo | Op::BvSsubo | Op::BvUmulo | Op::BvSmulo => 0,
            Op::FpMin | Op::FpMax | Op::FpFmod => 0,
            Op::FpToSigned(_) | Op::FpToUnsigned(_) => 1,
            _ => return None,
        };
        let sort = pool.sort(pool.arg(term, place));
        Some(Defined { op, sort })
    }

    pub(super) fn name(self) -> String {
        let name = self.op.name();
        match (self.op, self.sort) {
            (Op::FpToSigned(n) | Op::FpToUnsigned(n), Sort::Float(format)) => {
                format!("{name}${n}${}${}", format.exponent, format.significand)
            }
            (_, Sort::Float(format)) => {
                format!("{name}${}${}", format.exponent, format.significand)
            }
            (_, sort) => format!("{name}${}", sort.width()),
        }
    }
}

/// The definition by operators that every solver has.
pub(super) fn definition(defined: Defined) -> String {
    let (op, sort, name) = (defined.op, defined.sort, defined.name());
    match op {
        Op::FpMin | Op::FpMax | Op::FpFmod => {
            let body = match op {
                Op::FpMin => "(ite (and (fp.isZero a) (fp.isZero b)) b (fp.min a b))",
                Op::FpMax => "(ite (and (fp.isZero a) (fp.isZero b)) b (fp.max a b))",
                _ => FMOD,
            };
            format!("(define-fun {name} ((a {sort}) (b {sort})) {sort} {body})")
        }
        Op::FpToSigned(width) | Op::FpToUnsigned(width) => {
            let fits = fits(op, width, sort.format());
            let function = if matches!(op, Op::FpToSigned(_)) {
                "fp.to_sbv"
            } else {
                "fp.to_ubv"
            };
            let result = Sort::BitVec(width);
            format!(
                "(define-fun {name} ((m RoundingMode) (a {sort}) (b {result})) {result} \
                 (ite (let ((r (fp.roundToIntegral m a))) {fits}) ((_ {function} {width}) m a) b))"
            )
        }
        _ => format!(
            "(define-fun {name} ((a {sort}) (b {sort})) Bool {})",
            overflow(op, sort.width())
        ),
    }
}

/// By IEEE's remainder of the magnitudes, which is exact and at most half of the divisor away from zero: if it is below, one
/// more divisor is added, exactly again.
const FMOD: &str = "(let ((r (fp.rem (fp.abs a) (fp.abs b)))) \
    (let ((s (ite (fp.isNegative r) (ite (fp.isZero r) (fp.neg r) (fp.add RNE r (fp.abs b))) r))) \
    (ite (fp.isNegative a) (fp.neg s) s)))";

/// Whether the integer `r` has `width` bits; bounds beyond the format do not bound its numbers.
fn fits(op: Op, width: u32, format: FloatFormat) -> String {
    let bound = |bits: u32| Float::power_of_two(format, i64::from(bits));
    let (low, high) = match op {
        Op::FpToSigned(_) => (
            bound(width - 1).map(|k| format!("(fp.leq {} r)", k.neg())),
            bound(width - 1),
        ),
        _ => {
            let zero = Float::zero(format, false);
            (Some(format!("(fp.leq {zero} r)")), bound(width))
        }
    };
    let high = high.map(|k| format!("(fp.lt r {k})"));
    let conditions: Vec<String> = [low, high].into_iter().flatten().collect();
    format!(
        "(and (not (fp.isNaN r)) (not (fp.isInfinite r)) {})",
        conditions.join(" ")
    )
}

fn overflow(op: Op, width: u32) -> String {
    let (w, top, double) = (width, width - 1, 2 * width - 1);
    let carry = |extend: &str, function: &str| {
        format!("({function} ((_ {extend} 1) a) ((_ {extend} 1) b))")
    };
    match op {
        Op::BvUaddo => format!(
            "(= ((_ extract {w} {w}) {}) #b1)",
            carry("zero_extend", "bvadd")
        ),
        Op::BvSaddo | Op::BvSsubo => {
            let sum = carry(
                "sign_extend",
                if op == Op::BvSaddo { "bvadd" } else { "bvsub" },
            );
            format!(
                "(let ((s {sum})) (not (= ((_ extract {w} {w}) s) ((_ extract {top} {top}) s))))"
            )
        }
        Op::BvUmulo => format!(
            "(not (= ((_ extract {double} {w}) (bvmul ((_ zero_extend {w}) a) ((_ zero_extend {w}) b))) (_ bv0 {w})))"
        ),
        _ => format!(
            "(let ((p (bvmul ((_ sign_extend {w}) a) ((_ sign_extend {w}) b)))) \
             (not (= p ((_ sign_extend {w}) ((_ extract {top} 0) p)))))"
        ),
    }
}
