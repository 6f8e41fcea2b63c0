//! Random programs with loops, and their text in C.

use std::fmt;

/// Where a value is kept.
#[derive(Clone)]
pub enum Place {
    X,
    Y,
    /// An element of the array, by a constant or by the lowest bit of a variable.
    Element(Index),
}

#[derive(Clone)]
pub enum Index {
    Constant(usize),
    LowBitOfX,
    LowBitOfY,
}

#[derive(Clone)]
pub enum Expr {
    Place(Place),
    Constant(i64),
    /// `+ - * & | ^ >>`; both sides are at most a byte, so nothing overflows.
    Binary(char, Box<Expr>, Box<Expr>),
}

/// `< <= == != > >=`, and `&&`, `||` of these.
#[derive(Clone)]
pub enum Condition {
    Compare(&'static str, Expr, Expr),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// A change of a byte in place: it is promoted, and what it becomes is a byte again.
#[derive(Clone, Copy)]
pub enum Change {
    Up,
    Down,
    ShiftLeft(u32),
    ShiftRight(u32),
    Times(i64),
}

pub enum Statement {
    Set(Place, Expr),
    Change(Place, Change),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// On an input.
    Choose(Vec<Statement>, Vec<Statement>),
}

pub struct Loop {
    /// In addition to the input that may end the loop at any time.
    pub guard: Option<Condition>,
    pub body: Vec<Statement>,
}

pub struct Program {
    pub signed: [bool; 2],
    pub start: [i64; 2],
    pub has_array: bool,
    /// More elements than are used, so that the array is one value to Aver and not two.
    pub is_long: bool,
    pub loops: Vec<Loop>,
    pub assertion: Condition,
    /// At the end of each iteration, rather than at the end of the program.
    pub assert_inside: bool,
}

/// The program of a seed, always the same one.
pub fn program(seed: u64) -> Program {
    let mut source = Source::new(seed);
    let has_array = source.chance(50);
    let is_long = source.chance(50);
    let mut make = Maker { source, has_array };
    let count = make.pick(&[1, 1, 2]);
    Program {
        signed: [make.source.chance(50), make.source.chance(50)],
        start: [make.pick(&[0, 1, 10, 100]), make.pick(&[0, 1, 5, 50])],
        has_array,
        is_long,
        loops: (0..count)
            .map(|_| Loop {
                guard: make.source.chance(50).then(|| make.condition()),
                body: make.block(0),
            })
            .collect(),
        assertion: make.condition(),
        assert_inside: make.source.chance(50),
    }
}

/// Marsaglia's xorshift: a program must not depend on the version of a crate.
pub struct Source(u64);

impl Source {
    pub fn new(seed: u64) -> Source {
        let mut source = Source(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            source.next();
        }
        source
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

struct Maker {
    source: Source,
    has_array: bool,
}

impl Maker {
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.source.next() as usize % list.len()]
    }

    fn place(&mut self) -> Place {
        if self.has_array && self.source.chance(30) {
            return Place::Element(match self.source.next() % 4 {
                0 => Index::Constant(0),
                1 => Index::Constant(1),
                2 => Index::LowBitOfX,
                _ => Index::LowBitOfY,
            });
        }
        if self.source.chance(50) {
            Place::X
        } else {
            Place::Y
        }
    }

    fn atom(&mut self) -> Expr {
        if self.source.chance(35) {
            Expr::Constant(self.pick(&[0, 1, 2, 3, 5, 7, 10, 100, 127, 200]))
        } else {
            Expr::Place(self.place())
        }
    }

    fn expression(&mut self) -> Expr {
        if self.source.chance(30) {
            return self.atom();
        }
        let left = Box::new(self.atom());
        if self.source.chance(12) {
            let amount = (self.source.next() % 8) as i64;
            return Expr::Binary('>', left, Box::new(Expr::Constant(amount)));
        }
        let operator = self.pick(&['+', '-', '*', '&', '|', '^', '+', '-']);
        Expr::Binary(operator, left, Box::new(self.atom()))
    }

    fn comparison(&mut self) -> Condition {
        let operator = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
        Condition::Compare(operator, self.expression(), self.expression())
    }

    fn condition(&mut self) -> Condition {
        let mut condition = self.comparison();
        if self.source.chance(25) {
            condition = Condition::And(Box::new(condition), Box::new(self.comparison()));
        }
        if self.source.chance(15) {
            condition = Condition::Or(Box::new(condition), Box::new(self.comparison()));
        }
        condition
    }

    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let count = 1 + self.source.next() % if depth > 0 { 2 } else { 3 };
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        if self.source.chance(15) {
            let amount = (self.source.next() % 20) as u32;
            let change = self.pick(&[
                Change::Up,
                Change::Down,
                Change::ShiftLeft(amount),
                Change::ShiftRight(amount),
                Change::Times(i64::from(amount)),
            ]);
            return Statement::Change(self.place(), change);
        }
        if depth > 2 || self.source.chance(50) {
            return Statement::Set(self.place(), self.expression());
        }
        if self.source.chance(60) {
            let otherwise = if self.source.chance(50) {
                self.block(depth + 1)
            } else {
                Vec::new()
            };
            return Statement::If(self.condition(), self.block(depth + 1), otherwise);
        }
        Statement::Choose(self.block(depth + 1), self.block(depth + 1))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::X => write!(f, "x"),
            Place::Y => write!(f, "y"),
            Place::Element(Index::Constant(i)) => write!(f, "a[{i}]"),
            Place::Element(Index::LowBitOfX) => write!(f, "a[x & 1]"),
            Place::Element(Index::LowBitOfY) => write!(f, "a[y & 1]"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Place(place) => write!(f, "{place}"),
            Expr::Constant(value) => write!(f, "{value}"),
            Expr::Binary('>', a, b) => write!(f, "({a} >> {b})"),
            Expr::Binary(operator, a, b) => write!(f, "({a} {operator} {b})"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Compare(operator, a, b) => write!(f, "{a} {operator} {b}"),
            Condition::And(a, b) => write!(f, "({a} && {b})"),
            Condition::Or(a, b) => write!(f, "({a} || {b})"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = |signed| {
            if signed {
                "signed char"
            } else {
                "unsigned char"
            }
        };
        writeln!(
            f,
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
        )?;
        writeln!(f, "int main(void) {{")?;
        writeln!(f, "  {} x = {};", ty(self.signed[0]), self.start[0])?;
        writeln!(f, "  {} y = {};", ty(self.signed[1]), self.start[1])?;
        if self.has_array {
            let length = if self.is_long { 500 } else { 2 };
            writeln!(f, "  unsigned char a[{length}] = {{0, 0}};")?;
        }
        for l in &self.loops {
            let guard = l.guard.as_ref().map(|g| format!("({g}) && "));
            let guard = guard.unwrap_or_default();
            writeln!(f, "  while ({guard}__VERIFIER_nondet_int()) {{")?;
            print_block(f, &l.body, 2)?;
            if self.assert_inside {
                writeln!(f, "    assert({});", self.assertion)?;
            }
            writeln!(f, "  }}")?;
        }
        if !self.assert_inside {
            writeln!(f, "  assert({});", self.assertion)?;
        }
        writeln!(f, "  return 0;\n}}")
    }
}

fn print_block(f: &mut fmt::Formatter<'_>, block: &[Statement], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for statement in block {
        let (condition, then, otherwise) = match statement {
            Statement::Set(place, value) => {
                writeln!(f, "{indent}{place} = {value};")?;
                continue;
            }
            Statement::Change(place, change) => {
                match change {
                    Change::Up => writeln!(f, "{indent}{place}++;")?,
                    Change::Down => writeln!(f, "{indent}--{place};")?,
                    Change::ShiftLeft(n) => writeln!(f, "{indent}{place} <<= {n};")?,
                    Change::ShiftRight(n) => writeln!(f, "{indent}{place} >>= {n};")?,
                    Change::Times(n) => writeln!(f, "{indent}{place} *= {n};")?,
                }
                continue;
            }
            Statement::If(condition, then, otherwise) => (condition.to_string(), then, otherwise),
            Statement::Choose(then, otherwise) => {
                ("__VERIFIER_nondet_int()".to_string(), then, otherwise)
            }
        };
        writeln!(f, "{indent}if ({condition}) {{")?;
        print_block(f, then, depth + 1)?;
        if !otherwise.is_empty() {
            writeln!(f, "{indent}}} else {{")?;
            print_block(f, otherwise, depth + 1)?;
        }
        writeln!(f, "{indent}}}")?;
    }
    Ok(())
}
