//! `#pragma CPROVER check push`, `pop`, `disable "name"`, `enable "name"`: which checks are off, line by line.
//!
//! Why lines: clang's checks carry lines, and a pragma is a line of its own. A line that is read twice, as one of a header is, has a
//! check off only if it is off both times, and a pragma says nothing about other files that are included after it, since these may be
//! included elsewhere without it: what is in doubt is checked.

use super::tokens::{Kind, Token};
use super::{Mistake, Result};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A set of checks of CBMC, by their place in [`NAMES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disabled(u32);

/// The checks that a pragma may name.
const NAMES: [&str; 13] = [
    "bounds",
    "pointer",
    "div-by-zero",
    "float-div-by-zero",
    "enum-range",
    "signed-overflow",
    "unsigned-overflow",
    "pointer-overflow",
    "float-overflow",
    "conversion",
    "undefined-shift",
    "nan",
    "pointer-primitive",
];

impl Disabled {
    pub fn contains(self, name: &str) -> bool {
        NAMES
            .iter()
            .position(|n| *n == name)
            .is_some_and(|at| self.0 & (1 << at) != 0)
    }

    fn set(&mut self, name: &str, off: bool) -> bool {
        let Some(at) = NAMES.iter().position(|n| *n == name) else {
            return false;
        };
        match off {
            true => self.0 |= 1 << at,
            false => self.0 &= !(1 << at),
        }
        true
    }
}

/// The lines that have checks off, by file.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub off: FxHashMap<(String, u32), Disabled>,
    /// Where a check is turned on that was not off: it must be asked for.
    pub enabled: Vec<(String, u32, String)>,
}

/// Reads the pragmas of a text.
pub fn lines(text: &str, tokens: &[Token]) -> Result<Lines> {
    let mut lines = Lines::default();
    let of = |token: &Token| &text[token.start..token.end];
    let is_pragma =
        |t: &&Token| t.kind == Kind::Line && words(of(t)).starts_with(&["pragma", "CPROVER"]);
    if !tokens.iter().any(|t| is_pragma(&t)) {
        return Ok(lines);
    }
    let mut all: FxHashMap<(Rc<str>, u32), Disabled> = FxHashMap::default();
    let mut now = Disabled::default();
    // The file whose pragma said so.
    let mut origin: Rc<str> = "".into();
    let mut stack = Vec::new();
    for token in tokens {
        if token.kind != Kind::Line {
            let key = (Rc::clone(&token.file), token.line);
            let here = match token.file == origin {
                true => now,
                false => Disabled::default(),
            };
            all.entry(key).and_modify(|d| d.0 &= here.0).or_insert(here);
            continue;
        }
        let mistake = |what: String| Mistake {
            file: token.file.to_string(),
            line: token.line,
            what,
        };
        let words = words(of(token));
        let ["pragma", "CPROVER", rest @ ..] = &words[..] else {
            continue;
        };
        match rest {
            ["check", "push"] => stack.push((now, Rc::clone(&origin))),
            ["check", "pop"] => {
                (now, origin) = stack.pop().ok_or_else(|| {
                    mistake("`check pop` without a `check push` before it".to_string())
                })?;
            }
            ["check", how @ ("disable" | "enable"), name] => {
                let name = name.trim_matches('"');
                if token.file != origin {
                    now = Disabled::default();
                    origin = Rc::clone(&token.file);
                }
                if *how == "enable" && !now.contains(name) {
                    lines
                        .enabled
                        .push((token.file.to_string(), token.line, name.to_string()));
                }
                if !now.set(name, *how == "disable") {
                    let what = format!(
                        "`{name}` is no check; those that exist: {}",
                        NAMES.join(", ")
                    );
                    return Err(mistake(what));
                }
            }
            _ => {
                let what = "a pragma of CPROVER is `check push`, `check pop`, `check disable \"NAME\"` or `check enable \"NAME\"`";
                return Err(mistake(what.to_string()));
            }
        }
    }
    lines.off = all
        .into_iter()
        .filter(|(_, disabled)| *disabled != Disabled::default())
        .map(|((file, line), disabled)| ((file.to_string(), line), disabled))
        .collect();
    Ok(lines)
}

fn words(line: &str) -> Vec<&str> {
    let rest = line.strip_prefix('#').unwrap_or(line);
    rest.split_whitespace().collect()
}
