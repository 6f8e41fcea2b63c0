//! Tokens of preprocessed C, and the tree of its brackets.
//!
//! Nothing is lost: what is between two tokens is the gap of the second one, so a text can be put together again. Each token
//! knows the place that the line markers of the preprocessor give it.

use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    Number,
    /// A string or a character.
    Literal,
    Punctuator,
    /// A whole line that begins with `#`: a line marker, or a pragma.
    Line,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    pub file: Rc<str>,
    pub line: u32,
}

/// A part of the text: a token, by its number, or what is in brackets.
#[derive(Clone, Debug)]
pub enum Node {
    Leaf(usize),
    Group {
        open: usize,
        close: usize,
        inner: Vec<Node>,
    },
}

impl Node {
    pub fn first(&self) -> usize {
        match self {
            Node::Leaf(token) => *token,
            Node::Group { open, .. } => *open,
        }
    }

    pub fn last(&self) -> usize {
        match self {
            Node::Leaf(token) => *token,
            Node::Group { close, .. } => *close,
        }
    }
}

/// The longest first.
const PUNCTUATORS: [&str; 24] = [
    "<==>", "==>", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=",
];

/// The tokens of a text. `name` is that of the file until a marker says otherwise.
pub fn tokens(text: &str, name: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut file: Rc<str> = name.into();
    let mut line = 1;
    let mut at = 0;
    let mut fresh = true;
    let mut all = Vec::new();
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        let here = line;
        let kind = match byte {
            b'\n' => {
                line += 1;
                fresh = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if fresh => {
                at = bytes[at..]
                    .iter()
                    .position(|b| *b == b'\n')
                    .map_or(bytes.len(), |n| at + n);
                if let Some((number, path)) = marker(&text[start..at]) {
                    // The line after the marker has this number.
                    line = number - 1;
                    if let Some(path) = path {
                        file = path.into();
                    }
                }
                Kind::Line
            }
            b'/' if bytes[at..].starts_with(b"//") => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            b'/' if bytes[at..].starts_with(b"/*") => {
                let end = text[at + 2..]
                    .find("*/")
                    .map_or(bytes.len(), |n| at + n + 4);
                line += newlines(&text[at..end]);
                at = end;
                continue;
            }
            b'"' | b'\'' => {
                at += 1;
                while at < bytes.len() && bytes[at] != byte && bytes[at] != b'\n' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at = (at + 1).min(bytes.len());
                Kind::Literal
            }
            b'0'..=b'9' => {
                at += 1;
                while at < bytes.len() && (is_word(bytes[at]) || bytes[at] == b'.') {
                    let exponent = matches!(bytes[at], b'e' | b'E' | b'p' | b'P');
                    at += 1;
                    if exponent && at < bytes.len() && matches!(bytes[at], b'+' | b'-') {
                        at += usize::from(
                            !text[start..at].starts_with("0x")
                                || matches!(bytes[at - 1], b'p' | b'P'),
                        );
                    }
                }
                Kind::Number
            }
            _ if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                Kind::Word
            }
            _ => {
                let found = PUNCTUATORS.iter().find(|p| text[at..].starts_with(**p));
                at += found.map_or(1, |p| p.len());
                Kind::Punctuator
            }
        };
        fresh = false;
        all.push(Token {
            kind,
            start,
            end: at.min(bytes.len()),
            file: Rc::clone(&file),
            line: here,
        });
    }
    all
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

pub fn newlines(text: &str) -> u32 {
    text.bytes().filter(|b| *b == b'\n').count() as u32
}

/// What a line marker says: `# 12 "file.c" 1`, or `#line 12 "file.c"`.
fn marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let number: u32 = rest[..digits].parse().ok()?;
    let path = rest[digits..].trim_start().strip_prefix('"');
    let path = path.and_then(|p| p.rsplit_once('"')).map(|(path, _)| path);
    Some((
        number.max(1),
        path.map(|p| p.replace("\\\\", "\\").replace("\\\"", "\"")),
    ))
}

/// The tree of a text's brackets; the number of a token that closes nothing, or is not closed, if there is one.
pub fn tree(text: &str, tokens: &[Token]) -> Result<Vec<Node>, usize> {
    let mut stack: Vec<(usize, Vec<Node>)> = Vec::new();
    let mut nodes = Vec::new();
    for (number, token) in tokens.iter().enumerate() {
        let is_bracket = token.kind == Kind::Punctuator;
        match &text[token.start..token.end] {
            "(" | "[" | "{" if is_bracket => {
                stack.push((number, std::mem::take(&mut nodes)));
            }
            close @ (")" | "]" | "}") if is_bracket => {
                let (open, outer) = stack.pop().ok_or(number)?;
                let opened = &text[tokens[open].start..tokens[open].end];
                if !matches!((opened, close), ("(", ")") | ("[", "]") | ("{", "}")) {
                    return Err(number);
                }
                let inner = std::mem::replace(&mut nodes, outer);
                nodes.push(Node::Group {
                    open,
                    close: number,
                    inner,
                });
            }
            _ => nodes.push(Node::Leaf(number)),
        }
    }
    match stack.pop() {
        Some((open, _)) => Err(open),
        None => Ok(nodes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_kinds() {
        let text = "# 7 \"a.h\" 1\nint x = 0x1e+2; /* \n */ c ==> \"a\\\"b\"\n# 3 \"b.c\" 2\n{ y }";
        let all = tokens(text, "b.c");
        let shown: Vec<String> = all
            .iter()
            .filter(|t| t.kind != Kind::Line)
            .map(|t| format!("{}:{} {}", t.file, t.line, &text[t.start..t.end]))
            .collect();
        let expected = [
            "a.h:7 int",
            "a.h:7 x",
            "a.h:7 =",
            "a.h:7 0x1e",
            "a.h:7 +",
            "a.h:7 2",
            "a.h:7 ;",
            "a.h:8 c",
            "a.h:8 ==>",
            "a.h:8 \"a\\\"b\"",
            "b.c:3 {",
            "b.c:3 y",
            "b.c:3 }",
        ];
        assert_eq!(shown, expected);
        assert!(tree(text, &all).is_ok());
        assert!(tree("( ]", &tokens("( ]", "")).is_err());
    }
}
