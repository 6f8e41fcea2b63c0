//! Whether some run takes a path of cubes.
//!
//! The machine is unrolled along the path: the variables of each step are terms over the first values and the inputs of the
//! steps before. Where a cube says where the run is, the step is that of this location alone. A fresh solver decides whether
//! the cubes, the constraints and what is bad can be the case; the literals in the refutation say what is wrong with the path.

use super::predicates::Predicates;
use super::steps::{Machine, Point};
use crate::frames::Cube;
use encode::words::{Values, WordRun};
use rustc_hash::FxHashMap;
use sat::Lit;
use smt::{Answer, Backend, Limits, Why};
use std::rc::Rc;
use term::{Term, TermPool};

/// A path of cubes, with the states that the search has found in them.
pub(super) type Path = [(Cube, Rc<Point>)];

/// What is the case of a path.
pub(super) enum Judged {
    /// A run takes it.
    Run(WordRun),
    /// None does.
    Spurious(Needed),
}

/// What a refutation of a path needs.
pub(super) struct Needed {
    /// By step.
    pub lits: Vec<Vec<Lit>>,
    pub bad: bool,
}

/// The unrolling of a path.
struct Unrolled {
    /// What is assumed: a literal of a step, or that something bad is the case at its end.
    assumed: Vec<(Term, Option<(usize, Lit)>)>,
    /// What holds without being asked.
    given: Vec<Term>,
    /// By step: the name that each input has there.
    inputs: Vec<Vec<(Term, Term)>>,
}

impl Machine<'_> {
    /// Decides whether some run takes a path.
    pub fn judge(&mut self, path: &Path) -> Result<Judged, Why> {
        let unrolled = unroll(self.pool, &self.predicates, &mut self.names, self.bad, path);
        decide(
            self.pool,
            &self.predicates,
            &unrolled,
            path,
            self.backend(),
            self.limits,
        )
    }
}

fn unroll(
    pool: &mut TermPool,
    predicates: &Predicates<'_>,
    names: &mut FxHashMap<(Term, usize), Term>,
    bad: Term,
    path: &Path,
) -> Unrolled {
    let words = predicates.words;
    let mut unrolled = Unrolled {
        assumed: Vec::new(),
        given: Vec::new(),
        inputs: Vec::new(),
    };
    let mut now: FxHashMap<Term, Term> = { words.states.iter() }
        .map(|word| (word.symbol, word.first.unwrap_or(word.symbol)))
        .collect();
    for (step, (cube, _)) in path.iter().enumerate() {
        let mut cache = FxHashMap::default();
        for lit in cube {
            let predicate = &predicates.all[lit.var().0 as usize];
            let holds = replace(pool, &now, predicate.term, &mut cache);
            let holds = match lit.is_negated() {
                true => pool.not(holds),
                false => holds,
            };
            unrolled.assumed.push((holds, Some((step, *lit))));
        }
        if let (Some(places), Some(place)) = (&predicates.places, place(predicates, cube)) {
            let width = pool.width(places.variable);
            now.insert(places.variable, pool.bv_u64(width, place));
            cache.clear();
        }
        let mut inputs = Vec::new();
        for input in &words.inputs {
            let sort = pool.sort(*input);
            let own = names.entry((*input, step));
            let own = *own.or_insert_with(|| pool.fresh("input", sort));
            inputs.push((*input, own));
            now.insert(*input, own);
        }
        unrolled.inputs.push(inputs);
        for constraint in &words.constraints {
            let holds = replace(pool, &now, *constraint, &mut cache);
            unrolled.given.push(holds);
        }
        if step + 1 == path.len() {
            let holds = replace(pool, &now, bad, &mut cache);
            unrolled.assumed.push((holds, None));
        } else {
            let mut next = FxHashMap::default();
            for word in &words.states {
                next.insert(word.symbol, replace(pool, &now, word.next, &mut cache));
            }
            now = next;
        }
    }
    unrolled
}

/// The location that a cube says the run is at.
pub(super) fn place(predicates: &Predicates<'_>, cube: &Cube) -> Option<u64> {
    let mut lits = cube.iter().filter(|lit| !lit.is_negated());
    lits.find_map(|lit| predicates.all[lit.var().0 as usize].place)
}

fn replace(
    pool: &mut TermPool,
    by: &FxHashMap<Term, Term>,
    term: Term,
    cache: &mut FxHashMap<Term, Term>,
) -> Term {
    let mut value = |pool: &mut TermPool, id| by.get(&pool.symbol_term(id)).copied();
    pool.substitute(term, &mut value, cache)
}

fn decide(
    pool: &mut TermPool,
    predicates: &Predicates<'_>,
    unrolled: &Unrolled,
    path: &Path,
    backend: &Backend,
    limits: &Limits,
) -> Result<Judged, Why> {
    let needed = |core: &[Term]| {
        let mut needed = Needed {
            lits: vec![Vec::new(); path.len()],
            bad: false,
        };
        for (_, what) in unrolled.assumed.iter().filter(|(t, _)| core.contains(t)) {
            match what {
                Some((step, lit)) => needed.lits[*step].push(*lit),
                None => needed.bad = true,
            }
        }
        Judged::Spurious(needed)
    };
    let mut wrong = unrolled.assumed.iter().map(|(term, _)| *term);
    if let Some(wrong) = wrong.find(|term| pool.is_false(*term)) {
        return Ok(needed(&[wrong]));
    }
    let mut solver = backend.make();
    for given in &unrolled.given {
        solver.assert(pool, *given);
    }
    let assumed: Vec<Term> = unrolled.assumed.iter().map(|(term, _)| *term).collect();
    let core = match solver.check(pool, &assumed, limits) {
        Answer::Unknown(why) => return Err(why),
        Answer::Unsat(core) => core.terms().to_vec(),
        Answer::Sat(model) => {
            let mut evaluator = model.evaluator(pool);
            let id = |symbol: Term| pool.as_symbol(symbol).expect("it is a symbol");
            let mut run = WordRun::default();
            for word in predicates.words.states.iter().filter(|w| w.first.is_none()) {
                run.first
                    .insert(id(word.symbol), evaluator.eval(word.symbol));
            }
            for inputs in &unrolled.inputs {
                let values: Values = { inputs.iter() }
                    .map(|(input, own)| (id(*input), evaluator.eval(*own)))
                    .collect();
                run.inputs.push(values);
            }
            return Ok(Judged::Run(run));
        }
    };
    let few = Limits {
        conflicts: Some(MINIMISING),
        ..limits.clone()
    };
    let core = smt::minimise(&mut *solver, pool, core, &few);
    Ok(needed(&core))
}

/// Conflicts that leaving out one literal may cost.
const MINIMISING: u64 = 1_000;
