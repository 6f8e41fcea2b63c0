//! Runs to start from, and how they go on: the transition system, executed on values.
//!
//! The first blocks of a run are chosen by a solver, so that it comes to a cycle and goes round it for some blocks. From there on
//! inputs are chosen as terms of the state.

use encode::system::{LocationId, TransitionSystem, Unrolling};
use evidence::Values;
use program::{Program, Property};
use smt::{Answer, Limits, Solver, Why};
use std::collections::BTreeMap;
use term::eval::Evaluator;
use term::{BitVec, Sort, SymbolId, Term, TermPool, Value};

/// Blocks on the way to a cycle.
const LONGEST: usize = 6;

/// Blocks after that in which the solver lets the run go on.
const AHEAD: usize = 3;

/// Runs to each location.
const MOST_RUNS: usize = 3;

/// Blocks that are executed with chosen inputs.
const TURNS: usize = 64;

/// A run from the entry.
pub(super) struct Stem {
    /// The inputs of each block on the way.
    pub inputs: Vec<Values>,
    /// Where the run is then.
    pub location: LocationId,
    pub state: Values,
    /// What the solver did next.
    pub ahead: Vec<Step>,
}

/// A block that was executed.
#[derive(Clone)]
pub(super) struct Step {
    pub location: LocationId,
    pub state: Values,
    pub inputs: Values,
}

/// The inputs of each location's block that are chosen, with terms over the state.
pub(super) type Choices = BTreeMap<LocationId, Vec<(Term, Term)>>;

/// What may be chosen for each input, the best first.
pub(super) type Offers = BTreeMap<LocationId, Vec<(Term, Vec<Term>)>>;

/// Numbers that look random and are the same each time.
pub(super) struct Random(u64);

impl Random {
    pub fn new() -> Random {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

/// Gives one run after the other.
pub(super) struct Stems<'a> {
    system: &'a TransitionSystem,
    program: &'a Program,
    unrolling: Unrolling<'a>,
    /// Where runs are looked for: after so many blocks, at these locations.
    depth: usize,
    left: Vec<LocationId>,
    /// By location, how many there were.
    given: BTreeMap<LocationId, usize>,
}

impl<'a> Stems<'a> {
    pub fn new(
        pool: &mut TermPool,
        system: &'a TransitionSystem,
        program: &'a Program,
    ) -> Stems<'a> {
        Stems {
            system,
            program,
            unrolling: Unrolling::from_entry(pool, system, "recur"),
            depth: 0,
            left: Vec::new(),
            given: BTreeMap::new(),
        }
    }

    /// The next run; `None` if there are enough.
    pub fn next(
        &mut self,
        pool: &mut TermPool,
        solver: &mut dyn Solver,
        limits: &Limits,
    ) -> Result<Option<Stem>, Why> {
        loop {
            let Some(location) = self.left.pop() else {
                if self.depth == LONGEST {
                    return Ok(None);
                }
                self.depth += 1;
                self.left = self.system.heads().rev().collect();
                continue;
            };
            if self.given.get(&location).is_some_and(|n| *n >= MOST_RUNS) {
                continue;
            }
            match self.run_to(pool, solver, limits, location) {
                Ok(Some(stem)) => {
                    *self.given.entry(location).or_default() += 1;
                    return Ok(Some(stem));
                }
                Ok(None) | Err(Why::Conflicts) => {}
                Err(why) => return Err(why),
            }
        }
    }

    /// A run that is at a location after `depth` blocks, goes on for some more, and meets no undefined behaviour.
    fn run_to(
        &mut self,
        pool: &mut TermPool,
        solver: &mut dyn Solver,
        limits: &Limits,
        location: LocationId,
    ) -> Result<Option<Stem>, Why> {
        let end = self.depth + AHEAD;
        while self.unrolling.len() <= end {
            if let Some(why) = limits.expired() {
                return Err(why);
            }
            self.unrolling.extend(pool);
        }
        let here = self.unrolling.at(self.depth, location);
        if pool.is_false(here) {
            return Ok(None);
        }
        let mut question = vec![here, self.unrolling.goes_on(pool, end)];
        for frame in 0..end {
            for (site, condition) in self.unrolling.violations(pool, frame) {
                if spoils(self.program, site) {
                    question.push(pool.not(condition));
                }
            }
        }
        let system = self.system;
        let heads: Vec<LocationId> = system.location_ids().collect();
        // The terms whose values are the run, before the model borrows the solver.
        let mut places = Vec::new();
        let mut inputs: Vec<Vec<Vec<(SymbolId, Term)>>> = Vec::new();
        for frame in 0..end {
            places.push(
                heads
                    .iter()
                    .map(|l| self.unrolling.at(frame, *l))
                    .collect::<Vec<_>>(),
            );
            let mut of_frame = Vec::new();
            for location in &heads {
                let mut of_block = Vec::new();
                for input in &system.block(*location).inputs {
                    let symbol = pool.as_symbol(*input).expect("inputs are symbols");
                    of_block.push((symbol, self.unrolling.instance(pool, frame, *input)));
                }
                of_frame.push(of_block);
            }
            inputs.push(of_frame);
        }
        let model = match solver.check(pool, &question, limits) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => return Ok(None),
            Answer::Unknown(why) => return Err(why),
        };
        let mut evaluator = model.evaluator(pool);
        let mut blocks: Vec<(LocationId, Values)> = Vec::new();
        for frame in 0..end {
            let mut all = places[frame].iter();
            let Some(at) = all.position(|p| evaluator.eval(*p).as_bool()) else {
                return Ok(None);
            };
            let values = inputs[frame][at].iter();
            let values = values.map(|(symbol, term)| (*symbol, evaluator.eval(*term)));
            blocks.push((heads[at], values.collect()));
        }
        Ok(self.execute(pool, blocks))
    }

    /// The run on values.
    fn execute(&self, pool: &TermPool, blocks: Vec<(LocationId, Values)>) -> Option<Stem> {
        let mut here = (TransitionSystem::ENTRY, Values::default());
        let mut steps: Vec<Step> = Vec::new();
        for (expected, inputs) in blocks {
            let (location, state) = here;
            if location != expected {
                return None;
            }
            here = next(pool, self.system, self.program, location, &state, &inputs)?;
            steps.push(Step {
                location,
                state,
                inputs,
            });
        }
        let ahead = steps.split_off(self.depth);
        let first = ahead.first()?;
        Some(Stem {
            location: first.location,
            state: first.state.clone(),
            inputs: steps.into_iter().map(|s| s.inputs).collect(),
            ahead,
        })
    }
}

/// Whether a run in which the check fails proves nothing.
pub(super) fn spoils(program: &Program, site: program::SiteId) -> bool {
    let site = program.site(site);
    site.is_undefined() || site.property == Property::Unsupported
}

/// Where a block leads; `None` if the run ends, or proves nothing.
fn next(
    pool: &TermPool,
    system: &TransitionSystem,
    program: &Program,
    at: LocationId,
    state: &Values,
    inputs: &Values,
) -> Option<(LocationId, Values)> {
    let mut values = state.clone();
    values.extend(inputs.iter().map(|(s, v)| (*s, v.clone())));
    let mut evaluator = Evaluator::new(pool, &values);
    let mut checks = system.block(at).checks.iter();
    if checks.any(|c| spoils(program, c.site) && evaluator.eval(c.condition).as_bool()) {
        return None;
    }
    let mut edges = system.edges_from(at);
    let edge = edges.find(|e| evaluator.eval(system.edge(*e).guard).as_bool())?;
    let state = system.updates(edge).map(|(id, value)| {
        let symbol = pool.as_symbol(system.variable(id).symbol);
        let symbol = symbol.expect("state symbols are symbols");
        (symbol, evaluator.eval(value))
    });
    Some((system.edge(edge).to, state.collect()))
}

/// What may be chosen for the free inputs of each block.
pub(super) fn offers(
    pool: &mut TermPool,
    system: &TransitionSystem,
    free: &BTreeMap<LocationId, Vec<Term>>,
    stem: &Stem,
) -> Offers {
    let mut offers = Offers::new();
    for head in system.heads() {
        let mut of_head = Vec::new();
        for input in &free[&head] {
            let mut terms = Vec::new();
            let symbol = pool.as_symbol(*input).expect("inputs are symbols");
            for step in stem.ahead.iter().filter(|s| s.location == head) {
                if let Some(value) = step.inputs.get(&symbol) {
                    terms.push(pool.constant(pool.sort(*input), value));
                }
            }
            terms.extend(keeping(pool, system, head, *input));
            if let Sort::BitVec(width) = pool.sort(*input) {
                terms.extend([0, 1, -1].map(|n| pool.bv_i64(width, n)));
                for id in &system.location(head).variables {
                    let variable = system.variable(*id).symbol;
                    if pool.sort(variable) == Sort::BitVec(width) {
                        let one = pool.bv_i64(width, 1);
                        let (more, less) = (pool.bvadd(variable, one), pool.bvsub(variable, one));
                        terms.extend([variable, more, less]);
                    }
                }
            }
            let mut seen = std::collections::BTreeSet::new();
            terms.retain(|t| seen.insert(*t));
            if !terms.is_empty() {
                of_head.push((*input, terms));
            }
        }
        offers.insert(head, of_head);
    }
    offers
}

/// The variables that an input may be put into: with their own values, they stay as they are.
fn keeping(pool: &TermPool, system: &TransitionSystem, head: LocationId, input: Term) -> Vec<Term> {
    let symbol = pool.as_symbol(input).expect("inputs are symbols");
    let mut found = Vec::new();
    for edge in system.edges_from(head) {
        for (id, value) in system.updates(edge) {
            let variable = system.variable(id).symbol;
            let is_here = system.location(head).variables.contains(&id);
            if is_here
                && pool.sort(variable) == pool.sort(input)
                && value != variable
                && pool.symbols_of(&[value]).contains(&symbol)
            {
                found.push(variable);
            }
        }
    }
    found
}

/// One of the ways to choose inputs: at first the best of each, then what leaves variables as they are, then any. `None` if
/// there are no others.
pub(super) fn choose(offers: &Offers, number: usize, random: &mut Random) -> Option<Choices> {
    let most = offers
        .values()
        .flatten()
        .map(|(_, terms)| terms.len())
        .max();
    if number > 0 && most.is_none_or(|most| most < 2) {
        return None;
    }
    let mut choices = Choices::new();
    for (location, inputs) in offers {
        let mut of_location = Vec::new();
        for (input, terms) in inputs {
            let index = match number {
                0..=5 => number.min(terms.len() - 1),
                _ => random.below(terms.len()),
            };
            of_location.push((*input, terms[index]));
        }
        choices.insert(*location, of_location);
    }
    Some(choices)
}

/// How often other random inputs are tried where an assumption does not hold.
const MOST_TRIES: u32 = 8;

/// Goes on from the end of a stem with chosen inputs; all others are random. `None` if the run ends.
pub(super) fn follow(
    pool: &TermPool,
    system: &TransitionSystem,
    program: &Program,
    stem: &Stem,
    choices: &Choices,
    random: &mut Random,
) -> Option<Vec<Step>> {
    let mut here = (stem.location, stem.state.clone());
    let mut steps = Vec::new();
    for _ in 0..TURNS {
        let (location, state) = here;
        let tries = match system.block(location).stops.is_empty() {
            true => 1,
            false => MOST_TRIES,
        };
        let (inputs, after) = (0..tries).find_map(|_| {
            let mut inputs = any_inputs(pool, system, location, random);
            let mut evaluator = Evaluator::new(pool, &state);
            for (input, term) in choices.get(&location).into_iter().flatten() {
                let symbol = pool.as_symbol(*input).expect("inputs are symbols");
                inputs.insert(symbol, evaluator.eval(*term));
            }
            let after = next(pool, system, program, location, &state, &inputs)?;
            Some((inputs, after))
        })?;
        here = after;
        steps.push(Step {
            location,
            state,
            inputs,
        });
    }
    Some(steps)
}

/// Random inputs of a block.
fn any_inputs(
    pool: &TermPool,
    system: &TransitionSystem,
    location: LocationId,
    random: &mut Random,
) -> Values {
    let mut inputs = Values::default();
    for input in &system.block(location).inputs {
        let symbol = pool.as_symbol(*input).expect("inputs are symbols");
        if let Sort::BitVec(width) = pool.sort(*input) {
            let bits = match random.below(3) {
                0 => random.next(),
                _ => random.below(4) as u64,
            };
            inputs.insert(symbol, Value::BitVec(BitVec::new(width, bits)));
        }
    }
    inputs
}
