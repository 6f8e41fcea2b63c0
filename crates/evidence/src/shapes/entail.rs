//! Whether every model of one heap is a model of another.
//!
//! The objects, symbols and values of the second heap, the *claim*, are matched with those of the first one, which has a model
//! to be described: variable by variable, and from object to object. A region of the claim is matched with a region, a segment
//! with a row of regions and segments. Different objects of the claim get different ones. What must hold besides, equalities
//! of values and the facts of the claim, is decided at the end, from the facts of the first heap.
//!
//! Where a segment meets a segment, each kind of element of the one has to match one of the other's. That is about *any*
//! element, so nothing of it may be taken for the value of a symbol or node of the claim that is not the element's own: whatever
//! came into being since is too young for that. And what is known of the element must not help to match objects outside of it,
//! so these wait until it is done.
//!
//! No live heap object of the first heap may be left over, unless the claim says so.
//!
//! The search tries the choices there are, which kind an element is and how far a segment goes, and comes back. It is not
//! complete, but what it finds is a match.

use super::cells::{instance, linked};
use super::decide::Decider;
use super::heap::{Background, Cell, Heap, Kind, Link, Node, Object, Region, Segment, Val};
use super::memory;
use program::Program;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Sort, SymbolId, Term, TermPool};

/// Steps of one search.
const FUEL: u32 = 6_000;

/// Whether every model of `heap` is one of `claim`.
pub fn entails(
    pool: &mut TermPool,
    program: &Program,
    decider: &mut Decider,
    heap: &Heap,
    claim: &Heap,
) -> bool {
    if heap.spots() != claim.spots() || heap.leaky && !claim.leaky {
        return false;
    }
    let mut matching = Matching {
        objects: heap.objects.clone(),
        claimed: claim.objects.clone(),
        nodes: FxHashMap::default(),
        used: BTreeSet::new(),
        symbols: FxHashMap::default(),
        work: Vec::new(),
        owed: Vec::new(),
        extra: Rc::default(),
        floor: 0,
        deferred: Vec::new(),
        next: heap.nodes_end(),
        next_claimed: claim.nodes_end(),
    };
    let statics = program.statics.len() as u32;
    for node in claim.objects.keys().filter(|n| n.0 < statics) {
        matching.work.push(Task::Objects(*node, *node));
    }
    for (frame, claimed) in heap.frames.iter().zip(&claim.frames) {
        if frame.result != claimed.result {
            return false;
        }
        for (var, value) in &claimed.vars {
            let found = match frame.vars.get(var) {
                Some(found) => *found,
                None => {
                    let width = program.var(*var).width;
                    Val::Term(pool.fresh("u", Sort::BitVec(width)))
                }
            };
            matching.work.push(Task::Values(*value, found));
        }
    }
    // Variables first, in their order.
    matching.work.reverse();
    let mut search = Search {
        pool,
        program,
        decider,
        heap,
        claim,
        fuel: FUEL,
    };
    search.solve(matching, &mut |search, matching| search.settle(matching))
}

/// Something of the claim, and what it has to be.
#[derive(Clone)]
enum Task {
    Values(Val, Val),
    Objects(Node, Node),
}

/// What has to follow from the facts, together with those of the elements it is about.
#[derive(Clone)]
struct Owed {
    extra: Rc<Vec<Term>>,
    /// Over symbols of the claim.
    claimed: Term,
    /// What it equals; `None` for a fact.
    found: Option<Term>,
}

/// A part of a match.
#[derive(Clone)]
struct Matching {
    /// Of the first heap, with instances of its cells.
    objects: BTreeMap<Node, Object>,
    /// The same of the claim.
    claimed: BTreeMap<Node, Object>,
    /// From nodes of the claim.
    nodes: FxHashMap<Node, Node>,
    /// Regions and segments of the first heap that have a partner.
    used: BTreeSet<Node>,
    /// From symbols of the claim.
    symbols: FxHashMap<Term, Val>,
    work: Vec<Task>,
    owed: Vec<Owed>,
    /// Facts about the element that the present task is about.
    extra: Rc<Vec<Term>>,
    /// Nodes of the claim below this one are outside of that element.
    floor: u32,
    /// Tasks about such nodes.
    deferred: Vec<(Node, Node)>,
    next: u32,
    next_claimed: u32,
}

struct Search<'a> {
    pool: &'a mut TermPool,
    program: &'a Program,
    decider: &'a mut Decider,
    heap: &'a Heap,
    claim: &'a Heap,
    fuel: u32,
}

type Then<'t, 'a> = &'t mut dyn FnMut(&mut Search<'a>, Matching) -> bool;

/// What is too young to be a value outside of an element.
#[derive(Clone, Copy)]
struct Age {
    symbols: SymbolId,
    node: u32,
    node_claimed: u32,
}

/// What waits until an element is done.
struct Outer {
    work: Vec<Task>,
    extra: Rc<Vec<Term>>,
    floor: u32,
    deferred: Vec<(Node, Node)>,
}

impl<'a> Search<'a> {
    /// Does all tasks, in one of the ways there are, and what comes then.
    fn solve(&mut self, mut matching: Matching, then: Then<'_, 'a>) -> bool {
        loop {
            if self.fuel == 0 {
                return false;
            }
            self.fuel -= 1;
            let Some(task) = matching.work.pop() else {
                return match self.entered_last(&mut matching) {
                    Some((segment, at)) => self.chain(matching, &segment, at, None, then),
                    None => then(self, matching),
                };
            };
            match task {
                Task::Values(Val::Term(claimed), found) => {
                    if !self.term(&mut matching, claimed, found) {
                        return false;
                    }
                }
                Task::Values(Val::Ptr(node, offset), Val::Ptr(found, at)) if offset == at => {
                    matching.work.push(Task::Objects(node, found));
                }
                Task::Values(..) => return false,
                Task::Objects(claimed, found) => {
                    if let Some(known) = matching.nodes.get(&claimed) {
                        if *known != found {
                            return false;
                        }
                        continue;
                    }
                    if claimed.0 < matching.floor {
                        matching.deferred.push((claimed, found));
                        continue;
                    }
                    match matching.claimed.get(&claimed) {
                        None => return false,
                        Some(Object::Region(region)) => {
                            let region = region.clone();
                            matching.nodes.insert(claimed, found);
                            if !self.region(&mut matching, &region, found) {
                                return false;
                            }
                        }
                        // Whoever comes to its first element will see if that is right.
                        Some(Object::Last(_)) => {
                            matching.nodes.insert(claimed, found);
                        }
                        Some(Object::Segment(segment)) => {
                            let segment = segment.clone();
                            return self.chain(matching, &segment, found, None, then);
                        }
                    }
                }
            }
        }
    }

    /// A segment of the claim of which only the last element has a partner, seen from there.
    fn entered_last(&self, matching: &mut Matching) -> Option<(Segment, Node)> {
        if matching.floor > 0 {
            return None;
        }
        let segments = matching.claimed.values().filter_map(|o| match o {
            Object::Segment(segment) => Some(segment),
            _ => None,
        });
        let mut waiting = segments.filter(|s| !matching.nodes.contains_key(&s.first));
        let (segment, at) = waiting.find_map(|segment| {
            let at = matching.nodes.get(&segment.last)?;
            Some((segment.reversed()?, *at))
        })?;
        matching.nodes.remove(&segment.first);
        Some((segment, at))
    }

    fn term(&mut self, matching: &mut Matching, claimed: Term, found: Val) -> bool {
        if self.pool.as_symbol(claimed).is_some() {
            match matching.symbols.get(&claimed) {
                None => {
                    matching.symbols.insert(claimed, found);
                    return true;
                }
                Some(known) if *known == found => return true,
                Some(_) => {}
            }
        }
        let Val::Term(found) = found else {
            return false;
        };
        if self.pool.is_value(claimed) && self.pool.is_value(found) {
            return claimed == found;
        }
        matching.owed.push(Owed {
            extra: matching.extra.clone(),
            claimed,
            found: Some(found),
        });
        true
    }

    /// Matches a region of the claim, which has a new partner.
    fn region(&mut self, matching: &mut Matching, claimed: &Region, at: Node) -> bool {
        if !matching.used.insert(at) {
            return false;
        }
        let Some(Object::Region(found)) = matching.objects.get(&at) else {
            return false;
        };
        let mut found = found.clone();
        if found.alive != claimed.alive {
            return false;
        }
        if !claimed.alive {
            return claimed.fields.is_empty() && claimed.background == Background::Unknown;
        }
        if found.kind != claimed.kind || found.align != claimed.align {
            return false;
        }
        if !self.term(matching, claimed.size, Val::Term(found.size)) {
            return false;
        }
        if claimed.background != Background::Unknown {
            let covered = |offset: u64, length: u64| {
                let mut fields = claimed.fields.range(..=offset).rev();
                let near = fields.next();
                near.is_some_and(|(o, f)| offset + length <= o + f.length)
            };
            let is_zero = |value: Val, pool: &TermPool| {
                claimed.background == Background::Zero
                    && matches!(value, Val::Term(t) if pool.as_const(t).is_some_and(|c| c.is_zero()))
            };
            let mut fields = found.fields.iter();
            if found.background != claimed.background
                || !fields.all(|(o, f)| covered(*o, f.length) || is_zero(f.value, self.pool))
            {
                return false;
            }
        }
        for (offset, field) in claimed.fields.iter().rev() {
            let length = field.length;
            let value = memory::read(self.pool, self.program, at.0, &mut found, *offset, length);
            let Some(value) = value else {
                return false;
            };
            // What cannot be is seen before the search goes on to the next element.
            let differ = match (field.value, value) {
                (Val::Term(a), Val::Term(b)) => {
                    a != b && self.pool.is_value(a) && self.pool.is_value(b)
                }
                (Val::Term(a), Val::Ptr(..)) => self.pool.as_symbol(a).is_none(),
                (Val::Ptr(_, i), Val::Ptr(_, j)) => i != j,
                (Val::Ptr(..), Val::Term(_)) => true,
            };
            if differ {
                return false;
            }
            matching.work.push(Task::Values(field.value, value));
        }
        matching.objects.insert(at, Object::Region(found));
        true
    }

    /// Matches a segment of the claim, or what is left of it after the element `before`, with what begins at `at`.
    fn chain(
        &mut self,
        mut matching: Matching,
        segment: &Segment,
        at: Node,
        before: Option<Node>,
        then: Then<'_, 'a>,
    ) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        if before.is_none() {
            match matching.nodes.get(&segment.first) {
                Some(known) if *known != at => return false,
                _ => matching.nodes.insert(segment.first, at),
            };
        }
        match matching.objects.get(&at) {
            None => false,
            Some(Object::Region(region)) => {
                let region = region.clone();
                self.one(matching, segment, at, &region, before, then)
            }
            Some(Object::Segment(found)) => {
                let found = found.clone();
                self.many(matching, segment, &found, before, then)
            }
            Some(Object::Last(first)) => {
                let Some(Object::Segment(found)) = matching.objects.get(first) else {
                    return false;
                };
                match found.reversed() {
                    Some(found) => self.many(matching, segment, &found, before, then),
                    None => false,
                }
            }
        }
    }

    /// The next element is a region.
    fn one(
        &mut self,
        matching: Matching,
        segment: &Segment,
        at: Node,
        region: &Region,
        before: Option<Node>,
        then: Then<'_, 'a>,
    ) -> bool {
        let length = segment.pointer_bytes;
        let mut region = region.clone();
        let mut read = |search: &mut Self, link: Link| {
            memory::read(
                search.pool,
                search.program,
                at.0,
                &mut region,
                link.at,
                length,
            )
        };
        let Some(next) = read(self, segment.next) else {
            return false;
        };
        let back = match segment.prev {
            None => None,
            Some(link) => match read(self, link) {
                None => return false,
                back => back,
            },
        };
        for cell in &segment.cells {
            let mut matching = matching.clone();
            matching.objects.insert(at, Object::Region(region.clone()));
            if let (Some(link), Some(back)) = (segment.prev, back)
                && !links_back(&mut matching, segment, link, before, back)
            {
                return false;
            }
            if self.element(&mut matching, segment, cell, at)
                && self.goes_on(matching, segment, at, next, then)
            {
                return true;
            }
        }
        false
    }

    /// An element of the claim's segment is the region at a node: what is in it is left to tasks.
    fn element(
        &mut self,
        matching: &mut Matching,
        segment: &Segment,
        cell: &Cell,
        at: Node,
    ) -> bool {
        let this = Node(matching.next_claimed);
        matching.next_claimed += 1;
        let made = instance(self.pool, cell, this, &mut matching.next_claimed);
        // The links are compared elsewhere; as unknown values they cover their bytes.
        let bits = segment.pointer_bytes as u32 * 8;
        let mut unknown = || Val::Term(self.pool.fresh("u", Sort::BitVec(bits)));
        let (next, prev) = (unknown(), unknown());
        let root = linked(made.root, segment, next, prev);
        matching.nodes.insert(this, at);
        let mut objects = made.objects;
        objects.insert(this, Object::Region(root.clone()));
        matching.claimed.extend(objects);
        for fact in made.facts {
            matching.owed.push(Owed {
                extra: matching.extra.clone(),
                claimed: fact,
                found: None,
            });
        }
        self.region(matching, &root, at)
    }

    /// The next elements are those of a segment of the first heap.
    fn many(
        &mut self,
        mut matching: Matching,
        segment: &Segment,
        found: &Segment,
        before: Option<Node>,
        then: Then<'_, 'a>,
    ) -> bool {
        let alike = found.next == segment.next
            && found.pointer_bytes == segment.pointer_bytes
            && (segment.prev.is_none() || segment.prev == found.prev);
        let key = match matching.objects.get(&found.first) {
            Some(Object::Last(first)) => *first,
            _ => found.first,
        };
        if !alike || !matching.used.insert(key) {
            return false;
        }
        if let Some(link) = segment.prev
            && !links_back(&mut matching, segment, link, before, found.before)
        {
            return false;
        }
        let (last, after) = (found.last, found.after);
        self.kinds(
            matching,
            segment,
            &found.clone(),
            0,
            &mut |search, matching| search.goes_on(matching, segment, last, after, then),
        )
    }

    /// Each kind of element, from a number on, is one of those of the claim.
    fn kinds(
        &mut self,
        matching: Matching,
        segment: &Segment,
        found: &Segment,
        index: usize,
        then: Then<'_, 'a>,
    ) -> bool {
        let Some(kind) = found.cells.get(index) else {
            return then(self, matching);
        };
        for cell in &segment.cells {
            let mut matching = matching.clone();
            let sort = Sort::Bool;
            let symbol = self.pool.fresh("age", sort);
            let age = Age {
                symbols: self.pool.as_symbol(symbol).expect("it is a symbol"),
                node: matching.next,
                node_claimed: matching.next_claimed,
            };
            let at = Node(matching.next);
            matching.next += 1;
            let made = instance(self.pool, kind, at, &mut matching.next);
            let bits = found.pointer_bytes as u32 * 8;
            let mut unknown = || Val::Term(self.pool.fresh("u", Sort::BitVec(bits)));
            let (next, prev) = (unknown(), unknown());
            let root = linked(made.root, found, next, prev);
            matching.objects.extend(made.objects);
            matching.objects.insert(at, Object::Region(root));
            let outer = Outer {
                work: std::mem::take(&mut matching.work),
                extra: matching.extra.clone(),
                floor: matching.floor,
                deferred: std::mem::take(&mut matching.deferred),
            };
            matching.floor = age.node_claimed;
            let mut extra = (*matching.extra).clone();
            extra.extend(made.facts);
            matching.extra = Rc::new(extra);
            if !self.element(&mut matching, segment, cell, at) {
                continue;
            }
            let found_match = self.solve(matching, &mut |search, mut matching| {
                if !search.is_local(&matching, age) {
                    return false;
                }
                let deferred = std::mem::replace(&mut matching.deferred, outer.deferred.clone());
                let deferred = deferred.into_iter().map(|(c, f)| Task::Objects(c, f));
                matching.work = outer.work.iter().cloned().chain(deferred).collect();
                matching.extra = outer.extra.clone();
                matching.floor = outer.floor;
                search.kinds(matching, segment, found, index + 1, then)
            });
            if found_match {
                return true;
            }
        }
        false
    }

    /// Whether nothing of an element is taken for something outside of it, and no object of it is left over.
    fn is_local(&self, matching: &Matching, age: Age) -> bool {
        let is_old = |value: &Val| match value {
            Val::Ptr(node, _) => node.0 < age.node,
            Val::Term(term) => {
                let symbols = self.pool.symbols_of(&[*term]);
                symbols.iter().all(|s| *s < age.symbols)
            }
        };
        let symbols = matching.symbols.iter().all(|(symbol, value)| {
            let symbol = self.pool.as_symbol(*symbol).expect("it is a symbol");
            symbol >= age.symbols || is_old(value)
        });
        let partners = matching
            .nodes
            .iter()
            .chain(matching.deferred.iter().map(|(c, f)| (c, f)));
        let mut partners = partners.filter(|(claimed, _)| claimed.0 < age.node_claimed);
        let nodes = partners.all(|(_, found)| found.0 < age.node);
        // Nothing of the claim's element is left for later.
        let mut own = matching.claimed.range(Node(age.node_claimed)..);
        let nodes = nodes && own.all(|(node, _)| matching.nodes.contains_key(node));
        let young = matching.objects.range(Node(age.node)..);
        let mut leftover =
            young.filter(|(node, object)| is_owned(object) && !matching.used.contains(node));
        symbols && nodes && (self.claim.leaky || leftover.next().is_none())
    }

    /// After an element of the claim's segment: the segment goes on, or ends.
    fn goes_on(
        &mut self,
        matching: Matching,
        segment: &Segment,
        last: Node,
        next: Val,
        then: Then<'_, 'a>,
    ) -> bool {
        if let Val::Ptr(node, offset) = next
            && offset == segment.next.to
            && !matching.used.contains(&self.object_of(&matching, node))
            && self.chain(matching.clone(), segment, node, Some(last), then)
        {
            return true;
        }
        let mut matching = matching;
        match matching.nodes.get(&segment.last) {
            Some(known) if *known != last => return false,
            _ => matching.nodes.insert(segment.last, last),
        };
        matching.work.push(Task::Values(segment.after, next));
        self.solve(matching, then)
    }

    /// The node under which an object is marked as used.
    fn object_of(&self, matching: &Matching, node: Node) -> Node {
        match matching.objects.get(&node) {
            Some(Object::Last(first)) => *first,
            _ => node,
        }
    }

    /// Whether a match is complete and what it owes holds.
    fn settle(&mut self, matching: Matching) -> bool {
        let complete = matching.claimed.iter().all(|(node, object)| match object {
            Object::Region(_) => matching.nodes.contains_key(node),
            Object::Segment(_) | Object::Last(_) => matching.nodes.contains_key(node),
        });
        let mut own = self.heap.objects.iter();
        let leftover = own.any(|(node, object)| is_owned(object) && !matching.used.contains(node));
        if !complete || leftover && !self.claim.leaky {
            return false;
        }
        let facts = self.claim.facts.iter().map(|fact| Owed {
            extra: Rc::default(),
            claimed: *fact,
            found: None,
        });
        let owed: Vec<Owed> = facts.chain(matching.owed.iter().cloned()).collect();
        let mut cache = FxHashMap::default();
        for Owed {
            extra,
            claimed,
            found,
        } in owed
        {
            for symbol in self.pool.symbols_of(&[claimed]) {
                let symbol = self.pool.symbol_term(symbol);
                if !matches!(matching.symbols.get(&symbol), Some(Val::Term(_))) {
                    return false;
                }
            }
            let mut value = |pool: &mut TermPool, symbol| {
                let symbol = pool.symbol_term(symbol);
                match matching.symbols.get(&symbol) {
                    Some(Val::Term(term)) => Some(*term),
                    _ => None,
                }
            };
            let mut holds = self.pool.substitute(claimed, &mut value, &mut cache);
            if let Some(found) = found {
                holds = self.pool.eq(holds, found);
            }
            let mut facts = self.heap.facts.clone();
            facts.extend(extra.iter().copied());
            if !self.decider.implied(self.pool, &facts, holds) {
                return false;
            }
        }
        true
    }
}

/// Whether something is live memory on the heap.
fn is_owned(object: &Object) -> bool {
    match object {
        Object::Region(region) => region.alive && region.kind == Kind::Heap,
        Object::Segment(_) => true,
        Object::Last(_) => false,
    }
}

/// The link back of an element leads to the one before it, or is what the segment says of its first one.
fn links_back(
    matching: &mut Matching,
    segment: &Segment,
    link: Link,
    before: Option<Node>,
    found: Val,
) -> bool {
    match before {
        Some(before) => found == Val::Ptr(before, link.to),
        None => {
            matching.work.push(Task::Values(segment.before, found));
            true
        }
    }
}
