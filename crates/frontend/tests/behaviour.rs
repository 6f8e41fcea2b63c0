//! C programs that say themselves what must hold, lowered and run by the interpreter.

mod common;

use common::{check_ends, check_fine, ending, load_text, loaded};
use program::{DataModel, Property};

#[test]
fn integers() {
    check_fine(
        r#"
        #include <assert.h>
        int main(void) {
            int a = -7, b = 2;
            assert(a / b == -3 && a % b == -1 && (a >> 1) == -4);
            unsigned u = a;
            assert(u / 2 == 2147483644u && (u >> 28) == 15u);
            signed char c = (signed char)200;
            assert(c == -56);
            long long w = (long long)a * 3;
            assert(w == -21);
            __int128 big = (__int128)1 << 100;
            assert((int)(big >> 98) == 4);
            _Bool t = 256;
            assert(t == 1);
            assert(__builtin_popcount(0xf0f0) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
            assert(__builtin_bswap32(0x01020304) == 0x04030201);
            return 0;
        }
        "#,
    );
}

#[test]
fn memory() {
    check_fine(
        r#"
        #include <assert.h>
        #include <stdlib.h>
        #include <string.h>
        struct node { int value; struct node *next; unsigned bits : 5; char name[3]; };
        int table[3][2] = {{1, 2}, {3, 4}};
        struct node second = {7, 0, 9, "ab"};
        struct node first = {6, &second, 3, "x"};
        char *text = "hello" + 1;
        int *inside = &table[1][1];
        union both { int word; unsigned char bytes[4]; };
        static struct node by_value(struct node n) { n.value++; n.bits = 31; return n; }
        int main(void) {
            assert(first.next->value == 7 && first.next->bits == 9 && first.next->name[1] == 'b');
            assert(*inside == 4 && text[0] == 'e' && table[2][1] == 0);
            struct node copy = by_value(first);
            assert(copy.value == 7 && first.value == 6 && copy.bits == 31 && first.bits == 3);
            union both b; b.word = 0x01020304; assert(b.bytes[0] == 4);
            int *p = malloc(4 * sizeof *p);
            for (int i = 0; i < 4; i++) p[i] = i * i;
            p = realloc(p, 8 * sizeof *p);
            assert(p[3] == 9);
            int *q = calloc(2, sizeof *q);
            assert(q[1] == 0);
            memcpy(q, p + 2, 8);
            assert(q[0] == 4 && q[1] == 9);
            memset(p, 0xff, 8);
            assert(p[1] == -1 && p[2] == 4);
            free(p); free(q); free(0);
            assert(malloc((size_t)-1) == 0);
            return 0;
        }
        "#,
    );
}

#[test]
fn control() {
    check_fine(
        r#"
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        static int fold(int n) {
            int r = 0;
            for (;;) {
                if (n == 0) goto out;
                switch (n % 5) {
                case 0: r += 1; break;
                case 1: r += 2;
                case 2: r += 3; break;
                default: r += n > 10 ? 4 : 5;
                }
                n--;
            }
        out:
            return r;
        }
        static int twice(int (*f)(int), int x) { return f(f(x)); }
        static int inc(int x) { return x + 1; }
        static int dec(int x) { return x - 1; }
        static int rec(int n) { return n <= 1 ? 1 : n * rec(n - 1); }
        int main(void) {
            assert(fold(7) == 3 + 5 + 1 + 5 + 5 + 3 + 5);
            int c = __VERIFIER_nondet_int();
            int (*f)(int) = c ? inc : dec;
            assert(twice(f, 5) == (c ? 7 : 3));
            assert(rec(5) == 120);
            int a = 1, b = 2, n = 0;
            while (a < 100) { int t = a; a = b; b = t + b; n++; }
            assert(n == 10);
            return 0;
        }
        "#,
    );
}

#[test]
fn library_models() {
    check_fine(
        r#"
        #include <assert.h>
        #include <ctype.h>
        #include <stdlib.h>
        #include <string.h>
        #include <stdio.h>
        int main(void) {
            char buffer[16];
            strcpy(buffer, "abc");
            strcat(buffer, "def");
            assert(strlen(buffer) == 6 && strcmp(buffer, "abcdef") == 0);
            assert(strncmp(buffer, "abx", 2) == 0 && strchr(buffer, 'd') == buffer + 3);
            assert(strrchr(buffer, 'z') == 0 && memcmp("ab", "ac", 2) < 0);
            assert(strstr(buffer, "cd") == buffer + 2);
            char *copy = strdup(buffer);
            if (copy) { assert(copy[5] == 'f'); free(copy); }
            assert(isdigit('7') && !isalpha('7') && toupper('q') == 'Q' && isspace('\n'));
            assert(atoi(" -42x") == -42 && abs(-3) == 3);
            printf("%d\n", 1);
            assert(printf("four") == 4);
            int r = rand();
            assert(r >= 0);
            return 0;
        }
        "#,
    );
}

#[test]
fn own_definitions_win() {
    check_fine(
        r#"
        extern void __assert_fail(const char *, const char *, unsigned, const char *);
        int abs(int x) { return 17; }
        unsigned long strlen(const char *s) { return 3; }
        double floor(double x) { return 1.5; }
        int main(void) {
            if (abs(-1) != 17 || strlen("") != 3) __assert_fail("x", "t.c", 1, "main");
            if (!(floor(0.0) > 1.0)) __assert_fail("y", "t.c", 1, "main");
            return 0;
        }
        "#,
    );
}

#[test]
fn names_of_library_functions() {
    check_fine("int exit = 3; int main(void) { return exit == 3 ? 0 : 1; }");
    check_fine("int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }");
}

#[test]
fn float_bits() {
    check_fine(
        r#"
        #include <assert.h>
        #include <math.h>
        int main(void) {
            volatile float a = 1.5f, b = -0.0f, c = 0.0f;
            volatile double inf = INFINITY, nan = NAN;
            assert(a > b && b == c && !(b < c) && -a < c && -a >= -a);
            assert(nan != nan && !(nan < 1.0) && !(nan >= 1.0) && inf > 1e300);
            assert(isinf(inf) && isnan(nan) && !isnan(a) && signbit(b) && fabs(-inf) == inf);
            return 0;
        }
        "#,
    );
}

#[test]
fn variable_length_arrays_and_scopes() {
    check_fine(
        r#"
        #include <assert.h>
        int main(void) {
            int sum = 0;
            for (int n = 1; n < 5; n++) {
                int v[n];
                for (int i = 0; i < n; i++) v[i] = i;
                sum += v[n - 1];
            }
            assert(sum == 6);
            return 0;
        }
        "#,
    );
    check_ends(
        "int main(void) { int *p; { int x = 1; p = &x; } return *p; }",
        "valid-deref: invalid read of 4 bytes (line 1)",
    );
    check_ends(
        "int *p; int main(void) { int n = 3; { int v[n]; v[0] = 1; p = v; } return *p; }",
        "valid-deref: invalid read of 4 bytes (line 1)",
    );
}

#[test]
fn constructors_and_arguments() {
    check_fine(
        r#"
        #include <assert.h>
        #include <string.h>
        int order;
        __attribute__((constructor(200))) static void late(void) { assert(order == 1); order = 2; }
        __attribute__((constructor(101))) static void early(void) { assert(order == 0); order = 1; }
        int main(int argc, char **argv) {
            assert(order == 2);
            assert(argc >= 1 && argv[argc] == 0 && strlen(argv[0]) < 16);
            return 0;
        }
        "#,
    );
}

#[test]
fn atomics() {
    check_fine(
        r#"
        #include <assert.h>
        #include <stdatomic.h>
        int main(void) {
            atomic_int a = 5;
            assert(atomic_fetch_add(&a, 3) == 5 && a == 8);
            int expected = 8;
            assert(atomic_compare_exchange_strong(&a, &expected, 1) && a == 1);
            expected = 7;
            assert(!atomic_compare_exchange_strong(&a, &expected, 2) && expected == 1);
            return 0;
        }
        "#,
    );
}

#[test]
fn thirty_two_bits() {
    let text = r#"
        #include <assert.h>
        struct s { char c; long l; void *p; };
        int main(void) {
            assert(sizeof(long) == 4 && sizeof(struct s) == 12);
            long long x = 1ll << 40;
            assert(x / 3 == 366503875925ll);
            struct s v = {1, 2, &v};
            assert(((struct s *)v.p)->l == 2);
            return 0;
        }
    "#;
    let loaded =
        load_text(text, |o| o.data_model = DataModel::Ilp32).unwrap_or_else(|e| panic!("{e}"));
    program::validate::assert_valid(&loaded.pool, &loaded.program);
    assert_eq!(ending(&loaded, 1), "finished");
    assert_eq!(loaded.program.pointers.width, 32);
}

#[test]
fn violations() {
    for (text, expected) in [
        (
            "#include <assert.h>\nint main(void) { assert(1 > 2); }",
            "assert: assertion `1 > 2` fails (line 2)",
        ),
        (
            "void reach_error(void) {}\nint main(void) {\n reach_error(); }",
            "unreach-call: `reach_error` is called (line 3)",
        ),
        (
            "int main(void) { int x = 2147483647;\n x++; return x; }",
            "no-overflow: signed addition overflows (int) (line 2)",
        ),
        (
            "int main(void) { unsigned x = 0;\n x--; return x; }",
            "no-unsigned-overflow: unsigned subtraction wraps around (unsigned int) (line 2)",
        ),
        (
            "int main(void) { int x = 0;\n return 1 / x; }",
            "no-div-by-zero: division by zero (line 2)",
        ),
        (
            "int main(void) { int x = 0; return 1 % x; }",
            "no-div-by-zero: remainder by zero (line 1)",
        ),
        (
            "int main(void) { return 1 / 0; }",
            "no-div-by-zero: division by zero (line 1)",
        ),
        (
            "int main(void) { int x = -2147483647 - 1, y = -1; return x / y; }",
            "no-overflow: signed division overflows (line 1)",
        ),
        (
            "int main(void) { int x = 33; return 1 << x; }",
            "no-shift-error: shift by a negative amount or by the width or more (line 1)",
        ),
        (
            "int main(void) { int x = -1; return x << 1; }",
            "no-shift-error: left shift of a negative value (int) (line 1)",
        ),
        (
            "int main(void) { int x = 3; return x << 30; }",
            "no-overflow: signed left shift overflows (int) (line 1)",
        ),
        (
            "int a[3]; int main(void) { int i = 3; return a[i]; }",
            "array-bounds: array index out of bounds (int[3]) (line 1)",
        ),
        (
            "int main(void) { __builtin_unreachable(); }",
            "unreachable-code: code that must not be reached is reached (line 1)",
        ),
        (
            "int main(void) { int *p = 0; return *p; }",
            "valid-deref: invalid read of 4 bytes (line 1)",
        ),
        (
            "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p);\n free(p); }",
            "valid-free: `free` of a pointer that is not the start of a live heap object (line 3)",
        ),
        (
            "int main(void) { void (*f)(void) = 0; f(); }",
            "valid-deref: call of an invalid function pointer (line 1)",
        ),
        (
            "int main(void) { double d = 1e10; return (int)d; }",
            "no-float-cast-overflow: the float does not fit into signed 32 bits (line 1)",
        ),
        (
            "int main(void) { __asm__ volatile(\"hlt\"); }",
            "unsupported: inline assembly is not supported (line 1)",
        ),
        (
            "#include <math.h>\nint main(void) { int q; return remquo(2.0, 1.0, &q) > 1.0; }",
            "unsupported: `remquo` is not supported (line 2)",
        ),
        (
            "long long x = 9223372036854775807ll; int main(void) { return (int)(x * x); }",
            "no-overflow: signed multiplication overflows (long long) (line 1)",
        ),
    ] {
        check_ends(text, expected);
    }
}

/// What ends a run is checked even if its property was not asked for.
#[test]
fn undefined_operations_without_sanitizers() {
    for (text, expected) in [
        (
            "int main(void) { int x = 0; return 1 / x; }",
            "no-div-by-zero: division by zero (line 1)",
        ),
        (
            "int main(void) { int x = -2147483647 - 1, y = -1; return x % y; }",
            "no-overflow: signed remainder overflows (line 1)",
        ),
        (
            "int main(void) { int x = 33; return 1 >> x; }",
            "no-shift-error: shift by a negative amount or by the width or more (line 1)",
        ),
        (
            "int main(void) { return 1 / 0; }",
            "unsupported: the result of an undefined operation on constants is not supported (line 1)",
        ),
        (
            "int main(void) { __builtin_unreachable(); }",
            "unreachable-code: code that must not be reached is reached (line 1)",
        ),
    ] {
        let loaded = load_text(text, |o| o.properties = vec![Property::UnreachCall])
            .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(ending(&loaded, 0), expected, "{text}");
    }
}

/// A function that does not return, and has no definition, ends the run.
#[test]
fn unknown_functions() {
    check_fine(
        r#"
        __attribute__((noreturn)) void stop(void);
        int elsewhere(int *p);
        void reach_error(void);
        int main(void) {
            int x = 1;
            int y = elsewhere(&x);
            if (x != 1) reach_error();
            if (y) stop();
            return 0;
        }
        "#,
    );
    let text = "int elsewhere(int *p); int main(void) { int x; return elsewhere(&x); }";
    let assumptions = loaded(text).program.assumptions;
    let expected =
        "`elsewhere`, which has no body, returns, frees nothing and calls nothing of this program";
    assert_eq!(assumptions, [expected]);
}

#[test]
fn other_error_function() {
    let text =
        "void fail(void) {} void reach_error(void) {} int main(void) { reach_error(); fail(); }";
    let loaded = load_text(text, |o| o.error_function = Some("fail".to_string()))
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        ending(&loaded, 0),
        "unreach-call: `fail` is called (line 1)"
    );
}

#[test]
fn any_function_can_be_the_entry() {
    let text =
        "struct s { int a, b; }; int f(struct s *p, int n) { if (!p) return 0; return p->b == n; }";
    let loaded =
        load_text(text, |o| o.entry = Some("f".to_string())).unwrap_or_else(|e| panic!("{e}"));
    program::validate::assert_valid(&loaded.pool, &loaded.program);
    // A random length may be more than an array can have: such a run is left out.
    let endings: Vec<String> = (0..16).map(|seed| ending(&loaded, seed)).collect();
    assert!(endings.iter().any(|e| e == "finished"), "{endings:?}");
    let expected = ["finished", "assumed"];
    assert!(
        endings.iter().all(|e| expected.contains(&e.as_str())),
        "{endings:?}"
    );
}

#[test]
fn cplusplus() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("t.cpp");
    let text = r#"
        #include <cassert>
        struct A { int x; A(int v) : x(v) {} virtual int f() { return x; } virtual ~A() {} };
        struct B : A { B() : A(3) {} int f() override { return x + 1; } };
        template <class T> T larger(T a, T b) { return a < b ? b : a; }
        int main() {
            B b;
            A *a = &b;
            assert(a->f() == 4);
            auto add = [&](int k) { return k + b.x; };
            assert(add(2) == 5 && larger(1, 2) == 2);
            int *p = new int(5);
            assert(*p == 5);
            delete p;
        }
    "#;
    std::fs::write(&path, text).expect("writing a temporary file");
    let loaded = frontend::load(&common::options(vec![path])).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(ending(&loaded, 0), "finished");
}

/// In 32 bits the operands of a 64-bit overflow are passed to the handler through memory.
#[test]
fn wide_operands() {
    let text = "long long x = 9223372036854775807ll; int main(void) { return (int)(x + x); }";
    let loaded =
        load_text(text, |o| o.data_model = DataModel::Ilp32).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        ending(&loaded, 0),
        "no-overflow: signed addition overflows (long long) (line 1)"
    );
}
