//! Floats sent to other solvers as bit-vectors: the answers are those of the embedded solver, the models are evaluated over
//! floats, and what is sent has no floats in it.

use smt::{Answer, Backend, ExternalSolver, Floats, Installed, Limits, Solver, SolverKind, Why};
use std::os::unix::fs::PermissionsExt;
use term::TermPool;
use term::smtlib::parse_script;

const DECLARATIONS: &str = "
    (define-sort F () (_ FloatingPoint 3 4))
    (declare-const x F) (declare-const y F) (declare-const z F)
    (declare-const m RoundingMode) (declare-const n RoundingMode)
    (declare-const b (_ BitVec 6)) (declare-const p Bool)
    (declare-const a (Array (_ BitVec 6) F)) (declare-const of (Array F (_ BitVec 6)))
    (declare-fun f (F RoundingMode) F)";

/// Questions, with their answers.
const QUESTIONS: &[(&str, bool)] = &[
    ("(not (= (fp.add m x y) (fp.add m y x)))", false),
    ("(and (not (fp.isNaN x)) (not (fp.eq x x)))", false),
    ("(and (fp.isNaN x) (= x y) (not (= (fp.to_ieee_bv x) (fp.to_ieee_bv y))))", false),
    ("(not (fp.eq (fp.add m (fp.add m x y) z) (fp.add m x (fp.add m y z))))", true),
    ("(and (fp.lt x y) (= (fp.mul m x x) (fp.mul m y y)) (not (fp.isInfinite (fp.mul m x x))))", true),
    ("(and (not (= m n)) (not (= (fp.div m x y) (fp.div n x y))))", true),
    ("(distinct (fp.roundToIntegral RNE x) (fp.roundToIntegral RNA x) (fp.roundToIntegral RTZ x))", false),
    ("(and (= (fp.sqrt m x) y) (= (fp.mul m y y) x) (fp.lt ((_ to_fp 3 4) m 1.5) x))", true),
    ("(and (= ((_ fp.to_sbv 6) m x) b) (fp.lt x ((_ to_fp 3 4) m 4.0)) (fp.lt (fp.neg x) ((_ to_fp 3 4) m 4.0))
           (bvslt #b000101 b))", false),
    ("(= (select a b) (select (store a b x) b) (fp.neg x))", true),
    ("(and (not (= x y)) (= (store a b x) (store a b x)) (= (select (store a b x) b) y))", false),
    ("(not (= (select of x) (select (store of y b) x)))", true),
    ("(and (= x y) (not (= (select (store of y b) x) b)))", false),
    ("(and (= x (fp.neg y)) (= m n) (not (= (f (fp.neg x) m) (f y n))))", false),
    ("(and (= x y) (not (= (f x m) (f y n))))", true),
    ("(not (= (ite p x y) (ite (not p) y x)))", false),
    ("(and (fp.isSubnormal x) (fp.isNormal (fp.fma m x y z)) (fp.isZero z))", true),
    ("(and (= ((_ to_fp 3 4) (concat #b0 b)) x) (not (fp.isNaN x)) (not (= (fp.to_ieee_bv x) (concat #b0 b))))", false),
];

/// Whether a question has the answer "sat"; models are evaluated by the solver that reads them.
fn ask(backend: &Backend, question: &str) -> Result<bool, Why> {
    let mut pool = TermPool::new();
    let text = format!("{DECLARATIONS} (assert {question})");
    let script = parse_script(&mut pool, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut solver = backend.make();
    let assertions = script.assertions();
    assertions.iter().for_each(|t| solver.assert(&mut pool, *t));
    match solver.check(&mut pool, &[], &Limits::default()) {
        Answer::Sat(model) => {
            let mut evaluator = model.evaluator(&pool);
            assert!(
                assertions.iter().all(|t| evaluator.eval(*t).as_bool()),
                "{question}"
            );
            Ok(true)
        }
        Answer::Unsat(_) => Ok(false),
        Answer::Unknown(why) => Err(why),
    }
}

#[test]
fn answers_are_the_same() {
    let mut backends = vec![("embedded", Backend::default())];
    for kind in [SolverKind::Z3, SolverKind::Cvc5] {
        let Some(installed) = Installed::find(kind) else {
            eprintln!("skipped: {} is not installed", kind.name());
            continue;
        };
        let backend = Backend {
            external: Some(installed),
            floats: Some(Floats::Bits),
            ..Backend::default()
        };
        backends.push((kind.name(), backend));
    }
    for (name, backend) in &backends {
        for (question, expected) in QUESTIONS {
            assert_eq!(ask(backend, question), Ok(*expected), "{name}: {question}");
        }
    }
}

/// A program that keeps what it is sent, and says "unsat".
fn keeper(folder: &std::path::Path) -> Installed {
    let program = folder.join("yices-smt2");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  echo \"$line\" >> {}\n  case \"$line\" in\n    \
         '(echo'*) echo ready;;\n    '(check-sat'*) echo unsat;;\n  esac\ndone\n",
        folder.join("sent").display()
    );
    std::fs::write(&program, script).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("our file");
    Installed {
        kind: SolverKind::Yices,
        program,
    }
}

#[test]
fn nothing_of_floats_is_sent() {
    for (question, _) in QUESTIONS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // By default, to a solver that knows no floats.
        let backend = Backend {
            external: Some(keeper(folder.path())),
            ..Backend::default()
        };
        assert_eq!(ask(&backend, question), Ok(false));
        let sent = std::fs::read_to_string(folder.path().join("sent")).expect("it was kept");
        for word in ["fp.", "Float", "RoundingMode", "RNE", "to_fp"] {
            assert!(!sent.contains(word), "{word} in\n{sent}");
        }
    }
}

/// Patterns that are not canonical floats would tell such arrays apart.
#[test]
fn arrays_of_floats_are_not_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut solver = ExternalSolver::with_floats(keeper(folder.path()), Floats::Bits);
    let mut pool = TermPool::new();
    let text = format!("{DECLARATIONS} (declare-const c (Array (_ BitVec 6) F)) (assert (= a c))");
    let script = parse_script(&mut pool, &text).expect("it is right");
    for assertion in script.assertions() {
        solver.assert(&mut pool, assertion);
    }
    match solver.check(&mut pool, &[], &Limits::default()) {
        Answer::Unknown(Why::Other(why)) => assert!(why.contains("arrays of floats"), "{why}"),
        _ => panic!("it cannot be asked"),
    };
}
