//! clang's messages: parsed, and shown in one line each.

use std::collections::BTreeSet;

/// How many warnings of one file are shown; the others are counted.
const SHOWN: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A message with its place. Lines and columns count from 1, columns are bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
    pub severity: Severity,
    pub text: &'a str,
}

/// The messages in clang's output. Source lines and the marks below them are skipped.
pub fn parse(messages: &str) -> Vec<Diagnostic<'_>> {
    messages.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Diagnostic<'_>> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    const SEVERITIES: [(&str, Severity); 4] = [
        (": fatal error: ", Severity::Error),
        (": error: ", Severity::Error),
        (": warning: ", Severity::Warning),
        (": note: ", Severity::Note),
    ];
    let found = SEVERITIES
        .iter()
        .filter_map(|(mark, severity)| Some((line.find(mark)?, mark, *severity)));
    let (at, mark, severity) = found.min_by_key(|(at, ..)| *at)?;
    let mut place = line[..at].rsplitn(3, ':');
    let column = place.next()?.parse().ok()?;
    let number = place.next()?.parse().ok()?;
    Some(Diagnostic {
        file: place.next()?,
        line: number,
        column,
        severity,
        text: &line[at + mark.len()..],
    })
}

/// The function that a call declares, as C89 had it, if the warning is about one whose type clang does not know.
pub fn implicitly_declared<'a>(diagnostic: &Diagnostic<'a>) -> Option<&'a str> {
    const STARTS: [&str; 2] = [
        "call to undeclared function '",
        "implicit declaration of function '",
    ];
    let text = diagnostic.text;
    let rest = STARTS.iter().find_map(|start| text.strip_prefix(start))?;
    rest.split('\'').next()
}

/// The output without warnings and what belongs to them.
pub fn without_warnings(messages: &str) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in messages.lines() {
        match parse_line(line).map(|d| d.severity) {
            Some(Severity::Warning) => keep = false,
            Some(Severity::Error) => keep = true,
            Some(Severity::Note) => {}
            // "2 warnings and 1 error generated."
            None if line.ends_with("generated.") => keep = false,
            None if line.starts_with("In file included from") => keep = true,
            None => {}
        }
        if keep {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Warnings for the user, one per line: each once, a limited number, without the name of clang's option.
#[derive(Default)]
pub struct Warnings {
    lines: Vec<String>,
    seen: BTreeSet<String>,
}

impl Warnings {
    pub fn add(&mut self, file: &str, line: usize, text: &str) {
        // A function that is called without a declaration is worth one line, however often it is called.
        if self.seen.insert(format!("{file}: {text}")) {
            self.lines.push(format!("{file}:{line}: warning: {text}"));
        }
    }

    /// Adds clang's own warnings.
    pub fn add_all(&mut self, diagnostics: &[Diagnostic<'_>]) {
        for diagnostic in diagnostics {
            if diagnostic.severity != Severity::Warning {
                continue;
            }
            let text = match implicitly_declared(diagnostic) {
                Some(name) if is_verifiers(name) => continue,
                Some(name) => {
                    format!("`{name}` is called without a declaration: it is taken to return int")
                }
                None => without_option(diagnostic.text).to_string(),
            };
            self.add(diagnostic.file, diagnostic.line, &text);
        }
    }

    pub fn finish(self) -> String {
        let mut text = String::new();
        for line in self.lines.iter().take(SHOWN) {
            text.push_str(line);
            text.push('\n');
        }
        let rest = self.lines.len().saturating_sub(SHOWN);
        if rest > 0 {
            let s = if rest == 1 { "" } else { "s" };
            text.push_str(&format!("{rest} more warning{s} of clang\n"));
        }
        text
    }
}

/// Whether the name is that of a verifier's own function, which needs no declaration to be known, or whose type is `int`.
fn is_verifiers(name: &str) -> bool {
    const PREFIXES: [&str; 3] = ["__VERIFIER_", "__CPROVER_", "__ESBMC_"];
    let own = PREFIXES.iter().any(|p| name.starts_with(p)) && !name.contains("nondet");
    own || ["nondet_int", "nondet_int32_t", "nondet_s32"]
        .iter()
        .any(|n| name.ends_with(n))
}

/// `text [-Wname]`, without the brackets, and without what the standards say about undeclared functions.
fn without_option(text: &str) -> &str {
    let text = match text.rfind(" [-W") {
        Some(at) if text.ends_with(']') => &text[..at],
        _ => text,
    };
    text.split("; ISO C99 and later").next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
a.c:2:5: warning: call to undeclared function 'f'; ISO C99 and later do not support it [-Wimplicit-function-declaration]
    2 |     f();
      |     ^
a.c:3:5: warning: call to undeclared function 'f'; ISO C99 and later do not support it [-Wimplicit-function-declaration]
a.c:4:9: warning: unused: warning: really [-Wx]
a.c:4:9: note: that is here
a.c:5:1: error: no
    5 | no
1 error generated.
";

    #[test]
    fn one_line_each() {
        let all = parse(OUTPUT);
        let mut warnings = Warnings::default();
        warnings.add_all(&all);
        assert_eq!(
            warnings.finish(),
            "a.c:2: warning: `f` is called without a declaration: it is taken to return int\n\
             a.c:4: warning: unused: warning: really\n"
        );
        assert_eq!(without_warnings(OUTPUT), "a.c:5:1: error: no\n    5 | no\n");
        assert_eq!((all[4].line, all[4].column), (5, 1));
    }

    #[test]
    fn the_rest_is_counted() {
        let mut warnings = Warnings::default();
        for i in 0..22 {
            warnings.add("a.c", 1, &format!("{i}"));
        }
        let text = warnings.finish();
        assert_eq!(text.lines().count(), 21);
        assert!(text.ends_with("2 more warnings of clang\n"), "{text}");
    }
}
