//! The search for heaps that cover all runs.

use super::join::Join;
use super::live::Live;
use super::normal;
use super::{bounds::Bounds, fold};
use evidence::{Executor, GaveUp, Heap, Shapes, Spot};
use program::{Goals, Program, SiteId};
use smt::Limits;
use std::collections::{BTreeMap, BTreeSet};
use term::TermPool;

/// Heaps at one loop head.
const MOST_AT_HEAD: usize = 60;

/// Executions of heaps.
const MOST_RUNS: u64 = 3_000;

/// Objects on one heap.
const MOST_OBJECTS: usize = 20;

/// How often the whole is looked at again.
const ROUNDS: usize = 4;

/// Heaps of one shape that are kept apart.
const APART: usize = 8;

/// One search.
pub(super) struct Search<'a> {
    executor: Executor<'a>,
    program: &'a Program,
    bounds: Bounds,
    live: Live,
    heaps: BTreeMap<Vec<Spot>, Vec<Known>>,
    /// The numbers of heaps to execute, the next one last.
    work: Vec<u64>,
    /// Whether heaps stay that others cover.
    keeps: bool,
    count: u64,
    runs: u64,
    joins: u64,
}

/// A heap at a loop head.
struct Known {
    number: u64,
    heap: Heap,
    /// What is not proved where it is executed.
    failed: BTreeSet<SiteId>,
}

impl<'a> Search<'a> {
    pub fn new(
        pool: &'a mut TermPool,
        program: &'a Program,
        goals: &'a Goals,
        limits: &Limits,
    ) -> Search<'a> {
        let bounds = Bounds::new(pool, program);
        Search {
            executor: Executor::new(pool, program, goals, limits),
            program,
            bounds,
            live: Live::default(),
            heaps: BTreeMap::new(),
            work: Vec::new(),
            keeps: false,
            count: 0,
            runs: 0,
            joins: 0,
        }
    }

    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        let heaps = self.heaps.values().map(|h| h.len() as u64).sum();
        vec![
            ("heaps", heaps),
            ("heads", self.heaps.len() as u64),
            ("executions", self.runs),
            ("joins", self.joins),
            ("queries", self.executor.decider.queries),
        ]
    }

    /// Finds heaps that cover all runs.
    pub fn run(&mut self, tell: &dyn Fn(u64)) -> Result<Shapes, GaveUp> {
        let start = self.executor.start();
        let outcome = self.executor.run(&start)?;
        let mut except = outcome.failed;
        for heap in outcome.heaps {
            self.add(heap, true)?;
        }
        self.close(tell)?;
        // What a heap covers that has gone need not be covered by the one that took its place, as far as the checker sees.
        self.keeps = true;
        let mut is_closed = false;
        for _ in 0..ROUNDS {
            let all: Vec<Heap> = self
                .heaps
                .values()
                .flatten()
                .map(|k| k.heap.clone())
                .collect();
            is_closed = true;
            for heap in std::iter::once(&start).chain(&all) {
                let outcome = self.executor.run(heap)?;
                for next in outcome.heaps {
                    if !self.covers(&next) {
                        is_closed = false;
                        self.add(next, false)?;
                    }
                }
            }
            if is_closed {
                break;
            }
            self.close(tell)?;
        }
        if !is_closed {
            return Err(GaveUp::Limit("symbolic heaps that do not cover each other"));
        }
        let mut shapes = Shapes::default();
        for (spots, known) in &self.heaps {
            let heaps = known.iter().map(|k| k.heap.clone()).collect();
            shapes.heaps.insert(spots.clone(), heaps);
            except.extend(known.iter().flat_map(|k| k.failed.iter().copied()));
        }
        shapes.except = except;
        Ok(shapes)
    }

    /// Executes heaps until nothing new follows.
    fn close(&mut self, tell: &dyn Fn(u64)) -> Result<(), GaveUp> {
        while let Some(number) = self.work.pop() {
            let mut all = self.heaps.values().flatten();
            let Some(known) = all.find(|k| k.number == number) else {
                continue;
            };
            let heap = known.heap.clone();
            self.runs += 1;
            if self.runs.is_multiple_of(16) {
                tell(self.count);
            }
            if self.runs > MOST_RUNS {
                return Err(GaveUp::Limit("too many symbolic heaps"));
            }
            let outcome = self.executor.run(&heap)?;
            let mut all = self.heaps.values_mut().flatten();
            if let Some(known) = all.find(|k| k.number == number) {
                known.failed = outcome.failed;
            }
            for heap in outcome.heaps {
                self.add(heap, true)?;
            }
        }
        Ok(())
    }

    /// Whether one of the heaps at its place covers a heap.
    fn covers(&mut self, heap: &Heap) -> bool {
        let known = self.heaps.get(&heap.spots());
        let mut known = known.into_iter().flatten();
        known.any(|k| self.executor.entails(heap, &k.heap))
    }

    /// Takes a heap that a run has at a loop head, if it is new. It may be joined with others that are known.
    fn add(&mut self, mut heap: Heap, joins: bool) -> Result<(), GaveUp> {
        let (executor, program) = (&mut self.executor, self.program);
        normal::normalise(
            executor,
            program,
            &mut self.live,
            &mut self.bounds,
            &mut heap,
        );
        fold::fold(executor, program, &mut self.bounds, &mut heap);
        if fold::forget_links(executor, &mut heap) {
            fold::fold(executor, program, &mut self.bounds, &mut heap);
        }
        if fold::count(&heap) > MOST_OBJECTS {
            return Err(GaveUp::Limit("structures that are no lists"));
        }
        normal::drop_unheld(executor.pool, &mut heap);
        normal::drop_idle(executor.pool, &mut heap);
        let spots = heap.spots();
        let known = self.heaps.entry(spots.clone()).or_default();
        if joins && known.iter().any(|k| executor.entails(&heap, &k.heap)) {
            return Ok(());
        }
        // The heaps of the same shape, with what they have in common with this one.
        let mut alike = Vec::new();
        for k in known.iter().filter(|_| joins) {
            let joined = Join::new(executor, program, &mut self.bounds).heaps(&k.heap, &heap);
            if let Some(joined) = joined {
                alike.push((k.number, joined));
            }
        }
        let is_near = |j: &super::join::Joined| j.lost == 0;
        let chosen = match alike.iter().position(|(_, j)| is_near(j)) {
            Some(index) => Some(index),
            None if alike.len() >= APART => Some(0),
            None => None,
        };
        let mut heap = heap;
        if let Some(index) = chosen {
            let mut joined = alike.swap_remove(index).1.heap;
            normal::drop_unheld(executor.pool, &mut joined);
            normal::drop_idle(executor.pool, &mut joined);
            if executor.entails(&heap, &joined) {
                self.joins += 1;
                heap = joined;
            }
        }
        let keeps = self.keeps;
        known.retain(|k| keeps || !executor.entails(&k.heap, &heap));
        if known.len() >= MOST_AT_HEAD {
            return Err(GaveUp::Limit("too many symbolic heaps at one loop head"));
        }
        self.count += 1;
        tracing::debug!(
            "heap {}, {} before\n{}",
            self.count,
            known.len(),
            evidence::describe_heap(executor.pool, program, &heap)
        );
        known.push(Known {
            number: self.count,
            heap,
            failed: BTreeSet::new(),
        });
        self.work.push(self.count);
        Ok(())
    }
}
