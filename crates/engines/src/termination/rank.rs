//! Ranking: for each cycle of the transition system, numbers that fall along it.
//!
//! The measures of a cycle are found one after the other. Each is a linear function at every location of the cycle that grows
//! on no edge and falls on as many as possible. Edges on which it falls are taken finitely often and are left out; on the others
//! it stays the same from some point on, which is a premise for the next measure. So the measures together are a lexicographic
//! ranking function, and a cycle of nested loops is taken apart from the outside to the inside (Alias, Darte, Feautrier and
//! Gonnord, *Multi-dimensional Rankings, Program Termination, and Complexity Bounds of Flowchart Programs*, SAS 2010). Where
//! they solve linear programs, we let a solver propose coefficients for samples ([`super::learner`]) and another one look for
//! transitions that refute them. Both work on bit-vectors, wide enough that nothing wraps around.
//!
//! What holds at the locations comes from abstract interpretation, and from the lemmas on the board. Checks are taken for
//! granted: a block is left by an edge only if nothing in it goes wrong.
//!
//! Everything found here is a claim. [`evidence::Ranking`] proves it with a fresh solver.

use super::feature::{Column, columns};
use super::learner::{Coefficients, Learner, Sample, Shape};
use super::relations::{self, Step};
use super::support;
use crate::Engine;
use crate::board::{Note, Obstacle, Signed};
use crate::context::{Brief, Context};
use encode::exec::CutPoints;
use encode::lemma::Lemmas;
use encode::system::{EdgeId, LocationId, TransitionSystem};
use evidence::{Measure, NotInductive, Ranking, Reason, Relation};
use program::Place;
use rustc_hash::FxHashMap;
use smt::{Answer, Limits, Solver, Why};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::{Term, TermPool};

/// The shapes of functions that are tried.
const SHAPES: [Shape; 4] = [
    Shape { range: 1, most: 1 },
    Shape { range: 1, most: 2 },
    Shape { range: 10, most: 3 },
    Shape {
        range: 10,
        most: usize::MAX,
    },
];

/// So many of them are found fast, if they exist.
const SIMPLE: usize = 2;

/// Transitions on which a function of one shape is to fall, one after the other.
const MOST_TARGETS: usize = 12;

/// Proposals for one measure.
const MOST_PROPOSALS: usize = 40;

/// Measures of one cycle.
const MOST_MEASURES: usize = 12;

/// Conflicts that one question about transitions may take, and one about coefficients.
const CONFLICTS: u64 = 20_000;
const LEARNER_CONFLICTS: u64 = 1_000;

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct Rank {
    pub cuts: CutPoints,
}

impl Engine for Rank {
    fn name(&self) -> &'static str {
        "rank"
    }

    fn run(&self, context: &mut Context) {
        let notes = context.board.notes_from(0);
        let done = |n: &Signed| matches!(n.note, Note::TerminatesIf { .. });
        if notes.iter().any(done) {
            return;
        }
        if let Err(reason) = self.prove(context, &notes) {
            context.give_up(reason);
        }
    }
}

impl Rank {
    fn prove(&self, context: &mut Context, notes: &[Signed]) -> Result<(), Reason> {
        let built = context.system(self.cuts)?;
        context.progress(None, "looking for ranking functions");
        let pool = &mut context.pool;
        let mut invariants = vec![pool.tt(); built.locations.len()];
        if let Some(seed) = context.seed(&built, &BTreeSet::new()) {
            invariants = seed.by_location(&mut context.pool, &built);
        }
        // What was proved of memory is no lemma.
        let mut instances = Vec::new();
        let mut system = built;
        if let Some(proof) = context.proof(self.cuts).cloned() {
            for (invariant, more) in invariants.iter_mut().zip(&proof.invariants) {
                *invariant = context.pool.and(*invariant, *more);
            }
            (system, instances) = (proof.system, proof.instances);
        }
        invariants[TransitionSystem::ENTRY.index()] = context.pool.tt();
        let lemmas: Vec<Arc<Lemmas>> = notes
            .iter()
            .filter_map(|n| match &n.note {
                Note::Lemma(lemmas) => Some(lemmas.clone()),
                _ => None,
            })
            .collect();
        let brief = (**context).clone();
        let pool = &mut context.pool;
        let mut assumed = with_instances(pool, &invariants, &instances);
        for lemmas in &lemmas {
            for (assumed, known) in assumed.iter_mut().zip(lemmas.in_system(pool, &system)) {
                *assumed = pool.and(*assumed, known);
            }
        }
        let argued = argue(pool, &brief, &system, &mut invariants, &mut assumed, &ALL);
        let Argued {
            counts,
            measures,
            relations,
            kind,
            stuck,
        } = argued?;
        for (name, count) in counts {
            context.count(name, count);
        }
        // A run that makes more objects than a system can count need not end.
        if let Some(place) = too_many_objects(&mut context.pool, &brief, &system, &assumed)? {
            context.meet(Obstacle::Gap {
                what: "an allocation in a loop".to_string(),
                place,
            });
            return Ok(());
        }
        context.count("measures", measures.len() as u64);
        let Some(kind) = kind else {
            let place = stuck.map(|l| system.location(l).place);
            return Err(Reason::Endless { place });
        };
        context.count(kind, 1);
        let claim = Ranking {
            invariants,
            instances,
            lemmas,
            measures,
            relations,
            engine: match kind {
                "disjunctive" => "disjunctive transition invariants".to_string(),
                _ => format!("{kind} ranking functions"),
            },
        };
        context.progress(None, "confirming the ranking functions");
        let types = brief.types();
        let checked = claim.check(&mut context.pool, &system, types, &brief.limits);
        let certificate = checked.map_err(|error| match error {
            NotInductive::Open(why) => why.into(),
            NotInductive::Refuted(what) => {
                Reason::Internal(format!("the checker rejects a ranking argument: {what}"))
            }
        })?;
        let ranked = certificate.ranking().expect("it was just made");
        let granted = ranked.granted().clone();
        context.board.post(Note::TerminatesIf {
            certificate,
            granted,
        });
        Ok(())
    }
}

/// What is tried in turn: whether more facts are looked for, whether functions may be linear case by case, and their shapes.
type Attempt = (bool, bool, &'static [Shape]);

/// Simple functions, then more facts, and only then functions that are more expensive to look for.
const ALL: [Attempt; 4] = [
    (false, false, SHAPES.split_at(SIMPLE).0),
    (true, false, SHAPES.split_at(SIMPLE).0),
    (true, true, SHAPES.split_at(SIMPLE).0),
    (true, false, &SHAPES),
];

/// Only what is found fast.
pub(super) const FAST: [Attempt; 1] = [(true, false, SHAPES.split_at(SIMPLE).0)];

/// What was found.
pub(super) struct Argued {
    counts: Vec<(&'static str, u64)>,
    pub measures: Vec<Measure>,
    pub relations: Vec<Relation>,
    /// What it consists of; `None` if it is not enough.
    pub kind: Option<&'static str>,
    /// A location of a cycle for which nothing was found.
    stuck: Option<LocationId>,
}

/// Looks for an argument that the edges of a system are not taken for ever. `assumed` holds at the locations; what is found to
/// hold besides is added to it and to `invariants`.
pub(super) fn argue(
    pool: &mut TermPool,
    brief: &Brief,
    system: &TransitionSystem,
    invariants: &mut [Term],
    assumed: &mut [Term],
    attempts: &[Attempt],
) -> Result<Argued, Reason> {
    let (mut proposals, mut questions, mut support) = (0, 0, None);
    let mut argued = Argued {
        counts: Vec::new(),
        measures: Vec::new(),
        relations: Vec::new(),
        kind: None,
        stuck: None,
    };
    for (facts, with_pieces, shapes) in attempts {
        if *facts && support.is_none() {
            let (more, found) = strengthened(pool, brief, system, assumed)?;
            for (index, more) in more.into_iter().enumerate() {
                invariants[index] = pool.and(invariants[index], more);
                assumed[index] = pool.and(assumed[index], more);
            }
            support = Some(found);
            if found == 0 && attempts.len() > 1 {
                continue;
            }
        }
        let mut search = Search::new(pool, brief, system, assumed, shapes, *with_pieces);
        let is_enough = search.all(pool)?;
        proposals += search.proposals;
        questions += search.questions;
        argued.stuck = search.stuck;
        if is_enough {
            argued.measures = std::mem::take(&mut search.measures);
            argued.kind = Some(match (most_at_one_place(&argued.measures), with_pieces) {
                (0 | 1, false) => "linear",
                (_, false) => "lexicographic",
                (_, true) => "piecewise",
            });
            break;
        }
    }
    if argued.kind.is_none() && attempts.len() > 1 {
        // What is left when simple functions have taken what they can.
        let shapes = SHAPES.split_at(SIMPLE).0;
        let mut search = Search::new(pool, brief, system, assumed, shapes, false);
        let is_enough = search.all(pool)?;
        if !is_enough && let Some(relations) = search.relations(pool, assumed)? {
            argued.measures = std::mem::take(&mut search.measures);
            argued.relations = relations;
            argued.kind = Some("disjunctive");
        }
    }
    argued.counts.push(("support", support.unwrap_or(0)));
    argued.counts.push(("proposals", proposals));
    argued.counts.push(("questions", questions));
    Ok(argued)
}

/// More that holds at the locations, and how much that is.
fn strengthened(
    pool: &mut TermPool,
    brief: &Brief,
    system: &TransitionSystem,
    known: &[Term],
) -> Result<(Vec<Term>, u64), Reason> {
    brief.progress(None, "looking for supporting invariants");
    let limits = Limits {
        conflicts: Some(CONFLICTS),
        ..brief.limits.clone()
    };
    let mut solver = brief.backend.make();
    let leaves = |pool: &mut TermPool, edge: EdgeId| taken(pool, system, edge);
    support::strengthen(pool, system, known, &leaves, &mut *solver, &limits).map_err(open)
}

/// Invariants with what they say of some values of rigid variables.
fn with_instances(
    pool: &mut TermPool,
    invariants: &[Term],
    instances: &[Vec<(Term, Term)>],
) -> Vec<Term> {
    let mut all = invariants.to_vec();
    for (invariant, instances) in all.iter_mut().zip(instances) {
        let general = *invariant;
        for (rigid, value) in instances {
            let mut value_of =
                |pool: &mut TermPool, s| (pool.symbol_term(s) == *rigid).then_some(*value);
            let instance = pool.substitute(general, &mut value_of, &mut FxHashMap::default());
            *invariant = pool.and(*invariant, instance);
        }
    }
    all
}

/// Where more objects may be made than there are numbers for.
fn too_many_objects(
    pool: &mut TermPool,
    brief: &Brief,
    system: &TransitionSystem,
    assumed: &[Term],
) -> Result<Option<Place>, Reason> {
    let mut solver = brief.backend.make();
    let limits = Limits {
        conflicts: Some(CONFLICTS),
        ..brief.limits.clone()
    };
    for (location, block) in system.blocks() {
        for gap in block.gaps.iter().filter(|g| g.assumption.is_some()) {
            let question = [assumed[location.index()], gap.guard];
            match solver.check(pool, &question, &limits) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) | Answer::Unknown(Why::Conflicts) => return Ok(Some(gap.place)),
                Answer::Unknown(why) => return Err(why.into()),
            }
        }
    }
    Ok(None)
}

/// An edge is taken, and nothing in its block goes wrong.
fn taken(pool: &mut TermPool, system: &TransitionSystem, edge: EdgeId) -> Term {
    let block = system.block(edge.from);
    let mut all = vec![system.edge(edge).guard];
    all.extend(block.checks.iter().map(|c| pool.not(c.condition)));
    all.extend(block.gaps.iter().map(|g| pool.not(g.guard)));
    pool.and_all(all)
}

/// How many measures one location has.
fn most_at_one_place(measures: &[Measure]) -> usize {
    let mut counts: BTreeMap<LocationId, usize> = BTreeMap::new();
    for location in measures.iter().flat_map(|m| m.functions.keys()) {
        *counts.entry(*location).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

/// An edge that a run may still take for ever, if this holds on it.
#[derive(Clone)]
struct Active {
    edge: EdgeId,
    premises: Vec<Term>,
}

/// The search for measures.
struct Search<'a> {
    brief: &'a Brief,
    system: &'a TransitionSystem,
    solver: Box<dyn Solver>,
    limits: Limits,
    active: Vec<Active>,
    shapes: &'a [Shape],
    /// Whether functions may be linear case by case.
    with_pieces: bool,
    /// What was found.
    measures: Vec<Measure>,
    stuck: Option<LocationId>,
    proposals: u64,
    questions: u64,
}

/// A cycle, and what its states are described by.
struct Cycle {
    edges: Vec<Active>,
    columns: BTreeMap<LocationId, Vec<Column>>,
    /// By edge, the terms of the columns after it.
    after: Vec<Vec<Column>>,
    /// The width in which measures are computed.
    width: u32,
}

/// What a measure does on an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Falls,
    StaysOrFalls,
}

impl<'a> Search<'a> {
    fn new(
        pool: &mut TermPool,
        brief: &'a Brief,
        system: &'a TransitionSystem,
        assumed: &[Term],
        shapes: &'a [Shape],
        with_pieces: bool,
    ) -> Search<'a> {
        let mut active = Vec::new();
        for edge in system.edges() {
            let taken = taken(pool, system, edge);
            let together = pool.and(assumed[edge.from.index()], taken);
            active.push(Active {
                edge,
                premises: vec![together],
            });
        }
        Search {
            brief,
            system,
            solver: brief.backend.make(),
            limits: Limits {
                conflicts: Some(CONFLICTS),
                ..brief.limits.clone()
            },
            active,
            shapes,
            with_pieces,
            measures: Vec::new(),
            stuck: None,
            proposals: 0,
            questions: 0,
        }
    }

    /// Measures for all cycles; whether none is left.
    fn all(&mut self, pool: &mut TermPool) -> Result<bool, Reason> {
        let mut stuck: BTreeSet<BTreeSet<LocationId>> = BTreeSet::new();
        loop {
            let cycles = self.cycles();
            let next = cycles.into_iter().find(|c| !stuck.contains(c));
            let Some(cycle) = next else {
                self.stuck = { stuck.iter() }.find_map(|c| c.first().copied());
                return Ok(stuck.is_empty());
            };
            let is_much = self.measures.len() >= MOST_MEASURES * self.system.locations.len();
            match self.measure(pool, &cycle) {
                Ok(Some(measure)) if !is_much => self.measures.push(measure),
                Ok(_) | Err(Reason::Endless { .. }) => drop(stuck.insert(cycle)),
                Err(reason) => return Err(reason),
            }
        }
    }

    /// Relations for the cycles that are left.
    fn relations(
        &mut self,
        pool: &mut TermPool,
        assumed: &[Term],
    ) -> Result<Option<Vec<Relation>>, Reason> {
        self.brief
            .progress(None, "looking for disjunctive transition invariants");
        let mut all = Vec::new();
        for locations in self.cycles() {
            let Cycle {
                edges,
                columns,
                after,
                width,
            } = self.cycle(pool, &locations);
            let mut steps = Vec::new();
            for (active, after) in edges.iter().zip(&after) {
                steps.push(Step {
                    from: active.edge.from,
                    to: self.system.edge(active.edge).to,
                    premises: active.premises.clone(),
                    after: relations::numbers(pool, after, width),
                });
            }
            let columns = columns
                .iter()
                .map(|(location, columns)| (*location, relations::numbers(pool, columns, width)));
            let columns = columns.collect();
            let mut search = relations::Search::new(
                pool,
                self.system,
                columns,
                assumed,
                &mut *self.solver,
                &self.limits,
            );
            match search.all(pool, &steps) {
                Ok(Some(relations)) => all.extend(relations),
                Ok(None) | Err(Why::Conflicts) => return Ok(None),
                Err(why) => return Err(why.into()),
            }
        }
        Ok(Some(all))
    }

    /// The sets of locations that can be reached from one another by active edges.
    fn cycles(&self) -> Vec<BTreeSet<LocationId>> {
        let mut reached: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
        loop {
            let mut changed = false;
            for active in &self.active {
                let (from, to) = (active.edge.from, self.system.edge(active.edge).to);
                let mut new = reached.get(&to).cloned().unwrap_or_default();
                new.insert(to);
                let known = reached.entry(from).or_default();
                let before = known.len();
                known.extend(new);
                changed |= known.len() > before;
            }
            if !changed {
                break;
            }
        }
        let mut cycles: Vec<BTreeSet<LocationId>> = Vec::new();
        for (location, all) in &reached {
            if all.contains(location) && !cycles.iter().any(|c| c.contains(location)) {
                let back = |other: &LocationId| {
                    let others = reached.get(other);
                    others.is_some_and(|o| o.contains(location))
                };
                cycles.push(all.iter().copied().filter(back).collect());
            }
        }
        cycles
    }

    /// A measure that falls on at least one transition of a cycle; the edges are updated.
    fn measure(
        &mut self,
        pool: &mut TermPool,
        locations: &BTreeSet<LocationId>,
    ) -> Result<Option<Measure>, Reason> {
        let cycle = self.cycle(pool, locations);
        let mut samples: Vec<Sample> = Vec::new();
        for index in 0..cycle.edges.len() {
            let yes = pool.tt();
            match self.transition(pool, &cycle, index, yes)? {
                Some(sample) => samples.push(sample),
                None => {
                    // It is never taken.
                    self.remove(cycle.edges[index].edge);
                    return Ok(Some(self.nothing(pool, &cycle)));
                }
            }
        }
        let counts: BTreeMap<LocationId, usize> =
            cycle.columns.iter().map(|(l, c)| (*l, c.len())).collect();
        for shape in self.shapes {
            let solver = self.brief.backend.make();
            let mut learner = Learner::new(pool, solver, &counts, *shape);
            for sample in &samples {
                learner.add(pool, sample);
            }
            // What refutes a function may be what another one falls on.
            let mut next = 0;
            while next < samples.len().min(MOST_TARGETS) {
                let falling = vec![samples[next].clone()];
                next += 1;
                let found = self.refine(pool, &cycle, &mut learner, &mut samples, &falling)?;
                if let Some(first) = found {
                    let best =
                        self.improve(pool, &cycle, &mut learner, &mut samples, falling, first)?;
                    return Ok(Some(self.apply(pool, &cycle, &best)?));
                }
            }
        }
        Ok(None)
    }

    /// The cycle of some locations.
    fn cycle(&self, pool: &mut TermPool, locations: &BTreeSet<LocationId>) -> Cycle {
        let inside = |a: &&Active| {
            locations.contains(&a.edge.from) && locations.contains(&self.system.edge(a.edge).to)
        };
        let edges: Vec<Active> = self.active.iter().filter(inside).cloned().collect();
        let ids: Vec<EdgeId> = edges.iter().map(|a| a.edge).collect();
        let columns = columns(pool, self.system, locations, &ids, self.with_pieces);
        let after = edges
            .iter()
            .map(|active| {
                let values: FxHashMap<Term, Term> = self
                    .system
                    .updates(active.edge)
                    .map(|(id, value)| (self.system.variable(id).symbol, value))
                    .collect();
                let mut known = FxHashMap::default();
                let to = self.system.edge(active.edge).to;
                let mut after = Vec::new();
                for column in &columns[&to] {
                    let mut value_of =
                        |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
                    after.push(Column {
                        term: pool.substitute(column.term, &mut value_of, &mut known),
                        signed: column.signed,
                    });
                }
                after
            })
            .collect();
        let widest = columns.values().flatten().map(|c| pool.width(c.term)).max();
        Cycle {
            edges,
            columns,
            after,
            width: widest.unwrap_or(1) + 12,
        }
    }

    /// A transition along an edge with which something holds.
    fn transition(
        &mut self,
        pool: &mut TermPool,
        cycle: &Cycle,
        index: usize,
        also: Term,
    ) -> Result<Option<Sample>, Reason> {
        self.questions += 1;
        let active = &cycle.edges[index];
        let to = self.system.edge(active.edge).to;
        let mut question = active.premises.clone();
        question.push(also);
        let all = pool.and_all(question.iter().copied());
        if pool.is_false(all) {
            return Ok(None);
        }
        match self.solver.check(pool, &question, &self.limits) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(why) => Err(open(why)),
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                let mut numbers = |columns: &[Column]| -> Vec<i128> {
                    let number = |c: &Column| {
                        let value = evaluator.eval(c.term).as_bitvec().clone();
                        let bits = value.to_u64().expect("a column has at most 64 bits");
                        let wide = i128::from(bits);
                        match c.signed && value.is_negative() {
                            true => wide - (1i128 << value.width()),
                            false => wide,
                        }
                    };
                    columns.iter().map(number).collect()
                };
                Ok(Some(Sample {
                    from: active.edge.from,
                    to,
                    before: numbers(&cycle.columns[&active.edge.from]),
                    after: numbers(&cycle.after[index]),
                }))
            }
        }
    }

    /// Coefficients of a function that grows on no transition of the cycle and falls on the given ones.
    fn refine(
        &mut self,
        pool: &mut TermPool,
        cycle: &Cycle,
        learner: &mut Learner,
        samples: &mut Vec<Sample>,
        falling: &[Sample],
    ) -> Result<Option<Coefficients>, Reason> {
        for _ in 0..MOST_PROPOSALS {
            self.proposals += 1;
            let chosen: Vec<&Sample> = falling.iter().collect();
            let limits = Limits {
                conflicts: Some(LEARNER_CONFLICTS),
                ..self.limits.clone()
            };
            let proposed = learner.propose(pool, &chosen, &limits).map_err(open)?;
            let Some(coefficients) = proposed else {
                return Ok(None);
            };
            let mut refuted = false;
            for index in 0..cycle.edges.len() {
                let (before, after) = self.values(pool, cycle, index, &coefficients);
                let grows = pool.slt(before, after);
                if let Some(sample) = self.transition(pool, cycle, index, grows)? {
                    learner.add(pool, &sample);
                    samples.push(sample);
                    refuted = true;
                }
            }
            if !refuted {
                return Ok(Some(coefficients));
            }
        }
        Ok(None)
    }

    /// Lets the function fall on more transitions, as far as that is possible.
    fn improve(
        &mut self,
        pool: &mut TermPool,
        cycle: &Cycle,
        learner: &mut Learner,
        samples: &mut Vec<Sample>,
        mut falling: Vec<Sample>,
        mut best: Coefficients,
    ) -> Result<Coefficients, Reason> {
        let mut index = 0;
        let mut tried = 0;
        while index < cycle.edges.len() {
            let (before, after) = self.values(pool, cycle, index, &best);
            let stays = pool.eq(before, after);
            let Some(sample) = self.transition(pool, cycle, index, stays)? else {
                index += 1;
                tried = 0;
                continue;
            };
            falling.push(sample);
            let better = match tried < 4 {
                true => self.refine(pool, cycle, learner, samples, &falling)?,
                false => None,
            };
            match better {
                Some(better) => {
                    best = better;
                    tried += 1;
                }
                None => {
                    falling.pop();
                    index += 1;
                    tried = 0;
                }
            }
        }
        Ok(best)
    }

    /// The measure before and after an edge.
    fn values(
        &self,
        pool: &mut TermPool,
        cycle: &Cycle,
        index: usize,
        coefficients: &Coefficients,
    ) -> (Term, Term) {
        let edge = cycle.edges[index].edge;
        let to = self.system.edge(edge).to;
        let before = sum(
            pool,
            cycle,
            &cycle.columns[&edge.from],
            &coefficients[&edge.from],
        );
        let after = sum(pool, cycle, &cycle.after[index], &coefficients[&to]);
        (before, after)
    }

    /// The measure, after the edges on which it falls are left out.
    fn apply(
        &mut self,
        pool: &mut TermPool,
        cycle: &Cycle,
        coefficients: &Coefficients,
    ) -> Result<Measure, Reason> {
        for index in 0..cycle.edges.len() {
            let (before, after) = self.values(pool, cycle, index, coefficients);
            let stays = pool.eq(before, after);
            let effect = match self.transition(pool, cycle, index, stays)? {
                None => Effect::Falls,
                Some(_) => Effect::StaysOrFalls,
            };
            let edge = cycle.edges[index].edge;
            match effect {
                Effect::Falls => self.remove(edge),
                Effect::StaysOrFalls => {
                    let mut all = self.active.iter_mut();
                    let active = all.find(|a| a.edge == edge).expect("it is active");
                    active.premises.push(stays);
                }
            }
        }
        let functions = cycle.columns.iter().map(|(location, columns)| {
            let function = sum(pool, cycle, columns, &coefficients[location]);
            (*location, function)
        });
        Ok(Measure {
            functions: functions.collect(),
        })
    }

    /// A measure that is the same everywhere: an edge that is never taken falls with it as with any other.
    fn nothing(&self, pool: &mut TermPool, cycle: &Cycle) -> Measure {
        let zero = pool.zero(1);
        let locations = cycle.columns.keys();
        Measure {
            functions: locations.map(|l| (*l, zero)).collect(),
        }
    }

    fn remove(&mut self, edge: EdgeId) {
        self.active.retain(|a| a.edge != edge);
    }
}

/// A linear function, in a width in which it does not wrap around.
fn sum(pool: &mut TermPool, cycle: &Cycle, columns: &[Column], coefficients: &[i64]) -> Term {
    let width = cycle.width;
    let constant = coefficients.last().copied().unwrap_or(0);
    let mut sum = pool.bv_i64(width, constant);
    for (column, coefficient) in columns.iter().zip(coefficients) {
        if *coefficient == 0 {
            continue;
        }
        let number = match column.signed {
            true => pool.resize_signed(column.term, width),
            false => pool.resize_unsigned(column.term, width),
        };
        let factor = pool.bv_i64(width, *coefficient);
        let product = pool.bvmul(number, factor);
        sum = pool.bvadd(sum, product);
    }
    sum
}

pub(super) fn open(why: Why) -> Reason {
    match why {
        Why::Conflicts => Reason::Endless { place: None },
        other => other.into(),
    }
}
