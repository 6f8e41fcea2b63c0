//! Random sequences of calls against the documented contract of [`Solver`].
//!
//! The oracle is brute force: three bit-vectors of two bits and two Booleans have 256 assignments. After every check: the
//! answer is the oracle's; a model satisfies what is asserted and assumed; a core is a subset of the assumptions and enough
//! for a refutation; a limit of no conflicts never makes an answer wrong; statistics keep their names and never fall.

mod common;

use common::{Code, Material};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use smt::{Answer, Backend, Installed, Limits, Solver, SolverKind};
use term::eval::Evaluator;
use term::{BitVec, SymbolId, Term, TermPool, Value};

const WIDTH: u32 = 2;

/// A call, with numbers that pick its terms.
#[derive(Clone, Debug)]
enum Call {
    Make(Code),
    Assert(u8, bool),
    Push,
    Pop,
    Check(Vec<(u8, bool)>, Option<u64>),
}

fn call() -> impl Strategy<Value = Call> {
    let literal = (any::<u8>(), any::<bool>());
    let conflicts = prop::option::weighted(0.2, 0_u64..3);
    prop_oneof![
        4 => any::<Code>().prop_map(Call::Make),
        2 => literal.prop_map(|(n, sign)| Call::Assert(n, sign)),
        1 => Just(Call::Push),
        1 => Just(Call::Pop),
        3 => (prop::collection::vec((any::<u8>(), any::<bool>()), 0..4), conflicts)
            .prop_map(|(literals, conflicts)| Call::Check(literals, conflicts)),
    ]
}

/// All assignments of the five symbols.
fn assignments(pool: &TermPool) -> Vec<FxHashMap<SymbolId, Value>> {
    let symbol = |name: &str| {
        let term = pool.find_symbol(name).expect("the material has it");
        pool.as_symbol(term).expect("it is a symbol")
    };
    let vectors = ["x0", "x1", "x2"].map(symbol);
    let bools = ["p", "q"].map(symbol);
    let assign = |bits: u64| {
        let mut values = FxHashMap::default();
        for (i, symbol) in vectors.iter().enumerate() {
            let value = BitVec::new(WIDTH, bits >> (2 * i) & 3);
            values.insert(*symbol, Value::BitVec(value));
        }
        for (i, symbol) in bools.iter().enumerate() {
            values.insert(*symbol, Value::Bool(bits >> (6 + i) & 1 == 1));
        }
        values
    };
    (0..256).map(assign).collect()
}

fn satisfiable(pool: &TermPool, terms: &[Term], all: &[FxHashMap<SymbolId, Value>]) -> bool {
    all.iter().any(|values| {
        let mut evaluator = Evaluator::new(pool, values);
        terms.iter().all(|t| evaluator.eval(*t).as_bool())
    })
}

struct Run<'a> {
    pool: TermPool,
    material: Material,
    solver: &'a mut dyn Solver,
    scopes: Vec<Vec<Term>>,
    all: Vec<FxHashMap<SymbolId, Value>>,
    counters: Vec<(String, u64)>,
}

impl Run<'_> {
    fn literal(&mut self, (number, sign): (u8, bool)) -> Term {
        let bools = &self.material.bools;
        let term = bools[bools.len() - 1 - number as usize % bools.len()];
        if sign { term } else { self.pool.not(term) }
    }

    fn perform(&mut self, call: &Call) -> Result<(), TestCaseError> {
        match call {
            Call::Make(code) => self.material.step(&mut self.pool, *code),
            Call::Assert(number, sign) => {
                let term = self.literal((*number, *sign));
                self.solver.assert(&mut self.pool, term);
                self.scopes.last_mut().expect("one at least").push(term);
            }
            Call::Push => {
                self.solver.push();
                self.scopes.push(Vec::new());
            }
            Call::Pop if self.scopes.len() > 1 => {
                self.solver.pop();
                self.scopes.pop();
            }
            Call::Pop => {}
            Call::Check(literals, conflicts) => {
                let assumptions: Vec<Term> = literals.iter().map(|l| self.literal(*l)).collect();
                self.check(&assumptions, *conflicts)?;
            }
        }
        Ok(())
    }

    fn check(&mut self, assumptions: &[Term], conflicts: Option<u64>) -> Result<(), TestCaseError> {
        let asserted = self.scopes.concat();
        let terms = [&asserted[..], assumptions].concat();
        let expected = satisfiable(&self.pool, &terms, &self.all);
        let limits = Limits {
            conflicts,
            ..Limits::default()
        };
        match self.solver.check(&mut self.pool, assumptions, &limits) {
            Answer::Sat(model) => {
                prop_assert!(expected, "not satisfiable");
                let mut evaluator = model.evaluator(&self.pool);
                prop_assert!(terms.iter().all(|t| evaluator.eval(*t).as_bool()));
            }
            Answer::Unsat(core) => {
                prop_assert!(!expected, "satisfiable");
                let core = core.terms().to_vec();
                prop_assert!(core.iter().all(|t| assumptions.contains(t)));
                let enough = [&asserted[..], &core[..]].concat();
                prop_assert!(!satisfiable(&self.pool, &enough, &self.all));
            }
            Answer::Unknown(why) => prop_assert!(conflicts.is_some(), "{why:?}"),
        }
        let counters = self.solver.statistics();
        for ((name, before), (now_name, now)) in self.counters.iter().zip(&counters) {
            prop_assert_eq!(name, now_name);
            prop_assert!(before <= now, "{} falls", name);
        }
        self.counters = counters;
        Ok(())
    }
}

fn contract(backend: &Backend, cases: u32, calls: usize) {
    let config = ProptestConfig {
        cases,
        ..ProptestConfig::default()
    };
    proptest!(config, |(calls in prop::collection::vec(call(), 1..calls))| {
        let mut pool = TermPool::new();
        let material = Material::new(&mut pool, WIDTH, 3);
        let all = assignments(&pool);
        let mut solver = backend.make();
        let mut run = Run {
            pool,
            material,
            solver: &mut *solver,
            scopes: vec![Vec::new()],
            all,
            counters: Vec::new(),
        };
        for call in &calls {
            run.perform(call)?;
        }
    });
}

#[test]
fn the_embedded_solver() {
    contract(&Backend::default(), 150, 60);
}

#[test]
fn the_embedded_solver_with_proofs() {
    let backend = Backend {
        check_proofs: true,
        ..Backend::default()
    };
    contract(&backend, 100, 60);
}

#[test]
fn a_solver_that_forgets() {
    let backend = Backend {
        restart: true,
        ..Backend::default()
    };
    contract(&backend, 50, 40);
}

#[test]
fn other_solvers() {
    for kind in [SolverKind::Z3, SolverKind::Cvc5] {
        let Some(installed) = Installed::find(kind) else {
            eprintln!("skipped: {} is not installed", kind.name());
            continue;
        };
        let backend = Backend {
            external: Some(installed),
            ..Backend::default()
        };
        contract(&backend, 8, 30);
    }
}
