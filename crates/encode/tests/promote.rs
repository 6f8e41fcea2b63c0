//! Promotion: what it does to the constructs that are easy to get wrong, and that random programs mean the same after it.

use encode::promote::{Promotion, promote};
use expect_test::{Expect, expect};
use program::interp::{Contents, Ending, Event, ObjectInput, Observer, Oracle, RandomOracle, run};
use program::{FunctionId, Goals, InputSource, ObjectInfo, Program, Property, VarId};
use program::{text, validate};
use std::collections::VecDeque;
use std::fmt::Write;
use term::{BitVec, TermPool};

const HEADER: &str = r#"program LP64 pointers 64 offset 48
file "f.c"
type t0 int "int" 32 signed
type t1 int "char" 8 signed
type t2 struct "struct s" 64 ("a" 0 32 t0) ("c" 32 8 t1)
type t3 array t0 3
type t4 struct "struct outer" 160 ("p" 0 64 t2) ("v" 64 96 t3)
type t5 union "union u" 32 ("i" 0 32 t0) ("c" 0 8 t1)
static "g" size 64 align 16 variable ""
site s0 valid-deref ends "invalid access" in "f"
site s1 assert "assertion" in "f"
site s2 valid-deref "overlap" in "f"
entry start
"#;

const START: &str = "fn start()\nb0:\n  return\n";

fn promoted(source: &str) -> (TermPool, Program, Program, Promotion) {
    let (mut pool, program) = text::parse(source).expect("it parses");
    validate::assert_valid(&pool, &program);
    let (after, promotion) = promote(&mut pool, &program);
    validate::assert_valid(&pool, &after);
    (pool, program, after, promotion)
}

/// Shows function `f` after promotion.
fn check(function: &str, expected: Expect) {
    let (pool, _, after, _) = promoted(&format!("{HEADER}{function}{START}"));
    expected.assert_eq(&text::print_function(&pool, &after, FunctionId(0)));
}

#[test]
fn an_unwritten_local_is_one_value_per_lifetime() {
    check(
        r#"
fn f() -> 32
  var x: 64
  var t: 32
  var u: 32
  var i: 32 = "i" t0
b0:
  goto b1
b1:
  x := alloc #x0000000000000004 s0 stack align 4 = ("x" t0 @2:7)
  t := load x s0
  u := load x s0
  check s1 (= t u) t u
  endlife x
  i := (bvadd i #x00000001)
  branch (bvult i #x0000000a) b1 b2
b2:
  return t
"#,
        expect![[r#"
            fn f() -> 32
              var t: 32
              var i: 32 = "i" t0
              var x: 32 = "x" t0 @2:7
            b0:
              goto b1
            b1:
              x := havoc uninitialised "x"
              t := x
              check s1 true x x
              i := (bvadd i #x00000001)
              branch (bvult i #x0000000a) b1 b2
            b2:
              return t
        "#]],
    );
}

#[test]
fn siblings_in_scopes() {
    check(
        r#"
fn f() -> 32
  var x: 64
  var x.1: 64
  var t: 32
b0:
  x := alloc #x0000000000000004 s0 stack align 4 = ("x" t0 @2:7)
  store x #x00000001 s0
  t := load x s0
  endlife x
  x.1 := alloc #x0000000000000004 s0 stack align 4 = ("x" t0 @3:7)
  store x.1 (bvadd t #x00000001) s0
  t := load x.1 s0
  endlife x.1
  return t
"#,
        expect![[r#"
            fn f() -> 32
              var x: 32 = "x" t0 @2:7
              var x.1: 32 = "x" t0 @3:7
            b0:
              x := havoc uninitialised "x"
              x := #x00000001
              x.1 := havoc uninitialised "x"
              x.1 := (bvadd x #x00000001)
              return x.1
        "#]],
    );
}

#[test]
fn a_parameter_keeps_its_name() {
    check(
        r#"
fn f(x) -> 32
  var x: 32
  var x.addr: 64
  var t: 32
b0:
  x.addr := alloc #x0000000000000004 s0 stack align 4 = ("x" t0 @2:7)
  store x.addr x s0
  t := load x.addr s0
  store x.addr (bvadd t #x00000001) s0
  t := load x.addr s0
  return t
"#,
        expect![[r#"
            fn f(x) -> 32
              var x: 32
              var x.addr: 32 = "x" t0 @2:7
            b0:
              x.addr := havoc uninitialised "x"
              x.addr := x
              x.addr := (bvadd x.addr #x00000001)
              return x.addr
        "#]],
    );
}

#[test]
fn a_struct_stored_as_one_number() {
    check(
        r#"
fn f(v) -> 32
  var v: 64
  var s: 64
  var p: 64
  var a: 32
  var c: 8
b0:
  s := alloc #x0000000000000008 s0 stack align 4 = ("s" t2 @2:7)
  store s v s0
  p := (bvadd s #x0000000000000004)
  goto b1
b1:
  a := load s s0
  c := load p s0
  return (bvadd a ((_ sign_extend 24) c))
"#,
        expect![[r#"
            fn f(v) -> 32
              var v: 64
              var s.a: 32 = "s.a" t0 @2:7
              var s.c: 8 = "s.c" t1 @2:7
              var s+5: 24
            b0:
              s.a := havoc uninitialised "s.a"
              s.c := havoc uninitialised "s.c"
              s+5 := havoc uninitialised "s+5"
              s.a := ((_ extract 31 0) v)
              s.c := ((_ extract 39 32) v)
              goto b1
            b1:
              return (bvadd ((_ sign_extend 24) s.c) s.a)
        "#]],
    );
}

#[test]
fn a_union_read_through_another_member() {
    check(
        r#"
fn f(v) -> 8
  var v: 32
  var u: 64
  var c: 8
b0:
  u := alloc #x0000000000000004 s0 stack align 4 = ("u" t5 @2:7)
  store u v s0
  c := load u s0
  return c
"#,
        expect![[r#"
            fn f(v) -> 8
              var v: 32
              var u.c: 8 = "u.c" t1 @2:7
              var u.i+1: 24 = "u.i+1" t6 @2:7
            b0:
              u.c := havoc uninitialised "u.c"
              u.i+1 := havoc uninitialised "u.i+1"
              u.c := ((_ extract 7 0) v)
              u.i+1 := ((_ extract 31 8) v)
              return u.c
        "#]],
    );
}

#[test]
fn nested_members_and_copies() {
    check(
        r#"
fn f(p) -> 32
  var p: 64
  var o: 64
  var q: 64
  var t: 32
b0:
  o := alloc #x0000000000000014 s0 stack align 4 = ("o" t4 @2:7)
  q := alloc #x0000000000000014 s0 stack align 4 zeroed = ("q" t4 @3:7)
  fill o #x01 #x0000000000000014 s0
  copy q o #x0000000000000014 s0 overlap s2
  copy q p #x0000000000000008 s0
  copy p (bvadd q #x0000000000000008) #x0000000000000008 s0 @5:5
  store (bvadd o #x0000000000000008) #x00000007 s0
  t := load (bvadd q #x0000000000000010) s0
  return t
"#,
        expect![[r#"
            fn f(p) -> 32
              var p: 64
              var o.p.a: 32 = "o.p.a" t0 @2:7
              var o.p.c: 8 = "o.p.c" t1 @2:7
              var o.p+5: 24
              var |o.v[0]|: 32 = "o.v[0]" t0 @2:7
              var |o.v[1]|: 32 = "o.v[1]" t0 @2:7
              var |o.v[2]|: 32 = "o.v[2]" t0 @2:7
              var q.p.a: 32 = "q.p.a" t0 @3:7
              var q.p.c: 8 = "q.p.c" t1 @3:7
              var q.p+5: 24
              var |q.v[0]|: 32 = "q.v[0]" t0 @3:7
              var |q.v[1]|: 32 = "q.v[1]" t0 @3:7
              var |q.v[2]|: 32 = "q.v[2]" t0 @3:7
            b0:
              o.p.a := havoc uninitialised "o.p.a"
              o.p.c := havoc uninitialised "o.p.c"
              o.p+5 := havoc uninitialised "o.p+5"
              |o.v[0]| := havoc uninitialised "o.v[0]"
              |o.v[1]| := havoc uninitialised "o.v[1]"
              |o.v[2]| := havoc uninitialised "o.v[2]"
              q.p.a := #x00000000
              q.p.c := #x00
              |q.v[0]| := #x00000000
              |q.v[1]| := #x00000000
              |q.v[2]| := #x00000000
              o.p.a := #x01010101
              o.p.c := #x01
              |o.v[0]| := #x01010101
              |o.v[1]| := #x01010101
              |o.v[2]| := #x01010101
              q.p.a := o.p.a
              q.p.c := o.p.c
              |q.v[0]| := |o.v[0]|
              |q.v[1]| := |o.v[1]|
              |q.v[2]| := |o.v[2]|
              q.p.a := load p s0
              q.p.c := load (bvadd p #x0000000000000004) s0
              q.p+5 := load (bvadd p #x0000000000000005) s0
              store p |q.v[0]| s0 @5:5
              store (bvadd p #x0000000000000004) |q.v[1]| s0 @5:5
              |o.v[0]| := #x00000007
              return |q.v[2]|
        "#]],
    );
}

#[test]
fn odd_widths() {
    check(
        r#"
fn f(b) -> 1
  var b: 1
  var p: 64
  var r: 1
  var w: 12
b0:
  p := alloc #x0000000000000002 s0 stack align 1 = ("flag" t1 @2:7)
  store p b s0
  r := load p s0
  store p w s0
  w := load p s0
  return r
"#,
        expect![[r#"
            fn f(b) -> 1
              var b: 1
              var r: 1
              var w: 12
              var flag: 8 = "flag" t1 @2:7
              var flag+1: 8 = "flag+1" t6 @2:7
            b0:
              flag := havoc uninitialised "flag"
              flag+1 := havoc uninitialised "flag+1"
              flag := ((_ zero_extend 7) b)
              r := ((_ extract 0 0) flag)
              flag := ((_ extract 7 0) w)
              flag+1 := ((_ zero_extend 4) ((_ extract 11 8) w))
              w := (concat ((_ extract 3 0) flag+1) flag)
              return r
        "#]],
    );
}

#[test]
fn what_escapes_stays() {
    check(
        r#"
fn f(c) -> 32
  var c: 1
  var a: 64
  var b: 64
  var d: 64
  var e: 64
  var h: 64
  var k: 64
  var phi: 64
  var t: 32
  var pp: 64 = "pp" t0
b0:
  a := alloc #x0000000000000004 s0 stack align 4 = ("stored" t0 @1:7)
  b := alloc #x0000000000000004 s0 stack align 4 = ("compared" t0 @2:7)
  d := alloc #x0000000000000004 s0 stack align 4 = ("selected" t0 @3:7)
  e := alloc #x0000000000000004 s0 stack align 4 = ("beyond" t0 @4:7)
  h := alloc #x0000000000000004 s0 stack align 4 = ("merged" t0 @5:7)
  k := alloc #x0000000000000004 s0 stack align 4 = ("pointed" t0 @6:7)
  store #x0001000000000010 a s0
  check s1 (= b #x0000000000000000)
  t := load (ite (= c #b1) d #x0001000000000010) s0
  t := load (bvadd e #x0000000000000001) s0
  pp := k
  branch (= c #b1) b1 b2
b1:
  phi := h
  goto b3
b2:
  phi := #x0001000000000010
  goto b3
b3:
  t := load phi s0
  return t
"#,
        expect![[r#"
            fn f(c) -> 32
              var c: 1
              var a: 64
              var b: 64
              var d: 64
              var e: 64
              var h: 64
              var k: 64
              var phi: 64
              var t: 32
              var pp: 64 = "pp" t0
            b0:
              a := alloc #x0000000000000004 s0 stack align 4 = ("stored" t0 @1:7)
              b := alloc #x0000000000000004 s0 stack align 4 = ("compared" t0 @2:7)
              d := alloc #x0000000000000004 s0 stack align 4 = ("selected" t0 @3:7)
              e := alloc #x0000000000000004 s0 stack align 4 = ("beyond" t0 @4:7)
              h := alloc #x0000000000000004 s0 stack align 4 = ("merged" t0 @5:7)
              k := alloc #x0000000000000004 s0 stack align 4 = ("pointed" t0 @6:7)
              store #x0001000000000010 a s0
              check s1 (= b #x0000000000000000)
              t := load (ite (= c #b1) d #x0001000000000010) s0
              t := load (bvadd e #x0000000000000001) s0
              pp := k
              branch (= c #b1) b1 b2
            b1:
              phi := h
              goto b3
            b2:
              phi := #x0001000000000010
              goto b3
            b3:
              t := load phi s0
              return t
        "#]],
    );
}

#[test]
fn a_local_that_may_be_dead_stays() {
    check(
        r#"
fn f(c) -> 32
  var c: 1
  var a: 64
  var b: 64
  var t: 32
b0:
  b := alloc #x0000000000000004 s0 stack align 4 = ("killed" t0 @1:7)
  branch (= c #b1) b1 b2
b1:
  a := alloc #x0000000000000004 s0 stack align 4 = ("skipped" t0 @2:7)
  endlife b
  goto b2
b2:
  store a #x00000001 s0
  t := load b s0
  return t
"#,
        expect![[r#"
            fn f(c) -> 32
              var c: 1
              var a: 64
              var b: 64
              var t: 32
            b0:
              b := alloc #x0000000000000004 s0 stack align 4 = ("killed" t0 @1:7)
              branch (= c #b1) b1 b2
            b1:
              a := alloc #x0000000000000004 s0 stack align 4 = ("skipped" t0 @2:7)
              endlife b
              goto b2
            b2:
              store a #x00000001 s0
              t := load b s0
              return t
        "#]],
    );
}

#[test]
fn an_address_from_the_last_lifetime_stays() {
    check(
        r#"
fn f() -> 32
  var a: 64
  var old: 64
  var t: 32
b0:
  old := #x0001000000000010
  goto b1
b1:
  t := load old s0
  a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
  store a t s0
  old := a
  branch (= t #x00000000) b1 b2
b2:
  return t
"#,
        expect![[r#"
            fn f() -> 32
              var a: 64
              var old: 64
              var t: 32
            b0:
              old := #x0001000000000010
              goto b1
            b1:
              t := load old s0
              a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
              store a t s0
              old := a
              branch (= t #x00000000) b1 b2
            b2:
              return t
        "#]],
    );
}

#[test]
fn an_address_of_an_earlier_object_stays() {
    check(
        r#"
fn f() -> 32
  var a: 64
  var old: 64
  var t: 32
b0:
  a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
  old := a
  a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
  store a #x00000001 s0
  t := load old s0
  return t
"#,
        expect![[r#"
            fn f() -> 32
              var a: 64
              var old: 64
              var t: 32
            b0:
              a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
              old := a
              a := alloc #x0000000000000004 s0 stack align 4 = ("a" t0 @2:7)
              store a #x00000001 s0
              t := load old s0
              return t
        "#]],
    );
}

#[test]
fn sizes_and_what_cannot_be_reached() {
    check(
        r#"
fn f() -> 64
  var a: 64
  var n: 64
  var t: 32
b0:
  a := alloc #x000000000000000c s0 stack align 4 = ("a" t3 @2:7)
  store (bvadd a #x0000000000000004) #x00000001 s0
  n := objectsize (bvadd a #x0000000000000004)
  return n
b1:
  t := load a s0
  goto b2
b2:
  goto b1
"#,
        expect![[r#"
            fn f() -> 64
              var |a[1]|: 32 = "a[1]" t0 @2:7
            b0:
              |a[1]| := havoc uninitialised "a[1]"
              |a[1]| := #x00000001
              return #x000000000000000c
            b1:
              halt
            b2:
              halt
        "#]],
    );
}

#[test]
fn temporaries_go_within_their_block() {
    check(
        r#"
fn f(x) -> 32
  var x: 32 = "x" t0
  var a: 32
  var b: 32
  var c: 32
  var d: 32
  var dead: 32
  var unread: 32
b0:
  a := x
  b := (bvadd a #x00000001)
  x := b
  c := (bvmul a b)
  d := (bvadd x c)
  dead := (bvxor d d)
  unread := load #x0001000000000010 s0
  goto b1
b1:
  return d
"#,
        expect![[r#"
            fn f(x) -> 32
              var x: 32 = "x" t0
              var a: 32
              var b: 32
              var d: 32
              var unread: 32
            b0:
              a := x
              b := (bvadd x #x00000001)
              x := (bvadd x #x00000001)
              d := (bvadd (bvmul a b) x)
              unread := load #x0001000000000010 s0
              goto b1
            b1:
              return d
        "#]],
    );
}

// ---- random programs ----

/// A question of a run and its answer.
#[derive(Clone, Debug)]
enum Answer {
    Value(VarId, BitVec),
    Object(VarId, u64, Contents),
    Bytes(Contents),
}

/// Answers at random and remembers; every object gets an address of its own, counted up.
struct Recorder {
    random: RandomOracle,
    next_object: u64,
    answers: VecDeque<Answer>,
}

impl Oracle for Recorder {
    fn value(&mut self, var: VarId, width: u32, source: &InputSource) -> Option<BitVec> {
        let value = self.random.value(var, width, source)?;
        self.answers.push_back(Answer::Value(var, value.clone()));
        Some(value)
    }

    fn object(&mut self, var: VarId, info: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let contents = self.random.object(var, info, size)?.contents;
        let address = self.next_object << 48;
        self.next_object += 1;
        let answer = Answer::Object(var, address, contents.clone());
        self.answers.push_back(answer);
        Some(ObjectInput {
            address: Some(address),
            contents,
        })
    }

    fn bytes(&mut self, length: u64, source: &InputSource) -> Option<Contents> {
        let contents = self.random.bytes(length, source)?;
        self.answers.push_back(Answer::Bytes(contents.clone()));
        Some(contents)
    }

    fn external(&mut self, _: usize) -> Option<Contents> {
        None
    }
}

/// Gives the answers of a run of the promoted program to the program as it was.
struct Replayer<'a> {
    promotion: &'a Promotion,
    answers: VecDeque<Answer>,
}

impl Oracle for Replayer<'_> {
    fn value(&mut self, var: VarId, _: u32, _: &InputSource) -> Option<BitVec> {
        match self.answers.pop_front()? {
            Answer::Value(v, value) if v == var => Some(value),
            other => panic!("{var} asks for a value, the answer is {other:?}"),
        }
    }

    fn object(&mut self, var: VarId, _: &ObjectInfo, _: u64) -> Option<ObjectInput> {
        let Some(parts) = self.promotion.parts.get(&var) else {
            return match self.answers.pop_front()? {
                Answer::Object(v, address, contents) if v == var => Some(ObjectInput {
                    address: Some(address),
                    contents,
                }),
                other => panic!("{var} asks for an object, the answer is {other:?}"),
            };
        };
        let mut contents = Contents::default();
        for part in parts {
            let value = self.value(part.input(), 0, &InputSource::Undefined)?;
            contents
                .bytes
                .extend((part.offset..).zip(value.to_le_bytes()));
        }
        Some(ObjectInput {
            address: None,
            contents,
        })
    }

    fn bytes(&mut self, _: u64, _: &InputSource) -> Option<Contents> {
        match self.answers.pop_front()? {
            Answer::Bytes(contents) => Some(contents),
            other => panic!("unknown bytes are asked for, the answer is {other:?}"),
        }
    }

    fn external(&mut self, _: usize) -> Option<Contents> {
        None
    }
}

/// Remembers what the checks that fail showed.
#[derive(Default, PartialEq, Debug)]
struct ShownValues(Vec<Vec<BitVec>>);

impl Observer for ShownValues {
    fn event(&mut self, event: Event) {
        if let Event::Passed { operands, .. } = event {
            self.0.push(operands);
        }
    }
}

/// Endings are the same but for how the access is cut.
fn essence(ending: Ending) -> String {
    match ending {
        Ending::Violated(v) | Ending::Undefined(v) => format!("{} {:?}", v.site, v.place),
        other => format!("{other:?}"),
    }
}

struct Generator {
    state: u64,
    out: String,
    place: u32,
}

/// The sizes of the locals, their C types and whether they start zeroed.
const LOCALS: [(u64, &str, &str); 5] = [
    (4, "t0", ""),
    (8, "t2", ""),
    (20, "t4", ""),
    (12, "t3", " zeroed"),
    (4, "t5", ""),
];

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.state >> 33) % n
    }

    fn program(mut self) -> String {
        self.out = format!("{HEADER}{START}fn f() @1:1\n  var fuel: 8\n  var phi: 64\n");
        for i in 0..LOCALS.len() {
            writeln!(self.out, "  var p{i}: 64").expect("a string");
        }
        for width in [1, 7, 8, 16, 32, 64] {
            writeln!(
                self.out,
                "  var w{width}: {width}\n  var x{width}: {width} = \"x\" t0"
            )
            .expect("a string");
        }
        for i in 0..3 {
            writeln!(self.out, "  var t{i}: 64").expect("a string");
        }
        let blocks = 2 + self.below(5);
        for block in 0..blocks {
            writeln!(self.out, "b{block}:").expect("a string");
            if block == 0 {
                self.allocs();
            }
            self.line("fuel := (bvadd fuel #x01)".to_string());
            self.line("assume (bvult fuel #x10)".to_string());
            for _ in 0..2 + self.below(8) {
                let line = self.inst();
                self.line(line);
            }
            let target = |n: u64| 1 + n % (blocks - 1);
            let (a, b) = (target(self.below(100)), target(self.below(100)));
            let end = match self.below(4) {
                0 => "return".to_string(),
                1 => format!("goto b{a}"),
                _ => format!("branch (= ((_ extract 0 0) w8) #b1) b{a} b{b}"),
            };
            self.line(end);
        }
        self.out.replace("entry start", "entry f")
    }

    /// Mostly all locals start their life in the first block.
    fn allocs(&mut self) {
        for i in 0..LOCALS.len() {
            if self.below(10) > 0 {
                let line = self.alloc(i);
                self.line(line);
            }
        }
        for t in 0..3 {
            let pointer = self.pointer(4);
            self.line(format!("t{t} := {pointer}"));
        }
    }

    fn alloc(&mut self, i: usize) -> String {
        let (size, ty, zeroed) = LOCALS[i];
        format!("p{i} := alloc #x{size:016x} s0 stack align 4{zeroed} = (\"l{i}\" {ty})")
    }

    fn line(&mut self, text: String) {
        self.place += 1;
        writeln!(self.out, "  {text} @{}:1", self.place).expect("a string");
    }

    /// A pointer to an access of `size` bytes, mostly a good one.
    fn pointer(&mut self, size: u64) -> String {
        if self.below(8) == 0 {
            return format!("#x00010000000000{:02x}", 16 + self.below(32));
        }
        if self.below(4) == 0 {
            return format!("t{}", self.below(3));
        }
        let i = self.below(LOCALS.len() as u64);
        let room = (LOCALS[i as usize].0 + 1).saturating_sub(size);
        let offset = match self.below(60) {
            0 => self.below(24),
            _ => self.below(room.max(1)),
        };
        match offset {
            0 => format!("p{i}"),
            _ => format!("(bvadd p{i} #x{offset:016x})"),
        }
    }

    fn width(&mut self) -> u64 {
        [1, 7, 8, 16, 32, 32, 32, 64][self.below(8) as usize]
    }

    fn inst(&mut self) -> String {
        let width = self.width();
        let size = width.div_ceil(8);
        let (t, i) = (self.below(3), self.below(LOCALS.len() as u64) as usize);
        let variable = if self.below(2) == 0 { "w" } else { "x" };
        match self.below(40) {
            0..=8 => format!("{variable}{width} := load {} s0", self.pointer(size)),
            9..=17 => format!("store {} {variable}{width} s0", self.pointer(size)),
            18..=20 => format!("t{t} := {}", self.pointer(4)),
            21 => format!("t{t} := (bvadd t{t} #x0000000000000004)"),
            22..=24 => format!("{variable}32 := (bvadd w32 (bvmul x32 #x00000003))"),
            25 => format!("w{width} := havoc undefined"),
            26 => "w8 := ((_ extract 15 8) x32)".to_string(),
            27 | 28 => {
                let length = self.below(9);
                format!("fill {} w8 #x{length:016x} s0", self.pointer(length))
            }
            29 | 30 => {
                let length = self.below(9);
                let (to, from) = (self.pointer(length), self.pointer(length));
                let overlap = if self.below(3) == 0 {
                    " overlap s2"
                } else {
                    ""
                };
                format!("copy {to} {from} #x{length:016x} s0{overlap}")
            }
            31 | 38 => self.alloc(i),
            32 if self.below(3) == 0 => format!("endlife p{i}"),
            33 if self.below(4) == 0 => format!("store {} p{i} s0", self.pointer(8)),
            34 if self.below(4) == 0 => {
                let extents = ["size", "room", "offset", "alive", "dynamic"];
                let extent = extents[self.below(5) as usize];
                format!("x64 := object{extent} {}", self.pointer(1))
            }
            35 if self.below(8) == 0 => {
                format!("havocbytes {} #x{:016x} s0 undefined", self.pointer(4), 3)
            }
            36 if self.below(8) == 0 => format!("x64 := t{t}"),
            37 if self.below(8) == 0 => format!("check s1 false p{i}"),
            _ => "check s1 false x8 x32 x64 w32 w1 w7".to_string(),
        }
    }
}

#[test]
fn random_programs_mean_the_same() {
    let (mut promoted_objects, mut finished, mut violated) = (0, 0, 0);
    for seed in 0..1500 {
        let generator = Generator {
            state: seed,
            out: String::new(),
            place: 1,
        };
        let source = generator.program();
        let (pool, before, after, promotion) = promoted(&source);
        promoted_objects += promotion.parts.len();
        let goals = Goals::new(&before, &[Property::ValidDeref]);
        for run_seed in 0..4 {
            let mut recorder = Recorder {
                random: RandomOracle::new(seed * 17 + run_seed),
                next_object: 2,
                answers: VecDeque::new(),
            };
            let mut shown_after = ShownValues::default();
            let ending_after = run(
                &pool,
                &after,
                &goals,
                &mut recorder,
                &mut shown_after,
                100_000,
            );
            let mut replayer = Replayer {
                promotion: &promotion,
                answers: recorder.answers,
            };
            let mut shown_before = ShownValues::default();
            let ending_before = run(
                &pool,
                &before,
                &goals,
                &mut replayer,
                &mut shown_before,
                100_000,
            );
            match &ending_after {
                Ending::Finished | Ending::Assumed { .. } => finished += 1,
                Ending::Violated(_) => violated += 1,
                other => panic!("{other:?}"),
            }
            let (after_text, before_text) = (essence(ending_after), essence(ending_before));
            let context = || {
                let text = text::print(&pool, &after);
                format!("seed {seed}, run {run_seed}:\n{source}\nbecame\n{text}")
            };
            assert_eq!(before_text, after_text, "{}", context());
            assert_eq!(shown_before, shown_after, "{}", context());
            assert!(
                replayer.answers.is_empty(),
                "answers are left over; {}",
                context()
            );
        }
    }
    // The programs are worth running.
    assert!(
        promoted_objects > 1500,
        "{promoted_objects} objects were promoted"
    );
    assert!(
        finished > 1000 && violated > 1000,
        "{finished} finished, {violated} violated"
    );
}

#[test]
fn promoted_programs_survive_printing() {
    for seed in 0..200 {
        let generator = Generator {
            state: seed,
            out: String::new(),
            place: 1,
        };
        let (pool, _, after, _) = promoted(&generator.program());
        let printed = text::print(&pool, &after);
        let (pool, again) = text::parse(&printed).expect("it parses");
        assert_eq!(text::print(&pool, &again), printed);
    }
}
