//! What C types say about pointers: how large and how aligned their elements are, where there are pointers in them, and
//! which parts of an object a pointer of another type may point to.

use program::{CType, Program, TypeId};

/// How many parts of one type are examined individually.
pub const MAX_PARTS: usize = 64;

/// Where values of a type lie in one of another: `count` of them, `stride` bytes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    pub offset: u64,
    pub stride: u64,
    pub count: u64,
}

/// A pointer in a value.
#[derive(Clone, Debug)]
pub struct Inner {
    pub offset: u64,
    /// The type of the pointer.
    pub ty: TypeId,
    /// `.next`, `.rows[1]`; empty if the value is the pointer.
    pub path: String,
}

/// The pointers in a value of type `ty`.
#[derive(Default)]
pub struct Inners {
    pub found: Vec<Inner>,
    /// Where the first one starts that is not listed, because there are too many.
    pub rest: Option<u64>,
    /// Whether one of them shares its place with another member of a union.
    pub in_union: bool,
}

/// The alignment of a type, as the System V ABI defines it.
pub fn align(program: &Program, ty: TypeId) -> u64 {
    let scalar = |bits: u64| {
        let bytes = bits.div_ceil(8).next_power_of_two();
        bytes.clamp(
            1,
            if program.pointers.memory_width() == 32 {
                4
            } else {
                16
            },
        )
    };
    match program.ty(ty) {
        CType::Void | CType::Function | CType::Opaque { .. } => 1,
        CType::Array { element, .. } => align(program, *element),
        CType::Struct { bits, fields, .. } | CType::Union { bits, fields, .. } => {
            // A packed struct has members at other offsets.
            let of_fields = fields.iter().map(|f| {
                let natural = align(program, f.ty);
                match f.offset_bits / 8 {
                    0 => natural,
                    offset => natural.min(1 << offset.trailing_zeros()),
                }
            });
            let size = bits / 8;
            let most = match size {
                0 => 1,
                size => 1 << size.trailing_zeros(),
            };
            of_fields.max().unwrap_or(1).min(most)
        }
        _ => scalar(program.type_bits(ty)),
    }
}

/// Whether it is `void` or a character type, which may be any part of any object.
pub fn is_bytes(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        CType::Void => true,
        CType::Int { bits, name, .. } => *bits == 8 && name.contains("char"),
        _ => false,
    }
}

/// Whether an object of one type may be accessed as one of the other (6.5p7), apart from characters.
pub fn compatible(program: &Program, a: TypeId, b: TypeId) -> bool {
    same(program, a, b, 8)
}

fn same(program: &Program, a: TypeId, b: TypeId, depth: u32) -> bool {
    if a == b || depth == 0 {
        return true;
    }
    let plain = |name: &str| {
        let name = name.replace("unsigned ", "").replace("signed ", "");
        if name == "unsigned" {
            "int".to_string()
        } else {
            name
        }
    };
    match (program.ty(a), program.ty(b)) {
        (
            CType::Int { name, bits, .. },
            CType::Int {
                name: other,
                bits: width,
                ..
            },
        ) => bits == width && plain(name) == plain(other),
        (CType::Int { bits, .. }, CType::Enum { bits: other, .. })
        | (CType::Enum { bits, .. }, CType::Int { bits: other, .. }) => bits == other,
        (CType::Pointer { to: a, .. }, CType::Pointer { to: b, .. }) => {
            same(program, *a, *b, depth - 1)
        }
        (CType::Array { element: a, .. }, CType::Array { element: b, .. }) => {
            same(program, *a, *b, depth - 1)
        }
        (
            CType::Struct { name, bits, .. },
            CType::Struct {
                name: n, bits: b, ..
            },
        )
        | (
            CType::Union { name, bits, .. },
            CType::Union {
                name: n, bits: b, ..
            },
        ) => name == n && bits == b && !name.is_empty(),
        (a, b) => a == b,
    }
}

/// Where values of type `wanted` lie in one of type `ty`, and whether that is all of them.
pub fn rows(program: &Program, ty: TypeId, wanted: TypeId) -> (Vec<Repetition>, bool) {
    let mut found = Vec::new();
    let complete = collect_rows(program, ty, wanted, 0, &mut found, 8);
    (found, complete)
}

fn collect_rows(
    program: &Program,
    ty: TypeId,
    wanted: TypeId,
    offset: u64,
    found: &mut Vec<Repetition>,
    depth: u32,
) -> bool {
    if found.len() >= MAX_PARTS || depth == 0 {
        return false;
    }
    let bytes = |ty: TypeId| program.type_bits(ty) / 8;
    if compatible(program, ty, wanted) {
        let stride = bytes(ty);
        let row = Repetition {
            offset,
            stride,
            count: 1,
        };
        found.push(row);
        return true;
    }
    match program.ty(ty) {
        CType::Array { element, count } => {
            let size = bytes(*element);
            let mut inner = Vec::new();
            let mut complete = collect_rows(program, *element, wanted, 0, &mut inner, depth - 1);
            if let [row] = inner.as_slice()
                && row.offset == 0
                && row.stride * row.count == size
            {
                let count = row.count * count;
                found.push(Repetition {
                    offset,
                    stride: row.stride,
                    count,
                });
                return complete;
            }
            for index in 0..*count {
                for row in &inner {
                    if found.len() >= MAX_PARTS {
                        complete = false;
                        return complete;
                    }
                    found.push(Repetition {
                        offset: offset + index * size + row.offset,
                        ..*row
                    });
                }
                if inner.is_empty() {
                    break;
                }
            }
            complete
        }
        CType::Struct { fields, .. } | CType::Union { fields, .. } => {
            let whole = fields.iter().filter(|f| f.offset_bits % 8 == 0);
            let whole = whole.filter(|f| f.bits == program.type_bits(f.ty));
            whole.fold(true, |complete, field| {
                let start = offset + field.offset_bits / 8;
                collect_rows(program, field.ty, wanted, start, found, depth - 1) && complete
            })
        }
        _ => true,
    }
}

/// The pointers in a value of type `ty`.
pub fn inner_pointers(program: &Program, ty: TypeId) -> Inners {
    let mut inners = Inners::default();
    collect_inner(program, ty, 0, String::new(), &mut inners);
    inners
}

fn collect_inner(program: &Program, ty: TypeId, offset: u64, path: String, inners: &mut Inners) {
    if inners.rest.is_some() {
        return;
    }
    match program.ty(ty) {
        CType::Pointer { .. } => {
            if inners.found.len() >= MAX_PARTS {
                inners.rest = Some(offset);
                return;
            }
            inners.found.push(Inner { offset, ty, path });
        }
        CType::Array { element, count } => {
            let size = program.type_bits(*element) / 8;
            for index in 0..*count {
                let before = inners.found.len();
                let path = format!("{path}[{index}]");
                collect_inner(program, *element, offset + index * size, path, inners);
                if inners.found.len() == before {
                    break;
                }
            }
        }
        CType::Struct { fields, .. } => {
            for field in fields {
                let start = offset + field.offset_bits / 8;
                collect_inner(program, field.ty, start, join(&path, &field.name), inners);
            }
        }
        CType::Union { fields, .. } => {
            // The first member with pointers is the one that the union holds.
            for field in fields {
                let before = inners.found.len();
                collect_inner(program, field.ty, offset, join(&path, &field.name), inners);
                if inners.found.len() > before {
                    inners.in_union |= fields.len() > 1;
                    break;
                }
            }
        }
        _ => {}
    }
}

/// Whether pointers in a value lead to values of the same type.
pub fn is_recursive(program: &Program, ty: TypeId) -> bool {
    let mut seen = vec![ty];
    let mut work = vec![ty];
    while let Some(next) = work.pop() {
        for inner in inner_pointers(program, next).found {
            let CType::Pointer { to, .. } = program.ty(inner.ty) else {
                continue;
            };
            if compatible(program, *to, ty) {
                return true;
            }
            if !seen.contains(to) && seen.len() < MAX_PARTS {
                seen.push(*to);
                work.push(*to);
            }
        }
    }
    false
}

/// `path.name`; the members of an anonymous struct or union are its parent's.
fn join(path: &str, name: &str) -> String {
    match name {
        "" => path.to_string(),
        name => format!("{path}.{name}"),
    }
}
