//! The state of a run of IC3, and its questions.

use super::frame::{Cube, Frames, Lemma};
use super::query::Query;
use crate::circuit::{Encoded, Signal};
use sat::{Edge, Lit, Sequential, Var};
use smt::{Limits, Why};

/// See [`super`].
pub(super) struct Core<'a> {
    pub circuit: &'a Sequential,
    pub limits: &'a Limits,
    pub encoded: Encoded,
    /// The same without facts and constraints, for lifting.
    pub plain: Encoded,
    pub frames: Frames,
    /// By frame; the last one is the infinity frame's.
    pub queries: Vec<Query>,
    pub infinity: Query,
    pub lifting: Query,
    /// By latch: how often it was in what was learnt of late.
    pub activity: Vec<f64>,
    pub bump: f64,
    pub counters: Counters,
}

#[derive(Default)]
pub(super) struct Counters {
    pub questions: u64,
    pub obligations: u64,
    pub rebuilt: u64,
    pub lifted_from: u64,
    pub lifted_to: u64,
    pub helped: u64,
}

/// The answer to whether a cube can be reached in one step.
pub(super) enum Reached {
    /// It cannot; this part of the cube already cannot, and contains no first state.
    No(Cube),
    /// It can, from the state in the solver of that frame.
    Yes,
}

impl<'a> Core<'a> {
    pub fn new(circuit: &'a Sequential, bad: Edge, limits: &'a Limits) -> Core<'a> {
        let encoded = Encoded::new(circuit, bad, true);
        let plain = Encoded::new(circuit, bad, false);
        debug_assert_eq!(encoded.latches, plain.latches);
        let mut this = Core {
            queries: Vec::new(),
            infinity: Query::new(&encoded),
            lifting: Query::new(&plain),
            activity: vec![0.0; circuit.latches.len()],
            bump: 1.0,
            frames: Frames::default(),
            counters: Counters::default(),
            circuit,
            limits,
            plain,
            encoded,
        };
        this.add_frame();
        this
    }

    /// Adds a frame that excludes nothing.
    pub fn add_frame(&mut self) {
        self.frames.deltas.push(Vec::new());
        let query = self.query_of(self.frames.last());
        self.queries.push(query);
    }

    /// A new solver with what a frame says.
    fn query_of(&self, frame: usize) -> Query {
        let mut query = Query::new(&self.encoded);
        if frame == 0 {
            for (latch, lit) in self.circuit.latches.iter().zip(&self.encoded.latches) {
                if let Some(first) = latch.first {
                    query.add(&[lit.negate_if(!first)]);
                }
            }
        }
        for lemma in self.frames.of(frame) {
            query.add(&self.clause(&lemma.cube));
        }
        query
    }

    /// The clause that excludes a cube.
    pub fn clause(&self, cube: &[Lit]) -> Vec<Lit> {
        cube.iter().map(|lit| !self.encoded.now(*lit)).collect()
    }

    /// Makes solvers again in which too much has piled up.
    pub fn refresh(&mut self, frame: usize) {
        if self.queries[frame].is_stale() {
            self.queries[frame] = self.query_of(frame);
            self.counters.rebuilt += 1;
        }
    }

    /// Whether a cube contains a first state.
    pub fn meets_first(&self, cube: &[Lit]) -> bool {
        cube.iter().all(|lit| {
            let first = self.circuit.latches[lit.var().0 as usize].first;
            first.is_none_or(|first| first != lit.is_negated())
        })
    }

    /// Whether the successors of a frame's states meet a cube, if the cube itself is excluded before.
    pub fn reached(&mut self, frame: usize, cube: &[Lit]) -> Result<Reached, Why> {
        self.ask(Some(frame), cube, true)
    }

    /// Whether the successors of a frame's states meet a cube. The infinity frame has no number.
    pub fn ask(
        &mut self,
        frame: Option<usize>,
        cube: &[Lit],
        excluded: bool,
    ) -> Result<Reached, Why> {
        self.counters.questions += 1;
        let mut assumptions = Vec::with_capacity(cube.len());
        for lit in cube {
            match self.encoded.next(*lit) {
                Signal::Constant(true) => {}
                Signal::Constant(false) => {
                    return Ok(Reached::No(self.without_first(vec![*lit], cube)));
                }
                Signal::Lit(next) => assumptions.push(next),
            }
        }
        let clause = excluded.then(|| self.clause(cube));
        if let Some(frame) = frame {
            self.refresh(frame);
        } else if self.infinity.is_stale() {
            self.infinity = Query::new(&self.encoded);
            let lemmas: Vec<Vec<Lit>> = { self.frames.infinity.iter() }
                .map(|lemma| self.clause(&lemma.cube))
                .collect();
            lemmas.iter().for_each(|clause| self.infinity.add(clause));
        }
        let query = match frame {
            Some(frame) => &mut self.queries[frame],
            None => &mut self.infinity,
        };
        if query.ask(clause.as_deref(), &assumptions, self.limits)? {
            return Ok(Reached::Yes);
        }
        let core = query.core();
        let encoded = &self.encoded;
        let is_needed = |lit: &&Lit| match encoded.next(**lit) {
            Signal::Lit(next) => core.contains(&next),
            Signal::Constant(_) => false,
        };
        let part: Cube = cube.iter().filter(is_needed).copied().collect();
        Ok(Reached::No(self.without_first(part, cube)))
    }

    /// Adds a literal of the whole cube to a part of it, if the part contains a first state.
    fn without_first(&self, mut part: Cube, cube: &[Lit]) -> Cube {
        if self.meets_first(&part) {
            let apart = |lit: &&Lit| !self.meets_first(&[**lit]);
            let lit = cube
                .iter()
                .find(apart)
                .expect("the cube has no first state");
            part.push(*lit);
            part.sort_unstable();
        }
        part
    }

    /// The state in a frame's model, as a cube of all latches.
    pub fn state(&self, frame: usize) -> Cube {
        let query = &self.queries[frame];
        let latches = self.encoded.latches.iter().zip(0..);
        latches
            .map(|(lit, number)| Var(number).lit(query.value(*lit)))
            .collect()
    }

    /// The inputs in a frame's model.
    pub fn inputs(&self, frame: usize) -> Vec<bool> {
        let query = &self.queries[frame];
        let inputs = self.encoded.inputs.iter();
        inputs.map(|lit| query.value(*lit)).collect()
    }

    /// Learns that a cube is not reached in so many steps.
    pub fn learn(&mut self, frame: usize, cube: Cube) {
        self.bump *= 1.0 / 0.99;
        for lit in &cube {
            self.activity[lit.var().0 as usize] += self.bump;
        }
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        let clause = self.clause(&cube);
        for query in &mut self.queries[1..=frame] {
            query.add(&clause);
        }
        self.frames.add(frame, Lemma::new(cube));
    }

    /// Learns that a cube is never reached.
    pub fn learn_for_good(&mut self, cube: Cube) {
        let clause = self.clause(&cube);
        for query in &mut self.queries {
            query.add(&clause);
        }
        self.infinity.add(&clause);
        self.frames.add_for_good(Lemma::new(cube));
    }
}
