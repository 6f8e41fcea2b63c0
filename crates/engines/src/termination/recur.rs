//! Recurrent sets: states that a run need never leave, although none of them has to come twice.
//!
//! A solver gives runs from the entry that go round a cycle for some blocks ([`stem`]). From where such a run has come to, the
//! transition system is executed on values, with inputs that are simple terms of the state: what they were in the run, what
//! leaves a variable as it is, a variable, a constant. Most choices leave the cycle soon. If one does not, conditions that held
//! in all states of this execution are candidates ([`shape`]), and the greatest subset that the cycle keeps is computed
//! ([`closed`]). If it keeps the run in the cycle, too, it is a recurrent set. So a set is looked for only where a run has been,
//! and what the states of a long run have in common is not guessed but seen (for the idea see H. Velroyen, P. Rümmer,
//! *Non-termination Checking for Imperative Programs*, TAP 2008; for sets whose inputs are terms D. Larraz, K. Nimkar, A.
//! Oliveras, E. Rodríguez-Carbonell, A. Rubio, *Proving Non-termination Using Max-SMT*, CAV 2014).
//!
//! Everything found here is a claim. [`evidence::Recurrence`] proves it with a fresh solver, and lets the interpreter follow
//! the run. Arithmetic progressions and loops without an exit are recurrent sets, too.

mod closed;
mod shape;
mod stem;

use crate::Engine;
use crate::board::Note;
use crate::context::{Context, Programs};
use closed::{Closing, Node, Part};
use encode::exec::CutPoints;
use encode::system::{LocationId, TransitionSystem};
use evidence::{
    Judged, NoLasso, NotInductive, NotRecurrent, Reason, Recurrence, Station, Values, free_inputs,
    possible_inputs,
};
use program::{InputSource, Program};
use smt::{Limits, Solver, Why};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use stem::{Choices, Random, Stem, Step};
use term::{Term, TermPool};

/// Larger systems are not searched.
const MOST_LOCATIONS: usize = 40;

/// Choices of inputs that are tried from one state.
const MOST_CHOICES: usize = 24;

/// So many sets may fail before the search ends.
const MOST_FAILURES: u32 = 24;

/// So many phases a cycle of one location may have.
const MOST_PHASES: usize = 3;

/// Conflicts that one question may take.
const CONFLICTS: u64 = 10_000;

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct Recur {
    pub cuts: CutPoints,
}

impl Engine for Recur {
    fn name(&self) -> &'static str {
        "recur"
    }

    fn run(&self, context: &mut Context) {
        let notes = context.board.notes_from(0);
        let is_answered = notes
            .iter()
            .any(|n| matches!(n.note, Note::TerminatesIf { .. } | Note::Terminates(_)));
        let Some(programs) = context.programs().filter(|_| !is_answered) else {
            return;
        };
        let found = self.find(context, &programs);
        match found {
            Ok(true) => context.count("recurrent_set", 1),
            Ok(false) => {}
            Err(reason) => context.give_up(reason),
        }
    }
}

impl Recur {
    /// Whether a set was found, and put up.
    fn find(&self, context: &mut Context, programs: &Arc<Programs>) -> Result<bool, Reason> {
        let system = context.system(self.cuts)?;
        if !system.families.is_empty() || system.locations.len() > MOST_LOCATIONS {
            return Ok(false);
        }
        context.progress(None, "looking for recurrent sets");
        let brief = (**context).clone();
        let pool = &mut context.pool;
        let mut search = Search {
            system: &system,
            program: &programs.promoted,
            solver: brief.backend.make(),
            limits: Limits {
                conflicts: Some(CONFLICTS),
                ..brief.limits.clone()
            },
            random: Random::new(),
            tried: 0,
            failures: 0,
        };
        let judged = Judged {
            original: &programs.original,
            promoted: &programs.promoted,
            promotion: &programs.promotion,
            goals: &brief.goals,
        };
        let mut doubt = None;
        let lasso = search.all(pool, &mut |pool, claim| {
            let checked = claim.check(pool, &system, &judged, &brief.limits);
            match checked {
                Ok(lasso) => Ok(Some(lasso)),
                Err(NotRecurrent::Set(NotInductive::Open(why))) => Err(why.into()),
                Err(NotRecurrent::Set(NotInductive::Refuted(what))) => Err(Reason::Internal(
                    format!("the checker rejects a recurrent set: {what}"),
                )),
                Err(NotRecurrent::Run(why)) => {
                    doubt = doubt.take().or_else(|| reason(why));
                    Ok(None)
                }
            }
        });
        let (tried, failures) = (search.tried, search.failures);
        context.count("choices", tried);
        context.count("failures", u64::from(failures));
        match (lasso?, doubt) {
            (Some(lasso), _) => {
                context.board.post(Note::Diverges(Arc::new(lasso)));
                Ok(true)
            }
            (None, Some(reason)) => Err(reason),
            (None, None) => Ok(false),
        }
    }
}

/// Why a run was rejected, if a user should know.
fn reason(why: NoLasso) -> Option<Reason> {
    match why {
        NoLasso::Doubt(InputSource::Approximated(function)) => Some(Reason::Approximated {
            function,
            place: program::Place::NOWHERE,
        }),
        _ => None,
    }
}

struct Search<'a> {
    system: &'a TransitionSystem,
    program: &'a Program,
    solver: Box<dyn Solver>,
    limits: Limits,
    random: Random,
    /// Choices of inputs that were executed.
    tried: u64,
    /// Sets that were not closed.
    failures: u32,
}

/// Judges a claim: `Some` ends the search.
type Judge<'a, T> = dyn FnMut(&mut TermPool, &Recurrence) -> Result<Option<T>, Reason> + 'a;

impl Search<'_> {
    /// The first claim that is confirmed.
    fn all<T>(
        &mut self,
        pool: &mut TermPool,
        judge: &mut Judge<'_, T>,
    ) -> Result<Option<T>, Reason> {
        let free: BTreeMap<LocationId, Vec<Term>> = self
            .system
            .blocks()
            .map(|(location, block)| (location, free_inputs(self.program, block)))
            .collect();
        let mut stems = stem::Stems::new(pool, self.system, self.program);
        while let Some(stem) = stems.next(pool, &mut *self.solver, &self.limits)? {
            let offers = stem::offers(pool, self.system, &free, &stem);
            for number in 0..MOST_CHOICES {
                let Some(choices) = stem::choose(&offers, number, &mut self.random) else {
                    break;
                };
                if let Some(why) = self.limits.expired() {
                    return Err(why.into());
                }
                self.tried += 1;
                let run = stem::follow(
                    pool,
                    self.system,
                    self.program,
                    &stem,
                    &choices,
                    &mut self.random,
                );
                let Some(run) = run else {
                    continue;
                };
                if let Some(claim) = self.claim(pool, &stem, &run, &choices)?
                    && let Some(found) = judge(pool, &claim)?
                {
                    return Ok(Some(found));
                }
                if self.failures >= MOST_FAILURES {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// What to claim of a run that has not left the cycle.
    fn claim(
        &mut self,
        pool: &mut TermPool,
        stem: &Stem,
        run: &[Step],
        choices: &Choices,
    ) -> Result<Option<Recurrence>, Reason> {
        let half = run.len() / 2;
        let cycle: BTreeSet<LocationId> = run[half..].iter().map(|s| s.location).collect();
        let outside = run.iter().rposition(|s| !cycle.contains(&s.location));
        let first = outside.map_or(0, |index| index + 1);
        let most = match cycle.len() {
            1 => MOST_PHASES,
            _ => 1,
        };
        // What is only so in the first rounds may be what spoils the set.
        let assumes = |l: &LocationId| !self.system.block(*l).stops.is_empty();
        let lenient: &[bool] = match cycle.iter().any(assumes) {
            true => &[false, true],
            false => &[false],
        };
        for since in BTreeSet::from([first, half]) {
            for (phases, lenient) in (1..=most).flat_map(|n| lenient.iter().map(move |l| (n, *l))) {
                let how = (phases, lenient);
                let nodes = nodes(pool, self.system, &run[since..], choices, how);
                let mut closing = Closing::new(&mut *self.solver, &self.limits);
                let closed = match closing.close(pool, nodes) {
                    Ok(closed) => closed,
                    Err(Why::Conflicts) => None,
                    Err(why) => return Err(why.into()),
                };
                let stations = match closed {
                    Some(parts) => self.stations(pool, stem, parts, choices, lenient)?,
                    None => None,
                };
                let Some(stations) = stations else {
                    self.failures += 1;
                    continue;
                };
                let on_the_way = run[..since].iter().map(|s| s.inputs.clone());
                let inputs: Vec<Values> = stem.inputs.iter().cloned().chain(on_the_way).collect();
                return Ok(Some(Recurrence {
                    stations,
                    stem: inputs,
                    engine: "states that a run has been in".to_string(),
                }));
            }
        }
        Ok(None)
    }
}

impl Search<'_> {
    /// The parts with the inputs that keep a run in them, if the assumptions on the way leave any.
    fn stations(
        &mut self,
        pool: &mut TermPool,
        stem: &Stem,
        parts: Vec<Part>,
        choices: &Choices,
        lenient: bool,
    ) -> Result<Option<Vec<Station>>, Reason> {
        let mut stations = Vec::new();
        for part in parts {
            let chosen = choices.get(&part.location).cloned().unwrap_or_default();
            let witnesses = match lenient {
                true => self.witnesses(pool, stem, part.location, &chosen),
                false => Vec::new(),
            };
            let inputs = [&chosen[..], &witnesses].concat();
            let mut closing = Closing::new(&mut *self.solver, &self.limits);
            match closing.goes_on(pool, self.system, &part, &inputs) {
                Ok(true) => {}
                Ok(false) | Err(Why::Conflicts) => return Ok(None),
                Err(why) => return Err(why.into()),
            }
            stations.push(Station {
                location: part.location,
                set: part.set,
                choices: chosen,
                witnesses,
            });
        }
        Ok(Some(stations))
    }

    /// What inputs that are not chosen were in a run that went on, if assumptions may be about them.
    fn witnesses(
        &self,
        pool: &mut TermPool,
        stem: &Stem,
        location: LocationId,
        chosen: &[(Term, Term)],
    ) -> Vec<(Term, Term)> {
        let block = self.system.block(location);
        let here = stem.ahead.iter().find(|s| s.location == location);
        let Some(here) = here.filter(|_| !block.stops.is_empty()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for input in possible_inputs(self.program, block) {
            let symbol = pool.as_symbol(input).expect("inputs are symbols");
            let is_chosen = chosen.iter().any(|(other, _)| *other == input);
            if let Some(value) = here.inputs.get(&symbol).filter(|_| !is_chosen) {
                found.push((input, pool.constant(pool.sort(input), value)));
            }
        }
        found
    }
}

/// The parts of a set that is looked for: one for each location, or one for each phase of a single location.
fn nodes(
    pool: &mut TermPool,
    system: &TransitionSystem,
    run: &[Step],
    choices: &Choices,
    (phases, lenient): (usize, bool),
) -> Vec<Node> {
    let mut visits: BTreeMap<(LocationId, usize), Vec<&Values>> = BTreeMap::new();
    for (index, step) in run.iter().enumerate() {
        let known = visits.entry((step.location, index % phases)).or_default();
        known.push(&step.state);
    }
    let locations: Vec<(LocationId, usize)> = visits.keys().copied().collect();
    let mut nodes: Vec<Node> = Vec::new();
    for (location, phase) in &locations {
        let next = |to: LocationId| {
            let phase = (phase + 1) % phases;
            locations.iter().position(|l| *l == (to, phase))
        };
        let chosen = choices.get(location).map_or(&[][..], |c| c);
        let node = Node::new(pool, system, *location, chosen, lenient, &next);
        nodes.push(node);
    }
    shape::add_candidates(
        pool,
        system,
        &mut nodes,
        &visits.into_values().collect::<Vec<_>>(),
    );
    nodes
}
