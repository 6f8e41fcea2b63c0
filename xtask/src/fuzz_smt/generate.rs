//! Random scripts, well-sorted.

use super::script::{Command, Script, Sort, Term};
use crate::random::Random;

/// What the terms of one script are made of.
struct Material {
    random: Random,
    widths: Vec<u32>,
    /// Index and element widths.
    arrays: Vec<(u32, u32)>,
    /// Constant arrays, or else equalities of arrays: z3 4.8 gets wrong, and cvc5 refuses, what connects two constant
    /// arrays by stores.
    constant_arrays: bool,
    /// Arrays that are lambdas, and neither of the two above. Only z3 takes them for arrays.
    lambdas: bool,
    /// Arrays of arrays, and functions from and to arrays; not with constant arrays, as these compare arrays, too.
    nested: bool,
    formats: Vec<(u32, u32)>,
    symbols: Vec<(String, Sort)>,
    functions: Vec<(String, Sort, Sort)>,
}

/// The script of a seed. Scripts with lambdas come many in a row, as solvers that do not know them stop at the first one.
pub fn generate(seed: u64) -> Script {
    let lambdas = (seed / LAMBDAS_IN_A_ROW).is_multiple_of(8);
    let mut random = Random::new(seed);
    let widths = match random.below(4) {
        0 => vec![1, 3],
        1 => vec![8, 4],
        2 => vec![5, 2, 7],
        _ => vec![16, 33],
    };
    let arrays = match random.below(3) {
        0 if !lambdas => vec![],
        // Below five bits, stores may exhaust the indices, where z3 4.8 has answered wrongly.
        _ => vec![(5 + random.below(4) as u32, *random.pick(&widths))],
    };
    let formats = match random.below(4) {
        // Only z3 answers scripts with lambdas, and z3 4.8 gets some roundings to integers wrong.
        _ if lambdas => vec![],
        0 => vec![(3, 4)],
        // Exponents of two bits are left out: cvc5 1.0 takes 0 · ∞ for an infinity there.
        1 => vec![(3, 3), (4, 4)],
        _ => vec![],
    };
    let constant_arrays = random.chance(50);
    let nested = !arrays.is_empty() && !lambdas && !constant_arrays && random.chance(60);
    let mut material = Material {
        nested,
        random,
        constant_arrays: constant_arrays && !lambdas,
        lambdas,
        widths,
        arrays,
        formats,
        symbols: Vec::new(),
        functions: Vec::new(),
    };
    material.script()
}

const LAMBDAS_IN_A_ROW: u64 = 25;

const BINARY: [&str; 22] = [
    "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr",
    "bvashr", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvand", "bvadd", "bvsub",
    "bvmul", "bvor",
];
const COMPARE: [&str; 10] = [
    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "=", "distinct",
];

impl Material {
    fn script(&mut self) -> Script {
        let mut commands = Vec::new();
        let mut sorts = vec![Sort::Bool, Sort::Bool];
        sorts.extend(self.widths.iter().flat_map(|w| [Sort::BitVec(*w); 2]));
        sorts.extend(
            self.arrays
                .iter()
                .flat_map(|(i, e)| [Sort::Array(*i, *e); 2]),
        );
        if self.nested {
            let (index, element) = self.arrays[0];
            sorts.extend([Sort::Table(index, element); 2]);
        }
        sorts.extend(
            self.formats
                .iter()
                .flat_map(|(e, s)| [Sort::Float(*e, *s); 2]),
        );
        if !self.formats.is_empty() {
            sorts.push(Sort::RoundingMode);
        }
        for (i, sort) in sorts.into_iter().enumerate() {
            let name = format!("x{i}");
            commands.push(Command::Declare(name.clone(), sort));
            self.symbols.push((name, sort));
        }
        if self.random.chance(30) {
            let width = self.widths[0];
            let (from, to) = (Sort::BitVec(width), Sort::BitVec(width));
            commands.push(Command::DeclareFunction("f".to_string(), from, to));
            self.functions.push(("f".to_string(), from, to));
        }
        if self.nested && self.random.chance(60) {
            let (index, element) = self.arrays[0];
            let (row, word) = (Sort::Array(index, element), Sort::BitVec(element));
            for (name, from, to) in [("g", row, word), ("h", word, row)] {
                commands.push(Command::DeclareFunction(name.to_string(), from, to));
                self.functions.push((name.to_string(), from, to));
            }
        }
        let mut depth = 0;
        for _ in 0..3 + self.random.below(9) {
            commands.push(match self.random.below(10) {
                0 => {
                    depth += 1;
                    Command::Push
                }
                1 if depth > 0 => {
                    depth -= 1;
                    Command::Pop
                }
                2 | 3 => {
                    let count = self.random.below(3);
                    Command::Check((0..count).map(|_| self.literal()).collect())
                }
                _ => Command::Assert(self.term(Sort::Bool, 4)),
            });
        }
        commands.push(Command::Check(Vec::new()));
        Script { commands }
    }

    fn literal(&mut self) -> Term {
        let name = self.symbol(Sort::Bool).expect("there are Booleans");
        match self.random.chance(50) {
            true => name,
            false => Term {
                head: "not".to_string(),
                args: vec![name],
                sort: Sort::Bool,
            },
        }
    }

    fn symbol(&mut self, sort: Sort) -> Option<Term> {
        let fitting: Vec<String> = self
            .symbols
            .iter()
            .filter(|(_, s)| *s == sort)
            .map(|(name, _)| name.clone())
            .collect();
        match fitting.is_empty() {
            true => None,
            false => Some(Term::leaf(self.random.pick(&fitting).clone(), sort)),
        }
    }

    fn width(&mut self) -> u32 {
        *self.random.pick(&self.widths.clone())
    }

    fn term(&mut self, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.random.chance(12) {
            let is_array = matches!(sort, Sort::Array(..) | Sort::Table(..));
            let variable = is_array && !self.constant_arrays;
            if (variable || self.random.chance(75))
                && let Some(symbol) = self.symbol(sort)
            {
                return symbol;
            }
            return self.constant(sort);
        }
        if self.random.chance(8) {
            let condition = self.term(Sort::Bool, depth - 1);
            let (then, other) = (self.term(sort, depth - 1), self.term(sort, depth - 1));
            return apply("ite", vec![condition, then, other], sort);
        }
        match sort {
            Sort::Bool => self.boolean(depth - 1),
            Sort::BitVec(width) => self.vector(width, depth - 1),
            Sort::Array(index, element) => self.array(index, element, depth - 1),
            Sort::Table(index, element) => {
                let args = vec![
                    self.term(sort, depth - 1),
                    self.vector_of(index, depth - 1),
                    self.term(Sort::Array(index, element), depth - 1),
                ];
                apply("store", args, sort)
            }
            Sort::Float(e, s) => self.float(e, s, depth - 1),
            Sort::RoundingMode => self.constant(sort),
        }
    }

    fn constant(&mut self, sort: Sort) -> Term {
        let head = match sort {
            Sort::Bool => self.random.pick(&["true", "false"]).to_string(),
            Sort::BitVec(width) => {
                let digits = (0..width).map(|_| if self.random.chance(50) { '1' } else { '0' });
                format!("#b{}", digits.collect::<String>())
            }
            Sort::Array(_, element) => {
                let element = self.constant(Sort::BitVec(element));
                format!("((as const {sort}) {element})")
            }
            Sort::Table(index, element) => {
                let row = self.constant(Sort::Array(index, element));
                format!("((as const {sort}) {})", row.head)
            }
            Sort::Float(e, s) => match self.random.below(5) {
                0 => format!("(_ NaN {e} {s})"),
                1 => format!(
                    "(_ {} {e} {s})",
                    self.random.pick(&["+oo", "-oo", "+zero", "-zero"])
                ),
                _ => {
                    let bits = self.constant(Sort::BitVec(e + s));
                    format!("((_ to_fp {e} {s}) {bits})")
                }
            },
            Sort::RoundingMode => self
                .random
                .pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"])
                .to_string(),
        };
        Term::leaf(head, sort)
    }

    fn boolean(&mut self, depth: u32) -> Term {
        let choices = if self.formats.is_empty() { 9 } else { 12 };
        match self.random.below(choices) {
            0 => apply("not", vec![self.term(Sort::Bool, depth)], Sort::Bool),
            1..=3 => {
                let head = *self.random.pick(&["and", "or", "xor", "=>", "="]);
                let args = vec![self.term(Sort::Bool, depth), self.term(Sort::Bool, depth)];
                apply(head, args, Sort::Bool)
            }
            4 if !self.arrays.is_empty() && !self.constant_arrays && !self.lambdas => {
                let (index, element) = self.arrays[0];
                let sort = match self.nested && self.random.chance(50) {
                    true => Sort::Table(index, element),
                    false => Sort::Array(index, element),
                };
                apply(
                    "=",
                    vec![self.term(sort, depth), self.term(sort, depth)],
                    Sort::Bool,
                )
            }
            9..=11 => self.float_predicate(depth),
            _ => {
                let sort = Sort::BitVec(self.width());
                let head = *self.random.pick(&COMPARE);
                apply(
                    head,
                    vec![self.term(sort, depth), self.term(sort, depth)],
                    Sort::Bool,
                )
            }
        }
    }

    fn float_predicate(&mut self, depth: u32) -> Term {
        let (e, s) = *self.random.pick(&self.formats.clone());
        let sort = Sort::Float(e, s);
        if self.random.chance(40) {
            let classes = [
                "fp.isNaN",
                "fp.isZero",
                "fp.isInfinite",
                "fp.isNormal",
                "fp.isSubnormal",
                "fp.isNegative",
                "fp.isPositive",
            ];
            let head = *self.random.pick(&classes);
            return apply(head, vec![self.term(sort, depth)], Sort::Bool);
        }
        let head = *self
            .random
            .pick(&["fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq", "="]);
        apply(
            head,
            vec![self.term(sort, depth), self.term(sort, depth)],
            Sort::Bool,
        )
    }

    fn vector(&mut self, width: u32, depth: u32) -> Term {
        let sort = Sort::BitVec(width);
        match self.random.below(12) {
            0 => {
                let head = *self.random.pick(&["bvnot", "bvneg"]);
                apply(head, vec![self.term(sort, depth)], sort)
            }
            1 => {
                let other = self.width();
                let from = Sort::BitVec(other);
                let arg = self.term(from, depth);
                if other > width {
                    let low = self.random.below((other - width + 1) as usize) as u32;
                    let head = format!("(_ extract {} {low})", low + width - 1);
                    apply(&head, vec![arg], sort)
                } else {
                    let kind = *self.random.pick(&["zero_extend", "sign_extend"]);
                    apply(&format!("(_ {kind} {})", width - other), vec![arg], sort)
                }
            }
            2 if width > 1 => {
                let high = 1 + self.random.below(width as usize - 1) as u32;
                let args = vec![
                    self.vector_of(high, depth),
                    self.vector_of(width - high, depth),
                ];
                apply("concat", args, sort)
            }
            3 => {
                let kind = *self.random.pick(&["rotate_left", "rotate_right"]);
                let head = format!("(_ {kind} {})", self.random.below(9));
                apply(&head, vec![self.term(sort, depth)], sort)
            }
            4 | 5 => match self.arrays.iter().find(|(_, e)| *e == width).copied() {
                Some((index, element)) => {
                    let args = vec![
                        self.term(Sort::Array(index, element), depth),
                        self.vector_of(index, depth),
                    ];
                    apply("select", args, sort)
                }
                None => self.operation(sort, depth),
            },
            6 => {
                let fitting = self.functions.iter().filter(|(_, _, to)| *to == sort);
                let fitting: Vec<(String, Sort, Sort)> = fitting.cloned().collect();
                match fitting.is_empty() {
                    false => {
                        let (name, from, _) = self.random.pick(&fitting).clone();
                        apply(&name, vec![self.term(from, depth)], sort)
                    }
                    true => self.operation(sort, depth),
                }
            }
            _ => self.operation(sort, depth),
        }
    }

    fn operation(&mut self, sort: Sort, depth: u32) -> Term {
        let head = *self.random.pick(&BINARY);
        apply(
            head,
            vec![self.term(sort, depth), self.term(sort, depth)],
            sort,
        )
    }

    /// A bit-vector of a width that no symbol may have.
    fn vector_of(&mut self, width: u32, depth: u32) -> Term {
        let sort = Sort::BitVec(width);
        if self.widths.contains(&width) {
            return self.term(sort, depth);
        }
        // The index of a lambda.
        if self.random.chance(40)
            && let Some(symbol) = self.symbol(sort)
        {
            return symbol;
        }
        match self.widths.iter().copied().find(|w| *w > width) {
            Some(wider) => {
                let arg = self.term(Sort::BitVec(wider), depth);
                apply(&format!("(_ extract {} 0)", width - 1), vec![arg], sort)
            }
            None => {
                let narrow = self.width();
                let arg = self.term(Sort::BitVec(narrow), depth);
                apply(
                    &format!("(_ zero_extend {})", width - narrow),
                    vec![arg],
                    sort,
                )
            }
        }
    }

    fn array(&mut self, index: u32, element: u32, depth: u32) -> Term {
        let sort = Sort::Array(index, element);
        if self.lambdas && self.random.chance(60) {
            return self.lambda(index, element, depth);
        }
        if self.nested && self.random.chance(40) {
            let function = self.functions.iter().find(|(_, _, to)| *to == sort);
            if let Some((name, from, _)) = function.cloned().filter(|_| self.random.chance(40)) {
                return apply(&name, vec![self.term(from, depth)], sort);
            }
            let table = self.term(Sort::Table(index, element), depth);
            return apply("select", vec![table, self.vector_of(index, depth)], sort);
        }
        let array = self.term(sort, depth);
        let args = vec![
            array,
            self.vector_of(index, depth),
            self.term(Sort::BitVec(element), depth),
        ];
        apply("store", args, sort)
    }

    /// Part of an array replaced, or anything that depends on the index.
    fn lambda(&mut self, index: u32, element: u32, depth: u32) -> Term {
        let (at, of) = (Sort::BitVec(index), Sort::BitVec(element));
        let name = format!("k{}", self.symbols.len());
        let k = Term::leaf(name.clone(), at);
        let array = self.term(Sort::Array(index, element), depth.min(2));
        let start = self.vector_of(index, 1);
        let length = self.vector_of(index, 1);
        self.symbols.push((name.clone(), at));
        let mut body = self.term(of, depth.min(2));
        self.symbols.pop();
        if self.random.chance(75) {
            let old = apply("select", vec![array, k.clone()], of);
            let distance = apply("bvsub", vec![k, start], at);
            let inside = apply("bvult", vec![distance, length], Sort::Bool);
            body = apply("ite", vec![inside, body, old], of);
        }
        let head = format!("lambda (({name} {at}))");
        apply(&head, vec![body], Sort::Array(index, element))
    }

    fn float(&mut self, e: u32, s: u32, depth: u32) -> Term {
        let sort = Sort::Float(e, s);
        let mode = self.term(Sort::RoundingMode, 0);
        match self.random.below(9) {
            0 => {
                let head = *self.random.pick(&["fp.neg", "fp.abs"]);
                apply(head, vec![self.term(sort, depth)], sort)
            }
            1 => {
                let head = *self.random.pick(&["fp.sqrt", "fp.roundToIntegral"]);
                apply(head, vec![mode, self.term(sort, depth)], sort)
            }
            2 => {
                let (other_e, other_s) = *self.random.pick(&self.formats.clone());
                let args = vec![mode, self.term(Sort::Float(other_e, other_s), depth)];
                apply(&format!("(_ to_fp {e} {s})"), args, sort)
            }
            3 => {
                let width = self.width();
                let kind = *self.random.pick(&["to_fp", "to_fp_unsigned"]);
                let args = vec![mode, self.term(Sort::BitVec(width), depth)];
                apply(&format!("(_ {kind} {e} {s})"), args, sort)
            }
            4 => {
                let args = vec![
                    mode,
                    self.term(sort, depth),
                    self.term(sort, depth),
                    self.term(sort, depth),
                ];
                apply("fp.fma", args, sort)
            }
            _ => {
                let head = *self.random.pick(&["fp.add", "fp.sub", "fp.mul", "fp.div"]);
                apply(
                    head,
                    vec![mode, self.term(sort, depth), self.term(sort, depth)],
                    sort,
                )
            }
        }
    }
}

fn apply(head: &str, args: Vec<Term>, sort: Sort) -> Term {
    Term {
        head: head.to_string(),
        args,
        sort,
    }
}
