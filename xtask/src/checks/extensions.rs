//! Cases of vectors and of complex integers, which C does not have: each lane, and each part, is arithmetic in its own
//! type, which is not promoted.

use super::cases::{Case, Judge, Maker};
use super::oracle::{self, OPS, Op, Violations};
use super::types::{Shape, Type, TypeKind, Value, all};

/// Types that can be lanes.
fn lane_type(maker: &mut Maker) -> Type {
    let mut types = all(maker.model);
    types.retain(|ty| ty.kind == TypeKind::Plain && ty.shape.width <= 64);
    *maker.random.pick(&types)
}

pub fn vector(maker: &mut Maker) -> Case {
    let ty = lane_type(maker);
    if maker.random.chance(20) {
        return subscript(maker, ty);
    }
    let op = *maker.random.pick(&OPS);
    let minus = maker.random.chance(15);
    let count = 16 / (ty.shape.width as usize / 8);
    let lane = maker.random.below(count);
    let (a, b) = (maker.value(ty.shape), second(maker, op, ty.shape));
    let literal = |maker: &Maker, value: Value, other: i128| {
        let lanes: Vec<String> = (0..count)
            .map(|i| maker.text(ty, if i == lane { value } else { Value(other) }))
            .collect();
        lanes.join(", ")
    };
    let (x, y) = (literal(maker, a, 0), literal(maker, b, 1));
    let operator = op.text();
    let statement = match (minus, maker.random.below(3)) {
        (true, _) => "v r = -a; (void)r;".to_string(),
        (_, 0) => format!("a {operator}= b;"),
        (_, 1) => format!("v r = a {operator} b; (void)r;"),
        _ => format!("use((a {operator} b)[0]);"),
    };
    let (expected, ends) = match minus {
        true => (oracle::binary(Op::Sub, ty.shape, Value(0), a), false),
        false => (
            oracle::binary(op, ty.shape, a, b),
            matches!(op, Op::Div | Op::Rem) || op.is_shift() && !in_range(ty.shape, b),
        ),
    };
    let name = ty.name;
    // No tool checks whether unsigned lanes wrap around.
    let expected: Violations = expected
        .into_iter()
        .filter(|p| *p != "no-unsigned-overflow")
        .collect();
    let checked_by_gcc = minus || matches!(op, Op::Add | Op::Sub | Op::Mul);
    Case {
        form: "vector",
        text: format!(
            "static void f@(void) {{ typedef {name} v __attribute__((vector_size(16))); v a = {{{x}}}, b = {{{y}}}; (void)b; {statement} }}"
        ),
        expected,
        ends,
        judge: match checked_by_gcc {
            true => Judge::Gcc,
            false => Judge::Clause("6.5.5p5, p6 and 6.5.7p3, p4 for each lane"),
        },
        open: false,
    }
}

/// `v[i]`.
fn subscript(maker: &mut Maker, ty: Type) -> Case {
    let count = 16 / i128::from(ty.shape.width / 8);
    let index = *maker
        .random
        .pick(&[-1, 0, 1, count - 1, count, count + 1, 1000]);
    let statement = *maker
        .random
        .pick(&["use(a[i]);", "a[i] = 1;", "a[i] += 1;", "a[i]++;"]);
    let inside = (0..count).contains(&index);
    let name = ty.name;
    let text = match maker.pinned {
        true => format!("(int)in({index})"),
        false => index.to_string(),
    };
    Case {
        form: "vector subscript",
        text: format!(
            "static void f@(void) {{ typedef {name} v __attribute__((vector_size(16))); v a = {{0}}; int i = {text}; {statement} }}"
        ),
        expected: match inside {
            true => Violations::new(),
            false => Violations::from(["array-bounds", "valid-deref"]),
        },
        ends: true,
        judge: Judge::Clause("6.5.6p8 for the lanes of a vector"),
        open: false,
    }
}

fn second(maker: &mut Maker, op: Op, shape: Shape) -> Value {
    if !op.is_shift() {
        return maker.value(shape);
    }
    let width = i128::from(shape.width);
    let value = *maker.random.pick(&[0, 1, width - 1, width, -1]);
    shape.convert(Value(value))
}

fn in_range(shape: Shape, amount: Value) -> bool {
    (0..i128::from(shape.width)).contains(&amount.0)
}

/// Both parts of a sum, difference or product; the exact result counts, not how it is computed.
pub fn complex(maker: &mut Maker) -> Case {
    let mut types = all(maker.model);
    types.retain(|ty| ty.kind == TypeKind::Plain && matches!(ty.shape.width, 32 | 64));
    let ty = *maker.random.pick(&types);
    let shape = ty.shape;
    let values: Vec<Value> = (0..4).map(|_| maker.value(shape)).collect();
    let (a, b, c, d) = (values[0].0, values[1].0, values[2].0, values[3].0);
    let operator = *maker.random.pick(&["+", "-", "*", "-a", "++"]);
    let exact = match operator {
        "+" => [a + c, b + d],
        "-" => [a - c, b - d],
        "*" => [
            a.wrapping_mul(c).wrapping_sub(b.wrapping_mul(d)),
            a.wrapping_mul(d).wrapping_add(b.wrapping_mul(c)),
        ],
        "-a" => [-a, -b],
        _ => [a + 1, b],
    };
    let fits = !shape.signed || exact.iter().all(|part| shape.holds(*part));
    let statement = match operator {
        "-a" => "a = -a;".to_string(),
        "++" => "a++;".to_string(),
        op => match maker.random.chance(50) {
            true => format!("a {op}= b;"),
            false => format!("a = a {op} b;"),
        },
    };
    let texts: Vec<String> = values.iter().map(|v| maker.text(ty, *v)).collect();
    let name = ty.name;
    Case {
        form: "complex",
        text: format!(
            "static void f@(void) {{ _Complex {name} a, b; __real__ a = {}; __imag__ a = {}; __real__ b = {}; __imag__ b = {}; {statement} (void)b; }}",
            texts[0], texts[1], texts[2], texts[3]
        ),
        expected: match fits {
            true => Violations::new(),
            false => oracle::one("no-overflow"),
        },
        ends: false,
        judge: Judge::Clause("6.5p5 for each part"),
        open: false,
    }
}
