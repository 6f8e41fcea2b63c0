//! Cases of indices: one access to an element of an array, or its address.
//!
//! Where an array lies in a struct between others, or in a larger array, an access beyond its end hits something else, so that
//! compiled programs survive what they do. An array that is a whole object is only read.

use super::cases::{Case, Judge, Maker};
use super::oracle::{Violations, one};
use super::types::{TypeKind, all};

/// How many elements the arrays have.
const COUNT: i128 = 5;

pub fn element(maker: &mut Maker) -> Case {
    let mut types = all(maker.model);
    types.retain(|ty| ty.kind == TypeKind::Plain && ty.shape.width <= 64);
    let name = maker.random.pick(&types).name;
    // Declarations with `T` and `N`, the element with `I`, how many there are, and whether it is the whole object.
    let (declared, element, count, whole) = *maker.random.pick(&[
        ("T a[N] = {0};", "a[I]", COUNT, true),
        ("T a[3][N] = {{0}};", "a[I][1]", 3, true),
        ("T a[3][N] = {{0}};", "a[1][I]", COUNT, false),
        ("T a[3][N] = {{0}}; T (*p)[N] = &a[1];", "(*p)[I]", COUNT, false),
        ("T a[3][N] = {{0}}; T (*p)[N] = a;", "p[1][I]", COUNT, false),
        ("struct { T x[4], a[N], y[4]; } s = {0};", "s.a[I]", COUNT, false),
        ("static struct { T x[4], a[N], y[4]; } s;", "s.a[I]", COUNT, false),
        (
            "struct { T x[4], a[N], y[4]; } s = {0}, *p = &s;",
            "p->a[I]",
            COUNT,
            false,
        ),
        (
            "struct { T x[4]; struct { T a[N], y[4]; } in; } s[2] = {0};",
            "s[0].in.a[I]",
            COUNT,
            false,
        ),
        (
            "struct { int n; T a[]; } *p = __builtin_malloc(__builtin_offsetof(__typeof__(*p), a[N]));",
            "p->a[I]",
            COUNT,
            true,
        ),
    ]);
    let is_flexible = declared.contains("a[];");
    let index = match is_flexible {
        true => *maker.random.pick(&[0, count - 1, count, count + 1]),
        false => *maker
            .random
            .pick(&[-2, -1, 0, 1, count - 1, count, count + 1]),
    };
    let (statement, is_address) = *maker.random.pick(&[
        ("use((long long)E);", false),
        ("E = 1;", false),
        ("E += 1;", false),
        ("E++;", false),
        ("T *q = &E; (void)q;", true),
    ]);
    // What is written elsewhere would be somebody's.
    let statement = match whole && !is_address {
        true => "use((long long)E);",
        false => statement,
    };
    let (variable, text) = match (maker.pinned, maker.random.chance(50)) {
        (true, _) => (format!("int i = (int)in({index});"), "i".to_string()),
        (false, true) => (format!("int i = {index};"), "i".to_string()),
        (false, false) => (String::new(), index.to_string()),
    };
    // The row after the last one has no element whose address could be taken.
    let is_row = element.starts_with("a[I][");
    let last = match is_address && !is_row {
        true => count,
        false => count - 1,
    };
    let inside = (0..=last).contains(&index);
    let expected = match (inside, is_address, is_flexible) {
        (true, ..) | (_, true, true) => Violations::new(),
        (_, true, false) => one("array-bounds"),
        (_, false, true) => one("valid-deref"),
        (_, false, false) => Violations::from(["array-bounds", "valid-deref"]),
    };
    let body = format!("{declared} {variable} {statement}")
        .replace('E', element)
        .replace('I', &text)
        .replace('N', &COUNT.to_string())
        .replace('T', name);
    Case {
        form: "element",
        text: format!("static void f@(void) {{ {body} }}"),
        ends: expected.contains("valid-deref"),
        expected,
        judge: match is_flexible {
            true => Judge::Clause("6.7.2.1p18: as many elements as there is room for"),
            false => Judge::Gcc,
        },
        open: false,
    }
}
