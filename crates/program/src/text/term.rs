//! Terms as SMT-LIB s-expressions over the names of a function's variables.

use super::lex::{Lexer, ParseError, Token, quote_symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

/// Above this number of nodes (as a tree) a term is printed with `let`, so that shared subterms stand only once.
const LET_ABOVE: u64 = 2000;

/// Prints terms, naming symbols by `name`.
pub(super) struct TermPrinter<'a> {
    pool: &'a TermPool,
    name: &'a dyn Fn(SymbolId) -> String,
    /// The text of each subterm printed so far.
    text: FxHashMap<Term, Rc<str>>,
}

impl<'a> TermPrinter<'a> {
    pub fn new(pool: &'a TermPool, name: &'a dyn Fn(SymbolId) -> String) -> Self {
        TermPrinter {
            pool,
            name,
            text: FxHashMap::default(),
        }
    }

    pub fn print(&mut self, term: Term) -> String {
        let order = postorder(self.pool, term);
        if tree_size(self.pool, &order) > LET_ABOVE {
            return self.print_shared(term, &order);
        }
        for t in &order {
            if !self.text.contains_key(t) {
                let text = self.node(*t, &self.text, true);
                self.text.insert(*t, text.into());
            }
        }
        self.text[&term].to_string()
    }

    /// Binds every inner node that occurs more than once by a `let` of its own.
    fn print_shared(&self, term: Term, order: &[Term]) -> String {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for t in order {
            for a in self.pool.args(*t) {
                *uses.entry(*a).or_default() += 1;
            }
        }
        let mut text: FxHashMap<Term, Rc<str>> = FxHashMap::default();
        let mut bindings = String::new();
        let mut count = 0;
        for t in order {
            let mut this = self.node(*t, &text, false);
            if *t != term && uses[t] > 1 && !self.pool.op(*t).is_leaf() {
                let name = format!("?{count}");
                bindings += &format!("(let (({name} {this})) ");
                count += 1;
                this = name;
            }
            text.insert(*t, this.into());
        }
        bindings + &text[&term] + &")".repeat(count)
    }

    /// The text of a node whose arguments have theirs.
    fn node(&self, term: Term, text: &FxHashMap<Term, Rc<str>>, sorted: bool) -> String {
        let pool = self.pool;
        let op = pool.op(term);
        let head = match op {
            Op::True | Op::False => return op.name().to_string(),
            Op::BvConst(_) => return pool.as_const(term).expect("a constant").to_string(),
            Op::Symbol(symbol) => return quote_symbol(&(self.name)(symbol)),
            Op::Extract(high, low) => format!("(_ extract {high} {low})"),
            Op::ZeroExtend(n) | Op::SignExtend(n) => format!("(_ {} {n})", op.name()),
            Op::ConstArray(sort) => format!("(as const {})", Sort::Array(sort)),
            _ => op.name().to_string(),
        };
        let mut args = pool.args(term).to_vec();
        if sorted && term::is_commutative(op) {
            args.sort_by_key(|a| (pool.is_value(*a), text[a].clone()));
        }
        let mut result = format!("({head}");
        for a in args {
            result.push(' ');
            result += &text[&a];
        }
        result + ")"
    }
}

/// All subterms, arguments first, each once.
fn postorder(pool: &TermPool, term: Term) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(term, false)];
    while let Some((t, done)) = stack.pop() {
        if done {
            order.push(t);
        } else if seen.insert(t) {
            stack.push((t, true));
            stack.extend(pool.args(t).iter().rev().map(|a| (*a, false)));
        }
    }
    order
}

fn tree_size(pool: &TermPool, order: &[Term]) -> u64 {
    let mut size: FxHashMap<Term, u64> = FxHashMap::default();
    let mut last = 0;
    for t in order {
        last = pool
            .args(*t)
            .iter()
            .fold(1u64, |sum, a| sum.saturating_add(size[a]));
        size.insert(*t, last);
    }
    last
}

/// One open parenthesis of the term being read.
enum Frame {
    Apply {
        head: Head,
        args: Vec<Term>,
    },
    /// Inside the bindings of a `let`: those read so far, and the name whose term comes next.
    Bind {
        bound: Vec<(String, Term)>,
        name: String,
    },
    /// Inside the body of a `let`: the names that it hides, to be put back.
    Body {
        hidden: Vec<(String, Option<Term>)>,
    },
}

#[derive(Clone, Copy)]
enum Head {
    Op(Op),
    /// SMT-LIB operators that terms express by others.
    Distinct,
    Implies,
    Swapped(Op),
}

/// Reads a term; `scope` gives the variables by name.
pub(super) fn parse_term(
    lexer: &mut Lexer<'_>,
    pool: &mut TermPool,
    scope: &FxHashMap<String, Term>,
) -> Result<Term, ParseError> {
    let mut lets: FxHashMap<String, Term> = FxHashMap::default();
    let mut frames: Vec<Frame> = Vec::new();
    loop {
        let at = lexer.position();
        let value = match lexer.next()? {
            Token::Open => {
                frames.push(open(lexer)?);
                continue;
            }
            Token::Close => {
                let Some(Frame::Apply { head, args }) = frames.pop() else {
                    return Err(ParseError::at(at, "expected a term, found `)`"));
                };
                apply(pool, head, &args).map_err(|what| ParseError::at(at, what))?
            }
            Token::Word(word) if word == "true" => pool.tt(),
            Token::Word(word) if word == "false" => pool.ff(),
            Token::Word(word) if word.starts_with('#') => match constant(&word) {
                Some(value) => pool.bv(value),
                None => return Err(ParseError::at(at, format!("`{word}` is no constant"))),
            },
            Token::Word(word) | Token::Quoted(word) => match lets.get(&word).or(scope.get(&word)) {
                Some(term) => *term,
                None => return Err(ParseError::at(at, format!("no variable `{word}`"))),
            },
            other => {
                let what = format!("expected a term, found {other}");
                return Err(ParseError::at(at, what));
            }
        };
        // Hand the value to the frames that it completes.
        loop {
            match frames.pop() {
                None => return Ok(value),
                Some(Frame::Apply { head, mut args }) => {
                    args.push(value);
                    frames.push(Frame::Apply { head, args });
                    break;
                }
                Some(Frame::Bind { mut bound, name }) => {
                    bound.push((name, value));
                    lexer.expect(&Token::Close)?;
                    if lexer.accept(&Token::Open)? {
                        let name = lexer.name()?;
                        frames.push(Frame::Bind { bound, name });
                    } else {
                        lexer.expect(&Token::Close)?;
                        let hide = |(name, term): (String, Term)| {
                            let old = lets.insert(name.clone(), term);
                            (name, old)
                        };
                        let hidden = bound.into_iter().map(hide).collect();
                        frames.push(Frame::Body { hidden });
                    }
                    break;
                }
                Some(Frame::Body { hidden }) => {
                    lexer.expect(&Token::Close)?;
                    for (name, old) in hidden.into_iter().rev() {
                        match old {
                            Some(term) => lets.insert(name, term),
                            None => lets.remove(&name),
                        };
                    }
                }
            }
        }
    }
}

/// What follows an open parenthesis.
fn open(lexer: &mut Lexer<'_>) -> Result<Frame, ParseError> {
    let at = lexer.position();
    if lexer.accept(&Token::Open)? {
        lexer.expect(&Token::Word("_".to_string()))?;
        let name = lexer.name()?;
        let first = lexer.number()?;
        let op = match name.as_str() {
            "extract" => Op::Extract(first, lexer.number()?),
            "zero_extend" if first > 0 => Op::ZeroExtend(first),
            "sign_extend" if first > 0 => Op::SignExtend(first),
            _ => {
                return Err(ParseError::at(
                    at,
                    format!("no operator `(_ {name} {first})`"),
                ));
            }
        };
        lexer.expect(&Token::Close)?;
        return Ok(Frame::Apply {
            head: Head::Op(op),
            args: Vec::new(),
        });
    }
    let name = lexer.name()?;
    if name == "let" {
        lexer.expect(&Token::Open)?;
        lexer.expect(&Token::Open)?;
        let name = lexer.name()?;
        return Ok(Frame::Bind {
            bound: Vec::new(),
            name,
        });
    }
    let head = head(&name).ok_or_else(|| ParseError::at(at, format!("no operator `{name}`")))?;
    Ok(Frame::Apply {
        head,
        args: Vec::new(),
    })
}

fn head(name: &str) -> Option<Head> {
    const PLAIN: [Op; 30] = [
        Op::Not,
        Op::And,
        Op::Or,
        Op::Eq,
        Op::Ite,
        Op::BvNot,
        Op::BvNeg,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::Concat,
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::BvUaddo,
        Op::BvSaddo,
        Op::BvSsubo,
        Op::BvUmulo,
        Op::BvSmulo,
    ];
    Some(match name {
        "distinct" => Head::Distinct,
        "=>" => Head::Implies,
        "bvugt" => Head::Swapped(Op::BvUlt),
        "bvuge" => Head::Swapped(Op::BvUle),
        "bvsgt" => Head::Swapped(Op::BvSlt),
        "bvsge" => Head::Swapped(Op::BvSle),
        _ => Head::Op(*PLAIN.iter().find(|op| op.name() == name)?),
    })
}

/// A bit-vector literal: `#x2a`, `#b101`.
pub(super) fn constant(word: &str) -> Option<BitVec> {
    let (bits, digits) = match word.get(..2)? {
        "#x" => (4, &word[2..]),
        "#b" => (1, &word[2..]),
        _ => return None,
    };
    let mut value: Option<BitVec> = None;
    for c in digits.chars() {
        let digit = BitVec::new(bits, c.to_digit(1 << bits)? as u64);
        value = Some(match value {
            None => digit,
            Some(high) => high.concat(&digit),
        });
    }
    value
}

/// Builds the term after checking the sorts, since the pool only checks them in debug builds.
fn apply(pool: &mut TermPool, head: Head, args: &[Term]) -> Result<Term, String> {
    let (op, name) = match head {
        Head::Op(op) | Head::Swapped(op) => (op, op.name()),
        Head::Distinct => (Op::Eq, "distinct"),
        Head::Implies => (Op::Or, "=>"),
    };
    let sorts: Vec<Sort> = args.iter().map(|a| pool.sort(*a)).collect();
    let bits = sorts.iter().all(|s| s.is_bitvec());
    let same = sorts.windows(2).all(|s| s[0] == s[1]);
    let fits = match op {
        Op::Not => sorts == [Sort::Bool],
        Op::And | Op::Or => sorts.len() >= 2 && sorts.iter().all(|s| s.is_bool()),
        Op::Eq => sorts.len() == 2 && same,
        Op::Ite => sorts.len() == 3 && sorts[0].is_bool() && sorts[1] == sorts[2],
        Op::BvNot | Op::BvNeg | Op::ZeroExtend(_) | Op::SignExtend(_) => bits && sorts.len() == 1,
        Op::Extract(high, low) => {
            bits && sorts.len() == 1 && low <= high && high < sorts[0].width()
        }
        Op::Concat => bits && sorts.len() >= 2,
        Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor => {
            bits && same && sorts.len() >= 2
        }
        _ => bits && same && sorts.len() == 2,
    };
    if !fits {
        let shown: Vec<String> = sorts.iter().map(|s| s.to_string()).collect();
        return Err(format!("`{name}` does not apply to {}", shown.join(", ")));
    }
    Ok(match head {
        Head::Distinct => pool.ne(args[0], args[1]),
        Head::Implies => {
            let last = args.len() - 1;
            (0..last)
                .rev()
                .fold(args[last], |so, i| pool.implies(args[i], so))
        }
        Head::Swapped(op) => pool.mk(op, &[args[1], args[0]]),
        Head::Op(op) if args.len() > 2 && op != Op::Ite => {
            let first = pool.mk(op, &args[..2]);
            args[2..].iter().fold(first, |so, a| pool.mk(op, &[so, *a]))
        }
        Head::Op(op) => pool.mk(op, args),
    })
}
