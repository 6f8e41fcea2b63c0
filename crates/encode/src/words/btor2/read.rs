//! Reading BTOR2.

use crate::words::{Broken, Word, Words};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_hash::FxHashMap;
use term::{BitVec, Sort, Term, TermPool};

/// No number in a file is larger.
const MOST: u64 = 1 << 32;

/// No bit-vector of a file is wider.
const WIDEST: u64 = 1 << 20;

/// What a file says.
pub struct File {
    pub words: Words,
    /// How many of the inputs are those of the file. The others are next values of variables that may get any.
    pub own_inputs: usize,
    /// The numbers of the variables whose next values are inputs, each with the input.
    pub free: Vec<(usize, Term)>,
    /// What was left out: fairness and justice.
    pub left_out: Vec<String>,
}

/// Reads a file.
pub fn read(pool: &mut TermPool, text: &str) -> Result<File, Broken> {
    let mut reader = Reader {
        pool,
        nodes: FxHashMap::default(),
        last: 0,
        states: Vec::new(),
        index_of: FxHashMap::default(),
        file: File {
            words: Words::default(),
            own_inputs: 0,
            free: Vec::new(),
            left_out: Vec::new(),
        },
        line: 0,
        left_out_at: 0,
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.line = number;
        let line = line.split(';').next().unwrap_or("");
        let tokens: Vec<&str> = line.split_whitespace().collect();
        if !tokens.is_empty() {
            let read = reader.node_of(&tokens);
            read.map_err(|what| Broken { line: number, what })?;
        }
    }
    reader.finish()
}

#[derive(Clone, Copy)]
enum Node {
    Sort(Sort),
    Term(Term),
    /// A line that nothing can refer to.
    Statement,
}

struct State {
    symbol: Term,
    first: Option<Term>,
    next: Option<Term>,
}

struct Reader<'p> {
    pool: &'p mut TermPool,
    nodes: FxHashMap<u64, Node>,
    last: u64,
    states: Vec<State>,
    /// By symbol: the number of the variable.
    index_of: FxHashMap<Term, usize>,
    file: File,
    line: usize,
    /// The line of the first thing that was left out.
    left_out_at: usize,
}

type Read<T = ()> = Result<T, String>;

impl Reader<'_> {
    fn node_of(&mut self, tokens: &[&str]) -> Read {
        let id = number(tokens[0])?;
        if id <= self.last {
            return Err(format!("the node {id} comes after {}", self.last));
        }
        self.last = id;
        let Some(operator) = tokens.get(1) else {
            return Err("the node has no operator".to_string());
        };
        let rest = &tokens[2..];
        let node = match *operator {
            "sort" => Node::Sort(self.sort(rest)?),
            "init" | "next" => {
                self.assign(*operator == "init", rest)?;
                Node::Statement
            }
            "bad" | "constraint" => {
                let condition = self.operand(rest, 0)?;
                let condition = self.as_condition(condition)?;
                let words = &mut self.file.words;
                match *operator {
                    "bad" => words.bad.push(condition),
                    _ => words.constraints.push(condition),
                }
                Node::Statement
            }
            "output" => {
                self.operand(rest, 0)?;
                Node::Statement
            }
            "fair" | "justice" => {
                if self.file.left_out.is_empty() {
                    self.left_out_at = self.line;
                }
                self.file.left_out.push(format!("`{operator}`, node {id}"));
                Node::Statement
            }
            _ => Node::Term(self.term(id, operator, rest)?),
        };
        self.nodes.insert(id, node);
        Ok(())
    }

    fn sort(&self, rest: &[&str]) -> Read<Sort> {
        match rest.first() {
            Some(&"bitvec") => match small(rest, 1, 1)? {
                width if u64::from(width) <= WIDEST => Ok(Sort::BitVec(width)),
                _ => Err(TOO_WIDE.to_string()),
            },
            Some(&"array") => {
                let (index, element) = (self.sort_at(rest, 1)?, self.sort_at(rest, 2)?);
                if index.is_array() {
                    return Err("an array whose index is an array".to_string());
                }
                Ok(Sort::array(index, element))
            }
            _ => Err("a sort is `bitvec` or `array`".to_string()),
        }
    }

    fn term(&mut self, id: u64, operator: &str, rest: &[&str]) -> Read<Term> {
        let sort = self.sort_at(rest, 0)?;
        let operands = &rest[1..];
        let term = match operator {
            "input" => {
                let symbol = self.symbol(operands, "input", id, sort);
                self.file.words.inputs.push(symbol);
                symbol
            }
            "state" => {
                let symbol = self.symbol(operands, "state", id, sort);
                self.index_of.insert(symbol, self.states.len());
                self.states.push(State {
                    symbol,
                    first: None,
                    next: None,
                });
                symbol
            }
            "zero" | "one" | "ones" | "const" | "constd" | "consth" => {
                let value = constant(operator, width_of(sort)?, operands)?;
                self.pool.bv(value)
            }
            "sext" | "uext" | "slice" => self.resized(operator, operands)?,
            _ => self.operation(operator, operands)?,
        };
        let found = self.pool.sort(term);
        match found == sort {
            true => Ok(term),
            false => Err(format!("the result of `{operator}` is {found}, not {sort}")),
        }
    }

    /// A symbol that the pool does not have yet.
    fn symbol(&mut self, rest: &[&str], kind: &str, id: u64, sort: Sort) -> Term {
        match rest.first() {
            Some(name) => self.pool.new_symbol(name, sort),
            None => self.pool.new_symbol(&format!("{kind}{id}"), sort),
        }
    }

    fn resized(&mut self, operator: &str, rest: &[&str]) -> Read<Term> {
        let a = self.operand(rest, 0)?;
        let width = width_of(self.pool.sort(a))?;
        if operator == "slice" {
            let (high, low) = (small(rest, 1, 0)?, small(rest, 2, 0)?);
            if low > high || high >= width {
                return Err(format!("there are no bits {high} to {low} among {width}"));
            }
            return Ok(self.pool.extract(a, high, low));
        }
        let count = small(rest, 1, 0)?;
        if u64::from(width) + u64::from(count) > WIDEST {
            return Err(TOO_WIDE.to_string());
        }
        Ok(match operator {
            "sext" => self.pool.sign_extend(a, count),
            _ => self.pool.zero_extend(a, count),
        })
    }

    fn operation(&mut self, operator: &str, rest: &[&str]) -> Read<Term> {
        if UNARY.contains(&operator) {
            let a = self.operand(rest, 0)?;
            let width = width_of(self.pool.sort(a))?;
            return Ok(self.unary(operator, a, width));
        }
        let is_other = matches!(operator, "ite" | "read" | "write" | "concat");
        if !is_other && !BINARY.contains(&operator) {
            return Err(format!("there is no operator `{operator}`"));
        }
        let (a, b) = (self.operand(rest, 0)?, self.operand(rest, 1)?);
        match operator {
            "ite" => {
                let c = self.operand(rest, 2)?;
                let condition = self.as_condition(a)?;
                self.alike(b, c)?;
                return Ok(self.pool.ite(condition, b, c));
            }
            "read" | "write" => return self.array_operation(operator, a, b, rest),
            "concat" => {
                let (high, low) = (self.pool.sort(a), self.pool.sort(b));
                if u64::from(width_of(high)?) + u64::from(width_of(low)?) > WIDEST {
                    return Err(TOO_WIDE.to_string());
                }
                return Ok(self.pool.concat(a, b));
            }
            _ => self.alike(a, b)?,
        }
        if let "eq" | "neq" = operator {
            let same = self.pool.eq(a, b);
            let result = match operator {
                "neq" => self.pool.not(same),
                _ => same,
            };
            return Ok(self.pool.bool_to_bv(result));
        }
        let width = width_of(self.pool.sort(a))?;
        match operator {
            "iff" | "implies" if width > 1 => Err(format!("`{operator}` takes single bits")),
            "iff" | "implies" | "and" | "nand" | "or" | "nor" | "xor" | "xnor" if width == 1 => {
                Ok(self.of_bits(operator, a, b))
            }
            _ => Ok(self.binary(operator, a, b)),
        }
    }

    fn unary(&mut self, operator: &str, a: Term, width: u32) -> Term {
        let pool = &mut *self.pool;
        let (zero, one) = (pool.zero(width), pool.bv_u64(width, 1));
        match operator {
            "not" => negated(pool, a),
            "inc" => pool.bvadd(a, one),
            "dec" => pool.bvsub(a, one),
            "neg" => pool.bvneg(a),
            "redand" => {
                let ones = pool.bv(BitVec::all_ones(width));
                let all = pool.eq(a, ones);
                pool.bool_to_bv(all)
            }
            "redor" => {
                let any = pool.ne(a, zero);
                pool.bool_to_bv(any)
            }
            _ => parity(pool, a),
        }
    }

    /// Operations on single bits, as those on Booleans.
    fn of_bits(&mut self, operator: &str, a: Term, b: Term) -> Term {
        let pool = &mut *self.pool;
        let (a, b) = (pool.bv_to_bool(a), pool.bv_to_bool(b));
        let result = match operator {
            "implies" => pool.implies(a, b),
            "and" | "nand" => pool.and(a, b),
            "or" | "nor" => pool.or(a, b),
            "xor" => pool.xor(a, b),
            _ => pool.eq(a, b),
        };
        let result = match operator {
            "nand" | "nor" => pool.not(result),
            _ => result,
        };
        pool.bool_to_bv(result)
    }

    fn binary(&mut self, operator: &str, a: Term, b: Term) -> Term {
        let pool = &mut *self.pool;
        let condition = match operator {
            "ugt" => pool.ugt(a, b),
            "ugte" => pool.uge(a, b),
            "ult" => pool.ult(a, b),
            "ulte" => pool.ule(a, b),
            "sgt" => pool.sgt(a, b),
            "sgte" => pool.sge(a, b),
            "slt" => pool.slt(a, b),
            "slte" => pool.sle(a, b),
            "uaddo" => pool.uaddo(a, b),
            "saddo" => pool.saddo(a, b),
            "usubo" => pool.usubo(a, b),
            "ssubo" => pool.ssubo(a, b),
            "umulo" => pool.umulo(a, b),
            "smulo" => pool.smulo(a, b),
            "sdivo" => pool.sdivo(a, b),
            "udivo" => pool.ff(),
            "and" => return pool.bvand(a, b),
            "nand" => return pool.bvnand(a, b),
            "or" => return pool.bvor(a, b),
            "nor" => return pool.bvnor(a, b),
            "xor" => return pool.bvxor(a, b),
            "xnor" => return pool.bvxnor(a, b),
            "rol" => return pool.rotate_left_by(a, b),
            "ror" => return pool.rotate_right_by(a, b),
            "sll" => return pool.bvshl(a, b),
            "srl" => return pool.bvlshr(a, b),
            "sra" => return pool.bvashr(a, b),
            "add" => return pool.bvadd(a, b),
            "sub" => return pool.bvsub(a, b),
            "mul" => return pool.bvmul(a, b),
            "udiv" => return pool.bvudiv(a, b),
            "sdiv" => return pool.bvsdiv(a, b),
            "urem" => return pool.bvurem(a, b),
            "srem" => return pool.bvsrem(a, b),
            "smod" => return pool.bvsmod(a, b),
            _ => unreachable!("`{operator}` is not in BINARY, or was handled before"),
        };
        pool.bool_to_bv(condition)
    }

    fn array_operation(&mut self, operator: &str, a: Term, b: Term, rest: &[&str]) -> Read<Term> {
        let Sort::Array(ends) = self.pool.sort(a) else {
            return Err(format!("the first operand of `{operator}` is no array"));
        };
        if self.pool.sort(b) != ends.index {
            return Err(format!("the index is no {}", ends.index));
        }
        if operator == "read" {
            return Ok(self.pool.select(a, b));
        }
        let value = self.operand(rest, 2)?;
        if self.pool.sort(value) != ends.element {
            return Err(format!("the element is no {}", ends.element));
        }
        Ok(self.pool.store(a, b, value))
    }

    fn assign(&mut self, first: bool, rest: &[&str]) -> Read {
        let sort = self.sort_at(rest, 0)?;
        let (symbol, value) = (self.operand(rest, 1)?, self.operand(rest, 2)?);
        let Some(index) = self.index_of.get(&symbol).copied() else {
            return Err("only states have first and next values".to_string());
        };
        if self.pool.sort(symbol) != sort {
            return Err(format!("the state is no {sort}"));
        }
        let value = match sort {
            // All elements have this value.
            Sort::Array(ends) if first && self.pool.sort(value) == ends.element => {
                self.pool.const_array(sort, value)
            }
            _ if self.pool.sort(value) == sort => value,
            _ => return Err(format!("the value is no {sort}")),
        };
        if first {
            let symbols = self.pool.symbols_of(&[value]).into_iter();
            let mut symbols = symbols.map(|id| self.pool.symbol_term(id));
            let is_later = |symbol: Term| self.index_of.get(&symbol).is_some_and(|i| *i >= index);
            if symbols.any(is_later) {
                return Err("the first value needs that of a later state".to_string());
            }
        }
        let state = &mut self.states[index];
        let place = match first {
            true => &mut state.first,
            false => &mut state.next,
        };
        match place.replace(value) {
            None => Ok(()),
            Some(_) => Err("the state has such a value already".to_string()),
        }
    }

    fn finish(mut self) -> Result<File, Broken> {
        let words = &mut self.file.words;
        self.file.own_inputs = words.inputs.len();
        for (number, state) in self.states.iter().enumerate() {
            let id = self.pool.as_symbol(state.symbol).expect("it is a symbol");
            let name = self.pool.symbol_name(id).to_string();
            let next = state.next.unwrap_or_else(|| {
                let sort = self.pool.sort(state.symbol);
                let input = self.pool.fresh(&format!("{name}.next"), sort);
                words.inputs.push(input);
                self.file.free.push((number, input));
                input
            });
            words.states.push(Word {
                symbol: state.symbol,
                first: state.first,
                next,
            });
        }
        if words.bad.is_empty()
            && let Some(what) = self.file.left_out.first()
        {
            return Err(Broken {
                line: self.left_out_at,
                what: format!("there is nothing bad, and {what} is not supported"),
            });
        }
        Ok(self.file)
    }

    // ---- operands ----

    fn node(&self, rest: &[&str], index: usize) -> Read<(Node, bool)> {
        let token = rest.get(index).ok_or("an operand is missing")?;
        let (digits, negated) = match token.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (*token, false),
        };
        let id = number(digits)?;
        let node = self.nodes.get(&id).copied();
        let node = node.ok_or_else(|| format!("there is no node {id} before this one"))?;
        Ok((node, negated))
    }

    fn sort_at(&self, rest: &[&str], index: usize) -> Read<Sort> {
        match self.node(rest, index)? {
            (Node::Sort(sort), false) => Ok(sort),
            _ => Err(format!("`{}` is no sort", rest[index])),
        }
    }

    fn operand(&mut self, rest: &[&str], index: usize) -> Read<Term> {
        match self.node(rest, index)? {
            (Node::Term(term), false) => Ok(term),
            (Node::Term(term), true) => {
                width_of(self.pool.sort(term))?;
                Ok(negated(self.pool, term))
            }
            _ => Err(format!("`{}` has no value", rest[index])),
        }
    }

    fn as_condition(&mut self, bit: Term) -> Read<Term> {
        match self.pool.sort(bit) {
            Sort::BitVec(1) => Ok(self.pool.bv_to_bool(bit)),
            sort => Err(format!("a condition has one bit, and this is {sort}")),
        }
    }

    fn alike(&self, a: Term, b: Term) -> Read {
        let (a, b) = (self.pool.sort(a), self.pool.sort(b));
        match a == b {
            true => Ok(()),
            false => Err(format!("the operands are {a} and {b}")),
        }
    }
}

const TOO_WIDE: &str = "a bit-vector of more than 1048576 bits";

const UNARY: [&str; 7] = ["not", "inc", "dec", "neg", "redand", "redor", "redxor"];

/// Operators whose two operands have the same sort.
const BINARY: [&str; 39] = [
    "iff", "implies", "eq", "neq", "sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte",
    "and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul",
    "udiv", "sdiv", "smod", "srem", "urem", "sub", "uaddo", "saddo", "udivo", "sdivo", "umulo",
    "smulo", "usubo", "ssubo",
];

fn negated(pool: &mut TermPool, term: Term) -> Term {
    match pool.width(term) {
        1 => {
            let bit = pool.bv_to_bool(term);
            let negated = pool.not(bit);
            pool.bool_to_bv(negated)
        }
        _ => pool.bvnot(term),
    }
}

/// Whether an odd number of bits is one: halves are folded onto each other.
fn parity(pool: &mut TermPool, mut word: Term) -> Term {
    loop {
        let width = pool.width(word);
        if width == 1 {
            return word;
        }
        let half = width / 2;
        let (low, high) = (
            pool.extract(word, half - 1, 0),
            pool.extract(word, 2 * half - 1, half),
        );
        let folded = pool.bvxor(low, high);
        word = match width % 2 {
            0 => folded,
            _ => {
                let last = pool.extract(word, width - 1, width - 1);
                pool.concat(last, folded)
            }
        };
    }
}

fn number(token: &str) -> Read<u64> {
    let is_number = token.bytes().all(|b| b.is_ascii_digit());
    let value = token.parse().ok().filter(|n| is_number && *n < MOST);
    value.ok_or_else(|| format!("`{token}` is no number below {MOST}"))
}

fn small(rest: &[&str], index: usize, least: u64) -> Read<u32> {
    let token = rest.get(index).ok_or("a number is missing")?;
    match u32::try_from(number(token)?) {
        Ok(small) if u64::from(small) >= least => Ok(small),
        _ => Err(format!("{token} is too small")),
    }
}

fn width_of(sort: Sort) -> Read<u32> {
    match sort {
        Sort::BitVec(width) => Ok(width),
        _ => Err(format!("{sort} where a bit-vector should be")),
    }
}

fn constant(operator: &str, width: u32, rest: &[&str]) -> Read<BitVec> {
    let radix = match operator {
        "zero" => return Ok(BitVec::zero(width)),
        "one" => return Ok(BitVec::one(width)),
        "ones" => return Ok(BitVec::all_ones(width)),
        "const" => 2,
        "constd" => 10,
        _ => 16,
    };
    let token = rest.first().ok_or("the constant is missing")?;
    let wrong = || format!("`{token}` is no constant of {width} bits");
    let value = BigInt::parse_bytes(token.as_bytes(), radix).ok_or_else(wrong)?;
    let (sign, magnitude) = value.into_parts();
    let fits = match sign {
        Sign::Minus if radix == 10 => magnitude <= BigUint::from(1u8) << (width - 1),
        Sign::Minus => false,
        _ => magnitude.bits() <= u64::from(width),
    };
    if !fits {
        return Err(wrong());
    }
    let value = BitVec::from_big(width, magnitude);
    Ok(match sign {
        Sign::Minus => value.neg(),
        _ => value,
    })
}
