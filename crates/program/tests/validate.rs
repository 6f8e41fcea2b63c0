//! Validation: each broken invariant is found, and all of them at once.

use expect_test::{Expect, expect};
use program::{BlockId, FunctionId, Program, SiteId, Terminator, TypeId, VarId, text, validate};
use term::TermPool;

const SOURCE: &str = r#"program LP64 pointers 64 offset 48
file "f.c"
type t0 int "int" 32 signed
static "g" size 4 align 4 variable "00" = "g" t0
site s0 valid-deref ends "invalid access" in "f"
entry main

fn f(x) -> 32
  var x: 32
b0:
  return x

fn main()
  var p: 64
  var x: 32 = "x" t0 @2:1
b0:
  x := load p s0
  x := call f x
  goto b1
b1:
  switch x (#x00000000 b1) b2
b2:
  return
"#;

fn check(damage: impl FnOnce(&mut TermPool, &mut Program), expected: Expect) {
    let (mut pool, mut program) = text::parse(SOURCE).expect("it parses");
    damage(&mut pool, &mut program);
    let found = validate::validate(&pool, &program);
    let lines: Vec<String> = found.iter().map(|i| format!("{i}\n")).collect();
    expected.assert_eq(&lines.concat());
}

/// Reads the program with one line replaced.
fn check_line(old: &str, new: &str, expected: Expect) {
    let source = SOURCE.replacen(old, new, 1);
    assert_ne!(source, SOURCE, "there is no `{old}`");
    let (pool, program) = text::parse(&source).expect("it parses");
    let found = validate::validate(&pool, &program);
    let lines: Vec<String> = found.iter().map(|i| format!("{i}\n")).collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn a_good_program() {
    check(|_, _| {}, expect![""]);
}

#[test]
fn tables() {
    check(
        |_, p| p.entry = FunctionId(0),
        expect![[r#"
        the entry `f` has parameters
    "#]],
    );
    check(
        |_, p| p.entry = FunctionId(7),
        expect![[r#"
        there is no entry f7
    "#]],
    );
    check(
        |_, p| p.functions[0].name = "main".to_string(),
        expect![[r#"
        two functions are called `main`
    "#]],
    );
    check(
        |_, p| p.vars[1].width = 32,
        expect![[r#"
        v1 `p` has 32 bits but its symbol is (_ BitVec 64)
    "#]],
    );
    check(
        |_, p| p.vars[1].symbol = p.vars[2].symbol,
        expect![[r#"
        v1 `p` has 64 bits but its symbol is (_ BitVec 32)
        the symbol of v1 `p` does not lead back to it
    "#]],
    );
    check(
        |_, p| p.statics[0].size = 0,
        expect![[r#"
        `g` is smaller than its contents
    "#]],
    );
    check(
        |_, p| p.vars[2].source.as_mut().expect("x").ty = TypeId(9),
        expect![[r#"
            no type t9
        "#]],
    );
    check(
        |_, p| p.files.clear(),
        expect![[r#"
        no file file0
    "#]],
    );
    check(
        |_, p| p.functions[1].params.push(VarId(2)),
        expect![[r#"
        the entry `main` has parameters
        main: the parameters are not the first variables
    "#]],
    );
    check(
        |_, p| p.functions[1].vars.push(VarId(0)),
        expect![[r#"
            main: v0 belongs to another function
            main: two variables are called `x`
        "#]],
    );
}

#[test]
fn control() {
    let end = |p: &mut Program, end| p.functions[1].blocks[0].end = end;
    check(
        |_, p| end(p, Terminator::Goto(BlockId(9))),
        expect![[r#"
        main b0[2]: no block b9
    "#]],
    );
    check(
        |_, p| end(p, Terminator::Goto(BlockId(0))),
        expect![[r#"
        main b0[2]: the first block is a target
    "#]],
    );
    check_line(
        "(#x00000000 b1)",
        "(#x00 b1) (#x00 b2)",
        expect![[r#"
        main b1[0]: the case #x00 is not of sort (_ BitVec 32)
        main b1[0]: the case #x00 is not of sort (_ BitVec 32)
        main b1[0]: two cases for #x00
    "#]],
    );
    check_line(
        "  return x",
        "  return",
        expect![[r#"
        f b0[0]: no result is returned
    "#]],
    );
    check_line(
        "  return\n",
        "  return x\n",
        expect![[r#"
        main b2[0]: a result is returned
    "#]],
    );
    check(
        |_, p| p.functions[1].blocks.clear(),
        expect![[r#"
            main: there is no block
        "#]],
    );
}

#[test]
fn instructions() {
    check_line(
        "x := call f x",
        "x := call f",
        expect![[r#"
        main b0[1]: `f` gets 0 arguments instead of 1
    "#]],
    );
    check_line(
        "x := call f x",
        "p := call f p",
        expect![[r#"
        main b0[1]: an argument is (_ BitVec 64) instead of 32 bits
        main b0[1]: the result of `f` goes into 64 bits
    "#]],
    );
    check_line(
        "x := call f x",
        "x := call main",
        expect![[r#"
        main b0[1]: the result of `main` goes into 32 bits
    "#]],
    );
    check_line(
        "x := load p s0",
        "x := load x s0",
        expect![[r#"
        main b0[0]: the pointer is (_ BitVec 32) instead of 64 bits
    "#]],
    );
    check_line(
        "x := load p s0",
        "x := p",
        expect![[r#"
        main b0[0]: the value is (_ BitVec 64) instead of 32 bits
    "#]],
    );
    check_line(
        "x := load p s0",
        "x := alloc p s1 heap align 1",
        expect![[r#"
        main b0[0]: no site s1
        main b0[0]: an address goes into 32 bits
    "#]],
    );
    check_line(
        "x := load p s0",
        "fill p x x s0",
        expect![[r#"
        main b0[0]: the byte is (_ BitVec 32) instead of 8 bits
    "#]],
    );
    check_line(
        "x := load p s0",
        "check s0 true false",
        expect![[r#"
        main b0[0]: an operand is Bool
    "#]],
    );
    // The variable of another function.
    check(
        |_, p| {
            let foreign = p.vars[0].symbol;
            let inst = &mut p.functions[1].blocks[0].insts[1];
            *inst.kind.terms_mut()[0] = foreign;
        },
        expect![[r#"
            main b0[1]: `f::x` is not a variable of the function
        "#]],
    );
    check(
        |_, p| {
            let inst = &mut p.functions[1].blocks[0].insts[0];
            if let program::InstKind::Load { site, var, .. } = &mut inst.kind {
                (*site, *var) = (SiteId(5), VarId(0));
            }
        },
        expect![[r#"
            main b0[0]: no site s5
            main b0[0]: v0 is not a variable of the function
        "#]],
    );
}
