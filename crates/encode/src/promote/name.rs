//! What a part of an object is called: `x`, `s.field`, `a[2]`, `s.p.x`, or `x+4` where the type does not tell.

use program::ctype::Field;
use program::{CType, Program, TypeId};
use std::collections::BTreeSet;

/// What a part is to C.
pub(super) enum Meaning {
    /// An object of this type.
    Object(TypeId),
    /// Some bytes of one or several objects.
    Bytes,
    /// Between the members of a struct.
    Padding,
}

/// A part's name, to be appended to the name of the object, and what it is.
pub(super) fn part_name(
    program: &Program,
    ty: TypeId,
    offset: u64,
    size: u64,
) -> (String, Meaning) {
    let mut path = String::new();
    let (mut ty, mut offset, bits) = (ty, offset * 8, size * 8);
    while let Some((step, inner, at)) = descend(program, ty, offset, bits) {
        path += &step;
        (ty, offset) = (inner, offset - at);
    }
    if offset == 0 && program.type_bits(ty) == bits {
        return (path, Meaning::Object(ty));
    }
    let meaning = match program.ty(ty) {
        CType::Struct { fields, .. }
            if fields.iter().all(|f| {
                f.offset_bits >= offset + bits || f.offset_bits.saturating_add(f.bits) <= offset
            }) =>
        {
            Meaning::Padding
        }
        _ => Meaning::Bytes,
    };
    (format!("{path}+{}", offset / 8), meaning)
}

/// The member or element that contains all of the range: its name, its type and where it starts.
fn descend(program: &Program, ty: TypeId, offset: u64, bits: u64) -> Option<(String, TypeId, u64)> {
    let whole_bytes = |f: &&Field| f.bits == program.type_bits(f.ty);
    let inside = |f: &&Field| {
        f.offset_bits <= offset && offset + bits <= f.offset_bits.saturating_add(f.bits)
    };
    let field = match program.ty(ty) {
        CType::Array { element, .. } => {
            let step = program.type_bits(*element);
            if step == 0 || offset % step + bits > step {
                return None;
            }
            let index = offset / step;
            return Some((format!("[{index}]"), *element, index * step));
        }
        CType::Struct { fields, .. } => fields.iter().filter(whole_bytes).find(inside)?,
        CType::Union { fields, .. } => {
            // The member of that very size if there is one.
            let mut fits = fields.iter().filter(whole_bytes).filter(inside);
            let exact = fits
                .clone()
                .find(|f| f.offset_bits == offset && f.bits == bits);
            exact.or_else(|| fits.next())?
        }
        _ => return None,
    };
    let name = match field.name.as_str() {
        // Members of an anonymous struct are named as if they were members of the outer one.
        "" => String::new(),
        name => format!(".{name}"),
    };
    Some((name, field.ty, field.offset_bits))
}

/// Where scalars start or end inside a range of bytes of a type.
pub(super) fn scalar_cuts(program: &Program, ty: TypeId, low: u64, high: u64) -> BTreeSet<u64> {
    let (low, high) = (low * 8, high * 8);
    let mut cuts = BTreeSet::new();
    let mut stack = vec![(ty, 0u64)];
    while let Some((ty, start)) = stack.pop() {
        let end = start.saturating_add(program.type_bits(ty));
        if end <= low || high <= start {
            continue;
        }
        cuts.extend([start, end]);
        match program.ty(ty) {
            CType::Array { element, count } => {
                let step = program.type_bits(*element);
                if let Some(first) = low.saturating_sub(start).checked_div(step) {
                    let last = (high - start).div_ceil(step).min(*count);
                    stack.extend((first..last).map(|i| (*element, start + i * step)));
                }
            }
            CType::Struct { fields, .. } => {
                let whole = fields.iter().filter(|f| f.bits == program.type_bits(f.ty));
                stack.extend(whole.map(|f| (f.ty, start + f.offset_bits)));
            }
            _ => {}
        }
    }
    let inside = cuts
        .into_iter()
        .filter(|c| low < *c && *c < high && c % 8 == 0);
    inside.map(|c| c / 8).collect()
}
