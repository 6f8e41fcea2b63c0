//! Elements of segments as objects of their own: instances of cells, and the unfolding of an end of a segment.
//!
//! A segment with one element is that element, with both links as the segment has them at its ends. One with more is its first
//! element and a segment of the others, or its last element and a segment of those before. So the heaps that [`unfold`]
//! gives have together the models of the heap that it was given.

use super::heap::{Cell, Field, Heap, Link, Node, Object, Region, Segment, Val};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{Term, TermPool};

/// A cell with nodes and symbols that occur nowhere else.
pub(super) struct Instance {
    pub root: Region,
    pub objects: BTreeMap<Node, Object>,
    pub facts: Vec<Term>,
}

/// An instance of a cell whose element is at `this`; nodes from `next` on are free.
pub(super) fn instance(pool: &mut TermPool, cell: &Cell, this: Node, next: &mut u32) -> Instance {
    let mut nodes: FxHashMap<Node, Node> = FxHashMap::default();
    nodes.insert(cell.this, this);
    for node in cell.objects.keys() {
        nodes.insert(*node, Node(*next));
        *next += 1;
    }
    let mut symbols: FxHashMap<Term, Term> = FxHashMap::default();
    for symbol in &cell.symbols {
        let sort = pool.sort(*symbol);
        let copy = pool.fresh("u", sort);
        symbols.insert(*symbol, copy);
    }
    let mut renaming = Renaming {
        pool,
        nodes,
        symbols,
        cache: FxHashMap::default(),
    };
    let mut root = cell.root.clone();
    renaming.region(&mut root);
    let mut objects = BTreeMap::new();
    for (node, object) in &cell.objects {
        let mut object = object.clone();
        renaming.object(&mut object);
        objects.insert(renaming.node(*node), object);
    }
    let facts = cell.facts.iter().map(|f| renaming.term(*f)).collect();
    Instance {
        root,
        objects,
        facts,
    }
}

/// New names for nodes and symbols.
struct Renaming<'a> {
    pool: &'a mut TermPool,
    nodes: FxHashMap<Node, Node>,
    symbols: FxHashMap<Term, Term>,
    cache: FxHashMap<Term, Term>,
}

impl Renaming<'_> {
    fn node(&self, node: Node) -> Node {
        self.nodes.get(&node).copied().unwrap_or(node)
    }

    fn term(&mut self, term: Term) -> Term {
        let symbols = &self.symbols;
        let mut value = |pool: &mut TermPool, symbol| {
            let symbol = pool.symbol_term(symbol);
            symbols.get(&symbol).copied()
        };
        self.pool.substitute(term, &mut value, &mut self.cache)
    }

    fn value(&mut self, value: &mut Val) {
        *value = match *value {
            Val::Term(term) => Val::Term(self.term(term)),
            Val::Ptr(node, offset) => Val::Ptr(self.node(node), offset),
        };
    }

    fn region(&mut self, region: &mut Region) {
        region.size = self.term(region.size);
        region.each_value(&mut |value| self.value(value));
    }

    fn object(&mut self, object: &mut Object) {
        match object {
            Object::Region(region) => self.region(region),
            Object::Last(first) => *first = self.node(*first),
            Object::Segment(segment) => {
                segment.first = self.node(segment.first);
                segment.last = self.node(segment.last);
                self.value(&mut segment.after);
                self.value(&mut segment.before);
                for cell in &mut segment.cells {
                    self.cell(cell);
                }
            }
        }
    }

    /// A cell inside of the cell: its own nodes and symbols stay as they are, since they are no others' names.
    fn cell(&mut self, cell: &mut Cell) {
        self.region(&mut cell.root);
        for object in cell.objects.values_mut() {
            self.object(object);
        }
        for fact in &mut cell.facts {
            *fact = self.term(*fact);
        }
    }
}

/// The heaps in which one end of a segment is an object of its own.
pub(super) fn unfold(pool: &mut TermPool, heap: &Heap, end: Node) -> Vec<Heap> {
    let Some(segment) = heap.segment_at(end).cloned() else {
        return Vec::new();
    };
    let mut heaps = Vec::new();
    for cell in &segment.cells {
        heaps.push(alone(pool, heap, &segment, cell));
        heaps.push(match end == segment.first {
            true => first_of_many(pool, heap, &segment, cell),
            false => last_of_many(pool, heap, &segment, cell),
        });
    }
    heaps
}

/// The segment has one element.
fn alone(pool: &mut TermPool, heap: &Heap, segment: &Segment, cell: &Cell) -> Heap {
    let free = heap.nodes_end();
    let mut heap = heap.clone();
    heap.remove_segment(segment.first);
    let links = (segment.after, segment.before);
    materialise(pool, &mut heap, segment, cell, segment.first, links, free);
    heap.each_value(&mut |value| {
        if let Val::Ptr(node, _) = value
            && *node == segment.last
        {
            *node = segment.first;
        }
    });
    heap
}

fn first_of_many(pool: &mut TermPool, heap: &Heap, segment: &Segment, cell: &Cell) -> Heap {
    let second = Node(heap.nodes_end());
    let mut heap = heap.clone();
    heap.remove_segment(segment.first);
    let mut rest = segment.clone();
    rest.first = second;
    if let Some(Link { to, .. }) = segment.prev {
        rest.before = Val::Ptr(segment.first, to);
    }
    heap.add_segment(rest);
    let links = (Val::Ptr(second, segment.next.to), segment.before);
    materialise(
        pool,
        &mut heap,
        segment,
        cell,
        segment.first,
        links,
        second.0 + 1,
    );
    heap
}

fn last_of_many(pool: &mut TermPool, heap: &Heap, segment: &Segment, cell: &Cell) -> Heap {
    let second = Node(heap.nodes_end());
    let mut heap = heap.clone();
    heap.remove_segment(segment.first);
    let mut rest = segment.clone();
    rest.last = second;
    rest.after = Val::Ptr(segment.last, segment.next.to);
    heap.add_segment(rest);
    let back = match segment.prev {
        Some(Link { to, .. }) => Val::Ptr(second, to),
        None => segment.before,
    };
    let links = (segment.after, back);
    materialise(
        pool,
        &mut heap,
        segment,
        cell,
        segment.last,
        links,
        second.0 + 1,
    );
    heap
}

/// Adds an element with the given links, forward and back. Nodes from `free` on occur nowhere, not even in cells.
fn materialise(
    pool: &mut TermPool,
    heap: &mut Heap,
    segment: &Segment,
    cell: &Cell,
    at: Node,
    (next, prev): (Val, Val),
    mut free: u32,
) {
    let made = instance(pool, cell, at, &mut free);
    let region = linked(made.root, segment, next, prev);
    heap.objects.insert(at, Object::Region(region));
    heap.objects.extend(made.objects);
    heap.facts.extend(made.facts);
}

/// An element with its links.
pub(super) fn linked(mut root: Region, segment: &Segment, next: Val, prev: Val) -> Region {
    let length = segment.pointer_bytes;
    let next = Field {
        length,
        value: next,
    };
    root.fields.insert(segment.next.at, next);
    if let Some(link) = segment.prev {
        let prev = Field {
            length,
            value: prev,
        };
        root.fields.insert(link.at, prev);
    }
    root
}
