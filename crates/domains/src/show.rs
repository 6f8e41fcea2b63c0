//! Terms over the state of a transition system, as C expressions to read.
//!
//! Operators are C's where C has them; a cast such as `(uint32_t)` says how wide and of which sign an operand is meant to be
//! where its C type does not. An array of the state is indexed by units, which are its elements wherever it is an array of
//! numbers. The bit pattern of a float `x` is `bits(x)`, a number without sign. What C has no operator for is shown as SMT-LIB
//! has it.

use crate::Types;
use encode::system::{StateVarId, TransitionSystem};
use program::CType;
use program::float;
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

/// How a variable is shown.
#[derive(Clone, Debug)]
pub struct ShownVariable {
    pub name: String,
    /// Whether C compares it as a number without sign.
    pub unsigned: bool,
    /// Whether it stands for every value.
    pub any: bool,
    /// The name of its C type, if it is a float.
    pub float: Option<String>,
}

impl ShownVariable {
    pub fn new(system: &TransitionSystem, types: Types<'_>, id: StateVarId) -> ShownVariable {
        let variable = system.variable(id);
        let ty = types.of(variable);
        ShownVariable {
            name: name(system, id),
            unsigned: matches!(
                ty,
                Some(CType::Int { signed: false, .. } | CType::Bool { .. } | CType::Pointer { .. })
            ),
            any: system.rigid.contains(&variable.symbol),
            float: match ty {
                Some(CType::Float { name, .. }) => Some(name.clone()),
                _ => None,
            },
        }
    }
}

/// What is known of symbols.
pub type Names<'a> = &'a dyn Fn(SymbolId) -> Option<ShownVariable>;

/// A fact as text. One about every value of a variable says so.
pub fn fact(pool: &TermPool, names: Names<'_>, term: Term) -> String {
    let text = Printer { pool, names }.show(term, 0);
    let symbols = pool.symbols_of(&[term]).into_iter();
    let any = symbols.filter_map(names).filter(|shown| shown.any);
    let any: Vec<String> = any.map(|shown| shown.name).collect();
    match any.is_empty() {
        // Facts are joined by `&&`.
        true if pool.op(term) == Op::Or => format!("({text})"),
        true => text,
        false => format!("(for all {}: {text})", any.join(", ")),
    }
}

/// The name of a state variable: the C variable's, and which unit of it if it has several.
pub fn name(system: &TransitionSystem, id: StateVarId) -> String {
    let variable = system.variable(id);
    let Some(source) = &variable.source else {
        return variable.name.clone();
    };
    match variable.name.find('[') {
        Some(unit) => format!("{}{}", source.name, &variable.name[unit..]),
        None => source.name.clone(),
    }
}

struct Printer<'a> {
    pool: &'a TermPool,
    names: Names<'a>,
}

/// How a bit-vector is read as a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

/// Expressions nested deeper than this are cut short.
const DEPTH: u32 = 12;

impl Printer<'_> {
    fn show(&self, term: Term, depth: u32) -> String {
        let pool = self.pool;
        if depth > DEPTH {
            return "…".to_string();
        }
        if let Some(constant) = pool.as_const(term) {
            return match constant.to_u64() {
                Some(value) if constant.width() < 8 => value.to_string(),
                // Rows compute in as many bits as they need, with a sign.
                _ if constant.width() < 128 => constant.to_signed().to_string(),
                _ => pool.display(term).to_string(),
            };
        }
        if let Some(constant) = pool.as_float(term) {
            return float::show(constant.format(), constant.bits());
        }
        if let Some(symbol) = pool.as_symbol(term) {
            return match (self.names)(symbol) {
                Some(shown) if shown.float.is_some() && self.is_bits(term) => {
                    format!("bits({})", shown.name)
                }
                Some(shown) => shown.name,
                None => pool.display(term).to_string(),
            };
        }
        let next = depth + 1;
        let args = pool.args(term);
        let binary = |operator: &str| {
            let (a, b) = (self.show(args[0], next), self.show(args[1], next));
            format!("{} {operator} {}", grouped(a), grouped(b))
        };
        match pool.op(term) {
            Op::True => "1".to_string(),
            Op::False => "0".to_string(),
            Op::Not => self.negation(args[0], next),
            Op::And => self.chain(term, " && ", next),
            Op::Or => self.chain(term, " || ", next),
            Op::Eq => self.equation(args[0], "==", args[1], next),
            Op::BvSlt => self.comparison(args, "<", Sign::Signed, next),
            Op::BvSle => self.comparison(args, "<=", Sign::Signed, next),
            Op::BvUlt => self.comparison(args, "<", Sign::Unsigned, next),
            Op::BvUle => self.comparison(args, "<=", Sign::Unsigned, next),
            Op::FpLt => binary("<"),
            Op::FpLe => binary("<="),
            Op::FpEq => binary("=="),
            Op::BvAdd => self.sum(args, next),
            Op::BvSub => binary("-"),
            Op::BvMul => binary("*"),
            Op::BvAnd => binary("&"),
            Op::BvOr => binary("|"),
            Op::BvXor => binary("^"),
            Op::BvShl => binary("<<"),
            Op::BvNot => format!("~{}", grouped(self.show(args[0], next))),
            Op::BvNeg => format!("-{}", grouped(self.show(args[0], next))),
            Op::Ite => {
                let shown: Vec<String> = args.iter().map(|a| self.show(*a, next)).collect();
                let [c, a, b] = &shown[..] else {
                    unreachable!("`ite` has three arguments");
                };
                format!(
                    "{} ? {} : {}",
                    grouped(c.clone()),
                    grouped(a.clone()),
                    grouped(b.clone())
                )
            }
            Op::Select => {
                let array = grouped(self.show(args[0], next));
                let index = plain_index(pool, args[1]);
                let shown = match pool.as_u64(index) {
                    Some(number) => number.to_string(),
                    None => self.show(index, next),
                };
                format!("{array}[{shown}]")
            }
            Op::ZeroExtend(_) => self.cast("uint", args[0], pool.width(term), next),
            Op::SignExtend(_) => self.cast("int", args[0], pool.width(term), next),
            Op::Extract(high, 0) if is_c_width(high + 1) => {
                self.cast("uint", args[0], high + 1, next)
            }
            Op::Extract(high, low) => {
                let inner = grouped(self.show(args[0], next));
                let mask = (1u128 << (high - low + 1).min(127)) - 1;
                match low {
                    0 => format!("{inner} & {mask:#x}"),
                    _ => format!("{inner} >> {low} & {mask:#x}"),
                }
            }
            // The low bits of a number, moved up: a multiple.
            Op::Concat
                if pool.as_u64(args[1]) == Some(0)
                    && pool.width(args[1]) < 64
                    && self.low_bits_of(args[0], pool.width(term)).is_some() =>
            {
                let inner = self.low_bits_of(args[0], pool.width(term));
                let inner = grouped(self.show(inner.unwrap_or(args[0]), next));
                format!("{} * {inner}", 1u128 << pool.width(args[1]))
            }
            Op::Concat => {
                let (a, b) = (self.show(args[0], next), self.show(args[1], next));
                let shifted = format!("{} << {}", grouped(a), pool.width(args[1]));
                match pool.as_u64(args[1]) {
                    Some(0) => shifted,
                    _ => format!("({shifted}) | {}", grouped(b)),
                }
            }
            Op::FpFromBits(_) => match self.float_of(args[0]) {
                Some((variable, _)) => variable,
                None => self.show(args[0], next),
            },
            Op::FpToBits => format!("bits({})", self.show(args[0], next)),
            _ => pool.display(term).to_string(),
        }
    }

    /// Whether a term is a bit pattern or a number, not a float.
    fn is_bits(&self, term: Term) -> bool {
        matches!(self.pool.sort(term), Sort::BitVec(_))
    }

    /// The name and the C type of a float variable whose bit pattern a term is.
    fn float_of(&self, term: Term) -> Option<(String, String)> {
        let symbol = self.pool.as_symbol(term).filter(|_| self.is_bits(term))?;
        let shown = (self.names)(symbol)?;
        Some((shown.name, shown.float?))
    }

    /// A constant as a value of the C type `name`.
    fn float_constant(&self, name: &str, term: Term) -> Option<String> {
        float::show_named(name, self.pool.as_const(term)?)
    }

    /// Two terms are equal, or are not. Floats that are equal may differ in their bits where they are zero, and NaN equals
    /// nothing; any other number has one bit pattern.
    fn equation(&self, a: Term, operator: &str, b: Term, depth: u32) -> String {
        // Constants last.
        let (a, b) = match self.pool.is_value(a) {
            true => (b, a),
            false => (a, b),
        };
        let constant = self.float_of(a).and_then(|(variable, ty)| {
            let shown = self.float_constant(&ty, b)?;
            let has_other_pattern = ["nan", "0.0"].contains(&shown.trim_start_matches('-'));
            Some(match has_other_pattern {
                true => format!("bits({variable}) {operator} bits({shown})"),
                false => format!("{variable} {operator} {shown}"),
            })
        });
        constant.unwrap_or_else(|| {
            let (a, b) = (self.operand(a, depth), self.operand(b, depth));
            format!("{a} {operator} {b}")
        })
    }

    /// The parts of a conjunction or disjunction. Comparisons need no parentheses there.
    fn chain(&self, term: Term, operator: &str, depth: u32) -> String {
        let pool = self.pool;
        let mut parts = Vec::new();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if pool.op(top) == pool.op(term) {
                stack.extend(pool.args(top).iter().rev());
                continue;
            }
            let shown = self.show(top, depth);
            let is_chain = shown.contains(" && ") || shown.contains(" || ");
            parts.push(match pool.op(top) {
                Op::Ite => grouped(shown),
                _ if is_chain => grouped(shown),
                _ => shown,
            });
        }
        parts.join(operator)
    }

    fn negation(&self, inner: Term, depth: u32) -> String {
        let args = self.pool.args(inner);
        match self.pool.op(inner) {
            Op::Eq => self.equation(args[0], "!=", args[1], depth),
            // Not less is at least.
            Op::BvSlt => self.comparison(&[args[1], args[0]], "<=", Sign::Signed, depth),
            Op::BvSle => self.comparison(&[args[1], args[0]], "<", Sign::Signed, depth),
            Op::BvUlt => self.comparison(&[args[1], args[0]], "<=", Sign::Unsigned, depth),
            Op::BvUle => self.comparison(&[args[1], args[0]], "<", Sign::Unsigned, depth),
            _ => format!("!{}", grouped(self.show(inner, depth))),
        }
    }

    /// A comparison of numbers of a sign.
    ///
    /// One with a constant is shown as a bound: `x <= 9` also where it is `x < 10` or `-x >= -9`. That a signed number is less
    /// than a constant as a number without sign is shown as two bounds.
    fn comparison(&self, args: &[Term], operator: &str, sign: Sign, depth: u32) -> String {
        let is_strict = operator == "<";
        if let Some(text) = self.comparison_of_patterns(args, operator, sign) {
            return text;
        }
        let constants = [args[0], args[1]].map(|t| self.number(t, sign));
        match constants {
            [None, Some(bound)] => {
                let most = bound - i128::from(is_strict);
                if sign == Sign::Unsigned && !self.is_unsigned(args[0]) {
                    let half = 1i128 << (self.pool.width(args[0]) - 1);
                    if most < half {
                        let x = self.operand(args[0], depth);
                        return format!("0 <= {x} && {x} <= {most}");
                    }
                }
                self.bound(args[0], "<=", most, sign, depth)
            }
            [Some(bound), None] => {
                let least = bound + i128::from(is_strict);
                self.bound(args[1], ">=", least, sign, depth)
            }
            _ => {
                let (a, b) = (
                    self.side(args[0], sign, depth),
                    self.side(args[1], sign, depth),
                );
                format!("{a} {operator} {b}")
            }
        }
    }

    /// A comparison of the bit pattern of a float variable with a constant or with another one.
    fn comparison_of_patterns(&self, args: &[Term], operator: &str, sign: Sign) -> Option<String> {
        let ty = args.iter().find_map(|a| self.float_of(*a))?.1;
        let width = self.pool.width(args[0]);
        let bits = |shown: String| match sign {
            Sign::Signed => format!("(int{width}_t)bits({shown})"),
            Sign::Unsigned => format!("bits({shown})"),
        };
        let constant = |number: i128| {
            let value = BitVec::new(width, number as u64);
            Some(bits(float::show_named(&ty, &value)?))
        };
        let variable = |term: Term| Some(bits(self.float_of(term)?.0));
        let is_strict = i128::from(operator == "<");
        is_c_width(width).then_some(())?;
        Some(match [args[0], args[1]].map(|t| self.number(t, sign)) {
            [None, Some(bound)] => {
                format!("{} <= {}", variable(args[0])?, constant(bound - is_strict)?)
            }
            [Some(bound), None] => {
                format!("{} >= {}", variable(args[1])?, constant(bound + is_strict)?)
            }
            _ => format!("{} {operator} {}", variable(args[0])?, variable(args[1])?),
        })
    }

    /// A bound of a term; of `-x`, the one of `x`.
    fn bound(&self, term: Term, operator: &str, bound: i128, sign: Sign, depth: u32) -> String {
        if sign == Sign::Signed && self.pool.op(term) == Op::BvNeg {
            let turned = if operator == "<=" { ">=" } else { "<=" };
            return self.bound(self.pool.arg(term, 0), turned, -bound, sign, depth);
        }
        format!("{} {operator} {bound}", self.side(term, sign, depth))
    }

    /// A side of a comparison, with a cast where its type does not have the sign.
    fn side(&self, term: Term, sign: Sign, depth: u32) -> String {
        let shown = self.operand(term, depth);
        let width = self.pool.width(term);
        let is_plain = self.pool.as_const(term).is_some() || self.is_unsigned(term);
        if sign == Sign::Signed || is_plain || !is_c_width(width) {
            return shown;
        }
        format!("(uint{width}_t){}", grouped(shown))
    }

    /// A constant as a number of a sign.
    fn number(&self, term: Term, sign: Sign) -> Option<i128> {
        let constant = self.pool.as_const(term).filter(|c| c.width() < 128)?;
        Some(match sign {
            Sign::Signed => constant.to_signed(),
            Sign::Unsigned => constant.zero_extend(1).to_signed(),
        })
    }

    /// The number of which a term is the low bits, if that has a width.
    fn low_bits_of(&self, term: Term, width: u32) -> Option<Term> {
        let inner = *self.pool.args(term).first()?;
        let is_low = matches!(self.pool.op(term), Op::Extract(_, 0));
        (is_low && self.pool.width(inner) == width).then_some(inner)
    }

    fn is_unsigned(&self, term: Term) -> bool {
        let symbol = self.pool.as_symbol(term);
        symbol
            .and_then(self.names)
            .is_some_and(|shown| shown.unsigned)
    }

    /// A side of a comparison: sums and products need no parentheses there.
    fn operand(&self, term: Term, depth: u32) -> String {
        let shown = self.show(term, depth);
        match self.pool.op(term) {
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::Concat => shown,
            _ => grouped(shown),
        }
    }

    fn cast(&self, kind: &str, inner: Term, width: u32, depth: u32) -> String {
        let shown = grouped(self.show(inner, depth));
        if is_c_width(width) {
            format!("({kind}{width}_t){shown}")
        } else {
            shown
        }
    }

    /// Constants last, and subtracted if they are negative.
    fn sum(&self, args: &[Term], depth: u32) -> String {
        let (constant, other) = match self.pool.is_value(args[0]) {
            true => (args[0], args[1]),
            false => (args[1], args[0]),
        };
        let other = grouped(self.show(other, depth));
        let constant = grouped(self.show(constant, depth));
        match constant.strip_prefix('-') {
            Some(positive) if positive.chars().all(|c| c.is_ascii_digit()) => {
                format!("{other} - {positive}")
            }
            _ => format!("{other} + {constant}"),
        }
    }
}

/// An index without what only fits it to the number of units.
fn plain_index(pool: &TermPool, mut index: Term) -> Term {
    while let (Op::Extract(_, 0) | Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) =
        (pool.op(index), pool.args(index))
    {
        debug_assert!(matches!(pool.sort(*inner), Sort::BitVec(_)));
        index = *inner;
    }
    index
}

fn is_c_width(width: u32) -> bool {
    matches!(width, 8 | 16 | 32 | 64)
}

/// In parentheses, unless it is one word or an element.
fn grouped(text: String) -> String {
    let simple = !text.contains(' ') || (text.ends_with(']') && !text.contains(" ? "));
    if simple { text } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::FloatFormat;

    /// Facts about the bits of `double x`.
    #[test]
    fn floats_are_shown_as_numbers() {
        let pool = &mut TermPool::new();
        let x = pool.symbol("x", Sort::BitVec(64));
        let symbol = pool.as_symbol(x);
        let shown = ShownVariable {
            name: "x".to_string(),
            unsigned: false,
            any: false,
            float: Some("double".to_string()),
        };
        let names = |s| (Some(s) == symbol).then(|| shown.clone());
        let bits = |pool: &mut TermPool, value: f64| pool.bv_u64(64, value.to_bits());
        let (three, zero) = (bits(pool, 3.0), bits(pool, 0.0));
        let number = pool.fp_from_bits(FloatFormat::DOUBLE, x);
        let bound = pool.fp_from_bits(FloatFormat::DOUBLE, three);
        let equal = pool.eq(x, three);
        let facts = [
            (equal, "x == 3.0"),
            (pool.not(equal), "x != 3.0"),
            (pool.eq(x, zero), "bits(x) == bits(0.0)"),
            (pool.ule(x, three), "bits(x) <= bits(3.0)"),
            (pool.sle(three, x), "(int64_t)bits(x) >= (int64_t)bits(3.0)"),
            (pool.fp_le(number, bound), "x <= 3.0"),
        ];
        for (term, text) in facts {
            assert_eq!(fact(pool, &names, term), text);
        }
    }
}
