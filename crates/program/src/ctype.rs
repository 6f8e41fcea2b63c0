//! C types, in as much detail as traces and invariants show.

use crate::ids::TypeId;

/// A C type. Sizes are in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CType {
    Void,
    /// Any integer type by its C name (`unsigned long`); `char` types are shown as characters.
    Int {
        name: String,
        bits: u32,
        signed: bool,
    },
    Bool {
        bits: u32,
    },
    Float {
        name: String,
        bits: u32,
    },
    Enum {
        name: String,
        bits: u32,
        signed: bool,
        values: Vec<(String, i64)>,
    },
    Pointer {
        to: TypeId,
        bits: u32,
    },
    Array {
        element: TypeId,
        count: u64,
    },
    Struct {
        name: String,
        bits: u64,
        fields: Vec<Field>,
    },
    Union {
        name: String,
        bits: u64,
        fields: Vec<Field>,
    },
    Function,
    /// A type we know nothing about but its size.
    Opaque {
        name: String,
        bits: u64,
    },
}

/// A member of a struct or union. Bit-fields have offsets and widths that are not whole bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    pub offset_bits: u64,
    pub bits: u64,
    pub ty: TypeId,
}
