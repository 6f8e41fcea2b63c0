//! Which objects a pointer may point into.
//!
//! Addresses of objects are constants, so most pointers are sums and `ite`s over them, and the objects can be read off
//! the term: `ite(c, &a, &b) + 4·i` is `a` at `4·i` where `c` holds, and `b` at `4·i` elsewhere. Where a pointer has no
//! such shape (it was read through a symbolic index, assembled from bytes, or is an unknown value), the objects that
//! occur in it, or else all objects, are candidates, and which one it is, is decided by comparing addresses.

use program::PointerLayout;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Op, Term, TermPool};

/// One object that a pointer may point into.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// When this is the object. The conditions of all targets of a pointer exclude each other.
    pub condition: Term,
    pub object: u64,
    /// The distance from the object's start, of pointer width, in two's complement.
    pub offset: Term,
}

/// Resolves pointers; remembers what it learnt about terms.
pub struct Resolver {
    layout: PointerLayout,
    /// Whether a term is an address (or null) by its shape.
    shaped: FxHashMap<Term, bool>,
    /// Where objects start, by number.
    starts: Vec<u64>,
}

impl Resolver {
    pub fn new(layout: PointerLayout) -> Resolver {
        Resolver {
            layout,
            shaped: FxHashMap::default(),
            starts: Vec::new(),
        }
    }

    /// Notes where an object starts.
    pub fn set_start(&mut self, object: u64, start: u64) {
        let index = object as usize;
        if self.starts.len() <= index {
            self.starts.resize(index + 1, 0);
        }
        self.starts[index] = start;
    }

    /// Whether an object of this number has been made: other constants are numbers, not addresses.
    fn exists(&self, object: u64) -> bool {
        object != 0 && (object as usize) < self.starts.len()
    }

    fn start(&self, object: u64) -> u64 {
        match self.starts.get(object as usize) {
            Some(start) if *start != 0 => *start,
            _ => self.layout.slot(object),
        }
    }

    /// The object that a constant address is nearest to, and the distance from its start.
    ///
    /// Objects end in the first half of their slots, so an address below the middle of that space
    /// belongs to the object before, and one above it to the object behind.
    pub fn nearest(&self, address: &BitVec) -> (u64, i64) {
        let width = self.layout.width;
        let address = address.to_u64().expect("pointers have at most 64 bits");
        let half = self.layout.half();
        let mask = if width == 64 {
            u64::MAX
        } else {
            (1 << width) - 1
        };
        let object = self.layout.object(address.wrapping_add(half) & mask);
        let start = self.start(object);
        let shift = 64 - width;
        let offset = ((address.wrapping_sub(start) << shift) as i64) >> shift;
        (object, offset)
    }

    /// The targets of `pointer`, without null. `all` lists the objects of the state.
    pub fn resolve(
        &mut self,
        pool: &mut TermPool,
        pointer: Term,
        all: &mut dyn FnMut() -> Vec<u64>,
    ) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        let zero = pool.zero(self.layout.width);
        let mut work = vec![(pool.tt(), pointer, zero)];
        while let Some((condition, term, addend)) = work.pop() {
            if pool.is_false(condition) {
                continue;
            }
            if let Some(address) = pool.as_const(term) {
                let (object, offset) = self.nearest(address);
                if self.exists(object) {
                    let offset = pool.bv_i64(self.layout.width, offset);
                    let offset = pool.bvadd(offset, addend);
                    push(pool, &mut targets, condition, object, offset);
                    continue;
                }
                if pool.as_const(addend).is_some() {
                    continue;
                }
                let sum = pool.bvadd(term, addend);
                self.by_address(pool, condition, sum, all, &mut targets);
                continue;
            }
            match pool.op(term) {
                Op::Ite => {
                    let (c, a, b) = (pool.arg(term, 0), pool.arg(term, 1), pool.arg(term, 2));
                    let then = pool.and(condition, c);
                    let not_c = pool.not(c);
                    let otherwise = pool.and(condition, not_c);
                    work.push((then, a, addend));
                    work.push((otherwise, b, addend));
                }
                Op::BvAdd => {
                    let (a, b) = (pool.arg(term, 0), pool.arg(term, 1));
                    let (base, rest) = if self.is_address(pool, a) {
                        (a, b)
                    } else if self.is_address(pool, b) {
                        (b, a)
                    } else {
                        let sum = pool.bvadd(term, addend);
                        self.by_address(pool, condition, sum, all, &mut targets);
                        continue;
                    };
                    let addend = pool.bvadd(rest, addend);
                    work.push((condition, base, addend));
                }
                _ => {
                    let sum = pool.bvadd(term, addend);
                    self.by_address(pool, condition, sum, all, &mut targets);
                }
            }
        }
        targets
    }

    /// Whether the term is a sum or `ite` over addresses of objects.
    fn is_address(&mut self, pool: &TermPool, term: Term) -> bool {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.shaped.contains_key(&top) {
                stack.pop();
                continue;
            }
            let answer = match pool.op(top) {
                Op::BvConst(_) => {
                    let address = pool.as_const(top).expect("a constant");
                    let is_pointer = address.width() == self.layout.width;
                    Some(is_pointer && self.exists(self.nearest(address).0))
                }
                Op::Ite | Op::BvAdd => {
                    let from = usize::from(pool.op(top) == Op::Ite);
                    let args = &pool.args(top)[from..];
                    let open: Vec<Term> = args
                        .iter()
                        .copied()
                        .filter(|a| !self.shaped.contains_key(a))
                        .collect();
                    if open.is_empty() {
                        Some(args.iter().any(|a| self.shaped[a]))
                    } else {
                        stack.extend(open);
                        None
                    }
                }
                _ => Some(false),
            };
            if let Some(answer) = answer {
                self.shaped.insert(top, answer);
                stack.pop();
            }
        }
        self.shaped[&term]
    }

    /// Decides by comparing addresses.
    fn by_address(
        &mut self,
        pool: &mut TermPool,
        condition: Term,
        pointer: Term,
        all: &mut dyn FnMut() -> Vec<u64>,
        targets: &mut Vec<Target>,
    ) {
        let objects = match self.mentioned(pool, pointer) {
            Some(objects) => objects,
            None => all(),
        };
        let layout = self.layout;
        let half = pool.bv_u64(layout.width, layout.half());
        let moved = pool.bvadd(pointer, half);
        let number = pool.extract(moved, layout.width - 1, layout.offset_bits);
        for object in objects {
            let constant = pool.bv_u64(layout.width - layout.offset_bits, object);
            let here = pool.eq(number, constant);
            let here = pool.and(condition, here);
            if pool.is_false(here) {
                continue;
            }
            let start = pool.bv_u64(layout.width, self.start(object));
            let offset = pool.bvsub(pointer, start);
            push(pool, targets, here, object, offset);
        }
    }

    /// The objects whose addresses occur in a term, in ascending order.
    pub fn addresses_in(&self, pool: &TermPool, term: Term) -> Vec<u64> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if let Some(address) = pool.as_const(top) {
                if address.width() == self.layout.width {
                    let (object, _) = self.nearest(address);
                    found.extend(self.exists(object).then_some(object));
                }
            } else if !pool.sort(top).is_bool() && seen.insert(top) {
                stack.extend(pool.args(top));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The objects whose addresses occur in a term that can only be null or an address of one of them; `None` if the
    /// term may be anything. Looks through `ite`s and reads from arrays, and into what these arrays were made of.
    fn mentioned(&self, pool: &TermPool, term: Term) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            match pool.op(top) {
                Op::BvConst(_) => {
                    let address = pool.as_const(top).expect("a constant");
                    if address.width() != self.layout.width {
                        return None;
                    }
                    let (object, _) = self.nearest(address);
                    if self.exists(object) && !found.contains(&object) {
                        found.push(object);
                    }
                }
                Op::Ite => stack.extend(&pool.args(top)[1..]),
                Op::Select => stack.push(pool.arg(top, 0)),
                Op::Store => stack.extend([pool.arg(top, 0), pool.arg(top, 2)]),
                Op::ConstArray(_) => stack.push(pool.arg(top, 0)),
                _ => return None,
            }
        }
        found.sort_unstable();
        Some(found)
    }
}

/// Adds a target; the same object at the same offset is one target.
fn push(
    pool: &mut TermPool,
    targets: &mut Vec<Target>,
    condition: Term,
    object: u64,
    offset: Term,
) {
    for known in targets.iter_mut() {
        if known.object == object && known.offset == offset {
            known.condition = pool.or(known.condition, condition);
            return;
        }
    }
    targets.push(Target {
        condition,
        object,
        offset,
    });
}
