//! Arrays of arrays, and functions from and to arrays: against all assignments, where these are few; cores, scopes, models.

use proptest::prelude::*;
use smt::script::{Response, Session};
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use std::rc::Rc;
use term::eval::{ArrayValue, Assignment, Evaluator, FunctionValue};
use term::smtlib::FormReader;
use term::{BitVec, FunctionId, Sort, SymbolId, Term, TermPool, Value};

fn bit() -> Sort {
    Sort::BitVec(1)
}

fn row() -> Sort {
    Sort::array(bit(), bit())
}

/// Two bits as an array of bits.
fn row_of(code: u32) -> Value {
    array_of([0, 1].map(|i| Value::BitVec(BitVec::new(1, u64::from(code >> i & 1)))))
}

fn array_of([zero, one]: [Value; 2]) -> Value {
    let mut array = ArrayValue {
        default: zero,
        entries: Default::default(),
    };
    array.set(BitVec::new(1, 1), one);
    Value::Array(Rc::new(array))
}

/// Material for random terms: an index, rows, a table of rows, and functions.
struct World {
    pool: TermPool,
    bits: Vec<Term>,
    rows: Vec<Term>,
    tables: Vec<Term>,
    bools: Vec<Term>,
    /// From rows to bits.
    f: FunctionId,
    /// From bits to rows.
    g: FunctionId,
}

/// An assignment by its number.
struct Numbered<'w> {
    world: &'w World,
    number: u32,
}

/// The table has 4 bits, each of two rows has 2, the index 1, `f` and `g` have 4 each.
const ASSIGNMENTS: u32 = 1 << 17;

impl Assignment for Numbered<'_> {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        let n = self.number;
        Some(match pool.symbol_name(symbol) {
            "T" => array_of([row_of(n), row_of(n >> 2)]),
            "r" => row_of(n >> 4),
            "s" => row_of(n >> 6),
            "i" => Value::BitVec(BitVec::new(1, u64::from(n >> 8 & 1))),
            other => panic!("{other} is not a symbol of the query"),
        })
    }

    fn function(&self, pool: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        let (domain, _) = pool.function_sorts(function);
        let mut value;
        if function == self.world.f {
            value = FunctionValue::constant(Value::BitVec(BitVec::zero(1)));
            for code in 0..4 {
                let result = BitVec::new(1, u64::from(self.number >> (9 + code) & 1));
                value.insert(vec![row_of(code)], domain, Value::BitVec(result));
            }
        } else {
            value = FunctionValue::constant(row_of(self.number >> 13));
            let one = Value::BitVec(BitVec::new(1, 1));
            value.insert(vec![one], domain, row_of(self.number >> 15));
        }
        Some(Rc::new(value))
    }
}

fn pick(terms: &[Term], number: u8) -> Term {
    terms[terms.len() - 1 - number as usize % terms.len()]
}

impl World {
    fn new() -> World {
        let mut pool = TermPool::new();
        let (f, g) = (
            pool.function("f", &[row()], bit()),
            pool.function("g", &[bit()], row()),
        );
        let table = pool.symbol("T", Sort::array(bit(), row()));
        let rows = ["r", "s"].map(|name| pool.symbol(name, row()));
        let index = pool.symbol("i", bit());
        World {
            bits: vec![pool.bv_u64(1, 0), pool.bv_u64(1, 1), index],
            rows: rows.to_vec(),
            tables: vec![table],
            bools: vec![pool.tt()],
            pool,
            f,
            g,
        }
    }

    fn step(&mut self, (op, a, b, c): (u8, u8, u8, u8)) {
        let pool = &mut self.pool;
        let (bit_a, bit_b) = (pick(&self.bits, a), pick(&self.bits, b));
        let (row_a, row_b) = (pick(&self.rows, a), pick(&self.rows, b));
        let (table_a, table_b) = (pick(&self.tables, a), pick(&self.tables, b));
        let condition = pick(&self.bools, c);
        match op % 14 {
            0 => self.bits.push(pool.select(row_a, bit_b)),
            1 | 2 => self.rows.push(pool.select(table_a, bit_b)),
            3 => self
                .rows
                .push(pool.store(row_a, bit_b, pick(&self.bits, c))),
            4 | 5 => self
                .tables
                .push(pool.store(table_a, bit_b, pick(&self.rows, c))),
            6 => self.bits.push(pool.apply(self.f, &[row_a])),
            7 => self.rows.push(pool.apply(self.g, &[bit_a])),
            8 => self.bools.push(pool.eq(row_a, row_b)),
            9 => self.bools.push(pool.eq(table_a, table_b)),
            10 => self.bools.push(pool.eq(bit_a, bit_b)),
            11 => self.rows.push(pool.ite(condition, row_a, row_b)),
            12 => self.tables.push(pool.ite(condition, table_a, table_b)),
            _ => {
                let sort = Sort::array(bit(), row());
                self.tables.push(pool.const_array(sort, row_a));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn answers_are_those_of_all_assignments(
        code in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 4..14),
        signs in any::<u8>(),
    ) {
        let mut world = World::new();
        code.into_iter().for_each(|c| world.step(c));
        let last = world.bools.iter().rev().take(4).copied().collect::<Vec<_>>();
        let query: Vec<Term> = last
            .into_iter()
            .enumerate()
            .map(|(i, b)| if signs >> i & 1 == 1 { world.pool.not(b) } else { b })
            .collect();
        let goal = world.pool.and_all(query.iter().copied());
        let possible = (0..ASSIGNMENTS).any(|number| {
            let assignment = Numbered { world: &world, number };
            Evaluator::new(&world.pool, &assignment).eval(goal).as_bool()
        });
        let mut solver = EmbeddedSolver::new();
        let mut pool = world.pool.clone();
        match solver.check(&mut pool, &query, &Limits::default()) {
            Answer::Sat(model) => {
                prop_assert!(possible);
                prop_assert!(model.eval(&pool, goal).as_bool());
            }
            Answer::Unsat(core) => {
                prop_assert!(!possible);
                let core = core.terms().to_vec();
                prop_assert!(core.iter().all(|t| query.contains(t)));
                // And the core alone, asserted in a scope that is closed again.
                let mut solver = EmbeddedSolver::new();
                solver.push();
                core.iter().for_each(|t| solver.assert(&mut pool, *t));
                prop_assert!(solver.check(&mut pool, &[], &Limits::default()).is_unsat());
                solver.pop();
                prop_assert!(solver.check(&mut pool, &[], &Limits::default()).is_sat());
            }
            Answer::Unknown(why) => prop_assert!(false, "{why:?}"),
        }
    }
}

/// The answers of a session to a script.
fn answers(script: &str) -> Vec<String> {
    let make = || -> Box<dyn Solver> { Box::new(EmbeddedSolver::new()) };
    let mut session = Session::new(Box::new(make), Limits::default());
    let mut forms = FormReader::new(script.as_bytes());
    let mut said = Vec::new();
    while let Some(form) = forms.next_form().expect("a string can be read") {
        let response = match session.read(&form) {
            Ok(command) => session.run(command),
            Err(response) => response,
        };
        match response {
            Response::Text(text) => said.push(text),
            Response::Success => {}
            other => panic!("{other:?} to {}", form.text),
        }
    }
    said
}

/// Five different arrays of one bit by one bit do not exist, though there are names enough.
#[test]
fn there_are_as_many_arrays_as_there_are() {
    let script = |n: usize| {
        let names: Vec<String> = (0..n).map(|i| format!("(select T (_ bv{i} 3))")).collect();
        format!(
            "(declare-const T (Array (_ BitVec 3) (Array (_ BitVec 1) (_ BitVec 1))))
             (assert (distinct {}))
             (check-sat)",
            names.join(" ")
        )
    };
    assert_eq!(answers(&script(4)), ["sat"]);
    assert_eq!(answers(&script(5)), ["unsat"]);
}

/// Three levels: what is written deep inside is read back, and nothing else has changed.
#[test]
fn three_levels() {
    let head = "(define-sort A1 () (Array (_ BitVec 8) (_ BitVec 8)))
                (define-sort A2 () (Array (_ BitVec 8) A1))
                (declare-const a (Array (_ BitVec 8) A2))
                (declare-const b (Array (_ BitVec 8) A2))
                (declare-const i (_ BitVec 8))
                (declare-const j (_ BitVec 8))
                (define-fun aij () A1 (select (select a i) j))
                (assert (= b (store a i (store (select a i) j (store aij #x05 #x01)))))";
    let read = "(select (select (select b i) j) #x05)";
    assert_eq!(
        answers(&format!(
            "{head} (assert (distinct {read} #x01)) (check-sat)"
        )),
        ["unsat"]
    );
    assert_eq!(
        answers(&format!(
            "{head} (assert (distinct a b)) (check-sat) (get-value ({read}))"
        )),
        ["sat".to_string(), format!("(({read} #x01))")]
    );
    let elsewhere =
        "(assert (distinct (select a #x07) (select b #x07))) (assert (distinct i #x07))";
    assert_eq!(
        answers(&format!("{head} {elsewhere} (check-sat)")),
        ["unsat"]
    );
}

/// A function of arrays sees what an array holds, not how it was made.
#[test]
fn functions_are_extensional() {
    let head = "(define-sort Row () (Array (_ BitVec 4) (_ BitVec 4)))
                (declare-fun f (Row) Row)
                (declare-const a Row)
                (declare-const i (_ BitVec 4))
                (declare-const j (_ BitVec 4))
                (define-fun one () Row (store (store a i #x1) j #x2))
                (define-fun two () Row (store (store a j #x2) i #x1))";
    let differ = "(assert (distinct (f one) (f two)))";
    assert_eq!(
        answers(&format!(
            "{head} {differ} (assert (distinct i j)) (check-sat)"
        )),
        ["unsat"]
    );
    assert_eq!(answers(&format!("{head} {differ} (check-sat)")), ["sat"]);
}

/// What the printed model says of nested arrays and of functions of arrays satisfies the query.
#[test]
fn models_can_be_read_back() {
    let head = "(define-sort Row () (Array Bool Bool))
                (declare-const T (Array Bool Row))
                (declare-fun f (Row) Bool)
                (declare-fun g (Bool) Row)";
    let query = "(assert (distinct (select T true) (select T false) (g true) (g false)))
                 (assert (distinct (f (select T true)) (f (g false))))
                 (assert (f (store (g true) false (select (g false) true))))";
    let said = answers(&format!("{head} {query} (check-sat) (get-model)"));
    assert_eq!(said[0], "sat");
    let model = said[1].trim().trim_start_matches('(').trim_end();
    let model = model.strip_suffix(')').expect("a list");
    let sort = "(define-sort Row () (Array Bool Bool))";
    assert_eq!(
        answers(&format!("{sort} {model} {query} (check-sat)")),
        ["sat"]
    );
}

#[test]
fn arrays_indexed_by_arrays_are_declined() {
    let mut pool = TermPool::new();
    let array = pool.symbol("a", Sort::array(row(), Sort::Bool));
    let index = pool.symbol("k", row());
    let read = pool.select(array, index);
    let mut solver = EmbeddedSolver::new();
    solver.push();
    solver.assert(&mut pool, read);
    match solver.check(&mut pool, &[], &Limits::default()) {
        Answer::Unknown(smt::Why::Other(what)) => assert_eq!(what, "arrays indexed by arrays"),
        _ => panic!("they are not decided"),
    }
    solver.pop();
    assert!(solver.check(&mut pool, &[], &Limits::default()).is_sat());
}
