//! Random small transition systems over words.

use crate::random::Random;

/// An operator; each has a name in BTOR2 and one in SMT-LIB ([`super::text`]), and a value ([`super::explore`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Not,
    Neg,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
    /// Conditions: one bit.
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    Ite,
    Concat,
    /// The bits from the second to the first number.
    Slice(u32, u32),
    /// So many more bits.
    Uext(u32),
    Sext(u32),
    /// Of the array at an index.
    Read,
}

/// An expression; its operands are earlier ones of the same list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Constant(u64),
    Input(usize),
    State(usize),
    Apply(Op, Vec<usize>),
}

/// A state variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub width: u32,
    /// Its first value; `None` for any.
    pub first: Option<u64>,
    /// Its next value; `None` for any.
    pub next: Option<usize>,
}

/// A small array: written at one place in each step, or in none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    pub index: u32,
    pub element: u32,
    /// All of its elements at first.
    pub first: u64,
    /// Where, what, and whether.
    pub write: (usize, usize, usize),
}

/// See the module documentation of [`super`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct System {
    /// Widths.
    pub inputs: Vec<u32>,
    pub states: Vec<State>,
    pub array: Option<Array>,
    /// Each with its width.
    pub nodes: Vec<(Node, u32)>,
    pub constraint: Option<usize>,
    /// Over the variables: what first values must satisfy.
    pub rule: Option<usize>,
    pub bad: Vec<usize>,
}

const WIDEST: u32 = 4;

/// The system of a seed.
pub fn system(seed: u64) -> System {
    let mut random = Random::new(seed);
    let random = &mut random;
    let width = |random: &mut Random| 1 + random.below(WIDEST as usize) as u32;
    let mut system = System::default();
    for _ in 0..random.below(3) {
        let width = width(random).min(2);
        system.inputs.push(width);
    }
    for _ in 0..1 + random.below(3) {
        let width = width(random);
        let first = random.next() & ((1 << width) - 1);
        system.states.push(State {
            width,
            first: (!random.chance(15)).then_some(first),
            next: None,
        });
    }
    if random.chance(25) {
        system.array = Some(Array {
            index: 1 + random.below(2) as u32,
            element: 1 + random.below(2) as u32,
            first: random.next() & 1,
            write: (0, 0, 0),
        });
    }
    for (number, width) in system.inputs.clone().into_iter().enumerate() {
        system.nodes.push((Node::Input(number), width));
    }
    for number in 0..system.states.len() {
        let width = system.states[number].width;
        system.nodes.push((Node::State(number), width));
    }
    for _ in 0..2 + random.below(8) {
        let width = width(random);
        expression(&mut system, random, width, 2);
    }
    for number in 0..system.states.len() {
        let width = system.states[number].width;
        let next = (!random.chance(8)).then(|| expression(&mut system, random, width, 3));
        system.states[number].next = next;
    }
    if let Some(mut array) = system.array.clone() {
        let index = expression(&mut system, random, array.index, 1);
        let value = expression(&mut system, random, array.element, 1);
        let whether = expression(&mut system, random, 1, 2);
        array.write = (index, value, whether);
        system.array = Some(array);
    }
    if random.chance(25) {
        system.constraint = Some(expression(&mut system, random, 1, 2));
    }
    if random.chance(30) {
        let number = random.below(system.states.len());
        let width = system.states[number].width;
        system.nodes.push((Node::State(number), width));
        let bound = random.next() & ((1 << width) - 1);
        system.nodes.push((Node::Constant(bound), width));
        let args = vec![system.nodes.len() - 1, system.nodes.len() - 2];
        let op = *random.pick(&[Op::Ule, Op::Sle]);
        system.rule = Some(apply(&mut system, op, args, 1));
        if random.chance(70) {
            system.states[number].first = None;
        }
    }
    for _ in 0..1 + random.below(2) {
        // Rare enough that it is not bad at once.
        let (a, b) = (
            expression(&mut system, random, 1, 3),
            rare(&mut system, random),
        );
        let bad = apply(&mut system, Op::And, vec![a, b], 1);
        system.bad.push(bad);
    }
    system
}

/// A system of a seed whose words are single bits: with more variables, and half of the time most of them count.
pub fn bits(seed: u64) -> System {
    let mut random = Random::new(seed ^ 0x5EED);
    let random = &mut random;
    let states = 2 + random.below(5);
    let mut system = System {
        inputs: vec![1; random.below(3)],
        ..System::default()
    };
    for number in 0..system.inputs.len() {
        system.nodes.push((Node::Input(number), 1));
    }
    for number in 0..states {
        let first = (!random.chance(15)).then(|| random.below(2) as u64);
        system.states.push(State {
            width: 1,
            first,
            next: None,
        });
        system.nodes.push((Node::State(number), 1));
    }
    let own = system.inputs.len();
    let counts = random.chance(50);
    let mut carry = None;
    for number in 0..states {
        let next = match (counts && random.chance(85), carry) {
            (true, None) => Some(apply(&mut system, Op::Not, vec![own + number], 1)),
            (true, Some(carry)) => Some(apply(&mut system, Op::Xor, vec![own + number, carry], 1)),
            _ => (!random.chance(8)).then(|| bit(&mut system, random, 3)),
        };
        system.states[number].next = next;
        carry = Some(match carry {
            None => own + number,
            Some(carry) => apply(&mut system, Op::And, vec![own + number, carry], 1),
        });
    }
    if random.chance(30) {
        system.constraint = Some(bit(&mut system, random, 2));
    }
    for _ in 0..1 + random.below(2) {
        let (mut all, rest) = (bit(&mut system, random, 1), 1 + random.below(states));
        for number in 0..rest {
            let mut lit = own + number;
            if random.chance(50) {
                lit = apply(&mut system, Op::Not, vec![lit], 1);
            }
            all = apply(&mut system, Op::And, vec![all, lit], 1);
        }
        system.bad.push(all);
    }
    system
}

/// An expression over bits.
fn bit(system: &mut System, random: &mut Random, depth: u32) -> usize {
    if depth == 0 || random.chance(20) {
        return random.below(system.nodes.len());
    }
    let op = *random.pick(&[Op::Not, Op::And, Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ite]);
    let count = match op {
        Op::Not => 1,
        Op::Ite => 3,
        _ => 2,
    };
    let args = (0..count).map(|_| bit(system, random, depth - 1)).collect();
    apply(system, op, args, 1)
}

/// Whether a variable has a certain value.
fn rare(system: &mut System, random: &mut Random) -> usize {
    let number = random.below(system.states.len());
    let width = system.states[number].width;
    let value = random.next() & ((1 << width) - 1);
    system.nodes.push((Node::State(number), width));
    let state = system.nodes.len() - 1;
    system.nodes.push((Node::Constant(value), width));
    let constant = system.nodes.len() - 1;
    apply(system, Op::Eq, vec![state, constant], 1)
}

fn apply(system: &mut System, op: Op, args: Vec<usize>, width: u32) -> usize {
    system.nodes.push((Node::Apply(op, args), width));
    system.nodes.len() - 1
}

/// An expression of a width.
fn expression(system: &mut System, random: &mut Random, width: u32, depth: u32) -> usize {
    let known: Vec<usize> = (0..system.nodes.len())
        .filter(|n| system.nodes[*n].1 == width)
        .collect();
    if depth == 0 || random.chance(20) {
        if !known.is_empty() && !random.chance(20) {
            return *random.pick(&known);
        }
        let value = random.next() & ((1 << width) - 1);
        system.nodes.push((Node::Constant(value), width));
        return system.nodes.len() - 1;
    }
    let sub = |system: &mut System, random: &mut Random, width| {
        expression(system, random, width, depth - 1)
    };
    const SAME: [Op; 14] = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::Add,
    ];
    const CONDITIONS: [Op; 5] = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle];
    let (op, args) = match random.below(10) {
        0 => {
            let a = sub(system, random, width);
            (*random.pick(&[Op::Not, Op::Neg]), vec![a])
        }
        1 | 2 => {
            let args = vec![
                sub(system, random, 1),
                sub(system, random, width),
                sub(system, random, width),
            ];
            (Op::Ite, args)
        }
        3 if width > 1 => {
            let low = 1 + random.below(width as usize - 1) as u32;
            let args = vec![sub(system, random, width - low), sub(system, random, low)];
            (Op::Concat, args)
        }
        4 => {
            let wide = (width + random.below(3) as u32).min(WIDEST);
            let low = random.below((wide - width) as usize + 1) as u32;
            let a = sub(system, random, wide);
            (Op::Slice(low + width - 1, low), vec![a])
        }
        5 if width > 1 => {
            let narrow = 1 + random.below(width as usize - 1) as u32;
            let a = sub(system, random, narrow);
            let op = match random.chance(50) {
                true => Op::Uext(width - narrow),
                false => Op::Sext(width - narrow),
            };
            (op, vec![a])
        }
        6 | 7 if width == 1 => {
            let wide = 1 + random.below(WIDEST as usize) as u32;
            let args = vec![sub(system, random, wide), sub(system, random, wide)];
            (*random.pick(&CONDITIONS), args)
        }
        8 if system.array.as_ref().is_some_and(|a| a.element == width) => {
            let index = system.array.as_ref().map_or(1, |a| a.index);
            let a = sub(system, random, index);
            (Op::Read, vec![a])
        }
        _ => {
            let args = vec![sub(system, random, width), sub(system, random, width)];
            (*random.pick(&SAME), args)
        }
    };
    apply(system, op, args, width)
}
