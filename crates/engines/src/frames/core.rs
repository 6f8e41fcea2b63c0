//! The state of a search, and the loop over its frames.

use super::deltas::{Cube, Frames, Lemma};
use super::obligation::Queue;
use super::{Steps, Target};
use sat::Lit;
use smt::Why;

/// See [`super`].
pub(crate) struct Core<S: Steps> {
    pub steps: S,
    pub frames: Frames,
    /// Obligations that are excluded so far wait for the next frame.
    pub(super) queue: Queue<S::Choice>,
    /// By variable of literals: how often it was in what was learnt of late.
    activity: Vec<f64>,
    bump: f64,
    pub counters: Counters,
}

#[derive(Default)]
pub(crate) struct Counters {
    pub questions: u64,
    pub obligations: u64,
    pub lifted_from: u64,
    pub lifted_to: u64,
    pub helped: u64,
}

/// How a search ends.
pub(crate) enum Ended<C> {
    /// The clauses that exclude these cubes are inductive, and exclude what is bad.
    Invariant(Vec<Cube>),
    /// Cubes from one with a first state to one with a bad one, and what the state that was found in each does.
    Path(Vec<(Cube, C)>),
}

/// The answer to whether a cube can be reached in one step.
pub(super) enum Reached {
    /// It cannot; this part of the cube already cannot, and contains no first state.
    No(Cube),
    /// It can, from the state that was found.
    Yes,
}

impl<S: Steps> Core<S> {
    pub fn new(steps: S) -> Core<S> {
        let mut this = Core {
            steps,
            frames: Frames::default(),
            queue: Queue::default(),
            activity: Vec::new(),
            bump: 1.0,
            counters: Counters::default(),
        };
        this.add_frame();
        this
    }

    /// Searches frame after frame, until one is inductive or there is a path. After a path, the search can go on: what frames
    /// exclude stays excluded. `tell` hears of each new frame and the number of clauses.
    pub fn search(&mut self, tell: &dyn Fn(usize, usize)) -> Result<Ended<S::Choice>, Why> {
        self.queue = Queue::default();
        loop {
            let last = self.frames.last();
            tell(last, self.frames.len());
            if let Some(number) = self.block()? {
                return Ok(Ended::Path(self.queue.path(number)));
            }
            while let Some(bad) = self.bad_cube()? {
                let is_first = last == 0 || self.steps.meets_first(&bad.cube)?;
                let number = self.queue.push(last, bad);
                let reached = match is_first {
                    true => Some(number),
                    false => self.block()?,
                };
                if let Some(number) = reached {
                    return Ok(Ended::Path(self.queue.path(number)));
                }
            }
            self.add_frame();
            if let Some(frame) = self.propagate()? {
                let lemmas = self.frames.of(frame);
                return Ok(Ended::Invariant(
                    lemmas.map(|lemma| lemma.cube.clone()).collect(),
                ));
            }
        }
    }

    /// Adds a frame that excludes nothing.
    fn add_frame(&mut self) {
        self.frames.deltas.push(Vec::new());
        self.steps.add_frame(&self.frames);
    }

    /// Whether the successors of a frame's states meet a cube, if the cube itself is excluded before.
    pub(super) fn reached(&mut self, frame: usize, cube: &[Lit]) -> Result<Reached, Why> {
        self.ask(Some(frame), cube, true)
    }

    /// Whether the successors of a frame's states meet a cube. The infinity frame has no number.
    pub(super) fn ask(
        &mut self,
        frame: Option<usize>,
        cube: &[Lit],
        excluded: bool,
    ) -> Result<Reached, Why> {
        self.counters.questions += 1;
        // A refutation prefers what it meets first.
        let mut ordered = cube.to_vec();
        ordered.sort_by(|a, b| self.activity(*b).total_cmp(&self.activity(*a)));
        match self.steps.reach(&self.frames, frame, &ordered, excluded)? {
            None => Ok(Reached::Yes),
            Some(mut part) => {
                part.sort_unstable();
                Ok(Reached::No(self.without_first(part, cube)?))
            }
        }
    }

    /// Adds a literal of the whole cube to a part of it, if the part contains a first state.
    fn without_first(&mut self, mut part: Cube, cube: &[Lit]) -> Result<Cube, Why> {
        if !self.steps.meets_first(&part)? {
            return Ok(part);
        }
        let mut lits = cube.iter();
        match lits.find(|lit| self.steps.is_apart(**lit)) {
            Some(lit) => {
                part.push(*lit);
                part.sort_unstable();
                Ok(part)
            }
            None => Ok(cube.to_vec()),
        }
    }

    /// The state that the last question about a frame has found, lifted.
    pub(super) fn lifted(
        &mut self,
        frame: usize,
        target: Target<'_>,
    ) -> Result<(Cube, Cube, S::Choice), Why> {
        let (state, choice) = self.steps.found(frame);
        self.counters.questions += 1;
        self.counters.lifted_from += state.len() as u64;
        let activity = &self.activity;
        let weight = |lit: &Lit| activity_of(activity, *lit);
        let cube = self.steps.lift(&state, &choice, target, &weight)?;
        self.counters.lifted_to += cube.len() as u64;
        Ok((state, cube, choice))
    }

    /// A cube of bad states in the last frame, if there are any.
    fn bad_cube(&mut self) -> Result<Option<super::obligation::Obligation<S::Choice>>, Why> {
        let last = self.frames.last();
        self.counters.questions += 1;
        if !self.steps.is_bad(&self.frames, last)? {
            return Ok(None);
        }
        let (_, cube, choice) = self.lifted(last, Target::Bad)?;
        Ok(Some(super::obligation::Obligation {
            cube,
            choice,
            next: None,
            depth: 0,
        }))
    }

    /// How often the variable of a literal was in what was learnt of late.
    pub(super) fn activity(&self, lit: Lit) -> f64 {
        activity_of(&self.activity, lit)
    }

    /// Learns that a cube is not reached in so many steps.
    pub(super) fn learn(&mut self, frame: usize, cube: Cube) {
        self.bump *= 1.0 / 0.99;
        for lit in &cube {
            let number = lit.var().0 as usize;
            if number >= self.activity.len() {
                self.activity.resize(number + 1, 0.0);
            }
            self.activity[number] += self.bump;
        }
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        self.steps.exclude(Some((1, frame)), &cube);
        self.frames.add(frame, Lemma::new(cube));
    }

    /// Learns that a cube is never reached.
    pub(super) fn learn_for_good(&mut self, cube: Cube) {
        self.steps.exclude(None, &cube);
        self.frames.add_for_good(Lemma::new(cube));
    }
}

fn activity_of(activity: &[f64], lit: Lit) -> f64 {
    let number = lit.var().0 as usize;
    activity.get(number).copied().unwrap_or(0.0)
}
