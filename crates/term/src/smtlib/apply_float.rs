//! Application of SMT-LIB's functions on floats, with their sorts checked.
//!
//! Where the standard leaves the result open, text means "any result", as a function of the arguments: which zero `fp.min`
//! and `fp.max` give of two different ones is a free Boolean per order, and a conversion to an integer that does not fit an
//! uninterpreted function of mode and float. Nothing is then unsatisfiable by our choice alone. Text can also say what it
//! wants, by operators of our own: `fp.min_last`, `fp.max_last`, and `fp.to_sbv`, `fp.to_ubv` with a third argument.

use super::apply::{Applied, arity, sorts};
use super::parse::ParseErrorKind;
use crate::float::{FloatClass, FloatFormat};
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

/// What an argument has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    Mode,
    /// All floats of one application have one format.
    Float,
}

/// `name(args)`, `None` if there is no such function of floats.
pub(super) fn apply(pool: &mut TermPool, name: &str, args: &[Term]) -> Option<Applied> {
    use Wants::{Float, Mode};
    let simple: (&[Wants], Op) = match name {
        "fp.abs" => (&[Float], Op::FpAbs),
        "fp.neg" => (&[Float], Op::FpNeg),
        "fp.add" => (&[Mode, Float, Float], Op::FpAdd),
        "fp.mul" => (&[Mode, Float, Float], Op::FpMul),
        "fp.div" => (&[Mode, Float, Float], Op::FpDiv),
        "fp.fma" => (&[Mode, Float, Float, Float], Op::FpFma),
        "fp.sqrt" => (&[Mode, Float], Op::FpSqrt),
        "fp.rem" => (&[Float, Float], Op::FpRem),
        "fp.fmod" => (&[Float, Float], Op::FpFmod),
        "fp.roundToIntegral" => (&[Mode, Float], Op::FpRoundToIntegral),
        "fp.min_last" => (&[Float, Float], Op::FpMin),
        "fp.max_last" => (&[Float, Float], Op::FpMax),
        "fp.to_ieee_bv" => (&[Float], Op::FpToBits),
        "fp.sub" => {
            let checked = check(pool, name, args, &[Mode, Float, Float]);
            return Some(checked.map(|()| pool.fp_sub(args[0], args[1], args[2])));
        }
        "fp.min" | "fp.max" => {
            let checked = check(pool, name, args, &[Float, Float]);
            return Some(checked.map(|()| either_zero(pool, name, args[0], args[1])));
        }
        "fp.eq" => return Some(chain(pool, name, args, TermPool::fp_eq)),
        "fp.lt" => return Some(chain(pool, name, args, TermPool::fp_lt)),
        "fp.leq" => return Some(chain(pool, name, args, TermPool::fp_le)),
        "fp.gt" => return Some(chain(pool, name, args, TermPool::fp_gt)),
        "fp.geq" => return Some(chain(pool, name, args, TermPool::fp_ge)),
        "fp" => return Some(from_fields(pool, args)),
        "fp.to_real" => {
            let unsupported = ParseErrorKind::Unsupported("fp.to_real".to_string());
            return Some(Err(unsupported));
        }
        _ => {
            let class = FloatClass::ALL.into_iter().find(|c| c.name() == name)?;
            (&[Float], Op::FpIs(class))
        }
    };
    let (wanted, op) = simple;
    Some(check(pool, name, args, wanted).map(|()| pool.mk(op, args)))
}

fn check(
    pool: &TermPool,
    name: &str,
    args: &[Term],
    wanted: &[Wants],
) -> Result<(), ParseErrorKind> {
    if args.len() != wanted.len() {
        let count = ["0", "1", "2", "3", "4"][wanted.len()];
        return Err(arity(name, count, args));
    }
    let last = args.last().map(|a| pool.sort(*a));
    let fits = args.iter().zip(wanted).all(|(a, wants)| match wants {
        Wants::Mode => pool.sort(*a) == Sort::RoundingMode,
        Wants::Float => pool.sort(*a).is_float() && Some(pool.sort(*a)) == last,
    });
    if fits {
        Ok(())
    } else {
        Err(sorts(pool, name, args))
    }
}

/// Comparisons of neighbours.
fn chain(
    pool: &mut TermPool,
    name: &str,
    args: &[Term],
    compare: fn(&mut TermPool, Term, Term) -> Term,
) -> Applied {
    if args.len() < 2 {
        return Err(arity(name, "at least 2", args));
    }
    let first = pool.sort(args[0]);
    if !first.is_float() || args.iter().any(|a| pool.sort(*a) != first) {
        return Err(sorts(pool, name, args));
    }
    let mut result = pool.tt();
    for pair in args.windows(2) {
        let holds = compare(pool, pair[0], pair[1]);
        result = pool.and(result, holds);
    }
    Ok(result)
}

/// `fp.min` or `fp.max`, which may give either of two different zeros.
fn either_zero(pool: &mut TermPool, name: &str, a: Term, b: Term) -> Term {
    let op = if name == "fp.min" {
        Op::FpMin
    } else {
        Op::FpMax
    };
    let format = pool.sort(a).format();
    let result = pool.mk(op, &[a, b]);
    let zeros = [a, b].map(|x| pool.fp_is(FloatClass::Zero, x));
    let [a_negative, b_negative] = [a, b].map(|x| pool.fp_is(FloatClass::Negative, x));
    let differ = pool.xor(a_negative, b_negative);
    let open = pool.and_all([zeros[0], zeros[1], differ]);
    if pool.is_false(open) {
        return result;
    }
    let (e, s) = (format.exponent, format.significand);
    let [first, second] = ["-+", "+-"].map(|order| {
        let symbol = format!("{name}_first({order}) {e} {s}");
        pool.symbol(&symbol, Sort::Bool)
    });
    let take_first = pool.ite(a_negative, first, second);
    let choice = pool.ite(take_first, a, b);
    pool.ite(open, choice, result)
}

/// `(fp sign exponent fraction)`
fn from_fields(pool: &mut TermPool, args: &[Term]) -> Applied {
    let [sign, exponent, fraction] = args else {
        return Err(arity("fp", "3", args));
    };
    let width = |t: Term| match pool.sort(t) {
        Sort::BitVec(width) => Some(width),
        _ => None,
    };
    let (Some(1), Some(e), Some(f)) = (width(*sign), width(*exponent), width(*fraction)) else {
        return Err(sorts(pool, "fp", args));
    };
    let format = FloatFormat {
        exponent: e,
        significand: f + 1,
    };
    if !format.is_valid() {
        return Err(ParseErrorKind::BadIndex("fp".to_string()));
    }
    let low = pool.concat(*exponent, *fraction);
    let bits = pool.concat(*sign, low);
    Ok(pool.fp_from_bits(format, bits))
}

/// `(_ name indices)(args)`, `None` if there is no such function of floats.
pub(super) fn apply_indexed(
    pool: &mut TermPool,
    name: &str,
    indices: &[u32],
    args: &[Term],
) -> Option<Applied> {
    Some(match name {
        "to_fp" | "to_fp_unsigned" => match format(name, indices) {
            Ok(format) => to_fp(pool, name, format, args),
            Err(kind) => Err(kind),
        },
        "fp.to_sbv" | "fp.to_ubv" => to_integer(pool, name, indices, args),
        _ => return None,
    })
}

/// The format that two indices say.
pub(super) fn format(name: &str, indices: &[u32]) -> Result<FloatFormat, ParseErrorKind> {
    match indices {
        [exponent, significand] => Some(FloatFormat {
            exponent: *exponent,
            significand: *significand,
        })
        .filter(|f| f.is_valid()),
        _ => None,
    }
    .ok_or_else(|| ParseErrorKind::BadIndex(name.to_string()))
}

fn to_fp(pool: &mut TermPool, name: &str, format: FloatFormat, args: &[Term]) -> Applied {
    let signed = name == "to_fp";
    match args {
        [bits] if signed && pool.sort(*bits) == Sort::BitVec(format.width()) => {
            Ok(pool.fp_from_bits(format, *bits))
        }
        [mode, x] if pool.sort(*mode) == Sort::RoundingMode => match pool.sort(*x) {
            Sort::BitVec(_) if signed => Ok(pool.fp_from_signed(format, *mode, *x)),
            Sort::BitVec(_) => Ok(pool.fp_from_unsigned(format, *mode, *x)),
            Sort::Float(_) if signed => Ok(pool.fp_convert(format, *mode, *x)),
            _ => Err(sorts(pool, name, args)),
        },
        [_] | [_, _] => Err(sorts(pool, name, args)),
        _ => Err(arity(name, "1 or 2", args)),
    }
}

fn to_integer(pool: &mut TermPool, name: &str, indices: &[u32], args: &[Term]) -> Applied {
    let [width] = *indices else {
        return Err(ParseErrorKind::BadIndex(name.to_string()));
    };
    if !super::apply::valid_width(width) {
        return Err(ParseErrorKind::BadIndex(name.to_string()));
    }
    let (mode, float, otherwise) = match args {
        [mode, float] => (*mode, *float, None),
        [mode, float, otherwise] => (*mode, *float, Some(*otherwise)),
        _ => return Err(arity(name, "2", args)),
    };
    let result = Sort::BitVec(width);
    let fits = pool.sort(mode) == Sort::RoundingMode
        && pool.sort(float).is_float()
        && otherwise.is_none_or(|t| pool.sort(t) == result);
    if !fits {
        return Err(sorts(pool, name, args));
    }
    let otherwise = otherwise.unwrap_or_else(|| {
        let sort = pool.sort(float);
        let format = sort.format();
        let (e, s) = (format.exponent, format.significand);
        let open = format!("{name}_unspecified {width} {e} {s}");
        let open = pool.function(&open, &[Sort::RoundingMode, sort], result);
        pool.apply(open, &[mode, float])
    });
    Ok(match name {
        "fp.to_sbv" => pool.fp_to_signed(mode, float, otherwise),
        _ => pool.fp_to_unsigned(mode, float, otherwise),
    })
}
