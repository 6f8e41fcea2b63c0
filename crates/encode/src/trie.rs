//! A persistent map from numbers to values.
//!
//! A radix tree with sixteen children per node, shared by reference counting. Cloning is a pointer copy, a write copies
//! only what is shared, and [`Trie::differences`] skips every subtree that both sides share: joining two states costs what
//! they changed, not what they hold. Published persistent maps (`im`, `rpds`) have no such operation, which is why this
//! one is our own.

use std::rc::Rc;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

/// See the module documentation.
#[derive(Debug)]
pub struct Trie<T> {
    root: Option<Rc<TrieNode<T>>>,
    /// Keys below `16^(height + 1)` fit under the root.
    height: u32,
}

#[derive(Debug)]
enum TrieNode<T> {
    Leaf([Option<T>; WIDTH]),
    Inner([Option<Rc<TrieNode<T>>>; WIDTH]),
}

impl<T: Clone> Clone for TrieNode<T> {
    fn clone(&self) -> Self {
        match self {
            TrieNode::Leaf(slots) => TrieNode::Leaf(slots.clone()),
            TrieNode::Inner(slots) => TrieNode::Inner(slots.clone()),
        }
    }
}

impl<T> Clone for Trie<T> {
    fn clone(&self) -> Self {
        Trie {
            root: self.root.clone(),
            height: self.height,
        }
    }
}

impl<T> Default for Trie<T> {
    fn default() -> Self {
        Trie {
            root: None,
            height: 0,
        }
    }
}

fn slot(key: u64, height: u32) -> usize {
    (key >> (height * BITS)) as usize & (WIDTH - 1)
}

fn needed_height(key: u64) -> u32 {
    (64 - key.leading_zeros()).div_ceil(BITS).max(1) - 1
}

impl<T: Clone> Trie<T> {
    pub fn get(&self, key: u64) -> Option<&T> {
        if needed_height(key) > self.height {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match node {
                TrieNode::Leaf(slots) => return slots[slot(key, 0)].as_ref(),
                TrieNode::Inner(slots) => {
                    node = slots[slot(key, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    pub fn set(&mut self, key: u64, value: T) {
        *self.entry(key) = Some(value);
    }

    pub fn remove(&mut self, key: u64) {
        if self.get(key).is_some() {
            *self.entry(key) = None;
        }
    }

    fn entry(&mut self, key: u64) -> &mut Option<T> {
        let need = needed_height(key);
        if self.root.is_none() {
            self.height = need;
        }
        while self.height < need {
            let mut slots: [Option<Rc<TrieNode<T>>>; WIDTH] = Default::default();
            slots[0] = self.root.take();
            self.root = Some(Rc::new(TrieNode::Inner(slots)));
            self.height += 1;
        }
        let mut height = self.height;
        let mut node = self.root.get_or_insert_with(|| Rc::new(empty(height)));
        loop {
            match Rc::make_mut(node) {
                TrieNode::Leaf(slots) => return &mut slots[slot(key, 0)],
                TrieNode::Inner(slots) => {
                    let child = &mut slots[slot(key, height)];
                    height -= 1;
                    node = child.get_or_insert_with(|| Rc::new(empty(height)));
                }
            }
        }
    }

    /// All entries, by ascending key.
    pub fn entries(&self) -> Vec<(u64, &T)> {
        self.range(0, u64::MAX)
    }

    /// The entries whose keys are in `from..=to`, by ascending key.
    pub fn range(&self, from: u64, to: u64) -> Vec<(u64, &T)> {
        let mut found = Vec::new();
        if let Some(root) = &self.root {
            collect(root, self.height, 0, from, to, &mut found);
        }
        found
    }

    /// The entry with the largest key that is at most `key`.
    pub fn last_at_most(&self, key: u64) -> Option<(u64, &T)> {
        let root = self.root.as_deref()?;
        let limit = if needed_height(key) > self.height {
            u64::MAX
        } else {
            key
        };
        last_at_most(root, self.height, 0, limit)
    }

    /// Whether both are the same map by identity: they share their root.
    pub fn same(&self, other: &Trie<T>) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => self.height == other.height && Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The keys at which the two maps do not share their entry, with both entries, by ascending key.
    /// Equal entries that are stored twice are reported too.
    pub fn differences<'a>(
        &'a self,
        other: &'a Trie<T>,
    ) -> Vec<(u64, Option<&'a T>, Option<&'a T>)> {
        let mut found = Vec::new();
        let height = self.height.max(other.height);
        differences(
            Lifted::new(self, height),
            Lifted::new(other, height),
            height,
            0,
            &mut found,
        );
        found
    }
}

fn empty<T>(height: u32) -> TrieNode<T> {
    if height == 0 {
        TrieNode::Leaf(Default::default())
    } else {
        TrieNode::Inner(Default::default())
    }
}

fn collect<'a, T>(
    node: &'a TrieNode<T>,
    height: u32,
    base: u64,
    from: u64,
    to: u64,
    found: &mut Vec<(u64, &'a T)>,
) {
    match node {
        TrieNode::Leaf(slots) => {
            for (i, value) in slots.iter().enumerate() {
                let key = base + i as u64;
                if let Some(value) = value
                    && (from..=to).contains(&key)
                {
                    found.push((key, value));
                }
            }
        }
        TrieNode::Inner(slots) => {
            let span = 1u64 << (height * BITS);
            for (i, child) in slots.iter().enumerate() {
                let low = base + i as u64 * span;
                if let Some(child) = child
                    && low <= to
                    && low + (span - 1) >= from
                {
                    collect(child, height - 1, low, from, to, found);
                }
            }
        }
    }
}

fn last_at_most<T>(node: &TrieNode<T>, height: u32, base: u64, key: u64) -> Option<(u64, &T)> {
    let span = 1u64 << (height * BITS);
    for i in (0..WIDTH).rev() {
        let low = base + i as u64 * span;
        if low > key {
            continue;
        }
        let found = match node {
            TrieNode::Leaf(slots) => slots[i].as_ref().map(|value| (low, value)),
            TrieNode::Inner(slots) => slots[i]
                .as_deref()
                .and_then(|child| last_at_most(child, height - 1, low, key)),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// One side of a comparison, seen as if its tree had a given height.
struct Lifted<'a, T> {
    node: Option<&'a Rc<TrieNode<T>>>,
    /// How many levels of "only the first child" are still to be added on top of `node`.
    lift: u32,
}

impl<T> Clone for Lifted<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lifted<'_, T> {}

impl<'a, T> Lifted<'a, T> {
    fn new(trie: &'a Trie<T>, height: u32) -> Self {
        Lifted {
            node: trie.root.as_ref(),
            lift: height - trie.height.min(height),
        }
    }

    fn child(self, i: usize) -> Self {
        if self.lift > 0 {
            let node = if i == 0 { self.node } else { None };
            return Lifted {
                node,
                lift: self.lift - 1,
            };
        }
        let node = match self.node.map(|n| &**n) {
            Some(TrieNode::Inner(slots)) => slots[i].as_ref(),
            Some(TrieNode::Leaf(_)) => unreachable!("a leaf has height 0"),
            None => None,
        };
        Lifted { node, lift: 0 }
    }

    fn value(self, i: usize) -> Option<&'a T> {
        match self.node.map(|n| &**n) {
            Some(TrieNode::Leaf(slots)) => slots[i].as_ref(),
            Some(TrieNode::Inner(_)) => unreachable!("height 0 is a leaf"),
            None => None,
        }
    }
}

fn differences<'a, T>(
    a: Lifted<'a, T>,
    b: Lifted<'a, T>,
    height: u32,
    base: u64,
    found: &mut Vec<(u64, Option<&'a T>, Option<&'a T>)>,
) {
    match (a.node, b.node) {
        (None, None) => return,
        (Some(x), Some(y)) if Rc::ptr_eq(x, y) && a.lift == b.lift => return,
        _ => {}
    }
    let span = 1u64 << (height * BITS);
    for i in 0..WIDTH {
        let low = base + i as u64 * span;
        if height == 0 {
            let (x, y) = (a.value(i), b.value(i));
            if x.is_some() || y.is_some() {
                found.push((low, x, y));
            }
        } else {
            differences(a.child(i), b.child(i), height - 1, low, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A deterministic stream of numbers.
    fn numbers(count: usize) -> impl Iterator<Item = u64> {
        let mut x = 0x9E37_79B9_7F4A_7C15u64;
        (0..count).map(move |_| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        })
    }

    #[test]
    fn behaves_like_a_map() {
        let mut trie = Trie::default();
        let mut map = BTreeMap::new();
        for (i, n) in numbers(5000).enumerate() {
            let key = n % [7, 300, 70_000, u64::MAX][i % 4];
            if i % 5 == 0 {
                trie.remove(key);
                map.remove(&key);
            } else {
                trie.set(key, i);
                map.insert(key, i);
            }
        }
        assert!(map.iter().all(|(k, v)| trie.get(*k) == Some(v)));
        assert_eq!(
            trie.entries(),
            map.iter().map(|(k, v)| (*k, v)).collect::<Vec<_>>()
        );
        for n in numbers(500) {
            let key = n % 100_000;
            let expected = map.range(..=key).next_back().map(|(k, v)| (*k, v));
            assert_eq!(trie.last_at_most(key), expected);
        }
        let expected: Vec<_> = map.range(10..=200).map(|(k, v)| (*k, v)).collect();
        assert_eq!(trie.range(10, 200), expected);
    }

    #[test]
    fn differences_are_those_of_the_maps_and_skip_what_is_shared() {
        let mut a = Trie::default();
        for key in 0..10_000u64 {
            a.set(key, key);
        }
        let mut b = a.clone();
        assert!(a.differences(&b).is_empty());
        b.set(77, 0);
        b.set(1 << 40, 1);
        a.remove(5);
        let changed: Vec<u64> = a
            .differences(&b)
            .into_iter()
            .filter(|(_, x, y)| x != y)
            .map(|(k, ..)| k)
            .collect();
        assert_eq!(changed, [5, 77, 1 << 40]);
        assert!(a.differences(&b).len() < 64);
    }
}
