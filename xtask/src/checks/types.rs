//! Integer types of C: their values, how an object of one is declared, and what its values are promoted to.

use std::fmt;

/// How wide the basic types are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    Lp64,
    Ilp32,
}

/// Width and signedness: what arithmetic depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub width: u32,
    pub signed: bool,
}

pub const INT: Shape = Shape {
    width: 32,
    signed: true,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    Plain,
    Bool,
    /// An enumeration; its declaration is in the prelude of every program.
    Enum,
    /// A member of a struct with as many bits as the shape has; the name is that of the declared type.
    BitField,
    /// `_BitInt(N)`, which is not promoted.
    BitInt,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    pub name: &'static str,
    pub shape: Shape,
    pub kind: TypeKind,
}

/// The types of the prelude.
pub const PRELUDE: &str = "enum plain { PLAIN_ZERO, PLAIN_MANY = 0x7fffffff }; enum negative { NEGATIVE_ONE = -1, \
    NEGATIVE_TWO = 2 }; enum __attribute__((packed)) tiny { TINY_ZERO, TINY_MANY = 255 }; \
    enum __attribute__((packed)) tiny_negative { TINY_MINUS = -128, TINY_PLUS = 127 };";

const fn ty(name: &'static str, width: u32, signed: bool, kind: TypeKind) -> Type {
    let shape = Shape { width, signed };
    Type { name, shape, kind }
}

/// All types whose objects are judged.
pub fn all(model: Model) -> Vec<Type> {
    use TypeKind::*;
    let long = match model {
        Model::Lp64 => 64,
        Model::Ilp32 => 32,
    };
    let mut types = vec![
        ty("signed char", 8, true, Plain),
        ty("unsigned char", 8, false, Plain),
        ty("char", 8, true, Plain),
        ty("short", 16, true, Plain),
        ty("unsigned short", 16, false, Plain),
        ty("int", 32, true, Plain),
        ty("unsigned", 32, false, Plain),
        ty("long", long, true, Plain),
        ty("unsigned long", long, false, Plain),
        ty("long long", 64, true, Plain),
        ty("unsigned long long", 64, false, Plain),
        ty("_Bool", 1, false, Bool),
        ty("enum plain", 32, false, Enum),
        ty("enum negative", 32, true, Enum),
        ty("enum tiny", 8, false, Enum),
        ty("enum tiny_negative", 8, true, Enum),
        ty("int", 5, true, BitField),
        ty("unsigned", 3, false, BitField),
        ty("int", 31, true, BitField),
        ty("unsigned", 31, false, BitField),
        ty("int", 32, true, BitField),
        ty("unsigned", 32, false, BitField),
        ty("short", 11, true, BitField),
        ty("unsigned char", 7, false, BitField),
        ty("_Bool", 1, false, BitField),
        ty("long long", 40, true, BitField),
        ty("unsigned long long", 40, false, BitField),
        ty("unsigned long long", 33, false, BitField),
        ty("long long", 20, true, BitField),
        ty("_BitInt(5)", 5, true, BitInt),
        ty("unsigned _BitInt(5)", 5, false, BitInt),
        ty("_BitInt(17)", 17, true, BitInt),
        ty("unsigned _BitInt(17)", 17, false, BitInt),
        ty("_BitInt(33)", 33, true, BitInt),
        ty("unsigned _BitInt(33)", 33, false, BitInt),
        ty("_BitInt(64)", 64, true, BitInt),
        ty("unsigned _BitInt(64)", 64, false, BitInt),
    ];
    if model == Model::Lp64 {
        types.push(ty("__int128", 128, true, Plain));
        types.push(ty("unsigned __int128", 128, false, Plain));
        types.push(ty("_BitInt(100)", 100, true, BitInt));
        types.push(ty("unsigned _BitInt(100)", 100, false, BitInt));
    }
    types
}

impl Type {
    /// C 6.3.1.1p2. A bit-field wider than `int` has its declared type here, as clang has it; gcc has one of its own
    /// width, which C allows.
    pub fn promoted(self) -> Shape {
        match self.kind {
            TypeKind::BitInt => self.shape,
            _ if self.shape.width < 32 || self.shape == INT => INT,
            TypeKind::BitField if self.shape.width > 32 => Shape {
                width: 64,
                signed: self.shape.signed,
            },
            _ => self.shape,
        }
    }

    /// Whether gcc takes the same type for the operand, and knows the type at all.
    pub fn is_common(self) -> bool {
        match self.kind {
            TypeKind::BitInt => false,
            TypeKind::BitField => self.shape.width <= 32 && !self.name.contains("long"),
            _ => true,
        }
    }
}

/// C 6.3.1.8 for promoted types.
pub fn common(a: Shape, b: Shape) -> Shape {
    let width = a.width.max(b.width);
    let signed = match (a.signed, b.signed) {
        (true, false) => a.width > b.width,
        (false, true) => b.width > a.width,
        (same, _) => same,
    };
    Shape { width, signed }
}

/// A number of up to 128 bits. Those of `unsigned __int128` that are too large wrap to negative ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value(pub i128);

impl Shape {
    fn mask(self) -> u128 {
        u128::MAX >> (128 - self.width)
    }

    pub fn min(self) -> i128 {
        match self.signed {
            true => i128::MIN >> (128 - self.width),
            false => 0,
        }
    }

    /// The largest value; that of `unsigned __int128` as its bits.
    pub fn max(self) -> i128 {
        match self.signed {
            true => i128::MAX >> (128 - self.width),
            false => self.mask() as i128,
        }
    }

    /// The value of this type that is the same modulo 2 to its width.
    pub fn convert(self, value: Value) -> Value {
        let bits = value.0 as u128 & self.mask();
        let negative = self.signed && bits >> (self.width - 1) & 1 == 1;
        Value(match negative {
            true => (bits | !self.mask()) as i128,
            false => bits as i128,
        })
    }

    /// Whether an exact result is a value of the type; not for `unsigned __int128`.
    pub fn holds(self, exact: i128) -> bool {
        (self.min()..=self.max()).contains(&exact)
    }
}

impl fmt::Display for Value {
    /// As a constant of type `long long` at least.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match i64::try_from(self.0) {
            Ok(i64::MIN) => write!(f, "(-9223372036854775807LL - 1)"),
            Ok(small) => write!(f, "{small}LL"),
            Err(_) => {
                let (high, low) = ((self.0 >> 64) as u64, self.0 as u64);
                write!(f, "WIDE({high:#x}ULL, {low:#x}ULL)")
            }
        }
    }
}
