//! Bytes of a region: what a range holds, and what writing to one leaves of the rest.

use super::heap::{Background, Field, Region, Val};
use program::Program;
use term::{BitVec, Sort, Term, TermPool};

/// The longest range that is kept as one value.
const LONGEST: u64 = 4096;

/// A part of a range: the field that covers it, with its offset, or none.
#[derive(Clone, Copy)]
struct Part {
    offset: u64,
    length: u64,
    field: Option<(u64, Field)>,
}

/// The range as a sequence of whole fields, parts of fields, and what lies between.
fn parts(region: &Region, offset: u64, length: u64) -> Vec<Part> {
    let end = offset + length;
    let mut parts = Vec::new();
    let mut at = offset;
    for (start, field) in region.fields.range(..end) {
        let stop = start + field.length;
        if stop <= at {
            continue;
        }
        if at < *start {
            parts.push(Part {
                offset: at,
                length: start - at,
                field: None,
            });
            at = *start;
        }
        let until = stop.min(end);
        parts.push(Part {
            offset: at,
            length: until - at,
            field: Some((*start, *field)),
        });
        at = until;
    }
    if at < end {
        parts.push(Part {
            offset: at,
            length: end - at,
            field: None,
        });
    }
    parts
}

/// The bits of a field's part; those of a part of a pointer are not known.
fn piece(pool: &mut TermPool, part: &Part, start: u64, field: &Field) -> Term {
    match field.value {
        Val::Term(term) => {
            let low = (part.offset - start) * 8;
            let high = low + part.length * 8 - 1;
            pool.extract(term, high as u32, low as u32)
        }
        Val::Ptr(..) => pool.fresh("u", Sort::BitVec(part.length as u32 * 8)),
    }
}

/// Bytes that no field covers. Those that are unknown get a value, and a field that keeps it.
fn uncovered(
    pool: &mut TermPool,
    program: &Program,
    index: u32,
    region: &mut Region,
    part: &Part,
) -> Term {
    let bits = part.length as u32 * 8;
    match region.background {
        Background::Zero => pool.zero(bits),
        Background::Initial => {
            let bytes = initial(program, index as usize, part.offset, part.length);
            pool.bv(BitVec::from_le_bytes(&bytes))
        }
        Background::Unknown => {
            let term = pool.fresh("m", Sort::BitVec(bits));
            let (length, value) = (part.length, Val::Term(term));
            region.fields.insert(part.offset, Field { length, value });
            term
        }
    }
}

/// What a static object has at first.
pub(super) fn initial(program: &Program, index: usize, offset: u64, length: u64) -> Vec<u8> {
    let program::StaticKind::Variable { init, .. } = &program.statics[index].kind else {
        unreachable!("only variables have first bytes")
    };
    let byte = |at: u64| init.get(at as usize).copied().unwrap_or(0);
    (offset..offset + length).map(byte).collect()
}

/// The value of a range inside a region, that of node `index`; `None` if the range is too long.
pub(super) fn read(
    pool: &mut TermPool,
    program: &Program,
    index: u32,
    region: &mut Region,
    offset: u64,
    length: u64,
) -> Option<Val> {
    if let Some(field) = region.fields.get(&offset)
        && field.length == length
    {
        return Some(field.value);
    }
    if length == 0 || length > LONGEST {
        return None;
    }
    let mut value: Option<Term> = None;
    for part in parts(region, offset, length) {
        let term = match part.field {
            Some((start, field)) => piece(pool, &part, start, &field),
            None => uncovered(pool, program, index, region, &part),
        };
        value = Some(match value {
            None => term,
            Some(low) => pool.concat(term, low),
        });
    }
    value.map(Val::Term)
}

/// Removes what a range holds; the parts of fields outside of it stay. Its bytes are then those of the background, so a field has
/// to be put there.
fn clear(pool: &mut TermPool, region: &mut Region, offset: u64, length: u64) {
    let end = offset + length;
    let touched = region.fields.range(..end);
    let touched = touched.filter(|(start, field)| **start + field.length > offset);
    let touched: Vec<(u64, Field)> = touched.map(|(start, field)| (*start, *field)).collect();
    for (start, field) in touched {
        region.fields.remove(&start);
        let stop = start + field.length;
        let mut keep = |from: u64, to: u64| {
            if from < to {
                let part = Part {
                    offset: from,
                    length: to - from,
                    field: None,
                };
                let value = Val::Term(piece(pool, &part, start, &field));
                let length = to - from;
                region.fields.insert(from, Field { length, value });
            }
        };
        keep(start, offset);
        keep(end, stop);
    }
}

/// Writes a value to a range inside a region.
pub(super) fn write(
    pool: &mut TermPool,
    region: &mut Region,
    offset: u64,
    length: u64,
    value: Val,
) {
    clear(pool, region, offset, length);
    region.fields.insert(offset, Field { length, value });
}

/// Makes a range inside a region unknown. `false` if it is too long.
pub(super) fn havoc(pool: &mut TermPool, region: &mut Region, offset: u64, length: u64) -> bool {
    if length == 0 {
        return true;
    }
    clear(pool, region, offset, length);
    if region.background != Background::Unknown {
        if length > LONGEST {
            return false;
        }
        let value = Val::Term(pool.fresh("m", Sort::BitVec(length as u32 * 8)));
        region.fields.insert(offset, Field { length, value });
    }
    true
}

/// Copies a range inside a region as fields, with offsets from its start; `None` if it is too long.
pub(super) fn copy(
    pool: &mut TermPool,
    program: &Program,
    index: u32,
    region: &mut Region,
    offset: u64,
    length: u64,
) -> Option<Vec<(u64, Field)>> {
    let mut fields = Vec::new();
    for part in parts(region, offset, length) {
        if part.length > LONGEST {
            return None;
        }
        let value = match part.field {
            Some((start, field)) if start == part.offset && field.length == part.length => {
                field.value
            }
            Some((start, field)) => Val::Term(piece(pool, &part, start, &field)),
            None => Val::Term(uncovered(pool, program, index, region, &part)),
        };
        let length = part.length;
        fields.push((part.offset - offset, Field { length, value }));
    }
    Some(fields)
}
