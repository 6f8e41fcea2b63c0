//! The graph of all states of a program: every run ends if no cycle can be reached.

use super::random::{Condition, Expr, Program, Statement, VARIABLES, four_bits};
use std::collections::HashMap;

type Values = [i64; VARIABLES];

/// What a node of the control flow does, and where it leads.
enum Node {
    Set(usize, Expr, usize),
    Havoc(usize, usize),
    Branch(Condition, usize, usize),
    End,
}

/// Where the end of the program is.
const END: usize = 0;

/// Whether no run goes on for ever.
pub fn every_run_ends(program: &Program) -> bool {
    let mut nodes = vec![Node::End];
    let start = compile(&mut nodes, &program.body, END, None);
    let mut search = Search {
        program,
        nodes,
        done: HashMap::new(),
    };
    starts(program)
        .into_iter()
        .all(|values| search.ends((start, values)))
}

/// The nodes of a block that goes on at `next`; its first one. `around` has where `continue` and `break` lead.
fn compile(
    nodes: &mut Vec<Node>,
    block: &[Statement],
    next: usize,
    around: Option<(usize, usize)>,
) -> usize {
    let mut next = next;
    for statement in block.iter().rev() {
        let node = match statement {
            Statement::Set(v, value) => Node::Set(*v, value.clone(), next),
            Statement::Havoc(v) => Node::Havoc(*v, next),
            Statement::If(condition, then, otherwise) => {
                let then = compile(nodes, then, next, around);
                let otherwise = compile(nodes, otherwise, next, around);
                Node::Branch(condition.clone(), then, otherwise)
            }
            Statement::While(condition, body) => {
                let head = nodes.len();
                nodes.push(Node::End);
                let body = compile(nodes, body, head, Some((head, next)));
                nodes[head] = Node::Branch(condition.clone(), body, next);
                next = head;
                continue;
            }
            Statement::Break => {
                next = around.map_or(END, |(_, after)| after);
                continue;
            }
            Statement::Continue => {
                next = around.map_or(END, |(head, _)| head);
                continue;
            }
            Statement::Return => {
                next = END;
                continue;
            }
        };
        next = nodes.len();
        nodes.push(node);
    }
    next
}

/// The values with which a run can begin.
fn starts(program: &Program) -> Vec<Values> {
    let mut all = vec![[0; VARIABLES]];
    for v in 0..VARIABLES {
        let choices: Vec<i64> = match program.start[v] {
            Some(value) => vec![value],
            None => (0..16).collect(),
        };
        all = all
            .iter()
            .flat_map(|values| {
                choices.iter().map(move |choice| {
                    let mut values = *values;
                    values[v] = four_bits(*choice, program.signed[v]);
                    values
                })
            })
            .collect();
    }
    all
}

type State = (usize, Values);

struct Search<'a> {
    program: &'a Program,
    nodes: Vec<Node>,
    /// Whether all that follows a state is known to end; otherwise the state is on the path that is looked at.
    done: HashMap<State, bool>,
}

impl Search<'_> {
    /// Whether every run from a state ends: depth first, until a state on the path comes again.
    fn ends(&mut self, start: State) -> bool {
        let mut path: Vec<(State, Vec<State>)> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(state) = enter.take() {
                match self.done.get(&state) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => {
                        self.done.insert(state, false);
                        let successors = self.successors(state);
                        path.push((state, successors));
                    }
                }
            }
            let Some((state, rest)) = path.last_mut() else {
                return true;
            };
            match rest.pop() {
                Some(next) => enter = Some(next),
                None => {
                    self.done.insert(*state, true);
                    path.pop();
                }
            }
        }
    }

    fn successors(&self, (at, values): State) -> Vec<State> {
        let set = |v: usize, value: i64| {
            let mut values = values;
            values[v] = four_bits(value, self.program.signed[v]);
            values
        };
        match &self.nodes[at] {
            Node::End => Vec::new(),
            Node::Set(v, expression, next) => vec![(*next, set(*v, value(expression, &values)))],
            Node::Havoc(v, next) => (0..16).map(|n| (*next, set(*v, n))).collect(),
            Node::Branch(condition, then, otherwise) => {
                let (may, may_not) = holds(condition, &values);
                let then = may.then_some((*then, values));
                let otherwise = may_not.then_some((*otherwise, values));
                then.into_iter().chain(otherwise).collect()
            }
        }
    }
}

fn value(expression: &Expr, values: &Values) -> i64 {
    match expression {
        Expr::Variable(v) => values[*v],
        Expr::Constant(c) => *c,
        Expr::Binary('>', a, _) => value(a, values) >> 1,
        Expr::Binary(operator, a, b) => {
            let (a, b) = (value(a, values), value(b, values));
            match operator {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '&' => a & b,
                '|' => a | b,
                _ => a ^ b,
            }
        }
    }
}

/// Whether a condition may hold, and whether it may not.
fn holds(condition: &Condition, values: &Values) -> (bool, bool) {
    match condition {
        Condition::Any => (true, true),
        Condition::And(a, b) => {
            let (a, b) = (holds(a, values), holds(b, values));
            (a.0 && b.0, a.1 || b.1)
        }
        Condition::Or(a, b) => {
            let (a, b) = (holds(a, values), holds(b, values));
            (a.0 || b.0, a.1 && b.1)
        }
        Condition::Compare(operator, a, b) => {
            let (a, b) = (value(a, values), value(b, values));
            let holds = match *operator {
                "<" => a < b,
                "<=" => a <= b,
                "==" => a == b,
                "!=" => a != b,
                ">" => a > b,
                _ => a >= b,
            };
            (holds, !holds)
        }
    }
}
