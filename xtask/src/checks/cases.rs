//! The cases: one operation on given values, in one line of C, with what the standard says of it.
//!
//! A case is chosen by its number: the form in turn, so that each gets its share, everything else at random among what
//! the form allows. Values are those at which something changes: the ends of types, zero, one, powers of two.

use super::bounds;
use super::extensions;
use super::oracle::{self, OPS, Op, Violations};
use super::types::{INT, Model, Shape, Type, TypeKind, Value, all, common};
use crate::random::Random;

/// Who says what is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// gcc must find the same.
    Gcc,
    /// gcc has no such check, or has chosen another type where C leaves the choice; the clause says what holds.
    Clause(&'static str),
}

/// gcc drops what is not used, compares `a - b` with zero by comparing `a` with `b`, and computes only the bits of a
/// product that are used.
const UNUSED: Judge = Judge::Clause("6.5p5: evaluated, though not all of it is used");
/// gcc computes in the type of the left side where the result is the same modulo its width.
const NARROWED: Judge = Judge::Clause("6.5.16.2p3: computed in the promoted type, then converted");

pub struct Case {
    pub form: &'static str,
    /// One line; `@` stands for the number of the case. It defines `static void f@(void)`.
    pub text: String,
    pub expected: Violations,
    /// Whether a run ends at the violation.
    pub ends: bool,
    pub judge: Judge,
    /// Whether Aver may have no answer, since clang does not tell what it needs.
    pub open: bool,
}

/// Where the left operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Local,
    Volatile,
    Pointer,
    Member,
    Element,
    Global,
    Parameter,
    Atomic,
}

const PLACES: [Place; 7] = [
    Place::Local,
    Place::Volatile,
    Place::Pointer,
    Place::Member,
    Place::Element,
    Place::Global,
    Place::Parameter,
];

pub struct Maker {
    pub random: Random,
    pub model: Model,
    /// Whether values are inputs that an assumption pins.
    pub pinned: bool,
}

/// The case of that number.
pub fn case(number: u64, model: Model) -> Case {
    let mut maker = Maker {
        random: Random::new(number),
        model,
        pinned: number % 2 == 1,
    };
    match number / 2 % 17 {
        0..=2 => maker.binary(),
        3..=6 => maker.compound(Place::Local),
        7..=8 => maker.step(false),
        9 => maker.minus(),
        10 => maker.constant(),
        11 => maker.builtin(),
        12 => maker.conversion(),
        13 if (number / 34).is_multiple_of(2) => maker.compound(Place::Atomic),
        13 => maker.step(true),
        14 => extensions::vector(&mut maker),
        15 => extensions::complex(&mut maker),
        _ => bounds::element(&mut maker),
    }
}

impl Maker {
    pub fn any_type(&mut self) -> Type {
        let types = all(self.model);
        *self.random.pick(&types)
    }

    /// A value at which something changes.
    pub fn value(&mut self, shape: Shape) -> Value {
        let (min, max) = (shape.min(), shape.max());
        let power = 1i128.wrapping_shl(self.random.below(shape.width as usize) as u32);
        let choices = [
            min,
            min.wrapping_add(1),
            max,
            max.wrapping_sub(1),
            0,
            1,
            -1,
            2,
            power,
            power.wrapping_sub(1),
            power.wrapping_neg(),
            max / 2,
            max / 2 + 1,
        ];
        let value = *self.random.pick(&choices);
        shape.convert(Value(value))
    }

    /// An amount to shift by, or a value as any other.
    fn amount(&mut self, shape: Shape, left: Shape) -> Value {
        if self.random.chance(10) {
            return self.value(shape);
        }
        let width = i128::from(left.width);
        let choices = [
            0,
            1,
            width - 1,
            width,
            width + 1,
            width / 2,
            -1,
            7,
            8,
            24,
            31,
            32,
        ];
        let value = *self.random.pick(&choices);
        shape.convert(Value(value))
    }

    /// A value of the type as an expression.
    pub fn text(&self, ty: Type, value: Value) -> String {
        if ty.shape.width <= 64 {
            let value = Value(i128::from(value.0 as i64));
            return match self.pinned {
                true => format!("({})in({value})", ty.name),
                false => format!("({}){value}", ty.name),
            };
        }
        let (high, low) = ((value.0 >> 64) as u64, value.0 as u64);
        let wide = if self.pinned { "WIDE_IN" } else { "WIDE" };
        format!("({}){wide}({high:#x}ULL, {low:#x}ULL)", ty.name)
    }

    /// Global declarations, local ones, and the lvalue of an object.
    fn object(&mut self, ty: Type, value: Value, place: Place) -> (String, String, String) {
        let text = self.text(ty, value);
        let name = ty.name;
        let plain = |local: String, lvalue: &str| (String::new(), local, lvalue.to_string());
        if ty.kind == TypeKind::BitField {
            let width = ty.shape.width;
            let fields = format!("struct {{ {name} p : 1; {name} m : {width}; }} s = {{0}}");
            return match place {
                Place::Pointer | Place::Element => plain(
                    format!("{fields}; __typeof__(s) *p = &s; p->m = {text};"),
                    "p->m",
                ),
                _ => plain(format!("{fields}; s.m = {text};"), "s.m"),
            };
        }
        match place {
            Place::Local | Place::Parameter => plain(format!("{name} a = {text};"), "a"),
            Place::Volatile => plain(format!("volatile {name} a = {text};"), "a"),
            Place::Pointer => plain(format!("{name} x = {text}; {name} *p = &x;"), "*p"),
            Place::Member => plain(
                format!("struct {{ char c; {name} m; }} s = {{0}}; s.m = {text};"),
                "s.m",
            ),
            Place::Element => plain(
                format!("{name} x[3] = {{0}}; int i = (int)in(1); x[i] = {text};"),
                "x[i]",
            ),
            Place::Global => (
                format!("static {name} g@; "),
                format!("g@ = {text};"),
                "g@".to_string(),
            ),
            Place::Atomic => plain(format!("_Atomic {name} a = {text};"), "a"),
        }
    }

    /// The whole line for a statement about the lvalues `A` and `B` (the second operand is optional).
    fn line(
        &mut self,
        (ty, value): (Type, Value),
        place: Place,
        second: Option<(Type, Value)>,
        statement: &str,
    ) -> String {
        let is_field = |ty: Type| ty.kind == TypeKind::BitField;
        let any_field = is_field(ty) || second.is_some_and(|(ty, _)| is_field(ty));
        if place == Place::Parameter && !any_field {
            let a = self.text(ty, value);
            let (parameters, arguments) = match second {
                Some((tb, vb)) => {
                    let b = self.text(tb, vb);
                    (format!("{} a, {} b", ty.name, tb.name), format!("{a}, {b}"))
                }
                None => (format!("{} a", ty.name), a),
            };
            let statement = statement.replace('A', "a").replace('B', "b");
            return format!(
                "static void h@({parameters}) {{ {statement} }} static void f@(void) {{ h@({arguments}); }}"
            );
        }
        let (globals, locals, lvalue) = self.object(ty, value, place);
        let (second_locals, second_lvalue) = match second {
            None => (String::new(), String::new()),
            Some((tb, vb)) => {
                let text = self.text(tb, vb);
                let name = tb.name;
                match is_field(tb) {
                    true => (
                        format!(
                            " struct {{ {name} m : {}; }} t; t.m = {text};",
                            tb.shape.width
                        ),
                        "t.m".to_string(),
                    ),
                    false => (format!(" {name} b = {text};"), "b".to_string()),
                }
            }
        };
        let statement = statement.replace('A', &lvalue).replace('B', &second_lvalue);
        format!("{globals}static void f@(void) {{ {locals}{second_locals} {statement} }}")
    }

    /// A statement that evaluates the expression, and whether it asks for nothing but its truth, or for nothing at all.
    fn context(&mut self, expression: &str) -> (String, bool) {
        match self.random.below(5) {
            0 => (format!("(void)({expression});"), true),
            1 => (
                format!("__typeof__({expression}) r = {expression}; (void)r;"),
                false,
            ),
            2 => (format!("use((long long)({expression}));"), false),
            3 => (format!("if ({expression}) use(1);"), true),
            _ => (format!("use(({expression}) ? 1 : 2);"), true),
        }
    }

    fn operands(&mut self) -> (Op, Type, Value, Type, Value) {
        let op = *self.random.pick(&OPS);
        let left = self.any_type();
        let right = match self.random.chance(40) {
            true => left,
            false => self.any_type(),
        };
        let a = self.value(left.shape);
        let b = match op.is_shift() {
            true => self.amount(right.shape, left.promoted()),
            false => self.value(right.shape),
        };
        (op, left, a, right, b)
    }

    fn binary(&mut self) -> Case {
        let (op, left, a, right, b) = self.operands();
        let place = *self.random.pick(&PLACES);
        let (statement, unused) = self.context(&format!("A {} B", op.text()));
        let text = self.line((left, a), place, Some((right, b)), &statement);
        let (expected, ends) = operation(op, left.promoted(), a, right.promoted(), b);
        // As a `long long`, only the low bits are used.
        let is_wide = common(left.promoted(), right.promoted()).width > 64;
        let judge = match (unused || is_wide) && op.is_linear() {
            true => UNUSED,
            false => judge_of(&[left, right]),
        };
        Case {
            form: "binary",
            text,
            expected,
            ends,
            judge,
            open: false,
        }
    }

    fn compound(&mut self, place: Place) -> Case {
        let (op, mut left, mut a, right, b) = self.operands();
        let (place, form) = match place {
            Place::Atomic => {
                (left, a) = self.atomic(left, a);
                (place, "atomic compound")
            }
            _ => (*self.random.pick(&PLACES), "compound"),
        };
        let statement = format!("A {}= B;", op.text());
        let text = self.line((left, a), place, Some((right, b)), &statement);
        let (expected, ends) = operation(op, left.promoted(), a, right.promoted(), b);
        let judge = match place {
            Place::Atomic => Judge::Clause("C11 6.5.16.2p3: an operator on an atomic object"),
            _ if op.is_linear()
                && common(left.promoted(), right.promoted()).width > left.shape.width =>
            {
                NARROWED
            }
            _ => judge_of(&[left, right]),
        };
        Case {
            form,
            text,
            expected,
            ends,
            judge,
            // clang 19 widens negative atomic integers with zeros.
            open: place == Place::Atomic
                && a.0 < 0
                && common(left.promoted(), right.promoted()).width > left.shape.width,
        }
    }

    /// Types that can be atomic, without a call of a library.
    fn atomic(&mut self, ty: Type, value: Value) -> (Type, Value) {
        let fits =
            |ty: Type| matches!(ty.kind, TypeKind::Plain | TypeKind::Enum) && ty.shape.width <= 64;
        if fits(ty) {
            return (ty, value);
        }
        let mut types = all(self.model);
        types.retain(|ty| fits(*ty));
        let ty = *self.random.pick(&types);
        let value = self.value(ty.shape);
        (ty, value)
    }

    /// `++` and `--`.
    fn step(&mut self, atomic: bool) -> Case {
        let mut ty = self.any_type();
        let mut value = self.value(ty.shape);
        let place = match atomic {
            true => {
                (ty, value) = self.atomic(ty, value);
                Place::Atomic
            }
            false => *self.random.pick(&PLACES),
        };
        let (statement, op) = *self.random.pick(&[
            ("A++;", Op::Add),
            ("++A;", Op::Add),
            ("A--;", Op::Sub),
            ("--A;", Op::Sub),
            ("(A)++;", Op::Add),
            ("use((A)--);", Op::Sub),
        ]);
        // `*p++` moves the pointer.
        let statement = match place {
            Place::Pointer => statement.replace("(A)", "A").replace('A', "(A)"),
            _ => statement.to_string(),
        };
        let text = self.line((ty, value), place, None, &statement);
        let (mut expected, ends) = operation(op, ty.promoted(), value, INT, Value(1));
        if ty.kind == TypeKind::Bool || ty.name == "_Bool" {
            expected.clear();
        }
        let judge = match atomic {
            true => Judge::Clause("C11 6.5.2.4p2: `++` of an atomic object"),
            false if ty.kind == TypeKind::BitField => NARROWED,
            false => judge_of(&[ty]),
        };
        Case {
            form: if atomic { "atomic ++ --" } else { "++ --" },
            text,
            expected,
            ends,
            judge,
            open: false,
        }
    }

    fn minus(&mut self) -> Case {
        let ty = self.any_type();
        let value = self.value(ty.shape);
        let place = *self.random.pick(&PLACES);
        let (statement, unused) = self.context("-A");
        let text = self.line((ty, value), place, None, &statement);
        let shape = ty.promoted();
        let promoted = shape.convert(value);
        Case {
            form: "unary minus",
            text,
            expected: oracle::binary(Op::Sub, shape, Value(0), promoted),
            ends: false,
            judge: match unused || shape.width > 64 {
                true => UNUSED,
                false => judge_of(&[ty]),
            },
            open: false,
        }
    }

    /// Operations on constants, which compilers fold.
    fn constant(&mut self) -> Case {
        self.pinned = false;
        let (op, mut left, _, mut right, _) = self.operands();
        for ty in [&mut left, &mut right] {
            while ty.kind == TypeKind::BitField {
                *ty = self.any_type();
            }
        }
        let a = self.value(left.shape);
        let b = match op.is_shift() {
            true => self.amount(right.shape, left.promoted()),
            false => self.value(right.shape),
        };
        let (x, y) = (self.text(left, a), self.text(right, b));
        let expression = format!("{x} {} {y}", op.text());
        let (expected, ends) = operation(op, left.promoted(), a, right.promoted(), b);
        // Compilers evaluate initial values and arguments of builtin functions, too.
        let statement = match self.random.below(4) {
            0 => format!("__typeof__({expression}) r[3] = {{1, {expression}}}; (void)r;"),
            1 => format!("use(__builtin_expect(({expression}) != 0, 1));"),
            _ => self.context(&expression).0,
        };
        Case {
            form: "constant",
            text: format!("static void f@(void) {{ {statement} }}"),
            expected,
            ends,
            judge: Judge::Clause("6.5p5: evaluated, though of constants"),
            open: false,
        }
    }

    fn builtin(&mut self) -> Case {
        let long = all(self.model)[8].shape.width;
        let (name, shape, gcc) = *self.random.pick(&[
            ("abs", INT, true),
            (
                "labs",
                Shape {
                    width: long,
                    signed: true,
                },
                true,
            ),
            (
                "llabs",
                Shape {
                    width: 64,
                    signed: true,
                },
                true,
            ),
            (
                "clz",
                Shape {
                    width: 32,
                    signed: false,
                },
                true,
            ),
            (
                "ctz",
                Shape {
                    width: 32,
                    signed: false,
                },
                true,
            ),
            (
                "clzl",
                Shape {
                    width: long,
                    signed: false,
                },
                true,
            ),
            (
                "ctzll",
                Shape {
                    width: 64,
                    signed: false,
                },
                true,
            ),
            (
                "clzg",
                Shape {
                    width: 16,
                    signed: false,
                },
                false,
            ),
            (
                "ctzg",
                Shape {
                    width: 64,
                    signed: false,
                },
                false,
            ),
            ("ffs", INT, true),
            (
                "ffsll",
                Shape {
                    width: 64,
                    signed: true,
                },
                true,
            ),
            (
                "popcount",
                Shape {
                    width: 32,
                    signed: false,
                },
                true,
            ),
            (
                "parityll",
                Shape {
                    width: 64,
                    signed: false,
                },
                true,
            ),
            (
                "bswap32",
                Shape {
                    width: 32,
                    signed: false,
                },
                true,
            ),
            ("clrsb", INT, true),
            (
                "clzg with default",
                Shape {
                    width: 32,
                    signed: false,
                },
                false,
            ),
            (
                "ctzg with default",
                Shape {
                    width: 8,
                    signed: false,
                },
                false,
            ),
        ]);
        let types = all(self.model);
        let ty = types
            .into_iter()
            .find(|t| t.kind == TypeKind::Plain && t.shape == shape)
            .expect("every builtin takes a plain type");
        let value = match self.random.chance(40) {
            true => shape.convert(Value(shape.min())),
            false => self.value(shape),
        };
        let call = match name.strip_suffix(" with default") {
            Some(name) => format!("__builtin_{name}(A, 9)"),
            None => format!("__builtin_{name}(A)"),
        };
        let statement = match self.random.chance(50) {
            true => format!("use((long long){call});"),
            false => format!("int r = (int){call}; (void)r;"),
        };
        let place = *self.random.pick(&PLACES);
        let text = self.line((ty, value), place, None, &statement);
        let is_count =
            (name.starts_with("clz") || name.starts_with("ctz")) && !name.ends_with("default");
        let mut expected = Violations::new();
        if name.ends_with("abs") && value.0 == shape.min() {
            expected.insert("no-overflow");
        }
        if is_count && value.0 == 0 {
            expected.insert("unreachable-code");
        }
        Case {
            form: "builtin",
            text,
            ends: is_count,
            expected,
            judge: match gcc {
                true => Judge::Gcc,
                false => Judge::Clause("clang's manual: undefined for zero without a default"),
            },
            open: false,
        }
    }

    /// A float that becomes an integer.
    fn conversion(&mut self) -> Case {
        let mut ty = self.any_type();
        while matches!(ty.kind, TypeKind::BitField | TypeKind::Bool) || ty.shape.width > 64 {
            ty = self.any_type();
        }
        let float = *self.random.pick(&["float", "double", "long double"]);
        let power = |n: u32| 2f64.powi(n as i32);
        let end = match ty.shape.signed {
            true => power(ty.shape.width - 1),
            false => power(ty.shape.width),
        };
        let choices = [
            0.0,
            -0.5,
            -1.0,
            0.9,
            -0.99,
            end,
            end - 1.0,
            end - 0.5,
            -end,
            -end - 1.0,
            -end - 0.5,
            end * 1.5,
            1e10,
            -1e10,
            1e30,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            255.9,
            127.5,
            -128.9,
        ];
        let value = *self.random.pick(&choices);
        let (rounded, literal) = match float {
            "float" => (f64::from(value as f32), float_text(f64::from(value as f32))),
            _ => (value, float_text(value)),
        };
        let source = match self.pinned {
            true => format!("{float} d = ({float})in_double({literal});"),
            false => format!("{float} d = ({float}){literal};"),
        };
        let name = ty.name;
        let text = match self.random.below(6) {
            0 => format!("static void f@(void) {{ {source} {name} a = d; (void)a; }}"),
            1 => format!("static void f@(void) {{ {source} use((long long)({name})d); }}"),
            2 => format!(
                "static {name} r@({float} d) {{ return d; }} static void f@(void) {{ {source} (void)r@(d); }}"
            ),
            3 => format!(
                "static void h@({name} a) {{ (void)a; }} static void f@(void) {{ {source} h@(d); }}"
            ),
            4 => format!("static void f@(void) {{ {source} {name} a = 0; a += d; }}"),
            _ => format!("static void f@(void) {{ use((long long)({name})({float}){literal}); }}"),
        };
        Case {
            form: "float to integer",
            expected: oracle::from_float(ty.shape, rounded),
            ends: true,
            judge: match ty.is_common() && !text.contains(&format!("({name})({float}){literal}")) {
                true => Judge::Gcc,
                false => Judge::Clause("6.3.1.4p1"),
            },
            text,
            open: false,
        }
    }
}

fn float_text(value: f64) -> String {
    match value {
        v if v.is_nan() => "__builtin_nan(\"\")".to_string(),
        f64::INFINITY => "__builtin_inf()".to_string(),
        f64::NEG_INFINITY => "(-__builtin_inf())".to_string(),
        v => format!("({v:?})"),
    }
}

/// Violations of an operation on promoted operands, and whether a run ends there.
pub fn operation(op: Op, left: Shape, a: Value, right: Shape, b: Value) -> (Violations, bool) {
    if op.is_shift() {
        let (a, b) = (left.convert(a), right.convert(b));
        let wide = right.width == 128 && !right.signed && b.0 < 0;
        let amount = if wide { Value(i128::MAX) } else { b };
        let bad_amount = amount.0 < 0 || amount.0 >= i128::from(left.width);
        return (oracle::binary(op, left, a, amount), bad_amount);
    }
    let shape = common(left, right);
    let violations = oracle::binary(op, shape, shape.convert(a), shape.convert(b));
    (violations, matches!(op, Op::Div | Op::Rem))
}

fn judge_of(types: &[Type]) -> Judge {
    match types.iter().find(|t| !t.is_common()) {
        None => Judge::Gcc,
        Some(ty) if ty.kind == TypeKind::BitInt => {
            Judge::Clause("C23 6.3.1.1p2: `_BitInt` is not promoted")
        }
        Some(_) => Judge::Clause("6.7.2.1p10, 6.3.1.1p2: the type of a bit-field wider than `int`"),
    }
}
