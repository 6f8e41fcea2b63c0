//! Random programs with nested loops over variables of four bits, and their text in C.

use crate::loops::random::Source;
use std::fmt;

/// The number of variables.
pub const VARIABLES: usize = 3;

#[derive(Clone)]
pub enum Expr {
    Variable(usize),
    Constant(i64),
    /// `+ - * & | ^`, and `>` for a shift to the right by one.
    Binary(char, Box<Expr>, Box<Expr>),
}

#[derive(Clone)]
pub enum Condition {
    Compare(&'static str, Expr, Expr),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    /// On an input.
    Any,
}

#[derive(Clone)]
pub enum Statement {
    Set(usize, Expr),
    /// To an input.
    Havoc(usize),
    If(Condition, Vec<Statement>, Vec<Statement>),
    While(Condition, Vec<Statement>),
    Break,
    Continue,
    Return,
}

pub struct Program {
    pub signed: [bool; VARIABLES],
    /// `None`: an input.
    pub start: [Option<i64>; VARIABLES],
    pub body: Vec<Statement>,
}

/// The program of a seed, always the same one.
pub fn program(seed: u64) -> Program {
    let mut make = Maker {
        source: Source::new(seed ^ 0x7e57),
    };
    let mut start = [None; VARIABLES];
    for value in &mut start {
        if make.source.chance(50) {
            *value = Some((make.source.next() % 8) as i64);
        }
    }
    let signed = std::array::from_fn(|_| make.source.chance(30));
    let count = 1 + make.source.next() % 2;
    let mut body = Vec::new();
    for _ in 0..count {
        body.push(make.looping(0));
    }
    Program {
        signed,
        start,
        body,
    }
}

struct Maker {
    source: Source,
}

impl Maker {
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.source.next() as usize % list.len()]
    }

    fn variable(&mut self) -> usize {
        self.source.next() as usize % VARIABLES
    }

    fn atom(&mut self) -> Expr {
        match self.source.chance(45) {
            true => Expr::Constant(self.pick(&[0, 1, 1, 2, 3, 5, 7, 8, 12, 15])),
            false => Expr::Variable(self.variable()),
        }
    }

    fn expression(&mut self, of: usize) -> Expr {
        // Steps are what loops are made of.
        if self.source.chance(55) {
            let operator = self.pick(&['+', '-', '+', '-', '>']);
            let amount = self.pick(&[1, 1, 1, 2, 3]);
            let (a, b) = (Expr::Variable(of), Expr::Constant(amount));
            return Expr::Binary(operator, Box::new(a), Box::new(b));
        }
        let left = self.atom();
        if self.source.chance(35) {
            return left;
        }
        let operator = self.pick(&['+', '-', '*', '&', '|', '^']);
        Expr::Binary(operator, Box::new(left), Box::new(self.atom()))
    }

    fn condition(&mut self) -> Condition {
        if self.source.chance(8) {
            return Condition::Any;
        }
        let operator = self.pick(&["<", "<=", "!=", ">", ">=", "<", ">", "=="]);
        let left = Expr::Variable(self.variable());
        let compared = Condition::Compare(operator, left, self.atom());
        if !self.source.chance(20) {
            return compared;
        }
        let other = Box::new(self.condition());
        match self.source.chance(60) {
            true => Condition::And(Box::new(compared), other),
            false => Condition::Or(Box::new(compared), other),
        }
    }

    fn looping(&mut self, depth: u32) -> Statement {
        let condition = self.condition();
        let mut body = self.block(depth + 1);
        // Most loops move something.
        if self.source.chance(70) {
            let variable = self.variable();
            let value = self.expression(variable);
            body.push(Statement::Set(variable, value));
        }
        Statement::While(condition, body)
    }

    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let count = 1 + self.source.next() % 3;
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        let kind = self.source.next() % 100;
        match kind {
            0..=11 if depth < 3 => self.looping(depth),
            12..=29 if depth < 4 => {
                let otherwise = match self.source.chance(50) {
                    true => self.block(depth + 1),
                    false => Vec::new(),
                };
                Statement::If(self.condition(), self.block(depth + 1), otherwise)
            }
            30..=34 => Statement::Havoc(self.variable()),
            35..=40 => {
                let leave = self.pick(&[Statement::BREAK, Statement::CONTINUE, Statement::RETURN]);
                Statement::If(self.condition(), vec![leave.into()], Vec::new())
            }
            _ => {
                let variable = self.variable();
                let value = self.expression(variable);
                Statement::Set(variable, value)
            }
        }
    }
}

/// A way to leave a loop.
#[derive(Clone, Copy)]
struct Leave(u8);

impl Statement {
    const BREAK: Leave = Leave(0);
    const CONTINUE: Leave = Leave(1);
    const RETURN: Leave = Leave(2);
}

impl From<Leave> for Statement {
    fn from(leave: Leave) -> Statement {
        match leave.0 {
            0 => Statement::Break,
            1 => Statement::Continue,
            _ => Statement::Return,
        }
    }
}

/// What four bits make of a number.
pub fn four_bits(value: i64, signed: bool) -> i64 {
    let low = value & 15;
    match signed {
        true => (low ^ 8) - 8,
        false => low,
    }
}

const NAMES: [&str; VARIABLES] = ["x", "y", "z"];

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Variable(v) => write!(f, "{}", NAMES[*v]),
            Expr::Constant(c) => write!(f, "{c}"),
            Expr::Binary('>', a, _) => write!(f, "({a} >> 1)"),
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
            Condition::Any => write!(f, "__VERIFIER_nondet_int()"),
        }
    }
}

impl Program {
    /// The text of four bits of an expression, as a variable has them.
    fn kept(&self, variable: usize, text: &str) -> String {
        match self.signed[variable] {
            true => format!("((({text}) & 15) ^ 8) - 8"),
            false => format!("({text}) & 15"),
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, block: &[Statement], depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for statement in block {
            match statement {
                Statement::Set(v, value) => {
                    let kept = self.kept(*v, &value.to_string());
                    writeln!(f, "{indent}{} = {kept};", NAMES[*v])?;
                }
                Statement::Havoc(v) => {
                    let kept = self.kept(*v, "__VERIFIER_nondet_int()");
                    writeln!(f, "{indent}{} = {kept};", NAMES[*v])?;
                }
                Statement::If(condition, then, otherwise) => {
                    writeln!(f, "{indent}if ({condition}) {{")?;
                    self.print(f, then, depth + 1)?;
                    if !otherwise.is_empty() {
                        writeln!(f, "{indent}}} else {{")?;
                        self.print(f, otherwise, depth + 1)?;
                    }
                    writeln!(f, "{indent}}}")?;
                }
                Statement::While(condition, body) => {
                    writeln!(f, "{indent}while ({condition}) {{")?;
                    self.print(f, body, depth + 1)?;
                    writeln!(f, "{indent}}}")?;
                }
                Statement::Break => writeln!(f, "{indent}break;")?,
                Statement::Continue => writeln!(f, "{indent}continue;")?,
                Statement::Return => writeln!(f, "{indent}return 0;")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "extern int __VERIFIER_nondet_int(void);\n")?;
        writeln!(f, "int main(void) {{")?;
        for (v, start) in self.start.iter().enumerate() {
            let ty = match self.signed[v] {
                true => "signed char",
                false => "unsigned char",
            };
            let value = match start {
                Some(value) => four_bits(*value, self.signed[v]).to_string(),
                None => self.kept(v, "__VERIFIER_nondet_int()"),
            };
            writeln!(f, "  {ty} {} = {value};", NAMES[v])?;
        }
        self.print(f, &self.body, 1)?;
        writeln!(f, "  return 0;\n}}")
    }
}
