//! Floats end to end: laws that hold, laws that do not, with the models that show it (debug builds evaluate each model).

use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::smtlib::parse_script;
use term::{FloatClass, TermPool, Value};

/// The answer to the assertions of a script, and the values of its symbols.
fn solve(text: &str) -> Option<Vec<Value>> {
    let mut pool = TermPool::new();
    let script = parse_script(&mut pool, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut solver = EmbeddedSolver::new();
    let assertions = script.assertions();
    for assertion in &assertions {
        solver.assert(&mut pool, *assertion);
    }
    match solver.check(&mut pool, &[], &Limits::default()) {
        Answer::Sat(model) => {
            let mut symbols = pool.symbols_of(&assertions);
            symbols.sort();
            let terms = symbols.iter().map(|s| pool.symbol_term(*s));
            Some(terms.map(|t| model.eval(&pool, t)).collect())
        }
        Answer::Unsat(_) => None,
        Answer::Unknown(why) => panic!("{why:?}\n{text}"),
    }
}

fn with_floats(sort: &str, assertion: &str) -> Option<Vec<Value>> {
    let names = ["x", "y", "z"];
    let declared = names.map(|n| format!("(declare-const {n} {sort})"));
    let text = format!("{} (declare-const m RoundingMode)", declared.concat());
    solve(&format!("{text} (assert {assertion})"))
}

#[test]
fn laws() {
    for sort in ["Float16", "Float32", "(_ FloatingPoint 3 4)"] {
        for law in [
            "(fp.eq (fp.add m x y) (fp.add m y x))",
            "(= (fp.sub m x y) (fp.add m x (fp.neg y)))",
            "(= (fp.neg (fp.neg x)) x)",
            "(=> (and (fp.lt x y) (fp.lt y z)) (fp.lt x z))",
            "(or (fp.isNaN x) (fp.isNaN y) (fp.leq x y) (fp.leq y x))",
            "(=> (fp.isNegative (fp.sqrt m x)) (fp.isZero x))",
            "(= (fp.isNaN (fp.div m x x)) (or (fp.isNaN x) (fp.isZero x) (fp.isInfinite x)))",
            "(=> (fp.leq x y) (fp.leq (fp.roundToIntegral m x) (fp.roundToIntegral m y)))",
        ] {
            let nan = "(or (fp.isNaN (fp.add m x y)) (fp.isNaN x))";
            let law = if law.starts_with("(fp.eq") {
                format!("(or {nan} {law})")
            } else {
                law.to_string()
            };
            assert_eq!(with_floats(sort, &format!("(not {law})")), None, "{law}");
        }
    }
}

#[test]
fn what_is_no_law() {
    for sort in ["Float16", "Float32", "Float64"] {
        for law in [
            "(fp.eq x x)",
            "(= (fp.add m (fp.add m x y) z) (fp.add m x (fp.add m y z)))",
            "(=> (fp.lt x y) (fp.lt (fp.add m x z) (fp.add m y z)))",
            "(= (fp.mul m x (fp.div m y x)) y)",
            "(= (fp.fma m x y z) (fp.add m (fp.mul m x y) z))",
            "(= (fp.sqrt m (fp.mul m x x)) (fp.abs x))",
            "(=> (fp.eq x y) (= x y))",
        ] {
            let found = with_floats(sort, &format!("(not {law})"));
            assert!(found.is_some(), "{law}");
        }
    }
}

/// Text leaves the sign of `fp.min` of two zeros open, for each order of its own.
#[test]
fn open_results_are_open() {
    let sort = "Float16";
    let (plus, minus) = ("(_ +zero 5 11)", "(_ -zero 5 11)");
    for (a, b) in [(plus, minus), (minus, plus)] {
        for result in [plus, minus] {
            let chosen = format!("(= (fp.min {a} {b}) {result} (fp.max {a} {b}))");
            assert!(with_floats(sort, &chosen).is_some(), "{chosen}");
        }
        let other = format!("(distinct (fp.min {a} {b}) {plus} {minus})");
        assert_eq!(with_floats(sort, &other), None);
        let twice = format!("(and (= x {a}) (= y {b}) (distinct (fp.min x y) (fp.min {a} {b})))");
        assert_eq!(with_floats(sort, &twice), None);
    }
}

#[test]
fn models_have_floats() {
    let found = with_floats("Float32", "(and (fp.isSubnormal x) (fp.lt x y) (= m RTP))");
    let found = found.expect("there are such numbers");
    assert!(found[0].as_float().is(FloatClass::Subnormal));
    assert!(found[0].as_float().lt(found[1].as_float()));
    assert_eq!(found[2].as_rounding_mode().name(), "RTP");
}

#[test]
fn arrays_of_floats() {
    let text = "(declare-const a (Array (_ BitVec 4) Float16))
        (declare-const i (_ BitVec 4)) (declare-const j (_ BitVec 4))
        (assert (fp.lt (select a i) (select a j)))";
    assert!(solve(text).is_some());
    assert_eq!(solve(&format!("{text} (assert (= i j))")), None);
    let stored = "(assert (= (select (store a i (_ NaN 5 11)) j) (select a j)))";
    assert!(solve(&format!("{text} {stored}")).is_some());
}
