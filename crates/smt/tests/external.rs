//! Other solvers that misbehave: scripts of our own that pretend to be z3.

use smt::{Answer, ExternalSolver, Installed, Limits, Solver, SolverKind, Why};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use term::{Sort, Term, TermPool};

/// A solver that is a shell script. `answer` is run for each check; everything else is read and ignored.
fn pretend(folder: &Path, answer: &str) -> ExternalSolver {
    let program = folder.join("z3");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n    '(echo'*) echo ready;;\n    \
         '(check-sat'*) {answer};;\n    '(get-value'*) echo \"$VALUES\";;\n  esac\ndone\n"
    );
    std::fs::write(&program, script).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("our file");
    ExternalSolver::new(Installed {
        kind: SolverKind::Z3,
        program,
    })
}

/// Asks whether `x = 5` is satisfiable.
fn ask(answer: &str, limits: &Limits) -> Result<bool, Why> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut solver = pretend(folder.path(), answer);
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::BitVec(8));
    let five = pool.bv_u64(8, 5);
    let equal = pool.eq(x, five);
    solver.assert(&mut pool, equal);
    match solver.check(&mut pool, &[], limits) {
        Answer::Sat(_) => Ok(true),
        Answer::Unsat(_) => Ok(false),
        Answer::Unknown(why) => Err(why),
    }
}

#[track_caller]
fn check(answer: &str, expected: Result<bool, &str>) {
    let found = ask(answer, &Limits::default());
    let expected = expected.map_err(|what| Why::Other(what.to_string()));
    assert_eq!(found, expected, "{answer}");
}

#[test]
fn answers_that_count() {
    check("echo sat; VALUES='((x #x05))'", Ok(true));
    check("echo unsat", Ok(false));
}

#[test]
fn answers_that_do_not_count() {
    check(
        "echo sat; VALUES='((x #x06))'",
        Err("z3 gives a model that violates an assertion"),
    );
    check(
        "echo sat; VALUES='((x #b1))'",
        Err("z3 gives a model that cannot be read: #b1"),
    );
    check(
        "echo sat; VALUES='(error \"no model\")'",
        Err("z3 gives a model that cannot be read: (error \"no model\")"),
    );
    check(
        "echo '(error \"out of memory\")'",
        Err("z3 says (error \"out of memory\")"),
    );
    check("echo 'Segmentation fault'", Err("z3 says Segmentation"));
    check("exit 3", Err("z3 ended without an answer"));
    check("kill -SEGV $$", Err("z3 ended without an answer"));
    check("printf sa; exit", Err("z3 says sa"));
    check("printf '(('; exit", Err("z3 says (("));
}

#[test]
fn programs_that_are_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("z3");
    std::fs::write(&program, "not a program").expect("a file");
    let mut solver = ExternalSolver::new(Installed {
        kind: SolverKind::Z3,
        program,
    });
    let answer = solver.check(&mut TermPool::new(), &[], &Limits::default());
    assert!(matches!(answer, Answer::Unknown(Why::Other(_))));
    assert!("z4".parse::<Installed>().is_err());
    assert!("z3:/no/such/program".parse::<Installed>().is_err());
}

#[test]
fn a_solver_that_hangs_is_killed_with_all_it_started() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mark = folder.path().join("child");
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(500)),
        ..Limits::default()
    };
    let mut solver = pretend(
        folder.path(),
        &format!("sleep 1000 & echo $! > {}; wait", mark.display()),
    );
    let answer = solver.check(&mut TermPool::new(), &[], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Timeout)));
    drop(solver);
    let pid = std::fs::read_to_string(&mark).expect("it had started");
    let stat = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    // It is gone, or about to be reaped by whoever inherited it. The system takes its time to kill it.
    let is_gone = |stat: &str| stat.is_empty() || stat.contains(") Z ");
    for _ in 0..200 {
        if is_gone(&stat()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it is still there: {}", stat());
}

#[test]
fn a_solver_that_reads_nothing_does_not_block_us() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut solver = pretend(folder.path(), "echo unsat");
    let program = folder.path().join("z3");
    std::fs::write(
        &program,
        "#!/bin/sh\nread a; read b; read c; read d; echo ready\nexec sleep 1000\n",
    )
    .expect("a file");
    let mut pool = TermPool::new();
    let mut sum = pool.symbol("x0", Sort::BitVec(64));
    for i in 1..20_000 {
        let x = pool.symbol(&format!("x{i}"), Sort::BitVec(64));
        sum = pool.bvxor(sum, x);
    }
    let zero = pool.bv_u64(64, 0);
    let equal: Term = pool.eq(sum, zero);
    solver.assert(&mut pool, equal);
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(500)),
        ..Limits::default()
    };
    let answer = solver.check(&mut pool, &[], &limits);
    assert!(matches!(answer, Answer::Unknown(Why::Timeout)));
}
