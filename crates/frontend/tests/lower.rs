//! Snapshots: what small functions become.

mod common;

use common::loaded;
use expect_test::{Expect, expect};

/// The text of one function, without the list of its variables.
fn check(function: &str, text: &str, expected: Expect) {
    let loaded = loaded(text);
    let program = &loaded.program;
    let whole = program::text::print(&loaded.pool, program);
    let start = format!("fn {function}(");
    let lines: Vec<&str> = whole
        .lines()
        .skip_while(|l| !l.starts_with(&start))
        .take_while(|l| !l.is_empty())
        .filter(|l| !l.starts_with("  var "))
        .collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn overflow_check_is_straight_line() {
    check(
        "add",
        "int add(int a, int b) { return a + b; } int main(void) { return add(1, 2); }",
        expect![[r#"
            fn add(a, b) -> 32 @1:0
            b0:
              a.addr := alloc #x0000000000000004 s6 stack align 4 = ("a" t0 @1:0) @1:0
              b.addr := alloc #x0000000000000004 s6 stack align 4 = ("b" t0 @1:0) @1:0
              aligned a.addr #x0000000000000004 s7 @1:0
              check s8 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:0
              store a.addr a s9 @1:0
              aligned b.addr #x0000000000000004 s10 @1:13
              check s11 (= ((_ extract 1 0) b.addr) #b00) b.addr @1:13
              store b.addr b s12 @1:13
              aligned a.addr #x0000000000000004 s13 @1:32
              check s14 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:32
              written a.addr 4 s15 @1:32
              %0 := load a.addr s16 @1:32
              aligned b.addr #x0000000000000004 s17 @1:36
              check s18 (= ((_ extract 1 0) b.addr) #b00) b.addr @1:36
              written b.addr 4 s19 @1:36
              %1 := load b.addr s20 @1:36
              check s21 (not (bvsaddo %0 %1)) %0 %1 @1:34
              return (bvadd %0 %1) @1:25
        "#]],
    );
}

#[test]
fn shift_checks() {
    check(
        "f",
        "int f(int a, int n) { return a << n; } int main(void) { return f(1, 2); }",
        expect![[r#"
            fn f(a, n) -> 32 @1:0
            b0:
              a.addr := alloc #x0000000000000004 s6 stack align 4 = ("a" t0 @1:0) @1:0
              n.addr := alloc #x0000000000000004 s6 stack align 4 = ("n" t0 @1:0) @1:0
              aligned a.addr #x0000000000000004 s7 @1:0
              check s8 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:0
              store a.addr a s9 @1:0
              aligned n.addr #x0000000000000004 s10 @1:11
              check s11 (= ((_ extract 1 0) n.addr) #b00) n.addr @1:11
              store n.addr n s12 @1:11
              aligned a.addr #x0000000000000004 s13 @1:30
              check s14 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:30
              written a.addr 4 s15 @1:30
              %0 := load a.addr s16 @1:30
              aligned n.addr #x0000000000000004 s17 @1:35
              check s18 (= ((_ extract 1 0) n.addr) #b00) n.addr @1:35
              written n.addr 4 s19 @1:35
              %1 := load n.addr s20 @1:35
              check s21 (bvult %1 #x00000020) %0 %1 @1:32
              check s22 (or (= %0 (bvashr (bvshl %0 %1) %1)) (bvult #x0000001f %1)) %0 %1 @1:32
              check s23 (or (bvslt #xffffffff %0) (bvult #x0000001f %1)) %0 %1 @1:32
              return (bvshl %0 %1) @1:23
        "#]],
    );
}

#[test]
fn loops_and_scopes() {
    check(
        "main",
        "int main(void) {\n  for (unsigned char i = 0; i != 3; i++) {\n    int x = i;\n    (void)x;\n  }\n}",
        expect![[r#"
            fn main() -> 32 @1:0
            b0:
              retval := alloc #x0000000000000004 s2 stack align 4 @1:0
              aligned retval #x0000000000000004 s3 @1:0
              check s4 (= ((_ extract 1 0) retval) #b00) retval @1:0
              store retval #x00000000 s5 @1:0
              i := alloc #x0000000000000001 s2 stack align 1 = ("i" t0 @2:0) @2:8
              store i #x00 s6 @2:22
              goto b1 @2:8
            b1:
              written i 1 s7 @2:29
              %0 := load i s8 @2:29
              branch (not (= %0 #x03)) b2 b3 @2:3
            b2:
              x := alloc #x0000000000000004 s2 stack align 4 = ("x" t1 @3:0) @3:5
              written i 1 s9 @3:13
              %1 := load i s10 @3:13
              aligned x #x0000000000000004 s11 @3:9
              check s12 (= ((_ extract 1 0) x) #b00) x @3:9
              store x ((_ zero_extend 24) %1) s13 @3:9
              aligned x #x0000000000000004 s14 @4:11
              check s15 (= ((_ extract 1 0) x) #b00) x @4:11
              written x 4 s16 @4:11
              %2 := load x s17 @4:11
              endlife x @5:3
              written i 1 s18 @2:38
              %3 := load i s19 @2:38
              store i (bvadd %3 #x01) s20 @2:38
              goto b1 @2:3
            b3:
              endlife i @2:3
              aligned retval #x0000000000000004 s21 @6:1
              check s22 (= ((_ extract 1 0) retval) #b00) retval @6:1
              written retval 4 s23 @6:1
              %4 := load retval s24 @6:1
              return %4 @6:1
        "#]],
    );
}

#[test]
fn short_circuit_is_a_phi() {
    check(
        "f",
        "int f(int a, int b) { return a && b; } int main(void) { return f(1, 2); }",
        expect![[r#"
            fn f(a, b) -> 32 @1:0
            b0:
              a.addr := alloc #x0000000000000004 s6 stack align 4 = ("a" t0 @1:0) @1:0
              b.addr := alloc #x0000000000000004 s6 stack align 4 = ("b" t0 @1:0) @1:0
              aligned a.addr #x0000000000000004 s7 @1:0
              check s8 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:0
              store a.addr a s9 @1:0
              aligned b.addr #x0000000000000004 s10 @1:11
              check s11 (= ((_ extract 1 0) b.addr) #b00) b.addr @1:11
              store b.addr b s12 @1:11
              aligned a.addr #x0000000000000004 s13 @1:30
              check s14 (= ((_ extract 1 0) a.addr) #b00) a.addr @1:30
              written a.addr 4 s15 @1:30
              %0 := load a.addr s16 @1:30
              branch (not (= %0 #x00000000)) b1 b3 @1:32
            b1:
              aligned b.addr #x0000000000000004 s17 @1:35
              check s18 (= ((_ extract 1 0) b.addr) #b00) b.addr @1:35
              written b.addr 4 s19 @1:35
              %2 := load b.addr s20 @1:35
              %1 := (ite (= %2 #x00000000) #b0 #b1) @1:32
              goto b2 @1:32
            b2:
              return ((_ zero_extend 31) %1) @1:23
            b3:
              %1 := #b0 @1:32
              goto b2 @1:32
        "#]],
    );
}

#[test]
fn calls_through_pointers() {
    check(
        "dispatch",
        "int one(void) { return 1; }\nint (*p)(void) = one;\nint dispatch(void) { return p(); }\n\
         int main(void) { return dispatch(); }",
        expect![[r#"
            fn dispatch() -> 32 @3:0
            b0:
              aligned #x0000010000000008 #x0000000000000008 s6 @3:29
              written #x0000010000000008 8 s7 @3:29
              %0 := load #x0000010000000008 s8 @3:29
              branch (= %0 #x0000020000000001) b1 b2 @3:29
            b1:
              call%1 := call one @3:29
              |call| := call%1 @3:29
              return |call| @3:22
            b2:
              check s9 false %0 @3:29
              halt @3:29
        "#]],
    );
}

#[test]
fn structs_by_value() {
    check(
        "main",
        "struct big { long a[3]; };\nlong f(struct big b) { return b.a[2]; }\nstruct big g;\n\
         int main(void) { return (int)f(g); }",
        expect![[r#"
            fn main() -> 32 @4:0
            b0:
              retval := alloc #x0000000000000004 s2 stack align 4 @4:0
              aligned retval #x0000000000000004 s3 @4:0
              check s4 (= ((_ extract 1 0) retval) #b00) retval @4:0
              store retval #x00000000 s5 @4:0
              argument := alloc #x0000000000000018 s2 stack align 8 @4:30
              copy argument #x0000010000000008 #x0000000000000018 s6 @4:30
              |call| := call f argument @4:30
              endlife argument @4:30
              return ((_ extract 31 0) |call|) @4:18
        "#]],
    );
}
