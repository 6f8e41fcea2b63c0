//! Terms over the state of a transition system, as C expressions for people.
//!
//! Operators are C's where C has them; `(uint32_t)` and the like say how wide and of which sign an operand is meant to be
//! where its C type does not. An array of the state is indexed by units, which are its elements wherever it is an array of
//! numbers. What C has no operator for is shown as SMT-LIB has it.

use encode::system::{StateVarId, TransitionSystem};
use term::{Op, Sort, Term, TermPool};

/// A term as text.
pub fn expression(pool: &TermPool, system: &TransitionSystem, term: Term) -> String {
    Printer { pool, system }.show(term, 0)
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
    system: &'a TransitionSystem,
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
                Some(_) if constant.width() <= 64 => {
                    let wide = constant.sign_extend(64 - constant.width());
                    (wide.to_u64().expect("64 bits") as i64).to_string()
                }
                _ => pool.display(term).to_string(),
            };
        }
        if pool.as_symbol(term).is_some() {
            return match self.system.variable_of(term) {
                Some(id) => name(self.system, id),
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
            Op::And => binary("&&"),
            Op::Or => binary("||"),
            Op::Eq => binary("=="),
            Op::BvSlt => self.comparison(args, "<", "int", next),
            Op::BvSle => self.comparison(args, "<=", "int", next),
            Op::BvUlt => self.comparison(args, "<", "uint", next),
            Op::BvUle => self.comparison(args, "<=", "uint", next),
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
                format!("{array}[{}]", self.show(plain_index(pool, args[1]), next))
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
            Op::Concat => {
                let (a, b) = (self.show(args[0], next), self.show(args[1], next));
                let shifted = format!("{} << {}", grouped(a), pool.width(args[1]));
                match pool.as_u64(args[1]) {
                    Some(0) => shifted,
                    _ => format!("({shifted}) | {}", grouped(b)),
                }
            }
            Op::FpFromBits(_) | Op::FpToBits => self.show(args[0], next),
            _ => pool.display(term).to_string(),
        }
    }

    fn negation(&self, inner: Term, depth: u32) -> String {
        let args = self.pool.args(inner);
        match self.pool.op(inner) {
            Op::Eq => {
                let (a, b) = (self.show(args[0], depth), self.show(args[1], depth));
                format!("{} != {}", grouped(a), grouped(b))
            }
            _ => format!("!{}", grouped(self.show(inner, depth))),
        }
    }

    /// A comparison of numbers of a sign; constants and variables are shown as they are.
    fn comparison(&self, args: &[Term], operator: &str, kind: &str, depth: u32) -> String {
        let width = self.pool.width(args[0]);
        let side = |term: Term| {
            let constant = self.pool.as_const(term);
            if kind == "uint"
                && let Some(value) = constant.and_then(|c| c.to_u64())
            {
                return format!("{value}u");
            }
            let shown = grouped(self.show(term, depth));
            if constant.is_some() || kind == "int" || !is_c_width(width) {
                return shown;
            }
            format!("({kind}{width}_t){shown}")
        };
        format!("{} {operator} {}", side(args[0]), side(args[1]))
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
