//! Acceleration: violations after more iterations than unrolling can follow.
//!
//! A loop that only adds constants to its variables is given a short cut: before it is entered, `x := x + n * c` for an
//! unknown n. Bounded model checking of the program with short cuts finds violations after 2^31 iterations as it finds
//! others. That the iterations that are left out could all happen is asked afterwards: if the i-th one could not, that is
//! added as a condition on the short cut, and the search starts again (the quantifier "for all i < n" is instantiated on
//! demand).
//!
//! A counterexample counts only if the program as the front end made it runs into the violation; the interpreter leaps
//! over the iterations, and a fresh solver proves that each of them is one ([`evidence::replay_accelerated`]).

#[cfg(test)]
mod tests;

use crate::Engine;
use crate::context::{Context, Programs};
use encode::exec::{Bounds, CutPoints, Executor};
use encode::inputs::Inputs;
use encode::system::{LocationId, Origin, TransitionSystem};
use evidence::{AcceleratedLoop, Acceleration, ReplayFailure, Trace, replay_accelerated};
use program::cfg::LoopForest;
use program::{
    Block, BlockId, FunctionId, InputSource, Inst, InstKind, Place, Program, SiteId, Terminator,
    Var, VarId,
};
use rustc_hash::FxHashMap;
use smt::{Answer, Limits};
use term::{BitVec, Sort, Term, TermPool};

/// Instances of "for all i < n" that are tried, and conflicts that one question may cost.
const ROUNDS: usize = 24;
const CONFLICTS: u64 = 50_000;

/// A loop that gets a short cut.
struct ShortCut {
    location: LocationId,
    function: FunctionId,
    head: BlockId,
    body: Vec<BlockId>,
    /// The width of n: that of the widest variable.
    width: u32,
    steps: Vec<(VarId, BitVec)>,
    /// An iteration from here comes back to the head and fails no check; over the program's variables.
    fine: Term,
    /// Iterations about which the search went wrong before.
    instances: Vec<BitVec>,
}

/// See the module documentation. It works on the system with these cut points.
pub(crate) struct Accelerate(pub CutPoints);

impl Engine for Accelerate {
    fn name(&self) -> &'static str {
        "accelerate"
    }

    fn run(&self, context: &mut Context) {
        let Some(programs) = context.need_programs() else {
            return;
        };
        match context.system(self.0) {
            Ok(system) => {
                if let Some((site, trace)) = search(context, &programs, &system) {
                    context.refute(site, trace);
                }
            }
            Err(reason) => context.give_up(reason),
        }
    }
}

/// A violation after many iterations of simple loops, and its trace.
fn search(
    context: &mut Context,
    programs: &Programs,
    system: &TransitionSystem,
) -> Option<(SiteId, Trace)> {
    let mut cuts = short_cuts(&mut context.pool, &programs.promoted, system);
    if cuts.is_empty() {
        return None;
    }
    context.progress(None, "looking for violations after many iterations");
    for _ in 0..ROUNDS {
        let (program, loops) = with_short_cuts(&mut context.pool, &programs.promoted, &cuts);
        let (site, inputs) = violation(context, &program)?;
        let acceleration = Acceleration { system, loops };
        let mut goals = context.goals.clone();
        goals.restrict(&[site]);
        let limits = context.limits.clone();
        let replayed = replay_accelerated(
            &mut context.pool,
            &programs.original,
            &programs.promotion,
            &goals,
            &inputs,
            site,
            &acceleration,
            &limits,
        );
        match replayed {
            Ok(trace) => return Some((site, trace)),
            Err(ReplayFailure::Leap { index, iteration }) => {
                cuts[index].instances.push(iteration);
            }
            // Whatever it is, it is not a counterexample.
            Err(_) => return None,
        }
    }
    None
}

/// The loops that only add constants, where nothing but variables of their function decides whether they go on.
fn short_cuts(pool: &mut TermPool, program: &Program, system: &TransitionSystem) -> Vec<ShortCut> {
    let mut found = Vec::new();
    for location in system.heads() {
        let active = system.location(location).stack.last().copied();
        let Some(active) = active.filter(|a| a.at.0 != BlockId(0)) else {
            continue;
        };
        let same = |l: &encode::system::Location| {
            let other = l.stack.last();
            other.is_some_and(|a| a.function == active.function && a.at.0 == active.at.0)
        };
        // A function that is called from several places has one short cut, but several loops.
        if system.locations.iter().filter(|l| same(l)).count() > 1 {
            continue;
        }
        let of_loop = |id| match system.variable(id).origin {
            Origin::Local {
                function,
                context,
                var,
            } if function == active.function && context == active.context => Some(var),
            _ => None,
        };
        let Some(steps) = system.constant_steps(pool, location) else {
            continue;
        };
        let steps: Option<Vec<(VarId, BitVec)>> = steps
            .into_iter()
            .map(|(id, step)| Some((of_loop(id)?, step)))
            .collect();
        let Some(steps) = steps else {
            continue;
        };
        let fine = fine(pool, system, location);
        let variables = pool.symbols_of(&[fine]).into_iter().map(|symbol| {
            let term = pool.symbol_term(symbol);
            let var = of_loop(system.variable_of(term)?)?;
            Some((term, program.var(var).symbol))
        });
        let Some(variables) = variables.collect::<Option<FxHashMap<Term, Term>>>() else {
            continue;
        };
        let forest = LoopForest::new(program.function(active.function));
        let Some(id) = forest.headed_by(active.at.0) else {
            continue;
        };
        found.push(ShortCut {
            location,
            function: active.function,
            head: active.at.0,
            body: forest.get(id).blocks.clone(),
            width: steps.iter().map(|(_, s)| s.width()).max().unwrap_or(1),
            steps,
            fine: substitute(pool, fine, &variables),
            instances: Vec::new(),
        });
    }
    found
}

/// An iteration comes back to the head and fails no check; over the state.
fn fine(pool: &mut TermPool, system: &TransitionSystem, location: LocationId) -> Term {
    let block = system.block(location);
    let own = block.edges.iter().find(|e| e.to == location);
    let mut all: Vec<Term> = own.map(|e| e.guard).into_iter().collect();
    for check in &block.checks {
        all.push(pool.not(check.condition));
    }
    pool.and_all(all)
}

fn substitute(pool: &mut TermPool, term: Term, values: &FxHashMap<Term, Term>) -> Term {
    let mut value = |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
    pool.substitute(term, &mut value, &mut FxHashMap::default())
}

/// The program with short cuts, and what the inputs that say how long they are belong to.
fn with_short_cuts(
    pool: &mut TermPool,
    program: &Program,
    cuts: &[ShortCut],
) -> (Program, Vec<AcceleratedLoop>) {
    let mut program = program.clone();
    let mut loops = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        let name = format!("iterations.{number}");
        let symbol = pool.symbol_of_sort(&name, Sort::BitVec(cut.width));
        let count = VarId::new(program.vars.len());
        program.vars.push(Var {
            name,
            symbol,
            width: cut.width,
            pointer: false,
            function: cut.function,
            source: None,
        });
        let id = pool.as_symbol(symbol).expect("a symbol");
        program.var_of_symbol.insert(id, count);
        let block = short_cut(pool, &program, cut, count, symbol);
        let function = &mut program.functions[cut.function.index()];
        function.vars.push(count);
        let new = BlockId::new(function.blocks.len());
        for (index, block) in function.blocks.iter_mut().enumerate() {
            if !cut.body.contains(&BlockId::new(index)) {
                redirect(&mut block.end, cut.head, new);
            }
        }
        function.blocks.push(block);
        loops.push(AcceleratedLoop {
            location: cut.location,
            count,
            body: cut.body.clone(),
        });
    }
    (program, loops)
}

/// `n := *; assume(n == 0 || …); x := x + n * c`.
fn short_cut(
    pool: &mut TermPool,
    program: &Program,
    cut: &ShortCut,
    count: VarId,
    n: Term,
) -> Block {
    let zero = pool.zero(cut.width);
    let none = pool.eq(n, zero);
    let one = pool.bv_u64(cut.width, 1);
    let last = pool.bvsub(n, one);
    let mut all = vec![
        after(pool, program, cut, zero),
        after(pool, program, cut, last),
    ];
    for instance in &cut.instances {
        let i = pool.bv(instance.clone());
        let beyond = pool.ule(n, i);
        let fine = after(pool, program, cut, i);
        all.push(pool.or(beyond, fine));
    }
    let possible = pool.and_all(all);
    let condition = pool.or(none, possible);
    let mut kinds = vec![
        InstKind::Havoc {
            var: count,
            source: InputSource::Unspecified,
        },
        InstKind::Assume { condition },
    ];
    for (var, step) in &cut.steps {
        let value = moved(pool, program, *var, n, step);
        kinds.push(InstKind::Assign { var: *var, value });
    }
    let place = Place::NOWHERE;
    Block {
        insts: kinds.into_iter().map(|kind| Inst { kind, place }).collect(),
        end: Terminator::Goto(cut.head),
        place,
    }
}

/// The condition of an iteration after `i` others.
fn after(pool: &mut TermPool, program: &Program, cut: &ShortCut, i: Term) -> Term {
    let mut values = FxHashMap::default();
    for (var, step) in &cut.steps {
        values.insert(
            program.var(*var).symbol,
            moved(pool, program, *var, i, step),
        );
    }
    substitute(pool, cut.fine, &values)
}

/// `var + i * step`.
fn moved(pool: &mut TermPool, program: &Program, var: VarId, i: Term, step: &BitVec) -> Term {
    let i = pool.resize_unsigned(i, step.width());
    let step = pool.bv(step.clone());
    let distance = pool.bvmul(step, i);
    pool.bvadd(program.var(var).symbol, distance)
}

fn redirect(end: &mut Terminator, from: BlockId, to: BlockId) {
    let change = |target: &mut BlockId| {
        if *target == from {
            *target = to;
        }
    };
    match end {
        Terminator::Goto(target) => change(target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            change(then);
            change(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| change(target));
            change(default);
        }
        Terminator::Return(_) | Terminator::Halt => {}
    }
}

/// A violation of a goal within a few iterations of every loop, and the inputs that lead there.
fn violation(context: &mut Context, program: &Program) -> Option<(SiteId, Inputs)> {
    let limits = Limits {
        conflicts: Some(CONFLICTS),
        ..context.limits.clone()
    };
    let goals = context.goals.clone();
    let pool = &mut context.pool;
    let mut executor = Executor::new(pool, program, &goals);
    let bounds = Bounds {
        unwind: 2,
        terms: 100_000,
        steps: 1_000_000,
        ..Bounds::default()
    };
    let mut stop = || limits.expired().is_some();
    let log = executor.run(pool, bounds, &mut stop).ok()?;
    let checks = log.checks.iter().filter(|c| goals.contains(c.site));
    let checks: Vec<(SiteId, Term)> = checks.map(|c| (c.site, c.condition)).collect();
    let any = pool.or_all(checks.iter().map(|(_, violated)| *violated));
    let mut solver = context.backend.make();
    let pool = &mut context.pool;
    match solver.check(pool, &[any], &limits) {
        Answer::Sat(model) => {
            let mut evaluator = model.evaluator(pool);
            let (site, _) = checks.iter().find(|(_, v)| evaluator.eval(*v).as_bool())?;
            Some((*site, executor.inputs(pool, &log, &model)))
        }
        Answer::Unsat(_) | Answer::Unknown(_) => None,
    }
}
