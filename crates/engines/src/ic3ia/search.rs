//! Deciding a machine over words: search, judge the path, refine, and search again.

use super::concrete::Judged;
use super::predicates::{Places, Predicates, atoms};
use super::steps::Machine;
use crate::frames::{Core, Ended};
use encode::words::{WordRun, Words};
use smt::{Backend, Limits, Why};
use term::{Term, TermPool};

/// What was found of a machine.
#[derive(Debug)]
pub(crate) enum Found {
    /// Conditions over its variables: they hold in all first states, are inductive, and exclude what is bad.
    Invariant(Vec<Term>),
    /// A run to something bad.
    Run(WordRun),
}

/// What it took.
#[derive(Default, Debug)]
pub(crate) struct Cost {
    pub frames: u64,
    pub lemmas: u64,
    pub obligations: u64,
    pub questions: u64,
    pub predicates: u64,
    pub refinements: u64,
    pub rebuilt: u64,
    pub helped: u64,
    pub lifted_percent: u64,
}

impl Cost {
    /// All of it, by name.
    pub fn counters(&self) -> [(&'static str, u64); 9] {
        [
            ("frames", self.frames),
            ("lemmas", self.lemmas),
            ("obligations", self.obligations),
            ("questions", self.questions),
            ("predicates", self.predicates),
            ("refinements", self.refinements),
            ("rebuilt", self.rebuilt),
            ("helped", self.helped),
            ("lifted_percent", self.lifted_percent),
        ]
    }
}

/// Decides whether a run meets something bad. First values must be constants, or any. `tell` hears of each new frame and the
/// number of predicates.
pub(crate) fn decide(
    pool: &mut TermPool,
    words: &Words,
    places: Option<Places>,
    backend: &Backend,
    limits: &Limits,
    tell: &dyn Fn(usize, usize),
) -> (Result<Found, Why>, Cost) {
    let predicates = first_predicates(pool, words, places);
    let machine = Machine::new(pool, predicates, backend, limits);
    let mut core = Core::new(machine);
    let mut refinements = 0;
    let found = search(&mut core, &mut refinements, tell);
    let counters = &core.counters;
    let cost = Cost {
        frames: core.frames.last() as u64,
        lemmas: core.frames.len() as u64,
        obligations: counters.obligations,
        questions: counters.questions,
        predicates: core.steps.predicates.all.len() as u64,
        refinements,
        rebuilt: core.steps.rebuilt,
        helped: counters.helped,
        lifted_percent: counters.lifted_to * 100 / counters.lifted_from.max(1),
    };
    (found, cost)
}

/// Where runs are, and what is bad or a constraint is made of.
fn first_predicates<'w>(
    pool: &mut TermPool,
    words: &'w Words,
    places: Option<Places>,
) -> Predicates<'w> {
    let mut predicates = Predicates::new(words, places);
    if let Some((variable, count)) = predicates.places.as_ref().map(|p| (p.variable, p.count)) {
        let width = pool.width(variable);
        for place in 0..count {
            let place = pool.bv_u64(width, place);
            let here = pool.eq(variable, place);
            predicates.add(pool, here);
        }
    }
    for term in words.bad.iter().chain(&words.constraints) {
        for atom in atoms(pool, *term) {
            predicates.add(pool, atom);
        }
    }
    predicates
}

fn search(
    core: &mut Core<Machine<'_>>,
    refinements: &mut u64,
    tell: &dyn Fn(usize, usize),
) -> Result<Found, Why> {
    loop {
        let known = core.steps.predicates.all.len();
        let path = match core.search(&|frame, _| tell(frame, known))? {
            Ended::Invariant(cubes) => return Ok(Found::Invariant(conditions(core, &cubes))),
            Ended::Path(path) => path,
        };
        match core.steps.judge(&path)? {
            Judged::Run(run) => return Ok(Found::Run(run)),
            Judged::Spurious(needed) => {
                *refinements += 1;
                tracing::debug!(
                    steps = path.len(),
                    predicates = known,
                    "no run takes the path"
                );
                if !core.steps.refine(&path, &needed) {
                    let what = "predicates do not tell the states of a path apart";
                    return Err(Why::Other(what.to_string()));
                }
            }
        }
    }
}

/// What excludes cubes.
fn conditions(core: &mut Core<Machine<'_>>, cubes: &[Vec<sat::Lit>]) -> Vec<Term> {
    let Machine {
        pool, predicates, ..
    } = &mut core.steps;
    let mut all = Vec::new();
    for cube in cubes {
        let mut clause = Vec::new();
        for lit in cube {
            let term = predicates.all[lit.var().0 as usize].term;
            clause.push(match lit.is_negated() {
                true => term,
                false => pool.not(term),
            });
        }
        all.push(pool.or_all(clause));
    }
    all
}
