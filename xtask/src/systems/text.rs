//! Systems in the formats that `aver solve` reads, and counterexamples in BTOR2's.

use super::explore::Run;
use super::random::{Node, Op, System};
use std::fmt::Write as _;

/// The same system in each format over words, by the ending of its files.
pub fn files(system: &System) -> Vec<(&'static str, Vec<u8>)> {
    let all = [
        ("btor2", btor2(system)),
        ("vmt", vmt(system)),
        ("chc", horn(system)),
    ];
    all.map(|(ending, text)| (ending, text.into_bytes()))
        .to_vec()
}

/// The lines of a BTOR2 file.
#[derive(Default)]
struct Lines {
    text: String,
    last: usize,
    /// By width: the sort.
    sorts: Vec<Option<usize>>,
}

impl Lines {
    fn line(&mut self, line: &str) -> usize {
        self.last += 1;
        let _ = writeln!(self.text, "{} {line}", self.last);
        self.last
    }

    fn sort(&mut self, width: u32) -> usize {
        let at = width as usize;
        if self.sorts.len() <= at {
            self.sorts.resize(at + 1, None);
        }
        match self.sorts[at] {
            Some(id) => id,
            None => {
                let id = self.line(&format!("sort bitvec {width}"));
                self.sorts[at] = Some(id);
                id
            }
        }
    }
}

fn btor2(system: &System) -> String {
    let mut out = Lines::default();
    let inputs: Vec<usize> = { system.inputs.iter() }
        .map(|width| {
            let sort = out.sort(*width);
            out.line(&format!("input {sort}"))
        })
        .collect();
    let mut states = Vec::new();
    for state in &system.states {
        let sort = out.sort(state.width);
        let first = { state.first }.map(|value| out.line(&format!("constd {sort} {value}")));
        let id = out.line(&format!("state {sort}"));
        if let Some(first) = first {
            out.line(&format!("init {sort} {id} {first}"));
        }
        states.push(id);
    }
    let array = system.array.as_ref().map(|array| {
        let (index, element) = (out.sort(array.index), out.sort(array.element));
        let sort = out.line(&format!("sort array {index} {element}"));
        let first = out.line(&format!("constd {element} {}", array.first));
        let id = out.line(&format!("state {sort} memory"));
        out.line(&format!("init {sort} {id} {first}"));
        (sort, id)
    });
    let mut ids: Vec<usize> = Vec::new();
    for (node, width) in &system.nodes {
        let sort = out.sort(*width);
        let id = match node {
            Node::Constant(value) => {
                out.line(&format!("const {sort} {value:0w$b}", w = *width as usize))
            }
            Node::Input(number) => inputs[*number],
            Node::State(number) => states[*number],
            Node::Apply(Op::Read, args) => {
                let (_, memory) = array.expect("the system has an array");
                out.line(&format!("read {sort} {memory} {}", ids[args[0]]))
            }
            Node::Apply(op, args) => {
                let args: Vec<String> = args.iter().map(|a| ids[*a].to_string()).collect();
                let rest = match op {
                    Op::Slice(high, low) => format!(" {high} {low}"),
                    Op::Uext(count) | Op::Sext(count) => format!(" {count}"),
                    _ => String::new(),
                };
                out.line(&format!(
                    "{} {sort} {}{rest}",
                    in_btor2(*op),
                    args.join(" ")
                ))
            }
        };
        ids.push(id);
    }
    for (state, id) in system.states.iter().zip(&states) {
        if let Some(next) = state.next {
            let sort = out.sort(state.width);
            out.line(&format!("next {sort} {id} {}", ids[next]));
        }
    }
    if let (Some(own), Some((sort, id))) = (&system.array, array) {
        let (index, value, whether) = own.write;
        let written = out.line(&format!("write {sort} {id} {} {}", ids[index], ids[value]));
        let next = out.line(&format!("ite {sort} {} {written} {id}", ids[whether]));
        out.line(&format!("next {sort} {id} {next}"));
    }
    if let Some(rule) = system.rule {
        // What holds at first is a constraint of the first step.
        let bit = out.sort(1);
        let (no, yes) = (
            out.line(&format!("zero {bit}")),
            out.line(&format!("one {bit}")),
        );
        let begun = out.line(&format!("state {bit} begun"));
        out.line(&format!("init {bit} {begun} {no}"));
        out.line(&format!("next {bit} {begun} {yes}"));
        let either = out.line(&format!("or {bit} {begun} {}", ids[rule]));
        out.line(&format!("constraint {either}"));
    }
    if let Some(constraint) = system.constraint {
        out.line(&format!("constraint {}", ids[constraint]));
    }
    for bad in &system.bad {
        out.line(&format!("bad {}", ids[*bad]));
    }
    out.text
}

fn in_btor2(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::Neg => "neg",
        Op::Add => "add",
        Op::Sub => "sub",
        Op::Mul => "mul",
        Op::Udiv => "udiv",
        Op::Urem => "urem",
        Op::Sdiv => "sdiv",
        Op::Srem => "srem",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Shl => "sll",
        Op::Lshr => "srl",
        Op::Ashr => "sra",
        Op::Eq => "eq",
        Op::Ult => "ult",
        Op::Ule => "ulte",
        Op::Slt => "slt",
        Op::Sle => "slte",
        Op::Ite => "ite",
        Op::Concat => "concat",
        Op::Slice(..) => "slice",
        Op::Uext(_) => "uext",
        Op::Sext(_) => "sext",
        Op::Read => "read",
    }
}

/// The expressions of a system as definitions of SMT-LIB, each over names of inputs and variables, by a `let` each.
struct Terms<'a> {
    system: &'a System,
}

impl Terms<'_> {
    /// `(let ((n0 …)) (let ((n1 …)) … body))`.
    fn with(&self, body: &str) -> String {
        let mut text = String::new();
        for number in 0..self.system.nodes.len() {
            let _ = write!(text, "(let ((n{number} {})) ", self.node(number));
        }
        text + body + &")".repeat(self.system.nodes.len())
    }

    fn node(&self, number: usize) -> String {
        let (node, width) = &self.system.nodes[number];
        match node {
            Node::Constant(value) => format!("#b{value:0w$b}", w = *width as usize),
            Node::Input(number) => format!("i{number}"),
            Node::State(number) => format!("s{number}"),
            Node::Apply(op, args) => {
                let names: Vec<String> = args.iter().map(|a| format!("n{a}")).collect();
                self.apply(*op, &names)
            }
        }
    }

    fn apply(&self, op: Op, args: &[String]) -> String {
        let plain = |name: &str| format!("({name} {})", args.join(" "));
        let condition = |name: &str| format!("(ite ({name} {}) #b1 #b0)", args.join(" "));
        match op {
            Op::Not => plain("bvnot"),
            Op::Neg => plain("bvneg"),
            Op::Add => plain("bvadd"),
            Op::Sub => plain("bvsub"),
            Op::Mul => plain("bvmul"),
            Op::Udiv => plain("bvudiv"),
            Op::Urem => plain("bvurem"),
            Op::Sdiv => plain("bvsdiv"),
            Op::Srem => plain("bvsrem"),
            Op::And => plain("bvand"),
            Op::Or => plain("bvor"),
            Op::Xor => plain("bvxor"),
            Op::Shl => plain("bvshl"),
            Op::Lshr => plain("bvlshr"),
            Op::Ashr => plain("bvashr"),
            Op::Eq => condition("="),
            Op::Ult => condition("bvult"),
            Op::Ule => condition("bvule"),
            Op::Slt => condition("bvslt"),
            Op::Sle => condition("bvsle"),
            Op::Ite => format!("(ite (= {} #b1) {} {})", args[0], args[1], args[2]),
            Op::Concat => plain("concat"),
            Op::Slice(high, low) => plain(&format!("(_ extract {high} {low})")),
            Op::Uext(count) => plain(&format!("(_ zero_extend {count})")),
            Op::Sext(count) => plain(&format!("(_ sign_extend {count})")),
            Op::Read => format!("(select memory {})", args[0]),
        }
    }

    /// All variables with their sorts.
    fn variables(&self) -> Vec<(String, String)> {
        let states = self.system.states.iter().enumerate();
        let mut all: Vec<(String, String)> = states
            .map(|(number, state)| (format!("s{number}"), bits(state.width)))
            .collect();
        if let Some(array) = &self.system.array {
            let sort = format!("(Array {} {})", bits(array.index), bits(array.element));
            all.push(("memory".to_string(), sort));
        }
        all
    }

    fn inputs(&self) -> Vec<(String, String)> {
        let inputs = self.system.inputs.iter().enumerate();
        inputs
            .map(|(number, width)| (format!("i{number}"), bits(*width)))
            .collect()
    }

    /// What holds at first, in the names of the variables.
    fn first(&self) -> Vec<String> {
        let states = self.system.states.iter().enumerate();
        let mut all: Vec<String> = states
            .filter_map(|(number, state)| {
                let value = state.first?;
                Some(format!(
                    "(= s{number} #b{value:0w$b})",
                    w = state.width as usize
                ))
            })
            .collect();
        if let Some(array) = &self.system.array {
            let value = format!("#b{:0w$b}", array.first, w = array.element as usize);
            let sort = format!("(Array {} {})", bits(array.index), bits(array.element));
            all.push(format!("(= memory ((as const {sort}) {value}))"));
        }
        if let Some(rule) = self.system.rule {
            all.push(self.with(&format!("(= n{rule} #b1)")));
        }
        all
    }

    /// What holds in a step, where next values have `.next` in their names; over `n…`.
    fn step(&self) -> Vec<String> {
        let states = self.system.states.iter().enumerate();
        let mut all: Vec<String> = states
            .filter_map(|(number, state)| Some(format!("(= s{number}.next n{})", state.next?)))
            .collect();
        if let Some(array) = &self.system.array {
            let (index, value, whether) = array.write;
            all.push(format!(
                "(= memory.next (ite (= n{whether} #b1) (store memory n{index} n{value}) memory))"
            ));
        }
        all.extend(self.keeps());
        all
    }

    fn keeps(&self) -> Option<String> {
        self.system.constraint.map(|c| format!("(= n{c} #b1)"))
    }

    fn bad(&self, number: usize) -> String {
        let bad = format!("(= n{number} #b1)");
        match self.keeps() {
            Some(keeps) => format!("(and {keeps} {bad})"),
            None => bad,
        }
    }
}

fn bits(width: u32) -> String {
    format!("(_ BitVec {width})")
}

fn all_of(conditions: &[String]) -> String {
    match conditions {
        [] => "true".to_string(),
        [one] => one.clone(),
        _ => format!("(and {})", conditions.join(" ")),
    }
}

fn vmt(system: &System) -> String {
    let terms = Terms { system };
    let mut text = String::new();
    for (name, sort) in terms.variables() {
        let _ = writeln!(text, "(declare-fun {name} () {sort})");
        let _ = writeln!(text, "(declare-fun {name}.next () {sort})");
        let _ = writeln!(
            text,
            "(define-fun .{name} () {sort} (! {name} :next {name}.next))"
        );
    }
    for (name, sort) in terms.inputs() {
        let _ = writeln!(text, "(declare-fun {name} () {sort})");
    }
    let _ = writeln!(
        text,
        "(define-fun .init () Bool (! {} :init true))",
        all_of(&terms.first())
    );
    let step = terms.with(&all_of(&terms.step()));
    let _ = writeln!(text, "(define-fun .trans () Bool (! {step} :trans true))");
    for (number, bad) in system.bad.iter().enumerate() {
        let good = terms.with(&format!("(not {})", terms.bad(*bad)));
        let _ = writeln!(
            text,
            "(define-fun .p{number} () Bool (! {good} :invar-property {number}))"
        );
    }
    text
}

fn horn(system: &System) -> String {
    let terms = Terms { system };
    let variables = terms.variables();
    let sorts: Vec<&str> = variables.iter().map(|(_, sort)| sort.as_str()).collect();
    let mut text = format!(
        "(set-logic HORN)\n(declare-fun reached ({}) Bool)\n",
        sorts.join(" ")
    );
    let names = |suffix: &str| -> String {
        let names = variables.iter().map(|(name, _)| format!("{name}{suffix}"));
        names.collect::<Vec<String>>().join(" ")
    };
    let bound = |parts: &[(String, String)], suffix: &str| -> String {
        let parts = parts
            .iter()
            .map(|(name, sort)| format!("({name}{suffix} {sort})"));
        parts.collect::<Vec<String>>().join(" ")
    };
    let (now, then) = (names(""), names(".next"));
    let (first, step) = (all_of(&terms.first()), all_of(&terms.step()));
    let (variables_now, variables_then) = (bound(&variables, ""), bound(&variables, ".next"));
    let inputs = bound(&terms.inputs(), "");
    let _ = writeln!(
        text,
        "(assert (forall ({variables_now} {inputs}) (=> {first} (reached {now}))))"
    );
    let step = terms.with(&step);
    let _ = writeln!(
        text,
        "(assert (forall ({variables_now} {inputs} {variables_then})\n  (=> (and (reached {now}) {step}) (reached {then}))))"
    );
    for bad in &system.bad {
        let bad = terms.with(&terms.bad(*bad));
        let _ = writeln!(
            text,
            "(assert (forall ({variables_now} {inputs})\n  (=> (and (reached {now}) {bad}) false)))"
        );
    }
    text + "(check-sat)\n"
}

/// Reads a counterexample in BTOR2's format.
pub fn read_run(system: &System, text: &str) -> Result<Run, String> {
    let mut lines = text.lines();
    if lines.next() != Some("sat") || !lines.next().is_some_and(|line| line.starts_with('b')) {
        return Err("it does not begin with `sat` and what is bad".to_string());
    }
    let mut run = Run {
        first: vec![0; system.states.len()],
        ..Run::default()
    };
    let mut of_states = true;
    let mut step = 0;
    for line in lines {
        if line == "." {
            return Ok(run);
        }
        if let Some(number) = line.strip_prefix('#').or(line.strip_prefix('@')) {
            of_states = line.starts_with('#');
            step = number
                .parse()
                .map_err(|_| format!("`{line}` has no number"))?;
            if !of_states {
                if step != run.inputs.len() {
                    return Err(format!("`{line}` is not the next step"));
                }
                run.inputs.push(vec![0; system.inputs.len()]);
                run.chosen.push(vec![0; system.states.len()]);
            }
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(number), Some(value)) = (words.next(), words.next()) else {
            return Err(format!("`{line}` is no assignment"));
        };
        let value = u64::from_str_radix(value, 2).map_err(|_| format!("`{line}` has no value"))?;
        let number: usize = number
            .parse()
            .map_err(|_| format!("`{line}` has no number"))?;
        let place = match (of_states, step) {
            (true, 0) => run.first.get_mut(number),
            (true, later) => { run.chosen.get_mut(later - 1) }.and_then(|all| all.get_mut(number)),
            (false, step) => { run.inputs.get_mut(step) }.and_then(|all| all.get_mut(number)),
        };
        *place.ok_or_else(|| format!("`{line}` is about nothing"))? = value;
    }
    Err("it does not end in `.`".to_string())
}
