//! Writing BTOR2.

use super::read::File;
use crate::words::{Values, WordRun, Words};
use rustc_hash::FxHashMap;
use std::io::{self, Write};
use term::eval::Value;
use term::{BitVec, Op, Sort, Term, TermPool};

/// Writes a system. An error says what the format has no word for.
pub fn write(pool: &TermPool, words: &Words, writer: &mut impl Write) -> io::Result<()> {
    let mut out = Output {
        pool,
        writer,
        last: 0,
        sorts: FxHashMap::default(),
        terms: FxHashMap::default(),
    };
    for input in &words.inputs {
        let line = format!("input {} {}", out.sort_of(*input)?, out.name(*input));
        out.define(*input, &line)?;
    }
    for word in &words.states {
        // What a first value is made of comes before its state.
        let first = word.first.map(|first| out.first(first)).transpose()?;
        let sort = out.sort_of(word.symbol)?;
        let line = format!("state {sort} {}", out.name(word.symbol));
        let state = out.define(word.symbol, &line)?;
        if let Some(first) = first {
            out.line(&format!("init {sort} {state} {first}"))?;
        }
    }
    for word in &words.states {
        let (sort, next) = (out.sort_of(word.symbol)?, out.term(word.next)?);
        let state = out.terms[&word.symbol];
        out.line(&format!("next {sort} {state} {next}"))?;
    }
    // A fact is a constraint that excludes nothing.
    for (kind, terms) in [
        ("constraint", &words.constraints),
        ("constraint", &words.facts),
        ("bad", &words.bad),
    ] {
        for term in terms {
            let id = out.term(*term)?;
            out.line(&format!("{kind} {id}"))?;
        }
    }
    Ok(())
}

struct Output<'a, W> {
    pool: &'a TermPool,
    writer: &'a mut W,
    last: u64,
    sorts: FxHashMap<Sort, u64>,
    terms: FxHashMap<Term, u64>,
}

impl<W: Write> Output<'_, W> {
    fn line(&mut self, line: &str) -> io::Result<u64> {
        self.last += 1;
        writeln!(self.writer, "{} {line}", self.last)?;
        Ok(self.last)
    }

    fn define(&mut self, term: Term, line: &str) -> io::Result<u64> {
        let id = self.line(line)?;
        self.terms.insert(term, id);
        Ok(id)
    }

    fn name(&self, symbol: Term) -> String {
        name(self.pool, symbol)
    }

    fn sort_of(&mut self, term: Term) -> io::Result<u64> {
        self.sort(self.pool.sort(term))
    }

    fn sort(&mut self, sort: Sort) -> io::Result<u64> {
        let sort = match sort {
            Sort::Bool => Sort::BitVec(1),
            other => other,
        };
        if let Some(id) = self.sorts.get(&sort) {
            return Ok(*id);
        }
        let line = match sort {
            Sort::BitVec(width) => format!("sort bitvec {width}"),
            Sort::Array(ends) => {
                let (index, element) = (self.sort(ends.index)?, self.sort(ends.element)?);
                format!("sort array {index} {element}")
            }
            other => return Err(lacks(&format!("the sort {other}"))),
        };
        let id = self.line(&line)?;
        self.sorts.insert(sort, id);
        Ok(id)
    }

    /// A first value; an array may be one value for all of its elements.
    fn first(&mut self, term: Term) -> io::Result<u64> {
        match self.pool.op(term) {
            Op::ConstArray(_) => self.term(self.pool.arg(term, 0)),
            _ => self.term(term),
        }
    }

    /// The node of a term, after those of its parts.
    fn term(&mut self, term: Term) -> io::Result<u64> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.terms.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.pool.args(top).iter();
            stack.extend(args.filter(|arg| !self.terms.contains_key(*arg)));
            if stack.len() == before {
                self.node(top)?;
                stack.pop();
            }
        }
        Ok(self.terms[&term])
    }

    fn node(&mut self, term: Term) -> io::Result<()> {
        let sort = self.sort_of(term)?;
        let operands = self.pool.args(term).iter();
        let operands: Vec<String> = operands.map(|arg| self.terms[arg].to_string()).collect();
        let operands = operands.join(" ");
        let plain = |operator: &str| format!("{operator} {sort} {operands}");
        let line = match self.pool.op(term) {
            Op::True => format!("one {sort}"),
            Op::False => format!("zero {sort}"),
            Op::BvConst(_) => {
                let value = self.pool.as_const(term).expect("it is a constant");
                format!("const {sort} {}", digits(value))
            }
            Op::Symbol(_) => return Err(lacks(&format!("a meaning of `{}`", self.name(term)))),
            Op::Not | Op::BvNot => plain("not"),
            Op::And | Op::BvAnd => plain("and"),
            Op::Or | Op::BvOr => plain("or"),
            Op::Eq => plain("eq"),
            Op::Ite => plain("ite"),
            Op::BvNeg => plain("neg"),
            Op::BvXor => plain("xor"),
            Op::BvAdd => plain("add"),
            Op::BvSub => plain("sub"),
            Op::BvMul => plain("mul"),
            Op::BvUdiv => plain("udiv"),
            Op::BvUrem => plain("urem"),
            Op::BvSdiv => plain("sdiv"),
            Op::BvSrem => plain("srem"),
            Op::BvShl => plain("sll"),
            Op::BvLshr => plain("srl"),
            Op::BvAshr => plain("sra"),
            Op::Concat => plain("concat"),
            Op::Extract(high, low) => format!("slice {sort} {operands} {high} {low}"),
            Op::ZeroExtend(count) => format!("uext {sort} {operands} {count}"),
            Op::SignExtend(count) => format!("sext {sort} {operands} {count}"),
            Op::BvUlt => plain("ult"),
            Op::BvUle => plain("ulte"),
            Op::BvSlt => plain("slt"),
            Op::BvSle => plain("slte"),
            Op::BvUaddo => plain("uaddo"),
            Op::BvSaddo => plain("saddo"),
            Op::BvSsubo => plain("ssubo"),
            Op::BvUmulo => plain("umulo"),
            Op::BvSmulo => plain("smulo"),
            Op::Select => plain("read"),
            Op::Store => plain("write"),
            other => return Err(lacks(&format!("the operator `{}`", other.name()))),
        };
        self.define(term, &line)?;
        Ok(())
    }
}

fn lacks(what: &str) -> io::Error {
    io::Error::other(format!("BTOR2 lacks {what}"))
}

fn name(pool: &TermPool, symbol: Term) -> String {
    let id = pool.as_symbol(symbol).expect("it is a symbol");
    let is_odd = |c: char| c.is_whitespace() || c == ';';
    pool.symbol_name(id).replace(is_odd, "_")
}

/// The bits of a number, the highest first.
fn digits(value: &BitVec) -> String {
    let bits = (0..value.width()).rev();
    bits.map(|i| if value.bit(i) { '1' } else { '0' }).collect()
}

/// Writes a run to something bad, by its number, as BTOR2's simulator reads it.
pub fn write_run(
    pool: &TermPool,
    file: &File,
    bad: usize,
    run: &WordRun,
    writer: &mut impl Write,
) -> io::Result<()> {
    writeln!(writer, "sat\nb{bad}")?;
    let states = &file.words.states;
    for (step, inputs) in run.inputs.iter().enumerate() {
        let mut shown = Vec::new();
        for (number, word) in states.iter().enumerate() {
            // At first what has any first value, later what has any next one.
            let free = file.free.iter().find(|(state, _)| *state == number);
            let value = match step.checked_sub(1) {
                None if word.first.is_none() => value_of(pool, &run.first, word.symbol),
                None => continue,
                Some(before) => match free {
                    Some((_, input)) => value_of(pool, &run.inputs[before], *input),
                    None => continue,
                },
            };
            let name = format!("{}#{step}", name(pool, word.symbol));
            shown.extend(assignments(number, &value, &name));
        }
        if step == 0 || !shown.is_empty() {
            writeln!(writer, "#{step}")?;
        }
        for line in shown {
            writeln!(writer, "{line}")?;
        }
        writeln!(writer, "@{step}")?;
        let own = file.words.inputs[..file.own_inputs].iter().enumerate();
        for (number, input) in own {
            let value = value_of(pool, inputs, *input);
            let name = format!("{}@{step}", name(pool, *input));
            for line in assignments(number, &value, &name) {
                writeln!(writer, "{line}")?;
            }
        }
    }
    writeln!(writer, ".")
}

fn value_of(pool: &TermPool, values: &Values, symbol: Term) -> Value {
    let id = pool.as_symbol(symbol).expect("it is a symbol");
    let known = values.get(&id).cloned();
    known.unwrap_or_else(|| Value::zero(pool.sort(symbol)))
}

/// `NUMBER BITS NAME`, or a line `NUMBER [INDEX] BITS NAME` for each element that is not zero.
fn assignments(number: usize, value: &Value, name: &str) -> Vec<String> {
    match value {
        Value::Array(array) => { array.entries.iter() }
            .map(|(index, value)| {
                let (index, bits) = (digits(index), digits(&value.to_bits()));
                format!("{number} [{index}] {bits} {name}")
            })
            .collect(),
        value => vec![format!("{number} {} {name}", digits(&value.to_bits()))],
    }
}
