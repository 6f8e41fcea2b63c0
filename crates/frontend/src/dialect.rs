//! CBMC's dialect of C, made into C that clang types.
//!
//! The idea: there is no second parser of C. The dialect is a handful of constructs beside C's own, so a pass over the tokens of
//! the preprocessed text finds them and puts C in their place ([`translate`]):
//!
//! - `==>` and `<==>` become `||` and `==` ([`expressions`]);
//! - `__CPROVER_forall { T i; P }` becomes an unknown `i`, or a loop over its range ([`quantifiers`]);
//! - calls whose types no prototype can say become C ([`intrinsics`]), and what the file uses and does not declare is declared;
//! - a function's contract becomes two functions, one that checks the body and one that stands for it ([`contracts`]);
//! - a loop's contract becomes code at the head of the loop ([`loops`]);
//! - `#pragma CPROVER check` becomes a table of lines ([`pragmas`]).
//!
//! Everything else is copied. Line markers are kept, and each replacement has as many line breaks as what it replaces, so that
//! clang's messages and all places in an answer are those of the user's files.
//!
//! Why this is sound: what the pass does not find, clang rejects, since none of it is C; and names that are left over are not
//! supported where they are reached ([`crate::lower`]).

mod contracts;
mod expressions;
mod intrinsics;
mod loops;
mod pragmas;
mod quantifiers;
mod tokens;
mod uninterpreted;

pub use pragmas::Lines;

use program::Property;
use std::collections::{BTreeMap, BTreeSet};
use tokens::{Kind, Node, Token};

/// What to do with contracts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Loops are replaced by their contracts.
    pub loop_contracts: bool,
}

/// A translated file.
pub struct Translated {
    pub text: String,
    /// Where which checks are off, and where on.
    pub lines: Lines,
}

/// What is wrong with the use of the dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    pub file: String,
    pub line: u32,
    pub what: String,
}

/// Whether a text may have something of the dialect in it.
pub fn concerns(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    ["CPROVER", "==>", "__builtin___"]
        .iter()
        .any(|mark| text.contains(mark))
}

/// The name by which pragmas call the checks of a property.
pub fn name_of_check(property: Property) -> Option<&'static str> {
    Some(match property {
        Property::ArrayBounds | Property::VlaBound => "bounds",
        Property::ValidDeref => "pointer",
        Property::NoDivByZero => "div-by-zero",
        Property::NoOverflow => "signed-overflow",
        Property::NoUnsignedOverflow => "unsigned-overflow",
        Property::NoPointerOverflow => "pointer-overflow",
        Property::NoShiftError => "undefined-shift",
        Property::NoNan => "nan",
        Property::NoFloatCastOverflow => "conversion",
        _ => return None,
    })
}

/// Translates the preprocessed text of the file called `name`.
pub fn translate(text: &str, name: &str, choices: Choices) -> Result<Translated, Mistake> {
    let tokens = tokens::tokens(text, name);
    let nodes = match tokens::tree(text, &tokens) {
        Ok(nodes) => nodes,
        // clang says what is wrong.
        Err(_) => {
            return Ok(Translated {
                text: text.to_string(),
                lines: Lines::default(),
            });
        }
    };
    let lines = pragmas::lines(text, &tokens)?;
    let mut translator = Translator {
        text,
        tokens: &tokens,
        choices,
        declared: BTreeSet::new(),
        numbers: 0,
        moved: false,
        stance: Stance::Unknown,
        firm: false,
        loose: false,
        substituted: BTreeMap::new(),
        olds: None,
        contracted: BTreeSet::new(),
    };
    translator.collect_declared(&nodes);
    let body = translator.file(&nodes)?;
    let mut front = translator.declarations(&body);
    front.push_str(&format!("# 1 \"{}\"\n", escaped(name)));
    Ok(Translated {
        text: front + &body,
        lines,
    })
}

/// What the value of an expression is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stance {
    /// It is asserted: that it is false is what counts.
    Asserted,
    /// It is assumed: runs in which it is false do not count.
    Assumed,
    Unknown,
}

struct Translator<'a> {
    text: &'a str,
    tokens: &'a [Token],
    choices: Choices,
    /// What the file declares itself.
    declared: BTreeSet<String>,
    /// Numbers for names that are made up.
    numbers: u32,
    /// Whether what is written goes to another place, on one line.
    moved: bool,
    stance: Stance,
    /// Whether nothing else can make up for an expression being false.
    firm: bool,
    /// Whether a function was called where something could.
    loose: bool,
    /// Words that stand for others, in contracts.
    substituted: BTreeMap<String, String>,
    /// The values before, in contracts that may speak of them.
    olds: Option<Vec<String>>,
    /// Functions whose contracts have been translated.
    contracted: BTreeSet<String>,
}

type Result<T, E = Mistake> = std::result::Result<T, E>;

impl<'a> Translator<'a> {
    fn token(&self, number: usize) -> &'a str {
        let token = &self.tokens[number];
        &self.text[token.start..token.end]
    }

    fn is(&self, node: Option<&Node>, text: &str) -> bool {
        matches!(node, Some(Node::Leaf(token)) if self.token(*token) == text)
    }

    fn is_line(&self, node: &Node) -> bool {
        matches!(node, Node::Leaf(token) if self.tokens[*token].kind == Kind::Line)
    }

    /// The word that a node is.
    fn word(&self, node: Option<&Node>) -> Option<&'a str> {
        match node {
            Some(Node::Leaf(token)) if self.tokens[*token].kind == Kind::Word => {
                Some(self.token(*token))
            }
            _ => None,
        }
    }

    /// What is in brackets of this kind.
    fn group<'n>(&self, node: Option<&'n Node>, open: &str) -> Option<&'n [Node]> {
        match node {
            Some(Node::Group {
                open: token, inner, ..
            }) if self.token(*token) == open => Some(inner),
            _ => None,
        }
    }

    /// The text between a token and the one before it.
    fn gap(&self, token: usize) -> &'a str {
        let start = match token.checked_sub(1) {
            Some(before) => self.tokens[before].end,
            None => 0,
        };
        &self.text[start..self.tokens[token].start]
    }

    fn mistake(&self, token: usize, what: impl Into<String>) -> Mistake {
        let token = &self.tokens[token];
        Mistake {
            file: token.file.to_string(),
            line: token.line,
            what: what.into(),
        }
    }

    /// A marker that says that what follows is where a token is.
    fn marker(&self, token: usize) -> String {
        let token = &self.tokens[token];
        format!("\n# {} \"{}\"\n", token.line, escaped(&token.file))
    }

    fn fresh(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// The line breaks and markers of a part of the text.
    fn skeleton(&self, first: usize, last: usize) -> String {
        if self.moved {
            return String::new();
        }
        let mut lines = String::new();
        for token in first..=last {
            lines.extend(self.gap(token).chars().filter(|c| *c == '\n'));
            if self.tokens[token].kind == Kind::Line {
                lines.push_str(self.token(token));
            }
        }
        lines
    }

    /// Writes one token with the gap before it.
    fn leaf(&self, out: &mut String, token: usize) {
        let is_line = self.tokens[token].kind == Kind::Line;
        if self.moved {
            if !is_line {
                if !self.gap(token).is_empty() {
                    out.push(' ');
                }
                let text = self.token(token);
                match self.substituted.get(text) {
                    Some(other) => out.push_str(other),
                    None => out.push_str(text),
                }
            }
            return;
        }
        out.push_str(self.gap(token));
        // Declarations come before the first marker; a line of its own is needed for it.
        out.push_str(self.token(token));
    }

    /// What is written goes to another place, on one line.
    fn moved<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moved, true);
        let result = write(self);
        self.moved = before;
        result
    }

    fn with_stance<T>(&mut self, stance: Stance, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.stance, stance);
        let result = write(self);
        self.stance = before;
        result
    }

    /// The parts of a list that are separated by commas.
    fn arguments<'n>(&self, nodes: &'n [Node]) -> Vec<&'n [Node]> {
        let blank = nodes.iter().all(|n| self.is_line(n));
        if blank {
            return Vec::new();
        }
        nodes.split(|n| self.is(Some(n), ",")).collect()
    }

    /// The functions, types and variables that the file itself declares outside of functions.
    fn collect_declared(&mut self, nodes: &[Node]) {
        for (at, node) in nodes.iter().enumerate() {
            let Some(word) = self.word(Some(node)) else {
                continue;
            };
            if !word.starts_with("__CPROVER_") && !word.starts_with("__aver_") {
                continue;
            }
            let after = nodes.get(at + 1);
            let before = at.checked_sub(1).and_then(|b| nodes.get(b));
            let follows_type = self.word(before).is_some() || self.is(before, "*");
            let declares = self.group(after, "(").is_some() && follows_type;
            let defines = self.is(after, ";") && follows_type;
            if declares || defines {
                self.declared.insert(word.to_string());
            }
        }
    }

    /// The declarations that the translated text needs, on lines of our own.
    fn declarations(&self, body: &str) -> String {
        let mut front = String::from("# 1 \"aver/cprover.h\" 1 3\n");
        let used: BTreeSet<&str> = body
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .filter(|w| {
                w.starts_with("__CPROVER_") || w.starts_with("__aver_") || w.starts_with("nondet_")
            })
            .collect();
        for (name, declaration) in intrinsics::DECLARATIONS {
            if used.contains(name) && !self.declared.contains(*name) {
                front.push_str(declaration);
                front.push('\n');
            }
        }
        front
    }
}

fn escaped(path: &str) -> String {
    path.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests;
