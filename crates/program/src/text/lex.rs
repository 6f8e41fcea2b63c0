//! Tokens of the text form, and how names and strings are quoted.

use std::fmt;

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
    /// The numbers behind an `@`.
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

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!$%^&*_-+=<>.?/#".contains(c)
}

/// The symbol as SMT-LIB writes it, between bars if it is not plain.
pub(super) fn quote_symbol(name: &str) -> String {
    // SMT-LIB's reserved words, and ours that may stand where a term does.
    const RESERVED: [&str; 11] = [
        "true",
        "false",
        "let",
        "_",
        "as",
        "!",
        "havoc",
        "load",
        "alloc",
        "objectsize",
        "call",
    ];
    let plain = name.chars().all(is_word)
        && name
            .chars()
            .next()
            .is_some_and(|c| !c.is_ascii_digit() && c != '#' && c != '?')
        && !RESERVED.contains(&name);
    if plain {
        name.to_string()
    } else {
        quote(name, '|')
    }
}

pub(super) fn quote_text(text: &str) -> String {
    quote(text, '"')
}

fn quote(text: &str, mark: char) -> String {
    let mut result = String::from(mark);
    for c in text.chars() {
        match c {
            '\n' => result += "\\n",
            '\\' => result += "\\\\",
            c if c == mark => result.extend(['\\', c]),
            c if c.is_control() => result += &format!("\\u{{{:x}}}", c as u32),
            c => result.push(c),
        }
    }
    result.push(mark);
    result
}

/// Reads tokens one by one, with one token of lookahead.
pub(super) struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: u32,
    column: u32,
    /// Open parentheses.
    depth: u32,
    peeked: Option<(Token, (u32, u32))>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text.chars().peekable(),
            line: 1,
            column: 1,
            depth: 0,
            peeked: None,
        }
    }

    /// Where the next token starts, or white space in front of it.
    pub fn position(&mut self) -> (u32, u32) {
        match &self.peeked {
            Some((_, at)) => *at,
            None => {
                self.skip_space();
                (self.line, self.column)
            }
        }
    }

    pub fn peek(&mut self) -> Result<&Token, ParseError> {
        if self.peeked.is_none() {
            let token = self.lex()?;
            self.peeked = Some(token);
        }
        Ok(&self.peeked.as_ref().expect("just put there").0)
    }

    pub fn next(&mut self) -> Result<Token, ParseError> {
        match self.peeked.take() {
            Some((token, _)) => Ok(token),
            None => Ok(self.lex()?.0),
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

    /// A number behind a letter: `t3`, `s0`, `b12`.
    pub fn numbered(&mut self, prefix: &str) -> Result<usize, ParseError> {
        let at = self.position();
        let word = self.name()?;
        word.strip_prefix(prefix)
            .and_then(|n| n.parse::<u32>().ok())
            .map(|n| n as usize)
            .ok_or_else(|| ParseError::at(at, format!("expected `{prefix}`N, found `{word}`")))
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) {
        while let Some(c) = self.rest.peek().copied() {
            if c == ';' {
                while self.rest.peek().is_some_and(|c| *c != '\n') {
                    self.bump();
                }
            } else if c.is_whitespace() && (c != '\n' || self.depth > 0) {
                self.bump();
            } else {
                break;
            }
        }
    }

    fn lex(&mut self) -> Result<(Token, (u32, u32)), ParseError> {
        self.skip_space();
        let at = (self.line, self.column);
        let Some(c) = self.bump() else {
            return Ok((Token::End, at));
        };
        let token = match c {
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
            ':' if self.rest.peek() == Some(&'=') => {
                self.bump();
                Token::Assign
            }
            ':' => Token::Colon,
            '@' => Token::Place(self.place(at)?),
            '"' => Token::Text(self.quoted('"', at)?),
            '|' => Token::Quoted(self.quoted('|', at)?),
            c if is_word(c) => {
                let mut word = String::from(c);
                while let Some(c) = self.rest.peek().copied().filter(|c| is_word(*c)) {
                    self.bump();
                    word.push(c);
                }
                Token::Word(word)
            }
            c => return Err(ParseError::at(at, format!("unexpected character `{c}`"))),
        };
        Ok((token, at))
    }

    fn place(&mut self, at: (u32, u32)) -> Result<Vec<u32>, ParseError> {
        let mut digits = String::new();
        while let Some(c) = self.rest.peek().copied() {
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

    fn quoted(&mut self, mark: char, at: (u32, u32)) -> Result<String, ParseError> {
        let unclosed = || ParseError::at(at, format!("`{mark}` is not closed on its line"));
        let mut text = String::new();
        loop {
            match self.bump().ok_or_else(unclosed)? {
                '\n' => return Err(unclosed()),
                c if c == mark => return Ok(text),
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
