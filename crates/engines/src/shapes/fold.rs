//! Abstraction: rows of objects that look alike become segments.
//!
//! Two neighbours are folded if nothing leads to the place between them but their own links: the second one may only
//! be reached through the first one, and from its own successor's link back. What leads to the first one then leads to the first
//! element. Objects that only one element leads to belong to it, and inner rows are folded first.
//!
//! Only objects that something leads to are folded, and links lead on to all others of a row: nothing is lost from sight that was
//! not before.

use super::bounds::Bounds;
use super::join::Join;
use evidence::{Cell, Executor, Heap, Kind, Link, Node, Object, Region, Segment, Val};
use program::Program;
use std::collections::{BTreeMap, BTreeSet};
use term::{Sort, TermPool};

/// Kinds of elements that differ by constants alone and are kept apart.
pub(super) const KINDS: usize = 3;

type Objects = BTreeMap<Node, Object>;

/// Folds whatever can be folded.
pub(super) fn fold(
    executor: &mut Executor<'_>,
    program: &Program,
    bounds: &mut Bounds,
    heap: &mut Heap,
) {
    let mut refused: BTreeSet<(Node, Node)> = BTreeSet::new();
    while let Some(pair) = candidate(executor.pool, program, heap, &refused) {
        let mut folded = heap.clone();
        let merged = merge(executor, program, bounds, &mut folded, &pair);
        // What a variable leads to is often no element but the head of a row, and then looks different.
        let before = kinds(heap, pair.a).max(kinds(heap, pair.b));
        let is_head = held(heap).contains(&pair.a) && kinds(&folded, pair.a) > before;
        match merged.filter(|()| !is_head || count(heap) > MANY) {
            Some(()) => *heap = folded,
            None => {
                refused.insert((pair.a, pair.b));
            }
        }
    }
}

/// Objects that are many for one heap.
const MANY: usize = 10;

/// If much is left: forgets what leads to objects that something else leads to already, so that rows of whatever kind are rows of
/// single links.
pub(super) fn forget_links(executor: &mut Executor<'_>, heap: &mut Heap) -> bool {
    if count(heap) <= MANY {
        return false;
    }
    let mut reached: BTreeSet<Node> = held(heap);
    let mut work: Vec<Node> = reached.iter().copied().collect();
    for (node, object) in &heap.objects {
        if matches!(object, Object::Region(r) if r.alive && r.kind != Kind::Heap) {
            work.push(*node);
        }
    }
    let pool = &mut *executor.pool;
    let mut changed = false;
    let mut at = 0;
    while at < work.len() {
        let node = work[at];
        at += 1;
        let bits = |length: u64| Sort::BitVec(length as u32 * 8);
        match heap.objects.get_mut(&node) {
            Some(Object::Region(region)) => {
                let owned = region.kind == Kind::Heap;
                for field in region.fields.values_mut() {
                    let Val::Ptr(to, _) = field.value else {
                        continue;
                    };
                    if reached.insert(to) {
                        work.push(to);
                    } else if owned {
                        field.value = Val::Term(pool.fresh("u", bits(field.length)));
                        changed = true;
                    }
                }
            }
            Some(Object::Segment(segment)) => {
                reached.insert(segment.last);
                changed |= segment.prev.take().is_some();
                segment.before = Val::Term(pool.zero(segment.pointer_bytes as u32 * 8));
                if let Val::Ptr(to, _) = segment.after
                    && reached.insert(to)
                {
                    work.push(to);
                }
            }
            _ => {}
        }
    }
    changed
}

/// How many objects there are on the heap.
pub(super) fn count(heap: &Heap) -> usize {
    let objects = heap.objects.values();
    objects
        .filter(|o| match o {
            Object::Region(region) => region.is_live_heap(),
            Object::Segment(_) => true,
            Object::Last(_) => false,
        })
        .count()
}

/// How many kinds of elements there are.
fn kinds(heap: &Heap, node: Node) -> usize {
    heap.segment_at(node).map_or(1, |s| s.cells.len())
}

/// Two neighbours: regions, or segments by their first nodes.
struct Pair {
    a: Node,
    b: Node,
    next: Link,
    prev: Option<Link>,
    pointer_bytes: u64,
}

/// The next two to be folded: those with the fewest objects of their own.
fn candidate(
    pool: &TermPool,
    program: &Program,
    heap: &Heap,
    refused: &BTreeSet<(Node, Node)>,
) -> Option<Pair> {
    let bytes = u64::from(program.pointers.memory_width() / 8);
    let held = held(heap);
    let mut best: Option<(usize, Pair)> = None;
    for (a, object) in &heap.objects {
        let links: Vec<(Link, Node)> = match object {
            Object::Region(region) if region.is_live_heap() => {
                let fields = region.fields.iter().filter(|(_, f)| f.length == bytes);
                let links = fields.filter_map(|(at, field)| match field.value {
                    Val::Ptr(node, to) => Some((Link { at: *at, to }, node)),
                    Val::Term(_) => None,
                });
                links.collect()
            }
            Object::Segment(segment) => match segment.after {
                Val::Ptr(node, to) if to == segment.next.to => vec![(segment.next, node)],
                _ => Vec::new(),
            },
            _ => continue,
        };
        for (next, b) in links {
            if b == *a || refused.contains(&(*a, b)) {
                continue;
            }
            let Some(prev) = fits(pool, heap, *a, b, next, bytes) else {
                continue;
            };
            let pair = Pair {
                a: *a,
                b,
                next,
                prev,
                pointer_bytes: bytes,
            };
            let Some(cost) = is_between(heap, &held, &pair) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, pair));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// Whether two objects look like elements of one row, and their links back.
fn fits(
    pool: &TermPool,
    heap: &Heap,
    a: Node,
    b: Node,
    next: Link,
    bytes: u64,
) -> Option<Option<Link>> {
    let pointer = |region: &Region, at: u64| {
        region
            .fields
            .get(&at)
            .filter(|f| f.length == bytes)
            .map(|f| f.value)
    };
    let size = |object: &Object| match object {
        Object::Region(region) => pool.as_u64(region.size),
        Object::Segment(segment) => pool.as_u64(segment.cells.first()?.root.size),
        Object::Last(_) => None,
    };
    let (x, y) = (heap.objects.get(&a)?, heap.objects.get(&b)?);
    if size(x)? != size(y)? {
        return None;
    }
    match (x, y) {
        (Object::Region(x), Object::Region(y)) => {
            if !y.is_live_heap() || x.align != y.align {
                return None;
            }
            pointer(y, next.at)?;
            let mut back = y.fields.iter().filter(|(at, f)| {
                **at != next.at && f.length == bytes && matches!(f.value, Val::Ptr(n, _) if n == a)
            });
            match (back.next(), back.next()) {
                (None, _) => Some(None),
                (Some((at, field)), None) => {
                    let Val::Ptr(_, to) = field.value else {
                        return None;
                    };
                    pointer(x, *at)?;
                    (*at > next.at).then_some(Some(Link { at: *at, to }))
                }
                _ => None,
            }
        }
        (Object::Region(x), Object::Segment(y)) => {
            if y.next != next {
                return None;
            }
            match y.prev {
                None => Some(None),
                Some(link) => {
                    pointer(x, link.at)?;
                    (y.before == Val::Ptr(a, link.to)).then_some(Some(link))
                }
            }
        }
        (Object::Segment(x), Object::Region(y)) => {
            pointer(y, next.at)?;
            if !y.is_live_heap() {
                return None;
            }
            match x.prev {
                None => Some(None),
                Some(link) => {
                    let back = pointer(y, link.at)?;
                    (back == Val::Ptr(x.last, link.to)).then_some(Some(link))
                }
            }
        }
        (Object::Segment(x), Object::Segment(y)) => {
            let alike = (x.next, x.prev) == (y.next, y.prev);
            let back = x
                .prev
                .is_none_or(|link| y.before == Val::Ptr(x.last, link.to));
            (alike && back).then_some(x.prev)
        }
        _ => None,
    }
}

/// Whether nothing but links leads to the place between two neighbours; if so, how many objects belong to them.
fn is_between(heap: &Heap, held: &BTreeSet<Node>, pair: &Pair) -> Option<usize> {
    let (x, y) = (heap.objects.get(&pair.a)?, heap.objects.get(&pair.b)?);
    let mut links: Vec<u64> = vec![pair.next.at];
    links.extend(pair.prev.map(|l| l.at));
    let own = |node: Node, object: &Object| match object {
        Object::Region(region) => dominated(&heap.objects, held, node, region, &links),
        _ => BTreeSet::new(),
    };
    let (of_a, of_b) = (own(pair.a, x), own(pair.b, y));
    // The end of the first one.
    if let Object::Segment(x) = x {
        let mut others = leading(&heap.objects, x.last);
        let allowed = |from: &Source| match pair.prev {
            Some(link) => match y {
                Object::Region(_) => *from == Source::Field(pair.b, link.at),
                _ => *from == Source::Before(pair.b),
            },
            None => false,
        };
        if held.contains(&x.last) || !others.all(|from| allowed(&from)) {
            return None;
        }
    }
    // The start of the second one.
    let is_region = matches!(y, Object::Region(_));
    let successor = match y {
        Object::Region(region) => match region.fields.get(&pair.next.at)?.value {
            Val::Ptr(node, _) => Some(node),
            Val::Term(_) => None,
        },
        _ => None,
    };
    let from_a = match x {
        Object::Region(_) => Source::Field(pair.a, pair.next.at),
        _ => Source::After(pair.a),
    };
    let mut others = leading(&heap.objects, pair.b);
    let allowed = |from: &Source| {
        *from == from_a
            || match (from, pair.prev) {
                (Source::Field(node, at), Some(link)) if is_region => {
                    Some(*node) == successor && *at == link.at && *node != pair.a
                }
                (Source::Before(node), Some(_)) if is_region => {
                    Some(*node) == successor && *node != pair.a
                }
                _ => false,
            }
            || from.node() == pair.b && is_region && !links.contains(&from.offset())
            || of_b.contains(&from.node())
    };
    if held.contains(&pair.b) || !others.all(|from| allowed(&from)) {
        return None;
    }
    Some(of_a.len() + of_b.len())
}

/// Where a pointer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Field(Node, u64),
    After(Node),
    Before(Node),
    Cell(Node),
}

impl Source {
    fn node(self) -> Node {
        match self {
            Source::Field(node, _)
            | Source::After(node)
            | Source::Before(node)
            | Source::Cell(node) => node,
        }
    }

    fn offset(self) -> u64 {
        match self {
            Source::Field(_, at) => at,
            _ => u64::MAX,
        }
    }
}

/// Where all pointers in memory are, and the nodes they lead to.
fn pointers(objects: &Objects) -> Vec<(Source, Node)> {
    let mut found = Vec::new();
    for (node, object) in objects {
        match object {
            Object::Region(region) => {
                for (at, field) in &region.fields {
                    if let Val::Ptr(to, _) = field.value {
                        found.push((Source::Field(*node, *at), to));
                    }
                }
            }
            Object::Segment(segment) => {
                if let Val::Ptr(to, _) = segment.after {
                    found.push((Source::After(*node), to));
                }
                if let (Some(_), Val::Ptr(to, _)) = (segment.prev, segment.before) {
                    found.push((Source::Before(*node), to));
                }
                for cell in &segment.cells {
                    cell.root.fields.values().for_each(|f| {
                        if let Val::Ptr(to, _) = f.value {
                            found.push((Source::Cell(*node), to));
                        }
                    });
                    let inner = pointers(&cell.objects).into_iter();
                    found.extend(inner.map(|(_, to)| (Source::Cell(*node), to)));
                }
            }
            Object::Last(_) => {}
        }
    }
    found
}

/// Which objects lead to which nodes.
pub(super) fn led_to(objects: &Objects) -> Vec<(Node, Node)> {
    let all = pointers(objects).into_iter();
    all.map(|(from, to)| (from.node(), to)).collect()
}

fn leading(objects: &Objects, to: Node) -> impl Iterator<Item = Source> {
    let all = pointers(objects).into_iter();
    all.filter(move |(_, node)| *node == to)
        .map(|(from, _)| from)
}

/// The nodes that variables lead to.
pub(super) fn held(heap: &Heap) -> BTreeSet<Node> {
    let vars = heap.frames.iter().flat_map(|f| f.vars.values());
    let nodes = vars.filter_map(|value| match value {
        Val::Ptr(node, _) => Some(*node),
        Val::Term(_) => None,
    });
    nodes.collect()
}

/// The nodes that a region leads to.
pub(super) fn held_by(region: &Region) -> BTreeSet<Node> {
    let nodes = region.fields.values().filter_map(|f| match f.value {
        Val::Ptr(node, _) => Some(node),
        Val::Term(_) => None,
    });
    nodes.collect()
}

/// The heap objects that only a region leads to, by other pointers than its links.
fn dominated(
    objects: &Objects,
    held: &BTreeSet<Node>,
    node: Node,
    region: &Region,
    links: &[u64],
) -> BTreeSet<Node> {
    let all = pointers(objects);
    let is_link =
        |from: &Source| matches!(from, Source::Field(n, at) if *n == node && links.contains(at));
    // The last elements of segments go with the first ones.
    let owner = |to: Node| match objects.get(&to) {
        Some(Object::Last(first)) => *first,
        _ => to,
    };
    let mut own: BTreeSet<Node> = BTreeSet::new();
    let mut work: Vec<Node> = region
        .fields
        .iter()
        .filter(|(at, _)| !links.contains(at))
        .filter_map(|(_, f)| match f.value {
            Val::Ptr(to, _) => Some(owner(to)),
            Val::Term(_) => None,
        })
        .collect();
    while let Some(to) = work.pop() {
        let is_heap = match objects.get(&to) {
            Some(Object::Region(region)) => region.is_live_heap(),
            Some(Object::Segment(_)) => true,
            _ => false,
        };
        if to == node || !is_heap || !own.insert(to) {
            continue;
        }
        let further = all.iter().filter(|(from, _)| from.node() == to);
        work.extend(further.map(|(_, to)| owner(*to)));
    }
    loop {
        let outside =
            |from: &Source| is_link(from) || from.node() != node && !own.contains(&from.node());
        let led: BTreeSet<Node> = all
            .iter()
            .filter(|(from, _)| outside(from))
            .map(|(_, to)| owner(*to))
            .chain(held.iter().map(|n| owner(*n)))
            .collect();
        let before = own.len();
        own.retain(|n| !led.contains(n));
        if own.len() == before {
            break;
        }
    }
    let lasts = own.iter().filter_map(|n| match objects.get(n) {
        Some(Object::Segment(segment)) => Some(segment.last),
        _ => None,
    });
    let lasts: Vec<Node> = lasts.collect();
    own.extend(lasts);
    own
}

/// Makes a region a segment of one element, with links like those of another one.
pub(super) fn as_segment(
    pool: &TermPool,
    objects: &mut Objects,
    held: &BTreeSet<Node>,
    node: Node,
    like: &Segment,
    next: &mut u32,
) -> Option<()> {
    let Some(Object::Region(region)) = objects.get(&node) else {
        return None;
    };
    let size = pool.as_u64(region.size)?;
    if !region.is_live_heap() || pool.as_u64(like.cells.first()?.root.size)? != size {
        return None;
    }
    let mut root = region.clone();
    let mut links = vec![like.next.at];
    links.extend(like.prev.map(|l| l.at));
    let own = dominated(objects, held, node, region, &links);
    let bytes = like.pointer_bytes;
    let mut take = |at: u64| {
        let field = root.fields.remove(&at)?;
        (field.length == bytes).then_some(field.value)
    };
    let after = take(like.next.at)?;
    let before = match like.prev {
        Some(link) => take(link.at)?,
        None => like.before,
    };
    let this = Node(*next);
    let last = Node(*next + 1);
    *next += 2;
    let mut inner = Objects::new();
    for n in own {
        inner.insert(n, objects.remove(&n)?);
    }
    let mut to_this = |value: &mut Val| {
        if let Val::Ptr(n, _) = value
            && *n == node
        {
            *n = this;
        }
    };
    root.each_value(&mut to_this);
    inner.values_mut().for_each(|o| o.each_value(&mut to_this));
    let segment = Segment {
        first: node,
        last,
        next: like.next,
        prev: like.prev,
        pointer_bytes: bytes,
        cells: vec![Cell {
            this,
            root,
            objects: inner,
            facts: Vec::new(),
            symbols: Vec::new(),
        }],
        after,
        before,
    };
    objects.insert(last, Object::Last(node));
    objects.insert(node, Object::Segment(Box::new(segment)));
    Some(())
}

/// Makes one segment of two neighbours.
fn merge(
    executor: &mut Executor<'_>,
    program: &Program,
    bounds: &mut Bounds,
    heap: &mut Heap,
    pair: &Pair,
) -> Option<()> {
    let held = held(heap);
    let mut next = heap.nodes_end();
    let zero = executor.pool.zero(pair.pointer_bytes as u32 * 8);
    for node in [pair.a, pair.b] {
        if let Object::Region(region) = heap.objects.get(&node)? {
            // Its links are all that is looked at.
            let cell = Cell {
                this: node,
                root: region.clone(),
                objects: Objects::new(),
                facts: Vec::new(),
                symbols: Vec::new(),
            };
            let like = Segment {
                first: node,
                last: node,
                next: pair.next,
                prev: pair.prev,
                pointer_bytes: pair.pointer_bytes,
                cells: vec![cell],
                after: Val::Term(zero),
                before: Val::Term(zero),
            };
            as_segment(
                executor.pool,
                &mut heap.objects,
                &held,
                node,
                &like,
                &mut next,
            )?;
            if node == pair.b {
                // What still leads to it comes from behind.
                let Some(Object::Segment(segment)) = heap.objects.get(&node) else {
                    return None;
                };
                let last = segment.last;
                heap.each_value(&mut |value| {
                    if let Val::Ptr(n, _) = value
                        && *n == node
                    {
                        *n = last;
                    }
                });
            }
        }
    }
    let (Some(Object::Segment(x)), Some(Object::Segment(y))) =
        (heap.objects.get(&pair.a), heap.objects.get(&pair.b))
    else {
        return None;
    };
    let (x, y) = (x.clone(), y.clone());
    heap.remove_segment(pair.a);
    heap.remove_segment(pair.b);
    // Numbers that were given are not given again.
    let cells = {
        let mut whole = heap.clone();
        whole.add_segment((*x).clone());
        whole.add_segment((*y).clone());
        Join::new(executor, program, bounds).cells_of_one(&whole, &x.cells, &y.cells, KINDS)
    };
    let segment = Segment {
        first: x.first,
        last: y.last,
        next: x.next,
        prev: x.prev,
        pointer_bytes: x.pointer_bytes,
        cells,
        after: y.after,
        before: x.before,
    };
    let own = [x.first, x.last, y.first, y.last];
    let mut inner = Objects::new();
    inner.insert(x.first, Object::Segment(Box::new(segment.clone())));
    let leads_back = pointers(&inner).into_iter();
    let mut leads_back = leads_back.filter(|(from, _)| matches!(from, Source::Cell(_)));
    if leads_back.any(|(_, to)| own.contains(&to)) {
        return None;
    }
    heap.add_segment(segment);
    Some(())
}
