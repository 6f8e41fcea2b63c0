//! What the standard says of an operation on given values, by exact arithmetic.

use super::types::{Shape, Value};
use std::collections::BTreeSet;

/// The properties that an operation violates, by their names on the command line.
pub type Violations = BTreeSet<&'static str>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
}

pub const OPS: [Op; 7] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::Shl,
    Op::Shr,
];

impl Op {
    pub fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Shl => "<<",
            Op::Shr => ">>",
        }
    }

    /// Whether the low bits of the result depend on those of the operands only.
    pub fn is_linear(self) -> bool {
        matches!(self, Op::Add | Op::Sub | Op::Mul)
    }

    pub fn is_shift(self) -> bool {
        matches!(self, Op::Shl | Op::Shr)
    }
}

/// Violations of `a op b`, where both have that shape; of a shift, `b` is the amount as it is.
pub fn binary(op: Op, shape: Shape, a: Value, b: Value) -> Violations {
    let (x, y) = (a.0, b.0);
    let arithmetic = |exact: Option<i128>, wraps: Option<u128>| {
        let fits = match (shape.signed, shape.width) {
            (false, 128) => wraps.is_some(),
            _ => exact.is_some_and(|exact| shape.holds(exact)),
        };
        match (fits, shape.signed) {
            (true, _) => Violations::new(),
            // 6.5p5.
            (false, true) => one("no-overflow"),
            // Defined by 6.2.5p9; Aver can be asked all the same.
            (false, false) => one("no-unsigned-overflow"),
        }
    };
    let (p, q) = (x as u128, y as u128);
    match op {
        Op::Add => arithmetic(x.checked_add(y), p.checked_add(q)),
        Op::Sub => arithmetic(x.checked_sub(y), p.checked_sub(q)),
        Op::Mul => arithmetic(x.checked_mul(y), p.checked_mul(q)),
        // 6.5.5p5, p6.
        Op::Div | Op::Rem if y == 0 => one("no-div-by-zero"),
        Op::Div | Op::Rem if shape.signed && x == shape.min() && y == -1 => one("no-overflow"),
        Op::Div | Op::Rem => Violations::new(),
        // 6.5.7p3.
        Op::Shl | Op::Shr if y < 0 || y >= i128::from(shape.width) => one("no-shift-error"),
        Op::Shl if shape.signed => {
            // 6.5.7p4.
            let mut found = Violations::new();
            if x < 0 {
                found.insert("no-shift-error");
            }
            let lost = shape.width - 1 - y as u32;
            let limit = 1i128 << lost.min(126);
            if lost < 127 && !(-limit..limit).contains(&x) {
                found.insert("no-overflow");
            }
            found
        }
        Op::Shl | Op::Shr => Violations::new(),
    }
}

/// Violations of a conversion to an integer type: the integer part is one of its values (6.3.1.4p1).
pub fn from_float(shape: Shape, value: f64) -> Violations {
    let whole = value.trunc();
    let power = |n: u32| 2f64.powi(n as i32);
    let fits = match shape.signed {
        true => whole >= -power(shape.width - 1) && whole < power(shape.width - 1),
        false => whole >= 0.0 && whole < power(shape.width),
    };
    match fits {
        true => Violations::new(),
        false => one("no-float-cast-overflow"),
    }
}

pub fn one(property: &'static str) -> Violations {
    Violations::from([property])
}

#[cfg(test)]
mod tests {
    use super::super::types::INT;
    use super::*;

    #[test]
    fn shifts() {
        let shl = |x, n| binary(Op::Shl, INT, Value(x), Value(n));
        assert_eq!(shl(255, 24), one("no-overflow"));
        assert_eq!(shl(127, 24), Violations::new());
        assert_eq!(shl(1, 31), one("no-overflow"));
        assert_eq!(shl(0, 31), Violations::new());
        assert_eq!(shl(-1, 31), one("no-shift-error"));
        assert_eq!(
            shl(-2, 31),
            Violations::from(["no-overflow", "no-shift-error"])
        );
        assert_eq!(shl(1, 32), one("no-shift-error"));
    }

    #[test]
    fn integer_parts() {
        let int = |x| from_float(INT, x).is_empty();
        assert!(int(2147483647.9) && int(-2147483648.9) && !int(2147483648.0));
        assert!(!int(f64::NAN) && !int(f64::NEG_INFINITY));
    }
}
