//! What is kept of a heap that follows from another one.
//!
//! Variables that are not read any more, constants, and pointers in memory to what was freed are dropped. A value that was computed
//! becomes a symbol of its own, with bounds; what else is known of how it was computed is lost. What is not said is not known,
//! so all of this only adds models.

use super::bounds::Bounds;
use super::fold;
use super::live::Live;
use evidence::{Background, Executor, Heap, Kind, Node, Object, Segment, Val};
use program::{Program, StaticKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, SymbolId, Term, TermPool};

/// Constants of which a value is one.
const FEW: usize = 6;

pub(super) fn normalise(
    executor: &mut Executor<'_>,
    program: &Program,
    live: &mut Live,
    bounds: &mut Bounds,
    heap: &mut Heap,
) {
    for frame in &mut heap.frames {
        let live = live.at(executor.pool, program, frame.spot);
        frame.vars.retain(|var, _| live.contains(var));
    }
    heap.objects.retain(|node, _| {
        let about = program.statics.get(node.0 as usize);
        !about.is_some_and(|s| matches!(s.kind, StaticKind::Variable { constant: true, .. }))
    });
    forget_freed(executor.pool, heap);
    forget_lost(heap);
    name_values(executor, bounds, heap);
    drop_idle(executor.pool, heap);
}

/// Pointers in memory to what was freed are unknown values.
fn forget_freed(pool: &mut TermPool, heap: &mut Heap) {
    let is_dead = |o: &Object| matches!(o, Object::Region(r) if !r.alive);
    let dead = heap.objects.iter().filter(|(_, o)| is_dead(o));
    let dead: BTreeSet<Node> = dead.map(|(node, _)| *node).collect();
    if dead.is_empty() {
        return;
    }
    let is_dead = |value: &Val| matches!(value, Val::Ptr(node, _) if dead.contains(node));
    for object in heap.objects.values_mut() {
        match object {
            Object::Region(region) => {
                for field in region.fields.values_mut().filter(|f| is_dead(&f.value)) {
                    let bits = field.length as u32 * 8;
                    field.value = Val::Term(pool.fresh("u", Sort::BitVec(bits)));
                }
            }
            Object::Segment(segment) => {
                let bits = segment.pointer_bytes as u32 * 8;
                for end in [&mut segment.after, &mut segment.before] {
                    if is_dead(end) {
                        *end = Val::Term(pool.fresh("u", Sort::BitVec(bits)));
                    }
                }
            }
            Object::Last(_) => {}
        }
    }
}

/// Objects that nothing leads to any more cannot be freed: that they are there is all that matters.
fn forget_lost(heap: &mut Heap) {
    let mut reached: BTreeSet<Node> = BTreeSet::new();
    let mut work: Vec<Node> = fold::held(heap).into_iter().collect();
    for (node, object) in &heap.objects {
        if matches!(object, Object::Region(r) if r.alive && r.kind != Kind::Heap) {
            work.push(*node);
        }
    }
    let pointers = fold::led_to(&heap.objects);
    while let Some(node) = work.pop() {
        if !reached.insert(node) {
            continue;
        }
        if let Some(Object::Last(first)) = heap.objects.get(&node) {
            work.push(*first);
        }
        work.extend(
            pointers
                .iter()
                .filter(|(from, _)| *from == node)
                .map(|(_, to)| *to),
        );
    }
    let lasts: Vec<Node> = reached
        .iter()
        .filter_map(|n| heap.segment_at(*n).map(|s| s.last))
        .collect();
    reached.extend(lasts);
    let mut lost = false;
    heap.objects.retain(|node, object| {
        let keep = reached.contains(node);
        lost |= !keep && !matches!(object, Object::Region(region) if !region.is_live_heap());
        keep
    });
    heap.leaky |= lost;
}

/// Values that were computed become symbols with bounds.
fn name_values(executor: &mut Executor<'_>, bounds: &mut Bounds, heap: &mut Heap) {
    let mut names: BTreeMap<Term, Term> = BTreeMap::new();
    let pool = &mut *executor.pool;
    outer_values(heap, &mut |value| {
        if let Val::Term(term) = value
            && !pool.is_value(*term)
            && pool.as_symbol(*term).is_none()
        {
            let sort = pool.sort(*term);
            let name = names.entry(*term).or_insert_with(|| pool.fresh("u", sort));
            *value = Val::Term(*name);
        }
    });
    let known = heap.facts.clone();
    for (term, name) in names {
        let facts = bounds.facts(executor, name, &[(&known, term)]);
        heap.facts.extend(facts);
        heap.facts.extend(one_of(executor.pool, name, term));
    }
}

/// That a choice between a few constants is one of these.
fn one_of(pool: &mut TermPool, name: Term, term: Term) -> Option<Term> {
    let mut constants: BTreeSet<Term> = BTreeSet::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::Ite => work.extend(&pool.args(term)[1..]),
            _ if pool.is_value(term) => drop(constants.insert(term)),
            _ => return None,
        }
        if constants.len() > FEW || work.len() > FEW {
            return None;
        }
    }
    let cases: Vec<Term> = constants.into_iter().map(|c| pool.eq(name, c)).collect();
    Some(pool.or_all(cases))
}

/// The values that are not in cells.
fn outer_values(heap: &mut Heap, change: &mut dyn FnMut(&mut Val)) {
    for frame in &mut heap.frames {
        frame.vars.values_mut().for_each(&mut *change);
    }
    for object in heap.objects.values_mut() {
        match object {
            Object::Region(region) => region.each_value(change),
            Object::Segment(segment) => {
                change(&mut segment.after);
                change(&mut segment.before);
            }
            Object::Last(_) => {}
        }
    }
}

/// How often symbols and nodes occur.
#[derive(Default)]
struct Uses {
    symbols: FxHashMap<SymbolId, usize>,
    nodes: FxHashSet<Node>,
}

impl Uses {
    fn term(&mut self, pool: &TermPool, term: Term) {
        for symbol in pool.symbols_of(&[term]) {
            *self.symbols.entry(symbol).or_default() += 1;
        }
    }

    fn value(&mut self, pool: &TermPool, value: Val) {
        match value {
            Val::Term(term) => self.term(pool, term),
            Val::Ptr(node, _) => {
                self.nodes.insert(node);
            }
        }
    }

    fn segment(&mut self, pool: &TermPool, segment: &Segment) {
        self.value(pool, segment.after);
        self.value(pool, segment.before);
        for cell in &segment.cells {
            for field in cell.root.fields.values() {
                self.value(pool, field.value);
            }
            self.term(pool, cell.root.size);
            self.objects(pool, &cell.objects);
            for fact in &cell.facts {
                self.term(pool, *fact);
            }
        }
    }

    fn objects(&mut self, pool: &TermPool, objects: &BTreeMap<Node, Object>) {
        for object in objects.values() {
            match object {
                Object::Region(region) => {
                    self.term(pool, region.size);
                    for field in region.fields.values() {
                        self.value(pool, field.value);
                    }
                }
                Object::Segment(segment) => self.segment(pool, segment),
                Object::Last(_) => {}
            }
        }
    }
}

/// Drops facts about symbols that nothing holds: these would have to be guessed.
pub(super) fn drop_unheld(pool: &TermPool, heap: &mut Heap) {
    let mut held: BTreeSet<Term> = BTreeSet::new();
    for frame in &heap.frames {
        held.extend(frame.vars.values().filter_map(|v| symbol(pool, *v)));
    }
    let facts = std::mem::take(&mut heap.facts);
    heap.facts = hold(pool, &mut heap.objects, held, &facts);
}

fn symbol(pool: &TermPool, value: Val) -> Option<Term> {
    match value {
        Val::Term(term) if pool.as_symbol(term).is_some() => Some(term),
        _ => None,
    }
}

/// Adds what objects hold, drops facts of their cells, and gives those of the facts that stay.
fn hold(
    pool: &TermPool,
    objects: &mut BTreeMap<Node, Object>,
    mut held: BTreeSet<Term>,
    facts: &[Term],
) -> Vec<Term> {
    for object in objects.values() {
        match object {
            Object::Region(region) => {
                held.extend(region.fields.values().filter_map(|f| symbol(pool, f.value)));
                held.extend(symbol(pool, Val::Term(region.size)));
            }
            Object::Segment(segment) => {
                held.extend(symbol(pool, segment.after));
                held.extend(symbol(pool, segment.before));
            }
            Object::Last(_) => {}
        }
    }
    for object in objects.values_mut() {
        if let Object::Segment(segment) = object {
            for cell in &mut segment.cells {
                let mut inner = held.clone();
                inner.extend(
                    cell.root
                        .fields
                        .values()
                        .filter_map(|f| symbol(pool, f.value)),
                );
                let facts = std::mem::take(&mut cell.facts);
                cell.facts = hold(pool, &mut cell.objects, inner, &facts);
            }
        }
    }
    let is_held = |fact: &&Term| {
        let symbols = pool.symbols_of(&[**fact]);
        symbols.iter().all(|s| held.contains(&pool.symbol_term(*s)))
    };
    facts.iter().filter(is_held).copied().collect()
}

/// Drops facts about what does not occur, values of which nothing is known, and objects that nothing leads to and that
/// do not matter.
pub(super) fn drop_idle(pool: &TermPool, heap: &mut Heap) {
    loop {
        let mut uses = Uses::default();
        for frame in &heap.frames {
            for value in frame.vars.values() {
                uses.value(pool, *value);
            }
        }
        uses.objects(pool, &heap.objects);
        let occurs = |fact: &Term| {
            let symbols = pool.symbols_of(&[*fact]);
            symbols.iter().all(|s| uses.symbols.contains_key(s))
        };
        heap.facts.retain(occurs);
        heap.facts.sort_unstable();
        heap.facts.dedup();
        for fact in &heap.facts {
            uses.term(pool, *fact);
        }
        let is_idle = |value: Val| match value {
            Val::Term(term) => pool.as_symbol(term).is_some_and(|s| uses.symbols[&s] == 1),
            Val::Ptr(..) => false,
        };
        let mut changed = false;
        for frame in &mut heap.frames {
            let before = frame.vars.len();
            frame.vars.retain(|_, value| !is_idle(*value));
            changed |= frame.vars.len() < before;
        }
        heap.objects.retain(|node, object| {
            let Object::Region(region) = object else {
                return true;
            };
            if region.background == Background::Unknown {
                let before = region.fields.len();
                region.fields.retain(|_, field| !is_idle(field.value));
                changed |= region.fields.len() < before;
            }
            let leads = region
                .fields
                .values()
                .any(|f| matches!(f.value, Val::Ptr(..)));
            let matters = match region.kind {
                Kind::Static => true,
                Kind::Stack(_) => region.alive && leads,
                Kind::Heap | Kind::Library => region.alive,
            };
            let keep = matters || uses.nodes.contains(node);
            changed |= !keep;
            keep
        });
        if !changed {
            return;
        }
    }
}
