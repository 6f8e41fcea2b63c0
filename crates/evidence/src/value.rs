//! Values as C writes them.
//!
//! Integers are decimal, with hexadecimal where the number is large enough for its bits to matter; characters, enumerators
//! and strings are shown as such; structs and arrays in braces, shortened; pointers by what they point to.

use crate::objects::Objects;
use program::ctype::Field;
use program::{CType, Program, TypeId};
use term::BitVec;

/// How many elements of an array and fields of a struct are shown.
const MAX_ELEMENTS: u64 = 8;
/// How many characters of a string are shown.
const MAX_STRING: u64 = 60;
/// How deeply nested structs and arrays are shown.
const MAX_DEPTH: u32 = 4;

/// Memory to read a value from: the byte at an offset.
pub(crate) type Bytes<'a> = &'a dyn Fn(u64) -> u8;

/// The size of a type in bits; 0 where C gives it none.
pub(crate) fn size_bits(program: &Program, ty: TypeId) -> u64 {
    match program.ty(ty) {
        CType::Void | CType::Function => 0,
        CType::Int { bits, .. }
        | CType::Bool { bits }
        | CType::Float { bits, .. }
        | CType::Enum { bits, .. }
        | CType::Pointer { bits, .. } => u64::from(*bits),
        CType::Struct { bits, .. } | CType::Union { bits, .. } | CType::Opaque { bits, .. } => {
            *bits
        }
        CType::Array { element, count } => count.saturating_mul(size_bits(program, *element)),
    }
}

/// A value that a variable of type `ty` holds.
pub(crate) fn show(objects: &Objects, ty: TypeId, value: &BitVec) -> String {
    if let CType::Pointer { to, bits } = objects.program.ty(ty)
        && value.width() > *bits
    {
        return objects.show_pointer(value.to_u64().unwrap_or(u64::MAX), Some(*to));
    }
    let bytes = value.to_le_bytes();
    let byte = |offset: u64| bytes.get(offset as usize).copied().unwrap_or(0);
    show_memory(objects, ty, &byte)
}

/// The value of type `ty` in memory.
pub(crate) fn show_memory(objects: &Objects, ty: TypeId, bytes: Bytes) -> String {
    memory(objects, ty, bytes, 0)
}

/// `count` consecutive values of type `element`.
pub(crate) fn show_repeated(
    objects: &Objects,
    element: TypeId,
    count: u64,
    bytes: Bytes,
) -> String {
    array(objects, element, count, bytes, 0)
}

/// A field, which may be a bit-field, of a struct in memory.
pub(crate) fn show_field(objects: &Objects, field: &Field, bytes: Bytes) -> String {
    field_at(objects, field, bytes, 0)
}

/// A value whose type is unknown.
pub(crate) fn show_untyped(value: &BitVec, signed: bool) -> String {
    if value.width() == 1 {
        return if value.is_zero() { "0" } else { "1" }.to_string();
    }
    integer(value, signed)
}

/// A type as C writes it.
pub(crate) fn type_name(program: &Program, ty: TypeId) -> String {
    match program.ty(ty) {
        CType::Void => "void".to_string(),
        CType::Int { name, .. } | CType::Float { name, .. } => name.clone(),
        CType::Bool { .. } => "_Bool".to_string(),
        CType::Enum { name, .. } => format!("enum {name}"),
        CType::Pointer { to, .. } => format!("{} *", type_name(program, *to)),
        CType::Array { element, count } => format!("{}[{count}]", type_name(program, *element)),
        CType::Struct { name, .. } | CType::Opaque { name, .. } => format!("struct {name}"),
        CType::Union { name, .. } => format!("union {name}"),
        CType::Function => "function".to_string(),
    }
}

/// Bytes one by one.
pub(crate) fn show_bytes(length: u64, bytes: Bytes) -> String {
    let shown: Vec<String> = (0..length.min(2 * MAX_ELEMENTS))
        .map(|i| format!("{:02x}", bytes(i)))
        .collect();
    let more = if length > 2 * MAX_ELEMENTS {
        " …"
    } else {
        ""
    };
    format!("{}{more}", shown.join(" "))
}

/// Bytes whose type is unknown.
pub(crate) fn show_raw(length: u64, bytes: Bytes) -> String {
    if (1..=8).contains(&length) && length.is_power_of_two() {
        let all: Vec<u8> = (0..length).map(bytes).collect();
        return integer(&BitVec::from_le_bytes(&all), true);
    }
    format!("bytes {}", show_bytes(length, bytes))
}

fn memory(objects: &Objects, ty: TypeId, bytes: Bytes, depth: u32) -> String {
    let program = objects.program;
    match program.ty(ty) {
        CType::Void | CType::Function => "?".to_string(),
        CType::Array { element, count } => array(objects, *element, *count, bytes, depth),
        CType::Struct { fields, .. } | CType::Union { fields, .. } => {
            aggregate(objects, fields, bytes, depth)
        }
        CType::Opaque { bits, .. } => show_raw(bits.div_ceil(8), bytes),
        _ => scalar(objects, ty, &read(bytes, 0, size_bits(program, ty))),
    }
}

/// `bits` bits that start `offset_bits` bits into memory.
fn read(bytes: Bytes, offset_bits: u64, bits: u64) -> BitVec {
    let first = offset_bits / 8;
    let last = (offset_bits + bits).div_ceil(8).max(first + 1);
    let all: Vec<u8> = (first..last).map(bytes).collect();
    let low = (offset_bits - 8 * first) as u32;
    BitVec::from_le_bytes(&all).extract(low + (bits.max(1) as u32) - 1, low)
}

fn field_at(objects: &Objects, field: &Field, bytes: Bytes, depth: u32) -> String {
    let whole =
        field.offset_bits.is_multiple_of(8) && field.bits == size_bits(objects.program, field.ty);
    if whole {
        let base = field.offset_bits / 8;
        return memory(objects, field.ty, &|i| bytes(base + i), depth);
    }
    scalar(
        objects,
        field.ty,
        &read(bytes, field.offset_bits, field.bits),
    )
}

fn aggregate(objects: &Objects, fields: &[Field], bytes: Bytes, depth: u32) -> String {
    if depth >= MAX_DEPTH {
        return "{…}".to_string();
    }
    let mut shown: Vec<String> = fields
        .iter()
        .take(MAX_ELEMENTS as usize)
        .map(|f| {
            let value = field_at(objects, f, bytes, depth + 1);
            if f.name.is_empty() {
                value
            } else {
                format!("{} = {value}", f.name)
            }
        })
        .collect();
    if fields.len() as u64 > MAX_ELEMENTS {
        shown.push("…".to_string());
    }
    format!("{{{}}}", shown.join(", "))
}

fn array(objects: &Objects, element: TypeId, count: u64, bytes: Bytes, depth: u32) -> String {
    if let Some(text) = string(objects.program, element, count, bytes) {
        return text;
    }
    if depth >= MAX_DEPTH {
        return "{…}".to_string();
    }
    let stride = size_bits(objects.program, element) / 8;
    let mut shown: Vec<String> = (0..count.min(MAX_ELEMENTS))
        .map(|i| memory(objects, element, &|o| bytes(i * stride + o), depth + 1))
        .collect();
    if count > MAX_ELEMENTS {
        shown.push("…".to_string());
    }
    format!("{{{}}}", shown.join(", "))
}

/// An array of characters up to its first NUL, if it has one and all before it can be printed.
fn string(program: &Program, element: TypeId, count: u64, bytes: Bytes) -> Option<String> {
    if !is_char(program.ty(element)) {
        return None;
    }
    let mut text = String::from("\"");
    for i in 0..count.min(MAX_STRING) {
        match bytes(i) {
            0 => return Some(text + "\""),
            byte => text.push_str(&printable(byte, '"')?),
        }
    }
    (count > MAX_STRING).then(|| text + "…\"")
}

fn is_char(ty: &CType) -> bool {
    matches!(ty, CType::Int { name, bits: 8, .. } if name.contains("char"))
}

/// A byte as C writes it between quotes, if it is printable or has a well-known escape.
fn printable(byte: u8, quote: char) -> Option<String> {
    Some(match byte {
        b'\n' => "\\n".to_string(),
        b'\t' => "\\t".to_string(),
        b'\r' => "\\r".to_string(),
        b'\\' => "\\\\".to_string(),
        0 => "\\0".to_string(),
        _ if byte == quote as u8 => format!("\\{quote}"),
        0x20..=0x7e => char::from(byte).to_string(),
        _ => return None,
    })
}

fn scalar(objects: &Objects, ty: TypeId, value: &BitVec) -> String {
    match objects.program.ty(ty) {
        CType::Bool { .. } => match value.to_u64() {
            Some(0) => "false".to_string(),
            Some(1) => "true".to_string(),
            _ => integer(value, false),
        },
        c @ CType::Int { signed, .. } if is_char(c) => {
            let number = integer(value, *signed);
            let byte = value.to_le_bytes()[0];
            match printable(byte, '\'') {
                Some(c) => format!("'{c}' ({number})"),
                None => number,
            }
        }
        CType::Int { signed, .. } => integer(value, *signed),
        CType::Enum { signed, values, .. } => {
            let number = if *signed {
                value.to_i64()
            } else {
                value.to_u64().map(|v| v as i64)
            };
            let name = values.iter().find(|(_, v)| Some(*v) == number);
            name.map_or_else(|| integer(value, *signed), |(name, _)| name.clone())
        }
        CType::Float { name, .. } => {
            program::float::show_named(name, value).unwrap_or_else(|| integer(value, false))
        }
        CType::Pointer { to, .. } => {
            let image = value.to_u64().unwrap_or(u64::MAX);
            objects.show_pointer(objects.pointer(image), Some(*to))
        }
        _ => integer(value, false),
    }
}

fn integer(value: &BitVec, signed: bool) -> String {
    let (negative, magnitude) = if signed && value.is_negative() {
        (true, value.neg().to_big())
    } else {
        (false, value.to_big())
    };
    let sign = if negative { "-" } else { "" };
    let threshold = if signed { 17 } else { 9 };
    if magnitude.bits() >= threshold {
        format!("{sign}{magnitude} (0x{})", value.to_big().to_str_radix(16))
    } else {
        format!("{sign}{magnitude}")
    }
}
