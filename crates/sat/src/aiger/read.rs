//! Reading circuits with latches, from either of AIGER's formats.
//!
//! Outputs are bad edges where there are none by that name, as in files before version 1.9. Fairness constraints do not
//! matter for safety; justice properties are not supported.

use crate::aig::Edge;
use crate::sequential::Sequential;
use std::fmt;

/// What is wrong with a file, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// No file has more variables.
const MOST: usize = 1 << 27;

/// What the header says.
#[derive(Default)]
struct Header {
    variables: usize,
    inputs: usize,
    latches: usize,
    outputs: usize,
    ands: usize,
    bad: usize,
    constraints: usize,
    justice: usize,
    fairness: usize,
}

/// The value of a variable as the file gives it.
#[derive(Clone, Copy)]
enum Definition {
    Undefined,
    Leaf(Edge),
    /// Its operands, and its line in the file.
    And(usize, usize, usize),
    /// The same, while its operands are being made.
    Open(usize, usize),
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

/// Reads a circuit.
pub fn read(bytes: &[u8]) -> Result<Sequential, Broken> {
    let mut reader = Reader {
        bytes,
        at: 0,
        line: 0,
    };
    let (header, is_binary) = reader.header()?;
    let mut file = File {
        circuit: Sequential::default(),
        definitions: vec![Definition::Undefined; header.variables + 1],
    };
    file.definitions[0] = Definition::Leaf(Edge::FALSE);
    for place in 0..header.inputs {
        let literal = match is_binary {
            true => 2 * (place + 1),
            false => reader.numbers::<1>()?.0[0],
        };
        let edge = file.circuit.add_input();
        file.define(&reader, literal, Definition::Leaf(edge))?;
    }
    let mut nexts = Vec::new();
    for place in 0..header.latches {
        let this = 2 * (header.inputs + place + 1);
        let (this, next, first) = match is_binary {
            true => {
                let ([next, first], given) = reader.numbers_from::<2>(1)?;
                (this, next, (given == 2).then_some(first))
            }
            false => {
                let ([this, next, first], given) = reader.numbers_from::<3>(2)?;
                (this, next, (given == 3).then_some(first))
            }
        };
        let first = match first {
            None | Some(0) => Some(false),
            Some(1) => Some(true),
            Some(other) if other == this => None,
            Some(_) => return Err(reader.broken("a latch begins with 0, 1 or itself")),
        };
        let edge = file.circuit.add_latch(first);
        file.define(&reader, this, Definition::Leaf(edge))?;
        nexts.push((next, reader.line));
    }
    let list = |reader: &mut Reader<'_>, count: usize| {
        let lines = (0..count).map(|_| Ok((reader.numbers::<1>()?.0[0], reader.line)));
        lines.collect::<Result<Vec<(usize, usize)>, Broken>>()
    };
    let outputs = list(&mut reader, header.outputs)?;
    let bad = list(&mut reader, header.bad)?;
    let constraints = list(&mut reader, header.constraints)?;
    let sizes = list(&mut reader, header.justice)?;
    for (size, _) in sizes {
        list(&mut reader, size)?;
    }
    list(&mut reader, header.fairness)?;
    for place in 0..header.ands {
        let this = 2 * (header.inputs + header.latches + place + 1);
        let (this, a, b) = match is_binary {
            true => {
                let (a, b) = reader.and(this)?;
                (this, a, b)
            }
            false => {
                let ([this, a, b], _) = reader.numbers::<3>()?;
                (this, a, b)
            }
        };
        for operand in [a, b] {
            if operand / 2 > header.variables {
                return Err(reader.too_large(operand));
            }
        }
        file.define(&reader, this, Definition::And(a, b, reader.line))?;
    }
    for (latch, (next, line)) in nexts.into_iter().enumerate() {
        file.circuit.latches[latch].next = file.edge(next, line)?;
    }
    let bad = match bad.is_empty() {
        true => outputs,
        false => bad,
    };
    if bad.is_empty() && header.justice > 0 {
        let what = "justice properties are not supported".to_string();
        return Err(Broken { line: 1, what });
    }
    for (literal, line) in bad {
        let edge = file.edge(literal, line)?;
        file.circuit.bad.push(edge);
    }
    for (literal, line) in constraints {
        let edge = file.edge(literal, line)?;
        file.circuit.constraints.push(edge);
    }
    Ok(file.circuit)
}

struct File {
    circuit: Sequential,
    /// By variable.
    definitions: Vec<Definition>,
}

impl File {
    fn define(
        &mut self,
        reader: &Reader<'_>,
        literal: usize,
        definition: Definition,
    ) -> Result<(), Broken> {
        if literal % 2 == 1 || literal == 0 {
            return Err(reader.broken("only a variable that is not negated can be defined"));
        }
        match self.definitions.get_mut(literal / 2) {
            None => Err(reader.too_large(literal)),
            Some(slot @ Definition::Undefined) => {
                *slot = definition;
                Ok(())
            }
            Some(_) => Err(reader.broken(&format!("{literal} is defined twice"))),
        }
    }

    /// The edge of a literal that is used in a line.
    fn edge(&mut self, literal: usize, line: usize) -> Result<Edge, Broken> {
        let broken = |line, what: String| Err(Broken { line, what });
        let mut stack = vec![(literal / 2, line)];
        while let Some(&(variable, line)) = stack.last() {
            let Some(definition) = self.definitions.get(variable).copied() else {
                let what = format!("{} is larger than the header allows", 2 * variable);
                return broken(line, what);
            };
            match definition {
                Definition::Leaf(_) => drop(stack.pop()),
                Definition::Undefined => {
                    return broken(line, format!("{} is not defined", 2 * variable));
                }
                Definition::And(a, b, own) => {
                    self.definitions[variable] = Definition::Open(a, b);
                    for operand in [a / 2, b / 2] {
                        match self.definitions[operand] {
                            Definition::Open(..) => {
                                return broken(own, format!("{} depends on itself", 2 * operand));
                            }
                            Definition::Leaf(_) => {}
                            _ => stack.push((operand, own)),
                        }
                    }
                }
                // Its operands are done.
                Definition::Open(a, b) => {
                    let edge = self.circuit.aig.and(self.known(a), self.known(b));
                    self.definitions[variable] = Definition::Leaf(edge);
                    stack.pop();
                }
            }
        }
        Ok(self.known(literal))
    }

    fn known(&self, literal: usize) -> Edge {
        let Definition::Leaf(edge) = self.definitions[literal / 2] else {
            unreachable!("operands are made first");
        };
        edge.negate_if(literal % 2 == 1)
    }
}

impl<'a> Reader<'a> {
    fn broken(&self, what: &str) -> Broken {
        Broken {
            line: self.line,
            what: what.to_string(),
        }
    }

    fn too_large(&self, literal: usize) -> Broken {
        self.broken(&format!("{literal} is larger than the header allows"))
    }

    /// The next line.
    fn text(&mut self) -> Result<&'a str, Broken> {
        self.line += 1;
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Err(self.broken("the file ends too early"));
        }
        let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        self.at += (length + 1).min(rest.len());
        let text = std::str::from_utf8(&rest[..length]);
        text.map_err(|_| self.broken("this is not text"))
    }

    /// A line of so many numbers.
    fn numbers<const N: usize>(&mut self) -> Result<([usize; N], usize), Broken> {
        self.numbers_from(N)
    }

    /// A line of at most so many numbers, and at least some; how many there are.
    fn numbers_from<const N: usize>(
        &mut self,
        least: usize,
    ) -> Result<([usize; N], usize), Broken> {
        let text = self.text()?;
        let mut numbers = [0; N];
        let mut count = 0;
        for word in text.split_ascii_whitespace() {
            let number = word.parse::<usize>().ok().filter(|n| *n <= 2 * MOST + 1);
            let Some(number) = number else {
                return Err(self.broken(&format!("`{}` is no literal", shorten(word))));
            };
            let Some(slot) = numbers.get_mut(count) else {
                return Err(self.broken("there are too many numbers in the line"));
            };
            *slot = number;
            count += 1;
        }
        match count < least {
            true => Err(self.broken("there are too few numbers in the line")),
            false => Ok((numbers, count)),
        }
    }

    /// The first line; second, whether the rest is binary.
    fn header(&mut self) -> Result<(Header, bool), Broken> {
        let text = self.text()?;
        let mut words = text.split_ascii_whitespace();
        let is_binary = match words.next() {
            Some("aag") => false,
            Some("aig") => true,
            _ => return Err(self.broken("a file in AIGER's format begins with `aag` or `aig`")),
        };
        let mut numbers = Vec::new();
        for word in words {
            let number = word.parse::<usize>().ok().filter(|n| *n <= MOST);
            let Some(number) = number else {
                let what = format!("`{}` is no number up to {MOST}", shorten(word));
                return Err(self.broken(&what));
            };
            numbers.push(number);
        }
        if !(5..=9).contains(&numbers.len()) {
            return Err(self.broken("the header has 5 to 9 numbers"));
        }
        numbers.resize(9, 0);
        let header = Header {
            variables: numbers[0],
            inputs: numbers[1],
            latches: numbers[2],
            outputs: numbers[3],
            ands: numbers[4],
            bad: numbers[5],
            constraints: numbers[6],
            justice: numbers[7],
            fairness: numbers[8],
        };
        let defined = header.inputs + header.latches + header.ands;
        if header.variables < defined || (is_binary && header.variables != defined) {
            let what = "the number of variables is not that of inputs, latches and ANDs";
            return Err(self.broken(what));
        }
        Ok((header, is_binary))
    }

    /// The operands of an AND in the binary format.
    fn and(&mut self, this: usize) -> Result<(usize, usize), Broken> {
        let mut operand = |from: usize| {
            let distance = self.distance()?;
            let operand = from.checked_sub(distance);
            operand.ok_or_else(|| self.broken(&format!("the AND {this} has a wrong operand")))
        };
        let a = operand(this)?;
        let b = operand(a)?;
        match a < this {
            true => Ok((a, b)),
            false => Err(self.broken(&format!("{this} depends on itself"))),
        }
    }

    fn distance(&mut self) -> Result<usize, Broken> {
        let mut number = 0_usize;
        for shift in (0..35).step_by(7) {
            let Some(byte) = self.bytes.get(self.at) else {
                return Err(self.broken("the file ends in the ANDs"));
            };
            self.at += 1;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.broken("a number in the ANDs is too large"))
    }
}

/// The beginning of a word, for a message.
fn shorten(word: &str) -> String {
    word.chars().take(20).collect()
}
