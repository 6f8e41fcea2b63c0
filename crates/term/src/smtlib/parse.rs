//! Terms from text. The open parentheses are a stack of frames, so depth costs memory only.

use super::apply::{apply, apply_indexed, const_array, is_function, valid_width};
use super::apply_float;
use super::lexer::{Lexer, Position, Token};
use super::name::unescape;
use super::real::Ratio;
use super::scope::{Attribute, Macro, Names};
use crate::bitvec::BitVec;
use crate::float::{Float, FloatFormat, RoundingMode};
use crate::op::FunctionId;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {kind}")]
pub struct ParseError {
    pub position: Position,
    pub kind: ParseErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseErrorKind {
    #[error("{0} does not end")]
    Unterminated(&'static str),
    #[error("`{0}` is not a literal of SMT-LIB")]
    BadLiteral(String),
    #[error("found {found}, expected {expected}")]
    Unexpected {
        found: String,
        expected: &'static str,
    },
    #[error("unknown symbol `{0}`")]
    UnknownSymbol(String),
    #[error("unknown function `{0}`")]
    UnknownFunction(String),
    #[error("unknown sort `{0}`")]
    UnknownSort(String),
    #[error("`{function}` takes {wanted} arguments, not {found}")]
    WrongArity {
        function: String,
        wanted: &'static str,
        found: usize,
    },
    #[error("`{function}` does not take arguments of sorts {found}")]
    WrongSorts { function: String, found: String },
    #[error("the indices of `{0}` are out of range")]
    BadIndex(String),
    #[error("`{name}` is already declared with sort {sort}")]
    Redeclared { name: String, sort: String },
    #[error("`{0}` already has a meaning in SMT-LIB")]
    Reserved(String),
    #[error("there are only {0} scopes to pop")]
    PopTooFar(usize),
    #[error("{0} is not supported")]
    Unsupported(String),
    #[error("the command `{0}` is not supported")]
    UnsupportedCommand(String),
}

/// The term that the text is. `resolve` gives the terms of free symbols.
pub fn parse_term(
    pool: &mut TermPool,
    text: &str,
    resolve: &mut dyn FnMut(&str) -> Option<Term>,
) -> Result<Term, ParseError> {
    let mut lexer = Lexer::new(text);
    let term = Parser {
        pool,
        lexer: &mut lexer,
        names: &mut Names::resolving(resolve),
    }
    .term()?;
    match lexer.next()? {
        (Token::End, _) => Ok(term),
        (token, position) => Err(unexpected(token, position, "the end of the term")),
    }
}

pub(super) fn unexpected(
    token: Token<'_>,
    position: Position,
    expected: &'static str,
) -> ParseError {
    ParseError {
        position,
        kind: ParseErrorKind::Unexpected {
            found: token.to_string(),
            expected,
        },
    }
}

/// An open parenthesis.
enum OpenParen<'a> {
    Application {
        function: Function<'a>,
        args: Vec<Term>,
        /// What `to_fp` takes besides a rounding mode.
        real: Option<Ratio>,
        position: Position,
    },
    Let {
        names: Vec<String>,
        terms: Vec<Term>,
        in_body: bool,
    },
    /// `(lambda ((name sort)) body)`
    Lambda {
        name: String,
        index: Term,
        body: Option<Term>,
    },
    /// `(forall ((name sort)…) body)` as a whole assertion.
    Forall {
        names: Vec<String>,
        body: Option<Term>,
    },
    /// `(! term attributes)`
    Annotation {
        term: Option<Term>,
        label: Option<String>,
    },
}

enum Function<'a> {
    Named(&'a str),
    Indexed(&'a str, Vec<u32>),
    Const(Sort),
}

/// Whether everything that is open is a `forall`, which then is in front of the whole term.
fn is_all_forall(stack: &[OpenParen<'_>]) -> bool {
    let mut open = stack.iter();
    open.all(|paren| matches!(paren, OpenParen::Forall { body: None, .. }))
}

/// Whether the next argument may be a real literal.
fn takes_real(stack: &[OpenParen<'_>]) -> bool {
    match stack.last() {
        Some(OpenParen::Application {
            function: Function::Indexed("to_fp", _),
            args,
            real: None,
            ..
        }) => args.len() == 1,
        _ => false,
    }
}

fn put_real(stack: &mut [OpenParen<'_>], literal: Ratio) {
    if let Some(OpenParen::Application { real, .. }) = stack.last_mut() {
        *real = Some(literal);
    }
}

/// The floats that have a name, by format.
fn special_float(name: &str) -> Option<fn(FloatFormat) -> Float> {
    Some(match name {
        "NaN" => Float::nan,
        "+oo" => |format| Float::infinity(format, false),
        "-oo" => |format| Float::infinity(format, true),
        "+zero" => |format| Float::zero(format, false),
        "-zero" => |format| Float::zero(format, true),
        _ => return None,
    })
}

pub(super) struct Parser<'p, 'a, 'n> {
    pub pool: &'p mut TermPool,
    pub lexer: &'p mut Lexer<'a>,
    pub names: &'p mut Names<'n>,
}

impl<'a> Parser<'_, 'a, '_> {
    /// Reads one term.
    pub(super) fn term(&mut self) -> Result<Term, ParseError> {
        let mut stack: Vec<OpenParen<'a>> = Vec::new();
        self.names.label = None;
        loop {
            let (token, position) = self.lexer.next()?;
            let value = match token {
                Token::Numeral(digits) | Token::Decimal(digits) if takes_real(&stack) => {
                    let real = Ratio::from_digits(digits).ok_or_else(|| ParseError {
                        position,
                        kind: ParseErrorKind::BadLiteral(digits.to_string()),
                    })?;
                    put_real(&mut stack, real);
                    None
                }
                Token::Open => self.open(&mut stack, position)?,
                Token::Close => Some(self.close(&mut stack, position)?),
                token => Some(self.atom(token, position)?),
            };
            let Some(value) = value else { continue };
            match stack.last_mut() {
                None => return Ok(value),
                Some(OpenParen::Application { args, .. }) => args.push(value),
                Some(OpenParen::Lambda { body, .. } | OpenParen::Forall { body, .. })
                    if body.is_none() =>
                {
                    *body = Some(value);
                }
                Some(OpenParen::Lambda { .. } | OpenParen::Forall { .. }) => {
                    return Err(unexpected(token, position, "`)` after the body"));
                }
                Some(OpenParen::Annotation { term, label }) => {
                    *term = Some(value);
                    *label = self.attributes(value)?;
                }
                Some(OpenParen::Let {
                    names,
                    terms,
                    in_body,
                }) => {
                    terms.push(value);
                    if !*in_body {
                        self.expect(Token::Close, "`)` after a binding")?;
                        *in_body = Self::next_binding(self.lexer, names)?;
                        if *in_body {
                            for (name, term) in names.iter().zip(terms.iter()) {
                                self.names.bind(name, *term);
                            }
                        }
                    }
                }
            }
        }
    }

    /// What follows an open parenthesis: a new frame, or a constant in full.
    fn open(
        &mut self,
        stack: &mut Vec<OpenParen<'a>>,
        position: Position,
    ) -> Result<Option<Term>, ParseError> {
        let (token, at) = self.lexer.next()?;
        let function = match token {
            Token::Symbol("let") => {
                self.expect(Token::Open, "`(` before the bindings")?;
                let mut names = Vec::new();
                let in_body = Self::next_binding(self.lexer, &mut names)?;
                stack.push(OpenParen::Let {
                    names,
                    terms: Vec::new(),
                    in_body,
                });
                return Ok(None);
            }
            Token::Symbol("lambda") => {
                stack.push(self.binder()?);
                return Ok(None);
            }
            Token::Symbol("!") => {
                stack.push(OpenParen::Annotation {
                    term: None,
                    label: None,
                });
                return Ok(None);
            }
            Token::Symbol("_") => return self.constant().map(Some),
            Token::Symbol("forall") if self.names.in_clause && is_all_forall(stack) => {
                let names = self.sorted_names()?;
                stack.push(OpenParen::Forall { names, body: None });
                return Ok(None);
            }
            Token::Symbol(word @ ("forall" | "exists" | "match")) => {
                return Err(ParseError {
                    position: at,
                    kind: ParseErrorKind::Unsupported(format!("`{word}`")),
                });
            }
            Token::Symbol(function @ ("-" | "/")) if takes_real(stack) => {
                let real = self.ratio_after(function)?;
                put_real(stack, real);
                return Ok(None);
            }
            Token::Symbol(name) => Function::Named(name),
            Token::Open => self.qualified()?,
            token => return Err(unexpected(token, at, "a function")),
        };
        stack.push(OpenParen::Application {
            function,
            args: Vec::new(),
            real: None,
            position,
        });
        Ok(None)
    }

    /// `((name sort))`, what a lambda binds.
    fn binder(&mut self) -> Result<OpenParen<'a>, ParseError> {
        self.expect(Token::Open, "`(` before what is bound")?;
        self.expect(Token::Open, "`(` before a name and its sort")?;
        let name = unescape(self.symbol("the name of the index")?).into_owned();
        let (_, position) = self.lexer.peek()?;
        let sort = self.sort()?;
        if !sort.is_bitvec() && !sort.is_bool() {
            let kind = ParseErrorKind::Unsupported(format!("a lambda over {sort}"));
            return Err(ParseError { position, kind });
        }
        self.expect(Token::Close, "`)` after the sort")?;
        self.expect(Token::Close, "`)`: lambdas bind one name")?;
        let index = self.pool.fresh("lambda.index", sort);
        self.names.bind(&name, index);
        Ok(OpenParen::Lambda {
            name,
            index,
            body: None,
        })
    }

    /// `((name sort)…)`: each name is a new symbol.
    fn sorted_names(&mut self) -> Result<Vec<String>, ParseError> {
        self.expect(Token::Open, "`(` before what is bound")?;
        let mut names = Vec::new();
        while let (Token::Open, _) = self.lexer.peek()? {
            self.lexer.next()?;
            let name = unescape(self.symbol("a name to bind")?).into_owned();
            let sort = self.sort()?;
            self.expect(Token::Close, "`)` after a name and its sort")?;
            let symbol = self.pool.fresh(&name, sort);
            self.names.bind(&name, symbol);
            names.push(name);
        }
        self.expect(Token::Close, "`)` after what is bound")?;
        Ok(names)
    }

    /// `_ bvN w)`, a constant in decimal, or `_ NaN e s)` and similar.
    fn constant(&mut self) -> Result<Term, ParseError> {
        let (token, position) = self.lexer.next()?;
        if let Token::Symbol(name) = token
            && let Some(special) = special_float(name)
        {
            let format = self.format()?;
            return Ok(self.pool.fp(special(format)));
        }
        let digits = match token {
            Token::Symbol(name) => name.strip_prefix("bv"),
            _ => None,
        };
        let value = digits.and_then(|digits| BigUint::parse_bytes(digits.as_bytes(), 10));
        let Some(value) = value else {
            return Err(unexpected(token, position, "a constant such as bv5"));
        };
        let width = self.width()?;
        self.expect(Token::Close, "`)` after the width")?;
        if value.bits() > width as u64 {
            return Err(ParseError {
                position,
                kind: ParseErrorKind::BadLiteral(token.to_string()),
            });
        }
        Ok(self.pool.bv(BitVec::from_big(width, value)))
    }

    /// `_ name indices)` or `as const sort)`.
    fn qualified(&mut self) -> Result<Function<'a>, ParseError> {
        let (token, position) = self.lexer.next()?;
        match token {
            Token::Symbol("_") => {
                let name = self.symbol("the name of an indexed function")?;
                let mut indices = Vec::new();
                loop {
                    match self.lexer.next()? {
                        (Token::Close, _) => return Ok(Function::Indexed(name, indices)),
                        (Token::Numeral(digits), position) => match digits.parse() {
                            Ok(index) => indices.push(index),
                            Err(_) => {
                                return Err(ParseError {
                                    position,
                                    kind: ParseErrorKind::BadIndex(name.into()),
                                });
                            }
                        },
                        (token, position) => return Err(unexpected(token, position, "an index")),
                    }
                }
            }
            Token::Symbol("as") => {
                let (name, at) = self.lexer.next()?;
                if name != Token::Symbol("const") {
                    return Err(unexpected(name, at, "const"));
                }
                let sort = self.sort()?;
                self.expect(Token::Close, "`)` after the sort")?;
                Ok(Function::Const(sort))
            }
            token => Err(unexpected(token, position, "`_` or `as`")),
        }
    }

    fn close(
        &mut self,
        stack: &mut Vec<OpenParen<'a>>,
        position: Position,
    ) -> Result<Term, ParseError> {
        match stack.pop() {
            Some(OpenParen::Application {
                function,
                args,
                real,
                position,
            }) => match real {
                Some(real) => self.float_of_real(&function, &args, &real),
                None => self.apply(&function, &args),
            }
            .map_err(|kind| ParseError { position, kind }),
            Some(OpenParen::Let {
                names,
                terms,
                in_body: true,
            }) if terms.len() == names.len() + 1 => {
                for name in &names {
                    self.names.unbind(name);
                }
                Ok(terms[names.len()])
            }
            Some(OpenParen::Lambda {
                name,
                index,
                body: Some(body),
            }) => {
                self.names.unbind(&name);
                Ok(self.pool.lambda(index, body))
            }
            Some(OpenParen::Forall {
                names,
                body: Some(body),
            }) => {
                for name in &names {
                    self.names.unbind(name);
                }
                Ok(body)
            }
            Some(OpenParen::Annotation {
                term: Some(term),
                label,
            }) => {
                if stack.is_empty() {
                    self.names.label = label;
                }
                Ok(term)
            }
            _ => Err(unexpected(Token::Close, position, "a term")),
        }
    }

    fn apply(&mut self, function: &Function<'a>, args: &[Term]) -> Result<Term, ParseErrorKind> {
        match function {
            Function::Const(sort) => const_array(self.pool, *sort, args),
            Function::Indexed(name, indices) => apply_indexed(self.pool, name, indices, args)
                .unwrap_or_else(|| Err(ParseErrorKind::UnknownFunction((*name).to_string()))),
            Function::Named(name) => match apply(self.pool, name, args) {
                Some(result) => result,
                None => self.apply_macro(&unescape(name), args),
            },
        }
    }

    fn float_of_real(
        &mut self,
        function: &Function<'a>,
        args: &[Term],
        real: &Ratio,
    ) -> Result<Term, ParseErrorKind> {
        let (Function::Indexed(name, indices), [mode]) = (function, args) else {
            return Err(super::apply::arity("to_fp", "2", args));
        };
        if self.pool.sort(*mode) != Sort::RoundingMode {
            return Err(super::apply::sorts(self.pool, name, args));
        }
        let format = apply_float::format(name, indices)?;
        Ok(real.to_fp(self.pool, format, *mode))
    }

    fn apply_macro(&mut self, name: &str, args: &[Term]) -> Result<Term, ParseErrorKind> {
        let Some(defined) = self.names.meaning(name) else {
            if let Some(function) = self.names.resolves_functions(self.pool, name) {
                return self.apply_function(function, name, args);
            }
            return Err(ParseErrorKind::UnknownFunction(name.to_string()));
        };
        let sorts_of =
            |terms: &[Term]| -> Vec<Sort> { terms.iter().map(|t| self.pool.sort(*t)).collect() };
        if sorts_of(args) != sorts_of(&defined.parameters) {
            return Err(super::apply::sorts(self.pool, name, args));
        }
        let mut cache: FxHashMap<Term, Term> = defined
            .parameters
            .iter()
            .copied()
            .zip(args.iter().copied())
            .collect();
        if let Some(term) = cache.get(&defined.body) {
            return Ok(*term);
        }
        Ok(self
            .pool
            .substitute(defined.body, &mut |_, _| None, &mut cache))
    }

    fn apply_function(
        &mut self,
        function: FunctionId,
        name: &str,
        args: &[Term],
    ) -> Result<Term, ParseErrorKind> {
        let (domain, _) = self.pool.function_sorts(function);
        let fits = args
            .iter()
            .map(|a| self.pool.sort(*a))
            .eq(domain.iter().copied());
        if !fits {
            return Err(super::apply::sorts(self.pool, name, args));
        }
        Ok(self.pool.apply(function, args))
    }

    fn atom(&mut self, token: Token<'a>, position: Position) -> Result<Term, ParseError> {
        match token {
            Token::Hex(digits) => {
                let value =
                    BigUint::parse_bytes(digits.as_bytes(), 16).expect("the lexer checks digits");
                Ok(self
                    .pool
                    .bv(BitVec::from_big(4 * digits.len() as u32, value)))
            }
            Token::Binary(digits) => {
                let value =
                    BigUint::parse_bytes(digits.as_bytes(), 2).expect("the lexer checks digits");
                Ok(self.pool.bv(BitVec::from_big(digits.len() as u32, value)))
            }
            Token::Symbol("true") => Ok(self.pool.tt()),
            Token::Symbol("false") => Ok(self.pool.ff()),
            Token::Symbol(name) if RoundingMode::from_name(name).is_some() => {
                let mode = RoundingMode::from_name(name).expect("just asked");
                Ok(self.pool.rounding_mode(mode))
            }
            Token::Symbol(name) => {
                let name = unescape(name);
                self.names.lookup(&name).ok_or_else(|| ParseError {
                    position,
                    kind: ParseErrorKind::UnknownSymbol(name.to_string()),
                })
            }
            token => Err(unexpected(token, position, "a term")),
        }
    }

    /// Reads `(name` of a further binding, or the end of the bindings; whether the body follows.
    fn next_binding(lexer: &mut Lexer<'a>, names: &mut Vec<String>) -> Result<bool, ParseError> {
        match lexer.next()? {
            (Token::Close, _) => Ok(true),
            (Token::Open, _) => match lexer.next()? {
                (Token::Symbol(name), _) => {
                    names.push(unescape(name).into_owned());
                    Ok(false)
                }
                (token, position) => Err(unexpected(token, position, "a name to bind")),
            },
            (token, position) => Err(unexpected(token, position, "a binding")),
        }
    }

    /// Reads `:key value …` up to the closing parenthesis, which stays. `:named` makes its name mean the term; the
    /// name is returned as it is written.
    fn attributes(&mut self, term: Term) -> Result<Option<String>, ParseError> {
        let mut label = None;
        loop {
            match self.lexer.peek()? {
                (Token::Close, _) => return Ok(label),
                (Token::Keyword(":named"), _) => {
                    self.lexer.next()?;
                    let (_, position) = self.lexer.peek()?;
                    let name = self.symbol("a name for the term")?;
                    let parameters = Vec::new();
                    let meaning = Macro {
                        parameters,
                        body: term,
                    };
                    self.define_name(name, meaning, position)?;
                    label = Some(name.to_string());
                }
                (Token::Keyword(keyword), _) => {
                    self.lexer.next()?;
                    let value = self.attribute_value()?;
                    self.names.attributes.push(Attribute {
                        term,
                        keyword: keyword.to_string(),
                        value,
                    });
                }
                (token, position) => return Err(unexpected(token, position, "a keyword")),
            }
        }
    }

    /// The text up to the next keyword, or to the closing parenthesis.
    fn attribute_value(&mut self) -> Result<String, ParseError> {
        let mark = self.lexer.mark()?;
        let mut depth = 0;
        let mut is_empty = true;
        loop {
            match self.lexer.peek()? {
                (Token::Close | Token::Keyword(_), _) if depth == 0 => break,
                (Token::Close, _) => depth -= 1,
                (Token::Open, _) => depth += 1,
                (Token::End, position) => return Err(unexpected(Token::End, position, "`)`")),
                _ => {}
            }
            is_empty = false;
            self.lexer.next()?;
        }
        Ok(match is_empty {
            true => String::new(),
            false => self.lexer.since(mark).to_string(),
        })
    }

    /// Lets a name mean something, from here to the end of the scope.
    pub(super) fn define_name(
        &mut self,
        name: &str,
        meaning: Macro,
        position: Position,
    ) -> Result<(), ParseError> {
        let unescaped = unescape(name);
        let error = |kind| Err(ParseError { position, kind });
        if is_function(self.pool, name) {
            return error(ParseErrorKind::Reserved(name.to_string()));
        }
        if let Some(known) = self.names.meaning(&unescaped) {
            let sort = self.pool.sort(known.body).to_string();
            let name = name.to_string();
            return error(ParseErrorKind::Redeclared { name, sort });
        }
        self.names.define(unescaped.into_owned(), meaning);
        Ok(())
    }

    /// Reads a sort. Array sorts are written by hand and never nested deeply.
    pub(super) fn sort(&mut self) -> Result<Sort, ParseError> {
        self.sort_within(16)
    }

    fn sort_within(&mut self, depth: u32) -> Result<Sort, ParseError> {
        let (token, position) = self.lexer.next()?;
        let error = |kind| Err(ParseError { position, kind });
        match token {
            Token::Symbol("Bool") => Ok(Sort::Bool),
            Token::Symbol("RoundingMode") => Ok(Sort::RoundingMode),
            Token::Symbol("Float16") => Ok(Sort::Float(FloatFormat::HALF)),
            Token::Symbol("Float32") => Ok(Sort::Float(FloatFormat::SINGLE)),
            Token::Symbol("Float64") => Ok(Sort::Float(FloatFormat::DOUBLE)),
            Token::Symbol("Float128") => Ok(Sort::Float(FloatFormat::QUAD)),
            Token::Symbol(name) => match self.names.sort(name) {
                Some(sort) => Ok(sort),
                None => error(ParseErrorKind::UnknownSort(name.to_string())),
            },
            Token::Open if depth == 0 => error(ParseErrorKind::Unsupported(
                "a sort nested so deeply".to_string(),
            )),
            Token::Open => match self.lexer.next()? {
                (Token::Symbol("_"), _) => {
                    let (name, at) = self.lexer.next()?;
                    if name == Token::Symbol("FloatingPoint") {
                        return Ok(Sort::Float(self.format()?));
                    }
                    if name != Token::Symbol("BitVec") {
                        return Err(unexpected(name, at, "BitVec or FloatingPoint"));
                    }
                    let width = self.width()?;
                    self.expect(Token::Close, "`)` after the width")?;
                    Ok(Sort::BitVec(width))
                }
                (Token::Symbol("Array"), _) => {
                    let index = self.sort_within(depth - 1)?;
                    let element = self.sort_within(depth - 1)?;
                    self.expect(Token::Close, "`)` after an array sort")?;
                    if index.is_array() {
                        return error(ParseErrorKind::Unsupported(format!(
                            "an array indexed by {index}"
                        )));
                    }
                    Ok(Sort::array(index, element))
                }
                (token, at) => Err(unexpected(token, at, "a sort")),
            },
            token => Err(unexpected(token, position, "a sort")),
        }
    }

    /// The two indices of a float format and the closing parenthesis.
    fn format(&mut self) -> Result<FloatFormat, ParseError> {
        let (_, position) = self.lexer.peek()?;
        let indices = [self.width()?, self.width()?];
        self.expect(Token::Close, "`)` after the format of a float")?;
        apply_float::format("FloatingPoint", &indices).map_err(|kind| ParseError { position, kind })
    }

    fn width(&mut self) -> Result<u32, ParseError> {
        let (token, position) = self.lexer.next()?;
        let width = match token {
            Token::Numeral(digits) => digits.parse().ok().filter(|w| valid_width(*w)),
            _ => None,
        };
        width.ok_or_else(|| unexpected(token, position, "a width"))
    }

    pub(super) fn symbol(&mut self, what: &'static str) -> Result<&'a str, ParseError> {
        match self.lexer.next()? {
            (Token::Symbol(name), _) => Ok(name),
            (token, position) => Err(unexpected(token, position, what)),
        }
    }

    pub(super) fn expect(
        &mut self,
        wanted: Token<'static>,
        what: &'static str,
    ) -> Result<(), ParseError> {
        let (token, position) = self.lexer.next()?;
        if token == wanted {
            Ok(())
        } else {
            Err(unexpected(token, position, what))
        }
    }
}
