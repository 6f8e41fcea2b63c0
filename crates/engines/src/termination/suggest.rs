//! Conditional termination: when does a function end that does not always end?
//!
//! Candidates are conditions on the numbers that a caller passes: comparisons with zero and with each other, and what the guards
//! of loops say of them at the first visit. With each of them as what is known at the entry, ranking functions are looked for.
//! Those for which there are some are alternatives, each proved by [`evidence::Ranking`]; those that another one covers are left
//! out. Then pairs are tried. So the condition need not be the weakest one (for the idea of a condition as the
//! answer see B. Cook, S. Gulwani, T. Lev-Ami, A. Rybalchenko, M. Sagiv, *Proving Conditional Termination*, CAV 2008).

use super::rank::{self, argue};
use super::support;
use crate::Answers;
use crate::context::{Brief, Context};
use encode::exec::CutPoints;
use encode::system::TransitionSystem;
use evidence::{Conditional, NotInductive, Ranking, Reason, Verdict, free_arguments};
use program::{CType, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Limits, Solver};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use term::{Op, Term, TermPool};

/// Conditions that are tried, alone and in pairs.
const MOST_ALONE: usize = 40;
const MOST_PAIRS: u32 = 60;

/// Alternatives that are worth reading.
const MOST_ALTERNATIVES: usize = 3;

/// A suggestion is not worth more than this.
const TIME: Duration = Duration::from_secs(10);

/// Conflicts that one question may take.
const CONFLICTS: u64 = 10_000;

/// Conditions under which the function that the program starts with ends: each of them is enough. None if it always ends, or has
/// no numbers as parameters.
pub(crate) fn suggest(context: &Context, answers: &Answers, cuts: CutPoints) -> Vec<Conditional> {
    let is_open = matches!(
        answers.termination,
        Some(Verdict::False(_) | Verdict::Unknown(_))
    );
    let programs = context.programs().filter(|_| is_open);
    let Some(programs) = programs.filter(|_| context.limits.expired().is_none()) else {
        return Vec::new();
    };
    let mut context = context.fork(0, context.common.cancel.child());
    context.ask(true);
    let latest = Instant::now() + TIME;
    let earlier = context.limits.deadline.map_or(latest, |d| d.min(latest));
    context.limits.deadline = Some(earlier);
    // Whatever is missing, there is no suggestion.
    let found = Search::new(&mut context, &programs.promoted, cuts).and_then(|mut s| s.all());
    found.unwrap_or_default()
}

struct Search<'a> {
    context: &'a mut Context,
    program: &'a Program,
    brief: Brief,
    system: std::sync::Arc<TransitionSystem>,
    /// What holds at the locations whatever the arguments are.
    known: Vec<Term>,
    solver: Box<dyn Solver>,
    limits: Limits,
}

impl<'a> Search<'a> {
    fn new(
        context: &'a mut Context,
        program: &'a Program,
        cuts: CutPoints,
    ) -> Result<Search<'a>, Reason> {
        let system = context.system(cuts)?;
        if free_arguments(program, &system).is_empty() {
            let what = "there are no arguments to choose".to_string();
            return Err(Reason::Lacking(what));
        }
        let mut known = vec![context.pool.tt(); system.locations.len()];
        if let Some(seed) = context.seed(&system, &BTreeSet::new()) {
            known = seed.by_location(&mut context.pool, &system);
        }
        let brief: Brief = (**context).clone();
        let limits = Limits {
            conflicts: Some(CONFLICTS),
            ..brief.limits.clone()
        };
        Ok(Search {
            context,
            program,
            solver: brief.backend.make(),
            brief,
            system,
            known,
            limits,
        })
    }

    fn all(&mut self) -> Result<Vec<Conditional>, Reason> {
        let conditions = self.conditions();
        let mut found: Vec<(Term, Conditional)> = Vec::new();
        for condition in conditions.iter().take(MOST_ALONE) {
            self.attempt(*condition, &mut found)?;
        }
        let mut tried = 0;
        // Those of the first conditions come first.
        for second in 1..conditions.len() {
            for first in 0..second {
                let (first, second) = (conditions[first], conditions[second]);
                let both = self.context.pool.and(first, second);
                let is_one_of_them = both == first || both == second;
                if tried < MOST_PAIRS && !self.context.pool.is_false(both) && !is_one_of_them {
                    tried += u32::from(self.attempt(both, &mut found)?);
                }
            }
        }
        found.truncate(MOST_ALTERNATIVES);
        Ok(found
            .into_iter()
            .map(|(_, conditional)| conditional)
            .collect())
    }

    /// Tries a condition that none of those that were found covers; it takes the place of those that it covers. Whether it was
    /// worth trying.
    fn attempt(
        &mut self,
        condition: Term,
        found: &mut Vec<(Term, Conditional)>,
    ) -> Result<bool, Reason> {
        if let Some(why) = self.limits.expired() {
            // What was found until now is worth having.
            return match found.is_empty() {
                true => Err(why.into()),
                false => Ok(false),
            };
        }
        for (known, _) in found.iter() {
            if self.follows(condition, *known)? {
                return Ok(false);
            }
        }
        if let Some(conditional) = self.prove(condition)? {
            let mut kept = Vec::new();
            for (known, other) in std::mem::take(found) {
                if !self.follows(known, condition)? {
                    kept.push((known, other));
                }
            }
            kept.push((condition, conditional));
            *found = kept;
        }
        Ok(true)
    }

    /// Whether one condition implies another one.
    fn follows(&mut self, premise: Term, conclusion: Term) -> Result<bool, Reason> {
        let pool = &mut self.context.pool;
        let question = [premise, pool.not(conclusion)];
        let all = pool.and_all(question);
        if pool.is_false(all) {
            return Ok(true);
        }
        match self.solver.check(pool, &question, &self.limits) {
            Answer::Unsat(_) => Ok(true),
            Answer::Sat(_) => Ok(false),
            Answer::Unknown(why) => Err(rank::open(why)),
        }
    }

    fn prove(&mut self, condition: Term) -> Result<Option<Conditional>, Reason> {
        let pool = &mut self.context.pool;
        let mut assumed = self.known.clone();
        assumed[TransitionSystem::ENTRY.index()] = condition;
        let mut invariants = self.known.clone();
        let attempts = &rank::FAST;
        let (brief, system) = (&self.brief, &self.system);
        let argued = argue(pool, brief, system, &mut invariants, &mut assumed, attempts);
        let argued = match argued {
            Ok(argued) => argued,
            Err(Reason::Endless { .. }) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        if argued.kind.is_none() {
            return Ok(None);
        }
        invariants[TransitionSystem::ENTRY.index()] = pool.tt();
        let claim = Ranking {
            invariants,
            instances: Vec::new(),
            lemmas: Vec::new(),
            measures: argued.measures,
            relations: argued.relations,
            engine: "ranking functions".to_string(),
        };
        let checked = claim.check_given(pool, system, self.program, &self.limits, condition);
        match checked {
            Ok(conditional) => Ok(Some(conditional)),
            Err(NotInductive::Refuted(_) | NotInductive::Open(smt::Why::Conflicts)) => Ok(None),
            Err(NotInductive::Open(why)) => Err(why.into()),
        }
    }

    /// What may be asked of the arguments, the simplest first.
    fn conditions(&mut self) -> Vec<Term> {
        let arguments = free_arguments(self.program, &self.system);
        let pool = &mut self.context.pool;
        let mut found = Vec::new();
        for (var, value) in &arguments {
            of_one(pool, self.program, *var, *value, &mut found);
        }
        found.extend(at_first_visits(pool, &self.system, &arguments));
        for (index, (var, a)) in arguments.iter().enumerate() {
            for (_, b) in &arguments[index + 1..] {
                if pool.sort(*a) == pool.sort(*b) {
                    of_two(pool, is_signed(self.program, *var), *a, *b, &mut found);
                }
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|t| seen.insert(*t) && !pool.is_true(*t) && !pool.is_false(*t));
        found
    }
}

fn is_signed(program: &Program, var: VarId) -> bool {
    let source = program.var(var).source.as_ref();
    source.is_some_and(|s| matches!(program.ty(s.ty), CType::Int { signed: true, .. }))
}

fn of_one(pool: &mut TermPool, program: &Program, var: VarId, value: Term, found: &mut Vec<Term>) {
    let zero = pool.zero(pool.width(value));
    if is_signed(program, var) {
        found.extend([pool.sle(zero, value), pool.sle(value, zero)]);
        found.extend([pool.slt(zero, value), pool.slt(value, zero)]);
    }
    found.extend([pool.ne(value, zero), pool.eq(value, zero)]);
    let lowest = pool.extract(value, 0, 0);
    let even = pool.zero(1);
    found.push(pool.eq(lowest, even));
}

fn of_two(pool: &mut TermPool, signed: bool, a: Term, b: Term, found: &mut Vec<Term>) {
    found.extend(match signed {
        true => [
            pool.sle(a, b),
            pool.sle(b, a),
            pool.slt(a, b),
            pool.slt(b, a),
        ],
        false => [
            pool.ule(a, b),
            pool.ule(b, a),
            pool.ult(a, b),
            pool.ult(b, a),
        ],
    });
    found.extend([pool.ne(a, b), pool.eq(a, b)]);
}

/// What the guards of loops compare, when a run comes to the loops from the entry, and that it does not come to them.
fn at_first_visits(
    pool: &mut TermPool,
    system: &TransitionSystem,
    arguments: &[(VarId, Term)],
) -> Vec<Term> {
    let mut found = Vec::new();
    for entry in system.edges_from(TransitionSystem::ENTRY) {
        let values: FxHashMap<Term, Term> = system
            .updates(entry)
            .map(|(id, value)| (system.variable(id).symbol, value))
            .collect();
        let mut terms = vec![system.edge(entry).guard];
        for edge in system.edges_from(system.edge(entry).to) {
            let mut value_of = |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
            let guard = system.edge(edge).guard;
            terms.push(pool.substitute(guard, &mut value_of, &mut FxHashMap::default()));
        }
        for term in terms {
            for atom in support::comparisons(pool, vec![term]) {
                let symbols = pool.symbols_of(&[atom]).into_iter();
                let mut symbols = symbols.map(|s| pool.symbol_term(s));
                if symbols.all(|s| arguments.iter().any(|(_, value)| *value == s)) {
                    found.push(atom);
                    found.push(pool.not(atom));
                    // The bound itself is often one of those that end.
                    if let (Op::BvSlt, [a, b]) = (pool.op(atom), pool.args(atom)) {
                        let (a, b) = (*a, *b);
                        found.push(pool.sle(a, b));
                    }
                }
            }
        }
    }
    found
}
