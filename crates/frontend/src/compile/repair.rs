//! C that gcc accepts and clang does not: small changes to the text, made where clang's own messages show that they are
//! needed.
//!
//! A repair is made only where the construct has one plain meaning; everything else stays rejected. Lines keep their
//! numbers. The changed text is shown to clang instead of the file, under the file's own name (an overlay of the file
//! system), so that places and included files stay what they are.

use super::diagnostics::{Diagnostic, Severity};
use super::known;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many lines the declarations before a file take.
const FRONT_LINES: usize = 2;

/// How a compilation differs from a plain one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// Declarations in front of the file, by the name of what they declare.
    pub declared: BTreeMap<String, String>,
    /// Names that must not be declared: the program does so later, in another way.
    pub refused: BTreeSet<String>,
    /// Files whose text is changed.
    pub texts: BTreeMap<PathBuf, Vec<u8>>,
    /// The text of the file is what the preprocessor made of it.
    pub preprocessed: bool,
    /// The text is that which CBMC's dialect was translated to.
    pub translated: bool,
    /// clang knows no library function: the program uses such a name for something else.
    pub own_names: bool,
    /// `main` has parameters that clang rejects.
    pub any_main: bool,
    /// `__int128` for 32 bits.
    pub wide_integers: bool,
    /// What to tell the user, with the place.
    pub warnings: Vec<(String, usize, String)>,
}

/// What an error asks for.
enum Repair {
    Declare(String, String),
    Refuse(String),
    AnyMain,
    WideIntegers,
    /// A change of the text, which needs the place in the file itself.
    Text,
}

impl Repairs {
    /// Whether some text differs from that of the files.
    pub fn changes_text(&self) -> bool {
        !self.declared.is_empty() || !self.texts.is_empty()
    }

    /// The text of a file as clang is to see it; `None` if that is the file's own.
    pub fn text(&self, path: &Path, is_input: bool) -> Option<Vec<u8>> {
        let changed = self.texts.get(path);
        let front =
            is_input && !self.declared.is_empty() && (!self.preprocessed || self.translated);
        if !front {
            return changed.cloned();
        }
        let declarations: Vec<&str> = self.declared.values().map(String::as_str).collect();
        let lead = match self.preprocessed {
            // It has line markers.
            true => "",
            false => "#line 1\n",
        };
        let mut text = format!("{}\n{lead}", declarations.join(" ")).into_bytes();
        match changed {
            Some(changed) => text.extend_from_slice(changed),
            None => text.extend(std::fs::read(path).ok()?),
        }
        Some(text)
    }

    /// Adds what clang's errors ask for. Returns whether that was something new, and whether text must be changed at places
    /// that must be passed to [`Repairs::change_text`].
    pub fn learn(&mut self, diagnostics: &[Diagnostic<'_>]) -> (bool, bool) {
        let before = self.clone();
        let mut text = false;
        for (index, error) in diagnostics.iter().enumerate() {
            if error.severity != Severity::Error {
                continue;
            }
            let notes = diagnostics[index + 1..]
                .iter()
                .take_while(|d| d.severity == Severity::Note);
            match repair(error, notes, &self.declared) {
                Some(Repair::Declare(name, declaration)) if !self.refused.contains(&name) => {
                    let what = format!(
                        "`{name}` is called before it is declared as a function without a result"
                    );
                    self.warn(error, what);
                    self.declared.insert(name, declaration);
                }
                Some(Repair::Refuse(name)) => {
                    self.declared.remove(&name);
                    self.refused.insert(name);
                }
                Some(Repair::AnyMain) => {
                    if !self.any_main {
                        self.warn(error, "`main` has parameters of unusual types".to_string());
                    }
                    self.any_main = true;
                }
                Some(Repair::WideIntegers) => self.wide_integers = true,
                Some(Repair::Text) => text = true,
                Some(Repair::Declare(..)) | None => {}
            }
        }
        (*self != before, text)
    }

    fn warn(&mut self, at: &Diagnostic<'_>, what: String) {
        self.warnings.push((at.file.to_string(), at.line, what));
    }

    /// Changes the text at the places of the errors, which are those in the files, whatever `#line` says. Returns whether
    /// something was changed.
    pub fn change_text(&mut self, diagnostics: &[Diagnostic<'_>], input: &Path) -> bool {
        let shift = if self.declared.is_empty() {
            0
        } else if self.preprocessed {
            1
        } else {
            FRONT_LINES
        };
        let mut places: Vec<&Diagnostic<'_>> = diagnostics
            .iter()
            .filter(|d| {
                let name = d.text.split('\'').nth(1).unwrap_or_default();
                let ours = self.declared.contains_key(name);
                d.severity != Severity::Note
                    && (needs_text(d.text) || (is_conflict(d.text) && !ours))
            })
            .collect();
        // The last place first, so that the others stay where they are.
        places.sort_by_key(|d| std::cmp::Reverse((d.file, d.line, d.column)));
        let mut changed = false;
        for error in places {
            let path = std::path::absolute(error.file).unwrap_or_else(|_| error.file.into());
            let known = self.texts.get(&path).cloned();
            let Some(mut text) = known.or_else(|| std::fs::read(&path).ok()) else {
                continue;
            };
            let line = if path == input {
                error.line.saturating_sub(shift)
            } else {
                error.line
            };
            let at = offset(&text, line, error.column);
            if let Some(what) = at.and_then(|at| change(&mut text, at, error.text)) {
                self.warnings.push((error.file.to_string(), line, what));
                self.texts.insert(path, text);
                changed = true;
            }
        }
        changed
    }
}

/// What an error asks for, by its text.
fn repair<'a, 'd: 'a>(
    error: &Diagnostic<'_>,
    mut notes: impl Iterator<Item = &'a Diagnostic<'d>>,
    declared: &BTreeMap<String, String>,
) -> Option<Repair> {
    let quoted = |text: &str| text.split('\'').nth(1).map(str::to_string);
    let text = error.text;
    if needs_text(text) {
        return Some(Repair::Text);
    }
    if text.starts_with("conflicting types for '") || text.starts_with("static declaration of '") {
        let name = quoted(text)?;
        if declared.contains_key(&name) {
            return Some(Repair::Refuse(name));
        }
        let implicit = notes.any(|n| n.text.starts_with("previous implicit declaration"));
        if implicit && text.starts_with("conflicting") {
            // The only case that gcc accepts: the program defines it without a result.
            let declaration = format!("void {name}();");
            return Some(Repair::Declare(name, declaration));
        }
        return is_conflict(text).then_some(Repair::Text);
    }
    if text.starts_with("too few arguments to function call")
        || text.starts_with("too many arguments to function call")
        || text.starts_with("redefinition of '")
    {
        // A function that we declared ourselves.
        let here = notes.filter_map(|n| quoted(n.text)).chain(quoted(text));
        let name = here.into_iter().find(|name| declared.contains_key(name))?;
        return Some(Repair::Refuse(name));
    }
    if text.starts_with("first parameter of 'main'")
        || text.starts_with("second parameter of 'main'")
        || text.starts_with("third parameter of 'main'")
    {
        return Some(Repair::AnyMain);
    }
    text.starts_with("__int128 is not supported on this target")
        .then_some(Repair::WideIntegers)
}

/// What is put before the name of a function that is declared with another type before.
pub const OTHER: &str = "__aver_other_";

const IDENTIFIER_LIST: &str =
    "a parameter list without types is only allowed in a function definition";
const HEX_ESCAPE: &str = "hex escape sequence out of range";

fn is_malloc_attribute(text: &str) -> bool {
    let name = text.split('\'').nth(1);
    matches!(name, Some("malloc" | "__malloc__")) && text.ends_with("attribute takes no arguments")
}

/// The function of the library whose builtin form is declared with another type.
fn redeclared_builtin(text: &str) -> Option<&str> {
    let name = text
        .strip_prefix("conflicting types for '")
        .or_else(|| text.strip_prefix("cannot redeclare builtin function '"))?;
    let name = name.split('\'').next()?;
    let base = name.strip_prefix("__builtin_")?;
    known::declaration(base).map(|_| name)
}

/// A declaration of `alloca` that is not clang's, as of a program for the other data model. gcc treats it as the builtin.
pub fn is_other_alloca(text: &str) -> bool {
    text.starts_with("incompatible redeclaration of library function 'alloca'")
}

/// Two declarations of different types. The second one gets a name of its own, by which linking finds it.
fn is_conflict(text: &str) -> bool {
    text.starts_with("conflicting types for '") && redeclared_builtin(text).is_none()
}

fn needs_text(text: &str) -> bool {
    text == IDENTIFIER_LIST
        || text == HEX_ESCAPE
        || is_malloc_attribute(text)
        || redeclared_builtin(text).is_some()
        || is_other_alloca(text)
}

/// Where a line and column are in a text.
fn offset(text: &[u8], line: usize, column: usize) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text.get(start..)?.iter().position(|b| *b == b'\n')? + 1;
    }
    let at = start + column.checked_sub(1)?;
    (at < text.len()).then_some(at)
}

/// Makes one change; returns what it was, or `None` if the text there is not what it should be (a macro made it).
fn change(text: &mut Vec<u8>, at: usize, message: &str) -> Option<String> {
    if message == IDENTIFIER_LIST {
        let end = at + text[at..].iter().position(|b| *b == b')')?;
        let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_, \t\r\n".contains(b);
        if !text[at..end].iter().all(plain) {
            return None;
        }
        blank(&mut text[at..end]);
        return Some("parameters without types are taken as not declared".to_string());
    }
    if message == HEX_ESCAPE {
        let digits = text.get(at..)?.strip_prefix(b"\\x")?;
        let count = digits.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        // Only the last byte counts, as in gcc. Characters of other widths are left alone.
        if count <= 2 || is_wide(text, at) {
            return None;
        }
        text.drain(at + 2..at + count);
        return Some("a hexadecimal escape sequence is cut to one byte".to_string());
    }
    if is_malloc_attribute(message) {
        let name = text.get(at..)?;
        let length = [&b"__malloc__"[..], b"malloc"]
            .iter()
            .find(|n| name.starts_with(n))?
            .len();
        let end = closing(text, at + length)?;
        blank(&mut text[at + length..=end]);
        return Some("arguments of the attribute `malloc` are not looked at".to_string());
    }
    if is_conflict(message) {
        let name = message.split('\'').nth(1)?;
        if !text.get(at..)?.starts_with(name.as_bytes()) {
            return None;
        }
        text.splice(at..at, OTHER.bytes());
        return Some(format!(
            "`{name}` is declared with different types; each place sees the one before it"
        ));
    }
    let name = match is_other_alloca(message) {
        true => "alloca",
        false => redeclared_builtin(message)?,
    };
    if !text.get(at..)?.starts_with(name.as_bytes()) {
        return None;
    }
    // Nothing refers to the declaration then: the name is clang's own function.
    text.splice(at..at, *b"not");
    Some(format!("the declaration of `{name}` is not looked at"))
}

/// Whether the literal around a place has a prefix, by its line.
fn is_wide(text: &[u8], at: usize) -> bool {
    let start = text[..at].iter().rposition(|b| *b == b'\n').unwrap_or(0);
    let before = &text[start..at];
    before
        .windows(2)
        .any(|w| matches!(w[0], b'L' | b'u' | b'U' | b'8') && matches!(w[1], b'"' | b'\''))
}

/// The end of what is in parentheses from there on.
fn closing(text: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, byte) in text.iter().enumerate().skip(from) {
        match byte {
            b'(' => depth += 1,
            b')' if depth <= 1 => return (depth == 1).then_some(index),
            b')' => depth -= 1,
            b if depth == 0 && !b.is_ascii_whitespace() => return None,
            _ => {}
        }
    }
    None
}

fn blank(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|b| **b != b'\n') {
        *byte = b' ';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, place: &str, message: &str) -> Option<String> {
        let mut bytes = text.as_bytes().to_vec();
        let at = text.find(place).expect("the place is in the text");
        change(&mut bytes, at, message)?;
        Some(String::from_utf8(bytes).expect("changes are of ASCII"))
    }

    #[test]
    fn changes_of_the_text() {
        let malloc = "'__malloc__' attribute takes no arguments";
        let cases = [
            ("f(size_t, a);", "size_t", IDENTIFIER_LIST, "f(         );"),
            ("f(a,\nb);", "a", IDENTIFIER_LIST, "f(  \n );"),
            ("\"\\x1234z\"", "\\x", HEX_ESCAPE, "\"\\x34z\""),
            (
                "((__malloc__ (f(1), 2)))",
                "__m",
                malloc,
                "((__malloc__          ))",
            ),
        ];
        for (text, place, message, expected) in cases {
            assert_eq!(changed(text, place, message).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_does_not_fit_stays() {
        assert_eq!(changed("M(x);", "M", IDENTIFIER_LIST), None);
        assert_eq!(changed("L\"\\x123456789\"", "\\x", HEX_ESCAPE), None);
        let malloc = "'malloc' attribute takes no arguments";
        assert_eq!(changed("ATTRIBUTE", "A", malloc), None);
        let other = "'noreturn' attribute takes no arguments";
        assert!(!needs_text(other));
    }
}
