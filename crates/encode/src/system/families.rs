//! Families ([`crate::memory::family`]) as parts of a system's state.

use super::Edge;
use super::TransitionSystem;
use super::state::Builder;
use crate::memory::contents::Epoch;
use crate::memory::family::FamilyPlace;
use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, TermPool};

/// The objects that one allocation makes.
#[derive(Clone, Debug)]
pub struct StateFamily {
    pub place: FamilyPlace,
    /// The symbol for how many there are.
    pub counter: Term,
    /// That of the array which says of each whether it is alive: 1, if it is.
    pub alive: Term,
    pub columns: Vec<FamilyColumn>,
    /// How far from the start of a member pointers may point that are kept.
    pub bases: Vec<u64>,
}

/// A part of all members, as an array over their numbers.
#[derive(Clone, Copy, Debug)]
pub struct FamilyColumn {
    /// In bytes.
    pub offset: u64,
    pub array: Term,
}

impl Builder<'_, '_> {
    /// The families that the executor knows of.
    pub(super) fn families(&self, pool: &mut TermPool) -> Vec<StateFamily> {
        let mut found = Vec::new();
        for head in self.executor.family_heads() {
            let facts = &self.executor.facts;
            let family = facts[head as usize].family.as_ref();
            let family = family.expect("the head of a family");
            let mut array = |object: u64| {
                let shape = &facts[object as usize].shape;
                shape.unknown_array(pool, Epoch::State)
            };
            let column = |c: &crate::memory::family::Column| FamilyColumn {
                offset: c.offset,
                array: array(c.object),
            };
            let columns = family.columns.iter().map(column).collect();
            let alive = array(family.alive);
            let counter = &facts[family.counter as usize].shape;
            found.push(StateFamily {
                place: family.place,
                bases: family.bases.iter().copied().collect(),
                counter: counter.unknown_unit(pool, Epoch::State, 0),
                alive,
                columns,
            });
        }
        found
    }
}

impl Builder<'_, '_> {
    /// Notes which places in members of families pointers lead to that are kept after an edge.
    pub(super) fn learn_bases(&mut self, pool: &mut TermPool, edge: &Edge) {
        if self.executor.family_heads().is_empty() {
            return;
        }
        let width = self.program.pointers.width;
        let mut seen = FxHashSet::default();
        let mut stack = edge.values.clone();
        while let Some(value) = stack.pop() {
            if !seen.insert(value) {
                continue;
            }
            match pool.sort(value) {
                Sort::Array(_) => match pool.op(value) {
                    Op::Store => stack.extend([pool.arg(value, 0), pool.arg(value, 2)]),
                    Op::Ite => stack.extend(&pool.args(value)[1..]),
                    _ => {}
                },
                Sort::BitVec(bits) if bits == width => {
                    self.executor.learn_base(pool, value);
                }
                _ => {}
            }
        }
    }
}

impl StateFamily {
    /// All of its arrays.
    pub fn arrays(&self) -> impl Iterator<Item = Term> + '_ {
        let columns = self.columns.iter().map(|c| c.array);
        [self.alive].into_iter().chain(columns)
    }

    /// Whether a pointer leads to a base of a member that has been made.
    pub fn is_base(&self, pool: &mut TermPool, pointer: Term, base: u64) -> Term {
        let here = self.place.contains(pool, pointer);
        let offset = self.place.offset(pool, pointer);
        let base = pool.bv_u64(pool.width(offset), base);
        let at_start = pool.eq(offset, base);
        let member = self.place.member(pool, pointer);
        let made = self.is_made(pool, member);
        pool.and_all([here, at_start, made])
    }

    /// Whether a member of this number has been made.
    pub fn is_made(&self, pool: &mut TermPool, member: Term) -> Term {
        let member = pool.resize_unsigned(member, pool.width(self.counter));
        pool.ult(member, self.counter)
    }

    /// Whether a member is alive.
    pub fn is_alive(&self, pool: &mut TermPool, member: Term) -> Term {
        let alive = pool.select(self.alive, member);
        let one = pool.bv_u64(pool.width(alive), 1);
        pool.eq(alive, one)
    }
}

impl TransitionSystem {
    /// The family that an array belongs to, whatever was stored into it.
    pub fn family_of(&self, pool: &TermPool, array: Term) -> Option<&StateFamily> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![array];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match pool.op(term) {
                Op::Store => stack.push(pool.arg(term, 0)),
                Op::Ite => stack.extend(&pool.args(term)[1..]),
                _ => {
                    let mut all = self.families.iter();
                    let family = all.find(|f| f.arrays().any(|a| a == term));
                    if family.is_some() {
                        return family;
                    }
                }
            }
        }
        None
    }
}
