//! A condition as an expression of C that means the same.
//!
//! Terms are about bits, and C's operators about numbers that have types. So each operand is written such that its value in C is the
//! number that the bits are read as, and has the type of that width and sign; casts say so where the type is another one. What
//! cannot be written like this has no text.

use program::{CType, Program, VarId};
use rustc_hash::FxHashMap;
use term::{Op, SymbolId, Term, TermPool};

/// Writes conditions over arguments.
pub(super) struct Writer<'a> {
    pool: &'a TermPool,
    arguments: FxHashMap<SymbolId, Argument>,
}

struct Argument {
    name: String,
    signed: bool,
}

impl Writer<'_> {
    pub fn new<'a>(
        pool: &'a TermPool,
        program: &Program,
        arguments: &[(VarId, Term)],
    ) -> Writer<'a> {
        let mut known = FxHashMap::default();
        for (var, value) in arguments {
            let source = program.var(*var).source.as_ref();
            let (Some(symbol), Some(source)) = (pool.as_symbol(*value), source) else {
                continue;
            };
            let ty = program.ty(source.ty);
            let (CType::Int { bits, .. } | CType::Bool { bits }) = ty else {
                continue;
            };
            if *bits == pool.width(*value) {
                let argument = Argument {
                    name: source.name.clone(),
                    signed: matches!(ty, CType::Int { signed: true, .. }),
                };
                known.insert(symbol, argument);
            }
        }
        Writer {
            pool,
            arguments: known,
        }
    }

    /// A conjunction, if all of it can be written.
    pub fn conjunction(&self, term: Term) -> Option<String> {
        let parts = self.pool.conjuncts(term).into_iter();
        let parts: Option<Vec<String>> = parts.map(|part| self.condition(part, false)).collect();
        Some(parts?.join(" && "))
    }

    fn condition(&self, term: Term, negated: bool) -> Option<String> {
        let pool = self.pool;
        let args = pool.args(term);
        let (operator, signed) = match (pool.op(term), negated) {
            (Op::Not, _) => return self.condition(args[0], !negated),
            (Op::And | Op::Or, _) => {
                let parts = args.iter().map(|part| self.condition(*part, negated));
                let parts: Option<Vec<String>> = parts.collect();
                let is_and = (pool.op(term) == Op::And) != negated;
                return Some(format!(
                    "({})",
                    parts?.join(if is_and { " && " } else { " || " })
                ));
            }
            (Op::Eq, _) if pool.sort(args[0]).is_bitvec() => {
                let is_signed = |term: &Term| self.argument(*term).is_none_or(|a| a.signed);
                let operator = if negated { "!=" } else { "==" };
                let has_type = is_width_of_a_type(pool.width(args[0]));
                (operator, has_type && args.iter().all(is_signed))
            }
            (Op::BvUlt, false) => ("<", false),
            (Op::BvUle, false) => ("<=", false),
            (Op::BvSlt, false) => ("<", true),
            (Op::BvSle, false) => ("<=", true),
            (Op::BvUlt, true) => (">=", false),
            (Op::BvUle, true) => (">", false),
            (Op::BvSlt, true) => (">=", true),
            (Op::BvSle, true) => (">", true),
            _ => return None,
        };
        let (left, right) = (self.number(args[0], signed)?, self.number(args[1], signed)?);
        if let Some(text) = self.with_equality(term, negated, signed) {
            return Some(text);
        }
        // As people write it: the constant last.
        if pool.is_value(args[0]) {
            let operator = match operator {
                "<" => ">",
                "<=" => ">=",
                ">" => "<",
                ">=" => "<=",
                same => same,
            };
            return Some(format!("{right} {operator} {left}"));
        }
        Some(format!("{left} {operator} {right}"))
    }

    /// A strict comparison with a constant as one that is not: `x > -1` as `x >= 0`.
    fn with_equality(&self, term: Term, negated: bool, signed: bool) -> Option<String> {
        let pool = self.pool;
        let is_strict = matches!(pool.op(term), Op::BvUlt | Op::BvSlt) != negated;
        let [a, b] = *pool.args(term) else {
            return None;
        };
        if !is_strict || pool.op(term) == Op::Eq {
            return None;
        }
        let (constant, other) = if pool.is_value(a) { (a, b) } else { (b, a) };
        let value = self.number(constant, signed)?.parse::<i64>().ok()?;
        let number = self.number(other, signed)?;
        // What is less: the first one, or if the comparison is negated, the second one.
        match (constant == a) != negated {
            true => Some(format!("{number} >= {}", value.checked_add(1)?)),
            false => Some(format!("{number} <= {}", value.checked_sub(1)?)),
        }
    }

    fn argument(&self, term: Term) -> Option<&Argument> {
        self.arguments.get(&self.pool.as_symbol(term)?)
    }

    /// The number that a bit-vector is, with or without a sign.
    fn number(&self, term: Term, signed: bool) -> Option<String> {
        let pool = self.pool;
        let width = pool.width(term);
        if let Some(constant) = pool.as_const(term) {
            let value = match signed {
                true => constant.to_signed(),
                false => i128::from(constant.to_u64()?),
            };
            return Some(match (value, signed) {
                (value, true) if value == i128::from(i64::MIN) => "INT64_MIN".to_string(),
                (value, false) if value > i128::from(i32::MAX) => format!("{value}u"),
                (value, _) => value.to_string(),
            });
        }
        if !is_width_of_a_type(width) {
            return match (pool.op(term), signed) {
                (Op::Extract(high, 0), false) if high < 31 => {
                    let number = self.number(pool.arg(term, 0), false)?;
                    Some(format!("({number} & {})", (1 << (high + 1)) - 1))
                }
                _ => None,
            };
        }
        let cast = |inner: String| {
            let unsigned = if signed { "" } else { "u" };
            Some(format!("({unsigned}int{width}_t){inner}"))
        };
        if let Some(argument) = self.argument(term) {
            return match argument.signed == signed {
                true => Some(argument.name.clone()),
                false => cast(argument.name.clone()),
            };
        }
        let args = pool.args(term);
        let binary = |operator: &str| {
            let (left, right) = (self.number(args[0], false)?, self.number(args[1], false)?);
            let text = format!("({left} {operator} {right})");
            // Narrower numbers become `int`.
            match signed || width < 32 {
                true => cast(text),
                false => Some(text),
            }
        };
        match pool.op(term) {
            Op::ZeroExtend(_) => cast(self.number(args[0], false)?),
            Op::SignExtend(_) => cast(self.number(args[0], true)?),
            Op::Extract(_, 0) => cast(self.number(args[0], signed)?),
            Op::BvNeg => cast(format!("(-{})", self.number(args[0], false)?)),
            Op::BvAdd => binary("+"),
            Op::BvSub => binary("-"),
            // Two numbers of 16 bits become `int`, which is too narrow for their product.
            Op::BvMul if width != 16 => binary("*"),
            Op::BvAnd => binary("&"),
            Op::BvOr => binary("|"),
            Op::BvXor => binary("^"),
            _ => None,
        }
    }
}

fn is_width_of_a_type(width: u32) -> bool {
    matches!(width, 8 | 16 | 32 | 64)
}
