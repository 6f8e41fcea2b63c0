//! A persistent map from bit-vectors to values: each version of an array in a chain of stores, for the price of its changes.
//!
//! A treap (Aragon and Seidel, FOCS 1989) with path copying: a search tree by index that is a heap by a hash of the index.
//! The shape depends on the set of indices alone, and its expected depth is logarithmic, so recursion is shallow.

use super::{ArrayValue, Closure, Value};
use crate::bitvec::BitVec;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// An array value that is cheap to copy and to change.
#[derive(Clone)]
pub(super) struct ArrayMap {
    base: Base,
    root: Tree,
}

/// What is under the changes.
#[derive(Clone)]
enum Base {
    Default(Value),
    Closure(Rc<Closure>),
}

/// The element at an index.
pub(super) enum Found<'a> {
    Value(&'a Value),
    /// What this maps the index to.
    Closure(&'a Rc<Closure>),
}

type Tree = Option<Rc<TreapNode>>;

#[derive(Clone)]
struct TreapNode {
    index: BitVec,
    value: Value,
    priority: u64,
    left: Tree,
    right: Tree,
}

impl ArrayMap {
    pub(super) fn constant(default: Value) -> ArrayMap {
        ArrayMap {
            base: Base::Default(default),
            root: None,
        }
    }

    pub(super) fn closure(closure: Rc<Closure>) -> ArrayMap {
        ArrayMap {
            base: Base::Closure(closure),
            root: None,
        }
    }

    /// The closure under the changes, if there is one.
    pub(super) fn as_closure(&self) -> Option<&Rc<Closure>> {
        match &self.base {
            Base::Default(_) => None,
            Base::Closure(closure) => Some(closure),
        }
    }

    pub(super) fn new(array: &ArrayValue) -> ArrayMap {
        let mut map = ArrayMap::constant(array.default.clone());
        for (index, value) in &array.entries {
            map.set(index.clone(), value.clone());
        }
        map
    }

    pub(super) fn get(&self, index: &BitVec) -> Found<'_> {
        let mut tree = &self.root;
        while let Some(node) = tree {
            tree = match index.cmp(&node.index) {
                std::cmp::Ordering::Less => &node.left,
                std::cmp::Ordering::Equal => return Found::Value(&node.value),
                std::cmp::Ordering::Greater => &node.right,
            };
        }
        match &self.base {
            Base::Default(value) => Found::Value(value),
            Base::Closure(closure) => Found::Closure(closure),
        }
    }

    pub(super) fn set(&mut self, index: BitVec, value: Value) {
        let priority = priority(&index);
        self.root = Some(insert(&self.root, index, value, priority));
    }

    /// Panics if a closure is under the changes.
    pub(super) fn to_array(&self) -> ArrayValue {
        let Base::Default(default) = &self.base else {
            panic!("the elements of a closure are not listed")
        };
        let mut array = ArrayValue {
            default: default.clone(),
            entries: Default::default(),
        };
        let mut todo: Vec<&Rc<TreapNode>> = self.root.iter().collect();
        while let Some(node) = todo.pop() {
            array.set(node.index.clone(), node.value.clone());
            todo.extend(node.left.iter().chain(&node.right));
        }
        array
    }
}

fn priority(index: &BitVec) -> u64 {
    let mut hasher = FxHasher::default();
    index.hash(&mut hasher);
    // FxHasher is weak in its low bits; the finaliser of splitmix64 spreads them.
    let mut h = hasher.finish();
    h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    h ^ (h >> 31)
}

fn insert(tree: &Tree, index: BitVec, value: Value, priority: u64) -> Rc<TreapNode> {
    let Some(node) = tree else {
        return Rc::new(TreapNode {
            index,
            value,
            priority,
            left: None,
            right: None,
        });
    };
    let mut copy = TreapNode::clone(node);
    match index.cmp(&node.index) {
        std::cmp::Ordering::Equal => copy.value = value,
        std::cmp::Ordering::Less => {
            let mut left = insert(&node.left, index, value, priority);
            if left.priority > copy.priority {
                let top = Rc::make_mut(&mut left);
                copy.left = top.right.take();
                top.right = Some(Rc::new(copy));
                return left;
            }
            copy.left = Some(left);
        }
        std::cmp::Ordering::Greater => {
            let mut right = insert(&node.right, index, value, priority);
            if right.priority > copy.priority {
                let top = Rc::make_mut(&mut right);
                copy.right = top.left.take();
                top.left = Some(Rc::new(copy));
                return right;
            }
            copy.right = Some(right);
        }
    }
    Rc::new(copy)
}
