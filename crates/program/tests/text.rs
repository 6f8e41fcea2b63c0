//! The text form: everything survives printing and reading, and mistakes are found with their place.

use expect_test::{Expect, expect};
use program::text;

/// A program with one of everything, in the form that the printer gives it.
const EVERYTHING: &str = r#"program LP64 pointers 64 offset 48
file "a.c"
file "dir/b \"quoted\".h"
note "function `ext` has no body"
assuming "`ext` returns"
type t0 int "int" 32 signed
type t1 pointer t0 64
type t2 array t0 10
type t3 struct "struct s" 64 ("a" 0 32 t0) ("b" 32 3 t0)
type t4 union "union u" 32 ("i" 0 32 t0) ("f" 0 32 t6)
type t5 enum "color" 32 unsigned ("RED" 0) ("BLUE" -7)
type t6 float "float" 32
type t7 void
type t8 bool 8
type t9 function
type t10 opaque "va_list" 192
static "g" size 40 align 16 variable "01ff" visible = "g" t2 @1:5
static ".str" size 3 align 1 constant "616200"
static "environ" size 8 align 8 external = "environ" t1 @1:9:2
static "f" size 1 align 1 function f
static "puts" size 1 align 1 external-function
site s0 valid-deref ends "invalid\nread" in "f" @3:4
site s1 no-overflow "signed addition overflows" in "main" @1:2:3
site s2 unsupported ends "inline assembly" in "main"
entry main

fn f(x, y) -> 32 @10:1
  var x: 32 = "x" t0 @10:7
  var y: 64 = "y" t1
  var |call|: 1
  var |~esc~a b::~7cc|: 7
b0:
  x := load (bvadd y #x0000000000000004) s0 @11:3
  |call| := havoc undefined
  |~esc~a b::~7cc| := havoc argument "argc" @1:5:5
  branch (= |call| #b1) b1 b2 @12:1
b1:
  x := (ite (bvslt x #x00000000) (bvneg x) x)
  return (bvadd x #x00000001) @13:1
b2:
  return ((_ extract 31 0) y)

fn main() @1:20:1
  var p: 64 = "p" t1 @20:2
  var q: 64 pointer
  var r: 32
  var w: 32
b0:
  p := alloc #x0000000000000028 s0 stack align 16 = ("p" t2 @21:1) @21:2
  q := alloc q s0 heap align 16 zeroed
  r := havoc nondet "__VERIFIER_nondet_int"
  r := havoc external "ext"
  r := havoc uninitialised "r"
  r := havoc volatile "r"
  r := havoc layout
  store p r s0
  fill p #x00 #x0000000000000004 s0
  copy p q #x0000000000000004 s0 overlap s1
  copy p q #x0000000000000004 s0
  havocbytes p #x0000000000000004 s0 nondet "memory"
  q := objectsize p
  free q s0
  endlife p
  assume (not (= r #x00000000))
  check s1 (not (bvsaddo r w)) r w @22:2
  comparable p q s2 @22:3
  sameobject p q s2
  aligned p #x0000000000000008 s2
  written p 4 s2
  p := alloc #x0000000000000028 s0 library align 16
  leaks s1 s2 @22:4
  r := call f r p
  external "ext" p q
  external doubted "ext"
  call main
  goto b1 @0:1:1
b1:
  switch r (#x00000000 b2) (#x00000001 b3) b2
b2:
  halt
b3:
  return
"#;

#[test]
fn everything_survives() {
    let (pool, program) = text::parse(EVERYTHING).expect("it parses");
    assert_eq!(text::print(&pool, &program), EVERYTHING);
    assert_eq!(program.vars.len(), 8);
    assert_eq!(
        program.statics[0].source.as_ref().expect("a source").name,
        "g"
    );
}

#[test]
fn shared_terms_are_printed_once() {
    let mut source =
        String::from("program LP64 pointers 64 offset 48\nentry f\nfn f() -> 8\n  var x: 8\nb0:\n");
    let mut sum = String::from("(bvmul x x)");
    for _ in 0..20 {
        sum = format!("(let ((y {sum})) (bvmul y (bvxor y x)))");
    }
    source += &format!("  return {sum}\n");
    let (pool, program) = text::parse(&source).expect("it parses");
    let printed = text::print(&pool, &program);
    assert!(printed.len() < 3000, "{} characters", printed.len());
    let (pool, program) = text::parse(&printed).expect("it parses again");
    assert_eq!(text::print(&pool, &program), printed);
}

fn check_error(body: &str, expected: Expect) {
    let source =
        format!("program LP64 pointers 64 offset 48\nentry f\nfn f()\n  var x: 8\nb0:\n{body}\n");
    let error = text::parse(&source).err().expect("an error");
    expected.assert_eq(&error.to_string());
}

#[test]
fn mistakes_have_a_place() {
    check_error("  x := (bvadd x y)", expect!["6:17: unknown symbol `y`"]);
    check_error(
        "  x := (bvadd x #x0)",
        expect!["6:8: `bvadd` does not take arguments of sorts (_ BitVec 8) (_ BitVec 4)"],
    );
    check_error("  x := (foo x)", expect!["6:8: unknown function `foo`"]);
    check_error(
        "  assume x",
        expect!["6:10: (_ BitVec 8) is not a condition"],
    );
    check_error("  jump b0", expect!["6:3: no instruction `jump`"]);
    check_error("  goto 0", expect!["6:8: expected `b`N, found `0`"]);
    check_error("  x := |x", expect!["6:8: `|` is not closed"]);
    check_error(
        "  x := x @1",
        expect!["6:10: a place is @line:column or @file:line:column"],
    );
    check_error(
        "  x := x x",
        expect!["6:10: expected the end of the line, found `x`"],
    );
    check_error("  call g", expect!["6:8: no function `g`"]);
}
