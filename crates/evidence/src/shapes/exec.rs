//! Execution of symbolic heaps, from one loop head to the next.
//!
//! A heap is stepped through instructions; where it has to be split, each part goes on alone. A part ends where it arrives at a
//! loop head, where the run ends, and where a check fails in all of its models. What cannot be executed for all models makes
//! the whole execution give up, with its place.
//!
//! A check that may fail in some model is not proved. If its failure ends runs, the execution goes on with the models in which it
//! holds; otherwise with all.

use super::decide::Decider;
use super::entail;
use super::eval::{Need, is_end};
use super::heap::{Background, Frame, Heap, Kind, Node, Object, Region, Spot, Val};
use super::{cells, memory};
use program::cfg::LoopForest;
use program::{BlockId, FunctionId, Goals, InstKind, Place, Program, Property, SiteId, StaticKind};
use rustc_hash::FxHashSet;
use smt::{Limits, Why};
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermPool};

/// Instructions from one loop head to the next ones, on all ways together.
const STEPS: u64 = 40_000;

/// Values of an index that are told apart.
const VALUES: usize = 24;

/// Functions that are active at once.
const DEPTH: usize = 40;

/// Why an execution, and so a proof, gave up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// Something that is not known to it.
    Unknown {
        what: String,
        place: Place,
    },
    /// Undefined behaviour that was not asked about may be reached.
    Undefined {
        site: SiteId,
        place: Place,
    },
    Limit(&'static str),
    Stopped(Why),
}

/// What follows from a heap.
#[derive(Default, Debug)]
pub struct Outcome {
    /// At loop heads.
    pub heaps: Vec<Heap>,
    /// Goals that are not proved to hold.
    pub failed: BTreeSet<SiteId>,
}

/// Why a part of an execution does not go on.
pub(super) enum Stop {
    /// The heap has to be split first.
    Need(Need),
    /// No run goes on here.
    End,
    GaveUp(GaveUp),
}

impl From<Need> for Stop {
    fn from(need: Need) -> Stop {
        Stop::Need(need)
    }
}

/// Executes symbolic heaps.
pub struct Executor<'a> {
    pub pool: &'a mut TermPool,
    pub(super) program: &'a Program,
    pub(super) goals: &'a Goals,
    limits: Limits,
    pub decider: Decider,
    /// Which blocks are heads of loops, by function.
    heads: Vec<Vec<bool>>,
    pub(super) failed: BTreeSet<SiteId>,
    /// Indices that have too many values to tell them apart.
    pub(super) opaque: FxHashSet<Term>,
    /// The checks that no memory is lost.
    lost: Vec<SiteId>,
}

impl<'a> Executor<'a> {
    pub fn new(
        pool: &'a mut TermPool,
        program: &'a Program,
        goals: &'a Goals,
        limits: &Limits,
    ) -> Executor<'a> {
        let heads = program.functions.iter().map(|function| {
            let loops = LoopForest::new(function);
            let blocks = (0..function.blocks.len()).map(BlockId::new);
            blocks.map(|b| loops.is_head(b)).collect()
        });
        let sites = goals.iter();
        let lost = sites.filter(|s| program.site(*s).property == Property::ValidMemtrack);
        Executor {
            heads: heads.collect(),
            lost: lost.collect(),
            pool,
            program,
            goals,
            limits: limits.clone(),
            decider: Decider::new(limits),
            failed: BTreeSet::new(),
            opaque: FxHashSet::default(),
        }
    }

    /// The heap with which every run begins.
    pub fn start(&mut self) -> Heap {
        let mut heap = Heap::default();
        heap.frames.push(Frame {
            spot: Spot {
                function: self.program.entry,
                block: BlockId(0),
                next: 0,
            },
            vars: BTreeMap::new(),
            result: None,
        });
        for index in 0..self.program.statics.len() {
            let is_variable = match self.program.statics[index].kind {
                StaticKind::Variable { constant, .. } => !constant,
                StaticKind::External => true,
                StaticKind::Function(_) | StaticKind::ExternalFunction => false,
            };
            if is_variable {
                self.add_static(&mut heap, index);
            }
        }
        heap
    }

    /// Adds a static variable as it is at first; constants are never anything else.
    fn add_static(&mut self, heap: &mut Heap, index: usize) {
        let object = &self.program.statics[index];
        let background = match object.kind {
            StaticKind::Variable { .. } => Background::Initial,
            _ => Background::Unknown,
        };
        let region = Region {
            size: self.pool.bv_u64(self.program.pointers.width, object.size),
            align: object.align,
            kind: Kind::Static,
            alive: true,
            background,
            fields: BTreeMap::new(),
        };
        let node = Node(u32::try_from(index).expect("object numbers have 32 bits"));
        heap.objects.insert(node, Object::Region(region));
    }

    /// Makes sure that a static variable is described.
    pub(super) fn describe(&mut self, heap: &mut Heap, node: Node) {
        let index = node.0 as usize;
        if index >= self.program.statics.len() || heap.objects.contains_key(&node) {
            return;
        }
        self.add_static(heap, index);
        let is_constant = matches!(
            self.program.statics[index].kind,
            StaticKind::Variable { constant: true, .. }
        );
        if !is_constant && let Some(Object::Region(region)) = heap.objects.get_mut(&node) {
            region.background = Background::Unknown;
        }
    }

    /// A node that occurs nowhere in a heap.
    pub(super) fn free_node(&self, heap: &Heap) -> Node {
        let statics = self.program.statics.len() as u32;
        Node(heap.nodes_end().max(statics))
    }

    /// Whether every model of a heap is one of the other.
    pub fn entails(&mut self, heap: &Heap, other: &Heap) -> bool {
        entail::entails(self.pool, self.program, &mut self.decider, heap, other)
    }

    pub fn is_head(&self, function: FunctionId, block: BlockId) -> bool {
        self.heads[function.index()][block.index()]
    }

    /// Executes a heap up to the next loop heads.
    pub fn run(&mut self, heap: &Heap) -> Result<Outcome, GaveUp> {
        self.failed.clear();
        let mut outcome = Outcome::default();
        let mut work = vec![heap.clone()];
        let mut steps = 0;
        while let Some(mut heap) = work.pop() {
            loop {
                steps += 1;
                if steps > STEPS {
                    return Err(GaveUp::Limit(
                        "too many ways from one loop head to the next",
                    ));
                }
                if steps % 64 == 0
                    && let Some(why) = self.limits.expired()
                {
                    return Err(GaveUp::Stopped(why));
                }
                let before = heap.frame().spot;
                match self.step(&mut heap) {
                    Ok(None) => {}
                    Ok(Some(blocks)) => {
                        // The ways to other blocks.
                        for (target, condition) in blocks {
                            let mut next = heap.clone();
                            if !self.assume(&mut next, condition) {
                                continue;
                            }
                            let spot = &mut next.frame_mut().spot;
                            (spot.block, spot.next) = (target, 0);
                            match self.is_head(spot.function, target) {
                                true => self.arrive(&mut outcome, next),
                                false => work.push(next),
                            }
                        }
                        break;
                    }
                    Err(Stop::End) => break,
                    Err(Stop::GaveUp(why)) => return Err(why),
                    Err(Stop::Need(need)) => {
                        debug_assert_eq!(
                            before,
                            heap.frame().spot,
                            "a step that needs more did nothing"
                        );
                        self.split(&heap, need, &mut work)?;
                        break;
                    }
                }
            }
        }
        outcome.failed = std::mem::take(&mut self.failed);
        Ok(outcome)
    }

    fn arrive(&mut self, outcome: &mut Outcome, mut heap: Heap) {
        drop_garbage(&mut heap);
        // A run that does not end must not lose memory either.
        if !self.lost.is_empty() && !self.is_tracked(&heap) {
            self.failed.extend(self.lost.iter().copied());
        }
        outcome.heaps.push(heap);
    }

    /// The parts of a heap.
    fn split(&mut self, heap: &Heap, need: Need, work: &mut Vec<Heap>) -> Result<(), GaveUp> {
        match need {
            Need::Unfold(node) if is_end(heap, node) => {
                let known = heap.facts.len();
                for part in cells::unfold(self.pool, heap, node) {
                    let news = part.facts[known..].to_vec();
                    let new = self.pool.and_all(news);
                    if !self.decider.excluded(self.pool, &heap.facts, new) {
                        work.push(part);
                    }
                }
                Ok(())
            }
            Need::Unfold(_) => Err(self.unknown("an object that is not described", heap)),
            Need::Values(term) => {
                let values = self.decider.values(self.pool, &heap.facts, term, VALUES);
                let Some(values) = values else {
                    // Where it leads is not known then, which is always true.
                    self.opaque.insert(term);
                    work.push(heap.clone());
                    return Ok(());
                };
                for value in values {
                    let mut part = heap.clone();
                    let is_value = self.pool.eq(term, value);
                    if self.assume(&mut part, is_value) {
                        work.push(part);
                    }
                }
                Ok(())
            }
            Need::Split(condition) => {
                let negated = self.pool.not(condition);
                for condition in [condition, negated] {
                    let mut part = heap.clone();
                    if self.assume(&mut part, condition) {
                        work.push(part);
                    }
                }
                Ok(())
            }
        }
    }

    /// Keeps the models in which a condition holds; `false` if there are none.
    pub(super) fn assume(&mut self, heap: &mut Heap, condition: Term) -> bool {
        if self.pool.is_true(condition) || heap.facts.contains(&condition) {
            return true;
        }
        if self.decider.excluded(self.pool, &heap.facts, condition) {
            return false;
        }
        heap.facts.push(condition);
        true
    }

    /// The place where a heap is.
    pub(super) fn place(&self, heap: &Heap) -> Place {
        let mut place = Place::NOWHERE;
        for frame in heap.frames.iter().rev() {
            let Spot {
                function,
                block,
                next,
            } = frame.spot;
            let block = &self.program.function(function).blocks[block.index()];
            place = block.insts.get(next).map_or(block.place, |inst| inst.place);
            if !self.program.is_library(place) {
                break;
            }
        }
        place
    }

    pub(super) fn unknown(&self, what: &str, heap: &Heap) -> GaveUp {
        GaveUp::Unknown {
            what: what.to_string(),
            place: self.place(heap),
        }
    }

    /// A check that fails in some models, or may.
    pub(super) fn fail(&mut self, heap: &Heap, site: SiteId) -> Result<(), Stop> {
        if self.goals.contains(site) {
            self.failed.insert(site);
            return Ok(());
        }
        let about = self.program.site(site);
        match about.property {
            Property::Unsupported => Err(Stop::GaveUp(self.unknown(&about.what, heap))),
            _ if about.ends_run => Err(Stop::GaveUp(GaveUp::Undefined {
                site,
                place: self.place(heap),
            })),
            _ => Ok(()),
        }
    }

    /// A check with a condition.
    pub(super) fn check(
        &mut self,
        heap: &mut Heap,
        site: SiteId,
        condition: Term,
    ) -> Result<(), Stop> {
        if self.decider.implied(self.pool, &heap.facts, condition) {
            return Ok(());
        }
        self.fail(heap, site)?;
        match self.program.site(site).ends_run && !self.assume(heap, condition) {
            true => Err(Stop::End),
            false => Ok(()),
        }
    }

    /// The value of a range of a region, which lies inside of it.
    pub(super) fn read(
        &mut self,
        heap: &mut Heap,
        node: Node,
        offset: u64,
        length: u64,
    ) -> Result<Val, Stop> {
        let Some(Object::Region(region)) = heap.objects.get_mut(&node) else {
            unreachable!("what is read is a region")
        };
        let value = memory::read(self.pool, self.program, node.0, region, offset, length);
        value.ok_or_else(|| Stop::GaveUp(self.unknown("an access to thousands of bytes", heap)))
    }

    /// A call.
    pub(super) fn enter(
        &mut self,
        heap: &mut Heap,
        function: FunctionId,
        values: Vec<Val>,
        result: Option<program::VarId>,
    ) -> Result<(), Stop> {
        if heap.frames.len() >= DEPTH {
            return Err(Stop::GaveUp(self.unknown("recursion", heap)));
        }
        let params = self.program.function(function).params.iter().copied();
        heap.frames.push(Frame {
            spot: Spot {
                function,
                block: BlockId(0),
                next: 0,
            },
            vars: params.zip(values).collect(),
            result,
        });
        if self.is_head(function, BlockId(0)) {
            return Err(Stop::GaveUp(
                self.unknown("a function that is a loop", heap),
            ));
        }
        Ok(())
    }

    /// Ends the innermost function: its objects die.
    pub(super) fn leave(&mut self, heap: &mut Heap, value: Option<Val>) -> Result<(), Stop> {
        let depth = heap.frames.len() - 1;
        for object in heap.objects.values_mut() {
            if let Object::Region(region) = object
                && region.kind == Kind::Stack(depth)
            {
                region.alive = false;
            }
        }
        let left = heap.frames.pop().expect("a run has an active function");
        if heap.frames.is_empty() {
            return Err(Stop::End);
        }
        if let (Some(var), Some(value)) = (left.result, value) {
            heap.frame_mut().vars.insert(var, value);
        } else if let Some(var) = left.result {
            heap.frame_mut().vars.remove(&var);
        }
        drop_garbage(heap);
        Ok(())
    }

    /// Whether a pointer leads to every live heap object from static and live stack objects and from C variables.
    pub(super) fn is_tracked(&self, heap: &Heap) -> bool {
        super::step::is_tracked(self.pool, self.program, heap)
    }

    /// The sites of the instruction are not looked at where no run gets to.
    pub(super) fn instruction(&self, spot: Spot) -> Option<&'a InstKind> {
        let block = &self.program.function(spot.function).blocks[spot.block.index()];
        block.insts.get(spot.next).map(|inst| &inst.kind)
    }
}

/// Removes dead objects that no pointer leads to.
pub(super) fn drop_garbage(heap: &mut Heap) {
    let mut used: BTreeSet<Node> = BTreeSet::new();
    heap.each_value(&mut |value| {
        if let Val::Ptr(node, _) = value {
            used.insert(*node);
        }
    });
    heap.objects.retain(|node, object| match object {
        Object::Region(region) => region.alive || used.contains(node),
        Object::Segment(_) | Object::Last(_) => true,
    });
}
