//! Components that are not forests: an equality joins two stores, two constant arrays, or a store and its own base.
//!
//! One index value at a time, from each access with that index all arrays are visited that must agree with it: over links,
//! and over stores, up and down, that write elsewhere. Constant arrays are accesses of every index. Besides the indices of
//! reads and stores, constant arrays are compared at an index that no store of the component writes to, or at all indices
//! if there is none; this is what finds that `store(const 1, i, x) = const 2` is false.

use super::lemma::{Access, Conflict, Reason};
use super::model::{ArrayModel, Content};
use super::view::{ArrayId, ArrayKind, View};
use crate::values::as_value;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use term::{BitVec, Sort, Value};

/// Finds all violations in the tangled components, and adds what it knows about their arrays to the model.
pub(super) fn check(view: &mut View<'_>, model: &mut ArrayModel) -> Vec<Conflict> {
    let mut members: BTreeMap<ArrayId, Vec<ArrayId>> = BTreeMap::new();
    for node in 0..view.kinds.len() {
        if view.is_tangled(node) {
            members.entry(view.component[node]).or_default().push(node);
        }
    }
    let mut reads: BTreeMap<ArrayId, Vec<(ArrayId, Access, BitVec)>> = BTreeMap::new();
    for i in 0..if members.is_empty() {
        0
    } else {
        view.reads.len()
    } {
        let read = view.reads[i];
        if view.is_tangled(read.array) {
            let index = view.value(read.index);
            let list = reads.entry(view.component[read.array]).or_default();
            list.push((read.array, Access::Term(read.term), index));
        }
    }
    let mut conflicts = Vec::new();
    for (component, nodes) in members {
        let reads = reads.remove(&component).unwrap_or_default();
        Component::new(view, &nodes, reads).check(view, model, &mut conflicts);
    }
    conflicts
}

struct Component {
    symbols: Vec<ArrayId>,
    constants: Vec<(ArrayId, Access)>,
    /// The reads and writes at each index value.
    accesses: BTreeMap<BitVec, Vec<(ArrayId, Access)>>,
    /// The index values of the stores.
    written: FxHashMap<ArrayId, BitVec>,
    /// The value of all arrays at the indices that are not in `accesses`.
    default: Value,
}

impl Component {
    fn new(
        view: &mut View<'_>,
        nodes: &[ArrayId],
        reads: Vec<(ArrayId, Access, BitVec)>,
    ) -> Component {
        let mut component = Component {
            symbols: Vec::new(),
            constants: Vec::new(),
            accesses: BTreeMap::new(),
            written: FxHashMap::default(),
            default: Value::zero(view.element(nodes[0])),
        };
        for &node in nodes {
            match view.kinds[node] {
                ArrayKind::Symbol => component.symbols.push(node),
                ArrayKind::Constant { .. } => component
                    .constants
                    .push((node, Access::Term(view.terms[node]))),
                ArrayKind::Store { index, .. } => {
                    let index = view.value(index);
                    component
                        .accesses
                        .entry(index.clone())
                        .or_default()
                        .push((node, Access::Term(view.terms[node])));
                    component.written.insert(node, index);
                }
                ArrayKind::Ite => {}
                ArrayKind::Lambda => {
                    unreachable!("no equality joins an array that has a lambda to another")
                }
            }
        }
        for (node, access, index) in reads {
            component
                .accesses
                .entry(index)
                .or_default()
                .push((node, access));
        }
        if let Some((node, access)) = component.constants.first().copied() {
            component.default = as_value(view.element(node), view.value(access.value(view.pool)));
            component.add_unwritten_index(view.index(node));
        }
        component
    }

    /// Adds an index that no store writes to, or all indices.
    fn add_unwritten_index(&mut self, sort: Sort) {
        let width = sort.index_bits().expect("an index is not an array");
        let written: BTreeSet<&BitVec> = self.written.values().collect();
        // From above, where the indices of programs rarely are.
        let mut index = BitVec::all_ones(width);
        let mut tried = Vec::new();
        loop {
            // Not every bit pattern is a canonical float or rounding mode.
            if Value::from_bits(sort, index.clone()).to_bits() == index {
                tried.push(index.clone());
            }
            if tried.last().is_some_and(|i| !written.contains(i)) || index.is_zero() {
                break;
            }
            index = index.sub(&BitVec::one(width));
        }
        let unwritten = tried.last().expect("one index was tried").clone();
        if written.contains(&unwritten) {
            for index in tried {
                self.accesses.entry(index).or_default();
            }
        } else {
            self.accesses.entry(unwritten).or_default();
        }
    }

    fn check(&self, view: &mut View<'_>, model: &mut ArrayModel, conflicts: &mut Vec<Conflict>) {
        let mut entries: FxHashMap<ArrayId, BTreeMap<BitVec, Value>> = FxHashMap::default();
        for (index, accesses) in &self.accesses {
            let mut at: FxHashMap<ArrayId, Vec<Access>> = FxHashMap::default();
            for (node, access) in accesses.iter().chain(&self.constants) {
                at.entry(*node).or_default().push(*access);
            }
            // How each visited array was reached: from where and why, `None` at the access that was started from.
            let mut came: FxHashMap<ArrayId, Option<(ArrayId, Reason)>> = FxHashMap::default();
            for (start, access) in accesses.iter().chain(&self.constants) {
                if came.contains_key(start) {
                    continue;
                }
                let value = view.value(access.value(view.pool));
                for node in self.spread(view, index, *start, &mut came) {
                    for other in at.get(&node).into_iter().flatten() {
                        if view.value(other.value(view.pool)) != value {
                            let accesses = [*access, *other];
                            let path = path_back(&came, node);
                            conflicts.push(Conflict::new(accesses, path, index.clone()));
                        }
                    }
                    if matches!(view.kinds[node], ArrayKind::Symbol) {
                        let value = as_value(view.element(node), value.clone());
                        entries
                            .entry(node)
                            .or_default()
                            .insert(index.clone(), value);
                    }
                }
            }
        }
        for &symbol in &self.symbols {
            let content = model.reserve();
            let entries = entries.remove(&symbol).unwrap_or_default();
            model.set(
                content,
                Content::Explicit {
                    default: self.default.clone(),
                    entries,
                },
            );
            model.define(view.terms[symbol], content);
        }
    }

    /// All arrays that agree with `start` at the index, `start` first.
    fn spread(
        &self,
        view: &View<'_>,
        index: &BitVec,
        start: ArrayId,
        came: &mut FxHashMap<ArrayId, Option<(ArrayId, Reason)>>,
    ) -> Vec<ArrayId> {
        came.insert(start, None);
        let mut visited = Vec::new();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            visited.push(node);
            let mut next = view.links[node].clone();
            let past = |store: ArrayId| Reason::Past(view.terms[store]);
            if let ArrayKind::Store { base, .. } = view.kinds[node]
                && self.written[&node] != *index
            {
                next.push((base, past(node)));
            }
            let above = view.stores_on[node]
                .iter()
                .filter(|s| self.written[s] != *index);
            next.extend(above.map(|s| (*s, past(*s))));
            for (neighbour, reason) in next {
                came.entry(neighbour).or_insert_with(|| {
                    queue.push_back(neighbour);
                    Some((node, reason))
                });
            }
        }
        visited
    }
}

/// The reasons on the way back to where the visit started.
fn path_back(came: &FxHashMap<ArrayId, Option<(ArrayId, Reason)>>, node: ArrayId) -> Vec<Reason> {
    let mut path = Vec::new();
    let mut node = node;
    while let Some((previous, reason)) = came[&node] {
        path.push(reason);
        node = previous;
    }
    path
}
