//! From text to tokens.

use super::parse::{ParseError, ParseErrorKind};
use std::fmt;

/// A place in the text; both count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl Position {
    /// Where a text starts.
    pub const START: Position = Position { line: 1, column: 1 };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// Without its bars.
    Symbol(&'a str),
    /// With its colon.
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// The digits after `#x`.
    Hex(&'a str),
    /// The digits after `#b`.
    Binary(&'a str),
    /// What is between its quotes, where two quotes still mean one.
    String(&'a str),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Open => write!(f, "("),
            Token::Close => write!(f, ")"),
            Token::Symbol(s) | Token::Keyword(s) | Token::Numeral(s) | Token::Decimal(s) => {
                write!(f, "{s}")
            }
            Token::Hex(s) => write!(f, "#x{s}"),
            Token::Binary(s) => write!(f, "#b{s}"),
            Token::String(s) => write!(f, "\"{s}\""),
            Token::End => write!(f, "the end of the text"),
        }
    }
}

/// The tokens of a text, with one token of look-ahead.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    position: Position,
    peeked: Option<Scanned<'a>>,
    /// Where the last token that was taken ends.
    taken: usize,
}

struct Scanned<'a> {
    token: Token<'a>,
    position: Position,
    /// Offsets in the text.
    start: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer::starting_at(text, Position::START)
    }

    /// Reads a piece of a larger text, in which it starts at `position`.
    pub(super) fn starting_at(text: &'a str, position: Position) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            position,
            peeked: None,
            taken: 0,
        }
    }

    pub(super) fn peek(&mut self) -> Result<(Token<'a>, Position), ParseError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.scan()?);
        }
        let scanned = self.peeked.as_ref().expect("just filled");
        Ok((scanned.token, scanned.position))
    }

    pub(super) fn next(&mut self) -> Result<(Token<'a>, Position), ParseError> {
        let scanned = match self.peeked.take() {
            Some(scanned) => scanned,
            None => self.scan()?,
        };
        self.taken = scanned.end;
        Ok((scanned.token, scanned.position))
    }

    /// Where the next token starts, for [`Lexer::since`].
    pub(super) fn mark(&mut self) -> Result<usize, ParseError> {
        self.peek()?;
        Ok(self.peeked.as_ref().expect("just filled").start)
    }

    /// The text from a mark to the end of the last token that was taken.
    pub(super) fn since(&self, mark: usize) -> &'a str {
        self.text.get(mark..self.taken).unwrap_or_default()
    }

    /// Skips `length` bytes.
    fn advance(&mut self, length: usize) -> &'a str {
        let passed = &self.text[self.at..self.at + length];
        self.at += length;
        match passed.rfind('\n') {
            None => self.position.column += passed.chars().count() as u32,
            Some(last) => {
                self.position.line += passed.matches('\n').count() as u32;
                self.position.column = 1 + passed[last + 1..].chars().count() as u32;
            }
        }
        passed
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let first = rest.chars().next();
            let length = match first {
                Some(';') => rest.find('\n').unwrap_or(rest.len()),
                Some(c) if c.is_whitespace() => rest.len() - rest.trim_start().len(),
                _ => return,
            };
            self.advance(length);
        }
    }

    fn scan(&mut self) -> Result<Scanned<'a>, ParseError> {
        self.skip_blank();
        let position = self.position;
        let start = self.at;
        let token = self.scan_token(position)?;
        Ok(Scanned {
            token,
            position,
            start,
            end: self.at,
        })
    }

    fn scan_token(&mut self, position: Position) -> Result<Token<'a>, ParseError> {
        let rest = &self.text[self.at..];
        let error = |kind| Err(ParseError { position, kind });
        let Some(first) = rest.chars().next() else {
            return Ok(Token::End);
        };
        let token = match first {
            '(' => {
                self.advance(1);
                Token::Open
            }
            ')' => {
                self.advance(1);
                Token::Close
            }
            '|' => match rest[1..].find('|') {
                Some(length) => {
                    let symbol = &rest[1..1 + length];
                    self.advance(length + 2);
                    Token::Symbol(symbol)
                }
                None => return error(ParseErrorKind::Unterminated("a quoted symbol")),
            },
            '"' => match string_length(rest) {
                Some(length) => {
                    self.advance(length);
                    Token::String(&rest[1..length - 1])
                }
                None => return error(ParseErrorKind::Unterminated("a string")),
            },
            _ => {
                let end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"' | '|');
                let length = rest.find(end).unwrap_or(rest.len());
                let word = self.advance(length);
                match classify(word) {
                    Some(token) => token,
                    None => return error(ParseErrorKind::BadLiteral(word.to_string())),
                }
            }
        };
        Ok(token)
    }
}

/// The length of the string at the start, with its quotes.
fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            if bytes.get(at + 1) != Some(&b'"') {
                return Some(at + 1);
            }
            at += 1;
        }
        at += 1;
    }
    None
}

fn classify(word: &str) -> Option<Token<'_>> {
    if let Some(digits) = word.strip_prefix("#x") {
        let valid = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
        return valid.then_some(Token::Hex(digits));
    }
    if let Some(digits) = word.strip_prefix("#b") {
        let valid = !digits.is_empty() && digits.bytes().all(|b| b == b'0' || b == b'1');
        return valid.then_some(Token::Binary(digits));
    }
    if word.starts_with('#') {
        return None;
    }
    if word.starts_with(':') {
        return Some(Token::Keyword(word));
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return Some(Token::Numeral(word));
        }
        let decimal = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        return decimal.then_some(Token::Decimal(word));
    }
    Some(Token::Symbol(word))
}
