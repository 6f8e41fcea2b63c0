//! What is said besides the answer: clang's warnings, names of loops, inputs of a trace.

use crate::place::Place;

#[test]
fn undeclared_functions_are_warned_about() {
    let place = Place::new();
    let text = "int main(void) {\n  double x = nondet_double();\n  f(); f();\n  return x > 1;\n}\n";
    place.write("a.c", text);
    let run = place.run("verify --property assert a.c");
    assert_eq!(
        run.stderr,
        "a.c:2: warning: `nondet_double` is called without a declaration: it is taken to be `double nondet_double()`\n\
         a.c:3: warning: `f` is called without a declaration: it is taken to return int\n"
    );
    assert!(!run.stdout.contains("declaration"), "{}", run.stdout);
    assert_eq!(place.run("verify --quiet --property assert a.c").stderr, "");
}

#[test]
fn nested_functions_are_rejected() {
    let place = Place::new();
    place.write(
        "a.c",
        "int main(void) { int f(void) { return 0; } return f(); }\n",
    );
    place
        .run("verify a.c")
        .complains(1, "function definition is not allowed here");
}

#[test]
fn unknown_loops_are_warned_about() {
    let place = Place::new();
    let text = "int main(void) {\n  for (int i = 0; i < 3; i++);\n  return 0;\n}\n";
    place.write("a.c", text);
    let run = place.run("verify --property assert --unwindset g.0:4 a.c");
    assert_eq!(
        run.stderr,
        "aver: warning: --unwindset: no loop that can be reached is called `g.0`; the loops are main.0 (at a.c:2)\n"
    );
    assert_eq!(
        place
            .run("verify --property assert --unwindset main.0:4 a.c")
            .stderr,
        ""
    );
}

#[test]
fn inputs_are_shown_as_the_program_sees_them() {
    let place = Place::new();
    let text = "\
#include <stdlib.h>
extern size_t input(void);
int f(char *p) {
  if (p == 0) return 0;
  char *q = malloc(2);
  if (q == 0) return 0;
  return q[input() == -1ul ? 2 : 0];
}
";
    place.write("a.c", text);
    let run = place.run("verify --function f --malloc-may-fail --property valid-deref a.c");
    for words in [
        "argument p  -> array of 1 char",
        "malloc()    = a new object",
        "input()     = 18446744073709551615",
    ] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    }
    run.answers(10, "VERDICT: FALSE (valid-deref) at a.c:7");
}

#[test]
fn what_happens_in_the_library_is_placed_at_the_call() {
    let place = Place::new();
    let text = "\
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char text[40];
  sprintf(text, \"%u\", __VERIFIER_nondet_uint());
  return 0;
}
";
    place.write("a.c", text);
    let run = place.run("verify --unwind 1 --property valid-deref a.c");
    run.answers(
        20,
        "VERDICT: UNKNOWN (loop in `sprintf` at a.c:5 was cut off at bound 1)",
    );
}
