//! Bounded model checking with iterative deepening.
//!
//! The program is executed symbolically ([`encode::exec`]) up to a bound; one solver, kept for the whole run, is asked
//! whether a check fails. If one does, the model becomes a concrete run, the run is replayed, and the check is FALSE. If
//! none does and the solver refutes that any execution goes on beyond the bound, the remaining checks are TRUE. Otherwise
//! the bound grows. Executing again makes the same terms again wherever nothing changed, and the solver has encoded those
//! already, so deepening pays for what is new. A cut that no run reaches stays one, whatever the bound is, so only the
//! loops that need it are unrolled further. A violation that was refuted is not asked for again.
//!
//! Several checks are decided in one run (LLBMC's multi-property mode, Merz 2016, §6.2, corrected: a check that has
//! failed is excluded by no longer asking for it, not by a constraint on the runs; so verdicts do not depend on the order
//! in which they are found).
//!
//! A TRUE needs more than that no goal fails: a run may also end in undefined behaviour that was not asked about, or in a
//! construct that is not supported. Such ends are checked last, and if one can be reached the answer is UNKNOWN.

#[cfg(test)]
mod tests;

use crate::Engine;
use crate::board::{Note, Signed};
use crate::context::{Context, Programs};
use crate::unwinding::Settings;
use crate::unwindset;
use encode::exec::{Bounds, Cut, CutKind, Executor, Log, Violation};
use encode::inputs::Inputs;
use encode::lemma::Lemmas;
use evidence::{
    Asked, Certificate, Ledger, Reason, ReplayFailure, Unrolled, recheck_unrolling, replay,
};
use program::{InputSource, Place, Property, SiteId};
use smt::{Answer, Limits, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Term, TermPool};

/// How many rounds of deepening follow the one in which the first violation was found. They take no longer than finding it
/// did, or than this.
const ROUNDS_AFTER_FAILURE: u64 = 2;
const TIME_AFTER_FAILURE: Duration = Duration::from_secs(2);

/// How many answers of the solver tell apart, after one round, the cuts that are reached from those that are not, and how
/// many conflicts each but the first may take.
const MAX_PROBES: usize = 24;
const PROBE_CONFLICTS: u64 = 20_000;

/// How often a run should go round in loops that were not unrolled, and how large its objects should be, if that can be
/// chosen; the best ones last. A replay takes every step, and people read the trace.
const SHORT: [Cost; 3] = [
    Cost {
        rounds: 10_000,
        bytes: 1 << 16,
    },
    Cost {
        rounds: 10_000,
        bytes: 1 << 10,
    },
    Cost {
        rounds: 16,
        bytes: 32,
    },
];

/// What a replay takes.
#[derive(Clone, Copy)]
struct Cost {
    rounds: u64,
    bytes: u64,
}

/// See the module documentation.
pub(crate) struct Bmc(pub Settings);

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn run(&self, context: &mut Context) {
        let Some(programs) = context.need_programs() else {
            return;
        };
        let goals = context.goals.clone();
        let mut run = Run {
            settings: &self.0,
            executor: programs.executor(&mut context.pool, &goals),
            solver: context.backend.make(),
            programs: &programs,
            open: goals.iter().collect(),
            gaps: programs.has_gaps,
            failed: BTreeSet::new(),
            ledger: Ledger::default(),
            rounds: 0,
            summaries: 0,
            failed_in: None,
            start: Instant::now(),
            patience: None,
            notes: 0,
            lemmas: Vec::new(),
            context,
        };
        let mut rest = run.deepen();
        if rest.is_err() && run.patience.is_some_and(|p| Instant::now() >= p) {
            rest = Err(Reason::Stopped);
        }
        run.finish(rest);
    }
}

struct Run<'a> {
    settings: &'a Settings,
    context: &'a mut Context,
    programs: &'a Programs,
    executor: Executor<'a>,
    solver: Box<dyn Solver>,
    /// The goals without an answer.
    open: BTreeSet<SiteId>,
    /// Whether the program has constructs that are not supported: then more may happen in it than its checks say.
    gaps: bool,
    /// The goals that fail.
    failed: BTreeSet<SiteId>,
    /// What the solver has refuted.
    ledger: Ledger,
    rounds: u64,
    /// Loops that were one step in the last round.
    summaries: u64,
    /// After this round there is no more deepening: a violation was found a few rounds before.
    failed_in: Option<u64>,
    start: Instant,
    /// When there is to be no more effort, for the same reason.
    patience: Option<Instant>,
    /// How many notes on the board were read.
    notes: usize,
    /// Lemmas that take checks for granted which are not proved yet.
    lemmas: Vec<Arc<Lemmas>>,
}

/// Whether a run goes on where the execution was cut off.
enum Beyond {
    Nothing,
    /// It does; a larger bound shows more of it.
    Deeper(Reason),
    /// It does, and the user set the bound.
    Bound(Reason),
}

/// Checks that fail in one run, where they do, and the inputs of that run.
type Found = (BTreeMap<SiteId, Place>, Inputs);

/// The answer for all goals that are still open: a certificate, nothing if none is open, or why there is no answer.
type Rest = Result<Option<Certificate>, Reason>;

impl Run<'_> {
    fn deepen(&mut self) -> Rest {
        if self.open.is_empty() && !self.gaps {
            return Ok(None);
        }
        let mut bounds = self.first_bounds();
        loop {
            self.rounds += 1;
            let bound = bounds.unwind;
            self.context.progress(Some(("bound", bound)), "unrolling");
            self.read_board();
            if self.open.is_empty() && !self.gaps {
                return Err(Reason::Stopped);
            }
            let log = self.execute(bounds.clone())?;
            self.refute(&log, bound)?;
            if self.open.is_empty() && !self.gaps {
                return Ok(None);
            }
            let enough = self.open.is_empty() || self.context.common.stop_on_fail;
            if enough && self.has_failed() {
                return Err(Reason::Stopped);
            }
            match self.beyond(&log, bound)? {
                Beyond::Nothing => return self.confirm(&log, bound),
                Beyond::Bound(reason) => return Err(reason),
                Beyond::Deeper(reason) if self.settings.unwind.is_some() => return Err(reason),
                // The program is wrong. What is still open gets a little more effort, not all the time there is.
                Beyond::Deeper(reason) if self.rounds >= self.failed_in.unwrap_or(u64::MAX) => {
                    return Err(reason);
                }
                Beyond::Deeper(_) => {}
            }
            bounds.unwind = match self.settings.unwind_step {
                Some(step) => bounds.unwind.saturating_add(step),
                None => bounds.unwind.saturating_mul(2),
            };
            bounds.terms = bounds.terms.saturating_mul(4);
            bounds.steps = bounds.steps.saturating_mul(4);
        }
    }

    /// Checks that others have proved are no longer asked about. Under `--paranoid` they are, and answers that disagree are
    /// found out.
    fn read_board(&mut self) {
        for Signed { note, .. } in self.context.board.notes_from(self.notes) {
            self.notes += 1;
            match note {
                Note::Proved { sites, .. } => {
                    // What is not supported is among the checks that hold.
                    self.gaps = false;
                    if !self.context.common.paranoid {
                        self.open.retain(|site| !sites.contains(site));
                    }
                }
                Note::Refuted { site, .. } => drop(self.open.remove(&site)),
                Note::Lemma(lemmas) => self.lemmas.push(lemmas),
                Note::Terminates(_)
                | Note::TerminatesIf { .. }
                | Note::Diverges(_)
                | Note::Obstacle(_)
                | Note::GaveUp { .. } => {}
            }
        }
        for lemmas in std::mem::take(&mut self.lemmas) {
            match self.context.board.is_established(&lemmas) {
                true => self.executor.rely_on(lemmas),
                false => self.lemmas.push(lemmas),
            }
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
        let limits = self.limits();
        let mut why = None;
        let mut stop = || {
            why = limits.expired();
            why.is_some()
        };
        let log = self.executor.run(&mut self.context.pool, bounds, &mut stop);
        let log = log.map_err(|_| Reason::from(why.expect("an execution stops for a reason")))?;
        self.summaries = log.rounds.len() as u64;
        Ok(log)
    }

    fn limits(&self) -> Limits {
        let mut limits = self.context.limits.clone();
        limits.deadline = [limits.deadline, self.patience].into_iter().flatten().min();
        limits
    }

    fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// Finds violations of open goals until there are no more within the bound.
    fn refute(&mut self, log: &Log, bound: u32) -> Result<(), Reason> {
        loop {
            self.read_board();
            let open: Vec<Violation> = log
                .checks
                .iter()
                .filter(|c| {
                    self.open.contains(&c.site)
                        && !self.ledger.is_refuted(&self.context.pool, c.condition)
                })
                .copied()
                .collect();
            if open.is_empty() {
                return Ok(());
            }
            let terms = self.context.pool.len();
            let doing = format!("solving {} checks, {terms} terms", open.len());
            self.context.progress(Some(("bound", bound)), doing);
            let Some((violated, inputs)) = self.violation(log, &open)? else {
                return Ok(());
            };
            if violated.is_empty() {
                let what = "a model of the violation violates nothing".to_string();
                return Err(Reason::Internal(what));
            }
            for (site, place) in violated {
                self.confirm_violation(site, place, &inputs);
                if self.context.common.stop_on_fail && self.has_failed() {
                    return Ok(());
                }
            }
        }
    }

    /// A run in which some of the checks fail.
    fn violation(&mut self, log: &Log, open: &[Violation]) -> Result<Option<Found>, Reason> {
        let limits = self.limits();
        let conditions: Vec<Term> = open.iter().map(|c| c.condition).collect();
        let pool = &mut self.context.pool;
        let asked = self
            .ledger
            .ask(pool, &mut *self.solver, &conditions, &limits);
        let mut model = match asked {
            Asked::Refuted => return Ok(None),
            Asked::Unknown(why) => return Err(why.into()),
            Asked::Possible(model) => model,
        };
        let short = costs_at_most(pool, log, SHORT[1]);
        if !model.eval(pool, short).as_bool() {
            let any = pool.or_all(conditions);
            let question = self.shorten(log, any);
            let pool = &mut self.context.pool;
            model = match self.solver.check(pool, &question, &limits) {
                Answer::Sat(model) => model,
                Answer::Unknown(why) => return Err(why.into()),
                Answer::Unsat(_) => {
                    let what = "a violation was possible and is not any more".to_string();
                    return Err(Reason::Internal(what));
                }
            };
        }
        let pool = &self.context.pool;
        let mut evaluator = model.evaluator(pool);
        let mut violated: BTreeMap<SiteId, Place> = BTreeMap::new();
        for check in open {
            if !violated.contains_key(&check.site) && evaluator.eval(check.condition).as_bool() {
                violated.insert(check.site, check.place);
            }
        }
        let inputs = self.executor.inputs(pool, log, &model);
        Ok(Some((violated, inputs)))
    }

    /// Asks for a violation in a run that takes less to replay, if there is one.
    fn shorten(&mut self, log: &Log, violation: Term) -> Vec<Term> {
        let mut question = vec![violation];
        for most in SHORT {
            let few = costs_at_most(&mut self.context.pool, log, most);
            let limits = Limits {
                conflicts: Some(PROBE_CONFLICTS),
                ..self.limits()
            };
            let shorter = vec![violation, few];
            match self.solver.check(&mut self.context.pool, &shorter, &limits) {
                Answer::Sat(_) => question = shorter,
                Answer::Unsat(_) | Answer::Unknown(_) => break,
            }
        }
        question
    }

    fn confirm_violation(&mut self, site: SiteId, place: Place, inputs: &Inputs) {
        let doing = format!("confirming the violation of {site} by replay");
        self.context.progress(None, doing);
        let mut goals = self.context.goals.clone();
        goals.restrict(&[site]);
        let program = &self.programs.original;
        let replayed = replay(
            &self.context.pool,
            program,
            &self.programs.promotion,
            &goals,
            inputs,
            site,
        );
        self.open.remove(&site);
        let reason = match replayed {
            Ok(trace) => {
                self.failed.insert(site);
                self.context.refute(site, trace);
                let last = self.rounds + ROUNDS_AFTER_FAILURE;
                self.failed_in.get_or_insert(last);
                let more = self.start.elapsed().max(TIME_AFTER_FAILURE);
                self.patience.get_or_insert(Instant::now() + more);
                return;
            }
            Err(ReplayFailure::Doubt(InputSource::External(function))) => {
                Reason::External { function, place }
            }
            Err(ReplayFailure::Doubt(InputSource::Layout)) => Reason::Layout { place },
            Err(ReplayFailure::Doubt(InputSource::Approximated(function))) => {
                Reason::Approximated { function, place }
            }
            Err(failure @ (ReplayFailure::Steps | ReplayFailure::Memory(_))) => {
                let why = failure.text(program);
                Reason::NotReplayed { why, place }
            }
            Err(ReplayFailure::Unsupported { what, place }) => Reason::Unsupported { what, place },
            // Only the interpreter sees pointers that are kept in memory in pieces.
            Err(ReplayFailure::Finished) if program.site(site).property.is_leak() => {
                let what = "a pointer to allocated memory that is kept in pieces".to_string();
                Reason::Unsupported { what, place }
            }
            Err(failure) => Reason::Internal(format!(
                "a counterexample was found but {}",
                failure.text(program)
            )),
        };
        self.context.give_up_on([site].into(), reason);
    }

    /// Why more than this execution may happen; `None` if nothing was cut off.
    ///
    /// Where the bound is to grow, each cut is looked at by itself: those that no run reaches are closed, so that only what
    /// needs a larger bound gets one.
    fn beyond(&mut self, log: &Log, bound: u32) -> Result<Beyond, Reason> {
        let is_open = |c: &&Cut| {
            !matches!(c.kind, CutKind::Unsupported(_)) && !self.executor.is_closed(c.guard)
        };
        let is_given = |c: &&Cut| c.given().is_some();
        let (given, mut open): (Vec<&Cut>, Vec<&Cut>) =
            log.cuts.iter().filter(is_open).partition(is_given);
        let mut reason = None;
        for probe in 0..MAX_PROBES {
            let limits = Limits {
                conflicts: (probe > 0).then_some(PROBE_CONFLICTS),
                ..self.limits()
            };
            let reached = match self.reached(&open, &limits) {
                Ok(reached) => reached,
                Err(_) if reason.is_some() => break,
                Err(why) => return Err(why),
            };
            let Some(first) = reached.first() else {
                open.iter().for_each(|c| self.executor.close(c.guard));
                break;
            };
            let cut = open[*first];
            reason.get_or_insert_with(|| Reason::Bound {
                what: cut.what(&self.programs.promoted),
                place: cut.place,
                bound,
            });
            if self.settings.unwind.is_some() {
                break;
            }
            for index in reached.into_iter().rev() {
                open.remove(index);
            }
        }
        match reason {
            Some(reason) => Ok(Beyond::Deeper(reason)),
            None => self.beyond_given(&given),
        }
    }

    /// Whether a run gets to the bound that the user gave for a loop. Then deepening is of no use.
    fn beyond_given(&mut self, cuts: &[&Cut]) -> Result<Beyond, Reason> {
        let limits = self.limits();
        let reached = self.reached(cuts, &limits)?;
        let cut = reached.first().map(|index| cuts[*index]);
        Ok(match cut {
            Some(cut) => Beyond::Bound(Reason::Bound {
                what: cut.what(&self.programs.promoted),
                place: cut.place,
                bound: cut.given().unwrap_or_default(),
            }),
            None => Beyond::Nothing,
        })
    }

    /// Those of the cuts that some run reaches; none if no run reaches any.
    fn reached(&mut self, cuts: &[&Cut], limits: &Limits) -> Result<Vec<usize>, Reason> {
        let pool = &mut self.context.pool;
        let conditions: Vec<Term> = cuts.iter().map(|c| c.reached(pool)).collect();
        let certain = certain(pool, &conditions);
        if !certain.is_empty() {
            return Ok(certain);
        }
        let asked = self.ledger.ask_cuts(pool, &mut *self.solver, cuts, limits);
        holding(pool, asked, &conditions)
    }

    /// The first of the conditions that can hold.
    fn first_possible(&mut self, conditions: &[Term]) -> Result<Option<usize>, Reason> {
        let limits = self.limits();
        let pool = &mut self.context.pool;
        let certain = certain(pool, conditions);
        if let Some(first) = certain.first() {
            return Ok(Some(*first));
        }
        let asked = self
            .ledger
            .ask(pool, &mut *self.solver, conditions, &limits);
        Ok(holding(pool, asked, conditions)?.first().copied())
    }

    /// Everything was unrolled: the open goals hold, unless runs end for a reason that was not asked about.
    fn confirm(&mut self, log: &Log, bound: u32) -> Rest {
        let is_unsupported = |c: &&Cut| matches!(c.kind, CutKind::Unsupported(_));
        let unsupported: Vec<&Cut> = log.cuts.iter().filter(is_unsupported).collect();
        let guards: Vec<Term> = unsupported.iter().map(|c| c.guard).collect();
        if let Some(index) = self.first_possible(&guards)? {
            let what = unsupported[index].what(&self.programs.promoted);
            let place = unsupported[index].place;
            return Err(Reason::Unsupported { what, place });
        }
        let goals = self.context.goals.clone();
        let checks = log.checks.iter();
        let other: Vec<&Violation> = checks.filter(|c| !goals.contains(c.site)).collect();
        let violated: Vec<Term> = other.iter().map(|c| c.condition).collect();
        if let Some(index) = self.first_possible(&violated)? {
            let check = other[index];
            let site = self.programs.promoted.site(check.site);
            let (what, place) = (site.what.clone(), check.place);
            return Err(match site.property {
                Property::Unsupported => Reason::Unsupported { what, place },
                property => Reason::Undefined {
                    what,
                    property,
                    place,
                },
            });
        }
        // Zero steps are those of formulas that need no search: they count as checked, too.
        let proof_steps = self.context.backend.check_proofs.then(|| {
            let statistics = self.solver.statistics();
            let steps = statistics
                .iter()
                .find(|(name, _)| name == "sat.proof.steps");
            steps.map_or(0, |(_, count)| *count)
        });
        let unrolled = Unrolled {
            log,
            goals: &goals,
            open: &self.open,
            bound,
        };
        let pool = &mut self.context.pool;
        let certificate = self.ledger.certify(pool, &unrolled, proof_steps);
        let Some(mut certificate) = certificate else {
            let what = "a proof by unrolling has a gap".to_string();
            return Err(Reason::Internal(what));
        };
        if self.context.common.paranoid {
            self.context.progress(None, "confirming the proof");
            let limits = self.context.limits.clone();
            let program = &self.programs.original;
            let pool = &mut self.context.pool;
            recheck_unrolling(&mut certificate, pool, program, &unrolled, &limits)?;
        }
        Ok(Some(certificate))
    }

    /// Puts up the answer for what is still open.
    fn finish(mut self, rest: Rest) {
        let rest = match self.context.common.stop_on_fail && self.has_failed() {
            true => Err(Reason::Stopped),
            false => rest,
        };
        let open = std::mem::take(&mut self.open);
        match rest {
            Ok(None) => {}
            Ok(Some(certificate)) => self.context.board.post(Note::Proved {
                sites: open,
                certificate,
                uses_lemmas: true,
            }),
            Err(reason) => {
                if self.gaps {
                    self.context.give_up(reason.clone());
                }
                if !open.is_empty() {
                    self.context.give_up_on(open, reason);
                }
            }
        }
        self.context.count("rounds", self.rounds);
        self.context.count("summaries", self.summaries);
        self.context.count("terms", self.context.pool.len() as u64);
        for (name, value) in self.solver.statistics() {
            self.context.count(&name, value);
        }
    }
}

/// The conditions that are certain.
fn certain(pool: &TermPool, conditions: &[Term]) -> Vec<usize> {
    let all = 0..conditions.len();
    all.filter(|i| pool.is_true(conditions[*i])).collect()
}

/// The conditions that hold in the run that the solver has shown.
fn holding(pool: &TermPool, asked: Asked<'_>, conditions: &[Term]) -> Result<Vec<usize>, Reason> {
    match asked {
        Asked::Refuted => Ok(Vec::new()),
        Asked::Unknown(why) => Err(why.into()),
        Asked::Possible(model) => {
            let mut evaluator = model.evaluator(pool);
            let all = 0..conditions.len();
            let held = all.filter(|i| evaluator.eval(conditions[*i]).as_bool());
            Ok(held.collect())
        }
    }
}

/// No loop that was not unrolled is gone round more often, and no object or range is larger.
fn costs_at_most(pool: &mut TermPool, log: &Log, most: Cost) -> Term {
    let (rounds, bytes) = (pool.bv_u64(64, most.rounds), pool.bv_u64(64, most.bytes));
    let mut few: Vec<Term> = log.rounds.iter().map(|r| pool.ule(*r, rounds)).collect();
    few.extend(log.sizes.iter().map(|s| pool.ule(*s, bytes)));
    pool.and_all(few)
}
