//! Application of SMT-LIB's functions, with their sorts checked.

use super::apply_float;
use super::parse::ParseErrorKind;
use crate::float::RoundingMode;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

pub(super) type Applied = Result<Term, ParseErrorKind>;

/// Whether SMT-LIB has a function of that name, so that no other symbol may have it.
pub(super) fn is_function(pool: &mut TermPool, name: &str) -> bool {
    matches!(name, "true" | "false")
        || RoundingMode::from_name(name).is_some()
        || apply(pool, name, &[]).is_some()
        || apply_indexed(pool, name, &[], &[]).is_some()
}

/// `name(args)`, `None` if SMT-LIB has no such function.
pub(super) fn apply(pool: &mut TermPool, name: &str, args: &[Term]) -> Option<Applied> {
    Some(match name {
        "not" => unary(pool, name, args, Sort::is_bool, TermPool::not),
        "and" => left(pool, name, args, Sort::is_bool, TermPool::and),
        "or" => left(pool, name, args, Sort::is_bool, TermPool::or),
        "xor" => left(pool, name, args, Sort::is_bool, TermPool::xor),
        "=>" => implies(pool, args),
        "=" => chain(pool, args),
        "distinct" => distinct(pool, args),
        "ite" => ite(pool, args),
        "select" => select(pool, args),
        "store" => store(pool, args),
        "concat" => concat(pool, args),
        "bvnot" => unary(pool, name, args, Sort::is_bitvec, TermPool::bvnot),
        "bvneg" => unary(pool, name, args, Sort::is_bitvec, TermPool::bvneg),
        "bvnego" => unary(pool, name, args, Sort::is_bitvec, TermPool::nego),
        "bvredor" => unary(pool, name, args, Sort::is_bitvec, |pool, a| {
            let zero = pool.zero(pool.width(a));
            let some = pool.ne(a, zero);
            pool.bool_to_bv(some)
        }),
        "bvredxor" => unary(pool, name, args, Sort::is_bitvec, |pool, a| {
            let first = pool.extract(a, 0, 0);
            (1..pool.width(a)).fold(first, |parity, i| {
                let bit = pool.extract(a, i, i);
                pool.bvxor(parity, bit)
            })
        }),
        "bvinc" => unary(pool, name, args, Sort::is_bitvec, |pool, a| {
            let one = pool.bv_u64(pool.width(a), 1);
            pool.bvadd(a, one)
        }),
        "bvdec" => unary(pool, name, args, Sort::is_bitvec, |pool, a| {
            let one = pool.bv_u64(pool.width(a), 1);
            pool.bvsub(a, one)
        }),
        "bvredand" => unary(pool, name, args, Sort::is_bitvec, |pool, a| {
            let zero = pool.zero(pool.width(a));
            let ones = pool.bvnot(zero);
            pool.bvcomp(a, ones)
        }),
        "bvand" => left(pool, name, args, Sort::is_bitvec, TermPool::bvand),
        "bvor" => left(pool, name, args, Sort::is_bitvec, TermPool::bvor),
        "bvxor" => left(pool, name, args, Sort::is_bitvec, TermPool::bvxor),
        "bvxnor" => left(pool, name, args, Sort::is_bitvec, TermPool::bvxnor),
        "bvadd" => left(pool, name, args, Sort::is_bitvec, TermPool::bvadd),
        "bvsub" => left(pool, name, args, Sort::is_bitvec, TermPool::bvsub),
        "bvmul" => left(pool, name, args, Sort::is_bitvec, TermPool::bvmul),
        _ => {
            if let Some(applied) = apply_float::apply(pool, name, args) {
                return Some(applied);
            }
            let function = binary_function(name)?;
            if args.len() != 2 {
                return Some(Err(arity(name, "2", args)));
            }
            left(pool, name, args, Sort::is_bitvec, function)
        }
    })
}

/// The functions of two bit-vectors of the same width that take no more.
fn binary_function(name: &str) -> Option<fn(&mut TermPool, Term, Term) -> Term> {
    Some(match name {
        "bvnand" => TermPool::bvnand,
        "bvnor" => TermPool::bvnor,
        "bvrol" => TermPool::rotate_left_by,
        "bvror" => TermPool::rotate_right_by,
        "bvcomp" => TermPool::bvcomp,
        "bvudiv" => TermPool::bvudiv,
        "bvurem" => TermPool::bvurem,
        "bvsdiv" => TermPool::bvsdiv,
        "bvsrem" => TermPool::bvsrem,
        "bvsmod" => TermPool::bvsmod,
        "bvshl" => TermPool::bvshl,
        "bvlshr" => TermPool::bvlshr,
        "bvashr" => TermPool::bvashr,
        "bvult" => TermPool::ult,
        "bvule" => TermPool::ule,
        "bvugt" => TermPool::ugt,
        "bvuge" => TermPool::uge,
        "bvslt" => TermPool::slt,
        "bvsle" => TermPool::sle,
        "bvsgt" => TermPool::sgt,
        "bvsge" => TermPool::sge,
        "bvuaddo" => TermPool::uaddo,
        "bvsaddo" => TermPool::saddo,
        "bvusubo" => TermPool::usubo,
        "bvssubo" => TermPool::ssubo,
        "bvumulo" => TermPool::umulo,
        "bvsmulo" => TermPool::smulo,
        "bvsdivo" => TermPool::sdivo,
        _ => return None,
    })
}

/// `(_ name indices)(args)`, `None` if SMT-LIB has no such function.
pub(super) fn apply_indexed(
    pool: &mut TermPool,
    name: &str,
    indices: &[u32],
    args: &[Term],
) -> Option<Applied> {
    let wanted = match name {
        "extract" => 2,
        "zero_extend" | "sign_extend" | "rotate_left" | "rotate_right" | "repeat" => 1,
        _ => return apply_float::apply_indexed(pool, name, indices, args),
    };
    let bad_index = || Some(Err(ParseErrorKind::BadIndex(name.to_string())));
    if indices.len() != wanted {
        return bad_index();
    }
    let [term] = args else {
        return Some(Err(arity(name, "1", args)));
    };
    let Sort::BitVec(width) = pool.sort(*term) else {
        return Some(Err(sorts(pool, name, args)));
    };
    let (term, n) = (*term, indices[0]);
    Some(Ok(match name {
        "extract" => {
            if n >= width || indices[1] > n {
                return bad_index();
            }
            pool.extract(term, n, indices[1])
        }
        "rotate_left" => pool.rotate_left(term, n),
        "rotate_right" => pool.rotate_right(term, n),
        "repeat" if n > 0 && n.checked_mul(width).is_some_and(valid_width) => pool.repeat(term, n),
        "zero_extend" if n.checked_add(width).is_some_and(valid_width) => pool.zero_extend(term, n),
        "sign_extend" if n.checked_add(width).is_some_and(valid_width) => pool.sign_extend(term, n),
        _ => return bad_index(),
    }))
}

/// Widths that text may ask for: a typing error should not exhaust memory.
pub(super) fn valid_width(width: u32) -> bool {
    (1..=1 << 24).contains(&width)
}

/// The array that is `element` everywhere.
pub(super) fn const_array(pool: &mut TermPool, sort: Sort, args: &[Term]) -> Applied {
    match (sort, args) {
        (Sort::Array(array), [element]) if array.element == pool.sort(*element) => {
            Ok(pool.const_array(sort, *element))
        }
        _ => Err(sorts(pool, "const", args)),
    }
}

pub(super) fn arity(name: &str, wanted: &'static str, args: &[Term]) -> ParseErrorKind {
    ParseErrorKind::WrongArity {
        function: name.to_string(),
        wanted,
        found: args.len(),
    }
}

pub(super) fn sorts(pool: &TermPool, name: &str, args: &[Term]) -> ParseErrorKind {
    let found: Vec<String> = args.iter().map(|a| pool.sort(*a).to_string()).collect();
    ParseErrorKind::WrongSorts {
        function: name.to_string(),
        found: found.join(" "),
    }
}

/// Whether all have the sort of the first.
fn same_sort(pool: &TermPool, args: &[Term]) -> bool {
    args.windows(2)
        .all(|pair| pool.sort(pair[0]) == pool.sort(pair[1]))
}

fn unary(
    pool: &mut TermPool,
    name: &str,
    args: &[Term],
    fits: fn(Sort) -> bool,
    function: fn(&mut TermPool, Term) -> Term,
) -> Applied {
    match args {
        [a] if fits(pool.sort(*a)) => Ok(function(pool, *a)),
        [_] => Err(sorts(pool, name, args)),
        _ => Err(arity(name, "1", args)),
    }
}

/// Left-associative functions of one sort.
fn left(
    pool: &mut TermPool,
    name: &str,
    args: &[Term],
    fits: fn(Sort) -> bool,
    function: fn(&mut TermPool, Term, Term) -> Term,
) -> Applied {
    let [first, rest @ ..] = args else {
        return Err(arity(name, "at least 2", args));
    };
    if !fits(pool.sort(*first)) || !same_sort(pool, args) {
        return Err(sorts(pool, name, args));
    }
    // `(and a)` is not SMT-LIB, but generators write it; for other functions it is a mistake.
    if rest.is_empty() && !matches!(name, "and" | "or") {
        return Err(arity(name, "at least 2", args));
    }
    Ok(rest
        .iter()
        .fold(*first, |result, arg| function(pool, result, *arg)))
}

fn concat(pool: &mut TermPool, args: &[Term]) -> Applied {
    if args.len() < 2 {
        return Err(arity("concat", "at least 2", args));
    }
    if !args.iter().all(|a| pool.sort(*a).is_bitvec()) {
        return Err(sorts(pool, "concat", args));
    }
    let mut result = args[args.len() - 1];
    for arg in args[..args.len() - 1].iter().rev() {
        result = pool.concat(*arg, result);
    }
    Ok(result)
}

fn implies(pool: &mut TermPool, args: &[Term]) -> Applied {
    let [premises @ .., conclusion] = args else {
        return Err(arity("=>", "at least 2", args));
    };
    if premises.is_empty() {
        return Err(arity("=>", "at least 2", args));
    }
    if !args.iter().all(|a| pool.sort(*a).is_bool()) {
        return Err(sorts(pool, "=>", args));
    }
    Ok(premises.iter().rev().fold(*conclusion, |result, premise| {
        pool.implies(*premise, result)
    }))
}

fn chain(pool: &mut TermPool, args: &[Term]) -> Applied {
    if args.len() < 2 {
        return Err(arity("=", "at least 2", args));
    }
    if !same_sort(pool, args) {
        return Err(sorts(pool, "=", args));
    }
    let mut result = pool.tt();
    for pair in args.windows(2) {
        let same = pool.eq(pair[0], pair[1]);
        result = pool.and(result, same);
    }
    Ok(result)
}

fn distinct(pool: &mut TermPool, args: &[Term]) -> Applied {
    if args.len() < 2 {
        return Err(arity("distinct", "at least 2", args));
    }
    if !same_sort(pool, args) {
        return Err(sorts(pool, "distinct", args));
    }
    Ok(pool.distinct_all(args))
}

fn ite(pool: &mut TermPool, args: &[Term]) -> Applied {
    match args {
        [c, a, b] if pool.sort(*c).is_bool() && pool.sort(*a) == pool.sort(*b) => {
            Ok(pool.ite(*c, *a, *b))
        }
        [_, _, _] => Err(sorts(pool, "ite", args)),
        _ => Err(arity("ite", "3", args)),
    }
}

fn select(pool: &mut TermPool, args: &[Term]) -> Applied {
    let [array, index] = args else {
        return Err(arity("select", "2", args));
    };
    match pool.sort(*array) {
        Sort::Array(sort) if sort.index == pool.sort(*index) => Ok(pool.select(*array, *index)),
        _ => Err(sorts(pool, "select", args)),
    }
}

fn store(pool: &mut TermPool, args: &[Term]) -> Applied {
    let [array, index, value] = args else {
        return Err(arity("store", "3", args));
    };
    match pool.sort(*array) {
        Sort::Array(sort)
            if sort.index == pool.sort(*index) && sort.element == pool.sort(*value) =>
        {
            Ok(pool.mk(Op::Store, args))
        }
        _ => Err(sorts(pool, "store", args)),
    }
}
