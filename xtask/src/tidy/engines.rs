//! Engines do not import one another.
//!
//! Each folder directly below `crates/engines/src` is an engine, unless it is listed as shared. What engines establish
//! reaches the others over the board only, so that each of them can be read, tested and removed by itself.

/// Where the engines are.
pub const ENGINES: &str = "crates/engines/src/";

/// Folders there that are not engines; any engine may use them.
pub const SHARED: [&str; 2] = ["circuit", "frames"];

/// The engine that a file belongs to: `ENGINE.rs` or a file below `ENGINE/`.
fn engine_of<'a>(name: &str, engines: &'a [String]) -> Option<&'a str> {
    let first = name.strip_prefix(ENGINES)?.split('/').next()?;
    let module = first.strip_suffix(".rs").unwrap_or(first);
    engines.iter().map(String::as_str).find(|e| *e == module)
}

/// The other engines that a file mentions, with the line of each. `code` is the file without comments and strings.
pub fn imported<'a>(name: &str, code: &str, engines: &'a [String]) -> Vec<(usize, &'a str)> {
    let Some(own) = engine_of(name, engines) else {
        return Vec::new();
    };
    let depth = depth(name);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("::") {
        if !leads_to_the_root(&code[..at], depth) {
            continue;
        }
        let start = at + "::".len();
        for (offset, first) in first_names(&code[start..]) {
            let line = code[..start + offset].lines().count();
            let other = engines.iter().find(|e| **e == first && *e != own);
            found.extend(other.map(|other| (line, other.as_str())));
        }
    }
    found
}

/// How many `super` lead from the module of a file to the root of the crate.
fn depth(name: &str) -> usize {
    let path = name.strip_prefix(ENGINES).unwrap_or(name);
    let path = path.strip_suffix("/mod.rs").unwrap_or(path);
    path.split('/').count()
}

/// Whether the text ends in `crate` or in as many `super` as lead to the root.
fn leads_to_the_root(text: &str, depth: usize) -> bool {
    let word = |text: &str, word: &str| {
        let before = text.strip_suffix(word)?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        (!before.ends_with(|c: char| is_part(c) && c != ':')).then_some(before.len())
    };
    if let Some(before) = word(text, "crate") {
        return !text[..before].ends_with("::");
    }
    let (mut rest, mut count) = (text, 0);
    while let Some(before) = word(rest, "super") {
        count += 1;
        match rest[..before].strip_suffix("::") {
            Some(more) => rest = more,
            None => return count == depth,
        }
    }
    false
}

/// The first names of a path or of the group `{…}` that a text starts with, and where they are.
fn first_names(text: &str) -> Vec<(usize, &str)> {
    let ident = |from: usize| {
        let rest = &text[from..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        (from, &rest[..end.unwrap_or(rest.len())])
    };
    if !text.starts_with('{') {
        return vec![ident(0)];
    }
    let (mut nesting, mut is_first, mut names) = (0, false, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' => nesting += 1,
            '}' if nesting == 1 => break,
            '}' => nesting -= 1,
            _ => {}
        }
        if nesting == 1 && is_first && (c.is_alphabetic() || c == '_') {
            names.push(ident(at));
        }
        is_first = match c {
            '{' | ',' => true,
            c if c.is_whitespace() => is_first,
            _ => false,
        };
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(name: &str, code: &str) -> Vec<(usize, String)> {
        let engines = ["ai", "bmc", "kiki"].map(str::to_string);
        let found = imported(&format!("{ENGINES}{name}"), code, &engines);
        found.into_iter().map(|(l, e)| (l, e.to_string())).collect()
    }

    #[test]
    fn other_engines_are_found() {
        let one = |line: usize, engine: &str| vec![(line, engine.to_string())];
        assert_eq!(
            complaints("kiki/infer.rs", "use x;\nuse crate::ai::Seed;"),
            one(2, "ai")
        );
        assert_eq!(complaints("kiki.rs", "use crate::bmc;"), one(1, "bmc"));
        assert_eq!(
            complaints("ai.rs", "let x = crate::kiki::y();"),
            one(1, "kiki")
        );
        let group = "use crate::{\n    Task, board::{Board, ai},\n    bmc::{self},\n};";
        assert_eq!(complaints("kiki/a/b.rs", group), one(3, "bmc"));
        assert_eq!(complaints("kiki.rs", "use super::ai;"), one(1, "ai"));
        assert_eq!(
            complaints("kiki/infer.rs", "use super::super::{ai, board};"),
            one(1, "ai")
        );
    }

    #[test]
    fn what_is_shared_or_their_own_is_not() {
        for code in [
            "use crate::kiki::Work;",
            "use crate::{Task, board::Board, facts};",
            "use super::ai;",
            "use crate::bmc_limits;",
            "use crate::board::bmc::X;",
            "use other_crate::bmc::X;",
            "use x::crate_::ai;",
            "domains::ai::run()",
        ] {
            assert_eq!(complaints("kiki/infer.rs", code), [], "{code}");
        }
        for name in ["registry.rs", "portfolio.rs", "lib.rs"] {
            assert_eq!(
                complaints(name, "use crate::{ai, bmc, kiki};"),
                [],
                "{name}"
            );
        }
    }
}
