//! Which objects a pointer may point into.
//!
//! Addresses of objects are constants, so most pointers are sums and `ite`s over them, and the objects can be read off
//! the term: `ite(c, &a, &b) + 4·i` is `a` at `4·i` where `c` holds, and `b` at `4·i` elsewhere. Where a pointer has no
//! such shape (it was read through a symbolic index, assembled from bytes, or is an unknown value), the objects that
//! occur in it, or else all objects, are candidates, and comparing addresses decides which one it is.
//!
//! A pointer that was read from a linked structure is a choice among what all its nodes hold, and each of these is a choice
//! again: few terms that share most of their parts, but more paths through them than can be counted. So a term is visited
//! once, with the condition under which any path leads to it, and a choice with more paths than there are addresses to
//! choose from (`Choice`) is not entered at all: which address it gives is asked by an equality.

use super::estimate::signed_bits;
use super::family::{FamilyPlace, Sum};
use super::images::Images;
use program::PointerLayout;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{BitVec, Op, Term, TermPool};

/// Choices among more constants than this are entered.
const MAX_CONSTANTS: usize = 64;

/// One object that a pointer may point into.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// When this is the object. The conditions of all targets of a pointer exclude each other.
    pub condition: Term,
    pub object: u64,
    /// The distance from the object's start, of pointer width, in two's complement.
    pub offset: Term,
    /// The number of the member, if the object is a family.
    pub member: Option<Term>,
}

impl Target {
    /// The start of an object.
    pub fn start_of(pool: &mut TermPool, layout: PointerLayout, object: u64) -> Target {
        Target {
            condition: pool.tt(),
            object,
            offset: pool.zero(layout.width),
            member: None,
        }
    }
}

/// A term that is made of `ite`s over constants.
struct Choice {
    /// In ascending order, each once.
    constants: Rc<[Term]>,
    /// How many ways through the `ite`s there are.
    paths: u32,
}

impl Choice {
    /// Whether there are so many paths that it is better to distinguish the constants by their values.
    fn is_tangled(&self) -> bool {
        self.paths as usize > 2 * self.constants.len()
    }
}

/// Resolves pointers; remembers what it learnt about terms.
pub struct Resolver {
    layout: PointerLayout,
    /// Whether a term is an address (or null) by its shape.
    shaped: FxHashMap<Term, bool>,
    /// The terms that are choices among constants.
    choices: FxHashMap<Term, Option<Choice>>,
    /// Where objects start, by number.
    starts: Vec<u64>,
    /// What wide pointers were made of.
    pub images: Images,
    /// The numbers that stand for families.
    families: Vec<FamilyEntry>,
    /// When pointers that were resolved lead into a family, but to no base there.
    unplaced: Vec<Term>,
}

/// A number that stands for a family.
struct FamilyEntry {
    object: u64,
    place: FamilyPlace,
    bases: Vec<u64>,
}

impl Resolver {
    pub fn new(layout: PointerLayout) -> Resolver {
        Resolver {
            layout,
            shaped: FxHashMap::default(),
            choices: FxHashMap::default(),
            starts: Vec::new(),
            images: Images::default(),
            families: Vec::new(),
            unplaced: Vec::new(),
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

    /// Notes that a number stands for a family.
    pub fn set_family(&mut self, object: u64, place: FamilyPlace, bases: Vec<u64>) {
        self.families.retain(|f| f.object != object);
        self.families.push(FamilyEntry {
            object,
            place,
            bases,
        });
    }

    fn family(&self, object: u64) -> Option<&FamilyEntry> {
        self.families.iter().find(|f| f.object == object)
    }

    /// When pointers that were resolved since the last call lead into a family, but to no base there: they have no
    /// target then.
    pub fn take_unplaced(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.unplaced)
    }

    /// The targets in a family.
    fn by_member(
        &mut self,
        pool: &mut TermPool,
        condition: Term,
        pointer: Term,
        object: u64,
        targets: &mut Vec<Target>,
    ) {
        let Some(FamilyEntry { place, bases, .. }) = self.family(object) else {
            return;
        };
        let (place, bases) = (*place, bases.clone());
        let Sum { base, added } = Sum::of(pool, pointer);
        let here = place.contains(pool, base);
        let here = pool.and(condition, here);
        if pool.is_false(here) {
            return;
        }
        let member = Some(place.member(pool, base));
        let offset = place.offset(pool, base);
        let mut elsewhere = here;
        for number in bases {
            let number = pool.bv_u64(self.layout.width, number);
            let at_base = pool.eq(offset, number);
            let condition = pool.and(here, at_base);
            if !pool.is_false(condition) {
                let offset = pool.bvadd(number, added);
                push(pool, targets, (condition, object, offset, member));
                let others = pool.not(at_base);
                elsewhere = pool.and(elsewhere, others);
            }
        }
        if let Some(constant) = pool.as_const(offset) {
            if !pool.is_false(elsewhere) {
                let offset = pool.bv(constant.clone());
                let offset = pool.bvadd(offset, added);
                push(pool, targets, (elsewhere, object, offset, member));
            }
        } else if !pool.is_false(elsewhere) {
            self.unplaced.push(elsewhere);
        }
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
    /// belongs to the object before, and one above it to the object after.
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
        // A term is younger than its arguments: when the youngest is taken, all that leads to it has been seen.
        let mut open = BTreeMap::from([((pointer, zero), pool.tt())]);
        while let Some(((term, addend), condition)) = open.pop_last() {
            if pool.is_false(condition) {
                continue;
            }
            let mut reach = |pool: &mut TermPool, part: (Term, Term), condition: Term| {
                let known = open.entry(part).or_insert_with(|| pool.ff());
                *known = pool.or(*known, condition);
            };
            if let Some(constants) = self.told_apart(pool, term) {
                for constant in constants.iter() {
                    let chosen = pool.eq(term, *constant);
                    let here = pool.and(condition, chosen);
                    self.by_constant(pool, here, *constant, addend, all, &mut targets);
                }
                continue;
            }
            match pool.op(term) {
                Op::Ite => {
                    let (c, a, b) = (pool.arg(term, 0), pool.arg(term, 1), pool.arg(term, 2));
                    let then = pool.and(condition, c);
                    let not_c = pool.not(c);
                    let otherwise = pool.and(condition, not_c);
                    reach(pool, (a, addend), then);
                    reach(pool, (b, addend), otherwise);
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
                    reach(pool, (base, addend), condition);
                }
                _ => {
                    let sum = pool.bvadd(term, addend);
                    self.by_address(pool, condition, sum, all, &mut targets);
                }
            }
        }
        targets
    }

    /// The constants that a term chooses from, if it is best to ask which of them it is.
    fn told_apart(&mut self, pool: &TermPool, term: Term) -> Option<Rc<[Term]>> {
        self.learn_choice(pool, term);
        let choice = self.choices[&term].as_ref()?;
        (choice.constants.len() == 1 || choice.is_tangled()).then(|| choice.constants.clone())
    }

    /// Finds out whether a term is a choice among constants.
    fn learn_choice(&mut self, pool: &TermPool, term: Term) {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.choices.contains_key(&top) {
                stack.pop();
                continue;
            }
            let answer = match pool.op(top) {
                Op::BvConst(_) => Some(Choice {
                    constants: Rc::new([top]),
                    paths: 1,
                }),
                Op::Ite => {
                    let arms = [pool.arg(top, 1), pool.arg(top, 2)];
                    let open = arms.iter().filter(|a| !self.choices.contains_key(a));
                    let before = stack.len();
                    stack.extend(open);
                    if stack.len() > before {
                        continue;
                    }
                    match arms.map(|a| self.choices[&a].as_ref()) {
                        [Some(a), Some(b)] => either(a, b),
                        _ => None,
                    }
                }
                _ => None,
            };
            self.choices.insert(top, answer);
            stack.pop();
        }
    }

    /// The target that a constant and what is added to it make.
    fn by_constant(
        &mut self,
        pool: &mut TermPool,
        condition: Term,
        constant: Term,
        addend: Term,
        all: &mut dyn FnMut() -> Vec<u64>,
        targets: &mut Vec<Target>,
    ) {
        let address = pool.as_const(constant).expect("a constant");
        let (object, offset) = self.nearest(address);
        if self.exists(object) {
            let offset = pool.bv_i64(self.layout.width, offset);
            let offset = pool.bvadd(offset, addend);
            push(pool, targets, (condition, object, offset, None));
            return;
        }
        let sum = pool.bvadd(constant, addend);
        // A step from null that cannot reach the first object leads nowhere.
        let near_null = object == 0 && signed_bits(pool, sum) <= self.layout.offset_bits;
        if !near_null {
            self.by_address(pool, condition, sum, all, targets);
        }
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
            if self.family(object).is_some() {
                self.by_member(pool, condition, pointer, object, targets);
                continue;
            }
            let constant = pool.bv_u64(layout.width - layout.offset_bits, object);
            let here = pool.eq(number, constant);
            let here = pool.and(condition, here);
            if pool.is_false(here) {
                continue;
            }
            let start = pool.bv_u64(layout.width, self.start(object));
            let offset = pool.bvsub(pointer, start);
            push(pool, targets, (here, object, offset, None));
        }
    }

    /// The objects whose addresses occur in a term, in ascending order.
    pub fn addresses_in(&self, pool: &TermPool, term: Term) -> Vec<u64> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if let Some(address) = pool.as_const(top) {
                found.extend(self.named_by(address, address.width()));
            } else if !pool.sort(top).is_bool() && seen.insert(top) {
                stack.extend(pool.args(top));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The object of a constant that is an address of `width` bits, as a value or as an image.
    fn named_by(&self, constant: &BitVec, width: u32) -> Option<u64> {
        let layout = self.layout;
        let object = if width == layout.width {
            self.nearest(constant).0
        } else if width == layout.memory_width() {
            let address = layout.decode(constant.to_u64()?);
            self.nearest(&BitVec::new(layout.width, address)).0
        } else {
            return None;
        };
        self.exists(object).then_some(object)
    }

    /// The objects whose addresses occur in a term that can only be null or an address of one of them; `None` if the
    /// term may be anything. Looks through `ite`s and reads from arrays, and into what these arrays were made of.
    fn mentioned(&self, pool: &TermPool, term: Term) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let term = self.images.source(term).unwrap_or(term);
        let width = pool.width(term);
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            match pool.op(top) {
                Op::BvConst(_) => {
                    let address = pool.as_const(top).expect("a constant");
                    if address.width() != width {
                        return None;
                    }
                    let object = self.named_by(address, width);
                    found.extend(object.filter(|object| !found.contains(object)));
                    for family in &self.families {
                        if family.place.is_address(address) && !found.contains(&family.object) {
                            found.push(family.object);
                        }
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

/// A choice between two choices, unless there are too many constants.
fn either(a: &Choice, b: &Choice) -> Option<Choice> {
    let mut constants: Vec<Term> = a.constants.iter().chain(&*b.constants).copied().collect();
    constants.sort_unstable();
    constants.dedup();
    (constants.len() <= MAX_CONSTANTS).then(|| Choice {
        constants: constants.into(),
        paths: a.paths.saturating_add(b.paths),
    })
}

/// Adds a target; the same object at the same offset is one target.
fn push(
    pool: &mut TermPool,
    targets: &mut Vec<Target>,
    (condition, object, offset, member): (Term, u64, Term, Option<Term>),
) {
    for known in targets.iter_mut() {
        if (known.object, known.offset, known.member) == (object, offset, member) {
            known.condition = pool.or(known.condition, condition);
            return;
        }
    }
    targets.push(Target {
        condition,
        object,
        offset,
        member,
    });
}

#[cfg(test)]
mod tests;
