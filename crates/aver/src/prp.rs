//! Property files (`.prp`), as SV-COMP writes them.
//!
//! One property per line: `CHECK( init(main()), LTL(G ! call(reach_error())) )`. Known formulas: `G ! call(f())`,
//! `G ! overflow`, `F end`, and `G name` for each of Aver's properties, among them SV-COMP's `valid-free`, `valid-deref`,
//! `valid-memtrack` and `valid-memcleanup`.

use crate::properties;
use program::Property;

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    pub properties: Vec<Property>,
    /// The function that must not be called.
    pub error_function: Option<String>,
    /// Where runs start.
    pub entry: Option<String>,
    /// Whether the properties come from a property file: then SV-COMP's conventions apply.
    pub competition: bool,
}

/// Why a property file cannot be used. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrpError {
    #[error(
        "it has no `CHECK(…)` line; one looks like `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
    )]
    Empty,
    #[error(
        "line {line}: expected {expected}, found {found}; a line looks like `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
    )]
    Syntax {
        line: usize,
        expected: String,
        found: String,
    },
    #[error(
        "line {line}: no property is called `{name}`; those that exist: overflow, call(f()), end, {}",
        properties::names()
    )]
    Unknown { line: usize, name: String },
    #[error(
        "line {line}: a second {what}, `{second}` after `{first}`; all lines must name the same one"
    )]
    Two {
        line: usize,
        what: &'static str,
        first: String,
        second: String,
    },
}

/// Reads the text of a property file.
pub fn parse(text: &str) -> Result<Specification, PrpError> {
    let mut specification = Specification::default();
    for (index, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            let mut parser = Parser {
                line: index + 1,
                tokens: tokens(line),
                next: 0,
            };
            parser.check(&mut specification)?;
        }
    }
    if specification.properties.is_empty() {
        return Err(PrpError::Empty);
    }
    Ok(specification)
}

/// Words (letters, digits, `_`, `-`) and single other characters.
fn tokens(line: &str) -> Vec<&str> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if in_word(first) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind.trim_start();
    }
    tokens
}

struct Parser<'a> {
    line: usize,
    tokens: Vec<&'a str>,
    next: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.next).copied()
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, PrpError> {
        Err(PrpError::Syntax {
            line: self.line,
            expected: expected.to_string(),
            found: self
                .peek()
                .map_or("the end of the line".to_string(), |t| format!("`{t}`")),
        })
    }

    fn expect(&mut self, token: &str) -> Result<(), PrpError> {
        if self.peek() != Some(token) {
            return self.wrong(&format!("`{token}`"));
        }
        self.next += 1;
        Ok(())
    }

    fn expect_all(&mut self, tokens: &[&str]) -> Result<(), PrpError> {
        tokens.iter().try_for_each(|t| self.expect(t))
    }

    fn word(&mut self, what: &str) -> Result<&'a str, PrpError> {
        match self.peek() {
            Some(t) if t.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                self.next += 1;
                Ok(t)
            }
            _ => self.wrong(what),
        }
    }

    /// `CHECK( init(main()), LTL(…) )`
    fn check(&mut self, specification: &mut Specification) -> Result<(), PrpError> {
        self.expect_all(&["CHECK", "(", "init", "("])?;
        let entry = self.word("the name of a function")?;
        self.same("entry function", &mut specification.entry, entry)?;
        self.expect_all(&["(", ")", ")", ",", "LTL", "("])?;
        self.formula(specification)?;
        self.expect_all(&[")", ")"])?;
        match self.peek() {
            None => Ok(()),
            Some(_) => self.wrong("the end of the line"),
        }
    }

    fn formula(&mut self, specification: &mut Specification) -> Result<(), PrpError> {
        let properties = match self.peek() {
            Some("F") => {
                self.expect_all(&["F", "end"])?;
                vec![Property::Termination]
            }
            _ => {
                self.expect("G")?;
                if self.peek() == Some("!") {
                    self.next += 1;
                    vec![self.never(specification)?]
                } else {
                    let name = self.word("the name of a property")?;
                    properties::named(name).ok_or_else(|| self.unknown(name))?
                }
            }
        };
        for property in properties {
            if !specification.properties.contains(&property) {
                specification.properties.push(property);
            }
        }
        Ok(())
    }

    /// What follows `G !`.
    fn never(&mut self, specification: &mut Specification) -> Result<Property, PrpError> {
        match self.word("the name of a property")? {
            "call" => {
                self.expect("(")?;
                let function = self.word("the name of a function")?;
                self.same(
                    "error function",
                    &mut specification.error_function,
                    function,
                )?;
                self.expect_all(&["(", ")", ")"])?;
                Ok(Property::UnreachCall)
            }
            "overflow" => Ok(Property::NoOverflow),
            name => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> PrpError {
        PrpError::Unknown {
            line: self.line,
            name: name.to_string(),
        }
    }

    fn same(
        &self,
        what: &'static str,
        known: &mut Option<String>,
        name: &str,
    ) -> Result<(), PrpError> {
        match known {
            Some(first) if first != name => Err(PrpError::Two {
                line: self.line,
                what,
                first: first.clone(),
                second: name.to_string(),
            }),
            _ => {
                *known = Some(name.to_string());
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let shown = match parse(text) {
            Ok(s) => {
                let names: Vec<&str> = s.properties.iter().map(|p| p.name()).collect();
                format!("{names:?} error {:?} entry {:?}", s.error_function, s.entry)
            }
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn sv_comp_files() {
        check(
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
            expect![[r#"["unreach-call"] error Some("reach_error") entry Some("main")"#]],
        );
        check(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n",
            expect![[
                r#"["valid-free", "valid-deref", "valid-memtrack"] error None entry Some("main")"#
            ]],
        );
        check(
            "CHECK(init(f()),LTL(G!overflow))\nCHECK( init(f()), LTL(F end) )",
            expect![[r#"["no-overflow", "termination"] error None entry Some("f")"#]],
        );
    }

    #[test]
    fn mistakes() {
        check(
            "",
            expect![
                "it has no `CHECK(…)` line; one looks like `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
            ],
        );
        check(
            "CHECK( init(main()), LTL(G ! call(reach_error()) )",
            expect![
                "line 1: expected `)`, found the end of the line; a line looks like `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
            ],
        );
        check(
            "\nCHECK( init(main()), LTL(G ! data-race) )",
            expect![
                "line 2: no property is called `data-race`; those that exist: overflow, call(f()), end, unreach-call, assert, no-overflow, no-unsigned-overflow, no-div-by-zero, no-shift-error, no-float-cast-overflow, no-nan, array-bounds, vla-bound, unreachable-code, valid-deref, valid-free, valid-memtrack, valid-memcleanup, no-uninitialised, no-pointer-overflow, no-unrelated-pointers, no-misaligned-access, no-stack-overflow, no-lossy-conversion, no-float-overflow, valid-query, assigns, termination, valid-memsafety, all"
            ],
        );
        check(
            "CHECK( init(main()), LTL(G assert) )\nCHECK( init(f()), LTL(G assert) )",
            expect![
                "line 2: a second entry function, `f` after `main`; all lines must name the same one"
            ],
        );
    }
}
