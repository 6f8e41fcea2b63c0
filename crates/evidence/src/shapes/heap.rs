//! Symbolic heaps: the language of certificates.
//!
//! A [`Heap`] describes states of a run: the active functions, what their variables hold, and memory. A state is a *model* if
//! there are an object for each region, one or more objects for each segment, and a value for each symbol, so that all values
//! are as described and the facts hold. Objects of different regions and segments are different. There may be more objects that
//! are dead, or on the stack, or static; but no more live heap objects, unless the heap is `leaky`.
//!
//! What is not said is not known: a variable without a value, a byte that no field covers.
//!
//! The addresses of static objects are constants of the program, and stay so here; their regions have the first node numbers.

use program::{BlockId, FunctionId, VarId};
use std::collections::BTreeMap;
use term::Term;

/// The start of an object: of a region, or of the first or last element of a segment. Static object `i` is node `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(pub u32);

/// What a variable or a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Val {
    Term(Term),
    /// So many bytes beyond a node, which is not that of a static object.
    Ptr(Node, i64),
}

/// A place in an active function: its block, and the next instruction there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spot {
    pub function: FunctionId,
    pub block: BlockId,
    pub next: usize,
}

/// An active function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// For a caller: after the call.
    pub spot: Spot,
    pub vars: BTreeMap<VarId, Val>,
    /// Where its result goes.
    pub result: Option<VarId>,
}

/// See the module documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heap {
    /// The outermost first.
    pub frames: Vec<Frame>,
    pub objects: BTreeMap<Node, Object>,
    pub facts: Vec<Term>,
    /// Whether there may be live heap objects that are not described.
    pub leaky: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Object {
    Region(Region),
    /// Under the node of its first element.
    Segment(Box<Segment>),
    /// The last element of the segment with this first node. Invariant: it is that of exactly one segment.
    Last(Node),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    Static,
    /// Of the function at this depth; 0 is the outermost one.
    Stack(usize),
    Heap,
    /// On the heap, but owned by the library.
    Library,
}

/// What the bytes are that no field covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Background {
    Unknown,
    Zero,
    /// What the static object has at first.
    Initial,
}

/// One object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub size: Term,
    pub align: u64,
    pub kind: Kind,
    pub alive: bool,
    pub background: Background,
    /// By offset. Invariant: they do not overlap, and a term is as wide as its field.
    pub fields: BTreeMap<u64, Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub length: u64,
    pub value: Val,
}

/// A pointer in each element of a segment that leads to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// The offset of the pointer.
    pub at: u64,
    /// The offset it leads to.
    pub to: i64,
}

/// One or more objects in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub first: Node,
    /// Invariant: another node than `first`, although both are the same object if there is only one.
    pub last: Node,
    pub next: Link,
    /// In doubly linked lists.
    pub prev: Option<Link>,
    /// The length of a link.
    pub pointer_bytes: u64,
    /// What an element may look like: each is one of these.
    pub cells: Vec<Cell>,
    /// What the link of the last element holds.
    pub after: Val,
    /// What the link back of the first element holds, if there are such links.
    pub before: Val,
}

/// What an element of a segment looks like, with the objects that belong to it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The node of the element itself in its own objects.
    pub this: Node,
    /// Without the links to neighbours.
    pub root: Region,
    /// Invariant: all nodes that occur in it are these, `this`, or nodes of the heap around it; none of the latter is an end of
    /// the segment itself.
    pub objects: BTreeMap<Node, Object>,
    /// Over the symbols of the cell and those of the heap around it.
    pub facts: Vec<Term>,
    /// The symbols that each element has its own values for.
    pub symbols: Vec<Term>,
}

impl Heap {
    pub fn spots(&self) -> Vec<Spot> {
        self.frames.iter().map(|f| f.spot).collect()
    }

    /// The innermost function.
    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("a run has an active function")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a run has an active function")
    }

    pub fn region(&self, node: Node) -> Option<&Region> {
        match self.objects.get(&node) {
            Some(Object::Region(region)) => Some(region),
            _ => None,
        }
    }

    /// The segment of which a node is an end.
    pub fn segment_at(&self, node: Node) -> Option<&Segment> {
        match self.objects.get(&node)? {
            Object::Region(_) => None,
            Object::Segment(segment) => Some(segment),
            Object::Last(first) => match self.objects.get(first) {
                Some(Object::Segment(segment)) => Some(segment),
                _ => None,
            },
        }
    }

    pub fn add_segment(&mut self, segment: Segment) {
        add_segment(&mut self.objects, segment);
    }

    pub fn remove_segment(&mut self, first: Node) {
        if let Some(Object::Segment(segment)) = self.objects.remove(&first) {
            self.objects.remove(&segment.last);
        }
    }

    /// Every value in it, to be replaced; those in cells too.
    pub fn each_value(&mut self, change: &mut dyn FnMut(&mut Val)) {
        for frame in &mut self.frames {
            frame.vars.values_mut().for_each(&mut *change);
        }
        for object in self.objects.values_mut() {
            object.each_value(change);
        }
    }

    /// A number above those of all nodes.
    pub fn nodes_end(&self) -> u32 {
        let mut end = 0;
        for (node, object) in &self.objects {
            end = end.max(node.0 + 1).max(object.nodes_end());
        }
        end
    }
}

pub(super) fn add_segment(objects: &mut BTreeMap<Node, Object>, segment: Segment) {
    objects.insert(segment.last, Object::Last(segment.first));
    objects.insert(segment.first, Object::Segment(Box::new(segment)));
}

impl Object {
    /// Every value in it, to be replaced.
    pub fn each_value(&mut self, change: &mut dyn FnMut(&mut Val)) {
        match self {
            Object::Region(region) => region.each_value(change),
            Object::Last(_) => {}
            Object::Segment(segment) => {
                change(&mut segment.after);
                change(&mut segment.before);
                for cell in &mut segment.cells {
                    cell.root.each_value(change);
                    for object in cell.objects.values_mut() {
                        object.each_value(change);
                    }
                }
            }
        }
    }

    fn nodes_end(&self) -> u32 {
        let Object::Segment(segment) = self else {
            return 0;
        };
        let mut end = segment.last.0 + 1;
        for cell in &segment.cells {
            end = end.max(cell.this.0 + 1);
            for (node, object) in &cell.objects {
                end = end.max(node.0 + 1).max(object.nodes_end());
            }
        }
        end
    }
}

impl Region {
    pub fn each_value(&mut self, change: &mut dyn FnMut(&mut Val)) {
        self.fields.values_mut().for_each(|f| change(&mut f.value));
    }

    pub fn is_live_heap(&self) -> bool {
        self.alive && self.kind == Kind::Heap
    }
}

impl Segment {
    /// The same seen from its other end; `None` if there are no links back.
    pub fn reversed(&self) -> Option<Segment> {
        Some(Segment {
            first: self.last,
            last: self.first,
            next: self.prev?,
            prev: Some(self.next),
            pointer_bytes: self.pointer_bytes,
            cells: self.cells.clone(),
            after: self.before,
            before: self.after,
        })
    }
}
