//! Whether a heap that somebody else made up is one: fields do not overlap, nodes have one meaning, values have their widths.

use super::heap::{Cell, Heap, Kind, Node, Object, Region, Segment, Val};
use program::Program;
use std::collections::{BTreeMap, BTreeSet};
use term::TermPool;

/// See the module documentation.
pub(super) fn is_valid(pool: &TermPool, program: &Program, heap: &Heap) -> bool {
    let validity = Validity { pool, program };
    let known: BTreeSet<Node> = heap.objects.keys().copied().collect();
    let vars = heap.frames.iter().all(|frame| {
        let function = program.functions.get(frame.spot.function.index());
        let known_vars = function.map(|f| &f.vars);
        frame.vars.iter().all(|(var, value)| {
            known_vars.is_some_and(|vars| vars.contains(var))
                && validity.value(*value, program.var(*var).width, &known)
        })
    });
    vars && !heap.frames.is_empty() && validity.objects(&heap.objects, &known, false)
}

struct Validity<'a> {
    pool: &'a TermPool,
    program: &'a Program,
}

impl Validity<'_> {
    fn value(&self, value: Val, width: u32, known: &BTreeSet<Node>) -> bool {
        match value {
            Val::Term(term) => self.pool.width(term) == width,
            Val::Ptr(node, _) => {
                let is_static = (node.0 as usize) < self.program.statics.len();
                let layout = self.program.pointers;
                !is_static
                    && known.contains(&node)
                    && (width == layout.width || width == layout.memory_width())
            }
        }
    }

    /// All objects of the heap, or those that belong to an element.
    fn objects(
        &self,
        objects: &BTreeMap<Node, Object>,
        known: &BTreeSet<Node>,
        owned: bool,
    ) -> bool {
        objects.iter().all(|(node, object)| match object {
            Object::Region(region) => {
                let is_static = (node.0 as usize) < self.program.statics.len();
                (is_static == (region.kind == Kind::Static))
                    && (!owned || region.is_live_heap())
                    && self.region(region, known)
            }
            Object::Last(first) => match objects.get(first) {
                Some(Object::Segment(segment)) => segment.last == *node,
                _ => false,
            },
            Object::Segment(segment) => {
                segment.first == *node
                    && segment.last != *node
                    && objects.get(&segment.last) == Some(&Object::Last(*node))
                    && self.segment(segment, known)
            }
        })
    }

    fn region(&self, region: &Region, known: &BTreeSet<Node>) -> bool {
        let mut end = 0;
        self.pool.width(region.size) == self.program.pointers.width
            && region.fields.iter().all(|(offset, field)| {
                let in_order = *offset >= end && field.length > 0 && field.length <= 1 << 20;
                end = offset.saturating_add(field.length);
                in_order
                    && end <= self.program.pointers.max_object_size()
                    && self.value(field.value, field.length as u32 * 8, known)
            })
    }

    fn segment(&self, segment: &Segment, known: &BTreeSet<Node>) -> bool {
        let layout = self.program.pointers;
        let bits = layout.memory_width();
        let links = segment.prev.into_iter().chain([segment.next]);
        let apart = segment
            .prev
            .is_none_or(|prev| prev.at.abs_diff(segment.next.at) >= segment.pointer_bytes);
        let wide = |value| self.value(value, bits, known);
        // Links are accessible, wherever the element's end is.
        apart
            && segment.pointer_bytes == u64::from(bits / 8)
            && wide(segment.after)
            && (segment.prev.is_none() || wide(segment.before))
            && links.clone().all(|l| l.at <= layout.max_object_size())
            && segment.cells.iter().all(|cell| {
                let free = links.clone().all(|link| {
                    let end = link.at + segment.pointer_bytes;
                    let mut near = cell.root.fields.range(..end);
                    near.all(|(offset, field)| offset + field.length <= link.at)
                });
                free && self.cell(segment, cell, known)
            })
    }

    fn cell(&self, segment: &Segment, cell: &Cell, known: &BTreeSet<Node>) -> bool {
        let mut inner = known.clone();
        // No element leads to another one but by a link.
        inner.remove(&segment.first);
        inner.remove(&segment.last);
        let statics = self.program.statics.len() as u32;
        let mut own = cell.objects.keys().chain([&cell.this]);
        let is_new =
            own.all(|node| node.0 >= statics && !known.contains(node) && inner.insert(*node));
        is_new
            && cell.root.is_live_heap()
            && cell
                .symbols
                .iter()
                .all(|s| self.pool.as_symbol(*s).is_some())
            && self.region(&cell.root, &inner)
            && self.objects(&cell.objects, &inner, true)
    }
}
