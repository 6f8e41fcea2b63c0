//! The user's source lines.

use program::{Place, Program};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How many characters of a line are shown.
const MAX_LINE: usize = 72;

/// Reads each source file once.
pub(crate) struct Sources<'a> {
    program: &'a Program,
    lines: RefCell<BTreeMap<u32, Vec<String>>>,
}

impl<'a> Sources<'a> {
    pub fn new(program: &'a Program) -> Sources<'a> {
        Sources {
            program,
            lines: RefCell::default(),
        }
    }

    /// The line at a place without its indentation; empty if it cannot be read.
    pub fn line(&self, place: Place) -> String {
        let Some(file) = self.program.files.get(place.file.index()) else {
            return String::new();
        };
        let mut lines = self.lines.borrow_mut();
        let lines = lines.entry(place.file.0).or_insert_with(|| {
            let bytes = std::fs::read(&file.path).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            text.lines().map(str::to_string).collect()
        });
        let index = (place.line as usize).checked_sub(1);
        let line = index.and_then(|i| lines.get(i)).map_or("", |l| l.trim());
        line.replace('\t', " ")
    }

    /// The same, cut to what fits into a column.
    pub fn short_line(&self, place: Place) -> String {
        let line = self.line(place);
        if line.chars().count() <= MAX_LINE {
            return line;
        }
        let cut: String = line.chars().take(MAX_LINE - 1).collect();
        format!("{cut}…")
    }
}

/// Whether `line` contains `name` as a whole word.
pub(crate) fn mentions(line: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(word) && !after.is_some_and(word)
    })
}
