//! Scripts as trees, so that they can be made at random, printed and shrunk.

use std::fmt::{self, Display, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Bool,
    BitVec(u32),
    /// From and to bit-vectors of these widths.
    Array(u32, u32),
    /// From bit-vectors of the first width to such arrays.
    Table(u32, u32),
    Float(u32, u32),
    RoundingMode,
}

impl Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array(index, element) => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
            Sort::Table(index, element) => {
                let row = Sort::Array(*index, *element);
                write!(f, "(Array (_ BitVec {index}) {row})")
            }
            Sort::Float(e, s) => write!(f, "(_ FloatingPoint {e} {s})"),
            Sort::RoundingMode => write!(f, "RoundingMode"),
        }
    }
}

/// A function as it is written (`bvadd`, `(_ extract 3 0)`, a name or a constant) and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    pub head: String,
    pub args: Vec<Term>,
    pub sort: Sort,
}

impl Term {
    pub fn leaf(head: impl Into<String>, sort: Sort) -> Term {
        Term {
            head: head.into(),
            args: Vec::new(),
            sort,
        }
    }

    /// The simplest term of a sort.
    pub fn simplest(sort: Sort) -> Term {
        let head = match sort {
            Sort::Bool => "true".to_string(),
            Sort::BitVec(width) => format!("(_ bv0 {width})"),
            Sort::Array(_, element) => format!("((as const {sort}) (_ bv0 {element}))"),
            Sort::Table(index, element) => {
                let row = Term::simplest(Sort::Array(index, element));
                format!("((as const {sort}) {})", row.head)
            }
            Sort::Float(e, s) => format!("(_ +zero {e} {s})"),
            Sort::RoundingMode => "RNE".to_string(),
        };
        Term::leaf(head, sort)
    }

    pub fn size(&self) -> usize {
        1 + self.args.iter().map(Term::size).sum::<usize>()
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.args.is_empty() {
            return write!(f, "{}", self.head);
        }
        write!(f, "({}", self.head)?;
        for arg in &self.args {
            write!(f, " {arg}")?;
        }
        write!(f, ")")
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Declare(String, Sort),
    /// A function of one argument.
    DeclareFunction(String, Sort, Sort),
    Assert(Term),
    Check(Vec<Term>),
    Push,
    Pop,
}

/// A script; scopes need not be balanced at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub commands: Vec<Command>,
}

impl Script {
    /// The commands, without a logic.
    pub fn body(&self) -> String {
        let mut text = String::new();
        for command in &self.commands {
            match command {
                Command::Declare(name, sort) => writeln!(text, "(declare-const {name} {sort})"),
                Command::DeclareFunction(name, from, to) => {
                    writeln!(text, "(declare-fun {name} ({from}) {to})")
                }
                Command::Assert(term) => writeln!(text, "(assert {term})"),
                Command::Check(assumptions) if assumptions.is_empty() => {
                    writeln!(text, "(check-sat)")
                }
                // The standard lets only literals be assumed.
                Command::Check(assumptions) => {
                    let assumptions: Vec<String> =
                        assumptions.iter().map(Term::to_string).collect();
                    writeln!(text, "(check-sat-assuming ({}))", assumptions.join(" "))
                }
                Command::Push => writeln!(text, "(push 1)"),
                Command::Pop => writeln!(text, "(pop 1)"),
            }
            .expect("strings take all text");
        }
        text
    }

    /// What is asserted and assumed at the `n`-th check.
    pub fn state_at(&self, n: usize) -> (Vec<&Command>, Vec<&Term>) {
        let mut declarations = Vec::new();
        let mut scopes: Vec<Vec<&Term>> = vec![Vec::new()];
        let mut checks = 0;
        for command in &self.commands {
            match command {
                Command::Declare(..) | Command::DeclareFunction(..) => declarations.push(command),
                Command::Assert(term) => scopes.last_mut().expect("one at least").push(term),
                Command::Push => scopes.push(Vec::new()),
                Command::Pop => _ = scopes.pop(),
                Command::Check(assumptions) if checks == n => {
                    let terms = scopes.concat().into_iter().chain(assumptions).collect();
                    return (declarations, terms);
                }
                Command::Check(_) => checks += 1,
            }
        }
        (declarations, scopes.concat())
    }
}
