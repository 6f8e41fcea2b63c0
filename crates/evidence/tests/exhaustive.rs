//! The checker of inductive proofs against a list of all states.
//!
//! Random programs over variables of two bits have so few states that the definition of k-induction can be evaluated as it
//! is written: over all sequences of states and inputs. The checker must say the same of random invariants.

use domains::Types;
use encode::exec::CutPoints;
use encode::system::{LocationId, TransitionSystem, build};
use evidence::{Inductive, NotInductive};
use program::{Goals, Property, text};
use rustc_hash::FxHashMap;
use smt::Limits;
use term::eval::{Evaluator, Value};
use term::{BitVec, Sort, SymbolId, Term, TermPool};

/// A generator that gives the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn number(&mut self) -> String {
        match self.below(4) {
            0 => "x".to_string(),
            1 => "y".to_string(),
            2 => "n".to_string(),
            _ => ["#b00", "#b01", "#b10", "#b11"][self.below(4) as usize].to_string(),
        }
    }

    fn expression(&mut self) -> String {
        let operator = ["bvadd", "bvand", "bvxor", "bvor"][self.below(4) as usize];
        format!("({operator} {} {})", self.number(), self.number())
    }

    fn condition(&mut self) -> String {
        let operator = ["bvult", "bvule", "="][self.below(3) as usize];
        format!("({operator} {} {})", self.number(), self.expression())
    }

    /// Mostly true.
    fn check(&mut self) -> String {
        format!(
            "(or {} (or {} {}))",
            self.condition(),
            self.condition(),
            self.condition()
        )
    }

    fn program(&mut self) -> String {
        format!(
            "program LP64 pointers 64 offset 40
file \"t.c\"
site s0 assert \"a\" in \"main\" @1:1
site s1 assert \"b\" in \"main\" @2:1
entry main

fn main() @1:0
  var x: 2
  var y: 2
  var n: 2
b0:
  x := #b00 @1:1
  y := #b01 @1:1
  n := havoc nondet \"f\" @1:1
  goto b1 @1:1
b1:
  n := havoc nondet \"f\" @2:1
  branch {} b2 b3 @2:1
b2:
  check s0 {} @2:1
  x := {} @2:1
  y := {} @2:1
  goto b1 @2:1
b3:
  branch {} b4 b1 @3:1
b4:
  n := havoc nondet \"f\" @4:1
  check s1 {} @4:1
  y := {} @4:1
  branch {} b4 b1 @4:1
",
            self.condition(),
            self.check(),
            self.expression(),
            self.expression(),
            self.condition(),
            self.check(),
            self.expression(),
            self.condition(),
        )
    }
}

/// A state at a location: the values of its variables.
type State = (usize, Vec<u64>);

/// What one choice of inputs makes of a state.
#[derive(Clone)]
struct Successor {
    fine: bool,
    next: Option<State>,
}

struct Model {
    pool: TermPool,
    system: TransitionSystem,
    /// All steps from a state.
    steps: FxHashMap<State, Vec<Successor>>,
}

fn bits(pool: &TermPool, symbols: &[Term], values: &[u64]) -> FxHashMap<SymbolId, Value> {
    let pairs = symbols.iter().zip(values);
    pairs
        .map(|(symbol, value)| {
            let id = pool.as_symbol(*symbol).expect("a symbol");
            let value = match pool.sort(*symbol) {
                Sort::Bool => Value::Bool(*value & 1 == 1),
                Sort::BitVec(width) => Value::BitVec(BitVec::new(width, *value)),
                sort => panic!("a variable of sort {sort}"),
            };
            (id, value)
        })
        .collect()
}

/// All values of some symbols.
fn all_values(pool: &TermPool, symbols: &[Term]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for symbol in symbols {
        let count = match pool.sort(*symbol) {
            Sort::BitVec(width) => 1u64 << width,
            _ => 2,
        };
        all = all
            .into_iter()
            .flat_map(|prefix| {
                (0..count).map(move |value| {
                    let mut longer = prefix.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    all
}

impl Model {
    fn new(source: &str) -> Model {
        let (mut pool, program) = text::parse(source).unwrap_or_else(|e| panic!("{e}\n{source}"));
        let goals = Goals::new(&program, &[Property::Assert]);
        let cuts = CutPoints::default();
        let system = build(&mut pool, &program, &goals, cuts, &mut || false);
        let system = system.unwrap_or_else(|_| panic!("it was not stopped"));
        let mut model = Model {
            pool,
            system,
            steps: FxHashMap::default(),
        };
        for location in 0..model.system.locations.len() {
            for values in all_values(&model.pool, &model.variables(location)) {
                let steps = model.compute(location, &values);
                model.steps.insert((location, values), steps);
            }
        }
        model
    }

    fn variables(&self, location: usize) -> Vec<Term> {
        let variables = self.system.locations[location].variables.iter();
        variables
            .map(|id| self.system.variable(*id).symbol)
            .collect()
    }

    fn compute(&self, location: usize, values: &[u64]) -> Vec<Successor> {
        let block = &self.system.blocks[location];
        let state = bits(&self.pool, &self.variables(location), values);
        let mut steps = Vec::new();
        for inputs in all_values(&self.pool, &block.inputs) {
            let mut assignment = state.clone();
            assignment.extend(bits(&self.pool, &block.inputs, &inputs));
            let mut evaluator = Evaluator::new(&self.pool, &assignment);
            let fine = !block
                .checks
                .iter()
                .any(|c| evaluator.eval(c.condition).as_bool());
            let mut edges = block.edges.iter();
            let taken = edges.find(|e| evaluator.eval(e.guard).as_bool());
            let next = taken.map(|edge| {
                let values = edge.values.iter().map(|v| match evaluator.eval(*v) {
                    Value::Bool(value) => u64::from(value),
                    value => value.as_bitvec().to_u64().expect("two bits"),
                });
                (edge.to.index(), values.collect())
            });
            steps.push(Successor { fine, next });
        }
        steps
    }

    /// An invariant that holds in a random set of states, most of them.
    fn invariant(&mut self, random: &mut Random, location: usize) -> Term {
        let symbols = self.variables(location);
        let mut all = self.pool.tt();
        for values in all_values(&self.pool, &symbols) {
            if random.below(8) > 0 {
                continue;
            }
            let mut here = self.pool.tt();
            for (symbol, value) in symbols.iter().zip(&values) {
                let equal = match self.pool.sort(*symbol) {
                    Sort::BitVec(width) => {
                        let constant = self.pool.bv_u64(width, *value);
                        self.pool.eq(*symbol, constant)
                    }
                    _ if *value == 1 => *symbol,
                    _ => self.pool.not(*symbol),
                };
                here = self.pool.and(here, equal);
            }
            let elsewhere = self.pool.not(here);
            all = self.pool.and(all, elsewhere);
        }
        all
    }

    fn holds(&self, invariants: &[Term], state: &State) -> bool {
        if state.0 == 0 {
            return true;
        }
        let values = bits(&self.pool, &self.variables(state.0), &state.1);
        let mut evaluator = Evaluator::new(&self.pool, &values);
        evaluator.eval(invariants[state.0]).as_bool()
    }

    /// The definition of k-induction, over all sequences.
    fn is_inductive(&self, k: usize, invariants: &[Term], simple: bool) -> bool {
        let start = (0, Vec::new());
        let starts_well = self.all_satisfy(invariants, &start, k + 1);
        let mut heads = self.steps.keys().filter(|s| s.0 > 0);
        starts_well && heads.all(|s| self.steps_well(invariants, s, k, simple, &mut Vec::new()))
    }

    /// The next states, this one among them, satisfy `Q` with any inputs.
    fn all_satisfy(&self, invariants: &[Term], state: &State, count: usize) -> bool {
        count == 0
            || (self.holds(invariants, state)
                && self.steps[state].iter().all(|step| {
                    step.fine
                        && step
                            .next
                            .as_ref()
                            .is_none_or(|next| self.all_satisfy(invariants, next, count - 1))
                }))
    }

    /// After `left` more states that satisfy `Q`, so does the next one.
    fn steps_well(
        &self,
        invariants: &[Term],
        state: &State,
        left: usize,
        simple: bool,
        before: &mut Vec<State>,
    ) -> bool {
        if simple && before.contains(state) {
            return true;
        }
        let holds = self.holds(invariants, state);
        if left == 0 {
            return holds && self.steps[state].iter().all(|step| step.fine);
        }
        if !holds {
            return true;
        }
        before.push(state.clone());
        let fine = self.steps[state].iter().filter(|step| step.fine);
        let mut next = fine.filter_map(|step| step.next.as_ref());
        let well = next.all(|n| self.steps_well(invariants, n, left - 1, simple, before));
        before.pop();
        well
    }
}

#[test]
fn the_checker_agrees_with_the_definition() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut confirmed, mut refuted) = (0, 0);
    for _ in 0..150 {
        let source = random.program();
        let mut model = Model::new(&source);
        for _ in 0..8 {
            let locations = 0..model.system.locations.len();
            let invariants: Vec<Term> = locations
                .map(|at| match LocationId::new(at) == TransitionSystem::ENTRY {
                    true => model.pool.tt(),
                    false => model.invariant(&mut random, at),
                })
                .collect();
            let k = 1 + random.below(3) as u32;
            let simple = random.below(3) == 0;
            let claim = Inductive {
                k,
                invariants,
                instances: Vec::new(),
                except: Vec::new(),
                simple,
                engine: "a test".to_string(),
            };
            let types = Types::from(None);
            let limits = Limits::default();
            let said = match claim.check(&mut model.pool, &model.system, types, &limits) {
                Ok(_) => true,
                Err(NotInductive::Refuted(_)) => false,
                Err(NotInductive::Open(why)) => panic!("{why:?}"),
            };
            let is = model.is_inductive(k as usize, &claim.invariants, simple);
            assert_eq!(said, is, "k = {k}, simple: {simple}\n{source}");
            match is {
                true => confirmed += 1,
                false => refuted += 1,
            }
        }
    }
    assert!(confirmed > 20 && refuted > 20, "{confirmed} and {refuted}");
}
