//! Tokens of the text form, and how names and strings are quoted.

use std::fmt;
use term::{TermPool, smtlib};

/// Words with it may be names that [`smtlib::quote`] escaped.
const ESCAPE: char = '~';

/// Why a text is not a program, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub what: String,
}

impl ParseError {
    pub(super) fn at((line, column): (u32, u32), what: impl Into<String>) -> ParseError {
        ParseError {
            line,
            column,
            what: what.into(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A plain symbol, a number or a bit-vector literal.
    Word(String),
    /// A symbol between bars.
    Quoted(String),
    Text(String),
    /// The numbers after an `@`.
    Place(Vec<u32>),
    Open,
    Close,
    Colon,
    Comma,
    /// `:=`
    Assign,
    /// The end of a line, outside parentheses.
    Newline,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(w) => write!(f, "`{w}`"),
            Token::Quoted(w) => write!(f, "`|{w}|`"),
            Token::Text(_) => write!(f, "a string"),
            Token::Place(_) => write!(f, "a place"),
            Token::Open => write!(f, "`(`"),
            Token::Close => write!(f, "`)`"),
            Token::Colon => write!(f, "`:`"),
            Token::Comma => write!(f, "`,`"),
            Token::Assign => write!(f, "`:=`"),
            Token::Newline => write!(f, "the end of the line"),
            Token::End => write!(f, "the end of the text"),
        }
    }
}

/// What a word consists of; `@` starts a place, but may occur inside a word.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/#".contains(c)
}

/// The symbol as SMT-LIB writes it, between bars also where a term could be mistaken for an instruction.
pub(super) fn quote_symbol(name: &str) -> String {
    const RESERVED: [&str; 9] = [
        "havoc",
        "load",
        "alloc",
        "objectsize",
        "objectroom",
        "objectoffset",
        "objectalive",
        "objectdynamic",
        "call",
    ];
    if RESERVED.contains(&name) {
        return format!("|{name}|");
    }
    smtlib::quote(name).into_owned()
}

/// The name that [`quote_symbol`] wrote, bars already taken off.
fn unquote_symbol(text: &str) -> String {
    let mut found = None;
    // Escaped names contain no character that would need bars, except for spaces and similar characters.
    let quoted = format!("|{text}|");
    let mut resolve = |name: &str| {
        found = Some(name.to_string());
        None
    };
    // An error is expected: the symbol has no term.
    let _ = smtlib::parse_term(&mut TermPool::new(), &quoted, &mut resolve);
    found.unwrap_or_else(|| text.to_string())
}

pub(super) fn quote_text(text: &str) -> String {
    let mut result = String::from('"');
    for c in text.chars() {
        match c {
            '\n' => result += "\\n",
            '\\' => result += "\\\\",
            '"' => result += "\\\"",
            c if c.is_control() => result += &format!("\\u{{{:x}}}", c as u32),
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

/// Reads tokens one by one, with one token of lookahead.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The byte that comes next, and its place.
    at: usize,
    line: u32,
    column: u32,
    /// Open parentheses.
    depth: u32,
    /// The next token if it was looked at, and the state in front of it.
    peeked: Option<(Token, LexerState)>,
}

/// Where a lexer was.
#[derive(Clone, Copy)]
struct LexerState {
    at: usize,
    line: u32,
    column: u32,
    depth: u32,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            line: 1,
            column: 1,
            depth: 0,
            peeked: None,
        }
    }

    fn state(&self) -> LexerState {
        LexerState {
            at: self.at,
            line: self.line,
            column: self.column,
            depth: self.depth,
        }
    }

    /// The text of the next term, and where it starts: a word, or all up to the matching parenthesis.
    pub fn term_text(&mut self) -> Result<(&'a str, (u32, u32)), ParseError> {
        if let Some((_, state)) = self.peeked.take() {
            (self.at, self.depth) = (state.at, state.depth);
            (self.line, self.column) = (state.line, state.column);
        }
        self.skip_space();
        let (start, position) = (self.at, (self.line, self.column));
        let outside = self.depth;
        match self.next()? {
            Token::Word(_) | Token::Quoted(_) => {}
            Token::Open => {
                while self.depth > outside {
                    if self.next()? == Token::End {
                        return Err(ParseError::at(position, "`(` is not closed"));
                    }
                }
            }
            other => {
                let what = format!("expected a term, found {other}");
                return Err(ParseError::at(position, what));
            }
        }
        Ok((&self.text[start..self.at], position))
    }

    /// Where the next token starts, or white space in front of it.
    pub fn position(&mut self) -> (u32, u32) {
        match &self.peeked {
            Some((_, state)) => (state.line, state.column),
            None => {
                self.skip_space();
                (self.line, self.column)
            }
        }
    }

    pub fn peek(&mut self) -> Result<&Token, ParseError> {
        if self.peeked.is_none() {
            self.skip_space();
            let state = self.state();
            self.peeked = Some((self.lex()?, state));
        }
        Ok(&self.peeked.as_ref().expect("just put there").0)
    }

    pub fn next(&mut self) -> Result<Token, ParseError> {
        match self.peeked.take() {
            Some((token, _)) => Ok(token),
            None => self.lex(),
        }
    }

    /// Takes the next token if it is this one.
    pub fn accept(&mut self, token: &Token) -> Result<bool, ParseError> {
        let same = self.peek()? == token;
        if same {
            self.peeked = None;
        }
        Ok(same)
    }

    /// Takes the next token if it is this word.
    pub fn accept_word(&mut self, word: &str) -> Result<bool, ParseError> {
        let same = matches!(self.peek()?, Token::Word(w) if w == word);
        if same {
            self.peeked = None;
        }
        Ok(same)
    }

    pub fn expect(&mut self, token: &Token) -> Result<(), ParseError> {
        let at = self.position();
        let found = self.next()?;
        if found == *token {
            Ok(())
        } else {
            Err(ParseError::at(
                at,
                format!("expected {token}, found {found}"),
            ))
        }
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        self.expect(&Token::Word(word.to_string()))
    }

    /// A plain or quoted symbol.
    pub fn name(&mut self) -> Result<String, ParseError> {
        let at = self.position();
        match self.next()? {
            Token::Word(w) | Token::Quoted(w) => Ok(w),
            other => Err(ParseError::at(
                at,
                format!("expected a name, found {other}"),
            )),
        }
    }

    pub fn text(&mut self) -> Result<String, ParseError> {
        let at = self.position();
        match self.next()? {
            Token::Text(t) => Ok(t),
            other => Err(ParseError::at(
                at,
                format!("expected a string, found {other}"),
            )),
        }
    }

    pub fn number<N: std::str::FromStr>(&mut self) -> Result<N, ParseError> {
        let at = self.position();
        let word = self.name()?;
        word.parse()
            .map_err(|_| ParseError::at(at, format!("expected a number, found `{word}`")))
    }

    /// A number after a letter: `t3`, `s0`, `b12`.
    pub fn numbered(&mut self, prefix: &str) -> Result<usize, ParseError> {
        let at = self.position();
        let word = self.name()?;
        word.strip_prefix(prefix)
            .and_then(|n| n.parse::<u32>().ok())
            .map(|n| n as usize)
            .ok_or_else(|| ParseError::at(at, format!("expected `{prefix}`N, found `{word}`")))
    }

    fn first(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.first()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) {
        while let Some(c) = self.first() {
            if c == ';' {
                while self.first().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if c.is_whitespace() && (c != '\n' || self.depth > 0) {
                self.bump();
            } else {
                break;
            }
        }
    }

    fn lex(&mut self) -> Result<Token, ParseError> {
        self.skip_space();
        let at = (self.line, self.column);
        let Some(c) = self.bump() else {
            return Ok(Token::End);
        };
        Ok(match c {
            '\n' => Token::Newline,
            '(' => {
                self.depth += 1;
                Token::Open
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                Token::Close
            }
            ',' => Token::Comma,
            ':' if self.first() == Some('=') => {
                self.bump();
                Token::Assign
            }
            ':' => Token::Colon,
            '@' => Token::Place(self.place(at)?),
            '"' => Token::Text(self.string(at)?),
            '|' => Token::Quoted(self.symbol(at)?),
            c if is_word(c) => {
                let mut word = String::from(c);
                while let Some(c) = self.first().filter(|c| is_word(*c)) {
                    self.bump();
                    word.push(c);
                }
                Token::Word(match word.contains(ESCAPE) {
                    true => unquote_symbol(&word),
                    false => word,
                })
            }
            c => return Err(ParseError::at(at, format!("unexpected character `{c}`"))),
        })
    }

    fn place(&mut self, at: (u32, u32)) -> Result<Vec<u32>, ParseError> {
        let mut digits = String::new();
        while let Some(c) = self.first() {
            if !c.is_ascii_digit() && c != ':' {
                break;
            }
            self.bump();
            digits.push(c);
        }
        let numbers: Result<Vec<u32>, _> = digits.split(':').map(str::parse).collect();
        match numbers {
            Ok(numbers) if numbers.len() == 2 || numbers.len() == 3 => Ok(numbers),
            _ => Err(ParseError::at(
                at,
                "a place is @line:column or @file:line:column",
            )),
        }
    }

    fn symbol(&mut self, at: (u32, u32)) -> Result<String, ParseError> {
        let start = self.at;
        loop {
            match self.bump() {
                Some('|') => return Ok(unquote_symbol(&self.text[start..self.at - 1])),
                Some(_) => {}
                None => return Err(ParseError::at(at, "`|` is not closed")),
            }
        }
    }

    fn string(&mut self, at: (u32, u32)) -> Result<String, ParseError> {
        let unclosed = || ParseError::at(at, "`\"` is not closed on its line");
        let mut text = String::new();
        loop {
            match self.bump().ok_or_else(unclosed)? {
                '\n' => return Err(unclosed()),
                '"' => return Ok(text),
                '\\' => match self.bump().ok_or_else(unclosed)? {
                    'n' => text.push('\n'),
                    'u' => text.push(self.unicode().ok_or_else(unclosed)?),
                    c => text.push(c),
                },
                c => text.push(c),
            }
        }
    }

    /// The rest of `\u{1f}`.
    fn unicode(&mut self) -> Option<char> {
        let mut digits = String::new();
        self.bump().filter(|c| *c == '{')?;
        loop {
            match self.bump()? {
                '}' => break,
                c => digits.push(c),
            }
        }
        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
    }
}
