//! Tests of replay and traces on small programs in text form.

use crate::{ReplayFailure, Trace, replay};
use encode::inputs::{InputEvent, Inputs};
use encode::promote::{PromotedPart, Promotion};
use expect_test::{Expect, expect};
use program::interp::Contents;
use program::{Goals, Program, Property, SiteId, VarId};
use term::BitVec;

const TYPES: &str = r#"
program LP64 pointers 64 offset 48
file "t.c"
file "aver/string.c"
type t0 int "int" 32 signed
type t1 array t0 4
type t2 int "char" 8 signed
type t3 pointer t0 64
type t4 struct "pair" 64 ("x" 0 32 t0) ("y" 32 32 t0)
type t5 array t2 6
type t6 enum "colour" 32 unsigned ("RED" 0) ("GREEN" 1)
type t7 bool 8
type t8 int "unsigned int" 32 unsigned
type t9 struct "flags" 32 ("a" 0 3 t8) ("b" 3 5 t8) ("c" 8 24 t8)
type t10 union "either" 32 ("i" 0 32 t0) ("c" 0 8 t2)
type t11 pointer t4 64
type t12 float "double" 64
site s0 valid-deref ends "invalid write" in "main" @1:1
site s1 assert "assertion fails" in "main" @9:3
site s2 no-overflow "signed addition overflows" in "main" @7:3
static "g" size 4 align 4 variable "05000000" = "g" t0 @1:5
static "f" size 1 align 1 function main
entry start
fn start()
b0:
  call main
  return
fn set(to) @1:3:1
  var to: 64 = "to" t3 @1:3:1
  var p_i: 64
b0:
  p_i := alloc #x04 s0 stack align 4 = ("i" t0 @1:4:1) @1:4:1
  store p_i #x00000001 s0 @1:4:1
  store to #x00000007 s0 @1:5:1
  return @1:6:1
"#;

/// The program whose `main` has these variables and instructions.
fn program(body: &str) -> (term::TermPool, Program) {
    let text = format!("{TYPES}fn main() @2:5\n{body}");
    program::text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn var(program: &Program, name: &str) -> VarId {
    let index = program.vars.iter().position(|v| v.name == name);
    VarId::new(index.expect("a variable of that name"))
}

fn contents(bytes: &[u8]) -> Contents {
    Contents {
        bytes: (0..).zip(bytes.iter().copied()).collect(),
    }
}

/// An input for each `Alloc` and `Havoc` of `main`, in the order of its text: objects start as given, values are numbers.
fn run(
    body: &str,
    inputs: &[(&str, &[u8])],
    promotion: &Promotion,
) -> (Program, Result<Trace, ReplayFailure>) {
    let (pool, program) = program(body);
    let mut number = program.statics.len() as u64;
    let events = inputs
        .iter()
        .map(|(name, bytes)| {
            let id = var(&program, name);
            if name.starts_with('p') {
                number += 1;
                InputEvent::Object {
                    var: id,
                    address: program.pointers.start(number, 8),
                    contents: contents(bytes),
                }
            } else {
                InputEvent::Value {
                    var: id,
                    value: BitVec::from_le_bytes(bytes),
                }
            }
        })
        .collect();
    let inputs = Inputs {
        externals: Vec::new(),
        bases: Default::default(),
        events,
    };
    let goals = Goals::new(&program, &[Property::Assert]);
    let result = replay(&pool, &program, promotion, &goals, &inputs, SiteId(1));
    (program, result)
}

fn show(trace: &Trace) -> String {
    let mut out = String::new();
    for input in &trace.inputs {
        let name = input.name.clone().unwrap_or_default();
        out += &format!(
            "input {:?} {name} = {} @{}\n",
            input.source, input.text, input.place.line
        );
    }
    for step in &trace.steps {
        let changes: Vec<String> = step
            .changes
            .iter()
            .map(|c| format!("{} = {}", c.name, c.value))
            .collect();
        let head = format!("{:?} {} @{}", step.kind, step.function, step.place.line);
        out += format!("{head}: {}", changes.join(", ")).trim_end();
        out += "\n";
        for passed in &step.passed {
            out += &format!("  passed {passed}\n");
        }
    }
    let v = &trace.violation;
    let scope: Vec<String> = v
        .scope
        .iter()
        .map(|c| format!("{} = {}", c.name, c.value))
        .collect();
    out += &format!(
        "{} @{}: {} {:?}\nscope {}\n",
        v.property,
        v.place.line,
        v.what,
        v.operands,
        scope.join(", ")
    );
    out
}

fn check(body: &str, inputs: &[(&str, &[u8])], expected: Expect) {
    let (program, result) = run(body, inputs, &Promotion::default());
    let shown = match result {
        Ok(trace) => show(&trace),
        Err(failure) => failure.text(&program),
    };
    expected.assert_eq(&shown);
}

const FAIL: &str = "  check s1 false @9:3\n  return @9:1\n";

#[test]
fn variables_arrays_and_inputs() {
    let body = format!(
        r#"  var p_x: 64
  var p_a: 64
  var t: 32
b0:
  p_x := alloc #x04 s0 stack align 4 = ("x" t0 @3:7) @3:7
  p_a := alloc #x10 s0 stack align 4 = ("a" t1 @4:7) @4:7
  t := havoc nondet "__VERIFIER_nondet_int" @5:11
  store p_x t s0 @5:7
  store (bvadd p_a #x0000000000000008) #x00000007 s0 @6:3
  store p_a #x00000001 s0 @6:20
  store p_x #x00000000 s0 @7:1
  store p_x #x00000001 s0 @7:9
{FAIL}"#
    );
    let inputs: &[(&str, &[u8])] = &[
        ("p_x", &[0; 4]),
        ("p_a", &[9, 0, 0, 0]),
        ("t", &[0xff, 0xff, 0xff, 0xff]),
    ];
    check(
        &body,
        inputs,
        expect![[r#"
        input Uninitialised("a") a = {9, 0, 0, 0} @4
        input Nondet("__VERIFIER_nondet_int")  = -1 @5
        Call main @2:
        Statement main @5: x = -1
        Statement main @6: a[2] = 7, a[0] = 1
        Statement main @7: x = 0
        Statement main @7: x = 1
        assert @9: assertion fails []
        scope a = {1, 0, 7, 0}, g = 5, x = 1
    "#]],
    );
}

#[test]
fn values_by_their_types() {
    let body = format!(
        r#"  var p_s: 64
  var p_c: 64
  var p_q: 64
  var p_e: 64
  var p_b: 64
  var p_f: 64
  var p_u: 64
  var p_d: 64
  var p_t: 64
b0:
  p_s := alloc #x08 s0 stack align 4 = ("s" t4 @3:7) @3:7
  p_c := alloc #x06 s0 stack align 1 = ("str" t5 @3:7) @3:7
  p_q := alloc #x08 s0 stack align 8 = ("q" t3 @3:7) @3:7
  p_e := alloc #x04 s0 stack align 4 = ("e" t6 @3:7) @3:7
  p_b := alloc #x01 s0 stack align 1 = ("b" t7 @3:7) @3:7
  p_f := alloc #x04 s0 stack align 4 = ("f" t9 @3:7) @3:7
  p_u := alloc #x04 s0 stack align 4 = ("u" t10 @3:7) @3:7
  p_d := alloc #x08 s0 stack align 8 = ("d" t12 @3:7) @3:7
  p_t := alloc #x18 s0 heap align 8 = ("malloc" t4 @3:7) @3:7
  store p_s #x0000000200000001 s0 @4:1
  store (bvadd p_s #x0000000000000004) #x00000003 s0 @5:1
  store p_c #x00006f6c6c6548 s0 @6:1
  store p_c #x6a s0 @7:1
  store p_q (bvadd p_s #x0000000000000004) s0 @8:1
  store p_q p_s s0 @9:1
  store p_q #x0000000000000000 s0 @10:1
  store p_q #x0002000000000001 s0 @11:1
  store p_q (bvadd p_t #x000000000000000c) s0 @12:1
  store p_e #x00000001 s0 @13:1
  store p_b #x01 s0 @14:1
  store p_f #x0000000b s0 @15:1
  store p_u #x00000041 s0 @16:1
  store p_u #x42 s0 @17:1
  store p_d #x3ff8000000000000 s0 @18:1
  store (bvadd p_t #x000000000000000c) #x7fffffff s0 @19:1
  store #x0001000000000004 #x80000000 s0 @20:1
{FAIL}"#
    )
    .replace("#x00006f6c6c6548", "#x006f6c6c6548");
    let names = [
        "p_s", "p_c", "p_q", "p_e", "p_b", "p_f", "p_u", "p_d", "p_t",
    ];
    let inputs: Vec<(&str, &[u8])> = names.iter().map(|n| (*n, &[][..])).collect();
    check(
        &body,
        &inputs,
        expect![[r#"
        Call main @2:
        Statement main @4: s = {x = 1, y = 2}
        Statement main @5: s.y = 3
        Statement main @6: str = "Hello"
        Statement main @7: str[0] = 'j' (106)
        Statement main @8: q = &s.y
        Statement main @9: q = &s.x
        Statement main @10: q = NULL
        Statement main @11: q = &f
        Statement main @12: q = &malloc#1[1].y
        Statement main @13: e = GREEN
        Statement main @14: b = true
        Statement main @15: f = {a = 3, b = 1, c = 0}
        Statement main @16: u = {i = 65, c = 'A' (65)}
        Statement main @17: u.c = 'B' (66)
        Statement main @18: d = 1.5
        Statement main @19: malloc#1[1].y = 2147483647 (0x7fffffff)
        Statement main @20: g = -2147483648 (0x80000000)
        assert @9: assertion fails []
        scope b = true, d = 1.5, e = GREEN, f = {a = 3, b = 1, c = 0}, g = -2147483648 (0x80000000), q = &malloc#1[1].y, s = {x = 1, y = 3}, str = "jello", u = {i = 66, c = 'B' (66)}
    "#]],
    );
}

#[test]
fn what_nobody_asked_about_is_passed_or_ends_the_run() {
    let passed = format!("b0:\n  check s2 false #x7fffffff #x00000001 @7:3\n{FAIL}");
    check(
        &passed,
        &[],
        expect![[r#"
        Call main @2:
        Statement main @7:
          passed signed addition overflows (no-overflow): 2147483647 (0x7fffffff), 1
        assert @9: assertion fails []
        scope g = 5
    "#]],
    );
    let undefined = format!("b0:\n  store #x0000000000000000 #x01 s0 @7:3\n{FAIL}");
    check(
        &undefined,
        &[],
        expect!["the replay ended in undefined behaviour: null pointer at t.c:7"],
    );
}

#[test]
fn other_ends_are_failures() {
    check(
        "b0:\n  return @3:1\n",
        &[],
        expect!["the replay ended without a violation"],
    );
    check(
        &format!("b0:\n  assume false @4:1\n{FAIL}"),
        &[],
        expect!["the replay broke the assumption at t.c:4"],
    );
}

#[test]
fn inputs_must_fit_the_questions() {
    let body = format!("  var x: 32\n  var y: 32\nb0:\n  x := havoc undefined @4:1\n{FAIL}");
    check(
        &body,
        &[("x", &[0; 4])],
        expect![[r#"
        input Undefined  = 0 @4
        Call main @2:
        assert @9: assertion fails []
        scope g = 5
    "#]],
    );
    check(
        &body,
        &[("x", &[0; 2])],
        expect![
            "the replay stopped at t.c:4: it asks for 32 bits for v2, the input is Value { var: v2, value: #x0000 }"
        ],
    );
    check(
        &body,
        &[("y", &[0; 4])],
        expect![
            "the replay stopped at t.c:4: it asks for 32 bits for v2, the input is Value { var: v3, value: #x00000000 }"
        ],
    );
    check(
        &body,
        &[],
        expect!["the replay stopped at t.c:4: it asks for 32 bits for v2, the inputs are used up"],
    );
}

#[test]
fn parts_of_a_promoted_object_are_its_first_contents() {
    let body = r#"  var p_s: 64
  var x: 32
  var y: 32
  var t: 32
b0:
  p_s := alloc #x08 s0 stack align 4 = ("s" t4 @3:7) @3:7
  t := load (bvadd p_s #x0000000000000004) s0 @8:1
  check s1 (= t #x00000000) t @9:3
  return
"#;
    let (_, parsed) = program(body);
    let part = |name: &str, offset: u64| PromotedPart {
        offset,
        size: 4,
        var: var(&parsed, name),
        image: None,
    };
    let mut promotion = Promotion::default();
    let parts = vec![part("x", 0), part("y", 4)];
    promotion.parts.insert(var(&parsed, "p_s"), parts);
    let inputs: &[(&str, &[u8])] = &[("x", &[1, 0, 0, 0]), ("y", &[2, 0, 0, 0])];
    let (_, result) = run(body, inputs, &promotion);
    let trace = result.expect("the violation is replayed");
    assert_eq!(trace.violation.operands, ["2"]);
    expect![[r#"
        input Uninitialised("s") s = {x = 1, y = 2} @3
        Call main @2:
        assert @9: assertion fails ["2"]
        scope g = 5, s = {x = 1, y = 2}
    "#]]
    .assert_eq(&show(&trace));
}

#[test]
fn library_functions_belong_to_the_line_that_calls_them() {
    let body = format!(
        r#"  var p_x: 64
  var t: 64
b0:
  p_x := alloc #x04 s0 stack align 4 = ("x" t0 @3:7) @3:7
  t := p_x @6:3
  call set t @6:3
{FAIL}"#
    );
    let inputs: &[(&str, &[u8])] = &[("p_x", &[0; 4]), ("p_i", &[0; 4])];
    check(
        &body,
        inputs,
        expect![[r#"
        Call main @2:
        Statement main @6: x = 7
        assert @9: assertion fails []
        scope g = 5, x = 7
    "#]],
    );
}

#[test]
fn a_heap_object_has_the_type_of_the_first_pointer_to_it() {
    let body = format!(
        r#"  var p_q: 64
  var p_h: 64
b0:
  p_q := alloc #x08 s0 stack align 8 = ("q" t11 @3:7) @3:7
  p_h := alloc #x08 s0 heap align 8 @4:1
  store p_h #x00000001 s0 @5:1
  store p_q p_h s0 @6:1
  store (bvadd p_h #x0000000000000004) #x00000002 s0 @7:1
{FAIL}"#
    );
    let inputs: &[(&str, &[u8])] = &[("p_q", &[]), ("p_h", &[])];
    check(
        &body,
        inputs,
        expect![[r#"
        Call main @2:
        Statement main @5: heap#1 = 1
        Statement main @6: q = &heap#1
        Statement main @7: heap#1.y = 2
        assert @9: assertion fails []
        scope g = 5, q = &heap#1
    "#]],
    );
}
