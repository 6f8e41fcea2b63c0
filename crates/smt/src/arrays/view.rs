//! The graph that an assignment makes of the arrays.
//!
//! Nodes are the active arrays. A *link* joins two arrays that are equal under the assignment: the sides of a true
//! equality, an `ite` and the arm it takes. Arrays that links join form a *class*; a class whose members include a store or
//! a constant array is *defined* by it. A store also joins its class to that of its base, and what is joined by links
//! and stores is a *component*.

use super::Arrays;
use super::lemma::Reason;
use crate::values::Values;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Op, Sort, Term, TermPool};

/// An array, by its place in [`Arrays`].
pub(super) type ArrayId = usize;

#[derive(Clone, Copy)]
pub(super) enum ArrayKind {
    Symbol,
    Store {
        base: ArrayId,
        index: Term,
        value: Term,
    },
    Constant {
        value: Term,
    },
    /// A lambda gives each index a value of its own: it is known only by its instances.
    Lambda,
    Ite,
}

/// A `select`.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub term: Term,
    pub array: ArrayId,
    pub index: Term,
}

pub(super) struct View<'a> {
    pub pool: &'a TermPool,
    values: &'a Values<'a>,
    cache: FxHashMap<Term, BitVec>,
    arrays: &'a Arrays,
    /// The term of each node.
    pub terms: &'a [Term],
    pub kinds: Vec<ArrayKind>,
    pub reads: Vec<Read>,
    /// Equalities that are false and have no witness.
    pub unwitnessed: Vec<Term>,
    /// The nodes that a link joins a node to, with the reason.
    pub links: Vec<Vec<(ArrayId, Reason)>>,
    /// The class of a node, as its least member.
    pub class: Vec<ArrayId>,
    /// The store or constant array that defines a class, by class.
    pub definition: Vec<Option<ArrayId>>,
    /// The stores on a node.
    pub stores_on: Vec<Vec<ArrayId>>,
    /// The component of a node.
    pub component: Vec<ArrayId>,
    /// Whether a component, by its number, is not a forest.
    pub tangled: Vec<bool>,
}

impl<'a> View<'a> {
    pub fn new(arrays: &'a Arrays, pool: &'a TermPool, values: &'a Values<'a>) -> View<'a> {
        let count = arrays.arrays.len();
        let place = |term: Term| arrays.place[&term];
        let read = |term: &Term| Read {
            term: *term,
            array: place(pool.arg(*term, 0)),
            index: pool.arg(*term, 1),
        };
        let mut view = View {
            pool,
            values,
            cache: FxHashMap::default(),
            arrays,
            terms: &arrays.arrays,
            kinds: Vec::with_capacity(count),
            reads: arrays.reads.iter().map(read).collect(),
            unwitnessed: Vec::new(),
            links: vec![Vec::new(); count],
            class: Vec::new(),
            definition: vec![None; count],
            stores_on: vec![Vec::new(); count],
            component: Vec::new(),
            tangled: vec![false; count],
        };
        let mut sets = UnionFind::new(count);
        for (node, &term) in arrays.arrays.iter().enumerate() {
            let args = pool.args(term);
            let kind = match pool.op(term) {
                Op::Symbol(_) => ArrayKind::Symbol,
                Op::ConstArray(_) => ArrayKind::Constant { value: args[0] },
                Op::Lambda(_) => ArrayKind::Lambda,
                Op::Store => ArrayKind::Store {
                    base: place(args[0]),
                    index: args[1],
                    value: args[2],
                },
                Op::Ite => {
                    let holds = view.holds(args[0]);
                    let arm = place(args[if holds { 1 } else { 2 }]);
                    view.link(&mut sets, node, arm, Reason::Condition(args[0], holds));
                    ArrayKind::Ite
                }
                op => unreachable!("{op:?} makes no array of scalars"),
            };
            view.kinds.push(kind);
        }
        for &equality in &arrays.equalities {
            if view.holds(equality) {
                let (a, b) = (place(pool.arg(equality, 0)), place(pool.arg(equality, 1)));
                view.link(&mut sets, a, b, Reason::Condition(equality, true));
            } else {
                match arrays.witnesses.get(&equality) {
                    Some(reads) => view.reads.extend(reads.iter().map(read)),
                    None => view.unwitnessed.push(equality),
                }
            }
        }
        view.class = sets.representatives();
        view.join_stores(sets);
        view.find_cycles();
        view
    }

    fn link(&mut self, sets: &mut UnionFind, a: ArrayId, b: ArrayId, reason: Reason) {
        self.links[a].push((b, reason));
        self.links[b].push((a, reason));
        sets.union(a, b);
    }

    /// Finds definitions, stores and components; a class with two definitions tangles its component.
    fn join_stores(&mut self, mut sets: UnionFind) {
        let mut twice = Vec::new();
        for node in 0..self.kinds.len() {
            match self.kinds[node] {
                ArrayKind::Symbol | ArrayKind::Ite => continue,
                ArrayKind::Constant { .. } | ArrayKind::Lambda => {}
                ArrayKind::Store { base, .. } => {
                    self.stores_on[base].push(node);
                    sets.union(node, base);
                }
            }
            match &mut self.definition[self.class[node]] {
                Some(_) => twice.push(node),
                definition => *definition = Some(node),
            }
        }
        self.component = sets.representatives();
        for node in twice {
            self.tangled[self.component[node]] = true;
        }
    }

    /// Tangles the components in which the way down never ends.
    fn find_cycles(&mut self) {
        // The walk that came by, by class: 0 for none yet.
        let mut walk_of = vec![0_usize; self.kinds.len()];
        for start in 0..self.kinds.len() {
            let mut class = self.class[start];
            while walk_of[class] == 0 {
                walk_of[class] = start + 1;
                match self.below(class) {
                    Some(base) => class = self.class[base],
                    None => break,
                }
                if walk_of[class] == start + 1 {
                    self.tangled[self.component[class]] = true;
                }
            }
        }
    }

    /// What a lambda maps an index to, if the solver knows that term.
    pub fn instance(&self, lambda: ArrayId, index: Term) -> Option<Term> {
        self.arrays.instance(self.terms[lambda], index)
    }

    /// The reads that the value of an instance of a lambda depends on under the assignment.
    pub fn reads_for(&mut self, instance: Term) -> Vec<Read> {
        let pool = self.pool;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![instance];
        while let Some(top) = stack.pop() {
            if !self.values.blaster.has_theory(top) || !seen.insert(top) {
                continue;
            }
            let args = pool.args(top);
            match pool.op(top) {
                Op::Select => {
                    found.push(Read {
                        term: top,
                        array: self.arrays.place[&args[0]],
                        index: args[1],
                    });
                    stack.push(args[1]);
                }
                Op::Ite => {
                    let arm = args[if self.holds(args[0]) { 1 } else { 2 }];
                    stack.extend([args[0], arm]);
                }
                // Equalities of arrays are inputs of the circuit, and have a value.
                Op::Eq if pool.sort(args[0]).is_array() => {}
                _ => stack.extend(args),
            }
        }
        found
    }

    /// The array that the store that defines a class is on.
    pub fn below(&self, class: ArrayId) -> Option<ArrayId> {
        match self.kinds[self.definition[class]?] {
            ArrayKind::Store { base, .. } => Some(base),
            _ => None,
        }
    }

    pub fn is_tangled(&self, node: ArrayId) -> bool {
        self.tangled[self.component[node]]
    }

    /// The value of a term that is not an array.
    pub fn value(&mut self, term: Term) -> BitVec {
        if let Some(constant) = self.pool.as_const(term) {
            return constant.clone();
        }
        let (pool, values) = (self.pool, self.values);
        self.cache
            .entry(term)
            .or_insert_with(|| values.bits(pool, term))
            .clone()
    }

    fn holds(&mut self, term: Term) -> bool {
        self.value(term).bit(0)
    }

    /// The sort of a node's elements.
    pub fn element(&self, node: ArrayId) -> Sort {
        match self.pool.sort(self.terms[node]) {
            Sort::Array(sort) => sort.element,
            other => unreachable!("{other} is not an array sort"),
        }
    }

    /// The sort of a node's indices.
    pub fn index(&self, node: ArrayId) -> Sort {
        match self.pool.sort(self.terms[node]) {
            Sort::Array(sort) => sort.index,
            other => unreachable!("{other} is not an array sort"),
        }
    }
}

/// Disjoint sets of the numbers below a bound. Invariant: a root is the least number of its set.
pub(super) struct UnionFind {
    parent: Vec<usize>,
}

impl UnionFind {
    fn new(count: usize) -> UnionFind {
        UnionFind {
            parent: (0..count).collect(),
        }
    }

    fn find(&mut self, x: usize) -> usize {
        let mut x = x;
        while self.parent[x] != x {
            self.parent[x] = self.parent[self.parent[x]];
            x = self.parent[x];
        }
        x
    }

    fn union(&mut self, x: usize, y: usize) {
        let (x, y) = (self.find(x), self.find(y));
        self.parent[x.max(y)] = x.min(y);
    }

    fn representatives(&mut self) -> Vec<usize> {
        (0..self.parent.len()).map(|x| self.find(x)).collect()
    }
}
