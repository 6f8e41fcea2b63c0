//! Random programs whose loops fill, copy and compute arrays, and what they do.
//!
//! An input `n` decides how far the loops go, another one, `k`, which element is looked at. For each `n` the program is
//! run here, element by element; so it is known whether one of the accesses is outside its array, and what each element
//! holds. The assertion names elements for a few values of `n`; in half of the programs one of them is wrong.

use super::random::Source;
use std::fmt::{self, Write};

/// Loops that run longer are assumed to be endless.
const MAX_ROUNDS: usize = 1_000;

/// The elements of an array: how many bits they have.
#[derive(Clone, Copy)]
struct Array {
    name: char,
    bits: u32,
    length: i64,
    place: Storage,
}

#[derive(Clone, Copy, PartialEq)]
enum Storage {
    Global,
    Local,
    Heap,
}

/// A place in an array, or a value.
#[derive(Clone, Copy)]
enum Index {
    /// `c * i + d`.
    Counter(i64, i64),
    /// `n - i + d`.
    FromEnd(i64),
    Constant(i64),
}

#[derive(Clone)]
enum Value {
    Index(Index),
    Input,
    Element(usize, Index),
    /// `+ ^ *`.
    Binary(char, Box<Value>, Box<Value>),
}

struct Store {
    /// Only where `i % .0 == .1`.
    only: Option<(i64, i64)>,
    array: usize,
    index: Index,
    value: Value,
}

#[derive(Clone, Copy)]
enum Bound {
    Constant(i64),
    /// `n + .0`.
    Input(i64),
}

struct Loop {
    /// The counter's C type and its bits; signed if they are negative.
    counter: (&'static str, i32),
    start: Bound,
    step: i64,
    compare: &'static str,
    bound: Bound,
    /// Whether the condition is at the end.
    at_end: bool,
    body: Vec<Store>,
}

/// See the module documentation.
pub struct Program {
    arrays: Vec<Array>,
    loops: Vec<Loop>,
    /// The largest `n`.
    most: i64,
    /// `n`, `k`, and the value of that element.
    points: Vec<(i64, i64, u64)>,
}

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    pub access_fails: bool,
    pub assertion_fails: bool,
}

/// How a run ends.
enum End {
    Memory(Vec<Vec<u64>>),
    Outside,
    Endless,
}

/// The program of a seed and what is true of it; `None` if it does not end.
pub fn program(seed: u64) -> Option<(Program, Truth)> {
    let mut maker = Maker(Source::new(seed));
    let mut program = maker.program();
    let mut truth = Truth {
        access_fails: false,
        assertion_fails: false,
    };
    let mut ends = Vec::new();
    for n in 0..=program.most {
        match program.run(n) {
            End::Memory(memory) => ends.push((n, memory)),
            End::Outside => truth.access_fails = true,
            End::Endless => return None,
        }
    }
    for number in 0..4 {
        if ends.is_empty() {
            break;
        }
        let (n, memory) = &ends[maker.below(ends.len() as i64) as usize];
        let k = maker.below(program.arrays[0].length);
        let wrong = number == 0 && maker.0.chance(50);
        let value = memory[0][k as usize] ^ u64::from(wrong);
        truth.assertion_fails |= wrong;
        program.points.push((*n, k, value));
    }
    // The same point may be named twice, and both can be right only if they agree.
    Some((program, truth))
}

struct Maker(Source);

impl Maker {
    fn below(&mut self, count: i64) -> i64 {
        (self.0.next() % count as u64) as i64
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as i64) as usize]
    }

    fn program(&mut self) -> Program {
        let length = self.pick(&[9, 65, 90, 200]);
        let arrays = ['a', 'b']
            .map(|name| Array {
                name,
                bits: self.pick(&[8, 16, 32, 32]),
                length: length + self.pick(&[0, 0, 3]),
                place: self.pick(&[Storage::Global, Storage::Local, Storage::Heap]),
            })
            .to_vec();
        let count = self.pick(&[1, 1, 2]);
        let loops = (0..count).map(|_| self.make_loop(length)).collect();
        Program {
            arrays,
            loops,
            most: length + self.pick(&[-9, -4, 0, 0, 1]),
            points: Vec::new(),
        }
    }

    fn make_loop(&mut self, length: i64) -> Loop {
        let counter = self.pick(&[
            ("unsigned char", 8),
            ("unsigned", 32),
            ("int", -32),
            ("short", -16),
            ("unsigned long", 64),
            ("signed char", -8),
        ]);
        let size = self.pick(&[1, 1, 1, 2, 3]);
        let low = Bound::Constant(self.pick(&[0, 0, 0, 1, 4]));
        let high = match self.0.chance(75) {
            true => Bound::Input(self.pick(&[0, 0, 0, -1, 1])),
            false => Bound::Constant(self.pick(&[length, length - 1, length / 2])),
        };
        let upwards = self.0.chance(70);
        let (start, bound, compare, step) = match upwards {
            true => (low, high, self.pick(&["<", "<", "<=", "!="]), size),
            false => (high, low, self.pick(&[">", ">", ">=", "!="]), -size),
        };
        let stores = self.pick(&[1, 1, 2, 3]);
        Loop {
            counter,
            start,
            step,
            compare,
            bound,
            at_end: self.0.chance(20),
            body: (0..stores).map(|_| self.store()).collect(),
        }
    }

    fn store(&mut self) -> Store {
        Store {
            only: match self.0.chance(20) {
                true => Some((self.pick(&[2, 3]), self.pick(&[0, 1]))),
                false => None,
            },
            array: self.pick(&[0, 0, 1]),
            index: self.index(),
            value: self.value(0),
        }
    }

    fn index(&mut self) -> Index {
        match self.below(10) {
            0 => Index::Constant(self.pick(&[0, 3, 8])),
            1 => Index::FromEnd(self.pick(&[0, -1])),
            2 => Index::Counter(2, self.pick(&[0, 1])),
            3 => Index::Counter(1, self.pick(&[1, -1, 2])),
            _ => Index::Counter(1, 0),
        }
    }

    fn value(&mut self, depth: u32) -> Value {
        if depth < 2 && self.0.chance(30) {
            let operator = self.pick(&['+', '^', '*']);
            let left = Box::new(self.value(depth + 1));
            return Value::Binary(operator, left, Box::new(self.value(depth + 1)));
        }
        match self.below(10) {
            0..3 => Value::Index(Index::Constant(self.pick(&[0, 1, 7, 200]))),
            3..6 => Value::Index(self.index()),
            6 => Value::Input,
            _ => Value::Element(self.pick(&[0, 1, 1]), self.index()),
        }
    }
}

impl Program {
    fn run(&self, n: i64) -> End {
        let mut memory: Vec<Vec<u64>> = self
            .arrays
            .iter()
            .map(|array| (0..array.length).map(|i| first(array, i)).collect())
            .collect();
        for l in &self.loops {
            let mut i = l.wrapped(l.start.value(n));
            let mut rounds = 0;
            loop {
                if !l.at_end && !l.goes_on(i, n) {
                    break;
                }
                for store in &l.body {
                    if store.run(&self.arrays, &mut memory, i, n).is_none() {
                        return End::Outside;
                    }
                }
                i = l.wrapped(i + l.step);
                if l.at_end && !l.goes_on(i, n) {
                    break;
                }
                rounds += 1;
                if rounds > MAX_ROUNDS {
                    return End::Endless;
                }
            }
        }
        End::Memory(memory)
    }
}

/// What an element is at first.
fn first(array: &Array, i: i64) -> u64 {
    match array.name {
        'a' if array.place == Storage::Global => 0,
        _ => cut((i * 7 + 3) as u64, array.bits),
    }
}

fn cut(value: u64, bits: u32) -> u64 {
    match bits {
        64 => value,
        _ => value & ((1 << bits) - 1),
    }
}

impl Loop {
    /// A number as the counter holds it, as a mathematical one.
    fn wrapped(&self, value: i64) -> i64 {
        match self.counter.1 {
            8 => i64::from(value as u8),
            -8 => i64::from(value as i8),
            -16 => i64::from(value as i16),
            32 => i64::from(value as u32),
            -32 => i64::from(value as i32),
            _ => value,
        }
    }

    /// As C compares: what is smaller than an `int` is one.
    fn goes_on(&self, i: i64, n: i64) -> bool {
        let bound = self.bound.value(n);
        let (i, bound) = match self.counter.1 {
            64 => (i128::from(i as u64), i128::from(bound as u64)),
            32 => (i128::from(i as u32), i128::from(bound as u32)),
            _ => (i128::from(i), i128::from(bound)),
        };
        match self.compare {
            "<" => i < bound,
            "<=" => i <= bound,
            ">" => i > bound,
            ">=" => i >= bound,
            _ => i != bound,
        }
    }
}

impl Bound {
    fn value(self, n: i64) -> i64 {
        match self {
            Bound::Constant(value) => value,
            Bound::Input(more) => n + more,
        }
    }
}

impl Index {
    /// All in `long`.
    fn value(self, i: i64, n: i64) -> i64 {
        match self {
            Index::Constant(value) => value,
            Index::Counter(factor, more) => factor * i + more,
            Index::FromEnd(more) => n - i + more,
        }
    }
}

impl Value {
    /// In `unsigned`, modulo 2^32; `None` if something outside an array is read.
    fn value(&self, memory: &[Vec<u64>], i: i64, n: i64) -> Option<u64> {
        let value = match self {
            Value::Index(index) => index.value(i, n) as u64,
            Value::Input => n as u64,
            Value::Element(array, index) => {
                let index = usize::try_from(index.value(i, n)).ok()?;
                *memory[*array].get(index)?
            }
            Value::Binary(operator, a, b) => {
                let (a, b) = (a.value(memory, i, n)?, b.value(memory, i, n)?);
                match operator {
                    '+' => a.wrapping_add(b),
                    '^' => a ^ b,
                    _ => a.wrapping_mul(b),
                }
            }
        };
        Some(cut(value, 32))
    }
}

impl Store {
    fn run(&self, arrays: &[Array], memory: &mut [Vec<u64>], i: i64, n: i64) -> Option<()> {
        if self.only.is_some_and(|(by, rest)| i % by != rest) {
            return Some(());
        }
        let value = cut(self.value.value(memory, i, n)?, arrays[self.array].bits);
        let index = usize::try_from(self.index.value(i, n)).ok()?;
        *memory[self.array].get_mut(index)? = value;
        Some(())
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Index::Constant(value) => write!(f, "{value}"),
            Index::Counter(1, 0) => write!(f, "(long)i"),
            Index::Counter(factor, more) => write!(f, "{factor} * (long)i + {more}"),
            Index::FromEnd(more) => write!(f, "(long)n - (long)i + {more}"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Constant(value) => write!(f, "{value}"),
            Bound::Input(0) => write!(f, "n"),
            Bound::Input(more) => write!(f, "n + {more}"),
        }
    }
}

impl Program {
    fn write_value(&self, value: &Value) -> String {
        match value {
            Value::Index(index) => format!("(unsigned)({index})"),
            Value::Input => "(unsigned)n".to_string(),
            Value::Element(array, index) => {
                format!("(unsigned){}[{index}]", self.arrays[*array].name)
            }
            Value::Binary(operator, a, b) => {
                let (a, b) = (self.write_value(a), self.write_value(b));
                format!("({a} {operator} {b})")
            }
        }
    }

    fn write_loop(&self, f: &mut fmt::Formatter<'_>, l: &Loop) -> fmt::Result {
        let ty = l.counter.0;
        let condition = format!("i {} {}", l.compare, l.bound);
        let step = format!("i += {}", l.step);
        match l.at_end {
            true => writeln!(f, "  {{ {ty} i = {}; do {{", l.start)?,
            false => writeln!(f, "  for ({ty} i = {}; {condition}; {step}) {{", l.start)?,
        }
        for store in &l.body {
            let mut text = String::new();
            if let Some((by, rest)) = store.only {
                write!(text, "if ((long)i % {by} == {rest}) ")?;
            }
            let name = self.arrays[store.array].name;
            let value = self.write_value(&store.value);
            writeln!(f, "    {text}{name}[{}] = {value};", store.index)?;
        }
        match l.at_end {
            true => writeln!(f, "    {step}; }} while ({condition}); }}"),
            false => writeln!(f, "  }}"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#include <assert.h>\n#include <stdlib.h>")?;
        writeln!(f, "extern int __VERIFIER_nondet_int(void);")?;
        writeln!(f, "extern void __VERIFIER_assume(int);\n")?;
        let element = |array: &Array| match array.bits {
            8 => "unsigned char",
            16 => "unsigned short",
            _ => "unsigned",
        };
        for array in self.arrays.iter().filter(|a| a.place == Storage::Global) {
            writeln!(f, "{} {}[{}];", element(array), array.name, array.length)?;
        }
        writeln!(f, "int main(void) {{")?;
        writeln!(
            f,
            "  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();"
        )?;
        writeln!(f, "  __VERIFIER_assume(n >= 0 && n <= {});", self.most)?;
        let last = self.arrays[0].length;
        writeln!(f, "  __VERIFIER_assume(k >= 0 && k < {last});")?;
        for array in &self.arrays {
            let (ty, name, length) = (element(array), array.name, array.length);
            match array.place {
                Storage::Global => {}
                Storage::Local => writeln!(f, "  {ty} {name}[{length}];")?,
                Storage::Heap => {
                    writeln!(f, "  {ty} *{name} = malloc({length} * sizeof *{name});")?;
                    writeln!(f, "  if (!{name}) return 0;")?;
                }
            }
            if !(array.name == 'a' && array.place == Storage::Global) {
                writeln!(
                    f,
                    "  for (int i = 0; i < {length}; i++) {name}[i] = i * 7 + 3;"
                )?;
            }
        }
        for l in &self.loops {
            self.write_loop(f, l)?;
        }
        for (n, k, value) in &self.points {
            writeln!(f, "  if (n == {n} && k == {k}) assert(a[k] == {value}u);")?;
        }
        writeln!(f, "  return 0;\n}}")
    }
}
