//! A step of a circuit: literals are latches, and each frame has a solver with the circuit.
//!
//! Lifting: a state that leads to a cube becomes a cube of states that all do. The state and the inputs together determine the
//! next state. So "this state, these inputs, and not that cube next" has no model, and the literals of the state in the
//! refutation are enough. They are few because "not that cube" is assumed last: the solver has computed the next state by then,
//! and follows it back to its reasons (Chockler, Ivrii, Matsliah, Moran, Nevo, *Incremental formal verification of hardware*,
//! FMCAD 2011). A run only goes on if the constraints hold, so what is refuted is that they hold and the cube is reached.

use super::query::Query;
use crate::circuit::{Encoded, Signal};
use crate::frames::{Cube, Frames, Steps, Target};
use sat::{Edge, Lit, Question, Sequential, Var};
use smt::{Limits, Why};

/// See the module documentation.
pub(super) struct Latches<'a> {
    pub circuit: &'a Sequential,
    limits: &'a Limits,
    pub encoded: Encoded,
    /// With the circuit alone.
    fresh: Query,
    /// By frame.
    queries: Vec<Query>,
    infinity: Query,
    /// Without facts and constraints.
    lifting: Query,
    /// Solvers that were made again.
    pub rebuilt: u64,
}

/// A solver is made again once it was given so many clauses more than twice what its frame has.
const STALE: usize = 200;

impl<'a> Latches<'a> {
    pub fn new(circuit: &'a Sequential, bad: Edge, limits: &'a Limits) -> Latches<'a> {
        let encoded = Encoded::new(circuit, bad, true);
        let plain = Encoded::new(circuit, bad, false);
        debug_assert_eq!(encoded.latches, plain.latches);
        let fresh = Query::new(&encoded);
        Latches {
            queries: Vec::new(),
            infinity: fresh.clone(),
            lifting: Query::new(&plain),
            fresh,
            rebuilt: 0,
            circuit,
            limits,
            encoded,
        }
    }

    /// A new solver with what a frame says.
    fn query_of(&self, frames: &Frames, frame: usize) -> Query {
        let mut query = self.fresh.clone();
        if frame == 0 {
            for (latch, lit) in self.circuit.latches.iter().zip(&self.encoded.latches) {
                if let Some(first) = latch.first {
                    query.add(&[lit.negate_if(!first)]);
                }
            }
        }
        for lemma in frames.of(frame) {
            query.add(&self.clause(&lemma.cube));
        }
        query
    }

    /// The clause that excludes a cube.
    fn clause(&self, cube: &[Lit]) -> Vec<Lit> {
        cube.iter().map(|lit| !self.encoded.now(*lit)).collect()
    }

    /// The solver of a frame, made again if most of what it was given is not needed any more.
    fn query(&mut self, frames: &Frames, frame: Option<usize>) -> &mut Query {
        let Some(frame) = frame else {
            return &mut self.infinity;
        };
        if self.queries[frame].added > STALE && frame > 0 {
            let needed = frames.of(frame).count();
            if self.queries[frame].added > STALE + 2 * needed {
                self.queries[frame] = self.query_of(frames, frame);
                self.rebuilt += 1;
            }
        }
        &mut self.queries[frame]
    }

    /// A part of a cube from which these inputs always lead to a target, if the cube is enough for that. The target is missed where
    /// any of some literals is true.
    fn suffices(
        &mut self,
        cube: &[Lit],
        inputs: &[Lit],
        missed: &[Lit],
    ) -> Result<Option<Cube>, Why> {
        let of_inputs = inputs
            .iter()
            .map(|l| self.encoded.inputs[l.var().0 as usize].negate_if(l.is_negated()));
        let mut assumptions: Vec<Lit> = of_inputs.collect();
        assumptions.extend(cube.iter().map(|lit| self.encoded.now(*lit)));
        let question = Question {
            assumptions: &assumptions,
            clause: Some(missed),
            clause_last: true,
            ..Question::default()
        };
        if self.lifting.ask(question, self.limits)? {
            return Ok(None);
        }
        let core: rustc_hash::FxHashSet<Lit> = self.lifting.core().iter().copied().collect();
        let kept = cube.iter().copied();
        Ok(Some(
            kept.filter(|lit| core.contains(&self.encoded.now(*lit)))
                .collect(),
        ))
    }

    pub fn conflicts(&self) -> u64 {
        let all = self.queries.iter().chain([&self.infinity, &self.lifting]);
        all.map(|query| query.conflicts()).sum()
    }
}

impl Steps for Latches<'_> {
    /// The inputs that matter.
    type Choice = Cube;

    fn add_frame(&mut self, frames: &Frames) {
        let query = self.query_of(frames, frames.last());
        self.queries.push(query);
    }

    fn exclude(&mut self, from_upto: Option<(usize, usize)>, cube: &[Lit]) {
        let clause = self.clause(cube);
        let queries = match from_upto {
            Some((from, upto)) => &mut self.queries[from..=upto],
            None => {
                self.infinity.add(&clause);
                &mut self.queries[..]
            }
        };
        queries.iter_mut().for_each(|query| query.add(&clause));
    }

    fn is_bad(&mut self, frames: &Frames, frame: usize) -> Result<bool, Why> {
        let assumptions = match self.encoded.bad {
            Signal::Constant(false) => return Ok(false),
            Signal::Constant(true) => Vec::new(),
            Signal::Lit(lit) => vec![lit],
        };
        let limits = self.limits;
        let question = Question {
            assumptions: &assumptions,
            ..Question::default()
        };
        self.query(frames, Some(frame)).ask(question, limits)
    }

    fn reach(
        &mut self,
        frames: &Frames,
        frame: Option<usize>,
        cube: &[Lit],
        excluded: bool,
    ) -> Result<Option<Cube>, Why> {
        let mut assumptions = Vec::with_capacity(cube.len());
        for lit in cube {
            match self.encoded.next(*lit) {
                Signal::Constant(true) => {}
                Signal::Constant(false) => return Ok(Some(vec![*lit])),
                Signal::Lit(next) => assumptions.push(next),
            }
        }
        let clause = excluded.then(|| self.clause(cube));
        let limits = self.limits;
        let query = self.query(frames, frame);
        let question = Question {
            assumptions: &assumptions,
            clause: clause.as_deref(),
            ..Question::default()
        };
        if query.ask(question, limits)? {
            return Ok(None);
        }
        let core = query.core().to_vec();
        let is_needed = |lit: &&Lit| match self.encoded.next(**lit) {
            Signal::Lit(next) => core.contains(&next),
            Signal::Constant(_) => false,
        };
        Ok(Some(cube.iter().filter(is_needed).copied().collect()))
    }

    fn found(&mut self, frame: usize) -> (Cube, Cube) {
        let query = &self.queries[frame];
        let cube = |lits: &[Lit]| {
            let valued = (0..).zip(lits).filter_map(|(number, lit)| {
                let value = query.value(*lit)?;
                Some(Var(number).lit(value))
            });
            valued.collect()
        };
        (cube(&self.encoded.latches), cube(&self.encoded.inputs))
    }

    fn lift(
        &mut self,
        state: &[Lit],
        inputs: &Cube,
        target: Target<'_>,
        weight: &dyn Fn(&Lit) -> f64,
    ) -> Result<Cube, Why> {
        let mut signals = self.encoded.constraints.clone();
        match target {
            Target::Bad => signals.push(self.encoded.bad),
            Target::Next(cube) => signals.extend(cube.iter().map(|l| self.encoded.next(*l))),
        }
        let lits = signals.into_iter().filter_map(|signal| match signal {
            Signal::Constant(_) => None,
            Signal::Lit(lit) => Some(!lit),
        });
        let missed: Vec<Lit> = lits.collect();
        if missed.is_empty() {
            return Ok(Vec::new());
        }
        let mut cube = state.to_vec();
        // Those that matter least come last, so that they are the least needed.
        cube.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        for _ in 0..2 {
            let before = cube.len();
            // It is not with a complete state; what was left of it then is kept.
            let Some(part) = self.suffices(&cube, inputs, &missed)? else {
                break;
            };
            cube = part;
            if cube.len() == before {
                break;
            }
            cube.reverse();
        }
        cube.sort_unstable();
        Ok(cube)
    }

    fn meets_first(&mut self, cube: &[Lit]) -> Result<bool, Why> {
        Ok(!cube.iter().any(|lit| self.is_apart(*lit)))
    }

    fn is_apart(&self, lit: Lit) -> bool {
        let first = self.circuit.latches[lit.var().0 as usize].first;
        first.is_some_and(|first| first == lit.is_negated())
    }
}
