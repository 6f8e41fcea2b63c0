//! `aver solve`: a conversation over pipes, errors, limits.

use crate::place::Place;
use crate::supervisor::{send, worker_of};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Two factors of a product of two large primes: out of reach.
const HARD: &str = "\
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (bvugt x (_ bv1 64)))
(assert (bvugt y (_ bv1 64)))
(assert (= (bvmul ((_ zero_extend 64) x) ((_ zero_extend 64) y)) (_ bv2937086470348498842618007551836097649 128)))
(check-sat)
(get-info :reason-unknown)
";

#[test]
fn each_command_is_answered_before_the_next_is_read() {
    let place = Place::new();
    let mut child = place
        .command("solve")
        .stdin(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut ask = |command: &str| {
        // No newline: the last parenthesis is all it takes.
        stdin.write_all(command.as_bytes()).expect("it listens");
        stdin.flush().expect("it listens");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it answers");
        line
    };
    assert_eq!(ask("(set-option :print-success true)"), "success\n");
    assert_eq!(ask("(declare-const x (_ BitVec 4))"), "success\n");
    assert_eq!(ask("(assert (= (bvmul x #x3) #x1))"), "success\n");
    assert_eq!(ask("(check-sat)"), "sat\n");
    assert_eq!(ask("(get-value (x))"), "((x #xb))\n");
    assert_eq!(ask("(exit)"), "success\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn errors_have_a_place_and_change_nothing() {
    let place = Place::new();
    place.write(
        "a.smt2",
        "(declare-const p Bool)\n(assert (or p\n  (not r)))\n(check-sat)\n(assert (not p))\n(assert p)\n(check-sat)",
    );
    let run = place.run("solve a.smt2");
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert_eq!(
        run.stdout,
        "(error \"line 3 column 8: unknown symbol `r`\")\nunknown\nunsat\n"
    );
}

#[test]
fn files_that_are_not_there_and_wrong_usage() {
    let place = Place::new();
    place.run("solve no-such.smt2").complains(1, "no-such.smt2");
    place.run("solve --timeout soon").complains(2, "soon");
}

#[test]
fn the_time_is_up() {
    let place = Place::new();
    place.write("hard.smt2", HARD);
    let run = place.run("solve --timeout 4 hard.smt2");
    assert_eq!(run.stdout, "unknown\n(:reason-unknown \"timeout\")\n");
    assert_eq!(run.code, Some(0), "{run:#?}");
}

/// The processor time of a process, in ticks.
fn ticks(pid: libc::pid_t) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it is there");
    let (_, rest) = stat.rsplit_once(") ").expect("the form of a stat file");
    rest.split(' ')
        .nth(11)
        .and_then(|t| t.parse().ok())
        .expect("a number")
}

#[test]
fn an_answer_that_is_due_is_unknown() {
    let place = Place::new();
    place.write(
        "hard.smt2",
        HARD.replace("(check-sat)", "(echo \"now\")(check-sat)"),
    );
    let mut child = place.start("solve hard.smt2");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("it speaks");
    assert_eq!(line, "\"now\"\n");
    // Once it has worked for a while after that, it is looking for the answer.
    let worker = worker_of(&child);
    let start = ticks(worker);
    while ticks(worker) < start + 20 {
        std::thread::yield_now();
    }
    send(worker, libc::SIGABRT);
    line.clear();
    stdout.read_line(&mut line).expect("it speaks");
    assert_eq!(line, "unknown\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(20));
}

#[test]
fn the_memory_is_used_up() {
    let place = Place::new();
    // A check sees it coming.
    place.write("hard.smt2", HARD);
    let run = place.run("solve --memory-limit 8 hard.smt2");
    assert_eq!(run.stdout, "unknown\n(:reason-unknown \"memout\")\n");
    assert_eq!(run.code, Some(0), "{run:#?}");
    // Reading does not.
    let n = 300_000;
    let (open, close) = ("(bvadd x ".repeat(n), ")".repeat(n));
    let script = format!("(declare-const x (_ BitVec 8))(assert (= #x00 {open}x{close}))");
    place.write("deep.smt2", script);
    let run = place.run("solve --memory-limit 16 deep.smt2");
    assert_eq!(run.code, Some(20), "{run:#?}");
    assert!(run.stderr.contains("out of memory"), "{run:#?}");
}

#[test]
fn depth_costs_no_stack() {
    let place = Place::new();
    let n = 100_000;
    let (open, close) = ("(bvadd x ".repeat(n), ")".repeat(n));
    let script = format!(
        "(declare-const x (_ BitVec 8))(assert (= #x00 {open}x{close}))(check-sat)(get-value ({open}x{close}))"
    );
    place.write("deep.smt2", script);
    let run = place.run("solve deep.smt2");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("sat\n"));
}

#[test]
fn solvers_by_name() {
    let place = Place::new();
    place.write(
        "a.smt2",
        "(declare-const p Bool)(assert p)(check-sat)(assert (not p))(check-sat)",
    );
    place
        .run("solve --solver z4 a.smt2")
        .complains(2, "Aver knows z3, cvc5");
    place
        .run("solve --solver z3:/no/such/file a.smt2")
        .complains(2, "/no/such/file is not a file");
    place.run("solve --check-proofs a.smt2").answers(0, "unsat");
    if place
        .run("solve --solver z3 --check-proofs a.smt2")
        .stderr
        .contains("on the PATH")
    {
        eprintln!("skipped: z3 is not installed");
        return;
    }
    let run = place.run("solve --solver z3 a.smt2");
    assert_eq!(run.stdout, "sat\nunsat\n", "{run:#?}");
    place.write(
        "f.smt2",
        "(declare-const x Float16)(assert (fp.lt x (fp.neg x)))(check-sat)(get-value ((fp.isNegative x)))",
    );
    for how in ["native", "bv"] {
        let run = place.run(&format!("solve --solver z3 --fp {how} f.smt2"));
        assert_eq!(run.stdout, "sat\n(((fp.isNegative x) true))\n", "{run:#?}");
    }
    place.run("solve --fp bv f.smt2").complains(2, "--solver");
}

#[test]
fn circuits_are_written() {
    let place = Place::new();
    let declared = "(declare-const p Bool)(declare-const x (_ BitVec 2))";
    place.write(
        "a.smt2",
        format!("{declared}(assert (xor p (= ((_ extract 1 1) x) #b1)))(check-sat)"),
    );
    // A run must leave no new files behind.
    place.write("a.aig", "");
    place.write("b.aig", "");
    place
        .run("solve --aiger a.aig a.smt2")
        .answers(0, "unknown");
    let file = std::fs::read(place.path().join("a.aig")).expect("it was written");
    let text = String::from_utf8_lossy(&file);
    assert!(text.starts_with("aig 5 2 0 1 3\n"), "{text}");
    assert!(text.ends_with("i0 x[1]\ni1 p\n"), "{text}");
    place.write(
        "b.smt2",
        "(declare-fun f (Bool) Bool)(assert (f true))(check-sat)",
    );
    let run = place.run("solve --aiger b.aig b.smt2");
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.stdout.contains("functions have no circuit"), "{run:#?}");
}

#[test]
fn proofs_are_part_of_the_certificate() {
    let place = Place::new();
    place.write(
        "a.c",
        "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n\
         int main(void) { unsigned x = __VERIFIER_nondet_uint() % 50, y = x * x; if (y == 2) reach_error(); return 0; }\n",
    );
    let run = place.run("verify --engine bmc --property unreach-call --check-proofs a.c");
    run.answers(0, "VERDICT: TRUE");
    assert!(run.stdout.contains("proof checked ("), "{run:#?}");
}

/// A counter of two bits that must not be three, with an enabling input; and one that stays below.
#[test]
fn circuits() {
    let place = Place::new();
    let counter = |second: &str| {
        format!(
            "aag 10 1 2 0 7 1\n2\n4 12\n6 {second}\n20\n\
             8 4 2\n10 5 3\n12 11 9\n14 8 6\n16 9 7\n18 17 15\n20 6 4\n"
        )
    };
    // The low bit flips when the input says so; the high bit never changes, or flips with the carry.
    place.write("holds.aag", counter("6"));
    let run = place.run("solve holds.aag");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\nb0\n.\n"));
    place.write("fails.aag", counter("18"));
    let run = place.run("solve fails.aag");
    assert_eq!(run.code, Some(0), "{run:#?}");
    assert!(run.stdout.starts_with("1\nb0\n00\n"), "{run:#?}");
    place.write("broken.aag", "aag 1 1 0 1 0\n2\n6\n");
    let run = place.run("solve broken.aag");
    assert_eq!(run.code, Some(1), "{run:#?}");
    let message = "aver: broken.aag, line 3: 6 is larger than the header allows";
    assert_eq!(run.stderr.trim(), message);
}

/// A program becomes a circuit, and its answer stays the same.
#[test]
fn programs_as_circuits() {
    let place = Place::new();
    for (step, answer) in [("2", "0"), ("3", "1")] {
        let source = format!(
            "void reach_error(void);\nint nondet_int(void);\nint main(void) {{\n  unsigned char x = 0;\n  \
             while (nondet_int()) {{\n    x += {step};\n    if (x == 7) reach_error();\n  }}\n}}\n"
        );
        place.write("a.c", &source);
        for (format, file) in [
            ("aiger", "a.aig"),
            ("aag", "a.aag"),
            ("dimspec", "a.dimspec"),
            ("btor2", "a.btor2"),
            ("vmt", "a.vmt"),
            ("chc", "a.chc"),
        ] {
            place.write(file, "");
            let run = place.run(&format!(
                "encode a.c --property unreach-call --to {format} -o {file}"
            ));
            assert_eq!(run.code, Some(0), "{run:#?}");
            let run = place.run(&format!("solve {file}"));
            let expected = match (format, answer) {
                ("dimspec", "0") => "no solution",
                ("dimspec", _) => "solution ",
                ("btor2", "0") | ("chc", "1") => "unsat\n",
                ("btor2", _) | ("chc", _) => "sat\n",
                ("vmt", "0") => "safe\n",
                ("vmt", _) => "unsafe\n",
                _ => answer,
            };
            assert!(run.stdout.starts_with(expected), "{run:#?}");
        }
    }
}

/// Counts in steps of an input that is even, from zero; bad: a number.
fn counter(number: u32) -> String {
    format!(
        "1 sort bitvec 4\n2 sort bitvec 1\n3 sort bitvec 3\n4 input 3 step\n5 zero 2\n6 concat 1 4 5\n7 zero 1\n\
         8 state 1 n\n9 init 1 8 7\n10 add 1 8 6\n11 next 1 8 10\n12 constd 1 {number}\n13 eq 2 8 12\n14 bad 13\n"
    )
}

#[test]
fn systems_over_words() {
    let place = Place::new();
    place.write("holds.btor2", counter(7));
    place.write("proof.btor2", "");
    let run = place.run("solve holds.btor2 --certificate proof.btor2");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "unsat\n"));
    // What is bad in a certificate is excluded, too, and by its own invariant.
    let run = place.run("solve proof.btor2");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "unsat\n"));
    place.write("fails.btor2", counter(6));
    place.write("none.btor2", "");
    let run = place.run("solve fails.btor2 --certificate none.btor2");
    assert_eq!(run.code, Some(0), "{run:#?}");
    assert!(run.stdout.starts_with("sat\nb0\n#0\n@0\n0 "), "{run:#?}");
    let none = std::fs::read(place.path().join("none.btor2"));
    assert_eq!(none.expect("it is there"), b"");
    place.write("broken.btor2", "1 sort bitvec 4\n2 state 1 s\n3 bad 2\n");
    let run = place.run("solve broken.btor2");
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    let message = "aver: broken.btor2, line 3: a condition has one bit, and this is (_ BitVec 4)";
    assert_eq!(run.stderr.trim(), message);
}

#[test]
fn horn_clauses() {
    let place = Place::new();
    let clauses = |bad: &str| {
        format!(
            "(set-logic HORN)\n(declare-fun |at head| ((_ BitVec 4)) Bool)\n(assert (|at head| #x0))\n\
             (assert (forall ((x (_ BitVec 4))) (=> (|at head| x) (|at head| (bvadd x #x2)))))\n\
             (assert (not (|at head| {bad})))\n(check-sat)\n"
        )
    };
    place.write("holds.smt2", clauses("#x7"));
    let run = place.run("solve holds.smt2");
    assert_eq!(run.code, Some(0), "{run:#?}");
    let start = "sat\n(\n(define-fun |at head| ((";
    assert!(run.stdout.starts_with(start), "{run:#?}");
    place.write("fails.chc", clauses("#x4"));
    let run = place.run("solve fails.chc");
    let facts = "unsat\n; |at head| #x0\n; |at head| #x2\n; |at head| #x4\n; false\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), facts));
    let run = place.run("solve fails.chc --certificate proof");
    assert_eq!(run.code, Some(2), "{run:#?}");
}

/// A certificate has the same latches, and what is bad in it cannot happen.
#[test]
fn certificates_of_circuits() {
    let place = Place::new();
    // Two latches that swap, and may not be true at once.
    place.write("swap.aag", "aag 4 1 2 0 1 1\n2\n4 6 0\n6 4 1\n8\n8 6 4\n");
    place.write("proof.aag", "");
    place.write("v", "");
    let run = place.run("solve swap.aag --certificate proof.aag");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\nb0\n.\n"));
    let read = |name| std::fs::read_to_string(place.path().join(name)).expect("it was written");
    let proof = read("proof.aag");
    assert!(proof.contains("\n4 6\n6 4 1\n"), "{proof}");
    let run = place.run("solve proof.aag");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\nb0\n.\n"));
    // A variable that is true at first and stays so.
    place.write(
        "stays.dimspec",
        "i cnf 1 1\n1 0\nu cnf 1 0\ng cnf 1 1\n-1 0\nt cnf 2 2\n-1 2 0\n1 -2 0\n",
    );
    let run = place.run("solve stays.dimspec --certificate v");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "no solution\n"));
    assert_eq!(read("v"), "v cnf 1 1\n1 0\n");
    let run = place.run("solve a.smt2 --certificate v");
    assert_eq!(run.code, Some(2), "{run:#?}");
}
