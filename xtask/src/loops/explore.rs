//! All states that a program can reach, listed one by one.

use super::random::{Change, Condition, Expr, Index, Place, Program, Statement};
use std::collections::HashSet;

/// Programs with more states at a loop head are left out.
const MAX_STATES: usize = 30_000;

/// The variables and the elements of the array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    variables: [i64; 2],
    array: [i64; 2],
}

type States = HashSet<State>;

/// Whether the assertion holds in all runs; `None` if there are too many states.
pub fn holds(program: &Program) -> Option<bool> {
    let mut states = States::new();
    states.insert(State {
        variables: [0, 1].map(|i| byte(program.start[i], program.signed[i])),
        array: [0, 0],
    });
    let mut wrong = false;
    for l in &program.loops {
        let mut new = states.clone();
        while !new.is_empty() {
            if let Some(guard) = &l.guard {
                new.retain(|s| s.satisfies(guard));
            }
            let mut after = run(program, &l.body, new);
            if program.assert_inside {
                // A failing assertion ends the run.
                let before = after.len();
                after.retain(|s| s.satisfies(&program.assertion));
                wrong |= after.len() < before;
            }
            new = after.difference(&states).copied().collect();
            states.extend(&new);
            if states.len() > MAX_STATES {
                return None;
            }
        }
    }
    if !program.assert_inside {
        wrong = states.iter().any(|s| !s.satisfies(&program.assertion));
    }
    Some(!wrong)
}

/// The states after a block.
fn run(program: &Program, block: &[Statement], mut states: States) -> States {
    for statement in block {
        states = match statement {
            Statement::Set(place, value) => states
                .into_iter()
                .map(|mut s| {
                    s.set(program, place, s.value(value));
                    s
                })
                .collect(),
            Statement::Change(place, change) => states
                .into_iter()
                .map(|mut s| {
                    let old = s.value(&Expr::Place(place.clone()));
                    let new = match change {
                        Change::Up => old + 1,
                        Change::Down => old - 1,
                        Change::ShiftLeft(n) => old << n,
                        Change::ShiftRight(n) => old >> n,
                        Change::Times(n) => old * n,
                    };
                    s.set(program, place, new);
                    s
                })
                .collect(),
            Statement::If(condition, then, otherwise) => {
                let (yes, no): (States, States) =
                    states.into_iter().partition(|s| s.satisfies(condition));
                let mut all = run(program, then, yes);
                all.extend(run(program, otherwise, no));
                all
            }
            Statement::Choose(one, other) => {
                let mut all = run(program, one, states.clone());
                all.extend(run(program, other, states));
                all
            }
        };
    }
    states
}

impl State {
    fn element(&self, index: &Index) -> usize {
        match index {
            Index::Constant(i) => *i,
            Index::LowBitOfX => (self.variables[0] & 1) as usize,
            Index::LowBitOfY => (self.variables[1] & 1) as usize,
        }
    }

    fn value(&self, expression: &Expr) -> i64 {
        match expression {
            Expr::Constant(value) => *value,
            Expr::Place(Place::X) => self.variables[0],
            Expr::Place(Place::Y) => self.variables[1],
            Expr::Place(Place::Element(index)) => self.array[self.element(index)],
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match operator {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '&' => a & b,
                    '|' => a | b,
                    '^' => a ^ b,
                    _ => a >> b,
                }
            }
        }
    }

    fn satisfies(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(operator, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match *operator {
                    "<" => a < b,
                    "<=" => a <= b,
                    "==" => a == b,
                    "!=" => a != b,
                    ">" => a > b,
                    _ => a >= b,
                }
            }
            Condition::And(a, b) => self.satisfies(a) && self.satisfies(b),
            Condition::Or(a, b) => self.satisfies(a) || self.satisfies(b),
        }
    }

    fn set(&mut self, program: &Program, place: &Place, value: i64) {
        match place {
            Place::X => self.variables[0] = byte(value, program.signed[0]),
            Place::Y => self.variables[1] = byte(value, program.signed[1]),
            Place::Element(index) => self.array[self.element(index)] = byte(value, false),
        }
    }
}

/// What remains of a number in a byte.
fn byte(value: i64, signed: bool) -> i64 {
    if signed {
        i64::from(value as i8)
    } else {
        i64::from(value as u8)
    }
}
