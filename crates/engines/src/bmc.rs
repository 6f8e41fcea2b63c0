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
//! A TRUE needs more than that no goal fails: a run may also end in undefined behaviour that nobody asked about, or in a
//! construct that is not supported. Such ends are checked last, and if one can be reached the answer is UNKNOWN.

use crate::board::{Board, Partial};
use crate::recheck;
use crate::unwindset;
use crate::{Answers, Engine, Progress, Task, cpu_ms, reason_of};
use cpu_time::ThreadTime;
use encode::exec::{Bounds, Cut, CutKind, Executor, Log, Violation};
use encode::promote::{Promotion, promote};
use evidence::{Certificate, Reason, ReplayFailure, Trace, Verdict, replay};
use program::{Goals, InputSource, InstKind, Place, Program, Property, SiteId};
use rustc_hash::FxHashSet;
use smt::{Answer, Limits, Solver};
use std::collections::{BTreeMap, BTreeSet};
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
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn run(&self, task: &mut Task<'_>) -> Answers {
        self.run_beside(task, &Board::default())
    }
}

impl Bmc {
    /// Runs, and relies on what others prove meanwhile.
    pub(crate) fn run_beside(&self, task: &mut Task<'_>, board: &Board) -> Answers {
        let (promoted, promotion) = promote(task.pool, task.program);
        let goals = task.goals.clone();
        let mut run = Run {
            executor: Executor::new(task.pool, &promoted, &goals),
            solver: task.options.backend.make(),
            promoted: &promoted,
            promotion: &promotion,
            open: goals.iter().collect(),
            gaps: has_gaps(task.pool, task.program),
            verdicts: BTreeMap::new(),
            refuted: FxHashSet::default(),
            warnings: Vec::new(),
            rounds: 0,
            summaries: 0,
            failed_in: None,
            start: Instant::now(),
            patience: None,
            board,
            parts: Vec::new(),
            clock: ThreadTime::now(),
            task,
        };
        let mut rest = run.deepen();
        if rest.is_err() && run.patience.is_some_and(|p| Instant::now() >= p) {
            rest = Err(Reason::Stopped);
        }
        run.finish(rest)
    }
}

struct Run<'a, 't> {
    task: &'a mut Task<'t>,
    promoted: &'a Program,
    promotion: &'a Promotion,
    executor: Executor<'a>,
    solver: Box<dyn Solver>,
    /// The goals without a verdict.
    open: BTreeSet<SiteId>,
    /// Whether the program has constructs that are not supported: then more may happen in it than its checks say.
    gaps: bool,
    verdicts: BTreeMap<SiteId, Verdict<Trace>>,
    /// Violations that the solver has refuted, and knows to be refuted.
    refuted: FxHashSet<Term>,
    warnings: Vec<String>,
    rounds: u64,
    /// Loops that were one step in the last round.
    summaries: u64,
    /// After this round there is no more deepening: a violation was found a few rounds before.
    failed_in: Option<u64>,
    start: Instant,
    /// When there is to be no more effort, for the same reason.
    patience: Option<Instant>,
    board: &'a Board,
    /// What was read from the board.
    parts: Vec<Partial>,
    clock: ThreadTime,
}

/// Whether a run goes on where the execution was cut off.
enum Beyond {
    Nothing,
    /// It does; a larger bound shows more of it.
    Deeper(Reason),
    /// It does, and the user set the bound.
    Bound(Reason),
}

/// The answer for all goals that are still open: a certificate, or why there is none.
type Rest = Result<Certificate, Reason>;

impl Run<'_, '_> {
    fn deepen(&mut self) -> Rest {
        if self.open.is_empty() && !self.gaps {
            return Ok(Certificate::NothingToCheck);
        }
        let mut bounds = self.first_bounds();
        loop {
            self.rounds += 1;
            let bound = bounds.unwind;
            (self.task.progress)(Progress::Unrolling { bound });
            self.read_board();
            if self.open.is_empty() && !self.gaps {
                return Err(Reason::Stopped);
            }
            let log = self.execute(bounds.clone())?;
            self.refute(&log, bound)?;
            if self.open.is_empty() && !self.gaps {
                return Ok(Certificate::NothingToCheck);
            }
            let enough = self.open.is_empty() || self.task.options.stop_on_fail;
            if enough && self.has_failed() {
                return Err(Reason::Stopped);
            }
            match self.beyond(&log, bound)? {
                Beyond::Nothing => return self.confirm(&log, bound),
                Beyond::Bound(reason) => return Err(reason),
                Beyond::Deeper(reason) if self.task.options.unwind.is_some() => return Err(reason),
                // The program is wrong. What is still open gets a little more effort, not all the time there is.
                Beyond::Deeper(reason) if self.rounds >= self.failed_in.unwrap_or(u64::MAX) => {
                    return Err(reason);
                }
                Beyond::Deeper(_) => {}
            }
            bounds.unwind = match self.task.options.unwind_step {
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
        for part in self.board.parts_from(self.parts.len()) {
            // What is not supported is among the checks that hold.
            self.gaps = false;
            if !self.task.options.paranoid {
                for site in &part.proved {
                    if self.open.remove(site) {
                        let verdict = Verdict::True(part.certificate.clone());
                        self.verdicts.insert(*site, verdict);
                    }
                }
            }
            if !part.facts.is_empty() {
                self.executor.rely_on(part.facts.clone());
            }
            self.parts.push(part);
        }
    }

    fn first_bounds(&self) -> Bounds {
        let loops = unwindset::bounds(self.promoted, &self.task.options.unwindset);
        match self.task.options.unwind {
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
                in_steps: self.task.options.unwind_step.is_some(),
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
        let log = self.executor.run(self.task.pool, bounds, &mut stop);
        let log = log.map_err(|_| reason_of(why.expect("an execution stops for a reason")))?;
        self.summaries = log.rounds.len() as u64;
        Ok(log)
    }

    fn limits(&self) -> Limits {
        let mut limits = self.task.limits();
        limits.deadline = [limits.deadline, self.patience].into_iter().flatten().min();
        limits
    }

    fn has_failed(&self) -> bool {
        self.verdicts
            .values()
            .any(|v| matches!(v, Verdict::False(_)))
    }

    /// Finds violations of open goals until there are no more within the bound.
    fn refute(&mut self, log: &Log, bound: u32) -> Result<(), Reason> {
        loop {
            self.read_board();
            let open: Vec<Violation> = log
                .checks
                .iter()
                .filter(|c| self.open.contains(&c.site) && !self.refuted.contains(&c.condition))
                .copied()
                .collect();
            let any = self.task.pool.or_all(open.iter().map(|c| c.condition));
            if self.task.pool.is_false(any) {
                return Ok(());
            }
            (self.task.progress)(Progress::Solving {
                bound,
                checks: open.len(),
                terms: self.task.pool.len(),
            });
            let limits = self.limits();
            let mut answer = self.solver.check(self.task.pool, &[any], &limits);
            if let Answer::Sat(model) = &answer {
                let short = costs_at_most(self.task.pool, log, SHORT[1]);
                if !model.eval(self.task.pool, short).as_bool() {
                    drop(answer);
                    let question = self.shorten(log, any);
                    answer = self.solver.check(self.task.pool, &question, &limits);
                }
            }
            let (violated, inputs) = match answer {
                Answer::Unsat(_) => {
                    self.forget(&open);
                    return Ok(());
                }
                Answer::Unknown(why) => return Err(reason_of(why)),
                Answer::Sat(model) => {
                    let mut evaluator = model.evaluator(self.task.pool);
                    let mut violated: BTreeMap<SiteId, Place> = BTreeMap::new();
                    for check in &open {
                        if !violated.contains_key(&check.site)
                            && evaluator.eval(check.condition).as_bool()
                        {
                            violated.insert(check.site, check.place);
                        }
                    }
                    let inputs = self.executor.inputs(self.task.pool, log, &model);
                    (violated, inputs)
                }
            };
            if violated.is_empty() {
                let what = "a model of the violation violates nothing".to_string();
                return Err(Reason::Internal(what));
            }
            for (site, place) in violated {
                self.confirm_violation(site, place, &inputs);
                if self.task.options.stop_on_fail && self.has_failed() {
                    return Ok(());
                }
            }
        }
    }

    /// Asks for a violation in a run that takes less to replay, if there is one.
    fn shorten(&mut self, log: &Log, violation: Term) -> Vec<Term> {
        let mut question = vec![violation];
        for most in SHORT {
            let few = costs_at_most(self.task.pool, log, most);
            let limits = Limits {
                conflicts: Some(PROBE_CONFLICTS),
                ..self.limits()
            };
            let shorter = vec![violation, few];
            match self.solver.check(self.task.pool, &shorter, &limits) {
                Answer::Sat(_) => question = shorter,
                Answer::Unsat(_) | Answer::Unknown(_) => break,
            }
        }
        question
    }

    /// Notes what was just refuted. Nothing is ever asserted, so this holds of every run.
    ///
    /// Asserting it would not help: as facts for the preprocessor, refuted violations make other terms of what is encoded
    /// already.
    fn forget(&mut self, refuted: &[Violation]) {
        self.refuted.extend(refuted.iter().map(|c| c.condition));
    }

    fn confirm_violation(&mut self, site: SiteId, place: Place, inputs: &encode::inputs::Inputs) {
        let what = format!("the violation of {site} by replay");
        (self.task.progress)(Progress::Confirming { what });
        let mut goals = self.task.goals.clone();
        goals.restrict(&[site]);
        let program = self.task.program;
        let verdict = match replay(
            self.task.pool,
            program,
            self.promotion,
            &goals,
            inputs,
            site,
        ) {
            Ok(trace) => Verdict::False(trace),
            Err(ReplayFailure::Doubt(InputSource::External(function))) => {
                Verdict::Unknown(Reason::External { function, place })
            }
            Err(ReplayFailure::Doubt(InputSource::Layout)) => {
                Verdict::Unknown(Reason::Layout { place })
            }
            Err(ReplayFailure::Doubt(InputSource::Approximated(function))) => {
                Verdict::Unknown(Reason::Approximated { function, place })
            }
            Err(failure @ (ReplayFailure::Steps | ReplayFailure::Memory(_))) => {
                let why = failure.text(program);
                Verdict::Unknown(Reason::NotReplayed { why, place })
            }
            // Pointers that stand in memory in pieces are seen by the interpreter only.
            Err(ReplayFailure::Finished) if program.site(site).property.is_leak() => {
                let what = "a pointer to allocated memory that is kept in pieces".to_string();
                Verdict::Unknown(Reason::Unsupported { what, place })
            }
            Err(failure) => Verdict::Unknown(Reason::Internal(format!(
                "a counterexample was found but {}",
                failure.text(program)
            ))),
        };
        if let Verdict::False(trace) = &verdict {
            (self.task.found)(site, trace);
            self.board.refute(site);
            let last = self.rounds + ROUNDS_AFTER_FAILURE;
            self.failed_in.get_or_insert(last);
            let more = self.start.elapsed().max(TIME_AFTER_FAILURE);
            self.patience.get_or_insert(Instant::now() + more);
        }
        self.open.remove(&site);
        self.verdicts.insert(site, verdict);
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
            let pool = &mut *self.task.pool;
            let guards: Vec<Term> = open.iter().map(|c| c.reached(pool)).collect();
            let limits = Limits {
                conflicts: (probe > 0).then_some(PROBE_CONFLICTS),
                ..self.limits()
            };
            let reached = match self.reachable(&guards, &limits) {
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
                what: cut.what(self.promoted),
                place: cut.place,
                bound,
            });
            if self.task.options.unwind.is_some() {
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
        let pool = &mut *self.task.pool;
        let guards: Vec<Term> = cuts.iter().map(|c| c.reached(pool)).collect();
        let limits = self.limits();
        let reached = self.reachable(&guards, &limits)?;
        let cut = reached.first().map(|index| cuts[*index]);
        Ok(match cut {
            Some(cut) => Beyond::Bound(Reason::Bound {
                what: cut.what(self.promoted),
                place: cut.place,
                bound: cut.given().unwrap_or_default(),
            }),
            None => Beyond::Nothing,
        })
    }

    /// Those of the conditions that hold in some run together; none if none can hold.
    fn reachable(&mut self, conditions: &[Term], limits: &Limits) -> Result<Vec<usize>, Reason> {
        let pool = &mut *self.task.pool;
        let all = || 0..conditions.len();
        let certain: Vec<usize> = all().filter(|i| pool.is_true(conditions[*i])).collect();
        let any = pool.or_all(conditions.iter().copied());
        if !certain.is_empty() || pool.is_false(any) {
            return Ok(certain);
        }
        match self.solver.check(self.task.pool, &[any], limits) {
            Answer::Unsat(_) => Ok(Vec::new()),
            Answer::Unknown(why) => Err(reason_of(why)),
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(self.task.pool);
                let held = all().filter(|i| evaluator.eval(conditions[*i]).as_bool());
                Ok(held.collect())
            }
        }
    }

    /// The first of the numbered conditions that can hold.
    fn first_reachable(&mut self, conditions: &[(usize, Term)]) -> Result<Option<usize>, Reason> {
        let terms: Vec<Term> = conditions.iter().map(|(_, t)| *t).collect();
        let limits = self.limits();
        let held = self.reachable(&terms, &limits)?;
        Ok(held.first().map(|index| conditions[*index].0))
    }

    /// Everything was unrolled: the open goals hold, unless runs end for a reason that nobody asked about.
    fn confirm(&mut self, log: &Log, bound: u32) -> Rest {
        let unsupported: Vec<_> = log
            .cuts
            .iter()
            .filter(|c| matches!(c.kind, CutKind::Unsupported(_)))
            .collect();
        let guards: Vec<_> = unsupported
            .iter()
            .enumerate()
            .map(|(i, c)| (i, c.guard))
            .collect();
        if let Some(index) = self.first_reachable(&guards)? {
            let what = unsupported[index].what(self.promoted);
            let place = unsupported[index].place;
            return Err(Reason::Unsupported { what, place });
        }
        let other: Vec<(usize, Term)> = log
            .checks
            .iter()
            .enumerate()
            .filter(|(_, c)| !self.task.goals.contains(c.site))
            .map(|(i, c)| (i, c.condition))
            .collect();
        if let Some(index) = self.first_reachable(&other)? {
            let check = log.checks[index];
            let site = self.promoted.site(check.site);
            let (what, place) = (site.what.clone(), check.place);
            return Err(match site.property {
                Property::Unsupported => Reason::Unsupported { what, place },
                _ => Reason::Undefined { what, place },
            });
        }
        let mut rechecked = false;
        if self.task.options.paranoid {
            (self.task.progress)(Progress::Confirming {
                what: "the proof".to_string(),
            });
            let open: Vec<SiteId> = self.open.iter().copied().collect();
            recheck::unrolling(self.task, log, &open)?;
            rechecked = true;
        }
        // Zero steps are those of formulas that need no search: they count as checked, too.
        let checks_proofs = self.task.options.backend.check_proofs;
        let proof_steps = checks_proofs.then(|| {
            let statistics = self.solver.statistics();
            let steps = statistics
                .iter()
                .find(|(name, _)| name == "sat.proof.steps");
            steps.map_or(0, |(_, count)| *count)
        });
        Ok(Certificate::FullUnrolling {
            bound,
            rechecked,
            proof_steps,
            relied: log.relied || log.cuts.iter().any(|c| c.known.is_some()),
        })
    }

    fn finish(mut self, rest: Rest) -> Answers {
        let stopped = self.task.options.stop_on_fail && self.has_failed();
        for site in std::mem::take(&mut self.open) {
            let verdict = match &rest {
                _ if stopped => Verdict::Unknown(Reason::Stopped),
                Ok(certificate) => Verdict::True(certificate.clone()),
                Err(reason) => Verdict::Unknown(reason.clone()),
            };
            self.verdicts.insert(site, verdict);
        }
        let mut statistics = vec![
            ("bmc.rounds".to_string(), self.rounds),
            ("bmc.summaries".to_string(), self.summaries),
            cpu_ms("bmc.cpu_ms", self.clock),
            ("term.count".to_string(), self.task.pool.len() as u64),
        ];
        statistics.extend(self.solver.statistics());
        Answers {
            sites: self.verdicts.into_iter().collect(),
            // Undefined behaviour that nobody asked about hides no checks.
            rest: rest
                .err()
                .filter(|reason| self.gaps && !matches!(reason, Reason::Undefined { .. })),
            warnings: self.warnings,
            statistics,
        }
    }
}

/// Whether lowering left something out: not what is too large, but what it does not know.
pub fn has_gaps(pool: &TermPool, program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    blocks.flat_map(|b| &b.insts).any(|inst| match &inst.kind {
        InstKind::Check {
            site, condition, ..
        } => program.site(*site).property == Property::Unsupported && pool.is_false(*condition),
        _ => false,
    })
}

/// Only here so that both clients of a log agree on what a proof by unrolling says.
pub(crate) fn claim(pool: &mut TermPool, goals: &Goals, log: &Log, open: &[SiteId]) -> Term {
    let violations = log
        .checks
        .iter()
        .filter(|c| !goals.contains(c.site) || open.contains(&c.site))
        .map(|c| c.condition);
    let mut all: Vec<Term> = violations.collect();
    all.extend(log.cuts.iter().map(|c| c.reached(pool)));
    pool.or_all(all)
}

/// No loop that was not unrolled is gone round more often, and no object or range is larger.
fn costs_at_most(pool: &mut TermPool, log: &Log, most: Cost) -> Term {
    let (rounds, bytes) = (pool.bv_u64(64, most.rounds), pool.bv_u64(64, most.bytes));
    let mut few: Vec<Term> = log.rounds.iter().map(|r| pool.ule(*r, rounds)).collect();
    few.extend(log.sizes.iter().map(|s| pool.ule(*s, bytes)));
    pool.and_all(few)
}
