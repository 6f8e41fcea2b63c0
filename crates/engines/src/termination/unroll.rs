//! Unrolling, as bounded model checking does it, for two questions: whether all runs have ended within the bound, and whether
//! one of them comes back to a state in which it was before.
//!
//! All runs have ended if none goes on where the execution was cut off, none repeats a loop without a change, and none meets
//! undefined behaviour: after a signed overflow, say, nothing is known, and a proof may not rest on what wrapping around gives.

use super::lasso::{self, RUNS, SHORT};
use crate::Engine;
use crate::board::Note;
use crate::context::{Context, Programs};
use crate::unwinding::Settings;
use crate::unwindset;
use encode::exec::{Bounds, Cut, CutKind, Executor, Log, Plan};
use encode::inputs::Inputs;
use evidence::{Asked, Lasso, Ledger, NoLasso, Reason, replay_lasso, seek_lasso};
use program::{InputSource, Place, Property, SiteId};
use smt::{Answer, Limits, Solver};
use std::sync::Arc;
use term::{Term, TermPool};

/// How many answers of the solver tell apart, after one round, the cuts that are reached from those that are not, and how
/// many conflicts each but the first may take.
const MAX_PROBES: usize = 24;
const PROBE_CONFLICTS: u64 = 20_000;

/// How many conflicts the search for a lasso may take in the first round, and in the later ones, which may take twice as many
/// each time.
const LASSO_CONFLICTS: u64 = 1_000;
const MOST_LASSO_CONFLICTS: u64 = 50_000;

/// The most instructions that a replay runs, and one that is to call a function as it was called before.
const LASSO_STEPS: u64 = 20_000_000;
const RECURSION_STEPS: u64 = 1 << 18;

/// See the module documentation.
pub(crate) struct Unroll(pub Settings);

impl Engine for Unroll {
    fn name(&self) -> &'static str {
        "unroll"
    }

    fn run(&self, context: &mut Context) {
        let Some(programs) = context.need_programs() else {
            return;
        };
        let goals = context.goals.clone();
        let mut executor = programs.executor(&mut context.pool, &goals);
        executor.keep_visits();
        let plan = Plan::new(&context.pool, &programs.original);
        let mut run = Run {
            settings: &self.0,
            executor,
            plan,
            solver: context.backend.make(),
            programs: &programs,
            ledger: Ledger::default(),
            undefined: None,
            recursion: None,
            rounds: 0,
            lassos: 0,
            context,
        };
        let ended = run.deepen();
        run.finish(ended);
    }
}

struct Run<'a> {
    settings: &'a Settings,
    context: &'a mut Context,
    programs: &'a Programs,
    executor: Executor<'a>,
    /// Of the program as the front end made it.
    plan: Plan,
    solver: Box<dyn Solver>,
    ledger: Ledger,
    /// Why a run that might have been a lasso was rejected.
    undefined: Option<Reason>,
    /// A recursion without end.
    recursion: Option<Lasso>,
    rounds: u64,
    /// Candidates that were replayed.
    lassos: u64,
}

impl Run<'_> {
    /// Unrolls until there is an answer, which is the note to put up.
    fn deepen(&mut self) -> Result<Note, Reason> {
        let (short, long) = RUNS.split_at(SHORT);
        if let Some(lasso) = self.seek(short) {
            return Ok(Note::Diverges(Arc::new(lasso)));
        }
        let mut bounds = self.first_bounds();
        loop {
            self.rounds += 1;
            let bound = bounds.unwind;
            self.context.progress(Some(("bound", bound)), "unrolling");
            let log = self.execute(bounds.clone())?;
            let deeper = self.beyond(&log, bound)?;
            if let Some(lasso) = self.recursion.take() {
                return Ok(Note::Diverges(Arc::new(lasso)));
            }
            if let Some(lasso) = self.lasso(&log)? {
                return Ok(Note::Diverges(Arc::new(lasso)));
            }
            let goes_deeper = deeper.is_some();
            let answer = match deeper {
                None => self.confirm(&log, bound),
                Some(deeper) => Err(deeper),
            };
            // What ends soon is not worth a long run.
            if self.rounds == 1
                && answer.is_err()
                && let Some(lasso) = self.seek(long)
            {
                return Ok(Note::Diverges(Arc::new(lasso)));
            }
            let deeper = match answer {
                Err(deeper) if goes_deeper => deeper,
                answer => return answer,
            };
            if self.ends_unless_undefined()
                && let Some(undefined) = self.first_undefined(&log)?
            {
                return Err(undefined);
            }
            if self.settings.unwind.is_some() {
                return Err(deeper);
            }
            bounds.unwind = match self.settings.unwind_step {
                Some(step) => bounds.unwind.saturating_add(step),
                None => bounds.unwind.saturating_mul(2),
            };
            bounds.terms = bounds.terms.saturating_mul(4);
            bounds.steps = bounds.steps.saturating_mul(4);
        }
    }

    fn first_bounds(&self) -> Bounds {
        let loops = unwindset::bounds(&self.programs.promoted, &self.settings.unwindset);
        match self.settings.unwind {
            Some(unwind) => Bounds {
                unwind,
                loops,
                count_all: true,
                ..Bounds::default()
            },
            None => Bounds {
                unwind: 1,
                loops,
                count_all: false,
                in_steps: self.settings.unwind_step.is_some(),
                terms: 20_000,
                steps: 300_000,
            },
        }
    }

    fn execute(&mut self, bounds: Bounds) -> Result<Log, Reason> {
        let limits = self.context.limits.clone();
        let mut why = None;
        let mut stop = || {
            why = limits.expired();
            why.is_some()
        };
        let log = self.executor.run(&mut self.context.pool, bounds, &mut stop);
        log.map_err(|_| Reason::from(why.expect("an execution stops for a reason")))
    }

    /// A lasso among random runs.
    fn seek(&mut self, runs: &[(u64, u64)]) -> Option<Lasso> {
        self.context.progress(None, "trying random runs");
        for (seed, steps) in runs.iter().copied() {
            if self.context.limits.expired().is_some() {
                return None;
            }
            let (pool, original) = (&self.context.pool, &self.programs.original);
            let found = seek_lasso(pool, original, &self.plan, seed, steps, u64::MAX);
            match found {
                Ok(lasso) => return Some(lasso),
                Err(why) => self.note(&why),
            }
        }
        None
    }

    /// Why a run is not a lasso, in case there is no answer at all.
    fn note(&mut self, why: &NoLasso) {
        let reason = match why {
            NoLasso::Undefined(site, place) => self.undefined(*site, *place),
            NoLasso::Doubt(InputSource::Approximated(function)) => Reason::Approximated {
                function: function.clone(),
                place: Place::NOWHERE,
            },
            NoLasso::Doubt(InputSource::Passing(function)) => Reason::Passing {
                function: function.clone(),
            },
            NoLasso::Doubt(_) | NoLasso::Ends | NoLasso::Steps => return,
        };
        self.undefined.get_or_insert(reason);
    }

    fn undefined(&self, site: SiteId, place: Place) -> Reason {
        let site = self.programs.original.site(site);
        let what = site.what.clone();
        let place = if place.line > 0 { place } else { site.place };
        match site.property {
            Property::Unsupported => Reason::Unsupported { what, place },
            property => Reason::Undefined {
                what,
                property,
                place,
            },
        }
    }

    /// A lasso among the runs of an execution.
    fn lasso(&mut self, log: &Log) -> Result<Option<Lasso>, Reason> {
        let pool = &mut self.context.pool;
        let candidates = lasso::candidates(pool, &mut self.executor, log);
        if candidates.is_empty() {
            return Ok(None);
        }
        self.context
            .progress(None, "looking for runs that repeat a state");
        let original = &self.programs.original;
        let undefined = log
            .checks
            .iter()
            .filter(|c| original.site(c.site).is_undefined());
        let pool = &mut self.context.pool;
        let mut question: Vec<Term> = undefined.map(|c| pool.not(c.condition)).collect();
        question.push(pool.or_all(candidates));
        let limits = Limits {
            conflicts: Some((LASSO_CONFLICTS << self.rounds.min(16)).min(MOST_LASSO_CONFLICTS)),
            ..self.context.limits.clone()
        };
        let inputs = match self
            .solver
            .check(&mut self.context.pool, &question, &limits)
        {
            Answer::Sat(model) => self.executor.inputs(&self.context.pool, log, &model),
            // If it takes too long: the question whether all runs end is another one.
            Answer::Unsat(_) | Answer::Unknown(smt::Why::Conflicts) => return Ok(None),
            Answer::Unknown(why) => return Err(why.into()),
        };
        // If it does not, the next bound has other candidates.
        Ok(self.confirm_lasso(&inputs, LASSO_STEPS))
    }

    /// A lasso, if a run on these inputs is one.
    fn confirm_lasso(&mut self, inputs: &Inputs, steps: u64) -> Option<Lasso> {
        self.lassos += 1;
        let replayed = replay_lasso(
            &self.context.pool,
            &self.programs.original,
            &self.plan,
            &self.programs.promotion,
            inputs,
            steps,
        );
        match replayed {
            Ok(lasso) => Some(lasso),
            Err(why) => {
                self.note(&why);
                None
            }
        }
    }

    /// Why more than this execution may happen; `None` if nothing was cut off.
    fn beyond(&mut self, log: &Log, bound: u32) -> Result<Option<Reason>, Reason> {
        let is_open = |c: &&Cut| {
            !matches!(c.kind, CutKind::Unsupported(_)) && !self.executor.is_closed(c.guard)
        };
        let mut open: Vec<&Cut> = log.cuts.iter().filter(is_open).collect();
        let mut reason = None;
        for probe in 0..MAX_PROBES {
            let limits = Limits {
                conflicts: (probe > 0).then_some(PROBE_CONFLICTS),
                ..self.context.limits.clone()
            };
            let (reached, inputs) = match self.reached(log, &open, &limits) {
                Ok(reached) => reached,
                Err(_) if reason.is_some() => break,
                Err(why) => return Err(why),
            };
            if let Some(inputs) = inputs.filter(|_| probe == 0) {
                self.recursion = self.confirm_lasso(&inputs, RECURSION_STEPS);
            }
            let Some(first) = reached.first() else {
                open.iter().for_each(|c| self.executor.close(c.guard));
                break;
            };
            let cut = open[*first];
            reason.get_or_insert_with(|| Reason::Bound {
                what: cut.what(&self.programs.promoted),
                place: cut.place,
                bound: cut.given().unwrap_or(bound),
            });
            if open.iter().any(|c| c.given().is_some()) || self.settings.unwind.is_some() {
                break;
            }
            for index in reached.into_iter().rev() {
                open.remove(index);
            }
        }
        Ok(reason)
    }

    /// Those of the cuts that some run reaches, and its inputs if one of these is a recursion; none if no run reaches any.
    fn reached(
        &mut self,
        log: &Log,
        cuts: &[&Cut],
        limits: &Limits,
    ) -> Result<(Vec<usize>, Option<Inputs>), Reason> {
        let pool = &mut self.context.pool;
        let all = 0..cuts.len();
        let conditions: Vec<Term> = cuts.iter().map(|c| c.reached(pool)).collect();
        let certain: Vec<usize> = all
            .clone()
            .filter(|i| pool.is_true(conditions[*i]))
            .collect();
        if !certain.is_empty() {
            return Ok((certain, None));
        }
        let asked = self.ledger.ask_cuts(pool, &mut *self.solver, cuts, limits);
        match asked {
            Asked::Refuted => Ok((Vec::new(), None)),
            Asked::Unknown(why) => Err(why.into()),
            Asked::Possible(model) => {
                let mut evaluator = model.evaluator(pool);
                let all = all.filter(|i| evaluator.eval(conditions[*i]).as_bool());
                let reached: Vec<usize> = all.collect();
                let is_recursion = |i: &usize| matches!(cuts[*i].kind, CutKind::Recursion { .. });
                let inputs = match reached.iter().any(is_recursion) {
                    true => Some(self.executor.inputs(pool, log, &model)),
                    false => None,
                };
                Ok((reached, inputs))
            }
        }
    }

    /// Everything was unrolled: all runs end, unless some do so for a reason that leaves open what follows.
    fn confirm(&mut self, log: &Log, bound: u32) -> Result<Note, Reason> {
        let is_unsupported = |c: &&Cut| matches!(c.kind, CutKind::Unsupported(_));
        let unsupported: Vec<&Cut> = log.cuts.iter().filter(is_unsupported).collect();
        let guards: Vec<Term> = unsupported.iter().map(|c| c.guard).collect();
        if let Some(index) = self.first_possible(&guards)? {
            let what = unsupported[index].what(&self.programs.promoted);
            let place = unsupported[index].place;
            return Err(Reason::Unsupported { what, place });
        }
        if let Some(undefined) = self.first_undefined(log)? {
            return Err(undefined);
        }
        let promoted = &self.programs.promoted;
        if self.first_possible(&log.endless.clone())?.is_some() {
            // The interpreter did not see it, because of undefined behaviour, or because an object is made in each iteration.
            return Err(Reason::Endless { place: None });
        }
        let proof_steps = self.context.backend.check_proofs.then(|| {
            let statistics = self.solver.statistics();
            let steps = statistics
                .iter()
                .find(|(name, _)| name == "sat.proof.steps");
            steps.map_or(0, |(_, count)| *count)
        });
        let certificate =
            self.ledger
                .certify_termination(&self.context.pool, promoted, log, bound, proof_steps);
        certificate.map(Note::Terminates).ok_or_else(|| {
            let what = "a proof by unrolling has a gap".to_string();
            Reason::Internal(what)
        })
    }

    /// Whether it is known that a run that meets no undefined behaviour ends. Then no run is a lasso.
    fn ends_unless_undefined(&self) -> bool {
        let notes = self.context.board.notes_from(0);
        notes
            .iter()
            .any(|n| matches!(n.note, Note::TerminatesIf { .. }))
    }

    /// Undefined behaviour, or something that is not supported, that a run may meet.
    fn first_undefined(&mut self, log: &Log) -> Result<Option<Reason>, Reason> {
        let promoted = &self.programs.promoted;
        let matters = |site: SiteId| {
            let site = promoted.site(site);
            site.is_undefined() || site.property == Property::Unsupported
        };
        let checks: Vec<_> = log.checks.iter().filter(|c| matters(c.site)).collect();
        let violated: Vec<Term> = checks.iter().map(|c| c.condition).collect();
        let index = self.first_possible(&violated)?;
        Ok(index.map(|index| {
            let check = checks[index];
            let site = promoted.site(check.site);
            let (what, place) = (site.what.clone(), check.place);
            match site.property {
                Property::Unsupported => Reason::Unsupported { what, place },
                property => Reason::Undefined {
                    what,
                    property,
                    place,
                },
            }
        }))
    }

    /// The first of the conditions that can hold.
    fn first_possible(&mut self, conditions: &[Term]) -> Result<Option<usize>, Reason> {
        let limits = self.context.limits.clone();
        let pool = &mut self.context.pool;
        let asked = self
            .ledger
            .ask(pool, &mut *self.solver, conditions, &limits);
        match asked {
            Asked::Refuted => Ok(None),
            Asked::Unknown(why) => Err(why.into()),
            Asked::Possible(model) => Ok(first_holding(pool, &model, conditions)),
        }
    }

    fn finish(self, ended: Result<Note, Reason>) {
        match ended {
            Ok(note) => {
                let what = match &note {
                    Note::Diverges(lasso) if lasso.is_recursion() => "recursion",
                    Note::Diverges(_) => "lasso",
                    _ => "proved",
                };
                self.context.count(what, 1);
                self.context.board.post(note);
            }
            Err(reason) => {
                if let Some(undefined) = self.undefined {
                    self.context.give_up(undefined);
                }
                self.context.give_up(reason);
            }
        }
        self.context.count("rounds", self.rounds);
        self.context.count("candidates", self.lassos);
        for (name, value) in self.solver.statistics() {
            self.context.count(&name, value);
        }
    }
}

fn first_holding(pool: &TermPool, model: &smt::Model<'_>, conditions: &[Term]) -> Option<usize> {
    let mut evaluator = model.evaluator(pool);
    let mut all = 0..conditions.len();
    all.find(|i| evaluator.eval(conditions[*i]).as_bool())
}
