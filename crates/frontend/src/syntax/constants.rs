//! Operations on constants that clang computes itself, although a check of them must fail.
//!
//! Conditions, initial values of arrays and structs, and arguments of builtin functions are evaluated by clang where it can,
//! and no sanitizer checks what it evaluates. In a condition this concerns what clang considers defined: `1 << 31` and unsigned
//! numbers that wrap around; elsewhere everything except a division by zero. This walk lists the operations whose result is
//! not the mathematical one, wherever a run may evaluate them. What C itself evaluates is left out: labels of `case`,
//! sizes of arrays, enumerators, initial values of static variables, `sizeof`.
//!
//! An operation is listed unless it is known to be fine. Of integers wider than 64 bits clang's library gives only the low
//! bits, so we compute those of up to 128 bits from their narrow parts (`exact`). Listing too many does no harm but that the
//! file is compiled twice ([`crate::compile`] only makes clang evaluate them where the program does).
//!
//! What templates and `constexpr` functions of C++ evaluate is not seen.

use super::library::{self, CONSTANT_ARRAY, Cursor, Evaluated, INCOMPLETE_ARRAY, Library};
use crate::clang::Sanitizers;
use std::ops::Range;

// Numbers of `CXCursorKind`, which never change.
const STRUCT: i32 = 2;
const UNION: i32 = 3;
const CLASS: i32 = 4;
const ENUM: i32 = 5;
const VARIABLE: i32 = 9;
const TYPEDEF: i32 = 20;
const MEMBER_REF: i32 = 47;
const FIRST_EXPRESSION: i32 = 100;
const UNEXPOSED: i32 = 100;
const CALL: i32 = 103;
const PARENTHESES: i32 = 111;
const UNARY: i32 = 112;
const SUBSCRIPT: i32 = 113;
const BINARY: i32 = 114;
const CAST: i32 = 117;
const LAST_EXPRESSION: i32 = 199;
const SIZE_OF: i32 = 136;
const BODY: i32 = 202;
const CASE: i32 = 203;
const STATIC_ASSERT: i32 = 602;

/// How an operation is kept from being computed by clang.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Keep {
    /// Something must come before it that clang does not compute.
    Before,
    /// It must be a value that is read from a variable, since LLVM would compute it, too.
    Variable,
    /// It is a cast, whose operand begins there: it must be a conversion that is checked.
    Cast(usize),
}

/// The texts of operations that violate something, or of one operand of them, as places in the file; `None` if the library or
/// the file cannot be read. `text` is that of the file if it has no macros and includes nothing.
pub fn violating(
    arguments: Vec<String>,
    path: String,
    text: Option<Vec<u8>>,
    wanted: Sanitizers,
) -> Option<Vec<(Range<usize>, Keep)>> {
    let walk = move |library: Library, root: Cursor| {
        let mut walk = ConstantWalk {
            library,
            text: text.unwrap_or_default(),
            wanted,
            found: Vec::new(),
        };
        walk.declarations(root);
        walk.found
    };
    library::read(arguments, path, walk)
}

struct ConstantWalk {
    library: Library,
    text: Vec<u8>,
    wanted: Sanitizers,
    found: Vec<(Range<usize>, Keep)>,
}

fn is_expression(cursor: Cursor) -> bool {
    (FIRST_EXPRESSION..=LAST_EXPRESSION).contains(&cursor.kind)
}

impl ConstantWalk {
    /// Looks for functions that have a body.
    fn declarations(&mut self, cursor: Cursor) {
        for child in self.library.children(cursor) {
            if child.kind == BODY {
                self.code(child);
            } else if child.kind != VARIABLE && !is_expression(child) {
                self.declarations(child);
            }
        }
    }

    /// What a run evaluates.
    fn code(&mut self, cursor: Cursor) {
        match cursor.kind {
            STRUCT | UNION | CLASS => return self.declarations(cursor),
            ENUM | TYPEDEF | SIZE_OF | STATIC_ASSERT => return,
            CALL if self.library.name(cursor) == "__builtin_constant_p" => return,
            VARIABLE => return self.variable(cursor),
            BINARY => self.binary(cursor),
            UNARY => self.minus(cursor),
            SUBSCRIPT => self.subscript(cursor),
            CAST => {
                self.conversion(cursor);
                self.cast(cursor);
            }
            _ => self.conversion(cursor),
        }
        let mut children = self.library.children(cursor);
        if cursor.kind == CASE {
            children.drain(..children.len().saturating_sub(1));
        }
        if cursor.kind == UNEXPOSED {
            // `offsetof`; designators name members, too, but have no type.
            let is_number = self.library.integer(self.library.type_of(cursor)).is_some();
            if is_number && children.iter().any(|c| c.kind == MEMBER_REF) {
                return;
            }
            let (start, _) = self.library.offsets(cursor);
            let text = self.text.get(start..).unwrap_or_default();
            if children.len() == 3 && text.starts_with(b"__builtin_choose_expr") {
                children.remove(0);
            }
        }
        for child in children {
            self.code(child);
        }
    }

    fn variable(&mut self, cursor: Cursor) {
        if self.library.is_static(cursor) {
            return;
        }
        // The size in a type must stay a constant.
        if matches!(
            self.library.type_of(cursor).kind,
            CONSTANT_ARRAY | INCOMPLETE_ARRAY
        ) {
            if let Some(value) = self.library.initializer(cursor) {
                self.code(value);
            }
            return;
        }
        for child in self.library.children(cursor) {
            if is_expression(child) {
                self.code(child);
            }
        }
    }

    fn integer_of(&self, cursor: Cursor) -> Option<i128> {
        match self.library.evaluate(cursor)? {
            Evaluated::Int(value) => Some(value),
            Evaluated::Float(_) => None,
        }
    }

    /// The value of an expression that clang considers a constant, if it is known to the last bit and none of the wide
    /// operations in it loses any.
    fn exact(&self, cursor: Cursor) -> Option<i128> {
        let ty @ (width, _) = self.library.integer(self.library.type_of(cursor))?;
        if width <= 64 {
            return self.integer_of(cursor);
        }
        let value = match (cursor.kind, &self.library.children(cursor)[..]) {
            (PARENTHESES | UNEXPOSED, &[inner]) => self.exact(inner)?,
            // A type that has a name comes first.
            (CAST, &[.., inner]) => self.exact(inner)?,
            (BINARY, &[left, right]) => {
                let kind = self.library.binary(cursor);
                let (a, b) = (self.exact(left)?, self.exact(right)?);
                result(kind, a, b).filter(|_| is_fine(kind, ty, a, b))?
            }
            _ => return None,
        };
        holds(ty, value).then_some(value)
    }

    fn add(&mut self, cursor: Cursor, keep: Keep) {
        let (start, end) = self.library.offsets(cursor);
        self.found.push((start..end, keep));
    }

    fn binary(&mut self, cursor: Cursor) {
        let [left, right] = self.library.children(cursor)[..] else {
            return;
        };
        let Some((width, signed)) = self.library.integer(self.library.type_of(cursor)) else {
            return self.float_operation(cursor, left, right);
        };
        let kind = self.library.binary(cursor);
        let is_asked = match kind {
            3..=7 if signed => self.wanted.signed_overflow,
            3 | 6 | 7 => self.wanted.unsigned_overflow,
            8 | 9 => self.wanted.shift,
            _ => false,
        };
        if !is_asked {
            return;
        }
        // clang does not drop what it cannot evaluate. The right side is the smaller one in a long sum.
        let parts = [right, left, cursor];
        if parts.iter().any(|part| self.integer_of(*part).is_none()) {
            return;
        }
        let fine = match (self.exact(left), self.exact(right)) {
            (Some(a), Some(b)) => is_fine(kind, (width, signed), a, b),
            _ => false,
        };
        if !fine {
            self.add(cursor, Keep::Before);
        }
    }

    /// An operation on numbers whose result is not a number.
    fn float_operation(&mut self, cursor: Cursor, left: Cursor, right: Cursor) {
        if !self.wanted.nan || !(3..=7).contains(&self.library.binary(cursor)) {
            return;
        }
        let number = |cursor| match self.library.evaluate(cursor) {
            Some(Evaluated::Float(value)) => !value.is_nan(),
            Some(Evaluated::Int(_)) => true,
            None => false,
        };
        let is_none =
            matches!(self.library.evaluate(cursor), Some(Evaluated::Float(v)) if v.is_nan());
        if is_none && number(left) && number(right) {
            self.add(left, Keep::Variable);
        }
    }

    fn minus(&mut self, cursor: Cursor) {
        let Some((width, signed)) = self.library.integer(self.library.type_of(cursor)) else {
            return;
        };
        let is_asked = match signed {
            true => self.wanted.signed_overflow,
            false => self.wanted.unsigned_overflow,
        };
        if !is_asked || self.library.unary(cursor) != 8 || self.integer_of(cursor).is_none() {
            return;
        }
        let operand = self.library.children(cursor).first().copied();
        match operand.and_then(|o| self.integer_of(o)) {
            Some(value) if width <= 64 && holds((width, signed), -value) => {}
            _ => self.add(cursor, Keep::Before),
        }
    }

    /// A float that becomes an integer, with a cast or without.
    fn conversion(&mut self, cursor: Cursor) {
        if !self.wanted.float_cast || !is_expression(cursor) {
            return;
        }
        let children = self.library.children(cursor);
        let Some(&float) = children.last() else {
            return;
        };
        let from = self.library.type_of(float);
        let to = self.library.type_of(cursor);
        // `_Bool` holds whether it is zero.
        let Some((width, signed)) = self.library.integer(to).filter(|_| to.kind != 3) else {
            return;
        };
        if !library::is_float(from) || self.integer_of(cursor).is_none() {
            return;
        }
        let fits = match self.library.evaluate(float) {
            Some(Evaluated::Float(value)) => {
                let whole = value.trunc();
                let power = |n: u32| 2f64.powi(n as i32);
                match signed {
                    true => whole >= -power(width - 1) && whole < power(width - 1),
                    false => whole >= 0.0 && whole < power(width),
                }
            }
            _ => false,
        };
        if !fits {
            self.add(float, Keep::Before);
        }
    }

    /// A cast between integers, which clang's sanitizers do not look at.
    fn cast(&mut self, cursor: Cursor) {
        if !self.wanted.conversion {
            return;
        }
        let Some(&operand) = self.library.children(cursor).last() else {
            return;
        };
        let to = self.library.type_of(cursor);
        let (Some((to_width, to_signed)), Some((width, signed))) = (
            self.library.integer(to).filter(|_| to.kind != 3),
            self.library.integer(self.library.type_of(operand)),
        ) else {
            return;
        };
        let fits = match (signed, to_signed) {
            (false, true) => width < to_width,
            (true, false) => false,
            _ => width <= to_width,
        };
        let (start, _) = self.library.offsets(operand);
        let own = self.text.get(start..start + 32).unwrap_or_default();
        let ours = ["__aver_", "nondet_quantified"]
            .iter()
            .any(|name| own.windows(name.len()).any(|w| w == name.as_bytes()));
        if !fits && !ours {
            self.add(cursor, Keep::Cast(start));
        }
    }

    /// The address of an element that an array does not have. One that is accessed is never evaluated.
    fn subscript(&mut self, cursor: Cursor) {
        let [base, index] = self.library.children(cursor)[..] else {
            return;
        };
        if !self.wanted.bounds {
            return;
        }
        let inner = self.library.children(base);
        let elements = inner
            .first()
            .and_then(|a| self.library.elements(self.library.type_of(*a)));
        if let (Some(count), Some(value)) = (elements, self.integer_of(index))
            && !(0..=count).contains(&value)
        {
            self.add(index, Keep::Before);
        }
    }
}

/// Whether a value is one of a type.
fn holds((width, signed): (u32, bool), value: i128) -> bool {
    match signed {
        true if width >= 128 => true,
        true => (-(1i128 << (width - 1))..1i128 << (width - 1)).contains(&value),
        false if width >= 127 => value >= 0,
        false => (0..1i128 << width).contains(&value),
    }
}

/// What mathematics gives, by the number of the operator, if 128 bits hold it. A division by zero is never evaluated.
fn result(kind: i32, a: i128, b: i128) -> Option<i128> {
    let power = || (0..127).contains(&b).then(|| 1i128 << b);
    match kind {
        3 => a.checked_mul(b),
        4 => a.checked_div(b),
        5 => a.checked_rem(b),
        6 => a.checked_add(b),
        7 => a.checked_sub(b),
        8 => a.checked_mul(power()?),
        9 => Some(a.div_euclid(power()?)),
        _ => None,
    }
}

/// Whether an operation gives what mathematics gives.
fn is_fine(kind: i32, ty: (u32, bool), a: i128, b: i128) -> bool {
    let (width, signed) = ty;
    let in_range = (0..i128::from(width)).contains(&b);
    let fits = |kind| result(kind, a, b).is_some_and(|value| holds(ty, value));
    match kind {
        3 | 6 | 7 => fits(kind),
        // The remainder of what does not fit is not defined either.
        4 | 5 => fits(4),
        8 if signed => in_range && a >= 0 && fits(kind),
        _ => in_range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: (u32, bool) = (32, true);
    const UNSIGNED: (u32, bool) = (32, false);

    #[test]
    fn results_that_fit() {
        assert!(is_fine(6, INT, i32::MAX.into(), 0) && !is_fine(6, INT, i32::MAX.into(), 1));
        assert!(is_fine(7, UNSIGNED, 1, 1) && !is_fine(7, UNSIGNED, 1, 2));
        assert!(is_fine(8, INT, 1, 30) && !is_fine(8, INT, 1, 31));
        assert!(is_fine(8, UNSIGNED, 3, 31) && !is_fine(8, UNSIGNED, 3, 32));
        assert!(is_fine(9, INT, -1, 31) && !is_fine(9, INT, 1, -1));
        assert!(is_fine(4, INT, i32::MIN.into(), 1) && !is_fine(5, INT, i32::MIN.into(), -1));
        assert!(!is_fine(3, (64, false), u64::MAX.into(), 2) && is_fine(3, INT, -3, 5));
        let (wide, wide_unsigned) = ((128, true), (128, false));
        assert!(is_fine(8, wide, 1, 126) && !is_fine(8, wide, 1, 127) && !is_fine(8, wide, 2, 126));
        assert!(!is_fine(6, wide, i128::MAX, 1) && !is_fine(7, wide_unsigned, 0, 1));
        assert!(!is_fine(8, (200, true), 1, 199) && is_fine(6, (100, true), 1 << 98, 1 << 97));
    }
}
