//! Components in which each class has at most one way down.
//!
//! From each root the classes above it are visited depth first. `written` maps an index value to the last store on the way
//! from the root that writes to it, so a read either meets that store, or reaches the root, where it meets the constant
//! array or the other reads of that index. A lambda is a root, too, where a read meets the instance for its index.
//!
//! The value of an instance depends on reads that only this read needs. These are collected, and another walk visits them
//! as well, until there are no more. Only reads on which the value depends under the assignment are considered.

use super::escalation::Escalation;
use super::lemma::{Access, Conflict, Need, PathStep, Reason};
use super::model::{ArrayModel, Content};
use super::view::{ArrayId, ArrayKind, Read, View};
use crate::values::as_value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use term::{BitVec, Term, Value};

/// What is wrong in the forest.
#[derive(Default)]
pub(super) struct Found {
    pub conflicts: Vec<Conflict>,
    pub needs: Vec<Need>,
}

/// Finds all violations in the forest, and adds what it knows about its arrays to the model.
pub(super) fn check(
    view: &mut View<'_>,
    model: &mut ArrayModel,
    escalation: &mut Escalation,
) -> Found {
    let mut known: FxHashSet<Term> = view.reads.iter().map(|r| r.term).collect();
    loop {
        let mut part = ArrayModel::default();
        let walk = ForestWalk::over(view, &mut part, escalation);
        let ForestWalk { found, asked, .. } = walk;
        let new: Vec<Read> = asked.into_iter().filter(|r| known.insert(r.term)).collect();
        if new.is_empty() || !found.conflicts.is_empty() || !found.needs.is_empty() {
            *model = part;
            return found;
        }
        view.reads.extend(new);
    }
}

struct ForestWalk<'e> {
    /// The reads in a class.
    reads_at: Vec<Vec<Read>>,
    /// The classes that are defined by a store on a class.
    above: Vec<Vec<ArrayId>>,
    /// The content of a class in the model.
    content_of: Vec<usize>,
    written: FxHashMap<BitVec, ArrayId>,
    found: Found,
    /// The reads that instances of lambdas depend on.
    asked: Vec<Read>,
    /// The pairs of reads among the conflicts of the current tree.
    met_at_root: Vec<[Read; 2]>,
    escalation: &'e mut Escalation,
}

enum Event {
    Enter(ArrayId),
    /// Undo what entering did to `written`.
    Leave(BitVec, Option<ArrayId>),
}

impl<'e> ForestWalk<'e> {
    /// Walks over the whole forest.
    fn over(
        view: &mut View<'_>,
        model: &mut ArrayModel,
        escalation: &'e mut Escalation,
    ) -> ForestWalk<'e> {
        let count = view.kinds.len();
        let mut walk = ForestWalk {
            reads_at: vec![Vec::new(); count],
            above: vec![Vec::new(); count],
            content_of: vec![usize::MAX; count],
            written: FxHashMap::default(),
            found: Found::default(),
            asked: Vec::new(),
            met_at_root: Vec::new(),
            escalation,
        };
        for read in &view.reads {
            walk.reads_at[view.class[read.array]].push(*read);
        }
        let mut roots = Vec::new();
        for class in 0..count {
            if view.class[class] != class || view.is_tangled(class) {
                continue;
            }
            match view.below(class) {
                Some(base) => walk.above[view.class[base]].push(class),
                None => roots.push(class),
            }
        }
        for root in roots {
            walk.tree(view, model, root);
        }
        for node in 0..count {
            if matches!(view.kinds[node], ArrayKind::Symbol) && !view.is_tangled(node) {
                model.define(view.terms[node], walk.content_of[view.class[node]]);
            }
        }
        walk
    }

    fn tree(&mut self, view: &mut View<'_>, model: &mut ArrayModel, root: ArrayId) {
        let mut at_root: BTreeMap<BitVec, Read> = BTreeMap::new();
        let root_content = model.reserve();
        let mut stack = vec![Event::Enter(root)];
        while let Some(event) = stack.pop() {
            let class = match event {
                Event::Leave(index, Some(store)) => {
                    self.written.insert(index, store);
                    continue;
                }
                Event::Leave(index, None) => {
                    self.written.remove(&index);
                    continue;
                }
                Event::Enter(class) => class,
            };
            self.content_of[class] = if class == root {
                root_content
            } else {
                model.reserve()
            };
            if let Some((store, (base, index, value))) = store_of(view, class) {
                let (index, value) = (view.value(index), view.value(value));
                let content = Content::Stored {
                    below: self.content_of[view.class[base]],
                    index: index.clone(),
                    value: as_value(view.element(store), value),
                };
                model.set(self.content_of[class], content);
                let old = self.written.insert(index.clone(), store);
                stack.push(Event::Leave(index, old));
            }
            for read in std::mem::take(&mut self.reads_at[class]) {
                self.resolve(view, root, &mut at_root, read);
            }
            stack.extend(self.above[class].iter().rev().map(|c| Event::Enter(*c)));
        }
        self.compare_ahead(view, &at_root);
        let element = view.element(root);
        let default = match view.definition[root].map(|d| view.kinds[d]) {
            Some(ArrayKind::Constant { value }) => as_value(element, view.value(value)),
            _ => Value::zero(element),
        };
        let entries = at_root
            .into_iter()
            .map(|(index, read)| (index, as_value(element, view.value(read.term))))
            .collect();
        model.set(root_content, Content::Explicit { default, entries });
    }

    /// Compares a read with the access that it meets.
    fn resolve(
        &mut self,
        view: &mut View<'_>,
        root: ArrayId,
        at_root: &mut BTreeMap<BitVec, Read>,
        read: Read,
    ) {
        let index = view.value(read.index);
        let met = match (self.written.get(&index), view.definition[root]) {
            (Some(store), _) => *store,
            (None, Some(lambda)) if matches!(view.kinds[lambda], ArrayKind::Lambda) => {
                self.meet_lambda(view, lambda, read, index);
                return;
            }
            (None, Some(constant)) => constant,
            (None, None) => match at_root.get(&index) {
                Some(other) => {
                    let other = *other;
                    if view.value(other.term) != view.value(read.term) {
                        let path = path_between(view, read.array, other.array);
                        let accesses = [Access::Term(read.term), Access::Term(other.term)];
                        self.found
                            .conflicts
                            .push(Conflict::new(accesses, path, index));
                        self.met_at_root.push([read, other]);
                    }
                    return;
                }
                None => {
                    at_root.insert(index, read);
                    return;
                }
            },
        };
        let access = Access::Term(view.terms[met]);
        let value = access.value(view.pool);
        if view.value(value) != view.value(read.term) {
            let path = path_between(view, read.array, met);
            let accesses = [Access::Term(read.term), access];
            self.found
                .conflicts
                .push(Conflict::new(accesses, path, index));
            let ahead = self.escalation.hit(read.term);
            if ahead > 0 {
                self.found.conflicts.push(meet_ahead(view, read, ahead));
            }
        }
    }

    /// Compares a read with the instance of the lambda that it meets.
    fn meet_lambda(&mut self, view: &mut View<'_>, lambda: ArrayId, read: Read, value: BitVec) {
        let path = path_between(view, read.array, lambda);
        let Some(instance) = view.instance(lambda, read.index) else {
            self.found.needs.push(Need {
                lambda: view.terms[lambda],
                index: read.index,
                read: read.term,
                path,
                value,
            });
            return;
        };
        self.asked.extend(view.reads_for(instance));
        if view.value(instance) != view.value(read.term) {
            let accesses = [Access::Term(read.term), Access::Instance(instance)];
            let conflict = Conflict::new(accesses, path, value);
            self.found.conflicts.push(conflict);
        }
    }

    /// Compares reads that keep meeting others at the root with more of those.
    fn compare_ahead(&mut self, view: &mut View<'_>, at_root: &BTreeMap<BitVec, Read>) {
        for pair in std::mem::take(&mut self.met_at_root) {
            let [a, b] = pair.map(|read| (self.escalation.hit(read.term), read));
            let (ahead, read) = if a.0 >= b.0 { a } else { b };
            let mut left = ahead;
            for other in at_root.values() {
                if left == 0 {
                    break;
                }
                if other.term == read.term || !self.escalation.is_new(read.term, other.term) {
                    continue;
                }
                left -= 1;
                let path = path_between(view, read.array, other.array);
                let index = view.value(read.index);
                let accesses = [Access::Term(read.term), Access::Term(other.term)];
                self.found
                    .conflicts
                    .push(Conflict::new(accesses, path, index));
            }
        }
    }
}

/// The store that defines a class, with its base, index and value.
fn store_of(view: &View<'_>, class: ArrayId) -> Option<(ArrayId, (ArrayId, Term, Term))> {
    let definition = view.definition[class]?;
    match view.kinds[definition] {
        ArrayKind::Store { base, index, value } => Some((definition, (base, index, value))),
        _ => None,
    }
}

/// The reasons along the way from one node down to the class where it meets the way down from the other.
fn path_between(view: &View<'_>, a: ArrayId, b: ArrayId) -> Vec<Reason> {
    // Where the way down from `b` enters each class, and how many reasons it has gathered by then.
    let mut entries: FxHashMap<ArrayId, (ArrayId, usize)> = FxHashMap::default();
    let mut from_b = Vec::new();
    let mut node = b;
    loop {
        entries.insert(view.class[node], (node, from_b.len()));
        if view.class[node] == view.class[a] {
            break;
        }
        match step_down(view, node, &mut from_b) {
            Some(base) => node = base,
            None => break,
        }
    }
    let mut path = Vec::new();
    let mut node = a;
    loop {
        if let Some((entry, gathered)) = entries.get(&view.class[node]) {
            path.extend(explain_link(view, node, *entry));
            path.extend(&from_b[..*gathered]);
            return path;
        }
        node = step_down(view, node, &mut path).expect("both ways lead to one root");
    }
}

/// What a read may meet along its way down: the first `count` stores, and the constant array at the end.
fn meet_ahead(view: &mut View<'_>, read: Read, count: usize) -> Conflict {
    let mut node = read.array;
    let mut steps = Vec::new();
    let mut path = Vec::new();
    while let Some(definition) = view.definition[view.class[node]] {
        if steps.len() == count || matches!(view.kinds[definition], ArrayKind::Lambda) {
            break;
        }
        path.extend(explain_link(view, node, definition));
        let access = Access::Term(view.terms[definition]);
        steps.push(PathStep {
            path: std::mem::take(&mut path),
            access,
        });
        let ArrayKind::Store { base, .. } = view.kinds[definition] else {
            break;
        };
        path.push(Reason::Past(view.terms[definition]));
        node = base;
    }
    let index = view.value(read.index);
    Conflict {
        access: Access::Term(read.term),
        steps,
        index,
    }
}

/// From a node through the store that defines its class to that store's base.
fn step_down(view: &View<'_>, node: ArrayId, path: &mut Vec<Reason>) -> Option<ArrayId> {
    let (store, (base, ..)) = store_of(view, view.class[node])?;
    path.extend(explain_link(view, node, store));
    path.push(Reason::Past(view.terms[store]));
    Some(base)
}

/// The links on a shortest way between two nodes of one class.
fn explain_link(view: &View<'_>, from: ArrayId, to: ArrayId) -> Vec<Reason> {
    let mut came: FxHashMap<ArrayId, (ArrayId, Reason)> = FxHashMap::default();
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            break;
        }
        for &(next, reason) in &view.links[node] {
            if next != from && !came.contains_key(&next) {
                came.insert(next, (node, reason));
                queue.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut node = to;
    while node != from {
        let (previous, reason) = came[&node];
        path.push(reason);
        node = previous;
    }
    path
}
